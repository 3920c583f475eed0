"""Child process of the page tests: the shadows of bodies that are no balls.

    python look_shadows.py shadows REPORT
"""

from math import cos, sin

import numpy as np
from player import BALL, Player, play_part, snapshot

from sandbox.scene import Ellipsoid
from sandbox.scene.drawn.looks import Parts

LONG = (0.09, 0.018, 0.018)         # half axes [m]
HIGH = 0.06                         # of the mass centre [m]: the shadow is beside the body, seen from above


def shadow_of(p: Player, **state) -> dict:
    """The pixels that are darker for the body, beside it: how many, and the directions and ratio of their spread."""
    p.frame(snapshot(p.clock, angle=0.0, x=0.0, **state))
    pictures = []
    for is_on in ("true", "false"):
        p.ask(f"(function () {{ rig.shadows = {is_on}; outline_bodies() }})()")
        pictures.append(p.view.grab_pixels()[..., :3].astype(float).sum(axis=2))
    rows, columns = np.nonzero(pictures[1] - pictures[0] > 60.0)
    points = np.column_stack((columns, -rows)).astype(float)
    points -= points.mean(axis=0)
    values, axes = np.linalg.eigh(points.T @ points/len(points))
    angle = float(np.degrees(np.arctan2(axes[1, 1], axes[0, 1])) % 180.0)
    inside = np.hypot(points[:, 0], points[:, 1]) < 0.3*np.sqrt(values[1])
    return {"pixels": len(rows), "ratio": float(np.sqrt(values[1]/values[0])), "angle": angle,
            "middle": float(inside.mean())}


def shadows() -> dict:
    p, out = Player(), {}
    ring = Parts()
    ring.ring(0.08, 0.008, (0.0, 0.0, 1.0), 1)
    p.view.set_trail("off")
    for name, body in (("ball", BALL), ("long", Ellipsoid(*LONG, 1.0)), ("ring", ring.look())):
        p.open(name, body=body)
        p.view.set_camera("top")
        p.play(1.0)
        place = dict(centre=np.array((0.0, 0.0, HIGH)), contact=np.zeros(3))
        for degrees in (0, 50) if name == "long" else (0,):
            half = np.radians(degrees)/2
            turn = np.array((cos(half), 0.0, 0.0, sin(half)))
            out[f"{name} {degrees}"] = shadow_of(p, quaternion=turn, **place)
    out["signals"] = p.signals
    return out


if __name__ == "__main__":
    play_part(globals())
