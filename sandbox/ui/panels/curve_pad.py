"""Curves on screen: a small picture of one, and the pad on which one is drawn with the mouse or the keys."""

from math import ceil, floor, log10

import numpy as np

from sandbox.qt.core import QPointF, QRectF, Qt, pyqtSignal
from sandbox.qt.gui import QColor, QPainter, QPen, QPolygonF
from sandbox.qt.widgets import QWidget
from sandbox.scene.drawn_curve import NONE, DrawnCurve, smooth_curve
from sandbox.text import _, unit_text
from sandbox.ui.look.controls import keep_keys
from sandbox.ui.look.theme import colour

COLUMNS = 401          # heights that a hand can give
STEPS = 40             # of the mark from end to end, and of a height from low to high
PAD_KEYS = {Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down}


def heights(parameter: DrawnCurve, text: str, x) -> np.ndarray:
    """Heights of a curve at x; nan where there is none."""
    return np.full(len(x), np.nan) if text == NONE else smooth_curve(text)(x)


class CurvePicture(QWidget):
    """A curve as small as a slider."""

    def __init__(self, parameter: DrawnCurve):
        super().__init__()
        self._parameter, self._text = parameter, NONE
        self.setMinimumWidth(90)
        self.setFixedHeight(26)
        self.setAccessibleName(parameter.name)

    def show_value(self, text: str):
        self._text = text
        self.update()

    def paintEvent(self, event):
        p = self._parameter
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QColor(colour("LINE")))
        painter.drawLine(QPointF(0, self.height()/2), QPointF(self.width(), self.height()/2))
        if self._text != NONE:
            y = heights(p, self._text, np.linspace(p.begin, p.end, 100))
            middle, reach = (p.low + p.high)/2, max(np.abs(y - (p.low + p.high)/2).max(), 0.05*(p.high - p.low))
            painter.setPen(QPen(QColor(colour("BLUE")), 2))
            painter.drawPolyline(QPolygonF([
                QPointF(4 + (self.width() - 8)*i/99, self.height()/2 - (self.height()/2 - 2)*(value - middle)/reach)
                for i, value in enumerate(y)]))


class CurvePad(QWidget):
    """Where a curve is drawn. One height per place, so that it is a function whatever the hand does.

    text   the smooth curve near what was drawn, or "none";  is_clipped  whether the hand left the range just now
    """

    changed = pyqtSignal()
    LEFT, TOP, RIGHT, BOTTOM = 56, 14, 18, 34

    def __init__(self, parameter: DrawnCurve, text: str):
        super().__init__()
        self._parameter, self._last, self.is_clipped, self.mark = parameter, None, False, STEPS//2
        self._x = np.linspace(parameter.begin, parameter.end, COLUMNS)
        self.setMinimumSize(420, 240)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.CrossCursor)
        self.retranslate()
        self.show_text(text)

    def retranslate(self):
        """Texts in the language of the moment."""
        self.setAccessibleName(_("curve {name}").format(name=self._parameter.name))
        self.update()

    def show_text(self, text: str):
        """Begins with that curve."""
        self.text = text
        self._drawn = heights(self._parameter, text, self._x)
        self.is_clipped = False
        self.update()
        self.changed.emit()

    # ---- places -----------------------------------------------------------------------------------------------------

    @property
    def _frame(self) -> QRectF:
        return QRectF(self.rect()).adjusted(self.LEFT, self.TOP, -self.RIGHT, -self.BOTTOM)

    def place(self, x: float, y: float) -> QPointF:
        """Where the point (x, y) of the curve is on the pad."""
        p, frame = self._parameter, self._frame
        return QPointF(frame.left() + frame.width()*(x - p.begin)/(p.end - p.begin),
                       frame.bottom() - frame.height()*(y - p.low)/(p.high - p.low))

    def _under(self, position) -> tuple[int, float]:
        """Column and height under the mouse, kept inside."""
        p, frame = self._parameter, self._frame
        column = round((position.x() - frame.left())/frame.width()*(COLUMNS - 1))
        y = p.low + (frame.bottom() - position.y())/frame.height()*(p.high - p.low)
        self.is_clipped = self.is_clipped or not p.low <= y <= p.high
        return min(max(column, 0), COLUMNS - 1), min(max(y, p.low), p.high)

    # ---- the hand ---------------------------------------------------------------------------------------------------

    def mousePressEvent(self, event):
        if event.button() == Qt.MouseButton.LeftButton:
            self.is_clipped = False
            self._last = self._under(event.localPos())
            self._draw_to(*self._last)

    def mouseMoveEvent(self, event):
        if self._last is not None:
            self._draw_to(*self._under(event.localPos()))
            self.changed.emit()

    def mouseReleaseEvent(self, event):
        if event.button() == Qt.MouseButton.LeftButton and self._last is not None:
            self._last = None
            self._smooth()

    def _draw_to(self, column: int, y: float):
        """A straight stroke from the last place; what was there before is replaced."""
        before, height = self._last
        low, high = sorted((before, column))
        ends = (height, y) if before <= column else (y, height)
        self._drawn[low:high + 1] = np.linspace(*ends, high - low + 1) if high > low else y
        self._last = (column, y)
        self.update()

    def _smooth(self):
        """Takes what was drawn; where nothing was, the nearest strokes are joined."""
        known = np.isfinite(self._drawn)
        self._drawn = np.interp(self._x, self._x[known], self._drawn[known])
        self.text = self._parameter.smoothed(self._x, self._drawn)
        self.update()
        self.changed.emit()

    # ---- the keys ---------------------------------------------------------------------------------------------------

    def event(self, event):
        return keep_keys(event, PAD_KEYS) or super().event(event)

    def keyPressEvent(self, event):
        key, p = event.key(), self._parameter
        if key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            self.mark = min(max(self.mark + (1 if key == Qt.Key.Key_Right else -1), 0), STEPS)
            self.update()
        elif key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            step = (p.high - p.low)/STEPS*(0.2 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1.0)
            place = (np.arange(COLUMNS)/(COLUMNS - 1) - self.mark/STEPS)*STEPS/3.0
            bent = np.nan_to_num(self._drawn) + (step if key == Qt.Key.Key_Up else -step)*np.exp(-0.5*place*place)
            self.is_clipped = bool(np.any((bent < p.low) | (bent > p.high)))
            self._drawn = np.clip(bent, p.low, p.high)
            self._smooth()
        else:
            super().keyPressEvent(event)

    # ---- the picture ------------------------------------------------------------------------------------------------

    def paintEvent(self, event):
        p, frame = self._parameter, self._frame
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(frame, QColor(colour("NIGHT")))
        for low, high, is_x in ((p.begin, p.end, True), (p.low, p.high, False)):
            for value in ticks(low, high, frame.width()/90 if is_x else frame.height()/45):
                ends = (self.place(value, p.low), self.place(value, p.high)) if is_x else (
                    self.place(p.begin, value), self.place(p.end, value))
                painter.setPen(QPen(QColor(colour("EDGE" if value == 0.0 else "LINE")), 1))
                painter.drawLine(*ends)
                painter.setPen(QColor(colour("DIM")))
                box = QRectF(ends[0].x() - 40, frame.bottom() + 4, 80, 24) if is_x else QRectF(
                    0, ends[0].y() - 12, self.LEFT - 8, 24)
                painter.drawText(box, Qt.AlignmentFlag.AlignHCenter if is_x
                                 else Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, f"{value:g}")
        for box, flags, unit in ((QRectF(frame.right() - 80, frame.bottom() - 26, 74, 24), Qt.AlignmentFlag.AlignRight,
                                  p.x_unit),
                                 (QRectF(frame.left() + 6, frame.top(), 80, 24), Qt.AlignmentFlag.AlignLeft, p.unit)):
            painter.drawText(box, flags | Qt.AlignmentFlag.AlignVCenter, f"[{unit_text(unit) or '1'}]")
        known = np.isfinite(self._drawn)
        if self._last is not None or self.text == NONE:
            self._line(painter, self._x[known], self._drawn[known], QPen(QColor(colour("AMBER")), 2))
        if self.text != NONE and self._last is None:
            self._line(painter, self._x, smooth_curve(self.text)(self._x), QPen(QColor(colour("BLUE")), 3))
        if self.hasFocus():
            x = p.begin + (p.end - p.begin)*self.mark/STEPS
            painter.setPen(QPen(QColor(colour("GREEN")), 1, Qt.PenStyle.DashLine))
            painter.drawLine(self.place(x, p.low), self.place(x, p.high))

    def _line(self, painter, x, y, pen: QPen):
        painter.setPen(pen)
        painter.drawPolyline(QPolygonF([self.place(a, b) for a, b in zip(x, y, strict=True)]))


def ticks(low: float, high: float, most: float) -> list[float]:
    """Round numbers from low to high, about as many."""
    rough = (high - low)/max(most, 1.0)
    size = 10.0**floor(log10(rough))
    step = next(size*f for f in (1, 2, 5, 10) if size*f >= rough)
    return [float(f"{i*step:.12g}") for i in range(ceil(low/step - 1e-9), floor(high/step + 1e-9) + 1)]
