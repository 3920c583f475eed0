r"""Ball in a pseudosphere: the funnel through which it never falls.

A funnel without a bottom, and a ball that never falls through it. The rolling constraint stores energy in spin faster
than gravity can supply it.

## Assumptions

- The ball is homogeneous with the radius $\p{radius}$ and $\chi=I/(I+\p{mass}\,\p{radius}^2)=2/7$. It rolls without
  slip; with **touches** and a friction coefficient $\p{mu}$ only as long as $|F|\le\p{mu}N$.
- The funnel turns at the constant rate $\p{rate}$ about its vertical axis. The centre of the ball moves on the
  pseudosphere below, or with **touches** the wall itself is that pseudosphere.

## Derivation

The meridian is a tractrix. With the elevation $q$ of the normal as parameter, the rim at $q=\pi/2$,

$$ R=\p{c}\sin q,\qquad z=\p{c}\left(\ln\tan\tfrac q2+\cos q\right),\qquad ds=\p{c}\cot q\,dq . $$

Take any surface of revolution first: slope $\alpha$ and curvature $\kappa$ of the meridian, $\mathbf t$ up along it,
$\mathbf e$ around the axis, $\mathbf n=\mathbf t\times\mathbf e$. Let $\dot s$ and $u$ be the speeds of the centre
along $\mathbf t$ and $\mathbf e$, and $R_c=R+\p{radius}\sin\alpha$ the distance of the contact from the axis. Rolling
says $\dot s=\p{radius}\,w_e$ and $u=\p{rate}R_c-\p{radius}\,w_t$. Nothing has a moment about the normal, so
$\dot w_n=\mathbf w\cdot\dot{\mathbf n}$; around the axis the friction $F_e$ enters both laws,
$\p{mass}\,(\dot u+u\dot s\cos\alpha/R)=F_e$ and $I(\dot{\mathbf w})_t=\p{radius}\,F_e$. Eliminating $w_t$, $w_e$,
$F_e$ and dividing by $\dot s$,

$$ \begin{gathered}
   \frac{dw_n}{ds} =
     \left(\kappa-\frac{\sin\alpha}{R}\right)\frac{u}{\p{radius}}-\frac{\kappa\,\p{rate}R_c}{\p{radius}}, \\[0.5em]
   \frac{du}{ds} =
     -\frac{\cos\alpha}{R}\,u-\chi\,\p{radius}\,\kappa\,w_n+\chi\,\p{rate}\cos\alpha\,(1+\p{radius}\,\kappa) .
     \end{gathered} $$

Both are linear: $u$ and $w_n$ are functions of the place alone, with two constants. On the pseudosphere
$\alpha=\pi/2-q$ and $\kappa=-\tan q/\p{c}$. The shift $W=w_n+\p{rate}\left((\p{c}/\p{radius})\cos q-\sin q\right)$
removes the rate, and with $\lambda=\sqrt{1-\chi}$, $T=\tan^\lambda(q/2)$ the solution is elementary:

$$ \begin{gathered}
   u=\frac{\p{radius}\,\chi}{2\lambda}\left(A\,T-\frac BT\right), \\[0.5em]
   W=\frac{A\,T(\lambda+\cos q)+B\,(\lambda-\cos q)/T}{2\lambda\sin q} . \end{gathered} $$

Far down $q\to0$ and $z\approx\p{c}\ln q$, so that $W$ grows at least like $q^{\lambda-1}$, exponentially with the
depth, while gravity supplies $\p{mass}\,\p{gravity}$ times the depth only. The energy forbids the way down unless
$A=B=0$, which in a funnel at rest means no spin and no speed around the axis. Every other ball comes up again.

The wall bulges towards the ball, so that
$N=\p{mass}\left(\p{gravity}\sin q-\tan q\,\dot s^2/\p{c}+\cot q\,u^2/\p{c}\right)$ may vanish: too little speed around
the axis, and the ball leaves the wall.

## What is conserved

- $E_J=T+U-\p{rate}L_z$, since the funnel turns evenly about the direction of gravity.
- $A=\left[W\sin q+\dfrac{u}{\p{radius}\,\chi}(\lambda-\cos q)\right]/T$ and
  $B=\left[W\sin q-\dfrac{u}{\p{radius}\,\chi}(\lambda+\cos q)\right]T$, as long as it rolls with its centre on the
  pseudosphere. With **touches** two linear integrals still exist, but have no elementary form: the program solves the
  two equations and shows $u$ and $w_n$ at one circle.

## What to see

- **Figure 4**: the height goes between $-1.071$ and $-4.562$ with the period 3.161 s, seen from the funnel $-343.0$
  degrees around the axis per period. **Figure 5**: spin against height is nearly a straight line.
- **The bottomless funnel**: down to 18.6 cm, the spin up from 50 to 234 rad/s, and back every 0.82 s. It needs a
  friction coefficient of 0.54.
- **It slips, and grips again**: with 0.3 on the touched wall it slips from 0.151 to 0.467 s and goes on.

## Ask the class

What has to be done to make the ball fall for ever? Start it with $\p{spin}$ = 0 and less and less speed around the
axis, in a funnel at rest, and look what happens instead.

## References

- A. V. Borisov, I. S. Mamaev, I. A. Bizyaev, The Jacobi integral in nonholonomic mechanics, Regul. Chaotic Dyn. 20,
  2015, section 3 and figures 4, 5 (there $A$ and $B$ are given for a funnel at rest).
- E. J. Routh, The Advanced Part of a Treatise on the Dynamics of a System of Rigid Bodies, London.
"""

from math import asin, atan2, cos, log, pi, sin, sqrt, tan

from numpy import array, corrcoef, cross, linspace
from numpy import cos as cosines
from numpy import log as logs
from numpy import sin as sines
from numpy import tan as tangents

from sandbox.scene import (
    ANEW,
    Ball,
    Card,
    Chart,
    Contact,
    Coulomb,
    EffectivePotential,
    InvariantMeasure,
    On,
    Paper,
    Parameter,
    Placed,
    PoincareSection,
    PointProfile,
    Preset,
    Pseudosphere,
    Scene,
    Showing,
    Spin,
    Start,
    Surface,
    Track,
    Try,
    Unrolled,
    World,
    edges_of,
    laboratory_floor,
    papers,
)

# depth of the laboratory's floor below the rim, in radii of the rim
FLOOR = 3.0
# where its pipe ends as it is drawn, angle of the normal [rad]; radius of its rounded edge [m]
END = 0.15
LIP = 1e-3

# a steel ball let go a little below the rim
STEEL = {"rate": 0.0, "c": 0.2, "radius": 0.01, "mass": 0.0327, "gravity": 9.81, "q": 0.9, "azimuth": 0.0, "up": 0.0,
         "across": 0.5, "spin": 0.0}


def directions(q, azimuth):
    """Unit vectors outwards from the axis, around it, along the normal, and up the wall."""
    e_R, e = array((cos(azimuth), sin(azimuth), 0.0)), array((-sin(azimuth), cos(azimuth), 0.0))
    e_z = array((0.0, 0.0, 1.0))
    return e_R, e, sin(q)*e_z - cos(q)*e_R, cos(q)*e_z + sin(q)*e_R


def depth(c, q):
    """Height of the tractrix over the plane of the rim [m]."""
    return c*(log(tan(q/2)) + cos(q))


def figure(b, rate):
    """The start of a figure: normal (-0.52, -0.58, 0.62), w relative to the funnel (0.1, 0.5, 1), c = a + b."""
    c, q, azimuth = b + 1.0, asin(0.62/sqrt(0.52**2 + 0.58**2 + 0.62**2)), atan2(0.58, 0.52)
    e_R, e, n, t = directions(q, azimuth)
    w = array((0.1, 0.5, 1.0 + rate))
    v = rate*(c*sin(q) + cos(q))*e + cross(w, n)
    return {"rate": rate, "c": c, "radius": 1.0, "mass": 1.0, "gravity": 10.0, "q": q, "azimuth": azimuth,
            "up": float(v @ t), "across": float(v @ e), "spin": float(w @ n)}


FIGURE_4 = figure(b=3.0, rate=-0.5)

PARAMETERS = (
    Parameter("rate", FIGURE_4["rate"], "rad/s", low=-20, high=20, live=True, about="rotation rate of the funnel"),
    Parameter("c", FIGURE_4["c"], "m", low=0.1, high=12, about="radius of the pseudosphere at its rim"),
    Parameter("radius", FIGURE_4["radius"], "m", low=0.005, high=1, about="radius of the ball"),
    Parameter("mass", FIGURE_4["mass"], "kg", low=0.001, high=2, about="mass of the ball"),
    Parameter("gravity", FIGURE_4["gravity"], "m/s²", low=0, high=20, about="acceleration of free fall"),
    Parameter("q", FIGURE_4["q"], "rad", low=0.1, high=1.57,
              role="start", about="angle of the normal with the horizontal, 90 degrees at the rim, less further down"),
    Parameter("azimuth", FIGURE_4["azimuth"], "rad", low=-pi, high=pi, role="start", about="direction from the axis"),
    Parameter("up", FIGURE_4["up"], "m/s", low=-5, high=5, role="start", about="speed of the centre up the wall"),
    Parameter("across", FIGURE_4["across"], "m/s", low=-10, high=10,
              role="start", about="speed of the centre around the axis"),
    Parameter("spin", FIGURE_4["spin"], "rad/s", low=-100, high=100, role="start", about="spin about the normal"),
    Parameter("touched", False, about="the ball touches the pseudosphere, instead of having its centre on it"),
    Parameter("mu", 0.0, low=0, high=2, about="friction coefficient of the touched wall; 0: it never slips"),
)


def build(p):
    funnel = Pseudosphere(p.c, defines="contact" if p.touched else "centre", drawn_to=END).of("copper")
    ball, gravity = Ball(radius=p.radius, mass=p.mass), (0.0, 0.0, -p.gravity)
    turning = Spin(axis="z", rate="rate", gravity=gravity)
    floor = laboratory_floor(-FLOOR*p.c, gravity=gravity)
    if not p.touched:
        return World({"funnel": On(funnel, turning), "wall": On(material(p), turning), "edge": On(lip(p), turning),
                      "floor": floor}, [Placed(ball, start(p))])
    # a wall that is touched may be left: for the floor of the laboratory, or to land on it again
    wall = On(funnel, turning, Contact(Coulomb(p.mu), restitution=0.5) if p.mu else None)
    return World({"funnel": wall, **edges_of(wall), "floor": floor}, [Placed(ball, start(p))])


def material(p):
    """The wall that a ball touches while its centre is on the pseudosphere: its distance from that is the radius a.

        R = c sin q + a cos q,   Z = c (ln tan(q/2) + cos q) - a sin q,   as far as R < c grows with q

    Where the drawn pipe ends a bottom closes it, z = Z0 - cot q0 (R0^2 - R^2)/(2 R0).
    """
    # beyond cot q = a/c the wall would fold: what is touched there is the edge
    last = 0.98*atan2(p.c, p.radius)
    q = linspace(END, last, 200)
    R, Z = p.c*sines(q) + p.radius*cosines(q), p.c*(logs(tangents(q/2)) + cosines(q)) - p.radius*sines(q)
    inside, r = R < p.c, linspace(0.0, R[0], 20, endpoint=False)
    bottom = Z[0] - (R[0]*R[0] - r*r)/(2.0*R[0]*tan(END))
    return PointProfile((*r, *R[inside]), (*bottom, *Z[inside]), name="wall")


def lip(p):
    """The edge of the wall: it touches the ball from below where the centre passes the rim of the pseudosphere."""

    def phi(x, y, z, e, ring, height):
        return ((sqrt(x*x + y*y) - ring)**2 + (z - height)**2 - e*e)/(2.0*e)

    return Surface(phi, (LIP, p.c, -p.radius - LIP), (), "edge", sharpest=LIP, growth=1.0/LIP)


def start(p):
    e_R, e, n, t = directions(p.q, p.azimuth)
    at = p.c*sin(p.q)*e_R + array((0.0, 0.0, depth(p.c, p.q))) + (p.radius*n if p.touched else 0.0)
    return Start(tuple(at), velocity=tuple(p.up*t + p.across*e), spin=p.spin)


def conserved(p):
    if not p.touched:
        return "E_J", "beltrami_A", "beltrami_B"
    # where it may slip they become others each time
    return ("E_J",) if p.mu else ("E_J", "meridian_u", "meridian_w")


CARD = Card(
    "The ball rides down into the funnel, and comes up again, always: it never falls through.",
    "A = {r.integral:beltrami_A} and B = {r.integral:beltrami_B} stay: deeper down the spin would have to grow "
    "faster than gravity can pay for. Now ω = {r.spin}.",
    Try("[Stop the funnel]: the same laws, with another spin.", ANEW, rate=0.0))


def height_and_spin(path):
    """r_3 and omega_3, the latter relative to the funnel, as figure 5 has them."""
    return path.centre[2], path.angular_velocity[2] - path.live["rate"]


def height(path):
    return path.t, path.centre[2]


def spin(path):
    return path.t, path.angular_velocity[2] - path.live["rate"]


def chart(p):
    return (Unrolled(), EffectivePotential(), InvariantMeasure(), PoincareSection(),
            Chart("height r₃", "spin ω₃ on the funnel", point=height_and_spin, x_unit="m", y_unit="rad/s",
                  title="Spin against height", tracks=(Track("", height_and_spin),), trail=1.0),
            Chart("time t", "height r₃", point=height, x_unit="s", y_unit="m", title="Height against time",
                  tracks=(Track("", height),), trail=0.0),
            Chart("time t", "spin ω₃ on the funnel", point=spin, x_unit="s", y_unit="rad/s",
                  title="Spin against time", tracks=(Track("", spin),), trail=0.0))


# ---- papers ----------------------------------------------------------------------------------------------------------

def lowest(seen):
    """Lowest height of the centre [m]."""
    return -papers.highest(-seen.r[:, 2])


def uppermost(seen):
    """Highest height of the centre [m]."""
    return papers.highest(seen.r[:, 2])


def spun(seen):
    """Largest spin about the vertical relative to the funnel [rad/s]."""
    return papers.highest(seen.w[:, 2] - seen.p.rate)


def first_E(seen):
    """E_J at the start [J]."""
    return float(seen.rows.E_J[0])


def correlated(seen):
    """Correlation of spin and height."""
    return float(corrcoef(seen.r[:, 2], seen.w[:, 2])[0, 1])


PAPERS = (
    Paper("B 3.2, (3.9)", "the first linear integral of the pseudosphere, elementary at any rate", "departure of A",
          papers.stays("beltrami_A"), 0.0, 1e-11, "rad/s", preset="Figure 4", seconds=20.0),
    Paper("B 3.2, after (3.9)", "the second linear integral of the pseudosphere", "departure of B",
          papers.stays("beltrami_B"), 0.0, 1e-11, "rad/s", preset="Figure 4", seconds=20.0),
    Paper("B 3.2, fig. 4", "the centre goes up and down between two heights: it never falls through", "lowest height",
          lowest, -4.56205, 1e-4, "m", papers.SAMPLED, preset="Figure 4", seconds=20.0, chart="Height against time"),
    Paper("B 3.2, fig. 4", "the upper of the two heights", "highest height", uppermost, -1.07086, 1e-4, "m",
          papers.SAMPLED, preset="Figure 4", seconds=20.0, chart="Height against time"),
    Paper("B 3.2, fig. 4", "its spin goes up as it comes down", "largest spin on the funnel", spun, 2.21701, 1e-4,
          "rad/s", papers.SAMPLED, preset="Figure 4", seconds=20.0, chart="Spin against time"),
    Paper("B 3.2, fig. 4", "the Jacobi integral of the figure", "E_J", first_E, -10.7492738, 1e-7, "J",
          papers.PRINTED, preset="Figure 4", seconds=1.0, chart="Effective potential"),
    Paper("B 3.2, fig. 5", "a wide funnel that turns fast", "lowest height", lowest, -5.08310, 1e-4, "m",
          papers.SAMPLED, preset="Figure 5", seconds=20.0, chart="Height against time"),
    Paper("B 3.2, fig. 5", "spin against height is one curve, nearly a straight line", "correlation of the two",
          correlated, -0.99994, 1e-5, "", papers.PRINTED, preset="Figure 5", seconds=20.0, chart="Spin against height"),
    Paper("B 3.2, fig. 5", "the Jacobi integral of the figure", "E_J", first_E, -52.4279805, 1e-7, "J",
          papers.PRINTED, preset="Figure 5", seconds=1.0, chart="Effective potential"),
    Paper("B 3.2, after (3.9)", "a funnel without a bottom, and the ball comes back", "depth that it reaches", lowest,
          -0.186, 5e-4, "m", papers.PRINTED, preset="The bottomless funnel", seconds=2.0),
    Paper("B 3.2, after (3.9)", "a real wall: the ball slips where rolling asks for more than μ N", "|F|/N there",
          papers.ratio_at("slip"), lambda p: p.mu, 1e-7, "", "taken a nanosecond before",
          preset="It slips, and grips again", seconds=0.3),
)

SCENE = Scene(
    "Ball in a pseudosphere", PARAMETERS, build, start, conserved=conserved, chart=chart,
    papers=PAPERS, card=CARD, topic="surfaces", level="research",
    presets=(
        Preset("Figure 4"),
        Preset("Figure 5", Showing(closer=1.3), **figure(b=10.0, rate=-1.0)),
        Preset("The bottomless funnel", Showing(camera="follow"),
               Card("The funnel has no bottom, and yet the ball comes back from its depth, again and again.",
                    try_=Try("[Send it round at 0.8 m/s]: a shallow ride.", across=0.8)),
               **STEEL),
        Preset("A shallow ride", Showing(camera="follow"),
               Card("With much speed around the axis it stays near the rim.",
                    try_=Try("[Send it round at 0.5 m/s, without spin]: it dives deep, and returns.",
                        "The bottomless funnel")),
               **STEEL | {"azimuth": 0.7, "up": 0.1, "across": 0.8, "spin": 10.0}),
        Preset("A turning funnel", Showing(camera="follow"), **STEEL | {"rate": 5.0, "across": 0.8}),
        Preset("Down, up and over the rim", Showing(1/8, "follow"),
               Card("Pushed down, it comes up with all that it was given, and goes over the rim, to the floor.",
                    "On the wall E_J = {r.E_J} stays: the speed with which it was pushed is there again at the rim. "
                    "Now {r.speed}.",
                    Try("[Do not push it]: it stays in the funnel.", "The bottomless funnel")),
               **STEEL | {"touched": True, "up": -0.5}),
        Preset("Too slow: it leaves the wall", Showing(1/16, "follow"),
               Card("With too little speed around the axis the bulging wall cannot hold it: it leaves the wall, and "
                    "comes down on it further in.",
                    "The wall bulges with tan q/c: it would have to hold back the ball that runs down. N = {r.normal}: "
                    "where it is 0 the ball leaves.",
                    Try("[Send it round at 0.5 m/s]: it stays on the wall.", "The bottomless funnel")),
               **STEEL | {"touched": True, "across": 0.05}),
        Preset("It slips, and grips again", Showing(1/4, closer=1.3),
               Card("The wall is not rough enough: the ball slips for a while, sinks, and grips again.",
                    "It slips where rolling asks for |F|/N above μ = {p.mu}; now N = {r.normal}.",
                    Try("[Make the wall rough]: it rolls all the way.", mu=2.0)),
               **STEEL | {"touched": True, "mu": 0.3}),
        Preset("It leaves the wall and lands", Showing(1/16, closer=1.3),
               Card("Too slow around the axis: the ball slips, leaves the wall, and lands lower down.",
                    "It leaves where nothing presses it to the wall any more: N = {r.normal}.",
                    Try("[Send it round at 0.5 m/s]: it stays on the wall.", "It slips, and grips again")),
               **STEEL | {"touched": True, "mu": 0.3, "across": 0.05}),
    ),
)
