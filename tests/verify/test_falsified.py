"""Each reference number of the three files is falsified, one at a time: no case passes then.

A case is run once; what was found is then held against the falsified references by the same comparison as in `check`
(find and judge are its two halves). This needs that what is found does not depend on the references, which is tested,
too. A thousandth of a number is far more than any tolerance of closed forms and exact integrations; where a tolerance
is wider, because a number is next to zero or known coarsely (max_F_over_N: 2 %), ten tolerances are added instead.
"""

import json
import random
from fnmatch import fnmatchcase

import pytest

from sandbox.verify.case import Case, leaves
from sandbox.verify.check import check, find
from sandbox.verify.verdict import errors, judge
from tests.verify.vectors import BALL_CASES, CASES, CONTACT_CASES, SLEIGH_CASES

SHARE, TOLERANCES = 1e-3, 10.0

# what defines a case, and how its references were made; every other number is a reference
INPUTS = {
    "ball": ("body.*", "gravity.*", "surface.*", "placement.*", "support.*", "initial.t", "initial.r.*",
             "initial.omega*", "initial.table_rate", "initial.R_body*", "samples.*.t", "check.*",
             "invariants.*.max_abs_drift", "table_inertia", "table_rate", "table.*", "incoming.*", "restitution",
             "wall_radius*", "c_r", "inertia_body.*", "constraint_constant", "potential_rc_body.*"),
    "sleigh": ("body.m", "body.I_C", "body.blades.*", "support.*", "blade_model.*", "initial_before_impulse.*",
               "error_growth", "states.*.t"),
    "contact": ("params.*", "initial.*", "tol.*", "expected.states.*.t", "expected.branches.*.t",
                "expected.impacts.*.index"),
}
# a velocity that a case starts from; a ball on a surface starts from its spin, from which its velocity follows
STARTS = dict.fromkeys(("turntable_billiard", "ball_on_free_turntable", "turntable_viscous_rolling_resistance"),
                       ("initial.v.*",))
# fewer would mean that the readers lost some; as many as there are numbers that are no inputs
NUMBERS = {"ball": 3873, "sleigh": 2888, "contact": 1299}
FILES = {"ball": BALL_CASES, "sleigh": SLEIGH_CASES, "contact": CONTACT_CASES}


def numbers_of(name: str, case: dict):
    """Places of the reference numbers of a case."""
    inputs = INPUTS[name] + STARTS.get(case["kind"], ())
    if case["kind"] == "sleigh" and "initial_before_impulse" not in case:
        inputs += ("initial.*",)
    for place, value in leaves(case):
        if isinstance(value, int | float) and not isinstance(value, bool):
            dotted = ".".join(map(str, place))
            if not any(fnmatchcase(dotted, pattern) for pattern in inputs):
                yield place, value


def put(case: dict, place, value):
    """Write a number to its place."""
    for key in place[:-1]:
        case = case[key]
    case[place[-1]] = value


@pytest.mark.parametrize("name", FILES)
def test_no_falsified_number_passes(name):
    passed, count = [], 0
    for original in FILES[name]:
        _name, data = copy_of(original)
        case = find(data)
        assert isinstance(case, Case), case
        assert judge(case).verdict == "ok", judge(case).line()
        allowed = {error.place: error.allowed for comparison in case.comparisons for error in errors(comparison, data)}
        for place, value in numbers_of(name, data):
            shift = max(SHARE*abs(value), TOLERANCES*allowed.get(place, 0.0)) or 1e-3
            for sign in (1.0, -1.0):
                put(data, place, value + sign*shift)
                if judge(case).verdict == "ok":
                    passed.append((data["id"], *place, value, sign*shift))
            put(data, place, value)
            count += 1
        # everything is back as it was
        assert judge(case).verdict == "ok"
    assert not passed
    assert count == NUMBERS[name]


def test_a_shift_is_a_thousandth_nearly_everywhere():
    """Tolerances wider than that belong to the needed friction and to numbers next to zero."""
    wide = set()
    for name, cases in FILES.items():
        for data in cases:
            case = find(data)
            for comparison in case.comparisons:
                for error in errors(comparison, data):
                    value = data
                    for key in error.place:
                        value = value[key]
                    if isinstance(value, str) or value is None:
                        continue
                    if TOLERANCES*error.allowed > SHARE*abs(value) and abs(value) > 2e-2:
                        wide.add((name, error.name))
    assert wide == {("ball", "max_F_over_N")}


def copy_of(case: dict) -> tuple[str, dict]:
    """Name of the file of a case, and a copy."""
    return next(name for name, cases in FILES.items() if case in cases), json.loads(json.dumps(case))


@pytest.mark.parametrize("data", CASES[::4], ids=lambda case: case["id"])
def test_what_is_found_does_not_depend_on_the_references(data):
    """All references of a case falsified at once: the engine finds the same, bit by bit."""
    name, other = copy_of(data)
    for place, value in list(numbers_of(name, other)):
        put(other, place, value*1.01 + 1e-3)
    first, second = find(data), find(other)
    assert isinstance(first, Case) and isinstance(second, Case), second
    assert judge(second).verdict == "FAIL"
    found = [[(x.place, x.name, repr(x.found)) for x in case.comparisons] for case in (first, second)]
    assert found[0] == found[1]


@pytest.mark.parametrize("data", random.Random(1).sample(CASES, 12), ids=lambda case: case["id"])
def test_check_itself_fails_on_a_falsified_case(data):
    """The whole way, run and all, for one number of some cases."""
    name, other = copy_of(data)
    place, value = random.Random(data["id"]).choice(list(numbers_of(name, other)))
    put(other, place, value*1.05 + 1e-2)
    (result,) = check([other])
    assert result.verdict == "FAIL", (place, result.line())
