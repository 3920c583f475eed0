"""Names in the picture: of bodies, axes and rods (scene/drawn/shapes.py, Label). The page keeps them apart."""

from collections.abc import Mapping, Sequence

import numpy as np

from sandbox.scene.drawn.shapes import Label, told_apart
from sandbox.view.page import transport
from sandbox.view.palette import BODIES, mix
from sandbox.view.picture.mesh import rotation_matrix

LETTERS, BOLD = 14, 20    # height of letters, and for a projector [px]
WHITE, PALE = (1.0, 1.0, 1.0), 0.55
ASIDE = (14, 12)         # [px] to the right and up, off what is named


class Labels:
    """Shows the names of bodies where these are.

    bodies       as scenes have them: those that are Looks have labels, or none
    tone, back   colours of letters and of what is behind them
    further      names of bodies without labels, number -> text in the language of the moment
    """

    def __init__(self, bodies: Sequence, tone, back):
        named = [(k, label) for k, body in enumerate(bodies) for label in getattr(body, "labels", ())]
        # a body that is alone needs no name
        is_alone = sum(label.is_of_body for _k, label in named) < 2
        self._labelled = [(k, label) for k, label in named if not (is_alone and label.is_of_body)]
        self._bodies, self._tone, self._back = bodies, tone, back
        self.further: Mapping[int, str] = {}
        self._made: list = []
        self.is_on = self.is_bold = False

    def names_body(self, body: int) -> bool:
        """Whether the name of a body is shown."""
        return self.is_on and (body in self.further or any(k == body and label.is_of_body
                                                           for k, label in self._labelled))

    @property
    def _named(self) -> list[tuple[int, Label, str]]:
        """Number of the body, where the name stands, and what it says."""
        names = told_apart(self._bodies) if any(label.is_of_body for _k, label in self._labelled) else {}
        return [*((k, label, names[k] if label.is_of_body else label.shown) for k, label in self._labelled),
                *((k, Label(name), name) for k, name in self.further.items())]

    def _make(self, k: int, label: Label):
        """A label of vpython; the name of a body is in the colour of that body."""
        vp = transport.load()
        tone = BODIES[getattr(self._bodies[k], "tone", 0) % len(BODIES)]
        back = mix(tone, WHITE, PALE) if label.is_of_body and k not in self.further else self._back
        return vp.label(pos=vp.vector(0, 0, 0), text="", height=LETTERS, box=False, line=False, opacity=0.8,
                        xoffset=ASIDE[0], yoffset=ASIDE[1], font="sans-serif", visible=False,
                        color=vp.vector(*self._tone), background=vp.vector(*back))

    def show(self, snapshot):
        """Shows them, if they are on, at the places of a snapshot."""
        away = getattr(snapshot, "away", ())
        named = [one for one in self._named if one[0] < len(snapshot.bodies) and one[0] not in away
                 ] if self.is_on else []
        self._made += [self._make(k, label) for k, label, _text in named[len(self._made):]]
        for made in self._made[len(named):]:
            if made.visible:
                made.visible = False
        vp = transport.load() if named else None
        for made, (k, label, text) in zip(self._made, named, strict=False):
            body = snapshot.bodies[k]
            place = np.asarray(body.centre) + rotation_matrix(body.quaternion) @ np.asarray(label.at)
            made.pos = vp.vector(*place.tolist())
            height = BOLD if self.is_bold else LETTERS
            if made.height != height:
                made.height = height
            if made.text != text:
                made.text = text
            if not made.visible:
                made.visible = True
