"""What becomes of a small volume of phase space: the measure of a ball on any surface, and that a sleigh has none."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.integrate import solve_ivp

from sandbox.cli.common import scene_named
from sandbox.mechanics import layout as lay
from sandbox.mechanics.probe import slopes_at
from sandbox.run.simulation import Simulation
from sandbox.scene import Ball, Curve, EllipsoidSurface, GraphSurface, Spin, Start
from sandbox.systems.contact.assembly import assemble
from sandbox.systems.integration import Integration
from sandbox.theory.charts import volume
from sandbox.theory.phase_volume import ball_divergence, ball_volume, sleigh_slopes, sleigh_volume

A, RATE, G = 0.01, 3.0, 9.81
AXES = np.array((0.2, 0.14, 0.1))           # [m] of the ellipsoid on which the centre moves
HALF = 0.5*AXES.min()


def ball_rates(y):
    """(r, w)' (6,) relative to the support, of a centre on an ellipsoid: ball.md (3.1), (3.2); complex y as well.

    r' = a w x n,   J w' = I w x Omega + m a^2 (w.n) n' - 2 m a^2 (Omega.n) n x w - a n x dV/dr
    """
    r, w = y[:3], y[3:]
    gradient, hessian = -2.0*HALF*r/AXES**2, np.diag(-2.0*HALF/AXES**2)
    size = np.sqrt(gradient @ gradient)
    n = gradient/size
    velocity = A*np.cross(w, n)
    turned = hessian @ velocity/size
    turned = turned - n*(n @ turned)
    omega, inertia = np.array((0.0, 0.0, RATE)), 0.4*A*A
    slope = np.array((0.0, 0.0, G)) - RATE**2*np.array((r[0], r[1], 0.0*r[2]))
    torque = (inertia*np.cross(w, omega) + A*A*(w @ n)*turned - 2.0*A*A*(omega @ n)*np.cross(n, w)
              - A*np.cross(n, slope))
    return np.concatenate((velocity, (torque + A*A/inertia*n*(n @ torque))/(inertia + A*A)))


def divergence(y):
    """The trace of the derivatives, by a complex step: no difference is taken."""
    return sum(ball_rates(y + 1e-30j*unit)[i].imag/1e-30 for i, unit in enumerate(np.eye(6)))


def on_an_ellipsoid():
    surface = EllipsoidSurface(*AXES, defines="centre")
    z = -AXES[2]*np.sqrt(1.0 - (0.1/AXES[0])**2 - (0.02/AXES[1])**2)
    return assemble(Ball(A), surface, Spin("z", RATE), Start((0.1, 0.02, z), omega=(5.0, 3.0, 20.0)), {})


def test_the_measure_of_a_ball_on_an_ellipsoid():
    """The whole divergence of the six equations, integrated along an orbit, against |grad Phi|, and the program's."""
    run = Integration(on_an_ellipsoid(), 1/240)
    snapshot = run.picture().bodies[0]
    begin = np.concatenate((snapshot.centre, np.asarray(snapshot.angular_velocity) - (0.0, 0.0, RATE)))
    found = ball_volume(run, 5*240)

    def slopes(_t, y):
        return np.concatenate((ball_rates(y[:6]), (divergence(y[:6]),)))

    by_hand = solve_ivp(slopes, (0.0, 5.0), (*begin, 0.0), "DOP853", found.t, rtol=1e-12, atol=1e-14).y
    density = np.log(np.linalg.norm(by_hand[:3].T/AXES**2, axis=1))
    assert np.ptp(density) > 0.1
    assert np.ptp(density + by_hand[6]) < 1e-10                     # [1] rounding of DOP853 over 5 s
    assert_allclose(found.expansion, by_hand[6], rtol=0, atol=1e-10)
    assert_allclose(found.weight, density - density[0], rtol=0, atol=1e-10)


@pytest.mark.parametrize("scene, preset", [("bowl", "Oval bowl"), ("own_surface", "Egg box"),
                                           ("own_surface", "Shaken egg box"), ("pseudosphere", "Figure 4")])
def test_the_density_is_exact_along_any_orbit(scene, preset):
    found = scene_named(scene)
    run = Simulation(found, found.preset(preset).values)
    chart = next(chart for chart in run.charts() if chart.title == "Invariant measure")
    expansion, weight, both = chart.work(lambda *_: None, lambda: False)
    assert len(both.x) > 1000 and np.ptp(expansion.y) > 0.01
    assert np.ptp(weight.y) > 0.01 and np.abs(np.asarray(both.y)).max() < 1e-10      # [1] rounding of its terms


def test_what_the_touched_surface_says_of_that_of_centres():
    """The curl of the normal around a touched surface, by differences of r = x + a n(x) solved for x."""
    system = assemble(Ball(A), GraphSurface("0.02*sin(20*x)*cos(15*y)", rim=0.2), Spin("z", RATE), Start((0.05, 0.02)))
    calls, p, w = system.calls[lay.CALL_SURFACE], system.p, np.array((3.0, -7.0, 11.0))

    def normal(r):
        x = r.copy()
        for _step in range(60):
            g = slopes_at(calls, x, p, lay.SURFACE).gradient
            x = r - A*g/np.linalg.norm(g)
        return g/np.linalg.norm(g)

    x = np.array((0.05, 0.02, 0.02*np.sin(1.0)*np.cos(0.3)))
    phi = slopes_at(calls, x, p, lay.SURFACE)
    r, h = x + A*phi.gradient/np.linalg.norm(phi.gradient), 1e-5
    flow = [A*np.cross(w, normal(r + h*unit))[i] - A*np.cross(w, normal(r - h*unit))[i]
            for i, unit in enumerate(np.eye(3))]
    found = ball_divergence(phi, w, A, A)
    assert abs(found) > 0.05
    assert_allclose(found, sum(flow)/(2.0*h), rtol=1e-6)            # central differences


# ---- the sleigh ------------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("ratio", [1.5, 3.0, 12.0])
def test_the_exponents_of_a_sleigh_add_up_to_the_divergence(ratio):
    """Along an orbit of 25 units of time, against v1 integrated by itself."""
    start = np.array((0.3, -1.6, 0.4, 0.2))
    found = sleigh_volume(ratio, start, 25.0)
    y = solve_ivp(lambda _t, y: (*sleigh_slopes(ratio, y[:4])[0], -y[0]/ratio), (0.0, 25.0), (*start, 0.0), "DOP853",
                  found.t, rtol=1e-13, atol=1e-14).y[4]
    assert np.ptp(found.expansion) > 0.05
    assert_allclose(found.weight, found.expansion, rtol=0, atol=1e-9)
    assert_allclose(found.expansion, y, rtol=0, atol=1e-9)


@pytest.mark.parametrize("c", [0.7, -0.7])
def test_no_density_makes_up_for_it(c):
    """At rest in the room, (c, -1, 0, c), the sum of the exponents grows without bound, up or down by where it is."""
    rest = np.array((c, -1.0, 0.0, c))
    rates, derivatives = sleigh_slopes(2.0, rest)
    assert not rates.any() and np.trace(derivatives) == pytest.approx(-c/2.0)
    found = sleigh_volume(2.0, rest, 10.0)
    assert_allclose(found.weight, -c/2.0*found.t, rtol=0, atol=1e-9)


def test_the_chart_of_the_sleigh():
    scene = scene_named("sleigh")
    run = Simulation(scene, scene.values())
    chart = next(chart for chart in run.charts() if chart.title == "Invariant measure")
    exponents, expansion = chart.work(lambda *_: None, lambda: False)
    assert isinstance(exponents, Curve) and np.ptp(exponents.y) > 0.01
    assert_allclose(exponents.y, expansion.y, rtol=0, atol=1e-9)


def test_a_curve_of_the_sleigh_is_computed_once_for_its_values(monkeypatch):
    """To draw it, by the work of the chart, and when one comes back to the values; anew for others."""
    asked = []
    monkeypatch.setattr(volume, "sleigh_volume", lambda *numbers: asked.append(numbers) or sleigh_volume(*numbers))
    volume.kept_sleigh_volume.cache_clear()
    scene = scene_named("sleigh")
    values = scene.values()

    def shown(**changed):
        run = Simulation(scene, {**values, **changed})
        chart = next(chart for chart in run.charts() if chart.title == "Invariant measure")
        return chart.work(lambda *_: None, lambda: False)

    first, again = shown(), shown()
    assert len(asked) == 1 and all((one.y == other.y).all() for one, other in zip(first, again, strict=True))
    other = shown(rate=1.25*values["rate"])
    assert len(asked) == 2 and not np.array_equal(other[0].y, first[0].y)
    ratio, start, until = asked[1]
    assert (other[0].y == sleigh_volume(ratio, start, until).weight).all()
