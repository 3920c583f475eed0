"""The panels around the picture: where they stand at first, how they are shown and hidden, how they follow a run."""

import itertools

from sandbox.errors import BadValue
from sandbox.qt.core import Qt, QTimer
from sandbox.qt.widgets import QMainWindow, QTabWidget
from sandbox.ui.panels import table
from sandbox.ui.panels.panel import BOTTOM, LEFT, RIGHT, Panel, Ports
from sandbox.ui.playback.player import Player
from sandbox.ui.window import memory
from sandbox.ui.window.actions import Actions
from sandbox.ui.window.picture_room import PictureRoom

# side -> [px] that it takes at first, across the edge of the picture
SIZES = {RIGHT: (280, Qt.Orientation.Horizontal), LEFT: (250, Qt.Orientation.Horizontal),
         BOTTOM: (145, Qt.Orientation.Vertical)}
HALVES = (340, 400)         # [px] heights of a panel and of one below it: what matters is their ratio


class Docks:
    """Makes the panels of the table; one that stands open at first leads those that share its place.

    frame     the window that they stand in
    player    has the run that they follow
    commands  action of each panel by its name
    """

    def __init__(self, frame: QMainWindow, player: Player, commands: Actions, ports: Ports):
        self._frame, self._player, self._commands = frame, player, commands
        self.all: dict[str, Panel] = {}
        self._before = None                     # the layout before all panels were hidden
        self._glances = 0
        self._shut: set = set()                 # sides whose leading panel has nothing to show
        self._below: list[tuple[Panel, Panel]] = []     # panels, and which stand below them
        for panel_class in table.PANELS:
            panel = self.all[panel_class.name] = panel_class(ports)
            panel.retranslate()
        frame.setCorner(Qt.Corner.BottomRightCorner, RIGHT)
        frame.setCorner(Qt.Corner.BottomLeftCorner, LEFT)
        frame.setTabPosition(Qt.DockWidgetArea.AllDockWidgetAreas, QTabWidget.TabPosition.North)
        for side in SIZES:
            self._fill(side)
        for side, (size, direction) in SIZES.items():
            if panels := self._on(side):
                frame.resizeDocks(panels[:1], [round(size*ports.text_scale)], direction)
        for pair in self._below:
            frame.resizeDocks(pair, HALVES, Qt.Orientation.Vertical)
        PictureRoom(frame)
        self._default = frame.saveState(memory.LAYOUT)
        for panel in self.all.values():
            self._connect(panel)

    def __getitem__(self, name: str) -> Panel:
        return self.all[name]

    # ---- places -----------------------------------------------------------------------------------------------------

    def _on(self, side) -> list[Panel]:
        """The panels that share the place on that side."""
        return [panel for panel in self.all.values() if panel.side == side and not panel.is_below]

    def _fill(self, side):
        """Puts the panels of a side into one place; without one that opens, it stays shut."""
        panels = self._on(side)
        for panel in panels[:1]:
            self._frame.addDockWidget(side, panel)
        # below the first of them, before others share its place: later Qt would put it among these
        for panel in self.all.values():
            if panel.side == side and panel.is_below:
                self._frame.addDockWidget(side, panel)
                self._frame.splitDockWidget(panels[0], panel, Qt.Orientation.Vertical)
                self._below.append((panels[0], panel))
        for left, right in itertools.pairwise(panels):
            self._frame.addDockWidget(side, right)
            self._frame.tabifyDockWidget(left, right)
        if not any(panel.opens for panel in panels):
            for panel in panels:
                panel.hide()
        self._raise_openers(panels)

    @staticmethod
    def _raise_openers(panels):
        for panel in panels:
            if panel.opens:
                panel.raise_()

    def _connect(self, panel: Panel):
        """Its action is ticked while it is seen; when it comes to sight it shows the present state."""
        action = self._commands[panel.name]
        panel.visibilityChanged.connect(action.setChecked)
        panel.visibilityChanged.connect(lambda on: self._follow(panel) if on else None)
        action.setChecked(panel.isVisible())

    def show(self, name: str, on: bool):
        """Shows a panel or hides it; one that leads takes those that share its place along: the picture gets it."""
        panel = self.all[name]
        if on:
            panel.bring()
            return
        if panel.opens:
            for other in self._frame.tabifiedDockWidgets(panel):
                other.hide()
        panel.hide()

    def restore_default(self):
        self._frame.restoreState(self._default, memory.LAYOUT)
        self._raise_openers(self.all.values())

    def hide_all(self):
        """Leaves the picture alone, until `bring_back`."""
        self._before = self._frame.saveState(memory.LAYOUT)
        for panel in self.all.values():
            panel.hide()

    def bring_back(self):
        """Puts all panels where they were before `hide_all`."""
        self._frame.restoreState(self._before, memory.LAYOUT)

    def before_saving(self):
        """Lets the layout show what a person wants to see, whatever the scene of the moment has."""
        for panel in self.all.values():
            if panel.waits:
                panel.show()

    # ---- a run ------------------------------------------------------------------------------------------------------

    def suits(self, name: str) -> bool:
        """Returns whether a panel has something to show of the present run; before there is one it may."""
        run = self._player.simulation
        return run is None or self.all[name].suits(run)

    def begin(self, run) -> str:
        """Takes another run; returns why a panel cannot show all of it, or ""."""
        troubles, was_shut = [], self._shut
        self._shut = {panel.side for panel in self.all.values() if panel.opens and not panel.is_below
                      and not panel.suits(run)}
        for panel in self.all.values():
            shuts = panel.side in self._shut and not panel.is_below
            if shuts and panel.side in was_shut and panel.waits:
                # it went with the leading one; where a person has shown it since, it stays
                suits = appears = False
            else:
                suits = panel.suits(run) and not (shuts and panel.side not in was_shut)
                appears = suits and panel.waits
                panel.make_room(suits)
            if appears:
                self.settle()
            try:
                panel.begin(run)
            except BadValue as error:
                troubles.append(str(error))
        return "\n".join(troubles)

    def settle(self, was_restored: bool = False):
        """Gives panels that stand below others as much room as these, unless a person has given them another."""
        if not was_restored:
            for pair in self._below:
                # the frame gives them their places only when it is drawn
                QTimer.singleShot(0, lambda pair=pair: self._frame.resizeDocks(pair, HALVES, Qt.Orientation.Vertical))

    def glance(self, _snapshot):
        """Shows the present state in panels that follow quickly; called up to 20 times per second while it changes."""
        self._glances += 1
        for panel in self.all.values():
            if panel.rate >= (10 if self._glances % 2 == 0 else 20):
                self._follow(panel)

    def look(self):
        """Shows the present state in all other panels; called 5 times per second."""
        for panel in self.all.values():
            if panel.rate < 10 or (panel.rate < 20 and not self._player.is_playing):
                self._follow(panel)

    def _follow(self, panel: Panel):
        run, snapshot = self._player.simulation, self._player.snapshot
        if run is not None and snapshot is not None and (panel.follows_unseen or panel.is_seen):
            panel.follow(run, snapshot)

    def look_again(self):
        """Theory may be shown now, or no more."""
        for panel in self.all.values():
            panel.look_again()

    def show_values(self, values: dict):
        """Shows the values of all parameters that hold or are wanted."""
        for panel in self.all.values():
            panel.show_values(values)

    def mark(self, scene_id: str, preset: str):
        """Marks the present scene and preset."""
        for panel in self.all.values():
            panel.mark(scene_id, preset)

    # ---- settings ---------------------------------------------------------------------------------------------------

    def choices(self) -> dict[str, str]:
        """What a person chose in the panels, by names of settings."""
        return {name: value for panel in self.all.values() for name, value in panel.choices().items()}

    def restyle(self):
        for panel in self.all.values():
            panel.restyle()

    def retranslate(self):
        for panel in self.all.values():
            panel.retranslate()
