"""All reference cases of systems with rows within their tolerances, ten times better than asked."""

import json
from pathlib import Path

import pytest

from sandbox.run.check import check, read_vectors

VECTORS = Path(__file__).parents[1]/"vectors"
SLEIGHS = read_vectors(VECTORS/"vectors_sleigh.json")
KINDS = ("suslov", "veselova", "ball_on_free_turntable", "turntable_viscous_rolling_resistance")
OTHERS = [case for case in read_vectors(VECTORS/"vectors_ball.json") if case["kind"] in KINDS]


def test_there_are_as_many_as_expected():
    assert (len(SLEIGHS), len(OTHERS)) == (29, 6)


@pytest.mark.parametrize("case", SLEIGHS + OTHERS, ids=lambda case: case["id"])
def test_case(case):
    (result,) = check([case])
    assert result.verdict == "ok", result.line()
    assert result.worst <= 0.1*result.allowed, result.line()


@pytest.mark.parametrize(("change", "quantity"), [
    (lambda case: case["states"][2].update(N=case["states"][2]["N"] + 1e-8), "N"),
    (lambda case: case["states"][1]["rel"].update(x2=case["states"][1]["rel"]["x2"] + 1e-8), "rel"),
    (lambda case: case["states"][-1].update(E_J=case["states"][-1]["E_J"] + 1e-8), "E_J"),
    (lambda case: case["states"][-1].update(theta=case["states"][-1]["theta"] - 6.283185307179586), "theta")])
def test_every_number_counts(change, quantity):
    """A wrong eighth digit anywhere fails the case."""
    case = json.loads(json.dumps(next(c for c in SLEIGHS if c["id"] == "turntable_sleigh_generic")))
    change(case)
    (result,) = check([case])
    assert result.verdict == "FAIL" and result.quantity == quantity


def test_a_missing_event_fails():
    case = json.loads(json.dumps(next(c for c in SLEIGHS if c["id"] == "breakaway_rest_sleigh")))
    case["events"].pop()
    (result,) = check([case])
    assert result.verdict == "FAIL" and result.quantity == "events breakaway, regrip"


def test_an_unknown_blade_is_said():
    case = json.loads(json.dumps(SLEIGHS[0]))
    case["blade_model"]["kind"] = "magnetic"
    (result,) = check([case])
    assert result.verdict == "UNSUPPORTED" and "magnetic" in result.quantity
