"""Compiled code that looks whether each number it reads or writes is one of the array that it was given.

A pointer of compiled code knows no length: a number written behind a `room` lands in what stands beside it, and nothing
says so. With the environment variable AUDIT, the path of a file, the same sources are compiled to code in which each
pointer carries how many numbers stand before and behind it: a room has the numbers it was made with, an array of Python
its own, a record of a world its own, any other part those of the whole. What is read or written outside goes into the
file, once for each place of the source,

    sandbox/mechanics/world/patches/touching.py:283 pack: number 30 of 29

and is done all the same, so that the numbers of a run stay those of the code that runs without: that is how one knows
that the same is computed.
That code lies in a folder of its own (cache.py), takes twice as long to make and to run, and is for tests. Linux only:
compiled code finds what answers it at one fixed address. What the compiler is told is in bounded.py.
"""

import ctypes
import os
import sys
from collections.abc import Callable
from functools import cache

import numpy as np

from sandbox.compiling.cache import AUDIT

# where the table lies in every process that is watched, and what is in it: two functions, then three whole numbers for
# each argument that is handed over: its address, numbers before it, numbers of the whole
TABLE, TABLE_SIZE = 0x5A00_0000_0000, 4096
REPORT, LOOK_UP, HANDED = 0, 1, 2
AT_ADDRESS = 7                          # the place of what is asked for by an address
UNKNOWN = 1 << 40, 1 << 62              # numbers before, numbers of the whole: nothing is outside
FIXED_NO_REPLACE, PRIVATE, ANONYMOUS, READ_WRITE = 0x10_0000, 0x02, 0x20, 3     # of mmap
APPEND = os.O_WRONLY | os.O_APPEND | os.O_CREAT

# of what Python hands over: address -> numbers before it, numbers of the whole array that it is in
_known: dict[int, tuple[int, int]] = {}
_said: set[bytes] = set()


def note(array: np.ndarray, address: int):
    """Takes an array that is handed to compiled code, and where it lies, and knows how long it is from then on."""
    whole = array
    while isinstance(whole.base, np.ndarray):
        whole = whole.base
    _known[address] = (address - whole.ctypes.data)//8, whole.nbytes//8


def _report(site: bytes, place: int, before: int, count: int):
    if site not in _said:
        _said.add(site)
        file = os.open(os.environ[AUDIT], APPEND, 0o600)
        os.write(file, f"{site.decode()}: number {place + before} of {count}\n".encode())
        os.close(file)


def _look_up(slot: int, address: int):
    before, count = _known.get(address, UNKNOWN)
    entry = (ctypes.c_int64*3).from_address(TABLE + 8*(HANDED + 3*slot))
    entry[0], entry[1], entry[2] = address, before, count


_REPORT_KIND = ctypes.CFUNCTYPE(None, ctypes.c_char_p, ctypes.c_int64, ctypes.c_int64, ctypes.c_int64)
_LOOK_UP_KIND = ctypes.CFUNCTYPE(None, ctypes.c_int64, ctypes.c_int64)
_answers = _REPORT_KIND(_report), _LOOK_UP_KIND(_look_up)


@cache
def watch():
    """Puts the table where the code looks for it, and notes the arrays that Python hands over from now on."""
    from sandbox.compiling import signature
    if not sys.platform.startswith("linux"):
        raise OSError(f"{AUDIT}: needs Linux, found {sys.platform}")
    mmap = ctypes.CDLL(None).mmap
    mmap.restype = ctypes.c_void_p
    mmap.argtypes = ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_long
    if mmap(TABLE, TABLE_SIZE, READ_WRITE, PRIVATE | ANONYMOUS | FIXED_NO_REPLACE, -1, 0) != TABLE:
        raise OSError(f"{AUDIT}: the address {TABLE:#x} is not free")
    functions = (ctypes.c_int64*2).from_address(TABLE)
    functions[REPORT], functions[LOOK_UP] = (ctypes.cast(one, ctypes.c_void_p).value for one in _answers)
    address_of, buffer_of, from_param = signature.address_of, signature.buffer_of, signature.Numbers.from_param

    def noted(address_of: Callable):
        def found(array):
            address = address_of(array)
            note(array, address)
            return address
        return found

    def buffer_noted(array):
        found = buffer_of(array)
        note(array, ctypes.addressof(found))
        return found

    def taken(kind, array):
        note(array, address_of(array))
        return from_param.__func__(kind, array)

    known = noted(address_of)
    signature.buffer_of, signature.Numbers.from_param = buffer_noted, classmethod(taken)
    for module in list(sys.modules.values()):
        if getattr(module, "address_of", None) is address_of:
            module.address_of = known
