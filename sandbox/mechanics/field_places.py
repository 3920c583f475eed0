"""Places in what a compiled field fills: the slopes of a function of x, y, z, or phi and the distances to the edges."""

from sandbox.compiling.places import Places

# a field of slopes: gradient and upper triangle of the Hessian, row by row
_slopes = Places()
D_X, D_Y, D_Z = (_slopes.take() for _ in range(3))
D_XX, D_XY, D_XZ, D_YY, D_YZ, D_ZZ = (_slopes.take() for _ in range(6))
GRADIENT, HESSIAN = slice(D_X, D_XX), slice(D_XX, _slopes.size)

# a field of values: phi of a surface, and how far it is to each of its edges, 1 where there are fewer
_values = Places()
PHI = _values.take()
EDGES = 4
EDGE = _values.take(EDGES)
EDGES_OF_VALUES = slice(EDGE, _values.size)
