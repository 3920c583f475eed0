"""The surfaces of a run's picture as arrays, and where they are at each instant."""

from base64 import b64decode
from dataclasses import dataclass, replace

import numpy as np

from sandbox.run.rows import Rows
from sandbox.run.simulation import Simulation

UPRIGHT = np.array((1.0, 0.0, 0.0, 0.0))


@dataclass(frozen=True)
class Solid:
    """One surface.

    corners, normals, colours   (n, 4, 3) of its quads: in its own frame [m], unit vectors, 0..1
    position, quaternion        (frames, 3) [m], (frames, 4) local -> laboratory, scalar first; one row: it stands
    gloss                       0 dull .. 1
    """

    name: str
    corners: np.ndarray
    normals: np.ndarray
    colours: np.ndarray
    position: np.ndarray
    quaternion: np.ndarray
    gloss: float = 0.0


def solids_of(run: Simulation, rows: Rows) -> list[Solid]:
    """Returns supports, foot and bodies of a run as its picture draws them, moving as in the rows (n,) of it."""
    # vpython and the web engine's module: only for pictures
    from sandbox.mechanics import shown_layout as shown_at
    from sandbox.view.picture.stage import Stage
    from sandbox.view.quality import HIGH
    first = run.snapshot()
    # balls that a page draws all at once are surfaces of their own here
    stage = Stage(run.surfaces, run.bodies, replace(HIGH, singles=len(run.bodies)), 960, 540, first)
    supports = {name: rows.supports[:, 0, place] for name, place in shown_at.IN_SUPPORT.items()}
    # a support without an end is drawn as far as bodies come
    for centre, position, quaternion, mode in zip(rows.contact[:, 0], supports["position"], supports["quaternion"],
                                                  rows.mode[:, 0], strict=True):
        if mode != "flight":
            stage.reach(centre, position, quaternion)
    made = []
    for name, item, mesh in stage.surfaces():
        beside, k = (rows.supports[:, item], 0) if name == "beside" else (rows.supports[:, 0], item)
        pose = {"support": (supports["position"], supports["quaternion"]),
                "beside": (beside[:, shown_at.IN_SUPPORT["position"]], beside[:, shown_at.IN_SUPPORT["quaternion"]]),
                "foot": (np.asarray(first.supports[0].position, float)[None], UPRIGHT[None])}.get(
                    name, (rows.centre[:, k], rows.quaternion[:, k]))
        points, normals, colours = (unpacked(mesh[kind]) for kind in ("pos", "normal", "color"))
        made.append(Solid(name if name in ("support", "foot") else f"{name} {item + 1}", points, normals, colours,
                          *pose, float(mesh["gloss"])))
    return made


def unpacked(text: str) -> np.ndarray:
    """Returns the array (n, 4, 3) that was packed for the page."""
    return np.frombuffer(b64decode(text), "<f4").reshape(-1, 4, 3).astype(float)
