"""What a viewer of the pseudosphere should see does happen, in the numbers of ball.md 10 and 11.7."""

import json
from math import degrees
from pathlib import Path

import numpy as np
import pytest
from numpy.testing import assert_allclose

from sandbox.run.simulation import Simulation
from tests.scenes.riding import CATALOGUE, G, ride, turns

TESTS = Path(__file__).parents[1]


# figures of the paper -------------------------------------------------------------------------------------------------

def test_figures_are_the_reference_runs():
    cases = json.loads((TESTS/"vectors"/"vectors_ball.json").read_text(encoding="utf-8"))["cases"]
    vectors = {case["id"]: case for case in cases}
    for preset, name in (("Figure 4", "pseudosphere_paper_fig4"), ("Figure 5", "pseudosphere_paper_fig5")):
        scene = CATALOGUE.get("pseudosphere")
        run = Simulation(scene, scene.preset(preset).values)
        for sample in vectors[name]["samples"]:
            run.advance(round(240*sample["t"]) - run.step)
            ball = run.snapshot().bodies[0]
            # the vectors carry twelve digits
            assert_allclose(ball.centre, sample["r"], atol=1e-9)
            assert_allclose(ball.angular_velocity, sample["omega"], atol=1e-9)
            assert_allclose((ball.N, *ball.F), (sample["N"], *sample["F"]), atol=1e-9*ball.N + 1e-9)
    assert Simulation(scene).values == Simulation(scene, scene.preset("Figure 4").values).values


# ball.md 10: heights, distances, w_rel,3 at top and bottom, period, degrees per period, first minimum, N, friction, E_J
FIGURES = {
    "Figure 4": ((-4.56205, -1.07086), (0.9543, 2.4956), (0.99894, 2.21701), 3.16, -433.5, 1.64, (7.18, 29.76), 0.588,
                 -10.7492738),
    "Figure 5": ((-5.08310, -2.94197), (5.4297, 6.8652), (0.99189, 1.95217), 5.56, -452.0, 2.97, (13.33, 19.27), 0.130,
                 -52.4279805),
}


@pytest.mark.parametrize("preset", FIGURES)
def test_table_of_the_figures(preset):
    heights, distances, spins, period, degrees_per_period, first, N, friction, E_J = FIGURES[preset]
    seen = ride("pseudosphere", preset, 40.0)
    R, z, w_3 = np.hypot(seen.r[:, 0], seen.r[:, 1]), seen.r[:, 2], seen.w[:, 2] - seen.p.rate
    # [m] half of the last digit quoted, and how far the nearest step of 1/240 s may be off the turning point
    assert_allclose((z.min(), z.max()), heights, atol=2e-5)
    assert_allclose((R.min(), R.max()), distances, atol=1e-4)
    assert_allclose((w_3[z.argmax()], w_3[z.argmin()]), spins, atol=2e-4)
    assert_allclose((seen.N.min(), seen.N.max()), N, atol=6e-3)
    t, azimuth = turns(seen, z)
    assert t[0] == pytest.approx(first, abs=6e-3)
    assert_allclose(np.diff(t), period, atol=6e-3)
    # [deg] the rides quoted were 20 time units long, which is about what the last digit is worth
    assert degrees(np.diff(azimuth).mean()) == pytest.approx(degrees_per_period, abs=0.5)
    assert seen.run.max_F_over_N == pytest.approx(friction, abs=1e-3)
    assert seen.E_J[0] == pytest.approx(E_J, abs=1e-6)
    correlation = np.corrcoef(z, w_3)[0, 1]
    assert correlation < (-0.9999 if preset == "Figure 5" else -0.99)
    assert seen.ended is None and seen.run.drift < 1e-13


def test_touched_pseudosphere_is_ridden_alike():
    seen = ride("pseudosphere", "Figure 4", 30.0, touched=True)
    t, _azimuth = turns(seen, seen.r[:, 2])
    assert seen.ended is None and np.ptp(np.diff(t)) < 1e-3 and set(seen.run.invariant_drift) == {
        "E_J", "meridian_u", "meridian_w"}


# the funnel -----------------------------------------------------------------------------------------------------------

@pytest.mark.parametrize(("preset", "changes", "top", "bottom", "period", "friction"), [
    ("The bottomless funnel", {}, -0.021, -0.186, 0.82, 0.54),
    ("The bottomless funnel", {"across": 0.3}, -0.021, -0.276, 0.82, 0.86),
    ("A shallow ride", {}, -0.018, -0.076, 0.99, 0.29),
    ("A turning funnel", {}, -0.021, -0.120, 0.86, 0.27)])
def test_funnel_never_lets_it_fall(preset, changes, top, bottom, period, friction):
    seen = ride("pseudosphere", preset, 30.0, **changes)
    z = seen.r[:, 2]
    t, _azimuth = turns(seen, z)
    assert seen.ended is None and len(t) > 29/period
    # digits quoted in ball.md 11.7 [m, s, 1]
    assert_allclose((z.max(), z.min()), (top, bottom), atol=5e-4)
    assert_allclose(np.diff(t), period, atol=5.5e-3)
    assert seen.run.max_F_over_N == pytest.approx(friction, abs=5e-3)
    # [m] it comes back to where it started; nothing is lost
    lows = z[np.flatnonzero((z[1:-1] < z[:-2]) & (z[1:-1] <= z[2:])) + 1]
    assert np.ptp(lows) < 3e-4            # the step nearest to the bottom: (h/2)^2 z''/2 with z'' = 50 m/s^2


def test_funnel_spins_the_ball_up():
    seen = ride("pseudosphere", "The bottomless funnel", 5.0)
    w = np.linalg.norm(seen.w, axis=1)
    assert_allclose((w.min(), w.max()), (50.0, 234.0), atol=0.5)
    assert seen.N.min() > 0.74*0.0327*G


def test_funnel_rim_and_wall_are_left():
    """Where the centre moves on the pseudosphere it goes over the rim; a wall that is left is landed on again."""
    seen = ride("pseudosphere", "Down, up and over the rim", 5.0, until="rim", touched=False)
    assert seen.ended == "rim" and seen.r[:, 2].min() < -0.19
    assert seen.r[-1, 2] == pytest.approx(0.0, abs=1e-5)         # [m] tan q = c/a: the rim of the touched surface
    assert seen.run.max_F_over_N < 0.6
    seen = ride("pseudosphere", "Too slow: it leaves the wall", 5.0, until="detach", touched=False)
    assert seen.ended == "detach" and seen.N[-1] == pytest.approx(0.0, abs=1e-12)
    assert seen.N[:-1].min() > 0 and seen.v[-1, 2] < -0.5
    seen = ride("pseudosphere", "Too slow: it leaves the wall", 5.0, until="impact")
    detach, landing = (next(event.t for event in seen.run.events if event.kind == kind)
                       for kind in ("detach", "impact"))
    aloft = (seen.t > detach) & (seen.t < landing)
    # [m/s] free fall in between
    fallen = seen.v[aloft][-1] - seen.v[aloft][0] + np.array((0.0, 0.0, G))*np.ptp(seen.t[aloft])
    assert aloft.sum() > 10 and np.abs(fallen).max() < 1e-12


def test_touched_funnel_slips_and_grips_again():
    """Steel ball at mu = 0.3, let go at q = 0.9 with 0.5 m/s around; instants of an integration of its own."""
    seen = ride("pseudosphere", "It slips, and grips again", 1.0)
    slip, grip = (next(event.t for event in seen.run.events if event.kind == kind) for kind in ("slip", "grip"))
    assert_allclose((slip, grip), (0.151042, 0.466795), rtol=0, atol=6e-7)      # [s] printed digits
    sliding = (seen.t > slip) & (seen.t < grip)
    assert_allclose(np.linalg.norm(seen.F[sliding], axis=1), 0.3*seen.N[sliding], rtol=1e-9)
    assert (np.linalg.norm(seen.F[~sliding], axis=1) <= 0.3*seen.N[~sliding] + 1e-9).all()
