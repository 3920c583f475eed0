"""The wall clock may do what it likes: steps stay equal, owed time stays bounded, nothing is counted twice."""

from math import inf, nan

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from sandbox.run.clock import Clock

GAPS = st.lists(st.one_of(st.floats(1e-4, 5.0), st.floats(-1.0, 0.0), st.just(8*3600.0), st.just(0.0)),
                min_size=1, max_size=60)
SPEEDS = st.sampled_from([1/16, 1/8, 1/4, 1/2, 1.0, 2.0, 4.0, 8.0])


@settings(max_examples=1000, deadline=None)
@given(gaps=GAPS, speed=SPEEDS, step_rate=st.sampled_from([240.0, 480.0, 960.0]))
def test_steps_and_dropped_time_add_up_to_wall_time(gaps, speed, step_rate):
    clock, now, taken = Clock(step_rate), 100.0, 0
    clock.due(now, speed)
    for gap in gaps:
        now += gap
        steps = clock.due(now, speed)
        assert 0 <= steps <= 0.25*speed*step_rate + 1
        taken += steps
    forward = speed*sum(gap for gap in gaps if gap > 0.0)
    missing = forward - taken/step_rate - clock.behind
    assert -1e-7 < missing < 1/step_rate + 1e-7   # [s] less than a step; rounding of 8 h in doubles


def simulate(wall, steps_wanted):
    """A run that is nothing but its steps: which frame asked for them must not be seen in the states."""
    clock, states, state = Clock(240.0), [], 1.0
    for now in wall:
        for _ in range(clock.due(now)):
            state = state*1.0000001 + 1/240
            states.append(state)
        if len(states) >= steps_wanted:
            break
    return states[:steps_wanted]


@settings(max_examples=50, deadline=None)
@given(seed=st.integers(0, 2**32 - 1), frame=st.sampled_from([1e-4, 1/144, 1/60, 1/24, 0.2, 3.0]))
def test_frame_rate_cannot_change_the_sequence_of_steps(seed, frame):
    rng = np.random.default_rng(seed)
    wall = np.cumsum(rng.uniform(0.2, 1.8, 30_000)*frame)
    states = simulate(wall, 500)
    assert states == simulate(np.arange(10_000)/60, len(states))
    assert len(states) == 500


@pytest.mark.parametrize("frame", [1/144, 1/60, 1/59.94, 1/30, 0.1])
def test_an_hour_of_even_frames_owes_an_hour_of_steps(frame):
    clock, frames = Clock(240.0), round(3600/frame)
    taken = sum(clock.due(k*frame) for k in range(frames + 1))
    assert abs(taken - 240*frames*frame) <= 1       # [steps] the fraction that is still owed
    assert clock.behind == 0.0


def test_a_suspended_computer_owes_a_quarter_second():
    clock = Clock(240.0)
    clock.due(0.0)
    assert clock.due(8*3600.0) == 60
    assert clock.is_late
    assert_allclose(clock.behind, 8*3600 - 0.25, atol=1e-9)   # [s] one subtraction of 3e4
    assert clock.due(8*3600.0 + 0.125) == 30
    assert not clock.is_late


def test_a_clock_set_back_owes_nothing_and_goes_on():
    clock = Clock(240.0)
    clock.due(1000.0)
    assert clock.due(10.0) == 0
    assert clock.due(10.125) == 30
    assert clock.behind == 0.0


def test_nonsense_owes_nothing():
    clock = Clock(240.0)
    clock.due(0.0)
    assert [clock.due(now) for now in (nan, inf, -inf)] == [0, 0, 0]
    assert clock.due(0.125) == 30
    assert clock.due(0.2, nan) == 0
    assert clock.due(0.3, -1.0) == 0


def test_a_pause_owes_nothing():
    clock = Clock(240.0)
    clock.due(0.0)
    assert clock.due(0.125) == 30
    clock.pause()
    assert clock.due(0.2) == 0
    clock.resume()
    assert clock.due(500.0) == 0
    assert clock.due(500.125) == 30
    assert clock.behind == 0.0


def test_fast_motion_may_owe_more_steps():
    clock = Clock(240.0)
    clock.due(0.0, 8.0)
    assert clock.due(0.2, 8.0) == 384
    assert clock.behind == 0.0


@pytest.mark.parametrize("rate, cap", [(0.0, 0.25), (nan, 0.25), (240.0, 0.0), (inf, 0.25), (-1.0, 0.25)])
def test_a_senseless_clock_is_refused(rate, cap):
    with pytest.raises(ValueError, match="finite and positive"):
        Clock(rate, cap)
