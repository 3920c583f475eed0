"""A cue hits a ball: momentum and spin by the impulse, work in the ledger, stamped and repeated bit by bit."""


import numpy as np
import pytest
from numpy.testing import assert_allclose

from sandbox.errors import BadValue
from sandbox.run.command import HAND
from sandbox.run.simulation import Simulation
from tests.shipped import shipped

SCENE = shipped().get("billiards")
RADIUS, G = 0.0286, 9.81
# the felt rubs while the hit lasts: a step, or two [m/s]
RUBBED = 0.2*G*2/240


def table(**values):
    return Simulation(SCENE, {"rows": 1, "rack_x": 0.6, "speed": 0.0, "cue_x": -0.5, "cue_y": 0.0} | values)


@pytest.mark.parametrize(("speed", "side", "height", "steps"), [
    (1.0, 0.0, 0.0, 1), (3.0, 0.4, 0.0, 1), (1.5, 0.0, 0.4, 1), (1.5, 0.0, -0.4, 1), (6.0, 0.0, 0.0, 2)])
def test_an_impulse_gives_speed_and_spin(speed, side, height, steps):
    """J = m v through a point b beside the middle: I w = r x J, so w a = 5/2 v b/a. While a hit lasts the ball turns by
    5/2 v b h/2a^2 and the point with it, which takes a share of half its square.
    """
    run = table()
    assert run.strike(0, (0.0, 2.0, 0.0), speed, side, height) == steps and run.step == steps
    ball = run.snapshot().bodies[0]
    assert_allclose(ball.velocity, (0.0, speed, 0.0), atol=RUBBED + 1e-3*speed)
    turned = 2.5*speed*max(abs(side), abs(height))/RADIUS*steps/480
    # right of the middle it turns to the left, above it it follows; the felt rubs
    assert_allclose(ball.angular_velocity*RADIUS, 2.5*speed*np.array((-height, 0.0, side)),
                    atol=2.5*RUBBED + 2.5*speed*0.5*turned**2 + 1e-3*speed)
    run.advance(240)
    assert run.drift < 1e-12
    first, last = (one for one in run.commands)
    assert (first.step, last.step, first.name, last.value) == (0, steps, HAND, None)


def test_shots_repeat_bit_by_bit_and_a_second_one_comes_when_all_rest():
    run = table(resistance=2e-3)
    run.strike(0, (1.0, 0.05, 0.0), 0.8, 0.1, -0.2)
    run.advance(240*6)
    assert np.abs(run.snapshot().bodies[0].velocity).max() < 1e-3
    run.strike(0, (0.0, 1.0, 0.0), 0.5)
    run.advance(100)
    assert run.snapshot().bodies[0].velocity[1] > 0.1
    again = Simulation(SCENE, run.start_values)
    again.replay(run.commands)
    again.advance(run.step)
    assert all(np.array_equal(a, b) for a, b in zip(again.states, run.states, strict=True))


@pytest.mark.parametrize(("along", "speed"), [((0, 0, 1), 1.0), ((1, 0, 0), 0.0), ((1, 0, 0), float("nan")),
                                              ((float("inf"), 0, 0), 1.0), ((1, 0, 0), float("inf"))])
def test_no_direction_or_speed_is_refused(along, speed):
    run = table()
    with pytest.raises(BadValue, match="needs a direction along the support and a speed above 0"):
        run.strike(0, along, speed)
    assert run.commands == [] and run.step == 0
