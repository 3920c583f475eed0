r"""Bowling: a ball takes a few pins, pins take the others; which ones says the line on which it comes.

Nobody knocks down ten pins with the ball alone: it is thrown off its line by each that it hits, the more the lighter it
is. A strike is what pins do to each other. A few millimetres across the lane decide.

## Assumptions

- A ball of the mass $M=\p{mass}$ comes rolling with $\p{speed}$ under the angle $\alpha=\p{aim}$ to the lane. On its
  line it would cross the row of the front pin $\p{across}$ beside that.
- A pin is the hull of five rings of {p.sides} corners, swept by a ball of 12 mm: 38 cm high, 12 cm thick, of the mass
  $m$, {pin_mass}, homogeneous. It bulges everywhere; of a real pin the neck is narrower. What is said below is of a
  round one. The ten stand in a triangle, 12 inches apart.
- The lane is 1.05 m wide and ends behind the pins above a pit. On both sides of it a gutter, 9 cm deep, leads there;
  a real one is round, this one has a flat bottom. The friction of all these is $\p{mu}$; between ball and pins it is
  {p.friction_between}, and a hit gives back the share $e=\p{restitution}$ of the normal speed.
- A ball that would begin beside the lane begins in the gutter.

## Derivation

**One hit.** A pin at rest answers a level blow at the depth $h$ below its mass centre as if it had the mass $m'$,

$$ \frac1{m'}=\frac1m+\frac{h^2}{I}-\frac{(ha/I)^2}{1/m+a^2/I} , $$

with its moment of inertia $I$ about a level axis. The pin tips as it goes, its rear edge downwards, and there the lane
carries it: that is the last term, $a$ from the axis to the edge of its foot. Without friction a ball whose line makes
the angle $\varphi$ with the normal loses

$$ \Delta v=k\,v\cos\varphi,\qquad k=(1+e)\,\frac{m'}{M+m'} $$

along the normal; here $k={share}$ for a hit at the belly.

**It is thrown off its line** by the angle $\delta$,

$$ \tan\delta=\frac{k\sin\varphi\cos\varphi}{1-k\cos^2\varphi} ,\qquad \sin\delta\le\frac{k}{2-k} , $$

while the pin goes along the normal. The largest deflection is {most}; of a ball of twice the mass about half of it.

**Into the gutter.** A ball whose centre has passed the edge of the lane is carried by that edge alone, and falls: from
the depth $d=9\,\mathrm{cm}$ of the gutter it does not come back, for that would take $v^2=2gd$, {back}.

**Why the pocket.** Straight onto the front pin the ball goes on through the middle and leaves pins at both ends. Beside
it, under an angle, it is thrown to one side by the first pin and back by the next, and the pins that it takes go along
their normals, aslant, into the rows that it never reaches.

## What is conserved

- In a hit of two in flight their momentum and angular momentum; energy never grows.
- The energy less what friction and hits have taken, {r.ledger}: {r.E_0}.

## What to see

- **Strike**: all ten fall; the ball touches few of them.
- **Through the middle**: the same ball straight on, and a pin stays at each end of the last row.
- **Beside the pocket**: six centimetres further, and five stay.
- **A light ball** and **A heavy ball**: straight on, how far does it plough?
- **A spare**: two pins behind each other, one ball.
- **A split**: two pins far from each other. The ball takes one, and sends it to the other.

## Ask the class

Which pins does the ball itself hit in a strike? How heavy would it have to be to plough straight through?

## References

- C. Frohlich, What makes bowling balls hook?, Am. J. Phys. 72, 2004.
- D. C. Hopkins, J. D. Patterson, Bowling frames: paths of a bowling ball, Am. J. Phys. 45, 1977.
"""

from math import asin, cos, degrees, radians, sin, sqrt

from sandbox.scene import (
    Ball,
    Block,
    Card,
    Contact,
    Coulomb,
    Number,
    On,
    Parameter,
    Placed,
    Preset,
    Scene,
    Showing,
    Smooth,
    Start,
    Try,
    Turned,
    World,
    laboratory_floor,
)

RADIUS = 0.1085             # of the ball [m]
APART = 0.3048              # of pins, 12 inches [m]
FRONT = -0.35               # place of the front pin along the lane [m]
AWAY = 0.8                  # of the ball from the front row at the start, along its line [m]
ROUND = 0.012               # radius of the edges of a pin [m]
MASS = 1.55                 # of a pin [kg]
G = 9.81                    # [m/s^2]
# of the lane: half its width, its beginning and its end along it, its height above the floor of the pit [m]
HALF, BEGIN, END, HIGH = 0.527, -1.5, 0.52, 0.25
GUTTER, DEEP = 0.235, 0.09                  # width and depth of a gutter [m]
WALL, ABOVE = 0.04, 0.06                    # thickness of the walls beside those, how far they reach above the lane [m]
PIT, CURTAIN = 0.75, 0.45                   # length of the pit, height of the wall behind it above the lane [m]
EDGE = 0.004                                # radius of the edges of all of these [m]
# rings of corners of a pin: radius, and height of their middle [m], the lowest on the lane
RINGS = ((0.0254, ROUND), (0.0485, 0.085), (0.0485, 0.130), (0.0205, 0.335), (0.010, 0.369))
BELLY = 0.0605              # how far a pin reaches from its axis [m]
# pins that stand, by their numbers
LEAVES = (tuple(range(1, 11)), (1,), (6, 10), (5, 7))

PARAMETERS = (
    Parameter("speed", 7.5, "m/s", low=2, high=12, role="start", about="speed of the ball"),
    Parameter("aim", -4.0, "deg", low=-10, high=10, role="start", about="direction of the ball, 0 along the lane"),
    Parameter("across", 0.06, "m", low=-0.65, high=0.65, role="start",
              about="how far beside the front pin its line crosses the front row"),
    Parameter("mass", 6.8, "kg", low=1, high=20, about="mass of the ball"),
    Parameter("leave", 0, low=0, high=3, role="start",
              about="pins that stand: 0 all, 1 the first, 2 the sixth and the tenth, 3 the fifth and the seventh"),
    Parameter("sides", 10, low=6, high=12, about="number of sides of a pin"),
    Parameter("mu", 0.2, low=0.02, high=1, about="friction coefficient of the lane"),
    Parameter("friction_between", 0.1, low=0, high=1, title="friction of hits",
              about="friction coefficient between ball and pins, and between pins"),
    Parameter("restitution", 0.65, low=0, high=0.9, about="share of the normal speed that a hit gives back"),
)


def pin(p):
    return Turned(RINGS, int(p.sides), ROUND, mass=MASS).of("enamel")


def spots():
    """Places (x, y) of the ten, by their numbers: from the front, each row from left to right."""
    deep = 0.5*sqrt(3.0)*APART
    return {1 + row*(row + 1)//2 + k: (FRONT + deep*row, APART*(0.5*row - k))
            for row in range(4) for k in range(row + 1)}


def box(x, y, z, material):
    """A block between these ends, each (low, high) [m]."""
    (a, b), (c, d), (e, f) = x, y, z
    return Block(b - a, d - c, f - e, EDGE).of(material).placed((0.5*(a + b), 0.5*(c + d), 0.5*(e + f)))


def alley(law):
    """Lane, gutters with the walls beside them, and the pit with the wall behind it."""
    beside, outside, end = HALF + GUTTER, HALF + GUTTER + WALL, END + PIT
    return {
        "lane": On(box((BEGIN, END), (-HALF, HALF), (-HIGH, 0.0), "oak"), contact=law),
        "left gutter": On(box((BEGIN, END), (HALF, beside), (-HIGH, -DEEP), "slate"), contact=law),
        "left wall": On(box((BEGIN, end), (beside, outside), (-HIGH, ABOVE), "wood"), contact=law),
        "right gutter": On(box((BEGIN, END), (-beside, -HALF), (-HIGH, -DEEP), "slate"), contact=law),
        "right wall": On(box((BEGIN, end), (-outside, -beside), (-HIGH, ABOVE), "wood"), contact=law),
        "curtain": On(box((end, end + WALL), (-outside, outside), (-HIGH, CURTAIN), "felt"), contact=law),
        "pit": laboratory_floor(-HIGH, law)}


def starts(p):
    """Where the ball begins: place (x, y) [m], and on what."""
    x, y = FRONT - AWAY*cos(radians(p.aim)), p.across - AWAY*sin(radians(p.aim))
    if abs(y) < HALF:
        return (x, y), "lane"
    return (x, (HALF + 0.5*GUTTER)*(1 if y > 0.0 else -1)), "left gutter" if y > 0.0 else "right gutter"


def build(p):
    body, places = pin(p), spots()
    pins = [Placed(body, Start(at=places[k]), on="lane", name=f"pin {k}") for k in LEAVES[int(p.leave)]]
    along, (place, on) = (cos(radians(p.aim)), sin(radians(p.aim))), starts(p)
    roll = p.speed/RADIUS
    start = Start(at=place, velocity=(p.speed*along[0], p.speed*along[1], 0.0),
                  omega=(-roll*along[1], roll*along[0], 0.0))
    ball = Placed(Ball(RADIUS, mass=p.mass).of("resin"), start, on=on)
    hit = Contact(Coulomb(p.friction_between) if p.friction_between > 0.0 else Smooth(), restitution=p.restitution)
    return World(alley(Contact(Coulomb(p.mu), restitution=0.1)), [ball, *pins],
                 {("ball", "hull"): hit, ("hull", "hull"): hit})


def answers(p):
    """The mass m' of a pin for a level blow at the height of the ball's middle [kg], as it stands on the lane."""
    body = pin(p)
    below, foot, across = body.mass_centre[2] - RADIUS, RINGS[0][0], body.inertia[0][0]
    carried = (below*foot/across)**2/(1.0/body.mass + foot**2/across)
    return 1.0/(1.0/body.mass + below**2/across - carried)


def share(p):
    """k: the normal speed that a hit takes from the ball, against what it comes with."""
    m = answers(p)
    return (1.0 + p.restitution)*m/(p.mass + m)


def most(p):
    """The largest angle by which a hit throws the ball off its line [deg]."""
    k = share(p)
    return degrees(asin(min(k/(2.0 - k), 1.0)))


NUMBERS = {"pin_mass": Number("kg", lambda p, r: MASS), "share": Number("", lambda p, r: share(p)),
           "most": Number("deg", lambda p, r: most(p)), "back": Number("m/s", lambda p, r: sqrt(2.0*G*DEEP))}

CARD = Card(
    "All ten fall. How many of them does the ball touch?",
    "Each hit takes k = {share} of its speed along the normal, and throws it off its line by {most} at most.",
    Try("[Straight onto the front pin]: it looks better, and two stay.", aim=0.0, across=0.0), NUMBERS)

STRAIGHT = {"aim": 0.0, "across": 0.0}

SCENE = Scene(
    "Bowling", PARAMETERS, build, showing=Showing(1/2, closer=0), card=CARD, topic="crowds", level="school",
    presets=(
        Preset("Strike"),
        Preset("Through the middle",
               Card("Straight onto the front pin: the ball goes through, and a pin stays at each end of the last row.",
                    "Hits from straight ahead hardly throw it aside: δ is {most} at most, and 0 in the middle.",
                    Try("[Into the pocket]: all fall.", aim=-4.0, across=0.06), NUMBERS), **STRAIGHT),
        Preset("Beside the pocket",
               Card("The same ball, six centimetres further: it meets the front pin in its middle, and five stay.",
                    try_=Try("[Into the pocket]: all fall.", across=0.06)), across=0.0),
        Preset("A light ball",
               Card("A light ball is thrown off its line and stopped: it does not come far.",
                    "A hit takes k = {share} of its speed, and throws it off by up to {most}.",
                    Try("[A heavy one]: it ploughs on.", mass=16.0), NUMBERS), mass=2.0, **STRAIGHT),
        Preset("A heavy ball",
               Card("A heavy ball ploughs straight on. A pin stays at each end, for nothing comes there.",
                    "Each hit takes only k = {share}, and throws it off by {most} at most.",
                    Try("[Into the pocket]: does it help to be heavy?", aim=-4.0, across=0.06), NUMBERS),
               mass=20.0, **STRAIGHT),
        Preset("A spare", Showing(1/2, closer=1.2),
               Card("Two pins behind each other, aslant: the ball takes both.",
                    try_=Try("[Half as fast]: do both fall?", speed=lambda p: p.speed/2)),
               leave=2, aim=-1.0, across=-0.3),
        Preset("A split",
               Card("The fifth and the seventh pin: the ball takes the one, and that takes the other.",
                    "A hit throws the ball off by {most} at most; the pin goes along the normal, here 60° aside.",
                    Try("[A little thicker]: it goes past.", across=-0.1), NUMBERS),
               leave=3, aim=0.0, across=-0.145),
        Preset("Into the gutter",
               Card("Thrown aside: it leaves the lane, falls into the gutter and goes on to the pit. All ten stand.",
                    "To come up again it would need {back} upwards; the gutter leads it past the pins.",
                    Try("[Straight along the edge]: does it stay on the lane?", aim=0.0, across=0.45), NUMBERS),
               speed=5.0, aim=10.0, across=0.64),
    ),
)
