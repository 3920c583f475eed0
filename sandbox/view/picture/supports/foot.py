"""Motor and foot of supports and the marks on the floor around them, which do not move in the laboratory."""

import numpy as np

from sandbox.view.palette import ACCENT, METAL, RIM, RIM_DARK, mix
from sandbox.view.picture.mesh import Mesh, flat_normals, revolve, turned
from sandbox.view.picture.supports.board import add_box

TICKS = 24           # marks of the laboratory on the floor
# posts of a funnel: their number, half their width and that of their feet, in half widths of it
POSTS, POST, SHOE = 3, 0.012, 0.05


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
    _draw_marks(mesh, tones, s, float(down[-1, 1]))
    return turned(down[-1:], 24)[0]


def draw_posts(mesh: Mesh, tones, top: float, size: float, floor: float) -> np.ndarray:
    """Adds posts below a rim of radius `size` [m] at the height `top` [m]; returns points (n, 3) on the floor [m].

    What has a hole in its middle stands on these: what falls through it lands on the floor between them, and is seen.
    """
    found = []
    for angle in 2*np.pi*(np.arange(POSTS) + 0.5)/POSTS:
        x, y = (1.0 - POST)*size*np.cos(angle), (1.0 - POST)*size*np.sin(angle)
        for half, height in ((POST*size, top), (SHOE*size, floor + POST*size)):
            add_box(mesh, (x - half, y - half, floor), (x + half, y + half, height), mix(METAL, tones.night, 0.3))
        found += [(x - SHOE*size, y - SHOE*size, floor), (x + SHOE*size, y + SHOE*size, floor)]
    _draw_marks(mesh, tones, size, floor)
    return np.array(found)


def _draw_marks(mesh: Mesh, tones, s: float, ground: float):
    """Adds the marks on the floor around a support of half width s [m]; the one in the direction of x is longer."""
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
