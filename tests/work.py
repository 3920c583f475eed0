"""Work counted, where a busy machine would disturb a clock."""

import ctypes
import os
import re
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path

import psutil

from tests.patience import HANGING


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


CROWD = 100      # as many others may want the core of a process that is at work, and it is still not asleep


class Spent:
    """What a child of this process takes from now on until it has ended, with what it waits for from then on."""

    def __init__(self, child):
        self._begin = time.monotonic()
        self._before = _of_children() + sum(psutil.Process(child.pid).cpu_times()[:4])

    def is_less_than(self, seconds: float) -> bool:
        """Whether it took so little processor time, and was not asleep for long; to be asked when it was waited for."""
        worked = _of_children() - self._before
        return worked < seconds and time.monotonic() - self._begin < seconds + CROWD*worked


def _of_children() -> float:
    """Processor time of all children that have ended [s]."""
    times = os.times()
    return times.children_user + times.children_system


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


def wait_until_it_listens(process):
    """Waits until a process catches SIGTERM, which Python itself does not."""
    end = time.monotonic() + HANGING
    while time.monotonic() < end:
        caught = re.search(r"SigCgt:\s*(\w+)", Path(f"/proc/{process.pid}/status").read_text()).group(1)
        if int(caught, 16) >> (signal.SIGTERM - 1) & 1:
            return
        time.sleep(0.02)
