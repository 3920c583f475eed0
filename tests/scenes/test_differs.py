"""Where papers differ from what is found here: both numbers of each sign are computed again."""

from math import cos, pi, radians, sin, sqrt, tan

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.optimize import brentq

from sandbox.cli.common import scene_named
from sandbox.errors import BadValue
from sandbox.mechanics import precession
from sandbox.run.simulation import Simulation
from sandbox.scene import Contact, Coulomb, Differs, Disk, Plane, Rough, Scene, Start, Still
from sandbox.theory.charts import flat_disk
from sandbox.theory.charts.coin import printed_frequency
from tests.oracles.quaternions import rotation_of
from tests.oracles.rolling_disk import disk_nutation


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
