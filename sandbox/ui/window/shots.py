"""Pictures of the view as PNG files, as fine as on the screen or finer."""

from collections.abc import Callable
from pathlib import Path

from sandbox.film import still
from sandbox.film.painted.overlay import Overlay
from sandbox.qt.core import QObject, sip
from sandbox.qt.gui import QImage, QPainter
from sandbox.qt.widgets import QWidget
from sandbox.text import _
from sandbox.ui.films.record import Recording
from sandbox.ui.look import theme
from sandbox.ui.playback.player import Player
from sandbox.ui.window.files.writing import Writing


class Shots(QObject):
    """Takes pictures of a view; a file is written beside the window, so that the run goes on.

    recording   has folders, names and choices of what is shown on films and pictures
    over        over(painter, width, height) paints what lies over the view, or None
    """

    def __init__(self, parent: QWidget, view: QWidget, player: Player, recording: Recording, say: Callable,
                 over: Callable | None = None):
        super().__init__(parent)
        self._view, self._player, self._recording, self._say = view, player, recording, say
        self._over = over
        self._writing = Writing(self, say)

    @property
    def is_busy(self) -> bool:
        """Whether a file is being written."""
        return self._writing.is_busy

    def take(self, factor: int):
        """Saves the view, `factor` times as fine as on the screen."""
        view, player, choices = self._view, self._player, self._recording.choices
        try:
            pixels = still.take(view, factor*view.width(), factor*view.height())
            path = self._recording.new_file(self._recording.pictures, "png")
        except (still.NoPicture, RuntimeError, MemoryError, OSError, ValueError) as error:
            self._say(_("There will be no picture: {reason}.").format(
                reason=str(error).rstrip(".") or _("too large")), "error")
            return
        snapshot = player.snapshot
        Overlay(theme.present(), choices.clock, player.pace.speed).paint(
            pixels, snapshot.t if snapshot is not None else 0.0, self._recording.entries() if choices.legend else ())
        height, width, _four = pixels.shape
        if self._over is not None:
            image = QImage(sip.voidptr(pixels.ctypes.data), width, height, 4*width, QImage.Format.Format_RGBX8888)
            painter = QPainter(image)
            self._over(painter, width, height)
            painter.end()

        def write(to: Path):
            image = QImage(pixels.data, width, height, 4*width, QImage.Format.Format_RGBX8888)
            if not image.save(str(to), "PNG"):
                raise OSError(0, _("cannot be written"))

        self._writing.begin(write, path, lambda saved: _("Saved as '{path}', {width} × {height} pixels.").format(
            path=saved, width=width, height=height))
