r"""Marble machine: dominoes set a marble going, the marble sets dominoes going, and these another marble.

Each piece does one thing that can be computed; what leaves one is what the next begins with. A machine of triggers
works because nearly all of its energy was put in when it was set up.

## Assumptions

- Rigid dominoes of the height $\p{height}$, $\tfrac12$ of it wide and $0.16$ of it thick, their edges rounded; marbles
  of the radius $\p{radius}$ and the density $\p{density}$. Decks, ramps and cup are rigid, with round edges, and stand
  still.
- Friction is dry, $\p{friction}$ on decks and ramps, {p.friction_between} among dominoes and marbles. A marble that
  hits a deck or a ramp comes back with the share $\p{restitution}$; all other hits give nothing back. No air, no
  rolling resistance.

## Derivation

**The first row.** A domino stands behind a hill. With half edges $a$, $b$ of what is flat it needs

$$ \Delta E=m g\left(\sqrt{a^2+b^2}-b\right) $$

to get over its front edge, and gives many times that until it lies; this is why a wave runs (scene **Dominoes**). The
last one pushes the marble off its shelf with what is left.

**The ramp.** A marble that rolls gains $\tfrac12(1+\tfrac25)v^2$ for each $g$ times the height, so that

$$ v^2=v_0^2+\tfrac{10}{7}\,g\,\Delta z ,\qquad \dot v=\tfrac57\,g\sin\p{slope} , $$

whatever its radius and mass are, and whatever the slope, as long as $\tfrac27\tan\p{slope}\le\p{friction}$. A flat
ramp of the same height is as good as a steep one, and slower. Over the edge of the shelf it goes without a jump while
$v^2<g(\p{radius}+r)$, $r$ the radius of that edge; faster ones fly.

**The trigger.** The marble of the mass $m_b$ meets the first domino of the lower row at the height $h$ above its foot,
and does not come back. About the front edge, where the floor holds it, the moment of the momentum is kept,

$$ \omega=\frac{m_b\,v\,h}{J+m_b h^2},\qquad J=\tfrac13 m\left(\p{height}^2+(0.16\,\p{height})^2\right) , $$

and the domino falls by itself if $\tfrac12J\omega^2>\Delta E$, that is above

$$ v_*=\frac{J+m_b h^2}{m_b h}\sqrt{\frac{2\,\Delta E}{J}} . $$

A light marble needs to be much faster, $v_*\propto 1/m_b$ then; a heavy one needs no more than
$h\sqrt{2\Delta E/J}$.

**The lower row** goes round half a circle, each domino pushing the next a little aside, and sets the second marble
going the other way.

## What is conserved

- The energy less what friction and hits take; the ledger books that, and the sum closes. Now {r.E_0}.

## What to see

- **The machine**: the clicks of the first row, a silence while the marble rolls, the clicks of the second.
- **A flat ramp**: it takes longer, and still does.
- **A marble of cork**: as fast as the other ones, and the row stands.
- **Too rough**: where dominoes rub they lose what falling gives, and the wave ends before the marble.
- **The dominoes farther apart**: fewer of them, each with a longer way to fall.

## Ask the class

Where does the energy in the cup come from? Which pieces could you make ten times as large, and which would then not
work any more? What is the smallest marble that does it?

## References

- W. J. Stronge, D. Shu, The domino effect: successive destabilization by cooperative neighbours, Proc. R. Soc.
  Lond. A 418, 1988.
- W. J. Stronge, Impact Mechanics, Cambridge University Press, 2000 (the hit about an edge).
"""

from math import cos, hypot, pi, radians, sin, sqrt

import numpy as np

from sandbox.scene import (
    Ball,
    Block,
    Card,
    Chart,
    Contact,
    Coulomb,
    Curve,
    Domino,
    Number,
    On,
    Parameter,
    Placed,
    Preset,
    Scene,
    Showing,
    Start,
    Try,
    World,
    laboratory_floor,
)

G = 9.81                                    # [m/s^2]
WIDE, THICK, ROUND = 0.5, 0.16, 0.012       # against the height of a domino
DENSITY = 700.0                             # of wood [kg/m^3]
# where a marble is pushed, and pushes: height above a deck, and how far away it is, in heights of a domino
AT, AWAY = 0.7, 0.2
EDGE = 0.002                                # radius of the edges of decks and ramps [m]
DEEP, RAMP, PLANK = 0.08, (0.26, 0.24), 0.008       # depth of decks, lengths of the ramps, thickness of those [m]
BEND, STRAIGHT = 0.08, 2                    # radius of the lower row, about [m]; dominoes at its straight end
LOW = 0.045                                 # height of the foot of the lower ramp [m]
CUP, WALL, RIM = 0.07, 0.006, 0.03          # of the cup: width, thickness, height [m]
JOINT = 0.0003                              # by which what a marble rolls onto is lower [m]

PARAMETERS = (
    Parameter("dominoes", 7, low=2, high=12, role="start", about="number of dominoes of the upper row"),
    Parameter("height", 0.048, "m", low=0.04, high=0.06, about="height of a domino"),
    Parameter("pitch", 0.42, low=0.3, high=0.6, about="distance from one to the next, in heights"),
    Parameter("slope", 12.0, "deg", low=2, high=20, about="slope of the ramps"),
    Parameter("radius", 0.01, "m", low=0.006, high=0.014, about="radius of the marbles"),
    Parameter("density", 2500.0, "kg/m^3", low=200, high=8000, about="density of the marbles"),
    Parameter("friction", 0.5, low=0.02, high=1, about="friction coefficient of decks and ramps"),
    Parameter("friction_between", 0.2, low=0, high=1, title="friction between dominoes",
              about="friction coefficient between dominoes, and with marbles"),
    Parameter("restitution", 0.3, low=0, high=0.8, about="share of the normal speed that a ramp gives back"),
    Parameter("tilt", 12.0, "deg", low=11, high=13, role="start", about="how far the first one leans at the start"),
)


def domino(p):
    h = p.height
    return Domino(h, WIDE*h, THICK*h, ROUND*h, density=DENSITY).of("porcelain")


def marble(p):
    return Ball(p.radius, density=p.density).of("enamel")


def drops(p):
    """Heights of the ramps [m]."""
    return [length*sin(radians(p.slope)) for length in RAMP]


def decks(p):
    """Heights of the upper and the lower deck [m]."""
    upper, lower = drops(p)
    low = LOW + lower - shelf(p)
    return low + upper + JOINT, low


def shelf(p):
    """Height of a shelf above its deck [m]."""
    return AT*p.height - p.radius


def box(x, y, z, material):
    """A block between these ends, each (low, high) [m]."""
    (a, b), (c, d), (e, f) = x, y, z
    return Block(b - a, d - c, f - e, EDGE).of(material).placed((0.5*(a + b), 0.5*(c + d), 0.5*(e + f)))


def row(p, deck, places, lean=0.0):
    """Dominoes at places (x, y) [m] with their headings [rad]; the first one leans [rad]."""
    found = []
    for k, (x, y, heading) in enumerate(places):
        half = 0.5*lean if k == 0 else 0.0
        c, s = cos(0.5*heading), sin(0.5*heading)
        q = (c*cos(half), -s*sin(half), c*sin(half), s*cos(half))
        found.append(Placed(domino(p), Start(at=(x, y), orientation=q), on=deck,
                            name=f"{deck}, domino {k + 1}"))
    return found


def straight(p):
    """Places of the upper row: it ends at x = 0."""
    n, step = int(p.dominoes), p.pitch*p.height
    aside = 0.01*p.height
    return [((k - n + 1)*step, aside*(-1)**k, 0.0) for k in range(n)]


def round_(p, x):
    """Places of the lower row: half a circle to the front, from x on and back, and on straight, so that the last one
    pushes straight."""
    step = p.pitch*p.height
    turns = max(round(pi*BEND/step), 3)
    y, heading, found = 0.0, 0.0, [(x, 0.0, 0.0)]
    for k in range(turns + STRAIGHT):
        turn = -pi/turns if k < turns else 0.0
        x, y = x + step*cos(heading + 0.5*turn), y + step*sin(heading + 0.5*turn)
        heading += turn
        found.append((x, y, heading))
    return found


def run_way(p, x, y, way, top, length):
    """Where a marble waits [m] beyond a domino at x that falls along way = 1 or -1, its shelf, its ramp, and the x of
    the foot of that."""
    slope = radians(p.slope)
    waits = x + way*(0.5*THICK*p.height + AWAY*p.height + p.radius)
    front, end = waits - 0.6*way*p.radius, waits + 0.03*way
    stand = box(sorted((front, end)), (y - 0.5*DEEP, y + 0.5*DEEP), (0.0, top), "oak")
    # the edge of the ramp lies at that of the shelf, and a little lower
    along, up = np.array((way*cos(slope), -sin(slope))), np.array((way*sin(slope), cos(slope)))
    corner = np.array((end - way*EDGE, top - EDGE)) + JOINT*np.array((way, -1.0))
    x_mid, z_mid = corner + (0.5*length - EDGE)*along - (0.5*PLANK - EDGE)*up
    ramp = Block(length, 0.7*DEEP, PLANK, EDGE).of("copper").placed((x_mid, y, z_mid), (0.0, 1.0, 0.0), way*slope)
    place = Placed(marble(p), Start(at=(waits, y, top + p.radius)), on="floor")
    return place, stand, ramp, end + way*(length - EDGE)*cos(slope)


def cup_walls(foot, y):
    """Ends along x and y [m] of the walls of the cup below the foot of a ramp: left, right, front, back."""
    left, right = foot + 0.012 - CUP, foot + 0.012
    near, far = y - 0.5*CUP, y + 0.5*CUP
    return (((left - WALL, left), (near, far)), ((right, right + WALL), (near, far)),
            ((left - WALL, right + WALL), (near - WALL, near)), ((left - WALL, right + WALL), (far, far + WALL)))


def build(p):
    rolls, stands = (Contact(Coulomb(p.friction), restitution=e) for e in (p.restitution, 0.0))
    high, low = decks(p)
    first = straight(p)
    one, stand, ramp, foot = run_way(p, 0.0, 0.0, 1, high + shelf(p), RAMP[0])
    # the upper marble lands on a step, from which it meets the lower row
    step = (foot - 0.012, foot + 0.03)
    second = round_(p, step[1] + 0.5*THICK*p.height + 0.003)
    x, y, _heading = second[-1]
    two, low_stand, low_ramp, cup = run_way(p, x, y, -1, low + shelf(p), RAMP[1])
    far = max(place[0] for place in second) + 0.6*p.height
    supports = {
        "upper deck": On(box((first[0][0] - 0.5*p.height, one.start.at[0] - 0.6*p.radius), (-0.5*DEEP, 0.5*DEEP),
                             (0.0, high), "oak"), contact=stands),
        "upper shelf": On(stand, contact=rolls), "upper ramp": On(ramp, contact=rolls),
        "step": On(box(step, (-0.5*DEEP, 0.5*DEEP), (0.0, low + shelf(p) - JOINT), "oak"), contact=rolls),
        "lower deck": On(box((two.start.at[0] + 0.6*p.radius, far), (y - 0.5*DEEP, 0.5*DEEP), (0.0, low), "oak"),
                         contact=stands),
        "rail": On(box((step[0], far), (0.5*DEEP - WALL, 0.5*DEEP), (low, low + shelf(p) + p.radius), "brass"),
                   contact=stands),
        "lower shelf": On(low_stand, contact=rolls), "lower ramp": On(low_ramp, contact=rolls)}
    for k, (along, across) in enumerate(cup_walls(cup, y)):
        supports[f"cup {k + 1}"] = On(box(along, across, (0.0, RIM), "brass"), contact=stands)
    supports["floor"] = laboratory_floor(0.0, stands)
    between, kinds = Contact(Coulomb(p.friction_between), restitution=0.0), ("ball", "domino")
    bodies = [one, two, *row(p, "upper deck", first, radians(p.tilt)), *row(p, "lower deck", second)]
    return World(supports, bodies, {(a, b): between for a in kinds for b in kinds})


def hill(p):
    """Energy that a domino needs to fall [J]."""
    a, b = (0.5*THICK - ROUND)*p.height, (0.5 - ROUND)*p.height
    return domino(p).mass*G*(hypot(a, b) - b)


def least(p):
    """Speed above which a marble makes the first domino of the lower row fall [m/s]."""
    m, h = marble(p).m, AT*p.height
    J = domino(p).mass*p.height**2*(1.0 + THICK**2)/3.0
    return (J + m*h*h)/(m*h)*sqrt(2.0*hill(p)/J)


def gives(p):
    """Speed that the upper ramp gives a marble that rolls [m/s]."""
    return sqrt(10.0/7.0*G*drops(p)[0])


def chart(p):
    """What height gives a marble: rolling, and falling."""
    down = np.linspace(0.0, 1.15*drops(p)[0] + 0.005, 50)
    top = decks(p)[0] + AT*p.height

    def now(path):
        return top - path.centre[2], (path.velocity**2).sum(axis=0)

    return Chart("way down", "v²", (Curve("rolls, 10/7 g h", down, 10.0/7.0*G*down, tone=0),
                                    Curve("falls, 2 g h", down, 2.0*G*down, style="dashes", tone=1)),
                 now, "m", "m²/s²", title="What height gives a marble")


NUMBERS = {"least": Number("m/s", lambda p, r: least(p)), "gives": Number("m/s", lambda p, r: gives(p)),
           "hill": Number("J", lambda p, r: hill(p)),
           "rolling": Number("m/s²", lambda p, r: 5/7*G*sin(radians(p.slope))),
           "lasts": Number("s", lambda p, r: sqrt(2.0*RAMP[0]/(5/7*G*sin(radians(p.slope)))))}

CARD = Card(
    "Dominoes set a marble going, the marble sets dominoes going, these another marble: into the cup.",
    "The ramp gives v = √(10/7 g Δz) = {gives}; to make a domino fall a marble needs {least}.",
    Try("[A longer row]: the same marble, no faster.", dominoes=12), NUMBERS)

SCENE = Scene(
    "Marble machine", PARAMETERS, build, chart=chart, showing=Showing(1/2, closer=0), card=CARD, topic="crowds",
    level="school",
    presets=(
        Preset("The machine"),
        Preset("A flat ramp",
               Card("The ramps are nearly level: the marble takes its time, and arrives all the same.",
                    "From rest the ramp takes {lasts}, at 5/7 g sin α = {rolling}. It gives {gives}, and {least} are "
                    "enough.",
                    Try("[Steeper]: the ramp is left sooner.", slope=18.0), NUMBERS), slope=3.0),
        Preset("A marble of cork",
               Card("A small marble of cork rolls as fast as the other ones, and the domino does not fall.",
                    "It would need {least}; the ramp gives {gives}, which no mass changes.",
                    Try("[One of steel]: it does.", density=7850.0), NUMBERS), radius=0.006, density=250.0),
        Preset("Too rough",
               Card("Rough dominoes lean on each other and stay there: the last one never reaches the marble.",
                    "To fall one needs {hill} and gives many times that; friction where they rub takes it.",
                    Try("[Polish them]: the machine works.", friction_between=0.2), NUMBERS), friction_between=1.0),
        Preset("Farther apart",
               Card("Fewer dominoes, farther apart: each falls longer before it meets the next, and pushes harder.",
                    try_=Try("[Close together]: a faster wave.", pitch=0.32)), dominoes=5, pitch=0.55),
        Preset("Marbles of steel",
               Card("Marbles of steel are heavy: the upper one starts slowly, and sweeps the row away.",
                    "To make a domino fall {least} are enough; the ramp gives {gives}.",
                    Try("[A steep ramp]: it is there sooner.", slope=20.0), NUMBERS),
               radius=0.012, density=7850.0),
    ),
)
