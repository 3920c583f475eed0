"""Worlds for tests: a few words to a run, and the numbers of a run as arrays."""

from math import sqrt

import numpy as np

from sandbox.mechanics.world import layout as at
from sandbox.run.simulation import Simulation
from sandbox.scene import Ball, Contact, Coulomb, On, Placed, Plane, Rough, Scene, Smooth, Start, Still, World

G = 9.81
RATE = 240
# a ball that the tests use where its numbers do not matter [m, kg]
RADIUS, MASS = 0.03, 0.2


def friction(mu):
    """The law of a coefficient."""
    return Smooth() if mu == 0.0 else Rough() if mu == np.inf else Coulomb(mu)


def law(mu=0.0, e=1.0, **others):
    """A contact."""
    return Contact(friction(mu), restitution=e, **others)


def ball(radius=RADIUS, mass=MASS, shell=False):
    return Ball(radius, mass=mass, shell=shell)


def placed(at, velocity=(0.0, 0.0), body=None, **others):
    """A body with its start; what others are not of Placed are of the start."""
    names = {name: others.pop(name) for name in ("on", "name") if name in others}
    return Placed(body or ball(), Start(at=at, velocity=velocity, **others), **names)


def table(mu=None, e=0.0, motion=None, surface=None, **others):
    """A support: without mu what rolls on it never slips."""
    return On(surface or Plane(), motion or Still(), None if mu is None else law(mu, e, **others))


class Run:
    """A run of a world with its numbers as arrays.

    parameters   of the scene that the world is given by, live ones among them
    """

    def __init__(self, world, parameters=(), values=None, rate=RATE):
        self.world = world
        self.scene = Scene("world", tuple(parameters), lambda p: world)
        self.simulation = Simulation(self.scene, values, rate)
        self.h = 1.0/rate

    def advance(self, seconds):
        """Goes on for some time, to a whole step."""
        steps = round(seconds/self.h)
        done = self.simulation.advance(steps)
        assert done == steps, self.simulation.ended
        return self

    @property
    def t(self):
        return self.simulation.t

    @property
    def y(self):
        return self.simulation.states[0]

    @property
    def room(self):
        return self.simulation.system.room

    @property
    def states(self):
        """One row of the state for each ball."""
        return self.y[:self.room.free_at].reshape(-1, at.STATE)

    @property
    def x(self):
        return self.states[:, at.X:at.X + 3]

    @property
    def v(self):
        return self.states[:, at.V:at.V + 3]

    @property
    def w(self):
        return self.states[:, at.W:at.W + 3]

    @property
    def modes(self):
        return self.states[:, at.MODE]

    @property
    def on(self):
        return self.states[:, at.ON]

    @property
    def turning(self):
        """Angle and rate of each support that is free to turn."""
        return self.y[self.room.free_at:self.room.lasting_at].reshape(-1, at.TURNING)

    @property
    def impacts(self):
        return int(self.y[self.room.ledger_at + at.IMPACTS])

    @property
    def lost(self):
        return self.y[self.room.ledger_at + at.LOST]

    @property
    def ledger(self):
        return self.y[self.room.ledger_at + at.LEDGER]

    @property
    def kinetic(self):
        """Kinetic energy in the laboratory [J]."""
        m, inertia, _a = numbers(self.world)
        return 0.5*float(m @ (self.v**2).sum(axis=1) + inertia @ (self.w**2).sum(axis=1))


def numbers(world):
    """Masses, moments of inertia and radii of the balls."""
    return tuple(np.array([getattr(p.body, name) for p in world.bodies]) for name in ("m", "I", "radius"))


def flat(balls, contact=None, floor=None, **others):
    """A world on one level table."""
    return World({"table": floor or table()}, balls, {} if contact is None else {("ball", "ball"): contact}, **others)


def gaps(x, a):
    """Distances of all pairs of balls less their radii [m]."""
    a = np.asarray(a)
    i, j = np.triu_indices(len(a), 1)
    return np.linalg.norm(x[i] - x[j], axis=1) - a[i] - a[j]


def rolling(velocity, radius=RADIUS, spin=0.0):
    """Angular velocity of a ball that rolls on a floor at rest."""
    return (-velocity[1]/radius, velocity[0]/radius, spin)


def speed(v):
    return sqrt(float(v @ v))
