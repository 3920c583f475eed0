"""Impacts: vectors, energy over many random ones, the incremental process by brute force, bouncing to rest."""

from math import inf

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.integrate import solve_ivp

from sandbox.mechanics.detachment import analyse
from sandbox.mechanics.impact import (
    CHATTERJEE_RUINA,
    HYPOTHESES,
    NEWTON,
    POISSON,
    SLIDE,
    STICK,
    STRONGE,
    TANGENTIAL_RESTITUTION,
    chatterjee_ruina,
    chatterjee_ruina_impulse,
    impact_by_friction,
    incremental,
    moreau_jean,
    strike,
    tail,
)
from sandbox.mechanics.law import Law
from sandbox.mechanics.onset import sliding_directions
from sandbox.mechanics.touch import skew, touch
from sandbox.scene import Motion, Paraboloid, Signal, rate_sine
from tests.mechanics.touching import ball_touch, cases, compare, law_of, of_kind, rod_touch, solid_touch, system_of

UP = np.array((0.0, 0.0, 1.0))


def energy(now):
    """Kinetic energy [J]."""
    return 0.5*now.m*now.v @ now.v + 0.5*now.w @ now.J @ now.w


def random_contacts(count, seed, planar=False):
    """Responses G (count, 3, 3) of random bodies and closing velocities u (count, 3), contact normal up."""
    random = np.random.default_rng(seed)
    M = random.normal(size=(count, 3, 3))
    J_inverse = np.linalg.inv(M @ M.transpose(0, 2, 1) + 0.02*np.eye(3))
    rho = random.normal(size=(count, 3))*random.uniform(0.1, 2.0, size=(count, 1))
    R = np.array([skew(r) for r in rho])
    G = np.eye(3)/random.uniform(0.2, 3.0, size=(count, 1, 1)) - R @ J_inverse @ R
    G = 0.5*(G + G.transpose(0, 2, 1))
    u = random.normal(size=(count, 3))*np.array((2.0, 2.0, 1.0))
    u[:, 2] = -np.abs(u[:, 2]) - 1e-3
    return G, u


# vectors -------------------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("hypothesis", HYPOTHESES)
@pytest.mark.parametrize("name", of_kind("impact", "ball"))
def test_vectors_of_balls(name, hypothesis):
    """For a ball all hypotheses agree; tangential restitution is Chatterjee and Ruina's."""
    case = cases()[name]
    params, initial = case["params"], case["initial"]
    now = ball_touch(params, initial["vel"], initial["omega"])
    et = params["tangential_restitution"] or 0.0
    law = Law(params["mu"]) if params["mu"] is not None else Law(mu_s=inf)
    if et and hypothesis != CHATTERJEE_RUINA:
        pytest.skip("the incremental process has no tangential restitution")
    found = strike(now, law, params["restitution"], et, hypothesis)
    v, w = now.kicked(found.P)
    after = ball_touch(params, v, w)
    compare({"impulse": found.P, "vel": v, "omega": w, "contact_velocity_before": now.u,
             "contact_velocity_after": after.u, "energy_before": energy(now), "energy_after": energy(after)}, case,
            "impulse", "vel", "omega", "contact_velocity_before", "contact_velocity_after", "energy_before",
            "energy_after")
    assert_allclose(found.u, after.u, rtol=0, atol=1e-14)
    assert_allclose(found.energy, energy(after) - energy(now), rtol=1e-12, atol=1e-14)
    if hypothesis == CHATTERJEE_RUINA:
        assert found.sequence == (case["expected"]["mode"],)


@pytest.mark.parametrize("ending", [POISSON, STRONGE])
@pytest.mark.parametrize("name", of_kind("impact", "planar_rod"))
def test_vectors_of_rods(name, ending):
    case = cases()[name]
    params, expected = case["params"], case["expected"]
    now = rod_touch(name)
    compare({"G_tt": now.G[0, 0], "G_tn": now.G[0, 2], "G_nn": now.G[2, 2],
             "V_star": analyse(now, Law(params["mu"]), True).V_star}, case, "G_tt", "G_tn", "G_nn", "V_star")
    compare({"vel_G": now.v[::2]}, case, "vel_G", expected=case["initial"])
    collide = impact_by_friction if case["initial"]["normal_velocity"] == 0.0 else incremental
    found = collide(now.G, now.u, now.n, params["restitution"], params["mu"], ending)
    v, w = now.kicked(found.P)
    compare({"P_t": found.P[0], "P_n": found.P[2], "P_c": found.P_c, "slip_after": found.u[0],
             "normal_velocity_after": found.u[2], "vel_G_after": v[::2], "omega_after": -w[1],
             "energy_loss": -found.energy}, case, "P_t", "P_n", "P_c", "slip_after", "normal_velocity_after",
            "vel_G_after", "omega_after", "energy_loss", expected=expected[ending])
    assert list(found.sequence) == expected[ending]["sequence"]
    # plane motions stay plane
    assert abs(found.P[1]) < 1e-15


@pytest.mark.parametrize("ending", [POISSON, STRONGE])
def test_vector_of_the_ellipsoid(ending):
    name = "impact3d_ellipsoid"
    case = cases()[name]
    params, expected = case["params"], case["expected"][ending]
    now = solid_touch(name, case["initial"])
    found = strike(now, Law(params["mu"]), params["restitution"], hypothesis=ending)
    v, w = now.kicked(found.P)
    compare({"impulse": found.P, "contact_velocity_after": found.u, "vel": v, "omega": now.turning @ w}, case,
            "impulse", "contact_velocity_after", "vel", "omega", expected=expected)
    assert list(found.sequence) == expected["sequence"]


def test_friction_impact_of_the_rod_in_closed_form():
    """contact.md 8.4: p1 = |u_t|/(mu G_tt - s G_tn), w1 = V* p1, p_c = p1 - w1/V_s, after it no slip and V* > 0."""
    now, mu, e = rod_touch("rod_impact_by_friction"), 2.0, 0.5
    G_tt, G_tn, V, s = now.G[0, 0], now.G[0, 2], now.G[2, 2], np.sign(now.u[0])
    p1 = abs(now.u[0])/(mu*G_tt - s*G_tn)
    V_star, V_s = V - mu*s*G_tn, V - G_tn**2/G_tt
    p_c = p1 - V_star*p1/V_s
    found = impact_by_friction(now.G, now.u, now.n, e, mu, POISSON)
    assert_allclose(found.P_c, p_c, rtol=1e-14)
    assert_allclose(found.P[2], (1.0 + e)*p_c, rtol=1e-14)
    assert abs(found.u[0]) < 1e-15 and found.energy < 0.0


def test_friction_impact_is_continuous_through_the_jam():
    """V* a little below and a little above zero give nearly the same impulse."""
    now = rod_touch("rod_impact_by_friction")
    a = analyse(now, Law(), True)
    edge = a.V/np.linalg.norm(a.W)
    below, above = (impact_by_friction(now.G, now.u, now.n, 0.4, edge*share, POISSON) for share in (1 + 1e-9, 1 - 1e-9))
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
        found = impact_by_friction(G[i], slip, UP, 0.5, V/size*(1.0 - share), STRONGE)
        assert found.P[2] > 0.0 and found.energy < 0.0 and found.u[2] > -1e-12
        # friction far below the jam: none
        assert not impact_by_friction(G[i], slip, UP, 0.5, 0.99*V/size, STRONGE).P.any()


# energy --------------------------------------------------------------------------------------------------------------

def test_chatterjee_and_ruina_never_gain_energy():
    """20 000 random impacts: no gain, the friction cone and normal restitution kept."""
    count = 20_000
    G, u = random_contacts(count, 1)
    random = np.random.default_rng(2)
    mu, e, et = random.uniform(0, 3, count), random.uniform(0, 1, count), random.uniform(0, 1, count)
    P, k = chatterjee_ruina_impulse(G, u, np.broadcast_to(UP, u.shape), e, et, mu)
    after = u + (G @ P[..., None])[..., 0]
    available = 0.5*(u*np.linalg.solve(G, u[..., None])[..., 0]).sum(-1)
    gain = 0.5*(P*(u + after)).sum(-1)/available
    # [1] rounding of the energy available at the contact
    assert gain.max() <= 1e-14
    assert (P[:, 2] > 0.0).all()
    # [1] relative to the impulse
    assert (np.linalg.norm(P[:, :2], axis=1) - mu*P[:, 2]).max() <= 1e-14*np.abs(P).max()
    assert (np.abs(after[:, 2] + e*u[:, 2])/np.linalg.norm(u, axis=1)).max() <= 2e-13
    # both cases are met often, and one at a time gives the same
    slid = k < 1.0 + et
    assert 2000 < slid.sum() < 18_000
    for i in range(0, count, 997):
        one = chatterjee_ruina(G[i], u[i], UP, e[i], et[i], mu[i])
        assert_allclose(one.P, P[i], rtol=1e-12)
        assert one.sequence == ((SLIDE,) if slid[i] else (TANGENTIAL_RESTITUTION,))


def test_rough_impacts_never_pull_nor_gain_energy():
    G, u = random_contacts(5000, 3)
    P, _k = chatterjee_ruina_impulse(G, u, np.broadcast_to(UP, u.shape), 0.7, 1.0, None)
    after = u + (G @ P[..., None])[..., 0]
    available = 0.5*(u*np.linalg.solve(G, u[..., None])[..., 0]).sum(-1)
    assert (0.5*(P*(u + after)).sum(-1)/available).max() <= 1e-14
    assert (P[:, 2] >= -1e-13).all()


def test_a_rough_plastic_impact_leaves_no_slip():
    """Either the contact closes (u' = 0), or stopping the slip opens it and takes no normal impulse."""
    G, u = random_contacts(4000, 13)
    P, _k = chatterjee_ruina_impulse(G, u, np.broadcast_to(UP, u.shape), 0.0, 0.0, inf)
    after = u + (G @ P[..., None])[..., 0]
    size = np.linalg.norm(u, axis=1)*np.linalg.cond(G)
    assert (np.linalg.norm(after[:, :2], axis=1)/size).max() < 1e-14
    assert (after[:, 2]/size).min() > -1e-14 and (P[:, 2]/np.linalg.norm(P, axis=1)).min() > -1e-12
    opened = after[:, 2] > 1e-9
    assert 50 < opened.sum() < 3000 and np.abs(P[opened, 2]).max() < 1e-11
    assert (P*(u + after)).sum(-1).max() < 0.0


def test_an_opening_contact_is_left_alone():
    G, u = random_contacts(1, 4)
    u[0, 2] = 0.3
    assert not chatterjee_ruina(G[0], u[0], UP, 0.5, 0.0, 0.4).P.any()
    assert not incremental(G[0], u[0], UP, 0.5, 0.4).P.any()


@pytest.mark.parametrize("ending", [NEWTON, POISSON, STRONGE])
def test_energy_of_the_incremental_hypotheses(ending):
    """400 random impacts, most with strong coupling. Stronge's never gain energy. Newton's do in some (Kane's paradox),
    Poisson's in none of these; its rare cases need a reversal of slip at the right moment.
    """
    count = 400
    G, u = random_contacts(count, 5)
    random = np.random.default_rng(6)
    mu, e = random.uniform(0.05, 1.5, count), random.uniform(0.3, 1.0, count)
    gains = []
    for i in range(count):
        found = incremental(G[i], u[i], UP, e[i], mu[i], ending)
        gains.append(found.energy/(0.5*u[i] @ np.linalg.solve(G[i], u[i])))
        assert np.linalg.norm(found.P[:2]) <= mu[i]*found.P[2]*(1.0 + 1e-12)
        assert found.u[2] >= -1e-12
        if ending == NEWTON:
            assert_allclose(found.u[2], -e[i]*u[i, 2], rtol=1e-11)
        elif ending == POISSON:
            assert_allclose(found.P[2], (1.0 + e[i])*found.P_c, rtol=1e-12)
    gains = np.array(gains)
    gained = (gains > 1e-12).sum()
    assert gained > 0 if ending == NEWTON else gained == 0


# the incremental process ---------------------------------------------------------------------------------------------

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
        return y[2] - (1.0 - e*e)*y_c[2] if ending == STRONGE else p - (1.0 + e)*p_c
    ended.terminal = True
    second = solve_ivp(rhs, (p_c, 1e3), y_c, events=ended, **options)
    return np.append(second.y[:2, -1], second.t[-1])


@pytest.mark.parametrize("ending", [POISSON, STRONGE])
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
    results = [incremental(G, u, UP, 0.6, 0.3, ending).P for ending in (NEWTON, POISSON, STRONGE)]
    results.append(chatterjee_ruina(G, u, UP, 0.6, 0.0, 0.3).P)
    for P in results[1:]:
        assert_allclose(P, results[0], rtol=1e-14)


def test_impact_does_not_depend_on_the_axes():
    """Turned by any rotation, the impulse turns with it."""
    G, u = random_contacts(10, 10)
    random = np.random.default_rng(11)
    for i in range(10):
        Q = np.linalg.qr(random.normal(size=(3, 3)))[0]
        straight = incremental(G[i], u[i], UP, 0.5, 0.4, STRONGE)
        turned = incremental(Q @ G[i] @ Q.T, Q @ u[i], Q @ UP, 0.5, 0.4, STRONGE)
        assert_allclose(turned.P, Q @ straight.P, rtol=0, atol=1e-11*np.abs(straight.P).max())


def test_without_bound_slip_stops_at_once():
    G, u = random_contacts(50, 12)
    for i in range(50):
        rough, strong = (incremental(G[i], u[i], UP, 0.5, mu, POISSON) for mu in (None, 1e9))
        # unless friction opens the contact before it has stopped the slip
        if strong.P[2] > 1e-6*np.abs(strong.P).max():
            assert_allclose(rough.P, strong.P, rtol=0, atol=1e-6*np.abs(rough.P).max())
        assert np.linalg.norm(rough.u[:2]) < 1e-13*np.linalg.norm(u[i])*np.linalg.cond(G[i])


@pytest.mark.parametrize("ending", [NEWTON, POISSON, STRONGE])
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
        if ending == STRONGE:
            assert found.energy <= 1e-12*u[i] @ np.linalg.solve(G[i], u[i])


def test_slip_that_cannot_be_held_resumes():
    """|b| > mu in a plane motion: after its end slip goes on the other way. A little aside of the plane it turns round
    without ending, with nearly the same impulse.
    """
    G = np.array(((2.0, 0.0, -1.4), (0.0, 2.0, 0.0), (-1.4, 0.0, 2.0)))
    mu, u = 0.3, np.array((0.04, 0.0, -1.0))
    found = incremental(G, u, UP, 0.5, mu, STRONGE)
    assert found.sequence == ("slip_end", "max_compression", "end")
    p1 = 0.04/(1.4 + 0.3*2.0)
    assert_allclose(found.P[0], -mu*p1 + mu*(found.P[2] - p1), rtol=1e-14)
    assert found.u[0] < 0.0 and abs(found.P[1]) < 1e-16
    aside = incremental(G, u + np.array((0.0, 1e-8, 0.0)), UP, 0.5, mu, STRONGE)
    assert aside.sequence == ("max_compression", "end")
    assert_allclose(aside.P, found.P, rtol=0, atol=1e-6)


# bouncing to rest ----------------------------------------------------------------------------------------------------

def test_bouncing_ball():
    case = cases()["bouncing_ball"]
    params, e, g = case["params"], case["params"]["restitution"], case["params"]["g"]
    t = np.sqrt(2.0*(case["initial"]["z"] - params["radius"])/g)
    v = -g*t
    for impact in case["expected"]["impacts"]:
        now = ball_touch({**params, "inertia_factor": 0.4}, (0.0, 0.0, v), (0.0, 0.0, 0.0))
        after = strike(now, Law(0.3), e).u[2]
        rest = tail(after, -g, e)
        compare({"t": t, "v_before": v, "v_after": after, "apex_gap_after": after**2/(2*g)}, case, "t", "v_before",
                "v_after", "apex_gap_after", expected=impact)
        compare({"t_zeno": t + rest.time}, case, "t_zeno")
        t, v = t + rest.flight, -after


def test_tail_is_the_sum_of_its_impacts():
    v, U, e, V = 0.7, -9.81, 0.6, 4.0
    time = impulse = 0.0
    speed = v
    for _ in range(200):
        time += 2.0*speed/-U
        impulse += (1.0 + e)*speed/V
        speed *= e
    rest = tail(v, U, e, V)
    assert_allclose((rest.time, rest.impulse), (time, impulse), rtol=1e-14)
    # what a lasting contact would have given in that time, and the momentum that came down first
    assert_allclose(rest.impulse, (-U*rest.time - v)/V, rtol=1e-14)
    assert tail(v, U, 1.0).time == inf


# the guarded step ----------------------------------------------------------------------------------------------------

MOVING = Motion("z", rate_sine(1.0, 0.7, 3.0), tilt=Signal(sine=0.2, nu=2.0))


def a_touch(seed, slips=True):
    from tests.mechanics.test_touch import PEBBLE
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
        for slips, law in ((True, Law(0.3, c0=0.1, c1=0.05, k_r=1e-3)), (False, Law(mu_s=inf))):
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
        law, e, h = Law(0.35), 0.4, 1e-9
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
        v, w = hit.kicked(step.P)
        # h is tiny: the weight and the turning of the axes hardly act
        assert_allclose(step.v, v, rtol=0, atol=1e-7)
        assert_allclose(step.w, w, rtol=0, atol=1e-6)


def test_step_lets_an_opening_contact_go():
    now, system, q = a_touch(3)
    open_ = touch(0.3, system.y[:3], q/np.linalg.norm(q), now.turning.T @ now.w, now.v + 0.5*now.n, system.p,
                  system.calls)
    step = moreau_jean(open_, Law(0.4), 0.5, 1e-4)
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
    assert (now.u + now.G @ step.P)[2] + 1e-3*analyse(now, Law(), True).U > -1e-9 or step.phase == "open"


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
