"""What a viewer of each scene should see does happen, in the numbers of the closed forms and of ball.md 10 and 11."""

import json
from math import acos, cos, degrees, pi, radians, sin, sqrt, tan
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from numpy.testing import assert_allclose

from sandbox.run.simulation import Simulation
from sandbox.scene.catalogue import load_catalogue
from tests.oracles import exact

TESTS = Path(__file__).parents[1]
CATALOGUE = load_catalogue(TESTS.parent / "scenes")
G, A = 9.81, 0.01                # gravity [m/s^2] and radius of the classroom ball [m]
SOLID = 2/7                      # rolling ratio


def ride(scene, preset, seconds, step_rate=240, **changes):
    """A preset (with changes) seen at every step until the time or an event: t (n,), r, v, w, normal (n, 3), N (n,)."""
    scene = CATALOGUE.get(scene)
    run = Simulation(scene, {**scene.preset(preset).values, **changes}, step_rate)
    seen = [run.snapshot()]
    while run.t < seconds and run.ended is None:
        run.advance(1)
        seen.append(run.snapshot())
    bodies = [snapshot.bodies[0] for snapshot in seen]
    return SimpleNamespace(
        run=run, ended=run.ended.kind if run.ended else None, p=SimpleNamespace(**run.values),
        t=np.array([snapshot.t for snapshot in seen]), E_J=np.array([snapshot.E_J for snapshot in seen]),
        r=np.array([body.centre for body in bodies]), v=np.array([body.velocity for body in bodies]),
        w=np.array([body.angular_velocity for body in bodies]), n=np.array([body.normal for body in bodies]),
        N=np.array([body.N for body in bodies]))


def turns(seen, values):
    """Times of the lowest points of `values` and the azimuth of the ball there, by a parabola through three steps."""
    azimuth = np.unwrap(np.arctan2(seen.r[:, 1], seen.r[:, 0]))
    k = np.flatnonzero((values[1:-1] < values[:-2]) & (values[1:-1] <= values[2:])) + 1
    before, here, after = values[k - 1], values[k], values[k + 1]
    share = 0.5*(before - after)/(before - 2*here + after)
    slope = 0.5*(azimuth[k + 1] - azimuth[k - 1])
    curve = azimuth[k + 1] - 2*azimuth[k] + azimuth[k - 1]
    h = seen.t[1] - seen.t[0]
    return seen.t[k] + share*h, azimuth[k] + share*slope + 0.5*share**2*curve


def from_top(seen):
    """Angle of the normal with the vertical [rad]."""
    return np.arccos(np.clip(seen.n[:, 2], -1.0, 1.0))


# tilted turntable ----------------------------------------------------------------------------------------------------

@pytest.mark.parametrize(("preset", "drift"), [
    ("Sideways, not down", 0.037), ("Motor reversed", -0.037), ("Straight across the slope", 0.037),
    ("Loops that overlap", 0.037), ("One degree, faster motor", 0.0611), ("Hollow ball, slower drift", 0.0221)])
def test_tilted_table_drifts_across_the_slope(preset, drift):
    seen = ride("tilted_turntable", preset, 60.0)
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
    seen = ride("tilted_turntable", "Motor off", 60.0)
    assert seen.ended == "rim" and seen.r[-1, 1] < -0.299
    fall = seen.r[0, 2] - seen.r[-1, 2]
    assert 0.7*seen.v[-1] @ seen.v[-1] == pytest.approx(G*fall, rel=1e-12)      # rolling: 7/10 v^2 = g h
    seen = ride("tilted_turntable", "Straight across the slope", 60.0)
    assert np.ptp(seen.r[:, 1]) < 1e-13     # [m] rounding of 3,590 steps


# cone ----------------------------------------------------------------------------------------------------------------

@pytest.mark.parametrize(("preset", "petals", "laps", "friction"), [
    ("Star of five", 5, 3, 0.14), ("Rosette of eight", 8, 5, 0.16)])
def test_cone_draws_closed_stars(preset, petals, laps, friction):
    seen = ride("cone", preset, 20.0)
    t, azimuth = turns(seen, -seen.r[:, 2])
    assert seen.ended is None and len(t) > petals
    # [deg] the start speed has three digits
    assert degrees(np.diff(azimuth).mean())*petals == pytest.approx(360*laps, abs=0.5)
    assert seen.run.max_F_over_N < friction


def test_cone_ball_climbs_and_falls_back():
    seen = ride("cone", "Thrown up the wall", 20.0)
    radius = np.hypot(seen.r[:, 0], seen.r[:, 1])
    # on the cone at rest R u is constant like the angular momentum of a point
    momentum = seen.r[:, 0]*seen.v[:, 1] - seen.r[:, 1]*seen.v[:, 0]
    assert_allclose(momentum, momentum[0], rtol=1e-12)
    assert seen.ended is None and radius.min() < 0.008 and radius.max() > 0.23 and np.ptp(seen.r[:, 2]) > 0.12
    heights = seen.r[np.flatnonzero(np.diff(np.sign(np.diff(seen.r[:, 2]))) < 0) + 1, 2]
    assert np.ptp(heights) < 2e-5         # [m] always as high as before; a step off the top is g h^2/8 = 2e-5


def test_cone_level_circle():
    seen = ride("cone", "Level circle", 20.0)
    radius = np.hypot(*seen.r[0, :2])
    assert seen.p.across == pytest.approx(sqrt((1 - SOLID)*G*radius*tan(seen.p.slope)), abs=5e-5)
    assert np.ptp(seen.r[:, 2]) < 1e-5     # [m] the speed has four digits


def test_turning_cone_throws_a_resting_ball_back():
    """On a cone at rest the same start ends at the apex."""
    seen = ride("cone", "Let go at rest in a turning cone", 20.0)
    R, a = np.hypot(seen.r[:, 0], seen.r[:, 1]), A
    assert seen.ended is None and R.min() == pytest.approx(0.0192, abs=1e-4) and seen.run.max_F_over_N < 0.22
    k = R.argmin()
    C1 = -0.5*SOLID*seen.p.rate*R[0]**2
    u = C1/R[k] + 0.5*SOLID*seen.p.rate*R[k]
    assert (seen.r[k, 0]*seen.v[k, 1] - seen.r[k, 1]*seen.v[k, 0])/R[k] == pytest.approx(u, rel=1e-12)
    still = ride("cone", "Let go at rest in a turning cone", 20.0, rate=0.0)
    # [m] the event comes 1e-9 of the radius of curvature before the apex
    assert still.ended == "apex" and still.r[-1, 2] == pytest.approx(a/cos(still.p.slope), abs=1e-11)


def test_cone_straight_to_the_apex_and_over_the_rim():
    seen = ride("cone", "Straight to the apex", 20.0)
    path = np.linalg.norm(seen.r[-1] - seen.r[0])
    assert seen.ended == "apex"
    assert seen.t[-1] == pytest.approx(sqrt(2*path/((1 - SOLID)*G*sin(seen.p.slope))), rel=1e-12)
    seen = ride("cone", "Over the rim", 20.0)
    contact = np.hypot(*seen.r[-1, :2]) + A*sin(seen.p.slope)
    assert seen.ended == "rim" and contact == pytest.approx(0.3, abs=1e-12)


# pseudosphere --------------------------------------------------------------------------------------------------------

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
    seen = ride("pseudosphere", "Down, up and over the rim", 5.0)
    assert seen.ended == "rim" and seen.r[:, 2].min() < -0.19
    assert seen.r[-1, 2] == pytest.approx(0.0, abs=1e-5)         # [m] tan q = c/a: the rim of the touched surface
    assert seen.run.max_F_over_N < 0.6
    seen = ride("pseudosphere", "Too slow: it leaves the wall", 5.0)
    assert seen.ended == "detach" and seen.N[-1] == pytest.approx(0.0, abs=1e-12)
    assert seen.N[:-1].min() > 0 and seen.v[-1, 2] < -0.5


def test_touched_pseudosphere_is_ridden_alike():
    seen = ride("pseudosphere", "Figure 4", 30.0, touched=True)
    t, _azimuth = turns(seen, seen.r[:, 2])
    assert seen.ended is None and np.ptp(np.diff(t)) < 1e-3 and set(seen.run.invariant_drift) == {"E_J"}


# globe ---------------------------------------------------------------------------------------------------------------

def lowest_of_the_top(theta, rate, b=0.15, a=A, chi=SOLID, spin=0.0):
    """Largest angle from the vertical of a ball let go at `theta` with its centre at rest [rad].

    C^2 (cos theta - x) = 2 A m g ell (1 - x^2), x the cosine sought; per mass I = k a^2 with k = chi/(1 - chi),
    A = (1 + k) ell^2, C = k a s ell, s = spin + (b/a) rate cos theta. Source: energy and moment of Lagrange's top.
    """
    k, ell = chi/(1 - chi), a + b
    s = spin + b/a*rate*cos(theta)
    ratio = (k*a*s*ell)**2/(2*(1 + k)*ell**2*G*ell)
    # x^2 - ratio x + ratio cos th0 - 1 = 0
    return acos(0.5*(ratio - sqrt(ratio**2 - 4*(ratio*cos(theta) - 1))))


@pytest.mark.parametrize(("preset", "limit", "friction"), [
    ("Asleep on the globe", 3.21, 0.10), ("Three degrees off", 9.47, 0.30), ("A little too slow", 36.2, 1.9),
    ("Spinning ball, resting globe", 2.66, 0.08)])
def test_globe_carries_a_sleeping_top(preset, limit, friction):
    seen = ride("globe", preset, 30.0)
    widest = from_top(seen).max()
    assert seen.ended is None and degrees(widest) < limit and seen.run.max_F_over_N < friction
    expected = lowest_of_the_top(seen.p.angle, seen.p.rate, spin=seen.p.spin)
    assert widest == pytest.approx(expected, abs=2e-5)     # [rad] a step off the turning point
    assert from_top(seen).min() == pytest.approx(seen.p.angle, abs=1e-9)


def test_globe_threshold():
    """sqrt(35 g (a + b))/b = 49.4 rad/s: twice as far from the top above it, far away below it."""
    threshold = sqrt(35*G*0.16)/0.15
    assert threshold == pytest.approx(49.4, abs=0.05)
    small = radians(0.01)
    above = ride("globe", "Asleep on the globe", 20.0, rate=1.02*threshold, angle=small)
    below = ride("globe", "Asleep on the globe", 20.0, rate=0.98*threshold, angle=small)
    assert from_top(above).max() < 10*small
    # for a start near the top: cos th = 2 (Omega/Omega_c)^2 - 1, and a thousandth for the start itself
    assert cos(from_top(below).max()) == pytest.approx(2*0.98**2 - 1, abs=1e-4)


def test_globe_put_down_without_turning():
    seen = ride("globe", "Put down without turning", 60.0)
    assert seen.ended is None and degrees(from_top(seen).max()) == pytest.approx(17.3, abs=0.1)
    assert_allclose(seen.w[0], 0.0, atol=1e-15)
    assert_allclose(seen.v[0, :2], (0.0, 52*0.15*sin(radians(1))), atol=1e-12)


@pytest.mark.parametrize("preset", ["Ten seventeenths", "Far too slow: it falls"])
def test_globe_is_left_at_ten_seventeenths(preset):
    seen = ride("globe", preset, 20.0)
    assert seen.ended == "detach"
    assert seen.n[-1, 2] == pytest.approx(10/17*cos(seen.p.angle), abs=1e-12)
    assert degrees(from_top(seen)[-1]) == pytest.approx(54.0, abs=0.05)


def test_globe_drops_the_ball_below_44():
    edge = sqrt(27/34*35*G*0.16)/0.15
    assert edge == pytest.approx(44.0, abs=0.05)
    small = radians(0.1)
    assert ride("globe", "Ten seventeenths", 10.0, rate=0.995*edge, angle=small).ended == "detach"
    assert ride("globe", "Ten seventeenths", 10.0, rate=1.005*edge, angle=small).ended is None


def test_globe_slowed_down_by_hand_loses_the_ball():
    run = Simulation(CATALOGUE.get("globe"))
    run.advance(5*240)
    run.set("rate", 40.0)
    run.advance(20*240)
    assert run.ended.kind == "detach" and 1.2 < run.t - 5.0 < 10.0      # [s] the ramp of 10 rad/s^2 takes 1.2


# bowl ----------------------------------------------------------------------------------------------------------------

def test_turning_sphere_makes_the_rosette():
    """Small swings: z'' + i P z' + w0^2 z = 0 turns by -P/2 per unit of time, P = s chi a/(b - a)."""
    seen = ride("bowl", "The turning bowl makes a rosette", 30.0, x=0.004)
    s = -0.15/A*seen.p.rate
    P, square = s*SOLID*A/0.14, (1 - SOLID)*G/0.14
    t, azimuth = turns(seen, -np.hypot(seen.r[:, 0], seen.r[:, 1]))
    swing = pi/sqrt(square + P*P/4)
    assert np.diff(t).mean() == pytest.approx(swing, rel=3e-4)          # amplitude 0.03 rad: its square over 4
    turned = np.diff(azimuth).mean()
    # half a swing brings it to the other side: -pi or pi, and the turn of the plane
    assert (turned - (-0.5*P*swing) + pi/2) % pi - pi/2 == pytest.approx(0.0, abs=1e-3)
    # at the size of the preset the turn is 18.5 degrees per swing
    seen = ride("bowl", "The turning bowl makes a rosette", 30.0)
    _t, azimuth = turns(seen, -np.hypot(seen.r[:, 0], seen.r[:, 1]))
    assert 180 - abs(degrees(np.diff(azimuth).mean())) == pytest.approx(18.5, abs=0.1)
    assert seen.ended is None and seen.run.max_F_over_N == pytest.approx(SOLID*tan(from_top(seen).max()), rel=2e-3)


def test_bowl_at_rest_keeps_the_plane():
    seen = ride("bowl", "Bowl at rest: one plane", 30.0)
    assert np.abs(seen.r[:, 1]).max() < 1e-14 and seen.ended is None
    assert -seen.r[:, 0].min() == pytest.approx(seen.r[0, 0], abs=2e-5)      # [m] a step off the turning point


def test_leaning_axis_leaves_the_top():
    """E_J is not conserved, the ledger knows why; the sphere's three integrals are."""
    seen = ride("bowl", "Leaning axis", 20.0)
    assert set(seen.run.invariant_drift) == {"sphere_spin_s", "sphere_E_tilde", "sphere_Jz_tilde"}
    assert np.ptp(seen.E_J) > 0.1*seen.run.scale and seen.run.drift < 1e-12


def test_parabolic_bowl_between_two_circles():
    seen = ride("bowl", "Parabolic bowl", 20.0)
    contact = seen.r - A*seen.n
    # [m] z = r^2/(2 p), p = A^2/(2 C) = 0.1 m
    assert_allclose(contact[:, 2], (contact[:, 0]**2 + contact[:, 1]**2)/0.2, atol=1e-12)
    R = np.hypot(seen.r[:, 0], seen.r[:, 1])
    assert seen.ended is None and 0.027 < R.min() < 0.028 and R.max() == pytest.approx(R[0], abs=1e-6)


def oval_growth(rate, C=0.1, a=A, chi=SOLID):
    """Largest growth rate [1/s] near the bottom of the oval bowl, ball without spin; the scene's linear equation."""
    K = np.diag([1/(0.2**2/C - a), 1/(0.14**2/C - a)])
    J, one = np.array([[0.0, -1.0], [1.0, 0.0]]), np.eye(2)
    speed = rate*(chi*J @ (one + a*K) - 2*J)
    place = rate**2*(one - chi*(one + a*K)) - (1 - chi)*G*K
    return np.linalg.eigvals(np.block([[np.zeros((2, 2)), one], [place, speed]])).real.max()


def test_oval_bowl_throws_the_ball_out():
    """The wall's work goes into the ball; E_J does not see it."""
    seen = ride("bowl", "The oval bowl throws it out", 20.0)
    kinetic = 0.5*(seen.v**2).sum(axis=1) + 0.5*0.4*A**2*(seen.w**2).sum(axis=1)
    energy = kinetic + G*seen.r[:, 2]
    assert seen.ended == "rim" and seen.run.max_F_over_N < 0.25
    assert energy[-1] > 2.5*energy[0] and np.ptp(seen.E_J) < 1e-14*seen.run.scale + 1e-15


def test_oval_bowl_is_unstable_between_two_rates():
    k = SOLID/(1 - SOLID)
    low, high = (sqrt(G*c/(1 - k*A*c)) for c in (1/(0.4 - A), 1/(0.196 - A)))
    assert (round(low, 1), round(high, 1)) == (5.0, 7.3)
    for rate in (3.0, 0.99*low, 1.01*high, 12.0):
        assert oval_growth(rate) < 1e-12
    rate = 6.0
    growth = oval_growth(rate)
    seen = ride("bowl", "Oval bowl", 9.0, rate=rate, x=1e-6, y=0.0)
    R = np.hypot(seen.r[:, 0], seen.r[:, 1])
    late = seen.t > 6.0
    found = np.polyfit(seen.t[late], np.log(R[late]), 1)[0]
    assert found == pytest.approx(growth, rel=5e-3)       # the swings beside it are e^-6 of it
    steady = ride("bowl", "Oval bowl", 10.0, rate=1.05*high, x=1e-4, y=0.0)
    assert np.hypot(steady.r[:, 0], steady.r[:, 1]).max() < 1e-3


def test_oval_bowls_stay_in_the_hand():
    seen = ride("bowl", "Oval bowl", 60.0)
    assert seen.ended is None and np.ptp(seen.E_J) < 1e-13*seen.run.scale and seen.run.max_F_over_N < 0.15
    seen = ride("bowl", "Oval bowl, leaning axis", 60.0)
    assert seen.ended is None and seen.run.invariant_drift == {} and np.ptp(seen.E_J) > 0.1*seen.run.scale
    assert seen.run.drift < 1e-12


# all of them ---------------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("scene", ["cone", "pseudosphere", "bowl"])
def test_meridian_equations_tell_the_same_path(scene):
    """The reduced equations in arclength, integrated by another code (ball.md 4), for a round surface that turns."""
    preset, surface = {
        "cone": ("Let go at rest in a turning cone", {"type": "cone_inside", "defines": "contact", "theta": 0.5}),
        "pseudosphere": ("A turning funnel", {"type": "pseudosphere_inside", "defines": "centre", "c": 0.2}),
        "bowl": ("Parabolic bowl", {"type": "paraboloid_inside", "defines": "contact", "p": 0.1})}[scene]
    seen = ride(scene, preset, 2.0)
    m, t = seen.run.system.body.m, seen.t[::48]
    r, _v, w, _F, N = exact.meridian_path(t, surface, seen.r[0], seen.w[0], seen.p.rate, m, A,
                                          0.4*m*A**2)
    # [m, rad/s, N] tolerance 1e-13 of the other code, grown by the turns near the axis
    assert_allclose(seen.r[::48], r, atol=1e-9)
    assert_allclose(seen.w[::48], w, atol=2e-7)
    assert_allclose(seen.N[::48], N, atol=1e-8)
