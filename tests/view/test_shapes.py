"""Shapes known beforehand: frames and normals, meridians of surfaces of revolution, bodies by support function."""

from math import pi
from types import SimpleNamespace

import numpy as np
import pytest

from sandbox.scene.bodies import Ball, Disk, Ellipsoid
from sandbox.scene.supports.surfaces import Cone, EllipsoidSurface, PointProfile, Pseudosphere, Sphere
from sandbox.view.palette import THEMES
from sandbox.view.picture.bodies import shape_of
from sandbox.view.picture.mesh import Mesh, flat_normals, rotation_matrix, smooth_normals
from sandbox.view.picture.supports.plate import Plate
from sandbox.view.picture.supports.revolved import meridian_of


def test_rotation_matrix_of_a_quarter_turn():
    quarter = rotation_matrix((np.sqrt(0.5), 0, 0, np.sqrt(0.5)))
    assert quarter @ (1, 0, 0) == pytest.approx([0, 1, 0])


def test_normals_point_up_and_out():
    up, side = flat_normals(((0, 0), (1, 0), (1, -1)))[:, 0]
    assert up.tolist() == [0, 1] and side.tolist() == [1, 0]
    q = np.linspace(0.0, pi/2, 20)
    n = smooth_normals(np.column_stack((np.sin(q), -np.cos(q))))
    exact = np.column_stack((-np.sin(q), np.cos(q)))
    assert np.abs(n[:, 0] - exact[:-1]).max() < 5e-3 and np.abs(n[:, 1] - exact[1:]).max() < 5e-3


# surfaces of revolution -----------------------------------------------------------------------------------------------

def test_meridian_is_that_of_the_surface():
    assert meridian_of(SimpleNamespace(rim=0.3), 9, 0.0).tolist() == [[0, 0], [0.3, 0]]
    points = meridian_of(Cone(0.5, rim=0.3), 9, 0.0)
    assert points[:, 1] == pytest.approx(points[:, 0]*np.tan(0.5))
    assert meridian_of(EllipsoidSurface(0.3, 0.2, 0.1), 9, 0.0) is None


def test_spline_profile_has_a_meridian():
    r = np.linspace(0.0, 0.3, 7)
    points = meridian_of(PointProfile(r, 2*r*r), 17, 0.0)
    assert points[:, 1] == pytest.approx(2*points[:, 0]**2, abs=1e-6)


@pytest.mark.parametrize("surface, radius", [(Sphere(0.3, rim=0.28, defines="centre"), 0.32),
                                             (Sphere(0.3, inside=False, defines="centre"), 0.28)])
def test_surface_of_centres_is_drawn_beside(surface, radius):
    points = meridian_of(surface, 33, 0.02)
    assert np.hypot(*points.T) == pytest.approx(radius, rel=2e-3)


def test_surface_of_revolution_and_its_formula_agree():
    surface = Pseudosphere(0.3)
    r, z = surface.meridian(9)[:-1].T
    values = [surface.phi(x, 0.0, h, *surface.parameters) for x, h in zip(r.tolist(), z.tolist(), strict=True)]
    assert np.abs(values).max() < 1e-12


# bodies ---------------------------------------------------------------------------------------------------------------

def test_bodies_by_support_function():
    vertices, quads = shape_of(Ellipsoid(0.03, 0.02, 0.01, mass=0.1), 24)
    assert (vertices/(0.03, 0.02, 0.01))**2 @ np.ones(3) == pytest.approx(1.0, rel=1e-3)
    corners = vertices[quads]
    out = np.cross(corners[:, 2] - corners[:, 0], corners[:, 3] - corners[:, 1])
    assert ((out*corners.mean(axis=1)).sum(axis=1) >= -1e-12).all()

    vertices, _quads = shape_of(Disk(0.04, 0.1, thickness=0.01), 24)
    assert np.abs(vertices[:, 2]).max() == pytest.approx(0.005, rel=1e-3)
    assert np.hypot(vertices[:, 0], vertices[:, 1]).max() == pytest.approx(0.04, rel=1e-3)


def test_bodies_of_the_scenes_have_what_the_picture_reads():
    assert Ball(radius=0.02).radius == 0.02
    body = Disk(0.04, 0.1)
    assert body.h(0.0, 1.0, 0.0, *body.parameters) == pytest.approx(0.04) and len(body.mass_centre) == 3


def test_a_plate_on_a_level_hinge_has_a_trestle_at_each_end_of_its_axis():
    mesh = Mesh()
    base = Plate(0.3, 0.06, 0.004, axis=(0.0, 1.0, 0.0)).stand(mesh, THEMES["dark"], np.eye(3), -0.45)
    corners = np.asarray(mesh.corners).reshape(-1, 3)
    # bars are slanted: their corners are within a bar's width of the floor
    feet = corners[corners[:, 2] < -0.44]
    assert len(feet) > 0 and np.abs(feet[:, 1]).min() > 0.06
    for end in (-1.0, 1.0):
        own = feet[end*feet[:, 1] > 0.0]
        assert own[:, 0].min() < -0.05 and own[:, 0].max() > 0.05, "two feet that stand apart"
    assert (base[:, 2] == -0.45).all()
    # however the plank leans, nothing but its axle is within it
    within = corners[np.abs(corners[:, 1]) <= 0.06]
    assert (np.hypot(within[:, 0], within[:, 2]) < 0.004).all()
    legs = Mesh()
    Plate(0.3, 0.06, 0.004, axis=(0.0, 0.0, 1.0)).stand(legs, THEMES["dark"], np.eye(3), -0.45)
    corners = np.asarray(legs.corners).reshape(-1, 3)
    assert np.abs(corners[:, 0]).max() > 0.25
