r"""Two laws, one start: a ball that rolls by forces, and its ghost that makes its action stationary.

A ball rolls without slip on a turntable, $v + a\, e_z \times w = \Omega\, e_z \times r$. What does it do? Two
principles, which agree where a constraint speaks of places alone, answer differently here.

## Assumptions

- By forces: the constraint pushes by friction, which does nothing in displacements that the constraint allows
  (d'Alembert, Lagrange). The ball of all other scenes.
- By action: of all motions that roll, the one whose action $\int L\, dt$ is stationary (vakonomic motion, Kozlov).
- Both balls may have a moment $-c_r w_h$ against rolling, $\nu = c_r/(I + m a^2)$.

## Derivation

By forces, $m v' = F$ and $I w' = -a\, e_z \times F$ with the friction $F$ that keeps the rolling,

$$v' = \chi \p{rate}\, e_z \times v, \qquad \chi = \frac{I}{I + m a^2},$$

a circle. By action, the constraint stands with a multiplier $\lambda$ in

$$L = \tfrac{1}{2} m v^2 + \tfrac{1}{2} I w^2 + \lambda \cdot (v - \Omega\, e_z \times r - a\, w \times e_z).$$

Varying place and attitude gives

$$(m v + \lambda)' = \Omega\, e_z \times \lambda, \qquad
  (I w - a\, e_z \times \lambda)' = w \times (I w - a\, e_z \times \lambda).$$

With rolling this is

$$v' = \chi \Omega\, e_z \times v + \frac{\Omega - w_z}{m + I/a^2}\, e_z \times \lambda, \qquad
  \lambda' = \Omega\, e_z \times \lambda - m v', \qquad I w_z' = -a\, w_h \cdot \lambda.$$

Now $\lambda$ is a quantity with a rate of its own. It needs a value at the start, which nothing that one can see tells:
place and velocity do not determine the motion. With $\lambda = 0$ at the start both balls set out alike; then $\lambda$
grows, and even the spin about the vertical changes, which friction at one point could never do.

## What is conserved

- By forces: $K = v - \chi \Omega\, e_z \times r$, $E_J$, and the spin about the vertical.
- By action: $\tfrac{1}{2} m v^2 + \tfrac{1}{2} I w^2 + \lambda \cdot (\Omega\, e_z \times r)$,
  $e_z \cdot (r \times (m v + \lambda)) + I w_z$ and $|I w - a\, e_z \times \lambda|$.

## What to see

- Both balls set out alike. One goes round on its circle, the ghost strays from it, and leaves the table.
- Another $\lambda$ at the start, another motion of the ghost: none of them goes round on the circle.

## Ask the class

- How would you decide by experiment which of the two principles holds? What would you have to measure at the start?

## References

- A. D. Lewis, R. M. Murray, Variational principles for constrained systems: theory and experiment, 1995: a ball on a
  turntable, measured. It moves by forces, and the authors found no start of $\lambda$ with which the other law fits.
- V. V. Kozlov, Dynamics of systems with nonintegrable constraints, 1982-1983.
"""

import numpy as np
from numpy import cos, sin

from sandbox.scene import (
    ANEW,
    Ball,
    Card,
    Chart,
    Curve,
    Mark,
    Number,
    Parameter,
    Preset,
    RingBall,
    Scene,
    Showing,
    Try,
    VakonomicBall,
)

RIM = 0.3     # [m]

PARAMETERS = (
    Parameter("rate", 3.4907, "rad/s", low=-20, high=20, live=True, about="rotation rate of the table"),
    Parameter("ghost", True, about="the ball whose action is stationary starts with it"),
    Parameter("lambda_x", 0.0, "m/s", low=-0.5, high=0.5, role="start",
              about="of the ghost at the start, along the radius"),
    Parameter("lambda_y", 0.0, "m/s", low=-0.5, high=0.5, role="start",
              about="of the ghost at the start, across the radius"),
    Parameter("resistance", 0.0, "1/s", low=0, high=1, title="rolling resistance", symbol="ν",
              about="rate at which a moment slows the rolling of both down"),
    Parameter("radius", 0.02, "m", low=0.005, high=0.05, about="radius of the ball"),
    Parameter("shell", False, about="hollow ball instead of a solid one"),
    Parameter("x", 0.15, "m", low=-0.28, high=0.28, role="start", about="distance from the axis"),
    Parameter("vx", 0.0, "m/s", low=-1, high=1, role="start", about="speed of the centre along the radius"),
    Parameter("vy", 0.05, "m/s", low=-1, high=1, role="start", about="speed of the centre across the radius"),
    Parameter("spin", 0.0, "rad/s", low=-50, high=50, role="start", about="spin about the vertical"),
)


def build(p):
    words = (Ball(p.radius, density=7850.0, shell=p.shell), "rate", RIM, 0.0, p.resistance)
    ball = RingBall(*words, name="ball", has_rival=p.ghost)
    return [ball, VakonomicBall(*words, alone=True, multiplier=(p.lambda_x, p.lambda_y))] if p.ghost else ball


def start(p):
    ball = RingBall(Ball(p.radius, density=7850.0, shell=p.shell), "rate", RIM)
    return ball.start(p.x, 0.0, p.vx, p.vy, p.rate, p.spin)


def chi(p):
    """I/(I + m a^2) of the ball."""
    return 2/5 if p.shell else 2/7


def exact(t, p, q, v):
    """Centre of the ball that obeys forces after t seconds [m]: the circle at chi Omega; None with a resistance."""
    k = chi(p)*p.rate
    if p.resistance:
        return None
    if k == 0.0:
        return q[0] + v[0]*t, q[1] + v[1]*t, p.radius + 0.0*t
    c, s = cos(k*t), sin(k*t)
    return q[0] + (v[0]*s - v[1]*(1 - c))/k, q[1] + (v[1]*s + v[0]*(1 - c))/k, p.radius + 0.0*t


def seen_from_above(p):
    """Where both balls are, with the circle that forces lead to."""
    s = np.linspace(0.0, 2*np.pi, 200)
    k, parts = chi(p)*p.rate, [Curve("", RIM*cos(s), RIM*sin(s), tone=3)]
    if k and not p.resistance:
        # about K/(chi Omega), turned by a quarter
        x, y, far = p.x - p.vy/k, p.vx/k, np.hypot(p.vx, p.vy)/abs(k)
        parts.append(Curve("v′ = χ Ω × v", x + far*cos(s), y + far*sin(s), style="dashes", tone=0))

    def ghost(snapshot):
        if not p.ghost:
            return ()
        x, y, _z = snapshot.bodies[-1].centre
        return (Mark("δ∫L dt = 0", float(x), float(y), "unstable"),)

    return Chart("x", "y", tuple(parts), lambda path: (path.centre[0], path.centre[1]), "m", "m", trail=20.0,
                 title="Seen from above", moving=ghost)


CARD = Card(
    "Both balls start alike. The one goes round on a circle, by forces. The ghost makes its action stationary, and "
    "strays.",
    "By forces v′ = χ Ω × v, a circle at {circling}. The ghost has a multiplier λ with rates of its own: place and "
    "velocity do not tell what it does.",
    Try("[Give the multiplier another start]: another way of the ghost, and still no circle.", ANEW, lambda_x=0.05,
        lambda_y=-0.05),
    {"circling": Number("rad/s", lambda p, r: chi(p)*p.rate)})

SCENE = Scene(
    "Two laws, one start", PARAMETERS, build, start, exact=exact,
    conserved=("plane_K_x", "plane_K_y", "E_J", "spin_omega_n"), showing=Showing(1/2),
    card=CARD, topic="tables", level="research", chart=seen_from_above,
    presets=(
        Preset("The ghost strays"),
        Preset("Another start of the multiplier",
               Card("The same start for all that one sees, another one of the multiplier: the ghost takes another "
                    "way.",
                    try_=Try("[Start the multiplier at zero]: it strays later.", ANEW, lambda_x=0.0, lambda_y=0.0)),
               lambda_x=0.05, lambda_y=-0.05),
        Preset("A ball at rest over the table",
               Card("By forces the ball stays where it was put. So does its ghost, as long as its multiplier is zero.",
                    try_=Try("[Give the multiplier a start]: the ghost sets off by itself.", ANEW, lambda_x=0.02)),
               x=0.1, vy=0.0),
        Preset("A table at rest",
               Card("On a table at rest the two laws agree in a straight line, as long as the multiplier is zero.",
                    try_=Try("[Give the multiplier a start]: now the ghost bends off.", ANEW, lambda_x=0.1)),
               rate=0.0, x=-0.2, vx=0.08, vy=0.0),
        Preset("With rolling resistance",
               Card("With a rolling resistance, as in the experiment: the ball spirals outwards, and the ghost has "
                    "left before.",
                    "v′ = χ Ω × v − ν (v − Ω × r) is the law by forces. The experiment of Lewis and Murray decided "
                    "for it; now {r.speed} at {r.radius} from the axis.",
                    Try("[Take the resistance away]: the ball keeps its circle.", ANEW, resistance=0.0)),
               resistance=0.05, x=0.1),
    ),
)
