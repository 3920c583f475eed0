"""Small steps: where rigid bodies have no forces, or too much happens at once, impulses over short times have them.

Moreau's steps: the velocity after a step obeys the laws of contact with the impulses of the whole step. They are of the
first order; events within one are not located.
"""

from math import inf

from sandbox.compiling.compiled import compiled, part, room
from sandbox.compiling.traced import Vector, traced, vector_at
from sandbox.mechanics.report import put
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.corners import layout as of
from sandbox.mechanics.world.corners.decide import remove_contact
from sandbox.mechanics.world.corners.hit import look_around
from sandbox.mechanics.world.corners.known import (
    add_forces,
    contact_of,
    fill_contacts,
    numbers_of,
    speed_scale,
    touch_of,
    turn_a_little,
)
from sandbox.mechanics.world.corners.settle import energy_at, enter
from sandbox.mechanics.world.corners.sweeps import sweep
from sandbox.mechanics.world.island import layout as here

# steps from where they begin to the end of the frame
STEPS = 32


@traced
def add_scaled(share, rates, y):
    """y's velocities += share times their rates."""
    put(y, at.V, vector_at(y, at.V) + share*vector_at(rates, at.V))
    put(y, at.W, vector_at(y, at.W) + share*vector_at(rates, at.W))


@traced
def put_shift(share, y, out):
    """The velocities times a short time."""
    put(out, at.V, share*vector_at(y, at.V))
    put(out, at.W, share*vector_at(y, at.W))


@traced
def put_wanted(touch, dt, contact):
    """The velocity that the step would end with without contact forces."""
    put(contact, of.WANTED, Vector(*vector_at(touch, here.SLIP)) + dt*vector_at(touch, here.BIAS))


@compiled
def small_step(p, calls, body, t, dt, y):
    """One step of dt from the state y at t."""
    ball, moving, moved, before, shift = room(at.MOVING), room(at.MOVING), room(3), room(3), room(at.MOVING)
    energy = energy_at(p, body, t, y)
    look_around(p, calls, body, t, y, dt*speed_scale(p)*1e-3, inf, ball, moving)
    fill_contacts(p, calls, body, t, y)
    for k in range(int(body[of.COUNT])):
        contact, touch = contact_of(body, k), touch_of(body, k)
        put_wanted(touch, dt, contact)
        contact[of.TARGET] = min(-touch[here.GAP]/dt, 0.1*speed_scale(p))
        contact[of.ROW_COUNT], contact[of.FRICTION] = 3.0, touch[here.SLIP_MU]
        for i in range(3):
            contact[of.PUSH + i] = 0.0
    sweep(body, moved, before)
    add_scaled(dt, part(body, of.FREE), y)
    add_forces(p, body, of.PUSH, y)
    put_shift(dt, y, shift)
    turn_a_little(shift, y)
    enter(p, body, t + dt, y, energy)


@compiled
def carry_by_steps(p, calls, body, t, t_end):
    """Carries STATE to t_end; returns that."""
    y, dt = part(body, of.STATE), (t_end - t)/STEPS
    for i in range(STEPS):
        small_step(p, calls, body, t + i*dt, dt, y)
    fill_contacts(p, calls, body, t_end, y)
    for k in range(int(body[of.COUNT]) - 1, -1, -1):
        contact_of(body, k)[of.DOES] = at.ROLLS
        if touch_of(body, k)[here.GAP] > 1e-9*numbers_of(p)[at.RADIUS]:
            remove_contact(body, k)
    return t_end
