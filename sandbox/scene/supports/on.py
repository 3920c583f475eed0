"""What a body may stand on in a world: a surface, how it moves, and what happens where it is touched."""

from dataclasses import dataclass, field
from functools import cache, lru_cache
from math import isfinite

from sandbox.errors import BadValue
from sandbox.scene.contact import Contact
from sandbox.scene.friction import Coulomb
from sandbox.scene.motions import Motion, Still
from sandbox.scene.remembered import remembers
from sandbox.scene.supports.surface import Surface
from sandbox.scene.supports.surfaces import Plane
from sandbox.text import _, language

# the floor of the laboratory: steel on stone [1]
FLOOR_FRICTION, FLOOR_RESTITUTION = 0.3, 0.5
# a carpet, on which what rolls comes to rest [m]
FLOOR_RESISTANCE = 1e-3


@dataclass(frozen=True)
class On:
    """A support of a world.

    surface   of it;  motion  how it moves, at rest if not given
    contact   the law of touching it; None: what rolls on it does not slip, what falls on it stays, as Contact()
    """

    surface: Surface
    motion: Motion = field(default_factory=Still)
    contact: Contact | None = None

    def __post_init__(self):
        for value, kind, word in ((self.surface, Surface, _("a surface")), (self.motion, Motion, _("a motion")),
                                  (self.contact, Contact | None, _("a contact"))):
            if not isinstance(value, kind):
                raise BadValue(_("support: got {found}, needs {word}").format(found=type(value).__name__, word=word))


@remembers
def laboratory_floor(z: float = 0.0, contact: Contact | None = None, gravity=(0.0, 0.0, -9.81)) -> On:
    """The floor of the laboratory at the height z [m], at rest and without an end.

    contact   its law; if not given a body bounces a little, slides, rolls and comes to rest
    """
    if not (isinstance(z, int | float) and isfinite(z)):
        raise BadValue(_("floor, z: got {found}, needs a finite number of metres").format(found=z))
    return On(_floor_at(z, language()), Still(gravity), _floor_law() if contact is None else contact)


@lru_cache(maxsize=16)
def _floor_at(z: float, _language: str) -> Surface:
    """The plane of the floor, the same in all runs; what its edges say is of a language."""
    return Plane().placed((0.0, 0.0, z))


@cache
def _floor_law() -> Contact:
    """The law of the floor, where none is given."""
    return Contact(Coulomb(FLOOR_FRICTION), restitution=FLOOR_RESTITUTION, rolling_resistance=FLOOR_RESISTANCE)
