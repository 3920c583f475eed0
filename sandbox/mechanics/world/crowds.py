"""Crowds: balls that go on by small steps together (crowd/), where too much happens for one thing after another.

A crowd takes all balls along that could come near it until the end of the frame, so that none of the others meets it
but one that is much faster; that one joins it where they meet. A ball leaves its crowd at the end of a frame where none
is near, and all of a crowd rests at once. Which balls belong together depends on places and velocities alone.

All balls of a world have room in one crowd (island/places.arrangement): nothing here asks whether there is any left. A
group that an island has no room for is a crowd as well.
"""

from sandbox.compiling.compiled import compiled, part, room
from sandbox.mechanics.world.crowd.task import ask_crowd
from sandbox.mechanics.world.groups import add_lasting, entry_of, is_lasting, lasting_count, remove_lasting
from sandbox.mechanics.world.island import places as here
from sandbox.mechanics.world.island.known import array_of, contact_of
from sandbox.mechanics.world.islands import add_free, copy, place_in, put_contact, put_free, write_ends
from sandbox.mechanics.world.nearness import against_mean, is_near_any, stray_in
from sandbox.mechanics.world.neighbours import island_of
from sandbox.mechanics.world.places import (
    BALLS,
    BEGINS,
    BY_STEPS,
    CHANGED,
    CROWDED,
    DOES,
    END,
    FIRST,
    FRAME,
    GROUPS,
    HEAD_OF,
    IN_CROWD,
    LEANS,
    LINK,
    LOST_NUMBERS,
    MARK,
    MODE,
    MOVING,
    ON,
    OPEN,
    OTHER,
    RESTS,
    ROLLS,
    SLIPS_OFF,
    UNCHANGED,
    WAY,
    WHAT,
)
from sandbox.mechanics.world.segment import state_of, working_of


@compiled
def is_crowded(state):
    """Whether a ball belongs to a crowd, at rest or not."""
    return state[MODE] == CROWDED or state[MODE] == RESTS


@compiled
def join(p, y, b):
    """Makes a ball one of a crowd: what its lasting contacts did does not count any more."""
    state = state_of(y, b)
    if not is_crowded(state):
        for i in range(3):
            state[BEGINS + i] = 0.0
    state[MODE] = CROWDED
    for k in range(lasting_count(p, y)):
        entry = entry_of(p, y, k)
        if entry[DOES] != CROWDED and (entry[FIRST] == float(b) or entry[OTHER] == float(b)):
            entry[DOES] = CROWDED
            for i in range(3):
                entry[SLIPS_OFF + i] = 0.0


@compiled
def make_crowd(p, y, first):
    """Makes a crowd of the group that is linked to `first`."""
    b = first
    while b >= 0:
        join(p, y, b)
        working_of(p, b)[WAY] = IN_CROWD
        b = int(working_of(p, b)[LINK])


@compiled
def gather_near(p, y, first, span):
    """Links the crowd of the ball `first` at the start of a frame: all that come near it within a span join it."""
    p[GROUPS] += 1.0
    mark, n = p[GROUPS], int(p[BALLS])
    working_of(p, first)[MARK], working_of(p, first)[LINK] = mark, -1.0
    mean, last, grows = room(3), first, True
    while grows:
        grows, stray = False, stray_in(p, y, mark, mean)
        widest = stray
        for b in range(n):
            # one that belongs to another crowd already stays there
            if working_of(p, b)[MARK] != 0.0:
                continue
            if is_near_any(p, y, b, last, span, stray, mean, widest):
                join(p, y, b)
                # linked as they are found; in their order in the end
                working_of(p, b)[MARK], working_of(p, b)[LINK] = mark, float(last)
                last, grows = b, True
                widest = max(widest, against_mean(state_of(y, b), mean))
    link_marked(p, mark)


@compiled
def link_marked(p, mark):
    """Links all balls that have a mark, in their order."""
    head = last = -1
    for b in range(int(p[BALLS])):
        ball = working_of(p, b)
        if ball[MARK] != mark:
            continue
        ball[LINK], ball[LEANS] = -1.0, 0.0
        if last < 0:
            head = b
        else:
            working_of(p, last)[LINK] = float(b)
        ball[HEAD_OF] = float(head)
        last = b


@compiled
def gather_changed(p, y):
    """Links the crowd to which something has just happened: all of its balls are changed."""
    p[GROUPS] += 1.0
    for b in range(int(p[BALLS])):
        ball = working_of(p, b)
        if ball[CHANGED] != UNCHANGED and state_of(y, b)[MODE] == CROWDED:
            ball[MARK] = p[GROUPS]
    link_marked(p, p[GROUPS])


@compiled
def pack_crowd(p, y, first, island):
    """Fills the island of the crowd that is linked to `first`, with the contacts and forces of before."""
    island[here.NB] = island[here.NF] = island[here.NC] = 0.0
    mark, b, n = working_of(p, first)[MARK], first, 0
    while b >= 0:
        state = state_of(y, b)
        array_of(island, here.BALL_ID)[n], array_of(island, here.FRAME_ID)[n] = float(b), state[FRAME]
        copy(state, MOVING, part(array_of(island, here.STATE), n*MOVING))
        if state[ON] >= 0.0:
            add_free(p, y, island, int(state[ON]))
            put_with_force(island, n, -2 - int(state[ON]), state, BEGINS)
        n += 1
        b = int(working_of(p, b)[LINK])
    island[here.NB] = float(n)
    for k in range(lasting_count(p, y)):
        entry = entry_of(p, y, k)
        i, other = int(entry[FIRST]), int(entry[OTHER])
        if working_of(p, i)[MARK] != mark or (other >= 0 and working_of(p, other)[MARK] != mark):
            continue
        if other < 0:
            add_free(p, y, island, -2 - other)
        put_with_force(island, place_in(p, first, i), place_in(p, first, other) if other >= 0 else other, entry,
                       SLIPS_OFF)
    put_free(p, y, island)


@compiled
def put_with_force(island, i, other, numbers, at):
    """Adds a contact that has a force already."""
    k = int(island[here.NC])
    if put_contact(island, i, other, ROLLS, numbers, at):
        copy(part(numbers, at), 3, part(contact_of(island, k), here.FORCE))


@compiled
def run_crowd(p, calls, y, first, t, t_end):
    """Takes a crowd from t to t_end, and writes down what its contacts do then."""
    island = island_of(p)
    pack_crowd(p, y, first, island)
    slot = ask_crowd(p, calls, island, t, t_end)
    write_ends(p, y, first, island, t, t_end)
    drop_entries(p, y, working_of(p, first)[MARK])
    carrier = island[here.SLOTS + slot] if slot >= 0 else -1.0
    finite = 0.0
    b = first
    while b >= 0:
        end = part(working_of(p, b), END)
        end[MODE], end[ON] = CROWDED if slot < 0 else RESTS, carrier
        for i in range(3):
            end[BEGINS + i] = 0.0
        for i in range(MOVING):
            finite += end[i] - end[i]
        b = int(working_of(p, b)[LINK])
    note_contacts(p, y, island, slot >= 0)
    working_of(p, first)[BY_STEPS] = 1.0
    # a difference with itself is 0 for every number, nan for inf and nan
    if finite != 0.0:
        working_of(p, first)[WHAT] = LOST_NUMBERS


@compiled
def drop_entries(p, y, mark):
    """Removes the lasting contacts of a crowd."""
    for k in range(lasting_count(p, y) - 1, -1, -1):
        if working_of(p, int(entry_of(p, y, k)[FIRST]))[MARK] == mark:
            remove_lasting(p, y, k)


@compiled
def note_contacts(p, y, island, rests):
    """Notes the contacts that press: the first one of a ball with a support as what it is on, the others as lasting.

    What there is no room for is found anew.
    """
    for k in range(int(island[here.NC])):
        contact = contact_of(island, k)
        if contact[here.DOES] == OPEN:
            continue
        b, other = int(array_of(island, here.BALL_ID)[int(contact[here.FIRST])]), int(contact[here.OTHER])
        end = part(working_of(p, b), END)
        force = part(contact, here.FORCE)
        if other < 0 and (end[ON] < 0.0 or end[ON] == float(-2 - other)):
            end[ON] = float(-2 - other)
            copy(force, 3, part(end, BEGINS))
            continue
        other = int(array_of(island, here.BALL_ID)[other]) if other >= 0 else other
        if not is_lasting(p, y, b, other) and add_lasting(p, y, b, other, CROWDED):
            copy(force, 3, part(entry_of(p, y, lasting_count(p, y) - 1), SLIPS_OFF))
