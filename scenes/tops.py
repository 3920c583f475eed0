r"""Tops that meet: what spins the same way throws itself aside, what spins like gears passes by.

Tops on one turning table turn over, wander, and meet. At the point where two meet their skins run against each other if
both spin the same way, and with each other if they spin like gears.

## Assumptions

- {p.tops} tippe tops: balls of the radius $\p{radius}$ and the mass $m$ = 30 g, whose mass centre lies
  $\varepsilon=\p{aside}$ below the middle; $C=A=\tfrac25m\p{radius}^2$. They are spun with $\p{spin}$; {p.balls} steel
  balls of the same radius roll between them.
- The table turns at the rate $\p{rate}$. Coulomb friction with the coefficient $\p{friction}$ at all contacts; a hit
  gives back the share $\p{restitution}$ of the normal speed.

## Derivation

**On any table.** Seen from the mass centre, with the foot at
$\mathbf r=\varepsilon\mathbf e_3-\p{radius}\,\mathbf e_z$ and the force $\mathbf R$ there,
$\dot{\mathbf L}=\mathbf r\times\mathbf R$ and $\dot{\mathbf r}=\varepsilon\,\boldsymbol\omega\times\mathbf e_3$. The
angular momentum $\mathbf L$ of a round body lies in the plane of $\boldsymbol\omega$ and $\mathbf e_3$, so that

$$ J=-\mathbf L\cdot\mathbf r=\p{radius}\,L_z-\varepsilon L_3=\text{const} $$

between two hits, whatever the friction is and however the level table moves: slip takes energy and leaves $J$, and the
top turns over.

**In a hit** the impulse $\mathbf P$ acts at $\mathbf r_h=\varepsilon\mathbf e_3+\p{radius}\,\mathbf n$, and

$$ \Delta J=-(\mathbf r_h\times\mathbf P)\cdot\mathbf r . $$

**Two that meet**, upright and with the mass centre in the middle, have the spins $s_1$, $s_2$ about the vertical. Their
skins run past each other with $\p{radius}(s_1+s_2)$: twice the speed of one for two that spin the same way, nothing for
gears. They close with $u$; the normal impulse of two equal ones is $P=\tfrac12(1+\p{restitution})\,m u$, and as long
as the skins slip friction gives $\p{friction}P$ across. Each is thrown aside with $\p{friction}P/m$, and loses the spin

$$ \Delta s=\frac{\p{friction}\,P\,\p{radius}}{C}=\frac54\,(1+\p{restitution})\,\frac{\p{friction}\,u}{\p{radius}} . $$

Both lose it in the same sense: spin is not passed on, it becomes the angular momentum of the two that fly apart.

## What is conserved

- $J$ of each top from hit to hit.
- $E_J$ of all less what friction and hits have taken, now {r.E_0}.

## What to see

- **Four tops**: they turn over on the turning table, wander and meet.
- **Head on, the same way**: both are thrown aside, to opposite sides.
- **Head on, like gears**: they bounce back as if there were no friction.
- **A top between balls**: it throws aside what touches it.

## Ask the class

Two tops that spin the same way meet and lose spin, both. Where does the angular momentum go?

## References

- J. H. Jellett, A Treatise on the Theory of Friction, Dublin, 1872.
- S. Ebenfeld, F. Scheck, A new analysis of the tippe top: asymptotic states and Liapunov stability, Ann. Phys. 243,
  1995.
"""

from math import cos, pi, radians, sin

from sandbox.scene import (
    ANEW,
    Ball,
    Card,
    Contact,
    Coulomb,
    Ellipsoid,
    Number,
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
    laboratory_floor,
)

RIM, DROP = 0.4, 0.3        # radius of the table, and how high it stands [m]
MASS = 0.03                 # of a top [kg]

PARAMETERS = (
    Parameter("rate", 1.0, "rad/s", low=-5, high=5, live=True, about="rotation rate of the table"),
    Parameter("tops", 4, low=1, high=6, role="start", about="number of tops"),
    Parameter("balls", 0, low=0, high=6, role="start", about="number of balls"),
    Parameter("spin", 140.0, "rad/s", low=-300, high=300, role="start", about="spin of the tops about the vertical"),
    Parameter("gears", False, role="start", about="every other top spins the other way"),
    Parameter("theta", 6.0, "deg", low=0, high=60, role="start", about="tilt of the axes at the start"),
    Parameter("speed", 0.25, "m/s", low=0, high=1, role="start", about="speed of the tops towards the middle"),
    Parameter("aside", 0.005, "m", low=0.0, high=0.008, about="from the middle of a top down to its mass centre",
              title="mass centre below"),
    Parameter("radius", 0.025, "m", low=0.015, high=0.035, about="radius of tops and balls"),
    Parameter("restitution", 0.7, low=0, high=1, about="share of the normal speed that a hit gives back"),
    Parameter("friction", 0.3, low=0, high=2, about="friction coefficient of all contacts"),
)


def top(p):
    a, C = p.radius, 0.4*MASS*p.radius**2
    body = Ellipsoid(a, a, a, MASS, ((C, 0.0, 0.0), (0.0, C, 0.0), (0.0, 0.0, C)), (0.0, 0.0, -p.aside))
    return body.of("tin").drawn_as("tippe_top")


def build(p):
    law = Contact(Coulomb(p.friction) if p.friction > 0.0 else Smooth(), restitution=p.restitution)
    found = [*tops(p), *balls(p)]
    kinds = sorted({placed.kind for placed in found})
    pairs = {(one, two): law for one in kinds for two in kinds}
    table = On(Plane(rim=RIM).of("marble"), Spin("z", "rate"), law)
    return World({"table": table, "floor": laboratory_floor(-DROP)}, found, pairs)


def tops(p):
    """Tops on a circle that roll towards the middle, each with its spin; two begin near it, one stays there."""
    count, found, tilt = int(p.tops), [], 0.5*radians(p.theta)
    for k in range(count):
        angle = 2*pi*k/count
        far = 0.0 if count == 1 else 1.6*p.radius if count == 2 else max(0.12, 1.4*count*p.radius/pi)
        speed = 0.0 if count == 1 else p.speed
        # with the mass centre aside a turn across the axis would lift a tilted top off the table
        turn = speed/p.radius if p.aside == 0.0 else 0.0
        spin = -p.spin if p.gears and k % 2 == 1 else p.spin
        found.append(Placed(top(p), Start(
            at=(far*cos(angle), far*sin(angle)), velocity=(-speed*cos(angle), -speed*sin(angle), 0.0),
            omega=(turn*sin(angle), -turn*cos(angle), spin), orientation=(cos(tilt), sin(tilt), 0.0, 0.0)),
            name=f"top {k + 1}" if count > 1 else "top"))
    return found


def balls(p):
    """Balls on a circle that roll towards the middle, each a little past it."""
    count, found = int(p.balls), []
    for k in range(count):
        angle = 2*pi*(k + 0.3)/count
        found.append(Placed(Ball(p.radius).of("steel"), Start(
            at=(0.22*cos(angle), 0.22*sin(angle)),
            velocity=(-p.speed*cos(angle + 0.1), -p.speed*sin(angle + 0.1), 0.0))))
    return found


def spin_lost(p):
    """Spin that each of two equal tops loses which meet head on, while their skins slip [rad/s]."""
    return 1.25*(1.0 + p.restitution)*p.friction*2.0*p.speed/p.radius


def thrown(p):
    """Speed with which each is thrown aside then [m/s]."""
    return p.friction*(1.0 + p.restitution)*p.speed


CARD = Card(
    "Four tippe tops come together on a turning table, meet, fly apart, and turn over.",
    "Between hits friction keeps −L · r of each, whatever it does and however the table turns. E_J less what hits and "
    "friction took, {r.E_0}, stays.",
    Try("[Spin every other one the other way]: like gears, they hardly rub.", ANEW, gears=True),
    {"lost": Number("rad/s", lambda p, r: spin_lost(p)), "thrown": Number("m/s", lambda p, r: thrown(p))})

SCENE = Scene(
    "Tops that meet", PARAMETERS, build, showing=Showing(1/2, closer=1.6), card=CARD, topic="crowds",
    level="university",
    presets=(
        Preset("Four tops"),
        Preset("Head on, the same way",
               Card("Both spin the same way: where they meet their skins run against each other, and throw them aside.",
                    "Δs = (5/4)(1 + e) μ u/a = {lost} of spin is lost by each, and {thrown} aside is won.",
                    Try("[Spin one the other way]: they bounce straight back.", ANEW, gears=True)),
               tops=2, rate=0.0, theta=0.0, aside=0.0),
        Preset("Head on, like gears",
               Card("They spin like two gears: their skins run with each other, friction has nothing to do.",
                    try_=Try("[Spin both the same way]: they throw each other aside.", ANEW, gears=False)),
               tops=2, rate=0.0, theta=0.0, aside=0.0, gears=True),
        Preset("A top between balls",
               Card("Balls roll up to a spinning top: it throws each of them aside, to the same side.",
                    try_=Try("[Spin it the other way]: they go to the other side.", ANEW, spin=-140.0)),
               tops=1, balls=6),
        Preset("Six on ice",
               Card("No friction at all: they meet like billiard balls, and nobody learns of the spin.",
                    try_=Try("[Give them friction]: now they do.", ANEW, friction=0.3)),
               tops=6, friction=0.0),
    ),
)
