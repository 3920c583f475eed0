"""What gathers on a chart, dots and lines, drawn to an image once: the next frame draws only what is new.

Dots that move are drawn to an image as well, anew each time: thousands of them are a few operations on its pixels.
"""

from typing import Any

import numpy as np

from sandbox.charts.scales import Frame
from sandbox.charts.strokes import MOVING_DOT, draw_line, pen_of
from sandbox.charts.style import ChartLook
from sandbox.qt.core import Qt
from sandbox.qt.gui import QColor, QImage, QPainter
from sandbox.run.readings.chart_now import ChartNow
from sandbox.scene.charts.chart import Dots

DOT = 1.0               # [px] side of one of many dots, for letters of 13 px
FEW, LARGER = 3000, 2.4     # so few dots of one kind are so much larger


class Ink:
    """An image of dots and lines on the plane of a frame."""

    def __init__(self, frame: Frame, ratio: float, look: ChartLook):
        self._frame, self._ratio, self._look = frame, ratio, look
        self.image = _empty_image(frame, ratio)
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
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(self._ratio, self._ratio)
        painter.translate(-self._frame.plot.topLeft())
        return painter

    def _dots(self, key: tuple[str, int], dots: Dots, number: int, is_dense: bool):
        first = self._new(key, len(dots.x))
        if first >= len(dots.x):
            return
        colour = QColor(self._look.tone(number if dots.tone is None else dots.tone))
        side = DOT*self._look.letters/13.0*(1.0 if len(dots.x) > FEW or is_dense else LARGER)
        _sprinkle(self.image, self._frame, self._ratio, (np.asarray(dots.x)[first:], np.asarray(dots.y)[first:]), side,
                  colour)


class Moving:
    """An image of dots on the plane of a frame that are elsewhere in the next one."""

    def __init__(self, frame: Frame, ratio: float, look: ChartLook):
        self._frame, self._ratio, self._look = frame, ratio, look
        self._image = _empty_image(frame, ratio)

    def paint(self, painter: QPainter, several: tuple[Dots, ...]):
        """Puts dots into the chart, those of later kinds over those before."""
        self._image.fill(Qt.GlobalColor.transparent)
        for dots in several:
            colour = QColor(self._look.now if dots.tone is None else self._look.tone(dots.tone))
            _sprinkle(self._image, self._frame, self._ratio, (dots.x, dots.y), MOVING_DOT*self._look.letters,
                      colour)
        painter.drawImage(self._frame.plot, self._image)


def _empty_image(frame: Frame, ratio: float) -> QImage:
    """An image of the plane of a frame, nothing on it, `ratio` of its pixels for one."""
    image = QImage(max(1, round(ratio*frame.plot.width())), max(1, round(ratio*frame.plot.height())),
                   QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    return image


def _sprinkle(image: QImage, frame: Frame, ratio: float, points: tuple, side: float, colour: QColor):
    """Sets squares of pixels at points (x, y) of the plane, of that side [px of the plane]; others are left out."""
    plot = frame.plot
    x, y = frame.pixels(*points)
    size = max(1, round(ratio*side))
    i = np.nan_to_num((y - plot.top())*ratio - 0.5*size, nan=-9.0, posinf=-9.0, neginf=-9.0)
    j = np.nan_to_num((x - plot.left())*ratio - 0.5*size, nan=-9.0, posinf=-9.0, neginf=-9.0)
    high, wide = image.height(), image.width()
    is_in = (i >= 0) & (i < high - size) & (j >= 0) & (j < wide - size)
    i, j = np.rint(i[is_in]).astype(np.int64), np.rint(j[is_in]).astype(np.int64)
    # a buffer, which its stub does not say
    bits: Any = image.bits()
    bits.setsize(image.byteCount())
    pixels = np.frombuffer(bits, np.uint32).reshape(high, image.bytesPerLine()//4)
    for down in range(size):
        for right in range(size):
            pixels[i + down, j + right] = colour.rgba()
