"""Ball on top of a globe: a top without a body.

A globe of radius b turns about the vertical at the rate Omega; a ball of radius a rolls on its outside. With the
normal n from the globe's centre to the ball's, ell = a + b, the centre moves with v = ell n' and rolling says
v = b Omega x n + a w x n. The turning of the globe can therefore be put into the spin,

    w~ = w + (b/a) Omega,      ell n' = a w~ x n,

and since friction F makes both I w' = -a n x F and m v' = F + (N - m g n_z) n - m g (e_z)_t, the pair (n, w~) obeys
the equations of a globe at rest. The spin s = w~ . n = w_n + (b/a) Omega . n about the normal stays constant; what
remains is

    A n x n'' + C n' = -m g ell n x e_z,      A = (I + m a^2) ell^2/a^2,      C = I s ell/a:

Lagrange's top, with n for its axis, C for its spin and m g ell for its weight. The ball sleeps on the very top like a
fast top if C^2 > 4 A m g ell, which is

    |s| > 2 sqrt((I + m a^2) m g (a + b))/I = sqrt(35 g (a + b))/a for a solid ball.

A ball that does not spin at all sleeps if the globe does: with w_n = 0 the globe needs Omega > sqrt(35 g (a + b))/b,
49.4 rad/s for a globe of 15 cm and a ball of 1 cm. The centre has to be at rest in the laboratory; a ball that is put
down without turning, w = 0, is carried away by the surface and makes a wide loop first.

Below that rate, Omega_c, a ball let go with its centre at rest near the top comes down. Its energy and its angular
momentum about the vertical, A sin^2(th) phi' = C (cos th0 - cos th), stop it (th' = 0) where

    C^2 (cos th0 - cos th) = 2 A m g ell sin^2(th),      for th0 -> 0:  cos th = 2 (Omega/Omega_c)^2 - 1,

and it climbs back. But N = m g n_z - m v^2/ell, and energy gives v^2 = 2 (1 - chi) g ell (cos th0 - cos th) at any
spin, so that the ball leaves the globe where cos th = (10/17) cos th0 (solid ball), at 54 degrees; a sliding point
leaves at 48 degrees, cos th = 2/3. The two meet at Omega = sqrt(27/34) Omega_c, 44 rad/s: only a slower globe drops
the ball, onto the floor of the laboratory.

Routh, Dynamics of a system of rigid bodies, advanced part; Borisov, Mamaev, Bizyaev 2015, section 3.2.
"""

from math import cos, radians, sin, sqrt

from sandbox.scene import (
    ANEW,
    Ball,
    Card,
    EffectivePotential,
    Number,
    On,
    Parameter,
    Placed,
    Preset,
    Scene,
    Showing,
    Sphere,
    Spin,
    Start,
    Try,
    Unrolled,
    World,
    laboratory_floor,
)

G = 9.81     # [m/s^2]

PARAMETERS = (
    Parameter("rate", 52.0, "rad/s", low=-100, high=100, live=True, about="rotation rate of the globe"),
    Parameter("globe", 0.15, "m", low=0.05, high=0.3, about="radius of the globe"),
    Parameter("radius", 0.01, "m", low=0.005, high=0.05, about="radius of the ball"),
    Parameter("shell", False, about="hollow ball instead of a solid one"),
    Parameter("angle", radians(1), "rad", low=0, high=1.2, role="start", about="angle from the top"),
    Parameter("spin", 0.0, "rad/s", low=-2000, high=2000, role="start", about="spin about the normal"),
    Parameter("put_down", False, role="start", about="ball not turning (w = 0) instead of its centre at rest"),
)


def build(p):
    return World({"globe": On(Sphere(p.globe, inside=False), Spin(axis="z", rate="rate")),
                  "floor": laboratory_floor(-1.3*p.globe)},
                 [Placed(Ball(radius=p.radius, shell=p.shell), start(p))])


def start(p):
    ell = p.globe + p.radius
    at = (ell*sin(p.angle), 0.0, ell*cos(p.angle))
    return Start(at, omega=(0.0, 0.0, 0.0)) if p.put_down else Start(at, velocity=(0.0, 0.0, 0.0), spin=p.spin)


def ratio(p):
    """I/(m a^2) of the ball."""
    return 2/3 if p.shell else 2/5


CARD = Card(
    "A ball on top of a turning globe: a top without a body. Fast enough, it sleeps up there.",
    "It sleeps where |s| > 2 √((I + m a²) m g (a + b))/I = {needed}; here s = ω · n + (b/a) Ω · n = "
    "{r.integral:sphere_spin_s}.",
    Try("[Turn the globe at 40 rad/s]: it falls.", ANEW, rate=40.0),
    {"needed": Number("rad/s", lambda p, r: 2*sqrt((1 + ratio(p))*G*(p.globe + p.radius))/(ratio(p)*p.radius))})

SCENE = Scene(
    "Ball on a globe", PARAMETERS, build,
    conserved=("E_J", "sphere_spin_s", "sphere_E_tilde", "sphere_Jz_tilde"),
    showing=Showing(camera="follow"), card=CARD, topic="surfaces", level="university",
    chart=(EffectivePotential(), Unrolled()),
    presets=(
        Preset("Asleep on the globe",
               Card("The ball sleeps near the top of the turning globe, as a fast top does.")),
        Preset("Three degrees off",
               Card("Let go three degrees from the top, it goes round the top in small loops, and stays up."),
               angle=radians(3)),
        Preset("Put down without turning",
               Card("Put down without turning, it is carried off by the surface and makes a wide loop first."),
               put_down=True),
        Preset("A little too slow",
               Card("A little too slow to sleep: it comes down, is stopped, and climbs back to the top.",
                    try_=Try("[Turn the globe at 52 rad/s]: it sleeps.", ANEW, rate=52.0)),
               rate=47.0),
        Preset("Far too slow: it falls", Showing(1/4, "follow"),
               Card("Far too slow: it comes down the globe and leaves it, down to the floor.",
                    "It leaves where N = m g cos θ − m v²/(a + b) = 0, at cos θ = (10/17) cos θ₀ for a solid ball: "
                    "now N = {r.normal}.",
                    Try("[Turn the globe at 52 rad/s]: it sleeps.", ANEW, rate=52.0)),
               rate=40.0),
        Preset("Ten seventeenths", Showing(1/8, "follow"),
               Card("The globe rests: the ball rolls down and leaves it at 54 degrees. A sliding point would "
                    "leave at 48.",
                    "It leaves where N = m g cos θ − m v²/(a + b) = 0, at cos θ = (10/17) cos θ₀ for a solid ball: "
                    "now N = {r.normal}.",
                    Try("[Turn the globe at 52 rad/s]: the ball stays on top.", ANEW, rate=52.0)),
               rate=0.0),
        Preset("Spinning ball, resting globe",
               Card("The globe rests. The ball's own spin, as fast as a drill's, keeps it on top.",
                    try_=Try("[Halve its spin]: it comes down.", spin=400.0)),
               rate=0.0, spin=800.0),
    ),
)
