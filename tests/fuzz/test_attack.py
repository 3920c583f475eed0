"""A minute of random runs (processor time); `python -m tests.fuzz` goes on for as long as one likes."""

import pytest

from tests.fuzz.__main__ import attacked
from tests.fuzz.random_world import WORLD

# parts that run side by side, each with seeds of its own
PARTS, SECONDS = 4, 15.0
# of one run [s]: six hundred balls that collide take 12, a kind of world that was not compiled before 40
LONGEST = 90.0
# [1] so many runs, and so many that went on, are looked at
RUNS, WENT_ON = 20, 5


@pytest.mark.parametrize(("part", "only"), [*((part, None) for part in range(PARTS)), (PARTS, WORLD)])
def test_random_runs(part, only):
    outcomes, failed, slowest = attacked(SECONDS, 1_000_000*part, only=only)
    if slowest[0] > SECONDS/2:
        # the time went into compiling; what was compiled is there the second time
        outcomes, failed_again, again = attacked(SECONDS, 1_000_000*part, only=only)
        failed, slowest = failed + failed_again, max(slowest, again)
    print(outcomes, slowest)
    assert failed == []
    assert sum(outcomes.values()) > RUNS and outcomes["went on"] > WENT_ON
    assert slowest[0] < LONGEST, slowest
