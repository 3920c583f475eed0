"""Small steps of a pile: where rigid bodies have no forces, or too much happens at once (corners/small_steps.py)."""

from math import inf

from sandbox.compiling.compiled import compiled, part, room
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.corners import layout as of
from sandbox.mechanics.world.corners.known import copy, gravity_scale, turn_a_little
from sandbox.mechanics.world.corners.small_steps import STEPS, add_scaled, put_shift, put_wanted
from sandbox.mechanics.world.island import layout as here
from sandbox.mechanics.world.patches import layout as pl
from sandbox.mechanics.world.patches.decide import balance, balance_at_once
from sandbox.mechanics.world.patches.features import look_at_placed, place_bodies
from sandbox.mechanics.world.patches.hit import take_after
from sandbox.mechanics.world.patches.islands import arrange, end_of_island, remove_contact
from sandbox.mechanics.world.patches.known import (
    array_of,
    body_of,
    contact_of,
    numbers_of,
    size_of,
    speed_scale,
    touch_of,
)
from sandbox.mechanics.world.patches.settle import energy_at, enter, settle
from sandbox.mechanics.world.patches.sweeps import FEW_SWEEPS, sweep
from sandbox.mechanics.world.patches.touching import add_forces, fill_contacts

# change of a sweep against the largest impulse that ends those of a step
ENOUGH = 1e-10
# gaps against the size of the smallest body: that a step aims at, so that it ends with no overlap; that touches behind
# the last one
ABOVE, NEAR = 1e-11, 1e-9
# how far a contact may pass the end of its feature, in sizes: what lies flush would be lost and found by turns
PAST = 1e-6
# turns in which overlaps are lifted, at most: each leaves the square of what it found, or three quarters of it where
# faces lie flush and lifting makes other edges cross; overlap in sizes that is lifted before the end of a frame
LIFTS, DEEP = 64, 1e-4
# share of an overlap that a step takes away, and the speed against sqrt(g a) at which it does so at most: without that
# what lies would sink by what sweeps leave, and be lifted by turns
CLOSES, GENTLE = 0.2, 1e-4
# sweeps of a step, which begin with the impulses of the one before, and the change that ends them
SWEEPS, SLIGHT = 40, 1e-10


@compiled
def fastest(p, pile, y):
    """The largest speed of any point of what does not rest [m/s]."""
    speed = 0.0
    for b in range(int(p[at.BALLS])):
        if body_of(pile, b)[pl.ASLEEP] == 0.0:
            own, v, w = part(y, b*at.MOVING), 0.0, 0.0
            for i in range(3):
                v, w = v + own[at.V + i]*own[at.V + i], w + own[at.W + i]*own[at.W + i]
            speed = max(speed, v**0.5 + numbers_of(p, b)[at.RADIUS]*w**0.5)
    return speed


@compiled
def drop_far(p, pile, far):
    """Takes out contacts that are further open than that, or well past the end of their feature; whether any were."""
    found = False
    for k in range(int(pile[pl.ACTIVE]) - 1, -1, -1):
        if touch_of(pile, k)[here.GAP] > far or not touch_of(pile, k)[here.EDGE] > -PAST*size_of(p):
            remove_contact(pile, k)
            found = True
    return found


@compiled
def find_contacts(p, calls, pile, t, dt, y):
    """Finds all that touches, or may within a step of dt from the state y at t, and fills what is known of it.

    Also what opens: weight closes again within the step what does so more slowly than g dt.
    """
    far, kept = 2.0*dt*(fastest(p, pile, y) + dt*gravity_scale(p)), array_of(pile, pl.KEPT_AT)
    fill_contacts(p, calls, pile, t, y)
    drop_far(p, pile, far)
    place_bodies(p, pile, t, y)
    copy(y, int(pile[pl.SIZE]), kept)
    for b in range(int(p[at.BALLS])):
        for i in range(3):
            y[b*at.MOVING + at.V + i] = y[b*at.MOVING + at.W + i] = 0.0
    look_at_placed(p, calls, pile, t, y, far, inf)
    copy(kept, int(pile[pl.SIZE]), y)
    arrange(p, pile)
    fill_contacts(p, calls, pile, t, y)


@compiled
def deepest(pile, low, high):
    """The deepest overlap of the contacts low to high [m]."""
    least = 0.0
    for k in range(low, high):
        least = min(least, touch_of(pile, k)[here.GAP])
    return -least


@compiled
def want_gaps(p, pile, low, high):
    """Makes shifts along normals what is asked for of the contacts low to high, after which none overlaps; returns the
    deepest overlap [m]."""
    most = 0.0
    for k in range(low, high):
        contact, touch = contact_of(pile, k), touch_of(pile, k)
        for i in range(3):
            contact[of.WANTED + i] = 0.0
        contact[of.TARGET] = ABOVE*size_of(p) - touch[here.GAP]
        contact[of.ROW_COUNT], contact[of.FOUND] = 0.0, at.SLIPS
        copy(part(touch, here.NORMAL), 3, part(contact, of.THRUST))
        most = max(most, -touch[here.GAP])
    return most


@compiled
def lift_island(p, pile, low, high):
    """Fills PUSH of the contacts low to high with shifts along normals that leave none of them overlapping."""
    least = 0.1*ABOVE*size_of(p)
    for k in range(low, high):
        contact_of(pile, k)[of.ROW_COUNT] = 1.0 if touch_of(pile, k)[here.GAP] < 0.0 else 0.0
    if balance_at_once(p, pile, low, high, least):
        return
    want_gaps(p, pile, low, high)
    if balance(p, pile, low, high, least):
        return
    want_gaps(p, pile, low, high)
    for k in range(low, high):
        contact_of(pile, k)[of.ROW_COUNT] = 1.0
        for i in range(3):
            contact_of(pile, k)[of.PUSH + i] = 0.0
    sweep(p, pile, low, high, FEW_SWEEPS, ENOUGH, 1.0)


@compiled
def lift_once(p, calls, pile, t, dt, y):
    """Shifts bodies by the least that leaves no overlap, to first order, and enters it; whether there was any."""
    shift, low, found = array_of(pile, pl.STAGE_AT), 0, False
    find_contacts(p, calls, pile, t, dt, y)
    energy = energy_at(p, pile, t, y)
    for i in range(int(pile[pl.SIZE])):
        shift[i] = 0.0
    while low < int(pile[pl.ACTIVE]):
        high = end_of_island(pile, low)
        if want_gaps(p, pile, low, high) > 0.0:
            lift_island(p, pile, low, high)
            add_forces(p, pile, of.PUSH, low, high, shift)
            found = True
        low = high
    for b in range(int(p[at.BALLS])):
        if body_of(pile, b)[pl.ASLEEP] == 0.0:
            turn_a_little(part(shift, b*at.MOVING), part(y, b*at.MOVING))
    enter(p, pile, t, y, energy)
    return found


@compiled
def lift(p, calls, pile, t, dt, y):
    """Lifts apart what overlaps: steps turn bodies along tangents."""
    turns = 0
    while turns < LIFTS and lift_once(p, calls, pile, t, dt, y):
        turns += 1


@compiled
def small_step(p, calls, pile, t, dt, y):
    """One step of dt from the state y at t. Its sweeps begin with the forces of the step before."""
    shift, free = room(at.MOVING), array_of(pile, pl.FREE_AT)
    find_contacts(p, calls, pile, t, dt, y)
    if deepest(pile, 0, int(pile[pl.ACTIVE])) > DEEP*size_of(p):
        lift(p, calls, pile, t, dt, y)
        find_contacts(p, calls, pile, t, dt, y)
    energy, active = energy_at(p, pile, t, y), int(pile[pl.ACTIVE])
    for k in range(active):
        contact, touch = contact_of(pile, k), touch_of(pile, k)
        put_wanted(touch, dt, contact)
        apart = (ABOVE*size_of(p) - touch[here.GAP])/dt
        contact[of.TARGET] = min(CLOSES*apart, GENTLE*speed_scale(p)) if apart > 0.0 else apart
        contact[of.ROW_COUNT], contact[of.FRICTION] = 3.0, touch[here.SLIP_MU]
        for i in range(3):
            contact[of.PUSH + i] = dt*contact[pl.CARRIES + i]
    low = 0
    while low < active:
        high = end_of_island(pile, low)
        sweep(p, pile, low, high, SWEEPS, SLIGHT, 1.0)
        low = high
    for b in range(int(p[at.BALLS])):
        if body_of(pile, b)[pl.ASLEEP] == 0.0:
            add_scaled(dt, part(free, b*at.MOVING), part(y, b*at.MOVING))
    add_forces(p, pile, of.PUSH, 0, active, y)
    for k in range(active):
        for i in range(3):
            contact_of(pile, k)[pl.CARRIES + i] = contact_of(pile, k)[of.PUSH + i]/dt
    for b in range(int(p[at.BALLS])):
        if body_of(pile, b)[pl.ASLEEP] == 0.0:
            put_shift(dt, part(y, b*at.MOVING), shift)
            turn_a_little(shift, part(y, b*at.MOVING))
    enter(p, pile, t + dt, y, energy)


@compiled
def carry_by_steps(p, calls, pile, t, t_end):
    """Carries STATE to t_end; all that was near in the last step is still taken to touch, and may overlap."""
    y, dt = array_of(pile, pl.STATE_AT), (t_end - t)/STEPS
    for i in range(STEPS):
        small_step(p, calls, pile, t + i*dt, dt, y)


@compiled
def part_what_is_open(p, calls, pile, t):
    """Takes out contacts that are open in STATE at t: steps also take up what may touch within them.

    What falls asleep keeps the contacts that it has: an open one would hold it, and pull bodies into each other where
    its gap is closed as they wake.
    """
    fill_contacts(p, calls, pile, t, array_of(pile, pl.STATE_AT))
    if drop_far(p, pile, NEAR*size_of(p)):
        arrange(p, pile)


@compiled
def end_steps(p, calls, pile, t, t_end):
    """Leaves STATE, which steps from t have carried to t_end, without overlaps, with the contacts that touch."""
    y, dt = array_of(pile, pl.STATE_AT), (t_end - t)/STEPS
    lift(p, calls, pile, t_end, dt, y)
    fill_contacts(p, calls, pile, t_end, y)
    drop_far(p, pile, NEAR*size_of(p))
    # what is near is closed where rigid forces go on, and a body that it turns may go in elsewhere: that is found, too
    settle(p, calls, pile, t_end, y)
    lift(p, calls, pile, t_end, dt, y)
    fill_contacts(p, calls, pile, t_end, y)
    drop_far(p, pile, NEAR*size_of(p))
    # what slips goes on with that, what opens is not held
    take_after(p, pile, 0, int(pile[pl.ACTIVE]))
