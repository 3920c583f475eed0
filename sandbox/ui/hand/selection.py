"""A press on one of several bodies: a click chooses it, with Shift it switches its trail; a drag is a gesture."""

from sandbox.qt.core import Qt
from sandbox.ui.hand.pull import Scenery
from sandbox.ui.hand.targets import Target

CLICK = 5                # [px] that a click may move


class Selection:
    """What a press means is known when it moves or ends: a run is not disturbed by a click.

    select   select(body): the keys are for it, and it is in focus
    """

    def __init__(self, scenery: Scenery, select):
        self._scenery, self._select = scenery, select
        self._pressed: tuple[Target, float, float, int] | None = None

    @property
    def is_open(self) -> bool:
        """Whether a press may still become a click."""
        return self._pressed is not None

    def press(self, target: Target, x: float, y: float, modifiers: int) -> bool:
        """Takes a press on a target; returns whether it is on one of several bodies."""
        if target.kind != "body" or not self._scenery.player.focus.has_choice:
            return False
        self._pressed = target, x, y, modifiers
        return True

    def drag(self, x: float, y: float) -> tuple[Target, float, float, int] | None:
        """Takes a move; returns the press once it has become a drag, the body in focus then."""
        assert self._pressed is not None
        target, from_x, from_y, _modifiers = self._pressed
        if abs(x - from_x) + abs(y - from_y) <= CLICK:
            return None
        pressed, self._pressed = self._pressed, None
        self._scenery.player.focus.choose(target.body)
        return pressed

    def release(self):
        """The press was a click."""
        assert self._pressed is not None
        (target, _x, _y, modifiers), self._pressed = self._pressed, None
        if modifiers & Qt.KeyboardModifier.ShiftModifier:
            self._scenery.player.focus.toggle_trail(target.body)
        else:
            self._select(target.body)

    def drop(self):
        self._pressed = None
