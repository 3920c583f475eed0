"""Which balls belong to a stepped group: those that could come near it until the end of the frame.

So none of the others meets it but one that is much faster; that one joins it where they meet. A ball leaves its stepped
group at the end of a frame where none is near. Which balls belong together depends on places and velocities alone.

Which balls come near each other within a span: so near that a stepped group takes them along.

A pair is asked by its distance and its speed, and by what hits in the stepped group may add. Most are too far apart for
any speed that the stepped group has: their squares say so.
"""

from sandbox.compiling.compiled import compiled, room
from sandbox.compiling.traced import length, traced, vector_at
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.distance import is_farther
from sandbox.mechanics.world.groups.groups import entry_of, lasting_count
from sandbox.mechanics.world.segments.segment import ball_of, state_of, working_of
from sandbox.mechanics.world.supports import block_of, is_free


@compiled
def is_stepped(state):
    """Whether a ball belongs to a stepped group, at rest or not."""
    return state[at.MODE] == at.STEPPED or state[at.MODE] == at.RESTS


@compiled
def join(p, y, b):
    """Makes a ball one of a stepped group: what its lasting contacts did does not count any more."""
    state = state_of(y, b)
    if not is_stepped(state):
        for i in range(3):
            state[at.BEGINS + i] = 0.0
    state[at.MODE] = at.STEPPED
    for k in range(lasting_count(p, y)):
        entry = entry_of(p, y, k)
        if entry[at.DOES] != at.STEPPED and (entry[at.FIRST] == float(b) or entry[at.OTHER] == float(b)):
            entry[at.DOES] = at.STEPPED
            for i in range(3):
                entry[at.SLIPS_OFF + i] = 0.0


@compiled
def make_stepped(p, y, first):
    """Makes a stepped group of the group that is linked to `first`."""
    b = first
    while b >= 0:
        join(p, y, b)
        working_of(p, b)[at.SEGMENT_KIND] = at.IN_STEPPING
        b = int(working_of(p, b)[at.LINK])


@compiled
def gather_near(p, y, first, span):
    """Links the stepped group of the ball `first` at the start of a frame: all that come near it within a span join
    it."""
    p[at.GROUPS] += 1.0
    mark, n = p[at.GROUPS], int(p[at.BALLS])
    working_of(p, first)[at.MARK], working_of(p, first)[at.LINK] = mark, -1.0
    mean, last, grows = room(3), first, True
    while grows:
        grows, stray = False, stray_in(p, y, mark, mean)
        widest = stray
        for b in range(n):
            # one that belongs to another stepped group already stays there
            if working_of(p, b)[at.MARK] != 0.0:
                continue
            if is_near_any(p, y, b, last, span, stray, mean, widest):
                join(p, y, b)
                # linked as they are found; in their order in the end
                working_of(p, b)[at.MARK], working_of(p, b)[at.LINK] = mark, float(last)
                last, grows = b, True
                widest = max(widest, against_mean(state_of(y, b), mean))
    link_marked(p, mark)


@compiled
def link_marked(p, mark):
    """Links all balls that have a mark, in their order."""
    head = last = -1
    for b in range(int(p[at.BALLS])):
        ball = working_of(p, b)
        if ball[at.MARK] != mark:
            continue
        ball[at.LINK], ball[at.LEANS] = -1.0, 0.0
        if last < 0:
            head = b
        else:
            working_of(p, last)[at.LINK] = float(b)
        ball[at.HEAD_OF] = float(head)
        last = b


@compiled
def gather_changed(p, y):
    """Links the stepped group to which something has just happened: all of its balls are changed."""
    p[at.GROUPS] += 1.0
    for b in range(int(p[at.BALLS])):
        ball = working_of(p, b)
        if ball[at.CHANGED] != at.UNCHANGED and state_of(y, b)[at.MODE] == at.STEPPED:
            ball[at.MARK] = p[at.GROUPS]
    link_marked(p, p[at.GROUPS])


# ---- nearness -------------------------------------------------------------------------------------------------------


# a ball that comes as near as this share of its radius belongs to the stepped group
NEAR = 0.05
# speeds that hits in a stepped group may give, in the largest ones that it has
FASTER = 2.0


@traced
def apart_and_against(one, other):
    """Distance of two centres, and how fast they move against each other."""
    return length(vector_at(one, at.X) - vector_at(other, at.X)), length(vector_at(one, at.V) - vector_at(other, at.V))


@traced
def size_of(p, start):
    """The length of three numbers."""
    return length(vector_at(p, start))


@compiled
def comes_near(p, one, a, other, b, span, stray):
    """Whether two balls may touch within a span, where hits may add a multiple of the speed `stray`."""
    far, speed = apart_and_against(one, other)
    reach = span*(speed + FASTER*stray + span*size_of(p, at.GRAVITY)) + NEAR*min(a, b)
    return far - a - b < reach


@compiled
def share_support(p, y, b, c):
    """Whether two balls stand on one support that is free to turn, or may come to one."""
    one, other = state_of(y, b), state_of(y, c)
    if one[at.ON] >= 0.0 and one[at.ON] == other[at.ON] and is_free(block_of(p, int(one[at.ON]))):
        return True
    return int(working_of(p, b)[at.REACHES]) & int(working_of(p, c)[at.REACHES]) != 0


@compiled
def reach_of(p, state, mean, a, span, stray, widest):
    """How far away at most a ball of a stepped group is that the ball in `state` comes near, see comes_near."""
    speed = against_mean(state, mean) + widest
    return a + p[at.LARGEST] + span*(speed + FASTER*stray + span*size_of(p, at.GRAVITY)) + NEAR*a


@traced
def against_mean(state, mean):
    """How fast a ball moves against a velocity."""
    return length(vector_at(state, at.V) - vector_at(mean, 0))


@compiled
def stray_in(p, y, mark, mean):
    """The largest speed in a stepped group against its mean; mean (3,) takes that."""
    n, m, square = int(p[at.BALLS]), 0.0, 0.0
    x = v = z = 0.0
    for b in range(n):
        if working_of(p, b)[at.MARK] == mark:
            state = state_of(y, b)
            x, v, z, m = x + state[at.V], v + state[at.V + 1], z + state[at.V + 2], m + 1.0
    for b in range(n):
        if working_of(p, b)[at.MARK] == mark:
            state = state_of(y, b)
            square = max(square, (state[at.V] - x/m)**2 + (state[at.V + 1] - v/m)**2 + (state[at.V + 2] - z/m)**2)
    mean[0], mean[1], mean[2] = x/m, v/m, z/m
    return square**0.5


@compiled
def is_near_any(p, y, b, first, span, stray, mean, widest):
    """Whether the ball b comes near one of those linked to `first`; none is faster than `widest` against mean."""
    state, a = state_of(y, b), ball_of(p, b)[at.RADIUS]
    reach, has_free = reach_of(p, state, mean, a, span, stray, widest), p[at.FREE_SUPPORTS] > 0.0
    c = first
    while c >= 0:
        other = state_of(y, c)
        if (has_free or not is_farther(state, other, reach)) and (
                comes_near(p, state, a, other, ball_of(p, c)[at.RADIUS], span, stray)
                or share_support(p, y, b, c)):
            return True
        c = int(working_of(p, c)[at.LINK])
    return False
