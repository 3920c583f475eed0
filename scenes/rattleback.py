"""Rattleback: the stone that spins one way only.

A body with an ellipsoidal belly rolls on a plane. Its axes of inertia are turned by a small angle against the axes of
its belly, so that rocking along and spinning are coupled: spun the wrong way, it begins to rattle, stops and turns
round; spun the other way it goes on and on. Nothing is lost (the meter of the Jacobi integral shows it): the energy of
the spin goes into rocking and back into a spin of the other sense.

The normal force swings far below the weight. With a floor that is not rough enough the belly slips.

Walker 1896; Garcia and Hubbard 1988; Borisov and Mamaev 2003.
"""

from math import cos, sin

import numpy as np

from sandbox.scene import (
    Board,
    Card,
    Contact,
    Coulomb,
    Ellipsoid,
    Parameter,
    Preset,
    Rough,
    Scene,
    Showing,
    Start,
    Still,
    Try,
)

PARAMETERS = (
    Parameter("spin", -3.0, "rad/s", low=-12, high=12, role="start", about="spin about the vertical"),
    Parameter("seed", 0.02, "rad/s", low=0, high=1, role="start", about="a touch of rocking"),
    Parameter("twist", 0.06, "rad", low=-0.3, high=0.3, about="angle from the axes of the belly to those of inertia"),
    Parameter("length", 0.10, "m", low=0.05, high=0.2, about="half axis along"),
    Parameter("width", 0.03, "m", low=0.02, high=0.05, about="half axis across"),
    Parameter("depth", 0.02, "m", low=0.01, high=0.03, about="half axis down"),
    Parameter("mu", 0.4, "", low=0, high=2, live=True, about="friction coefficient of a floor that may be slipped on"),
    Parameter("slips", False, about="a floor with friction mu instead of one without any slip"),
)


def build(p):
    a, b, c, m = p.length, p.width, p.depth, 0.3
    turn = np.array([[cos(p.twist), -sin(p.twist), 0.0], [sin(p.twist), cos(p.twist), 0.0], [0.0, 0.0, 1.0]])
    inertia = turn @ np.diag([b*b + c*c, a*a + c*c, a*a + b*b]) @ turn.T*m/5
    return Ellipsoid(a, b, c, m, inertia), Board(0.56, 0.4), Still(), Contact(Coulomb(p.mu) if p.slips else Rough())


def start(p):
    return Start(at=(0.0, 0.0), omega=(p.seed, p.seed, p.spin))


CARD = Card(
    "Spun the wrong way, the stone begins to rattle, stops, and turns round.",
    "The belly is twisted by δ = {p.twist} against the axes of inertia: rocking and spin ω_z = {r.wz} feed each "
    "other. E = {r.E_0} stays.",
    Try("[Take the twist away]: rocking and spin no longer know of each other.", twist=0.0))

SCENE = Scene(
    "Rattleback", PARAMETERS, build, start,
    card=CARD, topic="bodies", level="school",
    presets=(
        Preset("The wrong way: it turns round", Showing(2, at=5.3)),
        Preset("The right way: it goes on",
               Card("Spun the right way it goes on and on."),
               spin=3.0),
        Preset("Tapped at its end",
               Card("Tapped at its end it rocks, and the rocking makes it spin."),
               spin=0.0, seed=0.8),
        Preset("The mirror stone", Showing(2, at=5.3),
               Card("Twisted the other way: now the other sense is the wrong one."),
               twist=-0.06, spin=3.0),
        Preset("A slippery floor", Showing(2, at=7.1),
               Card("The floor is slippery: the belly slips, and friction takes what it takes.",
                    "The belly needs |F|/N up to {r.max_ratio}; the floor gives μ = {p.mu}. Lost so far: {r.ledger}.",
                    Try("[Make it a floor without any slip]: nothing is lost.", slips=False)),
               slips=True, mu=0.1),
    ),
)
