"""Child process of the page tests: the first preset of every scene, at each change of one of three, its room, its
colours, whether what turns in it is seen to turn, and its framing, which is asked of further presets, too.

    python look_families.py first REPORT
"""

from dataclasses import replace

import numpy as np
from look_framing import BODY, FINER, SUPPORT, identified, presets
from look_room import room_at_start
from player import Player, play_part

LEVELS = 6                       # of each colour in a histogram
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


def look_of(p: Player, scene, run) -> dict:
    """A scene's topic, its colours, and what of body and support changes as they turn; without arrows and trail."""
    for arrow in run.system.arrows:
        p.view.set_arrow(arrow, False)
    p.view.set_trail("off")
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
    table = changed(p, replace(shot, supports=tuple(moved), bodies=discs), pixels, support)
    p.view.set_trail("long")               # as it is in a window that opens
    return {"topic": scene.topic, "seen": int((whose > 0).any(axis=2).sum()), "body": int(body.sum()),
            "colours": histogram(pixels[(whose > 0).any(axis=2)]), "turns": turns, "table": table}


def first() -> dict:
    """The first preset of every scene, at each change of one of three: the room at its start, its look after the first
    instant, its framing at all of them; and the framing of further presets.

    Opening scenes and letting them run is what takes long: all is asked of the same runs and the same pictures.
    """
    scenes, rooms = {}, {}

    def at_start(p: Player, scene, run):
        rooms[f"{scene.id} dark"] = room_at_start(p, run)

    framed = presets(at_start=at_start, also=lambda p, scene, run: scenes.update({scene.id: look_of(p, scene, run)}))
    return {"scenes": scenes, "rooms": rooms, **framed}


if __name__ == "__main__":
    play_part(globals())
