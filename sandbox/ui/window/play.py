"""Challenges of a window: the list of them, the session that plays one, its card, and the commands for them."""

from math import radians
from pathlib import Path

import numpy as np
from PyQt5.QtCore import QTimer

from sandbox.errors import BadValue
from sandbox.run.judge import Verdict
from sandbox.run.own_challenge import Wish, free_in, keep, made_of
from sandbox.run.simulation import Simulation
from sandbox.scene.goals.challenge import Challenge, Challenges, load_challenges
from sandbox.scene.presentation.showing import PLAIN
from sandbox.text import _
from sandbox.ui.play.card import PlayCard
from sandbox.ui.play.making import MakeSheet
from sandbox.ui.play.session import READY, Session
from sandbox.ui.play.slow import Sights, SlowMiss
from sandbox.ui.window.help import show_once
from sandbox.ui.window.memory import is_on
from sandbox.ui.window.sheets.challenges import ChallengeSheet
from sandbox.ui.window.throwing import ChallengeHand
from sandbox.ui.window.wiring.hand import scenery
from sandbox.ui.window.wiring.ports import looks, show_as
from sandbox.workspace.results import Results

# part of the picture's width that body and marks fill; half height of a picture at least [m]; of the camera [rad]
FILLED, LEAST, ELEVATION = 0.56, 0.15, radians(35.0)
# half height of the picture of a miss at least, in sizes of the scene
NEAREST = 0.3
# how far behind them the camera looks, in half heights of the picture: they stand low in it, below the card
BEHIND = 0.8


class Play:
    """Puts the parts together.

    session   plays;  card  shows it;  sheet  the list of all challenges
    """

    def __init__(self, window, folders: tuple[Path, ...], results: Path | None):
        self._window, self._folders, self._told = window, folders, ""
        self._own = results.parent / "challenges" if results is not None else None
        self.results = Results(results)
        self.session = Session(window.player, self.results, window.view.show_marks, window.units, window)
        controls = window.steer_pad, window.cue_disc
        self.card = PlayCard(window.view, self.session, self.next, window.units,
                             lambda: (*controls, window.projector.clock, window.big, window.inset))
        window.message.others = lambda: (*controls, self.card)
        self.sheet = ChallengeSheet(window, self.load, window.catalogue.get, self.results.stars, self.open)
        self.session.refused.connect(window.display.refuse)
        self.session.changed.connect(self._follow)
        # after the preset has brought its own camera along
        self.session.opened.connect(lambda: QTimer.singleShot(0, self._show_all))
        self.slow = SlowMiss(window.player, self._sights(), window)
        self.session.judged.connect(self._show_miss)
        window.player.looked.connect(self._stand_aside)
        if window.hand is not None:
            window.hand.game = ChallengeHand(scenery(window), self.session)

    def _sights(self) -> Sights:
        window = self._window

        def look_at(middle: np.ndarray, azimuth: float, elevation: float, size: float):
            window.switches.set_camera("free")
            window.view.set_look("free", [*middle.tolist(), azimuth, elevation, size])
        return Sights(lambda: window.player.pace.speed, window.set_speed, lambda: looks(window)[0],
                      lambda camera: show_as(window, camera, {}), look_at, window.view.show_marks,
                      lambda: is_on(window.settings, "reduce_motion", False))

    def _show_miss(self, verdict: Verdict):
        """A try that won nothing is seen again at its end, slowly: by how much, and on which side."""
        window = self._window
        if verdict.stars == 0 and window.player.snapshot is not None:
            self.slow.begin(verdict.reading, self.session.marks, NEAREST*window.view.reach.span
                            if window.view.reach is not None else LEAST)

    def load(self) -> Challenges:
        """Returns the challenges as their files are now."""
        own = () if self._own is None or self._own in self._folders else (self._own,)
        return load_challenges((*self._folders, *own), self._window.catalogue.get)

    def make(self):
        """Asks what the present run is to be a challenge of; one that it wins is kept."""
        run = self._window.player.simulation
        if run is None or self._own is None:
            return
        self._window.player.pause()
        names = free_in(run)
        if not names:
            self._window.display.refuse(_("Change a number of the start or of the system first: it is what others are "
                                          "to find."))
            return
        show_once(self._window, "make_challenge", lambda: MakeSheet(self._window, run, names, self._keep))

    def _keep(self, run: Simulation, wish: Wish) -> str:
        """Keeps the challenge that a wish makes of a run; returns why it cannot be, or ""."""
        if self._own is None:
            return ""
        try:
            _challenge, text = made_of(run, wish, "own", self._window.catalogue.get)
            path = keep(text, wish.title, self._own)
        except (BadValue, OSError) as error:
            return str(error)
        self._window.message.say(_("The challenge is kept in {path}; the list has it.").format(path=path), "note")
        self._window.commands.look("play_make")
        return ""

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

    def _show_all(self):
        """Shows the body and all marks, where the camera of the preset would stay with the body."""
        window, challenge = self._window, self.session.challenge
        run = window.player.simulation
        if challenge is None or run is None or not challenge.marks:
            return
        showing = run.scene.shown(run.preset)
        if showing.closer == 0.0 or (showing.camera, showing.closer) == (PLAIN.camera, PLAIN.closer):
            return
        marks = list(challenge.marks.values())
        places = [body.centre for body in run.snapshot().bodies]
        low, high = (of(np.vstack([*places, *(np.asarray(mark.points) + side*mark.radius for mark in marks)]), axis=0)
                     for of, side in ((np.min, -1.0), (np.max, 1.0)))
        middle, half = 0.5*(low + high), 0.5*(high - low)
        wide = window.view.width()/max(1, window.view.height())
        size = max(half[0]/(FILLED*wide), 2.0*half[1], half[2], LEAST)
        middle[1] += BEHIND*size
        window.switches.set_camera("free")
        window.view.set_look("free", [*middle.tolist(), 0.0, ELEVATION, float(size)])

    def _stand_aside(self):
        """The card leaves the corner where the body waits; while it runs the card stays where it is."""
        view, player = self._window.view, self._window.player
        if self.session.is_on and self.session.state == READY and view.reach is not None:
            self.card.keep_clear(view.reach.outline(player.focus.body), self._outlines(view.reach.eye))

    def _outlines(self, eye) -> list[np.ndarray]:
        """Returns where in the picture the marks are, each by the ends of three lines through it (n, 2) [px]."""
        challenge = self.session.challenge
        if eye is None or challenge is None:
            return []
        reach = np.vstack((np.eye(3), -np.eye(3)))
        return [np.vstack([eye.project(point + mark.radius*way)[0] for point in np.asarray(mark.points)
                           for way in reach]) for mark in challenge.marks.values() if mark.kind != "flag"]

    def _follow(self):
        window = self._window
        window.card.set_away(self.session.is_on)
        challenge = self.session.challenge
        window.docks["parameters"].set_free(challenge.free if challenge is not None else None)
        window.commands.look("play_go", "play_hint", "play_next", "play_leave", "play_make")
        if self.results.trouble and self.results.trouble != self._told:
            self._told = self.results.trouble
            window.display.refuse(self._told)
