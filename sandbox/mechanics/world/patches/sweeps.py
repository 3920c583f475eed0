"""What Signorini's and Coulomb's laws ask for at all contacts of an island together, as corners/sweeps.py has it.

What pushes do is kept with each body, so that a sweep takes as long as there are contacts.
"""

from sandbox.compiling.compiled import compiled, part, room
from sandbox.compiling.traced import Vector, cross, length, traced, vector_at
from sandbox.mechanics.report import put
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.corners import layout as of
from sandbox.mechanics.world.corners.known import normal_part
from sandbox.mechanics.world.corners.sweeps import ROUGH, aside, into, put_parts, thrust_into
from sandbox.mechanics.world.island import layout as here
from sandbox.mechanics.world.patches import layout as pl
from sandbox.mechanics.world.patches.forces import fill_moved
from sandbox.mechanics.world.patches.known import body_of, contact_of, numbers_of, touch_of

# sweeps at an instant, at most, and of a small step
MOST_SWEEPS, FEW_SWEEPS = 400, 100


@traced
def point_moves(moved, arm):
    """How the point at an arm of a body moves by what lies as velocities do."""
    return vector_at(moved, at.V) + cross(vector_at(moved, at.W), vector_at(arm, 0))


@traced
def put_total(wanted, u, out):
    """out = wanted + u."""
    put(out, 0, vector_at(wanted, 0) + Vector(*u))


@traced
def put_difference(wanted, u, v, out):
    """out = wanted + u - v."""
    put(out, 0, vector_at(wanted, 0) + Vector(*u) - Vector(*v))


@compiled
def fill_left(pile, k):
    """Fills LEAVES of the contact k: WANTED and what all pushes do to it."""
    contact = contact_of(pile, k)
    i, j = int(contact[pl.FIRST]), int(contact[pl.OTHER])
    u = point_moves(part(body_of(pile, i), pl.MOVED), part(contact, of.ARM))
    if j >= 0:
        v = point_moves(part(body_of(pile, j), pl.MOVED), part(contact, pl.ARM_OTHER))
        put_difference(part(contact, of.WANTED), u, v, part(contact, of.LEAVES))
    else:
        put_total(part(contact, of.WANTED), u, part(contact, of.LEAVES))


@traced
def put_pushed(force, arm, sign, lightness, inverse, moved):
    """Adds a force or impulse (3,), times a sign, at an arm to what lies as velocities do; lightness: 1/m [1/kg]."""
    force, arm = sign*vector_at(force, 0), vector_at(arm, 0)
    moment = cross(arm, force)
    put(moved, at.V, vector_at(moved, at.V) + lightness*force)
    put(moved, at.W, vector_at(moved, at.W) + Vector(*(vector_at(inverse, 3*i) @ moment for i in range(3))))


@compiled
def push_more(pile, k, change):
    """Adds a change of the push of the contact k to what its bodies are moved by; LIGHTNESS is known."""
    contact = contact_of(pile, k)
    body, j = body_of(pile, int(contact[pl.FIRST])), int(contact[pl.OTHER])
    put_pushed(change, part(contact, of.ARM), 1.0, contact[pl.LIGHTNESS], part(body, pl.INVERSE), part(body, pl.MOVED))
    if j >= 0:
        body = body_of(pile, j)
        put_pushed(change, part(contact, pl.ARM_OTHER), -1.0, contact[pl.LIGHTNESS + 1], part(body, pl.INVERSE),
                   part(body, pl.MOVED))


@compiled
def fill_own_block(p, pile, k, work, block):
    """Fills block (9,) with how a force at the contact k moves its point."""
    unit, moved = part(work, 0), part(work, 3)
    for c in range(3):
        for i in range(3):
            unit[i] = 1.0 if i == c else 0.0
        fill_moved(p, pile, k, k, unit, moved)
        for i in range(3):
            block[3*i + c] = moved[i]


@traced
def put_cofactors(block, out):
    """Fills the vectors (9,) by which a system of the three rows of a block is solved, and one over its determinant."""
    a, b, c = (vector_at(block, 3*i) for i in range(3))
    over_a = cross(b, c)
    put(out, 0, over_a)
    put(out, 3, cross(c, a))
    put(out, 6, cross(a, b))
    out[9] = 1.0/(a @ over_a)


@compiled
def prepare(p, pile, k, work):
    """Fills what no push changes of the contact k, for all sweeps of an instant."""
    contact, touch, block = contact_of(pile, k), touch_of(pile, k), part(contact_of(pile, k), pl.OWN)
    fill_own_block(p, pile, k, work, block)
    put_cofactors(block, part(contact, pl.COFACTORS))
    along, bound = into(block, touch)
    contact[pl.ALONG], contact[pl.OVER_BOUND] = along, 1.0/bound
    contact[pl.THRUST_INTO] = thrust_into(block, touch, part(contact, of.THRUST))


@traced
def stuck(cofactors, left, touch, push):
    """The push that leaves nothing of `left`; its normal part, and the length across."""
    over_a, over_b, over_c = (vector_at(cofactors, 3*i) for i in range(3))
    v = vector_at(left, 0)
    x = vector_at(push, 0) - cofactors[9]*(v[0]*over_a + v[1]*over_b + v[2]*over_c)
    n = vector_at(touch, here.NORMAL)
    size = n @ x
    return x, size, length(x - size*n)


@compiled
def obey(pile, k):
    """Changes the push of the contact k so that its own law is obeyed, LEAVES being known."""
    contact, touch = contact_of(pile, k), touch_of(pile, k)
    push, left = part(contact, of.PUSH), part(contact, of.LEAVES)
    if contact[of.ROW_COUNT] == 1.0:
        # it slips: the direction of its force is known
        size = normal_part(touch, push) - (normal_part(touch, left) - contact[of.TARGET])/contact[pl.THRUST_INTO]
        for i in range(3):
            push[i] = max(size, 0.0)*contact[of.THRUST + i]
        return
    for i in range(3):
        left[i] -= contact[of.TARGET]*touch[here.NORMAL + i]
    mu = min(contact[of.FRICTION], ROUGH)
    x, size, across = stuck(part(contact, pl.COFACTORS), left, touch, push)
    if size >= 0.0 and across <= mu*size:
        for i in range(3):
            push[i] = x[i]
        return
    size = max(normal_part(touch, push) - normal_part(touch, left)/contact[pl.ALONG], 0.0)
    found, far = aside(push, left, touch, contact[pl.OVER_BOUND])
    put_parts(touch, size, found, mu*size/far if far > mu*size else 1.0, push)


@compiled
def begin(p, pile, low, high):
    """Fills what the pushes that stand at the contacts do to their bodies."""
    for k in range(low, high):
        for end in range(2):
            b = int(contact_of(pile, k)[pl.FIRST + end])
            if b >= 0:
                contact_of(pile, k)[pl.LIGHTNESS + end] = 1.0/numbers_of(p, b)[at.MASS]
                for i in range(at.MOVING):
                    body_of(pile, b)[pl.MOVED + i] = 0.0
    for k in range(low, high):
        push_more(pile, k, part(contact_of(pile, k), of.PUSH))


@compiled
def sweep(p, pile, low, high, most, still, near):
    """Fills PUSH and LEAVES of the contacts low to high; PUSH is where the sweeps begin.

    most    sweeps that are made;  still  change against the largest push that ends them;  near  change against the
            largest push that will do where they reach no stillness
    returns False where no end was found
    """
    before, work = room(3), room(6)
    change, size = 1.0, 1.0
    for k in range(low, high):
        prepare(p, pile, k, work)
    for sweeps in range(most):
        if sweeps % 50 == 0:
            # afresh, so that rounding does not add up
            begin(p, pile, low, high)
        change = size = 0.0
        for k in range(low, high):
            contact = contact_of(pile, k)
            for i in range(3):
                before[i] = contact[of.PUSH + i]
            fill_left(pile, k)
            obey(pile, k)
            own = 0.0
            for i in range(3):
                size = max(size, abs(contact[of.PUSH + i]))
                before[i] = contact[of.PUSH + i] - before[i]
                own = max(own, abs(before[i]))
            change = max(change, own)
            # what is open stays so most of the time
            if own != 0.0:
                push_more(pile, k, before)
        if not size < 1e300:
            return False
        if change <= still*size:
            break
    begin(p, pile, low, high)
    for k in range(low, high):
        fill_left(pile, k)
    return change <= near*size
