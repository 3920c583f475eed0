"""What a rim means: up to it a run has the same bits however it is asked for, and only then they differ."""

import numpy as np
import pytest

import sandbox
from sandbox.errors import BadValue
from sandbox.sweeps.block import DONE, run_block
from sandbox.sweeps.outcomes import ENDS
from sandbox.sweeps.plan import plan_of

# systems with rows, and a surface of centres
OVER = [("sleigh", 1, 5.0), ("skate", "Parabola", 6.0), ("franklin", 1, 15.0), ("free_turntable", 6, 12.0),
        ("breakaway", 6, 12.0), ("tilted_sleigh", "The table is stopped: off sideways", 20.0),
        ("pseudosphere", "Down, up and over the rim", 5.0)]


def values_of(scene: str, preset) -> dict:
    return dict(sandbox.scene_named(scene).preset(str(preset)).values)


@pytest.mark.parametrize(("scene", "preset", "seconds"), OVER)
def test_up_to_the_rim_the_bits_are_the_same(scene, preset, seconds):
    more = {"touched": False} if scene == "pseudosphere" else {}
    at = np.arange(0.0, seconds, 1/60)
    on, until = (sandbox.simulate(scene, preset, at=at, until=word, **more) for word in ("", "rim"))
    rim = until.ended
    assert rim is not None and rim.kind == "rim" and 0.0 < rim.t < seconds
    before = at < rim.t
    assert before.sum() > 20 and np.isnan(until.centre[~before]).all() and np.isfinite(on.centre[at > rim.t][:3]).all()
    for name in ("centre", "velocity", "omega", "quaternion", "N", "F", "E_J"):
        assert getattr(on, name)[before].tobytes() == getattr(until, name)[before].tobytes(), name
    # the same event at the same instant: one ends, one goes on
    same, = [event for event in on.events if event.t == rim.t and event.kind == "rim"]
    assert "goes on from there" in same.sentence and (on.ended is None or on.ended.t > rim.t)


@pytest.mark.parametrize("until", ["", "rim"])
@pytest.mark.parametrize("scene", ["sleigh", "skate", "franklin"])
def test_lanes_are_single_runs_over_the_rim_and_up_to_it(scene, until):
    rows = [values_of(scene, number) for number in (1, 2, 3)]
    at = np.arange(0.0, 8.0, 0.05)
    for row, found in zip(rows, sandbox.simulate_many(scene, rows, at=at, until=until), strict=True):
        alone = sandbox.simulate(scene, at=at, until=until, **row)
        assert found.ended == alone.ended and found.events == alone.events
        assert found.centre.tobytes() == alone.centre.tobytes() and found.E_J.tobytes() == alone.E_J.tobytes()


@pytest.mark.parametrize("step_rate", [240, "auto"])
def test_a_sweep_ends_at_the_rim_as_a_single_run_does(step_rate):
    plan = plan_of(sandbox.scene_named("sleigh"), "1", {}, {"x1": (-0.3, 0.3, 3)},
                   ["ended", "t_end", "x_end", "vy_end", "drift"], duration=6.0, step_rate=step_rate)
    block, ended = run_block(plan, 0), 0
    assert (block.status == DONE).all()
    for k, point in enumerate(plan.space.points(0)):
        # nothing between asks for shorter frames
        alone = sandbox.simulate("sleigh", until="rim", at=[6.0], step_rate=step_rate,
                                 **{**dict(plan.values), **point})
        name = "none" if alone.ended is None else alone.ended.kind
        assert ENDS[block.outcomes["ended"][k]] == name
        assert block.outcomes["t_end"][k] == (6.0 if alone.ended is None else alone.ended.t)
        assert block.outcomes["drift"][k] == alone.drift
        ended += name == "rim"
    assert ended > 0


def test_what_is_no_word_for_it_is_refused(tmp_path):
    with pytest.raises(BadValue, match="until: got 'floor', needs 'rim'"):
        sandbox.simulate("sleigh", duration=0.1, until="floor")
    with pytest.raises(BadValue, match="a log has all of a run"):
        sandbox.simulate("sleigh", duration=0.1, until="rim", log=tmp_path/"run.sqlite")
