"""Reference cases of a ball on a plane whose velocity jumps: at the rim of a turning disc, at a wall around a table."""

from itertools import pairwise

import numpy as np

from sandbox.scene.bodies import Ball
from sandbox.scene.constrained import At, Unilateral
from sandbox.scene.models.plane_ball import PlaneBall
from sandbox.scene.motions import Spin
from sandbox.systems.integration import Integration
from sandbox.systems.rows.start import assemble_constrained
from sandbox.verify.sleigh import compare
from sandbox.verify.verdict import Result, Worst

STEP_RATE = 240
# relative to max(1, |reference|)
ALLOWED = 1e-9
# how long a run may wait for what has to happen [s]
PATIENCE = 60


class Jumps:
    """The jumps of a run of a system: for each the time [s], place (2,) and velocity (2,) before and after."""

    def __init__(self, declared: PlaneBall, start: At):
        self.system = assemble_constrained(declared.constrained(), start)
        self.seen, jump = [], self.system.jump

        def noted(mode, guard, t, y, count):
            after = jump(mode, guard, t, y, count)
            self.seen.append((t, y[:2].copy(), y[6:8].copy(), after.y[6:8].copy()))
            return after

        self.system.jump = noted
        self.run = Integration(self.system, 1.0/STEP_RATE)

    def wait_for(self, count: int) -> bool:
        """Go on until there are as many jumps; whether they came."""
        while len(self.seen) < count and self.run.ended is None and self.run.t < PATIENCE:
            self.run.advance(1)
        return len(self.seen) >= count


def ball_of(case: dict) -> Ball:
    """The ball of a case."""
    body = case["body"]
    return Ball(body["a"], mass=body["m"], inertia=body["I"])


def check_identity_scattering(case: dict) -> Result:
    """A ball that rolls onto a turning disc and off again: where, when and how fast."""
    ball, table, incoming, result = ball_of(case), case["table"], case["incoming"], case["result"]
    declared = PlaneBall(ball, disc=table["radius"], disc_rate=table["rate"])
    along = np.array(incoming["direction"][:2], float)
    across = np.array([-along[1], along[0]])
    x, y = incoming["offset_y"]*across - 1.5*table["radius"]*along
    vx, vy = incoming["speed"]*along
    jumps = Jumps(declared, At((x, y, (1.0, 0.0, 0.0, 0.0)), (vx, vy, incoming["omega"])))
    if not jumps.wait_for(2):
        return Result(case["id"], case["kind"], "FAIL", np.inf, ALLOWED, "rim missing")
    worst = Worst()
    (t_on, on, before, rolling), (t_off, off, _last, after) = jumps.seen
    compare(worst, before, [vx, vy], ALLOWED, "velocity before entry")
    compare(worst, on, result["entry_point"], ALLOWED, "entry_point")
    compare(worst, rolling, result["velocity_just_after_entry"], ALLOWED, "velocity_just_after_entry")
    compare(worst, off, result["exit_point"], ALLOWED, "exit_point")
    compare(worst, after, result["velocity_after_exit"], ALLOWED, "velocity_after_exit")
    compare(worst, t_off - t_on, result["transit_time"], ALLOWED, "transit_time")
    # the arc begins across its radius, v = chi Omega e_z x (r - centre)
    k = ball.chi*table["rate"]
    centre = on + np.array([-rolling[1], rolling[0]])/k
    compare(worst, centre, result["arc_centre"], ALLOWED, "arc_centre")
    for name, place in (("entry", on), ("exit", off)):
        compare(worst, np.linalg.norm(place - centre), result["arc_radius"], ALLOWED, f"arc_radius at {name}")
    return worst.result(case)


def check_billiard(case: dict) -> Result:
    """A ball on a turntable within a wall: bounces, ell all along."""
    rate, model = case["table_rate"], case["wall_model"]
    if model not in ("A", "B"):
        return Result(case["id"], case["kind"], "UNSUPPORTED", quantity=f"wall_model {model}")
    law = Unilateral(1.0) if model == "A" else Unilateral(case["restitution"], others_hold=False)
    declared = PlaneBall(ball_of(case), Spin("z", rate), wall=case["wall_radius_for_ball_centre"], wall_model=law)
    initial = case["initial"]
    jumps = Jumps(declared, declared.start(*initial["r"], *initial["v"], rate))
    bounces, worst = case["bounces"], Worst()
    for i, bounce in enumerate(bounces):
        if not jumps.wait_for(i + 1):
            return Result(case["id"], case["kind"], "FAIL", np.inf, ALLOWED, f"bounce {i + 1} missing")
        for name, value in zip(("t", "r", "v_before", "v_after"), jumps.seen[i], strict=True):
            compare(worst, value, bounce[name], ALLOWED, f"{name} of bounce {i + 1}")
        for name, value in jumps.run.invariants(("ell",)).items():
            compare(worst, value, case["invariants"][name], ALLOWED, name)
    if model == "A":
        steps = [np.angle(complex(*b)/complex(*a)) for (_t, a, *_v), (_u, b, *_w) in pairwise(jumps.seen)]
        compare(worst, np.ptp(np.mod(steps, 2*np.pi)), 0.0, ALLOWED, "angle between bounces")
    return worst.result(case)
