"""Ball on a tilted turntable: it goes sideways, not downhill.

The table turns at the rate Omega about its own normal n, which leans by the slope beta from the vertical, so that
gravity has the part g_t = g sin(beta) along the table. With the velocity v of the centre, chi = I/(I + m a^2) and the
friction force F, rolling and the two laws of motion are

    v = Omega n x r + a w x n,      m v' = m g_t + F,      I w' = -a n x F.

The derivative of the first, with w' from the third, is v' = Omega n x v - (m a^2/I) F/m. Taking F from the second:

    v' = chi Omega n x v + (1 - chi) g_t.

It is the equation of a charge in crossed fields: chi Omega plays the magnetic field and (1 - chi) g_t the electric
one. A velocity that stays constant has to satisfy chi Omega n x v_d = -(1 - chi) g_t, hence

    v_d = (1 - chi)/(chi Omega) n x g_t,      |v_d| = (5/2) g sin(beta)/Omega for a solid ball,

horizontal, across the slope. On this drift any motion is a circle at the rate chi Omega: the path is a trochoid, and
for a ball let go at rest a cycloid of height 2 |v_d|/(chi Omega). After each loop the ball is as high as before; what
gravity gives on the way down the motor takes back. Twice the rate halves the drift, the other sense reverses it, and
with the motor off the ball rolls down the slope at (1 - chi) g sin(beta) like any other.

x points along the slope and y up the slope. K = v - chi Omega n x r - (1 - chi) g_t t and the spin about n are
constant. E_J is not: gravity does not lie along the axis.

Borisov, Mamaev, Bizyaev 2015, section 3.3, for the level table.
"""

from math import cos, radians, sin

import numpy as np

from sandbox.scene import (
    ANEW,
    Ball,
    Card,
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

G = 9.81     # [m/s^2]

PARAMETERS = (
    Parameter("rate", 3.4907, "rad/s", low=-20, high=20, live=True, about="rotation rate of the table"),
    Parameter("slope", radians(0.3), "rad", low=0, high=0.3, about="angle of the table with the horizontal"),
    Parameter("radius", 0.01, "m", low=0.005, high=0.1, about="radius of the ball"),
    Parameter("shell", False, about="hollow ball instead of a solid one"),
    Parameter("x", -0.25, "m", low=-0.29, high=0.29, role="start", about="place along the slope"),
    Parameter("y", 0.04, "m", low=-0.29, high=0.29, role="start", about="place up the slope"),
    Parameter("vx", 0.0, "m/s", low=-1, high=1, role="start", about="speed of the centre along the slope"),
    Parameter("vy", 0.0, "m/s", low=-1, high=1, role="start", about="speed of the centre up the slope"),
)


def normal(p):
    return 0.0, -sin(p.slope), cos(p.slope)


def build(p):
    table = On(Plane(rim=0.3).placed(axis=(1, 0, 0), angle=p.slope), Spin(axis=normal(p), rate="rate"))
    return World({"table": table, **edges_of(table), "floor": laboratory_floor(-0.22)},
                 [Placed(Ball(radius=p.radius, shell=p.shell), start(p))])


def start(p):
    return Start(at=(p.x, p.y*cos(p.slope)), velocity=(p.vx, p.vy*cos(p.slope), p.vy*sin(p.slope)))


def exact(t, p, r, v):
    """Centre after t seconds at constant rate: the trochoid [m].

    With k = chi Omega the solution of v' = k n x v + f, f = (1 - chi) g_t, is
    r + v sin(kt)/k + n x v (1 - cos kt)/k + f (1 - cos kt)/k^2 + n x f (kt - sin kt)/k^2.
    """
    chi = 2/5 if p.shell else 2/7
    k, n = chi*p.rate, np.array(normal(p))
    f = (1 - chi)*9.81*sin(p.slope)*np.array((0.0, -cos(p.slope), -sin(p.slope)))
    if k == 0:
        along_v, across_v, along_f, across_f = t, 0.0*t, t*t/2, 0.0*t
    else:
        s, c = np.sin(k*t), 2*np.sin(k*t/2)**2
        along_v, across_v, along_f, across_f = s/k, c/k, c/k**2, (k*t - s)/k**2
    nv, nf = np.cross(n, v), np.cross(n, f)
    return tuple(r[i] + v[i]*along_v + nv[i]*across_v + f[i]*along_f + nf[i]*across_f for i in range(3))


def chi(p):
    """I/(I + m a^2) of the ball."""
    return 2/5 if p.shell else 2/7


CARD = Card(
    "The table leans, and the ball goes sideways, not downhill: loop after loop at the same height.",
    "Gravity and turning balance at v_d = (1 − χ) g sin β/(χΩ) = {drift}, across the slope. Now {r.speed}.",
    Try("[Double the rate of the table]: it drifts half as fast.", rate=lambda p: 2*p.rate),
    {"drift": Number("m/s", lambda p, r: (1 - chi(p))*G*sin(p.slope)/(chi(p)*p.rate)),
     "fall": Number("m/s²", lambda p, r: (1 - chi(p))*G*sin(p.slope))})

SCENE = Scene(
    "Ball on a tilted turntable", PARAMETERS, build, exact=exact,
    conserved=("plane_K_x", "plane_K_y", "plane_K_z", "spin_omega_n"),
    showing=Showing(camera="follow"), card=CARD, topic="tables", level="school",
    presets=(
        Preset("Sideways, not down"),
        Preset("Motor reversed",
               Card("The motor turns the other way, and so the ball drifts the other way."),
               rate=-3.4907, x=0.25),
        Preset("Straight across the slope",
               Card("Started at just the drift's velocity it runs straight across the slope."),
               vx=(5/2)*9.81*sin(radians(0.3))/3.4907, y=0.0),
        Preset("Loops that overlap", vx=-0.06, y=0.05),
        Preset("One degree, faster motor", slope=radians(1), rate=7.0, y=0.03),
        Preset("Hollow ball, slower drift",
               Card("A hollow ball has more to turn: it drifts more slowly."),
               shell=True),
        Preset("Motor off",
               Card("The motor is off: the ball rolls down the slope like any other.",
                    "a = (1 − χ) g sin β = {fall}; nothing turns it aside.",
                    Try("[Let the table turn]: it goes sideways instead.", ANEW, rate=3.4907)),
               rate=0.0, x=0.0, y=0.25),
    ),
)
