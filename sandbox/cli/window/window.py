"""Opens the window, for a person, for selftest or for the measurements of bench."""

import os
import sys
import time
from contextlib import suppress
from importlib import import_module
from typing import Any

from sandbox.cli.common import (
    catalogue,
    challenge_folders,
    fail,
    is_packaged,
    lesson_folders,
    scene_folders,
    this_program,
)
from sandbox.cli.terminal import stop
from sandbox.cli.window import laps
from sandbox.cli.window.allocator import give_back_memory
from sandbox.cli.window.display import make_application, missing_display
from sandbox.ending import keep_till_end

# what the extra `window` installs, as modules; without babel, whose lack only means English
LIBRARIES = ("PyQt5", "PyQt5.QtWebEngineWidgets", "vpython", "pyqtgraph", "av", "platformdirs")

LAST_WORK = 60.0       # [s] that work beside a closed window may go on: mechanics that were never compiled
PUMP = 0.004     # [s] between looks at the page while something else is loaded
POLL = 200       # [ms] between looks whether the program is to end


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


def make_window(args, folders):
    """Returns application, window (not yet shown) and crash watch; scenes and mechanics load while the page starts."""
    with stop.later():
        from sandbox.view import View, prepare
    laps.lap("libraries of the picture loaded")
    give_back_memory()
    prepare()
    from sandbox.app.crash import CrashWatch
    from sandbox.app.paths import media_folders
    settings, chosen = settings_of(args, folders)
    application = make_application_of_windows()
    # this changes the environment, which threads of the web engine and of OpenGL read without a lock: it comes first
    import_module("sandbox.compiling.cache")
    laps.lap("application made")
    splash = show_splash(application, args)
    is_plain = args.safe or args.safe_graphics or chosen["safe_graphics"]
    # the web engine falls over a page that goes while it is loaded, so it goes with the process
    view = keep_till_end(View(smooth=False if is_plain else None))

    laps.lap("page begun")
    found = while_page_loads(application, lambda: load_scenes_and_window(args.safe))
    laps.lap("window and scenes loaded")
    from sandbox.app.session import Session, take_left
    from sandbox.cli.window import opening
    from sandbox.cli.window.runs import RunLogs
    from sandbox.qt.garbage import collect_by_the_loop
    from sandbox.ui.look.icons import program_icon
    from sandbox.ui.window.window import MainWindow
    from sandbox.view import palette
    from sandbox.workspace.kept_work import KeptWork, forget_old
    application.setWindowIcon(program_icon())

    is_test = args.command is not None or args.measure_window
    left = [] if is_test else take_left(folders.log)
    work = KeptWork(folders.log)
    forget_old(folders.log)
    window_session = Session(folders.log, is_test=is_test, work=str(work.newest)).begin()
    logs = RunLogs(folders, window_session, chosen["runs_kept"], chosen["runs_megabytes"])
    window = MainWindow(found, view, logs.open if chosen["record_runs"] else None,
                        legend=lambda: palette.legend(view.theme), films=(*media_folders(), this_program()),
                        settings=None if args.safe else settings,
                        opening=first_of(args, chosen, None if is_test else folders.config / "results.sqlite"))
    keep_till_end(window)
    laps.lap("window made")
    if splash is not None:
        splash.wait_for(window)
    crash = CrashWatch(folders.log, on_report=lambda report: window.report_fault(report.sentence)).install()
    crash.watch_qt()
    collect_by_the_loop(application)
    keep_session(window, window_session)
    watch_scenes(window, args.safe)
    if not is_test:
        window.filing.keep_work(work.keep, work.forget)
    opening.report_opening(window, left, [*folders.troubles, *settings.notes, *opening.words_of_broken(found.broken)],
                 None if args.safe else lambda: begin_again_safely(window),
                 "" if is_test or args.open or args.code else args.scene)
    return application, window, crash


def make_application_of_windows():
    """Returns Qt's application, with what windows of this program have in common."""
    application = make_application()
    # from here on Qt calls Python, where nothing may be raised
    stop.listen(lambda _number: None)
    application.setStyle("Fusion")
    application.setDesktopFileName("jacobi-sandbox")
    return application


def first_of(args, chosen, results):
    """Returns what the window shows at first; `results` is the file of what was reached in challenges, or None."""
    from sandbox.ui.window.opening import Opening
    return Opening(args.scene, args.preset, colours=args.theme or chosen["theme"], file=args.open or "",
                   code=args.code or "", challenges=tuple(challenge_folders()[:1 if args.safe else None]),
                   lessons=tuple(lesson_folders()[:1 if args.safe else None]),
                   own_scenes=None if args.safe else scene_folders()[-1], results=results)


def settings_of(args, folders):
    """Returns the settings, and those that hold for this start; the language is set."""
    from sandbox.app.settings import KNOWN, Settings
    from sandbox.text import set_language
    settings = Settings(folders.config / "settings.json")
    if args.reset:
        settings.reset()
    # a safe start neither uses what a person has chosen nor changes it
    plain: dict[str, Any] = {name: setting.default for name, setting in KNOWN.items()}
    chosen = plain if args.safe else settings
    set_language(args.lang or chosen["language"])
    return settings, chosen


def show_splash(application, args):
    """Returns the picture of the first scene, shown; None where nobody waits for a window."""
    if args.command is not None:
        return None
    from sandbox.cli.window.splash import Splash
    splash = Splash(args.scene)
    splash.show()
    application.processEvents()
    laps.lap("still picture")
    return splash


def load_scenes_and_window(is_safe: bool):
    """Loads the modules of the window, and returns the catalogue of scenes."""
    import_module("sandbox.ui.window.window")
    return catalogue(is_safe)


def while_page_loads(application, work):
    """Returns what `work()` returns, done on another thread: the page that begins to load is served on this one."""
    from sandbox.ui.playback.task import Task
    task = Task(work)
    while not task.is_done:
        stop.look()
        application.processEvents()
        time.sleep(PUMP)
    return task.result()


def watch_scenes(window, is_safe: bool):
    """Loads scene files again that change while the window is open."""
    from sandbox.cli.common import judge
    from sandbox.scene.catalogue import load_judged
    from sandbox.ui.window.scenes.hot_reload import HotReload
    from sandbox.ui.window.scenes.wiring import show_scenes
    reload = HotReload(window, window.catalogue, window.player, window.edits, scene_folders()[:1 if is_safe else None],
                       lambda path: load_judged(path, judge()), window.message.say, window.display.note)
    reload.changed.connect(lambda: show_scenes(window))


def keep_session(window, session):
    """Keeps in the session what the window shows, until it is closed."""
    def note(*_news):
        if (run := window.simulation) is not None:
            log = run.recorder.path if run.recorder is not None else ""
            session.note(scene=run.scene.id, preset=run.preset, parameters=dict(run.values), log=log)

    window.player.started.connect(note)
    window.player.looked.connect(note)
    window.closed.connect(session.close)


def begin_again_safely(window):
    """Closes the window; `run` opens a safe one."""
    window.wants_safe_start = True
    window.close()


def run(args, folders) -> int:
    """Opens the window for a person, or for a command that looks at it; returns the exit code."""
    sentence = missing_display()
    if sentence:
        return fail(sentence)
    application, window, crash = make_window(args, folders)
    window.show()
    laps.lap("window shown")
    if args.command == "selftest":
        from sandbox.cli.window.selftest import selftest
        stop.look()
        stop.unheard()
        code = selftest(application, window, args.scenes)
    elif args.measure_window:
        stop.look()
        stop.unheard()
        from sandbox.cli.window.measure import measure
        code = measure(application, window)
    else:
        code = play(application, window)
    crash.close()
    from sandbox.ui.playback.task import are_done
    if window.wants_safe_start:
        import subprocess

        from sandbox.text import language
        code = subprocess.call([*this_program(), "--safe", "--lang", language()])
    # a scene may hold one for ever
    are_done(LAST_WORK)
    return code


def play(application, window) -> int:
    """Leaves the window to a person; returns the exit code. A request to end closes it as the person would."""
    from sandbox.qt.core import QTimer
    from sandbox.text import _
    # closed by a timer: the request may come in the middle of a step, or of a row of the log
    looks = QTimer()
    looks.timeout.connect(lambda: window.close() if stop.heard() else None)
    looks.start(POLL)
    code = application.exec_()
    if not stop.heard():
        return code
    run = window.simulation
    if run is not None and run.recorder is not None and os.path.exists(run.recorder.path):
        print(run.recorder.trouble or _("stopped at t = {t:.6g} s; '{path}' is whole: {rows} rows").format(
            t=run.t, path=run.recorder.path, rows=run.recorder.rows), file=sys.stderr)
    return 128 + stop.heard()
