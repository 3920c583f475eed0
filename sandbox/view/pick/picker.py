"""What is under a point of the picture: a body, the support, or nothing; and the outline of a body in the picture."""

from collections.abc import Callable
from copy import copy
from dataclasses import dataclass

import numpy as np

from sandbox.view.pick.eye import Eye
from sandbox.view.pick.rays import hit_ball, hit_balls, hit_triangles

ROUND = 48                # points of the outline of a ball
SECTORS, EVEN = 12, 0.8   # of a round body the radii in so many sectors about an axis differ by less than this share
CLOSE = 1e-9              # share by which a body may lie behind the support that it stands on and still be in front


@dataclass(frozen=True)
class Hit:
    """Something under a point of the picture.

    body    its index, or None for the support
    point   (3,) where the ray meets it, laboratory frame [m]
    """

    body: int | None
    point: np.ndarray


class Solid:
    """The shape of a body as it is drawn, in its own frame about its mass centre.

    radius      of a ball, or None [m];  triangles  (n, 3, 3) of any other body [m]
    reach       of its furthest point from the mass centre [m]
    """

    def __init__(self, radius: float | None = None, triangles=None):
        self.radius, self.triangles = radius, triangles
        self.points = np.zeros((0, 3)) if triangles is None else np.unique(triangles.reshape(-1, 3), axis=0)
        self.reach = float(np.linalg.norm(self.points, axis=1).max()) if radius is None else radius
        self.centre, self.axes = np.zeros(3), np.eye(3)

    def place(self, centre, axes):
        """Moves it to where it is drawn: mass centre (3,) [m] and axes (3, 3)."""
        self.centre, self.axes = np.asarray(centre, dtype=float), axes

    def copied(self) -> "Solid":
        """Returns another one where this one is now, of the same shape."""
        return copy(self)

    @property
    def is_round(self) -> bool:
        """Whether it is round about an axis through its mass centre: a ball, a disc, a hoop."""
        if self.radius is not None:
            return True
        for k in range(3):
            x, y = self.points[:, (k + 1) % 3], self.points[:, (k + 2) % 3]
            sector = np.floor((np.arctan2(y, x)/(2*np.pi) % 1.0)*SECTORS).astype(int) % SECTORS
            widest = np.zeros(SECTORS)
            np.maximum.at(widest, sector, np.hypot(x, y))
            if widest.min() > EVEN*self.reach:
                return True
        return False

    def hit(self, origin, way) -> float:
        """Returns the distance along a ray of the laboratory [m], inf where it misses."""
        if self.radius is not None:
            return hit_ball(origin, way, self.centre, self.radius)
        if hit_ball(origin, way, self.centre, 1.001*self.reach) == np.inf \
                and float((origin - self.centre) @ (origin - self.centre)) > self.reach**2:
            return np.inf
        return hit_triangles((origin - self.centre) @ self.axes, way @ self.axes, self.triangles)

    def distance_to(self, eye: Eye, x: float, y: float) -> float:
        """Returns how far a point of the picture is from what is drawn of it [px], 0 on a convex body, inf where
        nothing of it is seen; inside a hoop it is the distance from its wire.
        """
        far = beyond(self.outline(eye), x, y)
        if far > 0.0 or self.radius is not None:
            return far
        corners = self.triangles @ self.axes.T + self.centre
        a = eye.project(corners.reshape(-1, 3)).reshape(-1, 3, 2)
        along, to = np.roll(a, -1, axis=1) - a, np.array((x, y)) - a
        with np.errstate(all="ignore"):
            share = np.clip((to*along).sum(axis=-1)/np.maximum((along*along).sum(axis=-1), 1e-12), 0.0, 1.0)
            square = ((to - share[..., None]*along)**2).sum(axis=-1)
        return float(np.sqrt(np.nanmin(square, initial=np.inf)))

    def outline(self, eye: Eye, moved=0.0) -> np.ndarray:
        """Returns its outline in the picture, (n, 2) [px], convex and anticlockwise; empty where it is not seen.

        moved   as if it stood so far (3,) from where it is [m]
        """
        if self.radius is None:
            return hull(eye.project(self.points @ self.axes.T + self.centre + moved))
        return hull(eye.project(contour(eye, self.centre + moved, self.radius)))


def contour(eye: Eye, centre, radius: float) -> np.ndarray:
    """Returns the circle (n, 3) in which rays from the eye touch a ball [m]; empty for an eye inside it."""
    to = eye.place - centre
    far = float(np.sqrt(to @ to))
    if far <= radius:
        return np.zeros((0, 3))
    n = to/far
    side = np.cross(n, eye.up)
    side /= max(float(np.sqrt(side @ side)), 1e-12)
    angle = np.linspace(0.0, 2*np.pi, ROUND, endpoint=False)[:, None]
    wide = radius*np.sqrt(1.0 - (radius/far)**2)
    return centre + radius*radius/far*n + wide*(np.cos(angle)*side + np.sin(angle)*np.cross(n, side))


def hull(points) -> np.ndarray:
    """Returns the convex hull (m, 2) of points (n, 2), anticlockwise; empty when a point is not finite or few are."""
    if len(points) < 3 or not np.isfinite(points).all():
        return np.zeros((0, 2))
    ordered = points[np.lexsort((points[:, 1], points[:, 0]))].tolist()

    def chain(way):
        kept: list = []
        for p in way:
            while len(kept) > 1 and ((kept[-1][0] - kept[-2][0])*(p[1] - kept[-2][1])
                                     <= (kept[-1][1] - kept[-2][1])*(p[0] - kept[-2][0])):
                kept.pop()
            kept.append(p)
        return kept[:-1]

    return np.array(chain(ordered) + chain(ordered[::-1]))


def beyond(outline, x: float, y: float) -> float:
    """Returns how far a point [px] is outside a convex outline (n, 2), 0 inside, inf for an empty one."""
    if len(outline) < 3:
        return np.inf
    p, a, b = np.array((x, y)), outline, np.roll(outline, -1, axis=0)
    along, to = b - a, p - a
    if (along[:, 0]*to[:, 1] - along[:, 1]*to[:, 0] >= 0.0).all():
        return 0.0
    share = np.clip((to*along).sum(axis=1)/np.maximum((along*along).sum(axis=1), 1e-12), 0.0, 1.0)
    return float(np.sqrt(((to - share[:, None]*along)**2).sum(axis=1).min()))


def pick(eye: Eye, solids, support, x: float, y: float, slack: float = 0.0, balls=None,
         is_meant: Callable[[int], bool] | None = None) -> Hit | None:
    """Returns what is under the point (x, y) of the picture [px]; of several the nearest, None where there is nothing.

    solids    number -> Solid of bodies, or a list of them
    support   (triangles (n, 3, 3) in its frame, position (3,), axes (3, 3)); its backs are looked through, as drawn
    slack     how far beside a body a point still means it [px], where no body is under it
    is_meant  is_meant(number): whether a point beside a body may mean it; by default all
    balls     further bodies: numbers (n,), centres (n, 3), radii (n,); or None
    """
    way, origin = eye.ray(x, y), eye.place
    solids = dict(enumerate(solids)) if isinstance(solids, list | tuple) else solids
    far = {k: solid.hit(origin, way) for k, solid in solids.items()}
    if balls is not None:
        numbers, centres, radii = balls
        along = hit_balls(origin, way, centres, radii)
        nearest_ball = int(np.argmin(along))
        far[int(numbers[nearest_ball])] = float(along[nearest_ball])
    triangles, position, axes = support
    ground = hit_triangles((origin - position) @ axes, way @ axes, triangles, fronts_only=True) \
        if len(triangles) else np.inf
    nearest = min(far, key=far.__getitem__, default=-1)
    if nearest >= 0 and far[nearest] < np.inf and far[nearest] <= ground*(1.0 + CLOSE):
        return Hit(nearest, origin + far[nearest]*way)
    if slack > 0.0:
        near = dict(solids) if balls is None else {**solids, **_balls_near(eye, balls, x, y, slack)}
        near = {k: solid for k, solid in near.items() if is_meant is None or is_meant(k)}
        distances = {k: solid.distance_to(eye, x, y) for k, solid in near.items()}
        k = min(distances, key=distances.__getitem__, default=-1)
        if k >= 0 and 0.0 < distances[k] <= slack and not _is_hidden(eye, near[k], ground):
            centre = near[k].centre
            return Hit(k, origin + float((centre - origin) @ way)*way)
    return None if ground == np.inf else Hit(None, origin + ground*way)


def _balls_near(eye: Eye, balls, x: float, y: float, slack: float) -> dict[int, Solid]:
    """The balls whose outlines may be so close to a point of the picture [px], by their numbers; few of many."""
    numbers, centres, radii = balls
    at = eye.project(centres)
    wide = np.linalg.norm(centres - eye.place, axis=1)
    pixels = 0.5*eye.height/eye.scale*radii/np.maximum(wide, 1e-12)
    with np.errstate(invalid="ignore"):
        chosen = np.flatnonzero(np.hypot(*(at - (x, y)).T) <= 1.5*pixels + slack)
    found = {}
    for i in chosen.tolist():
        solid = Solid(radius=float(radii[i]))
        solid.place(centres[i], np.eye(3))
        found[int(numbers[i])] = solid
    return found


def _is_hidden(eye: Eye, solid: Solid, ground: float) -> bool:
    """Whether the support comes well before a body beside whose outline it was met."""
    return ground < float(np.linalg.norm(solid.centre - eye.place)) - 2.0*solid.reach
