"""The command `record`, and films from the real window, each in a process of its own."""

import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from sandbox.film.encoding.formats import part_of
from sandbox.film.recipe import Recipe, write_recipe
from tests.film.commands import command, without_display
from tests.film.made_up import distinct, film_of
from tests.patience import HANGING, MISSING

pytestmark = pytest.mark.window
ROOT = Path(__file__).parents[2]
SMALL = {"size": (320, 180), "fps": 60, "quality": "low"}

needs_screen = pytest.mark.skipif(sys.platform.startswith("linux") and not shutil.which("Xvfb"),
                                  reason="needs a virtual screen")


def recipe_file(folder, **options) -> Path:
    write_recipe(folder / "wanted.json", Recipe("turntable", **{**SMALL, **options}))
    return folder / "wanted.json"


@pytest.fixture(scope="module")
def films(tmp_path_factory):
    """A film made without a display, and the film made of the file beside it; what was said."""
    folder = tmp_path_factory.mktemp("films")
    wanted = recipe_file(folder, begin=3.0, end=3.5, speed=1.0, title="Title", chalk="long")
    said = []
    for source, out in ((wanted, "a.mp4"), (folder / "a.json", "b.mp4")):
        said.append(subprocess.run(command(source, "--out", folder / out), cwd=ROOT, text=True, capture_output=True,
                                   timeout=HANGING, env=without_display()))
    return folder, said


@needs_screen
def test_a_film_is_made_without_a_display(films):
    folder, said = films
    assert [done.returncode for done in said] == [0, 0], said[0].stderr + said[1].stderr
    assert "150 frames" in said[0].stdout and "Traceback" not in said[0].stderr
    assert sorted(path.name for path in folder.iterdir()) == ["a.json", "a.mp4", "b.json", "b.mp4", "wanted.json"]


@needs_screen
def test_every_frame_is_there_and_shows_another_state(films):
    times, pictures = film_of(films[0] / "a.mp4")
    assert len(pictures) == 150 and pictures[0].shape == (180, 320, 3)
    np.testing.assert_allclose(times, np.arange(150)/60, atol=1e-6)
    moving = pictures[120:]
    assert distinct(moving) == len(moving) == 30
    # the card hides the picture at first, then the table is bright in it
    assert pictures[0].mean() < 60 < moving[0].mean()


@needs_screen
def test_the_file_beside_it_makes_the_same_film(films):
    folder, _said = films
    first, second = (json.loads((folder / name).read_text()) for name in ("a.json", "b.json"))
    assert first == second and first["made_frames"] == 150 and first["witness"]
    assert (folder / "a.mp4").read_bytes() == (folder / "b.mp4").read_bytes()


@needs_screen
def test_a_killed_film_can_be_played_and_leaves_nothing_behind(tmp_path):
    wanted = recipe_file(tmp_path, end=60.0)
    child = subprocess.Popen(command(wanted, "--out", tmp_path / "a.mp4", "--progress"), cwd=ROOT, text=True,
                             stdout=subprocess.PIPE, stdin=subprocess.PIPE, stderr=subprocess.DEVNULL,
                             env=without_display())
    screen = []
    made = 0
    while made < 60:
        news = json.loads(child.stdout.readline())
        made = news.get("frames", 0)
        screen = screen or screens_of(child.pid)
    child.kill()
    child.wait()
    pictures = film_of(part_of(tmp_path / "a.mp4"))[1]
    assert len(pictures) >= made and distinct(pictures) == len(pictures)
    assert len(screen) == 1
    end = time.monotonic() + MISSING
    while any(Path(f"/proc/{number}").exists() and not is_dead(number) for number in screen):
        assert time.monotonic() < end, "the virtual screen is still there"
        time.sleep(0.1)


def screens_of(parent: int) -> list[int]:
    """Virtual screens that a process started."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            name, rest = path.read_text().split("(", 1)[1].rsplit(")", 1)
        except OSError:
            continue
        if name == "Xvfb" and int(rest.split()[1]) == parent:
            found.append(int(path.parent.name))
    return found


def is_dead(number: int) -> bool:
    try:
        return Path(f"/proc/{number}/stat").read_text().rsplit(")", 1)[1].split()[0] == "Z"
    except OSError:
        return True


@needs_screen
def test_a_stopped_film_keeps_what_is_done(tmp_path):
    wanted = recipe_file(tmp_path, end=60.0)
    child = subprocess.Popen(command(wanted, "--out", tmp_path / "a.mp4", "--progress"), cwd=ROOT, text=True,
                             stdout=subprocess.PIPE, stdin=subprocess.PIPE, env=without_display())
    while (news := json.loads(child.stdout.readline())).get("frames", 0) < 1:
        pass
    assert news["of"] == 3600
    out, _err = child.communicate("stop\n", timeout=HANGING)
    last = json.loads(out.splitlines()[-1])
    assert child.returncode == 0 and last["saved"] and last["ended"] == "stopped" and last["trouble"] == ""
    assert len(film_of(tmp_path / "a.mp4")[1]) == last["frames"] < 3600
    assert json.loads((tmp_path / "a.json").read_text())["made_frames"] == last["frames"]


def test_without_any_screen_one_sentence_helps(tmp_path):
    done = subprocess.run(command("turntable", "--out", tmp_path / "a.mp4"), cwd=ROOT, text=True, capture_output=True,
                          timeout=HANGING, env=without_display(PATH=str(tmp_path)))
    assert done.returncode == 2 and "install the program Xvfb" in done.stderr and "Traceback" not in done.stderr


@needs_screen
def test_an_event_ends_the_film(tmp_path):
    wanted = tmp_path / "wanted.json"
    write_recipe(wanted, Recipe("cone", **{**SMALL, "preset": "Straight to the apex", "values": {"across": 0.0},
                                           "end": 9.0, "speed": 0.5}))
    done = subprocess.run(command(wanted, "--out", tmp_path / "a.gif"), cwd=ROOT, text=True, capture_output=True,
                          timeout=HANGING, env=without_display())
    assert done.returncode == 0, done.stderr
    times, pictures = film_of(tmp_path / "a.gif")
    told = json.loads((tmp_path / "a.json").read_text())
    assert told["ended"] and told["size"] == [320, 180] and 2 <= len(pictures) == told["made_frames"]
    assert "apex" in done.stdout


@needs_screen
def test_films_and_pictures_from_the_window(tmp_path):
    """Live film, exact film of the same view, and a picture, with a turned camera."""
    words = [sys.executable, str(ROOT / "tests" / "film" / "filmed_window.py"), str(tmp_path / "report.json")]
    done = subprocess.run(words, cwd=ROOT, text=True, capture_output=True, timeout=HANGING,
                          env={**os.environ, "JACOBI_SANDBOX_HOME": str(tmp_path), "PYTHONPATH": str(ROOT)})
    assert (tmp_path / "report.json").exists(), done.stderr[-2000:]
    seen = json.loads((tmp_path / "report.json").read_text())
    assert seen["faults"] == []

    # live: its own instants, at most 30 per second, moving
    times, pictures = film_of(seen["live"])
    assert len(times) >= seen["live_pictures"] and np.diff(times).min() > 0.03
    assert distinct(pictures) > 0.8*len(pictures) and times[-1] < seen["live_seconds"]

    # exact: the run of the window, seen from where its camera stood
    _times, pictures = film_of(seen["exact"])
    assert len(pictures) == seen["exact_frames"] == distinct(pictures)
    assert seen["as_the_window"] < 0.3*seen["as_from_home"]

    # a picture of twice the size
    assert seen["picture"] == [2*n for n in seen["view"]] and seen["picture_is_sharp"]
