"""Ctrl-C and a request to end (SIGTERM, a closed terminal): heard by every command, which says so and ends."""

import signal
import threading
import time
from collections.abc import Callable
from contextlib import contextmanager

SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP")
AGAIN = 1.0        # [s] until a second request is one: impatience is not to cut short what the first began


class Stopped(KeyboardInterrupt):
    """A command is to end now.

    code   exit code that says by what it was ended: 130 for Ctrl-C, 143 for SIGTERM
    """

    def __init__(self, number: int):
        super().__init__(number)
        self.code = 128 + number


_heard: list[int] = []
_times: list[float] = []


def listen(hear: Callable[[int], object] | None = None):
    """From now on a request raises Stopped in the main thread, or calls hear(number) instead.

    What is not to be heard, as in the background of a script, stays unheard.
    """
    def on_signal(number, _frame):
        now = time.monotonic()
        if _times and now - _times[-1] < AGAIN:
            return
        _heard.append(number)
        _times.append(now)
        if hear is None:
            raise Stopped(number)
        hear(number)

    if threading.current_thread() is not threading.main_thread():
        return
    for name in SIGNALS:
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) not in (signal.SIG_IGN, None):
            signal.signal(number, on_signal)


@contextmanager
def listening():
    """Listens within the block."""
    before = {number: signal.getsignal(number) for name in SIGNALS if (number := getattr(signal, name, None))}
    listen()
    try:
        yield
    finally:
        _heard.clear()
        _times.clear()
        if threading.current_thread() is threading.main_thread():
            for number, handler in before.items():
                if handler is not None:
                    signal.signal(number, handler)


@contextmanager
def later():
    """A request within the block is answered at its end: an import of Qt that is broken off ends the process."""
    before = {number: signal.getsignal(number) for name in SIGNALS if (number := getattr(signal, name, None))}
    listen(lambda _number: None)
    try:
        yield
    finally:
        if threading.current_thread() is threading.main_thread():
            for number, handler in before.items():
                if handler is not None:
                    signal.signal(number, handler)
    look()


def unheard():
    """Requests do again what they do to any program."""
    usual: tuple[Callable | signal.Handlers, ...] = (signal.default_int_handler, signal.SIG_DFL, signal.SIG_DFL)
    for name, handler in zip(SIGNALS, usual, strict=True):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) not in (signal.SIG_IGN, None):
            signal.signal(number, handler)


def heard() -> int:
    """Returns the number of the last request, 0 without one."""
    return _heard[-1] if _heard else 0


def look():
    """Raises Stopped where a request was made and its exception was lost, for example in a callback of the compiler."""
    if _heard:
        raise Stopped(_heard[-1])


def code_of(error: KeyboardInterrupt) -> int:
    """Returns the exit code of a command that was ended."""
    return getattr(error, "code", 128 + signal.SIGINT)
