"""Cradle: balls in a row in a groove that rises at its ends, and what a hit hands on.

A ball of mass m_1 that meets one of mass m_2 at rest on the same line with restitution e gives it

    v_2 = (1 + e) m_1/(m_1 + m_2) v_1        and keeps    v_1' = (m_1 - e m_2)/(m_1 + m_2) v_1.

Equal balls that give all back just exchange their velocities: as many as come in go out. With e < 1 each hit leaves
something behind, ((1 + e)/2)^n v reaches the last of n balls at rest, and in the end all swing together. In a row whose
masses grow by the even factor g it is ((1 + e)/(1 + g))^n v: many small steps hand on more of the energy from a light
ball to a heavy one than a single hit would. Balls that touch pass a hit on one by one, as if there were a gap of
nothing between them.

The groove is z = u^2/(2 p) + y^2/(2 q) with u = |x| - L beyond its level part, else 0: on the slopes a ball that slides
swings for pi sqrt(p/g) until it is back, if it is not swift, and all that went out together come back together. Balls
that meet on a slope press each other a little into the groove, which gives nothing of that back. Where they roll, a hit
leaves them with the spin that they had; friction then makes 2/7 and 5/7 of it (scene `billiards`), and the order is
lost.

Herrmann, Schmalzle 1981; Hart, Herrmann 1968 (masses that grow).
"""

from math import inf

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

    return Surface(phi, (level(p), p.bend, ACROSS), name="groove", sharpest=inf)


def build(p):
    friction = Coulomb(p.friction) if p.friction > 0.0 else Smooth()
    return World({"groove": On(groove(p), Still(), Contact(friction))}, balls(p),
                 {("ball", "ball"): Contact(friction, restitution=p.restitution)})


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
    ),
)
