"""A drawing of closed parts with a colour per face, and its file: binary PLY, the same bits everywhere.

A model is drawn in units of what is touched: |x|, |y|, |z| <= 1 is the box of the touched body, which the program
scales to the size that the mechanics says.
"""

from collections.abc import Callable, Sequence
from math import cos, dist, pi, sin
from struct import pack

LICENCE = "License: GPL-3.0-or-later"
Point = tuple[float, float, float]
Colour = tuple[int, int, int]
Paint = Colour | Callable[[float, float, float], Colour]


class Drawing:
    """Collects closed parts.

    points    (x, y, z);  faces  numbers of three points, counter-clockwise seen from outside
    colours   (red, green, blue) of each face, 0..255
    """

    def __init__(self):
        self.points: list[Point] = []
        self.faces: list[tuple[int, int, int]] = []
        self.colours: list[Colour] = []

    def add(self, points: Sequence[Point], polygons: Sequence[Sequence[int]], paint: Paint):
        """Adds a part; `paint` is a colour, or says that of a polygon by its middle."""
        first = len(self.points)
        self.points += points
        for polygon in polygons:
            corners = [points[k] for k in polygon]
            middle = [sum(values)/len(corners) for values in zip(*corners, strict=True)]
            colour = paint(*middle) if callable(paint) else paint
            for k in range(1, len(polygon) - 1):
                self.faces.append((first + polygon[0], first + polygon[k], first + polygon[k + 1]))
                self.colours.append(colour)

    def revolve(self, profile: Sequence[tuple[float, float]], around: int, paint: Paint, is_ring: bool = False):
        """Adds what a profile of (R, z) sweeps about the z axis.

        profile   from the upper end of the axis, R = 0, outwards and down to the lower one; of a ring without ends,
                  from its top outwards, down, and back inside
        """
        points: list[Point] = []
        rows: list[list[int]] = []
        for R, z in profile:
            first = len(points)
            if R == 0.0:
                points.append((0.0, 0.0, z))
                rows.append([first]*around)
                continue
            points += [(R*cos(2*pi*k/around), R*sin(2*pi*k/around), z) for k in range(around)]
            rows.append(list(range(first, first + around)))
        polygons = []
        for upper, lower in zip(rows, [*rows[1:], rows[0]] if is_ring else rows[1:], strict=is_ring):
            for k in range(around):
                m = (k + 1) % around
                # at the axis two corners are one
                polygons.append(list(dict.fromkeys((upper[k], lower[k], lower[m], upper[m]))))
        self.add(points, [polygon for polygon in polygons if len(polygon) > 2], paint)

    def board(self, outline: Sequence[tuple[float, float]], low: float, high: float, paint: Paint):
        """Adds an upright prism; its outline, anticlockwise, is seen whole from the mean of its corners."""
        n = len(outline)
        x, y = sum(x for x, _y in outline)/n, sum(y for _x, y in outline)/n
        points = [(*at, high) for at in outline] + [(*at, low) for at in outline] + [(x, y, high), (x, y, low)]
        polygons = []
        for k in range(n):
            m = (k + 1) % n
            polygons += [(k, n + k, n + m, m), (2*n, k, m), (2*n + 1, n + m, n + k)]
        self.add(points, polygons, paint)

    def tube(self, path: Sequence[Point], radii: Sequence[float], around: int, paint: Paint):
        """Adds a round bar along a path in a plane y = const, of the given radius at each of its points."""
        points: list[Point] = []
        for k, (x, y, z) in enumerate(path):
            before, after = path[max(k - 1, 0)], path[min(k + 1, len(path) - 1)]
            length = dist(before, after)
            along = [(b - a)/length for a, b in zip(before, after, strict=True)]
            # across it within the plane, and along y
            points += [(x + radii[k]*cos(2*pi*j/around)*along[2], y + radii[k]*sin(2*pi*j/around),
                        z - radii[k]*cos(2*pi*j/around)*along[0]) for j in range(around)]
        last = len(path) - 1
        polygons: list[Sequence[int]] = [(i*around + j, i*around + (j + 1) % around, (i + 1)*around + (j + 1) % around,
                                          (i + 1)*around + j) for i in range(last) for j in range(around)]
        polygons += [list(range(around))[::-1], [last*around + j for j in range(around)]]
        self.add(points, polygons, paint)

    def join(self, other: "Drawing"):
        """Adds all parts of another drawing."""
        first = len(self.points)
        self.points += other.points
        self.faces += [(a + first, b + first, c + first) for a, b, c in other.faces]
        self.colours += other.colours

    def moved(self, rule: Callable[[float, float, float], Point]) -> "Drawing":
        """Returns the drawing with each point where the rule says; the rule does not mirror."""
        other = Drawing()
        other.points, other.faces, other.colours = [rule(*at) for at in self.points], self.faces, self.colours
        return other

    def ply(self, about: str) -> bytes:
        """Returns the file: numbers of 32 bits, little endian; `about` says what it is."""
        header = ("ply", "format binary_little_endian 1.0", f"comment {about}", f"comment {LICENCE}",
                  f"element vertex {len(self.points)}", *(f"property float {axis}" for axis in "xyz"),
                  f"element face {len(self.faces)}", "property list uchar int vertex_indices",
                  *(f"property uchar {colour}" for colour in ("red", "green", "blue")), "end_header\n")
        # six decimals: the last bits of cos and sin are not the same everywhere
        vertices = b"".join(pack("<3f", *(round(x, 6) + 0.0 for x in at)) for at in self.points)
        faces = b"".join(pack("<B3i3B", 3, *face, *colour)
                         for face, colour in zip(self.faces, self.colours, strict=True))
        return "\n".join(header).encode("ascii") + vertices + faces


def ball(radius: float, around: int) -> list[tuple[float, float]]:
    """Returns the profile of a ball, around/2 pieces from pole to pole."""
    n = around//2
    return [(0.0 if k in (0, n) else radius*sin(pi*k/n), radius*cos(pi*k/n)) for k in range(n + 1)]


def circle(x: float, y: float, radius: float, corners: int, turned: float = 0.0) -> list[tuple[float, float]]:
    """Returns the corners of a regular polygon, anticlockwise."""
    return [(x + radius*cos(turned + 2*pi*k/corners), y + radius*sin(turned + 2*pi*k/corners)) for k in range(corners)]


def star(radius: float, inner: float, tips: int, turned: float = 0.0) -> list[tuple[float, float]]:
    """Returns the corners of a star about the axis, anticlockwise."""
    return [((inner if k % 2 else radius)*cos(turned + pi*k/tips), (inner if k % 2 else radius)*sin(turned + pi*k/tips))
            for k in range(2*tips)]
