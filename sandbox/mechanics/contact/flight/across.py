"""A flat face across a hollow: it touches at two points of its rim.

A disk of the radius a, tilted by tau against a surface with the principal curvatures -kappa_1 < 0, that of a hollow,
and -kappa_2 > -kappa_1, is to the second order as high at the azimuth phi of its rim as

    h = h_0 - a tau cos(phi - phi_0) - (kappa_1 - kappa_2) (a^2/2) cos^2(phi - phi_1).

With tau > a (kappa_1 - kappa_2) one point is the lowest of those around it, with less there are two: on a plane, or in
a bowl that is round, one as long as it is tilted at all, in other hollows two long before. They are found from the five
numbers of which h is made, by heights at five points of the rim, and by the search for nearest points (nearest.py) from
each.
"""

from math import inf, pi
from typing import NamedTuple

import numpy as np

from sandbox.compiling.branching import choose, greater
from sandbox.compiling.compiled import compiled, room
from sandbox.compiling.traced import Vector, length, sqrt, traced, turn, turn_back, vector_at
from sandbox.mechanics import layout as lay
from sandbox.mechanics.contact.flight.nearest import (
    ASLANT,
    Found,
    chosen,
    foot,
    measure_at,
    plus,
    search,
    size_of,
    slope_at,
    within,
)
from sandbox.mechanics.contact.geometry import gauss_curvature, slopes_at

# a face may touch at two points below this tilt, in units of a (kappa_1 - kappa_2): 1 for what is small against radii
AHEAD = 1.3
# a kappa_1 and a (kappa_1 - kappa_2) from which on a support is hollow to a face, and not round [1]
HOLLOW = 2e-3
# -a kappa_2 from which on what bulges across the hollow, as the edge of a funnel, meets the face and not its rim [1]
SHARP = 0.5
# radius of a rim that is none: a body is round there [of its size]
ROUND = 1e-6
# points at which the rim's height is asked for, and those at which its lowest ones are looked for
SAMPLES, LOOKS = 5, 36
# a surface whose foot of the mass centre is farther is not touched [of the body's size]
WITHIN_REACH = 2.0
# two points that are less apart are one [of the body's size]
ANOTHER = 1e-3

_SAMPLED, _LOOKED = 2.0*pi*np.arange(SAMPLES)/SAMPLES, 2.0*pi*np.arange(LOOKS)/LOOKS
COSINES, SINES = np.cos(_SAMPLED), np.sin(_SAMPLED)
AROUND, BESIDE = np.cos(_LOOKED), np.sin(_LOOKED)


class Below(NamedTuple):
    """What is below a face."""

    tilt: float         # sine of the angle between its axis and the normal of the support below the mass centre
    hollow: float       # a kappa_1
    bend: float         # a (kappa_1 - kappa_2)
    side: float         # 1.0, -1.0: the face that looks down, by the third axis


def side_of_axis(axis):
    """-1 for what points down a third axis, else 1."""
    return choose(axis[2] < 0.0, lambda: -1.0, lambda: 1.0)


@traced
def rim_point(x, turning, side, cosine, sine, p, calls):
    """A point of the rim of a face, local coordinates; x is the mass centre."""
    rim, _radii = slopes_at(calls[lay.CALL_SHAPE], Vector(ASLANT*cosine, ASLANT*sine, side), p, lay.SHAPE)
    return Vector(*x) + turn(turning, rim - vector_at(p, lay.MASS_CENTRE))


@traced
def rim_radius(side, p, calls):
    """The radius of the face on a side of the third axis [m], ASLANT of a curvature radius where there is none."""
    rim, _radii = slopes_at(calls[lay.CALL_SHAPE], Vector(ASLANT, 0.0, side), p, lay.SHAPE)
    return length(Vector(rim[0], rim[1], 0.0))


@traced
def below_face(turning, c, p, calls):
    """The Below of a body over the foot c of its mass centre, local coordinates; without a face a is as good as 0."""
    gradient, bend = slopes_at(calls[lay.CALL_SURFACE], Vector(*c), p, lay.SURFACE)
    k = 1.0/sqrt(gradient @ gradient)
    n = k*gradient
    mean, product = 0.5*k*(bend.xx + bend.yy + bend.zz - n @ bend.times(n)), gauss_curvature(k, n, bend)
    square = mean*mean - product
    apart = sqrt(greater(square, 0.0))
    nu = turn_back(turning, -n)
    side = side_of_axis(nu)
    a = rim_radius.formula(side, p, calls)
    return Below(length(Vector(nu[0], nu[1], 0.0)), a*(apart - mean), 2.0*a*apart, side)


@compiled
def is_hollow_to_face(below):
    """Whether a support is a hollow to the rim of a face."""
    return below.hollow > HOLLOW and below.bend - below.hollow < SHARP


@compiled
def has_face(p, calls):
    """Whether a body has a flat face: what is round everywhere need not be asked for more at each step."""
    return max(rim_radius(1.0, p, calls), rim_radius(-1.0, p, calls)) > ROUND*p[lay.LENGTH_SCALE]


@compiled
def is_across(turning, c, p, calls):
    """Whether a face may touch at two points of its rim, c being the foot of its body's mass centre."""
    below = below_face(turning, c, p, calls)
    return is_hollow_to_face(below) and below.bend > HOLLOW and below.tilt < AHEAD*below.bend


@traced
def height_of(slope, phi):
    """How high a point is over a surface, to the first order [m]."""
    return phi/length(Vector(*slope))


@traced
def height_at(waves, cosine, sine):
    """The part of the rim's height that changes with the azimuth, by the sums of its waves, in units of 2/5 m."""
    return (waves[0]*cosine + waves[1]*sine) + (waves[2]*(cosine*cosine - sine*sine) + 2.0*waves[3]*sine*cosine)


@compiled
def fill_waves(x, turning, side, p, calls, waves):
    """Fills the sums (4,) of the heights at points of the rim with cosine and sine of the azimuth and of its double."""
    for i in range(4):
        waves[i] = 0.0
    for j in range(SAMPLES):
        q, twice = rim_point(x, turning, side, COSINES[j], SINES[j], p, calls), 2*j % SAMPLES
        h = height_of(slope_at(q, p, calls), measure_at(q, p, calls).phi)
        waves[0] += h*COSINES[j]
        waves[1] += h*SINES[j]
        waves[2] += h*COSINES[twice]
        waves[3] += h*SINES[twice]


@compiled
def lowest_of_waves(waves):
    """The places, of LOOKS around the rim, of the lowest point of waves and of the other one, -1 for none."""
    first, second, least, other = -1, -1, inf, inf
    for i in range(LOOKS):
        k = (i + 1) % LOOKS
        now, before, after = (height_at(waves, AROUND[i], BESIDE[i]), height_at(waves, AROUND[i - 1], BESIDE[i - 1]),
                              height_at(waves, AROUND[k], BESIDE[k]))
        if now < before and now <= after:
            if now < least:
                first, second, least, other = i, first, now, least
            elif now < other:
                second, other = i, now
    return first, second


@compiled
def found_from(i, x, turning, side, p, calls):
    """What the search from a point of the rim, of LOOKS, comes to."""
    q = rim_point(x, turning, side, AROUND[i], BESIDE[i], p, calls)
    return search(x, turning, foot(q, p, calls), p, calls)


@compiled
def distance(a, b):
    """|a - b|."""
    return size_of(plus(a, -1.0, b))


@compiled
def points_across(x, turning, p, calls):
    """What the searches from the lowest points of the rim of a face come to, from the lower one first.

    The second is not `found` where there is one only, nor is the first where there is none.
    """
    waves, none = room(4), (0.0, 0.0, 0.0)
    nothing = Found(x, inf, False, False, none, none)
    side = below_face(turning, foot(x, p, calls), p, calls).side
    fill_waves(x, turning, side, p, calls, waves)
    first, second = lowest_of_waves(waves)
    one, two = nothing, nothing
    if first >= 0:
        one = found_from(first, x, turning, side, p, calls)
    if one.found and second >= 0:
        two = found_from(second, x, turning, side, p, calls)
        if distance(two.c, one.c) < ANOTHER*p[lay.LENGTH_SCALE]:
            two = nothing
    return one, two


@compiled
def nearest_across(found, x, turning, p, calls):
    """The nearest of the points of the rim of a face across a hollow, and of one that was found otherwise."""
    one, two = points_across(x, turning, p, calls)
    return chosen(chosen(found, one, p, calls), two, p, calls)


@compiled
def other_gap(x, turning, c, p, calls):
    """The gap [m] at the second point of a face across a hollow, c being the one at which it touches; inf for none."""
    one, two = points_across(x, turning, p, calls)
    if not two.found:
        return inf
    other = one if distance(two.c, c) < distance(one.c, c) else two
    return other.gap if within(other.c, p, calls) else inf


@compiled
def fill_heights(x, turning, side, p, calls, heights):
    """Fills the heights (LOOKS,) of points around the rim of a face over a surface, inf for those beyond its edges."""
    for i in range(LOOKS):
        q = rim_point(x, turning, side, AROUND[i], BESIDE[i], p, calls)
        heights[i] = height_of(slope_at(q, p, calls), measure_at(q, p, calls).phi) if within(q, p, calls) else inf


@compiled
def nearest_of_rim(found, below, x, turning, p, calls):
    """The nearest of the points that are found from all places where the rim of a face is lowest over a surface that
    has edges, and of one that was found otherwise; `below` is the foot of the mass centre.

    A search from there follows one place: it may be one beyond an edge, or on the far side of a ring, while another
    one of the rim is about to touch.
    """
    if distance(x, below) > WITHIN_REACH*p[lay.LENGTH_SCALE]:
        return found
    heights, side = room(LOOKS), below_face(turning, below, p, calls).side
    fill_heights(x, turning, side, p, calls, heights)
    for i in range(LOOKS):
        h = heights[i]
        if h < inf and h <= heights[(i + LOOKS - 1) % LOOKS] and h < heights[(i + 1) % LOOKS]:
            found = chosen(found, found_from(i, x, turning, side, p, calls), p, calls)
    return found
