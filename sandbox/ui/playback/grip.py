"""What a person's hand wants of the present run, given to it once per frame."""

from collections.abc import Callable

import numpy as np

from sandbox.errors import BadValue
from sandbox.text import _


class Grip:
    """Holds a point of a body by `Simulation.grab`, `move` and `let_go`: between two frames only the newest counts.

    refuse     refuse(sentence): a body that cannot be held;  is_ready  is_ready(): whether the hand is compiled
    is_held    whether a body is held, or will be from the next frame on
    is_waiting whether what the hand needs is still being compiled
    """

    def __init__(self, refuse: Callable[[str], None], is_ready: Callable[[], bool]):
        self._refuse, self._is_ready = refuse, is_ready
        self.is_held = self.is_waiting = False
        self._begin = None            # body and point that are to be grabbed
        self._target = None           # where it is to be pulled, when that is news
        self._stroke: tuple | None = None     # what a cue is to do, see Commanded.strike
        self._has_begun = False       # whether the run knows of the hand
        self.first = self.last = 0    # steps at which the present or last hold began and ended

    @property
    def is_over(self) -> bool:
        """Whether the run knows of no hand: what was held is let go."""
        return not self._has_begun

    def grab(self, body: int, point):
        """Takes hold of a body at a point (3,) from its mass centre, body axes [m]."""
        self.let_go()
        self._begin, self.is_held = (int(body), tuple(map(float, point))), True
        self.first = self.last = 0

    def strike(self, *stroke):
        """Hits a body with a cue in the next frame: body, direction, speed, side and height, see Commanded.strike."""
        self.let_go()
        self._stroke = stroke
        self.first = self.last = 0

    def move(self, target):
        """Pulls the held point towards a target (3,) of the laboratory [m]."""
        target = tuple(map(float, target))
        if self.is_held and np.isfinite(target).all():
            self._target = target

    def let_go(self):
        """Lets go at the next frame."""
        self._begin = self._target = None
        self.is_held = self.is_waiting = False

    def forget(self):
        """Another run: it knows of no hand."""
        self.let_go()
        self._stroke = None
        self._has_begun = False

    def slip(self, run) -> bool:
        """Lets go of a body whose pull has left no motion that goes on: at the last whole step, from which it may.

        Returns whether there was one.
        """
        end = run.ended
        if not self._has_begun or end is None or end.kind != "stop" or run.hold is None or not run.go_to(run.step):
            return False
        # the future that ends at once is none to be kept beside this one
        on_fork, run.on_fork = run.on_fork, None
        try:
            run.let_go()
        finally:
            run.on_fork = on_fork
        self.last = run.step
        self.forget()
        self._refuse(_("The hand has let go at t = {t:.3f} s: as it pulled, no motion went on.").format(t=end.t))
        return True

    def apply(self, run) -> bool:
        """Gives the run what is new; returns whether it was given anything."""
        if run.ended is not None:
            # nothing can be done to it, and it holds nothing
            if self._has_begun:
                self.last = run.step
            self.forget()
            return False
        try:
            return self._give(run)
        except BadValue as error:
            self.forget()
            self._refuse(str(error))
            return False

    def _give(self, run) -> bool:
        is_new = False
        if self._has_begun and run.hold is None:
            # the run was taken to where nobody held anything
            self.forget()
            return False
        if self._has_begun and (not self.is_held or self._begin is not None):
            self._has_begun, self.last = False, run.step
            run.let_go()
            is_new = True
        self.is_waiting = self._begin is not None and not self._is_ready()
        if self.is_waiting:
            return is_new
        if self._stroke is not None and self._is_ready():
            stroke, self._stroke, self.first = self._stroke, None, run.step
            run.strike(*stroke)
            self.last, is_new = run.step, True
        if self._begin is not None:
            begin, self._begin = self._begin, None
            run.grab(*begin)
            self._has_begun, self.first, self.last, is_new = True, run.step, run.step, True
        if self._target is not None:
            target, self._target = self._target, None
            run.move(target)
            is_new = True
        return is_new
