"""A ball that rolls on a level table of rings, each of which turns at its own rate, with a rolling resistance or none.

    q = (x, y, R) of the centre, R (body -> space),   T = m (x'^2 + y'^2)/2 + I w.w/2
    v + a e_z x w = u(r),   u = W(r) e_z x r,   W(r) = Omega (1 + s (r/D)^2)          rolling, w in space
    M = -c_r w_h,   c_r = nu (I + m a^2)       the moment against rolling, w_h across the normal

s = 0 is the turntable, s = -1 one whose rim stands. With chi = I/(I + m a^2) friction and its moment leave

    v' = chi du/dt - nu (v - u),   so that without resistance   K = v - chi u   is constant

on any table; and with r' = K + chi W e_z x r the path lies on the curve

    e_z.(r x K) + chi F(r) = const,    F = integral of W r dr = Omega (r^2/2 + s r^4/(4 D^2)).

E_J is there for s = 0 only: no motion of the table as a whole carries the constraint along.
Sources: Borisov, Mamaev, Bizyaev 2015, section 3.3, for s = 0; K and the curve are derived here.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import pairwise
from math import isfinite

import numpy as np
from numpy import cos, sin

from sandbox.errors import BadValue
from sandbox.scene.beyond import Beyond, beyond_table
from sandbox.scene.bodies import Ball
from sandbox.scene.constrained import At, Constrained, Integral, Rotation, Row
from sandbox.scene.drawn.grounds import ball_look, ring_look
from sandbox.scene.drawn.shapes import Label, Look
from sandbox.scene.models.plane_ball import ABOVE, UPRIGHT
from sandbox.scene.motions import Signal, Spin, Still
from sandbox.scene.presentation.integral_titles import titles
from sandbox.scene.remembered import remembers
from sandbox.scene.supports.surface import Edge
from sandbox.scene.supports.surfaces import Plane
from sandbox.text import N_, _

RINGS = 6           # that a table is drawn with
TOUCHED = 2.0*ABOVE     # height at which the touching point is drawn, above the rings [m]


@dataclass(frozen=True)
class RingBall:
    """A ball that rolls on a level table of rings about the z axis.

    rate        Omega in the middle [rad/s], or the name of the live parameter that steers it
    rim         D, radius of the table [m];  shear  s, how much faster than in the middle the rim turns [1]
    resistance  nu [1/s]: the moment against rolling is nu (I + m a^2) times the rate of rolling
    alone       draw the ball only, not the rings
    has_rival   another ball beside it obeys another law: this one is named by what moves it
    """

    ball: Ball
    rate: float | str = 0.0
    rim: float = 0.3
    shear: float = 0.0
    resistance: float = 0.0
    alone: bool = False
    name: str = "ball on rings"
    has_rival: bool = False

    def __post_init__(self):
        for word, value, low in (("rim", self.rim, True), ("resistance", self.resistance, False)):
            if not (isfinite(value) and (value > 0.0 if low else value >= 0.0)):
                wanted = _("a finite number above 0") if low else _("a finite number, at least 0")
                raise BadValue(_("{name}, {word}: got {found}, needs {wanted}").format(
                    name=self.name, word=word, found=value, wanted=wanted))
        if not isfinite(self.shear):
            raise BadValue(_("{name}, {word}: got {found}, needs {wanted}").format(
                name=self.name, word="shear", found=self.shear, wanted=_("a finite number")))

    @property
    def signal(self) -> Signal:
        """The angle of the middle of the table."""
        return Signal(live=self.rate) if isinstance(self.rate, str) else Signal((0.0, float(self.rate)))

    def parameters(self) -> dict:
        """The numbers of its formulas."""
        ball = self.ball
        return {"m": float(ball.m), "I": float(ball.I), "a": float(ball.radius), "chi": float(ball.chi),
                "shear": float(self.shear)/float(self.rim)**2, "whole": float(self.shear == 0.0),
                "rim": float(self.rim),
                "c_r": float(self.resistance*(ball.I + ball.m*ball.radius**2))}

    def constrained(self) -> Constrained:
        """The system of coordinates and rows."""
        a = float(self.ball.radius)
        return Constrained(
            ("x", "y", Rotation("ball")), kinetic, rolling_rows(), force=_resisting, motion=Still(),
            surface=Plane(rim=self.rim), signals={"middle": self.signal}, parameters=self.parameters(),
            carried=_carried, integrals=_integrals(),
            edges=(Edge(inside, "rim", _("reached the rim")),), bodies=self.bodies(),
            scales=((0.1, 0.1, 1.0, 1.0, 1.0, 1.0), (0.1, 0.1, *(3*[0.1/a]))), name=self.name, made_from=self,
            why=_("the rate is being changed"), word="rolling", masses=(float(self.ball.m),), beyond=self._beyond(),
            looks=self.looks(N_("moves by forces") if self.has_rival else N_("ball on the rings")))

    def _beyond(self) -> Beyond:
        """What goes over the rim: the outermost ring, of the rate W(D), and the floor."""
        share = 1.0 + self.shear
        rate = share*self.rate if isinstance(self.rate, int | float) else 0.0
        world = beyond_table(self.ball, Plane(rim=self.rim), Spin("z", rate))
        return Beyond(world, "table", spins={"table": (self.rate, share)} if isinstance(self.rate, str) else {})

    def looks(self, name: str, tone: int = 0) -> tuple[Look, ...]:
        """Returns what is drawn: the ball, named, in a colour, and the rings."""
        ball = replace(ball_look(self.ball.radius), labels=(Label(name),), tone=tone)
        if self.alone:
            return (ball,)
        edges = np.linspace(0.0, self.rim, RINGS + 1)
        return (ball, *(ring_look(float(low), float(high), k) for k, (low, high) in enumerate(
            pairwise(edges))))

    def bodies(self) -> Callable:
        """Returns the formula of places and rotations of what is drawn."""
        middles = () if self.alone else tuple((k + 0.5)*self.rim/RINGS for k in range(RINGS))

        def formula(t, q, p):
            shown = [((q[0], q[1], p.a), q[2])]
            for far in middles:
                angle = p.middle*(1.0 + p.shear*far*far)
                c, s = cos(angle), sin(angle)
                shown.append(((0.0, 0.0, ABOVE), ((c, -s, 0.0), (s, c, 0.0), UPRIGHT[2])))
            return tuple(shown)
        return formula

    @remembers
    def start(self, x: float, y: float, vx: float, vy: float, rate: float, spin: float = 0.0) -> At:
        """Start rolling, the centre at (x, y) with the velocity (vx, vy); `rate` of the middle at t = 0 [rad/s]."""
        W, a = rate*(1.0 + self.shear*(x*x + y*y)/self.rim**2), self.ball.radius
        return At((x, y, (1.0, 0.0, 0.0, 0.0)), (vx, vy, (-(vy - W*x)/a, (vx + W*y)/a, spin)))


# ---- formulas -------------------------------------------------------------------------------------------------------

def rate_at(q, p):
    """W(r), the rate of the ring under the ball."""
    return p.middle.rate*(1.0 + p.shear*(q[0]*q[0] + q[1]*q[1]))


def kinetic(t, q, v, p):
    """Energy of motion of the ball."""
    return 0.5*p.m*(v[0]*v[0] + v[1]*v[1]) + 0.5*p.I*(v[2] @ v[2])


def rolling_rows(beyond: int = 0) -> tuple[Row, ...]:
    """Returns the rows of rolling, in a system with so many more velocities."""
    rest = beyond*(0.0,)
    return (Row("rolling x", lambda t, q, p: (1.0, 0.0, -p.a*q[2][1], *rest), lambda t, q, p: -rate_at(q, p)*q[1],
                arrow=lambda t, q, p: ((q[0], q[1], TOUCHED), UPRIGHT[0]), title="Friction F"),
            Row("rolling y", lambda t, q, p: (0.0, 1.0, p.a*q[2][0], *rest), lambda t, q, p: rate_at(q, p)*q[0],
                arrow=lambda t, q, p: ((q[0], q[1], TOUCHED), UPRIGHT[1]), title="Friction F"))


def resisting_moment(q, v, p):
    """-c_r w_h in body axes."""
    R, w = q[2], v[2]
    return -p.c_r*(w - (R[2] @ w)*R[2])


def inside(t, q, p):
    """Distance to the rim, to first order: smooth on the axis, too."""
    return (p.rim - (q[0]*q[0] + q[1]*q[1])/p.rim)/2


def _resisting(t, q, v, p):
    return 0.0, 0.0, resisting_moment(q, v, p)


def _carried(t, q, p):
    """The motion of the table where it turns as a whole; rings have none."""
    rate = p.whole*p.middle.rate
    return -rate*q[1], rate*q[0], rate*q[2][2]


def _orbit(t, q, v, p):
    """e_z.(r x K) + chi F: the curve on which the path lies."""
    W, square = rate_at(q, p), q[0]*q[0] + q[1]*q[1]
    K = v[0] + p.chi*W*q[1], v[1] - p.chi*W*q[0]
    return q[0]*K[1] - q[1]*K[0] + p.chi*p.middle.rate*(0.5*square + 0.25*p.shear*square*square)


def _integrals() -> tuple[Integral, ...]:
    resisted, names = _("only at a constant rate, without a rolling resistance"), titles()
    return (Integral("plane_K_x", lambda t, q, v, p: v[0] + p.chi*rate_at(q, p)*q[1], names["plane_K_x"], resisted),
            Integral("plane_K_y", lambda t, q, v, p: v[1] - p.chi*rate_at(q, p)*q[0], names["plane_K_y"], resisted),
            Integral("orbit", _orbit, _("constant of the path [m²/s]"), resisted),
            Integral("spin_omega_n", lambda t, q, v, p: q[2][2] @ v[2], names["spin_omega_n"]))
