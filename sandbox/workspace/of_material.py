"""What a part of the bench is of, and what follows: density of a body, law of a support."""

from dataclasses import replace
from typing import Any

from sandbox.errors import BadValue
from sandbox.scene.built import kinds
from sandbox.scene.built.document import Computed, Document, Word
from sandbox.scene.built.edits import with_argument
from sandbox.scene.built.parts import Number
from sandbox.scene.materials import between, material
from sandbox.text import _

# what stands on a support on which nothing does
USUAL = "steel"


def with_material(document: Document, name: str, number: Number, found: str) -> Document:
    """Returns the document with a part of another material; or BadValue.

    A support takes the friction and the restitution of the pair that it is with what stands on it, a body its density;
    numbers that a slider has stay.
    """
    if found not in number.field.choices:
        raise BadValue(_("'{name}', {what}: got {found!r}, needs one of {known}").format(
            name=name, what=_(number.field.title), found=found[:40], known=", ".join(number.field.choices)))
    document = with_argument(document, name, number.path, found)
    part = document.part(name)
    if part.family == kinds.BODY:
        return _replaced(document, name, _with_density(part.value, material(found).density))
    if part.family != kinds.SUPPORT or not isinstance(part.value, Word):
        return document
    law, pair = part.value.get("contact"), between(found, _material_on(document, name))
    if not isinstance(law, Word) or law.name != "Contact":
        return document
    friction = law.get("friction")
    if isinstance(friction, Word) and friction.name == "Coulomb" and not isinstance(friction.get("mu"), Computed):
        law = law.changed("friction", friction.changed("mu", round(pair.mu, 3)))
    if not isinstance(law.get("restitution"), Computed):
        law = law.changed("restitution", pair.restitution)
    return _replaced(document, name, part.value.changed("contact", law))


def material_of(value: Any) -> str:
    """Returns the material that stands first in a value, "" where none does."""
    if not isinstance(value, Word):
        return ""
    if value.name == ".of":
        return str(value.get("name"))
    return material_of(value.of) or next((found for _name, one in value.arguments if (found := material_of(one))), "")


def _material_on(document: Document, support: str) -> str:
    """What the first body on a support is of."""
    for part in document.of_family(kinds.BODY):
        if isinstance(part.value, Word) and part.value.get("on") == support and (found := material_of(part.value)):
            return found
    return USUAL


def _with_density(value: Any, density: float) -> Any:
    """A body of another density, if it has one that is a number."""
    if not isinstance(value, Word):
        return value
    if isinstance(value.get("density"), float) and not value.name.startswith("."):
        return value.changed("density", density)
    of = None if value.of is None else _with_density(value.of, density)
    return Word(value.name, tuple((name, _with_density(one, density) if name == "body" else one)
                                  for name, one in value.arguments), of)


def _replaced(document: Document, name: str, value: Any) -> Document:
    return replace(document, parts=tuple(replace(part, value=value) if part.name == name else part
                                         for part in document.parts))
