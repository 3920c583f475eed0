"""Coin on a turntable: the steady circles at the head of the scene, and what becomes of others."""

from math import cos, radians, sin

import numpy as np
import pytest
from numpy.testing import assert_allclose

from sandbox.errors import BadValue
from sandbox.run.simulation import Simulation
from tests.scenes.riding import CATALOGUE, G

SCENE = CATALOGUE.get("coin_on_turntable")
RATE = 3.4907


@pytest.mark.parametrize("distance", [0.2, 0.5, 0.9])
def test_upright_at_a_third_of_the_rate(distance):
    """Any radius: after three turns of the table the coin is back where it was."""
    run = Simulation(SCENE, {"distance": distance})
    period = 3*2*np.pi/RATE
    run.advance(int(period*240))
    body = run.peek(period).bodies[0]
    assert_allclose(body.centre, [0.0, distance, 0.03], atol=1e-12)       # [m] rounding of 1,300 steps
    assert run.drift < 1e-12


@pytest.mark.parametrize(("theta", "turning", "rate"), [
    (70.0, 2.5, RATE), (75.0, -4.0, RATE), (70.0, 3.0, 0.0), (60.0, -3.0, 5.0)])
def test_steady_circles_by_forces(theta, turning, rate):
    """Newton and Euler on what the run shows: centripetal force, and the moment that turns L (independent of rho)."""
    run = Simulation(SCENE, {"theta": theta, "turning": turning, "rate": rate})
    a, p, s, c = 0.03, turning, sin(radians(theta)), cos(radians(theta))
    run.advance(240)
    body = run.snapshot().bodies[0]
    m = 100*np.pi*a*a
    far = np.hypot(*body.centre[:2])
    force = body.F + body.N*np.array([0.0, 0.0, 1.0])
    assert body.N == pytest.approx(m*G, rel=1e-9)
    assert np.linalg.norm(body.F) == pytest.approx(m*p*p*far, rel=1e-9)
    arm = body.contact - body.centre
    # L = A w + (C - A) (w.e3) e3 turns with the rate p about the vertical
    w, e3 = body.angular_velocity, axis(body.quaternion)
    A, C = m*a*a/4, m*a*a/2
    L = A*w + (C - A)*(w @ e3)*e3
    assert_allclose(np.cross([0.0, 0.0, p], L), np.cross(arm, force), atol=1e-9*m*G*a)
    assert abs(e3[2]) == pytest.approx(abs(c), abs=1e-9) and s > 0.0


def axis(q):
    """Third axis of the body."""
    w, x, y, z = q
    return np.array([2*(x*z + w*y), 2*(y*z - w*x), 1 - 2*(x*x + y*y)])


def test_a_wobble_stays_small_and_its_energy():
    run = Simulation(SCENE, SCENE.preset("A wobble on the way").values)
    far = []
    for _i in range(100):
        run.advance(24)
        far.append(np.hypot(*run.snapshot().bodies[0].centre[:2]))
    assert run.ended is None and run.drift < 1e-12
    assert 0.01 < np.ptp(far) < 0.03


@pytest.mark.parametrize("preset", ["Less spin: it falls", "A circle that does not last"])
def test_some_fall(preset):
    run = Simulation(SCENE, SCENE.preset(preset).values)
    while run.t < 6.0 and run.ended is None:
        run.advance(24)
    assert run.ended is not None and run.t > 1.0 and run.drift < 1e-10


def test_no_circle_without_turning():
    with pytest.raises(BadValue, match="a tilted coin has no steady circle at the rate 0 rad/s"):
        Simulation(SCENE, {"theta": 70.0, "turning": 0.0})
