"""A chart of a scene: what is known of all its motions at once, and where the present one lies."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sandbox.errors import BadValue
from sandbox.text import _


@dataclass(frozen=True)
class Curve:
    """A line of a chart, or its border where `below` or `above` shades what lies on that side.

    x, y     numbers; a NaN interrupts the line
    shade    "", "above" or "below"
    """

    label: str
    x: Sequence[float]
    y: Sequence[float]
    shade: str = ""

    def __post_init__(self):
        if not len(self.x) == len(self.y) > 0:
            raise BadValue(_("chart, curve '{label}': needs as many x as y, at least one").format(label=self.label))


@dataclass(frozen=True)
class Chart:
    """Curves over two quantities of a motion.

    x_label, y_label   what is meant;  x_unit, y_unit  as text, "" for a pure number
    point              function of a BodyState -> (x, y) of the present motion
    top                largest y shown, or None for all of the curves
    """

    x_label: str
    y_label: str
    curves: tuple[Curve, ...]
    point: Callable
    x_unit: str = ""
    y_unit: str = ""
    top: float | None = None

    def __post_init__(self):
        if not self.curves:
            raise BadValue(_("chart: needs at least one curve"))
