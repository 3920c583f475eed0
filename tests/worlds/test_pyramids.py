"""Pyramids of balls on a table, of hits that give nothing back: the heaps in which most happens at once.

All of their contacts close within a frame or two. Found one after the other each hit would ask for the forces of all
that touches already; so a few are found, and small steps carry the heap from there. What that costs is counted, not
timed: hits, sub-steps, sweeps over the contacts.
"""

import numpy as np
import pytest

from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.burden import MANY_FEEBLE
from sandbox.mechanics.world.island.sweeps import ENOUGH_SWEEPS
from sandbox.mechanics.world.stepping.sweeps import FEW_SWEEPS
from sandbox.mechanics.world.stepping.task import SHARE
from sandbox.scene import World
from sandbox.systems.integration import Integration
from sandbox.systems.world.assembly import assemble_world
from tests.effort import tries
from tests.worlds.made import G, ball, gaps, law, placed, table

A, MASS, MU, RATE = 0.02, 0.26, 0.5, 240
# sub-steps of a frame
SUB_STEPS = int(np.ceil(np.sqrt(G/A)/SHARE/RATE))
# gaps between neighbours at the start [m]: none, less and more than balls fall in a sub-step, more than in a frame
GAPS = (0.0, 1e-6, 0.001*A, 1e-3)


class Pyramid:
    """Layers of balls, each in the hollows of the one below, the lowest ones above the table by the gap as well.

    chance   the share of the gap by which chance moves each ball [1];  e  what hits of two balls give back [1]
    """

    def __init__(self, layers, gap, chance=0.0, seed=0, rate=RATE, e=0.0):
        random, d, found = np.random.default_rng(seed), 2.0*A + gap, []
        for layer in range(layers):
            side = layers - layer
            for i, j in np.ndindex(side, side):
                x = np.array(((i - 0.5*(side - 1))*d, (j - 0.5*(side - 1))*d, A + gap + layer*d/np.sqrt(2.0)))
                x += random.uniform(-0.5*chance, 0.5*chance, 3)*gap
                found.append(placed(tuple(x), (0.0, 0.0, 0.0), ball(A, MASS), on="table", omega=(0.0, 0.0, 0.0)))
        world = World({"table": table(MU)}, found, {("ball", "ball"): law(MU, e)})
        self.run, self.balls = Integration(assemble_world(world, {}), 1.0/rate), len(found)

    def advance(self, frames):
        assert self.run.advance(frames) == frames, self.run.ended
        return self

    @property
    def states(self):
        return self.run.y[:self.run.system.room.free_at].reshape(-1, at.STATE)

    @property
    def x(self):
        return self.states[:, at.X:at.X + 3]

    @property
    def taken(self):
        """(hits found where they happen, sub-steps, sweeps) so far."""
        hits, p = self.run.y[self.run.system.room.ledger_at + at.IMPACTS], self.run.data.p
        return np.array((hits, p[at.SUB_STEPS], p[at.SWEEPS]), int)

    def is_stepped(self):
        return bool((self.states[:, at.MODE] >= at.STEPPED).all())

    def overlap(self):
        """How far the deepest two are in each other, or one in the table [radii]."""
        return max(-gaps(self.x, np.full(self.balls, A)).min(), A - self.x[:, 2].min())/A

    def pressing(self):
        """Normal force of each contact that small steps tell [N]."""
        room = self.run.system.room
        entries = self.run.y[room.lasting_at:room.ledger_at].reshape(-1, at.ENTRY)
        entries = entries[(entries[:, at.FIRST] >= 0.0) & (entries[:, at.DOES] == at.STEPPED)]
        between = [n @ F for one in entries if one[at.OTHER] >= 0.0 for F, n in [(
            one[at.SLIPS_OFF:at.SLIPS_OFF + 3], self.x[int(one[at.FIRST])] - self.x[int(one[at.OTHER])])]]
        return np.array(between)/(2.0*A), self.states[:, at.BEGINS + 2]


# hits of a ball before small steps carry it; a hit is one of two balls, or of a ball and the table: so many of them per
# ball of the heap are found at most in a frame where all balls are as busy as the busiest
HITS = MANY_FEEBLE/2


@pytest.mark.parametrize("gap", GAPS)
def test_a_burst_of_hits_goes_on_by_small_steps(gap):
    """Of each frame a few hits are found, then it has the sub-steps of a frame and their sweeps; the books close."""
    heap, before, stepped = Pyramid(4, gap), np.zeros(3, int), 0
    for _frame in range(48):
        heap.advance(1)
        hits, sub_steps, sweeps = heap.taken - before
        before = heap.taken
        assert hits <= HITS*heap.balls
        # once by itself, and once more where a ball came to it within the frame
        assert sub_steps <= 2*SUB_STEPS
        # a frame in which hits give something back has each twice; nothing does here. What rests is looked at besides
        assert sweeps <= ENOUGH_SWEEPS*sub_steps
        stepped += heap.is_stepped()
        # what gravity and rounding make of a touch [radii]
        assert heap.overlap() <= 1e-9
        between, below = heap.pressing()
        assert min(between.min(initial=0.0), below.min()) >= 0.0
    # from the frame of the first touch on until the first ball is away
    assert stepped > 24
    assert heap.run.drift < 1e-10


def test_a_large_heap_has_few_sweeps():
    """Of nine hundred contacts each is looked at some twenty-five times in a sub-step, where it was 150 times.

    All of them close at once at the start: a hundred hits were found one after the other, each of which made an island
    that was decided as one. They are a sub-step's from the first frame on, in which no hit is found.
    """
    heap = Pyramid(8, 0.0)
    heap.advance(12)
    hits, sub_steps, sweeps = heap.taken
    assert (hits, sub_steps) == (0, 12*SUB_STEPS)
    assert FEW_SWEEPS*sub_steps == sweeps
    assert heap.overlap() <= 1e-9 and heap.run.drift < 1e-10


@pytest.mark.parametrize("e", [0.0, 0.5, 0.95])
def test_balls_that_touch_at_the_start_are_one_heap(e):
    """Whatever their hits give back: what closes from rest gives back less than gravity gives in a sub-step."""
    heap = Pyramid(4, 0.0, e=e).advance(1)
    assert heap.taken[0] == 0 and heap.is_stepped()
    heap.advance(47)
    assert heap.overlap() <= 1e-9 and heap.run.drift < 1e-10
    between, below = heap.pressing()
    assert min(between.min(initial=0.0), below.min()) >= 0.0


def test_same_bits_again():
    """However it is looked at on the way."""
    one, two = Pyramid(4, 1e-3), Pyramid(4, 1e-3)
    one.advance(60)
    for _frame in range(60):
        two.advance(1).pressing()
    assert one.run.y.tobytes() == two.run.y.tobytes()


# how far frames of the window may shift the mean over starts [radii]: a sub-step s moves a ball by the velocity that it
# has at its end, by s v/2 too far, which is 0.01 of a radius at 0.48 m/s; the mean comes down by 0.57 of a radius, a
# fall that ends with 0.47 m/s. And three standard errors of the mean over starts
INSTANTS, OFF = (0.1, 0.2, 0.35), 0.01


def test_falls_together_as_by_eight_times_shorter_steps():
    """The mean height and width of a pyramid that falls apart, over some starts."""
    found = np.array([[looks(Pyramid(4, 1e-3, 0.5, seed, rate), rate) for rate in (RATE, 8*RATE)]
                      for seed in range(tries(4, 24))])
    shift = found[:, 0] - found[:, 1]
    allowed = OFF + 3.0*shift.std(axis=0, ddof=1)/np.sqrt(len(shift))
    # that would tell: a frame's fall, or what starts differ by, is no less
    assert allowed.max() < 0.1
    assert (np.abs(shift.mean(axis=0)) < allowed).all(), (shift.mean(axis=0), allowed)


def looks(heap, rate):
    """Mean height and distance from the middle at each of the instants [radii]."""
    found, done = [], 0
    for t in INSTANTS:
        heap.advance(round(t*rate) - done)
        done = round(t*rate)
        found.append((heap.x[:, 2].mean()/A, np.sqrt((heap.x[:, :2]**2).sum(axis=1).mean())/A))
    return found
