"""Reference trajectories of a contact that may slip, leave and hit, run through the engine."""

import numpy as np

from sandbox.scene.bodies import Body
from sandbox.scene.contact import Contact
from sandbox.scene.motions import Motion
from sandbox.scene.start import Start
from sandbox.systems.integration import Integration
from sandbox.verify.settling import ball, bouncing, incline, puck, turntable
from sandbox.verify.trajectory import STEP_RATE, Trajectory, disk_or_ellipsoid, gravity, law_of
from sandbox.verify.verdict import Result


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
