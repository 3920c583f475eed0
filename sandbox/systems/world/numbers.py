"""How much room a world of balls takes, and where its parts begin in its arrays (mechanics/world/layout.py)."""

from dataclasses import dataclass

import numpy as np

from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.island.layout import arrangement
from sandbox.mechanics.world.neighbours import GRID

# lasting contacts for each ball besides the one with its floor: three in a plane
CONTACTS_PER_BALL, FEWEST_CONTACTS = 3, 64
# balls up to which each impact is told, and room for the tales of one call of the integrator: of more balls only the
# first stepped group is
FEW, MOST_LOGGED, MOST_LOGGED_OF_MANY = 40, 2048, 1
# events in a frame for each ball
EVENTS_PER_BALL, FEWEST_EVENTS = 24, 512


@dataclass(frozen=True)
class Room:
    """Numbers of balls, supports (with the laboratory) and free ones, and where all begins."""

    balls: int
    supports: int
    free: int
    block: int          # numbers of a support
    joints: int = 0     # with strings and springs
    shapes: int = 0     # bodies that are no balls
    strings: int = 0

    @property
    def contacts(self) -> int:
        """Room for lasting contacts."""
        return FEWEST_CONTACTS + CONTACTS_PER_BALL*self.balls

    @property
    def events(self) -> int:
        return FEWEST_EVENTS + EVENTS_PER_BALL*self.balls

    @property
    def cells(self) -> int:
        """Size of the table of cells: a power of 2."""
        return 1 << (2*self.balls).bit_length()

    @property
    def balls_at(self) -> int:
        return at.HEAD

    def block_at(self, s: int) -> int:
        """Where the block of the support s begins in p."""
        return self.balls_at + self.balls*at.BALL + s*self.block

    @property
    def free_at(self) -> int:
        """Where the free supports begin in y."""
        return self.balls*at.STATE

    @property
    def lasting_at(self) -> int:
        return self.free_at + self.free*at.TURNING

    @property
    def strings_at(self) -> int:
        return self.lasting_at + self.contacts*at.ENTRY

    @property
    def ledger_at(self) -> int:
        return self.strings_at + self.strings

    @property
    def size(self) -> int:
        """Numbers of the state."""
        return self.ledger_at + at.LEDGER_SIZE

    @property
    def most(self) -> int:
        """Numbers that a state may grow to, 0 where it does not."""
        return 0

    def parameters(self) -> np.ndarray:
        """Returns p with its head filled in, scratch at its end."""
        scratch_at = self.block_at(self.supports)
        island_at = self._island_at
        island, size = arrangement(self.balls)
        scratch = island_at + size - scratch_at
        entries = MOST_LOGGED if self.balls <= FEW else MOST_LOGGED_OF_MANY
        joints_at = scratch_at + scratch + entries*at.LOG_ENTRY
        p = np.zeros(joints_at + self.joints*at.JOINT_SIZE + self.shapes*at.SHAPE_SIZE)
        for place, number in ((at.BALLS, self.balls), (at.SUPPORTS, self.supports), (at.FREE_SUPPORTS, self.free),
                              (at.LASTING, self.contacts), (at.BALLS_AT, self.balls_at),
                              (at.SUPPORTS_AT, self.block_at(0)), (at.BLOCK, self.block),
                              (at.SCRATCH_AT, scratch_at), (at.FREE_AT, self.free_at),
                              (at.LASTING_AT, self.lasting_at), (at.LEDGER_AT, self.ledger_at),
                              (at.SIZE, self.size), (at.MOST_EVENTS, self.events),
                              (at.CELLS, self.cells), (at.HELD, -1),
                              (at.LOG_AT, scratch_at + scratch), (at.MOST_LOGGED, entries),
                              (at.LOGS_ALL, float(self.balls <= FEW)),
                              (at.JOINTS, self.joints), (at.JOINTS_AT, joints_at), (at.SHAPED, self.shapes),
                              (at.STRINGS_AT, self.strings_at)):
            p[place] = number
        for place, number in island.items():
            p[island_at + place] = number
        return p

    def given(self, p: np.ndarray) -> np.ndarray:
        """Returns the places of p that hold from frame to frame: all but the room that a frame works in."""
        scratch_at, joints_at = self.block_at(self.supports), int(p[at.JOINTS_AT])
        island_at = self._island_at
        own = [*range(scratch_at), *(island_at + place for place in arrangement(self.balls)[0]),
               *range(joints_at, self.shape_at(p, self.shapes))]
        return np.array(own)

    @property
    def _island_at(self) -> int:
        """Where the room of an island begins in p."""
        return (self.block_at(self.supports) + self.balls*at.WORKING + self.events*at.EVENT + self.cells + GRID
                + self.free*at.FREE_WORKING)

    def shape_at(self, p: np.ndarray, k: int) -> int:
        """Where the numbers of the shape k begin in p."""
        return int(p[at.JOINTS_AT]) + self.joints*at.JOINT_SIZE + k*at.SHAPE_SIZE

    @property
    def addresses(self) -> int:
        """Numbers of the table of addresses."""
        supports = at.CALLS_OF_SUPPORT*self.supports + at.CALLS_BEHIND
        return supports + self.shapes*(at.CALLS_OF_PAIR*self.supports + at.CALLS_OF_SIDES)

    def pairs_in(self, y: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Returns who touches what lastingly in states (n, size), two of (n, contacts): a ball, -1 of none, and what it
        touches, negative of a support."""
        lasting = y[:, self.lasting_at:self.strings_at].reshape(len(y), -1, at.ENTRY)
        return lasting[..., at.FIRST], lasting[..., at.OTHER]

    def state(self) -> np.ndarray:
        """Returns a state in which nothing touches lastingly."""
        y = np.zeros(self.size)
        y[self.lasting_at:self.strings_at].reshape(-1, at.ENTRY)[:, :2] = -1.0
        return y
