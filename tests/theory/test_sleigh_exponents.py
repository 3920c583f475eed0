"""The chart of the types of rest: marks and curves against eigenvalues of differences of the equations of motion."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from sandbox.scene.charts.chart import Curve, Mark
from sandbox.theory.charts import exponents
from tests.scenes.riding import ride
from tests.theory.test_charts import chart_of, parts_of, simulated

# A^2 -> type by the signs of the parts of the four eigenvalues
SIX = {1.5: "focus-focus", 3.0: "focus-focus", 8.9: "focus-focus", 9.0: "double saddle", 9.1: "saddle-saddle",
       16.0: "saddle-saddle"}


def rates(ratio, y):
    """v1' = (w + 1)^2 + x1,  A^2 w' = x2 - (w + 2) v1,  x1' = v1 + w x2,  x2' = -w x1: sleigh.md 7."""
    v1, w, x1, x2 = y
    return np.array([(w + 1)**2 + x1, (x2 - (w + 2)*v1)/ratio, v1 + w*x2, -w*x1])


def eigenvalues(ratio, rest, h=1e-4):
    """Of the matrix of central differences; the equations are of the second degree, so that these are exact."""
    columns = [(rates(ratio, rest + h*e) - rates(ratio, rest - h*e))/(2*h) for e in np.eye(4)]
    return np.linalg.eigvals(np.array(columns).T)


@pytest.mark.parametrize(("ratio", "kind"), SIX.items())
def test_types_of_rest_at_six_ratios(ratio, kind):
    chart = chart_of(simulated("sleigh", "At rest on the table: A² and how it leaves", ratio=2.0), exponents_title())
    found = eigenvalues(ratio, np.array([0.0, 0.0, -1.0, 0.0]))
    mark = next(m for m in parts_of(chart, Mark) if m.label == f"A² = {ratio:g}")
    # a double root is good to the square root of rounding
    assert_allclose((mark.x, mark.y), (ratio, found.real.max()), atol=1e-6 if ratio == 9.0 else 1e-9)
    assert mark.about.startswith(kind)
    is_complex = np.abs(found.imag).min() > 1e-3
    assert is_complex == (kind == "focus-focus") and found.real.max() > 0.2 and abs(found.sum()) < 1e-9
    assert len(parts_of(chart, Mark)) == 7


def test_the_present_sleigh_is_marked():
    here = parts_of(chart_of(simulated("sleigh", 1, ratio=9.0), exponents_title()), Mark)[0]
    assert (here.x, here.kind) == (pytest.approx(9.0, abs=1e-12), "saddle") and "A² = 9" in here.label
    assert here.about.startswith("double saddle")


def exponents_title():
    return "Types of rest on the table"


def test_curves_are_the_eigenvalues():
    chart = chart_of(simulated("sleigh", 1), exponents_title())
    growth, slower, swing = parts_of(chart, Curve)
    for k in (0, 40, 120, 260, 390):
        found = eigenvalues(growth.x[k], np.array([0.0, 0.0, -1.0, 0.0]))
        assert_allclose(growth.y[k], found.real.max(), atol=1e-6)     # a double root at 1
    for k in (40, 150):
        assert_allclose(swing.y[k], np.abs(eigenvalues(swing.x[k], np.array([0.0, 0.0, -1.0, 0.0])).imag).max(),
                        atol=1e-9)
        found = np.sort(eigenvalues(slower.x[k], np.array([0.0, 0.0, -1.0, 0.0])).real)
        assert_allclose(slower.y[k], found[2], atol=1e-9)
    assert max(growth.y) < exponents.HIGHEST


@pytest.mark.parametrize("c", [2.0, -1.5])
@pytest.mark.parametrize("ratio", SIX)
def test_rest_in_the_room_has_one_exponent(ratio, c):
    """-c/A^2 and three zeros, which differences of a threefold root only know to the third root of rounding."""
    found = eigenvalues(ratio, np.array([c, -1.0, 0.0, c]))
    found = found[np.argsort(-np.abs(found))]
    assert found[0] == pytest.approx(-c/ratio, abs=1e-4) and np.abs(found[1:]).max() < 1e-3


def test_a_skate_and_a_table_at_rest_have_no_such_chart():
    for changes in ({"offset": 0.0}, {"rate": 0.0}):
        assert exponents_title() not in [chart.title for chart in simulated("sleigh", 1, **changes).charts()]


@pytest.mark.parametrize(("ratio", "growth"), [(3.0, 0.537285), (16.0, 0.852330)])
def test_the_preset_leaves_as_the_chart_says(ratio, growth):
    """Growth of the place of the mass centre; printed exponents of sleigh.md 7."""
    seen = ride("sleigh", "At rest on the table: A² and how it leaves", 9.0, 4, ratio=ratio, spin=1e-6)
    far = np.hypot(seen.r[:, 0], seen.r[:, 1])
    late = (seen.t > 4.0) & (far < 1e-3)
    fit = np.polyfit(seen.t[late], np.log(far[late]), 1)[0]
    assert fit == pytest.approx(1.7*growth, rel=0.02)       # the other exponents are still there


def test_at_one_the_mass_centre_is_free():
    seen = ride("sleigh", "I = m a²: the mass centre runs straight", 4.0, 4)
    assert np.abs(seen.N).max() < 1e-13                             # [N]
    assert np.abs(seen.v - seen.v[0]).max() < 1e-14                 # [m/s] rounding of 960 steps
    assert np.abs(np.diff(np.unwrap(np.arctan2(*seen.v[:, 1::-1].T)))).max() < 1e-13
    meters = {meter.name: meter for meter in seen.run.meters}
    assert meters["linear_F"].reason == "" and meters["linear_F"].drift < 1e-14
    assert np.ptp(seen.w[:, 2]) > 3.0                               # [rad/s] while the blade turns
