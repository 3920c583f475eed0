"""Integrals of a rolling ball: compiled for many reports they are those of the same formulas in Python, bit by bit."""

import numpy as np
import pytest

from sandbox.mechanics import integrals, report
from sandbox.mechanics import layout as lay

SHAPE, GRAVITY = 0.7, (0.3, -0.2, -9.81)
FORMULAS = {
    integrals.PLANE_K: lambda t, seen, p: integrals.plane_K(t, seen, p, *GRAVITY),
    integrals.SPIN: lambda t, seen, p: (sum(seen[report.SPIN_LAB + i]*seen[report.NORMAL + i] for i in range(3)),),
    integrals.CONE_C: lambda t, seen, p: integrals.cone_C(seen, p, SHAPE),
    integrals.CYLINDER_C: lambda t, seen, p: integrals.cylinder_C(seen, p),
    integrals.SPHERE_TOP: lambda t, seen, p: integrals.sphere_top(seen, p, SHAPE, *GRAVITY),
    integrals.BELTRAMI: lambda t, seen, p: integrals.beltrami(seen, p, SHAPE)}


def test_what_is_left_out_here_is_computed_elsewhere():
    """E_J is read from the state, the two along a meridian are those of tests/scenes/test_linear_integrals.py."""
    left = {name for name, (family, _index) in integrals.FAMILIES.items() if family not in FORMULAS}
    assert left == {"E_J", "meridian_u", "meridian_w"}


def states():
    """Reports of 50 states with unit normals and quaternions, and their parameters."""
    random = np.random.default_rng(8)
    reports, p = random.standard_normal((50, report.REPORT)), np.zeros(400)
    for place, size in ((report.NORMAL, 3), (report.SUPPORT_QUATERNION, 4)):
        reports[:, place:place + size] /= np.linalg.norm(reports[:, place:place + size], axis=1)[:, None]
    p[lay.MASS], p[lay.INERTIA], p[lay.RADIUS] = 0.3, 4.7e-5, 0.021
    p[lay.AXIS:lay.AXIS + 3] = 0.6, 0.0, 0.8
    return random.uniform(0.0, 60.0, 50), reports, p


@pytest.mark.parametrize("name", [name for name, (family, _index) in integrals.FAMILIES.items()
                                  if family in FORMULAS])
def test_many_at_once_are_those_one_by_one(name):
    times, reports, p = states()
    found = integrals.integrals([name], times, reports, p, np.array((SHAPE, *GRAVITY)), np.zeros(50))[name]
    family, index = integrals.FAMILIES[name]
    one_by_one = [FORMULAS[family](t, seen, p.tolist())[index]
                  for t, seen in zip(times.tolist(), reports.tolist(), strict=True)]
    assert np.array_equal(found, one_by_one, equal_nan=True) and np.isfinite(found).any()
