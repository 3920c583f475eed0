"""Every test of the page runs in a process of its own, with a real X server, and is judged by the report it leaves."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.patience import ENDLESS, HANGING

HERE = Path(__file__).parent
ROOT = HERE.parents[1]


@pytest.fixture(scope="session")
def run_page(tmp_path_factory):
    """run_page(name, script, patience) -> the report that `script name` wrote within so many seconds."""

    def run(name: str, script: str = "play.py", patience: float = HANGING) -> dict:
        report = tmp_path_factory.mktemp(name)/"report.json"
        command = [sys.executable, str(HERE/script), name, str(report)]
        env = dict(os.environ, QT_QPA_PLATFORM="xcb", PYTHONPATH=str(ROOT), QTWEBENGINE_REMOTE_DEBUGGING="9222")
        done = subprocess.run(command, env=env, timeout=patience, capture_output=True, text=True, errors="replace")
        assert report.exists(), f"{name} left no report (exit {done.returncode}):\n{done.stdout}\n{done.stderr}"
        return json.loads(report.read_text())

    return run


@pytest.fixture(scope="session")
def first_presets(run_page):
    """What the presets of all scenes look like (look_families.py), asked once for the tests of three modules."""
    return run_page("first", script="look_families.py", patience=ENDLESS)
