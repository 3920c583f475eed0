"""Parts that all pictures of supports share: the pattern, the marks on a rim, a tube along an edge."""

from dataclasses import dataclass

import numpy as np

from sandbox.view import materials as looks
from sandbox.view.materials import Coat
from sandbox.view.palette import ACCENT, Tones
from sandbox.view.picture.mesh import Mesh, add_sheet, turned

SECTORS = 12         # sectors of the pattern around the axis
DOTS = 24            # marks around a rim


# radii of the bands of a turntable, in radii of it: hub, pattern, and where its rim begins
HUB, BANDS, EDGE = 0.03, (0.34, 0.645), 0.95
MARKED = 0.885       # radius beyond which a turntable with rings has marks of its angle
RINGED, LINE = 6, 0.012              # rings of such a table, width of the line between them
SQUARE = 0.34                        # unit of clouds and veins on a turntable, in radii of it
LABEL, GROOVES = 0.33, 14            # radius of a record's label, grooves beyond it


@dataclass(frozen=True)
class Pen:
    """Draws the shared parts with `slices` flat pieces around a support, in the tones of a theme and of a material.

    tones   of the theme, with those of the material for the pattern;  coat  look of the material
    """

    tones: Tones
    slices: int
    coat: Coat = looks.LACQUER

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

    def squares(self, x, y, square: float):
        """Returns colours of the pieces of a board between lines x (n,) and y (m,) [m]: (n - 1, m - 1, 3) or of corners
        (n - 1, m - 1, 4, 3), in the order low, along x, far, along y.
        """
        pattern = self._of_board
        if pattern in looks.SMOOTH:
            share = _corners(looks.PATTERNS[pattern](*np.meshgrid(x, y, indexing="ij"), square))
        else:
            unit = square/looks.PIECES[pattern][1]
            share = looks.PATTERNS[pattern](*np.meshgrid(_middles(x), _middles(y), indexing="ij"), unit)
        return self.mixed(share)

    def lines(self, low: float, high: float, square: float, axis: int):
        """Returns the lines (n,) [m] between low and high along an axis at which the pattern of a board may change."""
        step = square/looks.PIECES[self._of_board][axis]
        whole = np.arange(np.floor(low/step), np.ceil(high/step) + 1)*step
        if self._of_board in looks.WIDE:
            half = looks.WIDE[self._of_board]*step
            whole = np.concatenate((whole - half, whole + half))
        return np.unique(np.clip(whole, low, high))

    @property
    def _of_board(self) -> int:
        """The pattern of a board: rings are about an axis, which it has not."""
        return looks.CHESS if self.coat.pattern == looks.RINGS else self.coat.pattern

    def mixed(self, share):
        """Returns colours (..., 3) between the light tone (share 0) and the dark one (1)."""
        light, dark = np.array(self.tones.cream), np.array(self.tones.sand)
        return light + np.asarray(share)[..., None]*(dark - light)

    def turned_table(self, rim: float):
        """Returns radii (n,) [m] of the pieces of a turntable, and their colours (n - 1, slices, 3), or of corners
        (n - 1, slices, 4, 3), for a rim at `rim` [m].
        """
        pattern = self.coat.pattern
        if pattern == looks.CHESS:
            radii = np.array((0.0, HUB, *BANDS, EDGE))
            return radii*rim, self.pattern(np.linspace(0.0, 1.0, len(radii)), 4)
        if pattern == looks.PLANKS:
            # inlaid pieces, around the middle in three bands
            radii, k = np.array((0.0, HUB, *BANDS, EDGE)), np.arange(self.slices)*SECTORS//self.slices
            tones = self.mixed(looks.chance(k[None, :], np.arange(len(radii) - 1)[:, None]))
        elif pattern == looks.BANDS:
            # what goes from side to side of a board goes outward here
            radii, k = np.array((0.0, HUB, EDGE)), np.arange(self.slices)*SECTORS//self.slices
            tones = self.mixed(np.repeat((k % 2)[None, :], len(radii) - 1, axis=0))
        elif pattern in (looks.RINGS, looks.HOLES, looks.LINES):
            radii = np.concatenate(((0.0,), self._grooves(), (MARKED, EDGE)))
            share = np.repeat((np.arange(1, len(radii)) % 2)[:, None].astype(float), self.slices, axis=1)
            share[-1] = 0.0
            tones = self.mixed(share)
            if self.coat.label is not None:
                tones[radii[1:] <= LABEL] = self.coat.label
            # a mark each 15 degrees, as of the parts of a circle
            tones[-1, np.arange(self.slices)*3*DOTS//self.slices % 3 == 0] = self.coat.frame
        else:
            radii = np.concatenate(((0.0,), np.linspace(HUB, EDGE, 14)))
            x, y, _z = np.moveaxis(turned(np.stack((radii, 0.0*radii), axis=1), self.slices), -1, 0)
            tones = self.mixed(_corners(looks.PATTERNS[pattern](x, y, SQUARE)))
        tones[:, np.arange(self.slices)*2*SECTORS//self.slices == 0] = ACCENT
        return radii*rim, tones

    def _grooves(self):
        """Returns the radii (n,) of the borders of rings, in radii of a turntable: broad ones and narrow in turn, or on
        a record narrow ones beyond its label.
        """
        if self.coat.label is not None:
            return np.concatenate(((HUB,), np.linspace(LABEL, MARKED, 2*GROOVES)[:-1]))
        broad = np.linspace(HUB, MARKED, RINGED + 1)
        return np.stack((broad[:-1], broad[1:] - LINE), axis=1).ravel()

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
        tones = np.where(self.dots()[:, None] == 1, self.coat.rim, self.coat.frame)
        add_sheet(mesh, points, np.stack(around), np.repeat(tones[None], 4, axis=0))


def _corners(at):
    """Returns values (n, m) on a grid as those of the corners of its pieces (n - 1, m - 1, 4)."""
    return np.stack((at[:-1, :-1], at[1:, :-1], at[1:, 1:], at[:-1, 1:]), axis=-1)


def _middles(x):
    return 0.5*(x[1:] + x[:-1])
