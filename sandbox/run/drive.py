"""What live parameters do: they move a support, or change the law of a contact.

A slider sets the target of a signal that moves a support; the signal ramps to it in whole steps.

The second derivative of a signal is a constant of each step and at most the stated limit, so that no infinite force
hides in the interface and no right-hand side ever asks "is the ramp over".
"""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from math import ceil

from sandbox.errors import BadValue
from sandbox.mechanics import layout as lay
from sandbox.run.command import Course
from sandbox.scene.scene import Scene
from sandbox.systems.integration import Integration
from sandbox.systems.motion_numbers import mark_steady
from sandbox.systems.protocol import LiveSignal

# trials of the length of a phase, each longer by 2 %: the last one is longer than any number of steps
MOST_TRIALS = 2000


@dataclass(frozen=True)
class Segment:
    """The signal c0 + c1 s + c2 s^2 with s = t - start*h [s], from the step `start` on."""

    start: int
    c: tuple[float, float, float]

    def after(self, steps: int, h: float) -> tuple[float, float]:
        """Returns value and rate `steps` steps after the start."""
        s = steps*h
        return self.c[0] + s*(self.c[1] + s*self.c[2]), self.c[1] + 2.0*s*self.c[2]


def ramp_rate(start: int, h: float, value: float, rate: float, target: float, limit: float) -> list[Segment]:
    """Returns segments that take the rate of a signal to `target` by a constant second derivative up to `limit`."""
    if target == rate:
        return [Segment(start, (value, rate, 0.0))]
    steps = max(1, ceil(abs(target - rate)/(limit*h)))
    ramp = Segment(start, (value, rate, 0.5*(target - rate)/(steps*h)))
    return [ramp, Segment(start + steps, (ramp.after(steps, h)[0], target, 0.0))]


def ramp_value(start: int, h: float, value: float, rate: float, target: float, limit: float) -> list[Segment]:
    """Returns segments that take a signal itself to `target`, where it rests, in two phases of equal length.

        a1 = (target - value - 3/2 rate T)/T^2,   a2 = -rate/T - a1,   T the length of a phase
    """
    if target == value and rate == 0.0:
        return [Segment(start, (value, 0.0, 0.0))]
    steps = max(1, int((abs(target - value)/limit)**0.5/h))
    for _ in range(MOST_TRIALS):
        T = steps*h
        first = (target - value - 1.5*rate*T)/(T*T)
        second = -rate/T - first
        if max(abs(first), abs(second)) <= limit:
            break
        steps += max(1, steps//50)
    speed_up = Segment(start, (value, rate, 0.5*first))
    slow_down = Segment(start + steps, (*speed_up.after(steps, h), 0.5*second))
    return [speed_up, slow_down, Segment(start + 2*steps, (target, 0.0, 0.0))]


class SignalCourse:
    """The segments of one signal in their order, found by their first step."""

    def __init__(self, first: Segment):
        self._segments, self._starts = [first], [first.start]

    @property
    def last_start(self) -> int:
        return self._starts[-1]

    def replace_from(self, step: int, plan: list[Segment]):
        """Drops the segments that begin at the step or later, and adds those of a plan that begins there."""
        keep = bisect_left(self._starts, step)
        self._segments[keep:] = plan
        self._starts[keep:] = [segment.start for segment in plan]

    def at(self, step: int, before: bool = False) -> Segment:
        """Returns the segment after the step, or `before` it; the first one where none has begun."""
        count = (bisect_left if before else bisect_right)(self._starts, step)
        return self._segments[max(count - 1, 0)]

    def next_start(self, step: int) -> int | None:
        """Returns the first step after this one at which a segment begins, or None."""
        k = bisect_right(self._starts, step)
        return self._starts[k] if k < len(self._starts) else None


class Drive:
    """The live signals of a run, as segments; the parameter array p of the run holds the present segment of each."""

    def __init__(self, run: Integration):
        self._run, self._live, self._data, self._h = run, run.system.live, run.data, run.h
        self._first = {}
        for name, (at, *_others) in self._live.items():
            p = self._data.p
            self._first[name] = Segment(0, tuple(p[at + lay.SIGNAL_C:at + lay.SIGNAL_C + 3]))
        self.forget()
        # the segment of each signal that p holds
        self._written = dict.fromkeys(self._first)

    @property
    def live(self) -> dict[str, LiveSignal]:
        """The signals of the system that it steers."""
        return self._live

    def aim(self, step: int, name: str, target: float):
        """Ramps the signal of the parameter `name` to the target from the step on; drops what was planned for later."""
        _at, order, limit, *_others = self._live[name]
        present = self._signals[name].at(step)
        value, rate = present.after(step - present.start, self._h)
        plan = (ramp_rate if order == 1 else ramp_value)(step, self._h, value, rate, target, limit)
        self._signals[name].replace_from(step, plan)

    def rebuild(self, step: int):
        """The run is another system from the step on: signals that it had go on, those that it had not begin."""
        self._live = self._run.system.live
        for name, (at, *_others) in self._live.items():
            if name not in self._first:
                p = self._data.p
                self._first[name] = Segment(step, tuple(p[at + lay.SIGNAL_C:at + lay.SIGNAL_C + 3]))
                self._signals[name] = SignalCourse(self._first[name])
        # what stands in its parameters is that of another instant perhaps
        self._written = dict.fromkeys(self._first)

    def forget(self):
        """Drops all that was planned: what still holds is aimed at anew."""
        self._signals = {name: SignalCourse(first) for name, first in self._first.items()}

    def write(self, step: int, before: bool = False) -> int | None:
        """Writes the segments after the step into p; returns the next step at which a segment begins, or None.

        before   writes the segments before the step instead: the state at a step is always reported with these, so
                 that a command at the same step can't change the last bit of what was already logged
        """
        p = self._data.p
        for name, course in self._signals.items():
            present = course.at(step, before)
            if name in self._live and self._written[name] != present:
                signal = self._live[name]
                for at, _order, _limit, first, _more in (signal, *signal.more):
                    p[at + lay.SIGNAL_START] = present.start*self._h
                    p[at + lay.SIGNAL_C:at + lay.SIGNAL_C + 3] = present.c
                    mark_steady(p[first:])
                self._written[name] = present
        starts = (course.next_start(step) for course in self._signals.values())
        return min((start for start in starts if start is not None), default=None)

    def present(self, t):
        """Returns the value of each live parameter at the time, or times, t [s], while it ramps too."""
        p, values = self._data.p, {}
        for name, (at, order, *_others) in self._live.items():
            s, (c0, c1, c2) = t - p[at + lay.SIGNAL_START], p[at + lay.SIGNAL_C:at + lay.SIGNAL_C + 3]
            values[name] = c1 + 2.0*s*c2 if order == 1 else c0 + s*(c1 + s*c2)
        return values

    def is_ramping(self, step: int) -> bool:
        """Returns whether some signal has not yet reached its target at the step."""
        return any(course.last_start > step for course in self._signals.values())


class Laws:
    """Changes the contact laws of a run as its commands say; `names` are the parameters that change one.

    runs   the models of the run, those beside the first one, too
    """

    def __init__(self, scene: Scene, runs: Sequence[Integration], course: Course):
        self._scene, self._course = scene, course
        self._runs = [(k, run) for k, run in enumerate(runs) if run.has_laws]
        live = {p.name for p in scene.parameters if p.live}
        self.names = {name for k, run in self._runs for name in live - set(run.system.live)
                      if run.data.contact is not None or self._changes_law(name, k)}

    def _changes_law(self, name: str, k: int) -> bool:
        """Whether a parameter changes a law of a world, which has much else that parameters are of."""
        parameter, values = self._scene.parameter(name), self._course.values_at(0)
        others = (not values[name],) if isinstance(values[name], bool) else (parameter.low, parameter.high)
        now = self._scene.contact(values, k)
        for other in others:
            # one that the scene refuses is no law
            with suppress(BadValue):
                if other is not None and self._scene.contact({**values, name: other}, k) != now:
                    return True
        return False

    def apply(self, step: int):
        """Changes the laws if a command of this step sets one of their parameters."""
        if self._course.changes_at(self.names, step):
            self._change(step)

    def next_change(self, step: int) -> int | None:
        """Returns the next step at which a command changes a law, or None."""
        return self._course.next_change(self.names, step)

    def restore(self, step: int):
        """Restores the laws that held up to a step to which the run was taken back."""
        if self.names:
            self._change(step - 1, at_once=False)

    def _change(self, step: int, at_once: bool = True):
        """Gives each model the law of a step."""
        values = self._course.values_at(step)
        for k, run in self._runs:
            run.change(self._scene.contact(values, k), at_once)
