"""A challenge that is being played: a try begins, runs, is judged, and is tried again beside the best one so far."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from math import isfinite

from sandbox.errors import BadValue
from sandbox.qt.core import QObject, pyqtSignal
from sandbox.run.branches import EarlierTry
from sandbox.run.judge import Reading, Verdict, begun, check_run, check_start, verdict_of
from sandbox.run.readings.units import Shown
from sandbox.run.simulation import Simulation
from sandbox.scene.catalogue import BENCH
from sandbox.scene.goals.challenge import CASE, Challenge, stars_text
from sandbox.scene.marks import Mark
from sandbox.scene.scene import Scene
from sandbox.text import _
from sandbox.ui.playback.loading import Request
from sandbox.ui.playback.player import Player
from sandbox.ui.playback.task import Task
from sandbox.workspace.bench import built_in, scene_of
from sandbox.workspace.results import Results, Try

# ways in which a person may still do something while nothing moves
LASTING = {"steer", "knob", "hand", "build"}
READY, RUNNING, JUDGING, JUDGED = "ready", "running", "judging", "judged"


class Session(QObject):
    """Plays one challenge after the other, or none.

    challenge   the present one, or None;  state  READY, RUNNING, JUDGING, JUDGED
    scene       that a try begins with: of the challenge, or the bench with what was built so far
    tried       name -> value that a try begins with: free parameters and guesses;  verdict  on the last try, or None
    """

    changed = pyqtSignal()          # another challenge, another state
    opened = pyqtSignal()           # the run of another challenge is there
    judged = pyqtSignal(object)     # the verdict on a try that has ended
    refused = pyqtSignal(str)

    def __init__(self, player: Player, results: Results, show_marks: Callable, units: Shown,
                 parent: QObject | None = None):
        super().__init__(parent)
        self._units = units
        self._player, self.results, self._show_marks = player, results, show_marks
        self.challenge: Challenge | None = None
        self.verdict: Verdict | None = None
        self.tried: dict = {}
        self.state, self.hints = READY, 0
        self._scene: Scene | None = None
        self._task: Task | None = None
        self._judged_run: Simulation | None = None
        self._is_opening, self._counts = False, True
        self._last: Try | None = None       # of the present challenge
        player.started.connect(lambda _run, _reason: self._begin())
        player.framed.connect(self._look)

    @property
    def is_on(self) -> bool:
        return self.challenge is not None

    @property
    def is_won(self) -> bool:
        """Whether the present challenge was ever won."""
        return self.challenge is not None and self.results.stars(self.challenge.id) > 0

    @property
    def hides_theory(self) -> bool:
        """Whether dashed lines and formulas would give the solution away."""
        return self.is_on and not self.is_won

    @property
    def why_no_theory(self) -> str:
        """Why theory is not shown now, in a sentence; "" where it is."""
        return _("The theory would give the solution away: it is shown after the first star of this challenge."
                 ) if self.hides_theory else ""

    @property
    def run(self) -> Simulation | None:
        """The present run."""
        return self._player.simulation

    @property
    def scene(self) -> Scene | None:
        """The scene that a try begins with."""
        return self._scene

    # ---- wishes -----------------------------------------------------------------------------------------------------

    def open(self, challenge: Challenge, scene: Scene):
        """Opens a challenge; it waits at its start."""
        values, guesses = challenge.with_values({})
        self._scene = scene_of(challenge.build.given) if challenge.build is not None else scene
        self.challenge, self.verdict, self.hints = challenge, None, 0
        self.tried = {name: values[name] for name in challenge.free} | guesses
        self.state, self._task, self._is_opening, self._last = READY, None, True, None
        self._player.pause()
        self._player.open(self._request(values))
        self.changed.emit()

    def take_over(self, challenge: Challenge, scene: Scene, guesses: Mapping):
        """Goes on with the run that is shown, as one of a challenge; BadValue where it is none of it.

        What was done to it elsewhere is seen again and judged, but is no try of who plays.
        """
        run = self._player.simulation
        if run is None:
            return
        check_run(challenge, run, self._built_of(run), guesses)
        check_start(challenge, scene)
        _values, told = challenge.with_values({name: guesses[name] for name in challenge.guesses if name in guesses})
        self._scene = scene if challenge.build is None else run.scene
        self.challenge, self.verdict, self.hints = challenge, None, 0
        self.tried = {name: run.start_values[name] for name in challenge.free} | told
        is_over = run.t >= challenge.until or run.ended is not None
        self.state, self._task, self._is_opening = (RUNNING if is_over else READY), None, False
        self._last = None
        first = {name: challenge.values[name] for name in challenge.free}
        is_built = challenge.build is not None and bool(self._rows_of(run))
        self._counts = not is_built and not run.commands and all(
            run.start_values[name] == first[name] for name in first)
        self._mark()
        self.changed.emit()

    def leave(self):
        """Ends the challenge; the run stays."""
        if self.challenge is None:
            return
        self.challenge, self._task = None, None
        self._show_marks(())
        self.changed.emit()

    def set(self, name: str, value: float):
        """Gives a free parameter or a guess another value: while a try runs, a live one changes at once."""
        if self.challenge is None or self.tried.get(name) == value:
            return
        if self._draws(name):
            if self.state in (RUNNING, JUDGING):
                return          # what is hidden in a run stays
            value = float(round(value))
        self.tried[name] = value
        if name in self.challenge.guesses:
            self._mark()
            self.changed.emit()
        run = self._player.simulation
        if self.state == RUNNING and run is not None and name in run.live and name in self.challenge.free:
            self._player.change(name, value)
        elif self.state in (READY, JUDGED) and (name in self.challenge.free or self._draws(name)
                                                ) and not self._is_opening:
            self.state = READY
            self._at_start(is_playing=False)

    def _draws(self, name: str) -> bool:
        """Whether a guess is the number of a case, by which what is hidden is drawn."""
        return self.challenge is not None and bool(self.challenge.seed) and name == CASE

    @property
    def case(self) -> dict:
        """The number of the present case by its name, {} where there are none."""
        return {CASE: self.tried[CASE]} if self._draws(CASE) else {}

    def set_all(self, wanted: dict[str, float]):
        """Gives several free parameters other values, and waits at the start with them."""
        if self.challenge is None or self._is_opening:
            return
        self.tried |= {name: value for name, value in wanted.items() if name in self.challenge.free}
        self._at_start(is_playing=False)

    def wait(self):
        """Goes back to the start, with the values that are set."""
        self.set_all({})

    def go(self):
        """Begins a try at once, from the start, with the values that are set; where it begins with a blow of the cue it
        waits for that.
        """
        if self.challenge is None or self._is_opening:
            return
        if self.challenge.by == ("cue",):
            self.wait()
            return
        if self.state != READY and "knob" in self.challenge.by:
            # a knob that was turned meanwhile stands as it was given
            self.tried |= {name: self.challenge.values[name] for name in self.challenge.free if self._is_live(name)}
        self._at_start(is_playing=True)

    def hint(self):
        """Shows one more hint."""
        if self.challenge is not None:
            self.hints = min(self.hints + 1, len(self.challenge.hint))
            self.changed.emit()

    # ---- a try ------------------------------------------------------------------------------------------------------

    def _at_start(self, is_playing: bool):
        challenge = self.challenge
        if challenge is None or self._scene is None:
            return
        try:
            values, _guesses = challenge.with_values(self.tried)
            self._player.begin_again(self._request(values, keeps=True))
        except BadValue as error:
            self.refused.emit(str(error))
            return
        self.state, self.verdict = (RUNNING if is_playing else READY), None
        (self._player.play if is_playing else self._player.pause)()
        self.changed.emit()

    def _request(self, values: Mapping, keeps: bool = False) -> Request:
        """The run that a try begins with; what is built has the values of the challenge in it."""
        scene, challenge = self._scene, self.challenge
        assert scene is not None and challenge is not None
        if challenge.build is not None:
            return Request(scene, {}, keeps=keeps)
        return Request(scene, scene.values(values), challenge.preset, keeps=keeps)

    @staticmethod
    def _built_of(run: Simulation):
        """The document of a run of the bench; else None."""
        return built_in(run.scene) if run.scene.id == BENCH else None

    def _rows_of(self, run: Simulation) -> tuple:
        """What was built for a run, as rows of data."""
        document, challenge = self._built_of(run), self.challenge
        return () if document is None or challenge is None or challenge.build is None else challenge.build.rows(
            document)

    @property
    def left(self) -> int:
        """How many parts may still be put, where one builds."""
        document = None if self._scene is None or self._scene.id != BENCH else built_in(self._scene)
        return 0 if self.challenge is None or self.challenge.build is None or document is None else (
            self.challenge.build.left(document))

    def _is_live(self, name: str) -> bool:
        return self._scene is not None and any(p.name == name and p.live for p in self._scene.parameters)

    def _begin(self):
        """Another run is there: one of the challenge, or it is left."""
        run = self._player.simulation
        if self.challenge is None or run is None:
            return
        try:
            check_run(self.challenge, run, self._built_of(run), self.tried)
        except BadValue:
            if not self._is_opening:
                self.leave()
            return
        was_opening, self._is_opening, self._task, self._counts = self._is_opening, False, None, True
        self.state, self.verdict = READY, None
        if self.challenge.build is not None:
            self._scene = run.scene
        # what is free may have been changed elsewhere, as in the panel
        self.tried |= {name: run.start_values[name] for name in self.challenge.free}
        self._mark()
        best = self.results.best(self.challenge.id)
        ways = [] if best is None else [best]
        if self._last is not None and (best is None or self._last.way != best.way):
            ways.append(self._last)
        for tried in ways:
            self._add_way(tried)
        if was_opening and self._scene is not None:
            try:
                # all that it needs is compiled by now
                check_start(self.challenge, self._scene)
            except BadValue as error:
                # its goal holds already, or asks for what the scene has not
                self.leave()
                self.refused.emit(str(error))
                return
        self.changed.emit()
        if was_opening:
            self.opened.emit()

    @property
    def marks(self) -> tuple[Mark, ...]:
        """The marks of the present challenge, flags where they are guessed to be."""
        if self.challenge is None:
            return ()
        guesses = {name: float(self.tried[name]) for name in self.challenge.guesses}
        return tuple(mark.placed(guesses) for mark in self.challenge.marks.values())

    def _mark(self):
        if self.challenge is not None:
            self._show_marks(self.marks)

    def _add_way(self, tried: Try):
        """Lets an earlier try go along as a pale ghost, where there is a place for it."""
        challenge = self.challenge
        if challenge is None or self._scene is None:
            return
        if any(tried.values.get(name) != number for name, number in self.case.items()):
            return      # another case
        try:
            values, _guesses = challenge.with_values({k: v for k, v in tried.values.items() if k in self.tried})
            scene = self._scene if challenge.build is None else scene_of(challenge.build.document(tried.built))
            other = begun(challenge, scene, values)
            check_run(challenge, other, self._built_of(other), tried.values)
            other.replay(tried.commands)
        except BadValue:
            return      # the challenge was another one when that was tried
        other.recording.keep_trace()
        self._player.travel.branches.add(EarlierTry(other, 0))

    def _look(self):
        run, challenge = self._player.simulation, self.challenge
        if run is None or challenge is None or self._is_opening:
            return
        if self.state == READY and self._player.is_playing and run.t < challenge.until:
            self.state = RUNNING
            self.changed.emit()
        if self.state == RUNNING and (run.t >= challenge.until or run.ended is not None):
            self._player.pause()
            self._judge(run, challenge)
        if self.state == JUDGING and self._task is not None and self._task.is_done:
            task, self._task = self._task, None
            try:
                self._take(task.result(), challenge)
            except BadValue as error:
                self.state = READY
                self.refused.emit(str(error))
            self.changed.emit()
            if self.state == JUDGED:
                self.judged.emit(self.verdict)

    def rest(self) -> bool:
        """Nothing moves any more: a try to which nobody can do anything is judged, as it would be at its end; returns
        whether a challenge is played.
        """
        run, challenge = self._player.simulation, self.challenge
        if challenge is None:
            return False
        # a blow with the cue comes at any instant, once
        waits = LASTING & set(challenge.by) or "cue" in challenge.by and run is not None and not run.commands
        if run is not None and self.state == RUNNING and not waits:
            self._player.pause()
            self._judge(run, challenge)
        return True

    def _judge(self, run: Simulation, challenge: Challenge):
        """Judges the run beside the window: run once more from its start, with all that was done to it."""
        scene, values, commands = run.scene, dict(run.start_values), list(run.commands)
        _values, guesses = challenge.with_values({k: v for k, v in self.tried.items() if k in challenge.guesses})

        def make() -> Simulation:
            again = begun(challenge, scene, values, run.step_rate)
            again.replay(commands)
            return again
        try:
            check_run(challenge, run, self._built_of(run), self.tried)
        except BadValue as error:
            self.state = READY
            self.refused.emit(str(error))
            return
        self.state, self._judged_run = JUDGING, run
        self._task = Task(lambda: verdict_of(challenge, make, guesses, self._units))
        self.changed.emit()

    def _take(self, verdict: Verdict, challenge: Challenge):
        run = self._judged_run
        if challenge.price and self._counts:
            verdict = self._priced(verdict, challenge) if self._is_said(challenge) else self._unsaid(verdict, challenge)
        self.verdict, self.state = verdict, JUDGED
        found = verdict.reading.found
        if self._counts:
            done = tuple(run.commands) if run is not None else ()
            self._last = Try(challenge.id, verdict.stars, found if isfinite(found) else None,
                             {**verdict.values, **verdict.guesses}, done, verdict.seconds,
                             built=self._rows_of(run) if run is not None else ())
            self.results.put(self._last)
        self._judged_run = None

    def _is_said(self, challenge: Challenge) -> bool:
        """Whether a person has said anything of what is hidden."""
        return any(self.tried.get(name) != guess.start for name, guess in challenge.guesses.items() if name != CASE)

    def _unsaid(self, verdict: Verdict, challenge: Challenge) -> Verdict:
        """What is told of a run that was made to measure: nothing was said, so nothing is wrong; it is a try."""
        number = self.results.tries(challenge.id, self.case) + 1
        said = _("Measured. Say what you have found by the slider below, then run it again. Try {number}; the next one "
                 "can have {stars}.").format(number=number, stars=stars_text(challenge.most_stars(number + 1)))
        return replace(verdict, stars=0, sentence=said, reading=Reading(False, verdict.reading.t))

    def _priced(self, verdict: Verdict, challenge: Challenge) -> Verdict:
        """The verdict with no more stars than are left after the tries that were made of this case."""
        number = self.results.tries(challenge.id, self.case) + 1
        most = challenge.most_stars(number)
        said = _("Try {number}; the next one can have {stars}.").format(
            number=number, stars=stars_text(challenge.most_stars(number + 1)))
        if verdict.stars > most:
            said = _("Found, but at try {number}, for which there are {stars}.").format(
                number=number, stars=stars_text(most))
        elif verdict.is_won:
            said = ""
        return replace(verdict, stars=min(verdict.stars, most), sentence=f"{verdict.sentence} {said}".strip())
