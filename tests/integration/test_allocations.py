"""What a step may not do: ask Python for memory, or compile anything once the scene is warm."""

import tracemalloc

import numpy as np
import pytest

from sandbox.compiling import machine_code
from sandbox.run.simulation import Simulation
from sandbox.ui.playback.loading import Request, warm_up
from tests.effort import some_scenes
from tests.shipped import shipped

CATALOGUE = shipped()
STEPS = 10_000
GRANTED = 4096        # [bytes] objects of one call, whatever the number of its steps


@pytest.mark.parametrize("scene", ["turntable", "globe", "rattleback", "suslov", "cone"])
def test_ten_thousand_steps_take_nothing_from_python(scene):
    """One call of the compiled integrator for all steps; what Python holds afterwards does not know their number."""
    run = Simulation(CATALOGUE.get(scene))._run
    run.advance(100)
    taken = []
    for steps in (10, STEPS):
        tracemalloc.start()
        before = tracemalloc.get_traced_memory()[0]
        tracemalloc.reset_peak()
        assert run.advance(steps) == steps and run.ended is None
        after, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        taken.append((after - before, peak - before))
    (few, few_peak), (many, many_peak) = taken
    assert abs(many - few) < GRANTED and many_peak < few_peak + GRANTED, taken


@pytest.mark.parametrize("scene", [scene.id for scene in some_scenes(CATALOGUE.scenes.values(), 3, "watched")])
def test_nothing_is_compiled_or_loaded_while_it_is_watched(scene, monkeypatch):
    """Slips, impacts and flights among them: the window tries a run before it shows one, and prepares all modes."""
    warm_up(Request(CATALOGUE.get(scene)))
    run = Simulation(CATALOGUE.get(scene))
    run.prepare_modes()

    def refuse(*_arguments):
        raise AssertionError("compiled while it runs")

    monkeypatch.setattr(machine_code, "address_of", refuse)
    monkeypatch.setattr(machine_code, "load", refuse)
    run.advance(2000)
    assert np.isfinite(run.snapshot().t) and run.step > 100
