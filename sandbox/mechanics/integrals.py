"""Linear and other first integrals of a rolling ball, from reports in the laboratory frame; read 60 times a second.

chi = I/(I + m a^2), n the normal towards the centre, w the absolute angular velocity, Omega that of the support; r, R,
z and the azimuthal velocity u are taken from the support's axis through its point. Sources: Borisov, Mamaev, Bizyaev
2015, section 3; Routh for the sphere. `shape` is the surface's own constant, as each function says.
"""

from collections.abc import Mapping
from math import asin, cos, nan, sin, sqrt, tan

import numpy as np

from sandbox.compiling.compiled import compiled, part
from sandbox.compiling.entries import entry
from sandbox.compiling.signature import Numbers
from sandbox.compiling.traced import traced
from sandbox.mechanics import layout as lay
from sandbox.mechanics import report
from sandbox.mechanics.report import put


@compiled
def _dot(seen, i, j):
    return seen[i]*seen[j] + seen[i + 1]*seen[j + 1] + seen[i + 2]*seen[j + 2]


@compiled
def cross(ax, ay, az, bx, by, bz):
    """a x b."""
    return ay*bz - az*by, az*bx - ax*bz, ax*by - ay*bx


@compiled
def _local_to_lab(seen, p, at):
    w, x = seen[report.SUPPORT_QUATERNION], seen[report.SUPPORT_QUATERNION + 1]
    y, z = seen[report.SUPPORT_QUATERNION + 2], seen[report.SUPPORT_QUATERNION + 3]
    vx, vy, vz = p[at], p[at + 1], p[at + 2]
    cx, cy, cz = cross(x, y, z, vx, vy, vz)
    dx, dy, dz = cross(x, y, z, cx + w*vx, cy + w*vy, cz + w*vz)
    return vx + 2.0*dx, vy + 2.0*dy, vz + 2.0*dz


@compiled
def plane_K(t, seen, p, gx, gy, gz):
    """K = v - chi u - (1 - chi) g_t t, u the velocity of the plane's material at the contact [m/s], three numbers."""
    chi = p[lay.INERTIA]/(p[lay.INERTIA] + p[lay.MASS]*p[lay.RADIUS]*p[lay.RADIUS])
    dx, dy, dz = (seen[report.CONTACT] - seen[report.SUPPORT_POINT],
                  seen[report.CONTACT + 1] - seen[report.SUPPORT_POINT + 1],
                  seen[report.CONTACT + 2] - seen[report.SUPPORT_POINT + 2])
    ux, uy, uz = cross(seen[report.SUPPORT_SPIN], seen[report.SUPPORT_SPIN + 1], seen[report.SUPPORT_SPIN + 2], dx, dy,
                       dz)
    ux, uy, uz = ux + seen[report.SUPPORT_VELOCITY], uy + seen[report.SUPPORT_VELOCITY + 1], \
        uz + seen[report.SUPPORT_VELOCITY + 2]
    nx, ny, nz = seen[report.NORMAL], seen[report.NORMAL + 1], seen[report.NORMAL + 2]
    along = gx*nx + gy*ny + gz*nz
    k = (1.0 - chi)*t
    return (seen[report.VELOCITY] - chi*ux - k*(gx - along*nx), seen[report.VELOCITY + 1] - chi*uy - k*(gy - along*ny),
            seen[report.VELOCITY + 2] - chi*uz - k*(gz - along*nz))


@compiled
def about_axis(seen, p):
    """R [m], z [m], u [m/s], Omega [rad/s], w.n [rad/s], n.axis of the ball's centre about the support's axis."""
    ex, ey, ez = _local_to_lab(seen, p, lay.AXIS)
    x, y, z = (seen[report.CENTRE] - seen[report.SUPPORT_POINT],
               seen[report.CENTRE + 1] - seen[report.SUPPORT_POINT + 1],
               seen[report.CENTRE + 2] - seen[report.SUPPORT_POINT + 2])
    height = x*ex + y*ey + z*ez
    x, y, z = x - height*ex, y - height*ey, z - height*ez
    radius = sqrt(x*x + y*y + z*z)
    cx, cy, cz = cross(ex, ey, ez, x, y, z)
    around = cx*seen[report.VELOCITY] + cy*seen[report.VELOCITY + 1] + cz*seen[report.VELOCITY + 2]
    azimuthal = around/radius if radius > 0.0 else nan
    rate = ex*seen[report.SUPPORT_SPIN] + ey*seen[report.SUPPORT_SPIN + 1] + ez*seen[report.SUPPORT_SPIN + 2]
    slope = ex*seen[report.NORMAL] + ey*seen[report.NORMAL + 1] + ez*seen[report.NORMAL + 2]
    return radius, height, azimuthal, rate, _dot(seen, report.SPIN_LAB, report.NORMAL), slope


@compiled
def cone_C(seen, p, shape):
    """C1 = R u - chi Omega R^2/2 [m^2/s], C2 = w_n - (tan theta/a)(u - chi Omega R) [rad/s]; shape = tan theta."""
    chi = p[lay.INERTIA]/(p[lay.INERTIA] + p[lay.MASS]*p[lay.RADIUS]*p[lay.RADIUS])
    radius, _, u, rate, spin, _ = about_axis(seen, p)
    return radius*u - 0.5*chi*rate*radius*radius, spin - shape/p[lay.RADIUS]*(u - chi*rate*radius)


@compiled
def cylinder_C(seen, p):
    """u = R phi' [m/s], C = w_n + (u/(a R)) z [rad/s]."""
    radius, height, u, _, spin, _ = about_axis(seen, p)
    return u, spin + u/(p[lay.RADIUS]*radius)*height if radius > 0.0 else nan


@compiled
def sphere_top(seen, p, shape, gx, gy, gz):
    """Spin s [rad/s], energy E~ [J], J~ along gravity [kg m^2/s] of the equivalent Lagrange top.

    shape = h: b outside, -b inside. w~ = w + (h/a) Omega, ell = h + a, A = (I + m a^2) ell^2/a^2, C = I s ell/a,
    n' = (a/ell) w~ x n, E~ = A n'^2/2 - m ell g.n, J~ = (A n x n' + C n).up with up = -g/|g|.
    """
    a, m, inertia = p[lay.RADIUS], p[lay.MASS], p[lay.INERTIA]
    k, ell = shape/a, shape + a
    wx, wy, wz = (seen[report.SPIN_LAB] + k*seen[report.SUPPORT_SPIN],
                  seen[report.SPIN_LAB + 1] + k*seen[report.SUPPORT_SPIN + 1],
                  seen[report.SPIN_LAB + 2] + k*seen[report.SUPPORT_SPIN + 2])
    nx, ny, nz = seen[report.NORMAL], seen[report.NORMAL + 1], seen[report.NORMAL + 2]
    spin = wx*nx + wy*ny + wz*nz
    k = a/ell
    dx, dy, dz = cross(k*wx, k*wy, k*wz, nx, ny, nz)
    big_a, big_c = (inertia + m*a*a)*ell*ell/(a*a), inertia*spin*ell/a
    g = sqrt(gx*gx + gy*gy + gz*gz)
    energy = 0.5*big_a*(dx*dx + dy*dy + dz*dz) - m*ell*(gx*nx + gy*ny + gz*nz)
    lx, ly, lz = cross(nx, ny, nz, dx, dy, dz)
    lx, ly, lz = big_a*lx + big_c*nx, big_a*ly + big_c*ny, big_a*lz + big_c*nz
    return spin, energy, -(lx*gx + ly*gy + lz*gz)/g if g > 0.0 else lz


@compiled
def beltrami(seen, p, shape):
    """A, B [rad/s] of a centre on a pseudosphere of pseudoradius c = shape, at any constant rate.

    q = asin(n.axis), mu = sqrt(1 - chi), T = tan(q/2)^mu, W = w_n + Omega ((c/a) cos q - sin q),
    A = (W sin q + (u/(a chi)) (mu - cos q))/T,  B = T (W sin q - (u/(a chi)) (mu + cos q))
    """
    a = p[lay.RADIUS]
    chi = p[lay.INERTIA]/(p[lay.INERTIA] + p[lay.MASS]*a*a)
    _, _, u, rate, spin, slope = about_axis(seen, p)
    if not 0.0 < slope < 1.0:
        # not on the pseudosphere that the support's axis belongs to
        return nan, nan
    q, mu = asin(slope), sqrt(1.0 - chi)
    scale = tan(0.5*q)**mu
    shifted = (spin + rate*(shape/a*cos(q) - sin(q)))*sin(q)
    k = u/(a*chi)
    return (shifted + k*(mu - cos(q)))/scale, scale*(shifted - k*(mu + cos(q)))


# what is computed together; of E_J nothing is computed here: it is read from the state, nor of the two of a MERIDIAN,
# which systems/contact/linear_integrals.py follows along it
E_J, PLANE_K, SPIN, CONE_C, CYLINDER_C, SPHERE_TOP, BELTRAMI, MERIDIAN = range(8)
# at most so many numbers of one kind
MOST = 3

# name -> what it is computed with, and which of its numbers it is
FAMILIES = {
    "E_J": (E_J, 0),
    "plane_K_x": (PLANE_K, 0), "plane_K_y": (PLANE_K, 1), "plane_K_z": (PLANE_K, 2),
    "spin_omega_n": (SPIN, 0),
    "cone_C1": (CONE_C, 0), "cone_C2": (CONE_C, 1),
    "cyl_u": (CYLINDER_C, 0), "cyl_C": (CYLINDER_C, 1),
    "sphere_spin_s": (SPHERE_TOP, 0), "sphere_E_tilde": (SPHERE_TOP, 1), "sphere_Jz_tilde": (SPHERE_TOP, 2),
    "beltrami_A": (BELTRAMI, 0), "beltrami_B": (BELTRAMI, 1),
    "meridian_u": (MERIDIAN, 0), "meridian_w": (MERIDIAN, 1),
}


# the constants: the surface's own, gravity in the laboratory [m/s^2]
SHAPE, G = 0, 1


@traced
def put_numbers(numbers, out):
    """Fills the numbers of a family."""
    put(out, 0, numbers)


@entry
def _compute(family: int, times: Numbers, n: int, reports: Numbers, p: Numbers, constants: Numbers, out: Numbers):
    shape, gx, gy, gz = constants[SHAPE], constants[G], constants[G + 1], constants[G + 2]
    for i in range(n):
        seen, found = part(reports, i*report.REPORT), part(out, i*MOST)
        if family == PLANE_K:
            put_numbers(plane_K(times[i], seen, p, gx, gy, gz), found)
        elif family == SPIN:
            put_numbers((_dot(seen, report.SPIN_LAB, report.NORMAL),), found)
        elif family == CONE_C:
            put_numbers(cone_C(seen, p, shape), found)
        elif family == CYLINDER_C:
            put_numbers(cylinder_C(seen, p), found)
        elif family == SPHERE_TOP:
            put_numbers(sphere_top(seen, p, shape, gx, gy, gz), found)
        elif family == BELTRAMI:
            put_numbers(beltrami(seen, p, shape), found)


def integrals(names, times: np.ndarray, reports: np.ndarray, p: np.ndarray, constants: np.ndarray,
              given: Mapping[str, np.ndarray]) -> dict:
    """Returns name -> values (n,) of the named integrals at the instants `times` (n,).

    reports    (n, REPORT);  given  values (n,) of those that are known already, by name
    constants  (4,) the surface's constant, gravity in the laboratory [m/s^2]
    """
    n, found, result = len(times), {}, {}
    for name in names:
        family, index = FAMILIES[name]
        if name in given:
            result[name] = given[name]
            continue
        if family not in found:
            found[family] = np.empty((n, MOST))
            _compute(family, times, n, reports, p, constants, found[family])
        result[name] = found[family][:, index]
    return result


# what every run of one body needs
ENTRIES = (_compute,)
