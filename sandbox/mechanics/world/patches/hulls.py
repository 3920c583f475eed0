"""Features of a hull that are nearest to a point, and how far that is from where they end, by its table (layout.py).

Around a convex polyhedron each of its features has a region of points that it is nearest to: over a face within planes
along its edges, around an edge between planes across the faces beside it and across its ends, at a corner beyond planes
across its edges. A point is over the feature in whose region it lies deepest.
"""

from sandbox.compiling.compiled import compiled, part
from sandbox.mechanics.world.patches import layout as pl


@compiled
def table_of(body):
    """The table of a hull."""
    return part(body, int(body[pl.TABLE]))


@compiled
def corner_in(table, c):
    """Its corner c."""
    return part(table, pl.CORNERS_AT + c*pl.HULL_CORNER)


@compiled
def edge_in(table, e):
    """Its edge e."""
    return part(table, int(table[pl.EDGES_AT]) + e*pl.HULL_EDGE)


@compiled
def face_in(table, f):
    """Its face f."""
    return part(table, int(table[pl.FACES_AT]) + f*pl.HULL_FACE)


@compiled
def along_3(a, b):
    """a.b"""
    return a[0]*b[0] + a[1]*b[1] + a[2]*b[2]


@compiled
def over_face(table, q, f, rim):
    """How far within the rim of the face f, moved out by `rim`, a point q (3,) over it is [m]."""
    face = face_in(table, f)
    least, sides = 1e300, part(face, int(face[pl.SIDES_AT]))
    for k in range(int(face[pl.SIDES])):
        side = part(sides, k*pl.HULL_SIDE)
        least = min(least, rim + side[pl.OFFSET] - along_3(part(side, pl.OUTWARD), q))
    return least


@compiled
def over_edge(table, q, e, rim):
    """How far within the region of the edge e, drawn in beside the faces and longer by `rim`, a point is [m]."""
    edge = edge_in(table, e)
    x, y, z = q[0] - edge[pl.MIDDLE], q[1] - edge[pl.MIDDLE + 1], q[2] - edge[pl.MIDDLE + 2]
    along = x*edge[pl.WAY] + y*edge[pl.WAY + 1] + z*edge[pl.WAY + 2]
    least = rim + edge[pl.HALF_LENGTH] - abs(along)
    for k in range(2):
        aside = part(edge, pl.ASIDE + 3*k)
        least = min(least, x*aside[0] + y*aside[1] + z*aside[2] - rim)
    return least


@compiled
def over_corner(table, q, c, rim):
    """How far within the region of the corner c, drawn in by `rim`, a point is [m]."""
    corner = corner_in(table, c)
    x, y, z = q[0] - corner[0], q[1] - corner[1], q[2] - corner[2]
    least, outs = 1e300, part(corner, int(corner[pl.OUTS_AT]))
    for k in range(int(corner[pl.OUTS])):
        out = part(outs, 3*k)
        least = min(least, x*out[0] + y*out[1] + z*out[2] - rim)
    return least


@compiled
def rim_of_hull(table, q, kind, feature, rim):
    """How far a point q (3,) in the axes of a hull is from where a feature that it is over ends [m]."""
    if kind == pl.ON_FACE:
        return over_face(table, q, feature, rim)
    if kind == pl.ON_EDGE:
        return over_edge(table, q, feature, rim)
    return over_corner(table, q, feature, rim)


@compiled
def nearest_face(table, q, rim, found):
    """Fills (kind, face, distance of q from the hull) where that is over a face, or within; whether it is."""
    deepest, best, within = -1e300, 0, 0.0
    for f in range(int(table[pl.FACES])):
        face = face_in(table, f)
        height = along_3(part(face, pl.NORMAL), q) - face[pl.HEIGHT]
        if height > deepest:
            deepest, best = height, f
        if height > rim:
            over = over_face(table, q, f, rim)
            if over > within:
                within = over
                found[0], found[1], found[2] = float(pl.ON_FACE), float(f), height
    if within > 0.0:
        return True
    found[0], found[1], found[2] = float(pl.ON_FACE), float(best), deepest
    return deepest <= rim


@compiled
def nearest_of_hull(table, corners, q, rim, found):
    """Fills (kind, feature, distance from its corners' hull) for a point q (3,) in its axes."""
    if nearest_face(table, q, rim, found):
        return
    deepest = over_face(table, q, int(found[1]), rim)
    for e in range(int(table[pl.EDGES])):
        over = over_edge(table, q, e, rim)
        if over > deepest:
            deepest = over
            found[0], found[1] = float(pl.ON_EDGE), float(e)
    for c in range(corners):
        over = over_corner(table, q, c, rim)
        if over > deepest:
            deepest = over
            found[0], found[1] = float(pl.ON_CORNER), float(c)
    found[2] = distance_of(table, q, int(found[0]), int(found[1]))


@compiled
def distance_of(table, q, kind, feature):
    """How far a point is from the plane of a face, the line of an edge, a corner [m]."""
    if kind == pl.ON_FACE:
        face = face_in(table, feature)
        return along_3(part(face, pl.NORMAL), q) - face[pl.HEIGHT]
    start = part(corner_in(table, feature), pl.PLACE)
    if kind == pl.ON_EDGE:
        start = part(edge_in(table, feature), pl.MIDDLE)
    x, y, z = q[0] - start[0], q[1] - start[1], q[2] - start[2]
    if kind == pl.ON_EDGE:
        way = part(edge_in(table, feature), pl.WAY)
        along = x*way[0] + y*way[1] + z*way[2]
        x, y, z = x - along*way[0], y - along*way[1], z - along*way[2]
    return (x*x + y*y + z*z)**0.5


@compiled
def normal_of_hull(table, q, kind, feature, out):
    """Fills the normal of a hull below a point q (3,) that is over a feature: from it to the point, its axes."""
    if kind == pl.ON_FACE:
        face = face_in(table, feature)
        for k in range(3):
            out[k] = face[pl.NORMAL + k]
        return
    start, along, square = part(corner_in(table, feature), pl.PLACE), 0.0, 0.0
    if kind == pl.ON_EDGE:
        start = part(edge_in(table, feature), pl.MIDDLE)
    for k in range(3):
        out[k] = q[k] - start[k]
    if kind == pl.ON_EDGE:
        way = part(edge_in(table, feature), pl.WAY)
        along = along_3(out, way)
        for k in range(3):
            out[k] -= along*way[k]
    square = along_3(out, out)
    for k in range(3):
        out[k] /= square**0.5


@compiled
def is_at_corner(table, q, c, f, rim):
    """Whether a point over the face f is over its corner c, but for a rim."""
    corner, face = corner_in(table, c), face_in(table, f)
    x, y, z = q[0] - corner[0], q[1] - corner[1], q[2] - corner[2]
    up = x*face[0] + y*face[1] + z*face[2]
    is_on = abs(along_3(corner, face) - face[pl.HEIGHT]) <= rim
    return is_on and x*x + y*y + z*z - up*up <= 4.0*rim*rim
