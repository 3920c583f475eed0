"""Convex hulls, what they are reduced to, and what a ball sweeps of them: Steiner, closed forms, sampling."""

from math import pi

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.spatial import ConvexHull

from sandbox.errors import BadValue
from sandbox.scene.solids.hull import hull_of, reduced, swept

BOX = np.array([[i, j, k] for i in (-0.1, 0.1) for j in (-0.2, 0.2) for k in (-0.3, 0.3)])


def rounded_box(half, r):
    """Volume and the integrals of x^2, y^2, z^2 over a box of these half edges swept by a ball, by hand."""
    a, b, c = half
    volume = 8*a*b*c + 8*r*(a*b + b*c + c*a) + 2*pi*r*r*(a + b + c) + 4/3*pi*r**3

    def along(a, b, c):
        faces = 8*b*c*((a + r)**3 - a**3)/3 + 2*(4*a*c*r + 4*a*b*r)*a*a/3
        edges = pi*r*r*2*a**3/3 + 2*(b + c)*(a*a*pi*r*r + 8*a*r**3/3 + pi*r**4/4)
        return 8*a**3*b*c/3 + faces + edges + 4/3*pi*r**3*a*a + pi*a*r**4 + 4/15*pi*r**5
    return volume, np.array([along(a, b, c), along(b, c, a), along(c, a, b)])


@pytest.mark.parametrize("r", [1e-4, 0.02, 0.5])
def test_a_swept_box_is_the_rounded_box(r):
    found = swept(hull_of(BOX, "box"), r)
    volume, squares = rounded_box((0.1, 0.2, 0.3), r)
    assert_allclose(found.volume, volume, rtol=1e-13)
    assert_allclose(found.centre, 0.0, atol=1e-16)
    assert_allclose(found.inertia, np.diag(squares.sum() - squares), rtol=1e-12, atol=1e-14*squares.sum())


def test_a_swept_tetrahedron_obeys_steiner():
    """V + A r + M r^2 + 4 pi r^3/3 with M the sum of length times angle of the edges, halved."""
    corners = np.array([[0.0, 0.0, 0.0], [1.0, 0.1, 0.0], [0.2, 0.8, 0.1], [0.3, 0.2, 0.9]])
    hull, r = hull_of(corners, "tetrahedron"), 0.15
    inner = ConvexHull(corners)
    mean = 0.0
    for i in range(4):
        for j in range(i):
            # of the tetrahedron the two faces that have both corners
            n, m = (inner.equations[k, :3] for k in range(4) if {i, j} <= set(inner.simplices[k].tolist()))
            mean += 0.5*np.linalg.norm(corners[i] - corners[j])*np.arccos(n @ m)
    assert_allclose(swept(hull, r).volume, inner.volume + inner.area*r + mean*r*r + 4/3*pi*r**3, rtol=1e-12)


def test_a_swept_hull_against_points_thrown_at_random():
    """Points within a distance r of a hull, by the distance to its nearest point: planes, edges, corners."""
    rng = np.random.default_rng(3)
    hull, r = hull_of(rng.normal(size=(12, 3))*[0.5, 0.4, 0.2], "hull"), 0.25
    low, high = hull.corners.min(axis=0) - r, hull.corners.max(axis=0) + r
    points = low + (high - low)*rng.random((40_000, 3))
    inside = points[distances(points, hull) < r]
    volume = np.prod(high - low)*len(inside)/len(points)
    found = swept(hull, r)
    # of 40,000 points a share of some 0.4 is right to 0.6 % (one sigma): four of them
    assert volume == pytest.approx(found.volume, rel=0.025)
    assert_allclose(inside.mean(axis=0), found.centre, atol=0.01)
    second = np.cov(inside.T)*found.volume
    assert_allclose(np.trace(second)*np.eye(3) - second, found.inertia, atol=0.03*np.trace(found.inertia)/3)


def distances(x, hull) -> np.ndarray:
    """How far points (n, 3) are from a hull, 0 inside: the nearest of its triangles and edges."""
    inside, least = np.full(len(x), True), np.full(len(x), np.inf)
    for a, b, c in hull.corners[hull.faces]:
        n = np.cross(b - a, c - a)
        inside &= (x - a) @ n <= 0.0
        # within the prism on the triangle, else the edges
        over = np.all([np.cross(q - p, x - p) @ n >= 0.0 for p, q in ((a, b), (b, c), (c, a))], axis=0)
        least[over] = np.minimum(least[over], np.abs((x[over] - a) @ n)/np.linalg.norm(n))
        for p, q in ((a, b), (b, c), (c, a)):
            t = np.clip((x - p) @ (q - p)/((q - p) @ (q - p)), 0.0, 1.0)
            least = np.minimum(least, np.linalg.norm(x - p - t[:, None]*(q - p), axis=1))
    return np.where(inside, 0.0, least)


def test_normals_and_solid_angles_of_a_box():
    hull = hull_of(BOX, "box")
    assert_allclose(hull.solid_angles, pi/2, rtol=1e-13)
    assert_allclose(hull.normals, np.sign(hull.corners)/3**0.5, atol=1e-13)


def test_solid_angles_are_the_whole_sphere():
    hull = hull_of(np.random.default_rng(1).normal(size=(300, 3)), "cloud")
    assert hull.solid_angles.sum() == pytest.approx(4*pi, rel=1e-12)


def test_the_hull_is_that_of_another_program():
    points = np.random.default_rng(5).normal(size=(200, 3))
    hull, other = hull_of(points, "cloud"), ConvexHull(points)
    assert hull.solid.volume == pytest.approx(other.volume, rel=1e-12)
    assert hull.solid.volume > 0.0
    x = np.random.default_rng(6).normal(size=(50, 3))
    assert_allclose(hull.support(x), (points @ x.T).max(axis=0), rtol=1e-14)


def test_a_reduced_hull_is_inside_and_as_near_as_it_says():
    points = np.random.default_rng(2).normal(size=(500, 3))
    points /= np.linalg.norm(points, axis=1)[:, None]
    hull = hull_of(points, "ball")
    smaller, off = reduced(hull, "ball")
    assert len(smaller.corners) == 64 and 0.0 < off < 0.2
    x = np.random.default_rng(8).normal(size=(2000, 3))
    x /= np.linalg.norm(x, axis=1)[:, None]
    assert (smaller.support(x) <= hull.support(x) + 1e-15).all()
    # a corner that lies a distance beyond the planes is a little further from the body
    assert off*(1.0 - 1e-12) <= distances(hull.corners, smaller).max() < 1.3*off
    few, exact = reduced(hull_of(BOX, "box"), "box")
    assert len(few.corners) == 8 and exact == 0.0


@pytest.mark.parametrize("points", [
    np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0], [0.5, 0.5, 0]], float), np.zeros((5, 3)), np.ones((2, 3)),
    np.array([[k, k, k] for k in range(6)], float), np.zeros((0, 3))])
def test_points_in_a_plane_are_refused(points):
    with pytest.raises(BadValue, match="mesh 'leaf': its points lie in a plane, which has no hull"):
        hull_of(points, "leaf")
