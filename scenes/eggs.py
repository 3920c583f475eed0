r"""Eggs and marbles: in a bowl they push each other out of the middle, on a table an egg pushes a puck.

All of them want to be lowest. An egg that comes back pushes the others up the wall.

## Assumptions

- {p.eggs} eggs, each an ellipsoid with the half axis $a=\tfrac43\p{radius}$ along and $\p{radius}$ across, and
  {p.marbles} marbles of 0.4 of that radius; all are rigid, and as dense everywhere.
- A round bowl of the radius $R=0.25$ m that turns at the rate $\p{rate}$, or a level table.
- Coulomb friction with the coefficient $\p{friction}$ at all contacts; a hit gives back the share $\p{restitution}$ of
  the normal speed.

## Derivation

**Who touches whom.** With the support function $h$ of a body the point that touches for the outward normal
$\boldsymbol\nu$ is $\boldsymbol\rho=\nabla h$; for the ellipsoid

$$ h=\sqrt{a^2\nu_1^2+\p{radius}^2(\nu_2^2+\nu_3^2)},\qquad
   \boldsymbol\rho=\tfrac1h\,(a^2\nu_1,\ \p{radius}^2\nu_2,\ \p{radius}^2\nu_3) . $$

The gap to a marble is the thickness of the widest slab between the two. In a bowl an egg touches in one point as long
as it is more curved than the bowl everywhere. It is least curved at its waist, along its length, with the radius
$a^2/\p{radius}$, which has to be less than $R$.

**Rocking.** At the bottom, rolling without slip, its centre moves on a circle, and small swings along its length have

$$ \omega^2=\frac{g\,(\rho-\p{radius})}{k^2+\p{radius}^2},\qquad
   \frac1\rho=\frac{\p{radius}}{a^2}-\frac1R,\qquad k^2=\frac{a^2+\p{radius}^2}5 . $$

**A push.** Without friction an egg of the mass $M$ that comes with the speed $u$ along its long axis gives to a puck
of the mass $m$ that it meets in the middle

$$ v=(1+\p{restitution})\,\frac{M}{M+m}\,u . $$

Beside the middle the line of the push misses the egg's centre by $d$, and it turns, too: $1/M$ becomes
$1/M+d^2/(Mk^2)$.

## What is conserved

- $E_J$ in the frame of the bowl, less what friction and hits have taken, now {r.E_0}.
- Without friction and loss, **Nothing is lost**, it stays by itself.

## What to see

- **Three eggs**: they roll down, meet, rock and come to lie side by side.
- **An egg pushes a puck**: a glancing push turns the egg.
- **Nothing is lost**: the marbles come back again and again.

## Ask the class

One egg is left. Does it rock faster or slower than a longer one, and does it matter how heavy it is?

## References

- A. Chatterjee, A. Ruina, A new algebraic rigid-body collision law based on impulse space considerations, J. Appl.
  Mech. 65, 1998.
- D. J. Montana, The kinematics of contact and grasp, Int. J. Robotics Research 7, 1988.
"""

from math import cos, pi, sin, sqrt

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
    Puck,
    Scene,
    Showing,
    Smooth,
    Sphere,
    Spin,
    Start,
    Try,
    World,
    laboratory_floor,
)

G = 9.81                    # [m/s^2]
BOWL, RIM, TABLE = 0.25, 0.22, 0.5      # radius of the bowl, of its rim, of the table [m]
LONG, SMALL = 4/3, 0.4      # half length of an egg, and radius of a marble, over the radius of the egg's waist
DENSITY = 1050.0            # of an egg [kg/m^3]

PARAMETERS = (
    Parameter("rate", 0.0, "rad/s", low=-6, high=6, live=True, about="rotation rate of the bowl"),
    Parameter("eggs", 3, low=1, high=3, role="start", about="number of eggs"),
    Parameter("marbles", 0, low=0, high=8, role="start", about="number of marbles"),
    Parameter("radius", 0.03, "m", low=0.02, high=0.035, about="radius of the waist of an egg"),
    Parameter("speed", 0.4, "m/s", low=0, high=1, role="start", about="speed of an egg on the table"),
    Parameter("past", 0.0, "m", low=-0.02, high=0.02, role="start", about="by how much an egg misses the middle"),
    Parameter("flat", False, about="a level table with a puck instead of the bowl"),
    Parameter("restitution", 0.3, low=0, high=1, about="share of the normal speed that a hit gives back"),
    Parameter("friction", 0.3, low=0, high=2, about="friction coefficient of all contacts"),
)


def egg(p):
    a, b = LONG*p.radius, p.radius
    return Ellipsoid(a, b, b, 4/3*pi*DENSITY*a*b*b).of("porcelain").drawn_as("egg")


def puck(p):
    return Puck(p.radius, 1.6*p.radius, 100*p.radius**2).of("slate")


def build(p):
    law = Contact(Coulomb(p.friction) if p.friction > 0.0 else Smooth(), restitution=p.restitution)
    found = on_table(p) if p.flat else in_bowl(p)
    kinds = sorted({placed.kind for placed in found})
    pairs = {(one, two): law for one in kinds for two in kinds}
    if p.flat:
        support = On(Plane(rim=TABLE).of("felt" if p.friction > 0.0 else "ice"), Spin("z", "rate"), law)
        return World({"table": support, "floor": laboratory_floor(-0.3)}, found, pairs)
    bowl = Sphere(BOWL, rim=RIM).of("copper").placed((0.0, 0.0, BOWL))
    return World({"bowl": On(bowl, Spin("z", "rate"), law), "floor": laboratory_floor(-0.05)}, found, pairs)


def in_bowl(p):
    """Eggs that lie along the parallels of the bowl, at rest beside its bottom, and marbles higher up."""
    eggs, marbles, found = int(p.eggs), int(p.marbles), []
    for k in range(eggs):
        angle = 2*pi*k/eggs
        half = 0.5*(angle + pi/2)
        found.append(Placed(egg(p), Start(at=(0.08*cos(angle), 0.08*sin(angle)),
                                          orientation=(cos(half), 0.0, 0.0, sin(half)), velocity=(0.0, 0.0, 0.0),
                                          omega=(0.0, 0.0, 0.0)), name=f"egg {k + 1}" if eggs > 1 else "egg"))
    for k in range(marbles):
        angle = 2*pi*(k + 0.35)/marbles
        found.append(Placed(Ball(SMALL*p.radius).of("glass"), Start(
            at=(0.15*cos(angle), 0.15*sin(angle)), velocity=(0.0, 0.0, 0.0))))
    return found


def on_table(p):
    """Eggs that come lengthwise, one behind the other, to a puck in the middle; marbles about it."""
    found = [Placed(puck(p), Start(at=(0.0, 0.0), velocity=(0.0, 0.0), omega=(0.0, 0.0, 0.0)))]
    for k in range(int(p.eggs)):
        found.append(Placed(egg(p), Start(at=(-0.12 - 0.12*k, p.past), velocity=(p.speed, 0.0, 0.0),
                                          omega=(0.0, 0.0, 0.0)), name=f"egg {k + 1}" if p.eggs > 1 else "egg"))
    for k in range(int(p.marbles)):
        angle = pi*(k + 0.5)/p.marbles - pi/2
        found.append(Placed(Ball(SMALL*p.radius).of("glass"), Start(at=(0.15*cos(angle), 0.15*sin(angle)),
                                                                    velocity=(0.0, 0.0, 0.0))))
    return found


def rocking(p):
    """Frequency at which an egg rocks along its length at the bottom of the bowl [rad/s]."""
    a, b = LONG*p.radius, p.radius
    return sqrt(G*(1.0/(b/a**2 - 1.0/BOWL) - b)/((a*a + b*b)/5 + b*b))


def pushed(p):
    """Speed that a puck gets which an egg meets in the middle, without friction [m/s]."""
    one, two = egg(p).mass, puck(p).mass
    return (1.0 + p.restitution)*one/(one + two)*p.speed


CARD = Card(
    "All want to be lowest: three eggs roll down, meet and come to lie side by side.",
    "At the bottom one egg alone rocks at ω = {rocks}, however heavy it is. E_J less what hits and friction took, "
    "{r.E_0}, stays.",
    Try("[Turn the bowl at 3 rad/s]: it takes them along.", rate=3.0),
    {"rocks": Number("rad/s", lambda p, r: rocking(p)), "pushed": Number("m/s", lambda p, r: pushed(p))})

SCENE = Scene(
    "Eggs and marbles", PARAMETERS, build, showing=Showing(1/2, closer=1.5), card=CARD, topic="crowds", level="school",
    presets=(
        Preset("Three eggs"),
        Preset("An egg pushes a puck",
               Card("The egg slides on ice and meets the puck in the middle.",
                    "v = (1 + e) M/(M + m) u = {pushed} for the puck.",
                    Try("[Let it miss the middle]: the push turns the egg.", ANEW, past=0.012)),
               flat=True, eggs=1, friction=0.0, restitution=0.8),
        Preset("A glancing push",
               Card("The line of the push misses the egg's centre: the egg turns, and the puck goes aside.",
                    try_=Try("[Let it come from the other side]: all is mirrored.", ANEW, past=-0.012)),
               flat=True, eggs=1, marbles=4, friction=0.0, restitution=0.8, past=0.012),
        Preset("Nothing is lost",
               Card("No friction and no loss: they never come to rest, and the energy stays.",
                    try_=Try("[Let hits give back a half]: they calm down.", restitution=0.5)),
               friction=0.0, restitution=1.0, eggs=1, marbles=3),
    ),
)
