"""Edits of a document, each a document from a document, and the history that takes them back and does them again.

What an edit would leave without its other end is refused, or goes along where that was asked for: a joint to a ball
that is removed, a law for it, a body that starts on a support.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from sandbox.errors import BadValue
from sandbox.scene.built import kinds
from sandbox.scene.built.computed import names_in
from sandbox.scene.built.document import Computed, Document, Named, Pairs, Part, SetOfValues, Word, changed, leaves
from sandbox.scene.parameter import Parameter
from sandbox.text import _

# parts of a document, letters of a name, steps back that are kept
MOST_PARTS, LONGEST_NAME, KEPT = 1000, 60, 300


def added(document: Document, part: Part, at: int | None = None) -> Document:
    """Returns the document with one more part, after those of its family or at a place among all; or BadValue."""
    _check_name(part.name)
    if part.family not in kinds.ALL:
        raise BadValue(_("no family of parts is called {found!r}").format(found=str(part.family)[:60]))
    if part.family in (kinds.SUPPORT, kinds.BODY, kinds.LAW, kinds.JOINT, kinds.MARK) and document.form != kinds.WORLD:
        raise BadValue(_("'{name}': only a world takes further parts").format(name=part.name))
    if len(document.parts) >= MOST_PARTS:
        raise BadValue(_("a document has at most {most} parts").format(most=MOST_PARTS))
    missing = sorted(_named(part) - {one.name for one in document.parts} - document.own.names - {"p"})
    if missing:
        raise BadValue(_("'{name}': no part is called {found!r}").format(name=part.name, found=missing[0][:60]))
    check_parameters(document, part.value, part.name)
    if at is None:
        rank = kinds.ALL.index(part.family)
        at = sum(kinds.ALL.index(one.family) <= rank for one in document.parts)
    parts = (*document.parts[:at], part, *document.parts[at:])
    return replace(document, parts=with_names(parts) if part.family == kinds.BODY else parts)


def removed(document: Document, name: str, with_others: bool = False) -> Document:
    """Returns the document without a part; BadValue where others need it.

    with_others   joints, laws and bodies that need it go, too
    """
    gone = {document.part(name).name}
    while more := {part.name for part in document.parts if part.name not in gone and _needs(part) & gone}:
        if not with_others:
            raise BadValue(_("'{name}' is needed by '{other}'").format(name=name, other=min(more)))
        gone |= more
    has_body = any(document.part(one).family == kinds.BODY for one in gone)
    parts = with_names(document.parts) if has_body else document.parts
    return replace(document, parts=tuple(part for part in parts if part.name not in gone),
                   of_scene=tuple((key, _without_cues(value, gone) if key == "controls" else value)
                                  for key, value in document.of_scene))


def _without_cues(controls: tuple, gone: set[str]) -> tuple:
    """Controls without the cue of a body that is gone."""
    return tuple(one for one in controls if not (one.name == "Cue" and one.get("body") in gone))


def with_argument(document: Document, name: str, path: tuple, value: Any) -> Document:
    """Returns the document with another value at a place within a part, or BadValue.

    path   the way to it: names of arguments, "of" for what a method is called of, numbers in tuples
    """
    part = document.part(name)
    check_parameters(document, value, name)
    new = replace(part, value=_put(part.value, path, value, name))
    missing = sorted(_named(new) - {one.name for one in document.parts} - document.own.names - {"p"})
    if missing:
        raise BadValue(_("'{name}': no part is called {found!r}").format(name=name, found=missing[0][:60]))
    if name in _named(new):
        raise BadValue(_("'{name}': a part can't be made of itself").format(name=name))
    return replace(document, parts=tuple(new if one is part else one for one in document.parts))


def renamed(document: Document, name: str, new: str) -> Document:
    """Returns the document with another name of a part wherever it is named, or BadValue."""
    part = document.part(name)
    _check_name(new)
    if any(one.name == new for one in document.parts):
        raise BadValue(_("two parts are called {name!r}").format(name=new))
    is_referred = part.family in (kinds.SUPPORT, kinds.BODY)

    def end(path, value):
        if isinstance(value, Named):
            return Named(new) if value.name == name else value
        return new if value == name and is_referred and path[-1:] and path[-1] in REFERENCES else value

    def one(other: Part) -> Part:
        key = tuple(new if side == name else side for side in other.key) if other.family == kinds.LAW else other.key
        value = changed(other.value, end)
        if other is part:
            # what a body is called in its world is said by itself
            is_said = part.family in (kinds.BODY, kinds.MARK) and isinstance(value, Word)
            value = value.changed("name", new) if is_said else value
            return replace(other, name=new, value=value)
        return replace(other, key=key, value=value)
    of_scene = tuple((key, changed(value, lambda path, end: new if path[-1:] == ("body",) and end == name else end))
                     for key, value in document.of_scene)
    return replace(document, parts=tuple(map(one, document.parts)), of_scene=of_scene)


def with_slider(document: Document, name: str, path: tuple, parameter: Parameter) -> Document:
    """Returns the document with a parameter in the place of a number, which becomes its default; or BadValue."""
    if any(one.name == parameter.name for one in document.parameters):
        raise BadValue(_("two parameters are called {name!r}").format(name=parameter.name))
    value = _at(document.part(name).value, path, name)
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise BadValue(_("'{name}': there is no number at {path}").format(name=name, path=_shown(path)))
    new = replace(parameter, default=parameter.check(value))
    return with_argument(replace(document, parameters=(*document.parameters, new)), name, path,
                         Computed(f"p.{parameter.name}"))


def with_preset(document: Document, preset: SetOfValues) -> Document:
    """Returns the document with one more preset, or another one of its name; or BadValue."""
    known = {one.name: one for one in document.parameters}
    for key, value in preset.values:
        if key not in known:
            raise BadValue(_("no parameter {found!r}").format(found=str(key)[:60]))
        known[key].check(value)
    others = tuple(one for one in document.presets if one.name != preset.name)
    return replace(document, presets=(*others, preset))


# ---- what needs what ------------------------------------------------------------------------------------------------

# arguments in which names of supports and bodies stand
REFERENCES = ("on", "support", "ball", "other")


def _named(part: Part) -> set[str]:
    """Names of parts that are put into a part."""
    return {end.name for _path, end in leaves(part.value) if isinstance(end, Named)}


def _needs(part: Part) -> set[str]:
    """Names of parts without which a part would mean nothing."""
    found = _named(part)
    if part.family in (kinds.BODY, kinds.JOINT):
        found |= {end for path, end in leaves(part.value) if isinstance(end, str) and path and path[-1] in REFERENCES}
    return found | (set(part.key) if part.family == kinds.LAW and isinstance(part.key, tuple) else set())


def with_names(parts: tuple[Part, ...]) -> tuple[Part, ...]:
    """Returns the same parts; each body says its name, which else would be counted anew where their number changes."""
    return tuple(replace(part, value=part.value.changed("name", part.name)) if part.family == kinds.BODY and isinstance(
        part.value, Word) else part for part in parts)


def _check_name(name: str):
    if not isinstance(name, str) or not 0 < len(name) <= LONGEST_NAME or not name.isprintable():
        raise BadValue(_("name of a part: got {found}, needs 1 to {most} letters").format(
            found=repr(name)[:40], most=LONGEST_NAME))


def check_parameters(document: Document, value: Any, name: str):
    """BadValue where a value has a formula of a parameter that there is not."""
    known = {parameter.name for parameter in document.parameters}
    for _path, end in leaves(value):
        unknown = sorted(names_in(end.formula) - known) if isinstance(end, Computed) else []
        if unknown:
            raise BadValue(_("'{name}': no parameter {found!r}").format(name=name, found=unknown[0]))


def _at(value: Any, path: tuple, name: str) -> Any:
    for i, step in enumerate(path):
        value = dict(_inside(value)).get(step, MISSING)
        if value is MISSING:
            raise BadValue(_("'{name}': there is nothing at {path}").format(name=name, path=_shown(path[:i + 1])))
    return value


MISSING = object()


def _inside(value: Any) -> Iterator[tuple[Any, Any]]:
    if isinstance(value, Word):
        yield from value.arguments
        yield "of", value.of
    elif isinstance(value, Pairs):
        yield from value.pairs
    elif isinstance(value, tuple):
        yield from enumerate(value)


def _put(value: Any, path: tuple, new: Any, name: str) -> Any:
    """A value with another one at a place; an argument of a word that was not given is given."""
    if not path:
        return new
    step, *rest = path
    inner = dict(_inside(value)).get(step, MISSING)
    if isinstance(value, Word) and step != "of" and isinstance(step, str) and (inner is not MISSING or not rest):
        return value.changed(step, new if not rest else _put(inner, tuple(rest), new, name))
    if inner is MISSING:
        raise BadValue(_("'{name}': there is nothing at {path}").format(name=name, path=_shown(path)))
    inner = _put(inner, tuple(rest), new, name)
    if isinstance(value, Word):
        return replace(value, of=inner)
    if isinstance(value, Pairs):
        return Pairs(tuple((key, inner if key == step else old) for key, old in value.pairs))
    return tuple(inner if i == step else old for i, old in enumerate(value))


def _shown(path: tuple) -> str:
    return ".".join(map(str, path))[:60]


# ---- history --------------------------------------------------------------------------------------------------------

@dataclass
class History:
    """A document that is edited, with the way back."""

    document: Document

    def __post_init__(self):
        self.before: list[Document] = []
        self.after: list[Document] = []

    def take(self, document: Document):
        """Takes what an edit gave; what was undone before is forgotten. One that changes nothing is no step."""
        if document == self.document:
            return
        self.before = [*self.before, self.document][-KEPT:]
        self.after = []
        self.document = document

    def undo(self) -> bool:
        """Goes one step back; False where there is none."""
        return self._go(self.before, self.after)

    def redo(self) -> bool:
        """Does again what was undone; False where there is nothing."""
        return self._go(self.after, self.before)

    def _go(self, there: list[Document], here: list[Document]) -> bool:
        if not there:
            return False
        here.append(self.document)
        self.document = there.pop()
        return True
