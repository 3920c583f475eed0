"""Supports that are free to turn, on which nothing lies just now: islands without balls."""

from sandbox.compiling.compiled import compiled, part
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.groups.islands import gain_of, put_free
from sandbox.mechanics.world.island import layout as here
from sandbox.mechanics.world.island.known import array_of
from sandbox.mechanics.world.island.tasks import ADVANCE, ask
from sandbox.mechanics.world.neighbours import island_of, turning_of
from sandbox.mechanics.world.supports import block_of, is_free


@compiled
def reset_free(p, t):
    """Notes that the segment of no free support has begun."""
    for s in range(int(p[at.SUPPORTS])):
        block = block_of(p, s)
        if is_free(block):
            now = turning_of(p, int(block[at.FREE_INDEX]))
            now[at.TURN_BEGAN] = now[at.TURN_ENDS] = t


@compiled
def begin_idle(p, calls, y, t, t_end):
    """Begins segments of the free supports that no group has taken along."""
    for s in range(int(p[at.SUPPORTS])):
        block = block_of(p, s)
        if is_free(block) and turning_of(p, int(block[at.FREE_INDEX]))[at.TURN_ENDS] <= t < t_end:
            turn_idle(p, calls, y, s, t, t_end)


@compiled
def turn_idle(p, calls, y, s, t, t_end):
    """Turns a free support on which nothing lies from t to t_end; the ledger takes what its bearing takes."""
    island, number = island_of(p), int(block_of(p, s)[at.FREE_INDEX])
    island[here.NB] = island[here.NC] = island[here.NJ] = island[here.STEPPED] = island[here.MERGED] = 0.0
    island[here.NF], island[here.FREE_ID] = 1.0, float(s)
    put_free(p, y, island)
    ask(ADVANCE, p, calls, island, t, t_end)
    now = turning_of(p, number)
    now[at.TURN_BEGAN], now[at.TURN_ENDS] = t, t_end
    turned = array_of(island, here.STATE)
    now[at.END_ANGLE], now[at.END_RATE] = turned[at.ANGLE], turned[at.RATE]
    y[int(p[at.LEDGER_AT]) + at.LEDGER] += gain_of(island)


@compiled
def cut_idle(p, calls, y, s, t):
    """Brings a free support on which nothing lies to an instant of its segment."""
    number = int(block_of(p, s)[at.FREE_INDEX])
    now = turning_of(p, number)
    if now[at.TURN_BEGAN] < t <= now[at.TURN_ENDS]:
        # what the ledger had of the rest of the segment goes back
        ledger, before = part(y, int(p[at.LEDGER_AT])), now[at.TURN_ENDS]
        kept = ledger[at.LEDGER]
        turn_idle(p, calls, y, s, now[at.TURN_BEGAN], before)
        whole = ledger[at.LEDGER] - kept
        ledger[at.LEDGER] = kept - whole
        turn_idle(p, calls, y, s, now[at.TURN_BEGAN], t)
        take_turned(p, y, s)


@compiled
def take_turned(p, y, s):
    """Makes the end of the segment of a free support its present state."""
    number = int(block_of(p, s)[at.FREE_INDEX])
    now, free = turning_of(p, number), part(y, int(p[at.FREE_AT]) + at.TURNING*number)
    if now[at.TURN_ENDS] > now[at.TURN_BEGAN]:
        free[at.ANGLE], free[at.RATE] = now[at.END_ANGLE], now[at.END_RATE]
    now[at.TURN_BEGAN] = now[at.TURN_ENDS]


@compiled
def end_free(p, y):
    """Makes the ends of the segments of all free supports their present state."""
    for s in range(int(p[at.SUPPORTS])):
        if is_free(block_of(p, s)):
            take_turned(p, y, s)
