"""Which balls meet, and what ends their segments: noted among what is going to happen (happening_queue.py)."""

from math import inf

from sandbox.compiling.compiled import compiled, part
from sandbox.mechanics.world.groups.groups import is_lasting
from sandbox.mechanics.world.happenings.crossing import meeting
from sandbox.mechanics.world.happenings.happening_queue import add
from sandbox.mechanics.world.neighbours import (
    CELL,
    IS_DEEP,
    LARGEST_STRAY,
    SHARE,
    bucket,
    cells_of,
    grid_of,
    stray_of,
)
from sandbox.mechanics.world.places import (
    AT_FIRST,
    AT_REST,
    BALLS,
    CELL_AT,
    CELLS,
    CHANGED,
    END,
    ENDS,
    IN_CROWD,
    IN_ISLAND,
    LARGEST,
    MARK,
    NEXT,
    NOTHING,
    STRAY,
    UNCHANGED,
    WAY,
    WHAT,
    X,
)
from sandbox.mechanics.world.segments.segment import working_of

# cells that are looked at in any case, however few balls there are
FEW = 100.0


@compiled
def add_own(p, b, where):
    """Notes what ends the segment of the ball b by itself."""
    ball = working_of(p, b)
    if ball[WHAT] != NOTHING:
        add(p, ball[ENDS], b, -1, where)


@compiled
def add_meetings(p, calls, y, b, is_changed, where):
    """Notes the balls that the ball b meets: each pair once, of balls that have changed those with any other."""
    grid, cells, count = grid_of(p), cells_of(p), int(p[CELLS])
    ball = working_of(p, b)
    reach = 1
    if is_changed:
        ball[STRAY] = max(ball[STRAY], stray_of(ball, grid, part(ball, END + X), p[LARGEST]))
        grid[LARGEST_STRAY] = max(grid[LARGEST_STRAY], ball[STRAY])
        cells_away = (2.0*p[LARGEST] + ball[STRAY] + grid[LARGEST_STRAY])/(grid[SHARE]*grid[CELL])
        # more cells than balls: one that was thrown far looks at each ball
        if not (2.0*cells_away + 3.0)**2 < p[BALLS] + FEW:
            add_meetings_with_all(p, calls, y, b, where)
            return
        reach = int(cells_away) + 1
    i, j, k = int(ball[CELL_AT]), int(ball[CELL_AT + 1]), int(ball[CELL_AT + 2])
    deep = reach if grid[IS_DEEP] != 0.0 else 0
    # half of the cells around are enough where every ball looks
    for di in range(-reach if is_changed else 0, reach + 1):
        for dj in range(-reach if is_changed or di > 0 else 0, reach + 1):
            for dk in range(-deep if is_changed or di > 0 or dj > 0 else 0, deep + 1):
                is_own = di == 0 and dj == 0 and dk == 0
                other = int(cells[bucket(i + di, j + dj, k + dk, count)])
                while other >= 0:
                    two = working_of(p, other)
                    if is_near(p, grid, ball, two) and is_partner(b, other, two, is_own, is_changed) \
                            and is_in(two, i + di, j + dj, k + dk):
                        note_meeting(p, calls, y, min(b, other), max(b, other), where)
                    other = int(two[NEXT])


@compiled
def add_meetings_with_all(p, calls, y, b, where):
    """`add_meetings` of a ball that has changed, without cells."""
    ball, grid = working_of(p, b), grid_of(p)
    for other in range(int(p[BALLS])):
        two = working_of(p, other)
        if is_partner(b, other, two, False, True) and is_near(p, grid, ball, two):
            note_meeting(p, calls, y, min(b, other), max(b, other), where)


@compiled
def note_meeting(p, calls, y, i, j, where):
    """Notes two balls that meet and do not touch lastingly."""
    if working_of(p, i)[WAY] >= IN_CROWD and is_together(working_of(p, i), working_of(p, j)):
        return
    t = meeting(p, calls, y, i, j)
    if t < inf and not is_lasting(p, y, i, j):
        add(p, t, i, j, where)


@compiled
def is_together(one, two):
    """Whether two balls are of one crowd, or both at rest."""
    return one[WAY] == two[WAY] and (one[WAY] == AT_REST or one[MARK] == two[MARK])


@compiled
def is_partner(b, other, two, is_own, is_changed):
    """Whether a pair is to be looked at from b: once, from either of them; lone balls leave islands to those."""
    if other == b:
        return False
    if is_changed:
        return other > b or two[CHANGED] == UNCHANGED
    return two[WAY] != IN_ISLAND and two[WAY] != IN_CROWD and (other > b or not is_own)


@compiled
def is_in(ball, i, j, k):
    """Whether a ball that was found in the table stands in this cell."""
    return ball[CELL_AT] == i and ball[CELL_AT + 1] == j and ball[CELL_AT + 2] == k


@compiled
def is_near(p, grid, one, two):
    """Whether two balls were near enough at first to meet within the frame."""
    reach = (2.0*p[LARGEST] + one[STRAY] + two[STRAY])/grid[SHARE]
    square = 0.0
    for i in range(3):
        d = one[AT_FIRST + i] - two[AT_FIRST + i]
        square += d*d
    return square <= reach*reach
