"""Parameters by slider, number, switch and preset."""

import pytest
from PyQt5.QtCore import Qt

from sandbox.scene.parameter import Parameter
from sandbox.ui.look.format import Scale, shown_small, typed_number
from sandbox.ui.panels.number import NumberField
from tests.work import calls_of


def test_a_burst_of_slider_moves_is_one_command(bench):
    b = bench()
    slider = b.row("rate").slider
    costs = [calls_of(lambda k=k: slider.setValue((37*k) % slider.maximum())) for k in range(10_000)]
    slider.setValue(slider.scale.position(7.0))
    assert 0 < max(costs) < 150      # functions of Python for one move, the last like the first; 83 were seen
    b.frames()
    assert [(command.name, command.value) for command in b.run.commands] == [("rate", 7.0)]
    assert b.row("rate").field.text() == "7"


def test_a_burst_of_geometry_moves_is_one_restart(bench):
    b = bench()
    old, logs = b.run, len(b.recorders)
    for position in range(500):
        b.row("radius").slider.setValue(position)
        b.frames(1, 0.001)
    assert b.run is old
    b.settle()
    assert b.run is not old and len(b.recorders) == logs + 1
    assert b.run.values["radius"] == b.row("radius").value


def test_a_restart_keeps_the_other_values_and_says_why(bench):
    b = bench(playing=True)
    b.frames(30)
    b.player.change("rate", 6.0)
    b.frames()
    b.type("radius", "0,03")
    b.now += 1.0
    b.settle()
    assert b.run.values["radius"] == 0.03 and b.run.values["rate"] == 6.0
    assert "'radius a'" in b.window.status.currentMessage()
    assert b.player.is_playing and len(b.view.scenes) == 2


def test_a_restart_with_the_same_picture_does_not_rebuild_it(bench):
    b = bench()
    b.type("x", "0.1")
    b.settle()
    assert b.run.values["x"] == 0.1 and len(b.view.scenes) == 1
    way, is_anew = b.view.ways[-1]
    assert is_anew and way.t.tolist() == [0.0]


@pytest.mark.parametrize("text", ["99", "nan", "inf", "abc", "1e999", "", "1,5,0", "--3", "9"*60])
def test_a_bad_number_is_refused_with_a_sentence(bench, text):
    b = bench()
    b.type("rate", text)
    field = b.row("rate").field
    b.frames(3)
    assert b.run.values["rate"] == 3.5 and b.run.commands == []
    assert field.property("wrong") and "needs a number in [-20, 20]" in b.window.docks["parameters"].trouble.text()
    assert "needs a number" in field.toolTip()
    b._qtbot.keyClick(field, Qt.Key.Key_Escape)
    assert field.text() == "3.5" and not field.property("wrong") and b.window.docks["parameters"].trouble.isHidden()


@pytest.mark.parametrize("text, value", [
    ("1,5", 1.5), ("\u22122", -2.0), (" 4 ", 4.0), ("1e1", 10.0), ("0.1234567891", 0.1234567891)])
def test_a_number_is_taken_exactly(bench, text, value):
    b = bench()
    b.type("rate", text)
    b.frames()
    assert b.run.values["rate"] == value


def test_a_field_shows_all_digits_while_it_has_the_focus(bench, qtbot):
    b = bench()
    b.window.activateWindow()
    qtbot.waitUntil(b.window.isActiveWindow)
    b.type("rate", "0.12345678901234567")
    field = b.row("rate").field
    assert not field.hasFocus() and field.text() == "0.123457"
    field.setFocus()
    assert float(field.text()) == b.row("rate").value == 0.12345678901234567


def test_arrow_keys_in_a_field_take_small_and_large_steps(bench):
    b = bench()
    field = b.row("rate").field
    field.setFocus()
    for modifier, expected in ((Qt.KeyboardModifier.NoModifier, 3.6), (Qt.KeyboardModifier.ControlModifier, 4.6),
                               (Qt.KeyboardModifier.ShiftModifier, 4.61)):
        b._qtbot.keyClick(field, Qt.Key.Key_Up, modifier)
        assert b.row("rate").value == pytest.approx(expected)


def test_a_value_that_the_scene_refuses_leaves_the_run(bench):
    b = bench()
    b.window.step(10)
    old = b.run
    b.type("radius", "0.095")
    b.settle()
    assert b.run is old and b.run.step == 10
    assert "larger than its table" in b.window.message.text
    assert b.row("radius").field.text() == "0.02"


def test_a_switch_restarts(bench):
    b = bench()
    b.row("shell").switch.click()
    b.settle()
    assert b.run.values["shell"] is True and b.row("shell").switch.text() == "yes"


def test_the_dot_leads_back_to_the_preset(bench):
    b = bench(preset="Fast")
    row = b.row("rate")
    assert row.value == 10.0 and not row.back.isEnabled()
    b.type("rate", "4")
    assert row.back.isEnabled()
    row.back.click()
    b.frames()
    assert b.run.values["rate"] == 10.0 and not row.back.isEnabled()


def test_the_slider_marks_the_present_value_of_a_ramp(bench):
    b = bench(playing=True)
    b.player.change("rate", 15.0)
    b.frames(30)
    slider = b.row("rate").slider
    expected = slider.scale.share(b.player.snapshot.live["rate"])
    assert 3.5 < b.player.snapshot.live["rate"] < 15.0
    assert slider._present == pytest.approx(expected*slider._length(), abs=12)     # [px] a twentieth of a second


def test_a_live_change_made_while_another_run_is_prepared_is_kept(bench):
    b = bench()
    b.player.change("radius", 0.03)
    b.now += 1.0
    b.player.frame()
    b.player.change("rate", 8.0)
    b.settle()
    assert (b.run.values["radius"], b.run.values["rate"]) == (0.03, 8.0)


def test_scales_reach_their_ends_and_give_short_numbers():
    for low, high in ((-20.0, 20.0), (0.005, 0.1), (1e-3, 10.0), (0.0, 1e-6), (3.0, 1e5)):
        scale = Scale(low, high)
        assert (scale.value(0), scale.value(scale.last)) == (low, high)
        values = [scale.value(k) for k in range(scale.last + 1)]
        assert values == sorted(values) and all(low <= value <= high for value in values)
        assert all(len(f"{value:g}") <= 8 for value in values)
        assert all(abs(scale.position(value) - k) <= 1 for k, value in enumerate(values))
    assert Scale(1e-3, 10.0).is_log and not Scale(0.005, 0.1).is_log


def test_numbers_as_they_are_written():
    assert [typed_number(text) for text in ("1,5", "1,000.5", "\u22123", " 2 ")] == ["1.5", "1,000.5", "-3", "2"]
    assert [shown_small(value) for value in (0.0, 3.21e-15, 2e-5, float("nan"))] == ["0", "3.2e-15", "2.0e-5", "—"]


@pytest.mark.parametrize(("width", "text"), [(140, "0.00523599"), (60, "0.00524")])
def test_a_long_number_has_as_many_digits_as_fit_and_all_of_them_in_its_tooltip(qtbot, width, text):
    field = NumberField(Parameter("slope", 0.0, "rad", low=0, high=1), "", Scale(0.0, 1.0))
    qtbot.addWidget(field)
    field.set_tip("angle")
    field.resize(width, 24)
    field.show()
    field.show_value(0.005235987755982988)
    assert field.text() == text and "= 0.005235987755982988" in field.toolTip() and "angle" in field.toolTip()
    field.show_value(0.5)
    assert field.text() == "0.5" and "=" not in field.toolTip().split(">", 1)[1]
