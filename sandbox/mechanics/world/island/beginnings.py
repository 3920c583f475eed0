"""Slips that begin: in which direction, where the forces of all contacts change with it.

A slip from rest goes where it is pushed to. Friction opposes it, so that the direction d has to be that of the
acceleration that it has under the friction -mu N d itself: cross(d, U_t'(d)) = 0, d.U_t'(d) > 0 (contact.md 10).
"""

from sandbox.compiling.compiled import compiled
from sandbox.compiling.traced import cos, cross, sin, traced
from sandbox.mechanics.report import put
from sandbox.mechanics.world.island.faults import slips_already
from sandbox.mechanics.world.island.known import contact_of, three, touch_of
from sandbox.mechanics.world.island.places import DIRECTION, DOES, NC, NORMAL
from sandbox.mechanics.world.island.rates import gravity_size, solve_forces
from sandbox.mechanics.world.island.step import LEAST_GRAVITY
from sandbox.mechanics.world.island.watch import fill_acceleration
from sandbox.mechanics.world.places import SLIPS

# an acceleration across is none below this share of g; nudge that tells a slope, largest turn of one step [rad]
ON_COURSE, NUDGE, MOST_ANGLE = 1e-14, 1e-5, 0.5
# a turn that is none [rad], and turns at most
SAME_DIRECTION, MOST_TURNS = 1e-13, 30


@traced
def put_turned(n, d, angle, contact):
    """Makes d turned about n by an angle the DIRECTION of a slip."""
    put(contact, DIRECTION, cos(angle)*d + sin(angle)*cross(n, d))


@traced
def off_course(n, d, rate):
    """What of an acceleration is across a direction of slip, to its left."""
    return cross(n, d) @ rate


@compiled
def course_error(p, island, k, block, rate):
    """How far, in m/s^2, the acceleration at a contact that begins to slip is off its DIRECTION."""
    contact, touch = contact_of(island, k), touch_of(island, k)
    fill_acceleration(p, island, k, block, rate)
    return off_course(three(touch, NORMAL), three(contact, DIRECTION), three(rate, 0))


@compiled
def turn_beginning(p, island, k, block, rate):
    """One step of Newton's method towards the direction in which a slip begins: that of the acceleration that it has.

    Forces change with the direction, those of all contacts; returns the angle turned [rad].
    """
    contact, touch = contact_of(island, k), touch_of(island, k)
    n, d = three(touch, NORMAL), three(contact, DIRECTION)
    error = course_error(p, island, k, block, rate)
    if abs(error) <= ON_COURSE*max(gravity_size(p), LEAST_GRAVITY):
        return 0.0
    put_turned(n, d, NUDGE, contact)
    solve_forces(p, island)
    slope = (course_error(p, island, k, block, rate) - error)/NUDGE
    # a direction that friction holds is one that errors turn back to
    angle = -error/slope if slope < 0.0 else error
    angle = max(-MOST_ANGLE, min(MOST_ANGLE, angle))
    put_turned(n, d, angle, contact)
    solve_forces(p, island)
    return abs(angle)


@compiled
def turn_beginnings(p, island, block, rate):
    """Turns slips that begin until each goes where it is pushed to, see `turn_beginning`."""
    for _ in range(MOST_TURNS):
        change = 0.0
        for k in range(int(island[NC])):
            if contact_of(island, k)[DOES] == SLIPS and not slips_already(p, island, k):
                change = max(change, turn_beginning(p, island, k, block, rate))
        if not change > SAME_DIRECTION:
            break
