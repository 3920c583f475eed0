"""The 8th-order step for the state of an island, which has as many numbers as there are balls; see integration/ode.py.

The first row of SLOPES holds the derivative at the start of the step: it is known before, and stays for shorter trials.

Guards of an island: numbers that are positive as long as its contacts do what they do, and nothing else is touched.

For each contact: its normal force, what static friction has in hand, the distance to the edge of the surface. For each
ball its least gap to a support that it does not touch.
"""

from math import inf, sqrt

import numpy as np

from sandbox.compiling.compiled import compiled, part
from sandbox.compiling.traced import length, traced, vector_at
from sandbox.integration.tableau import E3, E5, A, B, C
from sandbox.mechanics.world.island.contacts import LEAST_GRAVITY
from sandbox.mechanics.world.island.known import (
    array_of,
    ball_numbers,
    contact_of,
    dot,
    first_ball,
    free_numbers,
    gravity_size,
    touch_of,
)
from sandbox.mechanics.world.island.places import (
    BIAS,
    CONE,
    CONE_GUARD,
    DOES,
    EDGE,
    EDGE_GUARD,
    EDGE_PASSED,
    EVENT_AT,
    EVENT_OTHER,
    FORCE,
    GUARDS,
    GUARDS_EACH,
    GUARDS_NEW,
    GUARDS_WITHIN,
    JOINT,
    KEPT,
    LANDED,
    LANDS_ON,
    LEAST,
    LEAST_AT,
    N_ZERO,
    NB,
    NC,
    NF,
    NJ,
    NORMAL,
    NORMAL_GUARD,
    NORMAL_RATE,
    OTHER,
    SLIP,
    SLOPES,
    STAGE,
    STAGES,
    STATIC_MU,
    WEIGHT,
)
from sandbox.mechanics.world.island.rates import fill_rates, speed_scale
from sandbox.mechanics.world.island.rows import coupling
from sandbox.mechanics.world.places import (
    ANGLE,
    CALL_SLOPES,
    CALL_VALUES,
    CALLS_OF_SUPPORT,
    MASS,
    MOVING,
    OF_MOTION,
    OPEN,
    RADIUS,
    RATE,
    ROLLS,
    SUPPORTS,
    TURNING,
    Q,
    V,
    W,
    X,
)
from sandbox.mechanics.world.supports import block_of, material_velocity, place_at, three
from sandbox.mechanics.world.touching import foot_of


def _row(weights: dict) -> list:
    return [weights.get(stage, 0.0) for stage in range(STAGES)]


NODES = np.array(C)
WEIGHTS = np.array([_row(row) for row in A])
LAST, FIFTH, THIRD = np.array(_row(B)), np.array(_row(E5)), np.array(_row(E3))


@compiled
def state_size(island):
    """How many numbers the state has."""
    return int(island[NB])*MOVING + int(island[NF])*TURNING + 1


@compiled
def put_scale(weight, y, at, scale):
    """Reciprocal scale of a vector: a typical size plus its present one."""
    share = 1.0/(scale + abs(y[at]) + abs(y[at + 1]) + abs(y[at + 2]))
    for i in range(3):
        weight[at + i] = share


@compiled
def fill_weights(p, island, y):
    """Fills the reciprocals of the scales that errors are measured in; the attitude counts where joints have arms."""
    g, count, weight = max(gravity_size(p), LEAST_GRAVITY), int(island[NB]), array_of(island, WEIGHT)
    attitude = 1.0 if island[NJ] > 0.0 else 0.0
    # without a ball a length of 1 m stands for its size
    energy, smallest = (0.0, inf) if count > 0 else (1.0, 1.0)
    for i in range(count):
        ball, at = ball_numbers(p, island, i), i*MOVING
        a = ball[RADIUS]
        energy += ball[MASS]*g*a
        smallest = min(smallest, a)
        put_scale(weight, y, at + X, a)
        put_scale(weight, y, at + V, sqrt(g*a))
        put_scale(weight, y, at + W, sqrt(g/a))
        for k in range(4):
            weight[at + Q + k] = attitude
    for f in range(int(island[NF])):
        free, out = free_numbers(island, y, f), free_numbers(island, weight, f)
        out[ANGLE] = 1.0
        out[RATE] = 1.0/(sqrt(g/smallest) + abs(free[RATE]))
    last = state_size(island) - 1
    weight[last] = 1.0/(energy + abs(y[last]))


@compiled
def take_stage(slopes, weights, stages, size, h, y, out):
    """Fills out with y + h sum_s weights[s] slopes[s]."""
    for i in range(size):
        total = 0.0
        for s in range(stages):
            if weights[s] != 0.0:
                total += weights[s]*slopes[s*size + i]
        out[i] = y[i] + h*total


@compiled
def error_of(slopes, size, counted, h, weight):
    """The embedded error, see integration/ode.py; `counted` numbers have a scale."""
    fifth = third = 0.0
    for i in range(size):
        if weight[i] == 0.0:
            continue
        one = three = 0.0
        for s in range(STAGES):
            one += FIFTH[s]*slopes[s*size + i]
            three += THIRD[s]*slopes[s*size + i]
        fifth += (one*weight[i])**2
        third += (three*weight[i])**2
    if fifth == 0.0:
        return 0.0
    below = counted*(fifth + 0.01*third)
    return abs(h)*fifth/sqrt(below) + 0.0*below


@compiled
def step(p, calls, island, t, h, y, new):
    """One step of size h from y at t, whose derivative is in the first row of SLOPES; fills new, returns the error.

    inf where the forces were not determined
    """
    size = state_size(island)
    slopes, stage = part(island, SLOPES), part(island, STAGE)
    # nothing has been seen of this step yet
    for i in range(guard_count(island)):
        island[LEAST + i] = inf
    for s in range(1, STAGES):
        take_stage(slopes, WEIGHTS[s], s, size, h, y, stage)
        if not fill_rates(p, calls, island, t + NODES[s]*h, stage, part(slopes, s*size)):
            return inf
        note_dips(p, calls, island, t + NODES[s]*h, stage, s, NODES[s])
    take_stage(slopes, LAST, STAGES, size, h, y, new)
    counted = size if island[NJ] > 0.0 else size - 4*int(island[NB])
    return error_of(slopes, size, float(counted), h, array_of(island, WEIGHT))


# ---- guards ---------------------------------------------------------------------------------------------------------


# a ball that sinks into a support slower than this share of sqrt(g a) has not landed there: rounding
SINKS = 1e-12
# what such a gap counts as [m]
NEARLY = 1e-18
# longer than any frame, and than the changes of speed in it matter [s]
LONGEST_FRAME = 0.02


@traced
def friction_of(force, n):
    """N and |F| of a force."""
    N = force @ n
    return N, length(force - N*n)


@compiled
def fill_contact_guards(island, k, guards):
    """Fills the three guards of a contact."""
    contact, touch = contact_of(island, k), touch_of(island, k)
    for i in range(GUARDS_EACH):
        guards[i] = 1.0
    if contact[DOES] == OPEN:
        return
    N, F = friction_of(three(contact, FORCE), three(touch, NORMAL))
    if touch[KEPT] == 0.0:
        guards[NORMAL_GUARD] = N
        if contact[DOES] == ROLLS and touch[STATIC_MU] < inf:
            guards[CONE_GUARD] = touch[STATIC_MU]*N - F
    guards[EDGE_GUARD] = touch[EDGE]


@compiled
def touches(island, i, s):
    """Whether the ball i is in contact with the support s."""
    for k in range(int(island[NC])):
        contact = contact_of(island, k)
        if (contact[DOES] != OPEN and int(contact[OTHER]) == -2 - s and first_ball(contact) == i
                and contact[JOINT] == 0.0):
            return True
    return False


@traced
def opening_speed(place, n, y):
    """How fast a ball leaves a support [m/s]."""
    return n @ (vector_at(y, V) - material_velocity.formula(place, vector_at(y, X)))


@compiled
def fill_landing_guards(p, calls, island, t, y, guards):
    """Fills the guard of each ball: its least gap; the free supports are turned as y has them."""
    least = SINKS*speed_scale(p, island)
    for i in range(int(island[NB])):
        guards[i] = inf
    for s in range(int(p[SUPPORTS])):
        slopes, values = calls[CALLS_OF_SUPPORT*s + CALL_SLOPES], calls[CALLS_OF_SUPPORT*s + CALL_VALUES]
        if slopes == 0:
            continue
        place, block = place_at(t, block_of(p, s)), part(block_of(p, s), OF_MOTION)
        for i in range(int(island[NB])):
            if touches(island, i, s):
                continue
            ball = part(y, i*MOVING)
            foot = foot_of(place, slopes, values, three(ball, X), ball_numbers(p, island, i)[RADIUS], block)
            gap = foot.gap
            # beyond its edge there is no support; one that it leaves is touched no longer
            if not foot.edge > 0.0:
                continue
            if not gap > 0.0:
                opens = opening_speed(place, foot.n, ball)
                # one that is deeper than it could have come within a frame is behind the surface
                if -gap > ball_numbers(p, island, i)[RADIUS] + LONGEST_FRAME*abs(opens):
                    continue
                if opens > -least:
                    gap = NEARLY
            if gap < guards[i]:
                guards[i] = gap
                island[LANDS_ON + i] = s


@compiled
def fill_guards(p, calls, island, t, y, guards):
    """Fills all guards of the state y at t, of which touches and forces are known."""
    count = int(island[NC])
    for k in range(count):
        fill_contact_guards(island, k, part(guards, GUARDS_EACH*k))
    fill_landing_guards(p, calls, island, t, y, part(guards, GUARDS_EACH*count))


@compiled
def guard_count(island):
    """How many guards there are."""
    return GUARDS_EACH*int(island[NC]) + int(island[NB])


@compiled
def broken_guard(island, guards):
    """The first guard that is not positive, -1 where all are."""
    for i in range(guard_count(island)):
        if not guards[i] > 0.0:
            return i
    return -1


@compiled
def name_event(island, guard):
    """Says which event the end of a guard is; returns its kind."""
    count = int(island[NC])
    if guard >= GUARDS_EACH*count:
        i = guard - GUARDS_EACH*count
        island[EVENT_AT], island[EVENT_OTHER] = i, island[LANDS_ON + i]
        return LANDED
    k = guard//GUARDS_EACH
    island[EVENT_AT], island[EVENT_OTHER] = k, contact_of(island, k)[OTHER]
    which = guard - GUARDS_EACH*k
    return N_ZERO if which == NORMAL_GUARD else CONE if which == CONE_GUARD else EDGE_PASSED


# ---- dips within a step ---------------------------------------------------------------------------------------------

# stages at which landings are looked at: a quarter and 0.6 of the step
LOOKS = (6, 9)
# a guard that falls to this share of what it has at both ends of a step may have been broken between
DIPS = 0.25


@compiled
def note_dips(p, calls, island, t, y, stage, node):
    """Notes the least that guards have at a stage of a step, of which touches and forces are known.

    A stage is near enough to the motion to tell where to look; what is found there counts.
    """
    contacts, guards = GUARDS_EACH*int(island[NC]), part(island, GUARDS_WITHIN)
    for k in range(int(island[NC])):
        fill_contact_guards(island, k, part(guards, GUARDS_EACH*k))
    count = contacts
    if stage in LOOKS:
        fill_landing_guards(p, calls, island, t, y, part(guards, contacts))
        count = guard_count(island)
    for i in range(count):
        if guards[i] < island[LEAST + i]:
            island[LEAST + i], island[LEAST_AT + i] = guards[i], node


@compiled
def deepest_dip(island):
    """Where within a step with good ends a guard may have been broken, as a share of the step; 0.0 for nowhere."""
    deepest, where = DIPS, 0.0
    for i in range(guard_count(island)):
        ends = min(island[GUARDS + i], island[GUARDS_NEW + i])
        if island[LEAST + i] < deepest*ends:
            deepest, where = island[LEAST + i]/ends, island[LEAST_AT + i]
    return where


# ---- accelerations at contacts --------------------------------------------------------------------------------------

@compiled
def fill_acceleration(p, island, k, block, out):
    """Fills out (3,) with U' at the contact k under the present forces."""
    touch = touch_of(island, k)
    for r in range(3):
        out[r] = touch[BIAS + r]
    for l in range(int(island[NC])):
        contact = contact_of(island, l)
        if contact[DOES] != OPEN and coupling(p, island, k, l, block):
            for r in range(3):
                for c in range(3):
                    out[r] += block[3*r + c]*contact[FORCE + c]


@traced
def tangent_part(touch, v):
    """The part of v across the normal of a touch."""
    n = vector_at(touch, NORMAL)
    return v - (n @ v)*n


@compiled
def slip_speed(touch):
    """|U_t| [m/s]."""
    t = tangent_part(touch, three(touch, SLIP))
    return (t[0]*t[0] + t[1]*t[1] + t[2]*t[2])**0.5


@compiled
def opening(touch, rate):
    """gap'' of a contact from its U' (3,)."""
    return dot(touch, NORMAL_RATE, touch, SLIP) + (
        touch[NORMAL]*rate[0] + touch[NORMAL + 1]*rate[1] + touch[NORMAL + 2]*rate[2])
