"""What a long run holds in memory: the rows of ten minutes, and little more."""

from pathlib import Path

import numpy as np

from sandbox.run.readings.passed import KEEP
from sandbox.run.simulation import Simulation
from sandbox.scene.catalogue import find_scene

RATE = 60           # rows per second


def test_an_hour_takes_little_more_room_than_ten_minutes():
    run = Simulation(find_scene("turntable", Path(__file__).parents[2]/"scenes"))
    kept = run.watch()
    for _ in range(60):
        run.advance(60*run.step_rate)
        assert len(kept._arrays["t"]) <= 1.15*KEEP*RATE
    t = kept.states().t
    assert t[-1] == 3600.0 and t[-1] - t[0] >= KEEP and np.all(np.diff(t) > 0.0)
