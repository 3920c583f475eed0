"""Supports beside the first one, each with a picture of its own; the laboratory's floor is that of the backdrop."""

import numpy as np

from sandbox.view.picture.mesh import place, pose_of
from sandbox.view.picture.supports.support import Support


def is_floor(surface) -> bool:
    """Returns whether a surface is the level floor of the laboratory, which the backdrop shows."""
    return surface.name == "plane" and surface.rim is None and surface.tilt == 0.0


def floor_below(surfaces, height: float) -> float | None:
    """Returns how high [m] the floor of the laboratory lies above a height, None where it is none of the supports."""
    return next((float(surface.origin[2]) - height for surface in surfaces[1:] if is_floor(surface)), None)


class Beside:
    """The pictures of all supports but the first. Edges are too narrow to be drawn: the surface they end shows them.

    surfaces   of all supports;  ball  radius of the body [m];  snapshot  of the start, or None
    floor      number and height [m] of the laboratory's floor, or None
    outline    (n, 3) points of them that the camera has to keep in view, from the first support's place [m]
    """

    def __init__(self, surfaces, level, ball: float, tones, snapshot=None):
        drawn = [(k, surface) for k, surface in enumerate(surfaces)
                 if k > 0 and surface.name != "edge" and not is_floor(surface)]
        self._supports = [(k, Support(surface, level, ball, None, tones, stands=False)) for k, surface in drawn]
        self.floor = next(((k, float(surface.origin[2])) for k, surface in enumerate(surfaces)
                           if k > 0 and is_floor(surface)), None)
        self.outline = np.zeros((0, 3))
        for k, support in self._supports:
            if snapshot is not None and k < len(snapshot.supports):
                position, axes = pose_of(snapshot.supports[k])
                points = support.outline @ axes.T + position - pose_of(snapshot.supports[0])[0]
                self.outline = np.vstack((self.outline, points))

    @property
    def compounds(self) -> list:
        """What is drawn of them: ("beside", index of the support, compound)."""
        return [("beside", k, support.table) for k, support in self._supports]

    def standing(self, snapshot):
        """Yields number, triangles (n, 3, 3) in its frame, position (3,) [m] and axes (3, 3) of each in a snapshot."""
        for k, support in self._supports:
            if snapshot is not None and k < len(snapshot.supports):
                yield k, support.triangles, *pose_of(snapshot.supports[k])

    def show(self, snapshot):
        """Moves each to its place in a snapshot."""
        for k, support in self._supports:
            if k < len(snapshot.supports):
                place(support.table, *pose_of(snapshot.supports[k]))
