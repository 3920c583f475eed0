"""An island goes on to an instant, or to its own next event: sub-steps, guards, events located on partial re-steps.

What happens depends on the state and the two instants only: each call begins with the whole span as its step, halves
it while the embedded error is above the tolerance and doubles it again where it is far below. Towards the end of a
slip the steps shrink with what is left of it, so that no stage sees friction reversed; the slip counts as ended at
CAPTURED of a typical speed, which leaves 1e-10 s of it or so.
"""

from math import inf

from sandbox.compiling.compiled import compiled, part, room
from sandbox.integration.settings import TOLERANCE
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.island import layout as here
from sandbox.mechanics.world.island.decide import decide, find_holds, has_fault
from sandbox.mechanics.world.island.fallback import STEPS, carry_by_steps
from sandbox.mechanics.world.island.feet import put_feet, take_feet
from sandbox.mechanics.world.island.free import energy_of
from sandbox.mechanics.world.island.known import (
    array_of,
    ball_numbers,
    contact_of,
    dot,
    first_ball,
    gravity_size,
    prepare,
    touch_of,
    turn_supports,
)
from sandbox.mechanics.world.island.rates import (
    CAPTURED,
    UNDECIDED,
    fill_acceleration,
    fill_rates,
    slip_speed,
    speed_scale,
    tangent_part,
    turned_since,
    turns_at,
    weight_of_all,
)
from sandbox.mechanics.world.island.resistance import (
    NO_TURN,
    TURN_CAPTURED,
    largest_arm,
    off_course,
    turn_along,
    turning_size,
)
from sandbox.mechanics.world.island.rest import carry_at_rest, come_to_rest
from sandbox.mechanics.world.island.rows import NO_SLIP, WIDER, turns_round
from sandbox.mechanics.world.island.settle import settle, settle_booked
from sandbox.mechanics.world.island.step import (
    LEAST_GRAVITY,
    broken_guard,
    deepest_dip,
    fill_guards,
    fill_turning_rate,
    fill_weights,
    guard_count,
    name_event,
    state_size,
    step,
)
from sandbox.mechanics.world.island.sweeps import fill_own
from sandbox.mechanics.world.supports import three

# sub-steps are span/2^level at least; after so MANY with an error above the tolerance ENOUGH is the finest
FINEST, MANY, ENOUGH = 16, 100, 10
# with an error above this at the finest step forces grow beyond all bounds: bodies jam as they slip; what steps with an
# error above the tolerance may leave unbooked, over m g a, before small steps, which book all, carry the island on
LOST = 1e-10
# a trial this much better than the tolerance allows the doubled step
COARSEN = 1.0/600.0
# what halving a step of the eighth order divides its error by
HALVED = 256.0
# share of what is left of a slip that a step may take
SHARE_OF_SLIP = 0.7
# steps are stable up to so many relaxation times of a slip's direction
STABLE = 4.0
# a turn creeps that is so SLOWLY, against what its step allows, that its direction follows where it is pushed to, and
# grows so GENTLY, against what resists it; it is off that direction by this share of sqrt(g a) at most
SLOWLY, GENTLY, ON_COURSE = 0.02/STABLE, 0.05, 1e-10
# a slip that after ENDURED steps of a call needs 1/LONG more to its end, and fades slower than by the share LITTLE of
# what friction could do, creeps: so many small steps carry it there
ENDURED, LONG, LITTLE, CREEPING_STEPS = 128, 1.0/160.0, 0.1, 32
# one that grows by more than this share of what friction could do, and with the square of time, needs 1/(2 GROWING)
# steps at most until it has a size
GROWING = 1.0/400.0
# while a slip goes where it is pushed to, steps are so short that this share of g is wrong with its acceleration if
# its direction turns evenly: it is found from differences of the second order; turns are slow below [1/s^3]
STEADY, SLOW = 1e-10, 1.0
# steps of one call, beyond which time stepping takes over, and trials of one location: a slip from rest whose direction
# turns takes more than a thousand short ones
MOST_STEPS, MOST_TRIALS = 8000, 120
# after so many steps each it is asked whether they grow or shrink, by this factor at least: those of a slip that begins
# grow, those of one that ends shrink, those of one that is kept where it is by the rest of the island never would
ASKED, GROWS = 64, 1.01
# relative width at which an instant is known
KNOWN = 2.5e-16


@compiled
def copy(source, count, out):
    """out[:count] = source[:count]."""
    for i in range(count):
        out[i] = source[i]


@compiled
def is_finite(y, size):
    """Whether all numbers are."""
    total = 0.0
    for i in range(size):
        total += y[i] - y[i]
    # a difference with itself is 0 for every number, nan for inf and nan
    return total == 0.0


@compiled
def trial(p, calls, island, t, h):
    """One settled step of size h from the state at t into NEW, its derivative and its guards.

    returns (guard that is broken or -1, error); the guard is -2 where numbers got lost, -3 where no forces were found
    """
    y, new, rates = array_of(island, here.STATE), array_of(island, here.NEW), array_of(island, here.END_RATES)
    error = step(p, calls, island, t, h, y, new)
    if error == inf:
        return -3, inf
    if not error < inf or not is_finite(new, state_size(island)):
        return -2, inf
    settle(p, calls, island, t + h, new, rates)
    solved = fill_rates(p, calls, island, t + h, new, rates)
    fill_guards(p, calls, island, t + h, new, part(island, here.GUARDS_NEW))
    if not is_finite(rates, state_size(island)):
        return -2, inf
    if not solved:
        return -3, inf
    return broken_guard(island, part(island, here.GUARDS_NEW)), error


@compiled
def halvings(p, error):
    """How often a step is halved at once whose error is above the tolerance: each halving divides it by HALVED.

    Among balls one at a time: few of their steps are refused.
    """
    count, left = 1, error/HALVED
    while p[at.SHAPED] != 0.0 and TOLERANCE < left < inf:
        count, left = count + 1, left/HALVED
    return count


@compiled
def locate(p, calls, island, t, h, guard):
    """Steps to the instant at which a guard breaks, given that one does within h: the first instant beyond it.

    Illinois' variant of the secant rule on partial re-steps, bisection where a value is useless. NEW and what belongs
    to it are those of the instant.  returns (partial step [s], guard)
    """
    before, after = part(island, here.GUARDS), part(island, here.GUARDS_NEW)
    low, high, found = 0.0, h, guard
    at_low, at_high = before[guard], after[guard]
    kept = 0
    at_hand = high
    for _ in range(MOST_TRIALS):
        if high - low <= KNOWN*(abs(t) + h):
            break
        middle = 0.5*(low + high)
        if at_low > 0.0 and at_high <= 0.0 and at_low < inf:
            secant = low + (high - low)*at_low/(at_low - at_high)
            if low < secant < high:
                middle = secant
        broken, _error = trial(p, calls, island, t, middle)
        at_hand = middle
        if broken == -1:
            low, at_low = middle, after[found]
            at_high = 0.5*at_high if kept == 1 else at_high
            kept = 1
        elif broken == found:
            high, at_high = middle, after[found]
            at_low = 0.5*at_low if kept == -1 else at_low
            kept = -1
        else:
            # another guard breaks earlier, or numbers are lost: bisection from here
            high, kept, at_low, at_high = middle, 0, -1.0, 1.0
            if broken >= 0:
                found = broken
                at_low, at_high = before[found] if low == 0.0 else -1.0, after[found]
    if at_hand != high:
        broken, _error = trial(p, calls, island, t, high)
        found = broken if broken >= 0 else found
    return high, found


@compiled
def note_beginning(contact, touch, t, had_begun):
    """Notes that a contact begins to slip, and in which direction it is pushed at t, if its body is no ball."""
    turns, span = 0.0, 0.0
    if had_begun != 0.0:
        turns, span = turns_at(contact, touch, t), t - contact[here.BEGUN_AT]
        contact[here.BEGUN_MEAN] = turned_since(contact, touch)/span if span > 0.0 else turns
    contact[here.BEGUN_TURNS], contact[here.BEGUN_SPAN] = turns, span
    contact[here.BEGINS_TO_SLIP], contact[here.BEGUN_AT] = touch[here.ARMED], t
    for r in range(3):
        contact[here.BEGUN + r] = contact[here.DIRECTION + r]


@compiled
def look_at_slips(p, island, t, block, rate, short):
    """The contact whose slip has come to its end, or -1; how long a step slips allow [s], inf for any; whether a body
    that is no ball creeps, by a slip that goes on but allows steps shorter than `short` [s] only.

    That is a share of what is left of a slip that fades, and what is stable: the direction of a slip turns back to
    where it is pushed to at the rate mu N k/|slip|, k the motion across by a unit force. One that begins keeps the
    direction that it begins in until it has one of its own. The present direction is noted.
    """
    least, longest, creeps = CAPTURED*speed_scale(p, island), inf, False
    scale = speed_scale(p, island)
    backwards = -UNDECIDED*max(gravity_size(p), LEAST_GRAVITY)
    for k in range(int(island[here.NC])):
        contact, touch = contact_of(island, k), touch_of(island, k)
        if contact[here.DOES] != at.SLIPS or touch[here.SLIP_MU] == 0.0:
            continue
        speed, undirected = slip_speed(touch), NO_SLIP*scale
        begins, had_begun = undirected*WIDER if touch[here.ARMED] != 0.0 else undirected, contact[here.BEGINS_TO_SLIP]
        contact[here.BEGINS_TO_SLIP] = 0.0
        fill_acceleration(p, island, k, block, rate)
        if speed <= least:
            # a slip that has just begun grows
            along = (rate[0]*contact[here.DIRECTION] + rate[1]*contact[here.DIRECTION + 1]
                     + rate[2]*contact[here.DIRECTION + 2])
            if not along > backwards:
                return k, 0.0, False
            if along > 0.0 and speed < 0.5*begins:
                longest = min(longest, (begins - speed)/along)
                note_beginning(contact, touch, t, had_begun)
                continue
            if along > 0.0 and turns_round(contact, touch, speed, undirected):
                longest = min(longest, (undirected + speed)/along)
                continue
        if not speed > 0.0:
            continue
        slip = tangent_part(touch, three(touch, here.SLIP))
        if speed > undirected and not (had_begun != 0.0 and speed < 0.9*begins):
            for r in range(3):
                contact[here.DIRECTION + r] = slip[r]/speed
        # d|U_t|/dt
        fade = (slip[0]*rate[0] + slip[1]*rate[1] + slip[2]*rate[2])/speed
        if fade < 0.0:
            longest = min(longest, -SHARE_OF_SLIP*speed/fade)
        fill_own(p, island, k)
        grip = touch[here.SLIP_MU]*touch[here.ALONG]*dot(contact, here.FORCE, touch, here.NORMAL)
        stable = STABLE*speed/grip if grip > 0.0 else inf
        turns = turns_at(contact, touch, t) if had_begun != 0.0 else 0.0
        steady = (STEADY*gravity_size(p)/(speed*(abs(turns)**3 + SLOW)))**0.5
        if least < speed < 0.9*begins and fade > -LITTLE*grip and stable < steady:
            longest = min(longest, steady, (begins - speed)/max(fade, LEAST_GRAVITY))
            note_beginning(contact, touch, t, had_begun)
        else:
            longest = min(longest, stable)
            creeps = creeps or (touch[here.ARMED] != 0.0 and stable < short
                                and -LITTLE*grip < fade < GROWING*grip)
    return -1, longest, creeps


@compiled
def look_at_turns(p, calls, island, t, longest, left, rate):
    """As `look_at_slips` of what resistance holds back, with `left` [s] to go: the contact whose turning has come to
    its end, or -1; and the least of `longest` and how long a step such turns allow. Finds out what creeps."""
    scale = speed_scale(p, island)
    backwards, most = -UNDECIDED*max(gravity_size(p), LEAST_GRAVITY), min(longest, left)
    for k in range(int(island[here.NC])):
        contact, touch = contact_of(island, k), touch_of(island, k)
        if contact[here.DOES] == at.OPEN or contact[here.HOLDS] > 0.0 or not largest_arm(touch) > 0.0:
            continue
        ball = ball_numbers(p, island, first_ball(contact))
        a, begins = ball[at.RADIUS], NO_TURN*scale
        speed = a*turning_size(touch)
        if speed > begins and touch[here.CREEPS] == 0.0:
            for r in range(3):
                contact[here.TURNS_OFF + r] = a*touch[here.TURNING + r]/speed
        fill_turning_rate(p, island, k, rate)
        along = a*turn_along(touch, three(contact, here.TURNS_OFF), three(rate, 0))
        if speed <= TURN_CAPTURED*scale and not along > backwards:
            return k, 0.0
        if along < 0.0:
            longest = min(longest, -SHARE_OF_SLIP*speed/along)
        # the direction of a turn goes back to where it is pushed to
        grip = a*largest_arm(touch)*dot(contact, here.FORCE, touch, here.NORMAL)/ball[at.INERTIA]
        if not grip > 0.0:
            continue
        is_slow = speed < SLOWLY*grip*most and 0.0 < along < GENTLY*grip
        if (is_slow or touch[here.CREEPS] != 0.0) and goes_where_pushed(p, calls, island, t, k, is_slow):
            continue
        if speed < 0.5*begins:
            # what does not move at all may be kept where it is by others
            longest = min(longest, (begins - speed)/along) if along > 0.0 else longest
        else:
            longest = min(longest, STABLE*speed/grip)
    return -1, longest


@compiled
def look_at_ends(p, calls, island, t, left, block, rate):
    """Looks at slips and turns with `left` [s] to go; returns what has ended (DONE for nothing), how long a step they
    allow [s], and whether one creeps so slowly that small steps are to carry it."""
    ended, longest, creeps = look_at_slips(p, island, t, block, rate, LONG*left)
    kind = here.SLIP_ENDED
    if ended < 0:
        ended, longest = look_at_turns(p, calls, island, t, longest, left, rate)
        kind = here.TURN_ENDED
    if ended < 0:
        return here.DONE, longest, creeps
    island[here.EVENT_AT], island[here.EVENT_OTHER] = ended, contact_of(island, ended)[here.OTHER]
    return kind, longest, creeps


@compiled
def goes_where_pushed(p, calls, island, t, k, is_slow):
    """Whether a slow turn of the contact k goes where it is pushed to; it creeps then, and forces are those of that."""
    contact, touch = contact_of(island, k), touch_of(island, k)
    if is_slow:
        touch[here.CREEPS], island[here.CREEPING] = 1.0, 1.0
        fill_rates(p, calls, island, t, array_of(island, here.STATE), part(island, here.SLOPES))
        a = ball_numbers(p, island, first_ball(contact))[at.RADIUS]
        if a*off_course(contact, touch, turning_size(touch)) <= ON_COURSE*speed_scale(p, island):
            return True
    touch[here.CREEPS] = 0.0
    fill_rates(p, calls, island, t, array_of(island, here.STATE), part(island, here.SLOPES))
    return False


@compiled
def end(p, island, t, kind):
    """Notes the event and the time reached; the free supports are turned as the state has them. Returns the kind."""
    turn_supports(p, island, t, array_of(island, here.STATE))
    island[here.REACHED], island[here.EVENT] = t, kind
    return kind


@compiled
def accept(island, size):
    """Makes the new state the present one, its derivative and guards those at the start of the next step."""
    copy(array_of(island, here.NEW), size, array_of(island, here.STATE))
    copy(array_of(island, here.END_RATES), size, part(island, here.SLOPES))


@compiled
def finds_forces(p, calls, island, t):
    """Whether forces are found for the modes of the start, decided anew where they have a fault.

    Where there are none time stepping carries the island, which is noted in STEPPED.
    """
    y, rates = array_of(island, here.STATE), part(island, here.SLOPES)
    if island[here.STEPPED] == 0.0:
        find_holds(p, calls, island, t)
        settle_booked(p, calls, island, t, y, rates)
    if island[here.STEPPED] == 0.0 and not fill_rates(p, calls, island, t, y, rates):
        island[here.STEPPED] = 1.0
    elif island[here.STEPPED] == 0.0 and has_fault(p, island):
        # modes of before an impact, or none were found: who asks decides anew, or time stepping carries it
        decide(p, calls, island, t)
        return island[here.STEPPED] != 0.0
    return True


# a normal force that is located jumps down by more than so many times what it was, or all weight, at a pole
POLE = 10.0


@compiled
def runs_away(p, island, guard):
    """Whether what is located is no zero of a normal force but a pole: friction that presses more the more it is
    pressed jams the island, which small steps carry on."""
    if guard >= here.GUARDS_EACH*int(island[here.NC]) or guard % here.GUARDS_EACH != here.NORMAL_GUARD \
            or contact_of(island, guard//here.GUARDS_EACH)[here.DOES] == at.OPEN:
        return False
    return -island[here.GUARDS_NEW + guard] > POLE*max(island[here.GUARDS + guard], weight_of_all(p, island))


@compiled
def look_between(p, calls, island, t, h, guard):
    """Looks for a guard that breaks within a step although it holds at both ends.  returns (step up to it, guard)"""
    dip = deepest_dip(island) if guard == -1 else 0.0
    if dip > 0.0:
        broken, _error = trial(p, calls, island, t, dip*h)
        if broken >= 0:
            return dip*h, broken
        trial(p, calls, island, t, h)
    return h, guard


@compiled
def owes(p, island, booked):
    """Whether the energy of NEW, less its ledger, has left `booked` [J] by more than LOST of m g a.

    Where balls jam as they slip, or a slip is so small that its direction turns within the finest step, the embedded
    error of a step that is accepted in spite of it says little; its energy says what it is worth. The supports are
    placed as at its end.
    """
    last, new = state_size(island) - 1, array_of(island, here.NEW)
    return abs(energy_of(p, island, new) - new[last] - booked)*array_of(island, here.WEIGHT)[last] > LOST


@compiled
def advance_on_feet(p, calls, island, t, t_end):
    """As `advance_island`, where a body lies on a flat face."""
    if come_to_rest(p, calls, island, t) and carry_at_rest(p, calls, island, t, t_end):
        return end(p, island, t_end, here.DONE)
    kind, now = carry_by_steps(p, calls, island, t, t_end, STEPS)
    return end(p, island, now, kind)


@compiled
def advance_by_modes(p, calls, island, t, t_end):
    """As `advance_island`, where no body lies on a flat face; the supports and laws are known."""
    size = state_size(island)
    y, guards = array_of(island, here.STATE), part(island, here.GUARDS)
    if come_to_rest(p, calls, island, t) and carry_at_rest(p, calls, island, t, t_end):
        return end(p, island, t_end, here.DONE)
    if not finds_forces(p, calls, island, t):
        return end(p, island, t, here.CONE)
    if island[here.STEPPED] != 0.0:
        kind, now = carry_by_steps(p, calls, island, t, t_end, STEPS)
        return end(p, island, now, kind)
    fill_guards(p, calls, island, t, y, guards)
    block, rate = room(9), room(3)
    now, level, forced, before, steps, booked = t, 0, 0, 0.0, STEPS, energy_of(p, island, y) - y[size - 1]
    for count in range(MOST_STEPS):
        if not now < t_end:
            return end(p, island, t_end, here.DONE)
        kind, longest, creeps = look_at_ends(p, calls, island, now, t_end - now, block, rate)
        if kind != here.DONE:
            return end(p, island, now, kind)
        if creeps and count >= ENDURED:
            steps = CREEPING_STEPS
            break
        span = min((t_end - t)/float(1 << level), longest)
        if count % ASKED == ASKED - 1:
            if before/GROWS <= span <= before*GROWS and t_end - now > MOST_STEPS*span:
                break
            before = span
        is_last = now + span >= t_end - 1e-3*span
        if is_last:
            span = t_end - now
        fill_weights(p, island, y)
        guard, error = trial(p, calls, island, now, span)
        deepest = FINEST if forced < MANY else ENOUGH
        if not error <= TOLERANCE and level < deepest:
            level = min(deepest, level + halvings(p, error))
            fill_rates(p, calls, island, now, y, part(island, here.SLOPES))     # the start has to be known again
            continue
        if guard == -2:
            return end(p, island, now, here.NOT_FINITE)
        if guard == -3 or (error > LOST and p[at.SHAPED] != 0.0):
            break
        span, guard = look_between(p, calls, island, now, span, guard)
        if guard >= 0:
            span, guard = locate(p, calls, island, now, span, guard)
        if (guard >= 0 and runs_away(p, island, guard)) or (not error <= TOLERANCE and owes(p, island, booked)):
            break
        if guard >= 0:
            accept(island, size)
            return end(p, island, now + span, name_event(island, guard))
        now = t_end if is_last else now + span
        accept(island, size)
        copy(part(island, here.GUARDS_NEW), guard_count(island), guards)
        forced += 1 if not error <= TOLERANCE else 0
        if level > 0 and (error < COARSEN*TOLERANCE or level > deepest):
            level -= 1
    kind, now = carry_by_steps(p, calls, island, now, t_end, steps)
    if steps == CREEPING_STEPS:
        island[here.MERGED] = here.CREPT
    return end(p, island, now, kind)


@compiled
def advance_island(p, calls, island, t, t_end):
    """Advances the island in place from t to t_end, or to its own first event; returns its kind (layout.py).

    REACHED, EVENT, EVENT_AT and EVENT_OTHER of the island say the rest. After an event the state is the first beyond
    it: the normal force that is lost, the cone that is left, the gap that is closed are so by rounding.
    """
    if not prepare(p, island):
        return end(p, island, t, here.STUCK)
    count = put_feet(p, calls, island, t)
    if count < 0:
        return advance_by_modes(p, calls, island, t, t_end)
    kind = advance_on_feet(p, calls, island, t, t_end)
    take_feet(island, count)
    return kind
