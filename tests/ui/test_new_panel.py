"""A panel is a class and one line in the table: menu, key, place, layout and the run come to it by themselves."""

import json

import pytest
from PyQt5.QtCore import Qt
from PyQt5.QtWidgets import QLabel

from sandbox.errors import BadValue
from sandbox.ui.panels import table
from sandbox.ui.panels.panel import LEFT, Panel
from tests.ui.made_up import Settings


class SpeedPanel(Panel):
    """How fast the body is."""

    name, keys, rate = "speed", ("Ctrl+J",), 5

    def __init__(self, ports):
        super().__init__(ports)
        self.runs, self.snapshots, self.marks, self.values = [], [], [], []
        self.themes = self.texts = 0
        self.label = QLabel()
        self.label.setTextFormat(Qt.TextFormat.PlainText)
        self.setWidget(self.label)

    @staticmethod
    def title() -> str:
        return "Speed"

    @staticmethod
    def about() -> str:
        return "how fast the body is"

    def begin(self, run):
        self.runs.append(run)

    def follow(self, run, snapshot):
        assert run is self.runs[-1]
        self.snapshots.append(snapshot)
        self.label.setText(f"{snapshot.bodies[0].velocity[1]:.3f}")

    def mark(self, scene_id, preset):
        self.marks.append((scene_id, preset))

    def show_values(self, values):
        self.values.append(values)

    def restyle(self):
        self.themes += 1

    def retranslate(self):
        super().retranslate()
        self.texts += 1


@pytest.fixture
def lined_up(monkeypatch):
    """lined_up(panel class): its line in the table."""
    def make(panel):
        monkeypatch.setattr(table, "PANELS", (*table.PANELS, panel))
    return make


def test_one_line_brings_menu_key_and_place(lined_up, bench, qtbot):
    lined_up(SpeedPanel)
    b = bench()
    window, panel = b.window, b.window.docks["speed"]
    menu = [action.text() for action in window.commands.menus["view"].actions()]
    assert menu[menu.index("Plots") + 1] == "Speed" and menu.index("Default layout") > menu.index("Speed")
    action = window.commands["speed"]
    assert action.shortcut().toString() == "Ctrl+J" and "how fast the body is" in action.toolTip()
    assert ("Ctrl + J", "Speed") in window.commands.key_list()
    assert panel.windowTitle() == "Speed" and window.dockWidgetArea(panel) == Qt.DockWidgetArea.RightDockWidgetArea
    assert panel in window.tabifiedDockWidgets(window.docks["parameters"])
    assert window.docks["parameters"].is_seen and not panel.is_seen and not action.isChecked()

    # the key shows it before the others, and hides it
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    qtbot.keyClick(b.view, Qt.Key.Key_J, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: panel.is_seen)
    assert action.isChecked() and not window.docks["parameters"].is_seen
    qtbot.keyClick(b.view, Qt.Key.Key_J, Qt.KeyboardModifier.ControlModifier)
    assert panel.isHidden() and not action.isChecked() and not window.docks["parameters"].isHidden()


def test_it_follows_the_run_while_it_is_seen(lined_up, bench, qtbot):
    lined_up(SpeedPanel)
    b = bench(playing=True)
    panel = b.window.docks["speed"]
    b.frames(60)
    assert panel.runs == [b.run] and panel.snapshots == []
    b.act("speed")
    qtbot.waitUntil(lambda: panel.is_seen)
    assert [s.t for s in panel.snapshots] == [b.player.snapshot.t]           # at once, not with the next look
    b.frames(60)
    assert 5 <= len(panel.snapshots) <= 7 and panel.label.text() == f"{panel.snapshots[-1].bodies[0].velocity[1]:.3f}"
    b.window.choose_preset("Fast")
    b.settle()
    assert panel.runs[-1] is b.run and len(panel.runs) == 2 and panel.marks[-1] == ("turntable", "Fast")
    b.act("speed")
    seen = len(panel.snapshots)
    b.frames(60)
    assert len(panel.snapshots) == seen


def test_theme_language_and_values_reach_it(lined_up, bench):
    lined_up(SpeedPanel)
    b = bench()
    panel = b.window.docks["speed"]
    texts = panel.texts
    b.act("theme:projector")
    b.act("theme:dark")
    b.act("language:ru")
    b.act("language:en")
    assert panel.themes == 2 and panel.texts == texts + 2
    b.player.change("rate", 5.0)
    b.window.display.show_wanted()
    assert panel.values[-1]["rate"] == 5.0


def test_its_place_is_remembered(lined_up, bench, qtbot):
    lined_up(SpeedPanel)
    settings = Settings()
    b = bench(settings=settings)
    b.act("speed")
    b.window.addDockWidget(Qt.DockWidgetArea.LeftDockWidgetArea, b.window.docks["speed"])
    b.window.close()
    again = bench(settings=settings)
    panel = again.window.docks["speed"]
    qtbot.waitUntil(lambda: panel.is_seen)
    assert again.window.dockWidgetArea(panel) == Qt.DockWidgetArea.LeftDockWidgetArea
    assert again.window.commands["speed"].isChecked()
    again.act("layout")
    qtbot.waitUntil(lambda: not panel.is_seen)
    assert again.window.dockWidgetArea(panel) == Qt.DockWidgetArea.RightDockWidgetArea


def test_a_layout_from_before_it_keeps_its_places(lined_up, bench, qtbot):
    """What a person arranged is not thrown away because there is one panel more, or one less."""
    settings = Settings()
    b = bench(settings=settings)
    b.act("plots")
    b.act("scenes")
    b.window.close()
    before = json.loads(settings["window"])
    lined_up(SpeedPanel)
    b = bench(settings=settings)
    docks = b.window.docks
    assert docks["plots"].isHidden() and not docks["scenes"].isHidden()
    b.act("speed")
    qtbot.waitUntil(lambda: docks["speed"].is_seen)
    assert docks["parameters"] in b.window.tabifiedDockWidgets(docks["speed"])
    b.window.close()
    assert set(json.loads(settings["window"])) == set(before)


def test_on_a_side_where_nothing_opens_it_waits(lined_up, bench, qtbot):
    lined_up(type("LeftPanel", (SpeedPanel,), {"side": LEFT}))
    b = bench()
    docks, width = b.window.docks, b.view.width()
    assert docks["speed"].isHidden() and docks["scenes"].isHidden()
    b.act("speed")
    qtbot.waitUntil(lambda: docks["speed"].is_seen)
    assert docks["scenes"].isHidden() and b.view.width() < width


def test_where_a_scene_has_nothing_for_it_it_makes_room(lined_up, bench):
    lined_up(type("ChoosyPanel", (SpeedPanel,), {"suits": lambda self, run: run.preset != "Fast"}))
    b = bench()
    panel = b.window.docks["speed"]
    assert not panel.isHidden()
    b.window.choose_preset("Fast")
    b.settle()
    assert panel.isHidden() and panel.waits and not b.window.commands["speed"].isEnabled()
    b.window.choose_preset("Plain")
    b.settle()
    assert not panel.isHidden() and b.window.commands["speed"].isEnabled()


def test_what_it_cannot_show_is_said_and_the_run_goes_on(lined_up, bench):
    def begin(self, run):
        raise BadValue("no speed today")
    lined_up(type("BadPanel", (SpeedPanel,), {"begin": begin, "follow": lambda self, run, snapshot: None}))
    b = bench(playing=True)
    b.frames(10)
    assert b.window.message.text == "no speed today" and b.run.t > 0.0 and b.row("rate").value == 3.5
