"""A gamepad steers: its left stick is the knob of the pad. Qt tells of none, but the page of the picture does.

The page is asked once per frame while a run can be steered, once per second until there is a gamepad. An engine that
has none, or a page that does not answer, changes nothing.
"""

import time
from collections.abc import Callable
from math import hypot, isfinite
from typing import Any

from sandbox.qt.core import QObject
from sandbox.ui.hand.steering import Steering

# the left stick of the first gamepad, to the right and upwards; null without one
STICK = """(function () {
    const all = navigator.getGamepads ? Array.from(navigator.getGamepads()) : []
    const one = all.find(pad => pad && pad.connected && pad.axes.length > 1)
    return one ? [one.axes[0], -one.axes[1]] : null
})()"""
DEAD = 0.15              # of its way: what a stick that nobody touches may be off its middle
SELDOM, LATE = 1.0, 2.0  # [s] between questions while there is none; after which an answer is no longer waited for


class Gamepad(QObject):
    """Asks for the stick and gives it to the steering.

    ask   ask(line, then): runs a line of JavaScript in the page, then(answer) later;  now  now() -> [s]
    """

    def __init__(self, ask: Callable, steering: Steering, player, parent=None, now: Callable = time.perf_counter):
        super().__init__(parent)
        self._ask, self._steering, self._now = ask, steering, now
        self._is_there = self._holds = False
        self._asked: float | None = None         # when, while its answer is awaited
        self._last = -SELDOM
        player.framing.connect(self._frame)

    def _frame(self):
        now = self._now()
        if not self._steering.is_active or self._asked is not None and now < self._asked + LATE:
            return
        if self._is_there or now >= self._last + SELDOM:
            self._asked = self._last = now
            self._ask(STICK, self._take)

    def _take(self, answer: Any):
        """The stick stands so: two numbers of a page, which are checked as any other input."""
        self._asked = None
        is_fine = isinstance(answer, list | tuple) and len(answer) == 2 and all(
            isinstance(one, int | float) and not isinstance(one, bool) and isfinite(one) for one in answer)
        self._is_there = is_fine
        away = hypot(*answer) if is_fine else 0.0
        if away > DEAD:
            self._holds = True
            # from 0 at the edge of what counts as the middle
            share = min((away - DEAD)/(1.0 - DEAD), 1.0)/away
            self._steering.hold(share*answer[0], share*answer[1])
        elif self._holds:
            self._holds = False
            self._steering.drop()
