"""Files that are written beside the window, which goes on meanwhile and says how that went."""

from collections.abc import Callable
from pathlib import Path

from sandbox.files import place, place_beside, temporary
from sandbox.qt.core import QObject, QTimer
from sandbox.text import _
from sandbox.ui.playback.task import Task

POLL = 100               # [ms] between looks at a file that is being written


class Writing(QObject):
    """Writes files, and says of each when it is saved, or why it could not be.

    say   say(text, kind) shows a message
    """

    def __init__(self, parent: QObject, say: Callable):
        super().__init__(parent)
        self._say, self._tasks = say, []
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._look)

    @property
    def is_busy(self) -> bool:
        """Whether a file is being written."""
        return bool(self._tasks)

    def begin(self, write: Callable[[Path], object], path: Path, saved: Callable[[Path], str], replaces: bool = False):
        """Writes a file by `write(path)`, which may raise OSError; says saved(its name) when that is done.

        What is there is not replaced, if nobody said so: the file gets the next free name. What `write` returns is a
        sentence about what is missing in the file, if it is any.
        """
        def work() -> tuple[Path, str]:
            with temporary(path) as passing:
                missing = write(passing)
                missing = missing if isinstance(missing, str) else ""
                if not replaces:
                    return place_beside(passing, path), missing
                place(passing, path, replaces=True)
                return path, missing

        self._tasks.append((Task(work), path, saved))
        self._timer.start(POLL)

    def _look(self):
        done = [item for item in self._tasks if item[0].is_done]
        self._tasks = [item for item in self._tasks if item not in done]
        if not self._tasks:
            self._timer.stop()
        for task, path, saved in done:
            try:
                written, missing = task.result()
            except OSError as error:
                self._say(_("'{path}' could not be written: {reason}.").format(
                    path=path, reason=error.strerror or error), "error")
            else:
                self._say(*((f"{saved(written)} {missing}", "error") if missing else (saved(written),)))
