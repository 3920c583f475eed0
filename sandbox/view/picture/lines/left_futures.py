"""Futures that were left, beside the one that is shown: bodies one sees through, and dashed lines where they went.

The page draws them with the meshes that the bodies have there already: a frame carries their poses and nothing else.
"""

from collections.abc import Sequence

import numpy as np

from sandbox.view.palette import LEFT, LEFT_EDGE
from sandbox.view.picture.lines.ink import Strokes, Trail
from sandbox.view.picture.lines.trajectory import draw_along, draw_anew
from sandbox.view.picture.mesh import rotation_matrix

PIECES = 600             # of a line
# of each place: the period of its line in pieces, and the part of it that is drawn; dashed, dotted, in long dashes:
# they are told apart where colours are not
DASHES = ((4.0, 0.55), (1.5, 0.4), (9.0, 0.8))
SAME = 1e-9              # a body closer to its like in the picture is not seen beside it [1]


def new_lines(span: float) -> list[Trail]:
    """Returns a line for each place, on a scene of half width `span` [m]."""
    return [Trail(Strokes(f"left{slot}", PIECES, 0.018*span, tone, edge=LEFT_EDGE, thin=0.3, dash=dash), 0.009*span)
            for slot, (tone, dash) in enumerate(zip(LEFT, DASHES, strict=True))]


class LeftFutures:
    """The futures of a scene that are shown beside it.

    meshes  number of a body -> its number on the page and its radius [m], of those that have a mesh there
    lines   see new_lines;  body  whose lines they are
    """

    def __init__(self, meshes: dict[int, tuple[int, float]], lines: list[Trail]):
        self._meshes, self._lines = meshes, lines
        self.body = 0
        self._shown: dict = {}

    def show(self, futures: Sequence[tuple], is_anew: bool):
        """Shows these futures and no other; their lines go on, or are drawn anew.

        futures   (place, snapshot or None where it is not shown, way (way.py) since it was last drawn, all of it where
                  it was not)
        """
        before = set(self._shown)
        self._shown = {slot: snapshot for slot, snapshot, _way in futures if snapshot is not None}
        ways = {slot: way for slot, _snapshot, way in futures}
        for slot, line in enumerate(self._lines):
            if slot not in self._shown:
                line.clear()
            else:
                way = ways[slot]
                draw = draw_anew if is_anew or slot not in before else draw_along
                draw(line, way.contact, way.normal, way.is_aloft)
                body = self._shown[slot].bodies[self.body]
                if body.is_aloft:
                    line.lift()
                else:
                    line.add(body.contact, body.normal)

    def poses(self, live) -> list[list]:
        """Returns what the page draws: [number of the body, place, position (3), axes (9, column by column)]."""
        found = []
        for slot, snapshot in self._shown.items():
            for k, (index, size) in self._meshes.items():
                if k >= len(snapshot.bodies):
                    continue
                state = snapshot.bodies[k]
                axes = rotation_matrix(state.quaternion)
                if live is not None and is_same(live.bodies[k], state, size):
                    continue
                found.append([index, slot, *np.asarray(state.centre, dtype=float).tolist(),
                              *axes.T.ravel().tolist()])
        return found


def is_same(one, other, size: float) -> bool:
    """Returns whether a body (radius `size` [m]) lies where the other does: it stands still, or has not parted yet."""
    away = np.asarray(one.centre) - np.asarray(other.centre)
    turned = abs(float(np.asarray(one.quaternion) @ np.asarray(other.quaternion)))
    return float(np.sqrt(away @ away)) <= SAME*size and turned >= 1.0 - SAME
