"""Segments of balls: begun, run to their ends, and asked where a ball is on the way."""

from math import inf

from sandbox.compiling.compiled import compiled, part, room
from sandbox.compiling.traced import traced, vector_at
from sandbox.mechanics.report import put
from sandbox.mechanics.world.groups.crowds import run_crowd
from sandbox.mechanics.world.groups.gathering import make_crowd
from sandbox.mechanics.world.groups.groups import entry_of, lasting_count
from sandbox.mechanics.world.groups.idle import take_turned
from sandbox.mechanics.world.groups.islands import copy, island_at, run_island
from sandbox.mechanics.world.groups.resting import rest_at
from sandbox.mechanics.world.happenings.guards import edge_passed, support_met
from sandbox.mechanics.world.places import (
    AT_REST,
    BEGAN,
    BOOKS_AT,
    BY_STEPS,
    CAME_TO_REST,
    END,
    ENDS,
    FIRST,
    FLIES,
    FRAME,
    GAINS,
    HEAD_OF,
    IN_CROWD,
    IN_ISLAND,
    IS_LEVEL,
    JOINTS,
    LANDS,
    LEAVES_EDGE,
    LEDGER,
    LINK,
    LOST_NUMBERS,
    MARK,
    MERGED,
    MODE,
    MOVING,
    NOTHING,
    ON,
    OTHER,
    RESTS,
    STAMP,
    STATE,
    SUPPORTS,
    UNDECIDED,
    WAY,
    WHAT,
    WHAT_OTHER,
    V,
    X,
)
from sandbox.mechanics.world.present import support_now
from sandbox.mechanics.world.segments.segment import ball_of, is_bound, lone_at, state_of, turn_lone, way_of, working_of
from sandbox.mechanics.world.supports import block_of, energy_in, is_free
from sandbox.mechanics.world.tales import tell


@compiled
def moved_to(p, calls, y, b, t, out):
    """Fills what moves of the ball b at an instant of its segment; the attitude of a lone one is left as it is."""
    ball = working_of(p, b)
    if t == ball[BEGAN]:
        copy(state_of(y, b), MOVING, out)
    elif t == ball[ENDS]:
        copy(part(ball, END), MOVING, out)
    elif ball[WAY] == IN_ISLAND:
        island_at(p, calls, y, b, t, out)
    elif ball[WAY] == IN_CROWD:
        span = ball[ENDS] - ball[BEGAN]
        crowd_at(state_of(y, b), part(ball, END), span, (t - ball[BEGAN])/span, out)
    elif ball[WAY] == AT_REST:
        now = room(STATE)
        rest_at(p, y, b, ball[BEGAN], t, now)
        copy(now, MOVING, out)
    else:
        lone_at(p, y, b, int(ball[WAY]), t - ball[BEGAN], out)


@traced
def crowd_at(before, after, span, share, out):
    """Fills where a ball of a crowd is at a share of a span: the cubic between its ends."""
    a, b = span*vector_at(before, V), span*vector_at(after, V)
    chord = vector_at(after, X) - vector_at(before, X)
    c_2, c_3 = 3.0*chord - 2.0*a - b, a + b - 2.0*chord
    for i in range(MOVING):
        out[i] = before[i]
    put(out, X, vector_at(before, X) + share*(a + share*(c_2 + share*c_3)))
    put(out, V, (1.0/span)*(a + share*(2.0*c_2 + (3.0*share)*c_3)))


@compiled
def begin_segment(p, calls, y, first, t, t_end):
    """Begins a segment of the balls that are linked to `first` and takes it to its end, t_end or what comes before."""
    way = way_of(p, y, first, is_bound(p, first))
    b = first
    while b >= 0:
        ball = working_of(p, b)
        ball[BEGAN], ball[ENDS], ball[WAY] = t, t_end, way
        ball[WHAT], ball[WHAT_OTHER], ball[GAINS] = NOTHING, -1.0, 0.0
        ball[BY_STEPS] = 0.0
        ball[STAMP] += 1.0
        b = int(ball[LINK])
    if way == IN_ISLAND and not run_island(p, calls, y, first, t, t_end):
        if p[JOINTS] > 0.0:
            # a crowd knows nothing of joints: what is too large for an island ends the run
            working_of(p, first)[WHAT] = LOST_NUMBERS
        else:
            make_crowd(p, y, first)
            way = IN_CROWD
    if way == IN_CROWD:
        run_crowd(p, calls, y, first, t, t_end)
    elif way == AT_REST:
        rest_at(p, y, first, t, t_end, part(working_of(p, first), END))
    elif way != IN_ISLAND:
        run_lone(p, calls, y, first, way, t, t_end)


@compiled
def run_lone(p, calls, y, b, way, t, t_end):
    """Takes a lone ball to the end of its segment."""
    ball = working_of(p, b)
    end = part(ball, END)
    copy(state_of(y, b), STATE, end)
    lone_at(p, y, b, way, t_end - t, end)
    when, s = support_met(p, calls, y, b, t, t_end)
    edge = edge_passed(p, calls, y, b, way, t, min(t_end, when))
    if edge < when:
        ball[ENDS], ball[WHAT] = edge, LEAVES_EDGE
    elif when < inf:
        ball[ENDS], ball[WHAT], ball[WHAT_OTHER] = when, LANDS, float(s)
    if ball[ENDS] < t_end:
        lone_at(p, y, b, way, ball[ENDS] - t, end)


@compiled
def gained_in_flight(p, y, b):
    """What the energy of a flying ball, relative to a support that it was on, gains as that moves unevenly [J]."""
    ball, frame = working_of(p, b), int(state_of(y, b)[FRAME])
    if frame == int(p[SUPPORTS]) - 1 or block_of(p, frame)[IS_LEVEL] != 0.0:
        return 0.0
    before = energy_in(support_now(p, y, frame, ball[BEGAN]), state_of(y, b), ball_of(p, b)).total
    return energy_in(support_now(p, y, frame, ball[ENDS]), part(ball, END), ball_of(p, b)).total - before


@compiled
def finish(p, y, b):
    """Fills the attitude at the end of the segment of a lone ball; books what an island has gained."""
    ball = working_of(p, b)
    if ball[WAY] == AT_REST:
        return
    if ball[WAY] != IN_ISLAND and ball[WAY] != IN_CROWD:
        turn_lone(p, y, b, int(ball[WAY]), ball[ENDS] - ball[BEGAN], part(ball, END))
        if ball[WAY] == FLIES:
            y[int(p[BOOKS_AT]) + LEDGER] += gained_in_flight(p, y, b)
    elif int(ball[HEAD_OF]) == b:
        books = part(y, int(p[BOOKS_AT]))
        books[LEDGER] += ball[GAINS]
        if ball[BY_STEPS] > 0.0:
            if books[MERGED] == 0.0 and ball[WAY] == IN_ISLAND:
                tell(p, ball[BEGAN], UNDECIDED, b, -1, 0.0, 0.0)
            if ball[END + MODE] == RESTS:
                tell(p, ball[ENDS], CAME_TO_REST, b, -1, float(linked_count(p, b)), 0.0)
            books[MERGED] += 1.0


@compiled
def linked_count(p, first):
    """How many balls are linked to `first`, with it."""
    n, b = 0, first
    while b >= 0:
        n += 1
        b = int(working_of(p, b)[LINK])
    return n


@compiled
def cut(p, calls, y, first, t):
    """Takes the group that is linked to `first` to an instant of its segment, where the next one begins."""
    ball = working_of(p, first)
    if t == ball[BEGAN]:
        return
    if t != ball[ENDS]:
        if ball[WAY] == IN_ISLAND:
            run_island(p, calls, y, first, ball[BEGAN], t)
        elif ball[WAY] == IN_CROWD:
            run_crowd(p, calls, y, first, ball[BEGAN], t)
        elif ball[WAY] == AT_REST:
            rest_at(p, y, first, ball[BEGAN], t, part(ball, END))
            ball[ENDS] = t
        else:
            lone_at(p, y, first, int(ball[WAY]), t - ball[BEGAN], part(ball, END))
            ball[ENDS] = t
    b = first
    while b >= 0:
        finish(p, y, b)
        b = int(working_of(p, b)[LINK])
    b = first
    while b >= 0:
        ball = working_of(p, b)
        copy(part(ball, END), STATE, state_of(y, b))
        take_floor(p, y, int(state_of(y, b)[ON]))
        b = int(ball[LINK])
    for k in range(lasting_count(p, y)):
        entry = entry_of(p, y, k)
        if entry[OTHER] < 0.0 and working_of(p, int(entry[FIRST]))[MARK] == working_of(p, first)[MARK]:
            take_floor(p, y, -2 - int(entry[OTHER]))


@compiled
def take_floor(p, y, s):
    """Makes the end of the segment of a support that is free its present state."""
    if s >= 0 and is_free(block_of(p, s)):
        take_turned(p, y, s)
