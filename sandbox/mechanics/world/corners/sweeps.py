"""What Signorini's and Coulomb's laws ask for at all corners together: forces at an instant, or impulses of an impact.

With x the unknown forces and v = WANTED + G x what they leave (U' of corners that touch, U after an impact)

    n.v >= target,  N >= 0,  N (n.v - target) = 0;     |x_t| <= mu N,  x_t = -mu N v_t/|v_t| where v_t is not nothing.

Corner by corner each law is obeyed with the others as they are, until nothing changes. Where the bodies are rigid the
forces are not unique, but what they leave is, and that is what is asked for.
"""

from sandbox.compiling.compiled import compiled, part
from sandbox.compiling.traced import Vector, cross, length, traced, vector_at
from sandbox.mechanics.report import put
from sandbox.mechanics.world.corners import layout as of
from sandbox.mechanics.world.corners.forces import times
from sandbox.mechanics.world.corners.known import block_at, contact_of, copy, normal_part, touch_of
from sandbox.mechanics.world.island import layout as here

# sweeps over all corners, and the change against the largest force that is none
MOST_SWEEPS, STILL = 4000, 4e-16
# a friction coefficient that nothing slips at
ROUGH = 1e9


@traced
def stuck(block, left, touch, push):
    """The push that leaves nothing of `left`; its normal part, and the length across."""
    a, b, c = (vector_at(block, 3*i) for i in range(3))
    over_a, over_b, over_c = cross(b, c), cross(c, a), cross(a, b)
    share = 1.0/(a @ over_a)
    v = vector_at(left, 0)
    x = vector_at(push, 0) - share*(v[0]*over_a + v[1]*over_b + v[2]*over_c)
    n = vector_at(touch, here.NORMAL)
    N = n @ x
    return x, N, length(x - N*n)


@traced
def into(block, touch):
    """n.G n, and a bound of G across the normal."""
    n = vector_at(touch, here.NORMAL)
    along = n @ Vector(*(vector_at(block, 3*i) @ n for i in range(3)))
    return along, block[0] + block[4] + block[8] - along


@traced
def aside(push, left, touch, share):
    """Part of the push less share of what is left across the normal, and its length."""
    n, x, v = vector_at(touch, here.NORMAL), vector_at(push, 0), vector_at(left, 0)
    found = x - share*v
    found = found - (n @ found)*n
    return found, length(found)


@traced
def put_parts(touch, N, across, share, out):
    """out (3,) = N n + share across."""
    put(out, 0, N*vector_at(touch, here.NORMAL) + share*Vector(*across))


@traced
def thrust_into(block, touch, thrust):
    """n.G d."""
    d = vector_at(thrust, 0)
    return vector_at(touch, here.NORMAL) @ Vector(*(vector_at(block, 3*i) @ d for i in range(3)))


@compiled
def fill_left(body, k, moved):
    """Fills LEAVES of the corner k: WANTED and what all pushes do to it."""
    contact = contact_of(body, k)
    copy(part(contact, of.WANTED), 3, part(contact, of.LEAVES))
    for l in range(int(body[of.COUNT])):
        times(block_at(body, k, l), part(contact_of(body, l), of.PUSH), moved)
        for i in range(3):
            contact[of.LEAVES + i] += moved[i]


@compiled
def obey(body, k):
    """Changes the push of the corner k so that its own law is obeyed, LEAVES being known."""
    contact, touch, block = contact_of(body, k), touch_of(body, k), block_at(body, k, k)
    push, left = part(contact, of.PUSH), part(contact, of.LEAVES)
    if contact[of.ROW_COUNT] == 1.0:
        # it slips: the direction of its force is known
        N = normal_part(touch, push) - (normal_part(touch, left) - contact[of.TARGET])/thrust_into(
            block, touch, part(contact, of.THRUST))
        for i in range(3):
            push[i] = max(N, 0.0)*contact[of.THRUST + i]
        return
    for i in range(3):
        left[i] -= contact[of.TARGET]*touch[here.NORMAL + i]
    mu = min(contact[of.FRICTION], ROUGH)
    x, N, across = stuck(block, left, touch, push)
    if N >= 0.0 and across <= mu*N:
        for i in range(3):
            push[i] = x[i]
        return
    along, bound = into(block, touch)
    N = max(normal_part(touch, push) - normal_part(touch, left)/along, 0.0)
    found, size = aside(push, left, touch, 1.0/bound)
    put_parts(touch, N, found, mu*N/size if size > mu*N else 1.0, push)


@compiled
def sweep(body, moved, before):
    """Fills PUSH and LEAVES of all corners; moved, before: room for three each. False where no end was found.

    PUSH is where the sweeps begin.
    """
    count = int(body[of.COUNT])
    for _sweep in range(MOST_SWEEPS):
        change = size = 0.0
        for k in range(count):
            contact = contact_of(body, k)
            copy(part(contact, of.PUSH), 3, before)
            fill_left(body, k, moved)
            obey(body, k)
            for i in range(3):
                change = max(change, abs(contact[of.PUSH + i] - before[i]))
                size = max(size, abs(contact[of.PUSH + i]))
        if not size < 1e300:
            return False
        if change <= STILL*size:
            break
    for k in range(count):
        fill_left(body, k, moved)
    return True
