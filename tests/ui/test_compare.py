"""Comparing runs: pins, the frozen reference, imported measurements; in plots, in the picture and in a list."""

import json
from dataclasses import replace

import numpy as np
import pytest
from PyQt5.QtWidgets import QLineEdit

from sandbox.errors import BadValue
from sandbox.run.readings.pins import MEASUREMENT
from sandbox.workspace.setup import setup_of, text_of
from tests.ui.made_up import FakeView, turntable


class PinView(FakeView):
    """A picture that can show pins."""

    def __init__(self):
        super().__init__()
        self.pins = []

    def show_pins(self, paths):
        self.pins = list(paths)


@pytest.fixture
def compared(bench):
    """compared() -> a bench one second into its run, its plots and its pinboard."""
    def make(**options):
        b = bench(playing=True, view=PinView, **options)
        b.frames(60)
        return b, b.window.docks["plots"], b.window.compare.pinboard
    return make


def pinned_curves(plot):
    return [(pin.name, curve.getData()) for pin, _x, _y, curve in plot.pins._shown]


def test_a_pinned_run_stays_beside_the_next(compared):
    b, plots, board = compared()
    plots.choose(0, "speed")
    plots.choose_plane("x", "y")
    b.act("pin")
    x = b.run.watch().states().rows.centre[:, 0, 0].copy()
    assert "Pinned as" in b.window.message.text and len(board.pins) == 1
    b.window.choose_preset("Fast")
    b.settle()
    b.frames(30)
    assert [name for name, _data in pinned_curves(plots.times[0])] == [board.pins[0].name]
    (_name, (in_plane, _y)), = pinned_curves(plots.plane)
    np.testing.assert_array_equal(in_plane, x)
    (path, colour, kind), = b.view.pins
    assert colour == 0 and kind == "dashes" and path.shape[1] == 3 and len(path) == len(x)
    b.act("unpin")
    assert board.pins == [] and pinned_curves(plots.times[0]) == [] and b.view.pins == []


def test_a_path_is_drawn_in_its_own_scene_only(compared):
    b, _plots, board = compared(scenes=[turntable(), turntable("Other", id="other")])
    b.act("pin")
    assert len(b.view.pins) == 1
    b.window.choose_scene("other")
    b.settle()
    assert b.view.pins == [] and len(board.pins) == 1
    b.window.choose_scene("turntable")
    b.settle()
    assert len(b.view.pins) == 1


def test_there_is_room_for_four(compared):
    b, _plots, board = compared()
    for _k in range(5):
        b.act("pin")
    assert len(board.pins) == 4 and "take one away first" in b.window.message.text
    assert len({pin.name for pin in board.pins}) == 4 and len({pin.colour for pin in board.pins}) == 4
    board.remove(1)
    b.act("pin")
    assert len(board.pins) == 4 and len({pin.colour for pin in board.pins}) == 4


def test_the_list_names_them(compared, qtbot):
    b, _plots, board = compared()
    b.act("compare")
    panel = b.window.docks["compare"]
    qtbot.waitUntil(lambda: panel.is_seen)
    panel.buttons[0].click()
    field = panel.rows[0].findChild(QLineEdit)
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, "first <b>try</b>")
    field.editingFinished.emit()
    assert board.pins[0].name == "first <b>try</b>"
    plain = json.loads(json.dumps(panel.save()))
    panel.buttons[3].click()
    assert board.pins == [] and panel.rows == []
    panel.load(plain)
    assert [pin.name for pin in board.pins] == ["first <b>try</b>"]
    with pytest.raises(BadValue, match="pins"):
        panel.load([{"name": "bad"}])
    assert len(board.pins) == 1


def test_a_set_up_brings_plots_pins_and_tools_back(compared):
    b, plots, board = compared()
    plots.choose(0, "speed")
    plots.choose_plane("x", "vy")
    b.window.docks["tools"].switch("ruler", True)
    b.act("pin")
    documents = b.window.filing.documents
    setup = setup_of(json.loads(text_of(documents.setup())))
    assert {"plots", "pins", "tools"} <= set(setup.others) and setup.others["pins"][0]["values"]["vy"]
    assert board.to_json() is board.to_json()                # looked at twice a second, made once
    speed = board.pins[0].values["speed"]
    board.clear()
    plots.choose(0, "N")
    plots.choose_plane("", "")
    b.window.docks["tools"].switch("ruler", False)
    documents.take(setup, b.run, None)
    assert plots.shown == ["speed"] and plots.choice.plane == ("x", "vy")
    np.testing.assert_allclose(board.pins[0].values["speed"], speed, rtol=1e-8)
    assert b.window.docks["tools"].probes["ruler"].switch.isChecked()
    bad = replace(setup, others={"pins": [3], "plots": 7, "tools": {"tools": [{}]}})
    refused = documents.take(bad, b.run, None)
    assert len(refused) == 3 and plots.shown == ["speed"] and len(board.pins) == 1


def test_a_frozen_reference(compared):
    b, plots, board = compared()
    plots.choose(0, "speed")
    b.act("freeze")
    b.act("freeze")
    assert board.reference is not None and board.pins == []
    b.window.reset()
    b.frames(20)
    assert [name for name, _data in pinned_curves(plots.times[0])] == ["reference"]
    board.thaw()
    assert pinned_curves(plots.times[0]) == []


def import_table(b, qtbot, tmp_path, text):
    path = tmp_path/"ball.csv"
    path.write_text(text, encoding="utf-8")
    b.window.compare.read(path)
    qtbot.waitUntil(lambda: not b.window.compare.is_busy)
    return b.window.compare.sheet


def test_a_measurement_is_shown_as_dots(compared, qtbot, tmp_path):
    b, plots, board = compared()
    plots.choose(0, "x")
    sheet = import_table(b, qtbot, tmp_path, "mass A\nt (s);x (cm);y (cm)\n0,0;15,0;0\n0,5;;2\n1,0;12,5;4\n")
    assert [kind.currentData() for kind in sheet.kinds] == ["t", "x", "y"]
    assert [unit.currentData() for unit in sheet.units] == ["s", "cm", "cm"]
    sheet.offset.setText("100 ms")
    sheet.show_button.click()
    assert board.pins[0].kind == MEASUREMENT and board.pins[0].name == "ball"
    (_name, (t, x)), = pinned_curves(plots.times[0])
    np.testing.assert_allclose(t, [0.1, 0.6, 1.1])
    np.testing.assert_allclose(x, [0.15, np.nan, 0.125])
    (path, _colour, kind), = b.view.pins
    assert kind == "dots" and len(path) == 2 and np.isnan(path[:, 2]).all()
    b.window.units.choose("m", "mm")
    b.window._show_units()
    np.testing.assert_allclose(pinned_curves(plots.times[0])[0][1][1], [150.0, np.nan, 125.0])


def test_the_sheet_says_what_is_missing(compared, qtbot, tmp_path):
    b, _plots, board = compared()
    sheet = import_table(b, qtbot, tmp_path, "a,b\n3,1\n2,1\n")
    sheet.take()
    assert "a column of times" in sheet.trouble.text() and board.pins == []
    sheet.kinds[0].setCurrentIndex(sheet.kinds[0].findData("t"))
    sheet.kinds[1].setCurrentIndex(sheet.kinds[1].findData("speed"))
    sheet.offset.setText("3 kg")
    sheet.take()
    assert "no unit" in sheet.trouble.text()
    sheet.offset.setText("0")
    sheet.units[1].setCurrentIndex(sheet.units[1].findData("km/h"))
    sheet.take()
    np.testing.assert_allclose(board.pins[0].values["speed"], [1/3.6, 1/3.6])
    np.testing.assert_allclose(board.pins[0].t, [2.0, 3.0])


def test_a_bad_file_is_said(compared, qtbot, tmp_path):
    b, _plots, board = compared()
    assert import_table(b, qtbot, tmp_path, "no numbers\n") is None
    assert "no columns of numbers" in b.window.message.text and b.window.message.kind == "error" and not board.pins
