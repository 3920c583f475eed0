"""A ball on a table of rings, against its equation of motion by itself, its curve, and the exponents of resistance."""

from math import hypot

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.integrate import solve_ivp

from sandbox.errors import BadValue
from sandbox.run.readings.chart_now import ChartReader
from sandbox.run.simulation import Simulation
from sandbox.scene import Ball, RingBall
from tests.scenes.riding import CATALOGUE, ride

SCENE = CATALOGUE.get("ring_table")
RIM = 0.3


def by_itself(times, values):
    """v' = chi du/dt - nu (v - u) as complex numbers, u = i W z, W = Omega (1 + s |z|^2/D^2): z (n,)."""
    chi, rate, s, nu = (2/5 if values["shell"] else 2/7), values["rate"], values["shear"], values["resistance"]

    def slopes(_t, y):
        z, v = complex(*y[:2]), complex(*y[2:])
        W, change = rate*(1 + s*abs(z)**2/RIM**2), rate*s*2*(z.conjugate()*v).real/RIM**2
        a = chi*(1j*W*v + 1j*change*z) - nu*(v - 1j*W*z)
        return v.real, v.imag, a.real, a.imag

    start = (values["x"], 0.0, values["vx"], values["vy"])
    found = solve_ivp(slopes, (0.0, times[-1]), start, "DOP853", times, rtol=1e-13, atol=1e-15).y
    return found[0] + 1j*found[1]


@pytest.mark.parametrize("preset", [preset.name for preset in SCENE.presets])
def test_it_moves_as_its_equation_says(preset):
    seen = ride("ring_table", preset, 8.0, 48)
    whole = [t <= 8.0 and (seen.ended is None or t < seen.t[-1]) for t in seen.t]
    z = by_itself(seen.t[whole], seen.run.values)
    assert_allclose(seen.r[whole, 0] + 1j*seen.r[whole, 1], z, rtol=0, atol=1e-11)  # [m] the tolerance of the oracle
    # rolling: the ball's lowest point moves as the ring below it does
    contact = seen.v + np.cross(seen.w, [0.0, 0.0, -seen.p.radius])
    W = seen.p.rate*(1 + seen.p.shear*np.hypot(seen.r[:, 0], seen.r[:, 1])**2/RIM**2)
    assert_allclose(contact[:, :2], np.stack((-W*seen.r[:, 1], W*seen.r[:, 0]), axis=1), rtol=0, atol=1e-13)
    assert np.ptp(seen.w[:, 2]) < 1e-11 and seen.run.drift < 1e-12


@pytest.mark.parametrize("preset", ["The rim stands", "The rim runs the other way", "The rim runs ahead"])
def test_the_path_lies_on_the_curve_of_its_chart(preset):
    run = Simulation(SCENE, SCENE.preset(preset).values)
    run.watch()
    chart, = run.charts()
    run.advance(20*240)
    now = ChartReader(chart, run).now(run.snapshot())
    x, y = (np.asarray(values) for values in (chart.curves[1].x, chart.curves[1].y))
    far = [np.nanmin(np.hypot(x - a, y - b)) for a, b in zip(now.trail.x, now.trail.y, strict=True)] \
        if hasattr(now, "trail") else [np.nanmin(np.hypot(x - now.x, y - now.y))]
    assert max(far) < 3e-4      # [m] half the distance of two points of the polygon
    assert {meter.name for meter in run.meters if not meter.reason} >= {"plane_K_x", "plane_K_y", "orbit"}


def test_resistance_makes_the_circle_grow():
    """Vectors ball.md 6.15: l^2 - (i chi Omega - nu) l - i nu Omega = 0, near nu (1/chi - 1) and -nu/chi."""
    seen = ride("ring_table", "Resistance drives it outwards", 16.0, 24)
    roots = np.roots([1.0, seen.p.resistance - 1j*2/7*seen.p.rate, -1j*seen.p.resistance*seen.p.rate])
    growing = max(roots, key=lambda root: root.real)
    assert growing.real == pytest.approx(0.05*2.5, rel=0.05)
    late = seen.t > 10.0        # the other exponential is e^-3.4 t nu of it
    speed = np.hypot(seen.v[:, 0], seen.v[:, 1])
    assert np.polyfit(seen.t[late], np.log(speed[late]), 1)[0] == pytest.approx(growing.real, rel=0.02)
    assert np.linalg.norm(seen.v[-1]) > 5*np.linalg.norm(seen.v[0])     # it gets faster although something rubs


def test_the_jacobi_integral_is_the_turntables_alone():
    for shear, said in ((0.0, ""), (-1.0, "the rows do work")):
        run = Simulation(SCENE, {"shear": shear})
        meter = next(meter for meter in run.meters if meter.name == "E_J")
        assert meter.reason.startswith(said) and bool(meter.reason) == bool(said)


def test_a_turntable_of_rings_is_the_turntable():
    rings, table = Simulation(SCENE, {"shear": 0.0}), Simulation(CATALOGUE.get("turntable"), {})
    for run in (rings, table):
        run.advance(1200)
    assert_allclose(rings.snapshot().bodies[0].centre, table.snapshot().bodies[0].centre, rtol=0, atol=1e-13)


def test_every_ring_turns_at_its_rate():
    run = Simulation(SCENE, {})
    run.advance(240)
    bodies = run.snapshot().bodies[1:]
    assert len(bodies) == 6
    for k, ring in enumerate(bodies):
        rate = 3.4907*(1 - ((k + 0.5)/6)**2)
        angle = 2*np.arctan2(ring.quaternion[3], ring.quaternion[0])
        assert (angle - rate + np.pi) % (2*np.pi) == pytest.approx(np.pi, abs=1e-12)
        assert hypot(*ring.centre[:2]) == 0.0


@pytest.mark.parametrize(("changes", "sentence"), [
    ({"rim": 0.0}, "rim: got 0.0, needs a finite number above 0"), ({"shear": float("nan")}, "shear: got nan"),
    ({"resistance": -1.0}, "resistance: got -1.0")])
def test_what_is_no_table_is_refused(changes, sentence):
    with pytest.raises(BadValue) as error:
        RingBall(Ball(0.02), 1.0, **changes)
    assert sentence in str(error.value)
