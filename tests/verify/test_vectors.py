"""Every reference case passes, ten times better than asked where the engine alone decides, and all kinds are met."""

import json
import subprocess
import sys
from collections import Counter

import pytest

from sandbox.verify.check import check
from tests.verify.vectors import CASES, CONTACT_CASES, VECTORS, case_of

# two of a hundred: how often a run's own steps meet the largest |F|/N decides, not the engine
SAMPLED = "max_F_over_N"


def test_there_are_as_many_as_expected():
    kinds = Counter(case["kind"] for case in CASES)
    assert len(CASES) == 102
    assert (kinds["ball_on_surface"], kinds["sleigh"], len(CONTACT_CASES)) == (26, 29, 37)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_case(case):
    (result,) = check([case])
    assert result.verdict == "ok", result.line()
    if case["kind"] not in ("algebraic", "impact", "trajectory") and result.quantity != SAMPLED:
        assert result.worst <= 0.1*result.allowed, result.line()


@pytest.mark.parametrize(("name", "change", "quantity"), [
    ("turntable_sleigh_generic", lambda case: case["states"][2].update(N=case["states"][2]["N"] + 1e-8), "N"),
    ("turntable_sleigh_generic", lambda case: case["states"][1]["rel"].update(x2=case["states"][1]["rel"]["x2"] + 1e-8),
     "rel"),
    ("turntable_sleigh_generic", lambda case: case["states"][-1].update(E_J=case["states"][-1]["E_J"] + 1e-8), "E_J"),
    ("turntable_sleigh_generic",
     lambda case: case["states"][-1].update(theta=case["states"][-1]["theta"] - 6.283185307179586), "theta"),
    ("breakaway_rest_sleigh", lambda case: case["events"].pop(), "events breakaway, regrip"),
    ("scattering_33rpm", lambda case: case["result"].update(transit_time=2.26), "transit_time"),
    ("scattering_33rpm", lambda case: case["result"]["exit_point"].__setitem__(1, 0.128), "exit_point"),
    ("scattering_negative", lambda case: case["result"].update(arc_radius=0.6245), "arc_radius"),
    ("billiard_A", lambda case: case["bounces"][7].update(t=10.8943933), "t of bounce 8"),
    ("billiard_A", lambda case: case["invariants"].update(ell=-0.0137321), "ell"),
    ("billiard_B", lambda case: case.update(restitution=0.99), "t of bounce"),
    ("plane_tilted_1deg", lambda case: case["samples"][2]["v"].__setitem__(0, 0.0), "v"),
    ("plane_tilted_1deg", lambda case: case["samples"][2]["gamma"].__setitem__(2, 0.999), "gamma"),
    ("thin_precession_B2", lambda case: case["expected"].update(tau_crit=3.0), "tau_crit"),
    ("hoop_detach_2_10", lambda case: case["expected"]["event"].update(next_class="B2"), "next_class"),
    ("hoop_detach_2_10", lambda case: case["expected"]["event"].update(scenario="2.11"), "scenario"),
    ("incline_stick", lambda case: case["expected"]["event"].update(then="slides_back"), "then"),
    ("turntable_focus_focus", lambda case: case.update(conserved=["T"]), "T is not conserved"),
])
def test_what_is_wrong_is_named(name, change, quantity):
    case = case_of(name)
    change(case)
    (result,) = check([case])
    assert result.verdict == "FAIL" and result.quantity.startswith(quantity), result.line()


@pytest.mark.parametrize(("name", "change", "reason"), [
    ("billiard_A", lambda case: case.update(wall_model="C"), "wall_model C"),
    ("rest_sleigh_forward", lambda case: case["blade_model"].update(kind="magnetic"), "blade model magnetic"),
    ("plane_turntable_33rpm", lambda case: case["surface"].update(type="moebius"), "surface moebius"),
    ("plane_turntable_33rpm", lambda case: case["support"].update(type="shaken"), "support shaken"),
    ("plane_turntable_33rpm", lambda case: case["support"]["angle"].update(type="noise"), "angle noise"),
    ("plane_turntable_33rpm", lambda case: case["support"]["angle"].update(coeffs=[0.0]*7), "angle of degree 6"),
    ("plane_turntable_33rpm", lambda case: case["initial"].update(t=1.0), "start at t = 1.0"),
    ("plane_turntable_33rpm", lambda case: case["invariants"].update(moon={"value": 1.0}), "invariant moon"),
    ("plane_turntable_33rpm", lambda case: case.update(events={"eclipse": {"t": 1.0}}), "event eclipse"),
    ("scattering_33rpm", lambda case: case.update(model="slips at the rim"), "model slips at the rim"),
    ("free_turntable_ellipse", lambda case: case.update(gravity=[1.0, 0.0, -9.81]), "a table that is not level"),
    ("hoop_A1", lambda case: case["params"]["friction"].update(law="glue"), "friction glue"),
    ("hoop_A1", lambda case: case.update(model="planar_cube"), "model planar_cube"),
    ("bouncing_ball", lambda case: case.update(model="planar_cube"), "model planar_cube"),
    ("impact_superball", lambda case: case.update(model="planar_cube"), "model planar_cube"),
    ("ellipsoid_coulomb", lambda case: case["params"]["geometry"].update(type="cube"), "geometry cube"),
    ("ellipsoid_coulomb", lambda case: case["params"].update(normal=[0, 1, 0]), "normal [0, 1, 0]"),
    ("contensou_puck", lambda case: case["params"].update(pressure="uniform"), "pressure uniform"),
    ("incline_stick", lambda case: case["expected"]["event"].update(type="eclipse"), "event eclipse"),
    ("hopping_hoop_coulomb", lambda case: case["expected"]["events"][2].update(type="eclipse"), "event eclipse"),
    ("hopping_hoop_coulomb", lambda case: case["initial"].update(mode="upside down"), "initial mode upside down"),
    ("smooth_disk_detach", lambda case: case["expected"]["event"].update(type="eclipse"), "event eclipse"),
    ("A2_two_branches", lambda case: case["expected"]["branches"].update(tunnel=[]), "branch tunnel"),
])
def test_what_a_reader_cannot_do_is_said(name, change, reason):
    case = case_of(name)
    change(case)
    (result,) = check([case])
    assert result.line() == f"UNSUPPORTED {name} 0/0 {reason}"


@pytest.mark.parametrize(("name", "change", "words"), [
    # no comparison
    ("cone_fixed", lambda case: [case.update(samples=[]), case["initial"].pop("v"), case["initial"].pop("gamma"),
                                 *map(case.pop, ("invariants", "max_F_over_N"))], "nothing was compared"),
    ("hoop_A1", lambda case: case.update(expected={}), "nothing was compared"),
    # numbers that nobody compared
    ("cone_fixed", lambda case: case["samples"][1].update(warmth=3.0), "not compared: samples.1.warmth"),
    ("hoop_A1", lambda case: case["expected"].update(U_dot=1.0), "not compared: expected.U_dot"),
    ("bouncing_ball", lambda case: case["expected"]["impacts"][1].update(sound=1.0),
     "not compared: expected.impacts.1.sound"),
    ("impact3d_ellipsoid", lambda case: case["expected"]["poisson"].update(heat=1.0),
     "not compared: expected.poisson.heat"),
    ("rest_sleigh_forward", lambda case: case["states"][0].update(K=1.0), "not compared: states.0.K"),
    ("thin_disk_nutation", lambda case: case["expected"].update(a=1.0, b=2.0, c=3.0, d=4.0),
     "not compared: expected.a, expected.b, expected.c, 1 more"),
    # inputs that nobody read
    ("cone_fixed", lambda case: case["surface"].update(rim=0.3), "not read: surface.rim"),
    ("bouncing_ball", lambda case: case["params"].update(wind=3.0), "not read: params.wind"),
    ("rest_sleigh_forward", lambda case: case["support"].update(tilt=0.1), "not read: support.tilt"),
    # no numbers
    ("cone_fixed", lambda case: case["samples"][2].update(N=float("nan")), "N"),
    ("cone_fixed", lambda case: case["samples"][2]["r"].__setitem__(1, float("inf")), "r"),
    ("hoop_A1", lambda case: case["tol"].update(rel=float("inf")), "malformed case: tol"),
    ("hoop_A1", lambda case: case["tol"].update(abs=-1.0), "malformed case: tol"),
    # not as the schema says
    ("cone_fixed", lambda case: case["body"].pop("m"), "malformed case: body.m is missing"),
    ("cone_fixed", lambda case: case["samples"][2].update(r=[1.0, 2.0]), "r"),
    ("cone_fixed", lambda case: case["samples"][2].update(r="near the apex"), "r"),
    ("cone_fixed", lambda case: case["samples"][2].update(N=[1.0, 2.0]), "N"),
    ("hoop_A1", lambda case: case["expected"].update(table1=3.0), "table1"),
    ("incline_return", lambda case: case["params"].pop("mu"), "malformed case: params.mu is missing"),
    ("thin_disk_roll", lambda case: case["initial"]["vel"].__setitem__(0, 0.5), "vel"),
    ("bouncing_ball", lambda case: case["expected"]["impacts"][0].update(index=1.5), "malformed case: impacts"),
    ("bouncing_ball", lambda case: case["expected"]["impacts"][0].update(index=77), "impact 77 missing"),
    ("smooth_disk_detach", lambda case: case["expected"]["event"].update(type="impact"), "thetadot"),
])
def test_what_is_not_held_against_the_engine_fails(name, change, words):
    case = case_of(name)
    change(case)
    (result,) = check([case])
    assert result.verdict == "FAIL" and result.quantity.startswith(words), result.line()


def test_keys_that_the_schema_of_balls_does_not_know_are_ignored():
    (result,) = check([{**case_of("cone_fixed"), "weather": {"rain": 3.0, "words": ["x"]}}])
    assert result.verdict == "ok", result.line()


def test_what_is_found_that_is_no_number_fails():
    """A state at which the engine has lost its numbers can't pass for one within any tolerance."""
    from sandbox.verify.case import Case, within
    from sandbox.verify.check import CONTACTS
    from sandbox.verify.verdict import judge

    for found in (float("nan"), float("inf"), None, [1.0, float("nan")]):
        reference = [1.0, 1.0] if isinstance(found, list) else 1.0
        case = Case({"id": "x", "kind": "x", "expected": {"a": reference, "b": 1.0}}, CONTACTS)
        case["expected"].compare_all({"a": found, "b": 1.0}, within(1e300))
        assert judge(case).verdict == "FAIL" and judge(case).quantity == "a"


def test_a_reader_cannot_take_a_reference_for_an_input():
    from sandbox.verify.case import Case
    from sandbox.verify.check import CONTACTS

    case = Case(json.loads('{"expected": {"U": 1.0, "states": [{"t": 0.5, "x": [1, 2]}]}}'), CONTACTS)
    (state,) = case["expected"].parts("states")
    assert state["t"] == 0.5
    for part, key in ((case["expected"], "U"), (state, "x")):
        with pytest.raises(TypeError, match="is a reference"):
            part[key]


def test_command_names_what_fails_and_says_so_by_its_code(tmp_path):
    """One case that is ok, one with a falsified number, one with a number that nobody compares, one with NaN."""
    cases = [case_of("cone_fixed") for _i in range(4)]
    cases[1]["samples"][3]["v"][2] *= 1.001
    cases[2]["samples"][3]["warmth"] = 1.0
    cases[3]["samples"][3]["F"][0] = float("nan")
    path = tmp_path/"vectors.json"
    path.write_text(json.dumps({"schema": "ball-on-moving-surface test vectors", "schema_version": 1, "cases": cases}))
    done = subprocess.run([sys.executable, "main.py", "check", path], cwd=VECTORS.parents[1], capture_output=True,
                          text=True)
    lines = done.stdout.splitlines()
    assert done.returncode == 1 and "Traceback" not in done.stderr
    assert [line.split()[0] for line in lines] == ["ok", "FAIL", "FAIL", "FAIL"]
    assert lines[1].endswith(" v") and lines[3].startswith("FAIL cone_fixed inf/") and lines[3].endswith(" F"), lines
    assert lines[2] == "FAIL cone_fixed inf/0 not compared: samples.3.warmth"
