"""Lines, arrows, switches and quality without a page."""

from types import SimpleNamespace

import numpy as np
import pytest

from sandbox.text import set_language
from sandbox.view.page import transport
from sandbox.view.picture import palette
from sandbox.view.picture.arrows import Arrow, Arrows, round_down
from sandbox.view.picture.ink import Dashes, Strokes, Trail
from sandbox.view.quality import HIGH, LOW, LOWEST, Governor
from sandbox.view.view_state import ViewState

UP = (0.0, 0.0, 1.0)


@pytest.fixture
def canvas():
    transport.clear()
    yield transport.load().canvas()
    transport.clear()


def line(count=20, **more):
    return Strokes("trail", count, 0.01, (0, 0, 1), **more)


def pieces(strokes):
    return np.array([piece[1:] for piece in strokes.all()["pieces"]])


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


def test_a_dash_follows_its_curve():
    dashes = Dashes(line(400), dash=0.5)
    a = np.linspace(0.0, 6.0, 2000)
    dashes.show([(np.column_stack((np.cos(a), np.sin(a), 0*a)), np.tile(UP, (2000, 1)))])
    middle = 0.5*(pieces(dashes.strokes)[:, :3] + pieces(dashes.strokes)[:, 6:9])
    # [1] sagitta of a chord over 0.3 rad of a circle of radius 1: 1 - cos(0.15)
    assert np.abs(np.linalg.norm(middle, axis=1) - 1.0).max() < 0.012


# ---- arrows ----------------------------------------------------------------------------------------------------------

def test_scales_are_round():
    assert [round_down(x) for x in (0.12, 0.2, 3.1, 99.0, 0.0077)] == pytest.approx([0.1, 0.2, 3.0, 70.0, 0.007])


def test_arrow_is_neither_too_long_nor_too_short(canvas):
    arrow = Arrow((1, 0, 0), 0.1, 0.005)
    arrow.on = True

    def length(t, size):
        arrow.show(t, np.zeros(3), 0.02, np.array((size, 0.0, 0.0)))
        move = transport.moves[arrow._arrow.idx]
        assert move[:3] == pytest.approx([0.02, 0, 0])
        return np.linalg.norm(move[3:6])

    assert length(0.0, 2.0) == pytest.approx(0.1) and arrow.scale == pytest.approx(0.05)
    assert length(0.1, 1.0) == pytest.approx(0.05)
    thing = arrow._arrow
    assert thing.headlength == pytest.approx(3.2*0.005)
    for bold in (1.0, 1.5):
        arrow.set_bold(bold)
        short = length(0.2, 0.01)
        assert short == pytest.approx(3*bold*0.005)            # small, but seen, and not all of it is head
        assert 0.4*short < thing.headlength < 0.5*short and thing.shaftwidth < bold*0.005/2
    arrow.set_bold(1.0)
    # a peak is forgotten in time, and the scale is then another round number
    for t in np.arange(1.0, 60.0, 0.5):
        length(t, 0.1)
    assert 0.035 < length(60.0, 0.1) <= 0.1 and arrow.scale == pytest.approx(0.5)
    arrow.show(61.0, np.zeros(3), 0.02, np.zeros(3))
    assert not arrow._arrow.visible


def test_no_arrow_ends_inside_the_support(canvas):
    arrow = Arrow((1, 0, 0), 0.1, 0.005)
    arrow.on = True
    for spin, height, starts, points in ((3.0, 0.02, 0.02, 1), (-3.0, 0.02, 0.02 + 0.1, -1), (-3.0, 0.5, -0.02, -1)):
        arrow.show(0.0, np.zeros(3), 0.02, np.array((0.0, 0.0, spin)), (np.array(UP), height))
        move = transport.moves[arrow._arrow.idx]
        assert move[2] == pytest.approx(starts, abs=0.011) and np.sign(move[5]) == points


def test_arrows_begin_at_the_skin_of_a_body_that_is_no_ball(canvas):
    """A flat one: the arrow of a spin about the upright is not as far off as its length."""
    half = np.array((0.1, 0.03, 0.01))
    arrows = Arrows(0.3, 0.1, skin=half*np.vstack((np.eye(3), -np.eye(3))))
    arrows.switch("angular_velocity", True)
    turned = (np.sqrt(0.5), 0.0, np.sqrt(0.5), 0.0)           # its long axis down
    for quaternion, away in (((1.0, 0.0, 0.0, 0.0), 0.01), (turned, 0.1)):
        arrows.show(0.0, SimpleNamespace(centre=np.zeros(3), contact=np.array((0, 0, -0.02)), normal=np.array(UP),
                                         N=0.0, quaternion=quaternion, velocity=np.zeros(3),
                                         angular_velocity=np.array((0, 0, 3.0)), F=np.zeros(3)))
        move = transport.moves[arrows._arrows["angular_velocity"]._arrow.idx]
        assert move[:3] == pytest.approx([0, 0, away], abs=1e-12)      # [m] rounding


def test_scales_of_all_arrows_have_units(canvas):
    arrows = Arrows(0.3, 0.02)
    assert arrows.scales == {}
    arrows.show(0.0, SimpleNamespace(centre=np.zeros(3), contact=np.array((0, 0, -0.02)), normal=np.array(UP), N=2.6,
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
    assert [entry[3] for entry in entries] == ["trail", "chalk", "ghost", *palette.ARROWS]
    for text, colour, kind, name in entries:
        assert text and kind in ("line", "dashes", "arrow")
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
    assert governor.level is HIGH
    with pytest.raises(ValueError, match="needs one of"):
        governor.choose("best")


def watch(governor, fps, seconds, start=100.0, is_moving=True):
    return [text for t in np.arange(0.0, seconds, 0.1) if (text := governor.watch(fps, is_moving, start + t))]


def test_slowness_lowers_the_level_step_by_step():
    governor = Governor()
    governor.set_renderer(is_software=False)
    assert watch(governor, 20.0, 2.9) == [] and governor.level is HIGH
    assert len(watch(governor, 20.0, 0.5, 102.9)) == 1 and governor.level is LOW
    # what was built since gets time to settle
    assert watch(governor, 20.0, 4.0, 103.5) == []
    assert len(watch(governor, 20.0, 9.0, 107.5)) == 1 and governor.level is LOWEST
    assert watch(governor, 5.0, 20.0, 120.0) == []


def test_a_hiccup_a_still_picture_and_a_choice_change_nothing():
    governor = Governor()
    governor.set_renderer(is_software=True)
    for start in (100.0, 103.0, 106.0):
        assert watch(governor, 20.0, 2.5, start) == [] and watch(governor, 40.0, 0.3, start + 2.6) == []
    assert watch(governor, 0.0, 20.0, 200.0, is_moving=False) == []
    governor.choose("high")
    assert watch(governor, 10.0, 20.0, 300.0) == [] and governor.level is HIGH
