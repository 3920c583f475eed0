"""Arms of ball joints: from the centre of a ball to the joint's point, and on to the centre of the other ball."""

import numpy as np

from sandbox.view.picture.lines.ink import THREAD, Strokes

# arms that are drawn at most: two of each joint
MOST = 48
# an arm shorter than this is none [m]
SHORTEST = 1e-9
# what hangs swings down and to all sides, rarely straight up
WAYS = np.array(((1.0, 0.0, 0.0), (-1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, -1.0, 0.0), (0.0, 0.0, -1.0),
                 (0.0, 0.0, 0.6)))


class Arms:
    """Draws arms as threads, which show their broad side to everybody.

    strokes  of MOST pieces
    """

    def __init__(self, strokes: Strokes):
        self.strokes = strokes
        self._used = 0

    def show(self, links):
        """Draws the arms of joints (Link of systems/picture.py) where they are now, and no others."""
        index = 0
        for link in links:
            for a, b in ((link.centre, link.point), (link.point, link.other)):
                along = b - a
                length = float(np.linalg.norm(along))
                if length > SHORTEST and index < MOST:
                    side = (THREAD/length)*along
                    self.strokes.put(index, a, side, b, side, 0.0, 0.0)
                    index += 1
        if index < self._used:
            self.strokes.hide(index, self._used)
        self._used = index


def hang_together(snapshot) -> bool:
    """Returns whether a snapshot, or None, is one of bodies that joints hold."""
    return snapshot is not None and bool(snapshot.links)


def reach_of(snapshot, position) -> np.ndarray:
    """Returns points (n, 3) from `position` [m] that a picture has to hold: where joints are, and balls straight out.

    What hangs in a row from a point that is held reaches as far as its arms are long together: to both sides of the
    point, below it, and some way up.
    """
    found, reach = [], 0.0
    links = snapshot.links if hang_together(snapshot) else ()
    for link in links:
        reach += float(np.linalg.norm(link.point - link.centre) + np.linalg.norm(link.other - link.point))
        found += [link.centre, link.point, link.other]
    held = [link.point for link in links if link.is_held]
    for point in held:
        found += [point + reach/len(held)*way for way in WAYS]
    return np.array(found).reshape(-1, 3) - position
