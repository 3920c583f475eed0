"""Dice: their counts on the turning table, a loaded one found by them, and what a throw ends with.

Enough throws to tell a loaded die from a fair one within a minute of processor time: 90 of the fair one, for a release
20,000, over all cores, some 0.06 s each; 180 of the loaded one.
What a single throw shows hangs on the last bits of the machine; bounds of counts are therefore those that chance passes
in one of a million series.
"""

import os
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from types import SimpleNamespace

import numpy as np
import pytest

from sandbox.compiling.rotation import matrix_of
from sandbox.mechanics.world import layout as at
from sandbox.scene.drawn.pips import FACES
from sandbox.systems.integration import Integration
from sandbox.systems.world.assembly import assemble_world
from tests.effort import tries
from tests.scenes.riding import CATALOGUE

SCENE = CATALOGUE.get("dice")
# chi-squared of five degrees of freedom that is passed in one of a million series
RARE = 35.9
LAST = 6.0      # [s] after which a throw has ended, or is none


def values_of(**changes):
    return {**{one.name: one.default for one in SCENE.parameters}, **changes}


def shown_by(run):
    """The number on the face that is up, and how upright that is."""
    up = np.array(matrix_of(*run.y[at.Q:at.Q + 4])).reshape(3, 3)[2]
    axis = int(np.abs(up).argmax())
    number, = (one for one, face in FACES.items() if face == (axis, float(np.sign(up[axis]))))
    return number, abs(up[axis])


def counts(throws, **changes):
    """How often each face is up."""
    return counted(range(1, throws + 1), changes)


def counts_of_all_cores(throws):
    """As `counts`, each core its share."""
    cores = os.cpu_count() or 1
    if throws < 1000:
        return counts(throws)
    with ProcessPoolExecutor(cores, get_context("spawn")) as crew:
        shares = (range(1 + k, throws + 1, cores) for k in range(cores))
        return sum(crew.map(counted, shares, [{}]*cores), np.zeros(6, int))


def counted(numbers, changes):
    """How often each face is up in the throws of these numbers."""
    found = np.zeros(6, int)
    for throw in numbers:
        values = values_of(toss=throw, **changes)
        run = Integration(assemble_world(SCENE.build(SimpleNamespace(**values)), values), 1/240)
        while run.y[at.MODE] != at.RESTS and run.t < LAST:
            run.advance(12)
        number, upright = shown_by(run)
        assert run.t < LAST and upright > 1 - 1e-9
        found[number - 1] += 1
    return found


def chi_squared(found):
    expected = found.sum()/6
    return float(((found - expected)**2).sum()/expected)


@pytest.mark.timeout(3600)     # 20,000 throws are twenty minutes of processor time
def test_a_fair_die_shows_all_faces_alike():
    found = counts_of_all_cores(tries(90, 20_000))
    assert found.sum() in (90, 20_000) and chi_squared(found) < RARE


def test_a_loaded_die_is_found_by_its_counts():
    found = counts(180, load=0.005)
    assert chi_squared(found) > 2*RARE
    assert found.argmax() == 5
