"""The points of a sweep: numbers of a grid by hand, samples that hang on their place alone, refusals in sentences."""

from itertools import product

import numpy as np
import pytest
from scipy.stats import qmc

from sandbox import scene_named
from sandbox.errors import BadValue
from sandbox.sweeps import space as points
from sandbox.sweeps.outcomes import outcomes_of
from sandbox.sweeps.plan import plan_of
from sandbox.sweeps.space import space_of, space_of_json

TURNTABLE = scene_named("turntable")


def all_points(space) -> list[dict]:
    return [point for block in range(space.blocks) for point in space.points(block)]


@pytest.mark.parametrize("rates", [1, 5, 700])
def test_a_grid_has_all_combinations_the_last_name_fastest(rates):
    space = space_of(TURNTABLE, {"rate": (1.0, 3.0, rates), "x": [0.1, 0.2], "shell": ["true", False]})
    expected = product(np.linspace(1.0, 3.0, rates), (0.1, 0.2), (True, False))
    found = all_points(space)
    assert len(found) == len(space) == 4*rates and space.shape == (rates, 2, 2)
    for point, (rate, x, shell) in zip(found, expected, strict=True):
        # two roundings of numbers of this size
        assert abs(point["rate"] - rate) <= 1e-15 and (point["x"], point["shell"]) == (x, shell)
    assert space_of_json(space.as_json) == space


def test_ends_of_a_range_are_met_bit_by_bit():
    axis = space_of(TURNTABLE, {"rate": (-0.1, 0.3, 7)}).axes[0]
    assert axis.numbers(0, 7)[[0, -1]].tolist() == [-0.1, 0.3] == [axis.at(np.array([i]))[0] for i in (0, 6)]


def test_a_sample_hangs_on_place_and_seed_alone():
    found = {seed: space_of(TURNTABLE, {"rate": (1.0, 3.0), "x": (-0.2, 0.2)}, "random:1000", seed) for seed in (0, 1)}
    one = all_points(found[0])
    backwards = [found[0].points(block) for block in reversed(range(found[0].blocks))]
    assert [point for points in reversed(backwards) for point in points] == one
    assert one != all_points(found[1]) and len({point["rate"] for point in one}) == 1000
    rates = np.array([point["rate"] for point in one])
    # 1000 even numbers of a range of 2: their mean is 2 +- 0.018
    assert rates.min() >= 1.0 and rates.max() < 3.0 and abs(rates.mean() - 2.0) < 0.1


def test_a_sobol_sample_is_the_sequence_of_scipy():
    space = space_of(TURNTABLE, {"rate": (0.0, 1.0), "x": (0.0, 0.25)}, "sobol:1024", 7)
    found = np.array([list(point.values()) for point in all_points(space)])*[1.0, 4.0]
    expected = qmc.Sobol(2, rng=np.random.default_rng(7)).random(1024)
    assert np.array_equal(found, expected) and qmc.discrepancy(found) < 1e-4


def test_numbers_of_points_are_bounded():
    with pytest.raises(BadValue, match="100001 x 1001 are 100101001 points, needs at most 100000000"):
        space_of(TURNTABLE, {"rate": (1.0, 2.0, 100_001), "x": (0.0, 0.1, 1001)})
    large = space_of(TURNTABLE, {"rate": (1.0, 2.0, 10_000), "x": (0.0, 0.1, 10_000)})
    # planned, not held
    assert len(large) == points.MOST and large.points(large.blocks - 1)[-1] == {"rate": 2.0, "x": 0.1}


@pytest.mark.parametrize(("vary", "options", "sentence"), [
    ({}, {}, "needs a parameter to vary; scene 'turntable' has rate, radius"),
    ({"rat": (1, 2, 3)}, {}, "no parameter 'rat'; it has rate"),
    ({"rate": (1, 2)}, {}, r"'rate': got \(1, 2\), needs \(low, high, count\) or a list of values"),
    ({"rate": 3.0}, {}, "'rate': got 3.0, needs"),
    ({"rate": []}, {}, "'rate': got 0 values, needs 1 to 100000"),
    ({"rate": (1, 99, 3)}, {}, r"'rate': got 99, needs a number in \[-20, 20\] rad/s"),
    ({"rate": (1, float("nan"), 3)}, {}, "'rate': got nan"),
    ({"rate": (1, 2, 0)}, {}, "'rate', count: got 0, needs a whole number"),
    ({"rate": (1, 2, 2.5)}, {}, "'rate', count: got 2.5, needs a whole number"),
    ({"shell": (0, 1, 2)}, {}, "'shell': is no number, needs a list of values"),
    ({"rate": (1, 2)}, {"sample": "halton:5"}, "sample: got 'halton:5', needs random:COUNT or sobol:COUNT"),
    ({"rate": (1, 2)}, {"sample": "random:0"}, "sample: got 'random:0'"),
    ({"rate": [1, 2, 3]}, {"sample": "random:5"}, r"'rate': got \[1, 2, 3\], needs \(low, high\)"),
    ({"rate": (1, 2)}, {"sample": "random:5", "seed": -1}, "seed: got -1, needs a whole number")])
def test_what_cannot_be_is_refused_in_a_sentence(vary, options, sentence):
    with pytest.raises(BadValue, match=sentence):
        space_of(TURNTABLE, vary, **options)


def test_outcomes_are_known_by_name(tmp_path):
    (tmp_path / "mine.py").write_text("def far(run):\n    return 1.0\n", encoding="utf-8")
    (tmp_path / "broken.py").write_text("1/0\n", encoding="utf-8")
    found = outcomes_of(["ended", f"{tmp_path}/mine.py:far"], ["rate"])
    assert [one.name for one in found] == ["ended", "far"]
    for wanted, sentence in (("endet", "no outcome 'endet'; there are ended, t_end"), ([], "needs an outcome"),
                             (f"{tmp_path}/mine.py:near", "'mine.py' has no function 'near'"),
                             (f"{tmp_path}/none.py:near", "the file cannot be read"),
                             (f"{tmp_path}/broken.py:near", "ZeroDivisionError while loading"),
                             (["drift", "drift"], "outcome 'drift': that name is taken"),
                             (lambda run: 1.0, "needs a function with a name")):
        with pytest.raises(BadValue, match=sentence):
            outcomes_of(wanted, ["rate"])


def test_a_value_is_either_set_or_varied():
    with pytest.raises(BadValue, match="'x': is set to a value and varied at once"):
        plan_of(TURNTABLE, "", {"x": 0.1}, {"x": [0.1, 0.2]}, duration=1.0)
    with pytest.raises(BadValue, match="duration: got nan s"):
        plan_of(TURNTABLE, "", {}, {"x": [0.1, 0.2]}, duration=float("nan"))
    plan = plan_of(TURNTABLE, "3", {}, {"shell": [True, False]}, duration=1.0)
    assert "shell" not in plan.values
