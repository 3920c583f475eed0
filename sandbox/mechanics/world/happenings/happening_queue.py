"""What is going to happen within a frame: noted as it is found, taken in the order of time and balls.

The room is a heap: no happening comes before the one at half of its number. While the frame is looked over for the
first time two threads only note what they find, each in a half of the room; then the heap is made.
"""

from sandbox.compiling.compiled import compiled, part
from sandbox.mechanics.world.neighbours import happenings_of
from sandbox.mechanics.world.places import (
    COMING,
    COMING_BEHIND,
    HAPPENING,
    MOST_HAPPENINGS,
    ONE,
    STAMP,
    STAMP_ONE,
    STAMP_TWO,
    TWO,
    WHEN,
)
from sandbox.mechanics.world.segments.segment import working_of

# where something is noted: in one half of the room, or in the heap
FIRST_HALF, SECOND_HALF, HEAPED = 0, 1, 2


@compiled
def happening(p, k):
    """The happening number k."""
    return part(happenings_of(p), k*HAPPENING)


@compiled
def add(p, t, i, j, where):
    """Notes what is going to happen.

    Where there is no room for more what does not count any more is taken out. If there is none then it is left out: two
    balls that have met meet again at the start of the next frame.
    """
    half = 1 if where == SECOND_HALF else 0
    k, room = int(p[COMING + half]), int(p[MOST_HAPPENINGS])//2
    if where == HEAPED and k >= 2*room:
        tidy(p)
        k = int(p[COMING])
    if k >= (2*room if where == HEAPED else room):
        return
    what = happening(p, k + half*room)
    what[WHEN], what[ONE], what[TWO] = t, float(i), float(j)
    what[STAMP_ONE] = working_of(p, i)[STAMP]
    what[STAMP_TWO] = working_of(p, j)[STAMP] if j >= 0 else 0.0
    p[COMING + half] = float(k + 1)
    if where == HEAPED:
        rise(p, k)


@compiled
def tidy(p):
    """Takes out all happenings that do not count any more."""
    kept = 0
    for k in range(int(p[COMING])):
        what = happening(p, k)
        if counts(p, what):
            here = happening(p, kept)
            for i in range(HAPPENING):
                here[i] = what[i]
            kept += 1
    p[COMING] = float(kept)
    sink_all(p)


@compiled
def make_heap(p):
    """Makes the heap of what has been noted in both halves."""
    room, count = int(p[MOST_HAPPENINGS])//2, int(p[COMING])
    for k in range(int(p[COMING_BEHIND])):
        here, there = happening(p, count + k), happening(p, room + k)
        for i in range(HAPPENING):
            here[i] = there[i]
    p[COMING] += p[COMING_BEHIND]
    p[COMING_BEHIND] = 0.0
    sink_all(p)


@compiled
def sink_all(p):
    """Makes a heap of happenings in any order."""
    for k in range(int(p[COMING])//2 - 1, -1, -1):
        sink(p, k)


@compiled
def is_earlier(a, b):
    """Order of happenings: by time, then by their balls."""
    if a[WHEN] != b[WHEN]:
        return a[WHEN] < b[WHEN]
    if a[ONE] != b[ONE]:
        return a[ONE] < b[ONE]
    return a[TWO] < b[TWO]


@compiled
def swap(a, b):
    """Exchanges two happenings."""
    for i in range(HAPPENING):
        a[i], b[i] = b[i], a[i]


@compiled
def rise(p, k):
    """Brings the happening number k to its place in the heap from below."""
    while k > 0 and is_earlier(happening(p, k), happening(p, (k - 1)//2)):
        swap(happening(p, k), happening(p, (k - 1)//2))
        k = (k - 1)//2


@compiled
def sink(p, k):
    """Brings the happening number k to its place in the heap from above."""
    count = int(p[COMING])
    while 2*k + 1 < count:
        below = 2*k + 1
        if below + 1 < count and is_earlier(happening(p, below + 1), happening(p, below)):
            below += 1
        if not is_earlier(happening(p, below), happening(p, k)):
            return
        swap(happening(p, below), happening(p, k))
        k = below


@compiled
def counts(p, what):
    """Whether a happening still counts: the segments that it was found for still last."""
    if working_of(p, int(what[ONE]))[STAMP] != what[STAMP_ONE]:
        return False
    return what[TWO] < 0.0 or working_of(p, int(what[TWO]))[STAMP] == what[STAMP_TWO]


@compiled
def take_next(p, out):
    """Fills the earliest happening that still counts and takes it out; returns whether there is one."""
    while p[COMING] > 0.0:
        first, last = happening(p, 0), happening(p, int(p[COMING]) - 1)
        for i in range(HAPPENING):
            out[i], first[i] = first[i], last[i]
        p[COMING] -= 1.0
        sink(p, 0)
        if counts(p, out):
            return True
    return False
