"""One simulation without a window: a scene with its values, commands, history and log.

The one place where state changes.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from math import gcd
from typing import Any

import numpy as np

from sandbox.integration.instants import SAME
from sandbox.run.clock import LONG_FRAMES, STEP_RATES, checked_step_rate
from sandbox.run.command import Course
from sandbox.run.commanded import Commanded
from sandbox.run.logs.run_log import RunLog, header_of
from sandbox.run.meters import Meter
from sandbox.run.models import Models
from sandbox.run.recording import Recording
from sandbox.run.rows import Rows
from sandbox.run.snapshot import Event, Snapshot
from sandbox.run.stretch import Stretch
from sandbox.scene.charts.chart import Chart
from sandbox.scene.contact import Contact
from sandbox.scene.scene import Scene
from sandbox.scene.start import Start
from sandbox.scene.supports.surface import Surface
from sandbox.systems.foreseen import Asked
from sandbox.systems.kept import derived
from sandbox.systems.rim import ON, as_far_as
from sandbox.systems.supports.system import SupportsSystem
from sandbox.theory.anchors import Anchors
from sandbox.theory.band import turning_circles
from sandbox.theory.charts.situation import Situation

# events with which a body leaves its support, or meets another one
LEAVES = ("detach", "impact", "rim")
# simulated time that is passed at once [s]
LONGEST_PASS = 4
# states of what a run will do that are kept at most, each some hundred numbers
MOST_FORESEEN = 4000


class Simulation(Commanded):
    """A run of a scene from t = 0.

    values    present parameter values (targets of live ones);  preset  of the scene whose name was given, "" for others
    latest    the furthest step reached; a run taken back repeats its own commands on its way there, bit by bit the same
    start     a person's own start, or None for the scene's
    watch     watch(): what the run passes from now on, as arrays (readings/passed.py); the same for all who ask
    recorder  the log, made by open_log(header) at the start and anew when the run is given another future;  log  which
    on_fork   called before a future is given up for another one, or None;  books  what is written down of the run
    is_shown  whether anybody asks for more than rows: else there are no meters, no closed form and no way back
    has_ended whether the run ends behind the furthest step
    until     RIM: it ends at the rims of its models, ON: bodies go on beyond them (systems/rim.py)
    """

    def __init__(    # noqa: PLR0913 - all that a run is made of
                 self, scene: Scene, changes: Mapping | None = None, step_rate: int = 240, preset: str = "",
                 open_log: Callable | None = None, start: Start | None = None, systems: list | None = None,
                 is_shown: bool = True, until: str = ON):
        known = STEP_RATES if is_shown or open_log is not None else (*LONG_FRAMES, *STEP_RATES)
        self.scene, self.step_rate, self.h = scene, checked_step_rate(step_rate, known), 1.0/step_rate
        self.values = scene.values(changes)
        self._course = Course(self.values)
        # not of this object: models that knew it could go with it only when Python looks for circles
        self.values_at, self.start_values = self._course.values_at, self._course.start_values
        # a file may name one that was there once: the values are what it says all the same
        self.preset, self.start = preset if scene.has_preset(preset) else "", start
        # an author's functions are called once for a run, and not at all for the next of the same values
        if systems is None:
            _scene, words, systems = derived(scene, self.values, start)
        else:
            words = scene.models(self.values)
        self._models = Models(scene, as_far_as(systems, until), self.h, self._course)
        self._run = self._models.first
        self.system = self._run.system
        self.latest, self.conserved = 0, scene.watched(self.values, words)
        self.recording = Recording(self._models, self.conserved, step_rate, is_shown)
        self.watch = self.recording.watch
        self._anchors, self._is_shown = Anchors(scene), is_shown
        self._mark_anchor()
        self.log = RunLog(open_log, self.header if open_log is not None else {})
        self.has_ended = self._run.ended is not None
        self.on_fork: Callable[[], None] | None = None
        self.recording.begin(self._models.news(), self.recorder)

    @cached_property
    def origin(self) -> Snapshot:
        """The state at t = 0."""
        first = Models(self.scene, self._models.systems, self.h, Course(dict(self.start_values)))
        return first.snapshot(self.conserved)

    # ---- time -------------------------------------------------------------------------------------------------

    @property
    def t(self) -> float:
        """Present time [s]: step*h, or the time of the event that ended the run."""
        return self._run.t

    @property
    def drift(self) -> float:
        """Largest |E_J - E_J(0) - ledger| so far over the scale [1]."""
        return self._run.drift

    @property
    def drifts(self) -> list[float]:
        """Drift of each system, that of the first one first [1]: what runs side by side has energy books of its own.
        """
        return self._models.drifts

    @property
    def energies(self) -> list[tuple[float, float]]:
        """E_J of each system, and the scale of its energies [J], those of the first one first."""
        return self._models.energies

    @property
    def systems(self) -> list:
        """The systems that run side by side, as they began; most scenes have one."""
        return self._models.systems

    @property
    def ends(self) -> list[Event | None]:
        """How each system has ended, None of those that go on."""
        return self._models.ends

    @property
    def scale(self) -> float:
        return self._run.scale

    @property
    def lost_in_impacts(self) -> float:
        """Energy lost in impacts so far, less what they gained [J]."""
        return self._run.lost_in_impacts

    @property
    def max_F_over_N(self) -> float:
        return self._run.max_F_over_N

    def advance(self, steps: int) -> int:
        """Makes up to `steps` steps and returns the number made; an event that ends the run ends it early."""
        goal, begin = self.step + steps, self.step
        while self.step < goal and self.ended is None:
            self._pass(goal, self.recording.every)
        return self.step - begin

    def _pass(self, goal: int, every: int, has_origin: bool = False) -> Stretch:
        """Makes steps of one kind up to the step `goal`, keeps and logs what was passed, and returns it."""
        begin, was_ramping = self.step, self._models.is_ramping
        goal = min(goal, begin + LONGEST_PASS*self.step_rate)
        if begin < self.latest:
            # what comes after the furthest step is new
            goal = min(goal, self.latest)
        stretch = self._models.advance(goal, every, has_origin)
        self._notice()
        if was_ramping and not self._models.is_ramping:
            self._mark_anchor()

        news = self._models.news()
        self.recording.keep(stretch, begin)
        is_new = self.step > self.latest or (self.ended is not None and not self.has_ended)
        if is_new and self.log.origin:
            self.log.fork(self.header, begin)
            self.recording.begin_log()
        self.latest, self.has_ended = max(self.latest, self.step), self.has_ended or self.ended is not None
        take = self.recording.take if is_new else self.recording.take_again
        take(self.recording.rows_of(stretch, begin, self.recorder is not None), news, self.recorder, self.commands)
        return stretch

    def go_to(self, step: int) -> bool:
        """Goes to a step that was reached before; returns False when the history no longer holds it."""
        step = max(0, min(step, self.latest))
        found = self.recording.find(step)
        if found is None:
            return False
        key, state = found
        self._models.restore(key, state)
        self.advance(step - key)
        self.settle()
        self._notice()
        return True

    def settle(self):
        """Does what was built at the present step, which else is done when the next one is made."""
        if self.ended is None:
            self._models.settle()
            self._notice()

    @property
    def surfaces(self) -> tuple[Surface, ...]:
        """The surfaces to draw, in the order of the snapshot's supports."""
        return getattr(self.system, "surfaces", (self.system.surface,))

    @property
    def contact(self) -> Contact | None:
        """The present law of the contact, None where there is none; of several supports that of the last touched."""
        data = self._run.data
        if isinstance(data.contact, Mapping):
            # what leans on two is followed by another system than it began with
            mode = self.system.modes.get(data.mode)
            return data.contact.get(mode.support if mode is not None else getattr(self._run.system, "before", ""))
        return data.contact

    @property
    def is_followed_closely(self) -> bool:
        """Whether it is a single model whose sub-steps are as short as their error asks for, however long its frames.
        """
        return len(self._models.systems) == 1 and self.system.finest_level > 1

    @property
    def present(self) -> tuple[str, np.ndarray]:
        """The mode of the first system, and what its guards are by their places: positive in it (systems/tables.py)."""
        return self._run.mode, self._run.guards

    @property
    def states(self) -> list[np.ndarray]:
        """A copy of the state y of each model, in the order of the models."""
        return self._models.states

    def _built(self, work: float):
        self._notice()
        self.recording.rebuild(work)
        self._mark_anchor()

    def _notice(self):
        """What is there may be something else now."""
        system = self._models.sections.system
        if system is not self.system:
            self.system = system
            self.recording.reorder(system)

    # ---- log --------------------------------------------------------------------------------------------------

    def fork(self):
        """Drops all commands and events after the present step; closes the log and begins a new one that names it.

        At the furthest step there is nothing to drop.
        """
        if self.ended is not None or (self.step == self.latest and not self.has_ended):
            return
        if self.on_fork is not None:
            self.on_fork()
        self._course.forget_from(self.step)
        # a later command may have aimed another signal than the one that is set now
        self._models.aim_anew(self.commands)
        self.values = self.values_at(self.step)
        self.recording.forget_after(self.step, self.t)
        self._anchors.forget_after(self.t)
        self.latest, self.has_ended = self.step, False
        self.log.fork(self.header, self.step)

    @property
    def recorder(self) -> Any:
        """The present log, a Recorder or what takes the same, or None."""
        return self.log.recorder

    @property
    def header(self) -> dict:
        """Facts of this run for the header of a log or of a film."""
        return header_of(self)

    # ---- readings ---------------------------------------------------------------------------------------------

    def snapshot(self) -> Snapshot:
        """Returns the present state."""
        return self._models.snapshot(self.conserved)

    def peek(self, t: float) -> Snapshot:
        """Returns the state at an instant t [s] between now and the next step; the run itself stays where it is."""
        return self._models.snapshot(self.conserved, self._run.peek(t))

    def ghost(self, times) -> np.ndarray | None:
        """Returns the centre (n, 3) [m] by the closed form at times (n,) [s], None where it does not hold.

        The closed form starts at the last instant at which the parameters became constant.
        """
        if self._models.is_ramping or self.has_left:
            return None
        return self._anchors.centre(self.t, times)

    @property
    def has_left(self) -> bool:
        """Whether a body has left the support that it started on, or the domain of its system: closed forms know no
        other."""
        if self._run.system.stage > 0:
            return True
        if not isinstance(self.system, SupportsSystem):
            return False
        return any(event.kind in LEAVES and event.t <= self.t for event in self.events)

    def band(self) -> list[tuple[float, float]] | None:
        """Returns the turning circles (radius, height) [m] between which a ball stays on the surface, or None."""
        if self.scene.exact is not None or self._models.is_ramping or self.has_left:
            return None
        return turning_circles(self._run)

    def charts(self) -> list[Chart]:
        """Returns the charts of the scene for the present values and motion, or raises BadValue.

        They are others when `anchor_count` has changed.
        """
        return self.chart_maker()()

    def chart_maker(self) -> Callable[[], list[Chart]]:
        """Returns what makes the charts of the present instant; it may be called on another thread while this goes on.
        """
        situation = Situation(self.scene, dict(self.values), self._run.copy(), self.start)

        def make() -> list[Chart]:
            # most runs draw no charts, which need all engines
            from sandbox.theory.charts.table import charts_of
            return charts_of(situation)
        return make

    @property
    def anchor_count(self) -> int:
        """A number that grows whenever closed form and band start anew."""
        return self._anchors.count

    def _mark_anchor(self):
        # what goes on as another system has no closed form any more, nor its coordinates
        if self._is_shown and self._run.system.stage == 0:
            self._anchors.mark(self.t, *self._run.coordinates, self.values_at(self.step))

    @property
    def meters(self) -> tuple[Meter, ...]:
        """The conserved quantities as they were last read, 60 times per second of simulated time."""
        return self.recording.meters.present

    @property
    def first_invariants(self) -> dict[str, float]:
        """The conserved quantities at t = 0."""
        return self.recording.meters.first

    @property
    def invariant_drift(self) -> dict[str, float]:
        """Largest change of each conserved quantity since t = 0."""
        return self.recording.meters.worst

    # ---- rows -------------------------------------------------------------------------------------------------

    @property
    def events(self) -> list[Event]:
        """The events so far, in order."""
        return self.recording.events

    def row(self) -> Rows:
        """Returns the present state as a row."""
        return self._models.rows(self._models.present(), self.conserved)

    def collect(self) -> list[Rows]:
        """Returns the present row in a list, to which the rows of the log are added as they are reached from now on."""
        return self.recording.collect()

    def collect_alone(self) -> list[Rows]:
        """Does the same, for who reads the list when `end_collecting` was called; cheaper where nobody else reads."""
        if self.commands or self.recorder is not None or self._is_shown:
            return self.recording.collect()
        return self.recording.collect_alone()

    def end_collecting(self):
        """Adds what `collect_alone` has put off."""
        self.recording.end_collecting()

    def rows_at(self, times) -> Iterator[Rows]:
        """Advances through the instants `times` (n,) [s], ascending from now on, and yields their rows, many at a time.

        There is no row after the end of the run.
        """
        for found in self._stretches_at(times):
            yield self._models.rows(found, self.conserved)

    def to_foresee(self, duration: float, times: list[float] | None) -> Asked:
        """Returns how far a run that nobody steers may be foreseen on its way to `times`, or through `duration` [s]."""
        if times is not None:
            steps = self._steps_at(np.asarray(times, float))
            last, every = int(steps.max(initial=0)), self.recording.every_of(steps, self.recorder is not None)
        else:
            last, every = int(duration*self.step_rate + 1e-9), self.recording.every
        if last > (at_once := LONGEST_PASS*self.step_rate):
            # it is taken in pieces that end there
            every = gcd(every, at_once)
            last = last if last//every <= MOST_FORESEEN else at_once
        return Asked(self._run, 0 if self.commands else last - self.step, every)

    def _steps_at(self, times: np.ndarray) -> np.ndarray:
        """The steps completed at instants (n,) [s]; a hair before a step is that step."""
        return np.floor(times/self.h + SAME).astype(np.int64)

    def watch_at(self, times):
        """Advances through the instants `times`, as rows_at does; watch() has the states there and no others."""
        self.recording.keep_passed(
            (self._models.rows(found, self.conserved), found.first) for found in self._stretches_at(times))

    def _stretches_at(self, times) -> Iterator[Stretch]:
        times = np.asarray(times, float)
        steps = self._steps_at(times)
        while len(times) and self.ended is None:
            begin, every = self.step, self.recording.every_of(steps, self.recorder is not None)
            passed = self._pass(max(begin, int(steps[-1])), every, has_origin=True)
            # in the frame that has just been begun a command may change a signal or a law: its instants come next
            is_whole = self.step == begin or self.ended is not None or not (self.commands or self.step < steps[-1])
            n = len(times) if is_whole else np.searchsorted(steps, self.step)
            found = self._models.at(passed, steps[:n], times[:n])
            if len(found):
                yield found
            times, steps = times[n:], steps[n:]
