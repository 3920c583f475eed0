"""The surfaces of a run's picture as arrays, and where they are at each instant."""

from base64 import b64decode
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from sandbox.run.cast import Cast
from sandbox.run.rows import Rows
from sandbox.run.simulation import Simulation
from sandbox.systems.bodies_seen import are_aloft

UPRIGHT = np.array((1.0, 0.0, 0.0, 0.0))


@dataclass(frozen=True)
class Solid:
    """One surface.

    corners, normals, colours   (n, 4, 3) of its quads: in its own frame [m], unit vectors, 0..1
    position, quaternion        (frames, 3) [m], (frames, 4) local -> laboratory, scalar first; one row: it stands
    gloss                       0 dull .. 1
    is_there                    (frames,) whether it is seen, None: always
    stretch                     (frames,) by how much its own z is longer, None: not at all
    """

    name: str
    corners: np.ndarray
    normals: np.ndarray
    colours: np.ndarray
    position: np.ndarray
    quaternion: np.ndarray
    gloss: float = 0.0
    is_there: np.ndarray | None = None
    stretch: np.ndarray | None = None


@dataclass
class Act:
    """What was passed between two edits: number of edits before it, the system that went on, and rows (n,) of it."""

    edits: int
    system: Any
    rows: Rows


def solids_of(run: Simulation, cast: Cast, acts: Sequence[Act]) -> tuple[list[Solid], float]:
    """Returns supports, foot and bodies of a run as its picture draws them, moving as in the rows of its acts; and the
    half width of the scene [m]."""
    # vpython and the web engine's module: only for pictures
    from sandbox.mechanics import shown_layout as shown_at
    from sandbox.view.picture.stage import Stage
    from sandbox.view.quality import HIGH
    # balls that a page draws all at once are surfaces of their own here
    first = cast.gathered(run.snapshot(), run.edits)
    stage = Stage(tuple(cast.surfaces), cast.bodies, replace(HIGH, singles=len(cast.bodies)), 960, 540, first)
    for act in acts:
        _reach(stage, act.rows, cast.places(act.edits))
    supports = [_course(acts, cast, 1, place, lambda rows: rows.supports[..., shown_at.IN_SUPPORT["position"]],
                        lambda rows: rows.supports[..., shown_at.IN_SUPPORT["quaternion"]])
                for place in range(len(cast.surfaces))]
    made = []
    for name, item, mesh in stage.surfaces():
        if name == "body":
            pose = _course(acts, cast, 0, item, lambda rows: rows.centre, lambda rows: rows.quaternion)
        elif name == "foot":
            pose = np.asarray(first.supports[0].position, float)[None], UPRIGHT[None], supports[0][2]
        else:
            pose = supports[item if name == "beside" else 0]
        points, normals, colours = (unpacked(mesh[kind]) for kind in ("pos", "normal", "color"))
        if not np.ptp(points.reshape(-1, 3), axis=0).any():
            # nothing of it is seen: the page wants a mesh all the same
            continue
        made.append(Solid(name if name in ("support", "foot") else f"{name} {item + 1}", points, normals, colours,
                          pose[0], pose[1], float(mesh["gloss"]), pose[2]))
    return made, stage.support.size


def _reach(stage, rows: Rows, places: tuple[list[int], list[int]]):
    """A support without an end is drawn as far as bodies come: that of the first place, where it is there."""
    from sandbox.mechanics import shown_layout as shown_at
    if 0 not in places[1]:
        return
    poses = rows.supports[:, places[1].index(0)]
    for centre, pose, is_aloft in zip(rows.contact[:, 0], poses, are_aloft(rows.mode[:, 0]), strict=True):
        if not is_aloft:
            stage.reach(centre, pose[shown_at.IN_SUPPORT["position"]], pose[shown_at.IN_SUPPORT["quaternion"]])


def _course(acts: Sequence[Act], cast: Cast, group: int, place: int, position, quaternion
            ) -> tuple[np.ndarray, np.ndarray, np.ndarray | None]:
    """Positions (frames, 3), quaternions (frames, 4) and whether it is there (frames,) or None, of what has a place in
    the cast; while it is away it stays where it was last, or will be first."""
    found, there = [], []
    for act in acts:
        at = cast.places(act.edits)[group]
        n = len(act.rows)
        k = at.index(place) if place in at else -1
        there.append(np.full(n, k >= 0))
        found.append(np.full((n, 7), np.nan) if k < 0 else np.column_stack((
            position(act.rows)[:, k], quaternion(act.rows)[:, k])))
    is_there, poses = np.concatenate(there), np.concatenate(found)
    if is_there.all():
        return poses[:, :3], poses[:, 3:], None
    if not is_there.any():
        poses[:] = (*np.zeros(3), *UPRIGHT)
        return poses[:, :3], poses[:, 3:], is_there
    known = np.flatnonzero(is_there)
    nearest = known[np.maximum(np.searchsorted(known, np.arange(len(poses)), side="right") - 1, 0)]
    return poses[nearest, :3], poses[nearest, 3:], is_there


def unpacked(text: str) -> np.ndarray:
    """Returns the array (n, 4, 3) that was packed for the page."""
    return np.frombuffer(b64decode(text), "<f4").reshape(-1, 4, 3).astype(float)
