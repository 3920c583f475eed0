"""Hits that give nothing back, one after the other: they come to an end, and no ball gets into another one."""

import numpy as np
import pytest

from tests.worlds.made import Run, ball, flat, gaps, law, placed

# three balls of a crowd, the middle one between the others: place, velocity and spin of each
SQUEEZED = (((0.08211852847865055, -0.12236711403014693), (0.10295531052654296, -0.027398275103044614), -1.446),
            ((0.0895690109387019, -0.08306331078823977), (0.0767311694218855, -0.022055080640201927), -2.571),
            ((0.10938628738630568, -0.046625168140906524), (-0.24981940181910856, -0.3460026902545044), 0.0))


def squeezed(mu):
    return Run(flat([placed(at, velocity, ball(0.02, 0.26), spin=spin) for at, velocity, spin in SQUEEZED],
                    law(mu, 0.0)))


@pytest.mark.parametrize("mu", [0.0, 0.1, 0.5])
def test_a_ball_between_two_comes_to_terms_with_both(mu):
    """Hits to the one and the other side shrink by a constant share: forty of them reach rounding."""
    run = squeezed(mu)
    for _step in range(24):
        run.advance(run.h)
        assert gaps(run.x, [0.02]*3).min() >= -1e-9*0.02
    assert run.impacts < 60


@pytest.mark.xfail(strict=True, reason="rough hits that give nothing back shrink slowly: hundreds of them in a frame")
@pytest.mark.parametrize("mu", [1.0, np.inf])
def test_a_rough_ball_between_two_comes_to_terms_with_both(mu):
    run = squeezed(mu)
    run.advance(24*run.h)
    assert run.impacts < 200
