"""Precessing disks: formula and algebraic vectors, the touch, an independent rolling disk, energy of a smooth one."""

from math import cos, inf, isnan, pi, sin, sqrt, tan

import numpy as np
import pytest
from numpy.testing import assert_allclose

from sandbox.mechanics import layout as lay
from sandbox.mechanics.friction.dry import dry_law
from sandbox.mechanics.impact.contact_state import touch
from sandbox.mechanics.impact.detachment import analyse
from sandbox.mechanics.precession import (
    Coin,
    centre_force,
    critical_tau,
    free_acceleration,
    height,
    homogeneous,
    kappa,
    may_detach,
    precession_of,
    rolling_nutation,
    rolling_rates,
    rolling_response,
    rolling_spin,
    smooth_nutation,
    smooth_spin,
    thin_nutation,
)
from sandbox.scene import Disk
from tests.mechanics.impact.touch import about_y, cases, compare, of_kind, rotation, solid_touch, system_of
from tests.oracles.rolling_disk import disk_accelerations, disk_nutation

ROUGH = dry_law(mu_s=inf)
COINS = {"thin": homogeneous(1.0, 0.25), "thick": homogeneous(2.0, 0.2, 0.06), "tall": homogeneous(0.5, 0.1, 0.15),
         "light rim": Coin(1.5, 0.2, 0.05, 0.012, 0.021, 9.7)}
DISKS = [name for name in of_kind("algebraic", "rigid3d") if "disk" in cases()[name]["params"]["geometry"]["type"]]


def coin_of(params) -> Coin:
    shape = params["geometry"]
    return Coin(params["mass"], shape["radius"], shape["half_thickness"], params["inertia_body"][0],
                params["inertia_body"][2], -params["gravity"][2])


def angles(now):
    """theta, tau, n of a touch of a disk on a horizontal plane."""
    axis = now.turning[:, 2]
    e1 = np.cross((0.0, 0.0, 1.0), axis)
    e1 /= np.linalg.norm(e1)
    return np.arccos(axis[2]), now.w @ np.cross(axis, e1), now.w @ axis, now.w @ e1


def coin_touch(coin, theta, rate, tau, n, v="smooth"):
    """The coin leaning by theta: k' = (sin, 0, cos) theta, e1 = e_y, e2 = k' x e1."""
    inertia = np.diag((coin.A, coin.A, coin.C))
    body = Disk(coin.a, coin.m, 2.0*coin.b, inertia=inertia)
    system = system_of(body)
    system.p[lay.GRAVITY + 2] = -coin.g
    q = about_y(-theta)
    c, s = cos(theta), sin(theta)
    w = rate*np.array((0.0, 1.0, 0.0)) + tau*np.array((-c, 0.0, s)) + n*np.array((s, 0.0, c))
    if isinstance(v, str):
        # the mass centre moves up and down only
        v = (0.0, 0.0, height(coin, theta)[1]*rate)
    return touch(0.0, (0.0, 0.0, 0.0), q, rotation(q).T @ w, v, system.p, system.calls)


# vectors -------------------------------------------------------------------------------------------------------------

def test_vector_of_the_nutation():
    case = cases()["thin_disk_nutation"]
    params = case["params"]
    coin = Coin(params["mass"], params["radius"], 0.0, params["A"], params["C"], params["g"])
    theta, tau = params["theta0"], params["tau0"]
    n = rolling_spin(coin, theta, tau)
    compare({"n0": n, "psidot": precession_of(theta, tau), "omega_nut": thin_nutation(coin, theta, tau, n)}, case,
            "n0", "psidot", "omega_nut")
    compare({"omega_nut": rolling_nutation(coin, theta, tau, n)}, case, "omega_nut")


@pytest.mark.parametrize("name", [name for name in DISKS if "kappa0" in cases()[name]["expected"]])
def test_vectors_of_steady_rolling(name):
    case = cases()[name]
    expected, coin = case["expected"], coin_of(case["params"])
    theta, tau = expected["theta"], expected["tau"]
    n = rolling_spin(coin, theta, tau)
    k0, k1 = kappa(coin, theta)
    _alpha, _beta, U_star, V_star = rolling_response(coin, theta, tau, n)
    found = {"n": n, "kappa0": k0, "kappa1": k1, "U": k0 + k1*tau*tau, "U_star": U_star, "V_star": V_star,
             "F_over_N": abs(centre_force(coin, theta, tau, n))/(coin.m*coin.g)}
    compare(found, case, *found)
    assert_allclose(free_acceleration(coin, theta, 0.0, tau, n), expected["U"], rtol=1e-10)
    if expected["tau_crit"] is None:
        assert critical_tau(coin, theta) == inf
    else:
        compare({"tau_crit": critical_tau(coin, theta)}, case, "tau_crit")
    found_angles = angles(solid_touch(name, case["initial"]))
    assert_allclose(found_angles, (theta, tau, n, 0.0), rtol=1e-10, atol=1e-9)


@pytest.mark.parametrize("name", ["thin_disk_roll", "thick_disk_roll", "euler_disk_steady"])
def test_free_acceleration_along_the_trajectories(name):
    case = cases()[name]
    coin = coin_of(case["params"])
    for state in case["expected"]["states"]:
        theta, tau, n, rate = angles(solid_touch(name, state))
        compare({"theta": theta, "tau": tau, "n": n}, case, "theta", "tau", "n", expected=state, at_least=1e-8)
        assert_allclose(free_acceleration(coin, theta, rate, tau, n), state["U"], rtol=1e-8)
    if "psidot" in case["expected"]:
        tau = rolling_rates(coin, theta, 0.0)[0]
        compare({"psidot": precession_of(theta, tau)}, case, "psidot")


def test_smooth_disk_leaves_where_the_formula_says():
    case = cases()["smooth_disk_detach"]
    coin, last = coin_of(case["params"]), case["expected"]["states"][-1]
    theta, tau, n, rate = angles(solid_touch("smooth_disk_detach", last))
    compare({"theta": theta, "thetadot": rate}, case, "theta", "thetadot", expected=case["expected"]["event"])
    # terms of 50 m/s^2 cancel
    assert abs(free_acceleration(coin, theta, rate, tau, n)) < 1e-7


# against the touch, that is general bodies ---------------------------------------------------------------------------

@pytest.mark.parametrize("name", COINS)
def test_coefficients_are_those_of_a_general_body(name):
    coin = COINS[name]
    random = np.random.default_rng(3)
    for theta in (0.3, 0.9, 1.4):
        rate, tau, n = random.normal(size=3)*8.0
        a = analyse(coin_touch(coin, theta, rate, tau, n), dry_law(), False)
        assert_allclose(free_acceleration(coin, theta, rate, tau, n), a.U, rtol=1e-11, atol=1e-11)
        # rolling with theta' = 0; e_z x e1 = -e_x
        held = analyse(coin_touch(coin, theta, 0.0, tau, n, None), ROUGH, False)
        found = rolling_response(coin, theta, tau, n)
        scale = np.abs(found[0])
        assert_allclose(found[0], -held.alpha[0], rtol=1e-11, atol=1e-11*scale)
        assert_allclose(found[1:], (-held.beta[0], held.U_star, held.V_star), rtol=1e-11, atol=1e-11)


@pytest.mark.parametrize("name", COINS)
def test_steady_precession_is_steady(name):
    """theta'' = 0: rolling by the independent disk of tests/oracles, smooth by the moment of N = m g."""
    coin = COINS[name]
    for theta, tau in ((0.2, 3.0), (0.7, 6.0), (1.3, 10.0)):
        n = rolling_spin(coin, theta, tau)
        second = disk_accelerations(theta, np.array((0.0, tau, n)), coin.m, coin.a, coin.A, coin.C, coin.b, coin.g)
        assert_allclose(second, 0.0, rtol=0, atol=1e-10)
        assert any(abs(other - tau) < 1e-11*tau for other in rolling_rates(coin, theta, n))
        # the mass centre circles at psi' with the radius |n a - tau b|/psi'
        assert_allclose(abs(centre_force(coin, theta, tau, n)),
                        coin.m*precession_of(theta, tau)*abs(n*coin.a - tau*coin.b), rtol=1e-13)
        a = analyse(coin_touch(coin, theta, 0.0, tau, n, None), ROUGH, False)
        assert_allclose(a.N, coin.m*coin.g, rtol=1e-11)
        assert_allclose(a.F[0], -centre_force(coin, theta, tau, n), rtol=1e-10, atol=1e-11)
        assert_allclose(a.U, kappa(coin, theta)[0] + kappa(coin, theta)[1]*tau*tau, rtol=1e-11, atol=1e-11)

        n = smooth_spin(coin, theta, tau)
        now = coin_touch(coin, theta, 0.0, tau, n)
        a = analyse(now, dry_law(), False)
        assert_allclose(a.N, coin.m*coin.g, rtol=1e-11)
        assert_allclose(a.U, -coin.g*(1.0 + coin.m*height(coin, theta)[1]**2/coin.A), rtol=1e-11)
        turning = now.turning_free + now.J_inverse @ np.cross(now.rho, a.N*now.n)
        # k'' of the axis: no nodding, e1 = e_y turns at psi'
        assert_allclose(turning[1] + 0.0, (np.cross((0.0, 0.0, precession_of(theta, tau)), now.w))[1], rtol=1e-10,
                        atol=1e-10)


# region of detachment ------------------------------------------------------------------------------------------------

def test_region_where_a_homogeneous_coin_may_leave():
    """k1 > 0 exactly between cot theta = mu and 6 mu/(3 + 4 mu^2)."""
    met = 0
    for mu in np.linspace(0.02, 3.0, 61):
        coin = homogeneous(1.0, 0.1, 0.1*mu)
        for theta in np.linspace(0.02, pi/2 - 0.02, 97):
            may = kappa(coin, theta)[1] > 0.0
            assert may == may_detach(mu, 1.0/tan(theta))
            assert (critical_tau(coin, theta) < inf) == may
            met += may
    assert met > 200
    # the curves cross at mu = sigma = sqrt(3)/2; a thin disk never leaves
    assert not may_detach(sqrt(3)/2, 0.9) and not may_detach(0.0, 1.0)


def test_threshold_needs_much_friction():
    """contact.md 7: |F|/N at the threshold is at least 1.51 for flat coins, 1.28 for tall ones."""
    least = {True: inf, False: inf}
    for mu in np.linspace(0.05, 4.0, 120):
        coin = homogeneous(1.0, 0.1, 0.1*mu)
        other = 6.0*mu/(3.0 + 4.0*mu*mu)
        for sigma in np.linspace(min(mu, other), max(mu, other), 60)[1:-1]:
            theta = np.arctan2(1.0, sigma)
            tau = critical_tau(coin, theta)
            share = abs(centre_force(coin, theta, tau, rolling_spin(coin, theta, tau)))/(coin.m*coin.g)
            least[mu < sqrt(3)/2] = min(least[mu < sqrt(3)/2], share)
    assert 1.50 < least[True] < 1.55 and 1.27 < least[False] < 1.32


# small wobbling ------------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("name", COINS)
def test_rolling_wobble_is_the_linearised_motion(name):
    """Complex-step derivative of the independent rolling disk; for the thin one also (E7.2)."""
    coin, compared = COINS[name], 0
    for theta in (0.1, 0.5, 1.0, 1.4):
        for tau in (2.0, 5.0, 20.0):
            n = rolling_spin(coin, theta, tau)
            found = rolling_nutation(coin, theta, tau, n)
            if isnan(found):
                continue
            expected = disk_nutation(theta, precession_of(theta, tau), coin.m, coin.a, coin.A, coin.C,
                                     coin.b, coin.g, n)
            assert_allclose(found, expected, rtol=1e-10)
            compared += 1
            if coin.b == 0.0:
                assert_allclose(thin_nutation(coin, theta, tau, n), found, rtol=1e-11)
    assert compared >= 6


def test_flat_limits_of_the_wobble():
    """contact.md 7, theta -> 0: n = 0 gives 3 (3 a^2 + 16 b^2)/(15 a^2 + 16 b^2), G at rest 3 (3 a^2 + 8 b^2)/(...)."""
    a, b, theta = 0.1, 0.03, 1e-6
    coin = homogeneous(1.0, a, b)
    tau = rolling_rates(coin, theta, 0.0)[0]
    square = (rolling_nutation(coin, theta, tau, 0.0)/precession_of(theta, tau))**2
    assert_allclose(square, 3*(3*a*a + 16*b*b)/(15*a*a + 16*b*b), rtol=1e-4)
    # n a = b tau: from the steady relation P tau^2 - Q tau n = R
    low, high = 1e-3, 1.0
    for _ in range(200):
        tau = 0.5*(low + high)
        low, high = (tau, high) if rolling_spin(coin, theta, tau)*a < b*tau else (low, tau)
    n = rolling_spin(coin, theta, tau)
    square = (rolling_nutation(coin, theta, tau, n)/precession_of(theta, tau))**2
    assert_allclose(square, 3*(3*a*a + 8*b*b)/(15*a*a + 16*b*b), rtol=1e-4)
    # smooth thin disk: 3 A/(A + m a^2)
    thin = homogeneous(1.0, a)
    tau = sqrt(thin.m*thin.g*a/thin.A*theta)
    square = (smooth_nutation(thin, theta, tau, smooth_spin(thin, theta, tau))/precession_of(theta, tau))**2
    assert_allclose(square, 3*thin.A/(thin.A + thin.m*a*a), rtol=1e-4)


@pytest.mark.parametrize("name", COINS)
def test_smooth_wobble_is_the_linearised_motion(name):
    """theta'' of the touch by differences, along states with the same n and angular momentum about the vertical."""
    coin = COINS[name]
    for theta, tau in ((0.3, 4.0), (0.8, 7.0), (1.2, 9.0)):
        n = smooth_spin(coin, theta, tau)
        vertical = coin.A*tau*sin(theta) + coin.C*n*cos(theta)

        def nodding(angle, n=n, vertical=vertical):
            here = (vertical - coin.C*n*cos(angle))/(coin.A*sin(angle))
            now = coin_touch(coin, angle, 0.0, here, n)
            a = analyse(now, dry_law(), False)
            turning = now.turning_free + now.J_inverse @ np.cross(now.rho, a.N*now.n)
            return turning[1] - np.cross((0.0, 0.0, precession_of(angle, here)), now.w)[1]

        h = 1e-4
        slope = (8*(nodding(theta + h) - nodding(theta - h)) - nodding(theta + 2*h) + nodding(theta - 2*h))/(12*h)
        found = smooth_nutation(coin, theta, tau, n)
        if isnan(found):
            assert slope > 0.0
        else:
            assert_allclose(found**2, -slope, rtol=1e-8)
