"""The bench in the window: parts are put and carried by mouse and keys, changed in the panel, kept as a scene."""

from pathlib import Path

import numpy as np
import pytest
from numpy.testing import assert_allclose
from PyQt5.QtCore import Qt
from PyQt5.QtTest import QTest
from PyQt5.QtWidgets import QApplication, QLabel, QPushButton, QToolButton

from sandbox.app.session import Left
from sandbox.cli.window.opening import report_opening
from sandbox.scene.built.parts import turned
from sandbox.scene.catalogue import BENCH, load_scene
from sandbox.scene.materials import MATERIALS
from sandbox.scene.parameter import Parameter
from sandbox.text import set_language
from sandbox.ui.bench.save import SaveSheet
from sandbox.ui.look.controls import Combo
from sandbox.ui.panels.number import NumberField
from sandbox.workspace import bench as on_bench
from sandbox.workspace.kept_work import KeptWork
from sandbox.workspace.setup import setup_from
from tests.ui.reached import Mouse, ReachedView

SCENES = Path(__file__).parents[2] / "scenes"
TOP = on_bench.HEIGHT + 0.5*on_bench.THICKNESS      # [m] of the table


class TableView(ReachedView):
    """A picture whose eye looks at the middle of the table of a new bench."""

    def show_scene(self, surface, body, title, snapshot=None):
        super().show_scene(surface, body, title, snapshot)
        self.reach.look(0.4, centre=(0.0, 0.0, TOP))


class Builder:
    """A window with a new bench, and who builds there."""

    def __init__(self, b, qtbot):
        self.b, self.window, self.mouse, self._qtbot = b, b.window, Mouse(b), qtbot
        b.act("new_bench")
        self.settle()

    @property
    def bench(self):
        return self.window.bench

    @property
    def panel(self):
        return self.window.docks["bench"]

    @property
    def centres(self) -> dict[str, np.ndarray]:
        """Mass centres of the bodies by name [m]."""
        return dict(zip(self.bench.made.bodies, (
            np.array(state.centre) for state in self.b.player.snapshot.bodies), strict=True))

    def settle(self):
        self.b.settle()
        self.b.frames(2)

    def at(self, x: float, y: float, z: float = TOP) -> np.ndarray:
        return self.mouse.of((x, y, z))

    def click(self, place):
        self.mouse.hover(place)
        self.mouse.press(place)
        self.b.frames(1)
        self.mouse.release()
        self.settle()

    def put(self, name: str, *places):
        self.panel.buttons[name].click()
        for place in places:
            self.click(self.at(*place))
        self.panel.buttons[name].click()

    def key(self, key, modifiers=Qt.KeyboardModifier.NoModifier):
        QTest.keyClick(self.b.view.inner, key, modifiers)
        self.settle()

    def undo(self):
        self.b.act("undo")
        self.settle()

    def words(self) -> list[str]:
        """What is written over the picture."""
        return [item.text for item in self.window.hand.sketch.items if hasattr(item, "text")]


@pytest.fixture
def building(bench, qtbot, tmp_path):
    return Builder(bench(view=TableView, own_scenes=tmp_path / "scenes"), qtbot)


def test_a_new_bench_waits_with_its_panel(building):
    b = building.b
    assert b.run.scene.id == BENCH and b.run.step == 0 and not b.player.is_playing
    assert building.panel.isVisible() and list(building.centres) == ["steel ball", "marble"]
    assert building.window.top.scenes.currentIndex() == -1
    # another scene takes the panel away
    building.window.choose_scene("turntable")
    building.settle()
    assert not building.panel.isVisible() and not b.window.commands["save_scene"].isEnabled()
    building.undo()
    assert building.panel.isVisible() and b.window.commands["save_scene"].isEnabled()


def test_panels_without_content_leave_their_room_to_the_picture_of_the_bench(building, qtbot):
    docks, b = building.window.docks, building.b
    qtbot.waitUntil(lambda: not any(docks[name].isVisible() for name in ("parameters", "meters", "events", "contact")))
    # who wants one has it, through all that is built then
    b.act("meters")
    building.put("marble", (-0.1, 0.1))
    assert docks["meters"].isVisible() and not docks["parameters"].isVisible()
    # a number that becomes a slider has its place there
    next(one for one in building.panel.findChildren(QToolButton) if "radius" in one.accessibleName()).click()
    building.settle()
    qtbot.waitUntil(docks["parameters"].isVisible)
    building.undo()
    qtbot.waitUntil(lambda: not docks["parameters"].isVisible())
    building.window.choose_scene("turntable")
    building.settle()
    qtbot.waitUntil(lambda: docks["parameters"].isVisible() and not docks["meters"].waits)


def test_letters_and_arrows_go_through_the_palette(building, qtbot):
    b = building.b
    b.window.activateWindow()
    qtbot.waitUntil(b.window.isActiveWindow)
    b.act("bench_palette")
    step, buttons = b.run.step, building.panel.buttons

    def press(key) -> str:
        QTest.keyClick(b.window.focusWidget(), key)
        return next(name for name, button in buttons.items() if button.hasFocus())

    assert buttons["steel ball"].hasFocus()
    assert press(Qt.Key.Key_R) == "rubber ball" and press(Qt.Key.Key_R) == "rolling coin"
    assert [press(Qt.Key.Key_T), press(Qt.Key.Key_T)] == ["turning plate", "timer"]
    assert [press(Qt.Key.Key_R), press(Qt.Key.Key_A)] == ["rubber ball", "ramp"]
    assert [press(Qt.Key.Key_B), press(Qt.Key.Key_I), press(Qt.Key.Key_T)] == ["block", "billiard ball",
                                                                              "turning plate"]
    assert press(Qt.Key.Key_T) == "timer"
    # one that no part begins with does nothing, and is no shortcut of the window there
    assert press(Qt.Key.Key_K) == "timer" and not b.player.is_playing and b.run.step == step
    assert press(Qt.Key.Key_S) == "steel ball" and press(Qt.Key.Key_Right) == "marble"
    assert press(Qt.Key.Key_Left) == "steel ball" and b.run.step == step
    QTest.keyClick(b.window.focusWidget(), Qt.Key.Key_Space)
    assert building.bench.item.name == "steel ball"


def test_who_has_put_enough_sees_the_numbers_of_the_last_one(building, qtbot):
    area = building.panel._scroll

    def is_seen() -> bool:
        sheet = building.panel._sheet
        top = sheet.mapTo(area.viewport(), sheet.rect().topLeft()).y()
        return top >= 0 and top + sheet.height() <= area.viewport().height()

    building.panel.buttons["marble"].click()
    # what to do is said where it is seen at once
    assert building.panel.hint.isVisible() and "stand" in building.panel.hint.text()
    assert building.panel.hint.visibleRegion().boundingRect().height() >= building.panel.hint.heightForWidth(
        building.panel.hint.width())
    building.click(building.at(-0.1, 0.1))
    assert building.panel.fields and area.verticalScrollBar().value() == 0, "one goes on choosing"
    building.key(Qt.Key.Key_Escape)
    qtbot.waitUntil(is_seen)
    area.verticalScrollBar().setValue(0)
    building.b.act("part_numbers")
    qtbot.waitUntil(is_seen)


def test_the_camera_stays_where_it_is_while_one_builds_and_looks_at_another_bench_anew(building, monkeypatch):
    view, kept = building.b.view, []
    monkeypatch.setattr(view, "set_look", lambda mode, at: kept.append((mode, at)))
    view.look = {"mode": "free", "at": [0.0, 0.1, 0.2, 0.3, 0.4, 0.5]}
    building.put("marble", (-0.1, 0.1))
    assert kept == [("free", view.look["at"])]
    building.window.choose_scene("turntable")
    building.settle()
    for act in ("build_on", "new_bench"):
        building.b.act(act)
        building.settle()
        assert building.b.run.scene.id == BENCH and len(kept) == 1


def test_the_camera_goes_back_for_what_is_moved_out_of_the_picture(building, monkeypatch):
    """A board that was raised was above the upper edge, and a click on it was none."""
    view, asked = building.b.view, []
    view.look = {"mode": "free", "at": [0.0, 0.0, TOP, 0.0, 0.6, 0.4]}

    def look(_mode, at):
        if at[5] > 0.4:
            asked.append(at)
            view.reach.look(at[5], centre=at[:3])
    monkeypatch.setattr(view, "set_look", look)
    building.put("board", (0.0, -0.16))
    building.settle()
    assert not asked
    building.bench.move("board", (0.0, 0.0, 0.7))
    building.settle()
    eye, surface = view.reach.eye, building.bench.made.surface("board")
    seen = eye.project(on_bench.parts.points_of(surface))
    assert len(asked) == 1 and asked[0][:5] == view.look["at"][:5]
    assert (seen > 0.0).all() and (seen < (eye.width, eye.height)).all()
    # what another bench has is looked at as it begins
    building.b.act("new_bench")
    building.settle()
    assert len(asked) == 1


@pytest.fixture
def russian():
    set_language("ru")


def test_each_word_beside_a_number_has_room(russian, building):
    """The coefficients were cut in Russian: a word that has no room beside its number stands above it."""
    building.window.resize(1024, 768)
    for name in ("table", "steel ball"):
        building.bench.select(name)
        building.settle()
        labels = [one for one in building.panel._sheet.findChildren(QLabel) if one.text() and one.isVisible()]
        assert len(labels) > 6
        for label in labels:
            wide = max(label.fontMetrics().horizontalAdvance(word) for word in label.text().split())
            assert wide <= label.contentsRect().width(), label.text()


def test_a_material_is_chosen_in_the_sheet_and_its_friction_stands_below(building):
    building.bench.select("table")
    building.settle()
    combo = next(one for one in building.panel.fields if isinstance(one, Combo))
    assert combo.accessibleName() == "material" and combo.currentText() == "wood" and combo.count() == len(MATERIALS)
    combo.setFocus()
    combo.setCurrentIndex(combo.findData("ice"))
    combo.activated.emit(combo.currentIndex())
    building.settle()
    shown = {one.field.title: one.value for one in building.bench.numbers}
    assert (shown["material"], shown["friction coefficient"], shown["restitution"]) == ("ice", 0.015, 0.5)
    building.undo()
    assert {one.field.title: one.value for one in building.bench.numbers}["material"] == "wood"


def test_the_mass_that_follows_from_size_and_material_is_shown(building):
    """4/3 pi rho a^3 of steel, 24 mm across: 57 g; as glass 18 g. A coin has a mass of its own, a support none."""
    def shown() -> set[str]:
        building.settle()
        return {one.text() for one in building.panel._sheet.findChildren(QLabel)}
    building.bench.select("steel ball")
    assert {"mass", "0.0568 kg"} <= shown()
    number = next(one for one in building.bench.numbers if one.field.choices)
    assert building.bench.change(number, "glass") == ""
    assert "0.0181 kg" in shown()
    building.bench.select("table")
    assert "mass" not in shown()


def test_a_click_on_the_palette_and_one_in_the_picture_put_a_ball(building):
    building.put("billiard ball", (-0.1, 0.1), (-0.1, -0.1))
    centres = building.centres
    # [m] on the grid of 10 mm, with no gap to the table
    assert_allclose(centres["billiard ball"], (-0.1, 0.1, TOP + 0.0286), atol=1e-12)
    assert_allclose(centres["billiard ball 2"], (-0.1, -0.1, TOP + 0.0286), atol=1e-12)
    assert building.bench.selected == "billiard ball 2" and building.bench.item is None
    building.undo()
    building.undo()
    assert list(building.centres) == ["steel ball", "marble"]
    building.b.act("redo")
    building.settle()
    assert list(building.centres) == ["steel ball", "marble", "billiard ball"]


def test_what_overlaps_is_red_with_the_reason_and_is_not_put(building):
    building.panel.buttons["billiard ball"].click()
    place = building.at(0.1, 0.0)
    building.mouse.hover(place)
    ghosts = [item for item in building.window.hand.sketch.items if getattr(item, "tone", "") == "RED"]
    assert ghosts and any("overlap" in text for text in building.words())
    building.click(place)
    assert len(building.centres) == 2 and "overlap" in building.window.message.text
    # beside it there is room
    building.mouse.hover(building.at(-0.1, 0.1))
    assert not any(getattr(item, "tone", "") == "RED" for item in building.window.hand.sketch.items)
    building.key(Qt.Key.Key_Escape)
    assert building.bench.item is None and not building.panel.buttons["billiard ball"].isChecked()


def test_a_ball_is_carried_from_the_table_to_a_ramp(building):
    building.put("ramp", (-0.1, -0.12))
    before = building.centres["marble"]
    begin = building.mouse.of(before)
    building.mouse.press(begin)
    # a point on the upper side of the ramp: over its middle
    surface = building.bench.made.surface("ramp")
    goal = np.add(surface.origin, (0.0, 0.0, 0.006/np.cos(surface.tilt)))
    building.mouse.drag(begin + building.mouse.of(goal) - building.mouse.of(before - (0.0, 0.0, 0.008)))
    assert building.words() and "x = " in building.words()[0]
    building.mouse.release()
    building.settle()
    part = building.bench.document.part("marble")
    assert part.value.get("on") == "ramp" and building.bench.selected == "marble"
    centre = building.centres["marble"]
    # it touches the ramp: as far from its middle plane as radius and half thickness are
    normal = np.array((np.sin(surface.tilt), 0.0, np.cos(surface.tilt)))
    assert_allclose((centre - surface.origin) @ normal, 0.008 + 0.006, atol=1e-9)      # [m]
    building.undo()
    assert_allclose(building.centres["marble"], before, atol=1e-12)


def test_a_support_is_carried_in_its_plane_with_what_stands_on_it(building):
    building.put("board", (-0.05, -0.15))
    building.put("marble", (-0.05, -0.15, TOP + 0.012))
    assert building.bench.document.part("marble 2").value.get("on") == "board"
    origin = np.array(building.bench.made.surface("board").origin)
    begin = building.at(-0.12, -0.13, TOP + 0.012)
    building.mouse.press(begin)
    building.mouse.drag(building.at(-0.15, -0.09, TOP + 0.012))
    building.mouse.release()
    building.settle()
    by = np.array(building.bench.made.surface("board").origin) - origin
    # [m] by 30 mm to one side and 40 mm to another, on the grid; a pixel of this picture is 1.3 mm
    assert_allclose(by, (-0.03, 0.04, 0.0), atol=1e-9)
    assert_allclose(building.centres["marble 2"][:2], (-0.08, -0.11), atol=1e-9)


def test_keys_do_what_the_mouse_does(building):
    building.window.view.setFocus()
    building.key(Qt.Key.Key_Tab)
    assert building.bench.selected == "steel ball"
    before = building.centres["steel ball"]
    for _time in range(3):
        building.key(Qt.Key.Key_Right)
    # the eye looks along y: to the right is x; steps that follow each other are one of undo
    assert_allclose(building.centres["steel ball"] - before, (0.03, 0.0, 0.0), atol=1e-9)
    building.key(Qt.Key.Key_Up, Qt.KeyboardModifier.ShiftModifier)
    assert_allclose(building.centres["steel ball"] - before, (0.03, 0.001, 0.0), atol=1e-9)
    building.undo()
    assert_allclose(building.centres["steel ball"], before, atol=1e-12)
    building.key(Qt.Key.Key_Delete)
    assert list(building.centres) == ["marble"]
    building.undo()
    assert list(building.centres) == ["steel ball", "marble"]
    # Enter puts what is chosen where there is room near the middle of the table
    building.bench.select("steel ball")
    for _time in range(12):
        building.key(Qt.Key.Key_Down)
    building.panel.buttons["board"].click()
    building.window.view.setFocus()
    building.key(Qt.Key.Key_Return)
    assert building.bench.selected == "board" and building.bench.item is None
    assert np.hypot(*building.bench.made.surface("board").origin[:2]) < 0.1      # [m] the table is 0.6 m wide
    # a body stands on what is selected; the next one beside it
    for _time in range(2):
        building.panel.buttons["marble"].click()
        building.window.view.setFocus()
        building.key(Qt.Key.Key_Return)
    made = building.bench.made
    assert [made.support_of(name) for name in ("steel ball", "marble 2", "marble 3")] == ["table", "board", "board"]
    beside = building.centres["marble 3"] - building.centres["marble 2"]
    assert 0.016 <= np.hypot(*beside[:2]) < 0.04 and abs(beside[2]) < 1e-9       # [m] 16 mm wide
    building.undo()
    building.undo()
    building.bench.select("board")
    height = building.bench.made.surface("board").origin[2]
    building.key(Qt.Key.Key_PageUp)
    assert_allclose(building.bench.made.surface("board").origin[2] - height, 0.01, atol=1e-9)


def test_numbers_are_typed_of_a_part_that_still_waits_for_the_picture(building):
    building.panel.buttons["board"].click()
    building.window.view.setFocus()
    # what is put now has to wait for another part that was put a moment ago
    QTest.keyClick(building.b.view.inner, Qt.Key.Key_Return)
    building.panel.buttons["marble"].click()
    building.window.view.setFocus()
    QTest.keyClick(building.b.view.inner, Qt.Key.Key_Return)
    building.b.act("part_numbers")
    building.settle()
    building.b.frames(2)
    assert building.bench.selected == "marble 2" and building.bench.item is None
    assert building.panel.focusWidget() in building.panel.fields


def type_into(qtbot, field: NumberField, text: str):
    field.setFocus()
    field.selectAll()
    qtbot.keyClick(field, Qt.Key.Key_Delete)
    field.insert(text)
    qtbot.keyClick(field, Qt.Key.Key_Return)


def test_the_sheet_changes_numbers_and_keeps_the_old_one_where_that_cannot_be(building, qtbot):
    building.bench.select("steel ball")
    panel = building.panel
    type_into(qtbot, panel.fields[0], "0.03")
    building.settle()
    assert_allclose(building.centres["steel ball"][2], TOP + 0.03, atol=1e-12)
    # out of its range
    type_into(qtbot, panel.fields[0], "7")
    building.settle()
    assert panel.trouble.isVisible() and "0.5" in panel.trouble.text()
    panel.fields[0].clearFocus()
    # within its range, but inside the other ball
    building.bench.select("marble")
    building.bench.select("steel ball")
    type_into(qtbot, panel.fields[0], "0.2")
    building.settle()
    assert "overlap" in panel.trouble.text()
    assert panel.fields[0].value == 0.03 and building.bench.made.world.bodies[0].body.radius == 0.03


def test_while_it_runs_it_is_built_on(building):
    b = building.b
    building.put("steel ball", (0.0, 0.25))
    b.window.play()
    b.frames(30)
    assert b.run.step > 0 and not building.bench.is_open
    run, step = b.run, b.run.step
    building.put("marble", (-0.2, 0.0))
    assert b.run is run and run.step >= step and b.player.is_playing and "marble 2" in building.centres
    # begun again, it has what was built
    b.window.pause()
    b.player.reset()
    building.settle()
    assert b.run is not run and b.run.step == 0 and b.run.edits == 0 and "marble 2" in building.centres


def test_a_support_takes_no_ball_along_when_it_goes(building):
    building.put("board", (-0.1, -0.12))
    building.put("marble", (-0.1, -0.12, TOP + 0.012))
    before = building.centres["marble 2"]
    building.bench.select("board")
    building.panel.remove.click()
    building.settle()
    assert "board" not in building.bench.made.supports
    assert_allclose(building.centres["marble 2"], before, atol=1e-9)
    # the floor stays, and so does what nothing else would stand on
    building.bench.select("floor")
    building.panel.remove.click()
    building.settle()
    assert "stays where it is" in building.window.message.text


def test_it_is_kept_as_a_scene_that_is_in_the_list_at_once(building, tmp_path):
    building.put("ramp", (-0.1, -0.12))
    folder = tmp_path / "scenes"

    def sheet() -> SaveSheet:
        building.b.act("save_scene")
        return next(one for one in building.window.findChildren(SaveSheet) if one.isVisible())
    one = sheet()
    one.title.setText("Down the ramp")
    one.title.textEdited.emit("Down the ramp")
    assert one.name.text() == "down_the_ramp"
    one.save.click()
    scene = load_scene(folder / "down_the_ramp.py")
    assert scene.title == "Down the ramp" and building.window.catalogue.get("down_the_ramp").source == scene.source
    assert building.window.top.scenes.findData("down_the_ramp") >= 0
    # nothing is replaced: another name is proposed, and the same one is refused
    QApplication.processEvents()
    text = (folder / "down_the_ramp.py").read_text(encoding="utf-8")
    one = sheet()
    one.title.setText("Down the ramp")
    one.title.textEdited.emit("Down the ramp")
    assert one.name.text() == "down_the_ramp_2"
    for name in ("down_the_ramp", "Big Letters", ""):
        one.name.setText(name)
        one.save.click()
        assert one.trouble.isVisible() and one.isVisible()
    one.reject()
    assert [path.name for path in folder.glob("*.py")] == ["down_the_ramp.py"]
    assert (folder / "down_the_ramp.py").read_text(encoding="utf-8") == text
    building.window.choose_scene("down_the_ramp")
    building.settle()
    assert building.b.run.scene.title == "Down the ramp"


def test_a_window_with_an_unkept_bench_asks_before_it_closes(building, tmp_path):
    window, closed = building.window, []
    window.closed.connect(lambda: closed.append(True))
    assert not building.bench.has_changes          # nothing was built yet
    building.put("ramp", (-0.1, -0.12))
    assert building.bench.has_changes
    # kept: nothing would be lost
    assert window.saving.keep("Kept", "kept") == "" and not building.bench.has_changes
    building.put("marble", (0.1, -0.1))
    built = window.bench.document
    # also where another scene is shown meanwhile
    window.choose_scene("kept")
    building.settle()
    window.close()
    assert not closed and "was not kept" in window.message.text
    window.saving._ask_there()
    building.settle()
    assert building.b.run.scene.id == BENCH and window.bench.document == built
    sheet = next(one for one in window.findChildren(SaveSheet) if one.isVisible())
    sheet.reject()
    # the second wish passes
    window.message.say("", "note")
    window.close()
    assert not closed
    window.close()
    assert closed


def test_a_bench_is_kept_in_a_file_and_as_a_share_code(building, qtbot, tmp_path):
    window, menu = building.window, building.window.filing.menu
    building.put("ramp", (-0.1, -0.12))
    building.b.act("copy_code")
    code = QApplication.clipboard().text()
    menu.save_as(str(tmp_path / "mine"))
    qtbot.waitUntil(lambda: not menu.is_busy)
    building.settle()
    # what is in a file is not lost with the window; the next deed is
    assert not window.bench.has_changes
    built, source = window.bench.document, building.b.run.scene.source
    building.put("marble", (0.1, -0.1))
    assert window.bench.has_changes and window.windowTitle().startswith("*mine.jacobi.json")
    window.choose_scene("turntable")
    building.settle()
    menu.open(str(tmp_path / "mine.jacobi.json"))
    qtbot.waitUntil(lambda: not menu.is_busy)
    building.settle()
    assert building.b.run.scene.id == BENCH and building.b.run.scene.source == source
    assert window.bench.document == built and building.panel.isVisible() and not window.bench.has_changes
    # parts can be put at once; a code opens the same again
    building.put("marble", (0.1, -0.1))
    assert "marble 2" in building.centres
    menu.open_code(code)
    qtbot.waitUntil(lambda: not menu.is_busy)
    building.settle()
    assert window.bench.document == built and "marble 2" not in building.centres


def test_a_bench_comes_back_after_a_crash(bench, building, qtbot, tmp_path):
    """What the autosave of one window kept, another one offers and restores."""
    building.put("ramp", (-0.1, -0.12))
    work = KeptWork(tmp_path)
    work.keep(building.window.filing.documents.setup())
    left = Left(scene=BENCH, work=str(work.newest))
    other = bench(view=TableView, own_scenes=tmp_path / "scenes")
    report_opening(other.window, [left], [], None)
    message = other.window.message
    assert "while it showed 'On the bench'" in message.text and "was kept" in message.text
    next(button for button in message.findChildren(QPushButton) if "Restore" in button.text()).click()
    qtbot.waitUntil(lambda: not other.window.filing.menu.is_busy)
    other.settle()
    assert other.run.scene.id == BENCH and other.window.bench.document == building.bench.document
    assert other.window.bench.has_changes


def test_a_bench_with_functions_of_its_own_says_what_keeps_it(bench, qtbot):
    b = bench([load_scene(SCENES / "bowl.py")], view=ReachedView)
    b.act("build_on")
    b.settle()
    b.act("save")
    assert "functions of its own" in b.window.message.text and "Save as scene" in b.window.message.text


def test_a_scene_is_built_on(bench, qtbot):
    """A written scene of its own file, with its slider: the ball goes on where it starts, one more is put."""
    from sandbox.scene.catalogue import scene_of_text, source_digest
    text = '''"""A ball on a turntable."""
from sandbox.scene import Ball, Parameter, Plane, Scene, Spin, Start

PARAMETERS = (Parameter("rate", 3.5, "rad/s", low=-20, high=20, live=True, about="rotation rate of the table"),)


def build(p):
    return Ball(0.02), Plane(rim=0.3), Spin("z", "rate")


def start(p):
    return Start(at=(0.15, 0.0), velocity=(0.0, 0.05))


SCENE = Scene("A table that turns", PARAMETERS, build, start)
'''
    b = bench([scene_of_text("turntable", text, source_digest(text))], view=ReachedView)
    b.window.edits.change("rate", 2.0)
    b.settle()
    b.act("build_on")
    b.settle()
    assert b.run.scene.id == BENCH and b.run.scene.title == "A table that turns (mine)"
    assert isinstance(b.run.scene.parameters[0], Parameter) and b.run.values["rate"] == 2.0
    assert_allclose(b.player.snapshot.bodies[0].centre, (0.15, 0.0, 0.02), atol=1e-12)
    mouse = Mouse(b)
    b.window.docks["bench"].buttons["marble"].click()
    place = mouse.of((-0.1, 0.1, 0.0))
    mouse.hover(place)
    mouse.press(place)
    mouse.release()
    b.settle()
    assert len(b.run.bodies) == 2
    assert_allclose(b.player.snapshot.bodies[1].centre, (-0.1, 0.1, 0.008), atol=1e-12)
    b.window.play()
    b.frames(60)
    # the first ball goes on its circle at 2/7 of the rate, whatever stands beside it
    t, rate = b.run.t, 2/7*2.0
    r, v = np.array((0.15, 0.0)), np.array((0.0, 0.05))
    exact = r + np.array((v[0]*np.sin(rate*t) - v[1]*(1 - np.cos(rate*t)),
                          v[1]*np.sin(rate*t) + v[0]*(1 - np.cos(rate*t))))/rate
    assert_allclose(b.run.snapshot().bodies[0].centre[:2], exact, atol=1e-10)


def test_keys_turn_and_duplicate(building):
    building.put("ramp", (-0.1, -0.12))
    window = building.window
    window.view.setFocus()
    before = building.bench.made.surface("ramp")
    building.key(Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    building.key(Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.ShiftModifier)
    after = building.bench.made.surface("ramp")
    # about the upright axis by 15 and by 1 degree: the normal keeps its slope
    old, new = (turned(one.tilt_axis, one.tilt)[:, 2] for one in (before, after))
    assert_allclose(new[2], old[2], atol=1e-11)
    assert_allclose(np.arctan2(new[1], new[0]) - np.arctan2(old[1], old[0]), np.radians(16.0), atol=1e-9)
    # turns that follow each other are one step of undo; the menu has what the keys have
    building.undo()
    assert building.bench.made.surface("ramp").tilt == before.tilt
    assert window.commands["part_left"].isEnabled()
    building.b.act("part_right")
    building.settle()
    assert building.bench.made.surface("ramp").tilt != before.tilt
    building.undo()
    building.bench.select("marble")
    building.key(Qt.Key.Key_D, Qt.KeyboardModifier.ControlModifier)
    # 16 mm and a gap, on the grid
    assert_allclose(building.centres["marble 2"] - building.centres["marble"], (0.02, 0.0, 0.0), atol=1e-12)
    assert building.bench.selected == "marble 2"
    building.panel.copy.click()
    building.settle()
    assert "marble 3" in building.centres
    building.bench.select("")
    assert not window.commands["part_left"].isEnabled() and not building.panel.copy.isEnabled()


def test_an_arm_takes_two_clicks_and_goes_with_its_ball(building):
    building.panel.buttons["arm"].click()
    building.click(building.mouse.of(building.centres["steel ball"]))
    assert building.bench.first[0] == "steel ball" and "second" in building.panel.hint.text()
    building.mouse.hover(building.mouse.of(building.centres["marble"]))
    assert any(getattr(item, "is_dashed", False) for item in building.window.hand.sketch.items)
    building.click(building.mouse.of(building.centres["marble"]))
    assert building.bench.first is None
    joint = building.bench.document.part("joint 1").value
    assert (joint.get("ball"), joint.get("other")) == ("steel ball", "marble")
    # what can't be is a sentence, and the document stays
    before = building.bench.document
    for _time in range(2):
        building.click(building.mouse.of(building.centres["marble"]))
    assert "clicked twice" in building.window.message.text and building.bench.document == before
    building.key(Qt.Key.Key_Escape)
    assert building.bench.item is None
    building.bench.select("marble")
    assert building.panel.let_go.isVisible()
    building.panel.remove.click()
    building.settle()
    assert not building.bench.document.of_family("joint") and "joints" in building.window.message.text
    building.undo()
    assert building.bench.document == before


def test_keys_alone_hang_a_board_on_a_hinge(building):
    building.put("board", (-0.1, -0.15))
    building.panel.buttons["hinge"].click()
    building.window.view.setFocus()
    for _time in range(2):
        building.key(Qt.Key.Key_Return)
    hinge = building.bench.document.part("joint 1").value
    assert hinge.get("support") == "board" and hinge.get("axis") is None      # upright
    # its numbers stand on the sheet of the board
    titles = [number.field.title for number in building.bench.numbers]
    assert "moment of inertia" in titles and "friction of the bearing" in titles


def test_a_number_becomes_a_slider_that_works_at_once(building, qtbot):
    building.bench.select("marble")
    button = next(one for one in building.panel.findChildren(QToolButton) if "radius" in one.accessibleName())
    button.click()
    building.settle()
    assert [one.name for one in building.b.run.scene.parameters] == ["radius"]
    building.window.edits.change("radius", 0.02)
    building.settle()
    assert_allclose(building.centres["marble"][2], TOP + 0.02, atol=1e-12)
    # the range stands where the number stood
    low, high = building.panel.fields[0].findChildren(NumberField)
    assert (low.value, high.value) == (0.005, 0.0248)
    type_into(qtbot, high, "0.03")
    building.settle()
    assert building.b.run.scene.parameters[0].high == 0.03
    assert_allclose(building.centres["marble"][2], TOP + 0.02, atol=1e-12)
    for _time in range(3):
        building.undo()
    assert building.b.run.scene.parameters == ()


def test_this_instant_becomes_the_start(building):
    building.put("ramp", (-0.05, -0.12))
    surface = building.bench.made.surface("ramp")
    building.put("marble", surface.origin + turned(surface.tilt_axis, surface.tilt) @ (-0.08, 0.0, 0.006))
    building.window.play()
    building.b.frames(40)
    building.window.pause()
    there, document = building.centres["marble 2"], on_bench.built_in(building.b.run.scene)
    assert building.b.run.step > 0
    building.b.act("build_on")
    building.settle()
    assert building.b.run.step == 0
    assert_allclose(building.centres["marble 2"], there, atol=1e-9)
    assert on_bench.built_in(building.b.run.scene) != document
    building.undo()
    assert on_bench.built_in(building.b.run.scene) == document


def test_another_one_is_put_beside_a_body_of_a_scene(bench, qtbot):
    b = bench([load_scene(SCENES / "turntable.py")], view=ReachedView)
    b.window.play()
    b.frames(60)
    b.window.pause()
    there = np.array(b.player.snapshot.bodies[0].centre)
    velocity = np.array(b.player.snapshot.bodies[0].velocity)
    b.window.hand_menu.another(0)
    b.settle()
    assert b.run.scene.id == BENCH and b.run.scene.title == "Ball on a turntable (mine)" and len(b.run.bodies) == 2
    first, second = b.player.snapshot.bodies
    assert_allclose(first.centre, there, atol=1e-9)
    assert_allclose(first.velocity, velocity, atol=1e-9)
    assert 0.04 <= np.linalg.norm(second.centre - first.centre) < 0.06
    # a right click on the table puts one there
    b.act("undo")
    b.settle()
    b.window.hand_menu.another(0, np.array((-0.1, 0.1, 0.0)))
    b.settle()
    assert_allclose(b.player.snapshot.bodies[1].centre, (-0.1, 0.1, first.centre[2]), atol=1e-9)


def test_a_long_formula_pushes_nothing_out_of_the_panel(bench, qtbot):
    b = bench([load_scene(SCENES / "seesaw.py")], view=ReachedView)
    b.window.hand_menu.another(0)
    b.settle()
    panel = b.window.docks["bench"]
    assert b.run.scene.id == BENCH and any("\u200b" in label.text() for label in panel._sheet.findChildren(QLabel))
    view, content = panel._scroll.viewport(), panel._scroll.widget()
    content.layout().activate()
    assert content.minimumSizeHint().width() <= view.width()
    qtbot.waitUntil(lambda: content.width() == view.width() == panel._sheet.width()
                    and all(one.height() >= one.heightForWidth(one.width()) for one in panel._sheet.findChildren(QLabel)
                            if one.isVisibleTo(panel)))
    for one in (*panel.buttons.values(), *panel._sheet.findChildren(QLabel), *panel.fields):
        if one.isVisibleTo(panel):
            left = one.mapTo(view, one.rect().topLeft()).x()
            assert left >= 0 and left + one.width() <= view.width(), one
            # a unit of one letter is narrow
            assert one.width() > 8 or (isinstance(one, QLabel) and len(one.text()) == 1)


def test_a_lone_body_that_is_under_way_begins_anew_with_what_is_put_beside_it(bench, qtbot):
    """Its system is that of one body, which can't go on as a world of two."""
    b = bench([load_scene(SCENES / "turntable.py")], view=ReachedView)
    b.act("build_on")
    b.settle()
    b.window.play()
    b.frames(60)
    b.window.pause()
    assert b.run.step > 0 and not b.run.can_be_built and not b.window.bench.is_under_way
    mouse = Mouse(b)
    b.window.docks["bench"].buttons["marble"].click()
    place = mouse.of((-0.1, 0.1, 0.0))
    mouse.hover(place)
    b.frames(2)
    mouse.press(place)
    mouse.release()
    b.settle()
    assert len(b.run.bodies) == 2 and b.run.step == 0 and b.run.can_be_built


def test_what_has_no_support_gets_another_one_side_by_side(bench, qtbot, tmp_path):
    """It is no bench whose parts are moved; it is undone, kept in a file and as a scene like one."""
    b = bench([load_scene(SCENES / "sleigh.py")], view=ReachedView, own_scenes=tmp_path / "scenes")
    window = b.window
    window.hand_menu.another(0)
    b.settle()
    assert b.run.scene.id == BENCH and b.run.scene.title == "Sleigh on a turntable (mine)" and len(b.run.bodies) == 2
    assert "feel nothing of each other" in window.message.text and not window.docks["bench"].isVisible()
    assert not window.bench.is_on and window.bench.is_own and window.commands["save_scene"].isEnabled()
    assert "Side by side" in window.status.field("drift").toolTip()
    window.hand_menu.another(1)
    b.settle()
    assert len(b.run.bodies) == 3 and window.bench.has_changes
    b.act("build_on")
    b.settle()
    assert "equations of their own" in window.message.text and len(b.run.bodies) == 3
    b.act("undo")
    b.settle()
    assert len(b.run.bodies) == 2
    window.play()
    b.frames(30)
    window.pause()
    assert b.run.step > 0 and max(b.run.drifts) < 1e-12
    assert len(setup_from(b.run).built["parts"]) == len(on_bench.built_in(b.run.scene).parts)
    assert not window.saving.keep("Two sleighs", "two_sleighs")
    scene = window.catalogue.scenes["two_sleighs"]
    assert len(scene.models(scene.values())) == 2 and not window.bench.has_changes


def test_a_run_that_has_begun_is_built_on_where_it_is(building):
    """Putting, changing and taking away go on from the instant; undo is the state before, and the step."""
    b = building.b
    b.act("play")
    b.frames(20)
    b.window.pause()
    b.frames(2)
    step, run, key = b.run.step, b.run, b.run._models.key()
    assert step > 0 and building.bench.is_open
    building.put("billiard ball", (-0.1, 0.1))
    assert b.run is run and run.step == step and list(building.centres) == ["steel ball", "marble", "billiard ball"]
    assert_allclose(building.centres["billiard ball"], (-0.1, 0.1, TOP + 0.0286), atol=1e-12)
    building.bench.select("billiard ball")
    number = next(one for one in building.bench.numbers if one.field.title == "radius")
    assert building.bench.change(number, 0.04) == ""
    # it lies on the table as it did
    assert_allclose(building.centres["billiard ball"], (-0.1, 0.1, TOP + 0.04), atol=1e-12)
    assert run.edits == 2 and building.bench.has_changes
    building.bench.select("table")
    building.bench.remove()
    building.settle()
    b.act("play")
    b.frames(20)
    b.window.pause()
    b.frames(2)
    assert run.step > step and run.drift < 1e-12
    # nothing lies on the table that is gone
    assert all(state.mode == "flight" for state in run.snapshot().bodies)
    building.undo()
    assert run.step == step and run.edits == 2 and "table" in building.bench.made.supports
    building.undo()
    building.undo()
    assert run.edits == 0 and np.array_equal(run._models.key(), key)
    b.act("redo")
    building.settle()
    assert run.edits == 1 and list(building.centres) == ["steel ball", "marble", "billiard ball"]


def test_on_this_side_of_an_edit_there_is_what_was_there(building):
    """Scrubbed to before it and back, the picture shows as many bodies as there are."""
    b = building.b
    b.player.step(30)
    b.frames(2)
    building.put("marble", (-0.1, 0.1))
    b.player.step(30)
    b.frames(2)
    for step, count in ((10, 2), (45, 3), (30, 3), (29, 2), (60, 3)):
        b.player.travel.visit(step/b.run.step_rate)
        b.frames(3)
        assert b.run.step == step and len(b.player.snapshot.bodies) == count == len(building.bench.made.bodies)


def test_ways_are_drawn_ahead_while_it_waits_and_can_be_left_out(building):
    b = building.b
    b.player.step(0)

    def lines():
        b.frames(60)
        return [item for item in building.window.hand.sketch.items if not getattr(item, "is_closed", True)]
    # both balls lie: they have no way
    assert lines() == []
    building.put("ramp", (-0.1, -0.12))
    building.put("marble", (-0.12, -0.12, TOP + 0.05))
    building.bench.select("")
    assert len(lines()) >= 1 and building.window.drawn_ahead.found is not None
    # as far as one wants
    b.act("ahead:10")
    b.frames(3)
    assert building.window.drawn_ahead.found._last == round(10.0*b.run.step_rate)
    b.act("ahead:3")
    b.frames(60)
    b.act("drawn_ahead")
    assert lines() == [] and building.window.drawn_ahead.found is None
    b.act("drawn_ahead")
    b.act("play")
    b.frames(2)
    assert building.window.drawn_ahead.found is None
