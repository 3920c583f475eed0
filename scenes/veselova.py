r"""Veselova's problem: a body whose spin about an axis of the room is given.

A rigid body with a fixed point, whose spin about the vertical is prescribed. The constraint works all the time, and
yet an integral of energy exists for a body of any shape.

## Assumptions

- Principal moments of inertia $\p{I_1}$, $\p{I_2}$, $\p{I_3}$; no friction.
- With $\boldsymbol\gamma$ for the vertical in body axes the constraint is
  $\boldsymbol\omega\cdot\boldsymbol\gamma=\p{d}$; it acts by a moment $\lambda$ about the vertical. The weight has the
  potential $U=P_1\gamma_1+P_3\gamma_3$, $P_1$ = {p.aside}, $P_3$ = {p.weight}.

## Derivation

Euler's equations with the moment of the constraint, in body axes:

$$
   J\dot{\boldsymbol\omega}=J\boldsymbol\omega\times\boldsymbol\omega+\boldsymbol\gamma\times\frac{\partial
   U}{\partial\boldsymbol\gamma}+\lambda\,\boldsymbol\gamma,
   \qquad \dot{\boldsymbol\gamma}=\boldsymbol\gamma\times\boldsymbol\omega .
$$

The vertical changes across the angular velocity, $\boldsymbol\omega\cdot\dot{\boldsymbol\gamma}=0$, so that the
derivative of the constraint is $\dot{\boldsymbol\omega}\cdot\boldsymbol\gamma=0$. Hence

$$
   \lambda=-\frac{\boldsymbol\gamma\cdot
   J^{-1}\left(J\boldsymbol\omega\times\boldsymbol\omega+\boldsymbol\gamma\times\partial
   U/\partial\boldsymbol\gamma\right)}{\boldsymbol\gamma\cdot J^{-1}\boldsymbol\gamma} .
$$

Multiplying the first equation by $\boldsymbol\omega$ gives the power of the constraint,
$\frac{d}{dt}(T+U)=\lambda\,\boldsymbol\omega\cdot\boldsymbol\gamma=\lambda\,\p{d}$. The same $\lambda$ is the rate of
change of the angular momentum about the vertical: neither weight nor inertia has a moment about it, so that

$$
   \frac{d}{dt}\left(J\boldsymbol\omega\cdot\boldsymbol\gamma\right)
   =\left(J\boldsymbol\omega\times\boldsymbol\omega\right)\cdot\boldsymbol\gamma
   +\lambda+J\boldsymbol\omega\cdot\left(\boldsymbol\gamma\times\boldsymbol\omega\right)=\lambda .
$$

The difference of the two is the integral of Jacobi and Painleve. In the words of the general theory: turning the whole
body about the vertical at the rate $\p{d}$ is a motion that the constraint allows, and it changes neither kinetic
energy nor potential. Where such a motion exists, $E-\mathbf p\cdot\mathbf Y$ is constant, with $\mathbf Y$ its
velocities and $\mathbf p$ the momenta.

The start gives $\omega_1$ and $\omega_2$; for a third axis that leans by {p.tilt}, turned about the first one,
$\gamma_1=0$ and $\gamma_2$, $\gamma_3$ are sine and cosine of that angle, and $\omega_3$ follows from the constraint.

## What is conserved

- $E_J=\tfrac12\boldsymbol\omega\cdot J\boldsymbol\omega-\p{d}\,J\boldsymbol\omega\cdot\boldsymbol\gamma+U$, now
  {r.E_J}, for any inertia and any weight. The energy $T+U$ alone only for $\p{d}=0$.
- Without a weight also the two horizontal components of the angular momentum in the room: the moment of the constraint
  is vertical. A weight ends that.

## What to see

- **Without a weight**: $E_J$ stays at 4.99 mJ while $T+U$ varies by as much as its own size.
- **A heavy body, any shape**: no symmetry is left, and $E_J$ stays all the same.
- **A symmetric body** and then $\p{I_2}$ = 5 g m²: the axis goes round evenly, or goes its own way.

## Ask the class

In Suslov's problem the spin about an axis of the body is given, here that about an axis of the room. Why has this
scene an integral for any body, and that one only for symmetric ones? Look for the motion $\mathbf Y$ in both.

## References

- L. E. Veselova, New cases of integrability of the equations of motion of a rigid body in the presence of a
  nonholonomic constraint, Geometry, Differential Equations and Mechanics, Moscow University, 1986 (in Russian).
- A. V. Borisov, I. S. Mamaev, I. A. Bizyaev, The Jacobi integral in nonholonomic mechanics, Regul. Chaotic Dyn. 20,
  2015, section 1.3.
"""

from math import cos, radians, sin

from sandbox.scene import (
    ON_A_STAND,
    At,
    Card,
    Paper,
    Parameter,
    Preset,
    RowConvergence,
    Scene,
    Try,
    Veselova,
    inertia_of,
    leaning,
    papers,
)

PARAMETERS = (
    Parameter("d", 2.0, "rad/s", low=-20, high=20, about="given spin about the vertical"),
    Parameter("I_1", 3.0, "g m²", low=0.5, high=10, about="moment of inertia about the first axis"),
    Parameter("I_2", 5.0, "g m²", low=0.5, high=10, about="moment of inertia about the second axis"),
    Parameter("I_3", 4.0, "g m²", low=0.5, high=10, about="moment of inertia about the third axis"),
    Parameter("weight", 0.0, "J", low=-0.2, high=0.2, about="weight times its height on the third axis"),
    Parameter("aside", 0.0, "J", low=-0.2, high=0.2, about="the same on the first axis"),
    Parameter("w_1", 3.0, "rad/s", low=-10, high=10, role="start", about="spin about the first axis"),
    Parameter("w_2", 1.0, "rad/s", low=-10, high=10, role="start", about="spin about the second axis"),
    Parameter("tilt", 40.0, "deg", low=0, high=80, role="start", about="angle of the third axis with the vertical"),
)


def build(p):
    inertia = inertia_of(*(1e-3*x for x in (p.I_1, p.I_2, p.I_3)))
    return Veselova(inertia, p.d, rc=(p.aside, 0.0, p.weight), **ON_A_STAND)


def start(p):
    tilt = radians(p.tilt)
    # tilted about the first axis the vertical is (0, sin, cos) in the body; the third part of the spin follows
    w_3 = (p.d - p.w_2*sin(tilt))/cos(tilt)
    return At((leaning(tilt),), ((p.w_1, p.w_2, w_3),))


def conserved(p):
    return ("E_J",) if p.weight or p.aside else ("E_J", "L_x", "L_y")


CARD = Card(
    "A body turns about a fixed point, and its spin about the vertical is given. The tip of its third axis "
    "writes on a sphere.",
    "E_J = ω · Jω/2 − d (Jω) · γ + U = {r.E_J} stays for any body, although the constraint works: dE/dt = λ d.",
    Try("[Hang an odd weight on it]: E_J stays all the same.", weight=0.08, aside=0.05))

PAPERS = (
    Paper("B 1.3, prop. 2", "Veselova's problem: the Jacobi integral of a body of any shape with any U(γ)",
          "departure of E_J", papers.jacobi, 0.0, 1e-12, "J", preset="A heavy body, any shape", seconds=60.0),
    Paper("B 1.3", "without a weight the angular momentum across the vertical stays in the room", "departure of L_x",
          papers.stays("L_x"), 0.0, 1e-14, "kg m²/s", preset="Without a weight", seconds=60.0),
    Paper("Br 2.2", "viscous rows become ideal: a constraint about an axis of the room", "slope in decades",
          papers.slope("Viscous rows become ideal"), -1.0, 0.02, "", "the term 1/c² of the last two points",
          chart="Viscous rows become ideal"),
)

SCENE = Scene(
    "Veselova's problem", PARAMETERS, build, start, conserved=conserved,
    papers=PAPERS, card=CARD, topic="bodies", level="research",
    chart=RowConvergence(0.03),
    presets=(
        Preset("Without a weight"),
        Preset("No spin about the vertical",
               Card("It may not turn about the vertical at all: the constraint does no work.",
                    try_=Try("[Give it 2 rad/s about the vertical]: now the constraint works.", d=2.0)),
               d=0.0),
        Preset("A heavy body, any shape",
               Card("A heavy, lopsided body: no symmetry is left, and E_J stays all the same."),
               weight=0.05, aside=0.03),
        Preset("Hanging",
               Card("It hangs, and is turned about the vertical at an even rate."),
               weight=-0.1, d=3.0, tilt=60.0),
        Preset("A symmetric body",
               Card("A symmetric body: its axis goes round evenly.",
                    try_=Try("[Make it lopsided]: its axis goes its own way.", I_2=5.0)),
               I_1=3.0, I_2=3.0, w_2=0.0),
    ),
)
