"""Work beside the window whose result is taken on the window's own thread, as soon as it is there."""

from collections.abc import Callable

from sandbox.qt.core import QObject, QTimer
from sandbox.ui.playback.task import Task


class Awaited(QObject):
    """One piece of work at a time; of two the later one counts.

    look   time between two looks at whether it is done [ms]
    """

    def __init__(self, parent: QObject, look: int):
        super().__init__(parent)
        self._task: Task | None = None
        self._take: Callable[[Task], None] | None = None
        self._timer = QTimer(self)
        self._timer.setInterval(look)
        self._timer.timeout.connect(self._look)

    @property
    def is_on(self) -> bool:
        """Whether something is being done whose result is still wanted."""
        return self._task is not None

    def begin(self, work: Callable, take: Callable[[Task], None]):
        """Calls `work()` on another thread, then `take(task)` here: `task.result()` is what it returned, or raises."""
        self._task, self._take = Task(work), take
        self._timer.start()

    def drop(self):
        """Nobody wants the result any more; the work itself has to see that it ends."""
        self._task = self._take = None
        self._timer.stop()

    def _look(self):
        if self._task is None or not self._task.is_done:
            return
        task, take = self._task, self._take
        self.drop()
        take(task)
