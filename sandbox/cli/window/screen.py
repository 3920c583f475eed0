"""A virtual screen for commands that draw without a window: Qt wants one on Linux, even for what is never shown."""

import os
import shutil
import socket
import subprocess
import time
from contextlib import suppress
from select import select

from sandbox.text import _

SCREEN = "1280x800x24"
TIMEOUT = 10.0           # [s] for the screen to come up
ATTEMPTS = 3             # two programs may want the same number at once

_connections: list = []        # connections that stay open until this process ends

# a person's settings for windows must not change the pixels of a film
PIXEL_PER_POINT = {"QT_SCALE_FACTOR": "1", "QT_AUTO_SCREEN_SCALE_FACTOR": "0", "QT_ENABLE_HIGHDPI_SCALING": "0",
                   "QT_FONT_DPI": "96"}


def plain_pixels():
    """Makes one point one pixel on every screen; has to be called before Qt is loaded."""
    os.environ.update(PIXEL_PER_POINT)
    os.environ.pop("QT_SCREEN_SCALE_FACTORS", None)


def start_screen() -> str:
    """Starts a virtual screen for this process and those it starts; returns "", or a sentence that says why not."""
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
        is_up = False
        try:
            number = read_number(read)
            is_up = bool(number) and stay_connected(number)
        finally:
            os.close(read)
            if not is_up:
                end_screen(screen)
        if is_up:
            os.environ["DISPLAY"] = f":{number}"
            os.environ["QT_QPA_PLATFORM"] = "xcb"
            os.environ.pop("WAYLAND_DISPLAY", None)
            return ""
    return _("the virtual screen '{program}' did not start").format(program=program)


def read_number(read: int) -> str:
    """Returns the display number that Xvfb writes to the pipe, or "" when it does not come up in time."""
    text = b""
    while not text.endswith(b"\n"):
        ready, _w, _x = select([read], [], [], TIMEOUT)
        more = os.read(read, 32) if ready else b""
        if not more:
            return ""
        text += more
    return text.decode().strip()


def stay_connected(number: str) -> bool:
    """Connects to a display until this process ends; returns whether that worked.

    Xvfb ends with its last client, so it would end between two programs that only ask it something.
    """
    end = time.monotonic() + TIMEOUT
    while time.monotonic() < end:
        client = socket.socket(socket.AF_UNIX)
        client.settimeout(TIMEOUT)
        # it writes its number a moment before it accepts connections
        with suppress(OSError):
            client.connect(f"/tmp/.X11-unix/X{number}")
            # byte order, protocol 11.0, no authorisation
            client.sendall(b"l\0\x0b\0" + bytes(8))
            if client.recv(1) == b"\1":
                _connections.append(client)
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
