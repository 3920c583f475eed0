"""Child process: opens the real window with a file, as a double click does, and says what it shows; then it drops
another file on the picture, and is killed after its work was kept.

    python tests/opened_file.py FILE OTHER
"""

import json
import os
import signal
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from PyQt5.QtCore import QMimeData, QPoint, Qt, QUrl
from PyQt5.QtGui import QDragEnterEvent, QDropEvent
from PyQt5.QtWidgets import QApplication, QWidget

from sandbox.cli.arguments import arguments, words_of
from sandbox.cli.common import prepare_folders
from sandbox.cli.window.window import make_window
from sandbox.workspace.digest import digest_of
from tests.patience import HANGING, wait_for_the_page


def main():
    file, other = sys.argv[1:]
    wait_for_the_page()
    application, window, _crash = make_window(arguments().parse_args(words_of([file])), prepare_folders())
    window.show()

    def pump(until):
        end = time.perf_counter() + HANGING
        while time.perf_counter() < end and not until():
            application.processEvents()
            time.sleep(0.001)
        assert until()

    def state() -> dict:
        pump(lambda: window.view.is_ready and not window.filing.menu.is_busy and window.view.look is not None)
        end = time.perf_counter() + 1.0
        pump(lambda: time.perf_counter() > end)
        run, trail = window.simulation, window.view._show.stage.ink.trail
        return {"scene": run.scene.id, "step": run.step, "digest": digest_of(run.snapshot()), "look": window.view.look,
                "title": window.windowTitle(), "playing": window.player.is_playing, "trail": trail.strokes.head}

    told = [state()]
    # where the mouse lets go of a file over the picture
    place = window.view.mapTo(window, QPoint(200, 200))
    under = [widget for widget in window.view.findChildren(QWidget) if widget.acceptDrops()]
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(other)])
    for event in (QDragEnterEvent(place, Qt.DropAction.CopyAction, mime, Qt.MouseButton.LeftButton,
                                  Qt.KeyboardModifier.NoModifier),
                  QDropEvent(place, Qt.DropAction.CopyAction, mime, Qt.MouseButton.LeftButton,
                             Qt.KeyboardModifier.NoModifier)):
        QApplication.sendEvent(window, event)
    pump(lambda: window.simulation.scene.id != told[0]["scene"])
    told.append(state())
    window.filing._autosave.tick()
    pump(lambda: window.filing._autosave._task is None or window.filing._autosave._task.is_done)
    print(json.dumps({"told": told, "takes_drops": [type(widget).__name__ for widget in under]}), flush=True)
    os.kill(os.getpid(), signal.SIGKILL)


main()
