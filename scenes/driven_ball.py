r"""Ball driven from inside: nothing pushes it, and it rolls.

A ball of mass $M$ and radius $a = \p{radius}$ carries a wheel with the axial moment of inertia $J$, a mass
$m = \p{load}$ that a motor moves along a circle, or both. The motors know nothing of the table, and no force acts from
outside but gravity and that at the point of contact.

## Assumptions

- The ball rolls without slipping on a level table, which may turn at the rate $\Omega = \p{rate}$.
- The ball is a thin shell, $I = \tfrac23 M a^2$ with its wheel. The table only presses: where the ball would have to be
  held down, it flies, and where it lands it does not bounce. It slips only where friction alone would press it to the
  table.
- What the motors do is given: the angle $\psi(t)$ of the wheel, the angle $\theta(t)$ of the mass, both counted in the
ball.

## Derivation

The wheel about a level axis: let $I$ be the moment of inertia of the ball with its wheel. About the point of contact
gravity and the force there have no moment, so that

$$ (I + M a^2)\,\omega + J\,\dot\psi = \text{const}, \qquad x = x_0 - \frac{a J}{I + M a^2}\,\psi(t) $$

for a ball that is at rest while the wheel is. The ball goes to and fro with the wheel, against it, and comes back
whenever the wheel does.

The mass on a circle about a level axis through the middle: let $\beta$ be the angle by which the ball has rolled,
$x = a\beta$, and $\varphi = \beta + \theta$ that of the mass from below. Then

$$ T = \tfrac12 (I + M a^2)\,\dot\beta^2 + \tfrac12 m\,\big(a^2 \dot\beta^2 - 2 a r\,\dot\beta\,\dot\varphi \cos\varphi
+ r^2 \dot\varphi^2\big), \qquad U = -m g r \cos\varphi. $$

A motor of the even rate $\dot\theta = -w$ has the solution $\varphi = 0$, $\dot\beta = w$: the mass stays below and
the ball rolls evenly over it, as a squirrel does in its wheel. Started from rest the mass swings about that place, and
the ball goes by fits and starts.

## What is conserved

- Nothing by itself: motors work. $E_J$ less the ledger, which counts the work of the motors and of the table, stays.
- With the wheel alone, $(I + M a^2)\,\omega + J \dot\psi$.

## What to see

- The energy that the motors give, in the ledger.
- On a table that turns the ball does not go straight.

## Ask the class

- Where does the ball get its momentum from, if nothing but the ball itself moves?

## References

- Bychkov 2004, on bodies that carry moving masses.
"""

from math import pi

from numpy import cos

from sandbox.scene import (
    ANEW,
    Ball,
    Card,
    Circling,
    Number,
    Paper,
    Parameter,
    Plane,
    Preset,
    Rotor,
    Scene,
    Showing,
    Signal,
    Slider,
    Spin,
    Start,
    Try,
    papers,
)

PARAMETERS = (
    Parameter("rate", 0.0, "rad/s", low=-6, high=6, live=True, about="rotation rate of the table"),
    Parameter("radius", 0.06, "m", low=0.03, high=0.1, about="radius of the ball"),
    Parameter("wheel", 0.5, low=0, high=0.9, about="moment of inertia of the wheel over that of the ball"),
    Parameter("turns", 1.5, low=0, high=20, about="amplitude of the wheel, in turns"),
    Parameter("nu", 3.0, "rad/s", low=0.5, high=20, about="angular frequency of the wheel"),
    Parameter("load", 0.0, "kg", low=0, high=1, about="mass that runs round inside"),
    Parameter("motor", 4.0, "rad/s", low=-20, high=20, about="rate at which it runs round"),
    Parameter("spring", 0.0, "N/m", low=0, high=200, about="spring of a mass on a line through the middle; 0: no such"),
    Parameter("running", False, role="start", about="the ball rolls at the motor's rate from the beginning"),
    Parameter("vy", 0.0, "m/s", low=-0.5, high=0.5, role="start", about="velocity across"),
)

MASS = 0.5           # of the ball [kg]
CIRCLE = 0.6         # radius of the mass' way, over that of the ball
SPRUNG = 0.1         # mass on the spring [kg]
STRETCHED = 0.3      # how far it is from the middle at the start, over the radius of the ball


def ball(p):
    return Ball(p.radius, mass=MASS, shell=True)


def wheel_of(p):
    """Axial moment of inertia of the wheel [kg m^2]."""
    return p.wheel*ball(p).I


def build(p):
    parts, stroke = [], 2*pi*p.turns
    if p.wheel and p.turns:
        parts.append(Rotor(wheel_of(p), "y", Signal((stroke,), cosine=-stroke, nu=p.nu)))
    if p.load:
        # the angle counts about y from below: with the ball at rest a positive rate takes the mass to -x
        parts.append(Circling(p.load, (0.0, 0.0, 0.0), "y", CIRCLE*p.radius, Signal((0.0, -p.motor)), (0.0, 0.0, -1.0)))
    if p.spring:
        parts.append(Slider(SPRUNG, direction="x", stiffness=p.spring, at=STRETCHED*p.radius))
    return ball(p).carrying(*parts), Plane().of("resin"), Spin("z", "rate")


def start(p):
    return Start(at=(0.0, 0.0, p.radius), velocity=(p.radius*p.motor if p.running and p.load else 0.0, p.vy, 0.0))


def gain(p):
    """How far the ball rolls for each radian of the wheel [m]."""
    one = ball(p)
    return p.radius*wheel_of(p)/(one.I + one.m*p.radius**2)


def exact(t, p, r, v):
    """Centre of the ball with a wheel alone on a table at rest, after t seconds from the start [m]."""
    if p.load or p.spring or p.rate or v[0] or v[1] or r[0]:
        return None
    return r[0] - gain(p)*2*pi*p.turns*(1 - cos(p.nu*t)), r[1] + 0*t, r[2] + 0*t


CARD = Card(
    "A wheel inside turns to and fro, and the ball rolls against it, to and fro.",
    "(I + M a²) ω + J ψ′ stays: for each turn of the wheel the ball rolls {turn} the other way. Now x = {r.x}.",
    Try("[Turn the wheel twice as far]: twice the way.", ANEW, turns=lambda p: min(2*p.turns, 20.0)),
    {"turn": Number("m", lambda p, r: 2*pi*gain(p)), "even": Number("m/s", lambda p, r: p.radius*p.motor)})

PAPERS = (
    Paper("By systems",
          "a body that carries what moves in it: a wheel turns to and fro, and the ball rolls against it",
          "largest distance from the closed form", papers.off_exact, 0.0, 1e-11, "m", preset="A wheel: to and fro",
          seconds=5.0),
    Paper("By systems", "a mass that runs round evenly in a ball that rolls evenly", "change of its speed",
          papers.speed_change, 0.0, 1e-11, "m/s", preset="It runs evenly", seconds=3.0),
    Paper("By systems", "on a table that turns: what motors and table do stands in the ledger",
          "departure of E_J less the ledger", papers.jacobi, 0.0, 1e-12, "J", preset="On a table that turns",
          seconds=4.0),
    Paper("By systems", "a mass on a spring in the ball", "departure of the energy", papers.jacobi, 0.0, 1e-12, "J",
          preset="A mass on a spring", seconds=4.0),
)

SCENE = Scene(
    "Ball driven from inside", PARAMETERS, build, start, exact=exact, conserved=("E_J",),
    papers=PAPERS, card=CARD, topic="bodies",
    level="university",
    presets=(
        Preset("A wheel: to and fro"),
        Preset("A mass that runs round",
               Card("A mass runs round inside, as a squirrel in its wheel: the ball goes by fits and starts.",
                    "In the mean the mass stays below and the ball rolls at a θ′ = {even}; now {r.speed}.",
                    Try("[Let it run from the beginning]: it rolls evenly.", ANEW, running=True)),
               wheel=0.0, load=0.3, motor=4.0),
        Preset("It runs evenly",
               Card("The ball rolls over the mass, which stays below: evenly, at a θ′.",
                    "a θ′ = {even}, and {r.speed}; the motor has nothing to do: {r.ledger}.",
                    Try("[Let it start from rest]: fits and starts.", ANEW, running=False)),
               wheel=0.0, load=0.3, motor=3.0, running=True),
        Preset("On a table that turns",
               Card("On a table that turns the driven ball runs on a curve.",
                    "E_J = E − Ω · L = {r.E_J}, less what motors and table did, {r.ledger}, stays.",
                    Try("[Stop the table]: straight on.", ANEW, rate=0.0)),
               wheel=0.0, load=0.3, motor=3.0, running=True, rate=1.0),
        Preset("A mass on a spring", Showing(1/2),
               Card("A mass on a spring in a line through the middle: the ball rocks against it."),
               wheel=0.0, spring=40.0),
        Preset("A wheel across the way",
               Card("The wheel's axis turns with the ball as it rolls on: what was to and fro becomes a way of its "
                    "own."),
               vy=0.15, turns=0.5),
    ),
)
