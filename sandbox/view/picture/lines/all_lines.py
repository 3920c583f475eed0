"""All lines of a scene's picture: trail, chalk, ghosts, futures that were left, pins, tools, arms."""

from sandbox.view.palette import CHALK, CHALK_EDGE, GHOST, GHOST_EDGE, INK, STEEL, TOOL, TRAILS
from sandbox.view.picture.lines.arms import MOST as ARMS
from sandbox.view.picture.lines.arms import Arms
from sandbox.view.picture.lines.ink import Dashes, Strokes, Trail
from sandbox.view.picture.lines.left_futures import new_lines
from sandbox.view.picture.lines.marks import mark_strokes
from sandbox.view.picture.lines.pins import PinPaths
from sandbox.view.picture.lines.tools import MOST as TOOLS
from sandbox.view.picture.lines.tools import PIECES
from sandbox.view.picture.lines.trails import Trails

LENGTHS = {"off": 0, "short": 150, "long": 600}             # pieces of the trail
CHALK_LENGTHS = {"off": 0, "short": 200, "long": 1000}      # of the chalk line, longer as the support moves below it
BOLD = 1.8             # width of lines for a projector
ALWAYS = 4             # lines of which every frame tells the page; the others rest for long


class Ink:
    """All lines of a scene; they outlive the page that shows them.

    size        half width of the scene [m]
    broad       the same, as far as the width of lines goes by it: they are not as broad as a small body
    is_uneven   the support looks another one when it has turned: the trail is fixed to it, or it would float beside it
    knows_way   trail and chalk line are drawn along ways; what is shown only shows how far they have come
    """

    def __init__(self, size: float, is_uneven: bool = False, broad: float | None = None):
        broad = size if broad is None else broad
        self.is_uneven, self.knows_way = is_uneven, False
        strokes = (Strokes("chalk", CHALK_LENGTHS["long"], 0.024*broad, CHALK, "support", CHALK_EDGE),
                   Strokes("trail", LENGTHS["long"], 0.022*broad, TRAILS[0], "support" if is_uneven else "laboratory",
                           thin=0.65),
                   Strokes("band", 320, 0.012*size, GHOST, "axis", GHOST_EDGE),
                   Strokes("ghost", 480, 0.014*broad, GHOST, edge=GHOST_EDGE))
        self.left, self.pins, self.others = new_lines(size), PinPaths(size), Trails(broad)
        self.tools = Strokes("tools", TOOLS*PIECES, 0.011*size, TOOL, edge=INK)
        self.marks = mark_strokes(size)
        self.arms = Arms(Strokes("arms", ARMS, 0.08*broad, STEEL, edge=INK))
        self._strokes = (*strokes, *(line.strokes for line in self.left), *self.pins.strokes, self.tools,
                         self.marks, self.arms.strokes)
        self._body = 0
        self._widths = [s.width for s in self._strokes]
        self.chalk, self.trail = (Trail(s, 0.009*size) for s in strokes[:2])
        self.band, self.ghost = (Dashes(s, 0.02*size) for s in strokes[2:4])

    def belong_to(self, body: int):
        """Trail and chalk line are those of a body from now on."""
        if body != self._body:
            self._body = body
            self.trail.clear()
            self.chalk.clear()

    def set_trail_tone(self, tone):
        """Draws the trail in a tone, that for dark supports with dark edges."""
        self.trail.strokes.set_tone(tone)
        self.trail.strokes.set_edge(INK if tone == TRAILS[-1] else tone)

    def set_bold(self, on: bool):
        """Wider lines, for a projector."""
        for strokes, width in zip(self._strokes, self._widths, strict=True):
            strokes.width = width*(BOLD if on else 1.0)
        self.others.set_width(BOLD if on else 1.0)

    def changes(self) -> dict:
        return {**{s.name: s.changes() for k, s in enumerate(self._strokes) if k < ALWAYS or s.has_changes},
                **self.others.changes()}

    def all(self) -> dict:
        return {**{s.name: s.all() for s in self._strokes}, **self.others.all()}
