"""Chatterjee and Ruina's impulse of an impact in closed form; the equations stand in impact.py."""

from math import inf

from sandbox.compiling.compiled import compiled, numbers_at, part, room
from sandbox.compiling.entries import entry
from sandbox.compiling.traced import Vector, cross, length, traced, vector_at
from sandbox.mechanics.impact import layout as record
from sandbox.mechanics.impact.algebra import across, matrix_at, solve_3, times
from sandbox.mechanics.report import put

# phases of an impact
STICKS, SLIDES, RETURNS = 0, 1, 2
# a determinant of this share of trace^3, and a minor of this share of trace^2, are rounding: a free body that is no
# needle of 1:1000 has 1e-6 at least
SINGULAR = 1e-13


@traced
def minors(G):
    """trace G, det G, the products of two rows and their squares; G a = 0 for each of them, if for any a."""
    one, two, three = matrix_at(G, 0)
    first, second, third = cross(two, three), cross(three, one), cross(one, two)
    return (one[0] + two[1] + three[2], one @ first, first, second, third, first @ first, second @ second,
            third @ third)


@traced
def put_with(G, share, a, out):
    """G + share a a^T."""
    a = Vector(*a)
    for i, row in enumerate(matrix_at(G, 0)):
        put(out, 3*i, row + (share*a[i])*a)


@compiled
def put_invertible(G, out):
    """G + |G| a a^T where G a = 0, else G (9,).

    A body that another contact holds does not move here along the line between the two, whatever the impulse. Any
    impulse along it does; the one that is found by this matrix has none, as a pseudoinverse would have it.
    """
    trace, det, first, second, third, a, b, c = minors(G)
    for k in range(9):
        out[k] = G[k]
    if abs(det) > SINGULAR*trace*trace*trace:
        return
    if max(a, b, c) <= (SINGULAR*trace*trace)**2:
        # it moves along one line only
        for k in range(9):
            out[k] = trace if k % 4 == 0 else 0.0
    elif a >= b and a >= c:
        put_with(G, trace/a, first, out)
    elif b >= c:
        put_with(G, trace/b, second, out)
    else:
        put_with(G, trace/c, third, out)


@traced
def two_impulses(G, S, u, n):
    """n.u, the impulse p1 n that takes it, and D = P2 - p1 n with its parts along and across n; P2 = -S^-1 u."""
    G, u, n = matrix_at(G, 0), vector_at(u, 0), vector_at(n, 0)
    u_n = n @ u
    p1 = -u_n/(n @ times(G, n))
    D = solve_3(matrix_at(S, 0), -u) - p1*n
    return u_n, p1, D, n @ D, length(across(n, D))


@traced
def put_impact(G, u, n, p1, D, e, k, out):
    """The impulse (1 + e) p1 n + k D, and what it does."""
    finish.formula(G, u, n, (1.0 + e)*p1*vector_at(n, 0) + k*D, e, k, out)


@traced
def put_stop(G, S, u, n, p1, D, k, out):
    """The impulse along the surface that stops the slip, and what it does."""
    normal = vector_at(n, 0)
    beside = solve_3(matrix_at(S, 0), normal)
    P = p1*normal + D - (p1 + normal @ D)/(normal @ beside)*beside
    finish.formula(G, u, n, P, 0.0, k, out)


@traced
def finish(G, u, n, P, e, k, out):
    """Fill the record of an impact."""
    before = vector_at(u, 0)
    after = before + times(matrix_at(G, 0), P)
    put(out, record.IMPULSE, P)
    put(out, record.VELOCITY_AFTER, after)
    out[record.COMPRESSION] = (vector_at(n, 0) @ P)/(1.0 + e)
    out[record.ENERGY] = 0.5*(P @ (before + after))
    out[record.SHARE] = k


@compiled
def collide(G, u, n, e, et, mu, out):
    """Fill the record of an impact: G (9,), u (3,), n (3,); mu may be inf. Returns its phase."""
    S = room(9)
    put_invertible(G, S)
    u_n, p1, D, D_n, D_t = two_impulses(G, S, u, n)
    k, is_closing = 1.0 + et, u_n < 0.0
    if not is_closing:
        # left alone, like one without a normal velocity
        k, p1 = 0.0, 0.0*u_n
    elif mu == inf:
        # as far as the impulse that does not pull
        if D_n < 0.0:
            k = min(k, (1.0 + e)*p1/-D_n)
    elif D_t - mu*D_n > 0.0:
        # as far as the edge of the cone
        k = min(k, mu*(1.0 + e)*p1/(D_t - mu*D_n))
    if is_closing and mu == inf and e == 0.0 and p1 + D_n < 0.0:
        put_stop(G, S, u, n, p1, D, k, out)
    else:
        put_impact(G, u, n, p1, D, e, k, out)
    if k < 1.0 + et:
        return SLIDES
    return STICKS if et == 0.0 else RETURNS


@entry
def collide_contact(touch: int, e: float, et: float, mu: float, impact: int) -> int:
    """Fills the record of an impact at the contact of a Touch; returns its phase."""
    now = numbers_at(touch)
    return collide(part(now, record.RESPONSE), part(now, record.CONTACT_VELOCITY), part(now, record.NORMAL), e, et, mu,
                   numbers_at(impact))


@entry
def collide_many(count: int, G: int, u: int, n: int, laws: int, impacts: int):
    """Fills the records of many impacts: G (count, 9), u, n (count, 3), laws (count, 3) e, e_t, mu."""
    response, before, normal = numbers_at(G), numbers_at(u), numbers_at(n)
    law, out = numbers_at(laws), numbers_at(impacts)
    for i in range(count):
        collide(part(response, 9*i), part(before, 3*i), part(normal, 3*i), law[3*i], law[3*i + 1], law[3*i + 2],
                part(out, record.IMPACT*i))
