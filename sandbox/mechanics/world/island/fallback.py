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
from sandbox.mechanics.world.island.contacts import fill_touches
from sandbox.mechanics.world.island.free import add_resistance_at, energy_of, free_rates
from sandbox.mechanics.world.island.known import (
    array_of,
    contact_of,
    dot,
    first_ball,
    free_numbers,
    place_supports,
    touch_of,
)
from sandbox.mechanics.world.island.places import (
    APPROACH,
    BASE,
    DIRECTION,
    DOES,
    DONE,
    EDGE,
    EDGE_PASSED,
    END_RATES,
    EVENT_AT,
    EVENT_OTHER,
    FORCE,
    GAP,
    GUARDS_NEW,
    JOINT,
    KEPT,
    LANDED,
    LANDS_ON,
    MERGED,
    NB,
    NC,
    NF,
    NORMAL,
    NOT_FINITE,
    OTHER,
    SHIFT,
    SLIP,
    SLIP_MU,
    STAGE,
    STATE,
    WIDTH,
)
from sandbox.mechanics.world.island.rates import look, speed_scale, weight_of_all
from sandbox.mechanics.world.island.settle import close_gaps
from sandbox.mechanics.world.island.step import fill_landing_guards, friction_of, state_size
from sandbox.mechanics.world.island.sweeps import ABSENT, ENOUGH_SWEEPS, FREE, sweep
from sandbox.mechanics.world.places import ANGLE, MOVING, OPEN, RATE, ROLLS, SLIPS, Q, V, W, X
from sandbox.mechanics.world.supports import three

# sub-steps of a call
STEPS = 8
# a normal speed above this share of sqrt(g a) is one
MOVES = 1e-6
# friction this close to its cone slips [share of mu N]
ON_CONE = 1e-9


@traced
def put_turned(s, w, q, out):
    """Fills the attitude after s at the angular velocity w, by the rate at its middle."""
    half = tuple(x + 0.5*s*rate for x, rate in zip(q, quaternion_rate_space.py_func(*w, *q), strict=True))
    for i, rate in enumerate(quaternion_rate_space.py_func(*w, *half)):
        out[Q + i] = q[i] + s*rate


@traced
def put_middle(s, y, out):
    """Fills centre and attitude of a ball after half a sub-step at its present velocities, and these."""
    put(out, X, vector_at(y, X) + (0.5*s)*vector_at(y, V))
    put(out, V, vector_at(y, V))
    put(out, W, vector_at(y, W))
    # a hand holds a point of it
    put_turned.formula(0.5*s, vector_at(y, W), tuple(y[Q + i] for i in range(4)), out)


@traced
def move_ball(s, shift, y):
    """x+, v+, w+ and the attitude of a ball whose velocities change by `shift`, in place."""
    v, w = vector_at(y, V), vector_at(y, W)
    v_half, w_half = v + 0.5*vector_at(shift, V), w + 0.5*vector_at(shift, W)
    put_turned.formula(s, w_half, tuple(y[Q + i] for i in range(4)), y)
    put(y, X, vector_at(y, X) + s*v_half)
    put(y, V, v + vector_at(shift, V))
    put(y, W, w + vector_at(shift, W))


@compiled
def fill_middle(island, s, y, out):
    """Fills out with the state in the middle of a sub-step, at the velocities of its start."""
    for i in range(int(island[NB])):
        put_middle(s, part(y, i*MOVING), part(out, i*MOVING))
    for f in range(int(island[NF])):
        free, half = free_numbers(island, y, f), free_numbers(island, out, f)
        half[ANGLE], half[RATE] = free[ANGLE] + 0.5*s*free[RATE], free[RATE]


@compiled
def begin_sweep(p, island, s, rates):
    """Prepares touches and SHIFT for the impulses of a sub-step: which contacts take part, and how they may close."""
    shift = array_of(island, SHIFT)
    for i in range(state_size(island)):
        shift[i] = s*rates[i]
    for k in range(int(island[NC])):
        contact, touch = contact_of(island, k), touch_of(island, k)
        closing = -dot(touch, NORMAL, touch, SLIP)
        # what resists rolling goes by the normal force of the sub-step before
        add_resistance_at(p, island, k, s*dot(contact, FORCE, touch, NORMAL), shift)
        for r in range(3):
            touch[BASE + r] = touch[SLIP + r]
            contact[FORCE + r] *= s
        if contact[DOES] != OPEN:
            # the normal has turned by half of what it turns: a contact that lasts leaves as it came
            touch[WIDTH], touch[APPROACH] = FREE, closing
        elif touch[GAP] - 0.5*s*closing < 0.0:
            touch[WIDTH], touch[APPROACH] = FREE, min(0.0, -2.0*touch[GAP]/s)
        else:
            touch[WIDTH] = ABSENT


@compiled
def end_sweep(island, s):
    """Makes forces of the impulses, and says what each contact does by them."""
    for k in range(int(island[NC])):
        contact, touch = contact_of(island, k), touch_of(island, k)
        for r in range(3):
            contact[FORCE + r] /= s
        if touch[WIDTH] == ABSENT:
            contact[DOES] = OPEN
            continue
        N, F = friction_of(three(contact, FORCE), three(touch, NORMAL))
        if touch[KEPT] != 0.0:
            contact[DOES] = ROLLS
        elif not N > 0.0:
            contact[DOES] = OPEN
        elif F < (1.0 - ON_CONE)*touch[SLIP_MU]*N:
            contact[DOES] = ROLLS
        else:
            contact[DOES] = SLIPS
            for r in range(3):
                contact[DIRECTION + r] = -(contact[FORCE + r] - N*touch[NORMAL + r])/F if F > 0.0 else 0.0


@compiled
def fall_step(p, calls, island, t, s, weight):
    """One sub-step of size s from t, in place; weight: a typical force [N]."""
    y, middle, rates = array_of(island, STATE), part(island, STAGE), array_of(island, END_RATES)
    place_supports(p, island, t, y)
    before = energy_of(p, island, y)
    fill_middle(island, s, y, middle)
    place_supports(p, island, t + 0.5*s, middle)
    free_rates(p, island, t + 0.5*s, middle, rates)
    fill_touches(p, calls, island, middle, rates)
    begin_sweep(p, island, s, rates)
    sweep(p, island, s*weight, ENOUGH_SWEEPS)
    end_sweep(island, s)
    shift = array_of(island, SHIFT)
    for i in range(int(island[NB])):
        move_ball(s, part(shift, i*MOVING), part(y, i*MOVING))
        normalise(y, i*MOVING + Q)
    for f in range(int(island[NF])):
        free, change = free_numbers(island, y, f), free_numbers(island, shift, f)[RATE]
        free[ANGLE] += s*(free[RATE] + 0.5*change)
        free[RATE] += change
    place_supports(p, island, t + s, y)
    fill_touches(p, calls, island, y, rates)
    block = room(9)
    close_gaps(p, island, y, block, True)
    place_supports(p, island, t + s, y)
    y[state_size(island) - 1] += energy_of(p, island, y) - before


@compiled
def event_after(p, calls, island, t):
    """What has happened at the end of a sub-step: EDGE_PASSED, LANDED, NOT_FINITE or DONE."""
    y, guards = array_of(island, STATE), part(island, GUARDS_NEW)
    total = 0.0
    for i in range(state_size(island)):
        total += y[i] - y[i]
    # a difference with itself is 0 for every number, nan for inf and nan
    if total != 0.0:
        return NOT_FINITE
    for k in range(int(island[NC])):
        contact = contact_of(island, k)
        if contact[DOES] != OPEN and not touch_of(island, k)[EDGE] > 0.0:
            island[EVENT_AT], island[EVENT_OTHER] = k, contact[OTHER]
            return EDGE_PASSED
    fill_landing_guards(p, calls, island, t, y, guards)
    for i in range(int(island[NB])):
        # what is in the list of contacts is looked at by the next sub-step
        if not guards[i] > 0.0 and not is_listed(island, i, int(island[LANDS_ON + i])):
            island[EVENT_AT], island[EVENT_OTHER] = i, island[LANDS_ON + i]
            return LANDED
    return DONE


@compiled
def is_listed(island, i, s):
    """Whether the ball i and the support s have a contact, open or not."""
    for k in range(int(island[NC])):
        contact = contact_of(island, k)
        if int(contact[OTHER]) == -2 - s and first_ball(contact) == i and contact[JOINT] == 0.0:
            return True
    return False


@compiled
def open_by_speed(p, calls, island, t):
    """Calls open what opens or closes: a contact that closes is stopped by the first sub-step, not thrown back."""
    y, rates = array_of(island, STATE), array_of(island, END_RATES)
    look(p, calls, island, t, y, rates)
    for k in range(int(island[NC])):
        touch = touch_of(island, k)
        if touch[KEPT] == 0.0 and abs(dot(touch, NORMAL, touch, SLIP)) > MOVES*speed_scale(p, island):
            contact_of(island, k)[DOES] = OPEN


@compiled
def carry_by_steps(p, calls, island, t, t_end):
    """Advances the island in place to t_end by sub-steps, see the head; returns (kind of event, time reached [s])."""
    island[MERGED] += 1.0
    open_by_speed(p, calls, island, t)
    weight, s = weight_of_all(p, island), (t_end - t)/STEPS
    for i in range(STEPS):
        now = t + i*s
        fall_step(p, calls, island, now, s, weight)
        end = t_end if i == STEPS - 1 else now + s
        kind = event_after(p, calls, island, end)
        if kind != DONE:
            return kind, end
    return DONE, t_end
