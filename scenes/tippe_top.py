r"""Tippe top: it turns over and stands on its head.

A ball with its mass centre below its middle, spun upright, turns over and stands on its stem. Friction takes energy
and lifts the mass centre at the same time.

## Assumptions

- A ball of the radius $\p{radius}$ and the mass $m$ = 30 g; the mass centre lies $\varepsilon$ = {p.aside} from its
  middle on the axis $\mathbf e_3$ of symmetry. $C=\tfrac25m\p{radius}^2$ is the moment of inertia about this axis, $A$
  that across it, both at the mass centre, with the ratio $\p{ratio}$ = {p.ratio}.
- Dry friction of the coefficient $\p{mu}$ at a point, or in a round patch of the radius $\p{patch}$ under Hertz
  pressure (Contensou).

## Derivation

Let $\theta$ be the angle of the axis with the vertical, $\theta=0$ with the mass centre below. The foot lies at
$\mathbf r=\varepsilon\,\mathbf e_3-\p{radius}\,\mathbf e_z$ from the mass centre. With the angular momentum
$\mathbf L$ about the mass centre and the force $\mathbf R=N\mathbf e_z+\mathbf F$ at the foot

$$
   m\dot{\mathbf v}=m\mathbf g+\mathbf R, \qquad \dot{\mathbf L}=\mathbf r\times\mathbf R,
   \qquad \dot{\mathbf e}_3=\mathbf w\times\mathbf e_3 .
$$

$\mathbf L\cdot(\mathbf w\times\mathbf e_3)=0$, because $\mathbf L=A\mathbf w+(C-A)w_3\mathbf e_3$ lies in the plane of
$\mathbf w$ and $\mathbf e_3$; and $\mathbf r\times\mathbf R$ is across $\mathbf r$. So whatever the law of friction,
Jellett's integral holds:

$$ J=-\mathbf L\cdot\mathbf r=\p{radius}\,L_z-\varepsilon\,L_3=\text{const} . $$

Slip takes energy. The least energy that is possible with a given $J$ at a given angle is that of a turn about
$\mathbf r$,

$$
   W(\theta)=\frac{J^2}{2\left[A\p{radius}^2\sin^2\theta+C(\p{radius}\cos\theta-\varepsilon)^2\right]}
   +mg\,(\p{radius}-\varepsilon\cos\theta) ,
$$

and friction brings the top towards the minimum of $W$. Expanded at $\theta=0$ and $\theta=\pi$: upright is unstable
for $A/C>1-\varepsilon/\p{radius}$, and the head is stable for $A/C<1+\varepsilon/\p{radius}$, each beyond a certain
spin,

$$ \begin{gathered}
   n_0^2 >
     \frac{mg\varepsilon\,(\p{radius}-\varepsilon)^2}{\p{radius}\left[A\p{radius}-C(\p{radius}-\varepsilon)\right]},
     \qquad n_\pi^2 > \frac{mg\varepsilon\,(\p{radius}+\varepsilon)^2}
     {\p{radius}\left[C(\p{radius}+\varepsilon)-A\p{radius}\right]}, \\[0.5em]
   n_\pi=n_0\,\frac{\p{radius}-\varepsilon}{\p{radius}+\varepsilon} . \end{gathered} $$

The third says how the spin about the vertical changes at constant $J$. For the first preset the two bounds mean 25 and
56 rad/s of spin at the start. The patch feels slip $v$ and spin together: with $x=v/(\p{patch}|w_z|)\le1$ the force is
$F=\tfrac{3\pi}{32}\p{mu}N\,x\,(4-x^2)$, without a threshold, and it has a small moment about the vertical, too.

## What is conserved

- $J$ for friction at a point, rolling or slipping. The moment $M_z$ of a patch changes it slowly,
  $\dot J=-M_z(\varepsilon\cos\theta-\p{radius})$.
- The energy only while the foot rolls or the table is smooth; otherwise energy less the work of friction in the
  ledger.

## What to see

- **It turns over**: 5.7, 53, 124 and 177 degrees at 0, 0.5, 1 and 2 s; the spin falls from 140 to about 93 rad/s on
  the way, the ratio $(\p{radius}-\varepsilon)/(\p{radius}+\varepsilon)$.
- **Long: it stops half way**: $A/C$ = 1.6; the minimum of $W$ is at 105 degrees, and there the top goes.
- **A foot that is a point: it stops short**: after 1.24 s the foot rolls, nothing takes energy any more, and it stays
  at 159 degrees.

## Ask the class

Seen from above, does the spin change its sense while the top turns over? And seen from the stem? Watch both readings,
then say what a passenger on the axis would feel.

## References

- J. H. Jellett, A Treatise on the Theory of Friction, Dublin, 1872.
- P. Contensou, Couplage entre frottement de glissement et frottement de pivotement dans la théorie de la toupie,
  Kreiselprobleme (IUTAM Symposium Celerina 1962), 1963.
- S. Ebenfeld, F. Scheck, A new analysis of the tippe top: asymptotic states and Liapunov stability, Ann. Phys. 243,
  1995.
- S. Rauch-Wojciechowski, M. Sköldstam, T. Glad, Mathematical analysis of the tippe top, Regul. Chaotic Dyn. 10, 2005.
"""

from math import cos, radians, sin

import numpy as np

from sandbox.scene import (
    ANEW,
    Board,
    Card,
    Contact,
    Contensou,
    Coulomb,
    Ellipsoid,
    On,
    Parameter,
    Placed,
    Preset,
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
    Parameter("spin", 140.0, "rad/s", low=-300, high=300, role="start", about="spin about the vertical"),
    Parameter("theta", 5.73, "deg", low=0.1, high=175, role="start", about="tilt of the axis against the vertical"),
    Parameter("ratio", 1.0, low=0.6, high=1.9, about="moment of inertia across the axis over that about it, A/C"),
    Parameter("aside", 0.005, "m", low=0.0, high=0.01, about="from the middle of the ball down to its mass centre",
              title="mass centre below"),
    Parameter("radius", 0.025, "m", low=0.01, high=0.05, about="radius of the ball"),
    Parameter("mu", 0.3, low=0.01, high=2, about="friction coefficient"),
    Parameter("patch", 0.0005, "m", low=0.0, high=0.003, about="radius of the patch of contact; 0: a point"),
)

MASS = 0.03          # [kg]


def build(p):
    C = 0.4*MASS*p.radius*p.radius
    body = Ellipsoid(p.radius, p.radius, p.radius, MASS, np.diag([p.ratio*C, p.ratio*C, C]), (0.0, 0.0, -p.aside))
    top, law = body.of("tin").drawn_as("tippe_top"), Contensou(p.mu, p.patch) if p.patch else Coulomb(p.mu)
    table = On(Board(1.0, 1.0).of("marble"), Still(), Contact(law))
    return World({"table": table, **edges_of(table), "floor": laboratory_floor(-0.3)}, [Placed(top, start(p))])


def start(p):
    half = 0.5*radians(p.theta)
    return Start(at=(0.0, 0.0), velocity=(0.0, 0.0, 0.0), omega=(0.0, 0.0, p.spin),
                 orientation=(cos(half), sin(half), 0.0, 0.0))


CARD = Card(
    "The top turns over and stands on its head: its mass centre has climbed.",
    "Friction at the foot keeps L · r, whatever its law, and takes energy: the least energy with that L · r is on the "
    "head. Spin {r.spin}, tilt {r.tilt}.",
    Try("[Spin it slowly]: it stays as it is.", "Too slow to rise"))

SCENE = Scene(
    "Tippe top", PARAMETERS, build, start, showing=Showing(1/2, "follow", closer=1.7),
    card=CARD, topic="contact", level="university",
    presets=(
        Preset("It turns over"),
        Preset("A foot that is a point: it stops short",
               Card("A foot that is a point comes to roll: nothing takes energy any more, and the top stays short of "
                    "its head."),
               patch=0.0),
        Preset("Too slow to rise",
               Card("With so little spin the mass centre does not climb.",
                    try_=Try("[Spin it fast]: it turns over.", ANEW, spin=140.0)),
               spin=30.0),
        Preset("Long: it stops half way",
               Card("A long top, A/C above 1 + e/R: its best place is at an angle.",
                    "A/C = {p.ratio}. Friction at the foot keeps L · r and takes energy until the axis leans where the "
                    "energy is least. Spin {r.spin}, tilt {r.tilt}."), ratio=1.6),
        Preset("Flat: it stays up",
               Card("A flat top, A/C below 1 − e/R: upright is where its energy is least.",
                    "A/C = {p.ratio}. Friction at the foot keeps L · r and takes energy, and there is none to take: "
                    "spin {r.spin}, tilt {r.tilt}."), ratio=0.75),
        Preset("Let go upside down", theta=170.0),
        Preset("A slippery table: slowly", mu=0.05),
    ),
)
