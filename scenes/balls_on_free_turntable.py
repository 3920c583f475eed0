r"""Balls on a free turntable: a table on good bearings, and balls that share its turning with it.

Nobody drives this table. Balls that roll on it push it through friction, and it pushes them, so that all share one
angular momentum.

## Assumptions

- The table (moment of inertia $\p{inertia}$) is level and turns about a fixed vertical axis; its bearing takes a
  moment $c\,\Omega$, $c$ = {p.bearing}.
- Each ball (mass $m$, radius $\p{radius}$, central moment $I_{\rm b}=\tfrac25 m\p{radius}^2$) rolls without slip on
  the table.
- Balls hit each other with the restitution $\p{restitution}$ and the friction $\p{friction}$.

## Derivation

Let $\mathbf r$ lead from the axis to the centre of a ball, let $\mathbf v$ and $\boldsymbol\omega$ be its velocity
and angular velocity, $\mathbf F$ the friction on it, and $\mathbf u=\Omega\,\mathbf e_z\times\mathbf r$ the velocity
of the table below it. Rolling and the laws of Newton and Euler are

$$ \mathbf v = \mathbf u+\p{radius}\,\boldsymbol\omega\times\mathbf e_z,\qquad m\dot{\mathbf v} = \mathbf F,\qquad
   I_{\rm b}\dot{\boldsymbol\omega} = -\p{radius}\,\mathbf e_z\times\mathbf F . $$

The derivative of the first one, with the others put in, gives the friction without any solving:

$$ \mathbf F = \chi m\,\dot{\mathbf u},\quad \chi = \frac{I_{\rm b}}{I_{\rm b}+m\p{radius}^2} = \frac27,\quad \mathbf
   v^{*} = \mathbf v-\chi\mathbf u = \mathrm{const}. $$

So once $\Omega(t)$ is known each path is known. The balls push back on the table with $-\mathbf F$,

$$ \p{inertia}\,\dot\Omega=-c\,\Omega-\chi\sum m\,\mathbf e_z\cdot\bigl(\mathbf r\times\dot{\mathbf u}\bigr), $$

and since $\mathbf e_z\cdot(\mathbf r\times\dot{\mathbf u})=r^2\dot\Omega+\Omega\,\mathbf r\cdot\mathbf v$, this is

$$ \Bigl(\p{inertia}+\chi\sum m r^2\Bigr)\dot\Omega=-c\,\Omega-\chi\,\Omega\sum m\,\mathbf r\cdot\mathbf v . $$

## What is conserved

- For $c=0$ the angular momentum about the axis,
  $L=\p{inertia}\Omega+\sum\bigl(m\,\mathbf e_z\cdot(\mathbf r\times\mathbf v)+I_{\rm b}\omega_z\bigr)$: hits or not,
  slip or not, all moments are inner ones. The spins $\omega_z$ change in hits only.
- Between hits $\mathbf v^{*}$ of each ball and, for $c=0$, $K=(\p{inertia}+\chi\sum m r^2)\,\Omega^2$ for any number
  of balls: the bracket changes at the rate $2\chi\sum m\,\mathbf r\cdot\mathbf v$.
- That is the energy: apart from the spins $\omega_z$ it equals $\tfrac12K+\sum m\,v^{*2}/(2(1-\chi))$. Hits and the
  bearing take from it; less the ledger, {r.ledger}, it stays.

## What to see

- **Going out, the table slows**: $\Omega\sim(\p{inertia}+\chi\sum m r^2)^{-1/2}$, less than with a skater's arms,
  which would give the power $-1$: from 3.0 to 0.58 rad/s at the rim. Now $\Omega$ = {r.support_spin}.
- **They stay where they are put**: at rest $\mathbf r\cdot\mathbf v=0$, so that nothing changes. The balls stand and
  the table turns under them.
- **A bearing that rubs**: as $\Omega$ goes to 0, each ball is left with its $\mathbf v^{*}$ and rolls straight on.

## Ask the class

Can balls that only roll stop the table, or turn it round? Look at $K$ first; then take **A table at rest stays at
rest** and let the balls meet.

## References

- W. Weckesser, A ball rolling on a freely spinning turntable, Am. J. Phys. 65, 1997 (one ball).
- A. V. Borisov, I. S. Mamaev, I. A. Bizyaev, The Jacobi integral in nonholonomic mechanics, Regul. Chaotic Dyn. 20,
  2015.
"""

from math import cos, pi, sin

from sandbox.scene import (
    HAND,
    Ball,
    Card,
    Contact,
    Coulomb,
    Hinge,
    Number,
    On,
    Paper,
    Parameter,
    Placed,
    Plane,
    Preset,
    Rough,
    Scene,
    Showing,
    Smooth,
    Start,
    Try,
    World,
    laboratory_floor,
    papers,
)

PARAMETERS = (
    Parameter("inertia", 0.02, "kg m²", low=1e-3, high=0.5, about="moment of inertia of the table"),
    Parameter("rate", 3.0, "rad/s", low=-10, high=10, role="start", about="rotation rate of the table"),
    Parameter("bearing", 0.0, "N m s", low=0, high=0.1, about="friction of the bearing"),
    Parameter("rim", 0.4, "m", low=0.15, high=1.0, about="radius of the table"),
    Parameter("radius", 0.02, "m", low=0.005, high=0.05, about="radius of the balls"),
    Parameter("count", 4, low=1, high=12, role="start", about="number of balls"),
    Parameter("ring", 0.12, "m", low=0.05, high=0.9, role="start", about="radius of the ring that they start on"),
    Parameter("inward", 0.1, "m/s", low=-1, high=1, role="start", about="their speed towards the axis"),
    Parameter("along", 0.0, "m/s", low=-1, high=1, role="start", about="their speed along the ring"),
    Parameter("turned", 0.1, low=0, high=1, role="start", about="how much slower each is than the one before"),
    Parameter("restitution", 0.9, low=0, high=1, about="share of the normal speed that a hit gives back"),
    Parameter("friction", 0.1, low=0, high=2, about="friction coefficient between balls"),
)

# height of the table [m]
HEIGHT = 0.3


def build(p):
    table = On(Plane(rim=p.rim).of("wood"), contact=Contact(Rough()))
    law = Contact(Coulomb(p.friction) if p.friction > 0.0 else Smooth(), restitution=p.restitution)
    return World({"table": table, "floor": laboratory_floor(-HEIGHT)}, balls(p),
                 {("ball", "ball"): law} if p.count > 1 else {},
                 (Hinge("table", p.inertia, rate=p.rate, friction=p.bearing),))


def balls(p):
    """A ring of balls, each a little slower than the one before."""
    n = int(p.count)
    found = []
    for i in range(n):
        c, s, share = cos(2*pi*i/n), sin(2*pi*i/n), 1.0 - p.turned*i/n
        velocity = (share*(-p.inward*c - p.along*s), share*(-p.inward*s + p.along*c))
        found.append(Placed(Ball(p.radius), Start(at=(p.ring*c, p.ring*s), velocity=velocity)))
    return found


CARD = Card(
    "Nobody drives the table: the balls turn it, and it turns the balls.",
    "Between hits (J + χ Σ m r²) Ω² stays: farther out the balls slow the table. Now Ω = {r.support_spin}, at first "
    "{p.rate}.",
    Try("[Make the table as light as can be]: the balls decide how it turns.", inertia=0.001))

PAPERS = (
    Paper("B conclusion", "several balls on one free table", "departure of the energy", papers.jacobi, 0.0, 1e-12,
          "J", preset="Going out, the table slows", seconds=3.0),
)

SCENE = Scene(
    "Balls on a free turntable", PARAMETERS, build, conserved=("E_J",),
    papers=PAPERS, card=CARD, topic="crowds", level="university",
    presets=(
        Preset("Four meet in the middle", Showing(1/2),
               Card("Four balls run to the middle of a table that nobody drives, meet, and part; the table "
                    "feels it all."),
               inward=0.3, turned=0.05),
        Preset("They stay where they are put",
               Card("Put down at rest, the balls stay where they are, and the table turns on under them.",
                    try_=Try("[Take a ball with the hand], pull it with the arrow keys and let go: the table feels it.",
                        HAND)),
               inward=0.0, turned=0.0),
        Preset("Going out, the table slows", Showing(1/2),
               Card("The balls go out, and the table slows down, as a skater does with her arms."),
               inward=-0.25, ring=0.06, inertia=0.004, radius=0.025, count=3, rim=0.6),
        Preset("A table at rest stays at rest", Showing(1/2),
               Card("The balls roll off over a table at rest, and it stays at rest: rolling straight on needs "
                    "no friction.",
                    "(J + χ Σ m r²) Ω² is 0 and stays 0 until balls meet: Ω = {r.support_spin}.",
                    Try("[Send them inwards, one slower than the other]: their hits set the table going.",
                        inward=0.4, along=0.0, turned=0.4)),
               rate=0.0, inward=0.0, along=0.4, inertia=0.005),
        Preset("Twelve on a light table", count=12, inertia=0.003, inward=0.25, turned=0.4),
        Preset("A bearing that rubs",
               Card("The bearing rubs: the table slows down, and all that it carries.",
                    "The bearing takes the moment c Ω = {rub}; its work stands in the ledger, {r.ledger}.",
                    numbers={"rub": Number("N m", lambda p, r: p.bearing*r.support_spin)}),
               bearing=0.005, inward=0.05),
    ),
)
