"""Small steps of a pile: where rigid bodies have no forces, or too much happens at once (corners/small_steps.py)."""

from math import inf

from sandbox.compiling.compiled import compiled, part, room
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.corners import layout as of
from sandbox.mechanics.world.corners.known import turn_a_little
from sandbox.mechanics.world.corners.small_steps import STEPS, add_scaled, put_shift, put_wanted
from sandbox.mechanics.world.island import layout as here
from sandbox.mechanics.world.patches import layout as pl
from sandbox.mechanics.world.patches.features import look_around
from sandbox.mechanics.world.patches.islands import arrange, end_of_island, remove_contact
from sandbox.mechanics.world.patches.known import array_of, body_of, contact_of, size_of, speed_scale, touch_of
from sandbox.mechanics.world.patches.settle import energy_at, enter
from sandbox.mechanics.world.patches.sweeps import FEW_SWEEPS, sweep
from sandbox.mechanics.world.patches.touching import add_forces, fill_contacts


@compiled
def small_step(p, calls, pile, t, dt, y):
    """One step of dt from the state y at t."""
    shift, free = room(at.MOVING), array_of(pile, pl.FREE_AT)
    look_around(p, calls, pile, t, y, dt*speed_scale(p)*1e-3, inf)
    arrange(p, pile)
    energy, active = energy_at(p, pile, t, y), int(pile[pl.ACTIVE])
    fill_contacts(p, calls, pile, t, y)
    for k in range(active):
        contact, touch = contact_of(pile, k), touch_of(pile, k)
        put_wanted(touch, dt, contact)
        contact[of.TARGET] = min(-touch[here.GAP]/dt, 0.1*speed_scale(p))
        contact[of.ROW_COUNT], contact[of.FRICTION] = 3.0, touch[here.SLIP_MU]
        for i in range(3):
            contact[of.PUSH + i] = 0.0
    low = 0
    while low < active:
        high = end_of_island(pile, low)
        sweep(p, pile, low, high, FEW_SWEEPS, 1.0)
        low = high
    for b in range(int(p[at.BALLS])):
        if body_of(pile, b)[pl.ASLEEP] == 0.0:
            add_scaled(dt, part(free, b*at.MOVING), part(y, b*at.MOVING))
    add_forces(p, pile, of.PUSH, 0, active, y)
    for b in range(int(p[at.BALLS])):
        if body_of(pile, b)[pl.ASLEEP] == 0.0:
            put_shift(dt, part(y, b*at.MOVING), shift)
            turn_a_little(shift, part(y, b*at.MOVING))
    enter(p, pile, t + dt, y, energy)


@compiled
def carry_by_steps(p, calls, pile, t, t_end):
    """Carries STATE to t_end."""
    y, dt = array_of(pile, pl.STATE_AT), (t_end - t)/STEPS
    for i in range(STEPS):
        small_step(p, calls, pile, t + i*dt, dt, y)
    fill_contacts(p, calls, pile, t_end, y)
    for k in range(int(pile[pl.ACTIVE]) - 1, -1, -1):
        contact_of(pile, k)[of.DOES] = at.ROLLS
        if touch_of(pile, k)[here.GAP] > 1e-9*size_of(p) or not touch_of(pile, k)[here.EDGE] > 0.0:
            remove_contact(pile, k)
