"""The parts of a frame that each ball does for itself, for some of the balls: so that two threads can share them.

What balls that go on together do needs the one room for an island; it is done before or after by one thread. Nothing
here adds up over balls, so that the bits are the same however the balls are divided.
"""

from sandbox.compiling.compiled import call_mode, compiled
from sandbox.compiling.entries import mode_function
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.events.advance import begin_segment, finish
from sandbox.mechanics.world.events.events import (
    FIRST_HALF,
    HEAPED,
    SECOND_HALF,
    add_meetings,
    add_own,
    make_heap,
)
from sandbox.mechanics.world.segments.segment import is_bound, segment_kind_of, working_of

# what is to be done
BEGIN, MEET, FINISH = 0.0, 1.0, 2.0
# balls from which on a second thread is worth waking
FEWEST = 3000


@compiled
def is_shared(way):
    """Whether balls that go on in a way need the one room for an island."""
    return way in (at.IN_ISLAND, at.IN_STEPPING)


@compiled
def do_some(kind, p, calls, y, first, last, where):
    """Does a part of the frame for the lone balls from `first` to `last`."""
    for b in range(first, last):
        ball = working_of(p, b)
        if kind == BEGIN:
            if int(ball[at.HEAD_OF]) == b and not is_shared(segment_kind_of(p, y, b, is_bound(p, b))):
                begin_segment(p, calls, y, b, p[at.FRAME_BEGAN], p[at.FRAME_ENDS])
        elif is_shared(ball[at.SEGMENT_KIND]):
            continue
        elif kind == MEET:
            add_meetings(p, calls, y, b, False, where)
        else:
            finish(p, y, b)


@mode_function
def do_half(kind, half, y, p, calls, out):
    """Does a part of the frame for one half of the balls."""
    n, middle = int(p[at.BALLS]), int(p[at.BALLS])//2
    if half == 0.0:
        do_some(kind, p, calls, y, 0, middle, FIRST_HALF)
    else:
        do_some(kind, p, calls, y, middle, n, SECOND_HALF)
    return 0.0


@compiled
def do_all(kind, p, calls, y):
    """Does a part of the frame for all lone balls, by two threads where there are many."""
    share = calls[at.CALLS_OF_SUPPORT*int(p[at.SUPPORTS]) + at.CALL_SHARE]
    if share == 0 or int(p[at.BALLS]) < FEWEST or p[at.FREE_SUPPORTS] > 0.0:
        do_some(kind, p, calls, y, 0, int(p[at.BALLS]), FIRST_HALF)
    else:
        call_mode(share, kind, 0.0, y, p, calls, y)


@compiled
def begin_all(p, calls, y):
    """Begins the segments of all balls."""
    do_all(BEGIN, p, calls, y)
    for b in range(int(p[at.BALLS])):
        ball = working_of(p, b)
        if int(ball[at.HEAD_OF]) == b and is_shared(segment_kind_of(p, y, b, is_bound(p, b))):
            begin_segment(p, calls, y, b, p[at.FRAME_BEGAN], p[at.FRAME_ENDS])


@compiled
def meet_all(p, calls, y):
    """Notes what ends segments and which balls meet."""
    do_all(MEET, p, calls, y)
    make_heap(p)
    n = int(p[at.BALLS])
    for b in range(n):
        add_own(p, b, HEAPED)
        if is_shared(working_of(p, b)[at.SEGMENT_KIND]):
            working_of(p, b)[at.CHANGED] = -1.0
    for b in range(n):
        if is_shared(working_of(p, b)[at.SEGMENT_KIND]):
            add_meetings(p, calls, y, b, True, HEAPED)
    for b in range(n):
        working_of(p, b)[at.CHANGED] = at.UNCHANGED


@compiled
def finish_all(p, calls, y):
    """Finishes the last segments of all balls."""
    do_all(FINISH, p, calls, y)
    for b in range(int(p[at.BALLS])):
        if is_shared(working_of(p, b)[at.SEGMENT_KIND]):
            finish(p, y, b)
