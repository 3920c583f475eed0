"""Puts the picture of the page into the window by the graphics card, or by the processor where there is no card.

Usually Chromium draws the page with OpenGL on a thread of its own into textures, and Qt on its thread draws these into
the window with OpenGL again. Where OpenGL itself is a program, that is slow, and fatal now and then: llvmpipe of Mesa
22.3 looks for a texture in drawings that another thread has in work, and reads memory that this thread has freed. There
page and window are put together without OpenGL; only WebGL still uses it, on one thread. Measured with llvmpipe:
23 ms of processor per picture instead of 87.
"""

import ctypes
import logging
import os
import re
from contextlib import contextmanager
from functools import lru_cache

from sandbox.qt.gui import QOffscreenSurface, QOpenGLContext
from sandbox.qt.quick import QQuickWindow, QSGRendererInterface

log = logging.getLogger(__name__)

SOFTWARE = re.compile("llvmpipe|softpipe|swrast|swiftshader|software|basic render", re.IGNORECASE)
GL_RENDERER = 0x1F01
BACKEND = "QT_QUICK_BACKEND"
NO_TEXTURES = "--disable-gpu-compositing"


def driver() -> str:
    """Returns the name of the OpenGL renderer, "" when it cannot be found out. Needs an application."""
    context, surface = QOpenGLContext(), QOffscreenSurface()
    surface.create()
    if not context.create() or not context.makeCurrent(surface):
        return ""
    try:
        address = context.getProcAddress(b"glGetString")
        if not address:
            return ""
        text = ctypes.CFUNCTYPE(ctypes.c_char_p, ctypes.c_uint)(int(address))(GL_RENDERER)
        return (text or b"").decode("ascii", "replace")
    finally:
        context.doneCurrent()


@lru_cache(maxsize=1)
def is_by_processor() -> bool:
    """Returns whether the processor puts page and window together: it does OpenGL as well, or the user asked for it."""
    name = driver()
    chosen = bool(SOFTWARE.search(name)) or os.environ.get(BACKEND) == "software"
    log.info("OpenGL by %r, the page is put into the window by the %s", name, "processor" if chosen else "driver")
    return chosen


@contextmanager
def engine_start():
    """Sets up the web engine, which starts with the first profile: that has to be made in this block."""
    if not is_by_processor():
        yield
        return

    # an engine that finds Qt's backend in the environment when it starts would go without WebGL
    os.environ.pop(BACKEND, None)
    flags = os.environ.get("QTWEBENGINE_CHROMIUM_FLAGS", "").split()
    if NO_TEXTURES not in flags:
        os.environ["QTWEBENGINE_CHROMIUM_FLAGS"] = " ".join([*flags, NO_TEXTURES])
    yield
    # not by the environment: threads of the engine read it, and it moves when something is added
    QQuickWindow.setSceneGraphBackend(QSGRendererInterface.GraphicsApi.Software)
