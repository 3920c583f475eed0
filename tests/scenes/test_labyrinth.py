"""Labyrinth: the plate's slope, its walls and its holes."""

import numpy as np
import pytest

from sandbox.run.simulation import Simulation
from sandbox.scene import Ball
from tests.scenes.riding import CATALOGUE, G

SCENE = CATALOGUE.get("labyrinth")


def ride(seconds, preset="The plate is yours", **changes):
    run = Simulation(SCENE, {**SCENE.preset(preset).values, **changes})
    run.advance(round(240*seconds))
    assert run.ended is None and run.drift < 1e-10
    return run, run.snapshot().bodies[0]


@pytest.mark.parametrize(("tilts", "way"), [((0.03, 0.0), (0.0, -1.0)), ((0.0, -0.03), (-1.0, 0.0))])
def test_the_slope_drives_the_ball(tilts, way):
    """(1 - chi) g sin alpha along the plate, whatever the radius."""
    _run, body = ride(0.2, tilt_x=tilts[0], tilt_y=tilts[1], x=0.02, y=0.13)
    speed = (1.0 - Ball(1.0).chi)*G*np.sin(0.03)*0.2
    assert body.velocity[:2] @ np.array(way) == pytest.approx(speed*np.cos(0.03), rel=1e-9)
    assert np.linalg.norm(body.velocity) == pytest.approx(speed, rel=1e-9)


def test_a_tilt_by_hand():
    """Tilted while it runs: the ball follows, and the ledger has the work of the hand that tilts."""
    run, body = ride(0.1, x=0.02, y=0.05)
    assert not body.velocity.any()
    run.set("tilt_y", 0.05)
    run.advance(120)
    body = run.snapshot().bodies[0]
    assert body.velocity[0] > 0.05 and run.drift < 1e-11


def test_the_ball_stays_between_the_walls():
    """Half a minute of rolling from wall to wall: never nearer to a wall's middle plane than it may be."""
    run = Simulation(SCENE, {**SCENE.preset("From wall to wall").values, "friction": 0.05, "restitution": 0.9})
    for _i in range(200):
        run.advance(12)
        x, y, z = run.snapshot().bodies[0].centre
        if z < 0.0:
            break
        assert abs(x) < 0.2 - 0.003 - 0.008 + 1e-9 and abs(y) < 0.15 - 0.003 - 0.008 + 1e-9
    assert run.drift < 1e-10


@pytest.mark.parametrize("preset", ["Into a hole", "Round the edge of a hole", "A small ball and large holes"])
def test_what_falls_into_a_hole_lies_on_the_floor(preset):
    run, body = ride(5.0, preset)
    assert body.centre[2] == pytest.approx(run.values["radius"] - 0.12, abs=1e-9)


def test_a_fast_ball_jumps_over_the_hole():
    _run, body = ride(1.0, "Too fast to fall")
    assert body.centre[2] > 0.0 and body.centre[1] < 0.0
