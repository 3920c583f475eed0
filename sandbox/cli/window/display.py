"""Qt's application, and whether a window can be opened: Qt itself ends the process without an exception where it can't.
"""

import ctypes
import locale
import os
import subprocess
import sys
from contextlib import suppress
from threading import Thread

from sandbox.cli.arguments import HEADLESS
from sandbox.ending import keep_till_end
from sandbox.text import _

PATIENCE = 10.0          # [s] for a display to answer
STARTING = 60.0          # [s] for a process that tries it, on a busy machine

TRY = "from PyQt5.QtGui import QGuiApplication; QGuiApplication([])"


def make_application():
    """Returns Qt's application. On Unix it makes C libraries read numbers as the person's country writes them: taken
    back, files have points everywhere."""
    from sandbox.qt.widgets import QApplication
    application = keep_till_end(QApplication.instance() or QApplication(sys.argv[:1]))
    locale.setlocale(locale.LC_NUMERIC, "C")
    return application


def missing_display() -> str:
    """Returns why no window can be opened, or ""."""
    if not sys.platform.startswith("linux"):
        return ""
    display, kind = os.environ.get("DISPLAY", ""), os.environ.get("QT_QPA_PLATFORM", "").partition(":")[0]
    if kind in ("", "xcb") and display and answers(display):
        return ""
    # something else than the ordinary display: only Qt itself knows
    if (kind not in ("", "xcb") or os.environ.get("WAYLAND_DISPLAY")) and opens_in_qt():
        return ""
    return _("no display to open a window on ({display}); these work without one: {commands}").format(
        display=f"DISPLAY={display}", commands=HEADLESS)


def answers(display: str) -> bool:
    """Whether an X server answers there and lets this person in, asked by the library that Qt asks with."""
    found = []

    def ask():
        with suppress(OSError, AttributeError):
            library = ctypes.CDLL("libxcb.so.1")
            library.xcb_connect.restype = ctypes.c_void_p
            library.xcb_connection_has_error.argtypes = library.xcb_disconnect.argtypes = [ctypes.c_void_p]
            connection = library.xcb_connect(os.fsencode(display), None)
            found.append(library.xcb_connection_has_error(connection) == 0)
            library.xcb_disconnect(connection)

    # a host that is switched off lets one wait for minutes
    asking = Thread(target=ask, name="display", daemon=True)
    asking.start()
    asking.join(PATIENCE)
    return bool(found) and found[0]


def opens_in_qt() -> bool:
    """Whether Qt opens a window there, tried in a process of its own."""
    if getattr(sys, "frozen", False):
        return True       # there is no Python to try it with
    try:
        done = subprocess.run([sys.executable, "-c", TRY], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL, timeout=STARTING)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0
