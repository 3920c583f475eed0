"""The present work is kept every half minute and when another scene takes its place."""

from collections.abc import Callable

from sandbox.errors import BadValue
from sandbox.qt.core import QObject, QTimer
from sandbox.text import _
from sandbox.ui.playback.task import Task
from sandbox.ui.window.files.document import Documents
from sandbox.workspace.setup import Setup

EVERY = 30_000           # [ms]


class Autosave(QObject):
    """Keeps what the window shows by keep(setup), beside the window; a fault is said once.

    keep   keep(setup), may raise OSError;  say  say(text, kind) shows a message
    """

    def __init__(self, parent: QObject, documents: Documents, keep: Callable[[Setup], None], say: Callable):
        super().__init__(parent)
        self._documents, self._keep, self._say = documents, keep, say
        self._task: Task | None = None
        self._next: Callable[[], Setup] | None = None
        self._last: tuple | None = None
        self._has_failed = False
        documents.left.connect(self._begin)
        self._timer = QTimer(self)
        self._timer.timeout.connect(self.tick)
        self._timer.start(EVERY)

    def tick(self):
        """Keeps the present state, where it is not the one that was kept last; says if that one could not be kept."""
        if self._task is not None and self._task.is_done:
            self._look()
        try:
            make = self._documents.capture()
        except BadValue:
            return
        state = self._documents.state()
        if state != self._last:
            self._last = state
            self._begin(make)

    def _begin(self, make: Callable[[], Setup]):
        """Writes one at a time; of those that wait the newest counts."""
        if self._task is not None and not self._task.is_done:
            self._next = make
            return
        self._look()
        self._task = Task(lambda: self._keep(make()))

    def _look(self):
        task, self._task = self._task, None
        if task is None:
            return
        try:
            task.result()
        except Exception as error:
            # it is tried again, also where nothing changes any more; whatever the fault is, a person has to know
            self._last = None
            if not self._has_failed:
                self._has_failed = True
                self._say(_("The present work could not be kept for the case of a crash: {reason}.").format(
                    reason=getattr(error, "strerror", None) or error), "error")
        else:
            self._has_failed = False
        if self._next is not None:
            make, self._next = self._next, None
            self._begin(make)

    def close(self):
        """Nothing more is kept; waits for what is being written."""
        self._timer.stop()
        self._next = None
        self._look()
