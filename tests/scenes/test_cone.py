"""What a viewer of the cone should see does happen: closed stars, level circles, a ball that is thrown back."""

from math import cos, degrees, sin, sqrt, tan

import numpy as np
import pytest
from numpy.testing import assert_allclose

from tests.scenes.riding import SOLID, A, G, ride, turns


@pytest.mark.parametrize(("preset", "petals", "laps", "friction"), [
    ("Star of five", 5, 3, 0.14), ("Rosette of eight", 8, 5, 0.16)])
def test_cone_draws_closed_stars(preset, petals, laps, friction):
    seen = ride("cone", preset, 20.0)
    t, azimuth = turns(seen, -seen.r[:, 2])
    assert seen.ended is None and len(t) > petals
    # [deg] the start speed has three digits
    assert degrees(np.diff(azimuth).mean())*petals == pytest.approx(360*laps, abs=0.5)
    assert seen.run.max_F_over_N < friction


def test_cone_ball_climbs_and_falls_back():
    seen = ride("cone", "Thrown up the wall", 20.0)
    radius = np.hypot(seen.r[:, 0], seen.r[:, 1])
    # on the cone at rest R u is constant like the angular momentum of a point
    momentum = seen.r[:, 0]*seen.v[:, 1] - seen.r[:, 1]*seen.v[:, 0]
    assert_allclose(momentum, momentum[0], rtol=1e-12)
    assert seen.ended is None and radius.min() < 0.008 and radius.max() > 0.23 and np.ptp(seen.r[:, 2]) > 0.12
    heights = seen.r[np.flatnonzero(np.diff(np.sign(np.diff(seen.r[:, 2]))) < 0) + 1, 2]
    assert np.ptp(heights) < 2e-5         # [m] always as high as before; a step off the top is g h^2/8 = 2e-5


def test_cone_level_circle():
    seen = ride("cone", "Level circle", 20.0)
    radius = np.hypot(*seen.r[0, :2])
    assert seen.p.across == pytest.approx(sqrt((1 - SOLID)*G*radius*tan(seen.p.slope)), abs=5e-5)
    assert np.ptp(seen.r[:, 2]) < 1e-5     # [m] the speed has four digits


def test_turning_cone_throws_a_resting_ball_back():
    """On a cone at rest the same start ends at the apex."""
    seen = ride("cone", "Let go at rest in a turning cone", 20.0)
    R, a = np.hypot(seen.r[:, 0], seen.r[:, 1]), A
    assert seen.ended is None and R.min() == pytest.approx(0.0192, abs=1e-4) and seen.run.max_F_over_N < 0.22
    k = R.argmin()
    C1 = -0.5*SOLID*seen.p.rate*R[0]**2
    u = C1/R[k] + 0.5*SOLID*seen.p.rate*R[k]
    assert (seen.r[k, 0]*seen.v[k, 1] - seen.r[k, 1]*seen.v[k, 0])/R[k] == pytest.approx(u, rel=1e-12)
    still = ride("cone", "Let go at rest in a turning cone", 20.0, rate=0.0)
    # [m] the event comes 1e-9 of the radius of curvature before the apex
    assert still.ended == "apex" and still.r[-1, 2] == pytest.approx(a/cos(still.p.slope), abs=1e-11)


def test_cone_straight_to_the_apex_and_over_the_rim():
    seen = ride("cone", "Straight to the apex", 20.0)
    path = np.linalg.norm(seen.r[-1] - seen.r[0])
    assert seen.ended == "apex"
    assert seen.t[-1] == pytest.approx(sqrt(2*path/((1 - SOLID)*G*sin(seen.p.slope))), rel=1e-12)
    seen = ride("cone", "Over the rim", 20.0, until="rim")
    contact = np.hypot(*seen.r[-1, :2]) + A*sin(seen.p.slope)
    assert seen.ended == "rim" and contact == pytest.approx(0.3, abs=1e-12)
    # over the edge and down to the floor
    seen = ride("cone", "Over the rim", 3.0)
    assert seen.ended is None and seen.r[-1, 2] == pytest.approx(A - 0.1, abs=1e-12)
    assert seen.last.bodies[0].mode == "rolling"
