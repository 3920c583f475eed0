"""Laws of supports that change while a world goes on: what they hold no more moves at once, by its closed form."""

from math import cos, radians, sin

import numpy as np
import pytest

import sandbox

SCENE = '''"""Bodies that are held by friction on a slope."""
from math import cos, radians, sin

from sandbox.scene import (
    ANEW, Ball, Box, Card, Contact, Coulomb, On, Parameter, Placed, Plane, Preset, Puck, Scene, Smooth, Start, Still,
    Try, World)

PARAMETERS = (
    Parameter("mu", 0.8, low=0, high=2, live=True, about="friction coefficient"),
    Parameter("resistance", 0.0, "m", low=0, high=0.1, live=True, about="resistance against rolling"),
    Parameter("slope", 15.0, "deg", low=0, high=45, about="slope"),
    Parameter("kind", 0, low=0, high=2, role="start", about="which bodies"),
    Parameter("count", 2, low=1, high=2, role="start", about="how many"),
)


def build(p):
    law = Contact(Coulomb(p.mu) if p.mu else Smooth(), rolling_resistance=p.resistance, restitution=0.0)
    half = 0.5*radians(p.slope)
    plane = On(Plane().placed(axis=(0, 1, 0), angle=2*half), Still(), law)
    body, name = ((Box(0.04, 0.04, 0.02, 0.002, density=700.0), "box"), (Puck(0.02, 0.015, 0.05), "puck"),
                  (Ball(0.02), "ball"))[int(p.kind)]
    bodies = [Placed(body, Start(at=(0.1*i, 0.0), velocity=(0.0, 0.0), orientation=(cos(half), 0.0, sin(half), 0.0)))
              for i in range(int(p.count))]
    return World({"plane": plane}, bodies, {(name, name): Contact(Coulomb(0.3))} if len(bodies) > 1 else {})


SCENE = Scene("Slope", PARAMETERS, build, card=Card("Held by friction.", "Friction bears the weight.", Try(
    "[Take friction away]: it slides.", ANEW, mu=0.0)), topic="contact", level="school", presets=(Preset("Held"),))
'''
G, SLOPE = 9.81, radians(15.0)      # [m/s^2], [1]
STILL = 1e-20                       # [m/s] what is held moves by squares of rounding
BOX, PUCK, BALL = range(3)


@pytest.fixture(scope="module")
def slope(tmp_path_factory):
    path = tmp_path_factory.mktemp("live")/"slope.py"
    path.write_text(SCENE, encoding="utf-8")
    return str(path)


@pytest.mark.parametrize(("kind", "count"), [(BOX, 2), (BOX, 1), (PUCK, 2)])
@pytest.mark.parametrize("mu", [0.0, 0.1])
def test_what_rests_slides_as_soon_as_friction_does_not_hold_it(slope, kind, count, mu):
    """a = g (sin s - mu cos s). Boxes that slept in a pile slept on, without friction, too."""
    run = sandbox.simulate(slope, kind=kind, count=count, duration=2.0, live=[(1.0, "mu", mu)], at=[1.0, 1.5, 2.0])
    speeds = np.linalg.norm(run.bodies["velocity"], axis=-1)
    a = G*(sin(SLOPE) - mu*cos(SLOPE))
    assert run.ended is None and (speeds[0] < STILL).all()
    # [m/s] rounding of 240 steps
    assert np.allclose(speeds[1:], np.array([[0.5*a], [a]]), rtol=0.0, atol=1e-11)


def test_what_rests_rolls_as_soon_as_resistance_does_not_hold_it(slope):
    """a = 5/7 g sin s"""
    run = sandbox.simulate(slope, kind=BALL, resistance=0.05, duration=2.0, live=[(1.0, "resistance", 0.0)],
                           at=[1.0, 1.5, 2.0])
    speeds, a = np.linalg.norm(run.bodies["velocity"], axis=-1), 5/7*G*sin(SLOPE)
    assert (speeds[0] < STILL).all()
    # [m/s] rounding of 240 steps
    assert np.allclose(speeds[1:], np.array([[0.5*a], [a]]), rtol=0.0, atol=1e-11)


@pytest.mark.parametrize(("kind", "count"), [(BOX, 2), (BOX, 1), (PUCK, 2)])
def test_what_another_law_holds_as_well_stays(slope, kind, count):
    run = sandbox.simulate(slope, kind=kind, count=count, duration=2.0, live=[(1.0, "mu", 0.5)], at=[0.5, 2.0])
    # [m] rounding of a place of 0.1 m as it is looked at anew
    assert np.allclose(run.bodies["centre"][0], run.bodies["centre"][1], rtol=0.0, atol=1e-16)
