"""What a person is offered when nothing moves any more: a picture that stands still for good says how to go on.

The line lies over the page, not in it: films and saved pictures, which are taken of the page, do not have it.
"""

from collections.abc import Callable

import numpy as np

from sandbox.qt.core import QObject
from sandbox.scene.presentation.card import LINK
from sandbox.systems.bodies_seen import column_of
from sandbox.text import _
from sandbox.ui.playback.player import Player
from sandbox.ui.window.messages import MessageBar

REST = 3.0           # [s] of the run as it is shown, over its speed, in which nothing has moved
STEP = 0.02          # of the size of the smallest body that something has to move: half a pixel in full view
TURN = 0.01          # difference of two quaternions [1], a turn of 0.02 rad
RATE = 0.02          # [rad/s] by which a support's turning has to change: a table that turns evenly goes on for ever


class Rest:
    """Since when nothing that is seen has moved.

    since   time of the run [s]
    """

    def __init__(self):
        self.since, self._seen = 0.0, None

    def look(self, snapshot, size: float) -> bool:
        """Takes another state; returns whether something has moved by more than is seen.

        A support that only goes on turning evenly has not: what lies beside it lies there for ever.
        size   of the smallest body [m]
        """
        places = np.vstack((column_of(snapshot.bodies, "centre"), [s.position for s in snapshot.supports]))
        turns = column_of(snapshot.bodies, "quaternion")
        rates = np.array([s.angular_velocity for s in snapshot.supports])
        if self._seen is not None and snapshot.t >= self.since and self._seen[0].shape == places.shape:
            # a quaternion and its opposite are the same attitude
            same = np.minimum(np.abs(turns - self._seen[1]).max(axis=1), np.abs(turns + self._seen[1]).max(axis=1))
            is_even = rates.size == 0 or np.abs(rates - self._seen[2]).max() <= RATE
            if np.abs(places - self._seen[0]).max() <= STEP*size and same.max() <= TURN and is_even:
                return False
        self.since, self._seen = snapshot.t, (places, turns, rates)
        return True

    def begin(self):
        """Counts anew."""
        self._seen = None


class Offer(QObject):
    """Offers, after some rest, to begin again, and what the card proposes or the next preset.

    attempt       attempt() -> what the card proposes, as on its link, or ""; how to do it
    next_preset   next_preset() -> name of the preset that follows, or ""; how to go there
    end_try       end_try() -> whether a challenge is played: its card says how to go on, and a try that rests is over
    """

    def __init__(self, player: Player, message: MessageBar, attempt: tuple[Callable, Callable],
                 next_preset: tuple[Callable, Callable], end_try: Callable[[], bool]):
        super().__init__(message)
        self._end_try = end_try
        self._player, self._message = player, message
        self._attempt, self._next = attempt, next_preset
        self._rest, self._was_said, self._done = Rest(), False, ()
        self.is_waiting: Callable[[], bool] = lambda: False      # whether what rests is to be thrown yet
        player.looked.connect(self.look)

    def ways(self) -> tuple[tuple[str, Callable, str], ...]:
        """Returns how to go on besides beginning again: what is offered, how to do it, what that is."""
        (proposal, try_it), (preset, go_there) = ((of(), do) for of, do in (self._attempt, self._next))
        if proposal:
            return (_("{what} (Alt+A)").format(what=proposal), try_it, _("does what the card proposes")),
        if preset:
            return (_("Next: {preset} (Shift+Backspace)").format(preset=preset), go_there, _("opens the next preset")),
        return ()

    def _deeds(self) -> tuple:
        """What a person did so far, as something that can be compared."""
        player = self._player
        return (id(player.simulation), player.is_playing, player.pace.speed, dict(player.simulation.values),
                str(player.view.look))

    def look(self):
        """Sees whether there is something to be offered, or nothing any more."""
        player, message = self._player, self._message
        deeds, before = self._deeds(), self._done
        self._done = deeds
        if deeds != before:
            self._rest.begin()
        moved = self._rest.look(player.snapshot, min(body.size for body in player.simulation.bodies))
        if moved or not player.is_playing or self.is_waiting():
            self._was_said = False
            message.end("offer")
            return
        rest = (player.snapshot.t - self._rest.since)/player.pace.speed
        if rest >= REST and not self._was_said and not message.text:
            self._was_said = True
            if self._end_try():
                return
            message.say(_("Nothing moves any more."), "offer", _("Again (Backspace)"), player.reset, self.ways(),
                        _("begins the run again"))

    def retranslate(self):
        """Says it again in the language of the moment."""
        self._was_said = False
        self._message.end("offer")


def proposal_of(card) -> str:
    """Returns what a card proposes, as its link says, or ""."""
    found = LINK.search(_(card.try_.text)) if card is not None and card.try_ is not None else None
    return found[1] if found else ""


def preset_after(run) -> str:
    """Returns the name of the preset that follows that of a run, of the last one the first; "" where there is none."""
    names = [preset.name for preset in run.scene.presets] if run is not None else []
    place = names.index(run.preset) + 1 if run is not None and run.preset in names else 0
    return names[place % len(names)] if len(names) > 1 or (names and names[0] != run.preset) else ""
