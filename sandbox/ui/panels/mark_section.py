"""What the panel of the bench has of a mark that is selected: its name, and what it measures."""

from math import isfinite

from sandbox.errors import BadValue
from sandbox.qt.core import Qt
from sandbox.qt.widgets import QHBoxLayout, QLineEdit, QVBoxLayout, QWidget
from sandbox.run.judge import size_text
from sandbox.run.mark_readings import Measured, readings_of
from sandbox.run.simulation import Simulation
from sandbox.scene.built import kinds
from sandbox.scene.marks import LONGEST_NAME, Mark
from sandbox.text import _
from sandbox.ui.look.format import tooltip
from sandbox.ui.look.labels import plain_label
from sandbox.ui.panels.panel import Ports
from sandbox.ui.playback.awaited import Awaited
from sandbox.workspace.bench import shown_name

LOOK = 40                # [ms] between looks at whether it is measured
MOST = 6                 # bodies that are told


class MarkSection(QWidget):
    """A field for the name, and a line for each body; hidden where no mark is selected.

    say   say(reason): why a name can't be, or ""
    """

    def __init__(self, ports: Ports, say):
        super().__init__()
        self._bench, self._ports, self._say = ports.bench, ports, say
        self._awaited, self._asked = Awaited(self, LOOK), None
        self.name = QLineEdit()
        self.name.setMaxLength(LONGEST_NAME)
        self.name.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.name.editingFinished.connect(self._rename)
        self._called = plain_label("")
        self.readings = plain_label("", "caption")
        self.readings.setWordWrap(True)
        row = QHBoxLayout()
        row.addWidget(self._called)
        row.addWidget(self.name, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 2, 10, 2)
        column.setSpacing(4)
        column.addLayout(row)
        column.addWidget(self.readings)
        self.hide()

    def retranslate(self):
        """Texts of the language that holds now."""
        self._called.setText(_("name"))
        self.name.setAccessibleName(_("name of the mark"))
        self.name.setToolTip(tooltip(_("By this name goals know the mark; Enter takes it")))
        self._asked = None

    def show_mark(self):
        """Shows the mark that is selected, with what it has measured up to now."""
        part = self._bench.part
        is_mark = part is not None and part.family == kinds.MARK
        self.setVisible(is_mark)
        if part is None or not is_mark:
            self._asked = None
            return
        if not self.name.hasFocus() or not self.name.isModified():
            self.name.setText(shown_name(part.name))
            self.name.setModified(False)

    def follow(self, run: Simulation):
        """Measures anew where a run waits at another instant, or the mark is another one."""
        if not self.isVisible() or self._bench.part is None or self._bench.part.family != kinds.MARK:
            return
        mark = self._bench.made.marks[self._bench.selected]
        asked = run, run.step, mark
        if self._bench.is_open and asked != self._asked:
            self._asked = asked
            if run.step == 0:
                self.readings.setText(_("It measures when it runs."))
            elif run.edits:
                self.readings.setText(_("Something was built while it ran: a mark measures runs that were not."))
            else:
                self._awaited.begin(lambda: readings_of(run, (mark,))[0], lambda task: self._take(task, mark, asked))

    def _take(self, task, mark: Mark, asked: tuple):
        if asked != self._asked:
            return
        try:
            found = task.result()
        except BadValue as error:
            self.readings.setText(str(error))
            return
        names = self._bench.made.bodies
        self.readings.setText("\n".join(f"{shown_name(names[one.body])}: {self.told(mark, one)}"
                                        for one in found[:MOST] if one.body < len(names)))

    def told(self, mark: Mark, one: Measured) -> str:
        """What a mark has measured of a body, in words."""
        if not isfinite(one.distance) or mark.is_line and not one.is_met:
            return _("not through it")
        size, units = size_text(one.distance, "m", self._ports.units), self._ports.units
        t = size_text(one.t, "s", units)
        if mark.is_line:
            return _("through it at {t}, {size} from the middle").format(t=t, size=size)
        if one.is_met:
            return _("there at {t}; at its nearest {size} from the middle").format(t=t, size=size)
        return _("at its nearest {size} from the middle, at {t}").format(t=t, size=size)

    def _rename(self):
        part, name = self._bench.part, self.name.text().strip()
        if part is None or not self.name.isModified() or name == shown_name(part.name):
            return
        self.name.setModified(False)
        self._say(self._bench.rename(name))
        self.show_mark()
        self._ports.leave()
