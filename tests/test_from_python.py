"""The page "From Python": each of its examples runs as it stands, in a process and a folder of its own."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.patience import HANGING

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "from_python.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^## ([^\n]+)\n(?:(?!^## ).)*?```python\n(.*?)```", PAGE, re.M | re.S)
FIRST = re.search(r"```python\n(.*?)```", PAGE, re.S)[1]

# what an example leaves behind
FILES = {"A sweep over the rate": {"two_sevenths.png"}, "Many runs": {"sleigh.nc"},
         "Friction from a measurement": set(),
         "A conserved quantity checked": set(), "A ball in the hand": set(), "Building while it runs": set(),
         "A scene of one's own": set(), "A log read back": {"bounce.sqlite", "bounce.csv"},
         (FILM := "A film made by a script"): {"cone.mp4", "cone.json"}}


def run(code: str, folder: Path) -> str:
    """What an example prints."""
    done = subprocess.run([sys.executable, "-c", code], cwd=folder, text=True, capture_output=True, timeout=HANGING,
                          env={**os.environ, "PYTHONPATH": str(ROOT), "MPLBACKEND": "Agg"})
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_there_are_nine_and_each_is_tried():
    assert [title for title, _code in EXAMPLES] == list(FILES)


def try_example(title: str, folder: Path):
    """Runs an example and looks at what it leaves behind."""
    run(dict(EXAMPLES)[title], folder)
    assert {path.name for path in folder.iterdir()} == FILES[title]
    assert all(path.stat().st_size > 1000 for path in folder.iterdir() if path.suffix != ".json")


@pytest.mark.parametrize("title", [title for title in FILES if title != FILM])
def test_example(title, tmp_path):
    try_example(title, tmp_path)


@pytest.mark.window
def test_film(tmp_path):
    try_example(FILM, tmp_path)


def test_first_lines(tmp_path):
    assert run(FIRST, tmp_path).startswith("(3601,) (3601, 3) ")


def test_every_name_of_the_tables_exists():
    import sandbox
    names = set(re.findall(r"`(\w+)[(`]", PAGE.partition("## A sweep")[0]))
    one = sandbox.simulate("turntable", duration=0.1)
    calls = {"simulate", "read_log", "scene_from", "scene_named", "catalogue", "record"}
    assert calls <= names and all(callable(getattr(sandbox, name)) for name in calls)
    of_a_run = re.findall(r"`([\w]+)(?:\([^`]*\))?`", PAGE.partition("| of a `Run`")[2].partition("\n\n")[0])
    assert len(of_a_run) > 15 and [name for name in of_a_run if not hasattr(one, name)] == []
