"""Icons drawn with a few lines, sharp at every size and in the colours of the theme."""

from pathlib import Path

from sandbox.qt.core import QPointF, QRect, QRectF, Qt
from sandbox.qt.gui import QColor, QIcon, QIconEngine, QPainter, QPen, QPixmap, QPolygonF
from sandbox.ui.look.theme import colour

SIZE = 64


def _triangle(painter, tip: float, base: float, half: float = 18.0):
    painter.drawPolygon(QPolygonF([QPointF(base, 32 - half), QPointF(tip, 32), QPointF(base, 32 + half)]))


def _bar(painter, x: float, width: float = 8.0):
    painter.drawRoundedRect(QRectF(x, 14, width, 36), 2, 2)


def _round_arrow(painter):
    pen = QPen(QColor(colour("TEXT")), 6)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(pen)
    painter.drawArc(QRectF(14, 14, 36, 36), 60*16, 285*16)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(colour("TEXT")))
    painter.drawPolygon(QPolygonF([QPointF(33, 4), QPointF(51, 15), QPointF(33, 27)]))


def _cross(painter):
    pen = QPen(QColor(colour("TEXT")), 6)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.setPen(pen)
    painter.drawLine(18, 18, 46, 46)
    painter.drawLine(46, 18, 18, 46)


def _window(painter):
    pen = QPen(QColor(colour("TEXT")), 5)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(QRectF(12, 24, 28, 28), 3, 3)
    painter.drawPolyline(QPolygonF([QPointF(24, 16), QPointF(24, 12), QPointF(52, 12), QPointF(52, 40),
                                    QPointF(48, 40)]))


def _letter_i(painter):
    pen = QPen(QColor(colour("TEXT")), 5)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawEllipse(QRectF(8, 8, 48, 48))
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    pen.setWidth(7)
    painter.setPen(pen)
    painter.drawLine(32, 30, 32, 45)
    painter.drawPoint(32, 19)


def _sheet(painter):
    pen = QPen(QColor(colour("TEXT")), 5)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(QRectF(12, 7, 40, 50), 4, 4)
    # an integral sign
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.setPen(pen)
    painter.drawArc(QRectF(32, 16, 10, 12), 0, 180*16)
    painter.drawLine(QPointF(32, 22), QPointF(32, 43))
    painter.drawArc(QRectF(22, 37, 10, 12), 180*16, 180*16)


def _inset(painter):
    painter.setPen(QPen(QColor(colour("TEXT")), 5))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(QRectF(6, 12, 52, 40), 4, 4)
    # a small chart in the corner of a picture
    painter.drawPolyline(QPolygonF([QPointF(32, 19), QPointF(32, 38), QPointF(52, 38)]))
    painter.drawPolyline(QPolygonF([QPointF(36, 34), QPointF(42, 26), QPointF(51, 21)]))


def _tiles(painter):
    for x in (10, 35):
        for y in (12, 36):
            painter.drawRoundedRect(QRectF(x, y, 20, 17), 3, 3)


DRAWINGS = {
    "play": lambda p: _triangle(p, 52, 16, 22),
    "pause": lambda p: (_bar(p, 16, 11), _bar(p, 37, 11)),
    "forward": lambda p: (_bar(p, 14), _triangle(p, 52, 27)),
    "back": lambda p: (_bar(p, 42), _triangle(p, 12, 37)),
    "reset": _round_arrow,
    "close": _cross,
    "card": _letter_i,
    "gallery": _tiles,
    "float": _window,
    "over": _inset,
    "theory": _sheet,
    "record": lambda p: p.drawEllipse(QRectF(14, 14, 36, 36)),
    "stop": lambda p: p.drawRoundedRect(QRectF(15, 15, 34, 34), 3, 3),
}


class _Engine(QIconEngine):
    """Paints an icon anew each time, so that it follows the theme."""

    def __init__(self, name: str):
        super().__init__()
        self._name = name

    def clone(self):
        return _Engine(self._name)

    def paint(self, painter, rect, mode, state):
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(rect.topLeft())
        painter.scale(rect.width()/SIZE, rect.height()/SIZE)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colour("TEXT")))
        if mode == QIcon.Mode.Disabled:
            painter.setOpacity(0.4)
        DRAWINGS[self._name](painter)
        painter.restore()

    def pixmap(self, size, mode, state):
        pixmap = QPixmap(size)
        if pixmap.isNull():
            # a button without room asks for a picture of no size, on which nothing can be painted
            return pixmap
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        self.paint(painter, QRect(0, 0, size.width(), size.height()), mode, state)
        painter.end()
        return pixmap


def icon(name: str) -> QIcon:
    """The icon of that name; needs a QApplication."""
    return QIcon(_Engine(name))


def program_icon() -> QIcon:
    """The icon of the program, for its windows."""
    return QIcon(str(Path(__file__).parent / "icon.svg"))
