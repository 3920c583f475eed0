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
from sandbox.mechanics.world.groups.groups import entry_of, lasting_count
from sandbox.mechanics.world.neighbours import (
    FASTEST,
    IS_DEEP,
    bucket,
    cells_away,
    cells_of,
    grid_of,
    is_in,
    put_in_cells_at,
)
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
    it. The balls stand in cells (stand_in_cells)."""
    p[at.GROUPS] += 1.0
    mark, mean, tail, grows = p[at.GROUPS], room(3), first, True
    working_of(p, first)[at.MARK], working_of(p, first)[at.LINK] = mark, -1.0
    while grows:
        stray, before, b = stray_in(p, y, first, at.LINK, mean), tail, first
        while b >= 0:
            tail = add_near(p, y, b, tail, span, stray)
            b = int(working_of(p, b)[at.LINK])
        grows = tail != before
    link_in_order(p, first)


@compiled
def stand_in_cells(p, y, span):
    """Puts all balls into cells for `gather_near`, and notes how fast the fastest one is against the mean."""
    n, grid, square = int(p[at.BALLS]), grid_of(p), 0.0
    mean = room(3)
    for r in range(3):
        mean[r] = 0.0
        for b in range(n):
            mean[r] += state_of(y, b)[at.V + r]/n
    for b in range(n):
        square = max(square, square_against(state_of(y, b), mean))
    grid[FASTEST] = square**0.5
    put_in_cells_at(p, y, reach_beyond(p, p[at.LARGEST], span, 0.0))


@compiled
def reach_beyond(p, a, span, stray):
    """How far away at most a ball is that comes near one of the radius a, see comes_near."""
    speed = 2.0*grid_of(p)[FASTEST]
    return a + p[at.LARGEST] + span*(speed + FASTER*stray + span*size_of(p, at.GRAVITY)) + NEAR*a


@compiled
def add_near(p, y, m, tail, span, stray):
    """Links what comes near the ball m behind the tail of its stepped group; returns the tail."""
    ball, grid, cells, count = working_of(p, m), grid_of(p), cells_of(p), int(p[at.CELLS])
    away = -1 if p[at.FREE_SUPPORTS] > 0.0 else cells_away(p, reach_beyond(p, ball_of(p, m)[at.RADIUS], span, stray))
    if away < 0:
        for b in range(int(p[at.BALLS])):
            tail = add_if_near(p, y, m, b, tail, span, stray)
        return tail
    i, j, k = int(ball[at.CELL_AT]), int(ball[at.CELL_AT + 1]), int(ball[at.CELL_AT + 2])
    deep = away if grid[IS_DEEP] != 0.0 else 0
    for di in range(-away, away + 1):
        for dj in range(-away, away + 1):
            for dk in range(-deep, deep + 1):
                b = int(cells[bucket(i + di, j + dj, k + dk, count)])
                while b >= 0:
                    if is_in(working_of(p, b), i + di, j + dj, k + dk):
                        tail = add_if_near(p, y, m, b, tail, span, stray)
                    b = int(working_of(p, b)[at.NEXT])
    return tail


@compiled
def add_if_near(p, y, m, b, tail, span, stray):
    """Links the ball b behind the tail of the stepped group of the ball m if it comes near that; returns the tail."""
    ball = working_of(p, b)
    # one that belongs to another stepped group already stays there
    if ball[at.MARK] != 0.0:
        return tail
    is_near = comes_near(p, state_of(y, b), ball_of(p, b)[at.RADIUS], state_of(y, m), ball_of(p, m)[at.RADIUS], span,
                         stray)
    if not is_near and not (p[at.FREE_SUPPORTS] > 0.0 and share_support(p, y, b, m)):
        return tail
    join(p, y, b)
    ball[at.MARK], ball[at.LINK] = working_of(p, m)[at.MARK], -1.0
    working_of(p, tail)[at.LINK] = float(b)
    return b


@compiled
def link_in_order(p, first):
    """Links the balls of a chain in the order of their numbers: runs twice as long are merged each time."""
    head, run, runs = first, 1, 2
    while runs > 1:
        rest, head, tail, runs = head, -1, -1, 0
        while rest >= 0:
            runs += 1
            one, many, two = rest, 0, rest
            while many < run and two >= 0:
                two, many = int(working_of(p, two)[at.LINK]), many + 1
            other = run
            while many > 0 or (other > 0 and two >= 0):
                if many > 0 and (other == 0 or two < 0 or one < two):
                    b, one, many = one, int(working_of(p, one)[at.LINK]), many - 1
                else:
                    b, two, other = two, int(working_of(p, two)[at.LINK]), other - 1
                if tail < 0:
                    head = b
                else:
                    working_of(p, tail)[at.LINK] = float(b)
                tail = b
            rest = two
        working_of(p, tail)[at.LINK] = -1.0
        run *= 2
    b = head
    while b >= 0:
        working_of(p, b)[at.HEAD_OF], working_of(p, b)[at.LEANS] = float(head), 0.0
        b = int(working_of(p, b)[at.LINK])


@compiled
def gather_changed(p, y):
    """Links the stepped group to which something has just happened: all of its balls are changed."""
    p[at.GROUPS] += 1.0
    head = last = -1
    for b in range(int(p[at.BALLS])):
        ball = working_of(p, b)
        if ball[at.CHANGED] == at.UNCHANGED or state_of(y, b)[at.MODE] != at.STEPPED:
            continue
        if last < 0:
            head = b
        else:
            working_of(p, last)[at.LINK] = float(b)
        ball[at.MARK], ball[at.LINK], ball[at.HEAD_OF], ball[at.LEANS] = p[at.GROUPS], -1.0, float(head), 0.0
        last = b


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


@traced
def square_against(state, mean):
    """Square of how fast a ball moves against a velocity."""
    v = vector_at(state, at.V) - vector_at(mean, 0)
    return v @ v


@compiled
def stray_in(p, y, first, way, mean):
    """The largest speed of a chain of balls against their mean; mean (3,) takes that.

    way     by which the chain goes on: LINK or CHANGED
    """
    count, square, b = 0.0, 0.0, first
    for r in range(3):
        mean[r] = 0.0
    while b >= 0:
        for r in range(3):
            mean[r] += state_of(y, b)[at.V + r]
        count += 1.0
        b = int(working_of(p, b)[way])
    for r in range(3):
        mean[r] /= count
    b = first
    while b >= 0:
        square = max(square, square_against(state_of(y, b), mean))
        b = int(working_of(p, b)[way])
    return square**0.5
