r"""Coin in a funnel: steady circles on the wall of a pseudosphere that turns.

A thin disk (radius $a$, moments $A = m a^2/4$ across its axis and $C = m a^2/2$ about it) rolls without slip on the
inside of a funnel that turns at the rate $\p{rate}$ about its vertical axis. The wall is Beltrami's surface,

$$R = c \sin q, \qquad z = c \left(\ln \tan\tfrac{q}{2} + \cos q\right).$$

## Assumptions

- The coin is thin and touches the wall with its edge, in one point.
- The wall is as rough as needed: the coin rolls and does not slip. Where a rolling resistance is given, a moment
  $k_r N$ works against rolling.
- Where a friction coefficient $\p{mu}$ is given the coin may slip, leave the wall and bounce; and the funnel ends in a
  hole with a round lip, through which the coin falls to the floor.

## Derivation

In a steady motion the touching point keeps its distance $R$ from the axis, the coin keeps its lean $\delta$ against
the vertical, and the whole picture turns at a rate $p$. Let $e_\varphi$ point along the track, $d$ from the touching
point to the centre, and $e_3 = e_\varphi \times d$ along the coin's axis. With its own spin $n$ about $e_3$,

$$\omega = p\, e_z + n\, e_3, \qquad d = \cos\delta\, e_z - \sin\delta\, e_R, \qquad
  e_3 = \sin\delta\, e_z + \cos\delta\, e_R.$$

The centre is at $R - a \sin\delta$ from the axis. The touching point of the coin has the speed $p R + a n$, that of the
wall $\Omega R$, so that rolling says

$$n = (\Omega - p)\,\frac{R}{a}.$$

The angular momentum $L = A p \cos\delta\, d + C (p \sin\delta + n)\, e_3$ turns at the rate $p$, moved by the force at
the touching point, $m g\, e_z - m p^2 (R - a \sin\delta)\, e_R$, at the arm $-a\, d$:

$$p \cos\delta \left[ C (p \sin\delta + n) - A p \sin\delta \right]
  = m a \left[ p^2 (R - a \sin\delta) \cos\delta - g \sin\delta \right].$$

With $A$, $C$ and $n$ of above,

$$\tfrac{1}{2}\, p\, (3 p - \Omega)\, R \cos\delta = \sin\delta \left( g + \tfrac{5}{4}\, a\, p^2 \cos\delta \right).$$

The slope of the wall is not in it: a wall only has to be there, and to be rough enough for what the force at the
touching point is beside its normal. So there are two circles for each place and each lean, one with the funnel or
faster, one against it. On a level table the same equation holds.

## What is conserved

- $E_J = E - \Omega L_z$, for any motion of the coin in the turning funnel: the wall has the same shape wherever it has
  turned to, but friction works, $\dot E = \lambda \cdot b$ with $b$ the velocity of the wall.
- With a rolling resistance the ledger counts what it takes; $E_J$ less the ledger stays.

## What to see

- The coin rides round the steep wall on one height, leaning inwards, and needs little friction for it.
- With a rolling resistance it comes lower and lower and goes round faster and faster, as in the funnels for coins in
  museums.
- **It drops at last**: with $\p{mu}=0.4$ it slips for the first time at 5.76 s, where rolling asks for $|F|=\p{mu}N$,
  grips at 7.04 s, slips again, passes over the lip of the hole at 12.15 s and falls.

## Ask the class

- The funnel is stopped while the coin goes round. Which way does the coin go, up or down?

## References

- A. V. Borisov, I. S. Mamaev, I. A. Bizyaev, The Jacobi integral in nonholonomic mechanics, 2015, section 3.2, for the
  surface and the integral. The circles are derived here.
- E. J. Routh, Advanced Rigid Dynamics, article 244, for a table at rest.
"""

from math import asin, cos, hypot, log, pi, radians, sin, sqrt, tan

import numpy as np

from sandbox.scene import (
    ANEW,
    Card,
    Chart,
    ConstraintPower,
    Contact,
    Coulomb,
    Curve,
    Disk,
    Edge,
    Energies,
    Number,
    On,
    Paper,
    Parameter,
    Placed,
    Preset,
    Pseudosphere,
    Rough,
    Scene,
    Showing,
    Spin,
    Start,
    Surface,
    Try,
    World,
    edges_of,
    laboratory_floor,
    papers,
)

GRAVITY = 9.81           # [m/s^2]
# misfits of a circle as a share of it, below which there is none
NEARLY = 1e-9
# radius of the hole over that of the rim, radius of its round lip [m], depth of the floor over the radius of the rim
HOLE, LIP, FLOOR = 0.16, 1e-3, 2.0

PARAMETERS = (
    Parameter("rate", 2.0, "rad/s", low=-20, high=20, live=True, about="rotation rate of the funnel"),
    Parameter("q", 40.0, "deg", low=15, high=80, role="start", title="place on the wall", symbol="q",
              about="angle of the wall with the vertical where the coin touches it: 90 at the rim, less further down"),
    Parameter("lean", 50.0, "deg", low=5, high=80, role="start", title="lean of the coin", symbol="δ",
              about="angle of the coin with the vertical, inwards"),
    Parameter("against", False, role="start",
              about="the circle that goes round against a funnel of positive rate"),
    Parameter("wobble", 0.0, "rad/s", low=-3, high=3, role="start", about="rate at which the lean changes"),
    Parameter("radius", 0.03, "m", low=0.01, high=0.05, about="radius of the coin"),
    Parameter("c", 0.5, "m", low=0.4, high=1.0, title="radius of the funnel", symbol="c",
              about="radius of the pseudosphere at its rim"),
    Parameter("resistance", 0.0, "m", low=0, high=0.001, about="rolling resistance: its moment over the normal force"),
    Parameter("mu", 0.0, low=0, high=2,
              about="friction coefficient of a wall that ends in a hole; 0: it never slips, and there is no hole"),
)


def distance(p):
    """R of the touching point at the start [m]."""
    return p.c*sin(radians(p.q))


def turning(p):
    """Rate of the steady circle [rad/s]: a root of the equation at the head of the scene."""
    R, s, c = distance(p), sin(radians(p.lean)), cos(radians(p.lean))
    square, linear = c*(1.5*R - 1.25*p.radius*s), 0.5*p.rate*R*c
    root = sqrt(linear*linear + 4.0*square*GRAVITY*s)
    return (linear - root if p.against else linear + root)/(2.0*square)


def build(p):
    # 1 kg per 100 cm^2 of its face
    coin, turning = Disk(p.radius, 100.0*pi*p.radius**2).of("steel").drawn_as("penny"), Spin("z", "rate")
    floor = laboratory_floor(-FLOOR*p.c)
    if not p.mu:
        wall = On(Pseudosphere(p.c, drawn_to=0.15).of("enamel"), turning,
                  Contact(Rough(), rolling_resistance=p.resistance))
        return World({"funnel": wall, **edges_of(wall), "floor": floor}, [Placed(coin, start(p))])
    law = Contact(Coulomb(p.mu), rolling_resistance=p.resistance, restitution=0.3)
    whole = Pseudosphere(p.c, drawn_to=asin(HOLE))
    funnel = Surface(whole.phi, whole.parameters, (*whole.edges, Edge(above_hole, "rim", "reached the rim")),
                     whole.name, fit_kind=whole.fit_kind, fit_sentence=whole.fit_sentence, shape=whole.shape,
                     sharpest=whole.sharpest, growth=whole.growth, outline=whole.outline, rim=whole.rim,
                     rim_slope=whole.rim_slope).of("enamel")
    wall = On(funnel, turning, law)
    return World({"funnel": wall, "lip": On(lip(p), turning, law), **edges_of(wall), "floor": floor},
                 [Placed(coin, start(p))])


def above_hole(x, y, z, c):
    return np.sqrt(x*x + y*y) - HOLE*c


def lip(p):
    """The round edge of the hole, behind the wall and with its normal where it ends."""
    q = asin(HOLE)
    s, c = sin(q), cos(q)
    R, Z = p.c*s, p.c*(log(tan(q/2)) + c)

    def phi(x, y, z, ring, height, e, *rest):
        return ((np.sqrt(x*x + y*y) - ring)**2 + (z - height)**2 - e*e)/(2.0*e)

    def below_wall(x, y, z, *numbers):
        _ring, _height, _e, R, Z, s, c = numbers
        return -(np.sqrt(x*x + y*y) - R)*s - (z - Z)*c

    return Surface(phi, (R + LIP*c, Z - LIP*s, LIP, R, Z, s, c),
                   (Edge(below_wall, "rim", "reached the end of an edge"),), "edge", sharpest=LIP)


def start(p):
    R, q, lean, w = distance(p), radians(p.q), radians(p.lean), turning(p)
    n, turned = (p.rate - w)*R/p.radius, pi/4 - lean/2
    return Start(at=(R, 0.0, p.c*(log(tan(q/2)) + cos(q))), omega=(n*cos(lean), p.wobble, w + n*sin(lean)),
                 orientation=(cos(turned), 0.0, sin(turned), 0.0))


def exact(t, p, r, v):
    """Centre after t seconds on the steady circle, None in any other motion [m]."""
    if p.wobble or p.resistance or p.mu:
        return None
    far, w = distance(p) - p.radius*sin(radians(p.lean)), turning(p)
    if abs(hypot(r[0], r[1]) - far) > NEARLY*far or abs(v[0] + w*r[1]) + abs(v[1] - w*r[0]) > NEARLY*abs(w*far):
        return None
    c, s = np.cos(w*t), np.sin(w*t)
    return r[0]*c - r[1]*s, r[0]*s + r[1]*c, r[2] + 0.0*t


# ---- chart ----------------------------------------------------------------------------------------------------------

FASTEST = 14.0           # rate of the chart [rad/s]
ROUNDS = 60              # of the iteration for the lean, which halves its error at least


def steady_leans(rates, p, R):
    """Lean [deg] of the steady circles (n,) at the distance R, by the rates p of the motion [rad/s]."""
    lean = np.zeros_like(rates)
    for _round in range(ROUNDS):
        lean = 0.5*(lean + np.arctan(0.5*rates*(3.0*rates - p.rate)*R
                                     / (GRAVITY + 1.25*p.radius*rates**2*np.cos(lean))))
    return np.degrees(lean)


def rate_and_lean(path):
    """Rate at which the centre goes round the axis [rad/s], and lean of the coin inwards [deg]."""
    x, y, _z = path.centre
    square = x*x + y*y
    up = path.centre - path.contact
    inwards = -(up[0]*x + up[1]*y)/np.sqrt(square)
    return (x*path.velocity[1] - y*path.velocity[0])/square, np.degrees(np.arctan2(inwards, up[2]))


def charts(p):
    rates = np.linspace(-FASTEST, FASTEST, 401)
    curves = [Curve(label, rates, steady_leans(rates, p, share*distance(p)), tone=tone)
              for tone, (label, share) in enumerate((("R", 1.0), ("R/2", 0.5), ("3R/2", 1.5)))]
    steady = Chart("rate of the motion p", "lean of the coin δ", tuple(curves), rate_and_lean, "rad/s", "deg",
                   title="Steady circles", y_range=(-10.0, 90.0))
    return steady, Energies(), ConstraintPower()


CARD = Card(
    "The coin rides round the steep wall on one height, leaning inwards.",
    "½ p (3p − Ω) R cos δ = sin δ (g + (5/4) a p² cos δ) gives p = {steady} here, whatever the slope of the wall; "
    "now {r.speed} at {r.radius} from the axis.",
    Try("[Let it lean less]: the circle gets slower.", ANEW, lean=30.0),
    {"steady": Number("rad/s", lambda p, r: turning(p))})

PAPERS = (
    Paper("B 3.2, after (3.9)",
          "in a real funnel the coin gains speed, slips, and drops at last: where it first slips", "|F|/N there",
          papers.ratio_at("slip"), lambda p: p.mu, 1e-7, "", "taken a nanosecond before", preset="It drops at last",
          seconds=6.0),
    Paper("B 3.2, after (3.9)", "the ledger of the coin to the last, slipping, rolling and falling",
          "departure of E_J less the ledger", papers.jacobi, 0.0, 1e-12, "J", preset="It drops at last", seconds=12.6),
    Paper("B 3.2, after (3.9)", "the coin passes over the lip of the hole, and drops", "instant of the edge",
          papers.event("rim"), 12.15, 5e-3, "s", papers.PRINTED, preset="It drops at last", seconds=12.6),
    Paper("B 3.2", "steady circles of a coin on a pseudosphere", "largest distance from the circle", papers.off_exact,
          0.0, 1e-10, "m", preset="A circle on the wall", seconds=5.0, chart="Steady circles"),
)

SCENE = Scene(
    "Coin in a funnel", PARAMETERS, build, start, exact=exact, conserved=("E_J",), showing=Showing(1/2, closer=1.1),
    papers=PAPERS, card=CARD, topic="bodies", level="university", chart=charts,
    presets=(
        Preset("A circle on the wall"),
        Preset("Down the funnel for coins", Showing(1, closer=1.1),
               Card("Rolling takes a little of its energy: the coin comes lower and lower, and goes round faster and "
                    "faster.",
                    "The moment k_r N works against rolling. The ledger has what it took and what the funnel gave, "
                    "{r.ledger}.",
                    Try("[Take the resistance away]: it stays on its circle.", ANEW, resistance=0.0)),
               rate=0.0, q=65.0, lean=55.0, resistance=0.0003),
        Preset("Deep in the pipe", Showing(1/4, closer=1.1),
               Card("Where the wall is almost upright the coin lies almost flat, and goes round once in half a second.",
                    try_=Try("[Let it lean less]: the circle gets slower.", ANEW, lean=55.0)),
               q=25.0, lean=70.0),
        Preset("Against the funnel",
               Card("There is a second circle for the same lean: against the funnel, more slowly.",
                    try_=Try("[With the funnel]: the faster one of the two.", ANEW, against=False)),
               rate=6.0, against=True),
        Preset("A wobble on the way", Showing(1/4, closer=1.1),
               Card("Pushed, the coin wobbles about its circle, and stays on the wall."),
               wobble=3.0),
        Preset("A circle that does not last", Showing(1/4, closer=1.1),
               Card("High up and hardly leaning there is a circle, too; but it does not last.",
                    try_=Try("[Let it lean more]: a circle that lasts.", ANEW, lean=50.0)),
               q=60.0, lean=20.0, wobble=0.02),
        Preset("A funnel at rest",
               Card("In a funnel at rest the two circles go round at the same rate, one each way.",
                    try_=Try("[Turn the funnel at 6 rad/s]: the circle is another one.", ANEW, rate=6.0)),
               rate=0.0, lean=60.0),
        Preset("It drops at last", Showing(1, closer=1.1, at=12.2),
               Card("The coin goes round faster and faster on its way down, slips, grips, slips again, and drops "
                    "through the hole.",
                    "It slips where rolling asks for more than μ N, μ = {p.mu}; now |F|/N = {r.ratio}. The ledger has "
                    "all that was taken, {r.ledger}.",
                    Try("[Halve the friction]: it slips and drops sooner.", ANEW, mu=0.2)),
               rate=0.0, q=60.0, lean=50.0, resistance=0.0006, mu=0.4),
    ),
)
