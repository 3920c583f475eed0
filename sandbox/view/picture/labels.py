"""Names in the picture: of bodies side by side, of axes and rods (scene/drawn/shapes.py, Label)."""

from collections.abc import Sequence

import numpy as np

from sandbox.text import _, unit_text
from sandbox.view.page import transport
from sandbox.view.picture.mesh import rotation_matrix
from sandbox.view.picture.palette import BODIES, mix

LETTERS = 14             # height of letters [px]
STEP = 20                # [px] between the names of bodies
WHITE, PALE = (1.0, 1.0, 1.0), 0.55
HERE = (0.0, 0.0, 0.0)   # where the name of a whole body stands
ASIDE = (14, 12)         # [px] to the right and up, off what is named


def text_of(label) -> str:
    """Returns what a label says, in the language of the moment."""
    values = {name: unit_text(value) if isinstance(value, str) else value for name, value in label.values}
    return _(label.text).format(**values) if values else _(label.text)


class Labels:
    """Shows the names of bodies where these are.

    bodies       as scenes have them: those that are Looks have labels, or none
    tone, back   colours of letters and of what is behind them
    """

    def __init__(self, bodies: Sequence, tone, back):
        named = [(k, label) for k, body in enumerate(bodies) for label in getattr(body, "labels", ())]
        # a body that is alone needs no name
        is_alone = sum(label.at == HERE for _k, label in named) < 2
        self._named = [(k, label) for k, label in named if not (is_alone and label.at == HERE)]
        names = [k for k, label in self._named if label.at == HERE]
        # those of bodies one above the other, so that bodies close together can be told apart, in their colours
        self._looks = [(STEP*names.index(k), mix(BODIES[getattr(bodies[k], "tone", 0) % len(BODIES)], WHITE, PALE))
                       if label.at == HERE else (0, back) for k, label in self._named]
        self._tone = tone
        self._made: list = []
        self.is_on = False

    def show(self, snapshot):
        """Shows them, if they are on, at the places of a snapshot."""
        if not self.is_on:
            for made in self._made:
                if made.visible:
                    made.visible = False
            return
        vp = transport.load()
        if not self._made:
            self._made = [vp.label(pos=vp.vector(0, 0, 0), text="", height=LETTERS, box=False, line=False, opacity=0.8,
                                   xoffset=ASIDE[0], yoffset=ASIDE[1] + up, font="sans-serif", visible=False,
                                   color=vp.vector(*self._tone), background=vp.vector(*back))
                          for up, back in self._looks]
        for made, (k, label) in zip(self._made, self._named, strict=True):
            body = snapshot.bodies[k]
            place = np.asarray(body.centre) + rotation_matrix(body.quaternion) @ np.asarray(label.at)
            made.pos = vp.vector(*place.tolist())
            text = text_of(label)
            if made.text != text:
                made.text = text
            if not made.visible:
                made.visible = True
