"""Balls that share the turning of a free table: what is constant, and one ball's conic."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

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
    return run.values["inertia"]*rate + ball.m*np.cross(r, v)[:, 2].sum()


@pytest.mark.parametrize("preset", ["Four meet in the middle", "Going out, the table slows",
                                    "A table at rest that is set going"])
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
    return run.states[0][run.system.room.books_at + 2]


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
    run = Simulation(SCENE, {**SCENE.preset("A bearing that rubs").values, "inward": 0.0, "along": 0.0})
    run.advance(240)
    r, _v, rate = seen(run)
    # balls at rest stay where they are put, and the table turns under them: J' = J + chi sum of m r^2
    ball = Ball(0.02)
    J = run.values["inertia"] + ball.chi*ball.m*(r[:, :2]**2).sum()
    assert rate == pytest.approx(3.0*np.exp(-0.005/J), rel=1e-3)
    assert run.drift < 1e-12
