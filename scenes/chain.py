r"""Chain: balls that hang from each other by stiff arms, from one pendulum to a whip.

A pendulum repeats itself; two of them, one hung from the other, do not: starts that nobody could tell apart part
within seconds, though the energy stays to the last digit.

## Assumptions

- {p.count} solid balls of radius $\p{radius}$, all of the mass $m$ and $I=\tfrac25m\p{radius}^2$. From each of them a
  stiff arm without mass, $\p{length}$ long, goes up from its centre to a joint: in the centre of the ball above, and
  for the first one beside the end of the beam.
- A joint holds its point and nothing else: it turns freely, also about the arm, and takes no energy.
- The beam turns about the vertical through its middle at the rate $\p{rate}$, however the balls pull at it. The first
  joint is $\p{reach}$ away from that vertical.
- What hits the beam, another ball or the floor gives back the share $\p{restitution}$, with friction 0.3.

## Derivation

**The rows.** $\mathbf r_i$ goes from the centre $\mathbf x_i$ up the arm, fixed in ball $i$. Its end stays at the
centre above:

$$ \mathbf x_i+\mathbf r_i=\mathbf x_{i-1},\qquad \dot{\mathbf r}_i=\boldsymbol\omega_i\times\mathbf r_i . $$

Differentiated twice this is linear in the accelerations:

$$ \dot{\mathbf v}_i+\dot{\boldsymbol\omega}_i\times\mathbf r_i+\boldsymbol\omega_i\times(\boldsymbol\omega_i\times
   \mathbf r_i)=\dot{\mathbf v}_{i-1} . $$

With the forces $\boldsymbol\lambda_i$ of the joints

$$ m\dot{\mathbf v}_i=m\mathbf g+\boldsymbol\lambda_i-\boldsymbol\lambda_{i+1},\qquad
   I\dot{\boldsymbol\omega}_i=\mathbf r_i\times\boldsymbol\lambda_i , $$

which makes one linear system for all $\boldsymbol\lambda_i$ at each instant: nothing is a spring. A hit is solved with
the same rows, so that it is felt through the whole chain at once.

**One ball** swings with $(m\p{length}^2+I)\,\ddot\theta=-mg\,\p{length}\sin\theta$, for small $\theta$ in

$$ T=2\pi\sqrt{\frac{\p{length}}{g}\left(1+\frac{2\p{radius}^2}{5\p{length}^2}\right)} . $$

**Two balls**, small angles, $j=\tfrac25\p{radius}^2/\p{length}^2$:

$$ \begin{pmatrix}2+j&1\\1&1+j\end{pmatrix}\begin{pmatrix}\ddot\theta_1\\\ddot\theta_2\end{pmatrix}
   =-\frac g{\p{length}}\begin{pmatrix}2\theta_1\\\theta_2\end{pmatrix} . $$

For small balls $\theta_2=\sqrt2\,\theta_1$ in the slow mode and $-\sqrt2\,\theta_1$ in the fast one, with
$\omega^2=(2\mp\sqrt2)\,g/\p{length}$.

**A carousel.** Where the beam turns, a ball can stand still against it. Gravity and the force that bends its path along
the arm give

$$ g\tan\theta=\p{rate}^2\,(\p{reach}+\p{length}\sin\theta) . $$

## What is conserved

- The energy against the turning beam, $E_J=T-\p{rate}L_z+V$: now {r.E_J}, the ledger {r.ledger}. Joints do no work in
  it, hits take something.
- If the beam is at rest, $T+V$; and of one ball about the vertical through its joint the angular momentum.

## What to see

- **One pendulum**: at 120 degrees it takes 37 % longer than a small swing.
- **Slow mode**, **Fast mode**: the ratio of the two periods is $\sqrt{(2+\sqrt2)/(2-\sqrt2)}=1+\sqrt2$.
- **Twins that part**: two chains begin a thousandth of a degree apart.
- **A whip**: six balls let go together; the last one is the fastest.
- **A carousel**: both arms stand at one angle as long as nobody touches them.

## Ask the class

How much does it help the twins to begin ten times closer? Guess first, then set the difference to 0.0001 degrees and
measure the time until they part. And does the ball of the carousel hang further out if it is heavier?

## References

- L. D. Landau, E. M. Lifshitz, Mechanics, section 5, problem 1, and section 23, problem 2.
- T. Shinbrot, C. Grebogi, J. Wisdom, J. A. Yorke, Chaos in a double pendulum, Am. J. Phys. 60, 1992.
"""

from math import cos, pi, radians, sin, sqrt

from sandbox.scene import (
    Ball,
    BallJoint,
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
    Spin,
    Start,
    Try,
    World,
    laboratory_floor,
)

PARAMETERS = (
    Parameter("count", 2, low=1, high=6, role="start", about="number of balls of a chain"),
    Parameter("length", 0.2, "m", low=0.1, high=0.4, symbol="l", about="length of each arm"),
    Parameter("radius", 0.025, "m", low=0.01, high=0.04, about="radius of the balls"),
    Parameter("angle", 120.0, "deg", low=-180, high=180, role="start",
              about="angle of the first arm with the vertical, across the beam"),
    Parameter("fold", 0.0, "deg", low=-180, high=180, role="start", about="angle of each arm with the one above it"),
    Parameter("outwards", 0.0, "deg", low=-80, high=80, role="start",
              about="angle of all arms outwards, along the beam"),
    Parameter("push", 0.0, "m/s", low=-2, high=2, role="start",
              about="speed of the last ball along the beam, as all arms turn together"),
    Parameter("twin", False, role="start", about="a second chain at the other end of the beam"),
    Parameter("difference", 0.001, "deg", low=-10, high=10, role="start",
              about="how much larger the first angle of the second chain is"),
    Parameter("rate", 0.0, "rad/s", low=-8, high=8, about="rate at which the beam turns"),
    Parameter("reach", 0.15, "m", low=0.1, high=0.4, about="distance of the first joint from the axis of the beam"),
    Parameter("restitution", 0.7, low=0, high=1, about="share of the normal speed that a hit gives back"),
)

# width and thickness of the beam, how far beside its end balls pass, and the lowest ball above the floor [m]
WIDTH, THICKNESS, BESIDE, CLEAR = 0.07, 0.03, 0.01, 0.15
# friction of what hits
FRICTION = 0.3
G = 9.81


def build(p):
    height = p.count*p.length + p.radius + CLEAR
    law = Contact(Coulomb(FRICTION), restitution=p.restitution)
    beam = Slab(WIDTH, 2.0*(p.reach - p.radius - BESIDE), THICKNESS).of("aluminium")
    bodies, joints = [], []
    for name, side, angle in (("ball", 1.0, p.angle), *((("twin", -1.0, p.angle + p.difference),) if p.twin else ())):
        balls, held = zip(*chain(p, name, side, radians(angle)), strict=True)
        # the last ball is the one that is looked at first
        bodies += balls[::-1]
        joints += held
    return World({"beam": On(beam, Spin("z", p.rate), law), "floor": laboratory_floor(-height)}, bodies,
                 {("ball", "ball"): law}, joints)


def chain(p, name, side, angle):
    """Balls and joints from the beam down; `side` 1 or -1: at which end of the beam."""
    joint, outwards = (0.0, -side*p.reach, 0.0), radians(p.outwards)
    turning = p.push/(p.count*p.length)
    for i in range(int(p.count)):
        lean = angle + i*radians(p.fold)
        # down the arm: across the beam, and out along it
        down = (sin(lean), -side*sin(outwards)*cos(lean), -cos(outwards)*cos(lean))
        at = tuple(a + p.length*d for a, d in zip(joint, down, strict=True))
        # turned with the beam, and by the push about x through the first joint
        omega = (turning, 0.0, p.rate)
        x, y, z = at
        velocity = (-p.rate*y, p.rate*x - turning*z, turning*(y + side*p.reach))
        # counted from the last one up
        ball = f"{name} {int(p.count) - i}"
        arm = tuple(-p.length*d for d in down)
        upper, there = ("beam", joint) if i == 0 else (f"{name} {int(p.count) - i + 1}", (0.0, 0.0, 0.0))
        yield (Placed(Ball(p.radius), Start(at=at, velocity=velocity, omega=omega), name=ball),
               BallJoint(ball, upper, at=arm, other_at=there))
        joint = at


def small_swing(p):
    """Period of a small swing of one ball [s]."""
    return 2.0*pi*sqrt(p.length/G*(1.0 + 0.4*p.radius**2/p.length**2))


def standing(p):
    """Angle at which one ball stands still against the beam [rad], by bisection."""
    low, high = 0.0, 0.5*pi
    for _ in range(60):
        x = 0.5*(low + high)
        low, high = (x, high) if p.rate**2*(p.reach + p.length*sin(x))*cos(x) > G*sin(x) else (low, x)
    return low


def modes(p):
    """Rates [rad/s] of the slow and the fast mode of two balls, and theta_2/theta_1 in each."""
    j, w = 0.4*p.radius**2/p.length**2, G/p.length
    # det (K - s M) = 0 for s = omega^2/w:  ((2 + j)(1 + j) - 1) s^2 - (4 + 3 j) s + 2 = 0
    a, b = (2.0 + j)*(1.0 + j) - 1.0, 4.0 + 3.0*j
    found = ((b - sqrt(b*b - 8.0*a))/(2.0*a), (b + sqrt(b*b - 8.0*a))/(2.0*a))
    return tuple((sqrt(w*s), (2.0 - (2.0 + j)*s)/s) for s in found)


CARD = Card(
    "Two balls, one hung from the other, never do the same twice.",
    "A joint pulls with whatever keeps its point in place, x₁ + r₁ = x₀, and does no work: E_J = {r.E_J} stays, "
    "whatever the balls do. A small swing of one alone takes {period}.",
    Try("[Hang up one ball only]: now it repeats itself.", count=1),
    {"period": Number("s", lambda p, r: small_swing(p)), "slow": Number("s", lambda p, r: 2*pi/modes(p)[0][0]),
     "fast": Number("s", lambda p, r: 2*pi/modes(p)[1][0]),
     "standing": Number("deg", lambda p, r: standing(p)*180/pi)})

SCENE = Scene(
    "Chain: balls on stiff arms", PARAMETERS, build,
    card=CARD, topic="crowds", level="school",
    presets=(
        Preset("Two that never repeat"),
        Preset("One pendulum",
               Card("It swings far, and takes longer for it than for a small swing.",
                    "(m l² + I) θ″ = −m g l sin θ: for small angles T = {period}, at 120 degrees 37 % more. Now "
                    "{r.speed}.",
                    Try("[Let it swing a little only]: now it takes just that.", angle=5.0)),
               count=1, length=0.4),
        Preset("Slow mode",
               Card("Both balls swing together, the lower one a little further.",
                    "θ₂ = √2 θ₁ and ω² = (2 − √2) g/l: T = {slow}. The other mode takes {fast}.",
                    Try("[Bend it the other way]: the fast mode, 1 + √2 times as fast.", fold=-12.07)),
               angle=5.0, fold=2.07, length=0.3),
        Preset("Fast mode",
               Card("The balls swing against each other.",
                    "θ₂ = −√2 θ₁ and ω² = (2 + √2) g/l: T = {fast}. The other mode takes {slow}.",
                    Try("[Bend it the other way]: the slow mode.", fold=2.07)),
               angle=5.0, fold=-12.07, length=0.3),
        Preset("Twins that part",
               Card("Two chains begin a thousandth of a degree apart, and soon do nothing together any more.",
                    "Near such a motion a difference grows exp(λt) times, ten times in about half a second: a start "
                    "ten times closer gives no more than that. E_J = {r.E_J} knows nothing of it.",
                    Try("[Begin both at 20 degrees]: they stay together.", angle=20.0)),
               twin=True),
        Preset("A whip", Showing(1/2),
               Card("Six balls are let go as a straight line; the last one is the fastest.",
                    "What the upper ones lose the last one gets: it is light against all the others. Now {r.speed}.",
                    Try("[Hang up three only]: a shorter whip.", count=3)),
               count=6, length=0.1, angle=90.0),
        Preset("A carousel",
               Card("The beam turns, and both balls hang outwards, at one angle for all weights.",
                    "g tan θ = Ω² (R + l sin θ) at θ = {standing}: there the ball stands still against the "
                    "beam.",
                    Try("[Begin with hanging arms]: they swing about that angle.", outwards=0.0)),
               count=1, twin=True, difference=0.0, angle=0.0, outwards=23.88, rate=4.0, length=0.3),
        Preset("Round and round",
               Card("Pushed sideways it goes round the vertical, and its path turns slowly.",
                    "The angular momentum about the vertical through the joint stays, besides E_J = {r.E_J}: the path "
                    "is an oval that turns the way in which it is run through.",
                    Try("[Push it less]: a narrow oval, which turns slowly.", push=0.2)),
               count=1, length=0.4, angle=50.0, push=0.9),
    ),
)
