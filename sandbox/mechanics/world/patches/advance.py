"""A pile goes on to an instant, or to the first event on the way: sub-steps of the 8th order, guards, events located on
partial re-steps. As corners/advance.py, of all bodies that do not rest together.
"""

from math import inf

from sandbox.compiling.compiled import compiled, part
from sandbox.integration.settings import TOLERANCE
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.corners import layout as of
from sandbox.mechanics.world.corners.advance import (
    BACKWARDS,
    COARSEN,
    FINEST,
    KNOWN,
    LOST,
    MOST_STEPS,
    MOST_TRIALS,
    NO_GUARD,
    normalise,
)
from sandbox.mechanics.world.corners.forces import NO_SLIP, put_scaled
from sandbox.mechanics.world.corners.known import copy, gravity_scale, put_direction, tangent_of, tangent_size
from sandbox.mechanics.world.island import layout as here
from sandbox.mechanics.world.island.known import dot
from sandbox.mechanics.world.island.step import LAST, LOOKS, NODES, WEIGHTS, error_of, put_scale, take_stage
from sandbox.mechanics.world.patches import layout as pl
from sandbox.mechanics.world.patches.decide import does_as_decided
from sandbox.mechanics.world.patches.features import look_around
from sandbox.mechanics.world.patches.forces import fill_rates, slip_along
from sandbox.mechanics.world.patches.islands import end_of_island
from sandbox.mechanics.world.patches.known import (
    array_of,
    body_of,
    contact_of,
    numbers_of,
    size_of,
    speed_scale,
    touch_of,
)
from sandbox.mechanics.world.patches.sweeps import begin, fill_left

# overlap against the size of the smallest body with which a landing is located; share of a step within which other
# events are
TOUCHED, SOON = 1e-12, 1e-10
# contacts of all steps tried within a frame, beyond which small steps carry it to its end: many that rattle and slip
# to and fro at once have events without an end
MOST_EFFORT = 1000.0
# of a step whose error is too large
FAILED = -2


@compiled
def fill_weights(p, pile, y):
    """Fills the reciprocals of the scales that errors are measured in."""
    g, weight, energy = gravity_scale(p), array_of(pile, pl.WEIGHT_AT), 0.0
    for b in range(int(p[at.BALLS])):
        own, state, a = part(weight, b*at.MOVING), part(y, b*at.MOVING), numbers_of(p, b)[at.RADIUS]
        put_scale(own, state, at.X, a)
        put_scale(own, state, at.V, (g*a)**0.5)
        put_scale(own, state, at.W, (g/a)**0.5)
        for i in range(4):
            own[at.Q + i] = 1.0
        energy += numbers_of(p, b)[at.MASS]*g*a
    last = int(pile[pl.SIZE]) - 1
    weight[last] = 1.0/(energy + abs(y[last]))


@compiled
def awake_numbers(p, pile):
    """How many numbers of the state change."""
    count = 1.0
    for b in range(int(p[at.BALLS])):
        count += at.MOVING if body_of(pile, b)[pl.ASLEEP] == 0.0 else 0.0
    return count


@compiled
def step(p, calls, pile, t, h):
    """One step of size h from STATE at t, whose derivative is the first of SLOPES; fills NEW.

    returns (embedded error, share of the step at which something was seen inside another, or 0.0)
    """
    y, stage, new = array_of(pile, pl.STATE_AT), array_of(pile, pl.STAGE_AT), array_of(pile, pl.NEW_AT)
    slopes, size = array_of(pile, pl.SLOPES_AT), int(pile[pl.SIZE])
    least, seen = NO_SLIP*speed_scale(p), 0.0
    for s in range(1, here.STAGES):
        take_stage(slopes, WEIGHTS[s], s, size, h, y, stage)
        fill_rates(p, calls, pile, t + NODES[s]*h, stage, least, part(slopes, s*size))
        if s in LOOKS and seen == 0.0 and not look_around(p, calls, pile, t + NODES[s]*h, stage, -inf, 0.0) > 0.0:
            seen = NODES[s]
    take_stage(slopes, LAST, here.STAGES, size, h, y, new)
    for b in range(int(p[at.BALLS])):
        if body_of(pile, b)[pl.ASLEEP] == 0.0:
            normalise(part(new, b*at.MOVING))
    return error_of(slopes, size, awake_numbers(p, pile), h, array_of(pile, pl.WEIGHT_AT)), seen


@compiled
def slip_has_ended(p, pile, k, low, high):
    """Whether the slip of the contact k has turned round, or fades where it is none any more."""
    contact, touch = contact_of(pile, k), touch_of(pile, k)
    if contact[of.DOES] != at.SLIPS or touch[here.SLIP_MU] == 0.0:
        return False
    if slip_along(pile, k) < -BACKWARDS*speed_scale(p):
        return True
    if tangent_size(touch, part(touch, here.SLIP)) > NO_SLIP*speed_scale(p):
        return False
    for l in range(low, high):
        copy(part(contact_of(pile, l), of.FORCE), 3, part(contact_of(pile, l), of.PUSH))
    begin(p, pile, low, high)
    fill_left(pile, k)
    return dot(contact, of.HEADING, contact, of.LEAVES) < 0.0


@compiled
def broken(p, calls, pile, t, y):
    """The event that the state y at t, of which forces are known, is beyond; NO_GUARD for none. LEAST is the least gap.
    """
    total = 0.0
    for i in range(int(pile[pl.SIZE])):
        total += y[i] - y[i]
    if total != 0.0:
        return of.NOT_FINITE
    if not look_around(p, calls, pile, t, y, -inf, 0.0) > 0.0:
        return of.LANDED
    low = 0
    while low < int(pile[pl.ACTIVE]):
        high = end_of_island(pile, low)
        for k in range(low, high):
            pile[pl.EVENT_AT] = float(k)
            if not touch_of(pile, k)[here.EDGE] > 0.0:
                return of.EDGE_PASSED
            if slip_has_ended(p, pile, k, low, high):
                return of.SLIP_ENDED
        low = high
    return NO_GUARD if does_as_decided(p, pile) else of.CHANGED


@compiled
def trial(p, calls, pile, t, h, worst, end_rates):
    """One step of size h into NEW, its derivative into end_rates; worst: error beyond which the step is not made.

    returns (event, NO_GUARD or FAILED, error, what step saw)
    """
    pile[pl.EFFORT] += pile[pl.ACTIVE]
    error, seen = step(p, calls, pile, t, h)
    if worst < inf and not error <= worst:
        return FAILED, error, seen
    new = array_of(pile, pl.NEW_AT)
    fill_rates(p, calls, pile, t + h, new, NO_SLIP*speed_scale(p), end_rates)
    return broken(p, calls, pile, t + h, new), error, seen


@compiled
def locate(p, calls, pile, t, h, event, at_low, error, end_rates):    # noqa: PLR0913 - of a step that is there
    """Steps to the first instant within h beyond which an event is, by Illinois' method where that is a landing, by
    bisection elsewhere.

    at_low   the least gap at t [m];  error  of the step of size h
    returns (partial step [s], event, its error)
    """
    low, high, found, at_high, kept = 0.0, h, event, pile[pl.LEAST], 0
    at_hand, overlap, bottom = high, pile[pl.LEAST], 0.5*TOUCHED*size_of(p)
    for turn in range(MOST_TRIALS):
        if high - low <= (KNOWN*(abs(t) + h) if found == of.LANDED else max(SOON*h, KNOWN*(abs(t) + h))):
            break
        if found == of.LANDED and overlap >= -TOUCHED*size_of(p):
            break
        middle = 0.5*(low + high)
        # what closes at hand will have closed, or has: Newton's step, to half of the overlap that ends it; every fourth
        # trial halves what is left, whatever the gaps look like
        if turn % 4 != 3 and found == of.LANDED and pile[pl.LEAST_RATE] < 0.0:
            newton = at_hand - (pile[pl.LEAST] + bottom)/pile[pl.LEAST_RATE]
            if low < newton < high:
                middle = newton
        elif turn % 4 != 3 and found == of.LANDED and at_low > 0.0 and at_high <= 0.0:
            secant = low + (high - low)*at_low/(at_low - at_high)
            if low < secant < high:
                middle = secant
        if not low < middle < high:
            break
        what, error, _seen = trial(p, calls, pile, t, middle, inf, end_rates)
        at_hand = middle
        if what == NO_GUARD:
            low, at_low = middle, pile[pl.LEAST]
            at_high = 0.5*at_high if kept == 1 else at_high
            kept = 1
        else:
            if what != found:
                at_low, kept = -1.0, 0
            high, found, at_high, overlap = middle, what, pile[pl.LEAST], pile[pl.LEAST]
            at_low = 0.5*at_low if kept == -1 else at_low
            kept = -1
    if at_hand != high:
        what, error, _seen = trial(p, calls, pile, t, high, inf, end_rates)
        found = what if what != NO_GUARD else found
    return high, found, error


@compiled
def note_directions(p, pile):
    """Notes in which direction each contact slips."""
    for k in range(int(pile[pl.ACTIVE])):
        contact, touch = contact_of(pile, k), touch_of(pile, k)
        speed = tangent_size(touch, part(touch, here.SLIP))
        if contact[of.DOES] == at.SLIPS and speed > NO_SLIP*speed_scale(p):
            put_scaled(1.0/speed, tangent_of(touch, part(touch, here.SLIP)), part(contact, of.HEADING))
            put_direction(part(contact, of.HEADING), contact)


@compiled
def advance(p, calls, pile, t, t_end):
    """Advances STATE from t to t_end, or to the first event; EVENT says which. Returns the instant reached."""
    y, new, slopes, size = (array_of(pile, pl.STATE_AT), array_of(pile, pl.NEW_AT), array_of(pile, pl.SLOPES_AT),
                            int(pile[pl.SIZE]))
    end_rates, now, level = array_of(pile, pl.KEPT_AT), t, 0
    pile[pl.HAS_NO_ROWS] = 0.0
    fill_rates(p, calls, pile, t, y, NO_SLIP*speed_scale(p), slopes)
    if pile[pl.HAS_NO_ROWS] != 0.0:
        # the forces of so many are found by sweeps only
        pile[pl.EVENT] = float(of.TOO_MUCH)
        return now
    pile[pl.EVENT] = float(broken(p, calls, pile, t, y))
    if pile[pl.EVENT] != NO_GUARD:
        return now
    for _step in range(MOST_STEPS):
        if not now < t_end:
            break
        if pile[pl.EFFORT] > MOST_EFFORT:
            pile[pl.EVENT] = float(of.TOO_MUCH)
            return now
        gap, span = pile[pl.LEAST], (t_end - t)/float(1 << level)
        is_last = now + span >= t_end - 1e-3*span
        if is_last:
            span = t_end - now
        fill_weights(p, pile, y)
        what, error, seen = trial(p, calls, pile, now, span, TOLERANCE if level < FINEST else inf, end_rates)
        if what == FAILED:
            level += 1
            pile[pl.LEAST] = gap
            continue
        if what == NO_GUARD and not error <= LOST:
            # small steps have an answer where these steps have none
            pile[pl.EVENT] = float(of.TOO_MUCH)
            return now
        if what == NO_GUARD and seen > 0.0:
            what, error, _seen = trial(p, calls, pile, now, seen*span, inf, end_rates)
            if what == NO_GUARD:
                what, error, _seen = trial(p, calls, pile, now, span, inf, end_rates)
            else:
                span *= seen
        if what != NO_GUARD:
            if what != of.NOT_FINITE:
                span, what, error = locate(p, calls, pile, now, span, what, gap, error, end_rates)
                if not error <= LOST:
                    # forces beyond all bounds made what ended the step: small steps go on from before it
                    pile[pl.EVENT] = float(of.TOO_MUCH)
                    return now
            copy(new, size, y)
            pile[pl.EVENT] = float(what)
            return now + span
        now = t_end if is_last else now + span
        copy(new, size, y)
        copy(end_rates, size, slopes)
        note_directions(p, pile)
        if level > 0 and error < COARSEN*TOLERANCE:
            level -= 1
    pile[pl.EVENT] = of.DONE
    return now
