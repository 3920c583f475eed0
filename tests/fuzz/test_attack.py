"""A minute of random runs (processor time); `python -m tests.fuzz` goes on for as long as one likes."""

import pytest

from tests.fuzz.__main__ import attacked
from tests.fuzz.random_world import WORLD

# parts that run side by side, each with seeds of its own
PARTS, SECONDS = 4, 15.0
# of one run [s]: six hundred balls that collide take 12, a kind of world that was not compiled before 40
LONGEST = 90.0
# so many runs are looked at, however long some of them compile, and so many of them go on
LEAST, WENT_ON = 30, 5


@pytest.mark.parametrize(("part", "only"), [*((part, None) for part in range(PARTS)), (PARTS, WORLD)])
def test_random_runs(part, only):
    outcomes, failed, slowest = attacked(SECONDS, 1_000_000*part, only=only, least=LEAST)
    print(outcomes, slowest)
    assert failed == []
    assert sum(outcomes.values()) >= LEAST and outcomes["went on"] > WENT_ON
    assert slowest[0] < LONGEST, slowest
