"""The page's own camera without a page: how it goes near and far while a preset runs, by the scripts of a window."""

import json
from collections.abc import Sequence

import numpy as np
from PyQt5.QtQml import QJSEngine

from sandbox.run.simulation import Simulation
from sandbox.scene.scene import Preset, Scene
from sandbox.view import camera
from sandbox.view.page.film import FILM
from sandbox.view.page.names import NAMES
from sandbox.view.page.rig import RIG
from sandbox.view.page.sight import SIGHT
from sandbox.view.picture.stage import Stage
from sandbox.view.quality import LOWEST

SIZE = (640, 360)                # [px] of the picture
RATE = 15                        # states a second, as they are shown
AT_REST = 0.1                    # [1] of what counts as a turn: so far it may wander where it stays
OF_CAMERA = ("pose", "bodies", "focus", "ring", "fallen", "near", "t", "home", "rim", "hides", "follows_home",
             "is_anew")

# the page, as far as its camera asks it; a clock that a test sets
PAGE = """
const canvas = {selected: {__width: WIDTH, __height: HEIGHT, __fov: FIELD,
                           set width(pixels) { this.__width = pixels }, set height(pixels) { this.__height = pixels }}}
let clock = 0
const performance = {now: () => clock}
const lab = {}, SMALLEST = 9
"""
# eye (3), forward (3), the body that is looked at (3), how far what has to be seen reaches from the middle of the
# picture to its edge, how far all of what is looked at does, where that is across it, and how large, at each state; a
# state may say what a person does then: another mode, another size
VIEWS = """
function reach_of(body) {
    const cvs = canvas.selected, view = view_now(), lens = Math.tan(FIELD/2), w = cvs.__width/cvs.__height
    const eye = plus(view.centre, view.forward, -view.range*Math.max(1, 1/w)/lens)
    const [x, y, depth] = seen_at(body, eye, view)
    return depth > 0 ? Math.max(Math.abs(x/w), Math.abs(y))/(depth*lens) : 1e9
}
function seen(camera, closer, states) {
    const cvs = canvas.selected;
    [cvs.__width, cvs.__height] = [WIDTH, HEIGHT]
    Object.assign(rig, {mode: camera, closer: closer, look: null, near: null, from: null, is_held: false,
                        ease: at_ease(0)})
    return JSON.stringify(states.map((state, k) => {
        clock = 1000*k/RATE
        posed(state)
        if (!rig.look) rig.look = at_home(camera)
        if (state.mode) set_mode(state.mode)
        if (state.size) sized(...state.size)
        const view = view_now(), lens = Math.tan(FIELD/2), w = cvs.__width/cvs.__height
        const eye = plus(view.centre, view.forward, -view.range*Math.max(1, 1/w)/lens)
        const reach = rig.near.map(reach_of)
        const [x, y, depth] = seen_at(rig.near[0], eye, view), edge = depth*lens, radius = rig.near[0][3]
        return [...eye, ...view.forward, ...rig.focus.slice(0, 3), Math.max(...reach),
                Math.max((Math.abs(x) + radius)/w, Math.abs(y) + radius)/edge, x/(edge*w), radius/(edge*w)]
    }))
}
"""


class Page:
    """An engine that has the scripts of the camera."""

    def __init__(self):
        self._engine = QJSEngine()
        source = PAGE + RIG + SIGHT + FILM + NAMES + VIEWS
        for name, value in (("WIDTH", SIZE[0]), ("HEIGHT", SIZE[1]), ("FIELD", float(camera.FIELD)), ("RATE", RATE)):
            source = source.replace(name, repr(value))
        self._run(source)

    def seen(self, camera_mode: str, closer: float, states: Sequence[dict]) -> np.ndarray:
        """Returns eye, direction of its gaze, the body that is looked at, how far bodies reach, how far all of that one
        does, where it is across the picture, and its radius (n, 13) at states, RATE a second; both over half the width.
        """
        arguments = ", ".join(map(json.dumps, (camera_mode, closer, states)))
        return np.array(json.loads(self._run(f"seen({arguments})")))

    def asked(self, expression: str):
        """Returns what the page answers now."""
        return json.loads(self._run(f"JSON.stringify({expression})"))

    def _run(self, source: str) -> str:
        answer = self._engine.evaluate(source)
        assert not answer.isError(), f"line {answer.property('lineNumber').toInt()}: {answer.toString()}"
        return answer.toString()


def states_of(scene: Scene, preset: Preset, seconds: float) -> list[dict]:
    """Returns what the page is told of a run of a preset that its camera asks for, RATE a second as it is shown."""
    speed, run = scene.shown(preset.name).speed, Simulation(scene, preset.values)
    state = run.snapshot()
    stage = Stage(run.surfaces, run.bodies, LOWEST, *SIZE, state)
    stage.show(state)
    found = [{**stage.page_setup(), **stage.changes()}]
    for k in range(1, int(seconds*RATE)):
        run.advance(max(0, round(k/RATE*speed*run.step_rate) - run.step))
        stage.show(run.snapshot())
        found.append(stage.changes())
    return [{key: one[key] for key in OF_CAMERA if key in one} for one in found]


def zoom_of(seen: np.ndarray) -> np.ndarray:
    """Returns how far a camera has gone away from what it looks at (n,) [1], the logarithm of distances.

    seen   eye, direction of its gaze, body (n, 9), and further columns

    What comes nearer by itself is no zoom, and neither is a camera that goes along with it: a step counts as far as the
    body becomes smaller both as it moves and as if it had stood.
    """
    eye, gaze, body = seen[:, :3], seen[:, 3:6], seen[:, 6:9]

    def depth(of, at):
        return np.log(np.maximum((of*at).sum(axis=1), 1e-9))

    now = depth(body[1:] - eye[1:], gaze[1:])
    moving = now - depth(body[:-1] - eye[:-1], gaze[:-1])
    standing = now - depth(body[1:] - eye[:-1], gaze[:-1])
    steps = np.where(moving*standing > 0.0, np.sign(moving)*np.minimum(np.abs(moving), np.abs(standing)), 0.0)
    return np.concatenate(((0.0,), np.cumsum(steps)))


def jumps_of(seen: np.ndarray) -> np.ndarray:
    """Returns how far what is looked at jumps across the picture from state to state (n - 1,) [1], over half its width.

    seen   eye, direction of its gaze, body (n, 9), and further columns

    What moves before a camera at rest does not jump, and neither does a camera that goes along with it: a step counts
    as far as the body is moved in the picture both as it moves and as if it had stood.
    """
    eye, gaze, body = seen[:, :3], seen[:, 3:6], seen[:, 6:9]
    right = np.cross(gaze, (0.0, 0.0, 1.0))                  # no camera of the program's own leans to a side
    right /= np.linalg.norm(right, axis=1)[:, None]
    half = np.tan(0.5*camera.FIELD)*SIZE[0]/SIZE[1]

    def across(of, k):
        off = of - eye[k]
        return (off*right[k]).sum(axis=1)/((off*gaze[k]).sum(axis=1)*half)

    before, now = slice(None, -1), slice(1, None)
    was = across(body[before], before)
    moving, standing = across(body[now], now) - was, across(body[before], now) - was
    return np.where(moving*standing > 0.0, np.minimum(np.abs(moving), np.abs(standing)), 0.0)


def turns(zoom: Sequence[float], least: float) -> list[float]:
    """Returns when (s) a camera that went away came nearer, or the other way round, by at least so much [1].

    That is when it leaves the place where it was farthest, or nearest: where it stayed there is no turn yet.
    """
    found, way, extreme, leaves = [], 0, 0, 0
    for k in range(1, len(zoom)):
        off = zoom[k] - zoom[extreme]
        if way == 0:
            if abs(off) >= least:
                way, extreme, leaves = int(np.sign(off)), k, k
        elif way*off >= 0.0:
            extreme = leaves = k
        elif -way*off >= least:
            found.append(leaves/RATE)
            way, extreme, leaves = -way, k, k
        elif -way*off <= AT_REST*least:
            leaves = k
    return found
