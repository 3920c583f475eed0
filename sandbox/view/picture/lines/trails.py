"""Trails of bodies besides the one in focus, each in the colour of its body; the page draws them all at once."""

from collections.abc import Mapping, Sequence

from sandbox.systems.bodies_seen import column_of, is_aloft
from sandbox.view.palette import INK
from sandbox.view.picture.lines.ink import Bundle, Trail
from sandbox.view.picture.lines.trajectory import draw_anew

MOST = 50                # at once
PIECES = 300             # of each
WIDTH = 0.016            # in half widths of the scene


class Trails:
    """The lines outlive the page; a line that one body leaves is taken by the next.

    span   half width of the scene [m]
    """

    def __init__(self, span: float):
        self._span = span
        self.bundle = Bundle("others", MOST, PIECES, WIDTH*span, edge=INK, thin=0.65)
        self._free = [Trail(part, 0.009*span) for part in reversed(self.bundle.parts)]
        self._of: dict[int, Trail] = {}          # body -> its line
        self._is_known = False                   # by the page, which need not know of lines that nobody wants
        self.set_length(PIECES)

    @property
    def bodies(self) -> tuple[int, ...]:
        return tuple(self._of)

    def choose(self, bodies: Sequence[int], tones: Mapping[int, tuple]):
        """Draws the trails of these bodies, MOST at most, and of no other; `tones` are their colours, 0..1."""
        chosen = bodies[:MOST]
        for body in set(self._of) - set(chosen):
            line = self._of.pop(body)
            line.clear()
            self._free.append(line)
        for body in chosen:
            if body not in self._of:
                self._of[body] = self._free.pop()
            self._of[body].strokes.set_tone(tones[body])

    def set_length(self, length: int):
        """Shows so many pieces of each line."""
        self.bundle.length = float(min(PIECES, length))

    def set_width(self, factor: float):
        """Draws lines `factor` times as broad as usual."""
        self.bundle.width = factor*WIDTH*self._span

    def clear(self):
        for line in self._of.values():
            line.clear()

    def draw(self, ways: Mapping):
        """Draws the trails of bodies anew along their ways (way.py)."""
        for body, way in ways.items():
            if body in self._of:
                draw_anew(self._of[body], way.contact, way.normal, way.is_aloft)

    def show(self, bodies):
        """Draws on to where the bodies are in a snapshot."""
        if not self._of:
            return
        contacts, normals = column_of(bodies, "contact"), column_of(bodies, "normal")
        for body, line in self._of.items():
            if body >= len(bodies):
                continue
            if is_aloft(bodies, body):
                line.lift()
            else:
                line.add(contacts[body], normals[body])

    # ---- for the page -----------------------------------------------------------------------------------------------

    def changes(self) -> dict:
        """Returns what is new for the page, by the name of the lines."""
        if not self._is_known:
            return self.all()
        return {self.bundle.name: self.bundle.changes()} if self.bundle.has_changes else {}

    def all(self) -> dict:
        """Returns all lines, for a new page."""
        self._is_known = bool(self._of) or self._is_known
        return {self.bundle.name: self.bundle.all()} if self._is_known else {}
