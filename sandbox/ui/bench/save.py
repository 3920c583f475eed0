"""The sheet that asks under what name the bench is kept as a scene."""

import re
from collections.abc import Callable
from pathlib import Path

from sandbox.qt.core import Qt
from sandbox.qt.widgets import QDialog, QGridLayout, QHBoxLayout, QLineEdit, QPushButton, QVBoxLayout, QWidget
from sandbox.text import _
from sandbox.ui.look.labels import plain_label

LONGEST = 40             # letters of the name of a file


def file_name(title: str) -> str:
    """Returns a name of a scene file after a title: small letters, digits and _."""
    found = re.sub(r"[^a-z0-9]+", "_", title.lower()).strip("_")[:LONGEST].strip("_")
    return found or "my_scene"


def free_name(title: str, taken: Callable[[str], bool]) -> str:
    """Returns a name of a scene file after a title that nothing has yet."""
    stem = file_name(title)[:LONGEST - 4]
    return next(name for number in range(1, 10_000) if not taken(name := stem if number == 1 else f"{stem}_{number}"))


class SaveSheet(QDialog):
    """Title and file name of a scene that is to be kept.

    folder   where it goes;  taken  taken(name) -> whether a scene has that name
    keep     keep(title, name) -> why it could not be kept, or ""
    """

    def __init__(self, parent: QWidget, title: str, folder: Path, taken: Callable[[str], bool],
                 keep: Callable[[str, str], str]):
        super().__init__(parent)
        self._taken, self._keep, self._is_own_name = taken, keep, False
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(_("Save as scene"))
        self.title, self.name = QLineEdit(title), QLineEdit(free_name(title, taken))
        self.title.setMaxLength(60)
        self.name.setMaxLength(LONGEST)
        self.trouble = plain_label("", "trouble")
        self.trouble.setWordWrap(True)
        self.trouble.hide()
        self.save, cancel = QPushButton(_("Save")), QPushButton(_("Cancel"))
        self.save.setDefault(True)
        grid = QGridLayout()
        for row, (text, field) in enumerate(((_("Title"), self.title), (_("File"), self.name))):
            field.setAccessibleName(text)
            grid.addWidget(plain_label(text, "name"), row, 0)
            grid.addWidget(field, row, 1)
        grid.addWidget(plain_label(".py"), 1, 2)
        place = plain_label(_("in {folder}").format(folder=folder), "caption")
        place.setWordWrap(True)
        place.setMinimumWidth(380)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 16, 20, 16)
        column.setSpacing(10)
        column.addLayout(grid)
        column.addWidget(place)
        column.addWidget(self.trouble)
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        for button in (cancel, self.save):
            buttons.addWidget(button)
        column.addLayout(buttons)
        cancel.clicked.connect(self.reject)
        self.save.clicked.connect(self._try)
        self.title.textEdited.connect(self._follow)
        self.name.textEdited.connect(self._own_name)
        self.title.selectAll()

    def _follow(self, title: str):
        """The file is called after the title until a person calls it otherwise."""
        if not self._is_own_name:
            self.name.setText(free_name(title, self._taken))
        self.trouble.hide()

    def _own_name(self, _name: str):
        self._is_own_name = True
        self.trouble.hide()

    def _try(self):
        title, name = self.title.text().strip(), self.name.text().strip()
        if not title:
            reason = _("It needs a title.")
        elif file_name(name) != name:
            reason = _("A file name has small letters, digits and _, at most {most}.").format(most=LONGEST)
        elif self._taken(name):
            reason = _("There is a scene of that file name; choose another one.")
        else:
            reason = self._keep(title, name)
        if reason:
            self.trouble.setText(reason)
            self.trouble.show()
        else:
            self.accept()
