"""Mass, centre and inertia of closed meshes: against the closed forms of bodies whose facets are what they are."""

from itertools import pairwise
from math import cos, pi, sin

import numpy as np
import pytest
from numpy.testing import assert_allclose

from sandbox.errors import BadValue
from sandbox.scene.solids.triangles import Triangles, solid_of

AROUND = 24


def box(x, y, z, at=(0.0, 0.0, 0.0)) -> Triangles:
    """Edges x, y, z [m] from the corner `at`."""
    corners = np.array([[i*x, j*y, k*z] for i in (0, 1) for j in (0, 1) for k in (0, 1)]) + at
    quads = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    return Triangles.welded(corners, [part for a, b, c, d in quads for part in ((a, b, c), (a, c, d))])


def revolved(profile, is_ring) -> Triangles:
    """A profile (R, z) swept about z in AROUND flat pieces, counter-clockwise seen from outside."""
    corners, faces = [], []
    for R, z in profile:
        corners += [(R*cos(2*pi*k/AROUND), R*sin(2*pi*k/AROUND), z) for k in range(AROUND)]
    rows = len(profile)
    for i in range(rows if is_ring else rows - 1):
        for k in range(AROUND):
            m, j = (k + 1) % AROUND, (i + 1) % rows
            a, b, c, d = i*AROUND + k, j*AROUND + k, j*AROUND + m, i*AROUND + m
            faces += [(a, b, c), (a, c, d)]
    return Triangles.welded(corners, faces)


def polygons(profile) -> tuple[float, float, float, float]:
    """Volume, first moment along z, moments about z and about x of stacked n-gon frustums, from the top down, by hand.

    A regular n-gon of the circumradius R has the area A R^2, A = n/2 sin(2 pi/n), and the polar moment J R^4,
    J = n/12 sin(2 pi/n) (2 + cos(2 pi/n)); R is linear in z, so that Gauss' rule of four points is exact.
    """
    A, J = 0.5*AROUND*sin(2*pi/AROUND), AROUND/12.0*sin(2*pi/AROUND)*(2.0 + cos(2*pi/AROUND))
    points, weights = np.polynomial.legendre.leggauss(4)
    volume = first = polar = across = 0.0
    for (R, z), (S, low) in pairwise(profile):
        t = 0.5*(points + 1.0)
        radius, height, w = R + t*(S - R), z + t*(low - z), 0.5*weights*(z - low)
        volume += A*w @ radius**2
        first += A*w @ (radius**2*height)
        polar += J*w @ radius**4
        across += 0.5*J*w @ radius**4 + A*w @ (radius**2*height**2)
    return volume, first, polar, across


def test_a_box_far_from_the_origin():
    found = box(0.2, 0.3, 0.5, at=(4.0, -7.0, 1.0)).solid
    assert_allclose(found.volume, 0.03, rtol=1e-12)
    assert_allclose(found.centre, (4.1, -6.85, 1.25), rtol=1e-14)
    assert_allclose(found.inertia, np.diag([0.34, 0.29, 0.13])*0.03/12, rtol=1e-12, atol=1e-17)


def test_a_faceted_ball_is_what_its_facets_make_it():
    profile = [(sin(pi*k/12), cos(pi*k/12)) for k in range(13)]
    profile[0], profile[-1] = (0.0, 1.0), (0.0, -1.0)
    found = revolved(profile, False)
    assert found.open_edges == 0 and found.shells == 1
    volume, _first, polar, across = polygons(profile)
    assert_allclose(found.solid.volume, volume, rtol=1e-12)
    assert_allclose(found.solid.centre, 0.0, atol=1e-15)
    assert_allclose(found.solid.inertia, np.diag([across, across, polar]), rtol=1e-12, atol=1e-14)
    # the round one to what so coarse facets allow
    assert abs(found.solid.volume/(4/3*pi) - 1.0) < 0.05


def test_a_faceted_torus_is_an_outer_body_without_an_inner_one():
    ring, tube, n = 0.5, 0.2, 16
    circle = [(ring + tube*sin(2*pi*k/n), tube*cos(2*pi*k/n)) for k in range(n)]
    found = revolved(circle, True)
    assert found.open_edges == 0
    # from the top outwards down, and from the top inwards down
    outer, inner = circle[:n//2 + 1], [circle[0], *circle[:n//2 - 1:-1]]
    one, other = polygons(outer), polygons(inner)
    volume, _first, polar, across = (a - b for a, b in zip(one, other, strict=True))
    assert_allclose(found.solid.volume, volume, rtol=1e-12)
    assert_allclose(found.solid.inertia, np.diag([across, across, polar]), rtol=1e-12, atol=1e-15)


def test_a_turned_and_moved_body_has_its_own_moments():
    rng = np.random.default_rng(7)
    first = box(0.1, 0.2, 0.4)
    R = np.linalg.qr(rng.normal(size=(3, 3)))[0]
    R *= np.sign(np.linalg.det(R))
    moved = Triangles.welded(first.corners @ R.T + [1.0, -2.0, 3.0], first.faces)
    assert_allclose(moved.solid.inertia, R @ first.solid.inertia @ R.T, rtol=1e-11, atol=1e-16)
    assert_allclose(moved.solid.centre, R @ first.solid.centre + [1.0, -2.0, 3.0], rtol=1e-13)


def test_a_hollow_within_is_taken_off():
    outer, inner = box(1.0, 1.0, 1.0), box(0.5, 0.5, 0.5, at=(0.25, 0.25, 0.25)).turned()
    both = Triangles.welded(np.vstack((outer.corners, inner.corners)),
                            np.vstack((outer.faces, inner.faces + len(outer.corners))))
    assert both.open_edges == 0 and both.shells == 2
    assert_allclose(both.solid.volume, 1.0 - 0.125, rtol=1e-13)
    assert_allclose(both.solid.inertia, np.eye(3)*(1.0 - 0.5**5)/6, rtol=1e-12, atol=1e-15)


def test_a_thin_shell_of_a_box():
    """Six thin plates by the parallel axis rule."""
    a, b, c, d = 0.2, 0.3, 0.4, 1e-3
    found = box(a, b, c).shell(d)
    assert_allclose(found.volume, 2*d*(a*b + b*c + c*a), rtol=1e-13)
    # about x: plates across x, y and z
    about_x = 2*d*(b*c*(b*b + c*c)/12 + a*c*(c*c/12 + b*b/4) + a*b*(b*b/12 + c*c/4))
    assert_allclose(found.inertia[0, 0], about_x, rtol=1e-12)
    assert_allclose(found.centre, (a/2, b/2, c/2), rtol=1e-13)


def test_what_is_open_is_refused_with_the_number_of_its_edges():
    whole = box(1.0, 1.0, 1.0)
    lidless = Triangles(whole.corners, whole.faces[:-2])
    with pytest.raises(BadValue, match=r"mesh 'tin': is not closed, 4 of its edges are open; give shell="):
        solid_of(lidless, "tin")
    # one triangle seen from the other side than its neighbours
    faces = whole.faces.copy()
    faces[0] = faces[0][::-1]
    with pytest.raises(BadValue, match="3 of its edges are open"):
        solid_of(Triangles(whole.corners, faces), "tin")


def test_what_is_inside_out_is_turned():
    whole = box(0.1, 0.2, 0.3)
    assert whole.turned().solid.volume == pytest.approx(-0.006, rel=1e-12)
    triangles, solid, is_turned = solid_of(whole.turned(), "box")
    assert is_turned and triangles.solid.volume == solid.volume == pytest.approx(0.006, rel=1e-12)
    assert not solid_of(whole, "box")[2]


def test_a_thousand_parts_are_refused():
    one = box(0.1, 0.1, 0.1)
    corners = np.vstack([one.corners + np.array((k, 0.0, 0.0)) for k in range(1000)])
    faces = np.vstack([one.faces + 8*k for k in range(1000)])
    with pytest.raises(BadValue, match="mesh 'rubble': has 1000 separate parts, at most 100"):
        solid_of(Triangles.welded(corners, faces), "rubble")


def test_corners_at_one_place_are_one():
    """As in files of STL, where each triangle has its own."""
    whole = box(1.0, 2.0, 3.0)
    loose = whole.corners[whole.faces].reshape(-1, 3)
    found = Triangles.welded(loose, np.arange(len(loose)).reshape(-1, 3))
    assert len(found.corners) == 8 and found.open_edges == 0
    assert found.solid.volume == pytest.approx(6.0, rel=1e-13)


@pytest.mark.parametrize(("corners", "faces", "said"), [
    (np.zeros((3, 3)), np.zeros((0, 3), int), "mesh: has no triangles"),
    (np.zeros((3, 3)), [[0, 1, 3]], "mesh: a triangle has a corner that there is not"),
    (np.array([[0, 0, 0], [1, 0, 0], [0, np.nan, 0]]), [[0, 1, 2]], "mesh: a corner has a place that is not finite"),
    (np.array([[0, 0, 0], [1, 0, 0], [0, np.inf, 0]]), [[0, 1, 2]], "mesh: a corner has a place that is not finite")])
def test_nonsense_is_refused(corners, faces, said):
    with pytest.raises(BadValue, match=said):
        Triangles.welded(corners, faces)
