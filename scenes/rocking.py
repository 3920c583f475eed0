r"""Rocking block: it tips from edge to edge, loses a fixed share at each return, and comes to rest.

A box stands on a table on its edge, a little tilted, and is let go. It rocks, or falls over; on a slope it slides or
tips; on a turning table it stays until friction is no longer enough.

## Assumptions

- A rigid homogeneous box of the width $\p{width}$, the height $\p{height}$ and the depth $\p{depth}$; its edges are
  rounded with the radius $\p{rounding}$.
- The table gives nothing back: a corner that comes down stays down. Friction is dry, $\p{mu}$.
- All corners that touch push with the forces of least size that move it as they must; friction is shared by them as
  they are pressed.

## Derivation

Let $\theta$ be the tilt, $a=\p{width}/2$ and $b=\p{height}/2$ the half lengths, $m$ the mass and
$J=\tfrac13m(a^2+b^2)$ the moment about the middle; $\tan\alpha=a/b$. With sharp edges it turns about a fixed one, at
the distance $R=\sqrt{a^2+b^2}$:

$$ (J+mR^2)\,\ddot\theta=-mgR\sin(\alpha-\theta)\quad(\theta>0) . $$

From rest at $\theta_0$ it is flat again after

$$ T=\int_0^{\theta_0}\sqrt{\frac{J+mR^2}{2mgR\,[\cos(\alpha-\theta_0)-\cos(\alpha-\theta)]}}\;d\theta ,\qquad
   T\approx\sqrt{\frac{J+mR^2}{mgR}}\;\operatorname{arcosh}\frac{\alpha}{\alpha-\theta_0} , $$

at small angles. There the other edge comes down. The impulse acts at that edge, so that the angular momentum about it
stays: before, $(J+mb^2-ma^2)\,\omega$; after, $(J+mR^2)\,\omega'$. This is Housner's ratio,

$$ \frac{\omega'}{\omega}=1-\tfrac32\sin^2\alpha . $$

With rounded edges the box rolls on cylinders; the ratio becomes $(J+mb^2-ma'^2)/(J+mb^2+ma'^2)$ with
$a'=a-\p{rounding}$.

**On a slope** of the angle $\beta$ it stays if the weight points into its foot and friction holds it:

$$ \tan\beta<\frac{a'}{b},\qquad\tan\beta<\p{mu} ; $$

whichever fails first tells whether it tips or slides. **On a turning table** at the distance $d$ the same holds with
$d\,\p{rate}^2/g$ in the place of $\tan\beta$.

## What is conserved

- The energy between two returns; each takes the share $1-(\omega'/\omega)^2$ of what moves. Now {r.E_0}.

## What to see

- **It rocks**: each swing is shorter than the one before, and so is the time that it takes.
- **Just too far**: beyond $\alpha$ it falls to the other side.
- **Tips on a slope**, **Slides on a slope**: a slender box tips before it slides, a squat one slides.

## Ask the class

Two boxes of one shape, one twice as large in all directions, are tilted by one angle. Which of them rocks longer?

## References

- G. W. Housner, The behavior of inverted pendulum structures during earthquakes, Bull. Seismol. Soc. Am. 53, 1963.
- J. J. Moreau, Unilateral contact and dry friction in finite freedom dynamics, in Nonsmooth Mechanics and Applications,
  CISM 302, Springer, 1988.
"""

from math import atan2, cos, degrees, radians, sin

from sandbox.scene import (
    Box,
    Card,
    Contact,
    Coulomb,
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

DENSITY = 700.0              # of wood [kg/m^3]

PARAMETERS = (
    Parameter("width", 0.06, "m", low=0.03, high=0.2, about="width of the box"),
    Parameter("height", 0.24, "m", low=0.03, high=0.3, about="height of the box"),
    Parameter("depth", 0.1, "m", low=0.03, high=0.2, about="depth of the box"),
    Parameter("rounding", 0.001, "m", low=0, high=0.01, about="radius of its edges"),
    Parameter("mu", 0.8, low=0.05, high=2, about="friction coefficient"),
    Parameter("slope", 0.0, "deg", low=0, high=40, about="slope of the table"),
    Parameter("rate", 0.0, "rad/s", low=-10, high=10, live=True, about="rotation rate of the table"),
    Parameter("lean", 12.0, "deg", low=-60, high=60, role="start", title="tilt", about="tilt of the box at the start"),
    Parameter("distance", 0.0, "m", low=0, high=0.3, role="start", about="distance from the axis of the table"),
)


def box(p):
    return Box(p.width, p.depth, p.height, p.rounding, density=DENSITY).of("wood")


def build(p):
    slope = radians(p.slope)
    table = Plane().of("marble").placed(axis=(0, 1, 0), angle=slope)
    turns = Spin((sin(slope), 0.0, cos(slope)), "rate")
    return World({"table": On(table, turns, Contact(Coulomb(p.mu)))}, [Placed(box(p), start(p))])


def start(p):
    half = 0.5*radians(p.slope + p.lean)
    return Start(at=(-p.distance*cos(radians(p.slope)), 0.0), orientation=(cos(half), 0.0, sin(half), 0.0))


def balance(p):
    """The tilt at which its weight stands above the edge [rad]."""
    return atan2(0.5*p.width - p.rounding, 0.5*p.height - p.rounding)


def ratio(p):
    """Share of its rate that the box keeps when the other edge comes down."""
    body, a, b = box(p), 0.5*p.width - p.rounding, 0.5*p.height
    J, m = body.inertia[1][1], body.mass
    return (J + m*(b*b - a*a))/(J + m*(b*b + a*a))


NUMBERS = {"kept": Number("", lambda p, r: ratio(p)), "balance": Number("deg", lambda p, r: degrees(balance(p)))}

CARD = Card(
    "The box tips from edge to edge. Each return takes a share of the swing; the returns come faster and faster.",
    "ω′/ω = 1 − (3/2) sin²α: at each return it keeps {kept} of its rate, whatever that is. It stands in balance at "
    "{balance}; E = {r.E_0}.",
    Try("[Make it twice as wide]: it comes to rest much sooner.", width=0.12), NUMBERS)

SCENE = Scene(
    "Rocking block", PARAMETERS, build, showing=Showing(1/2), card=CARD, topic="contact", level="school",
    presets=(
        Preset("It rocks"),
        Preset("Just too far",
               Card("Tilted a little beyond its balance, it falls to the other side.",
                    "In balance the weight stands above the edge: at {balance}. It starts at {p.lean}.",
                    Try("[Tilt it less]: it falls back, and rocks.", lean=13.0), NUMBERS), lean=14.5),
        Preset("Tips on a slope",
               Card("The slope is a little steeper than the box is slender: it tips over its lower edge.",
                    "It tips at tan β = a/b, {balance}; it would slide at tan β = μ = {p.mu}. The slope has {p.slope}.",
                    Try("[Make it flatter]: it stays, with all its corners.", slope=13.0), NUMBERS),
               lean=0.0, slope=14.2, distance=0.2),
        Preset("Slides on a slope",
               Card("A squat box slides before it tips.",
                    "It slides at tan β = μ = {p.mu}, and would tip at {balance}. Its speed grows evenly: {r.speed}.",
                    Try("[Make it flatter]: it stays.", slope=16.6), NUMBERS),
               lean=0.0, slope=17.0, distance=0.2, width=0.1, height=0.1, mu=0.3),
        Preset("On a turning table",
               Card("It rests on the turning table, and moves with it to the last digit.",
                    "It stays as long as d Ω²/g is below the friction {p.mu} and below the tangent of {balance}.",
                    Try("[Turn the table faster]: it slides outwards, or tips.", rate=6.0), NUMBERS),
               lean=0.0, distance=0.15, rate=2.0, width=0.06, height=0.06, mu=0.4),
    ),
)
