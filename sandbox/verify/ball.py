"""Reference cases of a ball on a moving surface, run through the engine."""

import numpy as np

from sandbox.scene.bodies import Ball
from sandbox.scene.motions import Motion, Signal, rate_sine
from sandbox.scene.start import Start
from sandbox.scene.surfaces import (
    Cone,
    Cylinder,
    EllipsoidSurface,
    Paraboloid,
    Plane,
    Profile,
    Pseudosphere,
    Sphere,
    Torus,
)
from sandbox.systems.contact.assembly import assemble
from sandbox.systems.integration import Integration
from sandbox.verify.verdict import Result, Worst

STEP_RATE = 240

# allowed errors at a sample; N and F in units of m |g|
ALLOWED_R, ALLOWED_OMEGA, ALLOWED_FORCE = 1e-8, 2e-6, 1e-8
ALLOWED_EVENT_TIME = 1e-10
ALLOWED_INVARIANT = 1e-9
ALLOWED_FRICTION = 0.02


def surface_of(definition: dict):
    """The surface that a case defines."""
    d = definition
    defines = d.get("defines", "contact")
    kind = d["type"]
    if kind == "plane":
        return Plane(defines=defines)
    if kind == "cone_inside":
        return Cone(d["theta"], defines=defines)
    if kind in ("sphere_inside", "sphere_outside"):
        return Sphere(d["b"], inside=kind == "sphere_inside", defines=defines)
    if kind == "paraboloid_inside":
        return Paraboloid(d["p"], defines=defines)
    if kind == "cylinder_inside":
        return Cylinder(d["b"], defines=defines)
    if kind in ("torus_inside", "torus_outside"):
        return Torus(d["B"], d["b"], inside=kind == "torus_inside", defines=defines)
    if kind == "pseudosphere_inside":
        return Pseudosphere(d["c"], defines=defines)
    if kind == "ripple_bowl":
        return Profile(ripple, d["A"], d["k"], d["p"], rim=1e3*d["p"], defines=defines, name="ripple bowl")
    if kind == "ellipsoid_inside":
        return EllipsoidSurface(d["A"], d["B"], d["C"], defines=defines)
    raise KeyError(kind)


def ripple(r, A, k, p):
    """z = A (1 - cos k r) + r^2/(2 p)."""
    return A*(1.0 - np.cos(k*r)) + r*r/(2.0*p)


def motion_of(support: dict, gravity) -> Motion:
    """The motion of the support that a case defines."""
    angle = support["angle"]
    if angle["type"] == "polynomial":
        signal = Signal(tuple(angle["coeffs"]))
    elif angle["type"] == "rate_sine":
        signal = rate_sine(angle["Omega0"], angle["amplitude"], angle["nu"])
    else:
        raise KeyError(angle["type"])
    shift = (Signal(), Signal(), Signal())
    if support.get("translation"):
        move = support["translation"]
        shift = tuple(Signal(sine=float(x), nu=move["nu"]) for x in move["amplitude"])
    return Motion(tuple(support["axis"]), signal, tuple(support["point"]), shift=shift, gravity=tuple(gravity))


def check_ball_on_surface(case: dict) -> Result:
    """One case of the kind ball_on_surface, compared at its samples, its event and its invariants."""
    try:
        surface = surface_of(case["surface"])
        motion = motion_of(case["support"], case["gravity"])
    except KeyError as error:
        return Result(case["id"], case["kind"], "UNSUPPORTED", quantity=str(error))
    placement = case.get("placement")
    if placement:
        surface = surface.placed(placement["origin"], placement["axis"], placement["angle"])
    body = case["body"]
    ball = Ball(body["a"], mass=body["m"], inertia=body["I"])
    initial = case["initial"]
    system = assemble(ball, surface, motion, Start(tuple(initial["r"]), omega=tuple(initial["omega"])))
    run = Integration(system, 1.0/STEP_RATE)

    worst = Worst()
    weight = ball.m*np.linalg.norm(case["gravity"])
    weight = weight if weight > 0.0 else 1.0
    invariants = case.get("invariants") or {}
    for sample in case["samples"]:
        run.advance(int(np.floor((sample["t"] - run.t)*STEP_RATE + 1e-6)))
        now = run.peek(sample["t"])
        if now.ended is not None and now.t < sample["t"]:
            return Result(case["id"], case["kind"], "FAIL", np.inf, 0.0, f"{now.ended.kind} at t = {now.t:.6f}")
        _compare(worst, now, sample, weight)
        for name, value in now.invariants(invariants).items():
            reference = invariants[name]["value"]
            size = abs(reference) if abs(reference) >= 1e-10 else 1.0
            worst.compare(value, reference, ALLOWED_INVARIANT*size, name)

    event = (case.get("events") or {}).get("first_N_zero")
    if event:
        run.advance(STEP_RATE*60)
        if run.ended is None or run.ended.kind != "detach":
            return Result(case["id"], case["kind"], "FAIL", np.inf, ALLOWED_EVENT_TIME, "first_N_zero missing")
        worst.compare(run.t, event["t"], ALLOWED_EVENT_TIME, "first_N_zero t")
        _compare(worst, run, event, weight)
    elif case.get("max_F_over_N") is not None:
        needed = case["max_F_over_N"]
        worst.compare(run.max_F_over_N, needed, ALLOWED_FRICTION*max(needed, 1e-10), "max_F_over_N")
    return worst.result(case)


def _compare(worst: Worst, run: Integration, sample: dict, weight: float):
    body = run.body
    worst.compare(body.centre, sample["r"], ALLOWED_R, "r")
    worst.compare(body.angular_velocity, sample["omega"], ALLOWED_OMEGA, "omega")
    worst.compare(body.N, sample["N"], ALLOWED_FORCE*weight, "N")
    worst.compare(body.F, sample["F"], ALLOWED_FORCE*weight, "F")
