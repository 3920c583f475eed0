"""Cases of other shapes than those of the three files, held against closed forms and small integrations of their own.

Each is falsified a little, too, so that none passes because nothing of it was compared.
"""

from math import acos, cos, pi, sin, sqrt, tan

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from sandbox.verify.case import leaves
from sandbox.verify.check import check
from tests.verify.vectors import case_of

G = 9.81
TOL = {"rel": 1e-11, "abs": 1e-11}
UP = np.array([0.0, 0.0, 1.0])


def plain(value):
    """Arrays and numpy numbers as JSON has them."""
    if isinstance(value, dict):
        return {key: plain(x) for key, x in value.items()}
    if isinstance(value, list | tuple):
        return [plain(x) for x in value]
    return value.tolist() if isinstance(value, np.ndarray | np.number) else value


def contact_case(name, model, params, initial, expected, kind="trajectory", tol=TOL):
    return plain({"id": name, "kind": kind, "model": model, "params": params, "initial": initial, "expected": expected,
                  "tol": tol})


def surface_case(name, ball, surface, support, initial, samples, **others):
    return plain({"id": name, "kind": "ball_on_surface", "body": ball, "gravity": [0.0, 0.0, -G], "surface": surface,
                  "placement": None, "support": support, "initial": initial, "samples": samples, **others})


# ---- balls that bounce ----------------------------------------------------------------------------------------------

def bounced(m, R, k, Omega, r, v, w, e, mu, et):
    """Velocities after an impact on a table that turns at Omega: the closed form of a sphere (Garwin 1969)."""
    u = v + np.cross(w, -R*UP) - np.cross(Omega*UP, r)
    u_n, u_t = u[2], np.array([u[0], u[1], 0.0])
    P_n, stop = -(1.0 + e)*m*u_n, m*k/(1.0 + k)*np.linalg.norm(u_t)
    if mu is None:
        P = -(1.0 + et)*m*k/(1.0 + k)*u_t
    else:
        P = -min(stop, mu*P_n)*u_t/np.linalg.norm(u_t)
    P = P + P_n*UP
    return v + P/m, w + np.cross(-R*UP, P)/(k*m*R*R)


def english(name, e, mu, et, Omega):
    """Three bounces of a ball thrown with spin onto a turning table, and an instant in each flight."""
    m, R, k = 0.06, 0.03, 0.4
    t, r, v, w = 0.0, np.array([0.2, 0.1, 0.55]), np.array([0.4, -0.3, 0.2]), np.array([60.0, -40.0, 15.0])
    initial = {"pos": r, "vel": v, "omega": w}
    states, impacts = [], []
    for i in range(3):
        falls = (v[2] + sqrt(v[2]**2 + 2.0*G*(r[2] - R)))/G
        s = 0.4*falls
        states.append({"t": t + s, "x": r + v*s - 0.5*G*s*s*UP, "vel": v - G*s*UP, "omega": w, "mode": "flight",
                       "gap": r[2] - R + v[2]*s - 0.5*G*s*s})
        t, r, v = t + falls, r + v*falls - 0.5*G*falls**2*UP, v - G*falls*UP
        r[2] = R
        after, spin = bounced(m, R, k, Omega, r, v, w, e, mu, et)
        impacts.append({"index": i + 1, "t": t, "pos": r, "v_before": v, "v_after": after, "omega_before": w,
                        "omega_after": spin, "apex_gap_after": after[2]**2/(2.0*G)})
        v, w = after, spin
    params = {"mass": m, "radius": R, "inertia_factor": k, "g": G, "Omega": Omega, "mu": mu, "restitution": e,
              "tangential_restitution": et}
    return contact_case(name, "ball_turntable", params, initial, {"impacts": impacts, "states": states[::-1]})


# ---- balls that slide -----------------------------------------------------------------------------------------------

def slides(name, params, deceleration, v, w, model="ball"):
    """Sliding along a fixed direction until it rolls: the slip u loses (1 + 1/k) a per second, the centre a."""
    R, k = 0.03, 0.4
    v, w, r = np.array(v), np.array(w), np.array([0.1, -0.2, R])
    u = v + np.cross(w, -R*UP)
    e, ends = u/np.linalg.norm(u), np.linalg.norm(u)/((1.0 + 1.0/k)*deceleration)

    def at(t):
        s = min(t, ends)
        speed, spin = v - deceleration*s*e, w + deceleration*s/(k*R)*np.cross(UP, e)
        return {"t": t, "x": r + v*s - 0.5*deceleration*s*s*e + speed*(t - s), "vel": speed, "omega": spin}

    event = at(ends)
    event = {"type": "slip_to_roll", "t": ends, "pos": event["x"], "vel": event["vel"], "omega": event["omega"]}
    states = [{**at(t), "mode": "slide" if t < ends else "roll", "N": 0.2*G} for t in (0.0, 0.3*ends, 1.4*ends)]
    return contact_case(name, model, {"mass": 0.2, "radius": R, "inertia_factor": k, "g": G, **params},
                        {"pos": r, "vel": v, "omega": w}, {"event": event, "states": states}), ends


def in_oil():
    """A ball on a film of oil: the slip decays at the rate (1 + 1/k) c1/m, which it never ends."""
    m, R, k, c1 = 0.2, 0.03, 0.4, 0.35
    v, w, r = np.array([1.2, -0.4, 0.0]), np.array([10.0, 20.0, 5.0]), np.array([0.0, 0.0, R])
    u, rate = v + np.cross(w, -R*UP), (1.0 + 1.0/k)*c1/m
    states = []
    for t in (0.0, 0.1, 0.7):
        lost = (1.0 - np.exp(-rate*t))/rate
        states.append({"t": t, "x": r + v*t - c1/m*u*(t - lost)/rate, "vel": v - c1/m*u*lost,
                       "omega": w + c1*lost/(k*m*R)*np.cross(UP, u), "mode": "slide"})
    return contact_case("in oil", "ball", {"mass": m, "radius": R, "inertia_factor": k, "g": G,
                                           "friction": {"law": "viscous", "c1": c1}},
                        {"pos": r, "vel": v, "omega": w}, {"states": states})


def round_ellipsoid():
    """A sphere as an ellipsoid with equal semi-axes that slides with Coulomb friction and turns about its y axis."""
    m, R, mu, v0 = 0.2, 0.03, 0.1, 2.0
    states = []
    for t in (0.0, 0.2, 0.45):
        w = 2.5*mu*G/R*t
        angle = 0.5*w*t
        states.append({"t": t, "pos": [v0*t - 0.5*mu*G*t*t, 0.0, R], "vel": [v0 - mu*G*t, 0.0, 0.0],
                       "omega": [0.0, w, 0.0], "quat": [-cos(angle/2), 0.0, -sin(angle/2), 0.0],
                       "contact_force": [-mu*m*G, 0.0, m*G], "N": m*G, "U": -G, "table1": "B2"})
    params = {"mass": m, "inertia_body": 3*[0.4*m*R*R], "gravity": [0.0, 0.0, -G], "normal": [0, 0, 1],
              "geometry": {"type": "ellipsoid", "semi_axes": 3*[R], "center_offset_body": 3*[0.0]},
              "friction": {"law": "coulomb", "mu": mu}}
    return contact_case("round ellipsoid", "rigid3d", params,
                        {"pos": [0.0, 0.0, R], "quat": [1.0, 0.0, 0.0, 0.0], "vel": [v0, 0.0, 0.0],
                         "omega": 3*[0.0]}, {"states": states})


# ---- what stops late ------------------------------------------------------------------------------------------------

def late_on_a_slope(law):
    """A block that climbs a gentle slope for many seconds."""
    angle, mu, v, c0, m = 0.02, 0.01, 3.0, 0.05 if law == "two_term" else 0.0, 1.3
    a = G*(sin(angle) + mu*cos(angle)) + c0/m
    friction = {"mu": mu, "mu_s": 0.4} if law == "bare" else {"friction": {
        "law": "two_term", "mu": mu, "mu_s": 0.4, "c0": c0}}
    states = [{"t": t, "s": v*t - 0.5*a*t*t, "v": v - a*t} for t in (0.5, 4.0)]
    rest = {"t": 2.0*v/a, "s": v*v/(2.0*a), "v": 0.0}
    return contact_case(f"late on a slope, {law}", "particle_incline", {"angle": angle, "g": G, "mass": m, **friction},
                        {"v": v}, {"states": [*states, rest],
                                   "event": {"type": "stop", "t": v/a, "s": v*v/(2.0*a), "then": "sticks"}})


def late_puck():
    """A puck without spin that stops after more than five seconds; it does not turn."""
    mu, v, x, phi = 0.05, 2.6, 0.3, 0.7
    states = [{"t": t, "x": x + v*t - 0.5*mu*G*t*t, "v": v - mu*G*t, "phi": phi, "omega_z": 0.0} for t in (0.0, 2.0)]
    return contact_case("late puck", "contensou_puck",
                        {"mass": 0.4, "gyration_radius_sq": 8e-4, "patch_radius": 0.02, "mu": mu, "g": G},
                        {"x": x, "phi": phi, "v": v, "omega_z": 0.0},
                        {"states": states, "event": {"type": "stop", "t": v/(mu*G), "x": x + v*v/(2.0*mu*G),
                                                     "phi": phi}})


def slipping_hoop():
    """The weighted hoop started with slip, by its two equations of motion."""
    r, d, A, mu, phi, rate, x, xdot = 0.25, 0.1, 0.03, 0.2, 0.4, -2.0, 0.1, 2.5

    def force(y):
        h, h1, h2 = r + d*sin(y[1]), d*cos(y[1]), -d*sin(y[1])
        s = np.sign(y[2] + h*y[3])
        N = (G + h2*y[3]**2)/(1.0 + h1*h1/A + mu*s*h*h1/A)
        return N, -mu*s*N, h, h1

    def rhs(_t, y):
        N, F, h, h1 = force(y)
        return [y[2], y[3], F, (F*h - N*h1)/A]

    times = np.array([0.0, 0.02, 0.05])
    path = solve_ivp(rhs, (0.0, 0.05), [x, phi, xdot, rate], method="DOP853", rtol=1e-13, atol=1e-14, t_eval=times)
    states = [{"t": t, "x_G": y[0], "phi": y[1] + 2*pi, "xdot_G": y[2], "phidot": y[3], "N": force(y)[0],
               "F": force(y)[1]} for t, y in zip(times, path.y.T, strict=True)]
    return contact_case("slipping hoop", "planar_hoop",
                        {"r": r, "delta": d, "A": A, "g": G, "friction": {"law": "coulomb", "mu": mu}},
                        {"x_G": x, "phi": phi, "phidot": rate, "xdot_G": xdot, "mode": "slip"}, {"states": states},
                        tol={"rel": 1e-10, "abs": 1e-10})


# ---- states and impacts ---------------------------------------------------------------------------------------------

def state_of_a_sliding_ball():
    """Table 1 of a ball that slides on a turning table: U = -g, V = V* = 1/m, F against the slip."""
    m, R, mu, Omega, r = 0.2, 0.03, 0.3, 2.0, np.array([0.3, 0.1, 0.03])
    v, w = np.array([0.5, 0.2, 0.0]), np.array([1.0, -4.0, 7.0])
    u = v + np.cross(w, -R*UP) - np.cross(Omega*UP, r)
    e = u/np.linalg.norm(u)
    return contact_case("state of a sliding ball", "ball_turntable",
                        {"mass": m, "radius": R, "g": G, "Omega": Omega, "mu": mu},
                        {"pos": r, "vel": v, "omega": w},
                        {"U": -G, "V": 1/m, "U_star": -G, "V_star": 1/m, "N_contact": m*G, "F_contact": -mu*m*G*e,
                         "table1": "B2", "meaning": "contact", "contact_velocity": u, "beta": -mu*e,
                         "alpha": 3*[0.0], "r_contact": -R*UP}, kind="algebraic")


def struck_on_a_table(mu):
    """One impact of a ball with a turning table, the same for every hypothesis."""
    m, R, k, Omega, e = 0.06, 0.03, 0.4, -3.0, 0.6
    r, v, w = np.array([0.3, -0.1, 0.03]), np.array([0.5, 0.2, -1.5]), np.array([20.0, -10.0, 4.0])
    after, spin = bounced(m, R, k, Omega, r, v, w, e, mu, 0.0)
    results = {"vel": after, "omega": spin, "impulse": m*(after - v),
               "contact_velocity_after": after + np.cross(spin, -R*UP) - np.cross(Omega*UP, r)}
    return contact_case(f"struck on a table, mu = {mu}", "ball_turntable",
                        {"mass": m, "radius": R, "inertia_factor": k, "g": G, "Omega": Omega, "mu": mu,
                         "restitution": e},
                        {"pos": r, "vel": v, "omega": w}, {"newton": results, "stronge": results}, kind="impact")


# ---- balls on surfaces ----------------------------------------------------------------------------------------------

def circle_in_a_paraboloid(spin, rate):
    """A ball that circles at one height in a turning paraboloid; the speed makes s'' = 0 in ball.md 4.3."""
    p, a, m, q = 0.5, 0.02, 0.3, 0.3
    chi, alpha = 2/7, np.arctan(q/p)
    R, Z = q - a*sin(alpha), q*q/(2*p) + a*cos(alpha)
    # u^2 cos/R + chi (u/R) (a w_n sin - Omega R_c cos) - (1 - chi) g sin = 0
    half = 0.5*chi*(a*spin*sin(alpha) - rate*q*cos(alpha))/cos(alpha)
    u = -half + sqrt(half*half + (1 - chi)*G*R*tan(alpha))
    samples = []
    for t in (0.0, 1.0, 7.3):
        psi = u/R*t
        out, around = np.array([cos(psi), sin(psi), 0.0]), np.array([-sin(psi), cos(psi), 0.0])
        slope, gamma = cos(alpha)*out + sin(alpha)*UP, cos(alpha)*UP - sin(alpha)*out
        samples.append({"t": t, "r": R*out + Z*UP, "v": u*around, "gamma": gamma,
                        "omega": spin*gamma + (rate*q - u)/a*slope, "N": m*(G*cos(alpha) + u*u*sin(alpha)/R),
                        "F": m*(G*sin(alpha) - u*u*cos(alpha)/R)*slope})
    return surface_case(f"circle in a paraboloid, spin {spin}, rate {rate}", {"m": m, "a": a, "I": 0.4*m*a*a},
                        {"type": "paraboloid_inside", "p": p},
                        {"type": "rotation", "axis": [0, 0, 2], "point": [0, 0, 1],
                         "angle": {"type": "polynomial", "coeffs": [0.0, rate]}},
                        {"r": samples[0]["r"], "omega": samples[0]["omega"]}, samples[::-1])


def two_sevenths(coefficients):
    """A ball at rest on a table that begins to turn: it goes round by chi times the table's angle (ball.md 6.7)."""
    m, a, r = 0.3, 0.02, np.array([0.2, -0.1, 0.02])
    angle = np.polynomial.Polynomial(coefficients)
    samples = []
    for t in (0.5, 2.0, 3.0):
        psi, rate = 2/7*angle(t), angle.deriv()(t)
        c, s = cos(psi), sin(psi)
        place = np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]]) @ r
        v = np.cross(2/7*rate*UP, place)
        samples.append({"t": t, "r": place, "v": v, "omega": np.cross(UP, v - np.cross(rate*UP, place))/a, "N": m*G})
    return surface_case(f"two sevenths of {coefficients}", {"m": m, "a": a, "I": 0.4*m*a*a},
                        {"type": "plane", "defines": "contact"},
                        {"axis": [0, 0, 1], "point": [0, 0, 0],
                         "angle": {"type": "polynomial", "coeffs": coefficients}},
                        {"t": 0.0, "r": r, "v": 3*[0.0]}, samples,
                        invariants={"plane_K_x": {"value": 0.0}, "plane_K_y": {"value": 0.0},
                                    "spin_omega_n": {"value": 0.0, "max_abs_drift": 1e-17}})


def parabola():
    """A free turntable with chi K = m v*^2: the path over the table's angle is quadratic."""
    m, a, J = 0.26, 0.02, 0.002
    chi, x, rate = 2/7, 0.1, 3.0
    K = (J + chi*m*x*x)*rate**2
    V = sqrt(chi*K/m)
    vx, vy = V, chi*rate*x
    L = J*rate + m*x*vy
    return plain({"id": "parabola", "kind": "ball_on_free_turntable", "body": {"m": m, "a": a, "I": 0.4*m*a*a},
                  "table_inertia": J, "initial": {"r": [x, 0.0, a], "v": [vx, vy, 0.0], "table_rate": rate},
                  "invariants": {"vstar_x": V, "vstar_y": 0.0, "K": K, "L": L}, "conic": "parabola",
                  "conic_ratio_K_chi_over_m_vstar2": 1.0,
                  "samples": [parabola_at(tau, m, a, chi, x, V, L, K) for tau in (0.0, 0.5, 1.0)]})


def parabola_at(tau, m, a, chi, x0, V, L, K):
    """d(x, y)/dtau = v*/Omega + chi n x r with 1/Omega = (L + m V y)/K, over the table's angle tau."""
    push = V*L/K
    y = chi*(x0*tau + 0.5*push*tau*tau)
    x = x0 + push*tau
    t = L/K*tau + m*V/K*chi*(0.5*x0*tau**2 + push*tau**3/6)
    rate = K/(L + m*V*y)
    v = V - chi*rate*y, chi*rate*x
    return {"t": t, "r": [x, y, a], "v": [*v, 0.0], "table_angle": tau, "table_rate": rate, "N": m*G,
            "omega": [-(v[1] - rate*x)/a, (v[0] + rate*y)/a, 0.0]}


def detaches_late():
    """A ball that rolls off a sphere very slowly leaves at cos theta = (10/17) cos theta0, 20 s later."""
    a, b, m, theta0 = 0.02, 0.5, 0.3, 1e-26
    theta, ell = acos(10/17*cos(theta0)), 0.52
    out = np.array([sin(theta), 0.0, cos(theta)])
    v = sqrt(G*ell*cos(theta))*np.array([cos(theta), 0.0, -sin(theta)])
    return surface_case("detaches late", {"m": m, "a": a, "I": 0.4*m*a*a}, {"type": "sphere_outside", "b": b},
                        {"type": "rotation", "axis": [0, 0, 1], "point": [0, 0, 0],
                         "angle": {"type": "polynomial", "coeffs": [0.0]}},
                        {"r": [ell*sin(theta0), 0.0, ell*cos(theta0)], "omega": 3*[0.0]}, [],
                        events={"first_N_zero": {"r": ell*out, "v": v, "N": 0.0, "gamma": out,
                                                 "omega": [0.0, np.linalg.norm(v)/a, 0.0]}}, max_F_over_N=None)


SLOW, LATE = slides("slides for three seconds", {"mu": 0.02}, 0.02*G, (1.4, 0.3, 0.0), (5.0, -30.0, 12.0))
STICKY, _t = slides("slides with adhesion", {"friction": {"law": "two_term", "mu": 0.05, "c0": 0.1}},
                    0.05*G + 0.1/0.2, (1.4, 0.3, 0.0), (5.0, -30.0, 12.0))
FURTHER = [
    english("english, slips", 0.8, 0.1, None, 4.0), english("english, sticks", 0.5, 2.0, None, -2.0),
    english("english, superball", 1.0, None, 1.0, 1.0), english("english, rough", 0.7, None, 0.0, 3.0),
    SLOW, STICKY, in_oil(), round_ellipsoid(), late_on_a_slope("bare"), late_on_a_slope("two_term"), late_puck(),
    slipping_hoop(), state_of_a_sliding_ball(), struck_on_a_table(0.1), struck_on_a_table(3.0),
    circle_in_a_paraboloid(0.0, 0.0), circle_in_a_paraboloid(40.0, 1.5), two_sevenths([0.0, 0.0, 0.4, 0.3]),
    parabola(), detaches_late()]


def test_the_slow_ball_slides_for_three_seconds():
    assert 3.0 < LATE < 3.6


@pytest.mark.parametrize("case", FURTHER, ids=lambda case: case["id"])
def test_further_case(case):
    (result,) = check([case])
    assert result.verdict == "ok", result.line()


@pytest.mark.parametrize("case", FURTHER, ids=lambda case: case["id"])
def test_last_number_of_a_further_case_counts(case):
    """One reference changed by a thousandth, and 1e-5 for zero: no longer ok."""
    top = {"trajectory": "expected", "algebraic": "expected", "impact": "expected"}.get(case["kind"], "samples")
    top = "events" if top == "samples" and not case["samples"] else top
    places = [place for place, value in leaves(case[top], (top,))
              if isinstance(value, float) and place[-1] != "t" and value]
    changed = plain(case)
    holder = changed
    for key in places[-1][:-1]:
        holder = holder[key]
    holder[places[-1][-1]] *= 1.001
    (result,) = check([changed])
    assert result.verdict == "FAIL", (places[-1], result.line())


# ---- what may be missing --------------------------------------------------------------------------------------------

@pytest.mark.parametrize(("name", "places"), [
    ("plane_tilted_1deg", ("title", "tags", "notes", "check", "events", "max_F_over_N", "invariants", "initial.v",
                           "initial.gamma", "initial.t", "samples.0.N", "samples.1.F", "samples.2.omega")),
    ("plane_turntable_33rpm", ("placement", "surface.defines")),
    ("free_turntable_ellipse", ("gravity", "initial.t", "conic", "invariants.L", "samples.1.v")),
    ("scattering_33rpm", ("incoming.omega", "model", "result.arc_centre", "result.transit_time")),
    ("billiard_B", ("invariants", "bounces.0.r", "bounces.2")),
    ("rolling_resistance_spiral", ("eigenvalues", "nu", "samples.1.v")),
    ("suslov_general", ("samples.0.multiplier", "samples.1.R")),
    ("turntable_sleigh_generic", ("body.derived", "conserved", "error_growth", "states.1.rel", "states.2.N",
                                  "states.0.rel.x1", "support.Omega1", "support.nu", "support.axis",
                                  "support.g_plane", "description")),
    ("impulsive_projection", ("impulse",)),
    ("breakaway_rest_sleigh", ("events.0.N", "events.1.com", "states.3.mode", "note")),
    ("hopping_hoop_coulomb", ("initial.mode", "expected.events.4.max_gap", "params.friction.mu_s")),
    ("bouncing_ball", ("expected.t_zeno", "expected.impacts.3.index", "initial.vz", "params.g")),
    ("turntable_roll", ("expected.rate", "expected.center", "initial.omega_z", "params.mass")),
    ("slide_to_roll_3d", ("expected.event", "expected.states.1.mode")),
    ("smooth_disk_detach", ("expected.event.theta", "params.normal", "initial.t")),
    ("A2_two_branches", ("expected.flight_recontact_t", "expected.branches.contact")),
    ("contensou_puck", ("params.pressure", "initial.x", "initial.phi")),
    ("incline_stick", ("expected.event", "params.mu_s")),
    ("impact_superball", ("params.normal", "params.g", "expected.mode", "expected.impulse")),
    ("impact3d_ellipsoid", ("expected.poisson", "expected.G")),
    ("thick_precession_A2", ("expected.kappa0", "initial.pos", "source")),
])
def test_optional_entries_may_be_missing(name, places):
    for chosen in (*((place,) for place in places), places):
        case = case_of(name)
        for place in chosen:
            *path, last = (int(key) if key.isdigit() else key for key in place.split("."))
            holder = case
            for key in path:
                holder = holder[key]
            holder.pop(last)
        (result,) = check([case])
        assert result.verdict == "ok", (chosen, result.line())
