"""The hash of an engine: every source that decides the bits of a run is in it."""

import subprocess
import sys
from pathlib import Path

import pytest

from sandbox.compiling.sources import ROOMS as COMPILED_ROOMS
from sandbox.run.engine import ROOMS, engine_hash, hash_of_sources

ROOT = Path(__file__).parents[2]


@pytest.fixture
def rooms(tmp_path):
    """A program of two rooms, one of them with a room inside."""
    (tmp_path / "low" / "deep").mkdir(parents=True)
    (tmp_path / "high").mkdir()
    for name in ("low/a.py", "low/deep/b.py", "high/c.py"):
        (tmp_path / name).write_text("x = 1\n")
    return tmp_path


@pytest.mark.parametrize("name", ["low/a.py", "low/deep/b.py", "high/c.py"])
def test_an_edit_however_deep_changes_the_hash(rooms, name):
    before = hash_of_sources(rooms, ("low", "high"), ())
    (rooms / name).write_text("x = 2\n")
    assert hash_of_sources(rooms, ("low", "high"), ()) != before


def test_a_file_that_moves_changes_the_hash(rooms):
    before = hash_of_sources(rooms, ("low", "high"), ())
    (rooms / "low" / "a.py").rename(rooms / "high" / "a.py")
    assert hash_of_sources(rooms, ("low", "high"), ()) != before


def test_every_room_that_decides_bits_is_hashed():
    """What a run imports is in a hashed room; texts, files and errors decide no bits."""
    program = ("import sys, sandbox.run.simulation; "
               "print(*(name for name in sys.modules if name.startswith('sandbox.') and name.count('.') > 1))")
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, text=True, capture_output=True, check=True)
    rooms = {name.split(".")[1] for name in done.stdout.split()}
    assert rooms and rooms <= set(ROOMS)
    assert set(COMPILED_ROOMS) <= set(ROOMS) and len(engine_hash()) == 16
