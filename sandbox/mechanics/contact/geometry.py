"""What every mode in contact shares: where and how closely body and support touch, energy, guards of an observation.

Local axes are those of the support's formula phi, body axes those of the support function h. With n the normal of
phi = 0 towards the body, W = P Hess(phi) P/|grad phi| its shape operator, nu = -n the body's outward normal,
S = Hess h(nu) the matrix of curvature radii and s_G the mass centre,

    rho = grad h(nu) - s_G           mass centre -> contact
    u_b = (1 + S W)^-1 S d           velocity of the contact over the body; d = wr x n - W sigma, sigma the slip

The fit det(1 + S W) is positive as long as the two touch in a single point. Source: Bychkov 2004, equation (1.12).

In formulas (traced.py) a touch is the tuple (k, n, d, turning, b): k = 1/|grad phi|, n, the ten numbers d of the
field phi, the turning body -> local axes and the ten numbers b of the support function in body axes.
"""

from math import inf

from sandbox.compiling.branching import ask_field, choose
from sandbox.compiling.traced import Vector, cross, length, sqrt, traced, turn, turn_back
from sandbox.integration.observation import DEFECT, FIRST_GUARD, FRICTION_RATIO, KINETIC_ENERGY
from sandbox.mechanics.layout import (
    CALL_DOMAIN,
    CALL_SHAPE,
    CALL_SURFACE,
    CONSTANT_FRICTION,
    FIT_MARGIN,
    GUARD_EDGES,
    GUARD_FIT,
    GUARD_NORMAL,
    LENGTH_SCALE,
    MASS,
    MASS_CENTRE,
    SHAPE,
    STATIC_FRICTION,
    SURFACE,
    TENSOR,
)


@traced
def touching(x, y, z, turning, p, calls):
    """The touch at the contact point x, y, z of a body, `turning` from its axes to local ones; see the head."""
    d = ask_field(calls[CALL_SURFACE], x, y, z, p, SURFACE)
    k = 1.0/sqrt(d[0]*d[0] + d[1]*d[1] + d[2]*d[2])
    n = Vector(k*d[0], k*d[1], k*d[2])
    nu = turn_back(turning, -n)
    return k, n, d, turning, ask_field(calls[CALL_SHAPE], nu[0], nu[1], nu[2], p, SHAPE)


# ---- formulas -----------------------------------------------------------------------------------------------------

def symmetric_times(a, v):
    """A v for a symmetric matrix given as (xx, xy, xz, yy, yz, zz)."""
    return Vector(a[0]*v[0] + a[1]*v[1] + a[2]*v[2], a[1]*v[0] + a[3]*v[1] + a[4]*v[2],
                  a[2]*v[0] + a[4]*v[1] + a[5]*v[2])


def tensor_times(p, v):
    """J v, body axes."""
    return Vector(*(p[TENSOR + i]*v[0] + p[TENSOR + i + 1]*v[1] + p[TENSOR + i + 2]*v[2] for i in (0, 3, 6)))


def arm(touch, p):
    """rho, body axes."""
    b = touch[4]
    return Vector(b[0] - p[MASS_CENTRE], b[1] - p[MASS_CENTRE + 1], b[2] - p[MASS_CENTRE + 2])


# curvature radius in sizes of the body at which its face counts as flat: a disk tilted by so many radians less
FLATTEST = 1e6


def flatness(touch, p):
    """1 - tr S/(FLATTEST L): zero where the body's face is as good as flat.

    For the edge of a disk of the radius a = L that is tilted by theta, tr S = a/sin theta.
    """
    b = touch[4]
    return 1.0 - (b[3] + b[6] + b[8])/(FLATTEST*p[LENGTH_SCALE])


def shape_operator(touch, u):
    """W u for a tangent vector u; P Hess(phi) u/|grad phi| for any vector."""
    k, n, d, _, _ = touch
    bent = symmetric_times(d[3:9], u)
    return k*(bent - (n @ bent)*n)


def radii_times(touch, u):
    """S u, local axes."""
    turning, b = touch[3:]
    return turn(turning, symmetric_times(b[3:9], turn_back(turning, u)))


def curvature(touch):
    """Determinant of W on the tangent plane, by a form that needs no basis of it [1/m^2]."""
    k, (x, y, z), d, _, _ = touch
    return k*k*(x*x*(d[6]*d[8] - d[7]*d[7]) + y*y*(d[3]*d[8] - d[5]*d[5]) + z*z*(d[3]*d[6] - d[4]*d[4])
                + 2.0*(x*y*(d[5]*d[7] - d[4]*d[8]) + x*z*(d[4]*d[7] - d[5]*d[6]) + y*z*(d[4]*d[5] - d[7]*d[3])))


def radii_product(touch):
    """Determinant of S on the tangent plane [m^2]."""
    b = touch[4]
    return (b[3]*b[6] - b[4]*b[4]) + (b[3]*b[8] - b[5]*b[5]) + (b[6]*b[8] - b[7]*b[7])


def trace_of_both(touch):
    """Trace of S W: that of S Hess(phi)/|grad phi|, since S n = 0."""
    k, _, d, turning, b = touch
    rows = turning[0:3], turning[3:6], turning[6:9]
    turned = [symmetric_times(b[3:9], row) for row in rows]
    s_xx, s_xy, s_xz = (Vector(*row) @ turned[0] for row in rows)
    s_yy, s_yz = (Vector(*row) @ turned[1] for row in rows[1:])
    s_zz = Vector(*rows[2]) @ turned[2]
    return k*(s_xx*d[3] + s_yy*d[6] + s_zz*d[8] + 2.0*(s_xy*d[4] + s_xz*d[5] + s_yz*d[7]))


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

    motion   of the support (motion.support_motion);  r, v  mass centre from the axis point and its velocity relative
             to that point, local axes;  w  angular velocity, body axes;  turning  body -> local axes
    """
    spun = turn(turning, tensor_times(p, w))
    m = p[MASS]
    return (-(Vector(*motion[3:6]) @ (cross(r, m*v) + spun))
            - m*(motion[9]*r[0] + motion[10]*r[1] + motion[11]*r[2]))


def energies(v_rel, r, ws, ge, wr, w, p):
    """E_J and the kinetic energy relative to the axis point [J].

        E_J = (m v_rel^2 + wr.J wr - m |ws x r|^2 - ws.J ws)/2 - m ge.r

    v_rel    velocity of the mass centre relative to the support, r its place from the axis point, local axes
    wr, w    angular velocity relative to the support and absolute, body axes
    """
    m = p[MASS]
    carrying, s = cross(ws, r), w - wr
    relative = m*(v_rel @ v_rel) + tensor_times(p, wr) @ wr
    carried = m*(carrying @ carrying) + tensor_times(p, s) @ s
    v = v_rel + carrying
    return 0.5*(relative - carried) - m*(ge @ r), 0.5*(m*(v @ v) + tensor_times(p, w) @ w)


# ---- observations -------------------------------------------------------------------------------------------------

@traced
def friction_in_hand(N, F, p):
    """c0 + mu_s N - |F| [N]: what static friction has in hand at the normal force N; 1.0 without a bound."""
    return choose(p[STATIC_FRICTION] < inf, lambda: p[CONSTANT_FRICTION] + p[STATIC_FRICTION]*N - F, lambda: 1.0)


@traced
def fill_energy(v_rel, r, ws, ge, wr, w, ledger, p, out):
    """Fill E_J - ledger and the kinetic energy of an observation; see `energies`."""
    E_J, kinetic = energies(v_rel, r, ws, ge, wr, w, p)
    out[DEFECT] = E_J - ledger
    out[KINETIC_ENERGY] = kinetic


@traced
def fill_contact(y, n, force, fit, p, calls, out):
    """Fill what all modes in contact observe alike: |F|/N, guards of N, fit and edges.

    returns N and |F| [N]
    """
    N = n @ force
    F = length(force - N*n)
    out[FRICTION_RATIO] = choose(N > 0.0, lambda: F/N, lambda: inf)
    out[FIRST_GUARD + GUARD_NORMAL] = N
    out[FIRST_GUARD + GUARD_FIT] = fit - FIT_MARGIN
    edges = ask_field(calls[CALL_DOMAIN], y[0], y[1], y[2], p, SURFACE)
    for i in range(4):
        out[FIRST_GUARD + GUARD_EDGES + i] = edges[1 + i]
    return N, F
