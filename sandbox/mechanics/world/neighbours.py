"""Which balls may meet within a frame: cells of a uniform grid, found by a hash.

All balls of a stepped group may move fast together: on a table of 30 m at 100 m/s. So the displacement of each in the
frame is compared with a common motion s = s_0 + B (x - x_m), fitted to all of them, and what it strays from that
decides how far neighbours are looked for. Two balls that meet were at first no further apart than

    (D + r_i + r_j)/(1 - |B|),      D the sum of the radii, r their strays.
"""

from math import floor

from sandbox.compiling.compiled import compiled, part, room
from sandbox.compiling.places import Places
from sandbox.mechanics.impact.algebra import put_inverse
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.segments.segment import state_of, working_of

# what is known of the grid, behind the table of cells
_grid = Places()
MIDDLE = _grid.take(3)          # x_m [m]
COMMON = _grid.take(3)          # s_0 [m]
SLOPE = _grid.take(9)           # B, row by row
SHARE = _grid.take()            # 1 - |B|
LARGEST_STRAY = _grid.take()    # [m]
CELL = _grid.take()             # size of a cell [m]
IS_DEEP = _grid.take()          # 1.0 where there is more than one layer of cells
FASTEST = _grid.take()          # largest speed of a ball against the mean of all [m/s]
GRID = _grid.size

# bends of a path within a frame, and rounding: share of a ball's radius added to its stray
SLACK = 0.05
# |B| from which on the common motion is no help
STEEPEST = 0.25
# cells that are looked at in any case, however few balls there are
FEW = 100.0


@compiled
def events_of(p):
    """What is going to happen, one after the other."""
    return part(p, int(p[at.SCRATCH_AT]) + int(p[at.BALLS])*at.WORKING)


@compiled
def cells_of(p):
    """The table of cells: the first ball of each, -1 for none."""
    return part(p, int(p[at.SCRATCH_AT]) + int(p[at.BALLS])*at.WORKING + int(p[at.MOST_EVENTS])*at.EVENT)


@compiled
def grid_of(p):
    """What is known of the grid."""
    return part(cells_of(p), int(p[at.CELLS]))


@compiled
def turning_of(p, f):
    """What is known of the free support number f while a frame is made."""
    return part(grid_of(p), GRID + f*at.FREE_WORKING)


@compiled
def island_of(p):
    """Room for an island."""
    return part(grid_of(p), GRID + int(p[at.FREE_SUPPORTS])*at.FREE_WORKING)


@compiled
def fit_common_motion(p, y, grid):
    """Fills the common motion of all balls from START in y to the ends of their segments; least squares."""
    n = int(p[at.BALLS])
    for i in range(GRID):
        grid[i] = 0.0
    for b in range(n):
        ball = working_of(p, b)
        for i in range(3):
            grid[MIDDLE + i] += ball[at.AT_FIRST + i]/n
            grid[COMMON + i] += (ball[at.END + at.X + i] - ball[at.AT_FIRST + i])/n
    spread, moved, inverse = room(9), room(9), room(9)
    for i in range(9):
        spread[i] = moved[i] = 0.0
    for b in range(n):
        ball = working_of(p, b)
        for i in range(3):
            s = ball[at.END + at.X + i] - ball[at.AT_FIRST + i] - grid[COMMON + i]
            d = ball[at.AT_FIRST + i] - grid[MIDDLE + i]
            for j in range(3):
                e = ball[at.AT_FIRST + j] - grid[MIDDLE + j]
                spread[3*i + j] += d*e
                moved[3*i + j] += s*e
    trace = spread[0] + spread[4] + spread[8]
    grid[SHARE] = 1.0
    if not trace > 0.0:
        return
    for i in range(3):
        spread[4*i] += 1e-9*trace
    put_inverse(spread, inverse)
    square = 0.0
    for i in range(3):
        for j in range(3):
            for k in range(3):
                grid[SLOPE + 3*i + j] += moved[3*i + k]*inverse[3*k + j]
            square += grid[SLOPE + 3*i + j]*grid[SLOPE + 3*i + j]
    if not square < STEEPEST*STEEPEST:
        for i in range(9):
            grid[SLOPE + i] = 0.0
        square = 0.0
    grid[SHARE] = 1.0 - square**0.5


@compiled
def stray_of(ball, grid, start, radius):
    """How far the place `at` of a ball strays from the common motion since the frame began [m]."""
    square = 0.0
    for i in range(3):
        s = start[i] - ball[at.AT_FIRST + i] - grid[COMMON + i]
        for j in range(3):
            s -= grid[SLOPE + 3*i + j]*(ball[at.AT_FIRST + j] - grid[MIDDLE + j])
        square += s*s
    return square**0.5 + SLACK*radius


@compiled
def cell_at(place, middle, size):
    """Index of a cell along one axis."""
    return int(floor((place - middle)/size))


@compiled
def bucket(i, j, k, count):
    """Where the cell i, j, k stands in the table; count is a power of 2."""
    return ((i*73856093) ^ (j*19349663) ^ (k*83492791)) & (count - 1)


@compiled
def fill_cells(p, y):
    """Puts all balls into cells as they were at first; what moves has been advanced to the ends of its segments."""
    grid, n = grid_of(p), int(p[at.BALLS])
    fit_common_motion(p, y, grid)
    farthest = 0.0
    for b in range(n):
        ball = working_of(p, b)
        ball[at.STRAY] = stray_of(ball, grid, part(ball, at.END + at.X), p[at.LARGEST])
        farthest = max(farthest, ball[at.STRAY])
    grid[LARGEST_STRAY] = farthest
    put_in_cells(p, y, 2.0*(p[at.LARGEST] + farthest)/grid[SHARE])


@compiled
def put_in_cells(p, y, size):
    """Puts all balls into cells of a size, as they are in y."""
    grid, cells, n, count = grid_of(p), cells_of(p), int(p[at.BALLS]), int(p[at.CELLS])
    grid[CELL] = size
    low = high = 0
    for i in range(count):
        cells[i] = -1.0
    for b in range(n - 1, -1, -1):
        ball, state = working_of(p, b), state_of(y, b)
        i, j, k = (cell_at(state[at.X], grid[MIDDLE], size), cell_at(state[at.X + 1], grid[MIDDLE + 1], size),
                   cell_at(state[at.X + 2], grid[MIDDLE + 2], size))
        ball[at.CELL_AT], ball[at.CELL_AT + 1], ball[at.CELL_AT + 2] = float(i), float(j), float(k)
        low, high = min(low, k), max(high, k)
        place = bucket(i, j, k, count)
        ball[at.NEXT], cells[place] = cells[place], float(b)
    # a single layer lies on one side of the middle or astride it
    grid[IS_DEEP] = 1.0 if high > low else 0.0


@compiled
def put_in_cells_at(p, y, size):
    """`put_in_cells` where nothing is known yet of how balls move within the frame: about the origin."""
    grid = grid_of(p)
    for i in range(3):
        grid[MIDDLE + i] = 0.0
    put_in_cells(p, y, size)


@compiled
def is_in(ball, i, j, k):
    """Whether a ball that was found in the table stands in this cell."""
    return ball[at.CELL_AT] == i and ball[at.CELL_AT + 1] == j and ball[at.CELL_AT + 2] == k


@compiled
def cells_away(p, reach):
    """How many cells away a ball may be that is within a reach; -1 where there are fewer balls than such cells."""
    grid = grid_of(p)
    away = reach/grid[CELL]
    side = 2.0*away + 3.0
    if not side*side*(side if grid[IS_DEEP] != 0.0 else 1.0) < p[at.BALLS] + FEW:
        return -1
    return int(away) + 1
