"""Weighted hoop: why it hops, and when the heavy point is already on its way up.

A hoop of radius R carries a heavy bead; G is the common mass centre at the distance d from the middle, A = J_G/m. Let
phi be the angle of G above the horizontal on the forward side, h = R + d sin phi its height, h' = d cos phi. In contact
the normal force per unit mass is N = -U*/V* with

    U = -g + d sin phi phi'^2,     U* = U + h h'^2 phi'^2/(A + h^2),     V* = 1 + h'^2/(A + h^2)   (no slip)

On an infinitely rough floor N = -U*/V* reaches zero while the bead is still going down: U* = 0 with U < 0, class B1 of
Ivanov's table, where rigid bodies have no answer. Any finite friction slips before that, and in slip U* = U: the hoop
slips, sticks, slips and lifts off with its bead rising, U = 0.

Littlewood 1953; Tokieda 1997; Pritchett 1999; Ivanov 2008, example 2.
"""

from math import cos, radians, sin, sqrt

from sandbox.scene import (
    Board,
    Body,
    Card,
    Contact,
    ContactClasses,
    ContactPlane,
    Coulomb,
    Number,
    Parameter,
    Preset,
    Rough,
    Scene,
    Showing,
    Start,
    Still,
    Try,
    ring,
)

G = 9.81     # [m/s^2]

PARAMETERS = (
    Parameter("spin", 6.0, "rad/s", low=-20, high=20, role="start", about="rate of rolling"),
    Parameter("angle", 90.0, "deg", low=-180, high=180, role="start", about="angle of the bead above the horizontal"),
    Parameter("bead", 0.9, "", low=0.0, high=0.95, about="share of the mass that sits in the bead"),
    Parameter("radius", 0.25, "m", low=0.05, high=0.5, about="radius of the hoop"),
    Parameter("mass", 1.0, "kg", low=0.1, high=10, about="mass of hoop and bead"),
    Parameter("mu", 0.6, "", low=0.0, high=2, live=True, about="friction coefficient of the floor"),
    Parameter("rough", False, about="floor without any slip: infinite friction"),
    Parameter("restitution", 0.0, "", low=0, high=1, live=True, about="share of the impact speed that is given back"),
)


def build(p):
    hoop, r, d = 1 - p.bead, p.radius, p.radius*p.bead
    # hoop and bead about their common mass centre; the bead lies on the body's x axis, the hoop's axis is y
    along = hoop*r**2/2
    across = hoop*(r**2/2 + d**2) + p.bead*(r - d)**2
    inertia = ((p.mass*along, 0, 0), (0, p.mass*(along + across), 0), (0, 0, p.mass*across))
    # a tread as round as a ball's, only part of which is drawn: a narrow one would fall over sideways in the end
    body = Body(lambda x, y, z, r: r*sqrt(x*x + y*y + z*z), (r,), p.mass, inertia, (d, 0, 0), size=r, name="hoop",
                drawn=ring(r, 0.16*r, d, bead=0.24*r if p.bead else 0))
    contact = Contact(Rough() if p.rough else Coulomb(p.mu), restitution=p.restitution)
    return body, Board(4.8, 1.4), Still(), contact


def start(p):
    half = radians(p.angle)/2
    return Start(at=(-0.9, 0.0), omega=(0, p.spin, 0), orientation=(cos(half), 0, -sin(half), 0))


CARD = Card(
    "A hoop with a heavy bead: it rolls on unevenly, and may lift off.",
    "A hoop in slip lifts off where d sin φ ω² = g, so not below ω = √(g/d) = {needed}. Now ω = {r.spin}, N = "
    "{r.normal}.",
    Try("[Roll it at 1 rad/s]: it is too slow to hop.", spin=1.0),
    {"needed": Number("rad/s", lambda p, r: sqrt(G/(p.bead*p.radius)))})

SCENE = Scene(
    "Hoop that hops", PARAMETERS, build, start, chart=(ContactPlane(), ContactClasses()),
    showing=Showing(1/4, "follow"),
    card=CARD, topic="contact", level="university",
    presets=(
        Preset("Slip, stick, slip, hop",
               Card("It slips, sticks, slips again, and hops while its bead is on the way up.")),
        Preset("Infinitely rough: no answer", Showing(1/16, "follow"),
               Card("On an infinitely rough floor N reaches zero while the bead still goes down: rigid bodies "
                    "have no answer.",
                    "N = −U*/V* = {r.normal} falls to 0 where U* = 0 and U < 0: class B1. On any real floor it slips "
                    "before that.",
                    Try("[Make it a real floor]: it slips before that, and goes on.", rough=False)),
               rough=True, spin=5.0),
        Preset("Too slow to hop",
               Card("Too slow: it rolls on, faster when the bead is low, and never loses the floor.",
                    try_=Try("[Roll it at 6 rad/s]: it hops.", spin=6.0)),
               spin=1.0),
        Preset("On ice", Showing(1/2, "follow"),
               Card("On ice the bead falls nearly straight down, and the hoop slips away from under it.",
                    try_=Try("[Put it on a dry floor]: it rolls instead.", mu=0.6)),
               mu=0.02, spin=0.0, angle=80.0),
        Preset("Bouncing on",
               Card("It hops, lands, and bounces on: the floor gives back 0.6 of the speed."),
               restitution=0.6),
        Preset("Rocking", Showing(1/2, "follow"),
               Card("Let go at rest with its bead aside, it rocks to and fro.",
                    try_=Try("[Lift the bead less]: it rocks less.", angle=-60.0)),
               spin=0.0, angle=-20.0),
    ),
)
