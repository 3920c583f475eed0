"""Balls that share the turning of a free table: what is constant, and one ball's conic."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.integrate import solve_ivp

from sandbox.mechanics.world import layout as at
from sandbox.run.simulation import Simulation
from sandbox.scene import Ball
from tests.scenes.riding import CATALOGUE

SCENE = CATALOGUE.get("balls_on_free_turntable")


def seen(run):
    """Centres and velocities relative to the axis (n, 3), the table's rate."""
    shot = run.snapshot()
    return (np.array([b.centre for b in shot.bodies]), np.array([b.velocity for b in shot.bodies]),
            shot.supports[0].angular_velocity[2])


def momentum(run, ball):
    r, v, rate = seen(run)
    spins = sum(b.angular_velocity[2] for b in run.snapshot().bodies)
    return run.values["inertia"]*rate + ball.m*np.cross(r, v)[:, 2].sum() + ball.I*spins


@pytest.mark.parametrize("preset", ["Four meet in the middle", "Going out, the table slows",
                                    "A table at rest stays at rest"])
def test_constants_of_rolling_balls(preset):
    """L, (J + chi sum m r^2) Omega^2 and v* of each ball, as long as they are on the table and meet nobody."""
    run = Simulation(SCENE, SCENE.preset(preset).values)
    ball = Ball(run.values["radius"])
    J, m, chi = run.values["inertia"], ball.m, ball.chi

    def constants():
        r, v, rate = seen(run)
        stars = v - chi*rate*np.cross([0.0, 0.0, 1.0], r)
        return np.concatenate(([momentum(run, ball), (J + chi*m*(r[:, :2]**2).sum())*rate**2], stars[:, :2].ravel()))

    first, rate = constants(), seen(run)[2]
    for _i in range(4):
        run.advance(48)
        if all(b.mode == "rolling" and b.centre[2] > 0.0 for b in run.snapshot().bodies) and not hits(run):
            assert_allclose(constants(), first, atol=1e-12)
    assert hits(run) or seen(run)[2] != rate


def hits(run):
    """Number of impacts so far."""
    return run.states[0][run.system.room.ledger_at + at.IMPACTS]


def test_hits_keep_the_angular_momentum():
    """Twelve balls that meet; the rough table holds them in every hit and takes its part."""
    run = Simulation(SCENE, SCENE.preset("Twelve on a light table").values)
    ball, first = Ball(run.values["radius"]), None
    first = momentum(run, ball)
    while all(b.centre[2] > 0.0 for b in run.snapshot().bodies) and run.t < 3.0:
        assert momentum(run, ball) == pytest.approx(first, abs=1e-12)
        run.advance(12)
    assert hits(run) > 10 and run.drift < 1e-10


def test_one_ball_is_the_scene_with_one_ball():
    """Against the closed form of `free_turntable`: a conic."""
    run = Simulation(SCENE, {"count": 1, "ring": 0.12, "inward": 0.05, "along": 0.16})
    single = CATALOGUE.get("free_turntable")
    exact = Simulation(single, {"x": 0.12, "y": 0.0, "vx": -0.05, "vy": 0.16, "inertia": 0.02, "rate": 3.0, "rim": 0.4})
    for _i in range(5):
        run.advance(120)
        exact.advance(120)
        if exact.ended is not None:
            break
        here, there = run.snapshot().bodies[0].centre, exact.snapshot().bodies[0].centre
        assert_allclose(here[:2], there[:2], atol=1e-11)
    assert run.t > 1.0


def test_the_bearing_takes_what_it_rubs():
    """Balls at rest on a table that slows down, by the equations at the head of the scene with -c Omega beside them."""
    values = SCENE.values({**SCENE.preset("A bearing that rubs").values, "inward": 0.0, "along": 0.0})
    run = Simulation(SCENE, values)
    run.advance(240)
    ball, J, c = Ball(values["radius"]), values["inertia"], values["bearing"]

    def rates(t, x):
        rate, r, v = x[0], x[1:3], x[3:5]
        # four balls alike, each a quarter of a turn from the next: n.(r x (n x v)) = r.v
        bent = -(c*rate + 4*ball.m*ball.chi*rate*(r @ v))/(J + 4*ball.m*ball.chi*(r @ r))
        return [bent, *v, *(ball.chi*(bent*np.array([-r[1], r[0]]) + rate*np.array([-v[1], v[0]])))]

    end = solve_ivp(rates, (0.0, 1.0), [3.0, values["ring"], 0.0, 0.0, 0.0], method="DOP853", rtol=1e-12,
                    atol=1e-14).y[:, -1]
    r, v, rate = seen(run)
    assert rate == pytest.approx(end[0], abs=1e-11)
    assert_allclose(r[0, :2], end[1:3], atol=1e-11)
    assert_allclose(v[0, :2], end[3:], atol=1e-11)
    assert run.drift < 1e-12
