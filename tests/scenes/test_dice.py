"""Dice: their counts on the turning table, a loaded one found by them, and what a throw ends with.

Enough throws to tell a loaded die from a fair one within a minute of processor time: 180 of each, for a release 360 of
the fair one, some 0.06 s each.
What a single throw shows hangs on the last bits of the machine; bounds of counts are therefore those that chance passes
in one of a million series.
"""

from types import SimpleNamespace

import numpy as np

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
    found = np.zeros(6, int)
    for throw in range(1, throws + 1):
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


def test_a_fair_die_shows_all_faces_alike():
    assert chi_squared(counts(tries(180, 360))) < RARE


def test_a_loaded_die_is_found_by_its_counts():
    found = counts(180, load=0.005)
    assert chi_squared(found) > 2*RARE
    assert found.argmax() == 5
