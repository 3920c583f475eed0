"""One frame of a world: every ball goes on by itself until something happens; what happens first is done first.

A segment of a ball is a stretch of the frame in which nothing happens to it. At the start each group of balls that go
on together begins one that lasts to the end of the frame, or to what ends it by itself: a support is met, an edge is
passed, a contact changes. Pairs of balls that meet on the way are found from the segments' ends. The earliest of all is
taken, in the order of (t, i, j): its balls are brought to that instant, what happens is done, and they begin segments
anew, which may meet others. What does not count any more is known by the stamps of the segments that it was found for.
So nothing depends on the order in which things are found.
"""

from math import inf, nan

from sandbox.compiling.compiled import compiled, part, room
from sandbox.compiling.entries import mode_function
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.burden import MANY, has_stepping, is_burst, is_too_much, note_feeble
from sandbox.mechanics.world.events.advance import begin_segment
from sandbox.mechanics.world.events.divided import begin_all, finish_all, meet_all
from sandbox.mechanics.world.events.events import HEAPED, add_meetings, add_own, take_next
from sandbox.mechanics.world.groups.gathering import gather_changed, gather_near, is_stepped, stand_in_cells
from sandbox.mechanics.world.groups.groups import (
    entry_of,
    gather,
    lasting_count,
    remove_lasting,
    remove_open,
)
from sandbox.mechanics.world.groups.idle import begin_idle, end_free, reset_free
from sandbox.mechanics.world.groups.islands import (
    TOO_MANY,
    copy,
    decide_island,
    decide_lone,
    part_island,
    reconsider_island,
)
from sandbox.mechanics.world.groups.reach import mark_all_reached
from sandbox.mechanics.world.groups.resting import wake
from sandbox.mechanics.world.handover import bring, bring_reaching, hand_over, let_go
from sandbox.mechanics.world.impact.hits import slip_on
from sandbox.mechanics.world.impact.settling import SLIPLESS, STILL
from sandbox.mechanics.world.impact.tightening import tighten
from sandbox.mechanics.world.log import log_event
from sandbox.mechanics.world.meeting import meet_at
from sandbox.mechanics.world.neighbours import fill_cells
from sandbox.mechanics.world.segments.segment import (
    ball_of,
    is_bound,
    mark_level_tables,
    segment_kind_of,
    state_of,
    working_of,
)
from sandbox.mechanics.world.supports import block_of, drop_places, keep_places


@mode_function
def step(t, h, y, p, calls, out):
    """One frame, or a part of one, from y to out; the error is that of the parts, each of which watches its own."""
    n, t_end = int(p[at.BALLS]), t + h
    copy(y, int(p[at.SIZE]), out)
    mark_level_tables(t, h, p)
    keep_places(p, t, t_end)
    p[at.GROUPS] = p[at.COMING] = p[at.COMING_BEHIND] = 0.0
    p[at.FRAME_BEGAN], p[at.FRAME_ENDS] = t, t_end
    for b in range(n):
        ball = working_of(p, b)
        copy(part(out, b*at.STATE + at.X), 3, part(ball, at.AT_FIRST))
        ball[at.STAMP], ball[at.MARK], ball[at.CHANGED], ball[at.REACHES] = 0.0, 0.0, at.UNCHANGED, 0.0
        ball[at.FEEBLE], ball[at.BURDEN], ball[at.LED_TO], ball[at.LED_COUNT] = 0.0, 0.0, float(b), 1.0
    if p[at.FREE_SUPPORTS] > 0.0:
        reset_free(p, out, t)
        mark_all_reached(p, calls, out, t)
    wake(p, calls, out, t, t_end)
    is_placed = False
    for b in range(n):
        if working_of(p, b)[at.MARK] == 0.0 and state_of(out, b)[at.MODE] == at.STEPPED:
            if not is_placed:
                stand_in_cells(p, out, h)
                is_placed = True
            gather_near(p, out, b, h)
    for b in range(n):
        if working_of(p, b)[at.MARK] == 0.0:
            gather(p, out, b)
    begin_all(p, calls, out)
    begin_idle(p, calls, out, t, t_end)
    fill_cells(p, out)
    meet_all(p, calls, out)
    what = room(at.EVENT)
    while take_next(p, what):
        happen(p, calls, out, what, t_end)
    finish_all(p, calls, out)
    for b in range(n):
        copy(part(working_of(p, b), at.END), at.STATE, state_of(out, b))
    end_free(p, out)
    for b in range(n):
        if is_left_by_steps(p, out, b):
            part_island(p, calls, out, b, t_end)
    for b in range(n):
        if was_in_steps(p, b):
            settle_parted(p, calls, out, b, t_end)
    if not has_stepping(p):
        remove_open(p, out)
    let_go(p, calls, out, t_end)
    drop_places(p)
    return 0.0


@compiled
def is_left_by_steps(p, y, b):
    """Whether the ball b is the first of an island that small steps have carried to the end of the frame."""
    ball = working_of(p, b)
    return (ball[at.SEGMENT_KIND] == at.IN_ISLAND and int(ball[at.HEAD_OF]) == b and ball[at.BY_STEPS] > 0.0
            and state_of(y, b)[at.MODE] != at.RESTS)


@compiled
def was_in_steps(p, b):
    """Whether small steps have carried an island with the ball b to the end of its segment."""
    ball = working_of(p, b)
    return ball[at.SEGMENT_KIND] == at.IN_ISLAND and working_of(p, int(ball[at.HEAD_OF]))[at.BY_STEPS] > 0.0


@compiled
def happen(p, calls, y, what, t_end):
    """Does what is going to happen next, and begins the segments that follow."""
    t, i, j = what[at.WHEN], int(what[at.ONE]), int(what[at.TWO])
    is_many = is_too_much(p, y, i) or (j >= 0 and is_too_much(p, y, j)) or is_burst(p, i, j)
    is_lost = False
    changed = bring(p, calls, y, i, t, -1)
    if j >= 0:
        changed = bring(p, calls, y, j, t, changed)
    if is_many and working_of(p, i)[at.WHAT] != at.LOST_NUMBERS:
        changed = hand_over(p, calls, y, changed, t, t_end)
    elif j >= 0:
        note_feeble(p, calls, y, i, j, t)
        changed = meet_at(p, calls, y, i, j, changed, t,
                          working_of(p, i)[at.STAMP] > MANY and working_of(p, j)[at.STAMP] > MANY)
    elif working_of(p, i)[at.WHAT] == at.LANDS:
        changed = meet_at(p, calls, y, i, -2 - int(working_of(p, i)[at.WHAT_OTHER]), changed, t,
                          working_of(p, i)[at.STAMP] > MANY)
    elif working_of(p, i)[at.WHAT] == at.LEAVES_EDGE:
        leave(p, y, i, int(working_of(p, i)[at.WHAT_OTHER]), t)
    elif working_of(p, i)[at.WHAT] == at.TIGHTENS:
        tighten(p, calls, y, i, changed, t)
    elif working_of(p, i)[at.WHAT] == at.LOST_NUMBERS:
        # the integrator ends a run whose numbers are lost
        y[i*at.STATE + at.X], is_lost = nan, True
    if p[at.FREE_SUPPORTS] > 0.0:
        changed = bring_reaching(p, calls, y, changed, t, t_end)
    go_on(p, calls, y, changed, t, t_end)
    if is_lost:
        # nothing else counts: what is not a number would be found lost again and again
        p[at.COMING] = 0.0


@compiled
def leave(p, y, b, s, t):
    """The ball b leaves the support s at an edge; -1 for the one that it is on."""
    state = state_of(y, b)
    log_event(p, t, at.OVER_EDGE, b, -2 - (s if s >= 0 else int(state[at.ON])), 0.0, 0.0)
    if s < 0 or int(state[at.ON]) == s:
        state[at.ON], state[at.MODE] = -1.0, at.OPEN
        return
    for k in range(lasting_count(p, y)):
        entry = entry_of(p, y, k)
        if int(entry[at.FIRST]) == b and int(entry[at.OTHER]) == -2 - s:
            remove_lasting(p, y, k)
            return


@compiled
def gather_at(p, y, b):
    """Links all balls that go on together with the ball b from what has just happened on."""
    if state_of(y, b)[at.MODE] == at.STEPPED:
        gather_changed(p, y)
    else:
        gather(p, y, b)


@compiled
def ledger_level(p, y, b):
    """Takes to the ledger the normal speed of a ball that rolls on a level table from now on: one that counts as none.

    It goes on in closed form (segments/level.py), which knows of no speed across the table; what a ball has of it that
    rolled already is rounding.
    """
    state = state_of(y, b)
    block, up = block_of(p, int(state[at.ON])), 0.0
    for r in range(3):
        up += block[at.NORMAL + r]*state[at.V + r]
    if abs(up) > STILL*p[at.CAPTURE]:
        y[int(p[at.LEDGER_AT]) + at.LEDGER] -= 0.5*ball_of(p, b)[at.MASS]*up*up


@compiled
def has_slip_left(p, calls, y, b, t):
    """Whether the ball b rolls on a support that lets nothing slip, and slips."""
    state = state_of(y, b)
    s = int(state[at.ON])
    if s < 0 or state[at.MODE] != at.ROLLS or block_of(p, s)[at.STATIC] < inf:
        return False
    _u, slip = slip_on(p, calls, y, b, s, t)
    return slip > SLIPLESS*p[at.CAPTURE]


@compiled
def settle_parted(p, calls, y, b, t):
    """Stops the slip of a ball that small steps have left alone: closed forms know of none."""
    if has_slip_left(p, calls, y, b, t):
        gather(p, y, b)
        if not is_bound(p, b):
            decide_lone(p, calls, y, b, t)


@compiled
def go_on(p, calls, y, changed, t, t_end):
    """Begins the next segments of what has changed, and notes what they meet."""
    base = p[at.GROUPS]
    b = changed
    while b >= 0:
        ball = working_of(p, b)
        if ball[at.MARK] <= base:
            gather_at(p, y, b)
            kind = segment_kind_of(p, y, b, is_bound(p, b))
            if kind == at.IN_ISLAND:
                decide_island(p, calls, y, b, t)
            elif kind == at.ROLLS_LEVEL:
                if has_slip_left(p, calls, y, b, t):
                    decide_lone(p, calls, y, b, t)
                else:
                    ledger_level(p, y, b)
        b = int(ball[at.CHANGED])
    base = p[at.GROUPS]
    b = changed
    while b >= 0:
        ball = working_of(p, b)
        if ball[at.MARK] <= base:
            gather_at(p, y, b)
            if segment_kind_of(p, y, b, is_bound(p, b)) == at.ROLLS_LEVEL and has_slip_left(p, calls, y, b, t):
                decide_lone(p, calls, y, b, t)
            begin_segment(p, calls, y, int(ball[at.HEAD_OF]), t, t_end)
        b = int(ball[at.CHANGED])
    begin_idle(p, calls, y, t, t_end)
    b = changed
    while b >= 0:
        ball = working_of(p, b)
        # where there are joints or bodies that are no balls, of which stepped groups know nothing, or too many balls
        # for one (burden.py), small steps carry it to the end of the frame. Whom it meets there has fewer segments, or
        # goes on with it from there, so that a frame comes to its end
        if has_stepping(p) or ball[at.STAMP] < TOO_MANY:
            add_own(p, b, HEAPED)
            add_meetings(p, calls, y, b, True, HEAPED)
        elif lasting_count(p, y) < int(p[at.LASTING]):
            add_meetings(p, calls, y, b, True, HEAPED)
        b = int(ball[at.CHANGED])
    b = changed
    while b >= 0:
        ball = working_of(p, b)
        b = int(ball[at.CHANGED])
        ball[at.CHANGED] = at.UNCHANGED


@mode_function
def reconsider(t, h, y, p, calls, out):
    """Decides anew, from y to out, what contacts do that would have to pull: at a start, or where a hand takes hold."""
    copy(y, int(p[at.SIZE]), out)
    mark_level_tables(t, h, p)
    p[at.GROUPS] = p[at.COMING] = p[at.COMING_BEHIND] = 0.0
    for b in range(int(p[at.BALLS])):
        ball = working_of(p, b)
        ball[at.MARK], ball[at.CHANGED], ball[at.REACHES] = 0.0, at.UNCHANGED, 0.0
    for b in range(int(p[at.BALLS])):
        if working_of(p, b)[at.MARK] == 0.0 and not is_stepped(state_of(out, b)):
            gather(p, out, b)
            if segment_kind_of(p, out, b, is_bound(p, b)) == at.IN_ISLAND:
                reconsider_island(p, calls, out, b, t)
    return 0.0


@mode_function
def settle(t, h, y, p, calls, out):
    """Nothing is left to settle: each part of a frame has done so."""
    return 0.0
