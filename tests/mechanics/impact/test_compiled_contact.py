"""The compiled algebra of one contact against that with numpy (tests/oracles/one_contact.py), on random contacts."""

from functools import cache
from math import inf

import numpy as np
import pytest

from sandbox.mechanics import layout as lay
from sandbox.mechanics.friction.dry import dry_law
from sandbox.mechanics.friction.stribeck import stribeck_law
from sandbox.mechanics.impact.contact_state import touch
from sandbox.mechanics.impact.detachment import analyse
from sandbox.mechanics.impact.impact import chatterjee_ruina_impulse, strike
from sandbox.mechanics.impact.slip_direction import sliding_directions
from sandbox.scene import Ball, Paraboloid, Start
from sandbox.systems.contact.assembly import assemble
from tests.mechanics.impact.colliding import UP, random_contacts
from tests.mechanics.impact.test_contact_state import MOVING, SCENES, a_state
from tests.oracles import one_contact

LAWS = {"dry": dry_law(0.3), "two terms": dry_law(0.4, 0.5, 0.2, 0.1), "patch": dry_law(0.3, patch=0.01),
        "resistance": dry_law(0.3, k_r=1e-3, k_s=2e-3), "rough": dry_law(mu_s=inf), "viscous": dry_law(c1=0.4),
        "smooth": dry_law(), "Stribeck": stribeck_law(0.1, 0.4, 0.5)}
BODIES = [*SCENES, "ball", "body that can't tip"]
SEEDS = range(60)
# [1] rounding of a hundred operations, as a share of the sizes in them
ROUNDING = 1e-12


@cache
def contacts(name, seed):
    """Arguments of `touch`: a body that slips or not on a moving support."""
    system, t, c, q, w = a_state(name if name in SCENES else "ellipsoid in a moving bowl", seed)
    if name == "ball":
        start = Start((0.06, 0.03), omega=(0.0, 0.0, 0.0))
        system = assemble(Ball(0.03, density=1200.0), Paraboloid(0.3), MOVING, start)
        c = system.y[:3]
    if name == "body that can't tip":
        system.p[lay.INVERSE_TENSOR:lay.INVERSE_TENSOR + 9] = 0.0
        system.p[lay.INVERSE_TENSOR + 8] = 1.0/system.p[lay.TENSOR + 8]
    # every third contact does not slip
    v = None if seed % 3 == 0 else np.random.default_rng(seed).normal(size=3)
    return t, c, q, w, v, system.p, system.calls


def sizes(o):
    """What the numbers of a contact are sums of: name -> size."""
    norm = np.linalg.norm
    v, w, ws, rho, c = norm(o.v), norm(o.w), norm(o.ws), norm(o.rho), norm(o.c)
    u = v + w*rho + ws*c
    moved = norm(np.linalg.inv(o.basis @ (np.eye(3) + o.S @ o.W) @ o.basis.T), 2)*norm(o.S)*(w + ws + norm(o.W)*u)
    free = norm(o.J_inverse)*norm(o.J)*w*w + norm(o.as_) + ws*(w + ws)
    c_free = (norm(o.ge) + free*rho + w*(w*rho + moved) + norm(o.as_)*c + ws*(ws*c + moved + u))
    return {"u": u, "sigma": u, "u_n": u, "speed": u, "v": u, "u_b": moved, "u_s": moved + u, "turning_free": free,
            "c_free": c_free, "r_dot": w*rho + moved, "n_dot": ws + norm(o.W)*(moved + u), "fit": 1.0 + abs(o.fit)}


@pytest.mark.parametrize("name", BODIES)
def test_state_of_a_contact(name):
    for seed in SEEDS:
        expected, found = one_contact.touch(*contacts(name, seed)), touch(*contacts(name, seed))
        size = sizes(expected)
        for field in (*one_contact.Touch.__dataclass_fields__, "u_n", "speed"):
            a, b = np.asarray(getattr(expected, field)), np.asarray(getattr(found, field))
            assert a.shape == b.shape
            assert np.abs(a - b).max() <= ROUNDING*size.get(field, np.abs(a).max()), (field, seed)


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("name", BODIES)
def test_table_1(name, law):
    for seed in SEEDS:
        expected, found = one_contact.touch(*contacts(name, seed)), touch(*contacts(name, seed))
        rate = sizes(expected)["c_free"] + sizes(expected)["n_dot"]*sizes(expected)["u"]
        # what a slip of rounding is along is arbitrary
        ways = [(False, None), (True, expected.basis[0])] + [(True, None)]*(seed % 3 > 0)
        for slip, e in ways:
            a, b = one_contact.analyse(expected, LAWS[law], slip, e), analyse(found, LAWS[law], slip, e)
            # forces are accelerations over the weakest response
            G = np.linalg.eigvalsh(expected.G)
            force, stiff = (rate + G[-1]*np.linalg.norm(a.alpha))/G[0], G[-1]/G[0]
            stick = stiff*(force + abs(a.N_stick)*(1.0 + stiff))
            V = a.V + G[-1]*np.linalg.norm(a.beta) + np.linalg.norm(b.k)
            pressed = V/abs(a.V_star)*(force + abs(a.N))*stiff
            allowed = {"U": rate, "U_star": stiff*(rate + G[-1]*np.linalg.norm(a.alpha)), "V": G[-1], "W": G[-1],
                       "V_star": stiff*V, "alpha": stiff*(force + 1e-300), "beta": stiff*(1.0 + np.linalg.norm(a.beta)),
                       "N": pressed, "F": (1.0 + np.linalg.norm(a.beta))*pressed + stiff*force, "N_stick": stiff*stick,
                       "F_stick": stiff*stick, "M": pressed*np.linalg.norm(b.unit_moment) + 1e-300}
            assert (a.group, a.meaning) == (b.group, b.meaning)
            for field, size in allowed.items():
                assert np.abs(getattr(a, field) - getattr(b, field)).max() <= ROUNDING*size, (field, seed)
            # [m, 1/kg] the resistance for one newton
            moment, k = one_contact.unit_resistance(expected, LAWS[law])
            assert np.abs(moment - b.unit_moment).max() <= 1e-13*0.01
            assert np.abs(k - b.k).max() <= ROUNDING*np.linalg.norm(expected.J_inverse)*np.linalg.norm(moment)


@pytest.mark.parametrize("mu", [0.0, 0.2, 1.0, inf, None])
@pytest.mark.parametrize("et", [-0.5, 0.0, 1.0])
def test_impulse_of_an_impact(mu, et):
    G, u = random_contacts(3000, 31)
    # some contacts only touch, or open
    u[:50, 2], u[50:100, 2] = 0.0, 0.3
    random = np.random.default_rng(32)
    n = np.broadcast_to(UP, u.shape)
    for e in (0.0, 1.0, random.uniform(0.0, 1.0, 3000)):
        expected, found = (function(G, u, n, e, et, mu) for function in (
            one_contact.chatterjee_ruina_impulse, chatterjee_ruina_impulse))
        size = np.linalg.norm(u, axis=-1)/np.linalg.eigvalsh(G)[:, 0]*np.linalg.cond(G)
        assert (np.abs(expected[0] - found[0]).max(-1) <= ROUNDING*size).all()
        assert (np.abs(expected[1] - found[1]) <= ROUNDING*np.linalg.cond(G)).all()


@pytest.mark.parametrize("name", BODIES)
def test_an_impact_of_the_usual_kind_never_gains_energy(name):
    """0 <= e <= 1: what is gained over what there is at the contact; the impulse is that of the formula."""
    for seed in SEEDS:
        now = touch(*contacts(name, seed))
        if not now.u_n < 0.0:
            continue
        available = 0.5*now.u @ np.linalg.solve(now.G, now.u)
        for law in (LAWS["dry"], LAWS["rough"], LAWS["smooth"]):
            for e, et in ((0.0, 0.0), (0.4, 0.0), (1.0, 0.0), (1.0, 1.0), (0.7, -0.5)):
                found = strike(now, law, e, et)
                # [1] rounding of the energy at the contact
                assert found.energy <= 1e-13*available
                v, w = now.after_impulse(found.P)
                # of the motion relative to the support
                carried = np.cross(now.ws, now.c - now.rho)
                kinetic = [0.5*now.m*(x - carried) @ (x - carried) + 0.5*(y - now.ws) @ now.J @ (y - now.ws)
                           for x, y in ((now.v, now.w), (v, now.turning @ w))]
                if now.blocked == 0.0:
                    assert abs(kinetic[1] - kinetic[0] - found.energy) <= 1e-12*max(kinetic)
                P, _k = one_contact.chatterjee_ruina_impulse(now.G, now.u, now.n, e, et, law.mu_impact)
                size = np.linalg.norm(now.u)/np.linalg.eigvalsh(now.G)[0]*np.linalg.cond(now.G)
                assert np.abs(P - found.P).max() <= ROUNDING*size


def test_directions_of_a_slip_from_rest():
    G, c = random_contacts(3000, 41)
    random = np.random.default_rng(42)
    for i in range(3000):
        k, mu, c0 = 0.1*random.normal(size=3), 1.5*random.random(), 0.2*(i % 2)
        expected, found = (function(c[i], G[i], k, c0, mu) for function in (
            one_contact.sliding_directions, sliding_directions))
        assert len(expected) == len(found)
        for a, b in zip(expected, found, strict=True):
            # [1] roots may be close to one another; N with the steepness of V*
            assert np.abs(a.e - b.e).max() <= 1e-9
            assert abs(a.N - b.N) <= 1e-8*abs(a.N)
