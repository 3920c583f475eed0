"""A chart of the scene in a corner of a film: what is known of all motions, and where this one is."""

from sandbox.charts.paint import ChartPainter
from sandbox.charts.style import look_of
from sandbox.film.painted.overlay import Style
from sandbox.film.plan import check_chart
from sandbox.film.recipe import Recipe
from sandbox.qt.core import QRectF
from sandbox.qt.gui import QPainter
from sandbox.run.readings.chart_now import NOWHERE, ChartReader
from sandbox.run.simulation import Simulation

HIGH, SHAPE = 0.42, 1.2         # height over that of the picture, width over height
LETTERS = 24                    # height of letters [px of 1080]
BELOW = 0.11                    # of the height is left to the clock
ACROSS = {"top-left": "bottom-right", "top-right": "bottom-left", "bottom-left": "top-right",
          "bottom-right": "top-left"}


class FilmChart:
    """The chart of a film that its recipe names.

    run      whose states are shown, at its start: from here on it keeps what it passes
    corner   where it stands: in that of the recipe, or across from the plots where there are some
    """

    def __init__(self, recipe: Recipe, run: Simulation):
        self._number, self._theme, self._focus, self._run = recipe.chart, recipe.theme, recipe.focus, run
        self._clock = recipe.clock
        self.corner = ACROSS[recipe.corner] if recipe.plots else recipe.corner
        self._anchor, self._now = -1, NOWHERE
        check_chart(recipe, run)
        self._make()

    def _make(self):
        """Takes the chart for the values that hold now; its ranges begin anew."""
        self._anchor, chart = self._run.anchor_count, self._run.charts()[self._number - 1]
        self._reader = ChartReader(chart, self._run, self._focus)
        self._painter = ChartPainter(chart, look_of(self._theme), chart.name)

    @property
    def side(self) -> str:
        """Where texts below have less room: "left", "right", or "" for nowhere."""
        return self.corner.removeprefix("bottom-") if self.corner.startswith("bottom") else ""

    def show(self, snapshot):
        """Takes the state that is shown next."""
        if self._run.anchor_count != self._anchor:
            self._make()
        if self._reader.chart.alongside is not None:
            self._reader.chart.alongside(snapshot.t)
        self._now = self._reader.now(snapshot)

    def paint(self, painter: QPainter, style: Style, room: QRectF):
        """Paints it in its corner of the room."""
        high = HIGH*1080*style.unit
        wide = min(SHAPE*high, room.width())
        x = room.right() - wide if self.corner.endswith("right") else room.left()
        below = BELOW*1080*style.unit if self._clock and self.corner == "top-left" else 0.0
        y = room.bottom() - high if self.corner.startswith("bottom") else room.top() + below
        self._painter.look = look_of(self._theme, LETTERS*style.unit)
        painter.setFont(style.font(LETTERS))
        self._painter.paint(painter, QRectF(x, y, wide, high), self._now)
