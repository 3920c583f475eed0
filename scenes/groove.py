r"""Grooves: three balls roll down between two walls each, and the widest groove wins.

A ball between two walls touches both, and turns about the line through the two points. The nearer that line is to its
centre the faster it has to turn, and the more of the fall goes into the turning.

## Assumptions

- Balls of the radius $\p{radius}$, solid or hollow; two rigid walls form each groove, at the angle $\beta$ to the plane
  in the middle. The first groove has $\beta=\p{narrow}$, the last one $\p{wide}$, the middle one the mean of both.
  A board across the lower end of each holds what arrives.
- The grooves fall by $\p{slope}$. Coulomb friction with the coefficient $\p{friction}$; a hit gives back the share
  $\p{restitution}$ of the normal speed.

## Derivation

**Rolling.** Both touching points are at rest, so the ball turns about the line through them. That is across the groove,
at the distance $\rho=\p{radius}\sin\beta$ from the centre, $v=\rho\,\omega$. With $I=k\,m\p{radius}^2$, $k=\tfrac25$
for a solid ball and $\tfrac23$ for a hollow one, the energy gives

$$ \tfrac12\Bigl(1+\frac k{\sin^2\beta}\Bigr)m v^2=m g s\sin\p{slope},\qquad
   \dot v=\frac{g\sin\p{slope}}{1+k/\sin^2\beta}, $$

which is the plane's $\tfrac57\,g\sin\p{slope}$ for $\beta=90^\circ$, and nothing for $\beta\to0$.

**Friction.** Each wall presses with $N$, $2N\sin\beta=mg\cos\p{slope}$: a narrow groove is a wedge, it presses more
than the weight. What holds the ball back is $2F=m g\sin\p{slope}-m\dot v$, so that it rolls as long as

$$ \frac FN=\tan\p{slope}\;\frac{k\sin\beta}{k+\sin^2\beta}\le\p{friction} . $$

Where it slips, both walls brake it with $\p{friction}N$, and
$\dot v=g\sin\p{slope}-\p{friction}\,g\cos\p{slope}/\sin\beta$.

**Spun up.** A ball that only spins, with $\omega_0=\p{spin}$, on level ground takes off: $m v=P$ and
$I(\omega_0-\omega)=P\rho$ until $v=\rho\,\omega$, at

$$ v=\frac{k\,\p{radius}^2\rho}{k\,\p{radius}^2+\rho^2}\,\omega_0 , $$

however much friction there is. That is the most for $\rho=\sqrt k\,\p{radius}$, the radius of gyration:
$\sin\beta=\sqrt k$, which is $39^\circ$ for a solid ball and $55^\circ$ for a hollow one. Half of the energy is lost
then.

## What is conserved

- The energy while the balls roll. Slip and hits are booked in the ledger, now {r.ledger}.

## What to see

- **The widest wins**: same height, same ball; but in the narrow groove it spins fast, and goes slowly.
- **On ice**: nothing turns, all three arrive together.
- **A wedge brakes**: where they slip the narrow groove brakes most, because it presses most.
- **Spun up on the level**: neither the narrow nor the wide groove throws the ball farthest.

## Ask the class

A ball spins in a level groove and takes off. In which groove does it become fastest? Guess, then find the angle with
the sliders, then say why it is the radius of gyration.

## References

- J. Hierrezuelo, C. Carnero, Sliding and rolling: the physics of a rolling ball, Physics Education 30, 1995.
- Galileo Galilei, Discorsi e dimostrazioni matematiche intorno a due nuove scienze, 1638 (balls in a groove).
"""

from math import atan2, cos, pi, radians, sin, sqrt, tan

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
    Scene,
    Showing,
    Slab,
    Smooth,
    Start,
    Still,
    Try,
    World,
    laboratory_floor,
)

G = 9.81     # [m/s^2]
# walls: length, width, thickness; how far each goes on below the line in which it meets the other [m]
WALL, BELOW = (0.8, 0.1, 0.008), 0.03
# board across the lower end of a groove: length, thickness, from its lower edge up to the line of the groove, and from
# where a ball hits it up to its upper edge, so that one sees what it holds [m]
END, END_BELOW, END_ABOVE = (0.14, 0.008), 0.04, 0.005
# from groove to groove; where the balls begin, along a groove from its middle, and where those that climb do; the
# height of that middle [m]
APART, UPPER, LOWER, HIGH = 0.16, -0.36, 0.25, 0.25

PARAMETERS = (
    Parameter("slope", 6.0, "deg", low=0, high=30, about="slope of the grooves"),
    Parameter("narrow", 15.0, "deg", low=15, high=85, about="angle of the walls of the first groove to its middle"),
    Parameter("wide", 75.0, "deg", low=15, high=85, about="angle of the walls of the last groove to its middle"),
    Parameter("radius", 0.015, "m", low=0.008, high=0.016, about="radius of the balls"),
    Parameter("shell", False, about="hollow balls"),
    Parameter("spin", 0.0, "rad/s", low=-200, high=200, role="start", about="spin of the balls down the grooves"),
    Parameter("friction", 0.5, low=0, high=2, about="friction coefficient of the walls and the floor"),
    Parameter("restitution", 0.5, low=0, high=0.9, about="share of the normal speed that a hit gives back"),
)


def k_of(p):
    """Moment of inertia of a ball over m a^2."""
    return 2/3 if p.shell else 2/5


def angles(p):
    """Angles of the walls of the grooves to the plane in their middle [rad]: of the middle one, the left, the right."""
    return [radians(b) for b in (0.5*(p.narrow + p.wide), p.narrow, p.wide)]


def placed(p, along, across, above):
    """Where a point is that has these places in the axes of a groove [m]: they fall towards -y, towards the viewer."""
    s = radians(p.slope)
    return across, -(along*cos(s) + above*sin(s)), HIGH - along*sin(s) + above*cos(s)


def wall(p, x, b, side):
    """A wall of the groove at x: turned about the groove by 90 degrees less b, then with the groove by its slope."""
    s, t = 0.5*radians(p.slope), 0.5*side*(0.5*pi - b)
    # the quaternion of both turns, of what runs along x; then all is turned to run along -y
    w, i, j, k = cos(s)*cos(t), cos(s)*sin(t), sin(s)*cos(t), -sin(s)*sin(t)
    w, turned = sqrt(0.5)*(w + k), [sqrt(0.5)*v for v in (i + j, j - i, k - w)]
    size = sqrt(sum(v*v for v in turned))
    # up the wall from the line in which both meet, less half of the thickness
    up, deep = 0.5*WALL[1] - BELOW, 0.5*WALL[2]
    at = placed(p, 0.0, x + side*(up*sin(b) + deep*cos(b)), up*cos(b) - deep*sin(b))
    return Slab(*WALL).placed(at, tuple(v/size for v in turned), 2.0*atan2(size, w))


def end(p, x, b):
    """The board across the lower end of the groove at x: its upper face looks up the groove."""
    high = p.radius/sin(b) + END_ABOVE
    at = placed(p, 0.5*(WALL[0] + END[1]), x, 0.5*(high - END_BELOW))
    return Slab(END[0], high + END_BELOW, END[1]).placed(at, (1.0, 0.0, 0.0), radians(p.slope) - 0.5*pi)


def build(p):
    law = Contact(Coulomb(p.friction) if p.friction > 0.0 else Smooth(), restitution=p.restitution)
    supports, balls, first = {}, [], LOWER if p.spin < 0.0 else UPPER
    for k, (look, x, b) in enumerate(zip(("wood", "oak", "brass"), (0.0, -APART, APART), angles(p), strict=True)):
        for n, side in enumerate((-1, 1), 2*k + 1):
            supports[f"wall {n}"] = On(wall(p, x, b, side).of(look), Still(), law)
        supports[f"board {k + 1}"] = On(end(p, x, b).of(look), Still(), law)
        start = Start(at=placed(p, first, x, p.radius/sin(b)), velocity=(0.0, 0.0, 0.0), omega=(p.spin, 0.0, 0.0))
        balls.append(Placed(Ball(p.radius, shell=p.shell).of("steel"), start, on=f"wall {2*k + 1}"))
    return World({**supports, "floor": laboratory_floor(0.0, law)}, balls)


def rolling(p, b):
    """Acceleration of a ball that rolls down a groove [m/s^2]."""
    return G*sin(radians(p.slope))/(1.0 + k_of(p)/sin(b)**2)


def needed(p, b):
    """Friction over normal force of a ball that rolls down a groove."""
    return tan(radians(p.slope))*k_of(p)*sin(b)/(k_of(p) + sin(b)**2)


CARD = Card(
    "Three balls, three grooves, one slope: the widest groove wins, and in the narrow one the ball spins fastest.",
    "The ball turns about the line through both points, a sin β from its centre: g sin α/(1 + k/sin²β) = {first}, "
    "{second}, {third}.",
    Try("[Take hollow balls]: all become slower, the narrow groove most.", ANEW, shell=True),
    {"first": Number("m/s²", lambda p, r: rolling(p, angles(p)[1])),
     "second": Number("m/s²", lambda p, r: rolling(p, angles(p)[0])),
     "third": Number("m/s²", lambda p, r: rolling(p, angles(p)[2])),
     "ice": Number("m/s²", lambda p, r: G*sin(radians(p.slope))),
     "braked": Number("m/s²", lambda p, r: G*(sin(radians(p.slope)) - p.friction*cos(radians(p.slope))
                                               / sin(angles(p)[1]))),
     "needs": Number("", lambda p, r: needed(p, angles(p)[2])),
     "best": Number("deg", lambda p, r: 180/pi*atan2(sqrt(k_of(p)), sqrt(1.0 - k_of(p))))})

SCENE = Scene(
    "Grooves: between two walls", PARAMETERS, build, showing=Showing(1/2, closer=0), card=CARD, topic="contact",
    level="school",
    presets=(
        Preset("The widest wins"),
        Preset("Hollow balls",
               Card("Hollow balls: more of the fall goes into the turning, in the narrow groove most.",
                    try_=Try("[Take solid balls]: they are faster in every groove.", ANEW, shell=False)),
               shell=True),
        Preset("On ice",
               Card("Without friction nothing turns: the three arrive together.",
                    "g sin α = {ice} for each of them, whatever the groove is.",
                    Try("[Give them friction]: the widest wins.", ANEW, friction=0.5)),
               friction=0.0),
        Preset("A wedge brakes",
               Card("Steep and slippery: they slip, and the narrow groove brakes most because it presses most.",
                    "N = m g cos α/(2 sin β): in the narrow groove g sin α − μ g cos α/sin β = {braked}.",
                    Try("[Make it rough]: they roll.", ANEW, friction=0.6)),
               slope=25.0, friction=0.09, narrow=25.0),
        Preset("Spun up on the level",
               Card("They only spin at first, and take off: the ball in the middle becomes fastest.",
                    "v = ω₀ k a² ρ/(k a² + ρ²) with ρ = a sin β, most where ρ is the radius of gyration: β = {best}.",
                    Try("[Take hollow balls]: now it is 55°.", ANEW, shell=True)),
               slope=0.0, spin=60.0, narrow=15.0, wide=63.0),
        Preset("Up, and down again",
               Card("Spun against the slope they climb, slip ends, they stop and come back.",
                    try_=Try("[Spin them the other way]: down they go at once.", ANEW, spin=60.0)),
               slope=4.0, spin=-60.0, narrow=20.0),
    ),
)
