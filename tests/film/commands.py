"""The command `record` as a child process."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def command(*words):
    return [sys.executable, str(ROOT / "main.py"), "record", *map(str, words)]


def without_display(**more):
    return {**{k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY")}, **more}


def begun(*words, **more):
    """A recording that runs, with pipes."""
    return subprocess.Popen(command(*words), cwd=ROOT, text=True, env=without_display(), stdin=subprocess.PIPE,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, **more)
