r"""Springs and strings: a spring pulls and pushes, a string only pulls.

A ball on a spring swings to the time of one number, two of them in two modes; a ball on a string lets it go slack where
it would have to push, falls freely, and is caught with a jerk.

## Assumptions

- Solid balls of mass $\p{mass}$ and radius $\p{radius}$, held at their centres. Springs and strings have no mass.
- A spring of stiffness $\p{spring}$ is $\p{length}$ long without force; beside it stands a dashpot of $\p{damping}$. It
  pulls with $\p{spring}\,(d-\p{length})+\p{damping}\,\dot d$, $d$ the distance of its ends.
- A string can't be stretched: $d\le\p{length}$. It pulls with whatever that takes, and never pushes.
- Where it is caught nothing is given back: what moves its ends apart is gone in an instant.
- The ball that rolls on the table does so without slipping.

## Derivation

**Two balls below each other**, $x_1$, $x_2$ downwards from where they hang still:

$$ m\ddot x_1=-\p{spring}\,(2x_1-x_2),\qquad m\ddot x_2=-\p{spring}\,(x_2-x_1) . $$

With $x_2=\varphi x_1$ both say the same where $\varphi^2=1+\varphi$: the golden ratio and $-1/\varphi$,

$$ \omega^2=\frac{3\mp\sqrt5}2\,\frac{\p{spring}}m,\qquad
   \frac{\omega_\text{fast}}{\omega_\text{slow}}=\varphi^2=\frac{3+\sqrt5}2 . $$

**A ball that rolls** has its spin to turn as well: $\tfrac75m\ddot x=-\p{spring}\,x$,

$$ T=2\pi\sqrt{\frac{7m}{5\p{spring}}} . $$

**A ball on a string**, thrown from below at $\p{throw}$. At the angle $\theta$ from below the string pulls with

$$ S=\frac{m\p{throw}^2}{\p{length}}-mg\,(2-3\cos\theta) , $$

which vanishes at $\cos\theta=\tfrac23-\p{throw}^2/(3g\p{length})$, if $2g\p{length}<\p{throw}^2<5g\p{length}$. From
there the ball flies on a parabola. With the angle $\beta=\pi-\theta$ from above it meets the circle again after

$$ t=4\sin\beta\sqrt{\frac{\p{length}\cos\beta}g} , $$

and there it loses $\tfrac12m\,(\mathbf v\cdot\mathbf e)^2$, $\mathbf e$ along the string.

## What is conserved

- $E$ with what the springs store, $\tfrac12\p{spring}\,(d-\p{length})^2$, less the ledger: now {r.E_J} and {r.ledger}.
  A dashpot and each jerk take from both.
- While nothing is caught and nothing fades, $E$ itself.

## What to see

- **Slow mode**, **Fast mode**: one swing of the slow one takes as long as $2.618$ of the fast one.
- **The string goes slack**: it hangs through above; the ball is caught below and swings on with less.
- **All the way round**: above $5g\p{length}$ the string is taut all the time.
- **Rolls on a spring**: slower than a ball that slides would be, by $\sqrt{7/5}$.
- **It fades**: the dashpot takes a share of the swing in each period.

## Ask the class

At which angle does the string go slack if the ball is thrown just as fast as it takes to come level with the point it
hangs from? And how fast has it to be thrown so that it falls through that very point?

## References

- L. D. Landau, E. M. Lifshitz, Mechanics, sections 23 and 25.
- Ch. Glocker, Set-Valued Force Laws, Springer, 2001, chapter 3.
"""

from math import acos, degrees, pi, sqrt

from sandbox.scene import (
    Ball,
    Card,
    Contact,
    Coulomb,
    Number,
    On,
    Parameter,
    Placed,
    Plane,
    Preset,
    Rough,
    Scene,
    Showing,
    Slab,
    Spring,
    Start,
    Still,
    String,
    Try,
    World,
    laboratory_floor,
)

PARAMETERS = (
    Parameter("string", False, about="one ball on a string instead of balls on springs"),
    Parameter("rolling", False, about="one ball on a spring that rolls on a table"),
    Parameter("count", 2, low=1, high=3, role="start", about="number of balls that hang below each other"),
    Parameter("mass", 0.2, "kg", low=0.05, high=1, about="mass of each ball"),
    Parameter("radius", 0.025, "m", low=0.01, high=0.04, about="radius of the balls"),
    Parameter("length", 0.25, "m", low=0.15, high=0.5, symbol="l", about="length of each spring, or of the string"),
    Parameter("spring", 40.0, "N/m", low=20, high=400, about="stiffness of each spring"),
    Parameter("damping", 0.0, "N s/m", low=0, high=4, about="of the dashpot beside it"),
    Parameter("upper", 0.02, "m", low=-0.06, high=0.06, role="start",
              about="how far the first ball is pulled down at the start, or away from the post"),
    Parameter("lower", 0.03236, "m", low=-0.06, high=0.06, role="start",
              about="how far the second ball is pulled down at the start"),
    Parameter("throw", 3.0, "m/s", low=0, high=6, role="start",
              about="speed of the ball on the string at the start, from below"),
)

# width and thickness of the beam, half its length, how far beside its end balls pass, how far the floor is below [m]
WIDTH, THICKNESS, HALF, BESIDE, CLEAR = 0.07, 0.03, 0.12, 0.012, 0.3
# the table, and what hits [m, 1]
RIM, FRICTION, RESTITUTION = 0.4, 0.3, 0.6
G = 9.81


def build(p):
    return on_table(p) if p.rolling else below_beam(p)


def on_table(p):
    """A ball that rolls, held by a spring at a post in the middle of the table."""
    ball = Placed(Ball(p.radius, mass=p.mass), Start(at=(p.length + p.upper, 0.0)), name="ball 1")
    table = On(Plane(rim=RIM + p.length).of("oak"), Still(), Contact(Rough(), restitution=RESTITUTION))
    return World({"table": table}, [ball],
                 joints=[Spring("ball 1", "table", p.spring, p.damping, p.length, other_at=(0.0, 0.0, p.radius))])


def below_beam(p):
    """Balls that hang beside the end of a beam: one on a string, or some on springs."""
    law = Contact(Coulomb(FRICTION), restitution=RESTITUTION)
    top = (0.0, -HALF - p.radius - BESIDE, 0.0)
    count = 1 if p.string else int(p.count)
    stretched = [0.0 if p.string else (count - i)*p.mass*G/p.spring for i in range(count)]
    pulled, z, bodies, joints = (0.0,)*3 if p.string else (p.upper, p.lower, 0.0), 0.0, [], []
    for i in range(count):
        z -= p.length + stretched[i]
        at = (0.0, top[1], z - pulled[i])
        velocity = (p.throw if p.string else 0.0, 0.0, 0.0)
        bodies.append(Placed(Ball(p.radius, mass=p.mass), Start(at=at, velocity=velocity), name=f"ball {i + 1}"))
        other, end = ("beam", top) if i == 0 else (f"ball {i}", (0.0, 0.0, 0.0))
        joints.append(String("ball 1", other, p.length, other_at=end) if p.string else
                      Spring(f"ball {i + 1}", other, p.spring, p.damping, p.length, other_at=end))
    beam = On(Slab(WIDTH, 2.0*HALF, THICKNESS).of("oak"), Still(), law)
    return World({"beam": beam, "floor": laboratory_floor(z - CLEAR)}, bodies, {("ball", "ball"): law}, joints)


def modes(p):
    """Periods of the slow and of the fast mode of two balls [s]."""
    return tuple(2.0*pi/sqrt((3.0 + sign*sqrt(5.0))/2.0*p.spring/p.mass) for sign in (-1.0, 1.0))


def slack_angle(p):
    """Angle from below at which the string goes slack [rad], nan where it does not."""
    share = (2.0 - p.throw**2/(G*p.length))/3.0
    return acos(share) if -1.0 < share < 0.0 else float("nan")


def pull(p):
    """What the string pulls with at the start [N]."""
    return p.mass*(p.throw**2/p.length + G)


NUMBERS = {
    "slow": Number("s", lambda p, r: modes(p)[0]), "fast": Number("s", lambda p, r: modes(p)[1]),
    "rolls": Number("s", lambda p, r: 2*pi*sqrt(1.4*p.mass/p.spring)),
    "slides": Number("s", lambda p, r: 2*pi*sqrt(p.mass/p.spring)),
    "slack": Number("deg", lambda p, r: degrees(slack_angle(p))), "pull": Number("N", lambda p, r: pull(p)),
    "least": Number("m/s", lambda p, r: sqrt(2*G*p.length)), "most": Number("m/s", lambda p, r: sqrt(5*G*p.length)),
    "fades": Number("s", lambda p, r: 2*1.4*p.mass/p.damping if p.damping else float("inf"))}

CARD = Card(
    "Two balls on two springs go up and down together, the lower one φ = 1.618 times as far.",
    "ω² = (3 − √5)/2 · k/m: T = {slow}. The other mode takes {fast}, φ² = 2.618 times less. E_J = {r.E_J} stays: what "
    "the springs store is in it.",
    Try("[Pull the lower one the other way]: the fast mode.", lower=-0.01236), NUMBERS)

SCENE = Scene(
    "Springs and strings", PARAMETERS, build, showing=Showing(1/2), card=CARD, topic="crowds", level="school",
    presets=(
        Preset("Slow mode"),
        Preset("Fast mode",
               Card("The balls go against each other, the upper one φ = 1.618 times as far.",
                    "ω² = (3 + √5)/2 · k/m: T = {fast}. The slow mode takes {slow}.",
                    Try("[Pull both the same way]: the slow mode.", lower=0.03236), NUMBERS), lower=-0.01236),
        Preset("The string goes slack",
               Card("Thrown too fast to swing and too slowly to go round: the string goes slack, and snaps tight.",
                    "A string never pushes: it goes slack {slack} from below, for speeds between {least} and {most}. "
                    "What the jerk takes stands in the ledger: {r.ledger}.",
                    Try("[Throw it faster]: it goes all the way round.", throw=3.6), NUMBERS),
               string=True, length=0.25),
        Preset("All the way round",
               Card("Fast enough: the string is taut even at the top.",
                    "From v² = 5 g l on, {most}, it goes round; at the start the string pulls with {pull}.",
                    Try("[Throw it more slowly]: the string goes slack.", throw=3.2), NUMBERS),
               string=True, throw=3.6),
        Preset("Rolls on a spring",
               Card("The ball rolls to and fro on its spring, as if it were heavier by 2/5.",
                    "7/5 m x″ = −k x: T = {rolls}. One that slides without friction would take {slides}.",
                    Try("[Take a stiffer spring]: twice as stiff, √2 times as fast.", spring=80.0), NUMBERS),
               rolling=True, upper=0.05),
        Preset("It fades",
               Card("A dashpot beside the spring takes the swing away.",
                    "x ~ exp(−t/τ) with τ = 2 · 7/5 m/c = {fades}: what it takes stands in the ledger, {r.ledger}.",
                    Try("[Take the dashpot away]: it goes on for ever.", damping=0.0), NUMBERS),
               rolling=True, upper=0.05, damping=0.15),
    ),
)
