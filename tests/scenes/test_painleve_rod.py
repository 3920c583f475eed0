"""Painleve's rod: the classes and numbers of vectors_contact.json, and what follows from them."""

from math import tan

import numpy as np
import pytest

from sandbox.run.simulation import Simulation
from tests.scenes.test_contact_scenes import CATALOGUE, begin, kinds


def rod(**values) -> Simulation:
    return Simulation(CATALOGUE.get("painleve_rod"), values)


def test_a_rod_that_jams_jumps():
    """rod_impact_by_friction: with Stronge's restitution 1/2 the slip ends at once and the rod is thrown up."""
    run = rod()
    first = run.snapshot().bodies[0]
    assert first.mode == "flight"
    phi, l = 1.0, 0.5
    P = np.array((1.0319929202759353, 0.8975231119782893))        # [N s] along the slip and the normal
    v = np.array((-2.0, 0.0)) + P
    w = -(-l*np.cos(phi)*P[1] + l*np.sin(phi)*P[0])/(l*l/3)
    assert np.allclose(first.velocity[[0, 2]], v, rtol=0, atol=1e-9)
    assert first.angular_velocity[1] == pytest.approx(w, abs=1e-9)


def test_without_restitution_it_stands_and_falls():
    run = begin("painleve_rod", "B4 without restitution")
    body = run.snapshot().bodies[0]
    assert body.mode == "rolling" and run.snapshot().contacts[0].group == "B2"
    run.advance(120)
    assert abs(run.snapshot().contacts[0].slip).max() == 0.0


def test_both_and_it_stays():
    """rod_two_term_A2."""
    run = begin("painleve_rod", "A2: both, and it stays")
    seen = run.snapshot().contacts[0]
    assert (seen.group, seen.meaning) == ("A2", "both")
    found = (seen.U, seen.U_star, seen.V_star, seen.N)
    # the rod is a hundredth as thick as it is long, across which nothing turns
    assert np.allclose(found, (5.336477726542137, -1.483252974650478, 1.6029905171315821, 0.9253036488978335),
                       rtol=1e-12, atol=0)


@pytest.mark.parametrize("preset", ["A3: both, and it leaves", "A4: it leaves"])
def test_it_leaves(preset):
    run = begin("painleve_rod", preset)
    assert run.snapshot().bodies[0].mode == "flight"


@pytest.mark.parametrize("more, jams", [(-1e-6, False), (1e-6, True)])
def test_the_least_friction_that_jams(more, jams):
    """mu = (4 + tan^2 phi)/(3 tan phi) makes V* zero."""
    run = rod(mu=(4 + tan(1.0)**2)/(3*tan(1.0)) + more)
    assert any(event.kind == "impact" for event in run.events) is jams or run.snapshot().bodies[0].mode == (
        "flight" if jams else "sliding")


def test_pulled_it_slides():
    run = begin("painleve_rod", "Pulled instead of pushed")
    assert run.snapshot().contacts[0].group == "B2" and kinds(run) == []
    run.advance(60)
    assert run.snapshot().bodies[0].mode == "sliding" and run.drift < 1e-12
