"""States of rest of a sleigh on a turntable, their exponents, and the conics of a skate."""

from math import pi, sqrt

import numpy as np
import pytest

from sandbox.scene.models.sleigh import Blade, Sleigh
from sandbox.scene.motions import Spin
from sandbox.systems.integration import Integration
from sandbox.systems.rows.start import assemble_constrained
from sandbox.theory import equilibria
from tests.oracles.sleigh import skate_on_table


def inertia(ratio, a=0.05):
    """I_C of a unit mass with A^2 = ratio."""
    return (ratio - 1.0)*a*a


@pytest.mark.parametrize(("ratio", "kind", "exponents"), [
    (3.0, "focus-focus", [-0.537285 - 0.537285j, -0.537285 + 0.537285j, 0.537285 - 0.537285j, 0.537285 + 0.537285j]),
    (16.0, "saddle-saddle", [-0.852330, -0.293313, 0.293313, 0.852330]),
    (9.0, "double saddle", [-1/sqrt(3), -1/sqrt(3), 1/sqrt(3), 1/sqrt(3)])])
def test_first_kind_changes_type_at_nine(ratio, kind, exponents):
    """sleigh.md 7: complex exponents below A^2 = 9, real ones above; in units of the table's rate."""
    rate = 1.7
    found = equilibria.first_kind(1.0, inertia(ratio), 0.05, rate)
    assert found.type == kind and found.ratio == pytest.approx(ratio)
    # the double root is good to the square root of rounding
    np.testing.assert_allclose(found.exponents/rate, exponents, atol=1e-6 if ratio != 9.0 else 2e-7)
    assert found.energy == pytest.approx(0.0, abs=1e-15) and not found.attracts
    for s in found.exponents/rate:
        assert abs(ratio*s**4 + (3 - ratio)*s**2 + 1) < 1e-12*ratio


@pytest.mark.parametrize("ratio", [8.9, 9.1])
def test_type_on_either_side_of_the_threshold(ratio):
    found = equilibria.first_kind(1.0, inertia(ratio), 0.05, 1.0)
    assert found.type == ("focus-focus" if ratio < 9 else "saddle-saddle")
    assert np.all(found.exponents.imag != 0.0) == (ratio < 9)


@pytest.mark.parametrize("c", [0.25, -0.25, 0.0])
def test_second_kind_is_a_weathervane(c):
    """One exponent -Omega m a c/I, three zeros; all of one energy (A^2 - 1)/2 in dimensionless units."""
    m, I_C, a, rate = 1.0, 0.015, 0.08, 1.7
    found = equilibria.second_kind(m, I_C, a, rate, c)
    expected = -rate*m*a*c/(I_C + m*a*a)
    assert np.abs(found.exponents).max() == pytest.approx(abs(expected))
    assert found.attracts == (c > 0) and found.energy == pytest.approx(I_C*rate*rate/2)
    values = np.linalg.eigvals(equilibria.linearisation(m, I_C, a, rate, found.state))
    # a triple zero is good to the cube root of rounding
    np.testing.assert_allclose(np.sort(values.real), np.sort([expected, 0, 0, 0]), atol=1e-4)
    assert np.trace(equilibria.linearisation(m, I_C, a, rate, found.state)) == pytest.approx(expected)


@pytest.mark.parametrize("found", [equilibria.first_kind(1.0, 0.015, 0.08, 1.7),
                                   equilibria.second_kind(1.0, 0.015, 0.08, 1.7, 0.25)])
def test_sleigh_stays_where_it_can_rest(found):
    """The engine's own sleigh, started there, stays for two seconds, and E_J is the one told."""
    sleigh = Sleigh(1.0, 0.015, (Blade((-0.08, 0.03)),), Spin("z", 1.7))
    v1, w, x1, x2 = found.state
    run = Integration(assemble_constrained(sleigh.constrained(), sleigh.start(x1, x2, 0.3, v1, w, 1.7)), 1/240)
    first = run.y.copy()
    run.advance(480)
    turned = (w + 1.7)*2.0
    np.testing.assert_allclose(run.y[2], first[2] + turned, atol=1e-12)
    assert np.hypot(*run.y[:2]) == pytest.approx(np.hypot(*first[:2]), abs=1e-12)
    assert run.energy()[0] == pytest.approx(found.energy, abs=1e-14)


def test_departure_grows_as_the_exponent_says():
    """Second kind with c < 0 (sleigh.md 16.7): e-folding time 0.63 s."""
    sleigh = Sleigh(1.0, 0.015, (Blade((-0.08, 0.03)),), Spin("z", 1.7))
    found = equilibria.second_kind(1.0, 0.015, 0.08, 1.7, -0.25)
    assert 1/found.exponents.real.max() == pytest.approx(0.63, abs=0.005)
    spins = []
    for seconds in (1.0, 2.0):
        run = Integration(assemble_constrained(sleigh.constrained(), sleigh.start(
            0.0, -0.25, 0.0, -0.425, -1.7 + 1e-6, 1.7)), 1/240)
        run.advance(round(240*seconds))
        spins.append(run.y[5])
    assert np.log(spins[1]/spins[0]) == pytest.approx(found.exponents.real.max(), rel=1e-3)


@pytest.mark.parametrize(("w", "kind"), [(3.0, "ellipse"), (-3.0, "ellipse"), (1.5, "parabola"), (-1.5, "parabola"),
                                         (0.75, "hyperbola"), (0.0, "line")])
def test_conic_of_a_skate(w, kind):
    """The path of (6.1) lies on the conic of (6.2), whose constant is also that by the energy."""
    rate, start = 1.5, (0.05, w, 0.1, 0.03)
    found = equilibria.conic(rate, start)
    assert found.kind == kind
    m, inertia_ = 1.0, 0.015
    E = equilibria.energy(m, inertia_, 0.0, rate, start)
    h = w*w/rate**2*(found.F**2 - found.kappa2*(2*E - inertia_*w*w)/m)
    assert found.h == pytest.approx(h, abs=1e-15)
    for t in (0.0, 0.7, 1.9):
        x1, x2, _v1 = skate_on_table(t, rate, 0.1, 0.03, 0.05, w)
        assert (found.F + found.kappa2*x2)**2 + w*w*found.kappa2*x1*x1 == pytest.approx(h, abs=1e-13)
        if kind == "ellipse":
            (a, b), (_x, y) = found.axes, found.centre
            assert (x1/a)**2 + ((x2 - y)/b)**2 == pytest.approx(1.0, abs=1e-12)
    if kind == "ellipse":
        again = skate_on_table(found.period, rate, 0.1, 0.03, 0.05, w)
        assert again[:2] == pytest.approx((0.1, 0.03), abs=1e-14)
        assert found.period == pytest.approx(2*pi/sqrt(w*w - rate*rate))


def test_skate_has_no_offset_and_no_threshold():
    found = equilibria.first_kind(1.0, 0.015, 0.0, 1.5)
    assert found.type == "saddle and two zeros" and found.ratio == np.inf
