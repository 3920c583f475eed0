"""Reference trajectories of a contact that may slip, leave and hit, run through the engine."""

import numpy as np

from sandbox.run.integration import Integration
from sandbox.run.trajectory import STEP_RATE, Trajectory, disk_or_ellipsoid, gravity, law_of
from sandbox.run.verdict import Result
from sandbox.scene.bodies import Ball, Body, Puck
from sandbox.scene.contact import Contact, Contensou, Coulomb, Rough
from sandbox.scene.motions import Motion, Signal
from sandbox.scene.start import Start


def hoop(case: dict) -> Trajectory:
    """A hoop with a heavy point: a ball-shaped body with shifted mass centre that moves in a plane, per unit mass."""
    p, start = case["params"], case["initial"]
    A, d, phi = p["A"], p["delta"], start["phi"]
    body = Body(lambda x, y, z, r: r*(x*x + y*y + z*z)**0.5, (p["r"],), 1.0,
                ((0.7*A, 0.0, 0.0), (0.0, A, 0.0), (0.0, 0.0, 0.7*A)), (d, 0.0, 0.0), size=p["r"], name="hoop")
    q = (np.cos(0.5*phi), 0.0, -np.sin(0.5*phi), 0.0)
    x = start["x_G"] - d*np.cos(phi)
    run = Trajectory(case, body, Contact(law_of(p["friction"])),
                     Start((x, 0.0, 0.0), omega=(0.0, -start["phidot"], 0.0), orientation=q),
                     Motion(gravity=gravity(p)))

    def compare(picture, state, what):
        body = picture.bodies[0]
        run.compare(body.centre[0], state["x_G"], f"{what} x_G")
        run.compare(-body.angular_velocity[1], state["phidot"], f"{what} phidot")
        w, _x, y, _z = body.quaternion
        turned = -2.0*np.arctan2(y, w)
        run.compare(np.remainder(turned - state["phi"] + np.pi, 2.0*np.pi) - np.pi, 0.0, f"{what} phi")
        if "xdot_G" in state:
            run.compare(body.velocity[0], state["xdot_G"], f"{what} xdot_G")
        for key, value in (("N", body.N), ("F", body.F[0])):
            if key in state and "U_star" in state:
                run.compare(value, state[key], f"{what} {key}")
        if picture.contacts and "U_star" in state:
            contact = picture.contacts[0]
            for key, value in (("U", contact.U), ("U_star", contact.U_star), ("V_star", contact.V_star)):
                run.compare(value, state[key], f"{what} {key}")

    for state in case["expected"].get("states", ()):
        compare(run.at(state["t"]).picture(), state, "state")
    wanted = case["expected"].get("events") or [{**case["expected"]["event"], "type": "stop"}]
    run.run.advance(int(STEP_RATE*(wanted[-1]["t"] + 0.1)))
    words = {"stick": "grip"}
    found = {kind: list(run.system.told(kind)) for kind in ("slip", "grip", "detach", "impact", "stop")}
    for event in wanted:
        kind = words.get(event["type"], event["type"])
        if not found[kind]:
            run.missing(event["type"])
            continue
        t, before, _after = found[kind].pop(0)
        run.compare(t, event["t"], f"{event['type']} t")
        compare(before, event, event["type"])
        if "gap_rate_before" in event:
            r = before.bodies[0].contact - before.bodies[0].centre
            run.compare(before.bodies[0].velocity[2] + np.cross(before.bodies[0].angular_velocity, r)[2],
                        event["gap_rate_before"], "gap rate")
    return run


def rigid(case: dict) -> Trajectory:
    """A disk or an ellipsoid on a plane."""
    p, start = case["params"], case["initial"]
    branch = case.get("branch", "history")
    run = Trajectory(case, disk_or_ellipsoid(p), Contact(law_of(p["friction"]), branch=branch),
                     Start(mass_centre=tuple(start["pos"]), orientation=tuple(start["quat"]),
                           velocity=tuple(start["vel"]), omega=tuple(start["omega"])), Motion(gravity=gravity(p)))

    def compare(picture, state):
        body = picture.bodies[0]
        run.compare(body.centre, state["pos"], "pos")
        run.compare(body.velocity, state["vel"], "vel")
        run.compare(body.angular_velocity, state["omega"], "omega")
        same = np.sign(body.quaternion @ np.array(state["quat"]))
        run.compare(same*body.quaternion, state["quat"], "quat")
        if "contact_force" in state:
            run.compare(body.F + body.N*body.normal, state["contact_force"], "contact_force")
        for key in ("U", "U_star", "V_star"):
            if key in state:
                run.compare(getattr(picture.contacts[0], key), state[key], key)
        if "N" in state:
            run.compare(body.N, state["N"], "N")
        if "table1" in state and picture.contacts[0].group != state["table1"]:
            run.missing(f"class {state['table1']}")

    expected = case["expected"]
    for state in expected.get("states", ()):
        compare(run.at(state["t"]).picture(), state)
    if "event" in expected:
        run.run.advance(STEP_RATE)
        told = list(run.system.told("detach"))
        if told:
            run.compare(told[0][0], expected["event"]["t"], "detach t")
        else:
            run.missing("detach")
    return run


def both_branches(case: dict) -> Trajectory:
    """Class A2: contact and flight, both taken."""
    expected = case["expected"]
    worst = None
    for branch, states in expected["branches"].items():
        run = rigid({**case, "branch": branch, "expected": {"states": states}})
        if branch == "flight":
            for state in states:
                if "gap" in state:
                    seen = Integration(run.system, 1.0/STEP_RATE).peek(state["t"]).picture()
                    run.compare(seen.contacts[0].gap, state["gap"], "gap")
            run.run.advance(STEP_RATE)
            told = list(run.system.told("impact"))
            if told:
                run.compare(told[0][0], expected["flight_recontact_t"], "flight_recontact_t")
            else:
                run.missing("impact")
        elif run.system.picture(run.system.mode, 0.0, run.system.y).contacts[0].group != expected["table1"]:
            run.missing("class")
        if worst is not None:
            run.worst.compare(worst.error, 0.0, worst.allowed, worst.quantity)
        worst = run.worst
    return run


def ball(case: dict) -> Trajectory:
    """A ball on the plane that slides until it rolls."""
    p, start = case["params"], case["initial"]
    body = Ball(p["radius"], mass=p["mass"], inertia=p["inertia_factor"]*p["mass"]*p["radius"]**2)
    run = Trajectory(case, body, Contact(Coulomb(p["mu"])),
                     Start(tuple(start["pos"]), velocity=tuple(start["vel"]), omega=tuple(start["omega"])),
                     Motion(gravity=gravity(p)))
    _slides_then_rolls(run, case["expected"])
    return run


def _slides_then_rolls(run: Trajectory, expected: dict):
    words = {"slide": "sliding", "roll": "rolling"}
    for state in expected["states"]:
        body = run.at(state["t"]).body
        run.compare(body.centre[:len(state["x"])], state["x"], "x")
        run.compare(body.velocity[:len(state["vel"])], state["vel"], "vel")
        if "omega" in state:
            run.compare(body.angular_velocity, state["omega"], "omega")
        if "mode" in state and body.mode != words[state["mode"]]:
            run.missing(f"mode {state['mode']}")
    event = expected.get("event")
    if event:
        told = list(run.system.told("grip"))
        if not told:
            run.missing("grip")
            return
        t, _before, after = told[0]
        body = after.bodies[0]
        where = event.get("pos", event.get("x"))
        run.compare(t, event["t"], "slip_to_roll t")
        run.compare(body.centre[:len(where)], where, "slip_to_roll pos")
        run.compare(body.velocity[:len(event["vel"])], event["vel"], "slip_to_roll vel")
        run.compare(body.angular_velocity, event["omega"], "slip_to_roll omega")


def bouncing(case: dict) -> Trajectory:
    """A ball that falls and bounces to rest."""
    p, start, expected = case["params"], case["initial"], case["expected"]
    run = Trajectory(case, Ball(p["radius"], mass=p["mass"]),
                     Contact(Coulomb(0.3), restitution=p["restitution"]),
                     Start((0.0, 0.0, start["z"]), velocity=(0.0, 0.0, start["vz"]), omega=(0.0, 0.0, 0.0)),
                     Motion(gravity=gravity(p)))
    run.run.advance(int(STEP_RATE*(expected["t_zeno"] + 0.1)))
    told = list(run.system.told("impact"))
    for impact, (t, before, after) in zip(expected["impacts"], told, strict=False):
        run.compare(t, impact["t"], "impact t")
        run.compare(before.bodies[0].velocity[2], impact["v_before"], "v_before")
        run.compare(after.bodies[0].velocity[2], impact["v_after"], "v_after")
    again = Integration(run.system, 1.0/STEP_RATE)
    for impact, (t, _before, after) in zip(expected["impacts"], told, strict=False):
        top = again.peek(t + after.bodies[0].velocity[2]/p["g"])
        run.compare(top.body.centre[2] - p["radius"], impact["apex_gap_after"], "apex_gap_after")
    ends = [event.t for event in run.run.news() if event.kind == "grip"]
    if len(told) < len(expected["impacts"]) or not ends:
        run.missing("impacts")
    else:
        run.compare(ends[0], expected["t_zeno"], "t_zeno")
    return run


def turntable(case: dict) -> Trajectory:
    """A ball put on a turning table."""
    p, start, expected = case["params"], case["initial"], case["expected"]
    body = Ball(p["radius"], mass=p["mass"], inertia=p["inertia_factor"]*p["mass"]*p["radius"]**2)
    motion = Motion("z", Signal((0.0, p["Omega"])), gravity=gravity(p))
    velocity = (*start["vel"], 0.0)
    if "mu" in p:
        run = Trajectory(case, body, Contact(Coulomb(p["mu"])), Start(
            (*start["x"], p["radius"]), velocity=velocity, omega=tuple(start["omega"])), motion)
    else:
        run = Trajectory(case, body, Contact(Rough()), Start(
            (*start["x"], p["radius"]), velocity=velocity, spin=start["omega_z"]), motion)
        body_0 = run.run.body
        drift = np.array([-body_0.velocity[1], body_0.velocity[0]])/expected["rate"]
        run.compare(body_0.centre[:2] + drift, expected["center"], "center")
        run.compare(np.linalg.norm(drift), expected["circle_radius"], "circle_radius")
    _slides_then_rolls(run, expected)
    return run


def puck(case: dict) -> Trajectory:
    """A puck that slides and spins until both end together."""
    p, start, expected = case["params"], case["initial"], case["expected"]
    # a disk of the height nothing, whose friction can't tip it
    body = Puck(0.04, 1e-3, p["mass"], axial=p["mass"]*p["gyration_radius_sq"])
    run = Trajectory(case, body, Contact(Contensou(p["mu"], p["patch_radius"])), Start(
        (start["x"], 0.0, 0.0), velocity=(start["v"], 0.0, 0.0), omega=(0.0, 0.0, start["omega_z"])),
        Motion(gravity=gravity(p)))
    turned = _Turns()
    for state in expected["states"]:
        body = run.at(state["t"]).body
        run.compare(body.centre[0], state["x"], "x")
        run.compare(body.velocity[0], state["v"], "v")
        run.compare(body.angular_velocity[2], state["omega_z"], "omega_z")
        run.compare(turned.near(body.quaternion, state["phi"]), state["phi"], "phi")
    run.run.advance(STEP_RATE)
    told = list(run.system.told("grip"))
    if not told:
        run.missing("stop")
        return run
    t, _before, after = told[0]
    run.compare(t, expected["event"]["t"], "stop t")
    run.compare(after.bodies[0].centre[0], expected["event"]["x"], "stop x")
    run.compare(turned.near(after.bodies[0].quaternion, expected["event"]["phi"]), expected["event"]["phi"],
                "stop phi")
    return run


class _Turns:
    """Angle about z of a quaternion, with the whole turns taken from the reference."""

    @staticmethod
    def near(q, reference: float) -> float:
        angle = 2.0*np.arctan2(q[3], q[0])
        return float(angle + 2.0*np.pi*np.round((reference - angle)/(2.0*np.pi)))


def incline(case: dict) -> Trajectory:
    """A block on a slope."""
    p, start, expected = case["params"], case["initial"], case["expected"]
    a = p["angle"]
    # the slope is level, gravity is tilted: up the slope is +x
    motion = Motion(gravity=(-p["g"]*np.sin(a), 0.0, -p["g"]*np.cos(a)))
    run = Trajectory(case, Puck(0.05, 1e-3, p["mass"]), Contact(Coulomb(p["mu"], p["mu_s"])), Start(
        (start["s"], 0.0, 0.0), velocity=(start["v"], 0.0, 0.0), omega=(0.0, 0.0, 0.0)), motion)
    for state in expected["states"]:
        body = run.at(state["t"]).body
        run.compare(body.centre[0], state["s"], "s")
        run.compare(body.velocity[0], state["v"], "v")
    event = expected["event"]
    kind = "slip" if event["then"] == "slides_back" else "grip"
    told = list(run.system.told(kind))
    if not told:
        run.missing(event["then"])
        return run
    t, _before, after = told[0]
    run.compare(t, event["t"], "stop t")
    run.compare(after.bodies[0].centre[0], event["s"], "stop s")
    return run


RUNS = {"planar_hoop": hoop, "rigid3d": rigid, "ball": ball, "ball_turntable": turntable, "contensou_puck": puck,
        "particle_incline": incline}


def check_trajectory(case: dict) -> Result:
    """One case of the kind trajectory."""
    expected = case["expected"]
    if "branches" in expected:
        make = both_branches
    elif "impacts" in expected:
        make = bouncing
    elif case["model"] in RUNS:
        make = RUNS[case["model"]]
    else:
        return Result(case["id"], case["kind"], "UNSUPPORTED", quantity=case["model"])
    return make(case).worst.result(case)
