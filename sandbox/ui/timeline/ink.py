"""How a time line is drawn: track, marks, loop, branches, and the present instant."""

from dataclasses import dataclass, field

from sandbox.qt.core import QPointF, QRectF, Qt
from sandbox.qt.gui import QColor, QFont, QPainter, QPen, QPolygonF
from sandbox.text import unit_text
from sandbox.ui.look.theme import LEFT, colour
from sandbox.ui.timeline.marks import Marks
from sandbox.ui.timeline.stretch import Stretch

APART = 70               # [px] at least between two labels
GRIP = 7                 # [px] half width of what is grabbed with the mouse


@dataclass
class Shown:
    """What a time line shows; times in [s].

    oldest, newest   what is kept of the run;  now  the instant that is shown
    a, b, is_round   ends of the loop, or None, and whether play goes round
    parted           (place of a branch, when it parted)
    hover            the time under the mouse, or None
    """

    oldest: float = 0.0
    newest: float = 0.0
    now: float = 0.0
    a: float | None = None
    b: float | None = None
    is_round: bool = False
    parted: tuple[tuple[int, float], ...] = ()
    hover: float | None = None
    marks: Marks = field(default_factory=Marks)


@dataclass(frozen=True)
class Ink:
    """Draws a time line.

    stretch   of time, and where it lies;  middle  height of the track [px];  scale  size of letters and marks [1]
    """

    painter: QPainter
    stretch: Stretch
    middle: float
    scale: float

    def draw(self, shown: Shown, has_numbers: bool):
        """Draws all of it, with numbers below the track where there is room for them."""
        self.painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.painter.setClipRect(QRectF(self.stretch.left - 12*self.scale, 0.0, self.stretch.width + 24*self.scale,
                                        self.painter.device().height()))
        self._track(shown)
        if has_numbers:
            self._numbers()
        self._loop(shown)
        for begin, end in shown.marks.grips:
            self._bar(begin, end, QColor(colour("ROSE")), 2*self.scale)
        self._marks(shown)
        for slot, t in shown.parted:
            self._parting(slot, t)
        if shown.hover is not None:
            self._line(shown.hover, colour("DIM"), 1.0)
        self._now(shown.now)

    def _bar(self, begin: float, end: float, tone, half: float):
        begin, end = max(begin, self.stretch.begin), min(end, self.stretch.end)
        if end >= begin:
            x, width = self.stretch.x(begin), max(self.stretch.x(end) - self.stretch.x(begin), 2.0)
            self.painter.setPen(Qt.PenStyle.NoPen)
            self.painter.setBrush(tone)
            self.painter.drawRoundedRect(QRectF(x, self.middle - half, width, 2*half), half, half)

    def _line(self, t: float, tone: str, width: float):
        if self.stretch.begin <= t <= self.stretch.end:
            x, half = self.stretch.x(t), 8*self.scale
            self.painter.setPen(QPen(QColor(tone), width*self.scale))
            self.painter.drawLine(QPointF(x, self.middle - half), QPointF(x, self.middle + half))

    def _track(self, shown: Shown):
        half = 3*self.scale
        self._bar(self.stretch.begin, self.stretch.end, QColor(colour("RAISED")), half)
        self._bar(shown.oldest, shown.newest, QColor(colour("EDGE")), half)
        self._bar(shown.oldest, shown.now, QColor(colour("BLUE")), half)

    def _numbers(self):
        painter, stretch = self.painter, self.stretch
        font = QFont(painter.font())
        font.setPixelSize(round(12*self.scale))
        painter.setFont(font)
        times, decimals = stretch.marks(APART*self.scale)
        painter.setPen(QPen(QColor(colour("DIM")), 1))
        height, top = painter.fontMetrics().height(), self.middle + 5*self.scale
        for t in times:
            x, text = stretch.x(t), f"{t:.{decimals}f}"
            if t == times[-1]:
                text += f" {unit_text('s')}"
            painter.drawLine(QPointF(x, top), QPointF(x, top + 4*self.scale))
            width = painter.fontMetrics().horizontalAdvance(text)
            right = stretch.left + stretch.width + 10*self.scale - width
            at = min(max(x - width/2, stretch.left - 8*self.scale), right)
            painter.drawText(QPointF(at, top + 3*self.scale + height), text)

    def _loop(self, shown: Shown):
        tone = QColor(colour("GREEN"))
        if shown.a is not None and shown.b is not None:
            fill = QColor(tone)
            fill.setAlpha(110 if shown.is_round else 45)
            self._bar(shown.a, shown.b, fill, 7*self.scale)
        for t, side in ((shown.a, 1.0), (shown.b, -1.0)):
            if t is not None and self.stretch.begin <= t <= self.stretch.end:
                x, half, foot = self.stretch.x(t), 9*self.scale, 5*self.scale*side
                self.painter.setBrush(Qt.BrushStyle.NoBrush)
                self.painter.setPen(QPen(tone, 2.5*self.scale))
                self.painter.drawPolyline(QPolygonF([
                    QPointF(x + foot, self.middle - half), QPointF(x, self.middle - half),
                    QPointF(x, self.middle + half), QPointF(x + foot, self.middle + half)]))

    def _marks(self, shown: Shown):
        self.painter.setPen(Qt.PenStyle.NoPen)
        for mark in shown.marks.commands:
            self._dot(mark.t, colour("TEXT"), 2.6*self.scale, 0.0)
        for mark in shown.marks.events:
            self._pennant(mark.t, colour("RED" if mark.is_end else "AMBER"))

    def _dot(self, t: float, tone: str, radius: float, lift: float):
        if self.stretch.begin <= t <= self.stretch.end:
            self.painter.setPen(QPen(QColor(colour("NIGHT")), 1))
            self.painter.setBrush(QColor(tone))
            self.painter.drawEllipse(QPointF(self.stretch.x(t), self.middle - lift), radius, radius)

    def _pennant(self, t: float, tone: str):
        """A triangle that stands on the track, its tip at the instant."""
        if self.stretch.begin <= t <= self.stretch.end:
            x, low, size = self.stretch.x(t), self.middle - 3*self.scale, 5*self.scale
            self.painter.setPen(QPen(QColor(colour("NIGHT")), 1))
            self.painter.setBrush(QColor(tone))
            self.painter.drawPolygon(QPolygonF([QPointF(x, low), QPointF(x - size, low - 1.7*size),
                                                QPointF(x + size, low - 1.7*size)]))

    def _parting(self, slot: int, t: float):
        """A fork in the track."""
        if self.stretch.begin <= t <= self.stretch.end:
            x, size = self.stretch.x(t), 8*self.scale
            self.painter.setBrush(Qt.BrushStyle.NoBrush)
            self.painter.setPen(QPen(QColor(LEFT[slot]), 2.5*self.scale))
            low = self.middle + 2*self.scale
            self.painter.drawPolyline(QPolygonF([QPointF(x, low), QPointF(x + size/2, low + size*0.7),
                                                 QPointF(x + 1.6*size, low + size*0.7)]))

    def _now(self, t: float):
        x = self.stretch.x(min(max(t, self.stretch.begin), self.stretch.end))
        self.painter.setPen(QPen(QColor(colour("NIGHT")), 1.5*self.scale))
        self.painter.setBrush(QColor(colour("TEXT")))
        self.painter.drawRoundedRect(QRectF(x - 3*self.scale, self.middle - 9*self.scale, 6*self.scale, 18*self.scale),
                                     3*self.scale, 3*self.scale)
