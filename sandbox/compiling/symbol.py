"""Symbols that a plain Python formula is called with in place of numbers: their arithmetic makes terms.

Whatever the class of the symbols (jets.py: with gradient and Hessian; expression.py: the value alone), they obey plain
and numpy arithmetic, the functions of `math` and numpy, and refuse to be branched on.
"""

import math
import types as python_types

from sandbox.compiling.chain import CHAIN
from sandbox.compiling.terms import Term

_NUMPY_NAMES = {"arcsin": "asin", "arccos": "acos", "arctan": "atan", "absolute": "fabs"}


class NotTraceable(ValueError):
    """A formula that cannot be followed; the text says which and why."""


class Symbol:
    """A scalar: `value` is its term. Subclasses add, subtract, multiply, divide, and `apply` functions."""

    __array_priority__ = 1000.0

    def __init__(self, value: Term):
        self.value = value

    def term_of(self, other) -> Term | None:
        """Returns a term or number as term, or None for anything else."""
        if isinstance(other, Term):
            return other
        try:
            return self.value.of(other)
        except (TypeError, ValueError):
            return None

    def __neg__(self):
        return -1.0*self

    def __pos__(self):
        return self

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self*other

    def __rsub__(self, other):
        return self.lift(other) - self

    def __rtruediv__(self, other):
        return self.lift(other)/self

    def __pow__(self, exponent):
        if isinstance(exponent, Symbol):
            raise NotTraceable("a power needs a plain number as exponent")
        n = float(exponent)
        if n == int(n) and 0 <= n <= 8:
            result = self.lift(1.0)
            for _ in range(int(n)):
                result = result*self
            return result
        if n == int(n) and -8 <= n < 0:
            return self.lift(1.0)/self**-n
        if 2.0*n == int(2.0*n) and abs(n) <= 4.0:
            # square roots are far cheaper than powers
            return self.apply("sqrt")**(2.0*n)
        return self.raised(n)

    def __bool__(self):
        raise NotTraceable("a formula may not branch on its arguments (if, min, max, comparisons)")

    __lt__ = __le__ = __gt__ = __ge__ = __eq__ = __ne__ = __float__ = __int__ = lambda self, *_: bool(self)
    __hash__ = None    # type: ignore[assignment]   # a value that no dictionary may hold

    def __getattr__(self, name):
        # numpy asks an object for its own sqrt, log, ...
        function = _NUMPY_NAMES.get(name, name)
        if function == "fabs":
            return self.__abs__
        if function not in CHAIN:
            raise AttributeError(name)
        return lambda: self.apply(function)


def _follow(name: str):
    plain = getattr(math, name)
    return lambda u: u.apply(name) if isinstance(u, Symbol) else plain(u)


class _FollowedMath:
    """Stands for the module `math` while a formula is followed."""

    def __getattr__(self, name):
        return _follow(name) if name in CHAIN else getattr(math, name)


def followed(function, _known: dict | None = None):
    """A copy of a plain function, and of those of its module that it calls, that takes symbols for numbers."""
    known = {} if _known is None else _known
    if not isinstance(function, python_types.FunctionType):
        return function
    if id(function) in known:
        return known[id(function)]
    space = known.get(id(function.__globals__))
    if space is None:
        space = known[id(function.__globals__)] = dict(function.__globals__)
        for key, value in function.__globals__.items():
            space[key] = _replaced(value, function.__module__, known)
    closure = function.__closure__
    copy = python_types.FunctionType(function.__code__, space, function.__name__, function.__defaults__, None if (
        closure is None) else tuple(python_types.CellType() for _ in closure))
    copy.__kwdefaults__ = function.__kwdefaults__
    known[id(function)] = copy
    for cell, old in zip(copy.__closure__ or (), closure or (), strict=True):
        try:
            inner = getattr(old.cell_contents, "__module__", None)
            cell.cell_contents = _replaced(old.cell_contents, inner, known)
        except ValueError:
            continue    # not filled yet, and so not used
    return copy


def _replaced(value, module, known: dict):
    if value is math:
        return _FollowedMath()
    if getattr(value, "__module__", None) == "math" and getattr(value, "__name__", "") in CHAIN:
        return _follow(value.__name__)
    if isinstance(value, python_types.FunctionType) and value.__module__ == module:
        return followed(value, known)
    return value
