"""How far bodies of a world that are no balls are from each other, and from supports: asked once, at the start; and
whether one touches a hollow support at two points, asked where a run has ended.

A body is followed with one point on each support, but for a flat face across a hollow (contact/flight/across.py). On
one that bends towards it otherwise a second point may close: from the instant on at which it does no forces at one
point keep the body out.
"""

from math import inf

from sandbox.compiling.compiled import compiled, part, room
from sandbox.compiling.entries import mode_function
from sandbox.compiling.traced import traced
from sandbox.mechanics.contact.flight.across import ANOTHER, distance
from sandbox.mechanics.contact.flight.around import CENTRE, POINTS, point_of, searched
from sandbox.mechanics.contact.flight.nearest import foot, regular_geometry, search, within
from sandbox.mechanics.contact.geometry import curvature, radii_product, trace_of_both
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.instant import support_now
from sandbox.mechanics.world.segments.segment import ball_of, state_of
from sandbox.mechanics.world.shaped import (
    LOOK,
    SEEN_EDGE,
    SEEN_GAP,
    is_shaped,
    look_at_body,
    look_at_support,
    pair_calls,
    put_body_there,
    seen_from,
    shape_of,
)
from sandbox.mechanics.world.supports import block_of

# trace and determinant of S W, with their signs, from which on a support is hollow where a body touches it
HOLLOW = 1e-9


@mode_function
def gaps(t, h, y, p, calls, out):
    """Fills out (bodies, supports + bodies): the gaps [m] of each body that is no ball, inf where it is not asked."""
    n, supports, look = int(p[at.BALLS]), int(p[at.SUPPORTS]) - 1, room(LOOK)
    for b in range(n):
        start = b*(supports + n)
        for k in range(supports + n):
            out[start + k] = inf
        if is_shaped(ball_of(p, b)):
            for s in range(supports):
                look_at_support(p, calls, ball_of(p, b), s, support_now(p, y, s, t), state_of(y, b), look)
                if look[SEEN_EDGE] > 0.0:
                    out[start + s] = look[SEEN_GAP]
        for c in range(b):
            if is_shaped(ball_of(p, b)) or is_shaped(ball_of(p, c)):
                look_at_body(p, calls, ball_of(p, b), state_of(y, b), ball_of(p, c), state_of(y, c), look)
                out[start + supports + c] = look[SEEN_GAP]
    return 0.0


@traced
def is_hollow(touch):
    """Whether a support bends towards a body somewhere at a touch: on one that does not, there is no second point."""
    return (trace_of_both(touch) < -HOLLOW) | (curvature(touch)*radii_product(touch) < -HOLLOW)


@compiled
def second_gap(p, calls, ball, s, place, state):
    """Of two points at which a body that is no ball is near a hollow support, how far the further one is off [m].

    It is sought from points all over the body (flight/around.py); inf where all lead to the same point.
    """
    block, its, size = part(block_of(p, s), at.OF_MOTION), pair_calls(p, calls, ball, s), shape_of(p, ball)[at.LENGTH]
    put_body_there(shape_of(p, ball), block)
    x, turning = seen_from(place, state)
    first, least = search(x, turning, foot(x, block, its), block, its), inf
    if not first.found or first.on_face or not is_hollow(regular_geometry(first.c, turning, block, its)):
        return inf
    for i in range(POINTS):
        if i != CENTRE:
            start = foot(point_of(i, x, turning, block, its), block, its)
            second = searched(x, turning, start, block, its)
            if second.found and not second.on_face and within(second.c, block, its) \
                    and distance(second.c, first.c) > ANOTHER*size:
                least = min(least, max(first.gap, second.gap))
    return least


@mode_function
def second_gaps(t, h, y, p, calls, out):
    """Fills out (bodies, supports) as `second_gap`; inf for balls."""
    n, supports = int(p[at.BALLS]), int(p[at.SUPPORTS]) - 1
    for b in range(n):
        for s in range(supports):
            out[b*supports + s] = inf
            if is_shaped(ball_of(p, b)) and block_of(p, s)[at.IS_PLANE] == 0.0:
                out[b*supports + s] = second_gap(p, calls, ball_of(p, b), s, support_now(p, y, s, t), state_of(y, b))
    return 0.0
