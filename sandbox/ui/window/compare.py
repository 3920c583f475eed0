"""Comparing runs: pins, the frozen reference and measurements, and their paths in the picture."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np

from sandbox.errors import BadValue
from sandbox.qt.core import QObject
from sandbox.qt.widgets import QFileDialog, QWidget
from sandbox.run.readings.measurement import Table, read_table
from sandbox.run.readings.pins import MEASUREMENT, free_colour
from sandbox.run.readings.quantities import quantities_of
from sandbox.text import _
from sandbox.ui.playback.awaited import Awaited
from sandbox.ui.playback.pinboard import Pinboard
from sandbox.ui.playback.player import Player
from sandbox.ui.playback.task import Task
from sandbox.ui.window.files.measurement_sheet import MeasurementSheet
from sandbox.ui.window.files.places import documents

POLL = 100               # [ms] between looks at a file that is being read
IN_PICTURE = 400         # points of a path in the picture at most


class Compare(QObject):
    """Keeps the pinboard of a window, and shows its paths in the picture.

    player   has the present run;  say  say(text, kind) shows a message
    """

    def __init__(self, parent: QWidget, player: Player, say: Callable):
        super().__init__(parent)
        self._player, self._say = player, say
        self.pinboard = Pinboard(player.focus, self)
        self.pinboard.changed.connect(self.show_paths)
        player.started.connect(lambda _run, _reason: self.show_paths() if self.pinboard.pins else None)
        self.sheet: MeasurementSheet | None = None
        self._name = ""
        self._awaited = Awaited(self, POLL)

    def pin(self):
        """Keeps the present run beside the next ones."""
        if (run := self._player.simulation) is None:
            return
        try:
            pin = self.pinboard.pin(run)
        except BadValue as error:
            self._say(str(error), "error")
        else:
            self._say(_("Pinned as '{name}': its curves and its trail stay over the next runs.").format(name=pin.name))

    def freeze(self):
        """Makes the present curves the reference."""
        if (run := self._player.simulation) is not None:
            self.pinboard.freeze(run)
            self._say(_("The curves stay as reference, until they are frozen again."))

    def show_paths(self):
        """Draws the paths of pins in the picture."""
        paths, run = [], self._player.simulation
        scene = run.scene.id if run is not None else ""
        for pin in self.pinboard.pins:
            if pin.scene not in ("", scene):
                continue
            known = pin.path[np.isfinite(pin.path[:, :2]).all(axis=1)] if len(pin.path) else pin.path
            if len(known) > 1:
                places = np.linspace(0, len(known) - 1, min(len(known), IN_PICTURE)).astype(int)
                paths.append((known[places], pin.colour, "dots" if pin.kind == MEASUREMENT else "dashes"))
        self._player.view.show_pins(paths)
        self._player.refresh()

    # ---- measurements -----------------------------------------------------------------------------------------------

    def measure(self):
        """Lets the person choose a table."""
        dialog = QFileDialog(self.parent(), _("Import a measurement…"), str(documents()),
                             _("Tables (*.csv *.txt *.tsv *.dat);;All files (*)"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(self.read)
        dialog.open()

    def read(self, path):
        """Reads a table beside the window, then asks what its columns are."""
        self._name = Path(path).stem
        self._awaited.begin(lambda: read_table(path), self._ask_about)
        self._say(_("The table is being read…"), "busy")

    @property
    def is_busy(self) -> bool:
        """Whether a table is being read."""
        return self._awaited.is_on

    def _ask_about(self, task: Task):
        try:
            table = task.result()
        except BadValue as error:
            self._say(str(error), "error")
        else:
            self.ask(table)

    def ask(self, table: Table):
        """Asks what the columns of a table are."""
        if (run := self._player.simulation) is None:
            return
        if self.sheet is not None:
            self.sheet.close()
        self._say(table.note or _("{columns} columns, {rows} rows: say what they are.").format(
            columns=len(table.names), rows=table.columns.shape[1]))
        sheet = self.sheet = MeasurementSheet(self.parent(), table, quantities_of(run), self._name)
        sheet.taken.connect(self._take)
        sheet.finished.connect(self._forget)
        sheet.show()

    def _take(self, pin, note: str):
        try:
            run = self._player.simulation
            self.pinboard.add(replace(pin, scene=run.scene.id) if run is not None else pin)
        except BadValue as error:
            self._say(str(error), "error")
        else:
            self._say(note or _("'{name}': {points} points are shown as dots.").format(
                name=pin.name, points=len(pin.t)))

    def free_colour(self) -> int:
        """Returns the number of a colour that no pin has."""
        return free_colour(self.pinboard.pins)

    def _forget(self, _result):
        self.sheet = None
