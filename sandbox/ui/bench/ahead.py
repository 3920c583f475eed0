"""What is drawn ahead on the bench: while it waits, where each body is going to be in the next seconds."""

import numpy as np

from sandbox.qt.core import QObject
from sandbox.run.ahead import SECONDS, Ahead
from sandbox.ui.hand.sketch import Dot, Stroke
from sandbox.ui.playback.workbench import Workbench

EACH_FRAME = 0.004       # [s] of computing in a frame: the window goes on meanwhile
LINES_EVERY = 8          # frames
MOST_POINTS = 4000       # of all lines together
STILL = 1e-3             # [m] a way that is shorter is none
TONES = "AMBER", "BLUE", "GREEN", "ROSE", "RED"
WIDTH, CHOSEN, MARK = 1.2, 2.2, 4.0      # [px]


class DrawnAhead(QObject):
    """The ways of all bodies of the bench from the present instant on; anything that is done begins them anew.

    is_on    whether they are drawn;  seconds  how far ahead [s];  found  what is drawn, or None
    """

    def __init__(self, workbench: Workbench, player, parent=None):
        super().__init__(parent)
        self.is_on, self.seconds, self.found = True, SECONDS, None
        self._workbench, self._player = workbench, player
        self._of: tuple = ()            # what the ways belong to
        self._lines: tuple[int, list[tuple[int, np.ndarray]], np.ndarray] = (0, [], np.zeros((0, 3)))
        self._frames = 0                # spent on them
        player.framed.connect(self._go_on)

    def switch(self, on: bool):
        """Draws them, or does not."""
        self.is_on = on
        self._go_on()

    def set_seconds(self, seconds: float):
        """Draws them so far ahead [s]."""
        self.seconds, self._of = seconds, ()
        self._go_on()

    def _go_on(self):
        """A frame: looks a little further."""
        run = self._player.simulation
        shows = self.is_on and run is not None and self._workbench.is_on and not (
            self._player.is_playing or self._player.is_preparing)
        if not shows:
            self.found, self._of = None, ()
            return
        of = run, run.step, run.edits, len(run.commands), run.commands[-1] if run.commands else None
        if len(of) != len(self._of) or of[0] is not self._of[0] or of[1:] != self._of[1:]:
            self.found, self._of = Ahead(run, self.seconds), of
            self._frames = 0
        elif self.found is not None and not self.found.is_done:
            self.found.go_on(EACH_FRAME)
            self._frames += 1
            # of many bodies the lines take longer than a piece of their ways
            if self._frames % LINES_EVERY and not self.found.is_done:
                return
        else:
            return
        self._lines = self._lines_of(self.found)

    @staticmethod
    def _lines_of(found: Ahead) -> tuple[int, list[tuple[int, np.ndarray]], np.ndarray]:
        """The ways that are any, of as many points as can be drawn at once, and where bodies meet."""
        ways = found.ways
        moves = np.flatnonzero(np.ptp(ways, axis=1).max(axis=1, initial=0.0) > STILL)
        every = max(1, -(-len(moves)*ways.shape[1]//MOST_POINTS))
        return ways.shape[1], [(int(i), ways[i, ::every]) for i in moves], found.meetings

    def sketch(self, reach) -> list:
        """Returns the lines as they are drawn."""
        if self.found is None or reach.eye is None:
            return []
        _count, lines, meetings = self._lines
        chosen = self._player.focus.body
        items: list = []
        for body, way in lines:
            points = reach.eye.project(way)
            points = points[np.isfinite(points).all(axis=1)]
            if len(points) > 1:
                items.append(Stroke(points, TONES[body % len(TONES)], CHOSEN if body == chosen else WIDTH))
        marks = reach.eye.project(meetings)
        return items + [Dot(place, "ROSE", MARK, is_hollow=True) for place in marks[np.isfinite(marks).all(axis=1)]]
