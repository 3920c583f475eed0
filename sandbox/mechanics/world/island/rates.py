"""The derivative of an island's state with the contact forces of its present modes."""

from math import inf

from sandbox.compiling.compiled import compiled, part, room
from sandbox.compiling.traced import cos, cross, sin, traced, vector_at
from sandbox.mechanics.report import put
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.island import layout as here
from sandbox.mechanics.world.island.contacts import fill_touches
from sandbox.mechanics.world.island.free import add_forces, fill_ledger, free_rates
from sandbox.mechanics.world.island.known import (
    ball_numbers,
    contact_of,
    gravity_size,
    other_ball,
    place_supports,
    touch_of,
)
from sandbox.mechanics.world.island.lone import fill_lone_rates, goes_alone
from sandbox.mechanics.world.island.resistance import LEAST_GRAVITY, begin_to_turn, put_exact, stop_turning
from sandbox.mechanics.world.island.rows import (
    NO_SLIP,
    WIDER,
    alone_by_arms,
    count_rows,
    coupling,
    fill_matrix,
    fill_right,
    solve,
    solve_alone,
    squeeze,
    take_forces,
)
from sandbox.mechanics.world.island.turning import moved_by_moment
from sandbox.mechanics.world.supports import three

# slip has ended below this share of sqrt(g a)
CAPTURED = 1e-8
# an acceleration above this share of -g is none
UNDECIDED = 1e-9
# a system whose forces do not solve their rows to this share has lost its meaning
UNSOLVED = 1e-6


@compiled
def speed_scale(p, island):
    """A typical speed sqrt(g a) [m/s]; 1e-3 a per second at least, 1 where there is no ball."""
    if island[here.NB] == 0.0:
        return 1.0
    a = ball_numbers(p, island, 0)[at.RADIUS]
    return max((gravity_size(p)*a)**0.5, 1e-3*a)


@compiled
def weight_of_all(p, island):
    """Weight of all balls [N]."""
    weight = 0.0
    for i in range(int(island[here.NB])):
        weight += ball_numbers(p, island, i)[at.MASS]*max(gravity_size(p), LEAST_GRAVITY)
    return weight


@traced
def put_lone_roll(across, along, spin, touch, contact):
    """The force of a contact that alone rolls: 1/m along its normal, 1/m + a^2/I across; spin is a/I."""
    n = vector_at(touch, here.NORMAL)
    wanted = -vector_at(touch, here.BIAS) - (vector_at(touch, here.NORMAL_RATE) @ vector_at(touch, here.SLIP))*n
    N = n @ wanted
    resisted = (spin*N/along)*cross(vector_at(touch, here.RESIST), n)
    put(contact, here.FORCE, (N/along)*n + (1.0/across)*(wanted - N*n - resisted))


@traced
def put_lone_slip(along, touch, contact):
    """The force of a contact that alone slips."""
    wanted = -(vector_at(touch, here.NORMAL) @ vector_at(touch, here.BIAS)
               ) - vector_at(touch, here.NORMAL_RATE) @ vector_at(touch, here.SLIP)
    put(contact, here.FORCE, (wanted/along)*vector_at(touch, here.THRUST))


@compiled
def lone_contact(island):
    """The contact that alone has rows and no free support, -1 where there is none or more."""
    found = -1
    for k in range(int(island[here.NC])):
        touch = touch_of(island, k)
        if touch[here.ROW_COUNT] != 0.0:
            if found >= 0 or touch[here.FREE_OF] >= 0.0 or touch[here.ARMED] != 0.0 or touch[here.HOLD_ROW] >= 0.0:
                return -1
            found = k
    return found


@compiled
def clear_forces(island):
    """Sets all forces to 0."""
    for k in range(int(island[here.NC])):
        contact = contact_of(island, k)
        for r in range(3):
            contact[here.FORCE + r] = contact[here.MOMENT + r] = 0.0


@compiled
def solve_lone(p, island, k):
    """Fills the force of the only contact."""
    contact, touch = contact_of(island, k), touch_of(island, k)
    ball, j = ball_numbers(p, island, int(contact[here.FIRST])), other_ball(contact)
    along = 1.0/ball[at.MASS]
    across, spin = along + ball[at.RADIUS]*ball[at.RADIUS]/ball[at.INERTIA], ball[at.RADIUS]/ball[at.INERTIA]
    if j >= 0:
        ball = ball_numbers(p, island, j)
        along += 1.0/ball[at.MASS]
        across += 1.0/ball[at.MASS] + ball[at.RADIUS]*ball[at.RADIUS]/ball[at.INERTIA]
    if touch[here.ROW_COUNT] == 3.0:
        put_lone_roll(across, along, spin, touch, contact)
    else:
        put_lone_slip(along, touch, contact)


@compiled
def solve_forces(p, island):
    """Fills the forces of the contacts; returns what they leave of their rows (rows.py), inf for too many rows."""
    rows = count_rows(island, NO_SLIP*speed_scale(p, island), False)
    clear_forces(island)
    if rows == 0:
        return 0.0
    k = lone_contact(island)
    if k >= 0:
        solve_lone(p, island, k)
        return 0.0
    if rows > here.MOST_ROWS:
        return inf
    block = room(9)
    fill_right(island)
    k = alone_by_arms(island)
    if k >= 0:
        left = solve_alone(p, island, k, False, block)
        take_forces(island)
        return left
    fill_matrix(p, island, rows, False, block)
    left = solve(part(island, here.MATRIX), rows, part(island, here.FACTORS), part(island, here.PIVOTS),
                 part(island, here.RIGHT), part(island, here.SOLUTION), part(island, here.ROW_WORK))
    take_forces(island)
    squeeze(island)
    return left


@compiled
def follow_pushes(p, island):
    """Turns the resistance of contacts that creep against where they are pushed to; returns whether it was found."""
    for k in range(int(island[here.NC])):
        if touch_of(island, k)[here.CREEPS] != 0.0:
            stop_turning(p, island, k)
    is_solved = solve_forces(p, island) < UNSOLVED
    for k in range(int(island[here.NC])):
        contact, touch = contact_of(island, k), touch_of(island, k)
        if touch[here.CREEPS] != 0.0:
            if is_solved and pushes(contact):
                begin_to_turn(p, island, k)
            else:
                contact[here.HOLDS] = 0.0
                put_exact(p, island, k)
    return is_solved


@compiled
def pushes(contact):
    """Whether a moment would be needed to hold a contact."""
    return abs(contact[here.MOMENT]) + abs(contact[here.MOMENT + 1]) + abs(contact[here.MOMENT + 2]) > 0.0


# ---- accelerations at contacts --------------------------------------------------------------------------------------


@traced
def tangent_part(touch, v):
    """The part of v across the normal of a touch."""
    n = vector_at(touch, here.NORMAL)
    return v - (n @ v)*n


@compiled
def slip_speed(touch):
    """|U_t| [m/s]."""
    t = tangent_part(touch, three(touch, here.SLIP))
    return (t[0]*t[0] + t[1]*t[1] + t[2]*t[2])**0.5


@compiled
def fill_acceleration(p, island, k, block, out):
    """Fills out (3,) with U' at the contact k under the present forces."""
    touch = touch_of(island, k)
    for r in range(3):
        out[r] = touch[here.BIAS + r]
    for l in range(int(island[here.NC])):
        contact = contact_of(island, l)
        if contact[here.DOES] != at.OPEN and coupling(p, island, k, l, block):
            for r in range(3):
                for c in range(3):
                    out[r] += block[3*r + c]*contact[here.FORCE + c]
        if touch_of(island, l)[here.HOLD_ROW] >= 0.0:
            moved = moved_by_moment(p, island, k, l, three(contact, here.MOMENT))
            for r in range(3):
                out[r] += moved[r]


# slip up to this share of sqrt(g a) is none
RESTS = 2.0*CAPTURED


@compiled
def slips_already(p, island, k):
    """Whether a contact has slip, or no friction that could end it; a rough one stops any slip at once."""
    touch = touch_of(island, k)
    if touch[here.KEPT] != 0.0 or touch[here.SLIP_MU] == inf:
        return False
    return touch[here.SLIP_MU] == 0.0 or slip_speed(touch) > RESTS*speed_scale(p, island)


# ---- slips that begin -----------------------------------------------------------------------------------------------


# an acceleration across is none below this share of g; nudge that tells a slope, largest turn of one step [rad]
ON_COURSE, NUDGE, MOST_ANGLE = 1e-14, 1e-5, 0.5
# a turn that is none [rad], and turns at most
SAME_DIRECTION, MOST_TURNS = 1e-13, 30


@traced
def put_turned(n, d, angle, contact):
    """Makes d turned about n by an angle the DIRECTION of a slip."""
    put(contact, here.DIRECTION, cos(angle)*d + sin(angle)*cross(n, d))


@traced
def off_course(n, d, rate):
    """What of an acceleration is across a direction of slip, to its left."""
    return cross(n, d) @ rate


@compiled
def turns_at(contact, touch, t):
    """How fast the DIRECTION of a slip turns at t that was looked at before [rad/s]: by that and by the step before, as
    backward differences of the second order have it."""
    since = t - contact[here.BEGUN_AT]
    if not since > 0.0:
        return contact[here.BEGUN_TURNS]
    mean = turned_since(contact, touch)/since
    if contact[here.BEGUN_SPAN] == 0.0:
        return mean
    return mean + (mean - contact[here.BEGUN_MEAN])*since/(since + contact[here.BEGUN_SPAN])


@compiled
def turned_since(contact, touch):
    """By which angle the DIRECTION of a slip has turned since it was looked at [rad], a small one."""
    return off_course(three(touch, here.NORMAL), three(contact, here.BEGUN), three(contact, here.DIRECTION))


@compiled
def course_error(p, island, t, k, block, rate):
    """How far, in m/s^2, the acceleration at a contact that begins to slip is off that which its DIRECTION d asks for:
    n x d.U' = |U| times the rate at which d turns, which is nothing for a slip from rest."""
    contact, touch = contact_of(island, k), touch_of(island, k)
    fill_acceleration(p, island, k, block, rate)
    error = off_course(three(touch, here.NORMAL), three(contact, here.DIRECTION), three(rate, 0))
    if contact[here.BEGINS_TO_SLIP] != 0.0:
        error -= slip_speed(touch)*turns_at(contact, touch, t)
    return error


@compiled
def turn_beginning(p, island, t, k, block, rate):
    """One step of Newton's method towards the direction in which a slip begins: that of the acceleration that it has.

    Forces change with the direction, those of all contacts; returns the angle turned [rad].
    """
    contact, touch = contact_of(island, k), touch_of(island, k)
    n, d = three(touch, here.NORMAL), three(contact, here.DIRECTION)
    error = course_error(p, island, t, k, block, rate)
    if abs(error) <= ON_COURSE*max(gravity_size(p), LEAST_GRAVITY):
        return 0.0
    put_turned(n, d, NUDGE, contact)
    solve_forces(p, island)
    slope = (course_error(p, island, t, k, block, rate) - error)/NUDGE
    if contact[here.BEGINS_TO_SLIP] != 0.0 and not slope < 0.0:
        put_turned(n, d, 0.0, contact)
        solve_forces(p, island)
        return 0.0
    # a direction that friction holds is one that errors turn back to
    angle = -error/slope if slope < 0.0 else error
    angle = max(-MOST_ANGLE, min(MOST_ANGLE, angle))
    put_turned(n, d, angle, contact)
    solve_forces(p, island)
    return abs(angle)


@compiled
def turn_beginnings(p, island, t, has_begun):
    """Turns slips that begin until each goes where it is pushed to, see `turn_beginning`: those from rest, or those of
    BEGINS_TO_SLIP, which have begun."""
    block, rate = room(9), room(3)
    least = NO_SLIP*speed_scale(p, island)
    for _ in range(MOST_TURNS):
        change = 0.0
        for k in range(int(island[here.NC])):
            contact, touch = contact_of(island, k), touch_of(island, k)
            if contact[here.DOES] != at.SLIPS or touch[here.SLIP_MU] == 0.0:
                continue
            begins = contact[here.BEGINS_TO_SLIP] != 0.0 and slip_speed(touch) <= WIDER*least if has_begun \
                else not slips_already(p, island, k)
            if begins:
                change = max(change, turn_beginning(p, island, t, k, block, rate))
        if not change > SAME_DIRECTION:
            break


@compiled
def begins_to_slip(island):
    """Whether a slip of a body that is no ball is so small that its direction is where it is pushed to."""
    found = False
    for k in range(int(island[here.NC])):
        found = found or contact_of(island, k)[here.BEGINS_TO_SLIP] != 0.0
    return found


# ---- the derivative -------------------------------------------------------------------------------------------------


@compiled
def fill_free_motion(p, calls, island, t, y, out):
    """Places the supports and fills out with the derivative without contact forces, and the touches."""
    place_supports(p, island, t, y)
    free_rates(p, island, t, y, out)
    fill_touches(p, calls, island, y, out)


@compiled
def fill_rates(p, calls, island, t, y, out):
    """Fills out with the derivative of the state y at t; False where the forces are not determined."""
    begins = begins_to_slip(island)
    if not begins and goes_alone(p, island):
        place_supports(p, island, t, y)
        if fill_lone_rates(p, calls, island, y, out, NO_SLIP*speed_scale(p, island)):
            return True
    fill_free_motion(p, calls, island, t, y, out)
    if island[here.CREEPING] != 0.0:
        follow_pushes(p, island)
    is_solved = solve_forces(p, island) < UNSOLVED
    if begins and is_solved:
        turn_beginnings(p, island, t, True)
    if not is_solved:
        # what would solve rows that contradict each other is beyond all bounds
        clear_forces(island)
    add_forces(p, island, out)
    fill_ledger(p, island, y, out)
    return is_solved
