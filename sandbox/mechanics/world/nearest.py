"""Where a ball and a support, or two balls, are nearest to each other, and how that place moves.

The foot c of a centre x on phi = 0 has x = c + (a + gap) n. With the shape operator B = P Hess(phi) P/|grad phi| of the
support (n' = B c' as the support sees it) the foot of a ball that touches moves over the support with

    c' = (1 + a B)^-1 P u,      u = v - v_S(x) the velocity of the centre relative to the support.
"""

from math import inf
from typing import NamedTuple

from sandbox.compiling.branching import choose
from sandbox.compiling.compiled import compiled
from sandbox.compiling.traced import Vector, sqrt, traced, turn, turn_back
from sandbox.mechanics import layout as lay
from sandbox.mechanics.contact.geometry import gauss_curvature, measured, slopes_at

# Newton's steps to a foot: each squares the error once it is near; around an edge much sharper than the ball it takes
# up to 16. After so many as are ENOUGH elsewhere, steps that don't get shorter any more are rounding
MOST_STEPS, ENOUGH = 60, 12
# of steps to a foot near an edge that those before went over: the least share that is tried, and how far to look for
# the way to the edge, and how far beyond it a foot may be that tells by how little it is passed, over the radius
LEAST_SHARE, ASIDE, BEYOND = 1e-9, 1e-6, 1e-7
# share of the distance that a step moves the foot by where it has been found
FOUND = 1e-15
# share of the radius above which a step is none of rounding
ROUNDING = 1e-9


class Foot(NamedTuple):
    """The support below a centre."""

    n: Vector           # unit normal towards the ball, laboratory
    gap: float          # distance of centre and surface less the radius [m]
    edge: float         # least distance to an edge of the surface, positive on it [m]
    x: float            # local coordinates of the foot
    y: float
    z: float


@traced
def local_of(place, x):
    """Local coordinates of the laboratory's point x."""
    return place.axis_point + turn_back(place.turning, x - place.point)


class Step(NamedTuple):
    """One step of Newton's method to a foot."""

    foot: Vector        # the next one
    n: Vector           # normal at the last one
    distance: float     # of the centre along that normal [m]
    moved: float        # how far the foot has moved [m]


@traced
def foot_step(slopes, values, foot: Vector, centre, p):
    """The Step from a point near the surface: c + (1 + d B)^-1 P r - phi/|grad phi| n with r = centre - c, d = n.r."""
    (gradient, bend), phi = slopes_at(slopes, foot, p, lay.SURFACE), measured(values, foot, p).phi
    k = 1.0/sqrt(gradient @ gradient)
    n = k*gradient
    r = centre - foot
    d = n @ r
    step = offset_inverse(k, n, bend, d, r - d*n) - (k*phi)*n
    return Step(foot + step, n, d + k*phi, sqrt(step @ step))


def offset_inverse(k, n, bend, d, u):
    """(1 + d B)^-1 u for a tangent vector u, by Cayley and Hamilton."""
    trace = k*(bend.xx + bend.yy + bend.zz - n @ bend.times(n))
    det = gauss_curvature(k, n, bend)
    b = bend.times(u)
    b = k*(b - (n @ b)*n)
    room = 1.0 + d*trace + d*d*det
    return ((1.0 + d*trace)/room)*u - (d/room)*b


@traced
def least_edge(values, foot: tuple[float, float, float], p):
    """The least distance to an edge of the surface [m]."""
    least, *others = measured(values, Vector(*foot), p).edges
    for other in others:
        least = choose(other < least, lambda other=other: other, lambda least=least: least)
    return least


@traced
def start_of(slopes, centre: Vector, radius, p):
    """A first guess of the foot: the centre, brought to the surface along the gradient there."""
    gradient, _bend = slopes_at(slopes, centre, p, lay.SURFACE)
    return centre - (radius*(1.0/sqrt(gradient @ gradient)))*gradient


class Parts(NamedTuple):
    """What of a Step goes along the surface, what off it, and as far off it beside the edge."""

    along: Vector
    off: Vector
    beside: Vector


@traced
def parts_of(step: Step, foot: Vector, towards: Vector):
    """The Parts of a Step from a foot; `towards`: how the distance to the edge grows with the place, of any size."""
    whole, n = step.foot - foot, step.n
    off = n @ whole
    e = (1.0/sqrt(towards @ towards))*towards
    across = n - (n @ e)*e
    return Parts(whole - off*n, off*n, (off/(n @ across))*across)


@traced
def share_of(foot: Vector, along, part: Vector):
    """A point on the way from a foot."""
    return foot + along*part


@compiled
def to_the_edge(values, foot, h, p):
    """How the least distance to an edge grows with the place at a foot, by differences over h [m]."""
    here = least_edge(values, foot, p)
    return ((least_edge(values, (foot[0] + h, foot[1], foot[2]), p) - here)/h,
            (least_edge(values, (foot[0], foot[1] + h, foot[2]), p) - here)/h,
            (least_edge(values, (foot[0], foot[1], foot[2] + h), p) - here)/h)


@compiled
def kept_on(values, foot, way, least, p):
    """Where the way from a foot leads, or the largest half, quarter, ... of it that goes no further over an edge.

    least   distance to an edge that it has [m], negative beyond it
    """
    share, there = 1.0, share_of(foot, 1.0, way)
    while share > LEAST_SHARE and not least_edge(values, there, p) > least:
        share *= 0.5
        there = share_of(foot, share, way)
    return there


@compiled
def guarded_foot(slopes, values, centre, radius, p):
    """The foot below a centre over the surface, by steps that stay on it.  returns (foot, last Step, was it found)

    Where a surface bends sharply towards its edge, as at the rim of a funnel, Newton's steps lead beyond it, where the
    formula has a foot of its own. Here what leads off the surface goes beside the edge where it would go over it.
    """
    foot, least = centre, -BEYOND*radius
    step = foot_step(slopes, values, foot, centre, p)
    for _k in range(MOST_STEPS):
        if not step.moved > FOUND*(abs(step.distance) + radius):
            break
        towards = to_the_edge(values, foot, ASIDE*radius, p)
        if not towards[0]*towards[0] + towards[1]*towards[1] + towards[2]*towards[2] > 0.0:
            return foot, step, False
        parts = parts_of(step, foot, towards)
        off = parts.off
        if not least_edge(values, share_of(foot, 1.0, off), p) > least:
            off = parts.beside
        foot = kept_on(values, foot, off, least, p)
        foot = kept_on(values, foot, parts.along, least, p)
        step = foot_step(slopes, values, foot, centre, p)
    return foot, step, step.moved < ROUNDING*radius


@traced
def turned(place, v):
    """A local vector in the laboratory."""
    return turn(place.turning, v)


@compiled
def foot_of(place, slopes, values, x, radius, p):
    """The Foot below the centre x (3 numbers) of a ball; p the support's own parameters (mechanics/layout.py).

    Where Newton's method comes to no end the gap is inf: there is nothing to touch. Where it ends beyond an edge over
    which the centre is not, there may be a foot on the surface.
    """
    centre = local_of(place, x)
    foot = start_of(slopes, centre, radius, p)
    step = foot_step(slopes, values, foot, centre, p)
    before = inf
    for k in range(MOST_STEPS):
        if not step.moved > FOUND*(abs(step.distance) + radius):
            break
        if k >= ENOUGH and step.moved < ROUNDING*radius and not step.moved < before:
            break
        before, foot = step.moved, step.foot
        step = foot_step(slopes, values, foot, centre, p)
    gap = step.distance - radius
    if not step.moved < ROUNDING*radius:
        gap = inf
    edge = least_edge(values, foot, p)
    if not edge > 0.0 and least_edge(values, centre, p) > 0.0:
        nearer, last, is_found = guarded_foot(slopes, values, centre, radius, p)
        if is_found:
            foot, step, gap, edge = nearer, last, last.distance - radius, least_edge(values, nearer, p)
    return Foot(turned(place, step.n), gap, edge, *foot)


@traced
def migrated(place, slopes, foot: Vector, radius, u, p):
    """n' = B (1 + a B)^-1 P u of a ball that touches at the local foot, laboratory axes; the support's turning apart.

    u   velocity of the centre relative to the support, laboratory axes
    """
    gradient, bend = slopes_at(slopes, foot, p, lay.SURFACE)
    k = 1.0/sqrt(gradient @ gradient)
    n = k*gradient
    u = turn_back(place.turning, u)
    moved = offset_inverse(k, n, bend, radius, u - (n @ u)*n)
    bent = bend.times(moved)
    return turn(place.turning, k*(bent - (n @ bent)*n))
