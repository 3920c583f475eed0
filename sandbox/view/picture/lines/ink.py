"""Lines that lie on the support: trail, chalk line, the dashed ghost of the theory and dashed rings.

A line is a row of short flat ribbons, numbered as they are drawn. The page keeps them in buffers of its own, fades
and thins them by their age and moves lines on the support with it, so that a frame carries the newest piece only.
"""

from math import acos

import numpy as np

from sandbox.view.picture.mesh import packed

FRAMES = {"laboratory": 0, "support": 1, "axis": 2}     # axis: the support without its rotation about its axis
FINE = 0.12                                             # [rad] largest angle between pieces of a bent line
BEND = 0.3                                              # [rad] largest angle between pieces of a dash
SHORTEST = 16                                           # dashes are at most 1/SHORTEST of the curve's extent
NUMBERS = 14                                            # per piece: p, side, q, side (3 each), its number at p and q
THREAD = 2.0                                            # length of a "side" that is a direction: see Strokes
UNFINISHED = 0.99                                       # largest share of a piece that is drawn anew
MANY = 40                                               # changed pieces that are sent as bytes, not as text


class Strokes:
    """The pieces of one line, as the page keeps them: ribbons, or threads.

    A thread is half as wide and always shows its broad side: it does not lie on anything. Its "sides" are THREAD times
    its direction.

    name     of the line;  frame  one of FRAMES;  colour, edge  of its middle and its rim
    count    largest number of pieces;  width  [m];  thin  how much thinner the old end is, 0..1
    dash     (period in pieces, part of it that is drawn), None for a line that is not dashed
    """

    def __init__(self, name: str, count: int, width: float, colour, frame="laboratory", edge=None, thin=0.0,
                 dash=None):
        self.name, self.count, self.width = name, count, float(width)
        self._spec = {"name": name, "count": count, "frame": FRAMES[frame], "tone": list(colour),
                      "edge": list(edge or colour), "thin": thin, "dash": list(dash or (1.0, 2.0))}
        self._pieces = np.zeros((count, NUMBERS))
        self._changed = set()
        self._told = (0.0, 0.0)        # width and length by the page
        self.head = 0.0                # number of the newest end
        self.length = float(count)     # pieces until a piece is gone; 0 hides the line

    def set_tone(self, colour) -> bool:
        """Gives the line a colour; returns whether it is another one, which only `all` tells the page."""
        is_new = self._spec["tone"] != list(colour)
        self._spec["tone"] = list(colour)
        return is_new

    def set_edge(self, colour):
        """Gives the line a rim of another colour, told by `all`."""
        self._spec["edge"] = list(colour)

    def put(self, index: int, p, side_p, q, side_q, first: float, last: float):
        """Sets a piece from p to q (3,) [m] with the unit vectors across it at both and the numbers of its ends."""
        row = self._pieces[index]
        row[0:3], row[3:6], row[6:9], row[9:12] = p, side_p, q, side_q
        row[12], row[13] = first, last
        self._changed.add(index)

    def replace(self, pieces, first: int = 0):
        """Shows these pieces (n, NUMBERS) from `first` on; what is there has to be hidden."""
        last = first + len(pieces)
        self._pieces[first:last] = pieces
        self._changed.update(range(first, last))

    def hide(self, first: int = 0, last: int | None = None):
        """Shrinks the pieces first..last to nothing."""
        used = np.flatnonzero(self._pieces[first:last].any(axis=1)) + first
        self._pieces[used] = 0.0
        self._changed.update(used.tolist())

    @property
    def has_changes(self) -> bool:
        """Whether there is anything new for the page."""
        return (bool(self._changed) and self.length != 0.0) or (self.width, self.length) != self._told

    def changes(self) -> dict:
        """Returns the changes since the last call, for the page; those of a line that is hidden wait."""
        pen, self._told = [self.head, self.length, self.width], (self.width, self.length)
        if self.length == 0.0:
            return {"pen": pen, "pieces": []}
        changed = sorted(self._changed)
        self._changed.clear()
        if len(changed) > MANY:
            return {"pen": pen, "pieces": [], "places": changed, "rows": packed(self._pieces[changed])}
        rows = np.round(self._pieces[changed], 7).tolist()
        return {"pen": pen, "pieces": [[k, *row] for k, row in zip(changed, rows, strict=True)]}

    def all(self) -> dict:
        """Returns the whole line, for a new page."""
        self._changed.update(np.flatnonzero(self._is_used).tolist())
        return {**self._spec, **self.changes()}

    @property
    def _is_used(self) -> np.ndarray:
        return self._pieces.any(axis=1)


class Bundle(Strokes):
    """Lines of one kind that the page draws all at once, each in a colour of its own and with an end of its own.

    heads   (lines,) number of the newest end of each;  tones  (lines, 3) their colours 0..1
    """

    def __init__(self, name: str, lines: int, count: int, width: float, **more):
        super().__init__(name, lines*count, width, (0.0, 0.0, 0.0), **more)
        self._spec |= {"lines": lines, "each": count}
        self.heads, self.tones = np.zeros(lines), np.zeros((lines, 3))
        self._told_tones = self.tones.copy()
        self.parts = [Part(self, k, count) for k in range(lines)]

    @property
    def has_changes(self) -> bool:
        return super().has_changes or not np.array_equal(self.tones, self._told_tones)

    def changes(self) -> dict:
        self._told_tones = self.tones.copy()
        return {**super().changes(), "ends": packed(np.column_stack((self.tones, self.heads)))}


class Part:
    """One of the lines of a bundle, with what a Trail asks of its Strokes."""

    def __init__(self, bundle: Bundle, number: int, count: int):
        self._bundle, self._number, self.count = bundle, number, count
        self._first = number*count

    @property
    def head(self) -> float:
        return float(self._bundle.heads[self._number])

    @head.setter
    def head(self, head: float):
        self._bundle.heads[self._number] = head

    def set_tone(self, colour):
        """Gives the line a colour (3,) 0..1."""
        self._bundle.tones[self._number] = colour

    def put(self, index: int, *piece):
        """Sets a piece, see Strokes.put."""
        self._bundle.put(self._first + index, *piece)

    def replace(self, pieces):
        """Shows these pieces (n, NUMBERS), n <= count; what is there has to be hidden."""
        self._bundle.replace(pieces, self._first)

    def hide(self):
        """Shrinks all pieces to nothing."""
        self._bundle.hide(self._first, self._first + self.count)


class Trail:
    """A ribbon of the last contact points in a ring buffer, fading with age.

    step    shortest finished piece [m]
    """

    def __init__(self, strokes: Strokes, step: float):
        self.strokes, self.step = strokes, step
        self._head = None                        # index of the unfinished piece
        self._point = self._side = None          # end of the last finished piece, and its side
        self._way = None                         # unit direction of that piece
        self._count = 0                          # pieces begun
        self._was_aloft = False                  # whether it was in the air at its end

    def set_length(self, pieces: int):
        self.strokes.length = float(min(pieces, self.strokes.count))

    def clear(self):
        self.strokes.hide()
        self.lift()
        self._count = 0
        self.strokes.head = 0.0

    def lift(self):
        """Ends the line where it is: the next point starts a new one."""
        self._point = self._side = self._head = self._way = None

    def take(self, pieces, ends: bool, is_aloft: bool = False):
        """Takes pieces (n, NUMBERS) for all of the line, the newest last.

        ends   the next point begins a new line;  is_aloft  its last point is in flight
        """
        self.clear()
        pieces = pieces[-self.strokes.count:].copy()
        # a piece stands at the place that its number says
        pieces[:, 12:14] -= pieces[:1, 12:13]
        self.strokes.replace(pieces)
        self._count = len(pieces)
        self.strokes.head = float(self._count)
        if len(pieces) and not ends:
            self._point, self._was_aloft = pieces[-1, 6:9].copy(), is_aloft
            side = pieces[-1, 9:12].copy()
            self._side = None if side @ side > 1.5 else side
            along = self._point - pieces[-1, 0:3]
            self._way = along/np.sqrt(along @ along)

    def add(self, point, normal, is_aloft: bool = False):
        """Draws on to a point (3,) on the support [m], `normal` (3,) the unit normal there; or to one in the air."""
        point = np.asarray(point, dtype=float)
        if self._point is None:
            self._point, self._was_aloft = point, is_aloft
            return
        d = point - self._point
        distance = float(np.sqrt(d @ d))
        if distance < 0.1*self.step and is_aloft == self._was_aloft:
            return
        if distance == 0.0:
            self._was_aloft = is_aloft
            return
        chord = d/distance
        straight = 1.0 if self._way is None else float(chord @ self._way)
        ends = distance >= self.step or is_aloft != self._was_aloft
        normal = None if is_aloft or self._was_aloft else normal
        if distance >= self.step and 0.3 < straight < 0.998:
            self._bend(d, chord, straight, normal)
        else:
            self._draw(point, normal, chord, 1.0 if ends else distance/self.step)
        if ends:
            self._way, self._was_aloft = chord, is_aloft

    def reach(self, point, normal, is_aloft: bool = False):
        """Draws to where the body is shown, until the next point is known."""
        if self._point is None:
            return
        d = np.asarray(point, dtype=float) - self._point
        distance = float(np.sqrt(d @ d))
        if distance > 1e-3*self.step:
            is_thread = is_aloft or self._was_aloft
            self._draw(self._point + d, None if is_thread else normal, d/distance,
                       min(UNFINISHED, distance/self.step))

    def _bend(self, d, chord, straight: float, normal):
        """Draws to the point at d (3,) [m] by an arc of short pieces: few points per second still give round paths."""
        start = self._point
        leave = self._way + chord
        leave *= np.sqrt((d @ d)/(leave @ leave))
        arrive = 2*(leave @ chord)*chord - leave
        pieces = 1 + int(acos(straight)/FINE)
        for k in range(1, pieces + 1):
            s = k/pieces
            at = start + s*s*(3 - 2*s)*d + s*(1 - s)*((1 - s)*leave - s*arrive)
            along = at - self._point
            self._draw(at, normal, along/np.sqrt(along @ along), 1.0)

    def _draw(self, point, normal, along, share: float):
        """Draws the piece to a point, in the unit direction `along`; a piece with share 1 is finished.

        normal   of the support, None for a thread
        """
        n, d = normal, along
        if n is None:
            side = THREAD*d
        else:
            side = np.array((n[1]*d[2] - n[2]*d[1], n[2]*d[0] - n[0]*d[2], n[0]*d[1] - n[1]*d[0]))
        if self._head is None:
            self._head = self._count % self.strokes.count
            self._count += 1
        start = side if self._side is None or n is None else self._side
        grown = self._count - 1 + share
        self.strokes.put(self._head, self._point, start, point, side, self._count - 1, grown)
        self.strokes.head = grown
        if share >= 1.0:
            self._point, self._side, self._head = point, None if n is None else side, None


class Dashes:
    """Dashed curves.

    dash    length of a dash [m]
    """

    def __init__(self, strokes: Strokes, dash: float):
        self.strokes = strokes
        self._dash = dash

    def show(self, curves, fades: bool = False):
        """Draws curves [(points (n, 3), normals (n, 3)), ...] instead of the last ones; one point is no curve.

        fades   towards their ends, as what goes on for ever
        """
        self.strokes.hide()
        curves = [(np.asarray(points), np.asarray(normals)) for points, normals in curves if len(points) > 1]
        lengths = [np.append(0.0, np.cumsum(np.linalg.norm(np.diff(points, axis=0), axis=1))) for points, _n in curves]
        whole = sum(length[-1] for length in lengths)
        # small curves have short dashes; a dash that bends takes several pieces, so half of them are kept for that
        extent = max((float(np.ptp(points, axis=0).max()) for points, _n in curves), default=0.0)
        dash = min(self._dash, extent/SHORTEST)
        period = max(2*dash, whole/max(1, self.strokes.count//2 - len(curves)), 1e-12)
        dashes = [(curve, length, k*period) for curve, length in zip(curves, lengths, strict=True)
                  for k in range(int(length[-1]/period))]
        index = 0
        for k, ((points, normals), length, start) in enumerate(dashes):
            most = (self.strokes.count - index)//(len(dashes) - k)
            age = self.strokes.length*start/max(length[-1], 1e-300) if fades else 0.0
            index = self._dash_along(index, points, normals, length, (start, start + 0.55*period), most, age)

    def _dash_along(self, index: int, points, normals, length, ends, most: int, age: float) -> int:
        """Draws a dash between two lengths along a curve in at most `most` pieces; returns the index after them."""
        first, last = np.searchsorted(length, ends)
        ways = np.diff(points[max(0, first - 1):last + 1], axis=0)
        ways = ways/np.maximum(np.linalg.norm(ways, axis=1, keepdims=True), 1e-300)
        bend = float(np.arccos(np.clip((ways[1:]*ways[:-1]).sum(axis=1), -1.0, 1.0)).sum())
        s = np.linspace(*ends, 1 + min(most, 1 + int(bend/BEND)))
        at = np.stack([np.interp(s, length, x) for x in points.T], axis=1)
        normal = np.array([np.interp(ends[0], length, x) for x in normals.T])
        along = np.diff(at, axis=0)
        along = np.vstack((along[:1], along[1:] + along[:-1], along[-1:]))
        side = np.cross(normal, along)
        size = np.linalg.norm(side, axis=1)
        for p, q in zip(range(len(s) - 1), range(1, len(s)), strict=True):
            if size[p] > 1e-12 and size[q] > 1e-12:
                self.strokes.put(index, at[p], side[p]/size[p], at[q], side[q]/size[q], -age, -age)
                index += 1
        return index
