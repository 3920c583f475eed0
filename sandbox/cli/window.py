"""The window, and the commands that look at it: selftest and the measuring part of bench."""

import json
import os
import sys
import time
from contextlib import suppress
from importlib import import_module

from sandbox.cli.arguments import HEADLESS
from sandbox.cli.common import catalogue, fail, this_program

STARTED = time.perf_counter()
COMPILING = 150.0      # [s] for mechanics never compiled before: 29 s of processor, more on a machine with other work


def missing_display() -> str:
    """Why no window can be opened, or "". Qt would end the process without a word that can be caught."""
    import socket

    from sandbox.text import _
    if not sys.platform.startswith("linux") or os.environ.get("WAYLAND_DISPLAY"):
        return ""
    display = os.environ.get("DISPLAY", "")
    if display.startswith(":"):
        path = f"/tmp/.X11-unix/X{display[1:].split('.')[0]}"
        # the abstract name serves where the file is out of sight, in a container for one
        for name in (f"\0{path}", path):
            with socket.socket(socket.AF_UNIX) as client, suppress(OSError):
                client.connect(name)
                return ""
    elif display:
        return ""
    return _("no display to open a window on ({display}); these work without one: {commands}").format(
        display=f"DISPLAY={display}", commands=HEADLESS)


def make_window(args, folders):
    """The application and its window, not yet shown; scenes and mechanics are loaded while the page starts."""
    from sandbox.view import View, prepare
    prepare()
    from PyQt5.QtWidgets import QApplication

    from sandbox.app.crash import CrashWatch
    from sandbox.app.paths import wanted_media
    from sandbox.app.settings import Settings
    from sandbox.text import set_language
    settings = Settings(folders.config / "settings.json")
    if args.reset:
        settings.reset()
    set_language(args.lang or settings["language"])
    application = QApplication(sys.argv[:1])
    application.setStyle("Fusion")
    # it writes to the environment, which moves it; the threads of the web engine and of OpenGL read it unasked
    import_module("sandbox.mechanics")
    view = View(smooth=False if args.safe_graphics else None)

    from sandbox.run.recorder import Recorder
    from sandbox.ui.window import MainWindow
    from sandbox.view import palette

    def open_log(header):
        return Recorder(folders.new_run_file(header["scene"]), header)

    colours = args.theme or settings["theme"]
    window = MainWindow(catalogue(), view, open_log, legend=lambda: palette.legend(view.theme),
                        films=(*wanted_media(), this_program()), colours=colours, settings=settings,
                        scene_id=args.scene, preset=args.preset)
    crash = CrashWatch(folders.log, tell=lambda report: window.tell(report.sentence)).install()
    crash.watch_qt()
    for trouble in (*folders.troubles, *settings.notes):
        window.tell(trouble)
    return application, window, crash


def run(args, folders) -> int:
    """Open the window for a person, or for a command that looks at it; the exit code."""
    sentence = missing_display()
    if sentence:
        return fail(sentence)
    application, window, crash = make_window(args, folders)
    window.show()
    if args.command == "selftest":
        code = selftest(application, window)
    elif args.measure_window:
        code = measure(application, window)
    else:
        code = application.exec_()
    crash.goodbye()
    return code


def selftest(application, window) -> int:
    """Every scene moves in the real window: body and support are seen and the picture changes. One line per scene."""
    from sandbox.view import palette

    def wait(seconds, until=lambda: False) -> bool:
        end = time.perf_counter() + seconds
        while time.perf_counter() < end and not until():
            application.processEvents()
            time.sleep(0.005)
        return until()

    def shares(pixels, *colours) -> float:
        """Share of pixels whose hue is that of one of the colours, whatever the light."""
        import numpy as np
        flat = pixels.reshape(-1, 3)/255.0
        length = np.linalg.norm(flat, axis=1)
        alike = [np.abs(flat/np.maximum(length, 1e-9)[:, None] - np.array(c)/np.linalg.norm(c)).max(axis=1) < 0.06
                 for c in colours]
        return float(np.mean(np.any(alike, axis=0) & (length > 0.25)))

    good = wait(COMPILING, lambda: window.simulation is not None)
    for name in window.catalogue.scenes:
        window.choose_scene(name)
        ready = wait(COMPILING, lambda name=name: window.simulation is not None and window.simulation.scene.id == name
                     and window.view.is_ready and window.simulation.t > 0.05)
        before = window.view.grab_pixels() if ready else None
        wait(2.0)
        after = window.view.grab_pixels() if ready else None
        support = shares(after, palette.CREAM, palette.SAND) if ready else 0.0
        body = shares(after, palette.BALL) if ready else 0.0
        changed = float((abs(after.astype(int) - before.astype(int)).max(axis=2) > 24).mean()) if ready else 0.0
        verdict = ready and support > 0.02 and body > 2e-4 and changed > 2e-3
        good = good and verdict
        print(f"{'ok' if verdict else 'FAIL'} {name} support {support:.3f} body {body:.4f} changed {changed:.3f}",
              flush=True)
    window.close()
    return 0 if good and not window.catalogue.broken else 1


def measure(application, window) -> int:
    """Play for some seconds at 960x540 of picture, print what was measured as JSON."""
    from PyQt5.QtCore import QTimer
    window.resize(1400, 860)
    begin = {}

    def start():
        view = window.view
        if not view.is_ready or view.first_picture_at is None:
            QTimer.singleShot(50, start)
            return
        view.setFixedSize(960, 540)
        begin["first"] = view.first_picture_at - STARTED
        QTimer.singleShot(3000, middle)

    def middle():
        begin["cpu"], begin["wall"] = time.thread_time(), time.perf_counter()
        rates = begin["rates"] = []
        sampler = begin["sampler"] = QTimer()
        sampler.timeout.connect(lambda: rates.append(window.view.page_fps))
        sampler.start(500)
        QTimer.singleShot(8000, stop)

    def stop():
        rates = sorted(begin["rates"])
        share = (time.thread_time() - begin["cpu"])/(time.perf_counter() - begin["wall"])
        print(json.dumps({
            "first_picture_s": begin["first"], "page_fps_median": rates[len(rates)//2], "page_fps_worst": rates[0],
            "main_thread_ms_per_60th_s": share/60*1e3}), flush=True)
        window.close()

    QTimer.singleShot(50, start)
    application.exec_()
    return 0
