"""Balls that the page draws all at once: their sizes and patterns once, their poses as one block of numbers a frame."""

from base64 import b64encode
from collections.abc import Sequence

import numpy as np

from sandbox.systems.bodies_seen import column_of
from sandbox.view.page import transport
from sandbox.view.palette import BALL_LIGHT
from sandbox.view.picture.lights import lights_of
from sandbox.view.picture.mesh import packed
from sandbox.view.picture.tint import BEACH

# of a ball in a frame, as the page has it: centre [m], quaternion as shares of the largest whole number
POSE = np.dtype([("centre", "<f4", 3), ("quaternion", "<i2", 4)])
WHOLE = 32767
SKY = 2.0            # radii around a ball in which it darkens the support by the sky that it hides


class Instances:
    """The balls of a scene that are drawn at once.

    places   (n,) their numbers among the bodies of the snapshot;  radii  (n,) [m]
    centres  (n, 3) where they were shown last [m];  tones  (n, 3) colours 0..1
    """

    def __init__(self, places: Sequence[int], radii: Sequence[float]):
        self.places, self.radii = np.asarray(places, dtype=int), np.asarray(radii, dtype=float)
        n = len(self.places)
        self.centres, self.quaternions = np.zeros((n, 3)), np.tile((1.0, 0.0, 0.0, 0.0), (n, 1))
        self._poses = np.zeros(n, dtype=POSE)
        self._grounds = np.zeros((n, 4), dtype="<f4")        # normal of the support below, height above it [m]
        self._kinds = np.column_stack((self.radii, np.full(n, BEACH), self.places + 1.0))
        self.tones = np.ones((n, 3))
        self._has_new_tones = self._has_new_kinds = self._has_new_grounds = True

    def show(self, bodies):
        """Takes their places in a snapshot."""
        self.centres = column_of(bodies, "centre")[self.places]
        self.quaternions = column_of(bodies, "quaternion")[self.places]
        normals = column_of(bodies, "normal")[self.places]
        away = self.centres - column_of(bodies, "contact")[self.places]
        heights = np.einsum("ij,ij->i", away, normals)
        for numbers in (self.centres, self.quaternions, normals, heights):
            if not np.isfinite(numbers).all():
                raise transport.NotFinite("poses of the balls")
        self._poses["centre"] = self.centres
        self._poses["quaternion"] = np.rint(WHOLE*np.clip(self.quaternions, -1.0, 1.0))
        # on a plane they stay the same for all that roll
        grounds = np.column_stack((normals, heights)).astype("<f4")
        if not np.array_equal(grounds, self._grounds):
            self._grounds, self._has_new_grounds = grounds, True

    def paint(self, tones, patterns, numbers):
        """Gives the balls colours (n, 3) 0..1, patterns (n,) and numbers (n,), see tint.py."""
        if not np.array_equal(tones, self.tones):
            self.tones, self._has_new_tones = tones, True
        signs = np.column_stack((patterns, numbers))
        if not np.array_equal(signs, self._kinds[:, 1:]):
            self._kinds[:, 1:], self._has_new_kinds = signs, True

    # ---- for the page -----------------------------------------------------------------------------------------------

    def setup(self, size: float, position, support) -> dict:
        """Returns all that a new page needs: the scene has the half width `size` [m], its support stands at `position`.
        """
        self._has_new_tones = self._has_new_kinds = self._has_new_grounds = True
        return {"light": list(BALL_LIGHT), "room": SKY, **self.scenery(size, position, support), **self.changes()}

    def scenery(self, size: float, position, support) -> dict:
        """Returns what a page has to know anew when the support has grown."""
        return {"lights": lights_of(size, position), "ends": ends_of(support)}

    def changes(self) -> dict:
        """Returns what is new since the last call."""
        found = {"poses": b64encode(self._poses.tobytes()).decode("ascii")}
        if self._has_new_grounds:
            found["grounds"] = packed(self._grounds)
        if self._has_new_kinds:
            found["kinds"] = packed(self._kinds)
        if self._has_new_tones:
            colours = np.full((len(self.tones), 4), 255, np.uint8)
            colours[:, :3] = np.rint(255.0*np.clip(self.tones, 0.0, 1.0))
            found["tones"] = b64encode(colours.tobytes()).decode("ascii")
        self._has_new_kinds = self._has_new_tones = self._has_new_grounds = False
        return found


def ends_of(support) -> list[float]:
    """Half length and half width of a support that shades fall on, and whether it is round; one that is not flat has no
    end that they could stand out of."""
    if not support.is_flat:
        return [1e6, 1e6, 1.0]
    half = np.abs(support.outline[:, :2]).max(axis=0)
    return [*half.tolist(), 0.0 if support.is_board else 1.0]
