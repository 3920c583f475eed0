"""Keys choose presets, reach the window and its picture, and belong to one action each."""

import re

import pytest
from PyQt5.QtCore import Qt
from PyQt5.QtGui import QKeySequence

from sandbox.ui.panels import table as panels
from sandbox.ui.panels.panel import Panel
from sandbox.ui.window.actions import every_command


def test_presets_by_key(bench):
    b = bench()
    action = b.window.commands.presets.actions()[1]
    assert action.shortcut().toString() == "2"
    action.trigger()
    b.settle()
    assert b.run.preset == "Fast" and b.run.values["rate"] == 10.0 and b.headers[-1]["preset"] == "Fast"
    assert b.window.top.presets.currentData() == "Fast" and action.isChecked()


def test_keys_reach_the_window(bench, qtbot):
    b = bench()
    b.window.activateWindow()
    qtbot.waitUntil(b.window.isActiveWindow)
    qtbot.keyClick(b.view, Qt.Key.Key_Space)
    assert b.player.is_playing
    qtbot.keyClick(b.view, Qt.Key.Key_Space)
    qtbot.keyClick(b.view, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    assert b.run.step == 10 and not b.player.is_playing
    qtbot.keyClick(b.view, Qt.Key.Key_T)
    assert b.view.trail == "off"
    qtbot.keyClick(b.view, Qt.Key.Key_V)
    assert b.view.arrows == {"velocity": False, "angular_velocity": True, "normal": False, "friction": False}
    qtbot.keyClick(b.view, Qt.Key.Key_0)
    assert b.view.resets == 1
    b.window.report_fault("Something went wrong.")
    qtbot.keyClick(b.view, Qt.Key.Key_Escape)
    assert b.window.message.text == ""
    # a number field keeps what is typed
    field = b.row("rate").field
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, "2 ]")
    assert field.text() == "2 ]" and b.player.pace.speed == 1 and b.run.preset == "Plain" and not b.player.is_playing


def test_every_key_belongs_to_one_action(bench):
    b = bench()
    actions = b.window.findChildren(type(b.window.commands["play"]))
    keys = [key.toString() for action in set(actions) for key in action.shortcuts()]
    assert len(keys) == len(set(keys)) and "Space" in keys
    listed = " ".join(key for key, _text in b.window.commands.key_list())
    for key in ("Space", "Shift + →", "Backspace", "F1", "F11", "["):
        assert key in listed
    for name in ("play", "trail", "camera"):
        assert "(" in b.window.commands[name].toolTip()


@pytest.mark.parametrize("keys, owner", [("F2", "Theory"), ("Space", "Play / pause"), ("Shift+Ctrl+Z", "Redo"),
                                         ("3", "Preset of the scene"), ("Tab", "Select the next body, in the picture")])
def test_a_key_that_is_taken_twice_is_told_when_the_window_is_made(bench, monkeypatch, keys, owner):
    class Second(Panel):
        """A panel whose key is that of something else."""

        @staticmethod
        def title() -> str:
            return "Second panel"

    Second.name, Second.keys = "second", (keys,)
    monkeypatch.setattr(panels, "PANELS", (*panels.PANELS, Second))
    plain = QKeySequence(keys).toString()
    with pytest.raises(ValueError, match=re.escape(f"keys: {plain} is taken by ")) as found:
        bench()
    assert repr(owner) in str(found.value) and "'Second panel'" in str(found.value)
    assert str(found.value).endswith("needs one command")


def test_each_command_has_a_name_of_its_own_and_does_something(bench):
    commands = bench().window.commands
    every = every_command()
    assert len({one.name for one in every}) == len(every) > 100
    assert [one.name for one in every if one.does is None] == []
    assert all(one.name in commands for one in every)
