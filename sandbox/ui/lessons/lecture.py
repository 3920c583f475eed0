"""A lesson as it is given: the present step, whether its run may begin, what was voted, what is revealed."""

from collections.abc import Callable
from dataclasses import dataclass, field
from math import isfinite

from sandbox.errors import BadValue
from sandbox.qt.core import QObject, pyqtSignal
from sandbox.run.branches import EarlierTry
from sandbox.run.judge import read_facts
from sandbox.run.simulation import Simulation
from sandbox.scene.lessons.lesson import Lesson, Step
from sandbox.scene.lessons.voting import Ballot, Clock
from sandbox.text import _, unit_text
from sandbox.ui.playback.loading import Request
from sandbox.ui.playback.player import Player
from sandbox.ui.playback.task import Task
from sandbox.workspace.shapes import commands_for

# of a step: nothing is asked; a vote is open; it is closed, and people talk; the run may be seen
FREE, OPEN, CLOSED, REVEALED = "free", "open", "closed", "revealed"
MOST_VOTES = 2
DIGITS = 3               # significant ones of a number that is revealed


@dataclass(frozen=True)
class Stage:
    """What a lecture may use of the window.

    player       plays;  scene_named(id) -> Scene, or BadValue;  setup_of(code) -> (Request, commands), or BadValue
    show         show(step): looks at the run as the step asks, once its run is there
    play, leave  play(challenge id) opens a challenge; leave() ends it
    chart        chart(title) shows a chart over the picture, "" none
    say          say(text) shows a sentence, "" takes it away;  now  now() [s], never going back
    is_seen      is_seen() whether the picture is that of the present run, or there will be none
    """

    player: Player
    scene_named: Callable
    setup_of: Callable
    show: Callable[[Step], object]
    play: Callable[[str], object]
    leave: Callable[[], object]
    chart: Callable[[str], object]
    say: Callable[[str], object]
    now: Callable[[], float]
    is_seen: Callable[[], bool]


@dataclass
class Asked:
    """What became of the question of a step: one or two votes, and whether it was revealed."""

    ballots: list[Ballot] = field(default_factory=list)
    is_revealed: bool = False


class Lecture(QObject):
    """Goes through one lesson, or none.

    lesson   the present one, or None;  place  of its step, from 0;  phase  of the step
    clock    of the question, or None;  counts_keys  each press of a letter is a vote, else digits follow it
    number   what was measured in the run that is revealed, in words, or ""
    """

    changed = pyqtSignal()          # anything that is shown
    turned = pyqtSignal()           # another step, or none

    def __init__(self, stage: Stage, parent: QObject | None = None):
        super().__init__(parent)
        self._stage, self._player = stage, stage.player
        self.lesson: Lesson | None = None
        self.place, self.phase, self.number = 0, FREE, ""
        self.clock: Clock | None = None
        self.counts_keys = False
        self._asked: dict[int, Asked] = {}
        self._is_armed = self._is_opening = self._has_paused = False
        self._run: Simulation | None = None         # that of the step
        self._commands: tuple = ()                  # of its set-up
        self._measuring: Task | None = None
        self._player.started.connect(lambda run, _reason: self._begin(run))
        self._player.framed.connect(self._look)
        self._player.playing_changed.connect(self._guard)

    # ---- what is known ----------------------------------------------------------------------------------------------

    @property
    def is_on(self) -> bool:
        return self.lesson is not None

    @property
    def step(self) -> Step | None:
        """The present step."""
        return self.lesson.steps[self.place] if self.lesson is not None else None

    @property
    def is_locked(self) -> bool:
        """Whether the run of the step may not begin yet: the class has to predict first."""
        return self.is_on and self.phase in (OPEN, CLOSED)

    @property
    def is_waiting(self) -> bool:
        """Whether the picture of the step is still to come: another one would be looked at beside its question."""
        step = self.step
        return step is not None and not step.challenge and (
            self._is_opening and self._player.is_preparing or not self._stage.is_seen())

    @property
    def ballots(self) -> list[Ballot]:
        """The votes on the question of this step, the first one first."""
        return self._asked[self.place].ballots if self.place in self._asked else []

    @property
    def has_vote(self) -> bool:
        return any(ballot.total for ballot in self.ballots)

    # ---- steps ------------------------------------------------------------------------------------------------------

    def open(self, lesson: Lesson):
        """Begins a lesson at its first step."""
        self.lesson, self._asked = lesson, {}
        self._turn(0)

    def leave(self):
        """Ends the lesson."""
        if self.lesson is None:
            return
        self._clear()
        self.lesson, self.phase, self.clock, self._run = None, FREE, None, None
        self.turned.emit()
        self.changed.emit()

    def turn(self, by: int):
        """Goes so many steps on, or back; beyond the ends nothing happens."""
        if self.lesson is not None and 0 <= self.place + by < len(self.lesson.steps):
            self._turn(self.place + by)

    def _clear(self):
        self._stage.leave()
        self._stage.chart("")
        self._measuring, self.number, self._is_armed = None, "", False

    def _turn(self, place: int):
        self._clear()
        self.place = place
        step = self.lesson.steps[place]
        asked = self._asked.setdefault(place, Asked()) if step.question is not None else None
        if asked is None:
            self.phase = FREE
        elif asked.is_revealed:
            self.phase = REVEALED
        else:
            self.phase = OPEN if not self.has_vote else CLOSED
            asked.ballots = asked.ballots or [Ballot()]
        self.clock = Clock(step.question.seconds, self._stage.now) if step.question is not None else None
        self._run, self._has_paused, self._is_opening = None, False, False
        self._player.pause()
        try:
            self._open_run(step)
        except BadValue as error:
            self._stage.say(str(error))
        self.turned.emit()
        self.changed.emit()

    def _open_run(self, step: Step):
        if step.challenge:
            self._stage.play(step.challenge)
            return
        self._commands = ()
        if step.setup:
            request, self._commands = self._stage.setup_of(step.setup)
        else:
            request = Request(self._stage.scene_named(step.scene), step.values, step.preset)
        self._is_opening = True
        self._player.open(request)

    def _begin(self, run: Simulation):
        """Another run is there: that of the step."""
        step = self.step
        if step is None or step.challenge:
            return
        if self._is_opening:
            self._player.pause()
            self._stage.show(step)
        self._is_opening, self._run, self._has_paused = False, run, False
        if self._commands:
            run.replay(commands_for(run, self._commands, _("set-up")))
        if not self.is_locked:
            self._add_others(step, run)
        if self.phase == REVEALED:
            self._measure(step)
        self.changed.emit()

    def _add_others(self, step: Step, run: Simulation):
        """Lets the runs beside it go along pale."""
        for values in step.beside:
            other = Simulation(run.scene, values, run.step_rate, step.preset)
            other.recording.keep_trace()
            self._player.travel.branches.add(EarlierTry(other, 0))

    # ---- a question -------------------------------------------------------------------------------------------------

    def answer(self, number: int):
        """A letter: its number follows by digits, or it is a vote itself."""
        if self.phase != OPEN:
            return
        ballot = self.ballots[-1]
        if self.counts_keys:
            self._try(lambda: ballot.add(number))
        else:
            ballot.choose(number)
            self._told()

    def digit(self, digit: int):
        """A digit of the number of votes for the letter before it."""
        if self.phase == OPEN and not self.counts_keys:
            self._try(lambda: self.ballots[-1].digit(digit))

    def erase(self):
        """Takes the last digit back."""
        if self.phase == OPEN:
            self._try(self.ballots[-1].erase)

    def add(self, number: int, by: int):
        """One vote more or less, by the mouse."""
        if self.phase == OPEN:
            self._try(lambda: self.ballots[-1].add(number, by))

    def count_keys(self, on: bool):
        """Whether each press of a letter is a vote: pupils come to the keyboard."""
        self.counts_keys = on
        self._told()

    def _try(self, deed: Callable[[], object]):
        try:
            deed()
        except BadValue as error:
            self._stage.say(str(error))
        self._told()

    def _told(self):
        self._is_armed = False
        self.changed.emit()

    def close_or_ask_again(self):
        """Closes the vote, so that people talk; then opens the second one, once."""
        if self.phase == OPEN:
            if not self.ballots[-1].total:
                self._stage.say(_("Nobody has voted yet."))
                return
            self.phase = CLOSED
            if self.clock is not None and self.clock.is_running:
                self.clock.toggle()
        elif self.phase == CLOSED and len(self.ballots) < MOST_VOTES:
            self.phase = OPEN
            self.ballots.append(Ballot())
            self.clock = Clock(self.step.question.seconds, self._stage.now)
        self._told()

    def start_clock(self):
        """Starts the clock, or stops it; nobody has to think before there is a picture."""
        if self.clock is not None and self.phase != REVEALED and not self.is_waiting:
            self.clock.toggle()
            self._told()

    # ---- the run ----------------------------------------------------------------------------------------------------

    def space(self):
        """Reveals: the run begins, once the class has voted, or when this is wanted twice; then plays and pauses."""
        if not self.is_on or self._is_opening or self.is_waiting:
            return
        if not self.is_locked:
            (self._player.pause if self._player.is_playing else self._play)()
            return
        if not self.has_vote and not self._is_armed:
            self._is_armed = True
            self._stage.say(_("Nobody has voted yet. Predict first; Space once more runs it all the same."))
            self.changed.emit()
            return
        self._reveal()

    def _reveal(self):
        step = self.step
        self._asked[self.place].is_revealed = True
        self.phase, self._is_armed = REVEALED, False
        self._stage.say("")
        self._measure(step)
        if self._run is not None:
            self._add_others(step, self._run)
        if step.reveal is not None and step.reveal.chart:
            self._stage.chart(step.reveal.chart)
        self._play()
        self.changed.emit()

    def _play(self):
        step = self.step
        run = self._player.simulation
        if step is not None and run is not None and self._has_paused and isinstance(step.pause, int | float) and (
                run.t < step.pause):
            self._has_paused = False
        self._player.play()

    def again(self):
        """The run of the step from its start, waiting."""
        if self.is_on and not self.is_locked and self.step is not None and not self.step.challenge:
            self._player.pause()
            self._player.reset()

    def _measure(self, step: Step):
        """Measures the number that is revealed, in a run of its own beside the window."""
        self.number = ""
        if step.reveal is None or step.reveal.number is None:
            return
        scene, tree = self._stage.scene_named(step.scene), step.reveal.number
        self._measuring = Task(lambda: read_facts((), (tree,), lambda: Simulation(
            scene, step.values, preset=step.preset), step.until)[1][0])

    def _guard(self, on: bool):
        """Whoever plays a run that is locked wants it revealed."""
        if on and self.is_locked:
            self._player.pause()
            self.space()

    def _look(self):
        run, step = self._player.simulation, self.step
        if run is None or step is None or step.challenge or self._is_opening or run is not self._run:
            return
        if self.is_locked and run.step > 0:
            # nothing of the answer is seen before the vote, however it was come by
            self._player.travel.visit(0.0)
        self._wait(run, step)
        if self._measuring is not None and self._measuring.is_done:
            self._take_number(step)

    def _wait(self, run: Simulation, step: Step):
        """Pauses where the step says, once."""
        if step.pause is None or self._has_paused:
            return
        if isinstance(step.pause, str):
            at = next((event.t for event in run.events if event.kind == step.pause and event.t <= run.t), None)
        else:
            at = float(step.pause) if run.t >= step.pause else None
        if at is None:
            return
        self._has_paused = True
        if self._player.is_playing:
            self._player.travel.visit(at)

    def _take_number(self, step: Step):
        task, self._measuring = self._measuring, None
        try:
            found = task.result()
        except BadValue as error:
            self._stage.say(str(error))
            return
        if isfinite(found):
            unit = unit_text(step.reveal.unit)
            self.number = f"{_(step.reveal.name)}: {f'{found:#.{DIGITS}g}'.rstrip('.')} {unit}".strip(": ")
        self.changed.emit()
