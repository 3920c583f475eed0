"""Balls in a bowl: dropped in, thrown about, and at last a heap.

A ball of radius a falls into a bowl of radius R. Alone it would roll to and fro about the deepest point: with
chi = I/(I + m a^2), small swings have

    omega^2 = (1 - chi) g/(R - a),       5/7 g/(R - a) for a solid ball, 3/5 g/(R - a) for a hollow one,

slower than a ball that slides there, by what goes into turning. Of the speed at which it meets the bowl or another
ball a share e comes back, and friction rubs; so all the energy of the fall is taken by hits, by slip and, at the end,
by many small hits of balls that almost lie:

    E + lost = const,       E_J less the ledger, to rounding, until the heap lies.

What lies then carries itself: each ball on its neighbours and on the bowl. Without friction the heap is as deep as it
can be nearby, a least of the sum of heights; with friction it may stand higher.
"""

from math import cos, pi, sin

from sandbox.scene import (
    Ball,
    Contact,
    Coulomb,
    On,
    Parameter,
    Placed,
    Preset,
    Scene,
    Smooth,
    Sphere,
    Spin,
    Start,
    World,
    laboratory_floor,
)

PARAMETERS = (
    Parameter("rate", 0.0, "rad/s", low=-10, high=10, live=True, about="rotation rate of the bowl"),
    Parameter("bowl", 0.25, "m", low=0.15, high=0.5, about="radius of the bowl"),
    Parameter("radius", 0.02, "m", low=0.01, high=0.03, about="radius of the balls"),
    Parameter("shell", False, about="hollow balls instead of solid ones"),
    Parameter("count", 5, low=2, high=60, role="start", about="number of balls"),
    Parameter("drop", -0.05, "m", low=-0.05, high=0.5, role="start",
              about="height of the lowest ones above the bowl's middle"),
    Parameter("friction", 0.3, low=0, high=2, about="friction coefficient of the bowl"),
    Parameter("friction_between", 0.2, low=0, high=2, about="friction coefficient between balls"),
    Parameter("restitution", 0.5, low=0, high=0.95, about="share of the normal speed that a hit gives back"),
)

# radius of the rim as a share of the bowl's; balls in a layer, distance of layers and their ring in radii of a ball
RIM, LAYER, APART, RING = 0.999, 3, 2.6, 1.6
# each layer is turned against the one below [rad]
TURNED = 0.7


def friction(mu):
    return Coulomb(mu) if mu > 0.0 else Smooth()


def build(p):
    law = Contact(friction(p.friction), restitution=p.restitution)
    bowl = On(Sphere(p.bowl, rim=RIM*p.bowl), Spin("z", "rate"), law)
    return World({"bowl": bowl, "floor": laboratory_floor(-1.05*p.bowl)}, balls(p),
                 {("ball", "ball"): Contact(friction(p.friction_between), restitution=p.restitution)})


def balls(p):
    """In layers of three, each a little turned, one above the other."""
    found = []
    for i in range(int(p.count)):
        layer, k = divmod(i, LAYER)
        # a hundredth of a radius aside for each ball, so that none falls on the very top of another
        angle, ring = 2*pi*k/LAYER + TURNED*layer, (RING + 0.01*i)*p.radius
        at = (ring*cos(angle), ring*sin(angle), p.drop + APART*p.radius*(layer + 0.2*k))
        start = Start(at=at, velocity=(0.0, 0.0, 0.0), omega=(0.0, 0.0, 0.0))
        # above the floor: the upper half of the bowl's sphere, which is not there, is no place to start from
        found.append(Placed(Ball(p.radius, shell=p.shell), start, on="floor"))
    return found


SCENE = Scene(
    "Balls in a bowl", PARAMETERS, build,
    presets=(
        Preset("Five balls"),
        Preset("Without friction", friction=0.0, friction_between=0.0),
        Preset("Lively balls", restitution=0.9, count=5),
        Preset("A heap of putty", restitution=0.0, count=3),
        Preset("The bowl turns", rate=4.0, count=3),
    ),
)
