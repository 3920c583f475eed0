"""Homes of odd names, homes that are not there or cannot be written: a start works, and says what it does without."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.effort import tries
from tests.patience import HANGING

ROOT = Path(__file__).parents[2]
NAMES = ["with space", "hash#percent%20&", "quote'\"", "Кириллица", "عربي", "cafe\u0301", "🎱 e\u0301", "dot.", "x"*120,
         "/".join(["long"*10]*5), "-leading", "semi;colon$HOME`ls`", "line\nbreak", "back\\slash"]
TROUBLED = ["missing", "read-only", "a file", "no temporary folder"]

# the files of a start, of settings, of a logged run, of its table and of the films: all that a home is asked for
PROGRAM = r"""
import json, sys
from pathlib import Path
from sandbox.app.paths import find_folders
from sandbox.app.session import Session
from sandbox.app.settings import Settings
from sandbox.cli.common import scene_named
from sandbox.cli.main import main
from sandbox.cli.window.runs import RunLogs
from sandbox.run.logs.logfile import read_log
from sandbox.run.simulation import Simulation
folders = find_folders()
settings = Settings(folders.config / "settings.json")
settings["theme"] = "projector"
saved = settings.save() and Settings(folders.config / "settings.json")["theme"] == "projector"
session = Session(folders.log).begin()
logs = RunLogs(folders, session, 200, 500)
run = Simulation(scene_named("turntable"), open_log=logs.open)
run.advance(600)
run.recorder.close()
rows = read_log(run.recorder.path).good_rows
session.close()
code = main(["simulate", "turntable", "--duration", "1", "--log", str(folders.runs / "a.csv"), "--force"])
print("\n" + json.dumps({"saved": saved, "rows": rows, "code": code, "trouble": run.recorder.trouble,
                         "troubles": folders.troubles, "notes": settings.notes, "runs": str(folders.runs)}))
"""


def started(home: Path, **changes) -> dict:
    """What a program says that is started with this home."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("XDG", "JACOBI_SANDBOX_HOME"))}
    done = subprocess.run([sys.executable, "-c", PROGRAM], cwd=ROOT, text=True, capture_output=True, timeout=HANGING,
                          env={**kept, "HOME": str(home), "PYTHONDONTWRITEBYTECODE": "1", **changes})
    assert done.returncode == 0 and "Traceback" not in done.stderr, done.stderr[-3000:]
    return json.loads(done.stdout.splitlines()[-1])


@pytest.mark.skipif(os.name == "nt", reason="homes of Unix")
@pytest.mark.parametrize("name", NAMES[::1 if tries(0, 1) else 2])
def test_any_home(tmp_path, name):
    home = tmp_path / name
    home.mkdir(parents=True)
    told = started(home)
    assert told | {"runs": ""} == {"saved": True, "rows": 151, "code": 0, "trouble": "", "troubles": [], "notes": [],
                                   "runs": ""}
    assert Path(told["runs"]).is_relative_to(home)
    assert (home / ".config" / "jacobi-sandbox" / "settings.json").exists()


@pytest.mark.skipif(os.name == "nt", reason="homes of Unix")
@pytest.mark.parametrize("kind", TROUBLED)
def test_a_home_that_is_none(tmp_path, kind):
    home, changes = tmp_path / "home", {}
    if kind == "a file":
        home.write_text("no folder")
    elif kind == "missing":
        home = tmp_path / "gone" / "home"
    else:
        home.mkdir()
    if kind == "read-only":
        if os.geteuid() == 0:
            # rights bind nobody who is root; a folder below which nothing can be made binds everybody
            for folder in (".config", ".cache", ".local"):
                (home / folder).write_text("no folder")
        home.chmod(0o500)
    if kind == "no temporary folder":
        changes = {name: str(tmp_path / "nowhere") for name in ("TMPDIR", "TEMP", "TMP")}
    told = started(home, **changes)
    assert told["saved"] and told["rows"] == 151 and told["code"] == 0
    if kind in ("a file", "read-only"):
        assert len(told["troubles"]) == 4 and all("cannot be written (" in text for text in told["troubles"])
        assert not Path(told["runs"]).is_relative_to(home)
    else:
        assert told["troubles"] == [] and Path(told["runs"]).is_relative_to(home)
