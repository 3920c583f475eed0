"""Reference trajectories of hoops, disks and ellipsoids on a plane: they roll, slip, leave and hit."""

from collections.abc import Iterator

import numpy as np

from sandbox.compiling.rotation import matrix_of
from sandbox.scene.bodies import Body
from sandbox.scene.start import Start
from sandbox.systems.bodies_seen import BodyState
from sandbox.systems.contact.assembly import assemble_contact
from sandbox.systems.picture import ContactState, Picture
from sandbox.verify.ball import from_time_zero
from sandbox.verify.bodies import about_y, contact_of, disk_or_ellipsoid, gravity_of, support_of, weighted_hoop
from sandbox.verify.case import SIGN, TURNS, Case, CaseMapping, Unsupported
from sandbox.verify.track import Track, TrackEvent

# what cases call an event, and what a run does
KINDS = {"slip": "slip", "stick": "grip", "detach": "detach", "impact": "impact", "U_star_zero": "stop",
         "U_zero": "detach"}
# an acceleration below this share of gravity is zero, at an event
NOUGHT = 1e-6


def check_hoop(case: Case):
    """A hoop with a heavy point, a ball-shaped body with shifted mass centre that moves in a plane; per unit mass."""
    p, initial, expected = case["params"], case["initial"], case["expected"]
    from_time_zero(initial)
    body, phi, rate = weighted_hoop(p, slender=True), initial["phi"], initial["phidot"]
    mode, omega, q = initial.get("mode", "stick"), (0.0, -rate, 0.0), about_y(phi)
    if mode == "stick":
        start = Start((initial["x_G"] - p["delta"]*np.cos(phi), 0.0, 0.0), omega=omega, orientation=q)
    elif mode == "slip":
        height = p["r"] + p["delta"]*np.sin(phi)
        start = Start(mass_centre=(initial["x_G"], 0.0, height), omega=omega, orientation=q,
                      velocity=(initial["xdot_G"], 0.0, p["delta"]*np.cos(phi)*rate))
    else:
        raise Unsupported(f"initial mode {mode}")
    track = Track(assemble_contact(body, *support_of(p), contact_of(p), start))
    _compare_hoop(initial, track.at(0.0).picture(), "initial ")
    for state in expected.parts("states"):
        _compare_hoop(state, track.at(state["t"]).picture(), "state ")
    for event, found in _met(expected, track):
        if found is None:
            event.compare("t", None, name=f"{event['type']} missing")
            continue
        event.compare("t", found.event.t, name=f"{event['type']} t")
        _compare_hoop(event, found.before, f"{event['type']} ")
        _compare_flight(event, track, found)
        event.compare("scenario", _scenario(found.before.contacts[0], p.get("g", 9.81)))
        event.compare("next_class", _class_beyond(track, found))


def _met(expected: CaseMapping, track: Track) -> Iterator[tuple[CaseMapping, TrackEvent | None]]:
    """The events that a case lists, with what happened: all in their order, or the first of its kind for a single one.
    """
    wanted = expected.parts("events")
    for event in [*wanted, *([expected["event"]] if "event" in expected else [])]:
        if event["type"] not in KINDS:
            raise Unsupported(f"event {event['type']}")
    met = track.track_events(lambda x: x.kind in KINDS.values())
    for event in wanted:
        found = next(met, None)
        yield event, found if found is not None and found.kind == KINDS[event["type"]] else None
    if "event" in expected:
        yield expected["event"], track.first(KINDS[expected["event"]["type"]])


def _compare_hoop(part: CaseMapping, picture: Picture, prefix: str):
    body = picture.bodies[0]
    found = {"x_G": body.centre[0], "phi": -2.0*np.arctan2(body.quaternion[2], body.quaternion[0]),
             "xdot_G": body.velocity[0], "phidot": -body.angular_velocity[1], "N": body.N, "F": body.F[0]}
    if picture.contacts:
        contact = picture.contacts[0]
        found |= {"U": contact.U, "U_star": contact.U_star, "V_star": contact.V_star, "table1": contact.group}
    part.compare_all(found, prefix=prefix, alike={"phi": TURNS})


def _compare_flight(event: CaseMapping, track: Track, impact: TrackEvent):
    """The speed with which the gap closes, and how wide it was in the flight before."""
    body = impact.before.bodies[0]
    closing = body.velocity + np.cross(body.angular_velocity, body.contact - body.centre)
    event.compare("gap_rate_before", closing @ body.normal, name="gap rate")
    if "max_gap" in event:
        left = [x.event.t for x in track.happened if x.next_data.mode == "flight" and x.event.t < impact.event.t]
        event.compare("max_gap", None if not left else track.largest(
            lambda run: run.picture().contacts[0].gap, left[-1], impact.event.t))


def _scenario(contact: ContactState, g: float) -> str:
    """How contact is lost, by the accelerations at the instant: contact.md 5."""
    if abs(contact.U_star) <= NOUGHT*g and contact.U < -NOUGHT*g:
        return "2.10"
    if abs(contact.U) <= NOUGHT*g:
        return "2.11" if contact.U_star < -NOUGHT*g else "2.6"
    return "none"


def _class_beyond(track: Track, found: TrackEvent) -> str:
    """Class of Table 1 just beyond an event at which U* goes through zero, by how U* went until then."""
    contact, earlier = found.before.contacts[0], track.at(max(found.t - 1e-3, 0.0)).picture().contacts[0]
    rises = contact.U_star > earlier.U_star
    digit = (1 if rises else 2) if contact.V_star > 0.0 else (3 if rises else 4)
    return f"{'A' if contact.U > 0.0 else 'B'}{digit}"


def check_rigid(case: Case):
    """A disk or an ellipsoid on a plane; where two futures are possible, both of them."""
    p, initial, expected = case["params"], case["initial"], case["expected"]
    from_time_zero(initial)
    body, (surface, motion), g = disk_or_ellipsoid(p), support_of(p), gravity_of(p)
    start = Start(mass_centre=tuple(initial["pos"]), orientation=tuple(initial["quat"]),
                  velocity=tuple(initial["vel"]), omega=tuple(initial["omega"]))

    def run(branch: str) -> Track:
        return Track(assemble_contact(body, surface, motion, contact_of(p, branch), start))

    def compare(part: CaseMapping, picture: Picture):
        _compare_rigid(part, picture, is_disk=p["geometry"]["type"] == "disk")
        expected.compare("energy", _energy(body, picture.bodies[0], g))

    branches: CaseMapping | tuple = expected.get("branches", ())
    track = run("contact" if branches else "history")
    _compare_rigid(expected, track.at(0.0).picture(), is_disk=p["geometry"]["type"] == "disk")
    # a start with slip on a rough plane would lose it at once
    _compare_rigid(initial, track.at(0.0).picture(), is_disk=False)
    for state in expected.parts("states"):
        compare(state, track.at(state["t"]).picture())
    for event, found in _met(expected, track):
        event.compare("t", None if found is None else found.event.t, name=f"{event['type']} t")
        if found is not None:
            _compare_rigid(event, found.before, is_disk=p["geometry"]["type"] == "disk")
    for branch in branches:
        if branch not in ("contact", "flight"):
            raise Unsupported(f"branch {branch}")
        track = run(branch)
        for state in expected["branches"].parts(branch):
            compare(state, track.at(state["t"]).picture())
        if branch == "flight" and "flight_recontact_t" in expected:
            impact = track.first("impact")
            expected.compare("flight_recontact_t", None if impact is None else impact.event.t)


def _compare_rigid(part: CaseMapping, picture: Picture, is_disk: bool):
    body = picture.bodies[0]
    found = {"pos": body.centre, "vel": body.velocity, "omega": body.angular_velocity, "quat": body.quaternion,
             "contact_force": body.F + body.N*body.normal, "N": body.N, "F": body.F, "mode": body.mode}
    if picture.contacts:
        contact = picture.contacts[0]
        found |= {"U": contact.U, "U_star": contact.U_star, "V_star": contact.V_star, "table1": contact.group,
                  "meaning": contact.meaning, "gap": contact.gap}
    if is_disk:
        found |= angles(body)
    part.compare_all(found, alike={"quat": SIGN})


def angles(body: BodyState) -> dict[str, float]:
    """Takes a body on a level plane and returns the angle of its axis k' to the vertical and the parts of its spin.

    e1 = e_z x k'/|e_z x k'|, e2 = k' x e1;   w = theta' e1 + tau e2 + n k';   k' turns about e_z at psi'
    """
    axis = np.array(matrix_of(*body.quaternion)).reshape(3, 3)[:, 2]
    w, across = body.angular_velocity, np.array([-axis[1], axis[0], 0.0])
    slope = float(np.linalg.norm(across))
    if slope == 0.0:
        return {}
    e1 = across/slope
    return {"theta": float(np.arctan2(slope, axis[2])), "thetadot": float(w @ e1),
            "tau": float(w @ np.cross(axis, e1)), "n": float(w @ axis),
            "psidot": float(across @ np.cross(w, axis))/slope**2}


def _energy(body: Body, state: BodyState, gravity) -> float:
    """Kinetic energy and m g z of the mass centre [J]."""
    w = np.array(matrix_of(*state.quaternion)).reshape(3, 3).T @ state.angular_velocity
    kinetic = 0.5*body.mass*state.velocity @ state.velocity + 0.5*w @ np.asarray(body.inertia) @ w
    return float(kinetic - body.mass*np.dot(gravity, state.centre))
