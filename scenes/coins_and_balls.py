r"""Coins and balls on a turning table: bodies of every shape roll, meet and fall among each other.

Coins roll on their edges over a turning table, balls run between them, and whatever two of them do to each other
happens by the same laws. A coin that is hit falls, claps down and lies.

## Assumptions

- {p.coins} coins, {p.pucks} pucks and {p.eggs} eggs of the radius $\p{radius}$ and {p.balls} steel balls of 0.7 of it
  touch the table, and each other, with the friction coefficient $\p{friction}$; of a normal speed the share
  $\p{restitution}$ comes back.
- Nothing gives way. Bodies are convex: each is told by its support function $h$, the distance of the tangent plane
  with the outward normal $\boldsymbol\nu$ from its origin.
- A coin that leans by less than 0.002 rad lies flat, on points of its rim. Two coins touch each other as if their
  faces bulged by 2 % of the radius.

## Derivation

The touching point of a body for the normal $\boldsymbol\nu$ is $\boldsymbol\rho=\nabla h$ from its origin, and
$S=\nabla\nabla h$ has its radii of curvature. Two bodies are as far apart as the widest slab between them is thick,

$$ g=\max_{|\mathbf n|=1}\ \mathbf n\cdot(\mathbf x_1+\boldsymbol\rho_1(-\mathbf n)-\mathbf x_2-\boldsymbol\rho_2
   (\mathbf n)) . $$

While they touch, $\mathbf U$ is the velocity of the one's material point less that of the other. The normal turns with

$$ (g+S_1+S_2)\,\dot{\mathbf n}=\mathbf U_t+S_1(\mathbf w_1\times\mathbf n)+S_2(\mathbf w_2\times\mathbf n) , $$

and the contact holds as long as $\mathbf n\cdot\dot{\mathbf U}+\dot{\mathbf n}\cdot\mathbf U=0$ asks for a force that
pushes. With the arms $\mathbf r$ from the mass centres an impulse $\mathbf P$ at the contact changes

$$ \begin{gathered} \Delta\mathbf U=G\,\mathbf P,\qquad G=G_1+G_2, \\[0.5em]
   G_i=\frac1{m_i}-[\mathbf r_i]\,J_i^{-1}[\mathbf r_i] , \end{gathered} $$

where $[\mathbf r]$ is the matrix of $\mathbf r\times$. For a ball $J=I$, and nothing of its attitude remains; a coin
answers a hit according to where it stands.

## What is conserved

- $E_J$ of all less what friction and hits have taken, now {r.E_0}.
- Without friction and loss, **Nothing is lost**, the meter of losses stays at zero through all hits.

## What to see

- **Coins roll among balls**: an upright coin keeps its course until it is hit, then it falls, and lies.
- **A puck among balls**: a flat cylinder slides on its face and cannot tip.
- **Eggs and marbles**: what is not round rolls as it likes.

## Ask the class

A ball hits a rolling coin on its rim, and another one the middle of its face. Which of the two coins falls sooner, and
why?

## References

- A. Chatterjee, A. Ruina, A new algebraic rigid-body collision law based on impulse space considerations, J. Appl.
  Mech. 65, 1998.
- D. J. Montana, The kinematics of contact and grasp, Int. J. Robotics Research 7, 1988.
"""

from math import cos, pi, radians, sin

from sandbox.scene import (
    Ball,
    Card,
    Contact,
    Coulomb,
    Disk,
    Ellipsoid,
    On,
    Parameter,
    Placed,
    Plane,
    Preset,
    Puck,
    Scene,
    Showing,
    Smooth,
    Spin,
    Start,
    Try,
    World,
    laboratory_floor,
)

RIM, DROP = 0.5, 0.3          # radius of the table, and how high it stands [m]
THICK = 0.15                 # of a coin, in radii; its edge is round

PARAMETERS = (
    Parameter("rate", 1.0, "rad/s", low=-10, high=10, live=True, about="rotation rate of the table"),
    Parameter("coins", 4, low=0, high=6, role="start", about="number of coins that roll on their edges"),
    Parameter("pucks", 0, low=0, high=6, role="start", about="number of pucks"),
    Parameter("eggs", 0, low=0, high=6, role="start", about="number of eggs"),
    Parameter("balls", 4, low=1, high=8, role="start", about="number of balls"),
    Parameter("radius", 0.03, "m", low=0.01, high=0.05, about="radius of coins and balls"),
    Parameter("lean", 75.0, "deg", low=15, high=90, role="start", about="how steep the coins stand at the start"),
    Parameter("speed", 0.4, "m/s", low=0, high=2, role="start", about="speed of the balls at the start"),
    Parameter("restitution", 0.5, low=0, high=1, about="share of the normal speed that a hit gives back"),
    Parameter("friction", 0.4, low=0, high=5, about="friction coefficient of all contacts"),
)


def coin(p):
    """1 kg per 100 cm^2 of its face, as the others."""
    a = p.radius
    return Disk(a, 100*a*a, THICK*a, 0.5*THICK*a).of("brass").drawn_as("coin")


def puck(p):
    a = p.radius
    return Puck(a, 0.6*a, 100*a*a).of("slate")


def egg(p):
    a = p.radius
    return Ellipsoid(a, 0.7*a, 0.8*a, 100*a*a).of("porcelain")


def around(p, k, count, far):
    """Place k of `count` on a circle about the axis, and the velocity of the table there."""
    angle = 2*pi*k/count
    x, y = far*cos(angle), far*sin(angle)
    return angle, (x, y), (-p.rate*y, p.rate*x)


def build(p):
    law = Contact(Coulomb(p.friction) if p.friction > 0.0 else Smooth(), restitution=p.restitution)
    found = [*others(p), *balls(p)]
    kinds = sorted({placed.kind for placed in found})
    pairs = {(one, two): law for one in kinds for two in kinds}
    table = Plane(rim=RIM).of("felt") if p.friction > 0.0 else Plane(rim=RIM).of("ice")
    return World({"table": On(table, Spin("z", "rate"), law), "floor": laboratory_floor(-DROP)}, found, pairs)


def others(p):
    """Coins that roll on their edges about the axis, pucks and eggs at rest on the table, in turn on a circle."""
    left, kinds = [int(p.coins), int(p.pucks), int(p.eggs)], []
    while any(left):
        for which in range(3):
            if left[which] > 0:
                left[which] -= 1
                kinds.append(which)
    count, found = len(kinds), []
    far = max(0.2, 1.3*count*p.radius/pi)
    for k, which in enumerate(kinds):
        angle, (x, y), (u, v) = around(p, k, count, far)
        order, many = kinds[:k].count(which), kinds.count(which)
        if which == 0:
            found.append(Placed(coin(p), rolling(p, angle, (x, y)), name=f"coin {order + 1}" if many > 1 else "coin"))
        elif which == 1:
            found.append(Placed(puck(p), Start(at=(x, y), velocity=(u, v), omega=(0.0, 0.0, p.rate)),
                                name=f"puck {order + 1}" if many > 1 else "puck"))
        else:
            turn = 0.5*(angle + 0.3)
            found.append(Placed(egg(p), Start(at=(x, y), omega=(0.0, 0.0, p.rate),
                                              orientation=(cos(turn), 0.0, 0.0, sin(turn))),
                                name=f"egg {order + 1}" if many > 1 else "egg"))
    return found


def rolling(p, angle, place):
    """A coin that leans towards the axis and rolls along the circle, at half a metre per second."""
    lean, turn = radians(p.lean), 0.5*(angle + pi/2)
    tilt = (cos(lean/2), sin(lean/2), 0.0, 0.0)
    q = (cos(turn)*tilt[0], cos(turn)*tilt[1], sin(turn)*tilt[1], sin(turn)*tilt[0])
    # the axis of the coin: the third of its own, turned; it spins about that
    axis = (sin(2*turn)*sin(lean), -cos(2*turn)*sin(lean), cos(lean))
    spin = -0.5/p.radius
    return Start(at=place, orientation=q, omega=(spin*axis[0], spin*axis[1], spin*axis[2] + p.rate))


def balls(p):
    """Balls on an inner circle that run outwards, each to its right."""
    count, found = int(p.balls), []
    for k in range(count):
        angle, (x, y), (u, v) = around(p, k + 0.4, count, 0.09)
        found.append(Placed(Ball(p.radius*0.7).of("steel"), Start(
            at=(x, y), velocity=(u + p.speed*cos(angle - 0.6), v + p.speed*sin(angle - 0.6)))))
    return found


CARD = Card(
    "Coins roll on their edges, balls run between them. What is hit falls, claps down and lies.",
    "Whoever meets whom: one gap, one normal, one impulse. E_J less what hits and friction took, {r.E_0}, stays.",
    Try("[Let hits give all back]: only friction takes energy now.", restitution=1.0))

SCENE = Scene(
    "Coins and balls", PARAMETERS, build, showing=Showing(closer=1.6), card=CARD, topic="crowds", level="school",
    presets=(
        Preset("Coins roll among balls"),
        Preset("A puck among balls", Card("A flat cylinder slides on its face among balls, and cannot tip."),
               coins=0, pucks=1, balls=6),
        Preset("Eggs and marbles", Card("Eggs of porcelain on a turning table, and marbles that run into them."),
               coins=0, eggs=4, balls=5),
        Preset("All together", Card("Coins, pucks, eggs and balls: whoever meets whom, the law is the same."),
               coins=2, pucks=2, eggs=2, balls=4),
        Preset("Nothing is lost",
               Card("Pucks and balls without friction or loss: the meter of losses stays at zero.",
                    try_=Try("[Let hits give back a half]: the crowd calms down.", restitution=0.5)),
               coins=0, pucks=5, balls=6, friction=0.0, restitution=1.0),
    ),
)
