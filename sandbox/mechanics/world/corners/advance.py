"""A body with corners goes on to an instant, or to the first event on the way: sub-steps of the 8th order, guards,
events located on partial re-steps. As island/advance.py, which says why.
"""

from math import inf

from sandbox.compiling.compiled import compiled, part, room
from sandbox.integration.settings import TOLERANCE
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.corners import layout as of
from sandbox.mechanics.world.corners.decide import does_as_decided
from sandbox.mechanics.world.corners.forces import NO_SLIP, fill_rates, put_scaled, times
from sandbox.mechanics.world.corners.hit import look_around
from sandbox.mechanics.world.corners.known import (
    block_at,
    contact_of,
    copy,
    gravity_scale,
    numbers_of,
    put_direction,
    speed_scale,
    tangent_of,
    tangent_size,
    touch_of,
)
from sandbox.mechanics.world.island import layout as here
from sandbox.mechanics.world.island.known import dot
from sandbox.mechanics.world.island.step import LAST, LOOKS, NODES, WEIGHTS, error_of, put_scale, take_stage

# sub-steps are span/2^level at least: friction turns a slip u that begins at a rate of mu N/(m u), and steps that can't
# follow make energy; a trial this much better than the tolerance allows the doubled step
FINEST, COARSEN = 26, 1.0/600.0
# error of a least step, in the scales of errors, beyond which it is no motion that is known: where friction has turned
# by any angle the velocity is wrong by mu g h at most, 1e-9 sqrt(g a)
LOST = 1e-8
# sub-steps of one call, trials of one location, relative width at which an instant is known
MOST_STEPS, MOST_TRIALS, KNOWN = 20000, 120, 2.5e-16
# slip back along its direction that is more than rounding, as a share of sqrt(g a)
BACKWARDS = 1e-13
# what nothing breaks
NO_GUARD = -1


@compiled
def fill_weights(p, body, y):
    """Fills the reciprocals of the scales that errors are measured in."""
    ball, g, weight = numbers_of(p), gravity_scale(p), part(body, of.WEIGHT)
    a = ball[at.RADIUS]
    put_scale(weight, y, at.X, a)
    put_scale(weight, y, at.V, (g*a)**0.5)
    put_scale(weight, y, at.W, (g/a)**0.5)
    for i in range(4):
        weight[at.Q + i] = 1.0
    weight[of.LEDGER] = 1.0/(ball[at.MASS]*g*a + abs(y[of.LEDGER]))


@compiled
def normalise(y):
    """Makes the quaternion of a state a unit one."""
    square = 0.0
    for i in range(4):
        square += y[at.Q + i]*y[at.Q + i]
    for i in range(4):
        y[at.Q + i] *= 1.5 - 0.5*square


@compiled
def step(p, calls, body, t, h, ball, moving):
    """One step of size h from STATE at t, whose derivative is the first of SLOPES; fills NEW.

    returns (embedded error, share of the step at which a corner was seen below a support, or 0.0)
    """
    y, stage, new, slopes = part(body, of.STATE), part(body, of.STAGE), part(body, of.NEW), part(body, of.SLOPES)
    least, frame, seen = NO_SLIP*speed_scale(p), int(body[of.FRAME]), 0.0
    for s in range(1, here.STAGES):
        take_stage(slopes, WEIGHTS[s], s, of.SIZE, h, y, stage)
        fill_rates(p, calls, body, t + NODES[s]*h, frame, stage, least, part(slopes, s*of.SIZE))
        if s in LOOKS and seen == 0.0 and not look_around(p, calls, body, t + NODES[s]*h, stage, -inf, 0.0,
                                                         ball, moving) > 0.0:
            seen = NODES[s]
    take_stage(slopes, LAST, here.STAGES, of.SIZE, h, y, new)
    normalise(new)
    return error_of(slopes, of.SIZE, float(of.SIZE), h, part(body, of.WEIGHT)), seen


@compiled
def slip_has_ended(p, body, k, moved):
    """Whether the slip of the corner k has turned round, or fades where it is none any more."""
    contact, touch = contact_of(body, k), touch_of(body, k)
    if contact[of.DOES] != at.SLIPS or touch[here.SLIP_MU] == 0.0:
        return False
    along = dot(contact, of.HEADING, touch, here.SLIP)
    if along < -BACKWARDS*speed_scale(p):
        return True
    if tangent_size(touch, part(touch, here.SLIP)) > NO_SLIP*speed_scale(p):
        return False
    rate = dot(contact, of.HEADING, touch, here.BIAS)
    for l in range(int(body[of.COUNT])):
        times(block_at(body, k, l), part(contact_of(body, l), of.FORCE), moved)
        rate += dot(contact, of.HEADING, moved, 0)
    return rate < 0.0


@compiled
def broken(p, calls, body, t, y, ball, moving):
    """The event that the state y at t, of which forces are known, is beyond; NO_GUARD for none. LEAST is the least gap.
    """
    total = 0.0
    for i in range(of.SIZE):
        total += y[i] - y[i]
    if total != 0.0:
        return of.NOT_FINITE
    body[of.LEAST] = look_around(p, calls, body, t, y, -inf, 0.0, ball, moving)
    if not body[of.LEAST] > 0.0:
        return of.LANDED
    for k in range(int(body[of.COUNT])):
        body[of.EVENT_AT] = float(k)
        if not touch_of(body, k)[here.EDGE] > 0.0:
            return of.EDGE_PASSED
        if slip_has_ended(p, body, k, moving):
            return of.SLIP_ENDED
    return NO_GUARD if does_as_decided(p, body, ball, moving) else of.CHANGED


@compiled
def trial(p, calls, body, t, h, end_rates, ball, moving):
    """One step of size h into NEW, its derivative into end_rates.  returns (event or NO_GUARD, error, what step saw)"""
    error, seen = step(p, calls, body, t, h, ball, moving)
    fill_rates(p, calls, body, t + h, int(body[of.FRAME]), part(body, of.NEW), NO_SLIP*speed_scale(p), end_rates)
    return broken(p, calls, body, t + h, part(body, of.NEW), ball, moving), error, seen


@compiled
def locate(p, calls, body, t, h, event, at_low, error, end_rates, ball, moving):    # noqa: PLR0913 - room to work
    """Steps to the first instant within h beyond which an event is, by Illinois' method where that is a landing, by
    bisection elsewhere.

    at_low   the least gap at t [m];  error  of the step of size h
    returns (partial step [s], event, its error)
    """
    low, high, found, at_high, kept = 0.0, h, event, body[of.LEAST], 0
    at_hand = high
    for _trial in range(MOST_TRIALS):
        if high - low <= KNOWN*(abs(t) + h):
            break
        middle = 0.5*(low + high)
        if found == of.LANDED and at_low > 0.0 and at_high <= 0.0:
            secant = low + (high - low)*at_low/(at_low - at_high)
            if low < secant < high:
                middle = secant
        if not low < middle < high:
            break
        what, error, _seen = trial(p, calls, body, t, middle, end_rates, ball, moving)
        at_hand = middle
        if what == NO_GUARD:
            low, at_low = middle, body[of.LEAST]
            at_high = 0.5*at_high if kept == 1 else at_high
            kept = 1
        else:
            if what != found:
                at_low, kept = -1.0, 0
            high, found, at_high = middle, what, body[of.LEAST]
            at_low = 0.5*at_low if kept == -1 else at_low
            kept = -1
    if at_hand != high:
        what, error, _seen = trial(p, calls, body, t, high, end_rates, ball, moving)
        found = what if what != NO_GUARD else found
    return high, found, error


@compiled
def note_directions(p, body):
    """Notes in which direction each corner slips."""
    for k in range(int(body[of.COUNT])):
        contact, touch = contact_of(body, k), touch_of(body, k)
        speed = tangent_size(touch, part(touch, here.SLIP))
        if contact[of.DOES] == at.SLIPS and speed > NO_SLIP*speed_scale(p):
            put_scaled(1.0/speed, tangent_of(touch, part(touch, here.SLIP)), part(contact, of.AIMS))
            put_direction(part(contact, of.AIMS), contact)


@compiled
def advance(p, calls, body, t, t_end):
    """Advances STATE from t to t_end, or to the first event; EVENT says which. Returns the instant reached."""
    ball, moving, end_rates = room(at.MOVING), room(at.MOVING), room(of.SIZE)
    y, new, slopes = part(body, of.STATE), part(body, of.NEW), part(body, of.SLOPES)
    now, level = t, 0
    fill_rates(p, calls, body, t, int(body[of.FRAME]), y, NO_SLIP*speed_scale(p), slopes)
    body[of.EVENT] = float(broken(p, calls, body, t, y, ball, moving))
    if body[of.EVENT] != NO_GUARD:
        return now
    for _step in range(MOST_STEPS):
        if not now < t_end:
            break
        gap, span = body[of.LEAST], (t_end - t)/float(1 << level)
        is_last = now + span >= t_end - 1e-3*span
        if is_last:
            span = t_end - now
        fill_weights(p, body, y)
        what, error, seen = trial(p, calls, body, now, span, end_rates, ball, moving)
        if not error <= TOLERANCE and level < FINEST:
            level += 1
            body[of.LEAST] = gap
            continue
        if what == NO_GUARD and not error <= LOST:
            # small steps have an answer where these steps have none
            body[of.EVENT] = of.TOO_MUCH
            return now
        if what == NO_GUARD and seen > 0.0:
            what, error, _seen = trial(p, calls, body, now, seen*span, end_rates, ball, moving)
            if what == NO_GUARD:
                what, error, _seen = trial(p, calls, body, now, span, end_rates, ball, moving)
            else:
                span *= seen
        if what != NO_GUARD:
            if what != of.NOT_FINITE:
                span, what, error = locate(p, calls, body, now, span, what, gap, error, end_rates, ball, moving)
                if not error <= LOST:
                    # forces beyond all bounds made what ended the step: small steps go on from before it
                    body[of.EVENT] = of.TOO_MUCH
                    return now
            copy(new, of.SIZE, y)
            body[of.EVENT] = float(what)
            return now + span
        now = t_end if is_last else now + span
        copy(new, of.SIZE, y)
        copy(end_rates, of.SIZE, slopes)
        note_directions(p, body)
        if level > 0 and error < COARSEN*TOLERANCE:
            level -= 1
    body[of.EVENT] = of.DONE
    return now
