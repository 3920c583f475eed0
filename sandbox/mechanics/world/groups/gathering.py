"""Which balls belong to a crowd: those that could come near it until the end of the frame.

So none of the others meets it but one that is much faster; that one joins it where they meet. A ball leaves its crowd
at the end of a frame where none is near. Which balls belong together depends on places and velocities alone.
"""

from sandbox.compiling.compiled import compiled, room
from sandbox.mechanics.world.groups.groups import entry_of, lasting_count
from sandbox.mechanics.world.groups.nearness import against_mean, is_near_any, stray_in
from sandbox.mechanics.world.places import (
    BALLS,
    BEGINS,
    CHANGED,
    CROWDED,
    DOES,
    FIRST,
    GROUPS,
    HEAD_OF,
    IN_CROWD,
    LEANS,
    LINK,
    MARK,
    MODE,
    OTHER,
    RESTS,
    SLIPS_OFF,
    UNCHANGED,
    WAY,
)
from sandbox.mechanics.world.segments.segment import state_of, working_of


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
