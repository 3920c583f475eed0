"""Which balls of a large stepped group are looked at in pairs, and what contacts had before: against a plain search.

The compiled functions run as the Python that they are written in, where a part of an array is a view of it.
"""

import numpy as np
import pytest

from sandbox.mechanics.world import distance
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.island import known
from sandbox.mechanics.world.island import layout as here
from sandbox.mechanics.world.stepping import steps


@pytest.fixture(autouse=True)
def as_python(monkeypatch):
    for module in (steps, known):
        monkeypatch.setattr(module, "part", lambda numbers, place: numbers[place:])
    monkeypatch.setattr(distance, "square_between", lambda one, other: float(
        ((one[at.X:at.X + 3] - other[at.X:at.X + 3])**2).sum()))


def island_of(x):
    """An island with balls at places (n, 3), and its state."""
    heads, size = here.arrangement(len(x))
    island = np.zeros(size)
    for place, start in heads.items():
        island[place] = start
    island[here.NB] = len(x)
    y = island[int(island[here.STATE]):]
    for i, one in enumerate(x):
        y[i*at.MOVING + at.X:i*at.MOVING + at.X + 3] = one
    return island, y


@pytest.mark.parametrize("far", [0.041, 0.1])
@pytest.mark.parametrize("height", [0.0, 0.3])
def test_balls_in_cells_are_those_within_reach_in_the_order_of_their_numbers(height, far):
    """Anywhere about the origin, in one layer and in many; each pair once, none twice."""
    x = np.random.default_rng(2).uniform((-0.4, -0.1, 0.0), (0.1, 0.4, height), (300, 3))
    island, y = island_of(x)
    steps.put_in_cells(island, y, steps.ROOMY*far)
    pairs = 0
    for i in range(len(x)):
        count = steps.find_beside(island, y, i, far)
        n, work = len(x), island[int(island[here.NEW]):]
        expected = [j for j in range(i + 1, n) if not distance.is_farther(y[i*at.MOVING:], y[j*at.MOVING:], far)]
        assert work[steps.BESIDE*n:steps.BESIDE*n + count].tolist() == expected
        pairs += count
    assert pairs > 100


def test_a_contact_of_before_is_found_in_any_order():
    random = np.random.default_rng(3)
    found = sorted({(int(i), int(j)) for i, j in random.integers(0, 20, (120, 2)) if i < j} | {(4, -2), (7, -3)})
    random.shuffle(found)
    island, _y = island_of(np.zeros((20, 3)))
    before = island[int(island[here.KEPT_CONTACTS]):]
    for k, (i, other) in enumerate(found):
        before[k*here.CONTACT + here.FIRST], before[k*here.CONTACT + here.OTHER] = i, other
    steps.chain_before(island, len(found))
    for i in range(20):
        for other in range(-4, 20):
            there = found.index((i, other)) if (i, other) in found else -1
            assert steps.found_before(island, i, other) == there
