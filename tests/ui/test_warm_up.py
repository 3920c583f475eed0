"""What is tried before a run is shown: enough to compile what it needs, and no more where that takes long."""

from pathlib import Path
from types import SimpleNamespace

import pytest

from sandbox.compiling import machine_code
from sandbox.run.simulation import Simulation
from sandbox.scene.catalogue import load_catalogue
from sandbox.ui.playback import loading
from sandbox.ui.playback.loading import LONGEST, PIECES, TRIAL, Request, warm_up
from tests.ui.made_up import turntable


@pytest.fixture
def trial(monkeypatch):
    """trial(seconds, anew, made) -> steps that were tried, in pieces after the first step, of a run whose pieces take
    so long, the first `anew` to compile; all that it may need is in memory after `made` pieces.
    """

    def tried(seconds: float, anew: int = 0, made: int = PIECES) -> list[int]:
        clock, steps, first = [0.0], [], []

        def advance(count):
            if not first:
                first.append(count)
                return
            if len(steps) < anew:
                machine_code.needed.append(("made up", "entry", True))
            steps.append(count)
            clock[0] += seconds

        class Needed:
            """An entry of a mode that the run comes to."""

            @property
            def is_made(self) -> bool:
                return len(steps) >= made

        run = SimpleNamespace(step_rate=240, advance=advance, snapshot=lambda: None, entries=(Needed(),))
        monkeypatch.setattr(machine_code, "needed", [])
        monkeypatch.setattr(loading, "Simulation", lambda *_what, **_how: run)
        monkeypatch.setattr(loading, "time", SimpleNamespace(thread_time=lambda: clock[0]))
        warm_up(Request(turntable()))
        assert first == [1]
        return steps

    return tried


def test_two_seconds_are_tried(trial):
    assert sum(trial(0.001)) == TRIAL*240


def test_what_is_slow_is_not_tried_to_its_end(trial):
    assert len(trial(0.6*LONGEST)) == 2 < PIECES


def test_what_compiles_is_tried_on(trial):
    assert len(trial(0.6*LONGEST, anew=4)) == 6 and sum(trial(0.6*LONGEST, anew=PIECES)) == TRIAL*240


def test_where_all_is_in_memory_nothing_more_is_tried(trial):
    assert trial(0.001, made=0) == [] and len(trial(0.001, made=3)) == 3


def test_a_scene_that_is_opened_again_is_tried_for_one_step(monkeypatch):
    """Of a real run, all modes of which are ready since it was shown: a heap, whose two seconds are much work."""
    scene = load_catalogue(Path(__file__).parents[2] / "scenes").get("coins_and_balls")
    Simulation(scene).prepare_modes()
    steps, advance = [], Simulation.advance
    monkeypatch.setattr(Simulation, "advance", lambda run, count: (steps.append(count), advance(run, count))[1])
    warm_up(Request(scene))
    assert steps == [1]
