"""The mark of the body in focus: a ring around it in the picture, drawn by the page, and its name beside it."""

from sandbox.view.page import transport

WIDE = 1.28          # radius of the ring, in radii of the ball around the body
ABOVE = 12           # [px] that the name is above the middle at least; the page puts it outside the ring


class FocusMark:
    """Names the body that panels, arrows and camera follow; nothing where a scene has one body only.

    tone, back   of the letters and of what is behind them
    """

    def __init__(self, tone, back):
        self._tone, self._back = tone, back
        self._label = None

    def show(self, centre, size: float, name: str) -> list[float]:
        """Marks a body at `centre` (3,) [m]; returns the ring for the page: its middle (3) and radius [m].

        name   shown beside it, "" for none
        """
        if name or self._label is not None:
            self._say(centre, name)
        return [*map(float, centre), WIDE*size]

    def _say(self, centre, name: str):
        vp = transport.load()
        if self._label is None:
            self._label = vp.label(pos=vp.vector(0, 0, 0), text="", height=15, box=False, line=False, opacity=0.6,
                                   xoffset=0, yoffset=ABOVE, font="sans-serif", color=vp.vector(*self._tone),
                                   background=vp.vector(*self._back), visible=False)
        label = self._label
        label.pos = vp.vector(*map(float, centre))
        if label.text != name:
            label.text = name
        if label.visible != bool(name):
            label.visible = bool(name)
