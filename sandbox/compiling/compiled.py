"""Decorators that make machine code from Python, without the compiler: that is loaded only when it is needed.

A system is a handful of functions found by their addresses (a step, an observation, a field of a surface). Such an
entry is compiled once, for all starts of the program: a later start loads its machine code (machine_code.py) and knows
nothing of the compiler. Calling through an address costs 4 ns and needs no recompilation of the caller.
"""

import sys
from collections.abc import Callable
from functools import cached_property
from hashlib import blake2b
from importlib.abc import SourceLoader
from importlib.machinery import ModuleSpec
from importlib.util import module_from_spec
from typing import TYPE_CHECKING, Generic, ParamSpec, TypeVar

from sandbox.compiling import machine_code
from sandbox.compiling.signature import (
    NOTHING,
    NUMBER,
    NUMBERS,
    WHOLES,
    Numbers,
    Signature,
    Wholes,
    arrays_of,
    callable_at,
    signature_of,
)

FIELD_SIZE = 10     # value or gradient and Hessian, padded

# field(x, y, z, parameters, out)
FIELD = Signature(3*NUMBER + 2*NUMBERS, NOTHING)
# mode function(t, h, y, p, calls, out) -> a number (the error of a step; 0 else)
MODE = Signature(2*NUMBER + 2*NUMBERS + WHOLES + NUMBERS, NUMBER)


P = ParamSpec("P")
R = TypeVar("R")


class Compiled(Generic[P, R]):
    """A function for compiled callers; called from Python it runs as the Python that it is written in."""

    def __init__(self, function: Callable[P, R]):
        self.py_func = function
        self.__name__, self.__doc__, self.__module__ = function.__name__, function.__doc__, function.__module__

    def __call__(self, *args: P.args, **named: P.kwargs) -> R:
        return self.py_func(*args, **named)

    @cached_property
    def dispatcher(self):
        """What the compiler knows the function by."""
        from sandbox.compiling.translator import dispatcher_of
        return dispatcher_of(self.py_func)


def compiled(function: Callable[P, R]) -> Compiled[P, R]:
    """Returns a function of numbers and pointers for compiled callers; no fast-math, IEEE inf and nan."""
    return Compiled(function)


class Entry(Generic[R]):
    """A function that compiled code finds by its address, and that Python can call; made when first needed."""

    def __init__(self, signature: Signature, function: Callable[..., R]):
        self.signature, self.py_func = signature, function
        self.__name__, self.__doc__, self.__module__ = function.__name__, function.__doc__, function.__module__

    @cached_property
    def address(self) -> int:
        """Where its machine code lies: loaded, or compiled and kept for later starts."""
        return machine_code.address_of(self)

    @property
    def is_made(self) -> bool:
        """Whether its machine code is in memory."""
        return "address" in self.__dict__

    @cached_property
    def _call(self):
        return callable_at(self.address, self.signature)

    @cached_property
    def _arrays(self):
        return arrays_of(self.signature)

    def __call__(self, *args) -> R:
        handed = list(args)
        # here, not by ctypes, which makes an error of its own of what happens on the way, of a Ctrl-C, too
        for i, kind in self._arrays:
            handed[i] = kind.from_param(handed[i])
        return self._call(*handed)


def entry(function: Callable[..., R]) -> Entry[R]:
    """Returns a compiled function for callers in Python, with the signature of its annotations (signature.py)."""
    return Entry(signature_of(function), function)


def field(function: Callable[..., None]) -> Entry[None]:
    """Returns the entry of a table for a function(x, y, z, s, out) that fills out (10,) from a point and parameters s.

    Arrays arrive as bare pointers: an array object would be counted in and out at every inlined call.
    """
    return Entry(FIELD, function)


def mode_function(function: Callable[..., float]) -> Entry[float]:
    """Returns the entry of a table for a function(t, h, y, p, calls, out) -> number, see integration/hybrid.py."""
    return Entry(MODE, function)


class Operation:
    """An operation of compiled code that Python has no word for, defined in operations.py."""

    def __init__(self, name: str):
        self.name = name

    @cached_property
    def intrinsic(self):
        """What the compiler knows the operation by."""
        from sandbox.compiling import operations
        return getattr(operations, self.name)


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
    room, numbers_at, wholes_at, part = map(Operation, ("room", "numbers_at", "wholes_at", "part"))
    call_field, call_mode = map(Operation, ("call_field", "call_mode"))


GENERATED = "sandbox_generated"      # the package that generated modules seem to be in


class _Text(SourceLoader):
    """Loads a module from a text that stands in no file."""

    def __init__(self, name: str, source: str):
        self._name, self._source = name, source

    def get_filename(self, _fullname):
        return f"<{self._name}>"

    def get_data(self, _path):
        return self._source.encode()


def load_generated(stem: str, source: str):
    """Takes a source text and returns its module, named by its content so that its machine code can be kept."""
    full = f"{GENERATED}.{stem}_{blake2b(source.encode(), digest_size=8).hexdigest()}"
    if full not in sys.modules:
        loader = _Text(full, source)
        spec = ModuleSpec(full, loader, origin=loader.get_filename(full))
        module = module_from_spec(spec)
        loader.exec_module(module)
        sys.modules[full] = module
    return sys.modules[full]


def is_generated(name: str) -> bool:
    """Takes the name of a module and returns whether `load_generated` made it."""
    return name.startswith(f"{GENERATED}.")


def source_of(name: str) -> str:
    """Takes the name of a generated module and returns its source."""
    spec = sys.modules[name].__spec__
    return spec.loader.get_data(name).decode() if spec is not None and isinstance(spec.loader, _Text) else ""


def stem_of(name: str) -> str:
    """Takes the name of a generated module and returns the stem that it was made with."""
    return name.removeprefix(f"{GENERATED}.").rsplit("_", 1)[0]
