"""One system under the integrator: steps, jumps between modes, instants between steps.

What follows the end of a mode, whatever the system makes of it: a jump, or the end of the run in a sentence.
"""

from collections.abc import Iterable
from copy import copy
from math import inf, nan
from typing import NamedTuple

import numpy as np

from sandbox.compiling.signature import address_of
from sandbox.integration import arrays, hybrid
from sandbox.integration import observation as obs
from sandbox.integration.instants import SAME
from sandbox.integration.settings import CLOCK, DRIFT, FRAME_END, LEAST_ENERGY, settings_of
from sandbox.integration.status import DONE, DRIFTED, ENDLESS, NOT_FINITE
from sandbox.systems.bodies_seen import BodyState
from sandbox.systems.foreseen import Foreseen
from sandbox.systems.hand import Hand
from sandbox.systems.picture import Picture
from sandbox.systems.protocol import Automaton, Data, Event, Jump, Laws, Mode, data_of, instant, stop_event
from sandbox.systems.strip import KEY_MODE, KEY_Y, MODES, Strip, Track, keys_of, least_scale, strip_of
from sandbox.text import _

# ---- what follows the end of a mode, and what is kept ---------------------------------------------------------------


# jumps of any system within one frame step: what needs more comes to no end; systems have lower bounds of their own,
# after which they decide otherwise
MOST_JUMPS = 4000


def jump_after(system: Automaton, data: Data, status: int, count: int) -> Jump:
    """Returns what follows a status of the integrator after `count` jumps within the frame step."""
    if count >= MOST_JUMPS:
        return _end(data, _("The simulation stopped {when}: more than {most} events in one step.").format(
            when=instant(data.t, data.h), most=MOST_JUMPS))
    try:
        return system.jump(data, status, count)
    except (ArithmeticError, np.linalg.LinAlgError) as error:
        return _end(data, _("What happens {when} could not be computed ({error}).").format(
            when=instant(data.t, data.h), error=error))


def _end(data: Data, sentence: str) -> Jump:
    return Jump(data.mode, data.y, ended=Event(data.t, 0, "stop", sentence))


def kept_of(data: Data, before: Data) -> Data:
    """Returns what a run is now, to be kept: nobody writes to it; parameters that hold still are those of `before`.

    Those of a world are long: copying them takes longer than comparing.
    """
    p, calls = kept_array(data.p, before.p), kept_array(data.calls, before.calls)
    return Data(data.mode, data.t, data.y.copy(), p, calls, data.contact, data.h)


def kept_array(now: np.ndarray, before: np.ndarray) -> np.ndarray:
    """Returns what an array is now: the one before where that says the same."""
    return before if now is before or np.array_equal(before, now) else now.copy()


def keeps_ledger(settings: np.ndarray, defect: float, scale: float) -> bool:
    """Whether a defect of the energy is as small as the settings ask, of the largest energy so far [J]."""
    allowed = settings.item(DRIFT)
    return allowed == 0.0 or defect <= allowed*max(scale, settings.item(LEAST_ENERGY))


# sub-steps of a mode with a variable of its own before its frame step is endless: half a second of work; the end of a
# slip takes 15/(mu g) strides of a few sub-steps
MOST_SUBSTEPS = 200_000
# where the arrays of a run are, before that is asked for
NOWHERE: tuple[None, np.ndarray, np.ndarray] = (None, np.zeros(0), np.zeros(0))


class Stage(NamedTuple):
    """A system that a run was, or is: a jump may go on as another one.

    data   of it when that began, or ended
    """

    system: Automaton
    data: Data


class Integration:
    """A system under way: its data, memory and watch at the step k or at an event.

    h         frame step [s];  k  steps completed;  ended  Event that ended the motion, or None
    foreseen  what it will do, where that was computed together with other runs
    """

    def __init__(self, system: Automaton, h: float):
        self.system, self.h, self.k = system, h, 0
        self.data = data_of(system, h)
        self.memory, self.watch = np.zeros(arrays.MEMORY), np.zeros(arrays.WATCH)
        self.settings = self.settings_for(system)
        self.ended: Event | None = None
        self._news: list[tuple[int, Event]] = []
        self._jumps = 0                 # within the present frame step
        self._placed: tuple[Mode | None, np.ndarray, np.ndarray] = NOWHERE
        # what it was before a jump to another system, and that one; nothing where there was none
        self._stages: tuple[Stage, ...] = ()
        self.foreseen: Foreseen | None = None
        seen, status = self._observation()
        self.watch[arrays.REFERENCE] = self.E_J0 = seen[obs.DEFECT]
        self.watch[[arrays.MAX_KINETIC, arrays.MAX_FRICTION]] = seen[[obs.KINETIC_ENERGY, obs.FRICTION_RATIO]]
        self._sound = self.data.copy()  # as it was when it was last seen to be good
        if status != DONE:
            self._jump(status)
        self._ended_at_start = self.ended

    @property
    def t(self) -> float:
        """Present time [s]: k h, or that of the event."""
        return self.data.t

    @property
    def mode(self) -> str:
        """Present mode."""
        return self.data.mode

    def advance(self, steps: int, track: Track | None = None) -> int:
        """Make up to `steps` frame steps; the number completed. Stops at an end, with the state at its instant.

        track   takes the states of the steps that it asks for
        """
        begin, goal = self.k, self.k + steps
        self._end_if_lost()
        every = track.every if track is not None else 0
        while self.k < goal and self.ended is None:
            if self._mode.clock >= 0 or self.data.t != self.k*self.h:
                self._to((self.k + 1)*self.h)
                self._arrive(self.k + 1)
                if track is not None and self.ended is None and self.k % every == 0:
                    track.strips.append(self.strip())
                continue
            status, done, t, kept = self._stepped(goal - self.k, every)
            self._hear(self.k + done - (status == DONE))
            if track is not None and len(kept):
                track.strips.append(self._strip((self.k//every + 1 + np.arange(len(kept)))*every, kept))
            if done:
                self._arrive(self.k + done)
            if status != DONE:
                self.data.t = t
                self._jump(status)
        self._sound = kept_of(self.data, self._sound)
        return self.k - begin

    @property
    def can_be_foreseen(self) -> bool:
        """Whether it stands at the end of a frame, and what a mode of its system does is all in its state."""
        return (self.ended is None and self.system.is_all_in_state and self._mode.clock < 0
                and self.data.t == self.k*self.h)

    def _stepped(self, steps: int, every: int) -> hybrid.Advanced:
        """Goes on by up to so many frame steps, or as far as that is known already."""
        if self.foreseen is not None:
            found = self.foreseen.taken(self, steps, every)
            if found is not None:
                return found
            self.foreseen = None
        return hybrid.advance(self._places(), self.k, steps, self.h, every)

    def _end_if_lost(self):
        """Ends the run where a number that it is computed from is none any more, though this mode may not need it.

        What a frame only works in is written before it is read: nothing is computed from what is left there.
        """
        data, sound = self.data, self._sound
        numbers = data.p[self.system.given], data.y, self.memory, self.watch, self.settings
        if self.ended is None and any(np.isnan(x).any() for x in numbers):
            data.p[:], data.calls[:] = sound.p, sound.calls
            data.mode, data.y = sound.mode, sound.y.copy()
            self.end(stop_event(data, NOT_FINITE))

    def strip(self) -> Strip:
        """The present state as a strip of one."""
        seen, _guard = self._observation()
        defect = seen[obs.DEFECT]
        kept = np.concatenate(((self.data.t, defect), self.memory, self.watch, self.data.y))[None]
        return self._strip(np.array((self.k,)), kept)

    def _strip(self, k: np.ndarray, kept: np.ndarray) -> Strip:
        return strip_of(self.system, self.data, k, kept, self.E_J0)

    def model(self, mode: Mode) -> tuple:
        """What a mode is computed from (integration/arrays.py)."""
        return mode.table, self.data.p[mode.p], self.data.calls[mode.calls], self.settings

    def _places(self) -> np.ndarray:
        """Where the integrator finds all this: the state and its mode are others after a jump."""
        mode, y = self._mode, self.data.y
        of_mode, of_y, places = self._placed
        if of_mode is not mode:
            places = hybrid.places_of(self.model(mode), (y, self.memory, self.watch))
        elif of_y is not y:
            # an impact in flight: eight addresses would be a tenth of its cost
            places = places.copy()
            places[hybrid.STATE] = address_of(y)
        self._placed = mode, y, places
        return places

    def _arrive(self, k: int):
        if self.ended is None:
            self.k, self.data.t, self._jumps = k, k*self.h, 0

    def _to(self, end: float, until: float = inf):
        """Go on to the instant `end` >= t, through as many jumps as there are; or, on the same way, to `until`."""
        before, goal = self.watch[arrays.SUBSTEPS], min(end, until)
        while self.data.t < goal and self.ended is None:
            mode, data = self._mode, self.data
            self.settings[CLOCK], self.settings[FRAME_END] = mode.clock, goal
            # a mode with its own variable is stepped from zero on, its time is in y
            begin, span = (data.t, end - data.t) if mode.clock < 0 else (0.0, mode.stride)
            if until < end and begin == self.k*self.h:
                span = self.h
            status, reached = hybrid.advance_part(self._places(), begin, span, until)
            self.settings[CLOCK] = -1
            if mode.clock >= 0:
                reached = goal if status == obs.CLOCK_GUARD else data.y[mode.clock]
                if reached == goal:
                    data.y[mode.clock] = goal
            data.t = goal if status == DONE and mode.clock < 0 else float(reached)
            self._hear(self.k)
            if status not in (DONE, obs.CLOCK_GUARD):
                self._jump(status)
            elif mode.clock >= 0 and self.watch[arrays.SUBSTEPS] - before > MOST_SUBSTEPS:
                before = self.watch[arrays.SUBSTEPS]
                self._jump(ENDLESS)

    def _hear(self, last: int):
        """Takes what has happened within the mode, with the steps completed before each: `last` at most."""
        self._news.extend((min(last, int(np.floor(event.t/self.h + SAME))), event)
                          for event in self.system.heard(self.data))

    def _jump(self, status: int):
        data, sound = self.data, self._sound
        if status == NOT_FINITE:
            # what was computed on the way is no number either: a run that is taken back would end by it at once
            lost = np.isnan(data.p)
            data.p[lost] = sound.p[lost]
        if status in (NOT_FINITE, DRIFTED) and data.t == sound.t:
            # not a step was made from this state: it is not this run's own
            data.mode, data.y = sound.mode, sound.y.copy()
        before, system, stages, told = kept_of(data, data), self.system, self._stages, len(self._news)
        jump = jump_after(self.system, data, status, self._jumps)
        self._take(jump)
        self._jumps += 1
        # an impact may change the energy by what the ledger says and by nothing else
        defect = abs(hybrid.defect_of(self._places(), data.t) - self.watch.item(arrays.REFERENCE))
        if self.ended is None and not keeps_ledger(self.settings, defect, self.scale):
            if self.system is not system:
                self._enter(system, before)
                self._stages, self._sound = stages, before
            data.mode, data.y = before.mode, before.y
            if jump.instead is None:
                self.end(stop_event(data, DRIFTED))
                return
            del self._news[told:]
            self.watch[arrays.LOST] -= jump.lost
            self._take(jump.instead)
        else:
            self.watch[arrays.WORST_DEFECT] = max(self.watch[arrays.WORST_DEFECT], defect)

    def end(self, event: Event):
        """The run ends by an event."""
        self.ended = event
        self._news.append((self.k, event))

    @property
    def has_laws(self) -> bool:
        """Whether it has laws of contact that may be changed while it goes on."""
        return self.data.contact is not None or getattr(self.system, "takes_laws", False)

    def change(self, contact: Laws, at_once: bool = True):
        """Take another law of the contact from now on; `at_once`: it may end the present mode at this instant."""
        before = self.data.contact
        self.system.change(self.data, contact)
        if at_once and self.has_laws and self.ended is None:
            self._reconsider(before)

    def hold(self, hand: Hand | None, at_once: bool = True):
        """Takes a hand, or none, from now on; `at_once`: it may end the present mode at this instant."""
        self.system = self.system.hold(self.data, hand)
        self._placed = NOWHERE
        self._sound = self.data.copy()
        if at_once and self.ended is None:
            self._reconsider(None)

    def rebuild(self, system: Automaton):
        """Goes on as another system with a mode of the same name, from the state that it has."""
        self.switch(system)
        seen, _guard = self._observation()
        watch, defect = self.watch, abs(seen[obs.DEFECT] - self.watch[arrays.REFERENCE])
        watch[arrays.WORST_DEFECT] = max(watch[arrays.WORST_DEFECT], defect)
        watch[arrays.MAX_KINETIC] = max(watch[arrays.MAX_KINETIC], seen[obs.KINETIC_ENERGY])
        self._sound = self.data.copy()

    def switch(self, system: Automaton):
        """Takes another system, in the state that it has."""
        self._enter(system, data_of(system, self.h))
        self._stages = ()

    def _enter(self, system: Automaton, state: Data):
        """Takes another system, with parameters and addresses of a run of it."""
        data, self.system, self._placed = self.data, system, NOWHERE
        data.y, data.p, data.calls = state.y.copy(), state.p.copy(), state.calls.copy()
        self.settings = self.settings_for(system)

    def settings_for(self, system: Automaton) -> np.ndarray:
        """Returns what the integrator is asked for in a system (integration/settings.py)."""
        # without sub-steps nothing is asked of accuracy
        return settings_of(system.finest_level, system.energy_jump,
                           system.drift_limit if system.finest_level > 0 else 0.0, system.energy_scale)

    def _go_over(self, system: Automaton):
        """Goes on as another system from here; the run can still be taken back to what was before."""
        left = Stage(self.system, self.data.copy())
        self._enter(system, data_of(system, self.h))
        self.data.mode = system.mode
        self._stages = (left, Stage(system, self.data.copy()))
        # the parameters of the one before have another size
        self._sound = self.data.copy()

    def take_over(self, other: "Integration"):
        """Takes over as what a run that began alike has gone on."""
        self._stages = other._stages

    def _reconsider(self, before: Laws | None):
        jump = self.system.reconsider(self.data, before)
        if jump is not None:
            self._take(jump)

    def _take(self, jump: Jump):
        self._news.extend((self.k, event) for event in jump.events)
        if jump.ended is not None:
            self.end(jump.ended)
        self.watch[arrays.LOST] += jump.lost
        if jump.system is not None:
            self._go_over(jump.system)
        self.data.mode, self.data.y = jump.mode, jump.y
        self.memory[:] = 0.0

    def news(self) -> list[Event]:
        """What happened since this was last asked."""
        return [event for _k, event in self.dated_news()]

    def dated_news(self) -> list[tuple[int, Event]]:
        """What happened since this was last asked, with the steps completed before."""
        news, self._news = self._news, []
        return news

    def peek(self, t: float) -> "Integration":
        """A copy of this run taken to the instant t >= now, off the step grid if need be; this run is untouched.

        It goes the way of the run itself: what happens at its whole steps and sub-steps happens here, and nothing else.
        """
        other = self.copy()
        if other.ended is None and t > other.t:
            # a hair before a step is that step
            other.advance(int(np.floor(t/other.h + SAME)) - other.k)
            if other.ended is None and t - other.t > SAME*other.h:
                other._to((other.k + 1)*other.h, until=t)
        return other

    def copy(self) -> "Integration":
        """The same run, with data of its own."""
        other = copy(self)
        other.data, other.foreseen = self.data.copy(), None
        other.memory, other.watch = self.memory.copy(), self.watch.copy()
        other.settings, other._news, other._placed = self.settings.copy(), [], NOWHERE
        other._sound = self._sound.copy()
        return other

    # ---- what is read of it ----------------------------------------------------------------------------------------

    @property
    def y(self) -> np.ndarray:
        """Present state."""
        return self.data.y

    @property
    def _mode(self) -> Mode:
        return self.system.modes[self.data.mode]

    def _observation(self) -> tuple[np.ndarray, int]:
        """The observation (integration/observation.py) of the present state, and the guard that is broken, or DONE."""
        data, mode, seen = self.data, self._mode, np.zeros(obs.OBSERVATION)
        return seen, hybrid.observe(mode.table, data.t, data.y, data.p[mode.p], data.calls[mode.calls], seen)

    @property
    def guards(self) -> np.ndarray:
        """What the guards of the present mode are, by their places."""
        return self._observation()[0][obs.FIRST_GUARD:]

    @property
    def scale(self) -> float:
        """What a drift is compared with: max(|E_J(0)|, largest kinetic energy so far, `least_scale`) [J]."""
        return max(abs(self.E_J0), self.watch[arrays.MAX_KINETIC], least_scale(self.system))

    @property
    def drift(self) -> float:
        """Largest |E_J - E_J(0) - ledger| so far, over the scale [1]."""
        return self.watch[arrays.WORST_DEFECT]/self.scale if self.scale > 0.0 else 0.0

    @property
    def max_F_over_N(self) -> float:
        """Largest |F|/N so far: the friction coefficient that the motion needs [1]; nan where that is not watched."""
        return float(self.watch[arrays.MAX_FRICTION]) if self.system.has_friction_ratio else nan

    @property
    def lost_in_impacts(self) -> float:
        """Energy lost in impacts so far, less what they gained [J]."""
        lost = self._mode.lost
        return float(self.watch[arrays.LOST] + (self.y[lost] if lost >= 0 else 0.0))

    @property
    def ledger(self) -> float:
        """Work that moving supports, friction and impacts are credited with [J]."""
        return float(self.y[self._mode.ledger])

    def picture(self) -> Picture:
        """What is shown of the present state."""
        return self.system.picture(self.data)

    @property
    def body(self) -> BodyState:
        """The first body of the picture."""
        return self.picture().bodies[0]

    @property
    def coordinates(self) -> tuple[np.ndarray, np.ndarray]:
        """What a closed form starts from: coordinates and velocities, of a body on a support its centre's."""
        return self.system.coordinates(self.data)

    def report(self) -> np.ndarray:
        """The report (mechanics/report.py) of the present state of a body on a support."""
        return self.system.reports(self.data.states)[0]

    def energy(self) -> tuple[float, float]:
        """E_J and the present drift |E_J - E_J(0) - ledger| over the scale."""
        seen, _guard = self._observation()
        defect = seen[obs.DEFECT]
        return defect + self.ledger, abs(defect - self.E_J0)/self.scale if self.scale > 0.0 else 0.0

    def invariants(self, names: Iterable[str], E_J: float | None = None) -> dict[str, float]:
        """Present values of the named integrals."""
        states = self.data.states
        if E_J is None:
            E_J, _drift = self.energy()
        energies = np.array((E_J,))
        found = self.system.invariants(names, states, self.system.reports(states), energies)
        return {name: float(value) for name, (value,) in found.items()}

    def reason_not_conserved(self, name: str) -> str:
        """Why the named quantity is not conserved just now, or "" when it is."""
        return self.system.reason_not_conserved(name, self.data)

    # ---- state as numbers, for a history ---------------------------------------------------------------------

    def key(self) -> np.ndarray:
        """All that the future depends on, as an array of the same size in every mode."""
        return keys_of(self.system, self.mode, self.y[None], np.concatenate((self.memory, self.watch))[None])[0]

    def restore(self, k: int, key: np.ndarray):
        """Back to the step k, of which `key` was kept."""
        number, mode = divmod(int(key[KEY_MODE]), MODES)
        for stage in self._stages:
            if stage.system.stage == number != self.system.stage:
                self._enter(stage.system, stage.data)
        # what could not even begin ends there again
        self.ended = self._ended_at_start if k == 0 else None
        self.k, self.data.t, self._jumps, self._news = k, k*self.h, 0, []
        self.data.mode = list(self.system.modes)[mode]
        rest = key.size - self.memory.size - self.watch.size
        self.data.y = key[KEY_Y:KEY_Y + self._mode.size].copy()
        self.memory[:], self.watch[:] = np.split(key[rest:], [self.memory.size])
        self._sound = self.data.copy()

    def stay(self, t: float, ended: Event | None):
        """Take the time and the end of a run that had ended before the step it was restored to."""
        self.data.t, self.ended = t, ended
