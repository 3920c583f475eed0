"""The bar of the time line: what the mouse and the keys do on it."""

from sandbox.qt.core import QEvent, QRectF, Qt, pyqtSignal
from sandbox.qt.gui import QColor, QPainter, QPen
from sandbox.qt.widgets import QSizePolicy, QToolTip, QWidget
from sandbox.text import _, unit_text
from sandbox.ui.look.format import tooltip
from sandbox.ui.look.theme import colour
from sandbox.ui.timeline.ink import GRIP, Ink, Shown
from sandbox.ui.timeline.stretch import Stretch, moved, whole, zoomed

SIDE = 22                # [px] beside the line
MIDDLE = 12              # [px] height of the line below the upper edge
HEIGHT, SLIM = 35, 24    # [px] with numbers below the line, and without
ZOOM = 1.25              # by one notch of the wheel
SHORTEST = 4             # [px] of a drag that marks a stretch


class TimeBar(QWidget):
    """Shows a run on a line; tells which instant is wanted, and which stretch is to be repeated.

    shown   what it shows, set by whoever follows the run
    """

    sought = pyqtSignal(float)              # an instant [s]
    marked = pyqtSignal(float, float)       # ends of a loop [s]
    noted = pyqtSignal(object)              # the time under the mouse [s], or None

    def __init__(self):
        super().__init__()
        self.shown = Shown()
        self._scale, self._is_slim = 1.0, False
        self._view: tuple[float, float] | None = None     # what is shown of the line, None for all of it
        self._drag = ""                                   # "now", "a", "b", "loop", "move"
        self._from = 0.0                                  # [s] where a loop, or [px] where a move began
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.set_look(1.0, False)

    # ---- what is shown ----------------------------------------------------------------------------------------------

    def set_look(self, scale: float, is_slim: bool):
        """Sets the size of letters and marks, and whether there are numbers below the line."""
        self._scale, self._is_slim = scale, is_slim
        self.setFixedHeight(round((SLIM if is_slim else HEIGHT)*scale))
        self.update()

    def begin(self):
        """Another run: a drag is over, all of the line is shown."""
        self._drag, self._view = "", None
        self.shown.hover = None

    @property
    def is_dragged(self) -> bool:
        """Whether the mouse holds the present instant."""
        return self._drag == "now"

    @property
    def stretch(self) -> Stretch:
        """What is shown, and where it lies."""
        begin, end = self._view or self._limits
        side = SIDE*self._scale
        return Stretch(begin, end, side, max(self.width() - 2*side, 1.0))

    @property
    def _limits(self) -> tuple[float, float]:
        return whole(self.shown.oldest, self.shown.newest)

    def follow(self):
        """Shows what has changed; a stretch that was chosen goes along with the present instant."""
        if self._view is not None and not self._drag:
            begin, end = self._view
            if not begin <= self.shown.now <= end:
                self._view = moved(begin, end, self.shown.now - begin - 0.1*(end - begin), self._limits)
        self.update()

    def paintEvent(self, _event):
        painter = QPainter(self)
        Ink(painter, self.stretch, MIDDLE*self._scale, self._scale).draw(self.shown, not self._is_slim)
        if self.hasFocus():
            painter.setClipping(False)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(colour("BLUE")), 1.5))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(2, 1, -2, -1), 4, 4)

    # ---- the mouse --------------------------------------------------------------------------------------------------

    def _held_at(self, x: float) -> str:
        """Which end of the loop lies under the mouse, or ""."""
        for name in ("a", "b"):
            t = getattr(self.shown, name)
            if t is not None and abs(self.stretch.x(t) - x) <= GRIP*self._scale:
                return name
        return ""

    def mousePressEvent(self, event):
        x = event.localPos().x()
        has_shift = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
        wants_loop = event.button() == Qt.MouseButton.RightButton or has_shift
        if event.button() == Qt.MouseButton.MiddleButton:
            self._drag, self._from = "move", x
        elif wants_loop:
            self._drag, self._from = "loop", x
        elif event.button() == Qt.MouseButton.LeftButton:
            near_now = abs(self.stretch.x(self.shown.now) - x) <= GRIP*self._scale
            self._drag = "now" if near_now else self._held_at(x) or "now"
        self._pull(x)

    def mouseMoveEvent(self, event):
        self._pull(event.localPos().x())

    def mouseReleaseEvent(self, event):
        self._pull(event.localPos().x())
        self._drag = ""

    def _pull(self, x: float):
        """Does what a drag means whose mouse has come to a pixel."""
        stretch, shown = self.stretch, self.shown
        t = stretch.t(x)
        shown.hover = t
        kept = min(max(t, shown.oldest), shown.newest)
        if self._drag == "now":
            shown.now = kept
            self.sought.emit(kept)
        elif self._drag == "loop" and abs(x - self._from) >= SHORTEST:
            start = min(max(stretch.t(self._from), shown.oldest), shown.newest)
            self.marked.emit(min(start, kept), max(start, kept))
        elif self._drag in ("a", "b"):
            other = shown.b if self._drag == "a" else shown.a
            if other is None:
                other = shown.newest if self._drag == "a" else shown.oldest
            self.marked.emit(*((min(kept, other), other) if self._drag == "a" else (other, max(kept, other))))
        elif self._drag == "move" and self._view is not None:
            self._view = moved(*self._view, stretch.t(self._from) - t, self._limits)
            self._from = x
        self.noted.emit(t)
        self.setCursor(Qt.CursorShape.SizeHorCursor if self._held_at(x) or self._drag in ("a", "b")
                       else Qt.CursorShape.ArrowCursor)
        self.update()

    def wheelEvent(self, event):
        turned = event.angleDelta()
        if turned.x() and not turned.y():
            self.move_view(-turned.x()/1200)
        elif turned.y():
            self.zoom(ZOOM**(-turned.y()/120), self.stretch.t(event.position().x()))
        event.accept()

    def mouseDoubleClickEvent(self, event):
        self._view = None
        self.update()

    def leaveEvent(self, _event):
        if not self._drag:
            self.shown.hover = None
            self.noted.emit(None)
            self.update()

    def event(self, event):
        if event.type() == QEvent.Type.ToolTip:
            QToolTip.showText(event.globalPos(), tooltip(self.told_at(event.pos().x())), self)
            return True
        return super().event(event)

    def told_at(self, x: float) -> str:
        """Returns what is known of the instant at a pixel: what happened or was done, or what can be done."""
        stretch = self.stretch
        t = stretch.t(x)
        mark = self.shown.marks.near(t, GRIP*self._scale*(stretch.end - stretch.begin)/stretch.width)
        if mark is not None:
            return mark.text
        return _("t = {t:.3f} {unit}\nClick or drag: show that instant. Drag with the right button or Shift: repeat "
                 "that stretch. Wheel: zoom, double click: show all.").format(t=t, unit=unit_text("s"))

    # ---- keys -------------------------------------------------------------------------------------------------------

    def keyPressEvent(self, event):
        factor = {Qt.Key.Key_Plus: 1/ZOOM, Qt.Key.Key_Equal: 1/ZOOM, Qt.Key.Key_Minus: ZOOM}.get(event.key())
        if factor is not None:
            self.zoom(factor, self.shown.now)
        else:
            super().keyPressEvent(event)

    def zoom(self, factor: float, at: float):
        """Shows a stretch `factor` times as long, in which the time `at` [s] keeps its place."""
        stretch, limits = self.stretch, self._limits
        view = zoomed(stretch.begin, stretch.end, min(max(at, stretch.begin), stretch.end), factor, limits)
        self._view = None if view[1] - view[0] >= limits[1] - limits[0] else view
        self.update()

    def move_view(self, share: float):
        """Moves a stretch that was chosen by a share of its length."""
        if self._view is not None:
            self._view = moved(*self._view, share*(self._view[1] - self._view[0]), self._limits)
            self.update()
