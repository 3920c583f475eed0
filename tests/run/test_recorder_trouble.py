"""A log outlives its process and its disk, and the run goes on without it."""

import random
import sqlite3
import subprocess

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from sandbox.run.command import Command
from sandbox.run.logs.logfile import read_log
from sandbox.run.logs.recorder import COMMIT_EVERY, Recorder
from sandbox.systems.protocol import Event
from tests.effort import tries
from tests.run.made_up import HEADER, kill_after, rows_of, snapshot, start_logging, write

ROWS_BETWEEN_COMMITS = round(60*COMMIT_EVERY)

# killed processes -----------------------------------------------------------------------------------------------------

@pytest.mark.slow
def test_killed_processes_leave_readable_logs(tmp_path):
    dice, lost = random.Random(5), []
    for i in range(tries(12, 300)):
        path = tmp_path / f"{i}.sqlite"
        handed_over = kill_after(start_logging(path), dice.randint(1, 150))
        log = read_log(path)
        assert f"ended without being closed, at t = {max(log.good_rows - 1, 0)/60} s" in log.trouble
        assert_array_equal(log.rows["step"], 4*np.arange(log.good_rows))
        lost.append(handed_over - log.good_rows)
    assert 0 <= max(lost) <= ROWS_BETWEEN_COMMITS + 1       # [rows] and the one that was just handed over


@pytest.mark.slow
def test_a_killed_log_reads_from_a_copy_without_its_index(tmp_path):
    path = tmp_path / "a.sqlite"
    handed_over = kill_after(start_logging(path), 80)
    rows = read_log(path).good_rows
    assert rows >= handed_over - ROWS_BETWEEN_COMMITS - 1
    (tmp_path / "a.sqlite-shm").unlink()
    assert read_log(path).good_rows == rows


def test_what_is_left_of_a_deleted_log_is_not_taken_for_the_new_one(tmp_path):
    path = tmp_path / "a.sqlite"
    kill_after(start_logging(path), 40)
    path.unlink()
    assert (tmp_path / "a.sqlite-wal").exists()
    assert write(path, 3).trouble == ""
    log = read_log(path)
    assert (log.trouble, log.good_rows) == ("", 3)


# disks ----------------------------------------------------------------------------------------------------------------

def test_no_place_for_the_log_is_a_sentence(tmp_path):
    (tmp_path / "file").touch()
    for path in (tmp_path / "file" / "log", tmp_path / "missing" / "log", tmp_path, tmp_path / "file"):
        recorder = Recorder(path, HEADER)
        assert not recorder.is_active
        assert str(path) in recorder.trouble and "the run goes on without it" in recorder.trouble
        recorder.write(rows_of([snapshot(0)]))
        recorder.command(Command(0, "rate", 1.0))
        recorder.event(Event(0.0, 0, "stop", "stops"))
        recorder.tick(0.0)
        recorder.close()
        assert recorder.rows == 0


def test_a_full_disk_ends_the_log_and_not_the_run(small_disk):
    recorder = Recorder(small_disk / "log", HEADER)
    for k in range(20_000):
        recorder.write(rows_of([snapshot(k)]))
        recorder.tick(k/60)
    assert not recorder.is_active
    assert "full" in recorder.trouble
    log = read_log(small_disk / "log")
    assert recorder.rows - 80 <= log.good_rows <= recorder.rows      # [rows] about a second
    assert "ended without being closed" in log.trouble


def test_a_read_only_disk_still_shows_its_logs(small_disk):
    write(small_disk / "closed")
    handed_over = kill_after(start_logging(small_disk / "killed"), 40)
    (small_disk / "killed-shm").unlink()
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
    assert read_log(small_disk / "closed").good_rows == 100
    assert read_log(small_disk / "killed").good_rows >= handed_over - ROWS_BETWEEN_COMMITS - 1
    recorder = Recorder(small_disk / "new", HEADER)
    assert "Read-only" in recorder.trouble


def failing_connection(monkeypatch, after: int, message: str):
    """SQLite whose statement number `after` and all later ones fail."""
    class Failing(sqlite3.Connection):
        calls = 0

        def count(self):
            Failing.calls += 1
            if Failing.calls > after:
                raise sqlite3.OperationalError(message)

        def execute(self, *arguments):
            self.count()
            return super().execute(*arguments)

        def executemany(self, *arguments):
            self.count()
            return super().executemany(*arguments)

    original = sqlite3.connect
    monkeypatch.setattr("sqlite3.connect", lambda *a, **k: original(*a, **k, **({} if "uri" in k else
                                                                              {"factory": Failing})))


@pytest.mark.parametrize("after", range(40))
def test_every_failing_statement_is_survived(log_path, monkeypatch, after):
    failing_connection(monkeypatch, after, "disk I/O error")
    recorder = Recorder(log_path, HEADER)
    for k in range(60):
        recorder.write(rows_of([snapshot(k)]))
        recorder.tick(k/30)
    recorder.close()
    assert "disk I/O error" in recorder.trouble
    log = read_log(log_path)
    assert log.good_rows <= recorder.rows
