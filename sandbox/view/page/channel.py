"""Requests to the page and its answers, one at a time, and the rate of its pictures."""

import logging
import os
import time
from collections import deque

from sandbox.qt.core import QEventLoop, QTimer
from sandbox.text import _
from sandbox.view.page.answers import answer_of
from sandbox.view.pick.eye import eye_of

log = logging.getLogger(__name__)

ANSWER_LIMIT = 8.0        # [s] without an answer after which a page counts as lost, where it has a core to itself
COUNT_OVER = 0.5          # [s] over which pictures are counted
LOOK = 100                # [ms] between looks whether an answer is late


def patience(seconds: float) -> float:
    """Returns how long to wait [s] for what takes at most so long where it has a core to itself.

    Where more want to run than there are cores, the page and what it draws with get a share only: nothing is given up
    for that. Windows does not tell how many those are.
    """
    try:
        waiting = os.getloadavg()[0]
    except (AttributeError, OSError):
        return seconds
    return seconds*max(1.0, waiting/(os.cpu_count() or 1))


class Channel:
    """Runs lines of JavaScript in a page.

    look      of the camera, as the page reported it last (see rig.py), and whether that is its first one; or None
    eye       of the camera, as the page reported it last, or None
    events    mouse and camera events of the page, newest last
    fps       pictures per second that the page drew, or showed if these are fewer, while something moved [1/s]
    timeout   without an answer, after which the page counts as lost [s]
    on_lost   called when the page has lost its WebGL context
    """

    def __init__(self, page, on_lost):
        self._page = page
        self._on_lost = on_lost
        self.events = deque(maxlen=256)
        self.fps = 0.0
        self.draws = 0
        self.timeout = ANSWER_LIMIT
        self.look = self.eye = None
        self.is_moving = False               # whether the page had something new to draw
        self._counted = None                 # (time, draws, shown) of the last count
        self._generation = 0                 # answers of an earlier page are ignored
        self._asked_at = 0.0
        self.is_busy = False

    def restart(self):
        """Starts with a new page; answers of the old one are ignored."""
        self._generation += 1
        self.is_busy = self.is_moving = False
        self.draws = 0
        self.look = self.eye = None
        self._counted = None

    @property
    def silence(self) -> float:
        """Time since the last request [s]."""
        return time.perf_counter() - self._asked_at

    def ask(self, source: str, then=None):
        """Runs a line in the page; calls `then(answer)` later, outside the page's own callback."""
        generation = self._generation
        self.is_busy = True
        self._asked_at = time.perf_counter()

        def back(answer):
            if generation == self._generation:
                self.is_busy = False
                self._take(answer, then, generation)

        self._page.runJavaScript(source, back)

    def ask_now(self, source: str):
        """Runs a line in the page, waits and returns its answer; must not be called in a callback of the page."""
        loop, box, begin = QEventLoop(), [], time.perf_counter()
        self._page.runJavaScript(source, lambda answer: (box.append(answer), loop.quit()))
        late = QTimer()
        late.timeout.connect(lambda: loop.quit() if time.perf_counter() - begin > patience(ANSWER_LIMIT) else None)
        late.start(LOOK)
        if not box:
            loop.exec_()
        if not box:
            raise RuntimeError(_("The 3D page did not answer."))
        return box[0]

    def _take(self, answer, then, generation):
        # nothing but lists and numbers is touched here: Chromium's messages do not nest
        if isinstance(answer, str):
            answer = answer_of(answer)
            self.events.extend(answer.pop("events"))
            self.look = answer.get("look", self.look)
            self.eye = eye_of(answer.get("eye")) or self.eye
            self._count(answer)
            if answer.get("lost"):
                QTimer.singleShot(0, lambda: self._on_lost() if generation == self._generation else None)
                return
        if then is not None:
            QTimer.singleShot(0, lambda: then(answer) if generation == self._generation else None)

    def _count(self, answer):
        now, shown = time.perf_counter(), answer.get("shown", 0)
        self.draws = answer.get("draws", 0)
        self.is_moving = answer.get("awake", True)
        if not answer.get("awake", True):
            # nothing changes, so nothing is drawn: the rate stays what it was
            self._counted = None
        elif self._counted is None:
            self._counted = (now, self.draws, shown)
        elif now - self._counted[0] > COUNT_OVER:
            before, draws, shown_before = self._counted
            self.fps = min(self.draws - draws, shown - shown_before)/(now - before)
            self._counted = (now, self.draws, shown)


def wait_until(condition, seconds: float) -> bool:
    """Handles events until the condition holds; returns whether it holds after the patience for so many seconds."""
    loop, timer, begin = QEventLoop(), QTimer(), time.perf_counter()
    timer.timeout.connect(
        lambda: loop.quit() if condition() or time.perf_counter() - begin > patience(seconds) else None)
    timer.start(5)
    if not condition():
        loop.exec_()
    return condition()
