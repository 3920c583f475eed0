"""Compiled work on a thread that takes only what others leave of the cores, so that the picture keeps its frames.

Compiled code needs no Python meanwhile; what is Python of a piece of work stays on the thread that asks for it: one
that the system makes wait would keep all others waiting for the lock of the interpreter.
"""

import ctypes
import os
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

NAME = "idle"
LOWEST = 19                 # niceness, where Linux has one for each thread
LOWEST_OF_WINDOWS = -2      # THREAD_PRIORITY_LOWEST


def step_back():
    """Gives the present thread the lowest priority for good; where a system knows none of one thread it keeps its own.
    """
    if sys.platform.startswith("linux"):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), LOWEST)
    elif sys.platform == "win32":
        system = ctypes.windll.kernel32
        system.SetThreadPriority(ctypes.c_void_p(system.GetCurrentThread()), LOWEST_OF_WINDOWS)


@contextmanager
def idle_thread():
    """Gives call(function, *arguments), which calls a compiled function on such a thread and waits for its result."""
    with ThreadPoolExecutor(1, NAME, step_back) as pool:
        def call(function: Callable, *arguments):
            return pool.submit(function, *arguments).result()
        yield call
