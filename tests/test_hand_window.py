"""The hand in the real window with its real page, in a process of its own."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.patience import ENDLESS

HERE = Path(__file__).parent
SCRIPT = HERE/"hand_window.py"

pytestmark = [pytest.mark.window, pytest.mark.timeout(1.2*ENDLESS),
              pytest.mark.skipif(sys.platform.startswith("linux") and not os.environ.get("DISPLAY"),
                                 reason="needs a display; ./test provides one")]


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """What the person did and saw."""
    home = tmp_path_factory.mktemp("home")
    done = subprocess.run([sys.executable, str(SCRIPT)], cwd=HERE.parent, text=True, capture_output=True,
                          timeout=ENDLESS, env={**os.environ, "JACOBI_SANDBOX_HOME": str(home)})
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout.splitlines()[-1])


def test_the_ball_in_the_picture_comes_to_the_mouse(played):
    assert played["grabbed"] == {"cursor": "open", "holds": True, "is_let_go": True}
    assert played["latency_ms"]["held"]
    assert played["pulled_px"] > 30 and played["missed_px"] < 6        # [px] after a second of pulling


def test_the_camera_keeps_its_own_drags(played):
    assert played["camera"]["turned"] > 0.05 and not played["camera"]["commands"]


def test_it_lets_go_whatever_happens(played):
    for what in ("killed", "changed", "deactivated"):
        assert played[what] == {"held": True, "let_go": True, "again": True}, what


def test_a_storm_of_moves_is_a_move_per_frame(played):
    storm = played["storm"]
    assert storm["moves"] == 10_000 and storm["commands"] <= storm["frames"] + 2


def test_of_several_bodies_one_is_chosen(played):
    seen = played["several"]
    assert seen["first"] == 0 and seen["clicked"] == 6 and seen["trails"] == [11]
    # looking disturbs nothing: neither the step nor the commands of the run
    assert seen["still"] == [6, 0, 0, True]
    assert seen["tab"] == 7 and seen["menu"] == [11, 7] and seen["camera"] == "follow"
    assert seen["off_px"] < 25                # [px] the camera looks at it
    assert seen["playing"][1] == 0


def test_placing_and_the_menu(played):
    assert played["placed_px"] < 3 and played["menu"]
    assert played["faults"] == []
