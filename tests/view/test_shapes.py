"""Geometry of the picture without a page: camera, surfaces, bodies."""

from math import cos, pi, sin, sqrt
from types import SimpleNamespace

import numpy as np
import pytest

from sandbox.scene.bodies import Ball, Disk, Ellipsoid
from sandbox.scene.surface import Edge, Surface
from sandbox.scene.surfaces import Board, Cone, EllipsoidSurface, PointProfile, Pseudosphere, Sphere
from sandbox.view import board, camera, transport
from sandbox.view.bodies import shape_of
from sandbox.view.mesh import flat_normals, frame_of, smooth_normals
from sandbox.view.palette import THEMES
from sandbox.view.patch import Patch
from sandbox.view.quality import LOW
from sandbox.view.support import Support, meridian_of

RINGS, SLICES = 13, 48


def patch_of(surface, start, ball=0.02, beside=0.0):
    return Patch(surface, RINGS, SLICES, ball, beside, np.array(start))


def winding(patch):
    """Smallest cosine between the pieces' own normals and those that they are shaded with."""
    p, n = patch.points, patch.normals
    flat = np.cross(p[1:, 1:] - p[:-1, :-1], p[:-1, 1:] - p[1:, :-1])
    flat /= np.maximum(np.linalg.norm(flat, axis=2, keepdims=True), 1e-300)
    return np.nanmin((flat*n[1:, 1:]).sum(axis=2))


def test_support_fills_two_thirds_of_the_width():
    angle = np.linspace(0, 2*np.pi, 100)
    rim = np.column_stack((0.3*np.cos(angle), 0.3*np.sin(angle), 0*angle))
    half = camera.fit(rim, np.zeros(3))
    reach = camera.reach(half, 960, 540)
    assert 0.58 < 0.3/(reach*960/540) < 0.68         # its near half looks larger and adds a little
    assert camera.reach(half, 300, 900) >= half[0]


def test_from_above_a_round_table_needs_as_much_height_as_width():
    angle = np.linspace(0, 2*np.pi, 100)
    rim = np.column_stack((0.3*np.cos(angle), 0.3*np.sin(angle), 0*angle))
    half = camera.fit(rim, np.zeros(3), np.pi/2)
    assert half[0]*camera.WIDE == pytest.approx(half[1]*camera.HIGH, rel=1e-3)


def test_middle_of_the_picture():
    angle = np.linspace(0, 2*np.pi, 100)
    tall = np.vstack([np.column_stack((0.1*np.cos(angle), 0.1*np.sin(angle), 0*angle + z)) for z in (-0.5, 0.3)])
    centre = camera.middle(tall)
    assert centre[:2].tolist() == [0, 0] and -0.5 < centre[2] < 0.3
    up = np.array((0.0, sin(camera.ELEVATION), cos(camera.ELEVATION)))
    forward = np.array((0.0, cos(camera.ELEVATION), -sin(camera.ELEVATION)))
    distance = camera.fit(tall, centre)[1]/np.tan(camera.FIELD/2)
    y = ((tall - centre) @ up)/(1 + (tall - centre) @ forward/distance)
    assert y.max() == pytest.approx(-y.min(), rel=1e-2)


def test_rotation_matrix_of_a_quarter_turn():
    quarter = frame_of((np.sqrt(0.5), 0, 0, np.sqrt(0.5)))
    assert quarter @ (1, 0, 0) == pytest.approx([0, 1, 0])


def test_normals_point_up_and_out():
    up, side = flat_normals(((0, 0), (1, 0), (1, -1)))[:, 0]
    assert up.tolist() == [0, 1] and side.tolist() == [1, 0]
    q = np.linspace(0.0, pi/2, 20)
    n = smooth_normals(np.column_stack((np.sin(q), -np.cos(q))))
    exact = np.column_stack((-np.sin(q), np.cos(q)))
    assert np.abs(n[:, 0] - exact[:-1]).max() < 5e-3 and np.abs(n[:, 1] - exact[1:]).max() < 5e-3


# ---- surfaces of revolution ------------------------------------------------------------------------------------------

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


# ---- other surfaces --------------------------------------------------------------------------------------------------

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
    on, normals = patch.drop(np.array(((0.1, 0.05, -0.15), (0.0, 0.0, -0.18))))
    assert np.abs(patch.value(on)).max() < 1e-9 and normals[1] == pytest.approx([0, 0, 1])


def test_surface_of_revolution_and_its_formula_agree():
    surface = Pseudosphere(0.3)
    r, z = surface.meridian(9)[:-1].T
    values = [surface.phi(x, 0.0, h, *surface.parameters) for x, h in zip(r.tolist(), z.tolist(), strict=True)]
    assert np.abs(values).max() < 1e-12


# ---- where a path leaves the support ---------------------------------------------------------------------------------

@pytest.fixture
def supported():
    """supported(surface) -> what is drawn of it."""
    transport.clear()
    transport.load().canvas()
    yield lambda surface, ball=0.02, start=None: Support(surface, LOW, ball, start)
    transport.clear()


@pytest.mark.parametrize("surface, height", [(SimpleNamespace(rim=0.3), lambda r: 0*r),
                                             (Cone(0.5, rim=0.3), lambda r: r*np.tan(0.5)),
                                             (Sphere(0.5, rim=0.3), lambda r: -np.sqrt(0.25 - r*r))])
def test_a_path_is_kept_up_to_the_rim(supported, surface, height):
    x = np.linspace(0.0, 0.45, 91)
    path = np.column_stack((x, 0*x, height(x)))
    kept = supported(surface).kept(path)
    # [m] the meridian is drawn in straight pieces
    assert kept[-1, 0] == pytest.approx(0.3, abs=2e-4) and (kept[:-1] == path[:len(kept) - 1]).all()


def test_what_comes_back_from_beyond_the_rim_is_not_drawn(supported):
    a = np.linspace(0.0, 2*pi, 200)
    path = np.column_stack((0.2 + 0.2*np.cos(a - pi/2), 0.2*np.sin(a - pi/2) + 0.2, 0*a))
    kept = supported(SimpleNamespace(rim=0.3)).kept(path)
    assert 10 < len(kept) < 100 and np.hypot(*kept[-1, :2]) == pytest.approx(0.3, abs=1e-5)
    assert len(supported(SimpleNamespace(rim=0.3)).kept(path + np.array((1.0, 0.0, 0.0)))) == 0


def test_closed_surfaces_keep_every_path(supported):
    a = np.linspace(0.0, 2*pi, 50)
    path = np.column_stack((0.25*np.cos(a), 0*a, 0.25*np.sin(a)))
    assert len(supported(Sphere(0.25, inside=False)).kept(path)) == 50
    path = np.column_stack((0.35*np.cos(a), 0.25*np.sin(a), 0*a))
    assert len(supported(EllipsoidSurface(0.35, 0.25, 0.2, inside=False), start=(0.0, 0.0, 0.2)).kept(path)) == 50


def test_a_path_ends_where_a_formula_has_its_edge(supported):
    rim = Edge(lambda x, y, z, *s: 0.1 - x, "rim", "")
    support = supported(Surface(lambda x, y, z: z - 0.3*x, edges=(rim,)), start=np.zeros(3))
    x = np.linspace(0.0, 0.2, 41)
    kept = support.kept(np.column_stack((x, 0*x, 0.3*x)))
    assert kept[-1, 0] == pytest.approx(0.1, abs=1e-5)


# ---- boards ----------------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("length, width, square", [(2.6, 0.9, 0.2), (6.0, 2.0, 0.5), (0.56, 0.4, 0.1), (3, 40, 0.5)])
def test_squares_of_a_board_have_a_round_side(length, width, square):
    assert board.Board(length/2, width/2).square == pytest.approx(square, rel=1e-12)


class Drawn:
    """Collects what is drawn."""

    def __init__(self):
        self.quads = []

    def add(self, corners, normals, colours):
        corners, normals = np.reshape(corners, (-1, 4, 3)), np.reshape(normals, (-1, 4, 3))
        tones = np.broadcast_to(np.reshape(colours, (-1, 3)), (len(corners), 3))
        self.quads += zip(corners.astype(float), normals, tones, strict=True)


def test_squares_cover_the_board_and_every_quad_faces_outwards():
    drawn, tones = Drawn(), THEMES["dark"]
    board.Board(1.3, 0.45).draw(drawn, tones)
    area = {tones.cream: 0.0, tones.sand: 0.0}
    for corners, normals, tone in drawn.quads:
        piece = np.cross(corners[2] - corners[0], corners[3] - corners[1])/2
        assert piece @ normals[0] == pytest.approx(np.linalg.norm(piece))
        if tuple(tone) in area:
            assert np.ptp(corners[:, 2]) == 0.0
            area[tuple(tone)] += piece[2]
    assert sum(area.values()) == pytest.approx(2.6*0.9, rel=1e-12)
    assert area[tones.cream] == pytest.approx(area[tones.sand], rel=1e-12)


@pytest.mark.parametrize("slope", [0.0, 0.9])
def test_legs_reach_from_the_board_to_the_floor(slope):
    drawn, rectangle = Drawn(), board.Board(1.3, 0.45)
    axes = np.array(((cos(slope), 0.0, sin(slope)), (0.0, 1.0, 0.0), (-sin(slope), 0.0, cos(slope))))
    ground = rectangle.stand(drawn, THEMES["dark"], axes)
    points = np.concatenate([corners for corners, _normals, _tone in drawn.quads])
    assert points[:, 2].min() == ground < -1.3*sin(slope)
    # the tops are inside of the board or below its upper side
    assert ((points @ axes)[:, 2] < 0.0).all()


def test_a_path_is_kept_on_a_board(supported):
    support = supported(Board(0.6, 0.4))
    x = np.linspace(0.0, 0.45, 91)
    assert support.kept(np.column_stack((x, 0*x, 0*x)))[-1, 0] == pytest.approx(0.3, abs=1e-5)
    assert support.kept(np.column_stack((0*x, -x, 0*x)))[-1, 1] == pytest.approx(-0.2, abs=1e-5)
    on, normals = support.drop(np.array(((0.1, 0.05, 0.15),)))
    assert on.tolist() == [[0.1, 0.05, 0.0]] and normals.tolist() == [[0.0, 0.0, 1.0]]


# ---- bodies ----------------------------------------------------------------------------------------------------------

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
