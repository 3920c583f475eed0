"""Child process of the page tests: chalk, the band and the arrows; arms of joints; inks of the trail.

    python look_lines.py lines|arms|inks REPORT
"""

import json
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
from player import RADIUS, Player, blue_of, middle_of, play_part, snapshot

from sandbox.systems.picture import Link
from sandbox.view.materials import COATS
from sandbox.view.palette import THEMES


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


def luminance(pixels) -> np.ndarray:
    """Relative luminance of pixels (..., 3) of 0..255, as contrasts are told by (WCAG 2)."""
    share = np.asarray(pixels, dtype=float)/255
    return np.where(share <= 0.04045, share/12.92, ((share + 0.055)/1.055)**2.4) @ (0.2126, 0.7152, 0.0722)


def inks() -> dict:
    """The contrast of the trail with what is below it, on tables of all materials, in all themes: percentiles."""
    p, out = Player(), {}
    p.window.resize(480, 270)
    for theme, name in (*(("dark", name) for name in COATS), *((theme, None) for theme in THEMES)):
        p.view.set_theme(theme)
        p.open(f"{theme} {name}", SimpleNamespace(rim=0.3, material=name))
        p.view.set_trail("long")
        p.view.clear_trail()
        for k in range(40):
            p.frame(snapshot(0.2*k))
        pictures = []
        for trail in ("long", "off"):
            p.view.set_trail(trail)
            p.frame(snapshot(8.0))
            pictures.append(p.view.grab_pixels()[..., :3].copy())
        off = np.abs(pictures[0].astype(int) - pictures[1]).max(axis=2)
        # the middle of the line, not what is half covered at its edges
        line = off > 0.75*np.percentile(off[off > 24], 90)
        one, other = (luminance(picture[line]) + 0.05 for picture in pictures)
        out[f"{theme} {name}"] = {"pixels": int(line.sum()), "contrast": np.percentile(
            np.maximum(one, other)/np.minimum(one, other), (10, 50)).tolist()}
    out["problems"] = p.view._page.problems
    return out


if __name__ == "__main__":
    play_part(globals())
