"""From a scene to the sleigh that the known formulas are about, and what has none."""


import numpy as np
import pytest

from sandbox.errors import BadValue
from sandbox.run.simulation import Simulation
from sandbox.theory import equilibria
from sandbox.theory.analysis import conic_of_start, eccentricity, sleigh_on_table, states_of_rest
from sandbox.theory.poincare import Until, energy, find_returns
from tests.shipped import shipped

SCENES = shipped().scenes


def sleigh(scene, **changes):
    return sleigh_on_table(SCENES[scene], SCENES[scene].values(changes))


def test_start_in_axes_of_the_blade():
    """What the scene was given comes back, wherever the sleigh stands and whatever its blade's place."""
    found = sleigh("sleigh", x1=0.12, x2=-0.05, heading=0.7, v1=0.3, spin=-1.1, across=0.04)
    np.testing.assert_allclose(found.state, (0.3, -1.1, 0.12, -0.05), atol=1e-15)
    assert (found.offset, found.rate, found.rim) == (pytest.approx(0.08), 1.7, 0.6)
    assert found.energy == pytest.approx(Simulation(SCENES["sleigh"], {
        "x1": 0.12, "x2": -0.05, "heading": 0.7, "v1": 0.3, "spin": -1.1, "across": 0.04}).snapshot().E_J, abs=1e-15)


def test_states_of_rest_are_those_of_the_formulas():
    first, *others = states_of_rest(sleigh("sleigh"), (0.25, -0.25))
    assert first.type == "focus-focus" and first.ratio == pytest.approx(3.34375)
    assert [state.type for state in others] == ["attracting line", "repelling line"]
    assert others[0].exponents[0] == pytest.approx(-1.7*0.08*0.25/0.0214)
    assert [state.state[3] for state in states_of_rest(sleigh("sleigh", rim=2.0))[1:]] == [-1.0, 0.0, 1.0]


def test_the_ideal_one_of_several_models():
    assert states_of_rest(sleigh("breakaway", rate=1.0))[0].type == "focus-focus"


@pytest.mark.parametrize(("spin", "kind", "e"), [(3.0, "ellipse", 0.5), (1.5, "parabola", 1.0),
                                                 (0.75, "hyperbola", 2/3**0.5), (0.0, "line", None)])
def test_conics(spin, kind, e):
    """Ellipse of axes 0.1 m and 0.1 w/kappa (sleigh.md 6.2): e = Omega/w."""
    found = conic_of_start(sleigh("skate", spin=spin))
    assert found.kind == kind and eccentricity(found) == (e if e is None else pytest.approx(e))


def test_hyperbola_across():
    """With h > 0 it crosses the axis x2."""
    found = conic_of_start(sleigh("skate", spin=0.75, x1=0.0, x2=0.2))
    assert found.h > 0.0
    assert eccentricity(found) == pytest.approx(np.hypot(*found.axes)/found.axes[1])


@pytest.mark.parametrize(("rate", "offset"), [(2.0, 0.04), (-2.0, 0.04), (2.0, -0.04), (-2.0, -0.04)])
def test_without_dimension_it_is_the_same_motion(rate, offset):
    """The engine's run passes a return of the section when the section says so, in any of the four mirrors."""
    changes = {"rate": rate, "offset": offset, "inertia": 0.024, "rim": 10.0, "x1": 0.19, "x2": 0.02, "v1": 0.01,
               "spin": -1.755*rate}
    found = sleigh("sleigh", **changes)
    start = found.without_dimension()
    assert energy(found.ratio, start) == pytest.approx(found.energy/(offset*rate)**2)
    point = find_returns(found.ratio, start, until=Until(1)).points[0]
    run = Simulation(SCENES["sleigh"], changes)
    t = point[0]/abs(rate)
    run.advance(int(t*240))
    there = run.peek(t)
    assert np.hypot(point[3] + 1.0, point[4])*abs(offset) == pytest.approx(np.hypot(*there.bodies[0].centre[:2]))
    assert point[2] == pytest.approx((there.bodies[0].angular_velocity[2] - rate)/rate)


@pytest.mark.parametrize(("scene", "changes", "sentence"), [
    ("turntable", {}, "a sleigh or a skate"), ("integraph", {}, "a sleigh or a skate"),
    ("slope_skate", {}, "not level"), ("tilted_sleigh", {}, "not level"),
    ("breakaway", {"beside": False}, "none of its blades is ideal")])
def test_scenes_without(scene, changes, sentence):
    with pytest.raises(BadValue, match=sentence) as refused:
        sleigh(scene, **changes)
    assert f"'{scene}'" in str(refused.value)


def test_what_makes_no_sense():
    with pytest.raises(BadValue, match="does not turn"):
        states_of_rest(sleigh("sleigh", rate=0.0))
    with pytest.raises(BadValue, match=r"0\.08 m ahead"):
        conic_of_start(sleigh("sleigh"))
    assert sleigh("tilted_sleigh", slope=0.0).rate == 1.5
    assert states_of_rest(sleigh("skate"))[0].type == equilibria.first_kind(1.0, 0.015, 0.0, 1.5).type
