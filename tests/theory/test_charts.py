"""Charts of the theory: the numbers that papers and independent integrations give."""

from dataclasses import replace
from math import cos, degrees, pi, radians, sin, sqrt

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.integrate import solve_ivp

import sandbox
from sandbox.charts.scales import view_of
from sandbox.cli.common import scene_named
from sandbox.errors import BadValue
from sandbox.mechanics import precession
from sandbox.run.readings.body_path import BodyPath
from sandbox.run.readings.chart_now import ChartReader
from sandbox.run.simulation import Simulation
from sandbox.scene import Cloud
from sandbox.scene.charts.chart import Curve, Dots, Mark
from sandbox.theory import poincare
from sandbox.theory.analysis import conic_of_start, eccentricity, sleigh_on_table
from sandbox.theory.charts import coin as coins
from sandbox.theory.charts import convergence, detachments, sleigh, suslov, viscous_rows
from sandbox.theory.charts.cloud import held_of
from sandbox.theory.charts.over_time import constraint_power, plain_energy
from sandbox.theory.charts.situation import Situation
from sandbox.theory.equilibria import first_kind
from sandbox.theory.orbits import symmetric_orbits
from sandbox.theory.poincare import Until


def simulated(scene_id: str, preset: int | str, seconds: float = 0.0, **changes) -> Simulation:
    scene = scene_named(scene_id)
    run = Simulation(scene, {**scene.preset(str(preset)).values, **changes})
    run.watch()
    run.advance(round(seconds*run.step_rate))
    return run


def path_of(run: Simulation) -> BodyPath:
    return BodyPath(run.watch().states(), 0, {})


def chart_of(run: Simulation, title: str):
    return next(chart for chart in run.charts() if chart.title == title)


def parts_of(chart, kind) -> list:
    return [part for part in chart.curves if isinstance(part, kind)]


def turning_times(path: BodyPath) -> np.ndarray:
    """Instants of the maxima of the height, by the parabola through three rows."""
    z, t = path.centre[2], path.t
    k = np.flatnonzero((z[1:-1] > z[:-2]) & (z[1:-1] >= z[2:])) + 1
    shift = 0.5*(z[k - 1] - z[k + 1])/(z[k - 1] - 2.0*z[k] + z[k + 1])
    return t[k] + shift*(t[1] - t[0])


# ---- surfaces of revolution -----------------------------------------------------------------------------------------

@pytest.mark.parametrize(("preset", "period", "azimuths", "spins", "correlation"), [
    ("Figure 4", 3.1607, (-343.03,), (0.99894, 2.21701), -0.993),
    ("Figure 5", 5.5583, (-451.58, -133.11), (0.99189, 1.95217), -0.99994)])
def test_figures_4_and_5_of_the_pseudosphere(preset, period, azimuths, spins, correlation):
    """Borisov, Mamaev, Bizyaev 2015; numbers of an independent integration (ball.md 10), to their printed digits."""
    run = simulated("pseudosphere", preset, 7.0*period)
    path = path_of(run)
    tops = turning_times(path)
    assert_allclose(np.diff(tops).mean(), period, atol=2e-4)         # [s] parabolas through 60 rows per second
    azimuth = np.unwrap(np.arctan2(path.centre[1], path.centre[0]))
    turned = np.degrees(np.diff(np.interp(tops, path.t, azimuth)))
    relative = turned - degrees(run.values["rate"])*np.diff(tops)
    found = [relative.mean()] if len(azimuths) == 1 else [turned.mean(), relative.mean()]
    assert_allclose(found, azimuths, atol=0.03)                     # [deg] of a line between rows
    spin = path.angular_velocity[2] - run.values["rate"]
    assert_allclose((spin.min(), spin.max()), spins, atol=2e-5)     # [rad/s] printed digits, extremes between rows
    assert_allclose(np.corrcoef(spin, path.centre[2])[0, 1], correlation, atol=2e-3 if preset == "Figure 4" else 1e-5)


def test_effective_potential_turns_at_the_heights_of_figure_4():
    run = simulated("pseudosphere", "Figure 4")
    chart = chart_of(run, "Effective potential")
    heights = sorted(mark.x for mark in parts_of(chart, Mark))
    assert_allclose(heights, (-4.56205, -1.07086), atol=1e-5)       # [m] printed digits
    run.advance(8*240)
    z, E = chart.point(path_of(run))
    assert z.min() >= heights[0] - 1e-9 and z.max() <= heights[1] + 1e-9
    assert np.ptp(E) < 1e-12*abs(E[0])                              # the point moves along the level of its energy
    potential = parts_of(chart, Curve)[0]
    at = np.argsort(potential.x)
    W = np.interp(z, np.asarray(potential.x)[at], np.asarray(potential.y)[at])
    assert (W < E + 2e-3*abs(E[0])).all()                           # [J] a polygon of 240 points


@pytest.mark.parametrize(("scene_id", "preset"), [("cone", 1), ("bowl", 4), ("globe", 2)])
def test_a_ball_turns_where_its_potential_says(scene_id, preset):
    run = simulated(scene_id, preset)
    heights = [mark.x for mark in parts_of(chart_of(run, "Effective potential"), Mark)]
    run.advance(6*240)
    z = path_of(run).centre[2]
    assert_allclose((min(heights), max(heights)), (z.min(), z.max()), atol=2e-5)    # [m] extremes between rows


def test_a_level_circle_has_one_height():
    run = simulated("cone", "Level circle")
    assert len(parts_of(chart_of(run, "Effective potential"), Mark)) <= 1


def test_a_leaning_or_oval_bowl_has_no_effective_potential():
    for preset in (3, 5):
        assert "Effective potential" not in [chart.title for chart in simulated("bowl", preset).charts()]


def test_the_unrolled_line_is_interrupted_at_the_edge_of_the_sheet():
    run = simulated("pseudosphere", 1, 8.0)
    chart = chart_of(run, "Surface unrolled")
    line = ChartReader(chart, run).now(run.snapshot()).tracks[0]
    jumps = np.abs(np.diff(line.x))
    assert np.nanmax(jumps) < 30.0 and np.isnan(line.x).sum() >= 2


# ---- energies -------------------------------------------------------------------------------------------------------

def test_an_oval_bowl_works_on_the_ball_and_keeps_the_jacobi_integral():
    run = simulated("bowl", "The oval bowl throws it out", 3.0)
    path, ball = path_of(run), run.system.body
    E = plain_energy(path, ball, (0.0, 0.0, 9.81))
    over = next(event.t for event in run.events if event.kind == "rim")
    inside = path.E_J[path.t < over]
    assert len(inside) > 100 and np.ptp(inside)/abs(inside[0]) < 1e-14          # rounding
    assert np.ptp(path.E_J) < 1e-12*run.scale                       # over the rim and back: instants of two supports
    assert np.abs(E - E[0]).max()/abs(E[0]) > 4.8                   # E changes by several times itself
    power = constraint_power(path)
    work = np.concatenate(([0.0], np.cumsum(0.5*(power[1:] + power[:-1])*np.diff(path.t))))
    rows = path.t < over                                            # at the rim the power jumps between two rows
    assert_allclose((E - E[0])[rows], work[rows], rtol=0, atol=2e-3*np.ptp(E))      # trapezoids, 60 rows per second


def test_a_table_that_turns_does_work():
    run = simulated("turntable", 1, 4.0)
    chart = chart_of(run, "Energy and Jacobi integral")
    E, E_J = ChartReader(chart, run).now(run.snapshot()).tracks
    assert np.ptp(E_J.y) < 1e-13 and E.label and E_J.label


def test_what_the_constraint_does_on_a_table_is_a_circle_in_time():
    """F = m chi Omega e_z x v, so that lambda.b = F.(Omega e_z x r) = m chi Omega^2 v.r; E - E_J from its integral."""
    run = simulated("turntable", 1, 7.0)
    path, ball, rate = path_of(run), run.system.body, run.values["rate"]
    power = ChartReader(chart_of(run, "What the constraint forces do"), run).now(run.snapshot()).tracks[0]
    x, y, v = path.centre[0], path.centre[1], path.velocity
    expected = ball.m*ball.chi*rate**2*(x*v[0] + y*v[1])
    assert_allclose(constraint_power(path), expected, atol=1e-13)   # [W]
    assert_allclose(power.y, np.interp(power.x, path.t, expected), atol=1e-12)
    E = plain_energy(path, ball, (0.0, 0.0, 9.81))
    assert_allclose(E - E[0], 0.5*ball.m*ball.chi*rate**2*(x*x + y*y - x[0]**2 - y[0]**2), atol=1e-14)     # [J]
    assert np.ptp(E) > 0.02*E[0] and np.ptp(path.E_J) < 1e-14


# ---- the sleigh -----------------------------------------------------------------------------------------------------

def test_first_return_and_periodic_orbit_of_the_section():
    found = poincare.find_returns(25.0, poincare.seeds_at(25.0, 14.0, 9.0), until=Until(1)).points[0]
    assert_allclose(found[[0, 3, 4]], (3.416146778, 7.718481056, -3.524548869), atol=2e-9)      # printed digits
    orbits = symmetric_orbits(25.0, 14.0)
    orbit = min(orbits, key=lambda one: abs(one.x1 - 6.0))
    assert_allclose(orbit, (6.055410188, -1.763845945, 5.264940108), atol=1e-9)


@pytest.mark.parametrize(("energy", "x1", "w", "period"), [
    (5.0, 8.452503483, -1.993487618, 4.483081221), (16.5, 4.788759538, -1.631070041, 5.897343944),
    (17.4, 3.726325918, -1.511795710, 6.659763068)])
def test_periodic_orbits_of_other_energies(energy, x1, w, period):
    assert any(np.allclose(orbit, (x1, w, period), rtol=0.0, atol=2e-9) for orbit in symmetric_orbits(25.0, energy))


def test_exponents_at_a_square_of_nine():
    rest = first_kind(1.0, 8.0, 1.0, 1.7)       # I_C = 8 m a^2
    assert_allclose(np.sort(rest.exponents.real), 1.7/sqrt(3.0)*np.array([-1, -1, 1, 1]), atol=1e-7)    # double roots
    assert sleigh.exponents_text(first_kind(1.0, 8.0, 1.0, sqrt(3.0)).exponents) == "±1 twice"


def test_a_click_begins_the_run_at_that_point_of_the_section_and_it_returns_where_it_should():
    run = simulated("sleigh", "Caught: a rosette")
    chart = chart_of(run, "Poincaré section")
    begun = Simulation(run.scene, {**run.values, **chart.start(9.0, 0.0)})
    begun.watch()
    other = chart_of(begun, "Poincaré section")
    assert other.key == chart.key                                   # the same energy
    begun.advance(5*240)
    dots = ChartReader(other, begun).now(begun.snapshot()).dots[0]
    energy = chart.key[2]
    expected = poincare.find_returns(25.0000, poincare.seeds_at(25.0, float(energy), 9.0), until=Until(2)).points
    assert_allclose(np.column_stack((dots.x, dots.y)), expected[:len(dots.x), 3:5], atol=2e-5)  # offset of 6 digits
    assert len(dots.x) == 2


def test_a_section_is_filled_with_orbits_that_stay():
    told = []
    parts = sleigh.fill(25.0, 14.0, -1, lambda share, _parts: told.append(share), lambda: len(told) > 4)
    marks, dots = [p for p in parts if isinstance(p, Mark)], [p for p in parts if isinstance(p, Dots)]
    assert any(abs(mark.x - 6.055410188) < 1e-8 for mark in marks)
    assert sum(len(cloud.x) for cloud in dots) > 2000 and told == sorted(told)
    for cloud in dots:
        w2 = (2*14.0 + (np.asarray(cloud.x) + 1)**2 + np.asarray(cloud.y)**2)/25.0
        assert (w2 > 0.0).all() and np.hypot(cloud.x, cloud.y).max() < sleigh.FAR


@pytest.mark.parametrize(("scene", "place", "on_plane"), [
    ("suslov", 6, lambda x, y: np.hypot(x, y) <= 1.0 + 1e-12), ("pseudosphere", 1, lambda x, y: np.hypot(x, y) < 4.0),
    ("cone", 1, lambda x, y: np.hypot(x, y) < 0.3), ("coin", 1, lambda x, y: np.hypot(x, y) < 0.05),
    ("billiard", 1, lambda x, y: (np.abs(x) <= 180.0) & (np.abs(y) < 0.5))])
def test_sections_of_other_systems_are_filled_orbit_by_orbit(scene, place, on_plane):
    """Returns of the present start come first; each has its place where the body can be."""
    chart, told = chart_of(simulated(scene, place), "Poincaré section"), []
    parts = chart.work(lambda share, parts: told.append((share, len(parts))), lambda: len(told) >= 6)
    assert 1 <= len(parts) <= 6 and told == sorted(told) and isinstance(parts[0], Dots) and parts[0].label
    for cloud in parts:
        assert len(cloud.x) > 0 and np.all(on_plane(np.asarray(cloud.x), np.asarray(cloud.y)))


@pytest.mark.parametrize(("scene", "place", "sentence"), [
    ("sleigh", 1, "throws all of them off"), ("suslov", "About the middle axis it runs away", "none comes back")])
def test_a_section_without_returns_says_why(scene, place, sentence):
    chart = chart_of(simulated(scene, place), "Poincaré section")
    with pytest.raises(BadValue, match=sentence):
        chart.work(lambda *_told: None, lambda: False)
    assert not [part for part in chart.work(lambda *_told: None, lambda: True) if isinstance(part, Dots)]


def test_a_skate_has_no_section():
    run = simulated("sleigh", 1, offset=0.0)
    assert run.charts() == []


# ---- Suslov ---------------------------------------------------------------------------------------------------------

def test_sinks_and_saddle_of_suslovs_problem():
    inertia = 1e-3*np.array([[3.0, 0.0, 1.0], [0.0, 5.0, 0.5], [1.0, 0.5, 4.0]])
    found = suslov.steady_spins(inertia, 2.0, 20.0)
    by_kind = {kind: [one for one in found if one.kind == kind] for kind in ("stable", "saddle")}
    assert_allclose([one.w for one in by_kind["stable"]], [(-3.100907, -0.378076), (0.872557, 3.423336)], atol=1e-6)
    for one, (real, imaginary) in zip(by_kind["stable"], ((-0.092, 1.248), (-0.527, 0.677)), strict=True):
        assert_allclose((one.exponents[0].real, one.exponents[0].imag), (real, imaginary), atol=6e-4)
    assert_allclose(by_kind["saddle"][0].w, (1.478, -1.545), atol=6e-4)
    assert len(found) == 3


def test_the_run_ends_in_a_sink_of_its_portrait():
    run = simulated("suslov", "A focus", 40.0)
    chart = chart_of(run, "Phase portrait")
    x, y = (float(values[-1]) for values in chart.point(path_of(run)))
    sinks = [(mark.x, mark.y) for mark in parts_of(chart, Mark) if mark.kind == "stable"]
    assert min(np.hypot(x - a, y - b) for a, b in sinks) < 0.05     # [rad/s] exp(-0.092 40 s) of a start 5 away
    assert chart.start(1.0, -2.0) == {"w_1": 1.0, "w_2": -2.0}


def test_a_weight_leaves_no_phase_portrait():
    run = simulated("suslov", "Lagrange's top: nothing to hold")
    assert [chart.title for chart in run.charts()] == ["Poincaré section", "Viscous rows become ideal"]


def test_rows_that_have_nothing_to_do_leave_the_chart_of_viscous_ones_empty():
    """Lagrange's top: the moment of the row is zero, whatever its viscosity."""
    chart = chart_of(simulated("suslov", "Lagrange's top: nothing to hold"), "Viscous rows become ideal")
    assert chart.work(lambda *_told: None, lambda: False) == ()


# ---- contact and coins ----------------------------------------------------------------------------------------------

def test_the_thick_coin_stands_in_class_A2():
    run = simulated("coin", 1)
    contact = run.snapshot().contacts[0]
    assert_allclose((contact.U, contact.U_star, contact.V_star, contact.N), (4.36576, -9.89915, 4.03635, 2.4525),
                    atol=6e-6)          # printed digits
    plane, classes = chart_of(run, "Contact or detachment"), chart_of(run, "Classes A1 to B4")
    line, *marks = plane.moving(run.snapshot())
    assert line.y[0] == contact.U_star
    assert_allclose([(mark.x, mark.y) for mark in marks], [(2.4525, 0.0), (0.0, 4.36576)], atol=6e-6)
    assert [mark.kind for mark in marks] == ["stable", "unstable"]
    live, = classes.moving(run.snapshot())
    assert live.label.startswith("A2") and (live.x, live.y) == (contact.U_star, contact.V_star)


def test_a_hoop_in_flight_takes_off_in_the_plane():
    run = simulated("hoop", 1)
    plane = chart_of(run, "Contact or detachment")
    while run.snapshot().bodies[0].mode != "flight":
        assert run.advance(1)
    assert not [part for part in plane.moving(run.snapshot()) if isinstance(part, Curve)]


def test_curves_of_regular_precession_cross():
    chart = chart_of(simulated("coin", 1), "Steady precession")
    mark, = parts_of(chart, Mark)
    assert_allclose((mark.x, mark.y), (sqrt(3.0)/2, sqrt(3.0)/2), atol=1e-15)
    assert "49.1°" in mark.label
    sigma = parts_of(chart, Curve)[1]
    for mu, other in zip(sigma.x[1::20], sigma.y[1::20], strict=True):
        middle = 0.5*(mu + other)
        assert precession.may_detach(mu, middle) and not precession.may_detach(mu, 2.0*max(mu, other))


def test_small_oscillations_as_printed_and_right():
    run = simulated("coin", "Wobbling", thickness=0.0, wobble=0.0)
    disk = coins.tilted_disk(Situation(run.scene, run.values, run._run))
    right = precession.rolling_nutation(disk.coin, disk.theta, disk.tau, disk.n)
    printed = coins.printed_frequency(disk.coin, disk.theta, disk.tau, disk.n)
    assert_allclose((right, printed), (26.3061, 24.0497), atol=6e-5)            # [rad/s] printed digits
    tilts, Pi = coins.potential(disk)
    middle = coins.POINTS - 1
    curve = np.polyfit(tilts[middle - 4:middle + 5] - disk.theta, Pi[middle - 4:middle + 5], 4)[2]
    assert_allclose(sqrt(2.0*curve/coins.moment(disk.coin)), right, rtol=1e-5)  # a polynomial through nine points
    texts = [part.label for part in parts_of(chart_of(run, "Small oscillations"), Curve)]
    assert any("26.3061" in text for text in texts) and any("24.0497" in text for text in texts)


def test_a_simulated_disk_oscillates_with_the_corrected_frequency():
    run = simulated("coin", "Wobbling", 4.0, thickness=0.0, wobble=0.02)
    tilt = coins.tilt_of(path_of(run)) - 40.0
    t = path_of(run).t
    k = np.flatnonzero((tilt[:-1] < 0.0) & (tilt[1:] >= 0.0))
    zeros = t[k] - tilt[k]*(t[k + 1] - t[k])/(tilt[k + 1] - tilt[k])
    frequency = 2*pi*(len(zeros) - 1)/(zeros[-1] - zeros[0])
    assert_allclose(frequency, 26.3061, atol=0.02)          # [rad/s] lines between 60 rows per second
    assert abs(frequency - 24.0497) > 2.0


# ---- convergence ----------------------------------------------------------------------------------------------------

def test_a_viscous_blade_tends_to_the_ideal_one():
    scene = scene_named("slope_skate")
    values = scene.values({"slope": 10.0, "spin": 2.5, "beside": False})
    word, start = scene.models(values)[0].made_from, scene.started(values)
    found = [(mu, convergence.blade_distance(word, start, values, mu*word.mass)) for mu in (1e2, 1e3, 1e4)]
    assert_allclose([mu*distance for mu, distance in found], (34.1403, 34.2389, 34.2490), atol=1e-4)    # printed
    assert_allclose(convergence.slope_of(found), -1.0, atol=1e-3)


@pytest.mark.parametrize(("scene", "preset"), [("suslov", "The energy goes up and down"),
                                                ("veselova", "A heavy body, any shape")])
def test_viscous_rows_tend_to_the_ideal_ones(scene, preset):
    """Brendelev 1981 for rows of any kind: the distance falls like 1/c, slope -1 in decades."""
    run = simulated(scene, preset)
    chart = chart_of(run, "Viscous rows become ideal")
    told = []
    guide, line, *marks = chart.work(lambda share, _parts: told.append(share), lambda: False)
    assert told[-1] == 1.0 and guide.label == "slope −1" and chart.x_unit == "N m s"
    products = [mark.x*mark.y for mark in marks]
    assert_allclose(products[-1], products[-2], rtol=0.02)      # what is left is of second order
    slope = np.log10(marks[-1].y/marks[-3].y)/np.log10(marks[-1].x/marks[-3].x)
    assert_allclose(slope, -1.0, atol=0.02)
    assert line.label.startswith("found: slope −")


def test_how_far_a_viscous_body_is_from_the_ideal_one():
    """Suslov's body by Euler's equations of its own, with a moment -c (w_3 - d) for the row and without."""
    run = simulated("suslov", "The energy goes up and down")
    J, c, given = np.diag((3e-3, 5e-3, 6e-3)), 3.0, 2.0
    begin = np.concatenate((np.eye(3).ravel(), (1.5, 0.5, given)))

    def turned(is_ideal):
        def slopes(_t, y):
            R, w = y[:9].reshape(3, 3), y[9:]
            free = np.cross(J @ w, w)
            moment = -free[2] if is_ideal else -c*(w[2] - given)
            skew = np.array([[0, -w[2], w[1]], [w[2], 0, -w[0]], [-w[1], w[0], 0]])
            return np.concatenate(((R @ skew).ravel(), np.linalg.solve(J, free + np.array((0.0, 0.0, moment)))))
        found = solve_ivp(slopes, (0.0, 4.0), begin, "Radau", rtol=1e-8, atol=1e-11, t_eval=np.arange(161)/40)
        return found.y[:9].T.reshape(-1, 3, 3)

    distance = np.linalg.norm(turned(False) - turned(True), axis=1).max()        # of the ends of its axes, of length 1
    model, = run.scene.models(run.values)
    start, values = run.scene.started(run.values), dict(run.values)
    mine = viscous_rows.largest_distance(*(viscous_rows.marks_on_the_way(system, start, values) for system in (
        viscous_rows.made_viscous(model, c), model)))
    assert_allclose(mine, model.looks[0].size*distance, rtol=1e-4)


def test_a_spring_contact_tends_to_the_rigid_one():
    scene = scene_named("penalty")
    run = Simulation(scene, {})
    chart = chart_of(run, "A spring contact becomes rigid")
    shares = []
    curve, *marks = chart.work(lambda share, _parts: shares.append(share), lambda: False)
    weight = run.values["mass"]*9.81
    assert_allclose([mark.y*mark.x for mark in marks], weight, rtol=1e-6)       # depth m g/k, exp(-60) is left
    assert "−1.000" in curve.label and shares[-1] == 1.0
    assert chart.work(lambda *_told: None, lambda: True) == ()


def leaves_of_a_wavy_curve(n: int, k: float) -> int:
    """The same count by small steps of Verlet's method, compared with nothing but the sign of the gap."""
    x, y, vx, vy, count, was_in = 0.3/k, 0.0, 1.0, 0.0, 0, False
    while x < 0.5:
        h = min(2e-3*2*pi*x*x, 5e-3/k)
        x, y = x + 0.5*h*vx, y + 0.5*h*vy
        d = max(x**n*sin(1/x) - y, 0.0)
        if d > 0.0:
            vx -= h*k*k*d*(n*x**(n - 1)*sin(1/x) - x**(n - 2)*cos(1/x))
            vy += h*k*k*d
        x, y = x + 0.5*h*vx, y + 0.5*h*vy
        is_in = x**n*sin(1/x) > y
        count += was_in and not is_in and x > 1/k
        was_in = is_in
    return count


@pytest.mark.parametrize("n", [3, 4])
def test_detachments_grow_with_the_stiffness_without_end(n):
    """Ivanov, appendix: each wave that springs feel is left once, k/(2 pi v) of them, slope 1 in decades."""
    counts = {k: detachments.count_detachments(n, k) for k in (20.0, 60.0, 180.0)}
    for k, count in counts.items():
        assert count == leaves_of_a_wavy_curve(n, k)
        assert abs(count - detachments.waves(k)) <= 3.0                 # a last wave or two that it flies over
    assert np.log(counts[180.0]/counts[60.0])/np.log(3.0) == pytest.approx(1.0, abs=0.12)


@pytest.mark.parametrize("k", [30.0, 120.0])
def test_the_ride_over_the_waves(k):
    """Its detachments are those of the count and lie on the curve; its heights those of another solver."""
    way, n = detachments.ridden(k), detachments.RIDDEN
    assert len(way.felt) == detachments.count_detachments(n, k) > 3
    # [x^n] the tolerance of the steps, relative to a wave
    assert_allclose(way.at(way.left)/way.left**n, np.sin(1.0/way.left), rtol=0, atol=1e-5)

    def slopes(_t, y):
        inside = max(y[0]**n*np.sin(1.0/y[0]) - y[1], 0.0)
        steep = n*y[0]**(n - 1)*np.sin(1.0/y[0]) - y[0]**(n - 2)*np.cos(1.0/y[0])
        return y[2], y[3], -k*k*inside*steep, k*k*inside

    path = solve_ivp(slopes, (0.0, 0.1 - way.begin), (way.begin, 0.0, 1.0, 0.0), "RK45", rtol=1e-10, atol=1e-16,
                     max_step=0.1/k)
    x, y = path.y[0, -1], path.y[1, -1]
    assert_allclose(float(way.at(x)), y, rtol=0, atol=1e-4*x**n)         # [m] share of a wave, cubics


def test_the_picture_of_the_ride_grows_with_the_waves():
    run = Simulation(scene_named("penalty"), {})
    chart = chart_of(run, "Over the waves of xⁿ sin(1/x)")
    way = detachments.ridden(141.4213562373095)
    places = [detachments.place_at(way, t) for t in np.linspace(0.0, 0.999*detachments.LASTS, 50)]
    assert np.all(np.diff(places) > 0.0) and places[0] == pytest.approx(way.begin) and places[-1] > 0.2
    # as many waves in each second
    assert_allclose(np.diff(1.0/np.array(places)), np.diff(1.0/np.array(places))[0], rtol=1e-9)
    for t in (3.0, 21.0, 29.0):
        curve, particle, *_marks, last = detachments.ride_at(way, detachments.place_at(way, t))
        assert np.abs(curve.y).max() <= 1.0 and np.ptp(curve.y) > 1.0
        assert curve.x[0] == -detachments.BEHIND and particle.x[-1] == 0.0 and last.x == 0.0
        assert np.abs(particle.y).max() < chart.y_range[1]
    run.advance(240)
    assert [type(part).__name__ for part in chart.moving(run.snapshot())][:2] == ["Curve", "Curve"]


def test_the_chart_of_detachments():
    chart = chart_of(Simulation(scene_named("penalty"), {}), "Detachments without end")
    told = []
    assert chart.work(lambda share, parts: told.append(share), lambda: len(told) > 2)
    assert told == sorted(told) and len(told) == 3
    parts = chart.work(lambda *_told: None, lambda: True)
    assert parts == ()


def test_the_globe_unrolled():
    """Azimuth and height of the centre, between the heights at which energy and spin turn it."""
    run = simulated("globe", "A little too slow", 6.0)
    chart = chart_of(run, "Surface unrolled")
    low = min(part.y[0] for part in parts_of(chart, Curve))
    # let go at 1 degree: C^2 (cos th0 - cos th) = 2 A m g ell sin^2 th, cos th = 2 (Omega/Omega_c)^2 - 1 to first order
    ell, a, rate = 0.16, 0.01, 47.0
    C, A = 0.4*a*a*(0.15/a*rate*np.cos(radians(1.0)))*ell/a, 1.4*ell**2          # over the mass
    k = C*C/(2*A*9.81*ell)
    # k (x0 - x) = 1 - x^2 for x = cos th
    x = np.roots((1.0, -k, k*np.cos(radians(1.0)) - 1.0)).min()
    assert_allclose(low, ell*x, atol=1e-9)
    track = chart.tracks[0].of(path_of(run))
    assert_allclose(np.nanmin(track[1]), low, atol=2e-5)        # [m] rows of 60 per second
    assert np.nanmax(track[1]) <= max(part.y[0] for part in parts_of(chart, Curve)) + 1e-9
    azimuth = np.degrees(np.arctan2(path_of(run).centre[1], path_of(run).centre[0]))
    shown = np.isfinite(track[0])
    assert_allclose(track[0][shown], azimuth[shown], atol=1e-12)


def test_work_that_is_cancelled_returns_what_it_has():
    chart = chart_of(simulated("slope_skate", 2), "A viscous blade becomes ideal")
    told = []
    parts = chart.work(lambda share, found: told.append(found), lambda: len(told) >= 2)
    assert len([part for part in parts if isinstance(part, Mark)]) == 2


def test_tilt_of_a_disk_is_that_of_its_start():
    run = simulated("coin", 1)
    assert_allclose(coins.tilt_of(path_of(run)), 62.08, atol=1e-10)
    disk = coins.tilted_disk(Situation(run.scene, run.values, run._run))
    assert_allclose((disk.theta, disk.tau), (radians(62.08), 164.9), rtol=1e-12)


@pytest.mark.parametrize("preset", [1, 3, 4, 5, 6, 7])
def test_a_skate_is_told_which_conic_it_runs_on(preset):
    run = simulated("skate", preset)
    mark = [part for part in run.charts()[0].curves if isinstance(part, Mark)]
    conic = conic_of_start(sleigh_on_table(run.scene, run.values))
    if conic.kind == "line":
        assert not mark
        return
    assert mark[0].label == conic.kind
    assert mark[0].about == f"e = {eccentricity(conic):.4g}"


# ---- clouds ----------------------------------------------------------------------------------------------------------

def cloud_charts(name: str, preset: str, t: float):
    """A run to the instant t, and its clouds of 40 starts, 60 in films, which nobody has asked for yet."""
    held_of.cache_clear()
    scene = scene_named(name)
    few = tuple(replace(word, starts=40, filmed=60) for word in scene.chart if isinstance(word, Cloud))
    scene = replace(scene, chart=few)
    run = Simulation(scene, dict(scene.preset(preset).values), preset=preset)
    run.advance(round(240*t))
    return run, {chart.title.removeprefix("Cloud of starts: "): chart for chart in run.charts()}


def test_charts_show_the_cloud_at_the_instant_that_is_shown():
    run, charts = cloud_charts("sleigh", "Caught: a rosette", 2.0)
    assert list(charts) == ["places", "rates", "volume"]
    now, shares = run.snapshot(), []
    charts["places"].work(lambda share, parts: shares.append(share), lambda: False)
    assert shares == sorted(shares) and shares[-1] == 1.0
    wanted = sandbox.cloud("sleigh", "Caught: a rosette", starts=40, spread=0.3, duration=2.0, rate=30.0, exact=False)
    inside, left, motion, note = charts["places"].moving(now)
    assert (inside.x == wanted.places[-1, :, 0]).all() and (inside.y == wanted.places[-1, :, 1]).all()
    assert not len(left.x) and f"{wanted.expected[-1]:.3g}" in note.label and "40" in note.label
    # the motion itself, in axes of the table
    x, y, _z = now.bodies[0].centre
    angle = -2.0*now.t
    assert_allclose((motion.x, motion.y), (x*cos(angle) - y*sin(angle), x*sin(angle) + y*cos(angle)), atol=1e-12)
    inside, _left, _motion, _note = charts["rates"].moving(now)
    assert (inside.y == wanted.coordinates[-1, :, 1]).all()
    line, mark, *_spanned = charts["volume"].moving(now)
    assert_allclose(np.interp(2.0, line.x, line.y), np.log(wanted.expected[-1]), rtol=1e-12)
    assert mark.x == pytest.approx(2.0) and mark.y == pytest.approx(np.log(wanted.expected[-1]))


@pytest.mark.parametrize("name, preset, plane", [
    ("sleigh", "Caught: a rosette", "places"), ("sleigh", "Caught: a rosette", "rates"), ("suslov", "A focus", "rates"),
    ("bowl", "Oval bowl", "places")])
def test_before_it_goes_a_cloud_shows_the_motion_and_where_it_begins(name, preset, plane):
    run, charts = cloud_charts(name, preset, 2.0)
    chart, now = charts[plane], run.snapshot()
    box, ring, note = chart.moving(now)
    assert "Let a cloud of starts go" in note.label and "40" in note.label and ring.kind == "ring"
    way = chart.curves[-1]
    chart.work(lambda *_told: None, lambda: False)
    # the motion itself is on its way at each instant, and the box is where the others begin
    inside, _left, motion, _note = chart.moving(now)
    # [m, m/s] one is the engine's, the other goes in strides: their own error in 2 s, far less than a dot shows
    assert_allclose((ring.x, ring.y), (motion.x, motion.y), rtol=0, atol=1e-9)
    assert len(way.x) > 100 and (way.x[60], way.y[60]) == (ring.x, ring.y)
    begun = chart.moving(replace(now, t=0.0))[0]
    # [m, rad/s] the start is put onto its surface yet: of second order in half a millimetre on one of 15 cm
    assert_allclose((box.x, box.y), (begun.x, begun.y), rtol=0, atol=1e-4)
    (x0, x1), (y0, y1) = view_of(chart)
    assert x0 < min(way.x) and max(way.x) < x1 and y0 < min(way.y) and max(way.y) < y1
    assert len(inside.x) == 40


def test_the_chart_of_volumes_has_its_axes_before():
    run, charts = cloud_charts("bowl", "Oval bowl", 0.1)
    (note,) = charts["volume"].moving(run.snapshot())
    assert "40 starts" in note.label
    view = view_of(charts["volume"])
    assert view[0] == (0.0, 5.0) and view[1][0] < np.log(0.99) and view[1][1] > np.log(1.01)


def test_a_cloud_that_is_behind_says_which_instant_it_shows():
    run, charts = cloud_charts("sleigh", "Caught: a rosette", 2.0)
    told = []
    charts["places"].work(lambda share, parts: told.append(share), lambda: len(told) > 14)
    assert "at t = 0.50 s" in charts["places"].moving(run.snapshot())[-1].label


def test_a_cloud_that_is_ahead_rests_and_one_that_is_behind_does_not(monkeypatch):
    """What is shown is 2 s on: it gets there at once, and then leaves the cores to the picture."""
    run, charts = cloud_charts("sleigh", "Caught: a rosette", 2.0)
    charts["places"].moving(run.snapshot())
    rested, told = [], []
    monkeypatch.setattr("sandbox.theory.charts.cloud.sleep", lambda seconds: rested.append((len(told), seconds)))
    charts["places"].work(lambda share, parts: told.append(share), lambda: len(told) > 89)
    # 30 instants a second; half a second ahead it has all the time
    assert [count for count, _seconds in rested] == list(range(76, 91)) and all(seconds > 0.0 for _k, seconds in rested)


def test_work_on_a_cloud_can_be_ended_and_taken_up():
    run, charts = cloud_charts("suslov", "A focus", 1.0)
    told = []
    charts["rates"].work(lambda share, parts: told.append(share), lambda: len(told) > 3)
    assert len(told) == 4
    # no further than it is known
    _line, mark, *_more = charts["volume"].moving(run.snapshot())
    assert mark.x == pytest.approx(4/30)
    charts["volume"].work(lambda share, parts: told.append(share), lambda: False)
    assert told[4] > told[3] and told[-1] == 1.0


def test_starts_that_have_left_are_counted_on_the_chart():
    run, charts = cloud_charts("sleigh", "Thrown off sideways", 1.39)
    charts["places"].work(lambda *_told: None, lambda: False)
    inside, left, _motion, note = charts["places"].moving(run.snapshot())
    assert len(inside.x) + len(left.x) == 40 and len(left.x) > 0
    assert f"{len(left.x)} have left" in note.label and " at t = " not in note.label


def test_a_film_goes_on_with_its_cloud():
    run, charts = cloud_charts("bowl", "Oval bowl", 0.1)
    charts["places"].alongside(0.1)
    inside, _left, _motion, note = charts["places"].moving(run.snapshot())
    assert len(inside.x) == 60 and "60 starts" in note.label and "measure × 1" in note.label


def test_there_is_no_cloud_where_no_phase_space_is_known():
    assert not cloud_charts("suslov", "A pendulum that may not twist", 0.0)[1]
    with pytest.raises(BadValue, match="plane"):
        Cloud("sideways")
