"""The operations of typed formulas (graph.py), and the rule of each for jets.

A jet holds the second order Taylor coefficients of a quantity u(x, y),

    u,  u_x,  u_y,  u_xx,  u_xy,  u_yy,

which follow the rules of sum, product, quotient and of the chain, (g(u))_ij = g' u_ij + g'' u_i u_j.
"""

from math import copysign, cos, fabs, sin, sqrt

from sandbox.compiling.chain import RULES
from sandbox.compiling.compiled import compiled
from sandbox.compiling.generated import load_generated

# numbers of a jet, u first
U, U_X, U_Y, U_XX, U_XY, U_YY, JET = range(7)
# below this sin(u)/u is taken by its series [rad]
NEAR_ZERO = 0.3

# operations with two registers, with a register and a number (c), and with a register
ADD, SUB, MUL, DIV = range(4)
ADD_C, C_SUB, MUL_C, DIV_C, C_DIV, POWER_C = range(4, 10)
CONSTANT = 10
(SQUARE, SQRT, EXP, LOG, SIN, COS, TAN, ATAN, ASIN, SINH, COSH, TANH, ABS, SINC, RADIUS) = range(11, 26)


@compiled
def sinc_series(u):
    """sin(u)/u = sum of (-1)^n u^2n/(2n + 1)!, n up to 6, and its first two derivatives; u may be an array."""
    w = u*u
    value = 1.0 - w/6.0*(1.0 - w/20.0*(1.0 - w/42.0*(1.0 - w/72.0*(1.0 - w/110.0*(1.0 - w/156.0)))))
    first = -u/3.0*(1.0 - w/10.0*(1.0 - w/28.0*(1.0 - w/54.0*(1.0 - w/88.0*(1.0 - w/130.0)))))
    second = -1.0/3.0*(1.0 - 3.0*w/10.0*(1.0 - 5.0*w/84.0*(1.0 - 7.0*w/270.0*(1.0 - 9.0*w/616.0
                                                                              * (1.0 - 11.0*w/1170.0)))))
    return value, first, second


@compiled
def sinc_slopes(u):
    """sin(u)/u and its first two derivatives."""
    if fabs(u) < NEAR_ZERO:
        return sinc_series(u)
    value = sin(u)/u
    first = (cos(u) - value)/u
    return value, first, -value - 2.0*first/u


@compiled
def power_slopes(u, n):
    """u^n and its first two derivatives; a whole n by multiplication."""
    if n == int(n) and 2.0 < n <= 64.0:
        rest = 1.0
        for _i in range(int(n) - 2):
            rest *= u
    else:
        rest = u**(n - 2.0)
    return rest*u*u, n*rest*u, n*(n - 1.0)*rest


# the functions that go by the rules of chain.py
FUNCTIONS = {SQRT: "sqrt", EXP: "exp", LOG: "log", SIN: "sin", COS: "cos", TAN: "tan", ATAN: "atan", ASIN: "asin",
             SINH: "sinh", COSH: "cosh", TANH: "tanh"}


def functions_source() -> str:
    """Source of `function_slopes`: g(u) and its first two derivatives for each code of FUNCTIONS."""
    lines = ['"""Functions of typed formulas, written by sandbox.mechanics.graph_rules."""', "from math import *",
             "from sandbox.compiling.compiled import compiled", "", "@compiled", "def function_slopes(code, u):"]
    for code, name in FUNCTIONS.items():
        first, second = (text.replace("one", "1.0") for text in RULES[name])
        value = "atan(u/sqrt(1.0 - u*u))" if name == "asin" else f"{name}(u)"
        lines += [f"    if code == {code}:", f"        f = {value}", f"        return f, {first}, {second}"]
    return "\n".join([*lines, "    return u, 1.0, 0.0", ""])


function_slopes = load_generated("functions", functions_source()).function_slopes


@compiled
def slopes_of(code, u, c):
    """g(u) and its first two derivatives for the operations on one register."""
    if code == SQUARE:
        return u*u, 2.0*u, 2.0
    if code == POWER_C:
        return power_slopes(u, c)
    if code == C_DIV:
        inverse = 1.0/u
        return c/u, -c*inverse*inverse, 2.0*c*inverse*inverse*inverse
    if code == ABS:
        return fabs(u), copysign(1.0, u), 0.0
    if code == SINC:
        return sinc_slopes(u)
    return function_slopes(code, u)


@compiled
def combined(code, w, to, a, b):
    """Fill the jet at w[to] with the sum, difference, product or quotient of those at w[a] and w[b]."""
    u, v = w[a], w[b]
    if code == ADD:
        for i in range(JET):
            w[to + i] = w[a + i] + w[b + i]
    elif code == SUB:
        for i in range(JET):
            w[to + i] = w[a + i] - w[b + i]
    elif code == MUL:
        ux, uy, vx, vy = w[a + U_X], w[a + U_Y], w[b + U_X], w[b + U_Y]
        xx = u*w[b + U_XX] + v*w[a + U_XX] + 2.0*ux*vx
        xy = u*w[b + U_XY] + v*w[a + U_XY] + (ux*vy + uy*vx)
        yy = u*w[b + U_YY] + v*w[a + U_YY] + 2.0*uy*vy
        w[to], w[to + U_X], w[to + U_Y] = u*v, u*vx + v*ux, u*vy + v*uy
        w[to + U_XX], w[to + U_XY], w[to + U_YY] = xx, xy, yy
    else:
        # q = u/v: u_i = q_i v + q v_i, and so on
        inverse = 1.0/v
        q, vx, vy = u/v, w[b + U_X], w[b + U_Y]
        qx, qy = (w[a + U_X] - q*vx)*inverse, (w[a + U_Y] - q*vy)*inverse
        xx = (w[a + U_XX] - q*w[b + U_XX] - 2.0*qx*vx)*inverse
        xy = (w[a + U_XY] - q*w[b + U_XY] - (qx*vy + qy*vx))*inverse
        yy = (w[a + U_YY] - q*w[b + U_YY] - 2.0*qy*vy)*inverse
        w[to], w[to + U_X], w[to + U_Y], w[to + U_XX], w[to + U_XY], w[to + U_YY] = q, qx, qy, xx, xy, yy


@compiled
def chained(w, to, a, value, first, second):
    """Fill the jet at w[to] with that of g(u), u at w[a], from g and its two derivatives."""
    ux, uy = w[a + U_X], w[a + U_Y]
    w[to + U_XX] = first*w[a + U_XX] + second*ux*ux
    w[to + U_XY] = first*w[a + U_XY] + second*ux*uy
    w[to + U_YY] = first*w[a + U_YY] + second*uy*uy
    w[to], w[to + U_X], w[to + U_Y] = value, first*ux, first*uy


@compiled
def radius_jet(w, to, x, y):
    """Fill the jet at w[to] with that of r = sqrt(x^2 + y^2)."""
    r = sqrt(x*x + y*y)
    ex, ey = x/r, y/r
    w[to], w[to + U_X], w[to + U_Y] = r, ex, ey
    w[to + U_XX], w[to + U_XY], w[to + U_YY] = ey*ey/r, -ex*ey/r, ex*ex/r


@compiled
def linear(code, w, to, a, c):
    """Fill the jet at w[to] with u + c, c - u, c u or u/c, u at w[a]."""
    if code == ADD_C:
        for i in range(1, JET):
            w[to + i] = w[a + i]
        w[to] = w[a] + c
    elif code == C_SUB:
        for i in range(1, JET):
            w[to + i] = -w[a + i]
        w[to] = c - w[a]
    elif code == MUL_C:
        for i in range(JET):
            w[to + i] = c*w[a + i]
    else:
        for i in range(JET):
            w[to + i] = w[a + i]/c


@compiled
def constant(w, to, c, x_slope, y_slope):
    """Fill the jet at w[to] with that of a number, or of a coordinate of that value."""
    w[to], w[to + U_X], w[to + U_Y] = c, x_slope, y_slope
    w[to + U_XX] = w[to + U_XY] = w[to + U_YY] = 0.0
