"""What a time line marks of a run: events, what was done to it, and while it was held."""

from dataclasses import dataclass
from itertools import islice

from sandbox.run.command import BUILD, HAND, Command
from sandbox.run.readings.gathered import gathered
from sandbox.run.simulation import Simulation
from sandbox.text import _, name_text, unit_text
from sandbox.ui.playback import run_steps


@dataclass(frozen=True)
class Mark:
    """An instant t [s] with a sentence for a person; its place (places.py); whether it ended the run."""

    t: float
    place: int
    text: str
    is_end: bool = False


class Marks:
    """The marks of the present run, found anew when something has happened.

    events    what happened;  commands  what was done;  grips  (begin, end) of being held [s]
    """

    def __init__(self):
        self.forget()

    def forget(self):
        """Begins anew, with another run or in another language."""
        self.events: list[Mark] = []
        self.commands: list[Mark] = []
        self.grips: list[tuple[float, float]] = []
        self._closed: list[tuple[float, float]] = []
        self._grip: int | None = None       # step of the grip that has no end yet
        self._taken: list[Command] = []
        self._seen: tuple = ()
        self._done: tuple = ()

    def look(self, run: Simulation) -> bool:
        """Takes in what is new; returns whether there was something."""
        seen = (id(run), len(run.events), run.events[-1] if run.events else None, run.has_ended)
        done = (id(run), id(run.commands), len(run.commands), run.latest if self._is_held(run) else 0)
        if seen == self._seen and done == self._done:
            return False
        if seen != self._seen:
            events = gathered(run.events)
            self.events = [self._event(run, event, k == len(events) - 1) for k, event in enumerate(events)]
        if done != self._done:
            self._take(run)
        self._seen, self._done = seen, done
        return True

    @staticmethod
    def _event(run: Simulation, event, is_last: bool) -> Mark:
        is_end = run.has_ended and is_last
        place = run_steps.last_step(run) if is_end else run_steps.step_of(event.t, run.step_rate)
        return Mark(event.t, place, event.sentence, is_end)

    @staticmethod
    def _words(run: Simulation, command) -> str:
        if command.name == BUILD:
            names = [name_text(row[0]) for row in command.value["parts"] if not isinstance(row, str)]
            return _("t = {t:.3f} s: built: {names}").format(
                t=command.step*run.h, names=", ".join(names)[:60]) if names else _(
                "t = {t:.3f} s: something was taken away").format(t=command.step*run.h)
        parameter, value = run.scene.parameter(command.name), command.value
        if isinstance(value, bool):
            shown = _("on") if value else _("off")
        elif isinstance(value, (int, float)):
            shown = f"{value:.6g} {unit_text(parameter.unit)}".strip()
        else:
            shown = str(value)[:60]
        return _("t = {t:.3f} s: '{name}' set to {value}").format(t=command.step*run.h, name=command.name, value=shown)

    @staticmethod
    def _is_held(run: Simulation) -> bool:
        return bool(run.commands) and run.commands[-1].name == HAND and run.commands[-1].value is not None

    def _take(self, run: Simulation):
        """Takes in the new commands alone: of many, looking at all of them anew would cost more and more."""
        count = len(self._taken)
        # commands are added behind the others: where the last one is still there, so are those before it
        if count > len(run.commands) or (count and self._taken[-1] is not run.commands[count - 1]):
            self.commands, self._closed, self._grip, self._taken, count = [], [], None, [], 0
        for command in islice(run.commands, count, None):
            self._taken.append(command)
            if command.name != HAND:
                self.commands.append(Mark(command.step*run.h, command.step, self._words(run, command)))
            elif command.value is None and self._grip is not None:
                self._closed.append((self._grip*run.h, command.step*run.h))
                self._grip = None
            elif command.value is not None and self._grip is None:
                self._grip = command.step
        open_grip = [] if self._grip is None else [(self._grip*run.h, run.latest*run.h)]
        self.grips = self._closed + open_grip

    def near(self, t: float, within: float) -> Mark | None:
        """Returns the mark nearest to a time, not further than `within` [s], events before commands."""
        for marks in (self.events, self.commands):
            found = min(marks, key=lambda mark: abs(mark.t - t), default=None)
            if found is not None and abs(found.t - t) <= within:
                return found
        return None
