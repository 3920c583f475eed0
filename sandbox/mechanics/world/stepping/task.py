"""What is asked of a stepped group, as one function found by its address: to go on, and to say whether it rests
then."""

from math import ceil

from sandbox.compiling.compiled import call_mode, compiled
from sandbox.compiling.entries import mode_function
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.island import layout as here
from sandbox.mechanics.world.island.fallback import begin_steps
from sandbox.mechanics.world.island.known import array_of, ball_numbers, gravity_size, prepare, slot_of
from sandbox.mechanics.world.island.rates import weight_of_all
from sandbox.mechanics.world.island.step import LEAST_GRAVITY
from sandbox.mechanics.world.stepping.rest import heap_rests
from sandbox.mechanics.world.stepping.steps import largest_stray, small_step

# a sub-step as a share of sqrt(a/g), the time in which a ball falls by half its radius
SHARE = 0.02
# share of the smallest radius that balls move against each other in a sub-step; sub-steps at most
WAY, MOST_STEPS = 0.1, 64


@mode_function
def stepping_task(t, t_end, island, p, calls, out):
    """Takes the stepped group in `island` from t to t_end; EVENT is the slot of the support that carries it at rest, or
    -1."""
    prepare(p, island)
    begin_steps(island)
    for s in range(int(p[at.SUPPORTS]) - 1):
        slot_of(island, s)
    weight = weight_of_all(p, island)
    smallest = ball_numbers(p, island, 0)[at.RADIUS]
    for i in range(int(island[here.NB])):
        smallest = min(smallest, ball_numbers(p, island, i)[at.RADIUS])
    rate = (max(gravity_size(p), LEAST_GRAVITY)/smallest)**0.5/SHARE
    rate = max(rate, largest_stray(island, array_of(island, here.STATE))/(WAY*smallest))
    count = min(MOST_STEPS, max(1, int(ceil((t_end - t)*rate))))
    s = (t_end - t)/count
    if not s > 0.0:
        count = 0
    for i in range(count):
        small_step(p, calls, island, t + i*s, s, weight)
    island[here.REACHED] = t_end
    island[here.EVENT] = float(heap_rests(p, calls, island, t_end))
    return 0.0


@compiled
def ask_stepping(p, calls, island, t, t_end):
    """Has it done; returns the slot of the support that carries it at rest, or -1."""
    call_mode(calls[at.CALLS_OF_SUPPORT*int(p[at.SUPPORTS]) + at.CALL_STEPPING], t, t_end, island, p, calls, island)
    return int(island[here.EVENT])
