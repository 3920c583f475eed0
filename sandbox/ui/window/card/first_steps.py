"""The first things that a newcomer is to try, one at a time, before cards propose what their scenes have to say."""

from collections.abc import Callable
from typing import NamedTuple

from sandbox.run.command import HAND as HELD
from sandbox.scene.bodies import Ball
from sandbox.scene.presentation.card import HAND, Try
from sandbox.text import _
from sandbox.ui.window import memory

# deeds that no scene has
BACK, FORK, PLAY, MORE, BUILD = "first: back", "first: fork", "first: play", "first: more", "first: build"
SETTING = "first_steps"
ALL = 6
FIRST_CHALLENGE = "golf"
A_WHILE = 1.5            # [s] that one goes back where nothing was thrown


class Rooms(NamedTuple):
    """What a newcomer finds beside the scene.

    offers_play   offers_play() whether the first challenge is there;  has_won  has_won() whether it has a star
    has_seen      has_seen() whether the list of challenges was open;  builds  builds() whether the bench is
    """

    offers_play: Callable[[], bool]
    has_won: Callable[[], bool]
    has_seen: Callable[[], bool]
    builds: Callable[[], bool]


class FirstSteps:
    """Throw it, go back in time, go on from there otherwise, then win a first challenge, look at all, and build: each
    is proposed until a person has done it.

    done   how many of them; where nothing is remembered nobody is a newcomer
    """

    def __init__(self, settings, rooms: Rooms):
        self._settings, self._rooms = settings, rooms
        try:
            self.done = min(int(settings[SETTING]), ALL)
        except (TypeError, KeyError):
            self.done = ALL

    def proposal(self, run) -> Try | None:
        """Returns what is to be tried now instead of what the card of a run says, None for that."""
        if self.done == 0:
            return Try(_("[Take the ball and throw it]: with the mouse; a click here takes it with the arrow keys, H "
                         "lets go.") if isinstance(run.bodies[0], Ball) else
                       _("[Take the body and throw it]: with the mouse; a click here takes it with the arrow keys, H "
                         "lets go."), HAND)
        if self.done == 1:
            return Try(_("[Go back in time]: drag the time line below the picture, every instant is kept."), BACK)
        if self.done == 2:
            return Try(_("[Go on from here]: throw it otherwise, what was stays as a pale future beside it."), FORK)
        if self.done == 3 and self._rooms.offers_play():
            return Try(_("[Throw it through a ring]: a first challenge. A card says what is asked, Enter tries again "
                         "at once."), PLAY)
        if self.done == 4 and self._rooms.offers_play():
            return Try(_("[See all challenges]: by families, each of which begins with an easy one."), MORE)
        if self.done < ALL:
            return Try(_("[Build your own]: on a bench with a ramp, from balls, plates, walls and springs."), BUILD)
        return None

    def look(self, player) -> bool:
        """Notes what has been done; returns whether another step is due."""
        run = player.simulation
        if self.done >= ALL or run is None:
            return False
        rooms, before = self._rooms, self.done
        is_done = (lambda: run.hold is None and any(command.name == HELD for command in run.commands),
                   # what is over soon is shown again by itself: nobody went back for that
                   lambda: not player.is_playing and not player.travel.loop.is_on and run.t < run.latest,
                   lambda: bool(player.travel.branches.left), rooms.has_won, rooms.has_seen, rooms.builds)[self.done]
        if is_done():
            self.done += 1
        # who builds has found the way
        if before > 2 and rooms.builds():
            self.done = ALL
        if self.done != before:
            memory.remember(self._settings, SETTING, self.done)
        return self.done != before


def go_back(player):
    """Goes to before the last throw, or a while back, and stays there."""
    run = player.simulation
    held = [command.step for command in run.commands if command.name == HELD and command.value is not None]
    player.pause()
    player.travel.visit(held[0]/run.step_rate if held and held[0] < run.step else max(0.0, run.t - A_WHILE))
