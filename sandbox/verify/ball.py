"""Reference cases of a ball that rolls on a moving surface, run through the engine."""

from collections.abc import Container, Mapping

import numpy as np

from sandbox.scene.bodies import Ball
from sandbox.scene.motions import Motion, Signal, rate_sine
from sandbox.scene.start import Start
from sandbox.scene.supports.surface import Surface
from sandbox.scene.supports.surfaces import (
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
from sandbox.systems.bodies_seen import BodyState
from sandbox.systems.contact.assembly import assemble
from sandbox.verify.case import Case, CaseMapping, Unsupported, within
from sandbox.verify.track import Track

# allowed errors at a sample; N and F in units of m |g|; so many times as much for a case with the tag "long"
ALLOWED_R, ALLOWED_OMEGA, ALLOWED_FORCE = 1e-8, 2e-6, 1e-8
LONG = 10.0
ALLOWED_EVENT_TIME = 1e-10
ALLOWED_INVARIANT = 1e-9
ALLOWED_FRICTION = 0.02
# an invariant below this is zero but for rounding
NOUGHT = 1e-10


def surface_of(definition: Mapping | CaseMapping) -> Surface:
    """Takes the surface of a case and returns it in the words of scenes."""
    d, kind = definition, definition["type"]
    # the inside of an ellipsoid is always that of the centre
    defines = d.get("defines", "centre" if kind == "ellipsoid_inside" else "contact")
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
    if kind in ("ellipsoid_inside", "ellipsoid_outside"):
        return EllipsoidSurface(d["A"], d["B"], d["C"], inside=kind == "ellipsoid_inside", defines=defines)
    raise Unsupported(f"surface {kind}")


def ripple(r, A, k, p):
    """z = A (1 - cos k r) + r^2/(2 p)."""
    return A*(1.0 - np.cos(k*r)) + r*r/(2.0*p)


def motion_of(support: Mapping | CaseMapping, gravity) -> Motion:
    """Takes the support and the gravity of a case and returns the motion in the words of scenes."""
    kind, angle = support.get("type", "rotation"), support["angle"]
    if kind != "rotation":
        raise Unsupported(f"support {kind}")
    if angle["type"] == "polynomial":
        coefficients = tuple(angle["coeffs"])
        if len(coefficients) > 6:
            raise Unsupported(f"angle of degree {len(coefficients) - 1}")
        signal = Signal(coefficients)
    elif angle["type"] == "rate_sine":
        signal = rate_sine(angle["Omega0"], angle["amplitude"], angle["nu"])
    else:
        raise Unsupported(f"angle {angle['type']}")
    shift = (Signal(), Signal(), Signal())
    if support.get("translation"):
        move = support["translation"]
        nu = move["nu"]
        x, y, z = (Signal(sine=float(x), nu=nu) for x in move["amplitude"])
        shift = x, y, z
    return Motion(tuple(support["axis"]), signal, tuple(support["point"]), shift=shift, gravity=tuple(gravity))


def ball_of(body: CaseMapping) -> Ball:
    """Takes mass, radius and moment of inertia and returns the ball."""
    return Ball(body["a"], mass=body["m"], inertia=body["I"])


def from_time_zero(initial: CaseMapping):
    """Takes the time of a start, which has to be zero."""
    if initial.get("t", 0.0) != 0.0:
        raise Unsupported(f"start at t = {initial['t']}")


def invariants_of(case: Case, known: Container[str]) -> list[str]:
    """Takes a case and returns the names of its invariants, which a run has to know."""
    names = list(case.get("invariants", ()))
    for name in names:
        if name not in known:
            raise Unsupported(f"invariant {name}")
    return names


def check_ball_on_surface(case: Case):
    """A ball on a surface: samples, the first loss of contact, invariants, the friction that it needs."""
    surface, placement = surface_of(case["surface"]), case.get("placement")
    if placement:
        surface = surface.placed(placement["origin"], placement["axis"], placement["angle"])
    gravity, initial = case["gravity"], case["initial"]
    ball, motion = ball_of(case["body"]), motion_of(case["support"], gravity)
    from_time_zero(initial)
    if "omega" in initial:
        start = Start(tuple(initial["r"]), omega=tuple(initial["omega"]))
    else:
        start = Start(tuple(initial["r"]), velocity=tuple(initial["v"]))
    system = assemble(ball, surface, motion, start)
    track = Track(system)

    allowed = allowed_of(ball.m*float(np.linalg.norm(gravity)) or 1.0, LONG if "long" in case.get("tags", ()) else 1.0)
    _compare(track.at(0.0).body, initial, allowed)
    names, last = invariants_of(case, system.integral_titles), None
    for sample in case.parts("samples"):
        last = track.at(sample["t"])
        _compare(last.body, sample, allowed)
        for name, value in last.invariants(names).items():
            case["invariants"][name].compare("value", value, _invariant, name)
    for name in case.get("events", ()):
        if name != "first_N_zero":
            raise Unsupported(f"event {name}")
        if "first_N_zero" in case["events"]:
            _compare_detachment(track, case["events"]["first_N_zero"], allowed)
    if last is not None:
        case.compare("max_F_over_N", last.max_F_over_N, lambda reference: ALLOWED_FRICTION*max(reference, NOUGHT))


def _invariant(reference: float) -> float:
    return ALLOWED_INVARIANT*(abs(reference) if abs(reference) >= NOUGHT else 1.0)


def allowed_of(weight: float, factor: float) -> dict[str, float]:
    """Takes m |g| [N] and how much looser a case is meant, and returns the allowed errors of a sample by name."""
    errors = {"r": ALLOWED_R, "v": ALLOWED_R, "omega": ALLOWED_OMEGA, "gamma": ALLOWED_R, "N": ALLOWED_FORCE*weight,
              "F": ALLOWED_FORCE*weight}
    return {name: factor*error for name, error in errors.items()}


def _compare(body: BodyState, sample: CaseMapping, allowed: dict[str, float], prefix: str = ""):
    found = {"r": body.centre, "v": body.velocity, "omega": body.angular_velocity, "gamma": body.normal, "N": body.N,
             "F": body.F}
    for name, value in found.items():
        sample.compare(name, value, within(allowed[name]), prefix + name)


def _compare_detachment(track: Track, event: CaseMapping, allowed: dict[str, float]):
    found = track.first("detach")
    if found is None:
        event.compare("t", None, within(ALLOWED_EVENT_TIME), "first_N_zero missing")
        return
    event.compare("t", found.event.t, within(ALLOWED_EVENT_TIME), "first_N_zero t")
    _compare(found.before.bodies[0], event, allowed, "first_N_zero ")
