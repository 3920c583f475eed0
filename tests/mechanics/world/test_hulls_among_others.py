"""Hulls that meet hulls, boxes and balls: they do what boxes do, gain nothing, and what rests does not creep.

Oracles: a box whose corners are given in axes that lie askew in it, and so has a table, against the box itself;
momentum and energy of impacts; Euler's formula and distances for tables. Distances of hulls: test_distances.py.
"""

import numpy as np
import pytest

from sandbox.errors import BadValue
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.patches.known import feature_in, kind_in, other_feature_in, what_of
from sandbox.scene import Ball, Body, Box, Contact, Coulomb, Die, Hull, Placed, Prism, Rough, Smooth, Start, Turned
from sandbox.scene.solids.polygons import polyhedron_of
from sandbox.systems.integration import Integration
from sandbox.systems.world.assembly import assemble_world
from sandbox.systems.world.hulls import half_edges, tables_of
from sandbox.systems.world.piled import distance_of_hulls, swept_of
from tests.mechanics.world.test_patches import PLASTIC, STEP, mechanics_of, run_of, states, thrown, turning, world_of

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
ROUGH, SMOOTH = Contact(Rough(), restitution=0.0), Contact(Smooth(), restitution=0.4)
LIES, TURNED = Start(mass_centre=(0.0, 0.0, 0.025)), (1.0, 0.1, 0.2, 0.3)
# by laws that leave impulses no choice: where sweeps decide who slips, it matters in which order they go. It is that,
# and nothing of hulls: with friction of 0.4 a box whose own axes are named anew (y z x) parts from itself as far as the
# hull does, to the digit (2.7e-9 m in "drops", 7.8e-7 m in "hits"), a naming that keeps the order by 4e-15 m
WAYS = {
    "drops": (ROUGH, [(FLAT, LIES), (SMALL, Start(mass_centre=(0.03, 0.01, 0.2), orientation=TURNED))]),
    "tips": (SMOOTH, [(FLAT, LIES), (SMALL, Start(mass_centre=(0.16, 0.0, 0.11), omega=(0.0, 0.3, 0.0)))]),
    "hits": (LAW, [(SMALL, Start(mass_centre=(0.0, 0.0, 0.06))),
                   (SMALL, Start(mass_centre=(0.2, 0.03, 0.06), velocity=(-1.5, 0.0, 0.0)))]),
    "two": (ROUGH, [(SMALL, Start(mass_centre=(0.0, 0.0, 0.06))),
                    (SMALL, Start(mass_centre=(0.07, 0.0, 0.21), orientation=TURNED, velocity=(-0.2, 0.0, 0.0)))]),
    "three": (SMOOTH, [(FLAT, Start(mass_centre=(0.0, 0.0, 0.027))), (FLAT, Start(mass_centre=(0.02, 0.01, 0.08))),
                       (SMALL, Start(mass_centre=(0.05, 0.0, 0.17), orientation=(1.0, 0.0, 0.0, 0.2)))])}


@pytest.mark.parametrize("way", WAYS)
def test_a_box_told_by_its_corners_does_what_the_box_does(way):
    law, bodies = WAYS[way]
    boxes = run_of([Placed(*one) for one in bodies], pair=law, floor=law)
    hulls = run_of([askew(*one) for one in bodies], pair=law, floor=law)
    mixed = run_of([askew(*one) if k else Placed(*one) for k, one in enumerate(bodies)], pair=law, floor=law)
    start = states(boxes)[:, :3].copy()
    for _part in range(10):
        for run in (boxes, hulls, mixed):
            run.advance(24)
        for run in (hulls, mixed):
            # [m], and of a turn: what is located within 1e-12 of the size, and grows by a few hits
            assert np.abs(states(boxes)[:, :3] - states(run)[:, :3]).max() < 1e-10
            for k, (one, two) in enumerate(zip(states(boxes), states(run), strict=True)):
                axes = np.eye(3) if run is mixed and k == 0 else ASKEW
                assert np.abs(turning(one) - turning(two) @ axes).max() < 1e-9
    assert np.abs(states(boxes)[:, :3] - start).max() > 1e-3


# ---- impacts --------------------------------------------------------------------------------------------------------


def some_hull(rng, corners=12) -> Body:
    points = rng.normal(size=(corners, 3))
    return Hull(points/np.linalg.norm(points, axis=1, keepdims=True)*rng.uniform(0.08, 0.15, 3), 0.003, density=700.0)


def gap_between(one, state, two, other) -> float:
    """Distance of two bodies [m] by scipy's least squares with shares, which knows nothing of tables."""
    first, second = swept_of("one", one, state), swept_of("two", two, other)
    return distance_of_hulls(first, second) - first.radius - second.radius


@pytest.mark.parametrize("law", [Contact(Smooth(), restitution=1.0), Contact(Coulomb(0.3), restitution=0.5), PLASTIC])
@pytest.mark.parametrize("second", ["hull", "prism", "box", "ball"])
def test_what_is_thrown_at_a_hull_keeps_momentum_and_gains_nothing(law, second):
    random, met = np.random.default_rng(7), 0
    for _throw in range(5):
        one = some_hull(random)
        two = {"hull": some_hull(random), "prism": Prism(7, 0.08, 0.2, 0.003, density=700.0), "box": SMALL,
               "ball": Ball(0.08, mass=1.0)}[second]
        run = thrown(random, one, two, law)
        p, L, T = mechanics_of((one, two), run)
        scale = np.sqrt(2*T*one.mass)
        for _frame in range(12):
            run.advance(8)
            after = mechanics_of((one, two), run)
            assert np.abs(after[0] - p).max() < 1e-13*scale
            if run.y[run.system.room.ledger_at + at.MERGED] == 0.0:
                # small steps, where rigid bodies leave forces open, are of the first order
                assert np.abs(after[1] - L).max() < 1e-10*scale
            assert after[2] < T*(1 + 1e-12)
            assert gap_between(one, states(run)[0], two, states(run)[1]) > -1e-9*one.size
        assert run.drift < 1e-10
        met += any(event.kind == "impact" for event in run.news())
    assert met >= 3


# ---- rest -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [3, 6, 12])
def test_prisms_on_each_other_do_not_creep(n):
    prism, law = Prism(n, 0.06, 0.04, 0.001, density=700.0), Contact(Coulomb(0.5), restitution=0.0)
    run = run_of([Placed(prism, Start(mass_centre=(0.008*(-1)**k, 0.0, 0.02 + 0.04*k),
                                      orientation=(np.cos(0.1*k), 0.0, 0.0, np.sin(0.1*k)))) for k in range(4)],
                 pair=law, floor=law)
    run.advance(1)
    assert (states(run)[:, at.MODE] == at.RESTS).all()
    before = run.y.copy()
    run.advance(20*240)
    assert np.array_equal(run.y, before)


def test_what_falls_in_a_heap_comes_to_rest_and_gains_nothing():
    """Dice, one of them loaded, prisms, hulls, a box and a ball."""
    random = np.random.default_rng(11)
    bodies = [Die(0.06, rounding=0.004), Die(0.06, rounding=0.004, load=0.05),
              Prism(5, 0.05, 0.06, 0.002, density=700.0), some_hull(random, 20), some_hull(random), SMALL,
              Ball(0.05, mass=0.4)]
    run = run_of([Placed(body, Start(mass_centre=(*random.normal(size=2)*0.05, 0.2 + 0.3*k),
                                     orientation=tuple(random.normal(size=4)))) for k, body in enumerate(bodies)],
                 pair=Contact(Coulomb(0.4), restitution=0.2), floor=Contact(Coulomb(0.5), restitution=0.2))
    least = 0.0
    for _part in range(25):
        run.advance(24)
        assert run.ended is None
        y = states(run)
        for i in range(len(bodies)):
            for j in range(i):
                if np.linalg.norm(y[i, :3] - y[j, :3]) < bodies[i].size + bodies[j].size:
                    least = min(least, gap_between(bodies[i], y[i], bodies[j], y[j]))
    # [m] of the smallest body's 5 cm
    assert least > -1e-9*0.05
    # the books close; a ball may roll on
    assert run.drift < 1e-10
    assert np.abs(states(run)[:-1, at.V:at.V + 3]).max() < 0.01


# ---- tables ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("body, corners, edges, faces", [
    (Prism(6, 0.05, 0.04, 0.001), 12, 18, 8), (Prism(32, 0.05, 0.04, 0.001), 64, 96, 34), (SMALL, 8, 12, 6),
    (askew(SMALL, Start(mass_centre=(0.0, 0.0, 1.0))).body, 8, 12, 6),
    (Hull([(0, 0, 0), (0.1, 0, 0), (0, 0.1, 0), (0, 0, 0.1)], 0.001), 4, 6, 4),
    # points within faces and edges are no corners
    (Hull([*SMALL.corners, *(0.5*np.add(SMALL.corners, np.roll(SMALL.corners, 1, 0)))], 0.001), 8, 12, 6)])
def test_triangles_of_a_plane_are_one_face(body, corners, edges, faces):
    solid = polyhedron_of(np.asarray(body.corners), "body")
    assert (len(solid.corners), len(solid.edges), len(solid.faces)) == (corners, edges, faces)
    heights = solid.corners @ solid.normals.T - solid.heights
    # [m] none of the corners is above a face, and those of it are in it
    assert heights.max() < 1e-15
    for face, own in enumerate(solid.faces):
        assert np.abs(heights[list(own), face]).max() < 1e-15


def test_faces_are_found_whatever_the_hull():
    random = np.random.default_rng(2)
    for _hull in range(200):
        points = random.normal(size=(random.integers(4, 65), 3))
        if random.random() < 0.5:
            points = np.round(points, 1)
        try:
            solid = polyhedron_of(points, "points")
        except BadValue:
            continue
        assert len(solid.corners) - len(solid.edges) + len(solid.faces) == 2
        middle = solid.corners.mean(axis=0)
        assert (solid.normals @ middle < solid.heights).all()


def test_features_of_many_corners_are_kept():
    """Numbers of edges above 99 in what a state keeps of contacts, and the numbers of boxes as they were."""
    for kind in range(5):
        for feature in (0, 7, 11, 63, 99, 100, 185):
            for other in (0, 11, 99, 100, 101, 185):
                what = int(what_of(kind, feature, other))
                assert (kind_in(what), feature_in(what), other_feature_in(what)) == (kind, feature, other)
                if feature < 100 and other < 100:
                    assert what == 10000*kind + 100*feature + other


def test_bodies_of_one_shape_share_a_table():
    prism, hull = Prism(6, 0.05, 0.04, 0.001), some_hull(np.random.default_rng(1))
    tables, places = tables_of([prism, SMALL, Prism(6, 0.05, 0.04, 0.001, mass=3.0), Ball(0.1, mass=1.0), hull])
    assert places[0] == places[2] != places[4] and set(places) == {0, 2, 4}
    assert tables.size == tables_of([prism])[0].size + tables_of([hull])[0].size


# ---- rooms, bits, what is refused -----------------------------------------------------------------------------------


def test_a_run_of_hulls_has_the_same_bits_from_a_key_on():
    """Nothing is remembered but the state: also not which features were nearest."""
    prism = Prism(6, 0.05, 0.04, 0.001, density=700.0)
    system = assemble_world(world_of([Placed(prism, Start(mass_centre=(0.01*k, 0.0, 0.05 + 0.06*k), orientation=TURNED))
                                      for k in range(3)], pair=LAW, floor=LAW), {})
    one, two = Integration(system, STEP), Integration(system, STEP)
    one.advance(30)
    key = one.key()
    one.advance(60)
    two.restore(30, key)
    two.advance(60)
    assert np.array_equal(one.y, two.y)


def test_hulls_keep_their_tables_where_there_is_more_room():
    prism = Prism(12, 0.05, 0.04, 0.001, density=700.0)
    system = assemble_world(world_of([Placed(prism, Start(mass_centre=(0.0, 0.0, 0.03 + 0.05*k))) for k in range(3)],
                                     pair=LAW, floor=LAW), {})
    run, roomy = Integration(system, STEP), Integration(system._grown(system.p, system.y, system.calls, 0), STEP)
    assert roomy.system.room.grown
    for one in (run, roomy):
        one.advance(96)
    assert np.array_equal(states(run), states(roomy))


def test_hulls_that_overlap_or_are_sharp_are_refused():
    prism, start = Prism(6, 0.05, 0.04, 0.001), Start(mass_centre=(0.0, 0.0, 0.1))
    with pytest.raises(BadValue, match=r"overlap by 0\.002 m"):
        assemble_world(world_of([Placed(prism, start), Placed(prism, Start(mass_centre=(0.0, 0.0, 0.11)))]), {})
    assemble_world(world_of([Placed(prism, start), Placed(prism, Start(mass_centre=(0.0, 0.0, 0.14)))]), {})
    with pytest.raises(BadValue, match="overlap"):
        assemble_world(world_of([Placed(prism, start), Placed(Ball(0.02, mass=1.0), start)]), {})
    with pytest.raises(BadValue, match="rounded edges"):
        assemble_world(world_of([Placed(prism, start), Placed(Prism(6, 0.05, 0.04), Start(at=(1.0, 0.0)))]), {})


# ---- corners in rings -----------------------------------------------------------------------------------------------

def test_what_is_turned_is_the_hull_of_its_rings():
    """Against Qhull and the swept hull of its points: mass centre and inertia to rounding; of two rings the prism."""
    rings, n = ((0.02, -0.03), (0.04, 0.0), (0.035, 0.02), (0.01, 0.05)), 9
    turned = Turned(rings, n, 0.002, density=700.0)
    hull = Hull([(a*np.cos(2*np.pi*k/n), a*np.sin(2*np.pi*k/n), z) for a, z in rings for k in range(n)], 0.002,
                density=700.0)
    # [m], [1]: rounding of lengths of some centimetres, and of sums over some dozen triangles
    np.testing.assert_allclose(turned.corners, hull.corners, rtol=0.0, atol=1e-16)
    np.testing.assert_allclose(turned.mass, hull.mass, rtol=1e-13)
    np.testing.assert_allclose(turned.mass_centre, hull.mass_centre, rtol=0.0, atol=1e-15)
    np.testing.assert_allclose(turned.inertia, hull.inertia, rtol=1e-12, atol=1e-12*hull.inertia[0][0])
    prism = Prism(7, 0.05, 0.06, 0.002, mass=0.3)
    same = Turned(((0.048, -0.028), (0.048, 0.028)), 7, 0.002, mass=0.3)
    np.testing.assert_allclose(same.corners, prism.corners, rtol=0.0, atol=1e-16)
    np.testing.assert_allclose(same.inertia, prism.inertia, rtol=1e-13)


@pytest.mark.parametrize(("rings", "n", "says"), [
    (((0.02, 0.0),), 8, "two or more"), ("rings", 8, "two or more"), (((0.02,), (0.01, 0.1)), 8, "two or more"),
    (((0.02, 0.0), (0.02, 0.0)), 8, "above that of the one before"),
    (((0.02, 0.0), (0.01, 0.01), (0.02, 0.02)), 8, "not convex"), (((0.02, 0.0), (0.02, 0.1)), 2, "from 3 to 32"),
    (((0.02, 0.0), (0.02, 0.1)), 33, "from 3 to 32"), (((0.02, 0.0), (0.02, 0.1)), np.nan, "from 3 to 32"),
    (((0.02, 0.0), (-0.02, 0.1)), 8, "above 0")])
def test_rings_that_are_no_body_are_refused(rings, n, says):
    with pytest.raises(BadValue, match=says):
        Turned(rings, n, 0.001, density=700.0)
