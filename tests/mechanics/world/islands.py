"""Islands for tests: a few balls and supports made by hand, driven from Python until an instant."""

from dataclasses import dataclass, field, replace
from math import inf

import numpy as np

from sandbox.compiling.entries import entry
from sandbox.compiling.signature import Numbers, Wholes
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.island import layout as here
from sandbox.mechanics.world.island.advance import advance_island
from sandbox.mechanics.world.island.decide import decide, forces
from sandbox.mechanics.world.island.free import energy_of
from sandbox.mechanics.world.island.known import array_of, place_supports, prepare
from sandbox.scene.motions import Motion
from sandbox.scene.supports.surface import Surface
from sandbox.systems.fields import surface_fields
from sandbox.systems.motion_numbers import put_motion


@entry
def advance_entry(p: Numbers, calls: Wholes, island: Numbers, t: float, t_end: float) -> int:
    return advance_island(p, calls, island, t, t_end)


@entry
def decide_entry(p: Numbers, calls: Wholes, island: Numbers, t: float):
    decide(p, calls, island, t)


@entry
def forces_entry(p: Numbers, calls: Wholes, island: Numbers, t: float):
    forces(p, calls, island, t)


@entry
def energy_entry(p: Numbers, island: Numbers, t: float) -> float:
    prepare(p, island)
    place_supports(p, island, t, array_of(island, here.STATE))
    return energy_of(p, island, array_of(island, here.STATE))


@dataclass(frozen=True)
class Ball:
    """A ball at the start."""

    x: tuple
    v: tuple = (0.0, 0.0, 0.0)
    w: tuple = (0.0, 0.0, 0.0)
    m: float = 1.0
    a: float = 0.1
    share: float = 0.4          # I/(m a^2)
    frame: int = -1             # support relative to which its energy counts; -1 the laboratory


@dataclass(frozen=True)
class Support:
    """A support and its law; free where it has an inertia."""

    surface: Surface
    motion: Motion = field(default_factory=Motion)
    mu: float = inf
    kinetic: float | None = None
    resistance: float = 0.0     # k_r [m]
    inertia: float = 0.0
    bearing: float = 0.0
    weight: tuple = (0.0, 0.0, 0.0)
    angle: float = 0.0
    rate: float = 0.0


class Island:
    """An island and the numbers that it is computed from.

    contacts    (ball, other) with other a ball's index, or `on(s)` for the support s
    """

    def __init__(self, balls, supports, contacts, gravity=(0.0, 0.0, -9.81), mu=inf):
        supports = [replace(s, motion=replace(s.motion, gravity=gravity)) for s in supports]
        found = [surface_fields(s.surface) for s in supports]
        block = at.SMALLEST_BLOCK + max([1, *(numbers.size for *_, numbers in found)])
        count = len(supports) + 1
        p = np.zeros(at.HEAD + len(balls)*at.BALL + count*block)
        p[at.BALLS], p[at.SUPPORTS], p[at.BLOCK] = len(balls), count, block
        p[at.BALLS_AT], p[at.SUPPORTS_AT] = at.HEAD, at.HEAD + len(balls)*at.BALL
        p[at.PAIR_FRICTION], p[at.HELD] = mu, -1.0
        p[at.GRAVITY:at.GRAVITY + 3] = gravity
        for i, ball in enumerate(balls):
            numbers = p[at.HEAD + i*at.BALL:]
            numbers[at.MASS], numbers[at.RADIUS] = ball.m, ball.a
            numbers[at.INERTIA] = ball.share*ball.m*ball.a**2
        calls = np.zeros(count*at.CALLS_OF_SUPPORT, np.int64)
        self.free = [s for s, support in enumerate(supports) if support.inertia > 0.0]
        for s in range(count):
            numbers = p[int(p[at.SUPPORTS_AT]) + s*block:][:block]
            support = supports[s] if s < len(supports) else None
            motion = support.motion if support else Motion(gravity=gravity)
            surface = support.surface if support else supports[0].surface
            put_motion(numbers[at.OF_MOTION:], motion, surface, {})
            numbers[at.FREE_INDEX] = -1.0
            if support is None:
                continue
            slopes, values, shape = found[s]
            calls[at.CALLS_OF_SUPPORT*s + at.CALL_SLOPES] = slopes
            calls[at.CALLS_OF_SUPPORT*s + at.CALL_VALUES] = values
            numbers[at.SMALLEST_BLOCK:at.SMALLEST_BLOCK + shape.size] = shape
            numbers[at.STATIC] = support.mu
            numbers[at.ROLLING_RESISTANCE] = support.resistance
            numbers[at.KINETIC] = support.mu if support.kinetic is None else support.kinetic
            if s in self.free:
                numbers[at.FREE_INDEX] = self.free.index(s)
            numbers[at.TABLE_INERTIA], numbers[at.BEARING] = support.inertia, support.bearing
            numbers[at.TABLE_WEIGHT:at.TABLE_WEIGHT + 3] = support.weight
        where, size = here.arrangement(len(balls))
        island = np.zeros(size)
        island[list(where)] = list(where.values())
        island[here.NB], island[here.NF], island[here.NC] = len(balls), len(self.free), len(contacts)
        for i, ball in enumerate(balls):
            island[where[here.BALL_ID] + i] = i
            island[where[here.FRAME_ID] + i] = ball.frame if ball.frame >= 0 else count - 1
            state = island[where[here.STATE] + i*at.MOVING:]
            state[at.X:at.X + 3], state[at.V:at.V + 3], state[at.W:at.W + 3] = ball.x, ball.v, ball.w
            state[at.Q] = 1.0
        for f, s in enumerate(self.free):
            island[here.FREE_ID + f] = s
            state = island[where[here.STATE] + len(balls)*at.MOVING + f*at.TURNING:]
            state[at.ANGLE], state[at.RATE] = supports[s].angle, supports[s].rate
        for k, (i, j) in enumerate(contacts):
            contact = island[where[here.CONTACTS] + k*here.CONTACT:]
            contact[here.FIRST], contact[here.OTHER], contact[here.DOES] = i, j, at.ROLLS
        self.p, self.calls, self.numbers, self.t, self.balls = p, calls, island, 0.0, balls
        self.size = len(balls)*at.MOVING + len(self.free)*at.TURNING + 1
        self.events = []

    @property
    def state(self):
        """(size,) balls, free supports, ledger."""
        start = int(self.numbers[here.STATE])
        return self.numbers[start:start + self.size]

    def ball(self, i):
        """x, v, w, q of a ball."""
        return np.split(self.state[i*at.MOVING:(i + 1)*at.MOVING], (3, 6, 9))

    def turning(self, f=0):
        """Angle and rate of a free support."""
        start = len(self.balls)*at.MOVING + f*at.TURNING
        return self.state[start:start + 2]

    @property
    def does(self):
        """What the contacts do."""
        return [self.contact(k)[here.DOES] for k in range(int(self.numbers[here.NC]))]

    def contact(self, k):
        """The numbers of a contact."""
        return self.numbers[int(self.numbers[here.CONTACTS]) + k*here.CONTACT:][:here.CONTACT]

    def force(self, k):
        """Force of a contact on its first ball [N]."""
        return self.contact(k)[here.FORCE:here.FORCE + 3].copy()

    def close(self, i, other):
        """Makes a contact of the ball i and another one that closes without a bounce."""
        for k in range(int(self.numbers[here.NC])):
            if tuple(self.contact(k)[:2]) == (i, other):
                self.contact(k)[here.DOES] = at.ROLLS
                return
        self.contact(k + 1)[:3] = i, other, at.ROLLS
        self.numbers[here.NC] += 1.0

    def decide(self):
        """Decides what the contacts do now."""
        decide_entry(self.p, self.calls, self.numbers, self.t)
        return self

    def fill_forces(self):
        """Fills the forces of now."""
        forces_entry(self.p, self.calls, self.numbers, self.t)
        return self

    @property
    def energy(self):
        """Energy less ledger [J]: constant."""
        return energy_entry(self.p, self.numbers, self.t) - self.state[-1]

    def advance(self, t_end, frame=1/240):
        """Goes on to t_end by frames, deciding anew after each event; a ball that lands does so without a bounce."""
        steps = max(1, round((t_end - self.t)/frame))
        start = self.t
        for k in range(steps):
            end = start + (t_end - start)*(k + 1)/steps
            for _ in range(50):
                kind = advance_entry(self.p, self.calls, self.numbers, self.t, end)
                self.t = float(self.numbers[here.REACHED])
                if kind == here.DONE:
                    break
                self.events.append((self.t, kind, int(self.numbers[here.EVENT_AT])))
                assert kind not in (here.NOT_FINITE, here.STUCK), (self.t, kind)
                if kind == here.LANDED:
                    self.close(int(self.numbers[here.EVENT_AT]), on(int(self.numbers[here.EVENT_OTHER])))
                self.decide()
            else:
                raise AssertionError(f"events pile up at {self.t}: {self.events[-5:]}")
        return self


def on(s):
    """The support s as the other of a contact."""
    return -2 - s
