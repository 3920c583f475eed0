"""A parameter whose value is the text of a formula, and what is said of the surface that it makes."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import isfinite

from sandbox.scene.bodies import Ball
from sandbox.scene.parameter import Parameter
from sandbox.scene.scene import Scene
from sandbox.scene.supports.surface import Surface
from sandbox.scene.typed.judge import Verdict
from sandbox.scene.typed.parser import SHOWN_NUMBERS, VARIABLES, tree_of
from sandbox.scene.typed.scanner import FormulaError
from sandbox.scene.world import World
from sandbox.text import _

EXAMPLES = ("0", "x*y")
# share of the area below which it is said that not all of it was shown
ALL = 0.999
# heights less than this share of their range are said to be 0
NOTHING = 1e-4


@dataclass(frozen=True)
class Formula(Parameter):
    """A parameter that is the formula of a surface z = f(x, y), for `GraphSurface`; a change restarts the scene.

    names   of the constants that it may have, parameters of the scene
    """

    default: str = "0"
    names: tuple[str, ...] = ()

    @property
    def has_range(self) -> bool:
        return False

    @property
    def allowed(self) -> str:
        """The allowed values in words."""
        return _("a formula of {names} with + - * / ^ ( ) and functions such as sin, exp, sqrt").format(
            names=", ".join((*VARIABLES, *self.names, *SHOWN_NUMBERS)))

    @property
    def corners(self) -> tuple:
        """A level surface and a saddle."""
        return EXAMPLES

    def check(self, value, scene: str = "") -> str:
        """The text without blanks around it, or BadValue; FormulaError, with the place, where it can't be read."""
        if not isinstance(value, str):
            raise self._refuse(value, scene)
        text = value.strip()
        try:
            tree_of(text, self.names)
        except FormulaError as error:
            where = _("scene '{scene}', ").format(scene=scene) if scene else ""
            raise error.at(_("{where}parameter '{name}': ").format(where=where, name=self.name)) from None
        return text


def has_formula(scene: Scene) -> bool:
    """Whether a parameter of a scene is a formula."""
    return any(isinstance(parameter, Formula) for parameter in scene.parameters)


def surfaces_of(scene: Scene, values: Mapping) -> Iterator[tuple[Surface, float]]:
    """The surfaces from formulas that a scene has with these values, each with the radius of its largest ball, 0 for
    none [m]; BadValue where there can be none."""
    for parts in scene.models(values):
        if isinstance(parts, World):
            surfaces, bodies = [on.surface for on in parts.supports.values()], [one.body for one in parts.bodies]
        elif isinstance(parts, tuple):
            surfaces = [part for part in parts if isinstance(part, Surface)]
            bodies = list(parts)
        else:
            continue
        largest = max((body.radius for body in bodies if isinstance(body, Ball)), default=0.0)
        yield from ((surface, largest) for surface in surfaces if surface.graph is not None)


def verdict_of(scene: Scene, values: Mapping) -> str:
    """What is found of the surfaces of a scene with these values, in a sentence; BadValue where a ball can't roll."""
    return " ".join(_sentence(surface.graph.judged(radius)) for surface, radius in surfaces_of(scene, values))


def _sentence(found: Verdict) -> str:
    low, high = 100.0*found.lowest, 100.0*found.highest
    span = high - low
    low, high = (0.0 if abs(z) < NOTHING*span else z for z in (low, high))
    if isfinite(found.narrowest):
        bend = _("narrowest where it curves with a radius of {radius:.3g} cm, at x = {x:.3g}, y = {y:.3g} cm").format(
            radius=100.0*found.narrowest, x=100.0*found.where[0] + 0.0, y=100.0*found.where[1] + 0.0)
    else:
        bend = _("nowhere hollow")
    text = _("Smooth everywhere; {bend}; slope up to {slope:.3g}, heights from {low:.3g} to {high:.3g} cm.").format(
        bend=bend, slope=found.steepest, low=low + 0.0, high=high + 0.0)
    if found.proven < ALL:
        text += " " + _("Shown for {share:.0f} % of its area, looked at in the rest.").format(share=100.0*found.proven)
    return text
