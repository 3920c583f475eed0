"""Impacts without a closing speed, where friction jams: closed form, continuity through the jam, random bodies."""

import numpy as np
from numpy.testing import assert_allclose

from sandbox.mechanics.friction.dry import dry_law
from sandbox.mechanics.friction.stribeck import stribeck_law
from sandbox.mechanics.impact import restitution
from sandbox.mechanics.impact.detachment import analyse
from sandbox.mechanics.impact.impact import impact_by_friction, jam_of
from tests.mechanics.impact.colliding import UP, random_contacts
from tests.mechanics.impact.touch import rod_touch


def test_friction_impact_of_the_rod_in_closed_form():
    """contact.md 8.4: p1 = |u_t|/(mu G_tt - s G_tn), w1 = V* p1, p_c = p1 - w1/V_s, after it no slip and V* > 0."""
    now, mu, e = rod_touch("rod_impact_by_friction"), 2.0, 0.5
    G_tt, G_tn, V, s = now.G[0, 0], now.G[0, 2], now.G[2, 2], np.sign(now.u[0])
    p1 = abs(now.u[0])/(mu*G_tt - s*G_tn)
    V_star, V_s = V - mu*s*G_tn, V - G_tn**2/G_tt
    p_c = p1 - V_star*p1/V_s
    found = impact_by_friction(now.G, now.u, now.n, e, mu, restitution.POISSON)
    assert_allclose(found.P_c, p_c, rtol=1e-14)
    assert_allclose(found.P[2], (1.0 + e)*p_c, rtol=1e-14)
    assert abs(found.u[0]) < 1e-15 and found.energy < 0.0


def test_friction_impact_is_continuous_through_the_jam():
    """V* a little below and a little above zero give nearly the same impulse."""
    now = rod_touch("rod_impact_by_friction")
    a = analyse(now, dry_law(), True)
    edge = a.V/np.linalg.norm(a.W)
    below, above = (impact_by_friction(now.G, now.u, now.n, 0.4, edge*share, restitution.POISSON)
                    for share in (1 + 1e-9, 1 - 1e-9))
    assert_allclose(below.P, above.P, rtol=1e-7)
    assert below.sequence[0] == above.sequence[0] == "slip_end"


def test_friction_impacts_of_bodies_that_just_jam():
    """V* between 0 and 1e-3 V in three dimensions: there is an impulse and it takes energy."""
    G, u = random_contacts(60, 14)
    for i in range(60):
        along, V = G[i, :2, 2], G[i, 2, 2]
        size = np.linalg.norm(along)
        share = (i % 4)/3*1e-3
        slip = np.append(np.linalg.norm(u[i])*along/size, 0.0)
        found = impact_by_friction(G[i], slip, UP, 0.5, V/size*(1.0 - share), restitution.STRONGE)
        assert found.P[2] > 0.0 and found.energy < 0.0 and found.u[2] > -1e-12
        # friction far below the jam: none
        assert not impact_by_friction(G[i], slip, UP, 0.5, 0.99*V/size, restitution.STRONGE).P.any()


def test_what_jams_by_the_friction_of_a_slow_slip_is_freed_by_it():
    """Stribeck's friction at the present slip makes V* < 0, that of a fast impact would not."""
    now = rod_touch("rod_impact_by_friction")
    a = analyse(now, dry_law(), True)
    edge = a.V/np.linalg.norm(a.W)
    found, moment = jam_of(now, stribeck_law(0.9*edge, 1.1*edge, 100.0*now.speed), 0.5)
    assert abs(found.u[0]) < 1e-14*now.speed         # [m/s] rounding of one solve
    assert found.P[2] > 0.0 and found.energy < 0.0 and not moment.any()


def test_a_moment_that_jams_takes_part_in_the_impact():
    """Resistance to rolling alone makes V* < 0: the slip stops all the same, and what is booked is what was lost."""
    now = rod_touch("rod_impact_by_friction")
    # turning, the same slip: resisted by a moment that presses the end down
    now.w[:] = now.wr[:] = (0.0, 2.0, 0.0)
    now.v[:] = now.u - np.cross(now.w, now.rho)
    a = analyse(now, dry_law(), True)
    law = dry_law(0.999*a.V/np.linalg.norm(a.W), k_r=0.01)
    assert analyse(now, law, True).V_star < 0.0
    found, moment = jam_of(now, law, 0.5)
    v, w = now.after_impulse(found.P, moment)
    w = now.turning @ w
    before, after = (0.5*(now.m*(v @ v) + w @ now.J @ w) for v, w in ((now.v, now.w), (v, w)))
    assert_allclose(v + np.cross(w, now.rho), found.u, rtol=0.0, atol=1e-12)     # [m/s] rounding of velocities
    assert abs(found.u[0]) < 1e-12 and found.u[2] >= 0.0
    assert_allclose(after - before, found.energy, rtol=1e-9)
    assert found.energy < 0.0 and moment @ now.wr < 0.0
