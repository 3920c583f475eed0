"""A scene: its parameters, the models that they build, its start, and its closed form where it has one."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

from sandbox import notebook
from sandbox.errors import BadValue
from sandbox.integration.settings import DRIFT_LIMIT
from sandbox.mechanics.integrals import FAMILIES
from sandbox.scene.beside import Beside, model_of
from sandbox.scene.charts.chart import Chart
from sandbox.scene.charts.theory_charts import TheoryChart
from sandbox.scene.constrained import At, Constrained
from sandbox.scene.contact import Contact
from sandbox.scene.controls import Cue, Steer, check_controls
from sandbox.scene.marks import Mark, check_marks
from sandbox.scene.parameter import Parameter
from sandbox.scene.place_of_error import line_of
from sandbox.scene.presentation.card import Card, check_card
from sandbox.scene.presentation.differs import Differs
from sandbox.scene.presentation.papers import Paper
from sandbox.scene.presentation.showing import PLAIN, Showing
from sandbox.scene.presentation.topics import LEVELS, TOPICS
from sandbox.scene.solids.reading import paths_beside
from sandbox.scene.start import Start
from sandbox.scene.world import World
from sandbox.text import _, unit_text

# whether the scene that is being made came with a finished program, which built it when it was made
_came: ContextVar[bool] = ContextVar("came", default=False)


@contextmanager
def as_it_came(came: bool) -> Iterator[None]:
    """Within it a scene is made without building its models, if it came with a finished program.

    What its integrals are called is asked of models: of all scenes at each start they took a tenth of its time, and
    scipy's hulls.
    """
    token = _came.set(came)
    try:
        yield
    finally:
        _came.reset(token)


class Preset:
    """A named set of parameter values; what is not named keeps its default.

    shown   Showing(...): how it is shown at first, else as its scene is; Card(...): what differs from its scene's card
    """

    def __init__(self, name: str, /, *shown: Showing | Card | None, **values):
        kinds = [type(part) for part in shown if part is not None]
        if not {*kinds} <= {Showing, Card} or len({*kinds}) < len(kinds):
            raise BadValue(_("preset '{preset}': got {found}, needs Showing(...), Card(...) or nothing after its name"
                             ).format(preset=name, found=", ".join(repr(part)[:40] for part in shown)))
        self.name, self.values = name, values
        self.showing = next((part for part in shown if isinstance(part, Showing)), None)
        self.card = next((part for part in shown if isinstance(part, Card)), None)

    def __repr__(self):
        return f"Preset({self.name!r}, {self.values})"


@dataclass(frozen=True)
class Scene:
    """The content of a scene module.

    build(p)            for parameter values p.name: body, surface, motion, and a contact if the body may slip or fly;
                        or a system with constraint rows (Sleigh, Constrained, ...); or a list of such systems, which
                        run side by side from one start
                        or a World
    start(p)            Start; for a system with rows At; None for a World, whose bodies have their starts
    exact(t, p, r, v)   coordinates of the centre (two or three arrays) after t seconds [s, may be an array] of
                        constant parameters, from the centre r (3,) and velocity v (3,) [m, m/s], for a system with
                        rows from its coordinates and velocities, and then three arrays; it may return None where
                        these parameters have no closed form; or None
    conserved           names of integrals (mechanics/integrals.py) that a run watches, or a function of p giving them
    chart               Charts, or words of scene/charts/theory_charts.py: one, or a tuple of them; or a function of
                        parameter values p.name that returns them; or None
    differs             where a paper says something else than the program finds, see Differs
    papers              places of papers that it shows, each with a number that is reached again, see Paper
    drift_limit         share of the energy that may get lost or appear unseen before a run ends: a motion that is
                        followed as it should loses less than 1e-9 in hours
    showing             how presets are shown at first that do not say it themselves
    card                what stands beside the picture: what one sees, why, and what to try; or None
    typed_card          the same where a formula was typed that is not the preset's: nobody knows what it makes of the
                        motion
    controls            how a person drives it while it runs: Steer(...), Cue(...)
    marks               Ring(...), Zone(...), Gate(...), Flag(...), Timer(...): they stand in the picture and feel
                        nothing; challenges are made with them
    topic, level        one of TOPICS and one of LEVELS (presentation/topics.py): where it stands in
                        lists, and for whom it is
    id, source          file name and text, filled in by the catalogue
    """

    title: str
    parameters: tuple[Parameter, ...]
    build: Callable
    start: Callable | None = None
    exact: Callable | None = None
    conserved: tuple[str, ...] | Callable = ("E_J",)
    presets: tuple[Preset, ...] = ()
    chart: Any = None
    differs: tuple[Differs, ...] = ()
    papers: tuple[Paper, ...] = ()
    drift_limit: float = DRIFT_LIMIT
    showing: Showing = PLAIN
    card: Card | None = None
    typed_card: Card | None = None
    controls: tuple[Steer | Cue, ...] = ()
    marks: tuple[Mark, ...] = ()
    topic: str = ""
    level: str = ""
    id: str = ""
    about: str = ""
    source: str = ""

    def __post_init__(self):
        if not (isinstance(self.drift_limit, int | float) and 0.0 < self.drift_limit <= 1.0):
            raise BadValue(_("scene '{scene}', drift_limit: got {found!r}, needs a number above 0 and at most 1"
                             ).format(scene=self.title, found=self.drift_limit))
        names = [parameter.name for parameter in self.parameters]
        for what, text in (("title", self.title), *(("preset", preset.name) for preset in self.presets),
                           *((f"{p.name}, unit", p.unit) for p in self.parameters),
                           *((f"{p.name}, about", p.about) for p in self.parameters)):
            if not isinstance(text, str):
                raise BadValue(_("scene '{scene}', {what}: got {found}, needs a text").format(
                    scene=self.title, what=what, found=repr(text)[:40]))
        for what, word, words in (("topic", self.topic, TOPICS), ("level", self.level, LEVELS)):
            if word not in words:
                raise BadValue(_("scene '{scene}', {what}: got {found!r}, needs one of {known}").format(
                    scene=self.title, what=what, found=word, known=", ".join(map(repr, words))))
        if len(set(names)) != len(names):
            raise BadValue(_("scene '{scene}': a parameter name appears twice").format(scene=self.title))
        for preset in self.presets:
            self.values(preset.values)
        if not _came.get():
            self.watched(self.values())
        if self.card is not None:
            check_card(self.card, "", self, self.values())
        if self.typed_card is not None:
            check_card(self.typed_card, "", self, self.values())
        for row in self.papers:
            self._check_paper(row)
        check_controls(self.controls, self)
        check_marks(self.marks, self.id or self.title)
        for preset in self.presets:
            if (card := self.carded(preset.name)) is not None:
                where = _(" of preset '{preset}'").format(preset=preset.name)
                check_card(card, where, self, self.values(preset.values))

    def _check_paper(self, row: Paper):
        """Raises BadValue where a place of a paper names a preset, a value or a sign that there is not."""
        self.values((self.preset(row.preset).values if row.preset else {}) | dict(row.values))
        if row.sign and all(sign.where != row.sign for sign in self.differs):
            raise BadValue(_("scene '{scene}', paper '{place}', sign: got {found!r}, needs one of {known}").format(
                scene=self.id or self.title, place=row.place, found=row.sign,
                known=", ".join(repr(sign.where) for sign in self.differs) or _("none")))

    def _repr_html_(self) -> str:
        """Returns what a notebook shows: parameters with what is allowed, and presets."""
        rows = [(p.name, f"{p.default:g}" if isinstance(p.default, float) else str(p.default), unit_text(p.unit),
                 p.allowed, _(p.about)) for p in self.parameters]
        head = (_("parameter"), _("value"), _("unit"), _("allowed"), _("meaning"))
        presets = [(str(i + 1), _(preset.name)) for i, preset in enumerate(self.presets)]
        return notebook.page(_(self.title), [notebook.table(rows, head),
                                             notebook.table(presets, ("", _("preset"))) if presets else ""])

    def parameter(self, name: str) -> Parameter:
        """Returns the parameter of that name, or raises BadValue."""
        for parameter in self.parameters:
            if parameter.name == name:
                return parameter
        raise BadValue(_("scene '{scene}': no parameter {found!r}; it has {known}").format(
            scene=self.id or self.title, found=name, known=", ".join(p.name for p in self.parameters)))

    @property
    def steer(self) -> Steer | None:
        """How parameters are steered, or None."""
        return next((one for one in self.controls if isinstance(one, Steer)), None)

    @property
    def cue(self) -> Cue | None:
        """Which body is hit with a cue, or None."""
        return next((one for one in self.controls if isinstance(one, Cue)), None)

    def preset(self, name: str) -> Preset:
        """Returns the preset of that name or number (from 1), or raises BadValue."""
        for number, preset in enumerate(self.presets, start=1):
            if name in (preset.name, str(number)):
                return preset
        known = ", ".join(f"{i} {p.name!r}" for i, p in enumerate(self.presets, start=1)) or _("none")
        raise BadValue(_("scene '{scene}': no preset {found!r}; it has {known}").format(
            scene=self.id or self.title, found=name, known=known))

    def has_preset(self, name: str) -> bool:
        """Returns whether there is a preset of that name."""
        return any(preset.name == name for preset in self.presets)

    def shown(self, preset: str) -> Showing:
        """Returns how the preset of that name is shown at first, and a run of none."""
        found = next((p.showing for p in self.presets if p.name == preset), None)
        return found or self.showing

    def carded(self, preset: str, values: Mapping | None = None) -> Card | None:
        """Returns the card of the preset of that name, that of the scene for a run of none; None without one.

        values   those of the run: with a formula that is not the preset's it has the card for that
        """
        if values is not None and self.typed_card is not None:
            first = self.values(next((p.values for p in self.presets if p.name == preset), None))
            if any(isinstance(value, str) and values[name] != value for name, value in first.items()):
                return self.typed_card
        own = next((p.card for p in self.presets if p.name == preset), None)
        return self.card if own is None else own.over(self.card)

    def values(self, changes: Mapping | None = None) -> dict:
        """Takes changed values and returns all parameter values: the defaults with the changes, checked."""
        values = {parameter.name: parameter.default for parameter in self.parameters}
        for name, value in (changes or {}).items():
            values[name] = self.parameter(name).check(value, self.id or self.title)
        return values

    def watched(self, values: Mapping, models: list | None = None) -> tuple[str, ...]:
        """Returns the names of the integrals that a run with these values watches, or raises BadValue.

        models   what models() gave for these values, where that is known
        """
        names = self._call(self.conserved, values) if callable(self.conserved) else self.conserved
        known = self._known(values, models)
        for name in names:
            if name not in known:
                raise BadValue(_("scene '{scene}', conserved: got {found!r}, needs one of {known}").format(
                    scene=self.id or self.title, found=name, known=", ".join(known)))
        return tuple(names)

    def _known(self, values: Mapping, models: list | None) -> tuple[str, ...]:
        """Returns the names of the integrals that a system of these values has."""
        try:
            first = (self.models(values) if models is None else models)[0]
        except BadValue:
            # it is refused again, with its own sentence, when the scene is opened
            return tuple(FAMILIES)
        return ("E_J", *(x.name for x in first.integrals)) if isinstance(first, Constrained) else tuple(FAMILIES)

    def models(self, values: Mapping) -> list:
        """Returns the models of these values: the parts of a body on a support, or a system with rows, each."""
        built = self._call(self.build, values)
        models = built if isinstance(built, list) else [built]
        if models and isinstance(models[0], Beside):
            raise BadValue(_("scene '{scene}': the first of several systems begins as `start` says; only others are "
                             "beside it").format(scene=self.id or self.title))
        return [model_of(model) for model in models]

    def started(self, values: Mapping) -> Start | At:
        """Returns the scene's own start for these values, or raises BadValue."""
        if self.start is None:
            parts = self.models(values)[0]
            if isinstance(parts, World):
                return parts.bodies[0].start
            raise BadValue(_("scene '{scene}': needs a start").format(scene=self.id or self.title))
        return self._call(self.start, values)

    def contact(self, values: Mapping, number: int = 0) -> Contact | dict[str, Contact]:
        """Returns the contact for these values, of a scene whose values may change it while it runs; of a World those
        of its supports that have one.

        number   of the system that it is of, where several run side by side
        """
        built = self._call(self.build, values)
        parts = built[number] if isinstance(built, list) else built
        if isinstance(parts, Beside):
            parts = parts.system
        if isinstance(parts, World):
            return {name: on.contact for name, on in parts.supports.items() if on.contact is not None}
        return next(part for part in parts if isinstance(part, Contact))

    def charts(self, values: Mapping) -> tuple[Chart | TheoryChart, ...]:
        """Returns the charts for these values, none where the scene has none, or raises BadValue."""
        if self.chart is None:
            return ()
        found = self._call(self.chart, values) if callable(self.chart) else self.chart
        charts = tuple(found) if isinstance(found, tuple | list) else (found,)
        for chart in charts:
            if not isinstance(chart, Chart | TheoryChart):
                raise BadValue(_("scene '{scene}': chart needs to return a Chart, or several").format(
                    scene=self.id or self.title))
        return charts

    def _call(self, function: Callable, values: Mapping):
        """Returns the result of an author's function of the parameters, or raises BadValue."""
        try:
            # paths of files begin where the scene's file is
            with paths_beside(getattr(getattr(function, "__code__", None), "co_filename", None)):
                return function(SimpleNamespace(**values))
        except (BadValue, KeyboardInterrupt):
            raise      # an interrupt is taken for that of a person
        except BaseException as error:
            code = getattr(function, "__code__", None)
            raise BadValue(_("scene '{scene}': {kind} in {function}, line {line}: {error}").format(
                scene=self.id or self.title, kind=type(error).__name__, error=error,
                function=getattr(function, "__name__", "?"),
                line=line_of(error, code.co_filename) if code is not None else "?")) from error
