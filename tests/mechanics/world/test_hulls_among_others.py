"""Hulls that meet hulls, boxes and balls: they do what boxes do, gain nothing, and what rests does not creep.

Oracles: a box whose corners are given in axes that lie askew in it, and so has a table, against the box itself;
momentum and energy of impacts; Euler's formula and distances for tables. Distances of hulls: test_distances.py.
"""

import numpy as np
import pytest

from sandbox.errors import BadValue
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.patches import layout as pl
from sandbox.scene import Ball, Body, Box, Contact, Coulomb, Die, Hull, Placed, Prism, Rough, Smooth, Start
from sandbox.scene.solids.polygons import polyhedron_of
from sandbox.systems.world.assembly import assemble_world
from sandbox.systems.world.hulls import half_edges
from tests.mechanics.world.test_patches import PLASTIC, mechanics_of, run_of, states, thrown, turning, world_of
from tests.mechanics.world.test_shaped import turned

LAW = Contact(Coulomb(0.4), restitution=0.3)
# body axes of a box that is given as a hull, in those of the box
ASKEW = np.linalg.qr(np.random.default_rng(5).normal(size=(3, 3)))[0]
ASKEW = ASKEW*np.sign(np.linalg.det(ASKEW))


def quaternion_of(matrix) -> np.ndarray:
    """The quaternion of a rotation."""
    w, v = np.linalg.eigh(np.array([
        [matrix[0][0] - matrix[1][1] - matrix[2][2], 0, 0, 0],
        [matrix[1][0] + matrix[0][1], matrix[1][1] - matrix[0][0] - matrix[2][2], 0, 0],
        [matrix[2][0] + matrix[0][2], matrix[2][1] + matrix[1][2], matrix[2][2] - matrix[0][0] - matrix[1][1], 0],
        [matrix[2][1] - matrix[1][2], matrix[0][2] - matrix[2][0], matrix[1][0] - matrix[0][1], np.trace(matrix)]])/3.0)
    x, y, z, c = v[:, np.argmax(w)]
    return np.array((c, x, y, z))


def matrix(q) -> np.ndarray:
    return turning(np.concatenate((np.zeros(at.Q), q, np.zeros(at.STATE))))


def askew(box: Body, start: Start) -> Placed:
    """The same box as a hull with other body axes, at the same place."""
    hull = Hull(np.array(box.corners) @ ASKEW.T, box.rounding, mass=box.mass)
    assert half_edges(hull) is None and half_edges(box) is not None
    attitude = np.asarray(start.orientation, float)
    held = quaternion_of(matrix(attitude/np.linalg.norm(attitude)) @ ASKEW.T)
    return Placed(hull, Start(mass_centre=start.mass_centre, velocity=start.velocity, omega=start.omega,
                              orientation=tuple(held)))


SMALL, FLAT = Box(0.08, 0.1, 0.12, 0.002, density=700.0), Box(0.3, 0.2, 0.05, 0.002, density=700.0)
WAYS = {
    "drops": [(FLAT, Start(mass_centre=(0.0, 0.0, 0.025))),
              (SMALL, Start(mass_centre=(0.03, 0.01, 0.2), orientation=(1.0, 0.1, 0.2, 0.3)))],
    "tips": [(FLAT, Start(mass_centre=(0.0, 0.0, 0.025))),
             (SMALL, Start(mass_centre=(0.16, 0.0, 0.11), omega=(0.0, 0.3, 0.0)))],
    "hits": [(SMALL, Start(mass_centre=(0.0, 0.0, 0.06))),
             (SMALL, Start(mass_centre=(0.2, 0.03, 0.06), velocity=(-1.5, 0.0, 0.0)))],
    "three": [(FLAT, Start(mass_centre=(0.0, 0.0, 0.025))), (FLAT, Start(mass_centre=(0.02, 0.01, 0.075))),
              (SMALL, Start(mass_centre=(0.05, 0.0, 0.16), orientation=(1.0, 0.0, 0.0, 0.2)))]}


@pytest.mark.parametrize("way", WAYS)
def test_a_box_told_by_its_corners_does_what_the_box_does(way):
    boxes = run_of([Placed(*one) for one in WAYS[way]], pair=LAW, floor=LAW)
    hulls = run_of([askew(*one) for one in WAYS[way]], pair=LAW, floor=LAW)
    for _part in range(10):
        boxes.advance(24)
        hulls.advance(24)
        one, two = states(boxes), states(hulls)
        print(way, np.abs(one[:, :3] - two[:, :3]).max(), max(np.abs(turning(a) - turning(b) @ ASKEW).max() for a, b in zip(one, two)), one[:, at.MODE], two[:, at.MODE], [r.y[r.system.room.ledger_at + at.MERGED] for r in (boxes, hulls)], boxes.drift, hulls.drift)
