"""Reference cases of sleighs (schema sleigh-vectors/1) through the engine."""

from math import cos, sin

import numpy as np

from sandbox.scene.constrained import At, Breakable, Ideal, Viscous
from sandbox.scene.models.sleigh import Blade, Sleigh
from sandbox.scene.motions import Motion, Signal, rate_sine
from sandbox.systems.integration import Integration
from sandbox.systems.rows.start import assemble_constrained
from sandbox.verify.verdict import Result, Worst

STEP_RATE = 240

# allowed errors relative to max(1, |reference|)
ALLOWED_SLEIGH, ALLOWED_BREAKAWAY = 1e-10, 1e-9


def sleigh_of(case: dict) -> Sleigh:
    """The sleigh that a case defines."""
    body, support, model = case["body"], case["support"], case["blade_model"]
    kind = model["kind"]
    if kind == "ideal":
        realisation = Ideal()
    elif kind == "viscous":
        realisation = Viscous(model["c_b"])
    elif kind == "breakaway":
        realisation = Breakable(model["N_hold"], model["N_slide"])
    else:
        raise KeyError(kind)
    motion = Motion("z", rate_sine(support["Omega"], support.get("Omega1", 0.0), support.get("nu", 0.0)),
                    (*support.get("axis", (0.0, 0.0)), 0.0), gravity=(*support.get("g_plane", (0.0, 0.0)), -9.81))
    blades = tuple(Blade(tuple(blade["p"]), blade.get("heading", 0.0), realisation, f"blade {i + 1}")
                   for i, blade in enumerate(body["blades"]))
    return Sleigh(body["m"], body["I_C"], blades, motion)


def check_sleigh(case: dict) -> Result:
    """One case of vectors_sleigh.json: every number of its states, its events, its impulse."""
    try:
        sleigh = sleigh_of(case)
    except KeyError as error:
        return Result(case["id"], case["kind"], "UNSUPPORTED", quantity=str(error))
    begin = case.get("initial_before_impulse") or case["initial"]
    start = At((*begin["com"], begin["theta"]), (*begin["vcom"], begin["omega"]))
    system = assemble_constrained(sleigh.constrained(), start)
    run = Integration(system, 1.0/STEP_RATE)
    breaks = case["blade_model"]["kind"] == "breakaway"
    allowed = ALLOWED_BREAKAWAY if breaks else ALLOWED_SLEIGH*(case.get("error_growth") or 1.0)

    worst = Worst()
    if "impulse" in case:
        compare(worst, sum(system.impulse.values()), case["impulse"], allowed, "impulse")
        compare(worst, system.y[:6], _numbers(case["initial"]), allowed, "initial")
    events = []
    for state in case["states"]:
        now = run.peek(state["t"])
        if now.ended is not None:
            return Result(case["id"], case["kind"], "FAIL", np.inf, 0.0, f"{now.ended.kind} at t = {now.t:.6f}")
        _compare_state(worst, sleigh, now, state, allowed)
        while run.k < int(np.floor(state["t"]*STEP_RATE + 1e-6)):
            run.advance(1)
            events += run.news()
    _compare_events(worst, system, events, case, allowed)
    return worst.result(case)


def _numbers(state: dict) -> list[float]:
    return [*state["com"], state["theta"], *state["vcom"], state["omega"]]


def compare(worst: Worst, found, reference, allowed: float, quantity: str):
    """|x - ref| <= allowed max(1, |ref|), number by number."""
    found, reference = np.atleast_1d(np.asarray(found, float)), np.atleast_1d(np.asarray(reference, float))
    for x, ref in zip(found.ravel(), reference.ravel(), strict=True):
        worst.compare(x, ref, allowed*max(1.0, abs(ref)), quantity)


def _compare_state(worst: Worst, sleigh: Sleigh, run: Integration, state: dict, allowed: float):
    y, t = run.y, run.t
    report = run.system.read(run.mode, t, y)
    C, theta, V, w = y[:2], y[2], y[3:5], y[5]
    blade, axis = sleigh.blades[0], np.array(sleigh.motion.point[:2])
    rate = _rate(sleigh.motion.angle, t)
    found = {"com": C, "theta": theta, "vcom": V, "omega": w, "blade_point": report.arrows[0].point[:2],
             "N": report.lam.sum(), "slip": report.h[0]}

    e1 = np.array([cos(theta + blade.heading), sin(theta + blade.heading)])
    e2 = np.array([-e1[1], e1[0]])
    O1, V1 = C - blade.offset*e1, V - w*blade.offset*e2
    r = O1 - axis
    relative = V1 - rate*np.array([-r[1], r[0]])
    found["rel"] = [relative @ e1, w - rate, r @ e1, r @ e2]
    d = C - axis
    values = run.invariants(("E_J", "T", "L"))
    U = -sleigh.mass*np.dot(sleigh.motion.gravity[:2], C)
    found.update(T=values["T"], L=values["L"], U=U, E_J=values["E_J"] - U)
    # the same scalars by their definitions
    T = 0.5*sleigh.mass*(V @ V) + 0.5*sleigh.inertia*w*w
    L = sleigh.mass*(d[0]*V[1] - d[1]*V[0]) + sleigh.inertia*w
    if abs(T - values["T"]) > 1e-12*max(1.0, T) or abs(L - values["L"]) > 1e-12*max(1.0, abs(L)):
        found["T"] = np.inf
    for name, reference in state.items():
        if name == "mode":
            worst.compare(0.0 if run.system.modes[run.mode].word == reference else np.inf, 0.0, allowed, "mode")
        elif name == "rel":
            compare(worst, found["rel"], [reference[key] for key in ("v1", "omega_rel", "x1", "x2")], allowed, "rel")
        elif name != "t":
            compare(worst, found[name], reference, allowed, name)


def _rate(angle: Signal, t: float) -> float:
    c = list(angle.coefficients) + [0.0]*6
    polynomial = sum(i*c[i]*t**(i - 1) for i in range(1, 6))
    return polynomial + angle.nu*(angle.sine*cos(angle.nu*t) - angle.cosine*sin(angle.nu*t))


def _compare_events(worst: Worst, system, events: list, case: dict, allowed: float):
    """Kinds, times and states of the events."""
    references = case.get("events") or []
    if [event.kind for event in events] != [reference["type"] for reference in references]:
        worst.compare(np.inf, 0.0, allowed, "events " + ", ".join(event.kind for event in events))
        return
    for event, reference in zip(events, references, strict=True):
        compare(worst, event.t, reference["t"], allowed, f"{event.kind} t")
        now = Integration(system, 1.0/STEP_RATE).peek(event.t)
        compare(worst, now.y[:6], _numbers(reference), allowed, event.kind)
        if "N" in reference:
            # the force that holds, or would hold, the blade there
            y = now.y.copy()
            for place in system.state.signs.values():
                y[place] = 0.0
            compare(worst, system.read("hold", event.t, y).lam.sum(), reference["N"], allowed, f"{event.kind} N")
