"""Impacts in a world with joints: those of all groups that take part, as one island (island/hit.py).

Whatever goes on together with a ball that is hit takes part: joints and floors hand the impulse on at once.
"""

from sandbox.compiling.compiled import compiled, part
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.groups.groups import gather_both
from sandbox.mechanics.world.groups.islands import add_free, copy, gain_of, pack, place_in, put_contact, put_free
from sandbox.mechanics.world.island import layout as here
from sandbox.mechanics.world.island.known import array_of, contact_of
from sandbox.mechanics.world.island.tasks import HIT, ask
from sandbox.mechanics.world.neighbours import island_of
from sandbox.mechanics.world.segments.segment import state_of, working_of
from sandbox.mechanics.world.supports import block_of


@compiled
def contact_at(p, y, island, i, other):
    """The contact of an island between the ball i of the world, its first, and another or a support; added if new."""
    there = place_in(p, i, other) if other >= 0 else other
    for k in range(int(island[here.NC])):
        contact = contact_of(island, k)
        if contact[here.JOINT] == 0.0 and (
                (contact[here.FIRST] == 0.0 and int(contact[here.OTHER]) == there)
                or (int(contact[here.FIRST]) == there and contact[here.OTHER] == 0.0)):
            return k
    if not put_contact(island, 0, there, at.ROLLS, state_of(y, i), at.BEGINS):
        return -1
    return int(island[here.NC]) - 1


@compiled
def hit_jointed(p, calls, y, i, other, t, e, mu):
    """The impact of the ball i with a ball, or with the support -2 - s; returns the normal velocity after it [m/s]."""
    island = island_of(p)
    gather_both(p, y, i, other)
    if not pack(p, y, i, island):
        return 0.0
    if other < 0:
        add_free(p, y, island, -2 - other)
        put_free(p, y, island)
    start = contact_at(p, y, island, i, other)
    if start < 0:
        return 0.0
    island[here.EVENT_AT], island[here.HIT_RESTITUTION], island[here.HIT_FRICTION] = float(start), e, mu
    ask(HIT, p, calls, island, t, t)
    b, n = i, 0
    while b >= 0:
        copy(part(array_of(island, here.STATE), n*at.MOVING), at.MOVING, state_of(y, b))
        n += 1
        b = int(working_of(p, b)[at.LINK])
    start = int(island[here.STATE]) + n*at.MOVING
    for f in range(int(island[here.NF])):
        number = int(block_of(p, int(island[here.FREE_ID + f]))[at.FREE_INDEX])
        copy(part(island, start + at.TURNING*f), at.TURNING, part(y, int(p[at.FREE_AT]) + at.TURNING*number))
    ledger = part(y, int(p[at.LEDGER_AT]))
    ledger[at.LEDGER] += gain_of(island)
    ledger[at.LOST] -= island[here.HIT_GAINS]
    ledger[at.IMPACTS] += 1.0
    return island[here.HIT_LEAVES]
