"""Radau's methods: their coefficients, their order, their stability."""

from dataclasses import replace

import numpy as np
import pytest

from sandbox.integration.radau_tableau import FIVE, THREE
from sandbox.scene.constrained import At, Constrained, Row
from sandbox.scene.realisation import Penalty, Viscous
from sandbox.systems.integration import Integration
from sandbox.systems.rows.start import assemble_constrained
from tests.oracles.numerics import measured_order


@pytest.mark.parametrize("tableau", [THREE, FIVE])
def test_simplifying_conditions(tableau):
    """B(2s - 1): quadrature, C(s): stages, and the last stage is the result."""
    C, A, s = np.array(tableau.C), np.array(tableau.A), tableau.stages
    for k in range(1, 2*s):
        assert A[-1] @ C**(k - 1) == pytest.approx(1/k, abs=3e-16*s)
    for k in range(1, s + 1):
        np.testing.assert_allclose(A @ C**(k - 1), C**k/k, atol=3e-16*s)
    assert C[-1] == 1.0
    values = np.linalg.eigvals(np.linalg.inv(A))
    assert tableau.MU == pytest.approx(values[np.abs(values.imag) < 1e-9].real[0], rel=1e-13)
    assert all(np.linalg.det(A[:k, :k]) > 0.0 for k in range(1, s + 1))     # elimination needs no pivoting


@pytest.mark.parametrize("tableau", [THREE, FIVE])
def test_estimates(tableau):
    """The error vanishes for polynomials of degree s, the continuation to the start for degree s - 1."""
    C, e, s = np.array(tableau.C), np.array(tableau.increments), tableau.stages
    for k in range(1, s + 2):
        # y = t^k from 0: increments C^k, f_0 = 1 for k = 1 only
        error = (1.0/tableau.MU if k == 1 else 0.0) + e @ C**k
        assert (abs(error) < 1e-14) == (k <= s)
    for k in range(s + 1):
        continued = np.array(tableau.start) @ C**k
        assert (abs(continued - (k == 0)) < 1e-13) == (k < s)


def oscillator(c, k=0.0):
    """x'' = -x with a row that damps and holds y: both directions, stiff and soft, turn with the angle."""
    def kinetic(t, q, v, p):
        return 0.5*(v[0]*v[0] + v[1]*v[1])

    def force(t, q, v, p):
        return -q[0], -q[1]

    row = Row("held", lambda t, q, p: (np.sin(2*t), np.cos(2*t)), lambda t, q, p: 0.3*np.sin(t),
              Penalty(k, c) if k else Viscous(c))
    return Constrained(("x", "y"), kinetic, (row,), force=force)


@pytest.mark.parametrize("c", [1.0, 1e3, 1e6])
def test_order_of_the_step(c):
    """Steps from 1/2 to 1/8: the ninth order, or what stiffness leaves of it, never below the sixth."""
    start = At((1.0, 0.2), (0.0, 0.0))
    system = replace(assemble_constrained(oscillator(c), start), finest_level=0)     # no sub-steps
    ends = {}
    for n in (2, 4, 8, 128):
        ends[n] = Integration(system, 1.0/n)
        ends[n].advance(3*n)
    errors = [np.abs(ends[n].y[:2] - ends[128].y[:2]).max() for n in (2, 4, 8)]
    assert measured_order(errors, [1/2, 1/4, 1/8]) > 6.0
    assert errors[-1] < 1e-6


def test_a_huge_step_over_a_layer_is_stable():
    """No ringing: a slip that dies within a microsecond is gone after one step of 1/240 s."""
    system = replace(assemble_constrained(oscillator(1e6), At((1.0, 0.2), (0.3, 0.4))), finest_level=0)
    run = Integration(system, 1/240)
    run.advance(2)
    report = system.read(run.data)
    assert abs(report.h[0]) < 1e-5     # [m/s] what the force needs, not what was there


def test_stiff_spring_follows_the_row():
    """A critically damped spring: its stretch is force over stiffness."""
    ideal = assemble_constrained(oscillator(1.0).realised(held=Viscous(1e6)), At((1.0, 0.2), (0.0, 0.0)))
    spring = assemble_constrained(oscillator(2e4, 1e8), At((1.0, 0.2), (0.0, 0.0)))
    a, b = Integration(ideal, 1/240), Integration(spring, 1/240)
    a.advance(480)
    b.advance(480)
    np.testing.assert_allclose(a.y[:2], b.y[:2], atol=1e-4)
    assert b.y[4]*1e8 == pytest.approx(-b.picture().reactions[0].value, rel=1e-3)
    assert b.drift < 1e-11
