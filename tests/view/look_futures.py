"""Child process of the page tests: futures beside the run, and lines that are drawn anew.

    python look_futures.py futures REPORT
"""

import json
from types import SimpleNamespace

import numpy as np
from player import Player, play_part, snapshot

UP = (0.0, 0.0, 1.0)


def way(points, is_aloft=None):
    """The way of a ball through points (n, 2) [m] of a table at rest."""
    n = len(points)
    return SimpleNamespace(contact=np.column_stack((points, np.zeros(n))), normal=np.tile(UP, (n, 1)),
                           is_aloft=np.zeros(n, bool) if is_aloft is None else is_aloft, position=np.zeros((n, 3)),
                           quaternion=np.tile((1.0, 0.0, 0.0, 0.0), (n, 1)), turn=np.tile((1.0, 0.0, 0.0, 0.0), (n, 1)),
                           centre=np.column_stack((points, np.full(n, 0.02))))


def changed(one, other) -> list:
    """How many pixels differ, and where their middle is."""
    rows, columns = np.nonzero((one != other).any(axis=2))
    return [len(rows), float(columns.mean()) if len(rows) else 0.0]


def futures() -> dict:
    p = Player()
    view, out = p.view, {}
    p.open()
    view.set_trail("off")
    shot = snapshot(0.0, x=0.0, angle=0.0)
    p.frame(shot)
    empty = view.grab_pixels()
    objects = p.ask("Object.keys(glowObjs).length")

    # bodies of two futures, left and right of the ball
    line = np.column_stack((np.full(30, -0.15), np.linspace(-0.15, 0.0, 30)))
    view.show_branches([(0, snapshot(0.0, x=0.15, angle=0.0), way([])),
                        (1, snapshot(0.0, x=-0.15, angle=0.0), way(line))], True)
    beside = view.grab_pixels()
    half = empty.shape[1]//2
    out["right"] = changed(beside[:, half + 40:], empty[:, half + 40:])
    out["left"] = changed(beside[:, :half - 40], empty[:, :half - 40])
    out["ball"] = changed(beside[:, half - 15:half + 15], empty[:, half - 15:half + 15])
    patch = (beside.astype(int) - empty)[:, half + 40:].sum(axis=(0, 1))
    out["reddish"] = bool(patch[0] > patch[2])
    # nothing was made for them on the page, and a frame carries their poses only
    seen = []
    deliver = view._life.deliver
    view._life.deliver = lambda message: (seen.append(json.loads(message)), deliver(message))
    p.frame(shot)
    view._life.deliver = deliver
    out["objects"] = p.ask("Object.keys(glowObjs).length") - objects
    out["poses"], out["bytes"] = len(seen[0]["left"]), len(json.dumps(seen[0]))
    # one where the ball is is not seen, and none any more
    view.show_branches([(0, shot, way([]))], True)
    out["same"] = changed(view.grab_pixels(), empty)
    view.show_branches([], True)
    out["gone"] = changed(view.grab_pixels(), empty)

    # a page that died shows what it is told anew
    view.show_branches([(0, snapshot(0.0, x=0.15, angle=0.0), way([]))], True)
    p.frame(shot)
    before = view.grab_pixels()
    view.set_quality("high")
    p.wait(lambda: view.is_ready)
    p.frame(shot)
    view.set_quality("low")
    p.wait(lambda: view.is_ready)
    view.show_branches([(0, snapshot(0.0, x=0.15, angle=0.0), way([]))], True)
    p.frame(shot)
    out["again"] = changed(view.grab_pixels(), before)
    view.show_branches([], True)

    # a trail drawn anew: what was there goes, what is told comes
    view.set_trail("long")
    for x in np.linspace(0.05, 0.25, 30):
        p.frame(snapshot(0.0, x=x, angle=0.0))
    p.frame(shot)
    drawn = view.grab_pixels()
    view.draw_way(way(np.column_stack((np.linspace(-0.25, 0.0, 40), np.zeros(40)))), True)
    p.frame(shot)
    anew = view.grab_pixels()
    out["before"] = [changed(drawn[:, half + 30:], empty[:, half + 30:])[0],
                     changed(drawn[:, :half - 30], empty[:, :half - 30])[0]]
    out["after"] = [changed(anew[:, half + 30:], empty[:, half + 30:])[0],
                    changed(anew[:, :half - 30], empty[:, :half - 30])[0]]
    out["signals"] = [signal for signal in p.signals if signal[0] != "ready"]
    return out


if __name__ == "__main__":
    play_part({"futures": futures})
