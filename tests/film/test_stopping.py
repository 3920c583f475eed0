"""Recordings that are stopped, killed, or meet another one or a full disk: what is said is what is there."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from itertools import pairwise

import pytest

from sandbox.film.recipe import Recipe, read_recipe, write_recipe
from sandbox.film.run_up import FIRST, Stopped, Watch, run_up
from sandbox.run.simulation import Simulation
from tests.film.commands import ROOT, begun, command, without_display
from tests.film.made_up import film_of
from tests.patience import HANGING
from tests.ui.made_up import turntable
from tests.work import Spent, wait_until_it_listens

SMALL = {"size": (320, 180), "fps": 60, "quality": "low"}
SOON = 5.0               # [s] of processor time that a stopped recording may take to end: about one, with its page

needs_screen = pytest.mark.skipif(sys.platform.startswith("linux") and not shutil.which("Xvfb"),
                                  reason="needs a virtual screen")


def recipe_file(folder, **options):
    write_recipe(folder / "wanted.json", Recipe("turntable", **{**SMALL, **options}))
    return folder / "wanted.json"


def names(folder):
    return sorted(path.name for path in folder.iterdir())


# ---- on the way to the first frame -----------------------------------------------------------------------------------

def test_a_run_goes_up_in_pieces_and_says_how_far_it_is():
    run, told = Simulation(turntable()), []
    run_up(run, 5000, Watch(on_run_up=lambda t, end: told.append((t, end))))
    straight = Simulation(turntable())
    straight.advance(5000)
    assert run.step == 5000 and (run.states[0] == straight.states[0]).all()
    assert len(told) > 2 and told[0] == (FIRST*run.h, 5000*run.h) and told[-1] == (5000*run.h, 5000*run.h)


def test_pieces_are_as_short_as_the_machine_is_slow():
    """A step of 20 ms: no piece takes much longer than a tenth of a second, but the first."""
    clock, asked = [0.0], []

    class Slow:
        step, t, h, ended = 0, 0.0, 1.0, None

        def advance(self, steps):
            self.step += steps
            clock[0] += 0.02*steps

    run_up(Slow(), 2000, Watch(lambda: asked.append(clock[0])), now=lambda: clock[0])
    gaps = [after - before for before, after in pairwise(asked)]
    assert max(gaps[10:]) < 0.25 and len(gaps) > 100


def test_a_stopped_run_stays_where_it_is():
    run = Simulation(turntable())
    with pytest.raises(Stopped):
        run_up(run, 10**9, Watch(lambda: run.step > 1000))
    assert 1000 < run.step < 10_000


@needs_screen
@pytest.mark.window
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_a_recording_on_its_way_to_the_start_ends_at_once(tmp_path, how):
    child = begun("turntable", "--from", "100000", "--out", tmp_path / "a.mp4", "--progress")
    while (news := json.loads(child.stdout.readline())).get("t", 0.0) < 100.0:
        assert news["end"] > 99_000 and news["t"] >= 0.0
    spent = Spent(child)
    child.send_signal(how)
    out, err = child.communicate(timeout=HANGING)
    assert spent.is_less_than(SOON)
    assert child.returncode == 130 and "stopped before the first frame" in err and "Traceback" not in err
    assert json.loads(out.splitlines()[-1])["trouble"].startswith("stopped") and names(tmp_path) == []


@needs_screen
@pytest.mark.window
def test_the_comparison_with_the_filmed_run_ends_at_once(tmp_path):
    wanted = recipe_file(tmp_path, witness=(99_999_999, "0"*32))
    child = begun(wanted, "--out", tmp_path / "a.mp4", "--progress")
    assert json.loads(child.stdout.readline())["end"] > 400_000
    spent = Spent(child)
    child.communicate("stop\n", timeout=HANGING)
    assert spent.is_less_than(SOON) and child.returncode == 130 and names(tmp_path) == ["wanted.json"]


@needs_screen
@pytest.mark.window
@pytest.mark.parametrize("is_loading", [False, True])
def test_a_recording_that_still_starts_ends_at_once(tmp_path, is_loading):
    """At several moments of the start: imports, the scene, the screen; and while the page is loaded.

    A page that goes then took the process with it in one of five recordings, and left the names taken.
    """
    for after in (0.02, 0.05, 0.08, 0.11, 0.14) if is_loading else (0.0, 0.7, 1.4, 2.1):
        child = begun("turntable", "--from", "100000", "--out", tmp_path / "a.mp4")
        # before it listens it is Python that ends
        wait_until_it_listens(child)
        while is_loading and not (tmp_path / "a.part.mp4").exists():
            assert child.poll() is None
            time.sleep(0.005)
        time.sleep(after)
        spent = Spent(child)
        child.send_signal(signal.SIGINT)
        _out, err = child.communicate(timeout=HANGING)
        assert spent.is_less_than(SOON) and child.returncode == 130, (after, err)
        assert names(tmp_path) == [] and "went wrong" not in err, (after, err)


# ---- two of a name ---------------------------------------------------------------------------------------------------

@needs_screen
@pytest.mark.window
def test_two_recordings_of_one_name_do_not_lose_a_film(tmp_path):
    wanted = recipe_file(tmp_path, end=0.3)
    children = [begun(wanted, "--out", tmp_path / "a.mp4") for _i in range(2)]
    errors = [child.communicate(timeout=HANGING)[1] for child in children]
    codes = [child.returncode for child in children]
    assert sorted(codes) == [0, 2], errors
    assert "another recording is writing" in errors[codes.index(2)] or "there already" in errors[codes.index(2)]
    assert names(tmp_path) == ["a.json", "a.mp4", "wanted.json"]
    assert len(film_of(tmp_path / "a.mp4")[1]) == 18


@needs_screen
@pytest.mark.window
def test_nothing_of_a_persons_is_replaced_without_force(tmp_path):
    wanted = recipe_file(tmp_path, end=0.1)
    (tmp_path / "a.json").write_text("mine")
    for out in ("a.mp4", "a.gif"):
        done = subprocess.run(command(wanted, "--out", tmp_path / out), cwd=ROOT, text=True, capture_output=True,
                              timeout=HANGING, env=without_display())
        assert done.returncode == 2 and "--force" in done.stderr and done.stdout == ""
    assert (tmp_path / "a.json").read_text() == "mine" and names(tmp_path) == ["a.json", "wanted.json"]
    done = subprocess.run(command(wanted, "--out", tmp_path / "a.mp4", "--force"), cwd=ROOT, text=True,
                          capture_output=True, timeout=HANGING, env=without_display())
    assert done.returncode == 0 and read_recipe(tmp_path / "a.json").end == 0.1
    assert names(tmp_path) == ["a.json", "a.mp4", "wanted.json"]


@needs_screen
@pytest.mark.window
def test_a_killed_recording_is_kept_when_it_is_repeated(tmp_path):
    wanted = recipe_file(tmp_path, end=60.0)
    child = begun(wanted, "--out", tmp_path / "a.mp4", "--progress")
    while (news := json.loads(child.stdout.readline())).get("frames", 0) < 60:
        pass
    child.kill()
    child.communicate()
    left = (tmp_path / "a.part.mp4").read_bytes()
    done = subprocess.run(command(wanted, "--out", tmp_path / "a.mp4", "--duration", "0.1"), cwd=ROOT, text=True,
                          capture_output=True, timeout=HANGING, env=without_display())
    assert done.returncode == 0 and "a-unfinished.mp4" in done.stdout, done.stderr
    assert (tmp_path / "a-unfinished.mp4").read_bytes() == left
    assert len(film_of(tmp_path / "a-unfinished.mp4")[1]) >= news["frames"]
    assert read_recipe(tmp_path / "a-unfinished.json").end == 60.0
    assert names(tmp_path) == ["a-unfinished.json", "a-unfinished.mp4", "a.json", "a.mp4", "wanted.json"]


# ---- a full disk -----------------------------------------------------------------------------------------------------

FULL = """
import sys
import time
from sandbox.film.encoding import encoder
encoder.Encoder.__init__.__defaults__ = (0, *encoder.Encoder.__init__.__defaults__[1:])     # min_free
from sandbox.cli.main import main
sys.exit(main(sys.argv[1:]))
"""


@needs_screen
@pytest.mark.window
@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root may mount a small disk")
def test_on_a_full_disk_said_is_what_is_there(tmp_path):
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=200k", "tmpfs", str(disk)]
    if subprocess.run(mount, capture_output=True).returncode:
        pytest.skip("no small disk can be mounted here")
    try:
        wanted = recipe_file(tmp_path, end=60.0)
        held, end = os.pipe()                # a standard input that does not end
        words = [sys.executable, "-c", FULL, *command(wanted, "--out", disk / "a.mp4", "--progress")[2:]]
        done = subprocess.run(words, cwd=ROOT, text=True, capture_output=True, timeout=HANGING, stdin=held,
                              env=without_display())
        os.close(held)
        os.close(end)
        last = json.loads(done.stdout.splitlines()[-1])
        frames = len(film_of(disk / "a.mp4")[1])
        told = json.loads((disk / "a.json").read_text())
        assert done.returncode == 2 and "No space left" in last["trouble"] and last["trouble"] in done.stderr
        assert 20 < frames == last["frames"] == told["made_frames"] and "No space left" in told["ended"]
        assert names(disk) == ["a.json", "a.mp4"]
        assert read_recipe(disk / "a.json").end == 60.0
    finally:
        subprocess.run(["umount", str(disk)], check=True)
