"""A list of quantities with a line to search them, which opens below a button and closes with the choice."""

from collections.abc import Callable, Sequence

from sandbox.qt.core import QEvent, QPoint, Qt
from sandbox.qt.widgets import QApplication, QFrame, QLineEdit, QListWidget, QListWidgetItem, QVBoxLayout, QWidget
from sandbox.run.readings.quantities import Quantity
from sandbox.run.readings.units import Shown
from sandbox.text import _
from sandbox.ui.look.format import tooltip

WIDTH, HEIGHT = 380, 420      # [px] at most
KEYS = {Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown}


class Chooser(QFrame):
    """Asks for a quantity; calls choose(key), with "" for none where that can be chosen.

    quantities   in the order of the list;  present  key of the one that holds
    """

    def __init__(self, parent: QWidget, quantities: Sequence[Quantity], shown: Shown, choose: Callable[[str], object],
                 present: str = "", has_none: bool = True):
        super().__init__(parent, Qt.WindowType.Popup)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setObjectName("chooser")
        self._choose = choose
        self.search, self.list = QLineEdit(), QListWidget()
        self.search.setPlaceholderText(_("search: speed, N, energy…"))
        self.search.setAccessibleName(_("search the quantities"))
        self.search.setMaxLength(60)
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._filter)
        self.search.installEventFilter(self)
        self.list.itemClicked.connect(self._take)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setTextElideMode(Qt.TextElideMode.ElideRight)
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 8, 8, 8)
        column.addWidget(self.search)
        column.addWidget(self.list)
        if has_none:
            self._add(_("none"), "", "")
        group = ""
        for quantity in quantities:
            if quantity.group != group:
                group = quantity.group
                self._head(group)
            unit = shown.text(quantity.unit)
            text = f"{quantity.title} [{unit}]" if unit else quantity.title
            item = self._add(text, quantity.key, f"{quantity.title} {quantity.short} {quantity.key} {quantity.group}")
            if quantity.key == present:
                self.list.setCurrentItem(item)

    def _head(self, text: str):
        item = QListWidgetItem(text)
        item.setFlags(Qt.ItemFlag.NoItemFlags)
        item.setData(Qt.ItemDataRole.UserRole, None)
        self.list.addItem(item)

    def _add(self, text: str, key: str, words: str) -> QListWidgetItem:
        item = QListWidgetItem(f"   {text}" if key else text)
        item.setToolTip(tooltip(text))
        item.setData(Qt.ItemDataRole.UserRole, key)
        item.setData(Qt.ItemDataRole.UserRole + 1, words.lower())
        self.list.addItem(item)
        return item

    def open_below(self, button: QWidget):
        """Opens below a button, or above it where there is no room, wholly on the screen."""
        screen = QApplication.screenAt(button.mapToGlobal(QPoint(0, 0))) or QApplication.primaryScreen()
        room = screen.availableGeometry()
        self.resize(min(WIDTH, room.width()), min(HEIGHT, room.height()*2//3))
        place = button.mapToGlobal(button.rect().bottomLeft())
        if place.y() + self.height() > room.bottom():
            place = button.mapToGlobal(QPoint(0, 0)) - QPoint(0, self.height())
        self.move(max(room.left(), min(place.x(), room.right() - self.width())), max(room.top(), place.y()))
        self.show()
        self.search.setFocus()
        if self.list.currentItem() is not None:
            self.list.scrollToItem(self.list.currentItem())

    def _filter(self, text: str):
        words, first = text.lower().split(), None
        for i in range(self.list.count()):
            item = self.list.item(i)
            found = item.data(Qt.ItemDataRole.UserRole + 1)
            is_found = found is not None and item.data(Qt.ItemDataRole.UserRole)
            is_shown = all(word in found for word in words) if is_found else not words
            item.setHidden(not is_shown)
            if is_shown and first is None and item.data(Qt.ItemDataRole.UserRole):
                first = item
        if words:
            self.list.setCurrentItem(first)

    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.KeyPress:
            if event.key() in KEYS:
                QApplication.sendEvent(self.list, event)
                return True
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                if self.list.currentItem() is not None:
                    self._take(self.list.currentItem())
                return True
            if event.key() == Qt.Key.Key_Escape:
                self.close()
                return True
        return False

    def _take(self, item: QListWidgetItem):
        key = item.data(Qt.ItemDataRole.UserRole)
        if key is None or item.isHidden():
            return
        self.close()
        self._choose(key)
