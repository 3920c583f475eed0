"""A ball that rolls without slipping on a level table that is free to turn: nobody drives it, the ball does.

    q = (x, y, z, R, theta): centre of the ball, R (body -> space), angle of the table
    T = m (x'^2 + y'^2 + z'^2)/2 + I w.w/2 + J theta'^2/2,     U = m g z
    x' - a w_y = -y Omega,   y' + a w_x = x Omega     rolling, w in space; Omega = theta'
    z - a >= 0                                        the table carries the ball: the row's reaction is N

The ball may be lifted off the table: it flies, the table goes on turning as it does, and where the ball lands it grips
at once, a plastic impact that leaves L.

With chi = I/(I + m a^2), v the velocity of the centre and n upright, friction F = chi m d(Omega n x r)/dt and its
moment on the table leave

    v* = v - chi Omega n x r,     L = J Omega + m n.(r x v),     K = (J + chi m r^2) Omega^2

as they are (K is the energy, written with v*). So J + chi m r^2 = (L - m n.(r x v*))^2/K: the path of the ball is a
conic, an ellipse where chi K > m v*^2, a hyperbola where it is less. The table slows down as the ball goes out.
Source: Borisov, Mamaev, Bizyaev 2015, conclusion; Weckesser 1997.
"""

from dataclasses import dataclass, field
from math import isfinite

from numpy import cos, sin

from sandbox.errors import BadValue
from sandbox.scene.beyond import Beyond, beyond_table
from sandbox.scene.bodies import Ball
from sandbox.scene.constrained import At, Constrained, Integral, Rotation, Row
from sandbox.scene.drawn.grounds import ball_look, disc_look
from sandbox.scene.motions import Motion, Still
from sandbox.scene.presentation.integral_titles import titles
from sandbox.scene.realisation import Unilateral, With
from sandbox.scene.remembered import remembers
from sandbox.scene.supports.surface import Edge, Surface
from sandbox.scene.supports.surfaces import Plane
from sandbox.text import _

UPRIGHT = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
# how far above the resting ground the table is drawn [m]
ABOVE = 5e-4


@dataclass(frozen=True)
class FreeTurntable:
    """A ball on a level table that turns freely about the upright axis through the origin.

    inertia   J of the table about its axis [kg m^2];  rim  radius of the table [m], or None: without end
    motion    of the axis: Still, with the gravity that acts
    surface   what is drawn below the table
    """

    ball: Ball
    inertia: float
    rim: float | None = None
    motion: Motion = field(default_factory=Still)
    surface: Surface = field(default_factory=Plane)
    name: str = "ball on a free turntable"

    def __post_init__(self):
        for word, size, unit in (("inertia", self.inertia, "kg m²"), ("rim", self.rim, "m")):
            if size is not None and not (isfinite(size) and size > 0.0):
                raise BadValue(_("{name}, {word}: got {found} {unit}, needs a finite number above 0").format(
                    name=self.name, word=word, found=size, unit=unit))
        if self.motion.gravity[0] or self.motion.gravity[1]:
            raise BadValue(_("{name}: the table is level, needs gravity along z").format(name=self.name))

    def constrained(self) -> Constrained:
        """Returns the system of coordinates and rows."""
        edges = (Edge(_inside, "rim", _("reached the rim")),) if self.rim else ()
        a = float(self.ball.radius)
        return Constrained(
            ("x", "y", "z", Rotation("ball"), "table"), _kinetic,
            (Row("rolling x", lambda t, q, p: (1.0, 0.0, 0.0, -p.a*q[3][1], q[1]), arrow=_arrow(0), title="Friction F",
                 realisation=With("table")),
             Row("rolling y", lambda t, q, p: (0.0, 1.0, 0.0, p.a*q[3][0], -q[0]), arrow=_arrow(1), title="Friction F",
                 realisation=With("table")),
             Row("table", gap=lambda t, q, p: q[2] - p.a, realisation=Unilateral(closed=True, open_word="flight"))),
            potential=lambda t, q, p: -p.m*p.gravity[2]*q[2], motion=self.motion, surface=self.surface,
            parameters={"m": float(self.ball.m), "I": float(self.ball.I), "a": a, "chi": float(self.ball.chi),
                        "J": float(self.inertia), "rim": float(self.rim or 0.0)},
            integrals=_integrals(), edges=edges, bodies=self._bodies(),
            scales=((0.1, 0.1, 0.1, 1.0, 1.0, 1.0, 1.0, 1.0), (0.1, 0.1, 0.1, *(3*[0.1/a]), 1.0)),
            name=self.name, made_from=self, word="rolling", masses=(float(self.ball.m),),
            table=1 if self.rim else None, beyond=self._beyond() if self.rim else None,
            looks=(ball_look(self.ball.radius), *([disc_look(self.rim)] if self.rim else [])))

    def _beyond(self) -> Beyond:
        """What goes over the rim: the table turns on as it does."""
        world = beyond_table(self.ball, Plane(rim=self.rim), self.motion, hinge=self.inertia)
        return Beyond(world, "table", turns={"table": "table"})

    def _bodies(self):
        has_rim = self.rim is not None

        def bodies(t, q, p):
            ball = (q[0], q[1], q[2]), q[3]
            c, s = cos(q[4]), sin(q[4])
            return (ball, ((0.0, 0.0, ABOVE), ((c, -s, 0.0), (s, c, 0.0), UPRIGHT[2]))) if has_rim else (ball,)
        return bodies

    @remembers
    def start(self, x: float, y: float, vx: float, vy: float, rate: float, spin: float = 0.0) -> At:
        """Start rolling, the centre at (x, y) with the velocity (vx, vy), on the table at the rate [rad/s]."""
        if self.rim is not None and not (x*x + y*y)**0.5 < self.rim:
            raise BadValue(_("start: the centre is {far:.3g} m from the axis, needs less than the {rim:.3g} m of the "
                             "rim").format(far=(x*x + y*y)**0.5, rim=self.rim))
        a = self.ball.radius
        return At((x, y, a, (1.0, 0.0, 0.0, 0.0), 0.0),
                  (vx, vy, 0.0, (-(vy - rate*x)/a, (vx + rate*y)/a, spin), rate))


def _arrow(i: int):
    """Friction is drawn where the ball touches."""
    return lambda t, q, p: ((q[0], q[1], 0.0), UPRIGHT[i])


def _inside(t, q, p):
    """Distance to the rim."""
    return p.rim - (q[0]*q[0] + q[1]*q[1])**0.5


def _kinetic(t, q, v, p):
    return 0.5*p.m*(v[0]*v[0] + v[1]*v[1] + v[2]*v[2]) + 0.5*p.I*(v[3] @ v[3]) + 0.5*p.J*v[4]*v[4]


def _integrals() -> tuple[Integral, ...]:
    return (
        Integral("vstar_x", lambda t, q, v, p: v[0] + p.chi*v[4]*q[1], _("v* = v − χ Ω n × r, x [m/s]")),
        Integral("vstar_y", lambda t, q, v, p: v[1] - p.chi*v[4]*q[0], _("v* = v − χ Ω n × r, y [m/s]")),
        Integral("L", lambda t, q, v, p: p.J*v[4] + p.m*(q[0]*v[1] - q[1]*v[0]),
                 _("angular momentum L of table and path about the axis [kg m²/s]")),
        Integral("K", lambda t, q, v, p: (p.J + p.chi*p.m*(q[0]*q[0] + q[1]*q[1]))*v[4]*v[4],
                 _("K = (J + χ m r²) Ω² [J]")),
        Integral("energy", _kinetic, _("kinetic energy of ball and table [J]")),
        Integral("spin_omega_n", lambda t, q, v, p: q[3][2] @ v[3], titles()["spin_omega_n"]))
