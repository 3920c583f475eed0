r"""Ball that bounces, slides and at last rolls.

The bounces come ever faster, infinitely many in a finite time; then friction makes a rolling ball of a sliding one,
with the same speed on any floor. A superball does not slide at all: at each bounce it changes speed into spin and
back.

## Assumptions

- A rigid solid ball of radius $\p{radius}$, $I=\tfrac25m\p{radius}^2$, no air, a level stage at rest.
- An impact is instantaneous and gives back the share $\p{restitution}$ of the normal speed.
- Friction is dry with the coefficient $\p{mu}$, during an impact, too. For the superball the floor holds whatever is
  asked of it, and the slip, too, comes back.
- No resistance against rolling and spinning.

## Derivation

**Bounces.** Dropped from $\p{height}$ it meets the floor after $t_0=\sqrt{2\p{height}/g}$ with the speed $gt_0$.
After the $j$-th impact it leaves with $\p{restitution}^{\,j}gt_0$ and flies for $2\p{restitution}^{\,j}t_0$. The sum
is finite though the bounces are infinitely many:

$$ T = t_0+\sum_{j\ge1}2\,\p{restitution}^{\,j}\,t_0 =
   \sqrt{\frac{2\p{height}}{g}}\;\frac{1+\p{restitution}}{1-\p{restitution}} . $$

**Slip in an impact.** The lowest point has the velocity
$\mathbf s=\mathbf v_t-\p{radius}\,\boldsymbol\omega\times\mathbf n$ along the floor, $\mathbf n$ being upwards. A
tangential impulse $\mathbf P_t$ makes

$$ \Delta\mathbf v_t = \frac{\mathbf P_t}{m},\qquad \p{radius}\,\Delta\boldsymbol\omega\times\mathbf n =
   -\frac52\,\frac{\mathbf P_t}{m},\qquad \Delta\mathbf s = \frac72\,\frac{\mathbf P_t}{m} . $$

With $P=(1+\p{restitution})\,m|v_n|$ slip ends, $\mathbf P_t=-\tfrac27m\mathbf s$, if
$\tfrac27m|\mathbf s|\le\p{mu}P$; else $\mathbf P_t=-\p{mu}P\mathbf s/|\mathbf s|$. The superball takes twice the
former, $\mathbf P_t=-\tfrac47m\mathbf s$, so that $\mathbf s\to-\mathbf s$. In a plane, with the back spin $\omega$
and $s=v+\p{radius}\omega$,

$$ v^+ = v-\tfrac47\,(v+\p{radius}\omega),\qquad \p{radius}\omega^+ =
   \p{radius}\omega-\tfrac{10}7\,(v+\p{radius}\omega) ; $$

for $\p{radius}\omega=\tfrac52v$ both just change their signs: it hops to and fro between two places.

**Sliding.** With $N=mg$ friction is $-\p{mu}mg\,\mathbf s/|\mathbf s|$, and the same relations in time give

$$ \dot{\mathbf v} = -\p{mu}g\,\frac{\mathbf s}{|\mathbf s|},\qquad \dot{\mathbf s} = -\frac72\,\p{mu}g\,\frac{\mathbf
   s}{|\mathbf s|} . $$

The slip keeps its direction, so that the path is a parabola, and straight if the slip lies along the velocity. It
ends after $\tfrac27|\mathbf s_0|/(\p{mu}g)$. From then on the ball rolls with

$$ \mathbf v_{\rm r}=\tfrac57\,\mathbf v_0+\tfrac27\,\p{radius}\,\boldsymbol\omega_0\times\mathbf n , $$

whatever the friction. Without spin these are 5/7 of {p.speed}; with a back spin above $\tfrac52v_0/\p{radius}$ the
ball comes back.

## What is conserved

- $\mathbf v_t+\tfrac25\p{radius}\,\boldsymbol\omega\times\mathbf n$ on the stage always, in flight, impact, slip and
  rolling: friction acts in the plane of the floor and has no horizontal moment about its points.
- The spin about the vertical, $\omega_z$: contact in a point has no moment about the normal.
- The energy in flight and rolling. Impacts take $\tfrac12(1-\p{restitution}^2)mv_n^2$, slip takes its part; the
  ledger has {r.ledger}. The superball with $\p{restitution}=1$ keeps it.

## What to see

- **Sliding to rolling: 5/7**: 3 m/s become 2.143 m/s after 0.437 s.
- **Infinitely many bounces**: all over after 4.064 s, nine times $t_0$.
- **Back spin: it returns**: 60 rad/s beat 1.5 m/s, and it rolls back with 0.643 m/s.

## Ask the class

Which share of its energy does a ball lose that slides without spin until it rolls? Does it lose more on a rougher
floor, or just sooner? Change $\p{mu}$ and read the ledger.

## References

- G.-G. Coriolis, Théorie mathématique des effets du jeu de billard, Paris, 1835.
- R. L. Garwin, Kinematics of an ultraelastic rough ball, Am. J. Phys. 37, 1969.
"""

from math import sqrt

from sandbox.scene import (
    ANEW,
    Ball,
    Board,
    Card,
    Contact,
    Coulomb,
    Number,
    On,
    Parameter,
    Placed,
    Preset,
    Rough,
    Scene,
    Showing,
    Start,
    Still,
    Try,
    World,
    between,
    edges_of,
    laboratory_floor,
)

G = 9.81     # [m/s^2]
RUBBER = between("rubber", "wood")

PARAMETERS = (
    Parameter("height", 0.0, "m", low=0, high=3, role="start", about="height of the ball's lowest point"),
    Parameter("x", -2.7, "m", low=-2.9, high=2.9, role="start", about="place along the stage"),
    Parameter("speed", 3.0, "m/s", low=-6, high=6, role="start", about="speed along the stage"),
    Parameter("back", 0.0, "rad/s", low=-100, high=100, role="start", about="spin that rolls the ball backwards"),
    Parameter("side", 0.0, "rad/s", low=-100, high=100, role="start", about="spin about the direction of motion"),
    Parameter("english", 0.0, "rad/s", low=-100, high=100, role="start", about="spin about the vertical"),
    Parameter("radius", 0.1, "m", low=0.02, high=0.2, about="radius of the ball"),
    Parameter("mu", 0.2, "", low=0, high=1.5, live=True, about="friction coefficient of the stage"),
    Parameter("restitution", 0.8, "", low=0, high=1, live=True, about="share of the impact speed that is given back"),
    Parameter("superball", False, about="gives back the slip of an impact, too, and never slips through it"),
)


def build(p):
    law = Rough() if p.superball else Coulomb(p.mu)
    contact = Contact(law, restitution=p.restitution, tangential=1.0 if p.superball else 0.0)
    stage = On(Board(6.0, 2.0).of("wood"), Still(), contact)
    # on which it comes to rest within a few metres: 0.1 of its radius
    carpet = Contact(Coulomb(0.3), restitution=0.5, rolling_resistance=0.1*p.radius)
    return World({"stage": stage, **edges_of(stage), "floor": laboratory_floor(-0.3, carpet)},
                 [Placed(Ball(p.radius, density=1200.0).of("rubber"), start(p))])


def start(p):
    # on a floor that allows no slip a ball begins by rolling
    back = -p.speed/p.radius if p.superball and p.height == 0.0 else p.back
    return Start(at=(p.x, 0.0), height=p.height, velocity=(p.speed, 0.0, 0.0), omega=(p.side, -back, p.english))


def over(p):
    """When infinitely many bounces are over [s]."""
    return sqrt(2*p.height/G)*(1 + p.restitution)/(1 - p.restitution)


CARD = Card(
    "The ball slides, friction spins it, and at last it rolls.",
    "Friction has no moment about the point where it acts: v + (2/5) a ω stays, so that it rolls with {rolling} in "
    "the end, whatever the friction.",
    Try("[Make the stage four times as rough]: it rolls sooner, at the same speed.", ANEW, mu=0.8),
    {"rolling": Number("m/s", lambda p, r: (5*p.speed - 2*p.radius*p.back)/7)})

SCENE = Scene(
    "Bouncing, sliding, rolling", PARAMETERS, build,
    card=CARD, topic="contact", level="school",
    presets=(
        Preset("Sliding to rolling: 5/7", Showing(1/2, "follow"),
               Card("The ball slides without spin; friction slows it and spins it, until it rolls with 5/7 of "
                    "its speed.",
                    "Slip ends at t = 2 v₀/(7 μ g) = {grip}; then it rolls with (5/7) v₀ = {rolling}, whatever the "
                    "friction.",
                    numbers={"grip": Number("s", lambda p, r: 2*p.speed/(7*p.mu*G))})),
        Preset("Infinitely many bounces",
               Card("Each bounce is lower and shorter than the one before: infinitely many, and over after a "
                    "finite time.",
                    "It rests after √(2H/g) (1 + e)/(1 − e) = {rest}, for H = {p.height} and e = {p.restitution}.",
                    Try("[Let it give back 0.9]: more than twice as long.", ANEW, restitution=0.9),
                    {"rest": Number("s", lambda p, r: over(p))}),
               height=1.0, x=0.0, speed=0.0),
        Preset("Superball", Showing(closer=1.4),
               Card("At each bounce spin and speed change places: it hops to and fro between two places.",
                    "The slip v − a ω_y = {slip} of its lowest point only changes its sign at a bounce.",
                    Try("[Drop it without spin]: the first bounce makes some.", back=0.0),
                    {"slip": Number("m/s", lambda p, r: r.vx - p.radius*r.wy)}),
               superball=True, height=0.5, x=0.0, speed=1.0, back=25.0,
               restitution=1.0),
        Preset("Back spin: it returns", Showing(camera="follow"),
               Card("It slides forward, stops, and comes back: its spin wins.",
                    "v + (2/5) a ω stays: it rolls with (5/7) v₀ − (2/7) a ω₀ = {rolling} in the end; below 0 it "
                    "comes back."),
               x=-0.5, speed=1.5, back=60.0),
        Preset("Side spin: a parabola", Showing(1/4, "follow"),
               Card("Side spin turns the slip away from the velocity: the path is a parabola, and straight once "
                    "it rolls.",
                    "The slip keeps its direction while it lasts, so friction is a constant acceleration μ g = "
                    "{brake}.",
                    Try("[Halve the friction]: the parabola is twice as long.", ANEW, mu=0.1),
                    {"brake": Number("m/s²", lambda p, r: G*p.mu)}),
               x=-1.2, speed=1.5, side=30.0),
        Preset("Skipping across the stage", Showing(1/2, "follow"),
               Card("It skips over the stage; each touch makes it slower and spins it.",
                    "The bounces are over after √(2H/g) (1 + e)/(1 − e) = {rest}; in the end it rolls with (5/7) v₀ "
                    "= {rolling}.",
                    numbers={"rest": Number("s", lambda p, r: over(p))}),
               height=0.6, speed=0.8),
        Preset("Rubber on wood", Showing(camera="follow"),
               Card("A ball of rubber on boards of wood: friction stops its slip within a bounce or two.",
                    "By the table of materials: μ = {p.mu}, e = {p.restitution}. In the end it rolls with (5/7) v₀ = "
                    "{rolling}.",
                    Try("[Make it lead]: it does not bounce at all.", "Lead")),
               height=1.0, x=-2.0, speed=1.0, mu=RUBBER.mu, restitution=RUBBER.restitution),
        Preset("Lead", Showing(camera="follow"),
               Card("It does not bounce at all: it lands, slides, and rolls."),
               height=1.0, x=-1.0, speed=0.5, restitution=0.0),
    ),
)
