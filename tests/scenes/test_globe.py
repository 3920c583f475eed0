"""What a viewer of the globe should see does happen: the sleeping top, its threshold, where the globe is left."""

from math import acos, cos, degrees, radians, sin, sqrt

import pytest
from numpy.testing import assert_allclose

from sandbox.run.simulation import Simulation
from tests.scenes.riding import CATALOGUE, SOLID, A, G, from_top, ride


def lowest_of_the_top(theta, rate, b=0.15, a=A, chi=SOLID, spin=0.0):
    """Largest angle from the vertical of a ball let go at `theta` with its centre at rest [rad].

    C^2 (cos theta - x) = 2 A m g ell (1 - x^2), x the cosine sought; per mass I = k a^2 with k = chi/(1 - chi),
    A = (1 + k) ell^2, C = k a s ell, s = spin + (b/a) rate cos theta. Source: energy and moment of Lagrange's top.
    """
    k, ell = chi/(1 - chi), a + b
    s = spin + b/a*rate*cos(theta)
    ratio = (k*a*s*ell)**2/(2*(1 + k)*ell**2*G*ell)
    # x^2 - ratio x + ratio cos th0 - 1 = 0
    return acos(0.5*(ratio - sqrt(ratio**2 - 4*(ratio*cos(theta) - 1))))


# the sleeping top -----------------------------------------------------------------------------------------------------

@pytest.mark.parametrize(("preset", "limit", "friction"), [
    ("Asleep on the globe", 3.21, 0.10), ("Three degrees off", 9.47, 0.30), ("A little too slow", 36.2, 1.9),
    ("Spinning ball, resting globe", 2.66, 0.08)])
def test_globe_carries_a_sleeping_top(preset, limit, friction):
    seen = ride("globe", preset, 30.0)
    widest = from_top(seen).max()
    assert seen.ended is None and degrees(widest) < limit and seen.run.max_F_over_N < friction
    expected = lowest_of_the_top(seen.p.angle, seen.p.rate, spin=seen.p.spin)
    assert widest == pytest.approx(expected, abs=2e-5)     # [rad] a step off the turning point
    assert from_top(seen).min() == pytest.approx(seen.p.angle, abs=1e-9)


def test_globe_threshold():
    """sqrt(35 g (a + b))/b = 49.4 rad/s: twice as far from the top above it, far away below it."""
    threshold = sqrt(35*G*0.16)/0.15
    assert threshold == pytest.approx(49.4, abs=0.05)
    small = radians(0.01)
    above = ride("globe", "Asleep on the globe", 20.0, rate=1.02*threshold, angle=small)
    below = ride("globe", "Asleep on the globe", 20.0, rate=0.98*threshold, angle=small)
    assert from_top(above).max() < 10*small
    # for a start near the top: cos th = 2 (Omega/Omega_c)^2 - 1, and a thousandth for the start itself
    assert cos(from_top(below).max()) == pytest.approx(2*0.98**2 - 1, abs=1e-4)


def test_globe_put_down_without_turning():
    seen = ride("globe", "Put down without turning", 60.0)
    assert seen.ended is None and degrees(from_top(seen).max()) == pytest.approx(17.3, abs=0.1)
    assert_allclose(seen.w[0], 0.0, atol=1e-15)
    assert_allclose(seen.v[0, :2], (0.0, 52*0.15*sin(radians(1))), atol=1e-12)


# the ball leaves ------------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("preset", ["Ten seventeenths", "Far too slow: it falls"])
def test_globe_is_left_at_ten_seventeenths(preset):
    seen = ride("globe", preset, 20.0, until="detach")
    assert seen.ended == "detach"
    assert seen.n[-1, 2] == pytest.approx(10/17*cos(seen.p.angle), abs=1e-12)
    assert degrees(from_top(seen)[-1]) == pytest.approx(54.0, abs=0.05)


def test_globe_drops_the_ball_below_44():
    edge = sqrt(27/34*35*G*0.16)/0.15
    assert edge == pytest.approx(44.0, abs=0.05)
    small = radians(0.1)
    assert ride("globe", "Ten seventeenths", 10.0, until="detach", rate=0.995*edge, angle=small).ended == "detach"
    assert ride("globe", "Ten seventeenths", 10.0, until="detach", rate=1.005*edge, angle=small).ended is None


def test_globe_slowed_down_by_hand_loses_the_ball():
    run = Simulation(CATALOGUE.get("globe"))
    run.advance(5*240)
    run.set("rate", 40.0)
    run.advance(20*240)
    left = next(event.t for event in run.events if event.kind == "detach")
    assert 1.2 < left - 5.0 < 10.0      # [s] the ramp of 10 rad/s^2 takes 1.2
    assert run.ended is None and run.snapshot().bodies[0].mode == "rolling"
