"""The integraph: a wheel with a sharp edge, steered by a curve, draws the curve's integral.

A carriage is driven along x; on it a wheel can move along y and rolls on the paper without slipping sideways. A linkage
turns the wheel to the angle phi whose tangent is the curve f at x, so that the wheel's path y(x) has the slope f:

    x' = u (driven),     phi = atan f(x) (steering),     -sin phi x' + cos phi y' = 0 (edge)     =>     dy/dx = f(x)

and y - F(x) is constant, F' = f. The edge is what does it: a viscous one lags behind, one that gives way goes astray.
Source: Whittaker, Analytical Dynamics, chapter 8, on constraints that are not integrable; Abdank-Abakanowicz 1889.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from math import isfinite

import numpy as np
from numpy import arctan, cos, sin

from sandbox.errors import BadValue
from sandbox.mechanics.spline import curve_through
from sandbox.scene.constrained import Antiderivative, At, Constrained, Integral, Realisation, Row
from sandbox.scene.drawn.looks import carriage_look, wheel_look
from sandbox.scene.motions import Signal
from sandbox.scene.realisation import Ideal
from sandbox.scene.remembered import remembers
from sandbox.scene.supports.surface import Edge, Surface
from sandbox.scene.supports.surfaces import Plane
from sandbox.text import _

# points of a formula through which its integral is found
FINE = 801


@dataclass(frozen=True)
class Integraph:
    """An integraph.

    curve      f: a function of x written with arithmetic and numpy, or points ((x, ...), (f, ...)), eight or more
    low, high  where the curve begins and ends [m]
    speed      u of the carriage [m/s], or the name of a live parameter that steers it
    carriage, wheel, inertia   masses [kg] and the wheel's inertia about its steering axis [kg m^2]
    realisation                of the sharp edge
    surface                    the paper
    """

    curve: Callable | tuple
    low: float = 0.0
    high: float = 1.0
    speed: float | str = 0.1
    carriage: float = 1.0
    wheel: float = 0.2
    inertia: float = 1e-4
    realisation: Realisation = field(default_factory=Ideal)
    surface: Surface = field(default_factory=Plane)
    name: str = "integraph"

    def __post_init__(self):
        if not (isfinite(self.low) and isfinite(self.high) and self.low < self.high):
            raise BadValue(_("integraph: got low = {low}, high = {high}, needs low < high").format(
                low=self.low, high=self.high))
        for word in ("carriage", "wheel", "inertia"):
            if not (isfinite(getattr(self, word)) and getattr(self, word) > 0.0):
                raise BadValue(_("integraph, {word}: got {found}, needs a finite number above 0").format(
                    word=word, found=getattr(self, word)))

    def points(self) -> tuple[np.ndarray, np.ndarray]:
        """Points (x_i, f_i) of the curve, or BadValue."""
        if not callable(self.curve):
            try:
                x, f = (np.asarray(part, float) for part in self.curve)
            except (TypeError, ValueError) as error:
                raise BadValue(_("integraph, curve: got {found!r}, needs a function or points (x, f)").format(
                    found=self.curve)) from error
            return x, f
        x = np.linspace(self.low, self.high, FINE)
        try:
            f = np.array([self.curve(value) for value in x], float)
        except Exception as error:
            raise BadValue(_("integraph, curve: {kind}: {error}").format(
                kind=type(error).__name__, error=error)) from error
        if not np.all(np.isfinite(f)):
            raise BadValue(_("integraph, curve: no finite number at x = {x:g} m").format(x=x[~np.isfinite(f)][0]))
        return x, f

    def constrained(self) -> Constrained:
        """The system of coordinates and rows."""
        x, f = self.points()
        given = self.curve if callable(self.curve) else None
        drive = Signal(live=self.speed, limit=0.5) if isinstance(self.speed, str) else Signal((0.0, float(self.speed)))

        def slope(p, x):
            return given(x) if given is not None else p.f(x)

        def kinetic(t, q, v, p):
            return 0.5*((p.carriage + p.wheel)*v[0]*v[0] + p.wheel*v[1]*v[1] + p.inertia*v[2]*v[2])

        rows = (
            Row("drive", lambda t, q, p: (1.0, 0.0, 0.0), lambda t, q, p: p.drive.rate, body=1,
                arrow=lambda t, q, p: ((q[0], 0.0, 0.0), (1.0, 0.0, 0.0))),
            Row("steering", gap=lambda t, q, p: q[2] - arctan(slope(p, q[0])), unit="N m"),
            Row("edge", lambda t, q, p: (-sin(q[2]), cos(q[2]), 0.0), 0.0, self.realisation,
                arrow=lambda t, q, p: ((q[0], q[1], 0.0), (-sin(q[2]), cos(q[2]), 0.0)), title="Edge force F"))

        def bodies(t, q, p):
            c, s = cos(q[2]), sin(q[2])
            upright = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
            return ((q[0], q[1], 0.0), ((c, -s, 0.0), (s, c, 0.0), (0.0, 0.0, 1.0))), ((q[0], 0.0, 0.0), upright)

        end = _("reached the end of the curve")
        return Constrained(
            ("x", "y", "phi"), kinetic, rows, signals={"drive": drive},
            curves={"f": (x, f), "F": Antiderivative("f")},
            parameters={"carriage": float(self.carriage), "wheel": float(self.wheel), "inertia": float(self.inertia),
                        "low": float(self.low), "high": float(self.high)},
            integrals=(Integral("y - F", lambda t, q, v, p: q[1] - p.F(q[0]), _("drawn less true integral [m]"),
                                _("only with an ideal edge")),),
            edges=(Edge(lambda t, q, p: p.high - q[0], "stop", end), Edge(lambda t, q, p: q[0] - p.low, "stop", end)),
            bodies=bodies, scales=((0.1, 0.1, 1.0), (0.1, 0.1, 1.0)), name=self.name, made_from=self,
            surface=self.surface, looks=(wheel_look(0.03*(self.high - self.low)), self._carriage_look(x, f)),
            why=_("the drive does work"))

    def _carriage_look(self, x, f):
        """The carriage, as wide as the integral of the curve from zero on."""
        radius, reach = 0.03*(self.high - self.low), 0.0
        if f.shape == x.shape and x.size > 1:
            reach = float(np.abs(np.cumsum(0.5*(f[1:] + f[:-1])*np.diff(x))).max())
        return carriage_look(radius, reach + 3.0*radius)

    @remembers
    def start(self, speed: float, y: float = 0.0) -> At:
        """The start at the low end, the wheel already on its way; `speed` of the carriage at t = 0 [m/s]."""
        try:
            spline = curve_through(*self.points())
        except ValueError as error:
            raise BadValue(_("integraph, curve: {error}").format(error=error)) from error
        # a hair inside, where the edges are
        x = self.low + 1e-9*(self.high - self.low)
        f, slope = float(spline(x)), float(spline(x, 1))
        if callable(self.curve):
            f = float(self.curve(x))
        return At((x, y, float(arctan(f))), (speed, speed*f, speed*slope/(1.0 + f*f)))
