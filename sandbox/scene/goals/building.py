"""What may be built in a challenge: parts of a few kinds, at most so many, put to what its scene has and keeps."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from sandbox.errors import BadValue
from sandbox.scene.built import kinds, parts
from sandbox.scene.built.document import Computed, Document, Part, Word, leaves
from sandbox.scene.built.edits import added, with_names
from sandbox.scene.built.plain import part_of_plain, plain_of_part
from sandbox.scene.built.read import read
from sandbox.scene.scene import Scene
from sandbox.schema import Choice, List, Record, Whole
from sandbox.text import _

MOST = 50                # parts that a challenge may ask for
# what is put by one click and stays what it is: no joints, nothing that moves on its own
ITEMS = {item.name: item for item in parts.PARTS if item.motion is None and item.joint is None
         and dict(item.start).get("velocity") == (0.0, 0.0)}
SHAPE = Record({"most": Whole(1, MOST), "parts": List(Choice(tuple(ITEMS)), 1, len(ITEMS))})
# how a part stands; all else of it is as the palette has it
PLACED, AT = ("origin", "axis", "angle"), ("at", "orientation")


@dataclass(frozen=True)
class Building:
    """What may be built.

    most    parts that may be added;  items  of the palette that they are of
    given   the document of what is there at first, of which nothing is changed
    """

    most: int
    items: tuple[parts.Item, ...]
    given: Document = field(compare=False, repr=False)

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the parts of the palette that may be put."""
        return tuple(item.name for item in self.items)

    def added(self, document: Document, where: str) -> tuple[Part, ...]:
        """Returns what a document has beyond what is given; BadValue where that is changed, or more is built than may.

        where   the challenge, for sentences
        """
        given = {part.name: part for part in with_names(self.given.parts)}
        found = with_names(document.parts)
        there = {part.name for part in found}
        for name, part in given.items():
            if name not in there or next(one for one in found if one.name == name) != part:
                raise BadValue(_("{where}: '{part}' is given: it stays where it is and as it is").format(
                    where=where, part=_(name)))
        for key in ("form", "parameters", "options"):
            if getattr(document, key) != getattr(self.given, key):
                raise BadValue(_("{where}: nothing is built but parts; '{found}' is given").format(
                    where=where, found=key))
        new = tuple(part for part in found if part.name not in given)
        # marks and ghosts know bodies by their places
        bodies = [part.name for part in found if part.family == kinds.BODY]
        if [part.name for part in found if part.name in given] != [*given] or any(
                name not in given for name in bodies[:len(bodies) - sum(one.family == kinds.BODY for one in new)]):
            raise BadValue(_("{where}: what is given stands in another order").format(where=where))
        for part in new:
            self._check(part, where)
        if len(new) > self.most:
            raise BadValue(_("{where}: {found} parts are built, at most {most} may be").format(
                where=where, found=len(new), most=self.most))
        return new

    def _check(self, part: Part, where: str):
        if not any(is_of(part, item) for item in self.items):
            raise BadValue(_("{where}: '{part}' is none of the parts that may be built as the palette has them: {known}"
                             ).format(where=where, part=_(part.name)[:60], known=", ".join(map(_, self.names))))

    def allows(self, name: str, path: tuple) -> bool:
        """Whether a number of a part may be changed: where it stands and how it is turned, of what was put."""
        return any(step in PLACED + AT for step in path) and all(part.name != name for part in self.given.parts)

    def left(self, document: Document) -> int:
        """How many parts may still be added to a document."""
        return self.most - (len(document.parts) - len(self.given.parts))

    def rows(self, document: Document) -> tuple:
        """Returns what was built as rows of data."""
        given = {part.name for part in self.given.parts}
        return tuple(plain_of_part(part) for part in document.parts if part.name not in given)

    def document(self, rows: tuple) -> Document:
        """Returns the document of what is given and of rows of data, in their order; BadValue where they are none."""
        found = self.given
        for row in rows:
            found = added(found, part_of_plain(row))
        return found


def is_of(part: Part, item: parts.Item) -> bool:
    """Whether a part is one of the palette, wherever it stands and however it is turned."""
    if part.family != item.family or any(isinstance(end, Computed) for _path, end in leaves(part.value)):
        return False
    if item.family == kinds.SUPPORT:
        surface = part.value.get("surface") if isinstance(part.value, Word) else None
        return isinstance(surface, Word) and set(dict(surface.arguments)) <= set(PLACED) and part.value == Word(
            "On", (("surface", replace(surface, name=".placed", of=item.value)), ("contact", parts.LAW)))
    start = part.value.get("start") if isinstance(part.value, Word) else None
    if not isinstance(start, Word):
        return False
    others = tuple(one for one in start.arguments if one[0] not in AT)
    on = part.value.get("on")
    return start.name == "Start" and others == tuple(one for one in item.start if one[0] not in AT) and isinstance(
        on, str) and part.value == Word("Placed", (
            ("body", item.value), ("start", start), ("on", on), ("name", part.name)))


def building_of(told: Mapping[str, Any], scene: Scene, values: Mapping[str, Any], where: str) -> Building:
    """Returns what a table of a challenge lets people build in a scene with these values; or BadValue."""
    try:
        given = read(scene, values).document
    except BadValue as error:
        raise BadValue(f"{where}: {error}") from None
    if given.form != kinds.WORLD or given.own.names:
        raise BadValue(_("{where}: in the scene '{scene}' nothing can be built").format(where=where, scene=scene.id))
    for key in ("most", "parts"):
        if key not in told:
            raise BadValue(_("{where}: has no '{key}'").format(where=where, key=key))
    return Building(told["most"], tuple(ITEMS[name] for name in told["parts"]), given)
