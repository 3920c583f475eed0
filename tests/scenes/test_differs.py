"""Where papers differ from what is found here: both numbers of each sign are computed again."""

from math import cos, pi, radians, sin, sqrt, tan

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.integrate import solve_ivp
from scipy.optimize import brentq

from sandbox.cli.common import scene_named
from sandbox.errors import BadValue
from sandbox.mechanics import precession
from sandbox.run.simulation import Simulation
from sandbox.scene import Contact, Coulomb, Differs, Disk, Plane, Rough, Scene, Start, Still
from sandbox.theory.charts import flat_disk
from sandbox.theory.charts.coin import printed_frequency
from tests.oracles.quaternions import rotation_of
from tests.oracles.rolling_disk import disk_accelerations, disk_nutation


def told(scene_id: str, word: str) -> Differs:
    """The sign of a scene that names this place."""
    return next(one for one in scene_named(scene_id).differs if word in one.where)


def ten_seconds(scene_id: str, preset: str):
    """Rows of a preset, 60 per second, and its run."""
    scene = scene_named(scene_id)
    run = Simulation(scene, scene.preset(preset).values)
    kept = run.watch()
    run.advance(10*run.step_rate)
    return kept.states().rows, run


def test_the_sign_in_the_integral_of_the_cone():
    place = told("cone", "3.3")
    rows, run = ten_seconds("cone", "Let go at rest in a turning cone")
    ball, p = run.system.body, run.values
    r = np.hypot(rows.centre[:, 0, 0], rows.centre[:, 0, 1])
    spin = rows.omega[:, 0, 2] - p["rate"]
    share = ball.m*ball.radius*sin(p["slope"])/(ball.I + ball.m*ball.radius**2)*p["rate"]*r
    assert_allclose(np.ptp(spin + share), place.printed, atol=0.01)     # [rad/s] printed digits
    assert_allclose(np.ptp(spin - share), place.found, atol=1e-11)      # [rad/s] rounding of spins up to 100


def test_no_jacobi_integral_on_a_table_that_leans():
    place = told("tilted_sleigh", "2.1")
    rows, run = ten_seconds("tilted_sleigh", "Hovering downhill")
    assert_allclose(np.ptp(rows.E_J), place.found, atol=5e-5)           # [J] printed digits
    assert np.ptp(rows.E_J - rows.ledger) < 1e-14 and place.printed == 0.0
    level = Simulation(run.scene, {**run.values, "slope": 0.0})
    kept = level.watch()
    level.advance(10*level.step_rate)
    assert np.ptp(kept.states().rows.E_J) < 1e-13                       # what is said holds on a level table


def rim_acceleration(disk, theta, spins, force):
    """Rate (3,) of the velocity of the rim's material point at the contact [m/s^2], along e1, e_z x e1 and e_z.

    Newton and Euler in the frame e1, e2 = k x e1, k, which turns with W = (theta', tau, tau cot theta), the contact at
    rho = (0, -a, -b) fixed in it; force (3,) [N] along the same three directions:

        m a = L - m g e_z,   D w' + W x D w = rho x L,   U' = a + (w' + W x w) x rho + w x (W x rho)
    """
    w, rho, D = np.asarray(spins), np.array([0.0, -disk.a, -disk.b]), np.diag([disk.A, disk.A, disk.C])
    frame = np.array([w[0], w[1], w[1]/tan(theta)])
    across = np.array([[1.0, 0.0, 0.0], [0.0, cos(theta), -sin(theta)], [0.0, sin(theta), cos(theta)]])
    L = np.asarray(force) @ across
    turned = np.linalg.solve(D, np.cross(rho, L) - np.cross(frame, D @ w)) + np.cross(frame, w)
    gained = L/disk.m - disk.g*across[2] + np.cross(turned, rho) + np.cross(w, np.cross(frame, rho))
    return across @ gained


def gap_acceleration(disk, theta, spins, N):
    """What the gap gains with N [N] and the friction that keeps a disk rolling."""
    at_rest = rim_acceleration(disk, theta, spins, (0.0, 0.0, N))
    by_friction = np.column_stack([rim_acceleration(disk, theta, spins, force) - at_rest
                                   for force in ((1.0, 0.0, N), (0.0, 1.0, N))])
    return float((at_rest + by_friction @ np.linalg.solve(by_friction[:2], -at_rest[:2]))[2])


def steady_spin(disk, theta, tau):
    """n of steady rolling, where Newton and Euler's equations have theta'' = 0."""
    def tilt(n):
        return float(disk_accelerations(theta, (0.0, tau, n), disk.m, disk.a, disk.A, disk.C, disk.b, disk.g)[0])
    return brentq(tilt, -1e4, 1e4, xtol=1e-13)


def test_what_rolling_does_to_the_gap_of_3_9():
    """U* and V* by their formulas, and from the accelerations of the rim for two normal forces."""
    U_star, V_star = told("coin", "(3.9), U*"), told("coin", "(3.9), V*")
    disk, theta, tau = precession.homogeneous(2.0, 0.3), 0.8, 4.0
    spins = 0.0, tau, steady_spin(disk, theta, tau)
    by_hand = gap_acceleration(disk, theta, spins, 0.0)
    slope = gap_acceleration(disk, theta, spins, 1.0) - by_hand
    _alpha, _beta, star, V = precession.rolling_response(disk, theta, tau, precession.rolling_spin(disk, theta, tau))
    assert_allclose((by_hand, slope), (star, V), rtol=1e-12)            # rounding
    assert_allclose(by_hand, U_star.found, atol=5e-5)                   # [m/s^2] printed digits
    assert_allclose(disk.m*slope, V_star.found, atol=5e-5)              # printed digits
    assert_allclose(precession.kappa(disk, theta)[0], U_star.printed, atol=5e-5)
    h, h1, _h2 = precession.height(disk, theta)
    gamma = disk.m*disk.a/(disk.m*disk.a*h + disk.C*sin(theta))
    assert_allclose(disk.m*(1.0/disk.m + h1*h1/disk.A + gamma), V_star.printed, atol=5e-5)


def test_tall_cylinders_may_take_off_at_small_tilts():
    """Where the free rim of a cylinder that rolls steadily gains nothing from tau^2: by (3.8), and by its motion."""
    place, tall = told("coin", "example 4"), precession.homogeneous(1.0, 0.05, 0.1)

    def gained(theta):
        free = [rim_acceleration(tall, theta, (0.0, tau, steady_spin(tall, theta, tau)), (0.0, 0.0, 0.0))[2]
                for tau in (100.0, 200.0)]
        return (free[1] - free[0])/(200.0**2 - 100.0**2)

    low, high = radians(20.0), radians(30.0)
    by_motion = brentq(gained, low, high, xtol=1e-13)
    assert_allclose(by_motion, brentq(lambda theta: precession.kappa(tall, theta)[1], low, high, xtol=1e-13), rtol=1e-9)
    assert_allclose(np.degrees(by_motion), place.found, atol=5e-5)      # [deg] printed digits
    assert gained(by_motion + 0.01) > 0.0 > gained(by_motion - 0.01)    # it may take off above, and not below
    assert_allclose(np.degrees(np.arctan(2.0/sqrt(3.0))), place.printed, atol=5e-5)
    # what is said holds for disks that are flatter: their least tilts, which fall towards mu = sqrt(3)/2
    flat = [brentq(lambda theta, mu=mu: precession.kappa(precession.homogeneous(1.0, 1.0, mu), theta)[1],
                   np.arctan(1.0/mu) - 0.2, np.arctan(1.0/mu) - 1e-6) for mu in (0.7, 0.8, 0.86)]
    assert min(flat) > np.arctan(2.0/sqrt(3.0)) and flat == sorted(flat, reverse=True)


def test_a_skate_that_does_not_turn_is_thrown_off_exponentially():
    """In the laboratory with a multiplier: x'' = lambda q, q across its edge, q.(x' - Omega e_z x x) = 0."""
    place = told("skate", "2.2")
    rate, start, seconds = 1.5, 0.02, 2.0

    def across(t):
        return np.array([-sin(rate*t), cos(rate*t)])

    def forth(t, state):
        x, v = state[:2], state[2:]
        q, carried = across(t), rate*np.array([-x[1], x[0]])
        turned = -rate*np.array([cos(rate*t), sin(rate*t)])
        push = rate*q @ np.array([-v[1], v[0]]) - turned @ (v - carried)
        return np.concatenate((v, push*q))

    end = solve_ivp(forth, (0.0, seconds), (start, 0.0, 0.0, rate*start), rtol=1e-12, atol=1e-14).y[:2, -1]
    assert_allclose(np.hypot(*end), place.found, atol=1e-10)            # [m] tolerance of the integrator
    assert_allclose(start + 0.5*rate**2*start*seconds**2, place.printed, atol=1e-12)


def test_the_frequency_of_4_9():
    place = told("coin", "4.9")
    disk, theta, tau = precession.homogeneous(0.25, 0.05), radians(40.0), 20.0
    n = precession.rolling_spin(disk, theta, tau)
    assert_allclose(printed_frequency(disk, theta, tau, n), place.printed, atol=5e-5)
    assert_allclose(precession.rolling_nutation(disk, theta, tau, n), place.found, atol=5e-5)


def tilting(run: Simulation, t: float) -> float:
    """Rate of tilt [rad/s] of a disk on a plane at an instant."""
    body = run.peek(t).bodies[0]
    axis = rotation_of(body.quaternion)[:, 2]
    return -float(np.cross(body.angular_velocity, axis)[2])/float(np.hypot(*axis[:2]))


def test_the_kinetic_energy_of_4_3():
    """A run that is hardly kicked swings with the frequency that h' gives: its rate of tilt is 0 each half swing."""
    place, scene = told("smooth_top", "4.3"), scene_named("smooth_top")
    values = {**scene.values(), **scene.preset("1").values, "kick": 1e-8}
    disk, theta = precession.homogeneous(0.25, 0.05, 0.02), radians(values["theta"])
    h, slope, _bend = precession.height(disk, theta)
    right = precession.smooth_nutation(disk, theta, values["tau"], precession.smooth_spin(disk, theta, values["tau"]))
    ratio = (disk.A + disk.m*slope*slope)/(disk.A + disk.m*h*h)
    assert_allclose(right*sqrt(ratio), place.printed, atol=5e-5)        # [rad/s] printed digits
    half, run = pi/place.found, Simulation(scene, values)
    turns = [brentq(lambda t: tilting(run, t), (k + 0.25)*half, (k + 0.75)*half, xtol=1e-10) for k in (0, 8)]
    # [rad/s] a swing of 1e-4 rad, whose square counts; printed digits
    assert_allclose(8.0*pi/(turns[1] - turns[0]), place.found, atol=1e-4)


def test_the_sign_of_4_6():
    place, scene = told("smooth_top", "4.6"), scene_named("smooth_top")
    values = scene.preset("Kicked, nearly flat").values
    disk, theta = precession.homogeneous(0.25, 0.05), radians(values["theta"])
    _h, slope, bend = precession.height(disk, theta)
    run, step = Simulation(scene, values), 2e-6
    first, second, third = (tilting(run, k*step) for k in range(3))
    # [rad/s^2] theta'^2 falls by 1e-4 of itself in a step, to third order
    assert_allclose((4.0*second - 3.0*first - third)/(2.0*step), place.found, atol=2e-3)
    printed = disk.m*slope*bend*first**2/(disk.A + disk.m*slope**2)
    assert_allclose(printed, place.printed, atol=5e-5)                  # [rad/s^2] printed digits


def test_the_frequency_of_a_thick_disk_that_lies_flat_is_not_bounded():
    """(4.12): w^2 theta by complex step through Newton and Euler's equations (tests/theory/test_flat_disk.py)."""
    place = told("coin", "4.12")
    m, a, b, n = 0.25, 0.05, 0.02, 60.0
    disk = precession.homogeneous(m, a, b)
    theta = 1e-7
    square = disk_nutation(theta, flat_disk.slow_tau(disk, theta, n)/sin(theta), m, a, disk.A, disk.C, b, spin=-n)**2
    assert_allclose(square*theta, place.found, atol=1e-2)               # [1/s^2] printed digits; next order 5e-4
    assert place.printed == 0.0


def kicked(theta: float, share: float, is_rough: bool) -> tuple[float, float, bool]:
    """Largest U/g, least N/(m g), and whether the disk has left the plane or has no rigid motion to go on with.

    A thin disk in steady precession without a spin of its own, kicked with the energy share*m g a.
    """
    m, a, g = 1.0, 0.05, 9.81
    disk = precession.homogeneous(m, a)
    _h, slope, _bend = precession.height(disk, theta)
    tau = sqrt(m*g*slope*tan(theta)/disk.A)
    n = precession.rolling_spin(disk, theta, tau) if is_rough else 0.0
    rate = sqrt(2.0*share*m*g*a/(disk.A + m*(a*a if is_rough else slope*slope)))
    omega = (rate, tau*cos(theta) - n*sin(theta), tau*sin(theta) + n*cos(theta))
    turned = (cos(theta/2), sin(theta/2), 0.0, 0.0)
    velocity = {} if is_rough else {"velocity": (0.0, 0.0, slope*rate)}
    start = Start(at=(0.0, 0.0), omega=omega, orientation=turned, **velocity)
    law = Contact(Rough() if is_rough else Coulomb(0.0))
    scene = Scene("kicked disk", (), lambda p: (Disk(a, m), Plane(rim=5.0), Still(), law), lambda p: start)
    run, U, N = Simulation(scene, step_rate=960), [], []
    while run.t < 0.3 and run.advance(1):
        snapshot = run.snapshot()
        if snapshot.bodies[0].mode == "flight":
            return max(U), min(N), True
        U.append(snapshot.contacts[0].U/g)
        N.append(snapshot.contacts[0].N/(m*g))
    return max(U), min(N), run.ended is not None


@pytest.mark.parametrize(("theta", "share", "most"), [
    (0.1, 0.1, -1.27), (0.1, 0.3, -1.02), (0.1, 0.7, -0.67), (0.01, 0.1, -1.0), (0.01, 0.3, -0.96), (0.01, 0.7, -0.78)])
def test_a_smooth_disk_that_is_kicked_a_little_stays_down(theta, share, most):
    U, N, has_left = kicked(theta, share, is_rough=False)
    assert_allclose(U, most, atol=0.015)        # [g] printed digits, of 960 states per second
    assert not has_left and N > 0.1
    if (theta, share) == (0.1, 0.7):
        assert_allclose(U, told("coin", "4.1").found, atol=1e-3)


def test_a_disk_that_is_made_to_tumble_leaves_the_plane():
    for theta in (0.1, 0.01):
        assert kicked(theta, 1.2, is_rough=False)[2] and kicked(theta, 1.2, is_rough=True)[2]


@pytest.mark.parametrize(("theta", "share", "low", "high"), [(0.01, 0.1, 0.2, 0.202), (0.01, 0.7, 0.02, 0.07),
                                                             (0.1, 0.7, 0.02, 0.07)])
def test_a_rolling_disk_that_is_kicked_a_little_stays_down(theta, share, low, high):
    _U, N, has_left = kicked(theta, share, is_rough=True)
    assert low < N < high and not has_left
    if (theta, share) == (0.01, 0.1):
        assert_allclose(N, told("coin", "4.2").found, atol=1e-3)


def test_a_sign_needs_all_its_texts():
    with pytest.raises(BadValue, match="differs, about: got '', needs a text"):
        Differs("Somebody 1999", "", "x", 1.0, 2.0)
