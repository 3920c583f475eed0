r"""Ball in a ring: a gutter that is bent round, or the outside of a ring, at rest or turning.

A ball of radius $a = \p{radius}$ rolls in the lower half of a tube of radius $\p{tube}$ that is bent to a ring of
radius $B = \p{ring}$. The ring turns at the rate $\Omega = \p{rate}$ about its own axis, which may lean. With the
switch "outside" the ball rolls on the ring instead of in it.

## Assumptions

- The ball is round and as dense everywhere, it rolls without slipping, and it touches in one point.
- The run ends at the edge of the gutter, or, outside, where the ring could no longer press.

## Derivation

The centre moves on a ring of the same $B$ whose tube has the radius $b$, the tube's less $a$ inside, more by $a$
outside. Let $\alpha$ be the angle of the centre in the tube's section from its lowest point, $R = B + b \sin\alpha$
its distance from the axis, $u$ its velocity around the axis, $w_n$ the spin about the normal and
$\chi = I/(I + m a^2)$. Rolling without slipping and the two laws of Newton and Euler leave, inside,

$$ \frac{dw_n}{d\alpha} = \Big(1 - \frac{b \sin\alpha}{R}\Big)\frac{u}{a} - \Omega\,\frac{R + a \sin\alpha}{a},
\qquad \frac{du}{d\alpha} = -\frac{b \cos\alpha}{R}\,u - \chi a\, w_n + \chi\,\Omega\,(a + b) \cos\alpha, $$

two linear equations along the section, and

$$ b\,\ddot\alpha = \frac{u^2 \cos\alpha}{R} + \chi\,\frac{u}{R}\,\big(a w_n \sin\alpha - \Omega (R + a \sin\alpha)
\cos\alpha\big) - (1 - \chi)\, g \sin\alpha. $$

In a ring at rest a ball without spin that is let go swings across the gutter, $u = w_n = 0$ for good: a pendulum of
the length $b/(1 - \chi)$. One that runs round without spin at

$$ u^2 = (1 - \chi)\, g\, R \tan\alpha $$

stays at the angle $\alpha$: a bend that is banked, with 5/7 of $g$ for a solid ball, since the rest goes into its
rolling.

## What is conserved

- $E_J = E - \boldsymbol\Omega \cdot \mathbf L$, as long as gravity lies along the axis. When the axis leans the ledger
counts what gravity does.
- Two linear integrals, with an upright axis: the two equations for $w_n$ and $u$ followed back to the lowest point of
the section, outside to the highest, give the speed around the axis and the spin with which the ball passes it, every
time.

## What to see

- The gutter that turns takes the ball along, although nothing but rolling joins them.
- The chart "Effective potential": between which heights it swings.

## Ask the class

- Why does the ball need less speed for the bend than a block that slides without friction?

## References

- Bychkov 2004, on bodies that roll on a surface that moves.
- Borisov, Mamaev, Bizyaev 2015, section 3.2, for surfaces of revolution.
"""

from math import cos, radians, sin, sqrt, tan

from sandbox.scene import (
    ANEW,
    Ball,
    Card,
    Edge,
    EffectivePotential,
    Energies,
    Number,
    On,
    Paper,
    Parameter,
    Placed,
    Preset,
    Scene,
    Showing,
    Spin,
    Start,
    Surface,
    Torus,
    Try,
    Unrolled,
    World,
    laboratory_floor,
    papers,
)

G = 9.81         # [m/s^2]
# the floor of the laboratory below the lowest point of a ring that does not lean [m]
BELOW = 0.2
# radius of the rounded rims [m]
LIP = 1e-3

PARAMETERS = (
    Parameter("rate", 0.0, "rad/s", low=-20, high=20, live=True, about="rotation rate of the ring"),
    Parameter("ring", 0.2, "m", low=0.12, high=0.4, about="radius of the circle along the middle of the tube"),
    Parameter("tube", 0.07, "m", low=0.04, high=0.11, about="radius of the tube"),
    Parameter("lean", 0.0, "deg", low=0, high=20, about="angle of the ring's axis with the vertical"),
    Parameter("outside", False, about="on the ring instead of in it"),
    Parameter("radius", 0.015, "m", low=0.005, high=0.03, about="radius of the ball"),
    Parameter("shell", False, about="hollow ball instead of a solid one"),
    Parameter("angle", 55.0, "deg", low=-85, high=85, role="start",
              about="place in the section, from the lowest point, outside from the highest"),
    Parameter("around", 0.0, "m/s", low=-3, high=3, role="start", about="speed around the ring"),
    Parameter("spin", 0.0, "rad/s", low=-300, high=300, role="start", about="spin about the normal"),
)


def build(p):
    ring = Torus(p.ring, p.tube, inside=not p.outside, cut=not p.outside).of("rubber")
    axis = (0.0, -sin(radians(p.lean)), cos(radians(p.lean)))
    turning = Spin(axis=axis, rate="rate", point=(0.0, 0.0, p.tube))
    found = {"ring": ring} if p.outside else {"ring": ring, "outer edge": lip(p, 1.0), "inner edge": lip(p, -1.0)}
    supports = {name: On(surface.placed((0.0, 0.0, p.tube), (1.0, 0.0, 0.0), radians(p.lean)), turning)
                for name, surface in found.items()}
    return World({**supports, "floor": laboratory_floor(-BELOW)},
                 [Placed(Ball(radius=p.radius, shell=p.shell), start(p))])


def lip(p, side):
    """The rounded rim of the gutter, the outer one or that about the middle: the wall stands upright where it ends."""

    def phi(x, y, z, e, circle):
        return ((sqrt(x*x + y*y) - circle)**2 + z*z - e*e)/(2.0*e)

    return Surface(phi, (LIP, p.ring + side*(p.tube + LIP)), (Edge(above_rim, "rim", "reached the end of an edge"),),
                   "edge", sharpest=LIP, growth=1.0/LIP)


def above_rim(x, y, z, *numbers):
    return z


def section(p):
    """Distance of the centre from the middle of the tube, from the axis, and height above the middle, at the start."""
    alpha = radians(p.angle)
    b = p.tube + p.radius if p.outside else p.tube - p.radius
    return b, p.ring + b*sin(alpha), (b if p.outside else -b)*cos(alpha)


def start(p):
    _b, far, height = section(p)
    s, c = sin(radians(p.lean)), cos(radians(p.lean))
    return Start(at=(far, -height*s, p.tube + height*c), velocity=(0.0, p.around*c, p.around*s), spin=p.spin)


def conserved(p):
    return ("E_J", "meridian_u", "meridian_w") if p.lean == 0 else ()


def share(p):
    """1 - chi = m a^2/(I + m a^2)."""
    return 3/5 if p.shell else 5/7


def banked(p):
    """Speed at which the bend holds a ball without spin at its angle, in a ring at rest [m/s]."""
    _b, far, _height = section(p)
    return sqrt(share(p)*G*far*max(tan(radians(p.angle)), 0.0))


# 30 degrees up the bank of the ring of the presets
STEADY = sqrt(5/7*G*(0.2 + 0.055*sin(radians(30.0)))*tan(radians(30.0)))

CARD = Card(
    "A ball let go in a gutter that is bent to a ring swings across it, and stays where it is around it.",
    "A pendulum of the length b/(1 − χ) = {length}, whatever the ring. Now {r.speed}, N = {r.normal}.",
    Try("[Turn the ring at 3 rad/s]: it takes the ball along.", ANEW, rate=3.0),
    {"length": Number("m", lambda p, r: section(p)[0]/share(p)), "banked": Number("m/s", lambda p, r: banked(p))})

ROUND = Card(
    "It runs round on the bank of the gutter, always as high.",
    "In a ring at rest the bank holds a ball without spin where u² = (1 − χ) g R tan α: at {p.angle} that is {banked}.",
    Try("[A hollow ball as fast]: it climbs and comes back.", ANEW, shell=True))

PAPERS = (
    Paper("B 3.2, (3.6)", "the first linear integral of a ball in a ring", "departure of the one that is a speed",
          papers.stays("meridian_u"), 0.0, 1e-10, "m/s", preset="The ring turns", seconds=60.0),
    Paper("B 3.2, (3.7)", "the second linear integral of a ball in a ring", "departure of the one that is a spin",
          papers.stays("meridian_w"), 0.0, 1e-10, "rad/s", preset="The ring turns", seconds=60.0),
    Paper("By 1", "a surface that turns about an axis that leans", "departure of E_J less the ledger", papers.jacobi,
          0.0, 1e-12, "J", preset="It leans", seconds=10.0),
)

SCENE = Scene(
    "Ball in a ring", PARAMETERS, build, conserved=conserved,
    papers=PAPERS, card=CARD, topic="surfaces", level="university",
    chart=(EffectivePotential(), Unrolled(), Energies()),
    presets=(
        Preset("Let go: a pendulum"),
        Preset("Round on the bank", ROUND, angle=30.0, around=STEADY),
        Preset("Too fast for the bank",
               Card("Faster than the bank wants: it climbs, comes down, and climbs again, all the way round."),
               angle=20.0, around=1.3),
        Preset("The ring turns",
               Card("The ring turns, and takes the ball along by its rolling alone.",
                    "E_J = E − Ω · L = {r.E_J} stays; the energy does not. At its lowest point it always has "
                    "{r.integral:meridian_u} around the axis.",
                    Try("[Turn it the other way]: the mirror image.", ANEW, rate=lambda p: -p.rate)),
               rate=4.0, angle=40.0),
        Preset("It leans",
               Card("The axis leans, and the ring turns: now gravity, too, turns about the ring.",
                    "Gravity does not lie along the axis: E_J = {r.E_J} changes by the work in the ledger, {r.ledger}.",
                    Try("[Set the axis upright]: E_J stays.", lean=0.0)),
               rate=1.5, lean=8.0, angle=20.0),
        Preset("On top of the ring", Showing(1/8),
               Card("Outside, on top of the ring, nothing holds it: it rolls off, inwards or outwards.",
                    "It leaves where N = {r.normal} gets to 0.",
                    Try("[On the other side of the top]: it rolls off inwards.", ANEW, angle=-3.0)),
               outside=True, angle=3.0),
    ),
)
