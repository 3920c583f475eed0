"""Random runs of every scene, and of worlds made up; `python -m tests.fuzz` goes on for as long as one likes."""

import pytest

from sandbox.cli.common import catalogue
from tests.effort import tries
from tests.fuzz.__main__ import attacked
from tests.fuzz.attack import attack
from tests.fuzz.random_world import WORLD, random_world

# parts that run side by side, each with seeds of its own; so many runs of each scene, or of worlds, in a part
PARTS, OF_EACH, WORLDS = tries(1, 3), tries(1, 10), tries(30, 300)
# so many of a part go on to their end
WENT_ON = 5


@pytest.mark.parametrize(("part", "only"), [*((part, None) for part in range(PARTS)), (4, WORLD)])
def test_random_runs(part, only):
    runs = WORLDS if only == WORLD else OF_EACH*len(catalogue().scenes)
    outcomes, failed, slowest = attacked(0.0, 1_000_000*part, only=only, least=runs)
    print(outcomes, slowest)
    assert failed == []
    assert sum(outcomes.values()) == runs and outcomes["went on"] > WENT_ON


@pytest.mark.parametrize(("scene", "seed"), [
    # a ball jammed between its bowl and another one: no force of modes pushes, small steps carry it
    ("balls_in_a_bowl", 8_200_080),
    # no rigid forces fit a pile that a hand pulls: what was shown of it pulled, by 0.6 of the largest force
    ("dominoes", 1_000_053),
    # a slip that nothing but a pull would keep on its way: the row at which the run ends was of that pull
    ("painleve_rod", 2_000_048),
    # a stack that a hand has pulled apart: rows of a lift had no finite solution, and that was taken for one
    ("overhang", 2_000_015),
    # a dense rack
    (WORLD, 2_000_036),
    # a chain that an impact leaves to small steps: closing its gaps made attitudes longer than 1
    (WORLD, 88_000_000)])
def test_runs_that_failed_once(scene, seed):
    attack(random_world(seed) if scene == WORLD else catalogue().get(scene), seed)
