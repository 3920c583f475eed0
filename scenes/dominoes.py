r"""Dominoes: a push that is less than a breath runs through the row, always equally fast, and grows in larger ones.

Each domino stands on two edges, and behind a small hill of energy. The first one is over it; each that falls pushes the
next one over its own.

## Assumptions

- Rigid dominoes of the height $h=\p{height}$, half as wide and $0.16\,h$ thick, at the distance $d=\p{pitch}\,h$, their
  edges rounded. With a growth $s=\p{factor}$ other than 1 each is $s$ times as large as the one before, and so is the
  distance.
- What meets stays together: a hit gives nothing back. Dry friction, {p.mu} on the table, {p.friction_between} between
  dominoes.
- The first one leans by {p.tilt} at the start, the others stand.

## Derivation

**The hill.** With half the thickness $a$ and half the height $b$ the mass centre stands at $b$ and over the edge at
$\sqrt{a^2+b^2}$. So a domino of the mass $m$ falls by itself beyond the angle $\tan\alpha=a/b$, here {tips}, and needs

$$ \Delta E=m g\left(\sqrt{a^2+b^2}-b\right) . $$

**The hit.** Its upper edge reaches the next one at

$$ \sin\beta=\frac{d-2a}{h} , $$

here {reach}. Until then it has given $m g\,[\sqrt{a^2+b^2}-b\cos\beta-a\sin\beta]$ from the top of its
hill, and goes on to give more while it leans on the next.

**The train.** All that have fallen lean on each other, and move with one degree of freedom: one angle follows from the
one before,

$$ h\sin(\theta_k-\theta_{k+1})=d\cos\theta_{k+1}-2a . $$

Between two hits the energy stays,

$$ \tfrac12\,\omega^2 S+V=E,\qquad S=\sum_k J\left(\frac{d\theta_k}{d\theta_1}\right)^2 , $$

with $J$ about the foot and the front one as the first. A hit on one more takes it into the sum, $S\to S+J$ with rates
against the new front; the impulse that each gives to the next is the same for both, so that

$$ \omega_+=\omega_-\,\frac{S}{S+J} . $$

After some ten dominoes what is lost at a hit is what the whole train gives between two: the wave has come to its speed,
which grows with $\sqrt{g h}$ alone and remembers nothing of the push.

**Growing ones.** The hill of the next is $s^4$ times as high, since $\Delta E\propto m h$. A domino gives many times
its own hill; so each may be half as large again as the one before.

## What is conserved

- The energy between two hits, as far as nothing slips. Now {r.E_0}.

## What to see

- **A row**: the clicks come faster and faster at first, then evenly.
- **A curve**, **A spiral**: each pushes the next a little aside; too tight a curve ends the wave.
- **Half as large again**: five dominoes from a fingernail to a finger; the push is multiplied by more than a hundred.

## Ask the class

Set the dominoes closer: is the wave faster or slower? And what if all are twice as large?

## References

- W. J. Stronge, D. Shu, The domino effect: successive destabilization by cooperative neighbours, Proc. R. Soc.
  Lond. A 418, 1988.
- J. M. J. van Leeuwen, The domino effect, Am. J. Phys. 78, 2010.
- L. A. Whitehead, Domino "chain reaction", Am. J. Phys. 51, 1983.
"""

from math import asin, atan2, cos, degrees, hypot, radians, sin

from sandbox.scene import (
    Card,
    Contact,
    Coulomb,
    Domino,
    Number,
    On,
    Parameter,
    Placed,
    Plane,
    Preset,
    Scene,
    Showing,
    Spin,
    Start,
    Try,
    World,
)

WIDE, THICK, ROUND = 0.5, 0.16, 0.012       # against the height
DENSITY = 700.0                             # of wood [kg/m^3]

PARAMETERS = (
    Parameter("dominoes", 12, low=2, high=30, role="start", about="number of dominoes"),
    Parameter("height", 0.048, "m", low=0.02, high=0.1, about="height of the first domino"),
    Parameter("pitch", 0.42, low=0.3, high=0.8,
              about="distance from one to the next, in heights"),
    Parameter("factor", 1.0, low=0.8, high=1.6,
              about="how many times as large as the one before each is"),
    Parameter("bend", 0.0, "m", low=0.0, high=0.5, role="start", about="radius of the curve; 0 is a straight row"),
    Parameter("coil", 0.0, low=0.0, high=0.8, role="start",
              about="share of its radius that the curve has lost at its end"),
    Parameter("mu", 0.8, low=0.3, high=2, about="friction coefficient of the table"),
    Parameter("friction_between", 0.2, low=0, high=1, title="friction between dominoes",
              about="friction coefficient between dominoes"),
    Parameter("tilt", 12.0, "deg", low=0, high=13, role="start", about="how far the first one leans at the start"),
    Parameter("rate", 0.0, "rad/s", low=-3, high=3, live=True, about="rotation rate of the table"),
)


def domino(p, k=0):
    """The domino number k."""
    h = p.height*p.factor**k
    return Domino(h, WIDE*h, THICK*h, ROUND*h, density=DENSITY).of("porcelain")


def places(p):
    """Place (x, y) [m] and heading [rad] of each domino: along arcs, each as long as the distance to the next."""
    n, x, y, heading, found = int(p.dominoes), 0.0, 0.0, 0.0, []
    for k in range(n):
        aside = (0.01 if k % 2 else -0.01)*p.height*p.factor**k
        found.append((x - aside*sin(heading), y + aside*cos(heading), heading))
        step = p.pitch*p.height*p.factor**(k + 0.5)
        turn = step/(p.bend*(1.0 - p.coil*k/n)) if p.bend > 0.0 else 0.0
        x, y = x + step*cos(heading + 0.5*turn), y + step*sin(heading + 0.5*turn)
        heading += turn
    # the middle of the row is that of the table
    mid_x, mid_y = (0.5*(min(one[i] for one in found) + max(one[i] for one in found)) for i in range(2))
    return [(x - mid_x, y - mid_y, heading) for x, y, heading in found]


def build(p):
    between = Contact(Coulomb(p.friction_between), restitution=0.0)
    table = On(Plane().of("oak"), Spin("z", "rate"), Contact(Coulomb(p.mu), restitution=0.0))
    bodies = []
    for k, (x, y, heading) in enumerate(places(p)):
        lean = 0.5*radians(p.tilt) if k == 0 else 0.0
        c, s = cos(0.5*heading), sin(0.5*heading)
        q = (c*cos(lean), -s*sin(lean), c*sin(lean), s*cos(lean))
        bodies.append(Placed(domino(p, k), Start(at=(x, y), orientation=q), name=f"domino {k + 1}"))
    return World({"table": table}, bodies, {("domino", "domino"): between})


def halves(p):
    """Half of what is flat of the thickness and of the height [m]."""
    return (0.5*THICK - ROUND)*p.height, (0.5 - ROUND)*p.height


def tips(p):
    """Angle beyond which one falls by itself [rad]."""
    a, b = halves(p)
    return atan2(a, b)


def reach(p):
    """Angle at which one touches the next that stands, sharp edges [rad]."""
    return asin(min((p.pitch - THICK), 1.0))


def hill(p):
    """Energy that one needs to fall [J]."""
    a, b = halves(p)
    return domino(p).mass*9.81*(hypot(a, b) - b)


def gift(p):
    """How many times as much as its own hill one gives from there until it touches the next."""
    a, b = halves(p)
    return domino(p).mass*9.81*(hypot(a, b) - b*cos(reach(p)) - a*sin(reach(p)))/hill(p)


NUMBERS = {"tips": Number("deg", lambda p, r: degrees(tips(p))), "reach": Number("deg", lambda p, r: degrees(reach(p))),
           "hill": Number("J", lambda p, r: hill(p)), "gift": Number("", lambda p, r: gift(p)),
           "steeper": Number("", lambda p, r: p.factor**4)}

CARD = Card(
    "One leans, all fall: the wave runs through the row and no longer knows how hard it was pushed.",
    "Each stands behind a hill m g (√(a² + b²) − b) = {hill}, and gives {gift} times that until it touches the next.",
    Try("[Set them closer]: the wave is faster.", pitch=0.32), NUMBERS)

SCENE = Scene(
    "Dominoes", PARAMETERS, build, showing=Showing(1/4), card=CARD, topic="crowds", level="school",
    presets=(
        Preset("A row"),
        Preset("A curve", Card("The row bends: each pushes the next a little aside, and still over its hill.",
                               try_=Try("[Bend it more]: they meet with their edges.", bend=0.07)), bend=0.12),
        Preset("A spiral", Card("The curve tightens inwards. Where it is too tight, one falls past the next.",
                                try_=Try("[Make it wider]: the wave reaches the end.", bend=0.16)),
               dominoes=14, bend=0.11, coil=0.6, pitch=0.4),
        Preset("Half as large again", Showing(1/4, closer=1.1),
               Card("Each is half as large again as the one before. The first is a fingernail.",
                    "The hill of the next is s⁴ = {steeper} times as high; one gives {gift} times its own.",
                    Try("[Let them grow less]: the wave is slower to grow.", factor=1.3), NUMBERS),
               dominoes=5, height=0.02, factor=1.5, pitch=0.6),
        Preset("Without friction between them",
               Card("Dominoes that slide on each other without friction: the wave is faster.",
                    try_=Try("[Give them friction]: it becomes slower.", friction_between=0.3)), friction_between=0.0),
    ),
)
