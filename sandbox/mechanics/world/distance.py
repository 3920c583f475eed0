"""How far two balls are apart: by squares where only that counts."""

from sandbox.compiling.compiled import compiled
from sandbox.compiling.traced import traced, vector_at
from sandbox.mechanics.world import layout as at

# share of a square that rounding does not change
ROUNDED = 1.0 + 1e-9


@traced
def square_between(one, other):
    """Square of the distance of two centres."""
    d = vector_at(one, at.X) - vector_at(other, at.X)
    return d @ d


@compiled
def is_farther(one, other, reach):
    """Whether two centres surely are farther apart than `reach`: without a root."""
    return square_between(one, other) > ROUNDED*reach*reach
