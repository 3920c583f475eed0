"""Work counted, where a busy machine would disturb a clock."""

import ctypes
import sys
from collections.abc import Callable


def calls_of(function: Callable) -> int:
    """How many functions of Python one calls, itself included."""
    count = 0

    def note(_frame, event, _what):
        nonlocal count
        count += event == "call"

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        function()
    finally:
        sys.setprofile(before)
    return count


class InUse(ctypes.Structure):
    """What mallinfo2 of the GNU C library returns; uordblks and hblkhd are the bytes handed out."""

    _fields_ = tuple((name, ctypes.c_size_t) for name in (
        "arena", "ordblks", "smblks", "hblks", "hblkhd", "usmblks", "fsmblks", "uordblks", "fordblks", "keepcost"))


def in_use() -> int:
    """Memory that the C library has handed out and not got back [bytes]; 0 where it does not tell."""
    library = ctypes.CDLL(None) if sys.platform.startswith("linux") else None
    if not hasattr(library, "mallinfo2"):
        return 0
    library.mallinfo2.restype = InUse
    found = library.mallinfo2()
    return found.uordblks + found.hblkhd
