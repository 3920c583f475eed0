"""The equations along the meridian of any surface of revolution against the kept vectors and the multipliers."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from . import rigid_bodies, supports, surfaces
from .kept import CASES, ball, column
from .meridians import centre_meridian, meridian_constants, meridian_foot, meridian_path
from .multipliers import Problem
from .numerics import azimuth
from .runs import simulate


@pytest.mark.parametrize("name", ["torus_in_rotating", "torus_out_detach", "ripple_bowl_rotating",
                                  "paraboloid_rotating", "cone_rotating", "cylinder_rotating", "pseudosphere_fixed",
                                  "pseudosphere_contact_rotating", "sphere_in_rotating"])
def test_meridian_equations_reproduce_the_vectors(name):
    case = CASES[name]
    samples, (body, _, Omega) = case["samples"], ball(case)
    start = samples[0]
    r, v, w, F, N = meridian_path(column(samples, "t"), case["surface"], np.array(case["initial"]["r"]),
                                  np.array(case["initial"]["omega"]), Omega, *body)
    assert_allclose(r, column(samples, "r"), rtol=0, atol=1e-9)                   # [m]
    assert_allclose(v, column(samples, "v"), rtol=0, atol=1e-8)                   # [m/s]
    assert_allclose(w, column(samples, "omega"), rtol=0, atol=1e-6)               # [rad/s]
    mg = body[0]*9.81
    assert_allclose(N/mg, column(samples, "N")/mg, rtol=0, atol=1e-8)
    assert_allclose(F/mg, column(samples, "F")/mg, rtol=0, atol=1e-8)

    # two linear integrals on any surface of revolution
    meridian, limits = centre_meridian(case["surface"], body[1])
    q_ref = meridian_foot(meridian, limits, start["r"])
    for s in samples[::3]:
        u, w_n = meridian_constants(case["surface"], *(np.array(s[k]) for k in ("r", "v", "omega")), Omega, *body,
                                    q_ref)
        e, _ = azimuth(start["r"])
        assert_allclose([u, w_n], [np.dot(start["v"], e), np.dot(start["omega"], start["gamma"])], rtol=1e-8, atol=1e-8)


def test_meridian_equations_on_a_spheroid():
    """Ellipsoid of revolution: no vector, so against the multipliers."""
    surface = {"type": "ellipsoid_inside", "defines": "contact", "A": 0.2, "B": 0.2, "C": 0.1}
    a, m, I, Omega, t = 0.01, 0.0327, 1.308e-6, 4.0, np.array([0.0, 0.3, 0.6])
    problem = Problem(rigid_bodies.sphere(a, m, I), surfaces.from_json(surface),
                      supports.rotating({"axis": [0, 0, 1], "point": [0, 0, 0],
                                         "angle": {"type": "polynomial", "coeffs": [0, Omega]}}))
    run = simulate(problem, [0.1, 0.03, -0.07], [1, 0, 0, 0], [5.0, -20.0, 8.0], t)
    r, v, w, F, N = meridian_path(t, surface, run.x_G[0], run.w[0], Omega, m, a, I)
    assert_allclose(r, run.x_G, rtol=0, atol=1e-11)                               # [m]
    assert_allclose(v, run.v_G, rtol=0, atol=1e-10)
    assert_allclose(w, run.w, rtol=0, atol=1e-8)
    assert_allclose(N, run.N, rtol=0, atol=1e-10)
    assert_allclose(F, run.F, rtol=0, atol=1e-10)
