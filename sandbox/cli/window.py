"""Opens the window, for a person, for selftest or for the measurements of bench."""

import json
import os
import sys
import time
from contextlib import suppress
from importlib import import_module

from sandbox.cli import STARTED, stop
from sandbox.cli.arguments import HEADLESS
from sandbox.cli.common import catalogue, fail, is_packaged, this_program

# what the extra `window` installs, as modules; without babel, whose lack only means English
LIBRARIES = ("PyQt5", "PyQt5.QtWebEngineWidgets", "vpython", "pkg_resources", "pyqtgraph", "av", "platformdirs")

LOOK = 200       # [ms] between looks whether the program is to end


def missing_libraries() -> str:
    """Returns how to get what the window needs and this Python lacks, or ""; nothing of it is loaded."""
    from importlib.util import find_spec

    from sandbox.text import _
    missing = []
    for name in () if is_packaged() else LIBRARIES:
        with suppress(ModuleNotFoundError):       # of the package around it
            if find_spec(name) is not None:
                continue
        missing.append(name)
    if not missing:
        return ""
    return _("the window needs more libraries ({names}): {command}").format(
        names=", ".join(missing), command='pip install "jacobi-sandbox[window]"')


def missing_display() -> str:
    """Returns why no window can be opened, or "". Qt itself would end the process without an exception."""
    import socket

    from sandbox.text import _
    if not sys.platform.startswith("linux") or os.environ.get("WAYLAND_DISPLAY"):
        return ""
    display = os.environ.get("DISPLAY", "")
    if display.startswith(":"):
        path = f"/tmp/.X11-unix/X{display[1:].split('.')[0]}"
        # the abstract name works where the file is not visible, for example in a container
        for name in (f"\0{path}", path):
            with socket.socket(socket.AF_UNIX) as client, suppress(OSError):
                client.connect(name)
                return ""
    elif display:
        return ""
    return _("no display to open a window on ({display}); these work without one: {commands}").format(
        display=f"DISPLAY={display}", commands=HEADLESS)


def make_window(args, folders):
    """Returns application, window (not yet shown) and crash watch; scenes and mechanics load while the page starts."""
    from sandbox.view import View, prepare
    prepare()
    from PyQt5.QtWidgets import QApplication

    from sandbox.app.crash import CrashWatch
    from sandbox.app.paths import media_folders
    from sandbox.app.settings import Settings
    from sandbox.text import set_language
    settings = Settings(folders.config / "settings.json")
    if args.reset:
        settings.reset()
    set_language(args.lang or settings["language"])
    application = QApplication(sys.argv[:1])
    application.setStyle("Fusion")
    application.setDesktopFileName("jacobi-sandbox")
    # this changes the environment, which threads of the web engine and of OpenGL read without a lock: it comes first
    import_module("sandbox.compiling")
    view = View(smooth=False if args.safe_graphics else None)

    from sandbox.run.recorder import Recorder
    from sandbox.ui.look.icons import program_icon
    from sandbox.ui.window.window import MainWindow, Opening
    from sandbox.view.picture import palette
    application.setWindowIcon(program_icon())

    def open_log(header):
        return Recorder(folders.new_run_file(header["scene"]), header)

    colours = args.theme or settings["theme"]
    window = MainWindow(catalogue(), view, open_log, legend=lambda: palette.legend(view.theme),
                        films=(*media_folders(), this_program()), settings=settings,
                        opening=Opening(args.scene, args.preset, colours=colours))
    crash = CrashWatch(folders.log, on_report=lambda report: window.tell(report.sentence)).install()
    crash.watch_qt()
    for trouble in (*folders.troubles, *settings.notes):
        window.tell(trouble)
    return application, window, crash


def run(args, folders) -> int:
    """Opens the window for a person, or for a command that looks at it; returns the exit code."""
    sentence = missing_display()
    if sentence:
        return fail(sentence)
    application, window, crash = make_window(args, folders)
    window.show()
    if args.command == "selftest":
        from sandbox.cli.selftest import selftest
        stop.unheard()
        code = selftest(application, window, args.scenes)
    elif args.measure_window:
        stop.unheard()
        code = measure(application, window)
    else:
        code = play(application, window)
    crash.close()
    return code


def play(application, window) -> int:
    """Leaves the window to a person; returns the exit code. A request to end closes it as the person would."""
    from PyQt5.QtCore import QTimer

    from sandbox.text import _
    # closed by a timer: the request may come in the middle of a step, or of a row of the log
    stop.listen(lambda _number: None)
    looks = QTimer()
    looks.timeout.connect(lambda: window.close() if stop.heard() else None)
    looks.start(LOOK)
    code = application.exec_()
    if not stop.heard():
        return code
    run = window.simulation
    if run is not None and run.recorder is not None:
        print(run.recorder.trouble or _("stopped at t = {t:.6g} s; '{path}' is whole: {rows} rows").format(
            t=run.t, path=run.recorder.path, rows=run.recorder.rows), file=sys.stderr)
    return 128 + stop.heard()


def measure(application, window) -> int:
    """Plays for some seconds with a picture of 960x540 [px] and prints start-up times and frame rates as JSON."""
    from PyQt5.QtCore import QTimer
    window.resize(1400, 860)
    begin = {}

    def start():
        view = window.view
        if not view.is_ready or view.first_picture_at is None:
            QTimer.singleShot(50, start)
            return
        view.setFixedSize(960, 540)
        begin["first"] = view.first_picture_at - STARTED      # without the start of Python
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
            "first_picture_s": begin["first"], "first_picture_at": window.view.first_picture_at,
            "page_fps_median": rates[len(rates)//2], "page_fps_worst": rates[0],
            "main_thread_ms_per_60th_s": share/60*1e3}), flush=True)
        window.close()

    QTimer.singleShot(50, start)
    application.exec_()
    return 0
