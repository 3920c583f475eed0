"""The law of a contact: its way through the parameters, and the resistance to rolling and spinning in the reactions."""

from math import inf

import numpy as np
import pytest
from numpy.testing import assert_allclose

from sandbox.mechanics import layout as lay
from sandbox.mechanics.friction.contact_friction import Friction, friction_law
from sandbox.mechanics.friction.dry import dry_law
from sandbox.mechanics.friction.stribeck import stribeck_law
from sandbox.mechanics.impact.contact_state import touch
from sandbox.mechanics.impact.detachment import analyse
from sandbox.scene import Disk
from tests.machine import run_compiled
from tests.mechanics.impact.touch import ROUGH, ball_touch, system_of
from tests.oracles.one_contact import moment_of


def test_law_goes_through_the_parameters():
    """The compiled side gives the same friction as the object: F = -(a0 + N a) s, M_n = -N spin."""
    p, calls = np.zeros(lay.SURFACE), np.zeros(lay.CALLS, np.int64)
    for law in (dry_law(0.2, 0.3, 1.0, 2.0, 0.004, 1e-4, 2e-4), stribeck_law(0.1, 0.4, 0.05), dry_law(c1=3.0)):
        law.put(p, calls)
        for slip, w_n in ((0.03, 2.0), (0.4, -50.0), (2.0, 0.0)):
            now, form = law.at(slip, w_n), Friction(0.0, 0.0, 0.0, 0.0)
            found = run_compiled(friction_law, slip, w_n, 1.0, p, calls, like=form)
            assert_allclose((found.a0*slip, found.a*slip), (now.c0 + now.c1*slip, now.mu), rtol=1e-14)
            n, wr = np.array((0.0, 0.0, 1.0)), np.array((1.0, 0.0, w_n))
            assert_allclose((-found.roll, 0.0, -found.spin), moment_of(law, n, wr, slip), rtol=1e-13, atol=1e-20)


def test_bounds_and_refusals():
    assert dry_law(0.3).mu_s == 0.3 and not dry_law().can_hold and ROUGH.mu_impact == inf
    with pytest.raises(ValueError, match=r"mu_s: got 0\.1"):
        dry_law(0.2, 0.1)
    with pytest.raises(ValueError, match="k_r: got -1"):
        dry_law(k_r=-1.0)


def test_rolling_resistance_slows_a_ball():
    """(I + m a^2) w' = M about the contact, F = m a w'; M = -N (k_s^2 w_n n + k_r^2 w_t)/hypot(k_s w_n, k_r w_t)."""
    params = {"mass": 0.2, "radius": 0.03, "inertia_factor": 0.4}
    now = ball_touch(params, (0.3, 0.0, 0.0), (0.0, 10.0, 4.0))
    found = analyse(now, dry_law(0.5, k_r=2e-4, k_s=1e-4), False)
    weight = params["mass"]*9.81
    assert_allclose(found.N, weight, rtol=1e-14)
    size = np.hypot(1e-4*4.0, 2e-4*10.0)
    moment = 2e-4**2*10.0/size*weight
    assert_allclose(found.F, (-moment/(1.4*params["radius"]), 0.0, 0.0), rtol=1e-12, atol=1e-16)
    assert_allclose(found.M, (0.0, -moment, -1e-4**2*4.0/size*weight), rtol=1e-14, atol=0)


def test_resistance_enters_the_normal_force_of_a_sliding_body():
    """An 8 x 8 Newton-Euler system for accelerations, N and the moment per N, against U* and V*."""
    system = system_of(Disk(0.04, 0.25, 0.02, 0.003))
    law = dry_law(0.4, k_r=3e-3, k_s=2e-3)
    for seed in range(20):
        random = np.random.default_rng(seed)
        q, w = random.normal(size=4), 5.0*random.normal(size=3)
        rolling = touch(0.0, (0.0, 0.0, 0.0), q, w, None, system.p, system.calls)
        now = touch(0.0, (0.0, 0.0, 0.0), q, w, rolling.v + random.normal(size=2) @ rolling.basis, system.p,
                    system.calls)
        a = analyse(now, law, True)
        e, w_t = now.sigma/now.speed, now.wr - (now.n @ now.wr)*now.n
        w_n = now.n @ now.wr
        per_N = -(law.k_s**2*w_n*now.n + law.k_r**2*w_t)/np.hypot(law.k_s*w_n, law.k_r*np.linalg.norm(w_t))
        cross_rho = np.array([np.cross(now.rho, axis) for axis in np.eye(3)]).T
        A, b = np.zeros((7, 7)), np.zeros(7)
        A[:3, :3], A[:3, 6] = now.m*np.eye(3), -(now.n - law.at_rest.mu*e)
        A[3:6, 3:6], A[3:6, 6] = now.J, -(cross_rho @ (now.n - law.at_rest.mu*e) + per_N)
        A[6, :3], A[6, 3:6] = now.n, -now.n @ cross_rho
        b[:3], b[3:6] = now.m*now.ge, -np.cross(now.w, now.J @ now.w)
        b[6] = -now.n @ np.cross(now.w, now.r_dot) - now.n_dot @ now.u
        assert_allclose(-a.U_star/a.V_star, np.linalg.solve(A, b)[6], rtol=1e-10)
