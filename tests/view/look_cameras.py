"""Child process of the page tests: what each camera shows, how it glides, and what the mouse does to it.

    python look_cameras.py cameras REPORT
"""

import time
from math import cos, sin

import numpy as np
from player import RADIUS, Player, accent_of, blue_of, middle_of, play_part, snapshot

ROUND = ("free", "table", "top", "follow", "table", "free")


def ridden(angle: float):
    """A ball at rest on the table, which is turned by `angle`."""
    centre = np.array((0.15*cos(angle), 0.15*sin(angle), RADIUS))
    half = 0.5*angle
    return snapshot(0.0, angle=angle, centre=centre, contact=centre - (0, 0, RADIUS), velocity=np.zeros(3),
                    quaternion=np.array((cos(half), 0.0, 0.0, sin(half))))


def mouse(p, kind: str):
    """Drag to turn, shift-drag to pan, wheel to zoom."""
    from PyQt5.QtCore import QPoint, QPointF, Qt
    from PyQt5.QtGui import QWheelEvent
    from PyQt5.QtTest import QTest
    target = p.view._web.focusProxy()
    if kind == "zoom":
        at = QPointF(400, 300)
        event = QWheelEvent(at, target.mapToGlobal(at.toPoint()) + QPointF(0, 0), QPoint(0, 0), QPoint(0, 240),
                            Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase,
                            False)
        p.app.sendEvent(target, event)
        return
    if kind == "pan":
        QTest.keyPress(target, Qt.Key.Key_Shift)
        p.settle(snapshot(0.0), 0.1)
    held = Qt.KeyboardModifier.ShiftModifier if kind == "pan" else Qt.KeyboardModifier.NoModifier
    QTest.mousePress(target, Qt.MouseButton.LeftButton, held, QPoint(300, 300))
    for k in range(6):
        QTest.mouseMove(target, QPoint(300 + 15*k, 300 + 5*k))
        p.settle(snapshot(0.0), 0.04)
    QTest.mouseRelease(target, Qt.MouseButton.LeftButton, held, QPoint(375, 325))
    if kind == "pan":
        QTest.keyRelease(target, Qt.Key.Key_Shift)


def cameras() -> dict:
    p = Player()
    p.open()
    view, out = p.view, {"modes": {}}

    # what is at rest in which picture
    for mode in ("free", "table"):
        view.set_camera(mode)
        p.settle(ridden(0.4))
        first = view.grab_pixels()
        p.frame(ridden(1.6))
        second = view.grab_pixels()
        out[mode] = {"changed": float((np.abs(first.astype(int) - second).max(axis=2) > 60).mean()),
                     "accent": [middle_of(accent_of(first)), middle_of(accent_of(second))]}
    view.set_camera("follow")
    out["follow"] = []
    for x in (0.2, -0.1):
        p.settle(snapshot(0.0, x=x))
        out["follow"].append(middle_of(blue_of(view.grab_pixels())))
    view.set_camera("top")
    p.settle(snapshot(0.0))
    pixels = view.grab_pixels().astype(int)
    table = (pixels[..., 0] > 100) & (pixels[..., 0] - pixels[..., 2] > 8)
    out["top"] = [int(np.ptp(np.flatnonzero(table[260:280, 235:725].any(axis=0)))),
                  int(np.ptp(np.flatnonzero(table[:, 470:490].any(axis=1))))]

    # no jumps: the view moves little from one look to the next
    out["jump"], out["kept"] = 0.0, []
    shot = snapshot(0.0)
    for mode in ROUND:
        view.set_camera(mode)
        before, last, end = None, 0.0, time.perf_counter() + 0.65
        while time.perf_counter() < end:
            p.view.show_snapshot(shot)
            p.breathe()
            # the page is asked for what it would show now, however seldom it draws
            text = p.ask("(function () { const v = view_now();"
                         " return v.forward.concat(v.up, performance.now()).join() })()")
            *look, stamp = (float(x) for x in text.split(","))
            if before is not None:
                step = max(abs(a - b) for a, b in zip(look, before, strict=True))
                out["jump"] = max(out["jump"], step/max(0.02, 0.001*(stamp - last)))
            before, last = look, stamp
        out["kept"].append(view.camera_mode == mode)

    # the mouse in every mode
    for mode in ("free", "follow", "top", "table"):
        view.set_camera(mode)
        p.settle(shot)
        moved = {}
        for kind in ("turn", "pan", "zoom"):
            before = p.look()
            mouse(p, kind)
            p.settle(shot, 0.15)
            after = p.look()
            moved[kind] = [max(abs(a - b) for a, b in zip(after[i:j], before[i:j], strict=True))
                           for i, j in ((0, 3), (3, 9), (9, 10))]
        out["modes"][mode] = moved
    view.reset_camera()
    p.settle(shot)
    out["reset"] = p.look()
    out["signals"] = p.signals
    return out


if __name__ == "__main__":
    play_part(globals())
