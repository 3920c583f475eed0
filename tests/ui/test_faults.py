"""A fault anywhere in the window is one sentence, and the window goes on: PyQt would end the program."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from sandbox.app.crash import MAX_REPORTS
from tests.effort import tries
from tests.patience import ENDLESS

ROOT = Path(__file__).parents[2]
FUNCTIONS = tries(40, 1000)      # of the 300 that are called in a scene


def short(name: str) -> str:
    """File and function: faults of the same function name in one file have the same report."""
    parts = name.split(".")
    return f"{parts[0]}.{parts[-1]}"


@pytest.mark.timeout(ENDLESS)
def test_a_fault_in_slots_timers_threads_filters_and_painting(tmp_path):
    done = subprocess.run([sys.executable, str(ROOT / "tests" / "faulty_window.py"), str(tmp_path), str(FUNCTIONS)],
                          cwd=ROOT, text=True, capture_output=True, timeout=ENDLESS)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    seen = json.loads(done.stdout.splitlines()[-1])
    assert seen["known"] > 200 and len(seen["came"]) > 0.9*seen["planted"], seen
    assert seen["moved"] > 50 and seen["message"].startswith("Something went wrong ("), seen
    said = {short(name) for name in seen["said"]}
    if seen["planted"] < MAX_REPORTS:
        assert {"timer", "thread"} <= set(seen["said"])
        assert [name for name in seen["came"] if short(name) not in said and name != "task"] == []
        assert len(list(tmp_path.glob("crash-*.txt"))) >= 0.5*len(said)
