"""Trail and chalk line of a body: drawn along the way that it went, and on to where it is shown."""

import numpy as np

from sandbox.view.picture.all_lines import Ink
from sandbox.view.picture.bodies import BodyPicture
from sandbox.view.picture.way import draw_along, draw_anew, on_support


class BodyLines:
    """The lines of a body.

    The trail is fixed to the laboratory and goes on in flight, at the lowest point of the body. On a support that looks
    another one when it has turned it is fixed to that, or it would float beside it.
    """

    def __init__(self, ink: Ink, picture: BodyPicture):
        self._ink, self._picture = ink, picture

    def draw_way(self, way, is_anew: bool):
        """Draws the lines on along a way (run/trace.py), or anew with nothing but it."""
        ink = self._ink
        ink.knows_way = True
        draw = draw_anew if is_anew else draw_along
        local, across = on_support(way)
        if ink.is_uneven:
            draw(ink.trail, local, across, way.is_aloft)
        else:
            low = self._picture.lowest(way.centre, way.turn, way.normal, way.is_aloft, way.contact)
            draw(ink.trail, low, way.normal, way.is_aloft, flies=True)
        draw(ink.chalk, local, across, way.is_aloft)

    def reach(self, body, local, across):
        """Draws the lines to where a body is shown; `local`, `across` its contact and normal (3,) in the support."""
        trail, chalk, is_aloft = self._ink.trail, self._ink.chalk, body.mode == "flight"
        knows_way = self._ink.knows_way
        if is_aloft:
            chalk.lift()
        else:
            (chalk.reach if knows_way else chalk.add)(local, across)
        draw = trail.reach if knows_way else trail.add
        if not self._ink.is_uneven:
            one = (np.asarray(x, dtype=float)[None] for x in (body.centre, body.quaternion, body.normal))
            low = self._picture.lowest(*one, np.array([is_aloft]), np.asarray(body.contact)[None])
            draw(low[0], body.normal, is_aloft)
        elif is_aloft:
            trail.lift()
        else:
            draw(local, across)
