"""Compiled work on a thread that takes what others leave of the cores, so that the picture keeps its frames.

Compiled code needs no Python meanwhile. The little that is Python of such work holds the lock of the interpreter, for
which the picture may wait: so the priority is a low one, not the lowest, which a busy machine would not let go on.
"""

import ctypes
import os
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

NAME = "idle"
NICE = 15                   # niceness, where Linux has one for each thread
BELOW_OF_WINDOWS = -1       # THREAD_PRIORITY_BELOW_NORMAL


def step_back():
    """Gives the present thread a low priority for good; where a system knows none of one thread it keeps its own.
    """
    if sys.platform.startswith("linux"):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICE)
    elif sys.platform == "win32":
        system = ctypes.windll.kernel32
        system.SetThreadPriority(ctypes.c_void_p(system.GetCurrentThread()), BELOW_OF_WINDOWS)


@contextmanager
def idle_thread():
    """Gives call(function, *arguments), which calls a compiled function on such a thread and waits for its result."""
    with ThreadPoolExecutor(1, NAME, step_back) as pool:
        def call(function: Callable, *arguments):
            return pool.submit(function, *arguments).result()
        yield call
