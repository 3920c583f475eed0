"""Pictures of the view as PNG files, as fine as on the screen or finer."""

from collections.abc import Callable

from PyQt5.QtCore import QObject, QTimer
from PyQt5.QtGui import QImage
from PyQt5.QtWidgets import QWidget

from sandbox.film import still
from sandbox.film.overlay import Overlay
from sandbox.text import _
from sandbox.ui.films.record import Recording
from sandbox.ui.look import theme
from sandbox.ui.playback.player import Player
from sandbox.ui.playback.task import Task

LOOK = 100               # [ms] between looks at a file that is being written


class Shots(QObject):
    """Takes pictures of a view; a file is written beside the window, so that the run goes on.

    recording   has folders, names and choices of what is shown on films and pictures
    """

    def __init__(self, parent: QWidget, view: QWidget, player: Player, recording: Recording, say: Callable):
        super().__init__(parent)
        self._view, self._player, self._recording, self._say = view, player, recording, say
        self._tasks = []
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._look)

    @property
    def is_busy(self) -> bool:
        """Whether a file is being written."""
        return bool(self._tasks)

    def take(self, factor: int):
        """Save the view, `factor` times as fine as on the screen."""
        view, player, choices = self._view, self._player, self._recording.choices
        try:
            pixels = still.take(view, factor*view.width(), factor*view.height())
            path = self._recording.new_file(self._recording.pictures, "png")
        except (still.NoPicture, RuntimeError, MemoryError, OSError) as error:
            self._say(_("There will be no picture: {reason}.").format(
                reason=str(error).rstrip(".") or _("too large")), "error")
            return
        snapshot = player.snapshot
        Overlay(theme.present(), choices.clock, player.pace.speed).paint(
            pixels, snapshot.t if snapshot is not None else 0.0, self._recording.entries() if choices.legend else ())
        height, width, _four = pixels.shape

        def save():
            image = QImage(pixels.data, width, height, 4*width, QImage.Format_RGBX8888)
            if not image.save(str(path)):
                raise OSError(0, _("cannot be written"))

        self._tasks.append((Task(save), path, (width, height)))
        self._timer.start(LOOK)

    def _look(self):
        for item in [item for item in self._tasks if item[0].is_done]:
            self._tasks.remove(item)
            task, path, size = item
            try:
                task.result()
            except OSError as error:
                path.unlink(missing_ok=True)
                self._say(_("'{path}' could not be written: {reason}.").format(
                    path=path, reason=error.strerror or error), "error")
            else:
                self._say(_("Saved as '{path}', {width} × {height} pixels.").format(
                    path=path, width=size[0], height=size[1]))
        if not self._tasks:
            self._timer.stop()
