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


def test_states_that_are_asked_for_again_are_those_of_now():
    """Several plots share what was asked for last: no future that was given up may be left in it."""
    run = Simulation(find_scene("turntable", Path(__file__).parents[2]/"scenes"))
    kept = run.watch()
    run.advance(2*run.step_rate)
    first = kept.states()
    assert kept.states() is first and kept.states(5) is not first
    x = first.rows.bodies[:, 0, 0].copy()
    run.go_to(run.step_rate)
    run.fork()
    run.set("rate", -3.0)
    run.advance(run.step_rate)
    again = kept.states()
    assert len(again) == len(x) and again is not first
    assert np.array_equal(again.rows.bodies[:61, 0, 0], x[:61])
    assert abs(again.rows.bodies[-1, 0, 0] - x[-1]) > 1e-3          # [m] the other rate led elsewhere
