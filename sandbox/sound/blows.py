"""What a blow is heard as: damped modes of the pair of materials, by the energy lost, the sizes and Hertz's pulse.

Pieces of a few centimetres ring far above what ears hear (a steel ball of 1 cm at 130 kHz): what is heard of them is
the pulse, the stand and the air between. Modes here keep the law, f = c/(FOLD size), with the speed of sound c of the
material, a fixed factor FOLD lower, so that a larger one sounds lower and rubber duller than steel, as one expects.

A blow lasts T = 2.87 (m^2/(R E*^2 v))^(1/5) (Hertz, of a ball of mass m and radius R at the speed v; E* of both
materials); what is much faster than it is not excited, so that soft or slow blows are dull.
"""

from dataclasses import dataclass
from math import pi, sqrt
from typing import NamedTuple

from sandbox.scene.materials import Material
from sandbox.sound.digits import SPLIT, rounded

RATE = 48_000                    # samples per second
FOLD = 110.0                     # by so much lower than a rod as long as the body is wide
LOWEST, HIGHEST = 120.0, 9000.0   # [Hz] of a mode
SHORTEST, LONGEST = 4e-3, 0.5    # [s] in which a mode falls to 1/e
STAND = 2e-3                     # loss factor that stand and air add
SHARED = 0.2                     # of the loss factor of the other piece counts, too
SUPPORT = 0.55                   # what a support is struck to: pitch of its mode against a body of its material
OVERTONE = 2.76                  # of a free bar against its lowest mode (Rayleigh)
POISSON = 0.91                   # 1 - nu^2, nu = 0.3
LN2 = 0.6931471805599453
HELD = 0.04                      # of the energy of the approach that is heard even where the law loses none
LOUD = 0.25                      # amplitude of a blow that loses m g times the size of the heaviest body


class Mode(NamedTuple):
    """One mode of a blow: frequency [Hz], how often it halves in a second [1/s], share of the amplitude [1]."""

    frequency: float
    halvings: float
    share: float


class Blow:
    """A blow as it is heard; never changed. Of one that a pair of pieces made, what most are not asked for is computed
    when it is: of a thousand a second many get no voice.

    t      [s];  level  amplitude [1];  rise  time in which it comes up [s];  pan  -1 left to 1 right
    modes  of which it consists;  pair  of pieces that made it, or None
    """

    __slots__ = ("_modes", "_pan", "_rise", "_speed", "level", "pair", "t")

    def __init__(self, t: float, level: float, modes: tuple[Mode, ...], rise: float, pan: float = 0.0,
                 pair: "Pair | None" = None, speed: float = 0.0):
        self.t, self.level, self._modes, self._rise, self._pan = t, level, modes, rise, pan
        self.pair, self._speed = pair, speed

    def _make(self, pair: "Pair"):
        """Asks the pair that it is of, for its normal speed."""
        short = pair.pulse(self._speed)
        self._modes, self._rise = pair.modes_of(short), rounded(min(max(short, 2e-4), 4e-3))
        self._pan = rounded(self._pan)

    @property
    def modes(self) -> tuple[Mode, ...]:
        if not self._modes and self.pair is not None:
            self._make(self.pair)
        return self._modes

    @property
    def rise(self) -> float:
        if not self._modes and self.pair is not None:
            self._make(self.pair)
        return self._rise

    @property
    def pan(self) -> float:
        if not self._modes and self.pair is not None:
            self._make(self.pair)
        return self._pan

    def panned(self, pan: float) -> "Blow":
        """The same blow heard elsewhere."""
        return Blow(self.t, self.level, self.modes, self.rise, pan)

    def _numbers(self) -> tuple:
        return self.t, self.level, self.modes, self.rise, self.pan

    def __eq__(self, other) -> bool:
        return isinstance(other, Blow) and self._numbers() == other._numbers()

    def __hash__(self) -> int:
        return hash(self._numbers())

    def __repr__(self) -> str:
        return f"Blow{self._numbers()}"


@dataclass(frozen=True)
class Piece:
    """What strikes: its material, size [m] and mass [kg]; a support has neither size nor mass, inf."""

    material: Material
    size: float
    mass: float


class Pair:
    """What strikes another piece: what of their blows does not hang on the speed is computed once.

    slowest, fastest   of its modes: how often they halve in a second [1/s]
    """

    __slots__ = ("_energy", "_fixed", "_inert", "_stiff", "_weights", "fastest", "slowest")

    def __init__(self, one: Piece, other: Piece):
        stiffness = 1.0/(POISSON/one.material.stiffness + POISSON/other.material.stiffness)
        mass = 1.0/(1.0/one.mass + 1.0/other.mass)
        radius = 1.0/(1.0/one.size + 1.0/other.size)
        self._inert, self._stiff, self._energy = mass*mass, radius*stiffness*stiffness, HELD*0.5*mass
        found: list[tuple[float, float, float]] = []
        for a, b, weight in ((one, other, 1.0), (other, one, 0.7)):
            loss = a.material.loss + SHARED*b.material.loss + STAND
            found.append((pitch(a, b), loss, weight))
        # the livelier piece has an overtone as well
        lively = min(found, key=lambda mode: mode[1])
        found.append((min(OVERTONE*lively[0], 1.3*HIGHEST), lively[1], 0.4*lively[2]))
        self._fixed = tuple((rounded(f), rounded(1.0/min(max(1.0/(pi*f*loss), SHORTEST), LONGEST)/LN2))
                            for f, loss, _weight in found)
        self._weights = tuple((2.0*f, weight) for f, _loss, weight in found)
        rates = [rate for _f, rate in self._fixed]
        self.slowest, self.fastest = min(rates), max(rates)

    def pulse(self, speed: float) -> float:
        """Returns how long a blow at a normal speed [m/s] lasts [s], by Hertz."""
        return float(2.87*(self._inert/(self._stiff*max(speed, 1e-4)))**0.2)

    def modes(self, speed: float) -> tuple[Mode, ...]:
        """Returns the modes of a blow of the first piece on the second at a normal speed [m/s]."""
        return self.modes_of(self.pulse(speed))

    def modes_of(self, short: float) -> tuple[Mode, ...]:
        """Returns the modes of a blow whose pulse lasts so long [s]; their shares are 1 together, but for rounding."""
        (one, first), (other, second), (lively, third) = self._weights
        one, other, lively = one*short, other*short, lively*short
        first, second, third = first/(1.0 + one*one), second/(1.0 + other*other), third/(1.0 + lively*lively)
        whole, found = first + second + third, []
        for (f, rate), share in zip(self._fixed, (first/whole, second/whole, third/whole), strict=True):
            # rounded(share), and Mode, in place: up to three thousand times a second
            far = share*SPLIT
            found.append(tuple.__new__(Mode, (f, rate, far - (far - share))))
        return tuple(found)

    def blow(self, t: float, speed: float, lost: float, reference: float, pan: float = 0.0) -> Blow:
        """Returns what a blow is heard as.

        speed       along the normal [m/s];  lost  energy [J], below 0 if gained
        reference   m g times size of the heaviest body [J]: louder and quieter is against it
        """
        energy, least = abs(lost), self._energy*speed*speed
        return Blow(t, rounded(LOUD*sqrt((energy if energy > least else least)/reference)), (), 0.0, pan, self, speed)


def pitch(piece: Piece, other: Piece) -> float:
    """Returns the lowest frequency [Hz] at which a piece rings; a support where it is struck, by the size of what does.
    """
    size = piece.size if piece.size < float("inf") else other.size/SUPPORT
    return min(max(piece.material.sound_speed/(FOLD*size), LOWEST), HIGHEST)
