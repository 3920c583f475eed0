r"""Ball on a bowl, a globe or a funnel that nobody drives: they share one angular momentum, and height sets the rate.

A bowl on good bearings, and a ball that rolls in it. The ball turns the bowl and the bowl turns the ball; and however
the ball has wandered, at the same height the bowl turns as fast as before.

## Assumptions

- The surface (moment of inertia $\p{inertia}$) turns about a fixed vertical axis on ideal bearings: a sphere of the
  radius $\p{bowl}$, with the ball inside or outside, or a funnel with that radius at its rim.
- The ball (mass $m$, radius $\p{radius}$, central moment $I$, $\chi=I/(I+m\p{radius}^2)$) never slips, and nothing
  resists rolling. Where nothing presses it to the surface any more it leaves.

## Derivation

Let $\mathbf n$ be the normal from the contact to the centre of the ball. From the centre of a sphere the ball is at
$\mathbf r=-(\beta-\p{radius})\,\mathbf n$ and touches at $\mathbf r_P=-\beta\,\mathbf n$, with $\beta=\p{bowl}$ inside
and $\beta=-\p{bowl}$ outside. With the contact force $\mathbf R$,

$$ \begin{gathered}
   \mathbf v=\Omega\,\mathbf e_z\times\mathbf r_P+\p{radius}\,\boldsymbol\omega\times\mathbf n,\qquad
   m\dot{\mathbf v}=m\mathbf g+\mathbf R, \\[0.5em]
   I\dot{\boldsymbol\omega}=-\p{radius}\,\mathbf n\times\mathbf R,\qquad
   \p{inertia}\,\dot\Omega=-\mathbf e_z\cdot(\mathbf r_P\times\mathbf R) .
   \end{gathered} $$

All moments about the axis are inner ones, and on a sphere the moments of the contact force on ball and surface are in
proportion, $\mathbf r_P\times\mathbf R=-\beta\,\mathbf n\times\mathbf R$. So there are two integrals at once,

$$ L=\p{inertia}\,\Omega+I\omega_z+m\,\mathbf e_z\cdot(\mathbf r\times\mathbf v),\qquad
   C=\p{inertia}\,\Omega+\frac{\beta}{\p{radius}}\,I\omega_z . $$

Let $c=n_z$ and $x=\boldsymbol\omega\cdot\mathbf n$. The contact force has no moment about $\mathbf n$, and
$\dot{\mathbf n}=-\mathbf v/(\beta-\p{radius})$ is at right angles to all of $\boldsymbol\omega$ but what the turning
of the sphere adds to it:

$$ \dot x=\boldsymbol\omega\cdot\dot{\mathbf n}=\frac{\beta}{\p{radius}}\,\Omega\,\dot c . $$

Time drops out. With $L$ and $C$ the rate is linear in $x$,

$$ \frac{dx}{dc}=\frac{\beta}{\p{radius}}\,\Omega=\frac{k-m\beta^2c\,x}{D},\qquad
   D=\frac{\p{inertia}}{\chi}+m\beta^2(1-c^2), $$

$$ k=\frac{\beta^2}{\p{radius}\,(\beta-\p{radius})}\Bigl(L-\frac{\p{radius}}{\beta}\,C
   +\frac{m\p{radius}^2(\beta-\p{radius})}{\beta I}\,C\Bigr), $$

and with $E=\p{inertia}/\chi+m\beta^2$ this is solved by

$$ x=\frac{k}{E}\,c+Q\,\sqrt{D},\qquad
   \Omega=\frac{\p{radius}}{\beta}\Bigl(\frac kE-m\beta^2\,\frac{Q\,c}{\sqrt D}\Bigr) . $$

So the rate of the sphere, and the spin of the ball about the normal, depend on the height alone; $Q$ is the third
linear integral. A heavy sphere has $D\approx E$: then $\Omega$ stays, and $Q\sqrt D$ is the spin $s$ of **Ball in a
turning bowl**. In a funnel, as on any surface of revolution, there are three linear integrals, too, but they have to
be found by integration along the meridian.

## What is conserved

- The energy, {r.E_J}, and the angular momentum $L$ about the axis, on any such surface, as long as the ball touches
  it.
- On a sphere $C$, and $Q=(x-kc/E)/\sqrt D$: with $L$ the three integrals of Routh's kind that are linear in the
  velocities.

## What to see

- **The bowl on bearings**: it turns at 8 rad/s while the ball is high, and at 12.3 rad/s while it is low.
- **A spinning ball turns the bowl**: at rest at first, the bowl turns at -12.8 rad/s when the ball is lowest, and is
  at rest again at each return.
- **A bowl at rest stays at rest**: without a spin about the normal $k=Q=0$, and the ball rolls round as if the bowl
  were fixed.
- **Asleep on a free globe** and **The globe slows, and it falls**: as the ball comes down the globe slows from 45 to
  32 rad/s, until the ball leaves.
- **A funnel on bearings**: the ball dives 13 cm, the funnel goes from 2 to 3.2 rad/s and back; $L$ stays.

## Ask the class

A ball spins at the very bottom of a bowl at rest, at 200 rad/s. Why does the bowl not begin to turn, and what does it
do when the ball is put a little beside the bottom? Ask $\Omega$ of above first, then try it.

## References

- E. J. Routh, The Advanced Part of a Treatise on the Dynamics of a System of Rigid Bodies, London (rolling on
  spheres).
- A. V. Borisov, I. S. Mamaev, I. A. Bizyaev, The Jacobi integral in nonholonomic mechanics, Regul. Chaotic Dyn. 20,
  2015, conclusion. The integral $Q$ of a sphere on an axis is derived here.
"""

from math import cos, log, pi, sin, tan

import numpy as np

from sandbox.scene import (
    ANEW,
    Ball,
    Card,
    Chart,
    Contact,
    Curve,
    Hinge,
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
    Sphere,
    Start,
    Track,
    Try,
    World,
    laboratory_floor,
    papers,
)

# radius of the bowl's rim over its own
RIM = 0.97

PARAMETERS = (
    Parameter("inertia", 0.003, "kg m²", low=5e-4, high=0.5, about="moment of inertia of the surface"),
    Parameter("radius", 0.03, "m", low=0.01, high=0.05, about="radius of the ball"),
    Parameter("bowl", 0.2, "m", low=0.12, high=0.4, title="radius of the surface", symbol="R",
              about="radius of the bowl or globe, or of the funnel at its rim"),
    Parameter("outside", False, about="a globe, with the ball on its outside, instead of a bowl"),
    Parameter("funnel", False, title="funnel",
              about="a funnel, the inside of a pseudosphere, instead of a bowl or globe"),
    Parameter("rate", 8.0, "rad/s", low=-100, high=100, role="start", about="rotation rate of the surface"),
    Parameter("angle", 1.0, "rad", low=0, high=1.3, role="start",
              about="angle of the wall with the level where the ball touches it"),
    Parameter("around", 0.0, "m/s", low=-2, high=2, role="start", about="speed around the axis",
              title="speed around the axis"),
    Parameter("spin", 0.0, "rad/s", low=-800, high=800, role="start", about="spin about the normal"),
)


def build(p):
    if p.funnel:
        surface, below = Pseudosphere(p.bowl, drawn_to=0.15).of("glass"), 1.9*p.bowl
    elif p.outside:
        surface, below = Sphere(p.bowl, inside=False).of("glass"), 1.3*p.bowl
    else:
        surface, below = Sphere(p.bowl, rim=RIM*p.bowl).of("glass"), 1.2*p.bowl
    return World({"bowl": On(surface, contact=Contact(Rough())), "floor": laboratory_floor(-below)},
                 [Placed(Ball(p.radius), Start(at=place(p), velocity=(0.0, p.around, 0.0), spin=p.spin))],
                 joints=(Hinge("bowl", p.inertia, rate=p.rate),))


def place(p):
    """Centre of the ball at the start [m]."""
    s, c = sin(p.angle), cos(p.angle)
    if p.funnel:
        # the wall at q from the vertical; at its very rim, q = pi/2, there is none
        q = pi/2 - max(p.angle, 0.01)
        return p.bowl*sin(q) - p.radius*cos(q), 0.0, p.bowl*(log(tan(q/2)) + cos(q)) + p.radius*sin(q)
    side = beta(p)
    far = p.radius - side
    return (-far*s if side > 0.0 else far*s), 0.0, far*c


def beta(p):
    """Radius of the sphere, below 0 where the ball is outside [m]."""
    return -p.bowl if p.outside else p.bowl


# ---- the integrals ---------------------------------------------------------------------------------------------------

def integrals(p, rate, n, r, v, w):
    """L, C [kg m^2/s] and k/E, Q of a ball on the sphere; n, r, v, w (3,) normal, centre, velocity, its turning."""
    ball, a, b = Ball(p.radius), p.radius, beta(p)
    m, I = ball.m, ball.I
    L = p.inertia*rate + I*w[2] + m*(r[0]*v[1] - r[1]*v[0])
    C = p.inertia*rate + b/a*I*w[2]
    E = p.inertia/ball.chi + m*b*b
    k = b*b/(a*(b - a))*(L - a/b*C + m*a*a*(b - a)/(b*I)*C)
    x, c = float(np.dot(w, n)), n[2]
    return L, C, k/E, (x - k*c/E)/np.sqrt(E - m*b*b*c*c)


def of_the_start(p):
    """The integrals of the start."""
    r = np.array(place(p))
    n = r/(p.radius - beta(p))
    v = np.array([0.0, p.around, 0.0])
    slip = v - p.rate*np.cross([0.0, 0.0, 1.0], -beta(p)*n)
    return integrals(p, p.rate, n, r, v, p.spin*n + np.cross(n, slip)/p.radius)


def rate_over_height(p):
    """The rate of the surface over the height of the ball: a curve on a sphere, and where the motion is on it."""
    def now(path):
        return path.centre[2], path.support("angular_velocity")[2]

    words = {"x_unit": "m", "y_unit": "rad/s", "title": "Rate over height"}
    if p.funnel:
        return Chart("height of the ball", "rate of the surface", (), now, tracks=(Track("", now),),
                     x_range=(-0.8*p.bowl, 0.2*p.bowl), **words)
    _L, _C, share, Q = of_the_start(p)
    ball, b = Ball(p.radius), beta(p)
    c = np.linspace(0.2, 1.0, 200)
    square = ball.m*b*b
    rates = p.radius/b*(share - square*Q*c/np.sqrt(p.inertia/ball.chi + square*(1.0 - c*c)))
    return Chart("height of the ball", "rate of the surface", (Curve("Ω", (p.radius - b)*c, rates),), now, **words)


def momentum(p, r):
    """L of what is seen now [kg m^2/s]."""
    ball = Ball(p.radius)
    return p.inertia*r.support_spin + ball.I*r.wz + ball.m*(r.x*r.vy - r.y*r.vx)


def second(p, r):
    """C of what is seen now [kg m^2/s]."""
    return p.inertia*r.support_spin + beta(p)/p.radius*Ball(p.radius).I*r.wz


CARD = Card(
    "Nobody drives this bowl. The ball turns it faster as it comes down, and slower as it climbs: the rate goes with "
    "the height.",
    "L = {L} and C = J Ω + (R/a) I ω_z = {C} stay. So Ω depends on the height of the ball alone: now {r.support_spin}.",
    Try("[Make the bowl heavy]: it hardly feels the ball.", ANEW, inertia=0.3),
    {"L": Number("kg m²/s", momentum), "C": Number("kg m²/s", second)})

# ---- papers ----------------------------------------------------------------------------------------------------------

def departure(number):
    """Returns reached(seen): how far one of the integrals departs from its first value."""
    def found(seen):
        values = [integrals(seen.p, *now)[number]
                  for now in zip(seen.support_spin, seen.rows.normal[:, 0], seen.r, seen.v, seen.w, strict=True)]
        return np.max(np.abs(np.array(values) - values[0]))

    return found


PAPERS = (
    Paper("B conclusion", "a ball on a surface that turns freely: the angular momentum of both stays",
          "departure of L", departure(0), 0.0, 1e-13, "kg m²/s", preset="The bowl on bearings", seconds=10.0),
    Paper("B conclusion", "on a sphere a second linear integral stays, C = J Ω + (R/a) I ω_z", "departure of C",
          departure(1), 0.0, 1e-13, "kg m²/s", preset="A spinning ball turns the bowl", seconds=10.0),
    Paper("B conclusion", "on a sphere there is a third one, Q: the height of the ball gives the rate of the bowl",
          "departure of Q", departure(3), 0.0, 1e-10, preset="The bowl on bearings", seconds=10.0,
          chart="Rate over height"),
    Paper("B conclusion", "a ball asleep on a globe that turns freely", "departure of the energy", papers.jacobi, 0.0,
          1e-12, "J", preset="Asleep on a free globe", seconds=10.0),
    Paper("B conclusion", "a ball in a funnel on bearings", "departure of the energy", papers.jacobi, 0.0, 1e-12, "J",
          preset="A funnel on bearings", seconds=10.0, chart="Rate over height"),
)

SCENE = Scene(
    "Ball on a free bowl", PARAMETERS, build, conserved=("E_J",),
    papers=PAPERS, card=CARD, topic="surfaces", level="university",
    chart=rate_over_height,
    presets=(
        Preset("The bowl on bearings", Showing(1/2)),
        Preset("A spinning ball turns the bowl", Showing(1/2),
               Card("Bowl and ball begin at rest, but the ball spins. As it comes down, the bowl turns the other way; "
                    "at each return it is at rest.",
                    try_=Try("[Take the spin away]: the bowl stays at rest.", ANEW, spin=0.0)),
               rate=0.0, spin=100.0),
        Preset("A bowl at rest stays at rest", Showing(1/2),
               Card("The ball rolls round in a bowl that is free to turn, and the bowl stays at rest.",
                    "Without a spin about the normal nothing asks it to turn: C = {C}, Ω = {r.support_spin}.",
                    Try("[Spin the ball]: now the bowl turns.", ANEW, spin=100.0)),
               rate=0.0, around=0.6),
        Preset("A heavy bowl: nearly driven", Showing(1/2),
               Card("A heavy bowl hardly feels the ball: the rosette of a driven one.",
                    try_=Try("[Make the bowl light]: its rate goes up and down with the ball.", ANEW, inertia=0.001)),
               inertia=0.3, rate=6.0),
        Preset("Asleep on a free globe", Showing(1/2),
               Card("The globe is free to turn, and the ball sleeps near its top, as on a driven one.",
                    "L = {L} and C = J Ω − (R/a) I ω_z = {C} stay: near the top the height hardly changes, and "
                    "Ω = {r.support_spin} as little.",
                    Try("[Turn the globe at 45 rad/s]: the ball comes down.", ANEW, rate=45.0, angle=0.3)),
               outside=True, bowl=0.15, inertia=0.005, rate=60.0, angle=0.05),
        Preset("The globe slows, and it falls", Showing(1/8),
               Card("Coming down, the ball slows the globe, until nothing presses it any more: it leaves.",
                    "L = {L} stays as long as they touch. Ω = {r.support_spin}, N = {r.normal}: where it is 0 the ball "
                    "leaves.",
                    Try("[Turn the globe at 90 rad/s]: the ball stays up.", ANEW, rate=90.0)),
               outside=True, bowl=0.15, inertia=0.005, rate=45.0, angle=0.3),
        Preset("A funnel on bearings", Showing(1/2),
               Card("In a funnel the ball dives, comes back, and turns the funnel on the way.",
                    "L = {L} stays on any surface of revolution. The height alone gives Ω here, too: now "
                    "{r.support_spin}.",
                    Try("[Make the funnel heavy]: it hardly feels the ball.", ANEW, inertia=0.3)),
               funnel=True, bowl=0.3, inertia=0.01, rate=2.0, angle=0.47, around=0.8),
    ),
)
