r"""Golf ball in the cup: it goes down, and comes up again.

A ball rolls on the inside of an upright cup. One expects it to spiral down; it sinks to a certain depth and rises to
the lip again, and after how many turns depends on nothing but how the mass is spread inside the ball.

## Assumptions

- The ball is homogeneous, solid or hollow; $\chi=I/(I+m\p{radius}^2)$ is $2/7$ or $2/5$, with $I$ its central moment
  of inertia. It touches the wall in one point.
- The wall is a vertical cylinder of radius $\p{cup}$ that turns at the constant rate $\p{rate}$ about its axis. The
  ball rolls without slip; where a friction coefficient is given, only as long as $|F|\le\p{mu}N$.

## Derivation

The ball begins to go around at {p.turning}. Its centre stays at $R=\p{cup}-\p{radius}$ from the axis, at the angle
$\varphi$ and the height $z$. Let $\mathbf n=-\mathbf e_R$ be the normal from the wall to the centre, $\mathbf w$ the
angular velocity and $\mathbf F$ the friction force. Rolling and the two laws of motion are

$$ \begin{gathered}
   \mathbf v=\p{rate}\,\p{cup}\,\mathbf e_\varphi+\p{radius}\,\mathbf w\times\mathbf n, \qquad m\dot{\mathbf
     v}=\mathbf F+N\mathbf n+m\mathbf g, \\[0.5em]
   I\dot{\mathbf w}=-\p{radius}\,\mathbf n\times\mathbf F . \end{gathered} $$

Around the axis: $R\dot\varphi=\p{rate}\,\p{cup}-\p{radius}\,w_z$, $mR\ddot\varphi=F_\varphi$ and
$I\dot w_z=\p{radius}F_\varphi$. For a constant rate these three leave $\ddot\varphi\,(1+m\p{radius}^2/I)=0$: the ball
goes around at a constant $\dot\varphi$, and the wall presses it with the constant $N=mR\dot\varphi^2$.

Along the axis $\dot z=\p{radius}\,w_\varphi$ and $m\ddot z=F_z-mg$. The spin about the normal,
$w_n=\mathbf w\cdot\mathbf n$, has no moment, but its direction turns,
$\dot w_n=\mathbf w\cdot\dot{\mathbf n}=-\dot\varphi\,w_\varphi=-\dot\varphi\,\dot z/\p{radius}$; and in axes that go
around with the ball $\dot w_\varphi=-\p{radius}F_z/I+\dot\varphi\,w_n$. So $C=w_n+(\dot\varphi/\p{radius})\,z$ is
constant, and without $F_z$ and $w_n$

$$ \ddot z=-\chi\dot\varphi^2\,z+\chi\,\p{radius}\,\dot\varphi\,C-(1-\chi)\,g . $$

This is an oscillator of the frequency $\sqrt\chi\,\dot\varphi$. A ball that comes in level at $z=0$ without spin sinks
to the depth $2(1-\chi)g/(\chi\dot\varphi^2)$ and is back at the lip after $1/\sqrt\chi$ turns: 1.87 for a solid ball,
1.58 for a hollow one, however fast it came. The friction is $F_z=m(\ddot z+g)$, largest at the bottom, so that rolling
asks for a friction coefficient of $(2-\chi)g/(R\dot\varphi^2)$.

## What is conserved

- $\dot\varphi$ and $C$ while it rolls: nothing has a moment about the axis, nor about the normal. In slip friction
  along the circle brakes $\dot\varphi$ as well.
- $E_J=T+mgz-\p{rate}L_z$: the cup does work on the ball, but at a constant rate it is $\p{rate}$ times the moment that
  it exerts about the axis. In a cup at rest this is the energy. Slip takes from it.

## What to see

- **Down, and up to the lip**: at 40 rad/s the ball sinks by 3.1 cm and is back after 0.29 s, that is 1.87 turns. The
  ghost is the closed form above.
- **Half as fast: four times as deep**: the depth goes with $1/\dot\varphi^2$, the number of turns stays.
- **Just enough friction** and **A slippery wall: it sinks**: 0.33 is enough, 0.15 is not; there the ball slips after
  0.06 s and never comes back.

## Ask the class

A golfer hits harder, so that the ball goes around twice as fast. Does it come out of the cup after more turns, fewer
turns, or as many? And how does the number change with a hollow ball?

## References

- M. Gualtieri, T. Tokieda, L. Advis-Gaete, B. Carry, E. Reffet, C. Guthmann, Golfer's dilemma, Am. J. Phys. 74, 2006.
- Ju. I. Neimark, N. A. Fufaev, Dynamics of Nonholonomic Systems, American Mathematical Society, 1972.
"""

from math import pi

from numpy import cos, sin, sqrt

from sandbox.scene import (
    ANEW,
    Ball,
    Card,
    Contact,
    Coulomb,
    Cylinder,
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
    Try,
    World,
    papers,
)

G = 9.81            # [m/s^2]
CUP, SHAFT = 0.09, 0.6      # how far the wall is drawn [m]

PARAMETERS = (
    Parameter("turning", 40.0, "rad/s", low=5, high=150, role="start", about="rate at which the ball goes around",
              title="rate of going around"),
    Parameter("up", 0.0, "m/s", low=-2, high=2, role="start", about="speed upwards at the lip"),
    Parameter("spin", 0.0, "rad/s", low=-200, high=200, role="start", about="spin about the normal of the wall"),
    Parameter("rate", 0.0, "rad/s", low=-50, high=50, live=True, about="rotation rate of the cup"),
    Parameter("cup", 0.054, "m", low=0.03, high=0.3, about="radius of the cup"),
    Parameter("radius", 0.02135, "m", low=0.005, high=0.025, about="radius of the ball"),
    Parameter("shell", False, about="hollow ball instead of a solid one"),
    Parameter("mu", 0.0, low=0, high=2, about="friction coefficient of the wall; 0: it never slips"),
)


def build(p):
    # only drawn: where the ball sinks for good there has to be a wall behind it for some seconds
    tall = SHAFT if 0.0 < p.mu < needed(p) else CUP
    ball, turning = Ball(p.radius, density=1130.0, shell=p.shell), Spin("z", "rate")
    cup = Cylinder(p.cup, tall).of("tin")
    if p.mu:
        return ball, cup, turning, Contact(Coulomb(p.mu))
    return World({"cup": On(cup, turning)}, [Placed(ball, start(p))])


def start(p):
    across = p.cup - p.radius
    return Start((across, 0.0, 0.0), velocity=(0.0, across*p.turning, p.up), spin=p.spin)


def exact(t, p, r, v):
    """Centre after t seconds of rolling from the lip [m]: the spin about the normal is known there only."""
    if p.mu or r[1] or r[2]:
        return None
    chi = 2/5 if p.shell else 2/7
    turning = v[1]/r[0]
    phi, nu = turning*t, sqrt(chi)*abs(turning)
    middle = p.radius*p.spin/turning - (1.0 - chi)*G/(chi*turning*turning)
    return r[0]*cos(phi), r[0]*sin(phi), middle*(1.0 - cos(nu*t)) + v[2]/nu*sin(nu*t)


def ratio(p):
    """I/(I + m a^2) of the ball."""
    return 2/5 if p.shell else 2/7


def needed(p):
    """Friction coefficient that rolling asks for at the bottom, where it asks for most."""
    return (2 - ratio(p))*G/((p.cup - p.radius)*p.turning**2)


CARD = Card(
    "The ball runs around the cup, sinks, and comes up to the lip again.",
    "z″ = −χ φ′² z − (1 − χ) g: an oscillation of depth 2 (1 − χ) g/(χ φ′²) = {depth}; now z = {r.z}. It is back after "
    "1/√χ = {turns} turns, however fast it came.",
    Try("[Send it in twice as fast]: a quarter of the depth, after as many turns.", ANEW,
        turning=lambda p: min(2*p.turning, 150.0)),
    {"depth": Number("m", lambda p, r: 2*(1 - ratio(p))*G/(ratio(p)*p.turning**2)),
     "turns": Number("", lambda p, r: 1/sqrt(ratio(p))),
     "needs": Number("", lambda p, r: needed(p))})

# ---- papers ----------------------------------------------------------------------------------------------------------

def deep(seen):
    """How deep the ball is after half a swing [m]."""
    p = seen.p
    return -float(seen.at(pi/(sqrt(ratio(p))*p.turning)).bodies[0].centre[2])


PAPERS = (
    Paper("By systems", "a ball in a vertical cylinder sinks and comes back: z″ = −χ φ′² z − (1 − χ) g",
          "largest distance from the closed form", papers.off_exact, 0.0, 1e-11, "m",
          preset="Down, and up to the lip", seconds=0.28),
    Paper("By systems", "the depth of a ball in a cylinder is 2 (1 − χ) g/(χ φ′²)", "depth after half a swing", deep,
          lambda p: 2*(1 - ratio(p))*G/(ratio(p)*p.turning**2), 1e-12, "m", preset="Hollow ball"),
)

SCENE = Scene(
    "Golf ball in the cup", PARAMETERS, build, start, exact=exact, conserved=("E_J",), showing=Showing(1/8),
    papers=PAPERS, card=CARD, topic="surfaces", level="school",
    presets=(
        Preset("Down, and up to the lip"),
        Preset("Hollow ball", shell=True),
        Preset("Half as fast: four times as deep", turning=20.0),
        Preset("A cup that turns", rate=20.0),
        Preset("With spin", spin=60.0),
        Preset("Just enough friction", mu=0.33),
        Preset("A slippery wall: it sinks", Showing(1/16, "follow"),
               Card("The wall is too smooth: the ball slips, and sinks for good.",
                    "Rolling asks for a friction coefficient of (2 − χ) g/(R φ′²) = {needs}; the wall has {p.mu}.",
                    Try("[Make the wall rough]: it comes back.", "Just enough friction")),
               mu=0.15),
    ),
)
