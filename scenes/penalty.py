"""Floor that gives way: how a spring becomes a rigid floor.

Instead of a rigid floor a spring and a damper press on the ball where it is a depth delta in the floor,

    N = k delta + c delta',    never less than 0,

so that there is always an answer, for any friction. What it has to do with a rigid floor is a limit k -> infinity. At
rest the ball lies delta = m g/k deep: ten times the stiffness, a tenth of the depth, a line of slope -1 in decades. An
impact at the speed v lasts pi sqrt(m/k) and reaches delta = v sqrt(m/k); with c = 2 zeta sqrt(k m) it gives back the
share exp(-(pi - 2 asin zeta) zeta/sqrt(1 - zeta^2)) of the speed whatever k is. Depth and duration go to zero, what an
impact does stays.

Where a rigid floor has no answer or several (Ivanov's classes A2, A3, B1, B4), what the spring does depends on k.

Ivanov 2008, appendix; Brendelev 1981 for the same limit of a blade.
"""

from math import asin, exp, nan, sqrt

from sandbox.scene import (
    ANEW,
    Ball,
    Board,
    Card,
    Contact,
    ContactPlane,
    Coulomb,
    DetachmentCount,
    Number,
    Parameter,
    Preset,
    Scene,
    Showing,
    SpringConvergence,
    Start,
    Still,
    Try,
)

PARAMETERS = (
    Parameter("stiffness", 1e4, "N/m", low=1e2, high=1e6, about="stiffness of the floor"),
    Parameter("zeta", 0.1, "", low=0, high=2, about="damping of the floor, 1 where it just does not swing"),
    Parameter("mu", 0.3, "", low=0, high=1.5, about="friction coefficient of the floor"),
    Parameter("height", 0.3, "m", low=0, high=1, role="start", about="height of the ball's lowest point"),
    Parameter("speed", 0.0, "m/s", low=-3, high=3, role="start", about="speed along the floor"),
    Parameter("radius", 0.05, "m", low=0.02, high=0.1, about="radius of the ball"),
    Parameter("mass", 0.5, "kg", low=0.05, high=5, about="mass of the ball"),
)


def build(p):
    damping = 2*p.zeta*sqrt(p.stiffness*p.mass)
    floor = Contact(Coulomb(p.mu), stiffness=p.stiffness, damping=damping)
    return Ball(p.radius, mass=p.mass), Board(4.0, 1.2), Still(), floor


def start(p):
    return Start(at=(-0.8 if p.speed > 0 else 0.0, 0.0), height=p.height, velocity=(p.speed, 0.0, 0.0),
                 omega=(0.0, 0.0, 0.0))


def given_back(p):
    """Share of the speed that a bounce gives back, nan where the floor does not swing."""
    if p.zeta >= 1.0:
        return nan
    root = sqrt(1.0 - p.zeta*p.zeta)
    # the floor presses and never pulls: it lets go where its force is 0, not where it is back at its place
    return exp(-(3.141592653589793 - 2.0*asin(p.zeta))*p.zeta/root)


CARD = Card(
    "The floor gives way a little: a spring presses the ball back.",
    "At rest it lies m g/k = {depth} deep; a bounce gives back {share} of the speed, whatever the stiffness k is.",
    Try("[Make the floor ten times as stiff]: a tenth of the depth, the same bounce.", ANEW,
        stiffness=lambda p: min(10.0*p.stiffness, 1e6)),
    {"depth": Number("m", lambda p, r: p.mass*9.81/p.stiffness), "share": Number("", lambda p, r: given_back(p))})

SCENE = Scene(
    "Floor that gives way", PARAMETERS, build, start, chart=(SpringConvergence(), ContactPlane(), DetachmentCount()),
    card=CARD, topic="contact", level="university",
    presets=(
        Preset("Bouncing on a spring", Showing(1/2, closer=2.0)),
        Preset("A soft floor", Showing(1/2, closer=2.0), stiffness=300.0),
        Preset("As good as rigid", Showing(1/2, closer=2.0),
               Card("So stiff that one takes it for a rigid floor.",
                    try_=Try("[Make it soft]: it gives way.", "A soft floor")),
               stiffness=1e6),
        Preset("Critical damping: it stays down",
               Card("With so much damping the floor does not swing back: the ball stays down.",
                    "At rest it lies m g/k = {depth} deep, and ζ = {p.zeta} is where nothing swings any more.",
                    Try("[Take most of the damping away]: it bounces.", ANEW, zeta=0.1)),
               zeta=1.0),
        Preset("Slips, then rolls", Showing(1/2, closer=2.0), height=0.0, speed=1.5),
    ),
)
