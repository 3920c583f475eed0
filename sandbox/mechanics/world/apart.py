"""How far bodies of a world that are no balls are from each other, and from supports: asked once, at the start."""

from math import inf

from sandbox.compiling.compiled import room
from sandbox.compiling.entries import mode_function
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.instant import support_now
from sandbox.mechanics.world.segments.segment import ball_of, state_of
from sandbox.mechanics.world.shaped import LOOK, SEEN_EDGE, SEEN_GAP, is_shaped, look_at_body, look_at_support


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
