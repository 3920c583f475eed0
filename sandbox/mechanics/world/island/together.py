"""An impact at several contacts of one instant: a single problem, whatever their order.

With u_k the velocities at the contacts that meet, W their response to each other's impulses (what holds answers at
once, see hit.py), n the normals and e, mu their laws, Newton's law on the whole set asks for

    u' = u + W P,     0 <= n.P_k   orthogonal to   n.u'_k - b_k >= 0,     b_k = max(0, -e_k n.u_k),

and for friction P_t within |P_t| <= mu n.P that takes the slip, or lies against what is left of it: Moreau's impact. It
is found by sweeps, contact after contact. In Poisson's law the same is asked with b = 0 first (compression); then again
with b = 0 and n.P_k at least 1 + e_k times what compression had.

Where the shares that are given back differ, among contacts or along and across a normal (0 of the slip), Newton's law
may add energy. Then the impulses are

    P = P_0 + s (P_1 - P_0),     P_0 those with b = 0,  P_1 those of the law,

with the largest s that adds none: the energy added is quadratic in s, not above 0 at s = 0.

For one contact alone it is Chatterjee and Ruina's law (hit.py): the same without friction.

Sources: J.J. Moreau, Unilateral contact and dry friction in finite freedom dynamics (1988); Ch. Glocker, Set-Valued
Force Laws (2001), chapter 9.
"""

from math import inf, sqrt

from sandbox.compiling.compiled import compiled, part, room
from sandbox.mechanics.impact import layout as record
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.island import layout as here
from sandbox.mechanics.world.island.hit import (
    MOST_TRIES,
    STIFF,
    add_impulses,
    along_normal,
    apply_impulses,
    choose_rows,
    clear_impulses,
    fill_answers,
    fill_moved,
    let_go,
    meet_one,
    prepare_answers,
)
from sandbox.mechanics.world.island.known import (
    array_of,
    ball_numbers,
    contact_of,
    dot,
    first_ball,
    prepare,
    touch_of,
    turn_supports,
)
from sandbox.mechanics.world.island.rates import fill_free_motion
from sandbox.mechanics.world.island.rest import TOUCHING
from sandbox.mechanics.world.supports import three

# sweeps at most; the change of impulses, against the largest, that is none
MOST_SWEEPS, STILL = 4000, 1e-16
# energy that rounding adds, as a share of the sum of |P.u|
ROUNDED = 1e-14

# where the numbers of the problem stand in SLOPES, which nothing else needs in an impact: W, the answers of each
# contact, velocities before, impulses of compression, impulses, and what the sweeps ask for (b, least n.P)
_WIDTH = 3*here.MOST_HITS
_W = 0
_ANSWERS = _W + _WIDTH*_WIDTH
_BEFORE = _ANSWERS + here.MOST_HITS*3*here.MOST_ROWS
_FIRST = _BEFORE + _WIDTH
_IMPULSES = _FIRST + _WIDTH
_LEAST = _IMPULSES + _WIDTH
_WORK = _LEAST + 2*here.MOST_HITS
assert _WORK <= here.STAGES*here.MOST_STATE


@compiled
def hit_contact(island, m):
    """The number of the contact number m of those that meet."""
    return int(island[here.HIT_AT + m])


@compiled
def answers_of(work, m):
    """D^-1 C of the contact number m of those that meet."""
    return part(work, _ANSWERS + m*3*here.MOST_ROWS)


@compiled
def fill_problem(p, island, work):
    """Fills W and the answers; velocities are those of the touches."""
    count, block, G = int(island[here.HITS]), room(9), room(9)
    rows = prepare_answers(p, island, block)
    for m in range(count):
        start = hit_contact(island, m)
        fill_answers(p, island, start, rows, answers_of(work, m), block)
        for k in range(count):
            fill_moved(p, island, hit_contact(island, k), start, answers_of(work, m), G, block)
            for r in range(3):
                for c in range(3):
                    work[_W + (3*k + r)*_WIDTH + 3*m + c] = G[3*r + c]
        for r in range(3):
            work[_BEFORE + 3*m + r] = touch_of(island, start)[here.SLIP + r]


@compiled
def fill_velocity(work, count, k, u):
    """Fills u (3,) with u'_k."""
    for r in range(3):
        total = work[_BEFORE + 3*k + r]
        for i in range(3*count):
            total += work[_W + (3*k + r)*_WIDTH + i]*work[_IMPULSES + i]
        u[r] = total


@compiled
def better(p, island, work, k, u, block):
    """Changes the impulse of the contact k as its law asks for; returns (how much, its size)."""
    start = hit_contact(island, k)
    touch, P = touch_of(island, start), part(work, _IMPULSES + 3*k)
    for r in range(3):
        for c in range(3):
            block[3*r + c] = work[_W + (3*k + r)*_WIDTH + 3*k + c]
    into = along_normal(touch, block)
    if not into > STIFF/ball_numbers(p, island, first_ball(contact_of(island, start)))[at.MASS]:
        # nothing can move there: what closes is rounding
        return 0.0, 0.0
    along = block[0] + block[4] + block[8] - into
    u_n, N = dot(touch, here.NORMAL, u, 0), dot(touch, here.NORMAL, P, 0)
    new = max(work[_LEAST + 2*k + 1], N - (u_n - work[_LEAST + 2*k])/into)
    mu, square, change, size = island[here.HIT_FRICTION + k], 0.0, 0.0, 0.0
    for r in range(3):
        n = touch[here.NORMAL + r]
        block[r] = P[r] - N*n - (u[r] - u_n*n)/along if along > 0.0 else 0.0
        square += block[r]*block[r]
    share = 0.0
    if mu == inf:
        share = 1.0 if new > 0.0 else 0.0
    elif square > 0.0:
        share = min(1.0, mu*new/sqrt(square))
    for r in range(3):
        value = new*touch[here.NORMAL + r] + share*block[r]
        change, size = max(change, abs(value - P[r])), max(size, abs(value))
        P[r] = value
    return change, size


@compiled
def sweep_impulses(p, island, work):
    """Fills the impulses, beginning with those that there are."""
    count, u, block = int(island[here.HITS]), room(3), room(9)
    for _ in range(MOST_SWEEPS):
        change = largest = 0.0
        for k in range(count):
            fill_velocity(work, count, k, u)
            changed, size = better(p, island, work, k, u, block)
            change, largest = max(change, changed), max(largest, size)
        if not change > STILL*largest:
            return


@compiled
def ask_plastic(work, count):
    """Asks for contacts that give nothing back."""
    for k in range(count):
        work[_LEAST + 2*k] = work[_LEAST + 2*k + 1] = 0.0


@compiled
def ask_law(island, work, count):
    """Asks for what the law gives back; the impulses are those of compression."""
    for k in range(count):
        touch, e = touch_of(island, hit_contact(island, k)), island[here.HIT_RESTITUTION + k]
        if island[here.HIT_LAW] == at.POISSON:
            work[_LEAST + 2*k + 1] = (1.0 + e)*dot(touch, here.NORMAL, work, _IMPULSES + 3*k)
        else:
            work[_LEAST + 2*k] = max(0.0, -e*dot(touch, here.NORMAL, work, _BEFORE + 3*k))


@compiled
def gained(work, count):
    """Energy added by the impulses, and the sum of |P.u|."""
    u, energy, scale = room(3), 0.0, 0.0
    for k in range(count):
        fill_velocity(work, count, k, u)
        for r in range(3):
            P = work[_IMPULSES + 3*k + r]
            energy += 0.5*P*(work[_BEFORE + 3*k + r] + u[r])
            scale += abs(P*work[_BEFORE + 3*k + r])
    return energy, scale


@compiled
def take_back(work, count):
    """Replaces the impulses by those between plastic ones and them that add no energy, see the head of this file."""
    full, scale = gained(work, count)
    if not full > ROUNDED*scale:
        return
    for i in range(3*count):
        work[_IMPULSES + i], work[_FIRST + i] = work[_FIRST + i], work[_IMPULSES + i] - work[_FIRST + i]
    least, _scale = gained(work, count)
    for i in range(3*count):
        work[_IMPULSES + i] += 0.5*work[_FIRST + i]
    half, _scale = gained(work, count)
    # energy(s) = least + b s + a s^2
    a, b = 2.0*(full - 2.0*half + least), 4.0*half - full - 3.0*least
    root = sqrt(max(b*b - 4.0*a*least, 0.0))
    s = 0.0
    if b > 0.0:
        s = -2.0*least/(b + root)
    elif a > 0.0:
        s = (root - b)/(2.0*a)
    for i in range(3*count):
        work[_IMPULSES + i] += (s - 0.5)*work[_FIRST + i]


@compiled
def meet_together(p, island):
    """Fills the impulses of the impact at all contacts that meet."""
    work, count = part(island, here.SLOPES), int(island[here.HITS])
    choose_rows(island, part(island, here.ROW_WORK))
    for _ in range(MOST_TRIES):
        fill_problem(p, island, work)
        for i in range(3*count):
            work[_IMPULSES + i] = 0.0
        ask_plastic(work, count)
        sweep_impulses(p, island, work)
        for i in range(3*count):
            work[_FIRST + i] = work[_IMPULSES + i]
        ask_law(island, work, count)
        sweep_impulses(p, island, work)
        take_back(work, count)
        clear_impulses(island)
        for m in range(count):
            add_impulses(island, hit_contact(island, m), answers_of(work, m), three(work, _IMPULSES + 3*m))
        if not let_go(island):
            return


@compiled
def note_gains(island):
    """Notes what each contact adds to the energy."""
    work, count, u = part(island, here.SLOPES), int(island[here.HITS]), room(3)
    for k in range(count):
        fill_velocity(work, count, k, u)
        island[here.HIT_GAINS + k] = 0.0
        for r in range(3):
            island[here.HIT_GAINS + k] += 0.5*work[_IMPULSES + 3*k + r]*(work[_BEFORE + 3*k + r] + u[r])


@compiled
def add_strings(p, island):
    """Adds the strings that are at their length to what meets: they pull at once, and give nothing back."""
    asked = island[here.HITS]
    for k in range(int(island[here.NC])):
        contact, touch = contact_of(island, k), touch_of(island, k)
        if contact[here.KIND] != at.STRING or int(island[here.HITS]) == here.MOST_HITS \
                or touch[here.GAP] > TOUCHING*ball_numbers(p, island, first_ball(contact))[at.RADIUS]:
            continue
        m = int(island[here.HITS])
        island[here.HIT_AT + m], island[here.HIT_RESTITUTION + m], island[here.HIT_FRICTION + m] = float(k), 0.0, 0.0
        island[here.HITS] += 1.0
    if asked == 0.0 and island[here.HITS] == 1.0:
        k = hit_contact(island, 0)
        if not dot(touch_of(island, k), here.NORMAL, touch_of(island, k), here.SLIP) < 0.0:
            island[here.HITS] = 0.0


@compiled
def hit(p, calls, island, t):
    """The impact at the contacts HIT_AT of an island: changes velocities and ledger; see HIT_... in layout.py."""
    prepare(p, island)
    y, found = array_of(island, here.STATE), room(record.IMPACT)
    fill_free_motion(p, calls, island, t, y, part(island, here.SLOPES))
    if island[here.NJ] > 0.0:
        add_strings(p, island)
    if island[here.HITS] == 1.0:
        meet_one(p, island, found)
        island[here.HIT_GAINS] = found[record.ENERGY]
        island[here.HIT_LEAVES] = dot(touch_of(island, hit_contact(island, 0)), here.NORMAL, found,
                                      record.VELOCITY_AFTER)
    elif island[here.HITS] > 1.0:
        meet_together(p, island)
        note_gains(island)
    else:
        clear_impulses(island)
    apply_impulses(p, island, y)
    turn_supports(p, island, t, y)
    island[here.EVENT] = here.DONE
