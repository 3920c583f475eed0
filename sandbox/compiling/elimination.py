"""Small linear systems solved on terms: unrolled code in which zeros cost nothing.

There is no pivoting. The symmetric positive definite matrices of mechanics need none, and neither do the stage systems
of Radau's method, whose leading minors are positive.
"""

from sandbox.compiling.terms import Term


class Symmetric:
    """The factors L, D of a symmetric matrix of terms, M = L D L^T with unit lower triangular L."""

    def __init__(self, matrix: list[list[Term]]):
        n = len(matrix)
        self.pivots: list[Term] = []
        self._lower: list[list[Term]] = []
        self._inverse: list[Term] = []
        for i in range(n):
            # products[j] = L_ij d_j
            products: list[Term] = []
            self._lower.append([])
            for j in range(i):
                value = matrix[i][j]
                for k in range(j):
                    value = value - products[k]*self._lower[j][k]
                products.append(value)
                self._lower[i].append(value*self._inverse[j])
            pivot = matrix[i][i]
            for k in range(i):
                pivot = pivot - products[k]*self._lower[i][k]
            self.pivots.append(pivot)
            self._inverse.append(pivot.of(1.0)/pivot)

    def solve(self, right: list[Term]) -> list[Term]:
        """Returns x with M x = right."""
        n, x = len(right), list(right)
        for i in range(n):
            for j in range(i):
                x[i] = x[i] - self._lower[i][j]*x[j]
        x = [value*inverse for value, inverse in zip(x, self._inverse, strict=True)]
        for i in reversed(range(n)):
            for j in range(i + 1, n):
                x[i] = x[i] - self._lower[j][i]*x[j]
        return x


def solve(matrix: list[list[Term]], right: list[Term]) -> list[Term]:
    """Returns x with A x = right by Gauss' elimination."""
    n = len(right)
    a, x = [list(row) for row in matrix], list(right)
    inverse: list[Term] = []
    for k in range(n):
        inverse.append(x[k].of(1.0)/a[k][k])
        for i in range(k + 1, n):
            factor = a[i][k]*inverse[k]
            for j in range(k + 1, n):
                a[i][j] = a[i][j] - factor*a[k][j]
            x[i] = x[i] - factor*x[k]
    for k in reversed(range(n)):
        for j in range(k + 1, n):
            x[k] = x[k] - a[k][j]*x[j]
        x[k] = x[k]*inverse[k]
    return x


def dot(a: list[Term], b: list[Term]) -> Term:
    """Returns the sum of products."""
    total = a[0]*b[0]
    for x, y in zip(a[1:], b[1:], strict=True):
        total = total + x*y
    return total
