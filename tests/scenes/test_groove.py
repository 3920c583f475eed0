"""Grooves: each ball does what the formula of its groove says, and what rolls off falls to the floor."""

from math import atan, cos, radians, sin, tan

import numpy as np
import pytest
from numpy.testing import assert_allclose

import sandbox
from tests.scenes.riding import CATALOGUE, G

SCENE = CATALOGUE.get("groove")
GROOVES = ("middle", "narrow", "wide")


def numbers(values):
    """Angles of the walls in the order of the balls [rad], and k = I/(m a^2)."""
    narrow, wide = values["narrow"], values["wide"]
    return [radians(b) for b in (0.5*(narrow + wide), narrow, wide)], 2/3 if values["shell"] else 2/5


def ways(values, instants):
    """The run, and how far down and how fast each ball is at the instants: (n, 3) [m], (n, 3) [m/s]."""
    run = sandbox.simulate("groove", at=instants, **values)
    slope = radians(values["slope"])
    down = np.array((0.0, -cos(slope), -sin(slope)))
    assert run.ended is None and run.drift < 1e-10
    return run, (run.bodies["centre"] - run.bodies["centre"][0]) @ down, run.bodies["velocity"] @ down


@pytest.mark.parametrize("changed", [{}, {"shell": True}, {"narrow": 40.0, "wide": 85.0, "slope": 11.0}])
def test_they_roll_down_as_the_line_through_both_points_says(changed):
    values = SCENE.values(changed)
    b, k = numbers(values)
    t = np.linspace(0.0, 0.9, 10)
    _run, s, v = ways(values, t)
    a = np.array([G*sin(radians(values["slope"]))/(1.0 + k/sin(one)**2) for one in b])
    # [m/s], [m]: what the walls' second instant of touching leaves, 1e-10 s of the fall
    assert_allclose(v, t[:, None]*a, rtol=0, atol=1e-8)
    assert_allclose(s, 0.5*t[:, None]**2*a, rtol=0, atol=1e-8)
    assert (np.diff(a[[1, 0, 2]]) > 0.0).all(), "the wider the faster"


def test_on_ice_all_are_alike():
    values = SCENE.values(SCENE.preset("On ice").values)
    t = np.linspace(0.0, 0.9, 10)
    _run, s, _v = ways(values, t)
    assert_allclose(s, np.repeat(0.5*t[:, None]**2*G*sin(radians(values["slope"])), 3, axis=1), rtol=0, atol=1e-9)


def test_a_narrow_groove_brakes_most_where_they_slip():
    """Below tan(slope) k sin(b)/(k + sin(b)^2) of friction they slip: g sin(slope) - mu g cos(slope)/sin(b)."""
    values = SCENE.values(SCENE.preset("A wedge brakes").values)
    b, k = numbers(values)
    slope, mu = radians(values["slope"]), values["friction"]
    assert all(tan(slope)*k*sin(one)/(k + sin(one)**2) > mu for one in b)
    t = np.linspace(0.0, 0.4, 9)
    run, _s, v = ways(values, t)
    a = np.array([G*(sin(slope) - mu*cos(slope)/sin(one)) for one in b])
    assert_allclose(v, t[:, None]*a, rtol=0, atol=1e-7)
    assert a[1] == min(a) and (run.bodies["mode"][1:] == "sliding").all()


@pytest.mark.parametrize("shell", [False, True])
def test_the_radius_of_gyration_is_thrown_farthest(shell):
    """v = w0 k a^2 rho/(k a^2 + rho^2), whatever friction there is; the middle groove is close to the best."""
    values = SCENE.values({**SCENE.preset("Spun up on the level").values, "shell": shell})
    b, k = numbers(values)
    rho = np.array([values["radius"]*sin(one) for one in b])
    i = k*values["radius"]**2
    v_end = values["spin"]*i*rho/(i + rho**2)
    _run, _s, v = ways(values, np.linspace(0.0, 1.0, 5))
    # [m/s] what a slip ends with
    assert_allclose(v[-1], v_end, rtol=0, atol=1e-6)
    if not shell:
        assert v_end[0] == max(v_end) and abs(b[0] - atan((k/(1.0 - k))**0.5)) < radians(1.0)


def test_what_climbs_comes_back_down_to_the_floor():
    values = SCENE.values(SCENE.preset("Up, and down again").values)
    run = sandbox.simulate("groove", at=np.linspace(0.0, 5.0, 101), **values)
    y, z = run.bodies["centre"][..., 1], run.bodies["centre"][..., 2]
    assert run.ended is None and run.drift < 1e-10
    assert (y.max(axis=0) > y[0] + 0.03).all() and (y[-1] < y[0]).all()
    assert (z.min(axis=0) >= values["radius"] - 1e-10).all()


@pytest.mark.parametrize("preset", [p.name for p in SCENE.presets])
def test_nothing_is_inside_a_wall_and_all_come_to_the_floor(preset):
    values = SCENE.values(SCENE.preset(preset).values)
    run = sandbox.simulate("groove", at=np.linspace(0.0, 6.0, 121), **values)
    assert run.ended is None and run.drift < 1e-9
    b, _k = numbers(values)
    slope, radius = radians(values["slope"]), values["radius"]
    for i, (one, x) in enumerate(zip(b, (0.0, -0.16, 0.16), strict=True)):
        centre = run.bodies["centre"][:, i]
        along = centre @ np.array((0.0, -cos(slope), -sin(slope)))
        above = centre @ np.array((0.0, -sin(slope), cos(slope))) - 0.25*cos(slope)
        within = np.abs(along + 0.25*sin(slope)) < 0.39
        assert within.sum() > 5
        for side in (1.0, -1.0):
            gap = above[within]*sin(one) - side*(centre[within, 0] - x)*cos(one) - radius
            assert gap.min() > -1e-9*radius, (preset, GROOVES[i])
    # on its feet by rounding: what lies on the floor does so exactly
    assert run.bodies["centre"][..., 2].min() >= radius - 1e-10
