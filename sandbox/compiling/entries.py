"""Compiled functions that are found by their addresses, and can be called from Python; loaded or compiled when needed.

A system is a handful of such entries (a step, an observation, a field of a surface). Each is compiled once, for all
starts of the program: a later start loads its machine code (machine_code.py) and knows nothing of the compiler. Calling
through an address costs 4 ns and needs no recompilation of the caller.
"""

from collections.abc import Callable
from functools import cached_property
from typing import Generic, TypeVar

from sandbox.compiling import machine_code
from sandbox.compiling import signature as letters
from sandbox.compiling.signature import Signature, arrays_of, callable_at, signature_of

R = TypeVar("R")


class Entry(Generic[R]):
    """A function that compiled code finds by its address, and that Python can call; made when first needed."""

    def __init__(self, signature: Signature, function: Callable[..., R]):
        self.signature, self.py_func = signature, function
        self.had_file = False      # whether its machine code was seen on disk
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

    @property
    def by_places(self) -> Callable[..., R]:
        """The function for callers that hand over where arrays lie, contiguous ones of the right kind that stay."""
        return self._call

    def __call__(self, *args) -> R:
        handed = list(args)
        # here, not by ctypes, which makes an error of its own of what happens on the way, of a Ctrl-C, too
        for i, kind in self._arrays:
            array = handed[i]
            # nearly all are so: what is not contiguous, or not to be written to, has no such buffer
            if array.dtype is kind.dtype:
                try:
                    handed[i] = letters.buffer_of(array)
                    continue
                except (TypeError, ValueError, BufferError):
                    pass
            handed[i] = kind.from_param(array)
        return self._call(*handed)


def entry(function: Callable[..., R]) -> Entry[R]:
    """Returns a compiled function for callers in Python, with the signature of its annotations (signature.py)."""
    return Entry(signature_of(function), function)


def field(function: Callable[..., None]) -> Entry[None]:
    """Returns the entry of a table for a function(x, y, z, s, out) that fills out (10,) from a point and parameters s.

    Arrays arrive as bare pointers: an array object would be counted in and out at every inlined call.
    """
    return Entry(letters.FIELD, function)


def mode_function(function: Callable[..., float]) -> Entry[float]:
    """Returns the entry of a table for a function(t, h, y, p, calls, out) -> number, see integration/hybrid.py."""
    return Entry(letters.MODE, function)
