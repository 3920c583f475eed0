"""How a convex polyhedron swept by a ball is drawn: faces in two tones, its rounded edges and corners lighter."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from sandbox.scene.drawn.shapes import BODY, LIGHT, Painted
from sandbox.scene.solids.hull import Hull, edges_of, hull_of, normals_around

# triangles whose normals differ by less are of one face
ONE_FACE = 1e-6
STEPS = 3           # pieces of the round of an edge


@dataclass(frozen=True)
class RoundedHull:
    """A drawing for `drawn` of a body: called with the fineness n, which it does not need -> vertices, quads, paints.

    corners   of the polyhedron from the mass centre [m];  rounding  radius of the ball that sweeps it [m]
    """

    corners: tuple[tuple[float, float, float], ...]
    rounding: float

    def __call__(self, n: int) -> Painted:
        return _drawn(self)


@lru_cache(maxsize=64)
def _drawn(picture: RoundedHull) -> Painted:
    hull, r = hull_of(np.array(picture.corners), "hull"), picture.rounding
    quads = [hull.corners[hull.faces[:, (0, 1, 2, 0)]] + r*hull.face_normals[:, None]]
    paints = [_tones(hull)]
    if r > 0.0:
        for one, other, left, right in edges_of(hull):
            n = between(hull.face_normals[right], hull.face_normals[left])
            a, b = hull.corners[one] + r*n, hull.corners[other] + r*n
            quads.append(np.stack((a[:-1], b[:-1], b[1:], a[1:]), axis=1))
        for k, corner in enumerate(hull.corners):
            quads += [corner + r*piece for piece in _cap(normals_around(hull, k))]
        paints.append(np.full(sum(map(len, quads)) - len(hull.faces), LIGHT))
    places = np.concatenate(quads).reshape(-1, 3)
    # what is at one place is one corner, so that it is shaded as one
    _rounded, first, which = np.unique(np.round(places/hull.size*1e7), axis=0, return_index=True, return_inverse=True)
    return places[first], which.reshape(-1, 4), np.concatenate(paints)


def between(n: np.ndarray, m: np.ndarray) -> np.ndarray:
    """Unit vectors (STEPS + 1, 3) from n to m."""
    share = np.linspace(0.0, 1.0, STEPS + 1)[:, None]
    found = (1.0 - share)*n + share*m
    return found/np.linalg.norm(found, axis=1, keepdims=True)


def _cap(normals: np.ndarray) -> list[np.ndarray]:
    """Quads (STEPS, 4, 3) of the part of the unit sphere between normals (n, 3) around it."""
    top = normals.sum(axis=0)
    top /= np.linalg.norm(top)
    found = []
    for n, m in zip(normals, np.roll(normals, -1, axis=0), strict=True):
        rim = between(n, m)
        lines = np.array([between(top, one) for one in rim])
        for i in range(STEPS):
            for j in range(STEPS):
                found.append(np.array([[lines[i, j], lines[i, j + 1], lines[i + 1, j + 1], lines[i + 1, j]]]))
    return found


def _tones(hull: Hull) -> np.ndarray:
    """Paints (k,) of the triangles: one for each face, another one than most of its neighbours have."""
    face = np.empty(len(hull.faces), int)
    for i, n in enumerate(hull.face_normals):
        same = np.flatnonzero(np.linalg.norm(hull.face_normals[:i] - n, axis=1) < ONE_FACE)
        face[i] = face[same[0]] if len(same) else i
    beside: dict[int, set[int]] = {int(one): set() for one in face}
    for _one, _other, left, right in edges_of(hull):
        if face[left] != face[right]:
            beside[int(face[left])].add(int(face[right]))
            beside[int(face[right])].add(int(face[left]))
    tone: dict[int, int] = {}
    waiting = list(beside)
    while waiting:
        # the one with most neighbours that have a tone
        one = max(waiting, key=lambda k: len(beside[k] & tone.keys()))
        waiting.remove(one)
        near = [tone[k] for k in beside[one] if k in tone]
        tone[one] = BODY if near.count(BODY) <= near.count(LIGHT) else LIGHT
    return np.array([tone[int(one)] for one in face])
