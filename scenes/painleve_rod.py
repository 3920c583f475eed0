"""Painleve's rod: chalk that jams, jumps, or can't decide.

A thin rod of half length l leans at the angle phi and slides on one of its ends. With k = l^2/3 the square of its
radius of gyration, and u the velocity of the end, a normal force N and the friction -mu N u/|u| change the speed at
which the gap opens by U + V* N, where

    U = -g + l sin(phi) phi'^2,        V* = (1/m) (1 + (l^2/k) cos(phi) (cos(phi) - mu s sin(phi))),

and s = 1 for a rod that is pushed, with the sliding end in front, s = -1 for one that is pulled. Contact asks for
N = -U/V* > 0, flight for U > 0. As long as V* > 0 exactly one of them holds, as anybody would expect. But a rod that is
pushed with the friction mu > (4 + tan(phi)^2)/(3 tan(phi)), which is 4/3 at the least, has a negative V*, and

    U < 0:  neither holds (class B4). The end can't slide on, nor leave: the slip stops at once, an impact without a
            collision, and with some restitution the rod jumps;
    U > 0:  both hold (class A3). A rod that leaves the floor is the answer that lasts, since a contact of that kind
            grows without bound when it is disturbed: here it leaves.

Friction with a part c_0 that does not grow with N (glue, a cut) shifts the border: rods that leave whatever one assumes
(A4), and rods for which contact and flight are both consistent and stable (A2): it stays where it is.

Painleve 1895; Klein 1909; Ivanov 2008, section 2 and table 1; Champneys, Varkonyi 2016.
"""

from math import cos, radians, sin, tan

from sandbox.scene import (
    ANEW,
    Board,
    Body,
    Card,
    Contact,
    Coulomb,
    Number,
    Parameter,
    Preset,
    Scene,
    Showing,
    Start,
    Still,
    Try,
    TwoTerm,
    cylinder,
)

PARAMETERS = (
    Parameter("angle", 57.29577951308232, "deg", low=5, high=85, role="start", about="angle of the rod with the floor"),
    Parameter("turning", 0.0, "rad/s", low=-12, high=12, role="start", about="rate at which the rod rises",
              title="rate of rising"),
    Parameter("speed", -2.0, "m/s", low=-10, high=10, role="start", about="velocity of the end that slides"),
    Parameter("mu", 2.0, low=0, high=4, live=True, about="friction coefficient"),
    Parameter("cut", 0.0, "N", low=0, high=30, about="friction that does not need a normal force, c_0"),
    Parameter("restitution", 0.5, low=0, high=1, live=True, about="share of the pressing that an impact gives back"),
    Parameter("length", 1.0, "m", low=0.2, high=2, about="length of the rod"),
)


def stick(l):
    """The picture of a rod of half length l along the first axis."""
    upright = cylinder(0.04*l, 2.0*l)

    def mesh(n):
        points, quads = upright(n)
        return points[:, [2, 0, 1]], quads

    return mesh


def build(p):
    m, l = 1.0, 0.5*p.length
    thin = 0.01*l
    across = m*l*l/3.0
    rod = Body(lambda x, y, z, l: l*abs(x), (l,), m, ((m*thin*thin, 0, 0), (0, across, 0), (0, 0, across)), size=l,
               name="rod", drawn=stick(l))
    law = TwoTerm(p.mu, c0=p.cut) if p.cut else Coulomb(p.mu)
    return rod, Board(8.0, 1.6), Still(), Contact(law, restitution=p.restitution)


def start(p):
    phi, l = radians(p.angle), 0.5*p.length
    velocity = (p.speed - l*sin(phi)*p.turning, 0.0, l*cos(phi)*p.turning)
    return Start(at=(0.0, 0.0), velocity=velocity, omega=(0.0, -p.turning, 0.0),
                 orientation=(cos(phi/2), 0.0, -sin(phi/2), 0.0))


CARD = Card(
    "The rod is pushed along the floor, and jams: its end stops at once, and it jumps.",
    "With μ = {p.mu} above (4 + tan²φ)/(3 tan φ) = {least} friction presses the end into the floor faster than it "
    "slows it: neither sliding nor leaving is consistent.",
    Try("[Pull it instead]: it slides as one would expect.", ANEW, speed=2.0),
    {"least": Number("", lambda p, r: (4 + tan(radians(p.angle))**2)/(3*tan(radians(p.angle))))})

SCENE = Scene(
    "Painleve's rod", PARAMETERS, build, start, showing=Showing(1/8, "follow"),
    card=CARD, topic="contact", level="research",
    presets=(
        Preset("B4: it jams and jumps"),
        Preset("B4 without restitution", restitution=0.0),
        Preset("A3: both, and it leaves",
               Card("Staying and leaving are both consistent; the rod leaves, which is the answer that lasts."),
               turning=6.0, speed=-1.0),
        Preset("A4: it leaves",
               Card("Some friction without any load, c₀ = {p.cut}, and staying is consistent no more: it leaves."),
               turning=6.0, speed=-1.0, cut=5.0),
        Preset("A2: both, and it stays",
               Card("Staying and leaving are both consistent and lasting: it stays, because it was there."),
               turning=6.0, speed=-1.0, cut=5.0, mu=0.2),
        Preset("Pulled instead of pushed", Showing(1/16, "follow"),
               Card("Pulled, the rod slides as one would expect, whatever the friction.",
                    try_=Try("[Push it]: it jams.", ANEW, speed=-2.0)),
               speed=2.0),
        Preset("Little friction: it slides",
               Card("With little friction a rod that is pushed slides, too.",
                    try_=Try("[Make the floor rough]: it jams.", ANEW, mu=2.0)),
               mu=0.3),
    ),
)
