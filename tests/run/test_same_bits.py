"""Same program, same inputs, same bits: in another process, and whatever the wall clock does."""

import os
import random
import subprocess
import sys
from hashlib import sha256
from math import isfinite
from pathlib import Path

import numpy as np
import pytest

from sandbox.run.simulation import Simulation
from sandbox.ui.playback.pace import SPEEDS, Pace
from tests.effort import some_scenes, tries
from tests.patience import ENDLESS
from tests.shipped import shipped

ROOT = Path(__file__).parents[2]
SCENES = list(shipped().scenes.values())
STEPS = tries(120, 10_000)     # tests/golden pins the bits of 1200 steps, which another process once made
PASSED = 120                   # steps of a run against the wall clock
SUSPENDED = 8*3600.0           # [s] a computer that slept over night


def bits(run: Simulation) -> bytes:
    """Time and state of every model."""
    return np.concatenate(([run.t], *run.states)).tobytes()


def digests() -> dict[str, str]:
    """A hash of all states of each scene and its last preset, seen every so many steps."""
    found = {}
    for scene in SCENES:
        for values, piece in ({}, 7), (scene.presets[-1].values, 60):
            run, states = Simulation(scene, values), sha256()
            while run.step < STEPS and run.ended is None:
                run.advance(min(piece, STEPS - run.step))
                states.update(bits(run))
            found[f"{scene.id} {piece}"] = states.hexdigest()
    return found


@pytest.mark.timeout(ENDLESS)
def test_here_and_in_another_process():
    """The other one has hashes of texts, and so sets, in another order.

    That a run is the same twice in one process is looked at for every preset in tests/scenes/test_every_scene.py.
    """
    here = digests()
    assert len(set(here.values())) == len(here)
    program = "from tests.run.test_same_bits import digests\nfor item in digests().items(): print(*item, sep='=')"
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, text=True, capture_output=True, timeout=ENDLESS,
                          env={**os.environ, "PYTHONHASHSEED": "12345"})
    assert done.returncode == 0, done.stderr
    assert dict(line.split("=") for line in done.stdout.splitlines()) == here


@pytest.mark.parametrize("scene", some_scenes(SCENES, 3, "clock"), ids=lambda scene: scene.id)
def test_no_wall_clock_changes_a_state(scene):
    """Gaps of 0.1 ms to 5 s, a clock set back, nights of sleep, pauses, other speeds: every state passed is the same.

    500 walls for all scenes together; at each change those of one scene of three.
    """
    dice = random.Random(scene.id)
    reference, run = [], Simulation(scene)
    while not reference or run.advance(1):
        reference.append(bits(run))
        if run.step == PASSED:
            break
    last = run.step
    for wall in range(tries(500, 20_000)//len(SCENES) + 1):
        # a run taken back goes the same way as a new one, and costs a tenth
        if wall % 8 == 0:
            run = Simulation(scene)
        else:
            assert run.go_to(0)
        pace, now = Pace(), 1e5*dice.random()
        pace.begin(run.step_rate)
        for _look in range(5000):
            kind = dice.random()
            now += (dice.choice((-SUSPENDED, -1.0, -1e-4)) if kind < 0.04 else SUSPENDED if kind < 0.06 else
                    10.0**dice.uniform(-4.0, 0.7))
            if kind > 0.96:
                pace.speed = dice.choice(SPEEDS)
            if kind > 0.98:
                pace.resume()
            steps = pace.due(now)
            assert 0 <= steps <= 0.25*pace.speed*run.step_rate + 1 and isfinite(pace.behind)
            run.advance(min(steps, last - run.step))
            assert bits(run) == reference[run.step], (wall, run.step)
            if run.step == last or run.ended is not None:
                break
        assert run.step == last
