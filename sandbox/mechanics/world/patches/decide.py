"""What each contact of an island does next, by the laws of contact, and whether all go on to do what they do.

What slips goes on with that. The others are taken to stick; what would have to pull opens, what has opened and would go
in is closed again. Where friction can't bear that, sweeps over the laws find who slips and who opens. Forces are not
unique, accelerations are: what opens without moving apart touches on.
"""

from math import inf

from sandbox.compiling.compiled import compiled, part, room
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.corners import layout as of
from sandbox.mechanics.world.corners.forces import NO_SLIP, NONE, put_scaled
from sandbox.mechanics.world.corners.known import copy, gravity_scale, normal_part, tangent_of, tangent_size
from sandbox.mechanics.world.island import layout as here
from sandbox.mechanics.world.patches import layout as pl
from sandbox.mechanics.world.patches.forces import fill_acceleration, fill_thrust, solve_rows
from sandbox.mechanics.world.patches.islands import end_of_island, remove_contact
from sandbox.mechanics.world.patches.known import contact_of, speed_scale, touch_of
from sandbox.mechanics.world.patches.sweeps import sweep
from sandbox.mechanics.world.patches.touching import fill_contacts

# rounds of opening and closing
MOST_ROUNDS = 60
# change of a sweep against the largest force at which what it found is taken
NEAR = 1e-11
# share of friction that is lacking and does not count
ALMOST = 4e-11


@compiled
def bears(pile, k, start):
    """Whether static friction can bear the force at `start` of the contact k, where it sticks and is pressed at all."""
    contact, touch = contact_of(pile, k), touch_of(pile, k)
    if contact[of.ROW_COUNT] != 3.0 or touch[here.STATIC_MU] == inf:
        return True
    held = tangent_size(touch, part(contact, start))
    return touch[here.STATIC_MU]*normal_part(touch, part(contact, start)) >= held - ALMOST*held


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
            copy(part(contact, of.AIMS), 3, part(contact, of.DIRECTION))
            copy(part(contact, of.AIMS), 3, part(contact, of.HEADING))
            fill_thrust(pile, k, least)


@compiled
def open_what_pulls(pile, low, high):
    """Takes the rows of what pulls; whether there is any."""
    weight, found = 0.0, False
    for k in range(low, high):
        weight = max(weight, abs(normal_part(touch_of(pile, k), part(contact_of(pile, k), of.FORCE))))
    for k in range(low, high):
        contact = contact_of(pile, k)
        if contact[of.ROW_COUNT] != 0.0 and normal_part(touch_of(pile, k), part(contact, of.FORCE)) < -1e-12*weight:
            contact[of.ROW_COUNT], found = 0.0, True
    return found


@compiled
def worst_sinking(p, pile, low, high, none, moved):    # noqa: PLR0913 - room to work
    """The contact without rows that goes in fastest, -1 where none does."""
    worst, which = -none, -1
    for k in range(low, high):
        contact = contact_of(pile, k)
        if contact[of.ROW_COUNT] == 0.0:
            fill_acceleration(p, pile, k, low, high, of.FORCE, moved)
            sinks = normal_part(touch_of(pile, k), part(contact, of.LEAVES))
            if sinks < worst:
                worst, which = sinks, k
    return which


@compiled
def balance(p, pile, low, high, none, moved):    # noqa: PLR0913 - room to work
    """Solves for forces that push only; ROW_COUNT says what is pressed. False where no end was found."""
    for k in range(low, high):
        contact_of(pile, k)[of.ROW_COUNT] = 3.0 if contact_of(pile, k)[of.FOUND] == at.ROLLS else 1.0
    for _round in range(MOST_ROUNDS):
        if not solve_rows(p, pile, low, high):
            return False
        if not open_what_pulls(pile, low, high):
            which = worst_sinking(p, pile, low, high, none, moved)
            if which < 0:
                return True
            contact_of(pile, which)[of.ROW_COUNT] = 3.0 if contact_of(pile, which)[of.FOUND] == at.ROLLS else 1.0
    return False


@compiled
def note_opened(pile, low, high, none):
    """Makes open what has no rows and leaves."""
    for k in range(low, high):
        contact = contact_of(pile, k)
        if contact[of.ROW_COUNT] == 0.0 and normal_part(touch_of(pile, k), part(contact, of.LEAVES)) > none:
            contact[of.FOUND] = at.OPEN


@compiled
def prepare_sweep(pile, low, high):
    """Writes down what sweeps over accelerations need."""
    for k in range(low, high):
        contact, touch = contact_of(pile, k), touch_of(pile, k)
        bend = 0.0
        for i in range(3):
            bend += touch[here.NORMAL_RATE + i]*touch[here.SLIP + i]
        for i in range(3):
            contact[of.WANTED + i] = touch[here.BIAS + i] + bend*touch[here.NORMAL + i]
            contact[of.PUSH + i] = 0.0
        contact[of.TARGET] = 0.0
        contact[of.ROW_COUNT] = 3.0 if contact[of.FOUND] == at.ROLLS else 1.0


@compiled
def find_by_sweeps(p, pile, low, high, none):
    """Finds what each contact does by sweeps over the laws; False where they come to no end."""
    for _law in range(2):
        prepare_sweep(pile, low, high)
        if not sweep(p, pile, low, high, NEAR):
            return False
        less = False
        for k in range(low, high):
            contact, touch = contact_of(pile, k), touch_of(pile, k)
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
def find_modes(p, pile, low, high):
    """Fills FOUND of the contacts low to high, SLIPS of those that slip and ROLLS of all others being there; AIMS of
    new slips. THRUST and FRICTION are known.  False where no rigid forces do what the laws ask for
    """
    none, moved = NONE*gravity_scale(p), room(3)
    if balance(p, pile, low, high, none, moved) and bears_all(pile, low, high, of.FORCE):
        note_opened(pile, low, high, none)
        return True
    return find_by_sweeps(p, pile, low, high, 10.0*none)


@compiled
def take_modes(pile):
    """Makes what was found what contacts do; takes out those that open."""
    for k in range(int(pile[pl.ACTIVE]) - 1, -1, -1):
        contact = contact_of(pile, k)
        contact[of.DOES] = contact[of.FOUND]
        if contact[of.DOES] == at.SLIPS:
            copy(part(contact, of.AIMS), 3, part(contact, of.DIRECTION))
            copy(part(contact, of.AIMS), 3, part(contact, of.HEADING))
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
        high, pushes = end_of_island(pile, low), True
        for k in range(low, high):
            pushes = pushes and normal_part(touch_of(pile, k), part(contact_of(pile, k), of.FORCE)) > 0.0
        if not (pushes and bears_all(pile, low, high, of.FORCE)):
            for k in range(low, high):
                contact = contact_of(pile, k)
                contact[of.FOUND], contact[of.FRICTION] = contact[of.DOES], touch_of(pile, k)[here.STATIC_MU]
            if not find_modes(p, pile, low, high):
                return False
            for k in range(low, high):
                if contact_of(pile, k)[of.FOUND] != contact_of(pile, k)[of.DOES]:
                    return False
        low = high
    return True
