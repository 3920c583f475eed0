"""Ball in a pseudosphere: the funnel through which it never falls.

The funnel turns at the rate Omega about its vertical axis. The centre of the ball moves on a surface of revolution
whose meridian is a tractrix,

    R = c sin q,    z = c (ln tan(q/2) + cos q),    0 < q < pi/2:  the rim is q = pi/2 at z = 0, the pipe goes down.

The normal is n = sin q e_z - cos q e_R, so that q is its elevation; the curvatures are -tan q/c along the meridian
and cot q/c around the axis, and the arc length is ds = c cot q dq. With chi = I/(I + m a^2), u the speed around the
axis and w_n the spin about the normal, the laws of motion of a ball rolling in any surface of revolution (slope
alpha, meridian curvature kappa, contact radius R_c) are linear in (u, w_n) when s is taken for the independent
variable:

    dw_n/ds = (kappa - sin(alpha)/R) u/a - kappa Omega R_c/a,
    du/ds   = -(cos(alpha)/R) u - chi a kappa w_n + chi Omega cos(alpha) (1 + a kappa),

the first from w_n' = w . n', the second from momentum and moment around the axis, both driven by the same friction.
Here alpha = pi/2 - q, and the shifted spin W = w_n + Omega ((c/a) cos q - sin q) takes the rate out. With
mu = sqrt(1 - chi), T = tan(q/2)^mu the solutions are elementary:

    A = (W sin q + (u/(a chi)) (mu - cos q))/T = const,     u = a chi (A T - B/T)/(2 mu),
    B = (W sin q - (u/(a chi)) (mu + cos q)) T = const,     W = (A T (mu + cos q) + B (mu - cos q)/T)/(2 mu sin q).

Far down, q -> 0 and T -> 0, W grows at least like T/sin q, that is like exp((1 - mu) depth/c), with the depth, while
the energy that gravity supplies grows like the depth itself. So E_J = const forbids the way down unless A = B = 0,
which in a funnel at rest means no spin and no speed around the axis: as long as it rolls on the wall, every other
ball comes back up to where it was, again and again.

Two things end the ride in earnest. The least friction coefficient it needs is the maximum of |F|/N: a real ball slips
sooner or later, loses its spin and drops. And the wall bulges towards the ball,

    N = m (g sin q - (tan q/c) s'^2 + (cot q/c) u^2)

with the speed s' along the meridian: too little speed around the axis, or too much up the wall, and it leaves the
wall.

The default is figure 4 of the source, in its units m = a = 1, g = 10; the other scale is a steel ball of 2 cm. The
mass does not change the motion, only energies and forces. With the switch `touched` the tractrix is the surface that
the ball touches; then A and B do not exist in closed form, and the ride is much the same. There a friction
coefficient of its own lets it slip: the steel ball at mu = 0.3 slips from 0.15 to 0.47 s, and slower it leaves the
wall, lands lower down and goes on.

Borisov, Mamaev, Bizyaev 2015, section 3 and figures 4, 5, for the integrals at Omega = 0.
"""

from math import asin, atan2, cos, log, pi, sin, sqrt, tan

from numpy import array, cross

from sandbox.scene import (
    ANEW,
    Ball,
    Card,
    Chart,
    Contact,
    Coulomb,
    EffectivePotential,
    Parameter,
    Preset,
    Pseudosphere,
    Scene,
    Showing,
    Spin,
    Start,
    Track,
    Try,
    Unrolled,
)

# a steel ball let go a little below the rim
STEEL = {"rate": 0.0, "c": 0.2, "radius": 0.01, "mass": 0.0327, "gravity": 9.81, "q": 0.9, "azimuth": 0.0, "up": 0.0,
         "across": 0.5, "spin": 0.0}


def directions(q, azimuth):
    """Unit vectors outwards from the axis, around it, along the normal, and up the wall."""
    e_R, e = array((cos(azimuth), sin(azimuth), 0.0)), array((-sin(azimuth), cos(azimuth), 0.0))
    e_z = array((0.0, 0.0, 1.0))
    return e_R, e, sin(q)*e_z - cos(q)*e_R, cos(q)*e_z + sin(q)*e_R


def depth(c, q):
    """Height of the tractrix over the plane of the rim [m]."""
    return c*(log(tan(q/2)) + cos(q))


def figure(b, rate):
    """The start of a figure: normal (-0.52, -0.58, 0.62), w relative to the funnel (0.1, 0.5, 1), c = a + b."""
    c, q, azimuth = b + 1.0, asin(0.62/sqrt(0.52**2 + 0.58**2 + 0.62**2)), atan2(0.58, 0.52)
    e_R, e, n, t = directions(q, azimuth)
    w = array((0.1, 0.5, 1.0 + rate))
    v = rate*(c*sin(q) + cos(q))*e + cross(w, n)
    return {"rate": rate, "c": c, "radius": 1.0, "mass": 1.0, "gravity": 10.0, "q": q, "azimuth": azimuth,
            "up": float(v @ t), "across": float(v @ e), "spin": float(w @ n)}


FIGURE_4 = figure(b=3.0, rate=-0.5)

PARAMETERS = (
    Parameter("rate", FIGURE_4["rate"], "rad/s", low=-20, high=20, live=True, about="rotation rate of the funnel"),
    Parameter("c", FIGURE_4["c"], "m", low=0.1, high=12, about="radius of the pseudosphere at its rim"),
    Parameter("radius", FIGURE_4["radius"], "m", low=0.005, high=1, about="radius of the ball"),
    Parameter("mass", FIGURE_4["mass"], "kg", low=0.001, high=2, about="mass of the ball"),
    Parameter("gravity", FIGURE_4["gravity"], "m/s²", low=0, high=20, about="acceleration of free fall"),
    Parameter("q", FIGURE_4["q"], "rad", low=0.1, high=1.57,
              role="start", about="angle of the normal with the horizontal, 90 degrees at the rim, less further down"),
    Parameter("azimuth", FIGURE_4["azimuth"], "rad", low=-pi, high=pi, role="start", about="direction from the axis"),
    Parameter("up", FIGURE_4["up"], "m/s", low=-5, high=5, role="start", about="speed of the centre up the wall"),
    Parameter("across", FIGURE_4["across"], "m/s", low=-10, high=10,
              role="start", about="speed of the centre around the axis"),
    Parameter("spin", FIGURE_4["spin"], "rad/s", low=-100, high=100, role="start", about="spin about the normal"),
    Parameter("touched", False, about="the ball touches the pseudosphere, instead of having its centre on it"),
    Parameter("mu", 0.0, low=0, high=2, about="friction coefficient of the touched wall; 0: it never slips"),
)


def build(p):
    funnel = Pseudosphere(p.c, defines="contact" if p.touched else "centre", drawn_to=0.15)
    rolling = (Ball(radius=p.radius, mass=p.mass), funnel,
               Spin(axis="z", rate="rate", gravity=(0.0, 0.0, -p.gravity)))
    return rolling if p.mu == 0.0 else (*rolling, Contact(Coulomb(p.mu), restitution=0.5))


def start(p):
    e_R, e, n, t = directions(p.q, p.azimuth)
    at = p.c*sin(p.q)*e_R + array((0.0, 0.0, depth(p.c, p.q))) + (p.radius*n if p.touched else 0.0)
    return Start(tuple(at), velocity=tuple(p.up*t + p.across*e), spin=p.spin)


def conserved(p):
    return ("E_J",) if p.touched else ("E_J", "beltrami_A", "beltrami_B")


CARD = Card(
    "The ball rides down into the funnel, and comes up again, always: it never falls through.",
    "A = {r.integral:beltrami_A} and B = {r.integral:beltrami_B} stay: deeper down the spin would have to grow "
    "faster than gravity can pay for. Now ω = {r.spin}.",
    Try("[Stop the funnel]: the same laws, with another spin.", ANEW, rate=0.0))


def height_and_spin(path):
    """r_3 and omega_3, the latter relative to the funnel, as figure 5 has them."""
    return path.centre[2], path.angular_velocity[2] - path.live["rate"]


def height(path):
    return path.t, path.centre[2]


def spin(path):
    return path.t, path.angular_velocity[2] - path.live["rate"]


def chart(p):
    return (Unrolled(), EffectivePotential(),
            Chart("height r₃", "spin ω₃ on the funnel", point=height_and_spin, x_unit="m", y_unit="rad/s",
                  title="Spin against height", tracks=(Track("", height_and_spin),), trail=1.0),
            Chart("time t", "height r₃", point=height, x_unit="s", y_unit="m", title="Height against time",
                  tracks=(Track("", height),), trail=0.0),
            Chart("time t", "spin ω₃ on the funnel", point=spin, x_unit="s", y_unit="rad/s",
                  title="Spin against time", tracks=(Track("", spin),), trail=0.0))


SCENE = Scene(
    "Ball in a pseudosphere", PARAMETERS, build, start, conserved=conserved, chart=chart,
    card=CARD, topic="surfaces", level="research",
    presets=(
        Preset("Figure 4"),
        Preset("Figure 5", Showing(closer=1.3), **figure(b=10.0, rate=-1.0)),
        Preset("The bottomless funnel", Showing(camera="follow"),
               Card("The funnel has no bottom, and yet the ball comes back from its depth, again and again.",
                    try_=Try("[Send it round at 0.8 m/s]: a shallow ride.", across=0.8)),
               **STEEL),
        Preset("A shallow ride", Showing(camera="follow"),
               Card("With much speed around the axis it stays near the rim.",
                    try_=Try("[Send it round at 0.5 m/s, without spin]: it dives deep, and returns.",
                        "The bottomless funnel")),
               **STEEL | {"azimuth": 0.7, "up": 0.1, "across": 0.8, "spin": 10.0}),
        Preset("A turning funnel", Showing(camera="follow"), **STEEL | {"rate": 5.0, "across": 0.8}),
        Preset("Down, up and over the rim", Showing(1/8, "follow"),
               Card("Pushed down, it comes up with all that it was given, and goes over the rim.",
                    try_=Try("[Do not push it]: it stays in the funnel.", "The bottomless funnel")),
               **STEEL | {"up": -0.5}),
        Preset("Too slow: it leaves the wall", Showing(1/16, "follow"),
               Card("With too little speed around the axis the bulging wall cannot hold it: it leaves the wall.",
                    "N = m (g sin q − (tan q/c) s′² + (cot q/c) u²) = {r.normal}: where it is 0 the ball leaves.",
                    Try("[Send it round at 0.5 m/s]: it stays on the wall.", "The bottomless funnel")),
               **STEEL | {"across": 0.05}),
        Preset("It slips, and grips again", Showing(1/4, "follow"),
               Card("The wall is not rough enough: the ball slips for a while, sinks, and grips again.",
                    "It slips where rolling asks for |F|/N above μ = {p.mu}; now N = {r.normal}.",
                    Try("[Make the wall rough]: it rolls all the way.", mu=2.0)),
               **STEEL | {"touched": True, "mu": 0.3}),
        Preset("It leaves the wall and lands", Showing(1/8, "follow"),
               Card("Too slow around the axis: the ball slips, leaves the wall, and lands lower down.",
                    "It leaves where nothing presses it to the wall any more: N = {r.normal}.",
                    Try("[Send it round at 0.5 m/s]: it stays on the wall.", "It slips, and grips again")),
               **STEEL | {"touched": True, "mu": 0.3, "across": 0.05}),
    ),
)
