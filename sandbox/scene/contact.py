"""What happens where a body touches: friction, restitution, and which future is taken where there are two."""

from dataclasses import dataclass, field, replace
from functools import cached_property
from math import inf, isfinite

from sandbox.errors import BadValue
from sandbox.mechanics.friction.law import Law
from sandbox.scene.friction import Rough, check_number
from sandbox.text import _

IMPACTS = ("chatterjee_ruina", "newton", "poisson", "stronge")
BRANCHES = ("history", "contact", "flight")


@dataclass(frozen=True)
class Contact:
    """The law of a contact.

    friction             a Law, see scene/friction.py
    rolling_resistance   k_r [m]: a moment -k_r N against rolling;  spinning_resistance  k_s [m]: against spinning
    restitution          e in [0, 1], share of the normal speed (or of what the hypothesis says) given back
    tangential           e_t in [-1, 1], share of the slip given back as far as friction allows: 1 for a superball
    impact               hypothesis of an impact with friction: chatterjee_ruina, newton, poisson, stronge
    branch               what to do where contact and detachment are both possible (classes A2, A3): history keeps what
                         was, contact and flight force it
    rubber               where it sticks, the body can't spin about the normal either

    stiffness            k [N/m]: the support gives way like a spring instead of being rigid, N = k delta + c delta'
    damping              c [N s/m] of it, 0 if not given
    creep                [m/s] slip below which friction fades, sqrt(g L)/1000 if not given; a body that a rigid contact
                         would hold creeps along more slowly than that

    In a world of several bodies the resistances fade with the turning they resist, below k_r g/(400 (a^2 + I/m)) and
    k_s g m/(400 I) [rad/s]: a ball comes to rest in some hundredths of a second instead of at an instant.

    A contact that gives way gives back by its spring what its damper leaves: restitution, impact, branch, rubber and
    static friction have no meaning there. What it does depends on k where no rigid motion goes on.
    """

    friction: Law = field(default_factory=Rough)
    rolling_resistance: float = 0.0
    spinning_resistance: float = 0.0
    restitution: float = 0.0
    tangential: float = 0.0
    impact: str = "chatterjee_ruina"
    branch: str = "history"
    rubber: bool = False
    stiffness: float | None = None
    damping: float | None = None
    creep: float | None = None

    def __post_init__(self):
        check_number("rolling resistance", self.rolling_resistance, 0.0, inf, "m")
        check_number("spinning resistance", self.spinning_resistance, 0.0, inf, "m")
        check_number("restitution", self.restitution, 0.0, 1.0)
        check_number("tangential restitution", self.tangential, -1.0, 1.0)
        if not isinstance(self.friction, Law):
            raise BadValue(_("contact, friction: got {found}, needs a law such as Coulomb(0.3)").format(
                found=type(self.friction).__name__))
        for name, value, known in (("impact", self.impact, IMPACTS), ("branch", self.branch, BRANCHES)):
            if value not in known:
                raise BadValue(_("contact, {name}: got {found!r}, needs one of {known}").format(
                    name=name, found=value, known=", ".join(known)))

        if self.stiffness is None:
            if self.damping is not None or self.creep is not None:
                raise BadValue(_("contact, damping and creep: need a stiffness to go with"))
            return
        check_number("stiffness", self.stiffness, 0.0, inf, "N/m")
        check_number("damping", self.damping or 0.0, 0.0, inf, "N s/m")
        if self.stiffness == 0.0 or (self.creep is not None and not (isfinite(self.creep) and self.creep > 0.0)):
            raise BadValue(_("contact, stiffness and creep: need finite numbers above 0"))
        if self.friction.is_rough or self.rubber:
            raise BadValue(_("contact with stiffness: needs a friction that can slip, such as Coulomb(0.3) or "
                             "Smooth(), and no rubber"))
        if self.restitution or self.tangential:
            raise BadValue(_("contact with stiffness: its restitution follows from stiffness and damping, it can't be "
                             "given"))

    @property
    def gives_way(self) -> bool:
        """The contact is a spring and a damper instead of rigid."""
        return self.stiffness is not None

    @cached_property
    def law(self) -> Law:
        """Friction and resistances together."""
        return replace(self.friction, k_r=self.rolling_resistance, k_s=self.spinning_resistance)
