"""One frame of a body with corners on the supports of a world: stretches of motion, rest, and what ends them.

What happens depends on the state and the frame only. Corners that touch are kept with the lasting contacts of the
world's state, the corner in the place of the ball, the pose of rest behind it.
"""

from math import nan

from sandbox.compiling.compiled import compiled, part, room
from sandbox.compiling.entries import mode_function
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.below import foot_below
from sandbox.mechanics.world.corners import layout as of
from sandbox.mechanics.world.corners.advance import advance
from sandbox.mechanics.world.corners.decide import decide, remove_contact
from sandbox.mechanics.world.corners.hit import TOGETHER, hit, jam, look_around
from sandbox.mechanics.world.corners.known import body_of, contact_of, copy, numbers_of, put_corner
from sandbox.mechanics.world.corners.rest import carry_at_rest, come_to_rest
from sandbox.mechanics.world.corners.settle import energy_at, enter, settle
from sandbox.mechanics.world.corners.small_steps import carry_by_steps
from sandbox.mechanics.world.log import log_event
from sandbox.mechanics.world.nearest import least_edge
from sandbox.mechanics.world.supports import block_of, drop_places, keep_places, support_state_at, three

# events of a frame after which small steps carry the body to its end
MOST_EVENTS = 400
# an end of a line this far below a plane is below it [share of the line's half length]
CROSSES = 1e-10


@compiled
def ledger_of(p, y):
    """The ledger of a state."""
    return part(y, int(p[at.LEDGER_AT]))


@compiled
def rest_of(p, y):
    """The pose of rest of a state: it is at its end."""
    return part(y, int(p[at.SIZE]) - of.REST)


@compiled
def load(p, y):
    """Fills state and contacts of the body from the state of the world; returns the body."""
    body = body_of(p)
    copy(y, at.MOVING, part(body, of.STATE))
    body[of.STATE + of.LEDGER] = ledger_of(p, y)[at.LEDGER]
    body[of.FRAME], body[of.COUNT] = y[at.FRAME], 0.0
    for k in range(of.MOST_CONTACTS):
        entry = part(y, int(p[at.LASTING_AT]) + k*at.ENTRY)
        if entry[at.FIRST] < 0.0:
            break
        contact = contact_of(body, k)
        contact[of.CORNER], contact[of.SUPPORT] = entry[at.FIRST], -2.0 - entry[at.OTHER]
        contact[of.DOES] = entry[at.DOES]
        copy(part(entry, at.SLIPS_OFF), 3, part(contact, of.DIRECTION))
        body[of.COUNT] = float(k + 1)
    return body


@compiled
def store(p, body, y):
    """Writes state and contacts of the body to the state of the world."""
    copy(part(body, of.STATE), at.MOVING, y)
    ledger_of(p, y)[at.LEDGER] = body[of.STATE + of.LEDGER]
    y[at.FRAME] = body[of.FRAME]
    y[at.ON], y[at.MODE] = -1.0, at.OPEN
    for k in range(of.MOST_CONTACTS):
        entry = part(y, int(p[at.LASTING_AT]) + k*at.ENTRY)
        for i in range(at.ENTRY):
            entry[i] = 0.0
        entry[at.FIRST] = entry[at.OTHER] = -1.0
        if k < int(body[of.COUNT]):
            contact = contact_of(body, k)
            entry[at.FIRST], entry[at.OTHER] = contact[of.CORNER], -2.0 - contact[of.SUPPORT]
            entry[at.DOES] = contact[of.DOES]
            copy(part(contact, of.DIRECTION), 3, part(entry, at.SLIPS_OFF))
            if y[at.MODE] != at.SLIPS:
                y[at.ON], y[at.MODE] = contact[of.SUPPORT], contact[of.DOES]
    if rest_of(p, y)[of.RESTS_ON] >= 0.0:
        y[at.MODE] = at.RESTS


@compiled
def count_energy_by(p, body, t, s):
    """Counts the energy relative to the support s from now on; the ledger takes the difference."""
    if int(body[of.FRAME]) != s:
        before = energy_at(p, body, t, part(body, of.STATE))
        body[of.FRAME] = float(s)
        enter(p, body, t, part(body, of.STATE), before)


@compiled
def go_on(p, calls, body, y, t):
    """Decides what the corners do from t on; False where no rigid forces can."""
    state = part(body, of.STATE)
    if body[of.COUNT] > 0.0:
        count_energy_by(p, body, t, int(contact_of(body, 0)[of.SUPPORT]))
    settle(p, calls, body, t, state)
    found = decide(p, calls, body, t, state)
    settle(p, calls, body, t, state)
    come_to_rest(p, body, t, state, rest_of(p, y))
    return found


@compiled
def take_small_steps(p, calls, body, y, t, t_end):
    """Carries the body to t_end by small steps, and says so; returns that."""
    log_event(p, t, at.UNDECIDED, 0, -2, 0.0, 0.0)
    carry_by_steps(p, calls, body, t, t_end)
    go_on(p, calls, body, y, t_end)
    return t_end


@compiled
def stop_line(body, t):
    """Stops a line that an edge meets between its ends, in what is to be its state at t: the integrator looks for
    where that begins."""
    body[of.EDGE_AT], body[of.STATE + at.X] = t, nan


@compiled
def happen(p, calls, body, y, t, t_end, kept):
    """Does what has ended a stretch; returns the instant from which the next one begins."""
    what, state, ledger = body[of.EVENT], part(body, of.STATE), ledger_of(p, y)
    if what == of.NOT_FINITE:
        state[at.X] = nan
        return t_end
    if what == of.TOO_MUCH:
        return take_small_steps(p, calls, body, y, t, t_end)
    if what == of.LANDED:
        ledger[at.LOST] += hit(p, calls, body, t, state, kept)
        ledger[at.IMPACTS] += 1.0
    elif what == of.EDGE_PASSED:
        k = int(body[of.EVENT_AT])
        if body[of.CORNERS] == 2.0:
            stop_line(body, t_end)
            return t_end
        log_event(p, t, at.OVER_EDGE, 0, -2 - int(contact_of(body, k)[of.SUPPORT]), 0.0, 0.0)
        remove_contact(body, k)
    if go_on(p, calls, body, y, t):
        return t
    lost = jam(p, calls, body, t, state, kept)
    if lost > 0.0:
        ledger[at.LOST] += lost
        ledger[at.IMPACTS] += 1.0
        if go_on(p, calls, body, y, t):
            return t
    return take_small_steps(p, calls, body, y, t, t_end)


@compiled
def reach_end(p, calls, body, y, t, t_end, kept):
    """Carries the body from t to t_end."""
    now, rest = t, rest_of(p, y)
    for _event in range(MOST_EVENTS):
        if rest[of.RESTS_ON] >= 0.0:
            now = carry_at_rest(p, calls, body, now, t_end, rest)
            if rest[of.RESTS_ON] < 0.0 and not go_on(p, calls, body, y, now):
                now = take_small_steps(p, calls, body, y, now, t_end)
        else:
            now = advance(p, calls, body, now, t_end)
            if body[of.EVENT] != of.DONE:
                now = happen(p, calls, body, y, now, t_end, kept)
        if not now < t_end:
            return
    take_small_steps(p, calls, body, y, now, t_end)


@compiled
def crosses_board(p, calls, body, t, s, ball, moving):
    """Whether the line between both corners goes through the plane s within its edges; ball, moving: room for a state
    of a ball and its rates."""
    block = block_of(p, s)
    if block[at.IS_PLANE] == 0.0 or block[at.HAS_EDGES] == 0.0:
        return False
    place, state = support_state_at(t, block), part(body, of.STATE)
    put_corner(state, state, part(body, of.POINTS), ball, moving)
    one = foot_below(p, calls, s, place, three(ball, at.X), 0.0)
    put_corner(state, state, part(body, of.POINTS + 3), ball, moving)
    two = foot_below(p, calls, s, place, three(ball, at.X), 0.0)
    # what lies on it is below it by rounding
    lower, upper, none = min(one.gap, two.gap), max(one.gap, two.gap), CROSSES*numbers_of(p)[at.RADIUS]
    if not (lower < -none and upper > -none):
        return False
    share = min(max(one.gap/(one.gap - two.gap), 0.0), 1.0)
    x, y = one.x + share*(two.x - one.x), one.y + share*(two.y - one.y)
    return least_edge(calls[at.CALLS_OF_SUPPORT*s + at.CALL_VALUES], (x, y, 0.0), part(block, at.OF_MOTION)) > 0.0


@compiled
def stop_at_edge(p, calls, body, t):
    """Stops a line, a body of two corners, that an edge meets between them: where is not followed."""
    ball, moving = room(at.MOVING), room(at.MOVING)
    for s in range(int(p[at.SUPPORTS]) - 1):
        if crosses_board(p, calls, body, t, s, ball, moving):
            stop_line(body, t)


@mode_function
def step(t, h, y, p, calls, out):
    """One frame, or a part of one, from y to out; the error is that of the parts, each of which watches its own."""
    t_end, kept = t + h, room(of.SIZE)
    copy(y, int(p[at.SIZE]), out)
    keep_places(p, t, t_end)
    p[at.FRAME_BEGAN], p[at.FRAME_ENDS] = t, t_end
    body = load(p, out)
    reach_end(p, calls, body, out, t, t_end, kept)
    if body[of.CORNERS] == 2.0:
        stop_at_edge(p, calls, body, t_end)
    store(p, body, out)
    drop_places(p)
    return 0.0


@mode_function
def reconsider(t, h, y, p, calls, out):
    """Decides anew, from y to out, which corners touch and what they do: at a start, or where a hand takes hold."""
    ball, moving = room(at.MOVING), room(at.MOVING)
    copy(y, int(p[at.SIZE]), out)
    body = load(p, out)
    look_around(p, calls, body, t, part(body, of.STATE), TOGETHER*numbers_of(p)[at.RADIUS], p[at.CAPTURE],
                ball, moving)
    go_on(p, calls, body, out, t)
    store(p, body, out)
    return 0.0
