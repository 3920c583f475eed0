"""A dynamically symmetric ball that rolls without slipping on a moving surface.

State y (11): tracked point x (3) and quaternion ball -> support (4) in local axes, absolute angular velocity w (3) in
local axes, ledger (1). The tracked point lies on phi = 0, the ball's centre is r = x + e n, n = grad phi/|grad phi|:
e = a when phi is the touched surface, e = 0 when it is the surface of the centre. With W the shape operator of phi = 0,

    wr = w - ws,   v_rel = a wr x n,   x' = (1 + e W)^-1 v_rel,   n' = W x'
    c  = r - a n,  u = v_rel - a n',   rho = -a n
    A  = as x c + ws x (ws x c) - wr x u - w x (w x rho)
    (I + m a^2) w' = m rho x (A - ge),           reaction = m (A - w' x rho - ge)

and the Jacobi integral and its ledger, with L = m r x v + I w and v = ws x r + v_rel,

    E_J = m v_rel^2/2 + I wr^2/2 - m |ws x r|^2/2 - I ws^2/2 - m ge.r,     ledger' = -as.L - m ge'.r.

Positions count from the axis point. Sources: Bychkov 2004; Borisov, Mamaev, Bizyaev 2015, section 3.
"""

from sandbox.compiling.branching import ask_field, call, choose
from sandbox.compiling.compiled import compiled, mode_function
from sandbox.compiling.rotation import cross as crossing
from sandbox.compiling.rotation import normalise, quaternion_rate_space
from sandbox.compiling.traced import Vector, cross, sqrt, traced, vector_at
from sandbox.integration.observation import DEFECT, KINETIC_ENERGY
from sandbox.mechanics.contact.geometry import fill_contact
from sandbox.mechanics.layout import (
    AXIS_POINT,
    CALL_DOMAIN,
    CALL_SURFACE,
    INERTIA,
    IS_STEADY,
    LEDGER_SCALE,
    LENGTH_SCALE,
    MASS,
    OFFSET,
    RADIUS,
    SPIN_SCALE,
    SURFACE,
)
from sandbox.mechanics.motion import support_motion
from sandbox.mechanics.report import fill_report

SIZE = 11

# a x b of six numbers
crossed = crossing.py_func


def ball_dynamics(t, x, y, z, wx, wy, wz, p, calls):
    """Everything about the contact at one instant; see the head of this file. Local axes, from the axis point.

    returns x' (3), w' as components' (3), ledger', wr (3), n (3), reaction (3) [N], v_rel (3), r (3), ws (3), ge (3),
            fit (det of 1 + S W)
    """
    a, m, inertia, e = p[RADIUS], p[MASS], p[INERTIA], p[OFFSET]
    sx, sy, sz, ax, ay, az, gx, gy, gz, jx, jy, jz = support_motion.formula(t, p)
    fx, fy, fz, hxx, hxy, hxz, hyy, hyz, hzz, _ = ask_field(calls[CALL_SURFACE], x, y, z, p, SURFACE)
    k = 1.0/sqrt(fx*fx + fy*fy + fz*fz)
    nx, ny, nz = k*fx, k*fy, k*fz

    # velocity of the centre relative to the support
    rx, ry, rz = wx - sx, wy - sy, wz - sz
    vx, vy, vz = crossed(a*rx, a*ry, a*rz, nx, ny, nz)

    # trace and determinant of W on the tangent plane, W v_rel
    qx, qy, qz = hxx*nx + hxy*ny + hxz*nz, hxy*nx + hyy*ny + hyz*nz, hxz*nx + hyz*ny + hzz*nz
    trace = k*(hxx + hyy + hzz - (nx*qx + ny*qy + nz*qz))
    det = k*k*(nx*nx*(hyy*hzz - hyz*hyz) + ny*ny*(hxx*hzz - hxz*hxz) + nz*nz*(hxx*hyy - hxy*hxy)
               + 2.0*(nx*ny*(hxz*hyz - hxy*hzz) + nx*nz*(hxy*hyz - hxz*hyy) + ny*nz*(hxy*hxz - hyz*hxx)))
    bx, by, bz = hxx*vx + hxy*vy + hxz*vz, hxy*vx + hyy*vy + hyz*vz, hxz*vx + hyz*vy + hzz*vz
    along = nx*bx + ny*by + nz*bz
    bx, by, bz = k*(bx - along*nx), k*(by - along*ny), k*(bz - along*nz)

    # (1 + e W)^-1 on the tangent plane by Cayley and Hamilton; n' = W x' likewise, W^2 = trace W - det
    room = 1.0 + e*trace + e*e*det
    i, j, k = (1.0 + e*trace)/room, e/room, 1.0/room
    ux, uy, uz = i*vx - j*bx, i*vy - j*by, i*vz - j*bz
    i = j*det
    dx, dy, dz = k*bx + i*vx, k*by + i*vy, k*bz + i*vz
    fit = choose(e != 0.0, lambda: room, lambda: 1.0 - a*trace + a*a*det)

    # centre and contact from the axis point, acceleration of the centre for w' = 0
    x, y, z = x + e*nx - p[AXIS_POINT], y + e*ny - p[AXIS_POINT + 1], z + e*nz - p[AXIS_POINT + 2]
    cx, cy, cz = x - a*nx, y - a*ny, z - a*nz
    lx, ly, lz = crossed(sx, sy, sz, cx, cy, cz)
    ox, oy, oz = crossed(sx, sy, sz, lx, ly, lz)
    px, py, pz = choose(p[IS_STEADY] == 0.0, lambda: crossed(ax, ay, az, cx, cy, cz), lambda: (0.0, 0.0, 0.0))
    tx, ty, tz = crossed(rx, ry, rz, vx - a*dx, vy - a*dy, vz - a*dz)
    wn, ww = wx*nx + wy*ny + wz*nz, wx*wx + wy*wy + wz*wz
    px, py, pz = (px + ox - tx + a*(wn*wx - ww*nx) - gx,
                  py + oy - ty + a*(wn*wy - ww*ny) - gy,
                  pz + oz - tz + a*(wn*wz - ww*nz) - gz)

    # moment balance and reaction
    f = -a*m/(inertia + m*a*a)
    ex, ey, ez = crossed(f*nx, f*ny, f*nz, px, py, pz)
    lx, ly, lz = crossed(a*ex, a*ey, a*ez, nx, ny, nz)
    lx, ly, lz = m*(px + lx), m*(py + ly), m*(pz + lz)

    # angular momentum about the axis point, ledger
    def power():
        qx, qy, qz = crossed(sx, sy, sz, x, y, z)
        hx, hy, hz = crossed(x, y, z, vx + qx, vy + qy, vz + qz)
        return -(ax*(m*hx + inertia*wx) + ay*(m*hy + inertia*wy) + az*(m*hz + inertia*wz)) - m*(jx*x + jy*y + jz*z)
    ledger = choose(p[IS_STEADY] == 0.0, power, lambda: 0.0)
    ox, oy, oz = crossed(sx, sy, sz, wx, wy, wz)
    return (ux, uy, uz, ex - ox, ey - oy, ez - oz, ledger, rx, ry, rz, nx, ny, nz, lx, ly, lz, vx, vy, vz,
            x, y, z, sx, sy, sz, gx, gy, gz, fit)


@traced
def ball_dynamics_of(t, y, p, calls):
    """`ball_dynamics` of the state y."""
    return ball_dynamics(t, y[0], y[1], y[2], y[7], y[8], y[9], p, calls)


@compiled
def ball_called(t, y, p, calls):
    """`ball_dynamics` compiled once for those who call it once per step."""
    return ball_dynamics_of(t, y, p, calls)


@traced
def ball_rates(t, x, y, z, q0, q1, q2, q3, wx, wy, wz, p, calls):
    """`ball_rhs`."""
    d = ball_dynamics(t, x, y, z, wx, wy, wz, p, calls)
    return (*d[0:3], *quaternion_rate_space.py_func(d[7], d[8], d[9], q0, q1, q2, q3), *d[3:7])


@compiled
def ball_rhs(t, x, y, z, q0, q1, q2, q3, wx, wy, wz, ledger, p, calls):
    """Right-hand side of the state of the head of this file."""
    return ball_rates(t, x, y, z, q0, q1, q2, q3, wx, wy, wz, p, calls)


@traced
def rolling_scales(x, y, z, wx, wy, wz, ledger, p):
    """`ball_weight`."""
    place = 1.0/(p[LENGTH_SCALE] + abs(x) + abs(y) + abs(z))
    spin = 1.0/(p[SPIN_SCALE] + abs(wx) + abs(wy) + abs(wz))
    return place, place, place, 1.0, 1.0, 1.0, 1.0, spin, spin, spin, 1.0/(p[LEDGER_SCALE] + abs(ledger))


@compiled
def ball_weight(x, y, z, q0, q1, q2, q3, wx, wy, wz, ledger, p):
    """Reciprocals of the scales that errors are measured in: typical plus present size, one for all of a vector."""
    return rolling_scales(x, y, z, wx, wy, wz, ledger, p)


@traced
def fill_ball(y, d, p, calls, out):
    """Fill an observation from what `ball_dynamics` returns."""
    m, inertia = p[MASS], p[INERTIA]
    w, wr, n, force, v = vector_at(y, 7), Vector(*d[7:10]), Vector(*d[10:13]), Vector(*d[13:16]), Vector(*d[16:19])
    r, ws, ge = Vector(*d[19:22]), Vector(*d[22:25]), Vector(*d[25:28])
    carrying = cross(ws, r)
    relative = m*(v @ v) + inertia*(wr @ wr)
    carried = m*(carrying @ carrying) + inertia*(ws @ ws)
    v = v + carrying
    out[DEFECT] = 0.5*(relative - carried) - m*(ge @ r) - y[10]
    out[KINETIC_ENERGY] = 0.5*(m*(v @ v) + inertia*(w @ w))
    fill_contact.formula(y, n, force, d[28], p, calls, out)


@mode_function
def ball_observe(t, h, y, p, calls, out):
    """Fill an observation (OBSERVATION,) of the state y at t."""
    fill_ball(y, ball_called(t, y, p, calls), p, calls, out)
    return 0.0


@mode_function
def rolling_settle(t, h, y, p, calls, out):
    """Unit quaternion, one Newton step of the point y[0:3] along grad phi; any rolling body, velocities untouched."""
    normalise(y, 3)
    settle_point(y, p, calls)
    return 0.0


@traced
def settle_point(y, p, calls):
    """One Newton step of the point y[0:3] onto phi = 0, in place."""
    x = vector_at(y, 0)
    domain = ask_field(calls[CALL_DOMAIN], *x, p, SURFACE)
    d = ask_field(calls[CALL_SURFACE], *x, p, SURFACE)
    k = domain[0]/(d[0]*d[0] + d[1]*d[1] + d[2]*d[2])
    for i in range(3):
        y[i] = x[i] - k*d[i]


@traced
def report_ball(t, y, d, p, out):
    """Fill a report from what `ball_dynamics` returns."""
    n = Vector(*d[10:13])
    call(fill_report, t, tuple(y[i] for i in range(3, 7)), Vector(*d[19:22]), Vector(*d[16:19]), vector_at(y, 7),
         -p[RADIUS]*n, n, Vector(*d[13:16]), p, out)


@mode_function
def ball_report(t, h, y, p, calls, out):
    """Fill a report (report.REPORT numbers): the ball in the laboratory frame."""
    report_ball(t, y, ball_called(t, y, p, calls), p, out)
    return 0.0
