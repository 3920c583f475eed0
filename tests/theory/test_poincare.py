"""Sections of the sleigh: anchors of nine digits, escapes, cancelling, the same points whatever the threads."""

import numpy as np
import pytest

from sandbox.errors import BadValue
from sandbox.theory.poincare import Section, Until, energy, find_returns, seeds_at

FIRST_RETURNS = [(7.718481056, -3.524548869, 3.416146778), (5.548090668, -4.658593950, 7.348819794),
                 (4.659955155, -3.644492424, 12.299770572), (4.492022038, -2.089844878, 18.412022328),
                 (4.372889914, -0.825897461, 25.383429017)]
PERIODIC = [(-10, 10.902716204, -2.206124684, 3.966502647), (5, 8.452503483, -1.993487618, 4.483081221),
            (14, 6.055410188, -1.763845945, 5.264940108), (16, 5.117826170, -1.666466886, 5.710750341),
            (16.5, 4.788759538, -1.631070041, 5.897343944), (17, 4.354015764, -1.583230682, 6.175487779),
            (17.4, 3.726325918, -1.511795710, 6.659763068)]


def test_first_returns():
    """sleigh.md 13, E = 14 from (9, 0): nine digits."""
    found = find_returns(25.0, seeds_at(25.0, 14.0, 9.0), until=Until(5))
    np.testing.assert_allclose(found.points[:, [3, 4, 0]], FIRST_RETURNS, rtol=0, atol=6e-10)
    assert found.outcome == ("complete",) and found.energy_error[0] < 1e-11
    assert np.abs(found.points[:, 1]).max() < 1e-13     # on the section


@pytest.mark.parametrize(("E", "x1", "w", "period"), PERIODIC)
def test_symmetric_periodic_orbits(E, x1, w, period):
    """They come back to where they started; their stability decides how nine digits grow."""
    seed = seeds_at(25.0, E, x1)
    assert seed[0, 1] == pytest.approx(w, abs=6e-10)
    found = find_returns(25.0, seed, until=Until(1))
    np.testing.assert_allclose(found.points[0, [0, 3, 4]], [period, x1, 0.0], rtol=0, atol=2e-8)


def test_energy_is_kept():
    """E = 14, 94 orbits that stay, 1000 returns of some 20 steps each.

    2e-12 is what rounding may do: 1e-16 of terms of E of the size 100, 20,000 times without a side that they prefer.
    """
    found = find_returns(25.0, seeds_at(25.0, 14.0, np.linspace(-12.0, 12.0, 121)), until=Until(1000))
    stayed = np.array(found.outcome) == "complete"
    assert stayed.sum() > 80 and found.energy_error[stayed].max() < 2e-12


def test_escape_is_an_outcome():
    """Orbits at E = 16.5 on a line: some stay, some leave, none is lost."""
    found = find_returns(25.0, seeds_at(25.0, 16.5, np.linspace(-12, 12, 31)), until=Until(1000, 1500.0, 100.0))
    assert set(found.outcome) == {"out of time", "escaped"}
    stayed = [i for i, word in enumerate(found.outcome) if word == "out of time"]
    assert set(stayed) <= set(found.orbit)
    # a point of each return lies on the energy surface
    np.testing.assert_allclose(energy(25.0, found.points[:, 1:]), 16.5, atol=1e-8)
    assert np.all(found.points[:, 2] < 0.0)


def test_trapped_orbits_have_a_symmetric_section():
    """The involution t -> -t, x2 -> -x2: a closed curve is its own mirror image."""
    found = find_returns(25.0, seeds_at(25.0, 14.0, 7.0), until=Until(3000))
    x2 = found.points[:, 4]
    assert found.outcome == ("complete",)
    assert x2.max() == pytest.approx(-x2.min(), abs=2e-3)


def test_threads_and_steps_do_not_change_bits():
    seeds = seeds_at(25.0, 14.0, np.linspace(4.5, 8.5, 7))
    one, two = (find_returns(25.0, seeds, until=Until(200), workers=n) for n in (1, 2))
    assert one.points.tobytes() == two.points.tobytes()
    assert one.orbit.tolist() == np.repeat(np.arange(7), 200).tolist()


def test_other_conditions():
    """Upwards, downwards, both; a branch; another level."""
    seeds = seeds_at(25.0, 14.0, 6.5)
    up, down, both = (find_returns(25.0, seeds, Section("x2", 0.5, rising, 0), Until(40, 200.0)).points
                      for rising in (1, -1, 0))
    assert np.abs(both[:, 4] - 0.5).max() < 1e-13
    together = np.sort(np.concatenate([up[:, 0], down[:, 0]]))[:40]
    np.testing.assert_allclose(both[:, 0], together, atol=1e-12)
    assert len(find_returns(25.0, seeds, Section("x2", 0.5, 1, branch=1), Until(40, 50.0)).points) == 0


def test_progress_and_cancelling():
    told = []
    seeds = seeds_at(25.0, 14.0, np.linspace(5.0, 8.0, 8))
    find_returns(25.0, seeds, until=Until(50), progress=told.append)
    assert told == sorted(told) and told[-1] == pytest.approx(1.0)

    found = find_returns(25.0, seeds, until=Until(10**6), progress=told.append, is_cancelled=lambda: len(told) > 12,
                         workers=2)
    assert "cancelled" in found.outcome
    assert 0 < len(found.points) < 8*10**6


def test_csv(tmp_path):
    found = find_returns(25.0, seeds_at(25.0, 14.0, (6.0, 6.5)), until=Until(3))
    found.write_csv(tmp_path/"section.csv")
    lines = (tmp_path/"section.csv").read_text().splitlines()
    assert lines[0] == "orbit,t,v1,w,x1,x2" and len(lines) == 7
    read = np.loadtxt(tmp_path/"section.csv", delimiter=",", skiprows=1)
    assert read[:, 1:].tobytes() == found.points.tobytes() and read[:, 0].tolist() == [0, 0, 0, 1, 1, 1]


@pytest.mark.parametrize(("call", "sentence"), [
    (lambda: find_returns(0.5, [(0, 0, 0, 0)]), "got A^2 = 0.5"),
    (lambda: find_returns(25.0, [(0, 0, 0)]), "seeds need four finite numbers"),
    (lambda: find_returns(25.0, [(0, np.nan, 0, 0)]), "seeds need four finite numbers"),
    (lambda: find_returns(25.0, [(0, -1, 6, 0)], until=Until(0)), "got 0 returns per seed"),
    (lambda: Section("x3"), "got 'x3', needs one of v1, w, x1, x2"),
    (lambda: Section(rising=2), "rising and branch need -1, 0 or 1")])
def test_what_is_no_section_is_refused(call, sentence):
    with pytest.raises(BadValue) as error:
        call()
    assert sentence in str(error.value)


def test_points_without_energy_are_left_out():
    assert len(seeds_at(25.0, -30.0, (0.0, 10.0))) == 1
