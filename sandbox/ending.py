"""What is done when the program ends, in Python's own way or at once."""

import atexit
import os
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

Kept = TypeVar("Kept")

_work: list[Callable[[], object]] = []
_kept: list = []


def at_end(work: Callable[[], object]):
    """Calls `work()` when the program ends, the last one first; what it raises is nobody's any more."""
    _work.append(work)


@atexit.register
def do_work():
    """Does now what is to be done at the end."""
    while _work:
        with suppress(Exception):
            _work.pop()()


def keep_till_end(thing: Kept) -> Kept:
    """Returns a thing that stays whatever becomes of those who use it: its destruction is not to be waited for."""
    _kept.append(thing)
    return thing


def end_at_once(code: int):
    """Ends the process, beside the ways in which threads and libraries end it."""
    do_work()
    os._exit(code)
