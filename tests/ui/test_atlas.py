"""The panel of maps: what it shows is what single runs give; clicks, drags, zoom, files; and what abuses it."""

import time
from dataclasses import replace
from typing import ClassVar

import numpy as np
import pytest
from PyQt5.QtCore import QPoint, QPointF, Qt
from PyQt5.QtGui import QColor, QImage, QWheelEvent

from sandbox import scene_named
from sandbox.charts.colours import KINDS, NONE, lab_of, ramp, rgb_of
from sandbox.charts.map_paint import Layer, MapPainter, MapSeen, filled
from sandbox.charts.scales import Scale
from sandbox.charts.style import look_of
from sandbox.cli.common import this_program
from sandbox.run.frames import AUTO, in_frames
from sandbox.run.headless import finished
from sandbox.run.simulation import Simulation
from sandbox.scene import Ball, Dots, Parameter, Plane, Scene, Spin, Start
from sandbox.sweeps import crew
from sandbox.sweeps.block import DONE, NOT_RUN, REFUSED
from sandbox.sweeps.escape import escape_time
from sandbox.sweeps.plan import plan_of
from sandbox.sweeps.processes import Worker
from sandbox.sweeps.sweep import How, run_sweep
from sandbox.ui.panels import atlas_panel
from tests.ui.made_up import turntable

CELLS = 9


class Kept:
    """A process of maps that goes from one test to the next: its start takes a hundred times as long as a small map.

    It gives way to nobody: it would wait for the tests beside it. tests/sweeps/test_escape.py has crews as they are.
    """

    idle: ClassVar[list[Worker]] = []

    def __init__(self, command, text):
        self._is_whole = True
        try:
            self._worker = self.idle.pop()
        except IndexError:
            self._worker = Worker(command, text)
        else:
            self._worker.send({"plan": text})
        self.send, self.give_way = self._worker.send, lambda: None

    def run(self, number):
        self._is_whole = False
        answer = self._worker.run(number)
        self._is_whole = True
        return answer

    def kill(self):
        self._is_whole = False
        self._worker.kill()

    def close(self):
        if self._is_whole:
            self.idle.append(self._worker)
        else:
            self._worker.close()


@pytest.fixture(scope="module")
def kept():
    yield Kept
    while Kept.idle:
        Kept.idle.pop().close()


@pytest.fixture
def small(monkeypatch, kept):
    """Maps of few points, made by processes that stay."""
    monkeypatch.setattr(crew, "Worker", kept)
    monkeypatch.setattr(atlas_panel, "CELLS", CELLS)
    monkeypatch.setattr(atlas_panel, "FAST_CELLS", 2*CELLS - 1)
    monkeypatch.setattr(atlas_panel, "SETTLE", 1)


@pytest.fixture
def atlas(bench, qtbot, small):
    """atlas(scenes) -> bench with the panel shown, and the panel."""
    def make(scenes=None, waits=True, **options):
        b = bench(scenes or [scene_named("turntable"), scene_named("sleigh")],
                  films=(None, None, tuple(this_program())), **options)
        panel = b.window.docks["atlas"]
        b.act("atlas")
        qtbot.waitUntil(lambda: panel.is_seen)
        panel._set_duration(0.5)
        if waits:
            whole(panel, qtbot)
        return b, panel
    return make


def whole(panel, qtbot):
    """Waits until the map that is wanted is whole."""
    qtbot.waitUntil(lambda: not panel._settling.isActive() and panel.work.plan is not None
                    and panel.work.done == len(panel.work.status) and panel._base == panel._wanted_base())


def at(panel, x, y):
    """The pixel of a point of the map."""
    panel.view.grab()
    px, py = panel.view.painter_of.frame.pixels(x, y)
    return QPoint(round(float(px)), round(float(py)))


def single(panel, column, row):
    """The run of a cell, made here."""
    scene, others, _names, duration, _kept = panel._wanted_base()
    values = others | panel.work.values_at(column, row)
    return in_frames(lambda rate: Simulation(scene, values, rate, is_shown=False), AUTO, duration, False,
                     lambda run, tell: finished(run, duration, tell))


def test_its_numbers_are_those_of_single_runs_bit_by_bit(atlas):
    b, panel = atlas()
    work, shape = panel.work, panel.work.plan.space.shape
    checked = 0
    for column, row in ((0, 0), (4, 4), (8, 2), (3, 7), (5, 5)):
        place = column*shape[1] + row
        run, ended = single(panel, column, row)
        assert work.status[place] == DONE
        assert work.outcomes["t_end"][place] == (ended.t if ended is not None else 0.5)
        assert work.outcomes["drift"][place] == run.drift
        assert work.outcomes["x_end"][place] == run.row().centre[0, 0, 0]
        assert panel.work.layer("x_end").values[row, column] == run.row().centre[0, 0, 0]
        checked += run.drift > 0.0
    assert checked >= 3


def test_a_sleigh_needs_no_runs(atlas, qtbot):
    b, panel = atlas()
    b.window.choose_scene("sleigh")
    b.settle()
    whole(panel, qtbot)
    assert panel.choice.outcome == "t_escape" and panel.choice.names == ("x1", "spin")
    # most of what is allowed is beyond the rim: the range that nobody chose is that of what can begin
    (low, high), _spin = panel.choice.view
    assert -1.0 < low < -0.5 and 0.5 < high < 1.0
    scene, others, _names, duration, _fast = panel._wanted_base()
    layer, known = panel.work.layer("t_escape"), 0
    for row in range(layer.values.shape[0]):
        for column in (0, 5, 8, 11):
            values = others | panel.work.values_at(column, row)
            if np.isfinite(layer.values[row, column]):
                assert layer.values[row, column] == escape_time(scene, values, duration)
                known += 1
    assert known > 20


def test_a_click_begins_the_run_of_the_cell_and_it_plays(atlas, qtbot):
    b, panel = atlas()
    x, y = panel.work.values_at(6, 5).values()
    assert not b.player.is_playing
    qtbot.mouseClick(panel.view, Qt.MouseButton.LeftButton, pos=at(panel, x, y) + QPoint(1, 1))
    b.settle()
    assert (b.run.values["x"], b.run.values["vx"]) == (x, y) and b.player.is_playing
    assert panel.view.point == (x, y) and "x" in panel.foot.full_text
    # it is the run of the map
    b.run.advance(b.run.step_rate//2 - b.run.step)
    place = 6*CELLS + 5
    assert b.run.row().centre[0, 0, 0] == pytest.approx(panel.work.outcomes["x_end"][place], abs=1e-12)     # [m]
    # the map stays: it hangs on nothing that was changed
    assert panel.work.done == CELLS*CELLS
    b.act("undo")
    b.settle()
    assert b.run.values["x"] != x


def test_a_drag_leads_the_run_and_is_one_edit(atlas, qtbot):
    b, panel = atlas()
    before, edits = dict(b.run.values), b.window.edits.stack.count()
    points = [at(panel, *panel.work.values_at(k, 4).values()) for k in (5, 6, 7)]
    qtbot.mousePress(panel.view, Qt.MouseButton.LeftButton, pos=points[0])
    for point in points[1:]:
        qtbot.mouseMove(panel.view, point)
    panel.view.picked.emit(*panel.work.values_at(7, 4).values(), panel.view._gesture)
    qtbot.mouseRelease(panel.view, Qt.MouseButton.LeftButton, pos=points[-1])
    b.settle()
    assert b.run.values["x"] == panel.work.values_at(7, 4)["x"] != before["x"]
    assert b.window.edits.stack.count() == edits + 1


def test_the_resolution_is_chosen_and_what_is_known_stays_to_be_seen(atlas, qtbot, monkeypatch):
    monkeypatch.setattr(atlas_panel, "RESOLUTIONS", (5, CELLS, 17))
    b, panel = atlas()
    assert panel.work.plan.space.shape == (CELLS, CELLS) and panel.resolution.currentData() == CELLS
    coarse, view = panel.work.layer("t_end").values.copy(), panel.choice.view
    panel.resolution.setCurrentIndex(2)
    panel.resolution.activated.emit(2)
    assert panel.seen.layers[0].values.shape == (CELLS, CELLS) and panel.choice.view == view
    whole(panel, qtbot)
    fine = panel.work.layer("t_end").values
    # the cells of the coarse map are cells of the fine one, bit by bit
    assert fine.shape == (17, 17) and np.array_equal(fine[::2, ::2], coarse, equal_nan=True)
    menu = panel.open_menu(QPoint(0, 0))
    actions = {action.text(): action for one in menu.actions() if one.menu() for action in one.menu().actions()}
    assert [text for text, action in actions.items() if action.isChecked()] == ["17 × 17"]
    actions["5 × 5"].trigger()
    menu.close()
    # hidden before it is begun, it is made when it is seen again
    b.act("atlas")
    qtbot.waitUntil(lambda: not panel.is_seen)
    b.act("atlas")
    whole(panel, qtbot)
    assert panel.work.plan.space.shape == (5, 5) and panel.resolution.currentData() == 5
    assert "17" in panel.resolution.itemText(2) and panel.resolution.toolTip()
    # another scene has the resolution that was chosen
    b.window.choose_scene("sleigh")
    b.settle()
    whole(panel, qtbot)
    assert panel.work.plan.space.shape == (5, 5)


def test_zoom_by_wheel_keys_and_back(atlas, qtbot):
    b, panel = atlas()
    first = panel.choice.view
    for _notch in range(10):
        place = QPointF(at(panel, 0.1, 0.2))
        panel.view.wheelEvent(QWheelEvent(place, QPointF(panel.view.mapToGlobal(place.toPoint())), QPoint(),
                                          QPoint(0, 120),
                                          Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier,
                                          Qt.ScrollPhase.NoScrollPhase, False))
    (x0, x1), (y0, y1) = panel.choice.view
    assert x1 - x0 < 0.05*(first[0][1] - first[0][0]) and x0 < 0.1 < x1 and y0 < 0.2 < y1
    whole(panel, qtbot)
    assert panel.work.plan.space.axes[0].low == x0 and panel.axes[0].low.value == x0
    panel.view.setFocus()
    for _times in range(10):
        qtbot.keyClick(panel.view, Qt.Key.Key_Backspace)
    assert panel.choice.view == first and not panel.back_button.isEnabled()
    qtbot.keyClick(panel.view, Qt.Key.Key_Plus)
    assert panel.choice.view != first
    qtbot.keyClick(panel.view, Qt.Key.Key_Home)
    assert panel.choice.view == first
    # never more than is allowed
    panel.view.zoom(-5)
    assert panel.choice.view == first


def test_a_frame_is_drawn_with_shift(atlas, qtbot):
    b, panel = atlas()
    begin, end = at(panel, -0.1, -0.5), at(panel, 0.2, 0.5)
    values = dict(b.run.values)
    qtbot.mousePress(panel.view, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ShiftModifier, begin)
    qtbot.mouseMove(panel.view, end)
    qtbot.mouseRelease(panel.view, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ShiftModifier, end)
    (x0, x1), (y0, y1) = panel.choice.view
    assert (x0, x1, y0, y1) == pytest.approx((-0.1, 0.2, -0.5, 0.5), abs=0.02) and b.run.values == values


def test_the_keys_move_a_cross_and_begin_a_run(atlas, qtbot):
    b, panel = atlas()
    b.act("map_keys")
    for _times in range(4):
        qtbot.keyClick(panel.view, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    qtbot.keyClick(panel.view, Qt.Key.Key_Return)
    b.settle()
    cell = panel.work.layer("t_end").cell(*panel.view.cross)
    assert b.run.values["x"] == panel.work.values_at(*cell)["x"]


def test_other_values_are_another_map_and_the_axes_are_not(atlas, qtbot):
    b, panel = atlas()
    b.type("rate", "9")
    b.settle()
    b.frames(30)
    whole(panel, qtbot)
    assert panel.work.plan.values["rate"] == 9.0
    plan = panel.work.plan
    b.type("x", "0.2")
    b.settle()
    assert panel.work.plan is plan and panel.view.point[0] == 0.2


def test_axes_outcome_and_range_are_chosen(atlas, qtbot):
    b, panel = atlas()
    assert panel.choice.names == ("x", "vx")
    panel.choose_axis(1, "x")
    assert panel.choice.names == ("vx", "x")
    panel.choose_axis(0, "rate")
    whole(panel, qtbot)
    assert [axis.name for axis in panel.work.plan.space.axes] == ["rate", "x"]
    plan = panel.work.plan
    assert plan.step_rate == AUTO
    panel.choose_outcome("drift")
    assert panel.work.plan is plan
    # longer frames have it less closely: other runs, which have the others, too
    panel.choose_outcome("max_F_over_N")
    whole(panel, qtbot)
    plan = panel.work.plan
    assert plan.step_rate == b.run.step_rate and "|F|/N" in panel.seen.text
    panel.choose_outcome("drift")
    assert panel.work.plan is plan
    panel._set_range(0, 1.0, 2.0)
    whole(panel, qtbot)
    assert panel.work.plan.space.axes[0].at(np.array([0, CELLS - 1])) == [1.0, 2.0]
    field = panel.axes[0].low
    field.setText("3")
    field.setModified(True)
    field._enter()
    assert "the lower end first" in panel.foot.full_text and panel.choice.view[0] == (1.0, 2.0)


def test_files_are_a_picture_and_what_a_sweep_writes(atlas, qtbot, tmp_path):
    b, panel = atlas()
    b.window.export.write_map(tmp_path / "map.nc", "nc")
    b.window.export.write_map(tmp_path / "map.png", "png")
    qtbot.waitUntil(lambda: (tmp_path / "map.nc").exists() and (tmp_path / "map.png").exists())
    qtbot.waitUntil(lambda: not b.window.export._writing.is_on if hasattr(b.window.export._writing, "is_on") else True)
    scene, others, names, duration, kept = panel._wanted_base()
    vary = {name: (*ends, CELLS) for name, ends in zip(names, panel.choice.view, strict=True)}
    made = plan_of(scene, "", others, vary, kept, duration=duration)
    run_sweep(made, tmp_path / "sweep.nc", How(1))
    assert (tmp_path / "map.nc").read_bytes() == (tmp_path / "sweep.nc").read_bytes()
    image = QImage(str(tmp_path / "map.png"))
    assert image.width() == 2*panel.view.width() and len({image.pixel(x, image.height()//2) for x in
                                                         range(0, image.width(), 7)}) > 2


# ---- abuse ----------------------------------------------------------------------------------------------------------

def test_ten_zooms_and_two_scenes_while_it_computes(atlas, qtbot):
    b, panel = atlas(waits=False)
    for steps in (1, 1, -1, 1, 1, 1, -2, 1, 1, 1):
        panel.view.zoom(steps)
    b.window.choose_scene("sleigh")
    panel.view.zoom(2)
    b.settle()
    b.window.choose_scene("turntable")
    b.settle()
    whole(panel, qtbot)
    assert panel.choice.names == ("x", "vx") and panel.work.plan.scene.id == "turntable"
    assert (panel.work.status == DONE).all()


def test_hidden_it_rests_and_goes_on_when_it_is_seen(atlas, qtbot):
    b, panel = atlas(waits=False)
    qtbot.waitUntil(lambda: panel.work.is_on)
    b.act("atlas")
    qtbot.waitUntil(lambda: not panel.is_seen)
    assert not panel.work.is_on and panel.work._crew is None
    b.act("atlas")
    whole(panel, qtbot)
    b.window.close()
    assert panel.work._crew is None


def test_without_other_processes_it_says_so(bench, qtbot, small):
    b = bench()
    panel = b.window.docks["atlas"]
    b.act("atlas")
    qtbot.waitUntil(lambda: "cannot be started" in panel.foot.full_text)
    panel.view.zoom(1)
    b.act("map_png")


def test_a_scene_without_two_numbers_and_one_of_no_file(atlas, qtbot):
    one = Scene("One", (Parameter("rate", 3.0, "rad/s", low=-5, high=5), Parameter("shell", False)),
                lambda p: (Ball(0.02), Plane(rim=0.3), Spin(axis="z", rate="rate")), lambda p: Start(at=(0.1, 0.0)),
                id="one")
    no_file = replace(turntable(), id="nowhere", source="")
    b, panel = atlas([one, no_file], waits=False)
    assert panel.choice is None and panel.seen is None and "two numbers" in panel.view.said
    panel.view.zoom(3)
    panel.view.grab()
    qtbot.mouseClick(panel.view, Qt.MouseButton.LeftButton)
    b.act("map_nc")
    assert "no map" in b.window.message.text
    b.window.choose_scene("nowhere")
    b.settle()
    qtbot.waitUntil(lambda: "scene of a file" in panel.foot.full_text)


def test_runs_that_cannot_begin_and_end_at_once(atlas, qtbot):
    """Ratios of inertia below 1 are none, and beyond the rim nothing goes on."""
    b, panel = atlas([scene_named("sleigh")], waits=False)
    panel.choose_outcome("t_end")
    panel.choose_axis(0, "x1")
    panel.choose_axis(1, "ratio")
    panel.show_ranges(((-2.0, 2.0), (0.0, 3.0)))
    whole(panel, qtbot)
    work = panel.work
    assert (work.status == REFUSED).sum() > 10 and (work.status == DONE).sum() > 10
    assert "cannot begin" in panel.words_at(0, 1)
    image = panel.view.grab().toImage()
    assert image.pixelColor(at(panel, -1.5, 0.4)) == QColor(*NONE)
    panel.choose_outcome("ended")
    panel.view.grab()


@pytest.mark.parametrize("language", ["en", "ru"])
def test_it_fits_a_small_screen_in_both_languages_and_themes(atlas, qtbot, language):
    b, panel = atlas()
    b.window.resize(1024, 768)
    b.act(f"language:{language}")
    for theme in ("projector", "dark"):
        b.act(f"theme:{theme}")
        panel.view.grab()
        frame = panel.view.painter_of.frame
        assert frame.plot.width() > 100 and frame.plot.height() > 100
        assert panel.visibleRegion().boundingRect().width() >= 240
    b.act("language:en")


# ---- pixels ---------------------------------------------------------------------------------------------------------

def test_each_cell_has_its_colour_where_it_belongs(qtbot):
    values = np.linspace(0.0, 1.0, 12).reshape(3, 4)
    values[2, 3] = np.nan
    known = np.ones((3, 4), bool)
    seen = MapSeen((Layer(values, known, (0.0, 3.0), (10.0, 12.0)),), "x [m]", "y [m]", "t [s]")
    image = painted(seen, ((-0.5, 3.5), (9.5, 12.5)))
    frame = image[1]
    for row in range(3):
        for column in range(4):
            colour = image[0].pixelColor(*(round(float(v)) for v in frame.pixels(column, 10.0 + row)))
            share = values[row, column]/values[~np.isnan(values)].max()
            wanted = NONE if np.isnan(share) else ramp()[round(255*share)].tolist()
            assert colour.getRgb()[:3] == tuple(wanted)


def test_kinds_have_colours_of_their_own_and_a_legend(qtbot):
    layer = Layer(np.array([[0.0, 2.0]]*2), np.ones((2, 2), bool), (0.0, 1.0), (0.0, 1.0))
    seen = MapSeen((layer,), "x", "y", "ended", kinds={0: "goes on", 2: "reached the rim"})
    image, frame = painted(seen, ((-0.5, 1.5), (-0.5, 1.5)))
    found = {tuple(image.pixelColor(round(float(frame.x.pixels(x))), round(float(frame.y.pixels(0.1)))).getRgb()[:3])
             for x in (0.0, 1.0)}
    assert found == {rgb_of(KINDS[0]), rgb_of(KINDS[2])}
    below = {tuple(image.pixelColor(x, y).getRgb()[:3]) for x in range(0, 400, 2)
             for y in range(round(frame.plot.bottom()) + 30, 300)}
    assert found <= below


def test_what_is_counted_has_whole_numbers_beside_its_colours(qtbot):
    """There are no two and a half impacts."""
    for low, high, whole in ((0.0, 3.0, ["0", "1", "2", "3"]), (0.0, 30.0, ["0", "5", "10", "15", "20", "25", "30"]),
                             (6.5, 7.5, ["7"]), (0.0, 1.0, ["0", "1"])):
        assert [text for _y, text in Scale(low, high, 0.0, 300.0).ticks(12, is_count=True)] == whole
    assert "0.25" in [text for _y, text in Scale(0.0, 1.0, 0.0, 300.0).ticks(4)]
    assert all("." not in text for _y, text in Scale(0.0, 1.3, 0.0, 300.0, True).ticks(12, is_count=True))
    layer = Layer(np.array([[0.0, 1.0], [1.0, 1.0]]), np.ones((2, 2), bool), (0.0, 1.0), (0.0, 1.0))
    pictures = [painted(MapSeen((layer,), "x", "y", "impacts", is_count=is_count), ((0.0, 1.0), (0.0, 1.0)))[0]
                for is_count in (False, True)]
    assert pictures[0] != pictures[1]


def test_numbers_at_the_edges_are_painted_whole(qtbot):
    """Those of a high map have more figures than those of a low one: nothing of them is cut at either side."""
    values = np.array([[0.0, 1.0], [2.0, 3.0]])
    for most in (1.0, 0.2, 0.02):
        layer = Layer(values*most, np.ones((2, 2), bool), (0.0, 1.0), (-most, most))
        image, _frame = painted(MapSeen((layer,), "x", "y", "t"), ((0.0, 1.0), (-most, most)), (400, 900))
        ground = image.pixelColor(0, 0)
        assert all(image.pixelColor(x, y) == ground for x in (0, 1, 398, 399) for y in range(40, 850))   # [px]


def painted(seen, view, size=(400, 300)):
    """A map as an image of that size [px], and where it stands in it."""
    from PyQt5.QtCore import QRectF
    from PyQt5.QtGui import QPainter
    image = QImage(*size, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    frame = MapPainter(look_of("dark")).paint(painter, QRectF(0, 0, *size), seen, view)
    painter.end()
    return image, frame


def test_what_is_not_known_yet_is_as_the_nearest_coarse_point():
    values, known = np.full((9, 9), np.nan), np.zeros((9, 9), bool)
    values[::4, ::4] = np.arange(9).reshape(3, 3)
    known[::4, ::4] = True
    found, done = filled(values, known)
    assert done.all() and (found[::4, ::4] == values[::4, ::4]).all()
    assert (found[1, 1], found[5, 6], found[8, 7]) == (0.0, 5.0, 8.0)


def test_lightness_of_the_colours_rises_evenly():
    """In OKLab, to the rounding of 8 bits: the map can be read in grey, too."""
    light = lab_of(ramp())[:, 0]
    assert (np.diff(light) > 0.0).all() and np.abs(np.diff(light) - np.diff(light).mean()).max() < 0.004


def test_nothing_but_nan_and_numbers_that_are_all_the_same(qtbot):
    for values in (np.full((2, 2), np.nan), np.full((2, 2), 7.0), np.array([[0.0, np.inf], [1.0, -np.inf]])):
        seen = MapSeen((Layer(values, np.ones((2, 2), bool), (0.0, 1.0), (0.0, 1.0)),), "x", "y", "t")
        painted(seen, ((0.0, 1.0), (0.0, 1.0)))
        low, high, _is_log = seen.scale
        assert low < high


def test_the_window_waits_for_nothing(atlas, qtbot):
    """Zooming and choosing does not wait for processes: no call takes as long as a block that runs."""
    b, panel = atlas(waits=False)
    panel._set_duration(1000.0)
    qtbot.waitUntil(lambda: panel.work.is_on)
    begin = time.thread_time()
    for _times in range(20):
        panel.view.zoom(0.2)
        panel._begin_map()
    assert time.thread_time() - begin < 2.0 and panel.work.status[0] in (NOT_RUN, DONE)


# ---- sections -------------------------------------------------------------------------------------------------------

@pytest.mark.parametrize(("scene", "way"), [
    ("cone", "button"), ("suslov", "button"), ("suslov", "command"), ("suslov", "menu"), ("coin", "button"),
    ("pseudosphere", "command"), ("billiard", "menu")])
def test_a_section_is_had_from_the_panel_of_maps(bench, qtbot, small, scene, way):
    """By a click, by its key or from the menu of the map: the chart of the section is shown, and its dots come."""
    b = bench([scene_named("bounce"), scene_named(scene)], films=(None, None, tuple(this_program())))
    maps, charts = b.window.docks["atlas"], b.window.docks["charts"]
    b.act("atlas")
    qtbot.waitUntil(lambda: maps.is_seen)
    assert not maps.section_button.isVisibleTo(maps)       # there is none of a bouncing ball
    b.window.choose_scene(scene)
    b.settle()
    qtbot.waitUntil(lambda: charts.has_section)
    b.frames(30)
    assert maps.section_button.isVisibleTo(maps)
    if way == "button":
        qtbot.mouseClick(maps.section_button, Qt.MouseButton.LeftButton)
    elif way == "command":
        b.act("section")
    else:
        menu = maps.open_menu(QPoint(0, 0))
        next(one for one in menu.actions() if one.text().replace("&", "") == "Poincaré section").trigger()
        menu.close()
    assert charts.chart.title == "Poincaré section" and charts.isVisible() and charts.work.is_on
    assert charts.foot.button.text() == "Stop"
    qtbot.waitUntil(lambda: not charts.work.is_on)
    assert sum(len(part.x) for part in charts.view.painter_of.parts if isinstance(part, Dots)) >= 400
    # the button of the chart, pressed with the mouse
    for is_on in (True, False):
        qtbot.mouseClick(charts.foot.button, Qt.MouseButton.LeftButton)
        assert charts.work.is_on == is_on


def test_a_scene_without_a_section_says_so(bench, qtbot):
    b = bench([scene_named("bounce")])
    charts = b.window.docks["charts"]
    b.act("section")
    qtbot.waitUntil(lambda: not charts.is_making)
    b.frames(5)
    assert charts.foot.text == "no Poincaré section is known of this scene"
