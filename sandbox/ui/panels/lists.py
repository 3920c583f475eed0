"""A list of things in two lines each: what it is, and a sentence about it; plain text throughout."""

from PyQt5.QtCore import QEvent, QRect, QSize, Qt, pyqtSignal
from PyQt5.QtGui import QColor, QPalette
from PyQt5.QtWidgets import QListWidget, QListWidgetItem, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from sandbox.ui.look.controls import keep_keys
from sandbox.ui.look.format import tooltip
from sandbox.ui.look.theme import colour

SECOND = Qt.UserRole + 1       # the second line
LIST_KEYS = {Qt.Key_Up, Qt.Key_Down, Qt.Key_Home, Qt.Key_End, Qt.Key_PageUp, Qt.Key_PageDown, Qt.Key_Return,
             Qt.Key_Enter}
MARGIN = 12


class TwoLines(QStyledItemDelegate):
    """Draws an item in one or two lines, each cut where there is no more room."""

    def sizeHint(self, option, index):
        lines = 2 if index.data(SECOND) else 1
        return QSize(80, lines*(option.fontMetrics.height() + 1) + 11)

    def paint(self, painter, option, index):
        option = QStyleOptionViewItem(option)
        self.initStyleOption(option, index)
        first, option.text = option.text, ""
        option.widget.style().drawControl(QStyle.CE_ItemViewItem, option, painter, option.widget)
        is_on = bool(option.state & QStyle.State_Enabled)
        height = option.fontMetrics.height() + 1
        box = QRect(option.rect.x() + MARGIN, option.rect.y() + 5, option.rect.width() - 2*MARGIN, height)
        painter.save()
        painter.setFont(option.font)
        for text, tone in ((first, "TEXT"), (index.data(SECOND) or "", "DIM")):
            painter.setPen(QColor(colour(tone if is_on else "FAINT")))
            text = option.fontMetrics.elidedText(" ".join(text.split()), Qt.ElideRight, box.width())
            painter.drawText(box, Qt.AlignLeft | Qt.AlignVCenter | Qt.TextSingleLine, text)
            box.translate(0, height)
        painter.restore()


class PlainList(QListWidget):
    """A list that is gone through with the arrow keys; Enter or a double click chooses."""

    chosen = pyqtSignal(object)      # the data of the item

    def __init__(self, parent=None):
        super().__init__(parent)
        self.setItemDelegate(TwoLines(self))
        self.setUniformItemSizes(False)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QListWidget.ScrollPerPixel)
        self.restyle()
        self.itemDoubleClicked.connect(self.choose)

    def restyle(self):
        """Colours of the present theme."""
        palette = self.palette()
        palette.setColor(QPalette.HighlightedText, QColor(colour("TEXT")))
        self.setPalette(palette)

    def add(self, first: str, second: str, data, tip: str = "", is_on: bool = True) -> QListWidgetItem:
        item = QListWidgetItem(first)
        item.setData(Qt.UserRole, data)
        item.setData(SECOND, second)
        item.setToolTip(tooltip(tip))
        if not is_on:
            item.setFlags(item.flags() & ~(Qt.ItemIsEnabled | Qt.ItemIsSelectable))
        self.addItem(item)
        return item

    def items(self) -> list[QListWidgetItem]:
        return [self.item(row) for row in range(self.count())]

    def select(self, data):
        """Marks the item with that data, or none."""
        for item in self.items():
            if item.data(Qt.UserRole) == data:
                self.setCurrentItem(item)
                return
        self.setCurrentRow(-1)

    def choose(self, item: QListWidgetItem | None):
        if item is not None and item.flags() & Qt.ItemIsEnabled and not item.isHidden():
            self.chosen.emit(item.data(Qt.UserRole))

    def event(self, event):
        if event.type() == QEvent.ShortcutOverride and keep_keys(event, LIST_KEYS):
            return True
        return super().event(event)

    def keyPressEvent(self, event):
        if event.key() in (Qt.Key_Return, Qt.Key_Enter):
            self.choose(self.currentItem())
        elif event.key() in LIST_KEYS:
            super().keyPressEvent(event)
        else:
            event.ignore()
