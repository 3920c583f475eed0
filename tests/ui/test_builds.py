"""Four things are built on the bench by the mouse, and again by keys alone: what each takes, and what it does.

A click is one press of the mouse in the picture or on a button, a drag counts as one; typed letters are keys.
"""

from itertools import pairwise

import numpy as np
import pytest
from PyQt5.QtCore import QEvent, Qt
from PyQt5.QtGui import QKeyEvent
from PyQt5.QtTest import QTest
from PyQt5.QtWidgets import QApplication, QLabel, QLineEdit, QToolButton

from sandbox.run.simulation import Simulation
from sandbox.scene.built.parts import turned
from sandbox.ui.bench.handles import Handles
from sandbox.ui.look.controls import Combo
from sandbox.ui.panels.number import NumberField
from sandbox.workspace.bench import document_of, scene_of
from sandbox.workspace.scene_text import scene_text
from tests.ui.test_bench import TOP, Builder, TableView

MOST_TABS = 60           # what is farther away is not to be had by keys
TABS = Qt.Key.Key_Tab, Qt.Key.Key_Backtab
SHIFT = Qt.KeyboardModifier.ShiftModifier


class Maker(Builder):
    """Who builds, and what it takes."""

    def __init__(self, b, qtbot):
        super().__init__(b, qtbot)
        self.clicks = self.keys = 0

    # ---- the mouse --------------------------------------------------------------------------------------------------

    def put(self, name: str, *places):
        super().put(name, *places)
        self.clicks += 2 + len(places)

    def tap(self, point):
        self.click(self.mouse.of(point))
        self.clicks += 1

    def choose(self, name: str):
        self.panel.buttons[name].click()
        self.clicks += 1

    def row(self, name: str, first, last):
        """A row with Shift."""
        self.choose(name)
        self.mouse.hover(self.at(*first))
        self.mouse.press(self.at(*first), SHIFT)
        self.mouse.drag(self.at(*last), modifiers=SHIFT)
        self.mouse.release()
        self.settle()
        self.clicks += 1
        self.choose(name)

    def pull(self, part: str, name: str, text: str):
        """Takes an arrow of the selected part and types its number."""
        assert self.bench.selected == part
        self.b.frames(2)
        found = Handles(self.bench, self.b.view.reach).found
        one = next(one for one in found if (one.kind, one.name) == ("move", name))
        place = one.line[0] + 0.9*(one.line[-1] - one.line[0])
        self.mouse.hover(place)
        self.mouse.press(place)
        self.type(text)
        self.mouse.release()
        self.settle()
        self.clicks += 1

    def join(self, tool: str, *pairs):
        self.choose(tool)
        for one, other in pairs:
            self.tap(one)
            self.tap(other)
        self.choose(tool)

    def on(self, name: str, x: float = 0.0) -> np.ndarray:
        """A point (3,) of the upper face of a board, `x` from its middle along it [m]."""
        surface = self.bench.made.surface(name)
        return np.asarray(surface.origin) + turned(surface.tilt_axis, surface.tilt) @ (x, 0.0, surface.plate[2])

    # ---- keys -------------------------------------------------------------------------------------------------------

    def type(self, text: str):
        QTest.keyClicks(self.b.view.inner, text)
        self.b.frames(2)
        self.keys += len(text)

    def hit(self, key, modifiers=Qt.KeyboardModifier.NoModifier, times: int = 1):
        for _time in range(times):
            self.key(key, modifiers)
        self.keys += times

    def shortcut(self, name: str):
        """One stroke of the keys of a command, which a window without a screen does not get on its own."""
        action = self.window.commands[name]
        assert action.isEnabled() and not action.shortcut().isEmpty()
        action.trigger()
        self.b.frames(1)
        self.keys += 1

    def press(self, key):
        """A key for the control that has the keys; the window does not take it for itself."""
        widget = self.window.focusWidget()
        claim = QKeyEvent(QEvent.Type.ShortcutOverride, key, Qt.KeyboardModifier.NoModifier)
        claim.ignore()
        QApplication.sendEvent(widget, claim)
        assert claim.isAccepted() or key in TABS
        QTest.keyClick(widget, key)
        self.keys += 1

    def tab_to(self, widget, key=Qt.Key.Key_Tab):
        start = self.keys
        while self.window.focusWidget() is not widget:
            self.press(key)
            assert self.keys < start + MOST_TABS, f"Tab does not lead to {widget.accessibleName()}"

    def palette(self, name: str):
        """Chooses a part of the palette; the picture has the keys then."""
        self.shortcut("bench_palette")
        buttons = list(self.panel.buttons.values())
        is_back = buttons.index(self.window.focusWidget()) > buttons.index(self.panel.buttons[name])
        self.tab_to(self.panel.buttons[name], TABS[is_back])
        self.press(Qt.Key.Key_Space)
        self.b.frames(2)
        assert self.window.focusWidget() is self.b.view.inner

    def select(self, name: str):
        while self.bench.selected != name:
            self.hit(Qt.Key.Key_Tab)

    def row_of(self, title: str) -> int:
        return next(k for k, one in enumerate(self.bench.numbers) if one.field.title == title)

    def raised(self, by: float) -> tuple[str, str]:
        """What is typed to have the selected support higher by so much [m]."""
        return "z", f"{self.bench.made.surface(self.bench.selected).origin[2] + by:.4f}"

    def enter(self, *numbers: tuple[str, str]):
        """Types numbers of the selected part (title, text), from one to the next by Tab; the picture has the keys then.
        """
        self.shortcut("part_numbers")
        for title, text in numbers:
            self.tab_to(self.panel.fields[self.row_of(title)])
            field = self.window.focusWidget()
            if not isinstance(field, NumberField):
                field.selectAll()                       # Ctrl+A; a number is selected when it gets the keys
                self.keys += 1
            QTest.keyClicks(field, text)
            self.keys += len(text)
            # the window makes the world anew while the next number has the keys
            self.press(Qt.Key.Key_Return if (title, text) == numbers[-1] else Qt.Key.Key_Tab)
            self.settle()
        assert self.window.focusWidget() is self.b.view.inner, self.panel.trouble.text()

    def put_by_keys(self, name: str, *numbers: tuple[str, str]) -> str:
        """Puts a part where Enter puts it, and types where it is to be."""
        self.palette(name)
        self.hit(Qt.Key.Key_Return)
        if numbers:
            self.enter(*numbers)
        return self.bench.selected

    def copy_by_keys(self) -> str:
        """One more of the selected part, beside it."""
        self.hit(Qt.Key.Key_D, Qt.KeyboardModifier.ControlModifier)
        return self.bench.selected

    def join_by_keys(self, tool: str, *names: str):
        self.palette(tool)
        for name in names:
            self.select(name)
            self.hit(Qt.Key.Key_Return)
        self.hit(Qt.Key.Key_Escape)

    # ---- what it is -------------------------------------------------------------------------------------------------

    def ran(self) -> Simulation:
        """A run of what stands there as its written scene has it; the scene is stable and comes back."""
        document = self.bench.document
        scene = scene_of(document)
        again = document_of(scene)[0]
        assert again.parts == document.parts and scene_text(again) == scene_text(document)
        return Simulation(scene)


@pytest.fixture
def maker(bench, qtbot, tmp_path):
    found = Maker(bench(view=TableView, own_scenes=tmp_path/"scenes"), qtbot)
    # only the window that a person works in tells its controls that they have the keys
    found.window.activateWindow()
    qtbot.waitUntil(found.window.isActiveWindow)
    # the two balls of a new bench are in nobody's way
    for name, by in (("steel ball", (0.0, 0.22, 0.0)), ("marble", (0.1, 0.1, 0.0))):
        found.bench.move(name, by)
        found.settle()
    return found


def rolls_and_turns(maker, ramp: str, rolling: str, riding: str):
    """The ball leaves the ramp; that on the turning table is carried round with it."""
    run, names = maker.ran(), maker.bench.made.bodies
    before = run.snapshot().bodies
    run.advance(240)
    after = run.snapshot().bodies
    i, j = names.index(rolling), names.index(riding)
    assert run.ended is None and run.drift < 1e-10
    assert before[i].centre[2] - after[i].centre[2] > 0.02 and ramp in maker.bench.made.supports       # [m]
    assert np.linalg.norm(np.subtract(after[i].centre, before[i].centre)) > 0.1
    # it lies on what turns below it: a ball that rolls stays where it is
    assert np.linalg.norm(np.subtract(after[j].centre, before[j].centre)) < 0.05


def snaps_tight(maker):
    """The string is slack at first, then its ends are no further apart than it is long, and it holds."""
    run, tight, far = maker.ran(), [], 0.0
    for _step in range(360):
        run.advance(1)
        link = run.snapshot().links[0]
        apart = float(np.linalg.norm(np.asarray(link.point) - link.other))
        far = max(far, apart - link.length)
        tight.append(apart > link.length - 1e-7)
    assert not tight[0] and any(tight) and far < 1e-9 and run.drift < 1e-9


def hits_the_row(maker, row: list[str]):
    """The last arm of four swings into the balls, and what it meets goes away."""
    assert len(maker.bench.document.of_family("joint")) == 4
    run, bodies = maker.ran(), maker.bench.made.bodies
    before = run.snapshot().bodies
    run.advance(240)
    after = run.snapshot().bodies
    moved = [np.linalg.norm(np.subtract(after[bodies.index(name)].centre, before[bodies.index(name)].centre))
             for name in row]
    assert run.ended is None and run.drift < 1e-10 and len(row) >= 4 and max(moved) > 0.02      # [m]


def leaves_the_saddle(maker):
    """The ball rolls off the saddle at rest, and otherwise off one that the slider turns."""
    run = maker.ran()
    assert [one.name for one in run.scene.parameters] == ["rate"]
    # the slider moves the saddle; off one at rest the ball rolls
    far, middle = {}, np.asarray(maker.bench.made.surface("saddle").origin)
    for value in (0.0, 4.0):
        run = Simulation(run.scene, {"rate": value})
        run.advance(120)
        far[value] = np.hypot(*(run.snapshot().bodies[-1].centre - middle)[:2])
    assert far[0.0] > 0.04 and abs(far[0.0] - far[4.0]) > 1e-3      # [m]


def test_a_ramp_a_wall_a_turning_table_and_three_balls_by_the_mouse(maker):
    maker.put("ramp", (0.05, -0.19))
    maker.put("wall", (0.25, -0.05))
    maker.put("turning plate", (-0.12, 0.1))
    maker.put("steel ball", maker.on("ramp", -0.1))
    maker.put("marble", (-0.12, 0.16, TOP + 0.012), (-0.06, 0.1, TOP + 0.012))
    assert set(maker.bench.made.supports) == {"table", "floor", "ramp", "wall", "turning plate"}
    rolls_and_turns(maker, "ramp", "steel ball 2", "marble 2")
    assert (maker.clicks, maker.keys) == (16, 0)


def test_a_pendulum_of_four_arms_hits_a_row_of_balls(maker):
    maker.put("board", (0.0, -0.16))
    maker.pull("board", "z", "0.25")
    maker.row("steel ball", (-0.18, -0.16), (-0.06, -0.16))
    row = [name for name in maker.centres if name.startswith("steel ball ")]
    names = []
    for k in range(4):
        maker.put("rubber ball", (0.06*(k + 1), -0.16))
        names.append(maker.bench.selected)
        maker.pull(names[-1], "z", "0.17")
    points = [maker.on("board"), *(maker.centres[name] for name in names)]
    maker.join("arm", *pairwise(points))
    hits_the_row(maker, row)
    assert maker.clicks < 45 and maker.keys < 30


def test_a_ball_on_a_typed_saddle_that_turns_with_a_slider_for_its_rate(maker):
    maker.put("saddle", (-0.1, 0.0))
    panel = maker.panel
    formula = next(one for one in panel.fields if isinstance(one, QLineEdit) and not isinstance(one, NumberField))
    formula.setFocus()
    formula.selectAll()
    QTest.keyClicks(formula, "c*(x^2 - y^2)/2 + q")
    QTest.keyClick(formula, Qt.Key.Key_Return)
    maker.settle()
    # a letter that is none: a sentence, and the old surface holds
    assert "q" in panel.trouble.text()
    formula = next(one for one in panel.fields if isinstance(one, QLineEdit) and not isinstance(one, NumberField))
    assert formula.text() == "c*(x^2 - y^2)/2"
    formula.setFocus()
    formula.selectAll()
    QTest.keyClicks(formula, "c*(x^2 - y^2)")
    QTest.keyClick(formula, Qt.Key.Key_Return)
    maker.settle()
    rate = next(k for k, one in enumerate(maker.bench.numbers) if one.field.title == "rate")
    plain = [k for k, one in enumerate(panel.fields) if isinstance(one, NumberField)]
    panel._sheet.findChildren(QToolButton, "slide")[plain.index(rate)].click()
    maker.settle()
    maker.put("steel ball", (-0.1, 0.03, maker.bench.made.surface("saddle").origin[2]))
    assert maker.bench.document.part("steel ball 2").value.get("on") == "saddle"
    leaves_the_saddle(maker)


def test_a_ball_on_a_string_by_the_mouse(maker):
    maker.put("board", (0.0, -0.16))
    maker.pull("board", "z", "0.2")
    maker.put("steel ball", (0.12, -0.2))
    name = maker.bench.selected
    maker.pull(name, "z", "0.1")
    maker.join("string", (maker.on("board"), maker.centres[name]))
    maker.tap(maker.centres[name])
    maker.pull(name, "z", "0.08")
    snaps_tight(maker)
    assert maker.clicks <= 14 and maker.keys <= 16


def test_a_ball_on_a_string_by_keys_alone(maker):
    maker.put_by_keys("board", ("x", "0.0"), ("y", "-0.16"))
    maker.enter(maker.raised(0.2))
    maker.hit(Qt.Key.Key_Escape)
    name = maker.put_by_keys("steel ball", ("x", "0.12"), ("y", "-0.2"), ("height above it", "0.1"))
    maker.join_by_keys("string", "board", name)
    maker.select(name)
    maker.enter(("height above it", "0.17"))
    snaps_tight(maker)
    assert maker.clicks == 0 and maker.keys < 180


def test_a_ramp_a_wall_a_turning_table_and_three_balls_by_keys_alone(maker):
    maker.put_by_keys("ramp", ("x", "0.05"), ("y", "-0.19"))
    ball = maker.put_by_keys("steel ball", ("x", "-0.05"))
    maker.put_by_keys("wall", ("x", "0.25"), ("y", "-0.05"))
    maker.put_by_keys("turning plate", ("x", "-0.12"), ("y", "0.1"))
    riding = maker.put_by_keys("marble", ("y", "0.16"))
    maker.select("turning plate")
    maker.put_by_keys("marble", ("x", "-0.06"))
    assert set(maker.bench.made.supports) == {"table", "floor", "ramp", "wall", "turning plate"}
    assert [maker.bench.document.part(name).value.get("on") for name in (ball, riding)] == ["ramp", "turning plate"]
    rolls_and_turns(maker, "ramp", ball, riding)
    assert maker.clicks == 0 and maker.keys < 215


def test_a_pendulum_of_four_arms_hits_a_row_of_balls_by_keys_alone(maker):
    board = maker.put_by_keys("board", ("x", "0.0"), ("y", "-0.16"))
    maker.enter(maker.raised(0.25))
    maker.hit(Qt.Key.Key_Escape)
    row = [maker.put_by_keys("steel ball", ("x", "-0.18"), ("y", "-0.16")), *(maker.copy_by_keys() for _k in range(3))]
    maker.hit(Qt.Key.Key_Escape)
    names = [maker.put_by_keys("rubber ball", ("x", "0.06"), ("y", "-0.16"), ("height above it", "0.17"))]
    for x in ("0.12", "0.18", "0.24"):
        names.append(maker.copy_by_keys())
        maker.enter(("x", x))
    for pair in pairwise([board, *names]):
        maker.join_by_keys("arm", *pair)
    hits_the_row(maker, row)
    assert maker.clicks == 0 and maker.keys < 250


def test_a_ball_on_a_typed_saddle_that_turns_with_a_slider_for_its_rate_by_keys_alone(maker):
    maker.put_by_keys("saddle", ("x", "-0.1"), ("y", "0.0"))
    height = next(one.field.title for one in maker.bench.numbers if isinstance(one.value, str))
    maker.enter((height, "c*(x^2 - y^2)"))
    maker.shortcut("part_numbers")
    fields = [k for k, one in enumerate(maker.panel.fields) if isinstance(one, NumberField)]
    maker.tab_to(maker.panel._sheet.findChildren(QToolButton, "slide")[fields.index(maker.row_of("rate"))])
    maker.press(Qt.Key.Key_Space)
    maker.settle()
    ball = maker.put_by_keys("steel ball", ("y", "0.03"))
    assert maker.bench.document.part(ball).value.get("on") == "saddle"
    leaves_the_saddle(maker)
    assert maker.clicks == 0 and maker.keys < 125


def test_a_typed_place_takes_the_axis_and_what_stands_on_it_along(maker):
    maker.put_by_keys("turning plate", ("x", "-0.12"))
    riding = maker.put_by_keys("marble")
    before, plate = maker.centres[riding], np.asarray(maker.bench.made.surface("turning plate").origin)
    maker.select("turning plate")
    maker.enter(("x", "-0.1"), ("y", "0.1234"))
    value = maker.bench.document.part("turning plate").value
    assert value.get("motion").get("point")[:2] == (-0.1, 0.1234) == value.get("surface").get("origin")[:2]
    by = np.asarray(maker.bench.made.surface("turning plate").origin) - plate
    assert np.allclose(maker.centres[riding] - before, by, rtol=0.0, atol=1e-9)      # [m], places are kept to 1 nm


def test_esc_leaves_the_panel_and_its_palette_begins_where_a_part_was_taken_last(maker):
    maker.palette("wall")
    maker.hit(Qt.Key.Key_Escape)
    maker.shortcut("bench_palette")
    assert maker.window.focusWidget() is maker.panel.buttons["wall"]
    maker.press(Qt.Key.Key_Escape)
    assert maker.window.focusWidget() is maker.b.view.inner


def test_keys_wait_while_the_picture_is_drawn_anew(maker):
    """A quick person is ahead of the picture: nothing is lost, and nothing is done twice."""
    channel = maker.b.view.reach._life.channel
    eye, channel.eye = channel.eye, None
    maker.hit(Qt.Key.Key_Tab)
    before = maker.bench.selected
    maker.panel.buttons["wall"].click()
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Return, Qt.Key.Key_Right):
        maker.hit(key)
    assert "wall" not in maker.bench.made.supports
    channel.eye = eye
    maker.settle()
    assert before != maker.bench.selected == "wall" and "wall 2" not in maker.bench.made.supports
    x = maker.bench.made.surface("wall").origin[0]
    maker.hit(Qt.Key.Key_Left)
    assert maker.bench.made.surface("wall").origin[0] < x


def test_a_click_waits_while_the_picture_is_drawn_anew(maker):
    """Two clicks, one soon after the other, put two balls; the second one was lost."""
    channel = maker.b.view.reach._life.channel
    maker.choose("marble")
    places = [maker.at(-0.1, y) for y in (0.0, 0.1)]
    before, eye, channel.eye = set(maker.bench.made.bodies), channel.eye, None
    for place in places:
        maker.mouse.press(place)
        maker.mouse.release()
    maker.b.frames(2)
    assert set(maker.bench.made.bodies) == before
    channel.eye = eye
    maker.settle()
    added = [maker.centres[name] for name in maker.bench.made.bodies if name not in before]
    assert np.allclose([one[:2] for one in added], [(-0.1, 0.0), (-0.1, 0.1)], rtol=0.0, atol=1e-9)   # [m] on the grid


def test_the_palette_stays_where_it_is_whatever_its_hint_says(maker):
    """Below a shorter hint the buttons went up under the mouse: a second click met another part."""
    panel, button = maker.panel, maker.panel.buttons["steel ball"]

    def height() -> int:
        maker.b.frames(2)
        panel._scroll.verticalScrollBar().setValue(0)
        return button.mapTo(panel, button.rect().topLeft()).y()
    hints, heights = [panel.hint.text()], {height()}
    for name in ("wall", "arm"):
        maker.choose(name)
        hints.append(panel.hint.text())
        heights.add(height())
        maker.choose(name)
    for name in ("marble", "table"):
        maker.bench.select(name)
        hints.append(panel.hint.text())
        heights.add(height())
    assert len(heights) == 1 and len(set(hints)) == 5


def test_tab_goes_from_number_to_number_and_then_to_what_makes_sliders_of_them(maker):
    maker.bench.select("marble")
    maker.settle()
    maker.shortcut("part_numbers")
    fields = maker.panel.fields
    assert any(isinstance(one, Combo) for one in fields) and maker.window.focusWidget() is fields[0] and len(fields) > 4
    for field in fields[1:]:
        maker.press(Qt.Key.Key_Tab)
        assert maker.window.focusWidget() is field
    maker.press(Qt.Key.Key_Tab)
    assert maker.window.focusWidget() is maker.panel._sheet.findChildren(QToolButton, "slide")[0]


def test_what_was_refused_is_over_when_something_else_is_done_or_taken_back(maker):
    maker.put("marble", (-0.1, 0.1))
    name = maker.bench.selected
    maker.shortcut("part_numbers")
    field = maker.panel.fields[maker.row_of("radius")]
    QTest.keyClicks(field, "0")
    QTest.keyClick(field, Qt.Key.Key_Return)
    # the sentence calls the number what the panel calls it
    assert maker.panel.trouble.text().startswith("radius: got '0', needs a number in [")
    maker.undo()
    assert maker.panel.trouble.isHidden() and name not in maker.bench.made.bodies
    # nor does the line over the picture stay
    for does in (maker.undo, lambda: maker.put("marble", (-0.1, 0.0))):
        maker.put("steel ball", (-0.1, 0.1))
        maker.bench.put(maker.panel._latest, (-0.1, 0.1, TOP), "table")
        maker.settle()
        assert "overlap" in maker.window.message.text and maker.window.message.kind == "error"
        does()
        assert not maker.window.message.text


def test_a_place_that_is_typed_number_by_number_leads_past_what_stands_there(maker):
    """x = 0.12 m alone was within the steel ball; with y = -0.2 m it is beside the table's middle, and x was lost."""
    maker.bench.move("steel ball", (0.0, -0.22, 0.0))
    maker.settle()
    name = maker.put_by_keys("marble")
    start = maker.centres[name]
    steel = maker.centres["steel ball"]
    maker.bench.move("steel ball", (0.12 - steel[0], start[1] - steel[1], 0.0))
    maker.settle()
    maker.bench.select(name)
    maker.shortcut("part_numbers")
    maker.tab_to(maker.panel.fields[maker.row_of("x")])
    QTest.keyClicks(maker.window.focusWidget(), "0.12")
    maker.press(Qt.Key.Key_Tab)
    maker.settle()
    assert "overlap" in maker.panel.trouble.text() and maker.centres[name][0] == start[0]
    QTest.keyClicks(maker.window.focusWidget(), "-0.2")
    maker.press(Qt.Key.Key_Return)
    maker.settle()
    assert maker.panel.trouble.isHidden()
    assert np.allclose(maker.centres[name][:2], (0.12, -0.2), rtol=0.0, atol=1e-9)      # [m], kept to 1 nm
    # one step of undo; and what was refused long ago goes along with nothing
    maker.undo()
    assert np.allclose(maker.centres[name], start, rtol=0.0, atol=1e-9)
    y = next(one for one in maker.bench.numbers if one.field.title == "y")
    assert maker.bench.change(y, 0.15) == "" and abs(maker.centres[name][0] - start[0]) < 1e-9


def test_a_ramp_that_is_typed_past_a_ball_is_where_both_numbers_have_it(maker):
    name = maker.put_by_keys("ramp", ("x", "0.05"), ("y", "-0.19"))
    maker.bench.select(name)
    x, y = (next(one for one in maker.bench.numbers if one.field.title == title) for title in "xy")
    steel = maker.centres["steel ball"]
    assert "overlap" in maker.bench.change(y, float(steel[1]))
    assert maker.bench.change(x, float(steel[0]) - 0.25) == ""
    assert np.allclose(maker.bench.made.surface(name).origin[:2], (steel[0] - 0.25, steel[1]), rtol=0.0, atol=1e-9)


def test_a_machine_that_was_tried_is_kept_as_it_began(maker):
    """Who lets it run before it is saved saved a machine that had run down."""
    maker.put("ramp", (0.05, -0.19))
    maker.put("steel ball", maker.on("ramp", -0.1))
    document = maker.bench.document
    maker.window.play()
    maker.b.frames(40)
    maker.window.pause()
    assert maker.b.run.step > 0 and maker.bench.document != document == maker.bench.as_kept
    # with what was built while it ran
    maker.put("marble", (-0.1, 0.1))
    assert maker.bench.is_under_way
    assert {one.name for one in maker.bench.as_kept.parts} - {one.name for one in document.parts} == {"marble 2"}
    assert maker.bench.as_kept.part("steel ball 2") == document.part("steel ball 2")


def test_by_keys_one_is_told_which_part_a_joint_would_take(maker):
    """The floor was between table and board, and nothing said that it was what Enter takes."""
    maker.put("board", (0.0, -0.16))
    maker.hit(Qt.Key.Key_Escape)
    maker.palette("string")
    assert "Tab" in maker.panel.hint.text()
    names = []
    for _k in range(5):
        maker.hit(Qt.Key.Key_Tab)
        names.append(maker.bench.selected)
        assert maker.panel.hint.text().endswith(f"{names[-1]}.")
    assert names == ["steel ball", "marble", "table", "board", "floor"]
    maker.hit(Qt.Key.Key_Escape)
    maker.join_by_keys("string", "board", "steel ball")
    maker.select("board")
    labels = [one.text() for one in maker.panel._sheet.findChildren(QLabel)]
    assert "length" in labels and "joint 1: length" in labels
