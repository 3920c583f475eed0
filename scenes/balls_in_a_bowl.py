r"""Balls in a bowl: dropped in, thrown about, and at last a heap that lies.

Many balls of radius $\p{radius}$ fall into a spherical bowl of radius $\p{bowl}$, hit each other and the bowl, slip
and roll. All that the fall has given is taken by hits, by slip and by what resists rolling, until a heap lies still.

## Assumptions

- The balls are rigid, all alike and of even density; they touch the bowl and each other in points.
- Friction is dry, $|\mathbf F| \le \mu N$, with the coefficient {p.friction} at the bowl and {p.friction_between}
  between balls.
- A hit is instantaneous and gives back the share $\p{restitution}$ of the normal speed (Newton).
- The bowl resists rolling and spinning with a moment of at most $kN$, $k$ = {p.resistance}. Between balls there is no
  such moment.

## Derivation

**One ball.** Let it roll without slip in the bowl at rest, $\theta$ being the angle of its centre from the lowest
point. Its speed is $v=(\p{bowl}-\p{radius})\dot\theta$ and its angular velocity $v/\p{radius}$. With
$\chi=I/(I+m\p{radius}^2)$, which is 2/7 for a solid ball and 2/5 for a hollow one, its energy is

$$ E=\frac{m\,(\p{bowl}-\p{radius})^2\,\dot\theta^2}{2\,(1-\chi)}+m g\,(\p{bowl}-\p{radius})(1-\cos\theta), $$

and $\dot E=0$ gives a pendulum, slower than a ball that slides by what goes into turning:

$$ \ddot\theta+\frac{(1-\chi)\,g}{\p{bowl}-\p{radius}}\,\sin\theta=0 . $$

**A hit of two balls that touch nothing else.** Let $\mathbf u$ be the velocity of one touching point relative to the
other and $\mathbf n$ the normal there. The impulse has the normal part $P$ that makes
$u_n^+=-\p{restitution}\,u_n^-$. Its tangential part ends the slip if no more than $\mu P$ is needed for that; else it
is $\mu P$ against the slip.

Where a ball touches the bowl or further balls as well, these answer in the same instant, by pressing and within their
own friction: the ball is harder to move, and a normal impulse changes the slip, too (scene **Many balls on a
turntable**).

**Many hits.** While hits are few, each is found at its instant. The hops of one ball shrink by the factor
$\p{restitution}$, those of a heap come faster than they can be counted. Where too many fall into one frame, the heap
goes on by small steps $\tau$, and each step finds the impulses of all contacts together:

$$ u_n^+\ge-\frac{\delta}{\tau},\qquad P\ge0,\qquad P\left(u_n^++\frac{\delta}{\tau}\right) = 0,\qquad |\mathbf
   P_t|\le\mu P, $$

where $\delta$ is the gap and $\mathbf P_t$ points against the slip where there is any. So no ball gets into another
one.

**Rest.** A heap may lie where forces within these bounds balance each ball, $\mathbf r_i$ leading from its centre to
its contacts:

$$ \begin{gathered} \sum_i \mathbf F_i = -m\mathbf g,\qquad \sum_i\mathbf r_i\times\mathbf F_i+\mathbf M = 0,
   \\[0.5em] |\mathbf F_{i,t}|\le\mu N_i,\qquad |\mathbf M|\le kN . \end{gathered} $$

There is more than one such set of forces, and with friction more than one such heap: it may stand higher than the
lowest one nearby.

## What is conserved

- The energy less the ledger, {r.E_0} at the start: whatever hits, slip and resistance take is counted, {r.ledger} so
  far.
- Without any friction and resistance also the sum of $m\,(\mathbf r\times\mathbf v)_z$ and the spin of each ball:
  normal forces of the bowl point to its centre, those between balls are opposite. Friction at the bowl ends that.

## What to see

- **Ten balls**: the heap lies still after about 3 s.
- **Without friction**: nothing but hits takes energy; the balls slide to and fro.
- **A heap of putty**: nothing is given back, the first touch is the last. **Lively balls** hop for long.
- Set the resistance to 0: two balls may turn on the spot against each other, like gears, for ever.

## Ask the class

Is there just one heap of {p.count} balls? Change the height of the drop a little and compare the height of the heaps;
then do the same without friction between balls.

## References

- J. J. Moreau, Unilateral contact and dry friction in finite freedom dynamics, CISM Courses and Lectures 302, 1988.
- M. Jean, The non-smooth contact dynamics method, Comput. Methods Appl. Mech. Engrg. 177, 1999.
- D. E. Stewart, Rigid-body dynamics with friction and impact, SIAM Review 42, 2000.
- P. Alart, A. Curnier, A mixed formulation for frictional contact problems prone to Newton like solution methods,
  Comput. Methods Appl. Mech. Engrg. 92, 1991 (the cones).
"""

from math import cos, pi, sin, sqrt

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
    Smooth,
    Sphere,
    Spin,
    Start,
    Try,
    World,
    laboratory_floor,
)

PARAMETERS = (
    Parameter("rate", 0.0, "rad/s", low=-10, high=10, live=True, about="rotation rate of the bowl"),
    Parameter("bowl", 0.25, "m", low=0.15, high=0.5, about="radius of the bowl"),
    Parameter("radius", 0.02, "m", low=0.01, high=0.03, about="radius of the balls"),
    Parameter("shell", False, about="hollow balls instead of solid ones"),
    Parameter("count", 10, low=2, high=60, role="start", about="number of balls"),
    Parameter("drop", -0.05, "m", low=-0.05, high=0.5, role="start",
              about="height of the lowest ones above the bowl's middle"),
    Parameter("friction", 0.3, low=0, high=2, about="friction coefficient of the bowl"),
    Parameter("friction_between", 0.2, low=0, high=2, about="friction coefficient between balls"),
    Parameter("restitution", 0.5, low=0, high=0.95, about="share of the normal speed that a hit gives back"),
    Parameter("resistance", 1e-4, "m", low=0, high=1e-3,
              about="resistance of the bowl against rolling and spinning: moment for each newton"),
)

# radius of the rim as a share of the bowl's; balls in a layer, distance of layers and their ring in radii of a ball
RIM, LAYER, APART, RING = 0.999, 3, 2.6, 1.6
# each layer is turned against the one below [rad]
TURNED = 0.7


def friction(mu):
    return Coulomb(mu) if mu > 0.0 else Smooth()


def build(p):
    law = Contact(friction(p.friction), p.resistance, p.resistance, restitution=p.restitution)
    bowl = On(Sphere(p.bowl, rim=RIM*p.bowl).of("wood"), Spin("z", "rate"), law)
    return World({"bowl": bowl, "floor": laboratory_floor(-1.05*p.bowl)}, balls(p),
                 {("ball", "ball"): Contact(friction(p.friction_between), restitution=p.restitution)})


def balls(p):
    """In layers of three, each a little turned, one above the other."""
    found = []
    for i in range(int(p.count)):
        layer, k = divmod(i, LAYER)
        # a hundredth of a radius aside for each ball, so that none falls on the very top of another
        angle, ring = 2*pi*k/LAYER + TURNED*layer, (RING + 0.01*i)*p.radius
        at = (ring*cos(angle), ring*sin(angle), p.drop + APART*p.radius*(layer + 0.2*k))
        start = Start(at=at, velocity=(0.0, 0.0, 0.0), omega=(0.0, 0.0, 0.0))
        # above the floor: the upper half of the bowl's sphere, which is not there, is no place to start from
        found.append(Placed(Ball(p.radius, shell=p.shell), start, on="floor"))
    return found


CARD = Card(
    "Balls fall into a bowl, hit each other and lose all their energy, until they lie in a heap.",
    "E less the ledger, {r.E_0}, stays; {lost} went into hits, slip and rolling so far. A ball alone would swing "
    "with {swing} about the deepest point.",
    Try("[Drop balls that give nothing back]: the heap is there at once.", ANEW, restitution=0.0),
    {"lost": Number("J", lambda p, r: -r.ledger),
     "swing": Number("rad/s", lambda p, r: sqrt((3/5 if p.shell else 5/7)*9.81/(p.bowl - p.radius)))})

SCENE = Scene(
    "Balls in a bowl", PARAMETERS, build,
    card=CARD, topic="crowds", level="university",
    presets=(
        Preset("Ten balls"),
        Preset("Three balls", count=3),
        Preset("Twenty-five balls", count=25),
        Preset("Sixty marbles", count=60, radius=0.012),
        Preset("Without friction",
               Card("Without friction nothing holds a heap up but its own balls; they go on sliding to and fro.",
                    try_=Try("[Bring friction back]: it lies.", "Ten balls")),
               friction=0.0, friction_between=0.0, resistance=0.0),
        Preset("Lively balls",
               Card("Balls that give nine tenths back: it takes long until they lie."), restitution=0.9),
        Preset("A heap of putty",
               Card("Balls that give nothing back: the first touch is the last.",
                    try_=Try("[Let them give nine tenths back]: they jump for long.", "Lively balls")),
               restitution=0.0),
        Preset("The bowl turns",
               Card("The bowl turns and takes the balls along, until the heap goes around with it.",
                    try_=Try("[Stop it]: the heap comes to rest.", rate=0.0)), rate=4.0),
    ),
)
