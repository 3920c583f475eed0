"""Hears a run: what its events and states of an instant are as blows and as what lasts."""

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import inf, sqrt
from operator import attrgetter
from typing import NamedTuple

from sandbox.mechanics import shown_layout as shown_at
from sandbox.run.snapshot import Event, Snapshot
from sandbox.scene.materials import MATERIALS, Material
from sandbox.sound import rubbing
from sandbox.sound.blows import Blow, Pair, Piece
from sandbox.sound.digits import rounded
from sandbox.sound.rubbing import ROLL, SLIP, WHIRR, Rub
from sandbox.systems.bodies_seen import BodyState, BodyStates, column_of, is_aloft, support_of

BODY, SUPPORT = "steel", "wood"      # materials where a scene names none: of a thing and of what it lies on
ASIDE, FAR = 0.7, 0.5                # of the stereo picture [1], and the distance [m] at which half of it is reached
GRAVITY = 9.81                       # [m/s^2] for weights that loads are compared with
STEEL = MATERIALS["steel"]
DISK = "disk"                        # name of bodies that whirr on their rim
SAME = 1e-9                          # [s]
FAINTEST = 1e-4                      # amplitude below which nothing lasts
HIGHEST_RIM = 4000.0                 # turns per second of a coin's rim [1/s]
STEP = 0.1                           # [s] no step is longer: events of one may stand in any order
INSTANT = attrgetter("t")
CANDIDATES = 4                       # of many bodies so many are looked at: as many as are heard (choir.py)


@dataclass(frozen=True)
class Heard:
    """What is heard at an instant t [s]: blows since the last one, and what lasts, by body and kind; None: as before.
    """

    t: float
    blows: tuple[Blow, ...] = ()
    rubs: Mapping[tuple[int, str], Rub] | None = field(default_factory=dict)


class Listener:
    """Hears one run; it needs `bodies`, `surfaces` and `system` of it."""

    def __init__(self, run):
        bodies = run.bodies
        self._bodies = [_piece(body, run.system) for body in bodies]
        surfaces = run.surfaces or (None,)
        self._supports = [Piece(_material(surface, SUPPORT), inf, inf) for surface in surfaces]
        self._is_disk = [getattr(body, "name", "") == DISK for body in bodies]
        self._weight = [GRAVITY*piece.mass for piece in self._bodies]
        self._reference = max(GRAVITY*piece.mass*piece.size for piece in self._bodies)
        # of each body with each support
        self._pairs = [[_of_pair(one.material, other.material) for other in self._supports] for one in self._bodies]
        self._met: dict[tuple[int, int], Pair] = {}
        self._last: Snapshot | None = None

    def hear(self, seen: Snapshot, events: Iterable[Event] = (), lasts: bool = True) -> Heard:
        """Returns what is heard at a state, and of the events before it since the last one.

        lasts   whether what lasts is listened to, too; it goes on as it was else
        """
        met = [event for event in events if event.kind == "impact"]
        blows = tuple(self._blows(met, seen)) if met else ()
        return Heard(seen.t, blows, self._rubs(seen) if lasts else None)

    def silence(self):
        """Forgets the last state: the next one does not follow it."""
        self._last = None

    # ---- blows ------------------------------------------------------------------------------------------------------

    def _blows(self, met: Iterable[Event], seen: Snapshot) -> list[Blow]:
        """Of impacts; one where nothing met is none. In one loop: there may be a thousand a second."""
        sides = [ASIDE*x/(abs(x) + FAR) for x in column_of(seen.bodies, "contact")[:, 0].tolist()]
        count, reference, pairs, found = len(self._bodies), self._reference, self._met, []
        for event in met:
            body, other, speed, lost = event.body, event.other, event.speed, event.lost
            if not (speed > 0.0 or lost != 0.0) or not 0 <= body < count:
                continue
            if other == -1:
                other = -2 - support_of(seen.bodies, body)
            pair = pairs.get((body, other))
            if pair is None:
                pair = pairs[body, other] = Pair(self._bodies[body], self._piece(other))
            found.append(pair.blow(event.t, speed, lost, reference, sides[body]))
        return found

    def _piece(self, other: int) -> Piece:
        """What a body met: another one, or the support -2 - `other`."""
        if other >= 0:
            return self._bodies[other]
        index = -2 - other
        return self._supports[index] if index < len(self._supports) else Piece(MATERIALS[SUPPORT], inf, inf)

    # ---- what lasts -------------------------------------------------------------------------------------------------

    def _rubs(self, seen: Snapshot) -> dict[tuple[int, str], Rub]:
        if not seen.bodies or not seen.supports or seen.ended is not None:
            return {}
        last = self._last
        self._last = seen
        before = last if last is not None and SAME < seen.t - last.t < 0.1 else None
        found: dict[tuple[int, str], Rub] = {}
        for k in fastest(seen, len(self._bodies)):
            self._rub(found, seen, k, before)
        return found

    def _rub(self, found: dict[tuple[int, str], Rub], seen: Snapshot, k: int, before: Snapshot | None):
        """Adds what lasts of a body; plain numbers: arrays of three cost ten times as much."""
        body = _numbers_of(seen.bodies, k)
        if body.N <= 0.0 or is_aloft(seen.bodies, k):
            return
        on = min(body.support, len(seen.supports) - 1)
        support, (x, y, z) = seen.supports[on], body.contact
        px, py, pz = place = support.position.tolist()
        a, b, c = _cross(support.angular_velocity.tolist(), (x - px, y - py, z - pz))
        if before is not None and (then := before.supports[on].position.tolist()) != place:
            # how fast the support's origin moves is seen by two states that follow each other
            span = seen.t - before.t
            a, b, c = a + (px - then[0])/span, b + (py - then[1])/span, c + (pz - then[2])/span
        u, v, w = body.velocity
        u, v, w = u - a, v - b, w - c
        cx, cy, cz = body.centre
        d, e, f = _cross(body.spin, (x - cx, y - cy, z - cz))
        slip = _length((u + d, v + e, w + f))
        weight = self._weight[k]
        load, pan = body.N/weight, rounded(_pan(x))
        dull, bright = self._pairs[k][min(on, len(self._pairs[k]) - 1)]
        # what slips does not roll, and the other way round
        if slip > rubbing.SLOWEST:
            kind, (level, rate) = SLIP, rubbing.slipping(slip, _length(body.F), weight, bright)
        else:
            kind, (level, rate) = ROLL, rubbing.rolling(_length((u, v, w)), self._bodies[k].size, load, dull)
        if level > FAINTEST:
            found[k, kind] = Rub(rounded(level), rounded(rate), pan)
        if self._is_disk[k]:
            self._whirr(found, seen, k, load)

    def _whirr(self, found: dict[tuple[int, str], Rub], seen: Snapshot, k: int, load: float):
        """Adds the rim of a disk that lies down."""
        body = seen.bodies[k]
        w, x, y, z = body.quaternion.tolist()
        axis = (2.0*(x*z + w*y), 2.0*(y*z - w*x), 1.0 - 2.0*(x*x + y*y))
        normal = body.normal.tolist()
        rate = rubbing.rim_rate(axis, body.angular_velocity.tolist(), normal)
        level = rubbing.whirring(rate, abs(sum(a*b for a, b in zip(axis, normal, strict=True))), load)
        if level > FAINTEST:
            found[k, WHIRR] = Rub(rounded(level), rounded(min(rate, HIGHEST_RIM)), rounded(_pan(float(body.centre[0]))))


# where numbers of a body stand that are heard
PLACES = tuple(shown_at.IN_BODY[name] for name in ("centre", "velocity", "angular_velocity", "contact", "N", "F"))


class _Numbers(NamedTuple):
    """What is heard of a body: see BodyState."""

    centre: list[float]
    velocity: list[float]
    spin: list[float]
    contact: list[float]
    N: float
    F: list[float]
    support: int


def _numbers_of(bodies: Sequence[BodyState], k: int) -> _Numbers:
    if isinstance(bodies, BodyStates):
        row = bodies.numbers[k].tolist()
        centre, velocity, spin, contact, N, F = (row[place] for place in PLACES)
        return _Numbers(centre, velocity, spin, contact, N, F, bodies.support(k))
    body = bodies[k]
    return _Numbers(body.centre.tolist(), body.velocity.tolist(), body.angular_velocity.tolist(),
                    body.contact.tolist(), body.N, body.F.tolist(), body.support)


def fastest(seen: Snapshot, count: int) -> list[int]:
    """Returns the bodies, of the first `count`, that may be heard: of many those that touch and are the fastest over
    the first support, in their order.
    """
    n = min(len(seen.bodies), count)
    if n <= CANDIDATES:
        return list(range(n))
    over, support = column_of(seen.bodies, "velocity")[:n], seen.supports[0]
    turns = a, b, c = support.angular_velocity.tolist()
    u, v, w = over.T
    if any(turns):
        x, y, z = (column_of(seen.bodies, "contact")[:n] - support.position).T
        u, v = u + c*y, v - c*x
        if a or b:
            u, v, w = u - b*z, v + a*z, w - a*y + b*x
    # the fastest first, what touches nothing last
    slow = -(u*u + v*v + w*w)
    slow[column_of(seen.bodies, "N")[:n] <= 0.0] = 1.0
    return sorted(slow.argsort(kind="stable")[:CANDIDATES].tolist())


def _cross(a: Sequence[float], b: Sequence[float]) -> tuple[float, float, float]:
    return a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]


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


def _length(vector: Sequence[float]) -> float:
    x, y, z = vector
    return sqrt(x*x + y*y + z*z)


def events_between(events: Sequence[Event], begin: float, end: float, step: float = STEP) -> list[Event]:
    """Returns the events with begin < t <= end [s], in order; `events` ascend in time, but for those of one step, which
    is at most `step` long [s].
    """
    first = bisect_right(events, begin - step, key=INSTANT)
    last = bisect_right(events, end + step, first, key=INSTANT)
    return [event for event in events[first:last] if begin < event.t <= end]

