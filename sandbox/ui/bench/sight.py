"""What was put on the bench, or moved there, is seen: the camera goes back until it is in the picture."""

import numpy as np

from sandbox.qt.core import QObject
from sandbox.scene.built import kinds
from sandbox.scene.built.document import Document
from sandbox.scene.built.parts import points_of
from sandbox.ui.playback.workbench import Workbench

SEEN = 0.9               # of half of the picture, in which all of a part lies
MOST = 4.0               # times as far away, at most


class Sight(QObject):
    """Looks after each edit whether the selected parts are in the picture."""

    def __init__(self, workbench: Workbench, player, view, parent=None):
        super().__init__(parent)
        self._workbench, self._player, self._view = workbench, player, view
        self._title = ""                         # of the bench that was looked at
        self._seen: Document | None = None       # what has been seen of it
        player.framed.connect(self._look)

    def _look(self):
        workbench, player, reach = self._workbench, self._player, self._view.reach
        if not workbench.is_on or player.is_playing or player.is_preparing or player.simulation is None:
            return
        document = workbench.document
        if document is self._seen or reach is None or reach.eye is None or not self._view.look:
            return
        is_other = document.title != self._title or self._seen is None
        self._title, self._seen = document.title, document
        points = np.zeros((0, 3)) if is_other else self._points()
        far = farther(reach.eye, points)
        if far > 1.0:
            look = self._view.look
            *aim, size = look["at"]
            self._view.set_look(look["mode"], [*aim, min(far, MOST)*size])

    def _points(self) -> np.ndarray:
        """Points (n, 3) of what is selected [m]: of bodies all around, of supports those farthest out."""
        workbench, run = self._workbench, self._player.simulation
        made, found = workbench.made, [np.zeros((0, 3))]
        centres = workbench.centres
        for name in workbench.chosen:
            if name in centres:
                size = run.bodies[made.bodies.index(name)].size
                found.append(centres[name] + size*np.vstack((np.eye(3), -np.eye(3))))
            elif workbench.document.part(name).family == kinds.SUPPORT and not made.is_floor(name):
                found.append(points_of(made.surface(name)))
        return np.vstack(found)


def farther(eye, points: np.ndarray) -> float:
    """How many times as far from what it looks at an eye has to be that points (n, 3) [m] are in its picture; 1.0 where
    they are.
    """
    if not len(points):
        return 1.0
    rel = points - (eye.place + eye.distance*eye.forward)
    wide = np.abs(rel @ eye.right)/(eye.scale*eye.width/eye.height)
    high = np.abs(rel @ eye.up)/eye.scale
    outside = np.maximum(wide, high) > eye.distance + rel @ eye.forward
    if not outside.any():
        return 1.0
    return float((np.maximum(wide, high)/SEEN - rel @ eye.forward).max())/eye.distance
