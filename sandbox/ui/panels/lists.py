"""A list of things in two lines each, perhaps beside a picture: what it is, and a sentence; plain text throughout."""

from PyQt5.QtCore import QEvent, QRect, QSize, Qt, pyqtSignal
from PyQt5.QtGui import QColor, QImage, QPainter, QPalette
from PyQt5.QtWidgets import QListWidget, QListWidgetItem, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from sandbox.ui.look.controls import keep_keys
from sandbox.ui.look.format import tooltip
from sandbox.ui.look.theme import colour

SECOND, PICTURE, HEADING = Qt.UserRole + 1, Qt.UserRole + 2, Qt.UserRole + 3      # of an item, beside its data
LIST_KEYS = {Qt.Key_Up, Qt.Key_Down, Qt.Key_Home, Qt.Key_End, Qt.Key_PageUp, Qt.Key_PageDown, Qt.Key_Return,
             Qt.Key_Enter}
MARGIN = 12
WIDE, HIGH = 1.6, 2.5          # width over height of a picture, and its height in lines


class TwoLines(QStyledItemDelegate):
    """Draws an item in one or two lines, each cut where there is no more room."""

    def sizeHint(self, option, index):
        line = option.fontMetrics.height() + 1
        if index.data(HEADING):
            return QSize(80, round(1.7*line))
        if index.data(PICTURE) is not None:
            return QSize(80, round(HIGH*line) + 8)
        lines = 2 if index.data(SECOND) else 1
        return QSize(80, lines*line + 11)

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
        if index.data(HEADING):
            painter.setPen(QColor(colour("BLUE")))
            painter.drawText(option.rect.adjusted(MARGIN, 0, -MARGIN, -3), Qt.AlignLeft | Qt.AlignBottom, first)
            painter.restore()
            return
        picture = index.data(PICTURE)
        if picture is not None:
            box = self._draw_picture(painter, picture, option.rect, box)
        for text, tone in ((first, "TEXT"), (index.data(SECOND) or "", "DIM")):
            painter.setPen(QColor(colour(tone if is_on else "FAINT")))
            text = option.fontMetrics.elidedText(" ".join(text.split()), Qt.ElideRight, box.width())
            painter.drawText(box, Qt.AlignLeft | Qt.AlignVCenter | Qt.TextSingleLine, text)
            box.translate(0, height)
        painter.restore()

    @staticmethod
    def _draw_picture(painter: QPainter, picture: QImage, item: QRect, box: QRect) -> QRect:
        """Draws it at the left of an item; returns the box of the first line beside it."""
        high = item.height() - 6
        frame = QRect(item.x() + 4, item.y() + 3, round(WIDE*high), high)
        painter.setRenderHint(QPainter.SmoothPixmapTransform)
        if not picture.isNull():
            painter.drawImage(frame, picture)
        left = frame.right() + 9
        return QRect(left, item.y() + (item.height() - 2*box.height())//2, item.right() - left - 4, box.height())


class PlainList(QListWidget):
    """A list that is gone through with the arrow keys; Enter or a double click chooses."""

    chosen = pyqtSignal(object)      # the data of the item

    def __init__(self):
        super().__init__()
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

    def head(self, text: str) -> QListWidgetItem:
        """Adds the heading of what follows."""
        item = QListWidgetItem(text)
        item.setData(HEADING, True)
        item.setFlags(Qt.NoItemFlags)
        self.addItem(item)
        return item

    def add(self, first: str, second: str, data, tip: str = "", is_on: bool = True,
            picture: QImage | None = None) -> QListWidgetItem:
        """Adds an item; `picture` stands beside its lines, a null one leaves its room."""
        item = QListWidgetItem(first)
        item.setData(PICTURE, picture)
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
