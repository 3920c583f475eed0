"""Speed and camera that a preset brings along, and their way back to what the person had before."""

from collections.abc import Callable
from functools import partial

from sandbox.film.painted.overlay import shown_speed
from sandbox.text import _, unit_text
from sandbox.ui.playback.player import Player
from sandbox.ui.window.switches import Switches

SOON = 5.0          # [s] of wall time within which what a title says needs no announcement


class OwnShowing:
    """Shows each preset as it asks to be shown (scene/presentation/showing.py).

    What the person chose holds again at the next preset that brings nothing along; what they choose while one is shown
    is theirs from then on.

    set_speed   set_speed(speed) of the window;  note  note(text) shows a passing note
    """

    def __init__(self, player: Player, switches: Switches, set_speed: Callable, note: Callable[[str], object]):
        self._player, self._switches, self._note = player, switches, note
        self._set = {"speed": set_speed, "camera": partial(switches.set_camera, is_told=False)}
        self._shown: tuple[str, str] | None = None
        self._brought: dict = {}         # what the present preset brought along
        self._own: dict = {}             # what the person had instead

    def begin(self, run):
        """Takes another run; one of the same preset goes on as it is seen now."""
        preset = (run.scene.id, run.preset)
        if preset == self._shown:
            return
        self._shown = preset
        showing = run.scene.shown(run.preset)
        now = {"speed": self._player.pace.speed, "camera": self._switches.camera}
        for name, plain in (("speed", 1), ("camera", "free")):
            own = self._own[name] if now[name] == self._brought.get(name) else now[name]
            wanted = getattr(showing, name)
            self._own[name], self._brought[name] = own, wanted if wanted != plain else None
            goal = wanted if wanted != plain else own
            if goal != now[name]:
                self._set[name](goal)
        self._player.view.set_closer(showing.closer)
        self._tell(showing)

    def _tell(self, showing):
        """Says what is unusual: a speed of its own, and something that comes late."""
        said = []
        if showing.speed != 1:
            said.append(_("shown at {speed} of its speed").format(speed=shown_speed(showing.speed)))
        if showing.at is not None and showing.at > SOON*showing.speed:
            said.append(_("what its name says comes at t = {t:g} {second}").format(t=showing.at,
                                                                                   second=unit_text("s")))
        if said:
            self._note("; ".join(said))
