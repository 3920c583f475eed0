"""The bench of a window: what is put, moved, changed and taken away there is another document.

At the start its run begins anew; a run that has begun goes on with it from where it is. Each deed is one step of undo:
going back opens the scene of before, and with it its document, or goes back to the step of the edit.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import count
from typing import Any

import numpy as np

from sandbox.errors import BadValue
from sandbox.qt.core import QObject, pyqtSignal
from sandbox.scene.built import kinds
from sandbox.scene.built.document import Computed, Document, Part
from sandbox.scene.built.edits import renamed
from sandbox.scene.built.parts import Item, Number
from sandbox.scene.catalogue import BENCH
from sandbox.scene.goals.building import Building
from sandbox.scene.parameter import Parameter
from sandbox.text import _
from sandbox.ui.playback.loading import Request
from sandbox.workspace import bench, several, side_by_side, under_way

# [m] of a key, and with Shift
STEP, FINE = 0.01, 0.001
GAP = 0.002              # [m] at least between a part and its copy
SAID = 2                 # of what a bench is taken over without
_gestures = count(2_000_000)


def without(notes: Sequence[str]) -> str:
    """What of a scene a bench has not, in a sentence that leaves the picture to be seen."""
    said = _("Taken over without: {notes}.").format(notes="; ".join(notes[:SAID]))
    more = len(notes) - SAID
    return f"{said} {_('And without {count} more of them.').format(count=more)}" if more > 0 else said


def is_of_place(number: Number) -> bool:
    """Whether a number is one of where a support stands, or a body begins."""
    return bench.is_place(number) or number.path[:2] in (("start", "at"), ("start", "height"), ("start", "mass_centre"))


class Workbench(QObject):
    """Edits the document of the present scene, if it is one of the bench.

    say        say(text, kind) shows a message
    item       part of the palette that the next click puts, or None
    selected   name of the part whose numbers are shown, or "";  others  names of those that are chosen with it
    """

    changed = pyqtSignal()          # another document, item or selected part

    def __init__(self, player, edits, say: Callable, parent=None):
        super().__init__(parent)
        self._player, self._edits, self._say = player, edits, say
        self.item: Item | None = None
        self.first: tuple[str, Any] | None = None      # of a joint that is to be put: the part and the point clicked
        self.selected = ""
        self.others: tuple[str, ...] = ()
        self.last: tuple[Item, Any, str] | None = None     # what was put last, its place and what it stands on
        self._made: tuple | None = None                # what was made last, with what it was made of
        self._keys: tuple[tuple, int] = (), 0          # what keys do with which parts, and the gesture that this is
        self._latest: Request | None = None            # the bench as it was last, also behind another scene
        self._waiting: Callable | None = None          # what is done as soon as the run of the bench is there
        self._refused: tuple | None = None             # document, parts, and numbers of a place that were refused there
        self._settled: set[str] = set()                # texts of what was begun with, or kept: nothing of it is lost
        self._is_built_on = False                      # edits of the run were not kept
        self.limits: Building | None = None            # where a challenge is played: what may be built in it
        player.started.connect(lambda _run, _reason: self._follow())
        player.rebuilt = self._rebuilt

    # ---- what there is ----------------------------------------------------------------------------------------------

    @property
    def is_on(self) -> bool:
        """Whether what is wanted is a scene of the bench, a world whose parts are moved."""
        wanted = self._player.wanted
        return wanted is not None and bench.is_of_parts(wanted.scene)

    @property
    def is_own(self) -> bool:
        """Whether what is wanted is made of a document of one's own: the bench, or systems side by side."""
        wanted = self._player.wanted
        return wanted is not None and wanted.scene.id == BENCH

    @property
    def is_open(self) -> bool:
        """Whether parts can be moved: the run waits, or a part of the palette is to be put."""
        return self.is_on and self._player.simulation is not None and (
            self.item is not None or not self._player.is_playing)

    @property
    def is_under_way(self) -> bool:
        """Whether what is done changes a run that has begun; else another one begins, as each try of a challenge does.
        """
        run, wanted = self._player.simulation, self._player.wanted
        return self.limits is None and self.is_on and run is not None and run.scene is wanted.scene and (
            not self._player.is_preparing and (run.step > 0 or run.edits > 0) and run.ended is None
            and run.can_be_built)

    @property
    def made(self) -> bench.Made:
        """The world that is wanted, with the names of its parts."""
        wanted, run = self._player.wanted, self._player.simulation
        assert wanted is not None
        key = wanted.scene, tuple(wanted.values.items())
        if self.is_under_way:
            assert run is not None
            key = *key, run, run.step, run.edits
            if self._made is None or self._made[0] != key:
                self._made = key, under_way.made_now(run)
        if self._made is None or self._made[0] != key:
            self._made = key, bench.Made(bench.built_in(wanted.scene), wanted.values, bench.formulas_of(wanted.scene))
        return self._made[1]

    @property
    def document(self) -> Document:
        wanted = self._player.wanted
        return self.made.document if wanted is None or self.is_on else bench.built_in(wanted.scene)

    @property
    def part(self) -> Part | None:
        """The selected part."""
        return next((part for part in self.document.parts if part.name == self.selected), None) if self.is_on else None

    @property
    def chosen(self) -> tuple[str, ...]:
        """Names of all parts that are selected, that whose numbers are shown first."""
        part = self.part
        if part is None:
            return ()
        known = {one.name for one in self.document.parts}
        return part.name, *(name for name in self.others if name in known)

    @property
    def centres(self) -> dict[str, Any]:
        """Mass centres (3,) of the bodies by name, where they are now [m]."""
        run, names = self._player.simulation, self.made.bodies
        snapshot = run.snapshot() if run is not None else None
        return {} if snapshot is None else {name: np.array(state.centre, dtype=float) for name, state in zip(
            names, snapshot.bodies, strict=False)}

    @property
    def numbers(self) -> tuple[Number, ...]:
        """Numbers of the selected part that a person may change, those of its joints at the end; of several parts those
        that all of them have.
        """
        chosen = self.chosen
        found = () if not chosen else bench.numbers_around(self.document, self.selected) if len(chosen) == 1 else \
            several.common_numbers(self.document, chosen)
        return found if self.limits is None else tuple(one for one in found if self.limits.allows(one.part, one.path))

    @property
    def mass(self) -> float | None:
        """Mass of the selected body that follows from its size and what it is of [kg]; None where it is a number of its
        own, or no body is selected alone.
        """
        part, run = self.part, self._player.simulation
        if part is None or part.family != kinds.BODY or len(self.chosen) > 1 or run is None:
            return None
        if any(one.field.argument == "mass" for one in self.numbers):
            return None
        body = self.made.world.bodies[self.made.bodies.index(part.name)].body
        return float(body.m if hasattr(body, "m") else body.mass)

    def why_not(self, document: Document) -> str:
        """Returns why there can't be such a world, or ""."""
        wanted, run = self._player.wanted, self._player.simulation
        assert wanted is not None
        if reason := self._beyond(document):
            return reason
        if self.is_under_way and run is not None:
            return under_way.trouble_of(run, self.document, document)
        return bench.trouble_of(document, wanted.scene, wanted.values)

    def set_limits(self, limits: Building | None):
        """A challenge is played in which no more than that may be built; None: none is."""
        if limits is not self.limits:
            self.limits = limits
            if limits is not None and self.item is not None and self.item not in limits.items:
                self.item = None
            self.changed.emit()

    def _beyond(self, document: Document) -> str:
        """Why a document is more than a challenge lets people build, or ""."""
        if self.limits is None or not self.is_on:
            return ""
        try:
            self.limits.added(document, _("In this challenge"))
        except BadValue as error:
            return str(error)
        return ""

    # ---- what would be lost -----------------------------------------------------------------------------------------

    @property
    def has_changes(self) -> bool:
        """Whether something was built that was not kept, as a scene or in a file."""
        return self._latest is not None and (self._is_built_on or self._latest.scene.source not in self._settled)

    def note_kept(self, source: str = ""):
        """The bench of that text is kept as a scene or in a file; as it is now if no text is given."""
        if source or self._latest is not None:
            self._settled.add(source or self._latest.scene.source)
            self._is_built_on = False

    def come_back(self):
        """Opens the bench as it was last."""
        if self._latest is not None and not self.is_own:
            self._player.pause()
            self._edits.open(self._latest, 0, _("On the bench"))

    # ---- where one starts -------------------------------------------------------------------------------------------

    def begin(self):
        """An empty table at rest, paused."""
        self._open(bench.new_bench(), _("New bench"), is_new=True)

    def begin_on_floor(self):
        """An empty floor with dominoes, paused: what has flat faces lies on it among others."""
        self._open(bench.new_floor(), _("New bench"), is_new=True)

    def begin_with_ramp(self):
        """A table with a ramp on which a ball is about to roll down, paused."""
        self._open(bench.new_ramp(), _("New bench"), is_new=True)

    def when_ready(self, does: Callable):
        """Calls does() as soon as the run that is wanted is there."""
        self._waiting = does
        self._go_on()

    def _go_on(self):
        run, wanted = self._player.simulation, self._player.wanted
        if self._waiting is not None and self.is_on and run is not None and run.scene is wanted.scene \
                and not self._player.is_preparing:
            does, self._waiting = self._waiting, None
            does()

    def build_on(self):
        """The present scene with its present values, at the present instant, as a bench; the scene stays what it is."""
        found = self._taken()
        if found is None:
            return
        document, notes = found
        if self.is_on:
            self._open(document, _("this instant as the start"), is_at_start=True)
        else:
            self._open(document, document.title, is_new=True)
        if notes:
            self._say(without(notes), "note")

    def another(self, body: int, place=None, support: int = -1, way=(1.0, 0.0, 0.0)):
        """Puts one more of a body: at a place (3,) of a support, else beside it in the direction `way` (3,) [m].

        What can't stand among others runs side by side with it (workspace/side_by_side.py).
        """
        wanted = self._player.wanted
        try:
            found = self._now()
            if found is None or wanted is None:
                return
            document, notes = found
            made = bench.Made(document, wanted.values, bench.formulas_of(wanted.scene))
            name = made.bodies[body]
            if place is not None:
                on = made.supports[support] if 0 <= support < len(made.supports) else ""
                document, name = bench.another_at(made, name, place, on)
            else:
                far = np.ceil((bench.width_of(made, name, way) + GAP)/STEP - 1e-9)*STEP
                document, name = several.beside(made, name, way, float(far), self.why_not)
            if reason := self.why_not(document):
                raise BadValue(reason)
        except BadValue as error:
            if self.is_on or wanted is None or not side_by_side.can_be(wanted.scene, wanted.values):
                self._say(_("There is no room for another one: {reason}").format(reason=error), "error")
            else:
                self._put_side_by_side(wanted, body, way, place)
            return
        self._open(document, _("put {part}").format(part=bench.shown_name(name)), is_new=not self.is_on)
        self.select(name)
        if notes:
            self._say(without(notes), "note")

    def _put_side_by_side(self, wanted: Request, body: int, way, place):
        """One more system of the scene, which feels nothing of the others."""
        try:
            document, notes = side_by_side.another(wanted.scene, wanted.values, body, way, place)
        except BadValue as error:
            self._say(_("There is no room for another one: {reason}").format(reason=error), "error")
            return
        if not self.is_own:
            document = bench.titled(document, _("{title} (mine)").format(title=_(wanted.scene.title)))
        self._open(document, _("put another one beside it"), is_new=not self.is_own)
        words = _("They run side by side and feel nothing of each other: each has its own energy book.")
        if notes:
            words = f"{words} {without(notes)}"
        self._say(words, "note")

    def _taken(self) -> tuple[Document, tuple[str, ...]] | None:
        """The document of what is shown at its present instant, and what of it is not in it; None where it was refused.
        """
        try:
            return self._now()
        except BadValue as error:
            self._say(_("This scene cannot be built on: {reason}").format(reason=error), "error")
            return None

    def _now(self) -> tuple[Document, tuple[str, ...]] | None:
        """The same, None where no run is there yet; BadValue says why it is refused."""
        wanted, run = self._player.wanted, self._player.simulation
        if wanted is None or run is None or self._player.is_preparing:
            return None
        if self.is_on:
            document, notes = self._as_begun, ()
        else:
            document, notes = bench.document_of(wanted.scene, wanted.values)
            document = bench.titled(document, _("{title} (mine)").format(title=_(wanted.scene.title)))
        if reason := self.why_not(document):
            raise BadValue(reason)
        if run.step > 0:
            document, why = bench.at_instant(document, wanted.scene, wanted.values, run.snapshot())
            notes = (*notes, _("the present instant, it begins at its start ({reason})").format(reason=why)
                     ) if why else notes
        return document, notes

    def _open(self, document: Document, what: str, gesture: int = 0, is_new: bool = False,
              is_at_start: bool = False):
        """Makes the scene of a document the present one, at its start; a run that has begun goes on with it."""
        if self.is_under_way and not is_new and not is_at_start:
            self._build(document, what, gesture)
            return
        if self.is_on and not is_new:
            document = bench.pruned(self.document, document)
            if reason := self._beyond(document):
                self._say(reason, "error")
                return
        try:
            scene = bench.scene_of(document)
        except BadValue as error:
            self._say(str(error), "error")
            return
        if is_new:
            self._settled.add(scene.source)
        wanted = self._player.wanted
        values, preset = {}, ""
        if wanted is not None and not is_new:
            known = {parameter.name for parameter in scene.parameters}
            values = {name: value for name, value in wanted.values.items() if name in known}
            preset = wanted.preset if wanted.preset in {one.name for one in scene.presets} else ""
        self._player.pause()
        if is_new:
            self.item, self.first, self.selected, self.others = None, None, "", ()
        self._edits.open(Request(scene, values, preset), gesture, what)
        self.changed.emit()

    def _build(self, document: Document, what: str, gesture: int):
        """Makes the present run go on with a document."""
        run = self._player.simulation
        assert run is not None
        try:
            under_way.build(run, self.document, document)
        except BadValue as error:
            self._say(str(error), "error")
            return
        self._is_built_on = True
        self._edits.built(what, gesture)
        self._player.take(run, what)
        self.changed.emit()

    def _rebuilt(self, request: Request) -> Request | None:
        """A run begins again: with what was built while it ran, at its start; None where that can't stand there."""
        run = self._player.simulation
        if run is None or run.scene is not request.scene or not run.edits:
            return request
        document, known = run.document, request.values
        try:
            if reason := bench.trouble_of(document, request.scene, known):
                raise BadValue(reason)
            return replace(request, scene=bench.scene_of(document))
        except BadValue as error:
            self._say(_("What was built while it ran can't stand at the start: {reason}. Home goes to the first "
                        "instant of this run.").format(reason=error), "error")
            return None

    @property
    def _as_begun(self) -> Document:
        """The document of a run from whose start on another one begins: that of its last edit, if there is one."""
        run = self._player.simulation
        assert run is not None and self._player.wanted is not None
        return run.document if self.is_under_way and run.edits else bench.built_in(self._player.wanted.scene)

    @property
    def as_kept(self) -> Document:
        """The document that a scene is made of: the bench as it began, with what was built since then; as it is now
        where that can't stand there.
        """
        wanted = self._player.wanted
        if not self.is_under_way or wanted is None:
            return self.document
        begun = self._as_begun
        return self.document if bench.trouble_of(begun, wanted.scene, wanted.values) else begun

    # ---- deeds ------------------------------------------------------------------------------------------------------

    def choose(self, item: Item | None):
        """The next click puts that part; None: none."""
        self.item, self.first = item, None
        self.changed.emit()

    @property
    def height(self) -> float:
        """How high the centre of the body is that is looked at, above what it stands on [m]: rings are put as high."""
        run = self._player.simulation
        bodies = run.snapshot().bodies if run is not None else ()
        if not bodies:
            return 0.0
        one = bodies[min(self._player.focus.body, len(bodies) - 1)]
        return round(max(float(one.centre[2] - one.contact[2]), 0.0), 6) if not one.is_aloft else 0.0

    def rename(self, name: str) -> str:
        """Calls the selected part otherwise; returns why that can't be, or ""."""
        part = self.part
        if part is None or self._player.is_preparing or name == part.name:
            return ""
        try:
            document = renamed(self.document, part.name, name)
            bench.scene_of(document)
        except BadValue as error:
            return str(error)
        self.selected = name
        self._open(document, _("call {part} {name}").format(part=bench.shown_name(part.name), name=name))
        return ""

    def select(self, name: str):
        """Selects a part by its name, "" none."""
        if name == self.selected and not self.others:
            return
        self.selected, self.others = name, ()
        self._look_at(name)
        self.changed.emit()

    def select_too(self, name: str):
        """Selects a part besides those that are, or no longer."""
        chosen = self.chosen
        self._choose(tuple(one for one in chosen if one != name) if name in chosen else (*chosen, name))

    def select_all(self, names: Sequence[str] | None = None):
        """Selects these parts; if none are given all that can be moved."""
        made = self.made
        self._choose(tuple(names) if names is not None else (*made.bodies, *(
            name for name in made.supports if not made.is_floor(name))))

    def _choose(self, names: tuple[str, ...]):
        self.selected, self.others = (names[0], names[1:]) if names else ("", ())
        self._look_at(self.selected)
        self.changed.emit()

    def _look_at(self, name: str):
        run = self._player.simulation
        if self.is_on and run is not None and name in (names := self.made.bodies) and len(run.bodies) == len(names):
            self._player.focus.choose(names.index(name))

    def put(self, item: Item, place, on: str):
        """Puts a part of the palette at a place (3,) of a support [m]."""
        self._do(lambda: bench.put(self.document, item, place, on, self.height))
        self.last = item, np.asarray(place, dtype=float), on

    def put_row(self, item: Item, places, on: str):
        """Puts a part of the palette at each of some places (n, 3) of a support [m]: one step of undo."""
        def does():
            document, names = several.put_row(self.document, item, places, on)
            if reason := self.why_not(document):
                raise BadValue(reason)
            return document, names[-1]
        self._do(does)
        self.last = item, np.asarray(places[-1], dtype=float), on

    def put_near(self, item: Item, middle, on: str):
        """Puts a part of the palette where there is room, nearest to a place (3,) of a support [m]."""
        self._do(lambda: several.first_room(self.document, item, middle, on, 2.0*STEP, self.why_not))

    def _do(self, does: Callable[[], tuple[Document, str]]):
        """Does what gives another document with the name of what is selected then; or says why that can't be."""
        try:
            document, name = does()
        except BadValue as error:
            self._say(str(error), "error")
            return
        self.selected, self.others = name, ()
        blocks = bench.became_blocks(self.document, document)
        self._open(document, _("put {part}").format(part=bench.shown_name(name)))
        if blocks:
            self._say(_("Square now, with straight edges: {names}. What has flat faces feels no round edges yet; undo "
                        "takes both back.").format(names=", ".join(map(bench.shown_name, blocks))), "note")

    @property
    def _shown(self) -> str:
        """What the selected parts are called in what is said of them."""
        count = len(self.chosen)
        return bench.shown_name(self.selected) if count < 2 else _("{n} parts").format(n=count)

    def move(self, name: str, by, on: str = "", gesture: int = 0):
        """Moves a part by (3,) [m]; with it go those that are selected with it."""
        chosen = self.chosen
        try:
            if name in chosen and len(chosen) > 1:
                document, shown = several.moved(self.made, chosen, by), self._shown
            else:
                document, shown = bench.moved(self.made, name, by, on), bench.shown_name(name)
        except BadValue as error:
            self._say(str(error), "error")
            return
        self._open(document, _("move {part}").format(part=shown), gesture)

    def step(self, by):
        """Moves the selected parts by (3,) [m]; steps that follow each other are one of undo."""
        if self.part is None:
            return
        self.move(self.selected, by, gesture=self._gesture_of("move"))

    def _gesture_of(self, what: str) -> int:
        """The gesture of keys that do the same with the same parts, one after the other."""
        key = what, self.chosen
        if self._keys[0] != key:
            self._keys = key, next(_gestures)
        return self._keys[1]

    def lift(self, by: float, gesture: int = 0):
        """Moves the selected body upwards by a number [m], off what it stands on."""
        try:
            document = bench.lifted(self.made, self.selected, by)
        except BadValue as error:
            self._say(str(error), "error")
            return
        self._open(document, _("move {part}").format(part=self._shown), gesture)

    def rise(self, by: float):
        """Moves the selected parts up or down [m]; steps that follow each other are one of undo."""
        if self.part is not None and self.chosen == (self.selected,) and self.selected in self.made.bodies:
            self.lift(by, self._gesture_of("move"))
        else:
            self.step(np.array((0.0, 0.0, by)))

    def turn(self, axis, angle: float, is_one: bool = False):
        """Turns the selected parts about an axis (3,) by an angle [rad]; turns that follow each other are one of undo,
        unless this is one of its own.
        """
        if self.part is None or self._player.is_preparing:
            return
        try:
            document = self.turned(axis, angle)
        except BadValue as error:
            self._say(str(error), "error")
            return
        self._open(document, _("turn {part}").format(part=self._shown),
                   0 if is_one else self._gesture_of("turn"))

    def turned(self, axis, angle: float) -> Document:
        """Returns the document with the selected parts turned about an axis (3,) by an angle [rad]; or BadValue."""
        return several.turned_together(self.made, self.chosen, axis, angle, self.centres)

    def duplicate(self, way=(1.0, 0.0, 0.0)):
        """Puts one more of the selected parts beside them, in the direction `way` (3,), as far as they need."""
        if self.part is None or self._player.is_preparing:
            return
        made, way, chosen, what = self.made, np.asarray(way, dtype=float), self.chosen, self._shown
        try:
            far = (several.width_of(made, chosen, way, self.centres) if len(chosen) > 1 else
                   bench.width_of(made, self.selected, way)) + GAP
            document, names = several.copied(made, chosen, np.ceil(far/STEP - 1e-9)*STEP*way)
            if reason := self.why_not(document):
                raise BadValue(reason)
        except BadValue as error:
            self._say(str(error), "error")
            return
        what = bench.shown_name(names[0]) if len(names) == 1 else what
        self.selected, self.others = names[0], names[1:]
        self._open(document, _("put {part}").format(part=what))

    def arrange(self, form: str, count: int, spacing: float, way=(1.0, 0.0, 0.0)) -> str:
        """Puts the selected part many times, itself the first; returns why that can't be, or ""."""
        if self.part is None or self._player.is_preparing:
            return _("Nothing is selected")
        try:
            document, names = several.arranged(self.made, self.selected, form, count, spacing, way)
        except BadValue as error:
            return str(error)
        if reason := self.why_not(document):
            return reason
        self.selected, self.others = names[0], names[1:]
        self._open(document, _("put {part}").format(part=_(several.FORMS[form])))
        return ""

    def spacing(self, way=(1.0, 0.0, 0.0)) -> float:
        """Returns how far copies of the selected part stand apart at least [m]."""
        return 0.01 if self.part is None else round(float(bench.width_of(self.made, self.selected, way)), 6)

    def slide(self, number: Number):
        """Makes a number of the selected part a slider of the scene."""
        try:
            document, name = bench.sliding(self._as_begun, number)
        except BadValue as error:
            self._say(str(error), "error")
            return
        self._open(document, _("slider {name}").format(name=name), is_at_start=True)
        self._say(_("'{name}' is a slider now: it stands among the parameters, and in the scene that is saved.").format(
            name=name), "note")

    def slider(self, number: Number) -> Parameter | None:
        """Returns the slider whose value a number is, if it is one's."""
        formula = number.value.formula if isinstance(number.value, Computed) else ""
        return next((one for one in self.document.parameters if formula == f"p.{one.name}" and one.has_range), None)

    def set_range(self, name: str, low: float, high: float) -> str:
        """Gives a slider another range; returns why that can't be, or ""."""
        try:
            document = bench.with_range(self._as_begun, name, low, high)
        except BadValue as error:
            return str(error)
        self._open(document, _("range of {name}").format(name=name), is_at_start=True)
        return ""

    def join(self, name: str, point):
        """A point (3,) of a part was chosen for the joint of the palette: the first one waits for the second."""
        if self.item is None or self._player.is_preparing:
            return
        if self.first is None:
            self.first = name, np.asarray(point, dtype=float)
            self.changed.emit()
            return
        first, self.first = self.first, None
        try:
            document = bench.with_joint(self.made, self.item, first, (name, np.asarray(point, dtype=float)))
            if reason := self.why_not(document):
                raise BadValue(reason)
        except BadValue as error:
            self._say(str(error), "error")
            self.changed.emit()
            return
        self.selected, self.others = first[0], ()
        self._open(document, _("put {part}").format(part=_(self.item.name)))

    def let_go(self):
        """Takes the joints of the selected part away."""
        if self.part is None or self._player.is_preparing:
            return
        self._open(bench.unjoined(self.document, self.selected), _("joints of {part} off").format(
            part=bench.shown_name(self.selected)))

    @property
    def has_joints(self) -> bool:
        """Whether the selected part is held by joints."""
        return self.part is not None and bool(bench.joints_of(self.document, self.selected))

    def remove(self):
        """Takes the selected parts away."""
        chosen, run, made, what = self.chosen, self._player.simulation, self.made, self._shown
        if not chosen or self._player.is_preparing:
            return
        try:
            if self.is_under_way and run is not None:
                document = under_way.without(run, made, *chosen)
            else:
                document, centres = made.document, {name: tuple(map(float, at)) for name, at in self.centres.items()}
                for name in chosen:
                    document = bench.without(bench.Made(document, made.values, made.formulas), name, centres)
        except BadValue as error:
            self._say(str(error), "error")
            return
        count = len({joint.name for name in chosen for joint in bench.joints_of(self.document, name)})
        self.selected, self.others = "", ()
        self._open(document, _("remove {part}").format(part=what))
        if count:
            self._say(_("The joints of '{part}' went with it; undo brings all of it back.").format(part=what), "note")

    def change(self, number: Number, value: float | bool | str, gesture: int = 0) -> str:
        """Gives a number of the selected parts another value; returns why that can't be, or "".

        A place is typed one number after the other: one at which a part could not be goes along with the next.
        """
        chosen = self.chosen
        with_others, self._refused = self._refused_with(number), None
        for others in (with_others, {}) if with_others else ({},):
            try:
                if len(chosen) < 2 and bench.is_place(number):
                    document = self._with_place(number.part or self.selected, others | {number: value})
                else:
                    document = self._with_number(chosen, number, value, others)
                reason = self.why_not(document)
            except BadValue as error:
                reason = str(error)
            if not reason:
                self._open(document, _("change {part}").format(part=self._shown), gesture)
                return ""
        if is_of_place(number) and len(chosen) == 1:
            self._refused = self.document, chosen, with_others | {number: value}
        return reason

    def _refused_with(self, number: Number) -> dict[Number, Any]:
        """Numbers of the selected part's place that were refused just now, other ones than this: number -> value."""
        if self._refused is None or not is_of_place(number) or self._refused[:2] != (self.document, self.chosen):
            return {}
        return {one: value for one, value in self._refused[2].items() if one.path != number.path}

    def _with_place(self, name: str, numbers: Mapping[Number, Any]) -> Document:
        """The document with a support where some numbers of its place have it; or BadValue."""
        made = self.made
        for number, value in numbers.items():
            document = bench.with_place(made, name, number, value)
            made = bench.Made(document, made.values, made.formulas)
        return made.document

    def _with_number(self, chosen: Sequence[str], number: Number, value: float | bool | str,
                     others: Mapping[Number, Any]) -> Document:
        """The document with another value of a number that parts have, which touch what they touched; or BadValue.

        others   further numbers of a single part that get other values
        """
        document = bench.with_number(self.document, self.selected, number, value) if len(chosen) < 2 else \
            several.with_common_number(self.made, chosen, number, value)
        for one, its_value in others.items():
            document = bench.with_number(document, self.selected, one, its_value)
        run = self._player.simulation
        for name in chosen:
            document = bench.on_its_foot(self.made, document, name)
        for name in chosen if self.is_under_way and run is not None else ():
            document = under_way.grounded(run, self.made, name, document)
        return bench.with_arms(self.made, document)

    def _follow(self):
        """Another run has begun: what it does not have is not selected."""
        # what is built in a challenge is kept with the try
        if self.is_own and self.limits is None:
            self._latest = self._player.wanted
        if not self.is_on:
            self.item, self.selected, self.others = None, "", ()
            self._keys = (), 0
        else:
            chosen = self.chosen
            self.selected, self.others = (chosen[0], chosen[1:]) if chosen else ("", ())
        self.changed.emit()
        self._go_on()

    def select_next(self, by: int = 1, adds: bool = False):
        """Selects the part after the selected one, bodies first and floors last; besides those that are if it adds."""
        made = self.made
        others = [part.name for part in self.document.parts if part.family in (kinds.SUPPORT, kinds.MARK)]
        others.sort(key=lambda name: name in made.supports and made.is_floor(name))
        names = [*made.bodies, *others]
        last = self.chosen[-1] if adds and self.chosen else self.selected
        place = names.index(last) + by if last in names else 0 if by > 0 else len(names) - 1
        name = names[place % len(names)]
        if not adds:
            self.select(name)
        elif name not in self.chosen:
            self.select_too(name)
