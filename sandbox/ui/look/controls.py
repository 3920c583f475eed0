"""Controls that leave the keys to the window unless they were reached by Tab."""

from sandbox.qt.core import QEvent, QLocale, QPointF, QRectF, Qt
from sandbox.qt.gui import QColor, QPainter, QPen, QPolygonF
from sandbox.qt.widgets import (
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QPushButton,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionButton,
)
from sandbox.ui.look.theme import colour

MOVING_KEYS = {Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Home, Qt.Key.Key_End,
               Qt.Key.Key_PageUp,
               Qt.Key.Key_PageDown}
COMBO_KEYS = MOVING_KEYS | {Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Escape}


def keep_keys(event, keys) -> bool:
    """Whether this is a window shortcut that the control with the focus wants for itself; claims it then."""
    has_ctrl = event.type() == QEvent.Type.ShortcutOverride and event.modifiers() & Qt.KeyboardModifier.ControlModifier
    if event.type() == QEvent.Type.ShortcutOverride and event.key() in keys and not has_ctrl:
        event.accept()
        return True
    return False


class Combo(QComboBox):
    """A list that takes the focus by Tab only and does not change under the wheel."""

    def __init__(self, name: str):
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName(name)
        self.setItemDelegate(QStyledItemDelegate(self))
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)

    def event(self, event):
        return keep_keys(event, COMBO_KEYS) or super().event(event)

    def paintEvent(self, event):
        super().paintEvent(event)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(colour("DIM") if self.isEnabled() else colour("LINE")), 2))
        x, y = self.width() - 16, self.height()/2
        painter.drawPolyline(QPolygonF([QPointF(x - 4, y - 2), QPointF(x, y + 2), QPointF(x + 4, y - 2)]))

    def wheelEvent(self, event):
        event.ignore()


class Button(QPushButton):
    """A button that takes the focus by Tab only, and Space before the window plays and pauses by it."""

    def __init__(self):
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def event(self, event):
        return keep_keys(event, {Qt.Key.Key_Space}) or super().event(event)


class Switch(QCheckBox):
    """A check box that takes the focus by Tab only."""

    def __init__(self):
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def event(self, event):
        return keep_keys(event, {Qt.Key.Key_Space}) or super().event(event)

    def paintEvent(self, event):
        super().paintEvent(event)
        if self.isChecked():
            option = QStyleOptionButton()
            self.initStyleOption(option)
            box = QRectF(self.style().subElementRect(QStyle.SubElement.SE_CheckBoxIndicator, option, self))
            painter = QPainter(self)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(QColor(colour("NIGHT")), 2.2, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap,
                                Qt.PenJoinStyle.RoundJoin))
            painter.drawPolyline(QPolygonF([box.topLeft() + QPointF(x*box.width(), y*box.height())
                                            for x, y in ((0.26, 0.52), (0.44, 0.70), (0.76, 0.32))]))


class NumberBox(QDoubleSpinBox):
    """A number with arrows. It takes a decimal point and a decimal comma and shows a point, whatever the country: with
    that of the person a point may stand between thousands, and 1.5 would be 15."""

    def __init__(self):
        super().__init__()
        plain = QLocale.c()
        plain.setNumberOptions(QLocale.NumberOption.OmitGroupSeparator | QLocale.NumberOption.RejectGroupSeparator)
        self.setLocale(plain)

    def validate(self, text, at):
        return super().validate(text.replace(",", "."), at)

    def valueFromText(self, text):
        return super().valueFromText(text.replace(",", "."))
