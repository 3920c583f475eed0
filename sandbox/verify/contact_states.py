"""Reference states and impacts of one contact: Table 1, restitution, formulas of precession and of penalty contacts."""

import numpy as np

from sandbox.mechanics import precession
from sandbox.mechanics.friction.law import Law
from sandbox.mechanics.impact import impact, penalty
from sandbox.mechanics.impact.contact_state import Touch, touch
from sandbox.mechanics.impact.detachment import Analysis, analyse
from sandbox.scene.bodies import Ball, Body, ball_as_body
from sandbox.scene.contact import Contact
from sandbox.scene.friction import Smooth
from sandbox.scene.motions import Motion, Signal
from sandbox.scene.start import Start
from sandbox.scene.supports.surfaces import Plane
from sandbox.systems.bodies_seen import BodyState
from sandbox.systems.contact.assembly import assemble_contact
from sandbox.systems.rows.placing import quaternion_of
from sandbox.verify.ball import from_time_zero
from sandbox.verify.bodies import (
    about_y,
    ball_of,
    disk_or_ellipsoid,
    friction_of,
    gravity_of,
    law_of,
    rod,
    weighted_hoop,
)
from sandbox.verify.case import Case, CaseMapping, Unsupported
from sandbox.verify.contact import angles
from sandbox.verify.track import Track

# a slip slower than this is none [m/s]
NO_SLIP = 1e-9
# radius of the ball that stands for a mass [m], and how long it flies before it hits [s]
RADIUS, AHEAD = 0.05, 0.005


def touch_of(body: Body, q, w, v, gravity, place=(0.0, 0.0), rate: float = 0.0) -> Touch:
    """A body that touches the plane z = 0, which turns about z at `rate`.

    q (4,) body -> laboratory, w (3,) and v (3,) of the mass centre there, v None: no slip;  place  of the contact (2,)
    """
    # parameters of a body in the air: nothing is decided about its contact yet
    start = Start((0.0, 0.0), orientation=tuple(q), height=1.0, velocity=(0.0, 0.0, 0.0), omega=(0.0, 0.0, 0.0))
    system = assemble_contact(body, Plane(), Motion("z", Signal((0.0, rate)), gravity=tuple(gravity)),
                              Contact(Smooth()), start)
    q = np.asarray(q, float)/np.linalg.norm(q)
    c = np.array([*place, 0.0])
    turning = touch(0.0, c, q, np.zeros(3), None, system.p, system.calls).turning
    return touch(0.0, c, q, turning.T @ np.asarray(w, float), v, system.p, system.calls)


# ---- the models: from a state to the contact, and what is found of it besides ---------------------------------------

def hoop(params: CaseMapping, state: CaseMapping) -> Touch:
    """The weighted hoop per unit mass, rolling: a ball with its mass centre `delta` off its centre."""
    return touch_of(weighted_hoop(params, slender=False), about_y(state["phi"]), (0.0, -state["phidot"], 0.0), None,
                    gravity_of(params))


def planar_rod(params: CaseMapping, state: CaseMapping) -> Touch:
    """The uniform rod that touches with its lower end."""
    l, phi, rate = params["half_length"], state["phi"], state["phidot"]
    v = (state["slip_velocity"] - l*rate*np.sin(phi), 0.0, state.get("normal_velocity", 0.0) + l*rate*np.cos(phi))
    now = touch_of(rod(params), about_y(phi), (0.0, -rate, 0.0), v, gravity_of(params))
    state.compare("vel_G", now.v[::2])
    return now


def solid(params: CaseMapping, state: CaseMapping) -> Touch:
    """A disk or an ellipsoid; its place is that of the mass centre."""
    body, q = disk_or_ellipsoid(params), state["quat"]
    x, y, _z = state.get("pos", (0.0, 0.0, 0.0))
    arm = touch_of(body, q, state["omega"], state["vel"], gravity_of(params)).rho
    now = touch_of(body, q, state["omega"], state["vel"], gravity_of(params), (x + arm[0], y + arm[1]))
    state.compare("pos", now.c - now.rho)
    return now


def ball(params: CaseMapping, state: CaseMapping) -> Touch:
    """A ball on the plane, which may turn; its place is that of its centre."""
    place = state.get("pos", state.get("x", (0.0, 0.0)))
    velocity = state["vel"]
    return touch_of(ball_as_body(ball_of(params)), (1.0, 0.0, 0.0, 0.0), state["omega"],
                    velocity if len(velocity) == 3 else (*velocity, 0.0), gravity_of(params), place[:2],
                    params.get("Omega", 0.0))


TOUCHES = {"planar_hoop": hoop, "planar_rod": planar_rod, "rigid3d": solid, "ball": ball, "ball_turntable": ball}


def _table(now: Touch, law: Law) -> Analysis:
    return analyse(now, law, slip=not law.can_hold or (not law.is_rough and now.speed > NO_SLIP))


def check_state(case: Case):
    """One state of a contact: the coefficients of Table 1 and its class."""
    if case["model"] == "formula":
        _nutation(case)
        return
    if case["model"] not in TOUCHES:
        raise Unsupported(f"model {case['model']}")
    p, initial, expected = case["params"], case["initial"], case["expected"]
    from_time_zero(initial)
    now, law = TOUCHES[case["model"]](p, initial), friction_of(p)
    a = _table(now, law)
    first = (lambda v: v) if not case["model"].startswith("planar") else (lambda v: v[0])
    expected.compare_all({
        "U": a.U, "V": a.V, "W": first(a.W), "U_star": a.U_star, "V_star": a.V_star, "alpha": first(a.alpha),
        "beta": first(a.beta), "N_contact": a.N, "F_contact": first(a.F), "N_stick": a.N_stick,
        "F_stick": first(a.F_stick), "F_over_N": np.linalg.norm(a.F)/a.N if a.N > 0.0 else np.inf,
        "table1": a.group, "meaning": a.meaning, "r_contact": now.rho, "contact_velocity": now.u, "c_free": now.c_free,
        "G": now.G, "G_tt": now.G[0, 0], "G_tn": now.G[0, 2], "G_nn": now.G[2, 2], "b_t": now.c_free[0]})
    if case["model"] == "rigid3d" and p["geometry"]["type"] == "disk":
        _precession(p, now, a, expected)


def _precession(params: CaseMapping, now: Touch, a: Analysis, expected: CaseMapping):
    """Angle, spin, and the coefficients of U = kappa0 + kappa1 tau^2 of a disk that precesses steadily (3.8)."""
    axis = angles(BodyState(now.c - now.rho, now.v, now.w, quaternion_of(now.turning), now.c, now.n, a.N, a.F, ""))
    expected.compare_all(axis)
    if not any(name in expected for name in ("kappa0", "kappa1", "tau_crit")):
        return
    shape, (A, other, C) = params["geometry"], params["inertia_body"]
    if A != other:
        raise Unsupported("precession of a disk with unequal moments across its axis")
    coin = precession.Coin(params["mass"], shape["radius"], shape["half_thickness"], A, C, -gravity_of(params)[2])
    k0, k1 = precession.kappa(coin, axis["theta"])
    expected.compare_all({"kappa0": k0, "kappa1": k1})
    expected.compare("tau_crit", precession.critical_tau(coin, axis["theta"]) if k1 > 0.0 else None, null_counts=True)


def _nutation(case: Case):
    """Steady rolling of a thin disk: its spin, its precession and the frequency of its wobble."""
    p = case["params"]
    coin = precession.Coin(p["mass"], p["radius"], 0.0, p["A"], p["C"], p["g"])
    theta, tau = p["theta0"], p["tau0"]
    n = precession.rolling_spin(coin, theta, tau)
    case["expected"].compare_all({"n0": n, "psidot": precession.precession_of(theta, tau),
                                  "omega_nut": precession.rolling_nutation(coin, theta, tau, n)})


# ---- impacts --------------------------------------------------------------------------------------------------------

def check_impact(case: Case):
    """An impact with every hypothesis that the case names, or with all of them where it names none."""
    if case["model"] == "penalty_1d":
        _penalty(case)
        return
    if case["model"] not in TOUCHES or case["model"] == "planar_hoop":
        raise Unsupported(f"model {case['model']}")
    p, initial, expected = case["params"], case["initial"], case["expected"]
    from_time_zero(initial)
    law = law_of(p["friction"]) if "friction" in p else friction_of(p)
    now, et = TOUCHES[case["model"]](p, initial), p.get("tangential_restitution", 0.0)
    is_rod = case["model"] == "planar_rod"
    expected.compare_all({
        "r_contact": now.rho, "G": now.G, "G_tt": now.G[0, 0], "G_tn": now.G[0, 2], "G_nn": now.G[2, 2],
        "contact_velocity_before": now.u, "energy_before": _energy(now, now.v, now.turning.T @ now.w)})
    if "V_star" in expected:
        expected.compare("V_star", analyse(now, law, True).V_star)
    named = [name for name in impact.HYPOTHESES if name in expected]
    known = impact.HYPOTHESES if et == 0.0 else (impact.CHATTERJEE_RUINA,)
    for hypothesis in named or known:
        if hypothesis not in known:
            raise Unsupported(f"{hypothesis} with tangential restitution")
        _struck(now, law, p["restitution"], et, hypothesis, expected[hypothesis] if named else expected, is_rod,
                bool(named))


def _struck(now: Touch, law: Law, e: float, et: float, hypothesis: str, expected: CaseMapping, is_rod: bool,
            named: bool):
    if now.u_n == 0.0 and hypothesis != impact.CHATTERJEE_RUINA:
        result = impact.impact_by_friction(now.G, now.u, now.n, e, law.mu_impact, hypothesis)
    else:
        result = impact.strike(now, law, e, et, hypothesis)
    v, w = now.after_impulse(result.P)
    spin = now.turning @ w
    found = {"impulse": result.P, "vel": v, "contact_velocity_after": result.u, "energy_after": _energy(now, v, w),
             "energy_loss": -result.energy, "P_c": result.P_c, "P_t": result.P[0], "P_n": result.P[2],
             "slip_after": result.u[0], "normal_velocity_after": result.u[2], "vel_G_after": v[::2], "omega": spin,
             "omega_after": -spin[1] if is_rod else spin}
    if named:
        found["sequence"] = list(result.sequence)
    # the phase that a case names is that of a closed form
    if hypothesis == impact.CHATTERJEE_RUINA:
        found["mode"] = result.sequence[0]
    expected.compare_all(found, prefix=f"{hypothesis} ")


def _energy(now: Touch, v, w) -> float:
    """Kinetic energy [J]; w in body axes."""
    turned = now.turning @ w
    return float(0.5*now.m*np.dot(v, v) + 0.5*np.dot(turned, now.J @ turned))


def _penalty(case: Case):
    """A mass that runs into a spring with a damper, without gravity.

    What ends where the force does is run; the engine's contact never pulls, so that what would end at delta = 0 is
    known by its formula only.
    """
    p, expected = case["params"], case["expected"]
    m, k, c, v = p["mass"], p["k_squared"], p["c"], case["initial"]["approach_speed"]
    formula = penalty.collision(m, k, c, v)
    expected.compare_all({"zeta": formula.zeta, "t_delta_zero": formula.t_closed, "e_delta_zero": formula.e_closed})
    body, radius = Ball(RADIUS, mass=m), RADIUS
    track = Track(assemble_contact(body, Plane(), Motion(gravity=(0.0, 0.0, 0.0)),
                                   Contact(Smooth(), stiffness=k, damping=c),
                                   Start((0.0, 0.0, radius + AHEAD*v), velocity=(0.0, 0.0, -v), omega=(0.0, 0.0, 0.0))))
    begin, end = track.first("impact"), track.first("detach")
    if begin is None or end is None:
        case.fault("collision missing")
        return
    expected.compare_all({
        "t_N_zero": end.event.t - begin.event.t, "e_N_zero": end.after.bodies[0].velocity[2]/v,
        "delta_max": track.largest(lambda run: radius - run.body.centre[2], begin.event.t, end.event.t)})
