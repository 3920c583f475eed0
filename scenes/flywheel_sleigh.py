r"""Sleigh with a flywheel: steered and driven from within.

Chaplygin's sleigh on a floor at rest, with a flywheel on it. A motor turns the wheel and the sleigh turns against it.
Nothing pushes it from outside but the floor on the blade, across the edge, and yet it is steered, and goes faster with
every turn.

## Assumptions

- Sleigh and wheel have the mass $\p{mass}$ and the mass centre $C$, the distance $\p{offset}$ ahead of the blade. The
  sleigh's moment of inertia about $C$ is $\p{inertia}$, the wheel's about its axis, which goes through $C$,
  $\p{flywheel}$.
- The blade's point moves along its edge only; all else is smooth, the board at rest. What falls over its rim falls
  with a wheel that stands still on it.
- The motor gives the wheel the rate $\p{wheel}$ relative to the sleigh. It changes the rate by $\p{strength}$ at most.

## Derivation

Let $v$ be the speed along the edge and $\omega$ the rate of turning; with $s=\p{wheel}$ the energy is

$$ T=\tfrac12\p{mass}\,(v^2+\p{offset}^2\omega^2)+\tfrac12\p{inertia}\,\omega^2+\tfrac12\p{flywheel}\,(\omega+s)^2 . $$

Along the edge nothing pushes, and $C$ is carried round by the blade: $\dot v=\p{offset}\,\omega^2$. The blade pushes
with $N$ across the edge, at the distance $\p{offset}$ behind $C$, with $N=\p{mass}(\p{offset}\,\dot\omega+v\,\omega)$.
The motor's moment is $M=\p{flywheel}(\dot\omega+\dot s)$ on the wheel and $-M$ on the sleigh, so that
$\p{inertia}\,\dot\omega=-\p{offset}\,N-M$, or

$$ \dot v=\p{offset}\,\omega^2,\qquad I\dot\omega=-\p{mass}\,\p{offset}\,v\,\omega-\p{flywheel}\,\dot s,\qquad
   I=\p{inertia}+\p{mass}\,\p{offset}^2+\p{flywheel} . $$

**A kick.** Where the motor changes the rate quickly by $\Delta$, $\omega$ jumps by $-\p{flywheel}\Delta/I$ and
$v=v_0$ does not. Then $s$ is constant, so that $\p{mass}\,v^2+I\omega^2=\p{mass}\,v_\infty^2$ stays. Put
$v=v_\infty\sin\chi$, $\omega=v_\infty\sqrt{\p{mass}/I}\,\cos\chi$: then
$\dot\chi=\p{offset}\sqrt{\p{mass}/I}\;\omega$, and $\chi$ tends to $\pi/2$. In all the sleigh turns by

$$ \Delta\theta=-\sqrt{\frac{I}{\p{mass}\,\p{offset}^2}}\;
     \arctan\frac{\p{flywheel}\,\Delta}{v_0\sqrt{\p{mass}\,I}}
   \approx-\frac{\p{flywheel}\,\Delta}{\p{mass}\,\p{offset}\,v_0},\qquad
   v_\infty^2=v_0^2+\frac{(\p{flywheel}\Delta)^2}{\p{mass}\,I} . $$

So the rate of the wheel is a rudder: the heading follows it, with the delay $I/(\p{mass}\,\p{offset}\,v)$. And each
kick, in either direction, leaves the sleigh faster. From rest, $v_0=0$, it turns by
$\tfrac\pi2\sqrt{I/(\p{mass}\,\p{offset}^2)}$, however weak the kick is.

## What is conserved

- $T$ less the work of the motor, $\int M\,s\,dt$, which the ledger has. Where the rate is constant that is
  $\p{mass}\,v^2+I\omega^2$.
- Not the angular momentum: the blade has a moment about every fixed point.

## What to see

- **Steer it**: the arrow keys change the rate of the wheel. Right: the wheel turns to the left, the sleigh to the
  right.
- **Kicked from rest**: it turns by more than a quarter of a circle, and ends straight ahead at a steady speed.
- **A kick on the way**: it turns by the angle of the formula, and is faster afterwards.
- **No offset**: with the mass centre above the blade it is steered, but never driven.

## Ask the class

Turn the wheel up and down again by the same amount. Is the sleigh back on its old course? And where does its energy
come from, when the floor's force does no work?

## References

- S. A. Chaplygin, On the theory of motion of nonholonomic systems. The reducing-multiplier theorem, Mat. Sbornik 28,
  1911.
- S. D. Kelly, M. J. Fairchild, P. M. Hassing, P. Tallapragada, Proportional heading control for planar navigation: the
  Chaplygin beanie and fishlike robotic swimming, American Control Conference, 2012.
- V. Fedonyuk, P. Tallapragada, Sinusoidal control and limit cycle analysis of the dissipative Chaplygin sleigh,
  Nonlinear Dyn. 93, 2018.
"""

from math import atan2, cos, inf, pi, sin, sqrt

from sandbox.scene import (
    Blade,
    Board,
    Card,
    Flywheel,
    Number,
    Parameter,
    Preset,
    Scene,
    Showing,
    Sleigh,
    Steer,
    Still,
    Try,
)

PARAMETERS = (
    Parameter("wheel", 0.0, "rad/s", low=-40, high=40, live=True, title="rate of the flywheel", symbol="s",
              about="how fast it turns on the sleigh"),
    Parameter("flywheel", 0.005, "kg m²", low=0.0001, high=0.1, about="moment of inertia of the flywheel"),
    Parameter("strength", 40.0, "rad/s²", low=1, high=1000, about="how fast it changes the rate of the flywheel"),
    Parameter("offset", 0.05, "m", low=0.0, high=0.3, about="how far the mass centre is ahead of the blade"),
    Parameter("inertia", 0.015, "kg m²", low=0.001, high=0.2, about="moment of inertia of the sleigh"),
    Parameter("mass", 1.0, "kg", low=0.1, high=10, about="mass of sleigh and flywheel"),
    Parameter("v", 0.5, "m/s", low=-3, high=3, role="start", about="speed along the edge"),
    Parameter("spin", 0.0, "rad/s", low=-20, high=20, role="start", about="rate of turning, as a kick leaves it"),
    Parameter("x", -1.6, "m", low=-1.7, high=1.7, role="start", about="place along the ice"),
    Parameter("y", 0.0, "m", low=-1.2, high=1.2, role="start", about="place across the ice"),
    Parameter("heading", 0.0, "deg", low=-180, high=180, role="start", about="direction of the edge"),
)


def build(p):
    wheel = Flywheel(p.flywheel, "wheel", p.strength)
    return Sleigh(p.mass, p.inertia, (Blade((-p.offset, 0.0)),), Still(), Board(3.8, 2.6).of("ice"), flywheel=wheel)


def start(p):
    phi = p.heading*pi/180
    # in axes of the edge
    x1, x2 = p.x*cos(phi) + p.y*sin(phi) - p.offset, -p.x*sin(phi) + p.y*cos(phi)
    return build(p).start(x1, x2, phi, p.v, p.spin)


def total(p):
    """I: of sleigh and wheel about the blade [kg m^2]."""
    return p.inertia + p.mass*p.offset**2 + p.flywheel


def turned_by(p):
    """Angle by which the sleigh turns after a kick that left it the spin and the speed of the start [rad]."""
    if p.offset == 0.0:
        return inf      # nothing ends its turning
    return sqrt(total(p)/p.mass)/p.offset*atan2(sqrt(total(p)/p.mass)*p.spin, p.v)


def in_the_end(p):
    """Speed long after that kick, the wheel at a constant rate [m/s]."""
    return sqrt(p.v**2 + total(p)/p.mass*p.spin**2)


CARD = Card(
    "A motor turns the wheel, and the sleigh turns against it: steer it with the arrow keys. Nothing but its blade "
    "holds on to the floor.",
    "v′ = a ω² is never below 0, so every turn makes it faster, with the motor's work: now {r.speed}, and it turns at "
    "{r.spin}.",
    Try("[Kick it from rest]: it comes to a speed by itself.", "Kicked from rest"))

SCENE = Scene(
    "Sleigh with a flywheel", PARAMETERS, build, start, card=CARD, topic="blades",
    level="university", showing=Showing(closer=0),
    controls=(Steer("wheel", range=(-12, 12), springs_back=False, seconds=1.5),),
    presets=(
        Preset("Steer it"),
        Preset("Kicked from rest", Showing(2),
               Card("A kick from rest: it swings round by more than a quarter of a circle, and ends straight ahead.",
                    "In all it turns by π/2 √(I/(m a²)) = {angle}, however weak the kick is; in the end v = {end}.",
                    Try("[Kick it half as hard]: the same angle, half as fast.", spin=1.0),
                    {"angle": Number("rad", lambda p, r: turned_by(p)),
                     "end": Number("m/s", lambda p, r: in_the_end(p))}),
               x=0.0, y=-0.3, v=0.0, spin=2.0),
        Preset("A kick on the way",
               Card("It goes straight ahead, and is kicked: it turns to a new course, and is faster on it.",
                    "√(I/(m a²)) arctan(ω √(I/m)/v) = {angle}. In the end v = {end}.",
                    Try("[Kick it to the other side]: it turns there, and is just as fast.", spin=-2.0),
                    {"angle": Number("rad", lambda p, r: turned_by(p)),
                     "end": Number("m/s", lambda p, r: in_the_end(p))}),
               x=-1.2, y=-0.3, spin=2.0),
        Preset("Backwards it turns round", Showing(2),
               Card("Pushed off backwards it does not stay so: the least turn grows, and it comes round.",
                    try_=Try("[Push it off forwards]: now it runs straight.", v=0.5)),
               x=1.0, v=-0.5, spin=0.01),
        Preset("No offset: steered, never driven",
               Card("The mass centre is above the blade: it runs in a circle at an even speed, and the wheel turns it "
                    "at once.",
                    "a = 0: v′ = 0, so the speed stays {r.speed}, and (I + J) ω + J s stays, too.",
                    Try("[Put the mass centre ahead]: every turn drives it.", "Steer it")),
               offset=0.0, x=0.0, y=-0.5, spin=1.0),
    ),
)
