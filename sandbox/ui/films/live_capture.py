"""A film of what is seen in the window: how it is begun, how far it is, and what came of it."""

import time
from collections.abc import Callable
from pathlib import Path

from sandbox.errors import BadValue
from sandbox.film.painted.overlay import Overlay
from sandbox.qt.core import QObject, QTimer, pyqtSignal
from sandbox.text import _

POLL = 250               # [ms] between looks at a film that is being made
ENDING = 8.0             # [s] that a film has to be finished when the window is closed


class LiveCapture(QObject):
    """One film of a view that goes on playing; BadValue when its file cannot be begun.

    One that is stopped before there was a picture waits for the first, until it is stopped again.

    state   state() -> (t, entries, speed): simulated time [s], legend and speed of this moment
    """

    is_live = True                              # until it is being finished
    progressed = pyqtSignal(str, int, int)      # how long and large it is, in words; 0, 1: nobody knows how far
    takes_long = pyqtSignal()                   # being finished takes a while, which may be ended too
    ended = pyqtSignal(object, str)             # (path, seconds, bytes) of what was saved or None; why it ended or ""

    def __init__(self, view, path: Path, size: tuple, overlay: Overlay, state: Callable, theme: str, parent=None):
        # what compresses is only loaded when it is wanted
        from sandbox.film.encoding.encoder import Encoder
        from sandbox.film.live import MOST, Live
        encoder = Encoder(path, size, MOST)
        if encoder.trouble:
            encoder.close()
            raise BadValue(encoder.trouble)
        super().__init__(parent)
        self._view, self._live = view, Live(view, encoder, size, overlay, state, theme, parent=self)
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._look)

    def begin(self):
        self.progressed.emit("", 0, 1)
        self._timer.start(POLL)

    def stop(self):
        """Ends it; what is done is kept, and finished beside the window. The second time a GIF is given up."""
        if not self.is_live:
            self._live.end()
            self._live.encoder.give_up()
        else:
            self.is_live, self._seconds = False, self._live.seconds
            self._live.stop()
            self.progressed.emit(_("The film is being finished…"), 0, 0)
            self._look()

    def close(self):
        """Ends it in short order: a GIF that takes longer stays a film with all colours."""
        if self.is_live:
            self.stop()
        self._live.end()
        encoder, end = self._live.encoder, time.monotonic() + ENDING
        encoder.close(lambda: encoder.give_up() if time.monotonic() > end else None)
        self._look()

    def _look(self):
        encoder = self._live.encoder
        if not self.is_live:
            if self._view.has_failed or encoder.trouble:
                self._live.end()
            if not self._live.is_over:
                self.takes_long.emit()
                return
            encoder.finish()
            if not encoder.is_busy and self._timer.isActive():
                self._timer.stop()
                saved = (encoder.path, self._seconds, encoder.size) if encoder.is_saved else None
                self.ended.emit(saved, encoder.trouble or ("" if saved else _("no frame was made")))
            elif encoder.share is not None:
                self.progressed.emit(_("The film is being finished…"), round(100*encoder.share), 100)
                self.takes_long.emit()
            return
        if encoder.trouble:
            self.stop()
            return
        minutes, seconds = divmod(int(self._live.seconds), 60)
        self.progressed.emit(_("{minutes:02d}:{seconds:02d}   {size:.1f} MB   R ends the film").format(
            minutes=minutes, seconds=seconds, size=encoder.size/1e6), 0, 1)
