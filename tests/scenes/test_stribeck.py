"""Stribeck's law: a block on a slope against the quadrature of its equation, and what static friction decides."""

from pathlib import Path

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.optimize import brentq

from sandbox.errors import BadValue
from sandbox.run.simulation import Simulation
from sandbox.scene import Stribeck
from sandbox.scene.catalogue import load_scene

INCLINE = load_scene(Path(__file__).parents[2] / "scenes" / "incline.py")
G = 9.81                                     # [m/s^2]
MU, STATIC, FADING = 0.2, 0.36, 0.2


def block(up: float, slope: float = 18.0, mu: float = MU) -> Simulation:
    return Simulation(INCLINE, {"block": True, "slope": slope, "mu": mu, "static": STATIC, "fading": FADING, "up": up})


def acceleration(v: float, slope: float, mu: float = MU) -> float:
    """Down the slope at the speed v > 0: g sin alpha - mu(v) g cos alpha [m/s^2]."""
    a = np.radians(slope)
    return G*(np.sin(a) - (mu + (STATIC - mu)*np.exp(-(v/FADING)**2))*np.cos(a))


def travelled(run: Simulation, first: np.ndarray) -> float:
    return float(np.linalg.norm(run.snapshot().bodies[0].centre - first))


def test_it_runs_away_as_the_quadrature_says():
    """t = int dv/a, s = int v dv/a between the speed of the push and the present one."""
    run = block(-0.12)
    first = run.snapshot().bodies[0].centre
    run.advance(240)
    v = float(np.linalg.norm(run.snapshot().bodies[0].velocity))
    t, _ = quad(lambda u: 1.0/acceleration(u, 18.0), 0.12, v, epsabs=1e-13, epsrel=1e-13)
    s, _ = quad(lambda u: u/acceleration(u, 18.0), 0.12, v, epsabs=1e-13, epsrel=1e-13)
    assert t == pytest.approx(1.0, abs=1e-10)                      # [s] the speed is known to 1e-13 of itself
    assert travelled(run, first) == pytest.approx(s, abs=1e-11)    # [m]
    assert run.drift < 1e-13


@pytest.mark.parametrize(("mu", "push"), [(MU, 0.08), (0.0, 0.04)])
def test_a_gentle_push_ends_where_the_quadrature_says_and_static_friction_holds(mu, push):
    """Also where friction would fade to nothing: at the end of a slip it is the static one."""
    run = block(-push, mu=mu)
    first = run.snapshot().bodies[0].centre
    run.advance(480)
    s, _ = quad(lambda u: u/acceleration(u, 18.0, mu), push, 0.0, epsabs=1e-13, epsrel=1e-13)
    t, _ = quad(lambda u: 1.0/acceleration(u, 18.0, mu), push, 0.0, epsabs=1e-13, epsrel=1e-13)
    assert travelled(run, first) == pytest.approx(s, abs=1e-11)    # [m]
    grips = [event for event in run.events if event.kind == "grip"]
    assert grips[0].t == pytest.approx(t, abs=1e-10)               # [s]
    assert run.snapshot().bodies[0].mode == "rest"


@pytest.mark.parametrize("share", [0.98, 1.02])
def test_the_speed_of_no_return(share):
    """mu(u*) = tan alpha: a slower block stops, a faster one runs away."""
    limit = brentq(lambda u: acceleration(u, 18.0), 1e-3, 1.0)
    run = block(-share*limit)
    run.advance(3*240)
    assert (run.snapshot().bodies[0].mode == "rest") == (share < 1.0)


@pytest.mark.parametrize(("slope", "stays"), [(19.5, True), (20.1, False)])
def test_static_friction_holds_up_to_its_own_angle(slope, stays):
    """atan 0.36 = 19.80 deg; beyond it the slip that begins runs away at once."""
    run = block(0.0, slope)
    run.advance(480)
    assert (run.snapshot().bodies[0].mode == "rest") == stays


@pytest.mark.parametrize("arguments", [(0.3, 0.2, 0.1), (-0.1, 0.2, 0.1), (0.1, 0.2, 0.0), (0.1, 0.2, np.inf),
                                       (0.1, 0.2, 0.1, 9.0), (np.nan, 0.2, 0.1)])
def test_nonsense_is_refused_in_words(arguments):
    with pytest.raises(BadValue, match="contact, "):
        Stribeck(*arguments)
