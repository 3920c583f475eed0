r"""Marble run: two ramps, a wall, a table that turns, and the floor.

Each piece of the way obeys a law of one line; together they make a machine in which small differences come out large.

## Assumptions

- Balls of the radius $\p{radius}$, solid or hollow, $\chi=I/(I+m\p{radius}^2)=2/7$ or $2/5$; ramps, wall, table and
  floor are rigid, with round edges.
- Coulomb friction of the coefficient $\p{friction}$ everywhere; a hit gives back the share $\p{restitution}$ of the
  normal speed. No air, no rolling resistance.

## Derivation

On a ramp of the angle $\p{slope}$ the friction $F$ points uphill, $m\dot v=mg\sin\p{slope}-F$ and
$I\dot w=\p{radius}F$. With $v=\p{radius}w$

$$ \dot v=(1-\chi)\,g\sin\p{slope},\qquad \frac FN=\chi\tan\p{slope} , $$

which is $\tfrac57$ or $\tfrac35$ of the fall without friction, whatever radius and mass are. Where
$\chi\tan\p{slope}>\p{friction}$ the ball slips, $\dot v=g(\sin\p{slope}-\p{friction}\cos\p{slope})$, and its spin lags
behind.

A ball that falls from the height $h$ on a level floor comes back to $\p{restitution}^2h$, $\p{restitution}^4h$, and so
on. The flights last $2v_i/g$ with $v_i=\p{restitution}^i\sqrt{2gh}$, a geometric series, so that the bouncing is over
after the finite time

$$ \sqrt{\frac{2h}{g}}\;\frac{1+\p{restitution}}{1-\p{restitution}} . $$

In each hit friction acts on the touching point, with an impulse of at most $\p{friction}$ times the normal one. It
keeps the moment about that point: $v_t+Iw/(m\p{radius})$ stays, speed and spin are exchanged. Over a round edge the
ball rolls until nothing presses it, $N=0$, and flies on. On the turning table it slips at first; then it rolls on an
arc of the rate $\chi\,\p{rate}$ (scene **Ball on a turntable**).

The sensitivity is plain geometry: a ball that meets the round edge of a wall or another ball a little aside is turned
by an angle that the small radius of curvature makes large; each such meeting multiplies the difference again.

## What is conserved

- The energy of a ball while it rolls on ramps or floor or flies; on the table $T-\p{rate}L_z$ instead. Hits and slip
  are booked in the ledger, and the sum closes.

## What to see

- **Solid and hollow**: $\tfrac57$ against $\tfrac35$ of $g\sin\p{slope}$; the solid balls catch up on the ramps.
- **Too steep to roll**: at 25 degrees rolling asks for 0.13, there is 0.08. Watch the spin lag behind the way.
- **Three balls** and **The table turns the other way, fast**: the same ramps, another rate, quite another end.

## Ask the class

One ball, exactly in the middle. Move it aside by 1 mm, then by 2 mm: does it end twice as far aside? At which piece of
the run does the difference grow?

## References

- E. Falcon, C. Laroche, S. Fauve, C. Coste, Behavior of one inelastic ball bouncing repeatedly off the ground, Eur.
  Phys. J. B 3, 1998.
- A. Chatterjee, A. Ruina, A new algebraic rigid-body collision law based on impulse space considerations, J. Appl.
  Mech. 65, 1998 (the hits).
"""

from math import cos, pi, radians, sin, tan

from sandbox.scene import (
    ANEW,
    Ball,
    Card,
    Contact,
    Coulomb,
    Number,
    On,
    Parameter,
    Placed,
    Preset,
    RoundSlab,
    Scene,
    Showing,
    Slab,
    Smooth,
    Spin,
    Start,
    Try,
    World,
    laboratory_floor,
)

G = 9.81     # [m/s^2]

PARAMETERS = (
    Parameter("rate", 3.4907, "rad/s", low=-20, high=20, live=True, about="rotation rate of the table"),
    Parameter("slope", 10.0, "deg", low=2, high=25, about="slope of the ramps"),
    Parameter("count", 3, low=1, high=5, role="start", about="number of balls"),
    Parameter("apart", 0.3, "m", low=0.06, high=1.0, role="start", about="how much higher each ball begins"),
    Parameter("aside", 0.004, "m", low=0, high=0.02, role="start", about="how far the balls are off the middle"),
    Parameter("radius", 0.012, "m", low=0.006, high=0.02, about="radius of the balls"),
    Parameter("shells", False, about="every second ball is hollow"),
    Parameter("friction", 0.3, low=0, high=2, about="friction coefficient of ramps, table and floor"),
    Parameter("restitution", 0.5, low=0, high=0.9, about="share of the normal speed that a hit gives back"),
)

# ramps: length, width, thickness; places (x, z) of their middles; the wall; the table: place, radius [m]
RAMP, UPPER, LOWER = (0.6, 0.1, 0.012), (0.0, 0.62), (0.15, 0.42)
WALL, WALL_AT = (0.4, 0.1, 0.012), (0.46, 0.55)
TABLE_AT, TABLE = (-0.38, 0.0, 0.2), 0.2
# where the first ball falls, and how deep: above the upper end of the upper ramp [m]
FIRST = (-0.24, 0.06)


def build(p):
    law = Contact(Coulomb(p.friction) if p.friction > 0.0 else Smooth(), restitution=p.restitution)
    beta = radians(p.slope)
    ramp = Slab(*RAMP).of("wood")
    supports = {
        "upper ramp": ramp.placed((UPPER[0], 0.0, UPPER[1]), (0.0, 1.0, 0.0), beta),
        "lower ramp": ramp.placed((LOWER[0], 0.0, LOWER[1]), (0.0, 1.0, 0.0), -beta),
        "wall": Slab(*WALL).of("oak").placed((WALL_AT[0], 0.0, WALL_AT[1]), (0.0, 1.0, 0.0), 0.5*pi),
    }
    world = {name: On(surface, contact=law) for name, surface in supports.items()}
    world["table"] = On(RoundSlab(TABLE, RAMP[2]).of("brass").placed(TABLE_AT), Spin("z", "rate", point=TABLE_AT), law)
    world["floor"] = laboratory_floor(0.0, law)
    return World(world, balls(p), {("ball", "ball"): law} if p.count > 1 else {})


def balls(p):
    """One above the other over the upper end of the upper ramp, a little aside to the left and to the right."""
    x, deep = FIRST
    top = UPPER[1] - x*tan(radians(p.slope)) + 0.5*RAMP[2]/cos(radians(p.slope))
    found = []
    for i in range(int(p.count)):
        at = (x, p.aside if i % 2 else -p.aside, top + p.radius + deep + i*p.apart)
        start = Start(at=at, velocity=(0.0, 0.0, 0.0), omega=(0.0, 0.0, 0.0))
        found.append(Placed(Ball(p.radius, shell=p.shells and i % 2 == 1), start, on="floor"))
    return found


CARD = Card(
    "Down two ramps, against a wall, over the turning table, to the floor: small differences come out large.",
    "On a ramp a solid ball has (1 − χ) g sin α = {rolling}, whatever its size, as long as χ tan α = {needs} is not "
    "above μ = {p.friction}.",
    Try("[Turn the table the other way]: the balls leave it on another side.", ANEW, rate=lambda p: -p.rate),
    {"rolling": Number("m/s²", lambda p, r: 5/7*G*sin(radians(p.slope))),
     "needs": Number("", lambda p, r: 2/7*tan(radians(p.slope))),
     "sliding": Number("m/s²", lambda p, r: G*(sin(radians(p.slope)) - p.friction*cos(radians(p.slope))))})

SCENE = Scene(
    "Marble run", PARAMETERS, build,
    showing=Showing(1/2, closer=1.15), card=CARD, topic="crowds", level="school",
    presets=(
        Preset("Three balls"),
        Preset("One ball", count=1, aside=0.0),
        Preset("Solid and hollow",
               Card("Solid balls catch up with hollow ones: 5/7 against 3/5 of g sin α."),
               count=4, shells=True, apart=0.25),
        Preset("The table stands still",
               Card("The table stands still: what leaves the ramp rolls straight on.",
                    try_=Try("[Let the table turn]: the balls leave it in other directions.", ANEW, rate=3.4907)),
               rate=0.0, count=2),
        Preset("The table turns the other way, fast",
               Card("A fast table throws the balls off to the other side."),
               rate=-12.0, count=2),
        Preset("Too steep to roll",
               Card("The ramps are too steep and too smooth: the balls slip, and their spin lags behind.",
                    "To roll they would need χ tan α = {needs}, above μ = {p.friction}: so g (sin α − μ cos α) = "
                    "{sliding}."),
               slope=25.0, friction=0.08, count=2),
        Preset("Five lively balls",
               Card("Five balls that bounce well: they meet, and each goes its own way."),
               count=5, restitution=0.8),
    ),
)
