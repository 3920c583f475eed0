"""Balls on stiff arms: pendulum, modes, Lagrange's double pendulum and the carousel, each by its own closed form."""

from math import cos, pi, radians, sin, sqrt
from types import SimpleNamespace

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.integrate import solve_ivp
from scipy.optimize import brentq
from scipy.special import ellipk

from sandbox.run.simulation import Simulation
from tests.scenes.riding import CATALOGUE, G

SCENE = CATALOGUE.get("chain")
OUT = 0.15                                   # [m] of the first joint from the axis


def begin(preset="", **changes):
    return Simulation(SCENE, {**(SCENE.preset(preset).values if preset else {}), **changes})


def chains(run) -> list[np.ndarray]:
    """Places of each chain from its first joint down, (balls + 1, 3), where the beam is at rest."""
    bodies, count = run.snapshot().bodies, int(run.values["count"])
    found = []
    for side, first in enumerate(range(0, len(bodies), count)):
        joint = np.array((0.0, (-OUT, OUT)[side], 0.0))
        found.append(np.array((joint, *(body.centre for body in reversed(bodies[first:first + count])))))
    return found


def angles(run) -> np.ndarray:
    """Angle of each arm of the first chain with the vertical [rad]."""
    arms = np.diff(chains(run)[0], axis=0)
    return np.arctan2(arms[:, 0], -arms[:, 2])


def inertia(run) -> float:
    """I/(m l^2) of a solid ball on its arm."""
    return 0.4*(run.values["radius"]/run.values["length"])**2


@pytest.mark.parametrize("start", [1.0, 60.0, 120.0, 170.0])
def test_one_ball_swings_as_long_as_the_elliptic_integral_says(start):
    run = begin("One pendulum", angle=start)
    period = 4.0*sqrt(run.values["length"]/G*(1.0 + inertia(run)))*ellipk(sin(radians(start)/2)**2)
    for quarters, share in ((1, 0.0), (2, -1.0), (3, 0.0), (4, 1.0)):
        centre = run.peek(quarters*period/4).bodies[0].centre
        assert_allclose(np.degrees(np.arctan2(centre[0], -centre[2])), share*start, rtol=0, atol=1e-8)       # [deg]


@pytest.mark.parametrize("which", [0, 1])
def test_two_balls_swing_in_modes(which):
    """Eigenvectors of the linear equations at the head of the scene, by numpy; nonlinear terms are theta^2 of them."""
    run = begin("Slow mode")
    j, w = inertia(run), G/run.values["length"]
    squares, shapes = np.linalg.eig(np.linalg.solve([[2.0 + j, 1.0], [1.0, 1.0 + j]], np.diag((2.0*w, w))))
    k = np.argsort(squares)[which]
    rate, ratio = sqrt(squares[k]), shapes[1, k]/shapes[0, k]
    first = 0.01                                                     # [deg]
    run = begin("Slow mode", angle=first, fold=first*(ratio - 1.0))
    for step in range(1, 9):
        run.advance(60)
        assert run.t == pytest.approx(0.25*step, abs=1e-12)
        wanted = first*cos(rate*run.t)*np.array((1.0, ratio))
        assert_allclose(np.degrees(angles(run)), wanted, rtol=0, atol=1e-5*first)


def test_the_ratio_of_the_modes():
    """1 + sqrt(2) for points: periods of the card, of small balls."""
    card = SCENE.carded("Slow mode")
    values = SCENE.values({**SCENE.preset("Slow mode").values, "radius": 0.01, "length": 0.4})
    slow, fast = (card.numbers[name].of(SimpleNamespace(**values), None) for name in ("slow", "fast"))
    assert slow/fast == pytest.approx(1.0 + sqrt(2.0), rel=1e-3)      # I/(m l^2) = 2.5e-4


def test_two_balls_move_as_lagrange_says():
    """Angles as coordinates, no constraint in sight: 1e-9 rad after 1.5 s, over which errors grow 1e3 times."""
    run = begin(angle=120.0, fold=35.0)
    length, j = run.values["length"], inertia(run)

    def slopes(_t, y):
        one, two, u, v = y
        c, s = cos(one - two), sin(one - two)
        mass = ((2.0 + j, c), (c, 1.0 + j))
        force = (-s*v*v - 2.0*G/length*sin(one), s*u*u - G/length*sin(two))
        return u, v, *np.linalg.solve(mass, force)

    first = np.radians((120.0, 155.0))
    found = solve_ivp(slopes, (0.0, 1.5), (*first, 0.0, 0.0), "DOP853", rtol=1e-13, atol=1e-13)
    run.advance(360)
    assert run.events == []
    away = angles(run) - found.y[:2, -1]
    assert_allclose((away + pi) % (2*pi) - pi, 0.0, rtol=0, atol=1e-9)


@pytest.mark.parametrize(("rate", "length"), [(4.0, 0.3), (-3.0, 0.4), (6.0, 0.1)])
def test_a_ball_of_the_carousel_stands_against_the_beam(rate, length):
    lean = brentq(lambda x: G*np.tan(x) - rate**2*(OUT + length*sin(x)), 0.0, 1.5)
    run = begin("A carousel", rate=rate, length=length, outwards=np.degrees(lean))
    turn = rate*2.0
    run.advance(480)
    for side, body in zip((-1.0, 1.0), run.snapshot().bodies, strict=True):
        reach = OUT + length*sin(lean)
        wanted = (-side*sin(turn)*reach, side*cos(turn)*reach, -length*cos(lean))
        assert_allclose(body.centre, wanted, rtol=0, atol=1e-10)      # [m]


def test_the_angular_momentum_about_the_joint_stays():
    run = begin("Round and round")
    ball, joint = run.system.bodies[0], np.array((0.0, -OUT, 0.0))
    found = []
    for _look in range(40):
        body = run.snapshot().bodies[0]
        found.append(ball.m*np.cross(body.centre - joint, body.velocity)[2] + ball.I*body.angular_velocity[2])
        run.advance(30)
    assert abs(found[0]) > 0.01 and np.ptp(found) < 1e-12*abs(found[0])


@pytest.mark.parametrize("preset", [preset.name for preset in SCENE.presets])
def test_joints_hold_and_take_no_energy(preset):
    run = begin(preset)
    run.advance(1200)
    assert run.ended is None and run.drift < 1e-12
    if not run.values["rate"]:
        for balls in chains(run):
            assert_allclose(np.linalg.norm(np.diff(balls, axis=0), axis=1), run.values["length"], rtol=0, atol=1e-12)


def test_twins_part():
    """A thousandth of a degree grows to a fifth of a turn; from 20 degrees it does not."""
    def apart(angle):
        run = begin("Twins that part", angle=angle)
        run.advance(1200)
        one, two = (np.diff(balls, axis=0) for balls in chains(run))
        return np.linalg.norm(one - two, axis=1).max()
    assert apart(120.0) > 0.1 and apart(20.0) < 1e-4*0.2
