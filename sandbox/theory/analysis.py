"""A scene's sleigh without running it: its states of rest, its conic, its numbers without dimension.

The sleigh of theory/equilibria.py stands on a level table that turns at the rate Omega about its normal, on one
ideal blade; (v1, w, x1, x2) are speed along the edge, spin and place of the foot O1 of the centre of mass, in axes of
the blade and relative to the table.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import hypot, isfinite

import numpy as np

from sandbox.errors import BadValue
from sandbox.scene.constrained import At
from sandbox.scene.models.sleigh import Sleigh
from sandbox.scene.realisation import Ideal
from sandbox.scene.scene import Scene
from sandbox.text import _
from sandbox.theory import equilibria
from sandbox.theory.equilibria import SleighState


@dataclass(frozen=True)
class TableSleigh:
    """A sleigh on a turntable, and its start.

    scene   its id
    mass [kg], inertia about the centre of mass [kg m^2], offset a [m], rate Omega [rad/s]
    state   at the start;  rim  radius of the table [m], or None
    point   of the table's axis [m];  heading  of the blade in the body [rad]
    """

    scene: str
    mass: float
    inertia: float
    offset: float
    rate: float
    state: SleighState
    rim: float | None
    point: tuple[float, ...] = (0.0, 0.0)
    heading: float = 0.0

    @property
    def ratio(self) -> float:
        """A^2 = I/(m a^2) = 1 + I_C/(m a^2) [1]."""
        return 1.0 + self.inertia/(self.mass*self.offset**2)

    @property
    def parts(self) -> tuple[float, float, float, float]:
        """m, I_C, a, Omega."""
        return self.mass, self.inertia, self.offset, self.rate

    def refuse(self, reason: str) -> BadValue:
        """Returns the error with the reason why something has no meaning for it."""
        return refusal(self.scene, reason)

    @property
    def energy(self) -> float:
        """E_J of the start [J]."""
        return equilibria.energy(*self.parts, self.state)

    def without_dimension(self) -> np.ndarray:
        """Returns the start (v1, w, x1, x2) in units of a |Omega|, |Omega|, a, a (theory/section.py).

        A table that turns the other way is looked at in a mirror: w and x2 change their signs.
        """
        v1, w, x1, x2 = self.state
        a, rate, side = self.offset, abs(self.rate), 1.0 if self.rate > 0.0 else -1.0
        return np.array([v1/(a*rate), side*w/rate, x1/a, side*x2/a])


def refusal(scene: str, reason: str) -> BadValue:
    """Returns an error that names the scene."""
    return BadValue(_("scene '{scene}': {reason}").format(scene=scene, reason=reason))


def sleigh_on_table(scene: Scene, values: Mapping) -> TableSleigh:
    """Takes a scene and parameter values and returns its sleigh, or raises BadValue where it has none of this kind."""
    name, sleighs = scene.id or scene.title, _sleighs(scene, values)
    if not sleighs:
        raise refusal(name, _("this is known of a sleigh or a skate with one blade on a turntable only"))
    found = next((s for s in sleighs if isinstance(s.blades[0].realisation, Ideal)), None)
    if found is None:
        raise refusal(name, _("none of its blades is ideal"))
    motion, up = found.motion, np.array([0.0, 0.0, 1.0])
    axis = np.asarray(motion.axis, float)
    if found.surface.tilt or np.cross(axis, np.asarray(motion.gravity)).any() or np.cross(axis, up).any():
        raise refusal(name, _("its table is not level"))
    start, blade = scene.started(values), found.blades[0]
    if not isinstance(start, At):
        raise refusal(name, _("{where}, start: got {found}, needs At(q, v)").format(
            where=_("system '{name}'").format(name=found.name), found=type(start).__name__))
    rate = _rate(motion.angle, values)*np.sign(axis @ up)
    X, Y, angle = (float(x) for x in start.q)
    angle += blade.heading
    c, s, X, Y = np.cos(angle), np.sin(angle), X - motion.point[0], Y - motion.point[1]
    x1, x2 = c*X + s*Y - blade.offset, -s*X + c*Y
    V_X, V_Y, spin = start.v
    state = SleighState(v1=float(c*V_X + s*V_Y + rate*x2), w=float(spin - rate), x1=float(x1), x2=float(x2))
    # less than an atom is none, and there are no negative zeros
    offset = float(blade.offset) + 0.0 if abs(blade.offset) > 1e-12 else 0.0
    return TableSleigh(name, found.mass, found.inertia, offset, float(rate) + 0.0, state,
                       found.surface.rim, tuple(motion.point[:2]), float(blade.heading))


def turning_sleigh(scene: Scene, values: Mapping) -> TableSleigh | None:
    """Returns the sleigh of a scene whose table turns and whose blade stands beside its mass centre; None without one.
    """
    try:
        sleigh = sleigh_on_table(scene, values)
    except BadValue:
        return None
    return sleigh if sleigh.offset != 0.0 and sleigh.rate != 0.0 else None


def has_sleigh(scene: Scene, values: Mapping) -> bool:
    """Returns whether a scene has a sleigh or a skate with one blade, whatever it stands on."""
    return bool(_sleighs(scene, values))


def _sleighs(scene: Scene, values: Mapping) -> list[Sleigh]:
    words = [getattr(model, "made_from", None) for model in scene.models(values)]
    return [word for word in words if isinstance(word, Sleigh) and len(word.blades) == 1 and word.flywheel is None]


def _rate(angle, values: Mapping) -> float:
    """Returns the rate of an angle that grows steadily."""
    if angle.live:
        return float(values[angle.live])
    return float(angle.coefficients[1]) if len(angle.coefficients) > 1 else 0.0


def states_of_rest(sleigh: TableSleigh, places=None) -> list[equilibria.Equilibrium]:
    """Returns the state of rest of the first kind, and those of the second at distances `places` [m] from the axis."""
    if sleigh.rate == 0.0:
        raise sleigh.refuse(_("the table does not turn, every place is one of rest"))
    if places is None:
        reach = 0.5*(sleigh.rim or 1.0)
        places = (-reach, 0.0, reach)
    return [equilibria.first_kind(*sleigh.parts), *(equilibria.second_kind(*sleigh.parts, c) for c in places)]


def conic_of_start(sleigh: TableSleigh) -> equilibria.Conic:
    """Returns the conic on which a skate runs in the plane of its blade."""
    if sleigh.offset != 0.0:
        raise sleigh.refuse(_("its centre of mass is {offset:g} m ahead of the blade; only a skate, with 0 m, runs on "
                              "a conic").format(offset=sleigh.offset))
    return equilibria.conic(sleigh.rate, sleigh.state)


def eccentricity(conic: equilibria.Conic) -> float | None:
    """Returns the eccentricity of a conic, None where it has none."""
    one, other = conic.axes
    if conic.kind == "parabola":
        return 1.0
    if conic.kind == "ellipse":
        low, high = sorted((one, other))
        return ((high - low)*(high + low))**0.5/high
    # the axis that the hyperbola crosses is x2 for h > 0, else x1
    if conic.kind == "hyperbola" and (across := other if conic.h > 0.0 else one) > 0.0:
        return hypot(one, other)/across
    return None


def finite(x: float) -> float | None:
    """Returns a number for JSON, None for what is not finite."""
    return float(x) if isfinite(x) else None
