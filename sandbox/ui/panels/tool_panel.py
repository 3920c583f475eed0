"""The panel of tools: ruler, protractor, stopwatch, and a large number for the last row."""

import json

import numpy as np

from sandbox.errors import BadValue
from sandbox.qt.widgets import QVBoxLayout, QWidget
from sandbox.systems import probe_points
from sandbox.systems.probe_points import ProbePoint, ShownTool, Tool, probe_point_at, tool_of
from sandbox.text import _
from sandbox.ui.look.labels import plain_label
from sandbox.ui.panels.panel import LEFT, NARROWEST, Panel, Ports, scrolling
from sandbox.ui.panels.tools.number_section import NumberSection
from sandbox.ui.panels.tools.points_section import PointsSection
from sandbox.ui.panels.tools.watch_section import WatchSection

FIRST = {probe_points.RULER: (ProbePoint(probe_points.CONTACT), ProbePoint(probe_points.SPACE)),
         probe_points.PROTRACTOR: (ProbePoint(probe_points.CENTRE), ProbePoint(probe_points.CONTACT),
                                   ProbePoint(probe_points.SPACE))}


class ToolPanel(Panel):
    """Measures while the run goes on. What is drawn in the picture follows what it is fixed to.

    probe points   the sections of ruler and protractor;  watch  of the stopwatch;  number  of the large number
    """

    name, keys, side, rate, follows_unseen = "tools", ("F4",), LEFT, 20, True

    def __init__(self, ports: Ports):
        super().__init__(ports)
        self._run = self._snapshot = None
        self.probes = {kind: PointsSection(kind, probes, ports.units) for kind, probes in FIRST.items()}
        self.watch, self.number = WatchSection(ports), NumberSection(ports)
        self._headings = [plain_label("", "heading") for _i in range(4)]
        self.trouble = plain_label("", "trouble")
        self.trouble.setWordWrap(True)
        self.trouble.hide()
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(0, 4, 0, 8)
        column.setSpacing(4)
        for heading, section in zip(self._headings, (*self.probes.values(), self.watch, self.number), strict=True):
            column.addWidget(heading)
            column.addWidget(section)
        column.addStretch(1)
        outer = QWidget()
        rows = QVBoxLayout(outer)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.addWidget(scrolling(content), 1)
        rows.addWidget(self.trouble)
        self.setWidget(outer)
        self.setMinimumWidth(NARROWEST)
        for section in self.probes.values():
            section.changed.connect(self.show_tools)
            section.trouble.connect(self._say)
            section.left.connect(ports.leave)
        self.load_text(ports.remembered["tools"])

    @staticmethod
    def title() -> str:
        return _("Tools")

    @staticmethod
    def about() -> str:
        return _("ruler, protractor, stopwatch, a large number")

    # ---- wishes -----------------------------------------------------------------------------------------------------

    def switch(self, kind: str, on: bool | None = None):
        """Shows or hides ruler or protractor; without `on` the other of the two."""
        section = self.probes[kind]
        section.switch.setChecked(not section.switch.isChecked() if on is None else on)

    def set_point(self, position, body: int | None = None, on_support: bool = False):
        """Puts the end that was touched last of the tool that is on, or the next one, where a person has pointed.

        position   (3,) in the laboratory [m];  body  index of the body that it belongs to, or None;  on_support  of it
        """
        section = next((section for section in self.probes.values() if section.switch.isChecked()), None)
        if section is None:
            section = self.probes[probe_points.RULER]
            section.switch.setChecked(True)
        if self._snapshot is not None and np.isfinite(position).all():
            section.set_next(probe_point_at(position, self._snapshot, body, on_support))

    def show_tools(self):
        """Tells the picture which tools there are."""
        self.ports.show_tools([ShownTool(Tool(kind, section.probes), section.said)
                               for kind, section in self.probes.items() if section.switch.isChecked()])

    def _say(self, text: str):
        self.trouble.setText(text)
        self.trouble.setVisible(bool(text))

    # ---- what is remembered -----------------------------------------------------------------------------------------

    def save(self) -> dict:
        """Returns tools and large number as JSON knows them."""
        return {"tools": [{**Tool(kind, section.probes).to_json(), "on": section.switch.isChecked()}
                          for kind, section in self.probes.items()], "number": self.number.save()}

    def load(self, plain):
        """Takes what `save` gave; BadValue in a sentence where it is none."""
        if not isinstance(plain, dict) or not isinstance(plain.get("tools", []), list):
            raise BadValue(_("tools: needs an object"))
        found = []
        for i, one in enumerate(plain.get("tools", [])[:8]):
            rest = {key: value for key, value in one.items() if key != "on"} if isinstance(one, dict) else one
            found.append((tool_of(rest, f"tools[{i}]"), isinstance(one, dict) and one.get("on") is True))
        for tool, on in found:
            self.probes[tool.kind].load(tool.probes, on)
        self.number.load(plain.get("number", {}))

    def load_text(self, text: str):
        """Takes what the last session remembered; what cannot be understood is left out."""
        try:
            plain = json.loads(text) if text else {}
        except (ValueError, RecursionError):
            return
        try:
            self.load(plain)
        except BadValue:
            return

    def choices(self) -> dict[str, str]:
        return {"tools": json.dumps(self.save())[:2000]}

    # ---- a run ------------------------------------------------------------------------------------------------------

    def retranslate(self):
        super().retranslate()
        for heading, text in zip(self._headings, (_("Ruler"), _("Protractor"), _("Stopwatch"), _("Large number")),
                                 strict=True):
            heading.setText(text)
        bodies = len(self._run.bodies) if self._run is not None else 1
        for section in self.probes.values():
            section.retranslate(bodies)
        self.watch.retranslate()
        self.number.retranslate()

    def restyle(self):
        self.number.restyle()

    def begin(self, run):
        self._run, self._snapshot = run, run.snapshot()
        for section in self.probes.values():
            section.retranslate(len(run.bodies))
        self.watch.begin(run)
        self.number.begin(run)
        self.show_tools()

    def follow(self, run, snapshot):
        self._snapshot = snapshot
        self.watch.follow(run, snapshot)
        self.number.follow(snapshot, self.watch.watch.reading(snapshot.t))
        if self.is_seen:
            for kind, section in self.probes.items():
                if section.switch.isChecked():
                    section.show_reading(Tool(kind, section.probes).measure(snapshot))
