"""Child process of the film tests: the real window is filmed. `python filmed_window.py REPORT`"""

import json
import sys
import time
from pathlib import Path

import numpy as np
from PyQt5.QtCore import QEventLoop, QTimer

from sandbox.cli.arguments import arguments
from sandbox.cli.common import prepare_folders
from sandbox.cli.window.window import make_window
from tests.patience import HANGING, MISSING, wait_for_the_page

LIVE_PICTURES = 30


def main(report: Path):
    wait_for_the_page()
    application, window, _crash = make_window(arguments().parse_args(["--safe-graphics"]), prepare_folders())
    faults = []
    window.reported.connect(faults.append)
    view, seen = window.view, {"faults": faults}

    def wait(seconds, until=lambda: False):
        looks = QTimer()
        looks.start(20)
        end = time.monotonic() + seconds
        while time.monotonic() < end and not until():
            application.processEvents(QEventLoop.ProcessEventsFlag.AllEvents |
                                      QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
        return until()

    def asked(source):
        wait(MISSING, lambda: not view._channel.is_busy)
        return view._channel.ask_now(source)

    window.resize(1000, 700)
    window.show()
    wait(HANGING, lambda: window.simulation is not None and view.is_ready and window.simulation.t > 1.0)
    from PyQt5.QtGui import QImage

    from sandbox.film.still import take
    from sandbox.ui.films.sheet import Choices
    size = [view.width()//2*2, view.height()//2*2]
    home = take(view, *size)

    # live, until there are so many pictures
    begin = time.monotonic()
    window.recording.begin(Choices(is_exact=False, size="window"), 0, 1, 1, "")
    wait(MISSING, lambda: window.recording._film._live.encoder.frames >= LIVE_PICTURES)
    window.recording.toggle()
    seen["live_seconds"] = time.monotonic() - begin
    seen["live"], seen["live_pictures"] = str(window.recording.path), LIVE_PICTURES
    assert wait(MISSING, lambda: window.message.text.startswith("Saved")), window.message.text

    # exact, of a moment ahead, seen from elsewhere
    before = view.look
    asked("orbit(90, 25), zoom_by(0.7), lab.touched = performance.now(), report({})")
    assert wait(MISSING, lambda: view.look != before)
    wait(1.0)
    window.pause()
    wait(0.5)
    wait(MISSING, lambda: not view._channel.is_busy)
    begin = window.simulation.t
    window.recording.begin(Choices(size="720p", fps=30, clock=False, legend=False), begin, begin + 0.2, 1.0, "")
    wait(HANGING, lambda: not window.recording.is_busy)
    seen["exact"], seen["exact_frames"] = str(window.recording.path), 6
    seen["message"] = window.message.text
    now = take(view, 1280, 720)
    from tests.film.made_up import film_of
    first = film_of(seen["exact"])[1][0].astype(int)
    seen["as_the_window"] = float(np.abs(first - now[..., :3]).mean())
    picture = QImage(home.data, size[0], size[1], 4*size[0], QImage.Format.Format_RGBX8888).scaled(1280, 720)
    flat = np.frombuffer(picture.constBits().asstring(picture.byteCount()), np.uint8).reshape(720, 1280, 4)
    seen["as_from_home"] = float(np.abs(first - flat[..., :3]).mean())

    # a picture
    seen["view"] = [view.width(), view.height()]
    window.shots.take(2)
    wait(MISSING, lambda: not window.shots.is_busy)
    path = next(Path(path) for path in sorted((report.parent / "pictures").glob("*.png")))
    image = QImage(str(path))
    seen["picture"] = [image.width(), image.height()]
    seen["picture_is_sharp"] = image.scaled(image.width()//2, image.height()//2).scaled(image.size()) != image
    report.write_text(json.dumps(seen))
    window.close()
    wait(0.2)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
