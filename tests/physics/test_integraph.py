"""The integraph draws the integral of its curve, and late if its edge is viscous."""

import numpy as np
import pytest

from sandbox.scene.models.integraph import Integraph
from sandbox.scene.realisation import Viscous
from tests.physics.constrained_runs import run_of


def curve(x):
    return 0.5*np.sin(6*x) + 0.2*x


def test_integraph_draws_the_integral():
    integraph = Integraph(curve, speed=0.1)
    run = run_of(integraph.constrained(), integraph.start(0.1), 9.0)
    x, y = run.y[:2]
    true = (1 - np.cos(6*x))/12 + 0.1*x*x
    assert run.system.notes == ()
    assert y == pytest.approx(true, abs=2e-10)     # the start is 1e-10 m off the low end
    assert abs(run.invariants(("y - F",))["y - F"]) < 1e-12
    assert run.reason_not_conserved("y - F") == ""
    run.advance(480)
    assert (run.ended.kind, run.t) == ("stop", pytest.approx(10.0, abs=1e-7))
    assert [r.unit for r in run.picture().reactions] == ["N", "N m", "N"]


def test_viscous_integraph_lags():
    """The error of the drawing falls with 1/c."""
    errors = []
    for c in (1e2, 1e3):
        integraph = Integraph(curve, speed=0.1, realisation=Viscous(c))
        run = run_of(integraph.constrained(), integraph.start(0.1), 9.0)
        errors.append(run.invariants(("y - F",))["y - F"])
    assert errors[0]/errors[1] == pytest.approx(10.0, rel=1e-2)


def test_integraph_of_a_drawn_curve():
    x = np.linspace(0.0, 1.0, 14)
    integraph = Integraph((x, np.random.default_rng(1).uniform(-0.5, 0.5, 14)), speed=0.1)
    run = run_of(integraph.constrained(), integraph.start(0.1), 9.5)
    assert abs(run.invariants(("y - F",))["y - F"]) < 1e-9     # kinks of the curve's fifth derivative
