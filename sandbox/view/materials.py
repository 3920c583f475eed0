"""How materials look: tones, pattern and grain of supports, tones of bodies. The names are those of scene/materials.py.

Nothing is a picture from elsewhere: patterns are computed from the place, and drawn by the corners of a mesh, so that
they are the same with a graphics card and without, in films and in files.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from sandbox.view.page.fine import BRUSHED, FELT, PLAIN, WOOD
from sandbox.view.palette import ACCENT, BALL, BALL_CAP, BALL_LIGHT, RIM, RIM_DARK, TRAILS, contrast, rgb

STANDS_OUT = 3.3         # contrast of the trail with its background at least, before light and shade

# how a pattern lies on a support: squares, planks along x, evenly with clouds, veins, rings about its middle, bands
# across x, a grid of holes, and of lines as on paper
CHESS, PLANKS, CLOUDS, VEINS, RINGS, BANDS, HOLES, LINES = range(8)


@dataclass(frozen=True)
class Coat:
    """The look of a material.

    light, dark   tones of a support, None: those of the theme;  pattern  one of the above
    grain         of a support where a graphics card is there (page/fine.py), None: by its shape
    rim, frame    tones of its rim, and of what is darker below it
    label  tone of what is stuck on the middle of a record, or None
    tone, pale    tones of a body by octants or stripes;  cap  of a ball's pole;  gloss  of a body, 0..1
    """

    light: tuple | None = None
    dark: tuple | None = None
    pattern: int = CHESS
    grain: int | None = None
    rim: tuple = RIM
    frame: tuple = RIM_DARK
    label: tuple | None = None
    tone: tuple = BALL
    pale: tuple = BALL_LIGHT
    cap: tuple = BALL_CAP
    gloss: float = 0.5

    @property
    def trail(self) -> tuple:
        """The tone of the trail that stands out from all of its tones."""
        tones = [tone for tone in (self.light, self.dark, self.label) if tone is not None]
        clear = {ink: min((contrast(tone, ink) for tone in tones), default=STANDS_OUT)
                 for ink in TRAILS}
        return next((ink for ink, least in clear.items() if least >= STANDS_OUT), max(clear, key=clear.get))


LACQUER = Coat()
OAK_RIM, OAK_FRAME = rgb("#8a5a2b"), rgb("#5f3b1a")
BLACK, SNOW = rgb("#17191c"), rgb("#f7fbff")

COATS = {
    "steel": Coat(rgb("#d9dfe5"), rgb("#b4bdc8"), RINGS, BRUSHED, rgb("#7d8894"), rgb("#4b5560"),
                  tone=rgb("#8f9ba8"), pale=rgb("#e3e8ee"), cap=rgb("#3f4a57"), gloss=0.9),
    "brass": Coat(rgb("#f1dfae"), rgb("#dcc58c"), RINGS, BRUSHED, rgb("#8f7332"), rgb("#665122"),
                  tone=rgb("#b8892b"), pale=rgb("#f0d48a"), cap=rgb("#7a5a18"), gloss=0.9),
    "copper": Coat(rgb("#eec3a4"), rgb("#dba17b"), RINGS, BRUSHED, rgb("#8c4f2e"), rgb("#5f331c"),
                   tone=rgb("#b4653a"), pale=rgb("#f0c9ae"), cap=rgb("#6d3a1e"), gloss=0.9),
    "aluminium": Coat(rgb("#3d434b"), rgb("#121417"), HOLES, BRUSHED, rgb("#9aa5b1"), rgb("#5a636d"),
                      tone=rgb("#8e99a5"), pale=rgb("#dfe5ea"), cap=rgb("#30363d"), gloss=0.7),
    "enamel": Coat(rgb("#fbf6ec"), rgb("#f09a8b"), BANDS, PLAIN, rgb("#b5342a"), rgb("#7d221b"),
                   tone=rgb("#c93c30"), pale=rgb("#fbf6ec"), cap=rgb("#7d221b"), gloss=0.8),
    "tin": Coat(rgb("#dfe3e6"), rgb("#c8ced3"), CLOUDS, BRUSHED, tone=rgb("#c8321f"), pale=rgb("#f6d552"),
                cap=rgb("#1f4fa3"), gloss=0.7),
    "wood": Coat(rgb("#e0bf8d"), rgb("#c99f66"), PLANKS, WOOD, rgb("#9a6b38"), rgb("#6d4822"),
                 tone=rgb("#a8703a"), pale=rgb("#e8c793"), cap=rgb("#6d4822"), gloss=0.3),
    "oak": Coat(rgb("#c08a4e"), rgb("#a87239"), PLANKS, WOOD, OAK_RIM, OAK_FRAME,
                tone=rgb("#8a5a2b"), pale=rgb("#cf9c60"), cap=OAK_FRAME, gloss=0.3),
    "felt": Coat(rgb("#2f8552"), rgb("#277346"), CLOUDS, FELT, OAK_RIM, OAK_FRAME,
                 tone=rgb("#2f8552"), pale=rgb("#8cc7a3"), cap=OAK_FRAME, gloss=0.0),
    "ice": Coat(rgb("#eef6fb"), rgb("#cfe3ef"), CLOUDS, PLAIN, SNOW, rgb("#a9c4d6"),
                tone=rgb("#8fc4e0"), pale=rgb("#f4fbff"), cap=rgb("#5c9cc0"), gloss=0.9),
    "slate": Coat(rgb("#b9c0c6"), rgb("#a3abb3"), VEINS, PLAIN, rgb("#5a636c"), rgb("#3c434a"),
                  tone=rgb("#5d6873"), pale=rgb("#b9c0c6"), cap=rgb("#3c434a"), gloss=0.2),
    "stone": Coat(rgb("#cfc8bd"), rgb("#b3a998"), VEINS, PLAIN, rgb("#7b7264"), rgb("#554e43"),
                  tone=rgb("#4f7a5f"), pale=rgb("#cfd9c6"), cap=rgb("#2e4a3a"), gloss=0.8),
    "marble": Coat(rgb("#f3f1ec"), rgb("#bfc0c4"), VEINS, PLAIN, rgb("#8c8d92"), rgb("#626369"),
                   tone=rgb("#7a8aa0"), pale=rgb("#f6f4ef"), cap=rgb("#4d5a6c"), gloss=0.8),
    "glass": Coat(rgb("#e3f3f1"), rgb("#c6e2df"), CLOUDS, PLAIN, rgb("#6fa7a2"), rgb("#44716d"),
                  tone=rgb("#2aa198"), pale=rgb("#d9f5f2"), cap=rgb("#f2a65a"), gloss=1.0),
    "resin": Coat(rgb("#f2e9d5"), rgb("#e2d4b5"), CLOUDS, PLAIN, tone=rgb("#b3202c"), pale=rgb("#f7f1e1"),
                  cap=rgb("#b3202c"), gloss=0.9),
    "rubber": Coat(rgb("#d98b6f"), rgb("#c97458"), CLOUDS, PLAIN, tone=rgb("#d6402b"), pale=rgb("#f3c8b6"),
                   cap=rgb("#7f1f14"), gloss=0.15),
    "vinyl": Coat(rgb("#33363b"), rgb("#24262a"), RINGS, BRUSHED, rgb("#6b7683"), BLACK, rgb("#c8452e"),
                  tone=BLACK, pale=rgb("#6b7683"), cap=ACCENT, gloss=0.6),
    "porcelain": Coat(rgb("#f6f8fb"), rgb("#c9d8ec"), CHESS, PLAIN, rgb("#3f68a8"), rgb("#2b4a7a"),
                      tone=rgb("#3f68a8"), pale=rgb("#f6f8fb"), cap=rgb("#2b4a7a"), gloss=0.9),
    "paper": Coat(rgb("#fbfaf4"), rgb("#9cc3e6"), LINES, PLAIN, rgb("#b08a5a"), rgb("#7a5c38"),
                  tone=rgb("#6f9fcb"), pale=rgb("#fbfaf4"), cap=rgb("#3f6f9b"), gloss=0.1),
    "turf": Coat(rgb("#a9cb74"), rgb("#8bb356"), CLOUDS, FELT, rgb("#5f7f38"), rgb("#3f5626"),
                 tone=rgb("#6f9a3e"), pale=rgb("#d6e8b4"), cap=rgb("#3f5626"), gloss=0.0),
}


def coat_of(thing) -> Coat:
    """Returns the look of what a body or a support is of; the laboratory's lacquer where nothing is said."""
    return COATS.get(getattr(thing, "material", None) or "", LACQUER)


# ---- patterns of a flat support: share of the dark tone at places (x, y) [m], 0..1 -----------------------------------

def chance(*numbers) -> np.ndarray:
    """Returns evenly spread numbers 0..1 that whole numbers decide, the same everywhere and always."""
    mixed = np.zeros(np.broadcast(*numbers).shape, dtype=np.uint64)
    for number, factor in zip(numbers, (0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F), strict=False):
        mixed ^= np.asarray(number).astype(np.int64).astype(np.uint64)*np.uint64(factor)
        mixed ^= mixed >> np.uint64(29)
        mixed *= np.uint64(0xBF58476D1CE4E5B9)
        mixed ^= mixed >> np.uint64(32)
    return (mixed >> np.uint64(11)).astype(float)/2.0**53


def noise(x, y) -> np.ndarray:
    """Returns smooth noise 0..1 with hills about 1 apart."""
    i, j = np.floor(x), np.floor(y)
    u, v = x - i, y - j
    u, v = u*u*(3.0 - 2.0*u), v*v*(3.0 - 2.0*v)
    low = chance(i, j)*(1.0 - u) + chance(i + 1, j)*u
    high = chance(i, j + 1)*(1.0 - u) + chance(i + 1, j + 1)*u
    return low*(1.0 - v) + high*v


def _chess(x, y, square):
    return (np.floor(x/square) + np.floor(y/square)) % 2


def _planks(x, y, square):
    row = np.floor(y/square)
    return chance(row, np.floor(x/(6.0*square) + 0.37*row))


def _clouds(x, y, square):
    return 0.6*noise(x/square, y/square) + 0.4*noise(2.7*x/square + 5.0, 2.7*y/square)


def _veins(x, y, square):
    bend = 1.6*noise(0.5*x/square, 0.5*y/square) + 0.4*noise(1.3*x/square, 1.3*y/square + 9.0)
    fine = (1.0 - np.abs(np.sin(0.8*x/square + 0.5*y/square + 2.6*bend)))**4
    return 0.75*fine + 0.25*noise(1.3*x/square + 3.0, 1.3*y/square)


def _rings(x, y, square):
    return np.floor(3.0*np.hypot(x, y)/square) % 2


def _bands(x, y, square):
    return np.floor(x/square + 0.0*y) % 2


def _near_line(x, pattern, square):
    """Whether places are within half a width of a line of a grid."""
    return np.abs(x/square - np.round(x/square)) < WIDE[pattern]*(1.0 + 1e-9)


def _holes(x, y, square):
    return 1.0*(_near_line(x, HOLES, square) & _near_line(y, HOLES, square))


def _lines(x, y, square):
    return 1.0*(_near_line(x, LINES, square) | _near_line(y, LINES, square))


PATTERNS: dict[int, Callable] = {CHESS: _chess, PLANKS: _planks, CLOUDS: _clouds, VEINS: _veins, RINGS: _rings,
                                 BANDS: _bands, HOLES: _holes, LINES: _lines}
SMOOTH = (CLOUDS, VEINS)                       # told at corners, the others at middles
# pieces of a square of a board along x and y, and squares of a pattern per square of the board
PIECES = {CHESS: (1, 1), PLANKS: (1, 3), CLOUDS: (1, 1), VEINS: (6, 6), RINGS: (6, 6), BANDS: (1, 1), HOLES: (2, 2),
          LINES: (5, 5)}
WIDE = {HOLES: 0.13, LINES: 0.04}             # half a hole or a line of a grid, in its squares
