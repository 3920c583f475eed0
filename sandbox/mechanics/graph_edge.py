"""The rounded edge of a surface z = f(x, y) with a round rim, as a field of its own.

With the distance d = r - R beyond the rim and the height s = z - f(x, y) over the surface, which goes on there,

    phi = (d^2 + (s + e)^2 - e^2)/(2 e)

is 0 on a tube along the rim, a circle of the radius e in d and s. At the rim d = s = 0, and grad phi = grad s: it has
the normal of the surface all the way round.

The array: that of the surface (mechanics/graph.py), and e [m] after its program.
"""

from math import sqrt

from sandbox.compiling.compiled import compiled, room
from sandbox.compiling.entries import field
from sandbox.mechanics import field_places
from sandbox.mechanics import graph_rules as codes
from sandbox.mechanics.graph import FIRST, REGISTERS, RIM, STEP_SIZE, STEPS, jet_of, value_of


@compiled
def radius_of(s):
    """e [m] of an edge with the array s."""
    return s[FIRST + STEP_SIZE*int(s[STEPS])]


@field
def edge_slopes(x, y, z, s, out):
    """Gradient and Hessian of phi."""
    w, e, r = room(codes.JET*REGISTERS), radius_of(s), sqrt(x*x + y*y)
    at = jet_of(x, y, s, w)
    d, high = r - s[RIM], z - w[at] + e
    fx, fy = w[at + codes.U_X], w[at + codes.U_Y]
    ux, uy = x/r, y/r
    # grad d = (u, 0) and Hess d = (1 - u u)/r; grad s = (-f_x, -f_y, 1) and Hess s = -Hess f
    out[field_places.D_X], out[field_places.D_Y], out[field_places.D_Z] = (d*ux - high*fx)/e, (d*uy - high*fy)/e, high/e
    out[field_places.D_XX] = (ux*ux + d*uy*uy/r + fx*fx - high*w[at + codes.U_XX])/e
    out[field_places.D_XY] = (ux*uy - d*ux*uy/r + fx*fy - high*w[at + codes.U_XY])/e
    out[field_places.D_YY] = (uy*uy + d*ux*ux/r + fy*fy - high*w[at + codes.U_YY])/e
    out[field_places.D_XZ], out[field_places.D_YZ], out[field_places.D_ZZ] = -fx/e, -fy/e, 1.0/e


@field
def edge_values(x, y, z, s, out):
    """phi, and how far it is beyond the rim."""
    e, d = radius_of(s), sqrt(x*x + y*y) - s[RIM]
    high = z - value_of(x, y, s)
    out[field_places.PHI] = (d*d + high*(high + 2.0*e))/(2.0*e)
    out[field_places.EDGE] = d
    for i in range(1, field_places.EDGES):
        out[field_places.EDGE + i] = 1.0
