"""vpython without its server: imported with a stand-in for its network part; its updates are packed here.

One message per frame carries all that has changed since the last one. Numbers that are not finite and text
that is not escaped cannot pass: both are checked here and nowhere else.
"""

import json
import os
import sys
from contextlib import contextmanager
from functools import lru_cache
from html import escape
from importlib.metadata import PackageNotFoundError, version
from math import isfinite
from types import ModuleType, SimpleNamespace

from sandbox.qt.core import QCoreApplication, Qt
from sandbox.qt.web_core import QWebEngineUrlScheme
from sandbox.view.page.files import SCHEME, MissingPiece

TEXTS = ("title", "caption", "append_to_title", "append_to_caption", "text")

# surfaces on their way to the page: number of a vpython object -> arrays (see mesh.py)
meshes: dict[int, dict] = {}

# poses on their way to the page: number of a vpython object -> position, axis, up (3 each); vpython's own attributes
# would make three vectors and turn them into text for each
moves: dict[int, list[float]] = {}

# what we use of vpython beyond its manual: (module, dotted name)
PRIVATE = (("vpython.vpython", "baseObj.updates"), ("vpython.vpython", "baseObj.attrs"),
           ("vpython.vpython", "baseObj.initialize"), ("vpython.vpython", "baseObj.package"),
           ("vpython.vpython", "baseObj.object_registry"), ("vpython.vpython", "baseObj.objCnt"),
           ("vpython.vpython", "baseObj.sent"), ("vpython.vpython", "baseObj.glow"),
           ("vpython.vpython", "baseObj.attach_arrows"), ("vpython.vpython", "baseObj.attach_trails"),
           ("vpython.vpython", "GlowWidget"), ("vpython.vpython", "_wait"), ("vpython.vpython", "rate"),
           ("vpython.vpython", "time.sleep"), ("vpython.vpython", "canvas.selected"))


class NotFinite(ValueError):
    """A number for the page is not finite; the text names the attribute."""


def prepare():
    """Sets up what must stand before QApplication is made: private URL scheme, shared OpenGL, Chromium's switches."""
    if not is_prepared():
        scheme = QWebEngineUrlScheme(SCHEME)
        scheme.setSyntax(QWebEngineUrlScheme.Syntax.Host)
        scheme.setFlags(QWebEngineUrlScheme.Flag.SecureScheme | QWebEngineUrlScheme.Flag.LocalScheme
                        | QWebEngineUrlScheme.Flag.LocalAccessAllowed | QWebEngineUrlScheme.Flag.CorsEnabled)
        QWebEngineUrlScheme.registerScheme(scheme)
    if QCoreApplication.instance() is None:
        QCoreApplication.setAttribute(Qt.ApplicationAttribute.AA_ShareOpenGLContexts)

    # --disable-gpu would take WebGL away; a debugging port would open a socket
    flags = [f for f in os.environ.get("QTWEBENGINE_CHROMIUM_FLAGS", "").split()
             if f != "--disable-gpu" and not f.startswith("--remote-debugging")]
    # given twice: Chromium takes the first flag for the program's name when the application has no arguments
    flags += ["--ignore-gpu-blocklist"]*max(0, 2 - flags.count("--ignore-gpu-blocklist"))
    # its remarks on textures that came too late mean nothing to a person at a terminal
    if not any(f.startswith(("--enable-logging", "--log-level")) for f in flags):
        flags.append("--log-level=3")
    os.environ["QTWEBENGINE_CHROMIUM_FLAGS"] = " ".join(flags)
    os.environ.pop("QTWEBENGINE_REMOTE_DEBUGGING", None)
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        os.environ["QTWEBENGINE_DISABLE_SANDBOX"] = "1"


def is_prepared() -> bool:
    """Returns whether `prepare` was called."""
    return bool(QWebEngineUrlScheme.schemeByName(SCHEME).name())


class _Waits:
    """Replaces the waits of vpython, which would stop a program of one thread for ever.

    A scene is sent as one message in which every object comes before its users, so there is nothing to wait for:
    a wait for "the page has taken all of it" and a compound's wait for its size are over at once.
    """

    def __init__(self, core):
        self._core = core

    def sleep(self, seconds):
        self._core.baseObj.sent = True

    def rate(self, frequency):
        self._core.canvas.selected._waitfor = True


@lru_cache(maxsize=1)
def load():
    """Imports vpython once, without server, socket and thread, and returns the module."""
    stand_in = ModuleType("vpython.no_notebook")
    stand_in._ = None
    sys.modules["vpython.no_notebook"] = stand_in
    with _answered_version():
        import vpython
    missing = missing_names()
    if missing:
        raise MissingPiece("vpython has no " + ", ".join(missing))
    core = sys.modules["vpython.vpython"]
    waits = _Waits(core)
    core.time = SimpleNamespace(sleep=waits.sleep)
    core.rate = waits.rate
    core.GlowWidget()
    core.sender = _forget            # objects that die announce it; a rebuilt page has forgotten them already
    return vpython


@contextmanager
def _answered_version():
    """Lets vpython ask for its own version as it does, of a part of setuptools that no longer exists."""
    stand_in = ModuleType("pkg_resources")
    stand_in.get_distribution = lambda name: SimpleNamespace(version=version(name))
    stand_in.DistributionNotFound = PackageNotFoundError
    before = sys.modules.get("pkg_resources")
    sys.modules["pkg_resources"] = stand_in
    try:
        yield
    finally:
        del sys.modules["pkg_resources"]
        if before is not None:
            sys.modules["pkg_resources"] = before


def _forget(commands):
    return None


def missing_names() -> list[str]:
    """Returns the private names that this vpython does not have."""
    missing = []
    for module, dotted in PRIVATE:
        found = sys.modules.get(module)
        for name in dotted.split("."):
            found = getattr(found, name, None) if name != "objCnt" else getattr(found, name, 0)
            if found is None and name not in ("selected", "glow"):
                missing.append(f"{module}: {dotted}")
                break
    return missing


def clear():
    """Forgets all vpython objects, so that the next canvas starts without any."""
    base = load().vector and sys.modules["vpython.vpython"].baseObj
    meshes.clear()
    moves.clear()
    base.object_registry.clear()
    base.objCnt = 0
    base.attach_arrows.clear()
    base.attach_trails.clear()
    base.initialize()
    base.sent = True


def pack(**extra) -> str:
    """Returns all changes since the last call as one JSON text for the page.

    extra    further members of the message (plain data)
    raises   NotFinite when a number is not finite; the changes are dropped
    """
    base = sys.modules["vpython.vpython"].baseObj
    updates, changed = base.updates, sorted(base.attrs)
    base.initialize()

    # attributes are sent as text, where a NaN would not be noticed
    for idx, name in changed:
        value = getattr(base.object_registry[idx], name)
        if hasattr(value, "x"):
            value = [value.x, value.y, value.z]
            if not (isfinite(value[0]) and isfinite(value[1]) and isfinite(value[2])):
                raise NotFinite(f"{name} of object {idx}: {value}")
        elif isinstance(value, float) and not isfinite(value):
            raise NotFinite(f"{name} of object {idx}: {value}")
        elif name in TEXTS:
            value = escape(str(value))
        updates["attrs"].setdefault(idx, {})[name] = value
    for command in updates["cmds"]:
        for name in TEXTS:
            if name in command:
                command[name] = escape(str(command[name]))
    if "title" in extra:
        extra["title"] = escape(str(extra["title"]))

    message = base.package(updates)
    message.update(extra)
    if meshes:
        message["meshes"] = {str(idx): mesh for idx, mesh in meshes.items()}
        meshes.clear()
    if moves:
        message["moves"] = [[idx, *numbers] for idx, numbers in moves.items()]
        moves.clear()
    try:
        return json.dumps(message, allow_nan=False, separators=(",", ":"))
    except ValueError as error:
        raise NotFinite(str(error)) from None
