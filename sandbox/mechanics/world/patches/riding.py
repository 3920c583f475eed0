"""What rests on a support that moves goes with it: its pose in the support stays the number that it is.

Nothing is integrated. With x_0, q_0 the pose in the support, P its axis point and R its attitude

    x = P + R x_0,   v = V + W x R x_0,   w = W,   q = q_R q_0,

and what forces have to bear are the rates of that, v' = A + W' x r + W x (W x r), w' = W'. In the support's axes they
depend on gravity, W and W' only: as long as these stay the numbers that forces have been found for, nobody asks again.
"""

from sandbox.compiling.compiled import compiled, part
from sandbox.compiling.traced import cross, multiply, traced, turn, turn_back, vector_at
from sandbox.mechanics.motion import support_motion, support_pose
from sandbox.mechanics.report import put
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.patches import layout as pl
from sandbox.mechanics.world.patches.known import body_of, contact_of
from sandbox.mechanics.world.supports import block_of, is_free, support_state_at, three

# what an island could rest on: nothing; not asked yet
NOWHERE, UNKNOWN = -1.0, -2.0


@traced
def put_ride(place, q, y, ride):
    """Fills the pose of the state y in a support."""
    put(ride, pl.RIDE_PLACE, turn_back(place.turning, vector_at(y, at.X) - place.point))
    put(ride, pl.RIDE_TURN, multiply((q[0], -q[1], -q[2], -q[3]), tuple(y[at.Q + i] for i in range(4))))


@traced
def put_riding(place, q, ride, y):
    """Fills the state of a body that rests in a support."""
    r = turn(place.turning, vector_at(ride, pl.RIDE_PLACE))
    put(y, at.X, place.point + r)
    put(y, at.V, place.velocity + cross(place.w, r))
    put(y, at.W, place.w)
    put(y, at.Q, multiply(tuple(q), tuple(ride[pl.RIDE_TURN + i] for i in range(4))))


@traced
def put_felt(motion, out):
    """Fills what is felt on a support, in its axes: gravity, turning, its rate; (9,)."""
    put(out, 0, motion.ge)
    put(out, 3, motion.ws)
    put(out, 6, motion.as_)


@compiled
def fill_felt(t, block, out):
    """Fills what is felt on the support of a block at t (9,)."""
    put_felt(support_motion(t, part(block, at.OF_MOTION)), out)


@compiled
def ride_of(pile, b):
    """How the body b rests on what moves."""
    return part(body_of(pile, b), pl.RIDE)


@compiled
def rides(pile, b):
    """Whether the body b rests on what moves."""
    return body_of(pile, b)[pl.ASLEEP] != 0.0 and ride_of(pile, b)[pl.RIDES_ON] >= 0.0


@compiled
def put_body_riding(p, pile, b, t, y):
    """Fills the state at t of the body b, whose pose in its support is known."""
    block = block_of(p, int(ride_of(pile, b)[pl.RIDES_ON]))
    put_riding(support_state_at(t, block), support_pose(t, part(block, at.OF_MOTION)).q, ride_of(pile, b),
               part(y, b*at.MOVING))


@compiled
def place_riders(p, pile, t, y):
    """Puts all bodies that rest on what moves where they are at t."""
    for b in range(int(p[at.BALLS])):
        if rides(pile, b):
            put_body_riding(p, pile, b, t, y)


# ---- what an island could rest on -----------------------------------------------------------------------------------


@compiled
def note_base(p, pile, island, s):
    """Notes that an island touches the support s."""
    first = body_of(pile, island)
    if first[pl.BASE] == UNKNOWN:
        first[pl.BASE] = float(s)
    elif first[pl.BASE] != NOWHERE and first[pl.BASE] != float(s) and (
            block_of(p, s)[at.STANDS] == 0.0 or block_of(p, int(first[pl.BASE]))[at.STANDS] == 0.0):
        first[pl.BASE] = NOWHERE


@compiled
def fill_bases(p, pile):
    """Fills BASE of all bodies, what their island could rest on: the only support that it touches, the laboratory where
    all those stand, or NOWHERE."""
    count, laboratory = int(p[at.BALLS]), int(p[at.SUPPORTS]) - 1
    for b in range(count):
        body_of(pile, b)[pl.BASE] = UNKNOWN
    for k in range(int(pile[pl.COUNT])):
        contact = contact_of(pile, k)
        if contact[pl.OTHER] < 0.0:
            note_base(p, pile, int(body_of(pile, int(contact[pl.FIRST]))[pl.ISLAND]), -2 - int(contact[pl.OTHER]))
    for b in range(count):
        # the first of an island comes before all others
        base = int(body_of(pile, int(body_of(pile, b)[pl.ISLAND]))[pl.BASE])
        if base == int(UNKNOWN) or (base >= 0 and block_of(p, base)[at.STANDS] != 0.0):
            base = laboratory
        elif base >= 0 and is_free(block_of(p, base)):
            base = int(NOWHERE)
        body_of(pile, b)[pl.BASE] = float(base)


@compiled
def base_of(pile, b):
    """What the island of the body b could rest on: a support, or NOWHERE."""
    return int(body_of(pile, b)[pl.BASE])


@traced
def put_against(place, x, v, w, out):
    """Fills how a body moves against a support that would carry it, (6,)."""
    put(out, 0, v - place.velocity - cross(place.w, x - place.point))
    put(out, 3, w - place.w)


@compiled
def fill_against(t, block, state, out):
    """Fills how the state of a body moves against the support of a block, velocity of its mass centre and turning (6,).
    """
    put_against(support_state_at(t, block), three(state, at.X), three(state, at.V), three(state, at.W), out)


@traced
def put_rates_against(place, g, x, v_rate, w_rate, out):
    """Fills how a body is accelerated against a support that carries it, (6,); g (3,)."""
    r = x - place.point
    put(out, 0, v_rate - (g - place.pull) - cross(place.w_rate, r) - cross(place.w, cross(place.w, r)))
    put(out, 3, w_rate - place.w_rate)


@compiled
def fill_rates_against(p, t, block, state, rates, out):
    """Fills how the rates of a body accelerate it against the support of a block (6,)."""
    put_rates_against(support_state_at(t, block), three(p, at.GRAVITY), three(state, at.X), three(rates, at.V),
                      three(rates, at.W), out)


@compiled
def largest(against, a):
    """The largest of three numbers, and of three others times a."""
    most = 0.0
    for i in range(3):
        most = max(most, abs(against[i]), a*abs(against[3 + i]))
    return most


@traced
def put_stopped(place, state):
    """Makes a body as fast as the support that would carry it."""
    put(state, at.V, place.velocity + cross(place.w, vector_at(state, at.X) - place.point))
    put(state, at.W, place.w)


@compiled
def stop_against(p, base, t, state):
    """Makes a body as fast as what it could rest on, if there is anything."""
    if base != NOWHERE:
        put_stopped(support_state_at(t, block_of(p, base)), state)


@compiled
def begin_to_ride(p, pile, b, base, t, y):
    """Makes the body b rest in a support, where it is; in the laboratory it just stops."""
    ride, state = ride_of(pile, b), part(y, b*at.MOVING)
    ride[pl.RIDES_ON] = -1.0
    if base == int(p[at.SUPPORTS]) - 1:
        for i in range(3):
            state[at.V + i] = state[at.W + i] = 0.0
        return
    block = block_of(p, base)
    put_ride(support_state_at(t, block), support_pose(t, part(block, at.OF_MOTION)).q, state, ride)
    ride[pl.RIDES_ON], body_of(pile, b)[pl.FRAME] = float(base), float(base)
    fill_felt(t, block, part(ride, pl.FELT))
    put_body_riding(p, pile, b, t, y)
