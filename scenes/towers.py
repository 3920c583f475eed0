r"""Towers: a table is pulled away below them; which of them stay on it says one line, whatever they weigh.

Bricks stand on each other on a table that is pulled to and fro. Up to a certain height a tower rides along as if it
were glued, one brick more and it falls. On a smooth table nothing falls: the table slides away below it.

## Assumptions

- Rigid bricks of the width $\p{width}$ along the pull and the height $h=\p{height}$, their edges rounded with
  $r=\p{rounding}$; what bears is flat, $2a'=\p{width}-2\,\p{rounding}$.
- The place of the table is $X=\frac{A}{\nu^2}(1-\cos\nu t)$ with $A=\p{pull}$ and $\nu=\p{nu}$: it begins with its
  largest acceleration, $A$.
- Friction is dry, $\p{mu}$ on the table, {p.friction_between} between bricks; a hit gives nothing back.

## Derivation

**What the table asks for.** A tower of $n$ bricks that rides along has the acceleration $\ddot X$, which friction at
its foot gives, $T=n m\ddot X$, while the table bears $N=n m g$. So each joint has to bear the same share,

$$ \frac TN=\frac{\ddot X}{g} , $$

for what is above it is slower to move and heavier by the same number.

**It slips** where friction cannot do that any more, first where it is least:

$$ \frac{A}{g}=\mu . $$

On the table it then drags behind with $\mu g$. Between two bricks the upper ones do, and the lower ones ride on.

**It topples** when the sum of all forces would have to press outside its foot. The mass centre is at $nh/2$; about the
rear edge of what bears the moments are $nmg\,a'$ and $nm\ddot X\,nh/2$, so

$$ \frac{A}{g}=\frac{2a'}{nh} . $$

Of all joints the lowest is the first at which that happens, since above it less is left to topple: the tower goes as
one block. On this table towers ride along up to

$$ n_*=\frac{2a'}{h}\,\frac{g}{A} $$

bricks, here {most}; how heavy they are is of no account. A little beyond that a tower leans and may still come back:
the table turns round before it has fallen.

**Knocked out.** A ball of the mass $m_b$ and the speed $v$ that hits one brick in its middle, and does not come back,
gives it $w=v\,m_b/(m_b+m)$. It is gone from under the others after about $\p{width}/w$. Meanwhile they are
drawn along with no more than $\mu g$, and so by no more than

$$ \tfrac12\,\mu g\left(\frac{\p{width}}{w}\right)^2 , $$

the less the faster the hit is. Below and above the brick that is hit it is the same.

## What is conserved

- Nothing while the table is pulled. What rides along moves with the table to the last digit.
- While it stands the energy falls by what friction and hits take. Now {r.E_0}.

## What to see

- **Which of them fall?**: four towers on one table, as many bricks as their number.
- **It rides along** and **One brick more**: the same pull, on either side of $n_*$.
- **The table slides away**: with less friction nothing falls.
- **Knocked out** and **Too slowly**: a fast hit takes the lowest brick, a slow one the tower.

## Ask the class

Is a tower of heavy bricks safer? One with the heavy bricks below? One on the Moon? Where would you glue two bricks
together, if you had glue for one joint?

## References

- J. P. Den Hartog, Mechanics, McGraw-Hill, 1948.
- G. W. Housner, The behavior of inverted pendulum structures during earthquakes, Bull. Seismol. Soc. Am. 53, 1963.
"""

import numpy as np

from sandbox.scene import (
    ANEW,
    Ball,
    Box,
    Card,
    Chart,
    Contact,
    Coulomb,
    Curve,
    Mark,
    Motion,
    Number,
    On,
    Parameter,
    Placed,
    Plane,
    Preset,
    Region,
    Scene,
    Showing,
    Signal,
    Start,
    Still,
    Try,
    World,
)

G = 9.81                    # [m/s^2]
DENSITY = 700.0             # of wood, painted [kg/m^3]
# from one tower to the next, in depths; radius of the ball, and how far away it begins [m]
APART, SHOT, AWAY = 1.8, 0.018, 0.12
MOST = 8                    # bricks of a tower

PARAMETERS = (
    Parameter("bricks", 4, low=1, high=MOST, role="start", about="number of bricks of the tower"),
    Parameter("row", True, role="start", about="towers of one brick, two and so on beside each other, up to four"),
    Parameter("pull", 5.5, "m/s^2", low=0, high=8, about="largest acceleration of the table; 0: it stands"),
    Parameter("nu", 6.0, "rad/s", low=2, high=10, about="angular frequency of the pulling to and fro"),
    Parameter("width", 0.06, "m", low=0.03, high=0.12, about="width of a brick, along the pull"),
    Parameter("height", 0.04, "m", low=0.02, high=0.08, about="height of a brick"),
    Parameter("depth", 0.06, "m", low=0.03, high=0.12, about="depth of a brick"),
    Parameter("rounding", 0.001, "m", low=0.0004, high=0.004, about="radius of its edges"),
    Parameter("mu", 0.8, low=0.05, high=2, about="friction coefficient of the table"),
    Parameter("friction_between", 0.8, low=0.05, high=2, title="friction between bricks",
              about="friction coefficient between bricks"),
    Parameter("throw", 0.0, "m/s", low=0, high=4, role="start", about="speed of a ball that hits a brick; 0: none"),
    Parameter("target", 1, low=1, high=MOST, role="start", about="number of the brick that it hits, from below"),
)


def brick(p):
    return Box(p.width, p.depth, p.height, p.rounding, density=DENSITY).of("tin")


def tower(p, n, x, y, of=0):
    """Bricks on each other at that place; of: the number of the tower, where there are several."""
    return [Placed(brick(p), Start(mass_centre=(x, y, (k + 0.5)*p.height)),
                   name=f"tower {of}, brick {k + 1}" if of else f"brick {k + 1}") for k in range(n)]


def build(p):
    n = int(p.bricks)
    if p.row:
        many = min(n, 4)
        # aslant, the tallest in front and where they fall to, so that all are seen and none falls on another; that in
        # the middle is looked at
        places = sorted(((k, APART*(0.5*(many - 1) - k)) for k in range(many)), key=lambda one: abs(one[1] - 0.5*APART))
        towers = [tower(p, k + 1, far*p.width, far*p.depth, k + 1) for k, far in places]
        target = towers[0][min(int(p.target), len(towers[0])) - 1]
        bodies = [one for bricks in towers for one in bricks]
    else:
        bodies = tower(p, n, 0.0, 0.0)
        target = bodies[min(int(p.target), n) - 1]
    if p.throw > 0.0:
        # what stays is looked at, not what flies away
        bodies.sort(key=lambda one: one is target)
        x, y, z = target.start.mass_centre
        at = (x - 0.5*p.width - SHOT - AWAY, y, max(z, SHOT))
        bodies.append(Placed(Ball(SHOT).of("steel"), Start(at=at, velocity=(p.throw, 0.0, 0.0), nearest=True)))
    law, between = (Contact(Coulomb(mu), restitution=0.0) for mu in (p.mu, p.friction_between))
    kinds = sorted({one.kind for one in bodies})
    return World({"table": On(Plane().of("slate"), pulled(p), law)}, bodies,
                 {(one, other): between for one in kinds for other in kinds})


def pulled(p):
    """To and fro, with the largest acceleration first."""
    far = p.pull/p.nu**2
    return Motion(shift=(Signal((far,), cosine=-far, nu=p.nu), Signal(), Signal())) if p.pull > 0.0 else Still()


def topples(p, n=None):
    """Share of the weight across by which a tower of n bricks topples, 2 a'/(n h)."""
    return (p.width - 2.0*p.rounding)/((n or int(p.bricks))*p.height)


def least_friction(p):
    """Share of the weight across by which it slips somewhere."""
    return min(p.mu, p.friction_between) if p.bricks > 1 else p.mu


def gone(p):
    """Speed of the brick that was hit [m/s]."""
    ball = Ball(SHOT).of("steel")
    return p.throw*ball.m/(ball.m + brick(p).mass)


def chart(p):
    """What a tower of so many bricks does at which acceleration, and where this one is."""
    n, mu, most = np.linspace(1.0, MOST, 100), least_friction(p), max(1.2*p.pull/G, 1.5*least_friction(p), 0.5)
    over = np.minimum((p.width - 2.0*p.rounding)/(n*p.height), most)
    first = np.minimum(over, mu)
    around = np.concatenate((n, n[::-1]))
    parts = (Region("stands", around, np.concatenate((0.0*n, first[::-1])), tone=0),
             Region("slips", around, np.concatenate((np.full_like(n, mu), np.maximum(over, mu)[::-1])), tone=2)
             if mu < most else None,
             Curve("2a′/(n h)", n, over, tone=1), Curve("μ", n, np.full_like(n, mu), style="dashes", tone=2),
             Mark("A/g", float(p.bricks), p.pull/G))

    def now(path):
        return float(p.bricks) + 0.0*path.t, np.abs(p.pull/G*np.cos(p.nu*path.t))

    return Chart("bricks", "acceleration, in g", tuple(one for one in parts if one is not None), now, top=most,
                 title="Stands, slips or topples")


NUMBERS = {"asked": Number("", lambda p, r: p.pull/G), "topples": Number("", lambda p, r: topples(p)),
           "most": Number("", lambda p, r: topples(p, 1)*G/p.pull if p.pull > 0.0 else float("nan")),
           "lag": Number("m/s²", lambda p, r: least_friction(p)*G),
           "gone": Number("m/s", lambda p, r: gone(p)),
           "drawn": Number("m", lambda p, r: 0.5*least_friction(p)*G*(p.width/gone(p))**2 if p.throw > 0.0
                           else float("nan"))}

CARD = Card(
    "Four towers on one table that is pulled away. Which of them fall?",
    "A tower topples at A/g = 2a′/(n h), whatever it weighs: on this table those of more than {most} bricks.",
    Try("[Pull more gently]: only the tallest falls.", ANEW, pull=4.0), NUMBERS)

SCENE = Scene(
    "Towers", PARAMETERS, build, chart=chart, showing=Showing(1/4, closer=1.2), card=CARD, topic="contact",
    level="school",
    presets=(
        Preset("Which of them fall?"),
        Preset("It rides along", Showing(1/2, closer=1.5),
               Card("Six bricks ride along on the table, to and fro, as if they were glued together.",
                    "The table asks for A/g = {asked}; the tower would topple at 2a′/(n h) = {topples}.",
                    Try("[One brick more]: it falls.", ANEW, bricks=7), NUMBERS), row=False, bricks=6, pull=2.3),
        Preset("One brick more",
               Card("The same pull, one brick more: the tower falls as one block, and comes apart on its way.",
                    "The table asks for A/g = {asked}; with seven bricks 2a′/(n h) = {topples}.",
                    Try("[Pull a little less]: it stays.", ANEW, pull=1.9), NUMBERS), row=False, bricks=7, pull=2.3),
        Preset("The table slides away", Showing(1/2, closer=1.5),
               Card("The table is too smooth to take the tower with it: it slides away below, and nothing falls.",
                    "Friction gives no more than μ g = {lag}. The table asks for A/g = {asked}, and toppling needs "
                    "{topples}.",
                    Try("[Make it rough]: now the tower falls.", ANEW, mu=0.8), NUMBERS), row=False, mu=0.1, pull=4.0),
        Preset("Between the bricks",
               Card("The table holds the lowest brick; the others slide off it.",
                    "Between bricks friction gives no more than μ g = {lag}; the table asks for A/g = {asked}.",
                    Try("[As rough as the table]: the tower rides along.", ANEW, friction_between=0.8), NUMBERS),
               row=False, friction_between=0.1, pull=3.0),
        Preset("Knocked out",
               Card("A fast ball takes the lowest brick away. The others come down where it was, and stand.",
                    "It leaves at {gone}: until it is gone friction can draw the others along by {drawn} at most.",
                    Try("[Another brick]: hit the second one.", ANEW, target=2), NUMBERS),
               row=False, pull=0.0, throw=3.5, mu=0.6, friction_between=0.2, bricks=5),
        Preset("Too slowly",
               Card("The same hit, slower: now the others have time to tip.",
                    "It leaves at {gone}: in that time friction could draw them along by {drawn}.",
                    Try("[Twice as fast]: they stand.", ANEW, throw=4.0), NUMBERS),
               row=False, pull=0.0, throw=2.0, mu=0.6, friction_between=0.2, bricks=5),
    ),
)
