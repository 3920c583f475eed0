"""A disc in a corner of the picture: the ball from behind the cue, the point where it is hit, and the score."""

from math import hypot

from sandbox.qt.core import QEvent, QPointF, QRectF, Qt
from sandbox.qt.gui import QColor, QPainter, QPen
from sandbox.qt.widgets import QWidget
from sandbox.scene.controls import Counted, House
from sandbox.text import _, name_text
from sandbox.ui.hand.cue import CueCase
from sandbox.ui.look.controls import keep_keys
from sandbox.ui.look.format import tooltip
from sandbox.ui.look.theme import colour

SIZE, EDGE, DOT = 104, 14, 6     # [px] of the disc, from the corner, of the point
LINES, OF_END = 2.4, 4.8         # letter heights below it for a score, for that of an end
KEYS = {Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0), Qt.Key.Key_Up: (0, 1), Qt.Key.Key_Down: (0, -1)}
STEP = 0.05              # of the radius, that a key moves the point
MARGIN = 10              # [px] beside the words


class CueDisc(QWidget):
    """Stands in the lower right corner of the picture where a body is hit with a cue."""

    def __init__(self, picture: QWidget, case: CueCase):
        super().__init__(picture)
        self.setObjectName("cuedisc")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.CrossCursor)
        self._case, self._is_away = case, False
        case.changed.connect(self.follow)
        picture.installEventFilter(self)
        self.retranslate()
        self.hide()

    def retranslate(self):
        text = _("Where the ball is hit, seen from behind it: above the middle it follows, below it draws back, beside "
                 "it gets side spin. Click, or arrow keys; Home: the middle. The shot: press the ball, draw back, let "
                 "go; with keys H, arrows, Enter.")
        self.setToolTip(tooltip(text))
        self.setAccessibleName(_("Point of the cue"))
        self.setAccessibleDescription(text)
        self.update()

    def set_away(self, on: bool):
        """Takes it away where something else is played, or brings it back."""
        if on != self._is_away:
            self._is_away = on
            self.follow()

    def follow(self):
        """Shows what holds; is away where there is no cue."""
        self.setVisible(self._case.is_there and not self._is_away)
        if self.isVisible():
            self._settle()
            self.update()

    def _settle(self):
        picture, letters = self.parentWidget(), self.fontMetrics()
        # as wide as the longest words that there may be, so that the disc stays where it is
        words = *self._words(), _of_point(-1.0, -1.0)
        half = max(letters.horizontalAdvance(line) for line in words)//2 + MARGIN
        # even, so that the middle of the disc is a pixel
        self.resize(max(SIZE, 2*half), SIZE + round((LINES if self._case.house is None else OF_END)*letters.height()))
        # what is steered as well has the corner
        pad = picture.findChild(QWidget, "steerpad", Qt.FindChildOption.FindDirectChildrenOnly)
        beside = pad.width() + EDGE if pad is not None and pad.isVisible() else 0
        self.move(picture.width() - self.width() - EDGE - beside, picture.height() - self.height() - EDGE)
        self.raise_()
        for other in picture.findChildren(QWidget, "message", Qt.FindChildOption.FindDirectChildrenOnly):
            # what is said lies over it
            other.raise_()

    def eventFilter(self, _watched, event):
        if event.type() in (QEvent.Type.Resize, QEvent.Type.FontChange) and self.isVisible():
            self._settle()
        return False

    # ---- mouse and keys ---------------------------------------------------------------------------------------------

    def event(self, event):
        return keep_keys(event, {*KEYS, Qt.Key.Key_Home}) or super().event(event)

    def keyPressEvent(self, event):
        key = event.key()
        if key in KEYS:
            right, up = KEYS[key]
            self._case.put(self._case.side + STEP*right, self._case.height + STEP*up)
        elif key == Qt.Key.Key_Home:
            self._case.put(0.0, 0.0)
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event):
        self._take(event)

    def mouseMoveEvent(self, event):
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._take(event)

    def mouseDoubleClickEvent(self, _event):
        self._case.put(0.0, 0.0)

    def _take(self, event):
        cue = self._case.cue
        if cue is not None:
            radius = 0.5*SIZE - 2
            x, y = (event.localPos().x() - 0.5*self.width())/radius, (0.5*SIZE - event.localPos().y())/radius
            self._case.put(x, y)

    # ---- how it looks -----------------------------------------------------------------------------------------------

    def paintEvent(self, _event):
        case = self._case
        if case.cue is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        middle, radius = QPointF(0.5*self.width(), 0.5*SIZE), 0.5*SIZE - 2
        back = QColor(colour("PANEL"))
        back.setAlpha(200)
        painter.setPen(QPen(QColor(colour("BLUE" if self.hasFocus() else "LINE")), 2.0))
        painter.setBrush(back)
        painter.drawEllipse(middle, radius, radius)
        painter.setPen(QPen(QColor(colour("DIM")), 1.0, Qt.PenStyle.DashLine))
        painter.drawEllipse(middle, case.cue.offset*radius, case.cue.offset*radius)
        painter.drawLine(middle - QPointF(radius, 0), middle + QPointF(radius, 0))
        painter.drawLine(middle - QPointF(0, radius), middle + QPointF(0, radius))
        painter.setPen(QPen(QColor(colour("NIGHT")), 2.0))
        painter.setBrush(QColor(colour("AMBER")))
        painter.drawEllipse(middle + radius*QPointF(case.side, -case.height), DOT, DOT)
        box = QRectF(0.0, SIZE, self.width(), self.height() - SIZE)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(back)
        painter.drawRoundedRect(box, 5, 5)
        painter.setPen(QColor(colour("TEXT")))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, "\n".join(self._words()))

    def _words(self) -> list[str]:
        """What stands below the disc, line by line."""
        case = self._case
        if case.counted is not None:
            words = self._words_of_end(case.house, case.counted)
        else:
            points, shots = case.score
            words = [_("points {points}, shots {shots}").format(points=points, shots=shots)]
        return [*words, _of_point(case.side, case.height)] if hypot(case.side, case.height) > 0.0 else words


    def _words_of_end(self, house: House, counted: Counted) -> list[str]:
        """The score of an end, who throws next, and how far the nearest is from the tee."""
        one, other = map(name_text, house.sides)
        words = [_("{one} {points}, {other} {others}").format(
            one=one, points=counted.points[0], other=other, others=counted.points[1])]
        side, left = self._case.next_side, len(self._case.waiting)
        words.append(_("next: {side}, left: {left}").format(side=name_text(side), left=left) if side
                     else _("all thrown"))
        if counted.nearest is not None:
            words.append(_("{side}: {distance:.2f} m from the tee").format(
                side=name_text(house.sides[counted.nearest % 2]), distance=counted.distance))
        return words


def _of_point(side: float, height: float) -> str:
    """Where the ball is hit, in radii, in words."""
    return _("side {side:+.2f}, height {height:+.2f}").format(side=side, height=height)
