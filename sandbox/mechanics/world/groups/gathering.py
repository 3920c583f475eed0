"""Which balls belong to a crowd: those to which too much happens, and all that come near them within a frame.

A crowd takes all balls along that could come near it until the end of the frame, so that none of the others meets it
but one that is much faster; that one joins it where they meet. A ball leaves its crowd at the end of a frame where none
is near. Which balls belong together depends on places and velocities alone.
"""

from sandbox.compiling.compiled import compiled
from sandbox.compiling.traced import length, traced, vector_at
from sandbox.mechanics.world.groups.groups import entry_of, lasting_count
from sandbox.mechanics.world.places import (
    BALLS,
    BEGINS,
    CHANGED,
    CROWDED,
    DOES,
    FIRST,
    GRAVITY,
    GROUPS,
    HEAD_OF,
    LEANS,
    LINK,
    MARK,
    MODE,
    ON,
    OTHER,
    RADIUS,
    RESTS,
    SLIPS_OFF,
    UNCHANGED,
    V,
    X,
)
from sandbox.mechanics.world.segments.segment import ball_of, state_of, working_of
from sandbox.mechanics.world.supports import block_of, is_free

# a ball that comes as near as this share of its radius belongs to the crowd
NEAR = 0.05
# speeds that hits in a crowd may give, in the largest ones that it has
FASTER = 2.0


@traced
def apart_and_against(one, other):
    """Distance of two centres, and how fast they move against each other."""
    return length(vector_at(one, X) - vector_at(other, X)), length(vector_at(one, V) - vector_at(other, V))


@traced
def size_of(p, at):
    """The length of three numbers."""
    return length(vector_at(p, at))


@compiled
def is_crowded(state):
    """Whether a ball belongs to a crowd, at rest or not."""
    return state[MODE] == CROWDED or state[MODE] == RESTS


@compiled
def comes_near(p, one, a, other, b, span, stray):
    """Whether two balls may touch within a span, where hits may add a multiple of the speed `stray`."""
    far, speed = apart_and_against(one, other)
    reach = span*(speed + FASTER*stray + span*size_of(p, GRAVITY)) + NEAR*min(a, b)
    return far - a - b < reach


@compiled
def share_support(p, one, other):
    """Whether two balls stand on one support that is free to turn."""
    return one[ON] >= 0.0 and one[ON] == other[ON] and is_free(block_of(p, int(one[ON])))


@compiled
def stray_in(p, y, mark):
    """The largest speed in a crowd against its mean."""
    n, m, square = int(p[BALLS]), 0.0, 0.0
    x = v = z = 0.0
    for b in range(n):
        if working_of(p, b)[MARK] == mark:
            state = state_of(y, b)
            x, v, z, m = x + state[V], v + state[V + 1], z + state[V + 2], m + 1.0
    for b in range(n):
        if working_of(p, b)[MARK] == mark:
            state = state_of(y, b)
            square = max(square, (state[V] - x/m)**2 + (state[V + 1] - v/m)**2 + (state[V + 2] - z/m)**2)
    return square**0.5


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
def gather_near(p, y, first, span):
    """Links the crowd of the ball `first` at the start of a frame: all that come near it within a span join it."""
    p[GROUPS] += 1.0
    mark, n = p[GROUPS], int(p[BALLS])
    working_of(p, first)[MARK] = mark
    grows = True
    while grows:
        grows, stray = False, stray_in(p, y, mark)
        for b in range(n):
            # one that belongs to another crowd already stays there
            if working_of(p, b)[MARK] != 0.0:
                continue
            if is_near_any(p, y, b, mark, span, stray):
                join(p, y, b)
                working_of(p, b)[MARK] = mark
                grows = True
    link_marked(p, mark)


@compiled
def is_near_any(p, y, b, mark, span, stray):
    """Whether the ball b comes near one of the marked ones."""
    state, a = state_of(y, b), ball_of(p, b)[RADIUS]
    for c in range(int(p[BALLS])):
        if working_of(p, c)[MARK] == mark:
            other = state_of(y, c)
            if comes_near(p, state, a, other, ball_of(p, c)[RADIUS], span, stray) or share_support(p, state, other):
                return True
    return False


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
