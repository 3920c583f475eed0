"""Spherical harmonics of a support function: what their sums are at many directions, and the numbers that are compiled.

The basis: for l = 0..N first m = 0, then Re and Im of m = 1..l, of R_l^m = P_l^m e^(i m phi)/(l + m)! times
sqrt((l + m)! (l - m)!), so that all are of the size 1 at unit vectors.
"""

from math import factorial, sqrt

import numpy as np

from sandbox.mechanics import fitted


def _scale(l: int, m: int) -> float:
    return sqrt(float(factorial(l + m))*float(factorial(l - m)))


def _solid(directions: np.ndarray, degree: int) -> dict[tuple[int, int], np.ndarray]:
    """R_l^m, complex, for 0 <= m <= l <= degree at unit vectors (n, 3)."""
    x, y, z = directions.T
    found = {(0, 0): np.ones(len(directions), complex)}
    for m in range(degree + 1):
        if m:
            found[m, m] = -(x + 1j*y)/(2.0*m)*found[m - 1, m - 1]
        before, now = np.zeros_like(found[m, m]), found[m, m]
        for l in range(m + 1, degree + 1):
            before, now = now, ((2.0*l - 1.0)*z*now - before)/((l + m)*(l - m))
            found[l, m] = now
    return found


def basis(directions: np.ndarray, degree: int) -> np.ndarray:
    """Returns the functions of the basis (n, (degree + 1)^2) at unit vectors (n, 3)."""
    R, columns = _solid(directions, degree), []
    for l in range(degree + 1):
        for m in range(l + 1):
            term = _scale(l, m)*R[l, m]
            columns += [term.real] if m == 0 else [term.real, term.imag]
    return np.stack(columns, axis=1)


def _derivative(D: np.ndarray, axis: int) -> np.ndarray:
    """Coefficients of the derivative of Re sum_m D_m R_l^m, m = -l..l, along an axis, of the degree l - 1.

    d/dz R_l^m = R_(l-1)^m,  (d/dx -+ i d/dy) R_l^m = -+ R_(l-1)^(m-+1)
    """
    # of the degree l - 1 the orders are -(l - 1)..(l - 1): one less at either end
    if axis == 2:
        return D[1:-1]
    up, down = D[:-2], D[2:]       # of m - 1 that rises, of m + 1 that falls
    return 0.5*(up - down) if axis == 0 else -0.5j*(up + down)


def _folded(D: np.ndarray) -> np.ndarray:
    """Numbers of Re R^0, then Re R^m and Im R^m of m = 1.., of Re sum D_m R^m over m = -l..l."""
    l = len(D)//2
    found = [D[l].real]
    for m in range(1, l + 1):
        # R^-m = (-1)^m conj(R^m)
        one = D[l + m] + (-1)**m*np.conj(D[l - m])
        found += [one.real, -one.imag]
    return np.array(found)


def compiled_numbers(coefficients: np.ndarray, degree: int) -> tuple[float, ...]:
    """Returns the array of mechanics/fitted.py of coefficients of the basis, degree >= 2."""
    place, tables = 0, {}
    mean, first = 0.0, np.zeros(3)
    for l in range(degree + 1):
        own = coefficients[place:place + 2*l + 1]
        place += 2*l + 1
        D = np.zeros(2*l + 1, complex)
        D[l] = own[0]*_scale(l, 0)
        for m in range(1, l + 1):
            D[l + m] = (own[2*m - 1] - 1j*own[2*m])*_scale(l, m)
        if l == 0:
            mean = float(own[0])
        elif l == 1:
            first = np.array([_folded(_derivative(D, axis))[0] for axis in range(3)])
        else:
            slopes = [_derivative(D, axis) for axis in range(3)]
            tables[l - 2] = np.array([_folded(_derivative(slopes[i], k))
                                      for i, k in ((0, 0), (0, 1), (0, 2), (1, 1), (1, 2))])
    numbers = [float(degree), mean, *first]
    for m in range(degree - 1):
        for k in range(m, degree - 1):
            numbers.append(0.0 if k == m else 1.0/((k + m)*(k - m)))
            rows = (0,) if m == 0 else (2*m - 1, 2*m)
            for row in rows:
                numbers += tables[k][:, row].tolist()
    return tuple(map(float, numbers))


def slopes(numbers: tuple[float, ...], directions: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Returns gradients (n, 3) and Hessians (n, 3, 3) at unit vectors, by the array of mechanics/fitted.py."""
    x = np.asarray(directions, float)
    s, degree = np.asarray(numbers), int(numbers[fitted.DEGREE])
    R = _solid(x, degree - 2)
    H = np.zeros((degree - 1, len(x), fitted.OF_HESSIAN))
    at = fitted.TABLE
    for m in range(degree - 1):
        for k in range(m, degree - 1):
            at += 1
            for part in (R[k, m].real,) if m == 0 else (R[k, m].real, R[k, m].imag):
                H[k] += part[:, None]*s[at:at + fitted.OF_HESSIAN]
                at += fitted.OF_HESSIAN
    gradient = np.repeat(s[None, fitted.FIRST:fitted.FIRST + 3], len(x), axis=0) + s[fitted.MEAN]*x
    outer, one = x[:, :, None]*x[:, None, :], np.eye(3)
    hessian = s[fitted.MEAN]*(one - outer)
    for l in range(2, degree + 1):
        xx, xy, xz, yy, yz = H[l - 2].T
        A = np.moveaxis(np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, -xx - yy]]), 2, 0)
        u = np.einsum("nij,nj->ni", A, x)
        q = np.einsum("ni,ni->n", u, x)[:, None, None]/l
        gradient += u/(l - 1.0) - q[:, :, 0]*x
        hessian += A - u[:, :, None]*x[:, None, :] - x[:, :, None]*u[:, None, :] - q*one + (l + 1.0)*q*outer
    return gradient, hessian
