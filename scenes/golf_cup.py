"""Golf ball in the cup: it goes down, and comes up again.

A ball of radius a rolls on the inside of an upright cup of radius b; its centre stays at R = b - a from the axis, at
the angle phi and the height z. Nothing turns it about the axis, since friction along the circle would have to: phi'
is constant, and so is the normal force N = m R phi'^2. The spin w_n about the normal changes as the ball goes up and
down a wall that bends, w_n' = -phi' z'/a, and the friction that this needs across the wall makes the height an
oscillator,

    z'' = -chi phi'^2 z + chi a phi' C - (1 - chi) g,     C = w_n + (phi'/a) z = const,     chi = I/(I + m a^2).

A ball that comes in level and without spin sinks to the depth 2 (1 - chi) g/(chi phi'^2) and is back at the lip after
1/sqrt(chi) turns: 1.87 for a solid ball, 1.58 for a hollow one, however fast it came. A cup that turns changes nothing
but the spin that the ball has when it begins to roll. All that needs a friction coefficient of (2 - chi) g/(R phi'^2);
a smoother wall lets the ball slip, and it sinks for good.

Gualtieri, Tokieda, Advis-Gaete, Carry, Reffet, Guthmann 2006; Neimark and Fufaev 1972.
"""

from numpy import cos, sin, sqrt

from sandbox.scene import (
    ANEW,
    Ball,
    Card,
    Contact,
    Coulomb,
    Cylinder,
    Number,
    Parameter,
    Preset,
    Scene,
    Showing,
    Spin,
    Start,
    Try,
)

G = 9.81            # [m/s^2]

PARAMETERS = (
    Parameter("turning", 40.0, "rad/s", low=5, high=150, role="start", about="rate at which the ball goes around",
              title="rate of going around"),
    Parameter("up", 0.0, "m/s", low=-2, high=2, role="start", about="speed upwards at the lip"),
    Parameter("spin", 0.0, "rad/s", low=-200, high=200, role="start", about="spin about the normal of the wall"),
    Parameter("rate", 0.0, "rad/s", low=-50, high=50, live=True, about="rotation rate of the cup"),
    Parameter("cup", 0.054, "m", low=0.03, high=0.3, about="radius of the cup"),
    Parameter("radius", 0.02135, "m", low=0.005, high=0.025, about="radius of the ball"),
    Parameter("shell", False, about="hollow ball instead of a solid one"),
    Parameter("mu", 0.0, low=0, high=2, about="friction coefficient of the wall; 0: it never slips"),
)


def build(p):
    rolling = Ball(p.radius, density=1130.0, shell=p.shell), Cylinder(p.cup, 0.09), Spin("z", "rate")
    return rolling if p.mu == 0.0 else (*rolling, Contact(Coulomb(p.mu)))


def start(p):
    across = p.cup - p.radius
    return Start((across, 0.0, 0.0), velocity=(0.0, across*p.turning, p.up), spin=p.spin)


def exact(t, p, r, v):
    """Centre after t seconds of rolling from the lip [m]: the spin about the normal is known there only."""
    if p.mu or r[1] or r[2]:
        return None
    chi = 2/5 if p.shell else 2/7
    turning = v[1]/r[0]
    phi, nu = turning*t, sqrt(chi)*abs(turning)
    middle = p.radius*p.spin/turning - (1.0 - chi)*G/(chi*turning*turning)
    return r[0]*cos(phi), r[0]*sin(phi), middle*(1.0 - cos(nu*t)) + v[2]/nu*sin(nu*t)


def ratio(p):
    """I/(I + m a^2) of the ball."""
    return 2/5 if p.shell else 2/7


CARD = Card(
    "The ball runs around the cup, sinks, and comes up to the lip again.",
    "z″ = −χ φ′² z − (1 − χ) g: an oscillation of depth 2 (1 − χ) g/(χ φ′²) = {depth}; now z = {r.z}. It is back after "
    "1/√χ = {turns} turns, however fast it came.",
    Try("[Send it in twice as fast]: a quarter of the depth, after as many turns.", ANEW,
        turning=lambda p: min(2*p.turning, 150.0)),
    {"depth": Number("m", lambda p, r: 2*(1 - ratio(p))*G/(ratio(p)*p.turning**2)),
     "turns": Number("", lambda p, r: 1/sqrt(ratio(p))),
     "needs": Number("", lambda p, r: (2 - ratio(p))*G/((p.cup - p.radius)*p.turning**2))})

SCENE = Scene(
    "Golf ball in the cup", PARAMETERS, build, start, exact=exact, conserved=("E_J",), showing=Showing(1/8),
    card=CARD, topic="surfaces", level="school",
    presets=(
        Preset("Down, and up to the lip"),
        Preset("Hollow ball", shell=True),
        Preset("Half as fast: four times as deep", turning=20.0),
        Preset("A cup that turns", rate=20.0),
        Preset("With spin", spin=60.0),
        Preset("Just enough friction", mu=0.33),
        Preset("A slippery wall: it sinks", Showing(1/8, "follow"),
               Card("The wall is too smooth: the ball slips, and sinks for good.",
                    "Rolling asks for a friction coefficient of (2 − χ) g/(R φ′²) = {needs}; the wall has {p.mu}.",
                    Try("[Make the wall rough]: it comes back.", "Just enough friction")),
               mu=0.15),
    ),
)
