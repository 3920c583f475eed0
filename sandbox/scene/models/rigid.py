"""A rigid body with a fixed point, free or under a constraint on its spin: Suslov's and Veselova's problems.

    q = R (body -> space),   v = w in body axes,   T = w.J w/2,   U = U(gamma),   gamma = space z in body axes

    Suslov     w_3 = c          the spin about an axis of the body is given
    Veselova   w.gamma = d      the spin about an axis of space is given

[Borisov, Mamaev, Bizyaev 2015, section 1.3]: with Y = c e_3 or Y = d gamma the energy E - P.Y is Jacobi's integral:
always in Veselova's problem, in Suslov's when the body and U are symmetric about e_3.
"""

from collections.abc import Callable
from math import cos, sin

from numpy import asarray

from sandbox.errors import BadValue
from sandbox.scene.constrained import Constrained, Integral, Realisation, Rotation, Row
from sandbox.scene.drawn.looks import body_look, stand_look
from sandbox.scene.realisation import Ideal
from sandbox.scene.remembered import remembers
from sandbox.scene.supports.surfaces import Plane
from sandbox.text import _

# how a scene shows such a body: above a small floor, held by a stand
ON_A_STAND = {"fixed_point": (0.0, 0.0, 0.26), "size": 0.18, "surface": Plane(rim=0.28).of("aluminium")}     # [m]


def inertia_of(I_1: float, I_2: float, I_3: float, J_13: float = 0.0, J_23: float = 0.0) -> tuple:
    """Inertia (3, 3) of moments and products [kg m^2], body axes turned so that J_12 = 0."""
    return (I_1, 0.0, J_13), (0.0, I_2, J_23), (J_13, J_23, I_3)


def leaning(angle: float) -> tuple:
    """Quaternion of a body whose third axis leans by an angle [rad]: turned about its first axis, which is level."""
    return cos(angle/2), sin(angle/2), 0.0, 0.0


def _kinetic(t, q, v, p):
    return 0.5*(v[0] @ (p.inertia @ v[0]))


def uniform(t, q, p):
    """U = rc . gamma."""
    return p.rc @ q[0][2]


def _bodies(t, q, p):
    """The body and the cage on its post, which does not move."""
    return (p.fixed_point, q[0]), (p.fixed_point, ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)))


def _arrow(moment: Callable) -> Callable:
    """Moments are drawn at the point where the body's third axis goes through the sphere, whose path is traced."""
    return lambda t, q, p: (tuple(p.fixed_point[i] + p.size*q[0][i, 2] for i in range(3)), moment(q))


def _energy(t, q, v, p):
    return _kinetic(t, q, v, p) + p.own_potential(t, q, p)


def _momentum(i: int) -> Callable:
    """Component i of the angular momentum across gamma, in space."""
    def function(t, q, v, p):
        M, gamma = p.inertia @ v[0], q[0][2]
        return (q[0] @ (M - (M @ gamma)*gamma))[i]
    return function


def _hidden_jacobi(t, q, v, p):
    """T + U - c M_3, M the angular momentum in body axes."""
    return _energy(t, q, v, p) - p.given_spin*(p.inertia @ v[0])[2]


@remembers
def FixedPoint(inertia, rows: tuple[Row, ...] = (), potential: Callable | None = None, rc=(0.0, 0.0, 0.0),
               fixed_point=(0.0, 0.0, 0.0), size: float = 0.1, name: str = "body", **others) -> Constrained:
    """A rigid body with a fixed point under rows for its angular velocity.

    inertia    about the fixed point, body axes (3, 3) [kg m^2]
    potential  U(t, q, p), q[0] the rotation body -> space, or None for U = rc . gamma, rc (3,) [J]
    fixed_point, size   above the base, and radius of the sphere around it on which the third axis writes [m]
    """
    J = asarray(inertia, float)
    if J.shape != (3, 3) or abs(J - J.T).max() > 1e-12*abs(J).max() or not _is_positive(J):
        raise BadValue(_("{name}, inertia: needs a symmetric positive definite matrix (3, 3)").format(name=name))
    given = {"inertia": tuple(map(tuple, J)), "rc": tuple(map(float, rc)), "own_potential": potential or uniform,
             "fixed_point": tuple(map(float, fixed_point)), "size": float(size), **others.pop("parameters", {})}
    across = _("only in Veselova's problem without a potential")
    integrals = (
        Integral("energy", _energy, _("energy T + U [J]"), _("the given spin does work")),
        Integral("L_x", _momentum(0), _("angular momentum across the vertical, x [kg m²/s]"), across),
        Integral("L_y", _momentum(1), _("angular momentum across the vertical, y [kg m²/s]"), across),
        *others.pop("integrals", ()))
    return Constrained((Rotation(name),), _kinetic, rows, potential=potential or uniform, parameters=given,
                       bodies=_bodies, masses=(), name=name, integrals=integrals,
                       looks=(body_look(J, size, rc, float(fixed_point[2])),
                              stand_look(max(1.1*size, fixed_point[2]), size)), **others)


def _is_positive(J) -> bool:
    """Whether the leading minors are positive."""
    return J[0, 0] > 0.0 and J[0, 0]*J[1, 1] > J[0, 1]**2 and (
        J[0, 0]*(J[1, 1]*J[2, 2] - J[1, 2]**2) - J[0, 1]*(J[0, 1]*J[2, 2] - J[1, 2]*J[0, 2])
        + J[0, 2]*(J[0, 1]*J[1, 2] - J[1, 1]*J[0, 2])) > 0.0


@remembers
def Suslov(inertia, c: float, realisation: Realisation | None = None, **others) -> Constrained:
    """w_3 = c in the body; E_J is the energy T + U, whose book counts what the row does.

    Y = c e_3 gives the generalised Jacobi integral T + U - c M_3 (`hidden_jacobi`): constant for a body with equal
    moments across the axis and any potential U(theta, phi) of that axis's direction in space.
    """
    hidden = Integral("hidden_jacobi", _hidden_jacobi, _("hidden Jacobi integral T + U − c M₃ [J]"),
                      _("only for a body, and a potential, that are symmetric about the axis of the given spin"))
    row = Row("axis", lambda t, q, p: (0.0, 0.0, 1.0), lambda t, q, p: p.given_spin, realisation or Ideal(), "N m",
              _arrow(lambda q: tuple(q[0][i, 2] for i in range(3))), title="Axis moment M")
    return FixedPoint(inertia, (row,), name=others.pop("name", "Suslov"), integrals=(hidden,),
                      parameters={"given_spin": float(c), **others.pop("parameters", {})},
                      carried=lambda t, q, p: (0.0, 0.0, p.given_spin),
                      gauge=lambda t, q, p: p.inertia[2, 2]*p.given_spin*p.given_spin,
                      why=hidden.unless,
                      **others)


@remembers
def Veselova(inertia, d: float, realisation: Realisation | None = None, **others) -> Constrained:
    """w.gamma = d; E_J = T + U - d M.gamma."""
    row = Row("vertical", lambda t, q, p: q[0][2], lambda t, q, p: p.given_spin, realisation or Ideal(), "N m",
              _arrow(lambda q: (0.0, 0.0, 1.0)), title="Vertical moment M")
    return FixedPoint(inertia, (row,), name=others.pop("name", "Veselova"), parameters={"given_spin": float(d)},
                      carried=lambda t, q, p: p.given_spin*q[0][2],
                      why=_("only for a potential that is symmetric about the vertical"), **others)
