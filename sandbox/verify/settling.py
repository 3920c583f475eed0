"""Reference trajectories of balls, pucks and blocks that slide or bounce until they roll or rest."""

import numpy as np

from sandbox.scene.bodies import Ball, Puck
from sandbox.scene.contact import Contact, Contensou, Coulomb, Rough
from sandbox.scene.motions import Motion, Signal
from sandbox.scene.start import Start
from sandbox.systems.integration import Integration
from sandbox.verify.trajectory import STEP_RATE, Trajectory, gravity


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
