"""A window under test."""

from functools import partial

import pytest

from sandbox.run.peaks import peaks_of
from tests.patience import MISSING
from tests.ui.made_up import Bench, turntable


@pytest.fixture
def qtbot(qtbot):
    """Waits of a busy machine are long ones."""
    qtbot.waitUntil = partial(qtbot.waitUntil, timeout=int(1000*MISSING))
    return qtbot


@pytest.fixture
def bench(qtbot, tmp_path, monkeypatch):
    """bench(**options) -> a window on the turntable, paused at t = 0."""
    # a picture without a page can't be kept for lists, however long a busy machine looks at it
    monkeypatch.setattr("sandbox.ui.window.scenes.pictures.AFTER", 1_000_000_000)
    # a picture that only notes what it is told needs no scales of arrows: they are of the first steps, which are as
    # many on any machine, not of what is passed within fifty milliseconds
    monkeypatch.setattr("sandbox.ui.playback.picture_feed.peaks_of", partial(peaks_of, patience=0.0))
    benches = []

    def make(scenes=(), broken=None, **options):
        benches.append(Bench(qtbot, scenes or [turntable()], broken or {}, tmp_path, **options))
        return benches[-1]

    yield make
    for made in benches:
        made.window.close()
