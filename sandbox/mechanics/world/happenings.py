"""What is going to happen within a frame: noted as it is found, taken in the order of time and balls."""

from math import inf

from sandbox.compiling.compiled import compiled, part
from sandbox.mechanics.world.crossing import meeting
from sandbox.mechanics.world.going import copy
from sandbox.mechanics.world.groups import is_lasting
from sandbox.mechanics.world.neighbours import (
    CELL,
    IS_DEEP,
    LARGEST_STRAY,
    MIDDLE,
    SHARE,
    bucket,
    cell_at,
    cells_of,
    grid_of,
    happenings_of,
    stray_of,
)
from sandbox.mechanics.world.places import (
    AT_FIRST,
    CELLS,
    CHANGED,
    COMING,
    END,
    ENDS,
    HAPPENING,
    LARGEST,
    MOST_HAPPENINGS,
    NEXT,
    NOTHING,
    ONE,
    STAMP,
    STAMP_ONE,
    STAMP_TWO,
    STRAY,
    TWO,
    UNCHANGED,
    WHAT,
    WHEN,
    X,
)
from sandbox.mechanics.world.segment import working_of


@compiled
def counts(p, what):
    """Whether a happening still counts."""
    if working_of(p, int(what[ONE]))[STAMP] != what[STAMP_ONE]:
        return False
    return what[TWO] < 0.0 or working_of(p, int(what[TWO]))[STAMP] == what[STAMP_TWO]


@compiled
def is_earlier(a, b):
    """Order of happenings: by time, then by their balls."""
    if a[WHEN] != b[WHEN]:
        return a[WHEN] < b[WHEN]
    if a[ONE] != b[ONE]:
        return a[ONE] < b[ONE]
    return a[TWO] < b[TWO]


@compiled
def next_happening(p):
    """The number of the earliest happening, -1 for none; what does not count any more is dropped."""
    all_of_them, kept, best = happenings_of(p), 0, -1
    for k in range(int(p[COMING])):
        what = part(all_of_them, k*HAPPENING)
        if not counts(p, what):
            continue
        copy(what, HAPPENING, part(all_of_them, kept*HAPPENING))
        if best < 0 or is_earlier(part(all_of_them, kept*HAPPENING), part(all_of_them, best*HAPPENING)):
            best = kept
        kept += 1
    p[COMING] = float(kept)
    return best


@compiled
def add(p, t, i, j):
    """Notes what is going to happen; where there is no room for more it is left out, and seen in the next frame."""
    k = int(p[COMING])
    if k >= int(p[MOST_HAPPENINGS]):
        return
    what = part(happenings_of(p), k*HAPPENING)
    what[WHEN], what[ONE], what[TWO] = t, float(i), float(j)
    what[STAMP_ONE] = working_of(p, i)[STAMP]
    what[STAMP_TWO] = working_of(p, j)[STAMP] if j >= 0 else 0.0
    p[COMING] = float(k + 1)


@compiled
def add_own(p, b):
    """Notes what ends the segment of the ball b by itself."""
    ball = working_of(p, b)
    if ball[WHAT] != NOTHING:
        add(p, ball[ENDS], b, -1)


@compiled
def add_meetings(p, calls, y, b, is_changed):
    """Notes all balls that the ball b meets: those behind it, or, of one that has changed, all but changed ones before."""
    grid, cells, count = grid_of(p), cells_of(p), int(p[CELLS])
    ball = working_of(p, b)
    reach = 1
    if is_changed:
        ball[STRAY] = max(ball[STRAY], stray_of(ball, grid, part(ball, END + X), p[LARGEST]))
        grid[LARGEST_STRAY] = max(grid[LARGEST_STRAY], ball[STRAY])
        reach = int((2.0*p[LARGEST] + ball[STRAY] + grid[LARGEST_STRAY])/(grid[SHARE]*grid[CELL])) + 1
    size = grid[CELL]
    i, j, k = (cell_at(ball[AT_FIRST], grid[MIDDLE], size), cell_at(ball[AT_FIRST + 1], grid[MIDDLE + 1], size),
               cell_at(ball[AT_FIRST + 2], grid[MIDDLE + 2], size))
    deep = reach if grid[IS_DEEP] != 0.0 else 0
    for di in range(-reach, reach + 1):
        for dj in range(-reach, reach + 1):
            for dk in range(-deep, deep + 1):
                other = int(cells[bucket(i + di, j + dj, k + dk, count)])
                while other >= 0:
                    if is_partner(p, grid, b, other, i + di, j + dj, k + dk, is_changed):
                        t = meeting(p, calls, y, min(b, other), max(b, other))
                        if t < inf and not is_lasting(p, y, b, other):
                            add(p, t, min(b, other), max(b, other))
                    other = int(working_of(p, other)[NEXT])


@compiled
def is_partner(p, grid, b, other, i, j, k, is_changed):    # noqa: PLR0913 - two balls, and a cell
    """Whether a ball that was found in the table stands in this cell, and the pair is to be looked at from b."""
    if other == b or (other < b and not is_changed):
        return False
    one, two = working_of(p, b), working_of(p, other)
    if is_changed and other < b and two[CHANGED] != UNCHANGED:
        return False
    size = grid[CELL]
    return (cell_at(two[AT_FIRST], grid[MIDDLE], size) == i and cell_at(two[AT_FIRST + 1], grid[MIDDLE + 1], size) == j
            and cell_at(two[AT_FIRST + 2], grid[MIDDLE + 2], size) == k and is_near(p, grid, one, two))


@compiled
def is_near(p, grid, one, two):
    """Whether two balls were near enough at first to meet within the frame."""
    reach = (2.0*p[LARGEST] + one[STRAY] + two[STRAY])/grid[SHARE]
    square = 0.0
    for i in range(3):
        d = one[AT_FIRST + i] - two[AT_FIRST + i]
        square += d*d
    return square <= reach*reach
