"""Child process: what a hand sees of the real page, judged by the pixels that it draws.

    python look_hand.py PART REPORT
"""

import time
from types import SimpleNamespace

import numpy as np
from player import Player, play_part, snapshot

from sandbox.scene.drawn.shapes import Look, ring

SILHOUETTE = """(function () {
    const cvs = canvas.selected, el = cvs.__canvas_element, gl = el.getContext("webgl2"), floor = lab.floor
    const shown = glowObjs.filter(o => o && o.visible && o.idx !== BODY && o.constructor.name !== "canvas")
    shown.forEach(o => { if (o.visible !== undefined) o.visible = false })
    glowObjs[BODY].visible = true
    lab.floor = null
    for (const name in ink.lines) ink.lines[name].pen[1] = 0
    set_view()
    cvs.__renderer.render(0)
    lab.floor = floor
    const pixels = new Uint8Array(4*el.width*el.height)
    gl.readPixels(0, 0, el.width, el.height, gl.RGBA, gl.UNSIGNED_BYTE, pixels)
    shown.forEach(o => { o.visible = true })
    return pixels.buffer
})()"""


def silhouette(p: Player) -> np.ndarray:
    """Where the first body alone is drawn, (height, width) of bools, top row first."""
    body = p.view._show.stage.crew.pictures[0].compound.idx
    data = p.ask(SILHOUETTE.replace("BODY", str(body)))
    width, height = (int(x) for x in p.ask("[canvas.selected.__canvas_element.width, "
                                           "canvas.selected.__canvas_element.height].join()").split(","))
    return np.frombuffer(bytes(data), np.uint8).reshape(height, width, 4)[::-1, :, :3].any(axis=2)


def differing(p: Player, mask, number: int = 1500, seed: int = 1) -> list:
    """How far inside or outside of its drawn outline a point is that picking takes for the other, at most [px]."""
    rng, reach = np.random.default_rng(seed), p.view.reach
    rows, columns = np.nonzero(mask)
    low = np.array((columns.min(), rows.min())) - 12
    high = np.array((columns.max(), rows.max())) + 12
    worst = 0.0
    for x, y in rng.uniform(low, high, (number, 2)):
        column, row = int(x), int(y)
        if not (12 <= column < mask.shape[1] - 12 and 12 <= row < mask.shape[0] - 12):
            continue
        hit = reach.pick(x, y)
        is_on = hit is not None and hit.body == 0
        if is_on != mask[row, column]:
            near = mask[row - 12:row + 13, column - 12:column + 13] == is_on
            at = np.argwhere(near) + (row - 12.0, column - 12.0) + 0.5
            worst = max(worst, float(np.hypot(at[:, 0] - y, at[:, 1] - x).min()) if len(at) else 99.0)
    return [worst, int(mask.sum())]


BODIES = {"ball": SimpleNamespace(radius=0.03), "hoop": Look(0.06, ring(0.06, 0.02)), "box": Look(0.05)}


def picking():
    """Bodies of several shapes, seen by several cameras."""
    p, out = Player(), {}
    for name, body in BODIES.items():
        p.open(name, body=body)
        turned = np.array((0.7, 0.3, -0.5, 0.2))
        shot = snapshot(0.3, quaternion=turned/np.linalg.norm(turned), centre=np.array((0.1, 0.05, 0.12)))
        for mode in ("free", "follow", "top", "table"):
            p.view.set_camera(mode)
            p.settle(shot)
            p.ask("rig.look[3] += 0.7, rig.look[4] *= 0.8")
            p.settle(shot, 0.2)
            out[f"{name} {mode}"] = differing(p, silhouette(p))
            p.ask("reset_view(false)")
    times = []
    for k in range(300):
        begin = time.perf_counter()
        p.view.reach.pick(300 + k, 200.0)
        times.append(1e3*(time.perf_counter() - begin))
    out["milliseconds"] = float(np.median(times))
    return out


if __name__ == "__main__":
    play_part(globals())
