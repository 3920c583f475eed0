"""The band of the rows of a pile, as it is eliminated and solved."""

import numpy as np
import pytest

from sandbox.mechanics.world.patches.forces import eliminate_band, solve_band


def ragged(seed: int, n: int, band: int) -> np.ndarray:
    """A matrix (n, n) of rows that end anywhere within the band; weak diagonals make rows change places."""
    chance, full = np.random.default_rng(seed), np.zeros((n, n))
    for i in range(n):
        first, last = max(0, i - int(chance.integers(0, band + 1))), min(n, i + 1 + int(chance.integers(0, band + 1)))
        full[i, first:last] = chance.normal(size=last - first)
        full[i, i] *= 0.1
    return full


@pytest.mark.parametrize("seed", range(12))
def test_rows_that_end_within_the_band_are_solved_as_a_full_matrix_is(seed):
    n, band = 17, 4
    wide, full = 3*band + 1, ragged(seed, n, band)
    lu, pivots, reaches, x = np.zeros(n*wide), np.zeros(n), np.zeros(n), np.arange(1.0, n + 1.0)
    for i in range(n):
        for j in range(max(0, i - band), min(n, i + band + 1)):
            lu[i*wide + j - i + band] = full[i, j]
        reaches[i] = np.flatnonzero(full[i]).max() + 1
    expected = np.linalg.solve(full, x)
    eliminate_band(lu, pivots, reaches, n, band, wide)
    solve_band(lu, pivots, reaches, n, band, wide, x)
    assert (pivots != np.arange(n)).any()
    # [1] rounding of n steps, times how near to singular chance has made it
    assert x == pytest.approx(expected, rel=0.0, abs=1e-15*n*np.linalg.cond(full)*np.abs(expected).max())
