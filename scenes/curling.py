r"""Curling stone: sliding and spinning end together.

Spin turns the friction under a flat stone away from the direction of motion, so that a spinning stone goes further:
dry friction is like honey to it.

## Assumptions

- A homogeneous stone of mass $m$ = 19 kg and radius $\p{radius}$, $I=\tfrac12m\p{radius}^2$, on level ice; it does
  not tilt, $N=mg$.
- It touches on a disc of radius $\p{patch}$ whose pressure falls off towards its edge as that of Hertz,
  $\sim\sqrt{1-r^2/\p{patch}^2}$. A real stone runs on a ring; that changes numbers, not the reasoning.
- Under each point friction is dry, with the coefficient $\p{mu}$, against the velocity of that point. Sweeping takes
  the share $\p{sweep}$ of it away, on the whole sheet, as long as it lasts.

## Derivation

Let $u$ be the speed of the centre, $w$ the rate of turning. The point at $\mathbf r$ from the centre moves with
$\mathbf u+w\,\mathbf e_z\times\mathbf r$. The sum of the frictions over the patch is a force $F$ against $\mathbf u$
and a moment $M$ against $w$; both depend on the velocities through their ratio only:

$$ F=\p{mu}N\,f(\xi),\qquad M=\p{mu}N\,\p{patch}\,h(\xi),\qquad \xi=\frac{u}{\p{patch}|w|} . $$

For the pressure of Hertz the integrals are elementary. For $\xi\le1$

$$ f=\frac{3\pi}{32}\,\xi\,(4-\xi^2),\qquad h=\frac{3\pi}{16}\Bigl(1-\xi^2+\frac38\,\xi^4\Bigr), $$

and for $\xi\ge1$

$$ f=\frac3{16}\Bigl[(4\xi-\xi^3)\arcsin\frac1\xi+\frac{\xi^2+2}{\xi}\sqrt{\xi^2-1}\Bigr], $$

$$ h = \frac3{16}\Bigl[\Bigl(2-2\xi^2+\frac34\xi^4\Bigr)\arcsin\frac1\xi
   +\Bigl(\frac32-\frac34\xi^2\Bigr)\sqrt{\xi^2-1}\Bigr] . $$

The program integrates

$$ m\dot u=-F,\qquad I\dot w=-M\operatorname{sign}w . $$

Without spin $f=1$: the stone stops after $u_0^2/(2\p{mu}g)$ like any block. With fast spin
$f\approx\tfrac{3\pi}8\xi$: there is no threshold any more, the friction is proportional to the speed as in honey.

**The end.** The shares by which $u$ and $w$ fall are related by

$$ \frac{d\ln u}{d\ln|w|} =
   \frac{I}{m\p{patch}^2}\,\frac{f(\xi)}{\xi\,h(\xi)}\;\longrightarrow\;\frac{2I}{m\p{patch}^2} =
   \Bigl(\frac{\p{radius}}{\p{patch}}\Bigr)^{2}\qquad(\xi\to0) . $$

For a patch smaller than the stone this is above 1 for all $\xi$, so that $\xi$ falls to 0: at last the stone nearly
turns on the spot and creeps with $u\sim|w|^{(\p{radius}/\p{patch})^2}$, to the power 4.64 here. Neither ends before
the other.

**Several stones.** In a world of several bodies friction of a support is a single coefficient at a single point; it
knows no patch in which slip and spin take friction from each other. So there a stone slides as without spin,
$F=\p{mu}N$, and what spins is braked by the moment of the patch that turns on the spot,
$\tfrac{3\pi}{16}\,\p{mu}N\p{patch}$: spin ends, and carries no stone further. A hit is over at once and gives back
$\p{restitution}$ of the normal speed, with the friction 0.1 of stone on stone. A stone comes to rest after
$u_0^2/(2\p{mu}g)$; a metre that is swept takes only $1-\p{sweep}$ of the energy of another.

**The score.** The side whose stone is nearest to the tee, the middle of the rings, scores one for each of its stones
that is nearer than the best of the other side, if it touches the rings.

## What is conserved

- The direction of motion: friction that is the same in front and behind has no part across the velocity. Stones of
  real curling curl because the ice under their front is not the ice under their back.
- Energy only together with what friction took, {r.ledger}. Momentum and spin are both lost to the ice.
- With the patch 0 the contact is a point: it has no moment about the vertical, and the spin stays when the sliding is
  over.

## What to see

- **No spin**: 6.80 m. **Fast spin: it goes far**: the same speed takes it 13.57 m.
- There all is over after 37.1 s, though after 24 s it creeps with less than 2 cm/s. Now $u$ = {r.speed}, $w$ =
  {r.spin}.
- **Friction of a point: the spin stays**: again 6.80 m, and it goes on spinning.
- **An end of four stones**: 2.22 m/s along the sheet take a stone to the tee; swept all the way, 1.86 m/s are enough.
  Throw it a little too slow, and lead it by sweeping.

## Ask the class

Does a larger or a smaller patch carry the spinning stone further? Guess from $f$, then try.

## References

- P. Contensou, Couplage entre frottement de glissement et frottement de pivotement dans la théorie de la toupie,
  Kreiselprobleme (IUTAM Symposium Celerina 1962), 1963.
- V. F. Zhuravlev, The model of dry friction in the problem of the rolling of rigid bodies, J. Appl. Math. Mech. 62,
  1998.
- Z. Farkas, G. Bartels, T. Unger, D. E. Wolf, Frictional coupling between sliding and spinning motion, Phys. Rev.
  Lett. 90, 2003.
"""

from math import pi

from sandbox.scene import (
    ANEW,
    Board,
    Card,
    Contact,
    Contensou,
    Coulomb,
    Cue,
    House,
    Number,
    On,
    PaintedRing,
    Paper,
    Parameter,
    Placed,
    Preset,
    Puck,
    Scene,
    Showing,
    Start,
    Steer,
    Still,
    Try,
    World,
    edges_of,
    laboratory_floor,
)

PARAMETERS = (
    Parameter("stones", 1, low=1, high=8, role="start", about="number of stones: more than one are thrown in turn"),
    Parameter("speed", 2.0, "m/s", low=0, high=5, role="start", about="speed at the start, of one stone alone"),
    Parameter("spin", 40.0, "rad/s", low=-100, high=100, role="start", about="spin at the start, of one stone alone"),
    Parameter("mu", 0.03, low=0.005, high=0.5, about="friction coefficient of the ice"),
    Parameter("sweep", 0.0, low=0, high=0.5, live=True,
              about="share of the friction that sweeping the ice takes away"),
    Parameter("restitution", 0.85, low=0, high=1, about="share of the normal speed that a hit of stones gives back"),
    Parameter("patch", 0.065, "m", low=0.0, high=0.12, about="radius of the running band; 0: friction of a point"),
    Parameter("radius", 0.14, "m", low=0.05, high=0.2, about="radius of the stone"),
)

MASS, HEIGHT = 19.0, 0.114          # [kg], [m]
LENGTH, WIDTH = 24.0, 4.4           # of the ice [m]
BEGIN, TEE = -10.0, 2.6             # where the stone is let go, middle of the house [m]
HOUSE = 1.83                        # radius of its outermost ring [m]
PIVOT = 3*pi/16                     # moment of the patch that turns on the spot, over mu N and its radius
GRANITE = 0.1                       # friction coefficient of stone on stone
APART = 2.7                         # of the places where stones wait, in radii


def build(p):
    mu = p.mu*(1.0 - p.sweep)
    if p.stones > 1:
        # several stones follow Coulomb's law, and a moment against the spin as on the spot
        ice = On(sheet(), Still(), Contact(Coulomb(mu), spinning_resistance=PIVOT*mu*p.patch))
        hit = Contact(Coulomb(GRANITE), restitution=p.restitution)
        return World({"ice": ice, **edges_of(ice), "floor": laboratory_floor(-0.1)}, waiting(p),
                     {("puck", "puck"): hit})
    law = Contensou(mu, p.patch) if p.patch else Coulomb(mu)
    ice = On(sheet(), Still(), Contact(law))
    return World({"ice": ice, **edges_of(ice), "floor": laboratory_floor(-0.1)},
                 [Placed(stone(p, "curling_stone"), start(p))])


def stone(p, model):
    # its handle stands above the height that slides
    return Puck(p.radius, HEIGHT, MASS).of("stone").drawn_as(model, (p.radius, p.radius, HEIGHT/2))


def waiting(p):
    """Stones of two sides by turns, that lie side by side where they are thrown."""
    red, yellow, found = stone(p, "curling_stone"), stone(p, "curling_stone_yellow"), []
    for k in range(int(p.stones)):
        place = Start(at=(BEGIN, (k - 0.5*(p.stones - 1))*APART*p.radius))
        if k % 2:
            found.append(Placed(yellow, place, name=f"yellow {k//2 + 1}"))
        else:
            found.append(Placed(red, place, name=f"red {k//2 + 1}"))
    return found


def sheet():
    """The ice with its house, of the size that the rules give."""
    rings = ((1.22, HOUSE, "blue"), (0.61, 1.22, "white"), (0.15, 0.61, "red"), (0.0, 0.15, "white"))
    return Board(LENGTH, WIDTH).of("ice").painted(*(PaintedRing(TEE, 0.0, *ring) for ring in rings))


def start(p):
    return Start(at=(BEGIN, 0.0), velocity=(p.speed, 0.0, 0.0), omega=(0.0, 0.0, p.spin))


CARD = Card(
    "The stone slides and spins; both end in the same instant.",
    "Spin turns friction away from the way: F = −μ N f(x) with x = v/(ρ|ω|), v = {r.speed}. Without spin the stone "
    "would stop after v²/(2 μ g) = {block}.",
    Try("[Let it go without spin]: it stops sooner.", ANEW, spin=0.0),
    {"block": Number("m", lambda p, r: p.speed**2/(2*p.mu*9.81))})

PAPERS = (
    Paper("I 2.2", "Coulomb's law without a spin: it stops after v²/(2 μ g)", "way",
          lambda seen: float(seen.r[-1, 0] - seen.r[0, 0]), lambda p: p.speed**2/(2*p.mu*9.81), 1e-9, "m",
          preset="No spin", seconds=8.0),
    Paper("I 2.2", "the law of Coulomb and Contensou: slip and spin end together",
          "spin over its first value, at the end", lambda seen: float(seen.w[-1, 2]/seen.w[0, 2]), 0.0, 1e-6, "",
          "the last stretch is singular", preset="Fast spin: it goes far", seconds=40.0),
)

SCENE = Scene(
    "Curling stone", PARAMETERS, build, start, showing=Showing(2, "follow"),
    papers=PAPERS, card=CARD, topic="contact", level="school",
    controls=(Steer("sweep", range=(0.0, 0.3)),
              Cue(tuple(range(8)), speed=4.0, drawn=0.15, house=House((TEE, 0.0), HOUSE, ("red", "yellow")))),
    presets=(
        Preset("Fast spin: it goes far"),
        Preset("No spin",
               Card("Without spin it stops after v²/(2 μ g), like any block.",
                    try_=Try("[Let it go with spin]: it goes further.", ANEW, spin=40.0)),
               spin=0.0),
        Preset("Hardly any speed", speed=0.2, spin=60.0),
        Preset("Hardly any spin", spin=2.0),
        Preset("Friction of a point: the spin stays",
               Card("It touches in a point only: friction does not feel the spin, and the spin stays."),
               patch=0.0),
        Preset("Rough ice", Showing(1/2, "follow"), mu=0.3),
        Preset("An end of four stones", Showing(2, closer=0),
               Card("Press the stone whose turn it is, draw back, let go; hold → to sweep: the ice is smoother.",
                    "A stone that is not swept stops after v²/(2 μ g); this one has v = {r.speed}. The side whose "
                    "stone is nearest to the tee scores one for each nearer than the best of the other.",
                    Try("[Throw with six stones]: a longer end.", ANEW, stones=6)),
               stones=4, mu=0.02),
    ),
)
