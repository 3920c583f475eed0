"""The derivative of a body that is no ball and alone on a plane: what most bodies of a world do most of the time.

The formulas are those of contacts.py, rows.py and free.py, with the same bits; here one follows the other without
arrays between them, in a quarter of the time.
"""

from sandbox.compiling.branching import choose
from sandbox.compiling.compiled import compiled, part
from sandbox.compiling.traced import Vector, traced, vector_at
from sandbox.mechanics.contact.flight.nearest import aslant
from sandbox.mechanics.contact.geometry import contact_geometry
from sandbox.mechanics.report import put
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.island import layout as here
from sandbox.mechanics.world.island.contacts import (
    add_at_shaped_arm,
    add_shaped_block,
    at_edge,
    can_turn,
    edge_of,
    lean_of,
    put_shaped_on_plane,
    tilt_of,
)
from sandbox.mechanics.world.island.fading import put_friction
from sandbox.mechanics.world.island.free import power_of_shaped, put_free_ball
from sandbox.mechanics.world.island.known import array_of, ball_numbers, contact_of, inverse_of, touch_of
from sandbox.mechanics.world.island.resistance import clear_resistance
from sandbox.mechanics.world.island.rows import pushed_along, put_solved, set_thrust
from sandbox.mechanics.world.nearest import least_edge
from sandbox.mechanics.world.shaped import (
    is_shaped,
    lowest,
    pair_calls,
    put_body_there,
    put_inverse,
    put_turning_rate,
    seen_from,
    shape_of,
)
from sandbox.mechanics.world.supports import block_of, support_state_from


@compiled
def goes_alone(p, island):
    """Whether an island is one body that is no ball, on a plane that no force turns and that resists no turning, and no
    hand holds it."""
    if island[here.NB] != 1.0 or island[here.NC] != 1.0 or island[here.NF] != 0.0 or island[here.NJ] != 0.0:
        return False
    contact = contact_of(island, 0)
    if contact[here.OTHER] >= 0.0 or contact[here.DOES] == at.OPEN or contact[here.FOOT] != 0.0:
        return False
    block = block_of(p, -2 - int(contact[here.OTHER]))
    return (is_shaped(ball_numbers(p, island, 0)) and array_of(island, here.BALL_ID)[0] != p[at.HELD]
            and block[at.IS_PLANE] != 0.0
            and block[at.ROLLING_RESISTANCE] == 0.0 and block[at.SPINNING_RESISTANCE] == 0.0)


def read(numbers, count):
    """The first numbers of an array as they are now: what is written meanwhile does not change them."""
    return [numbers[i] for i in range(count)]


@traced
def put_lone_touch(its, block, place_numbers, shape, edge, p, y, inverse, rates, touch):    # noqa: PLR0913
    """Fills the derivative without contact forces, and the touch; returns the point of the plane, local coordinates.

    its, block    addresses of shape and support, the support's own parameters (mechanics/layout.py)
    edge    of its side at which it touches (layout.py: SIDE), 0.0 for none
    """
    place, g, y, kept = support_state_from.formula(place_numbers), vector_at(p, at.GRAVITY), read(y, at.MOVING), shape
    shape, moving, turned = read(shape, at.MASS_CENTRE + 3), [0.0]*at.MOVING, [0.0]*9
    found: dict = {}
    put_free_ball.formula(g, y, moving)
    put_inverse.formula(shape, y, turned)
    put_turning_rate.formula(shape, y, turned, moving)
    put_body_there.formula(kept, block)
    x, turning = seen_from.formula(place, y)
    touched = contact_geometry.formula(x, turning, block, its)
    is_regular = touched.point[0] - touched.point[0] == 0.0
    touched = choose(is_regular, lambda: touched, lambda: aslant.formula(touched, block, its))
    touched, _higher = at_edge.formula(touched, edge*kept[at.SIDE])
    put_shaped_on_plane.formula(place, touched, g, y, moving, shape, found)
    c, found[here.GAP] = lowest.formula(touched, x, block)
    can_lie = (kept[at.HAS_FACES] != 0.0) & (can_turn.formula(shape) != 0.0)
    found[here.TILT] = choose(can_lie, lambda: tilt_of.formula(y, found), lambda: 1.0)
    has_side = can_lie & (kept[at.SIDE] > 0.0)
    found[here.LEAN] = choose(has_side, lambda: lean_of.formula(y, found), lambda: 1.0)
    put(rates, 0, moving)
    put(inverse, 0, turned)
    for name, number in found.items():
        touch[name] = number
    return c


@traced
def put_lone_force(place_numbers, p, ball, shape, y, inverse, contact, touch, rates):    # noqa: PLR0913
    """Fills the force of the only contact, and adds it to the derivative.  returns a number that is none if it is."""
    y, shape, moving = read(y, at.MOVING), read(shape, at.MASS_CENTRE), read(rates, at.MOVING)
    m, r, K, inverse = ball[at.MASS], vector_at(touch, here.ARM_ONE), [0.0]*9, read(inverse, 9)
    add_shaped_block.formula(m, inverse, 1.0, r, r, K)
    n, bias = vector_at(touch, here.NORMAL), vector_at(touch, here.BIAS)
    bend = vector_at(touch, here.NORMAL_RATE) @ vector_at(touch, here.SLIP)

    def held():
        found = [0.0]*3
        put_solved.formula(K, [-bias[i] - n[i]*bend for i in range(3)], found)
        return Vector(*found)

    def slipping():
        thrust = vector_at(touch, here.THRUST)
        return ((-(n @ bias) - bend)/pushed_along.formula(K, touch, thrust))*thrust
    force = choose(touch[here.ROW_COUNT] == 3.0, held, slipping)
    add_at_shaped_arm.formula(force, r, m, inverse, 1.0, moving)
    place = support_state_from.formula(place_numbers)
    power = power_of_shaped.formula(place, 0.0, vector_at(p, at.GRAVITY), y, moving, m, shape)
    put(contact, here.FORCE, force)
    put(rates, 0, moving)
    rates[at.MOVING] = 0.0 + power
    return force[0] + force[1] + force[2]


@compiled
def place_numbers(island, slot):
    """The numbers of the SupportState of a slot."""
    return part(island, here.SUPPORT_STATES + slot*at.SUPPORT_STATE)


@compiled
def fill_lone_rates(p, calls, island, y, out, least):
    """`fill_rates` of what goes alone, its supports placed; False where the force is not determined.

    least    the slip that has a direction [m/s]
    """
    contact, touch, ball = contact_of(island, 0), touch_of(island, 0), ball_numbers(p, island, 0)
    shape, inverse, s = shape_of(p, ball), inverse_of(island, 0), -2 - int(contact[here.OTHER])
    block = part(block_of(p, s), at.OF_MOTION)
    c = put_lone_touch(pair_calls(p, calls, ball, s), block, place_numbers(island, int(touch[here.SLOT])), shape,
                       edge_of(contact), p, y, inverse, out, touch)
    clear_resistance(touch)
    touch[here.EDGE] = least_edge(calls[at.CALLS_OF_SUPPORT*s + at.CALL_VALUES], c, block)
    touch[here.ROW], touch[here.ROW_COUNT] = 0.0, 3.0
    put_friction(block_of(p, s), touch)
    if contact[here.DOES] != at.ROLLS:
        touch[here.ROW_COUNT] = 1.0
        set_thrust(contact, touch, least)
    frame = int(array_of(island, here.FRAME_SLOT)[0])
    total = put_lone_force(place_numbers(island, frame), p, ball, shape, y, inverse, contact, touch, out)
    # a difference with itself is 0 for every number, nan for inf and nan
    return total - total == 0.0
