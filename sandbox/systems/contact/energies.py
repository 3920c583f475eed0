"""Parts of the Jacobi integral of a body on a support, and the slip of its contact, from reports in the laboratory.

    E_J = m |v - u(G)|^2/2 + (w - Omega).J (w - Omega)/2     translation, rotation, as seen from the support
          - m (g - d'').r                                    potential; shaking acts as a gravity
          - m |Omega x r|^2/2 - Omega.J Omega/2              centrifugal
          + what is inside: carried masses, the spring of a contact that gives way

with u(x) = d' + Omega x (x - axis point) the velocity of the support's material, r the mass centre G from the axis
point. Of a support at rest the first two are the kinetic energies, and the centrifugal part is zero.
"""

import numpy as np

from sandbox.mechanics import layout as lay
from sandbox.mechanics import report


def _vector(reports: np.ndarray, at: int) -> np.ndarray:
    return reports[:, at:at + 3]


def _cross(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """a x b of (n, 3); np.cross takes ten times as long on few rows."""
    return np.stack((a[:, 1]*b[:, 2] - a[:, 2]*b[:, 1], a[:, 2]*b[:, 0] - a[:, 0]*b[:, 2],
                     a[:, 0]*b[:, 1] - a[:, 1]*b[:, 0]), axis=1)


def _material(reports: np.ndarray, at: int) -> np.ndarray:
    """Velocity (n, 3) of the support's material at a reported point [m/s]."""
    arm = _vector(reports, at) - _vector(reports, report.SUPPORT_POINT)
    return _vector(reports, report.SUPPORT_VELOCITY) + _cross(_vector(reports, report.SUPPORT_SPIN), arm)


def _spinning(reports: np.ndarray, w: np.ndarray, p: np.ndarray) -> np.ndarray:
    """w.J w/2 of (n, 3) in the laboratory [J]."""
    if not p[lay.TENSOR:lay.TENSOR + 9].any():
        # a ball that can only roll
        return 0.5*p[lay.INERTIA]*(w*w).sum(axis=1)
    # into body axes: R^T w
    scalar, u = reports[:, report.QUATERNION:report.QUATERNION + 1], \
        -reports[:, report.QUATERNION + 1:report.QUATERNION + 4]
    half = _cross(u, w) + scalar*w
    own = w + 2.0*_cross(u, half)
    return 0.5*((own @ p[lay.TENSOR:lay.TENSOR + 9].reshape(3, 3))*own).sum(axis=1)


def effective_gravity(t: np.ndarray, p: np.ndarray) -> np.ndarray:
    """Returns g - d'' (n, 3) in the laboratory [m/s^2] at the times t (n,)."""
    g = np.tile(p[lay.PLACEMENT:lay.PLACEMENT + 9].reshape(3, 3) @ p[lay.GRAVITY:lay.GRAVITY + 3], (len(t), 1))
    if p[lay.HAS_SHIFT] != 0.0:
        for i in range(3):
            signal = p[lay.SHIFT + i*lay.SIGNAL_SIZE:lay.SHIFT + (i + 1)*lay.SIGNAL_SIZE]
            s, nu = t - signal[lay.SIGNAL_START], signal[lay.SIGNAL_NU]
            c = signal[lay.SIGNAL_C:lay.SIGNAL_C + 6]
            swing = signal[lay.SIGNAL_SINE]*np.sin(nu*t) + signal[lay.SIGNAL_COSINE]*np.cos(nu*t)
            g[:, i] -= 2.0*c[2] + s*(6.0*c[3] + s*(12.0*c[4] + s*20.0*c[5])) - nu*nu*swing
    return g


def energy_parts(t: np.ndarray, reports: np.ndarray, p: np.ndarray) -> dict[str, np.ndarray]:
    """Returns the parts (n,) [J] of E_J at the head of this file that the body itself has."""
    m, spin = p[lay.MASS], _vector(reports, report.SUPPORT_SPIN)
    r = _vector(reports, report.CENTRE) - _vector(reports, report.SUPPORT_POINT)
    carried, v = _cross(spin, r), _vector(reports, report.VELOCITY) - _material(reports, report.CENTRE)
    return {"translation": 0.5*m*(v*v).sum(axis=1),
            "rotation": _spinning(reports, _vector(reports, report.SPIN_LAB) - spin, p),
            "potential": -m*(effective_gravity(t, p)*r).sum(axis=1),
            "centrifugal": -0.5*m*(carried*carried).sum(axis=1) - _spinning(reports, spin, p)}


def slip_of(reports: np.ndarray) -> np.ndarray:
    """Returns the velocity (n, 3) of the body's touching point relative to the support's, laboratory frame [m/s]."""
    arm = _vector(reports, report.CONTACT) - _vector(reports, report.CENTRE)
    return _vector(reports, report.VELOCITY) + _cross(_vector(reports, report.SPIN_LAB), arm) \
        - _material(reports, report.CONTACT)
