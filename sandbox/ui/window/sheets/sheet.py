"""A sheet over the window: parts in columns below headings, found by typing; Esc, or what is chosen, closes it."""

from sandbox.qt.core import QEvent, Qt
from sandbox.qt.widgets import QAbstractSlider, QFrame, QGridLayout, QHBoxLayout, QMainWindow, QVBoxLayout, QWidget
from sandbox.text import _
from sandbox.ui.look.format import tooltip
from sandbox.ui.look.labels import plain_label, small_button
from sandbox.ui.look.search import Search
from sandbox.ui.panels.panel import scrolling

GAP, EDGE = 12, 16       # [px] between parts, and around them


class CoverSheet(QFrame):
    """Shown over a window by `open`, hidden again by `leave`. Who makes one fills it: `titled`, `filled`.

    widest   [px] that a part needs, from which follows how many stand in a row
    """

    def __init__(self, window: QMainWindow, widest: int):
        super().__init__(window)
        self.setObjectName("sheet")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._window, self._widest, self._columns = window, widest, 0
        self._groups: list[tuple[QWidget | None, list[tuple[QWidget, str]]]] = []
        self.search, self._title, self._nothing = Search(), plain_label("", "time"), plain_label("", "empty")
        self._close = small_button("close", "")
        self._close.clicked.connect(self.leave)
        self.search.left.connect(self.leave)
        self.search.entered.connect(self._enter)
        self.search.down.connect(self.go_down)
        self.search.textChanged.connect(lambda _text: self.arrange())
        self._content = QWidget()
        self._grid = QGridLayout(self._content)
        self._grid.setContentsMargins(EDGE, 0, EDGE, EDGE)
        self._grid.setSpacing(GAP)
        self._area = scrolling(self._content)
        top = QHBoxLayout()
        top.setContentsMargins(EDGE, EDGE, EDGE, 0)
        top.setSpacing(GAP)
        top.addWidget(self._title)
        top.addWidget(self.search, 1)
        top.addWidget(self._close)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GAP)
        column.addLayout(top)
        column.addWidget(self._nothing)
        column.addWidget(self._area, 1)
        window.installEventFilter(self)
        self.hide()

    # ---- what is on it ----------------------------------------------------------------------------------------------

    def titled(self) -> str:
        """Returns its title in the language of the moment."""
        raise NotImplementedError

    def filled(self) -> list[tuple[str, list[tuple[QWidget, str]]]]:
        """Returns groups: a heading or "", and its parts, each with the words by which it is found."""
        raise NotImplementedError

    def _enter(self):
        """Enter in the field of search."""

    @property
    def found(self) -> list[QWidget]:
        """The parts that the words of the search leave."""
        words = self.search.text().casefold().split()
        return [part for _head, parts in self._groups for part, text in parts
                if all(word in text.casefold() for word in words)]

    @property
    def best(self) -> QWidget | None:
        """Of what is found the part that begins with the words of the search, else one that has them as whole words."""
        phrase, found = " ".join(self.search.text().casefold().split()), set(map(id, self.found))
        parts = [(part, f" {text.casefold()} ") for _head, group in self._groups for part, text in group
                 if id(part) in found]

        def rank(text: str) -> int:
            return 0 if text.startswith(f" {phrase}") else 1 if f" {phrase} " in text else 2
        return min(parts, key=lambda one: rank(one[1]))[0] if phrase and parts else None

    # ---- shown and hidden -------------------------------------------------------------------------------------------

    def open(self):
        """Shows it anew, ready for typing."""
        self._title.setText(self.titled())
        self.search.setPlaceholderText(_("Search…"))
        self.search.setAccessibleName(_("Search…"))
        self._nothing.setText(_("Nothing has these words."))
        for button, text in ((self._close, _("Close (Esc)")),):
            button.setToolTip(tooltip(text))
            button.setAccessibleName(text)
        self.setAccessibleName(self.titled())
        self._empty()
        self._groups = [(plain_label(head, "heading") if head else None, parts) for head, parts in self.filled()]
        for head, parts in self._groups:
            for widget in (head, *(part for part, _words in parts)):
                if widget is not None:
                    # shown without a parent it would be a window
                    widget.setParent(self._content)
        self.search.clear()
        self._place()
        self.show()
        self.raise_()
        self.arrange()
        self.search.setFocus(Qt.FocusReason.OtherFocusReason)

    def leave(self) -> bool:
        """Hides it; returns whether it was shown."""
        if self.isHidden():
            return False
        self.hide()
        self._empty()
        self._window.view.setFocus()
        return True

    def _empty(self):
        for head, parts in self._groups:
            for widget in (head, *(part for part, _words in parts)):
                if widget is not None:
                    widget.hide()
                    self._grid.removeWidget(widget)
                    widget.deleteLater()
        self._groups = []

    # ---- keys -------------------------------------------------------------------------------------------------------

    def go_down(self):
        """From the search to the first part that is found; where parts are only read, it scrolls."""
        parts = self._taking_keys
        if parts:
            self._give_keys(parts[0])
        else:
            self._area.verticalScrollBar().triggerAction(QAbstractSlider.SliderAction.SliderSingleStepAdd)

    def go(self, part: QWidget, right: int, down: int):
        """From a part to the one beside it in the order of reading, or to the nearest one of the row below or above; up
        from the first row to the search.
        """
        parts = self._taking_keys
        number = parts.index(part)
        if right:
            self._give_keys(parts[min(max(number + right, 0), len(parts) - 1)])
            return
        here = part.geometry().center()
        beyond = [one for one in parts if down*(one.y() - part.y()) > 0]
        if beyond:
            row = min(beyond, key=lambda one: abs(one.y() - part.y())).y()
            self._give_keys(min((one for one in beyond if one.y() == row),
                                key=lambda one: abs(one.geometry().center().x() - here.x())))
        elif down < 0:
            self.search.setFocus(Qt.FocusReason.OtherFocusReason)

    @property
    def _taking_keys(self) -> list[QWidget]:
        return [part for part in self.found if part.focusPolicy() & Qt.FocusPolicy.TabFocus]

    def _give_keys(self, part: QWidget):
        part.setFocus(Qt.FocusReason.TabFocusReason)
        self._area.ensureWidgetVisible(part, EDGE, EDGE)

    # ---- places -----------------------------------------------------------------------------------------------------

    @property
    def columns(self) -> int:
        """How many parts stand in a row."""
        return max(1, (self._area.viewport().width() - 2*EDGE + GAP)//(self._widest + GAP))

    def arrange(self):
        """Puts what is found in rows below its headings."""
        self._columns, row, found = self.columns, 0, set(map(id, self.found))
        for column in range(self._grid.columnCount()):
            self._grid.setColumnStretch(column, 1 if column < self._columns else 0)
        self._grid.setRowStretch(self._grid.rowCount() - 1, 0)
        for head, parts in self._groups:
            shown = [part for part, _words in parts if id(part) in found]
            for widget in (head, *(part for part, _words in parts)):
                if widget is not None:
                    self._grid.removeWidget(widget)
                    widget.setVisible(widget is head and bool(shown) or id(widget) in found)
            if head is not None and shown:
                self._grid.addWidget(head, row, 0, 1, self._columns)
                row += 1
            for number, part in enumerate(shown):
                self._grid.addWidget(part, row + number//self._columns, number % self._columns)
                self._grid.setColumnStretch(number % self._columns, 1)
            row += -(-len(shown)//self._columns)
        self._grid.setRowStretch(row, 1)
        self._nothing.setVisible(not found)

    def _place(self):
        menu = self._window.menuWidget()
        top = menu.height() if menu is not None and menu.isVisible() else 0
        self.setGeometry(0, top, self._window.width(), self._window.height() - top)

    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.Resize and not self.isHidden():
            self._place()
        return False

    def resizeEvent(self, event):
        super().resizeEvent(event)
        if not self.isHidden() and self.columns != self._columns:
            self.arrange()
