r"""Rattleback: the stone that spins one way only.

A stone with an ellipsoidal belly spins willingly one way. Spun the other way it begins to rattle, stops, and turns
round, although no energy is lost.

## Assumptions

- The belly is an ellipsoid with the half axes $a$ = {p.length}, $b$ = {p.width} and $h$ = {p.depth}; the mass centre
  lies at its middle. The principal axes of inertia are turned by $\p{twist}$ about the vertical against those of the
  belly.
- The floor is level and holds the touching point without any slip, and resists no turning on the spot; or it has the
  friction coefficient $\p{mu}$.

## Derivation

Let $\boldsymbol\rho$ be the arm from the mass centre to the contact and $J$ the inertia. Without slip
$\mathbf v=-\mathbf w\times\boldsymbol\rho$; the arm follows the contact over the belly,
$\dot{\boldsymbol\rho}=\mathbf w\times\boldsymbol\rho+S(\mathbf w\times\mathbf n)$, where $S$ is the matrix of the
curvature radii at the contact. The laws of motion with the reaction $\boldsymbol\Lambda$ eliminated are what the
program integrates:

$$ \begin{gathered}
   \left(J+m(\rho^2-\boldsymbol\rho\boldsymbol\rho^T)\right)\dot{\mathbf w}=-\mathbf w\times J\mathbf
     w+m\,\boldsymbol\rho\times\left(-\mathbf w\times\dot{\boldsymbol\rho}-\mathbf g\right), \\[0.5em]
   \boldsymbol\Lambda=m(\dot{\mathbf v}-\mathbf g) . \end{gathered} $$

Why one sense is wrong can be seen for small rocking. Let $\theta_x,\theta_y$ be small turns about the axes of the
belly. The mass centre moves by $(h\theta_y,-h\theta_x)$, the contact by $(a^2\theta_y/h,-b^2\theta_x/h)$. Slow spin
aside this is an oscillator, $M\ddot{\boldsymbol\theta}+K\boldsymbol\theta=0$, with

$$ \begin{gathered}
   M=\begin{pmatrix}J_{xx}+mh^2&J_{xy}\\ J_{xy}&J_{yy}+mh^2\end{pmatrix}, \\[0.5em]
   K=\frac{mg}{h}\begin{pmatrix}b^2-h^2&0\\ 0&a^2-h^2\end{pmatrix} . \end{gathered} $$

$K$ belongs to the axes of the belly, $M$ to those of inertia: with a twist the two modes $\mathbf e_1,\mathbf e_2$ of
the frequencies $\nu_1,\nu_2$ lie askew. The friction $m(\ddot x,\ddot y)$ then has a moment about the vertical, in a
mode $\mathbf e\cos\nu t$ with the mean $\tfrac12m\nu^2(a^2-b^2)\,e_xe_y$, proportional to the energy $E_i$ of the
mode. Averaged, with the spin $n$ about the vertical,

$$ \begin{gathered}
   J_{zz}\,\dot n=\sigma_1E_1+\sigma_2E_2, \qquad \dot E_i=-\sigma_i\,n\,E_i, \\[0.5em]
   \sigma_i=\frac{m\,(a^2-b^2)\,e_xe_y}{\mathbf e\cdot M\mathbf e} , \end{gathered} $$

the second because the energy stays. The modes are orthogonal with respect to $K$ and to $M$, hence $e_xe_y$ has
opposite signs in them: $\sigma_1\sigma_2<0$. For either sense of the spin one mode grows, but not equally fast. In the
first preset $\nu$ = 19.2 and 43.8 rad/s, $\sigma=-0.143$ and $0.749$: at $n=-3$ rad/s the fast mode grows by
$e^{2.25t}$ in energy (the program finds 2.23), at $+3$ rad/s the slow one by $e^{0.43t}$ only.

## What is conserved

- The energy, as long as it does not slip: the reaction acts on a point at rest. There is no other integral, and no
  angular momentum: friction has a moment about the vertical.
- Averaged over the rocking also $E_1^{|\sigma_2|}E_2^{|\sigma_1|}$: what one mode gains the other one loses.

## What to see

- **The wrong way: it turns round**: from $-3$ rad/s through zero at 5.3 s to $+3$ rad/s, with the energy constant.
- **The right way: it goes on**: for half a minute. A stone without losses turns round there, too, at 31 s, rolling
  sideways in the slow mode; a real one has lost its rocking long before.
- **Tapped at its end**: rocking alone makes spin, always the same sense.

## Ask the class

Which stone is the better one for a demonstration, with a large twist or a small one? Predict how long the reversal
takes for half the twist, and try $\p{twist}$ = 0.03 and 0.12 rad.

## References

- G. T. Walker, On a dynamical top, Quart. J. Pure Appl. Math. 28, 1896.
- A. Garcia, M. Hubbard, Spin reversal of the rattleback: theory and experiment, Proc. R. Soc. A 418, 1988.
- A. V. Borisov, I. S. Mamaev, Strange attractors in rattleback dynamics, Physics-Uspekhi 46, 2003.
"""

from math import cos, sin

import numpy as np

from sandbox.scene import (
    Board,
    Card,
    Contact,
    Coulomb,
    Ellipsoid,
    On,
    Parameter,
    Placed,
    Preset,
    Rough,
    Scene,
    Showing,
    Start,
    Still,
    Try,
    World,
    edges_of,
    laboratory_floor,
)

PARAMETERS = (
    Parameter("spin", -3.0, "rad/s", low=-12, high=12, role="start", about="spin about the vertical"),
    Parameter("seed", 0.02, "rad/s", low=0, high=1, role="start", title="first rocking",
              about="a touch of rocking"),
    Parameter("twist", 0.06, "rad", low=-0.3, high=0.3, about="angle from the axes of the belly to those of inertia"),
    Parameter("length", 0.10, "m", low=0.05, high=0.2, about="half axis along"),
    Parameter("width", 0.03, "m", low=0.02, high=0.05, about="half axis across"),
    Parameter("depth", 0.02, "m", low=0.01, high=0.03, about="half axis down"),
    Parameter("mu", 0.4, "", low=0, high=2, live=True, about="friction coefficient of a floor that may be slipped on"),
    Parameter("slips", False, about="a floor with friction mu instead of one without any slip"),
)


DEPTH = 0.2     # [m] of the floor below the table


def build(p):
    a, b, c, m = p.length, p.width, p.depth, 0.3
    turn = np.array([[cos(p.twist), -sin(p.twist), 0.0], [sin(p.twist), cos(p.twist), 0.0], [0.0, 0.0, 1.0]])
    inertia = turn @ np.diag([b*b + c*c, a*a + c*c, a*a + b*b]) @ turn.T*m/5
    stone, plate = Ellipsoid(a, b, c, m, inertia).of("stone").drawn_as("rattleback"), Board(0.56, 0.4).of("slate")
    table = On(plate, Still(), Contact(Coulomb(p.mu) if p.slips else Rough()))
    return World({"table": table, **edges_of(table), "floor": laboratory_floor(-DEPTH)}, [Placed(stone, start(p))])


def start(p):
    return Start(at=(0.0, 0.0), omega=(p.seed, p.seed, p.spin))


CARD = Card(
    "Spun the wrong way, the stone begins to rattle, stops, and turns round.",
    "The belly is twisted by δ = {p.twist} against the axes of inertia: rocking and spin ω_z = {r.wz} feed each "
    "other. E = {r.E_0} stays.",
    Try("[Take the twist away]: rocking and spin no longer know of each other.", twist=0.0))

SCENE = Scene(
    "Rattleback", PARAMETERS, build, start,
    card=CARD, topic="bodies", level="school",
    presets=(
        Preset("The wrong way: it turns round", Showing(2, at=5.3)),
        Preset("The right way: it goes on",
               Card("Spun the right way it goes on, for half a minute. Then this stone turns round, too: no friction "
                    "has taken its rocking."),
               spin=3.0),
        Preset("Tapped at its end",
               Card("Tapped at its end it rocks, and the rocking makes it spin."),
               spin=0.0, seed=0.8),
        Preset("The mirror stone", Showing(2, at=5.3),
               Card("Twisted the other way: now the other sense is the wrong one."),
               twist=-0.06, spin=3.0),
        Preset("A slippery floor", Showing(2, at=7.1),
               Card("The floor is slippery: the belly slips, and friction takes what it takes.",
                    "The belly needs |F|/N up to {r.max_ratio}; the floor gives μ = {p.mu}. Lost so far: {r.ledger}.",
                    Try("[Make it a floor without any slip]: nothing is lost.", slips=False)),
               slips=True, mu=0.1),
    ),
)
