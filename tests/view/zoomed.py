"""The page's own camera without a page: how it goes near and far while a preset runs, by the scripts of a window."""

import json
from collections.abc import Sequence

import numpy as np
from PyQt5.QtQml import QJSEngine

from sandbox.run.simulation import Simulation
from sandbox.scene.scene import Preset, Scene
from sandbox.view import camera
from sandbox.view.page.rig import RIG
from sandbox.view.page.sight import SIGHT
from sandbox.view.picture.stage import Stage
from sandbox.view.quality import LOWEST

SIZE = (640, 360)                # [px] of the picture
RATE = 15                        # states a second, as they are shown
OF_CAMERA = ("pose", "bodies", "focus", "ring", "fallen", "near", "t", "home", "rim", "hides", "follows_home")

# the page, as far as its camera asks it; a clock that a test sets
PAGE = """
const canvas = {selected: {__width: WIDTH, __height: HEIGHT, __fov: FIELD}}
let clock = 0
const performance = {now: () => clock}
"""
# eye (3), forward (3) and the body that is looked at (3) at each state
VIEWS = """
function seen(camera, closer, states) {
    Object.assign(rig, {mode: camera, closer: closer, look: null, near: null, from: null, is_held: false,
                        ease: at_ease(0)})
    return JSON.stringify(states.map((state, k) => {
        clock = 1000*k/RATE
        posed(state)
        if (!rig.look) rig.look = at_home(camera)
        const view = view_now()
        return [...plus(view.centre, view.forward, -view.range/Math.tan(FIELD/2)), ...view.forward,
                ...rig.focus.slice(0, 3)]
    }))
}
"""


class Page:
    """An engine that has the scripts of the camera."""

    def __init__(self):
        self._engine = QJSEngine()
        source = PAGE + RIG + SIGHT + VIEWS
        for name, value in (("WIDTH", SIZE[0]), ("HEIGHT", SIZE[1]), ("FIELD", float(camera.FIELD)), ("RATE", RATE)):
            source = source.replace(name, repr(value))
        self._run(source)

    def seen(self, camera_mode: str, closer: float, states: Sequence[dict]) -> np.ndarray:
        """Returns eye, direction of its gaze and the body that is looked at (n, 9) at states, RATE a second."""
        arguments = ", ".join(map(json.dumps, (camera_mode, closer, states)))
        return np.array(json.loads(self._run(f"seen({arguments})")))

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

    seen   eye, direction of its gaze, body (n, 9)

    What comes nearer by itself is no zoom, and neither is a camera that goes along with it: a step counts as far as the
    body becomes smaller both as it moves and as if it had stood.
    """
    eye, gaze, body = seen[:, :3], seen[:, 3:6], seen[:, 6:]

    def depth(of, at):
        return np.log(np.maximum((of*at).sum(axis=1), 1e-9))

    now = depth(body[1:] - eye[1:], gaze[1:])
    moving = now - depth(body[:-1] - eye[:-1], gaze[:-1])
    standing = now - depth(body[1:] - eye[:-1], gaze[:-1])
    steps = np.where(moving*standing > 0.0, np.sign(moving)*np.minimum(np.abs(moving), np.abs(standing)), 0.0)
    return np.concatenate(((0.0,), np.cumsum(steps)))


def turns(zoom: Sequence[float], least: float) -> list[float]:
    """Returns when (s) a camera that went away came nearer, or the other way round, by at least so much [1]."""
    found, way, extreme = [], 0, 0
    for k in range(1, len(zoom)):
        off = zoom[k] - zoom[extreme]
        if way == 0:
            if abs(off) >= least:
                way, extreme = int(np.sign(off)), k
        elif way*off >= 0.0:
            extreme = k
        elif -way*off >= least:
            found.append(extreme/RATE)
            way, extreme = -way, k
    return found
