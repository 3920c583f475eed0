"""Vectors as three numbers and rotations as unit quaternions (scalar first); compiled."""

from math import sqrt

from sandbox.compiling.compiled import compiled


@compiled
def cross(ax, ay, az, bx, by, bz):
    """a x b."""
    return ay*bz - az*by, az*bx - ax*bz, ax*by - ay*bx


@compiled
def multiply(p0, p1, p2, p3, q0, q1, q2, q3):
    """Quaternion product p o q."""
    return (p0*q0 - p1*q1 - p2*q2 - p3*q3, p0*q1 + p1*q0 + p2*q3 - p3*q2,
            p0*q2 - p1*q3 + p2*q0 + p3*q1, p0*q3 + p1*q2 - p2*q1 + p3*q0)


@compiled
def turn(r, x, y, z):
    """R v for a rotation of nine numbers, row by row."""
    return r[0]*x + r[1]*y + r[2]*z, r[3]*x + r[4]*y + r[5]*z, r[6]*x + r[7]*y + r[8]*z


@compiled
def turn_back(r, x, y, z):
    """R^T v for a rotation of nine numbers, row by row."""
    return r[0]*x + r[3]*y + r[6]*z, r[1]*x + r[4]*y + r[7]*z, r[2]*x + r[5]*y + r[8]*z


@compiled
def matrix_of(q0, q1, q2, q3):
    """Rotation matrix of the quaternion q/|q| as nine numbers, row by row: orthogonal whatever the norm."""
    s = 2.0/(q0*q0 + q1*q1 + q2*q2 + q3*q3)
    xx, yy, zz = s*q1*q1, s*q2*q2, s*q3*q3
    xy, xz, yz = s*q1*q2, s*q1*q3, s*q2*q3
    wx, wy, wz = s*q0*q1, s*q0*q2, s*q0*q3
    return (1.0 - yy - zz, xy - wz, xz + wy,
            xy + wz, 1.0 - xx - zz, yz - wx,
            xz - wy, yz + wx, 1.0 - xx - yy)


@compiled
def quaternion_rate_space(wx, wy, wz, q0, q1, q2, q3):
    """q' = 1/2 (0, w) o q for an angular velocity w in the axes q maps to."""
    return (-0.5*(wx*q1 + wy*q2 + wz*q3), 0.5*(wx*q0 + wy*q3 - wz*q2),
            0.5*(wy*q0 + wz*q1 - wx*q3), 0.5*(wz*q0 + wx*q2 - wy*q1))


@compiled
def quaternion_rate_body(wx, wy, wz, q0, q1, q2, q3):
    """q' = 1/2 q o (0, w) for an angular velocity w in the axes q maps from."""
    return (-0.5*(wx*q1 + wy*q2 + wz*q3), 0.5*(wx*q0 + wz*q2 - wy*q3),
            0.5*(wy*q0 + wx*q3 - wz*q1), 0.5*(wz*q0 + wy*q1 - wx*q2))


@compiled
def normalise(y, at):
    """Scale the quaternion y[at:at+4] to unit length, in place."""
    s = 1.0/sqrt(y[at]*y[at] + y[at + 1]*y[at + 1] + y[at + 2]*y[at + 2] + y[at + 3]*y[at + 3])
    for i in range(at, at + 4):
        y[i] *= s
