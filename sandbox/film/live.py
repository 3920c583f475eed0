"""A film of what the person sees: pictures of the view as fast as it can give them, at most 30 per second."""

import time
from collections.abc import Callable

import numpy as np
from PyQt5 import sip
from PyQt5.QtCore import QObject, QRect, Qt, QTimer
from PyQt5.QtGui import QColor, QImage, QPainter

from sandbox.film.overlay import Overlay
from sandbox.view.frames import Lens
from sandbox.view.picture.palette import THEMES

MOST = 30                # pictures per second
LOOK = 4                 # [ms] between looks for a moment at which the page is free
GROUND = {name: tones.night for name, tones in THEMES.items()}


class Live(QObject):
    """Films a view that goes on playing; pictures that come too late for the encoder are left out.

    encoder   takes the pictures, each with its own instant
    overlay   what is written over them
    state     state() -> (t, entries): simulated time [s] and legend of this moment
    dropped   pictures left out because the encoder was busy
    """

    def __init__(self, view, encoder, size, overlay: Overlay, state: Callable, theme: str = "dark",
                 now: Callable = time.perf_counter, parent=None):
        super().__init__(parent)
        self.encoder, self.dropped = encoder, 0
        self._lens, self._overlay, self._state, self._now = Lens(view), overlay, state, now
        self._size, self._ground = size, QColor.fromRgbF(*GROUND[theme])
        self._begin = self._last = None
        self._is_over = False            # a last picture may come when the timer is gone already
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.PreciseTimer)
        self._timer.timeout.connect(self._look)
        self._timer.start(LOOK)

    @property
    def seconds(self) -> float:
        """Since the first picture [s]."""
        return 0.0 if self._begin is None else self._now() - self._begin

    def stop(self):
        self._is_over = True
        self._timer.stop()

    def _look(self):
        now = self._now()
        if self._lens.is_busy or (self._last is not None and now - self._last < 0.97/MOST):
            return
        self._last = now
        if self._begin is None:
            self._begin = now
        at, (t, entries) = now - self._begin, self._state()
        self._lens.catch(lambda pixels: self._take(pixels, at, t, entries))

    def _take(self, pixels, at, t, entries):
        if pixels is None or self._is_over:
            return
        frame = self._fitted(pixels)
        self._overlay.paint(frame, t, entries)
        self.dropped += not self.encoder.offer(frame, at)

    def _fitted(self, pixels: np.ndarray) -> np.ndarray:
        """A picture of any shape within the frame of the film."""
        width, height = self._size
        if pixels.shape[:2] == (height, width):
            return pixels
        frame = np.empty((height, width, 4), np.uint8)
        target = QImage(sip.voidptr(frame.ctypes.data), width, height, 4*width, QImage.Format_RGBX8888)
        target.fill(self._ground)
        rows, columns, _four = pixels.shape
        source = QImage(sip.voidptr(pixels.ctypes.data), columns, rows, 4*columns, QImage.Format_RGBX8888)
        scale = min(width/columns, height/rows)
        wide, high = round(columns*scale), round(rows*scale)
        painter = QPainter(target)
        painter.setRenderHint(QPainter.SmoothPixmapTransform)
        painter.drawImage(QRect((width - wide)//2, (height - high)//2, wide, high), source)
        painter.end()
        return frame
