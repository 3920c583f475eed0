"""Blocks: supports of a pile that are boxes. Nothing moves them but what drives them.

A block is a body behind those that move, felt by its faces, edges and corners as they are; contacts say of it what they
say of any support, so that it is as heavy as the ground. Its middle stands at the local origin of the support, so that
with P, V, A of the axis point at p, R the attitude and W the turning

    x = P - R p,   v = V + W x (x - P),   v' = A + W' x (x - P) + W x (W x (x - P)).
"""

from sandbox.compiling.compiled import compiled, part
from sandbox.compiling.traced import cross, traced, turn
from sandbox.mechanics.motion import support_pose
from sandbox.mechanics.report import put
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.patches import layout as pl
from sandbox.mechanics.world.patches.known import body_of
from sandbox.mechanics.world.supports import block_of, support_state_at, three


@compiled
def is_block(pile, b):
    """Whether the body b is a block."""
    return b >= int(pile[pl.BODIES])


@compiled
def told_of(pile, b):
    """What contacts say of the body b: its number, or -2 - s of a block that is the support s."""
    return -2 - int(body_of(pile, b)[pl.IS_SUPPORT]) if is_block(pile, b) else b


@compiled
def body_told(pile, other):
    """The body that contacts say this of."""
    if other >= 0:
        return other
    bodies = int(pile[pl.BODIES])
    for b in range(bodies, bodies + int(pile[pl.BLOCKS])):
        if told_of(pile, b) == other:
            return b
    return -1


@traced
def put_block(place, q, y):
    """Fills the state of a block."""
    r = turn(place.turning, -1.0*place.axis_point)
    put(y, at.X, place.point + r)
    put(y, at.V, place.velocity + cross(place.w, r))
    put(y, at.W, place.w)
    put(y, at.Q, tuple(q))


@traced
def put_block_rates(place, g, rates):
    """Fills the accelerations of a block; g (3,)."""
    r = turn(place.turning, -1.0*place.axis_point)
    put(rates, at.V, g - place.pull + cross(place.w_rate, r) + cross(place.w, cross(place.w, r)))
    put(rates, at.W, place.w_rate)


@compiled
def place_blocks(p, pile, t, y):
    """Puts all blocks where their supports are at t."""
    bodies = int(pile[pl.BODIES])
    for b in range(bodies, bodies + int(pile[pl.BLOCKS])):
        block = block_of(p, int(body_of(pile, b)[pl.IS_SUPPORT]))
        put_block(support_state_at(t, block), support_pose(t, part(block, at.OF_MOTION)).q, part(y, b*at.MOVING))


@compiled
def fill_block_rates(p, pile, t, rates):
    """Fills how blocks are accelerated in the derivative of a state."""
    bodies = int(pile[pl.BODIES])
    for b in range(bodies, bodies + int(pile[pl.BLOCKS])):
        put_block_rates(support_state_at(t, block_of(p, int(body_of(pile, b)[pl.IS_SUPPORT]))), three(p, at.GRAVITY),
                        part(rates, b*at.MOVING))
