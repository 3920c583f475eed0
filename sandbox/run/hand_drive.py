"""The hand of a run: which hand its commands put on a body from which step on.

Within the step of a command the target moves evenly to its new place, before and after it rests: a step knows at its
start all that happens in it.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from sandbox.compiling.rotation import matrix_of
from sandbox.run.command import HAND, Command, Hold
from sandbox.systems.bodies_seen import BodyState
from sandbox.systems.hand import Hand, force_on, is_held
from sandbox.systems.integration import Integration


@dataclass(frozen=True)
class Pulled:
    """A hand at an instant, laboratory frame: the body, the point that is held and where it is pulled to [m]."""

    body: int
    point: np.ndarray       # (3,) [m]
    target: np.ndarray      # (3,) [m]
    force: np.ndarray       # (3,) on the body [N]


class HandDrive:
    """Gives a run the hand that its commands say, from their steps on."""

    def __init__(self, run: Integration):
        self._run, self._h = run, run.h
        # before the first step there is none
        self._starts: list[int] = [-1]
        self._hands: list[Hand | None] = [None]
        self._hold: Hold | None = None              # of the last command
        self._before: Hold | None = None            # of the one before, of an earlier step
        self._step = -1                             # of the last command
        self._written: Hand | None = None
        self._is_known = True                       # what the run was given

    def aim(self, command: Command):
        """Takes the next command, of a step that is not before those of the commands until now."""
        if command.name != HAND:
            return
        hold, step = command.value, command.step
        assert hold is None or isinstance(hold, Hold)
        if step != self._step:
            # of several commands of one step the last counts
            self._before, self._step = self._hold, step
        before = self._before
        if hold is None:
            self._add(step, None)
        elif before is None or (before.body, before.point) != (hold.body, hold.point):
            self._add(step, self._hand(hold, step, hold.target))
        else:
            self._add(step, self._hand(hold, step, before.target))
            self._add(step + 1, self._hand(hold, step + 1, hold.target))
        self._hold = hold

    def _hand(self, hold: Hold, step: int, begin) -> Hand:
        """The hand whose target moves from `begin` to that of the hold within the step."""
        rate = tuple((b - a)/self._h for a, b in zip(begin, hold.target, strict=True))
        return Hand(hold.body, hold.point, hold.strength, step*self._h, begin, rate)

    def _add(self, step: int, hand: Hand | None):
        # what was to begin at this step or later is another now
        keep = bisect_left(self._starts, step)
        del self._starts[keep:], self._hands[keep:]
        self._starts.append(step)
        self._hands.append(hand)

    def aim_anew(self, commands: Iterable[Command]):
        """Drops all that was planned and takes the commands that still hold."""
        self._starts, self._hands = [-1], [None]
        self._hold, self._before, self._step = None, None, -1
        for command in commands:
            self.aim(command)

    def rebuild(self):
        """The run is another system, to which no hand was given yet."""
        self._written, self._is_known = None, False

    def is_holding(self, step: int) -> bool:
        """Returns whether a hand pulls at the step."""
        return self._at(step) is not None

    def _at(self, step: int, before: bool = False) -> Hand | None:
        place = (bisect_left if before else bisect_right)(self._starts, step) - 1
        return self._hands[max(place, 0)]

    def write(self, step: int, before: bool = False) -> int | None:
        """Gives the run the hand after the step; returns the next step at which another begins, or None.

        before   the hand before the step instead: what a state at a step reports does not depend on what follows
        """
        hand = self._at(step, before)
        if hand != self._written or not self._is_known:
            self._is_known = True
            grips = (hand is None) != (self._written is None)
            self._run.hold(hand, at_once=grips and not before)
            self._written = hand
        later = bisect_right(self._starts, step)
        return self._starts[later] if later < len(self._starts) else None

    def pulled(self, step: int, bodies: Sequence[BodyState], t: float) -> Pulled | None:
        """Returns the hand on the bodies of a snapshot at t [s], of which `step` is the last whole step, or None."""
        hand = self._at(step)
        if hand is None or self._written is None or hand.body >= len(bodies):
            return None
        body = bodies[hand.body]
        arm = np.array(matrix_of(*body.quaternion.tolist())).reshape(3, 3) @ np.array(hand.point)
        point, target = body.centre + arm, np.array(hand.target) + (t - hand.start)*np.array(hand.rate)
        velocity = body.velocity + np.cross(body.angular_velocity, arm)
        numbers = self._run.system.numbers_of_hand(self._run.data.p)
        if not is_held(numbers):
            # it tore the body off, and the run has ended
            return None
        return Pulled(hand.body, point, target, force_on(numbers, point, velocity, target))
