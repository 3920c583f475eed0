"""Ball that bounces, slides and at last rolls.

An impact gives back the share e of the normal speed: a ball dropped from the height H bounces for ever more often and
is at rest after a finite time, sqrt(2 H/g) (1 + e)/(1 - e), having bounced infinitely often. Friction during the impact
changes slip and spin together; a superball gives back its slip, too (e_t = 1), so that its spin turns round at every
bounce and it hops to and fro between two places.

A ball that slides at v0 without spin is slowed by mu g and spun up until slip ends at t = 2 v0/(7 mu g): from then on
it rolls with 5/7 v0, whatever the friction. While it slides, its slip keeps its direction, so that its path is a
parabola when side spin gave the slip another direction than the velocity.

Garwin 1969; Coriolis 1835.
"""

from sandbox.scene import (
    Ball,
    Board,
    Contact,
    Coulomb,
    On,
    Parameter,
    Placed,
    Preset,
    Rough,
    Scene,
    Showing,
    Start,
    Still,
    World,
    edges_of,
    laboratory_floor,
)

PARAMETERS = (
    Parameter("height", 0.0, "m", low=0, high=3, role="start", about="height of the ball's lowest point"),
    Parameter("x", -2.7, "m", low=-2.9, high=2.9, role="start", about="place along the stage"),
    Parameter("speed", 3.0, "m/s", low=-6, high=6, role="start", about="speed along the stage"),
    Parameter("back", 0.0, "rad/s", low=-100, high=100, role="start", about="spin that rolls the ball backwards"),
    Parameter("side", 0.0, "rad/s", low=-100, high=100, role="start", about="spin about the direction of motion"),
    Parameter("english", 0.0, "rad/s", low=-100, high=100, role="start", about="spin about the vertical"),
    Parameter("radius", 0.1, "m", low=0.02, high=0.2, about="radius of the ball"),
    Parameter("mu", 0.2, "", low=0, high=1.5, live=True, about="friction coefficient of the stage"),
    Parameter("restitution", 0.8, "", low=0, high=1, live=True, about="share of the impact speed that is given back"),
    Parameter("superball", False, about="gives back the slip of an impact, too, and never slips through it"),
)


def build(p):
    law = Rough() if p.superball else Coulomb(p.mu)
    contact = Contact(law, restitution=p.restitution, tangential=1.0 if p.superball else 0.0)
    stage = On(Board(6.0, 2.0), Still(), contact)
    return World({"stage": stage, **edges_of(stage), "floor": laboratory_floor(-0.3)},
                 [Placed(Ball(p.radius, density=1200.0), start(p))])


def start(p):
    # on a floor that allows no slip a ball begins by rolling
    back = -p.speed/p.radius if p.superball and p.height == 0.0 else p.back
    return Start(at=(p.x, 0.0), height=p.height, velocity=(p.speed, 0.0, 0.0), omega=(p.side, -back, p.english))


SCENE = Scene(
    "Bouncing, sliding, rolling", PARAMETERS, build,
    presets=(
        Preset("Sliding to rolling: 5/7", Showing(1/2, "follow")),
        Preset("Infinitely many bounces", height=1.0, x=0.0, speed=0.0),
        Preset("Superball", Showing(closer=1.4), superball=True, height=0.5, x=0.0, speed=1.0, back=25.0,
               restitution=1.0),
        Preset("Back spin: it returns", Showing(camera="follow"), x=-0.5, speed=1.5, back=60.0),
        Preset("Side spin: a parabola", Showing(1/4, "follow"), x=-1.2, speed=1.5, side=30.0),
        Preset("Skipping across the stage", Showing(1/2, "follow"), height=0.6, speed=0.8),
        Preset("Lead", Showing(camera="follow"), height=1.0, x=-1.0, speed=0.5, restitution=0.0),
    ),
)
