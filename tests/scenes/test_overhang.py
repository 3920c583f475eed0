"""Bricks that reach out: which side of the harmonic sum they are on, and when a little too much is seen."""

from math import log

import numpy as np
import pytest

from sandbox.mechanics.world import layout as at
from tests.scenes.test_dominoes_and_boxes import run_of, states

G, DENSITY = 9.81, 700.0


def leans(run):
    """The largest sine of half an angle by which a brick has turned."""
    return np.abs(states(run)[:, at.Q + 2]).max()


@pytest.mark.parametrize("side", [-1e-6, 1e-6])
@pytest.mark.parametrize("bricks", [1, 2, 4, 8])
def test_bricks_stand_up_to_the_harmonic_sum_and_not_a_millionth_further(bricks, side):
    run, values = run_of("overhang", "It stands", bricks=bricks, excess=side)
    x = states(run)[:, 0]
    flat = values["width"] - 2*values["rounding"]
    # the limit itself by its sum; what each brick above the lowest is short of its own, a millionth, and `side`
    reach = 0.5*flat*sum(1/k for k in range(1, bricks + 1))
    assert x[-1] + 0.5*flat - 0.5*flat == pytest.approx(reach, abs=3e-6*flat)
    run.advance(24)
    assert (states(run)[:, at.MODE] == at.RESTS).all() == (side < 0.0)
    assert (leans(run) == 0.0) if side < 0.0 else leans(run) > 1e-8


def test_a_hundred_times_nearer_falls_later_by_the_logarithm():
    """theta = (delta/b)(cosh lambda t - 1) of bricks that stick together: a hundredth of delta costs ln(100)/lambda."""
    found = []
    for excess in (1e-4, 1e-6):
        run, values = run_of("overhang", "It stands", bricks=1, excess=excess)
        while leans(run) < 0.01:
            run.advance(1)
            assert run.t < 4.0
        found.append(run.t)
    w, h, r = values["width"], values["height"], values["rounding"]
    flat, m = w - 2*r, values["width"]*values["depth"]*h*DENSITY
    # mass cancels but for what rounding takes away, a ten-thousandth of it
    J = m*(w*w + h*h)/12 + m*(excess*flat)**2 + m*(0.5*h)**2
    rate = np.sqrt(m*G*0.5*h/J)
    # a frame at either end, rounded edges roll: r/b of the moment
    assert found[1] - found[0] == pytest.approx(log(100.0)/rate, rel=0.04)
