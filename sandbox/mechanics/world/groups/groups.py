"""Which balls go on together: those that touch lastingly, hang together by joints, or stand on one free support.

A group is a chain of balls, from any of them on by LINK.
"""

from sandbox.compiling.compiled import compiled, part
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world import met as meet
from sandbox.mechanics.world.met import met_at
from sandbox.mechanics.world.segments.segment import state_of, working_of
from sandbox.mechanics.world.supports import block_of, is_free


@compiled
def entry_of(p, y, k):
    """The lasting contact number k."""
    return part(y, int(p[at.LASTING_AT]) + k*at.ENTRY)


@compiled
def lasting_count(p, y):
    """How many lasting contacts there are; they stand without gaps."""
    count, most = 0, int(p[at.LASTING])
    while count < most and entry_of(p, y, count)[at.FIRST] >= 0.0:
        count += 1
    return count


@compiled
def is_lasting(p, y, i, other):
    """Whether the ball i touches the ball, or the support -2 - s, lastingly."""
    for k in range(int(p[at.LASTING])):
        entry = entry_of(p, y, k)
        if entry[at.FIRST] < 0.0:
            return False
        if (entry[at.FIRST] == i and entry[at.OTHER] == other) or (entry[at.FIRST] == other and entry[at.OTHER] == i):
            return True
    return False


@compiled
def add_lasting(p, y, i, other, does):
    """Adds a lasting contact; returns whether there was room."""
    if is_lasting(p, y, i, other):
        return True
    k = lasting_count(p, y)
    if k >= int(p[at.LASTING]):
        return False
    entry = entry_of(p, y, k)
    entry[at.FIRST], entry[at.OTHER], entry[at.DOES] = float(i), float(other), does
    for m in range(3):
        entry[at.SLIPS_OFF + m] = 0.0
    return True


@compiled
def remove_lasting(p, y, k):
    """Removes the lasting contact number k; the order of the others stays."""
    last = lasting_count(p, y) - 1
    for m in range(k, last):
        here, there = entry_of(p, y, m), entry_of(p, y, m + 1)
        for i in range(at.ENTRY):
            here[i] = there[i]
    gone = entry_of(p, y, last)
    gone[at.FIRST], gone[at.OTHER], gone[at.DOES] = -1.0, -1.0, 0.0


@compiled
def remove_open(p, y):
    """Removes the lasting contacts that are open."""
    for k in range(lasting_count(p, y) - 1, -1, -1):
        if entry_of(p, y, k)[at.DOES] == at.OPEN:
            remove_lasting(p, y, k)


@compiled
def remove_marked(p, y, mark):
    """Removes the lasting contacts of the balls that have a mark; the order of the others stays. How many are left."""
    count, kept = lasting_count(p, y), 0
    for k in range(count):
        entry = entry_of(p, y, k)
        if working_of(p, int(entry[at.FIRST]))[at.MARK] == mark:
            continue
        there = entry_of(p, y, kept)
        for i in range(at.ENTRY if kept < k else 0):
            there[i] = entry[i]
        kept += 1
    for k in range(kept, count):
        gone = entry_of(p, y, k)
        gone[at.FIRST], gone[at.OTHER], gone[at.DOES] = -1.0, -1.0, 0.0
    return kept


@compiled
def joint_of(p, k):
    """The joint number k."""
    return part(p, int(p[at.JOINTS_AT]) + k*at.JOINT_SIZE)


@compiled
def string_of(p, y, joint):
    """What the string of a joint's numbers does: one number of the state."""
    return part(y, int(p[at.STRINGS_AT]) + int(joint[at.STRING_NUMBER]))


@compiled
def gather(p, y, first):
    """Links all balls that go on together with `first`, and marks them with a number of their own; returns it.

    Those of a stepped group are linked by gathering.py.
    """
    mark = begin_group(p, first)
    count = lasting_count(p, y)
    if (count > 0 or p[at.FREE_SUPPORTS] != 0.0 or p[at.JOINTS] != 0.0) and state_of(y, first)[at.MODE] != at.RESTS:
        link_all(p, y, first, first, mark, count)
    return mark


@compiled
def gather_met(p, y, met):
    """Links the balls of all contacts of a list with what goes on together with them, from the first one's on.

    Of a support that is free to turn those on it: they have come to the same instant.
    """
    first = int(met_at(met, 0)[meet.ONE])
    mark, count = begin_group(p, first), lasting_count(p, y)
    tail = first
    for m in range(int(met[meet.COUNT])):
        contact = met_at(met, m)
        tail = linked(p, tail, int(contact[meet.ONE]), mark)
        other = int(contact[meet.OTHER])
        if other >= 0:
            tail = linked(p, tail, other, mark)
        elif is_free(block_of(p, -2 - other)):
            tail = link_all_on(p, y, -2 - other, tail, mark, count)
    link_all(p, y, first, tail, mark, count)


@compiled
def begin_group(p, first):
    """Begins a group with one ball; returns its mark."""
    p[at.GROUPS] += 1.0
    mark = p[at.GROUPS]
    ball = working_of(p, first)
    ball[at.LINK], ball[at.MARK], ball[at.HEAD_OF], ball[at.LEANS] = -1.0, mark, float(first), 0.0
    return mark


@compiled
def link_all(p, y, first, tail, mark, count):
    """Links what goes on together with the balls of a group, from `first` to its tail."""
    current = first
    while current >= 0:
        for k in range(count):
            entry = entry_of(p, y, k)
            if entry[at.DOES] == at.STEPPED:
                continue
            if entry[at.FIRST] == current and entry[at.OTHER] >= 0.0:
                tail = linked(p, tail, int(entry[at.OTHER]), mark)
            elif entry[at.OTHER] == current:
                tail = linked(p, tail, int(entry[at.FIRST]), mark)
            elif entry[at.FIRST] == current:
                working_of(p, current)[at.LEANS] = 1.0
                if is_free(block_of(p, -2 - int(entry[at.OTHER]))):
                    tail = link_all_on(p, y, -2 - int(entry[at.OTHER]), tail, mark, count)
        on = int(state_of(y, current)[at.ON])
        if on >= 0 and is_free(block_of(p, on)):
            tail = link_all_on(p, y, on, tail, mark, count)
        if p[at.JOINTS] > 0.0:
            tail = link_jointed(p, current, tail, mark)
        if working_of(p, current)[at.REACHES] != 0.0:
            tail = link_reaching(p, y, current, tail, mark)
        current = int(working_of(p, current)[at.LINK])


@compiled
def link_jointed(p, b, tail, mark):
    """Links the balls that joints, strings and springs hold together with the ball b."""
    for k in range(int(p[at.JOINTS])):
        joint = joint_of(p, k)
        if int(joint[at.JOINT_BALL]) == b and joint[at.JOINT_OTHER] >= 0.0:
            tail = linked(p, tail, int(joint[at.JOINT_OTHER]), mark)
        elif int(joint[at.JOINT_OTHER]) == b:
            tail = linked(p, tail, int(joint[at.JOINT_BALL]), mark)
        elif int(joint[at.JOINT_BALL]) == b:
            working_of(p, b)[at.LEANS] = 1.0
    return tail


@compiled
def link_reaching(p, y, b, tail, mark):
    """Links the balls that may come to a free support to which the ball b may come."""
    bits = int(working_of(p, b)[at.REACHES])
    working_of(p, b)[at.LEANS] = 1.0
    for other in range(int(p[at.BALLS])):
        if int(working_of(p, other)[at.REACHES]) & bits != 0 and state_of(y, other)[at.MODE] != at.RESTS:
            tail = linked(p, tail, other, mark)
    return tail


@compiled
def link_all_on(p, y, s, tail, mark, count):
    """Links all balls that touch the support s."""
    for b in range(int(p[at.BALLS])):
        if state_of(y, b)[at.ON] == s:
            tail = linked(p, tail, b, mark)
    for k in range(count):
        entry = entry_of(p, y, k)
        if entry[at.OTHER] == float(-2 - s):
            tail = linked(p, tail, int(entry[at.FIRST]), mark)
    return tail


@compiled
def linked(p, tail, b, mark):
    """Links the ball b behind the tail of a group, unless it is in it; returns the tail."""
    ball = working_of(p, b)
    if ball[at.MARK] == mark:
        return tail
    before = working_of(p, tail)
    ball[at.MARK], ball[at.LINK], ball[at.HEAD_OF], ball[at.LEANS] = mark, -1.0, before[at.HEAD_OF], 0.0
    before[at.LINK] = float(b)
    return b


@compiled
def note_changed(p, first, behind):
    """Puts a group into the chain of balls that something happened to, before `behind`; returns its new first one."""
    b = first
    while b >= 0:
        ball = working_of(p, b)
        ball[at.CHANGED] = float(behind)
        behind = b
        b = int(ball[at.LINK])
    return behind


@compiled
def most_segments(p, first):
    """The most segments that a ball of the group that is linked to `first` has begun within the frame."""
    most, b = 0.0, first
    while b >= 0:
        most = max(most, working_of(p, b)[at.STAMP])
        b = int(working_of(p, b)[at.LINK])
    return most
