"""Undo and redo."""

from random import Random

from PyQt5.QtCore import QPoint, Qt

from tests.ui.made_up import turntable


def test_a_hundred_undos_return_the_values_bit_by_bit(bench):
    b = bench()
    chance, states = Random(1), [dict(b.run.values)]
    for k in range(100):
        if k % 25 == 24:
            b.window.choose_preset(("Fast", "Off the edge", "Plain")[k//25 % 3])
        else:
            name = chance.choice(("rate", "rate", "radius", "x", "vx"))
            parameter = b.run.scene.parameter(name)
            high = 0.08 if name == "radius" else parameter.high
            b.row(name)._choose(parameter.low + (high - parameter.low)*chance.random())
        b.settle()
        states.append(dict(b.run.values))
    assert b.window.edits.stack.count() == 100
    for state in reversed(states[:-1]):
        b.act("undo")
        b.settle()
        assert b.run.values == state
        assert all(row.value == state[name] for name, row in b.window.docks["parameters"].rows.items())
    assert not b.window.commands["undo"].isEnabled()
    for state in states[1:]:
        b.act("redo")
        b.settle()
        assert b.run.values == state


def test_undos_in_a_hurry_lead_to_the_same_values(bench):
    b = bench()
    first = dict(b.run.values)
    for k in range(30):
        b.row("rate")._choose(float(k))
        b.row("radius")._choose(0.01 + 0.001*k)
        if k % 10 == 5:
            b.window.choose_preset("Fast")
    for _k in range(100):
        b.act("undo")
    b.settle()
    b.now += 1.0
    b.settle()
    assert b.run.values == first and b.run.preset == "Plain"


def test_one_drag_is_one_edit(bench, qtbot):
    b = bench()
    slider = b.row("rate").slider
    for _drag in range(2):
        qtbot.mousePress(slider, Qt.MouseButton.LeftButton, pos=QPoint(20, 10))
        for x in range(21, 80):
            slider._follow(type("Event", (), {"x": lambda self, x=x: x})())
        qtbot.mouseRelease(slider, Qt.MouseButton.LeftButton, pos=QPoint(80, 10))
        b.frames()
    assert b.window.edits.stack.count() == 2
    b.act("undo")
    b.act("undo")
    b.frames()
    assert b.run.values["rate"] == 3.5
    assert [command.value for command in b.run.commands] == [3.5]


def test_a_refused_edit_leaves_no_trace(bench):
    b = bench()
    b.type("rate", "5")
    b.frames()
    b.type("radius", "0.095")
    b.settle()
    assert "larger than its table" in b.window.message.text
    assert b.window.edits.stack.count() == 1 and b.window.commands["undo"].text() == "Undo: rate"
    b.act("undo")
    b.frames()
    assert b.run.values["rate"] == 3.5


def test_another_scene_can_be_undone(bench):
    other = turntable("Another table", id="other")
    b = bench([turntable(), other])
    b.type("x", "0.1")
    b.settle()
    b.window.choose_scene("other")
    b.settle()
    b.act("undo")
    b.settle()
    assert b.run.scene.id == "turntable" and b.run.values["x"] == 0.1


def test_the_keys_of_undo_work_in_a_field_with_nothing_typed(bench, qtbot):
    b = bench()
    b.window.activateWindow()
    qtbot.waitUntil(b.window.isActiveWindow)
    field = b.row("rate").field
    field.setFocus()
    qtbot.keyClick(field, Qt.Key.Key_Up)
    assert b.row("rate").value == 3.6
    qtbot.keyClick(field, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert b.row("rate").value == 3.5 and field.text() == "3.5"
    qtbot.keyClick(field, Qt.Key.Key_Y, Qt.KeyboardModifier.ControlModifier)
    assert b.row("rate").value == 3.6
