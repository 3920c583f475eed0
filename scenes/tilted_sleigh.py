"""Sleigh on a tilted turntable: a skate that hovers, even uphill of the axis.

The table turns at the rate Omega about its own normal, which leans, so that gravity has the part G = g sin(slope)
along the table, downhill, always the same in the room. A skate (offset 0) keeps its spin w in the room. With omega =
w - Omega, kappa^2 = omega^2 - Omega^2 and the direction psi of its edge from downhill, in axes of the blade

    x1'' = -kappa^2 x1 + forcing at the rate w,     x1 = homogeneous part - G cos(psi)/(2 Omega w),     x2' = -omega x1.

kappa^2 - w^2 = -2 Omega w is never zero: no resonance. A skate that a level table traps stays trapped, and hovers about
a place that is fixed in the room,

    D = -G (2 omega + Omega)/(4 Omega w^2)     downhill of the axis:

for Omega > 0 downhill when omega < -Omega and uphill when omega > Omega. Stop the table, and it drifts off sideways at
G/(2 w), as a skate on a slope does. With the mass centre ahead of the blade it aligns with the slope and dives.

The energy in the turning frame is not conserved here, whatever is sometimes said: seen from the table, gravity turns.

Borisov, Mamaev, Bizyaev 2015, section 2.1, corrected; the hovering place is our own.
"""

from math import cos, radians, sin

import numpy as np

from sandbox.scene import (
    Blade,
    Card,
    Differs,
    Number,
    Parameter,
    Plane,
    Preset,
    Scene,
    Showing,
    Sleigh,
    Spin,
    Try,
)

G = 9.81     # [m/s^2]

PARAMETERS = (
    Parameter("rate", 1.5, "rad/s", low=-10, high=10, live=True, about="rotation rate of the table"),
    Parameter("slope", 2.92, "deg", low=0, high=30, about="angle of the table with the horizontal"),
    Parameter("spin", -4.0, "rad/s", low=-10, high=10, role="start", about="rate of turning, on the table"),
    Parameter("offset", 0.0, "m", low=-0.3, high=0.3, about="how far the mass centre is ahead of the blade"),
    Parameter("inertia", 0.015, "kg m²", low=0.001, high=0.2, about="moment of inertia about the mass centre"),
    Parameter("x1", 0.0, "m", low=-3, high=3, role="start", about="place from the axis along the edge"),
    Parameter("x2", 0.0, "m", low=-3, high=3, role="start", about="place from the axis across the edge"),
    Parameter("heading", 0.0, "deg", low=-180, high=180, role="start", about="direction of the edge, 0 downhill"),
    Parameter("v1", 0.0, "m/s", low=-1, high=1, role="start", about="speed along the edge, on the table"),
    Parameter("rim", 0.6, "m", low=0.3, high=3, about="radius of the table"),
)


def build(p):
    slope = radians(p.slope)
    table = Plane(rim=p.rim).placed(axis=(0, 1, 0), angle=slope)
    return Sleigh(1.0, p.inertia, (Blade((-p.offset, 0.0)),), Spin((sin(slope), 0.0, cos(slope)), "rate"), table)


def start(p):
    return build(p).start(p.x1, p.x2, radians(p.heading), p.v1, p.spin, p.rate)


def exact(t, p, q, v):
    """Mass centre of a skate after t seconds at a constant rate [m]; None for a sleigh or without a spin."""
    rate, w, fall = p.rate, v[2], G*sin(radians(p.slope))
    if p.offset != 0 or rate == 0 or w == 0:
        return None
    c, s = cos(q[2]), sin(q[2])
    v1, omega = c*(v[0] + rate*q[1]) + s*(v[1] - rate*q[0]), w - rate
    x1, x2, psi = c*q[0] + s*q[1], -s*q[0] + c*q[1], q[2] + w*t
    # the forced part, and the conic of what the start has besides it
    force = fall/(2*rate*w)
    begin, d = x1 + force*c, v1 + omega*x2 - force*w*s
    square = omega**2 - rate**2
    k = abs(square)**0.5
    if k == 0:
        along, across, area = 1 + 0*t, t, t**2/2
    elif square > 0:
        along, across, area = np.cos(k*t), np.sin(k*t)/k, 2*(np.sin(k*t/2)/k)**2
    else:
        along, across, area = np.cosh(k*t), np.sinh(k*t)/k, 2*(np.sinh(k*t/2)/k)**2
    x1 = begin*along + d*across - force*np.cos(psi)
    x2 = x2 - omega*(begin*across + d*area - force/w*(np.sin(psi) - s))
    c, s = np.cos(psi), np.sin(psi)
    x, y = c*x1 - s*x2, s*x1 + c*x2
    return cos(radians(p.slope))*x, y, -sin(radians(p.slope))*x


def hover(p, w):
    """Place downhill of the axis about which a skate of the spin w hovers [m]."""
    return -G*sin(radians(p.slope))*(2*(w - p.rate) + p.rate)/(4*p.rate*w*w)


CARD = Card(
    "The table leans, and the skate neither slides down nor flies off: it hovers about a place in the room.",
    "It hovers about D = −G (2ω + Ω)/(4 Ω w²) = {place}, downhill of the axis; below 0 uphill. G = g sin α, w = "
    "{r.integral:spin}.",
    Try("[Stop the table]: it drifts off sideways.", rate=0.0),
    {"place": Number("m", lambda p, r: hover(p, r["integral:spin"])),
     "drift": Number("m/s", lambda p, r: G*sin(radians(p.slope))/(2*r["integral:spin"]))})

SCENE = Scene(
    "Sleigh on a tilted turntable", PARAMETERS, build, start, exact=exact, conserved=("E_J", "spin"),
    card=CARD, topic="blades", level="research",
    differs=(
        Differs(
            "Borisov, Mamaev, Bizyaev 2015, section 2.1, remark on the slope",
            "The remark says that the energy in the turning frame stays constant on an inclined plane that turns, too. "
            "That holds where the direction of gravity turns with the plane. On a table that leans and turns about its "
            "own normal gravity stands still in the room and turns as seen from the table, so that there is no Jacobi "
            "integral: dE_J/dt = −Ω (r × m g).",
            "how much E_J changes in 10 s of 'Hovering downhill'",
            0.0, 0.0886, "J"),
    ),
    presets=(
        Preset("Hovering downhill"),
        Preset("Hovering uphill",
               Card("Spun with the table, it hovers uphill of the axis."),
               spin=4.5),
        Preset("The table is stopped: off sideways",
               Card("The table stands: the skate goes off sideways, across the slope.",
                    "It drifts across at G/(2w) = {drift}, as a skate on any slope.",
                    Try("[Let the table turn]: a skate hovers on it.", "Hovering downhill")),
               rate=0.0, spin=-2.5, x2=-0.3),
        Preset("Shift the weight and it dives", Showing(1/2, "follow"),
               Card("With its weight ahead of the blade it turns its nose downhill, and dives.",
                    "v₁′ = a w² + G cos ψ: what it gains by turning it never gives back. Now {r.speed}.",
                    Try("[Put the weight over the blade]: it goes across again.", offset=0.0)),
               rate=0.0, slope=10.0, spin=3.0,
               offset=0.08, rim=3.0, x1=-2.0),
        Preset("Weight ahead of the blade: thrown off", Showing(1/4),
               Card("With the weight ahead of the blade the table throws it off.",
                    "v₁′ = a w² + Ω² x₁ + G cos ψ grows with the distance. Now {r.speed}.",
                    Try("[A skate with its weight over the blade] hovers.", "Hovering downhill")),
               offset=0.08, spin=0.0, x1=0.05),
        Preset("Steeper and faster",
               Card("A steeper table that turns faster: it still hovers."),
               slope=8.0, rate=4.0, spin=6.0, x1=0.1),
    ),
)
