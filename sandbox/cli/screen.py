"""A virtual screen for commands that draw without a window: Qt wants one on Linux, even for what is never shown."""

import atexit
import os
import shutil
import socket
import subprocess
import time
from contextlib import suppress
from select import select

from sandbox.text import _

SCREEN = "1280x800x24"
PATIENCE = 10.0          # [s] for the screen to come up
ATTEMPTS = 3             # two programs may want the same number at once

_held = []               # connections, until this process ends

# nothing that a person has set for the windows may change the pixels of a film
PLAIN = {"QT_SCALE_FACTOR": "1", "QT_AUTO_SCREEN_SCALE_FACTOR": "0", "QT_ENABLE_HIGHDPI_SCALING": "0",
         "QT_FONT_DPI": "96"}


def plain_pixels():
    """One point is one pixel, whatever the screen; before Qt is loaded."""
    os.environ.update(PLAIN)
    os.environ.pop("QT_SCREEN_SCALE_FACTORS", None)


def start_screen() -> str:
    """Start a virtual screen for this process and those it starts; a sentence when that is not possible."""
    program = shutil.which("Xvfb")
    if program is None:
        return _("no display, and no virtual one: install the program Xvfb (on Debian and Ubuntu: "
                 "apt install xvfb) or set DISPLAY")
    for _attempt in range(ATTEMPTS):
        read, write = os.pipe()
        # it ends with its last client, so none is left behind when this process is killed
        screen = subprocess.Popen([program, "-displayfd", str(write), "-screen", "0", SCREEN, "-nolisten", "tcp",
                                   "-terminate"], pass_fds=(write,), stdin=subprocess.DEVNULL,
                                  stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(write)
        atexit.register(end_screen, screen)
        number = told(read)
        os.close(read)
        if number and hold(number):
            os.environ["DISPLAY"] = f":{number}"
            os.environ["QT_QPA_PLATFORM"] = "xcb"
            os.environ.pop("WAYLAND_DISPLAY", None)
            return ""
        end_screen(screen)
    return _("the virtual screen '{program}' did not start").format(program=program)


def told(read: int) -> str:
    """The number that a screen writes, up to the end of its line, or "" when it does not come up."""
    text = b""
    while not text.endswith(b"\n"):
        ready, _w, _x = select([read], [], [], PATIENCE)
        more = os.read(read, 32) if ready else b""
        if not more:
            return ""
        text += more
    return text.decode().strip()


def hold(number: str) -> bool:
    """Be a client as long as this process lives: the screen would end between two others that only ask something."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        client = socket.socket(socket.AF_UNIX)
        client.settimeout(PATIENCE)
        # it says its number a moment before it takes anybody in
        with suppress(OSError):
            client.connect(f"/tmp/.X11-unix/X{number}")
            # byte order, protocol 11.0, no authorisation
            client.sendall(b"l\0\x0b\0" + bytes(8))
            if client.recv(1) == b"\1":
                _held.append(client)
                return True
        client.close()
        time.sleep(0.05)
    return False


def end_screen(screen):
    screen.terminate()
    try:
        screen.wait(5)
    except subprocess.TimeoutExpired:
        screen.kill()
