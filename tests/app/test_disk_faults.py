"""Calls that change a file fail in turn, for one moment or from then on: a sentence, and the old file or the new."""

import errno
import json
import sys
from dataclasses import dataclass

import numpy as np
import pytest

from sandbox.app import crash
from sandbox.app.session import Session, take_left
from sandbox.app.settings import Settings
from sandbox.errors import BadValue
from sandbox.film.encoding.claim import Claim
from sandbox.film.encoding.encoder import Encoder
from sandbox.film.recipe import Recipe, read_recipe
from sandbox.run.headless import simulate
from sandbox.run.logs.logfile import read_log
from sandbox.run.logs.tables import export_csv, export_npz
from sandbox.run.logs.target import Target
from sandbox.scene.trials.known import Known
from tests.effort import IS_RELEASE
from tests.failing_disk import failing_disk
from tests.film.made_up import film_of, frame
from tests.run.made_up import write
from tests.shipped import shipped

TURNTABLE = shipped().get("turntable")
ERRORS = (errno.ENOSPC, errno.EIO, errno.EACCES, errno.EROFS)
OLD, NEW = "old"*100, "new"*200


@dataclass
class Work:
    """Something that writes to a folder: prepared on a good disk, done on a failing one, looked at on a good one.

    do      returns a sentence if it says that it failed, "" if not;  raises  what else it may raise to its caller
    look    look(folder, said) asserts what must be there
    """

    prepare: object
    do: object
    look: object
    raises: tuple = ()


def settings_saved(folder):
    settings = Settings(folder / "settings.json")
    settings["window"] = NEW
    return "" if settings.save() else settings.notes[-1]


def settings_stand(folder, said):
    found = Settings(folder / "settings.json")
    assert found.notes == [] and found["window"] in ((OLD, NEW) if said else (NEW,))
    assert {path.name for path in folder.iterdir()} <= {"settings.json"}


def session_noted(folder):
    session = Session(folder).begin()
    for scene in ("turntable", "globe", "x"*300, "cone"):
        session.note(scene=scene)
    session.close()
    return ""


def session_gone(folder, _said):
    assert len(take_left(folder)) <= 1 and not list(folder.glob("window-*"))


def fault_reported(folder):
    told = []
    watch = crash.CrashWatch(folder, told.append)
    watch.install()
    try:
        try:
            raise ValueError("planted")
        except ValueError:
            sys.excepthook(*sys.exc_info())
    finally:
        watch.close()
    assert len(told) == 1 and "planted" in told[0].sentence
    return "" if told[0].path else told[0].sentence


def report_stands(folder, said):
    reports = [path.read_text(encoding="utf-8") for path in folder.glob("crash-*.txt")]
    assert said or "ValueError: planted" in reports[0]


def table_written(folder):
    export_csv(folder / "a.sqlite", folder / "a.csv")
    export_npz(folder / "a.sqlite", folder / "a.npz")
    return ""


def table_stands(folder, said):
    for name in ("a.csv", "a.npz"):
        path = folder / name
        if path.read_bytes() == OLD.encode():
            assert said
        elif name == "a.csv":
            assert len(path.read_text(encoding="utf-8").splitlines()) == 7
        else:
            assert np.load(path)["t"].shape == (6,)
    assert {path.name for path in folder.iterdir()} == {"a.sqlite", "a.csv", "a.npz"}


def note_saved(folder):
    known = Known(folder / "notes" / "scenes.json")
    known.add_good(b"a scene")
    known.save()
    return ""


def note_stands(folder, _said):
    assert Known(folder / "notes" / "scenes.json").is_good(b"a scene") in (True, False)


def run_logged(folder):
    with Target(folder / "run.csv", suffixes=(".sqlite", ".csv")) as target:
        simulate(TURNTABLE, {}, 0.5, open_log=target.open)
        return target.finish() or target.trouble


def run_stands(folder, said):
    table, log = folder / "run.csv", folder / "run.csv.sqlite"
    if table.exists():
        assert len(table.read_text(encoding="utf-8").splitlines()) in ((32,) if not said else range(2, 33))
    else:
        assert said and (not log.exists() or isinstance(read_log(log).trouble, str))


def film_written(folder):
    claim = Claim(folder / "a.mp4")
    encoder = None
    try:
        claim.promise(Recipe("turntable", end=0.1))
        encoder = Encoder(folder / "a.mp4", (64, 64), 60)
        for k in range(6):
            encoder.put(frame(k, (64, 64)))
        encoder.close()
        if not encoder.trouble:
            claim.fulfil(encoder.path, Recipe("turntable", end=0.1))
        return encoder.trouble
    finally:
        if encoder is not None:
            encoder.close()
        claim.give_up()


def film_stands(folder, said):
    for path in folder.iterdir():
        if path.suffix == ".mp4" and path.stat().st_size > 1000:
            try:
                assert len(film_of(path)[0]) <= 6
            except Exception:
                # a film that was never whole has no name of a whole one
                assert said and path.name != "a.mp4"
        if path.suffix == ".json" and path.name == "a.json":
            assert read_recipe(path).scene == "turntable"
    assert said or (folder / "a.mp4").exists()


WORKS = {
    "settings": Work(lambda folder: (folder / "settings.json").write_text(json.dumps({"window": OLD})),
                     settings_saved, settings_stand),
    "session": Work(lambda folder: None, session_noted, session_gone),
    "fault": Work(lambda folder: None, fault_reported, report_stands),
    "tables": Work(lambda folder: (write(folder / "a.sqlite", 6), (folder / "a.csv").write_text(OLD),
                                   (folder / "a.npz").write_text(OLD)), table_written, table_stands, (OSError,)),
    "note of scenes": Work(lambda folder: None, note_saved, note_stands),
    "run": Work(lambda folder: None, run_logged, run_stands, (BadValue,)),
    "film": Work(lambda folder: None, film_written, film_stands, (BadValue, OSError)),
}


@pytest.fixture(autouse=True)
def hooks(monkeypatch):
    """The hooks that a watch of faults installs go with the test."""
    import logging
    import threading
    for module, hook in ((sys, "excepthook"), (sys, "unraisablehook"), (threading, "excepthook")):
        monkeypatch.setattr(module, hook, getattr(module, hook))
    yield
    logging.getLogger("sandbox").handlers[:] = [logging.NullHandler()]


@pytest.mark.parametrize("name", WORKS)
def test_every_call_fails_in_turn(tmp_path, name):
    work = WORKS[name]

    def done(folder, **how) -> tuple[list, str]:
        folder.mkdir()
        work.prepare(folder)
        with failing_disk(folder, **how) as disk:
            try:
                said = work.do(folder)
            except work.raises as error:
                said = str(error) or repr(error)
        assert isinstance(said, str)
        work.look(folder, said)
        return disk.calls, said

    calls, said = done(tmp_path / "good")
    assert said == "" and calls
    # the first calls and the last ones, and some between; all of them before a release
    some = {*range(8), *range(0, len(calls), max(1, len(calls)//12)), *range(len(calls) - 4, len(calls))}
    for number in range(len(calls)) if IS_RELEASE else sorted(some & set(range(len(calls)))):
        for kind, error in enumerate(ERRORS):
            if IS_RELEASE or kind == number % len(ERRORS):
                for stays in (False, True):
                    done(tmp_path / f"{number} {kind} {stays}", fails=number, error=error, stays=stays)
