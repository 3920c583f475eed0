"""A minute of random runs (processor time); `python -m tests.fuzz` goes on for as long as one likes."""

import pytest

from tests.fuzz.__main__ import attacked

# parts that run side by side, each with seeds of its own
PARTS, SECONDS = 4, 15.0
# of one run [s]: six hundred balls that collide take 12, a kind of world that was not compiled before 40
LONGEST = 90.0


@pytest.mark.parametrize("part", range(PARTS))
def test_random_runs(part):
    outcomes, failed, slowest = attacked(SECONDS, 1_000_000*part)
    print(outcomes, slowest)
    assert failed == []
    # unless the time went into compiling
    assert sum(outcomes.values()) > 20 and outcomes["went on"] > 5 or slowest[0] > SECONDS/2
    assert slowest[0] < LONGEST, slowest
