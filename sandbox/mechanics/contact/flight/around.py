"""What a body in flight may meet besides its nearest point: parts of a surface that are finer than the body.

The nearest point (nearest.py) is followed from one instant to the next. A wall that sticks out, thinner than the way
that the body makes in between, would come and go unseen. A surface says how sharp its parts are (p[SHARPEST], the
radius of the sharpest one towards the body; inf where nothing sticks out, 0 where nobody knows), and a sub-step is cut
to what can be looked at:

    way <= SHARE (sharpest + size of the body)

Where nobody knows, 26 points of the body's own surface and its mass centre are looked at on their way, each at LOOKS
places: with phi < 0 at one of them something was passed, and the sub-step is halved until it ends there. The search for
the nearest point begins also from that of the points which seems to be closest to the surface. What is thinner than
SHARE/LOOKS of the body's size may still be missed.
"""

from math import inf, sqrt

from sandbox.compiling.compiled import compiled
from sandbox.compiling.traced import Vector, length, traced, turn, turn_back, vector_at
from sandbox.integration.settings import TOLERANCE
from sandbox.mechanics import layout as lay
from sandbox.mechanics.contact.flight.across import has_face, is_across, nearest_across
from sandbox.mechanics.contact.flight.nearest import (
    Found,
    chosen,
    foot,
    gap_at,
    measure_at,
    nearest,
    regular_geometry,
    search,
    size_of,
    slope_at,
    within,
)
from sandbox.mechanics.contact.geometry import slopes_at

# the way of a sub-step, see above, and the places on it that are looked at
SHARE, LOOKS = 0.25, 32
# directions of the points: all that have the parts -1, 0, 1, the one without any standing for the mass centre
POINTS, CENTRE = 27, 13
# a sub-step this short shows nothing more [s]
SHORTEST = 1e-9
# what is reported of a sub-step in which something was passed: worse than any error that may be accepted
PASSED = 1.0


@traced
def surface_point(x, turning, a, b, c, p, calls):
    """The point of the body that is outermost along (a, b, c), local coordinates; x is its mass centre."""
    nu = turn_back(turning, Vector(a, b, c))
    point, _radii = slopes_at(calls[lay.CALL_SHAPE], nu, p, lay.SHAPE)
    return x + turn(turning, point - vector_at(p, lay.MASS_CENTRE))


@compiled
def point_of(i, x, turning, p, calls):
    """The i-th of the points that are looked at, local coordinates."""
    if i == CENTRE:
        return x
    a, b, c = float(i//9 - 1), float(i//3 % 3 - 1), float(i % 3 - 1)
    k = 1.0/sqrt(a*a + b*b + c*c)
    return surface_point(x, turning, k*a, k*b, k*c, p, calls)


@compiled
def is_below(x, p, calls):
    """Whether a point lies behind the surface, between its edges."""
    found = measure_at(x, p, calls)
    a, b, c, d = found.edges
    return found.phi < 0.0 and a > 0.0 and b > 0.0 and c > 0.0 and d > 0.0


@compiled
def overlaps(x, turning, p, calls):
    """Whether one of the points lies behind the surface."""
    found = False
    for i in range(POINTS):
        found = found or is_below(point_of(i, x, turning, p, calls), p, calls)
    return found


@compiled
def closest_point(x, turning, p, calls):
    """That of the points which is closest to the surface, by phi/|grad phi|; the mass centre where nothing tells."""
    best, found = inf, x
    for i in range(POINTS):
        point = point_of(i, x, turning, p, calls)
        distance = abs(measure_at(point, p, calls).phi)/size_of(slope_at(point, p, calls))
        if distance < best:
            best, found = distance, point
    return found


@compiled
def width(x, turning, c, p, calls):
    """How far the body reaches along the surface's normal at c [m]."""
    n = slope_at(c, p, calls)
    k = 1.0/size_of(n)
    a, b, c = k*n[0], k*n[1], k*n[2]
    first, last = surface_point(x, turning, -a, -b, -c, p, calls), surface_point(x, turning, a, b, c, p, calls)
    return (last[0] - first[0])*a + (last[1] - first[1])*b + (last[2] - first[2])*c


@compiled
def searched(x, turning, start, p, calls):
    """What `search` finds; not the far side of a wall, which would have to be deeper in the body than that is wide."""
    found = search(x, turning, start, p, calls)
    if found.found and found.gap < 0.0 and not -found.gap < width(x, turning, found.c, p, calls):
        return Found(found.c, found.gap, False, False, found.m, found.along)
    return found


@compiled
def nearest_of_all(x, turning, c, p, calls):
    """The nearest point as in `nearest`; where nobody knows the surface, also from the body's closest point."""
    if p[lay.SHARPEST] > 0.0:
        found = nearest(x, turning, c, p, calls)
        if has_face(p, calls) and is_across(turning, foot(x, p, calls), p, calls):
            # of its two points only one may be found from where it was, and from its middle
            found = nearest_across(found, x, turning, p, calls)
        return found
    found = chosen(searched(x, turning, c, p, calls), searched(x, turning, foot(x, p, calls), p, calls), p, calls)
    start = closest_point(x, turning, p, calls)
    return chosen(found, searched(x, turning, foot(start, p, calls), p, calls), p, calls)


@compiled
def comes_in_deep(a, before, c, b, after, h, p, calls):
    """Whether a sub-step, as in `unseen`, takes a body from in front of the surface, beyond an edge of it at c, to
    where it is between the edges and deep in it: that counts as behind, as what has sunk beyond the edge is.
    """
    if not h > SHORTEST or within(c, p, calls):
        return False
    gap = gap_at(regular_geometry(c, before, p, calls), a, c, p, calls)
    if not gap > 0.0:
        return False
    found = nearest_of_all(b, after, c, p, calls)
    return found.found and found.gap < 0.0 and within(found.c, p, calls)


@traced
def travel(a, b, w, h, p):
    """How far a body moves from a to b, and its points by turning at the rate w for the time h [m]."""
    return length(b - a) + p[lay.TURNING_REACH]*length(w)*abs(h)


@compiled
def between(a, b, share):
    """The point at a share of the way from a to b."""
    return a[0] + share*(b[0] - a[0]), a[1] + share*(b[1] - a[1]), a[2] + share*(b[2] - a[2])


@compiled
def passes(a, before, b, after, p, calls):
    """Whether a point of the body comes behind the surface between two attitudes, and out again."""
    for i in range(POINTS):
        start, end = point_of(i, a, before, p, calls), point_of(i, b, after, p, calls)
        if is_below(start, p, calls) or is_below(end, p, calls):
            continue
        for k in range(1, LOOKS):
            if is_below(between(start, end, k/LOOKS), p, calls):
                return True
    return False


@compiled
def unseen(a, before, b, after, w, h, p, calls):
    """What stands for the error of a sub-step that is too long to be looked at, in units of an embedded error.

    a, b            mass centre at its beginning and end, local coordinates [m]
    before, after   turning from body to local axes then;  w  angular velocity [rad/s];  h  its length [s]
    """
    share = travel(a, b, w, h, p)/(SHARE*(p[lay.SHARPEST] + p[lay.LENGTH_SCALE]))
    if share > 1.0 or p[lay.SHARPEST] > 0.0:
        # an error of eighth order, as the integrator expects
        square = share*share
        return TOLERANCE*(square*square)*(square*square)
    return PASSED if passes(a, before, b, after, p, calls) else 0.0
