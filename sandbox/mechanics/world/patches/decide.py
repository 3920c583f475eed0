"""What each contact of an island does next, by the laws of contact, and whether all go on to do what they do.

What slips goes on with that. The others are taken to stick; what would have to pull opens, what has opened and would go
in is closed again. Where friction can't bear that, sweeps over the laws find who slips and who opens. Forces are not
unique, accelerations are: what opens without moving apart touches on. Where friction jams: corners/modes.py.
"""

from math import inf

from sandbox.compiling.compiled import compiled, part, room
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.corners import layout as of
from sandbox.mechanics.world.corners.forces import NO_SLIP, NONE, put_scaled, put_thrust
from sandbox.mechanics.world.corners.known import (
    copy,
    gravity_scale,
    normal_part,
    put_direction,
    tangent_of,
    tangent_size,
)
from sandbox.mechanics.world.corners.modes import SINKS, UNSOLVED
from sandbox.mechanics.world.corners.sweeps import STILL
from sandbox.mechanics.world.island import layout as here
from sandbox.mechanics.world.island.known import dot
from sandbox.mechanics.world.patches import layout as pl
from sandbox.mechanics.world.patches.forces import fill_thrust, solve_rows, want_accelerations
from sandbox.mechanics.world.patches.islands import end_of_island, remove_contact
from sandbox.mechanics.world.patches.known import contact_of, numbers_of, speed_scale, touch_of
from sandbox.mechanics.world.patches.sweeps import MOST_SWEEPS, begin, fill_left, sweep
from sandbox.mechanics.world.patches.touching import fill_contacts
from sandbox.mechanics.world.supports import block_of

# rounds of opening and closing, of slipping and sticking
MOST_ROUNDS, MOST_TURNS = 60, 60
# rounds in which all that has to opens and closes at once
MOST_AT_ONCE = 12
# a pull of this share of the largest normal force is rounding
PULLS = 1e-12
# turns of the directions of a body's first slip, and the share of mu g by which those are held (corners/modes.py)
MOST_GENTLE, STIFF = 200, 2.0
# change of a sweep against the largest force at which what it found is taken
NEAR = 1e-11
# share of friction that is lacking and does not count
ALMOST = 4e-11


@compiled
def bears(pile, k, start):
    """Whether friction can bear the force at `start` of the contact k, where it sticks and is pressed at all."""
    contact, touch = contact_of(pile, k), touch_of(pile, k)
    if contact[of.ROW_COUNT] != 3.0 or contact[of.FRICTION] == inf:
        return True
    held = tangent_size(touch, part(contact, start))
    return contact[of.FRICTION]*normal_part(touch, part(contact, start)) >= held - ALMOST*held


@compiled
def bears_all(pile, low, high, start):
    """Whether each contact's friction can."""
    borne = True
    for k in range(low, high):
        borne = borne and bears(pile, k, start)
    return borne


@compiled
def note_slips(p, pile, low, high):
    """Notes which contacts slip at all, and gives the others the law of static friction."""
    least = NO_SLIP*speed_scale(p)
    for k in range(low, high):
        contact, touch = contact_of(pile, k), touch_of(pile, k)
        speed = tangent_size(touch, part(touch, here.SLIP))
        contact[of.FOUND], contact[of.FRICTION] = at.ROLLS, touch[here.STATIC_MU]
        is_rough = touch[here.STATIC_MU] == inf
        if (speed > 2.0*least and not is_rough) or touch[here.STATIC_MU] == 0.0:
            contact[of.FOUND] = at.SLIPS
            put_scaled(1.0/max(speed, least), tangent_of(touch, part(touch, here.SLIP)), part(contact, of.AIMS))
            put_direction(part(contact, of.AIMS), contact)
            fill_thrust(pile, k, least)


@compiled
def share_that_pushes(pile, low, high):
    """The share of the way from PUSH to TRIED on which nothing pulls, at most 1.0; and the largest normal force there.
    """
    share, weight = 1.0, 0.0
    for k in range(low, high):
        weight = max(weight, abs(normal_part(touch_of(pile, k), part(contact_of(pile, k), pl.TRIED))))
    for k in range(low, high):
        contact, touch = contact_of(pile, k), touch_of(pile, k)
        tried, has = normal_part(touch, part(contact, pl.TRIED)), normal_part(touch, part(contact, of.PUSH))
        if contact[of.ROW_COUNT] != 0.0 and tried < -PULLS*weight:
            share = min(share, max(has, 0.0)/(max(has, 0.0) - tried))
    return share, weight


@compiled
def go_towards(pile, low, high, share, weight):
    """Goes that share of the way from PUSH to TRIED; what would pull beyond, and has no force left, opens."""
    for k in range(low, high):
        contact, touch = contact_of(pile, k), touch_of(pile, k)
        tried, left = normal_part(touch, part(contact, pl.TRIED)), 0.0
        for i in range(3):
            contact[of.PUSH + i] += share*(contact[pl.TRIED + i] - contact[of.PUSH + i])
            left = normal_part(touch, part(contact, of.PUSH))
        if share < 1.0 and contact[of.ROW_COUNT] != 0.0 and tried < -PULLS*weight and left <= PULLS*weight:
            contact[of.ROW_COUNT] = 0.0
            for i in range(3):
                contact[of.PUSH + i] = 0.0


@compiled
def rows_for(contact):
    """Rows of a contact that is pressed, by what it is found to do."""
    return 3.0 if contact[of.FOUND] == at.ROLLS else 1.0


@compiled
def sinks_most(pile, low, high, none):
    """The open contact that goes in fastest with the pushes at hand, -1 for none."""
    worst, which = -none, -1
    for k in range(low, high):
        contact, touch = contact_of(pile, k), touch_of(pile, k)
        fill_left(pile, k)
        sinks = normal_part(touch, part(contact, of.LEAVES)) - contact[of.TARGET]
        if contact[of.ROW_COUNT] == 0.0 and sinks < worst:
            worst, which = sinks, k
    return which


@compiled
def is_alone(pile, low, high):
    """Whether the contacts low to high are those of a single body with supports."""
    alone = True
    for k in range(low, high):
        contact = contact_of(pile, k)
        alone = alone and contact[pl.OTHER] < 0.0 and contact[pl.FIRST] == contact_of(pile, low)[pl.FIRST]
    return alone


@compiled
def is_unsolved(pile, low, high):
    """As corners/modes.py has it, of the forces that were solved last."""
    slips = False
    for k in range(low, high):
        slips = slips or contact_of(pile, k)[of.ROW_COUNT] == 1.0
    return slips and pile[pl.UNSOLVED] > UNSOLVED


@compiled
def leaves_by_itself(p, pile, low, high):
    """Whether all that is pressed slips, and comes apart if nothing presses it; WANTED is that of accelerations."""
    pressed = 0
    for k in range(low, high):
        contact = contact_of(pile, k)
        if contact[of.ROW_COUNT] == 3.0 \
                or not normal_part(touch_of(pile, k), part(contact, of.WANTED)) > NONE*gravity_scale(p):
            return False
        pressed += int(contact[of.ROW_COUNT])
    return pressed > 0


@compiled
def let_go(p, pile, low, high):
    """Takes rows and pushes from the contacts low to high; LEAVES says how they go then."""
    for k in range(low, high):
        contact_of(pile, k)[of.ROW_COUNT] = 0.0
        for i in range(3):
            contact_of(pile, k)[of.PUSH + i] = 0.0
    begin(p, pile, low, high)
    for k in range(low, high):
        fill_left(pile, k)


@compiled
def balance(p, pile, low, high, none):
    """Solves for pushes that press only; ROW_COUNT says what is pressed, LEAVES what they leave. False where no end was
    found. Contacts whose ROW_COUNT is 0 begin open.

    From no force at all the pushes go towards what would hold everything, as far as nothing pulls; what would is
    opened, and of what goes in then the fastest is closed. Without friction the energy of what is left falls with each
    round, so that none is met twice (Lawson and Hanson's least squares with signs).
    """
    for k in range(low, high):
        for i in range(3):
            contact_of(pile, k)[of.PUSH + i] = 0.0
    for _round in range(MOST_ROUNDS):
        pile[pl.ROUNDS] += 1.0
        if not solve_rows(p, pile, low, high, pl.TRIED):
            return False
        share, weight = share_that_pushes(pile, low, high)
        go_towards(pile, low, high, share, weight)
        if share < 1.0:
            continue
        begin(p, pile, low, high)
        which = sinks_most(pile, low, high, none)
        if which < 0:
            return not (is_alone(pile, low, high) and is_unsolved(pile, low, high))
        contact_of(pile, which)[of.ROW_COUNT] = rows_for(contact_of(pile, which))
    return False


@compiled
def balance_at_once(p, pile, low, high, none):
    """As `balance`, in a few rounds for any number of contacts: all that pulls opens, all that goes in is closed, at
    once (block principal pivoting).

    False where it comes to no end within MOST_AT_ONCE rounds: nothing falls from round to round, so that it may go
    round in a circle. Only without friction, where the motion does not depend on the way that it was found.
    """
    for _round in range(MOST_AT_ONCE):
        pile[pl.ROUNDS] += 1.0
        if not solve_rows(p, pile, low, high, of.PUSH):
            return False
        begin(p, pile, low, high)
        weight, changed = 0.0, False
        for k in range(low, high):
            weight = max(weight, abs(normal_part(touch_of(pile, k), part(contact_of(pile, k), of.PUSH))))
        for k in range(low, high):
            contact, touch = contact_of(pile, k), touch_of(pile, k)
            fill_left(pile, k)
            if contact[of.ROW_COUNT] == 0.0:
                if normal_part(touch, part(contact, of.LEAVES)) - contact[of.TARGET] < -none:
                    contact[of.ROW_COUNT], changed = 1.0, True
            elif normal_part(touch, part(contact, of.PUSH)) < -PULLS*weight:
                contact[of.ROW_COUNT], changed = 0.0, True
        if not changed:
            return True
    return False


@compiled
def begin_to_slip(pile, low, high):
    """Lets slip what friction can't hold, where it has been held against; whether there is any."""
    found = False
    for k in range(low, high):
        contact, touch = contact_of(pile, k), touch_of(pile, k)
        if contact[of.ROW_COUNT] != 3.0 or bears(pile, k, of.PUSH):
            continue
        held = tangent_size(touch, part(contact, of.PUSH))
        put_scaled(-1.0/held, tangent_of(touch, part(contact, of.PUSH)), part(contact, of.AIMS))
        contact[of.FOUND], contact[pl.GOES], contact[of.ROW_COUNT], found = at.SLIPS, 1.0, 1.0, True
        copy(part(contact, of.AIMS), 3, part(contact, of.THRUST))
        put_thrust(touch, part(contact, of.THRUST), touch[here.SLIP_MU], contact)
    return found


@compiled
def join_slips(pile, low, high):
    """Lets what is open slip once it is pressed, where another point of the same two bodies begins to: a face slips as
    one, and a single point of it that stuck would hold it, pulled this way and that."""
    for k in range(low, high):
        contact, touch = contact_of(pile, k), touch_of(pile, k)
        if contact[of.ROW_COUNT] != 0.0 or contact[of.FOUND] != at.ROLLS or touch[here.SLIP_MU] == inf:
            continue
        for l in range(low, high):
            other = contact_of(pile, l)
            if other[pl.GOES] != 0.0 and other[of.ROW_COUNT] == 1.0 and other[pl.FIRST] == contact[pl.FIRST] \
                    and other[pl.OTHER] == contact[pl.OTHER]:
                contact[of.FOUND], contact[pl.GOES] = at.SLIPS, 1.0
                copy(part(other, of.AIMS), 3, part(contact, of.AIMS))
                copy(part(other, of.AIMS), 3, part(contact, of.THRUST))
                put_thrust(touch, part(contact, of.THRUST), touch[here.SLIP_MU], contact)
                break


@compiled
def turn_slips(pile, low, high, none):
    """Turns new slips to where they go, or lets them stick where they would go back; whether anything changed."""
    found = False
    for k in range(low, high):
        contact, touch = contact_of(pile, k), touch_of(pile, k)
        if contact[pl.GOES] == 0.0 or contact[of.ROW_COUNT] != 1.0:
            continue
        size = tangent_size(touch, part(contact, of.LEAVES))
        if not size > none:
            continue
        along = dot(contact, of.LEAVES, contact, of.AIMS)/size
        if along < 0.0:
            contact[of.FOUND], contact[pl.GOES], contact[of.ROW_COUNT], found = at.ROLLS, 0.0, 3.0, True
        elif along < 1.0 - 1e-15:
            put_scaled(1.0/size, tangent_of(touch, part(contact, of.LEAVES)), part(contact, of.AIMS))
            copy(part(contact, of.AIMS), 3, part(contact, of.THRUST))
            put_thrust(touch, part(contact, of.THRUST), touch[here.SLIP_MU], contact)
            found = True
    return found


@compiled
def find_by_trying(p, pile, low, high, none, as_faces):
    """Finds who is pressed, who sticks and who slips which way, by trying; what does not slip yet is taken to stick
    first. False where no end was found.

    as_faces    1.0: with a point that begins to slip go the open ones of the same face; 0.0: each for itself
    """
    for k in range(low, high):
        contact_of(pile, k)[of.ROW_COUNT] = rows_for(contact_of(pile, k))
        contact_of(pile, k)[pl.GOES] = 0.0
    for _turn in range(MOST_TURNS):
        if not balance(p, pile, low, high, none):
            return False
        if begin_to_slip(pile, low, high):
            if as_faces != 0.0:
                join_slips(pile, low, high)
        elif not turn_slips(pile, low, high, none):
            return True
    return False


@compiled
def goes_alone(p, pile, low, high):
    """Whether the contacts low to high are those of a single body, with supports that move.

    There rest ends by and by; on what stands it ends with an impact, and sweeps find what follows.
    """
    first = contact_of(pile, low)[pl.FIRST]
    for k in range(low, high):
        contact = contact_of(pile, k)
        if contact[pl.FIRST] != first or contact[pl.OTHER] >= 0.0 \
                or block_of(p, -2 - int(contact[pl.OTHER]))[at.STANDS] != 0.0:
            return False
    return True


@compiled
def turn_gently(pile, low, high, grip):
    """Turns new slips towards where they go; returns the largest change, times accelerations [m/s^2].

    grip   friction against a direction that is off by an angle, over the mass and that angle [m/s^2]: against it
           accelerations are weighed, so that small ones do not turn directions to and fro
    """
    turned, before = 0.0, room(3)
    for k in range(low, high):
        contact, touch = contact_of(pile, k), touch_of(pile, k)
        if contact[pl.GOES] == 0.0 or contact[of.ROW_COUNT] == 0.0:
            continue
        copy(part(contact, of.AIMS), 3, before)
        for i in range(3):
            contact[of.AIMS + i] = contact[of.LEAVES + i] + grip*before[i]
        size = tangent_size(touch, part(contact, of.AIMS))
        put_scaled(1.0/max(size, 1e-300), tangent_of(touch, part(contact, of.AIMS)), part(contact, of.AIMS))
        copy(part(contact, of.AIMS), 3, part(contact, of.THRUST))
        put_thrust(touch, part(contact, of.THRUST), touch[here.SLIP_MU], contact)
        moves = grip + tangent_size(touch, part(contact, of.LEAVES))
        for i in range(3):
            turned = max(turned, abs(contact[of.AIMS + i] - before[i])*moves)
    return turned


@compiled
def slip_at_once(p, pile, low, high, none):
    """Whether all contacts of a single body that do not slip yet begin to at once, from the forces that held them on.

    Where friction hardly lacks they go so slowly that their directions turn by much with each try (turn_gently).
    """
    for k in range(low, high):
        contact_of(pile, k)[of.ROW_COUNT] = rows_for(contact_of(pile, k))
    if not goes_alone(p, pile, low, high) or not balance(p, pile, low, high, none):
        return False
    grip, m = 0.0, numbers_of(p, int(contact_of(pile, low)[pl.FIRST]))[at.MASS]
    for k in range(low, high):
        contact, touch = contact_of(pile, k), touch_of(pile, k)
        held = tangent_size(touch, part(contact, of.PUSH))
        grip += STIFF*touch[here.SLIP_MU]*normal_part(touch, part(contact, of.PUSH))/m
        contact[pl.GOES] = 0.0
        if contact[of.FOUND] == at.ROLLS:
            if not held > 0.0 or touch[here.SLIP_MU] == inf:
                return False
            put_scaled(-1.0/held, tangent_of(touch, part(contact, of.PUSH)), part(contact, of.AIMS))
            contact[of.FOUND], contact[pl.GOES] = at.SLIPS, 1.0
            copy(part(contact, of.AIMS), 3, part(contact, of.THRUST))
            put_thrust(touch, part(contact, of.THRUST), touch[here.SLIP_MU], contact)
    turned = 1.0
    for _turn in range(MOST_GENTLE):
        if turned <= 0.1*none:
            break
        for k in range(low, high):
            contact_of(pile, k)[of.ROW_COUNT] = 1.0
        if not balance(p, pile, low, high, none):
            return False
        turned = turn_gently(pile, low, high, grip)
    for k in range(low, high):
        contact, touch = contact_of(pile, k), touch_of(pile, k)
        size = tangent_size(touch, part(contact, of.LEAVES))
        if contact[pl.GOES] != 0.0 and contact[of.ROW_COUNT] == 1.0 \
                and not (size > none and dot(contact, of.LEAVES, contact, of.AIMS) > 0.9*size):
            return False
    return True


@compiled
def note_found(pile, low, high, none):
    """Makes open what leaves; what is at its limit of friction and does not go sticks."""
    for k in range(low, high):
        contact, touch = contact_of(pile, k), touch_of(pile, k)
        if contact[of.ROW_COUNT] == 0.0 and normal_part(touch, part(contact, of.LEAVES)) > contact[of.TARGET] + none:
            contact[of.FOUND] = at.OPEN
        elif contact[pl.GOES] != 0.0 and not tangent_size(touch, part(contact, of.LEAVES)) > none:
            contact[of.FOUND] = at.ROLLS


@compiled
def find_by_sweeps(p, pile, low, high, none):
    """Finds what each contact does by sweeps over the laws; False where they come to no end."""
    alone = is_alone(pile, low, high)
    for _law in range(2):
        for k in range(low, high):
            contact = contact_of(pile, k)
            for i in range(3):
                contact[of.PUSH + i] = 0.0
            contact[of.ROW_COUNT] = rows_for(contact)
        if not sweep(p, pile, low, high, MOST_SWEEPS, STILL, NEAR):
            return False
        less = False
        for k in range(low, high):
            contact, touch = contact_of(pile, k), touch_of(pile, k)
            if alone and normal_part(touch, part(contact, of.LEAVES)) < -SINKS*gravity_scale(p):
                return False
            if contact[of.ROW_COUNT] == 3.0 and touch[here.SLIP_MU] < contact[of.FRICTION] \
                    and tangent_size(touch, part(contact, of.LEAVES)) > none:
                contact[of.FRICTION], less = touch[here.SLIP_MU], True
        if not less:
            break
    for k in range(low, high):
        contact, touch = contact_of(pile, k), touch_of(pile, k)
        size = tangent_size(touch, part(contact, of.LEAVES))
        if normal_part(touch, part(contact, of.LEAVES)) > none:
            contact[of.FOUND] = at.OPEN
        elif contact[of.ROW_COUNT] == 3.0 and size > none:
            # what is rough and goes along is not pressed
            contact[of.FOUND] = at.OPEN if touch[here.SLIP_MU] == inf else at.SLIPS
            put_scaled(1.0/size, tangent_of(touch, part(contact, of.LEAVES)), part(contact, of.AIMS))
    return True


@compiled
def forget_found(pile, low, high):
    """Puts back what was found before trying."""
    for k in range(low, high):
        contact_of(pile, k)[of.FOUND] = contact_of(pile, k)[pl.WAS_FOUND]


@compiled
def find_modes(p, pile, low, high):
    """Fills FOUND of the contacts low to high, SLIPS of those that slip and ROLLS of all others being there; AIMS of
    new slips. THRUST and FRICTION are known.  False where no rigid forces do what the laws ask for
    """
    none, many = NONE*gravity_scale(p), high - low
    want_accelerations(pile, low, high)
    for k in range(low, high):
        contact_of(pile, k)[pl.WAS_FOUND] = contact_of(pile, k)[of.FOUND]
    if many > 0 and find_by_trying(p, pile, low, high, none, 0.0):
        if is_alone(pile, low, high) and leaves_by_itself(p, pile, low, high):
            let_go(p, pile, low, high)
        note_found(pile, low, high, none)
        return True
    forget_found(pile, low, high)
    if find_by_sweeps(p, pile, low, high, 10.0*none):
        return True
    forget_found(pile, low, high)
    if many > 0 and slip_at_once(p, pile, low, high, none):
        note_found(pile, low, high, none)
        return True
    forget_found(pile, low, high)
    if not find_by_trying(p, pile, low, high, none, 1.0):
        return False
    note_found(pile, low, high, none)
    return True


@compiled
def take_modes(pile):
    """Makes what was found what contacts do; takes out those that open."""
    for k in range(int(pile[pl.ACTIVE]) - 1, -1, -1):
        contact = contact_of(pile, k)
        contact[of.DOES] = contact[of.FOUND]
        if contact[of.DOES] == at.SLIPS:
            put_direction(part(contact, of.AIMS), contact)
        elif contact[of.DOES] == at.OPEN:
            remove_contact(pile, k)


@compiled
def decide(p, calls, pile, t, y):
    """Finds out what all contacts do in the state y at t; takes out those that open.

    False where no rigid forces do what the laws ask for.
    """
    fill_contacts(p, calls, pile, t, y)
    low = 0
    while low < int(pile[pl.ACTIVE]):
        high = end_of_island(pile, low)
        note_slips(p, pile, low, high)
        if not find_modes(p, pile, low, high):
            return False
        low = high
    take_modes(pile)
    return True


@compiled
def does_as_decided(p, pile):
    """Whether all contacts go on to do what they do; their forces are known.

    Where the least forces are no good others may be, with which the motion is the same.
    """
    low = 0
    while low < int(pile[pl.ACTIVE]):
        high = end_of_island(pile, low)
        # of an island alone the forces at hand are those solved last
        pushes = not (is_alone(pile, low, high) and (leaves_by_itself(p, pile, low, high) or (
            low == 0 and high == int(pile[pl.ACTIVE]) and is_unsolved(pile, low, high))))
        for k in range(low, high):
            contact_of(pile, k)[of.FRICTION] = touch_of(pile, k)[here.STATIC_MU]
            pushes = pushes and normal_part(touch_of(pile, k), part(contact_of(pile, k), of.FORCE)) > 0.0
        if not (pushes and bears_all(pile, low, high, of.FORCE)):
            for k in range(low, high):
                contact = contact_of(pile, k)
                contact[of.FOUND] = contact[of.DOES]
            if not find_modes(p, pile, low, high):
                return False
            for k in range(low, high):
                if contact_of(pile, k)[of.FOUND] != contact_of(pile, k)[of.DOES]:
                    return False
        low = high
    return True
