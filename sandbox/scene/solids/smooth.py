"""A strictly convex smooth body in place of a mesh: its support function, fitted to the corners of the convex hull.

Few corners (64 at most): a p-norm of them, h = c.x + f (sum (v_i.x)_+^p)^(1/p) + e r. The norm lies outside the hull by
up to a share that f < 1 halves; e rounds what would else be too sharp.
Many: spherical harmonics up to an even degree. The corners of a fine mesh lie on the body that it was made of, whose
planes touch there: of each corner v_i with its normal n_i, h(n_i) = v_i.n_i, weighed by the solid angle of the normals
at that corner. The normals are those of the fit itself, found together with it: a few rounds of least squares, from
the mean normals of the hull.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from sandbox.errors import BadValue
from sandbox.mechanics import fitted
from sandbox.scene.solids import harmonics
from sandbox.scene.solids.hull import Hull
from sandbox.text import _

MOST_FITTED = 5000          # corners that a fit is found from, about
FEW = 64                    # corners of a hull up to which it is a norm of them
DEGREES = tuple(range(2, fitted.MOST_DEGREE + 1, 2))
DEGREE = 12                 # largest that is chosen by itself: a step costs as its square
POWERS = (2, 4, 8, 16, 32, 64)
POWER = 16
ROUNDS = 8                  # of least squares, at most
SETTLED = 1e-8              # turn of normals after which there is no further round [rad]
LEAST_RADIUS = 0.01         # least radius of curvature that is chosen by itself, in sizes of the body
GOOD = 1e-4                 # error beyond which no higher degree is looked for, in sizes of the body
DIRECTIONS = 6000           # in which a fit is looked at
# share of the size to which coefficients are rounded: the last bits of least squares differ by machine
BITS = 2.0**-32
HARMONICS, NORM = "harmonics", "norm"


@dataclass(frozen=True)
class Fit:
    """A support function h(x, y, z) by an array of numbers (mechanics/fitted.py), in the place of a formula.

    kind      HARMONICS or NORM;  numbers  its array
    """

    kind: str
    numbers: tuple[float, ...]
    __name__ = "fit"

    def __call__(self, x, y, z, *_parameters) -> float:
        """The distance of the tangent plane with the normal (x, y, z) [m]."""
        r = float(np.sqrt(x*x + y*y + z*z))
        if r == 0.0:
            return 0.0
        return float(self.values(np.array([[x, y, z]])/r)[0]*r)

    def values(self, directions: np.ndarray) -> np.ndarray:
        """h (n,) at unit vectors (n, 3) [m]."""
        if self.kind == HARMONICS:
            return harmonics.basis(directions, int(self.numbers[0])) @ self._coefficients
        s = np.array(self.numbers)
        d = np.maximum(directions @ s[fitted.CORNERS:].reshape(-1, 3).T, 0.0)
        largest = d.max(axis=1)
        norm = largest*((d/largest[:, None])**s[fitted.POWER]).sum(axis=1)**(1.0/s[fitted.POWER])
        return directions @ s[fitted.MIDDLE:fitted.MIDDLE + 3] + s[fitted.SHARE]*norm + s[fitted.ROUNDING]

    @cached_property
    def _coefficients(self) -> np.ndarray:
        degree = int(self.numbers[0])
        # h is Euler's sum of its slopes at as many points as there are coefficients, and more
        x = spread(4*(degree + 1)**2)
        gradient, _hessian = harmonics.slopes(self.numbers, x)
        return least_squares(harmonics.basis(x, degree), np.einsum("ij,ij->i", gradient, x))

    def slopes(self, directions: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Touching points (n, 3) [m] and Hessians (n, 3, 3) [m] at unit vectors."""
        if self.kind == HARMONICS:
            return harmonics.slopes(self.numbers, directions)
        s, x = np.array(self.numbers), directions
        p, corners = s[fitted.POWER], s[fitted.CORNERS:].reshape(-1, 3)
        d = np.maximum(x @ corners.T, 0.0)
        largest = d.max(axis=1)
        d = d/largest[:, None]
        first, second = d**(p - 1.0), np.where(d > 0.0, d, 0.0)**(p - 2.0)*(d > 0.0)
        total = (first*d).sum(axis=1)
        g = first @ corners
        scale = s[fitted.SHARE]*total**(1.0/p - 1.0)
        one, e = np.eye(3), s[fitted.ROUNDING]
        gradient = s[fitted.MIDDLE:fitted.MIDDLE + 3] + scale[:, None]*g + e*x
        bend = np.einsum("nk,ki,kj->nij", second, corners, corners) - g[:, :, None]*g[:, None, :]/total[:, None, None]
        return gradient, ((p - 1.0)*scale/largest)[:, None, None]*bend + e*(one - x[:, :, None]*x[:, None, :])

    @cached_property
    def least_radius(self) -> float:
        """The smallest radius of curvature that is found in many directions [m]; not positive: it is not convex."""
        return float(radii_of(self, spread(DIRECTIONS))[0].min())

    def distances(self, hull: Hull) -> tuple[float, float]:
        """How far it lies within the hull and beyond it at most, by support in many directions [m]."""
        x = spread(DIRECTIONS)
        beyond = self.values(x) - hull.support(x)
        return float(max(0.0, -beyond.min())), float(max(0.0, beyond.max()))

    @property
    def source(self) -> str:
        """The source of its field of slopes, behind the imports that all of them have."""
        word = {HARMONICS: "harmonic_slopes", NORM: "corner_slopes"}[self.kind]
        numbers = ", ".join(map(repr, self.numbers))
        return (f"import numpy as np\nfrom sandbox.mechanics.fitted import {word}\n\n"
                f"NUMBERS = np.array([{numbers}])\n\n\n"
                f"@field\ndef slopes(x, y, z, s, out):\n    {word}(x, y, z, NUMBERS, out)\n    return\n\n\n")


def spread(count: int) -> np.ndarray:
    """Returns unit vectors (n, 3) spread evenly: a spiral of the golden angle."""
    z = 1.0 - 2.0*(np.arange(count) + 0.5)/count
    angle, across = np.pi*(3.0 - 5.0**0.5)*np.arange(count), np.sqrt(1.0 - z*z)
    return np.stack((across*np.cos(angle), across*np.sin(angle), z), axis=1)


def radii_of(fit: Fit, directions: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Returns the smaller and the larger radius of curvature (n,) at unit vectors (n, 3) [m]."""
    _gradient, H = fit.slopes(directions)
    # the normal is an eigenvector with the value 0: trace and the sum of the minors are those of the other two
    mean = 0.5*np.trace(H, axis1=1, axis2=2)
    product = 0.5*(4.0*mean*mean - np.einsum("nij,nij->n", H, H))
    half = np.sqrt(np.maximum(mean*mean - product, 0.0))
    return mean - half, mean + half


def smooth_fit(hull: Hull, name: str, degree: int | None = None) -> Fit:
    """Returns the fit of a hull, or BadValue where it is not convex.

    degree   of harmonics, an even number, or the power of the norm of few corners; None: chosen
    """
    is_norm = len(hull.corners) <= FEW
    known = POWERS if is_norm else DEGREES
    if degree is not None and (isinstance(degree, bool) or degree not in known):
        raise BadValue(_("mesh '{name}', degree: got {found}, needs one of {known}").format(
            name=name, found=repr(degree)[:40], known=", ".join(map(str, known))))
    if is_norm:
        return checked(_norm(hull, degree or POWER), hull, name)
    if degree is not None:
        return checked(_harmonics(hull, degree), hull, name)
    best = None
    for one in (x for x in DEGREES if x <= DEGREE):
        fit = _harmonics(hull, one)
        if fit.least_radius < LEAST_RADIUS*hull.size:
            continue
        best = fit
        if _off_corners(fit, hull) < GOOD*hull.size:
            break
    return checked(best or _harmonics(hull, DEGREES[0]), hull, name)


def checked(fit: Fit, hull: Hull, name: str) -> Fit:
    """Returns a fit that is strictly convex, or BadValue."""
    if not fit.least_radius > 1e-9*hull.size:
        raise BadValue(_("mesh '{name}': its smooth fit is not convex, its smallest radius of curvature is "
                         "{radius:.3g} mm; choose another degree, or contact=\"ball\"").format(name=name,
                                                                                  radius=1e3*fit.least_radius))
    return fit


def _norm(hull: Hull, power: int) -> Fit:
    """The norm of few corners: about the centre of the hull, between it and what holds it."""
    middle = hull.middle
    corners = hull.corners - middle
    numbers = (float(power), 1.0, 0.0, *middle.tolist(), float(len(corners)), *corners.ravel().tolist())
    x = spread(DIRECTIONS)
    inner = (x @ corners.T).max(axis=1)
    most = float(((Fit(NORM, numbers).values(x) - x @ middle)/inner).max())
    share, rounding = _rounded(2.0/(1.0 + most), 1.0), _rounded(LEAST_RADIUS*hull.size, hull.size)
    return Fit(NORM, (float(power), share*(1.0 - LEAST_RADIUS), rounding, *numbers[3:]))


def _harmonics(hull: Hull, degree: int) -> Fit:
    """The harmonics whose planes touch the corners of a hull."""
    some = _some(hull)
    corners, normals, weights = hull.corners[some], hull.normals[some], np.sqrt(hull.solid_angles[some])
    fit = None
    for _round in range(ROUNDS):
        wanted = np.einsum("ij,ij->i", corners, normals)
        c = least_squares(harmonics.basis(normals, degree)*weights[:, None], wanted*weights)
        fit = Fit(HARMONICS, harmonics.compiled_numbers(np.array([_rounded(x, hull.size) for x in c.tolist()]), degree))
        before, normals = normals, _turned(fit, corners, normals)
        if np.abs(normals - before).max() < SETTLED:
            break
    assert fit is not None
    return fit


def least_squares(A: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Returns the x of least |A x - b|, and of those the smallest: what corners leave open, few as they may be, is 0.

    By the normal equations: the columns of a basis are nearly at right angles where directions are many.
    """
    values, axes = np.linalg.eigh(A.T @ A)
    kept = values > 1e-10*values[-1]
    return axes[:, kept] @ ((axes[:, kept].T @ (A.T @ b))/values[kept])


def _rounded(x: float, size: float) -> float:
    step = 2.0**round(np.log2(size*BITS))
    return round(x/step)*step


def _turned(fit: Fit, corners: np.ndarray, normals: np.ndarray) -> np.ndarray:
    """Normals at which the fit is nearest to the corners: a step of Newton, at most a tenth of a radian."""
    point, H = fit.slopes(normals)
    off = corners - point
    off -= np.einsum("ij,ij->i", off, normals)[:, None]*normals
    # the normal's own direction is made regular
    size = np.abs(np.trace(H, axis1=1, axis2=2)).mean()
    step = np.linalg.solve(H + size*normals[:, :, None]*normals[:, None, :], off[:, :, None])[:, :, 0]
    step -= np.einsum("ij,ij->i", step, normals)[:, None]*normals
    length = np.linalg.norm(step, axis=1, keepdims=True)
    step *= np.minimum(1.0, 0.1/np.maximum(length, 1e-300))
    turned = normals + step
    return turned/np.linalg.norm(turned, axis=1, keepdims=True)


def _off_corners(fit: Fit, hull: Hull) -> float:
    """How far the corners are from the fit at most, along its normals [m]."""
    some = _some(hull)
    corners, normals = hull.corners[some], hull.normals[some]
    for _round in range(4):
        normals = _turned(fit, corners, normals)
    return float(np.abs(fit.values(normals) - np.einsum("ij,ij->i", corners, normals)).max())


def _some(hull: Hull) -> np.ndarray:
    """Which corners (k,) of a very fine hull are taken: spread by the golden ratio over their order, hence over places.

    Every second one of an even body might be the corners of one half of it.
    """
    count = len(hull.corners)
    return np.flatnonzero((0.5*(5.0**0.5 - 1.0)*np.arange(count)) % 1.0 < MOST_FITTED/count)
