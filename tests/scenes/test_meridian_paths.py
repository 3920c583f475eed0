"""Scenes with a round surface that turns: the reduced equations in arclength tell the same path."""

import pytest
from numpy.testing import assert_allclose

from tests.oracles.meridians import meridian_path
from tests.scenes.riding import A, ride


@pytest.mark.parametrize("scene", ["cone", "pseudosphere", "bowl"])
def test_meridian_equations_tell_the_same_path(scene):
    """The reduced equations in arclength, integrated by another code (ball.md 4), for a round surface that turns."""
    preset, surface = {
        "cone": ("Let go at rest in a turning cone", {"type": "cone_inside", "defines": "contact", "theta": 0.5}),
        "pseudosphere": ("A turning funnel", {"type": "pseudosphere_inside", "defines": "centre", "c": 0.2}),
        "bowl": ("Parabolic bowl", {"type": "paraboloid_inside", "defines": "contact", "p": 0.1})}[scene]
    seen = ride(scene, preset, 2.0)
    m, t = seen.run.system.body.m, seen.t[::48]
    r, _v, w, _F, N = meridian_path(t, surface, seen.r[0], seen.w[0], seen.p.rate, m, A,
                                          0.4*m*A**2)
    # [m, rad/s, N] tolerance 1e-13 of the other code, grown by the turns near the axis
    assert_allclose(seen.r[::48], r, atol=1e-9)
    assert_allclose(seen.w[::48], w, atol=2e-7)
    assert_allclose(seen.N[::48], N, atol=1e-8)
