"""Rulers and protractors in the picture: lines between places that move, an arc, and a number beside them."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from sandbox.systems import probe_points
from sandbox.systems.probe_points import ShownTool
from sandbox.view.page import transport
from sandbox.view.picture.lines.ink import Strokes

MOST = 4                # tools at once
ARC = 16                # pieces of an arc
RADIUS = 0.35           # of an arc, in lengths of the shorter side
MARK = 0.03             # half length of the cross at an end, in sizes of the scene
PIECES = 2*2 + 3*3 + ARC      # of a tool at most
UP = np.array((0.0, 0.0, 1.0))


class ToolPicture:
    """Draws tools; they follow what they are fixed to.

    strokes  of MOST*PIECES pieces;  size  of the scene [m];  tone  of the letters
    """

    def __init__(self, strokes: Strokes, size: float, tone, back):
        self._strokes, self._size, self._tone, self._back = strokes, size, tone, back
        self._labels: list = []
        self._used = 0

    def show(self, tools: Sequence[ShownTool], snapshot):
        """Draws the tools at the places that they have in a snapshot."""
        index = 0
        for k, shown in enumerate(tools[:MOST]):
            places = shown.tool.places(snapshot)
            if not np.isfinite(places).all():
                continue
            for a, b in pairwise(places):
                index = self._line(index, a, b)
            for place in places:
                for axis in np.eye(3):
                    index = self._line(index, place - MARK*self._size*axis, place + MARK*self._size*axis, is_thin=True)
            at = 0.5*(places[0] + places[-1])
            if shown.tool.kind == probe_points.PROTRACTOR:
                index, at = self._arc(index, places)
            self._say(k, at, shown.say(shown.tool.measure(snapshot)))
        if index < self._used:
            self._strokes.hide(index, self._used)
        self._used = index
        for label in self._labels[len(tools):]:
            if label.visible:
                label.visible = False

    def _line(self, index: int, a, b, is_thin: bool = False) -> int:
        """Draws a line; a long one as two bands across one another, so that it is seen from everywhere."""
        along = b - a
        length = float(np.linalg.norm(along))
        if length < 1e-9*self._size:
            return index
        side = np.cross(along, UP)
        if np.linalg.norm(side) < 0.1*length:
            side = np.cross(along, (1.0, 0.0, 0.0))
        side = side/np.linalg.norm(side)
        other = np.cross(along, side)/length
        for s in (side,) if is_thin else (side, other):
            self._strokes.put(index, a, s, b, s, 0.0, 0.0)
            index += 1
        return index

    def _arc(self, index: int, places) -> tuple[int, np.ndarray]:
        """Draws the arc of an angle; returns where its number stands."""
        a, b = places[0] - places[1], places[2] - places[1]
        lengths = np.linalg.norm(a), np.linalg.norm(b)
        if min(lengths) < 1e-9*self._size:
            return index, places[1]
        a, b = a/lengths[0], b/lengths[1]
        across = b - (a @ b)*a
        if np.linalg.norm(across) < 1e-9:
            return index, places[1]
        across /= np.linalg.norm(across)
        angle, radius = np.arctan2(np.linalg.norm(np.cross(a, b)), a @ b), RADIUS*min(lengths)
        turn = np.linspace(0.0, angle, ARC + 1)[:, None]
        points = places[1] + radius*(np.cos(turn)*a + np.sin(turn)*across)
        normal = np.cross(a, across)
        for p, q in pairwise(points):
            self._strokes.put(index, p, normal, q, normal, 0.0, 0.0)
            index += 1
        half = 0.5*angle
        return index, places[1] + 1.4*radius*(np.cos(half)*a + np.sin(half)*across)

    def _say(self, k: int, at, text: str):
        vp = transport.load()
        while len(self._labels) <= k:
            self._labels.append(vp.label(
                pos=vp.vector(0, 0, 0), text="", height=16, box=False, line=False, opacity=0.75, yoffset=18,
                font="sans-serif",
                color=vp.vector(*self._tone), background=vp.vector(*self._back), visible=False))
        label = self._labels[k]
        label.pos = vp.vector(*at.tolist())
        if label.text != text:
            label.text = text
        if not label.visible:
            label.visible = True
