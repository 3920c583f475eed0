"""A window under test."""

import pytest

from tests.ui.made_up import Bench, turntable


@pytest.fixture
def bench(qtbot, tmp_path):
    """bench(**options) -> a window on the turntable, paused at t = 0."""
    benches = []

    def make(scenes=(), broken=None, **options):
        benches.append(Bench(qtbot, scenes or [turntable()], broken or {}, tmp_path, **options))
        return benches[-1]

    yield make
    for made in benches:
        made.window.close()
