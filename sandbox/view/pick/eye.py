"""The eye of the camera: where it stands, the ray through a point of the picture, and points of the scene in it."""

from dataclasses import dataclass
from math import tan

import numpy as np

from sandbox.view.camera import FIELD

NUMBERS = 12              # centre, forward, up (3 each), range, width, height: as rig.py sends them
MOST = 1e9                # of any of them
BEHIND = 1e-3             # of the eye's distance from its centre: what is nearer than that is not in the picture


@dataclass(frozen=True)
class Eye:
    """A camera in the laboratory frame.

    place           (3,) of the eye [m]
    forward, up     (3,) unit vectors, perpendicular to each other
    scale           half height of the picture at a distance of 1 [1]
    distance        of the point that it looks at [m]
    width, height   of the picture [px]
    """

    place: np.ndarray
    forward: np.ndarray
    up: np.ndarray
    scale: float
    distance: float
    width: float
    height: float

    @property
    def right(self) -> np.ndarray:
        """Unit vector (3,) to the right of the picture."""
        return np.cross(self.forward, self.up)

    def ray(self, x: float, y: float) -> np.ndarray:
        """Returns the unit direction (3,) from the eye through the point (x, y) of the picture [px], y downwards."""
        across = (2.0*x - self.width)/self.height*self.scale
        along = (self.height - 2.0*y)/self.height*self.scale
        way = self.forward + across*self.right + along*self.up
        return way/np.sqrt(way @ way)

    def project(self, points) -> np.ndarray:
        """Returns where (n, 3) points [m] are in the picture (n, 2) [px], NaN for those that are not before the eye."""
        rel = np.asarray(points, dtype=float).reshape(-1, 3) - self.place
        depth = rel @ self.forward
        depth = np.where(depth > BEHIND*self.distance, depth, np.nan)
        half = 0.5*self.height/(self.scale*depth)
        return np.stack((0.5*self.width + (rel @ self.right)*half, 0.5*self.height - (rel @ self.up)*half), axis=1)

    def pixel(self, point) -> float:
        """Returns the size of a pixel at the distance of a point (3,) [m]."""
        depth = max(float((np.asarray(point) - self.place) @ self.forward), BEHIND*self.distance)
        return 2.0*self.scale*depth/self.height


def eye_of(numbers) -> Eye | None:
    """Returns the eye of the numbers that a page reported, None where they are none of a camera."""
    if not isinstance(numbers, list | tuple) or len(numbers) != NUMBERS:
        return None
    # neither infinities nor what is no number are below the bound
    if not all(isinstance(x, int | float) and not isinstance(x, bool) and abs(x) < MOST for x in numbers):
        return None
    centre, forward, up = np.array(numbers[:9], dtype=float).reshape(3, 3)
    span, width, height = numbers[9:]
    length = float(np.sqrt(forward @ forward))
    if not (length > 1e-6 and 1e-12 < span and 2 <= width <= 1e5 and 2 <= height <= 1e5):
        return None
    forward = forward/length
    up = up - (up @ forward)*forward
    tilt = float(np.sqrt(up @ up))
    if not tilt > 1e-6:
        return None
    # GlowScript: `range` is half the shorter side of the picture, the field of view is that of its height
    scale = tan(0.5*FIELD)
    distance = (span if width >= height else span*height/width)/scale
    return Eye(centre - distance*forward, forward, up/tilt, scale, distance, float(width), float(height))
