"""Motor and foot of supports and the marks on the floor around them, which do not move in the laboratory."""

import numpy as np

from sandbox.view.palette import ACCENT, METAL, RIM, RIM_DARK, mix
from sandbox.view.picture.mesh import Mesh, flat_normals, revolve, turned

TICKS = 24           # marks of the laboratory on the floor


def draw_foot(mesh: Mesh, tones, top: float, size: float, floor: float | None = None) -> np.ndarray:
    """Adds a foot below the height `top` [m], for a half width `size` [m]; returns its rim on the floor (n, 3) [m].

    floor   height of the floor [m], below `top`, or None for one that suits the foot
    """
    s = size
    down = np.array(((0.0, 0.0), (0.3, 0.0), (0.3, -0.14), (0.34, -0.17), (0.6, -0.2), (0.64, -0.22),
                     (0.64, -0.27)))*s
    if floor is not None and floor < top:
        down[:, 1] *= (floor - top)/float(down[-1, 1])
    down[:, 1] += top
    shades = (METAL, METAL, RIM, RIM, METAL, RIM_DARK)
    revolve(mesh, down, flat_normals(down), [mix(shade, tones.night, 0.3) for shade in shades], 40)
    ground = float(down[-1, 1])

    # one mark in the direction of x is longer
    angle = 2*np.pi*np.arange(TICKS)/TICKS
    along = np.stack((np.cos(angle), np.sin(angle), 0*angle), axis=1)
    side = np.stack((-np.sin(angle), np.cos(angle), 0*angle), axis=1)
    main = np.arange(TICKS) % (TICKS//4) == 0
    inner, outer = 1.3*s + 0*angle, np.where(main, 1.42, 1.36)*s
    outer[0] = 1.52*s
    wide = np.where(main, 0.012, 0.007)[:, None]*s
    a, b = along*inner[:, None], along*outer[:, None]
    corners = np.stack((a - wide*side, b - wide*side, b + wide*side, a + wide*side), axis=1)
    corners[..., 2] = ground
    marks = np.where(main[:, None], tones.main_mark, tones.mark)
    marks[0] = mix(ACCENT, tones.night, 0.25)
    mesh.add(corners, np.broadcast_to((0.0, 0.0, 1.0), corners.shape), marks)
    return turned(down[-1:], 24)[0]
