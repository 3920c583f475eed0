"""Child process of the page tests: the room around the scenes of the program, by its pixels.

    python look_room.py PART REPORT
"""

import json
from pathlib import Path

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from player import RADIUS, Player, play_part, snapshot

from sandbox.run.simulation import Simulation
from sandbox.scene.catalogue import load_catalogue
from sandbox.view.pick.eye import Eye, eye_of
from sandbox.view.picture.lights import LAMP

SCENES = Path(__file__).parents[2]/"scenes"
ROOM = """(function () {
    backdrop(true)
    const gl = canvas.selected.__canvas_element.getContext("webgl2"), [w, h] = lab.sheet
    const pixels = new Uint8Array(4*w*h)
    gl.bindFramebuffer(gl.FRAMEBUFFER, lab.frame)
    gl.readPixels(0, 0, w, h, gl.RGBA, gl.UNSIGNED_BYTE, pixels)
    gl.bindFramebuffer(gl.FRAMEBUFFER, null)
    return pixels.buffer
})()"""
NUMBERS = """(function () {
    const v = view_now(), n = room_numbers()
    return JSON.stringify({eye: [...v.centre, ...v.forward, ...v.up, v.range, canvas.selected.__width,
                                 canvas.selected.__height], floor: lab.floor, mesh: n.mesh, wall: n.wall*n.range})
})()"""


def opened(p: Player, scene, preset: int = 1, values=None, run=None) -> Simulation:
    """Shows a scene of the program as the window does, at its start, with other values than its preset has; or a run of
    that preset which is there.
    """
    chosen = scene.presets[preset - 1]
    run, shown = run or Simulation(scene, {**chosen.values, **(values or {})}), scene.shown(chosen.name)
    p.view.set_camera(shown.camera)
    p.view.set_closer(shown.closer)
    p.view.show_scene(run.surfaces, run.bodies, scene.title, run.snapshot())
    p.wait(lambda: p.view.is_ready or p.failure)
    p.frame(run.snapshot())
    return run


def room_of(p: Player) -> tuple[np.ndarray, np.ndarray, Eye, dict]:
    """The room alone and with what stands in it: grey levels (height, width), top row first; the eye, its numbers."""
    pixels = p.view.grab_pixels()
    data = np.frombuffer(bytes(p.ask(ROOM)), dtype=np.uint8).reshape(*pixels.shape[:2], 4)[::-1]
    numbers = json.loads(p.ask(NUMBERS))
    return data[..., :3].mean(axis=2), pixels.mean(axis=2), eye_of(numbers["eye"]), numbers


def horizon_of(eye: Eye, numbers: dict) -> float:
    """The row [px] in which floor and wall meet, by the eye's own geometry: a level line ahead of what is looked at."""
    centre, forward = np.array(numbers["eye"][:3]), np.array(numbers["eye"][3:6])
    ahead = (forward + np.array(numbers["eye"][6:9]))*(1.0, 1.0, 0.0)
    point = centre + numbers["wall"]*ahead/np.linalg.norm(ahead)
    return float(eye.project(np.array((*point[:2], numbers["floor"][0])))[0, 1])


def marked(grey: np.ndarray, picture: np.ndarray, eye: Eye, numbers: dict) -> list[float]:
    """How far points of the floor's lines stand out from what is beside them [grey levels], where nothing hides them.

    grey, picture   the room alone, and with all that stands in it
    """
    spacing, height = 5.0*numbers["mesh"][0], numbers["floor"][0]
    horizon = horizon_of(eye, numbers)
    about = np.array(numbers["eye"][:2])
    first, along, level = np.round(about/spacing), np.linspace(-8, 8, 161), range(-8, 9)
    # halfway between two crossings of lines along x and of lines along y
    places = [at for line in level for at in (np.stack((0.0*along + first[0] + line, first[1] + along), axis=1),
                                              np.stack((first[0] + along, 0.0*along + first[1] + line), axis=1))]
    u, v = eye.project(np.column_stack((np.concatenate(places)*spacing, np.full(161*2*len(level), height)))).T
    top = max(horizon + 0.12*(eye.height - horizon), 8)
    is_inside = (8 <= u) & (u < eye.width - 8) & (top < v) & (v < eye.height - 8)
    rows, columns = (np.rint(where[is_inside] - 0.5).astype(int) - 6 for where in (v, u))
    near, seen = (sliding_window_view(image, (13, 13))[rows, columns] for image in (grey, picture))
    near = near[np.abs(seen - near).max(axis=(1, 2)) <= 0.5]
    there, median = near[:, 5:8, 5:8], np.median(near.reshape(-1, 13*13), axis=1)
    return np.maximum(there.max(axis=(1, 2)) - median, median - there.min(axis=(1, 2))).tolist()


def resized(p: Player, size: tuple[int, int]):
    """Gives the window another size [px] and waits until the page, if it shows a scene, has it too."""
    p.window.resize(*size)
    p.wait(lambda: (p.view.width(), p.view.height()) == size)
    if p.view.is_ready:
        p.wait(lambda: p.ask("canvas.selected.__width + ' ' + canvas.selected.__height") == "{} {}".format(*size))


def room_at_start(p: Player, run: Simulation) -> dict:
    """The room of a scene that was opened (`opened`) in a window of the usual size."""
    grey, picture, eye, numbers = room_of(p)
    horizon = horizon_of(eye, numbers)
    levels = np.median(grey, axis=1)
    sky = grey[:max(0, int(horizon) - 4)]
    return {"horizon": horizon/eye.height, "stands_out": marked(grey, picture, eye, numbers),
            "above": float(np.abs(np.diff(sky, axis=1)).max()) if sky.size else 0.0,
            "wall": [float(levels[max(0, int(horizon) - 5)]), float(levels[0])],
            "drawn_at": numbers["floor"][0],
            "laboratory": [float(s.origin[2]) for s in run.surfaces
                           if s.name == "plane" and s.rim is None and s.tilt == 0.0][:1]
            if isinstance(run.surfaces, tuple) and len(run.surfaces) > 1 else []}


def white_rooms() -> dict:
    """Rooms of some scenes at their start in the other theme; those of all scenes in the dark: look_families.py."""
    p, out = Player(), {}
    p.view.set_theme("projector")
    scenes = load_catalogue(SCENES).scenes
    for name in ("turntable", "bounce", "marble_run", "globe"):
        out[f"{name} projector"] = room_at_start(p, opened(p, scenes[name]))
    return {"rooms": out, "signals": p.signals, "problems": p.view._page.problems}


def darker(p: Player, shot) -> tuple[np.ndarray, Eye, list]:
    """By how much the shadows of bodies darken the picture [grey levels], the eye, and the floor."""
    pictures = []
    for is_on in ("false", "true"):
        p.frame(shot)
        p.ask(f"rig.shadows = {is_on}, outline_bodies(), 0")
        pictures.append(p.view.grab_pixels().astype(float).mean(axis=2))
    _grey, _picture, eye, numbers = room_of(p)
    return pictures[0] - pictures[1], eye, numbers["floor"]


def shadows() -> dict:
    """A ball beside the table, in flight and on the floor, and a leg of a board."""
    p, out = Player(), {}
    p.open()
    p.view.set_trail("off")
    slant = -np.array(LAMP[:2])/LAMP[2]
    for theme in ("dark", "projector"):
        p.view.set_theme(theme)
        p.wait(lambda: p.view.is_ready)
        p.frame(snapshot(0.0))
        floor = p.view._show.stage._floor[0]
        for name, high in (("flying", 0.1), ("lying", 0.0)):
            centre = np.array((-0.36, -0.24, floor + high + RADIUS))
            dark, eye, _floor = darker(p, snapshot(0.0, centre=centre, mode="flight",
                                                   contact=np.array((*centre[:2], floor))))
            rows, columns = np.nonzero(dark > 0.6*dark.max())
            where = eye.project(np.array((*(centre[:2] + slant*(high + RADIUS)), floor)))[0]
            out[f"{name} {theme}"] = {"most": float(dark.max()), "pixels": len(rows),
                                      "off": [float(columns.mean() - where[0]), float(rows.mean() - where[1])]}
    p.view.set_theme("dark")
    out["legs"] = leg_of(p)
    out["signals"], out["problems"] = p.signals, p.view._page.problems
    return out


def leg_of(p: Player) -> list[float]:
    """Grey levels of the floor: beside a leg on the side of its shadow, and as far away on the side of the lamp."""
    run = opened(p, load_catalogue(SCENES).scenes["incline"])
    grey, _picture, eye, numbers = room_of(p)
    stage, floor = p.view._show.stage, numbers["floor"][0]
    foot = stage.support.base + run.snapshot().supports[0].position
    corner = foot[foot[:, 0].argmin()]
    # the legs stand an eighth of the half width inside of the corners
    leg = np.array((corner[0] + 0.06*np.ptp(foot[:, 1]), foot[:, 1].min() + 0.06*np.ptp(foot[:, 1])))
    slant = -np.array(LAMP[:2])/LAMP[2]
    points = [np.array((*(leg + side*slant*0.12*np.ptp(foot[:, 1])), floor)) for side in (1.0, -1.0)]
    return [float(np.median(grey[round(v) - 1:round(v) + 2, round(u) - 1:round(u) + 2]))
            for u, v in eye.project(np.array(points))]


def coin_on_the_floor(p: Player, scene) -> list[float]:
    """How bright the coin is that fell through the funnel, and the floor beside it [grey levels]."""
    run = opened(p, scene, preset=8)
    run.advance(16*run.step_rate)
    p.frame(run.snapshot())
    p.glide(run.snapshot())
    eye = eye_of(json.loads(p.ask(NUMBERS))["eye"])
    coin, pixels = run.snapshot().bodies[0], p.view.grab_pixels().astype(float).mean(axis=2)
    found = []
    for aside in (0.0, 0.09):                 # [m] three radii
        u, v = eye.project(np.asarray(coin.centre) - (0.0, aside, 0.0))[0]
        row, column = round(v/eye.height*len(pixels)), round(u/eye.width*len(pixels[0]))
        found.append(float(pixels[row - 1:row + 2, column - 1:column + 2].mean()))
    return found


def thrown_off(p: Player, scene) -> dict:
    """How far the ball that ran off its table reaches in the picture, over half its width and height; by direction."""
    out = {}
    for name, vx, vy in (("right", 1.0, 0.0), ("near", 0.0, -1.0), ("left", -1.0, 0.0), ("far", 0.0, 1.0),
                         ("near right", 0.7, -0.7)):
        run = opened(p, scene, values={"x": 0.0, "vx": vx, "vy": vy, "rate": 0.0})
        for _step in range(30):
            run.advance(run.step_rate//10)
            p.frame(run.snapshot())
        p.glide(run.snapshot())
        eye = eye_of(json.loads(p.ask(NUMBERS))["eye"])
        body = run.snapshot().bodies[0]
        u, v = eye.project(np.asarray(body.centre))[0]
        radius = float(run.bodies[0].radius)/eye.pixel(np.asarray(body.centre))
        out[name] = {"z": float(body.centre[2]), "across": (abs(2*u - eye.width) + 2*radius)/eye.width,
                     "upwards": (abs(2*v - eye.height) + 2*radius)/eye.height}
    return out


def drawn_anew(p: Player, scene) -> dict:
    """Whether the camera is at home, and its look, where a run is drawn at another quality, which is another page.

    First one that nobody has moved, of a table that has turned meanwhile; then the same one, turned by a person.
    """
    run, out = opened(p, scene), {}
    run.advance(run.step_rate)
    for choice, turns in (("high", "0"), ("low", "orbit(20, 0), 0")):
        p.ask(turns)
        p.glide(run.snapshot())
        there = json.loads(p.ask("JSON.stringify(rig.look)"))
        # Python hears of it with the answer to some frame
        p.wait(lambda there=there: p.view.show_snapshot(run.snapshot()) and p.view.look is not None
               and list(p.view.look["at"]) == there)
        p.view.set_quality(choice)
        p.wait(lambda: p.view.is_ready)
        p.frame(run.snapshot())
        now = json.loads(p.ask("JSON.stringify(rig.look)"))
        out[choice] = {"home": bool(p.ask("Number(is_at_home())")),
                       "moved": max(abs(a - b) for a, b in zip(now, there, strict=True))}
    return out


def falls() -> dict:
    """Where the body in focus is, and how large, some seconds after the start; a camera that a person has turned."""
    p, out = Player(), {}
    # shares of the picture are asked for: a small one is drawn in a quarter of the time
    p.window.resize(480, 270)
    scenes = load_catalogue(SCENES).scenes
    for name in ("seesaw", "incline", "bounce", "marble_run"):
        run = opened(p, scenes[name])
        radius = float(run.bodies[0].radius)
        for until in (4.0, 10.0):
            while run.t < until:
                run.advance(run.step_rate//10)
                p.frame(run.snapshot())
            p.glide(run.snapshot())
            eye = eye_of(json.loads(p.ask(NUMBERS))["eye"])
            centre = np.asarray(run.snapshot().bodies[0].centre)
            u, v = eye.project(centre)[0]
            out[f"{name} {until:g}"] = {"at": [u/eye.width, v/eye.height],
                                        "share": 2*radius/eye.pixel(centre)/eye.height}
    out["coin"] = coin_on_the_floor(p, scenes["coin_funnel"])
    run = opened(p, scenes["marble_run"])
    # a look from a file is what it says, wherever the camera has gone by itself
    at = [0.02, -0.01, 0.0, 0.7, 0.9, 1.5]
    p.ask(f"looked({json.dumps(at)}); 0")
    out["given"] = max(abs(a - b) for a, b in zip(json.loads(p.ask("JSON.stringify(rig.look)")), at, strict=True))
    p.ask("orbit(20, 0)")
    p.settle(run.snapshot(), 0.2)
    before = p.look()
    for _step in range(20):
        run.advance(run.step_rate//20)
        p.frame(run.snapshot())
    out["hers"] = max(abs(a - b) for a, b in zip(p.look(), before, strict=True))
    out["thrown"] = thrown_off(p, scenes["turntable"])
    out["anew"] = drawn_anew(p, scenes["turntable"])
    out["signals"], out["problems"] = p.signals, p.view._page.problems
    return out


if __name__ == "__main__":
    play_part(globals())
