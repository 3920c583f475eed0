"""What is kept of each run of a sweep: outcomes by name, or what a function of one's own makes of the run."""

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from importlib.abc import SourceLoader
from importlib.machinery import ModuleSpec
from importlib.util import module_from_spec
from math import nan
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np

from sandbox.errors import BadValue
from sandbox.run.rows import Rows
from sandbox.run.simulation import Simulation
from sandbox.run.snapshot import Event
from sandbox.scene.catalogue import text_of
from sandbox.scene.scene import Scene
from sandbox.sweeps.escape import escape_time, escape_times
from sandbox.text import N_, _

# what ends runs, in the order of their numbers in a file; a scene's own word is the last
ENDS = ("none", "stop", "rim", "apex", "detach", "drift", "other")
END_TITLES = (N_("goes on"), N_("was stopped"), N_("reached the rim"), N_("reached the apex"), N_("left its support"),
              N_("drift too large"), N_("ended otherwise"))
# letters of netCDF for kinds of numbers, and what stands where there is none
FLOAT, WHOLE, SMALL = "f8", "i4", "i1"
MISSING = {FLOAT: nan, WHOLE: -1, SMALL: -1}


class Played:
    """A run of a sweep at its end, as functions of one's own see it: SI units, laboratory frame.

    p             parameter values by name;  scene  what was run
    t_end         instant at which it ended, or the duration [s];  ended  the event that ended it, or None
    events        what happened, in order: t [s], body, kind, sentence
    drift, scale  largest |E_J - E_J(0) - ledger| over the scale [1]; the scale [J]
    lost_in_impacts, max_F_over_N   as of a Run
    t (n,), centre, velocity, omega (n, 3), quaternion (n, 4), N (n,), F (n, 3), mode (n,)   of the first body, 60 rows
                                    a second from the start to the end
    rows          the same of all bodies
    """

    def __init__(self, run: Simulation, rows: Rows | None, ended: Event | None, duration: float):
        self._run, self._rows, self.ended, self.duration = run, rows, ended, duration

    @property
    def p(self) -> SimpleNamespace:
        return SimpleNamespace(**self._run.start_values)

    @property
    def scene(self) -> Scene:
        return self._run.scene

    @property
    def t_end(self) -> float:
        return self.ended.t if self.ended is not None else self.duration

    @property
    def events(self) -> list[Event]:
        return self._run.events

    @property
    def drift(self) -> float:
        return float(self._run.drift)

    @property
    def scale(self) -> float:
        return float(self._run.scale)

    @property
    def lost_in_impacts(self) -> float:
        return float(self._run.lost_in_impacts)

    @property
    def max_F_over_N(self) -> float:
        return float(self._run.max_F_over_N)

    @cached_property
    def last(self) -> Rows:
        """The last state."""
        return self._run.row()

    @property
    def rows(self) -> Rows:
        assert self._rows is not None
        return self._rows

    @property
    def t(self) -> np.ndarray:
        return self.rows.t

    def __getattr__(self, name: str):
        if name in ("centre", "velocity", "omega", "quaternion", "N", "F", "mode", "contact", "normal"):
            return getattr(self.rows, name)[:, 0]
        raise AttributeError(f"a run of a sweep has no {name!r}")

    def count(self, kind: str) -> int:
        """Returns how many events of a kind there were."""
        return sum(event.kind == kind for event in self.events)


@dataclass(frozen=True)
class Outcome:
    """A number that is kept of each run.

    name      of its variable;  kind  FLOAT, WHOLE or SMALL;  unit  SI, "" for a pure number;  about  what it is
    of        of(played) -> number
    many      many(scene, values of points, duration) -> (refused, numbers) of all of them without a run, or None
    own       (file name, text, function name) of a person's own function, or None
    """

    name: str
    kind: str
    unit: str
    about: str
    of: Callable[[Played], Any]
    own: tuple[str, str, str] | None = None
    is_own: bool = False
    many: Callable[[Scene, Sequence[Mapping], float], tuple] | None = None

    @property
    def as_json(self) -> str | list[str]:
        """What another process makes the same outcome of."""
        return self.name if self.own is None else list(self.own)


def _ended(run: Played) -> int:
    kind = "none" if run.ended is None else run.ended.kind
    return ENDS.index(kind if kind in ENDS else "other")


def _last(quantity: str, axis: int) -> Callable[[Played], float]:
    return lambda run: getattr(run.last, quantity)[0, 0, axis]


KNOWN = {outcome.name: outcome for outcome in (
    Outcome("ended", SMALL, "", N_("what ended the run"), _ended),
    Outcome("t_end", FLOAT, "s", N_("when it ended, else the duration"), lambda run: run.t_end),
    Outcome("drift", FLOAT, "", N_("largest |E_J - E_J(0) - ledger| over the scale"), lambda run: run.drift),
    Outcome("scale", FLOAT, "J", N_("largest of |E_J(0)| and the kinetic energy"), lambda run: run.scale),
    Outcome("hops", WHOLE, "", N_("how often a body left its support"), lambda run: run.count("detach")),
    Outcome("impacts", WHOLE, "", N_("impacts"), lambda run: run.count("impact")),
    Outcome("slips", WHOLE, "", N_("how often a body began to slip"), lambda run: run.count("slip")),
    Outcome("lost_in_impacts", FLOAT, "J", N_("energy lost in impacts, less what they gained"),
            lambda run: run.lost_in_impacts),
    Outcome("max_F_over_N", FLOAT, "", N_("largest |F|/N: the friction coefficient that the motion needs"),
            lambda run: run.max_F_over_N),
    *(Outcome(f"{letter}_end", FLOAT, "m", N_("centre of mass of the first body at the end"), _last("centre", i))
      for i, letter in enumerate("xyz")),
    *(Outcome(f"v{letter}_end", FLOAT, "m/s", N_("velocity of the first body at the end"), _last("velocity", i))
      for i, letter in enumerate("xyz")),
    *(Outcome(f"w{letter}_end", FLOAT, "rad/s", N_("angular velocity of the first body at the end"), _last("omega", i))
      for i, letter in enumerate("xyz")),
    Outcome("t_escape", FLOAT, "s", N_("time until the sleigh leaves"),
            lambda run: escape_time(run.scene, vars(run.p), run.duration), many=escape_times))}

USUAL = ("ended", "t_end", "drift", "hops")


def outcomes_of(wanted, parameters) -> tuple[Outcome, ...]:
    """Returns the outcomes of names, of "file.py:function" and of functions, or raises BadValue.

    parameters   names that a map uses for its axes already
    """
    wanted = [wanted] if isinstance(wanted, str) or callable(wanted) else list(wanted)
    if not wanted:
        raise BadValue(_("sweep: needs an outcome, one of {known}, or file.py:function").format(
            known=", ".join(KNOWN)))
    found = tuple(_outcome(one) for one in wanted)
    names = [outcome.name for outcome in found]
    for name in names:
        if names.count(name) > 1 or name in parameters or name == "status":
            raise BadValue(_("sweep, outcome '{name}': that name is taken, by a parameter or another outcome").format(
                name=name))
    return found


def _outcome(wanted) -> Outcome:
    if callable(wanted):
        name = getattr(wanted, "__name__", type(wanted).__name__)
        if not name.isidentifier():
            raise BadValue(_("sweep, outcome '{name}': needs a function with a name").format(name=name))
        return Outcome(name, FLOAT, "", "", wanted, is_own=True)
    text = str(wanted)
    path, colon, name = text.rpartition(":")
    if colon and path.endswith(".py"):
        try:
            source = text_of(Path(path)).decode("utf-8")
        except (BadValue, UnicodeDecodeError) as error:
            raise BadValue(_("sweep, outcome {found!r}: the file {error}").format(found=text, error=error)) from None
        return own_outcome(Path(path).name, source, name)
    if text not in KNOWN:
        raise BadValue(_("sweep: no outcome {found!r}; there are {known}, and file.py:function").format(
            found=text[:60], known=", ".join(KNOWN)))
    return KNOWN[text]


def outcomes_of_json(found: list) -> tuple[Outcome, ...]:
    """Returns the outcomes that `as_json` gave."""
    return tuple(KNOWN[one] if isinstance(one, str) else own_outcome(*one) for one in found)


def not_known(name: str) -> Outcome:
    """Returns a function of somebody's own of which only the name is known."""
    def of(_run):
        raise BadValue(_("sweep, outcome '{name}': its function is not there").format(name=name))
    return Outcome(name, FLOAT, "", "", of, is_own=True)


class _Text(SourceLoader):
    """Loads a file of functions from its text."""

    def __init__(self, name: str, source: str):
        self._name, self._source = name, source

    def get_filename(self, _fullname):
        return self._name

    def get_data(self, _path):
        return self._source.encode()


def own_outcome(file: str, source: str, name: str) -> Outcome:
    """Returns the outcome that a function of a file is, whose text is run once in a process; or raises BadValue."""
    full = f"sandbox_outcomes_{blake2b(source.encode(), digest_size=8).hexdigest()}"
    if full not in sys.modules:
        loader = _Text(file, source)
        module = module_from_spec(ModuleSpec(full, loader, origin=file))
        try:
            loader.exec_module(module)
        except Exception as error:
            raise BadValue(_("sweep, outcomes of '{file}': {kind} while loading: {error}").format(
                file=file, kind=type(error).__name__, error=error)) from error
        sys.modules[full] = module
    function = getattr(sys.modules[full], name, None)
    if not callable(function):
        raise BadValue(_("sweep, outcome: '{file}' has no function {name!r}").format(file=file, name=name))
    return Outcome(name, FLOAT, "", "", function, (file, source, name), is_own=True)


def missing_of(outcomes: tuple[Outcome, ...], n: int) -> Mapping[str, np.ndarray]:
    """Returns arrays (n,) of what stands where an outcome is not known."""
    return {outcome.name: np.full(n, MISSING[outcome.kind], outcome.kind) for outcome in outcomes}
