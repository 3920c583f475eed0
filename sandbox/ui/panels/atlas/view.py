"""A map in the window: a click and a drag give the run its values; the wheel, or a frame that is drawn, shows less."""

from sandbox.charts.map_paint import MapPainter, MapSeen
from sandbox.charts.scales import Range
from sandbox.charts.style import LETTERS, look_of
from sandbox.qt.core import QPointF, QRectF, QSize, Qt, pyqtSignal
from sandbox.qt.gui import QColor, QPainter, QPen
from sandbox.qt.widgets import QSizePolicy, QWidget
from sandbox.text import _
from sandbox.ui.look import theme

STEP = 1.5              # zoom by one notch of the wheel, or one key
STILL = 4               # [px] a press that moves less is a click
LEAST = 12              # [px] a frame that is smaller is none
FINE, COARSE = 1/128, 1/16      # shares of the map by which keys move the cross, and with Shift
KEYS = {Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0), Qt.Key.Key_Up: (0, 1), Qt.Key.Key_Down: (0, -1)}
OTHERS = (Qt.Key.Key_Plus, Qt.Key.Key_Equal, Qt.Key.Key_Minus, Qt.Key.Key_Home, Qt.Key.Key_Backspace,
          Qt.Key.Key_Return, Qt.Key.Key_Enter)
Ranges = tuple[Range, Range]


class AtlasView(QWidget):
    """Shows a map, or none.

    view     the ranges that are shown;  point  of the present run, or None;  cross  of the keys, or None
    picked   picked(x, y, gesture): a click (0), or a place of a drag, whose places have one number
    viewed   the person wants these ranges;  back  the ones before;  all  all of it
    pointed  the mouse or the cross is at a point;  left  it is nowhere any more
    """

    picked = pyqtSignal(float, float, int)
    viewed = pyqtSignal(object)
    back = pyqtSignal()
    all = pyqtSignal()
    pointed = pyqtSignal(float, float)
    left = pyqtSignal()

    def __init__(self, text_scale: float = 1.0):
        super().__init__()
        self._letters = LETTERS*text_scale
        self.painter_of = MapPainter(look_of(theme.present(), self._letters))
        self.seen: MapSeen | None = None
        self.view: Ranges = ((0.0, 1.0), (0.0, 1.0))
        self.point: tuple[float, float] | None = None
        self.cross: tuple[float, float] | None = None
        self.said = ""
        self._begin: QPointF | None = None
        self._end: QPointF | None = None
        self._draws_frame, self._is_drag, self._gesture = False, False, 0
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(160, 120)
        self.setCursor(Qt.CursorShape.CrossCursor)

    def sizeHint(self):
        return QSize(400, 360)

    def restyle(self):
        """The colours of the present theme."""
        self.painter_of = MapPainter(look_of(theme.present(), self._letters))
        self.update()

    def show_map(self, seen: MapSeen | None, view: Ranges | None = None, said: str = ""):
        """Shows a map over some ranges, or why there is none."""
        self.seen, self.view, self.said = seen, view or self.view, said
        self.update()

    # ---- painting ---------------------------------------------------------------------------------------------------

    def paintEvent(self, _event):
        painter = QPainter(self)
        painter.setFont(self.font())
        look = self.painter_of.look
        if self.seen is None:
            painter.fillRect(self.rect(), QColor(look.ground))
            painter.setPen(QColor(look.dim))
            painter.drawText(self.rect().adjusted(16, 16, -16, -16),
                             int(Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap), self.said)
            return
        frame = self.painter_of.paint(painter, QRectF(self.rect()), self.seen, self.view)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setClipRect(frame.plot)
        if self.point is not None:
            x, y = (float(v) for v in frame.pixels(*self.point))
            # seen on light and on dark cells
            for colour, width in (("#10151c", 5.0), ("#ffffff", 2.0)):
                painter.setPen(QPen(QColor(colour), width))
                painter.drawEllipse(QPointF(x, y), 7.0, 7.0)
        if self.cross is not None and self.hasFocus():
            x, y = (float(v) for v in frame.pixels(*self.cross))
            for colour, width in (("#10151c", 3.0), ("#ffffff", 1.0)):
                painter.setPen(QPen(QColor(colour), width))
                painter.drawLine(QPointF(x, frame.plot.top()), QPointF(x, frame.plot.bottom()))
                painter.drawLine(QPointF(frame.plot.left(), y), QPointF(frame.plot.right(), y))
        if self._draws_frame and self._begin is not None and self._end is not None:
            painter.setPen(QPen(QColor("#ffffff"), 1.5, Qt.PenStyle.DashLine))
            painter.drawRect(QRectF(self._begin, self._end).normalized())
        painter.setClipping(False)
        if self.hasFocus():
            painter.setPen(QPen(QColor(theme.colour("BLUE")), 1))
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))

    # ---- the ranges -------------------------------------------------------------------------------------------------

    def zoom(self, steps: float, place: QPointF | None = None):
        """Shows less around a place, the cross or the middle at first; or more, where `steps` is negative."""
        frame = self.painter_of.frame
        if self.seen is None or frame is None or frame.plot.width() < 1.0:
            return
        if place is not None:
            middle = frame.point(place.x(), place.y())
        else:
            middle = self.cross or tuple(0.5*(low + high) for low, high in self.view)
        factor = STEP**-steps
        self.viewed.emit(tuple((at + (low - at)*factor, at + (high - at)*factor)
                               for at, (low, high) in zip(middle, self.view, strict=True)))

    def wheelEvent(self, event):
        self.zoom(event.angleDelta().y()/120.0, event.posF())
        event.accept()

    # ---- the mouse --------------------------------------------------------------------------------------------------

    def _inside(self, place: QPointF) -> bool:
        frame = self.painter_of.frame
        return self.seen is not None and frame is not None and frame.plot.contains(place)

    def mousePressEvent(self, event):
        if event.button() == Qt.MouseButton.LeftButton and self._inside(event.localPos()):
            self._begin = self._end = event.localPos()
            self._draws_frame = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            self._is_drag = False
            self._gesture += 1

    def mouseMoveEvent(self, event):
        place, frame = event.localPos(), self.painter_of.frame
        if self._begin is not None and frame is not None:
            self._is_drag = self._is_drag or (place - self._begin).manhattanLength() > STILL
            self._end = _within(place, frame.plot)
            if self._is_drag and not self._draws_frame:
                self.picked.emit(*frame.point(self._end.x(), self._end.y()), self._gesture)
            self.update()
        if self._inside(place):
            self.pointed.emit(*frame.point(place.x(), place.y()))
        else:
            self.left.emit()

    def mouseReleaseEvent(self, event):
        frame, begin = self.painter_of.frame, self._begin
        if event.button() != Qt.MouseButton.LeftButton or begin is None or frame is None:
            return
        end = _within(event.localPos(), frame.plot)
        self._begin = self._end = None
        if self._draws_frame:
            box = QRectF(begin, end).normalized()
            if box.width() >= LEAST and box.height() >= LEAST:
                x0, y0 = frame.point(box.left(), box.bottom())
                x1, y1 = frame.point(box.right(), box.top())
                self.viewed.emit(((x0, x1), (y0, y1)))
        elif self._is_drag or (end - begin).manhattanLength() > STILL:
            # the last move of a quick hand may be nowhere but here
            self.picked.emit(*frame.point(end.x(), end.y()), self._gesture)
        else:
            self.picked.emit(*frame.point(begin.x(), begin.y()), 0)
        self._draws_frame = False
        self.update()

    def leaveEvent(self, event):
        self.left.emit()
        super().leaveEvent(event)

    # ---- keys -------------------------------------------------------------------------------------------------------

    def event(self, event):
        if event.type() == event.Type.ShortcutOverride and event.key() in (*KEYS, *OTHERS) \
                and not event.modifiers() & (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event):
        key = event.key()
        if self.seen is None:
            super().keyPressEvent(event)
        elif key in KEYS:
            share = COARSE if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else FINE
            now = self.cross or self.point or tuple(0.5*(low + high) for low, high in self.view)
            self.cross = tuple(min(max(at + sign*share*(high - low), low), high) for at, sign, (low, high) in
                               zip(now, KEYS[key], self.view, strict=True))
            self.pointed.emit(*self.cross)
            self.update()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if self.cross is not None:
                self.picked.emit(*self.cross, 0)
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal, Qt.Key.Key_Minus):
            self.zoom(-1 if key == Qt.Key.Key_Minus else 1)
        elif key == Qt.Key.Key_Home:
            self.all.emit()
        elif key == Qt.Key.Key_Backspace:
            self.back.emit()
        else:
            super().keyPressEvent(event)

    def retranslate(self):
        """Texts in the language of the moment."""
        self.setAccessibleName(_("map"))
        self.setAccessibleDescription(_("arrow keys move the cross, Enter begins the run there, + and - zoom, Home "
                                        "shows all, Backspace what was shown before"))
        self.update()


def _within(place: QPointF, box: QRectF) -> QPointF:
    """The nearest place within a box."""
    return QPointF(min(max(place.x(), box.left()), box.right()), min(max(place.y(), box.top()), box.bottom()))
