"""Support surfaces as phi(s) with its gradient and Hessian, by hand, in the surface's own frame.

phi > 0 on the body's side, phi = 0 on the material surface; phi need not be a distance. The names and parameters are
those of ball.md sections 0 and 7 (axis of revolution = local z). A surface here is any callable

    surface(s) -> (phi, gradient (3,), Hessian (3, 3))        s (3,) point in surface axes [m]
"""
from math import cos, log, sin, sqrt, tan

import numpy as np

E_Z = np.array([0.0, 0.0, 1.0])


def plane(s):
    """phi = s_z [m]."""
    return s[2], E_Z.copy(), np.zeros((3, 3))


def height(profile):
    """Surface of revolution z = f(rho), body above: phi = s_z - f(rho) [m].

        grad phi = e_z - f' e_rho,   Hess phi = -(f'' e_rho e_rho^T + (f'/rho) e_phi e_phi^T)

    profile(rho) returns (f [m], f'/rho [1/m], f'' [1/m]); the ratio f'/rho is asked for because it is regular on the
    axis.
    """
    def surface(s):
        rho = sqrt(s[0]*s[0] + s[1]*s[1])
        f, slope_over_rho, second = profile(rho)
        gradient = np.array([-slope_over_rho*s[0], -slope_over_rho*s[1], 1.0])
        hessian = np.zeros((3, 3))
        hessian[0, 0] = hessian[1, 1] = -slope_over_rho
        if rho > 0.0:
            e = s[:2]/rho
            hessian[:2, :2] -= (second - slope_over_rho)*np.outer(e, e)
        return s[2] - f, gradient, hessian

    return surface


def cone_inside(theta):
    """z = rho tan(theta), theta the slope above the horizontal [rad]; singular at the apex."""
    k = tan(theta)
    return height(lambda rho: (k*rho, k/rho, 0.0))


def paraboloid_inside(p):
    """z = rho^2/(2 p), p the curvature radius at the vertex [m]."""
    return height(lambda rho: (rho*rho/(2*p), 1/p, 1/p))


def ripple_bowl(A, k, p):
    """z = A (1 - cos k rho) + rho^2/(2 p); A [m], k [1/m], p [m]."""
    def profile(rho):
        x = k*rho
        sinc = sin(x)/x if x > 1e-8 else 1.0
        return A*(1 - cos(x)) + rho*rho/(2*p), A*k*k*sinc + 1/p, A*k*k*cos(x) + 1/p

    return height(profile)


def pseudosphere_inside(c):
    """rho = c sin q, z = c (ln tan(q/2) + cos q), 0 < q < pi/2: tractrix, f' = sqrt(c^2 - rho^2)/rho; c [m]."""
    def profile(rho):
        root = sqrt(c*c - rho*rho)
        return c*log(rho/(c + root)) + root, root/(rho*rho), -c*c/(rho*rho*root)

    return height(profile)


def quadric(weights, constant):
    """phi = (constant + s.diag(weights).s)/2 for weights (3,), constant."""
    D = np.diag(np.asarray(weights, float))

    def surface(s):
        gradient = D @ s
        return 0.5*(constant + s @ gradient), gradient, D.copy()

    return surface


def sphere_inside(b):
    """phi = (b^2 - |s|^2)/(2 b): ball of the body's side inside the sphere of radius b [m]."""
    return quadric([-1/b]*3, b)


def sphere_outside(b):
    """phi = (|s|^2 - b^2)/(2 b), b [m]."""
    return quadric([1/b]*3, -b)


def cylinder_inside(b):
    """phi = (b^2 - rho^2)/(2 b), b [m]."""
    return quadric([-1/b, -1/b, 0.0], b)


def ellipsoid_inside(A, B, C):
    """phi = (1 - x^2/A^2 - y^2/B^2 - z^2/C^2)/2 [1], semi-axes in m."""
    return quadric([-A**-2, -B**-2, -C**-2], 1.0)


def torus(B, b, side):
    """phi = side ((rho - B)^2 + z^2 - b^2)/(2 b); side -1 inside the tube, +1 outside; B, b [m]."""
    k = side/b

    def surface(s):
        rho = sqrt(s[0]*s[0] + s[1]*s[1])
        e = np.array([s[0]/rho, s[1]/rho, 0.0])
        phi = 0.5*k*((rho - B)**2 + s[2]**2 - b*b)
        azimuthal = 1 - B/rho
        hessian = k*(azimuthal*np.diag([1.0, 1.0, 0.0]) + (1 - azimuthal)*np.outer(e, e) + np.diag([0.0, 0.0, 1.0]))
        return phi, k*((rho - B)*e + s[2]*E_Z), hessian

    return surface


def torus_inside(B, b):
    """Body inside the tube of radius b about the circle of radius B [m]."""
    return torus(B, b, -1.0)


def torus_outside(B, b):
    """Body outside the tube of radius b about the circle of radius B [m]."""
    return torus(B, b, 1.0)


BY_NAME = {"cone_inside": cone_inside, "paraboloid_inside": paraboloid_inside, "ripple_bowl": ripple_bowl,
           "pseudosphere_inside": pseudosphere_inside, "sphere_inside": sphere_inside,
           "sphere_outside": sphere_outside, "cylinder_inside": cylinder_inside,
           "ellipsoid_inside": ellipsoid_inside, "torus_inside": torus_inside, "torus_outside": torus_outside}


def from_json(spec):
    """Surface of a dictionary {type, defines, parameters...} of ball.md section 0; `defines` is left to the caller."""
    if spec["type"] == "plane":
        return plane

    return BY_NAME[spec["type"]](**{k: v for k, v in spec.items() if k not in ("type", "defines")})
