"""Challenges of a window: the list of them, the session that plays one, its card, and the commands for them."""

from pathlib import Path

from sandbox.errors import BadValue
from sandbox.scene.goals.challenge import Challenge, Challenges, load_challenges
from sandbox.ui.play.card import PlayCard
from sandbox.ui.play.session import READY, Session
from sandbox.ui.window.sheets.challenges import ChallengeSheet
from sandbox.workspace.results import Results


class Play:
    """Puts the parts together.

    session   plays;  card  shows it;  sheet  the list of all challenges
    """

    def __init__(self, window, folders: tuple[Path, ...], results: Path | None):
        self._window, self._folders, self._told = window, folders, ""
        self.results = Results(results)
        self.session = Session(window.player, self.results, window.view.show_marks, window)
        self.card = PlayCard(window.view, self.session, self.next)
        self.sheet = ChallengeSheet(window, self.load, window.catalogue.get, self.results.stars, self.open)
        self.session.refused.connect(window.display.refuse)
        self.session.changed.connect(self._follow)
        window.player.looked.connect(self._stand_aside)

    def load(self) -> Challenges:
        """Returns the challenges as their files are now."""
        return load_challenges(self._folders, self._window.catalogue.get)

    def open(self, challenge: Challenge):
        """Opens a challenge; one that cannot be is refused with a sentence."""
        try:
            self.session.open(challenge, self._window.catalogue.get(challenge.scene))
        except BadValue as error:
            self._window.display.refuse(str(error))

    def next(self):
        """Opens the challenge after the present one, after the last the first."""
        good = self.load().good
        if not good:
            return
        present = self.session.challenge
        names = list(good)
        place = names.index(present.id) + 1 if present is not None and present.id in good else 0
        self.open(good[names[place % len(names)]])

    def _stand_aside(self):
        """The card leaves the corner where the body waits; while it runs the card stays where it is."""
        view, player = self._window.view, self._window.player
        if self.session.is_on and self.session.state == READY and view.reach is not None:
            self.card.keep_clear(view.reach.outline(player.focus.body))

    def _follow(self):
        window = self._window
        window.card.set_away(self.session.is_on)
        window.commands.look("play_go", "play_hint", "play_next", "play_leave")
        if self.results.trouble and self.results.trouble != self._told:
            self._told = self.results.trouble
            window.display.refuse(self._told)
