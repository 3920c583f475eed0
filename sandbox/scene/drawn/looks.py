"""Looks of sleighs, skates, bodies with a fixed point and the integraph; all sizes in metres.

A drawing is made of convex parts, each with a paint of its own, in axes of the body about its mass centre. Bodies on a
plane stand on z = 0, where their blades touch it.
"""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from sandbox.scene.drawn.shapes import ACCENT, BODY, DARK, LIGHT, METAL, OCTANTS, Label, Look, Painted, box
from sandbox.text import N_

# a skate's or a sleigh's blade is thin, but has to be seen
THICKNESS = 0.06


class Parts:
    """Collects parts of a drawing."""

    def __init__(self):
        self._vertices, self._quads, self._paints, self._count = [], [], [], 0

    def add(self, vertices, quads, paint: int, axes=None, at=(0.0, 0.0, 0.0)):
        """Vertices (m, 3) in `axes` (3, 3) about the point `at`, quads (k, 4) of them."""
        vertices = np.asarray(vertices, float) @ (np.eye(3) if axes is None else np.asarray(axes).T) + np.asarray(at)
        self._vertices.append(vertices)
        self._quads.append(np.asarray(quads) + self._count)
        self._paints.append(np.full(len(quads), paint))
        self._count += len(vertices)

    def board(self, outline, low: float, high: float, paint: int, axes=None, at=(0.0, 0.0, 0.0)):
        """A board with a convex outline (n, 2), anticlockwise seen from the side to which it is thick."""
        outline, n = np.asarray(outline, float), len(outline)
        vertices = [(*point, z) for z in (low, high) for point in outline]
        i, j = np.arange(n), (np.arange(n) + 1) % n
        sides = np.stack((i, j, n + j, n + i), axis=1)
        k = np.arange(1, n - 1)
        top = np.stack((n + 0*k, n + k, n + k + 1, n + k + 1), axis=1)
        bottom = np.stack((0*k, k + 1, k, k), axis=1)
        self.add(vertices, np.vstack((sides, top, bottom)), paint, axes, at)

    def upright(self, profile, thickness: float, paint: int, axes=None, at=(0.0, 0.0, 0.0)):
        """A board that stands along x: profile (n, 2) of (x, z), clockwise seen from its left, `thickness` across."""
        along_y = np.array([[1.0, 0.0, 0.0], [0.0, 0.0, -1.0], [0.0, 1.0, 0.0]])
        axes = along_y if axes is None else np.asarray(axes) @ along_y
        self.board(profile, -0.5*thickness, 0.5*thickness, paint, axes, at)

    def rod(self, start, end, radius: float, paint: int, n: int = 10, tip: float = 1.0):
        """A round rod; its end is `tip` times as thick as its start."""
        start, end = np.asarray(start, float), np.asarray(end, float)
        length = np.linalg.norm(end - start)
        e = (end - start)/length
        across = np.cross(e, np.eye(3)[np.abs(e).argmin()])
        across /= np.linalg.norm(across)
        axes = np.stack((across, np.cross(e, across), e), axis=1)
        b = np.linspace(0.0, 2*np.pi, n, endpoint=False)
        rings = [(1e-6, 0.0), (1.0, 0.0), (tip, length), (1e-6, length)]
        points = np.array([[(radius*r*np.cos(x), radius*r*np.sin(x), z) for x in b] for r, z in rings])
        i, k = np.meshgrid(np.arange(3), np.arange(n), indexing="ij")
        m = (k + 1) % n
        quads = np.stack((i*n + k, i*n + m, (i + 1)*n + m, (i + 1)*n + k), axis=-1).reshape(-1, 4)
        self.add(points.reshape(-1, 3), quads, paint, axes, start)

    def ring(self, radius: float, thickness: float, normal, paint: int):
        """A thin ring about `normal`, the mass centre in its middle."""
        n = 48
        e = np.asarray(normal, float)/np.linalg.norm(normal)
        across = np.cross(e, np.eye(3)[np.abs(e).argmin()])
        across /= np.linalg.norm(across)
        axes = np.stack((across, np.cross(e, across), e), axis=1)
        a, b = (np.linspace(0.0, 2*np.pi, count, endpoint=False) for count in (n, 6))
        far = radius + thickness*np.cos(b)
        points = np.stack((far*np.cos(a)[:, None], far*np.sin(a)[:, None], thickness*np.sin(b) + 0*a[:, None]), -1)
        i, k = np.meshgrid(np.arange(n), np.arange(6), indexing="ij")
        j, m = (i + 1) % n, (k + 1) % 6
        self.add(points.reshape(-1, 3), np.stack((i*6 + k, j*6 + k, j*6 + m, i*6 + m), axis=-1).reshape(-1, 4), paint,
                 axes)

    def ball(self, radius: float, paint: int, at, n: int = 12):
        """A ball about the point `at`."""
        a, b = np.linspace(1e-3, np.pi - 1e-3, n//2 + 1)[:, None], np.linspace(0.0, 2*np.pi, n, endpoint=False)
        points = radius*np.stack((np.sin(a)*np.cos(b), np.sin(a)*np.sin(b), np.cos(a) + 0*b), axis=-1)
        i, k = np.meshgrid(np.arange(n//2), np.arange(n), indexing="ij")
        m = (k + 1) % n
        self.add(points.reshape(-1, 3),
                 np.stack((i*n + k, (i + 1)*n + k, (i + 1)*n + m, i*n + m), axis=-1).reshape(-1, 4), paint, at=at)

    def mesh(self) -> Painted:
        """Vertices (m, 3), quads (k, 4) and their paints (k,)."""
        return np.vstack(self._vertices), np.vstack(self._quads), np.concatenate(self._paints)

    def look(self, parameters=(), **others) -> Look:
        """The Look of the parts."""
        mesh = self.mesh()
        return Look(float(np.linalg.norm(mesh[0], axis=1).max()), lambda n: mesh, tuple(parameters), **others)


def _turned(heading: float) -> np.ndarray:
    c, s = np.cos(heading), np.sin(heading)
    return np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])


def sleigh_look(gyration: float, blades: Sequence) -> Look:
    """A sleigh with two runners and its blades; a skate when its only blade is under the mass centre's normal.

    gyration   radius of gyration about the mass centre [m], which the size follows
    blades     with `at`, `heading`, `offset` and `across` (scene/models/sleigh.py); the first shows where the front is
    """
    return _look_of_sleigh(gyration, tuple(blades))


def is_skate(blades: Sequence) -> bool:
    """Whether it is drawn as a skate: its only blade is under the mass centre's normal."""
    return len(blades) == 1 and abs(blades[0].offset) < 1e-9


def half_length(gyration: float, blades: Sequence) -> float:
    """Returns half the length of a sleigh or skate as it is drawn [m]."""
    if is_skate(blades):
        return max(0.03, 0.7*gyration)
    return max(0.03, 0.75*gyration, max(abs(blade.offset) for blade in blades) + 0.35*gyration)


@lru_cache(maxsize=16)
def _look_of_sleigh(gyration: float, blades: tuple) -> Look:
    """Draws it once: most runs of a sweep have the same sleigh, and it takes longer than all else of a start."""
    parts, first, half = Parts(), blades[0], half_length(gyration, blades)
    numbers = (gyration, *(x for blade in blades for x in (*blade.at, blade.heading)))
    if is_skate(blades):
        _skate(parts, half, _turned(first.heading), first)
        return parts.look(("skate", *numbers))
    _sleigh(parts, half, _turned(first.heading), first)
    for blade in blades:
        _knife(parts, half, _turned(blade.heading), blade)
    return parts.look(("sleigh", *numbers))


def _sleigh(parts: Parts, x: float, axes, blade):
    """A plate on two runners, its front light, the line of the blade along it; half as long as x."""
    y, low, high = 0.42*x, 0.24*x, 0.3*x
    parts.board([(-x, -y), (0.3*x, -y), (0.3*x, y), (-x, y)], low, high, BODY, axes)
    parts.board([(0.3*x, -y), (0.62*x, -y), (x, -0.3*y), (x, 0.3*y), (0.62*x, y), (0.3*x, y)], low, high, LIGHT, axes)
    runner = [(-0.96*x, 0.0), (0.66*x, 0.0), (0.9*x, 0.06*x), (1.06*x, 0.2*x), (1.06*x, 0.26*x), (-0.96*x, low)]
    for side in (-1, 1):
        parts.upright(runner, 0.05*x, METAL, axes, axes @ (0.0, 0.82*side*y, 0.0))
    # the line of the blade, and where the mass centre is
    across = max(-0.9*y, min(0.9*y, blade.across))
    parts.board([(-x, across - 0.02*x), (x, across - 0.02*x), (x, across + 0.02*x), (-x, across + 0.02*x)], high,
                1.06*high, ACCENT, axes)
    parts.rod((0.0, 0.0, high), (0.0, 0.0, high + 0.1*x), 0.1*x, DARK, 16)


def _knife(parts: Parts, x: float, axes, blade):
    """A blade, its edge on the plane at its point, and the post that holds it."""
    b, h, at = 0.3*x, 0.24*x, np.array([*blade.at, 0.0])
    edge = [(0.0, 0.0), (0.6*b, 0.07*h), (b, 0.4*h), (b, h), (-b, h), (-b, 0.4*h), (-0.6*b, 0.07*h)]
    parts.upright(edge, 0.5*THICKNESS*x, ACCENT, axes, at)
    up, along = np.array([0.0, 0.0, h]), axes @ (0.5*b, 0.0, 0.0)
    parts.rod(at + up, at + 2.4*up, 0.05*x, METAL)
    parts.rod(at + 2.4*up - along, at + 2.4*up + along, 0.05*x, METAL)


def _skate(parts: Parts, x: float, axes, blade):
    """A boot on a long blade, its toe light."""
    at = np.array([*blade.at, 0.0])
    edge = [(-0.8*x, 0.0), (0.8*x, 0.0), (0.97*x, 0.04*x), (1.08*x, 0.16*x), (1.08*x, 0.22*x), (-x, 0.22*x),
            (-x, 0.06*x)]
    parts.upright(edge, THICKNESS*x, ACCENT, axes, at)
    for place in (-0.62, 0.55):
        parts.rod(at + axes @ (place*x, 0.0, 0.2*x), at + axes @ (place*x, 0.0, 0.4*x), 0.07*x, METAL)
    y = 0.24*x
    parts.board([(-0.95*x, -y), (0.35*x, -1.15*y), (0.35*x, 1.15*y), (-0.95*x, y)], 0.38*x, 0.62*x, BODY, axes, at)
    parts.board([(0.35*x, -1.15*y), (0.8*x, -0.9*y), (1.0*x, -0.35*y), (1.0*x, 0.35*y), (0.8*x, 0.9*y),
                 (0.35*x, 1.15*y)], 0.38*x, 0.56*x, LIGHT, axes, at)
    shaft = [(-0.95*x, 0.62*x), (0.1*x, 0.62*x), (-0.15*x, 1.15*x), (-0.85*x, 1.15*x)]
    parts.upright(shaft, 1.7*y, BODY, axes, at)
    parts.upright([(-0.9*x, 1.15*x), (-0.12*x, 1.15*x), (-0.15*x, 1.25*x), (-0.87*x, 1.25*x)], 1.9*y, LIGHT, axes, at)


def body_look(inertia, size: float, weight=(0.0, 0.0, 0.0), height: float = 0.0) -> Look:
    """A box with the inertia's shape about the fixed point, its three axes, the third up to the sphere of radius size.

    inertia   about the fixed point, body axes (3, 3);  weight  direction in which the mass centre lies, or zero
    height    of the fixed point above the plane
    """
    J, parts, weight = np.asarray(inertia, float), Parts(), np.asarray(weight, float)
    moments, axes = np.linalg.eigh(J)
    axes[:, 2] *= np.sign(np.linalg.det(axes))
    # edges of an even box of such moments; a body flatter than any box is drawn as thin as can be seen
    squares = moments.sum() - 2.0*moments
    half = np.sqrt(np.maximum(squares, 4e-3*squares.max()))
    half *= 0.55*size/np.linalg.norm(half)
    vertices, quads = box(*half)(0)
    parts.add(vertices, quads, OCTANTS, axes)
    for e in np.eye(3)[:2]:
        parts.rod(-0.7*size*e, 0.7*size*e, 0.018*size, METAL)
    third = np.array([0.0, 0.0, size])
    parts.rod(-0.75*third, 0.86*third, 0.024*size, ACCENT)
    parts.rod(0.86*third, third, 0.06*size, ACCENT, tip=0.02)
    if weight.any():
        place = 0.68*size*weight/np.linalg.norm(weight)
        parts.rod((0.0, 0.0, 0.0), place, 0.018*size, DARK)
        parts.ball(0.09*size, LIGHT, place)
    labels = [Label(N_("axis 1"), (0.7*size, 0.0, 0.0)), Label(N_("axis 2"), (0.0, 0.7*size, 0.0)),
              Label(N_("axis 3"), (0.0, 0.0, size))]
    if weight.any():
        labels.append(Label(N_("weight"), tuple(place.tolist())))
    return parts.look((*J.ravel().tolist(), size, *weight.tolist(), height), traces="sphere", height=height,
                      labels=tuple(labels))


def stand_look(height: float, size: float) -> Look:
    """A cage of three rings about the fixed point, on a post of the given height, and the vertical axis of space."""
    parts, radius = Parts(), 1.04*size
    for normal in np.eye(3):
        parts.ring(radius, 0.012*size, normal, METAL)
    parts.rod((0.0, 0.0, -height), (0.0, 0.0, -radius), 0.07*size, METAL, tip=0.5)
    parts.rod((0.0, 0.0, radius), (0.0, 0.0, 1.22*size), 0.024*size, LIGHT)
    return parts.look((height, size), traces="nothing", labels=(Label(N_("vertical"), (0.0, 0.0, 1.22*size)),))


def wheel_look(radius: float) -> Look:
    """A wheel with a sharp edge that stands on z = 0 and runs along x, with the fork that steers it."""
    parts = Parts()
    b = np.linspace(0.0, 2*np.pi, 32, endpoint=False)
    for side in (-1, 1):
        # a flat cone to either side of the edge
        points = np.array([[r*np.cos(x), side*y, r*np.sin(x)] for r, y in ((radius, 0.0), (1e-6*radius, 0.16*radius))
                           for x in b])
        k, m = np.arange(32), (np.arange(32) + 1) % 32
        quads = np.stack((k, m, 32 + m, 32 + k), axis=1)
        parts.add(points, quads if side < 0 else quads[:, ::-1], OCTANTS, at=(0.0, 0.0, radius))
    for side in (-1, 1):
        parts.rod((0.0, 0.24*side*radius, 0.9*radius), (0.0, 0.24*side*radius, 2.3*radius), 0.07*radius, METAL)
    parts.rod((0.0, -0.35*radius, 2.3*radius), (0.0, 0.35*radius, 2.3*radius), 0.12*radius, METAL)
    parts.rod((0.0, 0.0, 2.3*radius), (0.0, 0.0, 3.2*radius), 0.1*radius, METAL)
    # the pointer shows the slope
    parts.rod((-0.8*radius, 0.0, 3.2*radius), (2.2*radius, 0.0, 3.2*radius), 0.07*radius, ACCENT, tip=0.3)
    return parts.look((radius,))


def carriage_look(radius: float, reach: float) -> Look:
    """The bar of an integraph's carriage, along y up to `reach` to either side, at the height of the wheel's fork."""
    parts, z = Parts(), 2.75*radius
    for side in (-1, 1):
        parts.rod((side*0.25*radius, -reach, z), (side*0.25*radius, reach, z), 0.07*radius, METAL)
        parts.board([(-0.6*radius, side*reach - 0.35*radius), (0.6*radius, side*reach - 0.35*radius),
                     (0.6*radius, side*reach + 0.35*radius), (-0.6*radius, side*reach + 0.35*radius)], 0.0,
                    z + 0.1*radius, BODY)
    return parts.look((radius, reach), traces="nothing")
