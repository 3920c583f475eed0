"""Marble run: each part does what its formula says, and what falls passes through nothing."""

from math import radians, sin

import numpy as np
import pytest

from sandbox.run.simulation import Simulation
from sandbox.scene import Ball
from tests.scenes.riding import CATALOGUE, G

SCENE = CATALOGUE.get("marble_run")


def along_ramp(run, values):
    """How far along the upper ramp the first ball is, and its speed down it [m, m/s]."""
    beta, body = radians(values["slope"]), run.snapshot().bodies[0]
    down = np.array([np.cos(beta), 0.0, -np.sin(beta)])
    return (body.centre - [0.0, 0.0, 0.62]) @ down, body.velocity @ down


@pytest.mark.parametrize("shells", [False, True])
def test_down_the_ramp(shells):
    """(1 - chi) g sin beta, once the bounces are over; a hollow ball takes longer."""
    values = SCENE.values({"count": 2, "apart": 1.0, "shells": shells, "restitution": 0.0})
    run = Simulation(SCENE, values)
    i = 1 if shells else 0
    ball = Ball(values["radius"], shell=shells)
    beta = radians(values["slope"])
    down = np.array([np.cos(beta), 0.0, -np.sin(beta)])
    seen = []
    while run.t < 1.2 and run.ended is None:
        run.advance(6)
        body = run.snapshot().bodies[i]
        x = (body.centre - [0.0, 0.0, 0.62]) @ down
        if body.mode == "rolling" and -0.2 < x < 0.25 and body.centre[2] > 0.5:
            seen.append(body.velocity @ down)
    gains = np.diff(seen)[1:-1]*240/6
    assert len(gains) > 5
    np.testing.assert_allclose(gains, (1.0 - ball.chi)*G*sin(beta), rtol=1e-9)


def test_too_steep_to_roll():
    """g (sin beta - mu cos beta) while it slips."""
    values = SCENE.values({**SCENE.preset("Too steep to roll").values, "restitution": 0.0})
    run = Simulation(SCENE, values)
    seen = []
    while run.t < 0.6:
        run.advance(4)
        x, v = along_ramp(run, values)
        if run.snapshot().bodies[0].mode == "sliding" and -0.2 < x < 0.25:
            seen.append(v)
    gains, beta = np.diff(seen)[1:-1]*240/4, radians(25.0)
    assert len(gains) > 5
    np.testing.assert_allclose(gains, G*(sin(beta) - 0.08*np.cos(beta)), rtol=1e-9)


@pytest.mark.parametrize("preset", [p.name for p in SCENE.presets])
def test_all_come_to_the_floor(preset):
    """Within ten seconds; nothing is inside a plate, the wall or another ball, and the books close."""
    run = Simulation(SCENE, SCENE.preset(preset).values)
    a = run.values["radius"]
    for _i in range(100):
        run.advance(24)
        x = np.array([b.centre for b in run.snapshot().bodies])
        assert x[:, 2].min() > a*(1.0 - 1e-9)
        apart = np.linalg.norm(x[:, None] - x[None], axis=2) + 9.0*np.eye(len(x))
        assert apart.min() > 2*a*(1.0 - 1e-9)
    assert run.ended is None and run.drift < 1e-10
    assert (x[:, 2] < 0.02).all()


def test_the_table_sends_them_elsewhere():
    """The rate decides where a ball leaves: the other way round for the other sense, by symmetry of a lone ball."""
    ends = []
    for rate in (3.0, -3.0):
        run = Simulation(SCENE, {"count": 1, "aside": 0.0, "rate": rate})
        run.advance(720)
        ends.append(run.snapshot().bodies[0].centre)
    assert ends[0][1] == pytest.approx(-ends[1][1], abs=1e-9) and abs(ends[0][1]) > 0.01
    assert ends[0][0] == pytest.approx(ends[1][0], abs=1e-9)
