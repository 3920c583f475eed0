"""Supports that are free to turn, on which nothing lies just now: islands without balls."""

from sandbox.compiling.compiled import compiled, part
from sandbox.compiling.traced import length, traced, vector_at
from sandbox.mechanics import layout as lay
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.groups.islands import gain_of, put_free
from sandbox.mechanics.world.island import layout as here
from sandbox.mechanics.world.island.known import array_of
from sandbox.mechanics.world.island.tasks import ADVANCE, ask
from sandbox.mechanics.world.neighbours import island_of, turning_of
from sandbox.mechanics.world.segments.segment import ball_of, state_of
from sandbox.mechanics.world.supports import block_of, is_free, motor_torque, three


@compiled
def reset_free(p, y, t):
    """Notes that the segment of no free support has begun, and how fast each may be turned by weights."""
    for s in range(int(p[at.SUPPORTS])):
        block = block_of(p, s)
        if is_free(block):
            now = turning_of(p, int(block[at.FREE_INDEX]))
            now[at.TURN_BEGAN] = now[at.TURN_ENDS] = t
            now[at.TURN_MARK], now[at.TURN_GAINS] = at.IDLE, 0.0
            now[at.TURN_PUSH] = size_of(p, at.GRAVITY)*weight_on(p, y, s)/block[at.TABLE_INERTIA]
            if block[at.HAS_MOTOR] != 0.0:
                now[at.TURN_PUSH] += (abs(motor_torque(t, block, 0.0)) + abs(motor_torque(p[at.FRAME_ENDS], block, 0.0))
                                      )/block[at.TABLE_INERTIA]


@traced
def size_of(p, start):
    """The length of three numbers."""
    return length(three(p, start))


@traced
def lever_of(state, block):
    """How far a ball is from the axis point of a support [m]."""
    return length(vector_at(state, at.X) - vector_at(block, at.OF_MOTION + lay.LAB_POINT))


@compiled
def weight_on(p, y, s):
    """The largest moment of gravity about the axis of a free support, per g: its own and its balls' [kg m]."""
    block = block_of(p, s)
    total = size_of(block, at.TABLE_WEIGHT)
    for b in range(int(p[at.BALLS])):
        if state_of(y, b)[at.ON] == s:
            ball = ball_of(p, b)
            total += ball[at.MASS]*(lever_of(state_of(y, b), block) + ball[at.RADIUS])
    return total


@compiled
def begin_idle(p, calls, y, t, t_end):
    """Begins segments of the free supports that no group has taken along.

    That of a group which ends at this very instant, by what has yet to happen to it, is left to the group.
    """
    for s in range(int(p[at.SUPPORTS])):
        block = block_of(p, s)
        if is_free(block):
            now = turning_of(p, int(block[at.FREE_INDEX]))
            if now[at.TURN_BEGAN] == now[at.TURN_ENDS] <= t < t_end:
                turn_idle(p, calls, y, s, t, t_end)


@compiled
def turn_idle(p, calls, y, s, t, t_end):
    """Turns a free support on which nothing lies from t to t_end."""
    island, number = island_of(p), int(block_of(p, s)[at.FREE_INDEX])
    island[here.NB] = island[here.NC] = island[here.NJ] = island[here.STEPPED] = island[here.MERGED] = 0.0
    island[here.NF], island[here.FREE_ID] = 1.0, float(s)
    put_free(p, y, island)
    ask(ADVANCE, p, calls, island, t, t_end)
    now = turning_of(p, number)
    now[at.TURN_BEGAN], now[at.TURN_ENDS], now[at.TURN_MARK] = t, t_end, at.IDLE
    turned = array_of(island, here.STATE)
    now[at.END_ANGLE], now[at.END_RATE], now[at.TURN_GAINS] = turned[at.ANGLE], turned[at.RATE], gain_of(island)


@compiled
def cut_idle(p, calls, y, s, t):
    """Brings a free support on which nothing lies to an instant of its segment."""
    now = turning_of(p, int(block_of(p, s)[at.FREE_INDEX]))
    if t == now[at.TURN_BEGAN]:
        stop_turned(p, s)
        return
    if t < now[at.TURN_ENDS]:
        turn_idle(p, calls, y, s, now[at.TURN_BEGAN], t)
    take_turned(p, y, s)


@compiled
def stop_turned(p, s):
    """Ends the segment of a free support where it began."""
    now = turning_of(p, int(block_of(p, s)[at.FREE_INDEX]))
    now[at.TURN_ENDS], now[at.TURN_GAINS] = now[at.TURN_BEGAN], 0.0


@compiled
def take_turned(p, y, s):
    """Makes the end of the segment of a free support its present state; the ledger takes what its bearing takes."""
    number = int(block_of(p, s)[at.FREE_INDEX])
    now, free = turning_of(p, number), part(y, int(p[at.FREE_AT]) + at.TURNING*number)
    if now[at.TURN_ENDS] > now[at.TURN_BEGAN]:
        free[at.ANGLE], free[at.RATE] = now[at.END_ANGLE], now[at.END_RATE]
        y[int(p[at.LEDGER_AT]) + at.LEDGER] += now[at.TURN_GAINS]
    now[at.TURN_BEGAN], now[at.TURN_GAINS] = now[at.TURN_ENDS], 0.0


@compiled
def end_free(p, y):
    """Makes the ends of the segments of all free supports their present state."""
    for s in range(int(p[at.SUPPORTS])):
        if is_free(block_of(p, s)):
            take_turned(p, y, s)
