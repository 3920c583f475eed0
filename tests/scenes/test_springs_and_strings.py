"""Springs and strings as a scene: modes, the rolling ball, the string, each by its own closed form."""

from math import cos, exp, pi, sqrt

import numpy as np
import pytest
from numpy.testing import assert_allclose

from sandbox.run.simulation import Simulation
from tests.scenes.riding import CATALOGUE, G

SCENE = CATALOGUE.get("springs")
GOLDEN = 0.5*(1.0 + sqrt(5.0))


def begin(preset="", **changes):
    return Simulation(SCENE, {**(SCENE.preset(preset).values if preset else {}), **changes})


def heights(run):
    return np.array([body.centre[2] for body in run.snapshot().bodies])


@pytest.mark.parametrize(("ratio", "sign"), [(GOLDEN, -1.0), (1.0 - GOLDEN, 1.0)])
def test_a_mode_goes_on_as_it_begins(ratio, sign):
    """x_1 = s cos w t, x_2 = ratio x_1, by the golden ratio: 1e-12 over more than two periods."""
    run = begin(upper=0.02, lower=0.02*ratio)
    rate = sqrt((3.0 + sign*sqrt(5.0))/2.0*40.0/0.2)
    # upper spring: two weights, lower one: one
    still = np.array((-0.25 - 2*0.2*G/40.0, -0.5 - 3*0.2*G/40.0))
    for _ in range(8):
        run.advance(30)
        assert_allclose(heights(run), still - 0.02*cos(rate*run.t)*np.array((1.0, ratio)), atol=1e-12)
    assert run.drift < 1e-13 and run.events == []


@pytest.mark.parametrize("damping", [0.0, 0.15])
def test_the_rolling_ball_has_seven_fifths_of_its_mass(damping):
    run = begin("Rolls on a spring", damping=damping)
    fades = damping/(2.8*0.2)
    rate = sqrt(40.0/(1.4*0.2) - fades**2)
    for _ in range(6):
        run.advance(40)
        t = run.t
        wanted = 0.25 + 0.05*exp(-fades*t)*(cos(rate*t) + fades/rate*np.sin(rate*t))
        assert_allclose(run.snapshot().bodies[0].centre, (wanted, 0.0, 0.025), atol=1e-12)


def test_the_string_goes_slack_where_the_card_says_and_is_caught():
    run = begin("The string goes slack")
    run.advance(240)
    slack, tight = run.events[:2]
    assert slack.kind == "grip" and tight.kind == "impact"
    again = begin("The string goes slack")
    again.advance(int(slack.t*240))
    # between this step and the next
    angle = np.arccos((2.0 - 9.0/(G*0.25))/3.0)
    r = [again.snapshot().bodies[0].centre]
    again.advance(1)
    r.append(again.snapshot().bodies[0].centre)
    angles = [np.arctan2(x[0], -x[2]) for x in r]
    assert angles[0] < angle < angles[1] + 1e-9 and angles[1] - angles[0] < 2.0*pi/60.0
    beta = pi - angle
    assert tight.t - slack.t == pytest.approx(4.0*np.sin(beta)*sqrt(0.25*cos(beta)/G), abs=1e-10)


def test_all_the_way_round_nothing_happens():
    run = begin("All the way round")
    run.advance(480)
    assert run.events == [] and run.drift < 1e-13
