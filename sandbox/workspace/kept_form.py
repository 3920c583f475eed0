"""What a bench is kept as: a document whose file reads as if it had been written by hand, and the way back.

On the bench each part has its own numbers; in a file a law that is needed twice has a name.
"""

from dataclasses import replace
from typing import Any

from sandbox.scene.built import kinds
from sandbox.scene.built.document import Document, Named, Pairs, Part, SetOfValues, Word, changed, leaves
from sandbox.scene.built.parts import FIELDS, word
from sandbox.scene.built.read import shared
from sandbox.scene.presentation.card import HAND
from sandbox.text import N_

LAW = "Contact"
# what the only preset is called, and what the card asks until somebody has written one
PRESET = N_("As it was built")
CARD = word("Card", see=N_("To be written in the file of this scene: what one sees."),
            why=N_("To be written there: why it is so. The speed is {r.speed} now."),
            try_=Word("Try", (("*", (N_("[Take a body by the hand] and throw it: where does it end?"), HAND)),)))


def to_be_kept(document: Document, title: str) -> Document:
    """Returns a document under its title, with names for laws that stand in several places of a world, a preset and a
    card.
    """
    known: dict[str, Word] = {}
    parts = document.parts if document.form != kinds.WORLD else tuple(shared(
        [replace(part, value=_laws_once(part.value, known)) for part in document.parts]))
    return replace(document, title=title, about=title, parts=parts, of_scene=(*document.of_scene, ("card", CARD)),
                   presets=document.presets or (SetOfValues(PRESET, ()),))


def _laws_once(value: Any, known: dict[str, Word]) -> Any:
    """The same value, in which laws that are the same to the last bit are one thing, and no other words are."""
    if isinstance(value, Word):
        if value.name == LAW:
            return known.setdefault(repr(value), value)
        return Word(value.name, tuple((name, _laws_once(one, known)) for name, one in value.arguments),
                    None if value.of is None else _laws_once(value.of, known))
    if isinstance(value, tuple):
        return tuple(_laws_once(one, known) for one in value)
    if isinstance(value, Pairs):
        return Pairs(tuple((key, _laws_once(one, known)) for key, one in value.pairs))
    return value


def each_with_its_own(document: Document) -> Document:
    """Returns a document in which laws, bodies and surfaces stand where they are needed: their numbers are to be had
    there, and a change is one of that part alone.
    """
    named = {part.name: part.value for part in document.of_family(kinds.VALUE) if _root(part.value) in (LAW, *FIELDS)}
    named = {name: value for name, value in named.items() if _root(value) not in ("Spin", "Hinge", "Motor", "Start")}
    parts: list[Part] = [replace(part, value=_put_in(part.value, named)) for part in document.parts]
    used = {end.name for part in parts if part.name not in named
            for _path, end in leaves(part.value) if isinstance(end, Named)}
    return replace(document, parts=tuple(part for part in parts if part.name not in named or part.name in used))


def _root(value: Any) -> str:
    """The name of the word that others are called of."""
    while isinstance(value, Word) and value.of is not None:
        value = value.of
    return value.name if isinstance(value, Word) else ""


def _put_in(value: Any, named: dict[str, Any]) -> Any:
    """A value with what some names stand for in their place."""
    return changed(value, lambda _path, end: _put_in(named[end.name], named)
                   if isinstance(end, Named) and end.name in named else end)
