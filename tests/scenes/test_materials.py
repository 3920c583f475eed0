"""Materials: numbers ready for laws, looks that tell scenes apart and show every turn."""

from dataclasses import replace

import numpy as np
import pytest

from sandbox.errors import BadValue
from sandbox.scene import Ball, Board, Disk, PaintedRing, Plane, between, material
from sandbox.scene.materials import MATERIALS, PAIRS
from sandbox.view.materials import CHESS, COATS, LACQUER, chance, coat_of, noise
from sandbox.view.palette import ACCENT, THEMES, contrast
from sandbox.view.picture.supports.pen import Pen


def pen_of(name: str) -> Pen:
    coat = COATS[name]
    tones = replace(THEMES["dark"], cream=coat.light, sand=coat.dark)
    return Pen(tones, 72, coat)


def test_each_material_has_a_look_and_each_look_is_of_one():
    assert set(COATS) == set(MATERIALS)
    assert coat_of(Plane(rim=1.0)) is LACQUER and coat_of(Plane(rim=1.0).of("ice")) is COATS["ice"]


def test_a_ball_has_the_density_of_its_material_where_none_was_given():
    volume = 4/3*np.pi*0.02**3
    assert Ball(0.02).m == pytest.approx(7850.0*volume, rel=1e-15)
    assert Ball(0.02).of("wood").m == pytest.approx(700.0*volume, rel=1e-15)
    assert Ball(0.02, density=1200.0).of("rubber").m == pytest.approx(1200.0*volume, rel=1e-15)
    assert Ball(0.02, mass=3.0).of("glass").m == 3.0
    assert Disk(0.1, 2.0).of("brass").mass == 2.0


def test_a_look_is_no_part_of_the_mechanics():
    """Two supports that differ by their look only are one to what is compiled and cached."""
    bare = Board(1.0, 0.5)
    assert bare.of("wood") == bare and bare.painted(PaintedRing(0.0, 0.0, 0.1, 0.2, "red")) == bare
    assert Disk(0.1, 2.0).of("brass").material == "brass"


def test_a_pair_is_the_same_both_ways_and_follows_the_rule_where_nobody_measured():
    for one in MATERIALS:
        for other in MATERIALS:
            assert between(one, other) == between(other, one)
            assert 0.0 < between(one, other).mu <= 1.0 and 0.0 < between(one, other).restitution < 1.0
    assert frozenset(("brass", "slate")) not in PAIRS
    assert between("brass", "slate").mu == pytest.approx(np.sqrt(0.35*0.5), rel=1e-15)
    assert between("brass", "slate").restitution == 0.6
    assert between("steel", "ice").mu == PAIRS[frozenset(("ice", "steel"))][0]
    assert between("oak", "oak").mu == material("oak").mu


@pytest.mark.parametrize("wrong", ["chees", "", "Steel"])
def test_an_unknown_material_is_said_with_those_there_are(wrong):
    for act in (lambda: Ball(0.1).of(wrong), lambda: Board(1.0, 1.0).of(wrong), lambda: Disk(0.1, 1.0).of(wrong),
                lambda: between("ice", wrong)):
        with pytest.raises(BadValue, match=f"got {wrong!r}, needs one of aluminium, brass"):
            act()


@pytest.mark.parametrize("ring", [(0, 0, 0.2, 0.1, "red"), (0, 0, -0.1, 0.1, "red"), (0, 0, 0.0, 0.1, "pink"),
                                  (0, 0, 0.0, float("inf"), "red"), (0, 0, float("nan"), 1.0, "red")])
def test_paint_that_is_none_is_refused(ring):
    with pytest.raises(BadValue, match="paint: got"):
        Board(1.0, 1.0).painted(PaintedRing(*ring))
    with pytest.raises(BadValue, match="needs a board"):
        Plane(rim=1.0).painted(PaintedRing(0, 0, 0.0, 0.1, "red"))


# ---- looks -----------------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("name", COATS)
def test_on_every_material_a_table_that_turns_is_seen_to_turn(name):
    """Each ring of the pattern, turned by any multiple of 15 degrees, is another one."""
    radii, tones = pen_of(name).turned_table(0.3)
    assert np.all(np.diff(radii) > 0.0) and radii[-1] == pytest.approx(0.95*0.3)
    assert np.isfinite(tones).all() and tones.min() >= 0.0 and tones.max() <= 1.0
    assert (np.abs(tones - np.array(ACCENT)).max(axis=-1) < 1e-12).any()
    for ring in tones[1:]:
        for turned in range(3, 72, 3):
            assert np.abs(np.roll(ring, turned, axis=0) - ring).max() > 0.05


@pytest.mark.parametrize("name", COATS)
def test_the_trail_stands_out_from_every_tone(name):
    coat = COATS[name]
    assert min(contrast(tone, coat.trail) for tone in (coat.light, coat.dark, coat.label) if tone is not None) >= 3.0


@pytest.mark.parametrize("name", COATS)
def test_the_tones_of_a_board_are_those_of_its_material(name):
    pen = pen_of(name)
    x, y = pen.lines(-1.0, 1.0, 0.1, 0), pen.lines(-0.5, 0.5, 0.1, 1)
    tones = pen.squares(x, y, 0.1)
    assert tones.shape[:2] == (len(x) - 1, len(y) - 1) and tones.shape[2:] in ((3,), (4, 3))
    assert x[0] == -1.0 and x[-1] == 1.0 and y[0] == -0.5 and y[-1] == 0.5
    # on the line between the light tone and the dark one
    light, dark = np.array(pen.tones.cream), np.array(pen.tones.sand)
    share = ((tones - light) @ (dark - light))/((dark - light) @ (dark - light))
    assert share.min() > -1e-12 and share.max() < 1.0 + 1e-12 and np.ptp(share) > 0.3
    assert np.abs(light + share[..., None]*(dark - light) - tones).max() < 1e-12


def test_patterns_are_the_same_everywhere_and_spread_evenly():
    i, j = np.meshgrid(np.arange(-100, 100), np.arange(-100, 100))
    found = chance(i, j)
    assert found.min() >= 0.0 and found.max() < 1.0
    # of 40,000 even chances: mean 1/2 to 5 of 0.0014, tenths of 0.1 to 5 of 0.0015
    assert abs(found.mean() - 0.5) < 7e-3
    assert np.abs(np.histogram(found, 10, (0.0, 1.0))[0]/found.size - 0.1).max() < 7.5e-3
    assert chance(3, -7) == chance(3, -7) != chance(-7, 3)
    # smooth: a thousandth further it differs by no more than its steepest slope of 3/2 per unit and direction
    x = np.linspace(-5.0, 5.0, 2001)
    assert np.abs(np.diff(noise(x, 0.3*x))).max() < 0.005*1.5*1.3


def test_looks_differ():
    """No two materials have the same tones."""
    seen = {(coat.light, coat.dark, coat.pattern) for coat in COATS.values()}
    assert len(seen) == len(COATS) and LACQUER.pattern == CHESS
