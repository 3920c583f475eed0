r"""Many balls on a turntable: a crowd in which energy and angular momentum are shared by collisions.

A crowd of balls on a turning table. Alone, each would draw its circle for ever; together they share energy and angular
momentum by hits, and every hit is solved as a problem of its own.

## Assumptions

- {p.count} solid steel balls of the radius $\p{radius}$ roll without slip on a plane that turns at the constant rate
  $\p{rate}$. The table is driven and feels nothing.
- Hits are instantaneous, one after the other. Friction of the coefficient $\p{friction}$ acts between two balls, and
  of their normal speed the share $\p{restitution}$ comes back.
- The table never pulls: friction in a hit presses one ball down and lifts the other, which hops.
- At the start the velocity of the table at the place of each ball is disturbed by chance, with the standard deviation
  $\p{spread}$ in each component; the seed makes it the same every time.

## Derivation

Between hits each ball obeys (scene **Ball on a turntable**)

$$ \dot{\mathbf v}=\chi\,\p{rate}\,\mathbf e_z\times\mathbf v,\qquad \chi=\frac{I}{I+m\p{radius}^2}=\frac27 , $$

which the program takes in closed form: a circle at $\chi\,\p{rate}$. When two balls touch with the relative velocity
$\mathbf u$ of the touching points, normal part negative, an impulse $\mathbf P$ acts on one and $-\mathbf P$ on the
other. Since $\mathbf P$ changes velocities linearly,

$$ \mathbf u'=\mathbf u+G\,\mathbf P,\qquad G=G_1+G_2 . $$

For a free ball with the arm $\mathbf r$ from its centre $G_i=1/m+(r^2-\mathbf r\mathbf r^{T})/I$. A ball that rolls is
held at its foot as well: the table answers with an impulse $\mathbf R$ that keeps the foot on it,
$M\mathbf P+G_f\mathbf R=0$, and $G_i$ becomes smaller by $M^{T}G_f^{-1}M$. Where $\mathbf R$ would have to pull, by
the friction of a ball that turns upwards, the table lets go: that ball counts as free, and hops. The law of Chatterjee
and Ruina then gives $\mathbf P$ without any step in time. With $\mathbf n$ the line of centres,

$$ \begin{gathered}
   \mathbf P_1=-\frac{\mathbf n\cdot\mathbf u}{\mathbf n\cdot G\mathbf n}\,\mathbf n, \qquad \mathbf
     P_2=-G^{-1}\mathbf u, \\[0.5em]
   \mathbf P=(1+\p{restitution})\,\mathbf P_1+k\,(\mathbf P_2-\mathbf P_1) . \end{gathered} $$

$\mathbf P_1$ takes the normal speed alone, $\mathbf P_2$ all of it; $k=1$ where that stays in the friction cone,
otherwise $k$ is the share that puts $\mathbf P$ on the cone. The kinetic energy relative to the table changes by

$$ \tfrac12\,\mathbf P\cdot(\mathbf u+\mathbf u')\le0 . $$

## What is conserved

- For each ball alone its speed, its spin about the vertical and
  $\mathbf K=\mathbf v-\chi\,\p{rate}\,\mathbf e_z\times\mathbf r$; a hit ends all three.
- For the crowd $E_J=\sum(mv^2/2+\mathbf w\cdot I\mathbf w/2)-\p{rate}L_z$ less what the hits have taken, now {r.E_0}:
  the meter closes to rounding. Linear and angular momentum alone are not kept, since the table pushes.

## What to see

- **A hundred balls**: hits at 0.15 m/s of spread; the relative motion dies away and the crowd goes on as single balls.
- **Twenty that give all back**: no friction, no loss; the meter of losses stays at zero through all hits.
- **A pile-up on a table at rest**: straight lines, and every hit costs something.

## Ask the class

Hits between equal balls are elastic and smooth. Does the crowd still forget how it began? Run **Twenty that give all
back** twice, then once more with a spread of 0.1501 m/s instead of 0.15, and compare after 10 s.

## References

- A. Chatterjee, A. Ruina, A new algebraic rigid-body collision law based on impulse space considerations, J. Appl.
  Mech. 65, 1998.
- P. K. Haff, Grain flow as a fluid-mechanical phenomenon, J. Fluid Mech. 134, 1983 (how a crowd calms down).
"""

from math import ceil, sqrt

import numpy as np

from sandbox.scene import (
    Ball,
    Card,
    Contact,
    Coulomb,
    On,
    Parameter,
    Placed,
    Plane,
    Preset,
    Scene,
    Showing,
    Smooth,
    Spin,
    Start,
    Try,
    World,
)

PARAMETERS = (
    Parameter("rate", 3.4907, "rad/s", low=-20, high=20, live=True, about="rotation rate of the table"),
    Parameter("count", 100, low=1, high=1000, role="start", about="number of balls"),
    Parameter("radius", 0.02, "m", low=0.005, high=0.05, about="radius of the balls"),
    Parameter("distance", 0.05, "m", low=0.011, high=0.2, role="start", about="distance of neighbours at the start"),
    Parameter("spread", 0.15, "m/s", low=0.0, high=1.0, role="start", about="spread of the velocities, one standard "
              "deviation of each component"),
    Parameter("seed", 1, low=0, high=1000000, role="start", about="seed of the velocities"),
    Parameter("restitution", 0.5, low=0, high=1, about="share of the normal speed that a hit gives back"),
    Parameter("friction", 1.0, low=0, high=5, about="friction coefficient between balls"),
)


def build(p):
    ball = Ball(p.radius)
    law = Contact(Coulomb(p.friction) if p.friction > 0.0 else Smooth(), restitution=p.restitution)
    return World({"table": On(Plane().of("slate"), Spin("z", "rate"))}, placed(p, ball), {("ball", "ball"): law})


def placed(p, ball):
    """Balls on a square grid about the axis, with the velocity of the table and what chance adds to it."""
    count = int(p.count)
    side = ceil(sqrt(count))
    chance = np.random.default_rng(int(p.seed)).normal(0.0, p.spread, (count, 2))
    found = []
    for i in range(count):
        x, y = (i % side - (side - 1)/2)*p.distance, (i//side - (side - 1)/2)*p.distance
        velocity = (-p.rate*y + chance[i, 0], p.rate*x + chance[i, 1])
        found.append(Placed(ball, Start(at=(x, y), velocity=velocity, spin=p.rate)))
    return found


CARD = Card(
    "Each ball runs on an arc until it meets another one. The crowd shares energy and angular momentum by its "
    "hits.",
    "A hit loses −P · (u + u′)/2, and the ledger has it: E_J less the ledger, {r.E_0}, stays, however many hits "
    "there were.",
    Try("[Let hits give all back]: only friction between the balls takes energy now.", restitution=1.0))

SCENE = Scene(
    "Many balls on a turntable", PARAMETERS, build,
    showing=Showing(closer=1.8), card=CARD, topic="crowds", level="university",
    presets=(
        Preset("A hundred balls"),
        Preset("Twenty that give all back",
               Card("Twenty balls that lose nothing when they meet.",
                    try_=Try("[Let hits give back a half]: the crowd calms down.", restitution=0.5)),
               count=20, restitution=1.0, friction=0.0, distance=0.08),
        Preset("A thousand", Showing(closer=3.0),
               Card("A thousand balls: from here on one looks at the crowd, not at the ball."),
               count=1000),
        Preset("A pile-up on a table at rest", Showing(closer=2.2),
               Card("On a table at rest the balls run straight, and every hit takes something from them."),
               rate=0.0, count=200, spread=0.4),
    ),
)
