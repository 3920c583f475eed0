"""Many balls on a turntable: a crowd in which energy and angular momentum are shared by collisions.

Each ball rolls on the table on a circle at the rate chi Omega (scene `turntable`) until it meets another one. Two balls
that meet exchange an impulse along the line of their centres, and friction between them one across it: the table holds
both, so that they keep rolling, and answers with an impulse of its own. Of the relative normal speed the share e comes
back. What a hit loses is known in closed form,

    lost = -P.(u + u')/2,      u, u' the relative velocity of the touching points before and after,

and the ledger has it: E_J less the ledger stays constant to rounding, however many hits there were.
"""

from math import ceil, sqrt

import numpy as np

from sandbox.scene import (
    Ball,
    Card,
    Contact,
    Coulomb,
    On,
    Parameter,
    Placed,
    Plane,
    Preset,
    Scene,
    Showing,
    Smooth,
    Spin,
    Start,
    Try,
    World,
)

PARAMETERS = (
    Parameter("rate", 3.4907, "rad/s", low=-20, high=20, live=True, about="rotation rate of the table"),
    Parameter("count", 100, low=1, high=1000, role="start", about="number of balls"),
    Parameter("radius", 0.02, "m", low=0.005, high=0.05, about="radius of the balls"),
    Parameter("distance", 0.05, "m", low=0.011, high=0.2, role="start", about="distance of neighbours at the start"),
    Parameter("spread", 0.15, "m/s", low=0.0, high=1.0, role="start", about="spread of the velocities, one standard "
              "deviation of each component"),
    Parameter("seed", 1, low=0, high=1000000, role="start", about="seed of the velocities"),
    Parameter("restitution", 0.5, low=0, high=1, about="share of the normal speed that a hit gives back"),
    Parameter("friction", 1.0, low=0, high=5, about="friction coefficient between balls"),
)


def build(p):
    ball = Ball(p.radius)
    law = Contact(Coulomb(p.friction) if p.friction > 0.0 else Smooth(), restitution=p.restitution)
    return World({"table": On(Plane(), Spin("z", "rate"))}, placed(p, ball), {("ball", "ball"): law})


def placed(p, ball):
    """Balls on a square grid about the axis, with the velocity of the table and what chance adds to it."""
    count = int(p.count)
    side = ceil(sqrt(count))
    chance = np.random.default_rng(int(p.seed)).normal(0.0, p.spread, (count, 2))
    found = []
    for i in range(count):
        x, y = (i % side - (side - 1)/2)*p.distance, (i//side - (side - 1)/2)*p.distance
        velocity = (-p.rate*y + chance[i, 0], p.rate*x + chance[i, 1])
        found.append(Placed(ball, Start(at=(x, y), velocity=velocity, spin=p.rate)))
    return found


CARD = Card(
    "Each ball runs on an arc until it meets another one. The crowd shares energy and angular momentum by its "
    "hits.",
    "A hit loses −P · (u + u′)/2, and the ledger has it: E_J less the ledger, {r.E_0}, stays, however many hits "
    "there were.",
    Try("[Let hits give all back]: only friction between the balls takes energy now.", restitution=1.0))

SCENE = Scene(
    "Many balls on a turntable", PARAMETERS, build,
    showing=Showing(closer=1.8), card=CARD, topic="crowds", level="university",
    presets=(
        Preset("A hundred balls"),
        Preset("Twenty that give all back",
               Card("Twenty balls that lose nothing when they meet.",
                    try_=Try("[Let hits give back a half]: the crowd calms down.", restitution=0.5)),
               count=20, restitution=1.0, friction=0.0, distance=0.08),
        Preset("A thousand", Showing(closer=3.0),
               Card("A thousand balls: from here on one looks at the crowd, not at the ball."),
               count=1000),
        Preset("A pile-up on a table at rest", Showing(closer=2.2),
               Card("On a table at rest the balls run straight, and every hit takes something from them."),
               rate=0.0, count=200, spread=0.4),
    ),
)
