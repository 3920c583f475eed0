"""Impulses on balls and on supports that are free to turn, with the work that they do.

Books: each impulse J does the work J.(v + v')/2 at its point, relative to the frame in which the energy of that ball is
counted.
"""

from sandbox.compiling.compiled import compiled, part, room
from sandbox.compiling.traced import Vector, cross, traced, vector_at
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.impact import response
from sandbox.mechanics.world.impact.response import (
    give_impulse,
    hold,
    put_answer_of_other,
    put_stiffness,
    rolls_held,
    share_of,
)
from sandbox.mechanics.world.instant import support_now
from sandbox.mechanics.world.segments.segment import ball_of, state_of
from sandbox.mechanics.world.supports import block_of, is_free, material_velocity, three


@traced
def point_velocity(state, r):
    """v + w x r."""
    return vector_at(state, at.V) + cross(vector_at(state, at.W), Vector(*r))


@traced
def frame_velocity(place, state, r):
    """Velocity of the frame's point where the arm r of a ball ends."""
    return material_velocity.formula(place, vector_at(state, at.X) + Vector(*r))


@traced
def half_work(P, u, carried):
    """P.(u - carried)/2."""
    return 0.5*(Vector(*P) @ (Vector(*u) - Vector(*carried)))


@compiled
def work_of(p, y, b, t, r, P):
    """Half the power of an impulse P at the arm r of the ball b, as its velocities are now, relative to its frame."""
    state = state_of(y, b)
    place = support_now(p, y, int(state[at.FRAME]), t)
    return half_work(P, point_velocity(state, r), frame_velocity(place, state, r))


@compiled
def push(p, y, b, t, side, P):
    """Gives the ball b the impulse P at its arm, with the floor's answer, and ledger the work of both."""
    state, ball, ledger = state_of(y, b), ball_of(p, b), part(y, int(p[at.LEDGER_AT]))
    r, f, R = three(side, response.ARM), three(side, response.FLOOR_ARM), three(side, response.TAKES)
    work = work_of(p, y, b, t, r, P)
    is_held = side[response.IS_HELD] != 0.0
    if is_held:
        work += work_of(p, y, b, t, f, R)
    give_impulse(state, ball, r, P)
    if is_held:
        give_impulse(state, ball, f, R)
        press_floor(p, y, b, side, R)
    work += work_of(p, y, b, t, r, P)
    if is_held:
        work += work_of(p, y, b, t, f, R)
    ledger[at.LEDGER] += work


@traced
def turned_rate(share, lever, R):
    """-(e x c).R/J."""
    return -share*(Vector(*lever) @ Vector(*R))


@compiled
def press_floor(p, y, b, side, R):
    """Turns a free floor that held the ball b by what it answered; its work is that of -R at a point that turns."""
    block = block_of(p, int(state_of(y, b)[at.ON]))
    if not is_free(block):
        return
    lever = three(side, response.FLOOR_LEVER)
    turn_free(p, y, block, lever, R)


@compiled
def turn_free(p, y, block, lever, R):
    """Turns a free support by -R at the lever e x c, and ledger what that does."""
    free, ledger = part(y, int(p[at.FREE_AT]) + at.TURNING*int(block[at.FREE_INDEX])), part(y, int(p[at.LEDGER_AT]))
    moved = turned_rate(share_of(block), lever, R)
    pressed = lever[0]*R[0] + lever[1]*R[1] + lever[2]*R[2]
    ledger[at.LEDGER] -= pressed*(free[at.RATE] + 0.5*moved)
    free[at.RATE] += moved


@compiled
def push_others(p, calls, y, s, t, i, j, turned):
    """Turns the balls but i and j that roll on the support s with it, and ledger the work; s is -1 where none turns."""
    if s < 0:
        return
    side, ledger = room(response.SIDE), part(y, int(p[at.LEDGER_AT]))
    for b in range(int(p[at.BALLS])):
        if b in (i, j) or int(state_of(y, b)[at.ON]) != s or not rolls_held(p, y, b):
            continue
        hold(p, calls, y, b, t, side)
        put_stiffness(ball_of(p, b), side)
        put_answer_of_other(side, turned)
        f, R = three(side, response.FLOOR_ARM), three(side, response.TAKES)
        work = work_of(p, y, b, t, f, R)
        give_impulse(state_of(y, b), ball_of(p, b), f, R)
        press_floor(p, y, b, side, R)
        ledger[at.LEDGER] += work + work_of(p, y, b, t, f, R)
