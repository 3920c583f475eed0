"""A log outlives its process, its disk and its damage, and gives back the bits that went in."""

import csv
import locale
import os
import random
import shutil
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from sandbox.run.command import Command
from sandbox.run.logfile import export_csv, export_npz, read_log
from sandbox.run.recorder import Recorder
from sandbox.scene.automaton import Event
from tests.run.made_up import HEADER, snapshot

ROOT = Path(__file__).resolve().parents[2]


def write(path, rows: int = 100, bodies: int = 1) -> Recorder:
    recorder = Recorder(path, HEADER)
    for k in range(rows):
        recorder.row(snapshot(k, bodies))
        if k % 10 == 3:
            recorder.command(Command(4*k, "rate", k/9))
        recorder.tick(k/60)
    recorder.event(Event(rows/60, 0, "stop", "Стоит"))
    recorder.close()
    return recorder


@pytest.fixture
def log_path(tmp_path):
    return tmp_path / "run 1 # ü.sqlite"


@pytest.mark.parametrize("bodies", [0, 1, 3])
def test_what_went_in_comes_out_bit_for_bit(log_path, bodies):
    assert write(log_path, 100, bodies).trouble == ""
    log = read_log(log_path)
    assert (log.trouble, log.good_rows) == ("", 100)
    assert log.header["parameters"] == HEADER["parameters"]
    for k in (0, 1, 57, 99):
        state = snapshot(k, bodies)
        assert log.rows["step"][k] == state.step
        assert (log.rows["t"][k], log.rows["E_J"][k], log.rows["ledger"][k]) == (state.t, state.E_J, state.ledger)
        assert (log.live["rate"][k], log.live["shell"][k]) == (state.live["rate"], state.live["shell"])
        assert log.invariants["plane_K_x"][k] == state.invariants["plane_K_x"]
        assert_array_equal(log.supports["quaternion"][k, 0], state.supports[0].quaternion)
        for i, body in enumerate(state.bodies):
            for name in ("centre", "velocity", "angular_velocity", "quaternion", "contact", "normal", "F", "N", "mode"):
                assert_array_equal(log.bodies[name][k, i], getattr(body, name))
    assert log.commands == tuple(Command(4*k, "rate", k/9) for k in range(3, 100, 10))
    assert log.events == (Event(100/60, 0, "stop", "Стоит"),)


def test_odd_numbers_are_kept(log_path):
    state = snapshot(1)
    state.live.update(rate=float("nan"), minus=-0.0)
    object.__setattr__(state, "drift", float("nan"))
    object.__setattr__(state, "scale", float("inf"))
    state.bodies[0].centre[:] = np.nan, -np.inf, -0.0
    recorder = Recorder(log_path, HEADER)
    recorder.row(state)
    recorder.command(Command(0, "shell", np.True_))
    recorder.close()
    log = read_log(log_path)
    assert (log.trouble, log.good_rows) == ("", 1)
    assert np.isnan(log.rows["drift"][0]) and np.isnan(log.live["rate"][0]) and log.rows["scale"][0] == np.inf
    assert log.bodies["centre"][0, 0].tobytes() == state.bodies[0].centre.tobytes()
    assert log.commands[0].value is True


def test_an_empty_log_reads(log_path):
    Recorder(log_path, HEADER).close()
    log = read_log(log_path)
    assert (log.trouble, log.good_rows, len(log.rows["t"])) == ("", 0, 0)


def test_a_closed_log_is_one_file(log_path):
    write(log_path)
    assert [path.name for path in log_path.parent.iterdir()] == [log_path.name]
    read_log(log_path)
    assert [path.name for path in log_path.parent.iterdir()] == [log_path.name]


def test_commits_come_every_quarter_second(log_path):
    recorder = Recorder(log_path, HEADER)
    seen = []
    for k in range(61):
        recorder.row(snapshot(k))
        recorder.tick(1000.0 + k/60)
        seen.append(read_log(log_path).good_rows)
    assert all(k + 1 - rows <= 16 for k, rows in enumerate(seen))       # [rows] a quarter second and the one at hand
    assert len(set(seen)) == 5
    recorder.tick(3.0)        # a clock set back
    recorder.row(snapshot(61))
    recorder.tick(3.3)
    assert read_log(log_path).good_rows == 62
    recorder.close()


def test_a_checkpoint_between_two_commits_finds_no_open_transaction(log_path):
    recorder = Recorder(log_path, HEADER)
    for k in range(300):
        recorder.row(snapshot(k))
        recorder.tick(k*0.0173)
    assert recorder.trouble == ""
    recorder.close()


def start_and_kill(path: Path, seconds: float) -> subprocess.Popen:
    """A logging process and the moment, counted from its first row, at which it is killed."""
    process = subprocess.Popen([sys.executable, "-m", "tests.run.made_up", str(path)], cwd=ROOT,
                               stdout=subprocess.PIPE, text=True)
    process.seconds, process.path = seconds, path
    return process


@pytest.mark.slow
def test_thirty_killed_processes_leave_readable_logs(tmp_path):
    dice, lost = random.Random(5), []
    for batch in range(5):
        children = [start_and_kill(tmp_path / f"{batch}{i}.sqlite", dice.uniform(0.0, 2.5)) for i in range(6)]
        first = [child.stdout.readline() for child in children]
        begin = time.monotonic()
        for child in sorted(children, key=lambda child: child.seconds):
            time.sleep(max(0.0, begin + child.seconds - time.monotonic()))
            child.kill()
        for child, line in zip(children, first, strict=True):
            lines = [line, *child.stdout.read().splitlines()]
            assert child.wait() != 3
            log = read_log(child.path)
            assert log.trouble == ""
            assert_array_equal(log.rows["step"], 4*np.arange(log.good_rows))
            handed_over = [float(line) for line in lines]
            lost.append(handed_over[-1] - handed_over[min(log.good_rows, len(lines) - 1)])
    print(f"seconds lost in {len(lost)} kills: " + " ".join(f"{seconds:.2f}" for seconds in sorted(lost)))
    assert max(lost) <= 1.0       # [s] a quarter second, and a disk that is busy with the other children


@pytest.mark.slow
def test_a_killed_log_reads_from_a_copy_without_its_index(tmp_path):
    child = start_and_kill(tmp_path / "a.sqlite", 0.0)
    child.stdout.readline()
    time.sleep(1.4)
    child.kill()
    child.wait()
    rows = read_log(child.path).good_rows
    assert rows > 20
    (tmp_path / "a.sqlite-shm").unlink()
    assert read_log(child.path).good_rows == rows


def test_no_place_for_the_log_is_a_sentence(tmp_path):
    (tmp_path / "file").touch()
    for path in (tmp_path / "file" / "log", tmp_path / "missing" / "log", tmp_path, tmp_path / "file"):
        recorder = Recorder(path, HEADER)
        assert not recorder.is_active
        assert str(path) in recorder.trouble and "the run goes on without it" in recorder.trouble
        recorder.row(snapshot(0))
        recorder.command(Command(0, "rate", 1.0))
        recorder.event(Event(0.0, 0, "stop", "stops"))
        recorder.tick(0.0)
        recorder.close()
        assert recorder.rows == 0


@pytest.fixture
def small_disk(tmp_path):
    """A folder on a disk of 2 MB; needs the right to mount one."""
    folder = tmp_path / "small"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(folder)]
    if not shutil.which("mount") or subprocess.run(mount, capture_output=True).returncode:
        pytest.skip("no right to mount a small disk here")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)


def test_a_full_disk_ends_the_log_and_not_the_run(small_disk):
    recorder = Recorder(small_disk / "log", HEADER)
    for k in range(20_000):
        recorder.row(snapshot(k))
        recorder.tick(k/60)
    assert not recorder.is_active
    assert "full" in recorder.trouble
    log = read_log(small_disk / "log")
    assert recorder.rows - 80 <= log.good_rows <= recorder.rows      # [rows] about a second
    assert log.trouble == ""


def test_a_read_only_disk_still_shows_its_logs(small_disk):
    write(small_disk / "closed")
    child = start_and_kill(small_disk / "killed", 0.0)
    child.stdout.readline()
    time.sleep(0.7)
    child.kill()
    child.wait()
    (small_disk / "killed-shm").unlink()
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
    assert read_log(small_disk / "closed").good_rows == 100
    assert read_log(small_disk / "killed").good_rows >= 15
    recorder = Recorder(small_disk / "new", HEADER)
    assert "Read-only" in recorder.trouble


def failing_connection(monkeypatch, after: int, message: str):
    """SQLite whose statement number `after` and all later ones fail."""
    class Failing(sqlite3.Connection):
        calls = 0

        def execute(self, *arguments):
            Failing.calls += 1
            if Failing.calls > after:
                raise sqlite3.OperationalError(message)
            return super().execute(*arguments)

    original = sqlite3.connect
    monkeypatch.setattr("sqlite3.connect", lambda *a, **k: original(*a, **k, **({} if "uri" in k else
                                                                              {"factory": Failing})))


@pytest.mark.parametrize("after", range(40))
def test_every_failing_statement_is_survived(log_path, monkeypatch, after):
    failing_connection(monkeypatch, after, "disk I/O error")
    recorder = Recorder(log_path, HEADER)
    for k in range(60):
        recorder.row(snapshot(k))
        recorder.tick(k/30)
    recorder.close()
    assert "disk I/O error" in recorder.trouble
    log = read_log(log_path)
    assert log.good_rows <= recorder.rows


def test_flipped_bits_stop_the_reader_at_the_right_row(log_path):
    write(log_path, 60)
    good, data = read_log(log_path), log_path.read_bytes()
    dice, stops = random.Random(7), []
    for _trial in range(300):
        damaged = bytearray(data)
        place = dice.randrange(len(data))
        damaged[place] ^= 1 << dice.randrange(8)
        log_path.write_bytes(damaged)
        log = read_log(log_path)
        stops.append(log.good_rows)
        for name in ("step", "t", "E_J"):
            assert_array_equal(log.rows.get(name, [])[:], good.rows[name][:log.good_rows])
        if log.good_rows:
            assert_array_equal(log.bodies["centre"], good.bodies["centre"][:log.good_rows])
        assert log.good_rows == 60 or log.trouble
    assert len(set(stops)) > 30         # not simply given up at the first sign of damage


def test_a_changed_value_names_the_record_and_the_time(log_path):
    write(log_path, 60)
    connection = sqlite3.connect(log_path)
    connection.execute("UPDATE rows SET t = t + 1e-15 WHERE step = 4*30")
    connection.commit()
    connection.close()
    log = read_log(log_path)
    assert log.good_rows == 30
    assert log.trouble.endswith(f"record 34 is damaged (its hash does not fit); read 30 rows, to t = {29/60} s")


def test_a_missing_record_ends_the_log(log_path):
    write(log_path, 60)
    connection = sqlite3.connect(log_path)
    connection.execute("DELETE FROM commands WHERE step = 4*23")
    connection.commit()
    connection.close()
    log = read_log(log_path)
    assert log.good_rows == 24
    assert "it is missing" in log.trouble


def test_a_changed_header_is_no_log(log_path):
    write(log_path, 5)
    connection = sqlite3.connect(log_path)
    connection.execute("UPDATE header SET value = '480' WHERE key = 'step_rate'")
    connection.commit()
    connection.close()
    assert "the header is damaged" in read_log(log_path).trouble


def test_a_log_cut_off_anywhere_is_read_or_refused_in_words(log_path):
    write(log_path, 60)
    good, data = read_log(log_path), log_path.read_bytes()
    for size in range(0, len(data), 997):
        log_path.write_bytes(data[:size])
        log = read_log(log_path)
        assert log.trouble
        assert_array_equal(log.rows.get("t", []), good.rows["t"][:log.good_rows])


@pytest.mark.parametrize("content", [b"", b"\0"*5000, b"SQLite format 3\0", "текст".encode()*1000])
def test_what_is_no_log_is_refused_in_words(log_path, content):
    assert "there is no such file" in read_log(log_path).trouble
    log_path.write_bytes(content)
    assert read_log(log_path).trouble
    assert "there is no such file" in read_log(log_path.parent).trouble


def read_csv(path) -> dict:
    with open(path, encoding="utf-8", newline="") as file:
        names, *rows = csv.reader(file)
    return dict(zip(names, zip(*rows, strict=True), strict=True))


def test_csv_gives_back_the_same_bits(log_path, tmp_path):
    write(log_path, 50)
    export_csv(log_path, tmp_path / "out.csv")
    table, log = read_csv(tmp_path / "out.csv"), read_log(log_path)
    assert list(table)[:3] == ["step", "t [s]", "E_J [J]"]
    assert_array_equal(np.array(table["t [s]"], dtype=float), log.rows["t"])
    assert_array_equal(np.array(table["live rate [rad/s]"], dtype=float), log.live["rate"])
    assert_array_equal(np.array(table["velocity_z [m/s]"], dtype=float), log.bodies["velocity"][:, 0, 2])
    assert_array_equal(np.array(table["support0 quaternion_w"], dtype=float), log.supports["quaternion"][:, 0, 0])
    assert set(table["mode"]) == {"rolling"}
    assert b"\r" not in (tmp_path / "out.csv").read_bytes()


def test_npz_gives_back_the_same_bits(log_path, tmp_path):
    write(log_path, 50, 2)
    export_npz(read_log(log_path), tmp_path / "out.npz")
    with np.load(tmp_path / "out.npz", allow_pickle=False) as file:
        assert_array_equal(file["bodies.centre"], read_log(log_path).bodies["centre"])
        assert file["bodies.mode"][0, 1] == "rolling"


def test_a_failed_export_leaves_the_old_file(log_path, tmp_path, monkeypatch):
    write(log_path, 5)
    out = tmp_path / "out.csv"
    out.write_text("old")

    def full(_number):
        raise OSError(28, "No space left on device")
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        export_csv(log_path, out)
    assert out.read_text() == "old"
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted([log_path.name, "out.csv"])


@pytest.fixture
def decimal_comma(tmp_path, monkeypatch):
    """The C library writes 1,5 while a test runs: with a locale of this machine, or one made for the test."""
    before = locale.setlocale(locale.LC_ALL)
    if not any(can_set(name) for name in ("de_DE.UTF-8", "ru_RU.UTF-8", "fr_FR.UTF-8", "German_Germany")):
        made = tmp_path / "locales" / "de_DE.UTF-8"
        made.parent.mkdir()
        if shutil.which("localedef"):
            subprocess.run(["localedef", "-i", "de_DE", "-f", "UTF-8", made], capture_output=True)
        monkeypatch.setenv("LOCPATH", str(made.parent))
        if not can_set("de_DE.UTF-8"):
            pytest.skip("no locale with a decimal comma on this machine")
    yield
    locale.setlocale(locale.LC_ALL, before)


def can_set(name: str) -> bool:
    try:
        locale.setlocale(locale.LC_ALL, name)
    except locale.Error:
        return False
    return True


def test_a_decimal_comma_changes_nothing(decimal_comma, log_path, tmp_path):
    assert locale.str(1.5) == "1,5"
    write(log_path, 5)
    assert read_log(log_path).header["parameters"] == HEADER["parameters"]
    export_csv(log_path, tmp_path / "out.csv")
    assert float(read_csv(tmp_path / "out.csv")["t [s]"][1]) == 1/60
