"""Coin in a funnel: its steady circles by forces and moments, the Jacobi integral, and what friction does to it."""

from math import cos, log, radians, sin, tan

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.interpolate import CubicSpline

from sandbox.run.readings.chart_now import ChartReader
from sandbox.run.simulation import Simulation
from tests.scenes.riding import CATALOGUE, G, ride

SCENE = CATALOGUE.get("coin_funnel")
CIRCLES = [{}, {"against": True}, {"rate": -3.0, "lean": 30.0}, {"q": 25.0, "lean": 70.0}, {"rate": 0.0, "lean": 60.0},
           {"q": 70.0, "lean": 35.0, "c": 0.8, "radius": 0.05, "rate": 5.0}]


def axis(q):
    """Third axis of the body."""
    w, x, y, z = q
    return np.array([2*(x*z + w*y), 2*(y*z - w*x), 1 - 2*(x*x + y*y)])


@pytest.mark.parametrize("changes", CIRCLES)
def test_steady_circles_by_forces(changes):
    """Newton and Euler on what the run shows after a second: centripetal force, weight, and the moment that turns L."""
    run = Simulation(SCENE, changes)
    first = run.snapshot().bodies[0]
    p = (first.centre[0]*first.velocity[1] - first.centre[1]*first.velocity[0])/(first.centre[:2] @ first.centre[:2])
    run.advance(240)
    body, a = run.snapshot().bodies[0], run.values["radius"]
    m = 100*np.pi*a*a
    far = np.hypot(*body.centre[:2])
    outwards = np.array([*body.centre[:2], 0.0])/far
    # the same height and distance, the angle of a second further
    assert_allclose((far, body.centre[2]), (np.hypot(*first.centre[:2]), first.centre[2]), rtol=0, atol=1e-13)     # [m]
    angle = np.arctan2(body.centre[1], body.centre[0])
    assert (angle - p + np.pi) % (2*np.pi) - np.pi == pytest.approx(0.0, abs=1e-12)                      # [rad]
    force = body.F + body.N*body.normal
    assert_allclose(force, m*G*np.array([0, 0, 1]) - m*p*p*far*outwards, rtol=0, atol=1e-10*m*G)
    w, e3, A, C = body.angular_velocity, axis(body.quaternion), m*a*a/4, m*a*a/2
    L = A*w + (C - A)*(w @ e3)*e3
    assert_allclose(np.cross([0.0, 0.0, p], L), np.cross(body.contact - body.centre, force), rtol=0, atol=1e-10*m*G*a)
    # the touching point lies on the pseudosphere, and moves as the wall does
    R = np.hypot(*body.contact[:2])
    q, c = radians(SCENE.values(changes)["q"]), run.values["c"]
    assert_allclose((R, body.contact[2]), (c*sin(q), c*(log(tan(q/2)) + cos(q))), rtol=0, atol=1e-12)
    moving = body.velocity + np.cross(w, body.contact - body.centre)
    assert_allclose(moving, run.values["rate"]*np.array([-body.contact[1], body.contact[0], 0.0]), rtol=0, atol=1e-12)
    assert run.drift < 1e-12


def test_the_slope_of_the_wall_does_not_matter():
    """The same circle on another wall: c and q with the same R."""
    circles = []
    for c, q in ((0.5, 40.0), (0.8, np.degrees(np.arcsin(0.5*sin(radians(40.0))/0.8)))):
        body = Simulation(SCENE, {"c": c, "q": q}).snapshot().bodies[0]
        circles.append((np.hypot(*body.centre[:2]), np.linalg.norm(body.velocity), *body.angular_velocity))
    assert_allclose(*circles, rtol=1e-12)


@pytest.mark.parametrize("wobble", [0.3, 3.0])
def test_jacobi_integral_of_any_motion(wobble):
    seen = ride("coin_funnel", "Against the funnel", 20.0, 8, wobble=wobble)
    energy = 0.5*np.pi*0.09*(seen.v**2).sum(axis=1)
    assert seen.ended is None and np.ptp(seen.E_J) < 1e-12 and np.ptp(energy) > 1e-3      # [J] of a coin of 0.28 kg
    assert seen.run.drift < 1e-12


def test_the_ledger_has_what_a_changing_rate_does():
    run = Simulation(SCENE, {})
    before = run.snapshot().E_J
    run.advance(240)
    run.set("rate", 6.0)
    run.advance(480)
    assert run.ended is None and run.drift < 1e-13 and abs(run.snapshot().E_J - before) > 0.01


def test_it_stays_and_wobbles_and_falls():
    seen = ride("coin_funnel", "A wobble on the way", 30.0, 16)
    assert seen.ended is None and 2e-3 < np.ptp(seen.r[:, 2]) < 2e-2        # [m]
    seen = ride("coin_funnel", "A circle that does not last", 5.0, 8)
    assert seen.ended is not None and 0.5 < seen.t[-1] < 2.0 and seen.run.drift < 1e-9


def test_rolling_resistance_brings_it_down_faster_and_faster():
    seen = ride("coin_funnel", "Down the funnel for coins", 6.0, 8)
    turning = (seen.r[:, 0]*seen.v[:, 1] - seen.r[:, 1]*seen.v[:, 0])/(seen.r[:, :2]**2).sum(axis=1)
    assert seen.ended is None and seen.r[-1, 2] < seen.r[0, 2] - 0.05       # [m]
    assert turning[-1] > 1.1*turning[0] and seen.run.drift < 1e-12
    # what the ledger took is what the moment k_r N did, which is all that works in a funnel at rest
    assert seen.E_J[-1] < seen.E_J[0] - 0.05


@pytest.mark.parametrize("changes", CIRCLES)
def test_the_chart_has_the_circle(changes):
    run = Simulation(SCENE, changes)
    run.watch()
    chart = run.charts()[0]
    run.advance(120)
    now = ChartReader(chart, run).now(run.snapshot())
    lean = np.interp(now.x, chart.curves[0].x, chart.curves[0].y)
    assert now.y == pytest.approx(run.values["lean"], abs=1e-6) and lean == pytest.approx(now.y, abs=0.02)  # [deg]
    assert run.ghost([run.t]) is not None


def test_the_ghost_is_of_the_steady_circle_only():
    for changes in ({"wobble": 0.1}, {"resistance": 1e-4}):
        assert Simulation(SCENE, changes).ghost([0.0]) is None


@pytest.mark.parametrize(("scene", "wobble"), [("coin_funnel", 3.0), ("coin_on_turntable", 0.4)])
def test_energy_beside_the_jacobi_integral(scene, wobble):
    """E - Omega L_z is E_J but for a constant, and what friction does is what E changes by."""
    found = CATALOGUE.get(scene)
    run = Simulation(found, {"wobble": wobble})
    run.watch()
    titles = [chart.title for chart in run.charts()]
    assert titles[-2:] == ["Energy and Jacobi integral", "What the constraint forces do"]
    chart, power = run.charts()[-2:]
    run.advance(480)
    E, E_J = ChartReader(chart, run).now(run.snapshot()).tracks
    assert np.ptp(E_J.y) < 1e-12 and np.ptp(E.y) > 2e-4                      # [J]
    kept = run.watch().states().rows
    a = run.values["radius"]
    m = 100*np.pi*a*a
    A, C = m*a*a/4, m*a*a/2
    momenta = []
    for centre, velocity, w, turned in zip(kept.centre[:, 0], kept.velocity[:, 0], kept.omega[:, 0],
                                           kept.quaternion[:, 0], strict=True):
        e3 = axis(turned)
        momenta.append((m*np.cross(centre, velocity) + A*w + (C - A)*(w @ e3)*e3)[2])
    shown = np.interp(E.x, kept.t, np.array(momenta))
    assert np.ptp(np.asarray(E.y) - run.values["rate"]*shown - np.asarray(E_J.y)) < 1e-12
    work = ChartReader(power, run).now(run.snapshot()).tracks[0]
    total = CubicSpline(work.x, work.y).antiderivative()(E.x)
    assert_allclose(E.y - E.y[0], total, rtol=0, atol=2e-2*np.ptp(E.y))  # cubics between 60 rows, five of a wobble


# ---- the drop ------------------------------------------------------------------------------------------------------

@pytest.fixture(scope="module")
def dropped():
    """The run of the preset up to the floor and its end."""
    run = Simulation(SCENE, SCENE.preset("It drops at last").values)
    while run.ended is None and run.t < 20.0:
        run.advance(24)
    return run


def at_instant(t):
    """The coin at an instant, by a run of its own."""
    run = Simulation(SCENE, SCENE.preset("It drops at last").values)
    run.advance(int(240*t))
    return run.peek(t).bodies[0] if t > run.t else run.snapshot().bodies[0]


def first(run, kind, after=0.0):
    return next(event.t for event in run.events if event.kind == kind and event.t > after)


def slipping(body):
    """Slip of the touching point on the funnel at rest (3,)."""
    return body.velocity + np.cross(body.angular_velocity, body.contact - body.centre)


def test_slip_grip_and_fall_are_located(dropped):
    """The slip begins at |F| = mu N, the grip is where the slip is 0, the lip is reached at the radius of the hole."""
    slip = first(dropped, "slip")
    grip, over = first(dropped, "grip"), first(dropped, "rim")
    assert (slip, grip, over) == (pytest.approx(5.763, abs=1e-3), pytest.approx(7.041, abs=1e-3),
                                  pytest.approx(12.153, abs=1e-3))              # what the sheet says
    body = at_instant(slip - 1e-9)
    assert body.mode == "rolling" and np.linalg.norm(body.F)/body.N == pytest.approx(0.4, abs=1e-7)
    assert np.linalg.norm(slipping(body)) < 1e-12
    body = at_instant(grip - 1e-9)
    # [m/s] the slip ends at some 10 m/s^2, so that 1e-9 s before it is 1e-8
    assert body.mode == "sliding" and np.linalg.norm(slipping(body)) < 5e-8
    assert np.linalg.norm(body.F)/body.N == pytest.approx(0.4, abs=1e-12)
    body = at_instant(over)
    assert np.hypot(*body.contact[:2]) == pytest.approx(0.16*0.5, abs=1e-9)      # [m]


def test_it_goes_round_faster_and_falls_freely(dropped):
    """Faster round the axis on the way down; then a parabola from the lip to the floor, with the same spin."""
    turnings = []
    for t in (0.5, 3.0, 5.0, 11.0, 12.0):
        body = at_instant(t)
        turnings.append(np.cross(body.centre, body.velocity)[2]/(body.centre[:2] @ body.centre[:2]))
    assert np.all(np.diff(np.abs(turnings)) > 0.0) and abs(turnings[-1]) > 3.0*abs(turnings[0])
    leaves = first(dropped, "detach")
    lands = first(dropped, "impact", leaves)
    one, other = at_instant(leaves + 1e-6), at_instant(lands - 1e-6)
    t = lands - leaves - 2e-6
    assert one.mode == other.mode == "flight" and 0.15 < t < 0.3
    fall = np.array([0.0, 0.0, -G])
    # [m, m/s] rounding of fifty steps
    assert_allclose(other.centre, one.centre + one.velocity*t + 0.5*fall*t*t, rtol=0, atol=1e-12)
    assert_allclose(other.velocity, one.velocity + fall*t, rtol=0, atol=1e-12)


def test_the_books_of_the_drop(dropped):
    """E_J less the ledger through slips, impacts and fall; the ledger only takes, and the coin ends on the floor."""
    m = 100*np.pi*0.03**2
    assert dropped.drift < 1e-12 and dropped.ended is None
    assert any("flat" in event.sentence for event in dropped.events) and dropped.snapshot().bodies[0].mode == "rest"
    run = Simulation(SCENE, SCENE.preset("It drops at last").values)
    books = []
    while run.ended is None and run.t < 20.0:
        shot = run.snapshot()
        body = shot.bodies[0]
        w, e3 = body.angular_velocity, axis(body.quaternion)
        A, C = m*0.03**2/4, m*0.03**2/2
        energy = 0.5*m*(body.velocity @ body.velocity) + 0.5*A*(w @ w) + 0.5*(C - A)*(w @ e3)**2 + m*G*body.centre[2]
        books.append((energy, shot.ledger))
        run.advance(24)
    energy, ledger = np.array(books).T
    size = m*G*1.0 + energy[0]
    # [J] of a coin of 0.28 kg that falls by a metre
    assert_allclose(energy - energy[0], ledger - ledger[0], rtol=0, atol=2e-12*abs(size))
    assert np.all(np.diff(ledger) < 1e-12) and ledger[-1] < -2.0
