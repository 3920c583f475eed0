"""The panel of events: what happened, when, in a sentence; a click takes the run there."""

from sandbox.qt.widgets import QVBoxLayout, QWidget
from sandbox.run.readings.gathered import gathered
from sandbox.text import _, unit_text
from sandbox.ui.look.labels import plain_label
from sandbox.ui.panels.lists import PlainList
from sandbox.ui.panels.panel import Panel, Ports

MOST = 500       # the newest that are listed


def kind_words() -> dict[str, str]:
    """The kinds of events in the language of the moment."""
    return {"detach": _("detached"), "impact": _("impact"), "slip": _("slip"), "grip": _("grip"),
            "breakaway": _("breakaway"), "regrip": _("regrip"), "rim": _("rim"), "apex": _("apex"), "stop": _("stop"),
            "drift": _("drift")}


class EventPanel(Panel):
    """All events of the present run; the one that is chosen is visited."""

    name, keys = "events", ("F7",)

    def __init__(self, ports: Ports):
        super().__init__(ports)
        self.list = PlainList()
        self._nothing = plain_label("", "empty")
        self._nothing.setWordWrap(True)
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(0, 4, 0, 4)
        column.addWidget(self._nothing)
        column.addWidget(self.list, 1)
        self.setWidget(content)
        self._shown = None
        self.list.chosen.connect(ports.visit)
        self.list.itemClicked.connect(self.list.choose)

    @staticmethod
    def title() -> str:
        return _("Events")

    def restyle(self):
        self.list.restyle()

    def retranslate(self):
        super().retranslate()
        self._nothing.setText(_("Nothing has happened in this run yet."))
        self.list.setAccessibleName(_("Events"))
        self._shown = None

    def follow(self, run, snapshot):
        """Lists what is new."""
        shown = (id(run), len(run.events), run.events[-1] if run.events else None)
        if shown == self._shown:
            return
        self._shown = shown
        self.list.clear()
        for event in gathered(run.events)[-MOST:]:
            kind = kind_words().get(event.kind, event.kind)
            sentence = event.sentence
            self.list.add(f"t = {event.t:.3f} {unit_text('s')}   {kind}", sentence, event.t,
                          _("{sentence}\nA click takes the run there.").format(sentence=sentence))
        self.list.scrollToBottom()
        self._nothing.setVisible(not run.events)
