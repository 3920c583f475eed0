"""Reference states and impacts of one contact: Table 1, restitution, formulas of precession and of penalty contacts."""

from math import atan2, sqrt

import numpy as np

from sandbox.mechanics import precession
from sandbox.mechanics.friction.dry import dry_law
from sandbox.mechanics.friction.law import Law
from sandbox.mechanics.impact import impact, penalty
from sandbox.mechanics.impact.contact_state import Touch, touch
from sandbox.mechanics.impact.detachment import analyse
from sandbox.mechanics.layout import INVERSE_TENSOR, TENSOR
from sandbox.scene.bodies import Ball, Body, ball_as_body
from sandbox.scene.motions import Motion
from sandbox.scene.start import Start
from sandbox.scene.surfaces import Plane
from sandbox.systems.contact.system import ground_of, put_body
from sandbox.verify.trajectory import disk_or_ellipsoid
from sandbox.verify.verdict import Result, Worst


class Case:
    """One case with what was found; numbers are compared within abs + rel |reference|, words have to be equal."""

    def __init__(self, case: dict):
        self.case, self.params, self.initial = case, case["params"], case["initial"]
        self.worst = Worst()

    def compare(self, found: dict, expected: dict | None = None, where: str = ""):
        """Everything that the case expects under the names of `found`."""
        tol = self.case["tol"]
        for name, reference in (self.case["expected"] if expected is None else expected).items():
            if name not in found or reference is None:
                continue
            if isinstance(reference, str) or (isinstance(reference, list) and isinstance(reference[0], str)):
                wrong = np.inf if found[name] != reference else 0.0
                self.worst.compare(wrong, 0.0, 1.0, where + name)
                continue
            values = np.ravel(np.asarray(found[name], float))
            for x, ref in zip(values, np.ravel(reference), strict=True):
                self.worst.compare(x, ref, tol["abs"] + tol["rel"]*abs(ref), where + name)

    def result(self) -> Result:
        return self.worst.result(self.case)


def contact_of(body: Body, q, w, v, gravity=(0.0, 0.0, -9.81)) -> Touch:
    """A body that touches the plane z = 0; q (4,) body -> laboratory, w (3,) and v (3,) there, v None: no slip."""
    p, calls, _live, _ground, q = ground_of(body, Plane(), Motion(gravity=tuple(gravity)),
                                            Start((0.0, 0.0), orientation=tuple(q)), None)
    put_body(p, calls, body)
    p[INVERSE_TENSOR:INVERSE_TENSOR + 9] = np.linalg.inv(p[TENSOR:TENSOR + 9].reshape(3, 3)).ravel()
    turning = touch(0.0, (0.0, 0.0, 0.0), q, (0.0, 0.0, 0.0), None, p, calls).turning
    return touch(0.0, (0.0, 0.0, 0.0), q, turning.T @ np.asarray(w, float), v, p, calls)


def law_of(friction: dict) -> Law:
    """The law that a case names."""
    if friction["law"] == "no_slip":
        return dry_law(mu_s=np.inf)
    return dry_law(**{key: value for key, value in friction.items() if key != "law"})


def about_y(angle: float):
    """Quaternion of a turn that takes x towards z."""
    return np.cos(angle/2.0), 0.0, -np.sin(angle/2.0), 0.0


def hoop(params: dict, state: dict) -> Touch:
    """The weighted hoop per unit mass, rolling: a ball with its mass centre `delta` off its centre."""
    A = params["A"]
    body = Body(lambda x, y, z, r: r*(x*x + y*y + z*z)**0.5, (params["r"],), 1.0, tuple(map(tuple, A*np.eye(3))),
                (params["delta"], 0.0, 0.0), params["r"], "hoop")
    return contact_of(body, about_y(state["phi"]), (0.0, -state["phidot"], 0.0), None, (0.0, 0.0, -params["g"]))


def rod(params: dict, state: dict) -> Touch:
    """The uniform rod that touches with its lower end: a body whose surface is a point."""
    m, l = params["mass"], params["half_length"]
    # the moment about the rod's own axis never enters; half of the others obeys the triangle inequality
    J = m*l*l/3.0
    body = Body(lambda x, y, z, s: -s*x, (l,), m, ((0.5*J, 0.0, 0.0), (0.0, J, 0.0), (0.0, 0.0, J)), size=l, name="rod")
    phi, rate = state["phi"], state["phidot"]
    v = (state["slip_velocity"] - l*rate*np.sin(phi), 0.0, state.get("normal_velocity", 0.0) + l*rate*np.cos(phi))
    return contact_of(body, about_y(phi), (0.0, -rate, 0.0), v, (0.0, 0.0, -params["g"]))


def solid(params: dict, state: dict) -> Touch:
    """A disk or an ellipsoid of a rigid3d case."""
    return contact_of(disk_or_ellipsoid(params), state["quat"], state["omega"], state["vel"], params["gravity"])


TOUCHES = {"planar_hoop": hoop, "planar_rod": rod, "rigid3d": solid}


def check_state(case: dict) -> Result:
    """One case of the kind algebraic."""
    if case["model"] == "formula":
        return _nutation(Case(case))
    if case["model"] not in TOUCHES:
        return Result(case["id"], case["kind"], "UNSUPPORTED", quantity=case["model"])
    this = Case(case)
    now = TOUCHES[case["model"]](this.params, this.initial)
    law = law_of(this.params["friction"])
    a = analyse(now, law, not law.is_rough)
    first = (lambda v: v) if case["model"] == "rigid3d" else (lambda v: v[0])
    share = np.linalg.norm(a.F)/a.N if a.N > 0.0 else np.inf
    found = {"U": a.U, "V": a.V, "W": first(a.W), "U_star": a.U_star, "V_star": a.V_star, "alpha": first(a.alpha),
             "beta": first(a.beta), "N_contact": a.N, "F_contact": first(a.F), "N_stick": a.N_stick,
             "F_stick": first(a.F_stick), "F_over_N": share, "table1": a.group, "meaning": a.meaning,
             "r_contact": now.rho, "contact_velocity": now.u, "c_free": now.c_free,
             "G_tt": now.G[0, 0], "G_tn": now.G[0, 2], "b_t": now.c_free[0]}
    if case["model"] == "rigid3d" and this.params["geometry"]["type"] == "disk":
        found |= _precession(this.params, now)
    this.compare(found)
    return this.result()


def _precession(params: dict, now: Touch) -> dict:
    """theta, tau, n and the coefficients of (3.8) of a disk."""
    shape, (A, _A, C) = params["geometry"], params["inertia_body"]
    coin = precession.Coin(params["mass"], shape["radius"], shape["half_thickness"], A, C, -params["gravity"][2])
    axis = now.turning[:, 2]
    theta = atan2(sqrt(axis[0]**2 + axis[1]**2), axis[2])
    e1 = np.cross((0.0, 0.0, 1.0), axis)
    e2 = np.cross(axis, e1/np.linalg.norm(e1))
    k0, k1 = precession.kappa(coin, theta)
    return {"theta": theta, "tau": now.w @ e2, "n": now.w @ axis, "kappa0": k0, "kappa1": k1,
            "tau_crit": precession.critical_tau(coin, theta) if k1 > 0.0 else None}


def _nutation(this: Case) -> Result:
    p = this.params
    coin = precession.Coin(p["mass"], p["radius"], 0.0, p["A"], p["C"], p["g"])
    n = precession.rolling_spin(coin, p["theta0"], p["tau0"])
    this.compare({"n0": n, "psidot": precession.precession_of(p["theta0"], p["tau0"]),
                  "omega_nut": precession.thin_nutation(coin, p["theta0"], p["tau0"], n)})
    return this.result()


def check_impact(case: dict) -> Result:
    """One case of the kind impact, with every hypothesis that it names."""
    known = {"ball": _ball, "planar_rod": _rod, "rigid3d": _solid, "penalty_1d": _penalty}
    if case["model"] not in known:
        return Result(case["id"], case["kind"], "UNSUPPORTED", quantity=case["model"])
    this = Case(case)
    known[case["model"]](this)
    return this.result()


def _energy(m, J, v, w) -> float:
    return float(0.5*m*np.dot(v, v) + 0.5*np.dot(w, J @ w))


def _ball(this: Case):
    p, before = this.params, this.initial
    body = ball_as_body(Ball(p["radius"], mass=p["mass"], inertia=p["inertia_factor"]*p["mass"]*p["radius"]**2))
    now = contact_of(body, (1.0, 0.0, 0.0, 0.0), before["omega"], before["vel"])
    law = dry_law(p["mu"]) if p["mu"] is not None else dry_law(mu_s=np.inf)
    et = p["tangential_restitution"] or 0.0
    for hypothesis in impact.HYPOTHESES if et == 0.0 else (impact.CHATTERJEE_RUINA,):
        result = impact.strike(now, law, p["restitution"], et, hypothesis)
        v, w = now.after_impulse(result.P)
        J = now.J
        found = {"impulse": result.P, "vel": v, "omega": w, "contact_velocity_before": now.u,
                 "contact_velocity_after": result.u, "energy_before": _energy(now.m, J, now.v, now.w),
                 "energy_after": _energy(now.m, J, v, w)}
        if hypothesis == impact.CHATTERJEE_RUINA:
            found["mode"] = result.sequence[0]
        this.compare(found, where=f"{hypothesis} ")


def _rod(this: Case):
    p, expected = this.params, this.case["expected"]
    now = rod(p, this.initial)
    this.compare({"G_tt": now.G[0, 0], "G_tn": now.G[0, 2], "G_nn": now.G[2, 2],
                  "V_star": analyse(now, dry_law(p["mu"]), True).V_star})
    collide = impact.impact_by_friction if this.initial["normal_velocity"] == 0.0 else impact.incremental
    for hypothesis in (impact.POISSON, impact.STRONGE):
        result = collide(now.G, now.u, now.n, p["restitution"], p["mu"], hypothesis)
        v, w = now.after_impulse(result.P)
        this.compare({"P_t": result.P[0], "P_n": result.P[2], "P_c": result.P_c, "slip_after": result.u[0],
                      "normal_velocity_after": result.u[2], "vel_G_after": v[::2], "omega_after": -w[1],
                      "energy_loss": -result.energy, "sequence": list(result.sequence)}, expected[hypothesis],
                     f"{hypothesis} ")


def _solid(this: Case):
    p, expected = this.params, this.case["expected"]
    now = solid(p, this.initial)
    this.compare({"r_contact": now.rho, "G": now.G, "contact_velocity_before": now.u})
    for hypothesis in (impact.POISSON, impact.STRONGE):
        result = impact.strike(now, dry_law(p["mu"]), p["restitution"], hypothesis=hypothesis)
        v, w = now.after_impulse(result.P)
        this.compare({"impulse": result.P, "contact_velocity_after": result.u, "vel": v, "omega": now.turning @ w,
                      "sequence": list(result.sequence)}, expected[hypothesis], f"{hypothesis} ")


def _penalty(this: Case):
    p = this.params
    result = penalty.collision(p["mass"], p["k_squared"], p["c"], this.initial["approach_speed"])
    this.compare({"zeta": result.zeta, "t_delta_zero": result.t_closed, "e_delta_zero": result.e_closed,
                  "t_N_zero": result.t_pressed, "e_N_zero": result.e_pressed, "delta_max": result.depth})
