"""Jacobi integral and ledger of the oracles: the values of the vectors, rubber rolling, power by the forces."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from . import general_body, invariants, supports
from .kept import CASES, GENERAL, ball
from .quaternions import rotation_of
from .runs import simulate


def test_jacobi_integral_has_the_value_of_the_vectors():
    for name in ("cone_rotating", "sphere_in_rotating", "paraboloid_rotating", "plane_turntable_33rpm"):
        case = CASES[name]
        (m, _, I), _, _ = ball(case)
        pose = supports.from_json(case["support"], case["placement"])
        for s in case["samples"]:
            value = invariants.jacobi_integral(np.array(s["r"]), np.array(s["v"]), np.eye(3), np.array(s["omega"]), m,
                                               I*np.eye(3), pose(s["t"]), np.array(case["gravity"]))
            assert_allclose(value, case["invariants"]["E_J"]["value"], rtol=1e-9)


def test_rubber_rolling_keeps_the_same_integral():
    """No spin about the normal: the torque tau n does no work in the support frame (engine.md 7)."""
    case = GENERAL["ellipsoid_shaken_paraboloid"]
    problem, start = general_body.problem_of(case), case["initial"]
    problem.rubber = True
    x_G, w, ws = np.array(start["x_G"]), np.array(start["omega"]), problem.support(0.0).ws
    contact, _ = problem.contact(0.0, x_G, rotation_of(np.array(start["quat"])), np.zeros(3), w)
    w = w - ((w - ws) @ contact.n)*contact.n
    run = simulate(problem, x_G, start["quat"], w, [0.0, 0.2, 0.4])
    spin = [(w - problem.support(t).ws) @ n for t, w, n in zip(run.t, run.w, run.normal, strict=True)]
    assert_allclose(spin, 0.0, atol=1e-11)                                        # [rad/s]
    assert np.ptp(run.E_J) > 1e-3                                                 # [J]
    assert np.ptp(run.E_J - run.ledger) < 1e-12


@pytest.mark.parametrize("name", ["ellipsoid_shaken_paraboloid", "biased_ball_gimballed_plane"])
def test_ledger_power_equals_the_differentiated_energy(name):
    case = GENERAL[name]
    problem = general_body.problem_of(case)
    m, J, g = problem.body.mass, problem.body.inertia, problem.gravity
    for s in case["samples"][::2]:
        state = (np.array(s["x_G"]), np.array(s["v_G"]), rotation_of(np.array(s["quat"])),
                 np.array(s["omega"]))
        a_G, w_rate, force, contact, pose = problem.solve(s["t"], state[0], state[2], state[1], state[3])
        by_forces = invariants.ledger_power_by_forces(*state, a_G, w_rate, force, contact.c, m, J, pose, g)
        assert_allclose(invariants.ledger_power(*state, m, J, pose, g), by_forces, rtol=0, atol=1e-10)    # [W]
