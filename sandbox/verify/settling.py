"""Reference trajectories of balls, pucks and blocks that slide or bounce until they roll or rest."""

from collections.abc import Iterator

import numpy as np

from sandbox.scene.bodies import Puck
from sandbox.scene.contact import Contact
from sandbox.scene.friction import Contensou, Coulomb
from sandbox.scene.motions import Motion
from sandbox.scene.start import Start
from sandbox.systems.contact.assembly import assemble_contact
from sandbox.systems.picture import Picture
from sandbox.verify.ball import from_time_zero
from sandbox.verify.bodies import ball_of, contact_of, gravity_of, law_of, support_of
from sandbox.verify.case import ONE_OF, TURNS, Case, CaseMapping, Malformed, Unsupported
from sandbox.verify.crossings import centre_of_circle
from sandbox.verify.track import Track, TrackEvent

# words of cases for what a body does; a body that sticks rolls
MODES = {"sliding": ("slide",), "slip_end": ("slide",), "slip_begin": ("slide",), "rolling": ("roll", "stick"),
         "rubber": ("roll", "stick"), "resisted": ("roll", "stick"), "rest": ("rest", "stick"), "flight": ("flight",)}
# a start of so many radii above the plane touches it
TOUCHES = 1e-9
# share of the table's angle, or of a second, between the instants that a circle is laid through [rad]
APART = 1.0


def check_ball(case: Case):
    """A ball on a plane, at rest or turning, or on another support: it slides, rolls and bounces."""
    p, initial, expected = case["params"], case["initial"], case["expected"]
    from_time_zero(initial)
    surface, motion = support_of(p)
    body, contact = ball_of(p), contact_of(p)
    track = Track(assemble_contact(body, surface, motion, contact, _start_of(initial, p["radius"], contact)))
    for state in expected.parts("states"):
        _compare_ball(state, track.at(state["t"]).picture())
    for event in [*expected.parts("events"), *([expected["event"]] if "event" in expected else [])]:
        if event["type"] != "slip_to_roll":
            raise Unsupported(f"event {event['type']}")
        # the end of bouncing is told as a grip, too
        found = next(track.track_events(lambda x: x.kind == "grip" and x.mode != "flight"), None)
        event.compare("t", None if found is None else found.event.t, name="slip_to_roll t")
        if found is not None:
            _compare_ball(event, found.after, "slip_to_roll ")
    _compare_impacts(expected, track)
    _compare_circle(expected, track, p.get("Omega", 0.0))


def _start_of(initial: CaseMapping, radius: float, contact: Contact) -> Start:
    """Takes place and velocities as the cases of balls give them and returns the start."""
    if "z" in initial:
        place = (0.0, 0.0, initial["z"])
    else:
        place = tuple(initial["pos"] if "pos" in initial else initial["x"])
        place = (*place, radius) if len(place) == 2 else place
    if "vel" in initial:
        velocity = tuple(initial["vel"])
        velocity = (*velocity, 0.0) if len(velocity) == 2 else velocity
    else:
        velocity = (0.0, 0.0, initial.get("vz", 0.0))
    if "omega" in initial:
        return Start(place, velocity=velocity, omega=tuple(initial["omega"]))
    rolls = contact.friction.is_rough and place[2] <= radius*(1.0 + TOUCHES)
    if rolls:
        return Start(place, velocity=velocity, spin=initial.get("omega_z", 0.0))
    return Start(place, velocity=velocity, omega=(0.0, 0.0, initial.get("omega_z", 0.0)))


def _compare_ball(part: CaseMapping, picture: Picture, prefix: str = ""):
    """All numbers of a state; a place and a velocity may be given along the plane only."""
    body = picture.bodies[0]
    for name, found in (("x", body.centre), ("pos", body.centre), ("vel", body.velocity)):
        part.compare(name, found[:part.shape(name) or 3], name=prefix + name)
    part.compare_all({"omega": body.angular_velocity, "N": body.N, "F": body.F,
                      "contact_force": body.F + body.N*body.normal}, prefix=prefix)
    if picture.contacts:
        part.compare("gap", picture.contacts[0].gap, name=prefix + "gap")
    if "mode" in part:
        words = MODES.get(body.mode, (body.mode,))
        part.compare("mode", words, name=prefix + "mode", alike=ONE_OF)


def _compare_impacts(expected: CaseMapping, track: Track):
    parts = expected.parts("impacts")
    indices = [impact.get("index", i + 1) for i, impact in enumerate(parts)]
    for index in indices:
        if not (isinstance(index, int) and index >= 1):
            raise Malformed(f"impacts: got the index {index}, needs a whole number from 1 on")
    # one impact more ends the last flight
    bounces = list(_bounces(track, max(indices, default=0) + 1, to_the_end="t_zeno" in expected))
    met = [x for x in bounces if x.kind == "impact"]
    for index, impact in zip(indices, parts, strict=True):
        if index > len(met):
            impact.compare("t", None, name=f"impact {index} missing")
            continue
        found = met[index - 1]
        before, after = found.before.bodies[0], found.after.bodies[0]
        impact.compare("t", found.event.t, name="impact t")
        impact.compare("pos", after.centre)
        for name, velocity in (("v_before", before.velocity), ("v_after", after.velocity)):
            # one number is the vertical speed
            impact.compare(name, velocity if impact.shape(name) else velocity[2])
        impact.compare_all({"omega_before": before.angular_velocity, "omega_after": after.angular_velocity})
        if "apex_gap_after" in impact:
            later = [x.event.t for x in bounces if x.event.t > found.event.t]
            impact.compare("apex_gap_after", None if not later else track.largest(
                lambda run: run.picture().contacts[0].gap, found.event.t, later[0]))
    if "t_zeno" in expected:
        ends = [x.event.t for x in bounces if x.kind == "grip"]
        expected.compare("t_zeno", ends[0] if ends else None)


def _bounces(track: Track, count: int, to_the_end: bool) -> Iterator[TrackEvent]:
    """Impacts, so many or until bouncing ends, which is told as a grip."""
    for track_event in track.track_events(lambda x: x.kind == "impact" or (x.kind == "grip" and x.mode == "flight")):
        yield track_event
        count -= 1
        if track_event.kind == "grip" or (count <= 0 and not to_the_end):
            return


def _compare_circle(expected: CaseMapping, track: Track, Omega: float):
    """Centre, radius and rate of the circle on which a ball rolls, from its place at three instants."""
    if not any(name in expected for name in ("center", "circle_radius", "rate")):
        return
    apart = APART/max(abs(Omega), 1.0)
    bodies = [track.at(i*apart).body for i in range(3)]
    centre = centre_of_circle(*(body.centre[:2] for body in bodies))
    arms = [complex(*(body.centre[:2] - centre)) for body in bodies]
    expected.compare_all({"center": centre, "circle_radius": abs(arms[0]),
                          "rate": float(np.angle(arms[1]/arms[0]))/apart})


def check_puck(case: Case):
    """A puck that slides and spins until both end together."""
    p, initial, expected = case["params"], case["initial"], case["expected"]
    from_time_zero(initial)
    if p.get("pressure", "hertz") != "hertz":
        raise Unsupported(f"pressure {p['pressure']}")
    # a disk of the height nothing, whose friction can't tip it
    body = Puck(0.04, 1e-3, p["mass"], axial=p["mass"]*p["gyration_radius_sq"])
    start = Start((initial.get("x", 0.0), 0.0, 0.0), velocity=(initial["v"], 0.0, 0.0),
                  omega=(0.0, 0.0, initial["omega_z"]), orientation=_about_z(initial.get("phi", 0.0)))
    track = Track(assemble_contact(body, *support_of(p), Contact(Contensou(p["mu"], p["patch_radius"])), start))

    def compare(part: CaseMapping, picture: Picture, prefix: str = ""):
        body = picture.bodies[0]
        found = {"x": body.centre[0], "v": body.velocity[0], "omega_z": body.angular_velocity[2], "N": body.N,
                 "phi": 2.0*np.arctan2(body.quaternion[3], body.quaternion[0])}
        part.compare_all(found, prefix=prefix, alike={"phi": TURNS})

    for state in expected.parts("states"):
        compare(state, track.at(state["t"]).picture())
    _compare_stop(expected, track, compare)


def _about_z(angle: float) -> tuple[float, float, float, float]:
    return float(np.cos(0.5*angle)), 0.0, 0.0, float(np.sin(0.5*angle))


def check_incline(case: Case):
    """A block on a slope: s and v up the slope."""
    p, initial, expected = case["params"], case["initial"], case["expected"]
    from_time_zero(initial)
    a, g = p["angle"], -gravity_of(p)[2]
    # the slope is level, gravity is tilted: up the slope is +x
    motion = Motion(gravity=(-g*np.sin(a), 0.0, -g*np.cos(a)))
    surface, _motion = support_of(p)
    start = Start((initial.get("s", 0.0), 0.0, 0.0), velocity=(initial["v"], 0.0, 0.0), omega=(0.0, 0.0, 0.0))
    law = law_of(p["friction"]) if "friction" in p else Coulomb(p["mu"], p.get("mu_s"))
    track = Track(assemble_contact(Puck(0.05, 1e-3, p["mass"]), surface, motion, Contact(law), start))

    def compare(part: CaseMapping, picture: Picture, prefix: str = ""):
        body = picture.bodies[0]
        part.compare_all({"s": body.centre[0], "v": body.velocity[0], "N": body.N, "F": body.F[0]}, prefix=prefix)

    for state in expected.parts("states"):
        compare(state, track.at(state["t"]).picture())
    _compare_stop(expected, track, compare)


def _compare_stop(expected: CaseMapping, track: Track, compare):
    """The end of a slip, and what follows it."""
    if "event" not in expected:
        return
    event = expected["event"]
    if event["type"] != "stop":
        raise Unsupported(f"event {event['type']}")
    found: TrackEvent | None = next(track.track_events(lambda x: x.kind in ("grip", "slip")), None)
    event.compare("t", None if found is None else found.event.t, name="stop t")
    if found is not None:
        compare(event, found.after, "stop ")
        event.compare("then", "sticks" if found.kind == "grip" else "slides_back")
