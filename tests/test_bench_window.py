"""The bench in the real window with its real page, in a process of its own: built, run, kept, opened again."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.patience import ENDLESS

HERE = Path(__file__).parent
SCRIPT = HERE/"bench_window.py"

pytestmark = [pytest.mark.window, pytest.mark.timeout(1.2*ENDLESS),
              pytest.mark.skipif(sys.platform.startswith("linux") and not os.environ.get("DISPLAY"),
                                 reason="needs a display; ./test provides one")]


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """What the person built and saw."""
    home = tmp_path_factory.mktemp("home")
    done = subprocess.run([sys.executable, str(SCRIPT)], cwd=HERE.parent, text=True, capture_output=True,
                          timeout=ENDLESS, env={**os.environ, "JACOBI_SANDBOX_HOME": str(home)})
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout.splitlines()[-1])


def test_a_ramp_a_turning_table_and_three_balls_are_built_by_mouse(played):
    """Two clicks for each part and one that ends it; each ball stands on what is below the mouse."""
    built = played["built"]
    assert built["on"] == {"steel ball 2": "ramp", "billiard ball": "table", "marble 2": "turning plate"}
    assert built["parameters"] == ["rate"] and built["clicks"] <= 15 and played["faults"] == []


def test_it_runs(played):
    """The ball rolls down the ramp; what lies level stays, also on what turns below it."""
    run = played["played"]
    assert run["moved"]["steel ball 2"] > 0.1 and run["moved"]["billiard ball"] < 1e-9      # [m]
    assert run["ended"] is None and run["drift"] < 1e-10 and abs(run["turns"] - 2.0) < 1e-9


def test_it_is_kept_as_a_scene_like_others(played):
    kept = played["kept"]
    assert kept["is_listed"] and kept["same_parts"] and kept["same_bits"] and not kept["has_changes"]
    assert kept["title"] == "Ramp and table" and kept["folder"] == ["ramp_and_table.py"]
