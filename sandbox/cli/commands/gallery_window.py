"""Pictures of the program's own window for README and docs."""

import time
from collections.abc import Callable, Mapping
from pathlib import Path

from sandbox.cli.terminal import stop
from sandbox.errors import BadValue
from sandbox.text import _

PATIENCE = 120.0         # [s] for the window to show what is wanted
STILL = 3.0              # [s] in which plots, floor and legend come to rest
MOVES = 10               # of the mouse while it pulls
FLIGHT = 0.6             # [s] that a run goes on after the hand has let go
SLOWLY = 0.125           # simulated seconds per second, so that a slow picture shows what the hand does now
NEAR = 0.05              # [s] from an instant to which a run was taken


def picture_window(entry: Mapping, path: Path):
    """Opens the window on a scene, at an instant, and writes its picture.

    entry    "scene", "at" [s], "size" [px], and if wanted "preset", "do", names of commands (ui/window/commands), and
             "hand": what the hand does on the way there, and still does in the picture (reach_in)
    """
    from sandbox.cli.arguments import arguments
    from sandbox.cli.common import prepare_folders
    from sandbox.cli.window.window import make_window
    from sandbox.qt.core import QEventLoop, QTimer
    words = ["--scene", entry["scene"], *(["--preset", entry["preset"]] if "preset" in entry else []), "--lang", "en",
             "--theme", "dark", "--safe"]
    args = arguments(words).parse_args(words)
    args.command = "gallery"           # no person is told what happened to the last session
    application, window, crash = make_window(args, prepare_folders())
    window.view.set_quality("high")
    looks = QTimer()
    looks.start(20)

    def wait(seconds: float, until: Callable[[], bool] = lambda: False) -> bool:
        end = time.monotonic() + seconds
        while time.monotonic() < end and not until():
            stop.look()
            application.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
        return until()

    window.resize(*entry["size"])
    window.move(0, 0)
    window.show()
    try:
        def come_to(t: float, is_back: bool = False):
            if not wait(PATIENCE, lambda: window.simulation is not None and window.view.is_ready
                        and (window.simulation.t <= t if is_back else window.simulation.t >= t)):
                raise BadValue(_("gallery: the window did not come to t = {t:g} s").format(t=t))

        if "hand" in entry:
            # it lets go of what stands still: the picture is taken while the run goes on
            come_to(0.0)
            act(window, entry)
            window.set_speed(SLOWLY)
            reach_in(window, entry["hand"], come_to)
            come_to(entry["at"])
        else:
            come_to(entry["at"])
            window.pause()
            act(window, entry)
            window.player.step(round(entry["at"]*window.simulation.step_rate) - window.simulation.step)
            wait(STILL)
        if not application.primaryScreen().grabWindow(int(window.winId())).save(str(path)):
            raise OSError(0, _("cannot be written"), str(path))
    finally:
        window.close()
        wait(0.3)
        crash.close()


def act(window, entry: Mapping):
    """Does what the entry names under "do"."""
    for name in entry.get("do", ()):
        if name not in window.commands:
            raise BadValue(_("gallery: the window has no action {found!r}").format(found=name))
        window.commands[name].trigger()


def reach_in(window, grips, come_to: Callable):
    """Takes hold of the body in focus again and again, with the mouse.

    grips    (when, right, up, for how long, back to): instants [s] and pixels; after all but the last one it lets go,
             and the run is taken back to an instant
    """
    hand, player = window.hand, window.player
    for number, (begin, right, up, seconds, back) in enumerate(grips, start=1):
        come_to(begin)
        x, y = window.view.reach.outline(player.focus.body).mean(axis=0).tolist()
        hand.press(x, y, 0, False)
        for part in range(1, MOVES + 1):
            come_to(begin + part/MOVES*seconds)
            hand.drag(x + part/MOVES*right, y - part/MOVES*up, 0)
        if number < len(grips):
            hand.release()
            come_to(begin + seconds + FLIGHT)
            window.pause()
            player.travel.seek(round(back*player.simulation.step_rate))
            come_to(back + NEAR, is_back=True)
            window.play()
