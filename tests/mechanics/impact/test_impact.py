"""Impacts of balls, rods and an ellipsoid against the vectors, with every hypothesis that applies."""

from math import inf

import pytest
from numpy.testing import assert_allclose

from sandbox.mechanics.friction.dry import dry_law
from sandbox.mechanics.impact import restitution
from sandbox.mechanics.impact.detachment import analyse
from sandbox.mechanics.impact.impact import CHATTERJEE_RUINA, HYPOTHESES, impact_by_friction, incremental, strike
from tests.mechanics.impact.touch import ball_touch, cases, compare, of_kind, rod_touch, solid_touch


def energy(now):
    """Kinetic energy [J]."""
    return 0.5*now.m*now.v @ now.v + 0.5*now.w @ now.J @ now.w


@pytest.mark.parametrize("hypothesis", HYPOTHESES)
@pytest.mark.parametrize("name", of_kind("impact", "ball"))
def test_vectors_of_balls(name, hypothesis):
    """For a ball all hypotheses agree; tangential restitution is Chatterjee and Ruina's."""
    case = cases()[name]
    params, initial = case["params"], case["initial"]
    now = ball_touch(params, initial["vel"], initial["omega"])
    et = params["tangential_restitution"] or 0.0
    law = dry_law(params["mu"]) if params["mu"] is not None else dry_law(mu_s=inf)
    if et and hypothesis != CHATTERJEE_RUINA:
        pytest.skip("the incremental process has no tangential restitution")
    found = strike(now, law, params["restitution"], et, hypothesis)
    v, w = now.after_impulse(found.P)
    after = ball_touch(params, v, w)
    compare({"impulse": found.P, "vel": v, "omega": w, "contact_velocity_before": now.u,
             "contact_velocity_after": after.u, "energy_before": energy(now), "energy_after": energy(after)}, case,
            "impulse", "vel", "omega", "contact_velocity_before", "contact_velocity_after", "energy_before",
            "energy_after")
    assert_allclose(found.u, after.u, rtol=0, atol=1e-14)
    assert_allclose(found.energy, energy(after) - energy(now), rtol=1e-12, atol=1e-14)
    if hypothesis == CHATTERJEE_RUINA:
        assert found.sequence == (case["expected"]["mode"],)


@pytest.mark.parametrize("ending", [restitution.POISSON, restitution.STRONGE])
@pytest.mark.parametrize("name", of_kind("impact", "planar_rod"))
def test_vectors_of_rods(name, ending):
    case = cases()[name]
    params, expected = case["params"], case["expected"]
    now = rod_touch(name)
    compare({"G_tt": now.G[0, 0], "G_tn": now.G[0, 2], "G_nn": now.G[2, 2],
             "V_star": analyse(now, dry_law(params["mu"]), True).V_star}, case, "G_tt", "G_tn", "G_nn", "V_star")
    compare({"vel_G": now.v[::2]}, case, "vel_G", expected=case["initial"])
    collide = impact_by_friction if case["initial"]["normal_velocity"] == 0.0 else incremental
    found = collide(now.G, now.u, now.n, params["restitution"], params["mu"], ending)
    v, w = now.after_impulse(found.P)
    compare({"P_t": found.P[0], "P_n": found.P[2], "P_c": found.P_c, "slip_after": found.u[0],
             "normal_velocity_after": found.u[2], "vel_G_after": v[::2], "omega_after": -w[1],
             "energy_loss": -found.energy}, case, "P_t", "P_n", "P_c", "slip_after", "normal_velocity_after",
            "vel_G_after", "omega_after", "energy_loss", expected=expected[ending])
    assert list(found.sequence) == expected[ending]["sequence"]
    # plane motions stay plane
    assert abs(found.P[1]) < 1e-15


@pytest.mark.parametrize("ending", [restitution.POISSON, restitution.STRONGE])
def test_vector_of_the_ellipsoid(ending):
    name = "impact3d_ellipsoid"
    case = cases()[name]
    params, expected = case["params"], case["expected"][ending]
    now = solid_touch(name, case["initial"])
    found = strike(now, dry_law(params["mu"]), params["restitution"], hypothesis=ending)
    v, w = now.after_impulse(found.P)
    compare({"impulse": found.P, "contact_velocity_after": found.u, "vel": v, "omega": now.turning @ w}, case,
            "impulse", "contact_velocity_after", "vel", "omega", expected=expected)
    assert list(found.sequence) == expected["sequence"]
