"""Ball on a seesaw: its growing mode, and the whole motion against Lagrange's equations integrated by scipy."""

from math import radians

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.integrate import solve_ivp
from scipy.linalg import eigh

from sandbox.run.simulation import Simulation
from sandbox.scene import Ball
from tests.scenes.riding import CATALOGUE, G

SCENE = CATALOGUE.get("seesaw")
HALF = 0.004          # half thickness of the plank [m]


def numbers(values):
    """J, M g b, m, I, a, h, c of the scene's head."""
    ball = Ball(values["radius"], shell=values["shell"])
    return (values["inertia"], values["mass"]*G*values["below"], ball.m, ball.I, ball.radius, HALF + ball.radius,
            values["bearing"])


def lagrange(values, alpha, s, ds, seconds):
    """alpha, s and their rates after some seconds; the equations of T and V at the head of the scene."""
    J, weight, m, inertia, a, h, c = numbers(values)

    def rates(t, x):
        al, s, w, u = x
        M = [[J + m*(h*h + s*s) + inertia, m*h + inertia/a], [m*h + inertia/a, m + inertia/a**2]]
        f = [-2*m*s*u*w + m*G*(h*np.sin(al) + s*np.cos(al)) - weight*np.sin(al) - c*w, m*s*w*w + m*G*np.sin(al)]
        return [w, u, *np.linalg.solve(M, f)]

    return solve_ivp(rates, (0.0, seconds), [alpha, s, 0.0, ds], method="DOP853", rtol=1e-12, atol=1e-14).y[:, -1]


def seen(run):
    """alpha, s of the first ball, from the picture."""
    shot = run.snapshot()
    q = shot.supports[0].quaternion
    alpha = 2.0*np.arctan2(q[2], q[0])
    x, _y, z = shot.bodies[0].centre
    return alpha, x*np.cos(alpha) - z*np.sin(alpha)


@pytest.mark.parametrize(("preset", "seconds"), [
    ("It runs off", 0.6), ("A heavy plank, hung low", 1.5), ("Thrown up the slope", 0.6), ("A stiff bearing", 0.7),
    ("A hollow ball", 0.6)])
def test_against_lagrange(preset, seconds):
    values = SCENE.values(SCENE.preset(preset).values)
    run = Simulation(SCENE, values)
    run.advance(round(240*seconds))
    assert run.ended is None and run.snapshot().bodies[0].mode == "rolling"
    found = lagrange(values, radians(values["lean"]), values["place"], values["speed"], round(240*seconds)/240)
    assert_allclose(seen(run), found[:2], atol=1e-10)       # [rad, m] tolerance of the reference grown by exp(lambda t)
    assert run.drift < 1e-11


def test_the_growing_mode():
    """A start in the growing mode stays in it: alpha grows by exp(lambda t) as long as it is small."""
    values = SCENE.values({})
    J, weight, m, inertia, a, h, _c = numbers(values)
    M = np.array([[J + m*h*h + inertia, m*h + inertia/a], [m*h + inertia/a, m + inertia/a**2]])
    K = np.array([[weight - m*G*h, -m*G], [-m*G, 0.0]])
    squares, modes = eigh(-K, M)
    assert squares[0] < 0.0 < squares[1]
    rate, (alpha, s) = np.sqrt(squares[1]), modes[:, 1]/modes[1, 1]*1e-5
    # the plank at rest in the scene: the half that grows of a start at rest is cosh
    run = Simulation(SCENE, {"place": s, "lean": np.degrees(alpha)})
    run.advance(240)
    assert_allclose(seen(run), np.array([alpha, s])*np.cosh(rate), rtol=1e-5)       # of alpha^2 and the place squared


def test_the_ball_runs_off_and_lies_on_the_floor():
    run = Simulation(SCENE, SCENE.preset("It runs off").values)
    run.advance(1200)
    body = run.snapshot().bodies[0]
    assert body.centre[2] == pytest.approx(0.02 - 0.45, abs=1e-9) and abs(body.centre[0]) > 0.3
    assert run.drift < 1e-10


def test_two_balls_in_balance_stay():
    run = Simulation(SCENE, SCENE.preset("Two balls in balance").values)
    run.advance(480)
    for body, x in zip(run.snapshot().bodies, (0.1, -0.1), strict=True):
        assert body.centre[0] == pytest.approx(x, abs=1e-9)
