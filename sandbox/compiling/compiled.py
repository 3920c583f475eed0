"""The decorator for functions that other compiled code calls, and the operations that Python has no word for.

Nothing here knows the compiler: that is loaded only where something has to be compiled (translator.py).
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Generic, ParamSpec, TypeVar

from sandbox.compiling.signature import Numbers, Wholes

FIELD_SIZE = 10     # value or gradient and Hessian, padded

P = ParamSpec("P")
R = TypeVar("R")


class Compiled(Generic[P, R]):
    """A function for compiled callers; called from Python it runs as the Python that it is written in."""

    def __init__(self, function: Callable[P, R]):
        self.py_func = function
        self.__name__, self.__doc__, self.__module__ = function.__name__, function.__doc__, function.__module__

    def __call__(self, *args: P.args, **named: P.kwargs) -> R:
        return self.py_func(*args, **named)


def compiled(function: Callable[P, R]) -> Compiled[P, R]:
    """Returns a function of numbers and pointers for compiled callers; no fast-math, IEEE inf and nan."""
    return Compiled(function)


class Operation:
    """An operation of compiled code that Python has no word for, defined in operations.py."""

    def __init__(self, name: str):
        self.name = name


if TYPE_CHECKING:
    Ten = tuple[float, float, float, float, float, float, float, float, float, float]

    def room(count: int) -> Numbers:
        """Memory for `count` numbers until the calling function returns; never to be called in a loop."""

    def numbers_at(address: int) -> Numbers:
        """The bare pointer to an array of numbers."""

    def wholes_at(address: int) -> Wholes:
        """The bare pointer to an array of whole numbers."""

    def part(numbers: Numbers, place: int) -> Numbers:
        """The bare pointer to the numbers from a place on."""

    def call_field(address: int, x: float, y: float, z: float, p: Numbers, at: int) -> Ten:
        """The ten numbers of the field at `address` for a point and the parameters p[at:]."""

    def call_mode(address: int, t: float, h: float, y: Numbers, p: Numbers, calls: Wholes, out: Numbers) -> float:
        """The result of the mode function at `address`."""
else:
    room, numbers_at, wholes_at = Operation("room"), Operation("numbers_at"), Operation("wholes_at")
    part, call_field, call_mode = Operation("part"), Operation("call_field"), Operation("call_mode")
