"""A rigid body with a fixed point: Suslov, Veselova, Lagrange's top, and when their integrals hold."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from sandbox.errors import BadValue
from sandbox.scene.constrained import At
from sandbox.scene.models.rigid import FixedPoint, Suslov, Veselova
from sandbox.scene.realisation import Viscous
from sandbox.systems.integration import Integration
from sandbox.systems.rows.start import assemble_constrained

GENERAL = ((2.0, 0.1, 0.3), (0.1, 1.5, 0.4), (0.3, 0.4, 1.0))
START = At((np.eye(3),), ((0.4, -0.3, 0.9),))


def run_of(declared, seconds=0.0, start=START) -> Integration:
    run = Integration(assemble_constrained(declared, start), 1/240)
    run.advance(round(seconds*240))
    return run


def test_veselova_keeps_its_jacobi_integral_for_any_body():
    """The energy itself changes by a multiple, E_J by rounding (ball.md 9.4)."""
    run = run_of(Veselova(GENERAL, 0.9, rc=(0.2, 0.1, 0.5)))
    first, energies = run.energy()[0], []
    for _i in range(40):
        run.advance(120)
        energies.append(run.invariants(("energy",))["energy"])
        assert run.energy()[0] == pytest.approx(first, abs=5e-13)
    assert max(energies) - min(energies) > 0.5
    assert run.drift < 1e-12
    assert run.reason_not_conserved("E_J") == ""
    assert run.reason_not_conserved("energy") == "the given spin does work"


def test_veselova_without_potential_keeps_the_momentum_across_the_vertical():
    """ball.md 9.5."""
    run = run_of(Veselova(GENERAL, 0.9))
    first = run.invariants(("L_x", "L_y"))
    run.advance(4800)
    now = run.invariants(("L_x", "L_y"))
    assert now == pytest.approx(first, abs=2e-13)
    assert run.reason_not_conserved("L_x") == ""


def test_suslov_of_a_symmetric_body_is_lagranges_top():
    """The row does nothing, E_J = T + U; of a general body neither is conserved, and the meter says why."""
    J = np.diag([2.0, 2.0, 1.0])
    tilted = np.array([[1, 0, 0], [0, np.cos(0.7), -np.sin(0.7)], [0, np.sin(0.7), np.cos(0.7)]])
    start = At((tilted,), ((0.4, -0.3, 1.5),))
    a, b = run_of(Suslov(J, 1.5, rc=(0, 0, 1.3)), 10.0, start), run_of(FixedPoint(J, rc=(0, 0, 1.3)), 10.0, start)
    np.testing.assert_allclose(a.y[:7], b.y[:7], atol=1e-12)
    assert abs(a.picture().reactions[0].value) < 1e-13
    assert a.energy()[0] == pytest.approx(a.invariants(("energy",))["energy"], abs=1e-13)
    assert a.reason_not_conserved("E_J") == ""

    general = run_of(Suslov(GENERAL, 0.9, rc=(0.2, 0.1, 0.5)), 10.0)
    assert abs(general.energy()[0] - general.E_J0) > 0.01
    assert general.drift < 1e-12
    assert "symmetric about the axis of the given spin" in general.reason_not_conserved("E_J")


@pytest.mark.parametrize("kind", ["suslov", "veselova"])
def test_agrees_with_equations_by_hand(kind):
    """ball.md 9.1 and 9.3, integrated apart for ten seconds."""
    J, d, rc = np.array(GENERAL), 0.9, np.array([0.2, 0.1, 0.5])
    inverse = np.linalg.inv(J)

    def by_hand(t, y):
        w, gamma = y[:3], y[3:]
        free, axis = np.cross(J @ w, w) + np.cross(gamma, rc), np.array([0, 0, 1.0]) if kind == "suslov" else gamma
        lam = -(axis @ inverse @ free)/(axis @ inverse @ axis)
        return [*(inverse @ (free + lam*axis)), *np.cross(gamma, w)]

    run = run_of((Suslov if kind == "suslov" else Veselova)(J, d, rc=rc))
    start = [*run.y[4:7], 0, 0, 1.0]
    run.advance(2400)
    end = solve_ivp(by_hand, (0, 10), start, method="DOP853", rtol=2.3e-14, atol=1e-15, max_step=0.02).y[:, -1]
    np.testing.assert_allclose(run.y[4:7], end[:3], atol=1e-11)
    R = run.system.read(run.data).bodies[0].rotation
    np.testing.assert_allclose(R[2], end[3:], atol=1e-11)


def test_viscous_row_of_a_body_converges():
    """The spin about the vertical held by a viscous moment: first order in 1/c."""
    ideal = run_of(Veselova(GENERAL, 0.9, rc=(0.2, 0.1, 0.5)), 3.0)
    errors = [np.abs(run_of(Veselova(GENERAL, 0.9, Viscous(c), rc=(0.2, 0.1, 0.5)), 3.0, At(
        (np.eye(3),), (tuple(ideal.system.y[4:7]),))).y[4:7] - ideal.y[4:7]).max() for c in (1e3, 1e4)]
    assert errors[0]/errors[1] == pytest.approx(10.0, rel=0.02)


def test_start_is_projected_in_the_kinetic_metric():
    """The impulse acts along gamma: what changes is J^-1 gamma."""
    run = run_of(Veselova(GENERAL, 0.9))
    before, after = np.array([0.4, -0.3, 0.9]), run.y[4:7]
    np.testing.assert_allclose(after, before, atol=1e-14)     # 0.9 is what the start has
    run = run_of(Veselova(GENERAL, 1.4))
    change = np.array(GENERAL) @ (run.y[4:7] - before)
    np.testing.assert_allclose(change, [0, 0, run.system.impulse["vertical"]], atol=1e-14)
    assert run.y[6] == pytest.approx(1.4, abs=1e-15)
    assert "v changed by" in run.system.notes[0]


@pytest.mark.parametrize("inertia", [((1, 0), (0, 1)), np.diag([1.0, 1.0, -1.0]), ((1, 2, 0), (0, 1, 0), (0, 0, 1))])
def test_inertia_has_to_be_one(inertia):
    with pytest.raises(BadValue, match="symmetric positive definite"):
        FixedPoint(inertia)


@pytest.mark.parametrize("entry", [(0, 0, 0, 0), ((1, 0, 0), (0, 1, 0), (0, 0, -1)), (1, 2, 3)])
def test_orientation_has_to_be_one(entry):
    with pytest.raises(BadValue, match="start, q of"):
        assemble_constrained(Veselova(GENERAL, 0.9), At((entry,), ((0, 0, 0.9),)))


# ---- the generalised Jacobi integral ---------------------------------------------------------------------------------

def weight(t, q, p):
    return 0.04*q[0][2, 2]


def pulled_aside(t, q, p):
    """Not the same all around the vertical."""
    return 0.02*q[0][2, 2] - 0.03*q[0][0, 2]


def uneven(t, q, p):
    """Of the third axis alone, and of no symmetry."""
    x, y, z = q[0][0, 2], q[0][1, 2], q[0][2, 2]
    return 0.025*y*y - 0.03*x + 0.02*x*y*z + 0.01*z*z*z


POTENTIALS = {"weight": weight, "pulled aside": pulled_aside, "uneven": uneven}
TURNING = At((np.array([[1, 0, 0], [0, np.cos(0.7), -np.sin(0.7)], [0, np.sin(0.7), np.cos(0.7)]]),),
             ((1.0, 0.0, 6.0),))


@pytest.mark.parametrize("name", POTENTIALS)
def test_the_hidden_jacobi_integral_stays_for_any_potential_of_the_axis(name):
    """Borisov, Mamaev, Bizyaev 2015, section 1.3: to 1e-12 of its terms for 60 s; not for I1 != I2 [J]."""
    run = run_of(Suslov(np.diag([3e-3, 3e-3, 4e-3]), 6.0, potential=POTENTIALS[name]), start=TURNING)
    first = run.invariants(("hidden_jacobi",))["hidden_jacobi"]
    U = POTENTIALS[name](0.0, (TURNING.q[0],), None)
    assert first == pytest.approx(0.5*(3e-3*1.0 + 4e-3*36.0) + U - 6.0*4e-3*6.0, abs=1e-15)
    assert run.reason_not_conserved("hidden_jacobi") == ""
    terms = 0.5*4e-3*36.0 + 6.0*4e-3*6.0
    for _look in range(120):
        run.advance(120)
        assert abs(run.invariants(("hidden_jacobi",))["hidden_jacobi"] - first) < 1e-12*terms

    lopsided = run_of(Suslov(np.diag([3e-3, 5e-3, 4e-3]), 6.0, potential=POTENTIALS[name]), start=TURNING)
    assert "symmetric about the axis" in lopsided.reason_not_conserved("hidden_jacobi")
    begin, moved = lopsided.invariants(("hidden_jacobi",))["hidden_jacobi"], 0.0
    for _look in range(40):
        lopsided.advance(12)
        moved = max(moved, abs(lopsided.invariants(("hidden_jacobi",))["hidden_jacobi"] - begin))
    assert moved > 1e-3


def test_the_hidden_jacobi_integral_needs_no_pull_around_the_axis_itself():
    """A potential that depends on how far the body has turned about its third axis breaks it."""
    run = run_of(Suslov(np.diag([3e-3, 3e-3, 4e-3]), 6.0, rc=(0.02, 0.0, 0.0)), start=TURNING)
    assert "symmetric about the axis" in run.reason_not_conserved("hidden_jacobi")
