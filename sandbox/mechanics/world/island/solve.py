"""Dense systems of contact forces, dependent rows among them: A x = b, where b lies in the range of A.

The diagonal of A is enlarged by a share of itself, which makes every such matrix regular; what that changes is taken
away by iteration,

    (A + e D) x_(k+1) = b + e D x_k,     x_0 = 0,

whose limit solves A x = b and has nothing in the null space of a symmetric A: four balls in a square share their forces
evenly. The regular system goes by Gauss' elimination with row pivots.
"""

from sandbox.compiling.compiled import compiled

# share of the diagonal that is added
SHARE = 1e-7
# turns of the iteration: two for rows that are independent
MOST_TURNS = 12
# change of a turn that is none, against the largest unknown
STILL = 4e-16


@compiled
def factor(a, n, lu, pivots):
    """Fills lu (n, n) and pivots (n,) with the factors of A + e D, A row by row in a (n, n)."""
    for i in range(n*n):
        lu[i] = a[i]
    for i in range(n):
        lu[i*n + i] += SHARE*abs(a[i*n + i])
    for k in range(n):
        best = k
        for i in range(k + 1, n):
            if abs(lu[i*n + k]) > abs(lu[best*n + k]):
                best = i
        pivots[k] = best
        if best != k:
            for j in range(n):
                lu[k*n + j], lu[best*n + j] = lu[best*n + j], lu[k*n + j]
        inverse = 1.0/lu[k*n + k]
        for i in range(k + 1, n):
            share = lu[i*n + k]*inverse
            lu[i*n + k] = share
            if share != 0.0:
                for j in range(k + 1, n):
                    lu[i*n + j] -= share*lu[k*n + j]


@compiled
def solve_factored(lu, pivots, n, x):
    """Replaces x (n,) by the solution for the right-hand side x."""
    for k in range(n):
        best = int(pivots[k])
        if best != k:
            x[k], x[best] = x[best], x[k]
    for k in range(n):
        for i in range(k + 1, n):
            x[i] -= lu[i*n + k]*x[k]
    for k in range(n - 1, -1, -1):
        for j in range(k + 1, n):
            x[k] -= lu[k*n + j]*x[j]
        x[k] /= lu[k*n + k]


@compiled
def solve(a, n, lu, pivots, b, x, rest):
    """Fills x (n,) with a solution of A x = b, see the head of this file; rest (n,) is room to work.

    returns the largest residual |b - A x| against the largest |b|
    """
    factor(a, n, lu, pivots)
    largest = 0.0
    for i in range(n):
        x[i] = 0.0
        largest = max(largest, abs(b[i]))
    if largest == 0.0:
        return 0.0
    for _ in range(MOST_TURNS):
        for i in range(n):
            total = b[i]
            for j in range(n):
                total -= a[i*n + j]*x[j]
            rest[i] = total
        solve_factored(lu, pivots, n, rest)
        size = change = 0.0
        for i in range(n):
            x[i] += rest[i]
            size, change = max(size, abs(x[i])), max(change, abs(rest[i]))
        if not change > STILL*size:
            break
    left = 0.0
    for i in range(n):
        total = b[i]
        for j in range(n):
            total -= a[i*n + j]*x[j]
        left = max(left, abs(total))
    return left/largest
