"""Steady rolling, Euler's disk and nutation: the relations solve the equations, the vectors and a run agree."""

from math import pi, sqrt

import numpy as np
from numpy.testing import assert_allclose

from . import general_body, rigid_bodies, surfaces
from .kept import DISKS
from .multipliers import Problem
from .rolling_disk import disk_accelerations, disk_nutation, disk_nutation_formula, euler_disk_rate, steady_disk_spin
from .runs import simulate


def test_steady_disk_relation_solves_the_equations():
    m, a, A, C = 1.3, 0.2, 0.011, 0.027
    for theta, precession in ((0.3, 15.0), (1.0, 2.0), (1.4, -3.0)):
        n = steady_disk_spin(theta, precession, m, a, A, C)
        rates = disk_accelerations(theta, [0.0, precession*np.sin(theta), n], m, a, A, C)
        assert_allclose(rates, 0.0, atol=1e-11)                                   # [rad/s^2] terms of size 100


def test_euler_disk_and_nutation():
    case = DISKS["thin_disk_nutation"]
    p, expected = case["params"], case["expected"]
    args = (p["mass"], p["radius"], p["A"], p["C"])
    precession = p["tau0"]/np.sin(p["theta0"])
    assert_allclose(steady_disk_spin(p["theta0"], precession, *args), expected["n0"], rtol=1e-12)
    assert_allclose(disk_nutation(p["theta0"], precession, *args), expected["omega_nut"], rtol=1e-11)
    assert_allclose(disk_nutation_formula(p["theta0"], precession, *args), expected["omega_nut"], rtol=1e-12)

    # coin near flat, R = 4 cm: engine.md 2 has 99 and 313 rad/s for 0.1 and 0.01 rad; omega/psi' -> sqrt(3/5)
    m, a = 0.01, 0.04
    A, C = m*a*a/4, m*a*a/2
    rates = [euler_disk_rate(theta, m, a, A) for theta in (0.1, 0.01)]
    assert_allclose(rates, [99.1, 313.2], rtol=1e-3)
    assert_allclose(rates[1], sqrt(4*9.81/(a*np.sin(0.01))), rtol=1e-13)
    ratios = [disk_nutation(theta, rate, m, a, A, C)/rate for theta, rate in zip((0.1, 0.01), rates, strict=True)]
    assert abs(ratios[1] - sqrt(3/5)) < abs(ratios[0] - sqrt(3/5)) < 0.01


def test_wobbling_coin_has_the_nutation_frequency():
    """A small tilt error oscillates at the linear frequency, in the multipliers' run."""
    m, a, theta = 0.01, 0.04, 0.3
    A, C = m*a*a/4, m*a*a/2
    rate = euler_disk_rate(theta, m, a, A)
    omega, kick = disk_nutation(theta, rate, m, a, A, C), 1e-4
    quarter = pi/(2*omega)
    w = [kick*omega, rate*np.sin(theta)*np.cos(theta), rate*np.sin(theta)**2]
    problem = Problem(rigid_bodies.disk(a, m, np.diag([A, A, C])), surfaces.plane)
    run = simulate(problem, [0, 0, a*np.sin(theta)], general_body.quat_about([1, 0, 0], theta), w, quarter*np.arange(5))
    # theta - theta0 = kick sin(omega t), second order terms of size kick^2
    assert_allclose(np.arccos(run.R[:, 2, 2]) - theta, kick*np.sin(pi/2*np.arange(5)), rtol=0, atol=20*kick**2)
