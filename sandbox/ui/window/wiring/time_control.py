"""What menus and keys do with the time of a run: its ends and events, a loop, a far goal, its branches."""

from collections.abc import Callable

from sandbox.text import _, unit_text
from sandbox.ui.playback import places
from sandbox.ui.playback.player import Player
from sandbox.ui.timeline.run_to import RunTo
from sandbox.ui.timeline.timeline import TimeLine


class TimeControl:
    """Does what the actions of the menu "Time" say.

    player, timeline, run_to   what they act on;  note  note(text) shows a passing note
    """

    def __init__(self, player: Player, timeline: TimeLine, run_to: RunTo, note: Callable[[str], object]):
        self._player, self._travel, self._timeline, self._run_to, self._note = (
            player, player.travel, timeline, run_to, note)

    def handlers(self) -> dict[str, Callable]:
        """Returns what each action does, by its name."""
        travel = self._travel
        return {"first": lambda: travel.go(0), "last": self.go_to_last,
                "next_event": lambda: travel.go_to_event(forward=True),
                "last_event": lambda: travel.go_to_event(forward=False),
                "run_to": self._run_to.ask, "fork": travel.go_on_from_here,
                "mark_a": lambda: self._mark(travel.loop.mark_a), "mark_b": lambda: self._mark(travel.loop.mark_b),
                "loop": self._switch_loop, "no_loop": self._clear_loop,
                "choose_branch": self._choose, "drop_branch": self._drop}

    def go_to_last(self):
        """Pauses and shows the newest state there is."""
        if (run := self._player.simulation) is not None:
            self._travel.go(places.last_place(run))

    # ---- loop -------------------------------------------------------------------------------------------------------

    def _mark(self, mark: Callable[[int], object]):
        run = self._player.simulation
        if run is not None:
            mark(places.place(run))
            self._tell_loop()

    def _switch_loop(self):
        if self._travel.loop.switch():
            self._tell_loop()
        else:
            self._note(_("No stretch is marked: I marks its beginning, O its end."))

    def _clear_loop(self):
        self._travel.loop.clear()
        self._timeline.follow()

    def _tell_loop(self):
        loop, run = self._travel.loop, self._player.simulation
        self._timeline.follow()
        a, b = ("…" if end is None else f"{end*run.h:.3f}" for end in (loop.a, loop.b))
        text = _("loop from {a} to {b} {second}") if loop.is_on else _("marked from {a} to {b} {second}")
        self._note(text.format(a=a, b=b, second=unit_text("s")))

    # ---- branches ---------------------------------------------------------------------------------------------------

    def _choose(self):
        """Another branch goes on; pressed again and again, one after the other."""
        if (branch := self._travel.branches.next) is not None:
            self._travel.choose(branch)
        else:
            self._note(_("There is no other branch."))

    def _drop(self):
        if branches := self._travel.branches.all:
            self._travel.remove(max(branches, key=lambda branch: branch.number))
        else:
            self._note(_("There is no other branch."))
