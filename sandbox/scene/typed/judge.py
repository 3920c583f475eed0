"""Whether a ball can roll on a typed surface everywhere: smooth, not too steep, and nowhere narrower than the ball.

With W = sqrt(1 + f_x^2 + f_y^2) the principal curvatures kappa of z = f(x, y), positive where it bends towards a body
above it, are the eigenvalues of Hess f/W against the metric 1 + grad f grad f^T. Two symmetric matrices are asked to be
positive definite:

    W (1 + grad f grad f^T) - a Hess f      every kappa < 1/a: a ball of radius a touches one point only
    W (1 + grad f grad f^T) + e Hess f      every kappa > -1/e: no corner or edge sharper than the radius e

The first is enough for the whole surface, not only nearby: with it every critical point of the height of the surface
over the lower half of the ball is a strict maximum, so that there is one.

Both are shown for all points at once with intervals over boxes that are halved until they do (intervals.py). What no
halving settles is followed to its worst place, where the surface itself is looked at. Where even that tells nothing the
verdict says so by its `proven` share of the area.
"""

from dataclasses import dataclass

import numpy as np

from sandbox.errors import BadValue
from sandbox.mechanics import graph_rules as codes
from sandbox.scene.typed.curvature import SurfaceShape, bounds_in
from sandbox.scene.typed.domain import Cells, Domain
from sandbox.scene.typed.intervals import Boxes, Interval
from sandbox.scene.typed.jets import Points, jets_of
from sandbox.scene.typed.program import Program
from sandbox.scene.typed.scanner import FormulaError
from sandbox.text import _

STEEPEST = 50.0          # slope, 88.9 degrees
SHARPEST = 1e-4          # radius of edges that still count as round [m]
GRID = 65                # points of the first look, each way
BOXES, HALVINGS, MOST = 16, 8, 30000     # boxes each way at first, times they are halved, boxes looked at in all
SEEDS, DIVE = 24, 40     # what is left unsettled is followed so often, so far
ROUNDS = 6               # of the search for the largest curvature, each four times as fine
STRAIGHT = 1e-9          # curvature that counts as none [1/m]
# of the radius that was found, the share that is to be shown; tries, each with less; the most, in sizes
CAUTION, TRIES, FAR = 0.5, 4, 10.0


@dataclass(frozen=True)
class Verdict:
    """What was found of a surface.

    narrowest   smallest radius of curvature towards the body [m], inf where it bends nowhere so; where: x, y [m]
    sharpest    smallest radius found of what sticks out towards the body [m], inf where nothing does
    steepest    largest slope
    lowest, highest     heights [m]
    proven      share of the area where smoothness and fit were shown for all points; 1 almost always
    """

    narrowest: float
    where: tuple[float, float]
    sharpest: float
    steepest: float
    lowest: float
    highest: float
    proven: float


class Judge:
    """Looks at the surface of a program over a domain for a ball of the radius `a` [m], 0 for none yet."""

    def __init__(self, program: Program, domain: Domain, a: float = 0.0):
        self.program, self.domain, self.a, self.e = program, domain, max(a, SHARPEST), SHARPEST
        self.has_ball = a > SHARPEST

    def verdict(self) -> Verdict:
        """Returns what was found, or raises BadValue with a sentence that says where the surface is no support."""
        x, y = self.domain.grid(GRID)
        look = self.look(x, y)
        self.refuse(look)
        left, area = self.unsettled()
        if len(left):
            self.follow(left)
        most, where = self.largest(look, lambda seen: seen.bend)
        least, _where = self.largest(look, lambda seen: -seen.bend_away)
        steepest, _where = self.largest(look, lambda seen: seen.slope)
        return Verdict(1.0/most if most > STRAIGHT else np.inf, where, 1.0/least if least > STRAIGHT else np.inf,
                       steepest, float(look.z.min()), float(look.z.max()), 1.0 - area)

    def blunt(self, found: Verdict) -> float:
        """Returns a radius that is shown to be less than that of all that sticks out [m]; 0 where none is shown."""
        self.e = min(CAUTION*found.sharpest, FAR*self.domain.size)
        for _k in range(TRIES):
            if not len(self.unsettled()[0]):
                return self.e
            self.e = self.e*CAUTION**2
        return 0.0

    def largest(self, look: SurfaceShape, quantity) -> tuple[float, tuple[float, float]]:
        """Returns the largest value of a quantity of a Look and its place: the best point, then finer around it."""
        k = int(np.argmax(quantity(look)))
        best, x, y = float(quantity(look)[k]), float(look.x[k]), float(look.y[k])
        step = 2.0*self.domain.size/(GRID - 1)
        near = np.linspace(-1.0, 1.0, 9)
        for _round in range(ROUNDS):
            around = self.look(*self.domain.clipped(x + step*np.repeat(near, 9), y + step*np.tile(near, 9)))
            values = np.where(around.is_finite, quantity(around), -np.inf)
            k = int(np.argmax(values))
            # what differs by rounding only is no better place
            if values[k] > best*(1.0 + 1e-12):
                best, x, y = float(values[k]), float(around.x[k]), float(around.y[k])
            step *= 0.25
        return best, (x, y)

    # ---- points ---------------------------------------------------------------------------------------------------

    def look(self, x, y) -> SurfaceShape:
        """The surface at points."""
        with np.errstate(all="ignore"):
            return SurfaceShape(x, y, jets_of(self.program, x, y, Points()))

    def refuse(self, look: SurfaceShape):
        """Raises BadValue where one of the points is no place for a body."""
        where = ~look.is_finite
        if where.any():
            self._no_value(look.x[where][0], look.y[where][0])
        k = int(np.argmax(look.slope))
        if look.slope[k] > STEEPEST:
            raise self._wrong(look, k, _("the slope is {found:.3g}, needs at most {most:g}").format(
                found=look.slope[k], most=STEEPEST))
        k = int(np.argmin(look.bend_away))
        if look.bend_away[k]*SHARPEST <= -1.0:
            raise self._wrong(look, k, _("a corner or an edge: its radius is below {most:g} mm").format(
                most=1e3*SHARPEST))
        k = int(np.argmax(look.bend))
        if look.bend[k]*SHARPEST >= 1.0:
            raise self._wrong(look, k, _("a corner or a groove: its radius is below {most:g} mm").format(
                most=1e3*SHARPEST))
        if self.has_ball and look.bend[k]*self.a >= 1.0:
            raise self._wrong(look, k, _(
                "it is too narrow for the ball: its radius of curvature is {found:.3g} mm, that of the ball {a:.3g} mm"
            ).format(found=1e3/look.bend[k], a=1e3*self.a))

    def _wrong(self, look, k: int, reason: str) -> BadValue:
        """The error for the k-th point; where the formula has no value right beside it, that is the reason."""
        pole = self._pole(float(look.x[k]), float(look.y[k]))
        if pole is not None:
            return pole
        return BadValue(_("surface, at x = {x:.4g} m, y = {y:.4g} m: {reason}").format(
            x=self.round(look.x[k]), y=self.round(look.y[k]), reason=reason))

    def _pole(self, x: float, y: float) -> FormulaError | None:
        """The error for a place without a smooth value within a step of the grid around a point, or None."""
        step = 2.0*self.domain.size/(GRID - 1)
        cells, blame = Cells(np.array([x]), np.array([y]), step, step), np.zeros(0, int)
        for _k in range(DIVE):
            cells = cells.quarters(self.domain)
            blame = self._bounds(cells)[1]
            poles = np.flatnonzero(blame >= 0)[:SEEDS]
            cells, blame = cells.chosen(poles), blame[poles]
            if not len(cells):
                return None
        return self._blamed_in(cells, blame)

    def _no_value(self, x: float, y: float):
        """Raises FormulaError for a point where the formula has no value, with the operation that has none."""
        boxes = Boxes(1)
        with np.errstate(all="ignore"):
            jets_of(self.program, Interval(np.array([x]), np.array([x])), Interval(np.array([y]), np.array([y])), boxes)
        raise self._blamed(int(boxes.blame[0]), x, y)

    def _blamed_in(self, cells: Cells, blame) -> FormulaError:
        """The error for the first of some boxes."""
        x, y = self.domain.clipped(cells.x[:1], cells.y[:1])
        return self._blamed(int(blame[0]), float(x[0]), float(y[0]))

    def _blamed(self, place: int, x: float, y: float) -> FormulaError:
        step = self.program.steps[place] if place >= 0 else self.program.steps[-1]
        reason = REASONS.get(step.code, _no_value)()
        where = _("{reason} at x = {x:.4g} m, y = {y:.4g} m").format(reason=reason, x=self.round(x), y=self.round(y))
        return FormulaError(self.program.text, step.start, step.end, where)

    def round(self, x: float) -> float:
        """A coordinate as sentences say it."""
        return round(float(x)/self.domain.size, 6)*self.domain.size + 0.0

    # ---- boxes ----------------------------------------------------------------------------------------------------

    def _bounds(self, cells: Cells):
        return bounds_in(self.program, cells, self.a, self.e, STEEPEST)

    def unsettled(self):
        """Boxes in which nothing is shown yet after all halvings, and their share of the area."""
        cells, seen = self.domain.boxes(BOXES), 0
        whole = len(cells)*cells.half_x*cells.half_y
        for k in range(HALVINGS + 1):
            worst, _blame = self._bounds(cells)
            seen += len(cells)
            cells = cells.chosen(worst > 0.0)
            if not len(cells) or k == HALVINGS or seen + 4*len(cells) > MOST:
                break
            self.refuse(self.look(*self.domain.clipped(cells.x, cells.y)))
            cells = cells.quarters(self.domain)
        return cells, len(cells)*cells.half_x*cells.half_y/whole

    def follow(self, cells: Cells):
        """Looks at the worst places in boxes: into the quarter that is worst, and again."""
        worst, _blame = self._bounds(cells)
        cells = cells.chosen(np.argsort(-worst, kind="stable")[:SEEDS])
        for _k in range(DIVE):
            quarters = cells.quarters(self.domain)
            if not len(quarters):
                return
            worst, blame = self._bounds(quarters)
            # the best of nearby candidates goes on, each seed with its own
            order = np.argsort(-worst, kind="stable")[:SEEDS]
            order = order[worst[order] > 0.0]
            if not len(order):
                return
            cells, blame = quarters.chosen(order), blame[order]
            self.refuse(self.look(*self.domain.clipped(cells.x, cells.y)))
        poles = np.flatnonzero(blame >= 0)[:1]
        if len(poles):
            raise self._blamed_in(cells.chosen(poles), blame[poles])


def _no_value():
    return _("no value")


REASONS = {
    codes.C_DIV: lambda: _("division by zero"), codes.DIV: lambda: _("division by zero"),
    codes.SQRT: lambda: _("the root of what is not positive"),
    codes.LOG: lambda: _("the logarithm of what is not positive"),
    codes.POWER_C: lambda: _("this power of what is not positive"),
    codes.TAN: lambda: _("the tangent has no value"),
    codes.ASIN: lambda: _("the arc sine of what is not between -1 and 1"),
    codes.ABS: lambda: _("the absolute value turns a corner"),
}
