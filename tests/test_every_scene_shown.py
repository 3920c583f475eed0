"""Scenes in the real window, by the command `selftest`: each is seen and moves, and its log is whole.

For a release these are all; at each change some of each topic. Every scene is drawn by the real page in tests/view
(look_families.py), and played in the window, with a picture that only notes, in tests/ui.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from sandbox.run.logs.logfile import read_log
from sandbox.run.replay import replayed
from tests.effort import some_scenes
from tests.patience import ENDLESS
from tests.shipped import shipped

ROOT = Path(__file__).parents[1]
SCENES = shipped().scenes
SHOWN = [scene.id for scene in some_scenes(SCENES.values())]

pytestmark = [pytest.mark.window, pytest.mark.timeout(1.2*ENDLESS),
              pytest.mark.skipif(sys.platform.startswith("linux") and not os.environ.get("DISPLAY"),
                                 reason="needs a display; ./test provides one")]


@pytest.fixture(scope="module")
def seen(tmp_path_factory):
    """Output of selftest and the folder it wrote to."""
    home = tmp_path_factory.mktemp("home")
    done = subprocess.run([sys.executable, str(ROOT / "main.py"), "selftest", *SHOWN], cwd=ROOT, text=True,
                          capture_output=True, timeout=ENDLESS, env={**os.environ, "JACOBI_SANDBOX_HOME": str(home)})
    return done, home


def test_every_scene_is_seen_and_moves(seen):
    done, _home = seen
    lines = done.stdout.splitlines()
    expected = [["ok", name] for name in [*SHOWN, "film"]]
    assert [line.split()[:2] for line in lines] == expected, done.stdout + done.stderr[-2000:]
    assert done.returncode == 0 and "Traceback" not in done.stderr


def test_each_run_left_a_whole_log(seen):
    """Those of less than two simulated seconds leave none: of scenes that end before."""
    _done, home = seen
    logs = [read_log(path) for path in sorted((home / "runs").glob("*.sqlite"))]
    logged = {log.header["scene"] for log in logs}
    assert logged <= set(SHOWN) and len(logged) > 0.8*len(SHOWN)
    for log in logs:
        assert log.trouble == "" and log.good_rows > 120
        # share of the energy: rounding, of hundreds of impacts in a world of several bodies
        several = log.bodies["mode"].shape[1] > 1
        assert log.rows["drift"].max() < (1e-10 if several else 1e-12)


def test_a_run_in_the_window_has_the_bits_of_one_without(seen):
    _done, home = seen
    for path in sorted((home / "runs").glob("*.sqlite")):
        verdict, _run = replayed(path, SCENES.__getitem__)
        assert verdict.is_same and verdict.trouble == "" and verdict.changed == (), (path.name, verdict.sentences())


def test_nothing_went_wrong_unseen(seen):
    """No fault report was written."""
    _done, home = seen
    assert not list((home / "log").glob("crash-*"))
