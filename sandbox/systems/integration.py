"""One system under the integrator: steps, jumps between modes, instants between steps."""

import numpy as np

from sandbox.integration import hybrid
from sandbox.integration.observation import CLOCK_GUARD, DEFECT, FRICTION_RATIO, KINETIC_ENERGY, OBSERVATION
from sandbox.integration.settings import CLOCK, FRAME_END, settings_of
from sandbox.integration.status import DONE, ENDLESS
from sandbox.systems.protocol import Automaton, BodyState, Event, Jump, Mode, Picture
from sandbox.systems.reports import read_report

# strides of a mode with a variable of its own before its frame step counts as endless; the last stretch of a slip takes
# 15/(mu g) of them
MOST_STRIDES = 20_000


class Integration:
    """State of a running system: mode, y, memory, watch at the step k or at an event.

    h         frame step [s];  k  steps completed;  t  present time [s] (k h, or the time of the event)
    ended     Event that ended the motion, or None
    """

    def __init__(self, system: Automaton, h: float):
        self.system, self.h = system, h
        self.k, self.t = 0, 0.0
        self.mode, self.y = system.mode, system.y.copy()
        self.memory, self.watch = np.zeros(hybrid.MEMORY), np.zeros(hybrid.WATCH)
        self.ended: Event | None = None
        self._news: list[Event] = []
        self._jumps = 0                 # within the present frame step
        seen = np.zeros(OBSERVATION)
        system.h = h
        self.settings = settings_of(system.finest_level, system.energy_jump)
        broken = hybrid.observe(self._mode.table, 0.0, self.y, system.p, system.calls, seen)
        self.watch[hybrid.REFERENCE] = self.E_J0 = seen[DEFECT]
        self.watch[hybrid.MAX_KINETIC] = seen[KINETIC_ENERGY]
        self.watch[hybrid.MAX_FRICTION] = seen[FRICTION_RATIO]
        if broken >= 0:
            self._jump(broken)

    @property
    def _mode(self) -> Mode:
        return self.system.modes[self.mode]

    def advance(self, steps: int) -> int:
        """Make up to `steps` frame steps; the number completed. Stops at an end, with the state at its instant."""
        begin, goal = self.k, self.k + steps
        while self.k < goal and self.ended is None:
            if self._mode.clock >= 0 or self.t != self.k*self.h:
                self._to((self.k + 1)*self.h)
                self._arrive(self.k + 1)
                continue
            s = self.system
            model = self._mode.table, s.p, s.calls, self.settings
            status, done, t = hybrid.advance(model, (self.y, self.memory, self.watch), self.k, goal - self.k, self.h)
            if done:
                self._arrive(self.k + done)
            if status != DONE:
                self.t = t
                self._jump(status)
        return self.k - begin

    def _arrive(self, k: int):
        if self.ended is None:
            self.k, self.t, self._jumps = k, k*self.h, 0

    def _to(self, end: float):
        """Go on to the instant `end` >= t, through as many jumps as there are."""
        strides = 0
        while self.t < end and self.ended is None:
            mode, s = self._mode, self.system
            self.settings[CLOCK], self.settings[FRAME_END] = mode.clock, end
            # a mode with its own variable is stepped from zero on, its time is in y
            begin, span = (self.t, end - self.t) if mode.clock < 0 else (0.0, mode.stride)
            model = mode.table, s.p, s.calls, self.settings
            status, reached = hybrid.advance_part(model, (self.y, self.memory, self.watch), begin, span)
            self.settings[CLOCK] = -1
            if mode.clock >= 0:
                reached = end if status == CLOCK_GUARD else self.y[mode.clock]
                if reached == end:
                    self.y[mode.clock] = end
            self.t = end if status == DONE and mode.clock < 0 else float(reached)
            if status not in (DONE, CLOCK_GUARD):
                self._jump(status)
            elif mode.clock >= 0:
                strides += 1
                if strides == MOST_STRIDES:
                    self._jump(ENDLESS)

    def _jump(self, guard: int):
        self._take(self.system.jump(self.mode, guard, self.t, self.y, self._jumps))
        self._jumps += 1

    def reconsider(self):
        """Ask the system whether a change of its law ends the present mode at once."""
        jump = self.system.reconsider(self.mode, self.t, self.y)
        if jump is not None and self.ended is None:
            self._take(jump)

    def _take(self, jump: Jump):
        self._news.extend(jump.events)
        if jump.ended is not None:
            self.ended = jump.ended
            self._news.append(jump.ended)
        self.mode, self.y = jump.mode, jump.y
        self.memory[:] = 0.0

    def news(self) -> list[Event]:
        """What happened since this was last asked."""
        news, self._news = self._news, []
        return news

    def peek(self, t: float) -> "Integration":
        """A copy of this run taken to the instant t >= now, off the step grid if need be; this run is untouched."""
        other = object.__new__(Integration)
        other.__dict__.update(self.__dict__)
        other.y, other.memory, other.watch = self.y.copy(), self.memory.copy(), self.watch.copy()
        other.settings = self.settings.copy()
        other._news = []
        if other.ended is None and t > other.t:
            # a hair before a step is that step
            other.advance(int(np.floor(t/other.h + 1e-9)) - other.k)
            if other.ended is None and t - other.t > 1e-9*other.h:
                other._to(t)
        return other

    # ---- state as numbers, for a history ---------------------------------------------------------------------

    def key(self) -> np.ndarray:
        """All that the future depends on, as an array of the same size in every mode."""
        widest = max(mode.size for mode in self.system.modes.values())
        y = np.zeros(widest)
        y[:self.y.size] = self.y
        return np.concatenate([[list(self.system.modes).index(self.mode)], y, self.memory, self.watch])

    def restore(self, k: int, key: np.ndarray):
        """Back to the step k, of which `key` was kept."""
        self.k, self.t, self.ended, self._jumps, self._news = k, k*self.h, None, 0, []
        self.mode = list(self.system.modes)[int(key[0])]
        rest = key.size - self.memory.size - self.watch.size
        self.y = key[1:1 + self._mode.size].copy()
        self.memory[:], self.watch[:] = np.split(key[rest:], [self.memory.size])

    # ---- what is measured ------------------------------------------------------------------------------------

    @property
    def scale(self) -> float:
        """What a drift is compared with: max(|E_J(0)|, largest kinetic energy so far) [J]."""
        return max(abs(self.E_J0), self.watch[hybrid.MAX_KINETIC])

    @property
    def drift(self) -> float:
        """Largest |E_J - E_J(0) - ledger| so far, over the scale [1]."""
        return self.watch[hybrid.WORST_DEFECT]/self.scale if self.scale > 0.0 else 0.0

    @property
    def max_F_over_N(self) -> float:
        """Largest |F|/N so far: the friction coefficient that the motion needs [1]."""
        return float(self.watch[hybrid.MAX_FRICTION])

    @property
    def ledger(self) -> float:
        """Work that moving supports, friction and impacts are credited with [J]."""
        return float(self.y[self._mode.ledger])

    def picture(self) -> Picture:
        """What is seen of the present state."""
        return self.system.picture(self.mode, self.t, self.y)

    @property
    def body(self) -> BodyState:
        """The first body of the picture."""
        return self.picture().bodies[0]

    @property
    def coordinates(self) -> tuple[np.ndarray, np.ndarray]:
        """What a closed form starts from: coordinates and velocities, of a body on a support its centre's."""
        if hasattr(self.system, "coordinates"):
            return self.system.coordinates(self.y)
        return self.body.centre, self.body.velocity

    def report(self) -> np.ndarray:
        """The report (mechanics/report.py) of the present state of a body on a support."""
        return read_report(self._mode, self.t, self.y, self.system.p, self.system.calls)

    def energy(self) -> tuple[float, float]:
        """E_J and the present drift |E_J - E_J(0) - ledger| over the scale."""
        seen = np.zeros(OBSERVATION)
        hybrid.observe(self._mode.table, self.t, self.y, self.system.p, self.system.calls, seen)
        defect = seen[DEFECT]
        return defect + self.ledger, abs(defect - self.E_J0)/self.scale if self.scale > 0.0 else 0.0

    def invariants(self, names, E_J=None) -> dict:
        """Present values of the named integrals."""
        E_J = self.energy()[0] if E_J is None else E_J
        return self.system.invariants(names, self.mode, self.t, self.y, E_J)
