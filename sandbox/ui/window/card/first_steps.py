"""The first things that a newcomer is to try, one at a time, before cards propose what their scenes have to say."""

from sandbox.run.command import HAND as HELD
from sandbox.scene.bodies import Ball
from sandbox.scene.presentation.card import HAND, Try
from sandbox.text import _
from sandbox.ui.window import memory

BACK, FORK = "first: back", "first: fork"     # deeds that no scene has
SETTING = "first_steps"
ALL = 3
A_WHILE = 1.5            # [s] that one goes back where nothing was thrown


class FirstSteps:
    """Throw it, go back in time, go on from there otherwise: each is proposed until a person has done it.

    done   how many of them; where nothing is remembered nobody is a newcomer
    """

    def __init__(self, settings):
        self._settings = settings
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
        return None

    def look(self, player) -> bool:
        """Notes what has been done; returns whether another step is due."""
        run = player.simulation
        if self.done >= ALL or run is None:
            return False
        has_thrown = run.hold is None and any(command.name == HELD for command in run.commands)
        # what is over soon is shown again by itself: nobody went back for that
        went_back = not player.is_playing and not player.travel.loop.is_on and run.t < run.latest
        is_done = (has_thrown, went_back, bool(player.travel.branches.left))[self.done]
        if is_done:
            self.done += 1
            memory.remember(self._settings, SETTING, self.done)
        return is_done


def go_back(player):
    """Goes to before the last throw, or a while back, and stays there."""
    run = player.simulation
    held = [command.step for command in run.commands if command.name == HELD and command.value is not None]
    player.pause()
    player.travel.visit(held[0]/run.step_rate if held and held[0] < run.step else max(0.0, run.t - A_WHILE))
