r"""Box on a turntable: it slips or it tips, and which of them comes first its shape says.

A box stands on a table that turns faster and faster. A squat one slides off, a slender one falls over; at one shape
nobody can tell. What leaves the table falls to the floor.

## Assumptions

- A rigid homogeneous box of the width $\p{width}$ along the radius, the height $\p{height}$ and the depth $\p{depth}$,
  its edges rounded with $\p{rounding}$, at the distance $D=\p{distance}$ from the axis.
- The rate of the table begins with $\p{rate}$ and grows by {p.gain} slowly: what that adds to the forces is small.
- Friction is dry, $\p{mu}$; a corner that comes down stays down.

## Derivation

On the table the box feels its weight $mg$ and, outwards, $m D\,\Omega^2$, both in its mass centre at half the height.

**It slips** when friction cannot hold that any more,

$$ \frac{D\,\Omega^2}{g}=\p{mu} . $$

**It tips** when the sum of both points beyond the outer edge of its foot. With $a'=\p{width}/2-\p{rounding}$ and
$b=\p{height}/2$ the moments about that edge are $mg\,a'$ and $m D\,\Omega^2\,b$, so

$$ \frac{D\,\Omega^2}{g}=\frac{a'}{b} . $$

Both grow with the same $\Omega^2$: neither distance nor weight decide which comes first, only

$$ \p{mu}<\frac{a'}{b}\ \text{: slips},\qquad\p{mu}>\frac{a'}{b}\ \text{: tips} . $$

The rate at which it happens is

$$ \Omega_*=\sqrt{\frac gD\,\min\left(\p{mu},\frac{a'}{b}\right)} , $$

here {limit}. The table's own acceleration $\alpha$ pushes across the radius with $m D\,\alpha$, which friction has to
hold, too: $D\sqrt{\Omega^4+\alpha^2}=\p{mu}\,g$, a correction of a few parts in ten thousand.

## What is conserved

- Nothing while the motor of the table works. At rest on the table the box moves with it to the last digit.

## What to see

- **It slips first**, **It tips first**: watch the number of the rate when it happens.
- **One of each**: on the same table, at the same distance, the slender one goes first.

## Ask the class

Would the box stay longer if it were twice as heavy? If it were filled with water to the half? On the Moon?

## References

- J. P. Den Hartog, Mechanics, McGraw-Hill, 1948.
- G. W. Housner, The behavior of inverted pendulum structures during earthquakes, Bull. Seismol. Soc. Am. 53, 1963.
"""

from math import sqrt

from sandbox.scene import (
    ANEW,
    Block,
    Box,
    Card,
    Contact,
    Coulomb,
    Motion,
    Number,
    On,
    Parameter,
    Placed,
    Preset,
    Scene,
    Showing,
    Signal,
    Start,
    Try,
    World,
    laboratory_floor,
)

DENSITY = 700.0              # of wood [kg/m^3]
# the table: how far it goes on beyond the box, its thickness, the rounding of its edges, its height above the floor [m]
BEYOND, THICK, EDGE, HIGH = 0.25, 0.04, 0.002, 0.3

PARAMETERS = (
    Parameter("width", 0.08, "m", low=0.02, high=0.2, about="width of the box, along the radius"),
    Parameter("height", 0.06, "m", low=0.03, high=0.3, about="height of the box"),
    Parameter("depth", 0.08, "m", low=0.02, high=0.2, about="depth of the box"),
    Parameter("rounding", 0.001, "m", low=0.0002, high=0.005, about="radius of its edges"),
    Parameter("mu", 0.5, low=0.05, high=2, about="friction coefficient"),
    Parameter("distance", 0.2, "m", low=0.05, high=0.4, role="start", about="distance from the axis of the table"),
    Parameter("rate", 4.0, "rad/s", low=0, high=15, role="start", about="rotation rate of the table at the start"),
    Parameter("gain", 0.4, "rad/s^2", low=0, high=2,
              about="by how much the rate grows in a second"),
    Parameter("beside", False, title="a slender one opposite", about="a box half as wide and twice as high opposite"),
)


def box(p, slender=1.0):
    """The box, or one so many times as slender in both ways."""
    return Box(p.width/slender, p.depth, p.height*slender, p.rounding, density=DENSITY).of("wood")


def table(p):
    """A square one, wider the farther from its axis the box stands: its upper face is the plane z = 0."""
    side = 2.0*(p.distance + BEYOND)
    return Block(side, side, THICK, EDGE).of("enamel").placed((0.0, 0.0, -0.5*THICK))


def build(p):
    law = Contact(Coulomb(p.mu), restitution=0.0)
    turns = Motion("z", Signal((0.0, p.rate, 0.5*p.gain)))
    bodies = [Placed(box(p), Start(at=(p.distance, 0.0)))]
    if p.beside:
        bodies.append(Placed(box(p, 2.0), Start(at=(-p.distance, 0.0))))
    return World({"table": On(table(p), turns, law), "floor": laboratory_floor(-HIGH, law)}, bodies,
                 {("box", "box"): law} if p.beside else {})


def slender(p):
    """a'/b, the share of the weight across that tips it."""
    return (0.5*p.width - p.rounding)/(0.5*p.height)


def limit(p):
    """Rate at which it slips or tips, whichever comes first [rad/s]."""
    return sqrt(9.81*min(p.mu, slender(p))/p.distance)


NUMBERS = {"limit": Number("rad/s", lambda p, r: limit(p)), "shape": Number("", lambda p, r: slender(p)),
           "soon": Number("s", lambda p, r: max(limit(p) - p.rate, 0.0)/p.gain if p.gain > 0.0 else float("nan"))}

CARD = Card(
    "The table turns faster and faster. The squat box slides away before it could tip.",
    "It slips at D Ω²/g = μ = {p.mu}, and would tip at a′/b = {shape}. The smaller one wins: at {limit}, after {soon}.",
    Try("[Make it slender]: now it tips.", ANEW, width=0.03, height=0.12), NUMBERS)

SCENE = Scene(
    "Box on a turntable", PARAMETERS, build, showing=Showing(1/2), card=CARD, topic="tables", level="school",
    presets=(
        Preset("It slips first"),
        Preset("It tips first",
               Card("The slender box falls over outwards before it could slide.",
                    "It tips at D Ω²/g = a′/b = {shape}, and would slip at μ = {p.mu}: the smaller wins, at {limit}.",
                    Try("[Put it on ice]: it slides, upright.", ANEW, mu=0.1, rate=1.5), NUMBERS),
               width=0.05, height=0.15, mu=0.8, rate=3.5),
        Preset("One of each", Showing(1/2, closer=1.1),
               Card("A squat and a slender box on one table, equally far from the axis. Which one goes first?",
                    "The squat one slips at {limit}. Heavier or lighter makes no difference: both sides grow with m.",
                    Try("[Less friction]: the squat one goes first.", ANEW, mu=0.2, rate=2.5), NUMBERS),
               beside=True, width=0.08, height=0.08, mu=0.6, rate=3.0, distance=0.2),
    ),
)
