"""Work beside the window: a function on a thread of its own, whose result is fetched by asking."""

from collections.abc import Callable
from threading import Thread


class Task:
    """Runs `work()` once. The thread is no daemon: a program that ends waits for it, hidden."""

    def __init__(self, work: Callable):
        self._work = work
        self._result = self._error = None
        self._thread = Thread(target=self._run, name="task")
        self._thread.start()

    def _run(self):
        try:
            self._result = self._work()
        except Exception as error:
            self._error = error

    @property
    def is_done(self) -> bool:
        return not self._thread.is_alive()

    def result(self):
        """What the work returned, or its exception; waits for it."""
        self._thread.join()
        if self._error is not None:
            raise self._error
        return self._result
