"""A lone body that comes to lean on two supports goes on as an island: from its state, on the way and back."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from sandbox.run.readings.passed import details_of
from sandbox.run.simulation import Simulation
from sandbox.scene import Ball, Contact, Coulomb, On, Parameter, Placed, Plane, Rough, Scene, Spin, Start, Still, World
from sandbox.systems.supports.system import SupportsSystem
from sandbox.systems.world.taken_over import TakenOver

G, A = 9.81, 0.02
# angle of the rail with the horizontal and half angle of its V [rad]
SLOPE, HALF = 0.1, 0.6


def rail(p):
    """A ball above a rail of two rough planes, which it falls into; gravity leans along the rail."""
    gravity = (0.0, -G*np.sin(SLOPE), -G*np.cos(SLOPE))
    law = Contact(Rough())
    sides = {name: On(Plane().placed((0.0, 0.0, 0.0), (0, 1, 0), angle), Still(gravity), law)
             for name, angle in (("left", 0.5*np.pi - HALF), ("right", HALF - 0.5*np.pi))}
    return World(sides, [Placed(Ball(A), Start(at=(0.001, 0.0, A/np.sin(HALF) + 0.004)))])


def corner(p):
    """A ball that rolls on a floor to a wall, which moves with it about the vertical."""
    law = Contact(Coulomb(p.mu), restitution=0.3, branch="flight" if p.release else "history")
    turning = Spin("z", "rate")
    wall = Plane().placed((0.2, 0.0, 0.0), (0, 1, 0), -0.5*np.pi)
    return World({"floor": On(Plane(), turning, law), "wall": On(wall, turning, law)},
                 [Placed(Ball(A), Start(at=(0.0, 0.0), velocity=(0.3, 0.05, 0.0)))])


RAIL = Scene("Rail", (), rail)
CORNER = Scene("Corner", (Parameter("rate", 0.0, "rad/s", low=-5, high=5, live=True, about="rate"),
                          Parameter("mu", 0.3, low=0, high=2, live=True, about="friction"),
                          Parameter("release", False, live=True, about="take off where it may")), corner)


def pressed() -> Simulation:
    """A ball that a hand has pressed into the corner, at 1.25 s; the floor begins to turn at 1 s."""
    run = Simulation(CORNER)
    run.advance(100)
    run.grab(0, (0.0, 0.0, 0.005), 5.0)
    run.move(run.snapshot().bodies[0].centre + np.array((0.3, 0.0, -0.02)))
    run.advance(140)
    run.set("rate", 0.5)
    run.set("mu", 0.6)
    run.advance(60)
    return run


def test_where_both_are_possible_what_to_do_may_be_said_at_any_time():
    """It changes nothing of a body that is an island: a law that says it was refused there, in the middle of a run."""
    other, same = pressed(), pressed()
    assert isinstance(other._run.system, TakenOver)
    other.set("release", True)
    other.set("mu", 0.7)
    same.set("mu", 0.7)
    other.advance(60)
    same.advance(60)
    assert other.ended is None
    assert_allclose(other.snapshot().bodies[0].centre, same.snapshot().bodies[0].centre, rtol=0, atol=0)


def test_a_ball_that_falls_into_a_rail_rolls_down_it():
    """v' = g sin(slope)/(1 + 2/(5 sin^2 half)): it turns about the axis through both contacts."""
    run = Simulation(RAIL)
    assert isinstance(run.system, SupportsSystem)
    run.advance(240)
    assert isinstance(run._run.system, TakenOver) and run.ended is None
    first = run.snapshot().bodies[0].velocity
    run.advance(240)
    then = run.snapshot().bodies[0]
    rate = G*np.sin(SLOPE)/(1.0 + 0.4/np.sin(HALF)**2)
    assert_allclose(then.velocity - first, (0.0, -rate, 0.0), rtol=0, atol=1e-10)          # [m/s] in a second
    assert then.centre[2] == pytest.approx(A/np.sin(HALF), abs=1e-11)                      # [m] it lies in both
    # a frame of an island errs by 1e-13 of the energy
    assert run.drift < 1e-10


def test_what_is_pressed_into_a_corner_goes_on():
    """Down to a rest on the floor, without an end, the books closed; the hand's pull is that before, the laws change.
    """
    run = pressed()
    assert isinstance(run._run.system, TakenOver) and run.ended is None and run.drift < 1e-12
    assert run._run.data.contact["wall"].friction == Coulomb(0.6)
    body = run.snapshot().bodies[0]
    assert body.N > 0.0 and body.centre[2] == pytest.approx(A, abs=1e-11)
    run.set("rate", 0.0)
    run.let_go()
    run.advance(480)
    assert run.ended is None and run.drift < 1e-12 and np.isnan(run.max_F_over_N)
    assert "Leans on two supports" in " ".join(event.sentence for event in run.events)


def test_its_past_and_another_run_have_the_same_bits():
    run = pressed()
    run.advance(240)
    last, state = run.step, run.states[0].tobytes()
    leaned = next(int(event.t*240) for event in run.events if "Leans" in event.sentence)
    for step in (last//2, leaned + 1, leaned, leaned - 1, 60, last - 3):
        assert run.go_to(step)
        assert isinstance(run._run.system, TakenOver) == (step > leaned)
        # in pieces, which do not matter
        while run.step < last:
            run.advance(min(17, last - run.step))
        assert run.states[0].tobytes() == state
    other = Simulation(CORNER)
    other.replay(run.commands)
    other.advance(last)
    assert other.states[0].tobytes() == state


def test_rows_between_steps_go_through_the_instant():
    """Rows at any instants are those of peeks, before and behind it; parts of the energy add up all along."""
    run = Simulation(RAIL)
    run.advance(240)
    leaned = next(event.t for event in run.events if "Leans" in event.sentence)
    times = leaned + np.array((-0.02, -0.003, -1e-4, 1e-4, 0.003, 0.02))
    rows = np.concatenate([found.centre[:, 0] for found in Simulation(RAIL).rows_at(times)])
    for t, centre in zip(times, rows, strict=True):
        other = Simulation(RAIL)
        other.advance(int(t*240))
        # one partial step or a whole one and a partial one
        assert_allclose(other.peek(t).bodies[0].centre, centre, rtol=0, atol=1e-14)          # [m]
    other = Simulation(RAIL)
    stretch = other._pass(480, 1)
    details, E_J = details_of(stretch.first), np.concatenate([strip.E_J for strip in stretch.first])
    assert_allclose(sum(details.energies.values()), E_J, rtol=0, atol=1e-12)                 # [J]
    assert len(details.slip) == len(E_J)
    assert {strip.states.mode for strip in stretch.first} >= {"world"}


def test_a_law_that_islands_do_not_have_ends_it_in_its_sentence():
    law = Contact(Coulomb(0.3), restitution=0.3, tangential=0.5)

    def build(p):
        world = corner(p)
        return World({name: On(on.surface, on.motion, law) for name, on in world.supports.items()}, world.bodies)

    run = Simulation(Scene("Corner", CORNER.parameters, build))
    run.advance(100)
    run.grab(0, (0.0, 0.0, 0.0), 5.0)
    run.move(run.snapshot().bodies[0].centre + np.array((0.3, 0.0, -0.02)))
    run.advance(200)
    assert run.ended is not None
    assert "leans on" in run.ended.sentence and "friction, restitution" in run.ended.sentence
