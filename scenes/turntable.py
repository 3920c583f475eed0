"""Ball on a turntable: why it circles instead of flying off.

A ball of radius a with the rolling ratio chi = I/(I + m a^2) rolls without slipping on a horizontal plane that turns
at the rate Omega. Rolling says v = Omega e_z x r + a w x e_z; the friction force F gives m v' = F and the moment
I w' = -a e_z x F. Eliminating w and F leaves

    v' = chi Omega e_z x v,      hence      K = v - chi Omega e_z x r = const:

the centre runs on a circle at the rate chi Omega, 2/7 of the table's rate for a solid ball and 2/5 for a shell, at
constant speed, whatever its radius, its mass and its start. A ball with v = 0 stays where it is while the table races
away under it. No slipping needs a friction coefficient of chi |Omega v|/g only. A circle that does not fit on the table
takes the ball over its edge, 1 mm round, and down to the floor, where it bounces, slides and rolls straight on.

Earnshaw 1844; Borisov, Mamaev, Bizyaev 2015, section 3.3.
"""

from numpy import cos, sin

from sandbox.scene import (
    HAND,
    Ball,
    Card,
    ConstraintPower,
    Energies,
    Number,
    On,
    Parameter,
    Placed,
    Plane,
    Preset,
    Scene,
    Showing,
    Spin,
    Start,
    Try,
    World,
    edges_of,
    laboratory_floor,
)

PARAMETERS = (
    Parameter("rate", 3.4907, "rad/s", low=-20, high=20, live=True, about="rotation rate of the table"),
    Parameter("radius", 0.02, "m", low=0.005, high=0.1, about="radius of the ball"),
    Parameter("shell", False, about="hollow ball instead of a solid one"),
    Parameter("x", 0.15, "m", low=-0.28, high=0.28, role="start", about="distance from the axis"),
    Parameter("vx", 0.0, "m/s", low=-1, high=1, role="start", about="speed of the centre along the radius"),
    Parameter("vy", 0.05, "m/s", low=-1, high=1, role="start", about="speed of the centre across the radius"),
    Parameter("spin", 0.0, "rad/s", low=-100, high=100, role="start", about="spin about the vertical"),
)


def build(p):
    table = On(Plane(rim=0.3), Spin(axis="z", rate="rate"))
    start = Start(at=(p.x, 0.0), velocity=(p.vx, p.vy), spin=p.spin)
    return World({"table": table, **edges_of(table), "floor": laboratory_floor(-0.12)},
                 [Placed(Ball(radius=p.radius, density=7850.0, shell=p.shell), start)])


def exact(t, p, r, v):
    """Centre after t seconds at constant rate: the circle at k = chi Omega [m]."""
    k = (2/5 if p.shell else 2/7)*p.rate
    if k == 0:
        return r[0] + v[0]*t, r[1] + v[1]*t, r[2] + 0.0*t
    c, s = cos(k*t), sin(k*t)
    return r[0] + (v[0]*s - v[1]*(1 - c))/k, r[1] + (v[1]*s + v[0]*(1 - c))/k, r[2] + 0.0*t


def chi(p):
    """I/(I + m a^2) of the ball."""
    return 2/5 if p.shell else 2/7


CARD = Card(
    "The ball does not fly off: it runs on a circle at an even speed, while the table races away under it.",
    "v′ = χ Ω × v: a circle at χΩ = {circling}, that is {share} of the table's rate, whatever radius, mass and speed "
    "({r.speed}) are.",
    Try("[Turn the table the other way]: now it circles the other way, too.", rate=lambda p: -p.rate),
    {"share": Number("", lambda p, r: chi(p)), "circling": Number("rad/s", lambda p, r: chi(p)*p.rate)})

SCENE = Scene(
    "Ball on a turntable", PARAMETERS, build, exact=exact, chart=(Energies(), ConstraintPower()),
    conserved=("E_J", "plane_K_x", "plane_K_y", "spin_omega_n"),
    card=CARD, topic="tables", level="school",
    presets=(
        Preset("33 rpm record"),
        Preset("The ball that stays put",
               Card("The ball stays where it was put, while the table races away under it: it only spins.",
                    "v′ = χ Ω × v: without a velocity nothing bends its way. It spins at ω = {r.spin}, so that it "
                    "rolls on the table.",
                    Try("[Take the ball with the hand], pull it with the arrow keys and let go: now it circles.",
                        HAND)),
               x=0.2, vy=0.0),
        Preset("Hollow ball", shell=True, vy=0.08),
        Preset("Ten times faster", rate=15.0, vy=0.2),
        Preset("Off the edge", Showing(1/8),
               Card("The circle is too large for this table: the ball goes over the edge and down to the floor.",
                    "Its circle has the radius v/(χΩ) = {wide}; the table ends at 0.3 m.",
                    Try("[Start it at 8 cm/s]: the circle is small enough for the table.", vx=0.08),
                    {"wide": Number("m", lambda p, r: p.vx/(chi(p)*abs(p.rate)))}),
               vx=0.3, vy=0.0),
    ),
)
