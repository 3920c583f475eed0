"""A ball on a surface that turns freely: energy, linear integrals of the sphere, Newton and Euler integrated anew."""

from math import pi
from types import SimpleNamespace

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.integrate import solve_ivp

from sandbox.run.readings.chart_now import ChartReader
from sandbox.run.simulation import Simulation
from sandbox.scene import Ball
from tests.oracles.supports import cross
from tests.scenes.riding import CATALOGUE, G

SCENE = CATALOGUE.get("free_bowl")
UP = np.array([0.0, 0.0, 1.0])
SPHERES = [preset.name for preset in SCENE.presets if not preset.values.get("funnel")]


def seen(run):
    """r, v, w, n, mode of the ball, rate of the surface, E."""
    shot = run.snapshot()
    ball = shot.bodies[0]
    return SimpleNamespace(r=np.array(ball.centre), v=np.array(ball.velocity), w=np.array(ball.angular_velocity),
                           n=np.array(ball.normal), mode=ball.mode,
                           rate=float(shot.supports[0].angular_velocity[2]), E=shot.E_J)


def looks(run, seconds, every=24):
    """What is seen as long as the ball rolls on the surface."""
    found = [seen(run)]
    while run.t < seconds - 1e-9:
        run.advance(every)
        now = seen(run)
        if now.mode != "rolling":
            break
        found.append(now)
    return found


@pytest.mark.parametrize("preset", [preset.name for preset in SCENE.presets])
def test_energy_and_angular_momentum(preset):
    """The parts of E by hand: ball, surface and weight; L about the axis. To rounding of 14,400 steps over a minute."""
    values = SCENE.values(SCENE.preset(preset).values)
    run = Simulation(SCENE, values)
    ball, J = Ball(values["radius"]), values["inertia"]

    def sums(now):
        energy = 0.5*ball.m*(now.v @ now.v) + 0.5*ball.I*(now.w @ now.w) + 0.5*J*now.rate**2
        return energy + ball.m*G*now.r[2], J*now.rate + ball.I*now.w[2] + ball.m*np.cross(now.r, now.v)[2], energy

    rows = looks(run, 60.0, 120)
    E, L, kinetic = np.array([sums(now) for now in rows]).T
    assert len(rows) > 100 or preset == "The globe slows, and it falls"
    # [1] of the sizes of what is summed
    assert np.ptp(E) < 1e-12*max(kinetic.max(), ball.m*G*values["bowl"])
    assert np.ptp(L) < 1e-12*max(abs(L).max(), J*abs(np.array([now.rate for now in rows])).max(), ball.m*0.01)
    assert_allclose([now.E for now in rows] - E, rows[0].E - E[0], rtol=0, atol=1e-12*kinetic.max())
    assert run.drift < 1e-12


def integrals(now, values):
    """C, and Q with k of the sheet written out, from centre, velocities and the rate."""
    ball, a, J = Ball(values["radius"]), values["radius"], values["inertia"]
    b = -values["bowl"] if values["outside"] else values["bowl"]
    m, I = ball.m, ball.I
    L = J*now.rate + I*now.w[2] + m*np.cross(now.r, now.v)[2]
    C = J*now.rate + b/a*I*now.w[2]
    E = J*(1 + m*a*a/I) + m*b*b
    k = b*b*(L - a/b*C)/(a*(b - a)) + m*a*b*C/I
    D = E - m*b*b*now.n[2]**2
    Q = (now.w @ now.n - k*now.n[2]/E)/np.sqrt(D)
    return C, Q, a/b*(k/E - m*b*b*Q*now.n[2]/np.sqrt(D)), k/E


@pytest.mark.parametrize("preset", SPHERES)
def test_linear_integrals_of_a_sphere(preset):
    values = SCENE.values(SCENE.preset(preset).values)
    rows = looks(Simulation(SCENE, values), 20.0, 24)
    C, Q, rate, k = np.array([integrals(now, values) for now in rows]).T
    share = max(1.0, abs(k).max())
    scale = max(abs(C).max(), values["inertia"])
    assert np.ptp(C) < 1e-12*scale and np.ptp(k) < 1e-11*share
    assert np.ptp(Q) < 1e-11*max(abs(Q).max(), share)
    # the rate by the height alone
    assert_allclose([now.rate for now in rows], rate, rtol=0, atol=1e-11*max(1.0, abs(rate).max()))
    if "rest stays" in preset:
        assert max(abs(now.rate) for now in rows) < 1e-13          # [rad/s]
    else:
        assert np.ptp(rate) > 1e-3


def meridian(values):
    """Point, inward normal of the surface and their derivatives by q, as (R, Z) pairs; q at the start."""
    b = values["bowl"]
    if values["funnel"]:
        def point(q):
            return (b*np.array([np.sin(q), np.log(np.tan(q/2)) + np.cos(q)]),
                    b*np.array([np.cos(q), np.cos(q)**2/np.sin(q)]))

        def normal(q):
            return np.array([-np.cos(q), np.sin(q)]), np.array([np.sin(q), np.cos(q)])
        return point, normal, pi/2 - values["angle"]
    side = -1.0 if values["outside"] else 1.0

    def point(q):
        return b*np.array([np.sin(q), -side*np.cos(q)]), b*np.array([np.cos(q), side*np.sin(q)])

    def normal(q):
        return -side*point(q)[0]/b, -side*point(q)[1]/b
    return point, normal, values["angle"]


def newton_and_euler(values):
    """Rates of y = (q, phi, v, w, rate): the contact force R by solving for it, from the derivative of rolling."""
    ball, a, J = Ball(values["radius"]), values["radius"], values["inertia"]
    point, normal, q_0 = meridian(values)

    def frame(q, phi):
        out, aside = np.array([np.cos(phi), np.sin(phi), 0.0]), np.array([-np.sin(phi), np.cos(phi), 0.0])
        (P, dP), (n, dn) = point(q), normal(q)
        return (P[0]*out + P[1]*UP, n[0]*out + n[1]*UP, dP[0]*out + dP[1]*UP, dn[0]*out + dn[1]*UP,
                P[0]*aside, n[0]*aside)

    def rates(_t, y):
        q, phi, v, w, rate = y[0], y[1], y[2:5], y[5:8], y[8]
        P, n, P_q, n_q, P_phi, n_phi = frame(q, phi)
        to_q, to_phi = P_q + a*n_q, P_phi + a*n_phi                     # of the centre
        dq, dphi = v @ to_q/(to_q @ to_q), v @ to_phi/(to_phi @ to_phi)
        dn, dP = n_q*dq + n_phi*dphi, P_q*dq + P_phi*dphi
        turn = cross(UP, P)

        # (v - rate e_z x P - a w x n)' = 0 is linear in R
        def misfit(R):
            dw, drate = -a*cross(n, R)/ball.I, -(UP @ cross(P, R))/J
            dv = R/ball.m - G*UP
            return dv - drate*turn - rate*cross(UP, dP) - a*cross(dw, n) - a*cross(w, dn), dv, dw, drate

        b = misfit(np.zeros(3))[0]
        A = np.array([misfit(e)[0] - b for e in np.eye(3)]).T
        R = np.linalg.solve(A, -b)
        _zero, dv, dw, drate = misfit(R)
        return np.concatenate(([dq, dphi], dv, dw, [drate]))
    return rates, frame, q_0


@pytest.mark.parametrize("preset", [preset.name for preset in SCENE.presets])
def test_newton_and_euler_integrated_anew(preset):
    values = SCENE.values(SCENE.preset(preset).values)
    run = Simulation(SCENE, values)
    first, a = seen(run), values["radius"]
    rates, frame, q = newton_and_euler(values)
    P, n, *_others = frame(q, 0.0)
    assert_allclose(P + a*n, first.r, rtol=0, atol=1e-14)
    assert_allclose(first.n, n, rtol=0, atol=1e-14)
    seconds = 0.3 if preset == "The globe slows, and it falls" else 2.0
    end = solve_ivp(rates, (0.0, seconds), np.concatenate(([q, 0.0], first.v, first.w, [first.rate])), method="DOP853",
                    rtol=1e-12, atol=1e-14).y[:, -1]
    run.advance(round(240*seconds))
    now = seen(run)
    P, n, *_others = frame(end[0], end[1])
    assert now.mode == "rolling"
    # [m, m/s, rad/s] a ball asleep on a globe turns by 60 rad/s, and what is not quite upright grows e-fold in 0.1 s
    assert_allclose(now.r, P + a*n, rtol=0, atol=1e-10)
    assert_allclose(now.v, end[2:5], rtol=0, atol=1e-9)
    assert_allclose(now.w, end[5:8], rtol=0, atol=1e-9*max(1.0, np.linalg.norm(now.w)))
    assert now.rate == pytest.approx(end[8], abs=1e-9)


def test_the_height_gives_the_rate_in_a_funnel_too():
    """At one height the funnel turns as fast on the way up as on the way down, although no closed form is known."""
    rows = looks(Simulation(SCENE, SCENE.preset("A funnel on bearings").values), 6.0, 1)
    z, rate = np.array([now.r[2] for now in rows]), np.array([now.rate for now in rows])
    low = int(np.argmin(z))
    order = np.argsort(z[:low])
    again = slice(low, low + int(np.argmax(z[low:])))
    # [rad/s] straight lines between 240 heights a second
    assert_allclose(np.interp(z[again], z[:low][order], rate[:low][order]), rate[again], rtol=0, atol=3e-3)
    assert np.ptp(rate) > 1.0 and np.ptp(z) > 0.12


def test_what_the_sheet_says():
    def rates(preset):
        return [now.rate for now in looks(Simulation(SCENE, SCENE.preset(preset).values), 8.0, 4)]

    assert max(rates("The bowl on bearings")) == pytest.approx(12.3, abs=0.03)
    assert min(rates("A spinning ball turns the bowl")) == pytest.approx(-12.8, abs=0.05)
    assert min(rates("The globe slows, and it falls")) == pytest.approx(32.0, abs=0.2)
    assert max(rates("A funnel on bearings")) == pytest.approx(3.2, abs=0.03)
    run = Simulation(SCENE, {**SCENE.preset("The globe slows, and it falls").values, "rate": 90.0})
    assert len(looks(run, 5.0)) > 40                       # what the card lets one try
    run = Simulation(SCENE, {"angle": 0.0, "rate": 0.0, "spin": 200.0})
    assert all(now.rate == 0.0 for now in looks(run, 2.0))


@pytest.mark.parametrize("preset", SPHERES)
def test_the_curve_of_the_chart_runs_through_the_motion(preset):
    run = Simulation(SCENE, SCENE.preset(preset).values)
    run.watch()
    chart = run.charts()[0]
    run.advance(72)
    now = ChartReader(chart, run).now(run.snapshot())
    x, y = np.array(chart.curves[0].x), np.array(chart.curves[0].y)
    order = np.argsort(x)
    # [rad/s] straight lines between 200 points
    assert np.interp(now.x, x[order], y[order]) == pytest.approx(now.y, abs=2e-2)
