"""Laws of friction: what a scene author writes."""

from dataclasses import replace
from math import inf, isfinite

from sandbox.errors import BadValue
from sandbox.mechanics.friction.dry import dry_law
from sandbox.mechanics.friction.law import Law
from sandbox.mechanics.friction.stribeck import stribeck_law
from sandbox.scene.remembered import remembers
from sandbox.text import _

__all__ = ["Contensou", "Coulomb", "Rough", "Smooth", "Stribeck", "TwoTerm", "Viscous"]


@remembers
def Smooth() -> Law:
    """No friction at all."""
    return dry_law()


# friction coefficient of the slip of a rough contact that a hand, or what the body carries, pulls at
PULLED = 10.0


@remembers
def Rough() -> Law:
    """No slip whatever the force: absolutely rough. Where hand or motor pull and only adhesion could hold, it slips."""
    return replace(dry_law(mu=PULLED, mu_s=inf), only_holds=True)


@remembers
def Coulomb(mu: float, mu_s: float | None = None) -> Law:
    """Dry friction -mu N e in slip; what sticks holds up to mu_s N (mu_s >= mu; mu if not given)."""
    check_number("friction mu", mu, 0.0, inf)
    mu_s = mu if mu_s is None else mu_s
    check_number("static friction mu_s", mu_s, mu, inf)
    return dry_law(mu=mu, mu_s=mu_s)


@remembers
def Viscous(c1: float) -> Law:
    """Friction -c1 u, c1 [N s/m]: a film of oil."""
    check_number("viscous friction c1", c1, 0.0, inf, "N s/m")
    return dry_law(c1=c1)


@remembers
def TwoTerm(mu: float, c0: float, mu_s: float | None = None, c1: float = 0.0) -> Law:
    """Friction -(c0 + mu N) e - c1 u: dry friction with adhesion c0 [N], and viscous friction c1 [N s/m]."""
    check_number("adhesion c0", c0, 0.0, inf, "N")
    check_number("viscous friction c1", c1, 0.0, inf, "N s/m")
    return dry_law(mu=mu, mu_s=Coulomb(mu, mu_s).mu_s, c0=c0, c1=c1)


@remembers
def Contensou(mu: float, radius: float) -> Law:
    """Dry friction of a spinning round patch under Hertz pressure, radius [m]: spin makes the slip easy."""
    check_number("friction mu", mu, 0.0, inf)
    if not (isfinite(radius) and radius > 0.0):
        raise BadValue(_("contact, radius of the patch: got {found} m, needs a finite number above 0").format(
            found=radius))
    return dry_law(mu=mu, mu_s=mu, patch=radius)


@remembers
def Stribeck(mu: float, mu_s: float, velocity: float, exponent: float = 2.0) -> Law:
    """Dry friction that falls from mu_s to mu as the slip grows beyond the velocity [m/s]; exponent 2: Gauss' form."""
    check_number("friction mu", mu, 0.0, inf)
    check_number("static friction mu_s", mu_s, mu, inf)
    check_number("exponent", exponent, 0.5, 4.0)
    if not (isfinite(velocity) and velocity > 0.0):
        raise BadValue(_("contact, velocity of Stribeck's law: got {found} m/s, needs a finite number above 0").format(
            found=velocity))
    return stribeck_law(mu, mu_s, velocity, exponent)


def check_number(name: str, value: float, low: float, high: float, unit: str = ""):
    """BadValue unless a number of a contact lies in [low, high]."""
    if not (isinstance(value, (int, float)) and isfinite(value) and low <= value <= high):
        wanted = (_("a finite number of at least {low:g}") if high == inf else _("a number in [{low:g}, {high:g}]")
                  ).format(low=low, high=high)
        raise BadValue(_("contact, {name}: got {found} {unit}, needs {wanted}").format(
            name=name, found=value, unit=unit, wanted=wanted))
