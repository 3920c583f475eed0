"""What the camera has to hold: the support with the bodies on it, seen from where it stands at first."""

import numpy as np

from sandbox.view import camera

LEVEL = 0.9999           # cosine of the tilt below which a board is a slope: one degree
MANY = 24                # bodies above which those that are farthest out stand for all
MOST = 0.9              # share of so many that has to be in the picture: a few that run away do not draw the eye back
# power of its distance by which the slope of an eye's gaze falls: one looks into what is not flat
LOWER = {True: 0.75, False: 0.2}
BESIDE = 2.6             # of the size of a body, that it may reach above a support that is not flat


def framed(support, measures, others, position, axes, has_beside: bool = False) -> list[float]:
    """Returns the point that the camera looks at (3) [m], its elevation [rad], half width and height [m] of the
    picture, oblique and from above, and how much lower an eye stands that is nearer (LOWER).

    measures        of the first body (crew.py);  others  (n, 3) further points to be seen, from the support [m]
    has_beside      whether some of these are of supports that are seen beside it: about a board, which need not be in
                    the middle of them, the picture is centred in width, too
    position, axes  pose of the support at the start
    """
    outline = support.outline
    _on, normals = support.project(outline)
    if not support.is_flat:
        # the bodies on the support have to be in the picture too
        outline = np.vstack((outline, outline + BESIDE*measures.size*normals)) @ axes.T
        outline = np.vstack((outline, support.base))
    else:
        # a body at the rim has to be in the picture as a whole, above all at the far rim
        outline = np.vstack((outline, outline + measures.height*normals)) @ axes.T
        if has_solid_base(support, axes):
            # what a slope stands on shows that it is one; the legs of a table would take a third of the picture
            outline = np.vstack((outline, support.base))
    outline = np.vstack((outline, others))
    wide = camera.BOARD_WIDE if support.is_board else camera.WIDE
    centre = camera.middle(outline, wide, support.is_board and has_beside)
    if support.is_flat:
        centre = centre - (0.0, 0.0, 0.03*support.size)
    return [*(centre + position).tolist(), float(camera.ELEVATION), *camera.fit(outline, centre, wide=wide),
            *camera.fit(outline, centre, np.pi/2, wide), LOWER[support.is_flat]]


def has_solid_base(support, axes) -> bool:
    """Returns whether what a support stands on fills the room below it; a table stands on legs."""
    return not support.is_flat or (support.is_board and bool(abs(axes[2, 2]) < LEVEL))


def hull_of(points) -> list:
    """Returns triangles (n, 3, 3) around points (n, 3), those that are farthest out; none for points in a line."""
    # it is loaded where a body has fallen
    from scipy.spatial import ConvexHull, QhullError
    points = corners_of(points)
    try:
        # what is flat has a hull, too: of points moved by less than anybody sees
        return points[ConvexHull(points, qhull_options="QJ").simplices].tolist()
    except QhullError:
        return []


def corners_of(points) -> np.ndarray:
    """Returns those of points (n, 3) that are farthest in one of many directions, all around and in three heights."""
    angle = np.linspace(0.0, 2.0*np.pi, MANY, endpoint=False)
    level = np.column_stack((np.cos(angle), np.sin(angle), 0.0*angle))
    ways = np.vstack([level + np.array((0.0, 0.0, height)) for height in (-1.0, 0.0, 1.0)])
    return points[np.unique((points @ ways.T).argmax(axis=0))]


def held_together(centres) -> np.ndarray:
    """Returns (n,) which of bodies, centres (n, 3) [m], are not the few of many that are farthest from most of them."""
    if len(centres) <= MANY:
        return np.ones(len(centres), dtype=bool)
    away = np.linalg.norm(centres - np.median(centres, axis=0), axis=1)
    return away <= np.quantile(away, MOST)


def outermost(centres, sizes) -> list[list[float]]:
    """Returns centre (3) and radius [m] of bodies, centres (n, 3) and radii (n,); of many those farthest out."""
    if len(centres) > MANY:
        angle = np.linspace(0.0, 2.0*np.pi, MANY, endpoint=False)
        ways = np.vstack((np.column_stack((np.cos(angle), np.sin(angle), 0.0*angle)), (0.0, 0.0, 1.0)))
        far = np.unique((centres @ ways.T + sizes[:, None]).argmax(axis=0))
        centres, sizes = centres[far], sizes[far]
    return np.column_stack((centres, sizes)).tolist()
