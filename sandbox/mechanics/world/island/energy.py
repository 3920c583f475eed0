"""The energy that the ledger of an island accounts for, see free.py."""

from sandbox.compiling.compiled import compiled, part
from sandbox.compiling.traced import cross, traced, turn, vector_at
from sandbox.mechanics.world.island.known import array_of, ball_numbers, free_numbers, place_in
from sandbox.mechanics.world.island.places import FRAME_SLOT, NB, SLOT_FREE, SLOTS, SLOTS_COUNT
from sandbox.mechanics.world.places import INERTIA, MASS, MOVING, RATE, TABLE_INERTIA, TABLE_WEIGHT, V, W, X
from sandbox.mechanics.world.supports import block_of


@traced
def ball_energy(place, y, m, inertia):
    """m v_r^2/2 + I w^2/2 - W.l - m g_e.r [J]."""
    r, w = vector_at(y, X) - place.point, vector_at(y, W)
    v_r = vector_at(y, V) - place.velocity
    return (0.5*(m*(v_r @ v_r) + inertia*(w @ w)) - place.w @ (m*cross(r, v_r) + inertia*w) - m*(place.pull @ r))


@traced
def weight_energy(place, block):
    """-d.g [J]."""
    return -(turn(place.turning, vector_at(block, TABLE_WEIGHT)) @ place.pull)


@compiled
def energy_of(p, island, y):
    """The energy [J] of the state y of an island whose supports are placed."""
    total = 0.0
    for i in range(int(island[NB])):
        ball = ball_numbers(p, island, i)
        total += ball_energy(place_in(island, int(array_of(island, FRAME_SLOT)[i])), part(y, i*MOVING), ball[MASS],
                             ball[INERTIA])
    for slot in range(int(island[SLOTS_COUNT])):
        f = int(island[SLOT_FREE + slot])
        if f >= 0:
            block, rate = block_of(p, int(island[SLOTS + slot])), free_numbers(island, y, f)[RATE]
            total += 0.5*block[TABLE_INERTIA]*rate*rate + weight_energy(place_in(island, slot), block)
    return total
