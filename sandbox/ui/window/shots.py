"""Pictures of the view as PNG files, as fine as on the screen or finer."""

from PyQt5.QtCore import QObject, QTimer
from PyQt5.QtGui import QImage

from sandbox.film import still
from sandbox.film.overlay import Overlay
from sandbox.text import _
from sandbox.ui.look import theme
from sandbox.ui.playback.task import Task

LOOK = 100               # [ms] between looks at a file that is being written


class Shots(QObject):
    """Takes pictures of a window; a file is written beside it, so that the run goes on."""

    def __init__(self, window, recording):
        super().__init__(window)
        self._window, self._recording = window, recording
        self._tasks = []
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._look)

    @property
    def is_busy(self) -> bool:
        """Whether a file is being written."""
        return bool(self._tasks)

    def take(self, factor: int):
        """Save the view, `factor` times as fine as on the screen."""
        window, choices = self._window, self._recording.choices
        view = window.view
        try:
            pixels = still.take(view, factor*view.width(), factor*view.height())
            path = self._recording.new_file(self._recording.pictures, "png")
        except (still.NoPicture, RuntimeError, MemoryError, OSError) as error:
            window.message.say(_("There will be no picture: {reason}.").format(
                reason=str(error).rstrip(".") or _("too large")), "error")
            return
        state = window.player.snapshot
        Overlay(theme.present(), choices.clock, window.player.pace.speed).paint(
            pixels, state.t if state is not None else 0.0, self._recording.entries() if choices.legend else ())
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
                self._window.message.say(_("'{path}' could not be written: {reason}.").format(
                    path=path, reason=error.strerror or error), "error")
            else:
                self._window.message.say(_("Saved as '{path}', {width} × {height} pixels.").format(
                    path=path, width=size[0], height=size[1]))
        if not self._tasks:
            self._timer.stop()
