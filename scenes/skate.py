r"""Skate on a turntable: ellipse, parabola, hyperbola.

A skate is a sleigh whose mass centre lies on the normal of its blade. On a turning table it is the rare nonholonomic
system that can be solved completely, and its path in its own axes is a conic.

## Assumptions

- The skate slides without friction along its edge and not at all across it; its mass $m$ is 1 kg, its moment of
  inertia about the mass centre is $\p{inertia}$. The blade may be shifted along its own normal by {p.across}: that
  changes nothing.
- The table of the radius $\p{rim}$ turns at the constant rate $\p{rate}$.

## Derivation

Let $\mathbf e_1$ point along the edge, $\mathbf e_2$ to its left, and $\mathbf r=x_1\mathbf e_1+x_2\mathbf e_2$ from
the axis to the mass centre. The force $N\mathbf e_2$ of the blade goes through the mass centre, so it has no moment:
the spin $w$ in the room is constant, and so is $\p{spin}=w-\p{rate}$, the spin on the table. The velocity relative to
the table is $v_1\mathbf e_1$, hence

$$ \dot x_1=v_1+\p{spin}\,x_2,\qquad \dot x_2=-\p{spin}\,x_1 . $$

In the frame of the table the centrifugal force $m\,\p{rate}^2\mathbf r$ and the Coriolis force act; the latter is
across the velocity, that is along $\mathbf e_2$. Along the edge and across it

$$ \dot v_1=\p{rate}^2x_1,\qquad N=m\left[(\p{spin}+2\,\p{rate})\,v_1-\p{rate}^2x_2\right] . $$

One more derivative of $\dot x_1$ leaves an oscillator with a sign that depends on the spin,

$$ \ddot x_1=-\kappa^2x_1,\qquad \kappa^2=\p{spin}^2-\p{rate}^2 . $$

With $D=v_1(0)+\p{spin}\,x_2(0)$ and hyperbolic functions for $\kappa^2<0$ ($t$ and $t^2/2$ in place of the last two
for $\kappa=0$)

$$ \begin{gathered}
   x_1=x_1(0)\cos\kappa t+D\,\frac{\sin\kappa t}{\kappa}, \\[0.5em]
   x_2=x_2(0)-\p{spin}\left[x_1(0)\,\frac{\sin\kappa t}{\kappa}+D\,\frac{1-\cos\kappa t}{\kappa^2}\right] .
     \end{gathered} $$

Eliminating time with the integral $F$ below gives the conic

$$ (F+\kappa^2x_2)^2+\p{spin}^2\kappa^2x_1^2=\text{const}: $$

an ellipse when the skate spins on the table faster than the table turns, a parabola when just as fast, a hyperbola
when slower. In the room an ellipse becomes a rosette.

## What is conserved

- The spin $w$: the blade has no moment about the mass centre. With the mass centre ahead of the blade it has one
  (scene **Sleigh on a turntable**).
- $E_J=\tfrac12mv_1^2+\tfrac12\p{inertia}\,\p{spin}^2-\tfrac12m\,\p{rate}^2(x_1^2+x_2^2)$: in the frame of the table
  the blade does no work and the centrifugal force has a potential. The energy in the room is not constant.
- $F=\p{spin}\,v_1+\p{rate}^2x_2$, by the equations for $\dot v_1$ and $\dot x_2$. A rate that is changed while the
  skate runs ends this and $E_J$.

## What to see

- **Ellipse**, **Parabola**, **Hyperbola**: $\p{spin}$ = 3, 1.5 and 0.75 rad/s on a table of 1.5 rad/s, from the same
  place. The chart shows the conic in axes of the blade.
- **Just inside** and **Just outside**: 1.55 rad/s turns back at 0.397 m, 1.45 rad/s is over the rim after 3.1 s.
- **Spun backwards**: against the table the absolute spin $w<0$ is enough to be trapped.

## Ask the class

For which spins $w$ in the room does the table keep the skate, for which does it throw it off? Predict the two borders
and test them. Does the start matter?

## References

- A. V. Borisov, I. S. Mamaev, I. A. Bizyaev, The Jacobi integral in nonholonomic mechanics, Regul. Chaotic Dyn. 20,
  2015, section 2.2 (the sign in $F$ and the case $\p{spin}=0$, which is exponential and not uniformly accelerated, are
  mended here).
- Ju. I. Neimark, N. A. Fufaev, Dynamics of Nonholonomic Systems, American Mathematical Society, 1972.
"""

import numpy as np

from sandbox.scene import (
    Blade,
    Card,
    Chart,
    Curve,
    Differs,
    Mark,
    Number,
    Paper,
    Parameter,
    Plane,
    Preset,
    Scene,
    Showing,
    Sleigh,
    Spin,
    Try,
    papers,
)

PARAMETERS = (
    Parameter("rate", 1.5, "rad/s", low=-10, high=10, live=True, about="rotation rate of the table"),
    Parameter("spin", 3.0, "rad/s", low=-10, high=10, role="start", about="rate of turning, on the table"),
    Parameter("x1", 0.1, "m", low=-0.5, high=0.5, role="start", about="place from the axis along the edge"),
    Parameter("x2", 0.0, "m", low=-0.5, high=0.5, role="start", about="place from the axis across the edge"),
    Parameter("heading", 0.0, "rad", low=-4, high=4, role="start", about="direction of the edge"),
    Parameter("v1", 0.0, "m/s", low=-1, high=1, role="start", about="speed along the edge, on the table"),
    Parameter("rim", 0.6, "m", low=0.3, high=3, about="radius of the table"),
    Parameter("inertia", 0.015, "kg m²", low=0.001, high=0.2, about="moment of inertia about the mass centre"),
    Parameter("across", 0.0, "m", low=-0.1, high=0.1, about="how far the blade is to the left; does not matter"),
)


def build(p):
    return Sleigh(1.0, p.inertia, (Blade((0.0, p.across)),), Spin("z", "rate"), Plane(rim=p.rim).of("ice"))


def start(p):
    return build(p).start(p.x1, p.x2, p.heading, p.v1, p.spin, p.rate)


def conic(t, rate, omega, x1, x2, v1):
    """Place (x1, x2) in axes of the blade after the times t [s] at a constant rate [m]."""
    square, d = omega**2 - rate**2, v1 + omega*x2
    k = abs(square)**0.5
    if k == 0:
        c, s, area = 1 + 0*t, t, t**2/2
    elif square > 0:
        c, s, area = np.cos(k*t), np.sin(k*t)/k, 2*(np.sin(k*t/2)/k)**2
    else:
        c, s, area = np.cosh(k*t), np.sinh(k*t)/k, 2*(np.sinh(k*t/2)/k)**2
    return x1*c + d*s, x2 - omega*(x1*s + d*area)


def in_the_blade(q, v, rate):
    """omega, x1, x2, v1 of coordinates q = (X, Y, theta) and their rates."""
    c, s = np.cos(q[2]), np.sin(q[2])
    v1 = c*(v[0] + rate*q[1]) + s*(v[1] - rate*q[0])
    return v[2] - rate, c*q[0] + s*q[1], -s*q[0] + c*q[1], v1


def exact(t, p, q, v):
    """Mass centre after t seconds at a constant rate: the conic, turned with the blade [m]."""
    x1, x2 = conic(t, p.rate, *in_the_blade(q, v, p.rate))
    c, s = np.cos(q[2] + v[2]*t), np.sin(q[2] + v[2]*t)
    return c*x1 - s*x2, s*x1 + c*x2, 0*t


def chart(p):
    """The conic in axes of the blade, from the start, as far as the rim."""
    x1, x2 = conic(np.linspace(0.0, 40.0, 4001), p.rate, p.spin, p.x1, p.x2, p.v1)
    if p.spin**2 > p.rate**2:
        last = int(min(4001, 100*2*np.pi/(p.spin**2 - p.rate**2)**0.5 + 2))
    else:
        last = max(2, int((np.hypot(x1, x2) < p.rim).sum()))

    def now(path):
        w, _x, _y, z = path.quaternion
        c, s = w*w - z*z, 2*w*z
        return c*path.centre[0] + s*path.centre[1], -s*path.centre[0] + c*path.centre[1]

    return Chart("along the blade x1", "x2", (Curve("conic of the start", x1[:last], x2[:last]), *kind(p)), now,
                 "m", "m", title="Conic in axes of the blade")


def kind(p):
    """What the conic is, with its eccentricity, at its centre, or at the start where it has none; none for a line."""
    omega, square = p.spin, (p.spin - p.rate)*(p.spin + p.rate)
    F = omega*p.v1 + p.rate**2*p.x2
    h = (F + square*p.x2)**2 + omega**2*square*p.x1**2
    if omega == 0 or h == 0:
        return ()
    if square == 0:
        return (Mark("parabola", p.x1, p.x2),)
    if square > 0:
        return (Mark("ellipse", 0.0, -F/square, "point", f"e = {abs(p.rate/omega):.4g}"),)
    # the axis that it crosses is x2 for h > 0, else x1
    e = abs(p.rate/omega) if h > 0 else (1 - omega**2/square)**0.5
    return (Mark("hyperbola", p.x1, p.x2, "point", f"e = {e:.4g}"),)


CARD = Card(
    "The skate turns evenly on the turning table; in axes of its blade its path is a conic.",
    "κ² = (w − Ω)² − Ω² = {square}: above 0 an ellipse, it stays; 0 a parabola; below 0 a hyperbola, it is off. w = "
    "{r.integral:spin}.",
    Try("[Spin it more slowly than the table]: a hyperbola, and off it goes.", spin=0.75),
    {"square": Number("1/s²", lambda p, r: (r["integral:spin"] - p.rate)**2 - p.rate**2)})

# ---- papers ----------------------------------------------------------------------------------------------------------

def along(seen):
    """Distance from the axis at the end [m]."""
    return float(np.linalg.norm(seen.r[-1, :2]))


PAPERS = (
    Paper("B 2.2, (2.8)", "a balanced sleigh, a = 0: in axes of the blade its path is an ellipse",
          "largest distance from the closed form", papers.off_exact, 0.0, 1e-11, "m", preset="Ellipse", seconds=10.0,
          chart="Conic in axes of the blade"),
    Paper("B 2.2, (2.8)", "a parabola at the border, ω = Ω", "largest distance from the closed form",
          papers.off_exact, 0.0, 1e-11, "m", preset="Parabola", seconds=3.0, chart="Conic in axes of the blade"),
    Paper("B 2.2, (2.8)", "a hyperbola below it, ω < Ω", "largest distance from the closed form", papers.off_exact,
          0.0, 1e-11, "m", preset="Hyperbola", seconds=1.5, chart="Conic in axes of the blade"),
    Paper("B 2.2, (2.8)", "the skate is superintegrable: F = ω v₁ + Ω² x₂ stays beside E_J and ω", "departure of F",
          papers.stays("F"), 0.0, 1e-12, "m/s²", preset="Spun backwards", seconds=10.0),
    Paper("B 2.2", "without a spin on the table it is thrown off along its edge, exponentially", "", along,
          within=1e-9, preset="It does not turn on the table", seconds=2.0,
          sign="Borisov, Mamaev, Bizyaev 2015, section 2.2, ω = 0"),
)

SCENE = Scene(
    "Skate on a turntable", PARAMETERS, build, start, exact=exact, conserved=("E_J", "spin", "F"), chart=chart,
    papers=PAPERS, card=CARD, topic="blades", level="university",
    differs=(
        Differs(
            "Borisov, Mamaev, Bizyaev 2015, section 2.2, ω = 0",
            "Of a skate that does not turn on the table it is said that it moves with an even acceleration. The force "
            "along its edge is m Ω² x₁ and grows with the distance, so that x₁ = x₁(0) cosh Ωt + (v₁(0)/Ω) sinh Ωt.",
            "distance from the axis after 2 s of 'It does not turn on the table', put down at rest at 2 cm",
            0.11, 0.02*float(np.cosh(3.0)), "m"),
    ),
    presets=(
        Preset("Ellipse",
               Card("The skate spins on the table faster than the table turns: it is trapped, and draws a "
                    "rosette in the room.")),
        Preset("Parabola",
               Card("It spins on the table just as fast as the table turns: the border case, a parabola.",
                    try_=Try("[Spin it faster]: it is trapped.", spin=3.0)),
               spin=1.5),
        Preset("Hyperbola", Showing(1/2),
               Card("It spins more slowly than the table turns, and is thrown off on a hyperbola.",
                    try_=Try("[Spin it faster]: it is trapped.", spin=3.0)),
               spin=0.75),
        Preset("Just inside",
               Card("A little faster than the border: it goes far out, and comes back."),
               spin=1.55),
        Preset("Just outside",
               Card("A little slower than the border: it goes, and does not come back.",
                    try_=Try("[Spin it faster]: it is trapped.", spin=3.0)),
               spin=1.45),
        Preset("Spun backwards",
               Card("Spun against the table, fast enough: trapped as well."),
               spin=-3.0, v1=0.2),
        Preset("It does not turn on the table", Showing(1/2),
               Card("It keeps its direction on the table, and is thrown off along its edge.",
                    try_=Try("[Spin it faster than the table]: it is trapped.", spin=3.0)),
               spin=0.0, x1=0.02),
    ),
)
