"""The panel of the contact: what it does now, Ivanov's class of it, and the numbers that decide what it does next."""

from math import inf, sqrt

from sandbox.qt.core import Qt
from sandbox.qt.widgets import QGridLayout, QPushButton, QVBoxLayout, QWidget
from sandbox.run.readings.mode_words import mode_text
from sandbox.text import _, unit_text
from sandbox.ui.look.format import tooltip
from sandbox.ui.look.labels import plain_label
from sandbox.ui.panels.mode_tree import ModeTree
from sandbox.ui.panels.panel import Panel, Ports, scrolling

RELEASE = "release"              # live parameter of a scene that opens a contact with two futures
OPEN = ("A2", "A3")              # classes with two futures
STATES = {"sliding": "warn", "flight": "warn"}
NOTHING = 1e-12                  # [m/s, m] below which there is no slip and no gap


def meanings() -> dict[str, str]:
    """What the classes of Table 1 say, in the language of the moment."""
    return {"A1": _("only taking off is possible"),
            "A2": _("staying in contact and taking off are both possible"),
            "A3": _("taking off and being stopped by friction are both possible"),
            "A4": _("only taking off is possible"),
            "B1": _("neither contact nor taking off is possible: rigid bodies have no answer"),
            "B2": _("only staying in contact is possible"),
            "B3": _("only staying in contact is possible"),
            "B4": _("friction jams the contact: the slip stops at once"),
            "edge": _("on the border between contact and taking off"),
            "": _("no contact")}


def row_words() -> dict[str, tuple[str, str]]:
    """Symbol and meaning of the numbers, in the language of the moment."""
    return {"U": ("U", _("acceleration with which the gap would open without contact [m/s²]")),
            "U_star": ("U*", _("the same with the friction that holds or slows the contact, before its normal force "
                               "[m/s²]")),
            "V_star": ("V*", _("by how much one newton of normal force opens the gap faster; N = -U*/V* [1/kg]")),
            "N": ("N", _("normal force [N]")),
            "ratio": ("|F|/N", _("friction over normal force, and the most that the contact can hold [1]")),
            "gap": (_("gap"), _("distance of the body from the support [m]")),
            "slip": (_("slip"), _("speed of the touching point relative to the support [m/s]"))}


class ContactPanel(Panel):
    """The contact of the present run; hidden where a scene has no law of contact.

    reads    times that the contact was read
    """

    name, keys, rate = "contact", ("F6",), 10

    def __init__(self, ports: Ports):
        super().__init__(ports)
        self.reads, self._run = 0, None
        self.mode, self.group, self.meaning = plain_label("", "time"), plain_label("", "time"), plain_label("")
        self.meaning.setWordWrap(True)
        self.names, self.values = {}, {}
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(12, 8, 12, 8)
        grid = QGridLayout()
        grid.setColumnStretch(1, 1)
        grid.setVerticalSpacing(6)
        grid.setHorizontalSpacing(16)
        column.addWidget(self.mode)
        column.addWidget(self.group)
        column.addWidget(self.meaning)
        column.addSpacing(8)
        for place, name in enumerate(row_words()):
            self.names[name], self.values[name] = plain_label("", "name"), plain_label("")
            self.values[name].setAlignment(Qt.AlignmentFlag.AlignRight)
            grid.addWidget(self.names[name], place, 0)
            grid.addWidget(self.values[name], place, 1)
        self.values["ratio"].setWordWrap(True)
        column.addLayout(grid)
        self.button = QPushButton()
        self.button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.button.clicked.connect(self._let_go)
        column.addSpacing(8)
        column.addWidget(self.button)
        self.heading, self.table = plain_label("", "about"), ModeTree()
        self.heading.setWordWrap(True)
        column.addSpacing(8)
        column.addWidget(self.heading)
        column.addWidget(self.table)
        column.addStretch(1)
        self.setWidget(scrolling(content))

    @staticmethod
    def title() -> str:
        return _("Contact")

    @staticmethod
    def about() -> str:
        return _("rolling, sliding or flight, and the numbers that decide what comes next")

    def retranslate(self):
        super().retranslate()
        self.mode.setToolTip(tooltip(_("what the contact does now")))
        tip = _("Class of Ivanov's table: A where the free body would move away, B where it would not; 2 where a "
                "normal force can hold it, 1 where it cannot, 3 and 4 where friction turns its effect round")
        for label in (self.group, self.meaning):
            label.setToolTip(tooltip(tip))
        for name, (symbol, meaning) in row_words().items():
            self.names[name].setText(symbol)
            for label in (self.names[name], self.values[name]):
                label.setToolTip(tooltip(meaning))
            self.values[name].setAccessibleName(meaning)
        self.heading.setText(_("Modes, what ends each, and what may follow"))
        self.heading.setToolTip(tooltip(_("The numbers are guards: positive in their mode, which ends where one falls "
                                          "to zero")))
        self.table.setAccessibleName(self.heading.text())
        self.button.setToolTip(tooltip(_("Where the contact has two futures (classes A2 and A3): let it take off, or "
                                         "let it stay as it is")))
        self._run = None

    def suits(self, run) -> bool:
        """Tells whether the scene of a run has a law of contact."""
        return bool(run.snapshot().contacts)

    def begin(self, run):
        self._run = None

    def restyle(self):
        self.table.restyle()

    def follow(self, run, snapshot):
        """Reads the contact again."""
        if not snapshot.contacts:
            return
        self.reads += 1
        if run is not self._run:
            self.table.show_table(run.system.rows())
        self._run = run
        mode, guards = run.present
        self.table.light(mode)
        self.table.show_values(guards)
        which = self.ports.focus.body
        body = snapshot.bodies[which if which < len(snapshot.bodies) else 0]
        contact = snapshot.contacts[which if which < len(snapshot.contacts) else 0]
        self._set(self.mode, mode_text(body.mode))
        if self.mode.property("state") != STATES.get(body.mode, "good"):
            self.mode.setProperty("state", STATES.get(body.mode, "good"))
            self.mode.style().polish(self.mode)
        self._set(self.group, _("class {group}").format(group=contact.group) if len(contact.group) == 2 else "—")
        self._set(self.meaning, meanings().get(contact.group, ""))
        friction, slip = sqrt(body.F @ body.F), sqrt(contact.slip @ contact.slip)
        touches = not body.is_aloft
        law = run.contact.law
        most = law.mu_s if body.mode != "sliding" else law.at(slip, 0.0).mu
        ratio = "—"
        if touches and body.N > 0.0:
            ratio = _("{ratio:.3f}, at most {most}").format(ratio=friction/body.N,
                                                           most="∞" if most == inf else f"{most:.3g}")
        texts = {"U": shown(f"{contact.U:.3f}", "m/s²"),
                 "U_star": shown(f"{contact.U_star:.3f}", "m/s²") if touches else "—",
                 "V_star": shown(f"{contact.V_star:.4g}", "1/kg") if touches else "—",
                 "N": shown(f"{contact.N:.4g}", "N"), "ratio": ratio,
                 "gap": _length(contact.gap),
                 "slip": shown(f"{slip if slip > NOTHING else 0.0:.3f}", "m/s") if touches else "—"}
        for name, text in texts.items():
            self._set(self.values[name], text)
        has_release = RELEASE in run.live
        self.button.setVisible(has_release)
        if has_release:
            is_let_go = bool(run.values[RELEASE])
            self.button.setText(_("Hold") if is_let_go else _("Let go"))
            self.button.setEnabled(run.ended is None and (is_let_go or contact.group in OPEN))

    @staticmethod
    def _set(label, text: str):
        if label.text() != text:
            label.setText(text)

    def _let_go(self):
        if self._run is not None:
            self.ports.change(RELEASE, not self._run.values[RELEASE], 0)
            self.ports.show_wanted()


def shown(number: str, unit: str) -> str:
    """A number with its unit in the language of the moment."""
    return f"{number} {unit_text(unit)}"


def _length(gap: float) -> str:
    """A gap in metres or millimetres."""
    if abs(gap) <= NOTHING:
        return "0"
    return shown(f"{1e3*gap:.3g}", "mm") if abs(gap) < 0.01 else shown(f"{gap:.4g}", "m")
