"""Films of a view while it plays: as many pictures as it can give, at most 30 per second."""

import time
from collections.abc import Callable

import numpy as np

from sandbox.film.painted.overlay import Overlay
from sandbox.qt.core import QObject, QRect, Qt, QTimer, sip
from sandbox.qt.gui import QColor, QImage, QPainter
from sandbox.view.frames import Lens
from sandbox.view.palette import THEMES

MOST = 30                # pictures per second [1/s]
CHECK_EVERY = 4          # [ms] between checks whether a picture is due and the page is free
GROUND = {name: tones.night for name, tones in THEMES.items()}


class Live(QObject):
    """Films a view while it plays; pictures for which the encoder has no room are dropped.

    encoder   receives the pictures, each with its own instant
    overlay   paints over them
    state     state() -> (t, entries, speed): present simulated time [s], legend, and simulated time per time
    dropped   number of dropped pictures
    """

    def __init__(self, view, encoder, size, overlay: Overlay, state: Callable, theme: str = "dark", parent=None):
        super().__init__(parent)
        self.encoder, self.dropped = encoder, 0
        self._lens, self._overlay, self._state = Lens(view), overlay, state
        self._size, self._ground = size, QColor.fromRgbF(*GROUND[theme])
        self._begin: float | None = None
        self._last: float | None = None
        self._is_stopped = self._has_one = False     # no more is wanted; there is a picture
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._request_due)
        self._timer.start(CHECK_EVERY)

    @property
    def seconds(self) -> float:
        """Time since the first picture [s]."""
        return 0.0 if self._begin is None else time.perf_counter() - self._begin

    @property
    def is_over(self) -> bool:
        """Whether no picture will come any more."""
        return not self._timer.isActive()

    def stop(self):
        """Ends with what there is, or with the first picture, which a slow machine may not have given yet."""
        self._is_stopped = True
        if self._has_one:
            self.end()

    def end(self):
        """Ends at once."""
        self._is_stopped = self._has_one = True
        self._timer.stop()

    def _request_due(self):
        """Requests a picture when one is due and the page is free."""
        now = time.perf_counter()
        if self._lens.is_busy or (self._last is not None and now - self._last < 0.97/MOST):
            return
        self._last = now
        if self._begin is None:
            self._begin = now
        at, state = now - self._begin, self._state()
        self._lens.grab(lambda pixels: self._take(pixels, at, *state))

    def _take(self, pixels, at, t, entries, speed):
        if pixels is None or self._is_stopped and self._has_one:
            return
        frame = self._letterboxed(pixels)
        self._overlay.paint(frame, t, entries, speed=speed)
        self._has_one = True
        self.dropped += not self.encoder.offer(frame, at)
        if self._is_stopped:
            self.end()

    def _letterboxed(self, pixels: np.ndarray) -> np.ndarray:
        """Returns a picture of any size scaled into the frame of the film, with a border where the shapes differ."""
        width, height = self._size
        if pixels.shape[:2] == (height, width):
            return pixels
        frame = np.empty((height, width, 4), np.uint8)
        target = QImage(sip.voidptr(frame.ctypes.data), width, height, 4*width, QImage.Format.Format_RGBX8888)
        target.fill(self._ground)
        rows, columns, _four = pixels.shape
        source = QImage(sip.voidptr(pixels.ctypes.data), columns, rows, 4*columns, QImage.Format.Format_RGBX8888)
        scale = min(width/columns, height/rows)
        wide, high = round(columns*scale), round(rows*scale)
        painter = QPainter(target)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(QRect((width - wide)//2, (height - high)//2, wide, high), source)
        painter.end()
        return frame
