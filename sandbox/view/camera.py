"""Where the camera stands, so that the picture holds the support."""

import numpy as np

from sandbox.scene.presentation.showing import CAMERAS

ELEVATION = np.radians(35.0)     # above the horizon
FIELD = np.radians(36.0)         # vertical field of view
WIDE, HIGH = 0.82, 0.92          # parts of the picture's width and height that the support fills
BOARD_WIDE = 0.92                # the same of a board, which has no marks on the floor beside it

MODES = CAMERAS


def fit(points, centre, elevation: float = ELEVATION, wide: float = WIDE) -> tuple[float, float]:
    """Returns half width and half height [m, at the centre's distance] of a picture that holds the points.

    points      (n, 3) outline of the support [m]
    centre      (3,) point that the camera looks at, along +y and downwards [m]
    elevation   of the camera above the horizon [rad];  wide  part of the picture's width that they fill
    """
    right = np.array((1.0, 0.0, 0.0))
    forward = np.array((0.0, np.cos(elevation), -np.sin(elevation)))
    up = np.cross(right, forward)
    rel = points - centre
    x, y, depth = rel @ right, rel @ up, rel @ forward
    half = np.array((np.abs(x).max(), np.abs(y).max()))
    distance = 0.0

    # nearer points look larger: a few rounds settle distance and size
    for _ in range(6):
        distance = max(half[0]/wide*9/16, half[1]/HIGH)/np.tan(FIELD/2)
        zoom = distance/np.maximum(distance + depth, 0.2*distance)
        half = np.array((np.abs(x*zoom).max(), np.abs(y*zoom).max()))
    return float(half[0]/wide), float(half[1]/HIGH)


def middle(points, wide: float = WIDE, across: bool = False) -> np.ndarray:
    """Returns the point (3,) on the z axis [m] about which the picture of the points is centred in height.

    across   in width, too: on a line along x then
    """
    centre = np.array((0.0, 0.0, 0.5*(points[:, 2].min() + points[:, 2].max())))
    forward, up = np.array((0.0, np.cos(ELEVATION), -np.sin(ELEVATION))), np.array((0.0, np.sin(ELEVATION),
                                                                                     np.cos(ELEVATION)))
    for _step in range(8):
        rel = points - centre
        distance = fit(points, centre, wide=wide)[1]/np.tan(FIELD/2)
        zoom = np.maximum(1.0 + (rel @ forward)/distance, 0.2)
        y = (rel @ up)/zoom
        centre[2] += 0.5*(y.min() + y.max())/np.cos(ELEVATION)
        if across:
            x = rel[:, 0]/zoom
            centre[0] += 0.5*(x.min() + x.max())
    return centre
