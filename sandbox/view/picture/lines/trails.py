"""Trails of bodies besides the one in focus, each in the colour of its body."""

from collections.abc import Mapping, Sequence

from sandbox.view.palette import INK
from sandbox.view.picture.lines.ink import Strokes, Trail
from sandbox.view.picture.lines.trajectory import draw_anew

MOST = 50                # at once
PIECES = 300             # of each
WIDTH = 0.016            # in half widths of the scene


class Trails:
    """The lines outlive the page; a line that one body leaves is taken by the next.

    span   half width of the scene [m]
    """

    def __init__(self, span: float):
        self._span, self._length = span, PIECES
        self._lines: list[Trail] = []
        self._of: dict[int, Trail] = {}          # body -> its line
        self._new: set[str] = set()              # lines whose colour the page does not know

    @property
    def bodies(self) -> tuple[int, ...]:
        return tuple(self._of)

    def choose(self, bodies: Sequence[int], tones: Mapping[int, tuple]):
        """Draws the trails of these bodies, MOST at most, and of no other; `tones` are their colours, 0..1."""
        for body in set(self._of) - set(bodies):
            self._of.pop(body).clear()
        for body in bodies[:MOST]:
            line = self._of.get(body)
            if line is None:
                line = self._of[body] = self._free()
            if line.strokes.set_tone(tones[body]):
                self._new.add(line.strokes.name)
        self.set_length(self._length)

    def set_length(self, length: int):
        """Shows so many pieces of each line."""
        self._length = min(PIECES, length)
        drawn = set(map(id, self._of.values()))
        for line in self._lines:
            line.set_length(self._length if id(line) in drawn else 0)

    def _free(self) -> Trail:
        """A line that no body has."""
        taken = set(map(id, self._of.values()))
        for line in self._lines:
            if id(line) not in taken:
                return line
        strokes = Strokes(f"other{len(self._lines)}", PIECES, WIDTH*self._span, INK, edge=INK, thin=0.65)
        self._lines.append(Trail(strokes, 0.009*self._span))
        self._new.add(strokes.name)
        return self._lines[-1]

    def set_width(self, factor: float):
        """Draws lines `factor` times as broad as usual."""
        for line in self._lines:
            line.strokes.width = factor*WIDTH*self._span

    @property
    def strokes(self) -> list[Strokes]:
        return [line.strokes for line in self._lines]

    def clear(self):
        for line in self._lines:
            line.clear()

    def draw(self, ways: Mapping):
        """Draws the trails of bodies anew along their ways (way.py)."""
        for body, way in ways.items():
            if body in self._of:
                draw_anew(self._of[body], way.contact, way.normal, way.is_aloft)

    def show(self, bodies):
        """Draws on to where the bodies are in a snapshot."""
        for body, line in self._of.items():
            if body >= len(bodies):
                continue
            state = bodies[body]
            if state.mode == "flight":
                line.lift()
            else:
                line.add(state.contact, state.normal)

    # ---- for the page -----------------------------------------------------------------------------------------------

    def changes(self) -> dict:
        """Returns what is new for the page, by names of lines."""
        new, self._new = self._new, set()
        return {one.name: one.all() if one.name in new else one.changes()
                for one in self.strokes if one.name in new or one.has_changes}

    def all(self) -> dict:
        """Returns all lines, for a new page."""
        self._new = set()
        return {one.name: one.all() for one in self.strokes}
