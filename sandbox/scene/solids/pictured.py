"""How a body from a mesh is drawn: the mesh itself, and if wanted what touches as a net over it."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from sandbox.scene.drawn import meshes
from sandbox.scene.drawn.shapes import Mesh, Painted
from sandbox.scene.solids.smooth import Fit
from sandbox.scene.solids.triangles import Triangles

MOST_DRAWN = 20_000         # triangles
LINES, PIECES = 12, 48      # of a net: meridians, half as many parallels, and pieces of each
LINE = 0.012                # width of its lines, in sizes of the body
NET = (0.95, 0.35, 0.12)
BARE = (0.72, 0.70, 0.66), (0.42, 0.47, 0.52)     # the two tones of a mesh under a net, by octant


@dataclass(frozen=True)
class Pictured:
    """A drawing for `drawn` of a body: called with the fineness n, which it does not need -> vertices, quads, colours.

    triangles   of the mesh [m];  middle  its mass centre (3,) [m];  model  whose colours it has, "" without one
    touched     what is shown as a net over it, None: nothing;  size  of the body [m]
    """

    triangles: Triangles
    middle: tuple[float, float, float]
    model: str = ""
    touched: Fit | None = None
    size: float = 0.0

    def __call__(self, n: int) -> Mesh | Painted:
        return _drawn(self)


@lru_cache(maxsize=32)
def _drawn(picture: Pictured) -> Mesh | Painted:
    found = picture.triangles
    vertices, quads = found.corners - picture.middle, found.faces[:, [0, 1, 2, 0]]
    colours = None
    if picture.model:
        model, quads, colours = meshes.read(picture.model)
        # the model's own corners, in the metres of its box
        low, high = found.corners.min(axis=0), found.corners.max(axis=0)
        first, last = model.min(axis=0), model.max(axis=0)
        vertices = low + (model - first)*(high - low)/(last - first) - picture.middle
    if picture.touched is None:
        return (vertices, quads) if colours is None else (vertices, quads, colours)
    if colours is None:
        x, y, z = (vertices[quads].mean(axis=1) >= 0.0).T
        colours = np.where((x ^ y ^ z)[:, None], *np.array(BARE))
    points, strips = net_of(picture.touched, picture.size)
    return (np.vstack((vertices, points - picture.middle)), np.vstack((quads, strips + len(vertices))),
            np.vstack((colours, np.broadcast_to(NET, (len(strips), 3)))))


def net_of(fit: Fit, size: float) -> Mesh:
    """Returns vertices (m, 3) and quads (k, 4) of strips along meridians and parallels of what touches [m]."""
    around = np.linspace(0.0, 2.0*np.pi, PIECES + 1)
    up = np.linspace(0.02, np.pi - 0.02, PIECES//2 + 1)
    lines = [(up, np.full_like(up, b)) for b in np.linspace(0.0, 2.0*np.pi, LINES, endpoint=False)]
    lines += [(np.full_like(around, a), around) for a in np.linspace(0.0, np.pi, LINES//2 + 1)[1:-1]]
    vertices: list[np.ndarray] = []
    quads: list[np.ndarray] = []
    count = 0
    for a, b in lines:
        nu = np.stack((np.sin(a)*np.cos(b), np.sin(a)*np.sin(b), np.cos(a)), axis=1)
        point = fit.slopes(nu)[0] + 0.004*size*nu
        along = np.gradient(point, axis=0)
        across = np.cross(nu, along)
        across *= 0.5*LINE*size/np.maximum(np.linalg.norm(across, axis=1, keepdims=True), 1e-300)
        vertices += [point - across, point + across]
        k = count + np.arange(len(nu) - 1)
        m = k + len(nu)
        quads.append(np.stack((m, k, k + 1, m + 1), axis=1))
        count += 2*len(nu)
    return np.vstack(vertices), np.vstack(quads)


def thinned(triangles: Triangles, most: int = MOST_DRAWN) -> Triangles:
    """Returns triangles of which at most so many are left: corners that lie in one cell of a grid become their mean."""
    if len(triangles.faces) <= most:
        return triangles
    low = triangles.corners.min(axis=0)
    width = float((triangles.corners.max(axis=0) - low).max())
    coarse, fine = 2, 4096
    best = _clustered(triangles, low, width/coarse)
    while fine - coarse > 1:
        middle = (coarse + fine)//2
        found = _clustered(triangles, low, width/middle)
        if len(found.faces) <= most:
            coarse, best = middle, found
        else:
            fine = middle
    return best


def _clustered(triangles: Triangles, low: np.ndarray, cell: float) -> Triangles:
    places = np.floor((triangles.corners - low)/cell).astype(np.int64)
    key = (places[:, 0]*5000 + places[:, 1])*5000 + places[:, 2]
    _cells, which = np.unique(key, return_inverse=True)
    count = np.bincount(which)
    corners = np.stack([np.bincount(which, triangles.corners[:, k])/count for k in range(3)], axis=1)
    a, b, c = faces = which[triangles.faces].T
    kept = faces.T[(a != b) & (b != c) & (c != a)]
    # of what falls together one is enough
    ordered = np.sort(kept, axis=1)
    _same, first = np.unique((ordered[:, 0]*len(corners) + ordered[:, 1])*len(corners) + ordered[:, 2],
                             return_index=True)
    return Triangles(corners, kept[np.sort(first)])
