"""Coin on a turntable: steady circles of a rolling disk, and an upright one at a third of the table's rate.

A thin disk (radius a, moments A = m a^2/4 across its axis, C = m a^2/2 about it) rolls without slip on a table of the
rate Omega, its axis tilted by theta against the vertical. In a steady motion all of it turns about the table's axis at
the rate p: the touching point at the distance rho, the centre at rho + a cos theta (outside of the touching point where
that is the larger of the two), and the disk turns about its own axis at n in addition. With e1 along the track, e2 up
the slope of the face, e3 the axis, the touching point of the disk moves as the table does if

    n = (p - Omega) rho/a,

and the moment about the centre, -a e2 x (friction and weight), turns L = A p sin theta e2 + C (p cos theta + n) e3 by

    p sin theta (C (p cos theta + n) - A p cos theta) = -m a (g cos theta + p^2 sin theta (rho + a cos theta)).

Both are linear in rho. With A and C of a thin disk

    rho = -2 cos theta (g + 5/4 a p^2 sin theta)/(p (3 p - Omega) sin theta).

So there is a circle for any tilt, the disk leaning over its middle where p (3 p - Omega) > 0; and for an upright one
either rho = 0, it spins on the axis, or p = Omega/3: then the circle may have any radius. A ball has chi Omega there,
2/7 of the table's rate for a solid one; a disk has C/(C + m a^2) = 1/3. Friction carries m p^2 (rho + a cos theta).

With Omega = 0 these are the circles of Euler's disk and of the rolling hoop. Own derivation; for a table at rest:
Routh, Advanced Rigid Dynamics, article 244; for balls Earnshaw 1844.
"""

from math import cos, hypot, inf, pi, radians, sin

from numpy import cos as cosine
from numpy import sin as sine

from sandbox.scene import (
    Card,
    ConstraintPower,
    Contact,
    Disk,
    Energies,
    Number,
    Parameter,
    Plane,
    Preset,
    Rough,
    Scene,
    Showing,
    Spin,
    Start,
    Try,
)

# 33 1/3 turns a minute [rad/s]
RECORD = 3.4907

PARAMETERS = (
    Parameter("rate", RECORD, "rad/s", low=-20, high=20, live=True, about="rotation rate of the table"),
    Parameter("theta", 90.0, "deg", low=20, high=160, role="start",
              about="tilt of the coin's axis against the vertical; 90 for an upright coin"),
    Parameter("turning", RECORD/3, "rad/s", low=-30, high=30, role="start",
              about="rate of the steady motion about the table's axis"),
    Parameter("distance", 0.2, "m", low=0.0, high=1.0, role="start",
              about="distance of the touching point from the axis, for an upright coin"),
    Parameter("spin", 0.0, "rad/s", low=-100, high=100, role="start",
              about="how much faster than in a steady motion the coin turns about its own axis"),
    Parameter("wobble", 0.0, "rad/s", low=-5, high=5, role="start", about="rate at which the tilt changes"),
    Parameter("radius", 0.03, "m", low=0.01, high=0.1, about="radius of the coin"),
)

# radius of the table [m]
TABLE = 1.2
# cosines, and misfits of a circle as a share of it, below which there is none
NEARLY = 1e-9
ROUNDED = 1e-15
GRAVITY = 9.81


def track(p):
    """rho of the steady motion [m], or the given distance for an upright coin."""
    theta, w = radians(p.theta), p.turning
    if abs(cos(theta)) < NEARLY:
        return p.distance
    share = w*(3.0*w - p.rate)*sin(theta)
    if share == 0.0:
        # a tilted coin has no steady circle there: a start that is refused
        return inf
    return -2.0*cos(theta)*(GRAVITY + 1.25*p.radius*w*w*sin(theta))/share


def build(p):
    # 1 kg per 100 cm^2 of its face
    return Disk(p.radius, 100.0*pi*p.radius**2), Plane(rim=TABLE), Spin("z", "rate"), Contact(Rough())


def start(p):
    theta, rho = radians(p.theta), track(p)
    n = (p.turning - p.rate)*rho/p.radius + p.spin if rho < inf else 0.0
    return Start(at=(0.0, rho), omega=(p.wobble, -n*sin(theta), p.turning + n*cos(theta)),
                 orientation=(cos(theta/2), sin(theta/2), 0.0, 0.0))


def exact(t, p, r, v):
    """Centre after t seconds in the steady motion, None in any other [m]."""
    theta, steady_upright = radians(p.theta), abs(3.0*p.turning - p.rate) <= ROUNDED*abs(p.rate)
    if p.wobble or p.spin or (abs(cos(theta)) < NEARLY and p.distance and not steady_upright):
        return None
    far, w = track(p) + p.radius*cos(theta), p.turning
    is_on = abs(hypot(r[0], r[1]) - abs(far)) <= NEARLY*abs(far)
    if not is_on or abs(v[0] + w*r[1]) + abs(v[1] - w*r[0]) > NEARLY*abs(w*far):
        return None
    c, s = cosine(w*t), sine(w*t)
    return r[0]*c - r[1]*s, r[0]*s + r[1]*c, r[2] + 0.0*t


def circle(p):
    """Distance of the touching point from the axis in steady motion [m]."""
    s, c, rate = sin(radians(p.theta)), cos(radians(p.theta)), p.turning
    return -2*c*(GRAVITY + 5/4*p.radius*rate*rate*s)/(rate*(3*rate - p.rate)*s)


CARD = Card(
    "An upright coin rolls round on the turning table, at a third of the table's rate.",
    "An upright coin circles at p = C/(C + m a²) Ω = Ω/3 = {third}, on a circle of any radius; now at {r.radius} "
    "from the axis.",
    Try("[Give it less spin]: it falls.", spin=-2.0),
    {"third": Number("rad/s", lambda p, r: p.rate/3), "circle": Number("m", lambda p, r: circle(p))})

SCENE = Scene(
    "Coin on a turntable", PARAMETERS, build, start, exact=exact, conserved=("E_J",), showing=Showing(closer=3.0),
    card=CARD, topic="bodies", level="university", chart=(Energies(), ConstraintPower()),
    presets=(
        Preset("Upright: a third of the rate"),
        Preset("Upright and wide", Showing(closer=2.0),
               Card("Half a metre from the axis, and still a third of the table's rate: the circle may have any "
                    "radius.",
                    try_=Try("[Give it less spin]: it leaves its circle.", spin=-2.0)),
               distance=0.5),
        Preset("Leaning inwards",
               Card("The coin leans and goes round steadily, on the one circle that its tilt allows.",
                    "ρ = −2 cos θ (g + (5/4) a p² sin θ)/(p (3p − Ω) sin θ) = {circle} for p = {p.turning}; below 0 "
                    "the coin leans inwards.",
                    Try("[Nudge its tilt]: see whether its circle lasts.", wobble=0.3)),
               theta=70.0, turning=2.5),
        Preset("A circle that does not last", Showing(1/4, closer=3.0),
               Card("A circle that obeys all laws, but does not last: a touch of wobble grows.",
                    "ρ = −2 cos θ (g + (5/4) a p² sin θ)/(p (3p − Ω) sin θ) = {circle} for p = {p.turning}; below 0 "
                    "the coin leans inwards.",
                    Try("[Turn it a little more slowly]: a circle that lasts.", "Leaning inwards")),
               theta=70.0, turning=3.0, wobble=0.01),
        Preset("Leaning, against the table",
               Card("The coin goes round against the table.",
                    "ρ = −2 cos θ (g + (5/4) a p² sin θ)/(p (3p − Ω) sin θ) = {circle} for p = {p.turning}; below 0 "
                    "the coin leans inwards.",
                    Try("[Nudge its tilt]: see whether its circle lasts.", wobble=0.3)),
               theta=75.0, turning=-4.0),
        Preset("A wobble on the way",
               Card("Pushed, the upright coin wobbles on its way, and does not fall."),
               wobble=0.4),
        Preset("More spin",
               Card("With more spin than a steady motion has, the coin leaves its circle, and stays up."),
               spin=2.0),
        Preset("Less spin: it falls", Showing(1/4, closer=3.0),
               Card("With too little spin it leans more and more, and falls.",
                    try_=Try("[Give it more spin]: it stays up.", spin=2.0)),
               spin=-2.0),
        Preset("A table at rest",
               Card("On a table at rest: the circle of a rolling hoop or of Euler's disk.",
                    "ρ = −2 cos θ (g + (5/4) a p² sin θ)/(p (3p − Ω) sin θ) = {circle} for p = {p.turning}; below 0 "
                    "the coin leans inwards.",
                    Try("[Nudge its tilt]: see whether its circle lasts.", wobble=0.3)),
               rate=0.0, theta=70.0, turning=3.0),
    ),
)
