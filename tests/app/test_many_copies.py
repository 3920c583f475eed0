"""Two and five copies at once: settings are always one whole file, no log is shared, nothing of a copy is lost."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from sandbox.app.settings import Settings
from sandbox.run.logs.logfile import read_log
from tests.patience import HANGING

ROOT = Path(__file__).resolve().parents[2]
SAVES, LOGS = 40, 6

# a copy of the window's files: it begins when it is told to, saves settings, and logs runs as the window does
PROGRAM = r"""
import json, sys
from datetime import datetime
from sandbox.app import paths
from sandbox.app.session import Session
from sandbox.app.settings import Settings
from sandbox.cli.window.runs import RunLogs
from sandbox.run.simulation import Simulation
from sandbox.cli.common import scene_named

number, saves, logs = map(int, sys.argv[1:])
class Clock(datetime):
    @classmethod
    def now(cls, *_zone):
        return cls(2026, 1, 2, 3, 4, 5)       # all copies within one second
paths.datetime = Clock
folders = paths.find_folders()
settings = Settings(folders.config / "settings.json")
session = Session(folders.log).begin()
runs = RunLogs(folders, session, 200, 500)
scene = scene_named("turntable")
print(flush=True)
input()
said = []
for save in range(saves):
    settings["window"] = str(number)*(1000 + 300*number)
    if not settings.save():
        said.append(settings.notes[-1])
for _log in range(logs):
    run = Simulation(scene, {"rate": float(number + 1)}, open_log=runs.open)
    for _piece in range(12):
        run.advance(60)
        run.recorder.tick(run.t)
    run.recorder.close()
    said += [run.recorder.trouble] if run.recorder.trouble else []
session.close()
print(json.dumps({"said": said, "notes": settings.notes}))
"""


@pytest.mark.parametrize("copies", [2, 5])
def test_copies_side_by_side(tmp_path, copies):
    environment = {**os.environ, "JACOBI_SANDBOX_HOME": str(tmp_path)}
    words = [str(SAVES), str(LOGS)]
    started = [subprocess.Popen([sys.executable, "-c", PROGRAM, str(number), *words], cwd=ROOT, text=True,
                                stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment)
               for number in range(copies)]
    for process in started:
        process.stdout.readline()
    for process in started:
        process.stdin.write("\n")
        process.stdin.flush()
    told = [json.loads(process.communicate(timeout=HANGING)[0]) for process in started]
    assert told == [{"said": [], "notes": []}]*copies

    # the last writer won, whole
    settings = Settings(tmp_path / "config" / "settings.json")
    kept = settings["window"]
    assert settings.notes == [] and kept == kept[0]*(1000 + 300*int(kept[0])) and int(kept[0]) < copies
    assert [path.name for path in (tmp_path / "config").iterdir()] == ["settings.json"]

    # every run of every copy has a log of its own, which is whole and of that run alone
    logs = [read_log(path) for path in (tmp_path / "runs").iterdir()]
    assert len(logs) == copies*LOGS and [log.trouble for log in logs if log.trouble] == []
    assert {log.good_rows for log in logs} == {181}
    rates = [log.header["parameters"]["rate"] for log in logs]
    assert sorted(rates) == sorted(float(number + 1) for number in range(copies) for _log in range(LOGS))
