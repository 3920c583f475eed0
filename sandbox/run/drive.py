"""What steers a support while it runs: a slider sets a target, the signal ramps to it in whole steps.

The second derivative of a signal is a constant of each step and at most the stated limit, so that no infinite force
hides in the interface and no right-hand side ever asks "is the ramp over".
"""

from dataclasses import dataclass
from math import ceil

from sandbox.mechanics.layout import SIGNAL_C, SIGNAL_START
from sandbox.systems.integration import Integration
from sandbox.systems.motion_numbers import mark_steady


@dataclass(frozen=True)
class Segment:
    """A quadratic c0 + c1 s + c2 s^2, s = t - start*h, from the step `start` on."""

    start: int
    c: tuple[float, float, float]

    def after(self, steps: int, h: float) -> tuple[float, float]:
        """Value and rate `steps` steps after the start."""
        s = steps*h
        return self.c[0] + s*(self.c[1] + s*self.c[2]), self.c[1] + 2.0*s*self.c[2]


def ramp_rate(start: int, h: float, value: float, rate: float, target: float, limit: float) -> list[Segment]:
    """Segments that take the rate of a signal to `target` with the constant second derivative nearest below `limit`."""
    if target == rate:
        return [Segment(start, (value, rate, 0.0))]
    steps = max(1, ceil(abs(target - rate)/(limit*h)))
    ramp = Segment(start, (value, rate, 0.5*(target - rate)/(steps*h)))
    return [ramp, Segment(start + steps, (ramp.after(steps, h)[0], target, 0.0))]


def ramp_value(start: int, h: float, value: float, rate: float, target: float, limit: float) -> list[Segment]:
    """Segments that take a signal itself to `target` and rest there, in two phases of equal length.

        a1 = (target - value - 3/2 rate T)/T^2,   a2 = -rate/T - a1,   T the length of a phase
    """
    if target == value and rate == 0.0:
        return [Segment(start, (value, 0.0, 0.0))]
    steps = max(1, int((abs(target - value)/limit)**0.5/h))
    while True:
        T = steps*h
        first = (target - value - 1.5*rate*T)/(T*T)
        second = -rate/T - first
        if max(abs(first), abs(second)) <= limit:
            break
        steps += max(1, steps//50)
    speed_up = Segment(start, (value, rate, 0.5*first))
    slow_down = Segment(start + steps, (*speed_up.after(steps, h), 0.5*second))
    return [speed_up, slow_down, Segment(start + 2*steps, (target, 0.0, 0.0))]


class Drive:
    """The live signals of a run, segment by segment; the present one stands in the parameters of its data."""

    def __init__(self, run: Integration):
        self._live, self._data, self._h = run.system.live, run.data, run.h
        self._segments = {}
        for name, (at, _order, _limit) in self._live.items():
            p = self._data.p
            self._segments[name] = [Segment(0, tuple(p[at + SIGNAL_C:at + SIGNAL_C + 3]))]
        # whether p holds the segments of the present step
        self._placed = dict.fromkeys(self._segments)

    def aim(self, step: int, name: str, target: float):
        """From the step on, ramp the signal of the parameter `name` to the target; later plans are dropped."""
        at, order, limit = self._live[name]
        kept = [segment for segment in self._segments[name] if segment.start <= step]
        value, rate = kept[-1].after(step - kept[-1].start, self._h)
        plan = (ramp_rate if order == 1 else ramp_value)(step, self._h, value, rate, target, limit)
        kept = [segment for segment in kept if segment.start < step or segment.start == 0 == step]
        self._segments[name] = (kept if step > 0 else []) + plan

    def place(self, step: int, arriving: bool = False) -> int | None:
        """Write the segments that leave the step into p; the next step at which one of them ends, or None.

        arriving   the segments that led to the step instead: a state is always seen with what led to it, so that a
                   command at the same step can't change the last bit of what was already logged
        """
        p, ahead = self._data.p, None
        for name, segments in self._segments.items():
            past = [s for s in segments if (s.start < step if arriving else s.start <= step)] or segments[:1]
            present = max(past, key=lambda s: s.start)
            later = [s.start for s in segments if s.start > step]
            if later:
                ahead = min(later) if ahead is None else min(ahead, *later)
            if self._placed[name] != present:
                at = self._live[name][0]
                p[at + SIGNAL_START] = present.start*self._h
                p[at + SIGNAL_C:at + SIGNAL_C + 3] = present.c
                self._placed[name] = present
                mark_steady(p)
        return ahead

    def present(self, t: float) -> dict[str, float]:
        """Present value of each live parameter at the time t, while ramping too."""
        p, values = self._data.p, {}
        for name, (at, order, _limit) in self._live.items():
            s, (c0, c1, c2) = t - p[at + SIGNAL_START], p[at + SIGNAL_C:at + SIGNAL_C + 3]
            values[name] = float(c1 + 2.0*s*c2 if order == 1 else c0 + s*(c1 + s*c2))
        return values

    def is_ramping(self, step: int) -> bool:
        """Whether some signal has not yet reached its target at the step."""
        return any(segments[-1].start > step for segments in self._segments.values())


