"""Flights over surfaces that nobody knows: thin walls are hit, not passed, whatever the step and whoever looks on."""

from math import exp

import numpy as np
import pytest

from sandbox.run.headless import simulate
from sandbox.scene import Ball, Contact, Coulomb, Scene, Sphere, Start, Still
from sandbox.scene.supports.surface import Edge, Surface
from sandbox.scene.supports.surfaces import Board, Paraboloid, Plane, Pseudosphere, Torus
from sandbox.systems.contact.assembly import assemble_contact
from sandbox.systems.contact.resets import land
from sandbox.systems.contact.states import read
from sandbox.systems.integration import Integration

BOUNCY = Contact(Coulomb(0.2), restitution=0.5)


def wall(thickness: float, height: float = 0.3) -> Surface:
    """A plane with a wall across x = 0."""
    return Surface(lambda x, y, z, w, a: z - a*exp(-(x/w)**2), (thickness, height), name="wall")


def thrown(surface, **start) -> Integration:
    start = {"at": (-0.6, 0.0), "height": 0.1, "velocity": (5.0, 0.0, 0.0), "omega": (0.0, 0.0, 0.0), **start}
    return Integration(assemble_contact(Ball(0.005, density=1000.0), surface, Still(), BOUNCY, Start(**start)),
                       1.0/start.pop("rate", 240))


@pytest.mark.parametrize("rate", [240, 480, 960])
@pytest.mark.parametrize("thickness", [1e-2, 1e-3, 1e-4, 1e-5])
def test_a_ball_bounces_off_a_wall(rate, thickness):
    """5 mm of radius, 5 m/s, 21 mm in a step of 1/240 s; the wall stands x = w sqrt(ln(a/z)) from its middle."""
    run = Integration(thrown(wall(thickness)).system, 1.0/rate)
    run.advance(int(0.13*rate))
    first, *others = [event for event in run.news() if event.kind == "impact"]
    assert others == [] and run.ended is None and run.body.velocity[0] < -2.4 and run.body.centre[0] < 0.0
    z = 0.105 - 0.5*9.81*first.t**2
    # a tilted wall is touched a little above the ball's centre
    assert first.t == pytest.approx((0.6 - 0.005 - thickness*np.sqrt(np.log(0.3/z)))/5.0, abs=0.02*thickness + 1e-6)


def test_instants_show_what_the_run_has():
    """Looked at or not, a run is the same, and what is seen of it at any instant lies on its way."""
    scene = Scene("wall", (), lambda p: (Ball(0.005, density=1000.0), wall(1e-3), Still(), BOUNCY),
                  lambda p: Start((-0.6, 0.0), height=0.1, velocity=(5.0, 0.0, 0.0), omega=(0.0, 0.0, 0.0)))
    plain, seen = simulate(scene, {}, 0.2), simulate(scene, {}, 0.2, at=(0.1187, 0.119, 0.12, 0.1517))
    assert plain["states"][-1] == seen["states"][-1] and plain["events"] == seen["events"]
    hit = plain["events"][0]["t"]
    for state in seen["states"]:
        assert (state["bodies"][0]["velocity"][0] < 0.0) == (state["t"] > hit)


@pytest.mark.parametrize("step_rate", [240, 960])
def test_a_peek_never_meets_what_the_run_passes(step_rate):
    """Between two steps nothing is found that the steps themselves do not have."""
    run = Integration(thrown(wall(1e-3)).system, 1.0/step_rate)
    while run.t < 0.17:
        peeks = [run.peek(run.t + share/step_rate) for share in np.linspace(0.05, 0.95, 7)]
        before = run.data.copy()
        run.advance(1)
        events = [event.t for event in run.news()]
        for peek in peeks:
            assert [event.t for event in peek.news()] == [t for t in events if t <= peek.t]
        assert before.mode == "flight"


def test_a_needle_too_fine_for_the_body_is_told():
    """Beside its axis, thinner than the distance of the points that are looked at: the run ends before it goes on."""
    R = 0.029134
    needle = Surface(lambda x, y, z, a, w: z - a*exp(-(x*x + y*y)/(w*w)), (4.5217*R, 0.084754*R), name="needle")
    run = Integration(assemble_contact(Ball(R), needle, Still(), Contact(Coulomb(0.3), restitution=0.8), Start(
        (-0.15, 0.93358*R), height=0.057593, velocity=(5.83854, 0.0, 1.0), omega=(0.0, 0.0, 0.0))), 1/240)
    run.advance(72)
    assert run.ended.kind == "stop" and "too fine for its size" in run.ended.sentence


@pytest.mark.parametrize("radius", [1e-3, 3e-4, 1e-4])
def test_thin_words_are_hit_too(radius):
    """A small globe and a wire in the way of a fast ball."""
    for surface in (Sphere(radius, inside=False), Torus(0.05, radius, inside=False).placed((0.05, 0.0, 0.0))):
        run = Integration(assemble_contact(Ball(0.005, density=1000.0), surface, Still((0.0, 0.0, 0.0)), BOUNCY, Start(
            mass_centre=(-0.3, 0.0, 0.001), velocity=(6.0, 0.0, 0.0), omega=(0.0, 0.0, 0.0))), 1/240)
        run.advance(24)
        assert [event.kind for event in run.news()][:1] == ["impact"], surface.name
        assert run.body.velocity[0] < 6.0


def test_what_moves_away_makes_no_impact():
    run = thrown(Plane(), velocity=(0.0, 0.0, 1.0), height=1e-9)
    jump = land(read(run.data), 0)
    assert jump.mode == "flight" and jump.ended is not None and jump.ended.kind == "stop"
    assert np.array_equal(jump.y, run.y)


# past an edge --------------------------------------------------------------------------------------------------------

def test_a_ball_that_falls_past_an_edge_is_told():
    """Thrown off a board: the run ends where its lowest point passes the plane of the board."""
    run = Integration(assemble_contact(Ball(0.02), Board(6.0, 2.0), Still(), Contact(Coulomb(1.5)), Start(
        (2.9, 0.0), height=3.0, velocity=(6.0, 0.0, 0.0), omega=(100.0, -100.0, -100.0))), 1/240)
    run.advance(1200)
    assert run.ended.kind == "rim" and "flew past an edge of the surface and is below it" in run.ended.sentence
    assert run.t == pytest.approx(np.sqrt(6.0/9.81), abs=1e-12)


@pytest.mark.parametrize("surface", [
    Plane(rim=0.3), Paraboloid(0.3, rim=0.3), Pseudosphere(0.3),
    Surface(lambda x, y, z: z, edges=(Edge(lambda x, y, z: 0.3 - x, "rim", "reached the end"),))],
    ids=["plane", "paraboloid", "pseudosphere", "formula"])
def test_past_the_edge_of_other_surfaces(surface):
    at = (0.25, 0.0)
    run = Integration(assemble_contact(Ball(0.01), surface, Still(), BOUNCY, Start(
        at, height=0.2, velocity=(1.5, 0.0, 1.0), omega=(0.0, 0.0, 0.0))), 1/240)
    run.advance(1200)
    assert run.ended is not None and run.ended.kind == "rim" and run.t < 2.0


def test_a_ball_that_comes_back_over_the_edge_lands():
    """Out beyond the edge and back above it, on a table that passes under it."""
    run = Integration(assemble_contact(Ball(0.02), Plane(rim=0.3), Still((-3.0, 0.0, -9.81)), BOUNCY, Start(
        (0.28, 0.0), height=0.1, velocity=(0.5, 0.0, 2.5), omega=(0.0, 0.0, 0.0))), 1/240)
    out = False
    while run.ended is None and not run.news():
        run.advance(1)
        out = out or run.body.centre[0] > 0.3
        assert run.t < 2.0
    assert out and run.ended is None
