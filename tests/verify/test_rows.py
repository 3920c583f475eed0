"""All reference cases of systems with rows within their tolerances, ten times better than asked."""

import json
from pathlib import Path

import pytest

from sandbox.verify.check import check, read_vectors

VECTORS = Path(__file__).parents[1]/"vectors"
SLEIGHS = read_vectors(VECTORS/"vectors_sleigh.json")
KINDS = ("suslov", "veselova", "ball_on_free_turntable", "turntable_viscous_rolling_resistance", "identity_scattering",
         "turntable_billiard")
OTHERS = [case for case in read_vectors(VECTORS/"vectors_ball.json") if case["kind"] in KINDS]


def test_there_are_as_many_as_expected():
    assert (len(SLEIGHS), len(OTHERS)) == (29, 10)


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


@pytest.mark.parametrize(("name", "change", "quantity"), [
    ("scattering_33rpm", lambda case: case["result"].update(transit_time=2.26), "transit_time"),
    ("scattering_33rpm", lambda case: case["result"]["exit_point"].__setitem__(1, 0.128), "exit_point"),
    ("scattering_negative", lambda case: case["result"].update(arc_radius=0.6245), "arc_radius"),
    ("billiard_A", lambda case: case["bounces"][7].update(t=10.8943933), "t of bounce 8"),
    ("billiard_A", lambda case: case["invariants"].update(ell=-0.0137321), "ell"),
    ("billiard_B", lambda case: case.update(restitution=0.99), "")])
def test_every_number_of_a_crossing_counts(name, change, quantity):
    case = json.loads(json.dumps(next(c for c in OTHERS if c["id"] == name)))
    change(case)
    (result,) = check([case])
    assert result.verdict == "FAIL" and (result.quantity.startswith(quantity)), result.line()


def test_an_unknown_wall_is_said():
    case = json.loads(json.dumps(next(c for c in OTHERS if c["id"] == "billiard_A")))
    case["wall_model"] = "C"
    (result,) = check([case])
    assert result.verdict == "UNSUPPORTED" and result.quantity == "wall_model C"


def test_an_unknown_blade_is_said():
    case = json.loads(json.dumps(SLEIGHS[0]))
    case["blade_model"]["kind"] = "magnetic"
    (result,) = check([case])
    assert result.verdict == "UNSUPPORTED" and "magnetic" in result.quantity
