"""A chart of a scene: a plane of two quantities with what is known of all motions, and where the present one is.

    Chart("tilt θ", "τ", (Curve("may take off", tilts, bounds, "above"),), lambda path: (tilt(path), tau(path)),
          "deg", "rad/s")

Charts that the theory draws by itself (effective potential, section, phase portrait, ...) are named by the words of
scene/charts/theory_charts.py.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from sandbox.errors import BadValue
from sandbox.text import _

STYLES = ("line", "dashes", "dots", "fine")
SIDES = ("", "above", "below")
SHADES = ("", "above", "below")
# what a mark stands for -> how it is drawn
KINDS = ("stable", "centre", "unstable", "saddle", "point", "ring")
LENGTHS = ("m", "mm", "cm")
Values = Sequence[float] | np.ndarray
TRAIL = 4.0             # [s] of the way to the present that is shown


@dataclass(frozen=True)
class Curve:
    """A line of a chart, or its border where `below` or `above` shades what lies on that side.

    label    what it is, "" for a line that needs no name
    x, y     numbers; a NaN interrupts the line
    shade    "", "above" or "below";  style  "line", "dashes", "dots", or "fine" for one of very many
    tone     number of its colour; None: the next one
    side     of the line on which its name stands, "above" or "below"; "" where there is room
    """

    label: str
    x: Values
    y: Values
    shade: str = ""
    style: str = "line"
    tone: int | None = None
    side: str = ""

    def __post_init__(self):
        _check_points("curve", self.label, self.x, self.y)
        for what, found, known in (("shade", self.shade, SHADES), ("style", self.style, STYLES),
                                   ("side", self.side, SIDES)):
            if found not in known:
                raise BadValue(_("chart, curve '{label}', {what}: got {found!r}, needs one of {known}").format(
                    label=self.label, what=what, found=found, known=", ".join(map(repr, known))))


@dataclass(frozen=True)
class Region:
    """A shaded region of a chart, within the closed line through x, y; `tone` as of a Curve."""

    label: str
    x: Values
    y: Values
    tone: int | None = None

    def __post_init__(self):
        _check_points("region", self.label, self.x, self.y)


@dataclass(frozen=True)
class Mark:
    """A point of a chart that has a name: a state of rest, a periodic orbit, a measured value.

    kind    "stable", "centre", "unstable", "saddle", "point", or "ring" around what is not to be hidden
    about   more of it: its type, its exponents
    """

    label: str
    x: float
    y: float
    kind: str = "point"
    about: str = ""

    def __post_init__(self):
        if self.kind not in KINDS:
            raise BadValue(_("chart, mark '{label}', kind: got {found!r}, needs one of {known}").format(
                label=self.label, found=self.kind, known=", ".join(map(repr, KINDS))))


@dataclass(frozen=True)
class Dots:
    """Points (n,) of a chart that have no order, as the returns of an orbit; any number of them."""

    label: str
    x: Values
    y: Values
    tone: int | None = None

    def __post_init__(self):
        if len(self.x) != len(self.y):
            raise BadValue(_("chart, dots '{label}': need as many x as y").format(label=self.label))


@dataclass(frozen=True)
class Note:
    """Words (label) above the plot of a chart that are others in the next frame; each of its lines stays whole."""

    label: str


@dataclass(frozen=True)
class Track:
    """A line of a chart through all that the run has passed.

    of    function of a BodyPath (run/readings/body_path.py) -> x (n,), y (n,); a NaN interrupts it
    tone  as of a Curve
    """

    label: str
    of: Callable
    tone: int | None = None


ChartElement = Curve | Region | Mark | Dots | Note


@dataclass(frozen=True)
class Chart:
    """Curves, regions, marks and dots over two quantities of a motion.

    x_label, y_label   what is meant;  x_unit, y_unit  as text, "" for a pure number
    curves    Curve, Region, Mark or Dots, any number of each
    point     function of a BodyPath (run/readings/body_path.py) -> x, y of the motion, numbers or arrays (n,); it is
              written with numpy and works for one instant and for many; None: the chart has no point
    tracks    lines through all that the run has passed
    top       largest y shown, or None for all of the curves
    lines     of a Note that room is kept for above the plot
    window    of a chart over time: the length [s] of the stretch that is shown, or None; it goes on by halves of itself
    title     by which it is chosen where a scene has several
    x_range, y_range   what is shown at first, or None for all;  x_log, y_log  in decades
    is_equal  one length on both axes means the same; None: where both are lengths
    trail     [s] of the way to the present that is shown, 0 for none
    moving    function of a Snapshot -> parts that are drawn anew all the time, or None
    gathered  function of a BodyPath -> t, x, y (m,) of the points that gather on that stretch of the way, as returns
              to a section; stretches follow one another, each begins with the last row of the one before; or None
    start     function of x, y -> values of parameters with which the run starts there; it raises BadValue where there
              is no such start; None: a click does nothing
    work      function of (report, is_cancelled) -> parts that take long to compute; it is called on another thread and
              calls report(share, parts so far) now and then; None: all is known at once
    alongside   function of t [s] that a film calls before it shows that instant: what `moving` draws of it is known
                afterwards; or None
    work_title  what the button that asks for it says
    key       what is known of all motions is the same as long as this is equal: it stays when the run begins anew
    """

    x_label: str
    y_label: str
    curves: tuple[ChartElement, ...] = ()
    point: Callable | None = None
    x_unit: str = ""
    y_unit: str = ""
    top: float | None = None
    title: str = ""
    x_range: tuple[float, float] | None = None
    y_range: tuple[float, float] | None = None
    x_log: bool = False
    y_log: bool = False
    is_equal: bool | None = None
    trail: float = TRAIL
    tracks: tuple[Track, ...] = ()
    moving: Callable | None = None
    gathered: Callable | None = None
    start: Callable[[float, float], Mapping] | None = None
    work: Callable | None = None
    work_title: str = ""
    alongside: Callable[[float], None] | None = None
    key: Any = None
    window: float | None = None
    lines: int = 0

    def __post_init__(self):
        if not (self.curves or self.point or self.tracks or self.moving or self.gathered or self.work):
            raise BadValue(_("chart: needs at least one curve, or a point"))
        for name, found in (("x_range", self.x_range), ("y_range", self.y_range)):
            if found is not None and not (len(found) == 2 and np.isfinite(found).all() and found[0] < found[1]):
                raise BadValue(_("chart, {name}: got {found!r}, needs two numbers, the lower one first").format(
                    name=name, found=found))

    @property
    def has_equal_scales(self) -> bool:
        """Whether one length on both axes means the same."""
        if self.is_equal is not None:
            return self.is_equal
        return self.x_unit == self.y_unit and self.x_unit in LENGTHS

    @property
    def name(self) -> str:
        """What it is called among others, in the language of the moment."""
        return _(self.title) or f"{_(self.y_label)} – {_(self.x_label)}"


def _check_points(what: str, label: str, x, y):
    if not len(x) == len(y) > 0:
        if what == "curve":
            raise BadValue(_("chart, curve '{label}': needs as many x as y, at least one").format(label=label))
        raise BadValue(_("chart, region '{label}': needs as many x as y, at least one").format(label=label))
