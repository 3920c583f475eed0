"""What menus and keys do with the time of a run: its ends and events, a loop, a far goal, its branches."""

from collections.abc import Callable

from sandbox.text import _, unit_text
from sandbox.ui.playback import run_steps
from sandbox.ui.playback.player import Player
from sandbox.ui.timeline.timeline import TimeLine


class TimeControl:
    """Does what the commands of the menu "Time" say.

    player, timeline   what they act on;  note  note(text) shows a passing note
    """

    def __init__(self, player: Player, timeline: TimeLine, note: Callable[[str], object]):
        self._player, self._travel, self._timeline, self._note = player, player.travel, timeline, note

    def go_to_last(self):
        """Pauses and shows the newest state there is."""
        if (run := self._player.simulation) is not None:
            self._travel.go(run_steps.last_step(run))

    # ---- loop -------------------------------------------------------------------------------------------------------

    def mark(self, mark: Callable[[int], object]):
        """Marks an end of the loop at the present instant, mark(step)."""
        run = self._player.simulation
        if run is not None:
            mark(run_steps.current(run))
            self._tell_loop()

    def switch_loop(self):
        if self._travel.loop.switch():
            self._tell_loop()
        else:
            self._note(_("No stretch is marked: I marks its beginning, O its end."))

    def clear_loop(self):
        self._travel.loop.clear()
        self._timeline.follow()

    def _tell_loop(self):
        loop, run = self._travel.loop, self._player.simulation
        self._timeline.follow()
        a, b = ("…" if end is None else f"{end*run.h:.3f}" for end in (loop.a, loop.b))
        text = _("loop from {a} to {b} {second}") if loop.is_on else _("marked from {a} to {b} {second}")
        self._note(text.format(a=a, b=b, second=unit_text("s")))

    # ---- branches ---------------------------------------------------------------------------------------------------

    def choose_branch(self):
        """Another branch goes on; pressed again and again, one after the other."""
        if (branch := self._travel.branches.next) is not None:
            self._travel.choose(branch)
        else:
            self._note(_("There is no other branch."))

    def drop_branch(self):
        """Gives the newest branch up."""
        if branches := self._travel.branches.left:
            self._travel.remove(max(branches, key=lambda branch: branch.number))
        else:
            self._note(_("There is no other branch."))
