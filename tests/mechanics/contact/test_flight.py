"""Flight: free rotation in closed form, gaps against brute force, and when a flight ends."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from sandbox.compiling.rotation import matrix_of, multiply
from sandbox.integration import arrays, hybrid
from sandbox.integration import observation as obs
from sandbox.integration.status import NOT_FINITE
from sandbox.mechanics import layout as lay
from sandbox.mechanics import report
from sandbox.mechanics.contact.modes import MODES
from sandbox.mechanics.probe import Pose
from sandbox.scene import (
    Cone,
    Disk,
    Ellipsoid,
    Motion,
    Paraboloid,
    Plane,
    Pseudosphere,
    Signal,
    Sphere,
    Spin,
    Start,
    Still,
    rate_sine,
)
from tests.mechanics.contact.setup_modes import Case, Run, ball

g = 9.81
SHAKEN = Motion((0.1, -0.05, 1.0), rate_sine(1.5, 1.0, 4.0), (-0.03, 0.04, 0.0), "x", Signal(sine=0.2, nu=3.0),
                shift=(Signal(sine=0.01, nu=7.0), Signal(sine=-0.006, nu=7.0), Signal(sine=0.004, nu=7.0)))
PEBBLE = Ellipsoid(0.06, 0.045, 0.03, 0.4, ((2.4e-4, 3e-5, -2e-5), (3e-5, 3.6e-4, 4e-5), (-2e-5, 4e-5, 4.6e-4)),
                   (0.004, -0.003, -0.005))
AT_REST = {"omega": (0.0, 0.0, 0.0)}


def rotation_of(q):
    return np.array(matrix_of(*q)).reshape(3, 3)


# ---- motion -------------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("height", [1.0, 0.3, 1e-3, 1e-6])
def test_ball_falls_on_a_plane(height):
    case = Case(ball(0.03, 0.1, 4e-5), Plane(), Still(), Start((0.0, 0.0), **AT_REST))
    run = Run(case, "flight", case.flight(height, w=(1.0, 2.0, 3.0))).to(2.0)
    assert run.guard == lay.GUARD_END
    assert run.t == pytest.approx(np.sqrt(2.0*height/g), abs=1e-14)
    assert_allclose(run.y[11:14], [0.0, 0.0, -np.sqrt(2.0*g*height)], rtol=0, atol=1e-13)


def test_symmetric_top_precesses():
    """w turns about the axis at (1 - C/A) w_3 in the body, the axis about L at |L|/A in the laboratory."""
    A, C, w = 2e-4, 3.5e-4, np.array([3.0, 0.0, 20.0])
    body = Disk(0.05, 0.2, inertia=((A, 0, 0), (0, A, 0), (0, 0, C)))
    start = Start((0.0, 0.0), omega=tuple(w), orientation=(0.9, 0.4, 0.1, 0.2))
    case = Case(body, Plane(), Still(), start)
    y = case.flight(5.0)
    turning = rotation_of(y[3:7])
    y[7:10] = w
    L = turning @ (np.array([A, A, C])*w)
    run = Run(case, "flight", y).to(0.9)
    rate = (C - A)/A*w[2]
    assert_allclose(run.y[7:10], [w[0]*np.cos(rate*0.9), w[0]*np.sin(rate*0.9), w[2]], rtol=0, atol=2e-12)
    now = rotation_of(run.y[3:7])
    assert_allclose(now @ (np.array([A, A, C])*run.y[7:10]), L, rtol=0, atol=1e-16)
    # Rodrigues about L
    axis, angle, e = L/np.linalg.norm(L), np.linalg.norm(L)/A*0.9, turning[:, 2]
    expected = (e*np.cos(angle) + np.cross(axis, e)*np.sin(angle) + axis*(axis @ e)*(1 - np.cos(angle)))
    assert_allclose(now[:, 2], expected, rtol=0, atol=1e-12)


def test_meter_goes_on_over_a_moving_support():
    """E_J of a shaken, tilting support moves; less its ledger it does not; the flight itself knows nothing of it."""
    case = Case(PEBBLE, Paraboloid(0.3), SHAKEN, Start((0.05, 0.02), **AT_REST))
    run = Run(case, "flight", case.flight(0.5, (0.3, -0.2, 1.0), (5.0, -3.0, 8.0)))
    x, v = run.y[:3].copy(), run.y[11:14].copy()
    run.to(0.2)
    assert run.guard == -1
    assert_allclose(run.y[:3], x + 0.2*v - [0.0, 0.0, 0.02*g], rtol=0, atol=1e-15)
    assert abs(run.y[10]) > 0.05                                                    # [J]
    assert run.drift < 1e-14


def test_report_of_a_flight():
    case = Case(PEBBLE, Paraboloid(0.3), SHAKEN, Start((0.05, 0.02), **AT_REST))
    w = np.array([5.0, -3.0, 8.0])
    y = case.flight(0.02, (0.3, -0.2, 1.0), w)
    seen = Run(case, "flight", y).report()
    assert_allclose(seen[report.CENTRE:report.CENTRE + 3], y[:3], rtol=0, atol=1e-16)
    assert_allclose(seen[report.VELOCITY:report.VELOCITY + 3], y[11:14], rtol=0, atol=1e-15)
    assert_allclose(seen[report.SPIN_LAB:report.SPIN_LAB + 3], w, rtol=0, atol=1e-14)
    assert_allclose(seen[report.QUATERNION:report.QUATERNION + 4], y[3:7], rtol=0, atol=1e-15)
    assert_allclose(seen[report.CONTACT:report.CONTACT + 3], Pose(0.0, case.p).to_lab(y[14:17]), rtol=0, atol=1e-16)
    assert_allclose(seen[report.FORCE:report.NORMAL_FORCE + 1], 0.0, rtol=0, atol=0)


def test_grazing_is_noticed():
    """A ball passes over the top of a globe within a frame and dips in by 2 micrometres."""
    b, a, v = 0.1, 0.02, 4.0
    case = Case(ball(a, 0.1, 1e-5), Sphere(b, inside=False), Still((0.0, 0.0, 0.0)), Start((0.0, 0.0, b), **AT_REST))
    y = case.flight(0.0)
    y[:3] = [-0.022, 0.0, a + b - 2e-6]
    y[11:14] = [v, 0.0, 0.0]
    hybrid.evaluate(MODES["flight"].table[arrays.SETTLE], 0.0, y, case.p, case.calls, y)
    run = Run(case, "flight", y).to(0.05)
    assert run.guard == lay.GUARD_END
    half = np.sqrt((a + b)**2 - (a + b - 2e-6)**2)
    assert run.t == pytest.approx((0.022 - half)/v, abs=1e-13)


# ---- beginnings and ends ------------------------------------------------------------------------------------------

def to_flight(case, run):
    """State of flight that continues a rolling run, as a jump between modes writes it."""
    pose = Pose(run.t, case.p)
    n, rho, turning = case.geometry(run.y)
    r = run.y[:3] - rho - pose.axis_point
    w = turning @ run.y[7:10]
    v = np.cross(pose.motion[0], run.y[:3] - pose.axis_point) - np.cross(w, rho)
    q = multiply(*pose.quaternion, *run.y[3:7])
    return np.concatenate([pose.to_lab(r + pose.axis_point), q, run.y[7:10], [run.y[10]],
                           pose.point_velocity + pose.rotation @ v, run.y[:3]])


@pytest.mark.parametrize("motion", [
    Still(), Spin("z", 1.5), Motion("z", rate_sine(1.0, 0.5, 3.0), tilt=Signal((0.1,)))],
    ids=["still", "turning", "tilted, swinging"])
def test_lift_off_from_a_globe(motion):
    """N reaches zero: gap 0, rate 0, relative acceleration 0 and growing. It flies on, and the meter does not jump."""
    body = Ellipsoid(0.02, 0.018, 0.015, 0.1, mass_centre=(0.001, 0.0, -0.002))
    start = Start((0.01, 0.0, np.sqrt(0.09 - 1e-4)), omega=(0.0, 30.0, 0.0))
    case = Case(body, Sphere(0.3, inside=False), motion, start)
    rolling = Run(case, "rolling", case.rolling).to(2.0)
    assert rolling.guard == lay.GUARD_NORMAL
    flight = Run(case, "flight", to_flight(case, rolling), rolling.t)
    assert flight.broken == -1
    assert flight.seen()[obs.DEFECT] == pytest.approx(rolling.seen()[obs.DEFECT], abs=1e-15)
    flight.to(rolling.t + 0.02)
    assert flight.guard == -1 and flight.guards()[lay.GUARD_END] > 1e-6
    assert flight.drift < 1e-14


@pytest.mark.parametrize("speed", [1e-6, 1e-3, 1.0])
def test_a_bounce_begins_at_gap_zero(speed):
    case = Case(ball(0.03, 0.1, 4e-5), Plane(), Spin("z", 2.0), Start((0.3, 0.0), **AT_REST))
    run = Run(case, "flight", case.flight(0.0, (0.0, 0.0, speed)))
    assert run.broken == -1
    run.to(1.0)
    assert run.guard == lay.GUARD_END
    # the height 0.03 m is rounded to 3e-18 m
    assert run.t == pytest.approx(2.0*speed/g, abs=1e-14 + 1e-17/speed)


def test_nothing_to_hit_beyond_an_edge():
    """A ball flies off a table, one leaves a bowl over its rim: no impact, and it is told when they are below."""
    table = Case(ball(0.02, 0.1, 1e-5), Plane(rim=0.3), Still(), Start((0.29, 0.0), **AT_REST))
    run = Run(table, "flight", table.flight(0.01, (1.0, 0.0, 0.0))).to(3.0)
    assert run.guard == lay.GUARD_EDGES and run.t == pytest.approx(np.sqrt(0.02/g), abs=1e-14)

    bowl = Case(ball(0.02, 0.1, 1e-5), Paraboloid(0.3, rim=0.3), Still(), Start((0.28, 0.0), **AT_REST))
    run = Run(bowl, "flight", bowl.flight(0.05, (1.0, 0.0, 0.5))).to(3.0)
    assert run.guard == lay.GUARD_EDGES and np.all(np.isfinite(run.y)) and run.y[0] > 0.3


def test_back_over_the_rim_there_is_something_to_hit():
    table = Case(ball(0.02, 0.1, 1e-5), Plane(rim=0.3), Still(), Start((0.29, 0.0), **AT_REST))
    y = table.flight(0.5, (-1.0, 0.0, 0.0))
    y[0] = 0.4
    hybrid.evaluate(MODES["flight"].table[arrays.SETTLE], 0.0, y, table.p, table.calls, y)
    run = Run(table, "flight", y)
    assert run.guards()[lay.GUARD_END] == 1.0
    run.to(1.0)
    assert run.guard == lay.GUARD_END and run.t == pytest.approx(np.sqrt(1.0/g), abs=1e-14)


@pytest.mark.parametrize("surface", [Pseudosphere(0.25), Cone(0.8), Paraboloid(0.1)],
                         ids=["pseudosphere", "cone", "paraboloid"])
def test_state_stays_finite_over_singular_places(surface):
    """Over rims where the surface ends, over an apex, above focal points, with nearest points that come and go."""
    case = Case(PEBBLE, surface, Spin("z", 1.0), Start((0.15, 0.0), **AT_REST))
    for v in ((2.0, 0.3, 2.0), (-1.0, 0.0, 3.0), (0.0, 0.0, 4.0)):
        run = Run(case, "flight", case.flight(0.3, v, (10.0, -20.0, 5.0)))
        for t in np.linspace(0.0, 1.5, 31)[1:]:
            if run.to(t).guard >= 0:
                break
            assert np.all(np.isfinite(run.y)) and np.all(np.isfinite(run.seen()[:obs.FIRST_GUARD]))
        assert run.guard != NOT_FINITE
