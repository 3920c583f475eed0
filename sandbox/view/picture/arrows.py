"""Arrows at a body: velocity, angular velocity, normal force, friction; each with a round scale of its own."""

from math import ceil, floor, log2, log10

import numpy as np

from sandbox.view.page import transport
from sandbox.view.palette import ARROWS
from sandbox.view.picture.mesh import rotation_matrix

UNITS = {"velocity": "m/s", "angular_velocity": "rad/s", "normal": "N", "friction": "N"}
BOLD = 1.5             # thickness for a projector
HEAD = 0.45            # largest part of the length that is head [1]
GRAIN = 1/16           # steps in which a short arrow gets slimmer, of its full thickness [1]
OVER = 1.6             # times its usual greatest length that an arrow gets
BROKEN = 10.0          # times that a value may be larger yet: its shaft is broken; beyond, there is another scale
STUB, GAP = 0.3, 0.14  # of the length of an arrow whose shaft is broken: what is before the gap, and the gap [1]
ALIKE = 0.2            # of the greater force that the smaller one has at least where both have one scale [1]
BODIES = 3.0           # bodies side by side that an arrow is as long as, at most
SERIES = (1, 1.5, 2, 3, 5, 7)      # scales are these times a power of ten
NOTHING = 1e-9         # [unit of the value] below which an arrow is hidden


def round_down(x: float) -> float:
    """Returns the largest of 1, 1.5, 2, 3, 5, 7 times a power of ten that is at most x > 0."""
    power = 10.0**floor(log10(x)*(1 + 1e-15) + 1e-12)
    return next((m*power for m in SERIES[::-1] if m*power <= x*(1 + 1e-9)), 0.7*power)


def slimness(share: float) -> float:
    """Returns the part of its full thickness, 0..1, that an arrow is drawn with which should have `share` > 0 of it: in
    steps of GRAIN, below the first one by halves.
    """
    if share >= GRAIN:
        return min(1.0, GRAIN*ceil(share/GRAIN))
    return 2.0**ceil(log2(share))


def _perpendicular(unit):
    """Returns some unit vector (3,) perpendicular to a unit vector (3,)."""
    x, y, z = unit.tolist()
    across = np.array((0.0, -z, y) if abs(x) < 0.6 else (z, 0.0, -x))
    return across/np.sqrt(across @ across)


class Arrow:
    """One arrow. Its scale is round and stays as it is until a value does not fit, or somebody wants another one.

    A value that is too large for it by less than BROKEN is drawn as long as arrows are at most, with a broken shaft.

    longest     [m], of the largest value that is expected
    scale       length per unit of the value [m/unit], 0 before the first value
    """

    def __init__(self, colour, longest: float, thickness: float):
        vp = transport.load()
        self._longest = longest
        self._thickness = self._full = thickness
        self._slimness = 1.0
        self.scale = 0.0
        self.on = False
        self._drawn = False, False          # whether the arrow is, whether its shaft is broken
        self.placed = None                  # where it begins and what it is, (3,) each [m], None while hidden
        self._arrow = vp.arrow(pos=vp.vector(0, 0, 0), axis=vp.vector(0, 0, longest), color=vp.vector(*colour),
                               shaftwidth=thickness, headwidth=2.6*thickness, headlength=3.2*thickness,
                               round=True, visible=False, shininess=0.2)
        self._stub = vp.cylinder(pos=vp.vector(0, 0, 0), axis=vp.vector(0, 0, longest), color=vp.vector(*colour),
                                 radius=0.5*thickness, visible=False, shininess=0.2)

    def limit(self, longest: float):
        """Sets the length of the largest value that is expected [m]."""
        self._longest = longest

    def set_bold(self, factor: float):
        """Makes it `factor` times as thick as usual."""
        self._full = factor*self._thickness
        self._slim(self._slimness)

    def _slim(self, share: float):
        """Draws it with a share 0..1 of its full thickness."""
        thickness, arrow = share*self._full, self._arrow
        self._slimness = share
        arrow.shaftwidth, arrow.headwidth, arrow.headlength = thickness, 2.6*thickness, 3.2*thickness
        self._stub.radius = 0.5*thickness

    def expect(self, peak: float):
        """Chooses the scale for values up to a peak; 0: the first value will do it."""
        self.scale = round_down(self._longest/peak) if peak > NOTHING else 0.0

    def rescale(self, by: int):
        """Makes it longer or shorter by so many steps of the series of scales."""
        if self.scale > 0.0:
            power = floor(log10(self.scale) + 1e-9)
            near = min(range(len(SERIES)), key=lambda k: abs(SERIES[k] - self.scale/10.0**power))
            tens, place = divmod(near + by, len(SERIES))
            self.scale = SERIES[place]*10.0**(power + tens)

    def _fit(self, size: float):
        """Chooses another scale where a value does not fit."""
        if size > NOTHING and not 0.0 < self.scale*size <= BROKEN*OVER*self._longest:
            self.scale = round_down(self._longest/size)

    @property
    def numbers(self) -> tuple[int, int]:
        """Numbers of the vpython objects: of the arrow, and of the piece before the gap of a broken shaft."""
        return self._arrow.idx, self._stub.idx

    @property
    def states(self) -> list[tuple[float, float]]:
        """Whether each of both is drawn, 0 or 1, and the thickness of the shaft [m]."""
        return [(float(is_drawn), self._slimness*self._full) for is_drawn in self._drawn]

    def show(self, start, away: float, value, depth=None):
        """Draws a value (3,); the arrow begins `away` [m] from `start` (3,) [m], in its own direction.

        depth   (normal (3,), height of the point above the support [m]): an arrow that would end inside the support
                is drawn on the other side, with its head at the body; None: it is drawn as it is
        """
        size = float(np.sqrt(value @ value))
        self._fit(size)
        shown = self.on and size > NOTHING and self.scale*size > 1e-3*self._longest
        is_broken = shown and self.scale*size > OVER*self._longest*(1.0 + 1e-9)
        if (shown, is_broken) != self._drawn:
            self._drawn = self._arrow.visible, self._stub.visible = shown, is_broken
        if not shown:
            self.placed = None
            return
        along = value/size
        # as long as its scale says, however short that is
        length = min(self.scale*size, OVER*self._longest)
        # a short one is slimmer, so that it is not all head
        share = slimness(HEAD*length/(3.2*self._full))
        if share != self._slimness:
            self._slim(share)
        if depth is not None and -(away + length)*float(along @ depth[0]) > depth[1]:
            away = -away - length
        self.placed = start + away*along, length*along
        # of a broken shaft the piece before the gap is a thing of its own
        before = (STUB + GAP)*length if is_broken else 0.0
        up = _perpendicular(along).tolist()
        transport.moves[self._arrow.idx] = [*(start + (away + before)*along).tolist(),
                                            *((length - before)*along).tolist(), *up]
        if is_broken:
            transport.moves[self._stub.idx] = [*(start + away*along).tolist(), *(STUB*length*along).tolist(), *up]


class Arrows:
    """The arrows of one body.

    size     half width of the support [m]
    radius   of the body [m]
    clear, lift   how far beside the mass centre and above it they begin [m]; clear None: at the radius
    grip     how far beside the contact the arrow of friction, or of a reaction, begins [m]
    rests    whether the body moves on the support, which hides what points into it
    skin     (n, 3) points of the body's surface, in its frame from the mass centre [m]; None: it is about a ball
    """

    def __init__(self, size: float, radius: float, colours=ARROWS, clear: float | None = None, lift: float = 0.0,
                 grip: float | None = None, rests: bool = True,
                 skin=None):
        self._rests, self._skin = rests, skin
        self._radius, self._lift = radius if clear is None else clear, lift
        self._grip = 0.75*radius if grip is None else grip
        self._thickness = min(0.021*size, 0.45*radius + 0.006*size)
        self._size = size
        self._arrows = {name: Arrow(colour, self._longest(radius), self._thickness)
                        for name, colour in colours.items()}

    def _longest(self, width: float) -> float:
        """Returns the usual greatest length [m] at a body; the greatest of all is that of BODIES side by side: of a rod
        these are three thin ones, not three lengths.
        """
        return min(0.3*self._size, BODIES*2.0*width/OVER)

    def belong_to(self, body):
        """Draws the arrows of another body from now on; `body` has width, clear, lift, grip, rests and skin."""
        self._rests, self._skin, self._radius = body.rests, body.skin, body.clear
        self._lift, self._grip = body.lift, body.grip
        for arrow in self._arrows.values():
            arrow.limit(self._longest(body.width))

    def numbers(self) -> dict[str, int]:
        """Name -> number of the vpython object; of the piece before a broken shaft's gap, "name stub"."""
        return {key: number for name, arrow in self._arrows.items()
                for key, number in zip((name, f"{name} stub"), arrow.numbers, strict=True)}

    def states(self) -> list[tuple[float, float]]:
        """Whether each is drawn, 0 or 1, and the thickness of its shaft [m]."""
        return [state for arrow in self._arrows.values() for state in arrow.states]

    def switch(self, name: str, on: bool):
        if name not in self._arrows:
            raise ValueError(f"arrow: got {name!r}, needs one of {', '.join(self._arrows)}")
        self._arrows[name].on = on

    def expect(self, peaks: dict[str, float]):
        """Chooses the scales for values up to these peaks, see run/peaks.py; one for both forces if they are alike."""
        forces = peaks.get("normal", 0.0), peaks.get("friction", 0.0)
        has_one = min(forces) >= ALIKE*max(forces)
        for name, arrow in self._arrows.items():
            arrow.expect(max(forces) if has_one and name in ("normal", "friction") else peaks.get(name, 0.0))

    def rescale(self, by: int):
        """Makes all arrows longer or shorter by so many steps."""
        for arrow in self._arrows.values():
            arrow.rescale(by)

    def set_bold(self, on: bool):
        for arrow in self._arrows.values():
            arrow.set_bold(BOLD if on else 1.0)

    @property
    def scales(self) -> dict[str, tuple[float, str]]:
        """Name -> (metres per unit, unit) of each arrow that has had a value."""
        return {name: (arrow.scale, UNITS[name]) for name, arrow in self._arrows.items() if arrow.scale > 0.0}

    def placed(self, name: str):
        """Returns start (3,) and vector (3,) [m] of an arrow and its scale [m/unit], None while it is hidden."""
        arrow = self._arrows[name]
        return None if arrow.placed is None else (*arrow.placed, arrow.scale)

    def show(self, state):
        """Draws the arrows of a BodyState: friction from the contact, the others from the body itself."""
        n = np.asarray(state.normal)
        centre = np.asarray(state.centre) + self._lift*n
        axes = None if self._skin is None else rotation_matrix(state.quaternion)

        def away(value):
            size = np.sqrt(value @ value)
            if axes is None or size <= NOTHING:
                return self._radius
            return float((self._skin @ (axes.T @ value)).max()/size)

        def show(name, value, depth=None):
            self._arrows[name].show(centre, away(value), value, depth)

        show("velocity", np.asarray(state.velocity))
        depth = (n, float((centre - np.asarray(state.contact)) @ n)) if self._rests else None
        show("angular_velocity", np.asarray(state.angular_velocity), depth)
        show("normal", state.N*n)
        low = np.asarray(state.contact) + 0.7*self._thickness*n
        self._arrows["friction"].show(low, self._grip, np.asarray(state.F))
