r"""Cradle: balls in a row in a groove that rises at its ends, and what a hit hands on.

Balls in a row in a groove: as many as come in go out, if they are alike and give all back. With other masses, or
where something is lost at each hit, the row tells how a hit is handed on.

## Assumptions

- Rigid solid balls of radius $\p{radius}$; those that come in have the mass $\p{mass}$, each one of the row
  {p.growth} times that of the ball before it.
- The groove is level in the middle and rises at both ends as $z=s^2/(2\p{bend})$, $s$ being the way beyond the level
  part; across it is a parabola with the radius 8 cm.
- A hit is instantaneous, gives back the share $\p{restitution}$, and is passed on ball by ball, also where they
  touch: as if there were a gap of nothing between them. Rigid bodies leave that open; the other choice is that all
  that touch take part at once.
- Friction $\p{friction}$ at the groove and between the balls; 0 means that they slide.

## Derivation

**One hit.** A ball of the mass $m_1$ with the velocity $v_1$ meets one of the mass $m_2$ at rest. Momentum stays, and
the speed of parting is $\p{restitution}$ times that of meeting:

$$ m_1v_1'+m_2v_2'=m_1v_1,\qquad v_2'-v_1'=\p{restitution}\,v_1, $$

$$ v_2'=\frac{(1+\p{restitution})\,m_1}{m_1+m_2}\,v_1,\qquad v_1'=\frac{m_1-\p{restitution}\,m_2}{m_1+m_2}\,v_1 . $$

Equal balls with $\p{restitution}=1$ exchange their velocities; by such exchanges $j$ balls that come in with one
velocity make the last $j$ go out with it.

**A row.** With masses that grow by the factor $q$ = {p.growth} from ball to ball the last of $j$ balls at rest gets

$$ v=\left(\frac{1+\p{restitution}}{1+q}\right)^{\!j}v_1 . $$

For a given last mass $q^j$ many small steps hand on more of the energy than a single hit. With $\p{restitution}<1$
each hit leaves something behind, and in the end all swing together.

**All at once.** Where $j$ equal balls touch and all of them take part in the hit (Newton's law on the whole set), no
two of them come nearer, and the first parts from the row with the share $\p{restitution}$ of the speed of meeting. The
row goes on as one:

$$ v_{\mathrm{row}}'=\frac{1+\p{restitution}}{j+1}\,v_1,\qquad v_1'=\frac{1-j\,\p{restitution}}{j+1}\,v_1 . $$

Momentum and energy stay here, too: these two alone do not say what a row does. Real balls are springs, the pulse runs
through them one after the other, and the last one goes.

**The slopes.** The centre of a ball runs at the distance $\p{radius}$ from the groove, on a curve of the radius
$\p{bend}-\p{radius}$. A sliding ball that is not too swift obeys $\ddot s=-gs/(\p{bend}-\p{radius})$ there, $s$ being
the way of its centre, and is back after

$$ T=\pi\sqrt{(\p{bend}-\p{radius})/g}, $$

whatever its speed: what went out together comes back together.

**Rolling.** A hit hands on velocity but no spin. Afterwards friction makes 2/7 of the speed of the ball that stopped
and 5/7 of that of the other one (scene **Billiards**), and the order is lost.

## What is conserved

- Momentum along the level part, in each hit and between hits, if the balls slide. The slopes take it and give it back
  with the other sign.
- The energy, if $\p{restitution}=1$ and the balls slide: now {r.E_J}, {r.ledger} in the ledger. A hit takes
  $\tfrac12(1-\p{restitution}^2)\,v_1^2\,m_1m_2/(m_1+m_2)$.
- Not quite where balls meet on a slope: their line of centres is not along the groove, so that a hit presses them
  into it, and it gives nothing of that back.

## What to see

- **Three push two**: three go out, the middle one goes on.
- **A fifth is lost**: four balls on, $0.9^4=0.66$ of the speed arrive.
- **All at once**: the row goes on together, and the ball that came bounces back. No cradle does that.
- **Masses that grow**, here by 0.6: five hits make 1.22 m/s of 0.4 m/s.

## Ask the class

A ball hits one of a quarter of its mass. Does it help to put one of half its mass between? And what would very many
balls give? Try the growth 0.25 with one ball at rest, then 0.5 with two.

## References

- J. B. Hart, R. B. Herrmann, Energy transfer in one-dimensional collisions of many objects, Am. J. Phys. 36, 1968
  (masses that grow).
- F. Herrmann, P. Schmälzle, Simple explanation of a well-known collision experiment, Am. J. Phys. 49, 1981.
"""

from math import inf, sqrt

from sandbox.scene import (
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
    Start,
    Still,
    Surface,
    Try,
    World,
)

PARAMETERS = (
    Parameter("coming", 1, low=1, high=4, role="start", about="number of balls that come in"),
    Parameter("waiting", 4, low=1, high=8, role="start", about="number of balls at rest in the row"),
    Parameter("speed", 0.5, "m/s", low=0.05, high=1.5, role="start", about="speed of the balls that come in"),
    Parameter("gap", 0.0, "m", low=0, high=0.02, role="start", about="gap between neighbours in the row"),
    Parameter("radius", 0.02, "m", low=0.01, high=0.03, about="radius of the balls"),
    Parameter("mass", 0.25, "kg", low=0.02, high=1.0, about="mass of the balls that come in"),
    Parameter("growth", 1.0, low=0.25, high=3.0, about="mass of each ball in the row as a multiple of the one before"),
    Parameter("restitution", 1.0, low=0, high=1, about="share of the normal speed that a hit gives back"),
    Parameter("friction", 0.0, low=0, high=1, about="friction coefficient of groove and balls; 0: they slide"),
    Parameter("together", False, about="balls that touch take part in a hit all at once; else it is passed on in turn"),
    Parameter("bend", 0.8, "m", low=0.2, high=2.0, about="radius of curvature where the groove begins to rise"),
)

# radius of curvature across the groove, way of the first ball to the row, and what is free behind the last [m]
ACROSS, WAY, FREE = 0.08, 0.06, 0.03
# between balls that come in: on the slopes they push each other by hits, the more the smaller it is [m]
TRAIN = 1e-3


def level(p):
    """Half length of the level part: all balls find room there."""
    return p.radius*(p.coming + p.waiting) + 0.5*(p.gap*(p.waiting - 1) + TRAIN*p.coming + WAY) + FREE


def groove(p):
    def phi(x, y, z, level, bend, across):
        u = 0.5*(abs(x) - level + abs(abs(x) - level))
        return z - u*u/(2.0*bend) - y*y/(2.0*across)

    # drawn as far as balls climb, and a little farther
    far = level(p) + sqrt(2.0*p.bend*(1.3*p.speed**2/(2.0*9.81) + 0.5*p.radius))
    return Surface(phi, (level(p), p.bend, ACROSS), name="groove", sharpest=inf).of("oak").as_rail(far, 1.7*p.radius)


def build(p):
    friction = Coulomb(p.friction) if p.friction > 0.0 else Smooth()
    return World({"groove": On(groove(p), Still(), Contact(friction))}, balls(p),
                 {("ball", "ball"): Contact(friction, restitution=p.restitution)},
                 at_once="newton" if p.together else "in_turn")


def balls(p):
    """Those that come in, one behind the other, then the row; all on the level part."""
    x, mass, found = p.radius + FREE - level(p), p.mass, []
    for _i in range(int(p.coming)):
        omega = (0.0, p.speed/p.radius if p.friction > 0.0 else 0.0, 0.0)
        found.append(Placed(Ball(p.radius, mass=mass), Start(at=(x, 0.0), velocity=(p.speed, 0.0, 0.0), omega=omega)))
        x += 2.0*p.radius + TRAIN
    x += WAY
    for _i in range(int(p.waiting)):
        mass *= p.growth
        found.append(Placed(Ball(p.radius, mass=mass), Start(at=(x, 0.0), velocity=(0.0, 0.0, 0.0), omega=(0, 0, 0))))
        x += 2.0*p.radius + p.gap
    return found


CARD = Card(
    "As many balls as come in go out on the other side; the others stay where they are.",
    "v₂ = (1 + e) m₁/(m₁ + m₂) v₁ = {handed} v₁: equal balls that give all back exchange their velocities. Here "
    "{r.speed}.",
    Try("[Let hits give back only 0.8]: after a while all swing together.", restitution=0.8),
    {"handed": Number("", lambda p, r: (1 + p.restitution)/(1 + p.growth))})

SCENE = Scene(
    "Cradle: balls in a row", PARAMETERS, build,
    card=CARD, topic="contact", level="school",
    presets=(
        Preset("One in, one out"),
        Preset("Two in, two out", coming=2, waiting=3, gap=5e-4),
        Preset("Three push two",
               Card("Three come in, three go out: the middle one goes on."),
               coming=3, waiting=2, gap=5e-4),
        Preset("A fifth is lost",
               Card("Each hit gives back 0.8 only: something is left behind each time, and in the end all swing "
                    "together.",
                    "At each hit v₂ = (1 + e)/2 v₁ = {handed} v₁; what is lost stands in the ledger, {r.ledger}.",
                    Try("[Let hits give all back]: one in, one out, for ever.", restitution=1.0)),
               restitution=0.8, gap=0.005),
        Preset("Steel that tires",
               Card("Real steel: a little is lost at each hit, and slowly all balls begin to swing together.",
                    "At each hit v₂ = (1 + e)/2 v₁ = {handed} v₁; what is lost stands in the ledger, {r.ledger}.",
                    Try("[Let hits give all back]: one in, one out, for ever.", restitution=1.0)),
               restitution=0.9, gap=0.001),
        Preset("Masses that grow",
               Card("Each ball is lighter than the one before: the last one leaves fastest.",
                    "From each ball to the next v₂ = (1 + e) m₁/(m₁ + m₂) v₁ = {handed} v₁: a light one gets more "
                    "speed. Here {r.speed}.",
                    Try("[Make all balls alike]: the last one leaves as fast as the first one came.", growth=1.0)),
               waiting=5, mass=0.5, growth=0.6, gap=0.002, speed=0.4),
        Preset("One heavy ball comes in",
               Card("A heavy ball comes in, light ones fly off ahead of it, and it follows.",
                    "From each ball to the next v₂ = (1 + e) m₁/(m₁ + m₂) v₁ = {handed} v₁: a light one gets more "
                    "speed. Here {r.speed}.",
                    Try("[Make all balls alike]: one in, one out.", growth=1.0)),
               waiting=3, mass=1.0, growth=0.25, gap=0.002, speed=0.3),
        Preset("They roll, and the order is lost",
               Card("The balls roll, a hit hands on speed but not spin, and friction mixes both: the order is "
                    "lost.",
                    "After a hit at v the groove makes (2/7) v and (5/7) v of it. Here {r.speed}, spin {r.spin}.",
                    Try("[Take friction away]: they slide, and the order is back.", friction=0.0)),
               friction=0.2, gap=0.001),
        Preset("All at once",
               Card("All that touch take part in the hit at once: the row goes on together, the first ball comes back.",
                    "v' = (1 + e)/(n + 1) v = {row} v for a row of n. Momentum and energy stay as they do in turn: "
                    "these two do not decide.",
                    Try("[Pass it on in turn]: one in, one out, as steel does.", together=False),
                    {"row": Number("", lambda p, r: (1 + p.restitution)/(1 + p.waiting))}),
               together=True, waiting=3),
    ),
)
