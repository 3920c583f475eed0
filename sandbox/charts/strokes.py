"""Lines, regions and signs of a chart on a painter."""

import numpy as np

from sandbox.charts.scales import Frame
from sandbox.charts.style import VEIL, ChartLook
from sandbox.qt.core import QPointF, QRectF, Qt
from sandbox.qt.gui import QColor, QPainter, QPainterPath, QPen, QPolygonF
from sandbox.scene.charts.chart import Curve, Dots, Mark, Region

DASHES = {"line": None, "dashes": (6.0, 4.0), "dots": (1.2, 3.0), "fine": None}
FINE, FAINT = 0.5, 0.7      # thickness and opacity of a fine line over those of others
FAR = 1e4               # [px] beyond which a line need not be followed exactly
MOVING_DOT = 2.0/13.0   # side of a dot that moves, in heights of letters
RING = 1.6              # radius of a ring over that of another mark
SIGN = 0.42             # radius of a mark, in heights of letters


def pieces(px: np.ndarray, py: np.ndarray) -> list[tuple[np.ndarray, np.ndarray]]:
    """Returns the parts of a line between its gaps [px]."""
    px, py = np.asarray(px, float), np.asarray(py, float)
    is_known = np.isfinite(px) & np.isfinite(py)
    ends = np.flatnonzero(np.diff(np.concatenate(([0], is_known.astype(int), [0]))))
    return [(np.clip(px[begin:end], -FAR, FAR), np.clip(py[begin:end], -FAR, FAR))
            for begin, end in zip(ends[::2], ends[1::2], strict=True)]


def polygon(px: np.ndarray, py: np.ndarray) -> QPolygonF:
    """Returns points [px] as Qt has them."""
    return QPolygonF([QPointF(x, y) for x, y in zip(px.tolist(), py.tolist(), strict=True)])


def pen_of(colour: str, width: float, style: str = "line") -> QPen:
    """Returns a pen for a line."""
    tone = QColor(colour)
    if style == "fine":
        tone.setAlphaF(FAINT)
    pen = QPen(tone, FINE*width if style == "fine" else width)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap if style == "dots" else Qt.PenCapStyle.FlatCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    dashes = DASHES[style]
    if dashes is not None:
        pen.setDashPattern(dashes)
    return pen


def draw_line(painter: QPainter, px: np.ndarray, py: np.ndarray):
    """Draws a line with gaps in the present pen."""
    for x, y in pieces(px, py):
        if len(x) == 1:
            painter.drawPoint(QPointF(float(x[0]), float(y[0])))
        else:
            painter.drawPolyline(polygon(x, y))


def draw_shade(painter: QPainter, frame: Frame, curve: Curve, colour: str):
    """Shades what lies above or below a curve."""
    edge = frame.plot.top() if curve.shade == "above" else frame.plot.bottom()
    veil = QColor(colour)
    veil.setAlphaF(VEIL)
    for x, y in pieces(*frame.pixels(curve.x, curve.y)):
        # what lies beyond the edge has no other side
        y = np.maximum(y, edge) if curve.shade == "above" else np.minimum(y, edge)
        path = QPainterPath()
        path.addPolygon(polygon(np.concatenate((x, x[-1:], x[:1])), np.concatenate((y, [edge, edge]))))
        painter.fillPath(path, veil)


def draw_region(painter: QPainter, frame: Frame, region: Region, colour: str):
    """Shades what lies within a closed line."""
    veil = QColor(colour)
    veil.setAlphaF(VEIL)
    path = QPainterPath()
    for x, y in pieces(*frame.pixels(region.x, region.y)):
        path.addPolygon(polygon(x, y))
    painter.fillPath(path, veil)


def draw_dots(painter: QPainter, frame: Frame, dots: Dots, look: ChartLook):
    """Draws dots that are elsewhere in the next frame, one by one: for a file of lines (ink.py is for pixels)."""
    px, py = (np.asarray(values, float) for values in frame.pixels(dots.x, dots.y))
    is_shown = (np.abs(px) < FAR) & (np.abs(py) < FAR)
    pen = QPen(QColor(look.now if dots.tone is None else look.tone(dots.tone)), MOVING_DOT*look.letters)
    painter.setPen(pen)
    # smoothed ones take ten times as long, and look no better
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    painter.drawPoints(polygon(px[is_shown], py[is_shown]))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)


def draw_mark(painter: QPainter, frame: Frame, mark: Mark, look: ChartLook):
    """Draws the sign of a mark: full where it is stable, empty where it is not, a cross for a saddle."""
    x, y = (float(value) for value in frame.pixels(mark.x, mark.y))
    if not frame.plot.contains(QPointF(x, y)):
        return
    r = SIGN*look.letters
    painter.setPen(QPen(QColor(look.text), 0.75*look.line))
    if mark.kind == "ring":
        painter.drawEllipse(QPointF(x, y), RING*r, RING*r)
        return
    if mark.kind == "saddle":
        painter.drawLine(QPointF(x - r, y - r), QPointF(x + r, y + r))
        painter.drawLine(QPointF(x - r, y + r), QPointF(x + r, y - r))
        return
    painter.setBrush(QColor(look.text) if mark.kind == "stable" else QColor(look.ground))
    if mark.kind == "point":
        painter.drawPolygon(QPolygonF([QPointF(x, y - 1.2*r), QPointF(x + 1.2*r, y), QPointF(x, y + 1.2*r),
                                       QPointF(x - 1.2*r, y)]))
    else:
        painter.drawEllipse(QPointF(x, y), r, r)
    if mark.kind == "centre":
        painter.drawEllipse(QPointF(x, y), 0.25*r, 0.25*r)
    painter.setBrush(Qt.BrushStyle.NoBrush)


def draw_trail(painter: QPainter, px: np.ndarray, py: np.ndarray, look: ChartLook):
    """Draws the way to the present, fading towards its begin."""
    n = len(px)
    if n < 2:
        return
    # the eye sees no more than so many shades
    shades = min(12, n - 1)
    ends = np.linspace(0, n - 1, shades + 1).astype(int)
    for k in range(shades):
        colour = QColor(look.now)
        colour.setAlphaF((k + 1)/shades)
        pen = QPen(colour, look.line*(0.5 + 0.7*(k + 1)/shades))
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        painter.setPen(pen)
        draw_line(painter, px[ends[k]:ends[k + 1] + 1], py[ends[k]:ends[k + 1] + 1])


def draw_now(painter: QPainter, x: float, y: float, look: ChartLook):
    """Draws the present state: a full circle with a rim that is seen on everything."""
    r = 0.45*look.letters
    painter.setPen(QPen(QColor(look.ground), 0.8*look.line))
    painter.setBrush(QColor(look.now))
    painter.drawEllipse(QPointF(x, y), r, r)
    painter.setBrush(Qt.BrushStyle.NoBrush)


def sample_box(x: float, y: float, letters: float) -> QRectF:
    """Returns where the sample of a key stands whose text begins to the right of it at height y."""
    return QRectF(x, y - 0.35*letters, 1.6*letters, 0.7*letters)
