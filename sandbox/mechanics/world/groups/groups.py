"""Which balls go on together: those that touch lastingly, hang together by joints, or stand on one free support.

A group is a chain of balls, from any of them on by LINK.
"""

from sandbox.compiling.compiled import compiled, part
from sandbox.mechanics.world.places import (
    BALLS,
    CHANGED,
    CROWDED,
    DOES,
    ENTRY,
    FIRST,
    FREE,
    GROUPS,
    HEAD_OF,
    JOINED,
    JOINED_TO,
    JOINT_SIZE,
    JOINTS,
    JOINTS_AT,
    LASTING,
    LASTING_AT,
    LEANS,
    LINK,
    MARK,
    MODE,
    ON,
    OTHER,
    RESTS,
    SLIPS_OFF,
    STAMP,
)
from sandbox.mechanics.world.segments.segment import state_of, working_of
from sandbox.mechanics.world.supports import block_of, is_free


@compiled
def entry_of(p, y, k):
    """The lasting contact number k."""
    return part(y, int(p[LASTING_AT]) + k*ENTRY)


@compiled
def lasting_count(p, y):
    """How many lasting contacts there are; they stand without gaps."""
    count, most = 0, int(p[LASTING])
    while count < most and entry_of(p, y, count)[FIRST] >= 0.0:
        count += 1
    return count


@compiled
def is_lasting(p, y, i, other):
    """Whether the ball i touches the ball, or the support -2 - s, lastingly."""
    for k in range(int(p[LASTING])):
        entry = entry_of(p, y, k)
        if entry[FIRST] < 0.0:
            return False
        if (entry[FIRST] == i and entry[OTHER] == other) or (entry[FIRST] == other and entry[OTHER] == i):
            return True
    return False


@compiled
def add_lasting(p, y, i, other, does):
    """Adds a lasting contact; returns whether there was room."""
    if is_lasting(p, y, i, other):
        return True
    k = lasting_count(p, y)
    if k >= int(p[LASTING]):
        return False
    entry = entry_of(p, y, k)
    entry[FIRST], entry[OTHER], entry[DOES] = float(i), float(other), does
    for m in range(3):
        entry[SLIPS_OFF + m] = 0.0
    return True


@compiled
def remove_lasting(p, y, k):
    """Removes the lasting contact number k; the order of the others stays."""
    last = lasting_count(p, y) - 1
    for m in range(k, last):
        here, there = entry_of(p, y, m), entry_of(p, y, m + 1)
        for i in range(ENTRY):
            here[i] = there[i]
    gone = entry_of(p, y, last)
    gone[FIRST], gone[OTHER], gone[DOES] = -1.0, -1.0, 0.0


@compiled
def joint_of(p, k):
    """The joint number k."""
    return part(p, int(p[JOINTS_AT]) + k*JOINT_SIZE)


@compiled
def gather(p, y, first):
    """Links all balls that go on together with `first`, and marks them with a number of their own; returns it.

    Those of a crowd are linked by gathering.py.
    """
    return gather_both(p, y, first, -1)


@compiled
def gather_both(p, y, first, other):
    """As `gather`, with what goes on together with the ball `other`, which meets `first`; -1 for none.

    Of a support -2 - s that is free to turn those on it: they have come to the same instant.
    """
    p[GROUPS] += 1.0
    mark = p[GROUPS]
    ball = working_of(p, first)
    ball[LINK], ball[MARK], ball[HEAD_OF], ball[LEANS] = -1.0, mark, float(first), 0.0
    count = lasting_count(p, y)
    if (count == 0 and p[FREE] == 0.0 and p[JOINTS] == 0.0) or state_of(y, first)[MODE] == RESTS:
        return mark
    tail = current = first
    if other >= 0:
        tail = linked(p, tail, other, mark)
    elif other < -1 and is_free(block_of(p, -2 - other)):
        tail = link_all_on(p, y, -2 - other, tail, mark, count)
    while current >= 0:
        for k in range(count):
            entry = entry_of(p, y, k)
            if entry[DOES] == CROWDED:
                continue
            if entry[FIRST] == current and entry[OTHER] >= 0.0:
                tail = linked(p, tail, int(entry[OTHER]), mark)
            elif entry[OTHER] == current:
                tail = linked(p, tail, int(entry[FIRST]), mark)
            elif entry[FIRST] == current:
                working_of(p, current)[LEANS] = 1.0
                if is_free(block_of(p, -2 - int(entry[OTHER]))):
                    tail = link_all_on(p, y, -2 - int(entry[OTHER]), tail, mark, count)
        on = int(state_of(y, current)[ON])
        if on >= 0 and is_free(block_of(p, on)):
            tail = link_all_on(p, y, on, tail, mark, count)
        if p[JOINTS] > 0.0:
            tail = link_joined(p, current, tail, mark)
        current = int(working_of(p, current)[LINK])
    return mark


@compiled
def link_joined(p, b, tail, mark):
    """Links the balls that joints hold together with the ball b."""
    for k in range(int(p[JOINTS])):
        joint = joint_of(p, k)
        if int(joint[JOINED]) == b and joint[JOINED_TO] >= 0.0:
            tail = linked(p, tail, int(joint[JOINED_TO]), mark)
        elif int(joint[JOINED_TO]) == b:
            tail = linked(p, tail, int(joint[JOINED]), mark)
        elif int(joint[JOINED]) == b:
            working_of(p, b)[LEANS] = 1.0
    return tail


@compiled
def link_all_on(p, y, s, tail, mark, count):
    """Links all balls that touch the support s."""
    for b in range(int(p[BALLS])):
        if state_of(y, b)[ON] == s:
            tail = linked(p, tail, b, mark)
    for k in range(count):
        entry = entry_of(p, y, k)
        if entry[OTHER] == float(-2 - s):
            tail = linked(p, tail, int(entry[FIRST]), mark)
    return tail


@compiled
def linked(p, tail, b, mark):
    """Links the ball b behind the tail of a group, unless it is in it; returns the tail."""
    ball = working_of(p, b)
    if ball[MARK] == mark:
        return tail
    before = working_of(p, tail)
    ball[MARK], ball[LINK], ball[HEAD_OF], ball[LEANS] = mark, -1.0, before[HEAD_OF], 0.0
    before[LINK] = float(b)
    return b


@compiled
def note_changed(p, first, behind):
    """Puts a group into the chain of balls that something happened to, before `behind`; returns its new first one."""
    b = first
    while b >= 0:
        ball = working_of(p, b)
        ball[CHANGED] = float(behind)
        behind = b
        b = int(ball[LINK])
    return behind


@compiled
def most_segments(p, first):
    """The most segments that a ball of the group that is linked to `first` has begun within the frame."""
    most, b = 0.0, first
    while b >= 0:
        most = max(most, working_of(p, b)[STAMP])
        b = int(working_of(p, b)[LINK])
    return most
