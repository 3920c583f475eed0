"""From the tree of a formula to the program that mechanics/graph.py follows.

What is constant is computed here, what occurs twice is computed once. A register is free again after its last use.
"""

from dataclasses import dataclass, replace
from math import exp, isfinite, log, pi

import numpy as np

from sandbox.mechanics import graph
from sandbox.mechanics import graph_rules as codes
from sandbox.scene.typed.parser import Node
from sandbox.scene.typed.scanner import FormulaError
from sandbox.text import _

X, Y = 0, 1              # quantities of a program: x, y, then what its steps make
MOST_STEPS = 300
PLAIN = {"sqrt": codes.SQRT, "exp": codes.EXP, "log": codes.LOG, "sin": codes.SIN, "cos": codes.COS, "tan": codes.TAN,
         "asin": codes.ASIN, "atan": codes.ATAN, "sinh": codes.SINH, "cosh": codes.COSH, "tanh": codes.TANH,
         "abs": codes.ABS, "sinc": codes.SINC}
# 1/function
RECIPROCAL = {"sec": "cos", "csc": "sin", "sech": "cosh"}
WITH_TWO = (codes.ADD, codes.SUB, codes.MUL, codes.DIV)
WITHOUT = (codes.CONSTANT, codes.RADIUS)
SYMMETRIC = (codes.ADD, codes.MUL)
COULD_FAIL = (ValueError, OverflowError, ZeroDivisionError)


@dataclass(frozen=True)
class Step:
    """An operation (mechanics/graph.py), the quantity it is done to, a second one or a number; where it is typed."""

    code: int
    a: int
    c: float
    start: int
    end: int


@dataclass(frozen=True)
class Program:
    """The steps of a formula; the last of them makes z. `text` is the formula as it was typed."""

    text: str
    steps: tuple[Step, ...]

    @property
    def has_radius(self) -> bool:
        return any(step.code == codes.RADIUS for step in self.steps)

    def array(self, rim: float = 0.0, sides=(0.0, 0.0)) -> np.ndarray:
        """Returns the parameters of the compiled fields: where the surface ends [m], the program, its registers.

        A formula that needs too many of them is refused.
        """
        last = {quantity: place for place, step in enumerate(self.steps) for quantity in _operands(step)}
        free, of = list(range(graph.REGISTERS - 1, 1, -1)), {X: 0, Y: 1}
        rows = []
        for place, step in enumerate(self.steps):
            read = [of[quantity] for quantity in _operands(step)]
            for quantity in set(_operands(step)) - {X, Y}:
                if last[quantity] == place:
                    free.append(of[quantity])
            if not free:
                raise FormulaError(self.text, step.start, step.end, _("too much at once: fewer products of sums"))
            of[place + 2] = free.pop()
            second = float(read[1]) if len(read) > 1 else step.c
            rows.append((step.code, of[place + 2], read[0] if read else 0, second))
        head = (len(rows), float(self.has_radius), rim, *sides)
        return np.concatenate([np.array(head, float), np.array(rows, float).ravel()])


def _operands(step: Step) -> tuple[int, ...]:
    """The quantities that a step reads."""
    return () if step.code in WITHOUT else (step.a, int(step.c)) if step.code in WITH_TWO else (step.a,)


def program_of(tree: Node, text: str, numbers) -> Program:
    """Returns the program of a tree; `numbers` has the values of its constants by name."""
    writer = _Writer(text, numbers)
    result = writer.of(tree)
    if isinstance(result, float):
        result = writer.step(tree, codes.CONSTANT, 0, result)
    elif result != len(writer.steps) + 1:
        # x or y alone, or what was made before: as the last step
        result = writer.step(tree, codes.ADD_C, result, 0.0, is_last=True)
    return Program(text, _needed(writer.steps))


def _needed(steps: list[Step]) -> tuple[Step, ...]:
    """The steps that the last one needs: r is gone where r^2 took its place."""
    used = {len(steps) + 1}
    for place in range(len(steps) - 1, -1, -1):
        if place + 2 in used:
            used.update(_operands(steps[place]))
    kept = [place for place in range(len(steps)) if place + 2 in used]
    of = {X: X, Y: Y} | {place + 2: k + 2 for k, place in enumerate(kept)}
    found = []
    for step in (steps[place] for place in kept):
        second = float(of[int(step.c)]) if step.code in WITH_TWO else step.c
        found.append(replace(step, a=step.a if step.code in WITHOUT else of[step.a], c=second))
    return tuple(found)


class _Writer:
    """Steps as they are found; a quantity is a number (float) or the place of what makes it (int)."""

    def __init__(self, text: str, numbers):
        self.text, self.numbers = text, numbers
        self.steps: list[Step] = []
        self.known: dict[tuple, int] = {}

    def step(self, node: Node, code: int, a: int, c: float = 0.0, is_last: bool = False) -> int:
        """The quantity that an operation makes, one that was made before if there is."""
        if code in SYMMETRIC and c < a:
            a, c = int(c), float(a)
        key = (code, a, c)
        if key not in self.known or is_last:
            if len(self.steps) >= MOST_STEPS:
                raise FormulaError(self.text, node.start, node.end, _("more than {most} parts").format(most=MOST_STEPS))
            self.steps.append(Step(code, a, float(c), node.start, node.end))
            self.known[key] = len(self.steps) + 1
        return self.known[key]

    def of(self, node: Node):
        """The quantity of a tree."""
        kind = node.kind
        if kind == "number":
            return node.number
        if kind == "name":
            return self.named(node)
        parts = [self.of(part) for part in node.parts]
        try:
            found = self.made(node, kind, *parts)
        except FormulaError:
            raise
        except COULD_FAIL:
            raise FormulaError(self.text, node.start, node.end, _("this has no value")) from None
        if isinstance(found, float | complex) and not (isinstance(found, float) and isfinite(found)):
            raise FormulaError(self.text, node.start, node.end, _("this has no value"))
        return found

    def named(self, node: Node):
        if node.name == "r":
            return self.step(node, codes.RADIUS, 0)
        return {"x": X, "y": Y}[node.name] if node.name in "xy" else float(self.numbers[node.name])

    def made(self, node: Node, kind: str, u, v=None):
        """What an operation makes of quantities."""
        match kind:
            case "negative":
                return -u if isinstance(u, float) else self.step(node, codes.C_SUB, u, 0.0)
            case "+":
                return self.sum(node, u, v)
            case "-":
                return self.difference(node, u, v)
            case "*":
                return self.product(node, u, v)
            case "/":
                return self.quotient(node, u, v)
            case "^":
                return self.power(node, u, v)
            case "acos":
                return self.difference(node, 0.5*pi, self.made(node, "asin", u))
            case "cot":
                return self.quotient(node, self.made(node, "cos", u), self.made(node, "sin", u))
        if kind in RECIPROCAL:
            return self.quotient(node, 1.0, self.made(node, RECIPROCAL[kind], u))
        code = PLAIN[kind]
        if isinstance(u, float):
            return float(_plainly(code, u))
        if code == codes.SQRT and self.is_square_of_radius(u):
            return self.step(node, codes.RADIUS, 0)
        return self.step(node, code, u)

    def sum(self, node: Node, u, v):
        if isinstance(u, float) and isinstance(v, float):
            return u + v
        if isinstance(u, float):
            u, v = v, u
        if isinstance(v, float):
            return self.step(node, codes.ADD_C, u, v) if v else u
        return self.step(node, codes.ADD, u, v)

    def difference(self, node: Node, u, v):
        if isinstance(v, float):
            return u - v if isinstance(u, float) else self.sum(node, u, -v)
        return self.step(node, codes.C_SUB, v, u) if isinstance(u, float) else self.step(node, codes.SUB, u, v)

    def product(self, node: Node, u, v):
        if isinstance(u, float) and isinstance(v, float):
            return u*v
        if isinstance(u, float):
            u, v = v, u
        if isinstance(v, float):
            return 0.0 if v == 0.0 else self.step(node, codes.MUL_C, u, v)
        return self.step(node, codes.SQUARE, u) if u == v else self.step(node, codes.MUL, u, v)

    def quotient(self, node: Node, u, v):
        if isinstance(v, float):
            if v == 0.0:
                raise FormulaError(self.text, node.parts[-1].start, node.parts[-1].end, _("division by zero"))
            return u/v if isinstance(u, float) else self.step(node, codes.DIV_C, u, v)
        if isinstance(u, float):
            return 0.0 if u == 0.0 else self.step(node, codes.C_DIV, v, u)
        return self.step(node, codes.DIV, u, v)

    def power(self, node: Node, u, n):
        if not isinstance(n, float):
            if isinstance(u, float):
                if not u > 0.0:
                    raise FormulaError(self.text, node.start, node.end, _(
                        "a power with x or y in it needs a positive base"))
                return self.made(node, "exp", self.product(node, n, log(u)))
            return self.made(node, "exp", self.product(node, n, self.made(node, "log", u)))
        if isinstance(u, float):
            return u**n
        if n == 0.0 or n == 1.0:
            return 1.0 if n == 0.0 else u
        if n < 0.0:
            return self.quotient(node, 1.0, self.power(node, u, -n))
        if n == 0.5:
            return self.made(node, "sqrt", u)
        if n % 2.0 == 0.0 and self.is_radius(u):
            # smooth on the axis as it is written
            square = self.step(node, codes.ADD, self.step(node, codes.SQUARE, X), self.step(node, codes.SQUARE, Y))
            return self.power(node, square, n/2.0)
        return self.step(node, codes.SQUARE, u) if n == 2.0 else self.step(node, codes.POWER_C, u, n)

    def is_radius(self, u: int) -> bool:
        return u > Y and self.steps[u - 2].code == codes.RADIUS

    def is_square_of_radius(self, u: int) -> bool:
        squares = {self.known.get((codes.SQUARE, quantity, 0.0)) for quantity in (X, Y)}
        return u > Y and self.steps[u - 2].code == codes.ADD and {self.steps[u - 2].a, self.steps[u - 2].c} == squares


def _plainly(code: int, u: float):
    """g(u) of a number."""
    if code == codes.EXP:
        return exp(u)
    value, _first, _second = graph.slopes_of(code, u, 0.0)
    return value
