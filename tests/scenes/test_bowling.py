"""Bowling: which pins stay is what the presets say; one hit of a ball and a pin against impulses of rigid bodies."""

import numpy as np
import pytest

from sandbox.mechanics.world import layout as at
from sandbox.systems.integration import Integration
from scenes import bowling
from tests.scenes.test_dominoes_and_boxes import run_of, states, upright

STAYS = {"Strike": [], "Through the middle": [7, 10], "Beside the pocket": [4, 6, 7, 8, 10],
         "A light ball": [4, 6, 7, 10], "A heavy ball": [7, 10], "A spare": [], "A split": [],
         "Into the gutter": [*range(1, 11)]}
PINS = {"A spare": [6, 10], "A split": [5, 7]}


def standing(run, preset) -> list[int]:
    """Pins that stand on the lane; one may come down on its foot in the pit."""
    up = (upright(run)[1:] > 0.9) & (states(run)[1:, 2] > 0.1)
    return [pin for pin, stands in zip(PINS.get(preset, range(1, 11)), up, strict=True) if stands]


@pytest.mark.parametrize("preset", STAYS)
def test_the_pins_stay_that_the_card_says(preset):
    run, _values = run_of("bowling", preset)
    before = states(run)[:, :3].copy()
    run.advance(480)
    assert standing(run, preset) == STAYS[preset]
    assert run.ended is None and run.drift < 1e-12
    if preset == "Through the middle":
        # what stays was not touched: to the last bit
        assert np.array_equal(states(run)[[7, 10], :3], before[[7, 10]])


@pytest.mark.parametrize("preset, change, stays", [
    ("A spare", {"speed": 3.75}, []), ("A split", {"across": -0.1}, [7]),
    ("A light ball", {"mass": 16.0}, [7, 10]), ("Into the gutter", {"aim": 0.0, "across": 0.45}, [1, 2, 3, 5, 10])])
def test_the_pins_stay_that_what_may_be_tried_says(preset, change, stays):
    run, _values = run_of("bowling", preset, **change)
    run.advance(480)
    assert standing(run, preset) == stays


@pytest.mark.parametrize("side", [1.0, -1.0])
def test_a_ball_that_is_thrown_aside_goes_through_the_gutter_to_the_pit(side):
    """It leaves the lane before the front pin, lies in the gutter at the last one, and is in the pit in the end."""
    run, values = run_of("bowling", "Into the gutter", aim=10.0*side, across=0.64*side)
    lane, end, y = bowling.HALF, bowling.END, []
    energy = []
    for _step in range(480):
        run.advance(1)
        ball = states(run)[0]
        y.append(side*ball[at.X + 1])
        energy.append(0.5*(ball[at.V:at.V + 3] @ ball[at.V:at.V + 3] + 0.4*bowling.RADIUS**2*(
            ball[at.W:at.W + 3] @ ball[at.W:at.W + 3])) + 9.81*ball[at.X + 2])
        if ball[at.X] < bowling.FRONT and y[-1] > lane:
            left = ball[at.X]
        # [m] 1e-6 of what it is: between lane and wall there is room for a ball, and it goes into neither
        assert y[-1] < lane + bowling.GUTTER - bowling.RADIUS + 1e-7
        if bowling.FRONT + 0.8 < ball[at.X] < end:
            assert ball[at.X + 2] == pytest.approx(bowling.RADIUS - bowling.DEEP, abs=1e-6)
            assert y[-1] > lane + bowling.RADIUS - 1e-7
    assert left < bowling.FRONT and states(run)[0, at.X] > end
    assert states(run)[0, at.X + 2] == pytest.approx(bowling.RADIUS - bowling.HIGH, abs=1e-7)
    # [J/kg] nothing gives it energy: rounding
    assert np.diff(energy).max() < 1e-12
    assert standing(run, "Into the gutter") == [*range(1, 11)] and run.ended is None


def test_a_ball_that_would_begin_beside_the_lane_begins_in_the_gutter():
    for across, on in ((0.65, 1.0), (-0.65, -1.0)):
        run, _values = run_of("bowling", "Strike", across=across, aim=0.0)
        ball = states(run)[0]
        # [m] rounding: the middle of the gutter, its flat bottom
        assert ball[:3] == pytest.approx((bowling.FRONT - bowling.AWAY, on*(bowling.HALF + 0.5*bowling.GUTTER),
                                          bowling.RADIUS - bowling.DEEP), abs=1e-12)
        run.advance(240)
        assert standing(run, "Strike") == [*range(1, 11)] and states(run)[0, 0] > bowling.END


@pytest.mark.parametrize("across", [0.0, 0.03, 0.07, 0.11, 0.15])
def test_a_hit_takes_what_the_theory_says(across):
    """Without friction: impulses of three bodies, the lane carrying the pin's foot where that would go down."""
    run, values = run_of("bowling", "Strike", leave=1, aim=0.0, across=across, friction_between=0.0, mu=0.02)
    run, pin, mu = Integration(run.system, 1/24000), run.system.bodies[1], values["mu"]
    while np.linalg.norm(states(run)[1, at.V:at.V + 3]) < 0.1:
        ball = states(run)[0, at.V:at.V + 2].copy()
        run.advance(1)
    lost, way = ball - states(run)[0, at.V:at.V + 2], states(run)[1, :2] - states(run)[0, :2]
    n, below, foot, I = lost/np.linalg.norm(lost), pin.mass_centre[2] - 0.1085, 0.0254, pin.inertia[0][0]
    # the normal of a flat side passes the axis at this distance, and the hit turns the pin about that
    beside = n[0]*way[1] - n[1]*way[0]
    lane = below*foot/I/(1.0/pin.mass + foot**2/I)
    answers = 1.0/(1.0/pin.mass + below**2/I - below*foot/I*lane + beside**2/pin.inertia[2][2])
    k = (1.0 + values["restitution"])*answers/(values["mass"] + answers)
    # [kg m/s] momentum, but for friction of the lane, which carries that share of the blow
    taken = values["mass"]*lost - pin.mass*states(run)[1, at.V:at.V + 2]
    assert np.linalg.norm(taken) < 1.05*mu*lane*values["mass"]*np.linalg.norm(lost) + 1e-3
    # [1] friction of the lane, 0.02 of a seventh of the blow; a foot that is a polygon, of a term that is 1.6 %
    assert np.linalg.norm(lost) == pytest.approx(k*(ball @ n), rel=4e-3)
    thrown = np.degrees(np.arctan2(abs(lost[1]), ball[0] - lost[0]))
    assert thrown < np.degrees(np.arcsin(k/(2.0 - k))) + 0.05
    assert (thrown > 1.0) == (across > 0.02)
