"""Gaps of bodies in thousands of poses against coal, a library of distances with other algorithms (GJK).

coal measures the cores of boxes and hulls; what is swept over them is taken off here. Where surfaces are curved it is
less exact than what it measures: ellipsoids, for which n.d - h1(-n) - h2(n) at its greatest over all n is the distance.
"""

import sys

import numpy as np
import pytest
from scipy.optimize import minimize

from sandbox.compiling.compiled import part, room
from sandbox.compiling.entries import mode_function
from sandbox.compiling.rotation import matrix_of
from sandbox.integration import hybrid
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.corners import frame as of_one
from sandbox.mechanics.world.corners import hit
from sandbox.mechanics.world.corners import layout as of
from sandbox.mechanics.world.island import layout as here
from sandbox.mechanics.world.patches import features, frame, touching
from sandbox.mechanics.world.patches import layout as pl
from sandbox.mechanics.world.patches.islands import arrange
from sandbox.mechanics.world.patches.known import array_of, size_of, touch_of
from sandbox.scene import Ball, Box, Ellipsoid, Hull, On, Placed, Plane, Prism, Start, Still, World
from sandbox.systems.world.assembly import assemble_world
from sandbox.systems.world.piled import SIGNS, Swept, parted
from tests.effort import tries
from tests.mechanics.world.test_shaped import capsule, gaps_between, turned

if sys.platform == "win32":
    pytest.skip("coal has no files for Windows", allow_module_level=True)

import coal

POSES = tries(1000, 100_000)
SIZE = 0.1                          # of the largest bodies here [m]
HIGH = 50.0                         # above the floor [m], which is no neighbour there


@mode_function
def pile_gap(t, h, y, p, calls, out):
    """out[0]: the least gap of all in a pile [m], out[1]: which features, out[2]: what runs take for it [m]."""
    pile = frame.load(p, y)
    # near enough for a full look, sinking too fast to be noted as a contact: what is found is what is nearest
    out[0] = features.look_around(p, calls, pile, t, array_of(pile, pl.STATE_AT), 1e3, -1.0)
    out[1] = pile[pl.LANDS_KIND]
    # as runs look: what is farther than something is known to be is left out
    out[2] = features.look_around(p, calls, pile, t, array_of(pile, pl.STATE_AT), -1e300, 0.0)
    return 0.0


@mode_function
def corner_gap(t, h, y, p, calls, out):
    """out[0]: the least gap of the corners of one body and its supports [m]."""
    body = of_one.load(p, y)
    out[0] = hit.look_around(p, calls, body, t, part(body, of.STATE), -1e300, 0.0, room(at.MOVING), room(at.MOVING))
    return 0.0


def apart(one, place, q, two, other, r) -> float:
    """The distance of two shapes by coal [m]: masses at place and other (3,), turned by quaternions q, r."""
    asked, found = coal.DistanceRequest(), coal.DistanceResult()
    asked.gjk_tolerance, asked.gjk_max_iterations = 1e-13, 1000
    poses = [coal.Transform3s(np.reshape(matrix_of(*turn), (3, 3)), np.asarray(x, float))
             for turn, x in ((q, place), (r, other))]
    return float(coal.distance(one, poses[0], two, poses[1], asked, found))


def measured_pair(one, two):
    """A function of the places and attitudes of two bodies of a pile that tells their gap [m], what is nearest and what
    runs take for the gap [m]; a third one, which is small, is far away."""
    system = assemble_world(World({"floor": On(Plane(), Still())}, [
        Placed(body, Start(mass_centre=(x, 0.0, HIGH)))
        for x, body in ((0.0, one), (1.0, two), (9.0, Ball(0.05*SIZE, mass=0.1)))]), {})
    y, out = system.y.copy(), np.zeros(3)

    def gap(place, q, other, r) -> tuple[float, int, float]:
        for k, (x, turn) in enumerate(((place, q), (other, r))):
            y[k*at.STATE + at.X:][:3], y[k*at.STATE + at.Q:][:4] = x, turn
        hybrid.evaluate(pile_gap.address, 0.0, y, system.p, system.calls, out)
        return float(out[0]), int(out[1]), float(out[2])
    return gap


def poses(rng, reach):
    """Place and attitude of one body high up, and of another about so far from it."""
    way = rng.normal(size=3)
    place = np.array((0.0, 0.0, HIGH))
    return place, turned(rng), place + rng.uniform(0.3, 1.3)*reach*way/np.linalg.norm(way), turned(rng)


def core_of(body):
    """What coal has for it, and the radius that is swept over that [m]."""
    if isinstance(body, Ball):
        return coal.Sphere(1e-9*SIZE), body.radius - 1e-9*SIZE
    if body.name != "box":
        points = coal.StdVec_Vec3s()
        for corner in np.asarray(body.corners) - body.mass_centre:
            points.append(corner)
        return coal.ConvexBase.convexHull(points, True, "Qt"), body.rounding
    half = np.abs(np.asarray(body.corners)).max(axis=0)
    return coal.Box(*(2.0*half)), body.rounding


def reach_of(body) -> float:
    """How far it reaches from its middle [m]."""
    if isinstance(body, Ball):
        return body.radius
    return float(np.linalg.norm(np.asarray(body.corners) - body.mass_centre, axis=1).max()) + body.rounding


def some_box(rng):
    return Box(*rng.uniform(0.1*SIZE, SIZE, 3), 0.002*SIZE*rng.uniform(0.5, 3.0), density=700.0)


def some_ball(rng):
    return Ball(rng.uniform(0.05, 0.5)*SIZE, mass=0.1)


def some_hull(rng):
    points = rng.normal(size=(rng.integers(5, 40), 3))
    if rng.random() < 0.5:
        # few of the others have more than 20 corners
        points /= np.linalg.norm(points, axis=1, keepdims=True)
    return Hull(points*0.3*SIZE, 0.002*SIZE*rng.uniform(0.5, 3.0), density=700.0)


def some_prism(rng):
    return Prism(int(rng.integers(3, 12)), rng.uniform(0.1, 0.5)*SIZE, rng.uniform(0.1, 0.8)*SIZE, 0.003*SIZE, mass=0.1)


@pytest.mark.parametrize(("first", "second"), [
    (some_box, some_box), (some_box, some_ball), (some_hull, some_hull), (some_hull, some_ball), (some_box, some_hull),
    (some_prism, some_hull), (some_prism, some_prism)])
def test_gaps_of_what_has_flat_faces_are_those_of_coal(first, second):
    rng, seen, worst, kinds = np.random.default_rng(11), 0, 0.0, set()
    while seen < POSES:
        one, two = first(rng), second(rng)
        gap, (core, r), (other, s) = measured_pair(one, two), core_of(one), core_of(two)
        for _pose in range(60):
            place, q, x, turn = poses(rng, reach_of(one) + reach_of(two))
            core_gap = apart(core, place, q, other, x, turn)
            expected = core_gap - r - s
            # cores that overlap have no distance; what overlaps by rounding is taken for what touches already
            if core_gap < 1e-6*SIZE or -2e-9*SIZE < expected <= 0.0:
                continue
            found, kind, taken = gap(place, q, x, turn)
            worst, seen = max(worst, abs(found - expected), taken - expected), seen + 1
            kinds.add(kind)
    # must: 1e-9 of the size
    assert worst < 1e-9*SIZE
    # corner on face, edge and corner, and of edges edge over edge, are among what is nearest
    assert kinds == {pl.ON_FACE, pl.ON_EDGE, pl.ON_CORNER} | (set() if second is some_ball else {pl.CROSSED})


@mode_function
def gaps_of_what_touches(t, h, y, p, calls, out):
    """out[0]: how far apart, or how deep, at most, what is taken to touch since it is within 1e-6 of a size [m];
    out[1]: at how many points."""
    pile = frame.load(p, y)
    features.look_around(p, calls, pile, t, array_of(pile, pl.STATE_AT), 1e-6*size_of(p), 1e300)
    arrange(p, pile)
    touching.fill_contacts(p, calls, pile, t, array_of(pile, pl.STATE_AT))
    out[0], out[1] = 0.0, pile[pl.COUNT]
    for k in range(int(pile[pl.COUNT])):
        out[0] = max(out[0], abs(touch_of(pile, k)[here.GAP]))
    return 0.0


def test_edges_on_the_far_sides_of_flush_boxes_do_not_touch():
    """A hair turned, they cross beyond both boxes, and all faces beside them look away."""
    flat, thick = Box(0.06, 0.06, 0.04, 0.001, density=700.0), 0.04
    system = assemble_world(World({"floor": On(Plane(), Still())}, [
        Placed(flat, Start(mass_centre=(0.0, 0.0, 1.0 + thick*k))) for k in range(2)]), {})
    rng, y, out = np.random.default_rng(15), system.y.copy(), np.zeros(2)
    for _pose in range(100):
        # [m], [1]: what faces that lie flush may be shifted and turned by, and tilted by rounding
        y[at.STATE + at.X:][:2] = rng.uniform(-1e-9, 1e-9, 2)
        y[at.STATE + at.Q:][:4] = (1.0, *rng.uniform(-1e-11, 1e-11, 2), rng.uniform(-1e-6, 1e-6))
        hybrid.evaluate(gaps_of_what_touches.address, 0.0, y, system.p, system.calls, out)
        # must: 1e-9 of the size; flush boxes touch at four points at least
        assert out[0] < 1e-9*flat.size and out[1] >= 4


def test_gaps_of_hulls_over_a_floor_are_those_of_coal():
    rng, seen, worst = np.random.default_rng(12), 0, 0.0
    floor = coal.Halfspace(np.array((0.0, 0.0, 1.0)), 0.0)
    while seen < POSES:
        body = Hull(rng.normal(size=(rng.integers(5, 30), 3))*0.3*SIZE, 0.01*SIZE, density=700.0)
        system = assemble_world(World({"floor": On(Plane(), Still())}, [
            Placed(body, Start(mass_centre=(0.0, 0.0, 1.0)))]), {})
        points = coal.StdVec_Vec3s()
        for corner in np.asarray(body.corners) - body.mass_centre:
            points.append(corner)
        core, y, out = coal.ConvexBase.convexHull(points, True, ""), system.y.copy(), np.zeros(1)
        for _pose in range(60):
            y[at.X:at.X + 3], y[at.Q:at.Q + 4] = (*rng.normal(size=2), rng.uniform(0.1, 2.0)), turned(rng)
            expected = apart(core, y[at.X:at.X + 3], y[at.Q:at.Q + 4], floor, np.zeros(3), (1.0, 0.0, 0.0, 0.0))
            if expected < 0.02*SIZE:
                continue
            hybrid.evaluate(corner_gap.address, 0.0, y, system.p, system.calls, out)
            worst, seen = max(worst, abs(out[0] - (expected - body.rounding))), seen + 1
    # [sizes] rounding of a height of 20 sizes
    assert worst < 1e-12*SIZE


def test_gaps_of_capsules_and_balls_are_those_of_coal():
    rng, seen, worst = np.random.default_rng(13), 0, 0.0
    while seen < POSES:
        a, b, half = rng.uniform(0.1, 0.3)*SIZE, rng.uniform(0.1, 0.3)*SIZE, rng.uniform(0.15, 0.4)*SIZE
        ball = Ball(b, mass=0.1)
        gap = gaps_between(capsule(a, 2.0*half, 0.1, ball.I), ball)
        for _pose in range(60):
            place, q, x, turn = poses(rng, 1.2*SIZE)
            expected = apart(coal.Capsule(a, 2.0*half), place, q, coal.Sphere(b), x, turn)
            if expected > 0.0:
                worst, seen = max(worst, abs(gap(place - x, q, turn) - expected)), seen + 1
    assert worst < 1e-9*SIZE


def test_gaps_of_ellipsoids_are_those_of_coal_and_what_separates_them_most():
    rng, seen, off, worst = np.random.default_rng(13), 0, 0.0, 0.0
    while seen < POSES:
        halves = rng.uniform(0.2, 0.5, (2, 3))*SIZE
        core, other = (coal.Ellipsoid(*half) for half in halves)
        gap = gaps_between(*(Ellipsoid(*half, 0.1) for half in halves))
        for k in range(60):
            place, q, x, turn = poses(rng, 1.2*SIZE)
            expected = apart(core, place, q, other, x, turn)
            if expected < 1e-6*SIZE:
                continue
            found, seen = gap(place - x, q, turn), seen + 1
            off = max(off, abs(found - expected))
            if k < 6:
                worst = max(worst, abs(found - separated(halves, place - x, q, turn)))
    # [sizes] what coal leaves of curved surfaces, which is seen by the other: 7e-7 has been found of it
    assert off < 2e-6*SIZE
    assert worst < 1e-11*SIZE


def separated(halves, way, q, turn) -> float:
    """Distance of two ellipsoids [m]: the greatest of n.d - h1(-n) - h2(n); flat there, so as exact as rounding."""
    A, B = (np.reshape(matrix_of(*one), (3, 3)) for one in (q, turn))

    def less(n):
        return (np.linalg.norm(halves[0]*(A.T @ n)) + np.linalg.norm(halves[1]*(B.T @ n)) - n @ way)/np.linalg.norm(n)
    return -float(minimize(less, way, method="BFGS", options={"gtol": 1e-14}).fun)


def test_a_face_that_parts_two_boxes_never_says_more_than_their_distance():
    """What is parted by a face at the start of a pile is looked at no further. Side by side a face says it exactly."""
    random, is_exact = np.random.default_rng(3), 0
    for _pose in range(300):
        halves = random.uniform(0.01, 0.06, (2, 3))
        quaternions = random.normal(size=(2, 4))
        # some stand side by side, as in a row
        quaternions[1] = quaternions[0] if random.random() < 0.3 else quaternions[1]
        axes = [np.array(matrix_of(*q/np.linalg.norm(q))).reshape(3, 3) for q in quaternions]
        places = random.uniform(-SIZE, SIZE, (2, 3))
        boxes = [Swept("", SIGNS*half, half, 0.0, x, turn, SIZE)
                 for half, x, turn in zip(halves, places, axes, strict=True)]
        poses = [coal.Transform3s(turn, x) for turn, x in zip(axes, places, strict=True)]
        shapes = [coal.Box(*2.0*half) for half in halves]
        told = coal.distance(shapes[0], poses[0], shapes[1], poses[1], coal.DistanceRequest(), coal.DistanceResult())
        found = parted(*boxes)
        assert found <= max(told, 0.0) + 1e-8          # [m] coal's own tolerance is 1e-6 of their size
        is_exact += found > 0.0 and found > told - 1e-8
    assert is_exact > 20
