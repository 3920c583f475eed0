"""Edits of a run that has begun: at its step another world goes on where the one before was (carry.py of the worlds).

An edit is what JSON can hold: {"parts": [...]}, the parts of the document from then on, in order; a part that stays as
it is stands there by its name, any other one in full, as set-ups have it. What stays keeps its state, bit by bit; what
stands in full starts as placed. So a run that is told its edits again goes the same way.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from sandbox.errors import BadValue
from sandbox.run.command import BUILD, Command
from sandbox.scene.built import kinds
from sandbox.scene.built.document import Document, Named, Part, Word, leaves
from sandbox.scene.built.edits import MOST_PARTS, with_names
from sandbox.scene.built.making import made_of
from sandbox.scene.built.plain import check_names, part_of_plain, plain_of_part
from sandbox.scene.built.read import read
from sandbox.scene.scene import Scene
from sandbox.scene.world import World
from sandbox.systems.integration import Integration
from sandbox.systems.protocol import Event
from sandbox.systems.world.carry import Kept, carried
from sandbox.systems.world.system import WorldSystem
from sandbox.text import _

Edit = Mapping[str, Any]


# ---- documents ------------------------------------------------------------------------------------------------------

def edit_between(before: Document, after: Document) -> Edit:
    """Returns the edit that makes a document of another one; BadValue where a run under way can't be given it."""
    if after.parameters != before.parameters:
        raise BadValue(_("sliders are made, and given another range, at the start only"))
    known = {part.name: part for part in with_names(before.parts)}
    return {"parts": [part.name if known.get(part.name) == part else plain_of_part(part)
                      for part in with_names(after.parts)]}


def applied(document: Document, edit: Any) -> tuple[Document, set[str]]:
    """Returns the document after an edit, and the names of the parts that stay as they are; or BadValue."""
    rows = edit.get("parts") if isinstance(edit, Mapping) and set(edit) == {"parts"} else None
    if not isinstance(rows, list | tuple) or len(rows) > MOST_PARTS:
        raise BadValue(_("an edit: got {found}, needs the parts that there are from then on").format(
            found=repr(edit)[:60]))
    known = {part.name: part for part in with_names(document.parts)}
    stay = {row for row in rows if isinstance(row, str)}
    if missing := sorted(stay - set(known)):
        raise BadValue(_("no part is called {found!r}; there are {known}").format(
            found=missing[0][:60], known=", ".join(known)[:200]))
    parts = tuple(known[row] if isinstance(row, str) else part_of_plain(row) for row in rows)
    found = replace(document, parts=_on_what_is_there(with_names(parts), {part.name for part in document.parts}))
    check_names(found)
    # what is made of another part is another one with it
    while changed := {part.name for part in found.parts if part.name in stay and not _names(part) <= stay}:
        stay -= changed
    return found, stay


def _on_what_is_there(parts: tuple[Part, ...], before: set[str]) -> tuple[Part, ...]:
    """Parts of which a body that is there already names a support that is: of what it began on nothing is left."""
    there = [part.name for part in parts if part.family == kinds.SUPPORT]
    gone = before - {part.name for part in parts}
    return tuple(replace(part, value=part.value.changed("on", there[0])) if there and part.family == kinds.BODY and
                 isinstance(part.value, Word) and part.value.get("on") in gone else part for part in parts)


def check_edit(edit: Any):
    """Raises BadValue for what can be no edit of any document."""
    applied(Document("", kinds.WORLD, ()), {**edit, "parts": [row for row in edit.get("parts", ()) if not isinstance(
        row, str)]} if isinstance(edit, Mapping) and isinstance(edit.get("parts"), list | tuple) else edit)


def _names(part: Part) -> set[str]:
    return {end.name for _path, end in leaves(part.value) if isinstance(end, Named) and end.name != part.name}


def _is_tie(part: Part) -> bool:
    return isinstance(part.value, Word) and part.value.name in ("BallJoint", "Spring", "String")


def kept_of(before: Document, after: Document, world: World, stay: set[str]) -> Kept:
    """Returns what of a world stays, by the parts of the documents that do."""
    supports = after.of_family(kinds.SUPPORT)
    own = {part.name for part in supports if part.key is None}
    # supports that one part makes are those that no other part is called like
    others = set(world.supports) - own if all(part.name in stay for part in supports if part.key is not None) else set()
    joints = [part.name for part in before.of_family(kinds.JOINT) if _is_tie(part)]
    return Kept(frozenset(stay & {part.name for part in after.of_family(kinds.BODY)}),
                frozenset((stay & own) | others),
                tuple(joints.index(part.name) if part.name in stay and part.name in joints else -1
                      for part in after.of_family(kinds.JOINT) if _is_tie(part)))


# ---- a run ----------------------------------------------------------------------------------------------------------

@dataclass(frozen=True)
class Section:
    """What a run is between two edits.

    step      at which it begins;  document  of its world, None where the scene is not read yet
    system    that runs;  key  state at its beginning, with all that its future depends on; None for the first
    trouble   why there can be no such world: the run ends there
    """

    step: int
    document: Document | None
    system: Any
    key: np.ndarray | None = None
    trouble: str = ""


class Sections:
    """The systems of a run one after the other; a section that was come to once is kept, for it is always the same.

    values_at   values_at(step) -> values of the parameters
    told        told(), called when the run goes on as another system
    """

    def __init__(self, scene: Scene, run: Integration, values_at: Callable[[int], dict], told: Callable[[], object]):
        self._scene, self._run, self._values_at, self._told = scene, run, values_at, told
        self._edits: list[Command] = []
        self._made = [Section(0, None, run.system)]
        self.present = 0            # number of the section that the run is in

    @property
    def first(self) -> Any:
        """The system that the run began with."""
        return self._made[0].system

    @property
    def system(self) -> Any:
        """The present system, without a hand."""
        return self._made[self.present].system

    @property
    def is_of_world(self) -> bool:
        """Whether the present system can go on as another world: a lone body among supports can't, nor flat faces."""
        return type(self.system) is WorldSystem

    @property
    def document(self) -> Document:
        """The document of the present world, or BadValue where it has none."""
        if self._made[0].document is None:
            begun = read(self._scene, self._values_at(-1)).document
            if begun.form != kinds.WORLD:
                raise BadValue(_("only a world is changed while it runs: this scene is none"))
            self._made[0] = replace(self._made[0], document=begun)
        document = self._made[self.present].document
        assert document is not None
        return document

    def _formulas(self) -> dict[str, Any]:
        return dict(getattr(self._scene.build, "__globals__", {}))

    def carry(self, edit: Any, step: int) -> Section:
        """Returns the section that an edit of the present instant begins, or BadValue; nothing is changed yet."""
        before, run = self.document, self._run
        if not isinstance(run.system, WorldSystem):
            raise BadValue(_("only a world is changed while it runs: this scene is none"))
        after, stay = applied(before, edit)
        values = self._values_at(step)
        was = made_of(before, values, self._formulas())
        world = made_of(after, values, self._formulas())
        same = after.parts == with_names(before.parts) and len(stay) == len(after.parts)
        system = run.system if same else carried(
            run.system, was, run.data, world, values, kept_of(before, after, world, stay))
        return Section(step, after, system)

    # ---- going on ---------------------------------------------------------------------------------------------------

    def aim(self, command: Command):
        """Takes the next edit."""
        if command.name == BUILD:
            self._edits.append(command)

    def enter(self, section: Section):
        """Goes on as the section that an edit of the present instant has begun."""
        run = self._run
        if section.system is not run.system:
            run.rebuild(section.system)
        self._made[self.present + 1:] = [replace(section, key=run.key())]
        self._switch(self.present + 1)

    def _switch(self, number: int):
        self.present = number
        self._told()

    def write(self, step: int) -> int | None:
        """Goes on as what is there after the step; returns the next step with an edit, or None."""
        due = self._due(step, is_built=True)
        while due > self.present and self._run.ended is None:
            self._go_on(self._edits[self.present])
        return self._edits[due].step if due < len(self._edits) else None

    def find(self, step: int, number: int | None = None):
        """Takes the system of a step that was reached before, before what was built at it, or the section of a number;
        its state comes next.
        """
        due = self._due(step, is_built=False) if number is None else number
        if due != self.present:
            self._run.switch(self._made[due].system)
            self._switch(due)

    def _due(self, step: int, is_built: bool) -> int:
        """Number of edits up to a step, with those at it or without them."""
        return sum(edit.step <= step if is_built else edit.step < step for edit in self._edits)

    def _go_on(self, edit: Command):
        if self.present + 1 < len(self._made):
            section = self._made[self.present + 1]
        else:
            try:
                section = self.carry(edit.value, edit.step)
            except BadValue as error:
                section = Section(edit.step, self._made[self.present].document, self._run.system, trouble=str(error))
        if section.trouble:
            self._run.end(Event(self._run.t, 0, "stop", _("What was built there can't be there: {reason}").format(
                reason=section.trouble)))
        elif section.key is None:
            self.enter(section)
        else:
            self._run.switch(section.system)
            self._run.restore(section.step, section.key)
            self._switch(self.present + 1)

    def forget(self):
        """Drops all edits, to be told those that still hold; what is known of these stays known."""
        self._edits = []

    def remember(self):
        """The edits that hold are told: what is known of others is dropped."""
        del self._made[len(self._edits) + 1:]

    def take_over(self, other: "Sections"):
        """Takes over what is known of the sections of a run that began alike."""
        self._made = list(other._made)
