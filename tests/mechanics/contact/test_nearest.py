"""Nearest points of body and surface: gaps against brute force, over focal points, edges of the body and flat faces."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.optimize import minimize

from sandbox.compiling.rotation import matrix_of
from sandbox.integration import arrays, hybrid
from sandbox.mechanics import layout as lay
from sandbox.mechanics.contact.modes import MODES
from sandbox.mechanics.probe import Pose, field_at
from sandbox.scene import Body, Cone, Disk, Motion, Paraboloid, Plane, Signal, Sphere, Spin, Start, Still
from tests.mechanics.contact.setup_modes import Case, Run, ball
from tests.mechanics.contact.test_flight import AT_REST, PEBBLE, g, rotation_of


def torus(R, a, mass):
    """A wheel about the body's third axis: rim circle of radius R, tube of radius a."""
    inertia = mass*np.diag([R*R/2, R*R/2, R*R])
    return Body(lambda x, y, z, R, a: R*np.sqrt(x*x + y*y) + a*np.sqrt(x*x + y*y + z*z), (R, a), mass,
                tuple(map(tuple, inertia)), size=R + a, name="torus")


def distance(case, y, t, start, height):
    """Least distance between points of the graph z = height(x, y) and points of the body, over four parameters."""
    pose = Pose(t, case.p)
    turning = pose.rotation.T @ rotation_of(y[3:7])
    centre = pose.to_local(y[:3])

    def points(u):
        theta, phi = u[2], u[3]
        nu = np.array([np.sin(theta)*np.cos(phi), np.sin(theta)*np.sin(phi), np.cos(theta)])
        touch = np.array(field_at(case.calls[2], *nu, case.p, lay.SHAPE)[:3]) \
            - case.p[lay.MASS_CENTRE:lay.MASS_CENTRE + 3]
        return np.array([u[0], u[1], height(u[0], u[1])]), centre + turning @ touch

    def squared(u):
        c, b = points(u)
        return (b - c) @ (b - c)

    best = np.inf
    for u in start:
        found = minimize(squared, u, method="Nelder-Mead",
                         options={"xatol": 1e-9, "fatol": 1e-18, "maxiter": 8000, "maxfev": 8000})
        best = min(best, found.fun)
    return np.sqrt(best)


STARTS = [(x, y, theta, phi) for x, y in ((0.0, 0.0), (0.1, 0.0), (-0.1, 0.1)) for theta in (1.0, 2.5)
          for phi in (0.5, -2.0)]


@pytest.mark.parametrize(("body", "surface", "height"), [
    (PEBBLE, Paraboloid(0.3), lambda x, y: (x*x + y*y)/0.6),
    (PEBBLE, Cone(0.5), lambda x, y: np.tan(0.5)*np.hypot(x, y)),
    (torus(0.04, 0.01, 0.1), Paraboloid(0.3), lambda x, y: (x*x + y*y)/0.6),
    (Disk(0.04, 0.1, 0.02, 0.004), Paraboloid(0.5), lambda x, y: (x*x + y*y)/1.0),
], ids=["ellipsoid bowl", "ellipsoid cone", "torus bowl", "coin bowl"])
def test_gap_agrees_with_brute_force(body, surface, height):
    """Points in flight over a tilted, turning support; the nearest points are followed from frame to frame."""
    motion = Motion((0.2, 0.1, 1.0), Signal((0.0, 2.0)), tilt=Signal((0.2,)))
    case = Case(body, surface, motion, Start((0.15, 0.05), **AT_REST, orientation=(0.8, 0.5, 0.3, 0.1)))
    run = Run(case, "flight", case.flight(0.05, (-0.8, -0.2, 0.6), (3.0, -8.0, 5.0)))
    for t in (0.05, 0.1, 0.15):
        run.to(t)
        if run.guard >= 0:
            break
        gap = run.guards()[lay.GUARD_END]
        assert gap == pytest.approx(distance(case, run.y, t, STARTS, height), abs=2e-8), t    # Nelder and Mead's own


def test_ball_inside_a_sphere():
    """Anywhere inside: gap = R - a - |x|; the nearest point changes sides as the ball flies past the centre."""
    case = Case(ball(0.02, 0.1, 1e-5), Sphere(0.5), Still((0.0, 0.0, 0.0)), Start((0.0, 0.0, -0.5), **AT_REST))
    y = case.flight(0.0, (0.03, 0.01, 2.0))
    run = Run(case, "flight", y)
    for t in np.linspace(0.0, 0.45, 46)[1:]:
        run.to(t)
        assert run.guard == -1
        inside = 0.48 - np.linalg.norm(run.y[:3])
        assert run.guards()[lay.GUARD_END] == pytest.approx(inside, abs=5e-15), t
    run.to(1.0)
    assert run.guard == lay.GUARD_END
    x, v = y[:3], y[11:14]
    assert run.t == pytest.approx(-2.0*(x @ v)/(v @ v), abs=1e-14)


def test_other_wall_of_a_deep_bowl():
    """A ball flies across a narrow bowl at a height where both walls have nearest points of their own."""
    p, a = 0.05, 0.01
    case = Case(ball(a, 0.1, 4e-6), Paraboloid(p), Still((0.0, 0.0, 0.0)), Start((0.22, 0.0), **AT_REST))
    run = Run(case, "flight", case.flight(0.0, (-2.0, 0.0, 0.0)))
    centre = run.y[:3].copy()
    run.to(1.0)
    assert run.guard == lay.GUARD_END
    # mirror image of the start
    assert run.t == pytest.approx(2.0*centre[0]/2.0, abs=1e-14)
    assert_allclose(run.y[14:17], [-0.22, 0.0, 0.22**2/(2*p)], rtol=0, atol=1e-13)


def test_coin_dropped_flat():
    """The face turned exactly to the table has no single nearest point; the gap is that of the face all the same."""
    start = Start((0.0, 0.0), **AT_REST, orientation=(0.8, 0.6, 0.0, 0.0))
    case = Case(Disk(0.03, 0.05, 0.004), Plane(), Still(), start)
    y = case.flight(0.0)
    y[:7] = [0.0, 0.0, 0.102, 1.0, 0.0, 0.0, 0.0]
    run = Run(case, "flight", y).to(1.0)
    assert run.guard == lay.GUARD_END
    assert run.t == pytest.approx(np.sqrt(0.2/g), abs=1e-9)


@pytest.mark.parametrize(("q", "spin"), [
    ((0.9, 0.2, 0.1, 0.3), (3.0, -8.0, 5.0)), ((0.995, 0.1, 0.0, 0.0), (-0.3, 0.15, 0.0)),
    ((0.5**0.5, 0.5**0.5, 0.0, 0.0), (0.05, 1.0, 0.0))], ids=["tumbling", "face", "side"])
def test_cylinder_over_a_globe(q, spin):
    """Rims, faces and the side of a thick coin come nearest in turn; where it is a face, no rim point is.

    The centre of the globe, moved into the cylinder, is the point of the cylinder that is nearest to the globe.
    """
    b, radius, half = 0.6, 0.05, 0.015
    case = Case(Disk(radius, 0.2, 2*half), Sphere(b, inside=False), Spin("z", 1.0, gravity=(0.0, 0.0, 0.0)),
                Start((0.05, 0.0, np.sqrt(b*b - 0.0025)), **AT_REST, orientation=q))
    y = case.flight(0.02, (0.0, 0.0, 0.05), spin)
    y[1] = 0.003
    hybrid.evaluate(MODES["flight"].table[arrays.SETTLE], 0.0, y, case.p, case.calls, y)
    run, smooth = Run(case, "flight", y), 0
    for t in np.linspace(0.0, 1.5, 361)[1:]:
        run.to(t)
        assert run.guard == -1
        turning = np.array(matrix_of(*run.y[3:7])).reshape(3, 3)
        seen = turning.T @ -run.y[:3]
        across = np.hypot(seen[0], seen[1])
        smooth += across > radius and abs(seen[2]) > half
        inside = np.append(seen[:2]*min(1.0, radius/across), np.clip(seen[2], -half, half))
        # c is told to 1e-9 of the size, at a face the gap is no better than the normal
        assert run.guards()[lay.GUARD_END] == pytest.approx(np.linalg.norm(seen - inside) - b, abs=1e-10), t
    assert (smooth == 360) == (spin[0] == 3.0)


def test_first_guess_may_be_far_off():
    """A start in the air: one settling finds the nearest point from any guess."""
    case = Case(PEBBLE, Paraboloid(0.3), Still(), Start((0.1, 0.05), **AT_REST, orientation=(0.8, 0.5, 0.3, 0.1)))
    exact = case.flight(0.02)
    for guess in ((0.0, 0.0, 0.0), (-0.4, 0.3, 1.0), (0.2, 0.2, 0.0)):
        y = exact.copy()
        y[14:17] = guess
        hybrid.evaluate(MODES["flight"].table[arrays.SETTLE], 0.0, y, case.p, case.calls, y)
        assert_allclose(y[14:17], exact[14:17], rtol=0, atol=1e-15)
