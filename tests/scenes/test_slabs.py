"""Plates with round edges: closed bodies on whose edges a ball rolls, met from every side."""

from math import inf

import numpy as np
import pytest

from sandbox.errors import BadValue
from sandbox.run.simulation import Simulation
from sandbox.scene import (
    Ball,
    Contact,
    On,
    Placed,
    Preset,
    Rough,
    RoundSlab,
    Scene,
    Slab,
    Smooth,
    Spin,
    Start,
    World,
    laboratory_floor,
)


def dropped(surface, places, speed=0.0):
    """Balls over a plate that swing no more than one hit: each at (x, y, z), with a speed along x."""
    law = Contact(Smooth(), restitution=1.0)
    starts = [Start(at=at, velocity=(speed, 0.0, 0.0), omega=(0, 0, 0)) for at in places]
    bodies = [Placed(Ball(0.01), start, on="floor") for start in starts]

    def build(p):
        return World({"floor": laboratory_floor(-1.0), "plate": On(surface, contact=law)}, bodies)

    return Simulation(Scene("Plate", (), build, presets=(Preset("It"),)))


def test_a_ball_comes_back_from_level_and_round_parts():
    """Onto the level part straight up again; beyond the edge past it; onto the round edge it goes aside, outwards."""
    run = dropped(Slab(0.2, 0.1, 0.02), [(0.0, 0.0, 0.06), (0.12, 0.0, 0.06), (0.095, 0.0, 0.06), (0.0, -0.045, 0.06)])
    run.advance(36)
    level, past, right, near = (b.velocity for b in run.snapshot().bodies)
    assert level[2] > 0.0 and level[0] == 0.0 and past[2] < -1.0
    assert right[0] > 0.05 and right[1] == pytest.approx(0.0, abs=1e-12)
    assert near[1] < -0.05 and near[0] == pytest.approx(0.0, abs=1e-12)
    assert run.drift < 1e-12


def test_the_sides_of_a_plate():
    """It is as long, wide and thick as its words say: where smooth balls that come from all sides are turned back."""
    slab = Slab(0.2, 0.1, 0.02)
    for point in ((0.1, 0.0, 0.0), (0.0, 0.05, 0.0), (0.0, 0.0, 0.01), (-0.1, 0.0, 0.0)):
        assert slab.phi(*point, *slab.parameters) == pytest.approx(0.0, abs=1e-15)
    disc = RoundSlab(0.1, 0.02)
    for angle in np.linspace(0.0, 6.0, 7):
        assert disc.phi(0.1*np.cos(angle), 0.1*np.sin(angle), 0.0, *disc.parameters) == pytest.approx(0.0, abs=1e-12)
    R, z = np.array(disc.meridian(50)).T
    for r, h in zip(R, z, strict=True):
        assert disc.phi(r, 0.0, h, *disc.parameters) == pytest.approx(0.0, abs=1e-12)


def test_the_least_radius_of_curvature_is_what_is_said():
    """`sharpest` tells flights how closely to look: no part of a slab is sharper."""
    slab, r = Slab(1.0, 1.0, 2.0e-2), 1.0e-2
    least = inf
    for height in np.linspace(0.0, 0.999, 60):
        for turn in np.linspace(0.0, np.pi/4, 12):
            ways = np.array([np.cos(turn), np.sin(turn)])
            u, w = ways*2*r*((1 - height**2)/(ways**4).sum())**0.25
            gradient = np.array([2*height/r, 4*u**3/(2*r)**4, 4*w**3/(2*r)**4])
            hessian = np.diag([2/r**2, 12*u*u/(2*r)**4, 12*w*w/(2*r)**4])
            size = np.linalg.norm(gradient)
            tangents = np.linalg.svd(gradient[None]/size)[2][1:]
            least = min(least, size/np.linalg.eigvalsh(tangents @ hessian @ tangents.T)[-1])
    assert least > slab.sharpest*(1 - 1e-9) and least < 1.1*slab.sharpest


def test_over_the_edge_of_a_turning_disc():
    """A ball that rolls off a round edge loses touch and flies; its energy relative to the disc is kept throughout."""
    table = On(RoundSlab(0.1, 0.02), Spin("z", 3.0), Contact(Rough()))

    def build(p):
        start = Start(at=(0.05, 0.0), velocity=(0.3, 0.1))
        return World({"table": table, "floor": laboratory_floor(-0.3)}, [Placed(Ball(0.01), start)])

    run = Simulation(Scene("Disc", (), build, presets=(Preset("It"),)))
    modes = set()
    while run.t < 0.5:
        run.advance(6)
        modes.add(run.snapshot().bodies[0].mode)
    assert {"rolling", "flight"} <= modes and run.snapshot().bodies[0].centre[2] < -0.2
    assert run.drift < 1e-11


@pytest.mark.parametrize("wrong", [(0.1, 0.1, 0.06), (0.0, 0.1, 0.01), (0.1, float("nan"), 0.01)])
def test_bad_sides_are_refused(wrong):
    with pytest.raises(BadValue, match="surface 'slab'"):
        Slab(*wrong)
