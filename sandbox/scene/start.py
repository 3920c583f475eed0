"""Start of a body: from the numbers of an author or a file to a state that obeys the constraint."""

from dataclasses import dataclass
from math import isfinite
from typing import NamedTuple

import numpy as np

from sandbox.errors import BadValue
from sandbox.mechanics import layout as lay
from sandbox.mechanics.field_places import EDGES
from sandbox.mechanics.probe import Fields, Pose, Slopes, cross
from sandbox.scene.bodies import Ball
from sandbox.text import _

# accepted misfit of given numbers, relative to the body's size and to the given speed: files carry about 12 digits
ROUNDED = 1e-6
SLOPES = len(Slopes._fields)
# heights [m] from which the surface under a point is sought, up and down
SOUGHT = (0.1, 0.3, 1.0, 3.0, 10.0)


@dataclass(frozen=True)
class Start:
    """Start of one body, laboratory frame, at t = 0.

    at            centre of a ball (contact point of another body) [m]; with two numbers z is found on the surface,
                  and x, y are those of the contact point
    velocity      of a ball's centre [m/s]: the tangential part is kept, a part along the normal relative to the
                  support is refused; with two numbers the third follows from the surface; None: along the surface
                  the centre is at rest
    spin          angular velocity about the normal [rad/s]; the rest follows from rolling
    omega         instead of velocity and spin: the whole angular velocity [rad/s]
    orientation   quaternion body -> laboratory, scalar first
    nearest       take the nearest state that obeys the constraint instead of refusing one that does not

    A body whose contact has a law (see Contact) may start with slip or in the air: velocity and omega both given are
    taken as they are, `velocity` being that of the mass centre, and

    height        [m] lifts the body along the normal of the surface
    mass_centre   [m] instead of `at`
    """

    at: tuple | None = None
    velocity: tuple | None = None
    spin: float = 0.0
    omega: tuple | None = None
    orientation: tuple = (1.0, 0.0, 0.0, 0.0)
    nearest: bool = False
    height: float = 0.0
    mass_centre: tuple | None = None

    def __post_init__(self):
        if (self.at is None) == (self.mass_centre is None):
            raise BadValue(_("start: needs either a point `at` or a mass centre"))
        for name, sizes in (("at", (2, 3)), ("velocity", (2, 3)), ("omega", (3,)), ("orientation", (4,)),
                            ("mass_centre", (3,))):
            value = getattr(self, name)
            if value is None:
                continue
            if len(value) not in sizes or not all(isfinite(x) for x in value):
                raise BadValue(_("start, {name}: got {found}, needs {sizes} finite numbers").format(
                    name=name, found=tuple(value), sizes=_(" or ").join(map(str, sizes))))
        if not isfinite(self.spin):
            raise BadValue(_("start, spin: got {found}, needs a finite number").format(found=self.spin))
        if not (isfinite(self.height) and self.height >= 0.0):
            raise BadValue(_("start, height: got {found} m, needs a finite number of at least 0").format(
                found=self.height))

    @property
    def point(self) -> tuple:
        """The point that is given, `at` or the mass centre."""
        return next(point for point in (self.at, self.mass_centre) if point is not None)


class RollingStart(NamedTuple):
    """Tracked point x (3,) and angular velocity w (3,) of a ball that rolls, local axes; sentences about changes."""

    x: np.ndarray
    w: np.ndarray
    notes: tuple[str, ...]


class Ground:
    """The surface of a system at t = 0, evaluated point by point."""

    def __init__(self, p: np.ndarray, calls: np.ndarray, pose: Pose, name: str):
        self.p, self.calls, self.pose, self.name = p, calls, pose, name
        self._fields = Fields(p, lay.SURFACE)
        self._slopes, self._domain = int(calls[lay.CALL_SURFACE]), int(calls[lay.CALL_DOMAIN])

    def value(self, x) -> float:
        """Returns phi at a local point."""
        return self._fields.at(self._domain, *map(float, x))[0]

    def edges(self, x) -> tuple[float, ...]:
        """Returns the distances of a local point to the edges of the surface."""
        return tuple(self._fields.at(self._domain, *map(float, x))[1:1 + EDGES])

    def slopes(self, x) -> Slopes:
        """Returns the derivatives of phi at a local point."""
        return Slopes(*self._fields.at(self._slopes, *map(float, x))[:SLOPES])

    def normal(self, x) -> np.ndarray:
        """Returns the unit normal (3,) at a local point, towards the body."""
        gradient = self.slopes(x).gradient
        return gradient/np.linalg.norm(gradient)

    def curvatures(self, x) -> np.ndarray:
        """Returns the two principal curvatures of phi = 0, positive where the surface bends towards the body [1/m]."""
        slopes = self.slopes(x)
        if not any(slopes[3:]):
            return np.zeros(2)
        gradient = slopes.gradient
        size = np.linalg.norm(gradient)
        n = gradient/size
        tangents = np.linalg.svd(n[None, :])[2][1:]
        return -np.linalg.eigvalsh(tangents @ slopes.hessian @ tangents.T)/size

    def drop(self, x: float, y: float) -> np.ndarray:
        """Returns the local point of the surface above or below (x, y) of the laboratory on which a body can lie."""
        low = self.pose.to_local((x, y, 0.0))
        up = self.pose.rotation.T @ np.array([0.0, 0.0, 1.0])
        # plain numbers: arrays of three take ten times as long
        (a, b, c), (e, f, g) = low.tolist(), up.tolist()
        for height in (0.0, *(sign*size for size in SOUGHT for sign in (-1.0, 1.0))):
            for _i in range(60):
                point = a + height*e, b + height*f, c + height*g
                value, (u, v, w, *_others) = self.value(point), self.slopes(point)
                slope = u*e + v*f + w*g
                if not isfinite(value) or not isfinite(slope) or slope == 0.0:
                    break
                height -= value/slope
                if abs(value/slope) <= 1e-15*(1.0 + abs(height)):
                    if slope > 0.0:
                        return low + height*up
                    break
        raise BadValue(_("start: no point of the surface '{name}' above x = {x:g} m, y = {y:g} m").format(
            name=self.name, x=x, y=y))

    def foot(self, r, offset: float) -> np.ndarray:
        """Returns the local point x with phi = 0 whose normal passes through r, by Newton on x + s grad phi = r."""
        r = np.asarray(r, float)
        if offset == 0.0:
            return self._near(r)
        gradient = self.slopes(r).gradient
        if not (np.all(np.isfinite(gradient)) and gradient.any()):
            raise self.off(r, np.nan)
        x = r - offset*gradient/np.linalg.norm(gradient)
        # s of the foot, 0 until its first estimate
        s: float | np.floating = 0.0
        for _i in range(60):
            slopes = self.slopes(x)
            gradient = slopes.gradient
            if s == 0.0:
                s = offset/np.linalg.norm(gradient)
            matrix = np.block([[np.eye(3) + s*slopes.hessian, gradient[:, None]],
                               [gradient[None, :], np.zeros((1, 1))]])
            try:
                step = np.linalg.solve(matrix, -np.append(x + s*gradient - r, self.value(x)))
            except np.linalg.LinAlgError:
                break
            step, along = step[:-1], step[-1]
            x, s = x + step, s + along
            if not np.all(np.isfinite(x)):
                break
            if np.linalg.norm(step) <= 1e-15*(1.0 + np.linalg.norm(x)):
                return x
        raise self.off(r, np.nan)

    def _near(self, r: np.ndarray) -> np.ndarray:
        """Returns a local point with phi = 0 near r, by Newton along the gradients."""
        found = self._fields.near(self._slopes, self._domain, r)
        if found is None:
            raise self.off(r, np.nan)
        return found

    def off(self, r, distance: float | np.floating) -> BadValue:
        """Returns the error that says that the local point r is off the surface."""
        where = ", ".join(f"{x:.6g}" for x in self.pose.to_lab(r))
        return BadValue(_("start: the point ({where}) m is off the surface '{name}' (misfit {distance:.3g} m)").format(
            where=where, name=self.name, distance=distance))


def start_ball(ball: Ball, start: Start, ground: Ground, offset: float) -> RollingStart:
    """Takes the start of a ball that rolls and returns its state, or raises BadValue.

    A `nearest` start may be changed, which the notes of the result say.
    """
    a, pose, point = ball.radius, ground.pose, start.point
    notes: list[str] = []
    if len(point) == 2:
        x = ground.drop(*point)
    else:
        r = pose.to_local(point)
        x = ground.foot(r, offset)
        misfit = np.linalg.norm(x + offset*ground.normal(x) - r)
        if misfit > ROUNDED*a:
            if not start.nearest:
                raise ground.off(r, misfit)
            notes.append(_("the centre was moved by {misfit:.3g} m onto the surface").format(misfit=misfit))
    check_fit(ball, ground, x, offset)

    n = pose.rotation @ ground.normal(x)
    centre = pose.to_lab(x) + offset*n
    support = pose.velocity_of(centre - a*n)
    if start.omega is not None:
        omega = np.asarray(start.omega, float)
        if start.velocity is not None:
            rolling = support + a*cross(omega, n)
            misfit = np.linalg.norm(rolling - np.asarray(start.velocity, float))
            if misfit > ROUNDED*(np.linalg.norm(rolling) + a*np.linalg.norm(omega)):
                raise BadValue(_("start: velocity and omega violate rolling by {misfit:.3g} m/s").format(misfit=misfit))
    else:
        velocity = (support @ n)*n if start.velocity is None else np.asarray(start.velocity, float)
        if velocity.size == 2:
            # along the surface, moving with it
            lift = (n[0]*(velocity[0] - support[0]) + n[1]*(velocity[1] - support[1]))/n[2] if n[2] != 0.0 else 0.0
            velocity = np.array([velocity[0], velocity[1], support[2] - lift])
        through = (velocity - support) @ n
        speed = max(float(np.linalg.norm(velocity)), float(np.linalg.norm(support)), 1e-6)
        if abs(through) > ROUNDED*speed and not start.nearest:
            raise BadValue(_("start, velocity: {found:.3g} m/s of it is along the surface's normal, needs 0").format(
                found=through))
        if abs(through) > ROUNDED*speed:
            notes.append(_("v changed by {share:.2g} %").format(share=100.0*abs(through)/speed))
            velocity = velocity - through*n
        omega = cross(n, velocity - support)/a + start.spin*n
    return RollingStart(x, pose.rotation.T @ omega, tuple(notes))


def check_fit(ball: Ball, ground: Ground, x: np.ndarray, offset: float):
    """Raises BadValue when the ball does not fit the surface at the local point x, or x lies beyond an edge."""
    a = ball.radius
    for curvature in ground.curvatures(x):
        # from the surface of the centre to the touched one: kappa/(1 + a kappa)
        fits = a*curvature < 1.0 if offset > 0.0 else a*curvature > -1.0
        if not fits:
            bound = _("needs a kappa < 1") if offset > 0.0 else _("needs a kappa > -1")
            raise BadValue(_("the ball of radius {radius:g} m does not fit the surface '{name}': a kappa = "
                             "{found:.4g}, {bound}").format(radius=a, name=ground.name, found=a*curvature, bound=bound))
    check_edges(ground, x)


def check_edges(ground: Ground, x: np.ndarray):
    """Raises BadValue when the local point x lies beyond an edge of the surface."""
    for distance in ground.edges(x):
        if not distance > 0.0:
            raise BadValue(_("start: the point is {distance:.3g} m beyond an edge of the surface '{name}'").format(
                distance=-distance, name=ground.name))
