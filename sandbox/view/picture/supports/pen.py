"""Parts that all pictures of supports share: the pattern, the marks on a rim, a tube along an edge."""

from dataclasses import dataclass

import numpy as np

from sandbox.view.palette import ACCENT, RIM, RIM_DARK, Tones
from sandbox.view.picture.mesh import Mesh, add_sheet

SECTORS = 12         # sectors of the pattern around the axis
DOTS = 24            # marks around a rim


@dataclass(frozen=True)
class Pen:
    """Draws the shared parts in the `tones` of a theme, with `slices` flat pieces around a support."""

    tones: Tones
    slices: int

    def pattern(self, share, bands: int = 6):
        """Returns colours (n - 1, slices, 3) of a checkered pattern with one half sector in the accent colour.

        share   (n,) places of the ends of the pieces along the meridian, 0..1
        """
        k = np.arange(self.slices)
        sector, half = k*SECTORS//self.slices, k*2*SECTORS//self.slices
        band = np.minimum((share[:-1]*bands).astype(int), bands - 1)
        light = (sector[None, :] + band[:, None]) % 2 == 1
        tones = np.where(light[..., None], self.tones.cream, self.tones.sand)
        tones[:, half == 0] = ACCENT
        return tones

    def dots(self):
        """Returns (slices,) 0 or 1, the marks around a rim."""
        return (np.arange(self.slices)*DOTS//self.slices) % 2

    def draw_edge(self, mesh: Mesh, line, size: float):
        """Adds a tube around a closed line (n, 3) [m] of a support of half width `size` [m].

        Pieces that are not finite are left out.
        """
        w = 0.012*size
        along = np.roll(line[:-1], -1, axis=0) - np.roll(line[:-1], 1, axis=0)
        along = np.vstack((along, along[:1]))
        out = np.cross(along, (0.0, 0.0, 1.0))
        out /= np.maximum(np.linalg.norm(out, axis=1, keepdims=True), 1e-300)
        up = np.array((0.0, 0.0, 1.0))
        around = [-up + 0*out, -out, up + 0*out, out, -up + 0*out]
        points = np.stack([line + w*a for a in around])
        tones = np.where(self.dots()[:, None] == 1, RIM, RIM_DARK)
        add_sheet(mesh, points, np.stack(around), np.repeat(tones[None], 4, axis=0))
