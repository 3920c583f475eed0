"""Reference cases of sleighs (schema sleigh-vectors/1) through the engine."""

from math import cos, sin

import numpy as np

from sandbox.scene.constrained import At, Realisation
from sandbox.scene.models.sleigh import Blade, Sleigh
from sandbox.scene.motions import Motion, Signal, rate_sine
from sandbox.scene.realisation import Breakable, Ideal, Viscous
from sandbox.systems.integration import Integration
from sandbox.systems.rows.start import assemble_constrained
from sandbox.systems.rows.system import ConstrainedSystem
from sandbox.verify.case import Case, CaseMapping, Unsupported, share_of
from sandbox.verify.track import Track, TrackEvent

# allowed errors relative to max(1, |reference|)
ALLOWED_SLEIGH, ALLOWED_BREAKAWAY = 1e-10, 1e-9
# a scalar that is called constant may vary by this share of its size, times the growth of errors
CONSTANT = 1e-9
GRAVITY = -9.81      # of a plane, across it; nothing depends on it [m/s^2]


def realisation_of(model: CaseMapping) -> Realisation:
    """Takes the blade model of a case and returns what realises the row of a blade."""
    kind = model["kind"]
    if kind == "ideal":
        return Ideal()
    if kind == "viscous":
        return Viscous(model["c_b"])
    if kind == "breakaway":
        return Breakable(model["N_hold"], model["N_slide"])
    raise Unsupported(f"blade model {kind}")


def sleigh_of(case: Case) -> Sleigh:
    """Takes a case and returns its sleigh."""
    body, support, realisation = case["body"], case["support"], realisation_of(case["blade_model"])
    motion = Motion("z", rate_sine(support["Omega"], support.get("Omega1", 0.0), support.get("nu", 0.0)),
                    (*support.get("axis", (0.0, 0.0)), 0.0),
                    gravity=(*support.get("g_plane", (0.0, 0.0)), GRAVITY))
    blades = tuple(Blade(tuple(blade["p"]), blade.get("heading", 0.0), realisation, f"blade {i + 1}")
                   for i, blade in enumerate(body.parts("blades")))
    return Sleigh(body["m"], body["I_C"], blades, motion)


def check_sleigh(case: Case):
    """A sleigh: every number of its states, its events, its impulse."""
    sleigh = sleigh_of(case)
    jumps_at_start = "initial_before_impulse" in case
    begin = case["initial_before_impulse"] if jumps_at_start else case["initial"]
    start = At((*begin["com"], begin["theta"]), (*begin["vcom"], begin["omega"]))
    system = assemble_constrained(sleigh.constrained(), start)
    track = Track(system)
    breaks = case["blade_model"]["kind"] == "breakaway"
    growth = case.get("error_growth", 1.0)
    case.allowed = share_of(ALLOWED_BREAKAWAY if breaks else ALLOWED_SLEIGH*growth)

    blade = sleigh.blades[0]
    if "derived" in case["body"]:
        case["body"]["derived"].compare_all({
            "a": blade.offset, "p": blade.across, "I_O1": sleigh.inertia + sleigh.mass*blade.offset**2})
    _compare_pose(case["initial"], track.at(0.0).coordinates, "" if not jumps_at_start else "initial ")
    case.compare("impulse", sum(system.impulse.values()))
    seen: dict[str, list[float]] = {}
    for state in case.parts("states"):
        now = track.at(state["t"])
        found = _found(sleigh, system, now)
        rel = found.pop("rel")
        state.compare_all(found)
        if "rel" in state:
            for name, value in rel.items():
                state["rel"].compare(name, value, name="rel")
        for name in ("E_J", "T", "L", "U"):
            seen.setdefault(name, []).append(found[name])
    _compare_constants(case, seen, growth)
    _compare_events(case, track)


def _compare_pose(part: CaseMapping, coordinates: tuple[np.ndarray, np.ndarray], prefix: str):
    q, v = coordinates
    part.compare_all({"com": q[:2], "theta": q[2], "vcom": v[:2], "omega": v[2]}, prefix=prefix)


def _found(sleigh: Sleigh, system: ConstrainedSystem, run: Integration) -> dict:
    """Takes a run and returns what the schema knows of its state, by name."""
    t = run.t
    (X, Y, theta), (VX, VY, w) = run.coordinates
    report = system.read(run.data)
    blade, axis = sleigh.blades[0], np.array(sleigh.motion.point[:2])
    C, V, rate = np.array([X, Y]), np.array([VX, VY]), _rate(sleigh.motion.angle, t)

    # the foot O1 of the first blade, its place and its velocity relative to the table along the blade
    e1 = np.array([cos(theta + blade.heading), sin(theta + blade.heading)])
    e2 = np.array([-e1[1], e1[0]])
    r = C - blade.offset*e1 - axis
    relative = V - w*blade.offset*e2 - rate*np.array([-r[1], r[0]])
    values = run.invariants(("E_J", "T", "L"))
    U = -sleigh.mass*float(np.dot(sleigh.motion.gravity[:2], C))
    return {"com": C, "theta": theta, "vcom": V, "omega": w, "blade_point": report.arrows[0].point[:2],
            "N": report.lam.sum(), "slip": report.h[0], "mode": system.modes[run.mode].word,
            "rel": {"v1": relative @ e1, "omega_rel": w - rate, "x1": r @ e1, "x2": r @ e2},
            "T": values["T"], "L": values["L"], "U": U, "E_J": values["E_J"] - U}


def _rate(angle: Signal, t: float) -> float:
    polynomial = sum(i*c*t**(i - 1) for i, c in enumerate(angle.coefficients) if i)
    return polynomial + angle.nu*(angle.sine*cos(angle.nu*t) - angle.cosine*sin(angle.nu*t))


def _compare_constants(case: Case, seen: dict[str, list[float]], growth: float):
    """The scalars that the case calls constant have to be so in the run."""
    named = case.get("conserved", [])
    for name in named:
        if name not in seen:
            raise Unsupported(f"conserved {name}")
        size = max(1.0, *map(abs, seen[name]))
        if np.ptp(seen[name]) > CONSTANT*growth*size:
            case.fault(f"{name} is not conserved")


def _compare_events(case: Case, track: Track):
    """Kinds, times and states of the events up to the last state or event of the case."""
    wanted = case.parts("events")
    last = max([state["t"] for state in case.parts("states")], default=0.0)
    met: list[TrackEvent] = []
    if case["blade_model"]["kind"] == "breakaway":
        for track_event in track.track_events(lambda x: True):
            if track_event.event.t > last and len(met) >= len(wanted):
                break
            met.append(track_event)
    if len(met) > len(wanted):
        case.fault("events " + ", ".join(x.kind for x in met))
    for event, found in zip(wanted, [*met, *[None]*len(wanted)], strict=False):
        if found is None:
            event.compare("t", None, name="event missing")
            continue
        event.compare("type", found.kind, name="events " + ", ".join(x.kind for x in met))
        event.compare("t", found.event.t, name=f"{found.kind} t")
        _compare_pose(event, track.system.coordinates(found.next_data), f"{found.kind} ")
        if "N" in event:
            # the force that holds, or would hold, the blades there
            held = found.data.copy()
            held.mode = next(iter(track.system.modes))
            track.system.switches.put(held.y, held.mode)
            event.compare("N", track.system.read(held).lam.sum(), name=f"{found.kind} N")
