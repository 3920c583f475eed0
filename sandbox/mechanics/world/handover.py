"""How balls come to a stepped group within a frame, and leave it at its end."""

from sandbox.compiling.compiled import compiled, room
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.events.advance import cut, moved_to
from sandbox.mechanics.world.groups.gathering import (
    NEAR,
    apart_and_against,
    comes_near,
    is_stepped,
    join,
    share_support,
    size_of,
    stray_in,
)
from sandbox.mechanics.world.groups.groups import (
    add_lasting,
    entry_of,
    gather,
    lasting_count,
    note_changed,
    remove_lasting,
)
from sandbox.mechanics.world.groups.idle import cut_idle
from sandbox.mechanics.world.groups.islands import decide_island
from sandbox.mechanics.world.groups.reach import has_bit, mark_reached, may_come_to_one
from sandbox.mechanics.world.groups.resting import wake_one
from sandbox.mechanics.world.impact.hits import slip_on
from sandbox.mechanics.world.impact.settling import mode_after
from sandbox.mechanics.world.instant import foot_on, support_now
from sandbox.mechanics.world.log import log_event
from sandbox.mechanics.world.neighbours import (
    IS_DEEP,
    bucket,
    cells_of,
    grid_of,
    is_in,
    put_in_cells_at,
    turning_of,
)
from sandbox.mechanics.world.segments.segment import ball_of, state_of, working_of
from sandbox.mechanics.world.supports import block_of, is_free

# gap below which a ball that leaves a stepped group lies on a support, share of its radius
LIES = 1e-6
# normal speed below which it does so, share of sqrt(g a)
SLOWLY = 0.02


@compiled
def bring(p, calls, y, b, t, changed):
    """Brings the ball b, and what goes on together with it, to an instant; returns the chain of what has changed."""
    ball = working_of(p, b)
    if ball[at.CHANGED] != at.UNCHANGED:
        return changed
    head = int(ball[at.HEAD_OF])
    cut(p, calls, y, head, t)
    return note_changed(p, head, changed)


@compiled
def bring_reaching(p, calls, y, changed, t, t_end):
    """Brings to t the free supports that the changed balls may come to, and whatever may come to these.

    They go on together from there. What rests, or goes on by small steps, takes all of it along.
    returns the chain of what has changed
    """
    now, grows, has_grown = room(at.STATE), True, False
    while grows:
        grows, bits = False, 0
        b = changed
        while b >= 0:
            mark_reached(p, calls, y, b, t)
            bits |= int(working_of(p, b)[at.REACHES])
            b = int(working_of(p, b)[at.CHANGED])
        if bits == 0:
            break
        for s in range(int(p[at.SUPPORTS])):
            block = block_of(p, s)
            if is_free(block) and has_bit(bits, int(block[at.FREE_INDEX])):
                changed = bring_support(p, calls, y, s, t, changed)
        for b in range(int(p[at.BALLS])):
            if working_of(p, b)[at.CHANGED] != at.UNCHANGED:
                continue
            moved_to(p, calls, y, b, t, now)
            if may_come_to_one(p, calls, y, b, now, bits, t):
                changed = bring(p, calls, y, b, t, changed)
                grows = has_grown = True
    return hand_over(p, calls, y, changed, t, t_end) if has_grown and is_any_stepped(p, y, changed) else changed


@compiled
def bring_support(p, calls, y, s, t, changed):
    """Brings a free support to an instant, with the group that it goes on with; returns what has changed."""
    now = turning_of(p, int(block_of(p, s)[at.FREE_INDEX]))
    if not now[at.TURN_BEGAN] < now[at.TURN_ENDS]:
        return changed
    if now[at.TURN_MARK] == at.IDLE:
        cut_idle(p, calls, y, s, t)
        return changed
    for b in range(int(p[at.BALLS])):
        if working_of(p, b)[at.MARK] == now[at.TURN_MARK]:
            changed = bring(p, calls, y, b, t, changed)
    return changed


@compiled
def is_any_stepped(p, y, changed):
    """Whether one of the changed balls belongs to a stepped group."""
    b = changed
    while b >= 0:
        if is_stepped(state_of(y, b)):
            return True
        b = int(working_of(p, b)[at.CHANGED])
    return False


@compiled
def take_along(p, y, changed):
    """Makes all changed balls one stepped group."""
    b = changed
    while b >= 0:
        state = state_of(y, b)
        if state[at.MODE] == at.RESTS:
            wake_one(state)
        join(p, y, b)
        working_of(p, b)[at.MARK] = -1.0
        b = int(working_of(p, b)[at.CHANGED])


@compiled
def hand_over(p, calls, y, changed, t, t_end):
    """Makes a stepped group of all changed balls and what comes near them until t_end, and brings it to t.

    returns the chain of what has changed, with all of it
    """
    now, mean, n, grows = room(at.STATE), room(3), int(p[at.BALLS]), True
    # where not every impact is told, neither is every stepped group
    is_first = p[at.LOGS_ALL] != 0.0 or y[int(p[at.LEDGER_AT]) + at.MERGED] == 0.0
    for b in range(n):
        is_first = is_first and state_of(y, b)[at.MODE] != at.STEPPED
    if is_first:
        log_event(p, t, at.STEPPING_BEGAN, changed, -1, 0.0, 0.0)
    while grows:
        take_along(p, y, changed)
        grows, stray = False, stray_in(p, y, changed, at.CHANGED, mean)
        for b in range(n):
            if working_of(p, b)[at.CHANGED] != at.UNCHANGED:
                continue
            if is_close(p, calls, y, b, changed, (t, t_end), stray, now):
                changed = bring(p, calls, y, b, t, changed)
                grows = True
    return changed


@compiled
def is_close(p, calls, y, b, changed, rest, stray, now):
    """Whether the ball b belongs to the stepped group of the changed ones; `now` is room for where it is at the first
    instant.

    rest    (t, t_end), what is left of the frame [s]
    """
    t, t_end = rest
    a, known = ball_of(p, b)[at.RADIUS], False
    c = changed
    while c >= 0:
        other, radius = state_of(y, c), ball_of(p, c)[at.RADIUS]
        if share_support(p, y, b, c):
            return True
        # from where its segment began: far enough away it need not be asked where it is
        far, speed = apart_and_against(state_of(y, b), other)
        if known or far - a - radius < 2.0*(a + radius) + speed*(t_end - working_of(p, b)[at.BEGAN]):
            if not known:
                moved_to(p, calls, y, b, t, now)
                known = True
            if comes_near(p, now, a, other, radius, t_end - t, stray):
                return True
        c = int(working_of(p, c)[at.CHANGED])
    return False


@compiled
def let_go(p, calls, y, t):
    """Lets balls go that are alone in their stepped group: at the end of a frame, at t."""
    is_placed = False
    for b in range(int(p[at.BALLS])):
        if state_of(y, b)[at.MODE] != at.STEPPED:
            continue
        if not is_placed:
            put_in_cells_at(p, y, (2.0 + 2.0*NEAR)*p[at.LARGEST])
            is_placed = True
        if is_alone(p, y, b):
            leave_stepping(p, calls, y, b, t)


@compiled
def is_alone(p, y, b):
    """Whether no other ball is near the ball b; all stand in cells that reach farther than that."""
    ball, grid, cells, count = working_of(p, b), grid_of(p), cells_of(p), int(p[at.CELLS])
    if p[at.FREE_SUPPORTS] > 0.0:
        for c in range(int(p[at.BALLS])):
            if c != b and (is_beside(p, y, b, c) or share_support(p, y, b, c)):
                return False
        return True
    i, j, k = int(ball[at.CELL_AT]), int(ball[at.CELL_AT + 1]), int(ball[at.CELL_AT + 2])
    deep = 1 if grid[IS_DEEP] != 0.0 else 0
    for di in range(-1, 2):
        for dj in range(-1, 2):
            for dk in range(-deep, deep + 1):
                c = int(cells[bucket(i + di, j + dj, k + dk, count)])
                while c >= 0:
                    if c != b and is_in(working_of(p, c), i + di, j + dj, k + dk) and is_beside(p, y, b, c):
                        return False
                    c = int(working_of(p, c)[at.NEXT])
    return True


@compiled
def is_beside(p, y, b, c):
    """Whether two balls are as near as those of a stepped group."""
    a, radius = ball_of(p, b)[at.RADIUS], ball_of(p, c)[at.RADIUS]
    far, _speed = apart_and_against(state_of(y, b), state_of(y, c))
    return far - a - radius < NEAR*min(a, radius)


@compiled
def leave_stepping(p, calls, y, b, t):
    """Makes the ball b one that goes on by itself, unless it is just about to hit a support."""
    state, a, first = state_of(y, b), ball_of(p, b)[at.RADIUS], -1
    slow = SLOWLY*(size_of(p, at.GRAVITY)*a)**0.5
    for s in range(int(p[at.SUPPORTS]) - 1):
        if touches(p, calls, y, b, s, t):
            u, _slip = slip_on(p, calls, y, b, s, t)
            if u < -slow:
                return
    for k in range(lasting_count(p, y) - 1, -1, -1):
        if int(entry_of(p, y, k)[at.FIRST]) == b or int(entry_of(p, y, k)[at.OTHER]) == b:
            remove_lasting(p, y, k)
    state[at.ON], state[at.MODE] = -1.0, at.OPEN
    for i in range(3):
        state[at.BEGINS + i] = 0.0
    for s in range(int(p[at.SUPPORTS]) - 1):
        if not touches(p, calls, y, b, s, t):
            continue
        u, slip = slip_on(p, calls, y, b, s, t)
        if u > slow:
            continue
        does = mode_after(block_of(p, s)[at.STATIC], slip, p[at.CAPTURE])
        if first < 0:
            state[at.ON], state[at.MODE], first = float(s), does, s
        else:
            add_lasting(p, y, b, -2 - s, does)
    if first >= 0:
        gather(p, y, b)
        decide_island(p, calls, y, b, t)


@compiled
def touches(p, calls, y, b, s, t):
    """Whether the ball b lies on the support s."""
    if calls[at.CALLS_OF_SUPPORT*s + at.CALL_SLOPES] == 0:
        return False
    state, a = state_of(y, b), ball_of(p, b)[at.RADIUS]
    foot = foot_on(p, calls, s, support_now(p, y, s, t), state, a)
    return foot.edge > 0.0 and abs(foot.gap) < LIES*a
