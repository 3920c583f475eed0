"""Work beside the window: a function on a thread of its own, whose result is fetched by asking."""

import threading
import time
from collections.abc import Callable
from threading import Thread

NAME = "task"


def are_done(seconds: float) -> bool:
    """Waits for all tasks for so long; whether they are done. A scene may hold one for ever."""
    end = time.monotonic() + seconds
    for thread in [thread for thread in threading.enumerate() if thread.name == NAME]:
        thread.join(max(0.0, end - time.monotonic()))
    return not any(thread.name == NAME for thread in threading.enumerate())


class Task:
    """Runs `work()` once. The thread is no daemon: a program that ends waits for it, hidden."""

    def __init__(self, work: Callable):
        self._work = work
        self._result = self._error = None
        self._begin = time.monotonic()
        self._thread = Thread(target=self._run, name=NAME)
        self._thread.start()

    def _run(self):
        try:
            self._result = self._work()
        except Exception as error:
            self._error = error

    @property
    def seconds(self) -> float:
        """How long ago it began [s]."""
        return time.monotonic() - self._begin

    @property
    def is_done(self) -> bool:
        return not self._thread.is_alive()

    def result(self):
        """What the work returned, or its exception; waits for it."""
        self._thread.join()
        if self._error is not None:
            raise self._error
        return self._result
