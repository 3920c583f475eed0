"""Marks on the bench in the window: put, carried, called, measured by mouse and keys; challenges are made of them."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from PyQt5.QtCore import Qt

from sandbox.run.judge import judged
from sandbox.scene.built.parts import MARKS
from sandbox.scene.catalogue import BENCH
from sandbox.ui.bench.save import free_name
from sandbox.ui.play.making import MakeSheet
from tests.ui.test_bench import TOP, Builder, TableView


class MarkedView(TableView):
    """A picture that keeps the marks that it was given last."""

    marks = ()

    def show_marks(self, marks):
        self.marks = tuple(marks)


@pytest.fixture
def building(bench, qtbot, tmp_path):
    return Builder(bench(view=MarkedView, own_scenes=tmp_path/"scenes", challenges=(),
                         results=tmp_path/"results.sqlite"), qtbot)


def marks(building) -> dict:
    return building.bench.made.marks


def throw(building, speed: float):
    """The first ball begins with that speed along -x, as a slider says, and runs for a second."""
    bench = building.bench
    bench.select("steel ball")
    along = next(one for one in bench.numbers if one.path[-2:] == ("velocity", 0))
    assert bench.change(along, -0.2) == ""
    building.settle()
    bench.slide(next(one for one in bench.numbers if one.path[-2:] == ("velocity", 0)))
    building.settle()
    name = building.b.run.scene.parameters[0].name
    building.window.edits.change(name, -speed)
    building.settle()
    building.b.player.play()
    while building.b.run.t < 1.0:
        building.b.frames(5)
    building.b.player.pause()
    building.b.frames(2)
    return name


def test_each_mark_is_put_by_a_click_with_its_ghost_and_drawn(building):
    panel, view = building.panel, building.b.view
    for item, y in zip(MARKS, (-0.2, -0.1, 0.1, 0.15, 0.2), strict=True):
        panel.buttons[item.name].click()
        building.mouse.hover(building.at(0.0, y))
        assert any(item.name in text for text in building.words())
        building.click(building.at(0.0, y))
        panel.buttons[item.name].click()
        assert building.bench.selected == item.name and panel.mark_section.isVisible()
    assert {name: mark.kind for name, mark in marks(building).items()} == {
        "ring": "ring", "circle": "zone", "gate": "gate", "flag": "flag", "timer": "timer"}
    # a ring is as high as the middle of the ball that is looked at, what lies on the ground is not
    assert_allclose(marks(building)["ring"].middle, (0.0, -0.2, TOP + 0.012), atol=1e-9)
    assert_allclose(marks(building)["timer"].middle, (0.0, 0.2, TOP), atol=1e-9)
    assert [one.name for one in view.marks] == [item.name for item in MARKS]
    building.undo()
    assert len(view.marks) == 4 and "timer" not in marks(building)


def test_a_mark_is_carried_by_mouse_and_keys_turned_and_taken_away(building):
    building.put("gate", (0.0, 0.1))
    building.key(Qt.Key.Key_Escape)
    foot = building.at(*marks(building)["gate"].points[0])
    building.mouse.hover(foot)
    building.mouse.press(foot)
    building.mouse.drag(building.at(-0.08, 0.1))
    building.mouse.release()
    building.settle()
    before = marks(building)["gate"].middle
    assert building.bench.selected == "gate" and is_moved(before, (0.0, 0.1, TOP))
    building.key(Qt.Key.Key_PageUp)
    assert_allclose(marks(building)["gate"].middle - before, (0.0, 0.0, 0.01), atol=1e-9)
    building.key(Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    (x, y, _z), (far_x, far_y, _far) = marks(building)["gate"].points
    assert_allclose(abs(np.degrees(np.arctan2(far_y - y, far_x - x))), 15.0, atol=1e-6)
    building.key(Qt.Key.Key_D, Qt.KeyboardModifier.ControlModifier)
    assert set(marks(building)) == {"gate", "gate 2"}
    building.key(Qt.Key.Key_Delete)
    assert set(marks(building)) == {"gate"}


def is_moved(found, before) -> bool:
    return float(np.linalg.norm(np.asarray(found) - before)) > 0.02


def test_by_keys_alone_a_mark_is_chosen_in_the_menu_put_in_the_middle_and_called(building):
    building.b.act("mark_flag")
    building.key(Qt.Key.Key_Return)
    assert list(marks(building)) == ["flag"] and building.bench.item is None
    field = building.panel.mark_section.name
    field.setText("the end")
    field.setModified(True)
    field.editingFinished.emit()
    building.settle()
    assert list(marks(building)) == ["the end"] and building.bench.selected == "the end"
    field.setText("table")
    field.setModified(True)
    field.editingFinished.emit()
    building.settle()
    assert list(marks(building)) == ["the end"] and "two parts are called 'table'" in building.panel.trouble.text()
    building.undo()
    assert list(marks(building)) == ["flag"]


def test_a_mark_tells_what_it_has_measured(building, qtbot):
    building.put("timer", (0.0, 0.0))
    building.bench.turn((0.0, 0.0, 1.0), np.pi/2)
    building.settle()
    throw(building, 0.25)
    building.bench.select("timer")
    label = building.panel.mark_section.readings

    def is_told():
        building.b.frames(2)
        # 0.1 m at 0.25 m/s
        assert "steel ball: through it at 0.4 s" in label.text() and "marble: not through it" in label.text()
    qtbot.waitUntil(lambda: is_told() is None)


def test_a_challenge_is_made_of_marks_and_the_bench_becomes_its_scene(building, tmp_path):
    building.put("timer", (0.0, 0.0))
    building.bench.turn((0.0, 0.0, 1.0), np.pi/2)
    building.settle()
    name = throw(building, 0.25)
    building.b.act("play_make")
    sheet = building.window.findChild(MakeSheet)
    sheet.title.setText("In time")
    sheet.free.setCurrentIndex(sheet.free.findData(name))
    assert sheet.mark.currentText() == "timer" and sheet.goal.currentData() == "timer" and not sheet.radius.isEnabled()
    sheet.done_button.click()
    building.settle()
    assert (tmp_path/"scenes"/"in_time.py").exists(), sheet.trouble.text()
    found = building.window.challenges.load().good["in_time"]
    scene = building.window.catalogue.get("in_time")
    assert found.scene == "in_time" and [mark.kind for mark in scene.marks] == ["timer"]
    assert judged(found, {name: -0.25}, scene).stars == 3 and judged(found, {}, scene).stars == 0
    # 1 % of error loses the third star, 10 % the last
    assert judged(found, {name: -0.2525}, scene).stars == 2 and judged(found, {name: -0.275}, scene).stars == 0
    assert free_name("In time", building.window.saving.is_taken) == "in_time_2"
    building.window.challenges.open(found)
    building.settle()
    assert building.window.challenges.session.is_on and [one.name for one in building.b.view.marks] == ["timer"]
    building.b.act("play_leave")
    assert building.b.run.scene.id == "in_time" != BENCH and [one.kind for one in building.b.view.marks] == ["timer"]
