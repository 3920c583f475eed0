"""Reference cases of other systems with rows: bodies with a fixed point, a free turntable, rolling resistance."""

import numpy as np

from sandbox.scene.constrained import At, Constrained, Rotation, Row
from sandbox.scene.models.rigid import Suslov, Veselova
from sandbox.scene.motions import Spin
from sandbox.systems.integration import Integration
from sandbox.systems.rows.start import assemble_constrained
from sandbox.verify.sleigh import compare
from sandbox.verify.verdict import Result, Worst

STEP_RATE = 240
# relative to max(1, |reference|)
ALLOWED = 1e-9


def check_fixed_point(case: dict) -> Result:
    """Suslov's or Veselova's problem: angular velocity, rotation, multiplier, T + U and E_J."""
    make = {"suslov": Suslov, "veselova": Veselova}[case["kind"]]
    declared = make(case["inertia_body"], case["constraint_constant"], rc=case["potential_rc_body"])
    initial = case["initial"]
    run = Integration(assemble_constrained(declared, At((initial["R_body_to_space"],), (initial["omega_body"],))),
                      1.0/STEP_RATE)
    worst = Worst()
    reference = (case.get("invariants") or {}).get("E_J")
    for sample in case["samples"]:
        run.advance(int(np.floor((sample["t"] - run.t)*STEP_RATE + 1e-6)))
        now = run.peek(sample["t"])
        report = now.system.read(now.mode, now.t, now.y)
        values = now.invariants(("E_J", "energy"))
        compare(worst, now.y[4:7], sample["omega_body"], ALLOWED, "omega_body")
        compare(worst, report.bodies[0].rotation, np.ravel(sample["R"]), ALLOWED, "R")
        compare(worst, report.lam[0], sample["multiplier"], ALLOWED, "multiplier")
        compare(worst, values["energy"], sample["T_plus_U"], ALLOWED, "T_plus_U")
        if reference is not None:
            compare(worst, values["E_J"], reference, ALLOWED, "E_J")
    return worst.result(case)


def free_turntable(m: float, a: float, inertia: float, table: float) -> Constrained:
    """A ball that rolls on a level table that turns freely: x, y, the ball's rotation, the table's angle.

    v_x - a w_y = -y O,   v_y + a w_x = x O,   O the rate of the table
    """
    def kinetic(t, q, v, p):
        return 0.5*(p.m*(v[0]*v[0] + v[1]*v[1]) + p.inertia*(v[2] @ v[2]) + p.table*v[3]*v[3])

    def along_x(t, q, p):
        R = q[2]
        return 1.0, 0.0, -p.a*R[1], q[1]

    def along_y(t, q, p):
        R = q[2]
        return 0.0, 1.0, p.a*R[0], -q[0]

    return Constrained(
        ("x", "y", Rotation("ball"), "table"), kinetic, (Row("rolling x", along_x), Row("rolling y", along_y)),
        parameters={"m": m, "a": a, "inertia": inertia, "table": table}, name="free turntable",
        bodies=lambda t, q, p: ((q[0], q[1], p.a), q[2]))


def check_free_turntable(case: dict) -> Result:
    """A ball on a freely turning table: samples, invariants, class of the conic."""
    body, initial, J = case["body"], case["initial"], case["table_inertia"]
    m, a, inertia = body["m"], body["a"], body["I"]
    r, g = initial["r"], -case["gravity"][2]
    start = At((r[0], r[1], (1.0, 0.0, 0.0, 0.0), 0.0),
               (*initial["v"][:2], initial["omega"], initial["table_rate"]))
    run = Integration(assemble_constrained(free_turntable(m, a, inertia, J), start), 1.0/STEP_RATE)
    chi = inertia/(inertia + m*a*a)
    worst = Worst()
    for sample in case["samples"]:
        run.advance(int(np.floor((sample["t"] - run.t)*STEP_RATE + 1e-6)))
        now = run.peek(sample["t"])
        report, y = now.system.read(now.mode, now.t, now.y), now.y
        R = report.bodies[0].rotation
        x, v, omega, rate = y[:2], y[7:9], R @ y[9:12], y[12]
        compare(worst, [*x, a], sample["r"], ALLOWED, "r")
        compare(worst, [*v, 0.0], sample["v"], ALLOWED, "v")
        compare(worst, omega, sample["omega"], ALLOWED, "omega")
        compare(worst, rate, sample["table_rate"], ALLOWED, "table_rate")
        compare(worst, y[6], sample["table_angle"], ALLOWED, "table_angle")
        compare(worst, m*g, sample["N"], ALLOWED, "N")
        compare(worst, [*report.lam, 0.0], sample["F"], ALLOWED, "F")

        vstar = v - chi*rate*np.array([-x[1], x[0]])
        found = {"vstar_x": vstar[0], "vstar_y": vstar[1], "L": J*rate + m*(x[0]*v[1] - x[1]*v[0]),
                 "K": (J + chi*m*(x @ x))*rate*rate,
                 "energy": 0.5*(m*(v @ v) + inertia*(omega @ omega) + J*rate*rate)}
        for name, reference in case["invariants"].items():
            compare(worst, found[name], reference, ALLOWED, name)
    ratio = chi*found["K"]/(m*(vstar @ vstar))
    compare(worst, ratio, case["conic_ratio_K_chi_over_m_vstar2"], ALLOWED, "conic ratio")
    if (ratio > 1.0) != (case["conic"] == "ellipse"):
        worst.compare(np.inf, 0.0, ALLOWED, "conic")
    return worst.result(case)


def check_rolling_resistance(case: dict) -> Result:
    """A ball with a viscous rolling resistance on a turntable: samples and eigenvalues."""
    body, initial, rate = case["body"], case["initial"], case["table_rate"]
    m, a, inertia = body["m"], body["a"], body["I"]

    def kinetic(t, q, v, p):
        return 0.5*(p.m*(v[0]*v[0] + v[1]*v[1]) + p.inertia*(v[2] @ v[2]))

    def force(t, q, v, p):
        # the moment -c_r (w - Omega) across the normal, in body axes
        R, w = q[2], v[2]
        across = w - (R[2] @ w)*R[2]
        return 0.0, 0.0, -p.c_r*across

    rows = (Row("rolling x", lambda t, q, p: (1.0, 0.0, -p.a*q[2][1]), lambda t, q, p: -p.turn.rate*q[1]),
            Row("rolling y", lambda t, q, p: (0.0, 1.0, p.a*q[2][0]), lambda t, q, p: p.turn.rate*q[0]))
    declared = Constrained(("x", "y", Rotation("ball")), kinetic, rows, force=force, motion=Spin("z", rate),
                           parameters={"m": m, "a": a, "inertia": inertia, "c_r": case["c_r"]},
                           name="rolling resistance")
    r, v = initial["r"], initial["v"]
    u = -rate*r[1], rate*r[0]
    omega = -(v[1] - u[1])/a, (v[0] - u[0])/a, 0.0
    run = Integration(assemble_constrained(declared, At((r[0], r[1], (1.0, 0.0, 0.0, 0.0)), (v[0], v[1], omega))),
                      1.0/STEP_RATE)
    worst = Worst()
    for sample in case["samples"]:
        run.advance(int(np.floor((sample["t"] - run.t)*STEP_RATE + 1e-6)))
        now = run.peek(sample["t"])
        compare(worst, [*now.y[:2], a], sample["r"], ALLOWED, "r")
        compare(worst, [*now.y[6:8], 0.0], sample["v"], ALLOWED, "v")
    chi, nu = inertia/(inertia + m*a*a), case["nu"]
    compare(worst, case["c_r"], nu*(inertia + m*a*a), ALLOWED, "c_r")
    found = sorted(np.roots([1.0, -(1j*chi*rate - nu), -1j*nu*rate]), key=lambda l: -l.real)
    for name, value in zip(("l1", "l2"), found, strict=True):
        compare(worst, [value.real, value.imag], case["eigenvalues"][name], ALLOWED, name)
    return worst.result(case)
