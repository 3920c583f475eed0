"""Which balls meet, and what ends their segments: noted among what is going to happen.

What is going to happen within a frame: noted as it is found, taken in the order of time and balls.

The room is a heap: no event comes before the one at half of its number. While the frame is looked over for the
first time two threads only note what they find, each in a half of the room; then the heap is made.
"""

from math import inf

from sandbox.compiling.compiled import compiled, part
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.events.crossing import meeting
from sandbox.mechanics.world.groups.groups import is_lasting
from sandbox.mechanics.world.neighbours import (
    CELL,
    FEW,
    IS_DEEP,
    LARGEST_STRAY,
    SHARE,
    bucket,
    cells_of,
    events_of,
    grid_of,
    is_in,
    stray_of,
)
from sandbox.mechanics.world.segments.segment import working_of


@compiled
def add_own(p, b, where):
    """Notes what ends the segment of the ball b by itself."""
    ball = working_of(p, b)
    if ball[at.WHAT] != at.NOTHING:
        add(p, ball[at.ENDS], b, -1, where)


@compiled
def add_meetings(p, calls, y, b, is_changed, where):
    """Notes the balls that the ball b meets: each pair once, of balls that have changed those with any other."""
    grid, cells, count = grid_of(p), cells_of(p), int(p[at.CELLS])
    ball = working_of(p, b)
    reach = 1
    if is_changed:
        ball[at.STRAY] = max(ball[at.STRAY], stray_of(ball, grid, part(ball, at.END + at.X), p[at.LARGEST]))
        grid[LARGEST_STRAY] = max(grid[LARGEST_STRAY], ball[at.STRAY])
        cells_away = (2.0*p[at.LARGEST] + ball[at.STRAY] + grid[LARGEST_STRAY])/(grid[SHARE]*grid[CELL])
        # more cells than balls: one that was thrown far looks at each ball
        if not (2.0*cells_away + 3.0)**2 < p[at.BALLS] + FEW:
            add_meetings_with_all(p, calls, y, b, where)
            return
        reach = int(cells_away) + 1
    i, j, k = int(ball[at.CELL_AT]), int(ball[at.CELL_AT + 1]), int(ball[at.CELL_AT + 2])
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
                    other = int(two[at.NEXT])


@compiled
def add_meetings_with_all(p, calls, y, b, where):
    """`add_meetings` of a ball that has changed, without cells."""
    ball, grid = working_of(p, b), grid_of(p)
    for other in range(int(p[at.BALLS])):
        two = working_of(p, other)
        if is_partner(b, other, two, False, True) and is_near(p, grid, ball, two):
            note_meeting(p, calls, y, min(b, other), max(b, other), where)


@compiled
def note_meeting(p, calls, y, i, j, where):
    """Notes two balls that meet and do not touch lastingly."""
    one, two = working_of(p, i), working_of(p, j)
    # of one stepped group, or both at rest
    if one[at.SEGMENT_KIND] >= at.IN_STEPPING and one[at.SEGMENT_KIND] == two[at.SEGMENT_KIND] \
            and (one[at.SEGMENT_KIND] == at.AT_REST
                 or one[at.MARK] == two[at.MARK]):
        return
    if is_lasting(p, y, i, j):
        return
    t = meeting(p, calls, y, i, j)
    if t < inf:
        add(p, t, i, j, where)


@compiled
def is_partner(b, other, two, is_own, is_changed):
    """Whether a pair is to be looked at from b: once, from either of them; lone balls leave islands to those."""
    if other == b:
        return False
    if is_changed:
        return other > b or two[at.CHANGED] == at.UNCHANGED
    return two[at.SEGMENT_KIND] != at.IN_ISLAND and two[at.SEGMENT_KIND] != at.IN_STEPPING and (other > b or not is_own)


@compiled
def is_near(p, grid, one, two):
    """Whether two balls were near enough at first to meet within the frame."""
    reach = (2.0*p[at.LARGEST] + one[at.STRAY] + two[at.STRAY])/grid[SHARE]
    square = 0.0
    for i in range(3):
        d = one[at.AT_FIRST + i] - two[at.AT_FIRST + i]
        square += d*d
    return square <= reach*reach


# ---- the queue ------------------------------------------------------------------------------------------------------


# where something is noted: in one half of the room, or in the heap
FIRST_HALF, SECOND_HALF, HEAPED = 0, 1, 2


@compiled
def event_at(p, k):
    """The event number k."""
    return part(events_of(p), k*at.EVENT)


@compiled
def add(p, t, i, j, where):
    """Notes what is going to happen.

    Where there is no room for more what does not count any more is taken out. If there is none then it is left out: two
    balls that have met meet again at the start of the next frame.
    """
    half = 1 if where == SECOND_HALF else 0
    k, room = int(p[at.COMING + half]), int(p[at.MOST_EVENTS])//2
    if where == HEAPED and k >= 2*room:
        tidy(p)
        k = int(p[at.COMING])
    if k >= (2*room if where == HEAPED else room):
        return
    what = event_at(p, k + half*room)
    what[at.WHEN], what[at.ONE], what[at.TWO] = t, float(i), float(j)
    what[at.STAMP_ONE] = working_of(p, i)[at.STAMP]
    what[at.STAMP_TWO] = working_of(p, j)[at.STAMP] if j >= 0 else 0.0
    p[at.COMING + half] = float(k + 1)
    if where == HEAPED:
        rise(p, k)


@compiled
def tidy(p):
    """Takes out all events that do not count any more."""
    kept = 0
    for k in range(int(p[at.COMING])):
        what = event_at(p, k)
        if counts(p, what):
            here = event_at(p, kept)
            for i in range(at.EVENT):
                here[i] = what[i]
            kept += 1
    p[at.COMING] = float(kept)
    sink_all(p)


@compiled
def make_heap(p):
    """Makes the heap of what has been noted in both halves."""
    room, count = int(p[at.MOST_EVENTS])//2, int(p[at.COMING])
    for k in range(int(p[at.COMING_BEHIND])):
        here, there = event_at(p, count + k), event_at(p, room + k)
        for i in range(at.EVENT):
            here[i] = there[i]
    p[at.COMING] += p[at.COMING_BEHIND]
    p[at.COMING_BEHIND] = 0.0
    sink_all(p)


@compiled
def sink_all(p):
    """Makes a heap of events in any order."""
    for k in range(int(p[at.COMING])//2 - 1, -1, -1):
        sink(p, k)


@compiled
def is_earlier(a, b):
    """Order of events: by time, then by their balls."""
    if a[at.WHEN] != b[at.WHEN]:
        return a[at.WHEN] < b[at.WHEN]
    if a[at.ONE] != b[at.ONE]:
        return a[at.ONE] < b[at.ONE]
    return a[at.TWO] < b[at.TWO]


@compiled
def swap(a, b):
    """Exchanges two events."""
    for i in range(at.EVENT):
        a[i], b[i] = b[i], a[i]


@compiled
def rise(p, k):
    """Brings the event number k to its place in the heap from below."""
    while k > 0 and is_earlier(event_at(p, k), event_at(p, (k - 1)//2)):
        swap(event_at(p, k), event_at(p, (k - 1)//2))
        k = (k - 1)//2


@compiled
def sink(p, k):
    """Brings the event number k to its place in the heap from above."""
    count = int(p[at.COMING])
    while 2*k + 1 < count:
        below = 2*k + 1
        if below + 1 < count and is_earlier(event_at(p, below + 1), event_at(p, below)):
            below += 1
        if not is_earlier(event_at(p, below), event_at(p, k)):
            return
        swap(event_at(p, below), event_at(p, k))
        k = below


@compiled
def counts(p, what):
    """Whether a event still counts: the segments that it was found for still last."""
    if working_of(p, int(what[at.ONE]))[at.STAMP] != what[at.STAMP_ONE]:
        return False
    return what[at.TWO] < 0.0 or working_of(p, int(what[at.TWO]))[at.STAMP] == what[at.STAMP_TWO]


@compiled
def take_next(p, out):
    """Fills the earliest event that still counts and takes it out; returns whether there is one."""
    return take_next_before(p, inf, out)


@compiled
def take_next_before(p, t, out):
    """`take_next` of what happens at t at the latest."""
    while p[at.COMING] > 0.0 and event_at(p, 0)[at.WHEN] <= t:
        first, last = event_at(p, 0), event_at(p, int(p[at.COMING]) - 1)
        for i in range(at.EVENT):
            out[i], first[i] = first[i], last[i]
        p[at.COMING] -= 1.0
        sink(p, 0)
        if counts(p, out):
            return True
    return False


@compiled
def put_back(p, what):
    """Notes an event again that has been taken out."""
    k = int(p[at.COMING])
    event = event_at(p, k)
    for i in range(at.EVENT):
        event[i] = what[i]
    p[at.COMING] = float(k + 1)
    rise(p, k)
