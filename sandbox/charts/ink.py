"""What gathers on a chart, dots and lines, drawn to an image once: the next frame draws only what is new."""

from typing import Any

import numpy as np
from PyQt5.QtCore import Qt
from PyQt5.QtGui import QColor, QImage, QPainter

from sandbox.charts.scales import Frame
from sandbox.charts.strokes import draw_line, pen_of
from sandbox.charts.style import ChartLook
from sandbox.run.readings.chart_now import ChartNow
from sandbox.scene.charts.chart import Dots

DOT = 1.0               # [px] side of one of many dots, for letters of 13 px
FEW, LARGER = 3000, 2.4     # so few dots of one kind are so much larger


class Ink:
    """An image of dots and lines on the plane of a frame."""

    def __init__(self, frame: Frame, ratio: float, look: ChartLook):
        plot = frame.plot
        self._frame, self._ratio, self._look = frame, ratio, look
        self.image = QImage(max(1, round(ratio*plot.width())), max(1, round(ratio*plot.height())),
                            QImage.Format_ARGB32_Premultiplied)
        self.image.fill(Qt.GlobalColor.transparent)
        self._edition: int | None = None
        self._drawn: dict[tuple[str, int], int] = {}

    def take(self, now: ChartNow, more: tuple[Dots, ...] = ()):
        """Draws what is new; `more`: dots besides those that the run has gathered."""
        if now.edition != self._edition:
            self.image.fill(Qt.GlobalColor.transparent)
            self._edition, self._drawn = now.edition, {}
        is_dense = sum(len(dots.x) for dots in more) > FEW
        for number, dots in enumerate((*more, *now.dots)):
            self._dots(("dots", number), dots, number, is_dense and number < len(more))
        if now.tracks:
            painter = self._painter()
            for number, line in enumerate(now.tracks):
                first = self._new(("track", number), len(line.x))
                if first < len(line.x):
                    begin = max(0, first - 1)
                    tone = self._look.tone(number if line.tone is None else line.tone)
                    painter.setPen(pen_of(tone, 0.8*self._look.line))
                    draw_line(painter, *self._frame.pixels(line.x[begin:], line.y[begin:]))
            painter.end()

    def paint(self, painter: QPainter):
        """Puts the image into the chart."""
        painter.drawImage(self._frame.plot, self.image)

    def _new(self, key: tuple[str, int], n: int) -> int:
        """How many of them are drawn already; all are new where there are fewer than before."""
        first = self._drawn.get(key, 0)
        self._drawn[key] = n
        return first if first <= n else 0

    def _painter(self) -> QPainter:
        painter = QPainter(self.image)
        painter.setRenderHint(QPainter.Antialiasing)
        painter.scale(self._ratio, self._ratio)
        painter.translate(-self._frame.plot.topLeft())
        return painter

    def _dots(self, key: tuple[str, int], dots: Dots, number: int, is_dense: bool):
        first = self._new(key, len(dots.x))
        if first >= len(dots.x):
            return
        colour = QColor(self._look.tone(number if dots.tone is None else dots.tone))
        side = DOT*self._look.letters/13.0*(1.0 if len(dots.x) > FEW or is_dense else LARGER)
        x, y = self._frame.pixels(np.asarray(dots.x)[first:], np.asarray(dots.y)[first:])
        plot = self._frame.plot
        size = max(1, round(self._ratio*side))
        i = np.nan_to_num((y - plot.top())*self._ratio - 0.5*size, nan=-9.0, posinf=-9.0, neginf=-9.0)
        j = np.nan_to_num((x - plot.left())*self._ratio - 0.5*size, nan=-9.0, posinf=-9.0, neginf=-9.0)
        high, wide = self.image.height(), self.image.width()
        is_in = (i >= 0) & (i < high - size) & (j >= 0) & (j < wide - size)
        i, j = np.rint(i[is_in]).astype(np.int64), np.rint(j[is_in]).astype(np.int64)
        # a buffer, which its stub does not say
        bits: Any = self.image.bits()
        bits.setsize(self.image.byteCount())
        pixels = np.frombuffer(bits, np.uint32).reshape(high, self.image.bytesPerLine()//4)
        for down in range(size):
            for right in range(size):
                pixels[i + down, j + right] = colour.rgba()
