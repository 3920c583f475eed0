"""Films as the command makes them, decoded: cameras that move, slow motion, two runs, no background."""

import json
import shutil
import subprocess
import sys

import av
import numpy as np
import pytest
from PyQt5.QtGui import QImage

import sandbox
from sandbox.film.recipe import Recipe, write_recipe
from tests.film.commands import ROOT, command, without_display
from tests.film.made_up import distinct, film_of
from tests.patience import HANGING

pytestmark = [pytest.mark.window, pytest.mark.skipif(
    sys.platform.startswith("linux") and not shutil.which("Xvfb"), reason="needs a virtual screen")]
SMALL = ("--size", "320x180", "--fps", "30", "--quality", "low", "--no-legend", "--no-clock")


def record(folder, name, *words):
    """Makes a film and returns its path; what was said has to be no fault."""
    done = subprocess.run(command(*words, *SMALL, "--out", folder / name), cwd=ROOT, text=True, capture_output=True,
                          timeout=HANGING, env=without_display())
    assert done.returncode == 0, done.stderr
    return folder / name


def centre_of(picture, tone, room: int = 60):
    """Mean row and column of the pixels near a colour, and how many there are."""
    rows, columns = np.nonzero(np.abs(picture.astype(int) - tone).max(axis=2) < room)
    return (rows.mean(), columns.mean(), len(rows)) if len(rows) else (0.0, 0.0, 0)


def test_a_camera_that_moves_and_slows_down_makes_the_same_bytes_twice(tmp_path):
    words = ("hoop", "--duration", "1.1", "--speed", "1", "--camera", "follow", "--ease", "0.3", "--orbit", "40",
             "--slow", "impact", "--tell", "detach", "--plot", "speed")
    first = record(tmp_path, "a.mp4", *words)
    again = record(tmp_path, "b.mp4", str(first.with_suffix(".json")))
    assert first.read_bytes() == again.read_bytes()
    told = json.loads(first.with_suffix(".json").read_text())
    # 1.1 s of the run, and a second and a half of film about the impact at an eighth
    assert told["made_frames"] > 33 + 40 and distinct(film_of(first)[1]) == told["made_frames"]
    plain = record(tmp_path, "c.mp4", "hoop", "--duration", "1.1", "--speed", "1")
    assert len(film_of(plain)[1]) == 33


def test_a_film_with_sound_knocks_when_the_ball_does(tmp_path):
    words = ("bounce", "--preset", "Infinitely many bounces", "--duration", "0.8", "--sound")
    path = record(tmp_path, "a.mp4", *words)
    with av.open(str(path)) as film:
        sound = np.concatenate([frame.to_ndarray()[0] for frame in film.decode(audio=0)])
    run = sandbox.simulate("bounce", "Infinitely many bounces", duration=0.8)
    impact = next(event.t for event in run.events if event.kind == "impact")
    onset = np.flatnonzero(np.abs(sound) > 0.1*np.abs(sound).max())[0]
    # within a frame of the codec
    assert -64 <= onset - 48_000*impact <= 1024 and len(film_of(path)[1]) == 24


def test_a_keyframe_above_the_table_sees_it_from_above(tmp_path):
    """From straight above a round table is round; from 20 degrees above its plane it is flat: sin 20 = 0.34."""
    path = record(tmp_path, "a.mp4", "turntable", "--duration", "1", "--background", "white", "--arrows", "none",
                  "--trail", "off", "--no-ghost", "--no-labels",
                  "--key", "t=0,elevation=90,distance=1.6,at=0:0:0", "--key", "t=1,elevation=20")
    pictures = film_of(path)[1]

    def shape(picture):
        rows, columns = np.nonzero((picture < 235).any(axis=2))
        return (rows.max() - rows.min() + 1)/(columns.max() - columns.min() + 1)

    # marks beside the table make it no rounder
    assert shape(pictures[0]) == pytest.approx(1.0, abs=0.12) and shape(pictures[-1]) < 0.55
    # around it there is nothing but white
    assert (pictures[0][:4] > 250).all() and (pictures[0][-4:] > 250).all()


def test_an_orbit_moves_what_stands_still(tmp_path):
    """The ball that stays put in the room is seen elsewhere when the camera has gone round by 90 degrees."""
    words = ("turntable", "--preset", "2", "--duration", "1", "--arrows", "none", "--trail", "off", "--no-ghost")
    still = film_of(record(tmp_path, "a.mp4", *words))[1]
    turning = film_of(record(tmp_path, "b.mp4", *words, "--orbit", "90"))[1]
    blue = (47, 151, 216)            # of the ball: the steel below it is greyer
    at_first, late = centre_of(turning[0], blue), centre_of(turning[-1], blue)
    assert np.hypot(at_first[0] - late[0], at_first[1] - late[1]) > 30           # [px] of 320 x 180
    one, other = centre_of(still[0], blue), centre_of(still[-1], blue)
    assert np.hypot(one[0] - other[0], one[1] - other[1]) < 4
    assert np.abs(still[0].astype(int) - turning[0]).mean() < 2.0                # both begin alike


def test_two_runs_stand_side_by_side(tmp_path):
    """Each half is the film of its own run in half of the width."""
    pair = film_of(record(tmp_path, "a.mp4", "turntable", "--duration", "0.4", "--beside", "turntable", "--beside-set",
                          "rate=-6", "--names", "", ""))[1]
    assert len(pair) == 12 == distinct(pair)
    left, right = pair[-1][:, :156], pair[-1][:, 164:]
    alone = subprocess.run(command("turntable", "--set", "rate=-6", "--duration", "0.4", *SMALL, "--size", "160x180",
                                   "--out", tmp_path / "b.mp4"), cwd=ROOT, env=without_display(), timeout=HANGING)
    assert alone.returncode == 0
    single = film_of(tmp_path / "b.mp4")[1][-1]
    # [grey levels] what compression leaves: two films, other neighbours
    assert np.abs(right.astype(int) - single[:, 4:]).mean() < 3.0 < np.abs(left.astype(int) - single[:, :156]).mean()


@pytest.mark.parametrize("ending", ["webm", "mov", "png"])
def test_without_a_background_the_ground_is_clear_and_the_table_is_not(tmp_path, ending):
    path = record(tmp_path, f"a.{ending}", "turntable", "--duration", "0.2", "--background", "transparent")
    for alpha in alphas_of(path):
        assert alpha[:5].max() <= 2 and alpha[80:100, 140:180].min() >= 253      # [of 255] rounding of its codec
    assert len(alphas_of(path)) == 6


def alphas_of(path) -> list[np.ndarray]:
    """How opaque each frame is, 0..255."""
    if path.suffix == ".png":
        found = []
        for name in sorted(path.with_suffix("").iterdir()):
            image = QImage(str(name)).convertToFormat(QImage.Format.Format_RGBA8888)
            data = np.frombuffer(image.constBits().asstring(image.byteCount()), np.uint8)
            found.append(data.reshape(image.height(), image.width(), 4)[..., 3])
        return found
    with av.open(str(path)) as film:
        stream = film.streams.video[0]
        if path.suffix == ".mov":
            frames = list(film.decode(stream))
        else:
            # ffmpeg's own decoder of VP9 leaves out what is clear
            decoder = av.CodecContext.create("libvpx-vp9", "r")
            frames = [frame for packet in film.demux(stream) for frame in decoder.decode(packet)]
        return [frame.to_ndarray(format="rgba")[..., 3] for frame in frames]


@pytest.mark.parametrize("out", ["a.mp4", "a.gif"])
def test_films_without_room_for_it_refuse_a_transparent_background(tmp_path, out):
    done = subprocess.run(command("turntable", "--background", "transparent", "--out", tmp_path / out), cwd=ROOT,
                          text=True, capture_output=True, timeout=HANGING, env=without_display())
    assert done.returncode == 2 and ".webm, .mov, .png" in done.stderr and list(tmp_path.iterdir()) == []


def test_lines_of_a_body_in_focus_do_not_depend_on_the_frames(tmp_path):
    """Trails go through the states: with 5 and with 30 frames per second the picture of one instant is the same.

    But for names, which stay where they were in the frame before as long as they can. The cue ball and two that it has
    sent across the table, one of them by way of a cushion, have trails.
    """
    pictures = []
    for name, fps, trail in (("few", 5, "long"), ("many", 30, "long"), ("none", 5, "off")):
        write_recipe(tmp_path / "wanted.json", Recipe(
            "billiards", size=(640, 360), fps=fps, end=1.01, focus=0, trails=(10, 11), trail=trail, quality="low",
            clock=False, legend=False, arrows=(), labels=False, camera="top"))
        done = subprocess.run(command(tmp_path / "wanted.json", "--out", tmp_path / f"{name}.png"), cwd=ROOT, text=True,
                              capture_output=True, timeout=HANGING, env=without_display())
        assert done.returncode == 0, done.stderr
        image = QImage(str(tmp_path / name / f"{name}-{1 + 4*fps//5:05d}.png"))
        image = image.convertToFormat(QImage.Format.Format_RGB888)
        data = np.frombuffer(image.constBits().asstring(image.byteCount()), np.uint8)
        pictures.append(data.reshape(360, 640, 3).astype(int))
    few, many, none = pictures
    # a chord in place of an arc would change hundreds of pixels by a hundred grey levels
    assert (np.abs(few - many).max(axis=2) > 40).sum() < 20
    assert (np.abs(few - none).max(axis=2) > 40).sum() > 200
