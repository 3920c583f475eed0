"""Support surfaces in an author's words, as view and mechanics read them.

A surface is a formula phi(x, y, z, *parameters), positive on the body's side, in its own axes (axis of revolution =
local z), with edges where its validity ends. `defines` says whether phi = 0 is the material surface that is touched
("contact") or the surface on which a ball's centre moves ("centre").
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from math import inf, isfinite, isnan
from typing import Any, NamedTuple

import numpy as np

from sandbox.errors import BadValue
from sandbox.scene.materials import material
from sandbox.scene.remembered import remembers
from sandbox.text import _


@dataclass(frozen=True)
class Edge:
    """Where a surface ends: formula(x, y, z, *parameters) is positive on it; None where points have a last one."""

    formula: Callable | None
    kind: str           # event word: rim, apex, stop
    sentence: str


class PaintedRing(NamedTuple):
    """A ring of paint on a board: nothing that a body feels.

    x, y           of its middle, axes of the board [m];  inner, outer  radii [m], inner 0: a disc
    tone           one of red, blue, white, black, orange
    """

    x: float
    y: float
    inner: float
    outer: float
    tone: str


class PaintedLine(NamedTuple):
    """A line of paint on a board or a slab, with round ends: nothing that a body feels.

    x, y, to_x, to_y   of its ends, axes of the board [m];  width  of it [m]
    tone               one of red, blue, white, black, orange
    """

    x: float
    y: float
    to_x: float
    to_y: float
    width: float
    tone: str


TONES = ("red", "blue", "white", "black", "orange")


@dataclass(frozen=True)
class Surface:
    """A support surface.

    phi         formula, positive on the body's side, gradient nonzero on the surface; for profiles f of z = f(r)
    parameters  numbers passed to phi and to the edges
    form        "formula", "profile" (phi is f(r, *parameters)), "points" (parameters from points (r, z)), "graph"
                (parameters are the program of a typed formula, see mechanics/graph.py) or "graph edge" (and the radius
                of the edge along its rim, mechanics/graph_edge.py)
    fit_kind, fit_sentence   event word and sentence for the place where a body stops fitting
    shape       constant of the surface's linear integrals, see mechanics/integrals.py
    sharpest    radius of the sharpest part that sticks out towards the body [m], inf where none does; 0 where nobody
                knows: flights above such a surface are looked at closely (mechanics/contact/flight/around.py), and
                parts thinner than a hundredth of the body may still be passed unseen
    growth      k [1/m] where phi >= 0 tells how far away the surface is: at least d with phi = d + k d^2/2, 0 where phi
                is that distance; inf where nobody knows: such a support is looked at however far away a body is
    outline     function(n) -> (n, 2) points (R, Z) of the drawn meridian, or None
    rim         radius where the drawn surface ends [m], or None
    rim_slope   how steeply a round surface rises towards its rim there [rad], None where nobody knows
    sides       half length and half width of a rectangular board [m], or None
    plate       of a slab: half length, half width, half thickness, holes (x, y, radius) [m]; or None
    block       of a block: half lengths and the radius of its edges (4,) [m]; or None
    solid       nothing lies behind it but itself: a plate, from either side of which a body may be in it
    hangs_on    direction (3,) of the axis of a hinge that carries it, laboratory, or None
    graph       of z = f(x, y) from a text: its formula and where it is asked for (scene/typed/graph.py); or None
    paint       rings and lines of paint on a board or a slab, see `painted`
    rail        half length and half width that are drawn of a groove [m], see `as_rail`; None: all of it
    material    name of what it looks like (scene/materials.py), see `of`; None: the laboratory's light lacquer
    """

    phi: Callable | None
    parameters: tuple[float, ...] = ()
    edges: tuple[Edge, ...] = ()
    name: str = "surface"
    form: str = "formula"
    defines: str = "contact"
    fit_kind: str = "stop"
    fit_sentence: str = _("touches the surface at more than one point")
    shape: float = 0.0
    sharpest: float = 0.0
    growth: float = inf
    outline: Callable | None = None
    rim: float | None = None
    rim_slope: float | None = None
    sides: tuple[float, float] | None = None
    plate: tuple | None = None
    block: tuple[float, float, float, float] | None = None
    hangs_on: tuple[float, float, float] | None = None
    graph: Any = field(default=None, repr=False)
    origin: tuple[float, float, float] = (0.0, 0.0, 0.0)
    tilt_axis: tuple[float, float, float] = (1.0, 0.0, 0.0)
    tilt: float = 0.0
    points: tuple = field(default=(), repr=False)
    material: str | None = field(default=None, compare=False)
    rail: tuple[float, float] | None = field(default=None, compare=False)
    solid: bool = field(default=False, compare=False)
    paint: tuple[PaintedRing | PaintedLine, ...] = field(default=(), compare=False, repr=False)

    def __post_init__(self):
        if not all(isfinite(x) for x in self.parameters):
            raise BadValue(_("surface '{name}': got {found}, needs finite numbers").format(
                name=self.name, found=self.parameters))
        if isnan(self.growth):
            raise BadValue(_("surface '{name}', growth: got {found}, needs a number [1/m], or inf").format(
                name=self.name, found=self.growth))
        if self.defines not in ("contact", "centre"):
            raise BadValue(_("surface '{name}': defines must be 'contact' or 'centre', got {found!r}").format(
                name=self.name, found=self.defines))

    @remembers
    def placed(self, origin=(0.0, 0.0, 0.0), axis=(1.0, 0.0, 0.0), angle=0.0) -> "Surface":
        """Returns the same surface at x = origin + Rot(axis, angle) x_local [m, rad]."""
        (x, y, z), (a, b, c) = origin, axis
        return replace(self, origin=(float(x), float(y), float(z)), tilt_axis=(float(a), float(b), float(c)),
                       tilt=float(angle))

    @remembers
    def of(self, name: str) -> "Surface":
        """Returns the same surface with the look of a material (scene/materials.py); laws are the contact's."""
        material(name)
        return replace(self, material=name)

    @remembers
    def as_rail(self, half_length: float, half_width: float) -> "Surface":
        """Returns the same surface z = f(x, y) drawn as a rail along x, of half a length and half a width [m], or as
        far as bodies get; laws know of no end.
        """
        return replace(self, rail=(float(half_length), float(half_width)))

    @remembers
    def painted(self, *marks: PaintedRing | PaintedLine) -> "Surface":
        """Returns the same board, or slab, with rings and lines of paint on its upper side, what comes later on top;
        BadValue where one is none.
        """
        for mark in marks:
            is_sized = 0.0 < mark.width < inf if isinstance(mark, PaintedLine) else 0.0 <= mark.inner < mark.outer < inf
            if self.sides is None and self.plate is None or mark.tone not in TONES or not is_sized:
                raise BadValue(_("surface '{name}', paint: got {found}, needs a board or a slab, 0 <= inner < outer, "
                                 "width > 0, and one of {known}").format(
                    name=self.name, found=tuple(mark), known=", ".join(TONES)))
        return replace(self, paint=(*self.paint, *marks))

    def meridian(self, n: int = 64):
        """Returns (n, 2) points (R, Z) from axis or inner edge to the rim, local axes, or None if not of revolution."""
        return None if self.outline is None else np.asarray(self.outline(n), float)

    @property
    def box(self) -> tuple[float, float, float] | None:
        """Half length, half width and half height of a slab or a block [m], or None."""
        whole = self.plate if self.block is None else self.block
        return None if whole is None else (whole[0], whole[1], whole[2])

    @property
    def middle(self) -> tuple[float, float] | None:
        """Point (R, Z) in the middle of the meridian, local axes [m], or None if not of revolution."""
        if self.outline is not None:
            R, Z = self.meridian(3)[1].tolist()
            return R, Z
        return self.graph.middle if self.graph is not None else None
