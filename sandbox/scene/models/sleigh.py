"""The sleigh: a plate on a plane, held by blades that let it move along their edges only.

    q = (X, Y, theta) of the centre of mass C in axes of the plane that do not turn
    T = m (X'^2 + Y'^2)/2 + I_C theta'^2/2

A blade at the point P has the edge e1 and the normal e2 = n. Relative to a table that turns at the rate Omega about O
it has no velocity along n,

    n.(v_C + theta' J (P - C)) = Omega n.J (P - O),          J (x, y) = (-y, x)

and its reaction is a force along n in newtons. One blade: Chaplygin's sleigh, a skate when C lies on the blade's
normal. The table carries along Y = Omega (J (C - O), 1): E_J is the energy in the turning frame.
Source: Borisov, Mamaev, Bizyaev 2015, section 2.
"""

from dataclasses import dataclass, field, replace
from math import isfinite

from numpy import array, cos, hypot, sin

from sandbox.errors import BadValue
from sandbox.scene.beyond import Beyond, beyond_table
from sandbox.scene.bodies import Ellipsoid
from sandbox.scene.constrained import At, Constrained, Integral, Realisation, Row
from sandbox.scene.contact import Contact
from sandbox.scene.drawn.looks import half_length, is_skate, sleigh_look
from sandbox.scene.drawn.shapes import Label
from sandbox.scene.friction import Smooth
from sandbox.scene.models.concentrated import check_concentrated, concentrated_energy, concentrated_integrals
from sandbox.scene.models.flywheel import Flywheel, flywheel_look, kinetic_of_wheel, motor_row, pose_of_wheel
from sandbox.scene.motions import Motion, Still
from sandbox.scene.realisation import Ideal, words_of
from sandbox.scene.remembered import remembers
from sandbox.scene.supports.surface import Edge, Surface
from sandbox.scene.supports.surfaces import Plane
from sandbox.text import N_, _

# half axes of the body that falls over a rim, along, across and up, in half lengths of what is drawn: from the points
# of the runners to the top of plate or boot
SLEIGH, SKATE = (1.06, 0.5, 0.16), (1.06, 0.3, 0.6)
# least moment of inertia of it, where all of the mass was in its centre [of m half^2]
LEAST = 0.05


@dataclass(frozen=True)
class Blade:
    """A blade: contact point `at` from the centre of mass in body axes [m], direction of its edge `heading` [rad]."""

    at: tuple[float, float]
    heading: float = 0.0
    realisation: Realisation = field(default_factory=Ideal)
    name: str = "blade"

    @property
    def offset(self) -> float:
        """a: how far the centre of mass is ahead of the blade along its edge [m]."""
        return -(self.at[0]*cos(self.heading) + self.at[1]*sin(self.heading))

    @property
    def across(self) -> float:
        """p: how far the blade is to the left of the foot O1 of the centre of mass [m]."""
        return -self.at[0]*sin(self.heading) + self.at[1]*cos(self.heading)


def _blade_row(i: int, blade: Blade, further: int = 0) -> Row:
    """The row of the blade number i of p.blades = ((x, y, cos heading, sin heading), ...).

    further   velocities after those of the sleigh, which the blade does not hold
    """
    def normal(q, p):
        _x, _y, along, aside = p.blades[i]
        c, s = cos(q[2]), sin(q[2])
        return -(s*along + c*aside), c*along - s*aside

    def A(t, q, p):
        x, y, along, aside = p.blades[i]
        n = normal(q, p)
        # n.J (P - C), the same in body axes
        return n[0], n[1], along*x + aside*y, *(0.0,)*further

    def b(t, q, p):
        x, y, along, aside = p.blades[i]
        n = normal(q, p)
        return p.turn.rate*(n[1]*(q[0] - p.axis_point[0]) - n[0]*(q[1] - p.axis_point[1]) + along*x + aside*y)

    def arrow(t, q, p):
        x, y, _along, _aside = p.blades[i]
        n, c, s = normal(q, p), cos(q[2]), sin(q[2])
        return (q[0] + c*x - s*y, q[1] + s*x + c*y, 0.0), (n[0], n[1], 0.0)

    return Row(blade.name, A, b, blade.realisation, arrow=arrow, title="Blade force F")


def _kinetic(t, q, v, p):
    return 0.5*p.m*(v[0]*v[0] + v[1]*v[1]) + 0.5*p.I_C*v[2]*v[2]


def _potential(t, q, p):
    return -p.m*(p.gravity[0]*q[0] + p.gravity[1]*q[1])


def _carried(t, q, p):
    rate = p.turn.rate
    return -rate*(q[1] - p.axis_point[1]), rate*(q[0] - p.axis_point[0]), rate


def _gauge(t, q, p):
    return 0.5*p.I_C*p.turn.rate*p.turn.rate


def _bodies(t, q, p):
    c, s = cos(q[2]), sin(q[2])
    return ((q[0], q[1], 0.0), ((c, -s, 0.0), (s, c, 0.0), (0.0, 0.0, 1.0)))


def _angular_momentum(t, q, v, p):
    x, y = q[0] - p.axis_point[0], q[1] - p.axis_point[1]
    return p.m*(x*v[1] - y*v[0]) + p.I_C*v[2]


def _skate_F(t, q, v, p):
    """F = omega v1 + Omega^2 x2 of the foot O1 of the first blade."""
    _x, _y, along, aside = p.blades[0]
    c, s, rate = cos(q[2])*along - sin(q[2])*aside, sin(q[2])*along + cos(q[2])*aside, p.turn.rate
    X, Y = q[0] - p.axis_point[0], q[1] - p.axis_point[1]
    x2 = -s*X + c*Y
    v1 = c*(v[0] + rate*Y) + s*(v[1] - rate*X)
    return (v[2] - rate)*v1 + rate*rate*x2


def _foot(q, p):
    """O1, the foot of C on the first blade's normal."""
    x, y, along, aside = p.blades[0]
    c, s, a = cos(q[2])*along - sin(q[2])*aside, sin(q[2])*along + cos(q[2])*aside, along*x + aside*y
    return q[0] + a*c, q[1] + a*s


def _inside(t, q, p):
    """Distance of O1 to the rim."""
    x, y = _foot(q, p)
    return p.rim - ((x - p.axis_point[0])**2 + (y - p.axis_point[1])**2)**0.5


def _before_ends(t, q, p):
    """Distance of O1 to the ends of a board, to first order."""
    return (p.sides[0] - _foot(q, p)[0]**2/p.sides[0])/2


def _between_sides(t, q, p):
    """The same to its long sides."""
    return (p.sides[1] - _foot(q, p)[1]**2/p.sides[1])/2


def _integrals() -> tuple[Integral, ...]:
    return (
        Integral("T", _kinetic, _("kinetic energy T [J]"), _("only on a level plane at rest")),
        Integral("L", _angular_momentum, _("angular momentum L about the axis [kg m²/s]"),
                 _("the blade has a moment about the axis")),
        Integral("spin", lambda t, q, v, p: v[2], _("absolute spin [rad/s]"),
                 _("only for a skate: the centre of mass on the blade's normal")),
        Integral("F", _skate_F, _("skate integral F [m/s²]"),
                 _("only for a skate on a level table at a constant rate")))


@dataclass(frozen=True)
class Sleigh:
    """A plate of mass [kg] and inertia about its centre of mass [kg m^2] on a plane, with one blade or more.

    inertia   0 where all of the mass sits in its centre (models/concentrated.py)
    motion    of the table; gravity along the plane acts too
    surface   the plane: Plane(rim) or Board(length, width), on a slope .placed(axis=..., angle=...)
    flywheel  Flywheel(...) that steers it, or None
    """

    mass: float
    inertia: float
    blades: tuple[Blade, ...]
    motion: Motion = field(default_factory=Still)
    surface: Surface = field(default_factory=Plane)
    name: str = "sleigh"
    flywheel: Flywheel | None = None

    def __post_init__(self):
        if not (isfinite(self.mass) and self.mass > 0.0):
            raise BadValue(_("sleigh, {word}: got {found}, needs a finite number above 0").format(
                word="mass", found=self.mass))
        if not (isfinite(self.inertia) and self.inertia >= 0.0):
            raise BadValue(_("sleigh, {word}: got {found}, needs a finite number, at least 0").format(
                word="inertia", found=self.inertia))
        if not self.blades:
            raise BadValue(_("sleigh: needs a blade"))
        if self.inertia == 0.0:
            if self.flywheel is not None:
                raise BadValue(_("sleigh, inertia: got 0, needs a finite number above 0 where it has a flywheel"))
            check_concentrated(self.blades)
        motion = self.motion
        if not (motion.tilt.is_zero and motion.second_tilt.is_zero and all(x.is_zero for x in motion.shift)):
            raise BadValue(_("sleigh: its plane may turn about its own normal only"))

    def constrained(self) -> Constrained:
        """The system of coordinates and rows."""
        size = max(hypot(*blade.at) for blade in self.blades) + 0.02
        rim, sides = self.surface.rim, self.surface.sides
        ends = (_before_ends, _between_sides) if sides else (_inside,) if rim else ()
        edges = tuple(Edge(end, "rim", _("reached the rim")) for end in ends)
        is_concentrated, further = self.inertia == 0.0, 0 if self.flywheel is None else 1
        rows = tuple(_blade_row(i, blade, further) for i, blade in enumerate(self.blades))
        system = Constrained(
            ("X", "Y", "theta"), concentrated_energy(rows[0]) if is_concentrated else _kinetic, rows,
            potential=_potential, carried=_carried, gauge=_gauge, motion=self.motion, surface=self.surface,
            parameters={"m": float(self.mass), "I_C": float(self.inertia), "rim": float(rim or 0.0),
                        "sides": sides or (0.0, 0.0),
                        "blades": tuple((*blade.at, cos(blade.heading), sin(blade.heading)) for blade in self.blades)},
            integrals=(*_integrals(), *(concentrated_integrals() if is_concentrated else ())), edges=edges,
            bodies=_bodies, scales=((size, size, 1.0), (1.0, 1.0, 1.0/size)),
            why=_("gravity is not along the axis of rotation"), name=self.name,
            masses=(float(self.mass),), made_from=self, beyond=self._beyond() if edges else None,
            looks=(replace(sleigh_look(self._gyration, self.blades), labels=self._labels()),))
        return system if self.flywheel is None else self._with_wheel(system, self.flywheel)

    def _with_wheel(self, system: Constrained, wheel: Flywheel) -> Constrained:
        """The same system with a flywheel on the sleigh, which has a coordinate of its own."""
        assert system.scales is not None
        lengths, rates = system.scales

        def kinetic(t, q, v, p):
            return _kinetic(t, q, v, p) + kinetic_of_wheel(v, p)

        return replace(
            system, coordinates=(*system.coordinates, "psi"), rows=(*system.rows, motor_row()),
            kinetic=kinetic, carried=lambda t, q, p: (*_carried(t, q, p), p.turn.rate),
            gauge=lambda t, q, p: 0.5*(p.I_C + p.J_wheel)*p.turn.rate*p.turn.rate,
            signals={"motor_angle": wheel.signal()}, parameters={**system.parameters, "J_wheel": float(wheel.inertia)},
            integrals=(Integral("T", kinetic, _("kinetic energy T [J]"),
                                _("only on a level plane at rest, with a wheel at rest on the sleigh")),),
            bodies=lambda t, q, p: (_bodies(t, q, p), pose_of_wheel(q, p)),
            scales=((*lengths, 1.0), (*rates, rates[2])), why=_("the motor does work"),
            beyond=system.beyond and replace(system.beyond, carries=(1,)),
            looks=(*system.looks, flywheel_look(half_length(self._gyration, self.blades))))

    @property
    def _gyration(self) -> float:
        """Radius of gyration about the centre of mass [m]."""
        return float((self.inertia/self.mass)**0.5)

    def _beyond(self) -> Beyond:
        """What tips and falls over the rim: a rounded body as large as it is drawn, on smooth runners."""
        half = half_length(self._gyration, self.blades)
        a, b, c = (share*half for share in (SKATE if is_skate(self.blades) else SLEIGH))
        # what does not lie along its own axes is as wide as it is long
        b = b if self.blades[0].heading == 0.0 else a
        I_C = max(self.inertia, LEAST*self.mass*half*half)
        # in the ratios of an even ellipsoid of these sides; that about the third axis is known
        moments = [I_C*(b*b + c*c)/(a*a + b*b), I_C*(a*a + c*c)/(a*a + b*b), I_C]
        body = Ellipsoid(a, b, c, self.mass, tuple(tuple(moments[i]*(i == k) for k in range(3)) for i in range(3)))
        body = replace(body, name=N_("skate") if is_skate(self.blades) else N_("sleigh"))
        return Beyond(beyond_table(body, self.surface, self.motion, Contact(Smooth())), "table", slips=True, above=c)

    def _labels(self) -> tuple[Label, ...]:
        """What its blade does, where it has one: that tells it from others beside it."""
        if len(self.blades) > 1:
            return ()
        text, values = words_of(self.blades[0].realisation)
        return (Label(text, values=values),)

    @remembers
    def start(self, x1: float, x2: float, phi: float, v1: float, spin: float, rate: float = 0.0,
              axis=(0.0, 0.0)) -> At:
        """Start from the foot O1 of the centre of mass on the first blade's normal, in axes of the blade.

        x1, x2   O1 from the axis of the table along and across the edge [m];  phi  heading of the edge [rad]
        v1       velocity along the edge relative to the table [m/s];  spin  relative to the table [rad/s]
        rate     of the table at the start [rad/s];  axis  its point in the plane [m]
        """
        c, s, a = cos(phi), sin(phi), self.blades[0].offset
        w, V1, V2 = spin + rate, v1 - rate*x2, rate*x1
        C = array([axis[0] + c*(x1 + a) - s*x2, axis[1] + s*(x1 + a) + c*x2])
        # the velocity of C is that of O1 and w J (C - O1)
        V = array([c*V1 - s*(V2 + a*w), s*V1 + c*(V2 + a*w)])
        # a flywheel turns with the sleigh, until its motor does something
        further = 0 if self.flywheel is None else 1
        theta = phi - self.blades[0].heading
        return At((C[0], C[1], theta, *(theta,)*further), (V[0], V[1], w, *(w,)*further))
