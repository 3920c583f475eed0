"""Lines, arrows, switches and quality without a page."""

from base64 import b64decode
from itertools import product
from types import SimpleNamespace

import numpy as np
import pytest

from sandbox.film.painted.overlay import shown_scale
from sandbox.run.peaks import peaks_of
from sandbox.run.simulation import Simulation
from sandbox.text import set_language
from sandbox.view import palette
from sandbox.view.page import transport
from sandbox.view.picture.arrows import Arrow, Arrows, round_down
from sandbox.view.picture.bodies import BodyPicture
from sandbox.view.picture.lines.ink import NUMBERS, Dashes, Strokes, Trail
from sandbox.view.picture.lines.left_futures import LeftFutures, new_lines
from sandbox.view.picture.lines.trajectory import draw_along, draw_anew, on_support
from sandbox.view.picture.stage import Stage
from sandbox.view.quality import FINE, HIGH, LOW, LOWEST, Governor
from sandbox.view.view_state import ViewState
from tests.shipped import shipped

UP = (0.0, 0.0, 1.0)


@pytest.fixture
def canvas():
    transport.clear()
    yield transport.load().canvas()
    transport.clear()


def line(count=20, **more):
    return Strokes("trail", count, 0.01, (0, 0, 1), **more)


def pieces(strokes):
    news = strokes.all()
    if "rows" in news:
        return np.frombuffer(b64decode(news["rows"]), "<f4").reshape(-1, NUMBERS).astype(float)
    return np.array([piece[1:] for piece in news["pieces"]])


# ---- lines -----------------------------------------------------------------------------------------------------------

def test_a_frame_carries_the_newest_piece_only():
    trail = Trail(line(), step=0.1)
    for k in range(10):
        trail.add((0.11*k, 0.0, 0.0), UP)
    assert len(trail.strokes.changes()["pieces"]) == 9
    assert trail.strokes.changes()["pieces"] == []
    trail.add((1.02, 0.0, 0.0), UP)
    trail.add((1.04, 0.0, 0.0), UP)
    news = trail.strokes.changes()
    assert len(news["pieces"]) == 1 and 9.0 < news["pen"][0] < 10.0


def test_trail_keeps_its_length():
    trail = Trail(line(20), step=0.1)
    for k in range(100):
        trail.add((0.11*k, 0.0, 0.0), UP)
    shown = pieces(trail.strokes)
    assert len(shown) == 20 and shown[:, 6].max() == pytest.approx(0.11*99)
    assert trail.strokes.head - shown[:, 12].min() == pytest.approx(20)
    trail.clear()
    assert not pieces(trail.strokes).any()


def test_few_points_of_a_circle_still_make_it_round():
    trail = Trail(line(400), step=0.001)
    for a in np.arange(0.0, 6.0, 0.4):
        trail.add((np.cos(a), np.sin(a), 0.0), UP)
    shown = pieces(trail.strokes)[8:]
    assert np.hypot(shown[:, 6], shown[:, 7]) == pytest.approx(1.0, abs=2e-3)
    assert len(shown) > 40


def test_a_cusp_stays_a_cusp():
    trail = Trail(line(100), step=0.001)
    for x in (*np.arange(0.0, 0.1, 0.01), *np.arange(0.1, 0.0, -0.01)):
        trail.add((x, 0.0, 0.0), UP)
    assert np.abs(pieces(trail.strokes)[:, 7]).max() < 1e-12


def test_a_lifted_pen_leaves_a_gap():
    trail = Trail(line(100), step=0.01)
    trail.add((0.0, 0.0, 0.0), UP)
    trail.add((0.02, 0.0, 0.0), UP)
    trail.lift()
    trail.add((0.1, 0.0, 0.0), UP)
    trail.add((0.12, 0.0, 0.0), UP)
    shown = pieces(trail.strokes)
    assert sorted(shown[:, 0].tolist()) == [0.0, 0.1]


def test_a_new_page_gets_everything():
    trail = Trail(line(), step=0.1)
    for k in range(5):
        trail.add((0.11*k, 0.0, 0.0), UP)
    trail.strokes.changes()
    everything = trail.strokes.all()
    assert len(everything["pieces"]) == 4 and {"count", "frame", "tone", "edge", "thin"} <= set(everything)


def test_dashes_fill_about_half_of_a_curve():
    dashes = Dashes(line(200), dash=0.01)
    x = np.linspace(0.0, 1.0, 50)
    curve = np.column_stack((x, 0*x, 0*x)), np.tile(UP, (50, 1))
    dashes.show([curve])
    shown = pieces(dashes.strokes)
    assert np.linalg.norm(shown[:, 6:9] - shown[:, :3], axis=1).sum() == pytest.approx(0.55, abs=0.02)
    dashes.show([curve, curve])
    assert 50 < len(pieces(dashes.strokes)) <= 200
    dashes.show(())
    assert not pieces(dashes.strokes).any()


def test_dashes_of_a_path_that_goes_on_fade_towards_its_end():
    dashes = Dashes(line(200), dash=0.01)
    x = np.linspace(0.0, 1.0, 50)
    curve = np.column_stack((x, 0*x, 0*x)), np.tile(UP, (50, 1))
    for fades in (False, True):
        dashes.show([curve], fades)
        shown = pieces(dashes.strokes)
        age = (dashes.strokes.head - shown[:, 12])/dashes.strokes.length
        assert (age == 0.0).all() if not fades else np.abs(age - shown[:, 0]).max() < 0.01


def test_a_dash_follows_its_curve():
    dashes = Dashes(line(400), dash=0.5)
    a = np.linspace(0.0, 6.0, 2000)
    dashes.show([(np.column_stack((np.cos(a), np.sin(a), 0*a)), np.tile(UP, (2000, 1)))])
    middle = 0.5*(pieces(dashes.strokes)[:, :3] + pieces(dashes.strokes)[:, 6:9])
    # [1] sagitta of a chord over 0.3 rad of a circle of radius 1: 1 - cos(0.15)
    assert np.abs(np.linalg.norm(middle, axis=1) - 1.0).max() < 0.012


def test_the_trail_stands_out_on_every_material_and_in_every_theme(run_page):
    found = run_page("inks", script="look_lines.py")
    assert found.pop("problems") == [] and len(found) >= 17
    for name, seen in found.items():
        low, middle = seen["contrast"]
        assert seen["pixels"] > 100 and middle > 3.0 and low > 2.0, (name, seen)


# ---- arrows ----------------------------------------------------------------------------------------------------------

def test_scales_are_round():
    assert [round_down(x) for x in (0.12, 0.2, 3.1, 99.0, 0.0077)] == pytest.approx([0.1, 0.2, 3.0, 70.0, 0.007])


def test_arrow_is_neither_too_long_nor_too_short(canvas):
    arrow = Arrow((1, 0, 0), 0.1, 0.005)
    arrow.on = True

    def length(size):
        arrow.show(np.zeros(3), 0.02, np.array((size, 0.0, 0.0)))
        move = transport.moves[arrow._arrow.idx]
        assert move[:3] == pytest.approx([0.02, 0, 0])
        return np.linalg.norm(move[3:6])

    assert length(2.0) == pytest.approx(0.1) and arrow.scale == pytest.approx(0.05)
    assert length(1.0) == pytest.approx(0.05)
    thing = arrow._arrow
    assert thing.headlength == pytest.approx(3.2*0.005)
    for bold, size in product((1.0, 1.5), (0.2, 0.05, 0.01)):
        arrow.set_bold(bold)
        short = length(size)
        assert short == pytest.approx(0.05*size)               # as long as the legend says, and not all of it is head
        assert 0.44*short < thing.headlength < 0.91*short and thing.shaftwidth < bold*0.005/2
    arrow.set_bold(1.0)
    # the scale stays, whatever comes, until a value is far too large for it
    for size in (0.1, 1e-3, 2.0, 3.0):
        length(size)
        assert arrow.scale == pytest.approx(0.05) and not arrow._stub.visible
    assert length(3.0) == pytest.approx(0.15) and length(40.0) == pytest.approx(0.08)
    assert arrow.scale == pytest.approx(0.002) and not arrow._stub.visible
    arrow.show(np.zeros(3), 0.02, np.zeros(3))
    assert not arrow._arrow.visible


def test_an_arrow_that_is_too_long_has_a_broken_shaft(canvas):
    arrow = Arrow((1, 0, 0), 0.1, 0.005)
    arrow.on = True
    arrow.expect(2.0)
    for size, is_broken in ((3.0, False), (4.0, True), (30.0, True), (1.0, False), (0.0, False)):
        arrow.show(np.zeros(3), 0.02, np.array((size, 0.0, 0.0)))
        assert arrow._stub.visible == is_broken and arrow.scale == pytest.approx(0.05)
        if is_broken:
            stub, rest = transport.moves[arrow._stub.idx], transport.moves[arrow._arrow.idx]
            ends = [stub[0], stub[0] + stub[3], rest[0], rest[0] + rest[3]]
            # [m] from the body on to the greatest length, with a gap that is wider than the shaft
            assert ends[0] == pytest.approx(0.02) and ends[3] == pytest.approx(0.02 + 1.6*0.1)
            assert ends[0] < ends[1] < ends[2] - 2*0.005 and ends[2] < ends[3] - arrow._arrow.headlength
            assert np.linalg.norm(arrow.placed[1]) == pytest.approx(1.6*0.1)


@pytest.mark.parametrize("name", ["painleve_rod", "turntable", "bounce", "sleigh"])
def test_arrows_of_a_film_are_as_long_as_its_legend_says(name):
    """The rod's was as long at 0.05 m/s as at 2 m/s: no arrow was shorter than three times its full thickness."""
    scene = shipped().get(name)
    run = Simulation(scene, scene.presets[0].values)
    stage = Stage(run.surfaces, run.bodies, LOWEST, 640, 360, run.snapshot())
    stage.expect_arrows(peaks_of(run, 0, np.inf))
    quantities = [one for one in ("velocity", "angular_velocity") if one in run.system.arrows]
    for one in quantities:
        stage.set_arrow(one, True)
    pixel = 2.0*stage.support.size/360               # [m] of the picture of the support, at least
    scales = {one: set() for one in quantities}
    for _frame in range(80):
        run.advance(run.step_rate//40)
        state = run.snapshot()
        stage.show(state)
        for one in quantities:
            size = np.linalg.norm(getattr(state.bodies[0], one))
            number, unit = stage.arrow_scales.get(one, (0.0, ""))
            if number == 0.0:
                continue
            # it says such as "10 cm = 1 m/s"
            length, _cm, _is, of, *_unit = shown_scale(number, unit).split()
            scales[one].add(legend := 0.01*float(length)/float(of))
            arrow = stage._arrows._arrows[one]
            drawn = np.linalg.norm(transport.moves[arrow.numbers[0]][3:6]) if arrow._drawn[0] else 0.0
            assert arrow._drawn[1] or abs(drawn - legend*size) < pixel
    assert all(len(found) == 1 for found in scales.values())         # and it is the same in all frames


def test_forces_that_are_alike_have_one_scale(canvas):
    arrows = Arrows(0.3, 0.02)
    for peaks, is_one in (({"normal": 1.0, "friction": 0.3}, True), ({"normal": 1.0, "friction": 0.02}, False)):
        arrows.expect(peaks)
        scales = arrows.scales
        assert (scales["normal"] == scales["friction"]) == is_one


def test_a_scale_is_chosen_ahead_and_by_hand(canvas):
    arrow = Arrow((1, 0, 0), 0.1, 0.005)
    arrow.expect(4.0)
    arrow.show(np.zeros(3), 0.02, np.array((0.01, 0.0, 0.0)))
    assert arrow.scale == pytest.approx(0.02)
    for by, scale in ((1, 0.03), (2, 0.07), (1, 0.1), (-1, 0.07), (-7, 0.005)):
        arrow.rescale(by)
        assert arrow.scale == pytest.approx(scale)
    arrow.expect(0.0)
    arrow.rescale(3)
    assert arrow.scale == 0.0                                # nothing is known: the first value will say


def test_no_arrow_ends_inside_the_support(canvas):
    arrow = Arrow((1, 0, 0), 0.1, 0.005)
    arrow.on = True
    for spin, height, starts, points in ((3.0, 0.02, 0.02, 1), (-3.0, 0.02, 0.02 + 0.1, -1), (-3.0, 0.5, -0.02, -1)):
        arrow.show(np.zeros(3), 0.02, np.array((0.0, 0.0, spin)), (np.array(UP), height))
        move = transport.moves[arrow._arrow.idx]
        assert move[2] == pytest.approx(starts, abs=0.011) and np.sign(move[5]) == points


def test_arrows_begin_at_the_skin_of_a_body_that_is_no_ball(canvas):
    """A flat one: the arrow of a spin about the upright is not as far off as its length."""
    half = np.array((0.1, 0.03, 0.01))
    arrows = Arrows(0.3, 0.1, skin=half*np.vstack((np.eye(3), -np.eye(3))))
    arrows.switch("angular_velocity", True)
    turned = (np.sqrt(0.5), 0.0, np.sqrt(0.5), 0.0)           # its long axis down
    for quaternion, away in (((1.0, 0.0, 0.0, 0.0), 0.01), (turned, 0.1)):
        arrows.show(SimpleNamespace(centre=np.zeros(3), contact=np.array((0, 0, -0.02)), normal=np.array(UP),
                                         N=0.0, quaternion=quaternion, velocity=np.zeros(3),
                                         angular_velocity=np.array((0, 0, 3.0)), F=np.zeros(3)))
        move = transport.moves[arrows._arrows["angular_velocity"]._arrow.idx]
        assert move[:3] == pytest.approx([0, 0, away], abs=1e-12)      # [m] rounding


@pytest.mark.parametrize("radius", [0.002, 0.02, 0.5])
def test_no_arrow_is_longer_than_three_bodies(canvas, radius):
    """On a support of any width, whatever was expected and however a person lengthens them."""
    arrows = Arrows(0.3, radius)
    names = ("velocity", "angular_velocity", "normal", "friction")
    for name in names:
        arrows.switch(name, True)
    arrows.expect(dict.fromkeys(names, 1.0))
    for size in (1e-3, 0.3, 0.99, 1.3, 2.7, 400.0):
        arrows.rescale(2)
        value = np.array((size, 0.0, 0.0))
        arrows.show(SimpleNamespace(centre=np.zeros(3), contact=np.array((0, 0, -radius)), normal=np.array(UP), N=size,
                                    quaternion=(1.0, 0.0, 0.0, 0.0), velocity=value, angular_velocity=value, F=value))
        for name in names:
            placed = arrows.placed(name)
            assert placed is None or np.linalg.norm(placed[1]) <= 6.0*radius*(1 + 1e-12)      # [m] rounding
    assert arrows.placed("velocity") is not None


def test_scales_of_all_arrows_have_units(canvas):
    arrows = Arrows(0.3, 0.02)
    assert arrows.scales == {}
    arrows.show(SimpleNamespace(centre=np.zeros(3), contact=np.array((0, 0, -0.02)), normal=np.array(UP), N=2.6,
                                     F=np.array((0.01, 0, 0)), velocity=np.array((0.05, 0, 0)),
                                     angular_velocity=np.array((0, 0, 3.0))))
    assert {name: unit for name, (_scale, unit) in arrows.scales.items()} == {
        "velocity": "m/s", "angular_velocity": "rad/s", "normal": "N", "friction": "N"}
    assert all(scale > 0.0 for scale, _unit in arrows.scales.values())
    with pytest.raises(ValueError, match="needs one of"):
        arrows.switch("weight", True)


def test_legend_has_the_real_colours_and_speaks():
    set_language("en")
    entries = palette.legend()
    assert [entry[3] for entry in entries] == ["tint", "trail", "chalk", "ghost", *palette.ARROWS]
    for text, colour, kind, name in entries:
        assert text and kind in ("line", "dashes", "arrow", "scale")
        if name in palette.ARROWS:
            assert palette.rgb(colour) == pytest.approx(palette.ARROWS[name])


@pytest.mark.parametrize("theme", sorted(palette.THEMES))
def test_the_ghost_shares_its_colour_with_nothing(theme):
    """In grey too: it is darker than any other line, arrow or support."""
    colours = {name: np.array(palette.rgb(colour)) for _text, colour, _kind, name in palette.legend(theme)}
    ghost = colours.pop("ghost")
    weights = np.array((0.2126, 0.7152, 0.0722))       # of red, green, blue in what looks bright
    tones = palette.THEMES[theme]
    for other in (*colours.values(), tones.cream, tones.sand, palette.ACCENT):
        assert weights @ (np.array(other) - ghost) > 0.3


# ---- switches and quality --------------------------------------------------------------------------------------------

@pytest.mark.parametrize("method, wrong", [
    ("set_camera", "side"), ("set_trail", "endless"), ("set_chalk", "red"), ("show_ghost", [(0, 0)]),
    ("show_ghost", [(0, 0, float("nan"))]), ("show_band", [(-1.0, 0.0)]), ("show_band", [(float("inf"), 0.0)])])
def test_wrong_switches_are_refused(method, wrong):
    with pytest.raises(ValueError, match="got"):
        getattr(ViewState(), method)(wrong)


def test_the_renderer_decides_until_the_user_does():
    governor = Governor()
    governor.set_renderer(is_software=True)
    assert governor.level is LOW
    governor.choose("high")
    governor.set_renderer(is_software=True)
    assert governor.level is HIGH
    governor.choose("auto")
    governor.set_renderer(is_software=False)
    assert governor.level is FINE
    with pytest.raises(ValueError, match="needs one of"):
        governor.choose("best")


def watch(governor, fps, seconds, start=100.0, is_moving=True):
    return [text for t in np.arange(0.0, seconds, 0.1) if (text := governor.watch(fps, is_moving, start + t))]


def test_slowness_lowers_the_level_step_by_step():
    governor = Governor()
    governor.set_renderer(is_software=False)
    assert watch(governor, 20.0, 2.9) == [] and governor.level is FINE
    said = watch(governor, 20.0, 0.5, 102.9)
    assert len(said) == 1 and "materials" in said[0] and governor.level is HIGH
    # what was built since gets time to settle
    assert watch(governor, 20.0, 4.0, 103.5) == []
    assert len(watch(governor, 20.0, 3.0, 107.5)) == 1 and governor.level is LOW
    assert len(watch(governor, 20.0, 9.0, 110.5)) == 1 and governor.level is LOWEST
    assert watch(governor, 5.0, 20.0, 120.0) == []


def test_a_hiccup_a_still_picture_and_a_choice_change_nothing():
    governor = Governor()
    governor.set_renderer(is_software=True)
    for start in (100.0, 103.0, 106.0):
        assert watch(governor, 20.0, 2.5, start) == [] and watch(governor, 40.0, 0.3, start + 2.6) == []
    assert watch(governor, 0.0, 20.0, 200.0, is_moving=False) == []
    governor.choose("high")
    assert watch(governor, 10.0, 20.0, 300.0) == [] and governor.level is HIGH


# ---- lines along a way that was passed before ------------------------------------------------------------------------

def circle(turns: float, n: int, radius: float = 1.0):
    a = np.linspace(0.0, 2*np.pi*turns, n)
    return np.column_stack((radius*np.cos(a), radius*np.sin(a), 0*a)), np.tile(UP, (n, 1)), np.zeros(n, bool)


def test_a_line_drawn_anew_is_the_one_that_was_drawn_on_and_on():
    points, normals, is_aloft = circle(0.8, 60)
    anew, on = Trail(line(400), 0.01), Trail(line(400), 0.01)
    draw_anew(anew, points, normals, is_aloft)
    draw_along(on, points, normals, is_aloft)
    first, last = pieces(anew.strokes), pieces(on.strokes)
    for shown in (first, last):
        # [m] a piece is at most 0.12 rad of a circle of radius 1: 1 - cos(0.06), and its ends lie on it to 1e-3
        assert np.abs(np.linalg.norm(0.5*(shown[:, :3] + shown[:, 6:9])[2:, :2], axis=1) - 1.0).max() < 3e-3
    assert np.linalg.norm(first[:, 6:9] - first[:, :3], axis=1).sum() == pytest.approx(0.8*2*np.pi, rel=2e-3)
    assert (first[1:, :3] == first[:-1, 6:9]).all() and (first[1:, 3:6] == first[:-1, 9:12]).all()
    assert first[:, 12].tolist() == list(range(len(first))) and anew.strokes.head == len(first)


def test_a_line_drawn_anew_shows_nothing_of_before_and_goes_on():
    trail = Trail(line(50), 0.1)
    for k in range(200):
        trail.add((0.11*k, 1.0, 0.0), UP)
    points, normals, is_aloft = circle(0.1, 8)
    draw_anew(trail, points, normals, is_aloft)
    assert np.linalg.norm(pieces(trail.strokes)[:, :2], axis=1).max() < 1.01
    n = len(pieces(trail.strokes))
    last = points[-1] + 0.2*np.array((-np.sin(0.2*np.pi), np.cos(0.2*np.pi), 0.0))
    trail.add(last, UP)
    shown = pieces(trail.strokes)
    assert len(shown) == n + 1 and shown[-1, 0:3] == pytest.approx(points[-1]) and shown[-1, 6:9] == pytest.approx(last)


def test_the_oldest_pieces_of_a_long_way_are_left_out():
    trail = Trail(line(20), 0.1)
    x = np.arange(0.0, 30.0, 0.11)
    draw_anew(trail, np.column_stack((x, 0*x, 0*x)), np.tile(UP, (len(x), 1)), np.zeros(len(x), bool))
    shown = pieces(trail.strokes)
    assert len(shown) == 20 and shown[:, 6].max() == x[-1] and trail.strokes.head == 20.0
    trail.add((x[-1] + 0.11, 0.0, 0.0), UP)
    # in the place of the oldest
    assert len(pieces(trail.strokes)) == 20 and pieces(trail.strokes)[0, 6] == pytest.approx(x[-1] + 0.11)


@pytest.mark.parametrize("draw", [draw_anew, draw_along])
def test_a_way_in_flight_leaves_a_gap(draw):
    trail = Trail(line(200), 0.01)
    x = np.linspace(0.0, 1.0, 51)
    is_aloft = (x > 0.39) & (x < 0.61)
    draw(trail, np.column_stack((x, 0*x, 0*x)), np.tile(UP, (51, 1)), is_aloft)
    shown = pieces(trail.strokes)
    assert not ((shown[:, 6] > 0.4) & (shown[:, 0] < 0.6)).any() and shown[:, 6].max() == pytest.approx(1.0)
    assert np.linalg.norm(shown[:, 6:9] - shown[:, :3], axis=1).sum() == pytest.approx(0.76, abs=0.03)


def test_short_and_still_ways():
    trail = Trail(line(20), 0.1)
    for n in (0, 1, 2):
        draw_anew(trail, np.zeros((n, 3)), np.tile(UP, (n, 1)), np.zeros(n, bool))
        assert not len(pieces(trail.strokes))
    draw_anew(trail, np.array(((0.0, 0, 0), (1, 0, 0))), np.tile(UP, (2, 1)), np.ones(2, bool))
    assert not len(pieces(trail.strokes))
    # there and back again: a cusp stays one
    x = np.append(np.arange(0.0, 1.0, 0.1), np.arange(1.0, 0.0, -0.1))
    draw_anew(trail, np.column_stack((x, 0*x, 0*x)), np.tile(UP, (len(x), 1)), np.zeros(len(x), bool))
    assert np.abs(pieces(trail.strokes)[:, 7]).max() < 1e-12


def test_a_way_on_the_moving_support():
    a = np.linspace(0.0, 2*np.pi, 40)
    way = SimpleNamespace(contact=np.column_stack((np.cos(a) + 1.0, np.sin(a), 0*a)), normal=np.tile(UP, (40, 1)),
                          position=np.tile((1.0, 0.0, 0.0), (40, 1)),
                          quaternion=np.column_stack((np.cos(a/2), 0*a, 0*a, np.sin(a/2))))
    points, normals = on_support(way)
    # it stands still there: the support turns with it
    assert points == pytest.approx(np.tile((1.0, 0.0, 0.0), (40, 1))) and normals == pytest.approx(np.tile(UP, (40, 1)))


# ---- futures that were left ------------------------------------------------------------------------------------------

def test_futures_are_shown_where_they_differ():
    def state(x, quaternion=(1.0, 0.0, 0.0, 0.0)):
        return SimpleNamespace(centre=np.array((x, 0.0, 0.1)), quaternion=quaternion, mode="rolling", is_aloft=False,
                               contact=np.array((x, 0.0, 0.0)), normal=np.array(UP))

    def shot(*bodies):
        return SimpleNamespace(bodies=bodies)

    def way(*xs):
        n = len(xs)
        return SimpleNamespace(contact=np.column_stack((xs, np.zeros(n), np.zeros(n))), normal=np.tile(UP, (n, 1)),
                               is_aloft=np.zeros(n, bool))

    lines = new_lines(1.0)
    left = LeftFutures({0: (5, 0.1), 1: (6, 0.1)}, lines)
    live = shot(state(0.0), state(1.0))
    left.show([(0, shot(state(0.5), state(1.0)), way(0.1, 0.2, 0.3)), (2, None, way()),
               (1, shot(state(0.0), state(1.0, (0.6, 0.8, 0.0, 0.0))), way(0.0, 0.05))], True)
    poses = left.poses(live)
    assert [pose[:2] for pose in poses] == [[5, 0], [6, 1]] and poses[0][2:5] == [0.5, 0.0, 0.1]
    assert len(poses[0]) == 14 and poses[0][5:] == [1, 0, 0, 0, 1, 0, 0, 0, 1]
    assert pieces(lines[0].strokes)[:, 6].max() == pytest.approx(0.5) and not pieces(lines[2].strokes).any()
    left.show([(0, shot(state(0.6), state(1.0)), way(0.55))], False)
    assert pieces(lines[0].strokes)[:, 6].max() == pytest.approx(0.6) and not pieces(lines[1].strokes).any()
    # one that comes back brings all of its line along, whatever the others do
    left.show([(0, shot(state(0.7), state(1.0)), way(0.65)), (1, shot(state(0.4), state(1.0)), way(0.0, 0.2))], False)
    ends = [pieces(line.strokes)[:, [0, 6]] for line in lines[:2]]
    assert ends[0].max() == pytest.approx(0.7) and (ends[1].min(), ends[1].max()) == (0.0, pytest.approx(0.4))
    left.show([], False)
    assert left.poses(live) == [] and not pieces(lines[0].strokes).any()


def test_lines_of_left_futures_are_told_apart_without_colours():
    dashes = [tuple(line.strokes._spec["dash"]) for line in new_lines(1.0)]
    assert len(set(dashes)) == 3 and all(0.0 < part < 1.0 < period for period, part in dashes)


def test_an_arrow_at_a_long_thin_body_is_no_longer_than_that(canvas):
    """Three rods side by side are thin: at one of 1 m an arrow of 2 m/s was as long as the rod, at most 1.6 times."""
    scene = shipped().get("painleve_rod")
    picture = BodyPicture(scene.models(scene.values())[0].bodies[0].body)
    assert picture.size == pytest.approx(0.5, rel=1e-2) and picture.width < 0.25*picture.size
    arrows = Arrows(4.0, picture.size)
    arrows.belong_to(picture)
    arrow = arrows._arrows["velocity"]
    arrow.on = True
    for speed in (2.0, 10.0):
        arrow.expect(0.0)
        arrow.show(np.zeros(3), 0.5, np.array((-speed, 0.0, 0.0)))
        assert np.linalg.norm(arrow.placed[1]) < 2.0*picture.size
