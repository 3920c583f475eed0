"""By which laws bodies of a world touch one another: one for all, or one for each two classes of bodies."""

from dataclasses import dataclass
from math import inf
from typing import NamedTuple

import numpy as np

from sandbox.errors import BadValue
from sandbox.mechanics.friction.law import Law
from sandbox.mechanics.friction.stribeck import stribeck_numbers
from sandbox.mechanics.world import layout as at
from sandbox.scene.contact import Contact
from sandbox.scene.friction import Coulomb, Smooth
from sandbox.scene.world import World
from sandbox.text import _

MOST_CLASSES = 16
# of two bodies for which nothing is said
NO_LAW = Contact(Smooth(), restitution=1.0)


@dataclass(frozen=True)
class PairLaws:
    """Laws of pairs.

    classes  (bodies,) number of the class of each: those of one touch any other body alike
    table    (classes, classes, 2) mu, inf for rough ones, and e
    """

    classes: tuple[int, ...]
    table: np.ndarray


def only_law(world: World) -> tuple[float, float]:
    """Returns friction and restitution of any two bodies, where they have one law."""
    return _numbers(next(iter(world.contacts.values()), NO_LAW), _("contact of balls"))


def pair_laws(world: World) -> PairLaws | None:
    """Returns the laws of a world that has several, None where it has one or none; or BadValue.

    The law of two names counts before that of a name and a kind, and that before one of two kinds.
    """
    if len(set(world.contacts.values())) < 2:
        return None
    numbers = {pair: _numbers(law, _("contact of '{one}' and '{other}'").format(one=pair[0], other=pair[1]))
               for pair, law in world.contacts.items()}
    both = {(other, one): law for (one, other), law in numbers.items()} | numbers
    said = {name for pair in numbers for name in pair}
    # bodies of which the same is said touch any other one alike
    looks = [(name if name in said else "", placed.kind if placed.kind in said else "")
             for name, placed in zip(world.names, world.bodies, strict=True)]
    kinds = list(dict.fromkeys(looks))
    if len(kinds) > MOST_CLASSES:
        raise BadValue(_("world, contacts: got {found} kinds of bodies by their laws, at most {most} are told apart"
                         ).format(found=len(kinds), most=MOST_CLASSES))
    nothing = _numbers(NO_LAW, "")

    def between(one: tuple[str, str], other: tuple[str, str]) -> tuple[float, float]:
        # both by their names, one by its name, both by what they are
        ways = ((one[0], other[0]), (one[0], other[1]), (one[1], other[0]), (one[1], other[1]))
        return next((both[pair] for pair in ways if pair in both), nothing)

    table = np.array([[between(one, other) for other in kinds] for one in kinds])
    return PairLaws(tuple(map(kinds.index, looks)), table)


def check_laws(world: World, functions: object):
    """Raises BadValue where a world with several laws has what knows one only."""
    if functions is not None:
        raise BadValue(_("world, contacts: bodies with flat faces touch others by one law; got {found}").format(
            found=len(set(world.contacts.values()))))


def _numbers(law: Contact, where: str) -> tuple[float, float]:
    """Friction and restitution of two bodies."""
    check_law(law, where)
    if law.rolling_resistance or law.spinning_resistance:
        raise BadValue(_("world, {where}: has no rolling or spinning resistance").format(where=where))
    mu_s, mu, fades_over, _fades_by = friction_numbers(law, where)
    if fades_over:
        raise BadValue(_("world, {where}: friction that fades with the slip is for supports; bodies take Coulomb(mu), "
                         "Rough() or Smooth() between them").format(where=where))
    if mu_s not in (mu, inf):
        raise BadValue(_("world, {where}: needs one coefficient of friction, got {mu_s} at rest and {mu}").format(
            where=where, mu_s=mu_s, mu=mu))
    return mu_s, law.restitution


class Friction(NamedTuple):
    """Friction of a contact; it falls with the slip as mechanics/friction/stribeck.py says where `over` is above 0.

    mu_s, mu   coefficients at rest and in fast slip [1]
    over, by   velocity over which it falls from one to the other [m/s], and the exponent [1]; 0 for one that does not
    """

    mu_s: float
    mu: float
    over: float
    by: float


def friction_numbers(law: Contact, where: str) -> Friction:
    """Returns the numbers of a law of friction, or raises BadValue for one that worlds of several have not."""
    friction: Law = law.friction
    if friction.is_rough:
        return Friction(inf, inf, 0.0, 0.0)
    if friction.numbers is stribeck_numbers:
        mu, mu_s, over, by = friction.s
        return Friction(mu_s, mu, over, by)
    for known in (Smooth(), Coulomb(friction.mu_impact, max(friction.mu_s, friction.mu_impact))):
        if friction == known:
            return Friction(friction.mu_s, friction.mu_impact, 0.0, 0.0)
    raise BadValue(_("world, {where}: friction needs to be Coulomb(...), Stribeck(...), Rough() or Smooth()").format(
        where=where))


def check_law(law: Contact, where: str):
    """Raises BadValue for a law that can't be followed in a world."""
    if law.branch != Contact().branch:
        raise BadValue(_("world, {where}: has no branch; what goes on where nothing rigid can is found by small steps"
                         ).format(where=where))
    if law.gives_way or law.rubber or law.tangential or law.impact != "chatterjee_ruina":
        raise BadValue(_("world, {where}: takes friction, restitution, rolling and spinning resistance only").format(
            where=where))


def put_support_law(block: np.ndarray, name: str, contact: Contact | None):
    """Writes the law of a support; without one what rolls on it does not slip, and what falls on it stays."""
    where = _("support '{name}'").format(name=name)
    law = Contact() if contact is None else contact
    friction = friction_numbers(law, where)
    check_law(law, where)
    block[at.STATIC], block[at.KINETIC], block[at.RESTITUTION] = friction.mu_s, friction.mu, law.restitution
    block[at.FADES_OVER], block[at.FADES_BY] = friction.over, friction.by
    block[at.ROLLING_RESISTANCE] = law.rolling_resistance
    block[at.SPINNING_RESISTANCE] = law.spinning_resistance
