"""A document and values of its parameters make what `build` and `start` of a scene return."""

from collections.abc import Mapping
from typing import Any

from sandbox.errors import BadValue
from sandbox.scene.built import kinds
from sandbox.scene.built.document import Document
from sandbox.scene.built.values import Maker
from sandbox.scene.world import World
from sandbox.text import _


def made_of(document: Document, values: Mapping[str, Any], formulas: Mapping[str, Any] | None = None) -> Any:
    """Returns what `build` returns for these parameter values, or raises BadValue.

    formulas   functions of the scene's own by name, where it has any
    """
    maker = Maker(values, dict(formulas or {}))
    things = maker.named
    for part in document.of_family(kinds.VALUE):
        things[part.name] = maker.thing(part.value)
    if document.form != kinds.WORLD:
        found = [maker.thing(part.value) for part in document.of_family(kinds.SYSTEM)]
        return found[0] if document.form == kinds.ALONE else tuple(found) if document.form == kinds.TOGETHER else found
    supports: dict[str, Any] = {}
    for part in document.of_family(kinds.SUPPORT):
        thing = maker.thing(part.value)
        several = thing if part.key == "**" else {part.name: thing}
        if not isinstance(several, Mapping):
            raise BadValue(_("'{name}' is not several supports").format(name=part.name))
        for name in several:
            if name in supports:
                raise BadValue(_("two supports are called {name!r}").format(name=name))
        supports.update(several)
        things[part.name] = thing
    bodies = [maker.thing(part.value) for part in document.of_family(kinds.BODY)]
    laws = {part.key: maker.thing(part.value) for part in document.of_family(kinds.LAW)}
    joints = [maker.thing(part.value) for part in document.of_family(kinds.JOINT)]
    return World(supports, bodies, laws, joints, **{key: maker.thing(value) for key, value in document.options})


def start_of(document: Document, values: Mapping[str, Any], formulas: Mapping[str, Any] | None = None) -> Any:
    """Returns what `start` returns, None where bodies have their own."""
    maker = Maker(values, dict(formulas or {}))
    for part in document.of_family(kinds.VALUE):
        maker.named[part.name] = maker.thing(part.value)
    found = document.of_family(kinds.START)
    return maker.thing(found[0].value) if found else None
