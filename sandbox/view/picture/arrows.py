"""Arrows at a body: velocity, angular velocity, normal force, friction; each with a round scale of its own."""

from math import ceil, exp, floor, log10

import numpy as np

from sandbox.view.page import transport
from sandbox.view.picture.mesh import frame_of
from sandbox.view.picture.palette import ARROWS

UNITS = {"velocity": "m/s", "angular_velocity": "rad/s", "normal": "N", "friction": "N"}
BOLD = 1.5             # thickness for a projector
HEAD = 0.45            # of the length is head at most
GRAIN = 1/16           # of the full thickness: steps in which a short arrow is slimmer
FORGETTING = 8.0       # [s] in which a peak that is over loses its influence on the scale
NOTHING = 1e-9         # [unit] below which a value has no direction worth drawing


def round_down(x: float) -> float:
    """Previous of 1, 1.5, 2, 3, 5, 7 times a power of ten."""
    power = 10.0**floor(log10(x)*(1 + 1e-15) + 1e-12)
    return next((m*power for m in (7, 5, 3, 2, 1.5, 1) if m*power <= x*(1 + 1e-9)), 0.7*power)


def _across(unit):
    """Some unit vector perpendicular to a unit vector."""
    x, y, z = unit.tolist()
    across = np.array((0.0, -z, y) if abs(x) < 0.6 else (z, 0.0, -x))
    return across/np.sqrt(across @ across)


class Arrow:
    """One arrow. Its scale is round and follows the largest value of the last seconds, so that it seldom changes.

    longest     [m]; values beyond the scale's range are drawn so long
    scale       metres per unit, 0 before there was a value
    """

    def __init__(self, colour, longest: float, thickness: float):
        vp = transport.load()
        self._longest = longest
        self._thickness = self._full = thickness
        self._slimness = 1.0
        self._peak = 0.0
        self._t = None
        self.scale = 0.0
        self.on = False
        self._thing = vp.arrow(pos=vp.vector(0, 0, 0), axis=vp.vector(0, 0, longest), color=vp.vector(*colour),
                               shaftwidth=thickness, headwidth=2.6*thickness, headlength=3.2*thickness,
                               round=True, visible=False, shininess=0.2)

    def set_bold(self, factor: float):
        """So many times as thick as usual."""
        self._full = factor*self._thickness
        self._slim(self._slimness)

    def _slim(self, share: float):
        """Draws it with that share of its thickness."""
        thickness, thing = share*self._full, self._thing
        self._slimness = share
        thing.shaftwidth, thing.headwidth, thing.headlength = thickness, 2.6*thickness, 3.2*thickness

    def _follow(self, size: float, t: float):
        """The scale for a value: grown at once, shrunk only when much too large for a while."""
        if self._t is not None and t > self._t:
            self._peak = size + max(0.0, self._peak - size)*exp(-(t - self._t)/FORGETTING)
        self._t = t
        self._peak = max(self._peak, size)
        if self._peak > NOTHING and not 0.35*self._longest <= self.scale*self._peak <= self._longest*(1 + 1e-9):
            self.scale = round_down(self._longest/self._peak)

    def show(self, t: float, start, away: float, value, depth=None):
        """Draws a value (3,) at time t [s] from `away` [m] beside a point (3,), along its own direction.

        depth   (normal (3,), height of the point above the support [m]): an arrow that would end inside the support
                is drawn on the other side, with its head at the body; None, it is drawn as it is
        """
        size = float(np.sqrt(value @ value))
        self._follow(size, t)
        shown = self.on and size > max(NOTHING, 1e-3*self._peak)
        if shown != self._thing.visible:
            self._thing.visible = shown
        if not shown:
            return
        along = value/size
        length = min(max(self.scale*size, 3.0*self._full), self._longest)
        # a short one is slimmer, so that it is not all head
        share = min(1.0, GRAIN*ceil(HEAD*length/(3.2*self._full)/GRAIN))
        if share != self._slimness:
            self._slim(share)
        if depth is not None and -(away + length)*float(along @ depth[0]) > depth[1]:
            away = -away - length
        transport.moves[self._thing.idx] = [*(start + away*along).tolist(), *(length*along).tolist(),
                                            *_across(along).tolist()]


class Arrows:
    """The arrows of one body.

    size     half width of the support [m]
    radius   of the body [m]
    clear, lift   how far beside the mass centre and above it they begin [m]; None: at the skin of the body
    grip     how far beside the contact the arrow of friction, or of a reaction, begins [m]
    rests    whether it goes about on the support, which hides what points into it
    skin     (n, 3) points of its skin, in its own frame from the mass centre [m], where it is far from a ball
    """

    def __init__(self, size: float, radius: float, colours=ARROWS, clear: float | None = None, lift: float = 0.0,
                 grip: float | None = None, rests: bool = True,
                 skin=None):
        self._rests, self._skin = rests, skin
        self._radius, self._lift = radius if clear is None else clear, lift
        self._grip = 0.75*radius if grip is None else grip
        self._thickness = min(0.021*size, 0.45*radius + 0.006*size)
        self._arrows = {name: Arrow(colour, 0.3*size, self._thickness) for name, colour in colours.items()}

    def switch(self, name: str, on: bool):
        if name not in self._arrows:
            raise ValueError(f"arrow: got {name!r}, needs one of {', '.join(self._arrows)}")
        self._arrows[name].on = on

    def set_bold(self, on: bool):
        for arrow in self._arrows.values():
            arrow.set_bold(BOLD if on else 1.0)

    @property
    def scales(self) -> dict[str, tuple[float, str]]:
        """Metres per unit and the unit, of each arrow that has had a value."""
        return {name: (arrow.scale, UNITS[name]) for name, arrow in self._arrows.items() if arrow.scale > 0.0}

    def show(self, t: float, state):
        """Velocities start at the body's skin, the normal force above it, friction where it acts, on the support."""
        n = np.asarray(state.normal)
        centre = np.asarray(state.centre) + self._lift*n
        axes = None if self._skin is None else frame_of(state.quaternion)

        def away(value):
            size = np.sqrt(value @ value)
            if axes is None or size <= NOTHING:
                return self._radius
            return float((self._skin @ (axes.T @ value)).max()/size)

        def show(name, value, depth=None):
            self._arrows[name].show(t, centre, away(value), value, depth)

        show("velocity", np.asarray(state.velocity))
        depth = (n, float((centre - np.asarray(state.contact)) @ n)) if self._rests else None
        show("angular_velocity", np.asarray(state.angular_velocity), depth)
        show("normal", state.N*n)
        low = np.asarray(state.contact) + 0.7*self._thickness*n
        self._arrows["friction"].show(t, low, self._grip, np.asarray(state.F))
