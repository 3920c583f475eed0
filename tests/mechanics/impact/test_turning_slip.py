"""Slip that turns within an impact: the compiled process against the same equations by scipy, in the impulse itself."""

from math import inf

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from sandbox.mechanics.impact import restitution
from sandbox.mechanics.impact.impact import incremental
from tests.mechanics.impact.colliding import UP, random_contacts


def slipping_to_the_end(G, u, e, mu, ending):
    """The impulse (3,) of an impact that slips all the time, du/dp = G (n - mu e); None where its slip ends before."""
    def friction(v):
        return np.append(-mu*v[:2]/np.hypot(v[0], v[1]), 1.0)

    def rates(_p, y):
        step = friction(u + G @ y[:3])
        # impulse, work of its normal part
        return np.append(step, (u + G @ y[:3])[2])

    def opening(_p, y):
        return (u + G @ y[:3])[2]

    def slip(_p, y):
        v = u + G @ y[:3]
        return np.hypot(v[0], v[1]) - 1e-3*np.linalg.norm(u)
    opening.terminal, opening.direction, slip.terminal = True, 1.0, True
    rules = {"method": "DOP853", "rtol": 1e-13, "atol": 1e-15}
    pressed = solve_ivp(rates, (0.0, 1e3), np.zeros(4), events=(opening, slip), **rules)
    if not pressed.t_events[0].size:
        return None
    p_c, y_c = pressed.t_events[0][0], pressed.y_events[0][0]

    def left(p, y):
        return {restitution.NEWTON: -e*u[2] - opening(p, y), restitution.POISSON: (1.0 + e)*p_c - p,
                restitution.STRONGE: (1.0 - e*e)*y_c[3] - y[3]}[ending]
    left.terminal, left.direction = True, -1.0
    back = solve_ivp(rates, (p_c, 1e3), y_c, events=(left, slip), **rules)
    return back.y_events[0][0][:3] if back.t_events[0].size else None


@pytest.mark.parametrize("ending", [restitution.NEWTON, restitution.POISSON, restitution.STRONGE])
def test_turning_slip_is_that_of_its_equations(ending):
    G, u = random_contacts(150, 51)
    random, compared = np.random.default_rng(52), 0
    for i in range(150):
        e, mu = random.uniform(0.1, 1.0), random.uniform(0.05, 0.5)
        expected = slipping_to_the_end(G[i], u[i], e, mu, ending)
        if expected is None:
            continue
        found = incremental(G[i], u[i], UP, e, mu, ending)
        compared += 1
        # [1] of the impulse: the root of an event found on an interpolant
        assert np.abs(found.P - expected).max() <= 1e-9*np.abs(expected).max()
    assert compared > 50


def test_slip_that_does_not_turn_is_a_special_case():
    """A centred contact, and one that is nearly centred, give the same impulse."""
    u = np.array((1.0, 0.5, -2.0))
    straight = incremental(np.diag((3.5, 3.5, 1.0)), u, UP, 0.6, 0.2)
    turned = incremental(np.array(((3.5, 1e-9, 0.0), (1e-9, 3.5, 0.0), (0.0, 0.0, 1.0))), u, UP, 0.6, 0.2)
    assert np.abs(straight.P - turned.P).max() <= 1e-8
    stuck = incremental(np.diag((3.5, 3.5, 1.0)), u, UP, 0.6, inf)
    assert np.abs(stuck.u[:2]).max() <= 1e-15
