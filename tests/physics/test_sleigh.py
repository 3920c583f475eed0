"""Sleighs and skates against closed forms, a direct solution in body components, and what a viewer should see."""

from math import cos, pi, radians, sin, sqrt

import numpy as np
import pytest

from sandbox.integration import arrays
from sandbox.scene.constrained import At
from sandbox.scene.models.sleigh import Blade, Sleigh
from sandbox.scene.motions import Motion, Spin, Still, rate_sine
from sandbox.scene.realisation import Breakable, Ideal, Viscous
from sandbox.scene.supports.surfaces import Board, Plane
from sandbox.systems.integration import Integration
from sandbox.systems.rows.start import assemble_constrained
from tests.oracles import sleigh as exact

SLOPE = 9.81*sin(radians(10.0))     # [m/s^2]


def body(name: str, motion=None, realisation=None, inertia=None, rim=None) -> Sleigh:
    """The bodies S, K, T of sleigh.md 16."""
    at, I_C = {"S": ((-0.08, 0.03), 0.015), "K": ((0.0, 0.04), 0.015), "T": ((-0.0316228, 0.02), 0.024)}[name]
    return Sleigh(1.0, inertia or I_C, (Blade(at, realisation=realisation or Ideal()),), motion or Spin("z", 0.0),
                  Plane(rim=rim))


def level(G=0.0, rate=0.0):
    return Motion("z", rate_sine(rate, 0.0, 0.0), gravity=(G, 0.0, -9.81))


def run_of(sleigh: Sleigh, start, seconds=0.0) -> Integration:
    run = Integration(assemble_constrained(sleigh.constrained(), start), 1/240)
    run.advance(round(seconds*240))
    return run


def foot(run, sleigh) -> np.ndarray:
    """O1 (2,) [m]."""
    a, theta = sleigh.blades[0].offset, run.y[2] + sleigh.blades[0].heading
    return run.y[:2] - a*np.array([cos(theta), sin(theta)])


def reaction(run) -> float:
    return run.picture().reactions[0].value


# ---- closed forms ----------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("v1", [0.3, -0.8])
def test_sleigh_at_rest_follows_its_closed_form(v1):
    """Ten seconds: 1e-12 m, where the best general engine is 5 mm off; the unstable start loses a factor of 16."""
    sleigh, w = body("S"), 0.05 if v1 < 0 else 4.0
    run = run_of(sleigh, sleigh.start(0.0, 0.0, 0.2, v1, w), 10.0)
    x, y, theta, v, spin, N = exact.resting_sleigh(10.0, 1.0, 0.015, 0.08, v1, w, 0.2)
    np.testing.assert_allclose(foot(run, sleigh), [x, y], rtol=0, atol=1e-12)     # [m]
    assert run.y[2] == pytest.approx(theta, abs=2e-12)
    assert run.y[5] == pytest.approx(spin, abs=1e-12)
    assert reaction(run) == pytest.approx(N, abs=1e-12)
    assert run.drift < 1e-13


@pytest.mark.parametrize("w", [3.0, -3.0, 1.5, 0.75, 0.0])
def test_skate_on_a_table_runs_on_its_conic(w):
    """Ellipse, parabola, hyperbola, and the blade that does not turn; the escaping ones grow by 1e3."""
    sleigh, rate, seconds = body("K", level(rate=1.5)), 1.5, 10.0 if abs(w) > 1.5 else 3.0
    run = run_of(sleigh, sleigh.start(0.1, 0.03, 0.4, 0.05, w, rate), seconds)
    x1, x2, v1 = exact.skate_on_table(seconds, rate, 0.1, 0.03, 0.05, w)
    c, s = cos(run.y[2]), sin(run.y[2])
    r = foot(run, sleigh)
    size = max(1.0, abs(x1), abs(x2))
    np.testing.assert_allclose([c*r[0] + s*r[1], -s*r[0] + c*r[1]], [x1, x2], rtol=0, atol=1e-12*size)
    # 2,400 equal increments of a large angle are rounded the same way
    assert run.y[2] == pytest.approx(0.4 + (w + rate)*seconds, abs=1e-11)
    assert c*run.y[3] + s*run.y[4] - rate*(c*(-r[1]) + s*r[0]) == pytest.approx(v1, abs=1e-12*size)


def test_skate_refuses_to_slide_down():
    """Brendelev's cycloid: no descent on average, sideways at G/(2 w) = 0.341 m/s, never more than 0.136 m down."""
    sleigh = body("K", level(SLOPE))
    run = run_of(sleigh, At((0.0, 0.0, 0.0), (0.0, 0.0, 2.5)))
    deepest = 0.0
    for _i in range(40):
        run.advance(60)
        x, y, _u, N = exact.skate_on_slope(run.t, SLOPE, 2.5)
        np.testing.assert_allclose(run.y[:2], [x, y], rtol=0, atol=1e-12)     # [m]
        assert reaction(run) == pytest.approx(N, abs=4e-12)
        deepest = max(deepest, run.y[0])
    assert deepest < SLOPE/(2*2.5**2) + 1e-12 < 0.137
    assert run.y[1]/run.t == pytest.approx(0.341, abs=0.02)


@pytest.mark.parametrize(("w", "place"), [(-4.0, 0.0867), (4.5, -0.0243)])
def test_skate_hovers_on_a_tilted_turntable(w, place):
    """Mean place over a minute: 87 mm downhill, or 24 mm uphill (sleigh.md 16.10)."""
    sleigh = body("K", level(0.5, 1.5))
    run = run_of(sleigh, sleigh.start(0.0, 0.0, 0.0, 0.0, w, 1.5))
    places = []
    for _i in range(60*24):
        run.advance(10)
        places.append(run.y[:2].copy())
    mean = np.mean(places, axis=0)
    assert exact.hovering_place(0.5, 1.5, w) == pytest.approx(place, abs=1e-3)
    np.testing.assert_allclose(mean, [place, 0.0], atol=3e-3)     # [m] a mean over finitely many turns


def test_boomerang_turns_through_a_full_turn():
    """A = 2: launched backwards, it turns by pi A in all and comes back at the speed it left with."""
    inertia = 3*0.08**2
    sleigh = body("S", inertia=inertia)
    run = run_of(sleigh, sleigh.start(0.0, 0.0, 0.0, -0.8, 0.001), 12.0)
    assert exact.total_turn(1.0, inertia, 0.08) == pytest.approx(2*pi)
    assert run.y[2] == pytest.approx(2*pi, abs=2e-3)     # the start is not at t = -inf
    assert np.hypot(*run.y[3:5]) == pytest.approx(sqrt(0.8**2 + 4*0.08**2*1e-6), abs=1e-6)


# ---- a direct solution in body components ----------------------------------------------------------------------------

@pytest.mark.parametrize(("name", "Omega", "wave", "nu", "G"), [
    ("S", 0.0, 0.0, 0.0, 0.0), ("T", 2.0, 0.0, 0.0, 0.0), ("S", 1.7, 0.0, 0.0, 0.0), ("S", 1.2, 0.8, 2.5, 0.0),
    ("S", 0.0, 0.0, 0.0, 0.7), ("S", 1.7, 0.0, 0.0, 0.4), ("S", 1.2, 0.8, 2.5, 0.4)])
def test_blade_agrees_with_the_direct_solution(name, Omega, wave, nu, G):
    """Ten seconds of every kind of support. The oracle itself is good to a few 1e-13 of the distance travelled."""
    sleigh = body(name, Motion("z", rate_sine(Omega, wave, nu), gravity=(G, 0.0, -9.81)))
    a, I_C = sleigh.blades[0].offset, sleigh.inertia
    x1, x2, phi, v1, w = (0.1897367, 0.0, 0.2, 0.0, -3.5099858) if name == "T" else (0.1, 0.05, 0.3, 0.2, -1.0)
    run = run_of(sleigh, sleigh.start(x1, x2, phi, v1, w, Omega))
    c, s = cos(phi), sin(phi)
    start = (c*x1 - s*x2, s*x1 + c*x2, phi, v1 - Omega*x2, Omega*x1, w + Omega)
    times = np.arange(1, 11)*1.0
    rate = lambda t: (Omega + wave*sin(nu*t), wave*nu*cos(nu*t))  # noqa: E731
    for t, row in zip(times, exact.blade_path(times, 1.0, I_C, a, start, rate, (G, 0.0)), strict=True):
        run.advance(240)
        size = max(1.0, np.abs(row[:2]).max())
        np.testing.assert_allclose(foot(run, sleigh), row[:2], rtol=0, atol=1e-12*size, err_msg=f"t = {t}")     # [m]
        assert run.y[5] == pytest.approx(row[5], abs=2e-12)
        assert reaction(run) == pytest.approx(row[6], abs=5e-12)


def test_viscous_sleigh_agrees_with_the_direct_solution():
    """c_b = 300 N s/m on a tilted turntable of varying rate; the implicit oracle is good to 1e-9."""
    motion = Motion("z", rate_sine(1.2, 0.8, 2.5), gravity=(0.4, 0.0, -9.81))
    sleigh = body("S", motion, Viscous(300.0))
    run = run_of(sleigh, sleigh.start(0.1, 0.05, 0.3, 0.2, -1.0, 1.2), 2.0)
    c, s = cos(0.3), sin(0.3)
    start = (c*0.1 - s*0.05, s*0.1 + c*0.05, 0.3, 0.2 - 1.2*0.05, 1.2*0.1, 0.2)
    row = exact.blade_path([2.0], 1.0, 0.015, 0.08, start, lambda t: (1.2 + 0.8*sin(2.5*t), 2.0*cos(2.5*t)),
                           (0.4, 0.0), 300.0)[0]
    np.testing.assert_allclose(foot(run, sleigh), row[:2], rtol=0, atol=1e-9)
    assert reaction(run) == pytest.approx(row[6], abs=1e-7)


# ---- what realises a blade -------------------------------------------------------------------------------------------

def viscous_run(c_b, seconds, slip=0.0):
    sleigh = body("K", level(SLOPE), Viscous(c_b))
    return run_of(sleigh, At((0.0, 0.0, 0.0), (0.0, slip, 2.5)), seconds)


@pytest.mark.parametrize("slip", [0.0, 0.2])
@pytest.mark.parametrize("c_b", [1e1, 1e2, 1e3, 1e4, 1e5, 1e6])
def test_viscous_blade_over_six_decades(c_b, slip):
    """Against the exact finite solution for ten seconds: 1e-12 m, one step per frame outside of the first layer."""
    run = viscous_run(c_b, 0.0, slip)
    for _i in range(40):
        run.advance(60)
        x, y, _u, v = exact.viscous_skate(run.t, c_b, SLOPE, 2.5, slip)
        np.testing.assert_allclose(run.y[:2], [x, y], rtol=0, atol=1e-12)     # [m]
        # the force is c_b times a slip that is known to rounding
        assert reaction(run) == pytest.approx(-c_b*v, abs=1e-11 + 2e-15*c_b)
    assert run.watch[arrays.SUBSTEPS] < 2400*1.2
    assert run.drift < 1e-12


def test_viscous_blades_converge_to_the_ideal_one():
    """c_b max |dr| over ten seconds tends to a constant (sleigh.md 12.2): first order in 1/c_b."""
    ideal = body("K", level(SLOPE))
    table = {1e1: 33.4172, 1e2: 34.1403, 1e3: 34.2389, 1e4: 34.2490, 1e5: 34.2500, 1e6: 34.2501}
    reference = run_of(ideal, At((0.0, 0.0, 0.0), (0.0, 0.0, 2.5)))
    runs = {c_b: viscous_run(c_b, 0.0) for c_b in table}
    worst = dict.fromkeys(table, 0.0)
    for _i in range(400):
        reference.advance(6)
        for c_b, run in runs.items():
            run.advance(6)
            worst[c_b] = max(worst[c_b], np.hypot(*(run.y[:2] - reference.y[:2])))
    for c_b, expected in table.items():
        assert c_b*worst[c_b] == pytest.approx(expected, rel=1e-4 if c_b < 1e6 else 3e-4)


def test_viscous_blade_of_no_viscosity_is_free():
    run = run_of(body("K", level(), Viscous(0.0)), At((0.0, 0.0, 0.0), (0.3, 0.2, 2.5)), 1.0)
    np.testing.assert_allclose(run.y[:3], [0.3, 0.2, 2.5], atol=1e-14)


def test_viscous_blades_creep_down_the_slope():
    """Mean speeds 2 G m/c_b: 170, 17, 1.7 mm/s over the same cycloid (sleigh.md 16.6)."""
    turns = 2*pi/2.5*4
    for c_b, speed in ((20.0, 0.170), (200.0, 0.0170), (2000.0, 0.00170)):
        run = viscous_run(c_b, 0.0).peek(turns)
        assert run.y[0]/turns == pytest.approx(speed, rel=0.04)


def test_blade_that_gives_way_breaks_and_grips_again():
    """sleigh.md 16.11, and the closed time of the break from (9.1)."""
    sleigh = body("S", realisation=Breakable(0.6, 0.4))
    run = run_of(sleigh, sleigh.start(0.0, 0.0, 0.0, 0.05, 4.0))
    run.advance(3*240)
    news = run.news()
    assert [event.kind for event in news] == ["breakaway", "regrip"]
    assert news[0].t == pytest.approx(0.151524738813305, abs=1e-13)
    assert news[1].t == pytest.approx(1.936221578831800, abs=1e-10)
    assert "'blade' gave way at t = 0.152 s: the force on it reached 0.6 N" in news[0].sentence
    assert exact.resting_sleigh(0.151524738813305, 1.0, 0.015, 0.08, 0.05, 4.0)[5] == pytest.approx(0.6, abs=1e-12)
    assert run.drift < 1e-13     # what friction took stands in the ledger


@pytest.mark.parametrize("phi, end", [(0.0, 0.9), (pi/2, 0.4), (-pi/2, 0.4), (pi/4, 0.4*sqrt(2.0))])
def test_skate_leaves_a_board_where_it_ends(phi, end):
    """Straight ahead at 0.5 m/s from the middle."""
    skate = Sleigh(1.0, 0.015, (Blade((0.0, 0.0)),), Still(), Board(1.8, 0.8))
    run = run_of(skate, skate.start(0.0, 0.0, phi, 0.5, 0.0), 5.0)
    assert (run.ended.kind, run.t) == ("rim", pytest.approx(2.0*end, abs=1e-12))


def test_sleigh_thrown_off_the_table():
    """sleigh.md 16.1: from rest on the table, over the rim of 0.6 m at 1.40 s."""
    sleigh = body("S", level(rate=1.7), rim=0.6)
    run = run_of(sleigh, sleigh.start(0.1, 0.0, 0.0, 0.0, 0.0, 1.7), 5.0)
    assert (run.ended.kind, run.t) == ("rim", pytest.approx(1.40, abs=0.01))
    assert np.hypot(*foot(run, sleigh)) == pytest.approx(0.6, abs=1e-12)
    assert np.hypot(*run.y[3:5]) == pytest.approx(0.65, abs=0.01)


def test_trapped_rosette_and_its_prograde_twin():
    """sleigh.md 16.2: a minute between 0.175 and 0.244 m; the twin is over the rim after 0.87 s."""
    sleigh = body("T", level(rate=2.0), rim=0.6)
    run = run_of(sleigh, sleigh.start(0.1897367, 0.0, 0.2, 0.0, -3.5099858, 2.0))
    radii = []
    for _i in range(60*24):
        run.advance(10)
        radii.append(np.hypot(*foot(run, sleigh)))
    assert 0.17 < min(radii) and max(radii) < 0.25 and run.ended is None
    assert run.drift < 1e-13
    twin = run_of(sleigh, sleigh.start(0.1897367, 0.0, 0.2, 0.0, 3.5099858, 2.0), 5.0)
    assert twin.t == pytest.approx(0.87, abs=0.01)


def test_long_run_keeps_its_energy():
    """Ten minutes on the table: rounding only."""
    sleigh = body("T", level(rate=2.0))
    run = run_of(sleigh, sleigh.start(0.1897367, 0.0, 0.2, 0.0, -3.5099858, 2.0), 600.0)
    assert run.drift < 1e-12
