"""What the program writes of a person's work for itself is that person's own: nobody else may read it."""

import logging
import os

import pytest

from sandbox.app.crash import CrashWatch
from sandbox.app.session import Session
from sandbox.run.logs.recorder import Recorder
from sandbox.run.logs.target import Target
from sandbox.run.simulation import Simulation
from sandbox.workspace.kept_work import KeptWork
from sandbox.workspace.setup import Setup
from tests.ui.made_up import turntable

pytestmark = pytest.mark.skipif(os.name == "nt", reason="permissions work differently")


@pytest.fixture(autouse=True)
def open_umask():
    before = os.umask(0)
    yield
    os.umask(before)


def modes(folder) -> dict[str, int]:
    return {path.name: path.stat().st_mode & 0o777 for path in folder.iterdir()}


def test_logs_of_runs(tmp_path):
    run = Simulation(turntable(), open_log=lambda header: Recorder(tmp_path / "a.sqlite", header))
    run.advance(100)
    # beside it stand the pages that are not in it yet
    assert set(modes(tmp_path)) > {"a.sqlite"} and set(modes(tmp_path).values()) == {0o600}
    run.recorder.close()
    Target(tmp_path / "b.sqlite").open({}).close()
    assert modes(tmp_path)["b.sqlite"] == 0o600


def test_kept_work(tmp_path):
    work = KeptWork(tmp_path, 7)
    work.keep(Setup("turntable"))
    work.keep(Setup("turntable", step=1))
    assert len(modes(tmp_path)) == 2 and set(modes(tmp_path).values()) == {0o600}


def test_messages_reports_and_sessions(tmp_path):
    before = logging.getLogger("sandbox").handlers[:]
    watch = CrashWatch(tmp_path, on_report=lambda _report: None)
    watch._start_log()
    watch._watch_hard_crashes()
    session = Session(tmp_path).begin()
    try:
        raise ValueError("a fault")
    except ValueError as error:
        watch.report(ValueError, error, error.__traceback__)
    assert {name.partition("-")[0].partition(".")[0] for name in modes(tmp_path)} == {
        "crash", "messages", "session", "window"}
    assert set(modes(tmp_path).values()) == {0o600}
    watch.close()
    session.close()
    logging.getLogger("sandbox").handlers[:] = before
