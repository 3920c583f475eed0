"""A surface that is only a formula is found around the body, followed as it moves, and cut at its edges."""

from math import sin, sqrt

import numpy as np
import pytest

from sandbox.scene.supports.surface import Edge, Surface
from sandbox.scene.supports.surfaces import EllipsoidSurface
from sandbox.view.picture.supports.patch import Patch

RINGS, SLICES = 13, 48


def patch_of(surface, start, ball=0.02, beside=0.0):
    return Patch(surface, RINGS, SLICES, ball, beside, np.array(start))


def winding(patch):
    """Smallest cosine between the pieces' own normals and those that they are shaded with."""
    p, n = patch.points, patch.normals
    flat = np.cross(p[1:, 1:] - p[:-1, :-1], p[:-1, 1:] - p[1:, :-1])
    flat /= np.maximum(np.linalg.norm(flat, axis=2, keepdims=True), 1e-300)
    return np.nanmin((flat*n[1:, 1:]).sum(axis=2))


@pytest.mark.parametrize("inside", [True, False])
def test_triaxial_ellipsoid_is_found_all_around(inside):
    patch = patch_of(EllipsoidSurface(0.35, 0.25, 0.2, inside=inside), (0.0, 0.0, -0.2 if inside else 0.2))
    x, y, z = np.moveaxis(patch.points, 2, 0)
    assert np.abs((x/0.35)**2 + (y/0.25)**2 + (z/0.2)**2 - 1).max() < 1e-9
    assert z.max() == pytest.approx(0.0 if inside else 0.2, abs=1e-9)
    assert np.abs(x).max() == pytest.approx(0.35, rel=1e-3) and winding(patch) > 0.5


def test_hills_are_followed_and_grow_under_the_body():
    hills = Surface(lambda x, y, z, a, k: z - a*sin(k*x)*sin(k*y), (0.02, 20.0))
    patch = patch_of(hills, (0.05, 0.02, 0.02*sin(1.0)*sin(0.4)))
    x, y, z = np.moveaxis(patch.points, 2, 0)
    assert np.abs(z - 0.02*np.sin(20*x)*np.sin(20*y)).max() < 1e-9
    assert winding(patch) > 0.5
    reach = patch.reach
    assert not patch.grow((0.06, 0.02, 0.0)) and patch.reach == reach
    assert patch.grow((0.05 + 0.95*reach, 0.02, 0.0)) and patch.reach > 1.3*reach
    x, y, z = np.moveaxis(patch.points, 2, 0)
    assert np.abs(z - 0.02*np.sin(20*x)*np.sin(20*y)).max() < 1e-9


def test_nothing_is_drawn_beyond_the_edges():
    rim = Edge(lambda x, y, z, *s: 0.1 - x, "rim", "")
    patch = patch_of(Surface(lambda x, y, z: z - 0.3*x, edges=(rim,)), (0.0, 0.0, 0.0))
    seen = np.isfinite(patch.points).all(axis=2)
    assert seen.any() and not seen.all() and np.nanmax(patch.points[..., 0]) <= 0.1 + 1e-9


def test_a_wall_is_followed_from_its_start():
    wall = Surface(lambda x, y, z, b: (b*b - x*x - y*y)/(2*b), (0.5,))
    patch = patch_of(wall, (0.5, 0.0, 0.0), ball=0.01)
    seen = np.isfinite(patch.points).all(axis=2)
    assert seen.mean() > 0.9
    assert np.hypot(patch.points[seen][:, 0], patch.points[seen][:, 1]) == pytest.approx(0.5)
    assert patch.normals[seen][:, 0].max() < 0.0     # towards the axis, where the body is


def test_a_formula_that_fails_in_places_leaves_holes():
    dome = Surface(lambda x, y, z: z - sqrt(0.01 - x*x - y*y))      # no value beyond 0.1 m
    patch = patch_of(dome, (0.0, 0.0, 0.1), ball=0.01)
    seen = np.isfinite(patch.points).all(axis=2)
    assert 0.1 < seen.mean() < 1.0
    assert np.linalg.norm(patch.points[seen], axis=1) == pytest.approx(0.1)


def test_a_formula_without_zeros_says_so():
    with pytest.raises(ValueError, match="no zeros"):
        patch_of(Surface(lambda x, y, z: x*x + y*y + z*z + 1.0), (0.0, 0.0, 0.0))


def test_points_are_dropped_on_the_surface():
    patch = patch_of(EllipsoidSurface(0.35, 0.25, 0.2), (0.0, 0.0, -0.2))
    on, normals = patch.project(np.array(((0.1, 0.05, -0.15), (0.0, 0.0, -0.18))))
    assert np.abs(patch.value(on)).max() < 1e-9 and normals[1] == pytest.approx([0, 0, 1])
