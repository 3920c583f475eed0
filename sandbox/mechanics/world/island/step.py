"""The 8th-order step for the state of an island, which has as many numbers as there are balls; see integration/ode.py.

The first row of SLOPES holds the derivative at the start of the step: it is known before, and stays for shorter trials.

Guards of an island: numbers that are positive as long as its contacts do what they do, and nothing else is touched.

For each contact: its normal force, what static friction has in hand, the distance to the edge of the surface, how far a
flat face is from lying on it, what has in hand the moment that keeps its body from turning. For each ball its least gap
to a support that it does not touch.
"""

from math import inf, sqrt

import numpy as np

from sandbox.compiling.compiled import compiled, part, room
from sandbox.compiling.traced import length, traced, vector_at
from sandbox.integration.tableau import E3, E5, A, B, C
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.below import foot_below
from sandbox.mechanics.world.island import layout as here
from sandbox.mechanics.world.island.contacts import LOWEST
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
from sandbox.mechanics.world.island.rates import fill_rates, speed_scale
from sandbox.mechanics.world.island.resistance import LEAST_GRAVITY, largest_arm, moment_in_hand
from sandbox.mechanics.world.island.turning import (
    turned_by_force,
    turned_by_moment,
    turned_by_resistance,
)
from sandbox.mechanics.world.nearest import local_of
from sandbox.mechanics.world.shaped import (
    LOOK,
    SEEN_EDGE,
    SEEN_GAP,
    is_shaped,
    look_at_support,
    rate_seen,
)
from sandbox.mechanics.world.supports import (
    block_of,
    is_free,
    material_velocity,
    support_state_at,
    support_state_from,
    three,
)


def _row(weights: dict) -> list:
    return [weights.get(stage, 0.0) for stage in range(here.STAGES)]


NODES = np.array(C)
WEIGHTS = np.array([_row(row) for row in A])
LAST, FIFTH, THIRD = np.array(_row(B)), np.array(_row(E5)), np.array(_row(E3))


@compiled
def state_size(island):
    """How many numbers the state has."""
    return int(island[here.NB])*at.MOVING + int(island[here.NF])*at.TURNING + 1


@compiled
def put_scale(weight, y, start, scale):
    """Reciprocal scale of a vector: a typical size plus its present one."""
    share = 1.0/(scale + abs(y[start]) + abs(y[start + 1]) + abs(y[start + 2]))
    for i in range(3):
        weight[start + i] = share


@compiled
def fill_weights(p, island, y):
    """Fills the reciprocals of the scales that errors are measured in; the attitude counts where it matters: of a body
    that is no ball, and of all where joints have arms."""
    g, count, weight = max(gravity_size(p), LEAST_GRAVITY), int(island[here.NB]), array_of(island, here.WEIGHT)
    uncounted = 0
    # without a ball a length of 1 m stands for its size
    energy, smallest = (0.0, inf) if count > 0 else (1.0, 1.0)
    for i in range(count):
        ball, start = ball_numbers(p, island, i), i*at.MOVING
        a = ball[at.RADIUS]
        energy += ball[at.MASS]*g*a
        smallest = min(smallest, a)
        put_scale(weight, y, start + at.X, a)
        put_scale(weight, y, start + at.V, sqrt(g*a))
        put_scale(weight, y, start + at.W, sqrt(g/a))
        attitude = 1.0 if island[here.NJ] > 0.0 or is_shaped(ball) else 0.0
        uncounted += 0 if attitude > 0.0 else 4
        for k in range(4):
            weight[start + at.Q + k] = attitude
    for f in range(int(island[here.NF])):
        free, out = free_numbers(island, y, f), free_numbers(island, weight, f)
        out[at.ANGLE] = 1.0
        out[at.RATE] = 1.0/(sqrt(g/smallest) + abs(free[at.RATE]))
    last = state_size(island) - 1
    weight[last] = 1.0/(energy + abs(y[last]))
    island[here.COUNTED] = float(state_size(island) - uncounted)


@compiled
def take_stage(slopes, weights, stages, size, h, y, out):
    """Fills out with y + h sum_s weights[s] slopes[s]."""
    for i in range(size):
        out[i] = 0.0
    for s in range(stages):
        if weights[s] != 0.0:
            row = part(slopes, s*size)
            for i in range(size):
                out[i] += weights[s]*row[i]
    for i in range(size):
        out[i] = y[i] + h*out[i]


@compiled
def error_of(slopes, size, counted, h, weight):
    """The embedded error, see integration/ode.py; `counted` numbers have a scale."""
    fifth = third = 0.0
    for i in range(size):
        if weight[i] == 0.0:
            continue
        one = three = 0.0
        for s in range(here.STAGES):
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
    slopes, stage = part(island, here.SLOPES), part(island, here.STAGE)
    # nothing has been seen of this step yet
    for i in range(guard_count(island)):
        island[here.LEAST + i] = inf
    for s in range(1, here.STAGES):
        take_stage(slopes, WEIGHTS[s], s, size, h, y, stage)
        if not fill_rates(p, calls, island, t + NODES[s]*h, stage, part(slopes, s*size)):
            return inf
        note_dips(p, calls, island, t + NODES[s]*h, stage, s, NODES[s])
    take_stage(slopes, LAST, here.STAGES, size, h, y, new)
    return error_of(slopes, size, island[here.COUNTED], h, array_of(island, here.WEIGHT))


# ---- guards ---------------------------------------------------------------------------------------------------------


# a ball that sinks into a support slower than this share of sqrt(g a) has not landed there: rounding
SINKS = 1e-12
# what such a gap counts as [m]
NEARLY = 1e-18
# a body that is no ball and farther from a plane than this, in lengths that it reaches, is not looked at closely
FAR = 2.0
# longer than any frame, and than the changes of speed in it matter [s]
LONGEST_FRAME = 0.02


# the other edge of a side is down where it surely is the lower one [rad]
BEYOND = 1e-12


@traced
def friction_of(force, n):
    """N and |F| of a force."""
    N = force @ n
    return N, length(force - N*n)


@compiled
def slack_left(p, island, touch):
    """How much longer a slack string may become [m]; above 0 for one that has just gone slack."""
    if not touch[here.GAP] > 0.0 and dot(touch, here.NORMAL, touch, here.SLIP) > -SINKS*speed_scale(p, island):
        return NEARLY
    return touch[here.GAP]


@compiled
def fill_contact_guards(p, island, k, guards):
    """Fills the guards of a contact."""
    contact, touch = contact_of(island, k), touch_of(island, k)
    for i in range(here.GUARDS_EACH):
        guards[i] = 1.0
    if contact[here.DOES] == at.OPEN:
        if contact[here.KIND] == at.STRING:
            guards[here.NORMAL_GUARD] = slack_left(p, island, touch)
        return
    N, F = friction_of(three(contact, here.FORCE), three(touch, here.NORMAL))
    if touch[here.KEPT] == 0.0:
        guards[here.NORMAL_GUARD] = N
        if contact[here.DOES] == at.ROLLS and touch[here.STATIC_MU] < inf:
            guards[here.CONE_GUARD] = touch[here.STATIC_MU]*N - F
        if touch[here.HOLD_ROW] >= 0.0:
            guards[here.HOLD_GUARD] = moment_in_hand(contact, touch)/largest_arm(touch)
    guards[here.EDGE_GUARD], guards[here.TILT_GUARD] = touch[here.EDGE], touch[here.TILT] - LOWEST
    if contact[here.SIDE] != 0.0:
        guards[here.TILT_GUARD] = min(guards[here.TILT_GUARD], contact[here.SIDE]*touch[here.LEAN] + BEYOND)


@compiled
def is_taken(island, s):
    """Whether a free support is among those of the island."""
    found = False
    for f in range(int(island[here.NF])):
        found = found or int(island[here.FREE_ID + f]) == s
    return found


@compiled
def touches(island, i, s):
    """Whether the ball i is in contact with the support s."""
    for k in range(int(island[here.NC])):
        contact = contact_of(island, k)
        if (contact[here.DOES] != at.OPEN and int(contact[here.OTHER]) == -2 - s and first_ball(contact) == i
                and contact[here.JOINT] == 0.0):
            return True
    return False


@traced
def opening_speed(place, n, y):
    """How fast a ball leaves a support [m/s]."""
    return n @ (vector_at(y, at.V) - material_velocity.formula(place, vector_at(y, at.X)))


@traced
def height_over(place, y):
    """How high a mass centre is over the local plane z = 0 [m]."""
    return local_of.formula(place, vector_at(y, at.X))[2]


@compiled
def fill_landing_guards(p, calls, island, t, y, guards):
    """Fills the guard of each ball: its least gap; the free supports are turned as y has them."""
    least, look = SINKS*speed_scale(p, island), room(LOOK)
    for i in range(int(island[here.NB])):
        guards[i] = inf
    for s in range(int(p[at.SUPPORTS])):
        # a free support that is not of this island can't be reached
        if calls[at.CALLS_OF_SUPPORT*s + at.CALL_SLOPES] == 0 or (is_free(block_of(p, s)) and not is_taken(island, s)):
            continue
        own = block_of(p, s)
        if own[at.STANDS] != 0.0:
            place = support_state_from(part(own, at.STATES_KEPT))
        else:
            place = support_state_at(t, own)
        for i in range(int(island[here.NB])):
            if touches(island, i, s):
                continue
            ball, numbers = part(y, i*at.MOVING), ball_numbers(p, island, i)
            high = height_over(place, ball) if is_shaped(numbers) and own[at.IS_PLANE] != 0.0 else 0.0
            if abs(high) > FAR*numbers[at.RADIUS]:
                # no nearer than this; one far below is behind the surface, or beyond its edge
                gap, edge, opens = high - numbers[at.RADIUS], high, 0.0
            elif is_shaped(numbers):
                look_at_support(p, calls, numbers, s, place, ball, look)
                gap, edge, opens = look[SEEN_GAP], look[SEEN_EDGE], rate_seen(look)
            else:
                foot = foot_below(p, calls, s, place, three(ball, at.X), numbers[at.RADIUS])
                gap, edge, opens = foot.gap, foot.edge, opening_speed(place, foot.n, ball)
            # beyond its edge there is no support; one that it leaves is touched no longer
            if not edge > 0.0:
                continue
            if not gap > 0.0:
                # one that is deeper than it could have come within a frame is behind the surface
                if -gap > numbers[at.RADIUS] + LONGEST_FRAME*abs(opens):
                    continue
                if opens > -least:
                    gap = NEARLY
            if gap < guards[i]:
                guards[i] = gap
                island[here.LANDS_ON + i] = s


@compiled
def fill_guards(p, calls, island, t, y, guards):
    """Fills all guards of the state y at t, of which touches and forces are known."""
    count = int(island[here.NC])
    for k in range(count):
        fill_contact_guards(p, island, k, part(guards, here.GUARDS_EACH*k))
    fill_landing_guards(p, calls, island, t, y, part(guards, here.GUARDS_EACH*count))


@compiled
def guard_count(island):
    """How many guards there are."""
    return here.GUARDS_EACH*int(island[here.NC]) + int(island[here.NB])


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
    count = int(island[here.NC])
    if guard >= here.GUARDS_EACH*count:
        i = guard - here.GUARDS_EACH*count
        island[here.EVENT_AT], island[here.EVENT_OTHER] = i, island[here.LANDS_ON + i]
        return here.LANDED
    k = guard//here.GUARDS_EACH
    island[here.EVENT_AT], island[here.EVENT_OTHER] = k, contact_of(island, k)[here.OTHER]
    which = guard - here.GUARDS_EACH*k
    if which == here.TILT_GUARD:
        return here.FLAT if touch_of(island, k)[here.TILT] <= LOWEST else here.SIDE_DOWN
    if which == here.HOLD_GUARD:
        return here.HOLD_ENDED
    if which == here.NORMAL_GUARD and contact_of(island, k)[here.DOES] == at.OPEN:
        return here.TIGHT
    return here.N_ZERO if which == here.NORMAL_GUARD else here.CONE if which == here.CONE_GUARD else here.EDGE_PASSED


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
    contacts, guards = here.GUARDS_EACH*int(island[here.NC]), part(island, here.GUARDS_WITHIN)
    for k in range(int(island[here.NC])):
        fill_contact_guards(p, island, k, part(guards, here.GUARDS_EACH*k))
    count = contacts
    if stage in LOOKS:
        fill_landing_guards(p, calls, island, t, y, part(guards, contacts))
        count = guard_count(island)
    for i in range(count):
        if guards[i] < island[here.LEAST + i]:
            island[here.LEAST + i], island[here.LEAST_AT + i] = guards[i], node


@compiled
def deepest_dip(island):
    """Where within a step with good ends a guard may have been broken, as a share of the step; 0.0 for nowhere."""
    deepest, where = DIPS, 0.0
    for i in range(guard_count(island)):
        ends = min(island[here.GUARDS + i], island[here.GUARDS_NEW + i])
        if island[here.LEAST + i] < deepest*ends:
            deepest, where = island[here.LEAST + i]/ends, island[here.LEAST_AT + i]
    return where


# ---- turns at contacts ----------------------------------------------------------------------------------------------


@compiled
def fill_turning_rate(p, island, k, out):
    """Fills out (3,) with the rate of TURNING of the contact k under the present forces, as TURN_BIAS has it."""
    touch = touch_of(island, k)
    for r in range(3):
        out[r] = touch[here.TURN_BIAS + r]
    for l in range(int(island[here.NC])):
        contact = contact_of(island, l)
        if contact[here.DOES] != at.OPEN:
            force = three(contact, here.FORCE)
            turned = turned_by_force(p, island, k, l, force)
            resisted = turned_by_resistance(p, island, k, l, dot(contact, here.FORCE, touch_of(island, l), here.NORMAL))
            for r in range(3):
                out[r] += turned[r] + resisted[r]
        if touch_of(island, l)[here.HOLD_ROW] >= 0.0:
            turned = turned_by_moment(p, island, k, l, three(contact, here.MOMENT))
            for r in range(3):
                out[r] += turned[r]


@compiled
def opening(touch, rate):
    """gap'' of a contact from its U' (3,)."""
    return dot(touch, here.NORMAL_RATE, touch, here.SLIP) + (
        touch[here.NORMAL]*rate[0] + touch[here.NORMAL + 1]*rate[1] + touch[here.NORMAL + 2]*rate[2])
