"""Ruler, protractor, stopwatch and the large number: what they read, and that they follow what they are fixed to."""

import json

import numpy as np
import pytest
from numpy.testing import assert_allclose
from PyQt5.QtCore import QPoint, QPointF, Qt
from PyQt5.QtGui import QWheelEvent

from sandbox.errors import BadValue
from sandbox.systems import probe_points
from sandbox.systems.probe_points import ProbePoint, Tool, probe_point_at, tool_of
from sandbox.ui.panels.tools.stopwatch import Stopwatch
from tests.ui.made_up import FakeView, Settings


class ToolView(FakeView):
    """A picture that can show tools."""

    def __init__(self):
        super().__init__()
        self.tools = ()

    def show_tools(self, tools):
        self.tools = tools


@pytest.fixture
def tools(bench, qtbot):
    """tools() -> bench and the panel of tools, seen."""
    def make(**options):
        b = bench(view=ToolView, **options)
        b.act("tools")
        qtbot.waitUntil(lambda: b.window.docks["tools"].is_seen)
        return b, b.window.docks["tools"]
    return make


def test_a_ruler_follows_the_body(tools):
    b, panel = tools(playing=True)
    b.act("ruler")
    b.frames(60)
    b.window.pause()
    b.frames(2, 1.0)
    shown, = b.view.tools
    body = b.player.snapshot.bodies[0]
    assert_allclose(shown.tool.measure(b.player.snapshot), np.linalg.norm(body.contact), rtol=1e-14)
    assert panel.probes[probe_points.RULER].reading.text() == f"{np.linalg.norm(body.contact):.4g} m"
    assert shown.say(0.25) == "0.25 m"
    b.window.units.choose("m", "cm")
    b.window._show_units()
    assert shown.say(0.25) == "25 cm"
    b.act("ruler")
    assert b.view.tools == []


def test_ends_are_chosen_and_typed(tools, qtbot):
    b, panel = tools()
    panel.switch(probe_points.RULER, True)
    first, second = panel.probes[probe_points.RULER].fields
    first.list.setCurrentIndex(first.list.findText("centre of mass"))
    first.list.activated.emit(first.list.currentIndex())
    second.fields[2].setFocus()
    second.fields[2].selectAll()
    qtbot.keyClicks(second.fields[2], "12 cm")
    qtbot.keyClick(second.fields[2], Qt.Key.Key_Return)
    tool = b.view.tools[0].tool
    assert tool.probes[0] == ProbePoint("centre") and tool.probes[1] == ProbePoint(probe_points.SPACE, 0,
                                                                                   (0.0, 0.0, 0.12))
    assert not second.fields[0].isHidden() and first.fields[0].isHidden()


def test_a_place_that_was_pointed_at_is_the_next_end(tools):
    b, panel = tools()
    position = b.player.snapshot.bodies[0].centre + np.array((0.0, 0.0, 0.02))
    panel.set_point(position, body=0)
    panel.set_point((0.1, 0.2, 0.0), on_support=True)
    b.window.play()
    b.frames(120)
    tool, snapshot = b.view.tools[0].tool, b.player.snapshot
    places = tool.places(snapshot)
    assert_allclose(np.linalg.norm(places[0] - snapshot.bodies[0].centre), 0.02, rtol=1e-9)
    angle = 3.5*snapshot.t
    assert_allclose(places[1], [0.1*np.cos(angle) - 0.2*np.sin(angle), 0.1*np.sin(angle) + 0.2*np.cos(angle), 0.0],
                    atol=1e-9)                                          # [m] it turns with the table
    panel.set_point((np.nan, 0.0, 0.0))
    assert b.view.tools[0].tool == tool


def test_a_protractor_reads_angles_exactly():
    def angle(*points):
        return Tool(probe_points.PROTRACTOR, tuple(ProbePoint(probe_points.SPACE, 0, point)
                                                   for point in points)).measure(None)
    assert_allclose(angle((1.0, 0.0, 0.0), (0.0, 0.0, 0.0), (0.0, 2.0, 0.0)), np.pi/2, rtol=1e-15)
    assert_allclose(angle((1.0, 0.0, 0.0), (0.0, 0.0, 0.0), (1.0, 1e-9, 0.0)), 1e-9, rtol=1e-12)
    assert_allclose(angle((1.0, 0.0, 0.0), (0.0, 0.0, 0.0), (-1.0, 1e-9, 0.0)), np.pi - 1e-9, rtol=1e-15)
    assert np.isnan(angle((1.0, 0.0, 0.0), (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)))


def test_tools_are_plain_data(tools):
    b, panel = tools(settings=Settings())
    panel.switch(probe_points.PROTRACTOR, True)
    panel.number.choose("spin")
    plain = json.loads(json.dumps(panel.save()))
    panel.switch(probe_points.PROTRACTOR, False)
    panel.number.switch.setChecked(False)
    panel.load(plain)
    assert panel.probes[probe_points.PROTRACTOR].switch.isChecked() and panel.number.key == "spin"
    for bad in ([], {"tools": 3}, {"tools": [{"kind": "hammer", "spots": []}]}, {"tools": [None]},
                {"tools": [{"kind": probe_points.RULER, "spots": [{"kind": probe_points.CONTACT}]}]},
                {"tools": [{"kind": probe_points.RULER,
                            "spots": [{"kind": probe_points.SPACE, "point": [0.0, "x", 0.0]}]*2}]}):
        with pytest.raises(BadValue):
            panel.load(bad)
    assert panel.save() == plain
    b.window.close()
    assert json.loads(b.window.settings["tools"]) == plain
    tool = Tool(probe_points.RULER, (ProbePoint("body", 1, (0.0, 1.0, 2.0)), ProbePoint(probe_points.SPACE)))
    assert tool_of(json.loads(json.dumps(tool.to_json()))) == tool


def test_what_settings_hold_cannot_stop_the_window(bench):
    for text in ("{", "[]", "{\"tools\": [1]}", "{\"number\": {\"place\": [7, \"x\"], \"size\": 99, \"on\": 1}}"):
        b = bench(settings=Settings(tools=text))
        assert b.run is not None and not b.window.docks["tools"].probes[probe_points.RULER].switch.isChecked()


def test_a_spot_is_where_it_was_pointed_at(bench):
    snapshot = bench(playing=True).player.snapshot
    for body, on_support in ((0, False), (None, True), (None, False)):
        assert_allclose(probe_point_at((0.1, -0.2, 0.05), snapshot, body, on_support).place(snapshot),
                        (0.1, -0.2, 0.05), atol=1e-15)


def test_the_stopwatch_counts_simulated_time():
    watch = Stopwatch()
    watch.toggle(1.0)
    watch.mark(1.5)
    watch.mark(3.0, "impact")
    watch.toggle(4.0)
    assert watch.reading(100.0) == 3.0 and not watch.is_running
    assert [mark.reading for mark in watch.marks] == [0.5, 2.0] and watch.laps() == [0.5, 1.5]
    watch.toggle(10.0)
    assert watch.reading(11.0) == 4.0 and watch.reading(9.0) == 3.0     # taken back before its start
    watch.zero(12.0)
    assert watch.reading(12.5) == 0.5 and watch.marks == []
    for k in range(1000):
        watch.mark(float(k))
    assert len(watch.marks) == 200


def test_the_stopwatch_marks_events_at_their_instants(tools, qtbot):
    b, panel = tools(preset="Off the edge", playing=True)
    panel.watch.at_events.setChecked(True)
    b.act("watch")
    b.act("mark")
    b.frames(120)
    end = b.run.ended
    marks = panel.watch.watch.marks
    assert len(marks) == 2 and marks[1].t == end.t and marks[1].what == end.sentence
    assert panel.watch.reading.text() == f"{end.t:.3f} s"
    item = panel.watch.list.item(0)
    qtbot.mouseClick(panel.watch.list.viewport(), Qt.MouseButton.LeftButton,
                     pos=panel.watch.list.visualItemRect(item).center())
    assert b.run.t <= marks[0].t + 1e-9
    b.act("zero")
    assert panel.watch.list.isHidden()


def test_the_large_number_shows_any_quantity(tools):
    b, panel = tools(playing=True)
    b.act("number")
    b.frames(60)
    big = b.window.big
    assert big.isVisible() and big.name.text() == "speed of the centre" and big.value.text() == "0.05 m/s"
    panel.number.choose("support_spin")
    b.window.units.choose("rad/s", "rpm")
    b.window._show_units()
    b.frames(4, 0.05)
    assert big.value.text() == "33.4 rpm"
    panel.number.choose("stopwatch")
    b.act("watch")
    b.frames(30)
    b.window.pause()
    b.frames(2, 1.0)
    assert big.value.text() == f"{panel.watch.watch.reading(b.player.snapshot.t):.2f} s"
    b.act("number")
    assert big.isHidden()


def test_the_large_number_is_dragged_and_sized(tools, qtbot):
    b, panel = tools(playing=True)
    panel.number.switch.setChecked(True)
    b.frames(10)
    big = b.window.big
    height = big.height()
    wheel = QWheelEvent(QPointF(5, 5), QPointF(5, 5), QPoint(), QPoint(0, 120), Qt.MouseButton.NoButton,
                        Qt.KeyboardModifier.NoModifier,
                        Qt.ScrollPhase.NoScrollPhase, False)
    big.wheelEvent(wheel)
    assert big.height() > height and panel.number.size.currentIndex() == big.size_number == 2
    qtbot.mousePress(big, Qt.MouseButton.LeftButton, pos=QPoint(10, 10))
    qtbot.mouseMove(big, QPoint(-200, 150))
    qtbot.mouseRelease(big, Qt.MouseButton.LeftButton)
    big.set_place(5.0, -3.0)
    assert big.parentWidget().rect().contains(big.geometry()) and big.place == (1.0, 0.0)
    b.window.resize(1000, 600)
    b.frames(4, 0.05)
    assert big.parentWidget().rect().contains(big.geometry())
