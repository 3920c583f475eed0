"""How far compiled functions reach into the rooms and records that they are given, read off their sources.

Places that are known when the program is read (names of layouts, numbers, loops over so many) are followed through
assignments, parts and calls; a place that only a run knows says nothing here. What is found
is a room, or a record of a world, and a place outside of it.
"""

import ast
import inspect
import pkgutil
import textwrap
import types
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any, NamedTuple

from sandbox.compiling.compiled import Compiled, Operation
from sandbox.compiling.entries import Entry
from sandbox.compiling.sources import ROOMS
from sandbox.compiling.traced import Traced

# functions that find a record within an array, and how many numbers one has: a record is as good as an array. NEXT: the
# head of the array says where the next one begins, up to the last place that is named here
WORLD, NEXT = "sandbox.mechanics.world.", "next"
RECORDS = {
    "patches.known": {"numbers_of": "layout.BALL", "shape_of": "layout.SHAPE_SIZE", "body_of": "patches.layout.BODY",
                      "contact_of": "patches.layout.CONTACT", "touch_of": "island.layout.TOUCH",
                      "array_of": (NEXT, "patches.layout.FACTORS_AT")},
    "patches.frame": {"ledger_of": "layout.LEDGER_SIZE", "lasting_of": "patches.layout.ENTRY",
                      "kept_ride_of": "patches.layout.RIDING"},
    "patches.riding": {"ride_of": "patches.layout.RIDING"},
    "corners.known": {"numbers_of": "layout.BALL", "shape_of": "layout.SHAPE_SIZE",
                      "contact_of": "corners.layout.CONTACT", "touch_of": "island.layout.TOUCH"},
    "corners.frame": {"ledger_of": "layout.LEDGER_SIZE", "rest_of": "corners.layout.REST"},
    "neighbours": {"turning_of": "layout.FREE_WORKING"},
    "segments.segment": {"ball_of": "layout.BALL", "state_of": "layout.STATE", "working_of": "layout.WORKING"},
    "events.events": {"event_at": "layout.EVENT"},
    "pair_laws": {"law_between": "layout.LAW_ROW", "body_numbers": "layout.BALL"},
    "island.ends": {"numbers_of": "layout.JOINT_SIZE"},
    "island.lone": {"place_numbers": "layout.SUPPORT_STATE"},
    "island.known": {"ball_numbers": "layout.BALL", "contact_of": "island.layout.CONTACT",
                     "touch_of": "island.layout.TOUCH", "free_numbers": "layout.TURNING",
                     "array_of": (NEXT, "island.layout.SHIFT")},
    "met": {"met_at": "met._SIZE"},
    "groups.groups": {"entry_of": "layout.ENTRY", "joint_of": "layout.JOINT_SIZE"},
    "shaped": {"shape_of": "layout.SHAPE_SIZE"},
}


def number_of(name: str) -> int:
    """Returns a number of a layout of worlds."""
    module, _, place = name.rpartition(".")
    return getattr(import_module(WORLD + module), place)


class Span(NamedTuple):
    """A whole number that is one of low to high."""

    low: int
    high: int


@dataclass(frozen=True)
class Place:
    """A pointer: how far from the start of what it points into."""

    root: Any
    at: Span


class Room(NamedTuple):
    """Numbers that a function has of its own, or a record that it was told of, by its line."""

    where: str
    line: int
    count: int


class Found(NamedTuple):
    """What a call does with what it is given: the places reached of each argument, and what it returns."""

    reached: dict
    returned: Any


ZERO = Span(0, 0)
NOTHING = Found({}, None)
MOST_DEEP = 40


def plain(function):
    """Returns the Python function behind any kind of compiled one, None for what is none."""
    if isinstance(function, (Compiled, Entry)):
        return function.py_func
    if isinstance(function, Traced):
        return function.formula
    if isinstance(function, types.FunctionType) and function.__module__.startswith(("sandbox.", "tests.")):
        return function
    return None


@cache
def tree_of(function):
    """Returns the definition of a function; None where it has none of its own."""
    try:
        found = ast.parse(textwrap.dedent(inspect.getsource(function))).body[0]
    except (OSError, TypeError, SyntaxError):
        return None
    return found if isinstance(found, ast.FunctionDef) else None


def all_functions() -> list:
    """Returns the Python functions of all compiled ones of the program."""
    found = []
    for room in ROOMS:
        package = import_module(f"sandbox.{room}")
        for info in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            values = vars(import_module(info.name)).values()
            functions = [plain(x) for x in values if isinstance(x, (Compiled, Entry, Traced))]
            found += [x for x in functions if x.__module__ == info.name]
    return found


class Reader:
    """Reads functions, and keeps how far each room and record is reached in `reached`: its lowest, highest place."""

    def __init__(self):
        self._known: dict = {}
        self._depth = 0
        self.reached: dict[Room, Span] = {}

    @property
    def outside(self) -> dict[Room, Span]:
        """What is reached where nothing of it is."""
        return {room: span for room, span in self.reached.items() if span.low < 0 or span.high >= room.count}

    def read_all(self, functions):
        """Reads functions of whose arguments nothing is known."""
        for function in functions:
            self.read(function, ("pointer",)*function.__code__.co_argcount)
        return self

    def read(self, function, arguments: tuple) -> Found:
        """Takes a Python function and what is known of its arguments."""
        key = function, arguments
        if key not in self._known:
            tree = tree_of(function)
            if tree is None or self._depth > MOST_DEEP:
                return NOTHING
            # of one that calls itself
            self._known[key] = NOTHING
            self._depth += 1
            self._known[key] = _Walk(self, function, tree, arguments).result()
            self._depth -= 1
        return self._known[key]


class _Walk:
    """One function with one set of arguments."""

    def __init__(self, reader: Reader, function, tree: ast.FunctionDef, arguments: tuple):
        self.reader, self.function, self.tree = reader, function, tree
        self.reached: dict = {}
        self.returned: list = []
        names = [x.arg for x in tree.args.args]
        self.local: dict[str, Any] = dict.fromkeys(names)
        for i, (name, value) in enumerate(zip(names, arguments, strict=False)):
            # a pointer is known by the number of the argument that it came by
            self.local[name] = Place(i, ZERO) if value == "pointer" else value
        self.globals = inspect.getclosurevars(function).nonlocals | {}
        self.first = function.__code__.co_firstlineno

    def result(self) -> Found:
        for statement in self.tree.body:
            self.statement(statement)
        first = self.returned[0] if self.returned else None
        same = first if all(x == first for x in self.returned) else None
        of_arguments = {}
        for root, span in self.reached.items():
            if isinstance(root, Room):
                known = self.reader.reached.get(root, span)
                self.reader.reached[root] = Span(min(span.low, known.low), max(span.high, known.high))
            else:
                of_arguments[root] = span
        return Found(of_arguments, same if isinstance(same, (Place, Span)) else None)

    # -- statements --

    def statement(self, node):
        if isinstance(node, ast.Assign):
            value = self.value(node.value)
            for target in node.targets:
                self.put(target, value, node.value)
        elif isinstance(node, ast.AugAssign):
            self.value(node.value)
            self.put(node.target, None, None)
            if isinstance(node.target, ast.Subscript):
                self.value(node.target)
        elif isinstance(node, ast.For):
            self.put(node.target, self.counted(node.iter), None)
            self.block(node.body)
            self.block(node.orelse)
        elif isinstance(node, (ast.If, ast.While)):
            self.value(node.test)
            self.branches(node.body, node.orelse)
        elif isinstance(node, ast.Return):
            self.returned.append(None if node.value is None else self.value(node.value))
        elif isinstance(node, ast.Expr):
            self.value(node.value)

    def block(self, body):
        changed = {x.id for statement in body for x in ast.walk(statement)
                   if isinstance(x, ast.Name) and isinstance(x.ctx, ast.Store)}
        # in a loop, or after a branch, it may be this or that
        for statement in body:
            self.statement(statement)
        for name in changed:
            self.local[name] = None

    def branches(self, *bodies):
        before = dict(self.local)
        ends = []
        for body in bodies:
            self.local = dict(before)
            for statement in body:
                self.statement(statement)
            ends.append(self.local)
        self.local = {name: value for name, value in ends[0].items() if ends[1].get(name, self) == value}

    def put(self, target, value, source):
        if isinstance(target, ast.Name):
            self.local[target.id] = value
        elif isinstance(target, ast.Tuple):
            parts = value if isinstance(value, tuple) and not isinstance(value, Span) else ()
            for i, one in enumerate(target.elts):
                self.put(one, parts[i] if i < len(parts) else None, None)
        elif isinstance(target, ast.Subscript):
            self.reach(self.value(target.value), self.value(target.slice))

    # -- values --

    def reach(self, place, index):
        if isinstance(place, Place) and isinstance(index, Span):
            low, high = place.at.low + index.low, place.at.high + index.high
            known = self.reached.get(place.root, Span(low, high))
            self.reached[place.root] = Span(min(low, known.low), max(high, known.high))

    def counted(self, node):
        """Returns what a loop counts through, where that is known."""
        values = [self.value(x) for x in node.args] if isinstance(node, ast.Call) else [self.value(node)]
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "range" \
                and all(isinstance(x, Span) for x in values) and len(values) < 3:
            low, high = (0, values[0].high) if len(values) == 1 else (values[0].low, values[1].high)
            # nothing is reached by a loop that is not entered
            return Span(low, high - 1) if high > low else None
        return None

    def value(self, node):
        kind = getattr(self, f"of_{type(node).__name__.lower()}", None)
        if kind is not None:
            return kind(node)
        for inner in ast.iter_child_nodes(node):
            if isinstance(inner, ast.expr):
                self.value(inner)
        return None

    def of_constant(self, node):
        return Span(node.value, node.value) if type(node.value) is int else None

    def of_name(self, node):
        if node.id in self.local:
            return self.local[node.id]
        return self.known(self.globals.get(node.id, self.function.__globals__.get(node.id)))

    def of_attribute(self, node):
        whole = self.named(node)
        return self.known(whole)

    @staticmethod
    def known(value):
        return Span(value, value) if type(value) is int else None

    def named(self, node):
        """Returns the object that a dotted name stands for."""
        if isinstance(node, ast.Name) and node.id not in self.local:
            return self.globals.get(node.id, self.function.__globals__.get(node.id))
        if isinstance(node, ast.Attribute):
            whole = self.named(node.value)
            return getattr(whole, node.attr, None) if isinstance(whole, (types.ModuleType, Traced)) else None
        return None

    def of_tuple(self, node):
        return tuple(self.value(x) for x in node.elts)

    def of_binop(self, node):
        a, b = self.value(node.left), self.value(node.right)
        if not (isinstance(a, Span) and isinstance(b, Span)):
            return None
        operation = {ast.Add: lambda x, y: x + y, ast.Sub: lambda x, y: x - y, ast.Mult: lambda x, y: x*y,
                     ast.FloorDiv: lambda x, y: x//y if y else 0}.get(type(node.op))
        if operation is None:
            return None
        ends = [operation(x, y) for x in a for y in b]
        return Span(min(ends), max(ends))

    def of_unaryop(self, node):
        a = self.value(node.operand)
        return Span(-a.high, -a.low) if isinstance(a, Span) and isinstance(node.op, ast.USub) else None

    def of_ifexp(self, node):
        self.value(node.test)
        a, b = self.value(node.body), self.value(node.orelse)
        return a if a == b else None

    def of_subscript(self, node):
        self.reach(self.value(node.value), self.value(node.slice))

    def of_generatorexp(self, node):
        before = dict(self.local)
        for one in node.generators:
            self.put(one.target, self.counted(one.iter), None)
        self.value(node.elt)
        self.local = before

    of_listcomp = of_generatorexp

    def of_lambda(self, node):
        before = dict(self.local)
        self.local |= dict.fromkeys(x.arg for x in node.args.args)
        self.value(node.body)
        self.local = before

    def of_call(self, node):
        function, values = self.named(node.func), [self.value(x) for x in node.args]
        if isinstance(node.func, ast.Attribute):
            self.value(node.func.value)
        for x in node.keywords:
            self.value(x.value)
        line = self.first + node.lineno - 1
        if isinstance(function, Operation):
            return self.operation(function.name, values, line)
        if getattr(function, "__name__", "") == "call" and node.args and plain(function) is not None:
            function, values = self.named(node.args[0]), values[1:]
        called = plain(function)
        if called is None:
            return None
        handed = tuple("pointer" if isinstance(x, Place) else x if isinstance(x, Span) else None for x in values)
        found = self.reader.read(called, handed)
        for i, span in found.reached.items():
            self.reach(values[i], span)
        return self.returned_by(called, found, values, line)

    def operation(self, name, values, line):
        if name == "room" and isinstance(values[0], Span):
            return Place(self.room(line, values[0].high), ZERO)
        if name == "part" and isinstance(values[0], Place) and isinstance(values[1], Span):
            at = values[0].at
            return Place(values[0].root, Span(at.low + values[1].low, at.high + values[1].high))
        return None

    def room(self, line, count):
        return Room(f"{self.function.__module__}.{self.function.__name__}", line, count)

    def returned_by(self, called, found, values, line):
        size = RECORDS.get(called.__module__.removeprefix(WORLD), {}).get(called.__name__)
        if isinstance(size, str):
            return Place(self.room(line, number_of(size)), ZERO)
        if isinstance(size, tuple) and size[0] == NEXT:
            return None
        if isinstance(found.returned, Place):
            there = values[found.returned.root] if isinstance(found.returned.root, int) else None
            if isinstance(there, Place):
                a, b = there.at, found.returned.at
                return Place(there.root, Span(a.low + b.low, a.high + b.high))
            return None
        return found.returned
