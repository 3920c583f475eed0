"""Reference cases of a ball on a plane whose velocity jumps: at the rim of a turning disc, at a wall around a table."""

import numpy as np

from sandbox.scene.constrained import At, Unilateral
from sandbox.scene.models.plane_ball import PlaneBall
from sandbox.scene.motions import Spin
from sandbox.systems.rows.start import assemble_constrained
from sandbox.verify.ball import ball_of, from_time_zero, invariants_of
from sandbox.verify.case import Case, Unsupported, share_of
from sandbox.verify.track import Track, TrackEvent

# relative to max(1, |reference|)
ALLOWED = 1e-9


class Met:
    """A jump of a ball on a plane: time [s], place (2,) and velocity (2,) before and after."""

    def __init__(self, track_event: TrackEvent):
        q, before = track_event.system.coordinates(track_event.data)
        _q, after = track_event.system.coordinates(track_event.next_data)
        self.t, self.place, self.before, self.after = track_event.event.t, q[:2], before[:2], after[:2]


def check_identity_scattering(case: Case):
    """A ball that rolls onto a turning disc and off again: where, when and how fast."""
    case.allowed = share_of(ALLOWED)
    ball, table, incoming = ball_of(case["body"]), case["table"], case["incoming"]
    if not case.get("model", "ideal").startswith("ideal"):
        raise Unsupported(f"model {case['model']}")
    radius, speed = table["radius"], incoming["speed"]
    declared = PlaneBall(ball, disc=radius, disc_rate=table["rate"])
    along = np.array(incoming["direction"][:2], float)
    along /= np.linalg.norm(along)
    across = np.array([-along[1], along[0]])
    place, velocity = incoming["offset_y"]*across - 1.5*radius*along, speed*along
    # from beyond the rim the ball rolls on a floor at rest
    start = declared.start(*place, *velocity)
    if "omega" in incoming:
        start = At(start.q, (*velocity, incoming["omega"]))
    track = Track(assemble_constrained(declared.constrained(), start))
    incoming.compare("omega", track.at(0.0).body.angular_velocity, name="incoming omega")
    result = case["result"]
    rims = track.track_events(lambda x: x.kind == "rim")
    met = [Met(x) for x in (next(rims, None), next(rims, None)) if x is not None]
    if len(met) < 2:
        case.fault("rim missing")
        return
    on, off = met
    result.compare_all({"entry_point": on.place, "velocity_just_after_entry": on.after, "exit_point": off.place,
                        "velocity_after_exit": off.after, "transit_time": off.t - on.t})
    if not table["rate"]:
        # a line
        return
    # the circle through three points of the path
    middle = track.at(0.5*(on.t + off.t)).coordinates[0][:2]
    centre = centre_of_circle(on.place, middle, off.place)
    result.compare("arc_centre", centre)
    result.compare("arc_radius", float(np.linalg.norm(on.place - centre)))


def centre_of_circle(a: np.ndarray, b: np.ndarray, c: np.ndarray) -> np.ndarray:
    """Takes three points (2,) and returns the centre (2,) of the circle through them."""
    sides = np.array([b - a, c - a])
    return a + np.linalg.solve(sides, 0.5*(sides**2).sum(axis=1))


def check_billiard(case: Case):
    """A ball on a turntable within a wall: bounces, ell all along."""
    case.allowed = share_of(ALLOWED)
    rate, model, restitution = case["table_rate"], case["wall_model"], case.get("restitution", 1.0)
    if model not in ("A", "B"):
        raise Unsupported(f"wall_model {model}")
    law = Unilateral(1.0) if model == "A" else Unilateral(restitution, others_hold=False)
    wall = case["wall_radius_for_ball_centre"]
    declared = PlaneBall(ball_of(case["body"]), Spin("z", rate), wall=wall, wall_model=law)
    initial = case["initial"]
    from_time_zero(initial)
    (x, y), (vx, vy) = initial["r"][:2], initial["v"][:2]
    system = assemble_constrained(declared.constrained(), declared.start(x, y, vx, vy, rate))
    track, names = Track(system), invariants_of(case, system.integral_titles)
    impacts = track.track_events(lambda x: x.kind == "impact")
    last = 0.0
    for i, bounce in enumerate(case.parts("bounces")):
        track_event = next(impacts, None)
        if track_event is None:
            case.fault(f"bounce {i + 1} missing")
            return
        met = Met(track_event)
        for name, found in (("t", met.t), ("r", met.place), ("v_before", met.before), ("v_after", met.after)):
            bounce.compare(name, found, name=f"{name} of bounce {i + 1}")
        last = met.t
    for t in np.linspace(0.0, last, 9):
        for name, value in track.at(float(t)).invariants(names).items():
            case["invariants"].compare(name, value)
