"""What bodies with flat faces cost: rows of dominoes that fall, boxes that settle on a turning table, a mixed heap.

Beside the processor time stand numbers that are the same on every machine: how the energy's book closes, how deep
anything was in anything else, measured here from corners and roundings alone, and when all slept. Other engines are
measured so, with the same starts; they pay with depth and energy for what they do not pay in time.

MuJoCo 4.0 with the same starts and sizes (its edges are sharp), implicitfast, elliptic cones, on one core of a busy
machine; in brackets this program, or the closed form. Row of 20 dominoes, 4 s: 0.10 s of processor time per second at
steps of 2 ms, 0.77 at 0.25 ms (0.75); the wave between the 11th and the 17th runs at 0.889 m/s with both (1.001). A
flat box that is pushed at 1 m/s with mu = 0.5 stops after 0.228 s and 101.09 mm at 2 ms, 0.229 s and 101.97 mm at 0.25
ms (0.20387 s and 101.937 mm, rounding of them here). A tower of 6 bricks on a table that is pulled tips at 1.93 m/s^2
and 1.94 (2.4525 = g w/(6 h)).
"""

import time
from collections.abc import Callable, Mapping
from functools import partial
from math import ceil, sqrt
from types import SimpleNamespace
from typing import NamedTuple

import numpy as np

from sandbox.compiling.rotation import matrix_of
from sandbox.mechanics.world import layout as at
from sandbox.scene.bodies import Ball, Body
from sandbox.scene.boxes import Box
from sandbox.scene.contact import Contact
from sandbox.scene.friction import Coulomb
from sandbox.scene.motions import Spin, Still
from sandbox.scene.polyhedra import Die, Hull, Prism
from sandbox.scene.scene import Scene
from sandbox.scene.start import Start
from sandbox.scene.supports.on import On
from sandbox.scene.supports.surfaces import Plane
from sandbox.scene.world import Placed, World
from sandbox.systems.integration import Integration
from sandbox.systems.world.assembly import assemble_world
from sandbox.systems.world.system import WorldSystem

STEP_RATE = 240                      # [1/s]
STRETCH = 24                         # steps whose cost is told where it is the largest: a tenth of a second
LOOK = 4                             # steps between looks how deep anything is in anything
# boxes: side and rounding [m], density [kg/m^3], from one to the next and above the table [m], rate of the table
# [rad/s], how much chance turns them [1], its seed
SIDE, ROUNDING, DENSITY, APART, ABOVE, RATE, TURNED, SEED = 0.04, 0.001, 700.0, 0.06, 0.01, 1.0, 0.1, 1
# mixed heap: corners of its stones, from one to the next and above the table [m], speeds of the throw [m/s, rad/s]
POINTS, MIXED_APART, MIXED_ABOVE, THROWN, TURNING = 10, 0.055, 0.03, 0.3, 5.0
# corners of a box, and the two ends of each of its edges
SIGNS = np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], float)
EDGES = np.array([(p, q) for p in range(8) for q in range(p) if np.abs(SIGNS[p] - SIGNS[q]).sum() == 2.0])


def row_of_dominoes(scene: Scene, count: int) -> WorldSystem:
    """Returns the row of the scene of dominoes, as many as are asked for: more than its own knob allows, too."""
    values = scene.values({})
    return assemble_world(scene.build(SimpleNamespace(**{**values, "dominoes": count})), values)


def boxes_on_a_table(count: int, layers: int) -> WorldSystem:
    """Returns boxes that drop a centimetre and more, turned by chance, and go with the table from then on."""
    each, chance = count//layers, np.random.default_rng(SEED)
    side = ceil(sqrt(each))
    law, box, bodies = Contact(Coulomb(0.5), restitution=0.0), Box(SIDE, SIDE, SIDE, ROUNDING, density=DENSITY), []
    for i in range(count):
        layer, k = divmod(i, each)
        x, y = (k % side - (side - 1)/2)*APART, (k//side - (side - 1)/2)*APART
        q = chance.normal(0.0, TURNED, 4) + np.array((1.0, 0.0, 0.0, 0.0))
        bodies.append(Placed(box, Start(at=(x, y), height=ABOVE + layer*APART, velocity=(-RATE*y, RATE*x, 0.0),
                                        omega=(0.0, 0.0, RATE), orientation=tuple((q/np.linalg.norm(q)).tolist()))))
    return assemble_world(World({"table": On(Plane(), Spin("z", RATE), law)}, bodies, {("box", "box"): law}), {})


def mixed_heap(count: int, layers: int) -> WorldSystem:
    """Returns boxes, dice, stones of chance, prisms, thin disks of 16 sides and balls, thrown down in layers.

    Smooth bodies but balls do not meet flat faces (systems/world/piled.py): disks are prisms here.
    """
    each, chance = count//layers, np.random.default_rng(SEED)
    side, law, bodies = ceil(sqrt(each)), Contact(Coulomb(0.5), restitution=0.2), []
    for i in range(count):
        layer, k = divmod(i, each)
        points = chance.normal(size=(POINTS, 3))
        stone = 0.019*points/np.linalg.norm(points, axis=1)[:, None]
        kinds: tuple[Callable[[], Ball | Body], ...] = (
            lambda: Box(0.04, 0.03, 0.02, ROUNDING, density=DENSITY), lambda: Die(0.03),
            partial(Hull, stone, ROUNDING, density=DENSITY),
            lambda: Prism(6, 0.018, 0.03, ROUNDING, density=DENSITY),
            lambda: Prism(16, 0.02, 0.006, ROUNDING, density=DENSITY), lambda: Ball(0.016, density=DENSITY))
        q = chance.normal(size=4)
        bodies.append(Placed(kinds[i % len(kinds)](), Start(
            at=((k % side - (side - 1)/2)*MIXED_APART, (k//side - (side - 1)/2)*MIXED_APART),
            height=MIXED_ABOVE + layer*MIXED_APART, velocity=tuple(chance.normal(0.0, THROWN, 3).tolist()),
            omega=tuple(chance.normal(0.0, TURNING, 3).tolist()), orientation=tuple((q/np.linalg.norm(q)).tolist()))))
    kinds_met = sorted({placed.kind for placed in bodies})
    return assemble_world(World({"table": On(Plane(), Still(), law)}, bodies, {
        (one, other): law for k, one in enumerate(kinds_met) for other in kinds_met[k:]}), {})


class Task(NamedTuple):
    """What is measured: make() -> the world, how long it is followed [s]."""

    make: Callable[[], WorldSystem]
    seconds: float


def flat_faces(scenes: Mapping[str, Scene]) -> dict[str, Task]:
    """Returns the tasks by name; rows of dominoes where their scene is there.

    A heap of as many boxes is followed to where it has come down: it takes most of a minute for the next second.
    """
    found: dict[str, Task] = {}
    if "dominoes" in scenes:
        found |= {f"{count} dominoes": Task(partial(row_of_dominoes, scenes["dominoes"], count), 4.0)
                  for count in (20, 100)}
    return found | {"100 boxes on a turning table": Task(partial(boxes_on_a_table, 100, 1), 4.0),
                    "100 in four layers": Task(partial(boxes_on_a_table, 100, 4), 0.5),
                    "200 mixed": Task(partial(mixed_heap, 200, 4), 0.3)}


def states_of(system: WorldSystem, run: Integration) -> np.ndarray:
    """Returns the states (bodies, numbers) of a run of a world."""
    return run.y[:system.room.free_at].reshape(-1, at.STATE)


def flat_faces_cost(task: Task) -> dict[str, float]:
    """Returns the processor time per simulated second on one core, and what is the same everywhere.

    cpu_s_per_s        over all of it;  worst tenth, last tenth  of a second;  simulated_s  how long it was followed [s]
    drift              of the energy's book, of itself [1];  deepest_m  overlap at a look, 0 where nothing overlapped
    asleep             share of the bodies at the end [1];  asleep_at_s  when all slept, to a look, where they do
    """
    system = task.make()
    Integration(system, 1.0/STEP_RATE).advance(2)        # compiled by now
    run = Integration(system, 1.0/STEP_RATE)
    measured: Overlaps | MixedOverlaps = Overlaps(system) if is_of_boxes(system) else MixedOverlaps(system)
    deepest, slept = 0.0, None
    costs: list[float] = []
    for _stretch in range(round(task.seconds*STEP_RATE)//STRETCH):
        spent = 0.0
        for _look in range(STRETCH//LOOK):
            begin = time.process_time()
            run.advance(LOOK)
            spent += time.process_time() - begin
            deepest = max(deepest, measured.deepest(states_of(system, run)))
            asleep = states_of(system, run)[:, at.MODE] == at.RESTS
            slept = None if not asleep.all() else run.t if slept is None else slept
        costs.append(spent*STEP_RATE/STRETCH)
    found = {"simulated_s": run.t, "cpu_s_per_s": sum(costs)/len(costs), "worst tenth": max(costs),
             "last tenth": costs[-1], "drift": float(run.drift), "deepest_m": deepest, "asleep": float(asleep.mean())}
    return found if slept is None else {**found, "asleep_at_s": slept}


def is_of_boxes(system: WorldSystem) -> bool:
    """Returns whether all bodies of a world have eight corners."""
    return all(isinstance(body, Body) and len(body.corners) == 8 for body in system.bodies)


class MixedOverlaps:
    """How deep balls and hulls of rounded edges are in each other, or below the table z = 0, from corners alone [m].

    The distance d of two cores is that of 0 from the hull of all differences of their corners v_k: with
    x = sum w_k v_k, w >= 0, the least |x|^2 + (sum w_k - 1)^2 has x along the nearest point, d = |x|/sum w_k: least
    squares without negative unknowns (Lawson and Hanson).
    """

    def __init__(self, system: WorldSystem):
        bodies = [body for body in system.bodies if isinstance(body, Ball | Body)]
        self._corners = [np.zeros((1, 3)) if isinstance(body, Ball) else
                         np.asarray(body.corners, float) - np.asarray(body.mass_centre, float) for body in bodies]
        self._roundings = np.array([body.radius if isinstance(body, Ball) else body.rounding for body in bodies])
        self._reach = np.array([np.linalg.norm(one, axis=1).max() for one in self._corners]) + self._roundings
        assert len(self._corners) == len(system.bodies)

    def deepest(self, states: np.ndarray) -> float:
        """Returns the largest overlap [m], 0 where nothing overlaps; states (bodies, numbers)."""
        # scipy is loaded where it is measured only
        from scipy.optimize import nnls

        places = [corners @ np.reshape(matrix_of(*state[at.Q:at.Q + 4]), (3, 3)).T + state[at.X:at.X + 3]
                  for corners, state in zip(self._corners, states, strict=True)]
        lowest = min(float(one[:, 2].min()) - r for one, r in zip(places, self._roundings, strict=True))
        deepest, centres = max(0.0, -lowest), states[:, at.X:at.X + 3]
        i, j = np.triu_indices(len(states), 1)
        near = np.linalg.norm(centres[i] - centres[j], axis=1) < self._reach[i] + self._reach[j]
        for a, b in zip(i[near], j[near], strict=True):
            size = self._reach[a] + self._reach[b]
            between = (places[a][:, None, :] - places[b][None, :, :]).reshape(-1, 3)/size
            shares, _left = nnls(np.vstack([between.T, np.ones(len(between))]), np.array((0.0, 0.0, 0.0, 1.0)))
            apart = size*float(np.linalg.norm(shares @ between))/float(shares.sum())
            deepest = max(deepest, float(self._roundings[a] + self._roundings[b]) - apart)
        return deepest


class Overlaps:
    """How deep boxes of rounded edges are in each other, or below the table z = 0, from their corners alone [m].

    Two rounded boxes overlap by r1 + r2 - d, d the distance of their cores. By faces and pairs of edges (separating
    axes) d is found, or too little of it where a corner is the nearest to an edge or a corner; where that little seems
    to be an overlap, it is found anew by all corners against the other core and all edges against each other.
    """

    def __init__(self, system: WorldSystem):
        bodies = [body for body in system.bodies if isinstance(body, Body) and len(body.corners) == 8]
        assert len(bodies) == len(system.bodies)
        self._halves = np.array([np.abs(body.corners).max(axis=0) for body in bodies])
        self._roundings = np.array([body.rounding for body in bodies])
        self._reach = np.linalg.norm(self._halves, axis=1) + self._roundings

    def deepest(self, states: np.ndarray) -> float:
        """Returns the largest overlap [m], 0 where nothing overlaps; states (bodies, numbers)."""
        centres = states[:, at.X:at.X + 3]
        turns = np.array([np.reshape(matrix_of(*q), (3, 3)) for q in states[:, at.Q:at.Q + 4]])
        lowest = centres[:, 2] - (np.abs(turns[:, 2, :])*self._halves).sum(axis=1) - self._roundings
        i, j = np.triu_indices(len(states), 1)
        near = np.linalg.norm(centres[i] - centres[j], axis=1) < self._reach[i] + self._reach[j]
        i, j = i[near], j[near]
        apart = _by_axes(centres[j] - centres[i], turns[i], turns[j], self._halves[i], self._halves[j])
        together = self._roundings[i] + self._roundings[j]
        for k in np.flatnonzero((apart > 0.0) & (apart < together)):
            one, other = (_Core(centres[b], turns[b], self._halves[b]) for b in (i[k], j[k]))
            apart[k] = max(apart[k], one.distance(other))
        return max(0.0, float(-lowest.min()), float((together - apart).max(initial=0.0)))


def _by_axes(between: np.ndarray, one: np.ndarray, other: np.ndarray, a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Returns the largest gap (n,) of boxes along normals of faces and products of edges, below 0 where they overlap.

    between   (n, 3) from centre to centre;  one, other  (n, 3, 3) axes in columns;  a, b  (n, 3) halves of edges [m]
    """
    crossed = np.cross(one[:, :, :, None], other[:, :, None, :], axis=1).reshape(len(one), 3, 9)
    axes = np.concatenate([one, other, crossed], axis=2)
    length = np.linalg.norm(axes, axis=1)
    # edges that are parallel say nothing that faces do not
    good = length > 1e-6
    axes = axes/np.where(good, length, 1.0)[:, None, :]
    reach = ((np.abs(np.einsum("nik,nix->nxk", one, axes))*a[:, None, :]).sum(axis=2)
             + (np.abs(np.einsum("nik,nix->nxk", other, axes))*b[:, None, :]).sum(axis=2))
    gaps = np.abs(np.einsum("ni,nix->nx", between, axes)) - reach
    return np.where(good, gaps, -np.inf).max(axis=1, initial=-np.inf)


class _Core:
    """A box with sharp edges somewhere: centre (3,), axes (3, 3) in columns, halves of its edges (3,) [m]."""

    def __init__(self, centre: np.ndarray, turn: np.ndarray, halves: np.ndarray):
        self.centre, self.turn, self.halves = centre, turn, halves
        self.corners = centre + (SIGNS*halves) @ turn.T

    def _to_points(self, points: np.ndarray) -> float:
        within = (points - self.centre) @ self.turn
        return float(np.linalg.norm(within - np.clip(within, -self.halves, self.halves), axis=1).min())

    def distance(self, other: "_Core") -> float:
        """Returns the distance of two boxes that do not overlap [m]: corners to boxes, and edges to edges."""
        p, q = (box.corners[EDGES] for box in (self, other))
        p, q = np.repeat(p, 12, axis=0), np.tile(q, (12, 1, 1))
        u, v, w = p[:, 1] - p[:, 0], q[:, 1] - q[:, 0], p[:, 0] - q[:, 0]
        uu, uv, vv, uw, vw = ((x*y).sum(axis=1) for x, y in ((u, u), (u, v), (v, v), (u, w), (v, w)))
        det = uu*vv - uv*uv
        # feet within both edges; where one is at an end, a corner is as near
        s = np.clip((uv*vw - vv*uw)/np.where(det > 1e-12*uu*vv, det, np.inf), 0.0, 1.0)
        t = np.clip((uv*s + vw)/vv, 0.0, 1.0)
        edges = float(np.linalg.norm(w + s[:, None]*u - t[:, None]*v, axis=1).min())
        return min(edges, self._to_points(other.corners), other._to_points(self.corners))
