"""The pages of the sheet that asks for a film, besides the first: made from the fields that a recipe declares."""

from sandbox.film.declared import in_order
from sandbox.film.recipe import DECLARED
from sandbox.qt.widgets import QGridLayout, QWidget
from sandbox.ui.films.fields import AskedField, Known, field_of
from sandbox.ui.look.format import tooltip
from sandbox.ui.look.labels import plain_label

COLUMNS = 4              # of a row, besides its name


class Page(QWidget):
    """A page with a row or several for each field of one part of a film (film/declared.py), each row with its name.

    stored   what was answered the last time;  known  of the run
    """

    def __init__(self, part: str, stored: dict, known: Known):
        super().__init__()
        self._rows = 0
        grid = self._grid = QGridLayout(self)
        grid.setContentsMargins(4, 14, 4, 4)
        grid.setHorizontalSpacing(14)
        grid.setVerticalSpacing(10)
        for column in range(1, COLUMNS + 1):
            grid.setColumnStretch(column, 1)
        self._fields = {name: field_of(name, one, stored, known) for name, one in in_order(DECLARED)
                        if one.part == part and one.asked is not None}
        for field in self._fields.values():
            for text, widgets, tip in field.rows:
                self._row(text, widgets, tip)

    def __getitem__(self, name: str) -> AskedField:
        return self._fields[name]

    def _row(self, text: str, widgets: tuple[QWidget, ...], tip: str):
        """Adds a row of widgets under a name."""
        number, self._rows = self._rows, self._rows + 1
        self._grid.addWidget(plain_label(text), number, 0)
        wide = COLUMNS//len(widgets)
        for column, widget in enumerate(widgets):
            self._grid.addWidget(widget, number, 1 + wide*column, 1, wide)
            widget.setAccessibleDescription(text)
            if not widget.accessibleName():
                widget.setAccessibleName(text)
            if tip:
                widget.setToolTip(tooltip(tip))
        # what room there is remains below the last row
        self._grid.setRowStretch(number, 0)
        self._grid.setRowStretch(number + 1, 1)

    def wishes(self) -> dict:
        """Returns what is wished, by fields of a recipe (see the fields of OWN); BadValue says what is wrong."""
        return {name: value for field in self._fields.values() for name, value in field.answers().items()}
