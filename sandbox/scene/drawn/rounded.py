"""A box with rounded edges, as it is drawn."""

from collections.abc import Callable

import numpy as np

from sandbox.scene.drawn.shapes import Mesh
from sandbox.scene.remembered import remembers


@remembers
def rounded_box(x: float, y: float, z: float, rounding: float) -> Callable[[int], Mesh]:
    """A box of the lengths x, y, z about its mass centre, its edges rounded with the radius `rounding` [m]."""
    half = 0.5*np.array((x, y, z)) - rounding

    def mesh(n: int) -> Mesh:
        steps = max(2, n//8)
        # a face and half of the round on either side of it: angles from the middle of one edge to that of the other
        turn = np.linspace(0.0, 0.25*np.pi, steps + 1)
        side = np.tan(np.concatenate((-turn[::-1], turn)))
        at = np.concatenate((-np.ones(steps + 1), np.ones(steps + 1)))
        vertices: list[np.ndarray] = []
        quads: list[np.ndarray] = []
        m = 2*(steps + 1)
        i, k = np.meshgrid(np.arange(m - 1), np.arange(m - 1), indexing="ij")
        grid = np.stack((i*m + k, (i + 1)*m + k, (i + 1)*m + k + 1, i*m + k + 1), axis=-1).reshape(-1, 4)
        for axis in range(3):
            for sign in (-1.0, 1.0):
                u, v = (axis + 1) % 3, (axis + 2) % 3
                nu, corner = np.zeros((m, m, 3)), np.zeros((m, m, 3))
                nu[..., axis], nu[..., u], nu[..., v] = sign, side[:, None], side[None, :]
                nu /= np.linalg.norm(nu, axis=-1, keepdims=True)
                corner[..., axis], corner[..., u], corner[..., v] = sign, at[:, None], at[None, :]
                quads.append(sum(len(found) for found in vertices) + (grid if sign > 0.0 else grid[:, ::-1]))
                vertices.append((corner*half + rounding*nu).reshape(-1, 3))
        return np.vstack(vertices), np.vstack(quads)

    return mesh
