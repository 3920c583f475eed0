"""Looks of a ball on a plane that is a system with rows, and of the disc and the wall around it; sizes in metres."""

import numpy as np

from sandbox.scene.drawn.shapes import ACCENT, DARK, LIGHT, METAL, OCTANTS, Look, Painted

SECTORS = 12       # of a disc, a spoke between them, so that its turning shows


def ball_look(radius: float) -> Look:
    """A ball in two tones by octant, so that every turn shows."""

    def drawn(n: int) -> Painted:
        # as many meridians as meet the borders of the octants
        around = 4*max(3, n//4)
        a = np.linspace(1e-4, np.pi - 1e-4, around//2 + 1)[:, None]
        b = np.linspace(0.0, 2*np.pi, around, endpoint=False)
        points = radius*np.stack((np.sin(a)*np.cos(b), np.sin(a)*np.sin(b), np.cos(a) + 0*b), axis=-1)
        quads = _between(around//2, around)
        return points.reshape(-1, 3), quads, np.full(len(quads), OCTANTS)

    return Look(float(radius), drawn, ("ball", float(radius)))


def disc_look(radius: float) -> Look:
    """A flat disc on z = 0 with a hub, spokes, one marked sector and a dark edge."""
    radii = radius*np.array([1e-4, 0.09, 0.945, 1.0])

    def drawn(n: int) -> Painted:
        each = 2*max(4, n//6)
        points, quads = _rings([(r, 0.0) for r in radii], SECTORS*each)
        ring, k = np.divmod(np.arange(len(quads)), SECTORS*each)
        paints = np.where(k % each == 0, LIGHT, METAL)
        paints[k < each//2] = ACCENT
        paints[ring != 1] = DARK
        return points, quads, paints

    return Look(float(radius), drawn, ("disc", float(radius)), traces="nothing", dull=True)


def ring_look(inner: float, outer: float, number: int = 0) -> Look:
    """A flat ring on z = 0, two tones by sectors, every other ring the other way round; the inmost is a disc."""
    gap = 0.02*(outer - inner)
    radii = (max(inner + gap, 1e-4*outer), outer - gap)

    def drawn(n: int) -> Painted:
        each = 2*max(4, n//6)
        points, quads = _rings([(r, 0.0) for r in radii], SECTORS*each)
        k = np.arange(len(quads)) // each
        paints = np.where((k + number) % 2 == 0, LIGHT, METAL)
        paints[k == 0] = ACCENT
        return points, quads, paints

    return Look(float(outer), drawn, ("ring", float(inner), float(outer), number), traces="nothing", dull=True)


def wall_look(radius: float, height: float) -> Look:
    """A low ring that stands on z = 0: its inner face at `radius`."""
    thick = 0.035*radius
    profile = [(radius, 0.0), (radius, 0.88*height), (radius + 0.25*thick, height), (radius + 0.75*thick, height),
               (radius + thick, 0.88*height), (radius + thick, -0.3*height)]

    def drawn(n: int) -> Painted:
        points, quads = _rings(profile, 12*max(6, n//4))
        return points, quads, np.full(len(quads), METAL)

    return Look(float(radius + thick), drawn, ("wall", float(radius), float(height)), traces="nothing", dull=True)


def _rings(profile, around: int):
    """Points (m, 3) and quads (k, 4) of the surface that a profile of (R, z) sweeps; outside is to its left."""
    b = np.linspace(0.0, 2*np.pi, around, endpoint=False)
    points = np.array([[(r*np.cos(x), r*np.sin(x), z) for x in b] for r, z in profile])
    return points.reshape(-1, 3), _between(len(profile) - 1, around)


def _between(rows: int, around: int) -> np.ndarray:
    """Quads (rows*around, 4) between rings of points."""
    i, k = np.meshgrid(np.arange(rows), np.arange(around), indexing="ij")
    m = (k + 1) % around
    return np.stack((i*around + k, (i + 1)*around + k, (i + 1)*around + m, i*around + m), axis=-1).reshape(-1, 4)
