"""A file of a mesh that is dropped on the window, or chosen: a body of the present bench, or of a new one."""

from pathlib import Path
from typing import Any

from sandbox.errors import BadValue
from sandbox.qt.core import QObject
from sandbox.qt.widgets import QFileDialog
from sandbox.scene.built.mesh_item import item_of_mesh
from sandbox.scene.solids.reading import FORMS, METRES
from sandbox.text import _, unit_text
from sandbox.ui.playback.awaited import Awaited
from sandbox.workspace.bench import HEIGHT, THICKNESS

UNITS = "mm", "cm", "m", "in"
LOOK = 30                # [ms] between two looks at whether it is read
MIDDLE = (0.0, 0.0, HEIGHT + 0.5*THICKNESS)     # of the table of a new bench [m]


class Meshes(QObject):
    """Reads them beside the window and puts what they hold where there is room."""

    def __init__(self, window):
        super().__init__(window)
        self._window, self._awaited = window, Awaited(self, LOOK)

    @property
    def is_busy(self) -> bool:
        """Whether one is being read."""
        return self._awaited.is_on

    def ask(self):
        """Lets a person choose a file."""
        dialog = QFileDialog(self._window, _("Body from a mesh…"), "", _("Meshes ({endings})").format(
            endings=" ".join(f"*.{one}" for one in FORMS)))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(self.take)
        dialog.open()

    def take(self, path: Any, unit: str | None = None):
        """Makes a body of a file; asks for its unit where the file has none."""
        window, path = self._window, Path(path).absolute()
        if not path.is_file():
            window.message.say(_("'{path}' is not there any more.").format(path=path), "error")
            return
        if unit is None and path.suffix.lower().lstrip(".") not in METRES:
            first, *others = UNITS
            window.message.say(_("'{file}' says no unit. Its numbers are in").format(file=path.name), "event",
                               unit_text(first), lambda: self.take(path, first),
                               more=tuple((unit_text(one), lambda one=one: self.take(path, one)) for one in others))
            return
        if not window.bench.is_on:
            window.bench.begin()
        window.message.say(_("Reading {file}…").format(file=path.name), "busy")
        self._awaited.begin(lambda: item_of_mesh(path, unit), self._put)

    def _put(self, task):
        window = self._window
        window.message.end("busy")
        try:
            item, told = task.result()
        except BadValue as error:
            window.message.say(str(error), "error")
            return
        window.bench.when_ready(lambda: self._place(item, told))

    def _place(self, item, told: tuple[str, ...]):
        window = self._window
        made = window.bench.made
        on = made.supports[0]
        middle = made.surface(on).origin if on != "table" else MIDDLE
        window.bench.put_near(item, middle, on)
        if told and window.bench.selected.startswith(item.name):
            window.message.say(f"{item.name}: {'; '.join(told)}", "note")
