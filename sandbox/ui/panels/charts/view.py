"""A chart in the window: zoom by the wheel, pan by dragging, a click where the run can begin."""

from sandbox.charts.paint import ChartPainter
from sandbox.charts.plane import nearest_mark
from sandbox.charts.scales import View
from sandbox.charts.style import LETTERS, look_of
from sandbox.qt.core import QPointF, QRectF, QSize, Qt, pyqtSignal
from sandbox.qt.gui import QColor, QPainter, QPen
from sandbox.qt.widgets import QSizePolicy, QToolTip, QWidget
from sandbox.run.readings.chart_now import NOWHERE, ChartNow
from sandbox.scene.charts.chart import Chart, ChartElement
from sandbox.text import _
from sandbox.ui.look import theme
from sandbox.ui.look.format import shown_value, tooltip

STEP = 1.25             # zoom by one notch of the wheel, or one key
MOVE = 1/8              # share of a range by which a key moves it
STILL = 4               # [px] a press that moves less is a click
DEEPEST, WIDEST = 1e-7, 1e3     # width of the view over that of the whole
REACH = 9.0             # [px] from a mark that is pointed at
KEYS = {Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0), Qt.Key.Key_Up: (0, 1), Qt.Key.Key_Down: (0, -1)}


class ChartView(QWidget):
    """Shows one chart, or none.

    clicked   a click on the plane, in the units of its axes
    """

    clicked = pyqtSignal(float, float)

    def __init__(self, text_scale: float = 1.0):
        super().__init__()
        self._letters = LETTERS*text_scale
        self.painter_of: ChartPainter | None = None
        self.now: ChartNow = NOWHERE
        self._held: QPointF | None = None
        self._begin: QPointF | None = None
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(160, 120)
        self.retranslate()

    def sizeHint(self):
        return QSize(340, 300)

    def retranslate(self):
        """Texts in the language of the moment."""
        self.setAccessibleName(_("chart"))
        self.restyle()

    def restyle(self):
        """Everything again, in the colours and the language of the present."""
        if self.painter_of is not None:
            self.painter_of.look = look_of(theme.present(), self._letters)
            self.painter_of.forget()
        self.update()

    # ---- what is shown ----------------------------------------------------------------------------------------------

    def show_chart(self, chart: Chart | None, keeps_view: bool = False):
        """Shows another chart, or none; `keeps_view`: it is the same plane with other curves."""
        before, self.now = self.painter_of, NOWHERE
        self.painter_of = None if chart is None else ChartPainter(chart, look_of(theme.present(), self._letters))
        if keeps_view and before is not None and self.painter_of is not None:
            self.painter_of.view = before.view
        has_start = chart is not None and chart.start is not None
        self.setCursor(Qt.CursorShape.CrossCursor if has_start else Qt.CursorShape.ArrowCursor)
        self.update()

    def follow(self, now: ChartNow):
        """Shows the present motion."""
        self.now = now
        self.update()

    def show_parts(self, parts: tuple[ChartElement, ...]):
        """Shows what was found meanwhile."""
        if self.painter_of is not None:
            self.painter_of.parts = parts
            self.update()

    def paintEvent(self, event):
        painter = QPainter(self)
        if self.painter_of is None:
            return
        painter.setFont(self.font())
        self.painter_of.paint(painter, QRectF(self.rect()), self.now)
        if self.hasFocus():
            painter.setPen(QPen(QColor(theme.colour("BLUE")), 1))
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))

    # ---- the view ---------------------------------------------------------------------------------------------------

    def reset(self):
        """Shows all again."""
        if self.painter_of is not None:
            self.painter_of.view = None
            self.painter_of.forget()
            self.update()

    def zoom(self, steps: float, place: QPointF | None = None):
        """Shows less around a place, the middle at first; or more, where `steps` is negative."""
        frame = self._frame()
        if frame is None:
            return
        place = place or frame.plot.center()
        share_x = (place.x() - frame.plot.left())/frame.plot.width()
        share_y = (frame.plot.bottom() - place.y())/frame.plot.height()
        factor = STEP**-steps
        self._set_view(tuple(_zoomed(old, share, factor) for old, share in
                             zip(frame.view, (share_x, share_y), strict=True)))

    def move_by(self, right: float, up: float):
        """Moves the view by shares of its ranges."""
        frame = self._frame()
        if frame is not None:
            self._set_view(tuple((low + share*(high - low), high + share*(high - low))
                                 for (low, high), share in zip(frame.view, (right, up), strict=True)))

    def _frame(self):
        return self.painter_of.frame if self.painter_of is not None else None

    def _set_view(self, view: View):
        assert self.painter_of is not None
        whole = self.painter_of.whole
        for (low, high), (first, last) in zip(view, whole, strict=True):
            size = max(abs(first), abs(last), last - first)
            if not DEEPEST < (high - low)/(last - first) < WIDEST or max(abs(low), abs(high)) > WIDEST*size:
                return
        self.painter_of.view = view
        self.update()

    # ---- mouse and keys ---------------------------------------------------------------------------------------------

    def wheelEvent(self, event):
        self.zoom(event.angleDelta().y()/120.0, event.posF())
        event.accept()

    def mousePressEvent(self, event):
        if event.button() == Qt.MouseButton.LeftButton:
            self._held = self._begin = event.localPos()

    def mouseMoveEvent(self, event):
        frame, place = self._frame(), event.localPos()
        if frame is None:
            return
        if self._held is not None:
            if (place - self._begin).manhattanLength() > STILL or self._held is not self._begin:
                self.move_by((self._held.x() - place.x())/frame.plot.width(),
                             (place.y() - self._held.y())/frame.plot.height())
                self._held = place
            return
        self._tell(frame, place)

    def mouseReleaseEvent(self, event):
        frame = self._frame()
        if event.button() != Qt.MouseButton.LeftButton or self._begin is None:
            return
        was_click, self._held = self._held is self._begin, None
        if was_click and frame is not None and frame.plot.contains(event.localPos()):
            self.clicked.emit(*frame.point(event.localPos().x(), event.localPos().y()))

    def mouseDoubleClickEvent(self, event):
        # of a chart where a click begins a run anew a second click is one more
        if self.painter_of is not None and self.painter_of.chart.start is None:
            self.reset()

    def _tell(self, frame, place: QPointF):
        """The mark under the mouse, or where it is."""
        assert self.painter_of is not None
        chart = self.painter_of.chart
        if not frame.plot.contains(place):
            QToolTip.hideText()
            return
        mark = nearest_mark(chart, (*self.painter_of.parts, *self.now.parts), frame, place, REACH)
        x, y = frame.point(place.x(), place.y())
        text = f"({shown_value(x)}, {shown_value(y)})"
        if mark is not None:
            text = "\n".join(filter(None, (_(mark.label), _(mark.about),
                                           f"({shown_value(mark.x, 7)}, {shown_value(mark.y, 7)})")))
        if chart.start is not None:
            text += "\n" + _("a click begins the run there")
        QToolTip.showText(self.mapToGlobal(place.toPoint()), tooltip(text), self)

    def event(self, event):
        ours = (*KEYS, Qt.Key.Key_Plus, Qt.Key.Key_Minus, Qt.Key.Key_Home)
        if event.type() == event.Type.ShortcutOverride and event.key() in ours \
                and not event.modifiers() & (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event):
        if event.key() in KEYS:
            right, up = KEYS[event.key()]
            self.move_by(MOVE*right, MOVE*up)
        elif event.key() in (Qt.Key.Key_Plus, Qt.Key.Key_Equal, Qt.Key.Key_Minus):
            self.zoom(-1 if event.key() == Qt.Key.Key_Minus else 1)
        elif event.key() == Qt.Key.Key_Home:
            self.reset()
        else:
            super().keyPressEvent(event)


def _zoomed(old: tuple[float, float], share: float, factor: float) -> tuple[float, float]:
    low, high = old
    middle = low + share*(high - low)
    return middle + (low - middle)*factor, middle + (high - middle)*factor

