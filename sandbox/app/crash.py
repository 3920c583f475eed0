"""Uncaught exceptions: a report in a file and a sentence for the person, never a bare traceback."""

import faulthandler
import logging
import os
import platform
import sys
import threading
import traceback
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from errno import EINVAL
from hashlib import blake2b
from io import FileIO
from logging.handlers import RotatingFileHandler
from pathlib import Path

from sandbox.app import alive
from sandbox.ending import at_end
from sandbox.files import private
from sandbox.text import _
from sandbox.version import VERSION

MAX_REPORTS = 50         # different faults reported in one session
KEPT_REPORTS = 100       # files of reports; the oldest go first
LOG_LINES = 200          # last lines of the message log that go into a report

log = logging.getLogger("sandbox")


@dataclass(frozen=True)
class Report:
    """One fault; the same fault has the same id in every session."""

    id: str
    sentence: str        # for the person
    details: str         # for whoever repairs it
    path: Path | None    # where the details were written, if that was possible


class CrashWatch:
    """Reports every exception that nobody caught, on any thread.

    folder     for reports, the message log and the traces of hard crashes
    on_report  called with each new Report, on the thread of the fault; without it the sentence goes to the terminal
    facts      more lines for a report (graphics card, scene, ...)
    """

    def __init__(self, folder, on_report: Callable[[Report], None] | None = None, facts: Callable[[], str] = str):
        self.folder = Path(folder)
        self.on_report = on_report
        self.facts = facts
        self.had_bad_end = False      # an earlier session ended without `close`
        self._reported: set[str] = set()
        self._busy = threading.local()
        self._fault_file: FileIO | None = None

    def install(self):
        """Takes over the exception hooks of Python and begins the message log."""
        self._start_log()
        self._forget_old()
        self._watch_hard_crashes()
        sys.excepthook = self._main_hook
        threading.excepthook = lambda args: self._hook(args.exc_type, args.exc_value, args.exc_traceback)
        sys.unraisablehook = lambda args: self._hook(args.exc_type, args.exc_value, args.exc_traceback)
        return self

    def watch_qt(self):
        """Sends Qt's own messages to the message log, if this process uses Qt at all."""
        core = sys.modules.get("PyQt5.QtCore")
        if core is not None:
            core.qInstallMessageHandler(lambda _kind, _context, message: log.info("Qt: %s", message))

    def close(self):
        """Ends the session in order: the trace file of hard crashes is closed and removed."""
        if self._fault_file is not None:
            faulthandler.disable()
            alive.end(self._fault_file)
            self._fault_file = None

    # ---- exceptions -------------------------------------------------------------------------------------------------

    def _main_hook(self, kind, error, trace):
        end_painters(trace)
        if issubclass(kind, KeyboardInterrupt):
            return
        self._hook(kind, error, trace)

    def _hook(self, kind, error, trace):
        if kind is None or issubclass(kind, SystemExit) or getattr(self._busy, "now", False):
            return
        self._busy.now = True        # a fault while a fault is reported is dropped
        try:
            self.report(kind, error, trace)
        except Exception:
            log.critical("a fault could not be reported")
        finally:
            self._busy.now = False

    def report(self, kind, error, trace) -> Report | None:
        """Writes and reports a fault; None if it was reported before (a fault in every frame is reported once)."""
        details = "".join(traceback.format_exception(kind, error, trace))
        places = [f"{os.path.basename(frame.filename)}:{frame.name}" for frame in traceback.extract_tb(trace)]
        name = blake2b(repr((kind.__name__, places)).encode(), digest_size=4).hexdigest()
        if name in self._reported or len(self._reported) >= MAX_REPORTS:
            return None
        self._reported.add(name)
        path = self._write(name, details)
        where = _("The report is '{path}'.").format(path=path) if path else _("The report could not be written.")
        sentence = _("Something went wrong ({id}): {what}. {where}").format(
            id=name, what=str(error)[:200] or kind.__name__, where=where)
        report = Report(name, sentence, details, path)
        log.error("%s", sentence)
        if self.on_report is not None:
            self.on_report(report)
        elif sys.stderr is not None:
            print(sentence, file=sys.stderr)
        return report

    def _write(self, name: str, details: str) -> Path | None:
        """Writes the file of a report and returns its path, None when it cannot be written."""
        path = self.folder / f"crash-{name}.txt"
        try:
            facts = self.facts()
        except Exception as error:
            facts = f"facts: {error!r}"
        lines = [f"Jacobi Sandbox {VERSION}, report {name}, {datetime.now().isoformat(timespec='seconds')}",
                 f"{platform.platform()}, Python {platform.python_version()}", facts, "", details, "Last messages:",
                 *self._last_messages()]
        try:
            with open(path, "w", encoding="utf-8", errors="backslashreplace", opener=private) as file:
                file.write("\n".join(lines))
        except OSError:
            return None
        return path

    # ---- message log, hard crashes ----------------------------------------------------------------------------------

    def _start_log(self):
        log.setLevel(logging.INFO)
        log.propagate = False
        logging.raiseExceptions = False        # a full disk is no reason to write on the terminal
        path = self.folder / "messages.log"
        try:
            if path.exists() and not path.is_file():
                raise OSError(EINVAL, "a pipe would never be opened")
            handler: logging.Handler = PrivateFileHandler(path, maxBytes=1_000_000, backupCount=4,
                                                          encoding="utf-8", errors="backslashreplace")
        except OSError:
            handler = logging.NullHandler()
        handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
        log.handlers[:] = [handler]

    def _forget_old(self):
        """Removes the oldest reports of all sessions beyond what is kept."""
        with suppress(OSError):
            reports = sorted(self.folder.glob("crash-*.txt"), key=lambda path: path.lstat().st_mtime)
            for path in reports[:-KEPT_REPORTS]:
                path.unlink()

    def _last_messages(self) -> list[str]:
        path = self.folder / "messages.log"
        try:
            text = path.read_text(encoding="utf-8", errors="replace") if path.is_file() else ""
        except OSError:
            return []
        return text.splitlines()[-LOG_LINES:]

    def _watch_hard_crashes(self):
        """Gives faulthandler a file of this session; one that an earlier session left behind shows that it crashed."""
        for path in self.folder.glob("session-*.log"):
            trace = alive.take_left(path)
            if trace is not None:
                self.had_bad_end = True
                log.warning("an earlier session ended badly\n%s", trace.decode("utf-8", "replace")[-10_000:])
        try:
            self._fault_file = alive.make(self.folder / f"session-{os.getpid()}.log")
        except OSError:
            return
        faulthandler.enable(self._fault_file)
        at_end(self.close)


class PrivateFileHandler(RotatingFileHandler):
    """Writes files that are this user's own."""

    def _open(self):
        return open(self.baseFilename, self.mode, encoding=self.encoding, errors=self.errors, opener=private)


def end_painters(trace):
    """Ends what paints in the frames of a traceback: Python keeps the last one, and Qt does not outlive a painter that
    is there longer than what it paints on."""
    gui = sys.modules.get("PyQt5.QtGui")
    if gui is None:
        return
    for frame, _line in traceback.walk_tb(trace):
        for thing in frame.f_locals.values():
            if isinstance(thing, gui.QPainter) and thing.isActive():
                thing.end()
