"""Child process of the page tests: cameras, lines, surfaces and quality.

    python looks.py PART REPORT
"""

import json
import os
import sys
import time
from math import cos, pi, sin, sqrt

import numpy as np
from player import RADIUS, TABLE, Player, counts, snapshot

from sandbox.scene.bodies import Ball, Disk
from sandbox.scene.surface import Surface
from sandbox.scene.surfaces import Cone, EllipsoidSurface, Paraboloid, Pseudosphere, Sphere

ROUND = ("free", "table", "top", "follow", "table", "free")


def ridden(angle: float):
    """A ball at rest on the table, which is turned by `angle`."""
    centre = np.array((0.15*cos(angle), 0.15*sin(angle), RADIUS))
    half = 0.5*angle
    return snapshot(0.0, angle=angle, centre=centre, contact=centre - (0, 0, RADIUS), velocity=np.zeros(3),
                    quaternion=np.array((cos(half), 0.0, 0.0, sin(half))))


def middle_of(mask) -> list:
    rows, columns = np.nonzero(mask)
    return [float(np.median(columns)), float(np.median(rows))] if len(rows) else []


def blue_of(pixels):
    r, _g, b = (pixels[..., k].astype(int) for k in range(3))
    return (b > 110) & (b - r > 60)


def accent_of(pixels):
    r, g, b = (pixels[..., k].astype(int) for k in range(3))
    return (r > 120) & (r - b > 100) & (g > 70)


def mouse(p, kind: str):
    """Drag to turn, shift-drag to pan, wheel to zoom."""
    from PyQt5.QtCore import QPoint, QPointF, Qt
    from PyQt5.QtGui import QWheelEvent
    from PyQt5.QtTest import QTest
    target = p.view._web.focusProxy()
    if kind == "zoom":
        at = QPointF(400, 300)
        event = QWheelEvent(at, target.mapToGlobal(at.toPoint()) + QPointF(0, 0), QPoint(0, 0), QPoint(0, 240),
                            Qt.NoButton, Qt.NoModifier, Qt.NoScrollPhase, False)
        p.app.sendEvent(target, event)
        return
    if kind == "pan":
        QTest.keyPress(target, Qt.Key_Shift)
        p.settle(snapshot(0.0), 0.1)
    held = Qt.ShiftModifier if kind == "pan" else Qt.NoModifier
    QTest.mousePress(target, Qt.LeftButton, held, QPoint(300, 300))
    for k in range(6):
        QTest.mouseMove(target, QPoint(300 + 15*k, 300 + 5*k))
        p.settle(snapshot(0.0), 0.04)
    QTest.mouseRelease(target, Qt.LeftButton, held, QPoint(375, 325))
    if kind == "pan":
        QTest.keyRelease(target, Qt.Key_Shift)


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
        p.settle(shot, 0.7)
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
    p.settle(shot, 0.7)
    out["reset"] = p.look()
    out["signals"] = p.signals
    return out


def lines() -> dict:
    p = Player()
    view, out = p.view, {}
    p.open()
    view.set_trail("off")
    p.frame(snapshot(0.0))
    empty = view.grab_pixels()

    # the table turns below a ball that rests in the laboratory: a circle of chalk
    view.set_chalk("long")
    for angle in np.linspace(0.0, 3.0, 40):
        p.frame(snapshot(0.0, angle=angle))
    drawn = view.grab_pixels()
    p.frame(snapshot(0.0, angle=0.0))
    view.set_chalk("off")
    back = view.grab_pixels()
    out["hidden"] = int((back != empty).any(axis=2).sum())
    view.set_chalk("long")
    p.frame(snapshot(0.0, angle=0.0))
    turned = view.grab_pixels()
    white = (empty.min(axis=2) < 215)
    out["chalk"] = [int(((shot.min(axis=2) > 235) & white).sum()) for shot in (empty, drawn, turned)]
    out["chalk_at"] = [middle_of((shot.min(axis=2) > 235) & white) for shot in (drawn, turned)]
    seen = []
    deliver = view._life.deliver
    view._life.deliver = lambda message: (seen.append(json.loads(message)), deliver(message))
    p.frame(snapshot(0.0, angle=0.0))
    view._life.deliver = deliver
    out["pieces"] = sum(len(line["pieces"]) for line in seen[0]["lines"].values())
    out["bytes"] = len(json.dumps(seen[0]))
    view.clear_trail()
    out["cleared"] = int((view.grab_pixels() != empty).any(axis=2).sum())
    view.set_chalk("off")

    # a band, and all of it gone again
    view.show_band([(0.1, 0.0), (0.25, 0.0)])
    banded = view.grab_pixels()
    view.show_band(None)
    p.frame(snapshot(0.0, angle=0.0))
    out["band"] = [int((banded != empty).any(axis=2).sum()), int((view.grab_pixels() != empty).any(axis=2).sum())]

    # arrows: each is seen, none hides the ball
    ball = int(blue_of(empty).sum())
    forces = dict(N=2.6, F=np.array((0.004, -0.003, 0.0)))
    p.frame(snapshot(0.0, angle=0.0, **forces))
    bare = view.grab_pixels()
    out["arrows"] = {}
    for name in ("velocity", "angular_velocity", "normal", "friction"):
        view.set_arrow(name, True)
        p.frame(snapshot(0.0, angle=0.0, **forces))
        shot = view.grab_pixels()
        out["arrows"][name] = [int((shot != bare).any(axis=2).sum()), int(blue_of(shot).sum())/ball]
        view.set_arrow(name, False)
    out["scales"] = view.arrow_scales
    out["signals"], out["problems"] = p.signals, p.view._page.problems
    return out


def on_surface(surface, r, ball: float, turn: float = 0.0):
    """A ball that touches a surface of formula phi at r (3,)."""
    h = 1e-6
    n = np.array([surface.phi(*(r + d), *surface.parameters) - surface.phi(*(r - d), *surface.parameters)
                  for d in h*np.eye(3)])
    n /= np.linalg.norm(n)
    return snapshot(0.0, angle=turn, centre=r + ball*n, contact=np.array(r), normal=n, N=1.0, F=np.array((0, 0.1, 0)),
                    velocity=np.array((0.0, 0.3, 0.0)))


def _ring(height, radius):
    """Points on a circle of the surface, from front to back on the left side."""
    return [np.array((radius*cos(a), radius*sin(a), height(radius, a))) for a in np.linspace(0.6*pi, 1.5*pi, 40)]


SURFACES = {
    "cone": (Cone(0.5, rim=0.3), lambda r, a: r*np.tan(0.5), 0.2, 0.02),
    "paraboloid": (Paraboloid(0.2, rim=0.3), lambda r, a: r*r/0.4, 0.2, 0.02),
    "pseudosphere": (Pseudosphere(0.3), lambda r, a: -0.3*np.log((0.3 + sqrt(0.09 - r*r))/r) + sqrt(0.09 - r*r), 0.2,
                     0.015),
    "globe": (Sphere(0.25, inside=False), lambda r, a: sqrt(0.0625 - r*r), 0.12, 0.02),
    "bowl": (Sphere(0.3, rim=0.28), lambda r, a: -sqrt(0.09 - r*r), 0.2, 0.02),
    "ellipsoid": (EllipsoidSurface(0.35, 0.25, 0.2),
                  lambda r, a: -0.2*sqrt(1 - (r*cos(a)/0.35)**2 - (r*sin(a)/0.25)**2), 0.15, 0.02),
    "hills": (Surface(lambda x, y, z, a, k: z - a*sin(k*x)*sin(k*y), (0.015, 15.0), rim=0.3),
              lambda r, a: 0.015*sin(15*r*cos(a))*sin(15*r*sin(a)), 0.2, 0.02),
}


def surfaces() -> dict:
    p = Player()
    view, out = p.view, {}
    for name, (surface, height, radius, ball) in SURFACES.items():
        points = _ring(height, radius)
        start = time.perf_counter()
        view.show_scene(surface, Ball(radius=ball), name)
        view.show_snapshot(on_surface(surface, points[-1], ball))
        p.wait(lambda: view.is_ready or p.failure)
        took = time.perf_counter() - start
        view.set_trail("off")
        for arrow in ("velocity", "normal", "friction"):
            view.set_arrow(arrow, False)
        for point in points:
            p.frame(on_surface(surface, point, ball))
        empty = view.grab_pixels()
        view.set_trail("long")
        trail = view.grab_pixels()
        # a trail is hidden nowhere: with its depth not looked at, the same pixels are drawn
        p.ask("(function () { const stock = draw_lines; draw_lines = function (gl, v, q) {"
              " gl.disable(gl.DEPTH_TEST); stock(gl, v, q); gl.enable(gl.DEPTH_TEST) } })()")
        whole = view.grab_pixels()
        for arrow in ("velocity", "normal", "friction"):
            view.set_arrow(arrow, True)
        p.frame(on_surface(surface, points[-1], ball))
        shot = view.grab_pixels()
        edge = np.concatenate([shot[:4].reshape(-1, 3), shot[-4:].reshape(-1, 3), shot[:, :4].reshape(-1, 3),
                               shot[:, -4:].reshape(-1, 3)])
        out[name] = {"seconds": took, "table": counts(empty)["table"], "ball": counts(empty)["blue"],
                     "trail": int((trail != empty).any(axis=2).sum()), "whole": int((whole != empty).any(axis=2).sum()),
                     "border": int(edge.max()), "failure": p.failure}
    # the next scene is shown although the one before could not be
    view.show_scene(Surface(lambda x, y, z: 1.0 + x*x + y*y + z*z), Ball(radius=0.02), "nothing")
    p.wait(lambda: p.failure)
    out["refused"] = p.failure
    view.show_scene(TABLE, Disk(0.04, 0.1, thickness=0.01), "coin")
    view.show_snapshot(snapshot(0.0))
    p.wait(lambda: view.is_ready)
    out["after"] = counts(view.grab_pixels())
    return out


def quality() -> dict:
    p = Player(smooth=None)
    p.open()
    view, out, told = p.view, {"levels": [p.view.quality]}, []
    view.quality_changed.connect(told.append)
    p.play(1.0)
    for choice in ("high", "low", "auto"):
        view.set_quality(choice)
        p.wait(lambda: view.is_ready)
        p.play(0.3)
        out["levels"].append(view.quality)
        out.setdefault("smooth", []).append(p.ask("canvas.selected.__canvas_element.getContext('webgl2')"
                                                  ".getContextAttributes().antialias"))
    out["trail"] = counts(view.grab_pixels())["blue"]

    # a page that takes 60 ms for each picture
    p.ask("(function () { const r = canvas.selected.__renderer, stock = r.render; r.render = function (mode) {"
          " const end = performance.now() + 60; while (performance.now() < end); stock.call(r, mode) } })()")
    start = time.perf_counter()
    while not told and time.perf_counter() - start < 25:
        p.play(0.1)
    out.update(told=told, took=time.perf_counter() - start)
    p.wait(lambda: view.is_ready)
    p.frame(snapshot(p.clock))
    out["levels"].append(view.quality)
    out["after"] = counts(view.grab_pixels())
    out["signals"] = p.signals
    return out


if __name__ == "__main__":
    part, path = sys.argv[1:3]
    report = globals()[part]()
    with open(path, "w") as file:
        json.dump(report, file)
    os._exit(0)
