"""A list of things in two lines each, perhaps beside a picture: what it is, and a sentence; plain text throughout."""

from sandbox.qt.core import QEvent, QRect, QSize, Qt, pyqtSignal
from sandbox.qt.gui import QColor, QImage, QPainter, QPalette
from sandbox.qt.widgets import QListWidget, QListWidgetItem, QStyle, QStyledItemDelegate, QStyleOptionViewItem
from sandbox.ui.look.controls import keep_keys
from sandbox.ui.look.format import tooltip
from sandbox.ui.look.theme import colour

# of an item, beside its data
SECOND, PICTURE, HEADING = (Qt.ItemDataRole.UserRole + place for place in (1, 2, 3))
LIST_KEYS = {Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Home, Qt.Key.Key_End, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown,
             Qt.Key.Key_Return,
             Qt.Key.Key_Enter}
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
        option.widget.style().drawControl(QStyle.ControlElement.CE_ItemViewItem, option, painter, option.widget)
        is_on = bool(option.state & QStyle.StateFlag.State_Enabled)
        height = option.fontMetrics.height() + 1
        box = QRect(option.rect.x() + MARGIN, option.rect.y() + 5, option.rect.width() - 2*MARGIN, height)
        painter.save()
        painter.setFont(option.font)
        if index.data(HEADING):
            painter.setPen(QColor(colour("BLUE")))
            painter.drawText(option.rect.adjusted(MARGIN, 0, -MARGIN, -3),
                             Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignBottom, first)
            painter.restore()
            return
        picture = index.data(PICTURE)
        if picture is not None:
            box = self._draw_picture(painter, picture, option.rect, box)
        for text, tone in ((first, "TEXT"), (index.data(SECOND) or "", "DIM")):
            painter.setPen(QColor(colour(tone if is_on else "FAINT")))
            text = option.fontMetrics.elidedText(" ".join(text.split()), Qt.TextElideMode.ElideRight, box.width())
            painter.drawText(box, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter |
                             Qt.TextFlag.TextSingleLine, text)
            box.translate(0, height)
        painter.restore()

    @staticmethod
    def _draw_picture(painter: QPainter, picture: QImage, item: QRect, box: QRect) -> QRect:
        """Draws it at the left of an item; returns the box of the first line beside it."""
        high = item.height() - 6
        frame = QRect(item.x() + 4, item.y() + 3, round(WIDE*high), high)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
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
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QListWidget.ScrollMode.ScrollPerPixel)
        self.restyle()
        self.itemDoubleClicked.connect(self.choose)

    def restyle(self):
        """Colours of the present theme."""
        palette = self.palette()
        palette.setColor(QPalette.ColorRole.HighlightedText, QColor(colour("TEXT")))
        self.setPalette(palette)

    def head(self, text: str) -> QListWidgetItem:
        """Adds the heading of what follows."""
        item = QListWidgetItem(text)
        item.setData(HEADING, True)
        item.setFlags(Qt.ItemFlag.NoItemFlags)
        self.addItem(item)
        return item

    def add(self, first: str, second: str, data, tip: str = "", is_on: bool = True,
            picture: QImage | None = None) -> QListWidgetItem:
        """Adds an item; `picture` stands beside its lines, a null one leaves its room."""
        item = QListWidgetItem(first)
        item.setData(PICTURE, picture)
        item.setData(Qt.ItemDataRole.UserRole, data)
        item.setData(SECOND, second)
        item.setToolTip(tooltip(tip))
        if not is_on:
            item.setFlags(item.flags() & ~(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable))
        self.addItem(item)
        return item

    def items(self) -> list[QListWidgetItem]:
        return [self.item(row) for row in range(self.count())]

    def select(self, data):
        """Marks the item with that data, or none."""
        for item in self.items():
            if item.data(Qt.ItemDataRole.UserRole) == data:
                self.setCurrentItem(item)
                return
        self.setCurrentRow(-1)

    def choose(self, item: QListWidgetItem | None):
        if item is not None and item.flags() & Qt.ItemFlag.ItemIsEnabled and not item.isHidden():
            self.chosen.emit(item.data(Qt.ItemDataRole.UserRole))

    def event(self, event):
        if event.type() == QEvent.Type.ShortcutOverride and keep_keys(event, LIST_KEYS):
            return True
        return super().event(event)

    def keyPressEvent(self, event):
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.choose(self.currentItem())
        elif event.key() in LIST_KEYS:
            super().keyPressEvent(event)
        else:
            event.ignore()
