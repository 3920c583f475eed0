"""Short runs leave no log, old logs go, and none that somebody writes."""

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from sandbox.app.paths import OVERRIDE, find_folders
from sandbox.app.session import Session
from sandbox.cli.window.runs import RunLogs
from sandbox.run.logs.logfile import read_log
from sandbox.run.simulation import Simulation
from sandbox.scene.catalogue import load_scene

ROOT = Path(__file__).resolve().parents[2]
TURNTABLE = load_scene(ROOT / "scenes" / "turntable.py")


@pytest.fixture
def folders(tmp_path, monkeypatch):
    monkeypatch.setenv(OVERRIDE, str(tmp_path))
    return find_folders()


@pytest.fixture
def logs(folders):
    session = Session(folders.log).begin()
    yield RunLogs(folders, session, 200, 500)
    session.close()


def names(folders):
    return sorted(path.name for path in folders.runs.iterdir())


def run(logs, seconds: float) -> Simulation:
    simulation = Simulation(TURNTABLE, open_log=logs.open)
    simulation.advance(int(seconds*simulation.step_rate))
    return simulation


@pytest.mark.parametrize("seconds, left", [(0.0, 0), (1.9, 0), (2.0, 1), (5.0, 1)])
def test_a_run_of_less_than_two_seconds_leaves_no_log(folders, logs, seconds, left):
    simulation = run(logs, seconds)
    assert len(list(folders.runs.glob("*.sqlite"))) == 1
    simulation.recorder.close()
    assert len(names(folders)) == left
    if left:
        log = read_log(folders.runs / names(folders)[0])
        assert log.trouble == "" and log.good_rows == 60*seconds + 1


def test_a_run_that_is_read_while_it_goes_on_is_all_there(folders, logs):
    simulation = run(logs, 0.5)
    simulation.recorder.tick(1.0)
    simulation.recorder.tick(3.0)
    assert read_log(simulation.recorder.path).good_rows == 31
    simulation.recorder.close()


def test_another_future_that_is_short_goes_too_and_names_no_log_that_is_gone(folders, logs):
    simulation = run(logs, 1.0)
    simulation.go_to(120)
    simulation.set("rate", 5.0)
    simulation.advance(600)
    simulation.recorder.close()
    [name] = names(folders)
    header = read_log(folders.runs / name).header
    assert "forked_from" not in header and header["forked_at_step"] == 120
    simulation = run(logs, 4.0)
    simulation.go_to(720)
    simulation.set("rate", 5.0)
    simulation.advance(240)
    simulation.recorder.close()
    # the third lasted a second from where it began
    assert len(names(folders)) == 2


def test_a_closed_log_takes_nothing_away_when_it_is_closed_again(folders, logs):
    first = run(logs, 1.0)
    first.recorder.close()
    second = run(logs, 3.0)
    Path(first.recorder.path).touch()
    first.recorder.close()
    assert Path(first.recorder.path).exists()
    second.recorder.close()


def test_fifty_drags_of_a_slider_leave_no_log(folders, logs):
    for _drag in range(50):
        run(logs, 0.4).recorder.close()
    assert names(folders) == []


def make_old(folders, count: int, size: int = 100):
    for number in range(count):
        path = folders.runs / f"2020-01-01_00-{number//60:02}-{number%60:02}_turntable.sqlite"
        path.write_bytes(bytes(size))


def test_the_oldest_go_by_number(folders, logs):
    make_old(folders, 300)
    simulation = run(logs, 2.5)
    assert len(list(folders.runs.glob("*.sqlite"))) == 200
    assert "2020-01-01_00-01-40_turntable.sqlite" not in names(folders)      # number 100, the oldest but 199
    assert "2020-01-01_00-01-41_turntable.sqlite" in names(folders)
    simulation.recorder.close()


def test_the_oldest_go_by_size(folders, logs):
    logs = RunLogs(folders, logs._session, 200, 1.0)
    make_old(folders, 30, size=90_000)
    (folders.runs / "2020-01-01_00-00-29_turntable.sqlite-wal").write_bytes(bytes(60_000))
    simulation = run(logs, 2.5)
    total = sum(path.stat().st_size for path in folders.runs.glob("2020*"))
    assert 600_000 < total <= 1_000_000
    simulation.recorder.close()


def test_what_a_person_named_is_kept(folders, logs):
    for name in ("best.sqlite", "2020-01-01_00-00-00_turntable (copy).sqlite", "notes.txt"):
        (folders.runs / name).touch()
    make_old(folders, 250)
    run(logs, 2.5).recorder.close()
    assert {"best.sqlite", "2020-01-01_00-00-00_turntable (copy).sqlite", "notes.txt"} <= set(names(folders))


WRITING = """
import sys
from pathlib import Path
from sandbox.app.paths import find_folders
from sandbox.app.session import Session
from sandbox.cli.window.runs import RunLogs
from sandbox.run.simulation import Simulation
from sandbox.scene.catalogue import load_scene
folders = find_folders()
logs = RunLogs(folders, Session(folders.log).begin(), 200, 500)
simulation = Simulation(load_scene(Path(sys.argv[1])), open_log=logs.open)
simulation.advance(720)
simulation.recorder.tick(1.0)
simulation.recorder.tick(3.0)
print(simulation.recorder.path, flush=True)
input()
simulation.recorder.close()
"""


def test_what_somebody_writes_is_kept(folders, logs):
    """The own log and that of another window, though both are the oldest; after its end that one goes, too."""
    other = subprocess.Popen([sys.executable, "-c", WRITING, str(ROOT / "scenes" / "turntable.py")], cwd=ROOT,
                             text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=dict(os.environ))
    path = Path(other.stdout.readline().strip())
    own = run(logs, 3.0)
    for number in range(250):
        (folders.runs / f"2999-01-01_00-{number//60:02}-{number%60:02}_turntable.sqlite").touch()
    logs.prune()
    assert path.exists() and Path(own.recorder.path).exists()
    assert len(list(folders.runs.glob("2999*.sqlite"))) == 200
    other.communicate("\n")
    own.recorder.close()
    logs._session.note(log="")
    logs.prune()
    assert not path.exists() and not Path(own.recorder.path).exists()
    assert read_log(path).trouble


def test_a_log_that_can_not_be_made_is_said(folders, logs):
    folders = replace(folders, runs=folders.runs / "missing")
    simulation = run(RunLogs(folders, logs._session, 200, 500), 0.1)
    assert "the run goes on without it" in simulation.recorder.trouble
    simulation.recorder.close()
