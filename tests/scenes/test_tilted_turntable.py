"""What a viewer of the tilted turntable should see does happen: drift across the slope, height of the cycloid."""

from math import cos, pi, sin

import numpy as np
import pytest
from numpy.testing import assert_allclose

from tests.scenes.riding import SOLID, G, ride


@pytest.mark.parametrize(("preset", "drift"), [
    ("Sideways, not down", 0.037), ("Motor reversed", -0.037), ("Straight across the slope", 0.037),
    ("Loops that overlap", 0.037), ("One degree, faster motor", 0.0611), ("Hollow ball, slower drift", 0.0221)])
def test_tilted_table_drifts_across_the_slope(preset, drift):
    seen = ride("tilted_turntable", preset, 60.0, until="rim")
    chi = 2/5 if seen.p.shell else SOLID
    loop = 2*pi/(chi*abs(seen.p.rate))
    loops = int(seen.t[-1]/loop)
    assert loops >= 1 and seen.ended == "rim"
    here = [np.interp(loops*loop, seen.t, seen.r[:, i]) for i in range(3)]
    assert (here[0] - seen.r[0, 0])/(loops*loop) == pytest.approx(drift, abs=5e-4)     # [m/s] digits quoted
    assert drift*seen.p.rate > 0
    # after whole loops no lower: linear interpolation between steps of 1/240 s
    assert_allclose(here[1:], seen.r[0, 1:], atol=2e-6)


def test_tilted_table_height_of_the_cycloid():
    seen = ride("tilted_turntable", "Sideways, not down", 10.0)
    v_d = 2.5*G*sin(seen.p.slope)/seen.p.rate
    assert v_d == pytest.approx(0.0368, abs=1e-4)
    assert np.ptp(seen.r[:, 1]) == pytest.approx(2*v_d/(SOLID*seen.p.rate)*cos(seen.p.slope), abs=1e-6)
    assert np.ptp(seen.r[:, 1]) == pytest.approx(0.074, abs=5e-4)
    assert seen.run.max_F_over_N < 0.01


def test_tilted_table_with_the_motor_off_is_a_slope():
    """And with the drift velocity for a start the ball goes straight."""
    seen = ride("tilted_turntable", "Motor off", 60.0, until="rim")
    assert seen.ended == "rim" and seen.r[-1, 1] < -0.299
    fall = seen.r[0, 2] - seen.r[-1, 2]
    assert 0.7*seen.v[-1] @ seen.v[-1] == pytest.approx(G*fall, rel=1e-12)      # rolling: 7/10 v^2 = g h
    seen = ride("tilted_turntable", "Straight across the slope", 60.0, until="rim")
    assert np.ptp(seen.r[:, 1]) < 1e-13     # [m] rounding of 3,590 steps
