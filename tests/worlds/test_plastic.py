"""Hits that give nothing back, one after the other: they come to an end, and no ball gets into another one."""


import numpy as np
import pytest

from sandbox.run.simulation import Simulation
from sandbox.scene import Motion, Plane, Signal, World
from tests.shipped import shipped
from tests.worlds.made import Run, ball, flat, gaps, law, placed, table

# three balls of a stepped group, the middle one between the others: place, velocity and spin of each
SQUEEZED = (((0.08211852847865055, -0.12236711403014693), (0.10295531052654296, -0.027398275103044614), -1.446),
            ((0.0895690109387019, -0.08306331078823977), (0.0767311694218855, -0.022055080640201927), -2.571),
            ((0.10938628738630568, -0.046625168140906524), (-0.24981940181910856, -0.3460026902545044), 0.0))


def squeezed(mu):
    return Run(flat([placed(at, velocity, ball(0.02, 0.26), spin=spin) for at, velocity, spin in SQUEEZED],
                    law(mu, 0.0)))


@pytest.mark.parametrize("mu", [0.0, 0.1, 0.5, 1.0, np.inf])
def test_a_ball_between_two_comes_to_terms_with_both(mu):
    """Hits to the one and the other side shrink by a constant share: forty of them reach rounding.

    Rough ones shrink slowly; where they are too many for a frame small steps find all impulses together.
    """
    run = squeezed(mu)
    for _step in range(24):
        run.advance(run.h)
        assert gaps(run.x, [0.02]*3).min() >= -1e-9*0.02
    assert run.impacts < 60


@pytest.mark.parametrize("e", [0.0, 0.5])
def test_a_row_in_a_smooth_groove(e):
    """Five balls that roll to and fro in a trough meet again and again, and none gets through another one."""
    motion = {sign: Motion(tilt_axis=(1.0, 0.0, 0.0), tilt=Signal((sign*0.6,))) for sign in (1.0, -1.0)}
    walls = {"left": table(0.0, e, motion[1.0]), "right": table(0.0, e, motion[-1.0]),
             # the trough is bent up at its ends by two slopes
             "down": table(0.0, e, surface=Plane().placed((-0.3, 0.0, 0.0), (0.0, 1.0, 0.0), 0.5)),
             "up": table(0.0, e, surface=Plane().placed((0.3, 0.0, 0.0), (0.0, 1.0, 0.0), -0.5))}
    height = 0.03/np.cos(0.6)
    balls = [placed((0.065*i - 0.13, 0.0, height), (0.7*(2 - i), 0.0, 0.0), ball(0.03), on="left") for i in range(5)]
    run = Run(World(walls, balls, {("ball", "ball"): law(0.0, e)}))
    for _step in range(480):
        run.advance(run.h)
        assert gaps(run.x, [0.03]*5).min() >= -1e-9*0.03
    assert run.simulation.drift < 1e-12


@pytest.mark.parametrize("count", [100, 200])
def test_a_dense_crowd_of_smooth_plastic_balls(count):
    """Nearly touching and flung at random: once it ended the program, later they were in each other for some frames."""
    scene = shipped().scenes["many_balls"]
    run = Simulation(scene, {"count": count, "radius": 0.005, "distance": 0.011, "spread": 1.0, "restitution": 0.0,
                             "friction": 0.0})
    for _frame in range(240):
        run.advance(1)
        x = np.array([body.centre for body in run.snapshot().bodies])
        assert gaps(x, [0.005]*count).min() >= -1e-9*0.005, run.t      # [m]
    assert run.ended is None and run.t == 1.0
    assert run.drift < 1e-12
