"""Laws of contact in a world of balls: how they are written down, and which are followed."""

from math import inf

import numpy as np

from sandbox.errors import BadValue
from sandbox.mechanics.friction.law import Law
from sandbox.mechanics.world import places
from sandbox.scene.contact import Contact
from sandbox.scene.friction import Coulomb, Smooth
from sandbox.scene.world import World
from sandbox.text import _


def put_support_law(block: np.ndarray, name: str, contact: Contact | None):
    """Writes the law of a support; without one what rolls on it keeps rolling, and what falls on it stays."""
    where = _("support '{name}'").format(name=name)
    law = Contact() if contact is None else contact
    mu_s, mu = _friction(law, where)
    _check(law, where)
    block[places.STATIC], block[places.KINETIC], block[places.RESTITUTION] = mu_s, mu, law.restitution
    block[places.ROLLING_RESISTANCE] = law.rolling_resistance
    block[places.SPINNING_RESISTANCE] = law.spinning_resistance
    block[places.KEEPS] = float(contact is None)


def pair_law(world: World) -> tuple[float, float]:
    """Returns friction and restitution of any two balls."""
    laws = set(world.contacts.values())
    if len(laws) > 1:
        raise BadValue(_("world, contacts: any two balls of a world touch by the same law; got {found} laws").format(
            found=len(laws)))
    law = laws.pop() if laws else Contact(Smooth(), restitution=1.0)
    where = _("contact of balls")
    _check(law, where)
    if law.rolling_resistance or law.spinning_resistance:
        raise BadValue(_("world, {where}: has no rolling or spinning resistance").format(where=where))
    mu_s, mu = _friction(law, where)
    if mu_s not in (mu, inf):
        raise BadValue(_("world, {where}: needs one coefficient of friction, got {mu_s} at rest and {mu}").format(
            where=where, mu_s=mu_s, mu=mu))
    return mu_s, law.restitution


def _friction(law: Contact, where: str) -> tuple[float, float]:
    """Coefficients of static and of sliding friction."""
    friction: Law = law.friction
    if friction.is_rough:
        return inf, inf
    for known in (Smooth(), Coulomb(friction.mu_impact, max(friction.mu_s, friction.mu_impact))):
        if friction == known:
            return friction.mu_s, friction.mu_impact
    raise BadValue(_("world, {where}: the friction of balls needs to be Coulomb(...), Rough() or Smooth()").format(
        where=where))


def _check(law: Contact, where: str):
    if law.gives_way or law.rubber or law.tangential or law.impact != "chatterjee_ruina":
        raise BadValue(_("world, {where}: takes friction, restitution, rolling and spinning resistance only").format(
            where=where))


