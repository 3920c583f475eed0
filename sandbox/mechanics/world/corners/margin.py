"""How far forces that bear a rest are from their bounds, as one number of an instant, and when that is least.

A support that is shaken takes the body to the bounds between two frames: an instant there is found by parabolas through
the margin. The laws themselves say whether it is borne then; the margin says when to ask them.
"""

from math import inf

from sandbox.compiling.compiled import compiled, part
from sandbox.compiling.traced import cross, length, traced, vector_at
from sandbox.mechanics.report import put
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.corners import layout as of
from sandbox.mechanics.world.corners.forces import share_friction
from sandbox.mechanics.world.corners.known import contact_of, normal_part, numbers_of, tangent_size, touch_of
from sandbox.mechanics.world.island import layout as here

# a corner this far on the wrong side of a line, in its length, is on it
ON_LINE = 1e-9


@traced
def put_sum(one, v):
    """v (3,) += one (3,)."""
    put(v, 0, vector_at(v, 0) + vector_at(one, 0))


@traced
def side_of(first, second, other, n):
    """How far a contact is on the inner side of the line through two others, n upwards; length of the line."""
    a, b, c = (vector_at(contact, of.ARM) for contact in (first, second, other))
    return cross(vector_at(n, 0), b - a) @ (c - a), length(b - a)


@traced
def moment_about(first, second, other):
    """Moment of the force at a contact about the line through two others [N m], times the length of that."""
    a, b, c = (vector_at(contact, of.ARM) for contact in (first, second, other))
    return cross(c - a, vector_at(other, of.FORCE)) @ (b - a)


@compiled
def tips_by(body, k, l, n):
    """Moment of all forces about the line from the contact k to l [N m]; inf where it is no edge of the foot."""
    total, span = 0.0, 0.0
    for j in range(int(body[of.COUNT])):
        if j in (k, l):
            continue
        side, span = side_of(contact_of(body, k), contact_of(body, l), contact_of(body, j), n)
        if side < -ON_LINE*span*span:
            return inf
        total += moment_about(contact_of(body, k), contact_of(body, l), contact_of(body, j))
    return total/span if span > 0.0 else inf


@compiled
def least_grip(body, start):
    """Least of what friction could bear beyond what it does, of all corners, by the forces at `start` [N]."""
    least = inf
    for k in range(int(body[of.COUNT])):
        contact, touch = contact_of(body, k), touch_of(body, k)
        if touch[here.STATIC_MU] != inf:
            least = min(least, touch[here.STATIC_MU]*normal_part(touch, part(contact, start))
                        - tangent_size(touch, part(contact, start)))
    return least


@compiled
def margin(p, body, n):
    """The margin of a body that rests, of which forces are known [N]; n: room for three."""
    count, tips = int(body[of.COUNT]), inf
    for i in range(3):
        n[i] = 0.0
    for k in range(count):
        put_sum(part(touch_of(body, k), here.NORMAL), n)
    for k in range(count):
        for l in range(count):
            if l != k:
                tips = min(tips, tips_by(body, k, l, n))
    grip = least_grip(body, of.FORCE)
    if grip < inf and share_friction(body):
        grip = max(grip, least_grip(body, of.PUSH))
    return min(tips/numbers_of(p)[at.RADIUS], grip)


@compiled
def lowest_between(before, middle, after, none):
    """Where the parabola through three values at 0, 1/2 and 1 is least, if that is between; -1.0 if not."""
    bend = before - 2.0*middle + after
    if not bend > none:
        return -1.0
    share = (3.0*before - 4.0*middle + after)/(4.0*bend)
    return share if 0.0 < share < 1.0 else -1.0
