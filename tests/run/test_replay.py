"""A log is a replay: run again it gives the same bits, and what differs is named."""

import json
import random
import sqlite3
from dataclasses import replace

import pytest

from sandbox.errors import BadValue
from sandbox.run.headless import simulate
from sandbox.run.logs.chain import NoLog
from sandbox.run.logs.logfile import read_log
from sandbox.run.logs.recorder import Recorder
from sandbox.run.replay import replayed
from sandbox.run.simulation import Simulation
from sandbox.scene import Ball, Contact, Coulomb, Parameter, Plane, Scene, Spin, Start
from tests.effort import some_scenes
from tests.shipped import shipped

CATALOGUE = shipped()


def logged(path, scene="turntable", changes=None, **more) -> Simulation:
    return Simulation(CATALOGUE.get(scene), changes, open_log=lambda header: Recorder(path, header), **more)


@pytest.mark.parametrize("scene", [scene.id for scene in some_scenes(CATALOGUE.scenes.values(), 3, "replay")])
def test_random_commands_replay_bit_by_bit(scene, log_path):
    """Each scene, at each change one of three, with a preset, pieces of random lengths, live parameters that jump."""
    dice = random.Random(scene)
    preset = dice.choice(["", *(preset.name for preset in CATALOGUE.get(scene).presets)])
    changes = CATALOGUE.get(scene).preset(preset).values if preset else {}
    run = logged(log_path, scene, changes, preset=preset)
    commands = 0
    for _piece in range(12):
        run.advance(dice.randint(1, 60))
        for name in sorted(run.live):
            parameter = run.scene.parameter(name)
            if run.ended is None and dice.random() < 0.5 and isinstance(parameter.default, float):
                run.set(name, dice.uniform(max(parameter.low, -5.0), min(parameter.high, 5.0)))
                commands += 1
    run.advance(9)
    run.recorder.close()
    verdict, again = replayed(log_path, CATALOGUE.get)
    assert verdict.is_same, verdict.sentences()
    assert verdict.trouble == "" and verdict.changed == ()
    assert verdict.rows == read_log(log_path).good_rows
    assert len(again.commands) == len(read_log(log_path).commands)


def test_another_future_replays_too(tmp_path):
    """The log of a run that was taken back and steered otherwise begins there, and knows all that came before."""
    names = iter("abc")
    run = Simulation(CATALOGUE.get("turntable"), open_log=lambda header: Recorder(tmp_path / next(names), header))
    run.advance(100)
    run.set("rate", 9.0)
    run.advance(500)
    run.go_to(203)
    run.set("rate", -4.0)
    run.advance(600)
    run.recorder.close()
    for name, rows in (("a", 151), ("b", 150)):
        verdict, _again = replayed(tmp_path / name, CATALOGUE.get)
        assert verdict.is_same and verdict.rows == rows, verdict.sentences()


def test_a_future_that_is_given_up_steers_nothing(tmp_path):
    """A later command for one signal goes with its future, when a command for something else begins another one."""
    parameters = (Parameter("rate", 3.0, "rad/s", low=-20, high=20, live=True),
                  Parameter("mu", 0.5, "", low=0, high=2, live=True))
    scene = Scene("Slippery table", parameters,
                  lambda p: (Ball(radius=0.02), Plane(rim=0.3), Spin("z", rate="rate"), Contact(Coulomb(p.mu))),
                  lambda p: Start(at=(0.1, 0.0)), id="slippery")
    names = iter("ab")
    run = Simulation(scene, open_log=lambda header: Recorder(tmp_path / next(names), header))
    run.advance(100)
    run.set("rate", 9.0)
    run.advance(100)
    run.go_to(50)
    run.set("mu", 0.4)
    assert run.values == {"rate": 3.0, "mu": 0.4}
    run.advance(200)
    run.recorder.close()
    assert run.snapshot().live["rate"] == 3.0
    assert replayed(tmp_path / "b", lambda _name: scene)[0].is_same


def test_a_typed_start_and_another_step_rate(log_path):
    run = logged(log_path, step_rate=480, start=Start(at=(0.11, -0.02), velocity=(0.03, 0.01), spin=2.0))
    run.advance(480)
    run.recorder.close()
    verdict, again = replayed(log_path, CATALOGUE.get)
    assert verdict.is_same and again.step == 480 and again.start.spin == 2.0


def test_an_end_between_two_steps_is_compared(log_path):
    hoop = CATALOGUE.get("hoop")
    simulate(hoop, hoop.preset("Infinitely rough: no answer").values, 9.0,
             open_log=lambda header: Recorder(log_path, header))
    verdict, again = replayed(log_path, CATALOGUE.get)
    assert verdict.is_same and verdict.events == 1 and again.ended.kind == "stop"
    assert again.step/240 < again.ended.t < (again.step + 1)/240


def test_an_end_at_a_step_is_compared(log_path):
    """A motion that nothing can follow ends with the last whole step, the instant of the log's last row too."""
    fast = replace(CATALOGUE.get("turntable"), drift_limit=1e-30)
    run = Simulation(fast, open_log=lambda header: Recorder(log_path, header))
    run.advance(240)
    assert run.ended.kind == "drift" and run.ended.t == run.step/240
    run.recorder.close()
    verdict, again = replayed(log_path, lambda _name: fast)
    assert verdict.is_same and again.ended == run.ended, verdict.sentences()


def test_the_first_difference_is_named(log_path):
    """One bit of a row, written with hashes that fit: no damage, but another run."""
    run = logged(log_path)
    run.advance(480)
    run.recorder.close()
    forge(log_path, lambda row: {**row, "E_J": row["E_J"] + 7e-18} if row["step"] == 240 else row)
    verdict, _again = replayed(log_path, CATALOGUE.get)
    assert verdict.first[:3] == (240, 1.0, "E_J [J]") and not verdict.is_same
    assert verdict.worst == {"E_J [J]": pytest.approx(7e-18, abs=1e-18)}
    assert "differs first at step 240 (t = 1 s): E_J [J] is 0.0568" in verdict.sentences()[0]


def test_a_run_that_ends_otherwise_is_another(log_path):
    run = logged(log_path, "hoop")
    run.advance(480)
    assert run.ended is None
    run.recorder.close()
    ends = CATALOGUE.get("hoop").preset("Infinitely rough: no answer").values
    forge(log_path, header={"parameters": {**run.start_values, **ends}})
    verdict, again = replayed(log_path, CATALOGUE.get)
    assert again.ended is not None and verdict.first[:2] == (0, 0.0)


def test_a_changed_scene_is_named_and_compared(log_path):
    run = logged(log_path)
    run.advance(480)
    run.recorder.close()
    verdict, _again = replayed(log_path, lambda name: replace(CATALOGUE.get(name), source="other"))
    assert verdict.changed == ("source",) and verdict.is_same
    assert verdict.sentences() == ["other than when it was logged: the scene's file",
                                   "the same, bit by bit: 121 rows, 0 events"]


def test_a_damaged_log_is_replayed_up_to_its_damage(log_path):
    run = logged(log_path)
    run.advance(480)
    run.recorder.close()
    with sqlite3.connect(log_path) as connection:
        connection.execute("UPDATE rows SET drift = 0.5 WHERE step = 400")
    connection.close()
    verdict, again = replayed(log_path, CATALOGUE.get)
    assert verdict.is_same and verdict.rows == 100 and again.step == 396
    assert "record 101 is damaged" in verdict.sentences()[0]


def test_what_cannot_be_run_is_refused_in_a_sentence(log_path):
    with pytest.raises(NoLog, match="there is no such file"):
        replayed(log_path, CATALOGUE.get)
    run = logged(log_path)
    run.recorder.close()
    forge(log_path, header={"scene": "nowhere"})
    with pytest.raises(BadValue, match="no scene 'nowhere'"):
        replayed(log_path, CATALOGUE.get)
    for header in ({"step_rate": "fast"}, {"parameters": 3}, {"start_state": [1]}, {"start_state": {"up": 1}}):
        forge(log_path, header={"scene": "turntable", **header})
        with pytest.raises((NoLog, BadValue)):
            replayed(log_path, CATALOGUE.get)


def forge(path, change=lambda row: row, header=None):
    """Writes a log again with other values, whose hashes fit."""
    log = sqlite3.connect(path)
    facts = {key: json.loads(value) for key, value in log.execute("SELECT key, value FROM header") if key != "digest"}
    names = [column[1] for column in log.execute("PRAGMA table_info(rows)")][1:-1]
    rows = [tuple(change(dict(zip(names, row[1:-1], strict=True))).values())
            for row in log.execute("SELECT * FROM rows")]
    log.close()
    path.unlink()
    recorder = Recorder(path, {**facts, **(header or {})})
    recorder.copy("rows", rows)
    recorder.close()
