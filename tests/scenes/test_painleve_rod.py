"""Painleve's rod: the classes and numbers of vectors_contact.json, and what follows from them."""

import json
from itertools import pairwise
from math import cos, radians, sin, tan
from pathlib import Path

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from sandbox.errors import BadValue
from sandbox.integration.status import DRIFTED
from sandbox.run.simulation import Simulation
from tests.scenes.test_contact_scenes import CATALOGUE, begin, kinds


def rod(**values) -> Simulation:
    return Simulation(CATALOGUE.get("painleve_rod"), values)


def test_a_rod_that_jams_jumps():
    """rod_impact_by_friction: with Stronge's restitution 1/2 the slip ends at once and the rod is thrown up."""
    run = rod()
    first = run.snapshot().bodies[0]
    assert first.mode == "flight"
    phi, l = 1.0, 0.5
    P = np.array((1.0319929202759353, 0.8975231119782893))        # [N s] along the slip and the normal
    v = np.array((-2.0, 0.0)) + P
    w = -(-l*np.cos(phi)*P[1] + l*np.sin(phi)*P[0])/(l*l/3)
    assert np.allclose(first.velocity[[0, 2]], v, rtol=0, atol=1e-9)
    assert first.angular_velocity[1] == pytest.approx(w, abs=1e-9)


def test_without_restitution_it_stands_and_falls():
    run = begin("painleve_rod", "B4 without restitution")
    body = run.snapshot().bodies[0]
    assert body.mode == "rolling" and run.snapshot().contacts[0].group == "B2"
    run.advance(120)
    assert abs(run.snapshot().contacts[0].slip).max() == 0.0


# U, U*, V*, N of rod_two_term_A2, a rod that rises; it is a hundredth as thick as long, across which nothing turns
RISING = {"turning": 6.0, "speed": -1.0, "cut": 5.0, "mu": 0.2}
A2 = (5.336477726542137, -1.483252974650478, 1.6029905171315821, 0.9253036488978335)


def test_both_and_it_stays():
    run = rod(**RISING)
    seen = run.snapshot().contacts[0]
    assert (seen.group, seen.meaning) == ("A2", "both")
    found = (seen.U, seen.U_star, seen.V_star, seen.N)
    assert np.allclose(found, A2, rtol=1e-12, atol=0)


def test_it_stays_as_long_as_both_last():
    """The promise of the preset's name: no flight for as long as the classes have both, and that is to be seen."""
    scene = CATALOGUE.get("painleve_rod")
    run = begin("painleve_rod", "A2: both, and it stays")
    while run.snapshot().contacts[0].group == "A2":
        run.advance(1)
    assert not run.events and run.t > 0.08
    assert run.t/scene.shown("A2: both, and it stays").speed > 5.0


@pytest.mark.parametrize("preset", ["A3: both, and it leaves", "A4: it leaves"])
def test_it_leaves(preset):
    run = begin("painleve_rod", preset)
    assert run.snapshot().bodies[0].mode == "flight"


BORDER = (4 + tan(1.0)**2)/(3*tan(1.0))       # mu that makes V* zero


@pytest.mark.parametrize("more, mode", [(-2e-3, "sliding"), (1e-6, "flight")])
def test_the_least_friction_that_jams(more, mode):
    """Shares of the border: nearer below it slip ends within no time, too."""
    assert rod(mu=BORDER*(1 + more)).snapshot().bodies[0].mode == mode


def end_of_slip(mu, slip, phi=1.0, l=0.5, g=9.81):
    """Time [s], and x', phi' [m/s, rad/s], at which the slip of a pushed rod of 1 kg has ended, V* > 0.

    Over the impulse P of N = -U/V*: d(x', phi')/dP = (mu, 3 (mu sin phi - cos phi)/l), d(t, phi)/dP = (1, phi')/N.
    """
    def rates(_P, y):
        _t, angle, vx, turning = y
        per_N = (1 + 3*cos(angle)*(cos(angle) - mu*sin(angle)))/(g - l*sin(angle)*turning**2)
        assert per_N > 0.0
        return per_N, per_N*turning, mu, 3*(mu*sin(angle) - cos(angle))/l

    def slips(_P, y):
        return y[2] + l*sin(y[1])*y[3]
    slips.terminal = True
    end = solve_ivp(rates, (0.0, 10.0), (0.0, phi, slip, 0.0), events=slips, rtol=1e-12, atol=1e-14, method="DOP853")
    (t, _angle, vx, turning), = end.y_events[0]
    return t, vx, turning


def test_just_below_that_slip_ends_at_once_where_it_would_last_for_no_time():
    """N grows as 1/V*: a millionth below the border the slip of 2 m/s lasts for 0.14 us, and is over at the start."""
    mu, g = BORDER*(1 - 1e-6), 9.81
    t, vx, turning = end_of_slip(mu, -2.0)
    assert 1e-7 < t < 2e-7                  # [s]
    seen = rod(mu=mu, restitution=0.0).snapshot()
    body = seen.bodies[0]
    assert body.mode == "rolling" and abs(seen.contacts[0].slip).max() == 0.0
    # [m/s], [rad/s]: what the weight does in that time, at the arm of half the length
    assert body.velocity[0] == pytest.approx(vx, abs=2*g*t)
    assert -body.angular_velocity[1] == pytest.approx(turning, abs=2*g*t*3/0.5)


def test_pulled_it_slides():
    run = begin("painleve_rod", "Pulled instead of pushed")
    assert run.snapshot().contacts[0].group == "B2" and kinds(run) == []
    run.advance(60)
    assert run.snapshot().bodies[0].mode == "sliding" and run.drift < 1e-12


# ---- classes by choice of angle and friction ------------------------------------------------------------------------

VECTORS = {case["id"]: case for case in json.loads(
    (Path(__file__).parents[1]/"vectors"/"vectors_contact.json").read_text(encoding="utf-8"))["cases"]}


def newton_euler(phi, turning, sense, mu, c0, l=0.5, m=1.0, g=9.81):
    """U, U*, V* of the sliding end by Newton and Euler, from the acceleration of the end under a unit of each force."""
    r = np.array((-l*cos(phi), -l*sin(phi)))        # from the mass centre to the end

    def gap(force):
        linear = np.array(force)/m - np.array((0.0, g))
        spin = (r[0]*force[1] - r[1]*force[0])/(m*l*l/3)
        return linear[1] + spin*r[0] - turning**2*r[1]

    U = gap((0.0, 0.0))
    star = gap((-sense*c0, 0.0))
    return U, star, gap((-sense*mu, 1.0)) - U


def group_of(U, star, V):
    return ("A" if U > 0 else "B") + str((1 if star > 0 else 2) if V > 0 else (3 if star > 0 else 4))


def regions(run):
    chart = run.charts()[0]
    return [part for part in chart.curves if hasattr(part, "tone") and hasattr(part, "x") and len(part.x) == 162]


def is_in(region, x, y):
    """Whether a point is in a region between two curves over the same 81 x."""
    xs, low, high = region.x[:81], region.y[:81], region.y[81:][::-1]
    return xs[0] < x < xs[-1] and np.interp(x, xs, low) < y < np.interp(x, xs, high)


@pytest.mark.parametrize(("turning", "speed", "cut"), [
    (0.0, -1.0, 0.0), (6.0, -1.0, 0.0), (6.0, -1.0, 5.0), (5.0, -1.0, 15.0), (5.0, 1.0, 12.0), (1.0, 1.0, 12.0)])
def test_the_map_of_classes(turning, speed, cut):
    """Each point of a fine grid lies in the region of the class that Newton and Euler give; B3 is never found."""
    run = rod(turning=turning, speed=speed, cut=cut)
    shown, found = regions(run), set()
    for angle in np.linspace(6.0, 84.0, 53):
        for mu in np.linspace(0.05, 3.95, 27):
            numbers = newton_euler(radians(angle), turning, np.sign(speed), mu, cut)
            if min(abs(numbers[0]), abs(numbers[1]), abs(numbers[2])) < 0.05:
                continue                            # on a border
            group = group_of(*numbers)
            found.add(group)
            here = [region for region in shown if is_in(region, angle, mu)]
            assert len(here) == 1 and here[0].label in (group, ""), (angle, mu, group)
    assert "B3" not in found


def test_all_classes_but_one():
    """The seven classes that friction against the slip allows, and the eighth that it does not."""
    random = np.random.default_rng(1)
    found = set()
    for _trial in range(20000):
        phi, turning, mu, c0 = random.uniform(0.1, 1.5), random.uniform(-12, 12), random.uniform(0, 4), (
            random.choice((0.0, random.uniform(0, 30))))
        found.add(group_of(*newton_euler(phi, turning, random.choice((-1.0, 1.0)), mu, c0)))
    differs, = CATALOGUE.get("painleve_rod").differs
    assert found == {"A1", "A2", "A3", "A4", "B1", "B2", "B4"} and len(found) == differs.found
    assert differs.printed == 8.0


@pytest.mark.parametrize("case", ["rod_B4", "rod_A3", "rod_two_term_A2", "rod_two_term_A4", "rod_two_term_B1"])
def test_classes_of_the_vectors(case):
    """The chart's mark names the class of each reference, whatever the run does then."""
    case = VECTORS[case]
    law, begin_ = case["params"]["friction"], case["initial"]
    run = rod(angle=float(np.degrees(begin_["phi"])), turning=begin_["phidot"], speed=begin_["slip_velocity"],
              mu=law["mu"], cut=law.get("c0", 0.0))
    mark = run.charts()[0].curves[-1]
    assert mark.label == case["expected"]["table1"] and (mark.x, mark.y) == (run.values["angle"], law["mu"])
    assert np.allclose(newton_euler(begin_["phi"], begin_["phidot"], np.sign(begin_["slip_velocity"]), law["mu"],
                                    law.get("c0", 0.0)),
                       [case["expected"][name] for name in ("U", "U_star", "V_star")], rtol=1e-12)


def test_a_click_lets_the_rod_go_there():
    chart = rod().charts()[0]
    assert chart.start(40.0, 0.3) == {"angle": 40.0, "mu": 0.3}
    assert chart.start(-3.0, 9.0) == {"angle": 5.0, "mu": 4.0}
    run = rod(**chart.start(30.0, 0.4))
    x, y = chart.point(run.snapshot().bodies[0])
    assert np.allclose((x, y), (30.0, 2.0))         # the chart's own friction
    assert run.snapshot().contacts[0].group == "B2"
    with pytest.raises(BadValue):
        rod(angle=86.0)


def test_the_plane_of_figure_1_shows_the_rod():
    """N = -U*/V* on the line U* + V* N, and U on the axis of no force."""
    run = rod(**RISING)
    plane = next(chart for chart in run.charts() if chart.title == "Contact or detachment")
    line, contact, free = plane.moving(run.snapshot())
    U, star, _V, N = A2
    assert np.allclose((line.y[0], contact.x, free.y), (star, N, U), rtol=1e-12)
    assert contact.kind == "stable" and free.kind == "unstable"


# ---- it lies down ---------------------------------------------------------------------------------------------------

G = 9.81
# presets that go on for as long as one likes; friction without load is followed at one end only, and A2 has no motion
LIES = ["B4: it jams and jumps", "B4 without restitution", "A3: both, and it leaves", "Pulled instead of pushed",
        "Little friction: it slides"]


def heights(body, l=0.5):
    """Heights [m] of both ends of a rod as a run shows it."""
    _w, x, y, z = body.quaternion
    up = 2.0*(x*z - y*_w)
    return body.centre[2] - l*up, body.centre[2] + l*up


def lying(**values) -> Simulation:
    """A run without restitution, right after the rod has come to lie."""
    run = rod(restitution=0.0, **values)
    while not any("Comes to lie" in event.sentence for event in run.events):
        assert run.ended is None and run.advance(1) == 1
    return run


@pytest.mark.parametrize("preset", LIES)
@pytest.mark.parametrize("rate", [240, 960])
def test_it_goes_on_where_it_lies_down(preset, rate):
    """5 s: no end below the floor, nothing that pulls, no energy but by the ledger, and at rest at last."""
    scene = CATALOGUE.get("painleve_rod")
    run = Simulation(scene, scene.preset(preset).values, step_rate=rate)
    for _frame in range(5*rate//4):
        run.advance(4)
        body = run.snapshot().bodies[0]
        # [m] rounding of places of a metre; [N]
        assert min(heights(body)) > -1e-12 and body.N >= 0.0
    assert run.ended is None and run.drift < 1e-11 and body.mode == "rest"
    assert abs(body.centre[2]) < 1e-12


def test_both_ends_that_stop_take_what_goes_down():
    """e = 0, no friction: all but the motion along the floor is lost, (1 + 1/3) m l^2 w^2/2 of a rod about its end."""
    run = lying(mu=0.0, speed=1.0)
    struck = next(event for event in run.events if event.kind == "impact")
    # l sin w^2/2 (1/3 + cos^2) = g (sin of the start): the end has no friction, the mass centre falls straight down
    w2 = 2*G*sin(1.0)/0.5/(1/3 + 1.0)
    assert struck.lost == pytest.approx(0.5*(4/3)*0.25*w2, rel=1e-8)
    # [J] all that it had to fall
    assert struck.lost == pytest.approx(G*0.5*sin(1.0), rel=1e-8)


def test_lying_it_slides_until_friction_has_taken_its_speed():
    """v' = -mu g, over v^2/(2 mu g)."""
    mu = 0.1
    run = lying(mu=mu, speed=2.0)
    body = run.snapshot().bodies[0]
    x, v = body.centre[0], body.velocity[0]
    assert body.mode == "sliding" and v > 1.0 and abs(body.velocity[2]) < 1e-12
    run.advance(60)
    assert run.snapshot().bodies[0].velocity[0] == pytest.approx(v - mu*G*60*run.h, abs=1e-12)
    run.advance(1140)
    body = run.snapshot().bodies[0]
    assert body.mode == "rest" and run.drift < 1e-12
    assert body.centre[0] - x == pytest.approx(v*v/(2*mu*G), abs=1e-12)


def test_with_restitution_it_clatters():
    """Each end in turn comes down ever more softly; each hit is told with what it takes."""
    run = begin("painleve_rod", "Little friction: it slides")
    run.advance(480)
    hits = [event for event in run.events if event.kind == "impact"]
    assert len(hits) > 10 and all(event.lost > 0.0 for event in hits)
    assert all(later.speed < 0.51*hit.speed for hit, later in pairwise(hits))


def test_a_hand_lifts_it_off_and_it_lies_down_again():
    run = lying(mu=0.5, speed=1.0)
    run.advance(240)
    centre = run.snapshot().bodies[0].centre
    run.grab(0, (0.3, 0.0, 0.0), 10.0)
    for up in range(60):
        run.move(centre + np.array((0.3, 0.0, 0.01*up)))
        run.advance(2)
        body = run.snapshot().bodies[0]
        assert min(heights(body)) > -1e-12 and body.N >= 0.0
    assert max(heights(body)) > 0.2 and run.ended is None
    run.let_go()
    run.advance(960)
    body = run.snapshot().bodies[0]
    assert run.ended is None and run.drift < 1e-11 and body.mode == "rest" and abs(body.centre[2]) < 1e-12


def test_back_to_before_it_lay_it_does_the_same():
    run = begin("painleve_rod", "Little friction: it slides")
    run.advance(480)
    there, = run.states
    assert run.go_to(60) and run.snapshot().contacts[0].group == "B2" and run.snapshot().bodies[0].mode == "sliding"
    run.advance(420)
    assert np.array_equal(run.states[0], there)


@pytest.mark.parametrize("values", [{"speed": 5.0}, {"speed": -10.0}, {"speed": 10.0, "angle": 5.0}])
def test_it_ends_where_it_comes_to_lie_over_an_edge(values):
    run = rod(mu=0.0, **values)
    run.advance(480)
    assert run.ended is not None and "over an edge" in run.ended.sentence and run.drift < 1e-12
    # [m] an end this far below the table is what is looked for
    assert min(heights(run.snapshot().bodies[0])) > -1e-10


def test_with_friction_without_load_it_ends_where_it_lies_down():
    run = begin("painleve_rod", "A4: it leaves")
    run.advance(480)
    assert run.ended is not None and "needs to be Coulomb" in run.ended.sentence


def test_lying_where_its_energy_is_lost_it_ends_with_a_sentence():
    """It was asked for a second point on its support by functions that only smooth bodies have: the program crashed."""
    run = lying(mu=0.5)._run
    assert run.system.jump(run.data, DRIFTED, 0).ended.kind == "drift"
