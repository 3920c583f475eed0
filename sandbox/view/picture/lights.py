"""The lamps of a scene: vpython lights its solids with them, our own shaders get their numbers."""

import numpy as np

AMBIENT = (0.40, 0.41, 0.44)
LAMP, LAMP_COLOUR = (-1.2, -1.9, 2.4), (0.76, 0.72, 0.65)      # in sizes of the scene, from the support's middle
ROOM_AROUND = 1.3    # half width of the floor with shadows, over that of the shadows
SUN, SUN_COLOUR = (0.75, 0.5, 0.45), (0.16, 0.20, 0.27)        # where it comes from


def light(vp, size: float, position):
    """Adds a warm lamp in front on the left, near enough to shade the table, and cool light from the other side.

    returns   the lamp
    """
    vector = vp.vector
    lamp = vp.local_light(pos=vector(*lamp_at(size, position)), color=vector(*LAMP_COLOUR))
    vp.distant_light(direction=vp.norm(vector(*SUN)), color=vector(*SUN_COLOUR))
    return lamp


def lamp_at(size: float, position) -> list[float]:
    """Returns where the lamp stands (3,) [m]."""
    return (np.array(LAMP)*size + position).tolist()


def shadows_on_floor(points, height: float) -> dict:
    """Returns what the page needs for shadows on a floor at a height [m] of what has the outline points (n, 3) [m].

    slant   by which a shadow is displaced for a height of 1 m;  high  how high the highest point is above the floor [m]
    window  middle x, y and half width of the square that holds all shadows [m]
    """
    slant = -np.array(LAMP[:2])/LAMP[2]
    cast = points[:, :2] + slant*(points[:, 2:] - height)
    ends = np.vstack((points[:, :2], cast))
    low, high = ends.min(axis=0), ends.max(axis=0)
    # supports move a little, and what is soft needs room around it
    half = ROOM_AROUND*0.5*float((high - low).max())
    return {"slant": slant.tolist(), "window": [*(0.5*(low + high)).tolist(), half],
            "high": max(float(points[:, 2].max()) - height, 1e-6)}


def lights_of(size: float, position) -> dict:
    """Returns the lights for the shaders of the page, in the laboratory."""
    return {"lamp": lamp_at(size, position), "lamp_colour": list(LAMP_COLOUR), "sun": list(SUN),
            "sun_colour": list(SUN_COLOUR), "ambient": list(AMBIENT)}
