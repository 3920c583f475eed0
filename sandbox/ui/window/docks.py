"""The panels around the picture: which there are, where they stand at first, and how they are shown and hidden."""

from PyQt5.QtCore import Qt
from PyQt5.QtWidgets import QMainWindow, QTabWidget

from sandbox.errors import BadValue
from sandbox.ui.panels.contact import ContactDock
from sandbox.ui.panels.events import EventDock
from sandbox.ui.panels.lists import PlainList
from sandbox.ui.panels.meters import MeterDock
from sandbox.ui.panels.panel import Panel
from sandbox.ui.panels.parameters import ParameterDock
from sandbox.ui.panels.plots import PlotDock
from sandbox.ui.panels.scenes import SceneDock
from sandbox.ui.window import memory

WIDTH, HEIGHT, LIST_WIDTH = 360, 165, 250       # [px] at first: right, bottom, left


class Docks:
    """Parameters, contact, meters and events share the right side; plots lie below; scenes wait on the left."""

    def __init__(self, window: QMainWindow, catalogue, scale: float, plots=("drift",)):
        self._window = window
        self.parameters, self.meters, self.events = ParameterDock(), MeterDock(), EventDock()
        self.contact = ContactDock()
        self.plots = PlotDock(round(13*scale), plots)
        self.scenes = SceneDock(catalogue)
        self.all: dict[str, Panel] = {"scenes": self.scenes, "parameters": self.parameters, "contact": self.contact,
                                      "meters": self.meters, "events": self.events, "plots": self.plots}
        window.setCorner(Qt.BottomRightCorner, Qt.RightDockWidgetArea)
        window.setCorner(Qt.BottomLeftCorner, Qt.LeftDockWidgetArea)
        window.setTabPosition(Qt.AllDockWidgetAreas, QTabWidget.North)
        window.addDockWidget(Qt.LeftDockWidgetArea, self.scenes)
        for dock in (self.parameters, self.contact, self.meters, self.events):
            window.addDockWidget(Qt.RightDockWidgetArea, dock)
        window.tabifyDockWidget(self.parameters, self.contact)
        window.tabifyDockWidget(self.contact, self.meters)
        window.tabifyDockWidget(self.meters, self.events)
        window.addDockWidget(Qt.BottomDockWidgetArea, self.plots)
        self.scenes.hide()
        self.parameters.raise_()
        window.resizeDocks([self.parameters], [round(WIDTH*scale)], Qt.Horizontal)
        window.resizeDocks([self.scenes], [round(LIST_WIDTH*scale)], Qt.Horizontal)
        window.resizeDocks([self.plots], [round(HEIGHT*scale)], Qt.Vertical)
        self._default = window.saveState(memory.LAYOUT)

    def connect(self, commands):
        """Each panel has an action that is ticked while the panel is seen."""
        for name, dock in self.all.items():
            action = commands[name]
            action.triggered.connect(lambda on, dock=dock: dock.bring() if on else self._hide(dock))
            dock.visibilityChanged.connect(action.setChecked)
            action.setChecked(dock.isVisible())
        commands["scenes"].triggered.connect(lambda on: self.scenes.search.setFocus() if on else None)
        commands["layout"].triggered.connect(lambda _on: self.restore_default())

    def _hide(self, dock: Panel):
        """Hide a panel; the parameters take those that share their place along, so that the picture gets it."""
        if dock is self.parameters:
            for other in self._window.tabifiedDockWidgets(dock):
                other.hide()
        dock.hide()

    def restore_default(self):
        self._window.restoreState(self._default, memory.LAYOUT)
        self.parameters.raise_()

    def begin(self, run) -> str:
        """Another run: panels that its scene has nothing for make room. Why its chart cannot be drawn, or ""."""
        self.contact.begin(run)
        try:
            self.plots.begin(run)
        except BadValue as error:
            return str(error)
        finally:
            self._window.commands["contact"].setEnabled(bool(run.snapshot().contacts))
        return ""

    def before_saving(self):
        """Let the layout show what a person wants to see, whatever the scene of the moment has."""
        if self.contact.waits:
            self.contact.show()

    def restyle(self):
        """Colours of the present theme."""
        self.plots.restyle()
        for item in self._window.findChildren(PlainList):
            item.restyle()

    def retranslate(self):
        for dock in self.all.values():
            dock.retranslate()
