"""Pictures of the program's own window for README and docs."""

import time
from collections.abc import Callable, Mapping
from pathlib import Path

from sandbox.errors import BadValue
from sandbox.text import _

PATIENCE = 120.0         # [s] for the window to show what is wanted
STILL = 3.0              # [s] in which plots, floor and legend come to rest


def picture_window(entry: Mapping, path: Path):
    """Opens the window on a scene, at an instant, and writes its picture.

    entry    "scene", "at" [s], "size" [px], and if wanted "preset" and "do", names of actions (ui/window/menus.py)
    """
    from PyQt5.QtCore import QEventLoop, QTimer

    from sandbox.cli.arguments import arguments
    from sandbox.cli.common import prepare_folders
    from sandbox.cli.window.window import make_window
    words = ["--scene", entry["scene"], *(["--preset", entry["preset"]] if "preset" in entry else []), "--lang", "en",
             "--theme", "dark", "--safe"]
    application, window, crash = make_window(arguments().parse_args(words), prepare_folders())
    window.view.set_quality("high")
    looks = QTimer()
    looks.start(20)

    def wait(seconds: float, until: Callable[[], bool] = lambda: False) -> bool:
        end = time.monotonic() + seconds
        while time.monotonic() < end and not until():
            application.processEvents(QEventLoop.AllEvents | QEventLoop.WaitForMoreEvents)
        return until()

    window.resize(*entry["size"])
    window.move(0, 0)
    window.show()
    try:
        is_there = wait(PATIENCE, lambda: window.simulation is not None and window.view.is_ready
                        and window.simulation.t >= entry["at"])
        if not is_there:
            raise BadValue(_("gallery: the window did not come to t = {t:g} s").format(t=entry["at"]))
        window.pause()
        for name in entry.get("do", ()):
            if name not in window.commands:
                raise BadValue(_("gallery: the window has no action {found!r}").format(found=name))
            window.commands[name].trigger()
        window.player.step(round(entry["at"]*window.simulation.step_rate) - window.simulation.step)
        wait(STILL)
        if not application.primaryScreen().grabWindow(int(window.winId())).save(str(path)):
            raise OSError(0, _("cannot be written"), str(path))
    finally:
        window.close()
        wait(0.3)
        crash.close()
