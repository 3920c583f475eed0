r"""Table of rings: a ball on a table whose rings turn each at its own rate, and rolling that is held back.

The material of a level table has the velocity $u = W(r)\, e_z \times r$: each ring turns at its own rate

$$W(r) = \Omega \left( 1 + s\, \frac{r^2}{D^2} \right),$$

$\p{rate}$ in the middle, $\Omega (1 + s)$ at the rim $r = D$. With $s = 0$ it is the turntable, with $s = -1$ a table
whose rim stands.

## Assumptions

- The ball rolls without slip, so that $v + a\, e_z \times w = u(r)$ for its centre.
- A moment $-c_r w_h$ may hold the rolling back, proportional to the part of $w$ along the table.

## Derivation

Friction $F$ gives $m v' = F$ and, with the moment, $I w' = -a\, e_z \times F - c_r w_h$. Eliminating $F$ and $w$ by
rolling leaves, with $\chi = I/(I + m a^2)$ and $\nu = c_r/(I + m a^2)$,

$$v' = \chi\, \frac{du}{dt} - \nu\, (v - u).$$

Without resistance, $\nu = 0$, this is the rate of a vector that stays on any table, however its rings turn:

$$K = v - \chi\, u = \text{const}.$$

Then $r' = K + \chi W(r)\, e_z \times r$, and the path lies on a curve that is known without running,

$$e_z \cdot (r \times K) + \chi \int W r\, dr
  = e_z \cdot (r \times K) + \chi \Omega \left( \frac{r^2}{2} + \frac{s\, r^4}{4 D^2} \right) = \text{const},$$

a circle for $s = 0$. It is drawn in the chart.

With resistance on a turntable, $z = x + i y$ obeys

$$z'' = (i \chi \Omega - \nu)\, z' + i \nu \Omega\, z,$$

whose exponents are near $i \chi \Omega + \nu (1/\chi - 1)$ and $-\nu/\chi$ for a small $\nu$: the circle of a ball does
not shrink but grows, and its middle comes to the axis. The motor pays for it.

## What is conserved

- $K$ and the constant of the path, without resistance and at a constant rate.
- The spin about the vertical, always.
- $E_J$ on the turntable only, $s = 0$: rings that turn at different rates are no motion of the table as a whole.

## What to see

- The ball goes round on a closed curve that is no circle, or wanders round the axis.
- Resistance lets it go outwards, on a spiral.

## Ask the class

- Something rubs, and the ball gets faster. Who pays?

## References

- A. V. Borisov, I. S. Mamaev, I. A. Bizyaev, The Jacobi integral in nonholonomic mechanics, 2015, section 3.3, for the
  turntable. The rings and the resistance are derived here.
"""

from math import pi

import numpy as np

from sandbox.scene import (
    ANEW,
    Ball,
    Card,
    Chart,
    Curve,
    Number,
    Paper,
    Parameter,
    Preset,
    RingBall,
    Scene,
    Showing,
    Try,
    papers,
)

RIM = 0.3     # [m]

PARAMETERS = (
    Parameter("rate", 3.4907, "rad/s", low=-20, high=20, live=True, about="rotation rate of the middle of the table"),
    Parameter("shear", -1.0, low=-3, high=3,
              about="how much faster than the middle the rim turns, as a share; -1: the rim stands; 0: a turntable"),
    Parameter("resistance", 0.0, "1/s", low=0, high=1, title="rolling resistance", symbol="ν",
              about="rate at which a moment slows the rolling down"),
    Parameter("radius", 0.02, "m", low=0.005, high=0.05, about="radius of the ball"),
    Parameter("shell", False, about="hollow ball instead of a solid one"),
    Parameter("x", 0.15, "m", low=-0.28, high=0.28, role="start", about="distance from the axis"),
    Parameter("vx", 0.0, "m/s", low=-1, high=1, role="start", about="speed of the centre along the radius"),
    Parameter("vy", 0.05, "m/s", low=-1, high=1, role="start", about="speed of the centre across the radius"),
)


def build(p):
    return RingBall(Ball(p.radius, density=7850.0, shell=p.shell), "rate", RIM, p.shear, p.resistance)


def start(p):
    return build(p).start(p.x, 0.0, p.vx, p.vy, p.rate)


def chi(p):
    """I/(I + m a^2) of the ball."""
    return 2/5 if p.shell else 2/7


def exponents(p):
    """Roots l of l^2 = (i chi Omega - nu) l + i nu Omega on a turntable [1/s]."""
    half = 0.5*(1j*chi(p)*p.rate - p.resistance)
    root = (half*half + 1j*p.resistance*p.rate)**0.5
    return half + root, half - root


def exact(t, p, q, v):
    """Centre after t seconds on a turntable [m], two exponentials; None on rings."""
    if p.shear != 0.0:
        return None
    z, dz, (one, two) = complex(q[0], q[1]), complex(v[0], v[1]), exponents(p)
    if one == two:
        return q[0] + v[0]*t, q[1] + v[1]*t, p.radius + 0.0*t
    first = (dz - two*z)/(one - two)
    place = first*np.exp(one*t) + (z - first)*np.exp(two*t)
    return place.real, place.imag, p.radius + 0.0*t


# ---- chart ----------------------------------------------------------------------------------------------------------

POINTS = 1500         # of a branch of the curve


def path_curve(p):
    """The curve on which the path lies, from the start: x, y (n,) [m]."""
    k, flow = chi(p), chi(p)*p.rate*(1.0 + p.shear*p.x*p.x/RIM**2)
    K = np.array([p.vx, p.vy - flow*p.x])
    far = RIM*np.sin(np.linspace(1e-3, pi/2, POINTS))**2
    area = 0.5*far**2 + 0.25*p.shear*far**4/RIM**2
    at_start = p.x*K[1] + k*p.rate*(0.5*p.x**2 + 0.25*p.shear*p.x**4/RIM**2)
    size, along = float(np.hypot(*K)), float(np.arctan2(K[1], K[0]))
    if size == 0.0:
        # it stays at its distance
        angle = np.linspace(0.0, 2*pi, POINTS)
        return abs(p.x)*np.cos(angle), abs(p.x)*np.sin(angle)
    with np.errstate(invalid="ignore"):
        turn = np.arcsin((at_start - k*p.rate*area)/(size*far))
    angles = np.concatenate((along - turn, [np.nan], (along + turn - pi)[::-1]))
    far = np.concatenate((far, [np.nan], far[::-1]))
    return far*np.cos(angles), far*np.sin(angles)


def seen_from_above(p):
    s = np.linspace(0.0, 2*pi, 200)
    curves = [Curve("", RIM*np.cos(s), RIM*np.sin(s), tone=3)]
    if p.resistance == 0.0:
        curves.append(Curve("r × K + χF = const", *path_curve(p), style="dashes", tone=1))
    return Chart("x", "y", tuple(curves), lambda path: (path.centre[0], path.centre[1]), "m", "m", trail=20.0,
                 title="Seen from above")


CARD = Card(
    "Each ring of the table turns at its own rate; the rim stands. The ball goes round on a curve that is no circle.",
    "K = v − χ u stays on any such table, ({r.integral:plane_K_x}, {r.integral:plane_K_y}), and ties the path to one "
    "curve. Under the ball the table turns at {here}.",
    Try("[Turn it as a whole]: the path is a circle.", ANEW, shear=0.0),
    {"here": Number("rad/s", lambda p, r: p.rate*(1.0 + p.shear*r.radius**2/RIM**2)),
     "growing": Number("1/s", lambda p, r: max(one.real for one in exponents(p))),
     "circling": Number("rad/s", lambda p, r: chi(p)*p.rate)})

PAPERS = (
    Paper("B introduction", "rolling resistance does not bring the ball to rest: it spirals outwards",
          "largest distance from the closed form", papers.off_exact, 0.0, 1e-11, "m",
          preset="Resistance drives it outwards", seconds=8.0),
)

SCENE = Scene(
    "Table of rings", PARAMETERS, build, start, exact=exact,
    conserved=("plane_K_x", "plane_K_y", "orbit", "spin_omega_n", "E_J"),
    papers=PAPERS, card=CARD, topic="tables", level="university", chart=seen_from_above,
    presets=(
        Preset("The rim stands"),
        Preset("A turntable",
               Card("All rings turn together, a turntable: the path is a circle.",
                    "v′ = χ Ω × v: a circle at χΩ = {circling}. K = v − χ u = ({r.integral:plane_K_x}, "
                    "{r.integral:plane_K_y}) stays.",
                    Try("[Let the rim stand]: another curve.", ANEW, shear=-1.0)),
               shear=0.0),
        Preset("The rim runs the other way",
               Card("The middle turns one way, the rim the other: the ball is handed to and fro between them."),
               shear=-2.5, x=0.2, vx=0.05, vy=0.0),
        Preset("The rim runs ahead",
               Card("The rim turns faster than the middle: the further out, the tighter the curve."),
               shear=2.0, x=0.12, vy=0.1),
        Preset("Resistance drives it outwards", Showing(2),
               Card("A moment holds the rolling back, and the ball does not come to rest: it spirals outwards.",
                    "z″ = (iχΩ − ν) z′ + iνΩ z: its circle grows like exp({growing} t); now {r.speed} at {r.radius} "
                    "from the axis. The motor pays.",
                    Try("[Take the resistance away]: a circle for ever.", ANEW, resistance=0.0)),
               shear=0.0, resistance=0.05, x=0.05, vy=0.04),
        Preset("Resistance, the rim at rest", Showing(2),
               Card("With resistance on rings it spirals, too: outwards where the table turns, and the slower, the "
                    "further out.",
                    "v′ = χ du/dt − ν (v − u): it is drawn towards the velocity u of the table. Now {r.speed} at "
                    "{r.radius} from the axis."),
               resistance=0.1, x=0.05, vy=0.04),
    ),
)
