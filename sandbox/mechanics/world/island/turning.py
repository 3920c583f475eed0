"""What may not turn: moments that keep bodies as their supports turn, as unknowns beside the forces of contacts.

With w the angular velocity of a body against its support, P what of a turn the law resists (resistance.py: held_part),
e the axis of a free support, J' its moment of inertia and q its lever, a contact that holds has the rows and unknowns

    P w' + (1 - P) M = 0,     P w' = P (b + sum of J^-1 (r x L) + J^-1 M + e (q.L + e.M)/J'),

b its TURN_BIAS, forces L at arms r of the same body. Its moment moves the points of contacts of the body by
(J^-1 M) x r, and those on the same free support by q (e.M)/J'. The system stays symmetric.
"""

from sandbox.compiling.branching import choose
from sandbox.compiling.compiled import compiled
from sandbox.compiling.traced import Vector, cross, traced, vector_at
from sandbox.mechanics.report import put
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.island import layout as here
from sandbox.mechanics.world.island.contacts import arm_of, turned_by
from sandbox.mechanics.world.island.known import (
    ball_numbers,
    contact_of,
    first_ball,
    inverse_of,
    other_ball,
    place_in,
    touch_of,
)
from sandbox.mechanics.world.island.resistance import held_part
from sandbox.mechanics.world.supports import block_of, scaled, three


@traced
def put_held(touch, start, out):
    """Fills out (3,) with -P of what stands there in a touch."""
    put(out, 0, -held_part.formula(touch, vector_at(touch, start)))


@traced
def held_at(touch, numbers):
    """P of three numbers."""
    return held_part.formula(touch, vector_at(numbers, 0))


@traced
def put_taken(touch, numbers, contact):
    """Makes P of three numbers the moment of a contact."""
    put(contact, here.MOMENT, held_part.formula(touch, vector_at(numbers, 0)))


@traced
def moment_of(arm, force):
    """r x L."""
    return cross(Vector(*arm), Vector(*force))


@traced
def along_axis(place, share):
    """share e."""
    return share*place.axis


@traced
def part_along(place, moment):
    """e.M."""
    return place.axis @ moment


@traced
def sum_of(a, b):
    """a + b."""
    return Vector(*a) + b


@traced
def product(a, b):
    """a.b."""
    return Vector(*a) @ b


@compiled
def answer_of(p, island, b, moment):
    """J^-1 M of the body b."""
    ball = ball_numbers(p, island, b)
    if ball[at.SHAPE] != 0.0:
        return turned_by(inverse_of(island, b), moment)
    return scaled(1.0/ball[at.INERTIA], moment)


@compiled
def free_inertia(p, island, k, l):
    """1/J' of the free support that the contacts k and l share, 0.0 where there is none."""
    touch, other = touch_of(island, k), touch_of(island, l)
    if not touch[here.FREE_OF] >= 0.0 or touch[here.FREE_OF] != other[here.FREE_OF]:
        return 0.0
    return 1.0/block_of(p, int(island[here.FREE_ID + int(touch[here.FREE_OF])]))[at.TABLE_INERTIA]


@compiled
def turned_by_force(p, island, k, l, force):
    """What a force at the contact l adds to w' of the contact k."""
    b, contact, share = first_ball(contact_of(island, k)), contact_of(island, l), free_inertia(p, island, k, l)
    turned = 0.0, 0.0, 0.0
    if first_ball(contact) == b:
        turned = answer_of(p, island, b, moment_of(arm_of(p, island, l, False), force))
    elif other_ball(contact) == b:
        turned = scaled(-1.0, answer_of(p, island, b, moment_of(arm_of(p, island, l, True), force)))
    if share > 0.0:
        place = place_in(island, int(touch_of(island, k)[here.SLOT]))
        turned = sum_of(turned, along_axis(place, share*product(three(touch_of(island, l), here.LEVER), force)))
    return turned


@compiled
def turned_by_resistance(p, island, k, l, N):
    """What the resistance at the contact l adds to w' of the contact k at the normal force N."""
    b, contact, other = first_ball(contact_of(island, k)), contact_of(island, l), touch_of(island, l)
    share, turned = free_inertia(p, island, k, l), (0.0, 0.0, 0.0)
    if first_ball(contact) == b:
        turned = scaled(-N, answer_of(p, island, b, three(other, here.RESIST)))
    if share > 0.0:
        place = place_in(island, int(touch_of(island, k)[here.SLOT]))
        turned = sum_of(turned, along_axis(place, -N*share*other[here.RESIST_TURN]))
    return turned


@compiled
def turned_by_moment(p, island, k, l, moment):
    """What the moment at the contact l adds to w' of the contact k."""
    b, share, turned = first_ball(contact_of(island, k)), free_inertia(p, island, k, l), (0.0, 0.0, 0.0)
    if first_ball(contact_of(island, l)) == b:
        turned = answer_of(p, island, b, moment)
    if share > 0.0:
        place = place_in(island, int(touch_of(island, k)[here.SLOT]))
        turned = sum_of(turned, along_axis(place, share*part_along(place, moment)))
    return turned


@compiled
def moved_by_moment(p, island, k, l, moment):
    """What the moment at the contact l adds to U' of the contact k."""
    b, contact, share = first_ball(contact_of(island, l)), contact_of(island, k), free_inertia(p, island, k, l)
    moved = 0.0, 0.0, 0.0
    if first_ball(contact) == b:
        moved = moment_of(answer_of(p, island, b, moment), arm_of(p, island, k, False))
    elif other_ball(contact) == b:
        moved = moment_of(answer_of(p, island, b, moment), scaled(-1.0, arm_of(p, island, k, True)))
    if share > 0.0:
        place = place_in(island, int(touch_of(island, l)[here.SLOT]))
        moved = sum_of(moved, scaled(share*part_along(place, moment), three(touch_of(island, k), here.LEVER)))
    return moved


# ---- rows -----------------------------------------------------------------------------------------------------------


@traced
def held_unit(touch, c):
    """P e_c, for whole c."""
    return held_part.formula(touch, Vector(*(choose(c == i, lambda: 1.0, lambda: 0.0) for i in range(3))))


@traced
def held(touch, v):
    """P v."""
    return held_part.formula(touch, Vector(*v))


@compiled
def fill_held(p, island, k, n, holds, matrix):
    """Fills the rows and columns of what keeps the body of the contact k from turning; holds: as in `fill_matrix`."""
    touch, row = touch_of(island, k), int(touch_of(island, k)[here.HOLD_ROW])
    size = 1.0/ball_numbers(p, island, first_ball(contact_of(island, k)))[at.INERTIA]
    for c in range(3):
        unit = held_unit(touch, float(c))
        # what nothing holds has no moment
        for r in range(3):
            matrix[(row + r)*n + row + c] += size*((1.0 if r == c else 0.0) - unit[r])
        for l in range(int(island[here.NC])):
            other = touch_of(island, l)
            at_l = int(other[here.HOLD_ROW])
            if at_l >= 0:
                turned = held(touch, turned_by_moment(p, island, k, l, held_unit(other, float(c))))
                for r in range(3):
                    matrix[(row + r)*n + at_l + c] += turned[r]
            if other[here.ROW_COUNT] == 0.0:
                continue
            moved, start = moved_by_moment(p, island, l, k, unit), int(other[here.ROW])
            if other[here.ROW_COUNT] == 3.0:
                for r in range(3):
                    matrix[(start + r)*n + row + c] += moved[r]
            else:
                matrix[start*n + row + c] += product(moved, three(other, here.NORMAL))
    for l in range(int(island[here.NC])):
        fill_held_by_force(p, island, k, l, n, holds, matrix)


@compiled
def fill_held_by_force(p, island, k, l, n, holds, matrix):
    """Fills the columns of the force at the contact l in the rows of `fill_held`."""
    touch, other = touch_of(island, k), touch_of(island, l)
    row, column, width = int(touch[here.HOLD_ROW]), int(other[here.ROW]), int(other[here.ROW_COUNT])
    for c in range(width):
        force = (1.0 if c == 0 else 0.0), (1.0 if c == 1 else 0.0), (1.0 if c == 2 else 0.0)
        if width == 1:
            force = three(other, here.NORMAL if holds else here.THRUST)
        turned = turned_by_force(p, island, k, l, force)
        if not holds:
            turned = sum_of(turned, turned_by_resistance(p, island, k, l, product(force, three(other, here.NORMAL))))
        turned = held(touch, turned)
        for r in range(3):
            matrix[(row + r)*n + column + c] += turned[r]
