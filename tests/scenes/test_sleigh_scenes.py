"""What a viewer of the sleigh and the tilted sleigh should see does happen, in the numbers of sleigh.md 16."""

from math import cos, pi, radians, sin, sqrt

import numpy as np
import pytest

from sandbox.run.simulation import Simulation
from tests.oracles import sleigh as oracle
from tests.scenes.riding import CATALOGUE, EVERY, ride

# level table ----------------------------------------------------------------------------------------------------------

def test_table_throws_the_sleigh():
    seen = ride("sleigh", "Thrown off sideways", 5.0, EVERY, until="rim")
    assert seen.ended == "rim" and seen.t[-1] == pytest.approx(1.40, abs=0.01)
    assert np.hypot(*seen.v[-1, :2]) == pytest.approx(0.65, abs=0.005)
    assert np.abs(seen.N).max() == pytest.approx(0.48, abs=0.01)
    # the arrow is the reaction, across the blade, at the blade
    np.testing.assert_allclose(np.linalg.norm(seen.F[:-1], axis=1), np.abs(seen.N[:-1]), atol=1e-14)
    np.testing.assert_allclose(np.hypot(*(seen.contact - seen.r)[:-1, :2].T), 0.08, atol=1e-14)
    seen = ride("sleigh", "A larger table: it ends crab-wise", 20.0, EVERY, until="rim")
    assert seen.ended == "rim" and np.hypot(*seen.v[-1, :2]) == pytest.approx(0.57, abs=0.01)
    assert abs(seen.w[-1, 2]) < 0.02       # [rad/s] w falls like 1/t^2


def test_rosette_never_leaves_and_its_twin_does():
    seen = ride("sleigh", "Caught: a rosette", 60.0, EVERY)
    foot = np.hypot(*seen.contact[:, :2].T)         # the blade is at O1
    assert seen.ended is None and (foot.min(), foot.max()) == pytest.approx((0.175, 0.244), abs=1e-3)
    assert (seen.w[:, 2].min(), seen.w[:, 2].max()) == pytest.approx((-1.55, -0.79), abs=0.01)
    assert np.abs(seen.N).max() == pytest.approx(0.69, abs=0.01)
    assert seen.run.meters[0].reason == "" and seen.run.meters[0].drift < 1e-14
    seen = ride("sleigh", "Its twin, spun forwards, flies off", 5.0, EVERY, until="rim")
    assert seen.ended == "rim" and seen.t[-1] == pytest.approx(0.87, abs=0.01)


def test_sleigh_stands_still_in_the_room():
    seen = ride("sleigh", "Standing still in the room", 20.0, EVERY)
    assert np.abs(seen.r - seen.r[0]).max() < 1e-14 and np.abs(seen.N).max() < 1e-14 and seen.run.system.notes == ()
    seen = ride("sleigh", "On the other side it departs", 20.0, EVERY, until="rim")
    # growth of the spin between a hundredth and a tenth of a radian per second, exponent Omega m a x2/I
    early = (seen.t > 0.2) & (np.abs(seen.w[:, 2]) < 0.02)
    rate = np.polyfit(seen.t[early], np.log(np.abs(seen.w[early, 2])), 1)[0]
    assert 1/rate == pytest.approx(0.63, abs=0.01) and seen.ended == "rim"


def test_crab_glide_is_straight_and_without_force():
    seen = ride("sleigh", "Crab glide", 5.0, EVERY, until="rim")
    assert np.abs(seen.N).max() < 1e-13 and np.abs(seen.v - seen.v[0]).max() < 1e-13
    assert np.hypot(*seen.v[0, :2]) == pytest.approx(0.17, abs=1e-12)


def test_boomerang_comes_back():
    seen = ride("sleigh", "Boomerang on a floor at rest", 20.0, EVERY, until="rim")
    way = seen.v[:, 0]
    assert way[0] == pytest.approx(-0.8, abs=1e-3) and way[-1] == pytest.approx(0.8, abs=0.01)
    turned = seen.t[np.argmax(way > 0)]
    assert turned == pytest.approx(3.7, abs=0.3)
    assert np.trapezoid(seen.w[:, 2], seen.t) == pytest.approx(2*pi, abs=0.01)
    assert np.abs(seen.N).max() == pytest.approx(1.50, abs=0.01)
    spin = seen.w[:, 2]
    # 9.1: the speeds along the blade and of the spin trade with one another
    assert np.ptp(0.5*(seen.v**2).sum(axis=1) + 0.5*0.0192*spin**2) < 1e-14


# tilted table ---------------------------------------------------------------------------------------------------------

@pytest.mark.parametrize(("preset", "spin", "place"), [("Hovering downhill", -4.0, 0.087),
                                                       ("Hovering uphill", 4.5, -0.024)])
def test_skate_hovers(preset, spin, place):
    seen = ride("tilted_sleigh", preset, 60.0, EVERY)
    mean = seen.r.mean(axis=0)
    G = 9.81*sin(radians(2.92))
    assert oracle.hovering_place(G, 1.5, spin) == pytest.approx(place, abs=1e-3)
    np.testing.assert_allclose(mean[:2], (place*cos(radians(2.92)), 0.0), atol=3e-3)     # [m] finitely many turns
    assert seen.ended is None and "gravity" in seen.run.meters[0].reason and np.ptp(seen.E_J) > 0.01


def test_stopped_table_lets_the_skate_drift_off():
    seen = ride("tilted_sleigh", "The table is stopped: off sideways", 20.0, EVERY, until="rim")
    assert seen.ended == "rim" and abs(seen.r[-1, 1] - seen.r[0, 1]) > 3*abs(seen.r[-1, 0] - seen.r[0, 0])


def test_weight_ahead_dives():
    seen = ride("tilted_sleigh", "Shift the weight and it dives", 20.0, EVERY, until="rim")
    along = seen.v[-1]/np.linalg.norm(seen.v[-1])
    assert along @ (cos(radians(10)), 0, -sin(radians(10))) > 0.95 and seen.r[-1, 0] > 0


# looks ----------------------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("name", ["sleigh", "skate", "breakaway", "tilted_sleigh"])
def test_blades_touch_the_plane(name):
    """A sleigh stands on z = 0 of its own axes, and its edge is lowest at its blade's point."""
    body = Simulation(CATALOGUE.get(name)).bodies[0]
    vertices, quads, paints = body.drawn(24)
    assert vertices[:, 2].min() == 0.0 and len(quads) == len(paints) and quads.max() < len(vertices)
    assert body.size < sqrt(0.015)*2.5     # [m] in proportion to its radius of gyration


def test_drift_of_a_sleigh_at_rest_is_compared_with_an_energy():
    """Rounding of an energy of 0 J is no share of itself: the scale is a millionth of m g times the size at least."""
    scene = CATALOGUE.get("sleigh")
    run = Simulation(scene, {"rate": 0.0, "v1": 0.0, "spin": 0.0})
    run.grab(0, (0.02, 0.01, 0.0), 0.01)
    run.advance(2)
    run.let_go()
    run.advance(240)
    assert run.scale >= 1e-6*run.system.energy_scale > 0.0
    assert run.drift < 1e-9
