"""The incremental process: against brute force, agreement of the hypotheses, invariance, special cases."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.integrate import solve_ivp

from sandbox.mechanics.impact import restitution
from sandbox.mechanics.impact.impact import chatterjee_ruina, incremental
from tests.mechanics.impact.colliding import UP, random_contacts


def slowly(G, u, e, mu, ending):
    """The same process by brute force: du/dp = G (n - mu e) in small explicit steps with a tiny regularised slip."""
    eps = 1e-7*np.linalg.norm(u)

    def rhs(p, y):
        v = u + G @ np.append(y[:2], p)
        friction = -mu*v[:2]/np.sqrt(v[:2] @ v[:2] + eps*eps)
        return np.array((*friction, v[2]))

    def opened(p, y):
        return u[2] + G[2] @ np.append(y[:2], p)
    opened.terminal, opened.direction = True, 1.0
    options = {"method": "Radau", "rtol": 1e-9, "atol": 1e-12}
    first = solve_ivp(rhs, (0.0, 1e3), np.zeros(3), events=opened, **options)
    p_c, y_c = first.t[-1], first.y[:, -1]

    def ended(p, y):
        return y[2] - (1.0 - e*e)*y_c[2] if ending == restitution.STRONGE else p - (1.0 + e)*p_c
    ended.terminal = True
    second = solve_ivp(rhs, (p_c, 1e3), y_c, events=ended, **options)
    return np.append(second.y[:2, -1], second.t[-1])


@pytest.mark.parametrize("ending", [restitution.POISSON, restitution.STRONGE])
def test_process_is_that_of_regularised_friction(ending):
    """Slip that turns, stops, sticks and resumes: against a stiff solver on friction without an edge."""
    G, u = random_contacts(60, 8)
    random = np.random.default_rng(9)
    # little slip ends early
    u[:40, :2] *= random.uniform(0.0, 1.0, size=(40, 1))
    seen = set()
    for i in range(60):
        mu, e = random.uniform(0.05, 1.2), random.uniform(0.2, 0.9)
        found = incremental(G[i], u[i], UP, e, mu, ending)
        seen.add(found.sequence)
        # [N s] the regularisation creeps by 1e-7 of the speed
        assert_allclose(found.P, slowly(G[i], u[i], e, mu, ending), rtol=0, atol=3e-6*np.abs(found.P).max())
    assert {("max_compression", "end"), ("slip_end", "max_compression", "end"),
            ("max_compression", "slip_end", "end")} <= seen


def test_all_hypotheses_agree_where_slip_keeps_its_direction():
    """contact.md 8.2: centred contact."""
    G = np.diag((3.0, 3.0, 1.5))
    u = np.array((2.0, -1.0, -1.5))
    results = [incremental(G, u, UP, 0.6, 0.3, ending).P for ending in (restitution.NEWTON, restitution.POISSON,
                                                                        restitution.STRONGE)]
    results.append(chatterjee_ruina(G, u, UP, 0.6, 0.0, 0.3).P)
    for P in results[1:]:
        assert_allclose(P, results[0], rtol=1e-14)


def test_impact_does_not_depend_on_the_axes():
    """Turned by any rotation, the impulse turns with it."""
    G, u = random_contacts(10, 10)
    random = np.random.default_rng(11)
    for i in range(10):
        Q = np.linalg.qr(random.normal(size=(3, 3)))[0]
        straight = incremental(G[i], u[i], UP, 0.5, 0.4, restitution.STRONGE)
        turned = incremental(Q @ G[i] @ Q.T, Q @ u[i], Q @ UP, 0.5, 0.4, restitution.STRONGE)
        assert_allclose(turned.P, Q @ straight.P, rtol=0, atol=1e-11*np.abs(straight.P).max())


def test_without_bound_slip_stops_at_once():
    G, u = random_contacts(50, 12)
    for i in range(50):
        rough, strong = (incremental(G[i], u[i], UP, 0.5, mu, restitution.POISSON) for mu in (None, 1e9))
        # unless friction opens the contact before it has stopped the slip
        if strong.P[2] > 1e-6*np.abs(strong.P).max():
            assert_allclose(rough.P, strong.P, rtol=0, atol=1e-6*np.abs(rough.P).max())
        assert np.linalg.norm(rough.u[:2]) < 1e-13*np.linalg.norm(u[i])*np.linalg.cond(G[i])


@pytest.mark.parametrize("ending", [restitution.NEWTON, restitution.POISSON, restitution.STRONGE])
def test_process_ends_properly_in_special_cases(ending):
    """No or hardly any slip or normal velocity, plane and round bodies, extreme friction and restitution."""
    random = np.random.default_rng(15)
    G, u = random_contacts(60, 16)
    for i in range(60):
        kind, mu, e = i % 5, random.choice((0.0, 1e-3, 0.5, 3.0, 10.0)), random.choice((0.0, 1e-3, 0.9, 1.0))
        if kind == 0:
            u[i, :2] *= 1e-6
        elif kind == 1:
            u[i, 2] *= 1e-6
        elif kind == 2:
            u[i, :2] = 0.0
        elif kind == 3:
            G[i, 1], G[i, :, 1], G[i, 1, 1], u[i, 1] = 0.0, 0.0, 2.0, 0.0
        else:
            G[i] = np.diag((2.0, 2.0, 1.0))
        found, size = incremental(G[i], u[i], UP, e, mu, ending), np.linalg.norm(u[i])
        assert found.sequence[-1] == "end"
        assert found.u[2] >= -1e-11*size
        assert np.linalg.norm(found.P[:2]) <= mu*found.P[2]*(1.0 + 1e-9) + 1e-15
        if ending == restitution.STRONGE:
            assert found.energy <= 1e-12*u[i] @ np.linalg.solve(G[i], u[i])


def test_slip_that_cannot_be_held_resumes():
    """|b| > mu in a plane motion: after its end slip goes on the other way. A little aside of the plane it turns round
    without ending, with nearly the same impulse.
    """
    G = np.array(((2.0, 0.0, -1.4), (0.0, 2.0, 0.0), (-1.4, 0.0, 2.0)))
    mu, u = 0.3, np.array((0.04, 0.0, -1.0))
    found = incremental(G, u, UP, 0.5, mu, restitution.STRONGE)
    assert found.sequence == ("slip_end", "max_compression", "end")
    p1 = 0.04/(1.4 + 0.3*2.0)
    assert_allclose(found.P[0], -mu*p1 + mu*(found.P[2] - p1), rtol=1e-14)
    assert found.u[0] < 0.0 and abs(found.P[1]) < 1e-16
    aside = incremental(G, u + np.array((0.0, 1e-8, 0.0)), UP, 0.5, mu, restitution.STRONGE)
    assert aside.sequence == ("max_compression", "end")
    assert_allclose(aside.P, found.P, rtol=0, atol=1e-6)
