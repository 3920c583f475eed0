"""Keyframes of the camera: looks that a person keeps at instants of the run, for the films of it."""

from math import log10

from sandbox.film.camera_path import distance_of
from sandbox.film.words import key_text

DIGITS = 4               # of a distance


class Keyframes:
    """The looks that were kept, in the frame of one camera mode.

    mode   of the camera, "" while there are none
    """

    def __init__(self):
        self.mode, self._scene = "", ""
        self._keys: list[dict] = []

    def __len__(self) -> int:
        return len(self._keys)

    @property
    def keys(self) -> tuple[dict, ...]:
        return tuple(self._keys)

    @property
    def text(self) -> str:
        """All of them as they are typed, one a line."""
        return "\n".join(map(key_text, self._keys))

    def keep(self, scene: str, t: float, mode: str, look, window) -> bool:
        """Keeps a look (six numbers, rig.py) at an instant [s]; returns whether those before it were given up.

        Looks of another scene or in the frame of another mode cannot stand beside it.
        """
        begins_anew = bool(self._keys) and (scene, mode) != (self._scene, self.mode)
        if begins_anew:
            self._keys = []
        self._scene, self.mode = scene, mode
        distance = distance_of(look[5], window)
        key = {"t": round(t, 4), "at": tuple(round(x, 5) for x in look[:3]), "azimuth": look[3], "elevation": look[4],
               "distance": round(distance, max(0, DIGITS - 1 - int(log10(distance))))}
        self._keys = sorted([*(old for old in self._keys if old["t"] != key["t"]), key], key=lambda one: one["t"])
        return begins_anew

    def take(self, keys):
        """Takes those that were typed."""
        self._keys = list(keys)

    def of_scene(self, scene: str) -> "Keyframes":
        """Returns these for a run of their scene, none for one of another."""
        return self if scene == self._scene else Keyframes()

    def clear(self):
        self._keys, self.mode = [], ""
