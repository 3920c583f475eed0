r"""Coin on ice: on a smooth table steady precession never takes off, however fast it is.

A disk of radius $\p{radius}$ and half thickness $b$ stands on its lower rim on a table without any friction; its axis
is tilted by $\theta$ against the vertical. Nothing pushes its mass centre aside, which only goes up and down:
$z = h(\theta) = a \sin\theta + b \cos\theta$. So it is a top, and the whole motion is in its tilt.

## Assumptions

- The table is smooth and level, the disk is rigid and as dense everywhere: $A = m a^2/4 + m b^2/3$,
$C = m a^2/2$.
- It touches with one point of its lower rim; what happens when it lies flat is not looked at.

## Derivation

Let $\tau = \dot\psi \sin\theta$ be the part of the angular velocity along the steepest line of the face and $n$ that
about the axis of the disk. The normal force $N$ acts in the plane of $\theta$ alone, so that two moments have no
torque,

$$ C n = \text{const}, \qquad A \tau \sin\theta + C n \cos\theta = \text{const}, $$

and the energy

$$ E = \tfrac12 (A + m h'^2)\,\dot\theta^2 + \tfrac12 A \tau^2 + \tfrac12 C n^2 + m g h $$

leaves one equation for $\theta$. In it the centre counts with $h'$, as $\dot z=h'\dot\theta$: the potential
$\Pi(\theta)$ of the rest gives $(A+mh'^2)\ddot\theta+mh'h''\dot\theta^2+\Pi'=0$. The tilt stays as it is
where its force vanishes,

$$ A \tau^2 \cot\theta - C \tau n = m g h'(\theta), $$

which for a given $\tau$ says what $n$ has to be: this is how the coin is let go here.

Would it take off? Without $N$ the gap at the rim would open with the acceleration

$$ U = -g - h'' \dot\theta^2 - \frac{h'}{A}\,\tau\,(A \tau \cot\theta - C n), $$

and in steady precession the bracket is the moment of the weight, so that

$$ U = -g \left(1 + \frac{m h'^2}{A}\right) < 0 $$

whatever $\tau$ is. On a rough table the friction that holds the rim adds a term with $\tau^2$, and a thick
coin that is fast enough may leave it; on ice no coin does.

What of a push? A kick with the energy $\varepsilon\, m g a$, here $\varepsilon = \p{kick}$, makes the tilt swing. On
the steep side of its swing the disk comes down and its rim is pressed against the table; on the other side it is raised
slowly. $U$ stays below zero for all kicks up to $0.7\, m g a$, for steep and for nearly flat disks. One of
$1.2\, m g a$ throws the disk over, and that one lifts it.

## What is conserved

- The energy, the spin $n$ about the axis of the disk, the angular momentum about the vertical, and the place of the
mass centre on the table.

## What to see

- The centre of the coin stands still over the table, or goes straight on; only the rim runs round.
- The chart "Steady precession": lines of equal $U$ over shape and tilt. None reaches zero.
- The chart "Kicks": the largest $U$ that a kick leads to, and the present $U$ below it.

## Ask the class

- The same coin leaves a rough table and stays on a smooth one. Where does friction get the force that lifts?

## References

- A. P. Ivanov 2008, example 4, (3.4), (3.5), figure 3, section 4.1.
- H. K. Moffatt 2000 on disks that are nearly flat.
"""

from math import acos, cos, degrees, hypot, radians, sin, sqrt

from numpy import polyfit

from sandbox.scene import (
    ANEW,
    Card,
    Contact,
    ContactClasses,
    ContactPlane,
    Differs,
    Disk,
    KickedDisk,
    Number,
    On,
    Paper,
    Parameter,
    Placed,
    Plane,
    PrecessionMap,
    Preset,
    Scene,
    Showing,
    Smooth,
    Start,
    Still,
    Try,
    World,
    edges_of,
    laboratory_floor,
    papers,
    precession,
)

G = 9.81     # [m/s^2]

PARAMETERS = (
    Parameter("theta", 62.08, "deg", low=0.5, high=88, role="start", about="tilt of the axis against the vertical"),
    Parameter("tau", 60.0, "rad/s", low=0.5, high=100, role="start",
              about="precession, the part along the slope of the face"),
    Parameter("kick", 0.0, low=0, high=2, role="start", about="energy of a kick that raises the tilt, over m g a"),
    Parameter("radius", 0.05, "m", low=0.02, high=0.5, about="radius of the coin"),
    Parameter("thickness", 0.8, low=0, high=4, about="thickness of the coin over its radius, 0 for a thin disk",
              title="thickness over radius"),
    Parameter("restitution", 0.0, low=0, high=0.95, live=True, about="share of the speed that an impact gives back"),
)


def disk(p):
    """Mass 1 kg per 100 cm^2 of face, even density."""
    return precession.homogeneous(100*p.radius**2, p.radius, p.thickness*p.radius/2)


def build(p):
    coin = disk(p)
    body = Disk(p.radius, coin.m, 2*coin.b, inertia=((coin.A, 0, 0), (0, coin.A, 0), (0, 0, coin.C)))
    body = body.of("brass").drawn_as("smooth_top")
    table = On(Plane(rim=7*p.radius).of("glass"), Still(), Contact(Smooth(), restitution=p.restitution))
    return World({"table": table, **edges_of(table), "floor": laboratory_floor(-3*p.radius)}, [Placed(body, start(p))])


def start(p):
    coin, theta = disk(p), radians(p.theta)
    n = precession.smooth_spin(coin, theta, p.tau)
    _h, slope, _bend = precession.height(coin, theta)
    rate = sqrt(2*p.kick*coin.m*coin.g*coin.a/(coin.A + coin.m*slope*slope))
    # axis k' = (0, -sin theta, cos theta), e2 = k' x e1 along the slope of the face
    s, c = sin(theta), cos(theta)
    return Start(at=(0.0, 0.0), velocity=(0.0, 0.0, slope*rate), omega=(rate, p.tau*c - n*s, p.tau*s + n*c),
                 orientation=(cos(theta/2), sin(theta/2), 0, 0))


def free_gap(p):
    """Free acceleration of the gap in steady precession [m/s^2]."""
    coin = disk(p)
    _h, slope, _bend = precession.height(coin, radians(p.theta))
    return -coin.g*(1 + coin.m*slope*slope/coin.A)


def still_tau(theta, radius):
    """tau [rad/s] at which a thin disk precesses on ice without a spin of its own, tau^2 = 4 (g/a) sin theta."""
    return sqrt(4*G*sin(theta)/radius)


CARD = Card(
    "A coin on ice: its rim runs round, its centre stands still, and no speed lifts it.",
    "Without the table the rim would go down with U = −g (1 + m h′²/A) = {free}, at any τ: the table presses with N = "
    "{r.normal}.",
    Try("[Faster]: U is the same.", ANEW, tau=lambda p: min(1.6*p.tau, 100.0)),
    {"free": Number("m/s²", lambda p, r: free_gap(p))})

KICKED = Card(
    "A disk that lies almost flat is kicked: it swings, and stays on the table.",
    "The kick has {p.kick} m g a. On the steep side of its swing the rim is pressed down, on the other it rises "
    "slowly: N = {r.normal} stays above 0.",
    Try("[Kick it with 1.2 m g a]: it is thrown over, and leaves.", ANEW, kick=1.2))

# ---- papers ----------------------------------------------------------------------------------------------------------

def own_spin(seen):
    """Spin about the axis of the disk at the start [rad/s]."""
    body = seen.start.snapshot().bodies[0]
    w, x, y, z = body.quaternion
    axis = 2*(x*z + w*y), 2*(y*z - w*x), 1 - 2*(x*x + y*y)
    return float(sum(a*b for a, b in zip(axis, body.angular_velocity, strict=True)))


def largest_U(seen):
    """Largest U/g in 0.3 s."""
    return max(step.contacts[0].U for step in seen.steps(0.3, 960))/G


def leaving_U(seen):
    """U/g just before it leaves."""
    return seen.at(papers.event("detach")(seen) - papers.HAIR).contacts[0].U/G


def tilting(body):
    """Rate of the tilt [rad/s]."""
    w, x, y, z = body.quaternion
    axis = 2*(x*z + w*y), 2*(y*z - w*x)
    omega = body.angular_velocity
    return (omega[1]*axis[0] - omega[0]*axis[1])/hypot(*axis)


def first_push(seen):
    """Acceleration of the tilt at the start [rad/s²], from its rates at three instants."""
    step = 2e-6
    first, second, third = (tilting(seen.at(k*step).bodies[0]) for k in range(3))
    return (4.0*second - 3.0*first - third)/(2.0*step)


def frequency(seen):
    """Frequency of a small oscillation of the height [rad/s]: x₊ + x₋ = 2 cos(w h) x about its mean."""
    z = seen.r[:, 2]
    sides, middle = z[2:] + z[:-2], z[1:-1]
    # sides = 2 c middle + d, by least squares
    c = 0.5*float(polyfit(middle - middle.mean(), sides, 1)[0])
    return acos(c)/float(seen.t[1] - seen.t[0])


PAPERS = (
    Paper("I 3, (3.5)", "a disk on a smooth plane in steady precession: U = −g (1 + m h′²/A) at any τ", "U",
          papers.contact("U"), free_gap, 1e-10, "m/s²", preset="Thick coin: pressed down at any speed",
          chart="Contact or detachment"),
    Paper("I 3, (3.4), example 4", "a tall cylinder on its edge is pressed down, too", "U", papers.contact("U"),
          free_gap, 1e-10, "m/s²", preset="A tall cylinder on its edge", chart="Steady precession"),
    Paper("I 4.1, (4.5)", "a thin disk without a spin of its own: τ² = (m g a/A) sin θ", "spin about its own axis",
          own_spin, 0.0, 1e-9, "rad/s", preset="Thin disk without a spin of its own", chart="Kicks"),
    Paper("I 4.1, fig. 3", "a smooth disk that is kicked a little is said to leave the plane as θ → 0", "", largest_U,
          within=1e-3, why="960 states a second", preset="Kicked, as good as flat", values={"kick": 0.7},
          sign="Ivanov 2008, section 4.1", chart="Kicks"),
    Paper("I 4.1, fig. 3", "a smooth disk at θ = 0.1, kicked", "largest U/g after a kick of 0.7 m g a", largest_U,
          -0.6706, 1e-3, "", "960 states a second", preset="Kicked, nearly flat", printed=0.0, chart="Kicks"),
    Paper("I 4.1", "a kick that makes it tumble does lift it", "U/g where it leaves", leaving_U, 0.0, 1e-6, "",
          "a nanosecond before", preset="A kick that throws it over", seconds=0.3, chart="Kicks"),
    Paper("I 4.1, (4.3)", "the kinetic energy of the tilt", "", frequency, within=1e-3,
          why="a swing of 1e-4 rad, whose square counts", preset="Thick coin: pressed down at any speed",
          values={"kick": 1e-8}, seconds=2.0, sign="Ivanov 2008, (4.3)"),
    Paper("I 4.1, (4.6)", "the equation of the tilt", "", first_push, within=2e-3,
          why="three rates, 2 µs apart", preset="Kicked, nearly flat", sign="Ivanov 2008, (4.6)"),
)

SCENE = Scene(
    "Coin on ice", PARAMETERS, build, start, conserved=("E_J",),
    chart=(PrecessionMap(), KickedDisk(), ContactPlane(), ContactClasses()),
    papers=PAPERS, card=CARD, topic="bodies",
    level="university", showing=Showing(1/4),
    differs=(
        Differs(
            "Ivanov 2008, section 4.1",
            "It is said that a disk in nearly steady precession on a smooth plane has to leave it as θ → 0, whatever "
            "small push it gets. The steep wall of the potential lies at smaller tilts, and there the rim is pressed "
            "down. U stays below 0 for any kick up to 0.7 m g a; one of 1.2 m g a makes the disk tumble and lifts it.",
            "largest U/g of a thin disk at θ = 0.01, kicked with the energy 0.7 m g a; it takes off above 0",
            0.0, -0.7688),
        Differs(
            "Ivanov 2008, (4.3)",
            "The kinetic energy of the tilt is printed with A + m h². The centre goes up and down with h′ θ′, so it is "
            "(A + m h′²) θ′²/2; h itself has no part in it. The frequency of small oscillations shows it: a run has "
            "the one with h′.",
            "frequency of small oscillations of the thick coin of the first preset, θ = 62.08° and τ = 60 rad/s",
            28.7775, 61.5979, "rad/s"),
        Differs(
            "Ivanov 2008, (4.6)",
            "The equation of the tilt is printed with − m h′ h″ θ′². Lagrange's equation of (A + m h′²) θ′²/2 has "
            "(A + m h′²) θ″ + m h′ h″ θ′² + Π′ = 0, so that the energy stays. With the printed sign a coin that is "
            "kicked in steady precession, Π′ = 0, would begin to be slowed down instead of being driven on.",
            "θ″ at the start of the preset “Kicked, nearly flat”",
            -17.7444, 17.7444, "rad/s²"),
    ),
    presets=(
        Preset("Thick coin: pressed down at any speed"),
        Preset("Thin disk without a spin of its own", Showing(1/4),
               Card("A thin disk that does not turn about its own axis: its rim alone runs round.",
                    try_=Try("[Kick it with 0.3 m g a]: it nods.", ANEW, kick=0.3)),
               theta=degrees(0.5), tau=still_tau(0.5, 0.05), thickness=0.0),
        Preset("Kicked, nearly flat", Showing(1/16, closer=2.0), KICKED,
               theta=degrees(0.1), tau=still_tau(0.1, 0.05), thickness=0.0, kick=0.7),
        Preset("Kicked, as good as flat", Showing(1/16, closer=2.0), KICKED,
               theta=degrees(0.01), tau=still_tau(0.01, 0.05), thickness=0.0, kick=0.3),
        Preset("A kick that throws it over", Showing(1/16, closer=2.0),
               Card("The kick throws the disk over its upright: this one lifts it off the table.",
                    "After a kick of {p.kick} m g a, U = −g − h″ θ′² − … gets above 0 while the tilt turns fast: N = "
                    "{r.normal}.",
                    Try("[Kick it with 0.7 m g a]: it stays.", ANEW, kick=0.7)),
               theta=degrees(0.1), tau=still_tau(0.1, 0.05), thickness=0.0, kick=1.2),
        Preset("A tall cylinder on its edge",
               Card("A cylinder twice as tall as wide on its lower edge: pressed down, too."),
               theta=20.0, tau=25.0, thickness=4.0),
    ),
)
