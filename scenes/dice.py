r"""Dice on a turning table: chance is where small differences grow, and a bead of lead under the 1 shows in the counts.

A die is thrown onto a turning table. By eye nobody tells from its start what it will show. A bead below the face of the
1 draws that face down, so that the 6 comes up; how often, only counting tells.

## Assumptions

- A rigid die of the side $\p{side}$ and the mass $m$, its edges rounded with the radius $r=\p{rounding}$; a bead of the
  mass $m_b=\p{load}$ at $0.35\,\p{side}$ from the middle. With a number of sides other than 4, here $\p{sides}$, it is
  a prism.
- The table gives back the share $\p{restitution}$ of the speed of a corner that comes down; friction is dry, $\p{mu}$.
- The attitude and the axis of the spin are those of the throw number $\p{toss}$, spread evenly over all that there
  are.

## Derivation

**On a face** the mass centre is at the height $b=a'+r$, with $a'$ half of what is flat. Over an edge it has to rise to
$\sqrt2\,a'+r$; an energy above

$$ \Delta E=m g\,a'(\sqrt2-1) $$

takes the die over, less does not. So it rolls on as long as it has that; which face it ends on is decided by the last
edges, after impacts in which differences of attitude grow.

**A fair die**: every turn by a quarter takes it into itself, so each of the six faces is as likely as the next,
$p=1/6$, if the attitude at the start is. Of $N$ throws with the counts $n_k$,

$$ \chi^2=\sum_{k=1}^{6}\frac{(n_k-N/6)^2}{N/6} $$

is about 5; it is above 11.1 in one of twenty series, above 20.5 in one of a thousand.

**The bead** moves the mass centre by

$$ d=\frac{m_b}{m+m_b}\,0.35\,\p{side} $$

towards the 1. With the 6 up it lies lower by $2d$ than with the 1 up, and the edges around that face are higher:

$$ \Delta E_6-\Delta E_1\approx(m+m_b)\,g\cdot2d\left(1-\tfrac1{\sqrt2}\right) . $$

So it is left less easily than any other, and more often the last.

**At rest on the table** at the distance $D$ from its axis friction has to hold

$$ \frac{D\,\p{rate}^2}{g}<\p{mu} , $$

and its moment about the outer edge less than the weight's, $D\,\p{rate}^2/g<a'/b$.

## What is conserved

- The energy between impacts, counted by the turning table. Now {r.E_0}.

## What to see

- **A fair die**: the next throw starts otherwise, and ends anywhere.
- **A loaded die**: count the sixes.
- **A prism**: one of six sides rolls further than the die before it lies.

## Ask the class

How many throws tell a die that shows the six in one of five throws from a fair one?

## References

- J. B. Keller, The probability of heads, Am. Math. Monthly 93, 1986.
- M. Kapitaniak, J. Strzalko, J. Grabski, T. Kapitaniak, The three-dimensional dynamics of the die throw,
  Chaos 22, 2012.
- K. Shoemake, Uniform random rotations, in Graphics Gems III, Academic Press, 1992.
"""

from math import atan, cos, degrees, pi, sin, sqrt

from sandbox.scene import (
    ANEW,
    Card,
    Contact,
    Coulomb,
    Die,
    Number,
    On,
    Parameter,
    Placed,
    Plane,
    Preset,
    Prism,
    Scene,
    Showing,
    Spin,
    Start,
    Try,
    World,
)

DENSITY = 1200.0            # of acrylic glass [kg/m^3]
# the root of x^6 = x + 1: multiples of its powers fill a box of five dimensions evenly (M. Roberts)
EVENLY = 1.1347241384015194
AWAY = 0.06                 # from the axis of the table to where it is let go [m]

PARAMETERS = (
    Parameter("side", 0.016, "m", low=0.008, high=0.05, title="side of the die", about="side of the die"),
    Parameter("rounding", 0.0015, "m", low=0.0002, high=0.002, about="radius of its edges"),
    Parameter("load", 0.0, "kg", low=0.0, high=0.02, title="bead of lead",
              about="mass of a bead below the face of the 1"),
    Parameter("sides", 4, low=3, high=12, title="sides", symbol="n",
              about="4 is the die; another number a prism of so many sides"),
    Parameter("mu", 0.4, low=0.05, high=2, about="friction coefficient"),
    Parameter("restitution", 0.4, low=0, high=0.8, about="share of the speed that is given back"),
    Parameter("rate", 2.0, "rad/s", low=-6, high=6, live=True, about="rotation rate of the table"),
    Parameter("toss", 1, low=1, high=1000, role="start", title="throw", about="number of the throw"),
    Parameter("height", 0.06, "m", low=0.0, high=0.3, role="start", title="height", about="from which it falls"),
    Parameter("speed", 0.3, "m/s", low=0.0, high=1.0, role="start", title="speed", about="speed along the table"),
    Parameter("spin", 25.0, "rad/s", low=0.0, high=60.0, role="start", title="spin",
              about="rate at which it turns while it flies"),
)


def body_of(p):
    """The die, or the prism."""
    if int(p.sides) == 4:
        return Die(p.side, p.rounding, density=DENSITY, load=p.load).of("porcelain")
    return Prism(int(p.sides), 0.6*p.side, p.side, p.rounding, density=DENSITY).of("porcelain")


def build(p):
    table = Plane().of("marble")
    law = Contact(Coulomb(p.mu), restitution=p.restitution)
    return World({"table": On(table, Spin("z", "rate"), law)}, [Placed(body_of(p), start(p))])


def start(p):
    """Attitude (uniform, Shoemake) and axis of the spin of a throw by its number."""
    u, v, w, along, around = ((int(p.toss)*EVENLY**-k) % 1.0 for k in range(1, 6))
    low, high = sqrt(1.0 - u), sqrt(u)
    q = (low*sin(2*pi*v), low*cos(2*pi*v), high*sin(2*pi*w), high*cos(2*pi*w))
    z = 2.0*along - 1.0
    flat = sqrt(1.0 - z*z)
    omega = tuple(p.spin*x for x in (flat*cos(2*pi*around), flat*sin(2*pi*around), z))
    return Start(at=(-AWAY, 0.0), height=p.height, orientation=q, velocity=(p.speed, 0.3*p.speed), omega=omega)


def halves(p):
    """Half of what is flat of a face, and the height of the middle on it [m]."""
    body = body_of(p)
    far = max(abs(x) for x in body.corners[0][:2]) if int(p.sides) == 4 else 0.6*p.side - p.rounding
    a = far if int(p.sides) == 4 else far*sin(pi/int(p.sides))
    b = far if int(p.sides) == 4 else far*cos(pi/int(p.sides))
    return a, b + p.rounding


def barrier(p):
    """Energy that takes it over an edge, without a bead [J]."""
    a, b = halves(p)
    inner = b - p.rounding
    return (body_of(p).mass - (p.load if int(p.sides) == 4 else 0.0))*9.81*(sqrt(a*a + inner*inner) - inner)


def shift(p):
    """How far the bead moves the mass centre [m]."""
    return body_of(p).mass_centre[2]


NUMBERS = {"barrier": Number("J", lambda p, r: barrier(p)), "shift": Number("m", lambda p, r: shift(p)),
           "mass": Number("kg", lambda p, r: body_of(p).mass),
           "tips": Number("deg", lambda p, r: degrees(atan(halves(p)[0]/halves(p)[1])))}

CARD = Card(
    "A die falls on a turning table. What will it show?",
    "Over an edge it needs ΔE = m g a′(√2 − 1), {barrier}; with less it stays on its face. E = {r.E_0}.",
    Try("[Another throw]: it starts otherwise, and ends anywhere.", ANEW, toss=2), NUMBERS)

SCENE = Scene(
    "Dice", PARAMETERS, build, showing=Showing(1/4), card=CARD, topic="contact", level="school",
    presets=(
        Preset("A fair die"),
        Preset("A loaded die",
               Card("A bead of lead lies below the face of the 1. The six comes up more often, not always.",
                    "The bead moves the mass centre by {shift}: on the 1 it lies lowest, and is left least easily.",
                    Try("[Another throw]: count the sixes of ten throws.", ANEW, toss=2), NUMBERS), load=0.005),
        Preset("A prism of six sides",
               Card("A prism rolls over its edges before it lies on one of its sides, or stands.",
                    "It tips over an edge at {tips}, the die at 45°: less for each side more.",
                    Try("[Twelve sides]: it rolls on for longer.", ANEW, sides=12), NUMBERS), sides=6, toss=5),
        Preset("On a table that turns fast",
               Card("The table carries it outwards as soon as friction no longer holds it.",
                    "It stays where D Ω²/g is below the friction {p.mu}.",
                    Try("[Slow it down]: the die comes to rest on it.", rate=1.5), NUMBERS), rate=5.0, mu=0.1, toss=3),
    ),
)
