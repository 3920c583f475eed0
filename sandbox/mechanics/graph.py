"""A surface z = f(x, y) whose formula is data: a program of small steps that one compiled function follows.

Another text needs no compilation: it is another parameter array. The program works on registers that hold the second
order Taylor coefficients of a quantity u(x, y), its jet, by the rules of graph_rules.py: the derivatives are those of
the formula itself, exact but for rounding. Register 0 holds x, register 1 holds y, the last step makes f.

The array: number of steps; 1 where r = sqrt(x^2 + y^2) occurs, else 0; rim radius [m], then half length and half width
[m] of a rectangle, 0 for those that it has not; then for each step its operation, the register that it fills, a
register, and a second register or a number.
"""

from math import sqrt

from sandbox.compiling.compiled import compiled, room
from sandbox.compiling.entries import field
from sandbox.mechanics import field_places
from sandbox.mechanics import graph_rules as codes
from sandbox.mechanics.graph_rules import chained, combined, constant, linear, radius_jet, slopes_of

# places in the array, and numbers of a step
STEPS, HAS_RADIUS, RIM, HALF_LENGTH, HALF_WIDTH, FIRST = range(6)
CODE, FILLS, TAKES, WITH, STEP_SIZE = range(5)
# registers of the coordinates
OF_X, OF_Y = 0, 1
# registers of a program at most, x and y among them
REGISTERS = 32
# where r has no direction the formula is taken beside the axis: even functions of r have their limits there
AXIS = 1e-100


@compiled
def jet_of(x, y, s, w):
    """Follow the program s at (x, y) in the registers w; returns the place of the jet of f there."""
    if s[HAS_RADIUS] > 0.0 and x*x + y*y < AXIS*AXIS:
        x, y = AXIS, 0.0
    constant(w, codes.JET*OF_X, x, 1.0, 0.0)
    constant(w, codes.JET*OF_Y, y, 0.0, 1.0)
    to, at = 0, FIRST
    for _k in range(int(s[STEPS])):
        code, to, a, c = int(s[at + CODE]), codes.JET*int(s[at + FILLS]), codes.JET*int(s[at + TAKES]), s[at + WITH]
        at += STEP_SIZE
        if code <= codes.DIV:
            combined(code, w, to, a, codes.JET*int(c))
        elif code <= codes.DIV_C and code != codes.C_DIV:
            linear(code, w, to, a, c)
        elif code == codes.CONSTANT:
            constant(w, to, c, 0.0, 0.0)
        elif code == codes.RADIUS:
            radius_jet(w, to, x, y)
        else:
            value, first, second = slopes_of(code, w[a], c)
            chained(w, to, a, value, first, second)
    return to


@field
def graph_slopes(x, y, z, s, out):
    """Gradient and Hessian of phi = z - f(x, y)."""
    w = room(codes.JET*REGISTERS)
    at = jet_of(x, y, s, w)
    out[field_places.D_X], out[field_places.D_Y], out[field_places.D_Z] = -w[at + codes.U_X], -w[at + codes.U_Y], 1.0
    out[field_places.D_XX], out[field_places.D_XY], out[field_places.D_YY] = -w[at + codes.U_XX], -w[at + codes.U_XY], \
        -w[at + codes.U_YY]
    out[field_places.D_XZ] = out[field_places.D_YZ] = out[field_places.D_ZZ] = 0.0


@compiled
def value_of(x, y, s):
    """f(x, y) alone."""
    w = room(REGISTERS)
    if s[HAS_RADIUS] > 0.0 and x*x + y*y < AXIS*AXIS:
        x, y = AXIS, 0.0
    w[OF_X], w[OF_Y] = x, y
    to, at = 0, FIRST
    for _k in range(int(s[STEPS])):
        code, to, a, c = int(s[at + CODE]), int(s[at + FILLS]), int(s[at + TAKES]), s[at + WITH]
        at += STEP_SIZE
        u = w[a]
        if code == codes.ADD:
            w[to] = u + w[int(c)]
        elif code == codes.SUB:
            w[to] = u - w[int(c)]
        elif code == codes.MUL:
            w[to] = u*w[int(c)]
        elif code == codes.DIV:
            w[to] = u/w[int(c)]
        elif code == codes.ADD_C:
            w[to] = u + c
        elif code == codes.C_SUB:
            w[to] = c - u
        elif code == codes.MUL_C:
            w[to] = c*u
        elif code == codes.DIV_C:
            w[to] = u/c
        elif code == codes.CONSTANT:
            w[to] = c
        elif code == codes.RADIUS:
            w[to] = sqrt(x*x + y*y)
        else:
            w[to], _first, _second = slopes_of(code, u, c)
    return w[to]


@field
def graph_values(x, y, z, s, out):
    """phi = z - f(x, y), and how far it is to the rim and, to first order, to the ends and sides of a rectangle."""
    out[field_places.PHI] = z - value_of(x, y, s)
    out[field_places.EDGE] = s[RIM] - sqrt(x*x + y*y) if s[RIM] > 0.0 else 1.0
    out[field_places.EDGE + 1] = (s[HALF_LENGTH]*s[HALF_LENGTH] - x*x)/(2.0*s[HALF_LENGTH]) if s[HALF_LENGTH] > 0.0 \
        else 1.0
    out[field_places.EDGE + 2] = (s[HALF_WIDTH]*s[HALF_WIDTH] - y*y)/(2.0*s[HALF_WIDTH]) if s[HALF_WIDTH] > 0.0 else 1.0
    out[field_places.EDGE + 3] = 1.0
