"""Which corner of a picture is free for something that lies over it."""

from collections.abc import Sequence

import numpy as np

from sandbox.qt.core import QRect, QSize

CORNERS = ("top left", "top right", "bottom left", "bottom right")
MARGIN = 10          # [px] that a body keeps from it
AWAY = 24            # [px] that it has to be away from another corner before one goes there
FADED = 0.35         # opacity of what the body is behind


class Placing:
    """Remembers the corner: one leaves it only where a body comes, not for one that is merely a little better.

    corner   place in CORNERS
    """

    def __init__(self, corner: int = 0):
        self.corner = corner

    def choose(self, room: QSize, size: QSize, edge: int, body: QRect | None,
               others: Sequence[QRect], bodies: Sequence[QRect] = ()) -> QRect:
        """Returns where it goes: the corner that it has if nothing is there, else the first that is free; where none
        is, the one that hides least of the other things, a chart among them, then of the body, which is seen through
        what fades, then fewest of the other bodies, then least of them.

        room   size of the picture;  edge  distance from its edges [px]
        body   what is to be seen, or None;  others  what else lies over the picture;  bodies  further ones
        """
        places = [_beside(QRect(x, y, size.width(), size.height()), others, edge, room.height())
                  for y in (edge, room.height() - size.height() - edge)
                  for x in (edge, room.width() - size.width() - edge)]

        def hidden(place: QRect, margin: int) -> tuple[int, int, int, int]:
            grown = place.adjusted(-margin, -margin, margin, margin)
            return sum(area(place.intersected(other)) for other in others), \
                area(grown.intersected(body)) if body is not None else 0, sum(map(grown.intersects, bodies)), \
                sum(area(place.intersected(other)) for other in bodies)

        if any(hidden(places[self.corner], MARGIN)):
            order = [self.corner, *(k for k in range(len(places)) if k != self.corner)]
            self.corner = min(order, key=lambda k: hidden(places[k], MARGIN if k == self.corner else AWAY))
        return places[self.corner]


def _beside(place: QRect, others: Sequence[QRect], edge: int, height: int) -> QRect:
    """Returns the place below what lies in an upper corner, or above what lies in a lower one, where it fits there."""
    is_above = place.top() == edge
    for other in others:
        if place.intersects(other):
            moved = QRect(place)
            if is_above:
                moved.moveTop(other.bottom() + edge)
            else:
                moved.moveBottom(other.top() - edge)
            if moved.top() >= edge and moved.bottom() <= height - edge:
                place = moved
    return place


def widest_gap(ends: tuple[int, int], taken: Sequence[tuple[int, int]]) -> tuple[int, int]:
    """Returns the widest part (left, right) between two ends that none of `taken` (left, right) lies in [px]."""
    gaps, left = [], ends[0]
    for low, high in sorted(taken):
        gaps.append((left, min(low, ends[1])))
        left = max(left, high)
    gaps.append((left, ends[1]))
    return max(gaps, key=lambda gap: gap[1] - gap[0])


def area(rect: QRect) -> int:
    return max(0, rect.width())*max(0, rect.height()) if rect.isValid() else 0


def box_of(outline: np.ndarray) -> QRect | None:
    """Returns what an outline (n, 2) [px] takes of the picture, None where nothing of it is seen."""
    if not len(outline) or not np.isfinite(outline).all():
        return None
    (left, top), (right, bottom) = outline.min(axis=0), outline.max(axis=0)
    return QRect(round(left), round(top), max(1, round(right - left)), max(1, round(bottom - top)))
