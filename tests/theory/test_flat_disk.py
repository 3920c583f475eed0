"""A thick disk that rolls nearly flat: its frequency by two derivations of their own, and kicks by exact runs."""

from math import pi, sin

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.integrate import solve_ivp

from sandbox.cli.common import scene_named
from sandbox.mechanics import precession
from sandbox.run.simulation import Simulation
from sandbox.scene.charts.chart import Curve, Mark
from sandbox.theory.charts import flat_disk
from sandbox.theory.charts.situation import Situation
from tests.oracles.rolling_disk import disk_nutation

G = 9.81        # [m/s^2]
UP = np.array((0.0, 0.0, 1.0))
# radius, half thickness [m], spin [rad/s], limit of w^2 theta [1/s^2]
FLAT = [(0.05, 0.02, 60.0, 1647.67), (0.05, 0.02, 30.0, 613.03), (0.04, 0.01, 50.0, 1171.45)]


def begun(preset: str, **changes) -> Simulation:
    scene = scene_named("coin")
    return Simulation(scene, {**scene.preset(preset).values, **changes}, step_rate=960)


def chart_of(run: Simulation, title: str):
    return next(chart for chart in run.charts() if chart.title == title)


def by_the_hundredth(a: float, b: float, n: float, theta: float) -> float:
    """w^2 theta [1/s^2] by complex step through Newton and Euler's equations along e1, e2, k."""
    disk = precession.homogeneous(1.0, a, b)
    tau = flat_disk.slow_tau(disk, theta, n)
    return disk_nutation(theta, tau/sin(theta), 1.0, a, disk.A, disk.C, b, spin=-n)**2*theta


# ---- the frequency --------------------------------------------------------------------------------------------------

@pytest.mark.parametrize(("a", "b", "n", "limit"), FLAT)
def test_w2_theta_tends_to_its_limit(a, b, n, limit):
    disk = precession.homogeneous(1.0, a, b)
    assert_allclose(flat_disk.flat_limit(disk, n), limit, atol=5e-3)    # [1/s^2] printed digits
    assert flat_disk.flat_limit(disk, n) == flat_disk.flat_limit(disk, -n)
    tilts = np.array([1e-3, 1e-4, 1e-5, 1e-6])
    off = np.array([by_the_hundredth(a, b, n, theta) for theta in tilts]) - flat_disk.flat_limit(disk, n)
    # falls as theta; 3 % of the second order at 1e-3
    assert_allclose(off[:-1]/off[1:], 10.0, rtol=0.03)
    assert abs(off[-1]) < 1e-5*limit
    assert_allclose(flat_disk.scaled_frequencies(disk, tilts, n), off + flat_disk.flat_limit(disk, n), rtol=1e-7)


def rolling(state, m, a, b, A, C):
    """Derivatives of the axis k (3,) and w (3,) of a disk that rolls on its lower rim, in the laboratory.

    Without Euler's angles: J w' + w x J w = r x m (a_G + g e_z) with v_G = -w x r, a linear equation for w'.
    """
    k, w = state[:3], state[3:]
    s = np.sqrt(1.0 - k[2]**2)
    across = -(UP - k[2]*k)/s
    r, kd = a*across - b*k, np.cross(w, k)
    # of across = (k_z k - e_z)/s, with s s' = -k_z k_z'
    rd = a*((kd[2]*k + k[2]*kd)/s + across*k[2]*kd[2]/s**2) - b*kd
    L = A*w + (C - A)*(w @ k)*k
    J = A*np.eye(3) + (C - A)*np.outer(k, k)
    # w x J w: the rest of the rate of J w beside J w'
    gyroscopic = (C - A)*((w @ k)*kd)
    assert np.allclose(gyroscopic, np.cross(w, L), atol=1e-9*np.abs(L).max()*np.abs(w).max())
    M = J + m*(r @ r*np.eye(3) - np.outer(r, r))
    return np.concatenate((kd, np.linalg.solve(M, np.cross(r, m*(-np.cross(w, rd) + G*UP)) - gyroscopic)))


@pytest.mark.parametrize(("a", "b", "n", "theta", "expected"), [
    (0.05, 0.02, 60.0, 0.02, 1746.9), (0.05, 0.02, 60.0, 0.01, 1697.3), (0.05, 0.02, 60.0, 0.005, 1672.5),
    (0.05, 0.02, 30.0, 0.01, 624.50), (0.04, 0.01, 50.0, 0.01, 1216.67)])
def test_a_simulation_of_its_own_swings_with_that_frequency(a, b, n, theta, expected):
    disk = precession.homogeneous(1.0, a, b)
    tau = flat_disk.slow_tau(disk, theta, n)
    guess = np.sqrt(expected/theta)
    kick = 1e-4*theta*guess
    k = np.array((0.0, -np.sin(theta), np.cos(theta)))
    w = np.array((kick, 0.0, 0.0)) + tau*np.cross(k, (1.0, 0.0, 0.0)) - n*k

    def rate(_t, y):
        return np.cross(y[3:], y[:3])[2]

    found = solve_ivp(lambda _t, y: rolling(y, 1.0, a, b, disk.A, disk.C), (0.0, 10.5*pi/guess),
                      np.concatenate((k, w)), "DOP853", rtol=1e-11, atol=1e-12, events=rate)
    turns = found.t_events[0]
    turns = turns[turns > 0.1*pi/guess]
    frequency = 8.0*pi/(turns[8] - turns[0])
    # [1/s^2] printed digits; the swing of 1e-4 of the tilt adds 1e-8 of it, events 1e-6
    assert_allclose(frequency**2*theta, expected, rtol=5e-5)
    assert_allclose(frequency**2*theta, by_the_hundredth(a, b, n, theta), rtol=1e-5)


def test_the_chart_of_the_frequency():
    run = begun("Thick and nearly flat, kicked")
    chart = chart_of(run, "Nearly flat: the frequency")
    curve, limit, bounded = (part for part in chart.curves if isinstance(part, Curve))
    mark = next(part for part in chart.curves if isinstance(part, Mark))
    disk = precession.homogeneous(0.25, 0.05, 0.02)
    n = precession.rolling_spin(disk, np.radians(2.865), 1.226)
    assert_allclose(limit.y, flat_disk.flat_limit(disk, n), rtol=1e-9)
    assert_allclose(curve.y[0], limit.y[0], rtol=2e-4)      # next order, at 1e-5 rad
    assert_allclose(np.interp(mark.x, curve.x, curve.y), mark.y, rtol=1e-3)                     # of a polygon
    assert_allclose(np.interp(mark.x, bounded.x, bounded.y), mark.y, rtol=1e-3)
    # what lies on the other branch has a curve, but is not on it
    thick = chart_of(begun("Thick coin, class A2"), "Nearly flat: the frequency")
    assert not [part for part in thick.curves if isinstance(part, Mark)]


def test_a_thin_disk_has_neither_chart():
    titles = [chart.title for chart in begun("Thin coin").charts()]
    assert "Nearly flat: the frequency" not in titles and "Kicks while rolling" not in titles


# ---- kicks ----------------------------------------------------------------------------------------------------------

@pytest.mark.parametrize(("rate", "least"), [(0.1, 0.96), (0.5, 0.81), (2.0, 0.45), (5.0, 0.20), (8.0, 0.09)])
def test_small_kicks_leave_a_rolling_disk_on_the_plane(rate, least):
    """The potential of the swing and an exact run agree on the least normal force, for kicks up and down."""
    run = begun("Thick and nearly flat, kicked", wobble=rate)
    swing = flat_disk.RollingSwing(precession.homogeneous(0.25, 0.05, 0.02), np.radians(2.865), 1.226)
    found = swing.least_force(rate)
    assert_allclose(found, least, atol=6e-3)                            # [m g] printed digits
    assert found == swing.least_force(-rate)
    N = []
    for _step in range(288):
        N.append(run.snapshot().contacts[0].N/(0.25*G))
        assert run.snapshot().bodies[0].mode == "rolling"
        run.advance(1)
    # [m g] states 1 ms apart of swings that last 0.1 s, the least value between two of them
    assert found - 1e-6 < min(N) < found + 1e-3
    assert not run.events


def test_a_large_kick_would_need_a_pull_and_lifts_nothing():
    """At 9.74 rad/s rolling uses up its normal force, in class B1: no taking off. With friction the rim slips."""
    swing = flat_disk.RollingSwing(precession.homogeneous(0.25, 0.05, 0.02), np.radians(2.865), 1.226)
    assert swing.least_force(9.74) > 0.0 > swing.least_force(9.75)
    for rate, ends in ((9.73, False), (9.76, True), (11.0, True), (-11.0, True)):
        run = begun("Thick and nearly flat, kicked", wobble=rate)
        run.advance(288)
        assert (run.ended is not None) == ends
        if ends:
            assert "class B1" in run.ended.sentence and {event.kind for event in run.events} == {"stop"}
            assert run.snapshot().contacts[0].U < 0.0
    run = begun("Kicked harder: it slips, and stays down")
    run.advance(2*960)
    kinds = {event.kind for event in run.events}
    assert run.ended is None and {"slip", "grip"} <= kinds and "detach" not in kinds


def test_the_chart_of_the_kicks_and_its_exact_runs():
    run = begun("Thick and nearly flat, kicked")
    chart = chart_of(run, "Kicks while rolling")
    curve = next(part for part in chart.curves if isinstance(part, Curve))
    edge = next(part for part in chart.curves if isinstance(part, Mark) and part.kind == "unstable")
    assert_allclose(edge.x, 9.743, atol=0.01)                            # [rad/s] printed digits
    marks = chart.work(lambda _share, _parts: None, lambda: False)
    assert len(marks) == len(flat_disk.RUN)
    for mark in marks:
        drawn = max(float(np.interp(mark.x, curve.x, curve.y)), 0.0)
        # [m g] states 1 ms apart, and a polygon of the curve
        assert_allclose(mark.y, drawn, atol=3e-3)
    assert marks[0].y > 0.9 and marks[-1].y == 0.0
    now, = chart.moving(run.snapshot())
    assert_allclose((now.x, now.y), (5.0, run.snapshot().contacts[0].N/(0.25*G)))
    assert not chart.work(lambda _share, _parts: None, lambda: True)


def test_least_force_of_a_run_that_ends_is_none_left():
    run = begun("Thick and nearly flat, kicked")
    assert flat_disk.least_force_of_run(Situation(run.scene, run.values, run._run), "wobble", 12.0) == 0.0
