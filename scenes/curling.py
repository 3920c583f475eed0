"""Curling stone: sliding and spinning end together.

A flat stone slides at v and spins at w on ice. Under each point of its running band of radius rho friction is dry and
points against the velocity there, which spin turns away from that of the middle: together they hold the stone back with

    F = -mu N f(x),    M = -mu N rho m(x),      x = v/(rho |w|),

where f(x) = (3 pi/32) x (4 - x^2) and m(x) = (3 pi/16) (1 - x^2 + (3/8) x^4) up to x = 1 for the pressure of Hertz. A
stone that spins fast has hardly any friction against sliding, (3 pi/8) mu N x, like in honey: it goes further. In the
end x tends to a number of its own, so that sliding and spinning stop in the same instant, whatever the start. A stone
without spin stops after v^2/(2 mu g).

Its way is straight: friction that is the same in front and behind has no part across the velocity. Stones of real
curling curl because ice under the front of the band is not the ice under its back.

Contensou 1963; Farkas, Bartels, Unger, Wolf 2003.
"""

from sandbox.scene import (
    ANEW,
    Board,
    Card,
    Contact,
    Contensou,
    Coulomb,
    Number,
    Parameter,
    Preset,
    Puck,
    Scene,
    Showing,
    Start,
    Still,
    Try,
)

PARAMETERS = (
    Parameter("speed", 2.0, "m/s", low=0, high=5, role="start", about="speed at the start"),
    Parameter("spin", 40.0, "rad/s", low=-100, high=100, role="start", about="spin at the start"),
    Parameter("mu", 0.03, low=0.005, high=0.5, about="friction coefficient of the ice"),
    Parameter("patch", 0.065, "m", low=0.0, high=0.12, about="radius of the running band; 0: friction of a point"),
    Parameter("radius", 0.14, "m", low=0.05, high=0.2, about="radius of the stone"),
)

MASS, HEIGHT = 19.0, 0.114          # [kg], [m]
LENGTH, WIDTH = 24.0, 4.4           # of the ice [m]
BEGIN = -10.0                       # where the stone is let go [m]


def build(p):
    law = Contensou(p.mu, p.patch) if p.patch else Coulomb(p.mu)
    return Puck(p.radius, HEIGHT, MASS), Board(LENGTH, WIDTH), Still(), Contact(law)


def start(p):
    return Start(at=(BEGIN, 0.0), velocity=(p.speed, 0.0, 0.0), omega=(0.0, 0.0, p.spin))


CARD = Card(
    "The stone slides and spins; both end in the same instant.",
    "Spin turns friction away from the way: F = −μ N f(x) with x = v/(ρ|ω|), v = {r.speed}. Without spin the stone "
    "would stop after v²/(2 μ g) = {block}.",
    Try("[Let it go without spin]: it stops sooner.", ANEW, spin=0.0),
    {"block": Number("m", lambda p, r: p.speed**2/(2*p.mu*9.81))})

SCENE = Scene(
    "Curling stone", PARAMETERS, build, start, showing=Showing(2, "follow"),
    card=CARD, topic="contact", level="school",
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
    ),
)
