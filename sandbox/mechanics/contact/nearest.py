"""The point of a surface that is nearest to a convex body, and the gap between them.

With n(c) = grad phi/|grad phi| and rho(nu) the body's touching point for the outward normal nu, c is sought such that

    c + gap n(c) = x + rho(-n(c)),     phi(c) = 0

x being the mass centre. By Newton's method on the tangent plane, T = (gap + S) W, e = x + rho - c,
delta = -phi/|grad phi|,

    (1 + T) d = e - (e.n) n - delta (gap + S) P Hess(phi) n/|grad phi|,     c <- c + d + delta n

1 + T is positive where c is a nearest point and not merely a stationary one; elsewhere d = e - (e.n) n leads downhill.
S, W, P as in geometry.py. Convergence is quadratic.
"""

from math import inf

from sandbox.compiling.compiled import call_field, compiled
from sandbox.compiling.traced import Vector, length, sqrt, traced, turn, turn_back
from sandbox.mechanics.contact.geometry import (
    arm,
    curvature,
    radii_product,
    radii_times,
    shape_operator,
    symmetric_times,
    touching,
    trace_of_both,
)
from sandbox.mechanics.layout import CALL_DOMAIN, CALL_SHAPE, CALL_SURFACE, LENGTH_SCALE, SHAPE, SURFACE

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


@traced
def approach(touch, x, y, z, cx, cy, cz, phi, p):
    """One step of Newton's method from c for the mass centre x, y, z, local coordinates.

    returns the gap, delta, the tangential part of e, d, the two numbers that are positive at a nearest point,
            the size of W [1/m]
    """
    k, n, d, turning, b = touch
    rho = turn(turning, arm(touch, p))
    delta = -k*phi
    e = Vector(x + rho[0] - cx, y + rho[1] - cy, z + rho[2] - cz)
    gap = e @ n
    e = e - gap*n

    total = k*(d[3] + d[6] + d[8] - n @ symmetric_times(d[3:9], n))
    bent = curvature(touch)
    trace = gap*total + trace_of_both(touch)
    det = (gap*(gap + b[3] + b[6] + b[8]) + radii_product(touch))*bent
    aside = shape_operator(touch, n)
    right = e - delta*(gap*aside + radii_times(touch, aside))
    turned = shape_operator(touch, right)
    step = ((1.0 + trace)*right - gap*turned - radii_times(touch, turned))/(1.0 + trace + det)
    # rounding across the surface, grown by 1/det(1 + T), would be an error of the gap
    step = step - (step @ n)*n
    return gap, delta, e, step, 1.0 + trace + det, 2.0 + trace, sqrt(abs(total*total - 2.0*bent))


@traced
def size_of(v):
    """|v|."""
    return length(v)


@compiled
def regular_touching(x, y, z, turning, p, calls):
    """The touch (geometry.py) at x, y, z. A flat face turned exactly to the surface has no touching point of its own: a
    normal that is turned by a hair gives one on its rim."""
    touch = touching(x, y, z, turning, p, calls)
    if touch[4][0] - touch[4][0] == 0.0:
        return touch
    nu = aslant(turning, touch[1])
    b = call_field(calls[CALL_SHAPE], nu[0], nu[1], nu[2], p, SHAPE)
    return touch[0], touch[1], touch[2], touch[3], b


@traced
def aslant(turning, n):
    """The body's outward normal -n, body axes, turned by a hair."""
    nu = turn_back(turning, -n)
    return Vector(nu[0] + ASLANT*(nu[1] + nu[2]), nu[1] + ASLANT*(nu[2] - nu[0]), nu[2] - ASLANT*(nu[0] + nu[1]))


@traced
def along(a, b):
    """a.b."""
    return a @ b


@traced
def distances(touch, x, y, z, cx, cy, cz, p):
    """Gap at c [m], the tangential part of e [m], and the body's point, local coordinates."""
    rho = turn(touch[3], arm(touch, p))
    point = Vector(x + rho[0], y + rho[1], z + rho[2])
    e = point - (cx, cy, cz)
    gap = e @ touch[1]
    return gap, e - gap*touch[1], point


@compiled
def aside(x, y, z, turning, cx, cy, cz, p, calls):
    """The tangential part of e [m] at c."""
    return distances(regular_touching(cx, cy, cz, turning, p, calls), x, y, z, cx, cy, cz, p)[1]


@traced
def towards(a, b, size):
    """The mean of two vectors, made `size` long; 0 for a mean that is 0."""
    mean = a + b
    return (size/sqrt(mean @ mean + 1e-300))*mean


@compiled
def out_of_face(x, y, z, turning, cx, cy, cz, e, p, calls):
    """A short step from c, where e jumps, to the side on which a nearest point may lie; 0 if a face is nearest at c.

    e(c + d) = s - (half the jump along d): its mean over d and -d is s, the foot of the surface's point on the face as
    seen from the middle of the face, and the point lies in the face when e turns back even along s.
    """
    h = towards(e, e, ASTRAY*p[LENGTH_SCALE])
    a = aside(x, y, z, turning, cx + h[0], cy + h[1], cz + h[2], p, calls)
    b = aside(x, y, z, turning, cx - h[0], cy - h[1], cz - h[2], p, calls)
    h = towards(a, b, ASTRAY*p[LENGTH_SCALE])
    if along(h, aside(x, y, z, turning, cx + h[0], cy + h[1], cz + h[2], p, calls)) > 0.0:
        return h
    return 0.0, 0.0, 0.0


@compiled
def search(x, y, z, turning, cx, cy, cz, p, calls):
    """Nearest point of the support to a body with its mass centre at x, y, z, from a first guess c; local coordinates.

    An edge of a face makes a jump of e: where e turns back, steps are halved, and grow slowly again: c closes in.
    returns c (3), gap [m], whether it was found
    """
    gap, last, most = 0.0, (0.0, 0.0, 0.0), inf
    for _ in range(MOST):
        touch = regular_touching(cx, cy, cz, turning, p, calls)
        phi = call_field(calls[CALL_DOMAIN], cx, cy, cz, p, SURFACE)[0]
        gap, delta, e, d, first, second, bend = approach(touch, x, y, z, cx, cy, cz, phi, p)
        if first > 0.0 and second > 0.0:
            e = d
        n, size = touch[1], size_of(e)
        back = along(e, last) < 0.0
        most = 0.5*min(most, size_of(last)) if back else 1.25*most
        # no further than the surface is flat
        cut = min(1.0, 0.5/(size*bend), most/size) if size > 0.0 else 1.0
        last = (cut*e[0], cut*e[1], cut*e[2])
        cx, cy, cz = cx + last[0] + delta*n[0], cy + last[1] + delta*n[1], cz + last[2] + delta*n[2]
        if size + abs(delta) < SHORT*p[LENGTH_SCALE]:
            return cx, cy, cz, gap - delta, True
        if back and cut*size + abs(delta) < SHORT*p[LENGTH_SCALE]:
            h = out_of_face(x, y, z, turning, cx, cy, cz, e, p, calls)
            if size_of(h) == 0.0:
                return cx, cy, cz, gap - delta, True
            cx, cy, cz, last, most = cx + h[0], cy + h[1], cz + h[2], (0.0, 0.0, 0.0), inf
    return cx, cy, cz, gap, False


@compiled
def foot(x, y, z, p, calls):
    """A point of the support below x, y, z, near enough to start a search: Newton steps along grad phi."""
    for _ in range(MOST):
        d = call_field(calls[CALL_SURFACE], x, y, z, p, SURFACE)
        phi = call_field(calls[CALL_DOMAIN], x, y, z, p, SURFACE)[0]
        k = phi/(d[0]*d[0] + d[1]*d[1] + d[2]*d[2])
        x, y, z = x - k*d[0], y - k*d[1], z - k*d[2]
        if abs(k)*(abs(d[0]) + abs(d[1]) + abs(d[2])) < NEARER*p[LENGTH_SCALE]:
            break
    return x, y, z


@compiled
def within(x, y, z, p, calls):
    """Whether the point lies within the edges of the surface."""
    edges = call_field(calls[CALL_DOMAIN], x, y, z, p, SURFACE)
    return edges[1] > 0.0 and edges[2] > 0.0 and edges[3] > 0.0 and edges[4] > 0.0


@compiled
def nearest(x, y, z, turning, cx, cy, cz, p, calls):
    """The nearest of the points found from the old one c and from the foot of the mass centre; local coordinates.

    Following one point alone would lose the other wall of a bowl that the body flies across. A point within the edges
    goes before one beyond them.
    returns c (3), gap [m], whether it was found
    """
    ax, ay, az, gap, found = search(x, y, z, turning, cx, cy, cz, p, calls)
    bx, by, bz = foot(x, y, z, p, calls)
    bx, by, bz, other, also = search(x, y, z, turning, bx, by, bz, p, calls)
    if also:
        first, second = within(ax, ay, az, p, calls), within(bx, by, bz, p, calls)
        if not found or (second and not first) or (second == first and other < gap - NEARER*p[LENGTH_SCALE]):
            return bx, by, bz, other, also
    return ax, ay, az, gap, found


@compiled
def gap_at(touch, x, y, z, cx, cy, cz, p, calls):
    """Gap [m] of a body with its mass centre at x, y, z, whose nearest point is c; local coordinates.

    Where c is no nearest point, because none was found, the surface's own measure phi/|grad phi| at the body's point
    stands in. e vanishes at a nearest point, or turns back a hair further on: there the body's face is nearest.
    """
    gap, e, point = distances(touch, x, y, z, cx, cy, cz, p)
    if size_of(e) < ASTRAY*(p[LENGTH_SCALE] + abs(gap)):
        return gap
    h = towards(e, e, ASTRAY*p[LENGTH_SCALE])
    if along(e, aside(x, y, z, touch[3], cx + h[0], cy + h[1], cz + h[2], p, calls)) < 0.0:
        return gap
    d = call_field(calls[CALL_SURFACE], point[0], point[1], point[2], p, SURFACE)
    phi = call_field(calls[CALL_DOMAIN], point[0], point[1], point[2], p, SURFACE)[0]
    return phi/size_of((d[0], d[1], d[2]))
