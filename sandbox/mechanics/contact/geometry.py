"""What every mode in contact shares: where and how closely body and support touch, energy, guards of an observation.

Local axes are those of the support's formula phi, body axes those of the support function h. With n the normal of
phi = 0 towards the body, W = P Hess(phi) P/|grad phi| its shape operator, nu = -n the body's outward normal,
S = Hess h(nu) the matrix of curvature radii and s_G the mass centre,

    rho = grad h(nu) - s_G           mass centre -> contact
    u_b = (1 + S W)^-1 S d           velocity of the contact over the body; d = wr x n - W sigma, sigma the slip

The fit det(1 + S W) is positive as long as the two touch in a single point. Source: Bychkov 2004, equation (1.12).
"""

from math import inf
from typing import NamedTuple

from sandbox.compiling.branching import choose, field_values
from sandbox.compiling.traced import Vector, cross, length, sqrt, traced, turn, turn_back, vector_at
from sandbox.integration import observation as obs
from sandbox.mechanics import field_places
from sandbox.mechanics import layout as lay
from sandbox.mechanics.report import put


class Symmetric(NamedTuple):
    """A symmetric 3 x 3 matrix."""

    xx: float
    xy: float
    xz: float
    yy: float
    yz: float
    zz: float

    def times(self, v):
        """A v."""
        return Vector(self.xx*v[0] + self.xy*v[1] + self.xz*v[2], self.xy*v[0] + self.yy*v[1] + self.yz*v[2],
                      self.xz*v[0] + self.yz*v[1] + self.zz*v[2])

    def minors(self):
        """Principal 2 x 2 minors, of y z, x z and x y."""
        return (self.yy*self.zz - self.yz*self.yz, self.xx*self.zz - self.xz*self.xz, self.xx*self.yy - self.xy*self.xy)


class ContactGeometry(NamedTuple):
    """How body and support touch at a point."""

    k: float            # 1/|grad phi| [m]
    n: Vector           # unit normal of the support, local axes
    bend: Symmetric     # Hess phi, local axes
    turning: tuple      # rotation body -> local axes, row by row (9,)
    point: Vector       # grad h(nu), body axes [m]
    radii: Symmetric    # S, body axes [m]


class Measure(NamedTuple):
    """A point against a surface."""

    phi: float
    edges: tuple        # distances to the edges (4,)


def slopes_at(field, x: Vector, p, at):
    """Gradient and Hessian at x of a field of slopes with the parameters p[at:]."""
    slopes = field_values(field, *x, p, at)
    return Vector(*slopes[field_places.GRADIENT]), Symmetric(*slopes[field_places.HESSIAN])


def measured(field, x: Vector, p):
    """The Measure of x by a surface's field of values."""
    values = field_values(field, *x, p, lay.SURFACE)
    return Measure(values[field_places.PHI], values[field_places.EDGES_OF_VALUES])


@traced
def contact_geometry(x: Vector, turning, p, calls):
    """The touch at the contact point x of a body, `turning` from its axes to local ones; see the head."""
    gradient, bend = slopes_at(calls[lay.CALL_SURFACE], x, p, lay.SURFACE)
    k = 1.0/sqrt(gradient @ gradient)
    n = k*gradient
    point, radii = slopes_at(calls[lay.CALL_SHAPE], turn_back(turning, -n), p, lay.SHAPE)
    return ContactGeometry(k, n, bend, turning, point, radii)


# ---- formulas -----------------------------------------------------------------------------------------------------

def from_axis(x, p):
    """The local point x counted from the axis point."""
    return x - vector_at(p, lay.AXIS_POINT)


def tensor_times(p, v):
    """J v, body axes."""
    return Vector(*(p[lay.TENSOR + i]*v[0] + p[lay.TENSOR + i + 1]*v[1] + p[lay.TENSOR + i + 2]*v[2]
                    for i in (0, 3, 6)))


def tips(p):
    """Whether a body can turn about all of its axes of itself."""
    return (p[lay.INVERSE_TENSOR] != 0.0) & (p[lay.INVERSE_TENSOR + 4] != 0.0) & (p[lay.INVERSE_TENSOR + 8] != 0.0)


def arm(touch, p):
    """rho, body axes."""
    return touch.point - vector_at(p, lay.MASS_CENTRE)


# curvature radius in sizes of the body at which its face counts as flat: a disk tilted by so many radians less
FLATTEST = 1e6


def flatness(touch, p):
    """1 - tr S/(FLATTEST L): zero where the body's face is as good as flat.

    For the edge of a disk of the radius a = L that is tilted by theta, tr S = a/sin theta.
    """
    s = touch.radii
    return 1.0 - (s.xx + s.yy + s.zz)/(FLATTEST*p[lay.LENGTH_SCALE])


def shape_operator(touch, u):
    """W u for a tangent vector u; P Hess(phi) u/|grad phi| for any vector."""
    n, bent = touch.n, touch.bend.times(u)
    return touch.k*(bent - (n @ bent)*n)


def radii_times(touch, u):
    """S u, local axes."""
    return turn(touch.turning, touch.radii.times(turn_back(touch.turning, u)))


def gauss_curvature(k, n, bend):
    """Determinant of W on the tangent plane, by a form that needs no basis of it [1/m^2]."""
    (x, y, z), (yz, xz, xy) = n, bend.minors()
    return k*k*(x*x*yz + y*y*xz + z*z*xy + 2.0*(
        x*y*(bend.xz*bend.yz - bend.xy*bend.zz) + x*z*(bend.xy*bend.yz - bend.xz*bend.yy)
        + y*z*(bend.xy*bend.xz - bend.yz*bend.xx)))


def curvature(touch):
    """`gauss_curvature` of the support at a touch."""
    return gauss_curvature(touch.k, touch.n, touch.bend)


def radii_product(touch):
    """Determinant of S on the tangent plane [m^2]."""
    yz, xz, xy = touch.radii.minors()
    return xy + xz + yz


def trace_of_both(touch):
    """Trace of S W: that of S Hess(phi)/|grad phi|, since S n = 0."""
    bend, turning = touch.bend, touch.turning
    rows = Vector(*turning[0:3]), Vector(*turning[3:6]), Vector(*turning[6:9])
    first, second, third = (touch.radii.times(row) for row in rows)
    s_xx, s_xy, s_xz = (row @ first for row in rows)
    s_yy, s_yz = (row @ second for row in rows[1:])
    s_zz = rows[2] @ third
    return touch.k*(s_xx*bend.xx + s_yy*bend.yy + s_zz*bend.zz + 2.0*(s_xy*bend.xy + s_xz*bend.xz + s_yz*bend.yz))


def migration(touch, u):
    """(1 + S W)^-1 S u for a tangent vector u by Cayley and Hamilton, and the fit det(1 + S W)."""
    u = radii_times(touch, u)
    again = radii_times(touch, shape_operator(touch, u))
    trace, det = trace_of_both(touch), curvature(touch)*radii_product(touch)
    fit = 1.0 + trace + det
    return ((1.0 + trace)*u - again)/fit, fit


@traced
def ledger_power(motion, r, v, w, turning, p):
    """ledger' = -as.L - m ge'.r [W], L = m r x v + J w.

    motion   SupportMotion;  r, v  mass centre from the axis point and its velocity relative to that point, local axes
    w        angular velocity, body axes;  turning  body -> local axes
    """
    spun = turn(turning, tensor_times(p, w))
    m = p[lay.MASS]
    return -(motion.as_ @ (cross(r, m*v) + spun)) - m*(motion.ge_rate @ r)


def energies(motion, v_rel, r, wr, w, p):
    """E_J and the kinetic energy relative to the axis point [J].

        E_J = (m v_rel^2 + wr.J wr - m |ws x r|^2 - ws.J ws)/2 - m ge.r

    v_rel    velocity of the mass centre relative to the support, r its place from the axis point, local axes
    wr, w    angular velocity relative to the support and absolute, body axes
    """
    m = p[lay.MASS]
    carrying, s = cross(motion.ws, r), w - wr
    relative = m*(v_rel @ v_rel) + tensor_times(p, wr) @ wr
    carried = m*(carrying @ carrying) + tensor_times(p, s) @ s
    v = v_rel + carrying
    return 0.5*(relative - carried) - m*(motion.ge @ r), 0.5*(m*(v @ v) + tensor_times(p, w) @ w)


# ---- observations -------------------------------------------------------------------------------------------------

@traced
def friction_in_hand(N, F, p):
    """c0 + mu_s N - |F| [N]: what static friction has in hand at the normal force N; 1.0 without a bound."""
    return choose(p[lay.STATIC_FRICTION] < inf, lambda: p[lay.CONSTANT_FRICTION] + p[lay.STATIC_FRICTION]*N - F,
                  lambda: 1.0)


@traced
def fill_energy(motion, v_rel, r, wr, state, p, out):
    """Fill E_J - ledger and the kinetic energy of an observation; see `energies`."""
    E_J, kinetic = energies(motion, v_rel, r, wr, state.w, p)
    out[obs.DEFECT] = E_J - state.ledger
    out[obs.KINETIC_ENERGY] = kinetic


@traced
def fill_contact(x: Vector, n, force, fit, p, calls, out):
    """Fill what all modes in contact observe alike: |F|/N, guards of N, fit and edges; x is the contact point.

    returns N and |F| [N]
    """
    N = n @ force
    F = length(force - N*n)
    out[obs.FRICTION_RATIO] = choose(N > 0.0, lambda: F/N, lambda: inf)
    out[obs.FIRST_GUARD + lay.GUARD_NORMAL] = N
    out[obs.FIRST_GUARD + lay.GUARD_FIT] = fit - lay.FIT_MARGIN
    put(out, obs.FIRST_GUARD + lay.GUARD_EDGES, measured(calls[lay.CALL_DOMAIN], x, p).edges)
    return N, F
