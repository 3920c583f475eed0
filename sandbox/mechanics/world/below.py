"""The support below a ball or a sphere: at once where it is a plane, by Newton's method elsewhere (nearest.py)."""

from sandbox.compiling.compiled import compiled, part
from sandbox.compiling.traced import Vector, traced, turn
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.nearest import Foot, foot_of, least_edge, local_of
from sandbox.mechanics.world.supports import block_of

# what a surface without edges says of the distance to one (field_places.py)
NO_EDGE = 1.0


@traced
def plane_foot(place, x, radius):
    """The Foot on the plane z = 0, as if that had no edges: the radius may be 0."""
    local = local_of.formula(place, Vector(*x))
    return Foot(turn(place.turning, Vector(0.0, 0.0, 1.0)), local[2] - radius, NO_EDGE, local[0], local[1], 0.0)


@compiled
def foot_below(p, calls, s, place, x, radius):
    """The Foot of a sphere on the support s."""
    slopes, values = calls[at.CALLS_OF_SUPPORT*s + at.CALL_SLOPES], calls[at.CALLS_OF_SUPPORT*s + at.CALL_VALUES]
    block = block_of(p, s)
    if block[at.IS_PLANE] == 0.0:
        return foot_of(place, slopes, values, x, radius, part(block, at.OF_MOTION))
    foot = plane_foot(place, x, radius)
    if block[at.HAS_EDGES] == 0.0:
        return foot
    edge = least_edge(values, (foot.x, foot.y, foot.z), part(block, at.OF_MOTION))
    return Foot(foot.n, foot.gap, edge, foot.x, foot.y, foot.z)
