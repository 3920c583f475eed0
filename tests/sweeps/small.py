"""A small sweep that tests run in different ways."""

import os
import subprocess
import sys
from pathlib import Path

from sandbox import scene_named
from sandbox.cli.common import HERE, WORKER, this_program
from sandbox.sweeps.plan import Plan, plan_of
from tests.patience import HANGING

WORDS = [*this_program(), WORKER]
OUTCOMES = ("ended", "t_end", "drift", "hops", "x_end")


def plan(rates: int = 6, duration: float = 0.1, outcomes=OUTCOMES, scene: str = "turntable", **options) -> Plan:
    """Returns a grid of rates and starts on the turntable."""
    return plan_of(scene_named(scene), "", {"vy": 0.1}, {"rate": (1.0, 6.0, rates), "x": [0.05, 0.1, 0.2]}, outcomes,
                   duration=duration, **options)


def sweep(*words, folder: Path, **options) -> subprocess.CompletedProcess:
    """Runs `./run sweep` to its end."""
    return subprocess.run([sys.executable, str(HERE / "main.py"), "sweep", *map(str, words)], text=True, cwd=folder,
                          capture_output=True, timeout=HANGING, env=dict(os.environ), **options)
