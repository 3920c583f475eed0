"""Contact points, surfaces and supports of the oracles against searches and differences."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from . import general_body, supports, surfaces
from .kept import CASES, GENERAL
from .runs import simulate


@pytest.mark.parametrize("name", ["ellipsoid_shaken_paraboloid", "biased_ball_gimballed_plane", "rounded_coin_plane"])
def test_contact_point_velocity_and_gap(name):
    """Common normal against a search over the body's points, its rate against differences along the motion."""
    case = GENERAL[name]
    problem, start, h = general_body.problem_of(case), case["initial"], 1e-3
    state = (start["x_G"], start["quat"], start["omega"])
    times = 0.05 + h*np.arange(-3, 4)
    run = simulate(problem, *state, [0.0, *times])
    k = 4
    contact, pose = problem.contact(run.t[k], run.x_G[k], run.R[k], run.v_G[k], run.w[k])

    # central differences of order 6
    weights = np.array([-1, 9, -45, 0, 45, -9, 1])/(60*h)
    assert_allclose(weights @ run.contact[1:], contact.c_rate, rtol=0, atol=1e-7)    # [m/s] h^6 and rounding/h
    assert_allclose(weights @ run.normal[1:], contact.n_rate, rtol=0, atol=1e-6)     # [1/s]

    # no point of the body is below the surface: points by the support function's boundary
    rng = np.random.default_rng(5)
    nu = rng.normal(size=(4000, 3)) + 3*(run.R[k].T @ -contact.n)
    nu /= np.linalg.norm(nu, axis=1)[:, None]
    body = problem.body
    points = body.rounding*nu
    if body.kind == "ellipsoid":
        A2 = np.array(body.size)**2
        points = points + A2*nu/np.sqrt(nu**2 @ A2)[:, None]
    elif body.kind == "rim":
        radial = nu[:, :2]/np.linalg.norm(nu[:, :2], axis=1)[:, None]
        points = points + np.column_stack((body.size[0]*radial, np.copysign(body.size[1], nu[:, 2])))
    lab = run.x_G[k] + (points - body.s_G) @ run.R[k].T
    phi = [problem.surface(pose.R.T @ (x - pose.p))[0] for x in lab]
    assert min(phi) > -1e-12                                                      # [m] touches, does not cut
    assert min(phi) < 1e-3


@pytest.mark.parametrize("spec", [
    {"type": "plane"}, {"type": "cone_inside", "theta": 0.5}, {"type": "sphere_inside", "b": 0.3},
    {"type": "sphere_outside", "b": 0.1}, {"type": "paraboloid_inside", "p": 0.2},
    {"type": "cylinder_inside", "b": 0.2},
    {"type": "torus_inside", "B": 0.2, "b": 0.1}, {"type": "torus_outside", "B": 0.2, "b": 0.03},
    {"type": "pseudosphere_inside", "c": 0.4}, {"type": "ripple_bowl", "A": 0.002, "k": 40.0, "p": 0.2},
    {"type": "ellipsoid_inside", "A": 0.3, "B": 0.25, "C": 0.2}], ids=lambda spec: spec["type"])
def test_surface_derivatives(spec):
    surface, s, h = surfaces.from_json(spec), np.array([0.11, -0.07, 0.02]), 1e-5
    _, gradient, hessian = surface(s)
    ahead, behind = ([surface(s + sign*h*e) for e in np.eye(3)] for sign in (1, -1))
    assert_allclose([(p[0] - q[0])/(2*h) for p, q in zip(ahead, behind, strict=True)], gradient, rtol=0, atol=1e-7)
    assert_allclose([(p[1] - q[1])/(2*h) for p, q in zip(ahead, behind, strict=True)], hessian, rtol=0, atol=1e-4)


@pytest.mark.parametrize("spec", [CASES["plane_wobble_shake"]["support"],
                                  GENERAL["biased_ball_gimballed_plane"]["support"]], ids=lambda spec: spec["type"])
def test_support_rates(spec):
    support = supports.from_json(spec, {"origin": [0.1, 0.2, -0.1], "axis": [1, 2, 0], "angle": 0.4})
    t, h = 0.7, 1e-4
    a, b, here = support(t + h), support(t - h), support(t)
    assert_allclose((a.p - b.p)/(2*h), here.v, rtol=0, atol=1e-6)
    assert_allclose((a.v - b.v)/(2*h), here.a, rtol=0, atol=1e-5)
    assert_allclose((a.a - b.a)/(2*h), here.j, rtol=0, atol=1e-4)
    assert_allclose((a.R - b.R)/(2*h), supports.skew(here.ws) @ here.R, rtol=0, atol=1e-6)
    assert_allclose((a.ws - b.ws)/(2*h), here.alpha, rtol=0, atol=1e-5)
