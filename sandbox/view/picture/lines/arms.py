"""What holds bodies: arms of ball joints, from the centre of a ball to the joint's point and on to the centre of the
other ball; springs as coils; strings, which hang through while they are slack; axles of hinges, and where a motor turns
one arrows around it that go along with what it turns."""

from itertools import pairwise

import numpy as np

from sandbox.view.picture.lines.ink import THREAD, Strokes

# pieces that are drawn at most: two of each joint, PIECES and two of each spring, HANGING of each slack string
MOST = 640
# a coil: its turns, pieces of one, its radius in lengths without force, and the share of its length that is straight
TURNS, IN_TURN, WIDE, STRAIGHT = 9, 8, 0.08, 0.1
PIECES = TURNS*IN_TURN
HANGING = 16
# arrows of a motor: how many, the angle of one [rad], its pieces, length and half width of its head in its radius
ARROWS, SWEEP, BENT, HEAD, BROAD = 2, 1.2, 10, 0.16, 0.07
# an arm shorter than this is none [m]; a string with less than this share to spare is straight
SHORTEST, SLACK = 1e-9, 1e-6
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
            for a, b in pieces_of(link):
                along = b - a
                length = float(np.linalg.norm(along))
                if length > SHORTEST and index < MOST:
                    side = (THREAD/length)*along
                    self.strokes.put(index, a, side, b, side, 0.0, 0.0)
                    index += 1
        if index < self._used:
            self.strokes.hide(index, self._used)
        self._used = index


def pieces_of(link) -> list:
    """Returns the straight pieces, (3,) and (3,) [m], that a joint, string or spring is drawn as."""
    if link.kind == "arm":
        return [(link.centre, link.point), (link.point, link.other)]
    if link.kind == "hinge":
        return [(link.point, link.other), *arrows_of(link)]
    points = coil(link) if link.kind == "spring" else hanging(link)
    return [(link.centre, link.point), *pairwise(points)]


def coil(link) -> np.ndarray:
    """Returns points (n, 3) of a spring between its ends: a coil of as many turns, however long it is [m]."""
    way = link.other - link.point
    far = float(np.linalg.norm(way))
    if far < SHORTEST:
        return np.array((link.point, link.other))
    e = way/far
    aside = np.cross(e, np.eye(3)[int(np.argmin(np.abs(e)))])
    aside /= np.linalg.norm(aside)
    up = np.cross(e, aside)
    share, angle = np.linspace(0.0, 1.0, PIECES + 1), np.linspace(0.0, 2.0*np.pi*TURNS, PIECES + 1)
    radius = WIDE*link.length*np.minimum(1.0, TURNS*np.minimum(share, 1.0 - share))[:, None]
    along = far*(STRAIGHT + (1.0 - 2.0*STRAIGHT)*share)[:, None]
    turns = link.point + along*e + radius*(np.cos(angle)[:, None]*aside + np.sin(angle)[:, None]*up)
    return np.vstack((link.point, turns, link.other))


def hanging(link) -> np.ndarray:
    """Returns points (n, 3) of a string: straight while it is taut, else a parabola that hangs as long as it is [m]."""
    far = float(np.linalg.norm(link.other - link.point))
    spare = link.length - far
    if spare < SLACK*link.length:
        return np.array((link.point, link.other))
    deep = float(np.sqrt(0.375*far*spare + 0.25*spare*spare))
    share = np.linspace(0.0, 1.0, HANGING + 1)[:, None]
    return link.point + share*(link.other - link.point) - 4.0*deep*share*(1.0 - share)*np.array((0.0, 0.0, 1.0))


def arrows_of(link) -> list:
    """Returns the pieces of the arrows around a hinge that a motor turns, the way it turns it; none of another."""
    if link.turns == 0.0 or link.rim is None:
        return []
    e = link.other - link.point
    e = e/np.linalg.norm(e)
    out = link.rim - link.centre
    found, ahead = [], link.turns*np.cross(e, out)
    for k in range(ARROWS):
        angles = 2.0*np.pi*k/ARROWS + np.linspace(0.0, SWEEP, BENT + 1)[:, None]
        arc = link.centre + np.cos(angles)*out + np.sin(angles)*ahead
        tip, along, across = arc[-1], arc[-1] - arc[-2], arc[-1] - link.centre
        back = tip - HEAD*np.linalg.norm(out)*along/np.linalg.norm(along)
        found += [*pairwise(arc), *((tip, back + side*BROAD*across) for side in (-1.0, 1.0))]
    return found


def holding(snapshot) -> list:
    """Returns the links of a snapshot, or None, that hold bodies: all but hinges, on which supports turn."""
    return [] if snapshot is None else [link for link in snapshot.links if link.kind != "hinge"]


def hang_together(snapshot) -> bool:
    """Returns whether a snapshot, or None, is one of bodies that joints hold."""
    return bool(holding(snapshot))


def reach_of(snapshot, position) -> np.ndarray:
    """Returns points (n, 3) from `position` [m] that a picture has to hold: where joints are, and balls straight out.

    What hangs in a row from a point that is held reaches as far as its arms are long together: to both sides of the
    point, below it, and some way up.
    """
    found, reach = [], 0.0
    links = holding(snapshot)
    for link in links:
        far = float(np.linalg.norm(link.other - link.point))
        reach += float(np.linalg.norm(link.point - link.centre)) + max(far, link.length)
        found += [link.centre, link.point, link.other]
    held = [link.point if link.kind == "arm" else link.other for link in links if link.is_held]
    for point in held:
        found += [point + reach/len(held)*way for way in WAYS]
    return np.array(found).reshape(-1, 3) - position
