"""Bodies with flat faces of any shape: what they weigh, what of a mesh touches, how they are drawn, what is refused.

Oracles: the box's own formulas, trimesh, the bead of a loaded die by hand, distances by linear programmes' dual bound.
"""

from math import cos, inf, nan, pi, sin

import numpy as np
import pytest
import trimesh
from numpy.testing import assert_allclose

from sandbox.errors import BadValue
from sandbox.scene import Body, Box, Die, Domino, Hull, Prism
from sandbox.scene.solids.hull import distance_to, hull_of

CUBE = [(i, j, k) for i in (-1, 1) for j in (-1, 1) for k in (-1, 1)]


def box_corners(lengths, r):
    return np.array(CUBE)*(np.array(lengths)/2 - r)


def moments(body):
    return np.array(body.inertia)


# ---- mass and inertia -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lengths, r", [((0.1, 0.2, 0.3), 0.02), ((0.1, 0.1, 0.1), 0.03), ((0.3, 0.04, 0.05), 0.0)])
def test_the_hull_of_the_corners_of_a_box_weighs_what_the_box_does(lengths, r):
    box, hull = Box(*lengths, r, density=500.0), Hull(box_corners(lengths, r), r, density=500.0)
    assert hull.mass == pytest.approx(box.mass, rel=1e-13)
    assert_allclose(moments(hull), moments(box), atol=1e-13*moments(box).max())
    assert_allclose(hull.mass_centre, 0.0, atol=1e-16)


@pytest.mark.parametrize("shift", [(0.0, 0.0, 0.0), (0.3, -0.2, 0.1)])
def test_a_sharp_hull_weighs_what_trimesh_says(shift):
    points = np.random.default_rng(7).normal(size=(20, 3))*(0.1, 0.05, 0.03) + shift
    body, other = Hull(points, density=1.0), trimesh.Trimesh(points).convex_hull
    assert body.mass == pytest.approx(other.volume, rel=1e-12)
    assert_allclose(body.mass_centre, other.center_mass, atol=1e-14)
    assert_allclose(moments(body), other.moment_inertia, atol=1e-12*moments(body).max())


def test_a_swept_hull_weighs_what_a_mesh_of_balls_at_its_corners_tends_to():
    """The hull of inscribed icospheres lies within: its volume is too small by about the square of a facet's width."""
    points, r = np.random.default_rng(3).normal(size=(10, 3))*(0.1, 0.06, 0.04), 0.02
    body, found = Hull(points, r, density=1.0), []
    for fineness in (3, 4):
        ball = trimesh.creation.icosphere(fineness, r).vertices
        found.append(trimesh.Trimesh((points[:, None] + ball).reshape(-1, 3)).convex_hull)
    errors = [(body.mass - one.volume)/body.mass for one in found]
    assert 0.0 < errors[1] < 4e-4 and errors[1] < errors[0]/2.5
    # each layer that is missing counts by the square of its distance
    assert_allclose(moments(body), found[1].moment_inertia, atol=1e-3*moments(body).max())


@pytest.mark.parametrize("n", [3, 4, 6, 17, 32])
def test_a_prism_over_a_polygon(n):
    """V = (n/2) R^2 sin(2 pi/n) h, and about its axis m (R^2/6)(2 + cos(2 pi/n))."""
    R, h = 0.05, 0.08
    body = Prism(n, R, h, density=1000.0)
    assert body.mass == pytest.approx(1000.0*n/2*R*R*sin(2*pi/n)*h, rel=1e-13)
    axial = body.mass*R*R/6*(2 + cos(2*pi/n))
    assert_allclose(np.diag(body.inertia), (axial/2 + body.mass*h*h/12,)*2 + (axial,), rtol=1e-12)
    assert np.array_equal(moments(body), np.diag(np.diag(body.inertia)))


def test_a_rounded_prism_of_four_sides_is_a_box():
    r, R = 0.004, 0.05
    side = 2*((R - r)*cos(pi/4) + r)
    prism, box = Prism(4, R, 0.08, r, density=1.0), Box(side, side, 0.08, r, density=1.0)
    assert prism.mass == pytest.approx(box.mass, rel=1e-13)
    assert_allclose(moments(prism), moments(box), rtol=1e-12, atol=1e-20)


def test_a_loaded_die_is_a_box_with_a_bead():
    box, die = Box(0.02, 0.02, 0.02, 0.02/12, density=1200.0), Die(0.02, load=0.003)
    far, total = 0.35*0.02, box.mass + 0.003
    centre = 0.003*far/total
    assert die.mass == pytest.approx(total, rel=1e-15)
    assert_allclose(die.mass_centre, (0.0, 0.0, centre), rtol=1e-14)
    reduced = box.mass*0.003/total
    assert die.inertia[0][0] == pytest.approx(box.inertia[0][0] + reduced*far**2, rel=1e-13)
    assert die.inertia[2][2] == box.inertia[2][2]
    assert die.corners == box.corners


def test_a_domino_is_a_box_that_stands():
    domino, box = Domino(), Box(0.0075, 0.024, 0.048, 0.0005, density=700.0)
    assert (domino.mass, domino.inertia, domino.corners) == (box.mass, box.inertia, box.corners)


# ---- of a mesh ------------------------------------------------------------------------------------------------------


@pytest.fixture
def file(tmp_path):
    def written(mesh, name="body.stl"):
        path = tmp_path/name
        mesh.export(path)
        return str(path)
    return written


def test_the_hull_of_a_mesh_of_few_corners_is_that_of_its_corners(file):
    mesh = trimesh.creation.box((0.25, 0.5, 0.125))
    body = Body.from_mesh(file(mesh), 100.0, "hull", unit="m")
    assert body.mass == pytest.approx(100.0*0.25*0.5*0.125, rel=1e-12)
    assert {tuple(np.abs(corner)) for corner in body.corners} == {(0.125, 0.25, 0.0625)} and len(body.corners) == 8
    rounded = Body.from_mesh(file(mesh), 100.0, "hull", unit="m", rounding=0.01)
    # the nearest faces are where they were, nothing is further out
    assert rounded.h(0.0, 0.0, 1.0, *rounded.parameters) == pytest.approx(0.0625, rel=1e-12)
    directions = np.random.default_rng(1).normal(size=(200, 3))
    for x, y, z in directions:
        assert rounded.h(x, y, z, *rounded.parameters) <= body.h(x, y, z, *body.parameters)*(1 + 1e-12)


def test_the_hull_of_a_fine_mesh_has_64_corners_and_its_error_is_told(file, caplog):
    mesh = trimesh.creation.icosphere(4, 0.1)
    with caplog.at_level("INFO"):
        body = Body.from_mesh(file(mesh), 100.0, "hull", unit="m")
    assert len(body.corners) == 64
    told, = (record.getMessage() for record in caplog.records if "hull" in record.getMessage())
    error = float(told.split("at most ")[1].split(" mm")[0])/1e3
    # by the support functions: the largest difference of those of nested bodies is their largest distance
    u = np.random.default_rng(2).normal(size=(20_000, 3))
    u /= np.linalg.norm(u, axis=1, keepdims=True)
    reach = [(u @ np.array(points).T).max(axis=1) for points in (mesh.vertices, body.corners)]
    assert error == pytest.approx((reach[0] - reach[1]).max(), rel=0.02)
    assert 0.002 < error < 0.02


def test_no_more_corners_lie_in_a_face_than_can_touch(file):
    cone = trimesh.creation.cone(0.1, 0.1, sections=60)
    assert len(Body.from_mesh(file(cone), 100.0, "hull", unit="m").corners) == 32


def test_a_mesh_as_the_box_of_its_moments(file):
    turned = trimesh.transformations.rotation_matrix(0.7, (1.0, 2.0, 0.5), (0.1, 0.2, 0.3))
    body = Body.from_mesh(file(trimesh.creation.box((0.1, 0.2, 0.3), turned), "body.obj"), 50.0, "box", unit="m")
    mesh = trimesh.creation.box((0.1, 0.2, 0.3), turned)
    far = np.linalg.norm(mesh.vertices[:, None] - np.array(body.corners)[None], axis=2)
    assert far.min(axis=1).max() < 1e-7        # [m] files have eight digits


def test_distances_from_a_hull():
    hull = hull_of(np.array(CUBE, float), "cube")
    points = np.array([[3.0, 0.0, 0.5], [2.0, 2.0, 0.0], [2.0, 2.0, 2.0], [0.5, 0.2, 0.1], [1.0, 1.0, 1.0]])
    assert_allclose(distance_to(hull, points), (2.0, 2.0**0.5, 3.0**0.5, 0.0, 0.0), atol=1e-15)


# ---- how it looks ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("body, volume", [
    (Hull([(0, 0, 0), (0.1, 0, 0), (0, 0.1, 0), (0, 0, 0.1)], 0.01, density=1.0), None), (Prism(5, 0.1, 0.2, 0.01,
     density=1.0), None), (Prism(6, 0.1, 0.2, density=1.0), 3*0.01*sin(pi/3)*0.2)])
def test_it_is_drawn_as_it_is(body, volume):
    """A closed surface about its mass centre, of nearly its volume."""
    vertices, quads, paints = body.drawn(24)
    assert len(quads) == len(paints)
    triangles = vertices[quads][:, [[0, 1, 2], [0, 2, 3]]].reshape(-1, 3, 3)
    found = float(np.einsum("ij,ij->i", triangles[:, 0], np.cross(triangles[:, 1], triangles[:, 2])).sum())/6
    assert found == pytest.approx(body.mass if volume is None else volume, rel=0.02 if volume is None else 1e-12)
    moment = np.einsum("i,ij->j", np.einsum("ij,ij->i", triangles[:, 0], np.cross(triangles[:, 1], triangles[:, 2])),
                       triangles.sum(axis=1))/24
    assert np.linalg.norm(moment/found) < 1e-3


@pytest.mark.parametrize("body, spots", [(Die(0.02, load=0.001), 21), (Domino(pips=(6, 1)), 7 + 15)])
def test_pips_are_drawn_on_the_faces(body, spots):
    plain = (Die(0.02) if spots == 21 else Domino(pips=(0, 0))).drawn(24)
    vertices, quads, _paints = body.drawn(24)
    assert len(quads) - len(plain[1]) == 16*(spots - (21 if spots == 21 else 15))
    for x, y, z in np.eye(3):
        # nothing stands out by more than what is seen from nowhere
        far = body.h(x, y, z, *body.parameters) - np.array(body.mass_centre) @ (x, y, z)
        assert float((vertices @ (x, y, z)).max()) <= far*(1 + 0.02)


# ---- what is refused ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("make, word", [
    (lambda: Hull([(0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 0)]), "plane"),
    (lambda: Hull([(0, 0, 0), (1, 0, 0), (2, 0, 0), (3, 0, 0)]), "plane"),
    (lambda: Hull([(0, 0, 0)]*5), "plane"),
    (lambda: Hull([(0, 0, nan), (1, 0, 0), (0, 1, 0), (1, 1, 0)]), "finite"),
    (lambda: Hull([(0, 0, inf), (1, 0, 0), (0, 1, 0), (1, 1, 0)]), "finite"),
    (lambda: Hull([(0, 0, 0), (1, 0, 0), (0, 1, 0)]), "four places"),
    (lambda: Hull("points"), "four places"),
    (lambda: Hull([(0, 0), (1, 0), (0, 1), (1, 1)]), "four places"),
    (lambda: Hull(CUBE, 5.0), "rounding"), (lambda: Hull(CUBE, nan), "rounding"),
    (lambda: Hull(CUBE, -0.1), "rounding"),
    (lambda: Hull(CUBE, 0.1, 1.0, 1.0), "both"), (lambda: Hull(CUBE, 0.1, nan), "mass"),
    (lambda: Hull(trimesh.creation.icosphere(2).vertices), "at most 64"),
    (lambda: Hull([(cos(k), sin(k), 0.0) for k in range(40)] + [(0.0, 0.0, 1.0)]), "at most 32 touch"),
    (lambda: Prism(2, 1.0, 1.0), "sides"), (lambda: Prism(33, 1.0, 1.0), "sides"),
    (lambda: Prism(5.5, 1.0, 1.0), "sides"),
    (lambda: Prism(nan, 1.0, 1.0), "sides"), (lambda: Prism(6, nan, 1.0), "radius"),
    (lambda: Prism(6, 1.0, 0.0), "height"),
    (lambda: Prism(6, 1.0, 1.0, 0.6), "rounding"), (lambda: Prism(6, 1.0, 1.0, 0.5), "no faces"),
    (lambda: Die(nan), "side"), (lambda: Die(0.02, load=-1.0), "load"), (lambda: Die(0.02, 0.02), "half"),
    (lambda: Domino(pips=(7, 0)), "pips"), (lambda: Domino(height=nan), "z")])
def test_bodies_that_are_none_are_refused_in_words(make, word):
    with pytest.raises(BadValue, match=word):
        make()


def test_meshes_that_have_no_corners_to_touch_with_are_refused(file):
    box = trimesh.creation.box((0.1, 0.2, 0.3))
    with pytest.raises(BadValue, match="rounding"):
        Body.from_mesh(file(box), 100.0, "hull", unit="m", rounding=0.06)
    with pytest.raises(BadValue, match="rounding"):
        Body.from_mesh(file(box), 100.0, "box", unit="m", rounding=nan)
    with pytest.raises(BadValue, match="rounding"):
        Body.from_mesh(file(box), 100.0, "smooth", unit="m", rounding=0.001)
    flat = trimesh.Trimesh([(0, 0, 0), (1, 0, 0), (0, 1, 0)], [(0, 1, 2), (0, 2, 1)], process=False)
    with pytest.raises(BadValue, match=r"zero|plane"):
        Body.from_mesh(file(flat, "flat.ply"), 100.0, "hull", unit="m")


def test_a_mesh_that_is_inside_out_is_turned_before_it_is_a_hull(file):
    box = trimesh.creation.box((0.1, 0.2, 0.3))
    box.invert()
    body = Body.from_mesh(file(box), 100.0, "hull", unit="m")
    assert body.mass == pytest.approx(0.6, rel=1e-6)
    assert len(body.corners) == 8
