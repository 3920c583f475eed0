"""Child process of the page tests: chalk, the band and the arrows; arms of joints.

    python look_lines.py lines|arms REPORT
"""

import json
from dataclasses import replace

import numpy as np
from player import RADIUS, Player, blue_of, middle_of, play_part, snapshot

from sandbox.systems.picture import Link


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


def arms() -> dict:
    p = Player()
    view, out = p.view, {}
    p.open()
    view.set_trail("off")
    centre = np.array((-0.15, 0.0, RADIUS))
    alone = snapshot(0.0, angle=0.0, x=-0.15)
    p.frame(alone)
    empty = view.grab_pixels()
    # from the ball up to a point, and on to another one beside it
    point, other = np.array((-0.15, 0.0, 0.15)), np.array((0.15, 0.0, 0.15))
    for name, link in (("held", Link(centre, point, point)), ("joined", Link(centre, point, other))):
        p.frame(replace(alone, links=(link,)))
        is_new = (view.grab_pixels() != empty).any(axis=2)
        rows, columns = np.nonzero(is_new)
        out[name] = [int(is_new.sum()), int(np.ptp(columns)), int(np.ptp(rows))]
    p.frame(alone)
    out["gone"] = int((view.grab_pixels() != empty).any(axis=2).sum())
    out["signals"], out["problems"] = p.signals, p.view._page.problems
    return out


if __name__ == "__main__":
    play_part(globals())
