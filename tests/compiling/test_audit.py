"""Code that looks at its places says what it touches outside, and computes what code computes that does not look."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from sandbox.compiling.ahead import SWITCH
from sandbox.compiling.cache import AUDIT, OVERRIDE
from sandbox.mechanics.world.met import _SIZE

ROOT = Path(__file__).resolve().parents[2]

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="its table lies at a fixed address")


def watched(tmp_path: Path, *words: str) -> tuple[str, list[str]]:
    """Runs a program whose code looks at its places; returns what it prints, and what was touched outside."""
    told = tmp_path / "outside.txt"
    environment = {**os.environ, AUDIT: str(told), OVERRIDE: str(tmp_path / "compiled"), SWITCH: "0"}
    done = subprocess.run([sys.executable, *words], cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout, told.read_text().splitlines() if told.exists() else []


def line_of(text: str) -> str:
    lines = (ROOT / "tests/compiling/planted.py").read_text().splitlines()
    number, = (i for i, line in enumerate(lines, 1) if text in line)
    return f"tests/compiling/planted.py:{number} "


def test_what_is_planted_is_found_and_nothing_else(tmp_path):
    printed, said = watched(tmp_path, "-m", "tests.compiling.planted")
    assert float(printed) == 0.0 + 5.0 + 3.0       # numbers[0], what was put, the last of four
    expected = {line_of(text) + rest for text, rest in (
        ("# behind a room", "fill: number 4 of 4"), ("# by a formula", "outside: number 4 of 4"),
        ("# before a record", f"outside: number -1 of {_SIZE}"), ("numbers_at(of_y)", "outside: number 4 of 4"),
        ("# behind and before", "mode: number 3 of 3"))}
    assert set(said) == expected
