"""Skate on a turntable: ellipse, parabola, hyperbola.

A skate is a sleigh whose mass centre lies on its blade's normal, a = 0. Nothing turns it: its spin w in the room, and
omega = w - Omega on the table, are constant. With its place r = x1 e1 + x2 e2 from the axis in axes of the blade and
its speed v1 along the edge, relative to a table that turns at the rate Omega,

    v1' = Omega^2 x1,     x1' = v1 + omega x2,     x2' = -omega x1     =>     x1'' = -(omega^2 - Omega^2) x1.

With kappa^2 = omega^2 - Omega^2, d = v1(0) + omega x2(0), S = sin(kappa t)/kappa and C = (1 - cos kappa t)/kappa^2
(hyperbolic functions where kappa^2 < 0, t and t^2/2 where it is 0)

    x1 = x1(0) cos(kappa t) + d S,     x2 = x2(0) - omega (x1(0) S + d C).

In axes of the blade the path is a conic: an ellipse when the skate spins on the table faster than the table turns, a
hyperbola when slower, a parabola between. In the room the trapped skate draws a rosette. F = omega v1 + Omega^2 x2, w
and E_J are constant. The blade's force is N = m ((omega + 2 Omega) v1 - Omega^2 x2).

Borisov, Mamaev, Bizyaev 2015, section 2.2, with the signs mended.
"""

import numpy as np

from sandbox.scene import (
    Blade,
    Card,
    Chart,
    Curve,
    Mark,
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

PARAMETERS = (
    Parameter("rate", 1.5, "rad/s", low=-10, high=10, live=True, about="rotation rate of the table"),
    Parameter("spin", 3.0, "rad/s", low=-10, high=10, role="start", about="rate of turning, on the table"),
    Parameter("x1", 0.1, "m", low=-0.5, high=0.5, role="start", about="place from the axis along the edge"),
    Parameter("x2", 0.0, "m", low=-0.5, high=0.5, role="start", about="place from the axis across the edge"),
    Parameter("heading", 0.0, "rad", low=-4, high=4, role="start", about="direction of the edge"),
    Parameter("v1", 0.0, "m/s", low=-1, high=1, role="start", about="speed along the edge, on the table"),
    Parameter("rim", 0.6, "m", low=0.3, high=3, about="radius of the table"),
    Parameter("inertia", 0.015, "kg m²", low=0.001, high=0.2, about="moment of inertia about the mass centre"),
    Parameter("across", 0.0, "m", low=-0.1, high=0.1, about="how far the blade is to the left; does not matter"),
)


def build(p):
    return Sleigh(1.0, p.inertia, (Blade((0.0, p.across)),), Spin("z", "rate"), Plane(rim=p.rim))


def start(p):
    return build(p).start(p.x1, p.x2, p.heading, p.v1, p.spin, p.rate)


def conic(t, rate, omega, x1, x2, v1):
    """Place (x1, x2) in axes of the blade after the times t [s] at a constant rate [m]."""
    square, d = omega**2 - rate**2, v1 + omega*x2
    k = abs(square)**0.5
    if k == 0:
        c, s, area = 1 + 0*t, t, t**2/2
    elif square > 0:
        c, s, area = np.cos(k*t), np.sin(k*t)/k, 2*(np.sin(k*t/2)/k)**2
    else:
        c, s, area = np.cosh(k*t), np.sinh(k*t)/k, 2*(np.sinh(k*t/2)/k)**2
    return x1*c + d*s, x2 - omega*(x1*s + d*area)


def in_the_blade(q, v, rate):
    """omega, x1, x2, v1 of coordinates q = (X, Y, theta) and their rates."""
    c, s = np.cos(q[2]), np.sin(q[2])
    v1 = c*(v[0] + rate*q[1]) + s*(v[1] - rate*q[0])
    return v[2] - rate, c*q[0] + s*q[1], -s*q[0] + c*q[1], v1


def exact(t, p, q, v):
    """Mass centre after t seconds at a constant rate: the conic, turned with the blade [m]."""
    x1, x2 = conic(t, p.rate, *in_the_blade(q, v, p.rate))
    c, s = np.cos(q[2] + v[2]*t), np.sin(q[2] + v[2]*t)
    return c*x1 - s*x2, s*x1 + c*x2, 0*t


def chart(p):
    """The conic in axes of the blade, from the start, as far as the rim."""
    x1, x2 = conic(np.linspace(0.0, 40.0, 4001), p.rate, p.spin, p.x1, p.x2, p.v1)
    if p.spin**2 > p.rate**2:
        last = int(min(4001, 100*2*np.pi/(p.spin**2 - p.rate**2)**0.5 + 2))
    else:
        last = max(2, int((np.hypot(x1, x2) < p.rim).sum()))

    def now(path):
        w, _x, _y, z = path.quaternion
        c, s = w*w - z*z, 2*w*z
        return c*path.centre[0] + s*path.centre[1], -s*path.centre[0] + c*path.centre[1]

    return Chart("along the blade x1", "x2", (Curve("conic of the start", x1[:last], x2[:last]), *kind(p)), now,
                 "m", "m", title="Conic in axes of the blade")


def kind(p):
    """What the conic is, with its eccentricity, at its centre, or at the start where it has none; none for a line."""
    omega, square = p.spin, (p.spin - p.rate)*(p.spin + p.rate)
    F = omega*p.v1 + p.rate**2*p.x2
    h = (F + square*p.x2)**2 + omega**2*square*p.x1**2
    if omega == 0 or h == 0:
        return ()
    if square == 0:
        return (Mark("parabola", p.x1, p.x2),)
    if square > 0:
        return (Mark("ellipse", 0.0, -F/square, "point", f"e = {abs(p.rate/omega):.4g}"),)
    # the axis that it crosses is x2 for h > 0, else x1
    e = abs(p.rate/omega) if h > 0 else (1 - omega**2/square)**0.5
    return (Mark("hyperbola", p.x1, p.x2, "point", f"e = {e:.4g}"),)


CARD = Card(
    "The skate turns evenly on the turning table; in axes of its blade its path is a conic.",
    "κ² = (w − Ω)² − Ω² = {square}: above 0 an ellipse, it stays; 0 a parabola; below 0 a hyperbola, it is off. w = "
    "{r.integral:spin}.",
    Try("[Spin it more slowly than the table]: a hyperbola, and off it goes.", spin=0.75),
    {"square": Number("1/s²", lambda p, r: (r["integral:spin"] - p.rate)**2 - p.rate**2)})

SCENE = Scene(
    "Skate on a turntable", PARAMETERS, build, start, exact=exact, conserved=("E_J", "spin", "F"), chart=chart,
    card=CARD, topic="blades", level="university",
    presets=(
        Preset("Ellipse",
               Card("The skate spins on the table faster than the table turns: it is trapped, and draws a "
                    "rosette in the room.")),
        Preset("Parabola",
               Card("It spins on the table just as fast as the table turns: the border case, a parabola.",
                    try_=Try("[Spin it faster]: it is trapped.", spin=3.0)),
               spin=1.5),
        Preset("Hyperbola", Showing(1/2),
               Card("It spins more slowly than the table turns, and is thrown off on a hyperbola.",
                    try_=Try("[Spin it faster]: it is trapped.", spin=3.0)),
               spin=0.75),
        Preset("Just inside",
               Card("A little faster than the border: it goes far out, and comes back."),
               spin=1.55),
        Preset("Just outside",
               Card("A little slower than the border: it goes, and does not come back.",
                    try_=Try("[Spin it faster]: it is trapped.", spin=3.0)),
               spin=1.45),
        Preset("Spun backwards",
               Card("Spun against the table, fast enough: trapped as well."),
               spin=-3.0, v1=0.2),
        Preset("It does not turn on the table", Showing(1/2),
               Card("It keeps its direction on the table, and is thrown off along its edge.",
                    try_=Try("[Spin it faster than the table]: it is trapped.", spin=3.0)),
               spin=0.0, x1=0.02),
    ),
)
