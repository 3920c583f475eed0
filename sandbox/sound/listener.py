"""Hears a run: what its events and states of an instant are as blows and as what lasts."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import inf

import numpy as np

from sandbox.run.snapshot import Event, Snapshot
from sandbox.scene.materials import MATERIALS, Material
from sandbox.sound import rubbing
from sandbox.sound.blows import Blow, Piece, blow
from sandbox.sound.digits import rounded
from sandbox.sound.rubbing import ROLL, SLIP, WHIRR, Rub
from sandbox.systems.bodies_seen import column_of, mode_of, supports_of

BODY, SUPPORT = "steel", "wood"      # materials where a scene names none: of a thing and of what it lies on
ASIDE, FAR = 0.7, 0.5                # of the stereo picture [1], and the distance [m] at which half of it is reached
GRAVITY = 9.81                       # [m/s^2] for weights that loads are compared with
STEEL = MATERIALS["steel"]
DISK = "disk"                        # name of bodies that whirr on their rim
SAME = 1e-9                          # [s]
IN_AIR = "flight"


@dataclass(frozen=True)
class Heard:
    """What is heard at an instant t [s]: blows since the last one, and what lasts, by body and kind."""

    t: float
    blows: tuple[Blow, ...] = ()
    rubs: Mapping[tuple[int, str], Rub] = field(default_factory=dict)


class Listener:
    """Hears one run; it needs `bodies`, `surfaces` and `system` of it."""

    def __init__(self, run):
        bodies = run.bodies
        self._bodies = [_piece(body, run.system) for body in bodies]
        self._supports = [Piece(_material(surface, SUPPORT), inf, inf) for surface in run.surfaces]
        self._is_disk = [getattr(body, "name", "") == DISK for body in bodies]
        self._size = np.array([piece.size for piece in self._bodies])
        self._weight = np.array([GRAVITY*piece.mass for piece in self._bodies])
        self._reference = float(max(weight*size for weight, size in zip(self._weight, self._size, strict=True)))
        pairs = [[_of_pair(one.material, other.material) for other in self._supports or [Piece(STEEL, inf, inf)]]
                 for one in self._bodies]
        self._dull, self._bright = np.moveaxis(np.array(pairs), -1, 0)
        self._last: tuple[float, np.ndarray] | None = None

    def hear(self, seen: Snapshot, events: Iterable[Event] = ()) -> Heard:
        """Returns what is heard at a state, and of the events before it since the last one."""
        blows = tuple(one for event in events if event.kind == "impact"
                      if (one := self._blow(event, seen)) is not None)
        return Heard(seen.t, blows, self._rubs(seen))

    def silence(self):
        """Forgets the last state: the next one does not follow it."""
        self._last = None

    # ---- blows ------------------------------------------------------------------------------------------------------

    def _blow(self, event: Event, seen: Snapshot) -> Blow | None:
        """Of an impact; None where nothing met."""
        if not (event.speed > 0.0 or event.lost != 0.0) or not 0 <= event.body < len(self._bodies):
            return None
        body = self._bodies[event.body]
        if event.other >= 0:
            other = self._bodies[event.other]
        else:
            index = -2 - event.other if event.other <= -2 else int(supports_of(seen.bodies)[event.body])
            other = self._supports[index] if index < len(self._supports) else Piece(MATERIALS[SUPPORT], inf, inf)
        place = float(column_of(seen.bodies, "contact")[event.body, 0])
        return blow(event.t, (body, other), event.speed, event.lost, self._reference, _pan(place))

    # ---- what lasts -------------------------------------------------------------------------------------------------

    def _rubs(self, seen: Snapshot) -> dict[tuple[int, str], Rub]:
        n = min(len(seen.bodies), len(self._bodies))
        if not n or not seen.supports or seen.ended is not None:
            return {}
        bodies = seen.bodies
        N, contact = column_of(bodies, "N")[:n], column_of(bodies, "contact")[:n]
        touches = np.array([mode_of(bodies, k) != IN_AIR for k in range(n)]) & (N > 0.0)
        if not touches.any():
            self._last = None
            return {}
        on = np.minimum(supports_of(bodies)[:n], len(seen.supports) - 1)
        below = self._below(seen, on, contact)
        centre, velocity = column_of(bodies, "centre")[:n], column_of(bodies, "velocity")[:n]
        spin = column_of(bodies, "angular_velocity")[:n]
        slip = _length(velocity + np.cross(spin, contact - centre) - below)
        friction = _length(column_of(bodies, "F")[:n])
        each = np.arange(n), np.minimum(on, self._dull.shape[1] - 1)
        load, size = np.where(touches, N, 0.0)/self._weight[:n], self._size[:n]
        voices = {ROLL: rubbing.rolling(_length(velocity - below), size, load, self._dull[each]),
                  SLIP: rubbing.slipping(np.where(touches, slip, 0.0), friction, self._weight[:n], self._bright[each])}
        # what slips does not roll, and the other way round
        found = {}
        for kind, (levels, rates) in voices.items():
            is_heard = touches & (levels > 1e-4) & ((slip > rubbing.SLOWEST) == (kind == SLIP))
            for k in np.flatnonzero(is_heard).tolist():
                found[k, kind] = Rub(rounded(levels[k]), rounded(rates[k]), rounded(_pan(float(contact[k, 0]))))
        for k in np.flatnonzero(touches).tolist():
            if self._is_disk[k]:
                self._whirr(found, seen, k, float(load[k]))
        return found

    def _whirr(self, found: dict, seen: Snapshot, k: int, load: float):
        """Adds the rim of a disk that lies down."""
        body = seen.bodies[k]
        w, x, y, z = body.quaternion
        axis = np.array((2.0*(x*z + w*y), 2.0*(y*z - w*x), 1.0 - 2.0*(x*x + y*y)))
        rate = rubbing.rim_rate(axis, body.angular_velocity, body.normal)
        level = rubbing.whirring(rate, abs(float(axis @ body.normal)), load)
        if level > 1e-4:
            found[k, WHIRR] = Rub(level, rounded(min(rate, 4000.0)), rounded(_pan(float(body.centre[0]))))

    def _below(self, seen: Snapshot, on: np.ndarray, contact: np.ndarray) -> np.ndarray:
        """Velocities (n, 3) of the supports at contact points (n, 3) [m/s]; how a support moves along is seen by two
        states that follow each other.
        """
        places = np.array([support.position for support in seen.supports])
        moved = np.zeros_like(places)
        if self._last is not None and SAME < seen.t - self._last[0] < 0.1:
            moved = (places - self._last[1])/(seen.t - self._last[0])
        self._last = seen.t, places
        spins = np.array([support.angular_velocity for support in seen.supports])
        return moved[on] + np.cross(spins[on], contact - places[on])


def _material(thing, otherwise: str) -> Material:
    return MATERIALS[getattr(thing, "material", None) or otherwise]


def _piece(body, system) -> Piece:
    size = float(body.size)
    mass = getattr(body, "m", None) or getattr(body, "mass", None) or system.energy_scale/(GRAVITY*size)
    return Piece(_material(body, BODY), size, float(mass) or 1.0)


def _of_pair(one: Material, other: Material) -> tuple[float, float]:
    """How little two materials swallow of what rubs, and how bright that is against steel on steel."""
    dull = 1.0/(1.0 + 8.0*(one.loss + other.loss))
    bright = (min(one.sound_speed, other.sound_speed)/STEEL.sound_speed)**0.5
    return rounded(dull), rounded(max(bright, 0.15))


def _pan(x: float) -> float:
    return ASIDE*x/(abs(x) + FAR)


def _length(vectors: np.ndarray) -> np.ndarray:
    return np.sqrt(np.einsum("ni,ni->n", vectors, vectors))


def events_between(events: Sequence[Event], begin: float, end: float) -> list[Event]:
    """Returns the events with begin < t <= end [s], in order; `events` ascend in time, but for those of one step."""
    found = []
    for event in reversed(events):
        if event.t <= begin - 0.1:
            break
        if begin < event.t <= end:
            found.append(event)
    return found[::-1]
