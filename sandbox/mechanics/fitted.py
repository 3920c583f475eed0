"""Support functions that were fitted to a mesh, compiled: spherical harmonics, and a norm of few corners.

Their numbers are an array that stands in the generated module of a shape (systems/fields.py), not in the parameters: a
mesh has too many. What is filled is that of a field of slopes, gradient (the touching point) and Hessian (the radii of
curvature), here at a direction (x, y, z) of any length.

Harmonics of the degrees l = 0..N, R regular solid ones, Re and Im of R_k^m = r^k P_k^m(z/r) e^(i m phi)/(k + m)!:

    h = r sum_l P_l(x/r)      P_l homogeneous, harmonic, of degree l; H_l its Hessian, of degree l - 2
    P_l = x.H_l x/(l (l - 1)),   grad P_l = H_l x/(l - 1)       (Euler; l > 1)

so that the tables of the Hessians, five numbers of each R, say everything: zz = - xx - yy.
The array: N; h_0; the gradient of P_1; then for m = 0..N-2, k = m..N-2: 1/((k + m)(k - m)) (0 for k = m), five numbers
xx, xy, xz, yy, yz of Re R_k^m and, for m > 0, five of Im R_k^m.

Corners v_i about a point c within them:  h = c.x + f (sum_i max(v_i.x, 0)^p)^(1/p) + e r, convex for p > 1.
The array: p; f; e; c; the number of corners; the corners.
"""

from math import sqrt

from sandbox.compiling.compiled import compiled, room
from sandbox.mechanics import field_places

# harmonics: places, numbers of a Hessian, the largest degree
DEGREE, MEAN, FIRST, TABLE, OF_HESSIAN, MOST_DEGREE = 0, 1, 2, 5, 5, 16
ROOM = OF_HESSIAN*(MOST_DEGREE - 1)
# corners: places
POWER, SHARE, ROUNDING, MIDDLE, COUNT, CORNERS = 0, 1, 2, 3, 6, 7


@compiled
def gathered(x, y, z, s, sums):
    """Fill sums with the Hessians H_2..H_N at a unit vector, five numbers each."""
    top = int(s[DEGREE]) - 2
    for i in range(OF_HESSIAN*(top + 1)):
        sums[i] = 0.0
    at, even, odd = TABLE, 1.0, 0.0
    for m in range(top + 1):
        if m > 0:
            even, odd = -(x*even - y*odd)/(2.0*m), -(x*odd + y*even)/(2.0*m)
        before, now = 0.0, 1.0
        for k in range(m, top + 1):
            if k > m:
                before, now = now, ((2.0*k - 1.0)*z*now - before)*s[at]
            a, b, to = now*even, now*odd, OF_HESSIAN*k
            at += 1
            for i in range(OF_HESSIAN):
                sums[to + i] += a*s[at + i]
            at += OF_HESSIAN
            if m > 0:
                for i in range(OF_HESSIAN):
                    sums[to + i] += b*s[at + i]
                at += OF_HESSIAN


@compiled
def harmonic_slopes(x, y, z, s, out):
    """Gradient and Hessian of the harmonics of the array s."""
    r = sqrt(x*x + y*y + z*z)
    x, y, z = x/r, y/r, z/r
    sums = room(ROOM)
    gathered(x, y, z, s, sums)
    # sums of H_l, of H_l x (2 - l)/(l - 1) ... as the head has them: grad = g, Hess = A - (u x' + x u') - a 1 + b x x'
    gx, gy, gz = s[FIRST], s[FIRST + 1], s[FIRST + 2]
    xx = xy = xz = yy = yz = ux = uy = uz = flat = steep = 0.0
    for k in range(int(s[DEGREE]) - 1):
        at, l = OF_HESSIAN*k, k + 2.0
        hxx, hxy, hxz, hyy, hyz = sums[at], sums[at + 1], sums[at + 2], sums[at + 3], sums[at + 4]
        hx, hy, hz = hxx*x + hxy*y + hxz*z, hxy*x + hyy*y + hyz*z, hxz*x + hyz*y - (hxx + hyy)*z
        q = (hx*x + hy*y + hz*z)/l
        xx, xy, xz, yy, yz = xx + hxx, xy + hxy, xz + hxz, yy + hyy, yz + hyz
        gx, gy, gz = gx + hx/(l - 1.0), gy + hy/(l - 1.0), gz + hz/(l - 1.0)
        ux, uy, uz = ux + hx, uy + hy, uz + hz
        flat, steep = flat + q, steep + (l + 1.0)*q
    mean = s[MEAN]
    along = mean - flat
    out[field_places.D_X], out[field_places.D_Y], out[field_places.D_Z] = gx + along*x, gy + along*y, gz + along*z
    # the mean radius has the Hessian h_0 (1 - x x')/r
    plain, outer = along, steep - mean
    out[field_places.D_XX] = (xx - 2.0*ux*x + plain + outer*x*x)/r
    out[field_places.D_XY] = (xy - ux*y - uy*x + outer*x*y)/r
    out[field_places.D_XZ] = (xz - ux*z - uz*x + outer*x*z)/r
    out[field_places.D_YY] = (yy - 2.0*uy*y + plain + outer*y*y)/r
    out[field_places.D_YZ] = (yz - uy*z - uz*y + outer*y*z)/r
    out[field_places.D_ZZ] = (-xx - yy - 2.0*uz*z + plain + outer*z*z)/r


@compiled
def corner_slopes(x, y, z, s, out):
    """Gradient and Hessian of the norm of corners of the array s."""
    r = sqrt(x*x + y*y + z*z)
    x, y, z = x/r, y/r, z/r
    p, count = s[POWER], int(s[COUNT])
    # counted in the largest term, so that nothing overflows
    largest = 0.0
    for i in range(count):
        at = CORNERS + 3*i
        largest = max(largest, s[at]*x + s[at + 1]*y + s[at + 2]*z)
    total = gx = gy = gz = xx = xy = xz = yy = yz = zz = 0.0
    for i in range(count):
        at = CORNERS + 3*i
        a, b, c = s[at], s[at + 1], s[at + 2]
        d = (a*x + b*y + c*z)/largest
        if d > 0.0:
            second = d**(p - 2.0)
            first = second*d
            total += first*d
            gx, gy, gz = gx + first*a, gy + first*b, gz + first*c
            xx, xy, xz = xx + second*a*a, xy + second*a*b, xz + second*a*c
            yy, yz, zz = yy + second*b*b, yz + second*b*c, zz + second*c*c
    e = s[ROUNDING]
    root = total**(1.0/p)
    first = s[SHARE]*root/total
    out[field_places.D_X] = s[MIDDLE] + first*gx + e*x
    out[field_places.D_Y] = s[MIDDLE + 1] + first*gy + e*y
    out[field_places.D_Z] = s[MIDDLE + 2] + first*gz + e*z
    second, e = (p - 1.0)*first/(largest*r), e/r
    out[field_places.D_XX] = second*(xx - gx*gx/total) + e*(1.0 - x*x)
    out[field_places.D_XY] = second*(xy - gx*gy/total) - e*x*y
    out[field_places.D_XZ] = second*(xz - gx*gz/total) - e*x*z
    out[field_places.D_YY] = second*(yy - gy*gy/total) + e*(1.0 - y*y)
    out[field_places.D_YZ] = second*(yz - gy*gz/total) - e*y*z
    out[field_places.D_ZZ] = second*(zz - gz*gz/total) + e*(1.0 - z*z)
