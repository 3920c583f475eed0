r"""Coin on a turntable: steady circles of a rolling disk, and an upright one at a third of the table's rate.

Like a ball, a disk that rolls on a turning table has a rate of its own. Leaning, it finds one circle for each tilt;
upright, circles of any radius.

## Assumptions

- A thin homogeneous disk of mass $m$ and radius $\p{radius}$: $A=\tfrac14m\p{radius}^2$ across its axis,
  $C=\tfrac12m\p{radius}^2$ about it.
- A level table turning at $\p{rate}$ about a vertical axis; contact in one point, never any slip; nothing resists
  rolling.
- Where the disk comes to lie flat it stays on its face, and goes round with the table.

## Derivation

In a steady motion everything turns about the table's axis at the rate $p$ = {p.turning}. Let the disk's axis
$\mathbf e_3$ be tilted by $\p{theta}$ against the vertical, let $\mathbf e_2$ point up the slope of its face,
outwards from the table's axis, and $\mathbf e_1=\mathbf e_2\times\mathbf e_3$. The touching point is at the distance
$\rho$ from the axis, the centre at $\rho+\p{radius}\cos\p{theta}$. Besides, the disk turns about its own axis at $n$:

$$ \boldsymbol\omega=p\sin\p{theta}\,\mathbf e_2+(p\cos\p{theta}+n)\,\mathbf e_3 . $$

**Rolling.** The touching point of the disk has the velocity $(n\p{radius}-p\rho)\,\mathbf e_1$ and the table below it
$-\p{rate}\rho\,\mathbf e_1$, so

$$ n=(p-\p{rate})\,\frac{\rho}{\p{radius}} . $$

**Moment.** The angular momentum $\mathbf L=Ap\sin\p{theta}\,\mathbf e_2+C(p\cos\p{theta}+n)\,\mathbf e_3$ turns at
$p$ about the vertical. Friction carries the centre on its circle, $mp^2(\rho+\p{radius}\cos\p{theta})$ inwards, and
$N=mg$. With the arm $-\p{radius}\,\mathbf e_2$ the $\mathbf e_1$ part of $\dot{\mathbf L}$ is

$$ \begin{aligned} &p\sin\p{theta}\,\bigl(C(p\cos\p{theta}+n)-Ap\cos\p{theta}\bigr) \\ &\qquad =
   -m\p{radius}\,\bigl(g\cos\p{theta}+p^2\sin\p{theta}\,(\rho+\p{radius}\cos\p{theta})\bigr) . \end{aligned} $$

Both are linear in $\rho$. With $A$ and $C$ of a thin disk

$$ \rho = -\frac{2\cos\p{theta}\,\bigl(g+\tfrac54\,\p{radius}\,p^2\sin\p{theta}\bigr)}{p\,(3p-\p{rate})\sin\p{theta}}
   . $$

So each tilt has its circle. A negative $\rho$ means that $\mathbf e_2$ points inwards: the disk leans over the
middle, where $p(3p-\p{rate})>0$ for $\p{theta}<90^\circ$. For an upright disk $\rho\,p\,(3p-\p{rate})=0$ is left: it
spins on the axis, or stands in the room ($p=0$), or $p=\p{rate}/3$ and the circle may have any radius. In general
$p=\p{rate}\,C/(C+m\p{radius}^2)$; a ball has $\chi\p{rate}$ there, 2/7 of the rate for a solid one.

The scene starts from this motion, changed by the given spin and wobble, and integrates the full equations; it draws
the circle beside the run as long as the motion is steady.

## What is conserved

- $E_J=E-\p{rate}L_z$, now {r.E_J}: the contact force acts at a point that moves with the table, so that its power is
  $\p{rate}$ times its moment. It stays when the disk wobbles and falls, too.
- $E$ and $L_z$ alone only in a steady motion: else the table works on the disk. Changing the rate ends all that; the
  ledger has {r.ledger}.

## What to see

- **Upright: a third of the rate** and **Upright and wide**: 0.2 m and 0.5 m from the axis, one turn for three of the
  table.
- **A circle that does not last**: steady, but unstable; a wobble of 0.01 rad/s throws the coin over after a second.
- **More spin**: the upright coin leaves its circle and stays up. **Less spin: it falls**, after 2.1 s.

## Ask the class

At which part of the table's rate would an upright hoop go round, all of its mass at the rim ($C=m\p{radius}^2$)? And
why does the radius of the circle not matter? Try the latter with another distance.

## References

- E. J. Routh, The Advanced Part of a Treatise on the Dynamics of a System of Rigid Bodies, London, article 244 (a
  table at rest).
- S. Earnshaw, Dynamics, or an Elementary Treatise on Motion, Cambridge, 1844 (balls).
- The circles on a turning table are derived here; no earlier source is known to us.
"""

from math import cos, hypot, inf, pi, radians, sin

from numpy import cos as cosine
from numpy import sin as sine

from sandbox.scene import (
    Card,
    ConstraintPower,
    Contact,
    Disk,
    Energies,
    Number,
    On,
    Parameter,
    Placed,
    Plane,
    Preset,
    Rough,
    Scene,
    Showing,
    Spin,
    Start,
    Try,
    World,
    edges_of,
    laboratory_floor,
)

# 33 1/3 turns a minute [rad/s]
RECORD = 3.4907

PARAMETERS = (
    Parameter("rate", RECORD, "rad/s", low=-20, high=20, live=True, about="rotation rate of the table"),
    Parameter("theta", 90.0, "deg", low=20, high=160, role="start",
              about="tilt of the coin's axis against the vertical; 90 for an upright coin"),
    Parameter("turning", RECORD/3, "rad/s", low=-30, high=30, role="start",
              about="rate of the steady motion about the table's axis"),
    Parameter("distance", 0.2, "m", low=0.0, high=1.0, role="start",
              about="distance of the touching point from the axis, for an upright coin"),
    Parameter("spin", 0.0, "rad/s", low=-100, high=100, role="start",
              about="how much faster than in a steady motion the coin turns about its own axis"),
    Parameter("wobble", 0.0, "rad/s", low=-5, high=5, role="start", about="rate at which the tilt changes"),
    Parameter("radius", 0.03, "m", low=0.01, high=0.1, about="radius of the coin"),
)

# radius of the table [m]
TABLE = 1.2
# cosines, and misfits of a circle as a share of it, below which there is none
NEARLY = 1e-9
ROUNDED = 1e-15
GRAVITY = 9.81


def track(p):
    """rho of the steady motion [m], or the given distance for an upright coin."""
    theta, w = radians(p.theta), p.turning
    if abs(cos(theta)) < NEARLY:
        return p.distance
    share = w*(3.0*w - p.rate)*sin(theta)
    if share == 0.0:
        # a tilted coin has no steady circle there: a start that is refused
        return inf
    return -2.0*cos(theta)*(GRAVITY + 1.25*p.radius*w*w*sin(theta))/share


def build(p):
    # 1 kg per 100 cm^2 of its face
    coin, record = Disk(p.radius, 100.0*pi*p.radius**2).of("brass").drawn_as("coin"), Plane(rim=TABLE).of("vinyl")
    table = On(record, Spin("z", "rate"), Contact(Rough()))
    return World({"table": table, **edges_of(table), "floor": laboratory_floor(-0.4*TABLE)}, [Placed(coin, start(p))])


def start(p):
    theta, rho = radians(p.theta), track(p)
    n = (p.turning - p.rate)*rho/p.radius + p.spin if rho < inf else 0.0
    return Start(at=(0.0, rho), omega=(p.wobble, -n*sin(theta), p.turning + n*cos(theta)),
                 orientation=(cos(theta/2), sin(theta/2), 0.0, 0.0))


def exact(t, p, r, v):
    """Centre after t seconds in the steady motion, None in any other [m]."""
    theta, steady_upright = radians(p.theta), abs(3.0*p.turning - p.rate) <= ROUNDED*abs(p.rate)
    if p.wobble or p.spin or (abs(cos(theta)) < NEARLY and p.distance and not steady_upright):
        return None
    far, w = track(p) + p.radius*cos(theta), p.turning
    is_on = abs(hypot(r[0], r[1]) - abs(far)) <= NEARLY*abs(far)
    if not is_on or abs(v[0] + w*r[1]) + abs(v[1] - w*r[0]) > NEARLY*abs(w*far):
        return None
    c, s = cosine(w*t), sine(w*t)
    return r[0]*c - r[1]*s, r[0]*s + r[1]*c, r[2] + 0.0*t


def circle(p):
    """Distance of the touching point from the axis in steady motion [m]."""
    s, c, rate = sin(radians(p.theta)), cos(radians(p.theta)), p.turning
    return -2*c*(GRAVITY + 5/4*p.radius*rate*rate*s)/(rate*(3*rate - p.rate)*s)


CARD = Card(
    "An upright coin rolls round on the turning table, at a third of the table's rate.",
    "An upright coin circles at p = C/(C + m a²) Ω = Ω/3 = {third}, on a circle of any radius; now at {r.radius} "
    "from the axis.",
    Try("[Give it less spin]: it falls.", spin=-2.0),
    {"third": Number("rad/s", lambda p, r: p.rate/3), "circle": Number("m", lambda p, r: circle(p))})

SCENE = Scene(
    "Coin on a turntable", PARAMETERS, build, start, exact=exact, conserved=("E_J",), showing=Showing(closer=3.0),
    card=CARD, topic="bodies", level="university", chart=(Energies(), ConstraintPower()),
    presets=(
        Preset("Upright: a third of the rate"),
        Preset("Upright and wide", Showing(closer=2.0),
               Card("Half a metre from the axis, and still a third of the table's rate: the circle may have any "
                    "radius.",
                    try_=Try("[Give it less spin]: it leaves its circle.", spin=-2.0)),
               distance=0.5),
        Preset("Leaning inwards", Showing(closer=1.4),
               Card("The coin leans and goes round steadily, on the one circle that its tilt allows.",
                    "ρ = −2 cos θ (g + (5/4) a p² sin θ)/(p (3p − Ω) sin θ) = {circle} for p = {p.turning}; below 0 "
                    "the coin leans inwards.",
                    Try("[Nudge its tilt]: see whether its circle lasts.", wobble=0.3)),
               theta=70.0, turning=2.5),
        Preset("A circle that does not last", Showing(1/4, closer=3.0),
               Card("A circle that obeys all laws, but does not last: a touch of wobble grows.",
                    "ρ = −2 cos θ (g + (5/4) a p² sin θ)/(p (3p − Ω) sin θ) = {circle} for p = {p.turning}; below 0 "
                    "the coin leans inwards.",
                    Try("[Turn it a little more slowly]: a circle that lasts.", "Leaning inwards")),
               theta=70.0, turning=3.0, wobble=0.01),
        Preset("Leaning, against the table",
               Card("The coin goes round against the table.",
                    "ρ = −2 cos θ (g + (5/4) a p² sin θ)/(p (3p − Ω) sin θ) = {circle} for p = {p.turning}; below 0 "
                    "the coin leans inwards.",
                    Try("[Nudge its tilt]: see whether its circle lasts.", wobble=0.3)),
               theta=75.0, turning=-4.0),
        Preset("A wobble on the way",
               Card("Pushed, the upright coin wobbles on its way, and does not fall."),
               wobble=0.4),
        Preset("More spin",
               Card("With more spin than a steady motion has, the coin leaves its circle, and stays up."),
               spin=2.0),
        Preset("Less spin: it falls", Showing(1/4, closer=3.0),
               Card("With too little spin it leans more and more, and falls.",
                    try_=Try("[Give it more spin]: it stays up.", spin=2.0)),
               spin=-2.0),
        Preset("A table at rest",
               Card("On a table at rest: the circle of a rolling hoop or of Euler's disk.",
                    "ρ = −2 cos θ (g + (5/4) a p² sin θ)/(p (3p − Ω) sin θ) = {circle} for p = {p.turning}; below 0 "
                    "the coin leans inwards.",
                    Try("[Nudge its tilt]: see whether its circle lasts.", wobble=0.3)),
               rate=0.0, theta=70.0, turning=3.0),
    ),
)
