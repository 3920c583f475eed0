"""The arrays of a pile, found in the parameters of its world; typical sizes."""

from sandbox.compiling.compiled import compiled, part
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.corners import layout as of
from sandbox.mechanics.world.corners.known import gravity_scale
from sandbox.mechanics.world.patches import layout as pl
from sandbox.mechanics.world.supports import NEVER, is_free, put_support_state, support_state_at, support_state_from


@compiled
def pile_of(p):
    """The array of the pile."""
    return part(p, int(p[at.JOINTS_AT]) + int(p[at.JOINTS])*at.JOINT_SIZE + int(p[at.SHAPED])*at.SHAPE_SIZE)


@compiled
def numbers_of(p, b):
    """Mass and the like of the body b."""
    return part(p, int(p[at.BALLS_AT]) + b*at.BALL)


@compiled
def shape_of(p, b):
    """Its tensors."""
    return part(p, int(p[int(p[at.BALLS_AT]) + b*at.BALL + at.SHAPE_AT]))


@compiled
def body_of(pile, b):
    """What is known of the body b."""
    return part(pile, int(pile[pl.BODIES_AT]) + b*pl.BODY)


@compiled
def contact_of(pile, k):
    """The contact k."""
    return part(pile, int(pile[pl.CONTACTS_AT]) + k*pl.CONTACT)


@compiled
def touch_of(pile, k):
    """What is known of it at an instant (island/layout.py)."""
    return part(pile, int(pile[pl.CONTACTS_AT]) + k*pl.CONTACT + of.TOUCH)


@compiled
def what_of(kind, feature, other):
    """One number for what touches: 10000 kind + 100 feature + feature of the other, and their hundreds before that."""
    hundreds = 100000*(feature//100) + 1000000*(other//100)
    return float(hundreds + 10000*kind + 100*(feature % 100) + other % 100)


@compiled
def kind_in(what):
    """The kind in such a number."""
    return what//10000 % 10


@compiled
def feature_in(what):
    """The feature of the first body in it."""
    return 100*(what//100000 % 10) + what//100 % 100


@compiled
def other_feature_in(what):
    """That of the other."""
    return 100*(what//1000000) + what % 100


@compiled
def array_of(pile, place):
    """The array whose start stands at `place` of the head."""
    return part(pile, int(pile[place]))


@compiled
def rows_of(pile, kind):
    """Numbers of all rows of a kind: RIGHT ... ADDED."""
    return part(pile, int(pile[pl.ROWS_AT]) + kind*3*int(pile[pl.ROOM]))


@compiled
def size_of(p):
    """A typical length: how far the smallest body reaches [m]."""
    smallest = numbers_of(p, 0)[at.RADIUS]
    for b in range(1, int(p[at.BALLS])):
        smallest = min(smallest, numbers_of(p, b)[at.RADIUS])
    return smallest


@compiled
def speed_scale(p):
    """A typical speed sqrt(g a) [m/s]."""
    return (gravity_scale(p)*size_of(p))**0.5


@compiled
def support_then(t, block):
    """The SupportState of a block at t. Within a frame the one asked for last is kept: all that touches a support asks
    at the same instants, stage by stage."""
    if block[at.KEPT_AT] == NEVER or is_free(block):
        return support_state_at(t, block)
    kept = part(block, at.STATES_KEPT + at.SUPPORT_STATE)
    if block[at.KEPT_AT + 1] != t:
        put_support_state(support_state_at(t, block), kept)
        block[at.KEPT_AT + 1] = t
    return support_state_from(kept)
