"""The sheet of results: who plays, how far everybody has come in which challenge; the best tries are seen again."""

from collections.abc import Callable, Mapping
from pathlib import Path

from sandbox.errors import BadValue
from sandbox.qt.core import QDateTime, QLocale, Qt
from sandbox.qt.widgets import (
    QAbstractItemView,
    QDialog,
    QFileDialog,
    QHBoxLayout,
    QHeaderView,
    QLineEdit,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)
from sandbox.scene.goals.challenge import Challenge, stars_text
from sandbox.text import _
from sandbox.ui.look.format import tooltip
from sandbox.ui.look.labels import plain_label
from sandbox.workspace.results import LONGEST_NAME, Results, Standing, csv_of, nickname_of, read_standings

WIDTH, HEIGHT = 660, 440       # [px] at first
WHO, CHALLENGE, STARS, TRIES, WHEN = range(5)
SORTED = Qt.ItemDataRole.UserRole           # by what a column is put in order


class _Line(QTreeWidgetItem):
    """A line of the table, put in order by what its cells mean."""

    def __init__(self, standing: Standing, title: str):
        best = standing.best
        when = QLocale().toString(QDateTime.fromSecsSinceEpoch(int(best.at)),
                                  QLocale.FormatType.ShortFormat) if best.at else ""
        super().__init__(["", "", stars_text(best.stars), str(standing.tries), when])
        # names are those of anybody: shown as they are, in one line
        self.standing = standing
        for column, (text, rank) in enumerate((
                (best.nickname or _("(no name)"), best.nickname.casefold()), (title, title.casefold()),
                (self.text(STARS), best.stars), (self.text(TRIES), standing.tries), (when, best.at))):
            self.setText(column, text)
            self.setData(column, SORTED, rank)
        self.setData(STARS, Qt.ItemDataRole.AccessibleTextRole, _("{count} of 3 stars").format(count=best.stars))

    def __lt__(self, other):
        column = self.treeWidget().sortColumn()
        return self.data(column, SORTED) < other.data(column, SORTED)


class StandingsSheet(QDialog):
    """Shows how far everybody has come.

    results      of this computer;  challenges   id -> those that can be seen again
    set_player   set_player(name): who plays from now on;  see   see(try) shows one again;  write   write(text, path)
    """

    def __init__(self, parent: QWidget, results: Results, challenges: Mapping[str, Challenge], set_player: Callable,
                 see: Callable, write: Callable, folder: Callable[[], Path]):
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(_("Results"))
        self._results, self._challenges, self._set_player = results, challenges, set_player
        self._see, self._write, self._folder = see, write, folder
        self._files: list[Path] = []
        self.name = QLineEdit(results.player)
        self.name.setPlaceholderText(_("a name for the table; nothing leaves this computer"))
        self.name.setAccessibleName(_("who plays"))
        about = _("at most {most} letters; stars and the pale ghost are those of who plays")
        self.name.setToolTip(tooltip(about.format(most=LONGEST_NAME)))
        self.name.editingFinished.connect(self._take_name)
        self.table = self._made_table()
        self.again, self.add, self.save = (QPushButton(text) for text in (
            _("See it again"), _("Add a file…"), _("Save as a table…")))
        for button, does, about in (
                (self.again, self._see_again, _("the best try of this line, from its start")),
                (self.add, self._ask_file, _("results.sqlite of another computer: the table of a class")),
                (self.save, self._ask_table, _("all lines as a CSV file for a spreadsheet"))):
            button.setAutoDefault(False)
            button.setToolTip(tooltip(about))
            button.clicked.connect(lambda _on, does=does: does())
        self.trouble = plain_label("", "trouble")
        self.trouble.setWordWrap(True)
        self.trouble.hide()
        self._lay_out()
        self.fill()

    def _made_table(self) -> QTreeWidget:
        table = QTreeWidget()
        table.setColumnCount(5)
        table.setHeaderLabels([_("who"), _("challenge"), _("stars"), _("tries"), _("when")])
        table.setRootIsDecorated(False)
        table.setAllColumnsShowFocus(True)
        table.setSortingEnabled(True)
        table.sortByColumn(WHO, Qt.SortOrder.AscendingOrder)
        table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        table.header().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        table.header().setSectionResizeMode(CHALLENGE, QHeaderView.ResizeMode.Stretch)
        table.header().setStretchLastSection(False)
        table.setAccessibleName(_("Results"))
        table.itemSelectionChanged.connect(self._look)
        table.itemActivated.connect(lambda _item, _column: self._see_again())
        return table

    def _lay_out(self):
        column = QVBoxLayout(self)
        column.setContentsMargins(18, 14, 18, 14)
        who = QHBoxLayout()
        who.addWidget(plain_label(_("who plays")))
        who.addWidget(self.name, 1)
        column.addLayout(who)
        column.addWidget(self.table, 1)
        column.addWidget(self.trouble)
        buttons = QHBoxLayout()
        buttons.addWidget(self.again)
        buttons.addStretch(1)
        buttons.addWidget(self.add)
        buttons.addWidget(self.save)
        column.addLayout(buttons)
        self.resize(WIDTH, HEIGHT)

    # ---- what it shows ----------------------------------------------------------------------------------------------

    @property
    def standings(self) -> list[Standing]:
        """All that is shown: of this computer, and of the files that were added."""
        if not self._files:
            return self._results.standings
        own = [self._results.path] if self._results.path is not None and self._results.path.is_file() else []
        return read_standings([*own, *self._files])

    def fill(self):
        """Shows the table anew."""
        self.table.clear()
        for one in self.standings:
            challenge = self._challenges.get(one.best.challenge)
            self.table.addTopLevelItem(_Line(one, _(challenge.title) if challenge is not None else one.best.challenge))
        self._look()

    def _look(self):
        chosen = self.table.selectedItems()
        self.again.setEnabled(bool(chosen) and chosen[0].standing.best.challenge in self._challenges)
        self.save.setEnabled(self.table.topLevelItemCount() > 0)

    def _tell(self, trouble: str):
        self.trouble.setText(trouble)
        self.trouble.setVisible(bool(trouble))

    # ---- wishes -----------------------------------------------------------------------------------------------------

    def _take_name(self):
        try:
            name = nickname_of(self.name.text())
        except BadValue as error:
            self._tell(str(error))
            return
        self._tell("")
        self.name.setText(name)
        if name != self._results.player:
            self._set_player(name)

    def _see_again(self):
        chosen = self.table.selectedItems()
        if chosen and self.again.isEnabled():
            self._see(chosen[0].standing.best)
            self.close()

    def add_file(self, name: str):
        """Adds the results of another computer to the table."""
        path = Path(name)
        if path in self._files:
            return
        self._files.append(path)
        try:
            self.fill()
        except BadValue as error:
            self._files.remove(path)
            self._tell(str(error))
            self.fill()
        else:
            self._tell("")

    def _ask_file(self):
        dialog = QFileDialog(self, _("Add a file…"), str(self._folder()), _("Results ({endings})").format(
            endings="*.sqlite"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(self.add_file)
        dialog.open()

    def _ask_table(self):
        dialog = QFileDialog(self, _("Save as a table…"), str(self._folder()/"results.csv"), "CSV (*.csv)")
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix("csv")
        # a file that is there is not replaced: the table gets the next free name
        dialog.setOption(QFileDialog.Option.DontConfirmOverwrite)
        dialog.fileSelected.connect(lambda name: self._write(csv_of(self.standings), Path(name)))
        dialog.open()

    def keyPressEvent(self, event):
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.focusWidget() is self.name:
            # Enter in the field of the name is no wish to close
            self._take_name()
            return
        super().keyPressEvent(event)
