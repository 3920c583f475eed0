"""Stepped groups: balls that go on by small steps together (stepped group/), where too much happens for one thing after
another.

Which balls belong to one is asked in gathering.py. Here it is packed as an island, gone on with, and written back; all
of a stepped group rests at once.

All balls of a world have room in one stepped group (island/places.arrangement): nothing here asks whether there is any
left. A group that an island has no room for is a stepped group as well.
"""

from sandbox.compiling.compiled import compiled, part
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.groups.groups import entry_of, lasting_count, remove_marked
from sandbox.mechanics.world.groups.islands import (
    add_free,
    add_reached,
    copy,
    put_contact,
    put_free,
    write_ends,
)
from sandbox.mechanics.world.island import layout as here
from sandbox.mechanics.world.island.known import array_of, contact_of
from sandbox.mechanics.world.neighbours import island_of
from sandbox.mechanics.world.segments.segment import state_of, working_of
from sandbox.mechanics.world.stepping.task import ask_stepping


@compiled
def pack_stepped(p, y, first, island):
    """Fills the island of the stepped group that is linked to `first`, with the contacts and forces of before."""
    island[here.NB] = island[here.NF] = island[here.NC] = 0.0
    mark, b, n = working_of(p, first)[at.MARK], first, 0
    while b >= 0:
        state = state_of(y, b)
        working_of(p, b)[at.PLACE] = float(n)
        array_of(island, here.BALL_ID)[n], array_of(island, here.FRAME_ID)[n] = float(b), state[at.FRAME]
        copy(state, at.MOVING, part(array_of(island, here.STATE), n*at.MOVING))
        if state[at.ON] >= 0.0:
            add_free(p, y, island, int(state[at.ON]))
            put_with_force(island, n, -2 - int(state[at.ON]), state, at.BEGINS)
        add_reached(p, y, island, b)
        n += 1
        b = int(working_of(p, b)[at.LINK])
    island[here.NB] = float(n)
    for k in range(lasting_count(p, y)):
        entry = entry_of(p, y, k)
        i, other = int(entry[at.FIRST]), int(entry[at.OTHER])
        if working_of(p, i)[at.MARK] != mark or (other >= 0 and working_of(p, other)[at.MARK] != mark):
            continue
        if other < 0:
            add_free(p, y, island, -2 - other)
        there = int(working_of(p, other)[at.PLACE]) if other >= 0 else other
        put_with_force(island, int(working_of(p, i)[at.PLACE]), there, entry, at.SLIPS_OFF)
    put_free(p, y, island)


@compiled
def put_with_force(island, i, other, numbers, start):
    """Adds a contact that has a force already."""
    k = int(island[here.NC])
    if put_contact(island, i, other, at.ROLLS, numbers, start):
        copy(part(numbers, start), 3, part(contact_of(island, k), here.FORCE))


@compiled
def run_stepping(p, calls, y, first, t, t_end):
    """Takes a stepped group from t to t_end, and writes down what its contacts do then."""
    island = island_of(p)
    pack_stepped(p, y, first, island)
    slot = ask_stepping(p, calls, island, t, t_end)
    write_ends(p, y, first, island, t, t_end)
    # what its contacts did before is known no more
    count = remove_marked(p, y, working_of(p, first)[at.MARK])
    carrier = island[here.SLOTS + slot] if slot >= 0 else -1.0
    finite = 0.0
    b = first
    while b >= 0:
        end = part(working_of(p, b), at.END)
        end[at.MODE], end[at.ON] = at.STEPPED if slot < 0 else at.RESTS, carrier
        for i in range(3):
            end[at.BEGINS + i] = 0.0
        for i in range(at.MOVING):
            finite += end[i] - end[i]
        b = int(working_of(p, b)[at.LINK])
    note_contacts(p, y, island, count)
    working_of(p, first)[at.BY_STEPS] = 1.0
    # a difference with itself is 0 for every number, nan for inf and nan
    if finite != 0.0:
        working_of(p, first)[at.WHAT] = at.LOST_NUMBERS


@compiled
def note_contacts(p, y, island, count):
    """Notes the contacts that press: the first one of a ball with a support as what it is on, the others as lasting.

    What there is no room for is found anew.

    count   of the lasting contacts that there are, none of them of this group
    """
    for k in range(int(island[here.NC])):
        contact = contact_of(island, k)
        if contact[here.DOES] == at.OPEN:
            continue
        b, other = int(array_of(island, here.BALL_ID)[int(contact[here.FIRST])]), int(contact[here.OTHER])
        end = part(working_of(p, b), at.END)
        force = part(contact, here.FORCE)
        if other < 0 and (end[at.ON] < 0.0 or end[at.ON] == float(-2 - other)):
            end[at.ON] = float(-2 - other)
            copy(force, 3, part(end, at.BEGINS))
            continue
        other = int(array_of(island, here.BALL_ID)[other]) if other >= 0 else other
        if count < int(p[at.LASTING]):
            entry = entry_of(p, y, count)
            entry[at.FIRST], entry[at.OTHER], entry[at.DOES] = float(b), float(other), at.STEPPED
            copy(force, 3, part(entry, at.SLIPS_OFF))
            count += 1
