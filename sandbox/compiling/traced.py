"""Formulas of numbers and vectors that become machine code without the compiler's front end reading them.

A traced function is plain Python over numbers, triples and tuples, without `if` (see branching.py). Called from
compiled code it runs once, at translation, on stand-ins that write down each operation as it happens; the compiled code
then holds those operations and nothing else. Translating a page of vector formulas so takes milliseconds where
inferring the type of each intermediate result takes seconds, and a formula can be written with vectors at no cost.

    @traced
    def slip(v, w, rho, ws, x):              # triples arrive as Vector
        return v + cross(w, rho) - cross(ws, x)

It returns a number, a Vector, or a tuple of such things, with names (NamedTuple) where there are many: they are read by
name in the compiled code, too, and cost nothing. Parameters arrive as a bare pointer: p[MASS] reads,
out[3] = x writes. Within another formula it is called as `slip.formula(...)`.
"""

import math
from collections.abc import Callable
from typing import Generic, ParamSpec, TypeVar

from sandbox.compiling import rotation

P = ParamSpec("P")
R = TypeVar("R")


class Traced(Generic[P, R]):
    """A formula and what compiled code knows it by; called from Python it computes with the numbers it gets."""

    def __init__(self, formula: Callable[P, R]):
        self.formula = formula
        self.__name__, self.__doc__, self.__module__ = formula.__name__, formula.__doc__, formula.__module__

    def __call__(self, *args: P.args, **named: P.kwargs) -> R:
        return self.formula(*args, **named)


def traced(formula: Callable[P, R]) -> Traced[P, R]:
    """For compiled callers: the operations of `formula`, written down once; see the head of this file."""
    return Traced(formula)


class Vector(tuple[float, float, float]):
    """Three numbers with + - and multiplication by a number."""

    def __new__(cls, x, y, z):
        return super().__new__(cls, (x, y, z))

    def __add__(self, other):
        return Vector(self[0] + other[0], self[1] + other[1], self[2] + other[2])

    def __sub__(self, other):
        return Vector(self[0] - other[0], self[1] - other[1], self[2] - other[2])

    def __rmul__(self, number):
        return Vector(number*self[0], number*self[1], number*self[2])

    def __truediv__(self, number):
        return Vector(self[0]/number, self[1]/number, self[2]/number)

    def __neg__(self):
        return Vector(-self[0], -self[1], -self[2])

    def __matmul__(self, other):
        return self[0]*other[0] + self[1]*other[1] + self[2]*other[2]


def cross(a, b) -> Vector:
    """a x b."""
    return Vector(*rotation.cross.py_func(*a, *b))


def turn(matrix, v) -> Vector:
    """R v for a rotation of nine numbers, row by row."""
    return Vector(*rotation.turn.py_func(matrix, *v))


def turn_back(matrix, v) -> Vector:
    """R^T v for a rotation of nine numbers, row by row."""
    return Vector(*rotation.turn_back.py_func(matrix, *v))


def multiply(p, q):
    """Quaternion product p o q."""
    return rotation.multiply.py_func(*p, *q)


def quaternion_rate(w, q):
    """q' = 1/2 q o (0, w) for an angular velocity w in the axes q maps from."""
    return rotation.quaternion_rate_body.py_func(*w, *q)


def matrix_of(q):
    """Rotation matrix of the quaternion q/|q| as nine numbers, row by row."""
    return rotation.matrix_of.py_func(*q)


def vector_at(p, at) -> Vector:
    """p[at:at + 3]."""
    return Vector(p[at], p[at + 1], p[at + 2])


def sqrt(x):
    """Square root of a number, or of a number to be."""
    return math.sqrt(x) if isinstance(x, float) else x.sqrt()


def length(v):
    """|v|."""
    return sqrt(v @ v)


def sin(x):
    """Sine of a number, or of a number to be."""
    return math.sin(x) if isinstance(x, float) else x.sin()


def cos(x):
    """Cosine of a number, or of a number to be."""
    return math.cos(x) if isinstance(x, float) else x.cos()
