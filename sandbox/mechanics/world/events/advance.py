"""Segments of balls: begun, run to their ends, and asked where a ball is on the way."""

from math import inf

from sandbox.compiling.compiled import compiled, part, room
from sandbox.compiling.traced import traced, vector_at
from sandbox.mechanics.report import put
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.events.guards import edge_passed, support_met
from sandbox.mechanics.world.groups.gathering import make_stepped
from sandbox.mechanics.world.groups.groups import most_segments
from sandbox.mechanics.world.groups.idle import stop_turned, take_turned
from sandbox.mechanics.world.groups.islands import TOO_MANY, copy, copy_of_island, cut_island, island_at, run_island
from sandbox.mechanics.world.groups.resting import rest_at
from sandbox.mechanics.world.groups.stepping import run_stepping
from sandbox.mechanics.world.instant import support_now
from sandbox.mechanics.world.log import log_event
from sandbox.mechanics.world.neighbours import turning_of
from sandbox.mechanics.world.segments.segment import (
    ball_of,
    is_bound,
    lone_at,
    segment_kind_of,
    state_of,
    turn_lone,
    working_of,
)
from sandbox.mechanics.world.supports import block_of, energy_in, is_free


@compiled
def moved_to(p, calls, y, b, t, out):
    """Fills what moves of the ball b at an instant of its segment; the attitude of a lone one is left as it is."""
    ball = working_of(p, b)
    if t == ball[at.BEGAN]:
        copy(state_of(y, b), at.MOVING, out)
    elif t == ball[at.ENDS]:
        copy(part(ball, at.END), at.MOVING, out)
    elif ball[at.SEGMENT_KIND] == at.IN_ISLAND:
        island_at(p, calls, y, b, t, out)
    elif ball[at.SEGMENT_KIND] == at.IN_STEPPING:
        span = ball[at.ENDS] - ball[at.BEGAN]
        stepped_at(state_of(y, b), part(ball, at.END), span, (t - ball[at.BEGAN])/span, out)
    elif ball[at.SEGMENT_KIND] == at.AT_REST:
        now = room(at.STATE)
        rest_at(p, y, b, ball[at.BEGAN], t, now)
        copy(now, at.MOVING, out)
    else:
        lone_at(p, y, b, int(ball[at.SEGMENT_KIND]), t - ball[at.BEGAN], out)


@compiled
def both_moved_to(p, calls, y, i, j, t, one, two):
    """`moved_to` of two balls; an island that both belong to goes there once."""
    moved_to(p, calls, y, i, t, one)
    first, second = working_of(p, i), working_of(p, j)
    is_between = t != second[at.BEGAN] and t != second[at.ENDS]
    if is_between and second[at.SEGMENT_KIND] == at.IN_ISLAND and first[at.SEGMENT_KIND] == at.IN_ISLAND \
            and first[at.MARK] == second[at.MARK]:
        copy_of_island(p, j, two)
    else:
        moved_to(p, calls, y, j, t, two)


@traced
def stepped_at(before, after, span, share, out):
    """Fills where a ball of a stepped group is at a share of a span: the cubic between its ends."""
    a, b = span*vector_at(before, at.V), span*vector_at(after, at.V)
    chord = vector_at(after, at.X) - vector_at(before, at.X)
    c_2, c_3 = 3.0*chord - 2.0*a - b, a + b - 2.0*chord
    for i in range(at.MOVING):
        out[i] = before[i]
    put(out, at.X, vector_at(before, at.X) + share*(a + share*(c_2 + share*c_3)))
    put(out, at.V, (1.0/span)*(a + share*(2.0*c_2 + (3.0*share)*c_3)))


@compiled
def begin_segment(p, calls, y, first, t, t_end):
    """Begins a segment of the balls that are linked to `first` and takes it to its end, t_end or what comes before."""
    kind = segment_kind_of(p, y, first, is_bound(p, first))
    if kind != at.IN_STEPPING and kind != at.AT_REST and most_segments(p, first) >= TOO_MANY - 1:
        # a lone segment could end by itself once more, too
        kind = at.IN_ISLAND
    burden = float(linked_count(p, first))**3 if kind == at.IN_ISLAND else 0.0
    b = first
    while b >= 0:
        ball = working_of(p, b)
        ball[at.BEGAN], ball[at.ENDS], ball[at.SEGMENT_KIND] = t, t_end, kind
        ball[at.WHAT], ball[at.WHAT_OTHER], ball[at.GAINS] = at.NOTHING, -1.0, 0.0
        ball[at.BY_STEPS] = 0.0
        ball[at.STAMP] += 1.0
        ball[at.BURDEN] += burden
        b = int(ball[at.LINK])
    if kind == at.IN_ISLAND and not run_island(p, calls, y, first, t, t_end):
        if p[at.JOINTS] > 0.0 or p[at.SHAPED] > 0.0:
            # a stepped group knows nothing of joints, nor of bodies that are no balls: what is too large for an island
            # ends the run
            working_of(p, first)[at.WHAT] = at.LOST_NUMBERS
        else:
            make_stepped(p, y, first)
            kind = at.IN_STEPPING
    if kind == at.IN_STEPPING:
        run_stepping(p, calls, y, first, t, t_end)
    elif kind == at.AT_REST:
        rest_at(p, y, first, t, t_end, part(working_of(p, first), at.END))
    elif kind != at.IN_ISLAND:
        run_lone(p, calls, y, first, kind, t, t_end)


@compiled
def run_lone(p, calls, y, b, kind, t, t_end):
    """Takes a lone ball to the end of its segment."""
    ball = working_of(p, b)
    end = part(ball, at.END)
    copy(state_of(y, b), at.STATE, end)
    lone_at(p, y, b, kind, t_end - t, end)
    when, s = support_met(p, calls, y, b, t, t_end)
    edge = edge_passed(p, calls, y, b, kind, t, min(t_end, when))
    if edge < when:
        ball[at.ENDS], ball[at.WHAT] = edge, at.LEAVES_EDGE
    elif when < inf:
        ball[at.ENDS], ball[at.WHAT], ball[at.WHAT_OTHER] = when, at.LANDS, float(s)
    if ball[at.ENDS] < t_end:
        lone_at(p, y, b, kind, ball[at.ENDS] - t, end)


@compiled
def gained_in_flight(p, y, b):
    """What the energy of a flying ball, relative to a support that it was on, gains as that moves unevenly [J]."""
    ball, frame = working_of(p, b), int(state_of(y, b)[at.FRAME])
    if frame == int(p[at.SUPPORTS]) - 1 or block_of(p, frame)[at.IS_LEVEL] != 0.0:
        return 0.0
    before = energy_in(support_now(p, y, frame, ball[at.BEGAN]), state_of(y, b), ball_of(p, b)).total
    return energy_in(support_now(p, y, frame, ball[at.ENDS]), part(ball, at.END), ball_of(p, b)).total - before


@compiled
def finish(p, y, b):
    """Fills the attitude at the end of the segment of a lone ball; ledger what an island has gained."""
    ball = working_of(p, b)
    if ball[at.SEGMENT_KIND] == at.AT_REST:
        return
    if ball[at.SEGMENT_KIND] != at.IN_ISLAND and ball[at.SEGMENT_KIND] != at.IN_STEPPING:
        turn_lone(p, y, b, int(ball[at.SEGMENT_KIND]), ball[at.ENDS] - ball[at.BEGAN], part(ball, at.END))
        if ball[at.SEGMENT_KIND] == at.FLIES:
            y[int(p[at.LEDGER_AT]) + at.LEDGER] += gained_in_flight(p, y, b)
    elif int(ball[at.HEAD_OF]) == b:
        ledger = part(y, int(p[at.LEDGER_AT]))
        ledger[at.LEDGER] += ball[at.GAINS]
        if ball[at.BY_STEPS] > 0.0:
            if ledger[at.MERGED] == 0.0 and ball[at.SEGMENT_KIND] == at.IN_ISLAND:
                log_event(p, ball[at.BEGAN], at.UNDECIDED, b, -1, ball[at.BY_STEPS], 0.0)
            if ball[at.END + at.MODE] == at.RESTS:
                log_event(p, ball[at.ENDS], at.CAME_TO_REST, b, -1, float(linked_count(p, b)), 0.0)
            ledger[at.MERGED] += 1.0


@compiled
def linked_count(p, first):
    """How many balls are linked to `first`, with it."""
    n, b = 0, first
    while b >= 0:
        n += 1
        b = int(working_of(p, b)[at.LINK])
    return n


@compiled
def cut(p, calls, y, first, t):
    """Takes the group that is linked to `first` to an instant of its segment, where the next one begins."""
    ball = working_of(p, first)
    if t == ball[at.BEGAN]:
        take_supports(p, y, ball[at.MARK], True)
        return
    if t != ball[at.ENDS]:
        if ball[at.SEGMENT_KIND] == at.IN_ISLAND:
            cut_island(p, calls, y, first, t)
        elif ball[at.SEGMENT_KIND] == at.IN_STEPPING:
            run_stepping(p, calls, y, first, ball[at.BEGAN], t)
        elif ball[at.SEGMENT_KIND] == at.AT_REST:
            rest_at(p, y, first, ball[at.BEGAN], t, part(ball, at.END))
            ball[at.ENDS] = t
        else:
            lone_at(p, y, first, int(ball[at.SEGMENT_KIND]), t - ball[at.BEGAN], part(ball, at.END))
            ball[at.ENDS] = t
    b = first
    while b >= 0:
        finish(p, y, b)
        b = int(working_of(p, b)[at.LINK])
    b = first
    while b >= 0:
        ball = working_of(p, b)
        copy(part(ball, at.END), at.STATE, state_of(y, b))
        b = int(ball[at.LINK])
    take_supports(p, y, working_of(p, first)[at.MARK], False)


@compiled
def take_supports(p, y, mark, at_once):
    """Ends the segments of the free supports of a group: where they are then, or `at_once`, where they began."""
    if p[at.FREE_SUPPORTS] == 0.0:
        return
    for s in range(int(p[at.SUPPORTS])):
        block = block_of(p, s)
        if is_free(block) and turning_of(p, int(block[at.FREE_INDEX]))[at.TURN_MARK] == mark:
            if at_once:
                stop_turned(p, s)
            else:
                take_turned(p, y, s)
