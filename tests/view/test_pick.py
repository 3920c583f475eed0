"""What is under the mouse, against closed forms of the bodies' surfaces, for random cameras."""

import json
from math import tan
from types import SimpleNamespace

import numpy as np
import pytest
from numpy.testing import assert_allclose

from sandbox.scene import Ball, Disk, Ellipsoid
from sandbox.scene.drawn.shapes import box, cylinder, ring
from sandbox.view.camera import FIELD
from sandbox.view.page.answers import answer_of
from sandbox.view.pick.eye import eye_of
from sandbox.view.pick.picker import Solid, beyond, contour, hull, pick
from sandbox.view.pick.rays import hit_ball, hit_plane, hit_triangles, triangles_of
from sandbox.view.picture.bodies import PLATE, shape_of

NOTHING = (np.zeros((0, 3, 3)), np.zeros(3), np.eye(3))
FINE = 96            # fineness of the drawn bodies here


def unit(v):
    return v/np.linalg.norm(v)


def rotation(rng):
    q, _r = np.linalg.qr(rng.normal(size=(3, 3)))
    return q*np.sign(np.linalg.det(q))


def camera(rng, span=0.3, width=960, height=540):
    """A camera that looks at the neighbourhood of the origin from anywhere."""
    forward, up = unit(rng.normal(size=3)), rng.normal(size=3)
    return eye_of([*rng.uniform(-0.02, 0.02, 3), *forward, *unit(up - (up @ forward)*forward), span, width, height])


def quadric(origin, way, matrix):
    """Nearest root of (o + t d) M (o + t d) = 1, inf where there is none."""
    a, b, c = way @ matrix @ way, origin @ matrix @ way, origin @ matrix @ origin - 1.0
    rest = b*b - a*c
    return np.inf if rest < 0.0 else (-b - np.sqrt(rest))/a


def slabs(origin, way, half):
    """Nearest place on a box by its three pairs of planes (Kay and Kajiya 1986)."""
    with np.errstate(divide="ignore"):
        a, b = (-half - origin)/way, (half - origin)/way
    near, far = np.minimum(a, b).max(), np.maximum(a, b).min()
    return near if near <= far and near > 0.0 else np.inf


def tube(origin, way, radius, half):
    """Nearest place on an upright cylinder: its side and its two faces."""
    found = []
    a, b, c = way[:2] @ way[:2], origin[:2] @ way[:2], origin[:2] @ origin[:2] - radius*radius
    if a > 0.0 and b*b - a*c >= 0.0:
        found += [t for t in ((-b - np.sqrt(b*b - a*c))/a, (-b + np.sqrt(b*b - a*c))/a)
                  if abs(origin[2] + t*way[2]) <= half]
    for z in (-half, half):
        t = (z - origin[2])/way[2]
        if np.linalg.norm((origin + t*way)[:2]) <= radius:
            found.append(t)
    return min((t for t in found if t > 0.0), default=np.inf)


def torus(origin, way, big, small):
    """Nearest place on a hoop about the y axis: roots of a quartic."""
    o, d = origin[[0, 2, 1]], way[[0, 2, 1]]
    k = o @ o + big*big - small*small
    one = np.polynomial.polynomial.polypow((k, 2*(o @ d), 1.0), 2)
    two = 4*big*big*np.array((o[:2] @ o[:2], 2*(o[:2] @ d[:2]), d[:2] @ d[:2], 0.0, 0.0))
    roots = np.polynomial.polynomial.polyroots(one - two)
    # a root that is double within rounding has a small imaginary part
    real = [r.real for r in roots if abs(r.imag) < 1e-9 and r.real > 0.0]
    return min(real, default=np.inf)


def look(half=None, drawn=None):
    return SimpleNamespace(drawn=drawn or box(*half), parameters=(), mass_centre=(0.0, 0.0, 0.0))


def solid_of(body):
    vertices, quads = shape_of(body, FINE)
    return Solid(triangles=triangles_of(vertices[quads]))


# body, its closed form, and how far flat pieces of the picture stand off it [m]
BODIES = {
    "ball": (Solid(radius=0.05), lambda o, d: quadric(o, d, np.eye(3)/0.05**2), 1e-12),
    "ellipsoid": (solid_of(Ellipsoid(0.06, 0.04, 0.03, 1.0)),
                  lambda o, d: quadric(o, d, np.diag((1/0.06**2, 1/0.04**2, 1/0.03**2))), 4e-5),
    "disc": (solid_of(Disk(0.05, 0.1)), lambda o, d: tube(o, d, 0.05, PLATE*0.05), 6e-5),
    "coin": (solid_of(Disk(0.05, 0.1, thickness=0.02)), lambda o, d: tube(o, d, 0.05, 0.01), 6e-5),
    "puck": (solid_of(look(drawn=cylinder(0.05, 0.03))), lambda o, d: tube(o, d, 0.05, 0.015), 6e-5),
    "box": (solid_of(look((0.05, 0.03, 0.02))), lambda o, d: slabs(o, d, np.array((0.05, 0.03, 0.02))), 1e-12),
    "hoop": (solid_of(look(drawn=ring(0.06, 0.02))), lambda o, d: torus(o, d, 0.05, 0.01), 1.2e-3)}


@pytest.mark.parametrize("name", BODIES)
def test_the_point_that_is_met(name):
    """A facet stands off the true surface by less than `off`; near its outline a ray may miss one of the two."""
    solid, exact, off = BODIES[name]
    rng, met, missed, worst = np.random.default_rng(7), 0, 0, []
    for _camera in range(25):
        eye, axes, centre = camera(rng), rotation(rng), rng.uniform(-0.03, 0.03, 3)
        solid.place(centre, axes)
        middle = eye.project(centre)[0]
        for _ray in range(40):
            x, y = middle + rng.uniform(-90, 90, 2)
            way = eye.ray(x, y)
            wanted = exact((eye.place - centre) @ axes, way @ axes)
            hit = pick(eye, [solid], NOTHING, x, y)
            if np.isinf(wanted) or hit is None:
                missed += (hit is None) != np.isinf(wanted)
                continue
            met += 1
            worst.append(abs(float((hit.point - eye.place) @ way) - wanted))
    assert met > 80
    assert np.median(worst) <= off                       # [m] where a ray does not graze
    assert np.quantile(worst, 0.9) <= 12*off + 1e-9      # [m] it grazes at up to 5 degrees
    assert missed <= (0 if off < 1e-9 else 0.05*met)     # rays between a facet and the surface that it stands for


def test_a_ray_goes_through_the_points_that_are_projected_to_its_pixel():
    rng = np.random.default_rng(3)
    for _k in range(200):
        eye = camera(rng, width=int(rng.integers(300, 2000)), height=int(rng.integers(300, 2000)))
        points = rng.uniform(-0.2, 0.2, (4, 3))
        for point, (x, y) in zip(points, eye.project(points), strict=True):
            if np.isfinite(x):
                rel = point - eye.place
                # [1] rounding of a few products
                assert_allclose(np.cross(unit(rel), eye.ray(x, y)), 0.0, atol=1e-12)


@pytest.mark.parametrize(("width", "height"), [(960, 540), (540, 960), (700, 700)])
def test_the_shorter_side_shows_the_range(width, height):
    """GlowScript: `range` from the middle to the edge of the shorter side, at the distance of the centre."""
    eye = eye_of([0, 0, 0, 0, 1, 0, 0, 0, 1, 0.3, width, height])
    edge = eye.project(np.array(((0.3, 0, 0), (0, 0, 0.3))))
    assert_allclose(edge[0, 0] if width <= height else edge[1, 1], width if width < height else
                    (0 if width > height else width), atol=1e-9)          # [px]
    assert eye.distance == pytest.approx(0.3*(1 if width >= height else height/width)/tan(FIELD/2), rel=1e-14)


def test_the_outline_of_a_ball_is_where_rays_touch_it():
    rng = np.random.default_rng(11)
    for _k in range(50):
        eye, centre = camera(rng), rng.uniform(-0.05, 0.05, 3)
        outline = hull(eye.project(contour(eye, centre, 0.04)))
        middle = outline.mean(axis=0)
        for share, is_met in ((0.98, True), (1.02, False)):
            for x, y in middle + share*(outline[::7] - middle):
                assert np.isfinite(hit_ball(eye.place, eye.ray(x, y), centre, 0.04)) == is_met
                assert (beyond(outline, x, y) == 0.0) == is_met


def test_the_support_hides_what_is_below_it_and_its_back_hides_nothing():
    table = triangles_of([[(-1, -1, 0), (1, -1, 0), (1, 1, 0), (-1, 1, 0)]])
    above = eye_of([0, 0, 0, 0, 0.5, -1, 0, 1, 0.5, 0.3, 960, 540])
    below = eye_of([0, 0, 0, 0, 0.5, 1, 0, -1, 0.5, 0.3, 960, 540])
    ball = Solid(radius=0.05)
    ball.place((0, 0, -0.06), np.eye(3))
    support = (table, np.zeros(3), np.eye(3))
    x, y = above.project(np.array((0, 0, -0.06)))[0]
    assert pick(above, [ball], support, x, y).body is None
    x, y = below.project(np.array((0, 0, -0.06)))[0]
    assert pick(below, [ball], support, x, y).body == 0
    ball.place((0, 0, 0.05), np.eye(3))
    x, y = below.project(np.array((0, 0, 0.05)))[0]
    assert pick(below, [ball], support, x, y).body == 0
    assert pick(above, [ball], support, 5.0, 535.0).body is None and pick(above, [ball], NOTHING, 5.0, 535.0) is None


def test_of_two_bodies_the_nearer_one():
    eye = eye_of([0, 0, 0, 0, 1, 0, 0, 0, 1, 0.3, 960, 540])
    near, far = Solid(radius=0.03), Solid(radius=0.06)
    near.place((0, -0.2, 0), np.eye(3))
    far.place((0, 0.2, 0), np.eye(3))
    assert pick(eye, [far, near], NOTHING, 480, 270).body == 1
    assert_allclose(pick(eye, [far, near], NOTHING, 480, 270).point, (0, -0.23, 0), atol=1e-12)


def test_a_small_body_is_met_beside_it():
    eye = eye_of([0, 0, 0, 0, 1, 0, 0, 0, 1, 0.3, 960, 540])
    ball = Solid(radius=0.002)
    assert pick(eye, [ball], NOTHING, 486, 270) is None
    hit = pick(eye, [ball], NOTHING, 486, 270, slack=6.0)
    assert hit.body == 0 and np.linalg.norm(hit.point) < 0.02          # [m] beside the ball
    assert pick(eye, [ball], NOTHING, 500, 270, slack=6.0) is None


def test_a_wire_is_met_beside_it_on_both_sides_and_its_inside_is_not():
    """A hoop whose wire is 3 pixels wide: from 24 pixels inside as from outside, not from its middle."""
    eye = eye_of([0, 0, 0, 0, 1, 0, 0, 0, 1, 0.3, 960, 540])
    small = 3.0/2*eye.pixel((0.0, 0.0, 0.0))                 # [m] radius of the wire
    hoop = solid_of(look(drawn=ring(0.2 + small, small)))
    hoop.place((0, 0, 0), np.eye(3))
    (middle, _y), (edge, _z) = eye.project(np.array(((0, 0, 0), (0.2, 0, 0))))
    assert pick(eye, [hoop], NOTHING, edge, 270).body == 0
    for beside in (-22, 22):
        assert pick(eye, [hoop], NOTHING, edge + beside, 270) is None
        assert pick(eye, [hoop], NOTHING, edge + beside, 270, slack=24.0).body == 0
    for place in (middle, edge - 30, edge + 30):
        assert pick(eye, [hoop], NOTHING, place, 270, slack=24.0) is None
    assert pick(eye, [hoop], NOTHING, edge + 9, 270, slack=24.0, is_meant=lambda _body: False) is None


@pytest.mark.parametrize("numbers", [
    None, [], "eye", {}, 3.0, [1.0]*11, [1.0]*13, [None]*12, ["1"]*12, [True]*12, [float("nan")]*12,
    [float("inf")]*12, [0.0]*12, [1e300]*12, [0, 0, 0, 0, 1, 0, 0, 1, 0, 0.3, 960, 540],
    [0, 0, 0, 0, 1, 0, 0, 0, 1, -0.3, 960, 540], [0, 0, 0, 0, 1, 0, 0, 0, 1, 0.3, 0, 540],
    [0, 0, 0, 0, 1, 0, 0, 0, 1, 0.3, 960, 1e6], [[0]*3]*12, [10**400, *[1.0]*11]])
def test_what_is_no_camera_is_none(numbers):
    assert eye_of(numbers) is None


def test_the_eye_that_a_page_reports_is_kept():
    """What is checked on its way from the page is still a camera."""
    numbers = [0, 0, 0, 0, 1, 0, 0, 0, 1, 0.3, 960, 540]
    eye = eye_of(answer_of(json.dumps({"eye": numbers}))["eye"])
    assert_allclose(eye.place, (0, -eye.distance, 0), atol=1e-15)
    assert eye_of(answer_of(json.dumps({"eye": numbers[:11]})).get("eye")) is None


def test_round_bodies():
    ball, disc, hoop = Solid(radius=1.0), BODIES["disc"][0], BODIES["hoop"][0]
    assert ball.is_round and disc.is_round and hoop.is_round and BODIES["puck"][0].is_round
    assert not BODIES["box"][0].is_round and not BODIES["ellipsoid"][0].is_round
    assert not solid_of(look((0.05, 0.05, 0.05))).is_round
    assert Ball(0.02).size == 0.02


def test_a_plane_behind_the_eye_is_not_met():
    assert hit_plane(np.zeros(3), np.array((0, 0, 1.0)), (0, 0, -1), (0, 0, 1.0)) == np.inf
    assert hit_plane(np.zeros(3), np.array((0, 0, 1.0)), (0, 0, 2), (0, 0, 1.0)) == 2.0
    behind = triangles_of([[(-1, -1, -1), (1, -1, -1), (1, 1, -1), (-1, 1, -1)]])
    assert hit_triangles(np.zeros(3), np.array((0, 0, 1.0)), behind) == np.inf
