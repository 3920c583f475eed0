r"""Sleigh on a tilted turntable: a skate that hovers, even uphill of the axis.

A turntable that leans, and a skate on it that neither slides down nor is thrown off: it hovers about a place in the
room, in some cases uphill of the axis.

## Assumptions

- The table turns at the constant rate $\p{rate}$ about its own normal, which leans by $\p{slope}$ from the vertical;
  $G=g\sin\p{slope}$ is the part of gravity along it, downhill and at rest in the room.
- A sleigh of the mass $m$ = 1 kg and the moment of inertia $\p{inertia}$ with an ideal blade; its mass centre is
  $\p{offset}$ ahead of the blade. With $\p{offset}=0$ it is a skate.

## Derivation

In axes of the blade, as in the scene **Sleigh on a turntable**: $x_1$, $x_2$ the place from the axis, $v_1$ the speed
along the edge and $\omega$ the spin, both on the table, $w=\omega+\p{rate}$ the spin in the room, and $\psi$ the angle
of the edge from downhill, $\dot\psi=w$. For a skate $w$ is constant, and gravity adds $G\cos\psi$ along the edge:

$$ \dot v_1=\p{rate}^2x_1+G\cos\psi,\qquad \dot x_1=v_1+\omega x_2,\qquad \dot x_2=-\omega x_1 . $$

Hence a driven oscillator,

$$ \begin{gathered}
   \ddot x_1=-\kappa^2x_1+G\cos\psi, \\[0.5em]
   \kappa^2=\omega^2-\p{rate}^2, \qquad \kappa^2-w^2=-2\,\p{rate}\,w . \end{gathered} $$

The last number is never zero for a turning table and a turning skate: there is no resonance. The forced part is

$$ x_1=-\frac{G}{2\,\p{rate}\,w}\cos\psi,\qquad x_2=\frac{\omega\,G}{2\,\p{rate}\,w^2}\sin\psi , $$

and the free part is the conic of a level table (scene **Skate on a turntable**), bounded for $\omega^2>\p{rate}^2$.
Turned into the room, $X=x_1\cos\psi-x_2\sin\psi$ downhill, the forced part has the mean

$$ D=-\frac{G\,(2\omega+\p{rate})}{4\,\p{rate}\,w^2}, $$

and across the slope the mean zero. For $\p{rate}>0$ the skate hovers downhill of the axis when $\omega<-\p{rate}$,
uphill when $\omega>\p{rate}$. As $\p{rate}\to0$ the mean runs away; what is left is the drift $G/(2w)$ across the
slope of the scene **Skate on a slope**.

With the mass centre ahead of the blade $\dot v_1$ gets $\p{offset}\,w^2$ and the spin the moment
$-m\,\p{offset}\,G\sin\psi$: the sleigh aligns with the slope and dives.

## What is conserved

- $w$ for a skate, since the blade's force goes through the mass centre.
- Not $E_J$: seen from the table, gravity turns. $\dot E_J=-\p{rate}\,(\mathbf r\times m\mathbf g)\cdot\mathbf n$, and
  the ledger has it. A remark in the source says otherwise; it holds only where the slope turns together with gravity.

## What to see

- **Hovering downhill** and **Hovering uphill**: $D$ = 8.7 cm and $-2.4$ cm, with spins of $-4$ and 4.5 rad/s on the
  table.
- **The table is stopped: off sideways**: the same skate on a slope at rest leaves across it after 3.1 s.
- $E_J$ in **Hovering downhill**: it varies by 0.089 J in 10 s, while the meter of $E_J$ less ledger stays at rounding.

## Ask the class

Can the skate be made to hover exactly about the axis? Which spin on the table would that be, and why does it not work?
Try it.

## References

- A. V. Borisov, I. S. Mamaev, I. A. Bizyaev, The Jacobi integral in nonholonomic mechanics, Regul. Chaotic Dyn. 20,
  2015, section 2.1 (the sign ≠ in the toolbar tells where the program differs from it).
- Ju. I. Neimark, N. A. Fufaev, Dynamics of Nonholonomic Systems, American Mathematical Society, 1972.
- The place $D$ is derived here; no earlier source is known to us.
"""

from math import cos, radians, sin

import numpy as np

from sandbox.scene import (
    Blade,
    Card,
    Differs,
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

G = 9.81     # [m/s^2]

PARAMETERS = (
    Parameter("rate", 1.5, "rad/s", low=-10, high=10, live=True, about="rotation rate of the table"),
    Parameter("slope", 2.92, "deg", low=0, high=30, about="angle of the table with the horizontal"),
    Parameter("spin", -4.0, "rad/s", low=-10, high=10, role="start", about="rate of turning, on the table"),
    Parameter("offset", 0.0, "m", low=-0.3, high=0.3, about="how far the mass centre is ahead of the blade"),
    Parameter("inertia", 0.015, "kg m²", low=0.001, high=0.2, about="moment of inertia about the mass centre"),
    Parameter("x1", 0.0, "m", low=-3, high=3, role="start", about="place from the axis along the edge"),
    Parameter("x2", 0.0, "m", low=-3, high=3, role="start", about="place from the axis across the edge"),
    Parameter("heading", 0.0, "deg", low=-180, high=180, role="start", about="direction of the edge, 0 downhill"),
    Parameter("v1", 0.0, "m/s", low=-1, high=1, role="start", about="speed along the edge, on the table"),
    Parameter("rim", 0.6, "m", low=0.3, high=3, about="radius of the table"),
)


def build(p):
    slope = radians(p.slope)
    table = Plane(rim=p.rim).of("ice").placed(axis=(0, 1, 0), angle=slope)
    return Sleigh(1.0, p.inertia, (Blade((-p.offset, 0.0)),), Spin((sin(slope), 0.0, cos(slope)), "rate"), table)


def start(p):
    return build(p).start(p.x1, p.x2, radians(p.heading), p.v1, p.spin, p.rate)


def exact(t, p, q, v):
    """Mass centre of a skate after t seconds at a constant rate [m]; None for a sleigh or without a spin."""
    rate, w, fall = p.rate, v[2], G*sin(radians(p.slope))
    if p.offset != 0 or rate == 0 or w == 0:
        return None
    c, s = cos(q[2]), sin(q[2])
    v1, omega = c*(v[0] + rate*q[1]) + s*(v[1] - rate*q[0]), w - rate
    x1, x2, psi = c*q[0] + s*q[1], -s*q[0] + c*q[1], q[2] + w*t
    # the forced part, and the conic of what the start has besides it
    force = fall/(2*rate*w)
    begin, d = x1 + force*c, v1 + omega*x2 - force*w*s
    square = omega**2 - rate**2
    k = abs(square)**0.5
    if k == 0:
        along, across, area = 1 + 0*t, t, t**2/2
    elif square > 0:
        along, across, area = np.cos(k*t), np.sin(k*t)/k, 2*(np.sin(k*t/2)/k)**2
    else:
        along, across, area = np.cosh(k*t), np.sinh(k*t)/k, 2*(np.sinh(k*t/2)/k)**2
    x1 = begin*along + d*across - force*np.cos(psi)
    x2 = x2 - omega*(begin*across + d*area - force/w*(np.sin(psi) - s))
    c, s = np.cos(psi), np.sin(psi)
    x, y = c*x1 - s*x2, s*x1 + c*x2
    return cos(radians(p.slope))*x, y, -sin(radians(p.slope))*x


def hover(p, w):
    """Place downhill of the axis about which a skate of the spin w hovers [m]."""
    return -G*sin(radians(p.slope))*(2*(w - p.rate) + p.rate)/(4*p.rate*w*w)


CARD = Card(
    "The table leans, and the skate neither slides down nor flies off: it hovers about a place in the room.",
    "It hovers about D = −G (2ω + Ω)/(4 Ω w²) = {place}, downhill of the axis; below 0 uphill. G = g sin α, w = "
    "{r.integral:spin}.",
    Try("[Stop the table]: it drifts off sideways.", rate=0.0),
    {"place": Number("m", lambda p, r: hover(p, r["integral:spin"])),
     "drift": Number("m/s", lambda p, r: G*sin(radians(p.slope))/(2*r["integral:spin"]))})

# ---- papers ----------------------------------------------------------------------------------------------------------

def varies(seen):
    """How much E_J changes [J]."""
    return float(seen.rows.E_J.max() - seen.rows.E_J.min())


PAPERS = (
    Paper("B 2.1, remark", "on a table that leans and turns about its normal there is no Jacobi integral", "", varies,
          within=5e-5, why=papers.PRINTED, preset="Hovering downhill", seconds=10.0,
          sign="Borisov, Mamaev, Bizyaev 2015, section 2.1, remark on the slope"),
    Paper("B 2.1, remark", "what E_J changes by is the work of the weight, which the ledger has",
          "departure of E_J less the ledger", papers.jacobi, 0.0, 1e-13, "J", preset="Hovering downhill", seconds=10.0),
)

SCENE = Scene(
    "Sleigh on a tilted turntable", PARAMETERS, build, start, exact=exact, conserved=("E_J", "spin"),
    papers=PAPERS, card=CARD, topic="blades", level="research",
    differs=(
        Differs(
            "Borisov, Mamaev, Bizyaev 2015, section 2.1, remark on the slope",
            "The remark says that the energy in the turning frame stays constant on an inclined plane that turns, too. "
            "That holds where the direction of gravity turns with the plane. On a table that leans and turns about its "
            "own normal gravity stands still in the room and turns as seen from the table, so that there is no Jacobi "
            "integral: dE_J/dt = −Ω (r × m g).",
            "how much E_J changes in 10 s of 'Hovering downhill'",
            0.0, 0.0886, "J"),
    ),
    presets=(
        Preset("Hovering downhill"),
        Preset("Hovering uphill",
               Card("Spun with the table, it hovers uphill of the axis."),
               spin=4.5),
        Preset("The table is stopped: off sideways",
               Card("The table stands: the skate goes off sideways, across the slope.",
                    "It drifts across at G/(2w) = {drift}, as a skate on any slope.",
                    Try("[Let the table turn]: a skate hovers on it.", "Hovering downhill")),
               rate=0.0, spin=-2.5, x2=-0.3),
        Preset("Shift the weight and it dives", Showing(1/2, "follow"),
               Card("With its weight ahead of the blade it turns its nose downhill, and dives.",
                    "v₁′ = a w² + G cos ψ: what it gains by turning it never gives back. Now {r.speed}.",
                    Try("[Put the weight over the blade]: it goes across again.", offset=0.0)),
               rate=0.0, slope=10.0, spin=3.0,
               offset=0.08, rim=3.0, x1=-2.0),
        Preset("Weight ahead of the blade: thrown off", Showing(1/4),
               Card("With the weight ahead of the blade the table throws it off.",
                    "v₁′ = a w² + Ω² x₁ + G cos ψ grows with the distance. Now {r.speed}.",
                    Try("[A skate with its weight over the blade] hovers.", "Hovering downhill")),
               offset=0.08, spin=0.0, x1=0.05),
        Preset("Steeper and faster",
               Card("A steeper table that turns faster: it still hovers."),
               slope=8.0, rate=4.0, spin=6.0, x1=0.1),
    ),
)
