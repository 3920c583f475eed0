"""Supports that are free to turn, on which nothing lies just now: islands without balls."""

from sandbox.compiling.compiled import compiled, part
from sandbox.mechanics.world.groups.islands import gain_of, put_free
from sandbox.mechanics.world.island import places as here
from sandbox.mechanics.world.island.known import array_of
from sandbox.mechanics.world.island.tasks import ADVANCE, ask
from sandbox.mechanics.world.neighbours import island_of, turning_of
from sandbox.mechanics.world.places import (
    ANGLE,
    BOOKS_AT,
    END_ANGLE,
    END_RATE,
    FREE_AT,
    FREE_INDEX,
    LEDGER,
    RATE,
    SUPPORTS,
    TURN_BEGAN,
    TURN_ENDS,
    TURNING,
)
from sandbox.mechanics.world.supports import block_of, is_free


@compiled
def reset_free(p, t):
    """Notes that the segment of no free support has begun."""
    for s in range(int(p[SUPPORTS])):
        block = block_of(p, s)
        if is_free(block):
            now = turning_of(p, int(block[FREE_INDEX]))
            now[TURN_BEGAN] = now[TURN_ENDS] = t


@compiled
def begin_idle(p, calls, y, t, t_end):
    """Begins segments of the free supports that no group has taken along."""
    for s in range(int(p[SUPPORTS])):
        block = block_of(p, s)
        if is_free(block) and turning_of(p, int(block[FREE_INDEX]))[TURN_ENDS] <= t < t_end:
            turn_idle(p, calls, y, s, t, t_end)


@compiled
def turn_idle(p, calls, y, s, t, t_end):
    """Turns a free support on which nothing lies from t to t_end; the ledger takes what its bearing takes."""
    island, number = island_of(p), int(block_of(p, s)[FREE_INDEX])
    island[here.NB] = island[here.NC] = island[here.NJ] = island[here.STEPPED] = island[here.MERGED] = 0.0
    island[here.NF], island[here.FREE_ID] = 1.0, float(s)
    put_free(p, y, island)
    ask(ADVANCE, p, calls, island, t, t_end)
    now = turning_of(p, number)
    now[TURN_BEGAN], now[TURN_ENDS] = t, t_end
    turned = array_of(island, here.STATE)
    now[END_ANGLE], now[END_RATE] = turned[ANGLE], turned[RATE]
    y[int(p[BOOKS_AT]) + LEDGER] += gain_of(island)


@compiled
def cut_idle(p, calls, y, s, t):
    """Brings a free support on which nothing lies to an instant of its segment."""
    number = int(block_of(p, s)[FREE_INDEX])
    now = turning_of(p, number)
    if now[TURN_BEGAN] < t <= now[TURN_ENDS]:
        # what the ledger had of the rest of the segment goes back
        books, before = part(y, int(p[BOOKS_AT])), now[TURN_ENDS]
        kept = books[LEDGER]
        turn_idle(p, calls, y, s, now[TURN_BEGAN], before)
        whole = books[LEDGER] - kept
        books[LEDGER] = kept - whole
        turn_idle(p, calls, y, s, now[TURN_BEGAN], t)
        take_turned(p, y, s)


@compiled
def take_turned(p, y, s):
    """Makes the end of the segment of a free support its present state."""
    number = int(block_of(p, s)[FREE_INDEX])
    now, free = turning_of(p, number), part(y, int(p[FREE_AT]) + TURNING*number)
    if now[TURN_ENDS] > now[TURN_BEGAN]:
        free[ANGLE], free[RATE] = now[END_ANGLE], now[END_RATE]
    now[TURN_BEGAN] = now[TURN_ENDS]


@compiled
def end_free(p, y):
    """Makes the ends of the segments of all free supports their present state."""
    for s in range(int(p[SUPPORTS])):
        if is_free(block_of(p, s)):
            take_turned(p, y, s)
