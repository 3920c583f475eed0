r"""Your own surface: a ball rolls on any z = f(x, y) that you type, at rest, turning, leaning or shaken.

The surface is the graph of a formula of $x$, $y$ and $r = \sqrt{x^2 + y^2}$ in metres. It is read by a grammar of its
own, and the program finds the slopes and curvatures of the formula itself. Before a ball may roll on it, it is looked
at everywhere: it has to be smooth, and nowhere narrower than the ball.

## Assumptions

- A ball of radius $a$ and rolling ratio $\chi = I/(I + m a^2)$, 2/7 for a solid one, touches the surface in one point
  and does not slip there, or slips with the friction coefficient $\p{mu}$; it may leave the surface and come back.
- The surface moves as it is told: it turns about the vertical at the rate $\p{rate}$, leans, is shaken; the
  ball does not act on it.

## Derivation

With $W = \sqrt{1 + f_x^2 + f_y^2}$ the upward normal of $z = f(x, y)$ is

$$ n = \frac{1}{W} \begin{pmatrix} -f_x \\ -f_y \\ 1 \end{pmatrix}, $$

and its principal curvatures $\kappa$, positive where it is hollow, are the roots of

$$ \det\left(\frac{\mathrm{Hess}\, f}{W} - \kappa\, (1 + \nabla f\, \nabla f^T)\right) = 0 . $$

A ball touches such a surface in one point wherever it lies if $a \kappa < 1$ holds everywhere. Rolling and the laws of
Newton and Euler are those of any support, with the contact point $r_P = r - a n$:

$$ v = u(r_P) + a\, \omega \times n, \qquad m \dot v = m g + F + N n, \qquad I \dot \omega = -a\, n \times F . $$

Near a place where the surface is level, let $K$ be the matrix of curvatures of the surface on which the centre moves,
$K_i = \kappa_i/(1 - a \kappa_i)$, and $J$ the quarter turn. In axes that turn with the surface a ball without spin
about the normal obeys

$$ \ddot r + \Omega J\, [2 - \chi (1 + a K)]\, \dot r - \Omega^2\, [1 - \chi (1 + a K)]\, r
   + (1 - \chi)\, g K r = 0 . $$

For a saddle $z = c\,(x^2 - y^2)/2$ the curvatures are $\pm c$. At rest one direction is a valley and the other a ridge.
Turned, the product of both restoring forces becomes positive, and all small motions stay bounded, as soon as

$$ \Omega^2 > \frac{g K_1}{1 - a K_1\, \chi/(1 - \chi)}, \qquad K_1 = \frac{c}{1 - a c} . $$

For a small ball this is $\Omega^2 > g c$, the same as for a point that slides without friction: rolling does not move
the border, only the size of the ball does. It is the trap of Paul for ions, with gravity in place of the electric
field.

## What is conserved

- While the surface turns evenly about the vertical, whatever its shape, the Jacobi integral
  $E_J = E - \Omega \cdot L$; when it leans or is shaken, $E_J$ less the work in the ledger.
- On any formula, moved in any way, as long as the ball rolls: the area of the surface of centres times $d^3\omega$,
  an invariant measure. The chart follows a small volume along the orbit of the ball: what it grows by is made up for by
  the density $|\nabla\Phi|$.
- On a formula that depends on $r$ alone, as long as the ball rolls: two linear integrals, the speed around the axis and
  the spin about the normal which it has whenever it passes the circle halfway to the rim.

## What to see

- Below the border the ball runs off the saddle within seconds, above it it stays for ever. Nothing but the turning
  holds it.
- The same formula typed here and built into another scene give the same motion to the last digits.

## Ask the class

- A monkey saddle has three valleys and three ridges and is level in its middle. Can turning hold a ball there, too?

## References

- W. Paul, Electromagnetic traps for charged and neutral particles, Rev. Mod. Phys. 62 (1990) 531
- R. I. Thompson, T. J. Harmon, M. G. Ball, The rotating-saddle trap, Can. J. Phys. 80 (2002) 1433
- A. V. Borisov, I. S. Mamaev, I. A. Bizyaev, The Jacobi integral in nonholonomic mechanics, Rus. J. Nonlin. Dyn. 11
  (2015) 377
"""

from math import inf, isfinite, pi, sqrt

from numpy import cos, linspace, meshgrid, sin

from sandbox.scene import (
    ANEW,
    Ball,
    Card,
    Cloud,
    Contact,
    Coulomb,
    Formula,
    GraphSurface,
    InvariantMeasure,
    Motion,
    Number,
    On,
    Paper,
    Parameter,
    Placed,
    Preset,
    Rough,
    Scene,
    Showing,
    Signal,
    Start,
    Try,
    World,
    edges_of,
    laboratory_floor,
    papers,
)

G = 9.81     # [m/s^2]
# how fast the surface may be tilted [rad/s^2]
SWIFT = 1.0
# radius of the rounded edge, and the floor of the laboratory below the surface [m]
LIP, BELOW = 1e-3, 0.12

PARAMETERS = (
    Formula("surface", "c*(x^2 - y^2)/2", names=("h", "b", "c", "k"), title="surface", symbol="z(x, y)",
            about="height in metres: type a formula"),
    Parameter("h", 0.01, "m", low=-0.2, high=0.2, title="height", symbol="h", about="h in the formula"),
    Parameter("b", 0.1, "m", low=0.01, high=1, title="width", symbol="b", about="b in the formula"),
    Parameter("c", 5.0, "1/m", low=-50, high=50, title="curvature", symbol="c", about="c in the formula"),
    Parameter("k", 40.0, "1/m", low=0, high=200, title="wave number", symbol="k", about="k in the formula"),
    Parameter("rim", 0.15, "m", low=0.05, high=1, title="radius of the rim", symbol="R",
              about="where the surface ends"),
    Parameter("rate", 9.0, "rad/s", low=-30, high=30, live=True, about="rotation rate of the surface"),
    Parameter("lean", 0.0, "rad", low=-0.5, high=0.5, live=True, title="tilt",
              about="angle that the surface leans by, about x"),
    Parameter("shake", 0.0, "m", low=0, high=0.05, about="amplitude of shaking along x"),
    Parameter("lift", 0.0, "m", low=0, high=0.02, about="amplitude upwards"),
    Parameter("nu", 6.0, "rad/s", low=0.5, high=60, about="angular frequency"),
    Parameter("radius", 0.01, "m", low=0.005, high=0.05, about="radius of the ball"),
    Parameter("shell", False, about="hollow ball instead of a solid one"),
    Parameter("mu", 0.0, low=0, high=2, about="friction coefficient of the surface; 0: it never slips"),
    Parameter("restitution", 0.5, low=0, high=0.95, about="share of the speed that an impact gives back"),
    Parameter("x", 0.02, "m", low=-1, high=1, role="start", about="place of the contact along x"),
    Parameter("y", 0.0, "m", low=-1, high=1, role="start", about="place of the contact along y"),
    Parameter("vx", 0.0, "m/s", low=-2, high=2, role="start", about="horizontal speed of the centre along x"),
    Parameter("vy", 0.0, "m/s", low=-2, high=2, role="start", about="horizontal speed of the centre along y"),
)


def ground_of(p):
    return GraphSurface(p.surface, rim=p.rim, h=p.h, b=p.b, c=p.c, k=p.k)


def build(p):
    ground = ground_of(p).of("turf")
    motion = Motion(angle=Signal(live="rate"), tilt=Signal(live="lean", order=0, limit=SWIFT),
                    shift=(Signal(sine=p.shake, nu=p.nu), Signal(), Signal((-p.lift,), cosine=p.lift, nu=p.nu)))
    law = Contact(Coulomb(p.mu) if p.mu else Rough(), restitution=p.restitution)
    surface = On(ground, motion, law)
    # a formula that ends at the rim has no edge to roll over: there the run ends
    edge = edges_of(surface, LIP) if isfinite(ground.graph.slope_beyond(2*LIP)) else {}
    # deeper than the lowest point of the surface, leaning as it may
    floor = laboratory_floor(float(ground.graph.heights(*around(p.rim)).min()) - p.rim*sin(abs(p.lean)) - BELOW)
    return World({"surface": surface, **edge, "floor": floor}, [Placed(Ball(p.radius, shell=p.shell), start(p))])


def around(rim):
    """Points x, y (n,) all over a disc [m]."""
    r, angle = meshgrid(linspace(0.0, rim, 41), linspace(0.0, 2*pi, 121))
    return (r*cos(angle)).ravel(), (r*sin(angle)).ravel()


def start(p):
    return Start(at=(p.x, p.y), velocity=(p.vx, p.vy))


def conserved(p):
    if p.lean or p.shake or p.lift:
        return ()
    return ("E_J", "meridian_u", "meridian_w") if ground_of(p).middle is not None else ("E_J",)


def border(p):
    """Rate from which a turning saddle z = c (x^2 - y^2)/2 holds a ball [rad/s], nan where the ball is too large."""
    c, share = abs(p.c), 2/3 if p.shell else 2/5
    k = c/(1.0 - p.radius*c) if p.radius*c < 1.0 else inf
    left = 1.0 - p.radius*k*share
    return sqrt(G*k/left) if left > 0.0 else float("nan")


CARD = Card(
    "No ball can rest on a saddle. This one turns away under the ball before it can roll off, and holds it.",
    "It holds the ball from Ω² = g K/(1 − a K χ/(1 − χ)) on, K = c/(1 − a c): from {border}; here {p.rate}.",
    Try("[Turn it at 6 rad/s]: now it runs off.", ANEW, rate=6.0),
    {"border": Number("rad/s", lambda p, r: border(p))})

TYPED = Card(
    "The ball rolls on the surface that you typed, and flies where that falls away below it.",
    "E_J = {r.E_J} changes by the work of friction, impacts, leaning and shaking alone: the ledger has {r.ledger}.",
    Try("[Turn it the other way]: on what is not round the ball takes another way.", ANEW,
        rate=lambda p: -p.rate or 5.0))

PAPERS = (
    Paper("B 3.1, after (3.4)", "the invariant measure on a surface that one types", "departure of its logarithm",
          papers.measure, 0.0, 1e-10, "", preset="Egg box", chart="Invariant measure"),
)

SCENE = Scene(
    "Your own surface", PARAMETERS, build, conserved=conserved,
    chart=(InvariantMeasure(), *(Cloud(plane, seconds=5.0, spread=0.02) for plane in ("places", "volume"))),
    papers=PAPERS, card=CARD, typed_card=TYPED, topic="surfaces", level="university",
    presets=(
        Preset("The turning saddle holds it", Showing(1/2)),
        Preset("Too slow: it runs off", Showing(1/2),
               Card("The saddle turns too slowly: the ball is off before the walls come round.",
                    try_=Try("[Turn it at 9 rad/s]: it stays.", ANEW, rate=9.0)),
               rate=6.5),
        Preset("Monkey saddle", Showing(1/2),
               Card("Three valleys and three ridges, level in the middle: turning holds the ball here, too, but less "
                    "tightly.",
                    "z = h (x³ − 3 x y²)/b³ has no curvature at r = 0: the ball feels the slopes only further out. "
                    "E_J = {r.E_J} stays.",
                    Try("[Stop it]: the ball takes one of the three ways down.", ANEW, rate=0.0)),
               surface="h*(x^3 - 3*x*y^2)/b^3", rate=12.0, x=0.05),
        Preset("Egg box",
               Card("Dimples in rows, each with four passes to the next: nobody says in which the ball ends up.",
                    "E_J = E = {r.E_J} is all that stays; the passes are at height 0.",
                    Try("[Start 1 mm beside]: another way.", ANEW, x=lambda p: p.x + 0.001)),
               surface="h*sin(k*x)*sin(k*y)", h=0.006, rim=0.3, rate=0.0, x=0.0393, y=-0.0393,
               vx=0.25, vy=0.16),
        Preset("Shaken egg box",
               Card("Shaken to and fro, the ball climbs out of its dimple and wanders.",
                    "The work of the shaking stands in the ledger, {r.ledger}.",
                    Try("[Shake half as far]: it stays in its dimple.", ANEW, shake=0.005)),
               surface="h*sin(k*x)*sin(k*y)", h=0.006, rim=0.3, rate=0.0, shake=0.01, nu=7.5, x=0.0393,
               y=-0.0393),
        Preset("Mexican hat",
               Card("A round valley about a hill: the ball rolls round and across at once.",
                    "z = h ((r/b)² − 1)²: at r = b the valley curves with 8 h/b². E_J = {r.E_J} stays, and the speed "
                    "around at r = R/2, {r.integral:meridian_u}.",
                    Try("[Set it turning]: the hat looks the same, and the ball goes another way.", ANEW, rate=6.0)),
               surface="h*((r/b)^2 - 1)^2", h=0.02, b=0.12, rim=0.18, rate=0.0, x=0.15, vy=0.25),
        Preset("Scattered by a hill", Showing(1/4, closer=1.3),
               Card("A ball comes past a hill and is turned aside, the more the nearer it comes.",
                    "z = h exp(−r²/b²); E_J = E = {r.E_J}: far away its speed is what it was, {r.speed}.",
                    Try("[Aim at the middle]: it comes back.", ANEW, y=0.0)),
               surface="h*exp(-r^2/b^2)", h=0.05, b=0.08, rim=0.4, rate=0.0, x=-0.35, y=0.03, vx=0.75),
        Preset("A well for planets", Showing(closer=1.3),
               Card("The funnel of science fairs: ovals that turn. Orbits would close for a force of 1/r² only.",
                    "z = −h/√(1 + (r/b)²): E_J = E = {r.E_J} stays; now {r.speed}.",
                    Try("[Throw it faster]: a wider orbit.", ANEW, vy=0.6)),
               surface="-h/sqrt(1 + (r/b)^2)", h=0.15, b=0.08, rim=0.4, rate=0.0, x=0.2, vy=0.45),
        Preset("The bowl, typed",
               Card("A paraboloid, typed: the same motion as in the bowl that is built in, to the last digits.",
                    "z = c (x² + y²)/2 turns about its axis: E_J = {r.E_J} stays.",
                    Try("[Type your own]: a saddle, to begin with.", ANEW, surface="c*(x^2 - y^2)/2")),
               surface="c*(x^2 + y^2)/2", rate=5.0, c=10.0, x=0.1, vy=0.3),
    ),
)
