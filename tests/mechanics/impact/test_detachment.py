"""Table 1 of a contact, its group and numbers, and the mode that is decided from it: vectors and edges of the table."""

import numpy as np
import pytest
from scipy.optimize import brentq

from sandbox.mechanics.friction.dry import dry_law
from sandbox.mechanics.impact import decision as decisions
from sandbox.mechanics.impact.contact_state import touch
from sandbox.mechanics.impact.decision import decide
from sandbox.mechanics.impact.detachment import analyse
from sandbox.scene import Body, Sphere
from tests.mechanics.impact.touch import (
    ROUGH,
    cases,
    compare,
    hoop_touch,
    law_of,
    of_kind,
    rod_touch,
    solid_touch,
    system_of,
)

TABLE_1 = ("U", "V", "W", "U_star", "V_star", "alpha", "beta", "N_contact", "F_contact", "N_stick", "F_stick")


def is_slipping(law):
    return not law.is_rough


def numbers(a, plane=False):
    """What an analysis says under the names of the vectors; of plane motions the x components."""
    first = (lambda v: v[0]) if plane else (lambda v: v)
    return {"U": a.U, "V": a.V, "W": first(a.W), "U_star": a.U_star, "V_star": a.V_star, "alpha": first(a.alpha),
            "beta": first(a.beta), "N_contact": a.N, "F_contact": first(a.F), "N_stick": a.N_stick,
            "F_stick": first(a.F_stick)}


# vectors --------------------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("name", of_kind("algebraic", "rigid3d", "planar_hoop", "planar_rod"))
def test_vectors(name):
    case = cases()[name]
    law = law_of(case["params"]["friction"])
    plane = case["model"] != "rigid3d"
    now = {"rigid3d": lambda: solid_touch(name, case["initial"]), "planar_rod": lambda: rod_touch(name),
           "planar_hoop": lambda: hoop_touch(name, case["initial"])}[case["model"]]()
    found = analyse(now, law, is_slipping(law))
    compare(numbers(found, plane), case, *TABLE_1)
    compare({"G_tn": now.G[0, 2], "G_tt": now.G[0, 0], "b_t": now.c_free[0]}, case, "G_tn", "G_tt", "b_t")
    assert (found.group, found.meaning) == (case["expected"]["table1"], case["expected"].get("meaning", found.meaning))
    if "F_over_N" in case["expected"]:
        compare({"F_over_N": np.linalg.norm(found.F)/found.N}, case, "F_over_N")


@pytest.mark.parametrize("name", ["thin_disk_roll", "thick_disk_roll", "euler_disk_steady", "smooth_disk_detach"])
def test_states_of_the_disks(name):
    case = cases()[name]
    law = law_of(case["params"]["friction"])
    for state in case["expected"]["states"]:
        now = solid_touch(name, state)
        found = analyse(now, law, False)
        force = found.N*now.n + found.F
        # the state itself is known to the case's tolerance only, U and forces follow from its squares
        least = 1e-7 if name == "smooth_disk_detach" else 1e-9
        compare({**numbers(found), "contact_force": force, "N": found.N}, case, "U", "U_star", "V_star",
                "contact_force", "N", expected=state, at_least=least*max(1.0, abs(found.U)))
        assert found.group in (state.get("table1", "B2"), "edge")


@pytest.mark.parametrize("branch", ["contact", "flight"])
def test_start_of_the_two_branches(branch):
    case = cases()["A2_two_branches"]
    now = solid_touch("A2_two_branches", case["initial"])
    found = decide(now, ROUGH, choice=branch)
    compare(numbers(found.analysis), case, "U", "U_star", "V_star")
    assert (found.mode, found.branch) == ({"contact": decisions.ROLLING, "flight": decisions.FLIGHT}[branch], branch)


def test_states_of_the_hoop_that_reaches_the_paradox():
    name = "hoop_detach_2_10"
    case = cases()[name]
    for state in case["expected"]["states"]:
        found = decide(hoop_touch(name, state), ROUGH)
        assert found.mode == decisions.ROLLING
        compare({**numbers(found.analysis, True), "N": found.analysis.N, "F": found.analysis.F[0]}, case, "U", "U_star",
                "V_star", "N", "F", expected=state)
    event = case["expected"]["event"]
    found = analyse(hoop_touch(name, event), ROUGH, False)
    compare({"U": found.U, "F": found.F_stick[0]}, case, "U", "F", expected=event)
    assert abs(found.U_star) < 1e-9
    # a moment later neither branch exists; any finite friction has let it slip before
    h = case["params"]["r"] + case["params"]["delta"]*np.sin(event["phi"])
    later = {"phi": event["phi"] + 1e-4*event["phidot"],
             "phidot": event["phidot"] + 1e-4*event["F"]*h/case["params"]["A"]}
    assert decide(hoop_touch(name, later), ROUGH).mode == decisions.UNRESOLVED
    assert analyse(hoop_touch(name, later), ROUGH, False).group == "B1"
    slides = decide(hoop_touch(name, later), dry_law(0.8))
    assert slides.mode == decisions.SLIDING and slides.group == "B2"


# edges of the table ---------------------------------------------------------------------------------------------------

def test_modes_of_the_painleve_rods():
    def at(name, **more):
        return decide(rod_touch(name), law_of(cases()[name]["params"]["friction"]), **more)

    assert (at("rod_B4").mode, at("rod_B4").group) == (decisions.IMPACT_BY_FRICTION, "B4")
    assert (at("rod_A3").mode, at("rod_A3").branch) == (decisions.FLIGHT, decisions.FLIGHT)
    assert (at("rod_A3", choice=decisions.CONTACT).mode,
            at("rod_A3", choice=decisions.CONTACT).branch) == (decisions.IMPACT_BY_FRICTION, decisions.CONTACT)
    assert at("rod_two_term_A2", before=decisions.SLIDING).mode == decisions.SLIDING
    assert at("rod_two_term_A2", before=decisions.FLIGHT).mode == decisions.FLIGHT
    assert at("rod_two_term_A2", before=decisions.SLIDING, choice=decisions.FLIGHT).mode == decisions.FLIGHT
    assert at("rod_two_term_A2", before=decisions.FLIGHT, choice=decisions.CONTACT).mode == decisions.SLIDING
    assert at("rod_two_term_A4").mode == decisions.FLIGHT
    assert at("rod_two_term_B1").mode == decisions.UNRESOLVED


def test_history_decides_in_class_A2_and_weak_friction_leaves():
    """contact.md 11: |F|/N = 3.12 is needed; with less friction the only legal answer is detachment."""
    name = "thick_precession_A2"
    now = solid_touch(name, cases()[name]["initial"])
    for before, choice, mode in ((decisions.ROLLING, decisions.HISTORY, decisions.ROLLING),
                                 (decisions.FLIGHT, decisions.HISTORY, decisions.FLIGHT),
                                 (decisions.FLIGHT, decisions.CONTACT, decisions.ROLLING),
                                 (decisions.ROLLING, decisions.FLIGHT, decisions.FLIGHT)):
        found = decide(now, dry_law(5.0), before, choice)
        assert (found.mode, found.group) == (mode, "A2")
    for mu in (2.0, 1.0, 0.5):
        assert decide(now, dry_law(mu), decisions.ROLLING, decisions.CONTACT).mode == decisions.FLIGHT
    below = solid_touch("thick_precession_B2", cases()["thick_precession_B2"]["initial"])
    assert decide(below, dry_law(5.0), decisions.FLIGHT, decisions.FLIGHT).mode == decisions.ROLLING


def test_jam_is_left_by_an_impact_by_friction():
    """V* a little above zero counts as none: the normal force would be without bound."""
    now, law = rod_touch("rod_B4"), dry_law(2.0)
    a = analyse(now, law, True)
    # V* = V - mu |W|
    mu = (1.0 - 5e-4)*a.V/np.linalg.norm(a.W)
    assert decide(now, dry_law(mu)).mode == decisions.IMPACT_BY_FRICTION
    assert decide(now, dry_law((1.0 - 2e-3)*a.V/np.linalg.norm(a.W))).mode == decisions.SLIDING


def test_a_mode_that_lost_its_normal_force_is_not_begun_again():
    """N = 1e-12 of the weight: an absolutely rough hoop has no answer, a ball on a sphere flies."""
    name = "hoop_detach_2_10"
    event = cases()[name]["expected"]["event"]
    state = {"phi": event["phi"], "phidot": brentq(
        lambda rate: analyse(hoop_touch(name, {"phi": event["phi"], "phidot": rate}), ROUGH, False).U_star,
        event["phidot"]*1.001, event["phidot"]*0.999, xtol=1e-15)}
    assert decide(hoop_touch(name, state), ROUGH, rate=lambda mode: 1.0).mode == decisions.UNRESOLVED
    sphere = system_of(Body(lambda x, y, z, r: r*(x*x + y*y + z*z)**0.5, (0.05,), 0.2,
                            tuple(map(tuple, 2e-4*np.eye(3))), size=0.05), Sphere(0.5, inside=False))
    c = 0.5*np.array((np.sin(0.6), 0.0, np.cos(0.6)))
    # the centre turns about the sphere's centre at v^2 = g (b + a) cos: wr = v/a
    spin = np.sqrt(9.81*0.55*np.cos(0.6))/0.05
    now = touch(0.0, c, (1.0, 0.0, 0.0, 0.0), (0.0, spin, 0.0), None, sphere.p, sphere.calls)
    found = decide(now, ROUGH, rate=lambda mode: 1.0)
    assert (found.mode, found.group) == (decisions.FLIGHT, "edge")
    assert decide(now, dry_law(0.5), rate=lambda mode: 1.0).mode == decisions.FLIGHT


def test_smooth_contact_slides_whatever_its_speed():
    case = cases()["smooth_disk_detach"]
    now = solid_touch("smooth_disk_detach", case["expected"]["states"][0])
    found = decide(now, dry_law())
    assert found.mode == decisions.SLIDING and found.direction is None
    assert decide(solid_touch("smooth_disk_detach", case["expected"]["states"][-1]), dry_law(), rate=lambda mode: 1.0
                  ).mode == decisions.FLIGHT


def test_slip_at_an_absolutely_rough_contact_has_no_answer():
    assert decide(rod_touch("rod_B4"), ROUGH).mode == decisions.UNRESOLVED
