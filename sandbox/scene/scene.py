"""A scene: parameters, what they build, how it starts, what is known about it in closed form."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import SimpleNamespace

from sandbox.errors import BadValue
from sandbox.mechanics.integrals import FAMILIES
from sandbox.scene.chart import Chart
from sandbox.scene.constrained import At, Constrained
from sandbox.scene.parameter import Parameter
from sandbox.scene.start import Start
from sandbox.text import _


class Preset:
    """A named set of parameter values; what is not named keeps its default."""

    def __init__(self, name: str, **values):
        self.name, self.values = name, values

    def __repr__(self):
        return f"Preset({self.name!r}, {self.values})"


@dataclass(frozen=True)
class Scene:
    """What a scene module says.

    build(p)            for parameter values p.name: body, surface, motion, and a contact if the body may slip or fly;
                        or a system with constraint rows (Sleigh, Constrained, ...); or a list of such systems, which
                        run side by side from one start
    start(p)            Start; for a system with rows At
    exact(t, p, r, v)   coordinates of the centre (two or three arrays) after t seconds [s, may be an array] of
                        constant parameters, from the centre r (3,) and velocity v (3,) [m, m/s], for a system with
                        rows from its coordinates and velocities, and then three arrays; it may return None where
                        these parameters have no closed form; or None
    conserved           names of integrals (mechanics/integrals.py) that a run watches, or a function of p giving them
    chart(p)            Chart for parameter values p.name: all motions at once; or None
    id, source          file name and text, filled in by the catalogue
    """

    title: str
    parameters: tuple[Parameter, ...]
    build: Callable
    start: Callable
    exact: Callable | None = None
    conserved: tuple[str, ...] | Callable = ("E_J",)
    presets: tuple[Preset, ...] = ()
    chart: Callable | None = None
    id: str = ""
    about: str = ""
    source: str = ""

    def __post_init__(self):
        names = [parameter.name for parameter in self.parameters]
        if len(set(names)) != len(names):
            raise BadValue(_("scene '{scene}': a parameter name appears twice").format(scene=self.title))
        for preset in self.presets:
            self.values(preset.values)
        self.watched(self.values())

    def parameter(self, name: str) -> Parameter:
        """The parameter of that name, or BadValue."""
        for parameter in self.parameters:
            if parameter.name == name:
                return parameter
        raise BadValue(_("scene '{scene}': no parameter {found!r}; it has {known}").format(
            scene=self.id or self.title, found=name, known=", ".join(p.name for p in self.parameters)))

    def preset(self, name: str) -> Preset:
        """The preset of that name or number (from 1), or BadValue."""
        for number, preset in enumerate(self.presets, start=1):
            if name in (preset.name, str(number)):
                return preset
        known = ", ".join(f"{i} {p.name!r}" for i, p in enumerate(self.presets, start=1)) or _("none")
        raise BadValue(_("scene '{scene}': no preset {found!r}; it has {known}").format(
            scene=self.id or self.title, found=name, known=known))

    def values(self, changes: Mapping | None = None) -> dict:
        """All parameter values: defaults with checked changes."""
        values = {parameter.name: parameter.default for parameter in self.parameters}
        for name, value in (changes or {}).items():
            values[name] = self.parameter(name).check(value, self.id or self.title)
        return values

    def watched(self, values: Mapping) -> tuple[str, ...]:
        """Names of the integrals that a run with these values watches, or BadValue."""
        names = self.conserved(SimpleNamespace(**values)) if callable(self.conserved) else self.conserved
        known = self._known(values)
        for name in names:
            if name not in known:
                raise BadValue(_("scene '{scene}', conserved: got {found!r}, needs one of {known}").format(
                    scene=self.id or self.title, found=name, known=", ".join(known)))
        return tuple(names)

    def _known(self, values: Mapping) -> tuple[str, ...]:
        """Names of the integrals that a system of these values has."""
        try:
            first = self.models(values)[0]
        except BadValue:
            # it is refused again, with its own sentence, when the scene is opened
            return tuple(FAMILIES)
        return ("E_J", *(x.name for x in first.integrals)) if isinstance(first, Constrained) else tuple(FAMILIES)

    def models(self, values: Mapping) -> list:
        """What build returns, as a list of parts of bodies on supports or of systems with rows."""
        built = self._asked(self.build, values)
        models = built if isinstance(built, list) else [built]
        return [model.constrained() if hasattr(model, "constrained") else model for model in models]

    def started(self, values: Mapping) -> Start | At:
        """The scene's own start for these values, or BadValue."""
        return self._asked(self.start, values)

    def contact(self, values: Mapping):
        """The contact for these values, when it is they that may change while the scene runs."""
        return self._asked(self.build, values)[3]

    def charted(self, values: Mapping) -> Chart | None:
        """The chart for these values, None where the scene has none; or BadValue."""
        if self.chart is None:
            return None
        chart = self._asked(self.chart, values)
        if not isinstance(chart, Chart):
            raise BadValue(_("scene '{scene}': chart needs to return a Chart").format(scene=self.id or self.title))
        return chart

    def _asked(self, function: Callable, values: Mapping):
        """What an author's function of the parameters returns, or BadValue."""
        try:
            return function(SimpleNamespace(**values))
        except BadValue:
            raise
        except Exception as error:
            raise BadValue(_("scene '{scene}': {kind} in {function}: {error}").format(
                scene=self.id or self.title, kind=type(error).__name__, function=function.__name__, error=error)
                           ) from error
