"""Blows with the cue: what the closed forms say of them, and what is a try of a challenge that is played with one."""

import re
from dataclasses import replace

import pytest
from numpy.testing import assert_allclose

from sandbox.errors import BadValue
from sandbox.run.command import HAND, Command
from tests.challenges.scripts import STEPS, WINS, Shot
from tests.challenges.test_every_challenge import judge
from tests.shipped import shipped

RADIUS, SPEED = 0.0286, 0.9


@pytest.mark.parametrize("height", [0.4, 0.2, -0.2])
def test_after_a_central_hit_two_sevenths_of_the_spin_become_speed_again(height):
    """A blow at the height h a gives a omega = 5/2 h v; u = v + 2/5 a omega stays while it slides, but for the hit.
    That takes v from one of two equal balls and gives it to the other, and rolling is at 5/7 u.
    """
    ideal = {"cue_x": -0.075, "restitution": 1.0, "friction": 0.0, "resistance": 0.0}
    run = Shot(speed=SPEED, height=height, places=ideal).run()
    began = run.snapshot().bodies[0]
    # before the hit friction may have acted for a step: u is what it leaves
    u = began.velocity[0] + 2/5*RADIUS*began.angular_velocity[1]
    assert_allclose(u, SPEED*(1.0 + height), rtol=1e-3)        # [1] the push lasts one step, in which the felt rubs
    while abs(run.snapshot().bodies[1].velocity[0]) == 0.0:
        run.advance(1)
    hit = run.snapshot().bodies[1].velocity[0]
    run.advance(round(0.5*STEPS))
    cue, other = run.snapshot().bodies
    assert_allclose(other.velocity[0], 5/7*hit, rtol=2e-2)     # [1] the felt has rubbed for part of a step
    assert_allclose(cue.velocity[0], 5/7*(u - hit), atol=2e-2*SPEED)


def test_a_blow_is_one_push_and_nothing_else():
    best = WINS["cue_follow"]()
    first, last = best.given
    with pytest.raises(BadValue, match="one blow with the cue"):
        judge("cue_follow", Twice(first, last, (replace(first, step=900), replace(last, step=901))))
    with pytest.raises(BadValue, match="one blow with the cue"):
        judge("cue_follow", Twice(first, replace(last, step=240), ()))
    with pytest.raises(BadValue, match="'rate' is locked"):
        judge("cue_follow", Twice(first, last, (Command(100, "rate", 0.1),)))
    # where the cue is not what one plays with it is the hand, and locked
    with pytest.raises(BadValue, match=f"'{HAND}' is locked"):
        judge("stun", Twice(first, last, ()))


class Twice:
    """What is given to a run: a blow, and more."""

    def __init__(self, first, last, more):
        self.values: dict = {}
        self.given = [first, last, *more]

    def scene(self, challenge):
        return shipped().get(challenge.scene)


def test_a_blow_that_is_too_hard_or_too_low_is_told_by_how_much():
    best = WINS["cue_draw"]()
    assert judge("cue_draw", best).stars == 3
    verdict = judge("cue_draw", replace(best, speed=0.7*best.speed))
    assert verdict.stars == 0 and "mm" in verdict.sentence


def test_a_miss_says_whose_it_is_and_what_is_missing_for_the_next_star():
    """Two balls have a ring each: "it" was either of them, and one that was not hit lay "beside" its ring."""
    best = WINS["cue_stun"]()
    said = judge("cue_stun", best.off("speed", -0.99)).sentence
    assert said == "At the end the body 'ball' is 500 mm from the middle of the circle, where it began."
    assert judge("cue_stun", best.off("speed", -0.6)).sentence.endswith(", too short.")
    # how far it is and how much nearer it has to be: its third star is for 8 mm
    near = judge("cue_stun", best.off("speed", 0.01))
    found = re.fullmatch(r"2 of 3 stars\. At the end the body 'ball' is ([\d.]+) mm from the middle of the circle, "
                         r"too far\. The next star is ([\d.]+) mm away\.", near.sentence)
    assert found is not None, near.sentence
    assert_allclose(float(found[1]) - float(found[2]), 8.0, atol=0.06)     # [mm] they are told with three digits
