"""Frames as long as are as exact: the same motion as in the usual ones, to 1e-12, and what is not smooth in those."""

import numpy as np
import pytest

import sandbox
from sandbox.errors import BadValue
from sandbox.run.frames import AUTO, longest_frames

# one of each kind of system, and what is near to singular
SMOOTH = [("turntable", ""), ("turntable", "Hollow ball"), ("pseudosphere", ""), ("pseudosphere", 3), ("cone", ""),
          ("torus", ""), ("coin", ""), ("suslov", ""), ("veselova", ""), ("skate", ""), ("sleigh", ""), ("sleigh", 2),
          ("integraph", "")]


@pytest.mark.parametrize(("scene", "preset"), SMOOTH)
def test_long_frames_show_the_same_motion(scene, preset):
    for at in (None, [0.7, 2.0, 4.0]):
        usual = sandbox.simulate(scene, preset, duration=4.0, at=at, until="rim")
        long = sandbox.simulate(scene, preset, duration=4.0, at=at, step_rate=AUTO, until="rim")
        assert (usual.step_rate, long.step_rate) == (240, 60 if at is None else 15)
        assert np.allclose(long.t, usual.t, rtol=0.0, atol=1e-12)     # [s] where a rim ends both
        assert np.allclose(long.centre, usual.centre, rtol=0.0, atol=1e-12, equal_nan=True)    # [m]
        assert np.allclose(long.quaternion, usual.quaternion, rtol=0.0, atol=1e-12, equal_nan=True)     # [1]
        assert np.allclose(long.E_J, usual.E_J, rtol=1e-12, atol=1e-13*usual.scale, equal_nan=True)
        assert long.drift < 1e-12                                      # [1]
        assert [event.kind for event in long.events] == [event.kind for event in usual.events]


def test_the_attitude_of_what_spins_on_rows_is_as_exact_as_its_sub_steps():
    usual, long = (sandbox.simulate("free_turntable", duration=4.0, step_rate=rate) for rate in (240, AUTO))
    assert long.step_rate == 60 and np.allclose(long.centre, usual.centre, rtol=0.0, atol=1e-12)     # [m]
    # 240 frames of up to two sub-steps, each good to 1e-14, while it turns by 127 rad
    assert np.allclose(long.quaternion, usual.quaternion, rtol=0.0, atol=5e-12)                      # [1]


@pytest.mark.parametrize(("scene", "preset"), [("turntable", "Off the edge"), ("bounce", ""), ("slope_skate", ""),
                                               ("billiards", "")])
def test_what_is_not_smooth_or_not_alone_is_followed_as_usual(scene, preset):
    usual = sandbox.simulate(scene, preset, duration=2.0)
    found = sandbox.simulate(scene, preset, duration=2.0, step_rate=AUTO)
    assert found.step_rate == 240
    assert np.array_equal(found.centre, usual.centre) and found.drift == usual.drift


def test_what_is_steered_or_logged_is_followed_as_usual(tmp_path):
    live = [(0.5, "rate", 2.0)]
    usual = sandbox.simulate("turntable", duration=1.0, live=live)
    steered = sandbox.simulate("turntable", duration=1.0, live=live, step_rate=AUTO)
    logged = sandbox.simulate("turntable", duration=1.0, step_rate=AUTO, log=tmp_path/"run.sqlite")
    assert steered.step_rate == logged.step_rate == sandbox.read_log(tmp_path/"run.sqlite").step_rate == 240
    assert np.array_equal(steered.centre, usual.centre)


def test_frames_end_where_the_usual_ones_do():
    assert longest_frames(2.0, has_rows=False) == 15 and longest_frames(2.0, has_rows=True) == 60
    assert [longest_frames(steps/240, has_rows=False) for steps in (16, 8, 4, 2, 1)] == [15, 30, 60, 120, 240]


def test_another_rate_is_refused():
    with pytest.raises(BadValue, match=r"step rate: got 15, needs one of 240, 480, 960, auto per second"):
        sandbox.simulate("turntable", step_rate=15)


def test_a_sweep_in_long_frames_ends_at_the_same_states():
    ways = [sandbox.sweep("pseudosphere", vary={"rate": (1.0, 3.0, 5)}, duration=2.0, workers=1, step_rate=rate,
                          outcomes=["x_end", "t_end", "drift", "ended"]) for rate in (240, AUTO)]
    assert np.array_equal(ways[0]["t_end"], ways[1]["t_end"]) and np.array_equal(ways[0]["ended"], ways[1]["ended"])
    assert np.allclose(ways[0]["x_end"], ways[1]["x_end"], rtol=0.0, atol=1e-12)       # [m]
    assert ways[1].attributes["step_rate"] == AUTO and np.ptp(ways[1]["x_end"]) > 0.01
