"""The truth of heaps under small steps: beside hit by hit, and beside small steps that are up to 32 times shorter.

Where a ball has met too much within a frame, what is near goes on by small steps. A frame that is 32 times shorter has
room for 32 times as many hits: what the window carries by small steps goes hit by hit there, and later, as all lie on
each other, by small steps that are some 8 times shorter. Two balls whose hits differ by rounding are elsewhere after a
few more of them, so that heaps of balls are compared by numbers of all of them: over many starts none may be shifted by
more than chance shifts it.
"""

from dataclasses import dataclass

import numpy as np
import pytest
from scipy.stats import ks_2samp

from sandbox.mechanics.world import layout as at
from sandbox.systems.integration import Integration
from sandbox.systems.world.assembly import assemble_world
from tests.effort import tries
from tests.worlds.made import G
from tests.worlds.test_heaps import MASS, A, dropped

# frames of the window, and frames in which heaps go on hit by hit, per second
WINDOW, FINE = 240, 7680
# the hits are over at the first of these instants, the heap lies at the last one [s]
INSTANTS = (0.3, 0.4, 0.5)


@dataclass(frozen=True)
class Looked:
    """A heap at an instant: heights in all, distances from the axis (root of the mean square) [m]; energy that was
    lost [J]; impacts, and segments that small steps carried, so far."""

    height: float
    away: float
    lost: float
    impacts: int
    stepped: int


def looks(world, rate, instants) -> list[Looked]:
    """Runs a world in frames of 1/rate and looks at instants."""
    run, found = Integration(assemble_world(world, {}), 1.0/rate), []
    room = run.system.room
    for t in instants:
        run.advance(round(t*rate) - run.k)
        assert run.ended is None
        x = run.y[:room.free_at].reshape(-1, at.STATE)[:, at.X:at.X + 3]
        ledger = run.y[room.ledger_at:]
        found.append(Looked(float(x[:, 2].mean()), float(np.sqrt((x[:, :2]**2).sum(axis=1).mean())),
                            float(-ledger[at.LEDGER]), int(ledger[at.IMPACTS]), int(ledger[at.MERGED])))
    return found


def both_ways(count, seed, instants=INSTANTS):
    """(by frames of the window, by fine ones) of a heap that is dropped into a bowl."""
    world = dropped(count, seed).world
    return tuple(looks(world, rate, instants) for rate in (WINDOW, FINE))


# how far small steps may shift the mean over starts [radii; n m g a]: a sub-step of a fifth of a frame moves a ball by
# the velocity that it has at its end, half of its way too far at most; after a fall by 0.05 m, the height of a layer
# that is dropped, that is 0.021 of a radius. What starts differ by is more (0.06 to 0.28), but the two ways begin as
# one: standard errors of the shift are 0.001 to 0.005. Measured are 0.005 at most over 50 starts of 10 balls, 0.016
# over 12 of 25, both right after the hits, and fading
SHIFTED = 0.02
# how many balls, how many starts
CASES = [(10, tries(6, 200)), (25, tries(12, 20))]
# two samples of one distribution differ more than that in one of a hundred tries [1]; fewer starts tell nothing by that
CHANCE, MANY_STARTS = 0.01, 20


@pytest.mark.parametrize(("count", "starts"), CASES)
def test_heaps_fall_together_as_they_do_hit_by_hit(count, starts):
    pairs = [both_ways(count, seed) for seed in range(starts)]
    window, fine = (np.array([[(look.height/A, look.away/A, look.lost/(count*MASS*G*A)) for look in one[way]]
                              for one in pairs]) for way in (0, 1))
    # the window has gone on by small steps at last, after a part of the hits that there are
    last = [(by_window[-1], by_fine[-1]) for by_window, by_fine in pairs]
    assert np.mean([by_window.stepped > 0 for by_window, _fine in last]) > 0.9
    assert sum(by_fine.impacts for _window, by_fine in last) > 2*sum(by_window.impacts for by_window, _fine in last)
    assert np.abs((window - fine).mean(axis=0)).max() < SHIFTED
    if starts >= MANY_STARTS:
        for k, j in np.ndindex(window.shape[1:]):
            assert ks_2samp(window[:, k, j], fine[:, k, j]).pvalue > CHANCE, (INSTANTS[k], j)


# small steps of frames of 1/240 s are a fifth of one; frames of 1/1920 s are a small step each, and 1/3840 halves it
COARSE, ONE_EACH, HALVED = WINDOW, 1920, 3840
# shift of the mean height over starts against that of halved steps [radii]: 0.012 and 0.0006 over six starts
OF_COARSE, OF_ONE_EACH = 0.02, 0.01


def test_sixty_balls_fall_together_as_under_halved_steps():
    """Nearer to it the shorter the steps, right after the hits."""
    shifts = []
    for seed in range(tries(2, 6)):
        world = dropped(60, seed).world
        coarse, one_each, halved = (looks(world, rate, INSTANTS[:1])[0] for rate in (COARSE, ONE_EACH, HALVED))
        assert min(coarse.stepped, one_each.stepped, halved.stepped) > 0
        shifts.append(((coarse.height - halved.height)/A, (one_each.height - halved.height)/A))
    assert (np.abs(np.mean(shifts, axis=0)) < (OF_COARSE, OF_ONE_EACH)).all(), shifts
