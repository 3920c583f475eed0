"""What the contacts of an island do from an instant on: open, roll or slip, as forces and accelerations allow.

Every normal force pushes, friction stays within its cone or opposes the slip, what is open does not close. Where
nothing of that kind is found, as where a ball is jammed, time stepping carries the island.

What is wrong with what contacts of an island do, and what mends it; a force or an acceleration in units of weight.

    rolls or slips, N <= 0                    ->  opens
    rolls, |F| >= mu_s N                      ->  slips, in the direction that the point would be pushed in: -F
    slips from rest against its direction     ->  rolls
    holds, moment at the end of its cone      ->  turns, where it is pushed to: -M
    turns from rest against its direction     ->  holds
    open, gap'' < 0                           ->  rolls, or slips where there is slip

Velocities alone say that a contact with a gap, or that comes apart, is open, one with slip slips, and one whose body
turns does not hold.

Slips that begin: in which direction, where the forces of all contacts change with it.

A slip from rest goes where it is pushed to. Friction opposes it, so that the direction d has to be that of the
acceleration that it has under the friction -mu N d itself: cross(d, U_t'(d)) = 0, d.U_t'(d) > 0 (contact.md 10).

Searches for what the contacts of an island can do without a fault.

The first begins with what contacts do already and mends what is worst, and all that is as bad by symmetry; the second
begins with what sweeps find (sweeps.py).
"""

from math import inf

from sandbox.compiling.compiled import compiled, part, room
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.island import layout as here
from sandbox.mechanics.world.island.fallback import end_sweep
from sandbox.mechanics.world.island.feet import has_feet_across, put_feet, take_feet
from sandbox.mechanics.world.island.known import (
    array_of,
    ball_numbers,
    contact_of,
    dot,
    gravity_size,
    prepare,
    touch_of,
    turn_supports,
)
from sandbox.mechanics.world.island.rates import (
    UNDECIDED,
    UNSOLVED,
    fill_acceleration,
    fill_free_motion,
    fill_rates,
    slips_already,
    solve_forces,
    speed_scale,
    tangent_part,
    turn_beginnings,
    weight_of_all,
)
from sandbox.mechanics.world.island.resistance import (
    TURN_CAPTURED,
    begin_to_turn,
    largest_arm,
    moment_in_hand,
    put_exact,
    stop_turning,
    turn_along,
    turning_size,
)
from sandbox.mechanics.world.island.rest import TOUCHING, come_to_rest
from sandbox.mechanics.world.island.rows import NO_SLIP, set_thrust
from sandbox.mechanics.world.island.settle import settle_booked
from sandbox.mechanics.world.island.step import (
    LEAST_GRAVITY,
    fill_turning_rate,
    friction_of,
    opening,
)
from sandbox.mechanics.world.island.sweeps import INACTIVE, MOST_SWEEPS, SLIPS_ALONG, STICK_OR_SLIP, clear_shift, sweep
from sandbox.mechanics.world.shaped import is_shaped
from sandbox.mechanics.world.supports import three


@compiled
def decide(p, calls, island, t):
    """Decides what the contacts do from t on, fills their forces, and makes the state one that they allow.

    The energy of what is taken from it, slips and normal speeds that count as none, goes to the ledger. STEPPED is 1.0
    where no modes were found: time stepping carries the island then (fallback.py).
    """
    island[here.STEPPED] = 0.0
    if not prepare(p, island):
        island[here.STEPPED] = 1.0
        return
    y, rates = array_of(island, here.STATE), part(island, here.SLOPES)
    count = put_feet(p, calls, island, t)
    if count >= 0:
        # small steps find out what feet do
        fill_free_motion(p, calls, island, t, y, rates)
        by_speed(p, island)
        take_feet(island, count)
        turn_supports(p, island, t, y)
        return
    if come_to_rest(p, calls, island, t):
        return
    fill_free_motion(p, calls, island, t, y, rates)
    by_speed(p, island)
    # what closes still is stopped before forces are asked for; gaps are closed
    settle_booked(p, calls, island, t, y, rates)
    hold_what_stopped(p, island)
    if not (search(p, island, t) or search_by_sweeps(p, island, t)):
        island[here.STEPPED] = 1.0
        turn_supports(p, island, t, y)
        return
    settle_booked(p, calls, island, t, y, rates)
    forces(p, calls, island, t)


@compiled
def forces(p, calls, island, t):
    """Fills the forces of what the contacts do at t."""
    prepare(p, island)
    find_holds(p, calls, island, t)
    count = put_feet(p, calls, island, t)
    if count >= 0:
        fill_free_motion(p, calls, island, t, array_of(island, here.STATE), part(island, here.SLOPES))
        is_found = search_by_sweeps(p, island, t)
        if has_feet_across(island) and (not is_found or pulls(p, island)):
            fill_free_motion(p, calls, island, t, array_of(island, here.STATE), part(island, here.SLOPES))
            forces_by_sweeps(p, island)
        take_feet(island, count)
    else:
        fill_rates(p, calls, island, t, array_of(island, here.STATE), part(island, here.SLOPES))
    turn_supports(p, island, t, array_of(island, here.STATE))


@compiled
def part_what_opened(p, calls, island, t):
    """Finds out by gaps and velocities alone which contacts small steps have left open: nothing is moved or stopped.

    A contact that was kept would close its gap, or stop what comes apart, by pulling. Whether balls slip, and bodies on
    each other, their slip says: a ball that has been parted goes on alone, in a closed form. Of other bodies on
    supports the impulses of the steps have said it (groups/islands.py: write_modes).
    """
    if not prepare(p, island):
        return
    count = put_feet(p, calls, island, t)
    fill_free_motion(p, calls, island, t, array_of(island, here.STATE), part(island, here.SLOPES))
    for k in range(int(island[here.NC])):
        contact = contact_of(island, k)
        by_slip = contact[here.OTHER] >= 0.0 or not is_shaped(ball_numbers(p, island, int(contact[here.FIRST])))
        if is_open_by_speed(p, island, k):
            contact[here.DOES] = at.OPEN
        elif by_slip and contact[here.DOES] != at.OPEN and contact[here.JOINT] == 0.0:
            contact[here.DOES] = at.SLIPS if slips_already(p, island, k) else at.ROLLS
    take_feet(island, count)
    turn_supports(p, island, t, array_of(island, here.STATE))


@compiled
def forces_seen(p, calls, island, t):
    """As `forces`; where one would have to pull small steps carry the island, and what they find is seen: a push."""
    forces(p, calls, island, t)
    if pulls(p, island):
        fill_free_motion(p, calls, island, t, array_of(island, here.STATE), part(island, here.SLOPES))
        forces_by_sweeps(p, island)
        turn_supports(p, island, t, array_of(island, here.STATE))


@compiled
def pulls(p, island):
    """Whether a contact would have to pull, forces as they are known."""
    weight, found = weight_of_all(p, island), 0
    for k in range(int(island[here.NC])):
        contact, touch = contact_of(island, k), touch_of(island, k)
        if touch[here.KEPT] == 0.0 and contact[here.DOES] != at.OPEN:
            found += dot(contact, here.FORCE, touch, here.NORMAL) < -WEIGHTLESS*weight
    return found > 0


# ---- faults ---------------------------------------------------------------------------------------------------------


# a contact that opens faster than this share of sqrt(g a), and than what counts as none after an impact, is open
PARTS = 1e-8
# a gap above this share of the radius is one, also of what touched before: small steps close those of what touches
PARTED = 1e-6
# normal forces below this share of weight are none
WEIGHTLESS = 1e-12
# what there is to do
NONE, OPENS, BEGINS_TO_SLIP, STOPS, CLOSES, TURNS, HOLDS = range(7)


@compiled
def is_open_by_speed(p, island, k):
    """Whether a contact has a gap, or comes apart already."""
    contact, touch = contact_of(island, k), touch_of(island, k)
    if touch[here.KEPT] != 0.0:
        return False
    gap = touch[here.GAP]/ball_numbers(p, island, int(contact[here.FIRST]))[at.RADIUS]
    if gap > (TOUCHING if contact[here.DOES] == at.OPEN else PARTED):
        return True
    return dot(touch, here.NORMAL, touch, here.SLIP) > max(PARTS*speed_scale(p, island), p[at.CAPTURE])


@compiled
def by_speed(p, island):
    """Puts what velocities alone say of what contacts do."""
    for k in range(int(island[here.NC])):
        contact, touch = contact_of(island, k), touch_of(island, k)
        if touch[here.KEPT] != 0.0:
            contact[here.DOES] = at.ROLLS
        elif is_open_by_speed(p, island, k):
            contact[here.DOES] = at.OPEN
        elif contact[here.DOES] != at.OPEN:
            contact[here.DOES] = at.SLIPS if slips_already(p, island, k) else at.ROLLS
        hold_by_speed(p, island, k)


@compiled
def hold_what_stopped(p, island):
    """Lets contacts of bodies that are no balls roll that slipped by no more than what stopped their closing took.

    An impulse along the normal changes their slip, too. Without any slip there is no direction in which friction could
    oppose it.
    """
    for k in range(int(island[here.NC])):
        contact, is_armed = contact_of(island, k), touch_of(island, k)[here.ARMED] != 0.0
        if contact[here.DOES] == at.SLIPS and is_armed and not slips_already(p, island, k):
            contact[here.DOES] = at.ROLLS


@compiled
def hold_by_speed(p, island, k):
    """Puts what velocities alone say of whether a contact holds."""
    contact, touch = contact_of(island, k), touch_of(island, k)
    contact[here.HOLDS] = 0.0
    if not largest_arm(touch) > 0.0:
        return
    if contact[here.DOES] != at.OPEN and not turns_already(p, island, k):
        contact[here.HOLDS] = 1.0
    put_exact(p, island, k)


@compiled
def turns_already(p, island, k):
    """Whether what resistance holds back does turn."""
    a = ball_numbers(p, island, int(contact_of(island, k)[here.FIRST]))[at.RADIUS]
    return a*turning_size(touch_of(island, k)) > 2.0*TURN_CAPTURED*speed_scale(p, island)


@compiled
def find_holds(p, calls, island, t):
    """Finds out which contacts hold and which begin to turn, where that is not yet known; the rest of what they do is.

    Neither is a part of a world's state: what hardly turns holds, unless its moment is too large.
    """
    unknown = 0
    for k in range(int(island[here.NC])):
        contact = contact_of(island, k)
        if contact[here.HOLDS] == here.UNKNOWN:
            contact[here.HOLDS] = 0.0
            unknown += largest_arm(touch_of(island, k)) > 0.0
    if unknown == 0:
        return
    fill_free_motion(p, calls, island, t, array_of(island, here.STATE), part(island, here.SLOPES))
    for k in range(int(island[here.NC])):
        hold_by_speed(p, island, k)
    rate = room(3)
    for _ in range(MOST_ROUNDS):
        if not solve_forces(p, island) < UNSOLVED:
            return
        found = 0
        for k in range(int(island[here.NC])):
            _size, what = turn_fault(p, island, k, rate)
            if what != NONE:
                mend(p, island, k, what)
                found += 1
        if found == 0:
            return


@compiled
def turn_fault(p, island, k, rate):
    """As `fault`, of whether a contact holds."""
    contact, touch = contact_of(island, k), touch_of(island, k)
    if contact[here.DOES] == at.OPEN or not largest_arm(touch) > 0.0:
        return 0.0, NONE
    g, ball = max(gravity_size(p), LEAST_GRAVITY), ball_numbers(p, island, int(contact[here.FIRST]))
    if contact[here.HOLDS] > 0.0:
        left = moment_in_hand(contact, touch)
        return (0.0, NONE) if left > 0.0 else (WEIGHTLESS - left/(ball[at.MASS]*g*ball[at.RADIUS]), TURNS)
    if turns_already(p, island, k):
        return 0.0, NONE
    fill_turning_rate(p, island, k, rate)
    along = ball[at.RADIUS]*turn_along(touch, three(contact, here.TURNS_OFF), three(rate, 0))
    return (-along/g, HOLDS) if along < -UNDECIDED*g else (0.0, NONE)


@compiled
def aim(touch, contact, along):
    """Makes the part of a vector (3,) across the normal the DIRECTION of a slip; returns its length."""
    d = tangent_part(touch, three(along, 0))
    size = (d[0]*d[0] + d[1]*d[1] + d[2]*d[2])**0.5
    for r in range(3):
        contact[here.DIRECTION + r] = d[r]/size if size > 0.0 else 0.0
    return size


@compiled
def fault(p, island, k, block, rate):
    """What is wrong with a contact: (how much, in units of weight or g, what to do)."""
    contact, touch = contact_of(island, k), touch_of(island, k)
    g = max(gravity_size(p), LEAST_GRAVITY)
    if contact[here.DOES] == at.OPEN:
        if is_open_by_speed(p, island, k):
            return 0.0, NONE
        fill_acceleration(p, island, k, block, rate)
        sinking = -opening(touch, rate)/g
        return (sinking, CLOSES) if sinking > UNDECIDED else (0.0, NONE)
    if touch[here.KEPT] != 0.0:
        return 0.0, NONE
    weight = ball_numbers(p, island, int(contact[here.FIRST]))[at.MASS]*g
    N, F = friction_of(three(contact, here.FORCE), three(touch, here.NORMAL))
    if N <= WEIGHTLESS*weight:
        return WEIGHTLESS - N/weight, OPENS
    if contact[here.DOES] == at.ROLLS:
        if touch[here.STATIC_MU] < inf and F >= touch[here.STATIC_MU]*N:
            return (F - touch[here.STATIC_MU]*N)/weight + WEIGHTLESS, BEGINS_TO_SLIP
        return turn_fault(p, island, k, rate)
    if slips_already(p, island, k):
        return turn_fault(p, island, k, rate)
    # a slip that begins: forward, along the acceleration that it has
    fill_acceleration(p, island, k, block, rate)
    along = rate[0]*contact[here.DIRECTION] + rate[1]*contact[here.DIRECTION + 1] + rate[2]*contact[here.DIRECTION + 2]
    return (-along/g, STOPS) if along < -UNDECIDED*g else turn_fault(p, island, k, rate)


@compiled
def has_fault(p, island):
    """Whether something is wrong with what a contact does, forces and slips as they are known."""
    block, rate = room(9), room(3)
    faults = 0
    for k in range(int(island[here.NC])):
        _size, what = fault(p, island, k, block, rate)
        faults += what != NONE
    return faults > 0


@compiled
def mend(p, island, k, what):
    """Does what `fault` says to the contact k."""
    contact, touch = contact_of(island, k), touch_of(island, k)
    if what == OPENS:
        contact[here.DOES], contact[here.HOLDS] = at.OPEN, 0.0
    elif what == STOPS:
        contact[here.DOES] = at.ROLLS
    elif what == CLOSES:
        contact[here.DOES] = at.SLIPS if slips_already(p, island, k) else at.ROLLS
        hold_by_speed(p, island, k)
    elif what == TURNS:
        begin_to_turn(p, island, k)
    elif what == HOLDS:
        stop_turning(p, island, k)
    else:
        contact[here.DOES] = at.SLIPS
        aim(touch, contact, part(contact, here.FORCE))
        for r in range(3):
            contact[here.DIRECTION + r] = -contact[here.DIRECTION + r]


# ---- searches -------------------------------------------------------------------------------------------------------


# forces above this many weights are none, and how long a moment is that they are asked for in then [sqrt(a/g)]
BOUNDLESS, MOMENT = 1e6, 0.02
# rounds of mending at most
MOST_ROUNDS = 24
# faults of this share of the worst are as bad
AS_BAD = 1.0 - 1e-6


@compiled
def give_way(p, island):
    """Lets the contact slip that would need the largest force to roll; False where none may slip.

    A ball that a joint holds cannot always go where a support takes its point: forces that would make it grow without
    bound in the direction in which they hold, and no friction is as large.
    """
    best, largest = -1, 0.0
    for k in range(int(island[here.NC])):
        contact, touch = contact_of(island, k), touch_of(island, k)
        if contact[here.JOINT] != 0.0 or contact[here.DOES] != at.ROLLS or touch[here.KEPT] != 0.0 \
                or touch[here.STATIC_MU] == inf:
            continue
        size = abs(contact[here.FORCE]) + abs(contact[here.FORCE + 1]) + abs(contact[here.FORCE + 2])
        if size > largest:
            best, largest = k, size
    if best < 0:
        return False
    mend(p, island, best, BEGINS_TO_SLIP)
    return True


@compiled
def close_slipping(p, island, k, block, rate):
    """Closes a contact that would have to pull to roll and sinks when it is open: it slips where it is pushed to.

    A ball that a joint holds rolls in few directions only, whatever its support does.
    """
    contact, touch = contact_of(island, k), touch_of(island, k)
    if touch[here.SLIP_MU] == inf or slips_already(p, island, k):
        mend(p, island, k, CLOSES)
        return
    fill_acceleration(p, island, k, block, rate)
    contact[here.DOES] = at.SLIPS
    aim(touch, contact, rate)


@compiled
def search(p, island, t):
    """Looks for modes without a fault, see the head of this file; whether they were found."""
    block, rate = room(9), room(3)
    for k in range(int(island[here.NC])):
        island[here.OPENED + k] = 0.0
    for _ in range(MOST_ROUNDS):
        left = solve_forces(p, island)
        if not left < UNSOLVED:
            if left == inf or island[here.NJ] == 0.0 or not give_way(p, island):
                return False
            continue
        turn_beginnings(p, island, t, False)
        worst = 0.0
        for k in range(int(island[here.NC])):
            size, wrong = fault(p, island, k, block, rate)
            island[here.FAULTS + k], island[here.WRONGS + k] = size, wrong
            if wrong != NONE:
                worst = max(worst, size)
        if worst == 0.0:
            return True
        # what is as bad by symmetry is mended with it
        for k in range(int(island[here.NC])):
            if island[here.WRONGS + k] != NONE and island[here.FAULTS + k] >= AS_BAD*worst:
                wrong = int(island[here.WRONGS + k])
                if wrong == CLOSES and island[here.OPENED + k] != 0.0 and island[here.NJ] > 0.0:
                    close_slipping(p, island, k, block, rate)
                else:
                    mend(p, island, k, wrong)
                    island[here.OPENED + k] = 1.0 if wrong == OPENS else 0.0
    return False


@compiled
def forces_by_sweeps(p, island):
    """Fills the forces that sweeps find (sweeps.py), none of which pulls, and what the contacts do by them."""
    g, weight = max(gravity_size(p), LEAST_GRAVITY), 0.0
    for k in range(int(island[here.NC])):
        contact, touch = contact_of(island, k), touch_of(island, k)
        weight = max(weight, ball_numbers(p, island, int(contact[here.FIRST]))[at.MASS]*g)
        bend = dot(touch, here.NORMAL_RATE, touch, here.SLIP)
        touch[here.APPROACH] = 0.0
        touch[here.ROW_COUNT] = STICK_OR_SLIP
        if is_open_by_speed(p, island, k):
            touch[here.ROW_COUNT] = INACTIVE
        elif slips_already(p, island, k):
            touch[here.ROW_COUNT] = SLIPS_ALONG
            set_thrust(contact, touch, NO_SLIP*speed_scale(p, island))
        for r in range(3):
            touch[here.BASE + r] = touch[here.BIAS + r] + bend*touch[here.NORMAL + r]
            contact[here.FORCE + r] = 0.0
    clear_shift(island)
    sweep(p, island, weight, MOST_SWEEPS)
    if is_bounded(island, weight):
        end_sweep(island, 1.0)
    else:
        forces_of_moment(p, island, weight)


@compiled
def is_bounded(island, weight):
    """Whether no force of a contact is beyond all that is known of forces."""
    for k in range(int(island[here.NC])):
        contact = contact_of(island, k)
        size = abs(contact[here.FORCE]) + abs(contact[here.FORCE + 1]) + abs(contact[here.FORCE + 2])
        if not size < BOUNDLESS*weight:
            return False
    return True


@compiled
def forces_of_moment(p, island, weight):
    """As `forces_by_sweeps` where bodies are jammed as they slip: no forces let them go on so.

    What friction does in a moment, as impulses of a small step, ends slips (fallback.py).
    """
    s = MOMENT*speed_scale(p, island)/max(gravity_size(p), LEAST_GRAVITY)
    for k in range(int(island[here.NC])):
        contact, touch = contact_of(island, k), touch_of(island, k)
        if touch[here.ROW_COUNT] != INACTIVE:
            touch[here.ROW_COUNT] = STICK_OR_SLIP
        for r in range(3):
            touch[here.BASE + r] = touch[here.SLIP + r] + s*touch[here.BASE + r]
            contact[here.FORCE + r] = 0.0
    clear_shift(island)
    sweep(p, island, s*weight, MOST_SWEEPS)
    end_sweep(island, s)


@compiled
def search_by_sweeps(p, island, t):
    """As `search`, beginning with what forces do that sweeps find."""
    forces_by_sweeps(p, island)
    by_speed(p, island)
    return search(p, island, t)
