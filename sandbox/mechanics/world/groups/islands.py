"""Groups of balls as islands: packed, gone on with, and written back.

An island holds the balls of a group, the free supports that they touch, and their contacts: of each ball the one with
the support that it is on, then the lasting contacts in their order, then the joints.
"""

from sandbox.compiling.compiled import compiled, part
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.groups.groups import (
    entry_of,
    joint_of,
    lasting_count,
    most_segments,
    remove_lasting,
    string_of,
)
from sandbox.mechanics.world.island import layout as here
from sandbox.mechanics.world.island.contacts import LOWEST
from sandbox.mechanics.world.island.known import array_of, contact_of, touch_of
from sandbox.mechanics.world.island.tasks import ADVANCE, DECIDE, FORCES, PART, RECONSIDER, ask
from sandbox.mechanics.world.log import log_event
from sandbox.mechanics.world.neighbours import island_of, turning_of
from sandbox.mechanics.world.segments.segment import state_of, working_of
from sandbox.mechanics.world.supports import block_of, is_free

# changes of contacts that an island goes on over on its way to an instant of its segment
MOST_CHANGES = 8
# segments of a ball within a frame after which a group with joints, or with a body that is no ball, goes on by small
# steps
MANY_JOINTED = 60
# segments of a ball within a frame after which, where no stepped groups are, small steps carry it to the end of that;
# what two such balls meet by then stays together (stays_with)
TOO_MANY = 400


@compiled
def copy(numbers, count, out):
    """out[:count] = numbers."""
    for i in range(count):
        out[i] = numbers[i]


@compiled
def place_in(p, first, b):
    """The place of the ball b in the group of `first`."""
    place, current = 0, first
    while current != b:
        current = int(working_of(p, current)[at.LINK])
        place += 1
    return place


@compiled
def add_free(p, y, island, s):
    """Adds the support s to an island if it is free and not yet there."""
    if not is_free(block_of(p, s)):
        return
    count = int(island[here.NF])
    for f in range(count):
        if int(island[here.FREE_ID + f]) == s:
            return
    if count < here.MOST_FREE:
        island[here.FREE_ID + count] = float(s)
        island[here.NF] = count + 1


@compiled
def add_reached(p, y, island, b):
    """Adds the free supports that the ball b may come to."""
    bits = int(working_of(p, b)[at.REACHES])
    for s in range(int(p[at.SUPPORTS])):
        number = int(block_of(p, s)[at.FREE_INDEX])
        if number >= 0 and (bits >> number) & 1 == 1:
            add_free(p, y, island, s)


@compiled
def put_contact(island, i, other, does, direction, start):
    """Adds a contact to an island; False where there is no room."""
    count = int(island[here.NC])
    if count == int(island[here.ROOM_CONTACTS]):
        return False
    contact = contact_of(island, count)
    contact[here.FIRST], contact[here.OTHER], contact[here.DOES] = float(i), float(other), does
    for k in range(3):
        contact[here.DIRECTION + k] = direction[start + k]
        contact[here.FORCE + k] = contact[here.TURNS_OFF + k] = contact[here.MOMENT + k] = 0.0
    contact[here.HOLDS] = here.UNKNOWN
    contact[here.JOINT] = contact[here.FOOT] = contact[here.BEGINS_TO_SLIP] = contact[here.SIDE] = 0.0
    contact[here.KIND] = at.BALL_JOINT
    island[here.NC] = count + 1
    return True


@compiled
def pack(p, y, first, island):
    """Fills the island of the group that is linked to `first`; False where it is too large."""
    island[here.NB] = island[here.NF] = island[here.NC] = island[here.NJ] = 0.0
    island[here.STEPPED] = island[here.MERGED] = 0.0
    island[here.MEETS] = here.ENDS_THERE
    mark, b, n = working_of(p, first)[at.MARK], first, 0
    while b >= 0:
        if n == here.MOST_BALLS:
            return False
        state = state_of(y, b)
        array_of(island, here.BALL_ID)[n], array_of(island, here.FRAME_ID)[n] = float(b), state[at.FRAME]
        copy(state, at.MOVING, part(array_of(island, here.STATE), n*at.MOVING))
        if state[at.ON] >= 0.0:
            add_free(p, y, island, int(state[at.ON]))
            if not put_contact(island, n, -2 - int(state[at.ON]), state[at.MODE], state, at.BEGINS):
                return False
        add_reached(p, y, island, b)
        n += 1
        b = int(working_of(p, b)[at.LINK])
    island[here.NB] = float(n)
    for k in range(lasting_count(p, y)):
        entry = entry_of(p, y, k)
        i, other = int(entry[at.FIRST]), int(entry[at.OTHER])
        if working_of(p, i)[at.MARK] != mark:
            continue
        if other < 0:
            add_free(p, y, island, -2 - other)
        there = place_in(p, first, other) if other >= 0 else other
        if not put_contact(island, place_in(p, first, i), there, entry[at.DOES], entry, at.SLIPS_OFF):
            return False
    put_free(p, y, island)
    return put_joints(p, y, first, island) and int(island[here.NC]) <= here.MOST_CONTACTS


@compiled
def put_joints(p, y, first, island):
    """Adds joints, strings and springs of the group of `first` behind the contacts; False where there is no room."""
    mark = working_of(p, first)[at.MARK]
    for k in range(int(p[at.JOINTS])):
        joint = joint_of(p, k)
        i, other = int(joint[at.JOINT_BALL]), int(joint[at.JOINT_OTHER])
        if working_of(p, i)[at.MARK] != mark:
            continue
        there = place_in(p, first, other) if other >= 0 else other
        does = at.ROLLS
        if joint[at.JOINT_KIND] != at.BALL_JOINT:
            # a spring is a force; as a contact it is open
            does = string_of(p, y, joint)[0] if joint[at.JOINT_KIND] == at.STRING else at.OPEN
        if not put_contact(island, place_in(p, first, i), there, does, state_of(y, i), at.BEGINS):
            return False
        contact = contact_of(island, int(island[here.NC]) - 1)
        contact[here.JOINT], contact[here.KIND] = float(k + 1), joint[at.JOINT_KIND]
        island[here.NJ] += 1.0
    return True


@compiled
def put_free(p, y, island):
    """Fills the state of the free supports and an empty ledger."""
    start = int(island[here.STATE]) + int(island[here.NB])*at.MOVING
    for f in range(int(island[here.NF])):
        number = int(block_of(p, int(island[here.FREE_ID + f]))[at.FREE_INDEX])
        copy(part(y, int(p[at.FREE_AT]) + at.TURNING*number), at.TURNING, part(island, start + at.TURNING*f))
    island[start + at.TURNING*int(island[here.NF])] = 0.0


@compiled
def gain_of(island):
    """What the ledger of an island has gained [J]."""
    return array_of(island, here.STATE)[int(island[here.NB])*at.MOVING + at.TURNING*int(island[here.NF])]


@compiled
def write_ends(p, y, first, island, t, t_end):
    """Writes where an island has come to as the ends of the segments of its balls and free supports."""
    b, n = first, 0
    while b >= 0:
        ball = working_of(p, b)
        copy(state_of(y, b), at.STATE, part(ball, at.END))
        copy(part(array_of(island, here.STATE), n*at.MOVING), at.MOVING, part(ball, at.END))
        ball[at.ENDS] = t_end
        n += 1
        b = int(ball[at.LINK])
    working_of(p, first)[at.GAINS], working_of(p, first)[at.BY_STEPS] = gain_of(island), island[here.MERGED]
    start = int(island[here.STATE]) + n*at.MOVING
    for f in range(int(island[here.NF])):
        now = turning_of(p, int(block_of(p, int(island[here.FREE_ID + f]))[at.FREE_INDEX]))
        now[at.TURN_BEGAN], now[at.TURN_ENDS] = t, t_end
        now[at.TURN_MARK], now[at.TURN_GAINS] = working_of(p, first)[at.MARK], 0.0
        now[at.END_ANGLE], now[at.END_RATE] = island[start + at.TURNING*f], island[start + at.TURNING*f + at.RATE]


@compiled
def pack_to_go(p, y, first, island):
    """Fills the island of a group that is to be advanced, by time stepping where it had many segments in this frame;
    False where it is too large.

    All who ask where the group is at an instant go the same way there. Where it had TOO_MANY small steps carry it to
    the end of the frame, with the supports that it comes upon: its own next event would not be heard.
    """
    if not pack(p, y, first, island):
        return False
    count = most_segments(p, first)
    if (p[at.JOINTS] > 0.0 or p[at.SHAPED] > 0.0) and count > MANY_JOINTED:
        island[here.STEPPED] = 1.0
    if count >= TOO_MANY:
        island[here.STEPPED], island[here.MEETS] = 1.0, here.TAKES_ALONG
    return True


@compiled
def write_modes(p, first, island):
    """Writes what bodies on supports have come to do, of which no event tells, to the ends of their segments.

    Small steps find it out, and rest, of bodies that lie on a flat face. What has come apart is taken out later
    (part_island): what touches there a segment that ends earlier has to know.
    """
    b, k = first, 0
    while b >= 0:
        end = part(working_of(p, b), at.END)
        if end[at.ON] >= 0.0:
            does = contact_of(island, k)[here.DOES]
            if (island[here.MERGED] > 0.0 or touch_of(island, k)[here.TILT] <= LOWEST) and does != at.OPEN:
                end[at.MODE] = does
            k += 1
        b = int(working_of(p, b)[at.LINK])


@compiled
def run_island(p, calls, y, first, t, t_end):
    """Takes a group from t to t_end, or to what happens to it by itself before; the ends of its segments say which.

    False where it is too large for an island: nothing is done then.
    """
    island = island_of(p)
    ball = working_of(p, first)
    if not pack_to_go(p, y, first, island):
        return False
    kind = ask(ADVANCE, p, calls, island, t, t_end)
    reached = island[here.REACHED]
    write_ends(p, y, first, island, t, t_end if kind == here.DONE else reached)
    if kind == here.DONE:
        write_modes(p, first, island)
        return True
    k = int(island[here.EVENT_AT])
    if kind == here.LANDED:
        who = working_of(p, int(array_of(island, here.BALL_ID)[k]))
        who[at.WHAT], who[at.WHAT_OTHER] = at.LANDS, island[here.EVENT_OTHER]
    elif kind == here.SIDE_DOWN:
        # the other edge of the side strikes
        contact = contact_of(island, k)
        who = working_of(p, int(array_of(island, here.BALL_ID)[int(contact[here.FIRST])]))
        who[at.WHAT], who[at.WHAT_OTHER] = at.LANDS, -2.0 - contact[here.OTHER]
    elif kind == here.EDGE_PASSED:
        contact = contact_of(island, k)
        who = working_of(p, int(array_of(island, here.BALL_ID)[int(contact[here.FIRST])]))
        who[at.WHAT], who[at.WHAT_OTHER] = at.LEAVES_EDGE, -2.0 - contact[here.OTHER]
    elif kind == here.TIGHT:
        i = int(contact_of(island, k)[here.FIRST])
        working_of(p, int(array_of(island, here.BALL_ID)[i]))[at.WHAT] = at.TIGHTENS
    elif kind == here.NOT_FINITE:
        ball[at.WHAT] = at.LOST_NUMBERS
    else:
        ball[at.WHAT] = at.CHANGES
    return True


@compiled
def advance_over(p, calls, island, t, t_end):
    """Advances an island to an instant of its segment, over changes of its contacts; returns how many there were.

    A segment ends where a contact changes; by the steps of a shorter one that instant may lie a little earlier, and
    within it. Small steps, which are shorter, too, may come upon what is met at the end of the segment only: it is left
    alone, and the group taken to the instant that was asked for. By small steps it gets there in any case.
    """
    if island[here.MEETS] == here.ENDS_THERE:
        island[here.MEETS] = here.LEAVES_ALONE
    kind, changes = ask(ADVANCE, p, calls, island, t, t_end), 0
    while (changes < MOST_CHANGES and island[here.REACHED] < t_end
           and (kind == here.N_ZERO or kind == here.CONE or kind == here.SLIP_ENDED or kind == here.FLAT
                or kind == here.TURN_ENDED or kind == here.HOLD_ENDED)):
        now = island[here.REACHED]
        ask(DECIDE, p, calls, island, now, now)
        kind = ask(ADVANCE, p, calls, island, now, t_end)
        changes += 1
    if island[here.REACHED] < t_end and kind != here.NOT_FINITE and kind != here.STUCK:
        # more changes than that, or something is met: where it stopped is not where it is at t_end
        island[here.STEPPED] = 1.0
        ask(ADVANCE, p, calls, island, island[here.REACHED], t_end)
        changes += 1
    return changes


@compiled
def cut_island(p, calls, y, first, t):
    """Takes a group to an instant of its segment: fills their ends, and what contacts do where that has changed."""
    island = island_of(p)
    if not pack_to_go(p, y, first, island):
        return
    began = working_of(p, first)[at.BEGAN]
    if advance_over(p, calls, island, began, t) > 0:
        write_contacts(p, y, first, island)
    write_ends(p, y, first, island, began, t)


@compiled
def write_contacts(p, y, first, island):
    """Writes what the contacts of a group do."""
    b, k = first, 0
    while b >= 0:
        state = state_of(y, b)
        if state[at.ON] >= 0.0:
            contact = contact_of(island, k)
            state[at.MODE] = contact[here.DOES]
            copy(part(contact, here.DIRECTION), 3, part(state, at.BEGINS))
            if contact[here.DOES] == at.OPEN:
                state[at.ON] = -1.0
            k += 1
        b = int(working_of(p, b)[at.LINK])
    write_entries(p, y, first, island, k)
    write_strings(p, y, island)


@compiled
def write_strings(p, y, island):
    """Writes which strings of an island are taut."""
    for k in range(int(island[here.NC]) if island[here.NJ] > 0.0 else 0):
        contact = contact_of(island, k)
        if contact[here.KIND] == at.STRING:
            string_of(p, y, joint_of(p, int(contact[here.JOINT]) - 1))[0] = contact[here.DOES]


@compiled
def log_slack(p, y, island, t):
    """Notes for a person which strings go slack at t: those that are taut as far as the state knows."""
    for k in range(int(island[here.NC]) if island[here.NJ] > 0.0 else 0):
        contact = contact_of(island, k)
        if contact[here.KIND] == at.STRING and contact[here.DOES] == at.OPEN:
            joint = joint_of(p, int(contact[here.JOINT]) - 1)
            if string_of(p, y, joint)[0] != at.OPEN:
                log_event(p, t, at.SLACKENED, int(joint[at.JOINT_BALL]), int(joint[at.JOINT_OTHER]), 0.0, 0.0)


@compiled
def write_back(p, y, first, island):
    """Writes what `decide` has made of an island to the state: what moves, what the contacts do, the ledger."""
    write_motion(p, y, first, island)
    write_contacts(p, y, first, island)


@compiled
def write_motion(p, y, first, island):
    """Writes what moves of the balls and free supports of an island to the state, and what its ledger has gained."""
    b, n = first, 0
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


@compiled
def stays_with(p, i, other):
    """Whether two balls that meet go on together until the end of the frame, whether they touch or not.

    Each had TOO_MANY segments: they would meet again and again. As one group they end, and small steps know of both.
    """
    return other >= 0 and working_of(p, i)[at.STAMP] >= TOO_MANY and working_of(p, other)[at.STAMP] >= TOO_MANY


@compiled
def write_entries(p, y, first, island, k):
    """Writes what the lasting contacts of a group do, from its contact number k on; those that opened go, unless small
    steps carry both balls to the end of the frame."""
    mark, m, count = working_of(p, first)[at.MARK], 0, lasting_count(p, y)
    while m < count:
        entry = entry_of(p, y, m)
        if working_of(p, int(entry[at.FIRST]))[at.MARK] != mark:
            m += 1
            continue
        contact = contact_of(island, k)
        k += 1
        stays = island[here.MEETS] == here.TAKES_ALONG and entry[at.OTHER] >= 0.0
        if contact[here.DOES] == at.OPEN and not stays:
            remove_lasting(p, y, m)
            count -= 1
            continue
        entry[at.DOES] = contact[here.DOES]
        copy(part(contact, here.DIRECTION), 3, part(entry, at.SLIPS_OFF))
        m += 1


@compiled
def decide_island(p, calls, y, first, t):
    """Decides what the contacts of the group that is linked to `first` do from t on.

    Small steps that are to carry it find that out themselves. What the search says may be the contrary, as where it
    lets a contact part that they close: it would open and be met again, without end.
    """
    island = island_of(p)
    if not pack_to_go(p, y, first, island):
        return
    by_steps = island[here.STEPPED] != 0.0
    ask(PART if by_steps else DECIDE, p, calls, island, t, t)
    log_slack(p, y, island, t)
    if by_steps:
        write_contacts(p, y, first, island)
    else:
        write_back(p, y, first, island)


@compiled
def part_island(p, calls, y, first, t):
    """Takes out contacts of the group that is linked to `first` that small steps up to t have left open."""
    island = island_of(p)
    if pack(p, y, first, island):
        ask(PART, p, calls, island, t, t)
        write_contacts(p, y, first, island)


@compiled
def decide_lone(p, calls, y, b, t):
    """Decides what the only contact of the ball b does from t on, and stops, booked, the slip that it does not have.

    Small steps leave a ball that a rough support carries with some: they stop it where it is in their middle.
    """
    island = island_of(p)
    if pack(p, y, b, island):
        ask(DECIDE, p, calls, island, t, t)
        write_back(p, y, b, island)


@compiled
def reconsider_island(p, calls, y, first, t):
    """`decide_island` where the forces of what the contacts do can't be what they are: where one would have to pull."""
    island = island_of(p)
    if pack(p, y, first, island) and ask(RECONSIDER, p, calls, island, t, t) != here.DONE:
        write_back(p, y, first, island)


@compiled
def force_on(p, calls, y, b, t):
    """Force of its support on the ball b, the first of its group [N]."""
    island = island_of(p)
    if not pack(p, y, b, island):
        return 0.0, 0.0, 0.0
    ask(FORCES, p, calls, island, t, t)
    contact = contact_of(island, 0)
    return contact[here.FORCE], contact[here.FORCE + 1], contact[here.FORCE + 2]


@compiled
def island_at(p, calls, y, b, t, out):
    """Fills what moves of the ball b of a group at an instant within its segment."""
    island, first = island_of(p), int(working_of(p, b)[at.HEAD_OF])
    pack_to_go(p, y, first, island)
    advance_over(p, calls, island, working_of(p, first)[at.BEGAN], t)
    copy_of_island(p, b, out)


@compiled
def copy_of_island(p, b, out):
    """Fills what moves of the ball b where its island has just gone."""
    first = int(working_of(p, b)[at.HEAD_OF])
    copy(part(array_of(island_of(p), here.STATE), place_in(p, first, b)*at.MOVING), at.MOVING, out)
