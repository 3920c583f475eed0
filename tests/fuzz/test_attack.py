"""A minute of random runs (processor time); `python -m tests.fuzz` goes on for as long as one likes."""

import pytest

from tests.fuzz.__main__ import attacked

# parts that run side by side, each with seeds of its own
PARTS, SECONDS = 4, 15.0


@pytest.mark.parametrize("part", range(PARTS))
def test_random_runs(part):
    outcomes, failed, slowest = attacked(SECONDS, 1_000_000*part)
    print(outcomes, slowest)
    assert failed == []
    assert sum(outcomes.values()) > 20 and outcomes["went on"] > 5
    assert slowest[0] < 10.0, slowest
