"""Marble run: two ramps, a wall, a table that turns, and the floor.

A ball of rolling ratio chi = I/(I + m a^2) that rolls down a slope of the angle beta has the acceleration

    (1 - chi) g sin beta,        5/7 g sin beta for a solid ball, 3/5 g sin beta for a hollow one,

whatever its radius and mass, as long as friction can do it: chi tan beta <= mu. Where it slips it has
g (sin beta - mu cos beta), and its spin lags behind. A ball that falls h gives back e of its normal speed, so that it
bounces to e^2 h, e^4 h, ... and lies after a finite time; its spin and friction turn some of the rest into way.

The edges of the ramps are round: a ball rolls over them until nothing presses it any more, N = 0, and goes on in
flight. On the table that turns it begins to slip, then rolls off on an arc of the rate chi Omega (scene `turntable`),
to a place that the rate decides: small changes there come out large below.
"""

from math import cos, pi, radians, sin, tan

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
    RoundSlab,
    Scene,
    Showing,
    Slab,
    Smooth,
    Spin,
    Start,
    Try,
    World,
    laboratory_floor,
)

G = 9.81     # [m/s^2]

PARAMETERS = (
    Parameter("rate", 3.4907, "rad/s", low=-20, high=20, live=True, about="rotation rate of the table"),
    Parameter("slope", 10.0, "deg", low=2, high=25, about="slope of the ramps"),
    Parameter("count", 3, low=1, high=5, role="start", about="number of balls"),
    Parameter("apart", 0.3, "m", low=0.06, high=1.0, role="start", about="how much higher each ball begins"),
    Parameter("aside", 0.004, "m", low=0, high=0.02, role="start", about="how far the balls are off the middle"),
    Parameter("radius", 0.012, "m", low=0.006, high=0.02, about="radius of the balls"),
    Parameter("shells", False, about="every second ball is hollow"),
    Parameter("friction", 0.3, low=0, high=2, about="friction coefficient of ramps, table and floor"),
    Parameter("restitution", 0.5, low=0, high=0.9, about="share of the normal speed that a hit gives back"),
)

# ramps: length, width, thickness; places (x, z) of their middles; the wall; the table: place, radius [m]
RAMP, UPPER, LOWER = (0.6, 0.1, 0.012), (0.0, 0.62), (0.15, 0.42)
WALL, WALL_AT = (0.4, 0.1, 0.012), (0.46, 0.55)
TABLE_AT, TABLE = (-0.38, 0.0, 0.2), 0.2
# where the first ball falls, and how deep: above the upper end of the upper ramp [m]
FIRST = (-0.24, 0.06)


def build(p):
    law = Contact(Coulomb(p.friction) if p.friction > 0.0 else Smooth(), restitution=p.restitution)
    beta = radians(p.slope)
    ramp = Slab(*RAMP)
    supports = {
        "upper ramp": ramp.placed((UPPER[0], 0.0, UPPER[1]), (0.0, 1.0, 0.0), beta),
        "lower ramp": ramp.placed((LOWER[0], 0.0, LOWER[1]), (0.0, 1.0, 0.0), -beta),
        "wall": Slab(*WALL).placed((WALL_AT[0], 0.0, WALL_AT[1]), (0.0, 1.0, 0.0), 0.5*pi),
    }
    world = {name: On(surface, contact=law) for name, surface in supports.items()}
    world["table"] = On(RoundSlab(TABLE, RAMP[2]).placed(TABLE_AT), Spin("z", "rate", point=TABLE_AT), law)
    world["floor"] = laboratory_floor(0.0, law)
    return World(world, balls(p), {("ball", "ball"): law} if p.count > 1 else {})


def balls(p):
    """One above the other over the upper end of the upper ramp, a little aside to the left and to the right."""
    x, deep = FIRST
    top = UPPER[1] - x*tan(radians(p.slope)) + 0.5*RAMP[2]/cos(radians(p.slope))
    found = []
    for i in range(int(p.count)):
        at = (x, p.aside if i % 2 else -p.aside, top + p.radius + deep + i*p.apart)
        start = Start(at=at, velocity=(0.0, 0.0, 0.0), omega=(0.0, 0.0, 0.0))
        found.append(Placed(Ball(p.radius, shell=p.shells and i % 2 == 1), start, on="floor"))
    return found


CARD = Card(
    "Down two ramps, against a wall, over the turning table, to the floor: small differences come out large.",
    "On a ramp a solid ball has (1 − χ) g sin β = {rolling}, whatever its size, as long as χ tan β = {needs} is not "
    "above μ = {p.friction}.",
    Try("[Turn the table the other way]: the balls leave it on another side.", ANEW, rate=lambda p: -p.rate),
    {"rolling": Number("m/s²", lambda p, r: 5/7*G*sin(radians(p.slope))),
     "needs": Number("", lambda p, r: 2/7*tan(radians(p.slope))),
     "sliding": Number("m/s²", lambda p, r: G*(sin(radians(p.slope)) - p.friction*cos(radians(p.slope))))})

SCENE = Scene(
    "Marble run", PARAMETERS, build,
    showing=Showing(closer=1.15), card=CARD, topic="crowds", level="school",
    presets=(
        Preset("Three balls"),
        Preset("One ball", count=1, aside=0.0),
        Preset("Solid and hollow",
               Card("Solid balls catch up with hollow ones: 5/7 against 3/5 of g sin β."),
               count=4, shells=True, apart=0.25),
        Preset("The table stands still",
               Card("The table stands still: what leaves the ramp rolls straight on.",
                    try_=Try("[Let the table turn]: the balls leave it in other directions.", ANEW, rate=3.4907)),
               rate=0.0, count=2),
        Preset("The table turns the other way, fast",
               Card("A fast table throws the balls off to the other side."),
               rate=-12.0, count=2),
        Preset("Too steep to roll",
               Card("The ramps are too steep and too smooth: the balls slip, and their spin lags behind.",
                    "To roll they would need χ tan β = {needs}, above μ = {p.friction}: so g (sin β − μ cos β) = "
                    "{sliding}."),
               slope=25.0, friction=0.08, count=2),
        Preset("Five lively balls",
               Card("Five balls that bounce well: they meet, and each goes its own way."),
               count=5, restitution=0.8),
    ),
)
