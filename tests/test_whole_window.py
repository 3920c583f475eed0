"""The whole program in its window, each time in a process of its own: how it begins, what it bears, how it ends."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from sandbox.run.logs.logfile import read_log
from tests.effort import IS_RELEASE, tries
from tests.patience import ENDLESS, HANGING
from tests.shipped import shipped

ROOT = Path(__file__).parents[1]
SCENES = shipped().scenes
LIGHT = ("turntable", "hoop", "seesaw", "cradle")

pytestmark = [pytest.mark.window, pytest.mark.timeout(1.2*ENDLESS),
              pytest.mark.skipif(sys.platform.startswith("linux") and not os.environ.get("DISPLAY"),
                                 reason="needs a display; ./test provides one")]


@pytest.mark.skipif(os.name == "nt", reason="there is no such request")
def test_a_request_to_end_closes_the_window_and_its_log(tmp_path):
    """SIGTERM, as from a computer that shuts down: the log is whole and the exit code says what happened.

    A run below two seconds would leave none.
    """
    process = subprocess.Popen([sys.executable, str(ROOT / "main.py")], cwd=ROOT, text=True, stderr=subprocess.PIPE,
                               env={**os.environ, "JACOBI_SANDBOX_HOME": str(tmp_path)})
    end = time.monotonic() + HANGING
    while time.monotonic() < end and not any(
            read_log(path).good_rows > 200 for path in (tmp_path / "runs").glob("*.sqlite")):
        time.sleep(0.2)
    process.terminate()
    errors = process.communicate(timeout=HANGING)[1]
    assert process.returncode == 143 and "stopped at t = " in errors and "is whole: " in errors
    assert [read_log(path).trouble for path in (tmp_path / "runs").iterdir()] == [""]


def test_the_real_window_bears_abuse(tmp_path):
    """2,000 slider moves, 25 resizes, 12 times put away, 15 scene changes, of a release 10,000, 200, 100, 48: no fault,
    little work for a move, nothing piles up."""
    environment = {**os.environ, "JACOBI_SANDBOX_HOME": str(tmp_path)}
    done = subprocess.run([sys.executable, str(ROOT / "tests" / "abused_window.py")], cwd=ROOT, text=True,
                          capture_output=True, timeout=ENDLESS, env=environment)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    seen = json.loads(done.stdout.splitlines()[-1])
    assert seen["faults"] == [] and seen["is_moving"] and seen["brightest"] > 150
    assert seen["commands"] <= seen["steps"] + 1
    assert seen["late_environment"] == []
    assert 0 < seen["slider_calls"] < 150       # functions of Python for one move; 87 were seen
    # by the second round of scenes everything is loaded
    _first, before, *_between, after = seen["rounds"]
    for what, share in {"memory": 1.15, "pages": 1.1, "objects": 1.02, "widgets": 1.0, "processes": 1.0, "threads": 1.0,
                        "elements": 1.0}.items():
        assert after[what] <= share*before[what], (what, seen["rounds"])


def test_it_is_played_with_for_a_while():
    """Bodies taken by hand in scene after scene, and more; `python -m tests.soak --minutes 60` does it for longer.

    As there it makes a home of its own.
    """
    environment = {name: value for name, value in os.environ.items() if name != "JACOBI_SANDBOX_HOME"}
    # at each change scenes that no machine has much work with, which are drawn as often as it is fast
    words = ["--minutes", "0.1", "--scenes", str(tries(1, 2))] + ([] if IS_RELEASE else ["--only", *LIGHT])
    done = subprocess.run([sys.executable, "-m", "tests.soak", *words], cwd=ROOT, text=True, capture_output=True,
                          timeout=ENDLESS, env=environment)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    seen = json.loads(done.stdout.splitlines()[-1])
    assert seen["faults"] == [] and seen["rounds"] >= 2
    # scenes that end at their edges leave logs of less than two seconds, which are not kept
    assert seen["same"] == seen["logs"] > 0
    assert seen["drift"] < 1e-10, seen
    # one film of what is seen and one made anew in each round
    assert seen["whole"] == seen["films"] == 2*seen["rounds"], seen


def opened(home, button: int, *options) -> dict:
    """What a window says when it opens, and what a button of that message leads to."""
    done = subprocess.run([sys.executable, str(ROOT / "tests" / "opened_window.py"), str(button), *options], cwd=ROOT,
                          text=True, capture_output=True, timeout=HANGING,
                          env={**os.environ, "JACOBI_SANDBOX_HOME": str(home)})
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    return json.loads(done.stdout.splitlines()[-1])


def killed(home, *options, meanwhile=lambda: None, how=signal.SIGKILL) -> int:
    """Opens the program, ends it by a signal when it shows something, and returns its exit code."""
    process = subprocess.Popen([sys.executable, str(ROOT / "main.py"), *options], cwd=ROOT,
                               env={**os.environ, "JACOBI_SANDBOX_HOME": str(home)})
    end = time.monotonic() + HANGING
    while not any('"scene"' in path.read_text() for path in (home / "log").glob("window-*.json")):
        assert time.monotonic() < end and process.poll() is None
        time.sleep(0.1)
    meanwhile()
    process.send_signal(how)
    return process.wait(HANGING)


def test_a_killed_window_is_told_at_the_next_start_and_then_no_more(tmp_path):
    killed(tmp_path, "--preset", "Hollow ball")
    told = opened(tmp_path, 0, "--scene", "cone")
    assert "ended unexpectedly while it showed 'Ball on a turntable'" in told["message"]
    assert told["buttons"] == ["Open the last scene", "Start safely"] and told["scene"] == "turntable"
    # nothing went wrong: what was done last is offered
    assert opened(tmp_path, -1)["message"].startswith("Last time: ")


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_and_the_end_of_the_session_are_no_bad_end(tmp_path, how):
    assert killed(tmp_path, how=how) == 128 + how
    assert list((tmp_path / "log").glob("window-*")) == [] and (tmp_path / "config" / "settings.json").exists()


@pytest.mark.parametrize("after", [0.5, 1.0, 1.5, 2.2, 3.0][::tries(2, 1)])
def test_ctrl_c_while_it_starts_is_no_bad_end(tmp_path, after):
    """Libraries, page, window, first picture, whatever the machine is at by then."""
    process = subprocess.Popen([sys.executable, str(ROOT / "main.py")], cwd=ROOT, stderr=subprocess.PIPE, text=True,
                               env={**os.environ, "JACOBI_SANDBOX_HOME": str(tmp_path)})
    time.sleep(after)
    process.send_signal(signal.SIGINT)
    _out, err = process.communicate(timeout=HANGING)
    assert process.returncode == 130 and "Traceback" not in err, err
    assert list((tmp_path / "log").glob("session-*")) == list((tmp_path / "log").glob("window-*")) == []


def test_a_window_beside_another_says_nothing(tmp_path):
    said = []
    killed(tmp_path, meanwhile=lambda: said.append(opened(tmp_path, -1)["message"]))
    assert said == [""]
    told = opened(tmp_path, 1)
    assert "ended unexpectedly" in told["message"] and told["wants_safe_start"]


def test_a_safe_start_takes_nothing_of_a_person_and_leaves_it_as_it_is(tmp_path):
    settings = tmp_path / "config" / "settings.json"
    settings.parent.mkdir()
    settings.write_text('{"language": "ru", "theme": "projector", "record_runs": false}')
    assert not opened(tmp_path, -1)["has_log"]
    before = settings.read_bytes()
    for number in range(20):
        (tmp_path / "log" / f"window-{number}.json").write_bytes(b"{"*number)
    told = opened(tmp_path, -1, "--safe", "--lang", "en")
    assert told["message"] == "The program ended unexpectedly. This happened 20 times since it was last opened."
    assert told["buttons"] == [] and told["has_log"] and settings.read_bytes() == before


def test_broken_scenes_are_told_once_and_a_safe_start_does_without_them(tmp_path, monkeypatch):
    own = tmp_path / "own"
    own.mkdir()
    (own / "exits.py").write_text("import os; os._exit(0)")
    (own / "mine.py").write_text((ROOT / "scenes" / "turntable.py").read_text(encoding="utf-8"), encoding="utf-8")
    monkeypatch.setenv("OWN_SCENES", str(own))
    told = opened(tmp_path, -1)
    assert told["message"] == "The scene 'exits' can't be used: ended the process while loading, with the code 0."
    assert told["broken"] == ["exits"] and set(told["scenes"]) == {*SCENES, "mine"}
    safe = opened(tmp_path, -1, "--safe")
    assert safe["message"] == "" and set(safe["scenes"]) == set(SCENES) and safe["broken"] == []


@pytest.mark.skipif(os.name == "nt", reason="signals of another system")
def test_files_open_in_the_real_window_and_its_work_outlives_a_kill(tmp_path):
    """By the command line with the camera that was kept and the trail of the past; dropped on the picture; restored."""
    from sandbox.cli.common import scene_named
    from sandbox.run.simulation import Simulation
    from sandbox.workspace.setup import setup_from
    from sandbox.workspace.setup_file import write_setup
    look, setups = [0.02, -0.01, 0.0, 0.7, 0.9, 0.3], []
    for name in ("turntable", "bowl"):
        run = Simulation(scene_named(name))
        run.advance(300)
        setups.append(setup_from(run, {"mode": "free", "look": look}, {"trail": "long"}))
        write_setup(tmp_path / f"{name}.jacobi.json", setups[-1])
    home = tmp_path / "home"
    done = subprocess.run([sys.executable, str(ROOT / "tests" / "opened_file.py"),
                           *(str(tmp_path / f"{setup.scene}.jacobi.json") for setup in setups)], cwd=ROOT, text=True,
                          capture_output=True, timeout=HANGING, env={**os.environ, "JACOBI_SANDBOX_HOME": str(home)})
    assert done.returncode == -signal.SIGKILL, done.stderr[-2000:]
    seen = json.loads(done.stdout.splitlines()[-1])
    assert seen["takes_drops"] == []         # what is dropped on the picture is for the window
    for told, setup in zip(seen["told"], setups, strict=True):
        assert (told["scene"], told["step"], told["digest"]) == (setup.scene, 300, setup.digest)
        assert told["look"]["mode"] == "free" and told["look"]["at"][:5] == pytest.approx(look[:5], abs=1e-12)
        # the distance goes with the shape of the picture, from which a tab takes 22 of 995 px when the run is there
        assert told["look"]["at"][5] == pytest.approx(look[5], rel=22/995)
        assert told["title"].startswith(f"{setup.scene}.jacobi.json — ") and not told["playing"] and told["trail"] > 5.0
    told = opened(home, 0)
    assert told["buttons"] == ["Restore the last state", "Start safely"] and told["scene"] == "bowl"
