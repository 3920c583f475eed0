"""Boxes with pips: a die, and a domino."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from sandbox.scene.drawn.shapes import ACCENT, BODY, DARK, Painted

AROUND = 16          # points around a pip
ABOVE = 0.004        # height of a pip above its face, in its own reach: so near that nothing shows of it
# places of the pips of a face, in units of their distance from its middle
PLACES: dict[int, tuple[tuple[float, float], ...]] = {
    0: (), 1: ((0.0, 0.0),), 2: ((-1.0, -1.0), (1.0, 1.0)), 3: ((-1.0, -1.0), (0.0, 0.0), (1.0, 1.0)),
    4: ((-1.0, -1.0), (-1.0, 1.0), (1.0, -1.0), (1.0, 1.0)),
    5: ((-1.0, -1.0), (-1.0, 1.0), (1.0, -1.0), (1.0, 1.0), (0.0, 0.0)),
    6: ((-1.0, -1.0), (-1.0, 1.0), (1.0, -1.0), (1.0, 1.0), (0.0, -1.0), (0.0, 1.0)),
}
# faces of a die by their axis and side: opposite ones add up to seven
FACES = {1: (2, 1.0), 6: (2, -1.0), 2: (0, 1.0), 5: (0, -1.0), 3: (1, 1.0), 4: (1, -1.0)}


@dataclass(frozen=True)
class Pip:
    """A round spot: its middle (3,) on a face, the axis and side of that, its radius, all [m]; its paint."""

    middle: tuple[float, float, float]
    axis: int
    side: float
    radius: float
    paint: int = DARK


@dataclass(frozen=True)
class Pipped:
    """A drawing for `drawn` of a body: another one in one tone, and pips on it; shifted as a whole by `shift` [m]."""

    plain: Callable
    pips: tuple[Pip, ...]
    shift: tuple[float, float, float] = (0.0, 0.0, 0.0)

    def __call__(self, n: int) -> Painted:
        vertices, quads = self.plain(n)[:2]
        points, faces, paints = [np.asarray(vertices)], [np.asarray(quads)], [np.full(len(quads), BODY)]
        count = len(vertices)
        for pip in self.pips:
            points.append(_disc(pip))
            k = count + np.arange(AROUND)
            faces.append(np.stack((np.full(AROUND, count + AROUND), k, np.roll(k, -1), np.full(AROUND, count + AROUND)),
                                  axis=1))
            paints.append(np.full(AROUND, pip.paint))
            count += AROUND + 1
        return np.vstack(points) + self.shift, np.vstack(faces), np.concatenate(paints)


def _disc(pip: Pip) -> np.ndarray:
    """Points around a pip, and its middle (AROUND + 1, 3)."""
    angle = pip.side*np.linspace(0.0, 2.0*np.pi, AROUND, endpoint=False)
    points = np.tile(np.asarray(pip.middle, float), (AROUND + 1, 1))
    points[:, pip.axis] += pip.side*ABOVE*float(np.abs(pip.middle).max())
    points[:AROUND, (pip.axis + 1) % 3] += pip.radius*np.cos(angle)
    points[:AROUND, (pip.axis + 2) % 3] += pip.radius*np.sin(angle)
    return points


def pips_of_die(side: float) -> tuple[Pip, ...]:
    """The pips of a die of this side [m], about its middle."""
    found = []
    for number, (axis, sign) in FACES.items():
        for u, v in PLACES[number]:
            middle = np.zeros(3)
            middle[axis] = 0.5*sign*side
            middle[(axis + 1) % 3], middle[(axis + 2) % 3] = 0.24*side*u, 0.24*side*v
            radius, paint = (0.13*side, ACCENT) if number == 1 else (0.09*side, DARK)
            found.append(Pip((float(middle[0]), float(middle[1]), float(middle[2])), axis, sign, radius, paint))
    return tuple(found)


def pips_of_domino(thickness: float, width: float, height: float, numbers: tuple[int, int]) -> tuple[Pip, ...]:
    """The pips on the x side of a domino that stands, the upper half first; a row of small ones parts the halves."""
    found, x = [], 0.5*thickness
    for number, middle in zip(numbers, (0.25*height, -0.25*height), strict=True):
        found += [Pip((x, 0.27*width*v, middle + 0.27*width*u), 0, 1.0, 0.09*width) for u, v in PLACES[number]]
    found += [Pip((x, y, 0.0), 0, 1.0, 0.025*width) for y in np.linspace(-0.38*width, 0.38*width, 15).tolist()]
    return tuple(found)
