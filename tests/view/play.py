"""Child process of the page tests: plays one part and writes what it saw to a report file.

    python play.py PART REPORT
"""

import os
import sys
import threading
import time
from contextlib import suppress
from math import cos, sin
from types import SimpleNamespace

import numpy as np
import psutil
from player import RADIUS, Player, counts, play_part, snapshot

from sandbox.view import prepare
from tests.markup import EVIL
from tests.work import calls_of

FETCH = """(function () {
    try { const r = new XMLHttpRequest(); r.open("GET", "%s", false); r.send(); return r.responseText.length > 0 }
    catch (error) { return false }
})()"""


def sockets() -> list:
    """Internet sockets of this process and its children that listen or are connected."""
    mine = psutil.Process()
    found = []
    for process in [mine, *mine.children(recursive=True)]:
        with suppress(psutil.NoSuchProcess):
            found += [f"{process.name()}: {c.laddr} {c.raddr} {c.status}"
                      for c in process.net_connections(kind="inet") if c.status == psutil.CONN_LISTEN or c.raddr]
    return found


def picture() -> dict:
    """The normal case, looked at from many sides."""
    p = Player()
    view, loads = p.view, []
    view._page.loadStarted.connect(lambda: loads.append(len(loads)))
    out = {"sockets": sockets()}
    p.open(EVIL)
    p.frame(snapshot(0.0))
    p.wait(lambda: view.first_picture_at is not None)

    # pixels
    still = view.grab_pixels()
    again = view.grab_pixels()
    p.frame(snapshot(0.0, angle=0.7))
    turned = view.grab_pixels()
    p.frame(snapshot(0.0, angle=0.7, x=-0.12))
    moved = view.grab_pixels()
    out.update(shape=still.shape, first=counts(still), same=int((still != again).sum()),
               turned=int((still != turned).any(axis=2).sum()),
               moved=int((np.abs(turned.astype(int) - moved).max(axis=2) > 12).sum()))

    # the window shows what the page drew
    p.play(0.5)
    out["window"] = counts(on_screen(p))
    out["grabbed"] = counts(view.grab_pixels())
    from PyQt5.QtQuick import QQuickWindow
    out["renderer"], out["backend"] = view.renderer, QQuickWindow.sceneGraphBackend()

    # hostile text, guard, page
    out["title"] = p.ask("document.title")
    out["bitten"] = p.ask("window.bitten === undefined ? 0 : 1")
    out["guarded"] = p.ask("lab.guarded.join()")
    out["spared"] = p.ask("lab.spared")
    out["elements"] = p.ask("document.querySelectorAll('img, iframe, svg, video, audio, object, embed, marquee, "
                            "template, details, base').length")
    out["scripts"] = p.ask("Array.from(document.scripts).filter(e => e.src).length")
    out["fetched"] = [p.ask(FETCH % url) for url in
                      ("jacobi://lab/", "jacobi://lab/plotly.min.js", "jacobi://lab/../../vpython.py",
                       "jacobi://lab/..%2fvpython.py", "http://127.0.0.1:9/", "file:///etc/hostname")]
    out["opened_window"] = p.ask("window.open('http://127.0.0.1:9/') === null ? 0 : 1")

    # numbers that are not finite
    seen = view.messages
    for field, value in (("centre", np.array((np.nan, 0, 0))), ("N", float("inf")), ("quaternion", np.full(4, np.nan)),
                         ("velocity", np.array((0, np.inf, 0)))):
        p.wait(lambda: not view._channel.is_busy)
        out.setdefault("refused", []).append(view.show_snapshot(snapshot(1.0, **{field: value})))
    out["nan_messages"] = view.messages - seen
    p.frame(snapshot(0.0, angle=0.7, x=-0.12))
    out["after_nan"] = counts(view.grab_pixels())

    # back-pressure: a second frame before the answer is dropped
    p.wait(lambda: not view._channel.is_busy)
    seen = view.messages
    out["busy"] = [view.show_snapshot(snapshot(2.0)) for _ in range(5)]
    out["busy_messages"] = view.messages - seen

    # playing: trail, arrows, ghost
    view.set_arrow("velocity", True)
    view.show_ghost([(0.2*cos(a), 0.2*sin(a), RADIUS) for a in np.linspace(0, 6, 100)])
    p.play(3.0)
    # the ball is blue, too: the same state with and without the line behind it
    with_trail = counts(view.grab_pixels())["blue"]
    view.clear_trail()
    out["trail"] = with_trail - counts(view.grab_pixels())["blue"]
    out["calls"], lengths = [], []
    deliver = view._life.deliver
    view._life.deliver = lambda message: (lengths.append(len(message)), deliver(message))
    for _ in range(60):
        p.wait(lambda: not view._channel.is_busy)
        shot = snapshot(p.clock)
        out["calls"].append(calls_of(lambda shot=shot: view.show_snapshot(shot)))
        p.clock += 0.016
    view._life.deliver = deliver
    out["bytes"] = lengths

    # keys while the page has the focus; orbit by mouse and back
    from PyQt5.QtCore import QPoint, Qt
    from PyQt5.QtTest import QTest
    view.setFocus()
    p.window.activateWindow()
    p.play(0.3)
    target = view._web.focusProxy()
    QTest.keyClick(target, Qt.Key.Key_Space)
    p.play(0.2)
    out["pressed"] = p.pressed
    forward = p.ask("String(canvas.selected.forward)")
    QTest.mousePress(target, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, QPoint(300, 300))
    for k in range(8):
        QTest.mouseMove(target, QPoint(300 + 15*k, 300))
        p.play(0.04)
    QTest.mouseRelease(target, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, QPoint(405, 300))
    p.play(0.2)
    out["orbited"] = p.ask("String(canvas.selected.forward)") != forward
    view.reset_camera()
    p.play(0.9)
    p.glide(snapshot(p.clock))
    out["reset"] = p.ask("String(canvas.selected.forward)") == forward

    # a picture that does not change costs nothing, and moves again at once
    p.wait(lambda: not p.ask("is_moving()") and p.ask("lab.is_fine"))
    out["asleep"] = -p.ask("lab.draws")
    p.wait(lambda: not view._channel.is_busy)
    out["asleep"] += p.ask("lab.draws")
    rested = p.ask("lab.draws")
    p.play(0.3)
    out["woken"] = p.ask("lab.draws") - rested
    out["once"] = drawn_for_each(p, 10)

    # another scene, another size
    out["loads"] = [len(loads)]
    view.show_scene(SimpleNamespace(rim=0.1), SimpleNamespace(radius=0.01), "small")
    out["between"] = counts(on_screen(p, waits=False)) | {"kept": view._last.isVisible(), "ready": view.is_ready}
    p.wait(lambda: view.is_ready)
    p.frame(snapshot(0.0))
    p.wait(lambda: not view._last.isVisible())
    out["loads"].append(len(loads))
    p.window.resize(700, 600)
    p.play(0.6)
    resized = view.grab_pixels()
    out.update(second=counts(resized), second_shape=resized.shape, sockets=out["sockets"] + sockets(),
               threads=[t.name for t in threading.enumerate()], problems=view._page.problems,
               server=[m for m in sys.modules if m in ("http.server", "autobahn", "IPython", "tornado")],
               debugging=os.environ.get("QTWEBENGINE_REMOTE_DEBUGGING"), signals=p.signals)
    return out


def on_screen(p: Player, waits: bool = True) -> np.ndarray:
    """What the screen shows of the window, (height, width, 3) bytes: once the page has drawn, or at once."""
    from PyQt5.QtGui import QImage
    if waits:
        p.wait(lambda: not p.view._channel.is_busy)
    end = time.perf_counter() + (0.4 if waits else 0.0)
    p.app.processEvents()
    while time.perf_counter() < end:
        p.breathe()
    seen = p.app.primaryScreen().grabWindow(int(p.window.winId())).toImage().convertToFormat(QImage.Format.Format_RGB32)
    rows = np.frombuffer(seen.constBits().asstring(seen.sizeInBytes()), np.uint8).reshape(seen.height(), -1, 4)
    return rows[:, :seen.width(), 2::-1].copy()


def drawn_for_each(p: Player, frames: int) -> list:
    """How often the page draws for each of so many frames, while the screen shows three pictures of it."""
    found = []
    p.wait(lambda: not p.ask("is_moving()") and p.ask("lab.is_fine"))
    for _ in range(frames):
        before = p.ask("lab.draws")
        p.clock += 0.016
        p.frame(snapshot(p.clock))
        p.wait(lambda: not p.view._channel.is_busy)
        shown = p.ask("lab.shown")
        p.wait(lambda shown=shown: p.ask("lab.shown") > shown + 3)
        found.append(p.ask("lab.draws") - before)
    return found


def _recovery(break_it) -> dict:
    p = Player(waits=False)
    p.open()
    view = p.view
    view.set_camera("table")
    view.set_chalk("short")
    view.set_arrow("velocity", True)
    view.show_band([(0.2, 0.0)])
    view.show_ghost([(0.2*cos(a), 0.2*sin(a), RADIUS) for a in np.linspace(0, 3, 100)])
    p.play(1.2)
    p.ask("orbit(40, 20)")
    p.settle(snapshot(p.clock))
    before = view.grab_pixels()
    loads = []
    view._page.loadStarted.connect(lambda: loads.append(len(loads)))
    break_it(p)
    p.wait(lambda: any(s[0] == "recovered" for s in p.signals) or view.show_snapshot(snapshot(p.clock)) and False)
    p.frame(snapshot(p.clock))
    after = view.grab_pixels()
    return {"loads": len(loads), "signals": p.signals, "before": counts(before), "after": counts(after),
            "camera": view.camera_mode, "differ": int((before != after).any(axis=2).sum())}


def killed() -> dict:
    return _recovery(lambda p: psutil.Process(p.view._page.renderProcessPid()).kill())


def stopped() -> dict:
    """A process of the page that goes on living and does nothing more, as after SIGSTOP."""
    return _recovery(lambda p: psutil.Process(p.view._page.renderProcessPid()).suspend())


def lost() -> dict:
    return _recovery(lambda p: p.view._page.runJavaScript(
        "canvas.selected.__canvas_element.getContext('webgl2').getExtension('WEBGL_lose_context').loseContext()"))


def _broken_page(edit) -> dict:
    from sandbox.view.page import browser
    prepare()
    browser.GUARD = edit(browser.GUARD)
    p = Player()
    p.open()
    seen = counts(p.view.grab_pixels()) if p.view.is_ready else None
    return {"failure": p.failure, "seen": seen, "ready": p.view.is_ready, "renderer": p.view.renderer,
             "dropped": p.view.show_snapshot(snapshot(0.0))}


def blank() -> dict:
    """A page in which nothing is ever drawn."""
    return _broken_page(lambda guard: guard + "WebGL2RenderingContext.prototype.drawElements = function () {}")


def unguarded() -> dict:
    """The page without its guard for attributes that the driver dropped."""
    return _broken_page(lambda guard: guard.replace("index === undefined || index < 0", "false"))


def webgl1() -> dict:
    """A driver without WebGL 2."""
    return _broken_page(lambda guard: "delete window.WebGL2RenderingContext;\n" + guard)


if __name__ == "__main__":
    play_part(globals())
