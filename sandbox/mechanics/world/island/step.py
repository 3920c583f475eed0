"""The 8th-order step for the state of an island, which has as many numbers as there are balls; see integration/ode.py.

The first row of SLOPES holds the derivative at the start of the step: it is known before, and stays for shorter trials.
"""

from math import inf, sqrt

import numpy as np

from sandbox.compiling.compiled import compiled, part
from sandbox.integration.tableau import E3, E5, A, B, C
from sandbox.mechanics.world.island.contacts import LEAST_GRAVITY
from sandbox.mechanics.world.island.known import array_of, ball_numbers, free_numbers
from sandbox.mechanics.world.island.places import NB, NF, NJ, SLOPES, STAGE, STAGES, WEIGHT
from sandbox.mechanics.world.island.rates import fill_rates, gravity_size
from sandbox.mechanics.world.island.watch import forget_dips, note_dips
from sandbox.mechanics.world.places import ANGLE, MASS, MOVING, RADIUS, RATE, TURNING, Q, V, W, X


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
    forget_dips(island)
    for s in range(1, STAGES):
        take_stage(slopes, WEIGHTS[s], s, size, h, y, stage)
        if not fill_rates(p, calls, island, t + NODES[s]*h, stage, part(slopes, s*size)):
            return inf
        note_dips(p, calls, island, t + NODES[s]*h, stage, s, NODES[s])
    take_stage(slopes, LAST, STAGES, size, h, y, new)
    counted = size if island[NJ] > 0.0 else size - 4*int(island[NB])
    return error_of(slopes, size, float(counted), h, array_of(island, WEIGHT))
