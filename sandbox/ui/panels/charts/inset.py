"""The chart over the picture: for an audience, and on saved pictures; dragged with the mouse."""

from sandbox.charts.paint import ChartPainter
from sandbox.charts.style import look_of
from sandbox.qt.core import QEvent, QPoint, QRectF, Qt, pyqtSignal
from sandbox.qt.gui import QColor, QFont, QPainter, QPen
from sandbox.qt.widgets import QWidget
from sandbox.run.readings.chart_now import NOWHERE, ChartNow
from sandbox.scene.charts.chart import ChartElement
from sandbox.text import _
from sandbox.ui.look import theme
from sandbox.ui.look.format import tooltip

SIZES = (0.3, 0.42, 0.56, 0.75)     # heights, in heights of the picture
SIZE = 1                            # number of the size at first
SHAPE = 1.2                         # width over height
LETTERS = 0.052                     # height of letters over that of the chart
SMALLEST = 11                       # [px] of letters
EDGE = 10                           # [px] from the edge of the picture


class ChartInset(QWidget):
    """Shows what the panel of charts shows, over the picture; `resized` when a person has made it larger or smaller."""

    resized = pyqtSignal()

    def __init__(self, view: QWidget):
        super().__init__(view)
        self._place, self._size_number = (1.0, 0.0), SIZE
        self._painter_of: ChartPainter | None = None
        self._now: ChartNow = NOWHERE
        self._held: QPoint | None = None
        self.setCursor(Qt.CursorShape.OpenHandCursor)
        self.hide()
        view.installEventFilter(self)
        self.retranslate()

    def retranslate(self):
        """Texts in the language of the moment."""
        self.setAccessibleName(_("chart over the picture"))
        self.setToolTip(tooltip(_("drag it anywhere; the wheel makes it larger or smaller")))
        self.restyle()

    def restyle(self):
        """Colours and sizes for the present theme and picture."""
        if self._painter_of is not None:
            self._painter_of.look = self._look(self.height())
            self._painter_of.forget()
        self._settle()
        self.update()

    @staticmethod
    def _look(height: float):
        return look_of(theme.present(), max(float(SMALLEST), LETTERS*height))

    def show_as(self, painter_of: ChartPainter | None):
        """Shows the chart of another painter, in the view that this one has; None: nothing."""
        if painter_of is None:
            self._painter_of = None
            return
        if self._painter_of is None or self._painter_of.chart is not painter_of.chart:
            self._painter_of = ChartPainter(painter_of.chart, self._look(self.height()), painter_of.chart.name)
        self._painter_of.view, self._painter_of.parts = painter_of.view, painter_of.parts

    def follow(self, now: ChartNow):
        """Shows the present motion."""
        self._now = now
        self.update()

    @property
    def has_chart(self) -> bool:
        """Whether there is something to show."""
        return self._painter_of is not None

    def paintEvent(self, event):
        if self._painter_of is not None:
            painter = QPainter(self)
            self._painter_of.paint(painter, QRectF(self.rect()), self._now)
            painter.setPen(QPen(QColor(theme.colour("LINE")), 1))
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))

    def paint_over(self, painter: QPainter, width: int, height: int):
        """Paints it where it stands over a picture of another size; nothing where it is hidden."""
        view = self.parentWidget()
        if self.isHidden() or self._painter_of is None or not view.height():
            return
        scale = height/view.height()
        box = QRectF(scale*self.x(), scale*self.y(), scale*self.width(), scale*self.height())
        if box.right() > width:
            box.moveRight(width - scale*EDGE)
        parts: tuple[ChartElement, ...] = self._painter_of.parts
        again = ChartPainter(self._painter_of.chart, self._look(box.height()), self._painter_of.title)
        again.view, again.parts = self._painter_of.view or self._painter_of.whole, parts
        painter.setFont(QFont(self.font()))
        again.paint(painter, box, self._now)

    # ---- place and size ---------------------------------------------------------------------------------------------

    def _settle(self):
        view = self.parentWidget()
        high = round(SIZES[self._size_number]*view.height())
        wide = min(round(SHAPE*high), view.width() - 2*EDGE)
        self.resize(max(120, wide), max(100, high))
        x, y = self._place
        self.move(round(EDGE + x*max(0, view.width() - self.width() - 2*EDGE)),
                  round(EDGE + y*max(0, view.height() - self.height() - 2*EDGE)))

    def mousePressEvent(self, event):
        self._held = event.globalPos() - self.pos()
        self.setCursor(Qt.CursorShape.ClosedHandCursor)

    def mouseMoveEvent(self, event):
        if self._held is not None:
            view, corner = self.parentWidget(), event.globalPos() - self._held
            free = (max(1, view.width() - self.width() - 2*EDGE), max(1, view.height() - self.height() - 2*EDGE))
            self._place = (min(max((corner.x() - EDGE)/free[0], 0.0), 1.0),
                           min(max((corner.y() - EDGE)/free[1], 0.0), 1.0))
            self._settle()

    def mouseReleaseEvent(self, event):
        self._held = None
        self.setCursor(Qt.CursorShape.OpenHandCursor)

    def wheelEvent(self, event):
        step = 1 if event.angleDelta().y() > 0 else -1
        self._size_number = min(max(self._size_number + step, 0), len(SIZES) - 1)
        self.restyle()
        self.resized.emit()

    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.Resize:
            self.restyle()
        return False
