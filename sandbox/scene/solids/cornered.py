"""What a body touches with by its corners: those of a convex polyhedron, swept by a ball of the radius `rounding`."""

from dataclasses import dataclass
from math import isfinite

import numpy as np

from sandbox.errors import BadValue
from sandbox.mechanics.world.corners.layout import MOST_CONTACTS, MOST_CORNERS
from sandbox.scene.solids.hull import Hull, distance_to, hull_of, reduced
from sandbox.text import _

# corners whose distance from a plane is below this share of the body's size lie in it
IN_PLANE = 1e-9
# share of the least way from its mass centre to a face of a mesh that its rounding may take
MOST_ROUNDED = 0.5


@dataclass(frozen=True)
class Cornered:
    """Corners in body axes and the radius of the ball that sweeps their convex hull [m]."""

    corners: tuple[tuple[float, float, float], ...]
    rounding: float

    @property
    def numbers(self) -> tuple[float, ...]:
        """The parameters of its support function."""
        return (*(x for corner in self.corners for x in corner), self.rounding)


def support(x, y, z, *numbers) -> float:
    """h of a swept polyhedron [m]; numbers: its corners one after the other, its rounding."""
    far = max(x*numbers[i] + y*numbers[i + 1] + z*numbers[i + 2] for i in range(0, len(numbers) - 1, 3))
    return far + numbers[-1]*(x*x + y*y + z*z)**0.5


def as_corners(points: np.ndarray) -> tuple[tuple[float, float, float], ...]:
    """Points (n, 3) as plain numbers."""
    return tuple((float(x), float(y), float(z)) for x, y, z in points)


def check_rounding(rounding: float, most: float, where: str):
    """Raises BadValue for a radius that is none, or larger than the body."""
    if not (isfinite(rounding) and 0.0 <= rounding <= most):
        raise BadValue(_("{where}, rounding: got {value} m, needs a finite number from 0 to {most:.3g} m").format(
            where=where, value=rounding, most=most))


def most_in_plane(hull: Hull) -> int:
    """Returns the largest number of corners that lie in one face."""
    heights = hull.corners @ hull.face_normals.T
    first = np.einsum("ij,ij->i", hull.corners[hull.faces[:, 0]], hull.face_normals)
    return int((np.abs(heights - first) < IN_PLANE*hull.size).sum(axis=0).max())


def check_count(hull: Hull, where: str):
    """Raises BadValue where there are more corners than are followed, of all or of a face."""
    if len(hull.corners) > MOST_CORNERS:
        raise BadValue(_("{where}: has {found} corners, at most {most} are followed").format(
            where=where, found=len(hull.corners), most=MOST_CORNERS))
    if most_in_plane(hull) > MOST_CONTACTS:
        raise BadValue(_("{where}: {found} of its corners lie in one face, at most {most} touch at once").format(
            where=where, found=most_in_plane(hull), most=MOST_CONTACTS))


def cornered_hull(points: np.ndarray, rounding: float, name: str) -> tuple[Cornered, float, float]:
    """Returns what touches of the convex hull of points (n, 3), body axes; its size and the error of that [m].

    It keeps to as many corners as are followed. It is drawn together towards its middle, so that the ball that sweeps
    it reaches as far as the nearest face and nothing beyond the hull; the error is the largest distance of a point of
    the hull from what touches.
    """
    full = hull_of(points, name)
    kept, _far = reduced(full, name, MOST_CORNERS)
    if most_in_plane(kept) > MOST_CONTACTS:
        kept, _far = reduced(full, name, MOST_CONTACTS)
    middle = kept.middle
    near = float(np.einsum("ij,ij->i", kept.corners[kept.faces[:, 0]] - middle, kept.face_normals).min())
    check_rounding(rounding, MOST_ROUNDED*near, _("mesh '{name}'").format(name=name))
    corners = middle + (1.0 - rounding/near)*(kept.corners - middle)
    error = float(distance_to(Hull(corners, kept.faces), full.corners).max()) - rounding
    return Cornered(as_corners(corners), rounding), full.size, max(error, 0.0)


def cornered_box(mass: float, inertia: np.ndarray, centre: np.ndarray, rounding: float, name: str
                 ) -> tuple[Cornered, np.ndarray]:
    """Returns the homogeneous sharp box of these moments, its corners rounded within it, and its lengths (3,) [m].

    Of the moments I_k of a box of the lengths l_k:  m l_k^2 = 6 (sum I - 2 I_k).
    """
    moments, axes = np.linalg.eigh(inertia)
    lengths = np.sqrt(6.0*np.maximum(moments.sum() - 2.0*moments, 0.0)/mass)
    check_rounding(rounding, 0.5*float(lengths.min()), _("mesh '{name}'").format(name=name))
    signs = np.array([[i, j, k] for i in (-1, 1) for j in (-1, 1) for k in (-1, 1)], float)
    corners = centre + (signs*(0.5*lengths - rounding)) @ axes.T
    return Cornered(as_corners(corners), rounding), lengths
