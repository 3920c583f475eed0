"""Child process of the page tests: the room around the scenes of the program, by its pixels.

    python look_room.py PART REPORT
"""

from pathlib import Path

import numpy as np
from player import Player, play_part

from sandbox.run.simulation import Simulation
from sandbox.scene.catalogue import load_catalogue
from sandbox.view.pick.eye import Eye, eye_of

SCENES = Path(__file__).parents[2]/"scenes"
ROOM = """(function () {
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


def opened(p: Player, scene, preset: int = 1) -> Simulation:
    """Shows a scene of the program as the window does, at its start."""
    chosen = scene.presets[preset - 1]
    run, shown = Simulation(scene, chosen.values), scene.shown(chosen.name)
    p.view.set_camera(shown.camera)
    p.view.set_closer(shown.closer)
    p.view.show_scene(run.surfaces, run.bodies, scene.title, run.snapshot())
    p.wait(lambda: p.view.is_ready or p.failure)
    p.frame(run.snapshot())
    return run


def room_of(p: Player) -> tuple[np.ndarray, Eye, dict]:
    """The room alone, without what stands in it: grey levels (height, width), top row first; the eye, its numbers."""
    import json
    pixels = p.view.grab_pixels()
    data = np.frombuffer(bytes(p.ask(ROOM)), dtype=np.uint8).reshape(*pixels.shape[:2], 4)[::-1]
    numbers = json.loads(p.ask(NUMBERS))
    return data[..., :3].mean(axis=2), eye_of(numbers["eye"]), numbers


def horizon_of(eye: Eye, numbers: dict) -> float:
    """The row [px] in which floor and wall meet, by the eye's own geometry: a level line ahead of what is looked at."""
    centre, forward = np.array(numbers["eye"][:3]), np.array(numbers["eye"][3:6])
    ahead = (forward + np.array(numbers["eye"][6:9]))*(1.0, 1.0, 0.0)
    point = centre + numbers["wall"]*ahead/np.linalg.norm(ahead)
    return float(eye.project(np.array((*point[:2], numbers["floor"][0])))[0, 1])


def marked(grey: np.ndarray, eye: Eye, numbers: dict) -> list[float]:
    """How far the floor stands out at points of its lines, from what is beside them [grey levels], by its height."""
    spacing, height = 5.0*numbers["mesh"][0], numbers["floor"][0]
    horizon = horizon_of(eye, numbers)
    about = np.array(numbers["eye"][:2])
    first = np.round(about/spacing)
    found = []
    for line in range(-8, 9):
        # halfway between two crossings of lines along x and of lines along y
        for x, y in ((first[0] + line, first[1] + np.linspace(-8, 8, 161)),
                     (first[0] + np.linspace(-8, 8, 161), first[1] + line)):
            x, y = np.broadcast_arrays(x, y)
            for u, v in eye.project(np.stack((x*spacing, y*spacing, height + 0.0*x), axis=1)):
                if not (8 <= u < eye.width - 8 and max(horizon + 0.25*(eye.height - horizon), 8) < v < eye.height - 8):
                    continue
                row, column = round(v - 0.5), round(u - 0.5)
                near = grey[row - 6:row + 7, column - 6:column + 7]
                there = grey[row - 1:row + 2, column - 1:column + 2]
                far = there.max() - np.median(near), np.median(near) - there.min()
                found.append(float(max(far)))
    return found


def floors() -> dict:
    """Every scene's room at its start."""
    p, out = Player(), {}
    for theme in ("dark", "projector"):
        p.view.set_theme(theme)
        scenes = load_catalogue(SCENES).scenes
        for name, scene in scenes.items():
            if theme == "projector" and name not in ("turntable", "bounce", "marble_run", "globe"):
                continue
            run = opened(p, scene)
            grey, eye, numbers = room_of(p)
            horizon = horizon_of(eye, numbers)
            levels = np.median(grey, axis=1)
            sky = grey[:max(0, int(horizon) - 4)]
            out[f"{name} {theme}"] = {
                "horizon": horizon/eye.height, "stands_out": marked(grey, eye, numbers),
                "above": float(np.abs(np.diff(sky, axis=1)).max()) if sky.size else 0.0,
                "wall": [float(levels[max(0, int(horizon) - 5)]), float(levels[0])],
                "drawn_at": numbers["floor"][0],
                "laboratory": [float(s.origin[2]) for s in run.surfaces
                               if s.name == "plane" and s.rim is None and s.tilt == 0.0][:1]
                if isinstance(run.surfaces, tuple) and len(run.surfaces) > 1 else []}
    out["signals"] = p.signals
    return out


if __name__ == "__main__":
    play_part(globals())
