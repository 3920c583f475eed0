"""Challenges of a window: the list of them, the session that plays one, its card, and the commands for them."""

from collections.abc import Sequence
from math import radians
from pathlib import Path
from typing import Any

import numpy as np

from sandbox.errors import BadValue
from sandbox.qt.core import QTimer
from sandbox.run.command import HAND
from sandbox.run.judge import Verdict
from sandbox.run.own_challenge import Wish, keep, made_of, toml_of, ways_in
from sandbox.run.simulation import Simulation
from sandbox.scene.built.document import Document
from sandbox.scene.built.parts import points_of
from sandbox.scene.built.plain import plain_of
from sandbox.scene.catalogue import BENCH, scene_of_text, source_digest
from sandbox.scene.goals.challenge import Challenge, Challenges, Known, load_challenges
from sandbox.scene.marks import Mark
from sandbox.scene.presentation.showing import PLAIN
from sandbox.text import _
from sandbox.ui.bench.save import free_name
from sandbox.ui.play.card import PlayCard
from sandbox.ui.play.carried import CarriedChallenge
from sandbox.ui.play.framing import Free, around, framed, largest_free, moved_into
from sandbox.ui.play.making import MakeSheet
from sandbox.ui.play.session import JUDGED, READY, Session
from sandbox.ui.play.slow import Sights, SlowMiss
from sandbox.ui.play.standings_sheet import StandingsSheet
from sandbox.ui.window import memory
from sandbox.ui.window.files.places import documents
from sandbox.ui.window.help import show_once
from sandbox.ui.window.sheets.challenges import ChallengeSheet
from sandbox.ui.window.throwing import ChallengeHand
from sandbox.ui.window.wiring.hand import scenery
from sandbox.ui.window.wiring.ports import looks, show_as
from sandbox.workspace.bench import built_in, titled
from sandbox.workspace.results import Results, Try
from sandbox.workspace.scene_text import scene_text
from sandbox.workspace.setup import Setup
from sandbox.workspace.shapes import given

# half height of a picture at least [m]; of the camera [rad]
LEAST, ELEVATION = 0.15, radians(35.0)
# the part of the picture in which bodies and marks are when a challenge is opened: below its card, beside pad and disc
# shares of its sides; [px] of the card's edges
SIDE, TOP, LOWEST_TOP, BOTTOM, BELOW = 0.05, 0.45, 0.6, 0.92, 26
# where one builds, of which all that is given is to be seen; what is left free below the lowest part [m]
ABOVE, APRON = 0.12, 0.3
# by what a look is the same [m, rad]
SAME = 1e-6
DRAWN = 0.25             # of the hardest blow, for which there is room behind the ball
# half height of the picture of a miss at least, in sizes of the scene
NEAREST = 0.3


class Play:
    """Puts the parts together.

    session   plays;  card  shows it;  sheet  the list of all challenges
    """

    def __init__(self, window, folders: tuple[Path, ...], results: Path | None):
        self._window, self._folders, self._told = window, folders, ""
        self._own = results.parent / "challenges" if results is not None else None
        self._known: dict[Path, Known] = {}
        self.results = Results(results, memory.nickname(window.settings))
        self.session = Session(window.player, self.results, self._show_marks, window.units, window)
        window.player.started.connect(lambda _run, _reason: self._show_own_marks())
        window.bench.changed.connect(self._show_own_marks)
        window.player.looked.connect(self._show_all)
        controls = window.steer_pad, window.cue_disc
        self.card = PlayCard(window.view, self.session, self.next, lambda: window.docks["theory"].bring(), window.units,
                             lambda: (*controls, window.projector.clock, window.big, window.inset))
        window.message.others = lambda: (*controls, self.card)
        self.sheet = ChallengeSheet(window, self.load, window.catalogue.get, self.results.stars, self.open)
        self.carried = CarriedChallenge(self.session, self.load, window.catalogue.get)
        window.filing.documents.register("challenge", self.carried.save, self.carried.load, self.carried.mark)
        self.session.refused.connect(window.display.refuse)
        self.session.changed.connect(self._follow)
        window.cue_case.allows = self._allows_shot
        self._is_to_frame = False
        self._framed: list[float] | None = None      # look that shows all, as long as nobody has moved the camera
        self._has_begun = False                      # a run that may reach farther than what is shown
        window.player.started.connect(lambda _run, _reason: setattr(self, "_has_begun", True))
        # after the preset has brought its own camera along
        self.session.opened.connect(lambda: QTimer.singleShot(0, self._want_all))
        self.slow = SlowMiss(window.player, self._sights(), window)
        self.session.judged.connect(self._show_miss)
        window.player.looked.connect(self._stand_aside)
        if window.hand is not None:
            window.hand.game = ChallengeHand(scenery(window), self.session, window.cue_case.is_for)

    def _sights(self) -> Sights:
        window = self._window

        def look_at(middle: np.ndarray, azimuth: float, elevation: float, size: float):
            wide, high = float(window.view.width()), float(window.view.height())
            if self.card.isVisible():
                card = self.card.geometry()
                free = largest_free(wide, high, (card.left(), card.top(), card.right() + 1.0, card.bottom() + 1.0))
                middle, size = moved_into(free, wide, high, middle, (azimuth, elevation, size))
            if window.switches.camera != "free":
                window.switches.set_camera("free", is_told=False)
            window.view.set_look("free", [*middle.tolist(), azimuth, elevation, size])
        return Sights(lambda: window.player.pace.speed, window.set_speed, lambda: looks(window)[0],
                      lambda camera: show_as(window, camera, {}), look_at, window.view.show_marks,
                      lambda: memory.is_on(window.settings, "reduce_motion", False))

    def _show_miss(self, verdict: Verdict):
        """A try that won nothing is seen again at its end, slowly: by how much, and on which side."""
        window = self._window
        if verdict.stars == 0 and window.player.snapshot is not None:
            self.slow.begin(verdict.reading, self.session.marks, NEAREST*window.view.reach.span
                            if window.view.reach is not None else LEAST)
        if not self.slow.is_on:
            self._follow_out()

    def _follow_out(self):
        """A body that has left the picture by the end of a try is seen again, with the marks, until the next one."""
        window, reach = self._window, self._window.view.reach
        run = window.player.simulation
        if run is None or reach is None or reach.eye is None:
            return
        seen = reach.eye.project(np.array([body.centre for body in run.snapshot().bodies]))
        if (seen >= 0.0).all() and (seen <= (reach.eye.width, reach.eye.height)).all():
            return
        middle, size = self._frame_of(run, reach.eye)
        self.slow.hold({"mode": "free", "look": [*middle.tolist(), 0.0, ELEVATION, size]})

    def _show_marks(self, marks: Sequence[Mark]):
        """Shows the marks of a challenge, else those of the scene, or of what stands on the bench."""
        self._window.view.show_marks(marks or (() if self.session.is_on else self._own_marks()))

    def _show_own_marks(self):
        if not self.session.is_on:
            self._show_marks(())

    def _own_marks(self) -> tuple[Mark, ...]:
        window = self._window
        run = window.player.simulation
        if run is None or window.player.is_preparing:
            return ()
        return tuple(window.bench.made.marks.values()) if run.scene.id == BENCH and window.bench.is_on else (
            tuple(run.scene.marks))

    def load(self, only: str = "*") -> Challenges:
        """Returns the challenges as their files are now, or the one of a name."""
        own = () if self._own is None or self._own in self._folders else (self._own,)
        return load_challenges((*self._folders, *own), self._window.catalogue.get, self._known, only)

    def make(self):
        """Asks what the present run is to be a challenge of; one that it wins is kept."""
        run = self._window.player.simulation
        if run is None or self._own is None:
            return
        self._window.player.pause()
        names = ways_in(run)
        if not names:
            self._window.display.refuse(_("Change a number of the start or of the system first, throw a body or steer: "
                                          "it is what others are to find."))
            return
        show_once(self._window, "make_challenge", lambda: MakeSheet(
            self._window, run, names, self._own_marks(), self._keep))

    def _keep(self, run: Simulation, wish: Wish) -> str:
        """Keeps the challenge that a wish makes of a run; returns why it cannot be, or ""."""
        if self._own is None:
            return ""
        window, name, document = self._window, "", None
        try:
            if run.scene.id == BENCH:
                # others have no bench of that kind: it becomes a scene
                name = free_name(wish.title, window.saving.is_taken)
                document = built_in(run.scene)
                run = self._kept_run(run, name, titled(document, wish.title))
            _challenge, text = made_of(run, wish, "own", lambda one: run.scene if one == run.scene.id else
                                       window.catalogue.get(one))
            if name and (reason := window.saving.keep(wish.title, name, document)):
                return reason
            path = keep(text, wish.title, self._own)
        except (BadValue, OSError) as error:
            return str(error)
        self._window.message.say(_("The challenge is kept in {path}; the list has it.").format(path=path), "note")
        self._window.commands.look("play_make")
        return ""

    def _kept_run(self, run: Simulation, name: str, document: Document) -> Simulation:
        """Returns the run of a bench as one of the scene that is written of it, up to where it is now; or BadValue."""
        if run.edits or self._window.opening.own_scenes is None:
            raise BadValue(_("What was built while it ran cannot be part of a challenge: begin again with it.")
                           if run.edits else _("There is no folder for scenes of one's own here."))
        text = scene_text(document)
        again = Simulation(scene_of_text(name, text, source_digest(text)), dict(run.start_values), run.step_rate)
        again.replay([one for one in run.commands if one.step <= run.step])
        again.advance(run.step)
        return again

    @property
    def is_foreign(self) -> bool:
        """Whether the present challenge came from somewhere else and is not in the list."""
        challenge = self.session.challenge
        return challenge is not None and self._own is not None and challenge.id not in self.load(challenge.id).good

    def keep_present(self):
        """Keeps the present challenge in the folder of a person's own."""
        challenge = self.session.challenge
        if challenge is None or self._own is None:
            return
        try:
            path = keep(toml_of(dict(challenge.told)), challenge.title, self._own)
        except OSError as error:
            self._window.display.refuse(str(error))
            return
        self._window.message.say(_("The challenge is kept in {path}; the list has it.").format(path=path), "note")

    # ---- results ----------------------------------------------------------------------------------------------------

    def show_results(self):
        """Shows how far everybody has come, and asks who plays."""
        window = self._window
        show_once(window, "results", lambda: StandingsSheet(
            window, self.results, self.load().good, self.set_player, self.see, self._write_table, documents))

    def _write_table(self, text: str, path: Path):
        self._window.export.write_table(path, text)

    def set_player(self, name: str):
        """From now on somebody else plays."""
        self.results.player = name
        memory.remember(self._window.settings, "nickname", name)
        self.session.changed.emit()

    def see(self, tried: Try):
        """Shows a try again, from its start; one of a challenge that has changed since is refused with a sentence."""
        challenge = self.load().good.get(tried.challenge)
        if challenge is None:
            return

        def read() -> Setup:
            values, guesses = challenge.with_values(tried.values)
            others = {"challenge": {"id": challenge.id, "table": dict(challenge.told), "guesses": guesses}}
            if challenge.build is not None:
                built = plain_of(challenge.build.document(tried.built))
                return Setup(BENCH, commands=given(tried.commands), built=built, others=others)
            return Setup(challenge.scene, challenge.preset, values, commands=given(tried.commands), others=others)
        self._window.filing.setups.open(read, _(challenge.title))

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

    def _allows_shot(self) -> bool:
        """Whether a shot with the cue is the present try: the first one of it."""
        challenge, run = self.session.challenge, self.session.run
        return challenge is None or "cue" in challenge.by and run is not None and not any(
            one.name == HAND for one in run.commands)

    def _want_all(self):
        self._is_to_frame, self._framed = True, None
        self._show_all()

    def _is_as_framed(self) -> bool:
        """Whether another start is seen from where all of the one before was shown."""
        look = self._window.view.look
        return self._has_begun and self._framed is not None and look is not None and look["mode"] == "free" \
            and bool(np.allclose(look["at"], self._framed, rtol=0.0, atol=SAME))

    def _show_all(self):
        """Shows all bodies and marks, once there is a picture, where the preset's camera stays with the body; where
        there are several bodies, a card would lie on some of them or on a mark otherwise.
        """
        window, challenge, reach = self._window, self.session.challenge, self._window.view.reach
        run = window.player.simulation
        if run is None or reach is None or reach.eye is None or not (self._is_to_frame or self._is_as_framed()):
            return
        self._is_to_frame = self._has_begun = False
        if challenge is None:
            return
        showing = run.scene.shown(run.preset)
        is_plain = (showing.camera, showing.closer) == (PLAIN.camera, PLAIN.closer)
        if showing.closer == 0.0 or len(run.bodies) == 1 and (is_plain or not challenge.marks):
            return
        middle, size = self._frame_of(run, reach.eye)
        self._framed = [*middle.tolist(), 0.0, ELEVATION, size]
        if window.switches.camera != "free":
            window.switches.set_camera("free", is_told=False)
        window.view.set_look("free", self._framed)

    def _frame_of(self, run: Simulation, eye: Any) -> tuple[np.ndarray, float]:
        """What to look at (3,) and the half height of the picture there [m], for all bodies where they are, and marks.
        """
        window, challenge = self._window, self.session.challenge
        is_built = challenge is not None and challenge.build is not None
        marks = [mark for mark in self.session.marks if mark.kind in ("ring", "zone")
                 or mark.kind == "flag" and mark.measures]
        bodies = [body.centre for body in run.snapshot().bodies]
        points = around([*bodies, *(mark.middle for mark in marks)],
                        [*(body.size for body in run.bodies), *(mark.radius for mark in marks)])
        feet = [np.asarray(mark.points) for mark in self.session.marks if mark not in marks]
        hit = window.cue_case.body if challenge is not None and "cue" in challenge.by else None
        if hit is not None:
            # the cue has room behind its ball on every side
            full = window.cue_case.cue.drawn*window.view.reach.span
            feet.append(around([bodies[hit]], [run.bodies[hit].size + DRAWN*full]))
        if is_built:
            feet += self._given_outlines()
        wide, high = eye.width, eye.height
        taken = max((wide - part.x() for part in (window.steer_pad, window.cue_disc) if part.isVisible()), default=0)
        top = ABOVE if is_built else min(max(TOP, (self.card.height() + BELOW)/high), LOWEST_TOP)
        return framed(eye, np.vstack((points, *feet)), ELEVATION, Free(
            SIDE*wide, top*high, wide - max(taken, SIDE*wide), BOTTOM*high, LEAST))

    def _given_outlines(self) -> list[np.ndarray]:
        """Points (n, 3) of the supports that are given, and of the ground around the marks: there one builds [m]."""
        made = self._window.bench.made
        found = [points_of(made.surface(name)) for name in made.supports if not made.is_floor(name)]
        return [*found, *(np.asarray(mark.points) + side for mark in self.session.marks
                          for side in ((-APRON, -2.0*APRON, 0.0), (0.0, APRON, 0.0)))]

    def _stand_aside(self):
        """The card leaves the corner where the body waits; while it runs the card stays where it is."""
        view, player = self._window.view, self._window.player
        waits = self.session.state in (READY, JUDGED) and not player.is_playing
        if self.session.is_on and waits and view.reach is not None:
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
        window.player.feed.set_blind(self.session.hides_theory)
        window.docks.look_again()
        for word, control in (("steer", window.steer_pad), ("cue", window.cue_disc)):
            control.set_away(challenge is not None and word not in challenge.by)
        window.bench.set_limits(challenge.build if challenge is not None else None)
        window.docks["parameters"].set_free(*((challenge.free, challenge.hidden) if challenge is not None else (None,)))
        window.commands.look("play_go", "play_hint", "play_next", "play_leave", "play_make", "play_keep")
        if self.results.trouble and self.results.trouble != self._told:
            self._told = self.results.trouble
            window.display.refuse(self._told)
