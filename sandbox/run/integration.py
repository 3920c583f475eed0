"""One system under the integrator: steps, instants between steps, what it looks like in the laboratory."""

import numpy as np

from sandbox.mechanics import hybrid, report
from sandbox.mechanics.integrals import integrals
from sandbox.mechanics.layout import GUARD_EDGES, GUARD_FIT, GUARD_NORMAL, SEEN, SEEN_DEFECT, SEEN_FRICTION
from sandbox.mechanics.status import DONE, NOT_FINITE
from sandbox.run.snapshot import BodyState, Event, SupportState
from sandbox.scene.system import System
from sandbox.text import _


class Integration:
    """State of a running system: y, memory, watch at the step k or at an event.

    h         frame step [s];  k  steps completed;  t  present time [s] (k h, or the time of the event)
    ended     Event that ended the motion, or None
    """

    def __init__(self, system: System, h: float):
        self.system, self.h = system, h
        self.k, self.t = 0, 0.0
        self.y = system.y.copy()
        self.memory, self.watch = np.zeros(hybrid.MEMORY), np.zeros(hybrid.WATCH)
        self.ended: Event | None = None
        seen = np.zeros(SEEN)
        broken = hybrid.observe(system.mode, 0.0, self.y, system.p, system.calls, seen)
        self.watch[hybrid.REFERENCE] = self.E_J0 = seen[SEEN_DEFECT]
        self.watch[hybrid.KINETIC] = seen[1]
        self.watch[hybrid.FRICTION] = seen[SEEN_FRICTION]
        if broken >= 0:
            self.ended = self._event(NOT_FINITE if broken == hybrid.NONE_FINITE else 1, broken, 0.0)

    def advance(self, steps: int) -> int:
        """Make up to `steps` frame steps; the number completed. Stops at an event, with the state at its instant."""
        if self.ended is not None or steps <= 0:
            return 0
        s = self.system
        result, guard, done, t = hybrid.advance(s.mode, self.k, steps, self.h, self.y, self.memory, s.p, s.calls,
                                                self.watch)
        self.k += done
        self.t = self.k*self.h if result == DONE else t
        if result != DONE:
            self.ended = self._event(result, guard, t)
        return done

    def peek(self, t: float) -> "Integration":
        """A copy of this run taken to the instant t >= now, off the step grid if need be; this run is untouched."""
        other = object.__new__(Integration)
        other.__dict__.update(self.__dict__)
        other.y, other.memory, other.watch = self.y.copy(), self.memory.copy(), self.watch.copy()
        if other.ended is None and t > other.t:
            # a hair before a step is that step
            other.advance(int(np.floor((t - other.t)/other.h + 1e-9)))
            rest = t - other.t
            if other.ended is None and rest > 1e-9*other.h:
                s = other.system
                result, guard, reached = hybrid.advance_part(s.mode, other.t, rest, other.y, other.memory, s.p,
                                                             s.calls, other.watch)
                other.t = reached
                if result != DONE:
                    other.ended = other._event(result, guard, reached)
        return other

    @property
    def scale(self) -> float:
        """What a drift is compared with: max(|E_J(0)|, largest kinetic energy so far) [J]."""
        return max(abs(self.E_J0), self.watch[hybrid.KINETIC])

    @property
    def drift(self) -> float:
        """Largest |E_J - E_J(0) - ledger| so far, over the scale [1]."""
        return self.watch[hybrid.WORST_DEFECT]/self.scale if self.scale > 0.0 else 0.0

    @property
    def max_F_over_N(self) -> float:
        """Largest |F|/N so far: the friction coefficient that the ideal motion needs [1]."""
        return float(self.watch[hybrid.FRICTION])

    def report(self) -> np.ndarray:
        """The report (mechanics/report.py) of the present state."""
        out = np.zeros(report.REPORT)
        s = self.system
        hybrid.ask(s.mode[hybrid.REPORT_MODE], self.t, self.y, s.p, s.calls, out)
        return out

    def energy(self) -> tuple[float, float]:
        """E_J and the present drift |E_J - E_J(0) - ledger| over the scale."""
        seen = np.zeros(SEEN)
        s = self.system
        hybrid.observe(s.mode, self.t, self.y, s.p, s.calls, seen)
        defect = seen[SEEN_DEFECT]
        return defect + self.y[10], abs(defect - self.E_J0)/self.scale if self.scale > 0.0 else 0.0

    def invariants(self, names, seen=None, E_J=None) -> dict:
        """Present values of the named integrals."""
        seen = self.report() if seen is None else seen
        E_J = self.energy()[0] if E_J is None else E_J
        return integrals(names, self.t, seen, self.system.p, self.system.surface.shape, self.system.motion.gravity, E_J)

    def _event(self, result: int, guard: int, t: float) -> Event:
        surface = self.system.surface
        when = _("at t = {t:.3f} s").format(t=t)
        if result == NOT_FINITE:
            return Event(t, 0, "stop", _("The equations lost their meaning {when}; the last good state is shown."
                                         ).format(when=when))
        if guard == GUARD_NORMAL:
            return Event(t, 0, "detach", _("Detached: the normal force reached 0 {when}.").format(when=when))
        if guard == GUARD_FIT:
            return Event(t, 0, surface.fit_kind,
                         _("The body {what} {when}.").format(what=surface.fit_sentence, when=when))
        edge = surface.edges[guard - GUARD_EDGES]
        return Event(t, 0, edge.kind, _("The body {what} {when}.").format(what=edge.sentence, when=when))


def body_state(seen: np.ndarray, mode: str) -> BodyState:
    """The body part of a report."""
    force, normal = seen[report.FORCE:report.FORCE + 3], seen[report.NORMAL:report.NORMAL + 3]
    N = seen[report.NORMAL_FORCE]
    return BodyState(seen[report.CENTRE:report.CENTRE + 3], seen[report.VELOCITY:report.VELOCITY + 3],
                     seen[report.SPIN_LAB:report.SPIN_LAB + 3], seen[report.QUATERNION:report.QUATERNION + 4],
                     seen[report.CONTACT:report.CONTACT + 3], normal, float(N), force - N*normal, mode)


def support_state(seen: np.ndarray, axis_point: np.ndarray) -> SupportState:
    """The support part of a report; `axis_point` in local axes makes it the pose of the local origin."""
    q = seen[report.SUPPORT_QUATERNION:report.SUPPORT_QUATERNION + 4]
    u, w = q[1:], q[0]
    turned = axis_point + 2.0*np.cross(u, np.cross(u, axis_point) + w*axis_point)
    return SupportState(seen[report.SUPPORT_POINT:report.SUPPORT_POINT + 3] - turned, q,
                        seen[report.SUPPORT_SPIN:report.SUPPORT_SPIN + 3])


