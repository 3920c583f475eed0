"""Numbers that know how they follow from parameters, and formulas as text.

A `Traced` number is a float that keeps, beside its value, the expression that it came of. A scene that is built with
such numbers for its parameters says by itself which of its numbers hang on which parameters, and how.
"""

import ast
import math
import operator
from collections.abc import Callable, Mapping
from dataclasses import is_dataclass
from functools import lru_cache, wraps
from types import FunctionType, SimpleNamespace
from typing import Any

import numpy as np

from sandbox.errors import BadValue
from sandbox.text import _

# what works on whole numbers could work for hours
OF_WHOLES = ("factorial", "comb", "perm", "isqrt", "gcd", "lcm")
FUNCTIONS = {name: value for name, value in vars(math).items()
             if callable(value) and not name.startswith("_") and name not in OF_WHOLES}
OPERATIONS: dict[type, tuple[str, Callable, int]] = {
    ast.Add: (" + ", operator.add, 1), ast.Sub: (" - ", operator.sub, 1), ast.Mult: ("*", operator.mul, 2),
    ast.Div: ("/", operator.truediv, 2), ast.Mod: (" % ", operator.mod, 2),
    ast.FloorDiv: ("//", operator.floordiv, 2), ast.Pow: ("**", operator.pow, 4)}
BY_UFUNC = {np.add: ast.Add, np.subtract: ast.Sub, np.multiply: ast.Mult, np.true_divide: ast.Div}
SIGN, ATOM = 3, 5
# attribute under which a thing knows which function of the scene it came of, and with what
NOTED = "_noted"
# formulas that are longer are kept as their numbers
LONGEST = 400


class _Traced:
    """A value with the expression that it came of; its other base says of which kind it is."""

    node: ast.expr

    def __new__(cls, value: Any, node: ast.expr):
        found = super().__new__(cls, value)      # type: ignore[call-arg]
        found.node = node
        return found


class Traced(_Traced, float):
    """A float with the expression that it came of."""

    def __neg__(self):
        return Traced(-float(self), ast.UnaryOp(ast.USub(), self.node))

    def __pos__(self):
        return self

    def __abs__(self):
        return Traced(abs(float(self)), ast.Call(ast.Name("abs"), [self.node], []))

    def __array_ufunc__(self, ufunc, method, *inputs, **others):
        plain = [float(x) if isinstance(x, Traced) else x for x in inputs]
        found = getattr(ufunc, method)(*plain, **others)
        if method != "__call__" or others or not isinstance(found, np.float64) or not hasattr(np, ufunc.__name__):
            return found
        nodes = [_node(one) for one in inputs]
        if ufunc in BY_UFUNC:
            return Traced(found, ast.BinOp(nodes[0], BY_UFUNC[ufunc](), nodes[1]))
        return Traced(found, ast.Call(ast.Attribute(ast.Name("np"), ufunc.__name__), nodes, []))


class TracedText(_Traced, str):
    """A text with the expression that it came of."""


def _node(value: Any) -> ast.expr:
    return value.node if isinstance(value, Traced) else ast.Constant(_plain(value))


def _plain(value: Any) -> Any:
    return float(value) if isinstance(value, float) else value


def _operation(kind: type[ast.operator], act: Callable, is_turned: bool) -> Callable:
    def operate(one: Traced, other: Any):
        if not isinstance(other, int | float):
            return NotImplemented
        left, right = (other, one) if is_turned else (one, other)
        found = act(_plain(left), _plain(right))
        return Traced(found, _short(_node(left), kind, _node(right))) if isinstance(found, float) else found
    return operate


def _short(left: ast.expr, kind: type[ast.operator], right: ast.expr) -> ast.expr:
    """An operation as one would write it, with the same bits: x for 1*x, x for x + 0*y, a + b for a - -b."""
    if kind is ast.Mult and _constant(left) == 1:
        return right
    if kind is ast.Mult and _constant(right) == 1:
        return left
    if kind in (ast.Add, ast.Sub) and isinstance(right, ast.BinOp) and isinstance(right.op, ast.Mult) and _constant(
            right.left) == 0:
        return left
    if kind in (ast.Add, ast.Sub):
        first = right
        while isinstance(first, ast.BinOp) and isinstance(first.op, ast.Mult | ast.Div):
            first = first.left
        if (value := _constant(first)) is not None and value < 0:
            turned = _with_first(right, ast.Constant(-value))
            return ast.BinOp(left, ast.Sub() if kind is ast.Add else ast.Add(), turned)
    return ast.BinOp(left, kind(), right)


def _constant(node: ast.expr) -> int | float | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, int | float) else None


def _with_first(node: ast.expr, first: ast.expr) -> ast.expr:
    """Returns a product with another first factor."""
    return ast.BinOp(_with_first(node.left, first), node.op, node.right) if isinstance(node, ast.BinOp) else first


for _kind, (_sign, _act, _rank) in OPERATIONS.items():
    setattr(Traced, f"__{_act.__name__}__", _operation(_kind, _act, False))
    setattr(Traced, f"__r{_act.__name__}__", _operation(_kind, _act, True))


def traced_values(values: Mapping[str, Any]) -> SimpleNamespace:
    """Returns parameter values p.name that know their names; switches, which decide, stay what they are."""
    found: dict[str, Any] = {}
    for name, value in values.items():
        node = ast.Attribute(ast.Name("p"), name)
        found[name] = (Traced(value, node) if isinstance(value, float) else
                       TracedText(value, node) if isinstance(value, str) else value)
    return SimpleNamespace(**found)


def traced_function(function: Callable) -> Callable:
    """Returns a function of a scene that follows traced numbers through `math`, with all that it calls of its file."""
    if not isinstance(function, FunctionType):
        return function
    space = dict(function.__globals__)
    own = {name: value for name, value in space.items()
           if isinstance(value, FunctionType) and value.__globals__ is function.__globals__}
    copies = {name: _noted(_copy(value, space)) for name, value in own.items()}
    by_function = {id(value): name for name, value in FUNCTIONS.items()}
    space.update(copies)
    for name, value in space.items():
        if id(value) in by_function:
            space[name] = _follows(by_function[id(value)], value)
    return copies.get(function.__name__) or _copy(function, space)


def _copy(function: FunctionType, space: dict) -> FunctionType:
    found = FunctionType(function.__code__, space, function.__name__, function.__defaults__, function.__closure__)
    found.__kwdefaults__ = function.__kwdefaults__
    return found


def _noted(function: FunctionType) -> Callable:
    """Returns the function of a scene so that a formula, or a record, that it returns knows that it came of it."""
    @wraps(function)
    def noted(*arguments, **named):
        found = function(*arguments, **named)
        if not named and (isinstance(found, FunctionType) or is_dataclass(found)) and not hasattr(found, NOTED):
            object.__setattr__(found, NOTED, (function.__name__, arguments))
        return found
    return noted


def _follows(name: str, function: Callable) -> Callable:
    def follow(*arguments):
        found = function(*arguments)
        if isinstance(found, float) and any(isinstance(one, Traced) for one in arguments):
            return Traced(found, ast.Call(ast.Name(name), [*map(_node, arguments)], []))
        return found
    return follow


# ---- texts ----------------------------------------------------------------------------------------------------------

def text_of(node: ast.expr) -> str:
    """Returns an expression as it is written by hand: 0.5*p.length + p.radius."""
    return _text(node)[0]


def _text(node: ast.expr) -> tuple[str, int]:
    """The text of an expression, and how tightly it holds together."""
    if isinstance(node, ast.BinOp):
        sign, _act, rank = OPERATIONS[type(node.op)]
        # of equals what stands left comes first; powers the other way
        is_power = isinstance(node.op, ast.Pow)
        left, right = (_within(side, rank + (is_power == is_left)) for side, is_left in (
            (node.left, True), (node.right, False)))
        return f"{left}{sign}{right}", rank
    if isinstance(node, ast.UnaryOp):
        if isinstance(node.op, ast.Not):
            return f"not {_within(node.operand, SIGN)}", 0
        return f"-{_within(node.operand, SIGN)}", SIGN
    if isinstance(node, ast.Call):
        return f"{_text(node.func)[0]}({', '.join(_text(one)[0] for one in node.args)})", ATOM
    if isinstance(node, ast.Attribute):
        return f"{_text(node.value)[0]}.{node.attr}", ATOM
    if isinstance(node, ast.Name):
        return node.id, ATOM
    assert isinstance(node, ast.Constant)
    text = repr(node.value)
    return text, SIGN if text.startswith("-") else ATOM


def _within(node: ast.expr, rank: int) -> str:
    text, own = _text(node)
    return text if own >= rank else f"({text})"


@lru_cache(maxsize=4096)
def tree_of(formula: str) -> ast.expr:
    """Returns the expression of a formula, or raises BadValue: parameters, numbers, + - * / % **, math's functions."""
    if len(formula) > LONGEST:
        raise _refused(formula)
    try:
        tree = ast.parse(formula, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise _refused(formula) from None
    _check(tree, formula)
    return tree


def _check(node: ast.AST, formula: str):
    if isinstance(node, ast.BinOp) and type(node.op) in OPERATIONS:
        inner: list[ast.expr] = [node.left, node.right]
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub | ast.Not):
        inner = [node.operand]
    elif isinstance(node, ast.Call) and not node.keywords and _function(node.func) is not None:
        inner = node.args
    elif (_is_parameter(node) or isinstance(node, ast.Name) and node.id in ("pi", "inf", "nan")
          or isinstance(node, ast.Constant) and isinstance(node.value, bool | int | float)):
        inner = []
    else:
        raise _refused(formula)
    for one in inner:
        _check(one, formula)


def _refused(formula: str) -> BadValue:
    return BadValue(_("formula {found!r}: needs parameters p.name, numbers, + - * / and functions such as sin").format(
        found=formula[:60]))


def _is_parameter(node: ast.AST) -> bool:
    return isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "p"


def _function(node: ast.expr) -> Callable | None:
    if isinstance(node, ast.Name):
        return abs if node.id == "abs" else FUNCTIONS.get(node.id)
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "np":
        found = getattr(np, node.attr, None)
        return found if isinstance(found, np.ufunc) else None
    return None


def names_in(formula: str) -> set[str]:
    """Returns the names of the parameters in a formula."""
    return {node.attr for node in ast.walk(tree_of(formula)) if isinstance(node, ast.Attribute) and _is_parameter(node)}


def computed(formula: str, values: Mapping[str, Any]) -> Any:
    """Returns the value of a formula for parameter values, by the operations that it is written with; or BadValue."""
    try:
        found = _value(tree_of(formula), values)
    except (ArithmeticError, ValueError, TypeError) as error:
        raise BadValue(_("formula {found!r}: has no value ({reason})").format(
            found=formula[:60], reason=error)) from None
    if isinstance(found, complex):
        raise BadValue(_("formula {found!r}: has no value ({reason})").format(
            found=formula[:60], reason=_("a power of a negative number")))
    return found


def _value(node: ast.expr, values: Mapping[str, Any]) -> Any:
    if isinstance(node, ast.BinOp):
        left, right = _value(node.left, values), _value(node.right, values)
        if isinstance(node.op, ast.Pow):
            # of whole numbers a power may have more digits than there is room for
            left, right = float(left), float(right)
        return OPERATIONS[type(node.op)][1](left, right)
    if isinstance(node, ast.UnaryOp):
        inner = _value(node.operand, values)
        return not inner if isinstance(node.op, ast.Not) else -inner
    if isinstance(node, ast.Call):
        function = _function(node.func)
        assert function is not None
        return _plain(function(*(_value(one, values) for one in node.args)))
    if isinstance(node, ast.Attribute):
        if node.attr not in values:
            raise BadValue(_("no parameter {found!r}").format(found=node.attr))
        return values[node.attr]
    if isinstance(node, ast.Name):
        return getattr(math, node.id)
    assert isinstance(node, ast.Constant)
    return node.value


def put_in(formula: str, values: Mapping[str, Any]) -> str:
    """Returns a formula with numbers in the place of the parameters among `values`; what only they make is one, too."""
    return text_of(_Puts(values).visit(ast.parse(formula, mode="eval").body))


class _Puts(ast.NodeTransformer):
    """Puts numbers into an expression."""

    def __init__(self, values: Mapping[str, Any]):
        self.values = values

    def visit(self, node):
        """Replaces a parameter, and an operation on numbers by its result where that is one to be written."""
        if _is_parameter(node):
            return ast.Constant(self.values[node.attr]) if node.attr in self.values else node
        if isinstance(node, ast.Call):
            node = ast.Call(node.func, [self.visit(one) for one in node.args], [])
            inner = node.args
        elif isinstance(node, ast.BinOp):
            inner = [self.visit(node.left), self.visit(node.right)]
            node = ast.BinOp(inner[0], node.op, inner[1])
        elif isinstance(node, ast.UnaryOp):
            inner = [self.visit(node.operand)]
            node = ast.UnaryOp(node.op, inner[0])
        else:
            return node
        if not all(isinstance(one, ast.Constant) for one in inner):
            return node
        found = _value(node, {})
        return ast.Constant(found) if math.isfinite(found) else node
