"""The table of modes in the panel of the contact: what ends each and what follows; the present mode is lit."""

from math import isfinite

from sandbox.qt.core import Qt
from sandbox.qt.gui import QBrush, QColor
from sandbox.qt.widgets import QAbstractItemView, QFrame, QHeaderView, QTreeWidget, QTreeWidgetItem
from sandbox.run.readings.mode_words import followers_text, mode_title
from sandbox.systems.tables import GuardRow, ModeRow
from sandbox.text import _, unit_text
from sandbox.ui.look.format import tooltip
from sandbox.ui.look.theme import colour

NAME, VALUE = 0, 1
# a guard of something that is not there just now (integration/guards.open_guards)
NONE = 1.0


class ModeTree(QTreeWidget):
    """The modes of a system, each with its guards; a click, or the keys of a tree, unfold what is not the present one.

    present   name of the mode that is lit, "" for none
    """

    def __init__(self):
        super().__init__()
        self.present = ""
        self._modes: dict[str, QTreeWidgetItem] = {}
        self._guards: dict[str, list[tuple[GuardRow, QTreeWidgetItem]]] = {}
        self.setColumnCount(2)
        self.setHeaderHidden(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setIndentation(12)
        self.setWordWrap(True)
        self.header().setMinimumSectionSize(20)
        self.header().setStretchLastSection(False)
        self.header().setSectionResizeMode(NAME, QHeaderView.ResizeMode.Stretch)
        self.header().setSectionResizeMode(VALUE, QHeaderView.ResizeMode.ResizeToContents)
        for changed in (self.itemExpanded, self.itemCollapsed):
            changed.connect(lambda _item: self._fit())

    def show_table(self, rows: tuple[ModeRow, ...]):
        """Shows another table, no mode of it lit."""
        self.clear()
        self.present, self._modes, self._guards = "", {}, {}
        for row in rows:
            item = QTreeWidgetItem(self, [mode_title(row.name), ""])
            item.setFirstColumnSpanned(True)
            item.setToolTip(NAME, tooltip(f"{row.name}: {row.about}"))
            item.setData(NAME, Qt.ItemDataRole.AccessibleDescriptionRole, row.about)
            self._modes[row.name] = item
            self._guards[row.name] = [(guard, _guard_item(item, guard)) for guard in row.guards]
            self._paint(item, False)
        self._fit()

    def light(self, mode: str):
        """Lights the present mode and unfolds it; the one before is folded again."""
        if mode == self.present:
            return
        for _guard, item in self._guards.get(self.present, ()):
            item.setText(VALUE, "")
        for name, is_lit in ((self.present, False), (mode, True)):
            item = self._modes.get(name)
            if item is not None:
                item.setExpanded(is_lit)
                self._paint(item, is_lit)
        self.present = mode
        self._fit()

    def restyle(self):
        """Takes the colours of the present theme."""
        for name, item in self._modes.items():
            self._paint(item, name == self.present)

    def show_values(self, values):
        """Shows what the guards of the present mode are, by their places in the observation."""
        for guard, item in self._guards.get(self.present, ()):
            text = _value(float(values[guard.place]), guard.unit)
            if item.text(VALUE) != text:
                item.setText(VALUE, text)

    def _paint(self, item: QTreeWidgetItem, is_lit: bool):
        font = item.font(NAME)
        font.setBold(is_lit)
        item.setFont(NAME, font)
        item.setBackground(NAME, QBrush(QColor(colour("SELECTED"))) if is_lit else QBrush())
        for k in range(1, item.childCount(), 2):
            item.child(k).setForeground(NAME, QColor(colour("DIM")))

    def _fit(self):
        """Takes as much height as it shows: what is longer than the panel is scrolled with all of it."""
        self.doItemsLayout()
        last, item = None, self.topLevelItem(self.topLevelItemCount() - 1)
        while item is not None:
            last, item = item, self.itemBelow(item)
        height = self.visualItemRect(last).bottom() + self.verticalOffset() + 4 if last is not None else 0
        if height != self.height():
            self.setFixedHeight(height)

    def resizeEvent(self, event):
        super().resizeEvent(event)
        self._fit()


def _guard_item(mode: QTreeWidgetItem, guard: GuardRow) -> QTreeWidgetItem:
    """The line of a guard, and below it that of what may follow."""
    end = _("the end") if not guard.then else _("or the end") if guard.ends else ""
    then = ", ".join(part for part in (followers_text(guard.then, in_words=True), end) if part)
    item, below = QTreeWidgetItem(mode, [guard.name, ""]), QTreeWidgetItem(mode, [f"→ {then}", ""])
    below.setFirstColumnSpanned(True)
    item.setTextAlignment(VALUE, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
    about = _("{quantity} [{unit}]; where it falls to zero: {name}").format(
        quantity=guard.quantity, unit=unit_text(guard.unit), name=guard.name)
    text = "\n".join(part for part in (about, guard.decides, f"→ {then}") if part)
    for line, column in ((item, NAME), (item, VALUE), (below, NAME)):
        line.setToolTip(column, tooltip(text))
    item.setData(VALUE, Qt.ItemDataRole.AccessibleTextRole, about)
    return item


def _value(number: float, unit: str) -> str:
    if number == NONE and unit != "1":
        return "—"
    if not isfinite(number):
        return "∞" if number > 0.0 else "—"
    return f"{number:.3g} {unit_text(unit)}" if unit != "1" else f"{number:.3g}"
