"""The time line: its bar, the instant under the mouse, and a row for each branch."""

from sandbox.qt.widgets import QFrame, QHBoxLayout, QVBoxLayout
from sandbox.run.branches import MOST
from sandbox.text import _, unit_text
from sandbox.ui.look.labels import plain_label
from sandbox.ui.playback import run_steps
from sandbox.ui.playback.player import Player
from sandbox.ui.timeline.bar import TimeBar
from sandbox.ui.timeline.branch_row import BranchRow


class TimeLine(QFrame):
    """Follows the run of a player, and takes it where the mouse says."""

    def __init__(self, player: Player):
        super().__init__()
        self.setObjectName("timeline")
        self._player, self._travel = player, player.travel
        self._is_slim = False
        self.bar, self.reading = TimeBar(), plain_label("", "reading")
        self.rows = [BranchRow() for _k in range(MOST)]
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        line = QHBoxLayout()
        line.setContentsMargins(0, 0, 14, 0)
        line.addWidget(self.bar, 1)
        line.addWidget(self.reading)
        column.addLayout(line)
        for row in self.rows:
            row.hide()
            row.chosen.connect(self._travel.choose)
            row.removed.connect(self._travel.remove)
            column.addWidget(row)
        self.bar.sought.connect(self._seek)
        self.bar.marked.connect(self._mark)
        self.bar.noted.connect(self._read)
        self.set_scale(1.0)
        self.retranslate()

    # ---- looks ------------------------------------------------------------------------------------------------------

    def set_scale(self, scale: float):
        """Sets the size of letters and marks over their usual size."""
        self._scale = scale
        self.bar.set_look(scale, self._is_slim)
        self._read(None)
        self.reading.ensurePolished()
        self.reading.setFixedWidth(round(self.reading.fontMetrics().horizontalAdvance("0000.000 s  ")))

    def set_slim(self, on: bool, scale: float):
        """Nothing but the line, for an audience; or all of it."""
        self._is_slim = on
        self.reading.setVisible(not on)
        self.set_scale(scale)
        self.follow()

    def retranslate(self):
        self.setAccessibleName(_("Time line"))
        self.bar.setAccessibleName(_("Time line"))
        self.bar.setAccessibleDescription(_("the last ten minutes of the run; arrow keys step, Home and End go to its "
                                            "ends, plus and minus zoom"))
        self.bar.shown.marks.forget()
        for row in self.rows:
            row.retranslate()
        self.follow()

    # ---- a run ------------------------------------------------------------------------------------------------------

    def begin(self, _run):
        """Takes another run."""
        self.bar.begin()
        self.follow()

    def follow(self):
        """Shows the present state."""
        run, snapshot, travel = self._player.simulation, self._player.snapshot, self._travel
        if run is None or snapshot is None or self.isHidden():
            return
        shown, loop = self.bar.shown, travel.loop
        # an instant of which nothing is kept any more is still a place of the run: its start
        shown.oldest = min(run.recording.history.oldest*run.h, run.t)
        shown.newest = max(run.latest*run.h, run.t, *(event.t for event in run.events[-1:]))
        if not self.bar.is_dragged:
            shown.now = run.t
        shown.a, shown.b = (None if end is None else end*run.h for end in (loop.a, loop.b))
        shown.is_round = loop.is_on
        shown.parted = tuple((branch.slot, branch.begin) for branch in travel.branches.left
                             if branch.parted is not None)
        shown.marks.look(run)
        self.bar.follow()
        self._show_branches(snapshot)

    def _show_branches(self, snapshot):
        branches = self._travel.branches.left
        for k, row in enumerate(self.rows):
            is_shown = k < len(branches) and not self._is_slim
            if is_shown:
                row.show_branch(branches[k], snapshot)
            if row.isHidden() == is_shown:
                row.setVisible(is_shown)

    # ---- wishes -----------------------------------------------------------------------------------------------------

    def _seek(self, t: float):
        run = self._player.simulation
        if run is not None:
            place = run_steps.step_of(t, run.step_rate)
            is_end = run.has_ended and t >= self.bar.shown.newest
            self._travel.seek(run_steps.last_step(run) if is_end else place)

    def _mark(self, a: float, b: float):
        run = self._player.simulation
        if run is not None:
            first = run_steps.step_of(a, run.step_rate)
            self._travel.loop.mark(first, max(first + 1, run_steps.step_of(b, run.step_rate)))
            self.follow()

    def _read(self, t):
        self.reading.setText("" if t is None else f"{t:.3f} {unit_text('s')}")
