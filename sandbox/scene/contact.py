"""What happens where a body touches: friction, restitution, and which future is taken where there are two."""

from dataclasses import dataclass, field, replace
from math import inf, isfinite

from sandbox.errors import BadValue
from sandbox.mechanics.impact.law import Law
from sandbox.text import _

IMPACTS = ("chatterjee_ruina", "newton", "poisson", "stronge")
BRANCHES = ("history", "contact", "flight")


@dataclass(frozen=True)
class Contact:
    """The law of a contact.

    friction             a Law, see Smooth, Rough, Coulomb, Viscous, TwoTerm, Contensou
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

    A contact that gives way gives back by its spring what its damper leaves: restitution, impact, branch, rubber and
    static friction have no meaning there. What it does depends on k where no rigid motion goes on.
    """

    friction: Law = field(default_factory=lambda: Rough())
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
        _check("rolling resistance", self.rolling_resistance, 0.0, inf, "m")
        _check("spinning resistance", self.spinning_resistance, 0.0, inf, "m")
        _check("restitution", self.restitution, 0.0, 1.0)
        _check("tangential restitution", self.tangential, -1.0, 1.0)
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
        _check("stiffness", self.stiffness, 0.0, inf, "N/m")
        _check("damping", self.damping or 0.0, 0.0, inf, "N s/m")
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

    @property
    def law(self) -> Law:
        """Friction and resistances together."""
        return replace(self.friction, k_r=self.rolling_resistance, k_s=self.spinning_resistance)


def _check(name: str, value: float, low: float, high: float, unit: str = ""):
    if not (isinstance(value, (int, float)) and isfinite(value) and low <= value <= high):
        wanted = (_("a finite number of at least {low:g}") if high == inf else _("a number in [{low:g}, {high:g}]")
                  ).format(low=low, high=high)
        raise BadValue(_("contact, {name}: got {found} {unit}, needs {wanted}").format(
            name=name, found=value, unit=unit, wanted=wanted))


def Smooth() -> Law:
    """No friction at all."""
    return Law()


def Rough() -> Law:
    """No slip whatever the force: absolutely rough."""
    return Law(mu_s=inf)


def Coulomb(mu: float, mu_s: float | None = None) -> Law:
    """Dry friction -mu N e in slip; what sticks holds up to mu_s N (mu_s >= mu; mu if not given)."""
    _check("friction mu", mu, 0.0, inf)
    mu_s = mu if mu_s is None else mu_s
    _check("static friction mu_s", mu_s, mu, inf)
    return Law(mu=mu, mu_s=mu_s)


def Viscous(c1: float) -> Law:
    """Friction -c1 u, c1 [N s/m]: a film of oil."""
    _check("viscous friction c1", c1, 0.0, inf, "N s/m")
    return Law(c1=c1)


def TwoTerm(mu: float, c0: float, mu_s: float | None = None) -> Law:
    """Friction -(c0 + mu N) e: dry friction with adhesion c0 [N]."""
    _check("adhesion c0", c0, 0.0, inf, "N")
    dry = Coulomb(mu, mu_s)
    return Law(mu=dry.mu, mu_s=dry.mu_s, c0=c0)


def Contensou(mu: float, radius: float) -> Law:
    """Dry friction of a spinning round patch under Hertz pressure, radius [m]: spin makes the slip easy."""
    _check("friction mu", mu, 0.0, inf)
    if not (isfinite(radius) and radius > 0.0):
        raise BadValue(_("contact, radius of the patch: got {found} m, needs a finite number above 0").format(
            found=radius))
    return Law(mu=mu, mu_s=mu, patch=radius)
