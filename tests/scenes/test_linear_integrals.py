"""Both linear integrals of any surface of revolution: constant, those of equation (3.7), and what they say they are."""

from math import sqrt

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.integrate import solve_ivp

from sandbox.run.simulation import Simulation
from sandbox.scene import Ball, GraphSurface, Paraboloid, Spin, Start
from sandbox.systems.contact.assembly import assemble
from sandbox.systems.integration import Integration
from tests.scenes.riding import CATALOGUE

NAMES = ("meridian_u", "meridian_w")
CHI = 2/7
# scene, preset, changes
CASES = {
    "paraboloid": ("bowl", "Parabolic bowl", {}),
    "half an ellipsoid": ("bowl", "Parabolic bowl", {"paraboloid": False, "C": 0.1, "spin": 30.0}),
    "gutter": ("torus", "The ring turns", {"around": 0.2, "spin": 20.0}),
    "Mexican hat": ("own_surface", "Mexican hat", {"rate": 6.0}),
    "well": ("own_surface", "A well for planets", {"rate": -3.0, "vx": 0.1}),
    "touched pseudosphere": ("pseudosphere", "A shallow ride", {"touched": True, "rate": 2.0}),
}


def begin(name):
    scene, preset, changes = CASES[name]
    found = CATALOGUE.get(scene)
    return Simulation(found, {**found.preset(preset).values, **changes})


@pytest.mark.parametrize("name", CASES)
def test_they_stay_for_a_minute(name):
    """To 1e-10 of their size, at least that of the motion: rounding of 14,400 steps and along the meridian."""
    run = begin(name)
    spin = np.linalg.norm(run.snapshot().bodies[0].angular_velocity)      # [rad/s]
    least = dict(zip(NAMES, (spin*run.values["radius"], spin), strict=True))
    run.advance(60*240)
    meters = {meter.name: meter for meter in run.meters}
    assert run.ended is None
    for key in NAMES:
        assert meters[key].reason == ""
        assert meters[key].drift <= 1e-10*max(abs(meters[key].value), least[key]), key


# ---- equation (3.7), in the axes that turn with the surface ----------------------------------------------------------

def paraboloid(slope):
    """R_c [m] and curvature [1/m] of the touched meridian of z = R^2/(2 p), p = 0.1 m, at sin of its slope."""
    c = sqrt(1.0 - slope*slope)
    return 0.1*slope/c, c**3/0.1


def ellipsoid(slope):
    """The same for the semi-axes 0.15 and 0.1 m."""
    A, C, c2 = 0.15, 0.1, 1.0 - slope*slope
    root = sqrt(A*A*slope*slope + C*C*c2)
    return A*A*slope/root, root**3/(A*A*C*C)


def linear_integrals(shape, a, rate, gamma, middle):
    """Rows v (2, 3) at gamma_3 = gamma with F = v . (K1, K2, 1), which are K1 and K2 at gamma_3 = middle.

        v1' = -(1 - chi) v2/f,   v2' = -(f - G)/(1 - gamma_3^2) v1,   v3' = (Omega/a) G (f v1 - (1 - chi) gamma_3 v2)
    """
    def slopes(at, v):
        s = sqrt(1.0 - at*at)
        R_c, bend = shape(s)
        f, G = -(R_c - a*s)/s, -(1.0 - a*bend)/bend
        return (-(1.0 - CHI)*v[1]/f, -(f - G)/(s*s)*v[0], rate/a*G*(f*v[0] - (1.0 - CHI)*at*v[1]))
    return np.array([solve_ivp(slopes, (middle, gamma), unit, "DOP853", rtol=1e-13, atol=1e-18).y[:, -1]
                     for unit in ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0))])


@pytest.mark.parametrize("name, shape, slope", [
    # halfway along the drawn meridian: R = A/2 of the paraboloid, 45 degrees of the eccentric angle of the ellipsoid
    ("paraboloid", paraboloid, 0.075/0.1/sqrt(1.0 + 0.75**2)),
    ("half an ellipsoid", ellipsoid, 0.1/sqrt(0.15**2 + 0.1**2))])
def test_they_are_those_of_equation_3_7(name, shape, slope):
    run = begin(name)
    a, rate, middle = run.values["radius"], run.values["rate"], sqrt(1.0 - slope*slope)
    R_c = shape(slope)[0]
    for _look in range(12):
        run.advance(37)
        body = run.snapshot().bodies[0]
        n = body.normal
        s = sqrt(n[0]**2 + n[1]**2)
        w = body.angular_velocity - (0.0, 0.0, rate)
        f = -(shape(s)[0] - a*s)/s
        F = linear_integrals(shape, a, rate, n[2], middle) @ (f*(w @ n), w[2], 1.0)
        found = {meter.name: meter.value for meter in run.meters}
        w_n = found["meridian_w"] - rate*middle
        w_t = (rate*R_c - found["meridian_u"])/a - rate*slope
        expected = (-(R_c - a*slope)/slope*w_n, w_t*slope + w_n*middle)
        assert_allclose(F, expected, rtol=1e-10, atol=1e-10*abs(w).max())      # [m/s, rad/s] the quadrature of (3.7)


# ---- what they say ---------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("name, circle", [("gutter", 0.2), ("Mexican hat", 0.09), ("well", 0.2)])
def test_they_are_speed_and_spin_at_the_middle_circle(name, circle):
    """At the instants at which the ball touches that circle, between looks by polynomials of degree 9."""
    run, rows = begin(name), []
    for _look in range(4*240):
        run.advance(1)
        body = run.snapshot().bodies[0]
        r, v = body.centre, body.velocity
        u = (r[0]*v[1] - r[1]*v[0])/np.hypot(r[0], r[1])
        rows.append((np.hypot(*body.contact[:2]) - circle, u, body.angular_velocity @ body.normal))
    rows, found = np.array(rows), {meter.name: meter.value for meter in run.meters}
    crossings = [k for k in np.flatnonzero(rows[:-1, 0]*rows[1:, 0] < 0.0) if 5 <= k < len(rows) - 6]
    assert crossings
    for k in crossings:
        t = np.arange(-4.5, 5.0)
        away, u, w_n = (np.polynomial.Polynomial.fit(t, column, 9) for column in rows[k - 4:k + 6].T)
        at = min((root.real for root in away.roots() if abs(root.imag) < 1e-9), key=abs)
        # [m/s, rad/s] of polynomials over ten looks
        assert_allclose((u(at), w_n(at)), (found["meridian_u"], found["meridian_w"]), rtol=1e-6, atol=1e-8)


def test_where_the_surface_stands_does_not_matter():
    """Placed above the point through which the axis of rotation is said to go."""
    found = []
    for height in (0.0, 0.3):
        surface = Paraboloid(0.1).placed((0.0, 0.0, height))
        run = Integration(assemble(Ball(0.01), surface, Spin("z", 3.0), Start((0.05, 0.02), (0.1, 0.2))), 1/240)
        run.advance(100)
        found.append(list(run.invariants(NAMES).values()))
    assert_allclose(found[1], found[0], rtol=1e-12)


def test_where_there_are_none_a_sentence_says_so():
    ball, turning, start = Ball(0.01), Spin("z", 3.0), Start((0.05, 0.02), (0.1, 0.2))
    saddle = Integration(assemble(ball, GraphSurface("5*(x^2 - y^2)/2", rim=0.15), turning, start), 1/240)
    assert np.isnan(list(saddle.invariants(NAMES).values())).all()
    assert saddle.reason_not_conserved("meridian_u") == "only for a ball on a surface of revolution"
    oblique = Integration(assemble(ball, Paraboloid(0.1), Spin((0.3, 0.0, 1.0), 3.0), start), 1/240)
    first = oblique.invariants(NAMES)
    oblique.advance(240)
    assert oblique.reason_not_conserved("meridian_w") == "the axis, or gravity, is not along the axis of the surface"
    assert all(abs(value - first[key]) > 1e-3*abs(first[key]) for key, value in oblique.invariants(NAMES).items())


def test_a_surface_that_may_lean_and_does_not_keeps_them():
    run = begin("Mexican hat")
    reasons = {meter.name: meter.reason for meter in run.meters}
    assert reasons == dict.fromkeys(("E_J", *NAMES), "")
    run.set("lean", 0.05)
    run.advance(48)
    reasons = {meter.name: meter.reason for meter in run.meters}
    assert reasons == dict.fromkeys(("E_J", *NAMES), "the support tilts or is shaken")


def test_typed_surfaces_know_whether_they_are_round():
    round_ones = ("h*((r/b)^2 - 1)^2", "c*(x^2 + y^2)/2", "-h/sqrt(1 + (r/b)^2)", "h*exp(-(x^2 + y^2)/b^2)")
    numbers = {"h": 0.02, "b": 0.12, "c": 5.0}
    for text in round_ones:
        R, Z = GraphSurface(text, rim=0.2, **numbers).middle
        assert R == 0.1 and np.isfinite(Z)
    for text in ("c*(x^2 - y^2)/2", "c*(x^2 + 1.0000001*y^2)/2", "h*sin(20*x)", "h*(x^3 - 3*x*y^2)/b^3"):
        assert GraphSurface(text, rim=0.1, **numbers).middle is None
