"""Reference cases of other systems with rows: bodies with a fixed point, a free turntable, rolling resistance."""

import numpy as np

from sandbox.scene.constrained import At, Constrained, Rotation, Row
from sandbox.scene.models.free_turntable import FreeTurntable
from sandbox.scene.models.rigid import Suslov, Veselova
from sandbox.scene.motions import Spin, Still
from sandbox.systems.rows.start import assemble_constrained
from sandbox.verify.ball import ball_of, from_time_zero, invariants_of
from sandbox.verify.case import Case, CaseMapping, Unsupported, share_of
from sandbox.verify.track import Track

# relative to max(1, |reference|)
ALLOWED = 1e-9
# chi K/(m v*^2) of a parabola is 1 but for this much
PARABOLA = 1e-9


def check_fixed_point(case: Case):
    """Suslov's or Veselova's problem: angular velocity, rotation, multiplier, T + U and E_J."""
    case.allowed = share_of(ALLOWED)
    make = Suslov if case.kind == "suslov" else Veselova
    rc = case.get("potential_rc_body", (0.0, 0.0, 0.0))
    declared = make(case["inertia_body"], case["constraint_constant"], rc=rc)
    initial = case["initial"]
    from_time_zero(initial)
    system = assemble_constrained(declared, At((initial["R_body_to_space"],), (initial["omega_body"],)))
    track, names = Track(system), invariants_of(case, system.integral_titles)
    # a start that is projected onto the constraint is not the one that the case means
    initial.compare("omega_body", track.at(0.0).coordinates[1], name="initial omega_body")
    for sample in case.parts("samples"):
        now = track.at(sample["t"])
        report = system.read(now.data)
        values = now.invariants((*names, "energy"))
        sample.compare_all({"omega_body": now.coordinates[1], "R": report.bodies[0].rotation.ravel(),
                            "multiplier": report.lam[0], "T_plus_U": values["energy"]})
        _compare_invariants(case, names, values)


def check_free_turntable(case: Case):
    """A ball on a freely turning table: samples, invariants, class of the conic."""
    case.allowed = share_of(ALLOWED)
    ball, initial, gravity = ball_of(case["body"]), case["initial"], case.get("gravity", (0.0, 0.0, -9.81))
    from_time_zero(initial)
    if gravity[0] or gravity[1]:
        raise Unsupported("a table that is not level")
    declared = FreeTurntable(ball, case["table_inertia"], motion=Still(tuple(gravity)))
    r, v, rate = initial["r"], initial["v"], initial["table_rate"]
    start = declared.start(r[0], r[1], v[0], v[1], rate)
    if "omega" in initial:
        # the ball starts unturned: its axes are those of space
        start = At(start.q, (*v[:2], 0.0, initial["omega"], rate))
    system = assemble_constrained(declared.constrained(), start)
    track, names = Track(system), invariants_of(case, system.integral_titles)
    _compare_ball_on_table(initial, track, 0.0, "initial ")
    for sample in case.parts("samples"):
        t = sample["t"]
        _compare_ball_on_table(sample, track, t)
        values = track.at(t).invariants((*names, "vstar_x", "vstar_y", "K"))
        _compare_invariants(case, names, values)
        ratio = ball.chi*values["K"]/(ball.m*np.hypot(values["vstar_x"], values["vstar_y"])**2)
        case.compare("conic_ratio_K_chi_over_m_vstar2", ratio, name="conic ratio")
        case.compare("conic", "parabola" if abs(ratio - 1.0) <= PARABOLA else "ellipse" if ratio > 1.0 else "hyperbola")


def _compare_ball_on_table(part: CaseMapping, track: Track, t: float, prefix: str = ""):
    now = track.at(t)
    q, v = now.coordinates
    lam = track.system.read(now.data).lam
    part.compare_all({"r": q[:3], "v": v[:3], "omega": now.body.angular_velocity, "table_rate": v[6],
                      "table_angle": q[7], "N": lam[2], "F": [*lam[:2], 0.0]}, prefix=prefix)


def _compare_invariants(case: Case, names: list[str], values: dict[str, float]):
    for name in names:
        case["invariants"].compare(name, values[name])


def resisted_ball(m: float, a: float, inertia: float, c_r: float, rate: float) -> Constrained:
    """A ball that rolls on a level turntable against the moment -c_r (w - Omega), taken across the normal.

    x' - a w_y = -Omega y,   y' + a w_x = Omega x      (ball.md 6.15)
    """
    def kinetic(t, q, v, p):
        return 0.5*(p.m*(v[0]*v[0] + v[1]*v[1]) + p.inertia*(v[2] @ v[2]))

    def force(t, q, v, p):
        # in body axes; the table's own spin is along the normal
        R, w = q[2], v[2]
        across = w - (R[2] @ w)*R[2]
        return 0.0, 0.0, -p.c_r*across

    rows = (Row("rolling x", lambda t, q, p: (1.0, 0.0, -p.a*q[2][1]), lambda t, q, p: -p.turn.rate*q[1]),
            Row("rolling y", lambda t, q, p: (0.0, 1.0, p.a*q[2][0]), lambda t, q, p: p.turn.rate*q[0]))
    return Constrained(("x", "y", Rotation("ball")), kinetic, rows, force=force, motion=Spin("z", rate),
                       parameters={"m": m, "a": a, "inertia": inertia, "c_r": c_r}, name="rolling resistance",
                       bodies=lambda t, q, p: ((q[0], q[1], p.a), q[2]))


def check_rolling_resistance(case: Case):
    """A ball with a viscous rolling resistance on a turntable: samples, and the exponents of its motion."""
    case.allowed = share_of(ALLOWED)
    ball, initial, rate = ball_of(case["body"]), case["initial"], case["table_rate"]
    from_time_zero(initial)
    m, a, inertia = ball.m, ball.radius, ball.I
    r, v = initial["r"], initial["v"]
    u = -rate*r[1], rate*r[0]
    omega = initial.get("omega", (-(v[1] - u[1])/a, (v[0] - u[0])/a, 0.0))
    system = assemble_constrained(resisted_ball(m, a, inertia, case["c_r"], rate),
                                  At((r[0], r[1], (1.0, 0.0, 0.0, 0.0)), (v[0], v[1], omega)))
    track = Track(system)
    for part, t, prefix in ((initial, 0.0, "initial "), *((x, x["t"], "") for x in case.parts("samples"))):
        now = track.at(t)
        body, lam = now.body, system.read(now.data).lam
        part.compare_all({"r": body.centre, "v": body.velocity, "omega": body.angular_velocity, "F": [*lam, 0.0]},
                         prefix=prefix)
    growing, shrinking = _exponents(track, m, rate)
    # l1 + l2 = i chi Omega - nu
    case.compare("nu", -(growing + shrinking).real)
    if "eigenvalues" in case:
        for name, value in (("l1", growing), ("l2", shrinking)):
            case["eigenvalues"].compare(name, [value.real, value.imag])


def _exponents(track: Track, m: float, rate: float) -> tuple[complex, complex]:
    """The exponents l of the motion z = x + iy = sum A exp(l t), the growing one first [1/s].

    z'' = (l1 + l2) z' - l1 l2 z, solved from a few instants of the run; m z'' is the force of the rows.
    """
    rows, accelerations = [], []
    for t in np.linspace(0.0, 4.0/max(abs(rate), 0.1), 9):
        now = track.at(float(t))
        (x, y), (vx, vy) = now.coordinates[0][:2], now.coordinates[1][:2]
        force = track.system.read(now.data).lam
        rows.append([complex(vx, vy), -complex(x, y)])
        accelerations.append(complex(*force)/m)
    (total, product), *_rest = np.linalg.lstsq(np.array(rows), np.array(accelerations), rcond=None)
    found = sorted(np.roots([1.0, -total, product]), key=lambda l: -l.real)
    return complex(found[0]), complex(found[1])
