"""The point of a surface that is nearest to a convex body, and the gap between them.

With n(c) = grad phi/|grad phi| and rho(nu) the body's touching point for the outward normal nu, c is sought such that

    c + gap n(c) = x + rho(-n(c)),     phi(c) = 0

x being the mass centre. By Newton's method on the tangent plane, T = (gap + S) W, e = x + rho - c,
delta = -phi/|grad phi|,

    (1 + T) d = e - (e.n) n - delta (gap + S) P Hess(phi) n/|grad phi|,     c <- c + d + delta n

1 + T is positive where c is a nearest point and not merely a stationary one; elsewhere d = e - (e.n) n leads downhill.
S, W, P as in geometry.py. Convergence is quadratic. Points are local coordinates, triples.
"""

from math import inf
from typing import NamedTuple

from sandbox.compiling.branching import choose
from sandbox.compiling.compiled import compiled
from sandbox.compiling.traced import Vector, cross, length, sqrt, traced, turn, turn_back, vector_at
from sandbox.mechanics import layout as lay
from sandbox.mechanics.contact.geometry import (
    FLATTEST,
    Symmetric,
    arm,
    contact_geometry,
    curvature,
    flatness,
    measured,
    radii_product,
    radii_times,
    shape_operator,
    slopes_at,
    trace_of_both,
)

# Newton steps of one search: 2 to 5 where body and surface are smooth, up to 100 at a face
MOST = 120
# a step this short is the last one [of the body's size]
SHORT = 1e-9
# another nearest point is taken when it is nearer by this much [of the body's size]
NEARER = 1e-6
# c counts as nearest point when the line to the body's point is normal up to this [of the body's size]
ASTRAY = 1e-6
# how far a flat face is turned to have a touching point [rad]
ASLANT = 1e-9
# how far it is turned to have one on each side of its rim [rad]: more than the normal is off where a search closes in
TIPPED = 1e-6
# a support bends where a face touches it from here on: its curvature, of a face both of them, in those of the body
BENT = 1e-6
# points of a rim from which the least vector of a face is found, one after the other: 3 to 8
MOST_OF_RIM = 40


class Approach(NamedTuple):
    """One step of Newton's method."""

    gap: float          # [m]
    delta: float        # [m]
    e: Vector           # its tangential part [m]
    d: Vector           # [m]
    first: float        # this and the next are positive at a nearest point
    second: float
    bend: float         # the size of W [1/m]


class NewtonStep(NamedTuple):
    """(1 + T)^-1 of a tangent vector."""

    d: Vector           # [m]
    first: float        # this and the next are positive at a nearest point
    second: float
    bend: float         # the size of W [1/m]


class Found(NamedTuple):
    """Where a search came to."""

    c: Vector           # the point [m]
    gap: float          # [m]
    found: bool
    on_face: bool       # a flat face or a straight side is nearest there
    m: tuple            # where it is: its point less c, across n [m]
    along: tuple        # a way on the face, along the side [m]


@traced
def approach(touch, x, c, phi, p):
    """The Approach from c for the mass centre x."""
    k, n = touch.k, touch.n
    rho = turn(touch.turning, arm(touch, p))
    delta = -k*phi
    e = x + rho - c
    gap = e @ n
    e = e - gap*n

    aside = shape_operator(touch, n)
    return Approach(gap, delta, e, *newton_step(touch, gap, e - delta*(gap*aside + radii_times(touch, aside))))


def newton_step(touch, gap, right):
    """The NewtonStep of a tangent vector."""
    k, n, bend, radii = touch.k, touch.n, touch.bend, touch.radii
    total = k*(bend.xx + bend.yy + bend.zz - n @ bend.times(n))
    bent = curvature(touch)
    trace = gap*total + trace_of_both(touch)
    det = (gap*(gap + radii.xx + radii.yy + radii.zz) + radii_product(touch))*bent
    turned = shape_operator(touch, right)
    step = ((1.0 + trace)*right - gap*turned - radii_times(touch, turned))/(1.0 + trace + det)
    # rounding across the surface, grown by 1/det(1 + T), would be an error of the gap
    step = step - (step @ n)*n
    return NewtonStep(step, 1.0 + trace + det, 2.0 + trace, sqrt(abs(total*total - 2.0*bent)))


@traced
def size_of(v):
    """|v|."""
    return length(v)


@compiled
def regular_geometry(x, turning, p, calls):
    """The touch (geometry.py) at x.

    A flat face turned exactly to the surface has no touching point of its own: a normal that is turned by a hair gives
    one on its rim.
    """
    touch = contact_geometry(x, turning, p, calls)
    if touch.point[0] - touch.point[0] == 0.0:
        return touch
    return aslant(touch, p, calls)


@traced
def aslant(touch, p, calls):
    """The touch for a normal that is turned by a hair."""
    nu = turn_back(touch.turning, -touch.n)
    nu = Vector(nu[0] + ASLANT*(nu[1] + nu[2]), nu[1] + ASLANT*(nu[2] - nu[0]), nu[2] - ASLANT*(nu[0] + nu[1]))
    point, radii = slopes_at(calls[lay.CALL_SHAPE], nu, p, lay.SHAPE)
    return touch._replace(point=point, radii=radii)


@traced
def measure_at(x, p, calls):
    """The Measure of a point."""
    return measured(calls[lay.CALL_DOMAIN], x, p)


@traced
def slope_at(x: Vector, p, calls):
    """grad phi at a point."""
    gradient, _bend = slopes_at(calls[lay.CALL_SURFACE], x, p, lay.SURFACE)
    return gradient


@traced
def along(a, b):
    """a.b."""
    return a @ b


@traced
def plus(a, k, b):
    """a + k b."""
    return a + k*b


@traced
def distances(touch, x, c, p):
    """Gap at c [m], the tangential part of e [m], and the body's point."""
    point = x + turn(touch.turning, arm(touch, p))
    e = point - c
    gap = e @ touch.n
    return gap, e - gap*touch.n, point


@compiled
def aside(x, turning, c, p, calls):
    """The tangential part of e [m] at c."""
    _gap, e, _point = distances(regular_geometry(c, turning, p, calls), x, c, p)
    return e


@traced
def towards(a, b, size):
    """The mean of two vectors, made `size` long; 0 for a mean that is 0."""
    mean = a + b
    return (size/sqrt(mean @ mean + 1e-300))*mean


@traced
def on_rim(touch, x, c, u, p, calls):
    """The tangential part of e [m] and the gap [m] at c, of the body's point for the normal n + TIPPED u."""
    nu = turn_back(touch.turning, -(touch.n + TIPPED*Vector(*u)))
    point, _radii = slopes_at(calls[lay.CALL_SHAPE], nu, p, lay.SHAPE)
    e = x + turn(touch.turning, point - vector_at(p, lay.MASS_CENTRE)) - c
    gap = e @ touch.n
    return e - gap*touch.n, gap


@traced
def foot_of_chord(a, b):
    """The share of the way from a to b that is nearest to 0, and the vector there."""
    a, b = Vector(*a), Vector(*b)
    way = b - a
    share = -(a @ way)/(way @ way + 1e-300)
    share = choose(share < 0.0, lambda: 0.0, lambda: choose(share > 1.0, lambda: 1.0, lambda: share))
    return share, a + share*way


@traced
def turned_area(n, a, b):
    """n.(a x b): twice the area of 0, a, b, positive where they go round n."""
    return Vector(*n) @ cross(Vector(*a), Vector(*b))


@compiled
def least_of_rim(touch, x, c, e, p, calls):
    """The least vector m [m] in the convex hull of e over all points that a face or an edge touches with at c, and the
    gap there [m]; 0 where the face is nearest at c. And a way [m] between two points of the rim.

    The point of the rim that is lowest along m bounds the hull on that side; chords and triangles of such points fill
    it, whatever the bends of the support are. So the gap is that of a point of the face, not of its rim.
    """
    n, none = touch.n, SHORT*p[lay.LENGTH_SCALE]
    a, gap_a = on_rim(touch, x, c, towards(e, e, 1.0), p, calls)
    b, gap_b = on_rim(touch, x, c, towards(a, a, 1.0), p, calls)
    share, m = foot_of_chord(a, b)
    for _ in range(MOST_OF_RIM):
        share, m = foot_of_chord(a, b)
        least = size_of(m)
        if least <= none:
            break
        q, gap_q = on_rim(touch, x, c, towards(m, m, 1.0), p, calls)
        if along(q, m) >= (least - none)*least:
            break
        over_q, over_a, over_b = turned_area(n, a, b), turned_area(n, b, q), turned_area(n, q, a)
        total = over_q + over_a + over_b
        if min(over_q*total, over_a*total, over_b*total) >= 0.0 and total != 0.0:
            return plus(m, -1.0, m), (over_a*gap_a + over_b*gap_b + over_q*gap_q)/total, plus(b, -1.0, a)
        _share, beside_a = foot_of_chord(a, q)
        _share, beside_b = foot_of_chord(q, b)
        if size_of(beside_a) < size_of(beside_b):
            b, gap_b = q, gap_q
        else:
            a, gap_a = q, gap_q
    return m, gap_a + share*(gap_b - gap_a), plus(b, -1.0, a)


@traced
def step_of_least(touch, gap, m):
    """The step (1 + T)^-1 m of Newton's method from a least vector, no further than the surface is flat."""
    step = newton_step(touch, gap, Vector(*m))
    d = choose((step.first > 0.0) & (step.second > 0.0), lambda: step.d, lambda: Vector(*m))
    far = length(d)*step.bend
    return choose(far > 0.5, lambda: (0.5/far)*d, lambda: d)


@traced
def turn_of_least(touch, m, size):
    """The step of a given size that turns n along m, adj(W) m; along m where the surface does not bend."""
    m, n = Vector(*m), touch.n
    bend = touch.bend
    total = touch.k*(bend.xx + bend.yy + bend.zz - n @ bend.times(n))
    h = total*m - shape_operator(touch, m)
    far = length(h)
    return choose(far > SHORT*total*length(m), lambda: (size/far)*h, lambda: (size/length(m))*m)


@traced
def stepped(c, step, cut, delta, n):
    """cut step, and c + cut step + delta n."""
    last = cut*step
    return last, c + last + delta*n


@compiled
def search(x, turning, c, p, calls):
    """Nearest point of the support to a body with its mass centre at x, from a first guess c.

    An edge of a face makes a jump of e: where e turns back, steps are halved, and grow slowly again: c closes in. What
    is left there of the face (least_of_rim) says whether it is nearest; else the search goes on along that, and then
    off the edge, in turn. The slab across n at such a place is no thicker than the gap: the thickest stands for it
    where the search comes to no end.
    """
    gap, last, most, size_of_body = 0.0, (0.0, 0.0, 0.0), inf, p[lay.LENGTH_SCALE]
    none = (0.0, 0.0, 0.0)
    widest, closings = Found(c, -inf, False, False, none, none), 0
    for _ in range(MOST):
        touch = regular_geometry(c, turning, p, calls)
        a = approach(touch, x, c, measure_at(c, p, calls).phi, p)
        gap, delta = a.gap, a.delta
        e = a.d if a.first > 0.0 and a.second > 0.0 else a.e
        size = size_of(e)
        back = along(e, last) < 0.0
        most = 0.5*min(most, size_of(last)) if back else 1.25*most
        # no further than the surface is flat
        cut = min(1.0, 0.5/(size*a.bend), most/size) if size > 0.0 else 1.0
        last, c = stepped(c, e, cut, delta, touch.n)
        if size + abs(delta) < SHORT*size_of_body:
            return Found(c, gap - delta, True, False, none, none)
        if back and cut*size + abs(delta) < SHORT*size_of_body:
            touch = regular_geometry(c, turning, p, calls)
            m, gap, beside = least_of_rim(touch, x, c, e, p, calls)
            if size_of(m) <= ASTRAY*size_of_body:
                return Found(c, gap, True, True, m, beside)
            if gap > widest.gap:
                widest = Found(c, gap, True, True, m, beside)
            h = step_of_least(touch, gap, m)
            last, most = (0.0, 0.0, 0.0), 2.0*size_of(h)
            if closings % 2 == 1:
                h, most = turn_of_least(touch, m, ASTRAY*size_of_body), inf
            c, closings = plus(c, 1.0, h), closings + 1
    return widest if closings > 0 else Found(c, gap, False, False, none, none)


@traced
def touch_of_face(touch, found, x, p):
    """The touch at a point within a flat face, or on a straight side, that `search` found: c + gap n + m.

    Its curvature radii have no bound in the plane of the face, and along the side. Where the support does not bend in
    such a direction no point of the face is the one that touches: there the touch stays what it was.
    """
    radii, size = touch.radii, p[lay.LENGTH_SCALE]
    point = turn_back(touch.turning, Vector(*found.c) + Vector(*found.m) + found.gap*touch.n - Vector(*x))
    beside = turn_back(touch.turning, Vector(*found.along))
    beside, nu = (1.0/(length(beside) + 1e-300))*beside, turn_back(touch.turning, -touch.n)
    line, is_face = turn(touch.turning, beside), flatness(touch, p) < 0.0
    bends = choose(is_face, lambda: curvature(touch)*size, lambda: line @ shape_operator(touch, line))*size > BENT
    # FLATTEST (1 - nu nu^T) of a face, FLATTEST l l^T of a side
    own, sign = choose(is_face, lambda: (FLATTEST*size, -FLATTEST*size), lambda: (0.0, FLATTEST*size))
    a, b, c = choose(is_face, lambda: nu, lambda: beside)
    flat = Symmetric(radii.xx + own + sign*a*a, radii.xy + sign*a*b, radii.xz + sign*a*c, radii.yy + own + sign*b*b,
                     radii.yz + sign*b*c, radii.zz + own + sign*c*c)
    moved = touch._replace(point=point + vector_at(p, lay.MASS_CENTRE), radii=flat)
    return choose(bends, lambda: moved, lambda: touch)


@compiled
def foot(x, p, calls):
    """A point of the support below x, near enough to start a search: Newton steps along grad phi."""
    for _ in range(MOST):
        d = slope_at(x, p, calls)
        k = measure_at(x, p, calls).phi/along(d, d)
        x = plus(x, -k, d)
        if abs(k)*(abs(d[0]) + abs(d[1]) + abs(d[2])) < NEARER*p[lay.LENGTH_SCALE]:
            break
    return x


@compiled
def within(x, p, calls):
    """Whether the point lies within the edges of the surface."""
    a, b, c, d = measure_at(x, p, calls).edges
    return a > 0.0 and b > 0.0 and c > 0.0 and d > 0.0


@compiled
def chosen(old, other, p, calls):
    """The better one of two points that were found: within the edges, then nearer; the first one if in doubt."""
    if other.found:
        first, second = within(old.c, p, calls), within(other.c, p, calls)
        closer = second == first and other.gap < old.gap - NEARER*p[lay.LENGTH_SCALE]
        if not old.found or (second and not first) or closer:
            return other
    return old


@compiled
def nearest(x, turning, c, p, calls):
    """The nearest of the points found from the old one c and from the foot of the mass centre x.

    Following one point alone would lose the other wall of a bowl that the body flies across. A point within the edges
    goes before one beyond them.
    """
    old = search(x, turning, c, p, calls)
    return chosen(old, search(x, turning, foot(x, p, calls), p, calls), p, calls)


@compiled
def gap_at(touch, x, c, p, calls):
    """Gap [m] of a body with its mass centre at x, whose nearest point is c.

    Where c is no nearest point, because none was found, the surface's own measure phi/|grad phi| at the body's point
    stands in. e vanishes at a nearest point, or turns back a hair further on: there the body's face is nearest.
    """
    gap, e, point = distances(touch, x, c, p)
    if size_of(e) < ASTRAY*(p[lay.LENGTH_SCALE] + abs(gap)):
        return gap
    h = towards(e, e, ASTRAY*p[lay.LENGTH_SCALE])
    if along(e, aside(x, touch.turning, plus(c, 1.0, h), p, calls)) < 0.0:
        return gap
    return measure_at(point, p, calls).phi/size_of(slope_at(point, p, calls))
