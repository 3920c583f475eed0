"""A ball that rolls on a level plane that turns, or on a floor in which a disc turns, with a wall around it or without.

    q = (x, y, R) of the centre, R (body -> space),   T = m (x'^2 + y'^2)/2 + I w.w/2
    x' - a w_y = u_x,   y' + a w_x = u_y     rolling, w in space; u = Omega e_z x r where the plane turns, else 0

With chi = I/(I + m a^2) the vector K = v - chi u is constant, also through an edge of the turning part, where the ball
grips again at once. A wall keeps the centre within a circle; ell = e_z.(r x v) - chi Omega r^2/2 is constant whatever
the wall gives back, as long as it is smooth. A wall model is a Unilateral: the velocity of the centre is mirrored while
rolling goes on (others_hold), or the wall strikes a ball that slips for the moment and rolls again right after,

    v_n -> -e v_n,    v_n -> (chi - e (1 - chi)) v_n.

E_J is the energy less Omega times the angular momentum about the axis of the turning part.
Source: Borisov, Mamaev, Bizyaev 2015, section 3.3; the rule for a new grip is derived in mechanics/rows/impacts.py.
"""

from dataclasses import dataclass, field, replace
from math import isfinite

from numpy import cos, sin

from sandbox.errors import BadValue
from sandbox.scene.beyond import Beyond, beyond_table
from sandbox.scene.bodies import Ball
from sandbox.scene.constrained import At, Constrained, Crossing, Integral, Rotation, Row
from sandbox.scene.drawn.grounds import ball_look, disc_look, wall_look
from sandbox.scene.drawn.shapes import Label, Look
from sandbox.scene.motions import Motion, Signal, Still
from sandbox.scene.presentation.integral_titles import titles
from sandbox.scene.realisation import Unilateral
from sandbox.scene.remembered import remembers
from sandbox.scene.supports.surface import Edge, Surface
from sandbox.scene.supports.surfaces import Plane
from sandbox.text import N_, _

# how far above the floor a disc in it is drawn [m]
ABOVE = 5e-4
UPRIGHT = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))


@dataclass(frozen=True)
class PlaneBall:
    """A ball that rolls without slipping on a level plane, axis of what turns through the origin.

    motion       of the plane: Spin about z, or Still
    disc         radius of the disc that turns in a floor at rest [m], or None: the whole plane turns
    disc_rate    its rate [rad/s], or the name of the live parameter that steers it
    wall         radius of the circle that the centre of the ball can't leave [m], or None;  wall_model  what it does
    surface      the plane: Plane(rim) or Board(length, width)
    alone        draw the ball only, not disc and wall
    """

    ball: Ball
    motion: Motion = field(default_factory=Still)
    disc: float | None = None
    disc_rate: float | str = 0.0
    wall: float | None = None
    wall_model: Unilateral = field(default_factory=lambda: Unilateral(1.0))
    surface: Surface = field(default_factory=Plane)
    alone: bool = False
    name: str = "ball on a plane"

    def __post_init__(self):
        for word, size in (("disc", self.disc), ("wall", self.wall)):
            if size is not None and not (isfinite(size) and size > 0.0):
                raise BadValue(_("{name}, {word}: got {found} m, needs a finite number above 0").format(
                    name=self.name, word=word, found=size))
        if not isinstance(self.wall_model, Unilateral):
            raise BadValue(_("{name}, wall model: got {found!r}, needs Unilateral(restitution)").format(
                name=self.name, found=self.wall_model))

    @property
    def signal(self) -> Signal:
        """The angle of the disc."""
        rate = self.disc_rate
        return Signal(live=rate) if isinstance(rate, str) else Signal((0.0, float(rate)))

    def constrained(self) -> Constrained:
        """The system of coordinates and rows."""
        turns = _rate_of(self.disc is not None)
        rows = [
            Row("rolling x", lambda t, q, p: (1.0, 0.0, -p.a*q[2][1]), lambda t, q, p: -p.on*turns(p)*q[1],
                arrow=lambda t, q, p: ((q[0], q[1], 0.0), UPRIGHT[0]), title="Friction F"),
            Row("rolling y", lambda t, q, p: (0.0, 1.0, p.a*q[2][0]), lambda t, q, p: p.on*turns(p)*q[0],
                arrow=lambda t, q, p: ((q[0], q[1], 0.0), UPRIGHT[1]), title="Friction F")]
        crossings: tuple[Crossing, ...] = ()
        a = float(self.ball.radius)
        if self.disc is not None:
            crossings = (Crossing("on", lambda t, q, p: p.disc_radius - _far(q), _("rolls onto the disc"),
                                  _("rolls off the disc")),)
        if self.wall is not None:
            rows.append(Row("wall", gap=_before_wall, realisation=self.wall_model))
        ends = (_before_ends, _between_sides) if self.surface.sides else (_inside,) if self.surface.rim else ()
        edges = tuple(Edge(end, "rim", _("reached the rim")) for end in ends)
        return Constrained(
            ("x", "y", Rotation("ball")), _kinetic, tuple(rows), motion=self.motion, surface=self.surface,
            signals={"disc": self.signal} if self.disc is not None else {},
            parameters={"m": float(self.ball.m), "I": float(self.ball.I), "a": a, "chi": float(self.ball.chi),
                        "disc_radius": float(self.disc or 0.0), "wall_radius": float(self.wall or 0.0),
                        "rim": float(self.surface.rim or 0.0), "sides": self.surface.sides or (0.0, 0.0),
                        **({} if crossings else {"on": 1.0})},
            carried=lambda t, q, p: (-turns(p)*q[1], turns(p)*q[0], turns(p)*q[2][2]),
            integrals=_integrals(turns), crossings=crossings, edges=edges, bodies=self._bodies(),
            scales=((0.1, 0.1, 1.0, 1.0, 1.0, 1.0), (0.1, 0.1, *(3*[0.1/a]))), name=self.name, made_from=self,
            why=_("the rate is being changed"), word="rolling", masses=(float(self.ball.m),), looks=self._looks(),
            beyond=self._beyond() if edges and self.wall is None else None)

    def _beyond(self) -> Beyond:
        """What goes over the rim of the floor."""
        return Beyond(beyond_table(self.ball, self.surface, self.motion), "table")

    def _looks(self) -> tuple[Look, ...]:
        name = N_("ball on the disc") if self.disc is not None else N_("ball on the floor")
        looks = [replace(ball_look(self.ball.radius), labels=(Label(name),))]
        if self.disc is not None and not self.alone:
            looks.append(disc_look(self.disc))
        if self.wall is not None and not self.alone:
            looks.append(wall_look(self.wall + self.ball.radius, self.ball.radius))
        return tuple(looks)

    def _bodies(self):
        has_disc, count = self.disc is not None and not self.alone, len(self._looks())

        def bodies(t, q, p):
            shown = [((q[0], q[1], p.a), q[2])]
            if has_disc:
                c, s = cos(p.disc), sin(p.disc)
                shown.append(((0.0, 0.0, ABOVE), ((c, -s, 0.0), (s, c, 0.0), UPRIGHT[2])))
            # the wall stands
            return (*shown, *(((0.0, 0.0, 0.0), UPRIGHT) for _wall in range(count - len(shown))))
        return bodies

    @remembers
    def start(self, x: float, y: float, vx: float, vy: float, rate: float = 0.0, spin: float = 0.0) -> At:
        """Start rolling, the centre at (x, y) with the velocity (vx, vy); `rate` of what turns at t = 0 [rad/s]."""
        if self.wall is not None and not (x*x + y*y)**0.5 < self.wall:
            raise BadValue(_("start: the centre is {far:.3g} m from the axis, needs less than the {wall:.3g} m of the "
                             "wall").format(far=(x*x + y*y)**0.5, wall=self.wall))
        on = self.disc is None or (x*x + y*y)**0.5 < self.disc
        u, a = ((-rate*y, rate*x) if on else (0.0, 0.0)), self.ball.radius
        return At((x, y, (1.0, 0.0, 0.0, 0.0)), (vx, vy, (-(vy - u[1])/a, (vx - u[0])/a, spin)))


def _rate_of(has_disc: bool):
    """The rate of what turns, as a formula."""
    return (lambda p: p.disc.rate) if has_disc else (lambda p: p.turn.rate)


def _far(q):
    """Distance of the centre from the axis."""
    return (q[0]*q[0] + q[1]*q[1])**0.5


def _inside(t, q, p):
    """Distance to the rim of a round table."""
    return p.rim - _far(q)


def _before_wall(t, q, p):
    """Distance to the wall, to first order: smooth on the axis, too."""
    return (p.wall_radius - (q[0]*q[0] + q[1]*q[1])/p.wall_radius)/2


def _before_ends(t, q, p):
    """Distance to the ends of a board, to first order."""
    return (p.sides[0] - q[0]**2/p.sides[0])/2


def _between_sides(t, q, p):
    """The same to its long sides."""
    return (p.sides[1] - q[1]**2/p.sides[1])/2


def _kinetic(t, q, v, p):
    return 0.5*p.m*(v[0]*v[0] + v[1]*v[1]) + 0.5*p.I*(v[2] @ v[2])


def _integrals(turns) -> tuple[Integral, ...]:
    """What may be conserved; turns(p) is the rate of what turns."""
    steady = _("only at a constant rate")
    functions = {
        "plane_K_x": lambda t, q, v, p: v[0] + p.chi*p.on*turns(p)*q[1],
        "plane_K_y": lambda t, q, v, p: v[1] - p.chi*p.on*turns(p)*q[0],
        "ell": lambda t, q, v, p: q[0]*v[1] - q[1]*v[0] - 0.5*p.chi*p.on*turns(p)*(q[0]*q[0] + q[1]*q[1]),
        "speed": lambda t, q, v, p: (v[0]*v[0] + v[1]*v[1])**0.5,
        "spin_omega_n": lambda t, q, v, p: q[2][2] @ v[2]}
    return tuple(Integral(name, function, titles()[name], steady if name in ("ell", "speed") else "")
                 for name, function in functions.items())
