"""Where each case of the contact vectors is compared with what happens between the smooth modes."""

import pytest

from tests.mechanics import test_precession
from tests.mechanics.impact import (
    test_body_that_only_slides,
    test_bouncing,
    test_contact_state,
    test_detachment,
    test_hopping_hoop,
    test_impact,
    test_penalty,
    test_slide_or_roll,
)
from tests.mechanics.impact.touch import cases

TABLE_1 = (test_detachment.test_vectors,)
DISK = (test_contact_state.test_vectors, test_detachment.test_vectors, test_precession.test_vectors_of_steady_rolling)
STATES = (test_detachment.test_states_of_the_disks, test_precession.test_free_acceleration_along_the_trajectories)

# case -> its tests; of trajectories the states and events that are known, not the way between them
COVERED = {
    "hoop_B2": TABLE_1, "hoop_B1": TABLE_1, "hoop_A1": TABLE_1,
    "thick_precession_A2": DISK, "thick_precession_B2": DISK, "thin_precession_B2": DISK,
    "thick_general": (test_contact_state.test_vectors, *TABLE_1),
    "ellipsoid_coulomb": (test_contact_state.test_vectors, *TABLE_1),
    "ellipsoid_viscous": (test_contact_state.test_vectors, *TABLE_1),
    "rod_B4": TABLE_1, "rod_A3": TABLE_1,
    "rod_two_term_A2": TABLE_1, "rod_two_term_A4": TABLE_1, "rod_two_term_B1": TABLE_1,
    "hoop_detach_2_10": (test_detachment.test_states_of_the_hoop_that_reaches_the_paradox,),
    "thin_disk_roll": STATES, "thick_disk_roll": STATES, "euler_disk_steady": STATES,
    "thin_disk_nutation": (test_precession.test_vector_of_the_nutation,),
    "bouncing_ball": (test_bouncing.test_bouncing_ball,),
    "slide_to_roll_5_7": (test_slide_or_roll.test_ball_slides_then_rolls,),
    "slide_to_roll_3d": (test_slide_or_roll.test_ball_slides_then_rolls,),
    "turntable_roll": (test_slide_or_roll.test_centre_of_the_rolling_ball_circles_on_the_turntable,),
    "turntable_slide_roll": (test_slide_or_roll.test_ball_on_a_turntable,),
    "impact_ball_slide": (test_impact.test_vectors_of_balls,),
    "impact_ball_stick": (test_impact.test_vectors_of_balls,),
    "impact_superball": (test_impact.test_vectors_of_balls,),
    "incline_return": (test_body_that_only_slides.test_particle_on_an_incline,),
    "incline_stick": (test_body_that_only_slides.test_particle_on_an_incline,),
    "rod_impact_by_friction": (test_impact.test_vectors_of_rods,),
    "rod_impact_oblique": (test_impact.test_vectors_of_rods,),
    "contensou_puck": (test_body_that_only_slides.test_puck_slides_and_spins_to_a_joint_end,),
    "A2_two_branches": (test_detachment.test_start_of_the_two_branches,),
    "smooth_disk_detach": (test_detachment.test_states_of_the_disks,
                           test_precession.test_smooth_disk_leaves_where_the_formula_says),
    "hopping_hoop_coulomb": (test_hopping_hoop.test_hopping_hoop_from_slip_to_flight,),
    "penalty_ball": (test_penalty.test_vector,),
    "impact3d_ellipsoid": (test_contact_state.test_response_of_the_ellipsoid_of_the_impact,
                           test_impact.test_vector_of_the_ellipsoid),
}


def test_every_case_is_in_the_table():
    assert set(COVERED) == set(cases())


@pytest.mark.parametrize("name", COVERED)
def test_the_tests_of_a_case_run_over_it(name):
    """A test that takes the case as a parameter lists it, or names it in its text."""
    for test in COVERED[name]:
        listed = {value for mark in getattr(test, "pytestmark", []) if mark.name == "parametrize"
                  and mark.args[0] == "name" for value in mark.args[1]}
        assert name in listed or name in test.__code__.co_consts or any(
            name in value for value in test.__code__.co_consts if isinstance(value, tuple))
