"""A convex body that rolls without slipping on a moving surface: any support function, any inertia.

State y (11): contact point c (3) and quaternion body -> support (4) in local axes, absolute angular velocity w (3) in
body axes, ledger (1). With n the normal of phi = 0 towards the body, W = P Hess(phi) P/|grad phi| its shape operator,
nu = -n the body's outward normal, h(nu) its support function, S = Hess h (the matrix of curvature radii),

    rho = grad h(nu) - s_G,     wr = w - ws,     u = (1 + S W)^-1 S (wr x n)
    c'  = u,   q' = 1/2 q o (0, wr)
    A   = as x c + ws x (ws x c) - wr x u - w x (w x rho)
    (J + m(|rho|^2 1 - rho rho^T)) w' = -w x J w + m rho x (A - ge)
    reaction = m (A - w' x rho - ge)

and with r = c - rho, v_rel = -wr x rho, L = m r x (ws x r + v_rel) + J w

    E_J = (m v_rel^2 + wr.J wr - m |ws x r|^2 - ws.J ws)/2 - m ge.r,     ledger' = -as.L - m ge'.r.

Positions count from the axis point. A sharp edge needs no care, because radii stay finite where curvature does not; a
sharp disk lying exactly flat is a true singularity. Source: Bychkov 2004, equation (1.12) as u above.
"""

from math import inf, sqrt

from sandbox.mechanics.compiled import call_field, compiled, inlined, mode_function
from sandbox.mechanics.layout import (
    AXIS_POINT,
    CALL_DOMAIN,
    CALL_SHAPE,
    CALL_SURFACE,
    FIT_MARGIN,
    GUARD_CLOCK,
    GUARD_CONE,
    GUARD_EDGES,
    GUARD_END,
    GUARD_FIT,
    GUARD_NORMAL,
    IS_STEADY,
    MASS,
    MASS_CENTRE,
    SEEN_DEFECT,
    SEEN_FRICTION,
    SEEN_GUARDS,
    SEEN_KINETIC,
    SHAPE,
    STATIC_FRICTION,
    SURFACE,
    TENSOR,
)
from sandbox.mechanics.motion import support_motion
from sandbox.mechanics.report import fill_report
from sandbox.mechanics.rotation import cross, matrix_of, quaternion_rate_body, turn, turn_back

SIZE = 11


@compiled
def symmetric_times(a, x, y, z):
    """A v for a symmetric matrix given as (xx, xy, xz, yy, yz, zz)."""
    return a[0]*x + a[1]*y + a[2]*z, a[1]*x + a[3]*y + a[4]*z, a[2]*x + a[4]*y + a[5]*z


@compiled
def solve_symmetric(xx, xy, xz, yy, yz, zz, bx, by, bz):
    """Solution of a symmetric positive definite 3 x 3 system by elimination without pivoting (L D L^T)."""
    l1, l2 = xy/xx, xz/xx
    d2 = yy - l1*xy
    e = yz - l1*xz
    l3 = e/d2
    d3 = zz - l2*xz - l3*e
    by -= l1*bx
    bz -= l2*bx + l3*by
    z = bz/d3
    y = by/d2 - l3*z
    return bx/xx - l1*y - l2*z, y, z


@compiled
def tensor_times(p, x, y, z):
    """J v, body axes."""
    return (p[TENSOR]*x + p[TENSOR + 1]*y + p[TENSOR + 2]*z, p[TENSOR + 3]*x + p[TENSOR + 4]*y + p[TENSOR + 5]*z,
            p[TENSOR + 6]*x + p[TENSOR + 7]*y + p[TENSOR + 8]*z)


@inlined
def body_dynamics(t, x, y, z, q0, q1, q2, q3, w1, w2, w3, p, calls):
    """Everything about the contact at one instant; see the head of this file.

    returns u (3), w' (3, body axes), ledger', wr (3, body axes), then in local axes from the axis point n (3),
            reaction (3) [N], v_rel (3), r (3), ws (3), ge (3), rho (3), w (3), and the fit det(1 + S W)
    """
    m = p[MASS]
    sx, sy, sz, ax, ay, az, gx, gy, gz, jx, jy, jz = support_motion(t, p)
    d = call_field(calls[CALL_SURFACE], x, y, z, p, SURFACE)
    k = 1.0/sqrt(d[0]*d[0] + d[1]*d[1] + d[2]*d[2])
    nx, ny, nz = k*d[0], k*d[1], k*d[2]
    hess = (d[3], d[4], d[5], d[6], d[7], d[8])

    # contact point and radii of the body, turned into local axes
    turning = matrix_of(q0, q1, q2, q3)
    b1, b2, b3 = turn_back(turning, -nx, -ny, -nz)
    b = call_field(calls[CALL_SHAPE], b1, b2, b3, p, SHAPE)
    r1, r2, r3 = b[0] - p[MASS_CENTRE], b[1] - p[MASS_CENTRE + 1], b[2] - p[MASS_CENTRE + 2]
    ox, oy, oz = turn(turning, r1, r2, r3)
    radii = (b[3], b[4], b[5], b[6], b[7], b[8])
    wx, wy, wz = turn(turning, w1, w2, w3)
    rx, ry, rz = wx - sx, wy - sy, wz - sz
    i1, i2, i3 = turn_back(turning, rx, ry, rz)

    # y = S (wr x n) and W y; trace and determinant of S W from a basis-free form
    ux, uy, uz = cross(rx, ry, rz, nx, ny, nz)
    u1, u2, u3 = turn_back(turning, ux, uy, uz)
    u1, u2, u3 = symmetric_times(radii, u1, u2, u3)
    ux, uy, uz = turn(turning, u1, u2, u3)
    bx, by, bz = symmetric_times(hess, ux, uy, uz)
    along = nx*bx + ny*by + nz*bz
    bx, by, bz = k*(bx - along*nx), k*(by - along*ny), k*(bz - along*nz)
    u1, u2, u3 = turn_back(turning, bx, by, bz)
    u1, u2, u3 = symmetric_times(radii, u1, u2, u3)
    bx, by, bz = turn(turning, u1, u2, u3)

    # S in local axes, only for trace(S W) = S : Hess/|grad|, since S n = 0
    c1 = symmetric_times(radii, turning[0], turning[1], turning[2])
    c2 = symmetric_times(radii, turning[3], turning[4], turning[5])
    c3 = symmetric_times(radii, turning[6], turning[7], turning[8])
    s_xx = turning[0]*c1[0] + turning[1]*c1[1] + turning[2]*c1[2]
    s_xy = turning[3]*c1[0] + turning[4]*c1[1] + turning[5]*c1[2]
    s_xz = turning[6]*c1[0] + turning[7]*c1[1] + turning[8]*c1[2]
    s_yy = turning[3]*c2[0] + turning[4]*c2[1] + turning[5]*c2[2]
    s_yz = turning[6]*c2[0] + turning[7]*c2[1] + turning[8]*c2[2]
    s_zz = turning[6]*c3[0] + turning[7]*c3[1] + turning[8]*c3[2]
    trace = k*(s_xx*hess[0] + s_yy*hess[3] + s_zz*hess[5] + 2.0*(s_xy*hess[1] + s_xz*hess[2] + s_yz*hess[4]))
    det = (k*k*(nx*nx*(hess[3]*hess[5] - hess[4]*hess[4]) + ny*ny*(hess[0]*hess[5] - hess[2]*hess[2])
                + nz*nz*(hess[0]*hess[3] - hess[1]*hess[1])
                + 2.0*(nx*ny*(hess[2]*hess[4] - hess[1]*hess[5]) + nx*nz*(hess[1]*hess[4] - hess[2]*hess[3])
                       + ny*nz*(hess[1]*hess[2] - hess[4]*hess[0])))
           * ((b[3]*b[6] - b[4]*b[4]) + (b[3]*b[8] - b[5]*b[5]) + (b[6]*b[8] - b[7]*b[7])))
    fit = 1.0 + trace + det
    ux, uy, uz = ((1.0 + trace)*ux - bx)/fit, ((1.0 + trace)*uy - by)/fit, ((1.0 + trace)*uz - bz)/fit

    # A - ge, from the axis point
    x, y, z = x - p[AXIS_POINT], y - p[AXIS_POINT + 1], z - p[AXIS_POINT + 2]
    lx, ly, lz = cross(sx, sy, sz, x, y, z)
    px, py, pz = cross(sx, sy, sz, lx, ly, lz)
    px, py, pz = px - gx, py - gy, pz - gz
    if p[IS_STEADY] == 0.0:
        lx, ly, lz = cross(ax, ay, az, x, y, z)
        px, py, pz = px + lx, py + ly, pz + lz
    lx, ly, lz = cross(rx, ry, rz, ux, uy, uz)
    px, py, pz = px - lx, py - ly, pz - lz
    lx, ly, lz = cross(wx, wy, wz, ox, oy, oz)
    lx, ly, lz = cross(wx, wy, wz, lx, ly, lz)
    px, py, pz = px - lx, py - ly, pz - lz

    # moment balance in body axes
    p1, p2, p3 = turn_back(turning, px, py, pz)
    j1, j2, j3 = tensor_times(p, w1, w2, w3)
    e1, e2, e3 = cross(w1, w2, w3, j1, j2, j3)
    l1, l2, l3 = cross(r1, r2, r3, p1, p2, p3)
    rr = r1*r1 + r2*r2 + r3*r3
    e1, e2, e3 = solve_symmetric(
        p[TENSOR] + m*(rr - r1*r1), p[TENSOR + 1] - m*r1*r2, p[TENSOR + 2] - m*r1*r3,
        p[TENSOR + 4] + m*(rr - r2*r2), p[TENSOR + 5] - m*r2*r3, p[TENSOR + 8] + m*(rr - r3*r3),
        m*l1 - e1, m*l2 - e2, m*l3 - e3)
    l1, l2, l3 = cross(e1, e2, e3, r1, r2, r3)
    lx, ly, lz = turn(turning, p1 - l1, p2 - l2, p3 - l3)

    # mass centre, angular momentum about the axis point, ledger
    x, y, z = x - ox, y - oy, z - oz
    vx, vy, vz = cross(ox, oy, oz, rx, ry, rz)
    ledger = 0.0
    if p[IS_STEADY] == 0.0:
        bx, by, bz = cross(sx, sy, sz, x, y, z)
        bx, by, bz = cross(x, y, z, m*(vx + bx), m*(vy + by), m*(vz + bz))
        j1, j2, j3 = turn(turning, j1, j2, j3)
        ledger = -(ax*(bx + j1) + ay*(by + j2) + az*(bz + j3)) - m*(jx*x + jy*y + jz*z)
    return (ux, uy, uz, e1, e2, e3, ledger, i1, i2, i3, nx, ny, nz, m*lx, m*ly, m*lz, vx, vy, vz, x, y, z,
            sx, sy, sz, gx, gy, gz, ox, oy, oz, wx, wy, wz, fit)


@compiled
def body_dynamics_called(t, x, y, z, q0, q1, q2, q3, w1, w2, w3, p, calls):
    """`body_dynamics` compiled once for those who call it once per step."""
    return body_dynamics(t, x, y, z, q0, q1, q2, q3, w1, w2, w3, p, calls)


@compiled
def body_rhs(t, x, y, z, q0, q1, q2, q3, w1, w2, w3, ledger, p, calls):
    """Right-hand side of the state of the head of this file."""
    d = body_dynamics(t, x, y, z, q0, q1, q2, q3, w1, w2, w3, p, calls)
    e0, e1, e2, e3 = quaternion_rate_body(d[7], d[8], d[9], q0, q1, q2, q3)
    return d[0], d[1], d[2], e0, e1, e2, e3, d[3], d[4], d[5], d[6]


@compiled
def friction_in_hand(N, F, p):
    """mu_s N - |F| [N], which static friction has left at the normal force N and the friction F; 1.0 without bound."""
    return p[STATIC_FRICTION]*N - F if p[STATIC_FRICTION] < inf else 1.0


@mode_function
def body_observe(t, h, y, p, calls, out):
    """Fill an observation (layout.SEEN numbers) of the state y at t."""
    d = body_dynamics_called(t, y[0], y[1], y[2], y[3], y[4], y[5], y[6], y[7], y[8], y[9], p, calls)
    m = p[MASS]
    vx, vy, vz = d[16], d[17], d[18]
    cx, cy, cz = cross(d[22], d[23], d[24], d[19], d[20], d[21])
    s1, s2, s3 = y[7] - d[7], y[8] - d[8], y[9] - d[9]
    a1, a2, a3 = tensor_times(p, d[7], d[8], d[9])
    b1, b2, b3 = tensor_times(p, s1, s2, s3)
    j1, j2, j3 = tensor_times(p, y[7], y[8], y[9])
    relative = m*(vx*vx + vy*vy + vz*vz) + a1*d[7] + a2*d[8] + a3*d[9]
    carried = m*(cx*cx + cy*cy + cz*cz) + b1*s1 + b2*s2 + b3*s3
    vx, vy, vz = vx + cx, vy + cy, vz + cz
    out[SEEN_DEFECT] = 0.5*(relative - carried) - m*(d[25]*d[19] + d[26]*d[20] + d[27]*d[21]) - y[10]
    out[SEEN_KINETIC] = 0.5*(m*(vx*vx + vy*vy + vz*vz) + j1*y[7] + j2*y[8] + j3*y[9])

    nx, ny, nz, fx, fy, fz = d[10], d[11], d[12], d[13], d[14], d[15]
    normal = nx*fx + ny*fy + nz*fz
    fx, fy, fz = fx - normal*nx, fy - normal*ny, fz - normal*nz
    out[SEEN_FRICTION] = sqrt(fx*fx + fy*fy + fz*fz)/normal if normal > 0.0 else inf
    out[SEEN_GUARDS + GUARD_NORMAL] = normal
    out[SEEN_GUARDS + GUARD_FIT] = d[34] - FIT_MARGIN
    edges = call_field(calls[CALL_DOMAIN], y[0], y[1], y[2], p, SURFACE)
    for i in range(4):
        out[SEEN_GUARDS + GUARD_EDGES + i] = edges[1 + i]
    out[SEEN_GUARDS + GUARD_CONE] = friction_in_hand(normal, sqrt(fx*fx + fy*fy + fz*fz), p)
    out[SEEN_GUARDS + GUARD_END] = 1.0
    out[SEEN_GUARDS + GUARD_CLOCK] = 1.0
    return 0.0


@mode_function
def body_report(t, h, y, p, calls, out):
    """Fill a report (report.REPORT numbers): the body in the laboratory frame."""
    d = body_dynamics_called(t, y[0], y[1], y[2], y[3], y[4], y[5], y[6], y[7], y[8], y[9], p, calls)
    fill_report(t, (y[3], y[4], y[5], y[6]), (d[19], d[20], d[21]), (d[16], d[17], d[18]), (d[31], d[32], d[33]),
                (d[28], d[29], d[30]), (d[10], d[11], d[12]), (d[13], d[14], d[15]), p, out)
    return 0.0
