"""What the hand draws over the picture: outlines, lines, handles, numbers; it takes no mouse."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sandbox.qt.core import QEvent, QPointF, QRectF, Qt
from sandbox.qt.gui import QColor, QFontMetricsF, QPainter, QPainterPath, QPen, QPolygonF
from sandbox.qt.widgets import QWidget
from sandbox.ui.look.theme import colour

EDGE = 2.5               # [px] by which the dark or light rim of a line is wider
PAD = 6                  # [px] around a number
FAR = 20_000.0           # [px] beyond which nothing is drawn
TURNS, WIDE = 9, 7.0     # of a spring, and [px] of its half width at most


@dataclass(frozen=True)
class Stroke:
    """A line through points (n, 2) [px] of a colour of the theme; an arrow has a head at its end."""

    points: np.ndarray
    tone: str = "BLUE"
    width: float = 2.0
    is_closed: bool = False
    is_dashed: bool = False
    is_arrow: bool = False


@dataclass(frozen=True)
class Dot:
    """A handle at (x, y) [px]."""

    place: np.ndarray
    tone: str = "BLUE"
    radius: float = 7.0
    is_hollow: bool = False


@dataclass(frozen=True)
class Words:
    """A text beside (x, y) [px]."""

    place: np.ndarray
    text: str


class Sketch(QWidget):
    """Lies over the picture and shows what it was given last."""

    def __init__(self, picture: QWidget):
        super().__init__(picture)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAttribute(Qt.WidgetAttribute.WA_NoSystemBackground)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setObjectName("sketch")
        self.items: tuple = ()
        picture.installEventFilter(self)
        self.hide()

    def show_items(self, items: Sequence):
        """Draws these and nothing else; what is not before the eye is left out."""
        items = tuple(item for item in items if _is_drawable(item))
        if not items and not self.items:
            return
        self.items = items
        if not items:
            self.hide()
            return
        if self.isHidden():
            self.setGeometry(self.parentWidget().rect())
            self.show()
            # below messages and buttons over the picture, which are made and raised without it
            for other in self.parentWidget().findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly):
                if other is not self and other.objectName() in ("message", "strip", "clock"):
                    other.raise_()
        self.update()

    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.Resize and not self.isHidden():
            self.setGeometry(watched.rect())
        return False

    def paintEvent(self, _event):
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for item in self.items:
            if isinstance(item, Stroke):
                self._stroke(painter, item)
            elif isinstance(item, Dot):
                self._dot(painter, item)
            else:
                self._words(painter, item)

    def _stroke(self, painter, item: Stroke):
        points = [QPointF(x, y) for x, y in item.points.tolist()]
        path = QPainterPath(points[0])
        for point in points[1:]:
            path.lineTo(point)
        if item.is_closed:
            path.closeSubpath()
        for tone, width in (("NIGHT", item.width + EDGE), (item.tone, item.width)):
            pen = QPen(QColor(colour(tone)), width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap,
                       Qt.PenJoinStyle.RoundJoin)
            if item.is_dashed and tone != "NIGHT":
                pen.setDashPattern([4.0, 3.0])
                pen.setCapStyle(Qt.PenCapStyle.FlatCap)
            if tone == "NIGHT":
                edge = pen.color()
                edge.setAlpha(150)
                pen.setColor(edge)
            painter.strokePath(path, pen)
        if item.is_arrow:
            self._head(painter, item)

    def _head(self, painter, item: Stroke):
        tip, along = item.points[-1], item.points[-1] - item.points[-2]
        size = float(np.hypot(*along))
        if size < 1e-6:
            return
        along = along/size
        side = np.array((-along[1], along[0]))
        long, wide = 6.0*item.width, 2.4*item.width
        corners = (tip, tip - long*along + wide*side, tip - long*along - wide*side)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colour(item.tone)))
        painter.drawPolygon(QPolygonF([QPointF(*corner) for corner in corners]))

    def _dot(self, painter, item: Dot):
        painter.setPen(QPen(QColor(colour("NIGHT" if not item.is_hollow else item.tone)), 2.0))
        painter.setBrush(Qt.BrushStyle.NoBrush if item.is_hollow else QColor(colour(item.tone)))
        painter.drawEllipse(QPointF(*item.place), item.radius, item.radius)

    def _words(self, painter, item: Words):
        metrics = QFontMetricsF(self.font())
        lines = item.text.split("\n")
        wide, high = max(metrics.horizontalAdvance(line) for line in lines), metrics.lineSpacing()*len(lines)
        left = min(max(4.0, item.place[0] + 14), self.width() - wide - 2*PAD - 4)
        top = min(max(4.0, item.place[1] - high - 14), self.height() - high - 2*PAD - 4)
        box = QRectF(left, top, wide + 2*PAD, high + PAD)
        back = QColor(colour("PANEL"))
        back.setAlpha(225)
        painter.setPen(QPen(QColor(colour("LINE")), 1.0))
        painter.setBrush(back)
        painter.drawRoundedRect(box, 5, 5)
        painter.setPen(QColor(colour("TEXT")))
        painter.drawText(box.adjusted(PAD, PAD/2, -PAD, -PAD/2),
                         Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, item.text)


def _is_drawable(item) -> bool:
    points = item.points if isinstance(item, Stroke) else item.place
    if isinstance(item, Stroke) and len(points) < 2:
        return False
    return bool(np.isfinite(points).all() and np.abs(points).max() < FAR)


def zigzag(start, end) -> np.ndarray:
    """Returns the points (n, 2) of a spring drawn between two points of the picture [px]."""
    start, end = np.asarray(start, dtype=float), np.asarray(end, dtype=float)
    along = end - start
    size = float(np.hypot(*along))
    if size < 24.0:
        return np.array((start, end))
    side = np.array((-along[1], along[0]))/size*min(WIDE, 0.1*size)
    share = np.linspace(0.12, 0.88, 2*TURNS)
    bends = start + share[:, None]*along + np.where(np.arange(2*TURNS) % 2, 1.0, -1.0)[:, None]*side
    return np.vstack((start, start + 0.08*along, bends, start + 0.92*along, end))
