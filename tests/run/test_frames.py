"""Frames as long as are as exact: the same motion as in the usual ones, to 1e-12, and what is not smooth in those."""

import sys

import numpy as np
import pytest

import sandbox
from sandbox.errors import BadValue
from sandbox.run.frames import AUTO, longest_frames

# one of each kind of system, and what is near to singular
SMOOTH = [("turntable", ""), ("turntable", "Hollow ball"), ("pseudosphere", ""), ("pseudosphere", 3), ("cone", ""),
          ("torus", ""), ("coin", ""), ("suslov", ""), ("veselova", ""), ("skate", ""), ("sleigh", ""), ("sleigh", 2),
          ("integraph", ""), ("free_turntable", ""), ("free_turntable", 5), ("ring_table", 3),
          ("coin_on_turntable", 3), ("coin_on_turntable", 7)]


@pytest.mark.parametrize(("scene", "preset"), SMOOTH)
def test_long_frames_show_the_same_motion(scene, preset):
    for duration, at in ((4.0, None), (8.0, [0.7, 2.0, 4.0, 8.0])):
        usual = sandbox.simulate(scene, preset, duration=duration, at=at, until="rim")
        long = sandbox.simulate(scene, preset, duration=duration, at=at, step_rate=AUTO, until="rim")
        assert (usual.step_rate, long.step_rate) == (240, 60 if at is None else 15)
        assert np.allclose(long.t, usual.t, rtol=0.0, atol=1e-12)     # [s] where a rim ends both
        assert np.allclose(long.centre, usual.centre, rtol=0.0, atol=1e-12, equal_nan=True)    # [m]
        assert np.allclose(long.quaternion, usual.quaternion, rtol=0.0, atol=1e-12, equal_nan=True)     # [1]
        assert np.allclose(long.E_J, usual.E_J, rtol=1e-12, atol=1e-13*usual.scale, equal_nan=True)
        assert long.drift < 1e-12                                      # [1]
        assert [event.kind for event in long.events] == [event.kind for event in usual.events]


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


def test_a_sweep_has_long_frames_by_itself_and_ends_at_the_same_states():
    ways = [sandbox.sweep("pseudosphere", vary={"rate": (1.0, 3.0, 5)}, duration=2.0, workers=1, step_rate=rate,
                          outcomes=["x_end", "t_end", "drift", "ended"]) for rate in (240, None)]
    assert np.array_equal(ways[0]["t_end"], ways[1]["t_end"]) and np.array_equal(ways[0]["ended"], ways[1]["ended"])
    assert np.allclose(ways[0]["x_end"], ways[1]["x_end"], rtol=0.0, atol=1e-12)       # [m]
    assert ways[1].attributes["step_rate"] == AUTO and np.ptp(ways[1]["x_end"]) > 0.01
    assert "frames as long as are as exact" in repr(ways[1]) and "frames" not in repr(ways[0])


def test_a_sweep_of_what_jumps_is_that_of_usual_frames():
    """Bit by bit: the run is made again as soon as something has jumped in it."""
    names = ["x_end", "t_end", "drift", "impacts"]
    usual, found = (sandbox.sweep("bounce", vary={"height": [0.1, 0.3]}, duration=2.0, workers=1, step_rate=rate,
                                  outcomes=names) for rate in (240, None))
    assert (usual["impacts"] > 1).all()
    for name in names:
        assert np.array_equal(usual[name], found[name])


def test_what_is_met_less_closely_keeps_the_usual_frames():
    found = sandbox.sweep("cone", vary={"rate": [1.0, 2.0]}, duration=1.0, workers=1,
                          outcomes=["x_end", "max_F_over_N"])
    assert str(found.attributes["step_rate"]) == "240"


def test_a_fit_has_long_frames_by_itself(monkeypatch):
    """The same values to what 1e-12 of the motion makes of them."""
    fitted = sys.modules["sandbox.api.fit"]
    rates, simulate = [], fitted.simulate

    def told(*args, **words):
        rates.append((run := simulate(*args, **words)).step_rate)
        return run
    monkeypatch.setattr(fitted, "simulate", told)
    t = np.linspace(0.25, 4.0, 16)
    x = sandbox.simulate("turntable", at=t, rate=3.0).centre[:, 0] + 1e-4*np.sin(50.0*t)
    usual, found = (sandbox.fit("turntable", measurement={"t": t, "x": x}, vary={"rate": 2.9}, starts=0,
                                step_rate=rate) for rate in (240, None))
    assert found.values["rate"] == pytest.approx(usual.values["rate"], abs=1e-9)      # [rad/s] error 1e-5
    assert set(rates) == {240, 15}
