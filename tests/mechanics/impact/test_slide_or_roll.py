"""When a ball slides, rolls or rests: on a plane, a turntable and a slope, with the forces of each mode."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from sandbox.mechanics.friction.dry import dry_law
from sandbox.mechanics.impact import decision as decisions
from sandbox.mechanics.impact.contact_state import touch
from sandbox.mechanics.impact.decision import can_rest, decide
from sandbox.mechanics.impact.detachment import analyse
from sandbox.scene import Body, Motion, Plane, Signal
from tests.mechanics.impact.touch import ROUGH, ball_touch, cases, compare, system_of

# from sliding to rolling ----------------------------------------------------------------------------------------------

def test_ball_slides_then_rolls():
    for name in ("slide_to_roll_5_7", "slide_to_roll_3d"):
        case = cases()[name]
        params, event, law = case["params"], case["expected"]["event"], dry_law(case["params"]["mu"])
        initial = case["initial"]
        now = ball_touch(params, initial["vel"], initial["omega"])
        found = decide(now, law)
        a = found.analysis
        assert found.mode == decisions.SLIDING
        # slip keeps its direction and falls off at a constant rate
        change = now.c_free + now.G @ (a.N*now.n + a.F)
        compare({"t": now.speed/np.linalg.norm(change)}, case, "t", expected=event)
        assert_allclose(np.array(initial["vel"]) + event["t"]*a.F/params["mass"], event["vel"], rtol=1e-11, atol=1e-12)
        for state in case["expected"]["states"]:
            mode = {"slide": decisions.SLIDING, "roll": decisions.ROLLING}[state["mode"]]
            assert decide(ball_touch(params, state["vel"], state["omega"]), law).mode == mode
        assert decide(ball_touch(params, event["vel"], event["omega"]), law).mode == decisions.ROLLING


def test_ball_on_a_turntable():
    case = cases()["turntable_slide_roll"]
    params = case["params"]
    law, motion = dry_law(params["mu"]), Motion("z", Signal((0.0, params["Omega"])))
    for state in case["expected"]["states"]:
        now = ball_touch(params, (*state["vel"], 0.0), state["omega"], motion, tuple(state["x"]))
        mode = {"slide": decisions.SLIDING, "roll": decisions.ROLLING}[state["mode"]]
        # the reference is known to 1e-8, rolling has no slip to that
        assert decide(now, law).mode == mode and (mode == decisions.SLIDING or now.speed < 2e-9)
        if mode == decisions.ROLLING:
            # v' = chi Omega n x v, 2/7 for a solid ball
            expected = params["mass"]*2/7*params["Omega"]*np.array((-state["vel"][1], state["vel"][0], 0.0))
            assert_allclose(analyse(now, law, False).F, expected, rtol=0, atol=1e-8)


def test_centre_of_the_rolling_ball_circles_on_the_turntable():
    case = cases()["turntable_roll"]
    params, motion = case["params"], Motion("z", Signal((0.0, case["params"]["Omega"])))
    for state in case["expected"]["states"]:
        x, v, a, Omega = np.array(state["x"]), np.array(state["vel"]), params["radius"], params["Omega"]
        w = np.array((-(v[1] - Omega*x[0])/a, (v[0] + Omega*x[1])/a, 0.0))
        now = ball_touch(params, (*v, 0.0), w, motion, tuple(x))
        found = decide(now, ROUGH)
        assert found.mode == decisions.ROLLING and now.speed < 1e-12
        centre = case["expected"]["center"] - x
        assert_allclose(found.analysis.F[:2]/params["mass"], case["expected"]["rate"]**2*centre, rtol=1e-11, atol=1e-11)


# on a slope -----------------------------------------------------------------------------------------------------------

def test_ball_on_a_slope_begins_to_slip_downhill():
    """It rolls while tan(angle) <= 7/2 mu for a solid ball."""
    params, steepest = {"mass": 0.2, "radius": 0.03, "inertia_factor": 0.4}, np.arctan(3.5*0.2)
    for share, mode in ((0.999, decisions.ROLLING), (1.001, decisions.SLIDING)):
        tilted = Plane().placed(axis=(0.0, 1.0, 0.0), angle=share*steepest)
        body = Body(lambda x, y, z, r: r*(x*x + y*y + z*z)**0.5, (0.03,), 0.2,
                    tuple(map(tuple, 0.4*0.2*0.03**2*np.eye(3))), size=0.03)
        system = system_of(body, tilted)
        now = touch(0.0, (0.0, 0.0, 0.0), (1.0, 0.0, 0.0, 0.0), (0.0, 0.0, 0.0), None, system.p, system.calls)
        found = decide(now, dry_law(params["inertia_factor"]*0.5))
        assert found.mode == mode
    assert_allclose(found.direction, (1.0, 0.0, 0.0), rtol=0, atol=1e-12)
    assert_allclose(found.analysis.F[0], -0.2*found.analysis.N, rtol=1e-13)


@pytest.mark.parametrize("share", [0.999, 1.001])
def test_rolling_resistance_holds_a_ball_on_a_gentle_slope(share):
    """tan(angle) <= k_r/a; then it rests, else it rolls."""
    a, k_r = 0.03, 3e-4
    tilted = Plane().placed(axis=(0.3, 1.0, 0.0), angle=np.arctan(share*k_r/a))
    body = Body(lambda x, y, z, r: r*(x*x + y*y + z*z)**0.5, (a,), 0.2, tuple(map(tuple, 1e-4*np.eye(3))), size=a)
    system = system_of(body, tilted)
    now = touch(0.0, (0.0, 0.0, 0.0), (1.0, 0.0, 0.0, 0.0), (0.0, 0.0, 0.0), None, system.p, system.calls)
    assert decide(now, dry_law(0.5, k_r=k_r)).mode == (decisions.REST if share < 1.0 else decisions.ROLLING)
    assert not can_rest(now, dry_law(0.5))
    # without friction enough for rolling it slides, whatever the resistance: I/(I + m a^2) tan(angle) = 0.36 tan(angle)
    assert decide(now, dry_law(0.3*share*k_r/a, k_r=1.0)).mode == decisions.SLIDING
