"""Two threads for one frame of a stepped group: each does one half of the balls (world/events/divided.py), same bits.

The frame is made by compiled code, which calls back here for the parts that can be shared. Compiled code runs without
the interpreter's lock, so that both halves run at the same time.
"""

import ctypes
from concurrent.futures import ThreadPoolExecutor
from functools import cache

from sandbox.mechanics.world.events.divided import do_half

_SIGNATURE = (ctypes.c_double, ctypes.c_double, ctypes.c_double, *(ctypes.c_void_p,)*4)


class Sharing:
    """The second thread, and the function that compiled code calls."""

    def __init__(self):
        self._second = ThreadPoolExecutor(1, "crowd")
        self._half = ctypes.CFUNCTYPE(*_SIGNATURE)(do_half.address)
        self._callback = ctypes.CFUNCTYPE(*_SIGNATURE)(self._share)

    @property
    def address(self) -> int:
        """Where compiled code finds it."""
        address = ctypes.cast(self._callback, ctypes.c_void_p).value
        if address is None:
            raise RuntimeError("the callback has no address")
        return address

    def _share(self, kind: float, _half: float, y: int, p: int, calls: int, out: int) -> float:
        other = self._second.submit(self._half, kind, 1.0, y, p, calls, out)
        self._half(kind, 0.0, y, p, calls, out)
        other.result()
        return 0.0


@cache
def sharing() -> Sharing:
    """The one of this program: it sleeps where nothing is shared."""
    return Sharing()
