"""How much room a world of balls takes, and where its parts begin in its arrays (mechanics/world/places.py)."""

from dataclasses import dataclass

import numpy as np

from sandbox.mechanics.world import places as at
from sandbox.mechanics.world.island.places import arrangement
from sandbox.mechanics.world.neighbours import GRID

# lasting contacts for each ball besides the one with its floor: three in a plane
CONTACTS_PER_BALL, FEWEST_CONTACTS = 3, 64
# balls up to which each impact is told, and room for the tales of one call of the integrator: of more balls only the
# first crowd is
FEW, TALES, TALES_OF_MANY = 40, 2048, 1
# happenings in a frame for each ball
HAPPENINGS_PER_BALL, FEWEST_HAPPENINGS = 24, 512


@dataclass(frozen=True)
class Room:
    """Numbers of balls, supports (with the laboratory) and free ones, and where all begins."""

    balls: int
    supports: int
    free: int
    block: int          # numbers of a support
    joints: int = 0

    @property
    def contacts(self) -> int:
        """Room for lasting contacts."""
        return FEWEST_CONTACTS + CONTACTS_PER_BALL*self.balls

    @property
    def happenings(self) -> int:
        return FEWEST_HAPPENINGS + HAPPENINGS_PER_BALL*self.balls

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
    def books_at(self) -> int:
        return self.lasting_at + self.contacts*at.ENTRY

    @property
    def size(self) -> int:
        """Numbers of the state."""
        return self.books_at + at.BOOKS

    def parameters(self) -> np.ndarray:
        """Returns p with its head filled in, scratch at its end."""
        scratch_at = self.block_at(self.supports)
        island, size = arrangement(self.balls)
        island_at = (scratch_at + self.balls*at.WORKING + self.happenings*at.HAPPENING + self.cells + GRID
                     + self.free*at.FREE_WORKING)
        scratch = island_at + size - scratch_at
        tales = TALES if self.balls <= FEW else TALES_OF_MANY
        joints_at = scratch_at + scratch + tales*at.TALE
        p = np.zeros(joints_at + self.joints*at.JOINT_SIZE)
        for place, number in ((at.BALLS, self.balls), (at.SUPPORTS, self.supports), (at.FREE, self.free),
                              (at.LASTING, self.contacts), (at.BALLS_AT, self.balls_at),
                              (at.SUPPORTS_AT, self.block_at(0)), (at.BLOCK, self.block),
                              (at.SCRATCH_AT, scratch_at), (at.FREE_AT, self.free_at),
                              (at.LASTING_AT, self.lasting_at), (at.BOOKS_AT, self.books_at),
                              (at.SIZE, self.size), (at.MOST_HAPPENINGS, self.happenings),
                              (at.CELLS, self.cells), (at.HELD, -1),
                              (at.TALES_AT, scratch_at + scratch), (at.MOST_TALES, tales),
                              (at.TELLS_ALL, float(self.balls <= FEW)),
                              (at.JOINTS, self.joints), (at.JOINTS_AT, joints_at)):
            p[place] = number
        for place, number in island.items():
            p[island_at + place] = number
        return p

    def state(self) -> np.ndarray:
        """Returns a state in which nothing touches lastingly."""
        y = np.zeros(self.size)
        y[self.lasting_at:self.books_at].reshape(-1, at.ENTRY)[:, :2] = -1.0
        return y
