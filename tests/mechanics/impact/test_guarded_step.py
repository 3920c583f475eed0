"""The guarded step of Moreau and Jean: limit of a lasting contact, impacts, opening, an answer in every state."""

from math import inf

import numpy as np
import pytest
from numpy.testing import assert_allclose

from sandbox.mechanics.friction.dry import dry_law
from sandbox.mechanics.impact.contact_state import touch
from sandbox.mechanics.impact.detachment import analyse
from sandbox.mechanics.impact.impact import SLIDE, STICK, moreau_jean
from sandbox.mechanics.impact.slip_direction import sliding_directions
from sandbox.scene import Motion, Paraboloid, Signal, rate_sine
from tests.mechanics.impact.colliding import random_contacts
from tests.mechanics.impact.test_contact_state import PEBBLE
from tests.mechanics.impact.touch import cases, law_of, rod_touch, system_of

MOVING = Motion("z", rate_sine(1.0, 0.7, 3.0), tilt=Signal(sine=0.2, nu=2.0))


def a_touch(seed, slips=True):
    random = np.random.default_rng(seed)
    system = system_of(PEBBLE, Paraboloid(0.3), MOVING, at=(0.05, 0.02))
    q, w = random.normal(size=4), 2.0*random.normal(size=3)
    now = touch(0.3, system.y[:3], q/np.linalg.norm(q), w, None, system.p, system.calls)
    slip = random.normal(size=2) @ now.basis if slips else np.zeros(3)
    return touch(0.3, system.y[:3], q/np.linalg.norm(q), w, now.v + slip, system.p, system.calls), system, q


def test_step_becomes_the_lasting_contact():
    """P/h goes to the contact force of Table 1 as h does to 0, in both regimes, at first order."""
    sizes = (1e-4, 1e-5)
    for seed in range(12):
        for slips, law in ((True, dry_law(0.3, c0=0.1, c1=0.05, k_r=1e-3)), (False, dry_law(mu_s=inf))):
            now, _system, _q = a_touch(seed, slips)
            found = analyse(now, law, slips)
            if found.group != "B2":
                continue
            force = found.N*now.n + found.F
            errors = [np.abs(moreau_jean(now, law, 0.5, h).P/h - force).max() for h in sizes]
            assert errors[1] < 0.15*errors[0] + 1e-9 and errors[1] < 1e-2*np.abs(force).max()
            assert moreau_jean(now, law, 0.5, 1e-5).phase == (SLIDE if slips else STICK)


def test_step_takes_an_impact_and_keeps_the_cone():
    """A closing contact: u_n' = -e u_n up to the step's own forces, |P_t| <= mu P_n, along the slip after it."""
    for seed in range(40):
        now, system, q = a_touch(seed)
        hit = touch(0.3, system.y[:3], q/np.linalg.norm(q), now.turning.T @ now.w, now.v - 0.8*now.n, system.p,
                    system.calls)
        law, e, h = dry_law(0.35), 0.4, 1e-9
        step = moreau_jean(hit, law, e, h)
        after = hit.u + hit.G @ step.P
        assert_allclose(hit.n @ after, -e*hit.u_n, rtol=1e-6)
        P_n = hit.n @ step.P
        P_t = step.P - P_n*hit.n
        assert np.linalg.norm(P_t) <= 0.35*P_n*(1.0 + 1e-12)
        slip = after - (hit.n @ after)*hit.n
        if step.phase == SLIDE:
            assert_allclose(P_t/np.linalg.norm(P_t), -slip/np.linalg.norm(slip), rtol=0, atol=1e-6)
        else:
            assert np.linalg.norm(slip) < 1e-6
        v, w = hit.after_impulse(step.P)
        # h is tiny: the weight and the turning of the axes hardly act
        assert_allclose(step.v, v, rtol=0, atol=1e-7)
        assert_allclose(step.w, w, rtol=0, atol=1e-6)


def test_step_lets_an_opening_contact_go():
    now, system, q = a_touch(3)
    open_ = touch(0.3, system.y[:3], q/np.linalg.norm(q), now.turning.T @ now.w, now.v + 0.5*now.n, system.p,
                  system.calls)
    step = moreau_jean(open_, dry_law(0.4), 0.5, 1e-4)
    assert step.phase == "open" and not step.P.any()
    # free flight, seen from axes that turn by ws h
    c, s = np.cos(1e-4*np.linalg.norm(now.ws)), np.sin(1e-4*np.linalg.norm(now.ws))
    axis = now.ws/np.linalg.norm(now.ws)
    v = open_.v + 1e-4*open_.ge
    assert_allclose(step.v, c*v - s*np.cross(axis, v) + (1 - c)*(axis @ v)*axis, rtol=0, atol=1e-13)


@pytest.mark.parametrize("name", ["rod_B4", "rod_A3", "rod_two_term_B1", "rod_two_term_A4"])
def test_step_always_has_an_answer(name):
    """Where Table 1 has none (or several) the step returns finite velocities and does not close the contact further."""
    now = rod_touch(name)
    step = moreau_jean(now, law_of(cases()[name]["params"]["friction"]), 0.0, 1e-3)
    assert np.isfinite(step.v).all() and np.isfinite(step.w).all()
    assert (now.u + now.G @ step.P)[2] + 1e-3*analyse(now, dry_law(), True).U > -1e-9 or step.phase == "open"


def test_step_finds_an_answer_in_every_random_state():
    count, none = 400, 0
    G, u = random_contacts(count, 21)
    for i in range(count):
        mu = 0.1 + 1.4*(i % 7)/7
        held = -np.linalg.solve(G[i], u[i])
        if held[2] > 0.0 and np.hypot(*held[:2]) <= mu*held[2]:
            continue
        none += not sliding_directions(u[i], G[i], np.zeros(3), 0.0, mu)
    assert none == 0
