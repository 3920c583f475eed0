"""Runs that are killed, stopped, or whose disk is full: the log holds what had happened until then, and says so."""

import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from sandbox.run.headless import advance
from sandbox.run.logs.chain import opened
from sandbox.run.logs.logfile import read_log
from sandbox.run.logs.recorder import Recorder
from sandbox.run.simulation import Simulation
from tests.effort import tries
from tests.patience import ENDLESS, HANGING
from tests.run.made_up import HEADER, rows_of, snapshot
from tests.work import Spent, wait_until_it_listens

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.skipif(os.name == "nt", reason="sends signals that Windows does not have")
LONG = ("simulate", "turntable", "--duration", "100000", "--log")
# a headless run that tells when it handed over how many rows
TOLD = """
import sys, time
from sandbox.cli.common import scene_named
from sandbox.run import headless
from sandbox.run.logs import recorder
class Told(recorder.Recorder):
    def write(self, rows):
        super().write(rows)
        print(time.monotonic(), self.rows, flush=True)
headless.simulate(scene_named("turntable"), {}, 1e5, open_log=lambda header: Told(sys.argv[1], header))
"""


def start(*arguments, **more) -> subprocess.Popen:
    """A command of its own."""
    return subprocess.Popen([sys.executable, str(ROOT / "main.py"), *map(str, arguments)], cwd=ROOT, text=True,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, **more)


def finished(process) -> tuple[int, str, str]:
    out, err = process.communicate(timeout=HANGING)
    assert "Traceback" not in err, err
    return process.returncode, out, err


def run(*arguments, **more) -> tuple[int, str, str]:
    return finished(start(*arguments, **more))


def wait_for_rows(path, process):
    """Waits until a log has rows."""
    end = time.monotonic() + HANGING
    while time.monotonic() < end and process.poll() is None:
        if read_log(path).good_rows > 1:
            return
        time.sleep(0.05)
    raise AssertionError(process.communicate())


def test_programs_of_tests_in_the_background_hear_ctrl_c():
    """A shell has what it starts in the background ignore Ctrl-C, which is handed on from process to process."""
    program = ("import signal; signal.signal(signal.SIGINT, signal.SIG_IGN); import subprocess, sys, tests.conftest\n"
               "child = 'import signal; print(signal.getsignal(signal.SIGINT) == signal.SIG_IGN)'\n"
               "print(subprocess.run([sys.executable, '-c', child], capture_output=True, text=True).stdout)")
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, text=True, capture_output=True, timeout=HANGING)
    assert done.stdout.split() == ["False"], done.stderr


@pytest.mark.slow
@pytest.mark.timeout(ENDLESS)
def test_a_killed_run_loses_at_most_a_second(tmp_path):
    dice = random.Random(11)
    for i in range(tries(3, 50)):
        path = tmp_path / f"{i}.sqlite"
        process = subprocess.Popen([sys.executable, "-c", TOLD, str(path)], cwd=ROOT, stdout=subprocess.PIPE, text=True)
        line = process.stdout.readline()
        time.sleep(dice.uniform(0.0, 3.0))
        killed = time.monotonic()
        process.kill()
        lines = [line, *process.stdout.read().splitlines()]
        process.wait()
        # the last line may be cut short
        told = [(float(when), int(rows)) for when, rows in (text.split() for text in lines[:-1] or lines)]
        expected = max((rows for when, rows in told if when < killed - 1.0), default=0)      # [s] promised
        log = read_log(path)
        assert log.good_rows >= expected > -1 and "ended without being closed, at t = " in log.trouble
        assert f"at t = {log.rows['t'][-1]} s" in log.trouble
        path.unlink()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("name", ["a.sqlite", "a.csv"])
def test_a_stopped_run_leaves_a_whole_log(tmp_path, number, name):
    process = start(*LONG, tmp_path / name)
    wait_for_rows(tmp_path / ("a.csv.sqlite" if name == "a.csv" else name), process)
    spent = Spent(process)
    process.send_signal(number)
    code, out, err = finished(process)
    assert code == 128 + number and out == ""
    # [s] of processor time, a third of a second; a table takes its time to be written
    assert spent.is_less_than(HANGING if name == "a.csv" else 5.0)
    stopped, whole = err.strip().splitlines()
    assert stopped.startswith("simulate: stopped at t = ") and stopped.endswith(" s of 100000 s")
    assert "is whole: " in whole
    assert [path.name for path in tmp_path.iterdir()] == [name]
    if name == "a.sqlite":
        log = read_log(tmp_path / name)
        assert log.trouble == "" and f"whole: {log.good_rows} rows" in whole
    else:
        assert len((tmp_path / name).read_text(encoding="utf-8").splitlines()) > 2


def test_the_log_of_a_killed_table_is_found(tmp_path):
    process = start(*LONG, tmp_path / "a.csv")
    wait_for_rows(tmp_path / "a.csv.sqlite", process)
    process.kill()
    process.communicate()
    code, _out, err = run("simulate", "turntable", "--duration", "1", "--log", tmp_path / "a.csv")
    assert code == 2 and "a.csv.sqlite" in err
    code, out, err = run("log", "recover", tmp_path / "a.csv", "--out", tmp_path / "good.sqlite")
    log = read_log(tmp_path / "good.sqlite")
    assert code == 0 and log.trouble == "" and log.good_rows > 1 and "ended without being closed" in err
    assert log.header["recovered_from"].endswith("a.csv.sqlite")
    code, _out, err = run("log", "export", tmp_path / "a.csv", "--out", tmp_path / "a.csv")
    assert code == 1 and "ended without being closed" in err
    assert len((tmp_path / "a.csv").read_text(encoding="utf-8").splitlines()) == log.good_rows + 1


@pytest.mark.parametrize("command", [
    ("check", *["tests/vectors/vectors_ball.json"]*20), ("bench", "--no-window"), ("warm",),
    ("simulate", "turntable", "--duration", "100000"),
    ("section", "sleigh", "--preset", "3", "--points", "1000000", "--out")])
def test_every_command_hears_ctrl_c(tmp_path, command):
    command = (*command, tmp_path / "points.csv") if command[-1] == "--out" else command
    process = start(*command, env={**os.environ, "JACOBI_SANDBOX_HOME": str(tmp_path)})
    wait_until_it_listens(process)
    time.sleep(1.0)
    spent = Spent(process)
    process.send_signal(signal.SIGINT)
    code, out, err = finished(process)
    assert code == 130 and spent.is_less_than(5.0)       # [s] of processor time, one or less
    assert "stopped" in err or "cancelled" in out


# targets --------------------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("name", ["there.sqlite", "there.csv"])
def test_a_file_that_is_there_is_refused_before_the_work(tmp_path, name):
    (tmp_path / name).write_text("mine")
    process = start(*LONG, tmp_path / name)
    spent = Spent(process)
    code, _out, err = finished(process)
    assert code == 2 and "is there already; --force replaces it" in err
    # [s] of processor time, to start; the run would take minutes
    assert spent.is_less_than(30.0) and (tmp_path / name).read_text() == "mine"
    code, _out, err = run("simulate", "turntable", "--duration", "1", "--log", tmp_path / name, "--force")
    assert (code, err) == (0, "") and (tmp_path / name).read_bytes()[:4] in (b"SQLi", b"step")
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_the_points_of_a_section_are_not_replaced_unasked(tmp_path):
    (tmp_path / "a.csv").write_text("mine")
    words = ("section", "sleigh", "--preset", "3", "--points", "3", "--out", tmp_path / "a.csv")
    code, out, err = run(*words)
    assert code == 2 and out == "" and "is there already; --force" in err
    assert (tmp_path / "a.csv").read_text() == "mine"
    assert run(*words, "--force")[0] == 0 and (tmp_path / "a.csv").read_text() != "mine"


@pytest.mark.parametrize(("name", "words"), [
    ("none/run.sqlite", "there is no folder"), ("none/run.csv", "there is no folder"), ("a_folder.csv", "is a folder"),
    ("run.txt", "needs a name that ends in .csv or .sqlite")])
def test_no_place_for_a_log_is_said_before_the_work(tmp_path, name, words):
    (tmp_path / "a_folder.csv").mkdir()
    code, out, err = run(*LONG, tmp_path / name)
    assert code == 2 and words in err and out == "" and len(err.splitlines()) == 1


def test_a_run_that_cannot_begin_leaves_nothing_behind(tmp_path):
    (tmp_path / "old.sqlite").write_text("old")
    for name, force in (("new.sqlite", ()), ("old.sqlite", ("--force",))):
        code, _out, _err = run("simulate", "turntable", "--duration", "1", "--set", "x=0.28", "--step-rate", "100",
                               "--log", tmp_path / name, *force)
        assert code == 2
    assert [path.name for path in tmp_path.iterdir()] == ["old.sqlite"]
    assert (tmp_path / "old.sqlite").read_text() == "old"


# disks ----------------------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("name", ["a.sqlite", "a.csv"])
def test_a_full_disk_ends_the_log_and_not_the_run(small_disk, name):
    code, out, err = run("simulate", "turntable", "--duration", "600", "--log", small_disk / name)
    assert code == 2 and "turntable, 600 s, 144000 steps" in out
    assert "full" in err.splitlines()[0] and "the run goes on without it" in err
    log = read_log(small_disk / ("a.csv.sqlite" if name == "a.csv" else name))
    assert log.good_rows > 100 and "ended without being closed" in log.trouble


@pytest.mark.parametrize("after", range(60))
def test_every_failing_statement_of_a_run_is_survived(tmp_path, monkeypatch, after):
    """SQLite finds the disk full at statement number `after`, a commit or a checkpoint among them."""
    calls = []

    class Full(sqlite3.Connection):
        def count(self):
            calls.append(1)
            if len(calls) > after:
                raise sqlite3.OperationalError("database or disk is full")

        def execute(self, *arguments):
            self.count()
            return super().execute(*arguments)

        def executemany(self, *arguments):
            self.count()
            return super().executemany(*arguments)

    original = sqlite3.connect
    with monkeypatch.context() as patch:
        patch.setattr("sqlite3.connect", lambda *a, **k: original(*a, **k, factory=Full))
        wall = iter(range(10**6))
        patch.setattr("sandbox.run.headless.time.perf_counter", lambda: float(next(wall)))
        from tests.run.test_replay import CATALOGUE
        run = Simulation(CATALOGUE.get("turntable"), open_log=lambda header: Recorder(tmp_path / "a.sqlite", header))
        advance(run, 960)
        run.recorder.close()
    assert run.step == 960
    if len(calls) > after:
        assert "disk is full; the run goes on without it" in run.recorder.trouble
        assert read_log(tmp_path / "a.sqlite").good_rows <= 241
    else:
        assert read_log(tmp_path / "a.sqlite").trouble == ""


# Ctrl-C in the middle of a write -------------------------------------------------------------------------------------

@pytest.mark.parametrize("at", ["before", "after"])
def test_a_write_cut_short_leaves_a_log_that_can_be_closed(tmp_path, monkeypatch, at):
    """The exception of Ctrl-C comes just before or just after the records are in the file."""
    class Interrupted(sqlite3.Connection):
        is_armed = False

        def executemany(self, *arguments):
            if self.is_armed and at == "before":
                raise KeyboardInterrupt
            super().executemany(*arguments)
            if self.is_armed:
                raise KeyboardInterrupt

    original = sqlite3.connect
    with monkeypatch.context() as patch:
        patch.setattr("sqlite3.connect", lambda *a, **k: original(*a, **k, factory=Interrupted))
        recorder = Recorder(tmp_path / "a.sqlite", HEADER)
    recorder.write(rows_of([snapshot(0), snapshot(1)]))
    recorder._connection.is_armed = True
    with pytest.raises(KeyboardInterrupt):
        recorder.write(rows_of([snapshot(2)]))
    recorder._connection.is_armed = False
    recorder.close()
    log = read_log(tmp_path / "a.sqlite")
    assert (log.trouble, log.good_rows) == ("", 2 if at == "before" else 3)
    assert (recorder.rows, recorder.t) == (log.good_rows, log.rows["t"][-1])


def test_a_log_is_read_at_one_moment_while_it_is_written(tmp_path):
    """What is committed while a reader is at work is not taken for a hole in the chain."""
    recorder = Recorder(tmp_path / "a.sqlite", HEADER)
    recorder.write(rows_of([snapshot(0)]))
    recorder.commit()
    with opened(tmp_path / "a.sqlite") as chain:
        records = iter(chain)
        assert next(records)[0] == "rows"
        recorder.write(rows_of([snapshot(1)]))
        recorder.commit()
        assert list(records) == [] and not chain.is_damaged
        assert chain.stored_rows == chain.rows == 1
    recorder.close()
