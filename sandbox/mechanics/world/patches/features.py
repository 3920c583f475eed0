"""Features of two bodies of a pile that touch or come near: a corner with face, edge or corner, an edge with an edge.

A body is a box (of half edges h, a point where it is a ball) or the hull of its corners, swept by a ball of radius r.
The gap of two of them is the distance of what is swept less both radii; all points of two such that are nearest at an
instant have the same normal n. A corner is nearest to the point of the other box that its coordinates there, cut to
+-h, are: on a face, an edge or a corner of it; of a hull its table tells (hulls.py). Two edges are nearest where the
line that is across both meets them, as long as it does so within them and has the faces beside them on its far sides.

Faces of a box have the numbers 2 axis + (1 on the positive side), corners a bit for each axis, edges 4 axis + a bit for
each of the two axes that follow; of a hull they are counted as they stand in its table.
"""

from math import inf

from sandbox.compiling.branching import choose
from sandbox.compiling.compiled import compiled, part, room
from sandbox.compiling.traced import Vector, cross, length, matrix_of, traced, turn, turn_back, vector_at
from sandbox.mechanics.report import put
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.below import foot_below
from sandbox.mechanics.world.corners import layout as of
from sandbox.mechanics.world.corners.hit import SINKS, opening_speed
from sandbox.mechanics.world.corners.known import put_corner
from sandbox.mechanics.world.patches import layout as pl
from sandbox.mechanics.world.patches.blocks import is_block, place_blocks, told_of
from sandbox.mechanics.world.patches.hulls import (
    along_3,
    corner_in,
    edge_in,
    is_at_corner,
    nearest_of_hull,
    normal_of_hull,
    table_of,
)
from sandbox.mechanics.world.patches.known import (
    body_of,
    contact_of,
    numbers_of,
    size_of,
    speed_scale,
    support_then,
)
from sandbox.mechanics.world.patches.riding import place_riders, rides
from sandbox.mechanics.world.patches.separation import SEARCH, highest, lowest, separate
from sandbox.mechanics.world.supports import block_of, three

# a corner that is off a face by this share of the smallest body's size is on its rim
RIM = 1e-9
# speed against sqrt(g a) at which what overlaps by rounding goes in: what is slower has been stopped there
STOPPED = 1e-9
# squared sine of the angle of two edges that have a line across
PARALLEL = 1e-10
# what a normal may lean to the far side of a face beside an edge [1]
LEANS = 1e-9
# room to look at two bodies: for one feature of each, then places and heights of all corners of two hulls, what
# separates them and the search for that
PLACES = 3 + 2*at.MOVING
OTHER_PLACES, HEIGHTS, OTHER_HEIGHTS, WAY = (PLACES + k*of.MOST_CORNERS for k in (3, 6, 7, 8))
WORK = WAY + 3 + SEARCH


@compiled
def sign_of(bits, k):
    """+1.0 where the bit k is set, else -1.0."""
    return 1.0 if (bits >> k) & 1 else -1.0


@compiled
def fill_corner(body, c, out):
    """Fills the corner c in body axes."""
    if body[pl.TABLE] != 0.0:
        corner = corner_in(table_of(body), c)
        for k in range(3):
            out[k] = corner[pl.PLACE + k]
        return
    for k in range(3):
        out[k] = sign_of(c, k)*body[pl.HALF + k]


@compiled
def fill_edge(body, e, out):
    """Fills the middle of the edge e in body axes."""
    if body[pl.TABLE] != 0.0:
        edge = edge_in(table_of(body), e)
        for k in range(3):
            out[k] = edge[pl.MIDDLE + k]
        return
    axis = e >> 2
    out[axis] = 0.0
    for k in range(2):
        other = (axis + 1 + k) % 3
        out[other] = sign_of(e, k)*body[pl.HALF + other]


@traced
def put_turned(body, v):
    """Turns v (3,) from body axes to the laboratory's."""
    put(v, 0, turn(tuple(body[pl.TURNING + i] for i in range(9)), vector_at(v, 0)))


@traced
def put_local(body, x, point, out):
    """Fills a point of the laboratory as the body with its mass centre at x has it."""
    put(out, 0, turn_back(tuple(body[pl.TURNING + i] for i in range(9)), vector_at(point, 0) - vector_at(x, at.X)))


@traced
def put_sum(x, v, out):
    """out[:3] = x + v."""
    put(out, 0, vector_at(x, at.X) + vector_at(v, 0))


@traced
def axis_of(body, k):
    """An axis of the body, laboratory."""
    return Vector(body[pl.TURNING + k], body[pl.TURNING + 3 + k], body[pl.TURNING + 6 + k])


@compiled
def fill_axis(body, k, out):
    """Fills the axis k of the body."""
    for i in range(3):
        out[i] = body[pl.TURNING + 3*i + k]


@compiled
def fill_way(body, e, out):
    """Fills the direction of the edge e, laboratory."""
    if body[pl.TABLE] == 0.0:
        fill_axis(body, e >> 2, out)
        return
    edge = edge_in(table_of(body), e)
    for k in range(3):
        out[k] = edge[pl.WAY + k]
    put_turned(body, out)


@compiled
def fill_aside(body, e, k, out):
    """Fills the unit vector across the edge e of a hull and out of its face k (0 or 1), laboratory."""
    edge = edge_in(table_of(body), e)
    for i in range(3):
        out[i] = edge[pl.ASIDE + 3*k + i]
    put_turned(body, out)


@compiled
def reach_of_edge(body, e):
    """Half the length of the edge e [m]."""
    return body[pl.HALF + (e >> 2)] if body[pl.TABLE] == 0.0 else edge_in(table_of(body), e)[pl.HALF_LENGTH]


@compiled
def feature_at(other, q, rim, out):
    """Fills (kind, feature of the other, distance of q from what it is swept over) for a point q (3,) in its axes."""
    if other[pl.TABLE] != 0.0:
        nearest_of_hull(table_of(other), int(other[pl.CORNERS]), q, rim, out)
        return
    outside, square, which, deepest, best = 0, 0.0, 0, -1e300, 0
    bits = 0
    for k in range(3):
        beyond = abs(q[k]) - other[pl.HALF + k]
        if q[k] > 0.0:
            bits |= 1 << k
        if beyond > deepest:
            deepest, best = beyond, k
        if beyond > rim:
            outside, square, which = outside + 1, square + beyond*beyond, which | (1 << k)
    if outside <= 1:
        out[0], out[1], out[2] = float(pl.ON_FACE), float(2*best + ((bits >> best) & 1)), deepest
    elif outside == 2:
        axis = 0
        for k in range(3):
            if not (which >> k) & 1:
                axis = k
        edge = 4*axis + ((bits >> ((axis + 1) % 3)) & 1) + 2*((bits >> ((axis + 2) % 3)) & 1)
        out[0], out[1], out[2] = float(pl.ON_EDGE), float(edge), square**0.5
    else:
        out[0], out[1], out[2] = float(pl.ON_CORNER), float(bits), square**0.5


@compiled
def touches(pile, i, j, kind, feature, other):
    """Whether the contact of these features is among those that last; a corner has one with a body at most."""
    for k in range(int(pile[pl.COUNT])):
        contact = contact_of(pile, k)
        if int(contact[pl.FIRST]) != i or int(contact[pl.OTHER]) != j:
            continue
        if kind > pl.CROSSED:
            if contact[pl.KIND] > pl.CROSSED and int(contact[pl.FEATURE_OTHER]) == other:
                return True
        elif int(contact[pl.FEATURE]) == feature:
            if kind == pl.CROSSED and contact[pl.KIND] == kind and int(contact[pl.FEATURE_OTHER]) == other:
                return True
            if kind != pl.CROSSED and contact[pl.KIND] < pl.CROSSED:
                return True
    return False


@compiled
def meets_corner_of_hull(pile, i, j, q, face, rim):
    """`meets_corner` of a hull j."""
    table, told = table_of(body_of(pile, j)), told_of(pile, i)
    for k in range(int(pile[pl.COUNT])):
        contact = contact_of(pile, k)
        if int(contact[pl.FIRST]) == j and int(contact[pl.OTHER]) == told and contact[pl.KIND] < pl.CROSSED \
                and is_at_corner(table, q, int(contact[pl.FEATURE]), face, rim):
            return True
    return False


@compiled
def is_known(pile, i, j, kind, feature, other):
    """`touches` of two bodies either of which may be a block."""
    if is_block(pile, i):
        return touches(pile, j, told_of(pile, i), kind + pl.UNDER, other, feature)
    return touches(pile, i, told_of(pile, j), kind, feature, other)


@compiled
def meets_corner(pile, i, j, q, face, rim):
    """Whether a corner of the body i, at q (3,) over a face of the body j, is where a corner of j is that touches i.

    Where boxes stand flush on each other each such point is found from either side; it is one.
    """
    other, bits = body_of(pile, j), 0
    if other[pl.TABLE] != 0.0:
        return meets_corner_of_hull(pile, i, j, q, face, rim)
    for k in range(3):
        if not abs(q[k]) - other[pl.HALF + k] > -rim:
            return False
        bits |= 1 << k if q[k] > 0.0 else 0
    if is_block(pile, j):
        return touches(pile, i, told_of(pile, j), pl.UNDER + pl.ON_CORNER, 0, bits)
    return touches(pile, j, told_of(pile, i), pl.ON_CORNER, bits, 0)


@compiled
def add_contact(pile, i, j, kind, feature, other):
    """Notes that two features touch; where there is no room for it the frame will be made again with more."""
    k = int(pile[pl.COUNT])
    if k == int(pile[pl.ROOM]):
        pile[pl.IS_FULL] = 1.0
        return
    contact = contact_of(pile, k)
    for place in range(pl.CONTACT):
        contact[place] = 0.0
    contact[pl.FIRST], contact[pl.OTHER], contact[pl.KIND] = float(i), float(j), float(kind)
    contact[pl.FEATURE], contact[pl.FEATURE_OTHER] = float(feature), float(other)
    # until it is decided what it does nothing holds it aside: what slides onto a feature keeps its speed
    contact[of.DOES] = at.SLIPS
    pile[pl.COUNT] = float(k + 1)


@traced
def rate_between(n, point, y, other):
    """How fast the points of two bodies at `point` part along n [m/s]."""
    c = vector_at(point, 0)
    u = vector_at(y, at.V) + cross(vector_at(y, at.W), c - vector_at(y, at.X))
    u = u - vector_at(other, at.V) - cross(vector_at(other, at.W), c - vector_at(other, at.X))
    return vector_at(n, 0) @ u


@compiled
def note(pile, gap, rate, closer, fastest, least, i, j, kind, feature, other):    # noqa: PLR0913 - one thing found
    """Takes what has been found: as a contact where it is closer, else as what lands next if no gap is less."""
    if gap <= closer and -fastest <= rate <= least:
        add_contact(pile, i, j, kind, feature, other)
        return
    if -pile[pl.DEEP] < gap <= 0.0 and rate > -(STOPPED/SINKS)*least:
        # rounding of what touches already, or has just left
        return
    if gap < pile[pl.LEAST]:
        pile[pl.LEAST], pile[pl.LEAST_RATE] = gap, rate
        pile[pl.LANDS_FIRST], pile[pl.LANDS_OTHER], pile[pl.LANDS_KIND] = float(i), float(j), float(kind)
        pile[pl.LANDS_FEATURE], pile[pl.LANDS_FEATURE_OTHER] = float(feature), float(other)


@compiled
def note_pair(pile, gap, rate, closer, fastest, least, i, j, kind, feature, other):    # noqa: PLR0913 - as note
    """`note` of two bodies either of which may be a block."""
    if is_block(pile, i):
        note(pile, gap, rate, closer, fastest, least, j, told_of(pile, i), kind + pl.UNDER, other, feature)
    else:
        note(pile, gap, rate, closer, fastest, least, i, told_of(pile, j), kind, feature, other)


@compiled
def note_apart(pile, far):
    """Takes that two things are at least so far apart."""
    if far < pile[pl.LEAST]:
        pile[pl.LEAST], pile[pl.LEAST_RATE] = far, 0.0


@compiled
def normal_here(other, q, kind, face, rim, out):
    """Fills the normal of the other body below the point q (3,), in its axes: from it to the point."""
    if other[pl.TABLE] != 0.0:
        normal_of_hull(table_of(other), q, kind, face, out)
        return
    if kind == pl.ON_FACE:
        for k in range(3):
            out[k] = 0.0
        out[face >> 1] = 1.0 if face & 1 else -1.0
        return
    square = 0.0
    for k in range(3):
        beyond = abs(q[k]) - other[pl.HALF + k]
        beyond = beyond if beyond > rim else 0.0
        out[k] = beyond if q[k] > 0.0 else -beyond
        square += beyond*beyond
    for k in range(3):
        out[k] /= square**0.5


@compiled
def look_at_corner(pile, y, i, j, c, rim, closer, fastest, least, work):    # noqa: PLR0913 - room to work
    """The corner c of the body i over the body j."""
    one, two, x, other = body_of(pile, i), body_of(pile, j), part(y, i*at.MOVING), part(y, j*at.MOVING)
    point, q, found, n = part(work, 0), part(work, 3), part(work, 6), part(work, 9)
    r = one[pl.ROUNDING] + two[pl.ROUNDING]
    fill_corner(one, c, point)
    put_turned(one, point)
    put_sum(x, point, point)
    put_local(two, other, point, q)
    feature_at(two, q, rim, found)
    gap = found[2] - r
    kind, feature = int(found[0]), int(found[1])
    if gap >= pile[pl.LEAST] and gap > closer:
        return
    if is_known(pile, i, j, kind, c, feature) or (kind == pl.ON_FACE and meets_corner(pile, i, j, q, feature, rim)):
        return
    normal_here(two, q, kind, feature, rim, n)
    put_turned(two, n)
    note_pair(pile, gap, rate_between(n, point, x, other), closer, fastest, least, i, j, kind, c, feature)


@compiled
def rim_over(p, two):
    """How far off a face of a body its rim is [m]; of a ball the point that it is is always a corner."""
    return RIM*size_of(p) if two[pl.CORNERS] > 1.0 else -1.0


@compiled
def look_at_corners(p, pile, y, i, j, closer, fastest, work):
    """The corners of the body i over the body j."""
    least, rim = SINKS*speed_scale(p), rim_over(p, body_of(pile, j))
    for c in range(int(body_of(pile, i)[pl.CORNERS])):
        look_at_corner(pile, y, i, j, c, rim, closer, fastest, least, work)


@compiled
def is_beside(body, other, margin):
    """Whether both ends of an edge, (6,) in the other's axes, lie beyond the same face of it by more than a margin."""
    for k in range(3):
        most = other[pl.HALF + k] + margin
        if (body[k] > most and body[3 + k] > most) or (body[k] < -most and body[3 + k] < -most):
            return True
    return False


@compiled
def near_edges(pile, y, i, j, margin, work):
    """A bit for each edge of the body i that is not beside the body j."""
    one, two, x, other = body_of(pile, i), body_of(pile, j), part(y, i*at.MOVING), part(y, j*at.MOVING)
    point, ends, bits = part(work, 0), part(work, 3), 0
    for e in range(12):
        for end in range(2):
            fill_edge(one, e, point)
            point[e >> 2] = one[pl.HALF + (e >> 2)]*(1.0 if end == 1 else -1.0)
            put_turned(one, point)
            put_sum(x, point, point)
            put_local(two, other, point, part(ends, 3*end))
        if not is_beside(ends, two, margin):
            bits |= 1 << e
    return bits


@traced
def dot_3(a, b):
    """a.b"""
    return vector_at(a, 0) @ vector_at(b, 0)


@traced
def put_crossing(e, f, D, out):
    """Fills n (3,) across two unit vectors, squared sine of their angle, places along each where they are nearest;
    D is from the middle of the first to that of the second.
    """
    e, f, D = vector_at(e, 0), vector_at(f, 0), vector_at(D, 0)
    m = cross(e, f)
    square = m @ m
    inverse = 1.0/(square + 1e-300)
    put(out, 0, (1.0/(length(m) + 1e-150))*m)
    out[3] = square
    out[4] = (cross(D, f) @ m)*inverse
    out[5] = (cross(D, e) @ m)*inverse


@compiled
def faces_away(body, e, n, sign, axis):
    """Whether sign n is on the outer sides of both faces beside the edge e; axis: room for three."""
    if body[pl.TABLE] != 0.0:
        for k in range(2):
            fill_aside(body, e, k, axis)
            if sign*dot_3(axis, n) < -LEANS:
                return False
        return True
    for k in range(2):
        other = ((e >> 2) + 1 + k) % 3
        fill_axis(body, other, axis)
        if sign*sign_of(e, k)*dot_3(axis, n) < -LEANS:
            return False
    return True


@traced
def apart_along(one, two, d):
    """The largest distance of two boxes along an axis of the second, from the way d (3,) between their middles."""
    found = []
    for k in range(3):
        axis = Vector(two[pl.TURNING + k], two[pl.TURNING + 3 + k], two[pl.TURNING + 6 + k])
        along = abs(axis @ vector_at(d, 0)) - two[pl.HALF + k]
        for l in range(3):
            other = Vector(one[pl.TURNING + l], one[pl.TURNING + 3 + l], one[pl.TURNING + 6 + l])
            along = along - one[pl.HALF + l]*abs(axis @ other)
        found.append(along)
    return tuple(found)


@traced
def room_across(one, two, d):
    """The largest room between two boxes along a line across an axis of each; not positive where none of these parts
    them. d: the way between their middles (3,)."""
    most, d = -1e300, vector_at(d, 0)
    axes = [[Vector(body[pl.TURNING + k], body[pl.TURNING + 3 + k], body[pl.TURNING + 6 + k]) for k in range(3)]
            for body in (one, two)]
    for e in axes[0]:
        for f in axes[1]:
            m = cross(e, f)
            # of parallel ones any line will do, or none
            n = (1.0/(length(m) + 1e-150))*m
            found = abs(n @ d)
            for body, own in ((one, axes[0]), (two, axes[1])):
                for k in range(3):
                    found = found - body[pl.HALF + k]*abs(n @ own[k])
            most = choose(found > most, lambda found=found: found, lambda most=most: most)
    return most


@compiled
def overlap(one, two, d):
    """Whether two boxes do: no axis of either, nor one across both, parts them (separating axes)."""
    a, b = apart_along(one, two, d), apart_along(two, one, d)
    return not max(max(a[0], max(a[1], a[2])), max(b[0], max(b[1], b[2]))) > 0.0 and not room_across(one, two, d) > 0.0


@compiled
def lie_behind(one, two, x, other, n, sign, is_shallow, between):
    """Whether two edges of boxes are on the far sides of these: they cross with all faces beside them looking away,
    too, such as those of two that lie flush.  n times sign: the way from the second to the first
    """
    for k in range(3):
        between[k] = x[at.X + k] - other[at.X + k]
    return not (is_shallow or overlap(one, two, between)) or not sign*dot_3(n, between) > 0.0


@compiled
def fill_first_edge(body, x, a, work):
    """Fills place and direction of an edge of the first of two, where `look_at_edge_pair` has them."""
    mid, edge = part(work, 12), part(work, 6)
    fill_edge(body, a, mid)
    put_turned(body, mid)
    put_sum(x, mid, mid)
    fill_way(body, a, edge)


@compiled
def look_at_edge_pair(pile, y, i, j, a, b, rim, bottom, closer, fastest, least, work):    # noqa: PLR0913 - room to work
    """The edge b of the body j over the edge a of the body i, whose place and direction are known.

    bottom   less than that the gap of the bodies is not [m]: where edges seem to be deeper they are those of far sides
    """
    one, two, x, other = body_of(pile, i), body_of(pile, j), part(y, i*at.MOVING), part(y, j*at.MOVING)
    middle, across, edge, way, mid, found = (part(work, 0), part(work, 3), part(work, 6), part(work, 9),
                                             part(work, 12), part(work, 15))
    r = one[pl.ROUNDING] + two[pl.ROUNDING]
    fill_edge(two, b, middle)
    put_turned(two, middle)
    put_sum(other, middle, middle)
    fill_way(two, b, across)
    for k in range(3):
        way[k] = middle[k] - mid[k]
    put_crossing(edge, across, way, found)
    if not (found[3] > PARALLEL and abs(found[4]) < reach_of_edge(one, a) - rim
            and abs(found[5]) < reach_of_edge(two, b) - rim):
        return
    n, sign = part(found, 0), 0.0
    if faces_away(two, b, n, 1.0, part(work, 21)) and faces_away(one, a, n, -1.0, part(work, 21)):
        sign = 1.0
    elif faces_away(two, b, n, -1.0, part(work, 21)) and faces_away(one, a, n, 1.0, part(work, 21)):
        sign = -1.0
    if sign == 0.0:
        return
    gap = -sign*dot_3(n, way) - r
    if (gap >= pile[pl.LEAST] and gap > closer) or gap < bottom or is_known(pile, i, j, pl.CROSSED, a, b):
        return
    if one[pl.TABLE] == 0.0 and two[pl.TABLE] == 0.0 and lie_behind(one, two, x, other, n, sign, gap > -r,
                                                                    part(work, 24)):
        return
    for k in range(3):
        n[k] *= sign
        middle[k] += found[5]*across[k]
    note_pair(pile, gap, rate_between(n, middle, x, other), closer, fastest, least, i, j, pl.CROSSED, a, b)


@compiled
def look_at_edges(p, pile, y, i, j, closer, fastest, work):
    """The edges of two boxes over each other."""
    rim, least = RIM*size_of(p), SINKS*speed_scale(p)
    one, two = body_of(pile, i), body_of(pile, j)
    # edges farther beside are neither the nearest that there is nor taken as contacts
    margin = one[pl.ROUNDING] + two[pl.ROUNDING] + max(max(pile[pl.LEAST], closer), 0.0)
    first, second = near_edges(pile, y, i, j, margin, work), near_edges(pile, y, j, i, margin, work)
    if first == 0 or second == 0:
        return
    for a in range(12):
        if not (first >> a) & 1:
            continue
        fill_first_edge(one, part(y, i*at.MOVING), a, work)
        for b in range(12):
            if (second >> b) & 1:
                look_at_edge_pair(pile, y, i, j, a, b, rim, -inf, closer, fastest, least, work)


@compiled
def fill_corners(body, x, origin, out):
    """Fills all corners of a body in the state x, from the origin (3,), laboratory."""
    for c in range(int(body[pl.CORNERS])):
        corner = part(out, 3*c)
        fill_corner(body, c, corner)
        put_turned(body, corner)
        for k in range(3):
            corner[k] += x[at.X + k] - origin[at.X + k]


@compiled
def edge_count(body):
    """How many edges a body has."""
    return 12 if body[pl.TABLE] == 0.0 else int(table_of(body)[pl.EDGES])


@compiled
def end_of_edge(body, e, end):
    """The number of the corner at an end (0 or 1) of the edge e."""
    if body[pl.TABLE] != 0.0:
        return int(edge_in(table_of(body), e)[pl.ENDS + end])
    axis = e >> 2
    return (end << axis) | ((e & 1) << ((axis + 1) % 3)) | (((e >> 1) & 1) << ((axis + 2) % 3))


@compiled
def height_of_edge(body, e, heights):
    """The least height of the ends of an edge [m]."""
    return min(heights[end_of_edge(body, e, 0)], heights[end_of_edge(body, e, 1)])


@compiled
def put_heights(pile, y, i, j, work):
    """Fills how far each corner of two bodies is beyond all of the other along what separates them, room HEIGHTS and
    OTHER_HEIGHTS; returns how far apart along that they are [m]."""
    one, two, x, other = body_of(pile, i), body_of(pile, j), part(y, i*at.MOVING), part(y, j*at.MOVING)
    corners, others, m, n = part(work, PLACES), part(work, OTHER_PLACES), int(one[pl.CORNERS]), int(two[pl.CORNERS])
    heights, under, way = part(work, HEIGHTS), part(work, OTHER_HEIGHTS), part(work, WAY)
    fill_corners(one, x, other, corners)
    fill_corners(two, other, other, others)
    separate(corners, m, others, n, way, part(work, WAY + 3))
    bottom = along_3(part(corners, 3*lowest(corners, m, way)), way)
    top = along_3(part(others, 3*highest(others, n, way)), way)
    for c in range(m):
        heights[c] = along_3(part(corners, 3*c), way) - top
    for c in range(n):
        under[c] = bottom - along_3(part(others, 3*c), way)
    return bottom - top


@compiled
def look_at_hulls(p, pile, y, i, j, closer, fastest, work):
    """What of two bodies, a hull among them, is near each other: what its heights prove to be further is left out."""
    one, two, x = body_of(pile, i), body_of(pile, j), part(y, i*at.MOVING)
    r, rim, least = one[pl.ROUNDING] + two[pl.ROUNDING], RIM*size_of(p), SINKS*speed_scale(p)
    heights, under, between = part(work, HEIGHTS), part(work, OTHER_HEIGHTS), put_heights(pile, y, i, j, work)
    if between - r > max(closer, pile[pl.DEEP]):
        note_apart(pile, between - r)
        return
    for c in range(int(one[pl.CORNERS])):
        if heights[c] - r <= max(closer, pile[pl.LEAST]):
            look_at_corner(pile, y, i, j, c, rim_over(p, two), closer, fastest, least, work)
    for c in range(int(two[pl.CORNERS])):
        if under[c] - r <= max(closer, pile[pl.LEAST]):
            look_at_corner(pile, y, j, i, c, rim_over(p, one), closer, fastest, least, work)
    if one[pl.CORNERS] == 1.0 or two[pl.CORNERS] == 1.0:
        return
    for a in range(edge_count(one)):
        # edges are further apart than their ends are from what separates the bodies
        height = height_of_edge(one, a, heights) - r
        if height > max(closer, pile[pl.LEAST]):
            continue
        fill_first_edge(one, x, a, work)
        for b in range(edge_count(two)):
            if height + height_of_edge(two, b, under) - between <= max(closer, pile[pl.LEAST]):
                look_at_edge_pair(pile, y, i, j, a, b, rim, between - r - rim, closer, fastest, least, work)


@compiled
def look_at_pair(p, pile, y, i, j, closer, fastest, work):
    """What of two bodies is near each other."""
    one, two, x, other = body_of(pile, i), body_of(pile, j), part(y, i*at.MOVING), part(y, j*at.MOVING)
    square = 0.0
    for k in range(3):
        work[k] = x[at.X + k] - other[at.X + k]
        square += work[k]*work[k]
    r = one[pl.ROUNDING] + two[pl.ROUNDING]
    reach = one[pl.REACH] + two[pl.REACH] + max(closer, 0.0)
    if square > reach*reach:
        note_apart(pile, square**0.5 - reach + 1e-300)
        return
    if one[pl.TABLE] != 0.0 or two[pl.TABLE] != 0.0:
        look_at_hulls(p, pile, y, i, j, closer, fastest, work)
        return
    a, b = apart_along(one, two, work), apart_along(two, one, work)
    far = max(max(a[0], max(a[1], a[2])), max(b[0], max(b[1], b[2]))) - r
    if far > max(closer, pile[pl.DEEP]):
        # they are at least so far apart; what touches is looked at in full
        note_apart(pile, far)
        return
    look_at_corners(p, pile, y, i, j, closer, fastest, work)
    look_at_corners(p, pile, y, j, i, closer, fastest, work)
    if one[pl.CORNERS] > 1.0 and two[pl.CORNERS] > 1.0:
        look_at_edges(p, pile, y, i, j, closer, fastest, work)


@compiled
def look_at_support(p, calls, pile, t, y, i, s, closer, fastest, work):    # noqa: PLR0913 - room to work
    """The corners of a body over a support."""
    place, one, block = support_then(t, block_of(p, s)), body_of(pile, i), block_of(p, s)
    corner, ball, moving = part(work, 0), part(work, 3), part(work, 3 + at.MOVING)
    least, state = SINKS*speed_scale(p), part(y, i*at.MOVING)
    for c in range(int(one[pl.CORNERS])):
        fill_corner(one, c, corner)
        put_corner(state, state, corner, ball, moving)
        foot = foot_below(p, calls, s, place, three(ball, at.X), one[pl.ROUNDING])
        gap = foot.gap
        if not foot.edge > 0.0 or -gap > numbers_of(p, i)[at.RADIUS]:
            continue
        if block[at.IS_PLANE] != 0.0 and gap > 2.0*numbers_of(p, i)[at.RADIUS]:
            note_apart(pile, gap - 2.0*numbers_of(p, i)[at.RADIUS] + 1e-300)
            return
        if (gap >= pile[pl.LEAST] and gap > closer) or touches(pile, i, -2 - s, pl.ON_SUPPORT, c, 0):
            continue
        note(pile, gap, opening_speed(place, foot.n, ball), closer, fastest, least, i, -2 - s, pl.ON_SUPPORT, c, 0)


@traced
def put_attitude(y, out):
    """Fills the matrix of a body in the state y."""
    put(out, pl.TURNING, matrix_of(tuple(y[at.Q + i] for i in range(4))))


@compiled
def place_bodies(p, pile, t, y):
    """Puts what rests on what moves where it is at t; fills the attitudes of all but those that rest on what stands.
    """
    place_riders(p, pile, t, y)
    place_blocks(p, pile, t, y)
    for b in range(int(p[at.BALLS]) + int(pile[pl.BLOCKS])):
        if body_of(pile, b)[pl.ASLEEP] == 0.0 or rides(pile, b):
            put_attitude(part(y, b*at.MOVING), body_of(pile, b))


@compiled
def look_around(p, calls, pile, t, y, closer, fastest):
    """Returns the least gap of all that does not touch [m]; LANDS_... say of what.

    closer      gap below which what does not rise becomes a contact [m]; -inf for none
    fastest     at which that sinks at most [m/s]
    """
    place_bodies(p, pile, t, y)
    return look_at_placed(p, calls, pile, t, y, closer, fastest)


@compiled
def look_at_placed(p, calls, pile, t, y, closer, fastest):
    """`look_around` where all bodies have been placed."""
    work = room(WORK)
    pile[pl.LEAST], pile[pl.LEAST_RATE], pile[pl.DEEP] = 1e300, 0.0, RIM*size_of(p)
    count = int(p[at.BALLS])
    for i in range(count):
        awake = body_of(pile, i)[pl.ASLEEP] == 0.0
        if awake:
            for s in range(int(p[at.SUPPORTS]) - 1):
                if block_of(p, s)[at.IS_PLANE] != 0.0:
                    look_at_support(p, calls, pile, t, y, i, s, closer, fastest, work)
            for j in range(count, count + int(pile[pl.BLOCKS])):
                look_at_pair(p, pile, y, i, j, closer, fastest, work)
        for j in range(i + 1, count):
            if awake or body_of(pile, j)[pl.ASLEEP] == 0.0:
                look_at_pair(p, pile, y, i, j, closer, fastest, work)
    return pile[pl.LEAST]
