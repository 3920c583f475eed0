"""Small matrices in compiled formulas (traced.py): a matrix is a tuple of its rows.

The systems of one contact are symmetric and positive definite: elimination without pivoting, the same digits on every
processor.
"""

from sandbox.compiling.traced import Vector, traced, vector_at


def matrix_at(p, at):
    """The rows of a matrix of nine numbers p[at:]."""
    return vector_at(p, at), vector_at(p, at + 3), vector_at(p, at + 6)


def times(matrix, v):
    """A v."""
    return Vector(*(row @ v for row in matrix))


def congruent(rows, matrix):
    """R A R^T for a symmetric A and the rows of R, as many as there are."""
    products = [times(matrix, row) for row in rows]
    upper = {(i, j): rows[i] @ products[j] for i in range(len(rows)) for j in range(i, len(rows))}
    return tuple(tuple(upper[min(i, j), max(i, j)] for j in range(len(rows))) for i in range(len(rows)))


def spread(small, basis):
    """B^T A B for a matrix A of the tangent plane (2, 2) and its basis t1, t2."""
    first, second = (small[i][0]*basis[0] + small[i][1]*basis[1] for i in (0, 1))
    return tuple(basis[0][i]*first + basis[1][i]*second for i in range(3))


def response(m, inverse_tensor, rho):
    """1/m - [rho] J^-1 [rho] of a force at rho [1/kg]."""
    x, y, z = rho
    # the axes x rho
    rows = Vector(0.0, -z, y), Vector(z, 0.0, -x), Vector(-y, x, 0.0)
    found = congruent(rows, inverse_tensor)
    return tuple(Vector(*(found[i][j] + 1.0/m if i == j else found[i][j] for j in range(3))) for i in range(3))


def solve_2(a, b):
    """x (2,) with A x = b for a symmetric positive definite A (2, 2)."""
    ratio = a[1][0]/a[0][0]
    y = (b[1] - ratio*b[0])/(a[1][1] - ratio*a[0][1])
    return (b[0] - a[0][1]*y)/a[0][0], y


def solve_3(a, b):
    """x (3,) with A x = b for a symmetric positive definite A (3, 3): L D L^T."""
    l1, l2 = a[1][0]/a[0][0], a[2][0]/a[0][0]
    d2 = a[1][1] - l1*a[1][0]
    e = a[2][1] - l1*a[2][0]
    l3 = e/d2
    d3 = a[2][2] - l2*a[2][0] - l3*e
    by = b[1] - l1*b[0]
    bz = b[2] - (l2*b[0] + l3*by)
    z = bz/d3
    y = by/d2 - l3*z
    return Vector(b[0]/a[0][0] - l1*y - l2*z, y, z)


@traced
def put_inverse(a, out):
    """Fills the inverse of a symmetric positive 3 x 3 matrix."""
    c = (a[4]*a[8] - a[5]*a[7], a[5]*a[6] - a[3]*a[8], a[3]*a[7] - a[4]*a[6])
    share = 1.0/(a[0]*c[0] + a[1]*c[1] + a[2]*c[2])
    rows = (c[0], a[2]*a[7] - a[1]*a[8], a[1]*a[5] - a[2]*a[4],
            c[1], a[0]*a[8] - a[2]*a[6], a[2]*a[3] - a[0]*a[5],
            c[2], a[1]*a[6] - a[0]*a[7], a[0]*a[4] - a[1]*a[3])
    for i, number in enumerate(rows):
        out[i] = share*number


def across(n, v):
    """v without its part along the unit vector n."""
    return v - (n @ v)*n
