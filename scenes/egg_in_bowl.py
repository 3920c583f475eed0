r"""Egg in a turning bowl: an ellipsoid that rolls where a ball would.

A body with the half axes $\p{a}$, $\p{b}$, $\p{c}$, as dense everywhere, rolls without slipping in a bowl, the lower
half of an ellipsoid with the half axes $A$, $B$ (its rim) and $C$ (its depth). The bowl turns at the rate
$\Omega = \p{rate}$ about its own axis, which leans by {p.lean} from the vertical.

## Assumptions

- The body touches the bowl in one point, which needs a bowl that is less curved than the body everywhere.
- It rolls without slipping, whatever that takes; the run ends where the bowl could no longer press.

## Derivation

Let $\mathbf r$ point from the mass centre to the point of contact, $\mathbf r_P$ be that point and $\mathbf R$ the
force there. Then

$$ m \dot{\mathbf v} = m \mathbf g + \mathbf R, \qquad \dot{\mathbf L} = \mathbf r \times \mathbf R, \qquad
\mathbf v + \boldsymbol\omega \times \mathbf r = \boldsymbol\Omega \times \mathbf r_P. $$

The force acts at a point that moves with the bowl, so that its power
$\mathbf R \cdot (\boldsymbol\Omega \times \mathbf r_P)$ is $\boldsymbol\Omega$ times its moment about the axis, however
the body is shaped. In

$$ E_J = E - \boldsymbol\Omega \cdot (m\, \mathbf x \times \mathbf v + \mathbf L) $$

the two cancel: with gravity along the axis $E_J$ is constant for every body in every bowl, round or oval. The energy
itself is not.

At the bottom of a bowl at rest the body rocks. With the radii of curvature $r$ of the body and $R$ of the bowl in the
plane of the swing, and the height $\p{c}$ of its centre, the centre of the body lies on a circle, and

$$ \omega^2 = \frac{g\,\big(\rho - c\big)}{k^2 + c^2}, \qquad \frac1\rho = \frac1r - \frac1R, $$

where $m k^2$ is the moment of inertia about the axis of the swing. Upright, a slim egg has $\rho < c$ and falls over,
unless the bowl is narrow enough.

## What is conserved

- $E_J$, if the axis of the bowl is upright. When it leans, the ledger counts what gravity does.

## What to see

- The egg rolls on wobbling ways, never twice the same, and $E_J$ stays to the last digits.
- The energy in the laboratory goes up and down.

## Ask the class

- A ball in this bowl has closed formulas for its way, the egg has none. Which formula do both share?

## References

- Bychkov 2004, on bodies that roll on a surface that moves.
- Borisov, Mamaev, Bizyaev 2015, section 1.
"""

from math import cos, inf, nan, pi, radians, sin, sqrt

from numpy import cross, linspace, stack

from sandbox.scene import (
    ANEW,
    Card,
    Contact,
    Edge,
    Ellipsoid,
    Number,
    On,
    Paper,
    Parameter,
    Placed,
    Preset,
    Rough,
    Scene,
    Spin,
    Start,
    Surface,
    Try,
    World,
    laboratory_floor,
    papers,
)

G = 9.81     # [m/s^2]
DENSITY = 1050.0     # of an egg [kg/m^3]
# radius of the rounded rim, and how far the floor is below the bowl [m]
LIP, BELOW = 1e-3, 0.1

PARAMETERS = (
    Parameter("rate", 2.0, "rad/s", low=-15, high=15, live=True, about="rotation rate of the bowl"),
    Parameter("A", 0.2, "m", low=0.18, high=0.3, about="half width of the bowl at its rim, along x"),
    Parameter("B", 0.2, "m", low=0.18, high=0.3, about="half width of the bowl at its rim, along y"),
    Parameter("C", 0.14, "m", low=0.14, high=0.2, about="depth of the bowl"),
    Parameter("lean", 0.0, "deg", low=0, high=20, about="angle of the bowl's axis with the vertical"),
    # of these half axes and bowls each touches in one point: (half axis)^2/half axis < 0.0653 m everywhere
    Parameter("a", 0.04, "m", low=0.025, high=0.04, about="half axis of the body along x"),
    Parameter("b", 0.03, "m", low=0.025, high=0.04, about="half axis of the body along y"),
    Parameter("c", 0.03, "m", low=0.025, high=0.04, about="half axis of the body along z", title="half axis",
              symbol="c"),
    Parameter("x", 0.08, "m", low=-0.2, high=0.2, role="start", about="place of the contact along x"),
    Parameter("y", 0.0, "m", low=-0.2, high=0.2, role="start", about="place of the contact along y"),
    Parameter("spin", 0.0, "rad/s", low=-60, high=60, role="start", about="spin about the vertical"),
)


def elliptic(x, y, z, half, a, b, c):
    return half*(1.0 - a*x*x - b*y*y - c*z*z)


def below_rim(x, y, z, *shape):
    return -z


# what goes over the rim rolls over a rounded edge: with g = 0 on the curve of the rim and grad g across it, circles of
# the radius e in g and z, whose normal is that of the bowl all along the rim

def over_rim(x, y, z, e, half, a, b):
    g = half*(a*x*x + b*y*y - 1.0)
    return ((g - e)**2 + z*z - e*e)/(2.0*e)


def above_rim(x, y, z, *shape):
    return z


def lip_of(p):
    return Surface(over_rim, (LIP, 0.5*min(p.A, p.B), 1.0/p.A**2, 1.0/p.B**2),
                   (Edge(above_rim, "rim", "reached the end of an edge"),), "edge", sharpest=LIP)


def meridian(p):
    """Function of n that gives n points (R, Z) of a round bowl from the bottom to the rim, or None for an oval one."""
    return (lambda n: [(p.A*sin(q), -p.C*cos(q)) for q in linspace(0.0, pi/2, n)]) if p.A == p.B else None


def build(p):
    shape = (0.5*min(p.A, p.B, p.C), 1.0/p.A**2, 1.0/p.B**2, 1.0/p.C**2)
    # the plane of the rim is z = 0 of the bowl, its centre stands at the height C
    bowl = Surface(elliptic, shape, (Edge(below_rim, "rim", "reached the rim"),), name="bowl", outline=meridian(p),
                   rim=max(p.A, p.B), sharpest=inf).of("copper")
    axis = (0.0, -sin(radians(p.lean)), cos(radians(p.lean)))
    egg = Ellipsoid(p.a, p.b, p.c, 4/3*pi*DENSITY*p.a*p.b*p.c).of("wood").drawn_as("egg")
    turning = Spin(axis=axis, rate="rate", point=(0.0, 0.0, p.C))
    inside, lip = (On(surface.placed((0.0, 0.0, p.C), (1.0, 0.0, 0.0), radians(p.lean)), turning, Contact(Rough()))
                   for surface in (bowl, lip_of(p)))
    return World({"bowl": inside, "edge": lip, "floor": laboratory_floor(-BELOW)}, [Placed(egg, start(p))])


def start(p):
    return Start(at=(p.x, p.y), omega=(0.0, 0.0, p.spin))


def conserved(p):
    return ("E_J",) if p.lean == 0 else ()


def rocking(p, along, across, wide):
    """Frequency of rocking at the bottom of a bowl at rest, in the plane of one half axis [rad/s]; nan: it falls over.

    along, across   half axes of the body in the plane and across it;  wide  that of the rim in the plane [m]
    """
    curved = p.c/along**2 - p.C/wide**2
    if curved <= 0.0 or 1.0/curved <= p.c:
        return nan
    k_squared = (along**2 + p.c**2)/5
    return sqrt(G*(1.0/curved - p.c)/(k_squared + p.c**2))


CARD = Card(
    "An egg rolls in a turning bowl: a wobbling way, never twice the same.",
    "The bowl works on it, and E changes; E_J = E − Ω · L = {r.E_J} does not, for a body of any shape.",
    Try("[Stop the bowl]: now the energy stays, too.", ANEW, rate=0.0),
    {"one": Number("rad/s", lambda p, r: rocking(p, p.a, p.b, p.A)),
     "other": Number("rad/s", lambda p, r: rocking(p, p.b, p.a, p.B))})

# ---- papers ----------------------------------------------------------------------------------------------------------

def slips(seen):
    """Largest velocity of the foot relative to the bowl [m/s]; its axis is the vertical through the origin."""
    at = seen.rows.contact[:, 0]
    bowl = seen.p.rate*stack((-at[:, 1], at[:, 0], 0.0*at[:, 0]), axis=1)
    return float(abs(seen.v + cross(seen.w, at - seen.r) - bowl).max())


def rocks(seen):
    """Frequency at which the velocity along x passes 0, upwards [rad/s]."""
    x, t = seen.v[:, 0], seen.t
    k = [i for i in range(len(x) - 1) if x[i] < 0.0 <= x[i + 1]]
    passed = [t[i] - x[i]*(t[i + 1] - t[i])/(x[i + 1] - x[i]) for i in k]
    return 2*pi*(len(passed) - 1)/(passed[-1] - passed[0])


PAPERS = (
    Paper("B 1.2, prop. 1", "the Jacobi integral of a body of any shape in a bowl that turns evenly",
          "departure of E_J", papers.jacobi, 0.0, 1e-13, "J", preset="An oval bowl", seconds=8.0),
    Paper("By 1, (1.12)", "rolling of two curved bodies, the point of contact wanders over both without slip",
          "largest slip of the foot", slips, 0.0, 1e-13, "m/s", preset="An egg in a round bowl", seconds=8.0),
    Paper("By 1", "the support moves as it likes, here about an axis that leans: what it does stands in the ledger",
          "departure of E_J less the ledger", papers.jacobi, 0.0, 1e-13, "J", preset="The bowl leans", seconds=8.0),
    Paper("By systems", "small rocking at the bottom of a bowl at rest", "frequency along the long axis", rocks,
          lambda p: rocking(p, p.a, p.b, p.A), 0.02, "rad/s", "its swing is not infinitely small",
          preset="It rocks at the bottom", values={"x": 0.002}, seconds=8.0),
)

SCENE = Scene(
    "Egg in a turning bowl", PARAMETERS, build, start, conserved=conserved,
    papers=PAPERS, card=CARD, topic="bodies",
    level="university",
    presets=(
        Preset("An egg in a round bowl"),
        Preset("It rocks at the bottom",
               Card("The bowl is at rest, and the egg rocks at its bottom along its long axis.",
                    "ω² = g (ρ − c)/(k² + c²), 1/ρ = 1/r − 1/R: {one} along the long axis, {other} across it.",
                    Try("[Push it across, too]: two rates at once.", ANEW, y=0.01)),
               rate=0.0, x=0.02),
        Preset("Spun in the bowl",
               Card("Spun about the vertical beside the bottom, it rolls round in a rosette and rocks.",
                    "The bowl is at rest, so that the energy E = {r.E_J} stays.",
                    Try("[Turn the bowl at 2 rad/s]: it takes the egg along.", ANEW, rate=2.0)),
               spin=12.0, x=0.05, rate=0.0),
        Preset("An oval bowl",
               Card("The bowl is oval, and turns its valleys under the egg.",
                    try_=Try("[Make it round]: the bowl works less.", ANEW, B=0.2)),
               A=0.24, B=0.18, rate=3.0, x=0.07, y=0.03),
        Preset("The bowl leans",
               Card("The axis leans: E_J changes, and the ledger knows by how much.",
                    "Gravity does not lie along the axis: E_J = {r.E_J} changes by the work in the ledger, {r.ledger}.",
                    Try("[Set the axis upright]: E_J stays.", lean=0.0)),
               lean=8.0, rate=2.0),
        Preset("A lens",
               Card("A lens, lying flat: it rolls about the bowl without turning over."),
               a=0.04, b=0.04, c=0.03, x=0.1, y=0.0, rate=3.0),
    ),
)
