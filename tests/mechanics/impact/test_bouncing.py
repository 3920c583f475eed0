"""Bouncing to rest: times of the impacts and the tail of infinitely many."""

from math import inf

import numpy as np
from numpy.testing import assert_allclose

from sandbox.mechanics.friction.dry import dry_law
from sandbox.mechanics.impact.impact import strike, tail
from tests.mechanics.impact.touch import ball_touch, cases, compare


def test_bouncing_ball():
    case = cases()["bouncing_ball"]
    params, e, g = case["params"], case["params"]["restitution"], case["params"]["g"]
    t = np.sqrt(2.0*(case["initial"]["z"] - params["radius"])/g)
    v = -g*t
    for impact in case["expected"]["impacts"]:
        now = ball_touch({**params, "inertia_factor": 0.4}, (0.0, 0.0, v), (0.0, 0.0, 0.0))
        after = strike(now, dry_law(0.3), e).u[2]
        rest = tail(after, -g, e)
        compare({"t": t, "v_before": v, "v_after": after, "apex_gap_after": after**2/(2*g)}, case, "t", "v_before",
                "v_after", "apex_gap_after", expected=impact)
        compare({"t_zeno": t + rest.time}, case, "t_zeno")
        t, v = t + rest.flight, -after


def test_tail_is_the_sum_of_its_impacts():
    v, U, e, V = 0.7, -9.81, 0.6, 4.0
    time = impulse = 0.0
    speed = v
    for _ in range(200):
        time += 2.0*speed/-U
        impulse += (1.0 + e)*speed/V
        speed *= e
    rest = tail(v, U, e, V)
    assert_allclose((rest.time, rest.impulse), (time, impulse), rtol=1e-14)
    # what a lasting contact would have given in that time, and the momentum that came down first
    assert_allclose(rest.impulse, (-U*rest.time - v)/V, rtol=1e-14)
    assert tail(v, U, 1.0).time == inf
