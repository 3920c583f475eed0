"""Rows that are made many at once are those that are made one by one: log, meters, records at any instants."""

import sqlite3
from contextlib import closing
from dataclasses import astuple
from types import SimpleNamespace

import numpy as np
import pytest

from sandbox.run.headless import advance, passed
from sandbox.run.logs import recorder
from sandbox.run.logs.logfile import read_log
from sandbox.run.recording import ROWS_PER_SECOND
from sandbox.run.simulation import Simulation
from tests.run.row_by_row import Meters, values_of
from tests.shipped import shipped

CATALOGUE = shipped()
# scene, rate, live parameter with its two targets: rolling on a turning table, slip and impacts, models side by side,
# the ledger at work, rows of a thrown pair of blades, a mode with its own variable
CASES = [("turntable", 240, "rate", (6.0, 3.0)), ("hoop", 240, "mu", (0.1, 1.5)), ("bounce", 960, "mu", (0.9, 0.05)),
         ("breakaway", 240, None, ()), ("slope_skate", 480, None, ()), ("billiard", 240, None, ()),
         ("tilted_turntable", 240, None, ()), ("suslov", 240, None, ())]
STEPS, CHANGES = 1400, (331, 700)


def told(run, oracle):
    """Whether the meters say what the oracle does."""
    return ([astuple(meter) for meter in run.meters] == list(oracle.present.values())
            and run.invariant_drift == oracle.worst)


def drive(run, name, values, pieces):
    """Make the steps of a case in pieces, with its changes; calls piece(run) after each."""
    for goal, value in zip((*CHANGES, STEPS), (*(values or (None, None)), None), strict=True):
        while run.step < goal and run.ended is None:
            run.advance(min(pieces(run), goal - run.step))
        if name is not None and value is not None and run.ended is None:
            run.set(name, value)


@pytest.mark.parametrize(("scene", "rate", "name", "values"), CASES)
def test_rows_and_meters_at_once_are_those_one_by_one(tmp_path, monkeypatch, scene, rate, name, values):
    # the chain of hashes begins with the header: without the time of day it is the same
    monkeypatch.setattr(recorder, "describe", lambda header: {"schema": recorder.SCHEMA, **header})
    paths = [tmp_path / "at once.sqlite", tmp_path / "one by one.sqlite"]
    at_once, slow = (Simulation(CATALOGUE.get(scene), {}, rate,
                                open_log=lambda header, path=path: recorder.Recorder(path, header)) for path in paths)
    oracle, rows, every = Meters(slow), [values_of(slow.snapshot())], rate//ROWS_PER_SECOND
    oracle.read(slow.snapshot())

    def one_row(run):
        if run.step % every == 0 and run.step:
            rows.append(values_of(run.snapshot()))
            oracle.read(run.snapshot())
            assert told(run, oracle), run.step
        return every - run.step % every

    drive(at_once, name, values, lambda run: STEPS)
    drive(slow, name, values, one_row)
    if STEPS % every == 0 or slow.ended is not None:
        rows.append(values_of(slow.snapshot()))
        oracle.read(slow.snapshot())
    assert told(slow, oracle) and told(at_once, oracle)
    assert at_once.events == slow.events and bits(at_once) == bits(slow)
    for run in (at_once, slow):
        run.recorder.close()
    logs = [read_log(path) for path in paths]
    assert all(log.trouble == "" and log.good_rows > 30 for log in logs)
    stored = [records(path) for path in paths]
    assert stored[0] == stored[1]
    assert [values for number, *values, _digest in stored[0]["rows"]] == [list(row) for row in rows]


def records(path) -> dict:
    """All records of a log."""
    with closing(sqlite3.connect(path)) as log:
        return {table: log.execute(f"SELECT * FROM {table} ORDER BY number").fetchall()
                for table in ("rows", "commands", "events")}


def bits(run) -> tuple:
    return run.t, run.drift, run.scale, run.max_F_over_N, *(state.tobytes() for state in run.states)


def test_a_fork_begins_a_log_with_the_rows_of_its_own_future(tmp_path):
    paths = []

    def open_log(header):
        paths.append(tmp_path / f"{len(paths)}.sqlite")
        return recorder.Recorder(paths[-1], header)

    run = Simulation(CATALOGUE.get("hoop"), open_log=open_log)
    run.advance(998)
    assert run.go_to(501)
    run.advance(98)
    run.set("mu", 0.2)
    run.advance(401)
    run.recorder.close()
    first, second = (read_log(path) for path in paths)
    assert first.rows["step"].tolist() == list(range(0, 998, 4))
    assert second.rows["step"].tolist() == list(range(600, 1001, 4)) and second.commands[0].step == 599


def test_events_of_a_past_that_is_run_again_are_told_once():
    run = Simulation(CATALOGUE.get("hoop"))
    run.advance(1003)
    told_before = list(run.events)
    run.go_to(2)
    run.advance(1400)
    assert told_before and run.events[:len(told_before)] == told_before
    assert sorted({event.t for event in run.events}) == [event.t for event in run.events]


@pytest.mark.parametrize("scene", ["turntable", "hoop", "bounce", "breakaway", "suslov"])
def test_a_record_at_instants_is_what_a_look_at_each_shows(scene):
    times = np.sort(np.append(np.random.default_rng(3).uniform(0.0, 4.0, 300), (0.0, 1.0, 4.0)))
    run = Simulation(CATALOGUE.get(scene))
    rows, ended = passed(Simulation(CATALOGUE.get(scene)), 4.0, times)
    for i, t in enumerate(times[:len(rows)].tolist()):
        run.advance(int(t*240 + 1e-9) - run.step)
        seen = run.peek(t)
        assert (rows.t[i], rows.E_J[i], rows.drift[i], rows.scale[i]) == (seen.t, seen.E_J, seen.drift, seen.scale)
        assert {name: values[i] for name, values in rows.invariants.items()} == seen.invariants
        for k, body in enumerate(seen.bodies):
            for ours, theirs in ((rows.centre, body.centre), (rows.omega, body.angular_velocity), (rows.F, body.F),
                                 (rows.quaternion, body.quaternion), (rows.N, body.N), (rows.mode, body.mode)):
                assert np.array_equal(ours[i, k], theirs)
    assert len(rows) == len(times) or times[len(rows)] > ended.t - 1e-12


def test_a_record_at_sixty_hertz_ends_with_the_event():
    hoop = CATALOGUE.get("hoop")
    run = Simulation(hoop, hoop.preset("Infinitely rough: no answer").values)
    rows, ended = passed(run, 10.0)
    assert ended is not None and rows.t[-1] == ended.t
    assert rows.step[:-1].tolist() == list(range(0, 4*len(rows) - 4, 4))
    assert rows.centre.shape == (len(rows), 1, 3) and run.events[-1] == ended


def test_no_rows_are_made_that_nobody_reads(monkeypatch):
    run = Simulation(CATALOGUE.get("turntable"))
    monkeypatch.setattr(run._models, "rows", None)
    run.advance(240)
    assert run.meters[0].drift < 1e-13


def test_a_log_is_committed_while_a_run_without_a_window_goes_on(monkeypatch):
    """A scene that is far slower than real time loses no more than a second of wall time to a killed process."""
    wall, ticks = [0.0], []
    run = Simulation(CATALOGUE.get("turntable"))
    steps_at_once = run.advance

    def slowly(steps):
        wall[0] += 0.04*steps
        return steps_at_once(steps)

    run.log.recorder = SimpleNamespace(commit=ticks.append, write=lambda rows: None)
    monkeypatch.setattr(run, "advance", slowly)
    monkeypatch.setattr("sandbox.run.headless.time", SimpleNamespace(perf_counter=lambda: wall[0]))
    advance(run, 400)
    # [s] 16 steps of 40 ms
    assert run.step == 400 and max(np.diff(ticks)) < 0.7


def test_fast_runs_are_made_in_long_pieces():
    run, pieces = Simulation(CATALOGUE.get("turntable")), []
    run.log.recorder = SimpleNamespace(commit=lambda now: pieces.append(run.step), write=lambda rows: None)
    advance(run, 240*60)
    assert run.step == 240*60 and len(pieces) < 200
