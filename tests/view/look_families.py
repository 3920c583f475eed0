"""Child process of the page tests: the colours of every scene, and whether what turns in it is seen to turn.

    python look_families.py families REPORT
"""

from dataclasses import replace

import numpy as np
from look_framing import BODY, FINER, SIZE, SUPPORT, identified
from look_room import SCENES, opened
from player import Player, play_part

from sandbox.scene.catalogue import load_catalogue

LEVELS = 6                       # of each colour in a histogram
SHOWN = 1.0                      # [s] as it is shown, at its own speed
TURN = 0.5                       # [rad] by which bodies and supports are turned
SEEN = 20                        # [grey levels] by which a pixel has to differ to be another one


def histogram(pixels: np.ndarray) -> list[float]:
    """Shares of colours (LEVELS^3) of pixels (n, 3), 0..255, smoothed over half a level."""
    found = np.zeros(LEVELS**3)
    at = np.clip(pixels/256.0*LEVELS - 0.5, 0.0, LEVELS - 1.0)
    low = np.minimum(at.astype(int), LEVELS - 2)
    part = at - low
    for corner in np.ndindex(2, 2, 2):
        weight = np.where(corner, part, 1.0 - part).prod(axis=1)
        np.add.at(found, (low + corner) @ (LEVELS**2, LEVELS, 1), weight)
    return (found/max(len(pixels), 1)).tolist()


def turned(quaternion, axis: int) -> np.ndarray:
    """The attitude (4,) turned by TURN about an axis of the laboratory."""
    w, v = np.asarray(quaternion, float)[0], np.asarray(quaternion, float)[1:]
    c, a = np.cos(0.5*TURN), np.sin(0.5*TURN)*np.eye(3)[axis]
    return np.array((c*w - a @ v, *(c*v + w*a + np.cross(a, v))))


def changed(p: Player, shot, before: np.ndarray, where: np.ndarray) -> float:
    """Share of the pixels `where` something was that are others in another state."""
    p.frame(shot)
    p.wait(lambda: not p.view._channel.is_busy)
    after = p.view.grab_pixels()[..., :3].astype(int)
    return float((np.abs(after - before).max(axis=2)[where] > SEEN).mean())


def families() -> dict:
    """The first preset of every scene: its topic, its colours, and what of body and support changes as they turn."""
    p, out = Player(), {}
    p.window.resize(*SIZE)
    p.wait(lambda: (p.view.width(), p.view.height()) == SIZE)
    p.view.set_trail("off")
    for name, scene in load_catalogue(SCENES).scenes.items():
        run = opened(p, scene)
        for arrow in run.system.arrows:
            p.view.set_arrow(arrow, False)
        run.advance(round(SHOWN*scene.shown(scene.presets[0].name).speed*run.step_rate))
        shot = run.snapshot()
        for _turn in range(2):
            p.frame(shot)
        p.glide(shot)
        p.wait(lambda: not p.view._channel.is_busy)
        pixels = p.view.grab_pixels()[..., :3].astype(int)
        whose = identified(p)[FINER//2::FINER, FINER//2::FINER]
        crew = p.view._show.stage.crew
        # the body of which most is seen; a disc that is a body of its own belongs to the supports
        focus = int(np.bincount(whose[..., BODY].ravel(), minlength=2)[1:].argmax())
        body, support = whose[..., BODY] == focus + 1, whose[..., SUPPORT] > 0
        bodies = list(shot.bodies)
        turns = [changed(p, replace(shot, bodies=(*bodies[:focus], replace(
            bodies[focus], quaternion=turned(bodies[focus].quaternion, axis)), *bodies[focus + 1:])), pixels, body)
            for axis in range(3)]
        moved = [replace(one, quaternion=turned(one.quaternion, 2)) for one in shot.supports]
        discs = [replace(one, quaternion=turned(one.quaternion, 2)) if k in crew.pictures and
                 crew.pictures[k].is_scenery else one for k, one in enumerate(bodies)]
        out[name] = {"topic": scene.topic, "seen": int((whose > 0).any(axis=2).sum()), "body": int(body.sum()),
                     "colours": histogram(pixels[(whose > 0).any(axis=2)]), "turns": turns,
                     "table": changed(p, replace(shot, supports=tuple(moved), bodies=discs), pixels, support)}
    return {"scenes": out, "problems": p.view._page.problems}


if __name__ == "__main__":
    play_part(globals())
