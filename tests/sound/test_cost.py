"""What the bench tells of sound beside its cost is true: as many blows are heard as there are, none where none are."""

from itertools import pairwise

import pytest

from sandbox.run.simulation import Simulation
from sandbox.sound.choir import BLOWS
from sandbox.sound.cost import SECONDS, impacts, sound_cost
from tests.shipped import shipped


@pytest.mark.parametrize("count", [0, 1000])
def test_all_impacts_are_heard_and_the_loudest_get_a_voice(count):
    run = Simulation(shipped().get("many_balls"), {"count": 5}, is_shown=False)
    found = sound_cost(run, count)
    assert found["heard"] == count
    # a frame begins no more voices than there are
    assert found["begun"] <= min(count, 60*BLOWS) and (found["begun"] > 0) == (count > 0)


def test_impacts_are_as_many_as_asked_for_and_ascend():
    found = impacts(1000, 5)
    assert len(found) == 1000*SECONDS and all(one.t < other.t for one, other in pairwise(found))
    assert all(one.body != one.other for one in found)
