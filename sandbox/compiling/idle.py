"""Compiled work beside the picture, on threads that leave it the cores, so that it keeps its frames.

Compiled code needs no Python meanwhile; what is Python of a piece of work stays on the thread that asks for it: one
that the system makes wait would keep all others waiting for the lock of the interpreter. Work that is early takes what
all others leave; work that is late takes part of a core that is wanted by others, too, as long as it is.
"""

import ctypes
import os
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import NamedTuple


class Priority(NamedTuple):
    """What a thread says of itself: its niceness, where Linux has one for each thread; a priority of Windows."""

    name: str
    niceness: int
    of_windows: int


EARLY = Priority("early", 19, -2)       # THREAD_PRIORITY_LOWEST: a seventieth of a core that others want
LATE = Priority("late", 5, -1)          # THREAD_PRIORITY_BELOW_NORMAL: a quarter of it


def step_back(priority: Priority):
    """Gives the present thread a priority for good; where a system knows none of one thread it keeps its own."""
    if sys.platform.startswith("linux"):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), priority.niceness)
    elif sys.platform == "win32":
        system = ctypes.windll.kernel32
        system.SetThreadPriority(ctypes.c_void_p(system.GetCurrentThread()), priority.of_windows)


@contextmanager
def idle_thread(is_late: Callable[[], bool] = lambda: False):
    """Gives call(function, *arguments), which calls a compiled function on such a thread and waits for its result.

    is_late    whether the work is behind just now
    """
    with (ThreadPoolExecutor(1, EARLY.name, step_back, (EARLY,)) as early,
          ThreadPoolExecutor(1, LATE.name, step_back, (LATE,)) as late):
        def call(function: Callable, *arguments):
            return (late if is_late() else early).submit(function, *arguments).result()
        yield call
