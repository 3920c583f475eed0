"""Trail and chalk line of a body: drawn along the way that it went, and on to where it is shown."""

import numpy as np

from sandbox.view.picture.lines.all_lines import Ink
from sandbox.view.picture.lines.trajectory import draw_along, draw_anew, on_support
from sandbox.view.picture.supports.support import Support

NEAR = 0.25              # of the size of a body: what is further off a support, drawn of flat pieces, lies on another


class BodyLines:
    """The lines of a body.

    The trail is fixed to the laboratory and goes on in flight, at the lowest point of the body, or at its centre where
    it swings: the support next to it is now this, now that one. On a support that looks another one when it has turned
    it is fixed to that, or it would float beside it. Chalk marks the first support only.

    measures   of the body: a BodyPicture, or what has its names
    support    the first of several, or None where there is one only
    swings     whether the body is held by a joint
    """

    def __init__(self, ink: Ink, measures, support: Support | None = None, swings: bool = False):
        self._ink, self._measures, self._support, self._swings = ink, measures, support, swings

    def belong_to(self, body: int, measures):
        """Draws the lines of another body from now on."""
        self._ink.belong_to(body)
        self._measures = measures

    def draw_way(self, way, is_anew: bool):
        """Draws the lines on along a way (run/trace.py), or anew with nothing but it."""
        ink = self._ink
        ink.knows_way = True
        draw = draw_anew if is_anew else draw_along
        local, across = on_support(way)
        is_off = way.is_aloft | self._is_elsewhere(local)
        if ink.is_uneven:
            draw(ink.trail, local, across, is_off)
        else:
            low = self._lowest(way.centre, way.turn, way.normal, way.is_aloft, way.contact)
            draw(ink.trail, low, way.normal, way.is_aloft, flies=True)
        draw(ink.chalk, local, across, is_off)

    def _is_elsewhere(self, local) -> np.ndarray:
        """Returns (n,) whether contacts (n, 3) in the first support's frame lie on another one."""
        if self._support is None or not len(local):
            return np.zeros(len(local), bool)
        away = np.linalg.norm(self._support.project(local)[0] - local, axis=1)
        return (away > NEAR*self._measures.size) | ~self._support.carries(local)

    def _lowest(self, centre, turn, normal, is_aloft, contact) -> np.ndarray:
        """Points (n, 3) of the trail, see `lowest` of a BodyPicture."""
        if self._swings:
            return np.where(np.asarray(is_aloft)[:, None], centre, contact)
        return self._measures.lowest(centre, turn, normal, is_aloft, contact)

    def reach(self, body, local, across):
        """Draws the lines to where a body is shown; `local`, `across` its contact and normal (3,) in the support."""
        trail, chalk, is_aloft = self._ink.trail, self._ink.chalk, body.is_aloft
        is_off = is_aloft or body.support != 0
        knows_way = self._ink.knows_way
        if is_off:
            chalk.lift()
        else:
            (chalk.reach if knows_way else chalk.add)(local, across)
        draw = trail.reach if knows_way else trail.add
        if not self._ink.is_uneven:
            one = (np.asarray(x, dtype=float)[None] for x in (body.centre, body.quaternion, body.normal))
            low = self._lowest(*one, np.array([is_aloft]), np.asarray(body.contact)[None])
            draw(low[0], body.normal, is_aloft)
        elif is_off:
            trail.lift()
        else:
            draw(local, across)
