"""Tables of hulls among several bodies (mechanics/world/patches/layout.py): one for each shape, made once."""

from collections.abc import Sequence
from functools import lru_cache
from typing import cast

import numpy as np

from sandbox.mechanics.world.patches import layout as pl
from sandbox.scene.bodies import Ball, Body
from sandbox.scene.solids.polygons import Polyhedron, polyhedron_of

# shapes of which tables are kept
KEPT = 64


def corners_of(body: Body) -> np.ndarray:
    """Returns the corners (n, 3) of a body from its mass centre, body axes [m]."""
    return np.asarray(body.corners, float) - body.mass_centre


def half_edges(body: Ball | Body) -> np.ndarray | None:
    """Returns half edges (3,) of the box about the mass centre that a body is swept over [m], zeros of a ball; None of
    others.
    """
    if isinstance(body, Ball):
        return np.zeros(3)
    if len(body.corners) != 8:
        return None
    corners = corners_of(body)
    half = np.abs(corners).max(axis=0)
    is_box = np.allclose(np.abs(corners), half, rtol=1e-12, atol=0.0)
    return half if is_box and len({tuple(row) for row in np.sign(corners)}) == 8 else None


def tables_of(bodies: Sequence[Ball | Body]) -> tuple[np.ndarray, dict[int, int]]:
    """Returns the tables of all hulls among bodies one after the other, and where that of each hull begins."""
    tables: list[np.ndarray] = []
    places: dict[int, int] = {}
    known: dict[tuple, int] = {}
    size = 0
    for b, body in enumerate(bodies):
        if half_edges(body) is not None:
            continue
        shape = (cast(Body, body).corners, cast(Body, body).mass_centre)
        if shape not in known:
            known[shape] = size
            tables.append(_table_of(*shape))
            size += tables[-1].size
        places[b] = known[shape]
    return np.concatenate(tables) if tables else np.zeros(0), places


@lru_cache(maxsize=KEPT)
def _table_of(corners: tuple, centre: tuple) -> np.ndarray:
    """The table of a hull."""
    solid = polyhedron_of(np.asarray(corners, float) - centre, "")
    edges = solid.edges
    outs: list[list[np.ndarray]] = [[] for _corner in solid.corners]
    for a, b in edges:
        way = (solid.corners[b] - solid.corners[a])/np.linalg.norm(solid.corners[b] - solid.corners[a])
        outs[a].append(-way)
        outs[b].append(way)
    at_edges = pl.CORNERS_AT + len(solid.corners)*pl.HULL_CORNER
    at_faces = at_edges + len(edges)*pl.HULL_EDGE
    at_outs = at_faces + len(solid.faces)*pl.HULL_FACE
    at_sides = at_outs + 3*sum(map(len, outs))
    table = np.zeros(at_sides + pl.HULL_SIDE*2*len(edges))
    table[pl.EDGES], table[pl.FACES] = len(edges), len(solid.faces)
    table[pl.EDGES_AT], table[pl.FACES_AT] = at_edges, at_faces
    for c, place in enumerate(solid.corners):
        corner = table[pl.CORNERS_AT + c*pl.HULL_CORNER:][:pl.HULL_CORNER]
        corner[pl.PLACE:pl.PLACE + 3] = place
        # places of lists are counted from what has them: the corner here, the face below
        corner[pl.OUTS_AT], corner[pl.OUTS] = at_outs - (pl.CORNERS_AT + c*pl.HULL_CORNER), len(outs[c])
        table[at_outs:at_outs + 3*len(outs[c])] = np.concatenate(outs[c])
        at_outs += 3*len(outs[c])
    for e, ((a, b), (left, right)) in enumerate(edges.items()):
        _put_edge(table[at_edges + e*pl.HULL_EDGE:][:pl.HULL_EDGE], solid, (a, b), left, right)
    for f, corners_of_face in enumerate(solid.faces):
        face = table[at_faces + f*pl.HULL_FACE:][:pl.HULL_FACE]
        face[pl.NORMAL:pl.NORMAL + 3], face[pl.HEIGHT] = solid.normals[f], solid.heights[f]
        face[pl.SIDES_AT], face[pl.SIDES] = at_sides - (at_faces + f*pl.HULL_FACE), len(corners_of_face)
        for a, b in zip(corners_of_face, (*corners_of_face[1:], corners_of_face[0]), strict=True):
            out = solid.aside(f, a, b)
            table[at_sides:at_sides + 3] = out
            table[at_sides + pl.OFFSET] = out @ (0.5*(solid.corners[a] + solid.corners[b]))
            at_sides += pl.HULL_SIDE
    table.flags.writeable = False
    return table


def _put_edge(edge: np.ndarray, solid: Polyhedron, ends: tuple[int, int], left: int, right: int):
    """Writes an edge: left passes it from its first end to its second, right the other way."""
    a, b = ends
    way = solid.corners[b] - solid.corners[a]
    length = float(np.linalg.norm(way))
    edge[pl.MIDDLE:pl.MIDDLE + 3] = 0.5*(solid.corners[a] + solid.corners[b])
    edge[pl.WAY:pl.WAY + 3], edge[pl.HALF_LENGTH] = way/length, 0.5*length
    edge[pl.ENDS], edge[pl.ENDS + 1] = a, b
    edge[pl.ASIDE:pl.ASIDE + 3] = solid.aside(left, a, b)
    edge[pl.ASIDE + 3:pl.ASIDE + 6] = solid.aside(right, b, a)
