"""Child process: many balls in the page, by their pixels.

    python look_instances.py PART REPORT
"""

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import numpy as np
from instances import balls, rim_of, state
from player import Player, play_part, snapshot

from sandbox.systems.bodies_seen import BodyStates, column_of

COUNT = 40
RING = (255, 243, 176)
CALLS = """(function () {
    const proto = WebGL2RenderingContext.prototype, names = ["drawElements", "drawArrays", "drawArraysInstanced"]
    const stock = names.map(name => proto[name])
    let count = 0
    names.forEach((name, k) => proto[name] = function () { count++; return stock[k].apply(this, arguments) })
    canvas.selected.__renderer.render(0)
    names.forEach((name, k) => proto[name] = stock[k])
    return count
})()"""


def disc(pixels, eye, centre, radius) -> np.ndarray:
    """The pixels (n, 3) of a ball, but not of its edge."""
    x, y = eye.project(centre)[0]
    rows, columns = np.ogrid[:pixels.shape[0], :pixels.shape[1]]
    far = 0.5*eye.height/eye.scale*radius/np.linalg.norm(eye.place - centre)
    return pixels[(columns - x)**2 + (rows - y)**2 < (0.8*far)**2].astype(int)


def open_instances(p: Player, n: int):
    p.view.show_scene(SimpleNamespace(rim=rim_of(n)), balls(n), "many", state(n, 0.0))
    p.wait(lambda: p.view.is_ready or p.failure)
    p.frame(state(n, 0.0))
    p.wait(lambda: p.view.reach.eye is not None)


def instances() -> dict:
    p, out = Player(), {}
    view = p.view
    p.open("one")
    p.frame(snapshot(0.0))
    out["calls"] = [p.ask(CALLS)]
    for n in (COUNT, 1000):
        open_instances(p, n)
        out["calls"].append(p.ask(CALLS))
    open_instances(p, COUNT)
    first = view.grab_pixels()
    eye, seen = view.reach.eye, state(COUNT, 0.0)
    # each ball is where its state says: there are light and coloured stripes, the support has neither
    colours = [disc(first, eye, body.centre, 0.02) for body in seen.bodies]
    out["spread"] = [float(np.ptp(np.ptp(part, axis=1))) for part in colours]
    out["picked"] = []
    for body in seen.bodies:
        hit = view.reach.pick(*eye.project(body.centre)[0])
        out["picked"].append(None if hit is None else hit.body)

    # every ball turns in its place
    turned = BodyStates(seen.bodies.numbers.copy(), "rolling")
    half = np.sqrt(0.5)
    turned.numbers[:, 9:13] = (half, 0.0, half, 0.0)
    p.frame(SimpleNamespace(**{**vars(seen), "bodies": turned}))
    second = view.grab_pixels()
    out["turned"] = [float(np.abs(disc(second, eye, body.centre, 0.02).astype(int) - part).mean())
                     for body, part in zip(seen.bodies, colours, strict=True)]

    # shades on the support, which a level without them has not
    p.frame(seen)
    p.ask("rig.shadows = false; 1")
    bare = view.grab_pixels().astype(int)
    p.ask("rig.shadows = true; 1")
    out["shade"] = float((bare.sum(axis=2) - view.grab_pixels().astype(int).sum(axis=2) > 30).mean())

    # colours
    out["colours"] = {}
    for kind in ("number", "speed", "rack"):
        view.set_tint(kind)
        p.frame(seen)
        pixels = view.grab_pixels()
        out["colours"][kind] = [disc(pixels, eye, body.centre, 0.02).mean(axis=0).tolist() for body in seen.bodies]
        out.setdefault("fastest", []).append(view.fastest)

    # the mark of the body in focus, and what follows it
    view.set_tint("number")
    out["ring"] = []
    for k in (3, 17):
        view.set_focus(k, f"ball {k + 1}")
        view.set_arrow("velocity", True)
        p.frame(seen)
        pixels = view.grab_pixels().astype(int)
        rows, columns = np.nonzero(np.abs(pixels - RING).max(axis=2) < 10)
        out["ring"].append([float(np.median(columns)), float(np.median(rows)), *eye.project(seen.bodies[k].centre)[0]])
        start = view.reach.velocity_arrow()[0]
        out.setdefault("arrow", []).append(float(np.linalg.norm(start - seen.bodies[k].centre)))
    view.set_camera("follow")
    p.settle(seen)
    out["centre"] = p.look()[:3]
    out["followed"] = seen.bodies[17].centre.tolist()

    # numbers that are none
    wrong = state(COUNT, 0.0)
    wrong.bodies.numbers[7, 2] = np.nan
    out["refused"] = view.show_snapshot(wrong)
    out["problems"], out["signals"] = view._page.problems, p.signals
    return out


def alike() -> dict:
    """Few balls, drawn one by one and all at once: shapes, places and shades are the same, patterns are not."""
    p, seen, pictures = Player(), state(3, 0.0), []
    for singles in (99, 1):
        governor = p.view._builder._governor
        p.wait(lambda: p.view.quality != "")
        governor.level = replace(governor.level, singles=singles, ball=72)
        p.view.show_scene(SimpleNamespace(rim=0.2), balls(3), "few", seen)
        p.wait(lambda: p.view.is_ready or p.failure)
        p.frame(seen)
        p.wait(lambda: p.view.reach.eye is not None)
        lit = p.view.grab_pixels().astype(int)
        p.ask("rig.shadows = false; 1")
        pictures.append((lit, p.view.grab_pixels().astype(int)))
    eye, bodies = p.view.reach.eye, np.zeros(pictures[0][0].shape[:2], bool)
    rows, columns = np.ogrid[:bodies.shape[0], :bodies.shape[1]]
    for body in seen.bodies:
        x, y = eye.project(body.centre)[0]
        far = 0.5*eye.height/eye.scale*0.02/np.linalg.norm(eye.place - body.centre)
        bodies |= (columns - x)**2 + (rows - y)**2 < (1.6*far)**2
    shade = [(dull - lit).sum(axis=2) for lit, dull in pictures]
    # the ring around the body in focus belongs to both
    dark = [(one > 60) & ~bodies for one in shade]
    return {"shaded": [int(one.sum()) for one in dark], "both": int((dark[0] & dark[1]).sum()),
            "apart": float(np.abs(shade[0] - shade[1])[dark[0] & dark[1]].mean())/3,
            "outline": int(((np.abs(pictures[0][1] - pictures[1][1]).max(axis=2) > 40) & ~bodies).sum())}


def trails() -> dict:
    """Lines behind chosen balls, the same after the page was lost."""
    import psutil
    p, out = Player(), {}
    view = p.view
    open_instances(p, COUNT)
    view.set_focus(5)
    view.set_trails((1, 2, 3))
    for k in range(80):
        p.frame(state(COUNT, 0.03*k))
    last = state(COUNT, 0.03*79)
    p.frame(last)
    before = view.grab_pixels()
    process = psutil.Process(view._page.renderProcessPid())
    process.kill()
    p.wait(lambda: any(s[0] == "recovered" for s in p.signals) or view.show_snapshot(last) and False)
    p.frame(last)
    after = view.grab_pixels()
    out["lost"] = int((np.abs(before.astype(int) - after).max(axis=2) > 24).sum())
    for chosen in ((1, 3), ()):
        view.set_trails(chosen)
        p.frame(last)
        now = view.grab_pixels()
        out.setdefault("gone", []).append(int((np.abs(now.astype(int) - after).max(axis=2) > 24).sum()))
    # one of them or all: one call, of as many triangles as there are pieces
    for chosen in ((1,), range(COUNT)):
        view.set_trails(tuple(chosen))
        for k in range(4):
            p.frame(state(COUNT, 2.4 + 0.1*k))
        p.wait(lambda: not view._channel.is_busy)
        out.setdefault("calls", []).append(p.ask(CALLS))
        out.setdefault("pieces", []).append(p.ask("ink.lines.others.used"))
    out["far"] = far_line(p, COUNT - 1)
    out["problems"] = view._page.problems
    return out


def far_line(p: Player, body: int) -> list:
    """A line seen from so far away that it is thinner than a pixel: its length and the pixels that it takes [px]."""
    view, times = p.view, np.arange(60)*0.1 + 3.0
    view.set_trails((body,))
    p.ask("zoom_by(4); 0")
    for t in times:
        p.frame(state(COUNT, t))
    p.wait(lambda: not view._channel.is_busy)
    drawn = view.grab_pixels().astype(int)
    places = view.reach.eye.project(np.array([state(COUNT, t).bodies[body].contact for t in times]))
    view.set_trails(())
    p.frame(state(COUNT, times[-1]))
    plain = view.grab_pixels().astype(int)
    width = 2*0.016*rim_of(COUNT)*0.35*0.5*view.reach.eye.height/view.reach.eye.scale/np.linalg.norm(
        view.reach.eye.place)
    return [float(np.linalg.norm(np.diff(places, axis=0), axis=1).sum()),
            int((np.abs(drawn - plain).max(axis=2) > 8).sum()), float(width)]


class Reel:
    """Takes the frames of a film instead of a file."""

    frames, size, trouble = 0, 0, ""

    def __init__(self):
        self.pictures = []

    def put(self, pixels) -> bool:
        self.pictures.append(pixels.copy())
        self.frames += 1
        return True


def film() -> dict:
    """A film of twenty balls of the engine, made twice; its frames against the state at their own instants."""
    from sandbox.film.exact import Film
    from sandbox.film.filmed_run import recipe_of
    from sandbox.run.simulation import Simulation
    from sandbox.scene.catalogue import load_scene
    p, out = Player(), {}
    scene = load_scene(Path(__file__).parents[2]/"scenes"/"many_balls.py")
    made = []
    for _turn in range(2):
        run = Simulation(scene, {"count": 20})
        recipe = recipe_of(run, 0.5, 1.0, size=(640, 360), fps=30, clock=False, legend=False, camera="follow",
                           focus=7, trails=(2, 3), tint="speed")
        reel = Reel()
        Film(recipe, run, p.view).make(reel)
        made.append(reel.pictures)
        out["fastest"] = p.view.fastest
    out["count"] = [len(pictures) for pictures in made]
    out["same"] = sum(int((one == other).all()) for one, other in zip(*made, strict=True))
    out["distinct"] = len({picture.tobytes() for picture in made[0]})
    # the camera follows the ball: its ring stands in the middle of every frame
    out["ring"] = []
    for picture in made[0]:
        rows, columns = np.nonzero(np.abs(picture[..., :3].astype(int) - RING).max(axis=2) < 10)
        out["ring"].append([float(np.median(columns)), float(np.median(rows))])
    # where the film shows the other balls is where they are at that instant
    run = Simulation(scene, {"count": 20})
    run.advance(120 + 8*14)
    seen, eye = run.snapshot(), p.view._show.stage
    out["last"] = [float(run.t), float(np.abs(eye.crew.instances.centres - column_of(seen.bodies, "centre")).max())]
    return out


if __name__ == "__main__":
    play_part(globals())
