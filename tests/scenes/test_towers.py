"""Towers on a table that is pulled away: on which side of statics they are; what slides does no more than slide."""

import numpy as np
import pytest

from sandbox.mechanics.world import layout as at
from sandbox.scene import Box
from tests.mechanics.world.test_patches import gap_of
from tests.scenes.test_dominoes_and_boxes import run_of, states, upright

G = 9.81


def limit(values, n):
    """Acceleration at which a tower of n bricks topples, 2 a'/(n h) g [m/s^2]."""
    return G*(values["width"] - 2*values["rounding"])/(n*values["height"])


@pytest.mark.parametrize("bricks", [1, 3, 6])
@pytest.mark.parametrize("share, falls", [(0.999, False), (1.02, True)])
def test_a_tower_topples_at_the_acceleration_that_its_shape_says(bricks, share, falls):
    _run, values = run_of("towers", "It rides along")
    run, values = run_of("towers", "It rides along", bricks=bricks, mu=2.0, friction_between=2.0, nu=2.5,
                         height=0.08 if bricks == 1 else 0.04, pull=share*limit(
                             values | {"height": 0.08 if bricks == 1 else 0.04}, bricks))
    run.advance(36)
    # what stays does not turn at all: rounding of 36 frames [1]; what topples has done so for 0.15 s
    leans = 1.0 - upright(run).min()
    assert leans > 1e-8 if falls else leans < 1e-14


def test_of_four_towers_those_fall_that_are_too_tall():
    run, values = run_of("towers", "Which of them fall?")
    assert limit(values, 3) < values["pull"] < limit(values, 2)
    run.advance(180)
    up = upright(run)
    # towers of two, three, one and four: that in the middle is looked at
    assert (up[[0, 1, 5]] > 1.0 - 1e-12).all() and (up[[4, 9]] < 0.9).all()
    assert run.drift < 1e-10


def test_a_tower_that_is_turned_a_hair_does_not_burst():
    """Edges on the far sides of its bricks were taken to touch; the table turned round, and they went in by 2 mm."""
    run, values = run_of("towers", "Which of them fall?", pull=5.0, nu=6.0)
    brick = Box(values["width"], values["depth"], values["height"], values["rounding"], density=700.0)
    run.advance(210)
    for lower, upper in ((2, 3), (3, 4)):
        # [m] what lifting leaves of a size behind small steps
        assert gap_of(brick, states(run)[lower], brick, states(run)[upper]) > -1e-9*brick.size


def test_bricks_that_wake_are_not_pulled_into_each_other():
    """A brick fell asleep behind small steps with a contact that was 0.14 mm open, and was pulled shut as it woke."""
    run, values = run_of("towers", "Which of them fall?", pull=5.0, nu=6.0)
    brick = Box(values["width"], values["depth"], values["height"], values["rounding"], density=700.0)
    run.advance(319)
    for _frame in range(4):
        run.advance(1)
        # [m] the two lowest of the tower of four, which lean on each other; what lifting leaves of a size
        assert gap_of(brick, states(run)[6], brick, states(run)[7]) > -1e-9*brick.size


@pytest.mark.parametrize("pull, nu", [(6.0, 4.0), (5.0, 2.0)])
def test_bricks_that_slide_on_each_other_never_overlap(pull, nu):
    """What was 1e-9 of a size above another was closed behind small steps, and turned a brick into the next one."""
    run, values = run_of("towers", "Between the bricks", pull=pull, nu=nu)
    brick = Box(values["width"], values["depth"], values["height"], values["rounding"], density=700.0)
    for _frame in range(56):
        run.advance(1)
        for lower in range(int(values["bricks"]) - 1):
            assert gap_of(brick, states(run)[lower], brick, states(run)[lower + 1]) > -1e-9*brick.size      # [m]


def test_a_tower_on_a_smooth_table_drags_behind_with_mu_g():
    """Through both turns of its slip within one pull to and fro, it stands."""
    run, values = run_of("towers", "The table slides away")
    run.advance(24)
    # [m/s] mu g t of the whole tower, rounding
    assert states(run)[:, at.V] == pytest.approx(values["mu"]*G*run.t, abs=1e-11)
    run.advance(int(240*2*np.pi/values["nu"]) - 24)
    assert (upright(run) > 1.0 - 1e-12).all() and run.ended is None and run.drift < 1e-10


@pytest.mark.parametrize("preset, stands", [("Knocked out", True), ("Too slowly", False)])
def test_a_fast_hit_takes_one_brick_a_slow_one_the_tower(preset, stands):
    run, values = run_of("towers", preset)
    run.advance(240)
    heights = np.sort(states(run)[:int(values["bricks"]) - 1, 2])       # the one that is hit comes after them
    expected = values["height"]*(np.arange(values["bricks"] - 1) + 0.5)
    assert np.allclose(heights, expected, atol=1e-9) == stands          # [m] what lies, lies to rounding
