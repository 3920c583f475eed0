"""What a viewer of the scenes with blades and given spins should see does happen, in the numbers of sleigh.md 16."""

from math import cos, pi, radians, sin, sqrt
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from sandbox.run.simulation import Simulation
from sandbox.scene.catalogue import load_catalogue
from tests.oracles import sleigh as oracle

CATALOGUE = load_catalogue(Path(__file__).parents[2] / "scenes")
EVERY = 8                          # steps between states looked at


def ride(name, preset, seconds, **changes):
    """A preset with changes until the time or its end: t (n,), centre r, velocity v, contact, N (n,), spin (n,)."""
    scene = CATALOGUE.get(name)
    run = Simulation(scene, {**scene.preset(preset).values, **changes})
    seen = [run.snapshot()]
    while run.t < seconds - 1e-9 and run.ended is None:
        run.advance(EVERY)
        seen.append(run.snapshot())
    columns = {"r": "centre", "v": "velocity", "w": "angular_velocity", "contact": "contact", "F": "F"}
    return SimpleNamespace(
        run=run, ended=run.ended.kind if run.ended else None, t=np.array([s.t for s in seen]), last=seen[-1],
        E_J=np.array([s.E_J for s in seen]), N=np.array([s.reactions[0].value for s in seen]),
        **{key: np.array([getattr(s.bodies[0], word) for s in seen]) for key, word in columns.items()})


def radius(seen):
    return np.hypot(seen.r[:, 0], seen.r[:, 1])


# sleigh --------------------------------------------------------------------------------------------------------------

def test_table_throws_the_sleigh():
    seen = ride("sleigh", "Thrown off sideways", 5.0)
    assert seen.ended == "rim" and seen.t[-1] == pytest.approx(1.40, abs=0.01)
    assert np.hypot(*seen.v[-1, :2]) == pytest.approx(0.65, abs=0.005)
    assert np.abs(seen.N).max() == pytest.approx(0.48, abs=0.01)
    # the arrow is the reaction, across the blade, at the blade
    np.testing.assert_allclose(np.linalg.norm(seen.F, axis=1), np.abs(seen.N), atol=1e-14)
    np.testing.assert_allclose(np.hypot(*(seen.contact - seen.r)[:, :2].T), 0.08, atol=1e-14)
    seen = ride("sleigh", "A larger table: it ends crab-wise", 20.0)
    assert seen.ended == "rim" and np.hypot(*seen.v[-1, :2]) == pytest.approx(0.57, abs=0.01)
    assert abs(seen.w[-1, 2]) < 0.02       # [rad/s] w falls like 1/t^2


def test_rosette_never_leaves_and_its_twin_does():
    seen = ride("sleigh", "Caught: a rosette", 60.0)
    foot = np.hypot(*seen.contact[:, :2].T)         # the blade is at O1
    assert seen.ended is None and (foot.min(), foot.max()) == pytest.approx((0.175, 0.244), abs=1e-3)
    assert (seen.w[:, 2].min(), seen.w[:, 2].max()) == pytest.approx((-1.55, -0.79), abs=0.01)
    assert np.abs(seen.N).max() == pytest.approx(0.69, abs=0.01)
    assert seen.run.meters[0].reason == "" and seen.run.meters[0].drift < 1e-14
    seen = ride("sleigh", "Its twin, spun forwards, flies off", 5.0)
    assert seen.ended == "rim" and seen.t[-1] == pytest.approx(0.87, abs=0.01)


def test_sleigh_stands_still_in_the_room():
    seen = ride("sleigh", "Standing still in the room", 20.0)
    assert np.abs(seen.r - seen.r[0]).max() < 1e-14 and np.abs(seen.N).max() < 1e-14 and seen.run.system.notes == ()
    seen = ride("sleigh", "On the other side it departs", 20.0)
    # growth of the spin between a hundredth and a tenth of a radian per second, exponent Omega m a x2/I
    early = (seen.t > 0.2) & (np.abs(seen.w[:, 2]) < 0.02)
    rate = np.polyfit(seen.t[early], np.log(np.abs(seen.w[early, 2])), 1)[0]
    assert 1/rate == pytest.approx(0.63, abs=0.01) and seen.ended == "rim"


def test_crab_glide_is_straight_and_without_force():
    seen = ride("sleigh", "Crab glide", 5.0)
    assert np.abs(seen.N).max() < 1e-13 and np.abs(seen.v - seen.v[0]).max() < 1e-13
    assert np.hypot(*seen.v[0, :2]) == pytest.approx(0.17, abs=1e-12)


def test_boomerang_comes_back():
    seen = ride("sleigh", "Boomerang on a floor at rest", 20.0)
    way = seen.v[:, 0]
    assert way[0] == pytest.approx(-0.8, abs=1e-3) and way[-1] == pytest.approx(0.8, abs=0.01)
    turned = seen.t[np.argmax(way > 0)]
    assert turned == pytest.approx(3.7, abs=0.3)
    assert np.trapezoid(seen.w[:, 2], seen.t) == pytest.approx(2*pi, abs=0.01)
    assert np.abs(seen.N).max() == pytest.approx(1.50, abs=0.01)
    spin = seen.w[:, 2]
    # 9.1: the speeds along the blade and of the spin trade with one another
    assert np.ptp(0.5*(seen.v**2).sum(axis=1) + 0.5*0.0192*spin**2) < 1e-14


# skate ---------------------------------------------------------------------------------------------------------------

@pytest.mark.parametrize(("preset", "widest"), [("Ellipse", 0.115), ("Just inside", 0.397)])
def test_skate_is_trapped(preset, widest):
    seen = ride("skate", preset, 40.0)
    assert seen.ended is None and widest - 2e-3 < radius(seen).max() < widest + 1e-3


@pytest.mark.parametrize(("preset", "when"), [("Parabola", 3.96), ("Hyperbola", 1.80), ("Just outside", 3.14)])
def test_skate_leaves(preset, when):
    seen = ride("skate", preset, 10.0)
    assert seen.ended == "rim" and seen.t[-1] == pytest.approx(when, abs=0.02)


def test_conic_of_the_chart_is_the_one_that_is_run():
    scene = CATALOGUE.get("skate")
    chart = scene.charted(scene.values())
    x, y = np.array(chart.curves[0].x), np.array(chart.curves[0].y)
    run = Simulation(scene)
    for _i in range(20):
        run.advance(40)
        point = chart.point(run.snapshot().bodies[0])
        # [m] from the nearest of its points, 0.01 s apart
        assert np.hypot(x - point[0], y - point[1]).min() < 2e-3


def test_viscous_skates_creep_and_the_ideal_one_does_not():
    turns = 2*pi/2.5
    scene = CATALOGUE.get("slope_skate")
    run = Simulation(scene)
    seen = run.peek(2*turns)
    start = run.snapshot()
    down = [(b.centre - a.centre) @ (cos(radians(10)), 0, -sin(radians(10)))/(2*turns)
            for a, b in zip(start.bodies, seen.bodies, strict=True)]
    assert down[0] == pytest.approx(0.0, abs=1e-13)
    for found, speed in zip(down[1:], (0.170, 0.0170, 0.00170), strict=True):
        assert found == pytest.approx(speed, rel=0.07)     # what the first turn remembers
    assert [r.realisation for r in seen.reactions] == ["ideal", "viscous", "viscous", "viscous"]
    assert len({body.tone for body in run.bodies}) == 4


def test_skate_refuses_to_slide_down():
    seen = ride("slope_skate", "It refuses to slide down", 20.0)
    down = (seen.r - seen.r[0]) @ (cos(radians(10)), 0, -sin(radians(10)))
    assert seen.ended == "rim" and down.max() == pytest.approx(0.136, abs=1e-3) and down.min() > -1e-13
    k = np.abs(seen.t - 2*pi/2.5).argmin()
    assert (seen.r[k, 1] - seen.r[0, 1])/seen.t[k] == pytest.approx(0.341, abs=3e-3)     # [m/s] a nearest state


# tilted --------------------------------------------------------------------------------------------------------------

@pytest.mark.parametrize(("preset", "spin", "place"), [("Hovering downhill", -4.0, 0.087),
                                                       ("Hovering uphill", 4.5, -0.024)])
def test_skate_hovers(preset, spin, place):
    seen = ride("tilted_sleigh", preset, 60.0)
    mean = seen.r.mean(axis=0)
    G = 9.81*sin(radians(2.92))
    assert oracle.hovering_place(G, 1.5, spin) == pytest.approx(place, abs=1e-3)
    np.testing.assert_allclose(mean[:2], (place*cos(radians(2.92)), 0.0), atol=3e-3)     # [m] finitely many turns
    assert seen.ended is None and "gravity" in seen.run.meters[0].reason and np.ptp(seen.E_J) > 0.01


def test_stopped_table_lets_the_skate_drift_off():
    seen = ride("tilted_sleigh", "The table is stopped: off sideways", 20.0)
    assert seen.ended == "rim" and abs(seen.r[-1, 1] - seen.r[0, 1]) > 3*abs(seen.r[-1, 0] - seen.r[0, 0])


def test_weight_ahead_dives():
    seen = ride("tilted_sleigh", "Shift the weight and it dives", 20.0)
    along = seen.v[-1]/np.linalg.norm(seen.v[-1])
    assert along @ (cos(radians(10)), 0, -sin(radians(10))) > 0.95 and seen.r[-1, 0] > 0


# breakaway -----------------------------------------------------------------------------------------------------------

def test_blade_breaks_and_grips():
    run = Simulation(CATALOGUE.get("breakaway"))
    run.advance(3*240)
    first = [event for event in run.events if event.kind != "rim"]
    assert [event.kind for event in first] == ["breakaway", "regrip"]
    assert first[0].t == pytest.approx(0.151524738813305, abs=1e-13)
    assert first[1].t == pytest.approx(1.936, abs=5e-4)
    assert run.snapshot().ledger < -0.05 and run.drift < 1e-13
    assert [r.realisation for r in run.snapshot().reactions] == ["hold", "ideal"]


def test_the_model_beside_ends_at_the_rim_and_stays_there():
    run = Simulation(CATALOGUE.get("breakaway"), {"x": -0.6})
    run.advance(3*240)
    rim = next(event for event in run.events if event.kind == "rim")
    assert rim.body == 1 and rim.sentence.startswith("Model 2: The body reached the rim at t = 2.284 s")
    _first, beside = run.snapshot().bodies
    assert np.hypot(*beside.contact[:2]) == pytest.approx(1.5, abs=1e-12)       # [m] rounding, rim of the plane
    run.advance(240)
    assert run.ended is None and (run.snapshot().bodies[1].centre == beside.centre).all()


# integraph -----------------------------------------------------------------------------------------------------------

def test_integraph_draws_the_integral():
    seen = ride("integraph", "Integral of a wave", 20.0)
    assert seen.ended == "stop" and seen.t[-1] == pytest.approx(10.0, abs=1e-5)
    x = seen.contact[:, 0]
    expected = 0.8/(2*pi)*(np.cos(2*pi*x[0]) - np.cos(2*pi*x))
    np.testing.assert_allclose(seen.contact[:, 1], expected, atol=1e-13)     # [m]
    seen = ride("integraph", "Drawn by hand", 20.0)
    assert seen.run.meters[0].drift < 1e-13 and np.ptp(seen.r[:, 1]) > 0.1


def test_speed_does_not_matter():
    """The carriage stops, goes back and on; the pencil stays on the integral."""
    run = Simulation(CATALOGUE.get("integraph"))
    for speed in (0.3, -0.1, 0.2):
        run.advance(200)
        run.set("speed", speed)
    run.advance(200)
    assert run.ended is None and run.meters[0].drift < 1e-13


def test_blunt_edge_lags():
    """By less the more viscous it is: first order in 1/c."""
    scene, worst = CATALOGUE.get("integraph"), []
    for c in (1.0, 100.0, 1000.0):
        run = Simulation(scene, {**scene.preset("A blunt edge lags behind").values, "c": c})
        gaps = []
        for _i in range(100):
            run.advance(20)
            ideal, _bar, blunt, _bar = run.snapshot().bodies
            gaps.append(abs(ideal.centre[1] - blunt.centre[1]))
        worst.append(max(gaps))
    assert 0.01 < worst[0] < 0.03 and worst[1]/worst[2] == pytest.approx(10.0, rel=0.03)     # [m]


# given spins ---------------------------------------------------------------------------------------------------------

def test_suslov_settles_into_the_opposite_spin():
    seen = ride("suslov", "From one steady spin to the opposite", 20.0)
    assert body_spin(seen.last.bodies[0])[1] > 0.9*4.0 and abs(body_spin(seen.last.bodies[0])[2]) < 1e-12
    assert seen.run.meters[0].reason == "" and np.ptp(seen.E_J) < 1e-14


def body_spin(body):
    """Angular velocity in body axes [rad/s]."""
    w, x, y, z = body.quaternion
    R = np.array([[1 - 2*(y*y + z*z), 2*(x*y - w*z), 2*(x*z + w*y)],
                  [2*(x*y + w*z), 1 - 2*(x*x + z*z), 2*(y*z - w*x)],
                  [2*(x*z - w*y), 2*(y*z + w*x), 1 - 2*(x*x + y*y)]])
    return R.T @ body.angular_velocity


def test_lagrange_top_does_not_feel_the_constraint():
    seen = ride("suslov", "Lagrange's top: nothing to hold", 10.0)
    assert np.abs(seen.N).max() < 1e-15 and seen.run.meters[0].reason == ""
    seen = ride("suslov", "The energy goes up and down", 10.0)
    assert np.abs(seen.N).max() > 1e-3 and np.ptp(seen.E_J) > 0.2*seen.E_J.min()
    assert "symmetric" in seen.run.meters[0].reason


def test_third_axis_writes_on_a_sphere():
    for name in ("suslov", "veselova"):
        seen = ride(name, "1", 2.0)
        np.testing.assert_allclose(np.linalg.norm(seen.contact - seen.r, axis=1), 0.18, atol=1e-14)
        assert np.ptp(seen.contact[:, 2]) > 0.02
        normal = seen.last.bodies[0].normal
        np.testing.assert_allclose(normal, (seen.contact[-1] - seen.r[-1])/0.18, atol=1e-14)


@pytest.mark.parametrize("preset", ["Without a weight", "A heavy body, any shape", "Hanging"])
def test_jacobi_painleve_holds_for_any_body(preset):
    seen = ride("veselova", preset, 20.0)
    assert np.ptp(seen.E_J) < 1e-14
    assert all(meter.reason == "" and meter.drift < 1e-14 for meter in seen.run.meters)
    d = seen.run.values["d"]
    assert np.abs(seen.w[:, 2] - d).max() < 1e-12*max(1.0, abs(d))
    assert len(seen.run.meters) == (3 if preset == "Without a weight" else 1)


# looks ---------------------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("name", ["sleigh", "skate", "breakaway", "tilted_sleigh"])
def test_blades_touch_the_plane(name):
    """A sleigh stands on z = 0 of its own axes, and its edge is lowest at its blade's point."""
    body = Simulation(CATALOGUE.get(name)).bodies[0]
    vertices, quads, paints = body.drawn(24)
    assert vertices[:, 2].min() == 0.0 and len(quads) == len(paints) and quads.max() < len(vertices)
    assert body.size < sqrt(0.015)*2.5     # [m] in proportion to its radius of gyration
