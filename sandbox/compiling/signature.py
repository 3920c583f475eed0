"""What crosses the border between Python and compiled code: numbers, whole numbers, and arrays of either.

A signature is one letter for each argument. It is read off the annotations of a function,

    def step(t: float, k: int, y: Numbers, calls: Wholes) -> float

or written down where many functions share it.
"""

import ctypes
from typing import TYPE_CHECKING, Any, NamedTuple, get_type_hints

import numpy as np

NUMBER, WHOLE, NUMBERS, WHOLES, NOTHING = "d", "q", "D", "Q", ""


# the buffers of arrays are unknown to types
_BYTES: Any = ctypes.c_char*0
buffer_of: Any = _BYTES.from_buffer


def address_of(array: np.ndarray) -> int:
    """Returns where the numbers of a contiguous array lie."""
    # three times faster than array.ctypes.data
    return ctypes.addressof(_BYTES.from_buffer(array)) if array.flags.writeable else array.ctypes.data


class Numbers:
    """An array of float64 that compiled code reads and writes where it lies, handed over as a bare pointer."""

    dtype: np.dtype = np.dtype(np.float64)

    if TYPE_CHECKING:
        # within compiled code
        def __getitem__(self, place: int) -> float: ...
        def __setitem__(self, place: int, number: float): ...

    @classmethod
    def from_param(cls, array):
        """Returns what ctypes hands over for an array; a foreign kind of array would be read as nonsense."""
        if array.dtype is not cls.dtype or not array.flags.c_contiguous:
            raise TypeError(f"compiled code needs a contiguous array of {cls.dtype}, got {array.dtype}")
        return _BYTES.from_buffer(array) if array.flags.writeable else ctypes.c_void_p(array.ctypes.data)


class Wholes(Numbers):
    """An array of int64."""

    dtype = np.dtype(np.int64)

    if TYPE_CHECKING:
        def __getitem__(self, place: int) -> int: ...


LETTERS = {float: NUMBER, int: WHOLE, Numbers: NUMBERS, Wholes: WHOLES, type(None): NOTHING}
C_TYPES: dict[str, Any] = {NUMBER: ctypes.c_double, WHOLE: ctypes.c_int64, NUMBERS: Numbers, WHOLES: Wholes,
                           NOTHING: None}


class Signature(NamedTuple):
    """Letters of the arguments, and the letter of the result."""

    arguments: str
    result: str = NOTHING


# of a field: called with x, y, z, parameters, out
FIELD = Signature(3*NUMBER + 2*NUMBERS, NOTHING)
# of a mode function: called with t, h, y, p, calls, out; returns the error of a step, or 0
MODE = Signature(2*NUMBER + 2*NUMBERS + WHOLES + NUMBERS, NUMBER)


def signature_of(function) -> Signature:
    """Returns the signature that the annotations of a function state."""
    hints = get_type_hints(function)
    result = hints.pop("return", type(None))
    return Signature("".join(LETTERS[hint] for hint in hints.values()), LETTERS[result])


def callable_at(address: int, signature: Signature):
    """Returns the compiled function at an address for callers in Python, who hand over arrays by `from_param`.

    Other threads run meanwhile.
    """
    kinds = [ctypes.c_void_p if letter.isupper() else C_TYPES[letter] for letter in signature.arguments]
    return ctypes.CFUNCTYPE(C_TYPES[signature.result], *kinds)(address)


def arrays_of(signature: Signature) -> tuple[tuple[int, type], ...]:
    """Returns which arguments are arrays, and of what kind."""
    return tuple((i, C_TYPES[letter]) for i, letter in enumerate(signature.arguments) if letter.isupper())
