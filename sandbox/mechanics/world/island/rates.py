"""The derivative of an island's state with the contact forces of its present modes."""

from math import inf

from sandbox.compiling.compiled import compiled, part, room
from sandbox.compiling.traced import cross, traced, vector_at
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
    alone_by_arms,
    count_rows,
    fill_matrix,
    fill_right,
    solve,
    solve_alone,
    squeeze,
    take_forces,
)

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


@compiled
def fill_free_motion(p, calls, island, t, y, out):
    """Places the supports and fills out with the derivative without contact forces, and the touches."""
    place_supports(p, island, t, y)
    free_rates(p, island, t, y, out)
    fill_touches(p, calls, island, y, out)


@compiled
def fill_rates(p, calls, island, t, y, out):
    """Fills out with the derivative of the state y at t; False where the forces are not determined."""
    if goes_alone(p, island):
        place_supports(p, island, t, y)
        if fill_lone_rates(p, calls, island, y, out, NO_SLIP*speed_scale(p, island)):
            return True
    fill_free_motion(p, calls, island, t, y, out)
    if island[here.CREEPING] != 0.0:
        follow_pushes(p, island)
    is_solved = solve_forces(p, island) < UNSOLVED
    if not is_solved:
        # what would solve rows that contradict each other is beyond all bounds
        clear_forces(island)
    add_forces(p, island, out)
    fill_ledger(p, island, y, out)
    return is_solved
