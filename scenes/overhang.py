r"""Overhang: bricks reach out as far as the harmonic sum says, and not a millionth further.

Bricks lie on each other, each a little further out than the one below. The uppermost may hang in the air with its
whole length; but who wants to double what reaches out needs many times as many bricks.

## Assumptions

- $\p{bricks}$ equal rigid bricks of the length $\p{width}$ and the height $\p{height}$ over one more that lies on the
  table, their edges rounded with $r=\p{rounding}$. What bears is flat: $l=\p{width}-2\,\p{rounding}$ of each.
- The mass centre of all that reach out is further out than the edge that bears them by the share $\p{excess}$ of $l$.
- Friction is dry, $\p{mu}$; a hit gives nothing back.

## Derivation

**One** brick stays as long as its mass centre is not beyond the edge below: it may reach out by $l/2$.

**Count from above.** Let the mass centre of the upper $k$ be right above the end of the next one. That next one has
its own middle $l/2$ behind its end, so the mass centre of $k+1$ bricks is behind it by

$$ \frac{1}{k+1}\cdot\frac l2 , $$

and by that much the next one may reach out beyond what is below it. The offsets are $l/2,\ l/4,\ l/6,\ \dots$, and
all together

$$ d_n=\frac l2\sum_{k=1}^{n}\frac1k=\frac l2 H_n , $$

here {reach}. $H_n$ grows as $\ln n+0.577$: without end, but ever more slowly. The fourth brick is the first by which
the uppermost one hangs beyond the edge with its whole length, $H_4/2=1.04$; for two lengths it takes 31, for three
227.

**A little too far.** With the mass centre beyond the edge by $\delta$ the weight has the moment $n m g\,\delta$.
While the bricks stick together, at the height $b=n\,\p{height}/2$ of their mass centre and with the inertia $J$ about
the edge,

$$ J\ddot\theta=n m g\,(\delta\cos\theta+b\sin\theta) , \qquad
\theta\approx\frac{\delta}{b}\,(\cosh\lambda t-1),\qquad\lambda^2=\frac{n m g\,b}{J} . $$

So it falls however little $\delta$ is, only later: each hundredth of it costs the time $\ln(100)/\lambda$, here
{later}.

## What is conserved

- The energy, as long as nothing slips or hits. Now {r.E_0}.

## What to see

- **A millionth too far**: for a second nobody sees anything move.
- **It stands**: the same stack, a thousandth of a brick shorter. It sleeps.
- **Eight bricks**: twice as many reach out by a third more.

## Ask the class

May the bricks reach out further if they need not lie one on each? What would the best stack of four look like?

## References

- P. B. Johnson, Leaning tower of lire, Am. J. Phys. 23, 1955.
- R. L. Graham, D. E. Knuth, O. Patashnik, Concrete Mathematics, Addison-Wesley, 1989.
- M. Paterson, U. Zwick, Overhang, Am. Math. Monthly 116, 2009.
"""

from math import log, sqrt

from sandbox.scene import (
    ANEW,
    Box,
    Card,
    Contact,
    Coulomb,
    Number,
    On,
    Parameter,
    Placed,
    Plane,
    Preset,
    Scene,
    Showing,
    Start,
    Still,
    Try,
    World,
)

DENSITY = 700.0             # of wood [kg/m^3]
# what each brick above the lowest is short of its own limit, so that one edge alone decides [share]
SPARE = 1e-6

PARAMETERS = (
    Parameter("bricks", 4, low=1, high=8, role="start", about="number of bricks that reach out, over one more"),
    Parameter("excess", 1e-6, low=-0.2, high=0.2, role="start",
              about="how far the mass centre of these bricks is beyond the edge below, in lengths"),
    Parameter("width", 0.16, "m", low=0.08, high=0.3, title="length", about="length of a brick"),
    Parameter("height", 0.04, "m", low=0.02, high=0.08, about="height of a brick"),
    Parameter("depth", 0.08, "m", low=0.04, high=0.2, about="depth of a brick"),
    Parameter("rounding", 0.001, "m", low=0.0002, high=0.004, about="radius of its edges"),
    Parameter("mu", 0.6, low=0.05, high=2, about="friction coefficient"),
)


def brick(p):
    return Box(p.width, p.depth, p.height, p.rounding, density=DENSITY).of("wood")


def flat(p):
    """The length of a brick that is flat, and bears [m]."""
    return p.width - 2.0*p.rounding


def places(p):
    """Middles of all bricks along x [m], from below; that of the lowest is 0."""
    n = int(p.bricks)
    out = [0.0]
    for k in range(n - 1, 0, -1):
        out.append(out[-1] + 0.5*flat(p)/k*(1.0 - SPARE))
    edge = (0.5 + p.excess)*flat(p) - sum(out)/n
    return [0.0, *(x + edge for x in out)]


def build(p):
    law = Contact(Coulomb(p.mu), restitution=0.0)
    bodies = [Placed(brick(p), Start(mass_centre=(x, 0.0, (k + 0.5)*p.height)), name=f"brick {k + 1}")
              for k, x in enumerate(places(p))]
    return World({"table": On(Plane().of("marble"), Still(), law)}, bodies, {("box", "box"): law})


def harmonic(n):
    """1 + 1/2 + ... + 1/n."""
    return sum(1.0/k for k in range(1, int(n) + 1))


def growth(p):
    """Rate lambda at which the fall begins, about the lower edge, of bricks that stick together [1/s]."""
    body, n, at = brick(p), int(p.bricks), places(p)[1:]
    edge, J = 0.5*flat(p), 0.0
    for k, x in enumerate(at):
        J += body.inertia[1][1] + body.mass*((x - edge)**2 + ((k + 0.5)*p.height)**2)
    return sqrt(n*body.mass*9.81*0.5*n*p.height/J)


NUMBERS = {"reach": Number("m", lambda p, r: 0.5*flat(p)*harmonic(p.bricks)),
           "lengths": Number("", lambda p, r: 0.5*harmonic(p.bricks)),
           "later": Number("s", lambda p, r: log(100.0)/growth(p))}

CARD = Card(
    "The uppermost brick hangs beyond the lowest with its whole length. All is a millionth of a brick too far.",
    "d = (l/2)(1 + 1/2 + … + 1/n) = {lengths} l at most. A hundred times nearer to that it falls later by {later}.",
    Try("[Pull it back a little]: it stands.", ANEW, excess=-1e-6), NUMBERS)

SCENE = Scene(
    "Overhang", PARAMETERS, build, showing=Showing(1/2, at=1.5), card=CARD, topic="contact", level="school",
    presets=(
        Preset("A millionth too far"),
        Preset("It stands",
               Card("The same bricks, shorter by a thousandth. They stand, and nothing creeps.",
                    "Each mass centre is above the brick below. They reach out by {reach}: {lengths} of what is flat.",
                    Try("[A thousandth too far]: it falls.", ANEW, excess=1e-3), NUMBERS), excess=-1e-3),
        Preset("Eight bricks",
               Card("Twice as many bricks reach out by a third more: the harmonic sum grows ever more slowly.",
                    "H₈/2 = {lengths}. The offsets are l/2, l/4, l/6 and so on, counted from above.",
                    Try("[Leave out one]: hardly less far.", ANEW, bricks=7), NUMBERS), bricks=8, excess=1e-4),
        Preset("Far too far",
               Card("A tenth of a brick too far: it tips at once, and comes apart on its way.",
                    "The moment of the weight is n m g δ, and grows as it tips. λ makes a hundredfold in {later}.",
                    Try("[On ice]: the bricks slide off.", ANEW, mu=0.05), NUMBERS), excess=0.1),
    ),
)
