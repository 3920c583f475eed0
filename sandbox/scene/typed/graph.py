"""Surfaces z = f(x, y) from the text of their formula (Monge patches): the word GraphSurface."""

from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from math import isfinite

import numpy as np

from sandbox.errors import BadValue
from sandbox.scene.remembered import remembers
from sandbox.scene.supports.surface import Edge, Surface
from sandbox.scene.supports.surfaces import check_positive
from sandbox.scene.typed.domain import Domain
from sandbox.scene.typed.jets import Points, jets_of
from sandbox.scene.typed.judge import Judge, Verdict
from sandbox.scene.typed.parser import FUNCTIONS, NUMBERS, VARIABLES, tree_of
from sandbox.scene.typed.program import Program, program_of
from sandbox.text import _

# directions and distances at which a formula is looked at about its rim
AROUND, BEYOND = 180, 5
# distances at which it is asked whether it is round, and slope around the axis over the largest one that is none
ROUNDS, ROUND = 40, 1e-12


@dataclass(frozen=True)
class Graph:
    """What a surface from a formula knows of itself.

    program   its formula;  domain  where it is asked for
    verdict   what was found of it;  blunt  nothing that sticks out has a smaller radius [m], 0 where nobody knows
    """

    program: Program
    domain: Domain
    verdict: Verdict = field(compare=False)
    blunt: float = field(compare=False)

    def heights(self, x, y) -> np.ndarray:
        """f at arrays x, y [m]."""
        return self.jets(x, y)[0]

    def jets(self, x, y) -> list[np.ndarray]:
        """f, f_x, f_y, f_xx, f_xy, f_yy at arrays x, y [m]."""
        x, y = np.asarray(x, float), np.asarray(y, float)
        with np.errstate(all="ignore"):
            return [np.broadcast_to(np.asarray(u, float), x.shape) for u in jets_of(self.program, x, y, Points())]

    @cached_property
    def middle(self) -> tuple[float, float] | None:
        """Point (r, z) half way to the rim [m] of a formula that depends on the distance from the axis alone, or None.

        It does where f_x y = f_y x to rounding at points all over the domain.
        """
        if not self.domain.rim:
            return None
        angle, share = np.meshgrid(np.linspace(0.1, 6.3, AROUND), np.linspace(0.02, 1.0, ROUNDS))
        r = share*self.domain.rim
        x, y = r*np.cos(angle), r*np.sin(angle)
        _f, f_x, f_y, *_bends = self.jets(x, y)
        size = np.hypot(f_x, f_y).max()
        if not np.abs(f_x*np.sin(angle) - f_y*np.cos(angle)).max() <= ROUND*size:
            return None
        half = 0.5*self.domain.rim
        return half, float(self.heights(np.array([half]), np.array([0.0]))[0])

    def slope_beyond(self, far: float) -> float:
        """The largest slope from the rim to `far` [m] beyond it, nan where the formula has no numbers there."""
        angle = np.linspace(0.0, 2.0*np.pi, AROUND, endpoint=False)
        r = self.domain.rim + far*np.linspace(0.0, 1.0, BEYOND)[:, None]
        _f, f_x, f_y, *bends = self.jets(r*np.cos(angle), r*np.sin(angle))
        return float(np.hypot(f_x, f_y).max()) if np.isfinite((f_x, f_y, *bends)).all() else float("nan")

    def judged(self, a: float) -> Verdict:
        """What was found of it for a ball of radius a [m], or BadValue where that does not fit."""
        return _judged(self.program, self.domain, float(a))


@lru_cache(maxsize=64)
def _judged(program: Program, domain: Domain, a: float) -> Verdict:
    return Judge(program, domain, a).verdict()


@lru_cache(maxsize=64)
def _blunt(program: Program, domain: Domain) -> float:
    return Judge(program, domain).blunt(_judged(program, domain, 0.0))


@remembers
def GraphSurface(formula: str, rim: float | None = None, length: float | None = None, width: float | None = None,
                 **numbers: float) -> Surface:
    """The surface z = f(x, y) of a formula that stands in a text, body above; the formula is data, never run as Python.

    formula   in metres, of x, y, r = sqrt(x^2 + y^2), pi, e and the names among `numbers`, with + - * / ^ ( ) and sqrt
              exp ln sin cos tan asin acos atan sinh cosh tanh sech sec csc cot sinc abs (docs/formulas.md)
    rim       radius where it ends [m]
    length, width   of a rectangle about the origin instead, along x and along y [m]
    numbers   values of the constants that the formula may name
    raises    BadValue with a sentence that says where in the text or at which x, y it is no smooth support
    """
    name = "graph"
    if not isinstance(formula, str):
        raise BadValue(_("surface 'graph', formula: got {found}, needs a text").format(found=type(formula).__name__))
    for key, value in numbers.items():
        if key in (*VARIABLES, *NUMBERS, *FUNCTIONS, "z"):
            raise BadValue(_("surface 'graph': the name {found} is taken, call the number something else").format(
                found=repr(key)))
        if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value):
            raise BadValue(_("surface 'graph', {key}: got {found!r}, needs a finite number").format(
                key=key, found=value))
    if (rim is None) == (length is None) or (length is None) != (width is None):
        raise BadValue(_("surface 'graph': needs a rim, or length and width"))
    check_positive(name, **{key: value for key, value in (("rim", rim), ("length", length), ("width", width))
                            if value is not None})
    domain = Domain(float(rim)) if rim is not None else Domain(0.0, (0.5*(length or 0.0), 0.5*(width or 0.0)))
    program = program_of(tree_of(formula, numbers), formula, numbers)
    parameters = tuple(program.array(domain.rim, domain.sides).tolist())
    known = Graph(program, domain, _judged(program, domain, 0.0), _blunt(program, domain))

    def phi(x, y, z, *_parameters):
        return z - float(known.heights(np.array([x]), np.array([y]))[0])

    return Surface(phi, parameters, (Edge(None, "rim", _("reached the rim")),)*3, name, form="graph",
                   sharpest=known.blunt, rim=rim, graph=known)
