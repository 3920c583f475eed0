"""Where in its past and future a run is wanted to be: steps, places, a loop, a far goal, another branch."""

from sandbox.run.branches import Branch, Branches, stride
from sandbox.run.simulation import Simulation
from sandbox.text import _
from sandbox.ui.playback import run_steps
from sandbox.ui.playback.loading import Request
from sandbox.ui.playback.loop import Loop

# wall time for the steps of a frame [s]: while a person watches, on the way to a goal; and for a branch, while its run
# plays and while it waits
WATCHED, HURRIED, BESIDE, MEANWHILE = 0.014, 0.02, 0.004, 0.015


class Travel:
    """Takes the run of a player elsewhere.

    branches   futures of it that were left;  loop  a stretch that is repeated
    goal       step on its way to which the run is, as fast as it can, or None;  origin  where it set out
    """

    def __init__(self, player):
        self._player = player
        self.branches, self.loop = Branches(self._tell_given_up), Loop()
        self.goal: int | None = None
        self.origin = 0
        self._sought: int | None = None            # place that is to be shown in the next frame
        self._number = 1                           # of the future that was live when it was last looked at
        self._logged: Simulation | None = None     # the run that was read from a log

    @property
    def run(self) -> Simulation | None:
        """The present run."""
        return self._player.simulation

    def begin(self, run: Simulation, is_logged: bool):
        """Another run."""
        self.stop()
        self.loop.clear()
        self._logged = run if is_logged else None
        run.recording.keep_trace()
        self.branches.begin(run)
        self._number = self.branches.number

    def stop(self):
        """Wishes that wait for a frame are dropped, and the way to a goal ends here."""
        self.goal = self._sought = None

    # ---- wishes -----------------------------------------------------------------------------------------------------

    def step(self, steps: int):
        """Pauses and goes so many steps forward, or back when negative."""
        self._player.pause()
        if self.run is None:
            return
        self._player.apply_live()
        if steps >= 0:
            self.run.advance(steps)
            self._player.arrived()
        else:
            self._arrive(run_steps.current(self.run) + steps)

    def visit(self, t: float):
        """Pauses and shows the last whole step up to a time that the run has passed."""
        if self.run is not None:
            self.go(run_steps.step_of(t, self.run.step_rate))

    def go(self, place: int):
        """Pauses and shows a place (places.py)."""
        self._player.pause()
        if self.run is not None:
            self._player.apply_live()
            self._arrive(place)

    def seek(self, place: int):
        """Pauses and shows a place in the next frame; of many wishes until then the last one counts."""
        self._player.pause()
        self._sought = place

    def go_to_event(self, forward: bool):
        """Pauses and shows the next or the last event."""
        if self.run is None:
            return
        found = run_steps.event_after(self.run) if forward else run_steps.event_before(self.run)
        if found is None:
            self._player.pause()
            self._player.noted.emit(_("There is no later event in this run.") if forward
                                    else _("There is no earlier event in this run."))
        else:
            self.go(found)

    def run_to(self, t: float):
        """Goes to a time [s]: at once where it was passed already, else as fast as the window allows."""
        run = self.run
        if run is None:
            return
        step = run_steps.step_of(t, run.step_rate)
        self.go(min(step, run_steps.last_step(run)))
        if step > run.latest and not run.has_ended:
            self.goal, self.origin = step, run.step

    @property
    def progress(self) -> float:
        """How much of the way to the goal is done, 0..1."""
        run = self.run
        if self.goal is None or run is None or self.goal <= self.origin:
            return 1.0
        return (run.step - self.origin)/(self.goal - self.origin)

    # ---- branches ---------------------------------------------------------------------------------------------------

    def go_on_from_here(self):
        """Plays on into a future without what was done later on; the one that there was stays as a branch."""
        if self.run is not None:
            self._player.apply_live()
            self.run.fork()
            self.look_for_fork()
            self._player.play()

    def choose(self, branch: Branch):
        """Makes a branch the run that goes on; the present one takes its place."""
        if branch in self.branches.all:
            self.stop()
            run = self.branches.choose(branch, self._player.open_log)
            self._number = self.branches.number
            self._player.pending.granted(Request(run.scene))
            self._player.take(run, _("branch {number} goes on").format(number=self._number))
            self._player.branched.emit()

    def remove(self, branch: Branch):
        """Gives a branch up."""
        if branch in self.branches.all:
            self.branches.remove(branch)
            self.jump()
            self._player.refresh()
            self._player.branched.emit()

    def look_for_fork(self):
        """Notices that a command has given the run another future."""
        if self._number == self.branches.number:
            return
        self._number = self.branches.number
        self.jump()
        self._player.forked.emit(self.run)
        self._player.branched.emit()

    def _tell_given_up(self, number: int):
        text = _("branch {number} was given up: there is room for three beside the present one")
        self._player.noted.emit(text.format(number=number))

    # ---- a frame ----------------------------------------------------------------------------------------------------

    def move(self, steps: int):
        """Goes where it is wanted; without a wish so many steps on."""
        if self._sought is not None:
            self._player.apply_live()
            self._arrive(self._sought)
        elif self.goal is not None:
            if not stride(self.run, self.goal - self.run.step, HURRIED):
                self.goal = None
            self._player.moved()
        elif steps:
            self._go_on(steps)

    def _go_on(self, steps: int):
        run, at = self.run, run_steps.current(self.run)
        end = self.loop.end_after(at)
        due = steps if end is None else min(steps, end - at)
        if is_logged := run is self._logged and run.step < run.latest:
            due = min(due, run.latest - run.step)
        left = stride(run, due, WATCHED)
        self._player.pace.give_up(left)
        if end is not None and (run.ended is not None or (at + steps >= end and not left)):
            self._arrive(self.loop.landing(at + steps - end if at + steps >= end else 0))
            return
        self._player.moved()
        if is_logged and run.step == run.latest:
            # who steers just as the log did goes on steering
            if not self._player.is_steered():
                self._player.pause()
            self._player.repeated.emit(run)

    def _arrive(self, place: int):
        """Shows a place that was passed."""
        self._sought = None
        if not run_steps.go(self.run, place):
            self._player.refused.emit(_("The history no longer holds that step."))
        self.jump()
        self._player.arrived()

    def jump(self):
        """What is shown next does not follow from what was shown last."""
        self.follow()
        self._player.feed.jump()

    def follow(self):
        """Takes the branches along to the present step, as far as there is time."""
        is_busy = self._player.is_playing or self.goal is not None
        self.branches.follow(self.run.step, BESIDE if is_busy else MEANWHILE)
