"""Time stepping for what is too much for modes: heaps, more rows than a dense system has, events that pile up.

Moreau and Jean's scheme in STEPS sub-steps s of a call. With geometry at the middle, x_m = x + s v/2, velocities change
by

    v+ = v + s g + M^-1 sum P,     x+ = x + s (v + v+)/2,

where the impulses P keep closed contacts from closing and friction within its cone (sweeps.py), restitution none. What
that does to the energy is the work of the contacts, P.(u + u+)/2 each, since gravity does m g.(x+ - x): the ledger
takes it, and the work that closes the gaps that are left. What contacts do afterwards is what their impulses did.
"""

from sandbox.compiling.compiled import compiled, part, room
from sandbox.compiling.rotation import normalise, quaternion_rate_space
from sandbox.compiling.traced import traced, vector_at
from sandbox.mechanics.report import put
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.island import layout as here
from sandbox.mechanics.world.island.contacts import fill_touches
from sandbox.mechanics.world.island.free import add_resistance_at, energy_of, free_rates
from sandbox.mechanics.world.island.known import (
    array_of,
    ball_numbers,
    contact_of,
    dot,
    first_ball,
    free_numbers,
    place_supports,
    put_law,
    touch_of,
)
from sandbox.mechanics.world.island.rates import fill_free_motion, speed_scale, weight_of_all
from sandbox.mechanics.world.island.settle import close_gaps
from sandbox.mechanics.world.island.step import fill_landing_guards, friction_of, state_size
from sandbox.mechanics.world.island.sweeps import ENOUGH_SWEEPS, INACTIVE, STICK_OR_SLIP, sweep
from sandbox.mechanics.world.supports import NEVER, three

# sub-steps of a call
STEPS = 8
# a normal speed above this share of sqrt(g a) is one
MOVES = 1e-6
# square of an attitude's length less 1 that is none: the next sub-step makes it a unit in any case
LONGER = 1e-10
# times that the edges of a side that is down are brought out of a support, one after the other
EDGES_IN_TURN = 4
# an overlap below this is none [of a radius]; one of this size is none that a closing leaves, then edges are where none
# leads out; so often are gaps closed at the end of a sub-step at most
NOT_DEEP, TOO_DEEP, MOST_CLOSINGS = 1e-11, 1e-3, 12
# what a closing leaves of an overlap at most, for another one to follow
LEFT = 0.5
# friction this close to its cone slips [share of mu N]
ON_CONE = 1e-9


@traced
def put_turned(s, w, q, out):
    """Fills the attitude after s at the angular velocity w, by the rate at its middle."""
    half = tuple(x + 0.5*s*rate for x, rate in zip(q, quaternion_rate_space.py_func(*w, *q), strict=True))
    for i, rate in enumerate(quaternion_rate_space.py_func(*w, *half)):
        out[at.Q + i] = q[i] + s*rate


@traced
def put_middle(s, y, out):
    """Fills centre and attitude of a ball after half a sub-step at its present velocities, and these."""
    put(out, at.X, vector_at(y, at.X) + (0.5*s)*vector_at(y, at.V))
    put(out, at.V, vector_at(y, at.V))
    put(out, at.W, vector_at(y, at.W))
    # a hand holds a point of it
    put_turned.formula(0.5*s, vector_at(y, at.W), tuple(y[at.Q + i] for i in range(4)), out)


@traced
def move_ball(s, shift, y):
    """x+, v+, w+ and the attitude of a ball whose velocities change by `shift`, in place."""
    v, w = vector_at(y, at.V), vector_at(y, at.W)
    v_half, w_half = v + 0.5*vector_at(shift, at.V), w + 0.5*vector_at(shift, at.W)
    put_turned.formula(s, w_half, tuple(y[at.Q + i] for i in range(4)), y)
    put(y, at.X, vector_at(y, at.X) + s*v_half)
    put(y, at.V, v + vector_at(shift, at.V))
    put(y, at.W, w + vector_at(shift, at.W))


@compiled
def fill_middle(island, s, y, out):
    """Fills out with the state in the middle of a sub-step, at the velocities of its start."""
    for i in range(int(island[here.NB])):
        put_middle(s, part(y, i*at.MOVING), part(out, i*at.MOVING))
    for f in range(int(island[here.NF])):
        free, half = free_numbers(island, y, f), free_numbers(island, out, f)
        half[at.ANGLE], half[at.RATE] = free[at.ANGLE] + 0.5*s*free[at.RATE], free[at.RATE]


@compiled
def claps_down(contact):
    """Whether a contact is a foot of a face, or one of the edges of a side that is as good as down."""
    return contact[here.FOOT] > 0.0 or contact[here.SIDE] == here.UPRIGHT


@compiled
def is_any_upright(island):
    """Whether a body stands on its side."""
    found = 0
    for k in range(int(island[here.NC])):
        found += contact_of(island, k)[here.SIDE] == here.UPRIGHT
    return found > 0


@compiled
def begin_sweep(p, island, s, rates):
    """Prepares touches and SHIFT for the impulses of a sub-step: which contacts take part, and how they may close."""
    shift = array_of(island, here.SHIFT)
    for i in range(state_size(island)):
        shift[i] = s*rates[i]
    for k in range(int(island[here.NC])):
        contact, touch = contact_of(island, k), touch_of(island, k)
        closing = -dot(touch, here.NORMAL, touch, here.SLIP)
        # what resists rolling goes by the normal force of the sub-step before
        add_resistance_at(p, island, k, s*dot(contact, here.FORCE, touch, here.NORMAL), shift)
        for r in range(3):
            touch[here.BASE + r] = touch[here.SLIP + r]
            contact[here.FORCE + r] *= s
        if contact[here.DOES] != at.OPEN:
            # the normal has turned by half of what it turns: a contact that lasts leaves as it came; where a face or a
            # side claps down, nothing has turned that much
            touch[here.ROW_COUNT], touch[here.APPROACH] = STICK_OR_SLIP, 0.0 if claps_down(contact) else closing
        elif touch[here.GAP] - 0.5*s*closing < 0.0:
            touch[here.ROW_COUNT], touch[here.APPROACH] = STICK_OR_SLIP, min(0.0, -2.0*touch[here.GAP]/s)
        else:
            touch[here.ROW_COUNT] = INACTIVE


@compiled
def end_sweep(island, s):
    """Makes forces of the impulses, and says what each contact does by them."""
    for k in range(int(island[here.NC])):
        contact, touch = contact_of(island, k), touch_of(island, k)
        for r in range(3):
            contact[here.FORCE + r] /= s
        if touch[here.ROW_COUNT] == INACTIVE:
            contact[here.DOES] = at.OPEN
            continue
        N, F = friction_of(three(contact, here.FORCE), three(touch, here.NORMAL))
        if touch[here.KEPT] != 0.0:
            contact[here.DOES] = at.ROLLS
        elif not N > 0.0:
            contact[here.DOES] = at.OPEN
        elif F < (1.0 - ON_CONE)*touch[here.SLIP_MU]*N:
            contact[here.DOES] = at.ROLLS
        else:
            contact[here.DOES] = at.SLIPS
            for r in range(3):
                contact[here.DIRECTION + r] = -(contact[here.FORCE + r] - N*touch[here.NORMAL + r])/F if F > 0.0 \
                    else 0.0


@compiled
def keep_units(island, y):
    """Makes those attitudes unit quaternions that closing the gaps of joints and of bodies has made longer."""
    for i in range(int(island[here.NB])):
        start, square = i*at.MOVING + at.Q, 0.0
        for k in range(4):
            square += y[start + k]*y[start + k]
        if abs(square - 1.0) > LONGER:
            normalise(y, start)


@compiled
def deepest(p, island):
    """How deep something is in what it touches, or would, at most [radii]; joints hold what may overlap."""
    worst = 0.0
    for k in range(int(island[here.NC])):
        contact, touch = contact_of(island, k), touch_of(island, k)
        if touch[here.KEPT] == 0.0:
            worst = max(worst, -touch[here.GAP]/ball_numbers(p, island, first_ball(contact))[at.RADIUS])
    return worst


@compiled
def close_to_the_end(p, calls, island, t, y, rates):
    """Closes the gaps of a state whose supports are placed, until nothing is in anything.

    One closing is linear: surfaces bend away from it, and it may push a body into what was open before.
    """
    block, most = room(9), TOO_DEEP
    fill_touches(p, calls, island, y, rates)
    close_gaps(p, island, y, block, True)
    # what lifts one edge of a side lowers the other
    for _ in range(EDGES_IN_TURN if is_any_upright(island) else 0):
        fill_touches(p, calls, island, y, rates)
        close_gaps(p, island, y, block, True)
    for _ in range(MOST_CLOSINGS):
        fill_touches(p, calls, island, y, rates)
        depth = deepest(p, island)
        if not NOT_DEEP < depth < most:
            return
        close_gaps(p, island, y, block, True)
        keep_units(island, y)
        place_supports(p, island, t, y)
        most = LEFT*depth


@compiled
def fall_step(p, calls, island, t, s, weight):
    """One sub-step of size s from t, in place; weight: a typical force [N]."""
    y, middle, rates = array_of(island, here.STATE), part(island, here.STAGE), array_of(island, here.END_RATES)
    place_supports(p, island, t, y)
    before = energy_of(p, island, y)
    fill_middle(island, s, y, middle)
    place_supports(p, island, t + 0.5*s, middle)
    free_rates(p, island, t + 0.5*s, middle, rates)
    fill_touches(p, calls, island, middle, rates)
    begin_sweep(p, island, s, rates)
    sweep(p, island, s*weight, ENOUGH_SWEEPS)
    end_sweep(island, s)
    shift = array_of(island, here.SHIFT)
    for i in range(int(island[here.NB])):
        move_ball(s, part(shift, i*at.MOVING), part(y, i*at.MOVING))
        normalise(y, i*at.MOVING + at.Q)
    for f in range(int(island[here.NF])):
        free, change = free_numbers(island, y, f), free_numbers(island, shift, f)[at.RATE]
        free[at.ANGLE] += s*(free[at.RATE] + 0.5*change)
        free[at.RATE] += change
    place_supports(p, island, t + s, y)
    close_to_the_end(p, calls, island, t + s, y, rates)
    keep_units(island, y)
    place_supports(p, island, t + s, y)
    y[state_size(island) - 1] += energy_of(p, island, y) - before


@compiled
def event_after(p, calls, island, t):
    """What has happened at the end of a sub-step: EDGE_PASSED, LANDED, NOT_FINITE or DONE."""
    y, guards = array_of(island, here.STATE), part(island, here.GUARDS_NEW)
    total = 0.0
    for i in range(state_size(island)):
        total += y[i] - y[i]
    # a difference with itself is 0 for every number, nan for inf and nan
    if total != 0.0:
        return here.NOT_FINITE
    for k in range(int(island[here.NC])):
        contact = contact_of(island, k)
        if contact[here.DOES] != at.OPEN and not touch_of(island, k)[here.EDGE] > 0.0:
            island[here.EVENT_AT], island[here.EVENT_OTHER] = k, contact[here.OTHER]
            return here.EDGE_PASSED
    fill_landing_guards(p, calls, island, t, y, guards)
    for i in range(int(island[here.NB])):
        # what is in the list of contacts is looked at by the next sub-step
        if not guards[i] > 0.0 and not is_listed(island, i, int(island[here.LANDS_ON + i])):
            island[here.EVENT_AT], island[here.EVENT_OTHER] = i, island[here.LANDS_ON + i]
            return here.LANDED
    return here.DONE


@compiled
def is_listed(island, i, s):
    """Whether the ball i and the support s have a contact, open or not."""
    for k in range(int(island[here.NC])):
        contact = contact_of(island, k)
        if int(contact[here.OTHER]) == -2 - s and first_ball(contact) == i and contact[here.JOINT] == 0.0:
            return True
    return False


@compiled
def take_along(p, island):
    """Makes the support that a ball has met one of the contacts: the next sub-step looks at it."""
    k = int(island[here.NC])
    if k >= min(here.MOST_CONTACTS, int(island[here.ROOM_CONTACTS])):
        return
    contact = contact_of(island, k)
    for i in range(here.CONTACT):
        contact[i] = 0.0
    contact[here.FIRST], contact[here.OTHER] = island[here.EVENT_AT], -2.0 - island[here.EVENT_OTHER]
    contact[here.DOES], contact[here.KIND] = at.OPEN, at.BALL_JOINT
    if put_law(p, island, k):
        # its support may be one that is not placed yet
        island[here.NC], island[here.PLACED_AT] = float(k + 1), NEVER


@compiled
def take_all_along(p, calls, island, t):
    """`take_along` of all supports that are met by the end of a sub-step, out of which it brings what has come into
    them, booked; returns what has happened else."""
    y, rates, kind, count = array_of(island, here.STATE), array_of(island, here.END_RATES), here.LANDED, -1.0
    while kind == here.LANDED and island[here.NC] > count:
        count = island[here.NC]
        take_along(p, island)
        place_supports(p, island, t, y)
        before = energy_of(p, island, y)
        close_to_the_end(p, calls, island, t, y, rates)
        keep_units(island, y)
        place_supports(p, island, t, y)
        y[state_size(island) - 1] += energy_of(p, island, y) - before
        kind = event_after(p, calls, island, t)
    return kind


@compiled
def open_by_speed(p, calls, island, t):
    """Calls open what opens or closes: a contact that closes is stopped by the first sub-step, not thrown back."""
    y, rates = array_of(island, here.STATE), array_of(island, here.END_RATES)
    fill_free_motion(p, calls, island, t, y, rates)
    for k in range(int(island[here.NC])):
        touch = touch_of(island, k)
        if touch[here.KEPT] == 0.0 and abs(dot(touch, here.NORMAL, touch, here.SLIP)) > MOVES*speed_scale(p, island):
            contact_of(island, k)[here.DOES] = at.OPEN


@compiled
def begin_steps(island):
    """Small steps carry the island from now on: no contact keeps its body from turning, or to one edge of its side."""
    island[here.BY_STEPS] = 1.0
    for k in range(int(island[here.NC])):
        contact_of(island, k)[here.HOLDS], touch_of(island, k)[here.HOLD_ROW] = 0.0, -1.0
        if contact_of(island, k)[here.SIDE] != 0.0:
            contact_of(island, k)[here.SIDE] = here.UPRIGHT


@compiled
def carry_by_steps(p, calls, island, t, t_end, steps):
    """Advances the island in place to t_end by so many sub-steps, see the head; returns (kind of event, time reached
    [s])."""
    island[here.MERGED] += 1.0
    begin_steps(island)
    open_by_speed(p, calls, island, t)
    weight, s = weight_of_all(p, island), (t_end - t)/steps
    for i in range(steps):
        now = t + i*s
        fall_step(p, calls, island, now, s, weight)
        end = t_end if i == steps - 1 else now + s
        kind = event_after(p, calls, island, end)
        if kind == here.LANDED and island[here.MEETS] == here.TAKES_ALONG:
            kind = take_all_along(p, calls, island, end)
        if kind == here.NOT_FINITE or (kind != here.DONE and island[here.MEETS] == here.ENDS_THERE):
            return kind, end
    return here.DONE, t_end
