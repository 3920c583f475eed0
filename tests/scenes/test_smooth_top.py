"""Coin on ice: Euler's equations by a general integrator, the free acceleration of steady precession, and kicks."""

from math import cos, radians, sin, tan

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.integrate import solve_ivp
from scipy.optimize import brentq

from sandbox.cli.common import scene_named
from sandbox.run.simulation import Simulation
from sandbox.theory.charts import coin as shapes
from sandbox.theory.charts.kicks import Swing
from tests.oracles.quaternions import rotation_of
from tests.scenes.test_contact_scenes import begin, kinds

G = 9.81     # [m/s^2]


def pressed(state, m, a, b, A, C):
    """Derivatives of height, its rate, axis k (3,), and w (3,) of a disk on a smooth plane; with N and U.

    The force N e_z acts at the lowest point of the rim; that this point stays at the height 0 gives N. All in the
    laboratory, written without Euler's angles.
    """
    _z, vz, k, w = state[0], state[1], state[2:5], state[5:8]
    up = np.array((0.0, 0.0, 1.0))
    kd = np.cross(w, k)
    s = np.sqrt(1.0 - k[2]**2)
    # h = a s + b k_z, whose second derivative is z'' while the rim touches
    spin = w @ k
    across = -(up - k[2]*k)/s
    r = a*across - b*k

    def turning(N):
        moment = np.cross(r, N*up)
        # of an axisymmetric body: J w' = M - w x J w
        L = A*w + (C - A)*spin*k
        free = moment - np.cross(w, L)
        return free/A + (1.0/C - 1.0/A)*(free @ k)*k

    def gap(N):
        wd = turning(N)
        kdd = np.cross(wd, k) + np.cross(w, kd)
        sd = -k[2]*kd[2]/s
        sdd = -(kd[2]**2 + k[2]*kdd[2])/s - k[2]*kd[2]*(-sd)/s**2
        return N/m - G - (a*sdd + b*kdd[2])

    U = gap(0.0)
    N = -U/(gap(1.0) - U)
    return np.concatenate(((vz, N/m - G), kd, turning(N))), N, U


def independent(run, seconds):
    """The same motion by a general integrator: z, k, w at the end; N and the largest U on the way."""
    m, a, b = 100*run.values["radius"]**2, run.values["radius"], run.values["thickness"]*run.values["radius"]/2
    A, C = m*a*a/4 + m*b*b/3, m*a*a/2
    body = run.snapshot().bodies[0]
    y = np.concatenate(((body.centre[2], body.velocity[2]), rotation_of(body.quaternion)[:, 2], body.angular_velocity))
    found = solve_ivp(lambda _t, y: pressed(y, m, a, b, A, C)[0], (0.0, seconds), y, "DOP853", rtol=1e-12, atol=1e-13,
                      max_step=2e-3)
    return found.y[:, -1], max(pressed(y, m, a, b, A, C)[2] for y in found.y.T)


@pytest.mark.parametrize("preset", ["Thick coin: pressed down at any speed", "Kicked, nearly flat",
                                    "A tall cylinder on its edge"])
def test_it_moves_as_by_a_general_integrator(preset):
    run = begin("smooth_top", preset)
    state, _most = independent(run, 0.25)
    run.advance(60)
    body = run.snapshot().bodies[0]
    assert_allclose(body.centre[2], state[0], rtol=0, atol=1e-9)                                # [m]
    assert_allclose(rotation_of(body.quaternion)[:, 2], state[2:5], rtol=0, atol=1e-7)
    assert_allclose(body.angular_velocity, state[5:8], rtol=0, atol=1e-5)                      # [rad/s] of up to 60


def test_a_thick_coin_is_pressed_down_at_any_speed():
    """Ivanov (3.5): U = -g (1 + m h'^2/A) = -10.236 m/s^2 for the coin that leaves a rough table."""
    for tau in (20.0, 60.0, 100.0):
        seen = begin("smooth_top", "Thick coin: pressed down at any speed", tau=tau).snapshot().contacts[0]
        assert_allclose(seen.U, -10.236, rtol=0, atol=5e-4)                                     # [m/s^2] printed digits
        assert seen.group == "B2"
        assert_allclose(seen.N, 100*0.05**2*G, rtol=1e-10)                              # its weight


def test_the_steady_precession_stays_as_it_is():
    run = begin("smooth_top", "Thick coin: pressed down at any speed")
    run.advance(4*240)
    body = run.snapshot().bodies[0]
    assert_allclose(np.arccos(rotation_of(body.quaternion)[2, 2]), radians(62.08), rtol=0, atol=1e-9)
    assert_allclose(body.velocity, 0.0, rtol=0, atol=1e-9)  # [m/s] the rim runs at 3.4
    assert kinds(run) == [] and run.drift < 1e-12


@pytest.mark.parametrize(("theta", "share", "most"), [
    (0.1, 0.1, -1.27), (0.1, 0.3, -1.02), (0.1, 0.7, -0.67), (0.01, 0.1, -1.0), (0.01, 0.3, -0.96), (0.01, 0.7, -0.78)])
def test_kicks_up_to_seven_tenths_do_not_lift_it(theta, share, most):
    """papers.md 2: against Ivanov's 4.1; the chart's number, a general integrator's and the run's agree."""
    tau = np.sqrt(4*G*sin(theta)/0.05)
    values = {"theta": np.degrees(theta), "tau": float(tau), "thickness": 0.0, "kick": share}
    run = Simulation(scene_named("smooth_top"), values)
    chart = next(one for one in run.charts() if one.title == "Kicks")
    curve = next(part for part in chart.curves if part.label.startswith("largest"))
    drawn = float(np.interp(share, curve.x, curve.y))
    assert_allclose(drawn, most, rtol=0, atol=0.012)                                            # [g] printed digits
    _end, largest = independent(run, 0.12)
    assert_allclose(largest/G, drawn, rtol=0, atol=2e-3)                                        # [g] between its steps
    if (theta, share) == (0.01, 0.7):
        sign = next(one for one in run.scene.differs if "4.1" in one.where)
        assert sign.printed == 0.0                          # it would have to take off
        assert_allclose(drawn, sign.found, rtol=0, atol=1e-4)       # [g] digits of the sign
    run.advance(120)
    assert kinds(run) == []


def test_a_kick_of_more_than_the_weight_lifts_it():
    for theta in (0.1, 0.01):
        run = begin("smooth_top", "A kick that throws it over", theta=np.degrees(theta),
                    tau=float(np.sqrt(4*G*sin(theta)/0.05)))
        chart = next(one for one in run.charts() if one.title == "Kicks")
        assert next(part for part in chart.curves if part.label.startswith("this kick")).y > 0.0
        run.advance(60)
        assert kinds(run)[0] == "detach"


def test_where_it_leaves_U_is_zero():
    """Scenario (2.6): the contact ends where the U of the chart's motion passes zero."""
    run = begin("smooth_top", "A kick that throws it over")
    coin = shapes.Coin(0.25, 0.05, 0.0, 0.25*0.05**2/4, 0.25*0.05**2/2, G)
    swing = Swing(coin, 0.1, run.values["tau"])
    energy = 1.2*coin.m*coin.g*coin.a
    leaves = brentq(lambda tilt: swing.free_acceleration(np.array([tilt]), energy)[0], 0.12, 1.2)
    run.advance(24)
    at = next(event.t for event in run.events if event.kind == "detach")
    seen = run.peek(at) if at > run.t else None
    again = begin("smooth_top", "A kick that throws it over")
    tilt = np.arccos(rotation_of((seen or again.peek(at)).bodies[0].quaternion)[2, 2])
    assert_allclose(tilt, leaves, rtol=0, atol=1e-6)                                            # [rad]


def test_lines_of_equal_U_on_the_map_of_shapes():
    """m h'^2/A of a coin at a place of a line is the number of the line; 49.1 degrees at mu = sqrt(3)/2."""
    for pressed_by in shapes.LEVELS:
        for sigma in shapes.smooth_level(np.array((0.1, 0.5, 1.3)), pressed_by):
            for mu, s in zip((0.1, 0.5, 1.3), sigma, strict=True):
                if np.isfinite(s) and s > 0.0:
                    theta = np.arctan(1.0/s)
                    slope = cos(theta) - mu*sin(theta)
                    assert_allclose(slope**2/(0.25 + mu*mu/3.0), pressed_by, rtol=1e-12)
    run = begin("smooth_top", "Thick coin: pressed down at any speed")
    chart = next(one for one in run.charts() if one.title == "Steady precession")
    labels = [getattr(part, "label", "") for part in chart.curves]
    assert "U = −g" in labels and "rolling it may take off" not in labels and "θ = 49.1°" in labels
    x, y = chart.point(run.snapshot().bodies[0])
    assert_allclose((x, y), (0.4, 1.0/tan(radians(62.08))), rtol=1e-9)


def test_a_contact_waits_as_long_as_one_likes():
    """Ivanov, example 1: each line of the chart is the same flight later, and obeys x' = 2 sqrt(x) at first."""
    run = begin("coin", "Thick coin, class A2")
    chart = next(one for one in run.charts() if one.title == "How long a contact waits")
    model, *lines = chart.curves
    U = run.snapshot().contacts[0].U
    x = 2e-3*np.asarray(model.y)/U                      # the curve is in mm and ms
    rate = np.gradient(x, 1e-3*np.asarray(model.x))[1:-1]
    assert_allclose(rate, 2.0*np.sqrt(x[1:-1]), rtol=1e-9)
    # let go by a command at t = C the coin does what the line says
    for line, C in zip(lines[:3], (0.0, 0.3, 0.6), strict=True):
        whole = 1e-3*lines[0].x[-1]
        steps = round(C*whole*240)
        told = begin("coin", "Thick coin, class A2")
        told.advance(steps)
        told.set("release", True)
        told.advance(1)
        since = told.t - steps/240
        gap = np.interp(1e3*since, np.asarray(lines[0].x), np.asarray(lines[0].y))
        assert_allclose(1e3*told.snapshot().contacts[0].gap, gap, rtol=0, atol=2e-5)  # [mm] chords of 1/8000 s
        assert_allclose(line.x[1], C*1e3*whole, rtol=0, atol=1e-12)
    # early on the gap is the model's, with a term of third order left out
    early = slice(2, 12)
    assert_allclose(np.asarray(lines[0].y[1:])[early], np.asarray(model.y)[early], rtol=0.05)
    slow = begin("coin", "Below the threshold: B2")
    assert not [one for one in slow.charts() if one.title == "How long a contact waits"]
