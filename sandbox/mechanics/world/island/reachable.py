"""What impulses at a point can change of its velocity, where joints and floors leave it few ways to go.

A point moves by G P. Where it hangs on a rigid arm, G has no inverse: along the arm no impulse moves it, whatever moves
past it. The law of impacts solves G P = -u; it is given

    u' = Q u + n.(u - Q u) G n/(n.G n)

instead, with Q the projection on what G reaches: n.u' = n.u, and the impulse it asks for takes the slip as far as any
can. Where G has an inverse u' is u.
"""

from math import sqrt

from sandbox.compiling.compiled import compiled

# an eigenvalue of G that is smaller than this share of its trace is none: a mass 1e10 times another is not meant
THIN = 1e-10


@compiled
def steepest(A, out):
    """Fills `out` (3,) with the column of a symmetric A (9,) that has the largest diagonal, as a unit vector."""
    best = 0
    for c in range(1, 3):
        if A[4*c] > A[4*best]:
            best = c
    size = sqrt(A[best]**2 + A[3 + best]**2 + A[6 + best]**2)
    for r in range(3):
        out[r] = A[3*r + best]/size


@compiled
def reach(G, n, u, adjoint, axis, out):
    """Fills `out` (3,) with u' of a symmetric G (9,); adjoint (9,) and axis (3,) are room."""
    for r in range(3):
        for c in range(3):
            i, j, k, l = (r + 1) % 3, (r + 2) % 3, (c + 1) % 3, (c + 2) % 3
            adjoint[3*c + r] = G[3*i + k]*G[3*j + l] - G[3*i + l]*G[3*j + k]
        out[r] = u[r]
    trace, minors = G[0] + G[4] + G[8], adjoint[0] + adjoint[4] + adjoint[8]
    det = G[0]*adjoint[0] + G[1]*adjoint[3] + G[2]*adjoint[6]
    is_line = minors < THIN*trace*trace
    if not is_line and det >= THIN*trace*minors:
        return
    # a line that is reached, or the one that is not
    steepest(G if is_line else adjoint, axis)
    along = axis[0]*u[0] + axis[1]*u[1] + axis[2]*u[2]
    lost, gives = 0.0, 0.0
    for r in range(3):
        out[r] = along*axis[r] if is_line else u[r] - along*axis[r]
        lost += n[r]*(u[r] - out[r])
        for c in range(3):
            gives += n[r]*G[3*r + c]*n[c]
    for r in range(3):
        for c in range(3):
            out[r] += lost/gives*G[3*r + c]*n[c]
