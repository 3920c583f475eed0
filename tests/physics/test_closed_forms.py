"""The engine against closed forms; oracles and their sources are in tests/oracles."""

from math import cos, pi, sin

import numpy as np
import pytest
from numpy.testing import assert_allclose

from sandbox.scene import (
    Ball,
    Board,
    Cylinder,
    Disk,
    Motion,
    Paraboloid,
    Plane,
    PointProfile,
    Signal,
    Sphere,
    Spin,
    Start,
    Still,
    Torus,
    rate_sine,
)
from sandbox.systems.contact.assembly import assemble
from sandbox.systems.integration import Integration
from tests.oracles.ball_on_plane import spun_up, tilted_turntable
from tests.oracles.ball_on_sphere import rolloff_angle, rolloff_time
from tests.oracles.ball_on_walls import cylinder_height
from tests.oracles.meridians import meridian_path
from tests.oracles.rolling_disk import steady_disk_spin
from tests.physics.contact_runs import first_event

BALL = Ball(0.01, mass=0.0327)
CHI = 2/7


def states(system, times):
    """Body states at the times [s]."""
    run, found = Integration(system, 1/240), []
    for t in times:
        run.advance(int(t*240 + 1e-9) - run.k)
        found.append(run.peek(t).body)
    assert run.ended is None
    return found


@pytest.mark.parametrize("rate", [3.4907, -5.0, 0.0])
def test_circle_on_a_turntable(rate):
    times = np.linspace(0.0, 60.0, 37)
    found = states(assemble(BALL, Plane(), Spin("z", rate), Start((0.15, 0.0), (0.02, 0.05), spin=3.0)), times)
    r, v = tilted_turntable(times, (0.15, 0.0), (0.02, 0.05), rate, CHI)
    # [m], [m/s]: rounding of 14,400 steps, each up to 1e-16 of what it is added to
    assert_allclose([s.centre[:2] for s in found], r, rtol=0, atol=1e-12*np.abs(r).max())
    assert_allclose([s.velocity[:2] for s in found], v, rtol=0, atol=1e-12*np.abs(v).max())


@pytest.mark.parametrize("velocity, t", [((0.5, 0.0), 1.8), ((0.0, -0.5), 0.8), ((0.25, 0.25), 1.6)])
def test_ball_leaves_a_board_where_it_ends(velocity, t):
    run = Integration(assemble(BALL, Board(1.8, 0.8), Still(), Start((0.0, 0.0), velocity)), 1/240)
    run.advance(720)
    assert (run.ended.kind, run.t) == ("rim", pytest.approx(t, abs=1e-12))


def test_trochoid_on_a_tilted_turntable():
    """In the axes of the tilted plane; the table turns about its own normal."""
    slope, times = 0.3*pi/180, np.linspace(0.0, 20.0, 21)
    axis = (0.0, -sin(slope), cos(slope))
    start = Start((0.0, 0.0, 0.0) + np.array(axis)*BALL.radius, (0.05, 0.0, 0.0))
    found = states(assemble(BALL, Plane().placed(axis=(1, 0, 0), angle=slope), Spin(axis, 3.4907), start), times)
    r, _v = tilted_turntable(times, (0.0, 0.0), (0.05, 0.0), 3.4907, CHI, (0.0, -9.81*sin(slope)))
    up_the_slope = np.array([0.0, cos(slope), sin(slope)])
    assert_allclose([(s.centre[0], s.centre @ up_the_slope) for s in found], r, rtol=0, atol=1e-12)    # [m]


def test_two_sevenths_of_any_turn_of_the_table():
    """From rest to rest by any Omega(t): the ball is carried through 2/7 of the table's angle."""
    # rate 2 sin(pi t), zero again at t = 1; angle of the table 4/pi
    motion = Motion("z", rate_sine(0.0, 2.0, pi))
    state = states(assemble(BALL, Plane(), motion, Start((0.2, 0.0))), [1.0])[0]
    r, v = spun_up((0.2, 0.0), (0.0, 0.0), 4/pi, 0.0, 0.0, CHI)
    assert_allclose(state.centre[:2], r, rtol=0, atol=1e-14)
    assert_allclose(state.velocity[:2], v, rtol=0, atol=1e-13)


def test_golf_ball_climbs_back_to_the_lip():
    ball, phi_rate = Ball(0.02135, mass=0.0459), 40.0
    R = 0.054 - ball.radius
    times = np.linspace(0.0, 1.0, 11)
    start = Start((R, 0.0, 0.0), (0.0, R*phi_rate, 0.0))
    found = states(assemble(ball, Cylinder(0.054), Still(), start), times)
    z = cylinder_height(times, 0.0, 0.0, phi_rate, 0.0, ball.radius, CHI)
    assert_allclose([s.centre[2] for s in found], z, rtol=0, atol=1e-12)       # [m]


def test_leaving_a_fixed_globe():
    """cos th = 10/17 cos th0, and the instant by quadrature of the energy [s]."""
    b, th0 = 0.15, 0.1
    ell = b + BALL.radius
    system = assemble(BALL, Sphere(b, inside=False), Still(), Start((ell*sin(th0), 0.0, ell*cos(th0)), (0.0, 0.0, 0.0)))
    run = Integration(system, 1/240)
    left, before = first_event(run)
    state = before.peek(left.t).body
    assert left.kind == "detach" and state.normal[2] == pytest.approx(10/17*cos(th0), abs=1e-13)
    assert left.t == pytest.approx(rolloff_time(th0, rolloff_angle(th0, CHI), ell, CHI), abs=1e-12)
    assert state.N >= 0.0


@pytest.mark.parametrize(("surface", "r", "oracle"), [
    (Torus(0.2, 0.05), (0.2, 0.0, -0.04), ("torus_inside", {"B": 0.2, "b": 0.05}))])
def test_meridian_equations_of_a_torus(surface, r, oracle):
    """The two linear equations along the meridian, in arclength: another formulation for surfaces of revolution."""
    omega = (1.0, -30.0, 12.0)
    system = assemble(BALL, surface, Spin("z", 3.0), Start(r, omega=omega))
    times = np.linspace(0.0, 3.0, 7)
    kind, sizes = oracle
    path = meridian_path(times, {"type": kind, "defines": "contact", **sizes}, np.array(r), np.array(omega),
                         3.0, BALL.m, BALL.radius, BALL.I)
    found = states(system, times)
    assert_allclose([s.centre for s in found], path[0], rtol=0, atol=1e-10)     # [m]
    assert_allclose([s.N for s in found], path[4], rtol=0, atol=1e-9)           # [N]


def test_a_disk_rolls_steadily():
    """Routh's relation between tilt, precession and spin; the tilt stays and N = m g."""
    radius, mass, tilt, precession = 0.25, 1.0, 1.0, 2.0
    A, C = mass*radius**2/4, mass*radius**2/2
    n = steady_disk_spin(tilt, precession, mass, radius, A, C)
    tau = precession*sin(tilt)
    omega = (0.0, tau*cos(tilt) - n*sin(tilt), tau*sin(tilt) + n*cos(tilt))
    system = assemble(Disk(radius, mass), Plane(), Still(),
                      Start((0.0, 0.0), omega=omega, orientation=(cos(tilt/2), sin(tilt/2), 0.0, 0.0)))
    for state in states(system, np.linspace(0.5, 20.0, 40)):
        q = state.quaternion
        assert np.arccos(1.0 - 2.0*(q[1]**2 + q[2]**2)) == pytest.approx(tilt, abs=1e-11)    # [rad]
        assert pytest.approx(mass*9.81, abs=1e-10) == state.N                                # [N]


def test_the_meter_stays_silent_while_everything_moves():
    """Axis tilted and swinging, rate swinging, base shaken: E_J moves, E_J - ledger does not."""
    motion = Motion("z", rate_sine(2.0, 1.0, 3.0), tilt=Signal(sine=0.05, nu=2.0),
                    second_tilt=Signal(sine=0.03, nu=5.0),
                    shift=(Signal(sine=0.004, nu=7.0), Signal(), Signal(cosine=0.002, nu=4.0)))
    run = Integration(assemble(BALL, Plane(), motion, Start((0.1, 0.0))), 1/240)
    before = run.energy()[0]
    moved = 0.0
    for _i in range(100):
        run.advance(24)
        moved = max(moved, abs(run.energy()[0] - before))
    assert moved > 0.01*run.scale
    assert run.drift < 1e-12


def test_a_bowl_given_by_points_is_the_bowl():
    """A quintic spline through points of a paraboloid: the same motion as far as the spline is the same curve."""
    r = np.linspace(0.0, 0.3, 61)
    times, start, motion = np.linspace(0.0, 5.0, 6), Start((0.1, 0.02), (0.0, 0.4)), Spin("z", 3.0)
    drawn = states(assemble(BALL, PointProfile(r, r*r/0.4), motion, start), times)
    exactly = states(assemble(BALL, Paraboloid(0.2), motion, start), times)
    # a quintic reproduces a parabola; what is left is rounding, amplified over 5 s [m]
    assert_allclose([s.centre for s in drawn], [s.centre for s in exactly], rtol=0, atol=1e-10)


def test_the_meter_on_a_bowl_given_by_points():
    """Only quintic pieces keep the curvature's slope continuous: the drift stays at rounding."""
    r = np.linspace(0.0, 0.3, 61)
    bowl, start = PointProfile(r, 0.05*np.cosh(8.0*r)), Start((0.1, 0.02), (0.0, 0.4))
    run = Integration(assemble(BALL, bowl, Spin("z", 3.0), start), 1/240)
    run.advance(60*240)
    assert run.ended is None and run.drift < 1e-11
