"""The operations of typed formulas (graph.py), and the rule of each for jets.

A jet holds the second order Taylor coefficients of a quantity u(x, y),

    u,  u_x,  u_y,  u_xx,  u_xy,  u_yy,

which follow the rules of sum, product, quotient and of the chain, (g(u))_ij = g' u_ij + g'' u_i u_j.
"""

from math import atan, copysign, cos, cosh, exp, fabs, log, sin, sinh, sqrt, tan, tanh

from sandbox.compiling.compiled import compiled

# numbers of a jet
JET = 6
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
    if code == SQRT:
        value = sqrt(u)
        return value, 0.5/value, -0.25/(value*u)
    if code == EXP:
        value = exp(u)
        return value, value, value
    if code == LOG:
        return log(u), 1.0/u, -1.0/(u*u)
    if code == SIN:
        value = sin(u)
        return value, cos(u), -value
    if code == COS:
        value = cos(u)
        return value, -sin(u), -value
    if code == TAN:
        value = tan(u)
        return value, 1.0 + value*value, 2.0*value*(1.0 + value*value)
    if code == ATAN:
        first = 1.0/(1.0 + u*u)
        return atan(u), first, -2.0*u*first*first
    if code == ASIN:
        rest = 1.0 - u*u
        root = sqrt(rest)
        return atan(u/root), 1.0/root, u/(rest*root)
    if code == SINH:
        value = sinh(u)
        return value, cosh(u), value
    if code == COSH:
        value = cosh(u)
        return value, sinh(u), value
    if code == TANH:
        value = tanh(u)
        return value, 1.0 - value*value, -2.0*value*(1.0 - value*value)
    if code == ABS:
        return fabs(u), copysign(1.0, u), 0.0
    return sinc_slopes(u)


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
        ux, uy, vx, vy = w[a + 1], w[a + 2], w[b + 1], w[b + 2]
        xx = u*w[b + 3] + v*w[a + 3] + 2.0*ux*vx
        xy = u*w[b + 4] + v*w[a + 4] + (ux*vy + uy*vx)
        yy = u*w[b + 5] + v*w[a + 5] + 2.0*uy*vy
        w[to], w[to + 1], w[to + 2] = u*v, u*vx + v*ux, u*vy + v*uy
        w[to + 3], w[to + 4], w[to + 5] = xx, xy, yy
    else:
        # q = u/v: u_i = q_i v + q v_i, and so on
        inverse = 1.0/v
        q, vx, vy = u/v, w[b + 1], w[b + 2]
        qx, qy = (w[a + 1] - q*vx)*inverse, (w[a + 2] - q*vy)*inverse
        xx = (w[a + 3] - q*w[b + 3] - 2.0*qx*vx)*inverse
        xy = (w[a + 4] - q*w[b + 4] - (qx*vy + qy*vx))*inverse
        yy = (w[a + 5] - q*w[b + 5] - 2.0*qy*vy)*inverse
        w[to], w[to + 1], w[to + 2], w[to + 3], w[to + 4], w[to + 5] = q, qx, qy, xx, xy, yy


@compiled
def chained(w, to, a, value, first, second):
    """Fill the jet at w[to] with that of g(u), u at w[a], from g and its two derivatives."""
    ux, uy = w[a + 1], w[a + 2]
    w[to + 3] = first*w[a + 3] + second*ux*ux
    w[to + 4] = first*w[a + 4] + second*ux*uy
    w[to + 5] = first*w[a + 5] + second*uy*uy
    w[to], w[to + 1], w[to + 2] = value, first*ux, first*uy


@compiled
def radius_jet(w, to, x, y):
    """Fill the jet at w[to] with that of r = sqrt(x^2 + y^2)."""
    r = sqrt(x*x + y*y)
    ex, ey = x/r, y/r
    w[to], w[to + 1], w[to + 2] = r, ex, ey
    w[to + 3], w[to + 4], w[to + 5] = ey*ey/r, -ex*ey/r, ex*ex/r


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
    w[to], w[to + 1], w[to + 2] = c, x_slope, y_slope
    w[to + 3] = w[to + 4] = w[to + 5] = 0.0
