"""Balls in a bowl: dropped in, thrown about, and at last a heap that lies.

A ball of radius a falls into a bowl of radius R. Alone it would roll to and fro about the deepest point: with
chi = I/(I + m a^2), small swings have

    omega^2 = (1 - chi) g/(R - a),       5/7 g/(R - a) for a solid ball, 3/5 g/(R - a) for a hollow one,

slower than a ball that slides there, by what goes into turning. Of the speed at which it meets the bowl or another
ball a share e comes back, and friction rubs; so all the energy of the fall is taken by hits, by slip and by what
resists rolling:

    E + lost = const,       E_J less the ledger, to rounding, until the heap lies and after.

While they fly and hit each other one by one each hit is found where it happens. The hops of a ball shrink by e, and
those of a heap come faster than they can be counted; where too many fall into one frame the heap goes on by small
steps, each of which finds the impulses of all contacts together:

    n.u+ >= -gap/s,    N (n.u+ + gap/s) = 0,    |F| <= mu N,    F against the slip,

so that no ball gets into another one. It lies where forces within the cones let all of it stay:

    sum F = -m g,    sum r x F + M = 0,    N >= 0,    |F_t| <= mu N,    |M| <= k N

for each ball. There are more such forces than one: with friction a heap may stand higher than the lowest one nearby,
the least sum of heights that it has without. Contacts at points let two balls turn on the spot against each other,
like gears, for ever; only the resistance k of the bowl against rolling and spinning ends that.

Moreau 1988; Jean 1999; Stewart 2000 (small steps); Alart, Curnier 1991 (cones).
"""

from math import cos, pi, sin, sqrt

from sandbox.scene import (
    ANEW,
    Ball,
    Card,
    Contact,
    Coulomb,
    Number,
    On,
    Parameter,
    Placed,
    Preset,
    Scene,
    Smooth,
    Sphere,
    Spin,
    Start,
    Try,
    World,
    laboratory_floor,
)

PARAMETERS = (
    Parameter("rate", 0.0, "rad/s", low=-10, high=10, live=True, about="rotation rate of the bowl"),
    Parameter("bowl", 0.25, "m", low=0.15, high=0.5, about="radius of the bowl"),
    Parameter("radius", 0.02, "m", low=0.01, high=0.03, about="radius of the balls"),
    Parameter("shell", False, about="hollow balls instead of solid ones"),
    Parameter("count", 10, low=2, high=60, role="start", about="number of balls"),
    Parameter("drop", -0.05, "m", low=-0.05, high=0.5, role="start",
              about="height of the lowest ones above the bowl's middle"),
    Parameter("friction", 0.3, low=0, high=2, about="friction coefficient of the bowl"),
    Parameter("friction_between", 0.2, low=0, high=2, about="friction coefficient between balls"),
    Parameter("restitution", 0.5, low=0, high=0.95, about="share of the normal speed that a hit gives back"),
    Parameter("resistance", 1e-4, "m", low=0, high=1e-3,
              about="resistance of the bowl against rolling and spinning: moment for each newton"),
)

# radius of the rim as a share of the bowl's; balls in a layer, distance of layers and their ring in radii of a ball
RIM, LAYER, APART, RING = 0.999, 3, 2.6, 1.6
# each layer is turned against the one below [rad]
TURNED = 0.7


def friction(mu):
    return Coulomb(mu) if mu > 0.0 else Smooth()


def build(p):
    law = Contact(friction(p.friction), p.resistance, p.resistance, restitution=p.restitution)
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


CARD = Card(
    "Balls fall into a bowl, hit each other and lose all their energy, until they lie in a heap.",
    "E less the ledger, {r.E_0}, stays; {lost} went into hits, slip and rolling so far. A ball alone would swing "
    "with {swing} about the deepest point.",
    Try("[Drop balls that give nothing back]: the heap is there at once.", ANEW, restitution=0.0),
    {"lost": Number("J", lambda p, r: -r.ledger),
     "swing": Number("rad/s", lambda p, r: sqrt((3/5 if p.shell else 5/7)*9.81/(p.bowl - p.radius)))})

SCENE = Scene(
    "Balls in a bowl", PARAMETERS, build,
    card=CARD, topic="crowds", level="university",
    presets=(
        Preset("Ten balls"),
        Preset("Three balls", count=3),
        Preset("Twenty-five balls", count=25),
        Preset("Sixty marbles", count=60, radius=0.012),
        Preset("Without friction",
               Card("Without friction nothing holds a heap up but its own balls; they go on sliding to and fro.",
                    try_=Try("[Bring friction back]: it lies.", "Ten balls")),
               friction=0.0, friction_between=0.0, resistance=0.0),
        Preset("Lively balls",
               Card("Balls that give nine tenths back: it takes long until they lie."), restitution=0.9),
        Preset("A heap of putty",
               Card("Balls that give nothing back: the first touch is the last.",
                    try_=Try("[Let them give nine tenths back]: they jump for long.", "Lively balls")),
               restitution=0.0),
        Preset("The bowl turns",
               Card("The bowl turns and takes the balls along, until the heap goes around with it.",
                    try_=Try("[Stop it]: the heap comes to rest.", rate=0.0)), rate=4.0),
    ),
)
