"""Child process of the page tests: a body with its trail and arrows on surfaces of every kind.

    python look_surfaces.py surfaces REPORT
"""

from math import cos, pi, sin, sqrt

import numpy as np
from look_framing import GOES_ALONG
from player import TABLE, Player, accent_of, counts, play_part, snapshot

from sandbox.scene.bodies import Ball, Disk
from sandbox.scene.supports.surface import Surface
from sandbox.scene.supports.surfaces import Cone, EllipsoidSurface, Paraboloid, Pseudosphere, Sphere


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
    view, out, scenes = p.view, {}, []
    build = view._life.build
    view._life.build = lambda message: (scenes.append(len(message)), build(message))
    for name, (surface, height, radius, ball) in SURFACES.items():
        points = _ring(height, radius)
        view.show_scene(surface, Ball(radius=ball), name)
        view.show_snapshot(on_surface(surface, points[-1], ball))
        p.wait(lambda: view.is_ready or p.failure)
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
        out[name] = {"bytes": scenes[-1], "table": counts(empty)["table"], "ball": counts(empty)["blue"],
                     "trail": int((trail != empty).any(axis=2).sum()), "whole": int((whole != empty).any(axis=2).sum()),
                     "border": int(edge[~accent_of(edge)].max()), "goes_along": p.ask(GOES_ALONG), "failure": p.failure}
    # the next scene is shown although the one before could not be
    view.show_scene(Surface(lambda x, y, z: 1.0 + x*x + y*y + z*z), Ball(radius=0.02), "nothing")
    p.wait(lambda: p.failure)
    out["refused"] = p.failure
    view.show_scene(TABLE, Disk(0.04, 0.1, thickness=0.01), "coin")
    view.show_snapshot(snapshot(0.0))
    p.wait(lambda: view.is_ready)
    out["after"] = counts(view.grab_pixels())
    return out


if __name__ == "__main__":
    play_part(globals())
