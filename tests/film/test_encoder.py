"""The encoder: whole films, equal films, and what is left when the process, the disk or the person ends one early."""

import errno
import os
import random
import subprocess
import sys
from pathlib import Path
from threading import Event

import numpy as np
import pytest

from sandbox.film.encoding import leftovers
from sandbox.film.encoding.encoder import QUEUE_SIZE, Encoder
from sandbox.film.encoding.formats import part_of
from sandbox.film.encoding.leftovers import keep
from sandbox.film.encoding.reader import count_of
from sandbox.film.encoding.sink import Sink
from tests.effort import tries
from tests.film.made_up import SIZE, distinct, film_of, frame
from tests.patience import MISSING

ROOT = Path(__file__).parents[2]
FRAMES = 50


def encode(path, frames=FRAMES, fps=60, size=SIZE, **options) -> Encoder:
    encoder = Encoder(path, size, fps, **options)
    for k in range(frames):
        if not encoder.put(frame(k, size)):
            break
    encoder.close()
    return encoder


@pytest.mark.parametrize("kind", ["mp4", "webm"])
def test_a_film_has_all_its_frames_and_the_same_bytes_again(tmp_path, kind):
    first, second = (encode(tmp_path / f"{name}.{kind}") for name in "ab")
    assert first.trouble == "" and first.frames == FRAMES and first.digest == second.digest
    times, pictures = film_of(first.path)
    assert len(pictures) == FRAMES == distinct(pictures)
    np.testing.assert_allclose(times, np.arange(FRAMES)/60, atol=1e-3)      # [s] a WebM counts milliseconds
    assert first.path.read_bytes() == second.path.read_bytes()
    assert first.size == first.path.stat().st_size
    assert sorted(path.name for path in tmp_path.iterdir()) == [f"a.{kind}", f"b.{kind}"]


def test_colours_survive(tmp_path):
    encode(tmp_path / "a.mp4", frames=3)
    picture = film_of(tmp_path / "a.mp4")[1][0]
    assert np.abs(picture.astype(int) - frame(0)[..., :3]).mean() < 3.0      # [levels] of 255, compressed


def test_a_finished_mp4_is_an_ordinary_one(tmp_path):
    encode(tmp_path / "a.mp4")
    data = (tmp_path / "a.mp4").read_bytes()
    assert data[4:8] == b"ftyp" and b"moov" in data[-20_000:]


def test_a_gif_is_made_of_its_best_colours(tmp_path):
    encoder = encode(tmp_path / "a.gif", frames=12, fps=30)
    times, pictures = film_of(tmp_path / "a.gif")
    assert encoder.trouble == "" and len(pictures) == 12 == distinct(pictures)
    np.testing.assert_allclose(times, np.arange(12)/30, atol=0.0051)          # [s] a GIF counts hundredths
    assert np.abs(pictures[5].astype(int) - frame(5)[..., :3]).mean() < 12.0  # [levels] 256 colours, dithered
    assert [path.name for path in tmp_path.iterdir()] == ["a.gif"]


def test_frames_of_a_live_film_keep_their_instants(tmp_path):
    encoder, instants = Encoder(tmp_path / "a.mp4", SIZE, 30), [0.0, 0.031, 0.1, 0.31, 0.35]
    for k, at in enumerate(instants):
        encoder.put(frame(k), at)
    encoder.close()
    np.testing.assert_allclose(film_of(encoder.path)[0], instants, atol=1e-3)


def test_late_frames_are_left_out_when_the_encoder_is_busy(tmp_path, monkeypatch):
    """An encoder that is held back at its first frame has room for so many more and refuses the others."""
    is_held, may_go_on = Event(), Event()
    write = Encoder._write

    def held(self, pixels, tick):
        is_held.set()
        may_go_on.wait()
        write(self, pixels, tick)

    monkeypatch.setattr(Encoder, "_write", held)
    encoder = Encoder(tmp_path / "a.mp4", SIZE, 30)
    assert encoder.offer(frame(0), 0.0) and is_held.wait(MISSING)
    taken = [encoder.offer(frame(k), k/30) for k in range(1, 2*QUEUE_SIZE)]
    may_go_on.set()
    assert taken == [True]*QUEUE_SIZE + [False]*(QUEUE_SIZE - 1)
    assert encoder.put(frame(99), 99/30) and encoder.close()
    assert encoder.frames == QUEUE_SIZE + 2 == len(film_of(encoder.path)[0])


# ---- ends ------------------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("kind", ["mp4", "webm"])
def test_a_killed_process_leaves_a_film(tmp_path, kind):
    dice = random.Random(11)
    for trial in range(tries(1, 75)):
        folder = tmp_path / str(trial)
        folder.mkdir()
        path = folder / f"a.{kind}"
        child = subprocess.Popen([sys.executable, "-m", "tests.film.made_up", str(path)], cwd=ROOT, text=True,
                                 stdout=subprocess.PIPE)
        made, enough = 0, 150 if trial == 0 else dice.randrange(60, 240)
        while made < enough:
            made = int(child.stdout.readline())
        child.kill()
        child.communicate()
        left = film_of(part_of(path))[1]
        # what was counted is there
        assert len(left) >= made and distinct(left) == len(left)
        assert keep(folder) == [folder / f"a-unfinished.{kind}"] and keep(folder) == []


def test_a_film_that_is_being_written_is_left_alone(tmp_path):
    encoder = Encoder(tmp_path / "a.mp4", SIZE, 60)
    assert keep(tmp_path) == [] and keep(tmp_path / "nowhere") == []
    second = Encoder(tmp_path / "a.mp4", SIZE, 60)
    assert "another recording is writing" in second.trouble and not second.close()
    encoder.put(frame(0))
    assert encoder.close() and len(film_of(tmp_path / "a.mp4")[1]) == 1


@pytest.mark.skipif(os.name == "nt", reason="needs locks of POSIX")
def test_where_the_disk_knows_no_locks_the_clock_decides(tmp_path, monkeypatch):
    def refused(*_anything):
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr(leftovers.fcntl, "flock", refused)
    part = tmp_path / "a.part.mp4"
    part.write_bytes(b"x")
    assert keep(tmp_path) == []
    os.utime(part, (1.0, 1.0))
    assert keep(tmp_path) == [tmp_path / "a-unfinished.mp4"]


def test_unfinished_films_keep_names_of_their_own(tmp_path):
    """Film and recipe stay together; what was kept before is not replaced."""
    for content in (b"1", b"2"):
        (tmp_path / "a.b.part.mp4").write_bytes(content)
        (tmp_path / "a.b.part.json").write_bytes(content)
        keep(tmp_path)
    (tmp_path / "c.part.json").write_bytes(b"")          # a name that was taken, no more
    assert keep(tmp_path) == []
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {
        "a.b-unfinished.mp4": b"1", "a.b-unfinished.json": b"1", "a.b-unfinished-2.mp4": b"2",
        "a.b-unfinished-2.json": b"2"}


@pytest.mark.parametrize("kind", ["mp4", "webm", "gif"])
def test_frames_are_counted_when_they_are_in_the_file(tmp_path, kind):
    encoder, seen = Encoder(tmp_path / f"a.{kind}", SIZE, 60), set()
    for k in range(200):
        encoder.put(frame(k))
        counted = encoder.frames
        if counted not in seen:
            seen.add(counted)
            # what a process killed at this moment would leave
            copy = tmp_path / "copy"
            copy.write_bytes(part_of(encoder.path).read_bytes())
            assert count_of(copy) >= counted
    assert encoder.close() and len(seen) > 3 and count_of(encoder.path) == encoder.frames == 200


@pytest.mark.parametrize("kind", ["mp4", "webm", "gif"])
@pytest.mark.parametrize("replaces", [False, True])
def test_what_is_there_is_kept_unless_it_may_be_replaced(tmp_path, kind, replaces):
    encoder = Encoder(tmp_path / f"a.{kind}", SIZE, 60, replaces=replaces)
    encoder.put(frame(0))
    (tmp_path / f"a.{kind}").write_bytes(b"mine")        # somebody puts it there while the film is made
    assert encoder.close()
    assert sorted(tmp_path.iterdir()) == ([tmp_path / f"a.{kind}"] if replaces else
                                          [tmp_path / f"a-2.{kind}", tmp_path / f"a.{kind}"])
    assert ((tmp_path / f"a.{kind}").read_bytes() == b"mine") is not replaces
    assert encoder.path == tmp_path / (f"a.{kind}" if replaces else f"a-2.{kind}")
    assert len(film_of(encoder.path)[1]) == 1


def test_the_making_of_a_gif_says_how_far_it_is(tmp_path):
    encoder, shares = Encoder(tmp_path / "a.gif", (640, 360), 30), []
    for k in range(40):
        encoder.put(frame(k, (640, 360)))
    assert encoder.share is None
    assert encoder.close(lambda: shares.append(encoder.share or 0.0))
    assert shares == sorted(shares) and 0.0 < encoder.share <= 1.0 and len(set(shares)) > 1


def test_a_gif_that_is_given_up_leaves_a_film_with_all_colours(tmp_path):
    encoder = Encoder(tmp_path / "a.gif", SIZE, 30)
    for k in range(10):
        encoder.put(frame(k))
    encoder.give_up()
    assert encoder.close() and "stopped" in encoder.trouble and encoder.path == tmp_path / "a-unfinished.mkv"
    assert list(tmp_path.iterdir()) == [encoder.path] and len(film_of(encoder.path)[1]) == encoder.frames == 10


def test_a_name_like_an_address_is_a_name(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert encode(Path("http:a.gif"), frames=3).trouble == "" and len(film_of(tmp_path / "http:a.gif")[1]) == 3


class FullDisk(Sink):
    """Has room for so many bytes."""

    room = 0

    def _raw_write(self, place, data):
        if place + len(data) > self.room:
            super()._raw_write(place, data[:max(0, self.room - place)])
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        super()._raw_write(place, data)


@pytest.mark.parametrize("kind", ["mp4", "webm"])
def test_a_full_disk_ends_a_film_that_can_be_played(tmp_path, monkeypatch, kind):
    whole = encode(tmp_path / f"whole.{kind}", frames=120).size
    for share in (0.4, 0.8, 0.97, 0.9999):
        monkeypatch.setattr(FullDisk, "room", int(share*whole))
        encoder = encode(tmp_path / f"a.{kind}", frames=120, open_sink=FullDisk)
        assert "No space left" in encoder.trouble and "a." in encoder.trouble
        assert encoder.path.exists() and not encoder.part.exists()
        pictures = film_of(encoder.path)[1]
        # the frames on their way through the codec are lost, and the piece that was being made
        assert len(pictures) >= share*120 - 50, (share, encoder.frames, encoder.trouble)
        assert distinct(pictures) == len(pictures) == encoder.frames <= encoder.taken
        shorter = encode(tmp_path / f"b.{kind}", frames=encoder.frames)
        assert encoder.digest == shorter.digest
        shorter.path.unlink()
        encoder.path.unlink()


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root may mount a small disk")
def test_a_really_full_disk(tmp_path):
    disk = tmp_path / "disk"
    disk.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=100k", "tmpfs", str(disk)], capture_output=True).returncode:
        pytest.skip("no small disk can be mounted here")
    try:
        encoder = encode(disk / "a.mp4", frames=2000, min_free=0)
        assert "No space left" in encoder.trouble
        assert len(film_of(encoder.path)[1]) == encoder.frames > 20
    finally:
        subprocess.run(["umount", str(disk)], check=True)


def test_without_room_no_film_is_begun(tmp_path):
    encoder = Encoder(tmp_path / "a.mp4", SIZE, 30, min_free=10**18)
    assert not encoder.put(frame(0)) and not encoder.close()
    assert "MB are left" in encoder.trouble and list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["nowhere/a.mp4", "a.avi", "a"])
def test_what_cannot_be_written_is_said(tmp_path, name):
    encoder = Encoder(tmp_path / name, SIZE, 30)
    assert str(tmp_path) in encoder.trouble and not encoder.put(frame(0)) and not encoder.close()
    assert list(tmp_path.iterdir()) == []


def test_a_film_without_frames_is_no_film(tmp_path):
    encoder = Encoder(tmp_path / "a.mp4", SIZE, 30)
    assert not encoder.close() and list(tmp_path.iterdir()) == []
    assert not encoder.put(frame(0))


def test_a_frame_of_another_size_ends_the_film(tmp_path):
    encoder = Encoder(tmp_path / "a.mp4", SIZE, 30)
    for k in range(5):
        encoder.put(frame(k))
    encoder.put(frame(5, (64, 64)))
    assert encoder.close() and encoder.frames == 5 and "64x64" in encoder.trouble


@pytest.mark.parametrize("kind", ["mp4", "webm", "gif"])
@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EIO])
def test_whichever_write_fails_said_is_what_is_there(tmp_path, kind, code):
    """Every write of a small film in turn, at each change every third; afterwards the disk takes everything again, or
    nothing.
    """
    size, number = (64, 36), 1 - tries(3, 1)

    class Failing(Sink):
        """Fails at the write `number` of all of this film."""

        def _raw_write(self, place, data):
            writes.append(place)
            if len(writes) == number or (code == errno.ENOSPC and len(writes) > number):
                raise OSError(code, os.strerror(code))
            super()._raw_write(place, data)

    while True:
        number, writes = number + tries(3, 1), []
        encoder = encode(tmp_path / f"a.{kind}", frames=30, fps=20, size=size, open_sink=Failing)
        if len(writes) < number:
            break
        assert os.strerror(code) in encoder.trouble
        found = list(tmp_path.iterdir())
        assert found == ([encoder.path] if encoder.is_saved else []), (number, encoder.trouble)
        if encoder.is_saved:
            assert len(film_of(encoder.path)[1]) == encoder.frames > 0, number
            assert encoder.size == encoder.path.stat().st_size
            encoder.path.unlink()
    assert number > 5 and encoder.trouble == "" and encoder.frames == 30
