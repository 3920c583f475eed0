"""Several parts of the bench at once, one part many times, handles with typed numbers, meshes that are dropped."""

import shutil
from math import radians
from pathlib import Path

import numpy as np
import pytest
from numpy.testing import assert_allclose
from PyQt5.QtCore import QMimeData, QPoint, Qt, QUrl
from PyQt5.QtGui import QDragEnterEvent, QDropEvent
from PyQt5.QtTest import QTest
from PyQt5.QtWidgets import QApplication, QPushButton

from sandbox.ui.bench.arrange import ArrangeSheet
from sandbox.ui.bench.handles import Handles
from sandbox.workspace import bench
from tests.ui.test_bench import TOP, Builder, TableView, type_into

FILES = Path(__file__).parents[1]/"solids"/"files"
SHIFT, CTRL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def building(bench, qtbot, tmp_path):
    return Builder(bench(view=TableView, own_scenes=tmp_path/"scenes"), qtbot)


def handle(building, kind: str, name: str):
    found = Handles(building.bench, building.b.view.reach).found
    return next(one for one in found if (one.kind, one.name) == (kind, name))


def hold(building, kind: str, name: str, share: float = 1.0) -> np.ndarray:
    """Presses a handle; of an arrow at a share of its length. Returns where."""
    one = handle(building, kind, name)
    place = one.line[0] + share*(one.line[-1] - one.line[0])
    building.mouse.hover(place)
    building.mouse.press(place)
    building.b.frames(1)
    return place


def type_keys(building, text: str):
    QTest.keyClicks(building.b.view.inner, text)
    building.b.frames(2)


# ---- several --------------------------------------------------------------------------------------------------------

def test_shift_and_clicks_select_several_that_go_together(building):
    building.put("marble", (-0.1, 0.1))
    building.click(building.mouse.of(building.centres["steel ball"]))
    assert building.bench.chosen == ("steel ball",)
    place = building.mouse.of(building.centres["marble 2"])
    building.mouse.press(place, SHIFT)
    building.mouse.release()
    assert building.bench.chosen == ("steel ball", "marble 2")
    assert building.panel._headings["selected"].text() == "2 parts"
    before = building.centres
    # carried by one of them
    begin = building.mouse.of(before["marble 2"])
    building.mouse.press(begin)
    building.mouse.drag(begin + building.at(0.05, 0.02) - building.at(0.0, 0.0))
    building.mouse.release()
    building.settle()
    after = building.centres
    for name in ("steel ball", "marble 2"):
        # [m] the grid of 10 mm
        assert_allclose(after[name] - before[name], (0.05, 0.02, 0.0), atol=1e-9)
    assert_allclose(after["marble"], before["marble"], atol=1e-12)
    assert building.bench.chosen == ("steel ball", "marble 2")
    building.undo()
    assert_allclose(building.centres["marble 2"], before["marble 2"], atol=1e-12)
    # once more with Shift: it is not selected any more
    building.mouse.press(building.mouse.of(before["marble 2"]), SHIFT)
    building.mouse.release()
    assert building.bench.chosen == ("steel ball",)


def test_a_frame_selects_what_lies_in_it_and_keys_do_the_rest(building):
    building.put("board", (-0.15, -0.15))
    building.put("marble", (-0.15, -0.15, TOP + 0.012))
    building.bench.select("")
    # over the floor beside the table, to beyond all that is on it
    building.mouse.press(building.at(0.5, -0.5), SHIFT)
    building.mouse.drag(building.at(-0.5, 0.5) + np.array((0.0, -40.0)), modifiers=SHIFT)
    building.mouse.release()
    assert set(building.bench.chosen) == {"steel ball", "marble", "marble 2", "board", "table"}
    building.window.view.setFocus()
    building.key(Qt.Key.Key_Escape)
    assert building.bench.chosen == ()
    building.bench.select("board")
    building.bench.select_too("marble 2")
    before = building.centres["marble 2"]
    building.key(Qt.Key.Key_Up)
    # the board carries it: once
    assert_allclose(building.centres["marble 2"] - before, (0.0, 0.01, 0.0), atol=1e-9)
    building.key(Qt.Key.Key_D, CTRL)
    assert set(building.bench.chosen) == {"board 2", "marble 3"}
    assert building.bench.document.part("marble 3").value.get("on") == "board 2"
    building.key(Qt.Key.Key_Delete)
    assert list(building.centres) == ["steel ball", "marble", "marble 2"]
    building.undo()
    assert "marble 3" in building.centres
    building.key(Qt.Key.Key_A, CTRL)
    assert len(building.bench.chosen) == 7
    building.key(Qt.Key.Key_Delete)
    assert "the last body stays" in building.window.message.text and len(building.centres) == 4


def test_ctrl_tab_selects_one_more_and_the_sheet_has_what_all_of_them_have(building, qtbot):
    building.window.view.setFocus()
    building.key(Qt.Key.Key_Tab)
    building.key(Qt.Key.Key_Tab, CTRL)
    assert building.bench.chosen == ("steel ball", "marble")
    titles = [number.field.title for number in building.bench.numbers]
    assert titles[0] == "radius" and "velocity along y" in titles
    type_into(qtbot, building.panel.fields[titles.index("velocity along y")], "0.2")
    building.settle()
    for state in building.b.player.snapshot.bodies:
        assert_allclose(state.velocity, (0.0, 0.2, 0.0), atol=1e-12)
    assert building.bench.chosen == ("steel ball", "marble")
    # one of them can't be had: none is changed
    type_into(qtbot, building.panel.fields[0], "0.04")
    building.settle()
    assert "overlap" in building.panel.trouble.text()
    assert [placed.body.radius for placed in building.bench.made.world.bodies] == [0.012, 0.008]
    # round about the middle of both
    building.key(Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    a, b = (building.centres[name][:2] for name in ("steel ball", "marble"))
    assert_allclose(np.hypot(*(a - b)), 0.06, atol=1e-8)
    assert_allclose(0.5*(a + b), (0.1, 0.03), atol=1e-8)
    assert_allclose(np.arctan2(*(a - b)), np.pi - radians(15.0), atol=1e-6)


# ---- one part many times --------------------------------------------------------------------------------------------

def test_shift_puts_a_row_from_the_first_to_the_mouse_and_from_the_last_to_a_click(building):
    building.panel.buttons["marble"].click()
    building.mouse.hover(building.at(-0.15, -0.1))
    building.mouse.press(building.at(-0.15, -0.1), SHIFT)
    building.mouse.drag(building.at(-0.05, -0.1), modifiers=SHIFT)
    assert "in a row" in building.words()[0]
    building.mouse.release()
    building.settle()
    row = [place for name, place in building.centres.items() if name.startswith("marble ")]
    # 0.1 m in pieces of 16 mm and a millimetre at least: five gaps of 20 mm
    assert_allclose([place[0] for place in row], np.linspace(-0.15, -0.05, 6), atol=1e-6)
    assert_allclose([place[1] for place in row], -0.1, atol=1e-6)
    building.mouse.press(building.at(-0.05, 0.0), SHIFT)
    building.mouse.release()
    building.settle()
    assert len(building.centres) == 2 + 6 + 5
    building.undo()
    assert len(building.centres) == 8
    building.undo()
    assert len(building.centres) == 2


@pytest.mark.parametrize(("form", "count", "there"), [("row", 5, 5), ("circle", 6, 6), ("grid", 9, 9),
                                                      ("triangle", 10, 10), ("pyramid", 14, 14), ("pyramid", 10, 14)])
def test_the_menu_puts_one_part_many_times(building, form, count, there):
    building.bench.select("marble")
    building.bench.move("marble", (-0.2, -0.06, 0.0))
    building.settle()
    building.b.act("part_many")
    sheet = next(one for one in building.window.findChildren(ArrangeSheet) if one.isVisible())
    sheet.form.setCurrentIndex(sheet.form.findData(form))
    sheet.count.setValue(count)
    assert sheet.spacing.value() == 0.016          # balls that touch
    sheet.spacing.setValue(0.017)
    sheet.ok.click()
    building.settle()
    balls = np.array([place for name, place in building.centres.items() if name.startswith("marble")])
    assert len(balls) == there == len(building.bench.chosen)
    apart = np.linalg.norm(balls[:, None] - balls[None], axis=-1) + np.eye(there)
    # [m] neighbours are as far apart as was said, in a pyramid those of one layer; nothing is nearer than it may
    assert_allclose(apart[np.abs(balls[:, None, 2] - balls[None, :, 2]) < 1e-6].min(), 0.017, atol=1e-8)
    assert apart.min() > 0.016
    building.undo()
    assert len(building.centres) == 2


def test_what_cannot_be_put_many_times_is_said_in_the_sheet(building):
    building.put("board", (-0.15, 0.0))
    building.bench.select("board")
    building.b.act("part_many")
    sheet = next(one for one in building.window.findChildren(ArrangeSheet) if one.isVisible())
    sheet.form.setCurrentIndex(sheet.form.findData("pyramid"))
    sheet.ok.click()
    assert "a pyramid is made of balls" in sheet.trouble.text() and sheet.isVisible()
    sheet.reject()


# ---- handles --------------------------------------------------------------------------------------------------------

def test_an_arrow_moves_along_its_axis_by_the_mouse_and_by_what_is_typed(building):
    building.bench.select("steel ball")
    building.b.frames(2)
    before = building.centres["steel ball"]
    place = hold(building, "move", "x", 0.9)
    building.mouse.drag(place + building.at(0.06, 0.05) - building.at(0.0, 0.0))
    assert building.words() == ["x +0.060 m"]
    building.mouse.release()
    building.settle()
    assert_allclose(building.centres["steel ball"] - before, (0.06, 0.0, 0.0), atol=1e-9)
    place = hold(building, "move", "x", 0.9)
    building.mouse.drag(np.add(place, (9.0, 0.0)), 2)
    type_keys(building, "-3.5 cm")
    assert building.words()[0].startswith("x -3.5 cm")
    building.key(Qt.Key.Key_Return)
    building.mouse.release()
    building.settle()
    assert_allclose(building.centres["steel ball"] - before, (0.025, 0.0, 0.0), atol=1e-9)
    # what is none is told and does nothing; Esc gives it up
    place = hold(building, "move", "y", 0.9)
    type_keys(building, "3 kg")
    assert "'kg' is no unit" in building.words()[0]
    building.key(Qt.Key.Key_Escape)
    building.mouse.release()
    building.settle()
    assert_allclose(building.centres["steel ball"] - before, (0.025, 0.0, 0.0), atol=1e-9)
    # up it is lifted off what it stands on
    hold(building, "move", "z", 0.9)
    type_keys(building, "0.1")
    building.mouse.release()
    building.settle()
    assert_allclose(building.centres["steel ball"] - before, (0.025, 0.0, 0.1), atol=1e-9)
    building.undo()
    building.undo()
    building.undo()
    assert_allclose(building.centres["steel ball"], before, atol=1e-12)


def test_rings_turn_and_dots_size_a_board(building):
    building.put("board", (-0.12, 0.0))
    building.bench.select("board")
    building.b.frames(2)
    ring = handle(building, "turn", "z")
    middle = building.mouse.of(building.bench.made.surface("board").origin)
    begin = ring.line[8]           # beside the arrows
    building.mouse.press(begin)
    # about the upright axis, seen from above: anticlockwise in the picture
    way = begin - middle
    c, s = np.cos(radians(-31.0)), np.sin(radians(-31.0))
    building.mouse.drag(middle + np.array((c*way[0] - s*way[1], s*way[0] + c*way[1])))
    assert building.words() == ["z 30°"]
    building.mouse.release()
    building.settle()
    surface = building.bench.made.surface("board")
    assert_allclose(surface.tilt*np.sign(surface.tilt_axis[2]), radians(30.0), atol=1e-9)
    building.mouse.press(handle(building, "turn", "z").line[8])
    type_keys(building, "-30")
    building.mouse.release()
    building.settle()
    assert building.bench.made.surface("board").tilt == 0.0
    # its length, by the dot at its end: 50 mm further out on both sides
    place = hold(building, "size", "length")
    building.mouse.drag(place + building.at(0.05, 0.0) - building.at(0.0, 0.0))
    assert building.words()[0].startswith("length 0.4")
    building.mouse.release()
    building.settle()
    # as it was put: half of it in plate[0]
    assert_allclose(2.0*building.bench.made.surface("board").plate[0], 0.4, atol=1e-9)
    hold(building, "size", "width")
    type_keys(building, "9")
    assert "0.01 to 5 m" in building.words()[0].replace("\n", " ")
    building.mouse.release()
    building.settle()
    assert "0.01 to 5 m" in building.window.message.text
    assert_allclose(2.0*building.bench.made.surface("board").plate[1], 0.1, atol=1e-9)


def test_keys_lift_a_body_and_tip_a_board_to_the_side(building):
    building.put("board", (-0.12, 0.0))
    building.window.view.setFocus()
    building.bench.select("steel ball")
    before = building.centres["steel ball"]
    building.key(Qt.Key.Key_PageUp)
    building.key(Qt.Key.Key_PageUp)
    assert_allclose(building.centres["steel ball"] - before, (0.0, 0.0, 0.02), atol=1e-9)
    building.key(Qt.Key.Key_PageDown)
    building.key(Qt.Key.Key_PageDown)
    building.key(Qt.Key.Key_PageDown)
    assert "can't be moved down" in building.window.message.text
    assert_allclose(building.centres["steel ball"], before, atol=1e-9)
    building.bench.select("board")
    building.key(Qt.Key.Key_PageUp, Qt.KeyboardModifier.AltModifier | SHIFT)
    surface = building.bench.made.surface("board")
    assert_allclose(np.abs(surface.tilt_axis), (0.0, 1.0, 0.0), atol=1e-9)
    assert_allclose(abs(surface.tilt), radians(1.0), atol=1e-9)


# ---- bodies with flat faces, meshes ---------------------------------------------------------------------------------

def test_flat_parts_make_a_round_table_square_and_undo_makes_it_round(building):
    """They were refused there; what becomes of the table is told."""
    before = building.bench.document
    building.put("die", (-0.1, 0.1))
    assert_allclose(building.centres["die"][:2], (-0.1, 0.1), atol=1e-9)
    assert "Square now, with straight edges: table." in building.window.message.text
    after = building.bench.document
    assert bench.became_blocks(before, after) == ["table"]
    building.undo()
    assert building.bench.document == before
    building.b.act("redo")
    building.settle()
    assert building.bench.document == after


def test_flat_parts_are_put_on_a_floor(building):
    building.b.act("new_floor")
    building.settle()
    building.b.view.reach.look(0.4)
    assert list(building.centres) == ["domino", "domino 2", "domino 3"]
    building.put("die", (-0.1, 0.1, 0.0))
    building.put("box", (0.1, 0.1, 0.0))
    centres = building.centres
    assert_allclose(centres["die"], (-0.1, 0.1, 0.008), atol=1e-9)
    assert_allclose(centres["box"], (0.1, 0.1, 0.015), atol=1e-9)
    # the first domino is tipped by its ring, and lies at the end
    building.bench.select("domino")
    building.b.frames(2)
    assert {one.kind for one in Handles(building.bench, building.b.view.reach).found} == {"move", "turn", "size"}


def test_a_block_is_put_by_mouse_and_taken_back_and_carries_what_is_put_on_it(building):
    building.b.act("new_floor")
    building.settle()
    building.b.view.reach.look(0.4)
    before = building.bench.document
    building.put("block", (-0.1, 0.15, 0.0))
    there, made = building.bench.document, building.bench.made
    assert building.bench.selected == "block" and [*made.supports] == ["floor", "block"]
    # [m] it stands where the click was; half of 60 mm above the floor
    assert_allclose(made.surface("block").origin, (-0.1, 0.15, 0.03), atol=1e-9)
    building.undo()
    assert building.bench.document == before
    building.b.act("redo")
    building.settle()
    assert building.bench.document == there
    building.put("box", (-0.1, 0.15, 0.06))
    assert_allclose(building.centres["box"], (-0.1, 0.15, 0.075), atol=1e-9)
    building.bench.select("block")
    building.b.frames(2)
    assert {one.kind for one in Handles(building.bench, building.b.view.reach).found} == {"move", "turn", "size"}
    # its numbers are in the panel: three lengths and the radius of its edges first
    assert [number.field.title for number in building.bench.numbers][:4] == [
        "length", "width", "height", "radius of its edges"]
    # by keys: it goes aside by 10 mm, and what stands on it goes along
    building.key(Qt.Key.Key_Right)
    assert_allclose(building.centres["box"] - (-0.1, 0.15, 0.075), (0.01, 0.0, 0.0), atol=1e-9)


def drop(building, path):
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    for kind in (QDragEnterEvent, QDropEvent):
        event = kind(QPoint(300, 300), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton,
                     Qt.KeyboardModifier.NoModifier)
        QApplication.sendEvent(building.window, event)


def test_a_mesh_that_is_dropped_is_a_body_of_the_bench(building, qtbot, tmp_path, monkeypatch):
    file = tmp_path/"brick.stl"
    shutil.copy(FILES/"box.stl", file)
    drop(building, file)
    assert "says no unit" in building.window.message.text
    next(one for one in building.window.message.findChildren(QPushButton) if one.text() == "mm").click()
    qtbot.waitUntil(lambda: not building.window.meshes.is_busy)
    building.settle()
    assert "brick" in building.centres and building.bench.selected == "brick"
    building.undo()
    assert "brick" not in building.centres
    # what is none: a sentence, and nothing has changed
    file.write_bytes(b"")
    drop(building, file)
    next(one for one in building.window.message.findChildren(QPushButton) if one.text() == "mm").click()
    qtbot.waitUntil(lambda: not building.window.meshes.is_busy)
    building.settle()
    assert "promises 0 triangles" in building.window.message.text and len(building.centres) == 2
    drop(building, tmp_path/"gone.ply")
    assert "is not there any more" in building.window.message.text


def test_a_mesh_that_is_dropped_on_a_scene_begins_a_bench(bench, qtbot, tmp_path):
    b = bench(view=TableView)
    window = b.window
    file = tmp_path/"brick.stl"
    shutil.copy(FILES/"box.stl", file)
    window.meshes.take(file, "mm")
    qtbot.waitUntil(lambda: (b.frames(1), not window.meshes.is_busy and "brick" in window.bench.selected)[1])
    b.settle()
    assert window.bench.is_on and "brick" in window.bench.made.bodies
