"""The method has the order it claims, and the meter stays where the budgets say."""

from dataclasses import replace
from math import sin, sqrt

import numpy as np
import pytest
from numpy.testing import assert_allclose

from sandbox.integration import arrays
from sandbox.scene import Disk, Ellipsoid, Plane, Start, Still
from sandbox.systems.contact.assembly import assemble
from tests.oracles.ball_on_sphere import sphere_path
from tests.oracles.numerics import measured_order

RATTLEBACK = {"a": 0.20, "b": 0.03, "c": 0.02, "mass": 1.0, "mass_centre": (0.0, 0.0, -0.01),
              "inertia": [[2e-4, -2e-5, 0.0], [-2e-5, 1.6e-3, 0.0], [0.0, 0.0, 1.7e-3]]}
SLIGHTLY_TILTED = (0.9999809614716746, 0.0043632954395336765, 0.0043632954395336765, 0.0)


def rattleback(spin):
    return assemble(Ellipsoid(**RATTLEBACK), Plane(), Still(),
                    Start((0.0, 0.0), omega=(0.0, 0.0, spin), orientation=SLIGHTLY_TILTED))


def coin_at_rest_near_flat(tilt):
    """A coin that rolls about its resting centre, `tilt` rad from flat: precession^2 = 4 g/(R sin tilt)."""
    radius, precession = 0.04, sqrt(4.0*9.81/(0.04*sin(tilt)))
    towards_top = np.array([0.0, np.cos(tilt), np.sin(tilt)])
    return assemble(Disk(radius, 0.1), Plane(), Still(), Start(
        (0.0, 0.0), omega=tuple(precession*sin(tilt)*towards_top),
        orientation=(np.cos(tilt/2), np.sin(tilt/2), 0.0, 0.0)))


def test_eighth_order_on_the_sleeping_globe(system_of, run_of, vector_cases):
    """Against the Lagrange top that the ball's centre obeys, sub-steps off, over 3 s."""
    case = vector_cases["sphere_out_sleeping"]
    body, initial = case["body"], case["initial"]
    rates = [120, 160, 200, 240, 280, 320]
    b = case["surface"]["b"]
    Omega = np.array([0.0, 0.0, case["support"]["angle"]["coeffs"][1]])
    path, *_rest = sphere_path([0.0, 3.0], np.array(initial["gamma"]), np.array(initial["omega"]), Omega, body["m"],
                               body["a"], body["I"], b, +1)
    centres = []
    for rate in [*rates, 1920]:
        system = replace(system_of("sphere_out_sleeping"), finest_level=0)
        run = run_of(system, rate)
        run.advance(3*rate)
        centres.append(run.body.centre)
    finest = centres.pop()
    # the independent path is good to about 1e-12 m: too coarse for the smallest errors, it vouches for the finest run
    assert np.linalg.norm(finest - path[-1]) < 1e-11
    order = measured_order([np.linalg.norm(x - finest) for x in centres], 1.0/np.array(rates))
    assert order == pytest.approx(8.0, abs=0.2)


@pytest.mark.parametrize(("name", "budget"), [
    ("plane_turntable_33rpm", 1e-11), ("pseudosphere_paper_fig4", 1e-12), ("pseudosphere_paper_fig5", 1e-10),
    ("pseudosphere_fixed", 1e-10), ("cone_rotating", 1e-10), ("paraboloid_inclined_axis", 1e-10)])
def test_drift_of_balls_over_600_s(system_of, run_of, name, budget):
    run = run_of(system_of(name))
    run.advance(600*240)
    assert run.ended is None
    assert run.drift < budget       # [1] of max(|E_J(0)|, largest kinetic energy)
    assert run.watch[arrays.FORCED] == 0.0


def test_smooth_balls_never_sub_divide(system_of, run_of):
    run = run_of(system_of("plane_turntable_33rpm"))
    run.advance(60*240)
    assert (run.watch[arrays.SUBSTEPS], run.watch[arrays.REJECTED]) == (60*240, 0)


def test_drift_of_the_rattleback_over_600_s(run_of):
    run = run_of(rattleback(-5.0))
    run.advance(600*240)
    assert run.drift < 1e-11


def test_drift_of_a_coin_near_flat_over_600_s(run_of):
    run = run_of(coin_at_rest_near_flat(0.01))
    run.advance(600*240)
    assert run.ended is None
    assert run.drift < 1e-10
    # and it still stands at its tilt; the motion is a relative equilibrium [rad]
    q = run.y[3:7]
    tilt = np.arccos(1.0 - 2.0*(q[1]**2 + q[2]**2))
    assert tilt == pytest.approx(0.01, abs=1e-9)


@pytest.mark.parametrize(("spin", "earliest", "latest"), [(-5.0, 2.5, 3.0), (-1.0, 1.9, 2.1), (5.0, 11.5, 12.0)])
def test_rattleback_reverses(run_of, spin, earliest, latest):
    """The spin about the vertical changes sign within the window seen with multipliers in inertial coordinates [s]."""
    run = run_of(rattleback(spin))
    while run.body.angular_velocity[2]*spin > 0.0 and run.t < 20.0:
        run.advance(4)
    assert earliest <= run.t <= latest


def test_measured_order():
    h = np.array([0.1, 0.05, 0.025])
    assert_allclose(measured_order(3*h**8, h), 8.0, rtol=1e-12)
