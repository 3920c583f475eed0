r"""Ball, hoop and block on a slope: what rolls, what slides, who wins.

A ball, a hoop and a block on the same slope. Which of them is first depends on how friction is used: to turn a body,
to brake it, or to hold it.

## Assumptions

- The slope is a rigid plane at the angle $\p{slope}$; ball and hoop touch it in one point, the block with a face that
  does not tip. No rolling resistance, no air.
- Dry friction $|F|\le\p{mu}N$ at rest and $\p{mu}N$ against the slip. Where $\p{static}$ is larger than $\p{mu}$, the
  coefficient falls with the velocity $u$ of the slip as Stribeck found it (below).

## Derivation

Let $s$ be the way down the slope, $F$ the friction uphill, $\omega$ the rate of turning and $I=k\,m\p{radius}^2$, with
$k=2/5$ for a solid ball and $k=1$ for a hoop. Along the slope, across it, and about the centre

$$ m\ddot s=mg\sin\p{slope}-F,\qquad N=mg\cos\p{slope},\qquad I\dot\omega=\p{radius}F . $$

Rolling, $\dot s=\p{radius}\,\omega$, makes $F=k\,m\ddot s$, hence

$$ \ddot s=\frac{g\sin\p{slope}}{1+k},\qquad \frac{F}{N}=\frac{k}{1+k}\,\tan\p{slope} . $$

Neither mass nor radius is left: any ball beats any hoop. The second formula is the friction that rolling asks for.
Where it is more than $\p{mu}$ the body slips and rolls at once, with $\ddot s=g(\sin\p{slope}-\p{mu}\cos\p{slope})$
like a block, and its spin lags behind, $\dot\omega=\p{mu}\,g\cos\p{slope}/(k\,\p{radius})$. Without friction nothing
turns it, and $\ddot s=g\sin\p{slope}$ for all three.

A block stays while $\tan\p{slope}\le\p{mu}$; pushed uphill it is braked by $g(\sin\p{slope}+\p{mu}\cos\p{slope})$,
downhill friction points the other way. Stribeck's law, with the velocity $v_S$ = {p.fading} over which static friction
fades, is

$$
   \mu(u)=\p{mu}+(\p{static}-\p{mu})\,e^{-(u/v_S)^2},
   \qquad \ddot s=g\left(\sin\p{slope}-\mu(u)\cos\p{slope}\right) .
$$

For $\p{mu}<\tan\p{slope}<\p{static}$ there is a velocity $u^*$ with $\mu(u^*)=\tan\p{slope}$, and it is unstable:
slower than $u^*$ the block stops, faster it runs away.

## What is conserved

- The energy of a body that rolls, or slides without friction: static friction acts at a point that does not move. In
  slip the ledger has the work $-\mu Nu$ of friction per second.

## What to see

- **Ball** against **Hoop: slower**: the slope of the same 10 degrees takes 2.01 s and 2.41 s; the ratio of the times
  is $\sqrt{2/1.4}\approx1.195$.
- **Too steep to roll**: at 50 degrees the ball would need $F/N=0.34$ and has 0.3.
- **Stribeck: it stops again** and **Stribeck: it runs away**: 0.4 m/s and 0.6 m/s on either side of $u^*\approx0.50$
  m/s.

## Ask the class

Ball and hoop are rolled up the slope with the same speed. Which one gets higher, and which one is back first? Give
both the speed 2 m/s uphill and see.

## References

- R. Stribeck, Die wesentlichen Eigenschaften der Gleit- und Rollenlager, Z. Ver. dt. Ing. 46, 1902.
- B. Armstrong-Hélouvry, P. Dupont, C. Canudas de Wit, A survey of models, analysis tools and compensation methods for
  the control of machines with friction, Automatica 30, 1994.
"""

from math import cos, exp, radians, sin, sqrt, tan

from numpy import minimum, nan, where

from sandbox.scene import (
    Ball,
    Board,
    Body,
    Card,
    Contact,
    Coulomb,
    Number,
    On,
    Parameter,
    Placed,
    Preset,
    Puck,
    Scene,
    Showing,
    Smooth,
    Start,
    Still,
    Stribeck,
    Try,
    World,
    edges_of,
    laboratory_floor,
    ring,
)

G = 9.81            # [m/s^2]
HALF = 1.3           # half length of the slope [m]
GAP = 0.3            # from its lower end down to the floor [m]

PARAMETERS = (
    Parameter("slope", 10.0, "deg", low=0, high=60, about="angle of the slope"),
    Parameter("mu", 0.3, "", low=0, high=1.5, about="friction coefficient"),
    Parameter("static", 0.0, "", low=0, high=2, about="static friction coefficient; at most the other one: the same"),
    Parameter("fading", 0.2, "m/s", low=0.005, high=2, about="slip velocity over which static friction fades"),
    Parameter("hoop", False, about="hoop instead of a ball"),
    Parameter("block", False, about="block that slides instead of a ball"),
    Parameter("radius", 0.08, "m", low=0.03, high=0.15, about="radius"),
    Parameter("up", 0.0, "m/s", low=-4, high=4, role="start", about="speed up the slope; a ball or hoop rolls"),
)


def build(p):
    r = p.radius
    if p.block:
        body = Puck(r, r, 3.0).of("rubber").drawn_as("puck", (r, r, r/2))
    elif p.hoop:
        m = 0.5
        # a tread as round as a ball's, only part of which is drawn: a narrow one would fall over sideways in the end
        body = Body(lambda x, y, z, r: r*sqrt(x*x + y*y + z*z), (r,), m,
                    ((m*r*r/2, 0, 0), (0, m*r*r, 0), (0, 0, m*r*r/2)), size=r, name="hoop", drawn=ring(r, 0.2*r))
        body = body.of("steel").drawn_as("hoop", (r, 1.25*r, r))
    else:
        body = Ball(r, density=1400.0)
    slope = On(Board(2*HALF, 0.9).of("wood").placed(axis=(0, 1, 0), angle=radians(p.slope)), Still(), Contact(law(p)))
    below = -HALF*sin(radians(p.slope)) - GAP
    return World({"slope": slope, **edges_of(slope), "floor": laboratory_floor(below)}, [Placed(body, start(p))])


def law(p):
    if p.static > p.mu:
        return Stribeck(p.mu, p.static, p.fading)
    return Coulomb(p.mu) if p.mu else Smooth()


def start(p):
    a = radians(p.slope)
    high = ((0.9 if p.up > 0 else -0.9)*HALF*cos(a), 0.0)
    tilt = (cos(a/2), 0, sin(a/2), 0)
    velocity = (-p.up*cos(a), 0.0, p.up*sin(a))
    if p.block or not (p.mu or p.static):
        return Start(at=high, velocity=velocity, omega=(0, 0, 0), orientation=tilt)
    return Start(at=high, omega=(0, -p.up/p.radius, 0), orientation=tilt)


def exact(t, p, r, v):
    """Centre after t seconds, as far as the slope goes [m]; none where friction fades."""
    if p.static > p.mu:
        return None
    a = radians(p.slope)
    down = cos(a), -sin(a)
    speed = v[0]*down[0] + v[2]*down[1]
    k = 1.0 if p.hoop else 0.4
    grip = p.mu*cos(a)
    if p.block:
        # friction is against the motion: up the slope the block is slowed by both, where it stops it may stay
        rise = minimum(t, -speed/(G*(sin(a) + grip))) if speed < 0 else 0.0*t
        fall = t - rise if speed < 0 else t
        s = (speed*rise + G*(sin(a) + grip)*rise*rise/2 if speed < 0 else speed*fall) \
            + G*(max(0.0, sin(a) - grip) if speed <= 0 else sin(a) - grip)*fall*fall/2
    else:
        # a ball or hoop that slips is slower than its spin downhill, faster uphill: friction always points up the slope
        pull = sin(a)/(1 + k) if p.mu >= k/(1 + k)*tan(a) and p.mu > 0 else sin(a) - grip
        s = speed*t + G*pull*t*t/2
    s = where(abs(s + r[0]*down[0] + r[2]*down[1]) < 1.01*HALF, s, nan)
    return r[0] + s*down[0], r[1] + 0.0*t, r[2] + s*down[1]


def ratio(p):
    """I/(m r^2) of what rolls."""
    return 1.0 if p.hoop else 2/5


CARD = Card(
    "The ball rolls down; friction only turns it.",
    "a = g sin α/(1 + k) = {rolling} with k = {k}. For that it needs |F|/N = {needs}; the slope can give μ = {p.mu}.",
    Try("[Make it a hoop]: it is slower, whatever its size.", hoop=True),
    {"k": Number("", lambda p, r: ratio(p)),
     "rolling": Number("m/s²", lambda p, r: G*sin(radians(p.slope))/(1 + ratio(p))),
     "needs": Number("", lambda p, r: ratio(p)/(1 + ratio(p))*tan(radians(p.slope))),
     "steep": Number("", lambda p, r: tan(radians(p.slope))),
     "sliding": Number("m/s²", lambda p, r: G*(sin(radians(p.slope)) - p.mu*cos(radians(p.slope)))),
     "brake": Number("m/s²", lambda p, r: G*(sin(radians(p.slope)) + p.mu*cos(radians(p.slope)))),
     "free": Number("m/s²", lambda p, r: G*sin(radians(p.slope))),
     "now": Number("", lambda p, r: p.mu + (p.static - p.mu)*exp(-(r.speed/p.fading)**2))})

SCENE = Scene(
    "Race down a slope", PARAMETERS, build, exact=exact,
    showing=Showing(1/2),
    card=CARD, topic="contact", level="school",
    presets=(
        Preset("Ball"),
        Preset("Hoop: slower",
               Card("The hoop is slower than the ball, whatever their sizes and masses: more of it has to be "
                    "turned.",
                    try_=Try("[Make it a ball]: it is faster.", hoop=False)),
               hoop=True),
        Preset("Block: slides",
               Card("The slope is too steep for the block to stay: it slides, faster and faster.",
                    "tan α = {steep} is above μ = {p.mu}: it slides with a = g (sin α − μ cos α) = {sliding}.",
                    Try("[Make the slope 15 degrees]: it stays.", slope=15.0)),
               block=True, slope=20.0),
        Preset("Block: stays", Showing(),
               Card("The block stays where it is: friction holds it as long as the slope is not too steep.",
                    "tan α = {steep} is not above μ = {p.mu}: friction holds with |F| = {r.friction}.",
                    Try("[Make the slope 20 degrees]: it slides.", slope=20.0)),
               block=True, slope=15.0),
        Preset("Too steep to roll", Showing(1/4),
               Card("Too steep: the ball slips and rolls at once.",
                    "It would need |F|/N = {needs}, above μ = {p.mu}: so it slips, with a = g (sin α − μ cos α) = "
                    "{sliding}.",
                    Try("[Make the slope 10 degrees]: it rolls.", slope=10.0)),
               slope=50.0),
        Preset("No friction: all alike",
               Card("Without friction nothing turns the ball: it slides like anything else.",
                    "a = g sin α = {free} for ball, hoop and block alike.",
                    Try("[Bring friction back]: it rolls, and is slower.", mu=0.3)),
               mu=0.0),
        Preset("Up and back", Showing(),
               Card("It rolls up, stops, and comes back as fast as it went.",
                    try_=Try("[Make it a hoop]: it gets higher, with the same speed.", hoop=True)),
               up=2.0),
        Preset("Block: up, and stays", Showing(),
               Card("The block slides up, stops, and stays: going up friction brakes, then it holds.",
                    "Up it is braked with g (sin α + μ cos α) = {brake}; then tan α = {steep} is not above μ = "
                    "{p.mu}.",
                    Try("[Make the slope 20 degrees]: it comes back down.", slope=20.0)),
               block=True, slope=15.0, up=2.5),
        Preset("Stribeck: it stops again", Showing(),
               Card("A gentle push: friction grows as the block gets slower, and stops it.",
                    "μ(u) = μ + (μ₀ − μ) exp(−(u/v)²) = {now} at u = {r.speed}; the slope asks for tan α = {steep}.",
                    Try("[Push it harder]: it runs away.", "Stribeck: it runs away")),
               block=True, slope=18.0, mu=0.2, static=0.36, fading=1.0, up=-0.4),
        Preset("Stribeck: it runs away",
               Card("Pushed a little harder, the block has less friction the faster it is: it runs away.",
                    "μ(u) = μ + (μ₀ − μ) exp(−(u/v)²) = {now} at u = {r.speed}; the slope asks for tan α = {steep}.",
                    Try("[Push it more gently]: it stops again.", "Stribeck: it stops again")),
               block=True, slope=18.0, mu=0.2, static=0.36, fading=1.0, up=-0.6),
    ),
)
