"""Impacts as those of an island (island/together.py): in a world with joints, and where several contacts meet at once.

Whatever goes on together with a ball that is hit takes part: joints and floors hand the impulse on at once.
"""

from sandbox.compiling.compiled import compiled, part
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world import met as meet
from sandbox.mechanics.world.groups.groups import gather_met
from sandbox.mechanics.world.groups.islands import add_free, pack, place_in, put_contact, put_free, write_motion
from sandbox.mechanics.world.island import layout as here
from sandbox.mechanics.world.island.known import contact_of
from sandbox.mechanics.world.island.tasks import HIT, ask
from sandbox.mechanics.world.met import met_at
from sandbox.mechanics.world.neighbours import island_of
from sandbox.mechanics.world.segments.segment import state_of


@compiled
def contact_at(p, y, island, first, i, other):
    """The contact of an island, of the group of `first`, between a ball and another or a support; added if new."""
    here_one = place_in(p, first, i)
    there = place_in(p, first, other) if other >= 0 else other
    for k in range(int(island[here.NC])):
        contact = contact_of(island, k)
        if contact[here.JOINT] == 0.0 and (
                (int(contact[here.FIRST]) == here_one and int(contact[here.OTHER]) == there)
                or (int(contact[here.FIRST]) == there and int(contact[here.OTHER]) == here_one)):
            return k
    if not put_contact(island, here_one, there, at.ROLLS, state_of(y, i), at.BEGINS):
        return -1
    return int(island[here.NC]) - 1


@compiled
def hit_together(p, calls, y, met, t):
    """The impact at the contacts of a list (met.py), which touch; returns the normal velocity after it at a single one.

    False where there are more balls or contacts than an island has room for, nothing is done then; LOST of each is
    filled.
    returns (whether it was done, normal velocity [m/s])
    """
    island, first = island_of(p), int(met_at(met, 0)[meet.ONE])
    gather_met(p, y, met)
    if not pack(p, y, first, island):
        return False, 0.0
    for m in range(int(met[meet.COUNT])):
        other = int(met_at(met, m)[meet.OTHER])
        if other < 0:
            add_free(p, y, island, -2 - other)
    put_free(p, y, island)
    island[here.HITS], island[here.HIT_LAW] = met[meet.COUNT], p[at.AT_ONCE]
    for m in range(int(met[meet.COUNT])):
        contact = met_at(met, m)
        k = contact_at(p, y, island, first, int(contact[meet.ONE]), int(contact[meet.OTHER]))
        if k < 0:
            return False, 0.0
        island[here.HIT_AT + m] = float(k)
        island[here.HIT_RESTITUTION + m], island[here.HIT_FRICTION + m] = contact[meet.RESTITUTION], \
            contact[meet.FRICTION]
    ask(HIT, p, calls, island, t, t)
    write_motion(p, y, first, island)
    ledger = part(y, int(p[at.LEDGER_AT]))
    for m in range(int(met[meet.COUNT])):
        met_at(met, m)[meet.LOST] = -island[here.HIT_GAINS + m]
        ledger[at.LOST] -= island[here.HIT_GAINS + m]
        ledger[at.IMPACTS] += 1.0
    # strings that took part
    for m in range(int(met[meet.COUNT]), int(island[here.HITS])):
        ledger[at.LOST] -= island[here.HIT_GAINS + m]
    return True, island[here.HIT_LEAVES]
