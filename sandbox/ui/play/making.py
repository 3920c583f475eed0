"""The sheet that makes a challenge of a run: its title, its text, what is free, what is to be reached."""

from collections.abc import Callable, Sequence

from sandbox.qt.core import Qt
from sandbox.qt.widgets import QDialog, QGridLayout, QLineEdit, QPushButton, QWidget
from sandbox.run.command import HAND
from sandbox.run.own_challenge import ALL, AT_MARKS, FITTING, GOALS, HERE, STEERED, Wish
from sandbox.run.simulation import Simulation
from sandbox.scene.marks import Mark
from sandbox.text import N_, _
from sandbox.ui.look.controls import Combo
from sandbox.ui.look.labels import plain_label
from sandbox.workspace.bench import shown_name

LONGEST_TITLE, LONGEST_TEXT = 80, 300
RADII = (0.005, 0.01, 0.02, 0.05, 0.1, 0.3)      # of the mark [m]
DONE = {HAND: N_("what the hand does"), STEERED: N_("what is steered while it runs")}
USUAL = 1                                        # place among them


class MakeSheet(QDialog):
    """Asks what a challenge of a run is to be.

    marks  that stand in the scene;  keep  keep(run, wish) -> why it cannot be, or "" where it is kept
    """

    def __init__(self, parent: QWidget, run: Simulation, names: Sequence[str], marks: Sequence[Mark],
                 keep: Callable):
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(_("Make a challenge of this"))
        self._run, self._keep = run, keep
        self._marks = {mark.name: mark for mark in marks}
        self.title, self.text = QLineEdit(), QLineEdit()
        self.title.setMaxLength(LONGEST_TITLE)
        self.text.setMaxLength(LONGEST_TEXT)
        self.free, self.mark, self.goal, self.radius, self.body = (Combo(name) for name in (
            _("what is free"), _("which mark"), _("what is to be reached"), _("radius of the mark"), _("which body")))
        for name in names:
            self.free.addItem(_(DONE[name]) if name in DONE else run.scene.parameter(name).shown_name, name)
        for name in self._marks:
            self.mark.addItem(shown_name(name), name)
        if sum(mark.is_line or mark.kind == "ring" for mark in marks) > 1:
            self.mark.addItem(_("all, in their order"), ALL)
        self.mark.addItem(_("where the body is now"), HERE)
        self.mark.currentIndexChanged.connect(self._offer_goals)
        self._offer_goals()
        for radius in RADII:
            self.radius.addItem(_("{radius:g} m").format(radius=radius), radius)
        self.radius.setCurrentIndex(USUAL)
        for k in range(len(run.snapshot().bodies)):
            self.body.addItem(str(k + 1), k)
        grid = QGridLayout(self)
        grid.setContentsMargins(18, 14, 18, 14)
        for row, (words, field) in enumerate((
                (_("title"), self.title), (_("what is to be done"), self.text), (_("what is free"), self.free),
                (_("which mark"), self.mark), (_("what is to be reached"), self.goal),
                (_("radius of the mark"), self.radius), (_("which body"), self.body))):
            field.setAccessibleName(words)
            field.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            grid.addWidget(plain_label(words), row, 0)
            grid.addWidget(field, row, 1)
        self.trouble = plain_label("", "trouble")
        self.trouble.setWordWrap(True)
        self.trouble.hide()
        grid.addWidget(self.trouble, grid.rowCount(), 0, 1, 2)
        self.done_button = QPushButton(_("Keep it"))
        self.done_button.setDefault(True)
        self.done_button.clicked.connect(self._take)
        grid.addWidget(self.done_button, grid.rowCount(), 1)

    def _offer_goals(self):
        """Goals that the chosen mark is good for; the radius is asked for where a mark is put only now."""
        name = self.mark.currentData()
        words = GOALS if name == HERE else {kind: AT_MARKS[kind] for kind in (
            ("order",) if name == ALL else FITTING[self._marks[name].kind])}
        self.goal.clear()
        for kind, text in words.items():
            self.goal.addItem(_(text), kind)
        self.radius.setEnabled(name == HERE)

    def _take(self):
        title = self.title.text().strip() or _("My challenge")
        wish = Wish(title, self.text.text().strip() or title, self.free.currentData(), self.goal.currentData(),
                    self.radius.currentData(), self.body.currentData(), self.mark.currentData())
        reason = self._keep(self._run, wish)
        self.trouble.setText(reason)
        self.trouble.setVisible(bool(reason))
        if not reason:
            self.close()
