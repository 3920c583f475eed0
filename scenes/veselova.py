"""Veselova's problem: a body whose spin about an axis of the room is given.

A rigid body with a fixed point has the angular velocity w and the inertia J in its own axes; gamma is the vertical seen
from the body. A constraint prescribes the part along the vertical, w . gamma = d, by a moment lambda about it:

    J w' = (J w) x w + gamma x dU/dgamma + lambda gamma,     gamma' = gamma x w
    lambda = -gamma . J^-1 ((J w) x w + gamma x dU/dgamma)/(gamma . J^-1 gamma).

The constraint works, dE/dt = lambda d. Yet for ANY inertia and any U(gamma) the integral of Jacobi and Painleve holds,

    E_J = w . J w/2 - d (J w) . gamma + U(gamma),

because a turn of the whole body about the vertical is a motion that the constraint allows and under which nothing
changes. Without a weight the horizontal part of the angular momentum stays, too: nothing has a horizontal moment. The
energy T + U itself varies by as much as its own size.

The tip of the body's third axis writes on a sphere.

Veselova 1986; Borisov, Mamaev, Bizyaev 2015, section 1.3.
"""

from math import cos, radians, sin

from sandbox.scene import (
    ON_A_STAND,
    At,
    Card,
    Parameter,
    Preset,
    RowConvergence,
    Scene,
    Try,
    Veselova,
    inertia_of,
    leaning,
)

PARAMETERS = (
    Parameter("d", 2.0, "rad/s", low=-20, high=20, about="given spin about the vertical"),
    Parameter("I_1", 3.0, "g m²", low=0.5, high=10, about="moment of inertia about the first axis"),
    Parameter("I_2", 5.0, "g m²", low=0.5, high=10, about="moment of inertia about the second axis"),
    Parameter("I_3", 4.0, "g m²", low=0.5, high=10, about="moment of inertia about the third axis"),
    Parameter("weight", 0.0, "J", low=-0.2, high=0.2, about="weight times its height on the third axis"),
    Parameter("aside", 0.0, "J", low=-0.2, high=0.2, about="the same on the first axis"),
    Parameter("w_1", 3.0, "rad/s", low=-10, high=10, role="start", about="spin about the first axis"),
    Parameter("w_2", 1.0, "rad/s", low=-10, high=10, role="start", about="spin about the second axis"),
    Parameter("tilt", 40.0, "deg", low=0, high=80, role="start", about="angle of the third axis with the vertical"),
)


def build(p):
    inertia = inertia_of(*(1e-3*x for x in (p.I_1, p.I_2, p.I_3)))
    return Veselova(inertia, p.d, rc=(p.aside, 0.0, p.weight), **ON_A_STAND)


def start(p):
    tilt = radians(p.tilt)
    # tilted about the first axis the vertical is (0, sin, cos) in the body; the third part of the spin follows
    w_3 = (p.d - p.w_2*sin(tilt))/cos(tilt)
    return At((leaning(tilt),), ((p.w_1, p.w_2, w_3),))


def conserved(p):
    return ("E_J",) if p.weight or p.aside else ("E_J", "L_x", "L_y")


CARD = Card(
    "A body turns about a fixed point, and its spin about the vertical is given. The tip of its third axis "
    "writes on a sphere.",
    "E_J = ω · Jω/2 − d (Jω) · γ + U = {r.E_J} stays for any body, although the constraint works: dE/dt = λ d.",
    Try("[Hang an odd weight on it]: E_J stays all the same.", weight=0.08, aside=0.05))

SCENE = Scene(
    "Veselova's problem", PARAMETERS, build, start, conserved=conserved,
    card=CARD, topic="bodies", level="research",
    chart=RowConvergence(0.03),
    presets=(
        Preset("Without a weight"),
        Preset("No spin about the vertical",
               Card("It may not turn about the vertical at all: the constraint does no work.",
                    try_=Try("[Give it 2 rad/s about the vertical]: now the constraint works.", d=2.0)),
               d=0.0),
        Preset("A heavy body, any shape",
               Card("A heavy, lopsided body: no symmetry is left, and E_J stays all the same."),
               weight=0.05, aside=0.03),
        Preset("Hanging",
               Card("It hangs, and is turned about the vertical at an even rate."),
               weight=-0.1, d=3.0, tilt=60.0),
        Preset("A symmetric body",
               Card("A symmetric body: its axis goes round evenly.",
                    try_=Try("[Make it lopsided]: its axis goes its own way.", I_2=5.0)),
               I_1=3.0, I_2=3.0, w_2=0.0),
    ),
)
