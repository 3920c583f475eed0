r"""Suslov's problem: a body whose spin about an axis of its own is given.

A rigid body with a fixed point, whose spin about its own third axis is prescribed. It is the smallest nonholonomic
system, and it shows what nonholonomic systems may do and Hamiltonian ones may not.

## Assumptions

- Inertia in body axes: moments $\p{I_1}$, $\p{I_2}$, $\p{I_3}$ and the elements $\p{J_13}$, $\p{J_23}$ of the matrix
  beside the diagonal; the axes are chosen so that $I_{12}=0$.
- A constraint holds $\omega_3=\p{c}$ with whatever moment $\lambda$ about the third axis it takes. The weight has the
  potential $U=P\gamma_3$, $P$ = {p.weight}, where $\boldsymbol\gamma$ is the vertical in body axes. A thread may pull
  the tip of the third axis along $x$, and a band hold it to the plane $y=0$: with the tip's direction
  $\mathbf e=(\sin\theta\sin\varphi,-\sin\theta\cos\varphi,\cos\theta)$ they add
  $-\p{side}\,e_x+\tfrac12\p{band}\,e_y^2$. No friction.
- For $\p{c}\ne0$ no device is known that does this: the scene is a thought.

## Derivation

Euler's equations with the moment of the constraint, and the vertical carried along:

$$
   J\dot{\boldsymbol\omega}=J\boldsymbol\omega\times\boldsymbol\omega+\boldsymbol\gamma\times\frac{\partial
   U}{\partial\boldsymbol\gamma}+\lambda\,\mathbf e_3,
   \qquad \dot{\boldsymbol\gamma}=\boldsymbol\gamma\times\boldsymbol\omega, \qquad \omega_3=\p{c} .
$$

The third row gives $\lambda$, the other two the motion. With $p=\p{J_13}\,\omega_1+\p{J_23}\,\omega_2$

$$ \begin{gathered}
   \p{I_1}\,\dot\omega_1=(\p{I_2}-\p{I_3})\,\p{c}\,\omega_2+\p{J_23}\,\p{c}^2-p\,\omega_2+P\gamma_2, \\[0.5em]
   \p{I_2}\,\dot\omega_2=(\p{I_3}-\p{I_1})\,\p{c}\,\omega_1-\p{J_13}\,\p{c}^2+p\,\omega_1-P\gamma_1 . \end{gathered}
     $$

Without weight the plane $(\omega_1,\omega_2)$ closes on itself. Three cases:

- $\p{c}\ne0$, no products of inertia:
  $\ddot\omega_1=\p{c}^2\,(\p{I_2}-\p{I_3})(\p{I_3}-\p{I_1})/(\p{I_1}\p{I_2})\;\omega_1$. It swings unless $\p{I_3}$
  lies between the others; then it grows without bound.
- $\p{c}=0$, Suslov's own case: $\p{I_1}\,\dot\omega_1=-p\,\omega_2$, $\p{I_2}\,\dot\omega_2=p\,\omega_1$. All points
  of the line $p=0$ are steady spins. On each ellipse of constant energy the body leaves one of the two and settles
  into the opposite one.
- $\p{c}\ne0$ with products of inertia: the quadratic terms move the steady spins apart; some become foci that attract.

## What is conserved

- The energy obeys $\dot E=\lambda\,\p{c}$, the power of the device. It is constant for $\p{c}=0$, and where body and
  weight are alike about the third axis ($\p{I_1}=\p{I_2}$, no products of inertia): there $\lambda=0$, and the motion
  is that of Lagrange's top.
- For $\p{I_1}=\p{I_2}$, no products of inertia and *any* potential $U(\theta,\varphi)$ of the third axis: the
  generalised Jacobi integral $T+U-\p{c}\,M_3$, $\mathbf M=J\boldsymbol\omega$. It is hidden: $U$ need not be the same
  all around the vertical, so that no symmetry of space is left. What makes it is the turning $\mathbf Y=\p{c}\,\mathbf
  e_3$ about the body's own axis, which obeys the constraint and changes neither $T$ nor $U$; for
  $E-\mathbf Y\cdot\mathbf M$ with any such $\mathbf Y$ the power of the constraint drops out.
- No smooth invariant measure in general: a focus or a steady spin that is approached from one side would be forbidden
  by one.

## What to see

- **The energy goes up and down**: $E$ between 15.6 and 22.7 mJ while the state goes around an ellipse of the plane
  $(\omega_1,\omega_2)$.
- **From one steady spin to the opposite**: from $\omega_2=-4$ to $+4$ rad/s, for ever, at constant energy.
- **Pulled aside: the hidden integral**: $T+U-\p{c}\,M_3$ stays at 0.150 mJ. With 5 g m² for $\p{I_2}$ it goes from
  $-22$ to $37$ mJ in half a minute.
- **A focus**: sinks at $(0.873,\,3.423)$ with the exponents $-0.53\pm0.68\,i$ and at $(-3.101,\,-0.378)$, a saddle at
  $(1.478,\,-1.545)$ rad/s. Click into the chart to start elsewhere.
- In the charts **Cloud of starts** 2,000 of them shrink towards it: after 10 s they fill a ten-thousandth of what they
  filled.

## Ask the class

In **From one steady spin to the opposite**, which of the two spins about the line $p=0$ is the one that lasts? Predict
it from the signs of $\p{J_13}$ and $\omega_2$, then start next to the other one.

## References

- G. K. Suslov, Fundamentals of Analytical Mechanics, Kiev, 1902 (in Russian).
- A. V. Borisov, I. S. Mamaev, I. A. Bizyaev, The Jacobi integral in nonholonomic mechanics, Regul. Chaotic Dyn. 20,
  2015, section 1.3.
- A. V. Borisov, A. A. Kilin, I. S. Mamaev, Hamiltonicity and integrability of the Suslov problem, Regul. Chaotic Dyn.
  16, 2011.
"""

from math import radians, sqrt

from sandbox.scene import (
    ANEW,
    ON_A_STAND,
    At,
    Card,
    Cloud,
    Number,
    Paper,
    Parameter,
    PoincareSection,
    Preset,
    RowConvergence,
    Scene,
    Showing,
    Suslov,
    SuslovPortrait,
    Try,
    inertia_of,
    leaning,
    papers,
)

PARAMETERS = (
    Parameter("c", 2.0, "rad/s", low=-20, high=20, about="given spin about the third axis"),
    Parameter("I_1", 3.0, "g m²", low=0.5, high=10, about="moment of inertia about the first axis"),
    Parameter("I_2", 5.0, "g m²", low=0.5, high=10, about="moment of inertia about the second axis"),
    Parameter("I_3", 6.0, "g m²", low=0.5, high=10, about="moment of inertia about the third axis"),
    Parameter("J_13", 0.0, "g m²", low=-3, high=3, about="product of inertia of the first and third axis"),
    Parameter("J_23", 0.0, "g m²", low=-3, high=3, about="product of inertia of the second and third axis"),
    Parameter("weight", 0.0, "J", low=-0.2, high=0.2, about="weight times its height on the third axis"),
    Parameter("side", 0.0, "J", low=-0.2, high=0.2, title="pull along x", symbol="S",
              about="pull along x on the tip of the third axis, times its distance"),
    Parameter("band", 0.0, "J", low=0, high=0.5,
              about="stiffness of a band that holds the tip to y = 0, times its distance squared"),
    Parameter("w_1", 1.5, "rad/s", low=-10, high=10, role="start", about="spin about the first axis"),
    Parameter("w_2", 0.5, "rad/s", low=-10, high=10, role="start", about="spin about the second axis"),
    Parameter("tilt", 40.0, "deg", low=0, high=179, role="start", about="angle of the third axis with the vertical"),
)


def aside(t, q, p):
    """U of weight, thread and band [J]; the third axis is the last column of the rotation."""
    return p.rc @ q[0][2] - p.side*q[0][0, 2] + 0.5*p.band*q[0][1, 2]*q[0][1, 2]


def build(p):
    inertia = inertia_of(*(1e-3*x for x in (p.I_1, p.I_2, p.I_3, p.J_13, p.J_23)))
    pulled = {"potential": aside, "parameters": {"side": p.side, "band": p.band}} if p.side or p.band else {}
    return Suslov(inertia, p.c, rc=(0.0, 0.0, p.weight), **ON_A_STAND, **pulled)


def start(p):
    return At((leaning(radians(p.tilt)),), ((p.w_1, p.w_2, p.c),))


def growth(p):
    """Rate at which the spin grows about a middle third axis [1/s], else 0."""
    return abs(p.c)*sqrt(max(0.0, (p.I_2 - p.I_3)*(p.I_3 - p.I_1)/(p.I_1*p.I_2)))


CARD = Card(
    "A body turns about a fixed point, and its spin about its own third axis is given. The tip of that axis "
    "writes on a sphere.",
    "The constraint works, dE/dt = λ c, where the body is not alike about its third axis: E = {r.E_J} goes up and "
    "down.",
    Try("[Make the third moment the middle one]: the energy runs away.", "About the middle axis it runs away"))

# ---- papers ----------------------------------------------------------------------------------------------------------

def moves(seen):
    """How much the hidden integral changes [J]."""
    values = seen.rows.invariants["hidden_jacobi"]
    return float(values.max() - values.min())


def least(seen):
    """Least energy [J]."""
    return float(seen.rows.E_J.min())


def varies(seen):
    """How much the energy changes [J]."""
    return float(seen.rows.E_J.max() - seen.rows.E_J.min())


def last_spin(seen):
    """Size of the spin at the end [rad/s]."""
    return float((seen.w[-1]**2).sum()**0.5)


PAPERS = (
    Paper("B 1.3, prop. 2", "Suslov's problem with I₁ = I₂ and any U(θ, φ): the hidden Jacobi integral T + U − c M₃",
          "departure of the integral", papers.stays("hidden_jacobi"), 0.0, 1e-12, "J",
          preset="Pulled aside: the hidden integral", seconds=60.0),
    Paper("B 1.3, prop. 2", "the hidden integral moves where I₁ ≠ I₂", "how much it changes in 30 s", moves, 0.059,
          1e-3, "J", papers.PRINTED, preset="Pulled aside: the hidden integral", values={"I_2": 5.0}, seconds=30.0),
    Paper("B 1.3", "a symmetric body with U(θ): the constraint has nothing to do, Lagrange's top",
          "change of the energy", varies, 0.0, 1e-12, "J", preset="Lagrange's top: nothing to hold", seconds=20.0),
    Paper("B 1.3", "the energy is not conserved for c ≠ 0: the constraint works, dE/dt = λ c", "least energy", least,
          15.6e-3, 5e-5, "J", papers.PRINTED, preset="The energy goes up and down", seconds=20.0),
    Paper("B 1.3", "with products of inertia the reduced flow has foci: no analytic integral, no invariant measure",
          "spin at the sink (0.873, 3.423, 2)", last_spin, 4.0594, 2e-3, "rad/s", papers.PRINTED, preset="A focus",
          seconds=30.0, chart="Phase portrait"),
    Paper("Br 2.2", "viscous rows become ideal: a moment that resists turning", "slope in decades",
          papers.slope("Viscous rows become ideal"), -1.0, 0.02, "", "the term 1/c² of the last two points",
          chart="Viscous rows become ideal"),
)

SCENE = Scene(
    "Suslov's problem", PARAMETERS, build, start,
    conserved=("E_J", "hidden_jacobi"),
    papers=PAPERS, card=CARD, topic="bodies", level="research",
    chart=(SuslovPortrait(), PoincareSection(), RowConvergence(0.03), Cloud("rates"), Cloud("volume")),
    presets=(
        Preset("The energy goes up and down"),
        Preset("About the middle axis it runs away", Showing(8, at=24.0),
               Card("The third moment of inertia lies between the others: the energy grows without bound.",
                    "w₁″ = c² (I₂ − I₃)(I₃ − I₁)/(I₁ I₂) w₁: it grows like exp(λt) with λ = {growth}. E = {r.E_J}.",
                    Try("[Make the third moment the largest]: the energy goes up and down.", I_3=6.0),
                    {"growth": Number("1/s", lambda p, r: growth(p))}),
               I_3=4.0, c=0.5, w_1=0.2, w_2=0.0),
        Preset("Lagrange's top: nothing to hold",
               Card("A symmetric body: the constraint has nothing to do, it is Lagrange's top.",
                    "λ = 0 where body and weight are alike about the third axis: E = {r.E_J} stays.",
                    Try("[Make it lopsided]: now the constraint works.", I_2=5.0)),
               I_1=3.0, I_2=3.0, I_3=4.0, weight=0.04, c=12.0, w_1=0.0, w_2=0.0,
               tilt=30.0),
        Preset("From one steady spin to the opposite",
               Card("It leaves one steady spin and settles into the opposite one, for ever, although E stays.",
                    "c = 0: E = {r.E_J} stays; J₁₃ w₁ + J₂₃ w₂ = 0 is left on one side and reached on the other. Now "
                    "ω = {r.spin}.",
                    Try("[Take the product of inertia away]: it keeps its spin.", J_13=0.0)),
               c=0.0, I_3=4.0, J_13=1.5, w_1=-0.05, w_2=-4.0),
        Preset("A focus",
               Card("With products of inertia and a given spin there is a focus: the motion winds up to it.",
                    try_=Try("[Take the products of inertia away]: the energy runs away instead.", J_13=0.0, J_23=0.0)),
               c=2.0, I_3=4.0, J_13=1.0, J_23=0.5),
        Preset("A pendulum that may not twist",
               Card("A heavy body hangs and may not twist: a pendulum in all directions.",
                    "c = 0: the constraint does no work, E = {r.E_J} stays.",
                    Try("[Put the weight on top]: it stands on its head, and falls.", weight=0.15)),
               c=0.0, I_1=3.0, I_2=3.0, I_3=4.0, weight=-0.15, w_1=0.0, w_2=2.0),
        Preset("Pulled aside: the hidden integral",
               Card("A thread pulls the top aside: nothing is alike any more around the vertical, and still one "
                    "integral is left.",
                    "T + U − c M₃ = {r.integral:hidden_jacobi} stays for I₁ = I₂, whatever U(θ, φ) is.",
                    Try("[Make it lopsided]: now it moves.", ANEW, I_2=5.0)),
               I_1=3.0, I_2=3.0, I_3=6.0, weight=0.02, side=0.03, band=0.05, c=3.0, w_1=1.0, w_2=0.0, tilt=40.0),
    ),
)
