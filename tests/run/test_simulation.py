"""Commands, history, replay and log of a run: same inputs, same bits."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandbox.run.drive import ramp_rate, ramp_value
from sandbox.run.logs.logfile import read_log
from sandbox.run.logs.recorder import Recorder
from sandbox.run.simulation import Simulation
from sandbox.scene import BadValue, Ball, Motion, Parameter, Plane, Scene, Signal, Spin, Start
from tests.shipped import shipped

TURNTABLE = shipped().get("turntable")


def bits(simulation):
    run = simulation._run
    return run.y.tobytes() + run.memory.tobytes() + run.watch.tobytes()


def test_a_rate_change_ramps_and_the_ledger_pays_for_it():
    run = Simulation(TURNTABLE)
    run.advance(100)
    run.set("rate", 8.0)
    rates = []
    while run.snapshot().live["rate"] != 8.0:
        rates.append(run.snapshot().live["rate"])
        run.advance(1)
    # at most 10 rad/s^2, and the target is met exactly at the end of a step
    assert np.all(np.diff(rates) <= 10.0/240 + 1e-12) and len(rates) == int(np.ceil((8.0 - 3.4907)/10.0*240))
    snapshot = run.snapshot()
    assert abs(snapshot.ledger) > 1e-3*snapshot.scale
    run.advance(2400)
    assert run.drift < 1e-13
    # after the ramp the ball follows a new circle exactly
    assert np.abs(run.ghost([run.t])[0] - run.snapshot().bodies[0].centre).max() < 1e-13


@given(st.floats(-20, 20), st.floats(-20, 20), st.floats(0.1, 50))
def test_rate_ramps_meet_their_target(rate, target, limit):
    plan = ramp_rate(7, 1/240, 0.3, rate, target, limit)
    assert plan[-1].c[1:] == (target, 0.0)
    assert all(abs(2.0*segment.c[2]) <= limit*(1 + 1e-12) for segment in plan)
    for one, two in pairwise(plan):
        value, rate_there = one.after(two.start - one.start, 1/240)
        assert two.c[0] == value and two.c[1] == pytest.approx(rate_there, abs=1e-12)


@given(st.floats(-1, 1), st.floats(-2, 2), st.floats(-1, 1), st.floats(0.1, 50))
def test_value_ramps_come_to_rest_at_their_target(value, rate, target, limit):
    plan = ramp_value(0, 1/240, value, rate, target, limit)
    assert plan[-1].c == (target, 0.0, 0.0)
    assert all(abs(2.0*segment.c[2]) <= limit*(1 + 1e-12) for segment in plan)
    if len(plan) == 3:
        end, speed = plan[1].after(plan[2].start - plan[1].start, 1/240)
        assert end == pytest.approx(target, abs=1e-9) and speed == pytest.approx(0.0, abs=1e-9)


def test_a_live_tilt():
    """A slope that a slider sets: the plane swings to it at a stated rate and the meter stays silent."""
    slope = Parameter("slope", 0.0, "rad", low=-0.2, high=0.2, live=True)
    scene = Scene("Tilt", (slope,), lambda p: (Ball(0.02), Plane(), Motion(
        "z", Signal((0.0, 2.0)), tilt=Signal(live="slope", order=0, limit=1.0))), lambda p: Start((0.1, 0.0)))
    run = Simulation(scene)
    run.set("slope", 0.05)
    run.advance(300)
    assert run.snapshot().live["slope"] == 0.05
    run.set("slope", -0.02)
    run.advance(20)
    run.set("slope", 0.1)
    run.advance(1000)
    assert run.drift < 1e-13 and run.snapshot().live["slope"] == 0.1


def test_history_gives_the_same_bits():
    run = Simulation(TURNTABLE)
    kept = {}
    for i in range(600):
        if i in (50, 51, 333):
            run.set("rate", 3.0 + i/50)
        kept[run.step] = bits(run)
        run.advance(1)
    kept[run.step] = bits(run)
    rng = np.random.default_rng(1)
    for step in rng.integers(0, 600, 60):
        assert run.go_to(int(step)) and run.step == step and bits(run) == kept[step]
    run.go_to(0)
    run.advance(600)
    assert bits(run) == kept[600]


def test_a_run_forgets_only_what_is_very_old():
    run = Simulation(TURNTABLE)
    run.advance(240*700)
    assert not run.go_to(240*50)
    assert run.go_to(run.latest - 240*500) and run.step == 240*200
    assert run.go_to(0) and run.step == 0


def test_another_future_drops_the_first_one():
    run = Simulation(TURNTABLE)
    run.advance(100)
    run.set("rate", 5.0)
    run.advance(100)
    run.go_to(50)
    run.set("rate", -5.0)
    run.advance(150)
    assert [(c.step, c.value) for c in run.commands] == [(50, -5.0)]
    other = Simulation(TURNTABLE)
    other.advance(50)
    other.set("rate", -5.0)
    other.advance(150)
    assert bits(run) == bits(other)


def test_many_moves_within_a_step_are_one_command():
    run = Simulation(TURNTABLE)
    run.advance(10)
    for i in range(1000):
        run.set("rate", i/100)
    assert len(run.commands) == 1 and run.values["rate"] == 9.99


@pytest.mark.parametrize(("name", "value", "words"), [
    ("rate", 99, "needs a number"), ("rate", float("nan"), "needs a number"), ("nothing", 1, "no parameter"),
    ("radius", 0.03, "restart")])
def test_bad_commands_change_nothing(name, value, words):
    run = Simulation(TURNTABLE)
    run.advance(10)
    before, values = bits(run), dict(run.values)
    with pytest.raises(BadValue, match=words):
        run.set(name, value)
    assert (bits(run), run.values, run.commands) == (before, values, [])


def test_after_the_end():
    # a table above nothing
    scene = Scene("Table", (Parameter("rate", 3.0, "rad/s", low=-9, high=9, live=True),),
                  lambda p: (Ball(0.02), Plane(rim=0.3), Spin("z", rate="rate")),
                  lambda p: Start((0.1, 0.0), velocity=(0.5, 0.0)))
    run = Simulation(scene)
    assert run.advance(10_000) == run.step and run.ended.kind == "rim" and len(run.events) == 1
    end = bits(run)
    assert run.advance(10) == 0
    with pytest.raises(BadValue, match="ended"):
        run.set("rate", 1.0)
    run.go_to(30)
    assert run.ended is None
    run.advance(10_000)
    assert bits(run) == end and len(run.events) == 1


@settings(max_examples=15)
@given(st.lists(st.tuples(st.integers(0, 500), st.floats(-20, 20)), max_size=8))
def test_log_replays_bit_by_bit(tmp_path_factory, script):
    """The commands of a log, given to a new run, lead through every logged row again."""
    folder = tmp_path_factory.mktemp("log")
    run = Simulation(TURNTABLE, {"x": 0.05}, open_log=lambda header: Recorder(folder / "a.sqlite", header))
    for step, value in sorted(script, key=lambda command: command[0]):
        run.advance(step - run.step)
        if run.ended is None:
            run.set("rate", value)
    run.advance(520 - run.step)
    run.recorder.close()
    log = read_log(folder / "a.sqlite")
    assert log.trouble == ""

    again = Simulation(TURNTABLE, log.header["parameters"], log.header["step_rate"])
    again.replay(log.commands)
    for i in range(log.good_rows):
        again.advance(int(log.rows["step"][i]) - again.step)
        if again.step == log.rows["step"][i] and again.t != log.rows["t"][i]:
            again.advance(1)      # the last row of a run that ended between two steps
        snapshot = again.snapshot()
        assert snapshot.t == log.rows["t"][i] and snapshot.E_J == log.rows["E_J"][i]
        assert snapshot.bodies[0].centre.tobytes() == log.bodies["centre"][i, 0].tobytes()
        assert snapshot.bodies[0].quaternion.tobytes() == log.bodies["quaternion"][i, 0].tobytes()


def test_a_fork_begins_a_new_log(tmp_path):
    names = iter("abc")
    run = Simulation(TURNTABLE, open_log=lambda header: Recorder(tmp_path / f"{next(names)}.sqlite", header))
    run.advance(240)
    run.go_to(120)
    run.set("rate", 9.0)
    run.advance(240)
    run.recorder.close()
    first, second = read_log(tmp_path / "a.sqlite"), read_log(tmp_path / "b.sqlite")
    assert first.rows["step"][-1] == 240 and not first.commands
    assert second.header["forked_at_step"] == 120 and second.rows["step"][0] == 124
    assert [(c.step, c.value) for c in second.commands] == [(120, 9.0)]


def test_a_typed_start_is_brought_onto_the_surface():
    """The nearest legal state is taken and what was changed is said."""
    typed = Start((0.1, 0.05, 0.03), (0.3, 0.0, 0.1), spin=2.0, nearest=True)
    run = Simulation(TURNTABLE, start=typed)
    body = run.snapshot().bodies[0]
    np.testing.assert_allclose(body.centre, [0.1, 0.05, 0.02], atol=1e-15)
    np.testing.assert_allclose(body.velocity, [0.3, 0.0, 0.0], atol=1e-15)
    assert body.angular_velocity[2] == pytest.approx(2.0, abs=1e-14)
    assert len(run.system.notes) == 2 and "0.01 m" in run.system.notes[0] and "%" in run.system.notes[1]
    with pytest.raises(BadValue, match="off the surface"):
        Simulation(TURNTABLE, start=Start((0.1, 0.05, 0.03)))
    with pytest.raises(BadValue, match="beyond an edge"):
        Simulation(TURNTABLE, start=Start((0.4, 0.0, 0.03), nearest=True))
