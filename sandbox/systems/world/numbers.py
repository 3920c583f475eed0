"""How much room a world of balls takes, and where its parts begin in its arrays (mechanics/world/places.py)."""

from dataclasses import dataclass

import numpy as np

from sandbox.mechanics.world import places
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
        return places.HEAD

    def block_at(self, s: int) -> int:
        """Where the block of the support s begins in p."""
        return self.balls_at + self.balls*places.BALL + s*self.block

    @property
    def free_at(self) -> int:
        """Where the free supports begin in y."""
        return self.balls*places.STATE

    @property
    def lasting_at(self) -> int:
        return self.free_at + self.free*places.TURNING

    @property
    def books_at(self) -> int:
        return self.lasting_at + self.contacts*places.ENTRY

    @property
    def size(self) -> int:
        """Numbers of the state."""
        return self.books_at + places.BOOKS

    def parameters(self) -> np.ndarray:
        """Returns p with its head filled in, scratch at its end."""
        scratch_at = self.block_at(self.supports)
        island, size = arrangement(self.balls)
        island_at = (scratch_at + self.balls*places.WORKING + self.happenings*places.HAPPENING + self.cells + GRID
                     + self.free*places.FREE_WORKING)
        scratch = island_at + size - scratch_at
        tales = TALES if self.balls <= FEW else TALES_OF_MANY
        joints_at = scratch_at + scratch + tales*places.TALE
        p = np.zeros(joints_at + self.joints*places.JOINT_SIZE)
        for place, number in ((places.BALLS, self.balls), (places.SUPPORTS, self.supports), (places.FREE, self.free),
                              (places.LASTING, self.contacts), (places.BALLS_AT, self.balls_at),
                              (places.SUPPORTS_AT, self.block_at(0)), (places.BLOCK, self.block),
                              (places.SCRATCH_AT, scratch_at), (places.FREE_AT, self.free_at),
                              (places.LASTING_AT, self.lasting_at), (places.BOOKS_AT, self.books_at),
                              (places.SIZE, self.size), (places.MOST_HAPPENINGS, self.happenings),
                              (places.CELLS, self.cells), (places.HELD, -1),
                              (places.TALES_AT, scratch_at + scratch), (places.MOST_TALES, tales),
                              (places.TELLS_ALL, float(self.balls <= FEW)),
                              (places.JOINTS, self.joints), (places.JOINTS_AT, joints_at)):
            p[place] = number
        for place, number in island.items():
            p[island_at + place] = number
        return p

    def state(self) -> np.ndarray:
        """Returns a state in which nothing touches lastingly."""
        y = np.zeros(self.size)
        y[self.lasting_at:self.books_at].reshape(-1, places.ENTRY)[:, :2] = -1.0
        return y
