"""What is tried before a run is shown: enough to compile what it needs, and no more where that takes long."""

from types import SimpleNamespace

import pytest

from sandbox.compiling import machine_code
from sandbox.ui.playback import loading
from sandbox.ui.playback.loading import LONGEST, PIECES, TRIAL, Request, warm_up
from tests.ui.made_up import turntable


@pytest.fixture
def trial(monkeypatch):
    """trial(seconds, anew) -> steps that were tried of a run whose pieces take so long, the first `anew` to compile."""

    def tried(seconds: float, anew: int = 0) -> list[int]:
        clock, steps = [0.0], []

        def advance(count):
            if len(steps) < anew:
                machine_code.needed.append(("made up", "entry", True))
            steps.append(count)
            clock[0] += seconds

        made = SimpleNamespace(step_rate=240, advance=advance, snapshot=lambda: None)
        monkeypatch.setattr(machine_code, "needed", [])
        monkeypatch.setattr(loading, "Simulation", lambda *_what, **_how: made)
        monkeypatch.setattr(loading, "time", SimpleNamespace(thread_time=lambda: clock[0]))
        warm_up(Request(turntable()))
        return steps

    return tried


def test_two_seconds_are_tried(trial):
    assert sum(trial(0.001)) == TRIAL*240


def test_what_is_slow_is_not_tried_to_its_end(trial):
    assert len(trial(0.6*LONGEST)) == 2 < PIECES


def test_what_compiles_is_tried_on(trial):
    assert len(trial(0.6*LONGEST, anew=4)) == 6 and sum(trial(0.6*LONGEST, anew=PIECES)) == TRIAL*240
