"""Ball inside a cone: why it does not roll down to the apex.

The wall rises at the angle theta from the horizontal; the cone turns at the rate Omega about its vertical axis. With
R the distance of the centre from the axis, u = R phi' its speed around the axis, s the length along the wall
(upwards) and w_n the spin about the normal, friction F = (F_t up the wall, F_e around) and chi = I/(I + m a^2),
rolling means

    s' = a w_e,      u = Omega R_c - a w_t,      R_c = R + a sin(theta) at the contact.

The contact forces have no moment about the normal n, so that w_n changes only because n turns with the ball,
w_n' = w . n' with n' = -(u/R) sin(theta) times the unit vector around the axis:

    w_n' = -sin(theta) u s'/(a R).

Momentum around the axis and moment about the line up the wall, both in the basis that turns with the ball, are

    m (u' + (u/R) R') = F_e,      I (w_t' - w_e (u/R) cos(theta)) = a F_e,      R' = s' cos(theta).

With w_t and w_e from rolling they give F_e = chi m Omega R', friction from the turning of the cone only, and

    u' = -(u/R) R' + chi Omega R',      that is      C1 = R u - chi Omega R^2/2 = const,

and inserting u in the line above,

    C2 = w_n - (tan(theta)/a)(u - chi Omega R) = const.

On a cone at rest C1 is the angular momentum of a point: u = C1/R grows towards the axis and throws the ball back. Up
and down the wall the ball moves like a point in one dimension,

    s'' = u^2 cos(theta)/R + chi (u/R)(a w_n sin(theta) - Omega R_c cos(theta)) - (1 - chi) g sin(theta),

with u and w_n functions of R alone: it swings between two circles and draws a rosette. Only C1 = 0 leads to the apex:
straight down if the cone rests, on a spiral u = chi Omega R/2 if it turns. There the ball touches the wall along a
circle and the model ends.

Borisov, Mamaev, Bizyaev 2015, section 3.3.
"""

from math import cos, sin

from sandbox.scene import (
    Ball,
    Card,
    Cone,
    Differs,
    EffectivePotential,
    On,
    Parameter,
    Placed,
    Preset,
    Scene,
    Showing,
    Spin,
    Start,
    Try,
    Unrolled,
    World,
    edges_of,
    laboratory_floor,
)

PARAMETERS = (
    Parameter("rate", 0.0, "rad/s", low=-20, high=20, live=True, about="rotation rate of the cone"),
    Parameter("slope", 0.45, "rad", low=0.05, high=1.2, about="angle of the wall with the horizontal"),
    Parameter("radius", 0.01, "m", low=0.005, high=0.05, about="radius of the ball"),
    Parameter("shell", False, about="hollow ball instead of a solid one"),
    Parameter("x", 0.25, "m", low=0.02, high=0.29, role="start", about="distance of the contact from the axis"),
    Parameter("up", 0.0, "m/s", low=-2, high=2, role="start", about="speed of the centre up the wall"),
    Parameter("across", 0.24, "m/s", low=-2, high=2, role="start", about="speed of the centre around the axis"),
    Parameter("spin", 0.0, "rad/s", low=-200, high=200, role="start", about="spin about the normal"),
)


def build(p):
    cone = On(Cone(slope=p.slope, rim=0.3), Spin(axis="z", rate="rate"))
    return World({"cone": cone, **edges_of(cone), "floor": laboratory_floor(-0.1)},
                 [Placed(Ball(radius=p.radius, shell=p.shell), start(p))])


def start(p):
    return Start(at=(p.x, 0.0), velocity=(p.up*cos(p.slope), p.across, p.up*sin(p.slope)), spin=p.spin)


CARD = Card(
    "The ball does not roll down to the apex: it swings between two circles and draws a rosette.",
    "C₁ = R u − χΩR²/2 = {r.integral:cone_C1} stays: nearer to the axis the ball has to go round faster, and is "
    "thrown back.",
    Try("[Halve its speed around the axis]: it comes closer to the apex.", across=lambda p: p.across/2))

SCENE = Scene(
    "Ball in a cone", PARAMETERS, build, conserved=("E_J", "cone_C1", "cone_C2"),
    showing=Showing(closer=1.4), card=CARD, topic="surfaces", level="school",
    chart=(Unrolled(), EffectivePotential()),
    differs=(
        Differs(
            "Borisov, Mamaev, Bizyaev 2015, section 3.3",
            "The first linear integral of the cone is printed with a plus, w₃ + (m a sin θ/(I + m a²)) ρ Ω, where w is "
            "the angular velocity relative to the cone and ρ the distance from the axis. The plus belongs to the "
            "opposite normal: with the normal that the equations of the paper use, the sign is a minus, and then the "
            "quantity stays constant to rounding. It may be a misprint, or a plus that our copy lost.",
            "how much the integral changes in 10 s of 'Let go at rest in a turning cone'",
            48.22, 0.0, "rad/s"),
    ),
    presets=(
        Preset("Star of five"),
        Preset("Rosette of eight", slope=0.5, x=0.2, across=0.339),
        Preset("Thrown up the wall",
               Card("Thrown up the wall it comes back, goes round the apex, and up again."),
               slope=0.5, x=0.08, up=1.1, across=0.12),
        Preset("Level circle",
               Card("At just this speed the ball neither rises nor falls: a level circle."),
               slope=0.5, x=0.2, across=0.8644),
        Preset("Let go at rest in a turning cone",
               Card("Let go at rest, the ball gets its way round from the turning cone alone.",
                    try_=Try("[Stop the cone]: it runs straight down to the apex.", rate=0.0)),
               slope=0.5, x=0.2, across=0.0, rate=4.0),
        Preset("Straight to the apex", Showing(1/8, closer=1.4),
               Card("Without any speed around the axis it runs down to the apex, where the model ends: it "
                    "touches along a circle.",
                    "Only C₁ = R u − χΩR²/2 = {r.integral:cone_C1} = 0 leads to the apex.",
                    Try("[Push it aside at 0.1 m/s]: it misses the apex and comes back up.", across=0.1)),
               across=0.0),
        Preset("Over the rim", Showing(1/32),
               Card("Too fast for this cone: it climbs over the rim.",
                    try_=Try("[Start it level, at 0.6 m/s]: it stays below the rim.", across=0.6, up=0.0)),
               across=1.2, up=0.3),
    ),
)
