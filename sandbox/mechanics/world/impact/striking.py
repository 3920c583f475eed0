"""Impacts at contacts that close at one instant: what their laws are, how they are solved, what is told of them."""

from math import inf

from sandbox.compiling.compiled import compiled, part, room
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world import met as meet
from sandbox.mechanics.world.impact.hits import closing_speed, hit_pair, hit_support
from sandbox.mechanics.world.impact.together import hit_together
from sandbox.mechanics.world.log import log_impact
from sandbox.mechanics.world.met import MET, add_met, met_at
from sandbox.mechanics.world.pair_laws import body_numbers, friction_between, restitution_between
from sandbox.mechanics.world.supports import block_of


@compiled
def restitution_of(p, i, other):
    """e of a contact of the ball i with a ball, or with the support -2 - s."""
    if other >= 0:
        return restitution_between(p, body_numbers(p, i), body_numbers(p, other))
    return block_of(p, -2 - other)[at.RESTITUTION]


@compiled
def friction_of(p, i, other):
    """The coefficient of friction in an impact of the ball i with a ball, or with the support -2 - s."""
    if other >= 0:
        return friction_between(p, body_numbers(p, i), body_numbers(p, other))
    block = block_of(p, -2 - other)
    return inf if block[at.STATIC] == inf else block[at.KINETIC]


@compiled
def hit_one(p, calls, y, i, other, t, e, mu):
    """The impact of the ball i with a ball, or with the support -2 - s; returns the normal velocity after it [m/s]."""
    if p[at.JOINTS] > 0.0 or p[at.SHAPED] > 0.0:
        met = room(MET)
        met[meet.COUNT] = 0.0
        add_met(met, i, other)
        met_at(met, 0)[meet.RESTITUTION], met_at(met, 0)[meet.FRICTION] = e, mu
        _done, after = hit_together(p, calls, y, met, t)
        return after
    if other >= 0:
        return hit_pair(p, calls, y, i, other, t, e, mu)
    return hit_support(p, calls, y, i, -2 - other, t, e, mu)


@compiled
def strike(p, calls, y, i, other, t, is_plastic, follows):
    """One impact of the ball i with a ball, or with the support -2 - s."""
    ledger = part(y, int(p[at.LEDGER_AT]))
    lost, u = ledger[at.LOST], 0.0
    tells = p[at.LOGS_ALL] != 0.0
    if tells:
        u = closing_speed(p, calls, y, i, other, t)
    e = 0.0 if is_plastic else restitution_of(p, i, other)
    hit_one(p, calls, y, i, other, t, e, friction_of(p, i, other))
    if tells:
        log_impact(p, t, at.STRUCK, i, other, (-u, ledger[at.LOST] - lost, 1.0, follows))


@compiled
def strike_all(p, calls, y, met, t, is_plastic, follows):
    """The impact at all contacts of a list (met.py); one after the other where there is no room for them together.

    follows     1.0 where another impact of the same instant set it off, which is told
    """
    count = int(met[meet.COUNT])
    if count == 1:
        strike(p, calls, y, int(met_at(met, 0)[meet.ONE]), int(met_at(met, 0)[meet.OTHER]), t, is_plastic,
               follows)
        return
    for m in range(count):
        contact = met_at(met, m)
        i, other = int(contact[meet.ONE]), int(contact[meet.OTHER])
        contact[meet.RESTITUTION] = 0.0 if is_plastic else restitution_of(p, i, other)
        contact[meet.FRICTION] = friction_of(p, i, other)
        contact[meet.SPEED] = -closing_speed(p, calls, y, i, other, t)
    is_done, _after = hit_together(p, calls, y, met, t)
    for m in range(count):
        contact = met_at(met, m)
        i, other = int(contact[meet.ONE]), int(contact[meet.OTHER])
        if not is_done:
            strike(p, calls, y, i, other, t, is_plastic, follows)
        elif p[at.LOGS_ALL] != 0.0:
            log_impact(p, t, at.STRUCK, i, other, (contact[meet.SPEED], contact[meet.LOST], float(count), follows))
