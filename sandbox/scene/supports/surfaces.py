"""The surfaces of the catalogue: plane, cone, sphere, bowl, cylinder, torus, pseudosphere, ellipsoid, profiles.

Formulas are followed by the tracer (compiling/jets.py), so they are written with plain arithmetic; sizes are in metres.
"""

from math import asin, atan, cos, inf, isfinite, log, pi, sin, sqrt, tan

import numpy as np

from sandbox.errors import BadValue
from sandbox.scene.remembered import remembers
from sandbox.scene.supports.surface import Edge, Surface
from sandbox.text import _

__all__ = ["Board", "Cone", "Cylinder", "EllipsoidSurface", "Paraboloid", "Plane", "PointProfile", "Profile",
           "Pseudosphere", "Sphere", "Torus"]


def check_positive(name, **sizes):
    for key, value in sizes.items():
        if not (isfinite(value) and value > 0.0):
            raise BadValue(_("surface '{name}', {key}: got {value}, needs a finite number above 0 m").format(
                name=name, key=key, value=value))


def _rim(radius, index):
    """Edge at the distance `radius` (parameter number `index`) from the local axis, or none."""
    if radius is None:
        return ()
    return (Edge(lambda x, y, z, *s: s[index] - sqrt(x*x + y*y), "rim", _("reached the rim")),)


def _graph(f, low, high):
    """Outline of z = f(R) for R from low to high."""
    return lambda n: [(r, f(r)) for r in np.linspace(low, high, n)]


@remembers
def Plane(rim: float | None = None, defines="contact") -> Surface:
    """The plane z = 0, body above; a round table of radius `rim` [m] if given."""
    if rim is not None:
        check_positive("plane", rim=rim)
    return Surface(lambda x, y, z, *s: z, () if rim is None else (rim,), _rim(rim, 0), "plane", rim=rim,
                   rim_slope=0.0, defines=defines, sharpest=inf, growth=0.0,
                   outline=_graph(lambda r: 0.0, 0.0, rim or 1.0))


@remembers
def Board(length: float, width: float, defines="contact") -> Surface:
    """The plane z = 0, body above; a board of that length along x and that width along y [m] about the origin."""
    check_positive("board", length=length, width=width)
    # how far it is to an edge, to first order
    ends = Edge(lambda x, y, z, a, b: (a*a - x*x)/(2.0*a), "rim", _("reached the rim"))
    sides = Edge(lambda x, y, z, a, b: (b*b - y*y)/(2.0*b), "rim", _("reached the rim"))
    return Surface(lambda x, y, z, a, b: z, (length/2.0, width/2.0), (ends, sides), "board", defines=defines,
                   sharpest=inf, growth=0.0, sides=(length/2.0, width/2.0))


@remembers
def Cone(slope: float, rim: float | None = None, defines="contact") -> Surface:
    """Inside of a cone, its wall at the angle `slope` [rad] above the horizontal; the apex is the local origin."""
    if not 0.0 < slope < pi/2:
        raise BadValue(_("surface 'cone', slope: got {found} rad, needs a number between 0 and pi/2").format(
            found=slope))
    apex = Edge(lambda x, y, z, s, c, *rest: sqrt(x*x + y*y) - 1e-12, "apex", _("reached the apex of the cone"))
    return Surface(lambda x, y, z, s, c, *rest: c*z - s*sqrt(x*x + y*y),
                   (sin(slope), cos(slope)) + (() if rim is None else (rim,)), (apex, *_rim(rim, 2)), "cone",
                   defines=defines, fit_kind="apex", fit_sentence=_("reached the apex of the cone"),
                   shape=tan(slope), sharpest=inf, growth=0.0, rim=rim, rim_slope=slope,
                   outline=_graph(lambda r: r*tan(slope), 0.0, rim or 1.0))


@remembers
def Sphere(radius: float, inside: bool = True, rim: float | None = None, defines="contact") -> Surface:
    """A sphere about the local origin, body inside or outside [m]; inside it may be cut at the height of `rim`."""
    check_positive("sphere", radius=radius)
    b = radius
    if inside:
        top = pi/2 if rim is None else asin(min(1.0, rim/b))
        cut = () if rim is None else (Edge(lambda x, y, z, b, top: top - z, "rim", _("reached the rim")),)
        return Surface(lambda x, y, z, b, *s: (b*b - x*x - y*y - z*z)/(2.0*b),
                       (b,) if rim is None else (b, -b*cos(top)), cut, "sphere inside",
                       defines=defines, shape=-b, sharpest=inf, growth=-1.0/b, rim=rim, rim_slope=top,
                       outline=lambda n: [(b*sin(q), -b*cos(q)) for q in np.linspace(0.0, top, n)])
    return Surface(lambda x, y, z, b: (x*x + y*y + z*z - b*b)/(2.0*b), (b,), (), "sphere outside", defines=defines,
                   shape=b, sharpest=b, growth=1.0/b,
                   outline=lambda n: [(b*sin(q), b*cos(q)) for q in np.linspace(0.0, pi, n)])


@remembers
def Paraboloid(p: float, rim: float | None = None, defines="contact") -> Surface:
    """The bowl z = r^2/(2 p), body above; p is the radius of curvature at the bottom [m]."""
    check_positive("paraboloid", p=p)
    return Surface(lambda x, y, z, p, *s: z - (x*x + y*y)/(2.0*p), (p,) + (() if rim is None else (rim,)),
                   _rim(rim, 1), "paraboloid", defines=defines, sharpest=inf, rim=rim,
                   rim_slope=None if rim is None else atan(rim/p),
                   outline=_graph(lambda r: r*r/(2.0*p), 0.0, rim or 1.5*p))


@remembers
def Cylinder(radius: float, height: float | None = None, defines="contact") -> Surface:
    """Inside of a vertical cylinder about the local z axis; `height` [m] is only drawn."""
    check_positive("cylinder", radius=radius)
    tall = height or 2.0*radius
    return Surface(lambda x, y, z, b: (b*b - x*x - y*y)/(2.0*b), (radius,), (), "cylinder", defines=defines,
                   sharpest=inf, growth=-1.0/radius,
                   outline=lambda n: [(radius, h) for h in np.linspace(-tall, 0.5*tall, n)])


@remembers
def Torus(ring: float, tube: float, inside: bool = True, defines="contact", cut: bool = False) -> Surface:
    """A torus about the local z axis: circle of radius `ring`, tube of radius `tube` [m], body inside or outside it.

    cut    only the lower half, with a rim at the height of the middle: inside it is a gutter
    """
    check_positive("torus", ring=ring, tube=tube)
    if tube >= ring:
        raise BadValue(_("surface 'torus': tube {tube} m needs to be smaller than the ring {ring} m").format(
            tube=tube, ring=ring))
    sign = 1.0 if inside else -1.0

    def phi(x, y, z, ring, tube, sign):
        return sign*(tube*tube - (sqrt(x*x + y*y) - ring)**2 - z*z)/(2.0*tube)

    first, last = (-pi/2, pi/2) if inside else (0.0, 2.0*pi)
    rim = (Edge(lambda x, y, z, *s: -z, "rim", _("reached the rim")),) if cut else ()
    return Surface(phi, (ring, tube, sign), rim, f"torus {'inside' if inside else 'outside'}", defines=defines,
                   sharpest=ring - tube if inside else tube, growth=-sign/tube,
                   outline=lambda n: [(ring + tube*sin(q), -tube*cos(q)) for q in np.linspace(first, last, n)])


@remembers
def Pseudosphere(c: float, defines="contact", drawn_to: float = 0.25) -> Surface:
    """Inside of a pseudosphere of pseudoradius c [m], its rim in the local plane z = 0, its pipe going down.

    R = c sin q, z = c (ln tan(q/2) + cos q); drawn down to q = drawn_to.
    """
    check_positive("pseudosphere", c=c)

    def phi(x, y, z, c):
        square = x*x + y*y
        # beyond the rim, where nothing is, the formula has numbers all the same: a ball may look at it from there
        s = sqrt(abs(c*c - square))
        # without the root of the square, which its derivatives would carry along
        return z - s + c*(log(c + s) - 0.5*log(square))

    # at the rim itself the curvature is infinite: the surface ends a little before
    sentence = _("reached the rim of the pseudosphere")
    rim, last = Edge(lambda x, y, z, c: c*(1.0 - 1e-6) - sqrt(x*x + y*y), "rim", sentence), asin(1.0 - 1e-6)
    # below a surface of centres the material one ends in an edge; a touched pipe is plugged where it gets narrow
    fit = ("rim", sentence) if defines == "centre" else ("stop", _("plugs the pipe"))
    return Surface(phi, (c,), (rim,), "pseudosphere", defines=defines, fit_kind=fit[0], fit_sentence=fit[1], shape=c,
                   sharpest=inf, rim=c, rim_slope=pi/2 - last,
                   outline=lambda n: [(c*sin(q), c*(log(tan(q/2.0)) + cos(q))) for q in np.linspace(drawn_to, last, n)])


@remembers
def EllipsoidSurface(A: float, B: float, C: float, inside: bool = True, defines="contact") -> Surface:
    """The ellipsoid x^2/A^2 + y^2/B^2 + z^2/C^2 = 1 [m], body inside or outside."""
    check_positive("ellipsoid", A=A, B=B, C=C)
    half = (0.5 if inside else -0.5)*min(A, B, C)
    outline = None
    if A == B:
        def outline(n):
            return [(A*sin(q), -C*cos(q)) for q in np.linspace(0.0, pi/2 if inside else pi, n)]
    return Surface(lambda x, y, z, half, a, b, c: half*(1.0 - a*x*x - b*y*y - c*z*z),
                   (half, 1.0/(A*A), 1.0/(B*B), 1.0/(C*C)), (), f"ellipsoid {'inside' if inside else 'outside'}",
                   sharpest=inf if inside else min(A, B, C)**2/max(A, B, C), defines=defines, outline=outline)


@remembers
def Profile(f, *parameters: float, rim: float, defines="contact", name="profile") -> Surface:
    """The surface of revolution z = f(r, *parameters), body above; f is even in r, so that the axis is smooth [m]."""
    check_positive(name, rim=rim)
    return Surface(f, (*parameters, rim), _rim(rim, len(parameters)), name, form="profile", defines=defines, rim=rim,
                   outline=_graph(lambda r: f(r, *parameters), 0.0, rim))


@remembers
def PointProfile(r, z, defines="contact", name="drawn profile") -> Surface:
    """The surface of revolution through points (r_i, z_i), r_0 = 0, as a quintic spline, body above [m]."""
    r, z = np.asarray(r, float), np.asarray(z, float)
    return Surface(None, (), (Edge(None, "rim", _("reached the rim")),), name, form="points", defines=defines,
                   rim=float(r[-1]) if r.size else None, points=(tuple(r), tuple(z)))
